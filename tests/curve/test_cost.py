"""Costs and prevalence as a slope, and how far they may be off."""

import math

import numpy as np
import pytest

from aucurate.curve.cost import IntendedUse, iso_cost_line
from aucurate.curve.rates import curve_rates
from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.errors import OptionError


def _curve(rng: int = 0, size: int = 80) -> RocCurve:
    draws = np.random.default_rng(rng)
    labels = np.arange(size) % 3 == 0
    return roc_curve(labels, (draws.normal(size=size) + labels).round(1))


def test_points_on_one_line_cost_the_same() -> None:
    use = IntendedUse(prevalence=0.1, false_negative_cost=4, false_positive_cost=2)
    line = iso_cost_line(_curve(), 14, 9, use)
    costs = [
        0.1 * 4 * (1 - line.sensitivity_at(specificity)) + 0.9 * 2 * (1 - specificity)
        for specificity in (0.0, 0.3, line.specificity, 1.0)
    ]
    assert costs == pytest.approx([costs[0]] * 4, rel=1e-12)
    assert line.sensitivity_at(line.specificity) == line.sensitivity


@pytest.mark.parametrize("rng", range(5))
def test_a_point_is_cheapest_exactly_for_the_slopes_it_says(rng: int) -> None:
    curve = _curve(rng)
    corners = curve.hull()
    hull = set(zip(corners.true_positives.tolist(), corners.false_positives.tolist(), strict=True))
    for at in range(len(curve)):
        point = int(curve.true_positives[at]), int(curve.false_positives[at])
        line = iso_cost_line(curve, *point, IntendedUse())
        on_hull = point in hull
        assert on_hull or math.isnan(line.lowest_slope) or line.lowest_slope == line.highest_slope
        if math.isnan(line.lowest_slope):
            assert not on_hull or at == 0  # nobody positive, with a free positive above
            continue
        inside = [line.lowest_slope * 1.001, min(line.highest_slope, 1e6) * 0.999]
        for slope in (s for s in inside if line.lowest_slope < s < line.highest_slope):
            use = IntendedUse(prevalence=0.5, false_positive_cost=slope)
            costs = curve_rates(curve, "expected_cost", use)
            assert costs[at] == pytest.approx(float(np.min(costs)), rel=1e-9)


def test_the_slope_has_prevalence_and_costs() -> None:
    assert IntendedUse().slope(20, 60) == 3.0
    assert IntendedUse(prevalence=0.5).slope(20, 60) == 1.0
    assert IntendedUse(prevalence=0.5, false_negative_cost=4).slope(1, 1) == 0.25
    assert IntendedUse().prevalence_or(20, 60) == 0.25
    assert IntendedUse(prevalence=0.1).prevalence_or(20, 60) == 0.1
    use = IntendedUse(prevalence=0.02, false_negative_cost=5)
    assert IntendedUse.from_dict(use.to_dict()) == use


@pytest.mark.parametrize("prevalence", [0, 1, -0.1, "half", math.nan])
def test_a_prevalence_that_is_none_is_refused(prevalence: float) -> None:
    with pytest.raises(
        OptionError, match=r"prevalence (must lie between 0 and 1|must be a number)"
    ):
        IntendedUse(prevalence=prevalence)


@pytest.mark.parametrize("cost", [0, -1, math.inf, "dear", None])
def test_a_cost_that_is_none_is_refused(cost: float) -> None:
    with pytest.raises(OptionError, match="cost must be a number"):
        IntendedUse(false_positive_cost=cost)
