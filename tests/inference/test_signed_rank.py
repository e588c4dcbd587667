"""Wilcoxon's signed rank test against enumeration, R and SciPy."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.inference.near_ties import average_ranks, resolution_of
from aucurate.inference.signed_rank import signed_rank, signed_rank_p_value
from aucurate.results import Alternative

GOLD = Path(__file__).parents[1] / "gold"
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


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("decimals", [0, 1, 8])
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
    assert normal == pytest.approx(gold["wilcox_correction0_approx"]["pvalue"], rel=1e-12)


def test_the_table_of_wilcoxon_for_many_differences_is_near_normal() -> None:
    values = np.random.default_rng(2).normal(0.25, 1, 50)
    exact = signed_rank(values)
    assert exact.exact
    normal = signed_rank_p_value(values, distribution="normal")
    assert exact.p_value == pytest.approx(normal, abs=0.002)
    assert not signed_rank(np.append(values, 0.1)).exact


def test_equal_classifiers_do_not_differ() -> None:
    found = signed_rank(np.zeros(8))
    assert (found.p_value, found.n_used, found.n_zero) == (1.0, 0, 8)
    assert signed_rank_p_value(np.array([0.1, -0.1])) == 1.0
    assert signed_rank_p_value(np.array([0.3])) == 1.0


def test_differences_below_the_resolution_are_zero() -> None:
    assert signed_rank(np.array([1e-16, 0.1, 0.2]), resolution=1e-15).n_zero == 1
