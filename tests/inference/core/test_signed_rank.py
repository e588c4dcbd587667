"""Wilcoxon's signed rank test against enumeration, R and SciPy."""

import itertools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.near_ties import average_ranks, resolution_of
from aucurate.inference.core.signed_rank import (
    EXACT_UP_TO,
    signed_rank,
    signed_rank_distribution,
    signed_rank_p_value,
)
from aucurate.inference.core.walsh_averages import averages_outside, walsh_averages
from aucurate.results import Alternative

GOLD = Path(__file__).parents[2] / "gold"
R: dict[str, Any] = json.loads((GOLD / "r" / "hodges_lehmann.json").read_text())["sets"]
VECTORS: dict[str, Any] = json.loads((GOLD / "scipy" / "folds.json").read_text())["vectors"]


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
def test_r_gives_the_same(name: str) -> None:
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
