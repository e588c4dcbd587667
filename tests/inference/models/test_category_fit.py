"""The chi-square test of a fitted curve: expected counts, degrees of freedom, level."""

import numpy as np
import pytest
from scipy import optimize, special

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.biexponential import BiexponentialCurve, biexponential_curve
from aucurate.estimates.smooth_steps import Floats
from aucurate.inference.models.category_fit import CategoryFit, category_fit_test

RATINGS = ThresholdCounts(  # Hanley and McNeil (1982): CT ratings, from definitely abnormal down
    thresholds=np.array([5.0, 4, 3, 2, 1]),
    positives=np.array([33, 11, 2, 2, 3]),
    negatives=np.array([2, 11, 6, 6, 33]),
)


def power_curve(zeta: float) -> BiexponentialCurve:
    return BiexponentialCurve(positive_mean=1.0, negative_mean=zeta, n_positive=51, n_negative=58)


def log_likelihood(zeta: float, rates: Floats) -> float:
    down = np.diff(np.concatenate([[0.0], rates, [1.0]]))
    up = np.diff(np.concatenate([[0.0], rates, [1.0]]) ** zeta)
    if np.min(down) <= 0 or np.min(up) <= 0:
        return -np.inf
    return float(RATINGS.positives @ np.log(up) + RATINGS.negatives @ np.log(down))


def test_the_cuts_are_the_most_likely_ones() -> None:
    """Against another optimiser (Nelder-Mead) on another parametrisation (the rates)."""
    zeta = 0.12
    found = category_fit_test(power_curve(zeta), RATINGS, parameters=0)
    rates = np.cumsum(found.expected_negatives)[:-1] / 58
    ours = log_likelihood(zeta, rates)

    def loss(x: Floats) -> float:
        return -log_likelihood(zeta, x)

    start = np.array([0.05, 0.2, 0.3, 0.45])
    other = optimize.minimize(loss, start, method="Nelder-Mead", tol=1e-10)
    assert ours >= -other.fun - 1e-6
    np.testing.assert_allclose(
        found.expected_positives, 51 * np.diff(np.concatenate([[0.0], rates, [1.0]]) ** zeta)
    )


def test_the_statistics_are_their_sums() -> None:
    found = category_fit_test(power_curve(0.12), RATINGS, parameters=1)
    observed = np.array(found.positives + found.negatives, float)
    expected = np.array(found.expected_positives + found.expected_negatives)
    assert found.positives == (33, 11, 2, 2, 3)
    assert sum(found.expected_positives) == pytest.approx(51)
    assert sum(found.expected_negatives) == pytest.approx(58)
    assert found.statistic == pytest.approx(np.sum((observed - expected) ** 2 / expected))
    ratio = 2 * np.sum(observed * np.log(observed / expected))
    assert found.likelihood_ratio == pytest.approx(ratio)
    assert found.degrees_of_freedom == 5 - 1 - 1
    assert found.p_value == pytest.approx(special.chdtrc(3, found.statistic))
    assert found.likelihood_ratio_p_value == pytest.approx(special.chdtrc(3, ratio))
    assert CategoryFit.from_dict(found.to_dict()) == found
    assert str(found).startswith("fit in 5 categories: chi-square ")


def test_a_wrong_curve_is_rejected() -> None:
    assert category_fit_test(power_curve(1.0), RATINGS, parameters=0).p_value < 1e-6


def test_a_curve_through_all_points_fits_perfectly() -> None:
    rates = np.array([0.1, 0.3, 0.6, 1.0])
    counts = ThresholdCounts(
        thresholds=np.array([4.0, 3, 2, 1]),
        positives=np.rint(1e6 * np.diff(np.concatenate([[0], rates]) ** 0.5)).astype(np.int64),
        negatives=np.rint(1e6 * np.diff(np.concatenate([[0], rates]))).astype(np.int64),
    )
    found = category_fit_test(power_curve(0.5), counts, parameters=0)
    assert found.statistic < 1e-3
    assert found.p_value > 0.99


def test_the_level_of_a_known_curve_and_of_one_fitted_to_the_scores() -> None:
    """60 test sets: three standard errors at 0.2 are 0.155."""
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 150)
    known, fitted = [], []
    truth = power_curve(1 / 3)
    for _ in range(60):
        scores = Scores.from_arrays(labels, rng.exponential(1.0 + 2 * labels))
        known.append(category_fit_test(truth, scores, parameters=0, categories=5).p_value)
        curve = biexponential_curve(scores)
        fitted.append(category_fit_test(curve, scores, parameters=1, categories=5).p_value)
    assert np.mean(np.array(known) <= 0.2) == pytest.approx(0.2, abs=0.155)
    assert np.mean(np.array(fitted) <= 0.2) == pytest.approx(0.2, abs=0.155)


def test_scores_are_grouped_into_about_equal_categories_and_the_result_says_so() -> None:
    rng = np.random.default_rng(1)
    labels = np.repeat([0, 1], 500)
    scores = Scores.from_arrays(labels, rng.exponential(1.0 + 2 * labels))
    found = category_fit_test(biexponential_curve(scores), scores, parameters=1, categories=8)
    totals = np.array(found.positives) + np.array(found.negatives)
    assert len(totals) == 8
    assert np.all(np.abs(totals - 125) <= 1)
    assert [c.kind for c in found.caveats] == ["grouped_scores"]
    known = category_fit_test(power_curve(1 / 3), scores, parameters=0, categories=8)
    assert known.caveats == ()


def test_few_expected_are_told_and_empty_cells_survive() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([3.0, 2, 1]),
        positives=np.array([5, 1, 0]),
        negatives=np.array([0, 2, 6]),
    )
    found = category_fit_test(power_curve(0.1), counts, parameters=1)
    assert np.isfinite(found.statistic)
    assert np.isfinite(found.likelihood_ratio)
    assert "few_expected" in [c.kind for c in found.caveats]


def test_too_few_categories_are_refused_with_a_number() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([2.0, 1]), positives=np.array([5, 1]), negatives=np.array([1, 5])
    )
    with pytest.raises(ModelError, match="it takes at least 3 categories"):
        category_fit_test(power_curve(0.5), counts, parameters=1)
    with pytest.raises(OptionError, match="categories must be"):
        category_fit_test(power_curve(0.5), RATINGS, parameters=1, categories=1)
