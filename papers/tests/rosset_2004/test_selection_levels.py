import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection import Selections
from aucurate_papers.rosset_2004.selection_levels import LevelRuns, level_table, level_words


def made(error: int, auc: int, errors: tuple[float, float]) -> Selections:
    won = np.tile([error, auc, auc], (20, 1, 1))
    return Selections(
        won=won,
        tied=np.zeros_like(won),
        errors=np.tile(errors, (20, 1)),
        true_errors=np.tile(errors, (20, 1)),
        true_aucs=np.tile([0.7, 0.8], (20, 1)),
        test_sets=100,
    )


FOUND = (
    LevelRuns(0.05, 10, made(87, 97, (0.34, 0.28))),
    LevelRuns(0.05, 5, made(88, 98, (0.334, 0.275))),
    LevelRuns(0.001, None, made(90, 88, (0.42, 0.35))),
)


def test_words_follow_the_margins() -> None:
    words = level_words(FOUND)
    assert "Of 3 settings the AUC is ahead in 2, by 10.0 to 10.0 points" in words
    assert "not ahead at the .999 quantile with no limit to the intervals." in words
    assert "Nearest to the printed error rates comes the .95 quantile with at most 5" in words


def test_a_row_per_setting_and_ours_is_marked() -> None:
    table = level_table(FOUND)
    assert [row[0] for row in table.rows] == [".95, ours", ".95", ".999"]
    assert table.columns["most"] == (10, 5, None)
    assert table.columns["margin"] == pytest.approx((10.0, 10.0, -2.0))
