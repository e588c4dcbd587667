"""Figs. 1 and 2: the mean curve with its standard deviations, and what cannot be told apart.

One draw of the classes each, as in the paper; its draws are not known, so the points cannot come
out to the digit. The chosen point is the one with the highest threshold among those with a mean
sensitivity of at least 0.9; the others are compared with it in specificity (the paper's false
positive rate is 1 minus that, and the test is the same).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aucurate.formatting import bare_p_value, number
from aucurate.inference.folds.indistinguishable_points import (
    PointContrast,
    PointSet,
    indistinguishable_points,
)
from aucurate.inference.folds.operating_points import (
    FoldRate,
    OperatingPoints,
    RateAverage,
    operating_points,
)
from aucurate.inference.folds.point_tests import Degrees
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.highleyman import NAME, detector_folds
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DEGREES,
    PRINTED_FOLDS,
    PRINTED_LEVEL,
    PRINTED_NEIGHBOURS_TOLD,
    PRINTED_POINTS,
    PRINTED_SENSITIVITY,
)

RATE: FoldRate = "specificity"
DEGREES: tuple[Degrees, Degrees] = ("n-1", PRINTED_DEGREES)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveFigure(Record):
    """One draw: the averages of both rates at every point, and the set of the chosen point.

    ``paired`` has the n - 1 degrees of freedom of a paired t test, ``printed`` the paper's 2n - 2.
    """

    per_class: int
    sensitivity: tuple[RateAverage, ...]
    specificity: tuple[RateAverage, ...]
    paired: PointSet
    printed: PointSet

    @property
    def chosen(self) -> int:
        """The point with sensitivity 0.9."""
        return self.paired.chosen

    @property
    def neighbours(self) -> tuple[PointContrast, ...]:
        """The points on either side of the chosen one."""
        beside = (self.chosen - 1, self.chosen + 1)
        return tuple(c for c in self.paired.contrasts if c.point in beside)

    def neighbours_told(self, *, as_printed: bool) -> bool:
        """Whether both are told from it, with the paper's degrees of freedom or with n - 1."""
        inside = (self.printed if as_printed else self.paired).points
        return not any(one.point in inside for one in self.neighbours)


def drawn_points(per_class: int, rng: int | Sequence[int]) -> OperatingPoints:
    """The operating points of one draw: the same rng gives the same draw."""
    source = np.random.default_rng(rng)
    return operating_points(
        detector_folds(per_class, PRINTED_FOLDS, source), NAME, points=PRINTED_POINTS
    )


def chosen_point(points: OperatingPoints) -> int:
    """The point with a sensitivity of at least 0.9."""
    return points.reaching("sensitivity", PRINTED_SENSITIVITY)


def figure_of(per_class: int, rng: int) -> CurveFigure:
    """One of the figures, from one draw."""
    points = drawn_points(per_class, [rng, per_class])
    chosen = chosen_point(points)
    paired, printed = (
        indistinguishable_points(
            points, chosen, rates=[RATE], level=PRINTED_LEVEL, degrees_of_freedom=degrees
        )
        for degrees in DEGREES
    )
    return CurveFigure(
        per_class=per_class,
        sensitivity=points.averages("sensitivity"),
        specificity=points.averages("specificity"),
        paired=paired,
        printed=printed,
    )


