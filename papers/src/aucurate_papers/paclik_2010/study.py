"""Figs. 1 to 3 as numbers, over many draws, with what the paper concludes from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from aucurate import __version__
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.source import Source
from aucurate.errors import OptionError
from aucurate.study.base import Study
from aucurate.study.table import Table
from aucurate_papers.exhibit import RunProvenance
from aucurate_papers.paclik_2010.caveats import (
    CHOSEN_WEIGHTS,
    NOT_ADJUSTED,
    OVERLAPPING_DRAWS,
    set_caveats,
)
from aucurate_papers.paclik_2010.contest import Contest, OuterFold, contest_of, contest_table
from aucurate_papers.paclik_2010.digits import (
    DigitDraw,
    DigitFigure,
    Reach,
    contest_sentence,
    contests_sentence,
    counted_draw,
    digit_figure,
    digit_figure_table,
    neighbourhood_sentence,
    reach_sentences,
    reach_table,
    reaches_of,
)
from aucurate_papers.paclik_2010.figures import (
    CurveFigure,
    figure_of,
    figure_table,
    neighbour_table,
)
from aucurate_papers.paclik_2010.highleyman import NEGATIVE, POSITIVE
from aucurate_papers.paclik_2010.printed import (
    PRINTED_FOLDS,
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_POINTS,
    PRINTED_SENSITIVITY,
    PRINTED_SIZES,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)
from aucurate_papers.paclik_2010.shrinkage import (
    SIZES,
    Shrinkage,
    Verdict,
    sentences_of,
    shrinkage_of,
    shrinkage_table,
    verdict_of,
)

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

    provenance: RunProvenance
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
        provenance=RunProvenance(
            version=__version__,
            source=Source(name="simulated: Highleyman's classes"),
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
            positive=POSITIVE,
            negative=NEGATIVE,
        ),
    )


# Section 4.3: three digits, Fig. 3 as numbers, over draws, and the searches in a contest.


@dataclass(frozen=True, slots=True, kw_only=True)
class Paclik2010Digits(Study):
    """Fig. 3 for each scaling of the features, the reach of its set, and the searches compared."""

    kind = "paclik-2010-digits"

    provenance: RunProvenance
    figures: tuple[DigitFigure, ...]
    reaches: tuple[Reach, ...]
    contests: tuple[Contest, ...]

    def tables(self) -> tuple[Table, ...]:
        """The figures, the draws and the contest."""
        return (
            digit_figure_table(self.figures),
            reach_table(self.reaches),
            contest_table(self.contests),
        )

    def sentences(self) -> tuple[str, ...]:
        """Is there a neighbourhood, does it shrink, and which search is better elsewhere?"""
        return (
            *(neighbourhood_sentence(one) for one in self.figures),
            *reach_sentences(self.reaches),
            *(contest_sentence(one) for one in self.contests),
            *([contests_sentence(self.contests)] if self.contests else []),
        )


def reproduce_digits(
    folds: Mapping[str, ClassFoldScores],
    draws: Iterable[DigitDraw],
    repeats: Mapping[str, Iterable[Sequence[OuterFold]]],
    *,
    rng: int = 0,
    source: str = "arrays in memory",
    step: Callable[[], object] = lambda: None,
) -> Paclik2010Digits:
    """Section 4.3 from scores of the cross-validated algorithm.

    ``folds`` are the left-out scores of Fig. 3 for each scaling of the features, ``draws`` those of
    many draws of the data, ``repeats`` the outer folds of the contest for each scaling. What is
    given as an iterator is used as it comes. ``step`` is called after every draw and every repeat.
    """
    counted = []
    for draw in draws:
        counted.append(counted_draw(draw, rng))
        step()
    data = next(iter(folds.values()))
    return Paclik2010Digits(
        figures=tuple(digit_figure(scaling, one, rng) for scaling, one in folds.items()),
        reaches=reaches_of(counted),
        contests=tuple(contest_of(scaling, one, rng, step) for scaling, one in repeats.items()),
        caveats=(CHOSEN_WEIGHTS, OVERLAPPING_DRAWS, NOT_ADJUSTED),
        provenance=RunProvenance(
            version=__version__,
            source=Source(name=source, n_dropped=data.observations.source.n_dropped),
            method="Fig. 3 of Paclik et al. 2010",
            settings={
                "rng": rng,
                "vectors": PRINTED_VECTORS,
                "steps": PRINTED_STEPS,
                "kept": PRINTED_KEPT,
                "level": PRINTED_LEVEL,
            },
            n_observations=len(data.observations),
            positive="",
            negative="",
        ),
    )
