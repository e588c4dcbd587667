"""Box-Cox for two classes: the likelihood by its definition, the shift, and one power per class."""

import time
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import optimize, stats
from tests.loops import for_each

from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.auc import auc
from aucurate.estimates.fits.binormal import binormal_curve
from aucurate.estimates.fits.box_cox import (
    BoxCoxLikelihood,
    box_cox_curve,
    common_power,
    restored,
    shift_for,
    transformed,
)

RNG = np.random.default_rng(3)
POSITIVE, NEGATIVE = RNG.gamma(4, size=80), RNG.gamma(2, size=120)
LABELS = np.repeat([1, 0], [80, 120])
BOTH = np.concatenate([POSITIVE, NEGATIVE])


def _definition(power: float, *classes: NDArray[Any]) -> float:
    total = 0.0
    for values in classes:
        moved = np.log(values) if power == 0 else (values**power - 1) / power
        fitted = stats.norm.logpdf(moved, moved.mean(), moved.std()).sum()
        total += fitted + (power - 1) * np.log(values).sum()
    return float(total)


@for_each("power", [-2.0, -0.3, 0.0, 1e-4, 0.4, 1.0, 3.0])
def test_the_profile_is_the_likelihood_of_two_normals(power: float) -> None:
    profile = BoxCoxLikelihood((POSITIVE, NEGATIVE))
    ours = profile(power) - profile(1.0)
    theirs = _definition(power, POSITIVE, NEGATIVE) - _definition(1.0, POSITIVE, NEGATIVE)
    assert ours == pytest.approx(theirs, abs=1e-7)


def test_the_power_is_where_an_independent_optimiser_finds_it() -> None:
    found = optimize.minimize_scalar(
        lambda p: -_definition(p, POSITIVE, NEGATIVE), bounds=(-3, 3), method="bounded"
    )
    assert common_power(POSITIVE, NEGATIVE) == pytest.approx(found.x, abs=1e-4)
    alone = BoxCoxLikelihood((POSITIVE,)).best()
    assert alone == pytest.approx(stats.boxcox_normmax(POSITIVE, method="mle"), abs=1e-6)


def test_the_profile_falls_by_the_drop_at_both_ends() -> None:
    profile = BoxCoxLikelihood((POSITIVE, NEGATIVE))
    best = profile.best()
    for end in profile.reach(best, 1.92):
        assert profile(best) - profile(end) == pytest.approx(1.92, abs=1e-9)
    wide = np.diff(profile.reach(best, 1.92))[0] / (2 * 1.96)
    assert profile.standard_error(best) == pytest.approx(wide, rel=0.05)


@pytest.mark.parametrize("unit", [1e-150, 1e-3, 1e6, 1e150])
def test_the_unit_changes_neither_power_nor_curve(unit: float) -> None:
    plain = box_cox_curve(Scores.from_arrays(LABELS, BOTH))
    other = box_cox_curve(Scores.from_arrays(LABELS, unit * BOTH))
    assert other.positive_power == pytest.approx(plain.positive_power, abs=1e-6)
    assert other.auc == pytest.approx(plain.auc, abs=1e-8)


@pytest.mark.parametrize("spread", [1e-4, 1.0, 40.0])
def test_log_normal_scores_of_any_spread_have_the_power_0_of_their_scale(spread: float) -> None:
    z = np.random.default_rng(0).normal(size=400)
    labels = np.arange(400) % 2
    curve = box_cox_curve(Scores.from_arrays(labels, np.exp(spread * (z + labels))))
    normal = binormal_curve(Scores.from_arrays(labels, z + labels))
    assert abs(curve.positive_power) * spread < 0.1
    assert curve.auc == pytest.approx(normal.auc, abs=0.01)


def test_scores_that_are_not_positive_are_shifted_by_the_rule() -> None:
    values = np.array([-1.0, 0.0, 1.0, 3.0])
    assert shift_for(values[2:], values[:2]) == 2.0  # the smallest becomes the range, 4, over 4
    assert shift_for(values[2:], values[2:]) == 0.0
    assert shift_for(values[2:], values[:2], 5.0) == 5.0
    with pytest.raises(OptionError, match="must make every score positive"):
        shift_for(values[2:], values[:2], 1.0)
    scores = Scores.from_arrays(LABELS, BOTH - 3)
    curve = box_cox_curve(scores)
    assert np.min(BOTH - 3 + curve.shift) == pytest.approx(np.ptp(BOTH) / 200)
    moved = box_cox_curve(Scores.from_arrays(LABELS, 7 * (BOTH - 9)))
    assert moved.auc == pytest.approx(curve.auc, abs=1e-7)


def test_thresholds_are_on_the_scale_of_the_scores() -> None:
    curve = box_cox_curve(Scores.from_arrays(LABELS, BOTH - 1))
    points = curve.points(31)
    inner = slice(5, -5)
    back = transformed((points.thresholds[inner] + curve.shift) / curve.unit, curve.negative_power)
    share = stats.norm.sf(back, curve.negative_mean, curve.negative_deviation)
    assert share == pytest.approx(1 - points.specificity[inner], abs=1e-9)
    assert restored(transformed(BOTH, -0.7), -0.7) == pytest.approx(BOTH)
    assert restored(transformed(BOTH, 0.0), 0.0) == pytest.approx(BOTH)
    assert restored(np.array([-9.0]), 0.5).tolist() == [0.0]
    assert restored(np.array([9.0]), -0.5).tolist() == [np.inf]


def test_a_power_for_each_class_is_no_transformation_and_moves_the_area() -> None:
    """Beta scores whose area every increasing transformation leaves at .64."""
    rng = np.random.default_rng(0)
    labels = np.arange(4000) % 2
    values = np.where(labels, rng.beta(2.7, 2.7, 4000), rng.beta(2, 3, 4000))
    empirical = auc(labels, values)
    scores = Scores.from_arrays(labels, values)
    common, apart = box_cox_curve(scores), box_cox_curve(scores, per_class=True)
    assert common.is_transformation
    assert not apart.is_transformation
    assert common.auc == pytest.approx(empirical, abs=0.005)
    assert abs(apart.auc - empirical) > 0.02
    percent = box_cox_curve(Scores.from_arrays(labels, 100 * values), per_class=True)
    assert abs(percent.auc - apart.auc) > 0.02
    assert np.isnan(apart.points(11).thresholds).all()


def test_classes_without_variance_are_refused() -> None:
    with pytest.raises(ModelError, match="every negative"):
        box_cox_curve(Scores.from_arrays([0, 0, 1, 1], [1, 1, 2, 3]))
    upper = np.nextafter(2.0, 1.0)
    near = [np.nextafter(upper, 1.0), upper, 1.0, 3.0]
    with pytest.raises(ModelError, match="logarithms"):
        box_cox_curve(Scores.from_arrays([0, 0, 1, 1], near))


def test_a_hundred_thousand_scores_take_well_under_a_second_of_cpu() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(100_000) < 0.3
    scores = Scores.from_arrays(labels, np.exp(rng.normal(size=100_000) + labels))
    start = time.process_time()
    box_cox_curve(scores)
    assert time.process_time() - start < 2
