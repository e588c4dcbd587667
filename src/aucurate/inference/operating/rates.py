r"""Every rate at one threshold, with an interval that is named.

**Question.** How certain are the sensitivity, the predictive values, the cost of this operating
point?

**Use it** for a threshold that was fixed before these observations were seen. An observation is
called positive when its score is at least the threshold
(:func:`~aucurate.estimates.operating_point`). :mod:`aucurate.curve.rates` defines the rates.

``kind`` picks the family of intervals, and each interval names its method:

=========================  =====================  =====================  ====================
rate                       ``score`` (default)    ``exact``              ``delta``
=========================  =====================  =====================  ====================
sensitivity, specificity,  Wilson                 Clopper-Pearson        logit
predictive values,
accuracy, F1
likelihood ratios,         Koopman                Koopman                log
predictive values at a
stated prevalence
Youden index, expected     MOVER from Wilson      MOVER from             Wald
cost, accuracy at a                               Clopper-Pearson
stated prevalence
Matthews correlation       Fisher z               Fisher z               Fisher z
F1 at a stated prevalence  logit                  logit                  logit
=========================  =====================  =====================  ====================

Wilson's, Clopper and Pearson's and the logit interval are in
:mod:`aucurate.inference.operating.proportions`, the others below. With errors of equal cost and the
prevalence of the test set the expected cost is a share of all observations, and has the interval of
a proportion.

With the prevalence of the test set, observations are taken as drawn whatever their class, so that
predictive values are shares of those called so, accuracy is one of all observations, and F1 is
:math:`2F^*/(1 + F^*)` of the share :math:`F^*` of true positives among all that are positive or
called so (Hand and others 2021): each has the interval of a proportion. With a stated prevalence,
which is taken as known, the classes are two samples of fixed size. Predictive values are then one
to one with likelihood ratios,

.. math::
    \operatorname{odds}(\text{PPV}) = \text{LR}_+ \, \frac{\pi}{1 - \pi}, \qquad
    \operatorname{odds}(\text{NPV}) = \frac{1 - \pi}{\pi\, \text{LR}_-},

and have their intervals; with ``delta`` those are the logit intervals of Mercaldo and others
(2007).

``standard_error`` is that of the delta method; NaN where a rate does not exist or is infinite, and
where a rate whose error is taken on a logarithmic scale (likelihood ratios; predictive values and
F1 at a stated prevalence) lies at an end of its range.

**Groups and sampling weights.** The estimates are weighted, standard errors are linearised, and the
intervals are those of effective counts (:mod:`aucurate.inference.operating.effective_counts`): of
each class for rates that take the classes as fixed, with the correlation of sensitivity and
specificity where groups hold both classes; of all observations, or of those called so, for rates
at the prevalence of the test set. A likelihood ratio has the effective counts with which its
logarithm has its linearised variance. ``design_effect`` is that of the rate, of a likelihood ratio
that of its logarithm.

**Not valid** for a threshold chosen on the same observations; use
:mod:`aucurate.inference.operating.chosen_threshold`. Predictive values, accuracy, F1, Matthews'
correlation and cost at the test set's prevalence are not valid where the classes were sampled
apart: state a prevalence then. Wald and log intervals cover too little with few observations or
rates near 1, and that of Matthews' correlation at a stated prevalence a little too little with few
observations; the others cover as they should (docs/validation.md).

**Degenerate cases.** A rate without a denominator (a predictive value without such decisions,
Matthews' correlation where all decisions are the same, a likelihood ratio 0/0) is NaN with the
interval of no knowledge and a caveat. With all decisions correct every interval ends at the best
value and is not a point. Only likelihood ratios can be infinite.

**Compared with other programs.** Counts, precision, F1, Matthews' correlation and likelihood ratios
agree with scikit-learn to a relative 1e-12. scikit-learn gives 0 for the precision without positive
decisions and for Matthews' correlation of identical decisions; we return NaN. Rates of observations
in groups and with sampling weights, with their standard errors, agree with R's survey package.

Mercaldo, N. D., Lau, K. F., Zhou, X. H. (2007). Confidence intervals for predictive values with an
emphasis to case-control studies. Statistics in Medicine 26, 2170-2183.

Likelihood ratios
-----------------
Intervals of the ratio of two independent proportions, for likelihood ratios.

**Question.** How many times as often is a positive called positive as a negative is?

A positive likelihood ratio is :math:`\theta = p_1 / p_2` with :math:`p_1` the sensitivity and
:math:`p_2` the share of negatives called positive; a negative one has the shares called negative.
From :math:`x_1` of :math:`n_1` and :math:`x_2` of :math:`n_2`:

- **Koopman's score interval** holds every :math:`\theta` with

  .. math::
      \left| \frac{\hat p_1 - \theta \hat p_2}
      {\sqrt{\tilde p_1 (1 - \tilde p_1)/n_1 + \theta^2 \tilde p_2 (1 - \tilde p_2)/n_2}} \right|
      \le z,

  where :math:`\tilde p_1 = \theta \tilde p_2` are the most likely shares with that ratio. It needs
  no correction for empty cells: with :math:`x_1 = 0` it begins at 0, with :math:`x_2 = 0` it has no
  upper end.
- **the delta interval on the log scale** (Simel and others 1991) is
  :math:`\log\hat\theta \pm z \sqrt{1/x_1 - 1/n_1 + 1/x_2 - 1/n_2}`, with half an observation added
  to each call where a count is 0 or both shares are 1.

Koopman, P. A. R. (1984). Confidence intervals for the ratio of two binomial proportions. Biometrics
40, 513-517.
Simel, D. L., Samsa, G. P., Matchar, D. B. (1991). Likelihood ratios with confidence: sample size
estimation for diagnostic test studies. Journal of Clinical Epidemiology 44, 763-770.

Weighted sums of two shares
---------------------------
Intervals of weighted sums of two shares: accuracy and cost at a prevalence, Youden's index.

**Question.** How certain is :math:`a\,p_1 + b\,p_2`, if each share has an interval of its own?

With the interval :math:`(l_k, u_k)` of each share, positive weights and the correlation r of the
two estimates, Zou and Donner (2008) recover a variance to each side:

.. math::
    L &= T - \sqrt{A^2 + B^2 + 2rAB}, \quad A = a(\hat p_1 - l_1), B = b(\hat p_2 - l_2) \\
    U &= T + \sqrt{A^2 + B^2 + 2rAB}, \quad A = a(u_1 - \hat p_1), B = b(u_2 - \hat p_2)

Sensitivity and specificity come from different observations (r = 0). With the prevalence of the
test set, the shares of missed positives and of false alarms among all N observations are those of
a multinomial, with :math:`r = -\sqrt{p_1 p_2 / ((1 - p_1)(1 - p_2))}`. With Wilson's intervals this
is Newcombe's (1998) "square and add".

The delta alternative is :math:`T \pm z s` with the standard error s of the sum, for which half an
observation is added to each side of both shares if either is 0 or 1; cut to the range of the sum.

Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702.
Newcombe, R. G. (1998). Interval estimation for the difference between independent proportions:
comparison of eleven methods. Statistics in Medicine 17, 873-890.

Matthews' correlation and F1
----------------------------
Delta intervals of Matthews' correlation and, at a stated prevalence, of F1.

**Matthews' correlation** M is the correlation of label and call in the four shares p of a table.
With the prevalence of the test set the shares are those of a multinomial of N observations, with
the gradient g of M in the shares,

.. math::
    \operatorname{Var}(M) = \frac1N \Bigl[\sum_k g_k^2 p_k - \bigl(\sum_k g_k p_k\bigr)^2\Bigr],

which is Yule's (1912) variance of the phi coefficient. With a stated prevalence the shares follow
from sensitivity and specificity, which vary as two independent binomials. The interval is
symmetrical in Fisher's :math:`z = \operatorname{artanh} M`, where the standard error is that of M
divided by :math:`1 - M^2`; at M = 1 or -1, half an observation is added to each count first.

**F1 at a stated prevalence** :math:`\pi` is :math:`2F^*/(1 + F^*)` with the odds
:math:`F^*/(1 - F^*) = \pi s / D`, :math:`D = \pi (1 - s) + (1 - \pi) f` of the sensitivity s and
the share f of negatives called positive. The interval is symmetrical in the logarithm of the odds,

.. math::
    \operatorname{Var} = \Bigl(\frac1s + \frac{\pi}{D}\Bigr)^2 \frac{s (1 - s)}{m}
    + \Bigl(\frac{1 - \pi}{D}\Bigr)^2 \frac{f (1 - f)}{n},

with m positives and n negatives; half an observation is added to each side of both shares if either
is 0 or 1.

Yule, G. U. (1912). On the methods of measuring association between two attributes. Journal of the
Royal Statistical Society 75, 579-652.
Hand, D. J., Christen, P., Kirielle, N. (2021). F*: an interpretable transformation of the
F-measure. Machine Learning 110, 451-456.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from scipy import special

from aucurate.bisection import bisect
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.rates import OF_PREVALENCE, RATES, Floats, Rate, rate_words
from aucurate.estimates.thresholds.call_moments import CallMoments, Spread
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.formatting import percent
from aucurate.inference.core.caveats import of_size, of_units
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.inference.operating.effective_counts import (
    CELLS,
    NEGATIVES,
    POSITIVES,
    Cells,
    ClassCounts,
    EffectiveSize,
    effective_classes,
    effective_pair,
    share_gradient,
    share_size,
)
from aucurate.inference.operating.proportions import NAMES, ProportionMethod, proportion_ends
from aucurate.results import Caveat, Estimate, Interval, MethodTitle

_FARTHEST = 600.0  # of the logarithm of a ratio


class Shares(NamedTuple):
    """``first`` of ``first_size``, over ``second`` of ``second_size``."""

    first: float
    first_size: float
    second: float
    second_size: float

    @property
    def log_variance(self) -> float:
        """The variance of the logarithm of the ratio by the delta method; infinite if a count is 0.

        >>> Shares(10, 20, 5, 20).log_variance
        0.2
        """
        if self.first * self.first_size == 0 or self.second * self.second_size == 0:
            return math.inf
        first = (self.first_size - self.first) / (self.first * self.first_size)
        return first + (self.second_size - self.second) / (self.second * self.second_size)


def koopman_ends(shares: Shares, confidence: float) -> tuple[float, float]:
    """Both ends of Koopman's score interval.

    >>> low, high = koopman_ends(Shares(36, 40, 16, 80), 0.95)
    >>> round(low, 4), round(high, 4)
    (2.9396, 7.1522)
    """
    z = two_sided_quantile(confidence)
    low = 0.0 if shares.first == 0 else _crossing(shares, z)
    high = math.inf if shares.second == 0 else _crossing(shares, -z)
    return low, high


def log_ends(shares: Shares, confidence: float) -> tuple[float, float]:
    """Both ends of the delta interval on the log scale."""
    x1, n1, x2, n2 = (float(count) for count in shares)
    if not 0 < shares.log_variance < math.inf:
        x1, n1, x2, n2 = x1 + 0.5, n1 + 1, x2 + 0.5, n2 + 1
    reach = two_sided_quantile(confidence) * math.sqrt(1 / x1 - 1 / n1 + 1 / x2 - 1 / n2)
    reach = min(reach, _FARTHEST)
    ratio = (x1 / n1) / (x2 / n2)
    low = 0.0 if shares.first == 0 else ratio * math.exp(-reach)
    high = math.inf if shares.second == 0 else ratio * math.exp(reach)
    return low, high


def _crossing(shares: Shares, z: float) -> float:
    """The ratio whose score is z; the score falls as the ratio grows."""
    low, high = bisect(
        lambda logarithm: _score(shares, math.exp(logarithm)) > z,
        -_FARTHEST,
        _FARTHEST,
        halvings=200,
    )
    return math.exp((low + high) / 2)


def _score(shares: Shares, ratio: float) -> float:
    """How many standard errors the data lie above a ratio, at the likeliest shares with it."""
    x1, n1, x2, n2 = shares
    apart = x1 / n1 - ratio * (x2 / n2)
    if apart == 0:
        return 0.0
    # The shares and what is left of them to 1, from successes and failures: no digits cancel.
    scale = max(1.0, ratio)
    one, theta = 1 / scale, ratio / scale
    failures = one * (n2 - x2) + theta * (n1 - x1)
    apart_roots = theta * (n1 + x2) - one * (n2 + x1)
    root = math.sqrt(apart_roots**2 + 4 * one * theta * (n1 - x1) * (n2 - x2))
    whole = failures + (theta + one) * (x1 + x2) + root
    second = min(1.0, 2 * one * (x1 + x2) / whole)
    first = min(1.0, ratio * second)
    not_second, not_first = (
        min(1.0, max(0.0, failures + side * (theta - one) * (x1 + x2) + root) / whole)
        for side in (1, -1)
    )
    spread = first * not_first / n1 + ratio * second * not_second * ratio / n2
    return apart / math.sqrt(spread) if spread > 0 else math.copysign(math.inf, apart)


@dataclass(frozen=True, slots=True)
class WeightedShares:
    """``offset + sum of weight * count / size``; ``same`` where both are of the same observations.

    ``known`` is the correlation of the two shares where it does not follow from the counts.

    >>> youden = WeightedShares((9, 8), (10, 10), (1.0, 1.0), offset=-1.0)
    >>> round(youden.value, 12), round(youden.standard_error, 3)
    (0.7, 0.158)
    """

    counts: tuple[float, float]
    sizes: tuple[float, float]
    weights: tuple[float, float]
    offset: float = 0.0
    same: bool = False
    known: float | None = None

    @property
    def value(self) -> float:
        """The sum."""
        first, second = (w * x / n for w, x, n in self._terms)
        return first + second + self.offset

    @property
    def standard_error(self) -> float:
        """The standard error of the sum, as the counts are."""
        return math.sqrt(self._variance(self.counts, self.sizes))

    @property
    def correlation(self) -> float:
        """The correlation of the two shares."""
        if self.known is not None:
            return self.known
        first, second = (x / n for x, n in zip(self.counts, self.sizes, strict=True))
        rest = (1 - first) * (1 - second)
        return -math.sqrt(first * second / rest) if self.same and rest > 0 else 0.0

    def mover(self, confidence: float, method: ProportionMethod) -> Interval:
        """From the interval of each share."""
        ends = [proportion_ends(x, n, confidence, method) for _, x, n in self._terms]
        below = [w * (x / n - low) for (w, x, n), (low, _) in zip(self._terms, ends, strict=True)]
        above = [w * (high - x / n) for (w, x, n), (_, high) in zip(self._terms, ends, strict=True)]
        return self._interval(
            self.value - self._combined(*below),
            self.value + self._combined(*above),
            confidence,
            MethodTitle(f"MOVER {NAMES[method]}", f"mover-{method}"),
        )

    def wald(self, confidence: float) -> Interval:
        """From the standard error of the sum."""
        edge = any(x in (0, n) for _, x, n in self._terms)
        counts, sizes = self.counts, self.sizes
        variance = self._variance(counts, sizes)
        if edge:
            moved = (counts[0] + 0.5, counts[1] + 0.5)
            variance = self._variance(moved, (sizes[0] + 1, sizes[1] + 1))
        reach = two_sided_quantile(confidence) * math.sqrt(variance)
        return self._interval(self.value - reach, self.value + reach, confidence, WALD)

    @property
    def _terms(self) -> list[tuple[float, float, float]]:
        return list(zip(self.weights, self.counts, self.sizes, strict=True))

    def _combined(self, first: float, second: float) -> float:
        squared = first**2 + second**2 + 2 * self.correlation * first * second
        return math.sqrt(max(0.0, squared))

    def _variance(self, counts: tuple[float, float], sizes: tuple[float, float]) -> float:
        shares = [x / n for x, n in zip(counts, sizes, strict=True)]
        own = [w**2 * p * (1 - p) / n for w, p, n in zip(self.weights, shares, sizes, strict=True)]
        if self.known is not None:
            return max(0.0, sum(own) + 2 * self.known * math.sqrt(own[0] * own[1]))
        common = 2 * self.weights[0] * self.weights[1] * shares[0] * shares[1] / sizes[0]
        return max(0.0, sum(own) - (common if self.same else 0.0))

    def _interval(
        self, low: float, high: float, confidence: float, method: MethodTitle
    ) -> Interval:
        most = max(self.weights) if self.same else sum(self.weights)
        return Interval(
            low=max(self.offset, low),
            high=min(self.offset + most, high),
            confidence=confidence,
            method=method,
        )


WALD = MethodTitle("Wald delta", "wald")
LOG = MethodTitle("log delta", "log")
LOGIT = NAMES["logit"]
KOOPMAN = MethodTitle("Koopman score", "koopman")
FISHER = MethodTitle("Fisher z delta", "fisher-z")

RateKind: TypeAlias = Literal["score", "exact", "delta"]
Found: TypeAlias = tuple[float, Interval]

_CELLS: Mapping[str, tuple[Cells, Cells]] = {
    "sensitivity": ((0,), (0, 2)),
    "specificity": ((3,), (1, 3)),
    "positive_predictive_value": ((0,), (0, 1)),
    "negative_predictive_value": ((3,), (2, 3)),
    "accuracy": ((0, 3), CELLS),
    "expected_cost": ((1, 2), CELLS),
    "f1": ((0,), (0, 1, 2)),
}
"""Of which cells a rate is the share, and in which."""

_PROPORTION: dict[RateKind, ProportionMethod] = {
    "score": "wilson",
    "exact": "clopper-pearson",
    "delta": "logit",
}


@checked
def rate_estimate(
    point: OperatingPoint, rate: Rate, *, kind: RateKind = "score", confidence: float = 0.95
) -> Estimate:
    """One rate of an operating point with its interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates.thresholds.operating_point import operating_point
    >>> point = operating_point(load_breast_cancer()["forest"], 0.5)
    >>> print(rate_estimate(point, "accuracy"))
    forest: accuracy 0.902 (95% CI 0.862 to 0.931), 106 positive and 179 negative, Wilson interval
    """
    confidence = checked_confidence(confidence)
    error, interval = _found(point, rate, kind, confidence)
    n_positive, n_negative = round(point.n_positive), round(point.n_negative)
    n_groups, design_effect = 0, 1.0
    if (units := point.units) is not None:
        spread, slope = linearised(point, rate)
        error, design_effect = slope * math.sqrt(spread.variance), spread.design_effect
        n_positive, n_negative, n_groups = units.n_positive, units.n_negative, units.n_groups
    words = rate_words(rate)
    if point.use.prevalence is not None and rate in OF_PREVALENCE:
        words += f" at prevalence {percent(point.prevalence)}"
    return Estimate(
        name=point.name,
        quantity=words,
        value=point.rate(rate),
        standard_error=error,
        interval=interval,
        n_positive=n_positive,
        n_negative=n_negative,
        method=interval.title,
        caveats=tuple(_caveats(point, rate, interval)),
        n_groups=n_groups,
        design_effect=design_effect,
    )


@checked
def rate_estimates(
    point: OperatingPoint,
    rates: Sequence[Rate] = RATES,
    *,
    kind: RateKind = "score",
    confidence: float = 0.95,
) -> tuple[Estimate, ...]:
    """Several rates of an operating point (by default all), each with its interval.

    >>> from aucurate.curve.cost import IntendedUse
    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates.thresholds.operating_point import operating_point
    >>> use = IntendedUse(prevalence=0.1, false_negative_cost=5)
    >>> point = operating_point(load_breast_cancer()["forest"], 0.5, use=use)
    >>> for found in rate_estimates(point):
    ...     print(f"{found.quantity}: {found.value:.3f}, {found.interval}, {found.interval.method}")
    sensitivity: 0.887, 95% CI 0.812 to 0.934, Wilson
    specificity: 0.911, 95% CI 0.860 to 0.944, Wilson
    positive predictive value at prevalence 10%: 0.524, 95% CI 0.411 to 0.640, Koopman score
    negative predictive value at prevalence 10%: 0.986, 95% CI 0.978 to 0.992, Koopman score
    positive likelihood ratio: 9.921, 95% CI 6.286 to 15.971, Koopman score
    negative likelihood ratio: 0.124, 95% CI 0.072 to 0.206, Koopman score
    accuracy at prevalence 10%: 0.908, 95% CI 0.862 to 0.939, MOVER Wilson
    Youden index: 0.797, 95% CI 0.707 to 0.855, MOVER Wilson
    F1 at prevalence 10%: 0.659, 95% CI 0.557 to 0.748, logit delta
    Matthews correlation at prevalence 10%: 0.638, 95% CI 0.530 to 0.726, Fisher z delta
    expected cost at prevalence 10%: 0.137, 95% CI 0.099 to 0.196, MOVER Wilson
    """
    return tuple(rate_estimate(point, rate, kind=kind, confidence=confidence) for rate in rates)


def _found(point: OperatingPoint, rate: Rate, kind: RateKind, confidence: float) -> Found:
    """The standard error and the interval."""
    stated = point.use.prevalence is not None
    if rate == "matthews_correlation":
        return matthews(point, confidence)
    if rate == "f1" and stated:
        return stated_f1(point, confidence)
    if rate in ("positive_likelihood_ratio", "negative_likelihood_ratio"):
        return _likelihood_ratio(point, rate == "positive_likelihood_ratio", kind, confidence)
    if stated and rate in ("positive_predictive_value", "negative_predictive_value"):
        return _stated_predictive(point, rate == "positive_predictive_value", kind, confidence)
    equal_costs = point.use.false_positive_cost == point.use.false_negative_cost
    if rate == "youden_index" or (stated and rate == "accuracy"):
        return _weighted(point, rate, kind, confidence)
    if rate == "expected_cost" and (stated or not equal_costs):
        return _weighted(point, rate, kind, confidence)
    return _proportion(point, rate, kind, confidence)


def _proportion(point: OperatingPoint, rate: Rate, kind: RateKind, confidence: float) -> Found:
    """Rates that are a share of some observations, or one to one with such a share."""
    true, false = point.true_positives, point.false_positives
    missed, spared = point.false_negatives, point.true_negatives
    everyone = point.n_positive + point.n_negative
    successes, trials = {
        "sensitivity": (true, point.n_positive),
        "specificity": (spared, point.n_negative),
        "positive_predictive_value": (true, true + false),
        "negative_predictive_value": (spared, spared + missed),
        "accuracy": (true + spared, everyone),
        "expected_cost": (false + missed, everyone),
        "f1": (true, true + false + missed),
    }[rate]
    method = _PROPORTION[kind]
    share = successes / trials if trials else math.nan
    if point.units is not None:
        trials = _effective_trials(point, rate, share, confidence)
        successes = share * trials
    low, high = proportion_ends(successes, trials, confidence, method)
    error = math.sqrt(share * (1 - share) / trials) if trials else math.nan
    if rate == "f1":
        low, high = 2 * low / (1 + low), 2 * high / (1 + high)
        error *= 2 / (1 + share) ** 2
    if rate == "expected_cost":
        cost = point.use.false_negative_cost
        low, high, error = cost * low, cost * high, cost * error
    value = point.rate(rate)
    if not math.isnan(value):
        low, high = min(low, value), max(high, value)
    return error, Interval(low=low, high=high, confidence=confidence, method=NAMES[method])


def _effective_trials(point: OperatingPoint, rate: Rate, share: float, confidence: float) -> float:
    """How many independent observations a share is worth; of F1, that is the share F*."""
    assert point.units is not None
    cells = _CELLS[rate][1]
    spread = _share_spread(point.units, rate)
    return share_size(share, spread, point.units, cells).at((1 - confidence) / 2)


def _share_spread(units: CallMoments, rate: Rate) -> Spread:
    if rate in ("sensitivity", "specificity"):
        return units.of_classes(*((1, 0) if rate == "sensitivity" else (0, -1)))
    return units.of_all(share_gradient(units, *_CELLS[rate]))


def _class_counts(point: OperatingPoint, confidence: float) -> ClassCounts:
    """The counts of both classes, or the effective ones."""
    counts = ClassCounts(
        point.true_positives, point.n_positive, point.false_positives, point.n_negative
    )
    if point.units is None:
        return counts
    return effective_classes(counts, point.units, (1 - confidence) / 2)


def _shares(point: OperatingPoint, positive: bool, confidence: float) -> Shares:
    """Both shares of a likelihood ratio; of effective counts, with the variance of the ratio."""
    counts = _class_counts(point, confidence)
    if positive:
        shares = Shares(counts.true, counts.positives, counts.false, counts.negatives)
    else:
        missed, spared = counts.positives - counts.true, counts.negatives - counts.false
        shares = Shares(missed, counts.positives, spared, counts.negatives)
    if counts.correlation == 0 or not math.isfinite(shares.log_variance):
        return shares
    own = [(n - x) / (x * n) for x, n in ((shares[0], shares[1]), (shares[2], shares[3]))]
    common = 2 * counts.correlation * math.sqrt(own[0] * own[1])
    most = min(
        size / effective
        for size, effective in zip(_sizes(point), (shares[1], shares[3]), strict=True)
    )
    apart = sum(own) - common
    factor = min(max(1.0, most), sum(own) / apart if apart > 0 else math.inf)
    return Shares(*(factor * each for each in shares))


def _sizes(point: OperatingPoint) -> tuple[float, float]:
    if point.units is None:
        return point.n_positive, point.n_negative
    return point.units.n_positive, point.units.n_negative


def _likelihood_ratio(
    point: OperatingPoint, positive: bool, kind: RateKind, confidence: float
) -> Found:
    shares = _shares(point, positive, confidence)
    if kind == "delta":
        (low, high), method = log_ends(shares, confidence), LOG
    else:
        (low, high), method = koopman_ends(shares, confidence), KOOPMAN
    value = point.positive_likelihood_ratio if positive else point.negative_likelihood_ratio
    if not math.isnan(value):
        low, high = min(low, value), max(high, value)
    error = value * math.sqrt(shares.log_variance) if 0 < value < math.inf else math.nan
    return error, Interval(low=low, high=high, confidence=confidence, method=method)


def _stated_predictive(
    point: OperatingPoint, positive: bool, kind: RateKind, confidence: float
) -> Found:
    """The interval of the likelihood ratio, as that of the predictive value it stands for."""
    _, ratio = _likelihood_ratio(point, positive, kind, confidence)
    odds = point.prevalence / (1 - point.prevalence)
    low, high = _share(odds * ratio.low), _share(odds * ratio.high)
    value = point.positive_predictive_value
    if not positive:
        low, high, value = 1 - high, 1 - low, point.negative_predictive_value
    if not math.isnan(value):
        low, high = min(low, value), max(high, value)
    error = value * (1 - value) * math.sqrt(_shares(point, positive, confidence).log_variance)
    method = LOGIT if kind == "delta" else KOOPMAN
    interval = Interval(low=low, high=high, confidence=confidence, method=method)
    return (error if 0 < value < 1 else math.nan), interval


def _share(odds: float) -> float:
    return 1.0 if math.isinf(odds) else odds / (1 + odds)


def _weighted(point: OperatingPoint, rate: Rate, kind: RateKind, confidence: float) -> Found:
    shares = _weighted_shares(point, rate, confidence)
    if kind == "delta":
        interval = shares.wald(confidence)
    else:
        interval = shares.mover(confidence, _PROPORTION[kind])
    value = point.rate(rate)
    low, high = min(interval.low, value), max(interval.high, value)
    return shares.standard_error, replace(interval, low=low, high=high)


def _weighted_shares(point: OperatingPoint, rate: Rate, confidence: float) -> WeightedShares:
    counts, prevalence = _class_counts(point, confidence), point.prevalence
    sizes = counts.positives, counts.negatives
    right = counts.true, counts.negatives - counts.false
    wrong = counts.positives - counts.true, counts.false
    known = None if point.units is None else 0.0 - counts.correlation
    if rate == "youden_index":
        return WeightedShares(right, sizes, (1.0, 1.0), offset=-1.0, known=known)
    if rate == "accuracy":
        return WeightedShares(right, sizes, (prevalence, 1 - prevalence), known=known)
    costs = point.use.false_negative_cost, point.use.false_positive_cost
    if point.use.prevalence is None:
        if point.units is not None:
            return _effective_errors(point.units, costs, (1 - confidence) / 2)
        return WeightedShares(wrong, (sum(sizes), sum(sizes)), costs, same=True)
    weights = costs[0] * prevalence, costs[1] * (1 - prevalence)
    return WeightedShares(wrong, sizes, weights, known=known)


def _effective_errors(
    units: CallMoments, costs: tuple[float, float], tail: float
) -> WeightedShares:
    """The shares of missed positives and of false alarms among all observations."""
    shares, counts = effective_pair(units, (2, 1), tail)
    return WeightedShares(
        (shares[0] * counts[0], shares[1] * counts[1]),
        (counts[0], counts[1]),
        costs,
        same=True,
        known=counts[2],
    )


_RATIOS: Mapping[str, bool] = {
    "positive_likelihood_ratio": True,
    "positive_predictive_value": True,
    "negative_likelihood_ratio": False,
    "negative_predictive_value": False,
}
"""Rates that are one to one with a likelihood ratio, and whether that is the positive one."""


def linearised(point: OperatingPoint, rate: Rate) -> tuple[Spread, float]:
    """The spread of a rate, or of a function of it, and the derivative of the rate in that.

    It is that of the logarithm of a likelihood ratio.
    """
    units, value, use = point.units, point.rate(rate), point.use
    assert units is not None
    if math.isnan(value):
        return Spread(math.nan, math.nan, math.nan), math.nan
    stated = use.prevalence is not None
    if rate in _RATIOS and (stated or "ratio" in rate):
        slope = value if "ratio" in rate else value * (1 - value)
        return units.of_classes(*_log_slopes(point, _RATIOS[rate])), slope
    if rate == "youden_index":
        return units.of_classes(1, -1), 1.0
    if rate == "matthews_correlation":
        _, gradient = _with_gradient(_stated_shares(point))
        if stated:
            return units.of_classes(*_matthews_slopes(gradient, point.prevalence)), 1.0
        return units.of_all(gradient.tolist()), 1.0
    if stated and rate in OF_PREVALENCE:
        return units.of_classes(*_stated_slopes(point, rate)), 1.0
    if rate == "expected_cost":
        return units.of_all((0.0, use.false_positive_cost, use.false_negative_cost, 0.0)), 1.0
    return _share_spread(units, rate), (1 + value / (2 - value)) ** -2 * 2 if rate == "f1" else 1.0


def _log_slopes(point: OperatingPoint, positive: bool) -> tuple[float, float]:
    """The derivatives of the logarithm of a likelihood ratio."""
    if positive:
        first, second = point.sensitivity, point.false_positives / point.n_negative
        return _inverse(first), -_inverse(second)
    return -_inverse(point.false_negatives / point.n_positive), _inverse(point.specificity)


def _inverse(share: float) -> float:
    return 1 / share if share > 0 else math.inf


def _stated_slopes(point: OperatingPoint, rate: Rate) -> tuple[float, float]:
    """The derivatives of accuracy, expected cost or F1 at a stated prevalence."""
    up, down, use = point.prevalence, 1 - point.prevalence, point.use
    if rate == "accuracy":
        return up, -down
    if rate == "expected_cost":
        return -up * use.false_negative_cost, down * use.false_positive_cost
    true, alarms = up * point.sensitivity, down * (1 - point.specificity)
    positive = true + alarms + up
    return 2 * up * (positive - true) / positive**2, -2 * true * down / positive**2


def _stated_shares(point: OperatingPoint) -> Floats:
    """The shares of the four cells at the prevalence of the point."""
    up, down = point.prevalence / point.n_positive, (1 - point.prevalence) / point.n_negative
    return np.array(
        [
            point.true_positives * up,
            point.false_positives * down,
            point.false_negatives * up,
            point.true_negatives * down,
        ]
    )


def _caveats(point: OperatingPoint, rate: Rate, interval: Interval) -> list[Caveat]:
    found = list(point.caveats) if math.isnan(point.rate(rate)) else []
    for what, size in zip(("positive", "negative"), _sizes(point), strict=True):
        concerned = rate not in ("sensitivity", "specificity") or (
            (what == "positive") == (rate == "sensitivity")
        )
        if concerned and point.units is not None:
            cells = POSITIVES if what == "positive" else NEGATIVES
            worth = point.units.units(cells)
            found += of_units([what], [worth], grouped=point.units.n_groups > 0)
        elif concerned and interval.key != NAMES["clopper-pearson"].key:
            found += of_size(what, round(size), "inexact")
    if rate in OF_PREVALENCE:
        found.append(_of_prevalence(point))
    return found


def _of_prevalence(point: OperatingPoint) -> Caveat:
    if point.use.prevalence is None:
        return caveat(Kind.TEST_SET_PREVALENCE, "rates", share=percent(point.prevalence))
    return caveat(Kind.STATED_PREVALENCE, share=percent(point.prevalence))


def matthews(point: OperatingPoint, confidence: float) -> tuple[float, Interval]:
    """The standard error of Matthews' correlation, and its interval."""
    value = point.matthews_correlation
    if math.isnan(value):
        return math.nan, Interval(low=-1.0, high=1.0, confidence=confidence, method=FISHER)
    counts = _matthews_counts(point, confidence)
    error = math.sqrt(_matthews_moments(counts, point, 0.0)[1])
    wrong = point.false_positives + point.false_negatives
    edge = wrong in (0, point.n_positive + point.n_negative)
    centre, variance = _matthews_moments(counts, point, 0.5 if edge else 0.0)
    low, high = -1.0, 1.0
    if math.isfinite(variance) and abs(centre) < 1:
        reach = two_sided_quantile(confidence) * math.sqrt(variance) / (1 - centre**2)
        low, high = (math.tanh(math.atanh(centre) + side * reach) for side in (-1, 1))
    return error, Interval(
        low=-1.0 if value == -1 else min(low, value),
        high=1.0 if value == 1 else max(high, value),
        confidence=confidence,
        method=FISHER,
    )


