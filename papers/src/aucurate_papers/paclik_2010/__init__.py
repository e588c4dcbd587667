"""Paclik, Lai, Novovicova, Duin (2010): two classes (Figs. 1 and 2) and three digits (Fig. 3).

A Gaussian detector of the first of Highleyman's classes is cross-validated in 10 folds, its curve
averaged at 30 operating points, and each compared with the one at sensitivity 0.9. The paper
concludes from one draw each that with 200 observations per class the chosen point can be told from
its neighbours, and with 50 it cannot. :func:`reproduce` makes the figures from draws of its own and
asks the same of many draws. Numbers cannot come out to the digit: the paper prints none.
:func:`reproduce_digits` takes the cross-validated scores of three digits and makes Fig. 3: weight
vectors found by a greedy search, and which of them cannot be told from the chosen one; and it
judges that search beside ours on folds that neither saw. ``exhibits`` runs all of it, one figure or
section at a time, with the digits and the learner of ``mfeat`` and ``learner``.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.
"""

from collections.abc import Callable
from dataclasses import dataclass

from aucurate import __version__
from aucurate.errors import OptionError
from aucurate.study.base import Provenance, Study
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.caveats import set_caveats
from aucurate_papers.paclik_2010.digit_study import Paclik2010Digits, reproduce_digits
from aucurate_papers.paclik_2010.figures import (
    CurveFigure,
    figure_of,
    figure_table,
    neighbour_table,
)
from aucurate_papers.paclik_2010.highleyman import NEGATIVE, POSITIVE
from aucurate_papers.paclik_2010.printed import (
    PRINTED_FOLDS,
    PRINTED_LEVEL,
    PRINTED_POINTS,
    PRINTED_SENSITIVITY,
    PRINTED_SIZES,
)
from aucurate_papers.paclik_2010.shrinkage import (
    SIZES,
    Shrinkage,
    shrinkage_of,
    shrinkage_table,
)
from aucurate_papers.paclik_2010.verdict import Verdict, sentences_of, verdict_of

__all__ = [
    "CurveFigure",
    "Paclik2010",
    "Paclik2010Digits",
    "Shrinkage",
    "Verdict",
    "reproduce",
    "reproduce_digits",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paclik2010(Study):
    """Figs. 1, 2a and 2b as numbers, and the same over many draws."""

    kind = "paclik-2010"

    figures: tuple[CurveFigure, ...]
    shrinkage: tuple[Shrinkage, ...]
    verdict: Verdict

    def tables(self) -> tuple[Table, ...]:
        """The many draws, the neighbours of the chosen points, and the points of the figures."""
        names = ("1", "2a", "2b")
        return (
            shrinkage_table(self.shrinkage),
            neighbour_table(self.figures),
            *(
                figure_table(
                    f"figure_{name}",
                    f"Figure {name}: {figure.per_class} observations per class, ours",
                    figure,
                )
                for name, figure in zip(names, self.figures, strict=True)
            ),
        )

    def sentences(self) -> tuple[str, ...]:
        """Does the set shrink, and what do the degrees of freedom do?"""
        return sentences_of(self.verdict, self.figures, self.shrinkage)

    def figure(self, per_class: int) -> CurveFigure:
        """The figure with so many observations per class."""
        for found in self.figures:
            if found.per_class == per_class:
                return found
        raise OptionError(f"there is no figure with {per_class!r} observations per class.")


def reproduce(
    *, rng: int = 0, draws: int = 200, step: Callable[[], object] = lambda: None
) -> Paclik2010:
    """Figs. 1 and 2 from one draw each, and the sizes of the sets over so many draws.

    ``step`` is called after every one of the ``len(SIZES) * draws`` draws.
    """
    if isinstance(draws, bool) or not isinstance(draws, int) or draws < 2:
        raise OptionError(f"draws must be a whole number from 2; it is {draws!r}.")
    figures = tuple(figure_of(per_class, rng) for per_class in PRINTED_SIZES)
    shrinkage = tuple(shrinkage_of(per_class, draws, rng, step) for per_class in SIZES)
    return Paclik2010(
        figures=figures,
        shrinkage=shrinkage,
        verdict=verdict_of(figures, shrinkage),
        caveats=set_caveats(figures[0].paired),
        provenance=Provenance(
            version=__version__,
            source="simulated: Highleyman's classes",
            method="Figs. 1 and 2 of Paclik et al. 2010",
            settings={
                "rng": rng,
                "draws": draws,
                "folds": PRINTED_FOLDS,
                "points": PRINTED_POINTS,
                "sensitivity": PRINTED_SENSITIVITY,
                "level": PRINTED_LEVEL,
            },
            n_observations=2 * sum(PRINTED_SIZES),
            n_dropped=0,
            positive=POSITIVE,
            negative=NEGATIVE,
            columns_not_used=(),
        ),
    )
