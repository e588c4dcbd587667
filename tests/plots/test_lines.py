"""Thinned lines: the area of the legend, no pixel moved, and frames that keep every point."""

from typing import Any

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray
from scipy import ndimage
from tests.plots.drawn import area, labels_of, vertices

import aucurate
from aucurate.curve.det import DetCurve
from aucurate.curve.fold_curves import fold_curves
from aucurate.curve.precision import PrecisionCurve
from aucurate.curve.roc import RocCurve
from aucurate.data.folds import FoldScores
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import InputError
from aucurate.plots import DetDisplay, FoldCurvesDisplay, PrecisionDisplay, RocDisplay
from aucurate.plots.lines import COLUMNS, area_of, roc_line, shown_points, slack_of
from aucurate.study.curves import CurveCounts

PIXELS = 1500  # of our widest curve at 300 dots per inch


def _scores(n: int, *, positives: float = 0.3, digits: int | None = None) -> Scores:
    rng = np.random.default_rng(5)
    labels = rng.random(n) < positives
    labels[:1] = True
    values = rng.normal(size=n) + labels
    return Scores.from_arrays(
        labels, values if digits is None else values.round(digits), name="forest"
    )


@pytest.mark.parametrize(
    ("size", "positives", "digits"),
    [(1_000_000, 0.3, None), (300_000, 0.3, 4), (200_000, 0.0, None), (200_000, 0.0002, None)],
    ids=["a million", "ties", "one positive", "few positives"],
)
def test_the_area_under_a_thinned_line_is_the_auc(
    size: int, positives: float, digits: int | None
) -> None:
    scores = _scores(size, positives=positives, digits=digits)
    expected = ThresholdCounts.from_scores(scores).auc
    axes = RocDisplay(scores).plot().figure_.axes[0]
    line = axes.lines[1]
    assert len(vertices(line)) <= 20_001
    assert area(line) == pytest.approx(expected, abs=1e-12)
    assert labels_of(axes) == [f"forest (AUC {expected:.3f})"]


def test_the_area_of_a_long_curve_is_that_of_its_own_sum() -> None:
    curve = RocCurve.from_counts(ThresholdCounts.from_scores(_scores(5_000, digits=2)))
    assert area_of(curve) == curve.auc
    fitted = aucurate.estimates.binormal_curve(_scores(500))
    assert area_of(fitted) == fitted.auc


def _rendered(x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.int64]:
    figure = Figure(figsize=(4, 4), dpi=400)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.plot(x, y, color="black", linewidth=1.6)
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., 0].astype(np.int64)


def test_no_pixel_of_a_roc_curve_moves() -> None:
    curve = RocCurve.from_counts(ThresholdCounts.from_scores(_scores(200_000)))
    x, y = 1 - curve.specificity, curve.sensitivity
    line_x, line_y = roc_line(curve)
    # Both rise, so at every x + y there is one point of each: how far are they from each other?
    apart = np.abs(np.interp(x + y, line_x + line_y, line_x) - x)
    assert np.max(apart) * np.sqrt(2) * PIXELS < 0.5
    # Matplotlib strokes a jagged line with errors of its own at its rim, so that is let off.
    whole, thinned = _rendered(x, y) < 128, _rendered(line_x, line_y) < 128
    assert np.mean(whole) > 0.005
    for one, other in ((whole, thinned), (thinned, whole)):
        assert not np.any(one & ~ndimage.binary_dilation(other))


