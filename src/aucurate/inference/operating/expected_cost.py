r"""Do two classifiers, each at its threshold, differ in expected cost?

**Question.** With these costs of errors, and this prevalence, does one classifier at its threshold
cost less than another at its own, on the same observations, and by how much?

**Use it** for thresholds that were fixed beforehand; ``aucurate operate`` uses it wherever errors
are priced. The scores may have any scale.

With costs a of a false negative and b of a false positive, the expected cost of decisions is

.. math::
    C = \pi a\,(1 - \text{sensitivity}) + (1 - \pi)\, b\,(1 - \text{specificity}) = a\,(\pi - B),

where B is the net benefit of these decisions at the odds w = b/a
(:mod:`aucurate.inference.operating.net_benefit`). So the difference in cost is that in net benefit
times -a, and has its interval and its test: from Tango's intervals of what the two classifiers
decide differently among the positives and among the negatives, combined by MOVER. The decisions are
those at the thresholds; net benefit itself asks for decisions at probability t = b/(a + b).

Groups and sampling weights are allowed for as there.

**Not valid** for thresholds chosen on the same observations: the interval treats them as fixed, and
both costs are optimistic. Different test sets are refused.

**Degenerate cases.** Classifiers with identical decisions have p = 1 and an interval of the
differences that remain possible. Errors of equal cost at the prevalence of the test set are lost
accuracy, for which :mod:`aucurate.inference.operating.mcnemar` has an exact test.

Metz, C. E. (1978). Basic principles of ROC analysis. Seminars in Nuclear Medicine 8, 283-298.
Tango's and Zou and Donner's references are those of
:mod:`aucurate.inference.operating.net_benefit`; the combination is ours.
"""

from dataclasses import replace

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import rate_words
from aucurate.data.arrays import frozen
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import calls_at, operating_point
from aucurate.inference.core.contrasts import is_paired
from aucurate.inference.operating.net_benefit import net_benefit_test
from aucurate.results import Alternative, Caveat, Comparison

_MIRROR: dict[Alternative, Alternative] = {"greater": "less", "less": "greater"}


@checked
def expected_cost_test(
    first: Scores,
    second: Scores,
    *,
    thresholds: tuple[float, float],
    use: IntendedUse | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers at these thresholds differ in expected cost, and by how much?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data, use = load_breast_cancer(), IntendedUse(prevalence=0.1, false_negative_cost=5)
    >>> print(expected_cost_test(data["forest"], data["tree"], thresholds=(0.5, 0.5), use=use))
    expected cost difference -0.043 (95% CI -0.085 to -0.017), p = 0.012, MOVER Tango test, paired
    """
    use = use or IntendedUse()
    if not is_paired(first, second, paired, "the test of expected cost", units=True):
        raise OptionError(
            "expected costs can only be compared on the same observations.",
            hint="build both with PairedScores.from_arrays.",
        )
    miss, alarm = use.false_negative_cost, use.false_positive_cost
    found = net_benefit_test(
        _as_calls(first, thresholds[0]),
        _as_calls(second, thresholds[1]),
        alarm / (alarm + miss),
        prevalence=use.prevalence,
        paired=True,
        alternative=_MIRROR.get(alternative, alternative),
        confidence=confidence,
    )
    one = operating_point(first, thresholds[0], use=use).expected_cost
    two = operating_point(second, thresholds[1], use=use).expected_cost
    low, high = -miss * found.interval.high, -miss * found.interval.low
    return replace(
        found,
        quantity=rate_words("expected_cost"),
        first_value=one,
        second_value=two,
        difference=one - two,
        standard_error=miss * found.standard_error,
        interval=replace(found.interval, low=min(low, one - two), high=max(high, one - two)),
        alternative=alternative,
        statistic=0.0 - found.statistic,
        caveats=tuple(map(_of_calls, found.caveats)),
    )


def _of_calls(given: Caveat) -> Caveat:
    """Classifiers that decide alike, in the words of calls: each has its own threshold."""
    if given.kind != Kind.IDENTICAL_DECISIONS:
        return given
    return caveat(Kind.NO_DISCORDANT_CALLS, "cost")


def _as_calls(scores: Scores, threshold: float) -> Scores:
    """A classifier that gives 1 to those called positive, and 0 to the others."""
    called = calls_at(scores, threshold).astype(np.float64)
    return Scores(scores.name, scores.observations, frozen(called))
