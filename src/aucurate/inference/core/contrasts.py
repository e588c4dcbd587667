"""From a difference and its uncertainty to a Comparison: the last step that methods share."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, TypeAlias

import numpy as np
from scipy import special

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.formatting import join_words, number, shortened
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.beta_limits import BetaLimits
from aucurate.inference.core.distributions import checked_confidence, p_value, two_sided_quantile
from aucurate.results import (
    Alternative,
    Caveat,
    ClassEstimate,
    Comparison,
    Design,
    Estimate,
    Interval,
    MethodTitle,
)

IntervalScale: TypeAlias = Literal["beta", "logit-t", "logit", "wald"]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a difference: the alternative, the null value, the confidence."""

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
    ) -> Self:
        """The same settings, refused where they mean nothing; ``of`` says what has a difference."""
        if not -1 < null_difference < 1:
            raise OptionError(
                f"a difference of {of} lies between -1 and 1; null_difference is "
                f"{null_difference!r}.",
                hint="0.02 asks whether the difference exceeds two hundredths.",
            )
        return cls(alternative, float(null_difference), checked_confidence(confidence))


@dataclass(frozen=True, slots=True)
class Contest:
    """Who is compared with whom in which quantity, and what is known about the difference.

    ``reach`` is how far apart two values can be, and ``bound`` what the distribution-free bound is
    called that stands in where there is no variance.
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

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first_value - self.second_value


def is_paired(first: Scores, second: Scores, said: bool | None, method: str) -> bool:
    """Whether two classifiers saw the same observations: by what was said, or by construction.

    Scores of one ``PairedScores`` are paired, scores with different labels are not; two built apart
    from equal labels could be either, and then it must be said. ``method`` is named where it
    refuses weights or groups.
    """
    for scores in (first, second):
        scores.observations.require_plain(method)
    same = first.observations is second.observations
    alike = same or np.array_equal(first.is_positive, second.is_positive)
    return pairing(said, same=same, alike=alike, built_as="PairedScores")


def pairing(said: bool | None, *, same: bool, alike: bool, built_as: str) -> bool:
    """Whether two classifiers are paired: by what was said, or because they are one data set.

    ``same`` says that they are one data set, ``alike`` that their labels are equal, and
    ``built_as`` what makes one data set of two classifiers.
    """
    if said is None:
        if alike and not same:
            raise OptionError(
                "the two classifiers have the same labels in the same order, but were not given "
                "as one data set; whether their observations are the same cannot be guessed.",
                hint=f"build both with {built_as}.from_arrays, or say paired=True or False.",
            )
        return same
    if said and not alike:
        raise OptionError(
            "paired=True, but the labels of the two classifiers differ.",
            hint="a paired test needs the same observations in the same order.",
        )
    return said


def as_paired(first: Scores, second: Scores) -> PairedScores:
    """Two classifiers on the same observations as one data set, their names made distinct."""
    name = second.name if second.name != first.name else f"{second.name} (second)"
    values = np.stack([first.values, second.values])
    return PairedScores((first.name, name), first.observations, values)


def unpaired_contest(
    first: AucMoments, second: AucMoments, found: list[Caveat]
) -> tuple[Contest, int]:
    """The contest of two classifiers on different test sets, and the size of the smallest class."""
    variance = float(first.covariance[0, 0] + second.covariance[0, 0])
    contest = Contest(
        first.names[0],
        second.names[0],
        first.aucs[0],
        second.aucs[0],
        variance,
        "unpaired",
        tuple(found),
    )
    smallest = min(first.n_positive, first.n_negative, second.n_positive, second.n_negative)
    return contest, smallest


def of_shared_observations(found: Comparison, first: Scores, second: Scores) -> Comparison:
    """An unpaired comparison, with a caveat where both classifiers scored the same observations."""
    if first.observations is not second.observations:
        return found
    shared = caveats.shared_observations(first.name, second.name)
    return replace(found, caveats=(*found.caveats, shared))


def satterthwaite_degrees(parts: Sequence[tuple[float, int]]) -> float:
    """Degrees of freedom of a sum of s / n over sample variances s of n observations each."""
    largest = max(spread / size for spread, size in parts)
    shares = [(spread / size / largest, size - 1) for spread, size in parts]
    return sum(s for s, _ in shares) ** 2 / sum(s**2 / free for s, free in shares)


def difference_test(
    contest: Contest,
    question: Question,
    *,
    method: MethodTitle,
    pairs: int,
    identical: bool = False,
    parts: Sequence[tuple[float, int]] = (),
) -> Comparison:
    """The test of a difference whose variance is known or estimated, and the bound where it is 0.

    ``parts`` are the sample variances whose sum the variance is, each with its size: they give
    Student's t its degrees of freedom. Without them the statistic is taken for normal. ``pairs``
    are the disjoint pairs (or triples) of the bound; ``identical`` says that no observation tells
    the two classifiers apart.
    """
    if not contest.variance > 0:
        return bounded_comparison(contest, question, pairs=pairs, identical=identical)
    degrees = satterthwaite_degrees(parts) if parts else math.inf
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


def bounded_comparison(
    contest: Contest, question: Question, *, pairs: int, identical: bool = False
) -> Comparison:
    """The disjoint-pairs bound, for a difference whose variance is zero or unknown."""
    interval = bounds.difference_interval(
        contest.difference, pairs, question.confidence, identical=identical
    )
    p = bounds.difference_p_value(
        contest.difference,
        question.null_difference,
        pairs,
        question.alternative,
        identical=identical,
    )
    distance = contest.difference - question.null_difference
    named = replace(interval, method=contest.bound)
    return filled(contest, question, named, distance, math.inf, p)


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
        method=interval.title,
        design=contest.design,
        caveats=contest.caveats,
    )


def null_test(
    estimate: Estimate | ClassEstimate,
    null: float,
    question: Question,
    *,
    chance: float,
    pairs: int,
    scale: IntervalScale,
    limits: Callable[[], BetaLimits],
    shrunk: Callable[[], tuple[float, float]],
) -> Comparison:
    """Test one estimate between 0 and 1 against a value, in agreement with its interval.

    ``limits`` and ``shrunk`` give what the scales beta and logit-t need; ``pairs`` are those of the
    bound that stands in where there is no variance.
    """
    interval = replace(
        estimate.interval, low=estimate.interval.low - null, high=estimate.interval.high - null
    )
    contest = Contest(
        estimate.name,
        "chance" if null == chance else f"{estimate.quantity} {number(null)}",
        estimate.value,
        float(null),
        estimate.standard_error**2,
        "one test set",
        estimate.caveats,
        estimate.quantity,
    )
    if scale == "beta":
        statistic, p = limits().null_test(null, question.alternative)
        return filled(contest, question, interval, statistic, math.inf, p)
    value, error, degrees = estimate.value, estimate.standard_error, math.inf
    if not error > 0 or not 0 < value < 1:
        # A mean in [0, 1] stretched to [-1, 1] obeys the bound of a difference.
        p = bounds.difference_p_value(2 * value - 1, 2 * null - 1, pairs, question.alternative)
        return filled(contest, question, interval, contest.difference, math.inf, p)
    if scale == "wald":
        statistic = (value - null) / error
    else:
        if scale == "logit-t":
            variance, degrees = shrunk()
            error = math.sqrt(variance)
        distance = float(special.logit(value) - special.logit(null))
        statistic = distance * value * (1 - value) / error
    p = p_value(statistic, question.alternative, degrees)
    return filled(contest, question, interval, statistic, degrees, p)


# What the intervals of one AUC share: whose AUC it is, and the record they return.


def chosen(data: Scores | AucMoments, name: str | None, method: str) -> tuple[AucMoments, int]:
    """The moments, and which of their classifiers is meant.

    ``method`` is named where it refuses weights or groups.
    """
    if isinstance(data, AucMoments):
        moments = data
    else:
        data.observations.require_plain(method)
        moments = AucMoments.from_scores(data)
    if name is not None:
        return moments, moments.index(name)
    if len(moments.names) > 1:
        raise OptionError(
            "the moments hold several classifiers; which one is meant is not said.",
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
    )
