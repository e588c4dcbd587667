"""The DET curve: deviates, points beyond the scale, the equal error rate, and scikit-learn."""

import numpy as np
import pytest
from scipy import special

from aucurate.curve.det import DetCurve, det_curve
from aucurate.curve.roc import roc_curve


def test_points_are_those_of_the_roc_curve() -> None:
    rng = np.random.default_rng(1)
    labels, scores = rng.integers(0, 2, 50), rng.integers(0, 9, 50)
    curve, roc = det_curve(labels, scores), roc_curve(labels, scores)
    np.testing.assert_allclose(curve.missed, 1 - roc.sensitivity)
    np.testing.assert_allclose(curve.false_alarms, 1 - roc.specificity)
    inside = curve.is_finite
    np.testing.assert_allclose(special.ndtr(curve.missed_deviates[inside]), curve.missed[inside])
    assert not inside[0]
    assert not inside[-1]
    assert curve.missed_deviates[0] == np.inf
    assert curve.false_alarm_deviates[0] == -np.inf


def test_normal_scores_give_a_straight_line() -> None:
    rng = np.random.default_rng(2)
    labels = np.repeat([1, 0], 40_000)
    curve = det_curve(labels, rng.normal(size=80_000) + 1.5 * labels)
    x, y = curve.false_alarm_deviates, curve.missed_deviates
    middle = (np.abs(x) < 1.5) & (np.abs(y) < 1.5)
    slope, start = np.polyfit(x[middle], y[middle], 1)
    assert (slope, start) == pytest.approx((-1, -1.5), abs=0.05)
    assert curve.equal_error_rate == pytest.approx(special.ndtr(-0.75), abs=0.01)


@pytest.mark.parametrize(
    ("labels", "scores", "rate"),
    [
        ([0, 0, 1, 1], [1, 2, 3, 4], 0.0),
        ([1, 1, 0, 0], [1, 2, 3, 4], 1.0),
        ([0, 1], [5, 5], 0.5),
        ([0, 0, 0, 1], [1, 2, 3, 2], 0.5),
    ],
)
def test_the_equal_error_rate(labels: list[int], scores: list[int], rate: float) -> None:
    assert det_curve(labels, scores).equal_error_rate == pytest.approx(rate)


def test_scikit_learn_has_the_same_points() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    labels, scores = rng.integers(0, 2, 80), np.round(rng.normal(size=80), 1)
    false, missed, thresholds = metrics.det_curve(labels, scores)
    curve = det_curve(labels, scores)
    points = zip(curve.thresholds, curve.false_alarms, curve.missed, strict=True)
    ours = {float(t): (f, m) for t, f, m in points}
    for t, f, m in zip(thresholds, false, missed, strict=True):
        if np.isfinite(t):
            assert ours[float(t)] == pytest.approx((f, m))


def test_from_roc_shares_its_thresholds() -> None:
    roc = roc_curve([0, 1, 1], [0.1, 0.2, 0.3])
    assert DetCurve.from_roc(roc).thresholds is roc.thresholds
    assert len(DetCurve.from_roc(roc)) == 4