def figure_table(name: str, title: str, found: CurveFigure) -> Table:
    """The points of one figure, with the p-value of each against the chosen one.

    Those that are told apart with the paper's degrees of freedom and not with n - 1 are named.
    """
    places = range(len(found.sensitivity))
    p_values, printed = (_p_values(told, places) for told in (found.paired, found.printed))
    named = {
        **dict.fromkeys(found.paired.points, "not told apart, n - 1 only"),
        **dict.fromkeys(found.printed.points, "not told apart"),
        found.chosen: "chosen",
    }
    verdicts = [named.get(at, "") for at in places]
    columns: dict[str, tuple[object, ...]] = {
        "point": tuple(range(1, len(p_values) + 1)),
        "threshold": tuple(one.threshold for one in found.sensitivity),
        "false_positive_rate": tuple(1 - one.mean for one in found.specificity),
        "false_positive_rate_standard_error": tuple(
            one.standard_error for one in found.specificity
        ),
        "sensitivity": tuple(one.mean for one in found.sensitivity),
        "sensitivity_standard_error": tuple(one.standard_error for one in found.sensitivity),
        "p_value": tuple(p_values),
        "printed_p_value": tuple(printed),
        "verdict": tuple(verdicts),
    }
    rows = [
        (
            str(at + 1),
            number(1 - spared.mean),
            number(spared.standard_error),
            number(found_too.mean),
            number(found_too.standard_error),
            *("" if at == found.chosen else bare_p_value(p[at]) for p in (p_values, printed)),
            verdicts[at],
        )
        for at, (spared, found_too) in enumerate(
            zip(found.specificity, found.sensitivity, strict=True)
        )
    ]
    return Table(
        name=name,
        title=title,
        header=(
            *("point", "1 - specificity", "sd of the mean", "sensitivity", "sd of the mean"),
            *("p against the chosen point, n - 1", "p with 2n - 2", ""),
        ),
        rows=tuple(rows),
        columns=columns,
    )


def _p_values(told: PointSet, places: range) -> list[float]:
    return [
        1.0 if at == told.chosen else told.contrast(at, RATE).comparison.p_value for at in places
    ]


def told_table(figures: Sequence[CurveFigure]) -> Table:
    """Theirs and ours: are both neighbours told from the chosen point? A row per size of data."""
    by_size = sorted(figures, key=lambda figure: figure.per_class)
    theirs = [PRINTED_NEIGHBOURS_TOLD.get(one.per_class) for one in by_size]
    ours = [one.neighbours_told(as_printed=False) for one in by_size]
    ours_as_printed = [one.neighbours_told(as_printed=True) for one in by_size]
    columns: dict[str, tuple[object, ...]] = {
        "per_class": tuple(one.per_class for one in by_size),
        "theirs": tuple(theirs),
        "ours_as_printed": tuple(ours_as_printed),
        "ours": tuple(ours),
        "not_told_as_printed": tuple(len(one.printed.points) for one in by_size),
        "not_told": tuple(len(one.paired.points) for one in by_size),
    }
    words = {True: "yes", False: "no", None: ""}
    rows = [
        (
            str(one.per_class),
            words[theirs[at]],
            words[ours_as_printed[at]],
            words[ours[at]],
            str(len(one.printed.points)),
            str(len(one.paired.points)),
        )
        for at, one in enumerate(by_size)
    ]
    return Table(
        name="figure_2",
        title="Are both neighbours told from the chosen point, and how many of the "
        f"{PRINTED_POINTS - 1} other points are not?",
        header=(
            *("per class", "both told, theirs", "ours, 2n - 2 as theirs", "ours, n - 1"),
            *("not told, ours with 2n - 2", "ours with n - 1"),
        ),
        rows=tuple(rows),
        columns=columns,
    )


def neighbour_table(figures: Sequence[CurveFigure]) -> Table:
    """Can the neighbours of the chosen point be told from it, and what would it take?"""
    found = [(figure, one) for figure in figures for one in figure.neighbours]
    columns: dict[str, tuple[object, ...]] = {
        "per_class": tuple(figure.per_class for figure, _ in found),
        "point": tuple(one.point + 1 for _, one in found),
        "difference": tuple(one.comparison.difference for _, one in found),
        "standard_error": tuple(one.comparison.standard_error for _, one in found),
        "p_value": tuple(one.comparison.p_value for _, one in found),
        "power": tuple(one.size.attained_power for _, one in found),
        "per_class_needed": tuple(one.size.n_negative for _, one in found),
    }
    rows = [
        (
            str(figure.per_class),
            "above" if one.point < figure.chosen else "below",
            f"{number(one.comparison.difference)} ({one.comparison.interval})",
            bare_p_value(one.comparison.p_value),
            number(one.size.attained_power, 2),
            number(one.size.n_negative, 0),
        )
        for figure, one in found
    ]
    return Table(
        name="neighbours",
        title="The neighbours of the chosen point: specificity minus that of the chosen point, and "
        "the observations per class that would show such a difference with 80% power",
        header=(
            "per class",
            "threshold",
            "difference",
            "p, n - 1",
            "power now",
            "per class needed",
        ),
        rows=tuple(rows),
        columns=columns,
    )
