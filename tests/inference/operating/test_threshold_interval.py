"""The interval of a chosen threshold: by a double loop, by enumeration, and where it is open."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.data.scores import Scores
from aucurate.estimates.threshold_choice import choose_threshold
from aucurate.inference.operating.threshold_bootstrap import threshold_bootstrap
from aucurate.inference.operating.threshold_interval import quantile_span, threshold_span
from aucurate.inference.operating.threshold_replicates import threshold_replicates
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels.draws import drawn_counts

YOUDEN = ThresholdRule.youden()
COST = ThresholdRule.least_cost(IntendedUse(prevalence=0.1, false_negative_cost=4))
ACCURACY = ThresholdRule.best("accuracy")
MANY = Resampling(repeats=199, rng=2)


def _scores(m: int = 12, n: int = 18, rng: int = 0, decimals: int = 1) -> Scores:
    draws = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [m, n])
    return Scores.from_arrays(labels, (draws.normal(size=m + n) + 1.2 * labels).round(decimals))


def _by_definition(scores: Scores, weight: float, resampling: Resampling) -> tuple[float, float]:
    """Every threshold tested by the formula of the docstring, one after another."""
    up, down = scores.values[scores.is_positive], scores.values[~scores.is_positive]
    m, n = len(up), len(down)
    cuts = [math.inf, *np.unique(scores.values)[::-1]]
    true = np.array([np.sum(up >= cut) for cut in cuts])
    false = np.array([np.sum(down >= cut) for cut in cuts])
    criterion = true / m - weight * false / n
    replicates = []
    for replicate in range(resampling.repeats):
        times = drawn_counts(m, n, stratified=True, key=resampling.key(), replicate=replicate)
        rates = [
            np.array([np.sum(t[values >= cut]) for cut in cuts]) / len(values)
            for t, values in zip(times, (up, down), strict=True)
        ]
        replicates.append(rates[0] - weight * rates[1])
    kept = []
    for t in range(len(cuts)):
        p, q = (np.abs(true - true[t]) + 1) / (m + 2), (np.abs(false - false[t]) + 1) / (n + 2)
        error = np.sqrt(p * (1 - p) / m + weight**2 * q * (1 - q) / n)
        lead = (criterion - criterion[t]) / error
        drift = np.minimum(0, lead + math.sqrt(math.log(min(m, n))))
        drawn = [
            np.max(((r - r[t]) - (criterion - criterion[t])) / error + drift) for r in replicates
        ]
        critical = np.sort(drawn)[-round(0.05 * (resampling.repeats + 1))]
        if np.max(lead) <= critical + 1e-12:
            kept.append(t)
    below = [*cuts[1:], -math.inf]
    return below[kept[-1]], cuts[kept[0]]


@for_each(("rule", "weight"), [(YOUDEN, 1.0), (COST, 9 / 4), (ACCURACY, 18 / 12)], ids=str)
@for_each("rng", [0, 1])
def test_every_threshold_is_tested(rule: ThresholdRule, weight: float, rng: int) -> None:
    scores = _scores(rng=rng)
    found = threshold_bootstrap(scores, rule, resampling=MANY).threshold_interval
    assert (found.low, found.high) == pytest.approx(_by_definition(scores, weight, MANY))
    assert found.method == "bootstrap test of every threshold"


@for_each("size", [7, 20, 41])
@for_each("share", [0.5, 0.8, 0.95])
def test_the_interval_of_a_quantile_covers_exactly_what_is_promised(
    size: int, share: float
) -> None:
    """Over all numbers of observations above the quantile, weighted with their chances."""
    values = np.arange(1.0, size + 1)
    low, high = quantile_span(values, share, 0.95)
    covered = 0.0
    for above in range(size + 1):
        quantile = size + 0.5 - above  # so many of the values reach it
        covered += stats.binom.pmf(above, size, share) * (low <= quantile <= high)
    assert covered >= 0.95 - 1e-12
    inner = [quantile_span(values, share, c) for c in (0.5, 0.8, 0.95, 0.999)]
    assert all(a[0] >= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(inner))


def test_the_median_has_its_published_interval() -> None:
    """Conover (1999), and any table of the sign test: the 6th and 15th of 20 cover 95.9%."""
    assert quantile_span(np.arange(1.0, 21.0), 0.5, 0.95) == (6.0, 15.0)
    assert stats.binom.cdf(14, 20, 0.5) - stats.binom.cdf(5, 20, 0.5) == pytest.approx(
        0.9586, abs=1e-4
    )


def test_too_few_positives_leave_the_interval_open() -> None:
    scores = _scores(8, 30)
    rule = ThresholdRule.at_sensitivity(0.9)
    found = threshold_bootstrap(scores, rule, resampling=MANY).threshold_interval
    assert found.method == "order statistics"
    assert found.low == -math.inf
    assert found.high < math.inf


@for_each(
    "rule", [YOUDEN, COST, ThresholdRule.at_sensitivity(0.8), ThresholdRule.at_specificity(0.8)]
)
@for_each("lower", [False, True])
def test_the_interval_holds_the_choice(rule: ThresholdRule, lower: bool) -> None:
    for rng in range(5):
        one = _scores(rng=rng)
        values = -one.values if lower else one.values
        scores = Scores.from_arrays(one.is_positive, values, lower=lower)
        found = threshold_bootstrap(scores, rule, rates=(), resampling=MANY)
        assert found.choice.threshold in found.threshold_interval


def test_thinning_can_only_widen() -> None:
    scores = _scores(60, 400, decimals=6)
    curves = threshold_replicates(scores, YOUDEN, MANY, None).curves
    assert len(curves.columns) <= 152
    assert curves.columns[0] == 0
    assert curves.columns[-1] == 460
    span = threshold_span(scores, YOUDEN, curves, 0.95)
    assert span is not None
    assert span.low < choose_threshold(scores, YOUDEN).threshold < span.high
    assert {span.low, span.high} <= set(scores.values.tolist())


def test_no_threshold_lies_above_an_infinite_score() -> None:
    scores = Scores.from_arrays([0, 1, 0, 1, 0, 1], [math.inf, 3, 2, 1, 0, -1])
    curves = threshold_replicates(scores, YOUDEN, MANY, None).curves
    assert curves.columns.tolist() == [1, 2, 3, 4, 5, 6]
    found = threshold_bootstrap(scores, YOUDEN, resampling=MANY).threshold_interval
    assert found.low <= found.high


def test_too_few_repeats_reject_nothing() -> None:
    few = Resampling(repeats=10)
    found = threshold_bootstrap(_scores(), YOUDEN, resampling=few)
    assert (found.threshold_interval.low, found.threshold_interval.high) == (-math.inf, math.inf)
    assert "too_few_repeats" in {c.kind for c in found.caveats}
