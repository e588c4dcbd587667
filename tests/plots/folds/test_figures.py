"""Distributions, curves and the three panels of folds: what is drawn is what the frame says."""

import math

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch
from matplotlib.text import Text
from tests.plots.drawn import area, legend_of, vertices

import aucurate
from aucurate.curve.fold_curves import fold_curves
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import LabelError, OptionError
from aucurate.estimates.fold_summary import FoldDistribution, fold_distribution
from aucurate.plots import FoldCurvesDisplay, FoldDistributionsDisplay, FoldsDisplay, fold_panels
from aucurate.plots.folds.outcomes import OutcomesDisplay
from aucurate.results import Estimate
from aucurate.study.folds.outcomes import error_and_auc


def _bars(axes: Axes) -> list[StepPatch]:
    return [patch for patch in axes.patches if isinstance(patch, StepPatch)]


def _intervals(data: FoldScores) -> list[Estimate]:
    first = data.fold(0)
    return [aucurate.inference.auc.cortes_mohri_interval(one, threshold=0.5) for one in first] + [
        aucurate.inference.auc.agarwal_interval(one) for one in first
    ]


def test_bars_and_normals_are_those_of_the_frame(folds: FoldScores) -> None:
    found = fold_distribution(folds.aucs())
    axes = FoldDistributionsDisplay(found).plot().figure_.axes[0]
    bars, normals = (
        FoldDistributionsDisplay(found).to_frame(),
        FoldDistributionsDisplay(found).to_frame("normals"),
    )
    assert len(_bars(axes)) == len(axes.lines) == 2
    for name, patch, line in zip(found.names, _bars(axes), axes.lines, strict=True):
        rows = bars.filter(pl.col("classifier") == name)
        values, edges, _ = patch.get_data()
        assert list(values) == rows["folds"].to_list()
        assert list(edges) == [*rows["low"].to_list(), rows["high"].to_list()[-1]]
        points = normals.filter(pl.col("classifier") == name)
        assert vertices(line).tolist() == points.select("value", "folds").to_numpy().tolist()


def test_the_legend_has_mean_and_standard_deviation(folds: FoldScores) -> None:
    found = fold_distribution(folds.errors(threshold=0.5))
    axes = FoldDistributionsDisplay(found).plot().figure_.axes[0]
    for one, label in zip(found.summaries, legend_of(axes), strict=True):
        assert label == f"{one.name} (mean {one.mean:.3f}, sd {one.standard_deviation:.3f})"
    assert axes.get_xlabel() == "error rate"
    assert axes.get_ylabel() == "folds"


def test_classifiers_differ_without_colour(folds: FoldScores) -> None:
    axes = FoldDistributionsDisplay(fold_distribution(folds.aucs())).plot().figure_.axes[0]
    first, second = _bars(axes)
    assert first.get_hatch()
    assert not second.get_hatch()
    assert to_rgba(first.get_facecolor())[3] == 0
    assert to_rgba(second.get_facecolor())[3] > 0


def test_intervals_are_drawn_above_the_bars(folds: FoldScores) -> None:
    found, intervals = fold_distribution(folds.aucs()), _intervals(folds)
    axes = FoldDistributionsDisplay(found, intervals=intervals).plot().figure_.axes[0]
    frame = FoldDistributionsDisplay(found, intervals=intervals).to_frame("intervals")
    lines = [vertices(line) for line in axes.lines]
    ends = {tuple(line[:, 0].tolist()) for line in lines if len(line) == 2}
    assert ends == set(frame.select("low", "high").iter_rows())
    tallest = max(max(one.counts) for one in found.summaries)
    heights = [float(line[0, 1]) for line in lines if len(line) <= 2]
    assert min(heights) > tallest
    assert len(set(heights)) == 4
    assert [text.get_text() for text in axes.texts] == ["Cortes-Mohri, 95%", "Agarwal bound, 95%"]
    assert max(axes.get_yticks()) <= axes.get_ylim()[1] * 0.7


def test_an_interval_of_something_else_is_refused(folds: FoldScores) -> None:
    with pytest.raises(OptionError, match="about its AUC, the figure about error rate"):
        FoldDistributionsDisplay(
            fold_distribution(folds.errors(threshold=0.5)), intervals=_intervals(folds)
        )
    with pytest.raises(OptionError, match="no classifier named 'second'"):
        FoldDistributionsDisplay(
            fold_distribution(folds.aucs(), names=["first"]), intervals=_intervals(folds)
        )


