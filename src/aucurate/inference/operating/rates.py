r"""Every rate at one threshold, with an interval that is named.

**Question.** How sure are the sensitivity, the predictive values, the cost of this operating point?

The threshold must have been fixed before these observations were seen; for a threshold chosen on
them use :mod:`aucurate.inference.operating.threshold_bootstrap`. ``kind`` picks the family of
intervals:

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

With the prevalence of the test set, observations are taken as drawn whatever their class, so that
predictive values are shares of those called so, accuracy is one of all observations, and F1 is
:math:`2F^*/(1 + F^*)` of the share :math:`F^*` of true positives among all that are positive or
called so (Hand and others 2021): each has the interval of a proportion. With a stated prevalence,
which is taken as known, the classes are two samples of fixed size. Predictive values are then one
to one with likelihood ratios, odds(PPV) = LR+ π/(1 - π) and odds(NPV) = (1 - π)/(π LR-), and have
their intervals; with ``delta`` those are the logit intervals of Mercaldo and others (2007).

``standard_error`` is that of the delta method; NaN where a rate does not exist or is infinite.
A rate that does not exist (:mod:`aucurate.curve.rates`) is NaN with the interval of no knowledge.

**Not valid** for observations in groups, and for a threshold chosen on the same observations.

Mercaldo, N. D., Lau, K. F., Zhou, X. H. (2007). Confidence intervals for predictive values with an
emphasis to case-control studies. Statistics in Medicine 26, 2170-2183.
"""

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

from aucurate.checks import checked
from aucurate.curve.rates import RATES, Rate, rate_words
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.formatting import count, percent
from aucurate.inference.core.caveats import FEW
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.operating import delta_rates
from aucurate.inference.operating.likelihood_ratios import Shares, koopman_ends, log_ends
from aucurate.inference.operating.proportions import NAMES, ProportionMethod, proportion_ends
from aucurate.inference.operating.weighted_rates import WeightedShares
from aucurate.results import Caveat, Estimate, Interval

RateKind: TypeAlias = Literal["score", "exact", "delta"]
Found: TypeAlias = tuple[float, Interval]

_PROPORTION: dict[RateKind, ProportionMethod] = {
    "score": "wilson",
    "exact": "clopper-pearson",
    "delta": "logit",
}
_OF_PREVALENCE: frozenset[Rate] = frozenset(
    {
        "positive_predictive_value",
        "negative_predictive_value",
        "accuracy",
        "f1",
        "matthews_correlation",
        "expected_cost",
    }
)


@checked
def rate_estimate(
    point: OperatingPoint, rate: Rate, *, kind: RateKind = "score", confidence: float = 0.95
) -> Estimate:
    """One rate of an operating point with its interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates.operating_point import operating_point
    >>> point = operating_point(load_breast_cancer()["forest"], 0.5)
    >>> print(rate_estimate(point, "accuracy"))
    forest: accuracy 0.902 (95% CI 0.862 to 0.931), 106 positive and 179 negative, Wilson interval
    """
    confidence = checked_confidence(confidence)
    error, interval = _found(point, rate, kind, confidence)
    words = rate_words(rate)
    if point.use.prevalence is not None and rate in _OF_PREVALENCE:
        words += f" at prevalence {percent(point.prevalence)}"
    return Estimate(
        name=point.name,
        quantity=words,
        value=point.rate(rate),
        standard_error=error,
        interval=interval,
        n_positive=point.n_positive,
        n_negative=point.n_negative,
        method=interval.method,
        caveats=tuple(_caveats(point, rate, interval.method)),
    )


@checked
def rate_estimates(
    point: OperatingPoint,
    rates: Sequence[Rate] = RATES,
    *,
    kind: RateKind = "score",
    confidence: float = 0.95,
) -> tuple[Estimate, ...]:
    """Several rates of an operating point, each with its interval; all of them unless named."""
    return tuple(rate_estimate(point, rate, kind=kind, confidence=confidence) for rate in rates)


