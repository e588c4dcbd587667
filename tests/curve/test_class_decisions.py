"""Decisions by weights against a double loop; ties; what is refused."""

import math
import re
from statistics import mean
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.class_decisions import (
    CLASS_CRITERIA,
    ClassCriterion,
    checked_weight_vectors,
    checked_weights,
    class_errors,
    class_f1,
    confusion_matrices,
    criterion_values,
    criterion_words,
    decide,
    loss_table,
    shares,
)
from aucurate.errors import OptionError


def _decided(scores: list[float], weights: list[float]) -> int:
    best, highest = 0, -1.0
    for place, (score, weight) in enumerate(zip(scores, weights, strict=True)):
        if score * weight > highest:
            best, highest = place, score * weight
    return best


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("levels", [3, 1000])
def test_decisions_are_those_of_a_double_loop(kind: type, levels: int) -> None:
    rng = np.random.default_rng(1)
    values: Any = (rng.integers(0, levels, (4, 200)) / (levels - 1)).astype(kind)
    codes = rng.integers(0, 4, 200)
    vectors = np.concatenate([rng.dirichlet(np.ones(4), 5), np.ones((1, 4)), np.eye(4)[:2]])
    found = confusion_matrices(values, codes, vectors)
    for at, vector in enumerate(vectors):
        expected = [_decided(column, vector.tolist()) for column in values.T.tolist()]
        assert decide(values, vector).tolist() == expected
        table = np.zeros((4, 4), int)
        for label, given in zip(codes, expected, strict=True):
            table[label, given] += 1
        assert (found[at] == table).all()
    assert found.dtype == np.int64


def test_ties_go_to_the_class_that_stands_first() -> None:
    values = np.array([[0.0, 0.2, 0.5], [0.0, 0.4, 0.5], [0.0, 0.4, 0.5]])
    assert decide(values, np.ones(3)).tolist() == [0, 1, 0]
    assert decide(values, np.array([2.0, 1.0, 1.0])).tolist() == [0, 0, 0]
    assert decide(values, np.array([0.0, 1.0, 1.0])).tolist() == [0, 1, 1]


def test_two_classes_are_a_threshold_on_the_posterior() -> None:
    posterior = np.random.default_rng(2).random(500)
    values = np.stack([1 - posterior, posterior])
    for threshold in (0.1, 0.37, 0.8):
        given = decide(values, np.array([threshold, 1 - threshold]))
        assert (given == (posterior > threshold)).all()


def test_only_the_ratios_of_weights_matter() -> None:
    values = np.random.default_rng(3).random((5, 300))
    weights = np.random.default_rng(4).random((1, 5))
    assert math.isclose(shares(weights).sum(), 1)
    assert (decide(values, weights[0]) == decide(values, shares(weights)[0])).all()


@for_each(
    ("weights", "words"),
    [
        ([1, 2], "one number for each of 3 classes"),
        (["x", 1, 1], "one number for each of 3 classes"),
        ([1, -1, 1], "class 'b' is -1.0"),
        ([1, 1, math.nan], "class 'c' is nan"),
        ([1, 1, math.inf], "class 'c' is inf"),
        ([0, 0, 0], "all weights are 0:"),
        ({"a": 1, "b": 1}, "there is no weight for 'c'"),
        ({"a": 1, "b": 1, "c": 1, "d": 1}, "there is no class 'd'"),
    ],
)
def test_what_is_no_weight_vector_is_refused(weights: object, words: str) -> None:
    with pytest.raises(OptionError, match=re.escape(words)) as raised:
        checked_weights(weights, ["a", "b", "c"])
    assert raised.value.hint


def test_of_many_vectors_the_wrong_one_is_named() -> None:
    with pytest.raises(OptionError, match="in weight vector 1 is -3"):
        checked_weight_vectors([[1, 2], [1, -3]], ["a", "b"])
    with pytest.raises(OptionError, match="all weights are 0 in weight vector 1"):
        checked_weight_vectors([[1, 2], [0, 0]], ["a", "b"])
    assert checked_weights({"b": 0, "a": 2}, ["a", "b"]).tolist() == [2, 0]


# Criteria of confusion matrices against their definitions in plain Python.


COSTS = [[0.0, 1.0, 4.0], [2.0, 0.0, 1.0], [9.0, 3.0, 0.0]]
SHARES = [0.7, 0.2, 0.1]


def _by_hand(criterion: str, table: list[list[int]], shares: list[float] | None) -> float:
    sizes = [sum(row) for row in table]
    errors = [1 - table[t][t] / sizes[t] for t in range(3)]
    shares = shares or [size / sum(sizes) for size in sizes]
    if criterion == "largest_class_error":
        return max(errors)
    if criterion == "mean_class_error":
        return mean(errors)
    if criterion == "error_rate":
        return sum(p * e for p, e in zip(shares, errors, strict=True))
    if criterion == "expected_cost":
        return sum(
            shares[t] * COSTS[t][d] * table[t][d] / sizes[t] for t in range(3) for d in range(3)
        )
    found = []
    for t in range(3):
        decided = sum(table[s][t] for s in range(3))
        precision = table[t][t] / decided if decided else 0.0
        share = table[t][t] / sizes[t]
        found.append(2 * precision * share / (precision + share) if precision + share else 0.0)
    return mean(found)


@pytest.mark.parametrize("criterion", CLASS_CRITERIA)
def test_criteria_are_what_they_say(criterion: ClassCriterion) -> None:
    tables = np.random.default_rng(0).integers(1, 30, (20, 3, 3))
    tables[0, :, 1] = 0  # a class that is never decided for
    extra: dict[str, Any] = {"costs": COSTS} if criterion == "expected_cost" else {}
    found = criterion_values(criterion, tables, **extra)
    assert found.shape == (20,)
    for table, value in zip(tables, found, strict=True):
        assert math.isclose(value, _by_hand(criterion, table.tolist(), None), abs_tol=1e-14)
        assert criterion_values(criterion, table, **extra) == value
    if criterion in ("error_rate", "expected_cost"):
        stated = criterion_values(criterion, tables, prevalences=SHARES, **extra)
        assert math.isclose(stated[3], _by_hand(criterion, tables[3].tolist(), SHARES))


@for_each("criterion", ["mean_class_error", "error_rate", "expected_cost"])
@for_each("prevalences", [None, SHARES])
def test_additive_criteria_are_sums_of_a_table(
    criterion: ClassCriterion, prevalences: list[float] | None
) -> None:
    table = np.random.default_rng(1).integers(1, 30, (3, 3))
    extra: dict[str, Any] = {"costs": COSTS} if criterion == "expected_cost" else {}
    if criterion != "mean_class_error":
        extra["prevalences"] = prevalences
    summed = (loss_table(criterion, table.sum(axis=1), **extra) * table).sum()
    assert math.isclose(summed, float(criterion_values(criterion, table, **extra)))


def test_a_class_without_observations_has_no_error() -> None:
    table = np.array([[3, 1, 0], [1, 3, 2], [0, 0, 0]])
    assert np.isnan(class_errors(table)[2])
    assert np.isnan(class_f1(table)[2])
    assert criterion_values("largest_class_error", table) == 0.5
    assert criterion_values("mean_class_error", table) == 0.375
    assert criterion_values("error_rate", table) == 0.4
    assert np.isnan(criterion_values("error_rate", table, prevalences=SHARES))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError, match="needs costs"):
        criterion_values("expected_cost", np.eye(2, dtype=np.int64))
    assert [criterion_words(c) for c in CLASS_CRITERIA][-1] == "macro F1"
