"""The kernel curve: its definition, its limits, and what it refuses."""

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import Curve
from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.auc import auc_of
from aucurate.estimates.fits.class_values import Tally
from aucurate.estimates.fits.kernel import Kernel, SmoothedClass, kernel_auc, kernel_curve
from aucurate.estimates.fits.smoothing import Floats, epanechnikov_cdf

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [60, 80])
VALUES = RNG.normal(size=140) + LABELS
SCORES = Scores.from_arrays(LABELS, VALUES)
TABLE_2 = Scores.from_arrays(
    [1, 1, 0, 1, 1, 0, 0, 0, 1, 0], [0.90, 0.85, 0.75, 0.70, 0.55, 0.45, 0.40, 0.35, 0.25, 0.10]
)
KERNELS: tuple[Kernel, ...] = ("gaussian", "epanechnikov")


def test_the_gaussian_area_is_the_closed_form() -> None:
    away = VALUES[:60, None] - VALUES[60:]
    expected = float(np.mean(special.ndtr(away / np.hypot(0.4, 0.3))))
    assert kernel_auc(SCORES, bandwidths=(0.4, 0.3)) == pytest.approx(expected, abs=1e-14)
    assert kernel_curve(SCORES, bandwidths=(0.4, 0.3)).auc == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_area_is_that_under_the_curve(kernel: Kernel) -> None:
    curve = kernel_curve(SCORES, kernel=kernel)
    tolerance = 1e-10 if kernel == "gaussian" else 1e-6
    rates = (np.arange(2000) + 0.5) / 2000
    assert curve.auc == pytest.approx(float(np.mean(curve.sensitivity_at(rates))), abs=1e-5)
    parts = [curve.partial_auc(a, b) for a, b in ((0, 0.2), (0.2, 0.9), (0.9, 1))]
    assert sum(parts) == pytest.approx(curve.auc, abs=tolerance)
    assert parts[1] == pytest.approx(FittedCurve.partial_auc(curve, 0.2, 0.9), abs=1e-5)


@pytest.mark.parametrize("kernel", KERNELS)
def test_it_is_a_curve(kernel: Kernel) -> None:
    curve = kernel_curve(SCORES, kernel=kernel)
    assert isinstance(curve, Curve)
    rates = np.linspace(0.05, 0.95, 19)
    np.testing.assert_allclose(curve.specificity_at(curve.sensitivity_at(rates)), rates, atol=1e-9)
    assert curve.sensitivity_at(1.0) == 0
    assert curve.sensitivity_at(0.0) == 1
    assert curve.specificity_at(0.0) == 1
    assert type(curve.specificity_at(0.5)) is float
    points = curve.points(101)
    assert len(points) == 101
    assert (points.sensitivity[0], points.specificity[0]) == (0, 1)
    assert (points.sensitivity[-1], points.specificity[-1]) == (1, 0)
    assert np.all(np.diff(points.sensitivity) >= 0)
    assert np.all(np.diff(points.specificity) <= 0)
    area = float(np.trapezoid(points.sensitivity, 1 - points.specificity))
    assert area == pytest.approx(curve.auc, abs=1e-3)


def test_thresholds_have_the_rates_of_the_points() -> None:
    curve = kernel_curve(TABLE_2, scale="logit")
    points = curve.points(21)
    inner = points.thresholds[1:-1]
    assert np.all((inner > 0) & (inner < 1))
    assert np.all(np.diff(inner) < 0)
    logits = special.logit(inner)
    positives = special.logit([0.90, 0.85, 0.70, 0.55, 0.25])
    share = special.ndtr((positives - logits[:, None]) / curve.bandwidths[0]).mean(axis=1)
    np.testing.assert_allclose(points.sensitivity[1:-1], share, atol=1e-9)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("values", [VALUES, np.round(VALUES, 1)])
