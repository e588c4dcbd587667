"""What exchanging the two classifiers does to every comparison."""

import pytest

from aucurate.results import Comparison

# A bound is computed by bisection; elsewhere only the order of a sum may differ.
BOUND = 1e-9
ROUNDING = 1e-12


def assert_mirrored(one: Comparison, two: Comparison) -> None:
    """The sign flips and the evidence stays."""
    assert (two.first, two.second) == (one.second, one.first)
    assert (two.first_value, two.second_value) == (one.second_value, one.first_value)
    assert two.difference == -one.difference
    assert two.statistic == pytest.approx(-one.statistic, rel=ROUNDING, abs=ROUNDING)
    assert two.interval.low == pytest.approx(-one.interval.high, abs=BOUND)
    assert two.interval.high == pytest.approx(-one.interval.low, abs=BOUND)
    assert two.p_value == pytest.approx(one.p_value, rel=BOUND)
    assert two.degrees_of_freedom == pytest.approx(one.degrees_of_freedom, rel=ROUNDING)
    assert one.reversed().difference == two.difference
    assert one.reversed().alternative == two.alternative
    assert two.standard_error == pytest.approx(one.standard_error, rel=ROUNDING, nan_ok=True)
