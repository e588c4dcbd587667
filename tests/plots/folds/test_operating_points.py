"""The mean curve over folds: its points, bars, ellipses, marks, and the averaged curves."""

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.container import ErrorbarContainer
from matplotlib.figure import Figure

import aucurate
from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError
from aucurate.inference.curve.averaging import averaged, threshold_average, vertical_average
from aucurate.inference.folds.indistinguishable_points import PointSet, indistinguishable_points
from aucurate.inference.folds.operating_points import OperatingPoints, operating_points
from aucurate.inference.folds.point_tests import rate_regions
from aucurate.plots import AveragedCurvesDisplay, OperatingPointsDisplay

DATA = aucurate.datasets.load_breast_cancer_folds()


@pytest.fixture(scope="module")
def points() -> OperatingPoints:
    return operating_points(DATA, "tree", rates=["sensitivity", "specificity", "accuracy"])


@pytest.fixture(scope="module")
def found(points: OperatingPoints) -> PointSet:
    return indistinguishable_points(points, points.nearest(0.5), rates=["accuracy"])


def _legend(axes: Axes) -> list[str]:
    legend = axes.get_legend()
    assert legend is not None
    return [text.get_text() for text in legend.get_texts()]


def _bars(axes: Axes) -> ErrorbarContainer:
    (bars,) = (c for c in axes.containers if isinstance(c, ErrorbarContainer))
    return bars


def test_the_drawn_points_are_the_means(points: OperatingPoints) -> None:
    axes = OperatingPointsDisplay(points).plot().figure_.axes[0]
    line = axes.lines[-1]
    np.testing.assert_array_equal(line.get_xdata(), 1 - points.mean("specificity"))
    np.testing.assert_array_equal(line.get_ydata(), points.mean("sensitivity"))
    assert _legend(axes) == ["tree\n(mean of 10 folds ± standard deviation of the mean)"]
    assert axes.get_xlabel() == "1 \N{MINUS SIGN} specificity"


@pytest.mark.parametrize("spread", ["standard error", "standard deviation"])
def test_bars_reach_one_deviation(points: OperatingPoints, spread: str) -> None:
    axes = OperatingPointsDisplay(points, spread=spread).plot().figure_.axes[0]  # type: ignore[arg-type]
    upright = _bars(axes)[2][1].get_segments()
    heights = [float(np.ptp(segment[:, 1])) for segment in upright]
    wanted = points.standard_error if spread == "standard error" else points.standard_deviation
    assert heights == pytest.approx(2 * wanted("sensitivity"), abs=1e-12)


def test_the_set_is_marked(points: OperatingPoints, found: PointSet) -> None:
    axes = OperatingPointsDisplay(points, found, title="$one_of_them").plot().figure_.axes[0]
    cross, circles = axes.lines[-2:]
    assert cross.get_ydata() == pytest.approx([points.mean("sensitivity")[found.chosen]])
    np.testing.assert_array_equal(
        circles.get_xdata(), (1 - points.mean("specificity"))[list(found.points)]
    )
    assert (cross.get_linestyle(), circles.get_linestyle()) == ("None", "None")
    words = _legend(axes)
    assert words[1] == "chosen: sensitivity 0.858, threshold 0.478"
    others = len(points) - 1
    assert words[2] == (
        f"{len(found.points)} of {others} points: no difference detected\n(by accuracy, level 0.05)"
    )


def test_ellipses_are_those_of_the_regions(points: OperatingPoints) -> None:
    regions = rate_regions(points, confidence=0.9)
    axes = OperatingPointsDisplay(points, regions=regions).plot().figure_.axes[0]
    assert len(axes.patches) == len(regions) == len(points)
    assert not axes.containers
    x, y = regions[12].outline()
    outline = axes.lines[1 + 12]
    np.testing.assert_array_equal(outline.get_xdata(), 1 - x)
    np.testing.assert_array_equal(outline.get_ydata(), y)
    assert _legend(axes) == ["tree\n(mean of 10 folds, 90% ellipses)"]
    frame = OperatingPointsDisplay(points, regions=regions).to_frame("regions")
    rows = frame.filter(pl.col("threshold") == regions[12].threshold)
    np.testing.assert_array_equal(rows["specificity"].to_numpy(), x)
    turned = rate_regions(points, rates=("sensitivity", "specificity"))
    with pytest.raises(OptionError, match="not those of specificity and sensitivity"):
        OperatingPointsDisplay(points, regions=turned)