def _reach(
    x: NDArray[np.float64], y: NDArray[np.float64], edges: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The lowest and the highest y of a line in each column, none where it has no vertex."""
    place = np.searchsorted(edges, x, side="right")
    low, high = np.full(len(edges) + 1, np.inf), np.full(len(edges) + 1, -np.inf)
    np.minimum.at(low, place, y)
    np.maximum.at(high, place, y)
    return np.stack([low, high])


def test_a_line_reaches_as_far_in_every_column() -> None:
    rng = np.random.default_rng(1)
    x, y = np.sort(rng.random(300_000)), rng.normal(size=300_000).cumsum()
    edges = np.linspace(0, 1, COLUMNS + 1)
    kept = shown_points(x, y)
    assert len(kept) <= 4 * (COLUMNS + 2)
    assert (np.diff(kept) > 0).all()
    np.testing.assert_array_equal(_reach(x, y, edges), _reach(x[kept], y[kept], edges))
    assert 1 / COLUMNS < 0.5 / PIXELS
    np.testing.assert_array_equal(shown_points(x[:10], y[:10]), np.arange(10))


def test_long_precision_and_det_curves_are_thinned_where_nobody_sees_it() -> None:
    counts = ThresholdCounts.from_scores(_scores(400_000))
    precise = PrecisionCurve.from_counts(counts)
    line = PrecisionDisplay({"forest": precise}).plot().figure_.axes[0].lines[0]
    assert len(vertices(line)) <= 8 * (COLUMNS + 2)
    assert area(line) == pytest.approx(precise.average_precision, abs=1e-4)
    curve = DetCurve.from_roc(RocCurve.from_counts(counts))
    det = DetDisplay({"forest": curve}).plot().figure_.axes[0]
    low, high = det.get_xlim()
    drawn = set(map(tuple, vertices(det.lines[1]).round(9).tolist()))
    assert len(drawn) < 100_000
    points = np.stack([curve.false_alarm_deviates, curve.missed_deviates]).T.clip(-10, 10)
    shown = np.array([tuple(point) in drawn for point in points.round(9).tolist()])
    kept = np.flatnonzero(shown)
    # What is left out of a falling curve lies in the box between two kept points.
    inside = (points[kept[1:], 0] > low) & (points[kept[:-1], 0] < high)
    width = np.diff(points[kept, 0])[inside & (np.diff(kept) > 1)]
    assert np.max(width) < (high - low) / PIXELS / 2


def test_the_curves_of_folds_are_thinned_with_their_areas() -> None:
    scores = _scores(120_000)
    data = FoldScores.from_arrays(
        scores.is_positive, {"a": scores.values}, folds=np.arange(len(scores.values)) % 2
    )
    curves = fold_curves(data, thresholds={"a": 0.5})
    lines = FoldCurvesDisplay(curves).plot().figure_.axes[0].lines[1:3]
    for line, curve in zip(lines, curves.of("a"), strict=True):
        assert len(vertices(line)) < len(curve)
        assert area(line) == pytest.approx(curve.auc, abs=1e-12)


def test_frames_keep_every_point() -> None:
    scores = _scores(100_000)
    curve = RocCurve.from_counts(ThresholdCounts.from_scores(scores), drop_collinear=True)
    assert len(RocDisplay(scores).to_frame()) == len(curve) > 20_001


def test_a_curve_of_some_points_takes_the_auc_that_it_may_have() -> None:
    scores = _scores(50_000)
    counts, exact = CurveCounts.from_scores(scores), aucurate.inference.auc.delong_interval(scores)
    assert not counts.is_whole
    assert 0 < abs(counts.curve().auc - exact.value) <= slack_of(counts.curve()) < 1e-3
    axes = RocDisplay([counts], estimates=[exact]).plot().figure_.axes[0]
    assert labels_of(axes) == [f"forest (AUC {exact.value:.3f})"]
    assert labels_of(RocDisplay([counts]).plot().figure_.axes[0])[0].startswith(
        "forest (AUC about 0."
    )
    other = aucurate.Estimate.from_dict(exact.to_dict() | {"value": exact.value + 0.01})
    with pytest.raises(InputError, match="the area under its curve"):
        RocDisplay([counts], estimates=[other])
    small = CurveCounts.from_scores(_scores(300))
    near = aucurate.inference.auc.delong_interval(_scores(300))
    near = aucurate.Estimate.from_dict(near.to_dict() | {"value": near.value + 1e-6})
    with pytest.raises(InputError, match="the area under its curve"):  # a whole curve is exact
        RocDisplay([small], estimates=[near])


def test_a_curve_just_too_long_to_be_whole_is_drawn() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 1000)
    for _ in range(10):  # all points that are left out may lie above the line
        study = aucurate.compare(labels, labels + rng.normal(size=1000))
        (counts,), (estimate,) = study.curves, study.estimates
        assert not counts.is_whole
        assert abs(counts.curve().auc - estimate.value) <= slack_of(counts.curve()) + 1e-12
        RocDisplay([counts], estimates=[estimate])
