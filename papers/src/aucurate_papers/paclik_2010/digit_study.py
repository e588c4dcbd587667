"""Section 4.3: three digits, Fig. 3 as numbers, over draws, and the searches in a contest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from aucurate import __version__
from aucurate.data.class_folds import ClassFoldScores
from aucurate.study.base import Provenance, Study
from aucurate.study.table import Table
from aucurate_papers.paclik_2010.caveats import (
    CHOSEN_WEIGHTS,
    NOT_ADJUSTED,
    OVERLAPPING_DRAWS,
)
from aucurate_papers.paclik_2010.contest import (
    Contest,
    OuterFold,
    contest_of,
)
from aucurate_papers.paclik_2010.contest_table import contest_table
from aucurate_papers.paclik_2010.digit_draws import (
    DigitDraw,
    Reach,
    counted_draw,
    reach_table,
    reaches_of,
)
from aucurate_papers.paclik_2010.digit_verdict import (
    contest_sentence,
    contests_sentence,
    neighbourhood_sentence,
    reach_sentences,
)
from aucurate_papers.paclik_2010.digits import DigitFigure, digit_figure, digit_figure_table
from aucurate_papers.paclik_2010.printed import (
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Paclik2010Digits(Study):
    """Fig. 3 for each scaling of the features, the reach of its set, and the searches compared."""

    kind = "paclik-2010-digits"

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
        provenance=Provenance(
            version=__version__,
            source=source,
            method="Fig. 3 of Paclik et al. 2010",
            settings={
                "rng": rng,
                "vectors": PRINTED_VECTORS,
                "steps": PRINTED_STEPS,
                "kept": PRINTED_KEPT,
                "level": PRINTED_LEVEL,
            },
            n_observations=len(data.observations),
            n_dropped=data.observations.dropped,
            positive="",
            negative="",
            columns_not_used=(),
        ),
    )
