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

to the same with :math:`u_1` and :math:`l_0`, upwards.

**Difference on the same observations.** Only observations count on which the classifiers decide
otherwise. Among the positives that is a difference :math:`D_1` of two shares of all observations,
among the negatives :math:`D_0`, each with Tango's score interval
(:mod:`aucurate.inference.operating.paired_proportions`), and the difference :math:`D_1 - w D_0` has
an interval of the same form from these limits, with the correlation of :math:`D_1` and :math:`D_0`,
whose covariance is :math:`-D_1 D_0 / N` (0 at a stated prevalence, where :math:`D_1` is a share of
the positives and :math:`D_0` of the negatives). Where hardly any observation is decided otherwise
it is wide, as it has to be: one combined from the intervals of the two net benefits, or from
percentiles of a bootstrap, takes the few that there are for all that there could be and covers too
little there (docs/validation.md). **On different test sets** the limits of the two net benefits are
combined, with correlation 0. The test is the interval inverted.

**Not valid** for scores that are no calibrated probabilities in the sense that t then is not the
threshold of anybody's preference; for thresholds chosen on the same data; for observations in
groups.

Vickers, A. J., Cronin, A. M., Elkin, E. B., Gonen, M. (2008). Extensions to decision curve
analysis. BMC Medical Informatics and Decision Making 8, 53.
Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702. The use with Tango's limits is ours.
"""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from scipy import special

from aucurate.checks import checked
from aucurate.curve.decision_curve import checked_thresholds
from aucurate.data.scores import Scores
from aucurate.formatting import number, shortened
from aucurate.inference.auc.delong_beta import Ends
from aucurate.inference.auc.mover import combined, meeting_tail, reach
from aucurate.inference.core.comparing import is_paired
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.operating.net_benefit_counts import Decisions, PairedDecisions
from aucurate.inference.operating.paired_proportions import PairedTable, tango_end
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

METHOD = "MOVER Wilson"
PAIRED_METHOD = "MOVER Tango"

Side: TypeAlias = Callable[[float], float]


@checked
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


@checked
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


@checked
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
    95% CI 0.044 to 0.109
    """
    confidence = checked_confidence(confidence)
    together = is_paired(first, second, paired, "the net benefit test")
    both = PairedDecisions.of(first, second, threshold, prevalence, together=together)
    below, above = _paired_sides(both) if together else _unpaired_sides(both)
    outside = (1 - confidence) / 2
    difference = both.first.net_benefit - both.second.net_benefit
    tail = meeting_tail(below if difference > 0 else above, abs(difference))
    greater, less = (tail, 1 - tail) if difference > 0 else (1 - tail, tail)
    deviate = float(-special.ndtri(tail))
    interval = Interval(
        low=difference - reach(below, outside),
        high=difference + reach(above, outside),
        confidence=confidence,
        method=PAIRED_METHOD if together else METHOD,
    )
    return Comparison(
        first=first.name,
        second=second.name,
        quantity=quantity_at(threshold),
        first_value=both.first.net_benefit,
        second_value=both.second.net_benefit,
        difference=difference,
        standard_error=math.sqrt(both.variance),
        interval=interval,
        null_difference=0.0,
        alternative=alternative,
        statistic=deviate if difference > 0 else 0.0 - deviate,
        degrees_of_freedom=math.inf,
        p_value={"greater": greater, "less": less, "two-sided": min(1.0, 2 * tail)}[alternative],
        method=interval.method,
        design="paired" if together else "unpaired",
        caveats=(*both.caveats, *_alike(both)),
    )


def quantity_at(threshold: float) -> str:
    """What the estimate is called."""
    return f"net benefit at {number(threshold, 2)}"


def _ends(decisions: Decisions) -> Ends:
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


def _paired_sides(both: PairedDecisions) -> tuple[Side, Side]:
    """How far the interval reaches down and up: from what is decided otherwise in each class."""
    (gain, loss), (gained, lost), r = both.tables, both.first.units, both.table_correlation

    def down(table: PairedTable, tail: float) -> float:
        return table.difference - tango_end(table, float(-special.ndtri(tail)))

    def up(table: PairedTable, tail: float) -> float:
        return tango_end(table, float(special.ndtri(tail))) - table.difference

    def below(tail: float) -> float:
        return combined(gained * down(gain, tail), lost * up(loss, tail), r)

    def above(tail: float) -> float:
        return combined(gained * up(gain, tail), lost * down(loss, tail), r)

    return below, above


def _unpaired_sides(both: PairedDecisions) -> tuple[Side, Side]:
    """The same from the interval of each net benefit."""
    one, two = both.first.net_benefit, both.second.net_benefit
    first, second = _ends(both.first), _ends(both.second)

    def below(tail: float) -> float:
        return combined(one - first(tail)[0], second(tail)[1] - two, 0.0)

    def above(tail: float) -> float:
        return combined(first(tail)[1] - one, two - second(tail)[0], 0.0)

    return below, above


def _alike(both: PairedDecisions) -> list[Caveat]:
    """Two classifiers that decide alike everywhere."""
    if not both.alike:
        return []
    message = f"{shortened(both.names[0])} and {shortened(both.names[1])} decide alike on every "
    message += "observation at this threshold: there is no evidence of a difference, and the "
    message += "interval says how much there could still be."
    return [Caveat(kind="identical_decisions", message=message)]
