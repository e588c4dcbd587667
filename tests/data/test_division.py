"""The record of folds, and who holds it."""

import pytest

from aucurate.data.division import Folds
from aucurate.data.folds import FoldScores
from aucurate.inference.folds.operating_points import operating_points

FOLDS = Folds(
    design="left-out folds",
    names=("1/1", "1/2", "2/1", "2/2"),
    repeats=(0, 0, 1, 1),
    n_train=(6.0, 4.0, 5.0, 5.0),
    n_test=(4.0, 6.0, 5.0, 5.0),
    dropped=("3/1",),
)


def test_a_division_survives_json() -> None:
    assert Folds.from_dict(FOLDS.to_dict()) == FOLDS


def test_selected_folds_keep_what_is_known_of_them() -> None:
    kept = FOLDS.select([3, 0])
    assert kept.names == ("2/2", "1/1")
    assert kept.repeats == (1, 0)
    assert kept.n_train == (5.0, 6.0)
    assert kept.n_test == (5.0, 4.0)
    assert kept.dropped == ("3/1",)
    assert FOLDS.select([3, 0], drop_others=True).dropped == ("3/1", "1/2", "2/1")


def test_what_follows_from_the_folds() -> None:
    assert (len(FOLDS), FOLDS.n_repeats) == (4, 2)
    assert FOLDS.test_train_ratio == pytest.approx(1)
    assert not FOLDS.is_left_out_once
    assert FOLDS.select([0, 1]).is_left_out_once


def test_scores_values_and_operating_points_hold_one_division() -> None:
    data = FoldScores.from_arrays(
        [0, 1, 0, 1, 1, 1], {"a": [1, 2, 1, 2, 3, 4]}, folds=[1, 1, 2, 2, 3, 3]
    )
    assert data.division.n_test == (2.0, 2.0, 2.0)
    assert data.division.n_train == (4.0, 4.0, 4.0)
    assert operating_points(data, "a").division is data.division
    assert data.errors(threshold=2).division == data.division
    assert data.aucs(without_class="drop").division == data.division.select(
        [0, 1], drop_others=True
    )
