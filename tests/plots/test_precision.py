"""The drawn precision-recall curves: steps whose area is the average precision of the legend."""

import sys

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from tests.plots.drawn import ODD_NAMES, area, labels_of, vertices

import aucurate
from aucurate.curve.precision import PrecisionCurve, precision_curve
from aucurate.data.moments import ThresholdCounts
from aucurate.errors import InputError, OptionError
from aucurate.inference.curve.average_precision import average_precision_interval
from aucurate.plots import PrecisionDisplay
from aucurate.plots.figure import rendered

DATA = aucurate.datasets.load_breast_cancer()
CURVES = {s.name: PrecisionCurve.from_counts(ThresholdCounts.from_scores(s)) for s in DATA}
SMALL = precision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])


def test_the_area_under_the_drawn_line_is_the_average_precision_in_the_legend() -> None:
    estimates = [average_precision_interval(scores) for scores in DATA]
    axes = PrecisionDisplay(CURVES, estimates=estimates).plot().figure_.axes[0]
    *lines, chance = axes.lines
    *labels, last = labels_of(axes)
    for line, estimate in zip(lines, estimates, strict=True):
        assert area(line) == pytest.approx(estimate.value, abs=1e-12)
    ranked = sorted(estimates, key=lambda one: -one.value)
    assert labels == [f"{one.name} (AP {one.value:.3f})" for one in ranked]
    share = float(np.mean(DATA["forest"].is_positive))
    assert vertices(chance).tolist() == [[0, share], [1, share]]
    assert last == "prevalence 37.2%"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("sensitivity", "precision")


def test_the_steps_of_a_small_curve() -> None:
    corners = vertices(PrecisionDisplay({"a": SMALL}).plot().figure_.axes[0].lines[0]).tolist()
    third = 2 / 3
    assert corners == [
        [0.0, 1.0],
        [0.5, 1.0],
        [0.5, 0.5],
        [0.5, 0.5],
        [0.5, third],
        [1.0, third],
        [1.0, 0.5],
        [1.0, 0.5],
    ]


def test_every_operating_point_lies_on_the_line() -> None:
    rng = np.random.default_rng(3)
    labels = rng.integers(0, 8, 300) == 0
    curve = precision_curve(labels, np.round(labels + rng.normal(size=300), 2))
    corners = vertices(PrecisionDisplay({"a": curve}).plot().figure_.axes[0].lines[0])
    assert len(corners) < len(curve)  # runs of negatives are one upright piece
    starts, ends = corners[:-1], corners[1:]
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    assert np.all((starts == ends).any(axis=1))  # level or upright
    for point in zip(curve.sensitivity, curve.precision, strict=True):
        assert np.any(np.all((low <= point) & (point <= high), axis=1))
    assert area(PrecisionDisplay({"a": curve}).plot().figure_.axes[0].lines[0]) == pytest.approx(
        curve.average_precision, abs=1e-12
    )


@pytest.mark.parametrize(
    ("labels", "scores", "value"),
    [
        ([0, 0, 1, 1], [1, 2, 3, 4], 1.0),
        ([1, 0, 0, 0], [1, 1, 1, 1], 0.25),
        ([1, 0], [1, 2], 0.5),
        ([0, 0, 0, 1], [4, 3, 2, 1], 0.25),
    ],
)
def test_degenerate_curves(labels: list[int], scores: list[int], value: float) -> None:
    curve = precision_curve(labels, scores)
    axes = PrecisionDisplay({"a": curve}).plot().figure_.axes[0]
    assert area(axes.lines[0]) == pytest.approx(value)
    assert labels_of(axes)[0] == f"a (AP {value:.3f})"


def test_intervals_are_printed_when_asked_for() -> None:
    estimate = average_precision_interval(DATA["forest"])
    two = {name: CURVES[name] for name in ("forest", "tree")}
    axes = PrecisionDisplay(two, estimates=[estimate], with_intervals=True).plot().figure_.axes[0]
    labels = labels_of(axes)
    assert labels[0] == "forest (AP 0.924, 95% CI 0.872 to 0.956)"
    assert labels[1] == f"tree (AP {CURVES['tree'].average_precision:.3f})"


