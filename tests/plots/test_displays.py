"""Every display: from shipped data, on a figure of its own and on given axes."""

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.plots.classes.test_figures import THREE
from tests.plots.test_of_study import DATA, FEW, FOLDS, TWO, studied

import aucurate
from aucurate import plots
from aucurate.curve.cost_curve import CostCurve
from aucurate.curve.decision_curve import decision_curve_of
from aucurate.curve.det import DetCurve
from aucurate.curve.fold_curves import fold_curves
from aucurate.curve.precision import PrecisionCurve
from aucurate.curve.protocol import Curve
from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.errors import OptionError
from aucurate.estimates.fold_summary import fold_distribution
from aucurate.inference.curve.averaging import vertical_average
from aucurate.inference.curve.bands import pointwise_band
from aucurate.inference.curve.difference import curve_difference
from aucurate.inference.folds.operating_points import operating_points
from aucurate.plots import Display, RocDisplay
from aucurate.plots.lines import area_of

FOREST = DATA["forest"]
COUNTS = ThresholdCounts.from_scores(FOREST)
SUBGROUPS = aucurate.compare(
    FOREST.is_positive,
    {name: DATA[name].values for name in ("forest", "tree")},
    by={"third": np.arange(len(FOREST)) % 3},
)


def _choice() -> Display:
    chosen = aucurate.estimates.choose_threshold(FOREST, aucurate.ThresholdRule.youden())
    return plots.IsoCostDisplay(chosen, RocCurve.from_counts(COUNTS))


def _several_classes(kind: str) -> Display:
    study = studied("multiclass")
    if kind == "points":
        points = [one for one in study.points if one.name == study.names[0]]
        return plots.ClassPointErrorsDisplay(points)
    if kind == "pairs":
        return plots.PairwiseAucDisplay(study.pairwise[0])
    return plots.ConfusionDisplay(study.decisions(study.names[0]))


DISPLAYS: dict[str, Callable[[], Display]] = {
    "AveragedCurvesDisplay": lambda: plots.AveragedCurvesDisplay([vertical_average(FOLDS, "tree")]),
    "BandsDisplay": lambda: plots.BandsDisplay(pointwise_band(FOREST)),
    "ClassErrorsDisplay": lambda: plots.ClassErrorsDisplay(*THREE),
    "ClassPointErrorsDisplay": lambda: _several_classes("points"),
    "ComparisonMatrixDisplay": lambda: plots.ComparisonMatrixDisplay(
        studied("compare").comparisons
    ),
    "ConfusionDisplay": lambda: _several_classes("decisions"),
    "CostCurvesDisplay": lambda: plots.CostCurvesDisplay({"a": CostCurve.from_counts(COUNTS)}),
    "CriticalDifferenceDisplay": lambda: plots.CriticalDifferenceDisplay(studied("rank").diagram),
    "CurveDifferenceDisplay": lambda: plots.CurveDifferenceDisplay(
        curve_difference(FOREST, DATA["bayes"], resampling=FEW)
    ),
    "DecisionCurveDisplay": lambda: plots.DecisionCurveDisplay(decision_curve_of(FOREST)),
    "DetDisplay": lambda: plots.DetDisplay({"a": DetCurve.from_roc(RocCurve.from_counts(COUNTS))}),
    "FittedCurvesDisplay": lambda: plots.FittedCurvesDisplay(studied("fit")),
    "FoldCurvesDisplay": lambda: plots.FoldCurvesDisplay(fold_curves(FOLDS)),
    "FoldDistributionsDisplay": lambda: plots.FoldDistributionsDisplay(
        fold_distribution(FOLDS.aucs())
    ),
    "FoldValuesDisplay": lambda: plots.FoldValuesDisplay(studied("folds").parts[0]),
    "FoldsDisplay": lambda: plots.FoldsDisplay(plots.fold_panels(FOLDS, names=["forest", "tree"])),
    "ForestDisplay": lambda: plots.ForestDisplay(studied("compare").estimates),
    "IsoCostDisplay": _choice,
    "MulticlassDisplay": lambda: plots.MulticlassDisplay(studied("multiclass")),
    "OperatingPointsDisplay": lambda: plots.OperatingPointsDisplay(operating_points(FOLDS, "tree")),
    "OutcomesDisplay": lambda: plots.OutcomesDisplay(studied("outcomes").outcomes, level=0.05),
    "PairwiseAucDisplay": lambda: _several_classes("pairs"),
    "ParallelErrorsDisplay": lambda: plots.ParallelErrorsDisplay(*THREE, differences=True),
    "PointPanelsDisplay": lambda: plots.PointPanelsDisplay(studied("operate-folds")),
    "SubgroupsDisplay": lambda: plots.SubgroupsDisplay(SUBGROUPS),
    "PowerCurveDisplay": lambda: plots.PowerCurveDisplay(studied("plan")),
    "PrecisionDisplay": lambda: plots.PrecisionDisplay({"a": PrecisionCurve.from_counts(COUNTS)}),
    "RocDisplay": lambda: plots.RocDisplay(DATA),
    "ScoreDistributionsDisplay": lambda: plots.ScoreDistributionsDisplay(TWO, threshold=0.5),
    "OperatingPointsOnCurveDisplay": lambda: plots.OperatingPointsOnCurveDisplay(
        studied("operate")
    ),
}


