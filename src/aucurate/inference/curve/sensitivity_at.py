r"""Sensitivity at a given specificity, and the reverse: interval, and test of two classifiers.

**Question.** Which sensitivity does a classifier have where its specificity is, say, 90 percent,
and does another classifier have the same?

**Use it** where one rate is prescribed, the other one is what counts, and the threshold that gives
the prescribed rate is found on the same data. If the threshold was fixed beforehand, sensitivity
and specificity are plain proportions (:mod:`aucurate.inference.operating.rates`).

The estimate S is the height of the drawn curve at that specificity, and its upper end where the
curve is vertical there. The threshold that gives the specificity is a quantile of the negatives of
these data, and as uncertain as that; a binomial interval takes it as known and is too short. With
u = 1 - specificity and the slope L'(u) of the curve, the ratio of the densities of the scores in
the two classes at the threshold,

.. math::
    v = \frac{S(1-S)}{m} + L'(u)^2\, \frac{u(1-u)}{n}

without ties; an error of the threshold moves the sensitivity by the slope, which is estimated from
the order of the scores alone (:mod:`aucurate.estimates.rates_at`). The standard error has divisors
m - 1 and n - 1. Specificity at a given sensitivity is the same with the classes exchanged and the
scores negated.

**Interval**, on the logit scale with half an observation added to each side, which keeps it from
being a point where all positives, or none, are beyond the threshold: with
:math:`c = (mS + 1/2)/(m + 1)` the first term becomes :math:`c(1-c)/(m+1)` (times what ties leave of
S(1 - S), where observations are tied at the threshold), and the ends are
:math:`\operatorname{logit} c \pm t_f \sqrt v / (c(1-c))`, mapped back, with Satterthwaite's f from
the two terms with m and n - 1 degrees of freedom.

**Test.** An observation has the influence 1 if it is a positive beyond the threshold, and -L' if it
is a negative beyond it. The influences of both classifiers are subtracted, observation by
observation, each with its own slope, and the difference has Student's t distribution with
Satterthwaite's degrees of freedom; for different test sets the four variances are added
(:mod:`aucurate.inference.core.influence`). The test asks whether both have the same sensitivity
where each has the given specificity *in the population*, each at its own threshold; two classifiers
at fixed thresholds are another question (:mod:`aucurate.inference.operating.mcnemar`).

**Bootstrap and permutation.** :func:`~aucurate.inference.resampling.bootstrap_interval` and
:func:`~aucurate.inference.resampling.bootstrap_test` with
:class:`~aucurate.estimates.SensitivityAt` or :class:`~aucurate.estimates.SpecificityAt` find the
threshold anew in every replicate, :func:`~aucurate.inference.resampling.permutation_test` in every
permutation.

**Groups and sampling weights** are allowed for (:mod:`aucurate.data.units`).

**Not valid** for nested models scored on their training data and for out-of-fold scores pooled over
folds (:mod:`aucurate.inference.folds.operating_points` averages operating points over folds). Rough
with fewer than five negatives beyond the threshold (a caveat says so): the estimate is then too
high, because the curve there is that of a few extreme scores and the specificity it is read off at
is not the true one, and the interval covers too little. Tests on different test sets reject a
little too often with some 100 observations in each class. Where the curve bends sharply (positives
of much smaller spread than negatives) the interval covers too little; where such a curve runs below
chance and turns up steeply, with a sensitivity of a few percent, it lies too high, and an interval
that reaches down to chance carries a caveat. docs/validation.md has all of these, also in worlds
that played no part in choosing the method. A specificity of 0 or 1 is refused: the threshold lies
beyond all scores.

**Degenerate cases.** Where all scores are equal, and in a class of one observation, the bound of
:mod:`aucurate.inference.core.bounds` takes over, made after Schäfer (1994) from the negatives
beyond which the specificity surely holds and the Clopper-Pearson limit for the positives beyond
those. A perfectly separating classifier needs no bound: the added observations keep the interval
from being a point.

Linnet, K. (1987). Comparison of quantitative diagnostic tests: type I error, power, and sample
size. Statistics in Medicine 6, 147-158. Hsieh, F., Turnbull, B. W. (1996). Nonparametric and
semiparametric estimation of the receiver operating characteristic curve. Annals of Statistics 24,
25-40 (the variance). Zhou, X. H., Qin, G. (2005). Improved confidence intervals for the sensitivity
at a fixed level of specificity of a continuous-scale diagnostic test. Statistics in Medicine 24,
465-477 (added observations). Schäfer, H. (1994). Efficient confidence bounds for ROC curves.
Statistics in Medicine 13, 1551-1561. The slope and the combination are ours.
"""

import math
from dataclasses import dataclass
from functools import partial

from scipy import special

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.estimates.rates_at import RateAt, SensitivityAt, SpecificityAt
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.components import Scale
from aucurate.inference.core.contrasts import inverted, satterthwaite_degrees
from aucurate.inference.core.distributions import checked_confidence, upper_quantile
from aucurate.inference.core.influence import CountedComponents, influence_test
from aucurate.results import Alternative, Comparison, Estimate

