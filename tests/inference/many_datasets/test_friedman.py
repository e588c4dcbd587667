"""Friedman's test: reference programs, permutations counted one by one, degenerate tables."""

import itertools
import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.core.signs_and_ranks import sign_counts
from aucurate.inference.many_datasets import friedman
from aucurate.inference.many_datasets.friedman import (
    data_set_ranks,
    friedman_exact_p_value,
    friedman_statistic,
    friedman_test,
)

GOLD = Path(__file__).parents[2] / "gold"
SCIPY: dict[str, Any] = json.loads((GOLD / "scipy" / "many_data_sets.json").read_text())["tables"]
R: dict[str, Any] = json.loads((GOLD / "r" / "many_data_sets.json").read_text())["tables"]


def _table(values: Any, **options: Any) -> ResultsTable:
    matrix = np.asarray(values)
    return ResultsTable.from_arrays(
        {f"a{at}": matrix[:, at] for at in range(matrix.shape[1])}, **options
    )


@pytest.mark.parametrize("name", SCIPY)
def test_scipy_and_r_give_the_same(name: str) -> None:
    gold, table = SCIPY[name], _table(SCIPY[name]["X"])
    found = friedman_test(table, distribution="chi-square")
    assert found.statistic == pytest.approx(gold["scipy_friedman"]["statistic"], rel=1e-12)
    assert found.p_value == pytest.approx(gold["scipy_friedman"]["pvalue"], rel=1e-12)
    assert found.p_value == pytest.approx(R[name]["friedman"]["p"], rel=1e-12)
    assert found.degrees_of_freedom == R[name]["friedman"]["df"]


@pytest.mark.parametrize("name", SCIPY)
def test_without_tie_correction_it_is_demsars(name: str) -> None:
    gold, table = SCIPY[name], _table(SCIPY[name]["X"])
    plain = friedman_test(table, distribution="chi-square", tie_correction=False)
    assert plain.statistic == pytest.approx(gold["chi2_no_tie_correction"], rel=1e-12)
    found = friedman_test(table, distribution="F", tie_correction=False)
    assert found.statistic == pytest.approx(gold["iman_davenport_F"], rel=1e-11)
    assert found.p_value == pytest.approx(gold["p_F"], rel=1e-11)
    assert found.denominator_degrees_of_freedom == 3 * (len(gold["X"]) - 1)


@pytest.mark.parametrize("decimals", [1, 8])
def test_the_permutation_distribution_has_the_mean_of_chi_square(decimals: int) -> None:
    """Over all orders within data sets the mean is exactly k - 1, with ties too."""
    values = np.random.default_rng(5).random((3, 3)).round(decimals)
    ranks = data_set_ranks(_table(values))
    found = [
        friedman_statistic(np.array(rows))
        for rows in itertools.product(*(itertools.permutations(row) for row in ranks.tolist()))
    ]
    assert len(found) == 216
    assert np.mean(found) == pytest.approx(2.0, rel=1e-12)


def test_agreement_on_every_place_has_the_exact_p_value() -> None:
    ranks = [1.0, 2.0, 3.0]
    orders = list(itertools.product(itertools.permutations(ranks), repeat=3))
    highest = friedman_statistic(np.array([ranks] * 3))
    share = np.mean([friedman_statistic(np.array(rows)) >= highest - 1e-9 for rows in orders])
    by_f = friedman_test(_table([[0.9, 0.8, 0.7]] * 3), distribution="F")
    assert (by_f.statistic, by_f.p_value) == (math.inf, 0.0)
    assert [c.kind for c in by_f.caveats] == ["no_variance"]
    found = friedman_test(_table([[0.9, 0.8, 0.7]] * 3))
    assert (found.method, found.caveats) == ("Friedman, exact", ())
    assert found.p_value == pytest.approx(float(share), rel=1e-12)
    assert found.p_value == pytest.approx(1 / 36)


@for_each("decimals", [1, 8])
@for_each(("datasets", "algorithms"), [(2, 4), (4, 3), (6, 2)])
def test_the_exact_p_value_is_the_share_of_orders(
    decimals: int, datasets: int, algorithms: int
) -> None:
    rng = np.random.default_rng(datasets)
    values = (rng.random((datasets, algorithms)) + np.arange(algorithms) / 5).round(decimals)
    table = _table(values)
    ranks = data_set_ranks(table).tolist()
    seen = friedman_statistic(np.array(ranks))
    orders = itertools.product(*(itertools.permutations(row) for row in ranks))
    share = np.mean([friedman_statistic(np.array(rows)) >= seen - 1e-9 for rows in orders])
    found = friedman_test(table, distribution="exact")
    assert found.p_value == pytest.approx(float(share), rel=1e-12)
    assert found.statistic == pytest.approx(seen)


