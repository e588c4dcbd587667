"""Figures of several classes: errors of pairs and side by side, confusion, pairwise AUCs."""

import string

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.loops import for_each
from tests.plots.drawn import ODD_NAMES, legend_of, texts_of, vertices
from tests.plots.placed import assert_inside

from aucurate.data.class_folds import ClassFoldScores
from aucurate.errors import OptionError
from aucurate.inference.folds.class_points import ClassOperatingPoints, class_operating_points
from aucurate.inference.folds.indistinguishable_points import (
    ClassPointSet,
    indistinguishable_points,
)
from aucurate.inference.multiclass.confusion import confusion_intervals
from aucurate.inference.multiclass.pairwise_auc import pairwise_auc_intervals
from aucurate.plots import (
    ClassErrorsDisplay,
    ConfusionDisplay,
    PairwiseAucDisplay,
    ParallelErrorsDisplay,
)
from aucurate.plots.figure import rendered


def drawn(classes: tuple[str, ...], each: int = 20) -> ClassFoldScores:
    many = len(classes)
    codes = np.arange(many * each) % many
    rng = np.random.default_rng(many)
    odds = rng.normal(size=(len(codes), many)) + 2 * np.eye(many)[codes]
    return ClassFoldScores.from_arrays(
        np.array(classes)[codes],
        np.exp(odds) / np.exp(odds).sum(axis=1, keepdims=True),
        classes=classes,
        folds=np.arange(len(codes)) // many % 5,
        name="bayes",
    )


def averaged(
    classes: tuple[str, ...], number: int = 12
) -> tuple[ClassOperatingPoints, ClassPointSet]:
    many = len(classes)
    weights = np.random.default_rng(1).dirichlet(np.full(many, 20.0), number)
    points = class_operating_points(drawn(classes), weights)
    return points, indistinguishable_points(points, 2)


THREE = averaged(("2", "3", "5"))
LETTERS = tuple(string.ascii_uppercase)


def test_two_panels_of_three_classes_have_the_mean_errors() -> None:
    points, found = THREE
    panels = ClassErrorsDisplay(points, found).plot().figure_.axes
    errors = np.stack([points.mean(rate) for rate in points.rates])
    for axes, other in zip(panels, (1, 2), strict=True):
        every, inside, chosen = map(vertices, axes.lines)
        np.testing.assert_allclose(every.T, errors[[0, other]])
        np.testing.assert_allclose(inside.T, errors[[0, other]][:, list(found.points)])
        np.testing.assert_allclose(chosen.T, errors[[0, other]][:, [2]])
    labels = legend_of(panels[1])
    assert labels[0] == "bayes: 12 operating points"
    assert labels[1].startswith(f"{len(found.points)} of 11 points: no difference from the")
    assert labels[2].startswith("chosen: weights 0.")
    assert [axes.get_xlabel() for axes in panels] == ["error of 2", "error of 2"]
    assert [axes.get_ylabel() for axes in panels] == ["error of 3", "error of 5"]


def test_lines_side_by_side_are_the_mean_errors() -> None:
    points, found = averaged(LETTERS)
    figure = ClassErrorsDisplay(points, found).plot().figure_
    (axes,) = figure.axes
    lines = [points[:, 1] for points in map(vertices, axes.lines) if len(points) == 26]
    errors = np.stack([points.mean(rate) for rate in points.rates], axis=1)
    for row in errors:
        assert any(np.allclose(row, line) for line in lines)
    assert [text.get_text() for text in axes.get_xticklabels()] == list(LETTERS)
    assert legend_of(axes)[2] == "chosen: point 2\n(± standard deviation of the mean)"
    apart = ParallelErrorsDisplay(points, found, differences=True).plot().figure_.axes[0]
    lines = [line[:, 1] for line in map(vertices, apart.lines) if len(line) == 26]
    assert any(np.allclose(errors[5] - errors[2], line) for line in lines)
    with pytest.raises(OptionError, match="from a chosen point"):
        ParallelErrorsDisplay(points, differences=True)
    plain = ClassErrorsDisplay(points).plot().figure_.axes[0]
    assert plain.get_ylabel() == "error of the class\n(mean of 5 folds)"


