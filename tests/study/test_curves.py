"""The curves that a study carries."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_breast_cancer
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.kernels import Cancelled
from aucurate.study import CompareStudy, Study, compare
from aucurate.study.curves import CurveCounts, curves_of
from aucurate.study.fit import FitStudy, fit
from aucurate.study.folds import FoldsStudy, compare_folds
from aucurate.study.operate import OperateStudy, operate

OLD = Path(__file__).parent / "format_3"


def _check(found: CurveCounts, scores: Scores) -> None:
    """Every point is what the raw scores give at its threshold."""
    for at in range(1, len(found.thresholds), max(1, len(found.thresholds) // 40)):
        point = operating_point(scores, found.thresholds[at])
        assert point.true_positives == found.true_positives[at]
        assert point.false_positives == found.false_positives[at]
    assert (found.true_positives[0], found.false_positives[0]) == (0, 0)
    assert found.true_positives[-1] == found.n_positive == scores.observations.n_positive
    assert found.false_positives[-1] == found.n_negative == scores.observations.n_negative


def test_a_short_curve_is_whole_and_has_the_area_of_the_study() -> None:
    data = load_breast_cancer()
    study = compare(data)
    assert tuple(curve.name for curve in study.curves) == study.names
    for curve, estimate in zip(study.curves, study.estimates, strict=True):
        assert curve.is_whole
        assert curve.curve().auc == estimate.value
        _check(curve, data[curve.name])


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_every_point_of_a_thinned_curve_is_one_of_the_scores(lower: bool, kind: type) -> None:
    rng = np.random.default_rng(5)
    labels = rng.random(30_000) < 0.2
    values: NDArray[Any] = np.asarray(rng.normal(size=30_000) + labels, kind)
    data = Scores.from_arrays(labels, values, name="marker", lower=lower)
    found = CurveCounts.from_scores(data)
    assert not found.is_whole
    assert found.n_points == len(np.unique(values)) + 1
    assert found.thresholds[0] == (-np.inf if lower else np.inf)
    assert np.all(np.diff(found.thresholds) > 0 if lower else np.diff(found.thresholds) < 0)
    _check(found, data)


def test_infinite_scores_are_thresholds_like_others() -> None:
    data = Scores.from_arrays([0, 1, 1, 0], [-np.inf, np.inf, 0.5, 0.5])
    found = CurveCounts.from_scores(data)
    assert found.thresholds == (np.inf, np.inf, 0.5, -np.inf)
    assert found.true_positives == (0, 1, 2, 2)
    study = compare(data)
    assert Study.from_json(study.to_json()) == study


def test_progress_is_told_of_all_classifiers_and_may_stop() -> None:
    data = PairedScores.from_arrays([0, 1] * 50, {"a": np.arange(100), "b": np.arange(100)})
    seen: list[float] = []

    def watch(done: int, total: int, what: str) -> bool:
        seen.append(done / total)
        return True

    curves_of(data, progress=watch)
    assert seen == sorted(seen)
    assert seen[-1] == 1
    with pytest.raises(Cancelled):
        curves_of(data, progress=lambda done, total, what: False)


def test_numbers_of_a_list_stand_on_one_line_and_text_is_left_alone() -> None:
    name = 'a [\n 1,\n 2 ] "NaN"'
    study = compare([0, 0, 1, 1], {name: [0.1, 0.4, 0.35, 0.8], "b": [1, 2, 3, 4]})
    text = study.to_json()
    assert re.search(r'"thresholds": \[ "Infinity", 0\.8, 0\.4, 0\.35, 0\.1 \]', text)
    again = Study.from_json(text)
    assert again == study
    assert json.loads(text) == json.loads(study.to_json(indent=None))


@pytest.mark.parametrize("kind", ["compare", "operate", "fit", "folds"])
def test_a_file_of_version_1_is_read_without_what_it_lacks(kind: str) -> None:
    text = (OLD / f"{kind}.json").read_text(encoding="utf-8")
    study = Study.from_json(text)
    old = json.loads(text) | {"format_version": 1}
    old.pop("curves", None)
    for fitted in old.get("fits", []):
        fitted.pop("points")
    for part in old.get("parts", []):
        part.pop("values"), part.pop("fold_names")
    again = Study.from_json(json.dumps(old))
    assert str(again) == str(study)
    if isinstance(study, CompareStudy | OperateStudy):
        assert again.to_json() == replace(study, curves=()).to_json()


def _studies(kind: str) -> Study:
    data = load_breast_cancer()
    if kind == "compare":
        return compare(data)
    if kind == "operate":
        return operate(data, at=0.5)
    if kind == "fit":
        return fit(data["forest"], model="binormal")
    from aucurate.datasets import load_breast_cancer_folds

    return compare_folds(load_breast_cancer_folds())


def test_fits_and_folds_carry_what_their_figures_show() -> None:
    fitted, folds = _studies("fit"), _studies("folds")
    assert isinstance(fitted, FitStudy)
    points = fitted.fits[0].points
    assert points is not None
    x, y = 1 - np.array(points.specificity), np.array(points.sensitivity)
    estimate = fitted.fits[0].estimate
    assert estimate is not None
    assert np.trapezoid(y, x) == pytest.approx(estimate.value, abs=2e-4)
    assert fitted.curves[0].curve().auc == fitted.empirical[0].value
    assert isinstance(folds, FoldsStudy)
    part = folds.parts[0]
    assert len(part.fold_names) == folds.n_folds == len(part.values[0])
    for summary, values in zip(part.summaries, part.values, strict=True):
        assert np.mean(values) == pytest.approx(summary.mean, rel=1e-12)


@for_each("kind", [np.float64, np.float32])
@for_each("digits", [None, 3, 1])
@for_each("size", [50, 900, 5_000, 150_000])
def test_the_sort_of_a_comparison_keeps_the_same_points(
    size: int, digits: int | None, kind: type
) -> None:
    rng = np.random.default_rng(size)
    labels = rng.random(size) < 0.2
    values = rng.normal(size=(3, size)) ** 3 + labels
    values = values if digits is None else values.round(digits)
    given = {f"c{k}": row.astype(kind) for k, row in enumerate(values)}
    data = PairedScores.from_arrays(labels, given, lower=["c2"])
    assert compare(data).curves == curves_of(data)
