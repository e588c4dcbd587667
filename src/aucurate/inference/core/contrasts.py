"""From a difference and its uncertainty to a Comparison: the last step that methods share."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias, overload

import numpy as np

from aucurate.bisection import bisect
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.moments import AucMoments
from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.formatting import join_words, number, shortened
from aucurate.inference.core import bounds
from aucurate.inference.core.distributions import checked_confidence, p_value, two_sided_quantile
from aucurate.results import (
    Alternative,
    Caveat,
    Comparison,
    Design,
    Estimate,
    Interval,
    MethodTitle,
)

Ends: TypeAlias = Callable[[float], tuple[float, float]]
"""Both ends of an interval, by what each leaves outside."""

_SMALLEST_TAIL = 1e-300
_LARGEST_TAIL = 1 - 1e-12  # a quantile of 1 is infinite, and not in every version of SciPy


@dataclass(frozen=True, slots=True)
class Question:
    """The request for a difference: the alternative, the null value, the confidence."""

    alternative: Alternative
    null_difference: float
    confidence: float

    @classmethod
    def checked(
        cls,
        alternative: Alternative,
        null_difference: float,
        confidence: float,
        *,
        of: str = "AUCs or of rates",
        reach: float = 1.0,
    ) -> Self:
        """The same settings, refused where they mean nothing.

        ``of`` says what has a difference, and ``reach`` how large it can be.
        """
        if not -reach < null_difference < reach:
            ends = (-1, 1) if reach == 1 else (number(-reach), number(reach))
            raise OptionError(
                f"a difference of {of} must lie between {ends[0]} and {ends[1]}; null_difference "
                f"is {null_difference!r}.",
                hint="0.02 tests whether the difference exceeds 0.02.",
            )
        return cls(alternative, float(null_difference), checked_confidence(confidence))


@dataclass(frozen=True, slots=True)
class Contest:
    """Who is compared with whom in which quantity, and what is known about the difference.

    ``parts`` are the sample variances that add up to the variance, each with the number of
    observations behind it; they give Student's t its degrees of freedom. ``reach`` is how far apart
    two values can be. Where there is no variance a distribution-free bound called ``bound``
    replaces it: that of ``free_ends``, or that of ``pairs`` disjoint pairs (or larger tuples of
    observations), of which one that is ordered differently changes the difference by at most
    ``stretch``. ``identical`` means that no observation distinguishes the two classifiers.
    ``n_groups`` and ``design_effect`` are those of the comparison.
    """

    first: str
    second: str
    first_value: float
    second_value: float
    variance: float
    design: Design
    caveats: tuple[Caveat, ...]
    quantity: str = "AUC"
    reach: float = 1.0
    bound: MethodTitle = bounds.DISJOINT_PAIRS
    pairs: int = 0
    identical: bool = False
    parts: tuple[tuple[float, float], ...] = ()
    stretch: float = 1.0
    free_ends: Ends | None = None
    n_groups: int = 0
    design_effect: float = 1.0

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first_value - self.second_value


def is_paired(
    first: Scores | ClassScores | OrderedScores,
    second: Scores | ClassScores | OrderedScores,
    said: bool | None,
    method: str,
    *,
    units: bool = False,
) -> bool:
    """Whether two classifiers saw the same observations: as stated, or by construction.

    Classifiers of one data set (``PairedScores`` and the like) are paired, classifiers with
    different labels are not; two built separately from equal labels could be either, and then it
    must be stated. ``method`` is named where it refuses groups and sampling weights, which it does
    unless ``units`` says that it allows for them.
    """
    for scores in (first, second):
        scores.observations.require(method, units=units)
    same = first.observations is second.observations
    alike = same or first.observations.has_labels_of(second.observations)
    if said is None:
        if alike and not same:
            raise OptionError(
                "the two classifiers have the same labels in the same order, but were not built as "
                "one data set; it is not clear whether they scored the same observations.",
                hint=f"build both with Paired{type(first).__name__}.from_arrays, or set "
                "paired=True or paired=False.",
            )
        return same
    if said and not alike:
        raise OptionError(
            "paired=True, but the labels of the two classifiers differ.",
            hint="a paired test needs the same observations in the same order.",
        )
    if said and not first.observations.has_units_of(second.observations):
        raise OptionError(
            "paired=True, but the groups or the weights of the two classifiers differ.",
            hint=f"build both with Paired{type(first).__name__}.from_arrays, or give both the "
            "groups and the weights of their observations.",
        )
    return said


@overload
def as_paired(first: Scores, second: Scores) -> PairedScores: ...
@overload
def as_paired(first: ClassScores, second: ClassScores) -> PairedClassScores: ...
@overload
def as_paired(first: OrderedScores, second: OrderedScores) -> PairedOrderedScores: ...
def as_paired(first: Any, second: Any) -> Any:
    """Two classifiers on the same observations as one data set, their names made distinct."""
    name = second.name if second.name != first.name else f"{second.name} (second)"
    values = np.stack([first.values, second.values])
    return _PAIRED[type(first)]((first.name, name), first.observations, values)


_PAIRED: dict[type, type] = {
    Scores: PairedScores,
    ClassScores: PairedClassScores,
    OrderedScores: PairedOrderedScores,
}


def satterthwaite_degrees(parts: Sequence[tuple[float, float]]) -> float:
    """Degrees of freedom of a sum of s / n over sample variances s of n observations each."""
    largest = max(spread / size for spread, size in parts)
    shares = [(spread / size / largest, size - 1) for spread, size in parts]
    return sum(s for s, _ in shares) ** 2 / sum(s**2 / free for s, free in shares)


def difference_test(
    contest: Contest, question: Question, *, method: MethodTitle, normal: bool = False
) -> Comparison:
    """The test of a difference by its variance, and the bound where it has none.

    The statistic is taken for normal where ``normal``, and where the contest has no parts.
    """
    if not contest.variance > 0:
        return bounded_comparison(contest, question)
    degrees = math.inf if normal or not contest.parts else satterthwaite_degrees(contest.parts)
    return wald_comparison(contest, question, method=method, degrees_of_freedom=degrees)


def wald_comparison(
    contest: Contest,
    question: Question,
    *,
    method: MethodTitle,
    degrees_of_freedom: float = math.inf,
) -> Comparison:
    """Normal or t: (difference - null) / standard error, and the interval around the difference."""
    difference, error = contest.difference, math.sqrt(contest.variance)
    away = two_sided_quantile(question.confidence, degrees_of_freedom) * error
    lowest, highest = -contest.reach, contest.reach
    if contest.design == "one test set":
        lowest, highest = -contest.second_value, 1 - contest.second_value
    statistic = (difference - question.null_difference) / error
    interval = Interval(
        low=max(lowest, difference - away),
        high=min(highest, difference + away),
        confidence=question.confidence,
        method=method,
    )
    p = p_value(statistic, question.alternative, degrees_of_freedom)
    return filled(contest, question, interval, statistic, degrees_of_freedom, p)


def bounded_comparison(contest: Contest, question: Question) -> Comparison:
    """The distribution-free bound, for a difference whose variance is zero or unknown."""
    distance = contest.difference - question.null_difference
    if contest.free_ends is not None:
        low, high = contest.free_ends((1 - question.confidence) / 2)
        p = inverted(contest.free_ends, question.null_difference, question.alternative)
    else:
        ends = bounds.difference_interval(
            contest.difference, contest.pairs, question.confidence, identical=contest.identical
        )
        low = max(-contest.reach, contest.stretch * ends.low)
        high = min(contest.reach, contest.stretch * ends.high)
        p = bounds.difference_p_value(
            contest.difference,
            question.null_difference / contest.stretch,
            contest.pairs,
            question.alternative,
            identical=contest.identical,
        )
    interval = Interval(
        low=low, high=high, confidence=question.confidence, method=contest.bound, bound=True
    )
    return filled(contest, question, interval, distance, math.inf, p)


def inverted(ends: Ends, null: float, alternative: Alternative) -> float:
    """The p-value of an interval: the tail at which one of its ends meets the null value."""
    greater = _least_tail(lambda tail: ends(tail)[0] > null)
    less = _least_tail(lambda tail: ends(tail)[1] < null)
    if alternative == "greater":
        return greater
    if alternative == "less":
        return less
    return min(1.0, 2 * min(greater, less))


def _least_tail(leaves_out: Callable[[float], bool]) -> float:
    """The smallest tail at which the null value is left out; 1 where it never is."""
    if not leaves_out(_LARGEST_TAIL):
        return 1.0
    largest, smallest = math.log(_LARGEST_TAIL), math.log(_SMALLEST_TAIL)
    found, _ = bisect(
        lambda logarithm: leaves_out(math.exp(logarithm)), largest, smallest, halvings=45
    )
    return math.exp(found)


def filled(
    contest: Contest,
    question: Question,
    interval: Interval,
    statistic: float,
    degrees_of_freedom: float,
    p: float,
) -> Comparison:
    """The record; the method of the interval is that of the test."""
    return Comparison(
        first=contest.first,
        second=contest.second,
        quantity=contest.quantity,
        first_value=contest.first_value,
        second_value=contest.second_value,
        difference=contest.difference,
        standard_error=math.sqrt(contest.variance),
        interval=interval,
        null_difference=question.null_difference,
        alternative=question.alternative,
        statistic=statistic,
        degrees_of_freedom=degrees_of_freedom,
        p_value=p,
        method=interval.method,
        key=interval.key,
        design=contest.design,
        caveats=contest.caveats,
        n_groups=contest.n_groups,
        design_effect=contest.design_effect,
    )


# What the intervals of one AUC share: whose AUC it is, and the record they return.


def chosen(
    data: Scores | AucMoments, name: str | None, method: str, *, units: bool = False
) -> tuple[AucMoments, int]:
    """The moments, and which of their classifiers is meant.

    ``method`` is named where it refuses groups and sampling weights, which it does unless ``units``
    says that it allows for them.
    """
    moments = data if isinstance(data, AucMoments) else AucMoments.from_scores(data)
    if not units:
        moments.require(method)
    if name is not None:
        return moments, moments.index(name)
    if len(moments.names) > 1:
        raise OptionError(
            "which classifier? The moments contain several.",
            hint=f"add name=, one of {join_words([shortened(n) for n in moments.names])}.",
        )
    return moments, 0


def auc_estimate(
    moments: AucMoments,
    at: int,
    *,
    standard_error: float,
    interval: Interval,
    method: MethodTitle,
    caveats: Iterable[Caveat],
) -> Estimate:
    """The AUC of one classifier with this standard error and interval."""
    return Estimate(
        name=moments.names[at],
        quantity="AUC",
        value=moments.aucs[at],
        standard_error=standard_error,
        interval=interval,
        n_positive=moments.n_positive,
        n_negative=moments.n_negative,
        method=method,
        caveats=tuple(caveats),
        n_groups=moments.n_groups,
        design_effect=float(moments.design_effects[at]),
    )
