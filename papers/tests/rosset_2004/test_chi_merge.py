from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2, chi2_contingency

from aucurate_papers.rosset_2004.chi_merge import chi_merge, chi_square


def test_statistic_is_that_of_scipy() -> None:
    for first, second in (((3, 5), (9, 2)), ((1, 4), (4, 1)), ((10, 20), (30, 5))):
        expected = chi2_contingency([first, second], correction=False).statistic
        assert chi_square(first, second) == pytest.approx(expected, rel=1e-12)


def test_by_hand() -> None:
    """Values 1 to 8 with labels - - - + + - + +.

    Equal neighbours merge first (statistic 0): (0, 3) (2, 0) (0, 1) (2, 0) as (positives,
    negatives). Their statistics are 5, 3, 3: the left 3 goes first and gives (0, 3) (2, 1) (2, 0),
    with 3 and 20/24 = 0.83 ... The latter goes: (0, 3) (4, 1), with 8 * 12^2 / (3 * 5 * 4 * 4) =
    4.8, which exceeds 3.84 but not 6.63.
    """
    values = np.arange(1.0, 9)
    labels = np.array([0, 0, 0, 1, 1, 0, 1, 1], bool)
    assert chi_square((0, 3), (4, 1)) == pytest.approx(4.8)
    assert chi_merge(values, labels, level=0.05).tolist() == [3.5]
    assert chi_merge(values, labels, level=0.01).tolist() == []


def definition(
    values: NDArray[np.float64], labels: NDArray[np.bool_], level: float, most: int | None
) -> list[float]:
    """All pairs looked at again after every merge, in exact fractions."""
    intervals = [[value] for value in sorted(set(values.tolist()))]

    def counts(interval: list[float]) -> tuple[int, int]:
        inside = np.isin(values, interval)
        return int((inside & labels).sum()), int((inside & ~labels).sum())

    def statistic(left: list[float], right: list[float]) -> Fraction:
        table = [counts(left), counts(right)]
        total = sum(map(sum, table))
        found = Fraction(0)
        for row in table:
            for column in range(2):
                expected = Fraction(sum(row) * sum(one[column] for one in table), total)
                if expected:
                    found += (row[column] - expected) ** 2 / expected
        return found

    while len(intervals) > 1:
        found = [statistic(a, b) for a, b in pairwise(intervals)]
        smallest = min(found)
        if smallest > chi2.ppf(1 - level, 1) and (most is None or len(intervals) <= most):
            break
        at = found.index(smallest)
        intervals[at : at + 2] = [intervals[at] + intervals[at + 1]]
    return [(a[-1] + b[0]) / 2 for a, b in pairwise(intervals)]


@pytest.mark.parametrize("most", [None, 3])
@pytest.mark.parametrize("level", [0.1, 0.05, 0.01])
def test_definition(level: float, most: int | None) -> None:
    rng = np.random.default_rng(0)
    for distinct in (1, 2, 15, 40):
        values = rng.integers(distinct, size=60).astype(float)
        labels = rng.random(60) < 0.2 + 0.6 * values / distinct
        found = chi_merge(values, labels, level=level, most=most).tolist()
        assert found == definition(values, labels, level, most)


def test_one_class_has_one_interval() -> None:
    assert chi_merge(np.arange(10.0), np.ones(10, bool)).tolist() == []


def test_most_limits_the_intervals() -> None:
    rng = np.random.default_rng(1)
    values = rng.random(500)
    labels = rng.random(500) < values
    assert len(chi_merge(values, labels, most=None)) > 9
    assert len(chi_merge(values, labels)) <= 9
