r"""Net benefit at one threshold probability: interval, and difference of two classifiers.

**Question.** How much does acting on the classifier at threshold probability t gain over acting on
nobody, and is the gain of one classifier larger than that of another, or than that of acting on
everybody?

With the odds w = t/(1 - t) the net benefit is a difference of two shares,
:math:`B = p_1 - w\,p_0`: of the true and of the false positives among all observations; or, at a
stated prevalence :math:`\pi`, :math:`p_1 = \pi\,\text{sensitivity}` and
:math:`p_0 = (1 - \pi)(1 - \text{specificity})` from two independent classes. With Wilson's limits
:math:`(l, u)` of both shares and their correlation
:math:`r = -\sqrt{p_1 p_0 / ((1 - p_1)(1 - p_0))}` (0 at a stated prevalence), the interval is that
of Zou and Donner (2008),

.. math::
    B - \sqrt{(p_1 - l_1)^2 + w^2 (u_0 - p_0)^2 - 2 r w (p_1 - l_1)(u_0 - p_0)}

to the same with :math:`u_1` and :math:`l_0`, upwards. The difference of two classifiers comes from
their intervals in the same way, with the correlation of the two net benefits over the same
observations, 0 for different test sets. The test is the interval inverted.

Two classifiers that decide alike on every observation have the difference 0, p = 1, and an interval
from the rule of three for an observation on which they might not.

**Not valid** for scores that are no calibrated probabilities in the sense that t then is not the
threshold of anybody's preference; for thresholds chosen on the same data; for observations in
groups.

Vickers, A. J., Cronin, A. M., Elkin, E. B., Gonen, M. (2008). Extensions to decision curve
analysis. BMC Medical Informatics and Decision Making 8, 53.
Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702.
"""

import math
from collections.abc import Callable
from typing import Any

from scipy import special

from aucurate.curve.decision_curve import checked_thresholds
from aucurate.data.scores import Scores
from aucurate.formatting import number, shortened
from aucurate.inference.comparing import is_paired
from aucurate.inference.mover import combined, meeting_tail, reach
from aucurate.inference.net_benefit_counts import Decisions, PairedDecisions
from aucurate.inference.reference_distributions import checked_alternative, checked_confidence
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

METHOD = "MOVER Wilson"


def net_benefit_interval(
    scores: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """The net benefit at one threshold probability with its interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> print(net_benefit_interval(load_breast_cancer()["forest"], 0.2).interval)
    95% CI 0.262 to 0.381
    """
    confidence = checked_confidence(confidence)
    decisions = Decisions.of(scores, threshold, prevalence)
    low, high = _ends(decisions)((1 - confidence) / 2)
    return Estimate(
        name=scores.name,
        quantity=quantity_at(threshold),
        value=decisions.net_benefit,
        standard_error=math.sqrt(decisions.variance),
        interval=Interval(low=low, high=high, confidence=confidence, method=METHOD),
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        method=METHOD,
        caveats=decisions.caveats,
    )


def net_benefit_intervals(
    scores: Scores,
    thresholds: Any,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
) -> tuple[Estimate, ...]:
    """The same at several thresholds, each with the confidence asked for: a pointwise band."""
    return tuple(
        net_benefit_interval(scores, t, prevalence=prevalence, confidence=confidence)
        for t in checked_thresholds(thresholds).tolist()
    )


def net_benefit_test(
    first: Scores,
    second: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers differ in net benefit at this threshold probability, and by how much?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(net_benefit_test(data["forest"], data["bayes"], 0.2).interval)
    95% CI 0.039 to 0.104
    """
    alternative, confidence = checked_alternative(alternative), checked_confidence(confidence)
    together = is_paired(first, second, paired, "the net benefit test")
    both = PairedDecisions.of(first, second, threshold, prevalence, together=together)
    one, two = both.first.net_benefit, both.second.net_benefit
    if both.alike:
        return _alike(both, alternative, confidence, threshold)
    ends = _ends(both.first), _ends(both.second)

    def below(tail: float) -> float:
        return combined(one - ends[0](tail)[0], ends[1](tail)[1] - two, both.correlation)

    def above(tail: float) -> float:
        return combined(ends[0](tail)[1] - one, two - ends[1](tail)[0], both.correlation)

    outside, difference = (1 - confidence) / 2, one - two
    tail = meeting_tail(below if difference > 0 else above, abs(difference))
    greater, less = (tail, 1 - tail) if difference > 0 else (1 - tail, tail)
    deviate = float(-special.ndtri(tail))
    return _comparison(
        both,
        Interval(
            low=difference - reach(below, outside),
            high=difference + reach(above, outside),
            confidence=confidence,
            method=METHOD,
        ),
        alternative=alternative,
        statistic=deviate if difference > 0 else 0.0 - deviate,
        p={"greater": greater, "less": less, "two-sided": min(1.0, 2 * tail)}[alternative],
        threshold=threshold,
    )


def quantity_at(threshold: float) -> str:
    """What the estimate is called."""
    return f"net benefit at {number(threshold, 2)}"


def _ends(decisions: Decisions) -> Callable[[float], tuple[float, float]]:
    """The ends of the interval of one net benefit, by the tail they leave outside."""

    def ends(tail: float) -> tuple[float, float]:
        (gain, gain_low, gain_high), (loss, loss_low, loss_high) = decisions.shares(tail)
        r = decisions.correlation
        value = decisions.net_benefit
        return (
            value - combined(gain - gain_low, loss_high - loss, r),
            value + combined(gain_high - gain, loss - loss_low, r),
        )

    return ends


def _alike(
    both: PairedDecisions, alternative: Alternative, confidence: float, threshold: float
) -> Comparison:
    """Two classifiers that decide alike everywhere: the rule of three."""
    most = -math.expm1(math.log1p(-confidence) / both.observations) * both.largest_step
    told = Caveat(
        kind="identical_decisions",
        message=f"{shortened(both.names[0])} and {shortened(both.names[1])} decide alike on every "
        "observation at this threshold; the interval is the rule of three for one on which they "
        "might not.",
    )
    interval = Interval(low=-most, high=most, confidence=confidence, method="rule of three")
    p = 1.0 if alternative == "two-sided" else 0.5
    return _comparison(
        both, interval, alternative=alternative, statistic=0.0, p=p, threshold=threshold, told=told
    )


def _comparison(
    both: PairedDecisions,
    interval: Interval,
    *,
    alternative: Alternative,
    statistic: float,
    p: float,
    threshold: float,
    told: Caveat | None = None,
) -> Comparison:
    return Comparison(
        first=both.names[0],
        second=both.names[1],
        quantity=quantity_at(threshold),
        first_value=both.first.net_benefit,
        second_value=both.second.net_benefit,
        difference=both.first.net_benefit - both.second.net_benefit,
        standard_error=math.sqrt(both.variance),
        interval=interval,
        null_difference=0.0,
        alternative=alternative,
        statistic=statistic,
        degrees_of_freedom=math.inf,
        p_value=p,
        method=interval.method,
        design="paired" if both.together else "unpaired",
        caveats=(*both.caveats, *(() if told is None else (told,))),
    )