def test_test_sets_with_different_prevalences_have_a_line_each() -> None:
    axes = PrecisionDisplay({"forest": CURVES["forest"], "small": SMALL}).plot().figure_.axes[0]
    assert f"small (AP {SMALL.average_precision:.3f}, prevalence 50%)" in labels_of(axes)
    assert len(labels_of(axes)) == 2
    first, second, own, other = axes.lines
    assert set(vertices(own)[:, 1]) == {CURVES["forest"].chance}
    assert set(vertices(other)[:, 1]) == {0.5}
    assert own.get_color() == first.get_color()
    assert other.get_color() == second.get_color()


def test_an_estimate_of_something_else_is_refused() -> None:
    forest, tree = (average_precision_interval(DATA[name]) for name in ("forest", "tree"))
    auc = aucurate.inference.auc.delong_interval(DATA["forest"])
    with pytest.raises(InputError, match=r"'forest' is 0\.95\d+, but the average precision"):
        PrecisionDisplay(CURVES, estimates=[auc])
    with pytest.raises(OptionError, match="two estimates of 'tree'"):
        PrecisionDisplay(CURVES, estimates=[tree, tree]).to_frame()
    with pytest.raises(OptionError, match="no classifier named 'forest'"):
        PrecisionDisplay({"tree": CURVES["tree"]}, estimates=[forest])


def test_what_is_no_curve_is_refused() -> None:
    with pytest.raises(OptionError, match="no curves to draw"):
        PrecisionDisplay({})
    with pytest.raises(OptionError, match="no curves to draw"):
        PrecisionDisplay([SMALL]).to_frame()  # type: ignore[arg-type]
    roc = aucurate.roc_curve([0, 1], [1, 2])
    with pytest.raises(OptionError, match="'a' is no precision curve, but a RocCurve"):
        PrecisionDisplay({"a": roc})  # type: ignore[dict-item]


def test_the_frame_has_the_operating_points() -> None:
    frame = PrecisionDisplay(
        CURVES, estimates=[average_precision_interval(DATA["bayes"])]
    ).to_frame()
    for name, curve in CURVES.items():
        rows = frame.filter(pl.col("classifier") == name)
        np.testing.assert_array_equal(rows["sensitivity"].to_numpy(), curve.sensitivity)
        np.testing.assert_array_equal(rows["precision"].to_numpy(), curve.precision)
        np.testing.assert_array_equal(rows["threshold"].to_numpy(), curve.thresholds)
        assert rows["average_precision"][0] == pytest.approx(curve.average_precision, abs=1e-12)
        assert set(rows["prevalence"]) == {curve.chance}
    assert PrecisionDisplay(CURVES).to_frame(backend="pandas").shape == frame.shape


def test_odd_names_are_text() -> None:
    axes = (
        PrecisionDisplay(dict.fromkeys(ODD_NAMES, SMALL), title="$\\frac{").plot().figure_.axes[0]
    )
    legend = axes.get_legend()
    assert legend is not None
    assert not any(text.get_parse_math() or text.get_usetex() for text in legend.get_texts())
    assert axes.get_title(loc="left") == "$\\frac{"
    assert ODD_NAMES[0][:10] in labels_of(axes)[0]
    assert labels_of(axes)[3:] == ["5 others (AP 0.833 to 0.833)", "prevalence 50%"]


def test_the_same_bytes_whatever_the_user_has_set() -> None:
    first = rendered(PrecisionDisplay({"a": SMALL}).plot().figure_, "svg")
    with mpl.rc_context({"font.size": 20, "lines.linewidth": 9}):
        assert rendered(PrecisionDisplay({"a": SMALL}).plot().figure_, "svg") == first


def test_given_axes_are_drawn_on_and_frames_need_no_matplotlib(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, right = Figure().subplots(1, 2)
    PrecisionDisplay({"a": SMALL}).plot(right)
    assert len(right.lines) == 2
    assert not left.lines
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert len(PrecisionDisplay({"a": SMALL}).to_frame()) == len(SMALL)
