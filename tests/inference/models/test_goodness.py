"""Shapiro-Wilk and Anderson-Darling beside scipy.stats, published values and simulation."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.errors import ModelError, OptionError
from aucurate.estimates.quantile_pairs import ClassModel
from aucurate.inference.models.goodness import FitTest, anderson_darling_test, shapiro_wilk_test

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
    from aucurate.inference.models import goodness

    for level, point in PUBLISHED[model].items():
        assert goodness._p_value(point, model) == pytest.approx(level, rel=0.03)


@pytest.mark.parametrize("model", ["normal", "exponential"])
@pytest.mark.parametrize("n", [20, 100])
def test_the_level_is_kept(model: ClassModel, n: int) -> None:
    """The formulas were remembered, not copied from the book: simulation is what vouches for them.

    4,000 repeats: two standard errors are 0.016 at one half and 0.007 at 0.05.
    """
    rng = np.random.default_rng(n)
    draw = rng.normal if model == "normal" else rng.exponential
    p = np.array([anderson_darling_test(draw(size=n), model=model).p_value for _ in range(4000)])
    for level in (0.05, 0.1, 0.25, 0.5, 0.75, 0.9):
        error = np.sqrt(level * (1 - level) / 4000)
        assert abs(np.mean(p <= level) - level) < 3.5 * error + 0.02 * level


@pytest.mark.parametrize("model", ["normal", "exponential"])
def test_p_values_fall_without_a_jump_and_never_rise_again(model: ClassModel) -> None:
    from aucurate.inference.models import goodness

    grid = np.concatenate([np.linspace(1e-3, 3, 3000), np.geomspace(3, 1e4, 200)])
    p = np.array([goodness._p_value(float(a), model) for a in grid])
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
        "import sys\nfrom aucurate.inference.models.goodness import anderson_darling_test\n"
        "anderson_darling_test([1.0, 2.0, 4.0])\nprint('scipy.stats' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"