def test_without_smoothing_the_area_is_the_empirical_one(
    kernel: Kernel, values: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> None:
    scores = Scores.from_arrays(LABELS, values)
    gaps = [
        abs(kernel_auc(scores, bandwidths=(h, h), kernel=kernel) - auc_of(scores))
        for h in (1, 0.01, 1e-12, 1e-300)
    ]
    assert gaps[0] > 0.01
    assert gaps[1] < 0.001
    assert gaps[2:] == pytest.approx([0, 0], abs=1e-15)


@pytest.mark.parametrize("kernel", KERNELS)
def test_smoothing_pulls_towards_one_half(kernel: Kernel) -> None:
    separate = Scores.from_arrays([0, 0, 1, 1], [1.0, 2.0, 4.0, 7.0])
    widths = [1e-3, 0.5, 1.0, 2.0, 5.0, 50.0, 1e6]
    areas = [kernel_auc(separate, bandwidths=(h, h), kernel=kernel) for h in widths]
    assert areas[0] == 1
    assert areas == sorted(areas, reverse=True)
    assert areas[-1] == pytest.approx(0.5, abs=1e-5)


def test_turned_scores_give_the_turned_area() -> None:
    turned = Scores.from_arrays(LABELS, VALUES, lower=True)
    assert kernel_auc(turned) == pytest.approx(1 - kernel_auc(SCORES), abs=1e-13)
    probabilities = special.expit(VALUES)
    for scale in ("given", "logit"):
        plain = kernel_auc(Scores.from_arrays(LABELS, probabilities), scale=scale)
        other = kernel_auc(Scores.from_arrays(LABELS, probabilities, lower=True), scale=scale)
        assert other == pytest.approx(1 - plain, abs=1e-13)


def test_logits_of_probabilities_are_the_scores_they_came_from() -> None:
    probabilities = Scores.from_arrays(LABELS, special.expit(VALUES))
    assert kernel_auc(probabilities, scale="logit") == pytest.approx(kernel_auc(SCORES), rel=1e-9)


def test_exact_zeros_and_ones_are_smoothed_too() -> None:
    scores = Scores.from_arrays([0, 0, 0, 1, 1, 1], [0.0, 0.0, 0.5, 0.4, 1.0, 1.0])
    end = special.logit(0.2)  # half of the 0.4 by which the nearest other score is from an end
    away = np.array([special.logit(0.4), -end, -end])[:, None] - np.array([end, end, 0.0])
    found = kernel_auc(scores, scale="logit", bandwidths=(0.3, 0.4))
    assert found == pytest.approx(float(np.mean(special.ndtr(away / 0.5))), abs=1e-14)
    assert 0.5 < kernel_auc(scores) < 1


def test_units_and_integers_do_not_matter() -> None:
    for unit in (1e-150, 1e150):
        scaled = Scores.from_arrays(LABELS, VALUES * unit)
        assert kernel_auc(scaled) == pytest.approx(kernel_auc(SCORES), abs=1e-12)
    whole = Scores.from_arrays([0, 0, 1, 1], [1, 3, 2, 5])
    real = Scores.from_arrays([0, 0, 1, 1], [1.0, 3.0, 2.0, 5.0])
    assert kernel_auc(whole) == kernel_auc(real)


def test_the_model_is_right_for_normal_scores() -> None:
    """With many normal scores the curve is the binormal one."""
    labels = np.repeat([1, 0], 100_000)
    scores = Scores.from_arrays(labels, np.random.default_rng(5).normal(size=200_000) + labels)
    curve = kernel_curve(scores)
    at = np.array([0.1, 0.5, 0.9])
    expected = special.ndtr(1 + special.ndtri(1 - at))
    np.testing.assert_allclose(curve.sensitivity_at(at), expected, atol=0.006)
    assert curve.auc == pytest.approx(special.ndtr(1 / np.sqrt(2)), abs=0.003)


def test_one_observation_or_constant_scores_need_given_bandwidths() -> None:
    lonely = Scores.from_arrays([0, 0, 0, 1], [1.0, 2.0, 3.0, 2.5])
    with pytest.raises(ModelError, match="all scores of a class are equal"):
        kernel_curve(lonely)
    curve = kernel_curve(lonely, bandwidths=(0.5, 0.5))
    assert curve.rule == "given"
    assert 0.5 < curve.auc < 2 / 3
    constant = Scores.from_arrays([0, 1], [1.0, 1.0])
    assert kernel_auc(constant, bandwidths=(1.0, 2.0)) == 0.5
    np.testing.assert_allclose(
        kernel_curve(constant, bandwidths=(1.0, 1.0)).sensitivity_at([0.2, 0.7]), [0.8, 0.3]
    )


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="kernel must be"):
        kernel_auc(SCORES, kernel="uniform")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"bandwidths must be .* or a pair of numbers"):
        kernel_auc(SCORES, bandwidths=0.5)  # type: ignore[arg-type]
    for wrong in ((0.0, 1.0), (1.0, -1.0), (1.0, float("nan")), (float("inf"), 1.0)):
        with pytest.raises(OptionError, match="above 0 and finite"):
            kernel_auc(SCORES, bandwidths=wrong)
    with pytest.raises(OptionError, match="a specificity must lie between 0 and 1"):
        kernel_curve(SCORES).sensitivity_at(1.5)
    with pytest.raises(ModelError, match="needs finite scores"):
        kernel_auc(Scores.from_arrays([0, 1], [0.0, np.inf]))


