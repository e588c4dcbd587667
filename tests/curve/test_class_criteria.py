"""Criteria of confusion matrices against their definitions in plain Python."""

import math
from statistics import mean
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.class_criteria import (
    CLASS_CRITERIA,
    ClassCriterion,
    class_errors,
    class_f1,
    criterion_values,
    criterion_words,
    loss_table,
)
from aucurate.errors import OptionError

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
