"""The tables of a study of several classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import bare_p_value, count, digits_for, number, percent, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.results import ClassEstimate
    from aucurate.study.multiclass import MulticlassStudy
    from aucurate.study.multiclass.points import ClassNeighbours, ClassPoint

MOST_ROWS = 12


def multiclass_tables(study: MulticlassStudy) -> tuple[Table, ...]:
    """The AUCs, those of classes and pairs of classes, comparisons, and what is decided."""
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


def cell(estimate: ClassEstimate) -> str:
    """A value with its interval."""
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    return f"{number(estimate.value, digits)} ({interval_cell(estimate.interval, digits)})"


def _averages(study: MulticlassStudy) -> Table:
    every = [*study.averages, *study.volumes]
    quantities = tuple(dict.fromkeys(one.quantity for one in every))
    known = {(one.name, one.quantity): one for one in every}
    sizes = [
        f"{size:,} {shortened(label)}"
        for label, size in zip(study.classes[:6], study.counts, strict=False)
    ]
    more = ", ..." if len(study.classes) > 6 else ""
    return Table(
        name="aucs",
        title=f"AUCs of {len(study.classes)} classes with "
        f"{percent(study.confidence)} intervals; "
        f"{count(study.provenance.n_observations, 'observation')}: {', '.join(sizes)}{more}",
        header=("classifier", *quantities),
        rows=tuple(
            (shortened(name), *(cell(known[name, quantity]) for quantity in quantities))
            for name in study.names
        ),
        columns=_estimate_columns(every) | {"quantity": tuple(one.quantity for one in every)},
    )


def _estimate_columns(estimates: list[ClassEstimate]) -> dict[str, tuple[object, ...]]:
    return {
        "classifier": tuple(one.name for one in estimates),
        "quantity": tuple(one.quantity for one in estimates),
        "value": tuple(one.value for one in estimates),
        "standard_error": tuple(one.standard_error for one in estimates),
        "low": tuple(one.interval.low for one in estimates),
        "high": tuple(one.interval.high for one in estimates),
        "confidence": tuple(one.interval.confidence for one in estimates),
        "method": tuple(one.interval.method for one in estimates),
    }


def _against_rest(study: MulticlassStudy) -> Table:
    every = list(study.against_rest)
    size = len(study.classes)
    by_class = {label: every[at::size] for at, label in enumerate(study.classes)}
    shown = sorted(study.classes, key=lambda label: min(one.value for one in by_class[label]))
    kept = set(shown[:MOST_ROWS])
    labels = [label for label in study.classes if label in kept]
    return Table(
        name="classes",
        title="AUC of each class against the rest" + _cut(len(labels), size, "classes"),
        header=("class", "observations", *map(shortened, study.names)),
        rows=tuple(
            (
                shortened(label),
                f"{study.counts[study.classes.index(label)]:,}",
                *(cell(one) for one in by_class[label]),
            )
            for label in labels
        ),
        columns=_estimate_columns(every) | {"class": study.classes * len(study.names)},
    )


def _cut(shown: int, size: int, what: str) -> str:
    return "" if shown == size else f"; the {shown} lowest of {size:,} {what}"


def _pairs(study: MulticlassStudy) -> Table:
    names = [(one.classes[0], one.classes[1]) for one in study.pairwise[0].estimates]
    by_pair = list(zip(*(one.estimates for one in study.pairwise), strict=True))
    order = sorted(range(len(names)), key=lambda at: min(one.value for one in by_pair[at]))
    kept = order[:MOST_ROWS]
    every = [one for of_classifier in study.pairwise for one in of_classifier.estimates]
    return Table(
        name="pairs",
        title="AUC of pairs of classes, both columns averaged, the hardest first"
        + _cut(len(kept), len(names), "pairs"),
        header=("classes", *map(shortened, study.names)),
        rows=tuple(
            (" / ".join(map(shortened, names[at])), *(cell(one) for one in by_pair[at]))
            for at in kept
        ),
        columns=_estimate_columns(every)
        | {
            "first_class": tuple(one.classes[0] for one in every),
            "second_class": tuple(one.classes[1] for one in every),
        },
    )


def _comparisons(study: MulticlassStudy) -> Table:
    title = CORRECTION_TITLES[study.correction]
    rows = []
    for one, adjusted in zip(study.comparisons, study.adjusted_p_values, strict=True):
        digits = digits_for(one.interval.high - one.interval.low)
        rows.append(
            (
                f"{shortened(one.first)} - {shortened(one.second)}",
                one.quantity,
                number(one.difference, digits),
                interval_cell(one.interval, digits),
                bare_p_value(one.p_value),
                bare_p_value(adjusted),
            )
        )
    found = study.comparisons
    methods = ", ".join(dict.fromkeys(one.method for one in found))
    return Table(
        name="comparisons",
        title=f"Differences, paired, {methods}",
        header=(
            *("comparison", "quantity", "difference"),
            *(f"{percent(study.confidence)} CI", "p", f"p ({title})"),
        ),
        rows=tuple(rows),
        columns={
            "first": tuple(one.first for one in found),
            "second": tuple(one.second for one in found),
            "quantity": tuple(one.quantity for one in found),
            "difference": tuple(one.difference for one in found),
            "standard_error": tuple(one.standard_error for one in found),
            "low": tuple(one.interval.low for one in found),
            "high": tuple(one.interval.high for one in found),
            "confidence": tuple(one.interval.confidence for one in found),
            "statistic": tuple(one.statistic for one in found),
            "degrees_of_freedom": tuple(one.degrees_of_freedom for one in found),
            "p_value": tuple(one.p_value for one in found),
            "adjusted_p_value": study.adjusted_p_values,
            "method": tuple(one.method for one in found),
        },
    )


def _joint(study: MulticlassStudy) -> Table:
    found = study.joint_tests
    return Table(
        name="joint",
        title="All classifiers together",
        header=("hypothesis", "chi-square", "df", "p", "method"),
        rows=tuple(
            (
                one.hypothesis,
                number(one.statistic),
                f"{one.degrees_of_freedom:g}",
                bare_p_value(one.p_value),
                one.method,
            )
            for one in found
        ),
        columns={
            "hypothesis": tuple(one.hypothesis for one in found),
            "statistic": tuple(one.statistic for one in found),
            "degrees_of_freedom": tuple(one.degrees_of_freedom for one in found),
            "p_value": tuple(one.p_value for one in found),
            "method": tuple(one.method for one in found),
        },
    )


def _choices(study: MulticlassStudy) -> Table:
    """What the search reached, and what it gives on folds that it did not see."""
    unseen = {one.name: one for one in study.nested}
    near = {one.name: one for one in study.neighbours}
    plain = {one.name: one for one in study.points if one.kind == "equal weights"}
    rule = study.choices[0].rule
    rows = []
    for choice in study.choices:
        cells = [number(plain[choice.name].criterion(rule)), number(choice.value)]
        if unseen:
            found = unseen[choice.name]
            cells += [number(one) for one in (found.inside, found.outside, found.optimism)]
        if near:
            cells.append(_not_told(near[choice.name]))
        rows.append((shortened(choice.name), *cells))
    methods = ", ".join(dict.fromkeys(one.method for one in study.choices))
    over = ", of all decisions together" if study.fold_names else ""
    return Table(
        name="search",
        title=f"Searched weights: {rule}{over}; {methods}",
        header=(
            *("classifier", "equal weights", "all folds" if study.fold_names else "searched"),
            *(("seen folds", "unseen folds", "optimism") if unseen else ()),
            *(("points not told apart",) if near else ()),
        ),
        rows=tuple(rows),
        columns=_choice_columns(study),
    )


def _not_told(found: ClassNeighbours) -> str:
    return f"{found.not_told} of {len(found.weights)}" if found.tested else "not tested"


def _choice_columns(study: MulticlassStudy) -> dict[str, tuple[object, ...]]:
    plain = {one.name: one for one in study.points if one.kind == "equal weights"}
    none = (None,) * len(study.choices)
    return {
        "classifier": tuple(one.name for one in study.choices),
        "criterion": tuple(one.rule.criterion for one in study.choices),
        "equal_weights": tuple(plain[one.name].criterion(one.rule) for one in study.choices),
        "value": tuple(one.value for one in study.choices),
        "inside": tuple(one.inside for one in study.nested) or none,
        "outside": tuple(one.outside for one in study.nested) or none,
        "optimism": tuple(one.optimism for one in study.nested) or none,
        "n_points": tuple(one.points for one in study.choices),
        "n_neighbours": tuple(len(one.weights) for one in study.neighbours) or none,
        "n_not_told_apart": tuple(one.not_told for one in study.neighbours) or none,
        "method": tuple(one.method for one in study.choices),
    }


# The tables of what is decided: errors of classes at weights, and confusions.


_MOST_CLASSES = 10
_MOST_CONFUSIONS = 10


def errors(study: MulticlassStudy) -> Table:
    """A row per class of each classifier: its error at equal weights, and at searched ones."""
    plain = {one.name: one for one in study.points if one.kind == "equal weights"}
    searched = {one.name: one for one in study.points if one.kind == "searched"}
    outside = {one.name: one for one in study.nested}
    header = ["classifier", "class", "observations", "equal weights"]
    header += ["weight", "searched"] if searched else []
    header += ["unseen folds"] if outside else []
    rows = []
    for name in study.names:
        point = searched.get(name, plain[name])
        for at in _worst(point):
            cells = [shortened(name), shortened(study.classes[at]), f"{study.counts[at]:,}"]
            cells.append(_error(plain[name], at))
            if searched:
                weight = point.weights[at]
                cells += [number(weight, digits_for(weight)), _error(point, at)]
            if outside:
                cells.append(number(outside[name].class_errors[at]))
            rows.append(tuple(cells))
    hidden = len(study.classes) > _MOST_CLASSES
    over = "means over folds" if study.fold_names else "with Wilson intervals"
    over += "; on unseen folds of all decisions together" if outside else ""
    return Table(
        name="errors",
        title=f"Error of each class, {over}"
        + (f"; the {_MOST_CLASSES} largest of each classifier, all in the JSON" if hidden else ""),
        header=tuple(header),
        rows=tuple(rows),
        columns=_columns(study),
    )


def _worst(point: ClassPoint) -> list[int]:
    """All classes in their order, or of many those with the largest errors."""
    places = range(len(point.errors))
    order = sorted(places, key=lambda at: -point.errors[at].value)[:_MOST_CLASSES]
    return [at for at in places if at in order]


def _error(point: ClassPoint, at: int) -> str:
    estimate = point.errors[at]
    digits = digits_for(estimate.interval.high - estimate.interval.low)
    return f"{number(estimate.value, digits)} ({interval_cell(estimate.interval, digits)})"


def _columns(study: MulticlassStudy) -> dict[str, tuple[object, ...]]:
    cells = [(point, at) for point in study.points for at in range(len(study.classes))]
    found = [point.errors[at] for point, at in cells]
    return {
        "classifier": tuple(point.name for point, _ in cells),
        "weights": tuple(point.kind for point, _ in cells),
        "class": tuple(study.classes[at] for _, at in cells),
        "n_observations": tuple(study.counts[at] for _, at in cells),
        "weight": tuple(point.weights[at] for point, at in cells),
        "error": tuple(one.value for one in found),
        "standard_error": tuple(one.standard_error for one in found),
        "low": tuple(one.interval.low for one in found),
        "high": tuple(one.interval.high for one in found),
        "confidence": tuple(one.interval.confidence for one in found),
        "method": tuple(one.interval.method for one in found),
    }


def confusions(study: MulticlassStudy) -> Table:
    """What each class is given: the whole matrix, or of many classes the commonest confusions."""
    shown = [study.point(name) for name in study.names]
    kind = "searched weights" if shown[0].kind == "searched" else shown[0].kind
    columns = _confusion_columns(study)
    if len(study.classes) <= _MOST_CLASSES:
        return Table(
            name="confusion",
            title=f"Decisions at {kind}: a row per true class",
            header=("classifier", "class", *(f"as {shortened(c, 12)}" for c in study.classes)),
            rows=tuple(
                (
                    shortened(point.name),
                    shortened(label),
                    *(f"{amount:,}" for amount in point.confusion[at]),
                )
                for point in shown
                for at, label in enumerate(study.classes)
            ),
            columns=columns,
        )
    rows = []
    for point in shown:
        for amount, true, decided in _commonest(point):
            names = shortened(study.classes[true]), shortened(study.classes[decided])
            share = number(amount / study.counts[true])
            rows.append((shortened(point.name), *names, f"{amount:,}", share))
    return Table(
        name="confusion",
        title=f"The {_MOST_CONFUSIONS} commonest confusions at {kind}",
        header=("classifier", "class", "decided", "observations", "share of the class"),
        rows=tuple(rows),
        columns=columns,
    )


def _commonest(point: ClassPoint) -> list[tuple[int, int, int]]:
    wrong = [
        (amount, true, decided)
        for true, row in enumerate(point.confusion)
        for decided, amount in enumerate(row)
        if true != decided and amount
    ]
    return sorted(wrong, key=lambda one: (-one[0], one[1], one[2]))[:_MOST_CONFUSIONS]


def _confusion_columns(study: MulticlassStudy) -> dict[str, tuple[object, ...]]:
    cells = [
        (point, true, decided)
        for point in study.points
        for true in range(len(study.classes))
        for decided in range(len(study.classes))
    ]
    return {
        "classifier": tuple(point.name for point, _, _ in cells),
        "weights": tuple(point.kind for point, _, _ in cells),
        "class": tuple(study.classes[true] for _, true, _ in cells),
        "decided": tuple(study.classes[decided] for _, _, decided in cells),
        "n_observations": tuple(point.confusion[t][d] for point, t, d in cells),
    }
