"""The sigmoid-smoothed area beside its double loop, and its limits."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special
from tests.loops import for_each

from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.auc import auc_of
from aucurate.estimates.sigmoid_area import polynomial_area, polynomial_error, sigmoid_area

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [300, 200])
VALUES = np.round(RNG.normal(size=500) + LABELS, 2)
SCORES = Scores.from_arrays(LABELS, VALUES)
AWAY = VALUES[:300, None] - VALUES[300:]


@for_each("beta", [1e-6, 0.1, 1, 10, 1e3, 1e9, 1e300])
def test_it_is_the_mean_of_the_sigmoid_over_all_pairs(beta: float) -> None:
    expected = float(np.mean(special.expit(np.clip(beta * AWAY, -800, 800))))
    assert sigmoid_area(SCORES, beta=beta) == pytest.approx(expected, abs=1e-12)


def test_it_tends_to_the_auc_with_ties_one_half_and_to_one_half() -> None:
    assert sigmoid_area(SCORES, beta=1e9) == pytest.approx(auc_of(SCORES), abs=1e-14)
    assert sigmoid_area(SCORES, beta=1e-9) == pytest.approx(0.5, abs=1e-8)


@pytest.mark.parametrize("beta", [0.5, 5, 50])
def test_its_distance_from_the_auc_is_within_the_bound(beta: float) -> None:
    untied = np.abs(AWAY[AWAY != 0])
    bound = float(np.sum(special.expit(-beta * untied))) / AWAY.size
    assert abs(sigmoid_area(SCORES, beta=beta) - auc_of(SCORES)) <= bound


@settings(deadline=None)
@given(st.floats(0.01, 100), st.floats(0.01, 100))
def test_scaling_the_scores_is_scaling_beta(beta: float, unit: float) -> None:
    scaled = Scores.from_arrays(LABELS, VALUES * unit)
    expected = sigmoid_area(SCORES, beta=beta * unit)
    assert sigmoid_area(scaled, beta=beta) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("degree", [1, 2, 5, 9, 21])
def test_the_polynomial_area_is_within_the_polynomial_error(degree: int) -> None:
    for beta in (0.2, 1.0, 3.0):
        error = abs(
            polynomial_area(SCORES, beta=beta, degree=degree) - sigmoid_area(SCORES, beta=beta)
        )
        assert error <= polynomial_error(SCORES, beta=beta, degree=degree) + 1e-9


def test_power_sums_are_the_double_loop_of_the_polynomial() -> None:
    width = float(np.ptp(VALUES))
    nodes = np.cos(np.pi * (np.arange(8) + 0.5) / 8)
    fitted = np.polynomial.Polynomial.fit(
        nodes, special.expit(2.0 * width * nodes), 7, domain=[-1, 1]
    )
    expected = float(np.mean(fitted(AWAY / width)))
    assert polynomial_area(SCORES, beta=2.0, degree=7) == pytest.approx(expected, abs=1e-11)


def test_constant_scores_have_one_half() -> None:
    constant = Scores.from_arrays([0, 0, 1], [5.0, 5.0, 5.0])
    assert sigmoid_area(constant, beta=3) == 0.5
    assert polynomial_area(constant, beta=3) == pytest.approx(0.5)


def test_options_and_scores_are_checked() -> None:
    for wrong in (0, -1, float("nan"), float("inf"), "steep", True):
        with pytest.raises(OptionError, match="beta must be a number"):
            sigmoid_area(SCORES, beta=wrong)  # type: ignore[arg-type]
    for degree in (0, 22, 2.5, True):
        with pytest.raises(OptionError, match="degree must be a whole number"):
            polynomial_area(SCORES, beta=1, degree=degree)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="the sigmoid-smoothed area needs finite scores"):
        sigmoid_area(Scores.from_arrays([0, 1], [-np.inf, 0.0]), beta=1)
