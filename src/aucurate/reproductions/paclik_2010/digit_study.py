"""Section 4.3: three digits, Fig. 3 as numbers, over draws, and the searches in a contest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from aucurate import __version__
from aucurate.data.class_folds import ClassFoldScores
from aucurate.formatting import count, listing, number
from aucurate.reproductions.paclik_2010.contest import (
    EQUAL,
    Contest,
    Contestant,
    OuterFold,
    contest_of,
    contest_table,
)
from aucurate.reproductions.paclik_2010.digit_draws import (
    DigitDraw,
    Reach,
    counted_draw,
    reach_table,
    reaches_of,
)
from aucurate.reproductions.paclik_2010.digits import DigitFigure, digit_figure, digit_figure_table
from aucurate.reproductions.paclik_2010.printed import (
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_PER_CLASS,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)
from aucurate.results import Caveat
from aucurate.study.base import Provenance, Study
from aucurate.study.table import Table

_ONE = 1 / PRINTED_PER_CLASS


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
            *(_neighbourhood(one) for one in self.figures),
            *_shrinking(self.reaches),
            *(_searched(one) for one in self.contests),
            *([_verdict(self.contests)] if self.contests else []),
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
        caveats=_caveats(),
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


def _neighbourhood(figure: DigitFigure) -> str:
    inside, others = len(figure.neighbourhood.points), len(figure.neighbourhood.weights) - 1
    comes_out = "As in Fig. 3" if 0 < inside < others else "Unlike in Fig. 3"
    return (
        f"{comes_out}, with {figure.scaling} {inside} of {others} other points cannot be told from "
        f"the chosen one by the errors of all digits ({figure.printed_points} with the paper's "
        f"degrees of freedom, {figure.holm_points} with Holm's correction): points whose errors "
        f"lie up to {number(max(figure.spans))} apart."
    )


def _shrinking(reaches: Sequence[Reach]) -> tuple[str, ...]:
    found = []
    for scaling in dict.fromkeys(one.scaling for one in reaches):
        rows = sorted(
            (one for one in reaches if one.scaling == scaling), key=lambda one: one.per_class
        )
        widths = [f"{number(one.span)} with {one.per_class}" for one in rows]
        shrinks = all(a.span > b.span for a, b in pairwise(rows))
        word = "shrinks" if shrinks else "does not always shrink"
        found.append(
            f"Over draws, with {scaling}, the neighbourhood {word} with more data: on average it "
            f"spans errors of {listing(widths)} observations of each digit."
        )
    return tuple(found)


def _searched(contest: Contest) -> str:
    told = [_pair(ours, theirs, contest.repeats) for ours, theirs in contest.pairs]
    equal = contest.contestant(EQUAL)
    return (
        f"On folds that no search saw, with {contest.scaling}, equal weights have a largest class "
        f"error of {number(equal.mean)}; {'; '.join(told)}."
    )


def _verdict(contests: Sequence[Contest]) -> str:
    pairs = [(contest, *pair) for contest in contests for pair in contest.pairs]
    gaps = [ours.minus(theirs).mean for _, ours, theirs in pairs]
    costs = [contest.contestant(EQUAL).minus(ours).mean for contest, ours, _ in pairs]
    word = (
        "On so few observations neither search is better than the other"
        if max(map(abs, gaps)) <= _ONE
        else "The searches differ by more than one observation of a class"
    )
    return (
        f"{word}: ours minus the paper's goes from {number(min(gaps), 4)} to "
        f"{number(max(gaps), 4)}, where one observation of {PRINTED_PER_CLASS} is "
        f"{number(_ONE, 2)}. Equal weights minus ours goes from {number(min(costs))} to "
        f"{number(max(costs))}."
    )


def _pair(ours: Contestant, theirs: Contestant, repeats: int) -> str:
    gap = ours.minus(theirs)
    even = repeats - gap.better - gap.worse
    return (
        f"{ours.name} has {number(ours.mean)} and {theirs.name}, {number(theirs.mean)}: a "
        f"difference of {number(gap.mean, 4)} (standard deviation "
        f"{number(gap.standard_deviation, 4)} over {count(repeats, 'repeat')}; ours lower in "
        f"{gap.better}, equal in {even}, higher in {gap.worse}) in "
        f"{number(ours.time / theirs.time, 2)} of the time"
    )


def _caveats() -> tuple[Caveat, ...]:
    return (
        Caveat(
            kind="chosen_point",
            message="The paper selects its point by hand; ours has the smallest largest class "
            "error on the stacked scores, on which it was also searched.",
        ),
        Caveat(
            kind="overlapping_draws",
            message="All draws and repeats take their observations from the same few hundred: they "
            "vary less than data sets would, so standard deviations and standard errors over them "
            "are too small for a statement about other data.",
        ),
        Caveat(
            kind="not_adjusted",
            message="Unless Holm's correction is named, every test was made as if it were the only "
            "one, as in the paper.",
        ),
    )
