"""Shapiro-Wilk and Anderson-Darling beside scipy.stats, published values and simulation."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy import optimize, special, stats
from tests.loops import for_each

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.biexponential import BiexponentialCurve, biexponential_curve
from aucurate.estimates.fits.quantile_pairs import ClassModel
from aucurate.estimates.fits.smoothing import Floats
from aucurate.inference.models.fit_tests import (
    CategoryFit,
    FitTest,
    anderson_darling_test,
    category_fit_test,
    shapiro_wilk_test,
)

RNG = np.random.default_rng(0)
NORMAL = RNG.normal(3, 2, size=200)
EXPONENTIAL = RNG.exponential(5, size=200)
# D'Agostino and Stephens (1986), chapter 4: upper tail percentage points of the modified statistic
PUBLISHED: dict[ClassModel, dict[float, float]] = {
    "normal": {0.10: 0.631, 0.05: 0.752, 0.025: 0.873, 0.01: 1.035},
    "exponential": {0.10: 1.062, 0.05: 1.321, 0.025: 1.591, 0.01: 1.959},
}


def definition(values: np.ndarray[tuple[int], np.dtype[np.float64]], model: ClassModel) -> float:
    x, n, total = np.sort(values), len(values), 0.0
    law = stats.norm if model == "normal" else stats.expon
    where = (x.mean(), x.std(ddof=1)) if model == "normal" else (0.0, x.mean())
    for i in range(1, n + 1):
        total += (2 * i - 1) * (law.logcdf(x[i - 1], *where) + law.logsf(x[n - i], *where))
    return float(-n - total / n)


@pytest.mark.parametrize("values", [NORMAL, EXPONENTIAL, NORMAL[:3], np.round(NORMAL)])
def test_shapiro_wilk_is_scipys(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    found = shapiro_wilk_test(values)
    expected: Any = stats.shapiro(values)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-10)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-6)
    assert found.n == found.n_used == len(values)
    assert found.caveats == ()


def test_many_observations_are_tested_on_a_fixed_subset_and_the_result_says_so() -> None:
    values = RNG.normal(size=20_000)
    found = shapiro_wilk_test(values, name="positives")
    assert (found.n, found.n_used) == (20_000, 5_000)
    assert found.caveats[0].kind == "subset_tested"
    assert "5,000 of 20,000 observations" in str(found)
    assert shapiro_wilk_test(values[::-1], name="positives") == found
    assert shapiro_wilk_test(values[:5000]).n_used == 5000


def test_equal_but_for_a_few_that_were_not_drawn() -> None:
    values = np.zeros(1_000_000)
    values[0] = 1
    assert shapiro_wilk_test(values).p_value == 0


@for_each("model", ["normal", "exponential"])
@for_each("values", [EXPONENTIAL, EXPONENTIAL[:8], np.ceil(EXPONENTIAL)])
def test_anderson_darling_is_its_definition(
    model: ClassModel, values: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> None:
    found = anderson_darling_test(values, model=model)
    assert found.statistic == pytest.approx(definition(values, model), rel=1e-9)


@pytest.mark.parametrize("model", ["normal", "exponential"])
def test_p_values_at_the_published_percentage_points(model: ClassModel) -> None:
    from aucurate.inference.models import fit_tests

    for level, point in PUBLISHED[model].items():
        assert fit_tests._p_value(point, model) == pytest.approx(level, rel=0.03)


@pytest.mark.parametrize("model", ["normal", "exponential"])
@pytest.mark.parametrize("n", [20, 100])
def test_the_level_is_kept(model: ClassModel, n: int) -> None:
    """The formulas were remembered, not copied from the book: simulation is what vouches for them.

    4,000 replicates: two standard errors are 0.016 at one half and 0.007 at 0.05.
    """
    rng = np.random.default_rng(n)
    draw = rng.normal if model == "normal" else rng.exponential
    p = np.array([anderson_darling_test(draw(size=n), model=model).p_value for _ in range(4000)])
    for level in (0.05, 0.1, 0.25, 0.5, 0.75, 0.9):
        error = np.sqrt(level * (1 - level) / 4000)
        assert abs(np.mean(p <= level) - level) < 3.5 * error + 0.02 * level


@pytest.mark.parametrize("model", ["normal", "exponential"])
def test_p_values_fall_without_a_jump_and_never_rise_again(model: ClassModel) -> None:
    from aucurate.inference.models import fit_tests

    grid = np.concatenate([np.linspace(1e-3, 3, 3000), np.geomspace(3, 1e4, 200)])
    p = np.array([fit_tests._p_value(float(a), model) for a in grid])
    assert np.all((p >= 0) & (p <= 1))
    assert np.all(np.diff(p) <= 2e-3)
    assert np.max(-np.diff(p)) < 0.02
    assert p[-1] == 0


def test_a_wrong_model_is_rejected_and_the_right_one_is_not() -> None:
    assert anderson_darling_test(NORMAL).p_value > 0.05
    assert anderson_darling_test(EXPONENTIAL).p_value < 1e-6
    assert anderson_darling_test(EXPONENTIAL, model="exponential").p_value > 0.05
    assert anderson_darling_test(np.abs(NORMAL) + 9, model="exponential").p_value < 1e-6
    assert shapiro_wilk_test(EXPONENTIAL).p_value < 1e-6


@pytest.mark.parametrize("unit", [1e-250, 1e250])
def test_units_do_not_matter(unit: float) -> None:
    for model in ("normal", "exponential"):
        plain = anderson_darling_test(EXPONENTIAL, model=model)
        scaled = anderson_darling_test(EXPONENTIAL * unit, model=model)
        assert scaled.statistic == pytest.approx(plain.statistic, rel=1e-9)
    plain = shapiro_wilk_test(EXPONENTIAL)
    assert shapiro_wilk_test(EXPONENTIAL * unit).p_value == pytest.approx(plain.p_value)


def test_few_observations_are_told_and_too_few_refused() -> None:
    assert anderson_darling_test([1.0, 2.0, 4.0]).caveats[0].kind == "few_observations"
    for test in (shapiro_wilk_test, anderson_darling_test):
        with pytest.raises(ModelError, match="at least 3 finite scores"):
            test([1.0, 2.0])
        with pytest.raises(ModelError, match="are equal"):
            test([1.0, 1.0, 1.0])
    with pytest.raises(ModelError, match="needs positive scores"):
        anderson_darling_test([-1.0, 1.0, 2.0], model="exponential")
    with pytest.raises(OptionError, match="model must be"):
        anderson_darling_test(NORMAL, model="uniform")  # type: ignore[arg-type]


def test_an_observation_far_out_is_no_infinity() -> None:
    far = anderson_darling_test([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1e15])
    assert np.isfinite(far.statistic)
    near = anderson_darling_test([1e-310, 1.0, 2.0, 3.0], model="exponential")
    assert np.isfinite(near.statistic)


def test_the_record_survives_json() -> None:
    found = shapiro_wilk_test(RNG.normal(size=6000))
    assert FitTest.from_dict(found.to_dict()) == found


def test_scipy_stats_is_not_loaded_until_shapiro_wilk_is_asked_for() -> None:
    code = (
        "import sys\nfrom aucurate.inference.models.fit_tests import anderson_darling_test\n"
        "anderson_darling_test([1.0, 2.0, 4.0])\nprint('scipy.stats' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"


# The chi-square test of a fitted curve: expected counts, degrees of freedom, level.


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
    with pytest.raises(ModelError, match="use at least 3 categories"):
        category_fit_test(power_curve(0.5), counts, parameters=1)
    with pytest.raises(OptionError, match="categories must be"):
        category_fit_test(power_curve(0.5), RATINGS, parameters=1, categories=1)