def _found(point: OperatingPoint, rate: Rate, kind: RateKind, confidence: float) -> Found:
    """The standard error and the interval."""
    stated = point.use.prevalence is not None
    if rate == "matthews_correlation":
        return delta_rates.matthews(point, confidence)
    if rate == "f1" and stated:
        return delta_rates.stated_f1(point, confidence)
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
    low, high = proportion_ends(successes, trials, confidence, method)
    share = successes / trials if trials else math.nan
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


def _shares(point: OperatingPoint, positive: bool) -> Shares:
    if positive:
        calls = point.true_positives, point.false_positives
    else:
        calls = point.false_negatives, point.true_negatives
    return Shares(calls[0], point.n_positive, calls[1], point.n_negative)


def _likelihood_ratio(
    point: OperatingPoint, positive: bool, kind: RateKind, confidence: float
) -> Found:
    shares = _shares(point, positive)
    if kind == "delta":
        (low, high), method = log_ends(shares, confidence), "log delta"
    else:
        (low, high), method = koopman_ends(shares, confidence), "Koopman score"
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
    error = value * (1 - value) * math.sqrt(_shares(point, positive).log_variance)
    method = ratio.method.replace("log", "logit")
    interval = Interval(low=low, high=high, confidence=confidence, method=method)
    return (error if 0 < value < 1 else math.nan), interval


def _share(odds: float) -> float:
    return 1.0 if math.isinf(odds) else odds / (1 + odds)


def _weighted(point: OperatingPoint, rate: Rate, kind: RateKind, confidence: float) -> Found:
    shares = _weighted_shares(point, rate)
    if kind == "delta":
        interval = shares.wald(confidence)
    else:
        interval = shares.mover(confidence, _PROPORTION[kind])
    return shares.standard_error, interval


def _weighted_shares(point: OperatingPoint, rate: Rate) -> WeightedShares:
    sizes = point.n_positive, point.n_negative
    right = point.true_positives, point.true_negatives
    wrong = point.false_negatives, point.false_positives
    prevalence = point.prevalence
    if rate == "youden_index":
        return WeightedShares(right, sizes, (1.0, 1.0), offset=-1.0)
    if rate == "accuracy":
        return WeightedShares(right, sizes, (prevalence, 1 - prevalence))
    costs = point.use.false_negative_cost, point.use.false_positive_cost
    if point.use.prevalence is None:
        return WeightedShares(wrong, (sum(sizes), sum(sizes)), costs, same=True)
    return WeightedShares(wrong, sizes, (costs[0] * prevalence, costs[1] * (1 - prevalence)))


def _caveats(point: OperatingPoint, rate: Rate, method: str) -> list[Caveat]:
    found = list(point.caveats) if math.isnan(point.rate(rate)) else []
    for what, size in (("positive", point.n_positive), ("negative", point.n_negative)):
        concerned = rate not in ("sensitivity", "specificity") or (
            (what == "positive") == (rate == "sensitivity")
        )
        if concerned and method != NAMES["clopper-pearson"]:
            found += few_observations(what, size)
    if rate in _OF_PREVALENCE:
        found.append(_of_prevalence(point))
    return found


def few_observations(which: str, size: int) -> list[Caveat]:
    """The caveat of a class that is small for intervals that are not exact."""
    if size >= FEW:
        return []
    message = f"Only {count(size, f'{which} observation')}: with fewer than {FEW} in a class, "
    message += "intervals that are not exact are rough."
    return [Caveat(kind="few_observations", message=message)]


def _of_prevalence(point: OperatingPoint) -> Caveat:
    if point.use.prevalence is None:
        return Caveat(
            kind="test_set_prevalence",
            message=f"This holds where {percent(point.prevalence)} are positive, as in the test "
            "set, and takes that share as drawn by chance; state another prevalence where the "
            "classes were sampled apart or the classifier will be used elsewhere.",
        )
    return Caveat(
        kind="stated_prevalence",
        message=f"The stated prevalence of {percent(point.prevalence)} is taken as known.",
    )
