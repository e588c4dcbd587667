"""Regions for both rates: exact coverage by summing all tables, shapes, edges."""

import json
import math
from typing import Any

import numpy as np
import pytest
from scipy import special

from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.inference.operating.joint_region import JointRegion, joint_region
from aucurate.inference.operating.proportions import proportion_interval


def _point(true: int, spared: int, m: int = 40, n: int = 60) -> OperatingPoint:
    return OperatingPoint.from_counts(
        true_positives=true, false_positives=n - spared, n_positive=m, n_negative=n, name="a"
    )


def _coverage(m: int, n: int, sensitivity: float, specificity: float, **options: Any) -> float:
    """The chance of all tables whose region holds the truth."""

    def chance(x: int, size: int, p: float) -> float:
        return float(special.comb(size, x) * p**x * (1 - p) ** (size - x))

    return sum(
        chance(true, m, sensitivity) * chance(spared, n, specificity)
        for true in range(m + 1)
        for spared in range(n + 1)
        if joint_region(_point(true, spared, m, n), **options).holds(sensitivity, specificity)
    )


@pytest.mark.parametrize(("sensitivity", "specificity"), [(0.8, 0.7), (0.95, 0.9), (0.5, 0.99)])
def test_both_rates_are_covered_at_once(sensitivity: float, specificity: float) -> None:
    exact = _coverage(25, 30, sensitivity, specificity, method="clopper-pearson")
    assert exact >= 0.95
    assert _coverage(25, 30, sensitivity, specificity) > 0.91
    assert _coverage(25, 30, sensitivity, specificity, shape="ellipse") > 0.91


def test_the_sides_are_intervals_at_the_root_of_the_confidence() -> None:
    region = joint_region(_point(30, 50), confidence=0.9)
    side = proportion_interval(30, 40, confidence=math.sqrt(0.9))
    assert region.sensitivity == side
    assert region.specificity == proportion_interval(50, 60, confidence=math.sqrt(0.9))
    assert region.holds(side.low, 0.83)
    assert not region.holds(side.low - 1e-9, 0.83)


def test_the_edge_of_an_ellipse_is_at_its_chi_square_distance() -> None:
    region = joint_region(_point(30, 50), shape="ellipse")
    up, across = region.outline()
    variances = 1 / 30 + 1 / 10, 1 / 50 + 1 / 10
    distance = (special.logit(up) - math.log(3)) ** 2 / variances[0]
    distance += (special.logit(across) - math.log(5)) ** 2 / variances[1]
    np.testing.assert_allclose(distance, special.chdtri(2, 0.05), rtol=1e-9)
    assert np.max(up) == pytest.approx(region.sensitivity.high, rel=1e-9)
    assert region.holds(0.75, 5 / 6)
    assert not region.holds(1.0, 5 / 6)
    assert (up[0], across[0]) == pytest.approx((up[-1], across[-1]))


def test_the_ellipse_is_smaller_than_the_rectangle() -> None:
    rng = np.random.default_rng(0)
    draws = rng.uniform(size=(4000, 2))
    point = _point(30, 50)
    shares = [
        np.mean([joint_region(point, shape=shape).holds(*pair) for pair in draws])
        for shape in ("ellipse", "rectangle")
    ]
    assert 0.6 < shares[0] / shares[1] < 1


@pytest.mark.parametrize("true", [0, 40])
def test_all_calls_alike_have_a_region_with_a_caveat(true: int) -> None:
    ellipse = joint_region(_point(true, 50), shape="ellipse")
    assert [c.kind for c in ellipse.caveats] == ["empty_count"]
    assert 0 < ellipse.sensitivity.low < ellipse.sensitivity.high < 1
    rectangle = joint_region(_point(true, 50))
    assert rectangle.caveats == ()
    assert rectangle.holds(true / 40, 50 / 60)


def test_a_region_survives_json_and_draws_a_closed_line() -> None:
    for shape in ("rectangle", "ellipse"):
        region = joint_region(_point(30, 50), shape=shape)
        again = JointRegion.from_dict(json.loads(json.dumps(region.to_dict())))
        assert repr(again) == repr(region)
        up, across = region.outline()
        assert (up[0], across[0]) == pytest.approx((up[-1], across[-1]))
    assert str(joint_region(_point(30, 50))).startswith("a: 95% Wilson rectangle region, sens")


def test_bad_settings_are_refused() -> None:
    with pytest.raises(OptionError, match="shape must be"):
        joint_region(_point(30, 50), shape="circle")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="method must be"):
        joint_region(_point(30, 50), method="wald")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence"):
        joint_region(_point(30, 50), confidence=1)
