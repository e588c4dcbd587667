"""The disjoint-pairs bound: what it inverts, and that it covers."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats
from tests.loops import for_each

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.inference.core import bounds
from aucurate.inference.core.bounds import (
    auc_interval,
    average_precision_floor,
    difference_interval,
    difference_p_value,
    sensitivity_ends,
    smallest_class,
)
from aucurate.inference.curve.estimands import components_of


def _divergence(a: float, b: float) -> float:
    total = 0.0
    for observed, true in ((a, b), (1 - a, 1 - b)):
        if observed > 0:
            total += observed * math.log(observed / true) if true > 0 else math.inf
    return total


shares = st.floats(0, 1)
sizes = st.integers(1, 10_000)
confidences = st.floats(0.01, 0.999)


@settings(deadline=None)
@given(shares, sizes, confidences)
def test_the_bound_at_the_ends_is_half_of_what_is_left_out(
    auc: float, pairs: int, confidence: float
) -> None:
    found = auc_interval(auc, pairs, confidence)
    assert 0 <= found.low <= auc <= found.high <= 1
    outside = (1 - confidence) / 2
    for end, limit in ((found.low, 0.0), (found.high, 1.0)):
        if end in (limit, auc) or end < 1e-300:
            continue  # the end of the range, or of the doubles
        bound = math.exp(-pairs * _divergence(auc, end))
        nearby = math.exp(-pairs * _divergence(auc, math.nextafter(end, limit)))
        assert bound == pytest.approx(outside, rel=1e-5) or nearby < outside <= bound


@settings(deadline=None)
@given(shares, sizes, confidences)
def test_the_interval_is_never_a_point_and_mirrors(
    auc: float, pairs: int, confidence: float
) -> None:
    found, mirror = auc_interval(auc, pairs, confidence), auc_interval(1 - auc, pairs, confidence)
    assert found.low < found.high
    assert found.low == pytest.approx(1 - mirror.high, abs=1e-9)
    assert found.high == pytest.approx(1 - mirror.low, abs=1e-9)
    assert (found.confidence, found.method) == (confidence, "disjoint-pairs bound")


@for_each("pairs", [1, 2, 10, 1000])
@for_each("confidence", [0.8, 0.95, 0.999])
def test_perfect_separation_is_closed_form(pairs: int, confidence: float) -> None:
    outside = (1 - confidence) / 2
    perfect = auc_interval(1.0, pairs, confidence)
    assert (perfect.low, perfect.high) == pytest.approx((outside ** (1 / pairs), 1.0))
    worst = auc_interval(0.0, pairs, confidence)
    assert (worst.low, worst.high) == pytest.approx((0.0, 1 - outside ** (1 / pairs)))


@settings(deadline=None)
@given(st.floats(-1, 1), sizes, confidences, st.booleans())
def test_difference_intervals_stay_in_range_and_hold_the_difference(
    difference: float, pairs: int, confidence: float, identical: bool
) -> None:
    if identical:
        difference = 0.0
    found = difference_interval(difference, pairs, confidence, identical=identical)
    assert -1 <= found.low <= difference <= found.high <= 1
    assert found.low < found.high


@settings(deadline=None)
@given(st.floats(-1, 1), st.floats(-0.999, 0.999), st.integers(1, 500), st.booleans())
@example(-2.6197767594178153e-12, 0.0, 3, False)  # a p-value above 1, before the divergence was cut
def test_p_values_agree_with_the_interval_and_with_each_other(
    difference: float, null: float, pairs: int, identical: bool
) -> None:
    if identical:
        difference = 0.0
    options: dict[str, Any] = {"identical": identical}
    two = difference_p_value(difference, null, pairs, "two-sided", **options)
    above = difference_p_value(difference, null, pairs, "greater", **options)
    below = difference_p_value(difference, null, pairs, "less", **options)
    assert 0 <= min(above, below) <= two <= 1
    assert above + below >= 1
    assert max(above, below) == 1
    found = difference_interval(difference, pairs, 0.95, identical=identical)
    if two > 0.05 * (1 + 1e-6):
        assert found.low - 1e-9 <= null <= found.high + 1e-9
    if two < 0.05 * (1 - 1e-6):
        assert not found.low + 1e-9 < null < found.high - 1e-9


def test_no_difference_and_no_null_is_p_one() -> None:
    for alternative in ("two-sided", "greater", "less"):
        for identical in (True, False):
            found = difference_p_value(0.0, 0.0, 7, alternative, identical=identical)
            assert found == 1.0


def test_one_sided_p_values_of_identical_rankings_are_the_whole_probability() -> None:
    """If D = -d with every disagreement on one side, k pairs all agree with chance (1 - d)^k."""
    for pairs, null in ((10, -0.1), (40, -0.05)):
        p = difference_p_value(0.0, null, pairs, "greater", identical=True)
        assert p >= (1 - abs(null)) ** pairs * (1 - 1e-12)


def test_the_rule_of_three() -> None:
    found = difference_interval(0.0, 100, 0.95, identical=True)
    assert found.high == pytest.approx(1 - 0.05**0.01)
    assert found.high == pytest.approx(3 / 100, rel=0.02)
    assert found.low == -found.high


@pytest.mark.parametrize("area", [0.5, 0.8, 0.95])
def test_the_interval_covers_at_ten_and_ten(area: float) -> None:
    """2000 draws of binormal scores; the bound must not fall below its confidence."""
    rng = np.random.default_rng(int(100 * area))
    shift = {0.5: 0.0, 0.8: 1.1902322, 0.95: 2.3261743}[area]
    up = rng.normal(size=(2000, 10, 1)) + shift
    down = rng.normal(size=(2000, 1, 10))
    aucs = (up > down).mean(axis=(1, 2))
    intervals = {a: auc_interval(a, 10, 0.95) for a in set(aucs.tolist())}
    assert np.mean([area in intervals[a] for a in aucs.tolist()]) >= 0.95
    assert bounds.DISJOINT_PAIRS == "disjoint-pairs bound"


# Bounds without a variance: by hand, and by what they promise over many data sets.


def _ends(estimate: CountedEstimate, labels: Any, scores: Any, tail: float) -> tuple[float, float]:
    return components_of(Scores.from_arrays(labels, scores), estimate).free_ends(0, tail)


def _counts(labels: Any, scores: Any) -> ThresholdCounts:
    return ThresholdCounts.from_scores(Scores.from_arrays(labels, scores))


def test_the_sensitivity_bound_by_hand() -> None:
    rng = np.random.default_rng(0)
    m, n, tail = 30, 80, 0.025
    labels = np.repeat([1, 0], [m, n])
    values = rng.normal(size=m + n) + labels
    low, high = sensitivity_ends(_counts(labels, values), 0.8, tail)
    z = np.sort(values[m:])[::-1]
    safe = max(k for k in range(1, n + 1) if stats.beta.cdf(0.2, k, n - k + 1) >= 1 - tail / 2)
    beyond = min(k for k in range(1, n + 1) if stats.beta.cdf(0.2, k, n - k + 1) <= tail / 2)
    above, most = (values[:m] > z[safe - 1]).sum(), (values[:m] >= z[beyond - 1]).sum()
    assert low == pytest.approx(stats.beta.ppf(tail / 2, above, m - above + 1))
    assert high == pytest.approx(stats.beta.ppf(1 - tail / 2, most + 1, m - most))


WORLD = 0.8  # shift of normal positives


def _truth(estimate: CountedEstimate) -> float:
    grid = stats.norm.cdf(np.linspace(-8, 8, 20_001))
    heights = stats.norm.cdf(stats.norm.ppf(grid) + WORLD)
    counts = [
        np.rint(1e12 * np.diff(each, prepend=0.0)).astype(np.int64) for each in (heights, grid)
    ]
    return float(estimate.values(counts[0][None], counts[1][None])[0])


@pytest.mark.parametrize(
    "estimate",
    [
        SensitivityAt(specificity=0.8),
        SpecificityAt(sensitivity=0.8),
        PartialAuc(specificity=(0.6, 1.0)),
        PartialAuc(sensitivity=(0.2, 0.9), corrected=True),
        AveragePrecision(),
    ],
    ids=lambda estimate: estimate.quantity,
)
def test_every_end_keeps_its_promise(estimate: CountedEstimate) -> None:
    true, tail, draws = _truth(estimate), 0.1, 400
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [25, 25])
    missed = np.zeros(2)
    for _ in range(draws):
        low, high = _ends(estimate, labels, rng.normal(size=50) + WORLD * labels, tail)
        missed += [low > true, high < true]
    assert np.all(missed / draws <= tail + 3 * math.sqrt(tail * (1 - tail) / draws))


def test_the_floor_of_average_precision_holds_for_every_curve() -> None:
    """Curves at random, and the one that is worst: none lies below what its q allows."""
    rng = np.random.default_rng(2)
    s = (np.arange(4000) + 0.5) / 4000
    for ratio in (0.3, 1.0, 5.0, 30.0):
        curves = [
            np.minimum(1, np.sort(rng.beta(a, b, 4000))) for a, b in rng.uniform(0.05, 3, (20, 2))
        ]
        curves += [np.clip((np.sqrt(k * s) - s) / ratio, 0, 1) for k in (0.01, 0.2, 0.9, 2.0, 10.0)]
        for g in curves:
            weighed = ratio * float(np.mean(g))
            least = 1 - math.sqrt(2 * weighed / 3) if weighed <= 1 / 6 else 4 / 9 / (weighed + 0.5)
            found = float(np.mean(s / (s + ratio * g)))
            assert found >= least - 1e-3


def test_the_floor_falls_with_what_is_misordered() -> None:
    labels = np.repeat([1, 0], [20, 40])
    perfect = _counts(labels, -np.arange(60))
    mixed = _counts(labels, np.arange(60) % 7)
    constant = _counts(labels, np.zeros(60))
    floors = [average_precision_floor(c, 0.025) for c in (perfect, mixed, constant)]
    assert 1 > floors[0] > floors[1] >= floors[2] > 0


def test_a_filled_range_that_does_not_begin_at_specificity_one() -> None:
    labels = np.repeat([1, 0], [60, 100])
    values = np.concatenate([np.full(60, 5.0), np.repeat([6.0, 1.0], [10, 90])])
    estimate = PartialAuc(specificity=(0.2, 0.7))
    low, high = _ends(estimate, labels, values, 0.025)
    assert high == pytest.approx(0.5)
    assert low == pytest.approx(0.5 * 0.0125 ** (1 / 60))
    empty = PartialAuc(specificity=(0.92, 0.98))
    low, high = _ends(empty, labels, values, 0.025)
    assert low == 0.0
    assert 0 < high <= 0.06 + 1e-12
    reversed_ = PartialAuc(specificity=(0.0, 0.5))
    low, high = _ends(reversed_, labels, -np.arange(160)[::-1], 0.025)
    assert low == 0.0
    assert high == pytest.approx(1 - 0.025 ** (1 / 60))


# How many independent tuples an average of pairwise AUCs rests on.


THIRDS = (np.ones((3, 3)) - np.eye(3)) / 6


def test_classes_without_weight_do_not_count() -> None:
    weights = np.zeros((3, 3))
    weights[0, 1] = 1
    assert smallest_class(weights, (9, 8, 1)) == 8
    assert smallest_class(THIRDS, (9, 8, 1)) == 1
