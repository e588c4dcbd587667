"""Operating points on their curves, on one test set and over folds."""

import numpy as np
import pytest
from tests.plots.drawn import ODD_NAMES, area, legend_of, vertices

import aucurate
from aucurate.curve.cost import IntendedUse
from aucurate.data.scores import PairedScores
from aucurate.errors import OptionError
from aucurate.inference.resampling.options import Resampling
from aucurate.plots import OperatingPointsDisplay, OperatingPointsOnCurveDisplay, PointPanelsDisplay
from aucurate.plots.figure import rendered
from aucurate.study.operate import OperateStudy, operate

DATA = aucurate.datasets.load_breast_cancer()
TWO = DATA.select(["forest", "tree"])
FEW = Resampling(replicates=100)


def _study(at: str, use: IntendedUse | None = None) -> OperateStudy:
    return operate(TWO, at=at, use=use, resampling=FEW)


def test_the_marks_lie_on_the_curves_at_the_points() -> None:
    study = _study("0.5")
    _, curve, mark, other, other_mark, _ = (
        OperatingPointsOnCurveDisplay(TWO, study).plot().figure_.axes[0].lines
    )
    for drawn, at, name in ((curve, mark, "forest"), (other, other_mark, "tree")):
        point = study.point(name).point
        expected = aucurate.auc(TWO[name].is_positive, TWO[name].values)
        assert area(drawn) == pytest.approx(expected, abs=1e-14)
        assert vertices(at).tolist() == [[1 - point.specificity, point.sensitivity]]
    frame = OperatingPointsOnCurveDisplay(TWO, study).to_frame()
    region = frame.filter((frame["part"] == "region") & (frame["classifier"] == "tree"))
    assert region["sensitivity"].to_list() == study.regions[1].outline()[0].tolist()


def test_lines_of_equal_cost_are_parallel_and_stay_in_the_square() -> None:
    study = _study("cost=5:1", IntendedUse(prevalence=0.1))
    axes = OperatingPointsOnCurveDisplay(TWO, study).plot().figure_.axes[0]
    lines = [vertices(line) for line in axes.lines[2::3]][:2]
    for line in lines:
        assert ((line > -1e-12) & (line < 1 + 1e-12)).all()
        rise, run = line[1, 1] - line[0, 1], line[1, 0] - line[0, 0]
        assert rise / run == pytest.approx(0.9 / 0.1 / 5)
    assert "equal cost (slope 1.80)" in legend_of(axes)
    frame = OperatingPointsOnCurveDisplay(TWO, study).to_frame()
    drawn = frame.filter(frame["part"] == "iso-cost line")
    assert (1 - drawn["specificity"]).to_list()[:2] == pytest.approx(lines[0][:, 0].tolist())


def test_without_costs_several_classifiers_have_no_line_and_one_has() -> None:
    assert "equal cost" not in str(
        legend_of(OperatingPointsOnCurveDisplay(TWO, _study("youden")).plot().figure_.axes[0])
    )
    one = DATA.select(["forest"])
    study = operate(one, at="youden", resampling=FEW)
    labels = legend_of(OperatingPointsOnCurveDisplay(one, study).plot().figure_.axes[0])
    assert labels[0] == "forest, threshold 0.39\n(sensitivity 0.943, specificity 0.888)"
    assert labels[1:] == ["95% region of both rates", "equal cost (slope 1.69)"]


def test_scores_of_another_study_are_refused() -> None:
    with pytest.raises(OptionError, match="the study is about forest, tree"):
        OperatingPointsOnCurveDisplay(DATA, _study("0.5"))


def test_odd_names_and_lower_scores_are_drawn() -> None:
    rng, labels = np.random.default_rng(1), np.arange(40) % 2
    scores = {name: labels + rng.normal(size=40) for name in ODD_NAMES}
    data = PairedScores.from_arrays(labels, scores, lower=[ODD_NAMES[0]])
    study = operate(data, at=0.3, pairs=[])
    assert rendered(OperatingPointsOnCurveDisplay(data, study).plot().figure_, "svg")
    assert (
        "at most 0.3"
        in legend_of(OperatingPointsOnCurveDisplay(data, study).plot().figure_.axes[0])[0]
    )


def test_panels_over_folds_are_those_of_each_classifier() -> None:
    folds = aucurate.datasets.load_breast_cancer_folds()
    study = operate(folds, at="youden", points=12)
    figure = PointPanelsDisplay(study, title="five models").plot().figure_
    assert [len(axes.lines) > 0 for axes in figure.axes] == [True] * 5
    frame = PointPanelsDisplay(study).to_frame()
    part = study.part("tree")
    own = OperatingPointsDisplay(study.operating_points("tree"), part.indistinguishable).to_frame()
    assert frame.filter(frame["classifier"] == "tree").equals(own)
