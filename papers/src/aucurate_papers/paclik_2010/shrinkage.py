"""Is it luck? How many points cannot be told from the chosen one, over many draws.

Fig. 2 is one draw of each size. Here the classes are drawn again and again, and the set of points
that cannot be told from the one with sensitivity 0.9 is counted every time.

The figure
----------
Section 4.2 over many draws, drawn: the size of the set, and how often the neighbours are told.

Figs. 1 to 3 are drawn by :mod:`aucurate.plots`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from aucurate.formatting import join_words, number, percent
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.inference.folds.point_tests import point_p_values
from aucurate.plots.style import FAINT, line_styles, new_figure
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.figures import RATE, CurveFigure, chosen_point, drawn_points
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DEGREES,
    PRINTED_LEVEL,
    PRINTED_NEIGHBOURS_TOLD,
    PRINTED_POINTS,
    PRINTED_SIZES,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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


# What the figures and the many draws say about the paper's conclusion.


_TYPICAL = 0.9
_ERRORS = 3  # standard errors by which a mean must have shrunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Record):
    """Whether the set shrinks in the figures and on average, and whether Fig. 2b is typical.

    All of it by the paper's own test. ``shrinks_on_average`` asks for more than three standard
    errors from each size to the next; ``typical`` whether with 200 observations per class both
    neighbours can be told apart in nine of ten draws.
    """

    shrinks_in_figures: bool
    shrinks_on_average: bool
    typical: bool


def verdict_of(figures: Sequence[CurveFigure], rows: Sequence[Shrinkage]) -> Verdict:
    """The verdict on these numbers."""
    return Verdict(
        shrinks_in_figures=shrinks_in(figures),
        shrinks_on_average=shrinks_over(rows),
        typical=is_typical(rows),
    )


def shrinks_in(figures: Sequence[CurveFigure]) -> bool:
    """Whether the set is smaller with the most observations than with the fewest."""
    by_size = sorted(figures, key=lambda figure: figure.per_class)
    return len(by_size[-1].printed.points) < len(by_size[0].printed.points)


def shrinks_over(rows: Sequence[Shrinkage]) -> bool:
    """Whether its mean shrinks from each size to the next by more than three standard errors."""
    return all(
        one.printed_points - two.printed_points
        > _ERRORS * (one.printed_standard_error**2 + two.printed_standard_error**2) ** 0.5
        for one, two in pairwise(rows)
    )


def is_typical(rows: Sequence[Shrinkage]) -> bool:
    """Whether both neighbours are told apart in nine of ten draws of the size of Fig. 2b."""
    return of_size(rows, max(PRINTED_SIZES)).printed_neighbours_told >= _TYPICAL


def sentences_of(
    verdict: Verdict, figures: Sequence[CurveFigure], rows: Sequence[Shrinkage]
) -> tuple[str, ...]:
    """The paper's conclusion, and what holds of it."""
    return (
        figures_sentence(verdict.shrinks_in_figures, figures),
        average_sentence(verdict.shrinks_on_average, rows),
        neighbours_sentence(verdict.typical, rows),
    )


def told_as_printed(figures: Sequence[CurveFigure]) -> bool:
    """Whether the neighbours are told apart, by the paper's test, where the paper has them so."""
    told = {one.per_class: one.neighbours_told(as_printed=True) for one in figures}
    return all(told[size] == theirs for size, theirs in PRINTED_NEIGHBOURS_TOLD.items())


def told_sentence(figures: Sequence[CurveFigure]) -> str:
    """Are the neighbours told from the chosen point, by the paper's test?"""
    told = {one.per_class: one.neighbours_told(as_printed=True) for one in figures}
    found = [f"{'yes' if told[size] else 'no'} with {size}" for size in PRINTED_NEIGHBOURS_TOLD]
    word = "as" if told_as_printed(figures) else "unlike"
    return (
        f"Are both neighbours told from the chosen point? In our draws, {word} in the paper and by "
        f"its own test: {join_words(found)} observations per class."
    )


def figures_sentence(shrinks: bool, figures: Sequence[CurveFigure]) -> str:
    """How many points cannot be told from the chosen one, in each of the figures."""
    by_size = sorted(figures, key=lambda figure: figure.per_class)
    sizes = [f"{len(f.printed.points)} with {f.per_class}" for f in by_size]
    paired = [str(len(f.paired.points)) for f in by_size]
    comes_out = "As in Fig. 2" if shrinks else "Unlike in Fig. 2"
    word = "shrinks" if shrinks else "does not shrink"
    return (
        f"{comes_out}, the set of points that cannot be told from sensitivity 0.9 {word} with "
        f"the data: of {PRINTED_POINTS - 1} others, with the paper's degrees of freedom, "
        f"{join_words(sizes)} observations per class ({join_words(paired)} with n - 1)."
    )


