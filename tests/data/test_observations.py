"""Weights, groups and folds: carried, checked, and refused by what cannot use them."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.loops import for_each

from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.errors import InputError, ScoreError, UnsupportedError

LABELS = [0, 1, 0, 1]
VALUES = [1.0, 2.0, 3.0, 4.0]


def _observations(**extra: Any) -> Observations:
    return Scores.from_arrays(LABELS, VALUES, **extra).observations


def test_nothing_extra_is_none() -> None:
    plain = _observations()
    assert (plain.weights, plain.groups, plain.folds, plain.fold_names) == (None, None, None, ())
    plain.require_plain("anything")
    assert (len(plain), plain.n_positive, plain.n_negative) == (4, 2, 2)


def test_weights_are_carried_as_read_only_floats() -> None:
    given = np.array([1, 2, 0, 4])
    weights = _observations(weights=given).weights
    assert weights is not None
    assert weights.dtype == np.float64
    assert weights.tolist() == [1, 2, 0, 4]
    assert not weights.flags.writeable
    floats = np.array([1.0, 2.0, 3.0, 4.0])
    kept = _observations(weights=floats).weights
    assert kept is not None
    assert not np.shares_memory(kept, floats)
    assert floats.flags.writeable


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -1, 1, 1], "finite and not negative; row 1 is -1.0"),
        ([1, 1, np.inf, 1], "finite and not negative; row 2 is inf"),
        ([1, "x", 1, 1], "weights must be numbers"),
        ([1, 0, 1, 0], "every positive observation has weight 0"),
        ([0, 1, 0, 1], "every negative observation has weight 0"),
    ],
)
def test_weights_that_mean_nothing_are_refused(weights: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        _observations(weights=weights)


@pytest.mark.parametrize("name", ["weights", "groups", "folds"])
def test_extras_must_have_a_value_for_every_row(name: str) -> None:
    with pytest.raises(ScoreError, match=f"'{name}' has 3 values for 4 labels"):
        _observations(**{name: [1, 2, 3]})
    with pytest.raises(ScoreError, match=f"{name} must not be missing; column '{name}', row 3"):
        _observations(**{name: [1, 2, 3, None]})
    with pytest.raises(ScoreError, match=f"{name} must not be missing"):
        _observations(**{name: [1, 2, 3, np.nan]})


def test_rows_without_an_extra_are_dropped_and_counted() -> None:
    data = Scores.from_arrays(
        [0, 1, 0, 1, 1], range(5), groups=["a", "b", None, "a", "c"], missing="drop"
    )
    assert data.observations.source.n_dropped == 1
    assert data.observations.groups is not None
    assert data.observations.groups.tolist() == [0, 1, 0, 2]
    assert data.values.tolist() == [0, 1, 3, 4]


@for_each(
    "folds",
    [
        [1, 2, 2, 1],
        ["one", "two", "two", "one"],
        np.array([1, 2, 2, 1], np.int8),
        pd.Series(["a", "b", "b", "a"], dtype="category"),
        [0.5, 1.5, 1.5, 0.5],
        [False, True, True, False],
    ],
    ids=str,
)
def test_folds_become_codes_with_names(folds: Any) -> None:
    found = _observations(folds=folds)
    assert found.folds is not None
    assert found.folds.tolist() == [0, 1, 1, 0]
    assert found.fold_names == tuple(str(v) for v in list(folds)[:2])
    assert not found.folds.flags.writeable


def test_fold_names_of_dropped_rows_are_forgotten() -> None:
    data = Scores.from_arrays([0, 1, 0], [1, 2, np.nan], folds=["a", "a", "gone"], missing="drop")
    assert data.observations.fold_names == ("a",)


@pytest.mark.parametrize("extra", ["weights", "groups"])
def test_a_method_that_cannot_use_them_refuses_them(extra: str) -> None:
    observations = _observations(**{extra: [1, 2, 1, 2]})
    with pytest.raises(UnsupportedError) as caught:
        observations.require_plain("the method")
    assert caught.value.message == f"the method cannot use {extra} and will not ignore them."
    assert f"uses {extra} yet" in caught.value.hint
    assert "leave" not in caught.value.hint


def test_the_hint_on_groups_says_what_to_do_with_them() -> None:
    with pytest.raises(UnsupportedError) as caught:
        _observations(groups=[1, 2, 1, 2]).require_plain("the method")
    assert "Make one observation of each group first" in caught.value.hint
    assert "treating them as independent makes intervals too narrow" in caught.value.hint


def test_folds_alone_are_no_reason_to_refuse() -> None:
    _observations(folds=[1, 1, 2, 2]).require_plain("the method")


@pytest.mark.parametrize("given", ["groups", "folds"])
def test_a_number_and_its_text_are_two_groups(given: str) -> None:
    values = np.array([1, "1", 1, "1"], object)
    observations = _observations(**{given: values})
    codes = getattr(observations, given)
    assert codes[0] == codes[2] != codes[1]
    assert not codes.flags.writeable
