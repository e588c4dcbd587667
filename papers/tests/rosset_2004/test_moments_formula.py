"""The paper's triple sums, against numbers made elsewhere, enumeration and the package's theory."""

from itertools import product

import numpy as np
import pytest

from aucurate.theory import auc_difference_moments, rosset_example
from aucurate_papers.rosset_2004.moments_formula import formula_moments, pair_probabilities

# Made with numpy by code apart from this package (triple sums, full enumeration and simulation
# agree on them): n, q2, mean, variance, variance with the sign as printed.
GOLD = [
    (50, 0.2, 8.362, 498.36548400000004, 552.92494),
    (200, 0.2, 127.862, 30094.012977000006, 33630.31643300001),
    (50, 0.3, 15.992, 639.3078279999997, 790.9125639999997),
    (200, 0.3, 246.392, 38843.44850300001, 48692.282039000005),
]


@pytest.mark.parametrize(("n", "q", "mean", "variance", "as_printed"), GOLD)
def test_the_triple_sums_give_the_gold_numbers(
    n: int, q: float, mean: float, variance: float, as_printed: float
) -> None:
    found = formula_moments(n, 0.1, q, size=0.2005)
    assert found.mean == pytest.approx(mean, rel=1e-9)
    assert found.variance == pytest.approx(variance, rel=1e-9)
    assert found.variance_as_printed == pytest.approx(as_printed, rel=1e-9)


def test_the_triple_sums_are_the_theory_of_the_package() -> None:
    for n, size in ((7, 0.3), (23, 0.2005), (40, 0.11)):
        found = formula_moments(n, 0.05, 0.25, size=size)
        exact = auc_difference_moments(rosset_example(n, 0.05, 0.25, size=size))
        assert found.mean == pytest.approx(exact.mean, rel=1e-12)
        assert found.from_scores == pytest.approx(exact.variance_from_scores, rel=1e-10)
        assert found.from_labels == pytest.approx(exact.variance_from_labels, rel=1e-10)


def test_all_cases_of_four_observations_have_this_mean_and_variance() -> None:
    n, size, first, second = 4, 0.45, 0.1, 0.2
    scores = list(product((0, 1, 2), repeat=n))
    moved = np.array([0.0, size, -size])
    values = np.arange(1, n + 1) / n + moved[np.array(scores)]
    above = values[:, :, None] > values[:, None, :]
    odds = [np.prod(np.array([1 - 2 * q, q, q])[np.array(scores)], axis=1) for q in (first, second)]
    total = squares = 0.0
    for labels in product((0, 1), repeat=n):
        y = np.array(labels, bool)
        chance = float(np.prod(np.where(y, np.arange(1, n + 1) / n, 1 - np.arange(1, n + 1) / n)))
        wins = above[:, y][:, :, ~y].sum(axis=(1, 2))
        difference = np.subtract.outer(wins, wins)
        weight = chance * np.multiply.outer(*odds)
        total += float(np.sum(weight * difference))
        squares += float(np.sum(weight * difference**2))
    found = formula_moments(n, first, second, size=size)
    assert found.mean == pytest.approx(total, rel=1e-12)
    assert found.variance == pytest.approx(squares - total**2, rel=1e-12)


def test_switches_are_likely_only_near_by() -> None:
    p = pair_probabilities(10, 0.2, 0.2005)
    assert p[0, 1:].tolist() == pytest.approx([0.28, 0.28, 0.04, 0.04, 0, 0, 0, 0, 0])
    assert np.all(np.tril(p) == 0)


def test_progress_is_told_for_every_observation() -> None:
    told: list[int] = []
    formula_moments(5, 0.1, 0.2, size=0.2005, step=told.append)
    assert told == [1, 2, 3, 4, 5]