ADDED = 0.5


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class RateComponents(CountedComponents):
    """A rate at a given other rate, of classifiers on one test set, with parts of its variance."""

    estimand: RateAt

    def is_spread(self, at: int) -> bool:
        """Whether there is a variance with the added observations, also at an end of the range."""
        return self._with_added(at) is not None

    def ends(self, at: int, scale: Scale, tail: float) -> tuple[float, float]:
        """Both ends of the interval with added observations, by what each leaves outside."""
        moved = self._with_added(at)
        if moved is None:
            return self.free_ends(at, tail)
        centre, variance, degrees = moved
        away = upper_quantile(tail, degrees) * math.sqrt(variance) / (centre * (1 - centre))
        place, value = float(special.logit(centre)), float(self.values[at])
        low, high = float(special.expit(place - away)), float(special.expit(place + away))
        return min(low, value), max(high, value)

    def evidence(
        self, at: int, null: float, alternative: Alternative, scale: Scale
    ) -> tuple[float, float, float]:
        """The interval inverted; the statistic is the normal deviate of the p-value."""
        ends = partial(self.ends, at, scale)
        tails = [inverted(ends, null, way) for way in ("greater", "less")]
        deviate = -float(special.ndtri(min(*tails, 0.5)))
        p = inverted(ends, null, alternative)
        return math.copysign(deviate, float(self.values[at]) - null), math.inf, p

    def free_ends(self, at: int, tail: float) -> tuple[float, float]:
        """Both ends of the distribution-free bound (:mod:`aucurate.inference.core.bounds`)."""
        moved = self.members[at]
        counts = self.estimand.oriented(moved.counts.independent)
        low, high = bounds.sensitivity_ends(counts, self.estimand.fixed, tail)
        return min(low, moved.value), max(high, moved.value)

    def estimate(self, at: int, scale: Scale, confidence: float) -> Estimate:
        """One estimate with its interval, and whether that reaches down to chance."""
        interval = self.interval(at, scale, confidence)
        found = self.estimate_caveats(at, scale)
        if self.is_spread(at):
            found += caveats.of_chance(self.names[at], self.estimand, interval.low)
        return self.record(at, interval, found)

    def _with_added(self, at: int) -> tuple[float, float, float] | None:
        """Centre, variance and degrees of freedom; None where the data allow none."""
        if self.independent:
            return self._with_added_unit(at)
        rated, ranked = self.parts
        if isinstance(self.estimand, SpecificityAt):
            rated, ranked = ranked, rated
        if min(rated.size, ranked.size) < 2:
            return None
        size, value = rated.size, float(self.values[at])
        centre = (size * value + ADDED) / (size + 2 * ADDED)
        untied = value * (1 - value) * size / (size - 1)
        own = centre * (1 - centre) / (size + 2 * ADDED)
        own *= min(1.0, float(rated.covariance[at, at]) / untied) if untied > 0 else 1.0
        other = float(ranked.covariance[at, at]) / ranked.size
        variance = own + other
        if not variance > 0:
            return None
        return centre, variance, variance**2 / (own**2 / size + other**2 / (ranked.size - 1))

    def _with_added_unit(self, at: int) -> tuple[float, float, float] | None:
        """The same of groups, or with sampling weights: what is added is worth a unit."""
        positives, negatives = self.members[at].counts.sizes
        size = negatives if isinstance(self.estimand, SpecificityAt) else positives
        value, known = float(self.values[at]), self.variance(at)
        centre = (size * value + ADDED) / (size + 2 * ADDED)
        added = max(0.0, centre * (1 - centre) - value * (1 - value)) / (size + 2 * ADDED)
        if not known + added > 0 or min(positives, negatives) < 2:
            return None
        parts = [(float(part.covariance[at, at]), part.size) for part in self.parts]
        return centre, known + added, satterthwaite_degrees([*parts, (added * size, size)])


@checked
def sensitivity_at_interval(
    scores: Scores, specificity: float, *, confidence: float = 0.95
) -> Estimate:
    """The sensitivity of one classifier at a given specificity, with its interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> found = sensitivity_at_interval(load_breast_cancer()["forest"], specificity=0.9)
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.906, 95% CI 0.758 to 0.964

    By the bootstrap:

    >>> from aucurate.inference.resampling import bootstrap_interval
    >>> forest = load_breast_cancer()["forest"]
    >>> print(bootstrap_interval(forest, SensitivityAt(specificity=0.9)).interval)
    95% CI 0.774 to 0.981
    """
    return _interval(scores, SensitivityAt(specificity=specificity), confidence)


@checked
def specificity_at_interval(
    scores: Scores, sensitivity: float, *, confidence: float = 0.95
) -> Estimate:
    """The specificity of one classifier at a given sensitivity, with its interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> found = specificity_at_interval(load_breast_cancer()["forest"], sensitivity=0.9)
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.911, 95% CI 0.815 to 0.957
    """
    return _interval(scores, SpecificityAt(sensitivity=sensitivity), confidence)


@checked
def sensitivity_at_test(
    first: Scores,
    second: Scores,
    specificity: float,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers differ in sensitivity at a given specificity?

    Scores that come from one :class:`~aucurate.PairedScores` are paired; otherwise the test is
    unpaired. Two ``Scores`` built apart from equal labels could be either: then say ``paired``.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = sensitivity_at_test(data["forest"], data["tree"], specificity=0.8)
    >>> print(f"{found.difference:.3f}, {found.interval}, p = {found.p_value:.3f}")
    0.016, 95% CI -0.015 to 0.047, p = 0.321
    """
    return influence_test(
        RateComponents,
        first,
        second,
        SensitivityAt(specificity=specificity),
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )


@checked
def specificity_at_test(
    first: Scores,
    second: Scores,
    sensitivity: float,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers differ in specificity at a given sensitivity?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> found = specificity_at_test(data["forest"], data["tree"], sensitivity=0.9)
    >>> print(f"{found.difference:.3f}, {found.interval}, p = {found.p_value:.3f}")
    0.067, 95% CI 0.009 to 0.125, p = 0.024
    """
    return influence_test(
        RateComponents,
        first,
        second,
        SpecificityAt(sensitivity=sensitivity),
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )


def _interval(scores: Scores, estimand: RateAt, confidence: float) -> Estimate:
    whole = RateComponents.of(scores, estimand)
    return whole.estimate(0, whole.recommended, checked_confidence(confidence))
