"""Optimism of searched weights: every fold decided with weights of a search that never saw it."""

import json
import math
from typing import Any

import numpy as np
import pytest

from aucurate.curve.class_decisions import confusion_matrices
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.weights.nested import NestedWeights, nested_weights
from aucurate.estimates.weights.search import search_weights


def _folds(repeats: int = 1, signal: float = 0.6, each: int = 20) -> ClassFoldScores:
    rng = np.random.default_rng(0)
    labels = np.repeat(np.arange(3), each)
    rows: dict[str, list[Any]] = {k: [] for k in ("labels", "scores", "folds", "seen", "repeats")}
    for repeat in range(repeats):
        scores = rng.random((3 * each, 3))
        scores[np.arange(3 * each), labels] += signal
        rows["labels"] += labels.tolist()
        rows["scores"] += scores.tolist()
        rows["folds"] += [f"{repeat}-{k % 4}" for k in range(3 * each)]
        rows["seen"] += list(range(3 * each))
        rows["repeats"] += [repeat] * 3 * each
    return ClassFoldScores.from_arrays(
        rows["labels"],
        rows["scores"],
        folds=rows["folds"],
        observations=rows["seen"],
        repeats=rows["repeats"] if repeats > 1 else None,
        classes=[0, 1, 2],
    )


def test_each_fold_is_decided_by_a_search_on_the_others() -> None:
    data, rule = _folds(), WeightRule.balanced()
    found = nested_weights(data, rule, starts=2)
    others = np.flatnonzero(data.folds != 0)
    inner = ClassScores.from_arrays(
        data.codes_by_row[others], data.values[:, others].T, classes=[0, 1, 2]
    )
    choice = search_weights(inner, rule, starts=2)
    first, fold = found.folds[0], data.fold(0)
    assert (first.weights, first.inside) == (choice.weights, choice.value)
    table = confusion_matrices(fold.values, fold.codes, np.array([choice.weights]))[0]
    assert first.confusion == tuple(map(tuple, table.tolist()))
    assert first.outside == float(rule.values(table))


def test_the_summary_is_that_of_its_folds() -> None:
    found = nested_weights(_folds(), starts=2)
    outside = [fold.outside for fold in found.folds]
    assert found.inside == pytest.approx(np.mean([fold.inside for fold in found.folds]))
    assert found.fold_mean == pytest.approx(np.mean(outside))
    assert found.standard_deviation == pytest.approx(np.std(outside, ddof=1))
    assert found.standard_error == pytest.approx(found.standard_deviation / 2)
    table = np.sum([fold.confusion for fold in found.folds], axis=0)
    assert table.sum() == 60
    assert found.outside == pytest.approx(max(1 - table.diagonal() / table.sum(axis=1)))
    assert found.optimism == found.outside - found.inside
    assert NestedWeights.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert "optimism" in str(found)


def test_scores_without_signal_show_much_optimism() -> None:
    data = _folds(signal=0.0, each=12)
    low = nested_weights(data, WeightRule.balanced(), starts=3)
    assert low.optimism > 0.1
    high = nested_weights(data, WeightRule.best("macro_f1"), starts=3)
    assert high.inside > high.outside
    assert high.optimism == pytest.approx(high.inside - high.outside)


def test_the_greedy_search_and_repeats() -> None:
    found = nested_weights(_folds(repeats=2), search="greedy")
    assert len(found.folds) == 8
    tables = np.array([fold.confusion for fold in found.folds]).reshape(2, 4, 3, 3).sum(axis=1)
    errors = [max(1 - t.diagonal() / t.sum(axis=1)) for t in tables]
    assert found.outside == pytest.approx(np.mean(errors))


def test_a_fold_without_a_class_is_told() -> None:
    rng = np.random.default_rng(1)
    labels, folds = [0, 1, 0, 1, 0, 1, 2, 2] * 3, [0, 0, 0, 0, 1, 1, 1, 2] * 3
    scores = rng.random((24, 3)) + np.eye(3)[labels]
    data = ClassFoldScores.from_arrays(labels, scores, folds=folds, classes=[0, 1, 2])
    found = nested_weights(data, starts=1)
    assert found.folds[0].missing == ("2",)
    assert found.folds[2].missing == ("0", "1")
    assert "class_missing_in_fold" in {c.kind for c in found.caveats}
    assert math.isfinite(found.outside)
    stated = nested_weights(data, WeightRule.least_errors([0.2, 0.3, 0.5]), starts=1)
    assert math.isnan(stated.folds[0].outside)
    assert math.isfinite(stated.fold_mean)


def test_limits_that_fail_outside_are_told() -> None:
    data = _folds(signal=0.2)
    found = nested_weights(data, WeightRule.least_errors(constraints={"1": 0.4}), starts=3)
    assert "limits_not_kept" in {c.kind for c in found.caveats}


def test_progress_can_stop_it() -> None:
    found = nested_weights(_folds(), starts=1, progress=lambda done, total, what: done < 2)
    assert len(found.folds) == 2
    assert "search_stopped" in {c.kind for c in found.caveats}


def test_what_cannot_be_nested_is_refused() -> None:
    with pytest.raises(OptionError, match="search must be 'coordinate' or 'greedy'"):
        nested_weights(_folds(), search="grid")  # type: ignore[arg-type]
    labels, seen = [0, 1, 2] * 4, [0, 1, 2] * 4
    fixed = ClassFoldScores.from_arrays(
        labels, np.eye(3)[labels], folds=np.repeat([0, 1, 2, 3], 3), observations=seen
    )
    with pytest.raises(UnsupportedError, match="fixed test set"):
        nested_weights(fixed)
    labels = [0, 1, 2, 2, 0, 1]
    lonely = ClassFoldScores.from_arrays(labels, np.eye(3)[labels], folds=[0, 0, 0, 0, 1, 1])
    with pytest.raises(UnsupportedError, match="all observations of class '2' are in fold '0'"):
        nested_weights(lonely)
