"""p-values and quantiles beside scipy.stats, far into the tails."""

import math

import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.reference_distributions import (
    checked_confidence,
    chi_square_p_value,
    p_value,
    two_sided_quantile,
)

STATISTICS = [-40.0, -8.5, -1.96, -1e-9, 0.0, 0.3, 1.0, 2.5758, 6.0, 37.0]


@for_each("statistic", STATISTICS)
@for_each("freedom", [1.0, 2.5, 17.3, 400.0, math.inf])
def test_p_values_are_tails(statistic: float, freedom: float) -> None:
    law = stats.norm if math.isinf(freedom) else stats.t(freedom)
    assert p_value(statistic, "greater", freedom) == pytest.approx(law.sf(statistic), rel=1e-9)
    assert p_value(statistic, "less", freedom) == pytest.approx(law.cdf(statistic), rel=1e-9)
    two = p_value(statistic, "two-sided", freedom)
    assert two == pytest.approx(2 * law.sf(abs(statistic)), rel=1e-9)
    assert two <= 1


@for_each("statistic", STATISTICS)
@for_each("freedom", [3.0, math.inf])
def test_turning_the_statistic_turns_the_alternative(statistic: float, freedom: float) -> None:
    assert p_value(statistic, "less", freedom) == p_value(-statistic, "greater", freedom)
    assert p_value(statistic, "two-sided", freedom) == p_value(-statistic, "two-sided", freedom)


@for_each("confidence", [1e-6, 0.5, 0.9, 0.95, 0.999999])
@for_each("freedom", [1.0, 5.0, 167.2252858244804, math.inf])
def test_quantiles_leave_half_outside_on_each_side(confidence: float, freedom: float) -> None:
    law = stats.norm if math.isinf(freedom) else stats.t(freedom)
    assert two_sided_quantile(confidence, freedom) == pytest.approx(
        law.isf((1 - confidence) / 2), rel=1e-8
    )


def test_chi_square_tail() -> None:
    for statistic in (0.0, 0.5, 2.534, 80.0, 700.0):
        for freedom in (1, 2, 9):
            assert chi_square_p_value(statistic, freedom) == pytest.approx(
                stats.chi2.sf(statistic, freedom), rel=1e-9
            )
    assert chi_square_p_value(0.0, 0) == 1.0


@for_each("wrong", [0, 1, 95, -1, math.nan, math.inf])
def test_confidence_lies_strictly_between_0_and_1(wrong: float) -> None:
    with pytest.raises(OptionError, match=f"it is {wrong!r}") as caught:
        checked_confidence(wrong)
    assert "0.95" in caught.value.hint
