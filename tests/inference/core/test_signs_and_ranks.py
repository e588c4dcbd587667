"""Ranks against a double loop; differences that are equal but for rounding."""

import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.inference.core.signs_and_ranks import (
    EXACT_UP_TO,
    average_ranks,
    averages_outside,
    resolution_of,
    sign_counts,
    sign_p_value,
    signed_rank,
    signed_rank_distribution,
    signed_rank_p_value,
    snapped,
    walsh_averages,
)
from aucurate.inference.many_datasets.friedman import data_set_ranks, mean_ranks
from aucurate.results import Alternative


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


# The sign test against a count of coin tosses, R and SciPy.


GOLD = Path(__file__).parents[2] / "gold"
R: dict[str, Any] = json.loads((GOLD / "r" / "hodges_lehmann.json").read_text())["sets"]
VECTORS: dict[str, Any] = json.loads((GOLD / "scipy" / "folds.json").read_text())["vectors"]


@for_each("wins", range(8))
def test_the_p_value_is_the_share_of_coin_tosses(wins: int) -> None:
    differences = np.repeat([1.0, -1.0, 0.0], [wins, 7 - wins, 2])
    tosses = [sum(toss) for toss in itertools.product((0, 1), repeat=7)]
    above = sum(heads >= wins for heads in tosses) / len(tosses)
    below = sum(heads <= wins for heads in tosses) / len(tosses)
    assert sign_p_value(differences, "greater") == above
    assert sign_p_value(differences, "less") == below
    assert sign_p_value(differences) == min(1.0, 2 * min(above, below))


@pytest.mark.parametrize("name", R)
def test_r_gives_the_same(name: str) -> None:
    found = sign_p_value(np.array(R[name]["differences"]))
    assert found == pytest.approx(R[name]["sign"], rel=1e-12)


@pytest.mark.parametrize("name", VECTORS)
def test_scipy_gives_the_same(name: str) -> None:
    differences = np.array(VECTORS[name]["a"]) - np.array(VECTORS[name]["b"])
    gold = VECTORS[name]["sign_test"]
    assert sign_p_value(differences) == pytest.approx(gold["pvalue"], rel=1e-12)
    assert sign_counts(differences) == (gold["n_plus"], gold["n_minus"], gold["n_zero"])


def test_many_differences_go_on_where_counting_stops() -> None:
    counted = sign_p_value(np.repeat([1.0, -1.0], [270, 230]))
    beyond = sign_p_value(np.repeat([1.0, -1.0], [271, 230]))
    assert 0.06 < beyond < counted < 0.09


def test_nothing_but_zeros_says_nothing() -> None:
    assert sign_p_value(np.zeros(4)) == sign_p_value(np.zeros(4), "less") == 1.0


# Wilcoxon's signed rank test against enumeration, R and SciPy.


def _enumerated(differences: list[float], alternative: Alternative) -> float:
    """All sign patterns, counted one by one."""
    kept = [d for d in differences if d != 0]
    ranks = average_ranks(np.abs(kept))
    seen = sum(rank for rank, d in zip(ranks, kept, strict=True) if d > 0)
    sums = [
        sum(rank for rank, up in zip(ranks, signs, strict=True) if up)
        for signs in itertools.product((False, True), repeat=len(kept))
    ]
    below = float(np.mean([s <= seen + 1e-9 for s in sums]))
    above = float(np.mean([s >= seen - 1e-9 for s in sums]))
    if alternative == "two-sided":
        return min(1.0, 2 * min(below, above))
    return below if alternative == "less" else above


@for_each("alternative", ["two-sided", "less", "greater"])
@for_each("seed", range(6))
@for_each("decimals", [0, 1, 8])
def test_the_exact_p_value_is_the_share_of_sign_patterns(
    alternative: Alternative, seed: int, decimals: int
) -> None:
    values = np.random.default_rng(seed).normal(0.4, 1.5, 9).round(decimals)
    wanted = _enumerated(values.tolist(), alternative)
    assert signed_rank_p_value(values, alternative) == pytest.approx(wanted, rel=1e-13)


@pytest.mark.parametrize("name", R)
def test_r_gives_the_same_of_signed_rank(name: str) -> None:
    row = R[name]
    found = signed_rank(np.array(row["differences"]))
    assert found.statistic == row["v"]
    assert found.p_value == pytest.approx(row["p"], rel=1e-12)
    less = signed_rank_p_value(np.array(row["differences"]), "less")
    assert less == pytest.approx(row["p_less"], rel=1e-12)


