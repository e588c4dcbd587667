"""The tests of mlxtend.evaluate and ours, on the same tables, folds and scores."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from aucurate.data.fold_values import FoldValues
from aucurate.datasets import load_breast_cancer
from aucurate.inference.folds import (
    five_by_two_f_test,
    five_by_two_t_test,
    fold_t_test,
    sign_flip_test,
)
from aucurate.inference.operating.mcnemar import (
    mcnemar_comparison,
    mcnemar_test,
    paired_table,
)
from aucurate.inference.operating.proportions import PairedTable
from aucurate.inference.resampling import Resampling, bootstrap_interval, permutation_test
from aucurate.results import Alternative

GOLD: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "gold" / "mlxtend" / "evaluate.json").read_text()
)
FROM_COUNTS = 1e-12
FROM_VALUES = 1e-10  # differences of AUCs near 1 lose four or five digits
ROWS: list[dict[str, Any]] = [*GOLD["mcnemar"], GOLD["study"]]
FIVE = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def _table(row: dict[str, Any]) -> PairedTable:
    both, first, second, neither = row["table"]
    return PairedTable(both=both, first_only=first, second_only=second, neither=neither)


def _values(name: str, design: Any, repeats: Any = None) -> FoldValues:
    values = GOLD["folds"][name]["values"]
    return FoldValues.from_arrays(values, quantity="AUC", design=design, repeats=repeats)


def _result(name: str) -> tuple[float, float]:
    statistic, p = GOLD["folds"][name]["result"]
    return statistic, p


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["table"]))
def test_mcnemar_is_that_of_mlxtend_without_its_continuity_correction(row: dict[str, Any]) -> None:
    score = mcnemar_comparison(_table(row), kind="score")
    square, p = row["uncorrected"]
    assert score.statistic**2 == pytest.approx(square, rel=FROM_COUNTS)
    assert score.p_value == pytest.approx(p, rel=FROM_COUNTS)
    exact = mcnemar_comparison(_table(row), kind="exact")
    assert exact.p_value == pytest.approx(row["exact"], rel=FROM_COUNTS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["table"]))
def test_the_continuity_correction_that_we_do_not_have(row: dict[str, Any]) -> None:
    """mlxtend's default takes 1 from |b - c| before it is squared, also where b and c are equal."""
    table = _table(row)
    b, c = table.first_only, table.second_only
    square, p = row["corrected"]
    assert square == pytest.approx((abs(b - c) - 1) ** 2 / (b + c), rel=FROM_COUNTS)
    assert p == pytest.approx(math.erfc(math.sqrt(square / 2)), rel=FROM_COUNTS)
    if b == c:
        assert p < 1  # although the classifiers are right equally often
        assert mcnemar_comparison(table).p_value == 1
    else:
        assert p > mcnemar_comparison(table).p_value  # mid-p, our default


def test_mcnemar_table_counts_the_same_observations() -> None:
    data, gold = load_breast_cancer(), GOLD["study"]
    forest, tree = data["forest"], data["tree"]
    places: tuple[float, float] = (gold["thresholds"][0], gold["thresholds"][1])
    assert paired_table(forest, tree, thresholds=places, rate="accuracy") == _table(gold)
    found = mcnemar_test(forest, tree, thresholds=places, kind="exact")
    assert found.p_value == pytest.approx(gold["exact"], rel=FROM_COUNTS)


@pytest.mark.parametrize(
    ("name", "design"),
    [("paired_ttest_kfold_cv", "left-out folds"), ("paired_ttest_resampled", "random splits")],
)
def test_the_t_test_over_folds_is_that_of_mlxtend_with_a_caveat(name: str, design: str) -> None:
    statistic, p = _result(name)
    found = fold_t_test(_values(name, design), "logistic", "neighbours")
    assert found.statistic == pytest.approx(statistic, rel=FROM_VALUES)
    assert found.p_value == pytest.approx(p, rel=FROM_VALUES)
    assert "overlapping_training_sets" in {c.kind for c in found.caveats}


def test_the_five_by_two_tests_are_those_of_mlxtend() -> None:
    statistic, p = _result("paired_ttest_5x2cv")
    t = five_by_two_t_test(_values("paired_ttest_5x2cv", "5x2", FIVE), "logistic", "neighbours")
    assert t.statistic == pytest.approx(statistic, rel=FROM_VALUES)
    assert t.p_value == pytest.approx(p, rel=FROM_VALUES)
    statistic, p = _result("combined_ftest_5x2cv")
    f = five_by_two_f_test(_values("combined_ftest_5x2cv", "5x2", FIVE), "logistic", "neighbours")
    assert f.statistic == pytest.approx(statistic, rel=FROM_VALUES)
    assert f.p_value == pytest.approx(p, rel=FROM_VALUES)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_paired_permutation_test_of_means_is_the_sign_flip_test(
    alternative: Alternative,
) -> None:
    """Both count all 1,024 exchanges of ten folds."""
    values = _values("paired_ttest_kfold_cv", "left-out folds")
    found = sign_flip_test(values, "logistic", "neighbours", alternative=alternative)
    assert found.p_value == pytest.approx(GOLD["permutation"]["folds"][alternative], rel=1e-14)


def test_the_permutation_test_of_two_aucs_exchanges_ranks() -> None:
    """mlxtend counts all 16,384 exchanges of two columns of ranks; ours draws some of them."""
    gold = GOLD["permutation"]["ranks"]
    found = permutation_test(
        gold["labels"], gold["first"], gold["second"], resampling=Resampling(replicates=50_000)
    )
    error = math.sqrt(gold["p_value"] * (1 - gold["p_value"]) / 50_000)
    assert found.p_value == pytest.approx(gold["p_value"], abs=4 * error)


def test_the_bootstrap_that_draws_from_both_classes_together() -> None:
    """Other draws: the error within 3%, the ends within an eighth of it (4 Monte Carlo errors)."""
    gold = GOLD["bootstrap"]
    found = bootstrap_interval(
        load_breast_cancer()[gold["classifier"]],
        resampling=Resampling(replicates=gold["replicates"], stratified=False),
    )
    assert found.value == pytest.approx(gold["value"], rel=1e-14)
    assert found.standard_error == pytest.approx(gold["standard_error"], rel=0.03)
    ends = [found.interval.low, found.interval.high]
    assert ends == pytest.approx(gold["interval"], abs=gold["standard_error"] / 8)
