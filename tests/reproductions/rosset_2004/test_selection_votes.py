import numpy as np
import pytest

from aucurate.reproductions.rosset_2004.selection import Selections
from aucurate.reproductions.rosset_2004.selection_votes import VoteRuns, vote_table, vote_words


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


def test_numbers_with_ties_one_half_and_nothing() -> None:
    expected = (29.3, 26.3, 81, 77, 72, 1, 92)
    assert FOUND[0].numbers == pytest.approx(expected)
    assert FOUND[0].margin[0] == pytest.approx(11)


def test_words_name_the_nearest_error_rates() -> None:
    words = vote_words(FOUND)
    assert "come 11 and 51 neighbours, 28.5% and 26.2%" in words
    assert "the printed 69.7% is between the two" in words
    assert "not explained by that" in vote_words(FOUND[:1])


def test_theirs_stand_above_ours() -> None:
    table = vote_table(FOUND)
    assert table.columns["source"] == ("theirs", "ours", "ours")
    assert all(len(row) == len(table.header) for row in table.rows)
    assert {len(column) for column in table.columns.values()} == {3}
