"""The tables of a study of several classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from aucurate.formatting import amount, bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.results import Amount, ClassEstimate, Comparison, JointTest, Tested
from aucurate.study.table import (
    Column,
    Table,
    difference_columns,
    field_column,
    frame_columns,
    interval_columns,
    itself,
    table,
    with_interval,
)
from aucurate.study.text import in_groups

if TYPE_CHECKING:
    from aucurate.estimates.weights.choice import WeightChoice
    from aucurate.study.multiclass import MulticlassStudy
    from aucurate.study.multiclass.points import ClassNeighbours, ClassPoint

    ErrorAt: TypeAlias = tuple[ClassPoint, int]
    Decided: TypeAlias = tuple[ClassPoint, int, int]

MOST_ROWS = 12
R = TypeVar("R")


def multiclass_tables(study: MulticlassStudy) -> tuple[Table, ...]:
    """AUCs, also of classes and of pairs of classes; comparisons; decisions."""
    found = [_averages(study), _against_rest(study)]
    if len(study.classes) > 2:
        found.append(_pairs(study))
    if study.comparisons:
        found.append(_comparisons(study))
    if study.joint_tests:
        found.append(_joint(study))
    found.append(errors(study))
    if study.choices:
        found.append(_choices(study))
    return (*found, confusions(study))


def _averages(study: MulticlassStudy) -> Table:
    every, where = [*study.averages, *study.volumes], study.provenance
    known = {(one.name, one.quantity): one for one in every}
    sizes = [
        f"{size:,} {shortened(label)}"
        for label, size in zip(study.classes[:6], study.counts, strict=False)
    ]
    more = ", ..." if len(study.classes) > 6 else ""

    def of(quantity: str) -> Column[str]:
        return Column("", lambda name: known[name, quantity], quantity, with_interval)

    quantities = dict.fromkeys(one.quantity for one in every)
    return table(
        "aucs",
        f"AUCs for {len(study.classes)} classes with "
        f"{percent(study.settings.confidence)} CI; "
        f"{count(where.n_observations, 'observation')}{in_groups(where)}: "
        f"{', '.join(sizes)}{more}",
        study.names,
        [Column("", str, "classifier", shortened), *map(of, quantities)],
        frame=frame_columns(every, _estimate_columns()),
    )


def _estimate_columns() -> list[Column[ClassEstimate]]:
    return [
        Column("classifier", lambda one: one.name),
        field_column("quantity"),
        field_column("value"),
        field_column("standard_error"),
        *interval_columns(lambda one: one.interval, ""),
        Column("method", lambda one: one.interval.method),
        Column("n_groups", lambda one: one.n_groups),
        Column("design_effect", lambda one: one.design_effect),
    ]


def _of_classifiers(
    study: MulticlassStudy, estimates: Callable[[R], Sequence[ClassEstimate]]
) -> list[Column[R]]:
    """A column for each classifier; ``estimates`` returns the estimates of all from a record."""

    def of(at: int, name: str) -> Column[R]:
        return Column("", lambda record: estimates(record)[at], shortened(name), with_interval)

    return [of(at, name) for at, name in enumerate(study.names)]


def _against_rest(study: MulticlassStudy) -> Table:
    every, size = study.against_rest, len(study.classes)
    by_class = [every[at::size] for at in range(size)]
    lowest = sorted(range(size), key=lambda at: min(one.value for one in by_class[at]))
    kept = sorted(lowest[:MOST_ROWS])
    columns: list[Column[int]] = [
        Column("", lambda at: study.classes[at], "class", shortened),
        Column("", lambda at: study.counts[at], "observations", "{:,}".format),
        *_of_classifiers(study, lambda at: by_class[at]),
    ]
    return table(
        "classes",
        "AUC of each class against the rest" + _cut(len(kept), size, "classes"),
        kept,
        columns,
        frame=frame_columns(every, _estimate_columns())
        | {"class": study.classes * len(study.names)},
    )


def _cut(shown: int, size: int, what: str) -> str:
    return "" if shown == size else f"; the {shown} lowest of {size:,} {what}"


def _pairs(study: MulticlassStudy) -> Table:
    by_pair = list(zip(*(one.estimates for one in study.pairwise), strict=True))
    hardest = sorted(by_pair, key=lambda pair: min(one.value for one in pair))[:MOST_ROWS]
    classes: Column[Sequence[ClassEstimate]] = Column(
        "", lambda pair: pair[0].classes, "classes", lambda both: " / ".join(map(shortened, both))
    )
    return table(
        "pairs",
        "AUC of pairs of classes, averaged over both score columns, hardest first"
        + _cut(len(hardest), len(by_pair), "pairs"),
        hardest,
        [classes, *_of_classifiers(study, itself)],
        frame=frame_columns(
            [one for of_classifier in study.pairwise for one in of_classifier.estimates],
            [
                *_estimate_columns(),
                Column("first_class", lambda one: one.classes[0]),
                Column("second_class", lambda one: one.classes[1]),
            ],
        ),
    )


def _comparisons(study: MulticlassStudy) -> Table:
    def comparison(tested: Tested[Comparison]) -> Comparison:
        return tested.result

    columns = list(
        difference_columns(
            comparison,
            confidence=study.settings.confidence,
            adjusted=f"p ({CORRECTION_TITLES[study.settings.correction]})",
        )
    )
    at = next(at for at, column in enumerate(columns) if column.name == "difference")
    columns.insert(at, Column("quantity", lambda t: t.result.quantity, "quantity"))
    methods = ", ".join(dict.fromkeys(one.method for one in study.comparisons))
    return table("comparisons", f"Differences, paired, {methods}", study.tests, columns)


def _joint(study: MulticlassStudy) -> Table:
    columns: list[Column[JointTest]] = [
        field_column("hypothesis", "hypothesis"),
        field_column("statistic", "chi-square", number),
        field_column("degrees_of_freedom", "df", "{:g}".format),
        field_column("p_value", "p", bare_p_value),
        field_column("method", "method"),
    ]
    return table("joint", "Joint test of all classifiers", study.joint_tests, columns)


def _choices(study: MulticlassStudy) -> Table:
    """The result of the search, and its value on folds not used in the search."""
    unseen = {one.name: one for one in study.nested}
    near = {one.name: one for one in study.neighbours}
    plain = {one.name: one for one in study.points if one.kind == "equal weights"}

    def on_folds(name: str, header: str) -> Column[WeightChoice]:
        return Column(
            name,
            lambda choice: getattr(unseen.get(choice.name), name, None),
            header if unseen else "",
            number,
        )

    def around(name: str, value: str) -> Column[WeightChoice]:
        return Column(name, lambda choice: getattr(near.get(choice.name), value, None))

    columns: list[Column[WeightChoice]] = [
        Column("classifier", lambda choice: choice.name, "classifier", shortened),
        Column("criterion", lambda choice: choice.rule.criterion),
        Column(
            "equal_weights",
            lambda choice: plain[choice.name].criterion(choice.rule),
            "equal weights",
            number,
        ),
        field_column("value", "all folds" if study.fold_names else "searched", number),
        on_folds("inside", "search folds"),
        on_folds("outside", "unseen folds"),
        on_folds("optimism", "optimism"),
        Column("n_points", lambda choice: choice.points),
        Column(
            "",
            lambda choice: near[choice.name],
            "points not distinguished" if near else "",
            _not_told,
        ),
        around("n_neighbours", "n_points"),
        around("n_not_told_apart", "not_told"),
        field_column("method"),
    ]
    methods = ", ".join(dict.fromkeys(one.method for one in study.choices))
    over = ", over all decisions" if study.fold_names else ""
    title = f"Searched weights: {study.choices[0].rule}{over}; {methods}"
    return table("search", title, study.choices, columns)


def _not_told(found: ClassNeighbours) -> str:
    return f"{found.not_told} of {found.n_points}" if found.tested else "not tested"


# The tables of decisions: class errors at given weights, and confusions.


_MOST_CLASSES = 10
_MOST_CONFUSIONS = 10


def errors(study: MulticlassStudy) -> Table:
    """A row per class of each classifier: its error with equal and with searched weights."""
    plain = {one.name: one for one in study.points if one.kind == "equal weights"}
    searched = {one.name: one for one in study.points if one.kind == "searched"}
    outside = {one.name: one for one in study.nested}
    shown = [
        (point, at)
        for name in study.names
        for point in [searched.get(name, plain[name])]
        for at in _worst(point)
    ]
    columns: list[Column[ErrorAt]] = [
        Column("", lambda row: row[0].name, "classifier", shortened),
        Column("", lambda row: study.classes[row[1]], "class", shortened),
        Column("", lambda row: study.counts[row[1]], "observations", "{:,}".format),
        Column("", lambda row: plain[row[0].name].errors[row[1]], "equal weights", with_interval),
    ]
    if searched:
        columns += [
            Column("", lambda row: row[0].weights[row[1]], "weight", _weight),
            Column("", lambda row: row[0].errors[row[1]], "searched", with_interval),
        ]
    if outside:
        columns.append(
            Column(
                "", lambda row: outside[row[0].name].class_errors[row[1]], "unseen folds", number
            )
        )
    hidden = len(study.classes) > _MOST_CLASSES
    over = "means over folds" if study.fold_names else "with Wilson intervals"
    over += "; on unseen folds over all decisions" if outside else ""
    return table(
        "errors",
        f"Error of each class, {over}"
        + (f"; the {_MOST_CLASSES} largest of each classifier, all in the JSON" if hidden else ""),
        shown,
        columns,
        frame=_error_frame(study),
    )


def _weight(weight: float) -> str:
    return number(weight, digits_for(weight))


def _worst(point: ClassPoint) -> list[int]:
    """All classes in order, or, of many, those with the largest errors."""
    places = range(len(point.errors))
    order = sorted(places, key=lambda at: -point.errors[at].value)[:_MOST_CLASSES]
    return [at for at in places if at in order]


def _error_frame(study: MulticlassStudy) -> dict[str, tuple[object, ...]]:
    columns: list[Column[ErrorAt]] = [
        Column("classifier", lambda row: row[0].name),
        Column("weights", lambda row: row[0].kind),
        Column("class", lambda row: study.classes[row[1]]),
        Column("n_observations", lambda row: study.counts[row[1]]),
        Column("weight", lambda row: row[0].weights[row[1]]),
        Column("error", lambda row: row[0].errors[row[1]].value),
        Column("standard_error", lambda row: row[0].errors[row[1]].standard_error),
        *interval_columns(lambda row: row[0].errors[row[1]].interval, ""),
        Column("method", lambda row: row[0].errors[row[1]].interval.method),
    ]
    rows = [(point, at) for point in study.points for at in range(len(study.classes))]
    return frame_columns(rows, columns)


def confusions(study: MulticlassStudy) -> Table:
    """The confusion matrix, or, with many classes, the most common confusions."""
    shown = [study.point(name) for name in study.names]
    kind = "searched weights" if shown[0].kind == "searched" else shown[0].kind
    frame = _confusion_frame(study)
    classifier: Column[Any] = Column("", lambda row: row[0].name, "classifier", shortened)
    true: Column[Any] = Column("", lambda row: study.classes[row[1]], "class", shortened)
    if len(study.classes) <= _MOST_CLASSES:
        return table(
            "confusion",
            f"Decisions with {kind}: one row per true class",
            [(point, at) for point in shown for at in range(len(study.classes))],
            [classifier, true, *(_given(at, name) for at, name in enumerate(study.classes))],
            frame=frame,
        )
    columns: list[Column[Decided]] = [
        classifier,
        true,
        Column("", lambda row: study.classes[row[2]], "decided", shortened),
        Column("", _amount, "observations", "{:,}".format),
        Column("", lambda row: _amount(row) / study.counts[row[1]], "share of the class", number),
    ]
    return table(
        "confusion",
        f"The {_MOST_CONFUSIONS} most common confusions with {kind}",
        [row for point in shown for row in _commonest(point)],
        columns,
        frame=frame,
    )


def _given(decided: int, name: str) -> Column[ErrorAt]:
    """How many observations of a true class are assigned to this class."""
    return Column(
        "",
        lambda row: row[0].confusion[row[1]][decided],
        f"as {shortened(name, 12)}",
        amount,
    )


def _amount(row: Decided) -> Amount:
    point, true, decided = row
    return point.confusion[true][decided]


def _commonest(point: ClassPoint) -> list[Decided]:
    places = range(len(point.confusion))
    wrong = [
        (point, true, decided)
        for true in places
        for decided in places
        if true != decided and point.confusion[true][decided]
    ]
    return sorted(wrong, key=lambda row: (-_amount(row), *row[1:]))[:_MOST_CONFUSIONS]


def _confusion_frame(study: MulticlassStudy) -> dict[str, tuple[object, ...]]:
    columns: list[Column[Decided]] = [
        Column("classifier", lambda row: row[0].name),
        Column("weights", lambda row: row[0].kind),
        Column("class", lambda row: study.classes[row[1]]),
        Column("decided", lambda row: study.classes[row[2]]),
        Column("n_observations", _amount),
    ]
    places = range(len(study.classes))
    return frame_columns(
        [(point, true, decided) for point in study.points for true in places for decided in places],
        columns,
    )
