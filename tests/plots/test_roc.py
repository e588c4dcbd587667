"""The drawn ROC curves: their vertices, their areas and the legend."""

import re

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from tests.plots.drawn import ODD_NAMES, area, labels_of, texts_of, vertices

import aucurate
from aucurate.data.scores import PairedScores
from aucurate.errors import InputError, OptionError
from aucurate.plots import RocDisplay

DATA = aucurate.datasets.load_breast_cancer()


def _curves(axes: Axes) -> list[Line2D]:
    """All lines but the diagonal."""
    return list(axes.lines)[1:]


def test_the_area_under_the_drawn_line_is_the_auc_in_its_label() -> None:
    estimates = [aucurate.inference.auc.delong_interval(scores) for scores in DATA]
    axes = RocDisplay(DATA, estimates=estimates).plot().figure_.axes[0]
    lines = _curves(axes)
    assert len(lines) == 5
    for line, estimate in zip(lines, estimates, strict=True):
        assert area(line) == pytest.approx(estimate.value, abs=1e-14)
        assert line.get_linestyle() == "-"
    assert len({line.get_color() for line in lines}) == 5
    ranked = sorted(estimates, key=lambda one: -one.value)
    assert labels_of(axes) == [f"{one.name} (AUC {one.value:.3f})" for one in ranked]


def test_the_line_of_a_fitted_curve_has_the_area_of_its_label() -> None:
    curve = aucurate.estimates.binormal_curve(DATA["tree"])
    axes = RocDisplay({"fitted": curve}).plot().figure_.axes[0]
    assert area(_curves(axes)[0]) == pytest.approx(curve.auc, abs=1e-5)
    assert labels_of(axes) == [f"fitted (AUC {curve.auc:.3f})"]


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
    with pytest.raises(OptionError, match="backend must be 'polars'"):
        RocDisplay(DATA).to_frame(backend="spark")  # type: ignore[arg-type]


def test_axes_have_the_words_and_the_same_scale() -> None:
    axes = RocDisplay(DATA).plot().figure_.axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("1 \N{MINUS SIGN} specificity", "sensitivity")
    assert axes.get_aspect() == 1.0
    assert vertices(axes.lines[0]).tolist() == [[0, 0], [1, 1]]


def test_intervals_are_printed_when_asked_for() -> None:
    estimate = aucurate.inference.auc.delong_interval(DATA["tree"])
    axes = RocDisplay(DATA, estimates=[estimate], with_intervals=True).plot().figure_.axes[0]
    assert re.fullmatch(r"tree \(AUC 0\.\d{3}, 95% CI 0\.\d{3} to 0\.\d{3}\)", labels_of(axes)[-2])
    assert labels_of(axes)[0] == "logistic (AUC 0.974)"


def test_an_estimate_of_something_else_is_refused() -> None:
    forest, tree = (
        aucurate.inference.auc.delong_interval(DATA[name]) for name in ("forest", "tree")
    )
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
    assert labels_of(RocDisplay(data).plot().figure_.axes[0]) == [
        "new (AUC 1.000)",
        "old (AUC 0.500)",
    ]


def test_odd_names_are_drawn_as_they_are() -> None:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 2, 60)
    data = PairedScores.from_arrays(labels, {n: rng.normal(size=60) for n in ODD_NAMES})
    figure = RocDisplay(data, title="$\\frac{", highlight=ODD_NAMES).plot().figure_
    figure.draw_without_rendering()
    odd = [text for text in texts_of(figure) if "$" in text.get_text()]
    assert len(odd) == 2
    assert not any(text.get_parse_math() or text.get_usetex() for text in odd)
    shown = labels_of(figure.axes[0])
    assert len(set(shown)) == len(ODD_NAMES)
    for start in ("_starts with an underscore (AUC", "$x_1^{2}$ costs $5 (AUC"):
        assert any(label.startswith(start) for label in shown)
    assert sum("500 rounds" in label or "700 rounds" in label for label in shown) == 2
    assert all(label.replace("\n", "").isprintable() for label in shown)


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    RocDisplay(DATA).plot(right)
    assert len(right.lines) == 6
    assert not left.lines
    assert left.get_xlabel() == ""


def test_many_curves_are_grey_behind_the_best_and_those_to_highlight() -> None:
    rng = np.random.default_rng(1)
    labels = np.arange(80) % 2
    scores = {f"c{at:02d}": at * labels / 20 + rng.normal(size=80) for at in range(40)}
    display = RocDisplay(PairedScores.from_arrays(labels, scores), highlight=["c00"])
    axes = display.plot().figure_.axes[0]
    lines, areas = _curves(axes), dict(display.to_frame().select("classifier", "auc").rows())
    ranked = sorted(areas, key=lambda name: -areas[name])
    coloured = [*ranked[:3], "c00"]
    assert [label.split(" (")[0] for label in labels_of(axes)] == [*coloured, "36 others"]
    greys = {line.get_color() for at, line in enumerate(lines) if f"c{at:02d}" not in coloured}
    assert len(greys) == 1
    assert all(area(line) == pytest.approx(areas[f"c{at:02d}"]) for at, line in enumerate(lines))
    with pytest.raises(OptionError, match="no classifier named 'x'"):
        RocDisplay(DATA, highlight=["x"])


def test_a_title_says_what_is_shown_on_a_figure_of_its_own() -> None:
    def title(axes: Axes) -> str:
        return axes.get_title(loc="left")

    assert title(RocDisplay(DATA).plot().figure_.axes[0]) == "ROC curves of 5 classifiers"
    assert title(RocDisplay(DATA["tree"]).plot().figure_.axes[0]) == "ROC curve of tree"
    assert title(RocDisplay(DATA, title="mine").plot().figure_.axes[0]) == "mine"
    assert title(RocDisplay(DATA, title="").plot().figure_.axes[0]) == ""
    given = Figure().add_subplot()
    RocDisplay(DATA).plot(given)
    assert title(given) == ""