def test_many_classifiers_get_a_panel_each() -> None:
    data = aucurate.datasets.load_breast_cancer_folds()
    found = fold_distribution(data.aucs())
    panels = FoldDistributionsDisplay(found, title="five").plot().figure_.axes
    assert len(panels) == 5
    assert [len(_bars(axes)) for axes in panels] == [1] * 5
    assert len({axes.get_ylim() for axes in panels}) == 1
    assert len({axes.get_xlim() for axes in panels}) == 1
    assert len({bar.get_edgecolor() for axes in panels for bar in _bars(axes)}) == 5
    with pytest.raises(OptionError, match="5 distributions over each other cannot be read"):
        FoldsDisplay(fold_panels(data))


def _constant(*values: float) -> FoldDistribution:
    return fold_distribution(
        FoldValues.from_arrays({"a": values}, quantity="AUC", design="left-out folds")
    )


def test_folds_without_spread_have_bars_and_no_normal() -> None:
    axes = FoldDistributionsDisplay(_constant(1.0, 1.0, 1.0)).plot().figure_.axes[0]
    assert len(axes.lines) == 0
    assert legend_of(axes) == ["a (mean 1.000, sd 0.000)"]
    assert legend_of(FoldDistributionsDisplay(_constant(0.9)).plot().figure_.axes[0]) == [
        "a (0.900, one fold)"
    ]


def test_the_mean_area_of_the_fold_lines_is_the_auc_in_thelegend_of(folds: FoldScores) -> None:
    found = fold_curves(folds)
    axes = FoldCurvesDisplay(found).plot().figure_.axes[0]
    lines = [line for line in axes.lines[1:] if line.get_marker() == "None"]
    assert len(lines) == 16
    for at, name in enumerate(found.names):
        mine = lines[8 * at : 8 * at + 8]
        areas = [area(line) for line in mine]
        assert areas == pytest.approx(folds.aucs().of(name).tolist(), abs=1e-13)
        assert legend_of(axes)[at] == f"{name} (mean AUC {np.mean(areas):.3f})"
        assert len({line.get_color() for line in mine}) == 1
    assert legend_of(axes)[2] == "marks: threshold 0.5 (λ = 1)"


def test_curves_and_marks_are_those_of_the_frame(folds: FoldScores) -> None:
    found = fold_curves(folds, losses=[0.5, 1, 2])
    axes = FoldCurvesDisplay(found).plot().figure_.axes[0]
    lines, marks = FoldCurvesDisplay(found).to_frame(), FoldCurvesDisplay(found).to_frame("marks")
    drawn = [line for line in axes.lines[1:] if line.get_marker() == "None"]
    points = np.concatenate([vertices(line) for line in drawn])
    np.testing.assert_array_equal(points[:, 0], 1 - lines["specificity"].to_numpy())
    np.testing.assert_array_equal(points[:, 1], lines["sensitivity"].to_numpy())
    clouds = [line for line in axes.lines if line.get_marker() != "None"]
    assert [line.get_marker() for line in clouds] == ["o", "^"]
    np.testing.assert_array_equal(
        np.concatenate([vertices(line) for line in clouds])[:, 1], marks["sensitivity"].to_numpy()
    )
    assert marks["threshold"].unique().sort().to_list() == pytest.approx([1 / 3, 1 / 2, 2 / 3])


def test_several_thresholds_are_labelled_at_their_marks(folds: FoldScores) -> None:
    axes = FoldCurvesDisplay(fold_curves(folds, losses=[0.5, 1, 2])).plot().figure_.axes[0]
    assert sorted(t.get_text() for t in axes.texts) == 2 * ["λ = 0.5"] + 2 * ["λ = 1"] + 2 * [
        "λ = 2"
    ]
    assert legend_of(axes)[-1] == "marks: thresholds at λ / (1 + λ)"
    own = FoldCurvesDisplay(fold_curves(folds, thresholds={"second": 0.25})).plot().figure_.axes[0]
    assert sorted(text.get_text() for text in own.texts) == ["0.25", "λ = 1"]
    assert legend_of(own)[-1] == "marks: thresholds at λ / (1 + λ) and as written"
    both = fold_curves(folds, thresholds={"first": 0.3, "second": 0.25})
    assert (
        legend_of(FoldCurvesDisplay(both).plot().figure_.axes[0])[-1]
        == "marks: thresholds as written"
    )
    none = FoldCurvesDisplay(fold_curves(folds, losses=())).plot().figure_.axes[0]
    assert len(legend_of(none)) == 2