def stated_f1(point: OperatingPoint, confidence: float) -> tuple[float, Interval]:
    """The standard error of F1 at a stated prevalence, and its interval."""
    value = point.f1
    table = _class_counts(point, confidence)
    odds, variance = _f_odds(table, point.prevalence, 0.0)
    error = math.sqrt(variance) * _f1_slope(odds) if 0 < odds < math.inf else math.nan
    counts = (point.true_positives, point.false_negatives, point.true_negatives)
    if min(*counts, point.false_positives) == 0:
        odds, variance = _f_odds(table, point.prevalence, 0.5)
    reach = two_sided_quantile(confidence) * math.sqrt(variance)
    low, high = (_f1(math.log(odds) + side * reach) for side in (-1, 1))
    return error, Interval(
        low=0.0 if value == 0 else min(low, value),
        high=1.0 if value == 1 else max(high, value),
        confidence=confidence,
        method=LOGIT,
    )


def _f1(log_odds: float) -> float:
    star = float(special.expit(log_odds))
    return 2 * star / (1 + star)


def _f1_slope(odds: float) -> float:
    """The derivative of F1 = 2 odds / (1 + 2 odds) in the logarithm of the odds."""
    return 2 * odds / (1 + 2 * odds) ** 2


def _f_odds(counts: ClassCounts, prevalence: float, added: float) -> tuple[float, float]:
    """The odds of F*, and the variance of their logarithm."""
    m, n = counts.positives + 2 * added, counts.negatives + 2 * added
    found, alarms = (counts.true + added) / m, (counts.false + added) / n
    lost = prevalence * (1 - found) + (1 - prevalence) * alarms
    if found == 0 or lost == 0:
        return (0.0 if found == 0 else math.inf), math.inf
    own = (
        (1 / found + prevalence / lost) ** 2 * found * (1 - found) / m,
        ((1 - prevalence) / lost) ** 2 * alarms * (1 - alarms) / n,
    )
    common = 2 * counts.correlation * math.sqrt(own[0] * own[1])
    return prevalence * found / lost, max(0.0, own[0] + own[1] - common)


