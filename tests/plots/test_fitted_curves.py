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
from aucurate.plots.fitted_curves import (
    draw_fitted_curves,
    fitted_curves_figure,
    fitted_curves_frame,
)

DATA = aucurate.load_breast_cancer()
STUDY = aucurate.fit(DATA["tree"], resampling=Resampling(replicates=40))
BOTH = aucurate.fit(DATA, model=["binormal", "ml-binormal"])
LABELS = np.arange(120) % 3 == 0
NORMAL = np.random.default_rng(5).normal(size=120)


def _lines(axes: Axes) -> list[Line2D]:
    """The curves, without the diagonal and what only stands in the legend."""
    return [line for line in list(axes.lines)[1:] if len(line.get_path())]


def test_the_lines_have_the_areas_of_the_legend() -> None:
    axes = fitted_curves_figure(DATA["tree"], STUDY).axes[0]
    fits = [fit for fit in STUDY.fits if fit.estimate is not None]
    values = [STUDY.empirical[0].value, *(fit.estimate.value for fit in fits if fit.estimate)]
    assert len(_lines(axes)) == len(values) == 6
    for line, value in zip(_lines(axes), values, strict=True):
        assert area(line) == pytest.approx(value, abs=1e-4)
    told = [label for label in legend_of(axes) if "AUC" in label]
    for label, value in zip(told, values, strict=True):
        assert re.search(rf"\(AUC {value:.3f}, 95% CI 0\.\d+ to [01]\.\d+\)", label)


def test_the_lines_are_the_points_of_the_frame() -> None:
    axes = fitted_curves_figure(DATA["forest"], BOTH).axes[0]
    frame = fitted_curves_frame(DATA["forest"], BOTH)
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
    labels = legend_of(fitted_curves_figure(DATA["tree"], STUDY).axes[0])
    by_model = dict(zip(["empirical", *(fit.model for fit in STUDY.fits)], labels, strict=True))
    for fit in STUDY.fits:
        if fit.estimate is None:
            assert by_model[fit.model] == f"{fit.model}: cannot be fitted"
        else:
            rejected = by_model[fit.model].endswith("rejected at 0.05")
            assert rejected == bool(fit.rejected_by(0.05))
    assert any(fit.estimate is None for fit in STUDY.fits)
    assert "biexponential" not in fitted_curves_frame(DATA["tree"], STUDY)["model"]


def test_fitted_curves_are_told_from_the_empirical_without_colour() -> None:
    lines = _lines(fitted_curves_figure(DATA["tree"], STUDY).axes[0])
    broad, fitted = lines[0], lines[1:]
    assert all(line.get_linewidth() < broad.get_linewidth() / 2 for line in fitted)
    styles = {(str(line.get_linestyle()), line.get_color()) for line in fitted}
    assert len(styles) == len(fitted)


def test_curves_by_name_with_and_without_estimates() -> None:
    scores = DATA["tree"]
    curve = aucurate.binormal_curve(scores)
    axes = fitted_curves_figure(scores, {"mine": curve}).axes[0]
    assert legend_of(axes)[1] == f"mine (AUC {curve.auc:.3f})"
    frame = fitted_curves_frame(scores, {"mine": curve})
    assert all(math.isnan(low) for low in frame["low"])
    estimate = STUDY.fit("tree", "binormal").estimate
    assert estimate is not None
    named = aucurate.Estimate.from_dict(estimate.to_dict() | {"name": "mine"})
    shown = legend_of(fitted_curves_figure(scores, {"mine": curve}, estimates=[named]).axes[0])
    assert shown[1].startswith(f"mine (AUC {estimate.value:.3f}, 95% CI")


def test_scores_of_another_study_are_refused() -> None:
    renamed = aucurate.Scores.from_arrays(DATA["forest"].is_positive, NORMAL[:1].repeat(285))
    with pytest.raises(OptionError, match="no classifier named 'scores'"):
        fitted_curves_figure(renamed, STUDY)
    other = aucurate.Scores.from_arrays(
        DATA["forest"].is_positive, DATA["forest"].values, name="tree"
    )
    with pytest.raises(InputError, match="the area under its curve"):
        fitted_curves_figure(other, STUDY)


def test_several_classifiers_get_a_panel_each() -> None:
    figure = fitted_curves_figure(DATA, BOTH, title="five")
    assert_inside(figure)
    assert len(figure.axes) == 5
    titles = []
    for axes in figure.axes:
        legend = axes.get_legend()
        assert legend is not None
        titles.append(legend.get_title().get_text())
    assert titles == list(DATA.names)
    assert fitted_curves_frame(DATA, BOTH)["classifier"].n_unique() == 5


def test_twenty_classifiers() -> None:
    columns = {f"classifier {at}": NORMAL + at / 10 * LABELS for at in range(20)}
    data = PairedScores.from_arrays(LABELS, columns)
    figure = fitted_curves_figure(data, aucurate.fit(data, model="binormal"))
    assert_inside(figure)
    assert len(figure.axes) == 20


def test_odd_names_are_text() -> None:
    data = PairedScores.from_arrays(LABELS, dict.fromkeys(ODD_NAMES[:4], NORMAL + LABELS))
    figure = fitted_curves_figure(data, aucurate.fit(data, model="binormal"), title="_$title$")
    assert_inside(figure)
    assert_plain(figure, dollars=2)
    curves = {name: aucurate.binormal_curve(data[ODD_NAMES[0]]) for name in ODD_NAMES[:4]}
    figure = fitted_curves_figure(data[ODD_NAMES[0]], curves)
    assert_inside(figure)
    assert legend_of(figure.axes[0])[1].startswith("_starts with an underscore (AUC")
    assert_plain(figure, dollars=1)


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(lambda: fitted_curves_figure(DATA["forest"], BOTH, title="forest"))


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    draw_fitted_curves(right, DATA["forest"], BOTH)
    assert not left.lines
    assert len(_lines(right)) == 3


def test_what_cannot_be_drawn_is_refused() -> None:
    curve = aucurate.binormal_curve(DATA["tree"])
    with pytest.raises(OptionError, match="fitted curves are needed"):
        fitted_curves_figure(DATA["tree"], {})
    with pytest.raises(OptionError, match="names other than 'empirical'"):
        fitted_curves_figure(DATA["tree"], {"empirical": curve})
    with pytest.raises(OptionError, match="'a' is no curve, but a list"):
        fitted_curves_figure(DATA["tree"], {"a": [1]})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="belong to one classifier; there are 5"):
        fitted_curves_figure(DATA, {"a": curve})
    with pytest.raises(OptionError, match="scores are needed"):
        fitted_curves_figure(STUDY, DATA)  # type: ignore[arg-type]