def test_labels_of_marks_do_not_cover_each_other(folds: FoldScores) -> None:
    figure = FoldCurvesDisplay(fold_curves(folds, losses=[0.8, 1, 1.2])).plot().figure_
    figure.draw_without_rendering()
    boxes = [Text.get_window_extent(text) for text in figure.axes[0].texts]
    for at, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[at + 1 :])


def test_the_three_panels_and_their_frames(folds: FoldScores) -> None:
    panels = fold_panels(folds, intervals=_intervals(folds))
    errors, aucs, curves = FoldsDisplay(panels, title="$all_of_it$").plot().figure_.axes
    assert errors.get_xlabel() == "error rate at threshold 0.5"
    assert (aucs.get_xlabel(), curves.get_xlabel()) == ("AUC", "1 \N{MINUS SIGN} specificity")
    for axes, title in ((errors, "(a) errors"), (aucs, "(b) AUCs")):
        legend = axes.get_legend()
        assert legend is not None
        assert legend.get_title().get_text() == title
    assert curves.get_title(loc="left") == "(c) curves"
    assert FoldsDisplay(panels).to_frame("errors")["folds"].sum() == 16
    assert FoldsDisplay(panels).to_frame("aucs")["mean"].n_unique() == 2
    assert len(FoldsDisplay(panels).to_frame("intervals")) == 4
    assert len(FoldsDisplay(panels).to_frame("marks")) == 16
    with pytest.raises(OptionError, match="no part 'ages'"):
        FoldsDisplay(panels).to_frame("ages")


def test_the_panels_hold_the_numbers_of_the_data() -> None:
    data = aucurate.datasets.load_breast_cancer_folds()
    panels = fold_panels(data, names=["forest", "bayes"])
    assert panels.errors.of("bayes").mean == pytest.approx(
        data.errors(threshold=0.5).of("bayes").mean()
    )
    assert panels.aucs.of("forest").mean == pytest.approx(panels.curves.mean_auc("forest"))
    assert panels.curves.names == panels.errors.names == ("forest", "bayes")


def test_a_fold_without_a_class_is_told(one_class_fold: FoldScores) -> None:
    with pytest.raises(LabelError, match="missing from fold 'y'"):
        fold_panels(one_class_fold)
    panels = fold_panels(one_class_fold, without_class="drop")
    errors, aucs, curves = FoldsDisplay(panels).plot().figure_.axes
    told = "\nwithout 1 fold that lacks a class: y"
    assert aucs.get_xlabel() == f"AUC{told}"
    assert curves.get_xlabel() == f"1 \N{MINUS SIGN} specificity{told}"
    assert "without" not in errors.get_xlabel()
    assert FoldsDisplay(panels).to_frame("errors")["folds"].sum() == 6
    assert FoldsDisplay(panels).to_frame("aucs")["folds"].sum() == 4


def test_odd_names_are_text(odd_folds: FoldScores) -> None:
    figure = FoldsDisplay(fold_panels(odd_folds)).plot().figure_
    figure.draw_without_rendering()
    for axes in figure.axes:
        legend = axes.get_legend()
        assert legend is not None
        assert not any(text.get_parse_math() for text in legend.get_texts())
        shown = legend_of(axes)
        for name, label in zip(odd_folds.names, shown, strict=False):
            assert label.startswith(name)


def test_panels_can_be_drawn_on_given_axes(folds: FoldScores) -> None:
    figure = Figure(figsize=(12, 3))
    axes = figure.subplots(1, 4)
    FoldsDisplay(fold_panels(folds)).plot(axes[:3])
    assert not axes[3].lines
    assert math.isclose(figure.get_figwidth(), 12)


def test_the_words_of_an_outcome_stay_in_their_cell() -> None:
    study = error_and_auc({"one": load_breast_cancer_folds()}, threshold=0.5)
    figure = OutcomesDisplay(study.outcomes, level=0.05).plot().figure_
    figure.draw_without_rendering()
    (axes,) = figure.axes
    cells = [text.get_window_extent() for text in axes.texts if "detect" in text.get_text()]
    assert len(cells) == 4
    corner, opposite = axes.transData.transform([(0, 0), (1, 1)])
    assert max(cell.width for cell in cells) < abs(opposite - corner)[0]
    rows = [label.get_window_extent() for label in axes.get_yticklabels()]
    name = axes.yaxis.label.get_window_extent()
    assert not any(row.overlaps(name) for row in rows)