def _axes(display: Display) -> Any:
    axes = Figure(figsize=(20, 5)).subplots(1, display.n_panels, squeeze=False)
    return axes if display.n_panels > 1 else axes[0, 0]


def _drawn_on(display: Display) -> tuple[Axes, ...]:
    return display.ax_ if isinstance(display.ax_, tuple) else (display.ax_,)


def test_every_display_is_tested_here_and_in_the_table_of_contents() -> None:
    named = {name for name in plots.__all__ if name.endswith("Display")} - {"Display"}
    assert named == set(DISPLAYS)
    assert plots.__all__ == sorted(plots.__all__)
    assert plots.__doc__ is not None
    assert all(f"``{name}``" in plots.__doc__ for name in plots.__all__)
    with pytest.raises(AttributeError, match="no attribute 'PieDisplay'"):
        _ = getattr(plots, "PieDisplay")  # noqa: B009


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_draws_on_its_own_figure_and_on_given_axes(name: str) -> None:
    before = dict(mpl.rcParams)
    display = DISPLAYS[name]()
    assert display.plot() is display
    own = display.figure_
    panels = _drawn_on(display)
    assert all(axes.figure is own for axes in panels)
    assert len(panels) == display.n_panels
    assert all(axes.lines or axes.patches or axes.images or axes.collections for axes in panels)
    display.plot(_axes(display))
    assert display.figure_ is not own
    for axes, first in zip(_drawn_on(display), panels, strict=True):
        assert len(axes.lines) == len(first.lines)
    assert dict(mpl.rcParams) == before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or not pyplot.get_fignums()


@pytest.mark.parametrize("name", DISPLAYS)
def test_a_display_gives_every_part_of_its_numbers(name: str) -> None:
    display = DISPLAYS[name]()
    assert display.to_frame().equals(display.to_frame(display.parts[0]))
    for part in display.parts:
        frame = display.to_frame(part)
        assert display.to_frame(part, backend="pandas").shape == frame.shape
    assert len(display.to_frame())
    assert inspect.getdoc(type(display)) != inspect.getdoc(Display)
    assert "title" in inspect.signature(type(display)).parameters


def test_a_notebook_shows_what_pyplot_does_not() -> None:
    display = plots.RocDisplay(FOREST)
    shown = display._repr_png_()
    assert shown is not None
    assert shown.startswith(b"\x89PNG")
    assert display._repr_png_() == shown
    display.figure_.canvas.manager = object()  # type: ignore[assignment]
    assert display._repr_png_() is None
    assert repr(display) == "<RocDisplay>"


def test_a_display_is_saved(tmp_path: Path) -> None:
    plots.RocDisplay(FOREST, title="one").save(tmp_path / "roc.svg")
    text = (tmp_path / "roc.svg").read_text(encoding="utf-8")
    assert "one" in text
    _, part = Figure().subfigures(1, 2, squeeze=False).flat
    assert plots.RocDisplay(FOREST).plot(part.add_subplot()).figure_ is part.figure


def test_what_cannot_be_drawn_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="there are no curves"):
        plots.RocDisplay({})
    with pytest.raises(OptionError, match="shows a ConfusionMatrix; this is a str"):
        plots.ConfusionDisplay("matrix")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="estimates have no p-values"):
        plots.ForestDisplay(aucurate.inference.auc.delong_interval(FOREST), adjusted_p_values=[0.5])
    display = plots.ScoreDistributionsDisplay(TWO)
    with pytest.raises(OptionError, match="has 2 panels, and 1 axes were given"):
        display.plot(Figure().add_subplot())
    with pytest.raises(OptionError, match="no part 'bars'"):
        plots.RocDisplay(FOREST).to_frame("bars")


def test_a_part_of_the_numbers_is_asked_for_by_name() -> None:
    display = plots.CriticalDifferenceDisplay(studied("rank").diagram)
    assert display.to_frame("groups", backend="pandas").columns[0] == "group"


def test_what_are_no_axes_is_refused() -> None:
    with pytest.raises(OptionError, match="not on a int"):
        RocDisplay(FOREST).plot(3)  # type: ignore[arg-type]


def test_a_notebook_has_no_warning_of_the_font() -> None:
    assert RocDisplay({"模型": aucurate.roc_curve([0, 1], [0, 1])})._repr_png_()


def test_areas_are_summed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def counted(curve: Curve) -> float:
        calls.append(curve)
        return area_of(curve)

    monkeypatch.setattr("aucurate.plots.lines.area_of", counted)
    display = RocDisplay(FOREST).plot().plot()
    display.to_frame()
    assert len(calls) == 1
