"""Bands, differences, DET, cost and decision curves: what is drawn is what the frame says."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from numpy.typing import NDArray
from tests.plots.drawn import ODD_NAMES, labels_of, legend_of, texts_of
from tests.plots.placed import assert_inside

import aucurate
from aucurate.curve.cost_curve import CostCurve
from aucurate.curve.decision_curve import decision_curve_of
from aucurate.curve.det import DetCurve
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores
from aucurate.errors import InputError, OptionError
from aucurate.inference.curve.bands import kolmogorov_band, pointwise_band
from aucurate.inference.curve.bootstrap_bands import bootstrap_band
from aucurate.inference.curve.difference import curve_difference
from aucurate.inference.operating.net_benefit import net_benefit_intervals
from aucurate.inference.resampling.options import Resampling
from aucurate.plots import (
    BandsDisplay,
    CostCurvesDisplay,
    CurveDifferenceDisplay,
    DecisionCurveDisplay,
    DetDisplay,
)

DATA = aucurate.datasets.load_breast_cancer()
FEW = Resampling(replicates=199)
ROC = {n: RocCurve.from_counts(ThresholdCounts.from_scores(DATA[n])) for n in DATA.names}


def _data(line: Line2D) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.asarray(line.get_xdata(), np.float64), np.asarray(line.get_ydata(), np.float64)


def test_the_edges_of_a_band_are_what_it_says_between_its_rates() -> None:
    band = bootstrap_band(DATA["forest"], resampling=FEW)
    axes = BandsDisplay(band).plot().figure_.axes[0]
    _, lower, upper, curve = axes.lines
    for specificity in (0.3123, 0.8117, 0.9571):
        found = band.interval_at(specificity)
        assert np.interp(1 - specificity, *_data(lower)) == pytest.approx(found.low)
        assert np.interp(1 - specificity, *_data(upper)) == pytest.approx(found.high)
    x, y = _data(curve)
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    assert np.all(np.diff(y) >= 0)
    text = "forest\n95% for the whole curve, bootstrap maximal deviation"
    assert legend_of(axes) == [text]


def test_a_band_of_specificities_is_drawn_on_the_same_axes() -> None:
    band = kolmogorov_band(DATA["forest"], quantity="specificity")
    axes = BandsDisplay(band).plot().figure_.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("1 \N{MINUS SIGN} specificity", "sensitivity")
    curve = axes.lines[-1]
    x, y = _data(curve)
    expected = ROC["forest"].sensitivity_at(0.8)
    order = np.argsort(y, kind="stable")
    assert np.interp(0.2, x[order], y[order]) == pytest.approx(expected, abs=0.03)


def test_bands_of_several_methods_and_their_frame() -> None:
    bands = [pointwise_band(DATA["tree"]), kolmogorov_band(DATA["tree"])]
    axes = BandsDisplay(bands, title="$two$").plot().figure_.axes[0]
    assert len(axes.lines) == 1 + 2 * 3
    assert legend_of(axes)[0] == "tree\n95% for each point, two binomial counts"
    frame = BandsDisplay(bands).to_frame()
    assert frame.columns[:2] == ["classifier", "method"]
    rows = frame.filter(pl.col("method") == "Kolmogorov-Smirnov")
    assert rows["low"].to_list() == list(bands[1].low)
    assert BandsDisplay(bands).to_frame(backend="pandas").shape == frame.shape
    with pytest.raises(OptionError, match="no bands"):
        BandsDisplay([])


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    BandsDisplay(pointwise_band(DATA["tree"])).plot(right)
    assert len(right.lines) == 4
    assert not left.lines


def test_the_difference_its_band_and_the_ranges() -> None:
    found = curve_difference(DATA["forest"], DATA["bayes"], resampling=FEW)
    axes = CurveDifferenceDisplay(found, title="both").plot().figure_.axes[0]
    won = [one for one in found.ranges if one.verdict == "first"]
    assert len(axes.patches) == len(found.ranges) > len(won) >= 1
    bar = axes.patches[0]
    assert isinstance(bar, Rectangle)
    assert bar.get_x() == pytest.approx(1 - won[0].high)
    assert bar.get_width() == pytest.approx(won[0].high - won[0].low)
    assert labels_of(axes) == [
        "forest minus bayes, 95% band, paired",
        "forest higher",
        "no difference detected",
    ]
    assert axes.get_ylabel() == "difference of sensitivity"
    frame = CurveDifferenceDisplay(found).to_frame()
    assert frame["low"].to_list() == list(found.low)
    ranges = CurveDifferenceDisplay(found).to_frame("ranges")
    assert ranges["verdict"].to_list() == [one.verdict for one in found.ranges]
    with pytest.raises(OptionError, match="no part 'ages'"):
        CurveDifferenceDisplay(found).to_frame("ages")


def test_a_classifier_against_itself_can_be_drawn() -> None:
    found = curve_difference(DATA["tree"], DATA["tree"], resampling=FEW)
    axes = CurveDifferenceDisplay(found).plot().figure_.axes[0]
    assert labels_of(axes) == [
        "tree minus tree (second), 95% band, paired",
        "no difference detected",
    ]
    figure = CurveDifferenceDisplay(replace(found, first="x" * 90, second="y" * 90)).plot().figure_
    assert labels_of(figure.axes[0])[0].endswith("…yyyyyyyyyy\n95% band, paired")
    assert_inside(figure)


def test_det_curves_on_the_deviate_scale() -> None:
    curves = {name: DetCurve.from_roc(roc) for name, roc in ROC.items()}
    axes = DetDisplay(curves).plot().figure_.axes[0]
    low, high = axes.get_xlim()
    assert axes.get_ylim() == (low, high)
    curve = curves["forest"]
    drawn = np.asarray(axes.lines[1 + list(curves).index("forest")].get_xydata(), float)
    finite = curve.is_finite
    points = np.stack([curve.false_alarm_deviates, curve.missed_deviates], axis=1)[finite]
    for point in points:
        assert np.min(np.abs(drawn - point).sum(axis=1)) < 1e-9
    assert np.all(np.isfinite(drawn))
    assert labels_of(axes)[1] == "forest (equal error rate 9.4%)"
    frame = DetDisplay(curves).to_frame()
    assert len(frame) == sum(map(len, curves.values()))
    with pytest.raises(OptionError, match="no curves"):
        DetDisplay({})


def test_perfect_and_constant_classifiers_have_a_det_figure() -> None:
    for off, labels, scores in ((True, [0, 0, 1, 1], [1, 2, 3, 4]), (False, [0, 1], [1, 1])):
        curve = DetCurve.from_roc(aucurate.roc_curve(labels, scores))
        figure = DetDisplay({"a": curve}).plot().figure_
        figure.draw_without_rendering()
        assert ("off the scale" in labels_of(figure.axes[0])[0]) == off
        assert all(np.all(np.isfinite(_data(line))) for line in figure.axes[0].lines)


def test_cost_curves_and_the_area_in_the_legend() -> None:
    curves = {name: CostCurve.from_roc(ROC[name]) for name in ("forest", "bayes")}
    axes = CostCurvesDisplay(curves).plot().figure_.axes[0]
    for line, (name, curve) in zip(axes.lines[1:], curves.items(), strict=True):
        x, y = _data(line)
        area = float(np.trapezoid(y, x))
        assert area == pytest.approx(curve.area)
        assert f"{name} (mean cost {area:.3f})" in labels_of(axes)
    frame = CostCurvesDisplay(curves).to_frame()
    assert frame.filter(pl.col("classifier") == "bayes")["best_to"].to_list()[-1] == 1
    many = CostCurvesDisplay({"forest": curves["forest"]}, with_lines=True).plot().figure_.axes[0]
    assert len(many.lines) == 2 + len(curves["forest"].missed)
    with pytest.raises(OptionError, match="no curves"):
        CostCurvesDisplay({})


def test_decision_curves_with_intervals() -> None:
    curves = [decision_curve_of(DATA[name], thresholds=[0.1, 0.2, 0.5]) for name in DATA.names[:2]]
    bands = {c.name: net_benefit_intervals(DATA[c.name], c.thresholds) for c in curves}
    axes = DecisionCurveDisplay(curves, intervals=bands).plot().figure_.axes[0]
    assert len(axes.collections) == 2
    labels = ["logistic (95% at each threshold)", "forest (95% at each threshold)"]
    assert labels_of(axes) == [*labels, "treat all", "treat none"]
    frame = DecisionCurveDisplay(curves, intervals=bands).to_frame()
    assert frame["low"].to_list() == [e.interval.low for c in curves for e in bands[c.name]]
    assert DecisionCurveDisplay(curves).to_frame()["low"].is_nan().all()
    with pytest.raises(InputError, match="not those of its net benefit"):
        DecisionCurveDisplay(curves, intervals={"forest": bands["logistic"]})
    with pytest.raises(OptionError, match="same name"):
        DecisionCurveDisplay([curves[0], curves[0]])
    other = decision_curve_of(DATA["tree"], prevalence=0.1)
    with pytest.raises(OptionError, match="different prevalences"):
        DecisionCurveDisplay([curves[0], other])
    with pytest.raises(OptionError, match="no decision curves"):
        DecisionCurveDisplay([])


def test_odd_names_are_text() -> None:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 60)
    data = PairedScores.from_arrays(labels, {n: rng.uniform(size=60) for n in ODD_NAMES[:3]})
    roc = {s.name: RocCurve.from_counts(ThresholdCounts.from_scores(s)) for s in data}
    first, second, _ = data
    figures = [
        BandsDisplay([pointwise_band(s) for s in data], title="$\\frac{").plot().figure_,
        CurveDifferenceDisplay(curve_difference(first, second, resampling=FEW)).plot().figure_,
        DetDisplay({n: DetCurve.from_roc(c) for n, c in roc.items()}).plot().figure_,
        CostCurvesDisplay({n: CostCurve.from_roc(c) for n, c in roc.items()}).plot().figure_,
        DecisionCurveDisplay([decision_curve_of(s) for s in data]).plot().figure_,
    ]
    for figure in figures:
        figure.draw_without_rendering()
        odd = [text for text in texts_of(figure) if "$x" in text.get_text()]
        assert not any(text.get_parse_math() or text.get_usetex() for text in odd)
        assert any(ODD_NAMES[0][:10] in label for label in labels_of(figure.axes[0]))
