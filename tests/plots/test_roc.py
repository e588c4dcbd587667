"""The drawn ROC curves: their vertices, their areas and the legend."""

import re

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from tests.plots.drawn import ODD_NAMES, area, legend_of, texts_of, vertices

import aucurate
from aucurate.data.scores import PairedScores
from aucurate.errors import InputError, OptionError
from aucurate.plots import RocDisplay

DATA = aucurate.load_breast_cancer()


def _curves(axes: Axes) -> list[Line2D]:
    """All lines but the diagonal."""
    return list(axes.lines)[1:]


def test_the_area_under_the_drawn_line_is_the_auc_in_thelegend_of() -> None:
    estimates = [aucurate.delong_interval(scores) for scores in DATA]
    axes = RocDisplay(DATA, estimates=estimates).plot().figure_.axes[0]
    lines = _curves(axes)
    assert len(lines) == 5
    for line, label, estimate in zip(lines, legend_of(axes), estimates, strict=True):
        assert area(line) == pytest.approx(estimate.value, abs=1e-14)
        assert label == f"{estimate.name} (AUC {estimate.value:.3f})"


def test_the_line_of_a_fitted_curve_has_the_area_of_thelegend_of() -> None:
    curve = aucurate.binormal_curve(DATA["tree"])
    axes = RocDisplay({"fitted": curve}).plot().figure_.axes[0]
    assert area(_curves(axes)[0]) == pytest.approx(curve.auc, abs=1e-5)
    assert legend_of(axes) == [f"fitted (AUC {curve.auc:.3f})"]


def test_the_frame_has_the_vertices_of_the_lines() -> None:
    axes = RocDisplay(DATA).plot().figure_.axes[0]
    frame = RocDisplay(DATA).to_frame()
    for name, line in zip(DATA.names, _curves(axes), strict=True):
        rows = frame.filter(pl.col("classifier") == name)
        x, y = vertices(line).T
        np.testing.assert_array_equal(1 - rows["specificity"].to_numpy(), x)
        np.testing.assert_array_equal(rows["sensitivity"].to_numpy(), y)
        assert set(rows["auc"]) == {aucurate.auc(DATA[name].is_positive, DATA[name].values)}
    assert RocDisplay(DATA).to_frame(backend="pandas").shape == frame.shape
    with pytest.raises(OptionError, match="no backend 'spark'"):
        RocDisplay(DATA).to_frame(backend="spark")


def test_axes_have_the_words_and_the_same_scale() -> None:
    axes = RocDisplay(DATA).plot().figure_.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("1 - specificity", "sensitivity")
    assert axes.get_aspect() == 1.0
    assert vertices(axes.lines[0]).tolist() == [[0, 0], [1, 1]]


def test_intervals_are_printed_when_asked_for() -> None:
    estimate = aucurate.delong_interval(DATA["tree"])
    axes = RocDisplay(DATA, estimates=[estimate], with_intervals=True).plot().figure_.axes[0]
    assert re.fullmatch(r"tree \(AUC 0\.\d{3}, 95% CI 0\.\d{3} to 0\.\d{3}\)", legend_of(axes)[-1])
    assert legend_of(axes)[0] == "logistic (AUC 0.974)"


def test_an_estimate_of_something_else_is_refused() -> None:
    forest, tree = (aucurate.delong_interval(DATA[name]) for name in ("forest", "tree"))
    other = aucurate.Estimate.from_dict(forest.to_dict() | {"name": "tree"})
    with pytest.raises(InputError, match=r"estimate of 'tree' is 0\.95"):
        RocDisplay(DATA, estimates=[other])
    with pytest.raises(OptionError, match="two estimates of 'tree'"):
        RocDisplay(DATA, estimates=[tree, tree])
    with pytest.raises(OptionError, match="no classifier named 'tree'"):
        RocDisplay(DATA["forest"], estimates=[tree])


def test_what_is_no_curve_is_refused() -> None:
    with pytest.raises(OptionError, match="there are no curves"):
        RocDisplay({})
    with pytest.raises(OptionError, match="'a' is no curve, but a list"):
        RocDisplay({"a": [1, 2]})  # type: ignore[dict-item]


def test_two_test_sets_can_be_drawn() -> None:
    data = aucurate.UnpairedScores.from_arrays(
        {"old": ([0, 1, 1], [0.2, 0.1, 0.7]), "new": ([0, 0, 1], [0.1, 0.5, 0.9])}
    )
    assert legend_of(RocDisplay(data).plot().figure_.axes[0]) == [
        "old (AUC 0.500)",
        "new (AUC 1.000)",
    ]


def test_odd_names_are_drawn_as_they_are() -> None:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 60)
    data = PairedScores.from_arrays(labels, {n: rng.normal(size=60) for n in ODD_NAMES})
    figure = RocDisplay(data, title="$\\frac{").plot().figure_
    figure.draw_without_rendering()
    odd = [text for text in texts_of(figure) if "$" in text.get_text()]
    assert len(odd) == 2
    assert not any(text.get_parse_math() or text.get_usetex() for text in odd)
    shown = legend_of(figure.axes[0])
    assert len(set(shown)) == len(ODD_NAMES)
    assert shown[0].startswith("_starts with an underscore (AUC")
    assert shown[1].startswith("$x_1^{2}$ costs $5 (AUC")
    assert "500 rounds" in shown[3]
    assert "700 rounds" in shown[4]
    assert all(label.isprintable() for label in shown)


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    RocDisplay(DATA).plot(right)
    assert len(right.lines) == 6
    assert not left.lines
    assert left.get_xlabel() == ""


def test_too_many_curves_are_refused() -> None:
    curve = aucurate.roc_curve([0, 1], [0, 1])
    with pytest.raises(OptionError, match="36 lines cannot be told apart"):
        RocDisplay({str(at): curve for at in range(36)})
    assert len(RocDisplay({str(at): curve for at in range(35)}).plot().figure_.axes[0].lines) == 36
