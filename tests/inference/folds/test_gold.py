"""Tests over folds against SciPy, mlxtend, baycomp and R."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.data.fold_values import FoldValues
from aucurate.inference.folds.sign_tests import fold_sign_test, fold_wilcoxon_test
from aucurate.inference.folds.t_tests import (
    correlated_t_test,
    five_by_two_f_test,
    five_by_two_t_test,
    fold_t_test,
    nadeau_bengio_test,
)

GOLD = Path(__file__).parents[2] / "gold"
SCIPY: dict[str, Any] = json.loads((GOLD / "scipy" / "folds.json").read_text())
R: dict[str, Any] = json.loads((GOLD / "r" / "folds.json").read_text())
FROM_ARRAYS = 1e-10  # the differences of printed four-digit values carry rounding of 1e-14
WITHOUT_TIES = ("k10_small_diff", "k5", "rep3x5_null")
VECTORS = pytest.mark.parametrize("name", SCIPY["vectors"])
TABLES = pytest.mark.parametrize("row", SCIPY["five_by_two"])


def _values(name: str) -> FoldValues:
    row = SCIPY["vectors"][name]
    repeats = np.repeat(np.arange(row["runs"]), len(row["a"]) // row["runs"])
    return FoldValues.from_arrays(
        {"a": row["a"], "b": row["b"]},
        quantity="AUC",
        design="left-out folds",
        repeats=repeats,
        n_train=row["n_train"],
        n_test=row["n_test"],
    )


def _five(row: dict[str, Any]) -> FoldValues:
    flat = np.ravel(row["diffs"])
    return FoldValues.from_arrays(
        {"a": 0.5 + flat, "b": np.full(10, 0.5)},
        quantity="accuracy",
        design="5x2",
        repeats=np.repeat(np.arange(5), 2),
    )


@VECTORS
def test_the_paired_t_test_is_that_of_scipy_and_r(name: str) -> None:
    scipy, r = SCIPY["vectors"][name]["scipy_ttest_rel"], R["vectors"][name]["t_test_paired"]
    found = fold_t_test(_values(name), "a", "b")
    for statistic, p, ends in (
        (scipy["statistic"], scipy["pvalue"], scipy["ci95"]),
        (r["statistic"], r["p"], r["ci"]),
    ):
        assert found.statistic == pytest.approx(statistic, rel=FROM_ARRAYS)
        assert found.p_value == pytest.approx(p, rel=FROM_ARRAYS)
        assert [found.interval.low, found.interval.high] == pytest.approx(ends, rel=FROM_ARRAYS)
    assert found.degrees_of_freedom == scipy["df"] == r["df"]
    less = fold_t_test(_values(name), "a", "b", alternative="less")
    more = fold_t_test(_values(name), "a", "b", alternative="greater")
    assert less.p_value == pytest.approx(scipy["p_less"], rel=FROM_ARRAYS)
    assert more.p_value == pytest.approx(scipy["p_greater"], rel=FROM_ARRAYS)


@VECTORS
def test_nadeau_bengio_is_that_of_the_formula(name: str) -> None:
    gold = SCIPY["vectors"][name]["nadeau_bengio"]
    found = nadeau_bengio_test(_values(name), "a", "b")
    assert found.statistic == pytest.approx(gold["t"], rel=FROM_ARRAYS)
    assert found.p_value == pytest.approx(gold["pvalue"], rel=FROM_ARRAYS)
    assert found.degrees_of_freedom == gold["df"]


@VECTORS
def test_the_wilcoxon_test_is_that_of_scipy_with_ties_and_without(name: str) -> None:
    """SciPy's "auto": exact without ties, and all sign patterns with them."""
    gold = SCIPY["vectors"][name]["scipy_wilcoxon"]["wilcox_correction0_auto"]
    found = fold_wilcoxon_test(_values(name), "a", "b")
    n = (
        SCIPY["vectors"][name]["sign_test"]["n_plus"]
        + SCIPY["vectors"][name]["sign_test"]["n_minus"]
    )
    smaller = (n * (n + 1) / 2 - abs(found.statistic)) / 2
    assert smaller == gold["statistic"]
    assert found.p_value == pytest.approx(gold["pvalue"], rel=1e-12)
    assert found.method.endswith("exact")


@VECTORS
def test_the_wilcoxon_test_is_that_of_r_where_r_is_exact(name: str) -> None:
    """With ties R falls back to a normal approximation with continuity correction; we do not."""
    gold = R["vectors"][name]["wilcox_exact"]
    found = fold_wilcoxon_test(_values(name), "a", "b")
    if name in WITHOUT_TIES:
        n = len(SCIPY["vectors"][name]["a"])
        assert (found.statistic + n * (n + 1) / 2) / 2 == gold["V"]
        assert found.p_value == pytest.approx(gold["p"], rel=1e-12)
    else:
        assert found.p_value > gold["p"]


@VECTORS
def test_the_sign_test_is_that_of_scipy_and_r(name: str) -> None:
    gold = SCIPY["vectors"][name]["sign_test"]
    found = fold_sign_test(_values(name), "a", "b")
    assert found.statistic == gold["n_plus"] - gold["n_minus"]
    assert found.p_value == pytest.approx(gold["pvalue"], rel=1e-12)
    assert found.p_value == pytest.approx(R["vectors"][name]["sign"], rel=1e-12)


@VECTORS
def test_the_correlated_t_test_is_that_of_baycomp(name: str) -> None:
    gold = SCIPY["vectors"][name]["baycomp_correlated_t"]
    found = correlated_t_test(_values(name), "a", "b", rope=0)
    assert [found.above, found.below] == pytest.approx(gold["p"], rel=FROM_ARRAYS)
    assert found.difference / found.scale == pytest.approx(gold["t"], rel=FROM_ARRAYS)
    assert found.within == pytest.approx(0, abs=1e-15)


@TABLES
def test_the_five_by_two_tests_are_those_of_mlxtend(row: dict[str, Any]) -> None:
    t, f = five_by_two_t_test(_five(row), "a", "b"), five_by_two_f_test(_five(row), "a", "b")
    for gold in (row, row["mlxtend"]):
        assert t.statistic == pytest.approx(gold["t"], rel=FROM_ARRAYS)
        assert t.p_value == pytest.approx(gold["p_t"], rel=FROM_ARRAYS)
        assert f.statistic == pytest.approx(gold["F"], rel=FROM_ARRAYS)
        assert f.p_value == pytest.approx(gold["p_F"], rel=FROM_ARRAYS)
