"""From a difference and its uncertainty to a Comparison: the last step that methods share."""

import math
from dataclasses import dataclass
from typing import Self

from aucurate.errors import OptionError
from aucurate.inference import disjoint_pairs
from aucurate.inference.reference_distributions import (
    checked_alternative,
    checked_confidence,
    p_value,
    two_sided_quantile,
)
from aucurate.results import Alternative, Caveat, Comparison, Design, Interval


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a difference: the alternative, the null value, the confidence."""

    alternative: Alternative
    null_difference: float
    confidence: float

    @classmethod
    def checked(cls, alternative: Alternative, null_difference: float, confidence: float) -> Self:
        """The same settings, refused where they mean nothing."""
        if not -1 < null_difference < 1:
            raise OptionError(
                "a difference of AUCs lies between -1 and 1; null_difference is "
                f"{null_difference!r}.",
                hint="0.02 asks whether the difference exceeds two hundredths.",
            )
        return cls(
            checked_alternative(alternative), float(null_difference), checked_confidence(confidence)
        )


@dataclass(frozen=True, slots=True)
class Contest:
    """Who is compared with whom, and what is known about the difference."""

    first: str
    second: str
    first_value: float
    second_value: float
    variance: float
    design: Design
    caveats: tuple[Caveat, ...]

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first_value - self.second_value


def wald_comparison(
    contest: Contest, question: Question, *, method: str, degrees_of_freedom: float = math.inf
) -> Comparison:
    """Normal or t: (difference - null) / standard error, and the interval around the difference."""
    difference, error = contest.difference, math.sqrt(contest.variance)
    reach = two_sided_quantile(question.confidence, degrees_of_freedom) * error
    lowest, highest = -1.0, 1.0
    if contest.design == "one test set":
        lowest, highest = -contest.second_value, 1 - contest.second_value
    statistic = (difference - question.null_difference) / error
    interval = Interval(
        low=max(lowest, difference - reach),
        high=min(highest, difference + reach),
        confidence=question.confidence,
        method=method,
    )
    p = p_value(statistic, question.alternative, degrees_of_freedom)
    return _filled(contest, question, interval, statistic, degrees_of_freedom, p, method)


def bounded_comparison(
    contest: Contest, question: Question, *, pairs: int, identical: bool = False
) -> Comparison:
    """The disjoint-pairs bound, for a difference whose variance is zero or unknown."""
    interval = disjoint_pairs.difference_interval(
        contest.difference, pairs, question.confidence, identical=identical
    )
    p = disjoint_pairs.difference_p_value(
        contest.difference,
        question.null_difference,
        pairs,
        question.alternative,
        identical=identical,
    )
    return bound_comparison(contest, question, interval, p)


def bound_comparison(
    contest: Contest, question: Question, interval: Interval, p: float
) -> Comparison:
    """A comparison whose interval and p-value are bounds; the statistic is the bare distance."""
    distance = contest.difference - question.null_difference
    return _filled(contest, question, interval, distance, math.inf, p, disjoint_pairs.METHOD)


def _filled(
    contest: Contest,
    question: Question,
    interval: Interval,
    statistic: float,
    degrees_of_freedom: float,
    p: float,
    method: str,
) -> Comparison:
    return Comparison(
        first=contest.first,
        second=contest.second,
        quantity="AUC",
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
        method=method,
        design=contest.design,
        caveats=contest.caveats,
    )
