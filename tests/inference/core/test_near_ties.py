"""Ranks against a double loop; differences that are equal but for rounding."""

import numpy as np
import pytest

from aucurate.data.results_table import ResultsTable
from aucurate.inference.core.near_ties import average_ranks, resolution_of, snapped
from aucurate.inference.many_datasets.data_set_ranks import data_set_ranks, mean_ranks


def _ranks(values: list[float]) -> list[float]:
    """One, and one for each smaller value, and a half for each equal one."""
    return [
        1 + sum(other < one for other in values) + (sum(other == one for other in values) - 1) / 2
        for one in values
    ]


@pytest.mark.parametrize("decimals", [0, 1, 6])
def test_ranks_are_those_of_the_definition(decimals: int) -> None:
    values = np.random.default_rng(decimals).normal(size=30).round(decimals)
    assert average_ranks(values).tolist() == _ranks(values.tolist())


def test_nothing_has_no_ranks() -> None:
    assert average_ranks(np.empty(0)).tolist() == []
    assert snapped(np.empty(0), 0.1).tolist() == []


def test_equal_differences_of_decimals_are_made_equal() -> None:
    first, second = np.array([0.8, 0.9, 0.7]), np.array([0.7, 0.8, 0.5])
    sizes = np.abs(first - second)
    assert len(set(sizes.tolist())) == 3
    close = snapped(sizes, resolution_of(np.concatenate((first, second))))
    assert close[0] == close[1] < close[2]


def test_real_differences_stay_apart() -> None:
    values = np.array([0.5, 0.5 + 1e-12, 0.5 + 2e-12])
    assert average_ranks(snapped(values, resolution_of(values))).tolist() == [1, 2, 3]


@pytest.mark.parametrize(("quantity", "sign"), [("AUC", -1), ("error", 1)])
def test_rank_one_is_the_best_of_each_data_set(quantity: str, sign: int) -> None:
    values = np.random.default_rng(1).random((9, 4)).round(1)
    table = ResultsTable.from_arrays(
        {f"a{at}": values[:, at] for at in range(4)}, quantity=quantity
    )
    wanted = [_ranks((sign * row).tolist()) for row in values]
    assert data_set_ranks(table).tolist() == wanted
    assert mean_ranks(table) == pytest.approx(np.mean(wanted, axis=0))


def test_values_equal_but_for_rounding_share_their_rank() -> None:
    table = ResultsTable.from_arrays({"a": [0.1 + 0.2], "b": [0.3], "c": [0.4]})
    assert data_set_ranks(table).tolist() == [[2.5, 2.5, 1.0]]