def test_real_scores_stay_near_the_empirical_area() -> None:
    data = load_breast_cancer()
    for name in data.names:
        for rule in ("lloyd", "zou", "sheather-jones", "altman-leger"):
            assert abs(kernel_auc(data[name], bandwidths=rule) - auc_of(data[name])) < 0.05


# The smoothed distribution of one class beside sums over all observations.


RNG_SMOOTHED_CLASS = np.random.default_rng(0)
DATA = {
    "few": RNG_SMOOTHED_CLASS.normal(size=40),
    "many": RNG_SMOOTHED_CLASS.normal(size=20_000),
    "many with outliers": RNG_SMOOTHED_CLASS.standard_cauchy(20_000),
    "tied": np.round(RNG_SMOOTHED_CLASS.normal(size=500), 1),
}
ACCURACY = {"gaussian": 1e-9, "epanechnikov": 1e-7}


def share_above(values: Floats, h: float, kernel: Kernel, thresholds: Floats) -> Floats:
    rise = special.ndtr if kernel == "gaussian" else epanechnikov_cdf
    return np.array([float(np.mean(rise((values - t) / h))) for t in thresholds])


@pytest.mark.parametrize("kernel", KERNELS)
@for_each("data", DATA)
def test_tails_density_and_quantiles(data: str, kernel: Kernel) -> None:
    values, h = DATA[data], 0.3
    smoothed = SmoothedClass.of(Tally.of(values), h, kernel)
    at = np.quantile(values, [0, 0.01, 0.3, 0.5, 0.8, 0.999, 1]) + 0.1
    above = share_above(values, h, kernel, at)
    np.testing.assert_allclose(smoothed.upper(at), above, atol=ACCURACY[kernel])
    np.testing.assert_allclose(smoothed.lower(at), 1 - above, atol=ACCURACY[kernel])
    step = 1e-4
    slope = (smoothed.lower(at + step) - smoothed.lower(at - step)) / (2 * step)
    np.testing.assert_allclose(smoothed.density(at), slope, atol=1e-4)
    shares = np.array([1e-12, 1e-3, 0.2, 0.5, 0.7, 0.999])
    found = smoothed.threshold(shares)
    np.testing.assert_allclose(smoothed.upper(found), shares, atol=1e-12)


def test_many_scores_go_on_a_grid_and_an_outlier_costs_little() -> None:
    smoothed = SmoothedClass.of(Tally.of(np.append(DATA["many"], 1e12)), 0.3, "gaussian")
    assert len(smoothed.points) < 2000
    assert smoothed.upper(np.array([1e11]))[0] == pytest.approx(1 / 20_001)
    assert smoothed.threshold(np.array([0.5 / 20_001]))[0] == pytest.approx(1e12)


def test_shapes_are_kept() -> None:
    smoothed = SmoothedClass.of(Tally.of(DATA["few"]), 0.3, "gaussian")
    assert smoothed.threshold(np.full((2, 3), 0.5)).shape == (2, 3)
    assert smoothed.upper(np.zeros((2, 3))).shape == (2, 3)
    assert smoothed.threshold(np.array(0.5)).shape == ()
