"""What the figures and the many draws say about the paper's conclusion."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from aucurate.formatting import listing, number, percent
from aucurate.reproductions.paclik_2010.figures import CurveFigure
from aucurate.reproductions.paclik_2010.printed import PRINTED_POINTS, PRINTED_SIZES
from aucurate.reproductions.paclik_2010.shrinkage import Shrinkage
from aucurate.results import Record

_TYPICAL = 0.9
_ERRORS = 3  # standard errors by which a mean must have shrunk


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict(Record):
    """Whether the set shrinks in the figures and on average, and whether Fig. 2b is typical.

    ``shrinks_on_average`` asks for more than three standard errors from each size to the next;
    ``typical`` whether with 200 observations per class both neighbours can be told apart in nine of
    ten draws, by the paper's own test.
    """

    shrinks_in_figures: bool
    shrinks_on_average: bool
    typical: bool


def verdict_of(figures: Sequence[CurveFigure], rows: Sequence[Shrinkage]) -> Verdict:
    """The verdict on these numbers."""
    by_size = sorted(figures, key=lambda figure: figure.per_class)
    sizes = [len(figure.paired.points) for figure in by_size]
    return Verdict(
        shrinks_in_figures=sizes[-1] < sizes[0],
        shrinks_on_average=all(
            one.mean_points - two.mean_points
            > _ERRORS * (one.standard_error**2 + two.standard_error**2) ** 0.5
            for one, two in pairwise(rows)
        ),
        typical=_largest(rows).printed_neighbours_told >= _TYPICAL,
    )


def sentences_of(
    verdict: Verdict, figures: Sequence[CurveFigure], rows: Sequence[Shrinkage]
) -> tuple[str, ...]:
    """The paper's conclusion, and what holds of it."""
    return (_figures(verdict, figures), _on_average(verdict, rows), _neighbours(verdict, rows))


def _figures(verdict: Verdict, figures: Sequence[CurveFigure]) -> str:
    by_size = sorted(figures, key=lambda figure: figure.per_class)
    sizes = [f"{len(f.paired.points)} with {f.per_class}" for f in by_size]
    printed = [str(len(f.printed.points)) for f in by_size]
    comes_out = "As in Fig. 2" if verdict.shrinks_in_figures else "Unlike in Fig. 2"
    shrinks = "shrinks" if verdict.shrinks_in_figures else "does not shrink"
    return (
        f"{comes_out}, the set of points that cannot be told from sensitivity 0.9 {shrinks} with "
        f"the data: of {PRINTED_POINTS - 1} others, {listing(sizes)} observations per class "
        f"({listing(printed)} with the paper's degrees of freedom)."
    )


def _on_average(verdict: Verdict, rows: Sequence[Shrinkage]) -> str:
    means = [f"{number(row.mean_points, 2)} with {row.per_class}" for row in rows]
    word = "It is no luck" if verdict.shrinks_on_average else "On average it is not clear"
    return (
        f"{word}: over {rows[0].draws} draws of each size the set has on average "
        f"{listing(means)} observations per class. Holm's correction over the "
        f"{PRINTED_POINTS - 1} tests, which the paper does not make, raises the first of these to "
        f"{number(rows[0].holm_points, 2)}."
    )


def _neighbours(verdict: Verdict, rows: Sequence[Shrinkage]) -> str:
    shares = [
        f"{percent(row.neighbours_told)} ({percent(row.printed_neighbours_told)}) with "
        f"{row.per_class}"
        for row in rows
    ]
    shown = _largest(rows)
    told = (
        f"So Fig. 2b, with {shown.per_class} per class, comes out in "
        f"{percent(shown.printed_neighbours_told)} of the draws by the paper's own test"
    )
    told += "." if verdict.typical else ": one figure could have shown either."
    return (
        "Both neighbours of the chosen point can be told from it in so many draws (in brackets: "
        f"with the paper's degrees of freedom): {listing(shares)} observations per class. {told}"
    )


def _largest(rows: Sequence[Shrinkage]) -> Shrinkage:
    """The draws of the size of Fig. 2b."""
    return next(row for row in rows if row.per_class == max(PRINTED_SIZES))
