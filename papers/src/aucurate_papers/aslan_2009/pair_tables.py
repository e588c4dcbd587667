"""A pair of Figs. 2 to 7 as tables: what is said of it, the tests, and all that is drawn."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from aucurate.estimates.fold_summary import FoldDistribution
from aucurate.formatting import bare_p_value, number, shortened
from aucurate.plots.fold_figure import FoldPanels, FoldsPart, folds_frame
from aucurate.study.table import Table
from aucurate_papers.aslan_2009.pairs import PairNumbers


def claims_table(pairs: Sequence[PairNumbers]) -> Table:
    """What the paper says of the pair, theirs beside ours.

    Whether it comes out is not asked of a pair that stands in: theirs was seen on other data.
    """
    found = [(pair, claim) for pair in pairs for claim in pair.claims]
    printed, stands_in = pairs[0].printed, pairs[0].stands_in
    judged = () if stands_in else ("comes out",)
    said = f"{printed.first} and {printed.second} on {printed.printed_dataset}"
    fields = ("what", "theirs", "ours", *(() if stands_in else ("holds", "decides")))
    return Table(
        name="claims",
        title=f"What the paper says of {said}{', and what stands in' if stands_in else ''}",
        header=("data set", "pair here", "what", "theirs", "ours", *judged),
        rows=tuple(
            (
                *(shortened(pair.dataset), f"{pair.first} - {pair.second}"),
                *(c.what, c.theirs, c.ours),
                *("yes" if c.holds else "no" for _ in judged),
            )
            for pair, c in found
        ),
        columns={
            "dataset": tuple(pair.dataset for pair, _ in found),
            "first": tuple(pair.first for pair, _ in found),
            "second": tuple(pair.second for pair, _ in found),
            **{name: tuple(getattr(claim, name) for _, claim in found) for name in fields},
        },
    )


def tests_table(pairs: Sequence[PairNumbers]) -> Table:
    """The paper's tests, those that hold in its design, and signed ranks."""
    found = [(test, one) for pair in pairs for test, one in pair.tests.items()]
    fields = (
        *("dataset", "first", "second", "error_difference", "error_p_value"),
        *("auc_difference", "auc_p_value", "outcome"),
    )
    return Table(
        name="tests",
        title="The pair by other tests too; differences are the first algorithm minus the second",
        header=("data set", "test", "error difference", "p", "AUC difference", "p", "ours"),
        rows=tuple(
            (
                shortened(one.dataset),
                test,
                number(one.error_difference, 4),
                bare_p_value(one.error_p_value),
                number(one.auc_difference, 4),
                bare_p_value(one.auc_p_value),
                one.outcome,
            )
            for test, one in found
        ),
        columns={
            "test": tuple(test for test, _ in found),
            **{name: tuple(getattr(one, name) for _, one in found) for name in fields},
        },
    )


def values_table(pairs: Sequence[PairNumbers]) -> Table:
    """Errors and AUCs of all models: means, standard deviations and ranges."""
    found = [(pair, name) for pair in pairs for name in pair.names]
    values = [(p.errors.of(n), p.aucs.of(n)) for p, n in found]
    sizes = [len(errors) for errors, _ in values]
    return Table(
        name="values",
        title="Ours over the training sets: mean, standard deviation and range",
        header=("data set", "algorithm", "error", "sd", "range", "AUC", "sd", "range"),
        rows=tuple(
            (shortened(pair.dataset), name, *(cell for v in both for cell in _spread(v)))
            for (pair, name), both in zip(found, values, strict=True)
        ),
        columns={
            "dataset": tuple(
                p.dataset for (p, _), n in zip(found, sizes, strict=True) for _ in range(n)
            ),
            "algorithm": tuple(a for (_, a), n in zip(found, sizes, strict=True) for _ in range(n)),
            "training_set": tuple(fold for pair, _ in found for fold in pair.errors.fold_names),
            "error": tuple(value for errors, _ in values for value in errors.tolist()),
            "auc": tuple(value for _, aucs in values for value in aucs.tolist()),
        },
    )


def _spread(values: Any) -> tuple[str, str, str]:
    low, high = number(float(np.min(values)), 4), number(float(np.max(values)), 4)
    return (
        number(float(np.mean(values)), 4),
        number(float(np.std(values, ddof=1)), 4),
        f"{low} to {high}",
    )


def intervals_table(pairs: Sequence[PairNumbers]) -> Table:
    """The intervals of the models of the first training set."""
    found = [(pair.dataset, one) for pair in pairs for one in pair.intervals]
    return Table(
        name="intervals",
        title="Ours: intervals for the AUC of the models of the first training set",
        header=("data set", "algorithm", "method", "AUC", "low", "high", "width"),
        rows=tuple(
            (
                shortened(dataset),
                one.name,
                one.interval.method,
                *map(number, (one.value, one.interval.low, one.interval.high)),
                number(one.interval.high - one.interval.low),
            )
            for dataset, one in found
        ),
        columns={
            "dataset": tuple(dataset for dataset, _ in found),
            "algorithm": tuple(one.name for _, one in found),
            "method": tuple(one.interval.method for _, one in found),
            "auc": tuple(one.value for _, one in found),
            "low": tuple(one.interval.low for _, one in found),
            "high": tuple(one.interval.high for _, one in found),
            "confidence": tuple(one.interval.confidence for _, one in found),
        },
    )


