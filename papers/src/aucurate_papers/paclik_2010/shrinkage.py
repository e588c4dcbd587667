"""Is it luck? How many points cannot be told from the chosen one, over many draws.

Fig. 2 is one draw of each size. Here the classes are drawn again and again, and the set of points
that cannot be told from the one with sensitivity 0.9 is counted every time.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from aucurate.formatting import number, percent
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.operating_point_test import point_p_values
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.figures import RATE, chosen_point, drawn_points
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DEGREES,
    PRINTED_LEVEL,
    PRINTED_NEIGHBOURS_TOLD,
    PRINTED_POINTS,
)

SIZES = (50, 100, 200, 400)
"""Observations per class of the many draws: the paper's, and twice the largest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrinkage(Record):
    """The sets of one size of data over many draws.

    ``mean_points`` is the mean number of the other points in the set (``standard_error`` that of
    the mean over draws), ``printed_points`` with the paper's degrees of freedom
    (``printed_standard_error``), ``holm_points`` with Holm's correction over the points.
    ``mean_width`` is the range of specificity that the set and the chosen point span,
    ``neighbours_told`` the share of draws in which both neighbours can be told from the chosen
    point, ``printed_neighbours_told`` with the paper's degrees of freedom.
    """

    per_class: int
    draws: int
    mean_points: float
    standard_error: float
    printed_points: float
    printed_standard_error: float
    holm_points: float
    mean_width: float
    neighbours_told: float
    printed_neighbours_told: float


class Counted(NamedTuple):
    """What one draw adds to the means of :class:`Shrinkage`."""

    points: float
    printed_points: float
    holm_points: float
    width: float
    neighbours_told: float
    printed_neighbours_told: float


def shrinkage_of(
    per_class: int, draws: int, rng: int, step: Callable[[], object] = lambda: None
) -> Shrinkage:
    """Count the sets of so many draws; ``step`` is called after each."""
    rows = []
    for draw in range(draws):
        rows.append(counted(per_class, draw, rng))
        step()
    return shrinkage_from(per_class, rows)


def counted(per_class: int, draw: int, rng: int) -> Counted:
    """The set of one draw; the same place and rng give the same draw."""
    return _counted(drawn_points(per_class, [rng, per_class, draw]))


def shrinkage_from(per_class: int, rows: Sequence[Counted]) -> Shrinkage:
    """Means over counted draws."""
    counts = np.array(rows, np.float64)
    mean = Counted(*counts.mean(axis=0).tolist())
    errors = Counted(*(counts.std(axis=0, ddof=1) / math.sqrt(len(rows))).tolist())
    return Shrinkage(
        per_class=per_class,
        draws=len(rows),
        mean_points=mean.points,
        standard_error=errors.points,
        printed_points=mean.printed_points,
        printed_standard_error=errors.printed_points,
        holm_points=mean.holm_points,
        mean_width=mean.width,
        neighbours_told=mean.neighbours_told,
        printed_neighbours_told=mean.printed_neighbours_told,
    )


def share_as_printed(rows: Mapping[int, Sequence[Counted]]) -> float:
    """In how many draws, one of each size, Fig. 2 comes out by the paper's own test.

    ``rows`` has the draws of each size. Both neighbours are told from the chosen point with 200
    observations per class and not with 50, and the set has fewer points with 200.
    """
    least, most = min(PRINTED_NEIGHBOURS_TOLD), max(PRINTED_NEIGHBOURS_TOLD)
    come_out = [
        few.printed_neighbours_told == PRINTED_NEIGHBOURS_TOLD[least]
        and many.printed_neighbours_told == PRINTED_NEIGHBOURS_TOLD[most]
        and many.printed_points < few.printed_points
        for few, many in zip(rows[least], rows[most], strict=True)
    ]
    return sum(come_out) / len(come_out)


def shrinkage_table(found: Sequence[Shrinkage]) -> Table:
    """A row per size of data."""
    others = PRINTED_POINTS - 1
    columns: dict[str, tuple[object, ...]] = {
        field: tuple(getattr(row, field) for row in found)
        for field in (
            *("per_class", "draws", "mean_points", "standard_error", "printed_points"),
            *(
                "printed_standard_error",
                "holm_points",
                "mean_width",
                "neighbours_told",
                "printed_neighbours_told",
            ),
        )
    }
    rows = [
        (
            str(row.per_class),
            str(row.draws),
            f"{number(row.mean_points, 2)} (± {number(row.standard_error, 2)})",
            f"{number(row.printed_points, 2)} (± {number(row.printed_standard_error, 2)})",
            number(row.holm_points, 2),
            number(row.mean_width),
            percent(row.neighbours_told),
            percent(row.printed_neighbours_told),
            told_in_print(row.per_class),
        )
        for row in found
    ]
    return Table(
        name="shrinkage",
        title=f"Of {others} other points, how many cannot be told from the one with sensitivity "
        "0.9: means over draws (± standard error)",
        header=(
            *("per class", "draws", "n - 1 degrees of freedom", "2n - 2, as printed"),
            *("n - 1, Holm", "specificity spanned", "both neighbours told apart, ours"),
            *("ours, 2n - 2", "theirs, one draw"),
        ),
        rows=tuple(rows),
        columns=columns,
    )


def told_in_print(per_class: int) -> str:
    """Whether the paper's figure of this size tells the neighbours apart; nothing if it has none.

    >>> told_in_print(200), told_in_print(50), told_in_print(400)
    ('yes', 'no', '')
    """
    return {True: "yes", False: "no", None: ""}[PRINTED_NEIGHBOURS_TOLD.get(per_class)]


def _counted(points: OperatingPoints) -> Counted:
    chosen = chosen_point(points)
    paired = point_p_values(points, chosen, rate=RATE)
    printed = point_p_values(points, chosen, rate=RATE, degrees_of_freedom=PRINTED_DEGREES)
    others = np.arange(len(points)) != chosen
    in_set = paired > PRINTED_LEVEL
    adjusted = np.array(holm(paired[others].tolist()))
    inside = points.mean(RATE)[in_set]  # the chosen point is one of them
    beside = [at for at in (chosen - 1, chosen + 1) if 0 <= at < len(points)]
    return Counted(
        points=float((in_set & others).sum()),
        printed_points=float(((printed > PRINTED_LEVEL) & others).sum()),
        holm_points=float((adjusted > PRINTED_LEVEL).sum()),
        width=float(np.ptp(inside)),
        neighbours_told=float(not in_set[beside].any()),
        printed_neighbours_told=float(not (printed > PRINTED_LEVEL)[beside].any()),
    )