def test_the_printed_tables_of_friedmans_distribution() -> None:
    """As in books: P(chi-square >= 6.5) = 0.042 for 3 algorithms on 4 data sets."""
    assert friedman_exact_p_value(np.array([[1, 2, 3]] * 3 + [[2, 1, 3]])) == pytest.approx(
        0.042, abs=5e-4
    )


def test_where_the_orders_are_too_many_it_is_f() -> None:
    values = np.random.default_rng(0).random((30, 9))
    assert friedman_test(_table(values)).method == "Friedman, Iman-Davenport F"
    with pytest.raises(UnsupportedError, match="9 algorithms on 30 data sets are too many"):
        friedman_test(_table(values), distribution="exact")


def test_with_many_data_sets_the_exact_p_value_is_near_f() -> None:
    values = np.random.default_rng(2).random((60, 3)) + np.array([0, 0.08, 0.12])
    exact = friedman_test(_table(values), distribution="exact").p_value
    assert exact == pytest.approx(friedman_test(_table(values), distribution="F").p_value, rel=0.1)


def _levels(rank_sums: Any, k: int, n: int, level: float = 0.05) -> tuple[float, float]:
    """How often chi-square and F reject if all orders are equally likely, exactly."""
    sums, chances = rank_sums(k, n)
    chi_square = 12 * np.sum((sums - n * (k + 1) / 2) ** 2, axis=1) / (n * k * (k + 1))
    left = np.maximum(n * (k - 1) - chi_square, 1e-300)
    by_chi_square = np.asarray(special.chdtrc(k - 1, chi_square)) <= level
    by_f = np.asarray(special.fdtrc(k - 1, (k - 1) * (n - 1), (n - 1) * chi_square / left)) <= level
    return float(chances[by_chi_square].sum()), float(chances[by_f].sum())


def test_the_levels_of_both_distributions_are_as_documented(rank_sums: Any) -> None:
    rows = re.findall(r"^ (\d) +(\d+) +(0\.\d+) +(0\.\d+)$", friedman.__doc__ or "", re.M)
    assert len(rows) == 6
    for k, n, by_chi_square, by_f in rows:
        found = _levels(rank_sums, int(k), int(n))
        assert found == pytest.approx((float(by_chi_square), float(by_f)), abs=6e-4)
    assert _levels(rank_sums, 4, 5, 0.01)[1] == pytest.approx(0.02, abs=0.001)


def test_algorithms_that_are_equal_everywhere_do_not_differ() -> None:
    for distribution in ("chi-square", "F", "exact"):
        found = friedman_test(_table([[0.5, 0.5, 0.5]] * 4), distribution=distribution)
        assert (found.statistic, found.p_value) == (0.0, 1.0)


def test_with_two_algorithms_it_is_the_sign_test_squared() -> None:
    values = np.random.default_rng(3).random((11, 2))
    up, down, _ = sign_counts(values[:, 0] - values[:, 1])
    found = friedman_test(_table(values), distribution="chi-square")
    assert found.statistic == pytest.approx((up - down) ** 2 / 11)


def test_lower_is_better_changes_nothing_and_neither_does_the_order() -> None:
    values = np.random.default_rng(4).random((8, 4))
    found = friedman_test(_table(values))
    error = friedman_test(_table(values, quantity="error"))
    shuffled = friedman_test(_table(values[::-1, [2, 0, 3, 1]] ** 3))
    for other in (error, shuffled):
        assert other.statistic == pytest.approx(found.statistic, rel=1e-12)
        assert other.p_value == pytest.approx(found.p_value, rel=1e-12)


def test_one_data_set_is_refused() -> None:
    with pytest.raises(OptionError, match="needs two or more"):
        friedman_test(_table([[0.1, 0.2, 0.3]]))
    with pytest.raises(OptionError, match="'F' or 'chi-square'"):
        friedman_test(_table([[0.1, 0.2]] * 3), distribution="t")  # type: ignore[arg-type]


def test_it_survives_json() -> None:
    found = friedman_test(_table([[0.9, 0.8, 0.7]] * 3))
    assert type(found).from_dict(found.to_dict()) == found