def test_the_frame_of_errors_has_a_row_per_point_and_class() -> None:
    points, found = THREE
    frame = ClassErrorsDisplay(points, found).to_frame()
    assert frame.height == 36
    one = frame.filter((frame["point"] == 7) & (frame["class"] == "3"))
    assert one["error"][0] == points.mean("error of 3")[7]
    assert one["standard_error"][0] == points.standard_error("error of 3")[7]
    assert one["status"][0] == found.statuses(12)[7]
    assert one["weight"][0] == pytest.approx(points.weights[7, 1])
    assert frame.filter(frame["status"] == "chosen")["point"].to_list() == [2, 2, 2]
    assert "status" not in ClassErrorsDisplay(points).to_frame(backend="pandas").columns


def test_errors_of_other_points_are_refused() -> None:
    _, found = THREE
    with pytest.raises(OptionError, match="belong to other operating points"):
        ClassErrorsDisplay(averaged(("2", "3", "5"), 5)[0], found)
    some = class_operating_points(drawn(("2", "3", "5")), [1, 1, 1], rates=["error of 2"])
    with pytest.raises(OptionError, match="needs the error of every class"):
        ClassErrorsDisplay(some).to_frame()


def test_a_class_that_folds_lack_is_told() -> None:
    codes = np.array([0, 1, 2, 0, 1, 2, 0, 1, 0, 1])
    scores = np.random.default_rng(1).random((10, 3))
    data = ClassFoldScores.from_arrays(codes, scores, folds=[0, 0, 0, 1, 1, 1, 2, 2, 2, 2])
    points = class_operating_points(data, [[1, 1, 1], [1, 2, 1]])
    axes = ParallelErrorsDisplay(points).plot().figure_.axes[0]
    assert "errors of 1 of them without folds that lack the class" in axes.get_xlabel()


@pytest.mark.parametrize("many", [3, 10, 26])
def test_cells_hold_the_shares(many: int) -> None:
    found = confusion_intervals(drawn(LETTERS[:many]).pooled())
    axes = ConfusionDisplay(found, title="letters").plot().figure_.axes[0]
    image = np.asarray(axes.images[0].get_array())
    assert image.shape[:2] == (many, many)
    shares = np.array(found.shares)
    right = np.argsort(np.diagonal(shares))
    lightness = image[..., :3].sum(axis=-1)[np.arange(many), np.arange(many)]
    assert (np.diff(lightness[right]) <= 1e-6).all()
    words = [text.get_text() for text in axes.texts]
    if many == 3:
        low, high = found.intervals[0][0].low, found.intervals[0][0].high
        assert any(f"{low:.2f} to {high:.2f}" in word for word in words)
        assert not axes.child_axes
    else:
        panel = axes.child_axes[1]
        (dots,) = (points for points in map(vertices, panel.lines) if len(points) == many)
        np.testing.assert_allclose(dots[:, 0], np.diagonal(shares))
        assert "95% Wilson intervals" in panel.get_xlabel()
    frame = ConfusionDisplay(found).to_frame()
    assert frame.height == many * many
    assert frame["count"].sum() == 20 * many


@for_each("many", [3, 10, 26])
@for_each("averaged", [False, True])
def test_the_map_holds_the_aucs(many: int, averaged: bool) -> None:
    found = pairwise_auc_intervals(drawn(LETTERS[:many]).pooled(), averaged=averaged)
    axes = PairwiseAucDisplay(found).plot().figure_.axes[0]
    image = np.asarray(axes.images[0].get_array())[..., 0]
    values = found.matrix()
    off = ~np.eye(many, dtype=bool)
    order = np.argsort(values[off])
    assert (np.diff(image[off][order]) >= -1e-6).all()
    if many > 7:
        panel = axes.child_axes[1]
        (dots,) = (points for points in map(vertices, panel.lines) if len(points) == many)
        pairs = sorted(e.value for e in found.estimates)
        np.testing.assert_allclose(dots[:, 0], np.array(pairs[:many]))
    frame = PairwiseAucDisplay(found).to_frame()
    assert frame.height == many * (many - 1) // (2 if averaged else 1)
    first = frame.row(0, named=True)
    assert first["auc"] == found.between(first["first"], first["second"]).value


