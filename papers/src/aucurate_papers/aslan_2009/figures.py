"""Figs. 2 to 7: one pair of algorithms over the training sets, as histograms and as curves."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from aucurate.errors import TableError
from aucurate.estimates.fold_summary import FoldDistribution, fold_distribution
from aucurate.formatting import bare_p_value, join_words, number, shortened
from aucurate.plots import FoldPanels, FoldsDisplay
from aucurate.study.table import Table
from aucurate_papers.aslan_2009 import words
from aucurate_papers.aslan_2009.numbers import LEVEL, THRESHOLD, SetNumbers, kept_numbers, kept_set
from aucurate_papers.aslan_2009.pairs import (
    PRINTED_INTERVALS,
    PairNumbers,
    found_pair,
    pair_numbers,
    stand_in,
)
from aucurate_papers.aslan_2009.printed import CHESS, PRINTED_PAIRS, PrintedPair
from aucurate_papers.aslan_2009.scores import OBTAIN, KeptScores, kept_provenance
from aucurate_papers.exhibit import Exhibit, State, plain_name
from aucurate_papers.running import Made, Run, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TITLES = {
    "2": "C4.5 and RIPPER on chess: neither test tells them apart",
    "3": "k-NN and RIPPER on report: only the AUC test tells them apart, k-NN's curves above",
    "4": "k-NN and NB on shuttle: only the error test tells them apart",
    "5": "C4.5 and LP on nursery: both tests tell them apart, LP's curves above",
    "6": "RIPPER and LP on ada, with intervals: only the AUC test tells them apart",
    "7": "k-NN and LP on ada, with intervals: both tests tell them apart",
}


def figure(number: str, run: Run) -> Made:
    """One of Figs. 2 to 7 from the kept scores.

    **State.** "same finding, other numbers" where both tests decide as printed, the algorithm whose
    curves the text calls higher has the larger mean AUC and, in Figs. 6 and 7, the intervals of
    both methods are wider than the AUCs over the training sets range; of the two sets that "chess"
    may mean one is enough. Otherwise "not reproduced". The tests are the paper's own, and printed
    is what the caption says. "data not obtainable" where the paper's data set is not among those
    that were run: then a pair of ours with the printed outcome is shown.
    """
    kept = KeptScores.opened(run.cache)
    printed = [one for one in PRINTED_PAIRS if one.figure == number]
    gone = printed[0].printed_dataset in words.not_found(kept.facts)
    found = _standing_in(printed[0], run, kept) if gone else _as_printed(printed, run, kept)
    sets = [numbers for _, numbers in found]
    pairs = [pair_numbers(one, numbers, kept.scores(numbers.dataset)) for one, numbers in found]
    panels = [(pair.dataset, _panels(pair)) for pair in pairs]
    of_tests = [caveat for numbers in sets for caveat in numbers.caveats]
    exhibit = Exhibit(
        paper=words.PAPER,
        name=f"figure {number}",
        title=TITLES[number],
        state="data not obtainable" if gone else _state(pairs),
        shown=_tables(pairs, panels),
        verdict=_verdict(printed[0], pairs),
        differs=_differs(printed[0], gone=gone),
        caveats=(
            *words.figure_caveats(number, of_tests, intervals=printed[0].intervals),
            *(words.quick_caveats(run) if gone else ()),
        ),
        provenance=kept_provenance(
            run,
            kept.facts,
            source=f"kept scores of {join_words([one.dataset for one in sets]) or 'no data set'}",
            method="paired t over folds",
            n_observations=sum(one.n_observations for one in sets),
            level=LEVEL,
            threshold=THRESHOLD,
        ),
    )
    return Made(exhibit=exhibit, figures=_figures(number, pairs, panels))


def _as_printed(
    printed: Sequence[PrintedPair], run: Run, kept: KeptScores
) -> list[tuple[PrintedPair, SetNumbers]]:
    """The data set of the pair, or both that it may be."""
    known = [one.name for one in kept.facts.sets]
    found = [(one, kept_set(run, kept, one.dataset)) for one in printed if one.dataset in known]
    for one, numbers in found:
        if found_pair(one, numbers.outcomes) is None:
            raise TableError(
                f"{one.first} or {one.second} did not finish on '{one.dataset}'.", hint=OBTAIN
            )
    return found


def _standing_in(
    printed: PrintedPair, run: Run, kept: KeptScores
) -> list[tuple[PrintedPair, SetNumbers]]:
    """The data set of the pair of ours that stands in; none where no pair has that outcome."""
    many = kept_numbers(run, kept)
    ours = stand_in(printed, [outcome for one in many for outcome in one.outcomes])
    return [(printed, one) for one in many if ours is not None and one.dataset == ours.dataset]


def _panels(pair: PairNumbers) -> FoldPanels:
    return FoldPanels(
        errors=fold_distribution(pair.errors, names=pair.names),
        aucs=fold_distribution(pair.aucs, names=pair.names),
        curves=pair.curves,
        intervals=tuple(
            one for one in pair.intervals if one.key in {title.key for title in PRINTED_INTERVALS}
        ),
    )


def _drawn(panels: FoldPanels) -> FoldPanels:
    """With the marks at threshold 1/2 only: where others lie over them none can be read."""
    marks = tuple(point for point in panels.curves.points if point.loss == 1)
    return replace(panels, curves=replace(panels.curves, points=marks))


def _figures(
    number: str, pairs: Sequence[PairNumbers], panels: Sequence[tuple[str, FoldPanels]]
) -> "dict[str, Callable[[], Figure]]":
    return {
        f"{words.PAPER}-figure-{number}-{plain_name(dataset)}": drawing(
            FoldsDisplay(_drawn(drawn), title=f"{dataset}: {pair.first} and {pair.second}")
        )
        for pair, (dataset, drawn) in zip(pairs, panels, strict=True)
    }


def _tables(
    pairs: Sequence[PairNumbers], panels: Sequence[tuple[str, FoldPanels]]
) -> tuple[Table, ...]:
    if not pairs:
        return ()
    over = (intervals_table(pairs),) if pairs[0].intervals else ()
    return (
        claims_table(pairs),
        tests_table(pairs),
        values_table(pairs),
        *over,
        *drawn_tables(panels),
    )


def _state(pairs: Sequence[PairNumbers]) -> State:
    fits = any(pair.comes_out for pair in pairs)
    return "same finding, other numbers" if fits else "not reproduced"


def _verdict(printed: PrintedPair, pairs: Sequence[PairNumbers]) -> tuple[str, ...]:
    if not pairs:
        return (f"None of our pairs comes out {printed.outcome}, so that none stands in.",)
    told = (_stand_in_sentence(pair) if pair.stands_in else _sentence(pair) for pair in pairs)
    return (*told, *(_blind(pair) for pair in pairs if pair.blind))


def _sentence(pair: PairNumbers) -> str:
    paper, holding, _ = (one.outcome for one in pair.tests.values())
    text = pair.printed.text_outcome
    contradicted = f" in the caption, but {text} in the text," if text else ","
    told = (
        f"{pair.first} and {pair.second} on {pair.dataset}: error test / AUC test printed "
        f"{pair.printed.outcome}{contradicted} ours {paper}; by {words.HOLDING}, which hold in "
        f"this design, {holding}."
    )
    wrong = [claim.what for claim in pair.claims if not claim.holds]
    if not wrong:
        return f"{told} All that is checked here comes out."
    return f"{told} Not as printed: {join_words(wrong)}."


def _stand_in_sentence(pair: PairNumbers) -> str:
    holding = list(pair.tests.values())[1].outcome
    return (
        f"{pair.first} and {pair.second} on {pair.dataset} stand in. They were chosen because "
        f"error test / AUC test come out as printed, {pair.printed.outcome}, so that this shows "
        f"nothing; by {words.HOLDING}, which hold in this design, {holding}."
    )


def _blind(pair: PairNumbers) -> str:
    told = [f"{name} has a mean AUC of {number(pair.curves.mean_auc(name))}" for name in pair.blind]
    return f"On {pair.dataset} {join_words(told)}, hardly more than chance: a degenerate pair."


def _differs(printed: PrintedPair, *, gone: bool) -> str:
    if gone:
        return words.no_data(printed.printed_dataset)
    chess = f" {words.CHESS_IS_TWO}" if printed.dataset in CHESS else ""
    run = f" {words.WHICH_RUN}" if printed.intervals else ""
    return f"{words.SETTINGS}{chess}{run}"


# A pair of Figs. 2 to 7 as tables: what is said of it, the tests, and all that is drawn.


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
    panels: Sequence[tuple[str, FoldPanels]], parts: Sequence[str]
) -> dict[str, list[object]]:
    """The numbers of these parts of the figures, one below the other."""
    columns: dict[str, list[object]] = {}
    for dataset, one in panels:
        for part in parts:
            frame = FoldsDisplay(one).to_frame(part)
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
