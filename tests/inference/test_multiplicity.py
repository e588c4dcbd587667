"""Holm's adjustment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aucurate.inference.multiplicity import holm


def test_a_worked_example() -> None:
    """By hand: 5 x 0.01, 4 x 0.02, 3 x 0.03; 2 x 0.04 and 1 x 0.05 are raised to the 0.09."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])


def test_the_order_of_the_questions_is_kept() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx((0.06, 0.03, 0.06))


def test_one_question_and_none_need_no_adjustment() -> None:
    assert holm([0.03]) == (0.03,)
    assert holm([]) == ()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjusted_values_are_the_definition(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= a <= 1 for p, a in zip(p_values, adjusted, strict=True))
    for p, a in zip(p_values, adjusted, strict=True):
        reached = [(sum(r >= q for r in p_values) * q) for q in p_values if q <= p]
        assert a == pytest.approx(min(1.0, max(reached)))
    ranked = sorted(zip(p_values, adjusted, strict=True))
    assert [a for _, a in ranked] == sorted(adjusted)