def test_names_are_text_and_nothing_lies_outside() -> None:
    names = tuple(name or "empty" for name in ODD_NAMES)
    points, found = averaged(names)
    data = drawn(names).pooled()
    figures = [
        ClassErrorsDisplay(points, found).plot().figure_,
        ClassErrorsDisplay(*averaged(names[:3])).plot().figure_,
        ConfusionDisplay(confusion_intervals(data)).plot().figure_,
        PairwiseAucDisplay(pairwise_auc_intervals(data)).plot().figure_,
        ConfusionDisplay(confusion_intervals(drawn(names[1:5]).pooled())).plot().figure_,
    ]
    for figure in figures:
        shown = [text for text in texts_of(figure) if text.get_visible()]
        assert all(not text.get_parse_math() for text in shown if "$" in text.get_text())
        assert_inside(figure)
        assert rendered(figure, "svg") == rendered(figure, "svg")


def test_given_axes_are_drawn_on() -> None:
    points, found = THREE
    figure = Figure()
    *pair, first, second, third = figure.subplots(1, 5)
    scores = drawn(("2", "3", "5")).pooled()
    ClassErrorsDisplay(points, found, title="pairs").plot(pair)
    ParallelErrorsDisplay(points, found).plot(first)
    ConfusionDisplay(confusion_intervals(scores)).plot(second)
    PairwiseAucDisplay(pairwise_auc_intervals(scores)).plot(third)
    assert all(axes.lines or axes.images for axes in figure.axes)
    assert rendered(figure, "png", dpi=50)


def numbered(many: int) -> tuple[str, ...]:
    return tuple(f"k{at:03d}" for at in range(many))


@pytest.mark.parametrize("many", [30, 31])
def test_cells_of_more_than_thirty_classes_hold_no_numbers(many: int) -> None:
    scores = drawn(numbered(many), 5).pooled()
    for figure in (
        PairwiseAucDisplay(pairwise_auc_intervals(scores)).plot().figure_,
        ConfusionDisplay(confusion_intervals(scores)).plot().figure_,
    ):
        axes = figure.axes[0]
        assert (len(axes.texts) > many) == (many <= 30)
        (image,) = axes.get_images()
        assert np.asarray(image.get_array()).shape[:2] == (many, many)
        assert [text.get_text() for text in axes.get_yticklabels()] == list(numbered(many))


def test_very_many_classes_are_one_image_with_some_of_their_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    many = 100
    scores = drawn(numbered(many), 2).pooled()
    found = pairwise_auc_intervals(scores, averaged=True)
    monkeypatch.delattr("aucurate.inference.multiclass.pairwise_auc.PairwiseAucs.between")
    for figure in (
        PairwiseAucDisplay(found).plot().figure_,
        ConfusionDisplay(confusion_intervals(scores)).plot().figure_,
    ):
        axes = figure.axes[0]
        assert len(figure.findobj()) < 30 * many  # and not many^2
        named = [text.get_text() for text in axes.get_yticklabels()]
        assert named == list(numbered(many)[::2])
        assert axes.get_ylabel().endswith("class, one in 2 named")
        assert max(figure.get_size_inches()) < 20
        assert len(rendered(figure, "svg")) < 500_000
    assert len(PairwiseAucDisplay(found).to_frame()) == many * (many - 1) // 2


def test_the_pairs_beside_a_large_map_are_the_lowest_and_as_many_as_fit() -> None:
    found = pairwise_auc_intervals(drawn(numbered(90), 3).pooled(), averaged=True)
    figure = PairwiseAucDisplay(found).plot().figure_
    beside = next(
        axes
        for axes in figure.axes[0].child_axes
        if isinstance(axes, Axes) and axes.get_title(loc="left")
    )
    drawn_values = np.asarray(beside.lines[0].get_xdata())
    lowest = sorted(one.value for one in found.estimates)[: len(drawn_values)]
    assert list(drawn_values) == lowest
    assert 40 <= len(drawn_values) <= 90
