"""The points of Fig. 3 as a table: all that is drawn, and for readers the edges of the set."""

from collections.abc import Mapping, Sequence

import numpy as np

from aucurate.curve.weighted_decision import shares
from aucurate.formatting import bare_p_value, listing, number
from aucurate.inference.folds.class_operating_points import ClassOperatingPoints
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.digits import CHOSEN, DigitFigure


def digit_points_table(
    figures: Sequence[DigitFigure], points: Mapping[str, ClassOperatingPoints]
) -> Table:
    """A row for the smallest and the largest error of each digit within each drawn set.

    ``points`` are those of the figures by scaling. The columns have every point: the share of each
    digit in its weights, the mean errors with their standard errors, and the smallest of its
    p-values against the chosen point, with the paper's degrees of freedom and with n - 1.
    """
    columns: dict[str, list[object]] = {}
    rows = []
    for figure in figures:
        found = points[figure.scaling]
        for name, values in _columns(figure, found).items():
            columns.setdefault(name, []).extend(values)
        rows += _edges(figure, found)
    classes = figures[0].printed.classes
    return Table(
        name="points_3",
        title="The points of Figure 3 that cannot be told from the chosen one: those with the "
        f"smallest and the largest error of each digit ({listing(classes)}), with 2n - 2 degrees "
        "of freedom",
        header=(
            *("features", "point with", "place", "share of the weights", "errors"),
            *("smallest p, 2n - 2", "smallest p, n - 1"),
        ),
        rows=tuple(rows),
        columns={name: tuple(values) for name, values in columns.items()},
    )


def _columns(figure: DigitFigure, points: ClassOperatingPoints) -> dict[str, list[object]]:
    size = len(points)
    columns: dict[str, list[object]] = {
        "scaling": [figure.scaling] * size,
        "point": list(range(1, size + 1)),
    }
    weights = shares(points.weights)
    for at, (label, rate) in enumerate(zip(points.classes, points.rates, strict=True)):
        columns[f"weight of {label}"] = weights[:, at].tolist()
        columns[f"error of {label}"] = points.mean(rate).tolist()
        columns[f"standard error of {label}"] = points.standard_error(rate).tolist()
    for prefix, told in (("", figure.paired), ("printed_", figure.printed)):
        columns[f"{prefix}status"] = list(told.statuses(size))
        columns[f"{prefix}p_value"] = list(_p_values(told, size))
    return columns


def _edges(figure: DigitFigure, points: ClassOperatingPoints) -> list[tuple[str, ...]]:
    inside = [CHOSEN, *figure.printed.points]
    named: dict[int, list[str]] = {CHOSEN: ["chosen"]}
    for label, rate in zip(points.classes, points.rates, strict=True):
        errors = points.mean(rate)[inside]
        for word, at in (("least", np.argmin(errors)), ("most", np.argmax(errors))):
            named.setdefault(inside[int(at)], []).append(f"{word} of {label}")
    p_values = [_p_values(told, len(points)) for told in (figure.printed, figure.paired)]
    weights = shares(points.weights)
    return [
        (
            figure.scaling,
            listing(words),
            str(place + 1),
            listing([number(weight) for weight in weights[place].tolist()]),
            listing([number(float(points.mean(rate)[place])) for rate in points.rates]),
            *("" if place == CHOSEN else bare_p_value(p[place]) for p in p_values),
        )
        for place, words in named.items()
    ]


def _p_values(told: ClassPointSet, size: int) -> list[float]:
    """The smallest p-value of each point; 1 for the chosen one, which is not tested."""
    found = told.smallest_p_values(size)
    found[told.chosen] = 1.0
    return found
