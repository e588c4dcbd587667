"""What the figures and the many draws say about the paper's conclusion."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from aucurate.formatting import listing, number, percent
from aucurate.results import Record
from aucurate_papers.paclik_2010.figures import CurveFigure
from aucurate_papers.paclik_2010.printed import (
    PRINTED_NEIGHBOURS_TOLD,
    PRINTED_POINTS,
    PRINTED_SIZES,
)
from aucurate_papers.paclik_2010.shrinkage import Shrinkage

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
        f"its own test: {listing(found)} observations per class."
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
        f"{listing(sizes)} observations per class ({listing(paired)} with n - 1)."
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
        f"{listing(means)} observations per class, with the paper's degrees of freedom. With n - 1 "
        f"these are {listing(paired)}; Holm's correction over the {PRINTED_POINTS - 1} tests, "
        f"which the paper does not make, raises the first to {number(rows[0].holm_points, 2)}."
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
        f"freedom (in brackets: with n - 1), in so many draws: {listing(shares)} observations per "
        f"class. {told}"
    )


def of_size(rows: Sequence[Shrinkage], per_class: int) -> Shrinkage:
    """The draws of one size."""
    return next(row for row in rows if row.per_class == per_class)
