"""Every curve answers the same questions, and the answers fit each other."""

import itertools

import numpy as np
import pytest
from tests.loops import for_each

from aucurate import roc_curve
from aucurate.curve import RocCurve
from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import Curve
from aucurate.errors import OptionError
from aucurate.estimates.fits.biexponential import BiexponentialCurve


def _empirical(ties: bool = False) -> RocCurve:
    rng = np.random.default_rng(3)
    labels = np.arange(60) % 3 == 0
    scores = rng.normal(size=60) + labels
    return roc_curve(labels, scores.round(0 if ties else 6))


CURVES: dict[str, Curve] = {
    "empirical": _empirical(),
    "tied": _empirical(ties=True),
    "biexponential": BiexponentialCurve(
        positive_mean=3.0, negative_mean=1.0, n_positive=9, n_negative=9
    ),
}
EVERY = pytest.mark.parametrize("name", CURVES)


@EVERY
def test_the_whole_range_is_the_whole_area(name: str) -> None:
    curve = CURVES[name]
    assert isinstance(curve, Curve)
    assert curve.partial_auc(0, 1) == pytest.approx(curve.auc, rel=1e-12)


@EVERY
def test_parts_add_up(name: str) -> None:
    curve = CURVES[name]
    edges = [0.0, 0.123, 0.5, 0.7, 0.999, 1.0]
    parts = [curve.partial_auc(a, b) for a, b in itertools.pairwise(edges)]
    assert sum(parts) == pytest.approx(curve.auc, rel=1e-12)


@EVERY
def test_a_part_is_the_integral_of_the_curve(name: str) -> None:
    curve = CURVES[name]
    middle = (np.arange(200_000) + 0.5) / 200_000
    inside = middle[(middle > 0.6) & (middle < 0.95)]
    area = float(np.sum(curve.sensitivity_at(inside))) / 200_000
    assert curve.partial_auc(0.6, 0.95) == pytest.approx(area, abs=2e-5)


@EVERY
def test_the_curve_rises_from_corner_to_corner(name: str) -> None:
    points = CURVES[name].points(50)
    assert (points.sensitivity[0], points.specificity[0]) == (0.0, 1.0)
    assert (points.sensitivity[-1], points.specificity[-1]) == (1.0, 0.0)
    assert np.all(np.diff(points.sensitivity) >= 0)
    assert np.all(np.diff(points.specificity) <= 0)
    assert len(points) == len(points.thresholds)
    area = -np.sum(np.diff(points.specificity) * (points.sensitivity[1:] + points.sensitivity[:-1]))
    assert area / 2 == pytest.approx(CURVES[name].auc, abs=2e-3)


@EVERY
def test_the_inverse_inverts(name: str) -> None:
    curve = CURVES[name]
    wanted = np.array([0.05, 0.31, 0.5, 0.77, 0.95])
    specificity = curve.specificity_at(wanted)
    assert np.all(curve.sensitivity_at(specificity) >= wanted - 1e-9)
    if isinstance(curve, FittedCurve):
        assert curve.sensitivity_at(specificity) == pytest.approx(wanted)


@EVERY
def test_numbers_for_numbers_and_corners_for_corners(name: str) -> None:
    curve = CURVES[name]
    assert isinstance(curve.sensitivity_at(0.5), float)
    assert curve.sensitivity_at([0.5, 0.6]).shape == (2,)
    assert curve.sensitivity_at(0.0) == 1.0
    assert curve.specificity_at(1.0) <= curve.specificity_at(0.5)


@EVERY
@for_each("wrong", [-0.1, 1.1, float("nan")])
def test_what_is_no_rate_is_refused(name: str, wrong: float) -> None:
    curve = CURVES[name]
    for ask in (curve.sensitivity_at, curve.specificity_at):
        with pytest.raises(OptionError, match="must lie between 0 and 1"):
            ask(wrong)
    with pytest.raises(OptionError):
        curve.partial_auc(wrong, 0.5)
    with pytest.raises(OptionError, match="needs a range"):
        curve.partial_auc(0.5, 0.5)


def test_a_step_is_entered_at_its_top_and_left_at_its_bottom() -> None:
    curve = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    assert curve.sensitivity_at([1.0, 0.75, 0.5, 0.25, 0.0]).tolist() == [0.5, 0.5, 1, 1, 1]
    assert curve.specificity_at([0.0, 0.5, 0.75, 1.0]).tolist() == [1, 1, 0.5, 0.5]
    assert curve.partial_auc(0.5, 1.0) == 0.25
    assert curve.partial_auc(0.0, 0.5) == 0.5


def test_rates_of_the_curve_are_met_without_rounding() -> None:
    labels = np.repeat([0, 1], [10, 3])
    curve = roc_curve(labels, [*range(10), 8.5, 6.5, 4.5])
    for specificity, sensitivity in ((0.9, 1 / 3), (0.7, 2 / 3), (0.5, 1.0)):
        assert curve.sensitivity_at(specificity) == sensitivity
        assert curve.specificity_at(sensitivity) == specificity
