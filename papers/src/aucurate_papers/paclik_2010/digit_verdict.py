"""What the three digits say about the paper's conclusion, and about its search."""

import math
from collections.abc import Sequence
from itertools import pairwise

from aucurate.formatting import count, listing, number
from aucurate_papers.paclik_2010.contest import EQUAL, Contest, Contestant, greedy
from aucurate_papers.paclik_2010.digit_draws import Reach
from aucurate_papers.paclik_2010.digits import DigitFigure
from aucurate_papers.paclik_2010.printed import PRINTED_KEPT, PRINTED_PER_CLASS

_ONE = 1 / PRINTED_PER_CLASS
_ERRORS = 3


def neighbourhood_sentence(figure: DigitFigure) -> str:
    """How many points cannot be told from the chosen one."""
    inside, others = len(figure.printed.points), len(figure.printed.weights) - 1
    comes_out = "As in Fig. 3" if 0 < inside < others else "Unlike in Fig. 3"
    return (
        f"{comes_out}, with {figure.scaling} {inside} of {others} other points cannot be told from "
        "the chosen one by the errors of all digits, with the paper's degrees of freedom "
        f"({len(figure.paired.points)} with n - 1, {figure.holm_points} with Holm's correction as "
        f"well): points whose errors lie up to {number(max(figure.spans))} apart."
    )


def returned_sentence(figure: DigitFigure) -> str:
    """How few of the retained points are different ones."""
    return (
        f"Of {figure.found} points that the search retained with {figure.scaling}, "
        f"{figure.different} decide differently; of the {PRINTED_KEPT} that the last step keeps, "
        f"only {figure.last_step}."
    )


def reach_sentences(reaches: Sequence[Reach]) -> tuple[str, ...]:
    """Does the set shrink with more data?"""
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


def worth_sentence(contests: Sequence[Contest]) -> str:
    """Is the paper's search worth its while on folds that it did not see?"""
    found, clear = [], 0
    for contest in contests:
        gap = contest.contestant(EQUAL).minus(contest.contestant(greedy(1)))
        clear += gap.mean > _ERRORS * gap.standard_deviation / math.sqrt(contest.repeats)
        found.append(
            f"{number(gap.mean)} with {contest.scaling} (higher in {gap.worse} of "
            f"{count(contest.repeats, 'repeat')})"
        )
    return (
        "The largest class error on folds that no search saw, at equal weights minus at those of "
        f"the paper's search, is on average {listing(found)}. It is above 0 by more than "
        f"{_ERRORS} standard errors over repeats in {clear} of {len(contests)} contests."
    )


def contest_sentence(contest: Contest) -> str:
    """Each of our searches beside the paper's in as much time."""
    told = [_pair(ours, theirs, contest.repeats) for ours, theirs in contest.pairs]
    equal = contest.contestant(EQUAL)
    return (
        f"On folds that no search saw, with {contest.scaling}, equal weights have a largest class "
        f"error of {number(equal.mean)}; {'; '.join(told)}."
    )


def contests_sentence(contests: Sequence[Contest]) -> str:
    """Which search is better elsewhere, over all contests."""
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