def _matthews_counts(point: OperatingPoint, confidence: float) -> ClassCounts:
    """The counts, or effective ones: of each class, or of all at the prevalence of the test set."""
    units = point.units
    if units is None or point.use.prevalence is not None:
        return _class_counts(point, confidence)
    shares = np.array(units.shares)
    _, gradient = _with_gradient(shares)
    with np.errstate(over="ignore", invalid="ignore"):
        each = float(np.sum(gradient**2 * shares) - np.sum(gradient * shares) ** 2)
    each = each if math.isfinite(each) else 0.0
    known = EffectiveSize(
        each, units.of_all(gradient.tolist()), units.size(CELLS), units.units(CELLS)
    )
    size = known.at((1 - confidence) / 2)
    true, false, missed, spared = (size * share for share in units.shares)
    return ClassCounts(true, true + missed, false, false + spared)


def _matthews_moments(
    counts: ClassCounts, point: OperatingPoint, added: float
) -> tuple[float, float]:
    """Matthews' correlation with so much added to each count, and its variance."""
    m, n = counts.positives + 2 * added, counts.negatives + 2 * added
    found, alarms = counts.true + added, counts.false + added
    prevalence = m / (m + n) if point.use.prevalence is None else point.prevalence
    up, down = prevalence / m, (1 - prevalence) / n
    p = np.array([found * up, alarms * down, (m - found) * up, (n - alarms) * down])
    value, gradient = _with_gradient(p)
    if point.use.prevalence is None:
        with np.errstate(over="ignore", invalid="ignore"):
            spread = float(np.sum(gradient**2 * p) - np.sum(gradient * p) ** 2)
        return value, spread / (m + n) if spread > 0 or math.isnan(spread) else 0.0
    by_sensitivity, by_alarms = _matthews_slopes(gradient, prevalence)
    own = (
        by_sensitivity**2 * found * (m - found) / m**3,
        by_alarms**2 * alarms * (n - alarms) / n**3,
    )
    common = 2 * counts.correlation * math.sqrt(own[0] * own[1])
    return value, max(0.0, own[0] + own[1] - common)


def _matthews_slopes(gradient: Floats, prevalence: float) -> tuple[float, float]:
    """The derivatives in the sensitivity and in the share of negatives called positive."""
    by_sensitivity = prevalence * float(gradient[0] - gradient[2])
    return by_sensitivity, (1 - prevalence) * float(gradient[1] - gradient[3])


def _with_gradient(shares: Floats) -> tuple[float, Floats]:
    """Matthews' correlation of true and false positives, false and true negatives; its gradient."""
    a, b, c, d = shares.tolist()
    called, not_called, positive, negative = a + b, c + d, a + c, b + d
    scale = math.sqrt((called * not_called) * (positive * negative))
    if scale == 0:  # below the smallest number
        return math.nan, np.full(4, math.nan)
    value = (a * d - b * c) / scale
    half = value / 2
    gradient = [
        d / scale - half * (1 / called + 1 / positive),
        -c / scale - half * (1 / called + 1 / negative),
        -b / scale - half * (1 / not_called + 1 / positive),
        a / scale - half * (1 / not_called + 1 / negative),
    ]
    return value, np.array(gradient)
