"""Fitted curves over the empirical one: their points, their areas, what the legend says."""

import math
import re

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from tests.plots.drawn import ODD_NAMES, area, legend_of, vertices
from tests.plots.placed import assert_inside, assert_plain, assert_same_bytes

import aucurate
from aucurate.data.scores import PairedScores
from aucurate.errors import InputError, OptionError
from aucurate.inference.resampling.options import Resampling
from aucurate.plots import FittedCurvesDisplay

DATA = aucurate.datasets.load_breast_cancer()
STUDY = aucurate.fit(DATA["tree"], resampling=Resampling(replicates=40))
BOTH = aucurate.fit(DATA, model=["binormal", "ml-binormal"])
LABELS = np.arange(120) % 3 == 0
NORMAL = np.random.default_rng(5).normal(size=120)


def _lines(axes: Axes) -> list[Line2D]:
    """The curves, without the diagonal and what only stands in the legend."""
    return [line for line in list(axes.lines)[1:] if len(line.get_path())]


def test_the_lines_have_the_areas_of_the_legend() -> None:
    axes = FittedCurvesDisplay(DATA["tree"], STUDY).plot().figure_.axes[0]
    fits = [fit for fit in STUDY.fits if fit.estimate is not None]
    values = [STUDY.empirical[0].value, *(fit.estimate.value for fit in fits if fit.estimate)]
    assert len(_lines(axes)) == len(values) == 6
    for line, value in zip(_lines(axes), values, strict=True):
        assert area(line) == pytest.approx(value, abs=1e-4)
    told = [label for label in legend_of(axes) if "AUC" in label]
    for label, value in zip(told, values, strict=True):
        assert re.search(rf"\(AUC {value:.3f}, 95% CI 0\.\d+ to [01]\.\d+\)", label)


def test_the_lines_are_the_points_of_the_frame() -> None:
    axes = FittedCurvesDisplay(DATA["forest"], BOTH).plot().figure_.axes[0]
    frame = FittedCurvesDisplay(DATA["forest"], BOTH).to_frame()
    models = frame["model"].unique(maintain_order=True).to_list()
    assert models == ["empirical", "binormal", "ml-binormal"]
    for model, line in zip(models, _lines(axes), strict=True):
        rows = frame.filter(pl.col("model") == model)
        x, y = vertices(line).T
        np.testing.assert_array_equal(1 - rows["specificity"].to_numpy(), x)
        np.testing.assert_array_equal(rows["sensitivity"].to_numpy(), y)
    found = BOTH.fit("forest", "binormal").estimate
    assert found is not None
    told = set(frame.filter(pl.col("model") == "binormal").select("auc", "low", "high").rows())
    assert told == {(found.value, found.interval.low, found.interval.high)}


def test_what_the_tests_say_stands_in_the_legend() -> None:
    labels = legend_of(FittedCurvesDisplay(DATA["tree"], STUDY).plot().figure_.axes[0])
    by_model = dict(zip(["empirical", *(fit.model for fit in STUDY.fits)], labels, strict=True))
    for fit in STUDY.fits:
        if fit.estimate is None:
            assert by_model[fit.model] == f"{fit.model}: cannot be fitted"
        else:
            rejected = by_model[fit.model].endswith("rejected at 0.05")
            assert rejected == bool(fit.rejected_by(0.05))
    assert any(fit.estimate is None for fit in STUDY.fits)
    assert "biexponential" not in FittedCurvesDisplay(DATA["tree"], STUDY).to_frame()["model"]


def test_fitted_curves_are_told_from_the_empirical_without_colour() -> None:
    lines = _lines(FittedCurvesDisplay(DATA["tree"], STUDY).plot().figure_.axes[0])
    broad, fitted = lines[0], lines[1:]
    assert all(line.get_linewidth() < broad.get_linewidth() / 2 for line in fitted)
    styles = {(str(line.get_linestyle()), line.get_color()) for line in fitted}
    assert len(styles) == len(fitted)


