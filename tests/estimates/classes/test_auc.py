"""Multi-class AUCs: scikit-learn's and pROC's numbers, the definition, and prevalences."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.data.classes import ClassScores
from aucurate.data.moments import normalised, weighted_average
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.auc import auc
from aucurate.estimates.classes.auc import (
    ClassAverage,
    HandTill,
    OneVsRest,
    class_average_of,
    hand_till_auc,
    one_vs_rest_auc,
)

GOLD = Path(__file__).parents[2] / "gold"
DATA = json.loads((GOLD / "multiclass.json").read_text())["multiclass"]
PROC = json.loads((GOLD / "proc" / "multiclass.json").read_text())["multiclass"]
SKLEARN = json.loads((GOLD / "sklearn" / "multiclass.json").read_text())["multiclass"]
CASES = pytest.mark.parametrize("case", DATA)
SAME = 1e-12


def _arrays(case: str) -> tuple[Any, Any]:
    return DATA[case]["y"], np.array(DATA[case]["p"])


@CASES
def test_they_are_scikit_learns(case: str) -> None:
    labels, scores = _arrays(case)
    gold = SKLEARN[case]
    for average in ("macro", "weighted"):
        found = hand_till_auc(labels, scores, average=average)
        assert found == pytest.approx(gold[f"roc_auc_ovo_{average}"], rel=SAME)
        found = one_vs_rest_auc(labels, scores, average=average)
        assert found == pytest.approx(gold[f"roc_auc_ovr_{average}"], rel=SAME)
    for label, value in enumerate(gold["ovr_per_class"]):
        assert one_vs_rest_auc(labels, scores, of=label) == pytest.approx(value, rel=SAME)


@CASES
def test_hand_till_is_that_of_proc(case: str) -> None:
    labels, scores = _arrays(case)
    assert hand_till_auc(labels, scores) == pytest.approx(PROC[case]["hand_till_auc"], rel=SAME)


def test_hand_till_is_that_of_handtill2001_for_a_published_tree() -> None:
    gold = json.loads((GOLD / "handtill2001" / "tree.json").read_text())
    leaves = np.array(gold["leaves"])
    leaf, label = (np.repeat(at.ravel(), leaves.ravel()) for at in np.indices(leaves.shape))
    shares = leaves / leaves.sum(axis=1, keepdims=True)
    found = hand_till_auc(np.array(gold["classes"])[label], shares[leaf], classes=gold["classes"])
    assert found == pytest.approx(gold["hand_till_auc"], rel=SAME)


@CASES
def test_one_class_against_the_rest_is_the_auc_of_two_classes(case: str) -> None:
    labels, scores = _arrays(case)
    for label in set(labels):
        two = auc(np.array(labels) == label, scores[:, label])
        assert one_vs_rest_auc(labels, scores, of=label) == pytest.approx(two, rel=1e-14)


def test_two_classes_give_the_auc_whatever_the_average() -> None:
    noise = np.random.default_rng(0)
    labels = noise.integers(2, size=60)
    scores = noise.normal(size=60).round(1) + labels
    both = np.stack([-scores, scores], axis=1)
    expected = auc(labels, scores)
    for average in ("macro", "weighted"):
        assert hand_till_auc(labels, both, average=average) == expected
        assert one_vs_rest_auc(labels, both, average=average) == pytest.approx(expected, rel=1e-15)


def test_a_mapping_names_the_classes_and_their_order_does_not_matter() -> None:
    labels, scores = _arrays("n120_k4_4dec")
    names = [f"class {y}" for y in labels]
    columns = {f"class {c}": scores[:, c] for c in (2, 0, 3, 1)}
    assert hand_till_auc(names, columns) == pytest.approx(hand_till_auc(labels, scores), rel=1e-14)
    shuffled = scores[:, [3, 1, 0, 2]]
    found = one_vs_rest_auc(labels, shuffled, classes=[3, 1, 0, 2], average="weighted")
    expected = one_vs_rest_auc(labels, scores, average="weighted")
    assert found == pytest.approx(expected, rel=1e-14)


ESTIMANDS: tuple[ClassAverage, ...] = (
    HandTill(prevalence="estimated"),
    HandTill("weighted", "estimated"),
    OneVsRest("macro", "estimated"),
    OneVsRest("weighted", "estimated"),
    OneVsRest(of="c", prevalence="estimated"),
)


@pytest.mark.parametrize("estimand", ESTIMANDS, ids=lambda e: e.quantity)
def test_slopes_are_derivatives_by_the_prevalence(estimand: ClassAverage) -> None:
    pairwise = np.random.default_rng(1).uniform(0.5, 1, size=(4, 4))
    np.fill_diagonal(pairwise, np.nan)
    share, classes = np.array([0.1, 0.2, 0.3, 0.4]), tuple("abcd")

    def value(at: Any) -> float:
        weights = normalised(estimand.weights(classes, at), 4)[0]
        return weighted_average(weights, np.nan_to_num(pairwise))

    slopes = estimand.slopes(classes, share, pairwise)
    for c in range(4):
        step = 1e-6 * np.eye(4)[c]
        numeric = (value(share + step) - value(share - step)) / 2e-6
        # Adding to one class takes from all: only differences of slopes mean anything.
        assert slopes[c] - slopes @ share == pytest.approx(numeric, abs=1e-8)


def test_stated_prevalences_stand_in_for_those_of_the_test_set() -> None:
    labels, scores = _arrays("n120_k4_4dec")
    counts = np.bincount(labels)
    stated = dict(enumerate(counts / counts.sum()))
    for function in (hand_till_auc, one_vs_rest_auc):
        found = function(labels, scores, average="weighted", prevalence=stated)
        assert found == pytest.approx(function(labels, scores, average="weighted"), rel=1e-14)
    even = dict.fromkeys(range(4), 0.25)
    weighted = hand_till_auc(labels, scores, average="weighted", prevalence=even)
    assert weighted == pytest.approx(hand_till_auc(labels, scores), rel=1e-14)
    macro, own = (one_vs_rest_auc(labels, scores, prevalence=p) for p in (even, None))
    assert macro != own
    assert not OneVsRest(prevalence=even).is_mixed
    assert not OneVsRest(prevalence=even).is_estimated


@pytest.mark.parametrize(
    "options",
    [
        {"average": "micro"},
        {"prevalence": "population"},
        {"prevalence": {"a": 0.5, "b": 0.4}},
        {"prevalence": {"a": 1.5, "b": -0.5}},
        {"prevalence": {"a": "half", "b": 0.5}},
    ],
)
def test_settings_that_mean_nothing_are_refused(options: dict[str, Any]) -> None:
    for kind in (HandTill, OneVsRest):
        with pytest.raises(OptionError, match=r"average must be|prevalence must be"):
            kind(**options)


def test_classes_that_are_not_there_are_refused() -> None:
    labels, scores = _arrays("made3")
    for options in ({"of": 7}, {"of": 1, "average": "weighted"}, {"prevalence": {0: 0.5, 1: 0.5}}):
        with pytest.raises(AucurateError) as refused:
            one_vs_rest_auc(labels, scores, **options)
        assert refused.value.hint


def test_checked_scores_need_no_second_check() -> None:
    labels, scores = _arrays("made3")
    data = ClassScores.from_arrays(labels, scores)
    assert class_average_of(data, HandTill()) == hand_till_auc(labels, scores)
    assert isinstance(HandTill(), ClassAverage)
    assert isinstance(OneVsRest(), ClassAverage)
