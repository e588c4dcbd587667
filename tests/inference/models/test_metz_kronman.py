"""Metz-Kronman: the quadratic form by hand, the paired bootstrap, and what is refused."""

import math

import numpy as np
import pytest
from scipy import stats
from tests.transforms import keeping_ties

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.binormal import binormal_fit
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.models.binormal import binormal_interval
from aucurate.inference.models.metz_kronman import metz_kronman_area_test, metz_kronman_test, refits
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Comparison, JointTest

FEW = Resampling(replicates=120, rng=1)


def _paired(seed: int = 0, size: int = 120, gaps: tuple[float, float] = (1.5, 1.0)) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels, common = np.arange(size) % 2, rng.normal(size=size)
    columns = {
        name: common + rng.normal(size=size) + gap * labels
        for name, gap in zip("ab", gaps, strict=True)
    }
    return PairedScores.from_arrays(labels, columns)


def _apart(seed: int = 0) -> tuple[Scores, Scores]:
    first = _paired(seed)["a"]
    second = _paired(seed + 1, 140)["b"]
    return first, second


def test_the_independent_test_is_the_quadratic_form() -> None:
    first, second = _apart()
    one, two = binormal_fit(first), binormal_fit(second)
    gap = np.array([one.curve.intercept - two.curve.intercept, one.curve.slope - two.curve.slope])
    spread = np.array(one.covariance) + np.array(two.covariance)
    found = metz_kronman_test(first, second)
    assert found.statistic == pytest.approx(gap @ np.linalg.inv(spread) @ gap, rel=1e-10)
    assert found.p_value == pytest.approx(stats.chi2.sf(found.statistic, 2), rel=1e-10)
    assert found.degrees_of_freedom == 2
    assert metz_kronman_test(one, two) == found
    swapped = metz_kronman_test(second, first)
    assert swapped.statistic == pytest.approx(found.statistic, rel=1e-12)
    assert JointTest.from_dict(found.to_dict()) == found


def test_the_independent_areas_are_compared_by_z() -> None:
    first, second = _apart()
    one, two = binormal_interval(first), binormal_interval(second)
    found = metz_kronman_area_test(first, second)
    error = math.hypot(one.standard_error, two.standard_error)
    assert found.difference == pytest.approx(one.value - two.value)
    assert found.standard_error == pytest.approx(error, rel=1e-10)
    assert found.p_value == pytest.approx(2 * stats.norm.sf(abs(found.difference / error)))
    assert found.design == "unpaired"
    turned = metz_kronman_area_test(second, first)
    assert turned.difference == pytest.approx(-found.difference, rel=1e-12)
    assert Comparison.from_dict(found.to_dict()) == found


def test_a_curve_does_not_differ_from_itself() -> None:
    ct = ThresholdCounts(
        thresholds=np.array([5, 4, 3, 2, 1]),
        positives=np.array([33, 11, 2, 2, 3]),
        negatives=np.array([2, 11, 6, 6, 33]),
    )
    found = metz_kronman_test(ct, ct)
    assert (found.statistic, found.p_value) == (0.0, 1.0)
    data = _paired()
    found = metz_kronman_test(data["a"], data["a"], paired=True, resampling=FEW)
    assert (found.statistic, found.p_value) == (0.0, 1.0)
    assert "identical_ranking" in [c.kind for c in found.caveats]
    area = metz_kronman_area_test(data["a"], data["a"], paired=True, resampling=FEW)
    assert (area.difference, area.p_value) == (0.0, 1.0)


def test_the_paired_test_is_the_quadratic_form_of_the_replicates() -> None:
    data = _paired()
    found = metz_kronman_test(data["a"], data["b"], resampling=FEW)
    drawn = refits(data["a"], data["b"], FEW)
    one, two = drawn.fits
    slopes = np.exp(drawn.parameters[:, :, 1])
    points = np.stack([drawn.parameters[:, :, 0] / np.hypot(1, slopes), np.log(slopes)], axis=2)
    gap = np.array(
        [
            stats.norm.ppf(one.curve.auc) - stats.norm.ppf(two.curve.auc),
            math.log(one.curve.slope / two.curve.slope),
        ]
    )
    spread = np.cov((points[:, 0] - points[:, 1]).T)
    assert found.statistic == pytest.approx(gap @ np.linalg.inv(spread) @ gap, rel=1e-9)
    assert found.method == "Metz-Kronman, bootstrap covariance"
    assert len(drawn.parameters) == 120


def test_neither_rows_nor_sides_nor_scales_change_the_paired_test() -> None:
    data = _paired()
    plain = metz_kronman_test(data["a"], data["b"], resampling=FEW)
    assert metz_kronman_test(data["b"], data["a"], resampling=FEW).statistic == pytest.approx(
        plain.statistic, rel=1e-9
    )
    rows = np.random.default_rng(0).permutation(120)
    moved = PairedScores.from_arrays(
        data.observations.is_positive[rows],
        {"a": keeping_ties(np.exp)(data["a"].values[rows]), "b": data["b"].values[rows]},
    )
    again = metz_kronman_test(moved["a"], moved["b"], resampling=FEW)
    assert again.statistic == pytest.approx(plain.statistic, rel=1e-9)


def test_the_paired_area_test_is_near_delongs_on_normal_scores() -> None:
    data = _paired(3, 400)
    ours = metz_kronman_area_test(data["a"], data["b"], resampling=Resampling(replicates=300))
    theirs = delong_test(data["a"], data["b"])
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.2)
    assert ours.difference == pytest.approx(theirs.difference, abs=0.015)
    assert ours.design == "paired"


def test_unstratified_draws_and_stopping_are_possible() -> None:
    data = _paired()
    loose = Resampling(replicates=40, stratified=False, rng=2)
    assert 0 <= metz_kronman_test(data["a"], data["b"], resampling=loose).p_value <= 1
    many = Resampling(replicates=1200, rng=2)
    found = metz_kronman_test(
        data["a"], data["b"], resampling=many, progress=lambda done, total, what: False
    )
    assert "stopped_early" in [c.kind for c in found.caveats]


def test_replicates_without_a_fit_are_counted_or_too_many() -> None:
    labels, below = [0] * 12 + [1] * 12, [*range(12)]
    sharp = [*below, 8.5, 9.5, 10.5, *range(13, 22)]
    fair = [*below, 3.5, 6.5, 9.5, 10.5, *range(13, 21)]
    blunt = [*below, 2.5, 4.5, 5.5, 7.5, 9.5, 10.5, *range(13, 19)]
    data = PairedScores.from_arrays(labels, {"sharp": sharp, "fair": fair, "blunt": blunt})
    with pytest.raises(ModelError, match="21 of 120 replicates have no binormal fit"):
        metz_kronman_test(data["sharp"], data["fair"], resampling=FEW)
    many = Resampling(replicates=300, rng=1)
    found = metz_kronman_test(data["blunt"], data["fair"], resampling=many)
    (told,) = (c for c in found.caveats if c.kind == "replicates_without_fit")
    assert told.message.startswith("9 of 300 replicates")


def test_shared_observations_are_told_and_impossible_pairs_refused() -> None:
    data = _paired()
    found = metz_kronman_test(data["a"], data["b"], paired=False)
    assert "shared_observations" in [c.kind for c in found.caveats]
    with pytest.raises(OptionError, match="needs the Scores of both"):
        metz_kronman_test(binormal_fit(data["a"]), data["b"], paired=True)
    with pytest.raises(OptionError, match=r"needs labels, first and second"):
        metz_kronman_test([1], data["a"])  # type: ignore[arg-type]