def test_curves_by_name_with_and_without_estimates() -> None:
    scores = DATA["tree"]
    curve = aucurate.estimates.binormal_curve(scores)
    axes = FittedCurvesDisplay(scores, {"mine": curve}).plot().figure_.axes[0]
    assert legend_of(axes)[1] == f"mine (AUC {curve.auc:.3f})"
    frame = FittedCurvesDisplay(scores, {"mine": curve}).to_frame()
    assert all(math.isnan(low) for low in frame["low"])
    estimate = STUDY.fit("tree", "binormal").estimate
    assert estimate is not None
    named = aucurate.Estimate.from_dict(estimate.to_dict() | {"name": "mine"})
    shown = legend_of(
        FittedCurvesDisplay(scores, {"mine": curve}, estimates=[named]).plot().figure_.axes[0]
    )
    assert shown[1].startswith(f"mine (AUC {estimate.value:.3f}, 95% CI")


def test_scores_of_another_study_are_refused() -> None:
    renamed = aucurate.Scores.from_arrays(DATA["forest"].is_positive, NORMAL[:1].repeat(285))
    with pytest.raises(OptionError, match="no classifier named 'scores'"):
        FittedCurvesDisplay(renamed, STUDY)
    other = aucurate.Scores.from_arrays(
        DATA["forest"].is_positive, DATA["forest"].values, name="tree"
    )
    with pytest.raises(InputError, match="the area under its curve"):
        FittedCurvesDisplay(other, STUDY)


def test_several_classifiers_get_a_panel_each() -> None:
    figure = FittedCurvesDisplay(DATA, BOTH, title="five").plot().figure_
    assert_inside(figure)
    assert len(figure.axes) == 5
    assert [axes.get_title(loc="left") for axes in figure.axes] == list(DATA.names)
    assert FittedCurvesDisplay(DATA, BOTH).to_frame()["classifier"].n_unique() == 5


def test_twenty_classifiers() -> None:
    columns = {f"classifier {at}": NORMAL + at / 10 * LABELS for at in range(20)}
    data = PairedScores.from_arrays(LABELS, columns)
    figure = FittedCurvesDisplay(data, aucurate.fit(data, model="binormal")).plot().figure_
    assert_inside(figure)
    assert len(figure.axes) == 20


def test_odd_names_are_text() -> None:
    data = PairedScores.from_arrays(LABELS, dict.fromkeys(ODD_NAMES[:4], NORMAL + LABELS))
    figure = (
        FittedCurvesDisplay(data, aucurate.fit(data, model="binormal"), title="_$title$")
        .plot()
        .figure_
    )
    assert_inside(figure)
    assert_plain(figure, dollars=2)
    curves = {name: aucurate.estimates.binormal_curve(data[ODD_NAMES[0]]) for name in ODD_NAMES[:4]}
    figure = FittedCurvesDisplay(data[ODD_NAMES[0]], curves).plot().figure_
    assert_inside(figure)
    assert legend_of(figure.axes[0])[1].startswith("_starts with an underscore (AUC")
    assert_plain(figure, dollars=1)


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(
        lambda: FittedCurvesDisplay(DATA["forest"], BOTH, title="forest").plot().figure_
    )


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    FittedCurvesDisplay(DATA["forest"], BOTH).plot(right)
    assert not left.lines
    assert len(_lines(right)) == 3


def test_what_cannot_be_drawn_is_refused() -> None:
    curve = aucurate.estimates.binormal_curve(DATA["tree"])
    with pytest.raises(OptionError, match="fitted curves are needed"):
        FittedCurvesDisplay(DATA["tree"], {})
    with pytest.raises(OptionError, match="names other than 'empirical'"):
        FittedCurvesDisplay(DATA["tree"], {"empirical": curve})
    with pytest.raises(OptionError, match="'a' is no curve, but a list"):
        FittedCurvesDisplay(DATA["tree"], {"a": [1]})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="belong to one classifier; there are 5"):
        FittedCurvesDisplay(DATA, {"a": curve})
    with pytest.raises(OptionError, match="scores are needed"):
        FittedCurvesDisplay(STUDY, DATA)  # type: ignore[arg-type]
