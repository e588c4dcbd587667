"""Sensitivity at a specificity: the formula by hand, variances by resampling, degenerate data."""

import math

import numpy as np
import pytest
from scipy import special, stats

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.rates_at import curve_slope
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_interval,
    sensitivity_at_test,
    specificity_at_interval,
    specificity_at_test,
)


def _pair(m: int, n: int, rng: int = 0) -> PairedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [m, n])
    common = noise.normal(size=m + n)
    columns = {name: common + noise.normal(size=m + n) + 2.0 * labels for name in "ab"}
    return PairedScores.from_arrays(labels, columns)


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_without_ties_it_is_its_formula(confidence: float) -> None:
    m, n, specificity = 60, 70, 0.83
    scores = _pair(m, n)["a"]
    x, z = scores.values[:m], np.sort(scores.values[m:])[::-1]
    s = float(np.mean(x > z[int((1 - specificity) * n)]))
    slope = curve_slope(ThresholdCounts.from_scores(scores), specificity)
    u = 11 / 70  # negatives above the threshold; the rest of the share is a stretch of the next
    part = (1 - specificity) * n - 11
    rates = np.repeat([1.0, part, 0.0], [11, 1, n - 12])
    found = sensitivity_at_interval(scores, specificity, confidence=confidence)
    assert found.value == s
    variance = s * (1 - s) / (m - 1) + slope**2 * np.var(rates, ddof=1) / n
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-9)
    assert np.mean(rates) == pytest.approx(1 - specificity)
    assert u < 1 - specificity
    c = (m * s + 0.5) / (m + 1)
    own, other = c * (1 - c) / (m + 1), slope**2 * np.var(rates, ddof=1) / n
    degrees = (own + other) ** 2 / (own**2 / m + other**2 / (n - 1))
    reach = stats.t.ppf((1 + confidence) / 2, degrees) * math.sqrt(own + other) / (c * (1 - c))
    assert found.interval.low == pytest.approx(special.expit(special.logit(c) - reach), rel=1e-9)
    assert found.interval.high == pytest.approx(special.expit(special.logit(c) + reach), rel=1e-9)


def test_the_standard_error_is_the_spread_over_new_data() -> None:
    found = [sensitivity_at_interval(_pair(100, 80, rng=at)["a"], 0.9) for at in range(400)]
    spread = np.std([each.value for each in found], ddof=1)
    typical = math.sqrt(np.mean([each.standard_error**2 for each in found]))
    assert typical == pytest.approx(spread, rel=0.1)
    known = math.sqrt(np.mean([each.value * (1 - each.value) / 100 for each in found]))
    assert known < 0.75 * spread  # a threshold taken as known would be far too sure


def test_the_paired_difference_has_the_spread_over_new_data() -> None:
    pairs = [_pair(80, 100, rng=at) for at in range(300)]
    found = [sensitivity_at_test(data["a"], data["b"], 0.9) for data in pairs]
    spread = np.std([each.difference for each in found], ddof=1)
    typical = math.sqrt(np.mean([each.standard_error**2 for each in found]))
    assert typical == pytest.approx(spread, rel=0.12)
    apart = [sensitivity_at_test(d["a"], d["b"], 0.9, paired=False) for d in pairs[:50]]
    assert np.mean([a.standard_error for a in apart]) > 1.1 * typical


def test_specificity_is_sensitivity_with_the_classes_exchanged() -> None:
    first, second = _pair(50, 60)
    turned = PairedScores.from_arrays(~first.is_positive, {"a": -first.values, "b": -second.values})
    there, back = specificity_at_interval(first, 0.9), sensitivity_at_interval(turned["a"], 0.9)
    assert (there.value, there.standard_error) == pytest.approx((back.value, back.standard_error))
    assert there.interval.low == pytest.approx(back.interval.low)
    one = specificity_at_test(first, second, 0.9)
    two = sensitivity_at_test(turned["a"], turned["b"], 0.9)
    assert one.p_value == pytest.approx(two.p_value)
    assert one.quantity == "specificity at 90% sensitivity"


def test_all_positives_beyond_the_threshold_still_leave_an_interval() -> None:
    labels = np.repeat([1, 0], [50, 50])
    scores = Scores.from_arrays(labels, np.arange(100)[::-1])
    found = sensitivity_at_interval(scores, 0.9)
    assert found.value == found.interval.high == 1.0
    assert 0.8 < found.interval.low < 0.95
    assert found.interval.method == "influence-function logit-t"


def test_one_observation_and_equal_scores_get_the_bound() -> None:
    for labels, values in (
        ([1] + [0] * 30, range(31)),
        ([0] + [1] * 30, range(31)),
        ([0, 1] * 15, [1] * 30),
    ):
        found = sensitivity_at_interval(Scores.from_arrays(labels, values), 0.9)
        assert found.interval.method == "distribution-free bound"
        assert "no_variance" in [c.kind for c in found.caveats]


def test_heavy_ties_narrow_the_interval_by_what_is_not_decided() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([1, 0], [100, 100])
    rated = Scores.from_arrays(labels, (rng.normal(size=200) + labels).round(0))
    found = sensitivity_at_interval(rated, 0.9)
    assert found.standard_error < math.sqrt(found.value * (1 - found.value) / 99) + 0.1
    assert found.interval.low < found.value < found.interval.high


def test_few_negatives_beyond_the_threshold_are_told() -> None:
    first, _ = _pair(60, 40)
    assert [c.kind for c in sensitivity_at_interval(first, 0.9).caveats] == ["few_beyond"]
    assert not sensitivity_at_interval(first, 0.8).caveats
    assert not specificity_at_interval(first, 0.9).caveats


def test_an_interval_that_reaches_down_to_chance_says_so() -> None:
    rng = np.random.default_rng(3)
    labels = np.repeat([1, 0], [40, 200])
    useless = Scores.from_arrays(labels, rng.normal(size=240), name="coin")
    useful = Scores.from_arrays(labels, labels * 3 + rng.normal(size=240), name="good")
    kinds = [
        {caveat.kind for caveat in sensitivity_at_interval(scores, 0.9).caveats}
        for scores in (useless, useful)
    ]
    assert "near_chance" in kinds[0]
    assert "near_chance" not in kinds[1]
    assert "near_chance" in {c.kind for c in specificity_at_interval(useless, 0.9).caveats}
