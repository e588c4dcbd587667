"""The power of a plan, from the normal approximation behind it."""

import pytest
from scipy import special
from tests.loops import for_each

from aucurate.planning.plans import Plan
from aucurate.planning.power import critical_value, null_difference
from aucurate.planning.two import plan_two


def _plan(**asked: object) -> Plan:
    return plan_two(0.85, 0.8, correlation=0.4, n_positive=100, n_negative=100, **asked)  # type: ignore[arg-type]


@for_each(
    ("asked", "outside"),
    [
        ({}, 0.025),
        ({"alternative": "greater"}, 0.05),
        ({"level": 0.01, "alternative": "greater"}, 0.01),
        ({"question": "non-inferiority", "margin": 0.1}, 0.05),
    ],
)
def test_the_level_is_halved_for_a_two_sided_question_only(
    asked: dict[str, object], outside: float
) -> None:
    assert critical_value(_plan(**asked)) == pytest.approx(-float(special.ndtri(outside)))


def test_a_margin_moves_the_null_to_its_side() -> None:
    assert null_difference(_plan()) == 0
    assert null_difference(_plan(question="non-inferiority", margin=0.1)) == -0.1
    assert null_difference(_plan(question="superiority", margin=0.02)) == 0.02


def test_one_sided_power_is_higher() -> None:
    assert _plan(alternative="greater").attained > _plan().attained