@pytest.mark.parametrize("name", VECTORS)
def test_scipy_gives_the_same_also_with_ties_and_zeros(name: str) -> None:
    first, second = np.array(VECTORS[name]["a"]), np.array(VECTORS[name]["b"])
    near = resolution_of(np.concatenate((first, second)))
    gold = VECTORS[name]["scipy_wilcoxon"]
    exact = signed_rank(first - second, resolution=near)
    assert exact.p_value == pytest.approx(gold["wilcox_correction0_auto"]["pvalue"], rel=1e-13)
    assert min(exact[:2]) == gold["wilcox_correction0_auto"]["statistic"]
    normal = signed_rank_p_value(first - second, resolution=near, distribution="normal")
    assert normal == pytest.approx(gold["wilcox_correction1_approx"]["pvalue"], rel=1e-12)


def test_the_table_of_wilcoxon_for_many_differences_is_near_normal() -> None:
    values = np.random.default_rng(2).normal(0.25, 1, 50)
    exact = signed_rank(values)
    assert exact.exact
    normal = signed_rank_p_value(values, distribution="normal")
    assert exact.p_value == pytest.approx(normal, abs=0.002)
    many = np.random.default_rng(3).normal(size=EXACT_UP_TO + 1)
    assert signed_rank(many[1:]).exact
    beyond = signed_rank(many)
    assert not beyond.exact
    expected = stats.wilcoxon(many, method="approx", correction=True).pvalue
    assert beyond.p_value == pytest.approx(expected, rel=1e-12)


@for_each("alternative", ["two-sided", "less", "greater"])
@for_each("n", [51, 52, 75, 200, 400])
def test_more_than_fifty_differences_are_counted(alternative: Alternative, n: int) -> None:
    values = np.random.default_rng(n).normal(3 / np.sqrt(n), 1, n)
    found = signed_rank(values, alternative)
    expected = stats.wilcoxon(values, alternative=alternative, method="exact")
    assert found.exact
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-11)


def test_many_tied_differences_are_counted_as_by_whole_numbers() -> None:
    rng = np.random.default_rng(9)
    values = rng.integers(-3, 5, 90).astype(float)
    kept = values[values != 0]
    doubled = np.rint(2 * average_ranks(np.abs(kept))).astype(int).tolist()
    patterns = [1] + [0] * sum(doubled)  # Python's whole numbers do not round
    for step in doubled:
        patterns = [
            count + (patterns[at - step] if at >= step else 0) for at, count in enumerate(patterns)
        ]
    found = signed_rank(values)
    assert found.n_zero == len(values) - len(kept) > 0
    smaller = round(2 * min(found.statistic, found.negative_statistic))
    expected = Fraction(2 * sum(patterns[: smaller + 1]), 2 ** len(kept))
    assert found.p_value == pytest.approx(float(expected), rel=1e-11)
    assert found.exact


def test_the_interval_of_many_differences_is_counted_too() -> None:
    for n, tail in ((51, 0.025), (120, 0.005)):
        chances = np.cumsum(signed_rank_distribution(np.arange(1.0, n + 1))[::2])
        outside = averages_outside(n, tail)
        assert chances[outside - 1] <= tail < chances[outside]
    exact = averages_outside(EXACT_UP_TO, 0.025)
    nearly = averages_outside(EXACT_UP_TO + 1, 0.025)
    assert 0 < nearly - exact < EXACT_UP_TO


def test_averages_of_large_values_do_not_overflow() -> None:
    with np.errstate(all="raise"):
        found = walsh_averages(np.array([1.5e308, 1.7e308, -1.0]))
    assert found.tolist() == [-1.0, 7.5e307, 8.5e307, 1.5e308, 1.6e308, 1.7e308]


def test_an_unknown_distribution_is_refused() -> None:
    wrong: Any = "banana"
    for call in (signed_rank, signed_rank_p_value):
        with pytest.raises(OptionError, match="distribution must be 'auto', 'exact' or 'normal'"):
            call(np.array([0.1, 0.2]), distribution=wrong)


def test_equal_classifiers_do_not_differ() -> None:
    found = signed_rank(np.zeros(8))
    assert (found.p_value, found.n_used, found.n_zero) == (1.0, 0, 8)
    assert signed_rank_p_value(np.array([0.1, -0.1])) == 1.0
    assert signed_rank_p_value(np.array([0.3])) == 1.0


def test_differences_below_the_resolution_are_zero() -> None:
    assert signed_rank(np.array([1e-16, 0.1, 0.2]), resolution=1e-15).n_zero == 1
