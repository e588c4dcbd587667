"""The disjoint-pairs bound: what it inverts, and that it covers."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate.inference.core import disjoint_pairs
from aucurate.inference.core.disjoint_pairs import (
    auc_interval,
    difference_interval,
    difference_p_value,
)


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
    assert disjoint_pairs.METHOD == "disjoint-pairs bound"
