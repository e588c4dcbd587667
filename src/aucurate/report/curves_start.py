"""Where the interactive curve begins: an operating point of every classifier, and its use.

A study of operating points begins with its own. Any other begins where the expected cost is least,
with equal costs of both errors and the prevalence of the test set: where fewest observations are
called wrongly. There is such a point of every classifier, whatever its scores mean.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from aucurate.curve.best_points import best_points
from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.formatting import percent, shortened
from aucurate.study.base import Study
from aucurate.study.curve_counts import CurveCounts
from aucurate.study.operate import OperateStudy

FollowRule: TypeAlias = Literal["cost", "threshold", "specificity", "sensitivity", "own"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """The first state of the panel; a false alarm costs 1, and a missed positive the ratio."""

    rule: FollowRule
    words: str
    use: IntendedUse
    points: tuple[OperatingPoint, ...]

    @property
    def caption(self) -> str:
        """Where the points are, and what the rates beside them are for."""
        rates = "" if self.rule == "cost" else "rates for "
        return f"{self.words}; {rates}{self.use_words}."

    @property
    def use_words(self) -> str:
        """The prevalence and the costs, as a sentence goes on with them."""
        return f"{_prevalence_words(self.points)}; {_cost_words(self.use.false_negative_cost)}"


def start_of(study: Study, curves: tuple[CurveCounts, ...]) -> Start:
    """Where the panel of a study begins."""
    if isinstance(study, OperateStudy):
        given = study.points[0].point.use
        ratio = given.false_negative_cost / given.false_positive_cost
        use = IntendedUse(prevalence=given.prevalence, false_negative_cost=ratio)
        points = tuple(_own(one.point, use) for one in study.points)
        words = f"Points as in this study ({shortened(study.rule, 200)})"
        return Start(rule="own", words=words, use=use, points=points)
    use = IntendedUse()
    return Start(
        rule="cost",
        words="Each classifier where its expected cost is least",
        use=use,
        points=tuple(_least_cost(curve, use) for curve in curves),
    )


def _own(point: OperatingPoint, use: IntendedUse) -> OperatingPoint:
    return OperatingPoint.from_counts(
        true_positives=point.true_positives,
        false_positives=point.false_positives,
        n_positive=point.n_positive,
        n_negative=point.n_negative,
        threshold=point.threshold,
        use=use,
        name=point.name,
        lower=point.lower,
    )


def _least_cost(counts: CurveCounts, use: IntendedUse) -> OperatingPoint:
    """The point of least cost: a corner of the hull, which a thinned curve has too."""
    first = _first_place(counts)
    curve = counts.curve()
    there = replace(
        curve,
        thresholds=curve.thresholds[first:],
        true_positives=curve.true_positives[first:],
        false_positives=curve.false_positives[first:],
    )
    at = first + int(best_points(there, ThresholdRule.least_cost(use))[0])
    return OperatingPoint.from_counts(
        true_positives=counts.true_positives[at],
        false_positives=counts.false_positives[at],
        n_positive=counts.n_positive,
        n_negative=counts.n_negative,
        threshold=counts.thresholds[at],
        use=use,
        name=counts.name,
        lower=counts.lower,
    )


def _first_place(counts: CurveCounts) -> int:
    """The first point that can be had: no threshold is above a score that is infinite."""
    return int(counts.thresholds[0] == counts.thresholds[1])


def _prevalence_words(points: tuple[OperatingPoint, ...]) -> str:
    shares = {percent(point.prevalence) for point in points}
    if points[0].use.prevalence is not None:
        return f"prevalence {shares.pop()}"
    if len(shares) > 1:
        return "prevalence of each test set"
    return f"prevalence {shares.pop()} as in the test set"


def _cost_words(ratio: float) -> str:
    """What a missed positive costs.

    >>> _cost_words(1.0), _cost_words(2.5)
    ('a missed positive costs as much as a false alarm', 'a missed positive costs 2.5 false alarms')
    """
    if ratio == 1:
        return "a missed positive costs as much as a false alarm"
    return f"a missed positive costs {repr(ratio).removesuffix('.0')} false alarms"
