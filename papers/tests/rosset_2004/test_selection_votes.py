from dataclasses import replace

import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection import Selections
from aucurate_papers.rosset_2004.selection_votes import VoteRuns, vote_table, vote_words


def made(won: int, tied: int, errors: tuple[float, float]) -> Selections:
    """Two runs of two training sets; in each run one has ten wins more."""
    by_error = np.array([won, won + 10, won, won + 10])
    counts = np.stack([by_error, np.full(4, 92), np.full(4, 92)], axis=1)[:, None, :]
    ties = np.zeros_like(counts)
    ties[:, 0, 0] = tied
    return Selections(
        won=counts,
        tied=ties,
        errors=np.tile(errors, (4, 1)),
        true_errors=np.tile(errors, (4, 1)),
        true_aucs=np.tile([0.77, 0.81], (4, 1)),
        test_sets=100,
    )


FOUND = (
    VoteRuns((10, 50), 2, made(72, 8, (0.293, 0.263))),
    VoteRuns((11, 51), 2, made(64, 8, (0.285, 0.262))),
)


def spread(won: int, errors: tuple[float, float]) -> Selections:
    """Training sets on both sides of these wins and error rates, two ties each."""
    found = made(won - 5, 2, errors)
    return replace(found, errors=found.errors + 0.002 * np.array([[-1], [1], [-1], [1]]))


SPREAD = (
    VoteRuns((10, 50), 2, spread(90, (0.31, 0.24))),
    VoteRuns((11, 51), 2, spread(69, (0.285, 0.265))),
)


def test_numbers_with_ties_one_half_and_nothing() -> None:
    expected = (29.3, 26.3, 81, 77, 72, 1, 92)
    assert FOUND[0].numbers == pytest.approx(expected)
    assert FOUND[0].margin[0] == pytest.approx(11)


def test_words_name_every_reading_within_standard_errors() -> None:
    words = vote_words(SPREAD)
    assert "come 11 and 51 neighbours; within" in words
    assert words.endswith(
        "come 11 and 51 (ties one half, 70.0%) and 11 and 51 (ties nothing, 69.0%) neighbours."
    )
    none = vote_words(SPREAD[:1])
    assert none.count("none of these numbers of neighbours") == 2


def test_theirs_stand_above_ours() -> None:
    table = vote_table(FOUND)
    assert table.columns["source"] == ("theirs", "ours", "ours")
    assert all(len(row) == len(table.header) for row in table.rows)
    assert {len(column) for column in table.columns.values()} == {3}
