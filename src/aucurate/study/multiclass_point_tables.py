"""The tables of what is decided: errors of classes at weights, and confusions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aucurate.formatting import digits_for, number, shortened
from aucurate.study.table import Table, interval_cell

if TYPE_CHECKING:
    from aucurate.study.multiclass import MulticlassStudy
    from aucurate.study.multiclass_points import ClassPoint

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
