"""Scores as categories: what is merged, what is kept together, and what it costs."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.fits.ordinal import categories_of, collapsed


def _runs(labels: list[int], values: list[int]) -> list[tuple[int, int]]:
    """By the definition, one score at a time: (positives, negatives) from the lowest up."""
    found: list[tuple[int, int]] = []
    for score in sorted(set(values)):
        here = [label for label, value in zip(labels, values, strict=True) if value == score]
        m, n = sum(here), len(here) - sum(here)
        if found and ((m == 0 and found[-1][0] == 0) or (n == 0 and found[-1][1] == 0)):
            found[-1] = (found[-1][0] + m, found[-1][1] + n)
        else:
            found.append((m, n))
    return found


@settings(max_examples=100, deadline=None)
@given(rows=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 6)), min_size=2, max_size=40))
def test_pure_neighbours_are_merged_and_nothing_else(rows: list[tuple[int, int]]) -> None:
    labels, values = [r[0] for r in rows] + [0, 1], [r[1] for r in rows] + [3, 4]
    found = categories_of(Scores.from_arrays(labels, values))
    pairs = zip(found.positives[0].tolist(), found.negatives[0].tolist(), strict=True)
    assert list(pairs) == _runs(labels, values)
    assert found.sizes.tolist() == [found.positives.shape[1]]


def test_tables_of_different_widths_are_padded_at_the_end() -> None:
    positives = np.array([[0.0, 3, 2, 0, 0], [1, 0, 2, 0, 4]])
    negatives = np.array([[0.0, 0, 0, 5, 5], [1, 2, 3, 0, 4]])
    found = collapsed(positives, negatives)
    assert found.sizes.tolist() == [2, 4]
    assert found.positives.tolist() == [[5, 0, 0, 0], [1, 0, 2, 4]]
    assert found.negatives.tolist() == [[0, 10, 0, 0], [1, 2, 3, 4]]
    assert (found.pattern(0), found.pattern(1)) == ("-+", "MM-M")
    assert found.active.tolist() == [[True, False, False], [True, True, True]]
    assert found.matching(re.compile("-[+]"), 3).tolist() == [True, False]


def test_many_categories_are_merged_into_equal_shares_and_ties_stay_together() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(20_000) < 0.1
    values = rng.normal(size=20_000) + labels
    found = categories_of(Scores.from_arrays(labels, values), limit=50)
    assert 45 <= found.sizes[0] <= 50
    assert found.positives.sum() == labels.sum()
    shares = found.positives[0] / labels.sum() + found.negatives[0] / (~labels).sum()
    assert shares.max() < 2.2 * 2 / 50
    tied = categories_of(Scores.from_arrays(labels, values.round(1)), limit=20)
    steps = len(np.unique(values.round(1)))
    assert tied.sizes[0] <= min(20, steps)


def test_ratings_are_categories_as_they_stand() -> None:
    table = ThresholdCounts(
        thresholds=np.array([3, 2, 1]),
        positives=np.array([5, 2, 1]),
        negatives=np.array([1, 2, 6]),
    )
    found = categories_of(table)
    assert found.positives.tolist() == [[1, 2, 5]]
    assert found.negatives.tolist() == [[6, 2, 1]]


@pytest.mark.parametrize("limit", [2, 0])
def test_a_limit_that_leaves_no_curve_is_refused(limit: int) -> None:
    with pytest.raises(OptionError, match="whole number from 3"):
        categories_of(Scores.from_arrays([0, 1], [1, 2]), limit=limit)
