r"""The interval of a chosen threshold: every threshold that could be the best one.

**Question.** Which thresholds might the rule choose in a test set without end?

The place of a maximum is estimated at the cube root of the number of observations, and bootstrap
replicates do not show how far it varies (Abrevaya and Huang 2005): with a gap between two modes of
a class, percentiles of the thresholds that replicates choose can miss the best one nearly always.
So every threshold is tested instead, and the interval reaches from the lowest to the highest that
is not rejected.

**Rules that weigh the rates** (Youden, expected cost, accuracy) choose the largest

.. math:: C(t) = \text{sensitivity}(t) - w\,(1 - \text{specificity}(t)).

The hypothesis that t is the best says :math:`C(s) \le C(t)` for every other threshold s. It is
rejected where :math:`T(t) = \max_s\,(C(s) - C(t)) / d(s, t)` is above the quantile, over bootstrap
replicates C*, of

.. math::
    \max_s \left[\frac{(C^*(s) - C(s)) - (C^*(t) - C(t))}{d(s, t)}
    + \min\left(0, \frac{C(s) - C(t)}{d(s, t)} + \sqrt{\log k}\right)\right]

with k the size of the smaller class. The standard error d(s, t) is that of the shares of both
classes with scores between s and t, each share being (count + 1)/(size + 2) so that neighbours have
one. The second term is the moment selection of Andrews and Soares (2010): a threshold s that is
clearly worse than t cannot be what makes T(t) large. Of more than 150 distinct scores 150
thresholds are tested, evenly spread over both classes, and the interval reaches to the next ones
outside it.

**A given sensitivity (or specificity)** is a quantile of the scores of one class, for which the
order statistics have an exact interval without any assumption: of m positives a binomial number
lies at or above the threshold, and the interval holds the most probable numbers that reach the
confidence together. With few observations it may be open, below or above all scores.

**Other rules** have the percentiles of the thresholds that replicates choose, which cover too
seldom (a caveat says so).

Abrevaya, J., Huang, J. (2005). On the bootstrap of the maximum score estimator. Econometrica 73,
1175-1204.
Andrews, D. W. K., Soares, G. (2010). Inference for parameters defined by moment inequalities using
generalized moment selection. Econometrica 78, 119-157.
Conover, W. J. (1999). Practical Nonparametric Statistics, third edition. Wiley. Section 3.2.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Floats
from aucurate.data.scores import Scores
from aucurate.inference.core.monte_carlo import rank_from_end
from aucurate.inference.operating.threshold_replicates import Counts, ReplicateCurves

TESTED = "bootstrap test of every threshold"
ORDERED = "order statistics"


@dataclass(frozen=True, slots=True)
class Span:
    """Both ends, in the direction of the curve, and whether replicates were too few for them."""

    low: float
    high: float
    method: str
    too_few: bool = False


def threshold_span(
    scores: Scores, rule: ThresholdRule, curves: ReplicateCurves, confidence: float
) -> Span | None:
    """The thresholds that could be the best by a rule; None for a rule that neither way serves."""
    given = _given_rate(rule)
    if given is not None:
        rate, value = given
        of_positives = rate == "sensitivity"
        values = scores.values[scores.is_positive == of_positives]
        share = value if of_positives else 1 - value
        return Span(*quantile_span(values, share, confidence), ORDERED)
    weight = _weight(rule, scores.n_positive, scores.n_negative)
    return None if weight is None else _tested_span(curves, weight, confidence)


def quantile_span(values: Floats, share: float, confidence: float) -> tuple[float, float]:
    """An exact interval of the threshold that this share of a population reaches.

    >>> quantile_span(np.arange(1.0, 21.0), 0.5, 0.95)
    (6.0, 15.0)
    """
    size = len(values)
    called = np.arange(size + 1)
    chances = _binomial(called, size, share)
    probable = np.argsort(-chances, kind="stable")
    held = probable[: int(np.searchsorted(np.cumsum(chances[probable]), confidence - 1e-12)) + 1]
    falling = np.concatenate([[math.inf], -np.sort(-values), [-math.inf]])
    return float(falling[held.max() + 1]), float(falling[held.min()])


def _binomial(called: Counts, size: int, share: float) -> Floats:
    ways = -np.log1p(size) - special.betaln(size - called + 1, called + 1)
    chances: Floats = np.exp(
        ways + special.xlogy(called, share) + special.xlog1py(size - called, -share)
    )
    return chances


def _given_rate(rule: ThresholdRule) -> tuple[str, float] | None:
    """The sensitivity or specificity that is all the rule asks for."""
    if len(rule.constraints) != 1:
        return None
    (one,) = rule.constraints
    other = {"sensitivity": "specificity", "specificity": "sensitivity"}.get(one.rate)
    alone = other == rule.criterion and 0 < one.value < 1
    return (one.rate, one.value) if alone else None


def _weight(rule: ThresholdRule, n_positive: int, n_negative: int) -> float | None:
    """How much 1 - specificity weighs beside the sensitivity; None where rates are not added."""
    if rule.constraints:
        return None
    use = rule.use or IntendedUse()
    if rule.criterion == "youden_index":
        return 1.0
    if rule.criterion == "accuracy":
        use = IntendedUse(prevalence=use.prevalence)
    if rule.criterion in ("expected_cost", "accuracy"):
        return float(use.slope(n_positive, n_negative))
    return None


def _tested_span(curves: ReplicateCurves, weight: float, confidence: float) -> Span:
    """From the lowest to the highest threshold that is not rejected."""
    columns, levels = curves.columns, curves.levels
    rank = rank_from_end(len(curves.true_replicates), 1 - confidence)
    first, last = _outermost(curves, weight, rank) if rank else (0, len(columns) - 1)
    above = int(columns[first - 1]) + 1 if first > 0 else int(columns[0])
    below = int(columns[last + 1]) - 1 if last + 1 < len(columns) else int(columns[-1])
    return Span(
        low=float(levels[below]) if below < len(levels) else -math.inf,
        high=float(levels[above - 1]) if above > 0 else math.inf,
        method=TESTED,
        too_few=rank < 1,
    )


def _outermost(curves: ReplicateCurves, weight: float, rank: int) -> tuple[int, int]:
    """The first and the last threshold that could be the best, sought from both ends inward.

    The best one of the test set is never rejected, so there is one.
    """
    m, n = curves.true[-1], curves.false[-1]
    criterion = curves.true / m - weight * curves.false / n
    up, down = curves.true_replicates, curves.false_replicates
    away = up / up[:, -1:] - weight * down / down[:, -1:] - criterion
    slack = math.sqrt(math.log(max(2, min(m, n))))
    room = np.empty_like(away)  # one threshold at a time stays in the cache

    def is_kept(place: int) -> bool:
        """Whether a threshold is not rejected."""
        error = _standard_error(curves, place, weight)
        lead = (criterion - criterion[place]) / error
        np.subtract(away, away[:, place, None], out=room)
        np.divide(room, error, out=room)
        np.add(room, np.minimum(0.0, lead + slack), out=room)
        drawn = np.max(room, axis=1)
        critical = np.partition(drawn, len(drawn) - rank)[len(drawn) - rank]
        return bool(np.max(lead) <= critical)

    places = range(len(criterion))
    return next(filter(is_kept, places)), next(filter(is_kept, reversed(places)))


def _standard_error(curves: ReplicateCurves, place: int, weight: float) -> Floats:
    """Of the difference in the criterion between this threshold and each."""
    variance = np.zeros(len(curves.columns))
    for counts, factor in ((curves.true, 1.0), (curves.false, weight)):
        size = counts[-1]
        share = (np.abs(counts - counts[place]) + 1) / (size + 2)
        variance += factor**2 * share * (1 - share) / size
    error: Floats = np.sqrt(variance)
    return error
