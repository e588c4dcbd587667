"""Independent test sets."""

import numpy as np
import pytest

from aucurate.data.scores import Scores
from aucurate.data.unpaired import UnpairedScores
from aucurate.errors import InputError, LabelError, OptionError, ScoreError


def test_test_sets_of_different_sizes_stand_side_by_side() -> None:
    data = UnpairedScores.from_arrays(
        {"old": ([0, 1, 1], [1, 2, 3]), "new": ([0, 0, 1, 1], [4, 5, 6, 7])}
    )
    assert data.names == ("old", "new")
    assert [len(s) for s in data] == [3, 4]
    assert len(data) == 2
    assert all(isinstance(s, Scores) for s in data)


def test_positive_and_missing_are_said_once_for_all() -> None:
    data = UnpairedScores.from_arrays(
        {"old": (["g", "p"], [1, 2]), "new": (["g", "p", "p"], [1, 2, np.nan])},
        positive="p",
        missing="drop",
    )
    assert [s.observations.dropped for s in data] == [0, 1]
    with pytest.raises(LabelError, match="cannot be guessed"):
        UnpairedScores.from_arrays({"old": (["g", "p"], [1, 2]), "new": (["g", "p"], [1, 2])})


def test_fewer_than_two_test_sets_are_refused() -> None:
    with pytest.raises(ScoreError, match="needs two test sets or more"):
        UnpairedScores.from_arrays({"only": ([0, 1], [1, 2])})
    with pytest.raises(ScoreError, match="needs two test sets or more"):
        UnpairedScores(())


def test_a_test_set_is_a_pair_of_labels_and_scores() -> None:
    with pytest.raises(InputError, match="'old' has 3 items; it must be a pair"):
        UnpairedScores.from_arrays({"old": ([0, 1], [1, 2], [1, 1]), "new": ([0, 1], [1, 2])})
    with pytest.raises(OptionError, match="test_sets must be a mapping from strings to"):
        UnpairedScores.from_arrays([([0, 1], [1, 2])])  # type: ignore[arg-type]


def test_names_must_differ() -> None:
    one = Scores.from_arrays([0, 1], [1, 2], name="same")
    with pytest.raises(ScoreError, match="two test sets have the same name, 'same'"):
        UnpairedScores((one, one))
