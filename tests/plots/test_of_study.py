"""The figures of every kind of study, from the study alone."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from tests.loops import for_each
from tests.plots.drawn import area, labels_of
from tests.plots.placed import assert_inside, compared

import aucurate
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.methods import INTERVALS
from aucurate.inference.resampling.options import Resampling
from aucurate.planning import plan_one
from aucurate.plots import Display
from aucurate.plots.figure import rendered
from aucurate.study.base import Study
from aucurate.study.compare import intervals
from aucurate.study.folds import folds
from aucurate.study.folds.outcomes import error_and_auc
from aucurate.study.multiclass import multiclass
from aucurate.study.operate import operate
from aucurate.study.plan import plan_study
from aucurate.study.rank import rank
from aucurate.study.schema import study_kinds

DATA = aucurate.datasets.load_breast_cancer()
TWO = DATA.select(["forest", "tree"])
FOLDS = aucurate.datasets.load_breast_cancer_folds()
FEW = Resampling(replicates=50)
OLD = Path(__file__).parents[1] / "study" / "format_3"


def _rank() -> Study:
    rng = np.random.default_rng(0)
    values = {name: rng.random(12) + 0.2 * at for at, name in enumerate("abc")}
    where = {"data": ["x", "y", "z"] * 4, "fold": np.repeat(range(4), 3).tolist()}
    asked: dict[str, Any] = {"rope": 0.01, "hierarchical": True, "resampling": FEW}
    return rank(where | values, dataset="data", fold="fold", better="higher", **asked)


STUDIES: dict[str, Callable[[], Study]] = {
    "compare": lambda: aucurate.compare(DATA, margin=0.02),
    "fit": lambda: aucurate.fit(TWO, model=["binormal", "ml-binormal"]),
    "folds": lambda: folds(FOLDS, threshold=0.5),
    "intervals": lambda: intervals(TWO, resampling=FEW),
    "multiclass": lambda: multiclass(aucurate.datasets.load_wine_classes()),
    "operate": lambda: operate(TWO, at="cost=5:1", resampling=FEW),
    "operate-folds": lambda: operate(FOLDS, at="youden", points=12),
    "outcomes": lambda: error_and_auc({"breast cancer": FOLDS}, threshold=0.5),
    "plan": lambda: plan_study(plan_one(0.8, null=0.7, power=0.8)),
    "rank": _rank,
}


@cache
def studied(kind: str) -> Any:
    """A study of this kind, made once."""
    return STUDIES[kind]()


NAMES = {
    "compare": ["roc", "forest", "differences", "matrix", "margins"],
    "fit": ["curves", "forest"],
    "folds": ["values", "differences", "matrix", "error-rate-values"],
    "intervals": ["intervals", "forest"],
    "multiclass": ["classes", "forest", "hand-till-auc-differences"],
    "operate": ["points", "sensitivity", "specificity", "sensitivity-differences"],
    "operate-folds": ["points", "sensitivity", "specificity", "youden-index"],
    "outcomes": ["outcomes"],
    "plan": ["power"],
    "rank": ["critical-difference", "pair-1-data-sets", "pair-2-data-sets"],
}


def test_every_kind_of_study_is_drawn() -> None:
    assert set(STUDIES) == set(study_kinds())


@pytest.mark.parametrize("kind", STUDIES)
def test_a_study_read_back_has_figures_with_words(kind: str) -> None:
    study = Study.from_json(studied(kind).to_json())
    found = study.figures()
    assert [figure.name for figure in found][: len(NAMES[kind])] == NAMES[kind]
    assert len({figure.name for figure in found}) == len(found)
    for figure in found:
        assert figure.title
        assert figure.words.endswith(".")
        assert any(letter.isdigit() for letter in figure.words)
        assert isinstance(figure.display, Display)
        assert len(figure.display.to_frame())
    drawn = study.plot()
    assert type(drawn) is type(found[0].display)
    assert drawn.to_frame().equals(found[0].display.to_frame())
    assert rendered(drawn.figure_, "svg")


def test_the_named_figure_is_drawn_on_given_axes() -> None:
    study = aucurate.compare(TWO)
    axes = Figure().add_subplot()
    display = study.plot("forest", ax=axes)
    assert display.ax_ is axes
    assert axes.get_xlabel().startswith("AUC")
    with pytest.raises(OptionError, match="no figure named 'map'") as caught:
        study.plot("map")
    assert "roc, forest and differences" in str(caught.value)


def test_the_legend_has_the_estimates_of_the_study() -> None:
    study = aucurate.compare(TWO)
    axes = study.plot("roc").figure_.axes[0]
    for line, label, one in zip(axes.lines[1:], labels_of(axes), study.estimates, strict=True):
        assert area(line) == pytest.approx(one.value, abs=1e-12)
        low, high = one.interval.low, one.interval.high
        assert label == f"{one.name} (AUC {one.value:.3f}, 95% CI {low:.3f} to {high:.3f})"


@for_each("name", INTERVALS)
def test_every_interval_can_be_in_the_legend(name: str) -> None:
    study = aucurate.compare(TWO, interval=name, resampling=FEW)
    assert len(labels_of(study.plot().figure_.axes[0])) == 2


def test_a_long_curve_is_drawn_with_the_exact_auc() -> None:
    rng = np.random.default_rng(2)
    labels = rng.random(20_000) < 0.4
    study = aucurate.compare(labels, {"a": labels + rng.normal(size=20_000)})
    assert not study.curves[0].is_whole
    axes = study.plot().figure_.axes[0]
    assert f"AUC {study.estimates[0].value:.3f}" in labels_of(axes)[0]
    assert area(axes.lines[1]) == pytest.approx(study.estimates[0].value, abs=5e-4)


def test_thirty_classifiers_are_legible() -> None:
    study = compared(tuple(f"classifier {at}" for at in range(30)))
    found = {figure.name: figure for figure in study.figures()}
    assert list(found) == ["roc", "forest", "matrix"]
    assert found["roc"].title.startswith("ROC curves of the 20 of 30 classifiers")
    assert found["roc"].display.title == "ROC curves of the 20 highest AUCs of 30"
    for figure in found.values():
        assert_inside(figure.display.plot().figure_)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("compare", ["forest", "differences", "matrix", "margins"]),
        ("folds", ["differences", "error-rate-differences"]),
        ("operate", ["sensitivity", "specificity", "differences"]),
        ("fit", ["forest"]),
    ],
)
def test_a_study_of_the_first_format_gives_what_it_can(kind: str, names: list[str]) -> None:
    plain = json.loads((OLD / f"{kind}.json").read_text(encoding="utf-8"))
    plain["format_version"] = 1
    plain.pop("curves", None)
    for one in plain.get("fits", []):
        del one["points"]
    for one in plain.get("parts", []):
        del one["values"], one["fold_names"]
    study = Study.from_json(json.dumps(plain))
    assert [figure.name for figure in study.figures()][: len(names)] == names
    assert study.plot()._repr_png_()


def test_a_study_without_figures_says_so() -> None:
    plain = json.loads(studied("plan").to_json())
    plain["points"] = []
    with pytest.raises(UnsupportedError, match="nothing to draw in this study of kind 'plan'"):
        Study.from_json(json.dumps(plain)).plot()


def test_odd_names_stay_text() -> None:
    study = compared(("<script>alert(1)</script>", "$x_1$", "x" * 500))
    for figure in study.figures():
        assert len(figure.words) < 700
        assert rendered(figure.display.plot().figure_, "svg")