def test_nothing_but_the_curve(points: OperatingPoints) -> None:
    axes = OperatingPointsDisplay(points, spread="none").plot().figure_.axes[0]
    assert len(axes.lines) == 2
    assert _legend(axes) == ["tree\n(mean of 10 folds)"]
    with pytest.raises(OptionError, match="no spread 'range'"):
        OperatingPointsDisplay(points, spread="range")  # type: ignore[arg-type]


def test_the_frame_has_what_is_drawn(points: OperatingPoints, found: PointSet) -> None:
    frame = OperatingPointsDisplay(points, found).to_frame()
    assert frame["sensitivity"].to_list() == points.mean("sensitivity").tolist()
    assert frame["specificity_standard_error"].to_list() == pytest.approx(
        points.standard_error("specificity").tolist()
    )
    status = frame["status"].to_list()
    assert status[found.chosen] == "chosen"
    assert status.count("not distinguishable") == len(found.points)
    rows = frame.filter(pl.col("status") == "not distinguishable")
    assert rows["p_value"].min() > 0.05
    assert "status" not in OperatingPointsDisplay(points).to_frame().columns
    assert OperatingPointsDisplay(points).to_frame(backend="pandas").shape == (len(points), 10)


def test_what_does_not_belong_together_is_refused(points: OperatingPoints, found: PointSet) -> None:
    other = operating_points(DATA, "forest")
    with pytest.raises(OptionError, match="belong to other operating points"):
        OperatingPointsDisplay(other, found)
    alone = operating_points(DATA, "tree", rates=["f1"])
    with pytest.raises(OptionError, match="sensitivity and specificity was not averaged"):
        OperatingPointsDisplay(alone)
    half = operating_points(DATA, "tree", rates=["sensitivity"])
    with pytest.raises(OptionError, match="specificity was not averaged"):
        OperatingPointsDisplay(half).to_frame()


def test_points_that_cannot_be_compared_have_a_status() -> None:
    points = operating_points(
        DATA,
        "forest",
        rates=["sensitivity", "specificity", "positive_predictive_value"],
        thresholds=[2.0, 0.9, 0.5],
    )
    found = indistinguishable_points(points, 2, rates=["positive_predictive_value"])
    frame = OperatingPointsDisplay(points, found).to_frame()
    assert frame["status"].to_list()[0] == "not tested"
    assert np.isnan(frame["p_value"].to_list()[0])


def test_a_fold_without_a_class_is_told(one_class_fold: FoldScores) -> None:
    axes = OperatingPointsDisplay(operating_points(one_class_fold, "a")).plot().figure_.axes[0]
    assert (
        axes.get_xlabel()
        == "1 \N{MINUS SIGN} specificity\nsensitivity without folds that lack the class"
    )


def test_odd_names_are_text(odd_folds: FoldScores) -> None:
    for name in odd_folds.names:
        figure = OperatingPointsDisplay(operating_points(odd_folds, name, points=5)).plot().figure_
        figure.draw_without_rendering()
        legend = figure.axes[0].get_legend()
        assert legend is not None
        assert not any(text.get_parse_math() for text in legend.get_texts())
        assert _legend(figure.axes[0])[0].startswith(name)


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone(points: OperatingPoints) -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    OperatingPointsDisplay(points).plot(right)
    assert not left.lines
    AveragedCurvesDisplay([averaged(points)]).plot(left)
    assert left.get_xlabel() == "1 \N{MINUS SIGN} specificity"


def test_averages_are_drawn_side_by_side(points: OperatingPoints) -> None:
    curves = [averaged(points), vertical_average(DATA, "tree"), threshold_average(DATA, "tree")]
    axes = AveragedCurvesDisplay(curves, title="three").plot().figure_.axes[0]
    assert _legend(axes) == [
        "operating point averaging over 10 folds",
        "vertical averaging over 10 folds",
        "threshold averaging over 10 folds",
    ]
    frame = AveragedCurvesDisplay(curves).to_frame()
    for curve, word in zip(curves, _legend(axes), strict=True):
        rows = frame.filter(pl.col("curve") == word)
        assert rows["sensitivity"].to_list() == curve.sensitivity.tolist()
        assert rows["specificity_standard_error"].to_list() == curve.specificity_error.tolist()
    twice = _legend(AveragedCurvesDisplay([curves[1], curves[1]]).plot().figure_.axes[0])
    assert twice == ["vertical averaging over 10 folds #1", "vertical averaging over 10 folds #2"]
    both = [curves[1], vertical_average(DATA, "forest")]
    assert _legend(AveragedCurvesDisplay(both).plot().figure_.axes[0])[1].startswith(
        "forest, vertical"
    )
    with pytest.raises(OptionError, match="no curves to draw"):
        AveragedCurvesDisplay([])