def luck_sentence(share: float, draws: int) -> str:
    """How much of Fig. 2 is the luck of one draw."""
    return (
        f"Over {draws} draws of each size, both figures come out as printed, by the paper's own "
        f"test, in {percent(share)} of them."
    )


def average_sentence(shrinks: bool, rows: Sequence[Shrinkage]) -> str:
    """How many they are over many draws."""
    means = [f"{number(row.printed_points, 2)} with {row.per_class}" for row in rows]
    paired = [number(row.mean_points, 2) for row in rows]
    word = "is no luck" if shrinks else "is not clear on average"
    return (
        f"That the set shrinks {word}: over {rows[0].draws} draws of each size it has on average "
        f"{join_words(means)} observations per class, with the paper's degrees of freedom. With n "
        f"- 1 these are {join_words(paired)}; Holm's correction over the {PRINTED_POINTS - 1} "
        "tests, which the paper does not make, raises the first to "
        f"{number(rows[0].holm_points, 2)}."
    )


def neighbours_sentence(typical: bool, rows: Sequence[Shrinkage]) -> str:
    """In how many draws the neighbours can be told from the chosen point."""
    shares = [
        f"{percent(row.printed_neighbours_told)} ({percent(row.neighbours_told)}) with "
        f"{row.per_class}"
        for row in rows
    ]
    shown = of_size(rows, max(PRINTED_SIZES))
    told = (
        f"So Fig. 2b, with {shown.per_class} per class, comes out in "
        f"{percent(shown.printed_neighbours_told)} of the draws by the paper's own test"
    )
    told += "." if typical else ": one figure could have shown either."
    return (
        "Both neighbours of the chosen point can be told from it, with the paper's degrees of "
        f"freedom (in brackets: with n - 1), in so many draws: {join_words(shares)} observations "
        f"per class. {told}"
    )


def of_size(rows: Sequence[Shrinkage], per_class: int) -> Shrinkage:
    """The draws of one size."""
    return next(row for row in rows if row.per_class == per_class)


_TESTS = ("n - 1", "2n - 2, as printed", "n - 1, Holm")
_SETS = ("mean_points", "printed_points", "holm_points")
_TOLD = ("neighbours_told", "printed_neighbours_told")


def shrinkage_figure(rows: Sequence[Shrinkage]) -> "Figure":
    """Means over draws by observations per class, for each of the tests."""
    with new_figure(7.4, 3.4) as figure:
        left, right = figure.subplots(1, 2)
        _lines(left, rows, _SETS)
        sizes = [row.per_class for row in rows]
        bars: dict[str, Any] = {"fmt": "none", "ecolor": line_styles(_TESTS)[_TESTS[0]].colour}
        means, errors = ([getattr(r, f) for r in rows] for f in ("mean_points", "standard_error"))
        left.errorbar(sizes, means, yerr=errors, capsize=2.0, elinewidth=0.8, **bars)
        left.set_ylabel("points not told from the chosen one")
        left.set_ylim(bottom=0)
        left.legend(title="degrees of freedom")
        _lines(right, rows, _TOLD)
        right.axhline(0.5, color=FAINT, linewidth=0.8, linestyle=(0, (4, 2)))
        right.set_ylabel("draws with both neighbours told apart")
        right.set_ylim(0, 1)
    return figure


def _lines(axes: "Axes", rows: Sequence[Shrinkage], fields: Sequence[str]) -> None:
    sizes = [row.per_class for row in rows]
    styles = line_styles(_TESTS)
    for field, test in zip(fields, _TESTS, strict=False):
        style = styles[test]
        values = [getattr(row, field) for row in rows]
        line: dict[str, Any] = {
            "linestyle": style.line,
            "marker": style.mark,
            "markersize": 4,
            "clip_on": False,
        }
        axes.plot(sizes, values, color=style.colour, label=test, **line)
    axes.set_xscale("log")
    axes.set_xticks(sizes, [str(size) for size in sizes])
    axes.minorticks_off()
    axes.set_xlabel("observations per class")
