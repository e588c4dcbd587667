"""Two algorithms over data sets: Wilcoxon and sign tests with their intervals."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.inference.many_datasets.pairs import (
    DataSetsComparison,
    data_sets_sign_test,
    data_sets_wilcoxon_test,
)

GOLD = Path(__file__).parents[2] / "gold"
R: dict[str, Any] = json.loads((GOLD / "r" / "hodges_lehmann.json").read_text())["sets"]
TESTS = pytest.mark.parametrize("test", [data_sets_wilcoxon_test, data_sets_sign_test])


def _table(differences: Any, **options: Any) -> ResultsTable:
    second = np.full(len(differences), 0.5)
    return ResultsTable.from_arrays({"a": second + np.asarray(differences), "b": second}, **options)


@pytest.mark.parametrize("name", R)
def test_the_hodges_lehmann_interval_is_that_of_r(name: str) -> None:
    row, table = R[name], _table(R[name]["differences"])
    found = data_sets_wilcoxon_test(table, "a", "b")
    assert found.p_value == pytest.approx(row["p"], rel=1e-12)
    assert found.difference == pytest.approx(row["estimate"], rel=1e-10)
    assert [found.interval.low, found.interval.high] == pytest.approx(row["ci95"], rel=1e-10)
    narrow = data_sets_wilcoxon_test(table, "a", "b", confidence=0.8).interval
    assert [narrow.low, narrow.high] == pytest.approx(row["ci80"], rel=1e-10)


@pytest.mark.parametrize("size", [6, 11, 60])
def test_the_interval_holds_what_the_test_does_not_reject(size: int) -> None:
    values = np.random.default_rng(size).normal(0.02, 0.05, size)
    for test in (data_sets_wilcoxon_test, data_sets_sign_test):
        interval = test(_table(values), "a", "b").interval
        for end in (interval.low, interval.high):
            inward = end + 1e-6 * (1 if end == interval.low else -1)
            outward = end - 1e-6 * (1 if end == interval.low else -1)
            assert test(_table(values - inward), "a", "b").p_value > 0.05
            assert test(_table(values - outward), "a", "b").p_value <= 0.05


@TESTS
def test_swapping_tells_the_same_from_the_other_side(test: Any) -> None:
    table = _table([0.01, -0.02, 0.03, 0.05, 0.0, 0.04, 0.02])
    one, other = test(table, "a", "b"), test(table, "b", "a")
    assert one.p_value == pytest.approx(other.p_value, rel=1e-12)
    assert one.difference == pytest.approx(-other.difference)
    assert one.interval.low == pytest.approx(-other.interval.high)
    assert (one.n_first_better, one.n_equal) == (other.n_second_better, other.n_equal) == (5, 1)
    less = test(table, "a", "b", alternative="less").p_value
    mirrored = test(table, "b", "a", alternative="greater").p_value
    assert mirrored == pytest.approx(less, rel=1e-12)
    assert less + test(table, "a", "b", alternative="greater").p_value >= 1 - 1e-12


@TESTS
def test_a_lower_error_is_ahead_with_a_negative_difference(test: Any) -> None:
    found = test(_table([-0.1, -0.2, -0.05, 0.01], quantity="error"), "a", "b")
    assert (found.n_first_better, found.n_second_better) == (3, 1)
    assert found.difference < 0


@TESTS
def test_equal_algorithms(test: Any) -> None:
    found = test(_table([0.0] * 8), "a", "b")
    assert found.p_value == 1.0
    assert found.difference == found.interval.low == found.interval.high == 0.0
    assert found.caveats[0].message.endswith("there is nothing to test.")


@TESTS
def test_too_few_data_sets_for_an_interval_and_a_caveat(test: Any) -> None:
    found = test(_table([0.01, 0.02, 0.03, 0.04, 0.05]), "a", "b")
    assert found.p_value == 0.0625
    assert (found.interval.low, found.interval.high) == (-math.inf, math.inf)
    assert "the smallest two-sided p-value it can reach is 0.0625" in found.caveats[0].message
    assert DataSetsComparison.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert "0.030" in str(found)


@TESTS
def test_what_cannot_be_compared_is_refused(test: Any) -> None:
    with pytest.raises(OptionError, match="compared with itself"):
        test(_table([0.1, 0.2]), "a", "a")
    with pytest.raises(OptionError, match="no algorithm named 'z'"):
        test(_table([0.1, 0.2]), "a", "z")
    with pytest.raises(OptionError, match="needs two or more"):
        test(_table([0.1]), "a", "b")
    with pytest.raises(OptionError, match="alternative must be"):
        test(_table([0.1, 0.2]), "a", "b", alternative="bigger")
