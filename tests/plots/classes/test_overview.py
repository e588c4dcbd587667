"""The figure of a study of several classes, and the errors at its operating points."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.plots.drawn import ODD_NAMES, legend_of, texts_of, vertices

from aucurate.data.classes import PairedClassScores
from aucurate.datasets import load_wine_class_folds
from aucurate.errors import OptionError
from aucurate.plots import ClassPointErrorsDisplay, MulticlassDisplay
from aucurate.plots.figure import rendered
from aucurate.study.multiclass import MulticlassStudy, multiclass


def made(classes: tuple[str, ...], names: tuple[str, ...], search: str = "none") -> MulticlassStudy:
    many = len(classes)
    rng = np.random.default_rng(many)
    codes = np.arange(many * 12) % many
    scores = {}
    for at, name in enumerate(names):
        odds = rng.normal(size=(len(codes), many)) + (2.5 - 0.5 * at) * np.eye(many)[codes]
        scores[name] = np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True)
    data = PairedClassScores.from_arrays(np.array(classes)[codes], scores, classes=classes)
    return multiclass(data, search=search)


@pytest.fixture(scope="module")
def wine() -> MulticlassStudy:
    return multiclass(load_wine_class_folds())


def _title(axes: Axes) -> str:
    legend = axes.get_legend()
    return legend.get_title().get_text() if legend is not None else axes.get_title(loc="left")


def _apart(figure: Figure) -> None:
    """No panel reaches into another, or out of the figure."""
    figure.draw_without_rendering()
    boxes: list[Any] = [axes.get_tightbbox() for axes in figure.axes]
    width, height = figure.bbox.width, figure.bbox.height
    for box in boxes:
        assert min(box.x0, box.y0) >= -1
        assert box.x1 <= width + 1
        assert box.y1 <= height + 1
    for one, two in combinations(boxes, 2):
        assert min(one.x1, two.x1) <= max(one.x0, two.x0) + 1 or (
            min(one.y1, two.y1) <= max(one.y0, two.y0) + 1
        )


def _errors(study: MulticlassStudy, name: str, kind: str) -> list[float]:
    (point,) = (p for p in study.points if p.name == name and p.kind == kind)
    return [one.value for one in point.errors]


def test_two_classifiers_have_a_row_each(wine: MulticlassStudy) -> None:
    figure = MulticlassDisplay(wine).plot().figure_
    assert len(figure.axes) == 6
    _apart(figure)
    places = [axes.get_position() for axes in figure.axes]
    for row in (places[:3], places[3:]):
        assert [place.y1 for place in row] == pytest.approx([row[0].y1] * 3)
        assert row[0].x1 < row[1].x0 < row[1].x1 < row[2].x0
    assert places[3].y1 < places[0].y0
    assert [_title(axes) for axes in figure.axes[3:]] == [
        "logistic: error of each class",
        "AUC of each pair of classes",
        "decisions at searched weights",
    ]


def test_the_drawn_errors_are_those_of_the_study(wine: MulticlassStudy) -> None:
    panels = MulticlassDisplay(wine).plot().figure_.axes[::3]
    for name, nested, axes in zip(wine.names, wine.nested, panels, strict=True):
        equal, searched, unseen = (vertices(line)[:, 0].tolist() for line in axes.lines)
        assert equal == _errors(wine, name, "equal weights")
        assert searched == _errors(wine, name, "searched")
        assert unseen == list(nested.class_errors)
        ends = [segment[:, 0] for c in axes.collections[:2] for segment in c.get_segments()]  # type: ignore[attr-defined]
        points = [p for p in wine.points if p.name == name]
        limits = [one.interval for point in points for one in point.errors]
        np.testing.assert_allclose(ends, [[i.low, i.high] for i in limits])
        assert [text.get_text() for text in axes.get_yticklabels()] == list(wine.classes)
        assert legend_of(axes) == [
            f"{name}: equal weights",
            "searched weights",
            "searched weights, on unseen folds",
        ]
    one, two = (axes.get_xlim() for axes in panels)
    assert one == two
    assert one[1] >= max(p.errors[at].interval.high for p in wine.points for at in range(3))


def test_one_classifier_has_its_rows_in_line() -> None:
    study = made(("a", "b", "c", "d"), ("tree",), "minimax")
    figure = MulticlassDisplay(study).plot().figure_
    assert len(figure.axes) == 3
    _apart(figure)
    errors, pairs, decisions = (axes.get_position() for axes in figure.axes)
    assert errors.x1 < pairs.x0 < decisions.x0
    assert (errors.y0, errors.y1) == pytest.approx((pairs.y0, pairs.y1))
    assert figure.axes[0].get_ylim() == figure.axes[1].get_ylim()
    assert len(figure.axes[0].lines) == 2  # one test set: no unseen folds


def test_more_classifiers_stand_below_each_other_without_a_search() -> None:
    study = made(tuple("abcd"), ("one", "two", "three"))
    figure = MulticlassDisplay(study).plot().figure_
    assert len(figure.axes) == 9
    _apart(figure)
    tops = [axes.get_position().y1 for axes in figure.axes[1::3]]
    assert tops == sorted(tops, reverse=True)
    assert len({axes.get_position().x0 for axes in figure.axes[1::3]}) == 1
    assert _title(figure.axes[2]) == "decisions at equal weights"
    assert legend_of(figure.axes[3]) == ["two: equal weights"]


def test_many_classes_with_long_names_fit() -> None:
    classes = tuple(f"a kind of observation, number {at}" for at in range(18))
    figure = MulticlassDisplay(made(classes, ("forest",))).plot().figure_
    _apart(figure)
    assert len(figure.axes[0].get_yticklabels()) == 18


def test_names_are_text_and_bytes_are_the_same() -> None:
    study = made(ODD_NAMES[:3], (ODD_NAMES[3], ODD_NAMES[4]))
    figure = MulticlassDisplay(study).plot().figure_
    odd = [t for t in texts_of(figure) if "$" in t.get_text() and t.get_visible()]
    assert odd
    assert not any(text.get_parse_math() for text in odd)
    svg = rendered(figure, "svg")
    assert b"<script>" not in svg
    assert svg == rendered(MulticlassDisplay(study).plot().figure_, "svg")
    assert len({_title(axes) for axes in figure.axes[::3]}) == 2


def test_the_frames_hold_what_is_drawn(wine: MulticlassStudy) -> None:
    errors = MulticlassDisplay(wine).to_frame()
    assert errors.height == 2 * 2 * 3
    assert errors["error"].to_list() == [one.value for p in wine.points for one in p.errors]
    searched = errors.filter(errors["weights"] == "searched")
    outside = [value for one in wine.nested for value in one.class_errors]
    assert searched["unseen"].to_list() == outside
    assert errors.filter(errors["weights"] != "searched")["unseen"].is_nan().all()
    pairs = MulticlassDisplay(wine).to_frame("pairs")
    assert pairs["auc"].to_list() == [one.value for p in wine.pairwise for one in p.estimates]
    decisions = MulticlassDisplay(wine).to_frame("decisions", backend="pandas")
    expected = [n for name in wine.names for row in wine.point(name).confusion for n in row]
    assert decisions["count"].tolist() == expected
    assert decisions["confidence"].unique().tolist() == [0.95]
    with pytest.raises(OptionError, match="this figure has no part 'all'"):
        MulticlassDisplay(wine).to_frame("all")


def test_errors_on_a_figure_of_their_own(wine: MulticlassStudy) -> None:
    points = [p for p in wine.points if p.name == "forest"]
    figure = ClassPointErrorsDisplay(points, wine.nested[0], title="errors of $wine").plot().figure_
    (axes,) = figure.axes
    _apart(figure)
    assert len(axes.lines) == 3
    assert axes.get_xlabel() == "error of the class, 95% intervals"
    assert ClassPointErrorsDisplay(points[:1]).to_frame().height == 3
    with pytest.raises(OptionError, match="of 'forest', 'logistic'"):
        ClassPointErrorsDisplay(wine.points).plot(axes)
    with pytest.raises(OptionError, match="of one classifier are drawn; these are of none"):
        ClassPointErrorsDisplay([])