def drawn_tables(panels: Sequence[tuple[str, FoldPanels]]) -> tuple[Table, ...]:
    """The bars, the fitted normals, the curves and the marks of the figures, by data set."""
    return (
        _parts(
            "bars",
            "Ours: bars of the histograms",
            ("data set", "values", "algorithm", "bins", "width", "highest bar"),
            _columns(panels, ("errors", "aucs")),
            [_bars(dataset, *one) for dataset, p in panels for one in _distributions(p)],
        ),
        _parts(
            "normals",
            "Ours: the normals fitted to them",
            ("data set", "values", "algorithm", "mean", "sd"),
            _columns(panels, ("error normals", "auc normals")),
            [_normals(dataset, *one) for dataset, p in panels for one in _distributions(p)],
        ),
        _parts(
            "curves",
            "Ours: the curves of all models",
            ("data set", "algorithm", "models", "mean AUC"),
            _curve_columns(panels),
            [_curves(dataset, p) for dataset, p in panels],
        ),
        _parts(
            "marks",
            "Ours: the marks (drawn at loss 1), their means over the training sets",
            ("data set", "algorithm", "loss", "threshold", "sensitivity", "specificity"),
            _columns(panels, ("marks",)),
            [_marks(dataset, p) for dataset, p in panels],
        ),
    )


def _parts(
    name: str,
    title: str,
    header: tuple[str, ...],
    columns: dict[str, list[object]],
    rows: Sequence[Sequence[tuple[str, ...]]],
) -> Table:
    return Table(
        name=name,
        title=title,
        header=header,
        rows=tuple(row for several in rows for row in several),
        columns={head: tuple(values) for head, values in columns.items()},
    )


def _columns(
    panels: Sequence[tuple[str, FoldPanels]], parts: Sequence[FoldsPart]
) -> dict[str, list[object]]:
    """The numbers of these parts of the figures, one below the other."""
    columns: dict[str, list[object]] = {}
    for dataset, one in panels:
        for part in parts:
            frame = folds_frame(one, part=part)
            known: dict[str, list[object]] = {"dataset": [dataset] * len(frame)}
            if len(parts) > 1:
                known["part"] = [part] * len(frame)
            for head, values in (known | frame.to_dict(as_series=False)).items():
                columns.setdefault(head, []).extend(values)
    return columns


def _curve_columns(panels: Sequence[tuple[str, FoldPanels]]) -> dict[str, list[object]]:
    """A row for each curve; its corners as counts, which are shorter than rates and exact."""
    found = [
        (dataset, name, fold, curve)
        for dataset, one in panels
        for name in one.curves.names
        for fold, curve in zip(one.curves.fold_names, one.curves.of(name), strict=True)
    ]
    return {
        "dataset": [dataset for dataset, _, _, _ in found],
        "classifier": [name for _, name, _, _ in found],
        "fold": [fold for _, _, fold, _ in found],
        "n_positive": [curve.n_positive for *_, curve in found],
        "n_negative": [curve.n_negative for *_, curve in found],
        "false_positives": [tuple(curve.false_positives.tolist()) for *_, curve in found],
        "true_positives": [tuple(curve.true_positives.tolist()) for *_, curve in found],
    }


def _distributions(panels: FoldPanels) -> tuple[tuple[str, FoldDistribution], ...]:
    return ("errors", panels.errors), ("AUCs", panels.aucs)


def _bars(dataset: str, values: str, shown: FoldDistribution) -> list[tuple[str, ...]]:
    width = number(shown.edges[1] - shown.edges[0], 5)
    bins = f"{len(shown.edges) - 1}"
    return [
        (shortened(dataset), values, one.name, bins, width, f"{max(one.counts)}")
        for one in shown.summaries
    ]


def _normals(dataset: str, values: str, shown: FoldDistribution) -> list[tuple[str, ...]]:
    return [
        (shortened(dataset), values, o.name, number(o.mean, 5), number(o.standard_deviation, 5))
        for o in shown.summaries
    ]


def _curves(dataset: str, panels: FoldPanels) -> list[tuple[str, ...]]:
    curves = panels.curves
    return [
        (shortened(dataset), name, f"{len(curves.fold_names)}", number(curves.mean_auc(name), 4))
        for name in curves.names
    ]


def _marks(dataset: str, panels: FoldPanels) -> list[tuple[str, ...]]:
    points = panels.curves.points
    found = []
    for name, loss in dict.fromkeys((point.name, point.loss) for point in points):
        same = [point for point in points if (point.name, point.loss) == (name, loss)]
        rates = (
            float(np.mean([point.sensitivity for point in same])),
            float(np.mean([point.specificity for point in same])),
        )
        cells = (f"{loss:g}", number(same[0].threshold), *map(number, rates))
        found.append((shortened(dataset), name, *cells))
    return found
