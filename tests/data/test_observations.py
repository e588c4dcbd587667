"""Weights, groups and folds: checked, carried, and refused by what cannot use them."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.data.classes import PairedClassScores
from aucurate.data.observations import Observations
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import InputError, LabelError, OptionError, ScoreError, UnsupportedError
from aucurate.io.files import read_scores

LABELS = [0, 1, 0, 1]
VALUES = [1.0, 2.0, 3.0, 4.0]


def _observations(**extra: Any) -> Observations:
    return Scores.from_arrays(LABELS, VALUES, **extra).observations


def test_nothing_extra_is_none() -> None:
    plain = _observations()
    assert (plain.weights, plain.groups, plain.folds, plain.fold_names) == (None, None, None, ())
    plain.require("anything")
    assert plain.plain("anything") is plain
    assert (len(plain), plain.n_positive, plain.n_negative) == (4, 2, 2)


def test_weights_are_carried_and_rows_without_weight_left_out() -> None:
    given = np.array([1, 2, 0, 4, 3])
    data = Scores.from_arrays([0, 1, 1, 1, 0], range(5), frequency_weights=given)
    weights = data.observations.weights
    assert weights is not None
    assert (weights.kind, weights.values.tolist()) == ("frequency", [1, 2, 4, 3])
    assert not weights.values.flags.writeable
    assert given.flags.writeable
    assert data.values.tolist() == [0, 1, 3, 4]
    assert data.observations.source.n_weightless == 1
    assert (data.n_positive, data.n_negative, data.observations.size) == (6, 4, 10)


def test_sampling_weights_are_relative_and_count_rows() -> None:
    for factor in (1.0, 1e300, 1e-300):
        found = _observations(sampling_weights=factor * np.array([1.0, 2.0, 3.0, 2.0]))
        assert (found.n_positive, found.n_negative, found.is_sampled) == (2, 2, True)
        assert found.weights is not None
        of_positives, of_negatives = found.weights.whole[[1, 3]], found.weights.whole[[0, 2]]
        assert of_positives[0] == of_positives[1]
        assert of_negatives[1] == pytest.approx(3 * of_negatives[0], rel=1e-14)
        assert found.total(found.is_positive) == pytest.approx(2.0, rel=1e-14)


def test_constant_weights_are_none() -> None:
    assert not _observations(sampling_weights=[0.3] * 4).is_sampled
    assert _observations(frequency_weights=[1] * 4).counts is None
    assert _observations(frequency_weights=[2] * 4).size == 8


@pytest.mark.parametrize("kind", ["frequency_weights", "sampling_weights"])
@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -1, 1, 1], "must be 0 or more; row 1 has -1"),
        ([1, 1, np.inf, 1], "must be 0 or more; row 2 has inf"),
        ([1, "x", 1, 1], "must be numbers"),
        ([1 + 1j, 1, 1, 1], "must be numbers"),
    ],
)
def test_weights_that_mean_nothing_are_refused(kind: str, weights: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"{kind} {message}"):
        _observations(**{kind: weights})


def test_a_class_without_weight_is_refused() -> None:
    with pytest.raises(LabelError, match="all observations are '0' after dropping the rows with w"):
        _observations(sampling_weights=[1, 0, 1, 0])
    with pytest.raises(LabelError, match="no observation is left after dropping the rows with wei"):
        _observations(frequency_weights=[0, 0, 0, 0])


def test_frequencies_are_whole_numbers_of_a_possible_size() -> None:
    with pytest.raises(InputError, match=r"must be whole numbers; row 3 has 1\.5") as caught:
        _observations(frequency_weights=[1, 2, 3, 1.5])
    assert "sampling_weights=" in caught.value.hint
    with pytest.raises(InputError, match="at most 1,099,511,627,776 can be counted exactly"):
        _observations(frequency_weights=[1, 2, 3, 2.0**41])
    with pytest.raises(OptionError, match="there are frequency weights and sampling weights"):
        _observations(frequency_weights=[1] * 4, sampling_weights=[1] * 4)


@pytest.mark.parametrize("name", ["frequency_weights", "sampling_weights", "groups", "folds"])
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


def test_rows_without_a_score_are_counted_by_classifier(tmp_path: Path) -> None:
    nan = np.nan
    labels = [0, 1, None, 1, 0, 1, 0, 1]
    scores = {"a": [1, nan, 3, 4, 5, 6, 7, 8], "b": [nan, nan, nan, 4, 5, 6, 7, 8], "c": range(8)}
    found = PairedScores.from_arrays(labels, scores, missing="drop").observations
    assert found.source.n_dropped == 3
    assert found.missing == {"a": 1, "b": 3}
    table = pl.DataFrame({"y": labels, **scores}, strict=False)
    assert PairedScores.from_frame(table, label="y", missing="drop").observations.missing == {
        "a": 1,
        "b": 3,
    }
    path = tmp_path / "table.parquet"
    table.write_parquet(path)
    lazy: Any = read_scores(path, label="y", missing="drop", engine="polars")
    assert lazy.observations.missing == {"a": 1, "b": 3}
    whole = PairedScores.from_arrays([0, 1] * 4, {"c": range(8)}).observations
    assert whole.missing == {}
    probabilities = np.full((2, 8, 3), 1 / 3)
    probabilities[0, 1], probabilities[0, 2, 1], probabilities[1, 1, 2] = nan, nan, nan
    classes = PairedClassScores.from_arrays(
        ["x", "y", "z", "x", "y", "z", "x", "y"], dict(zip("ab", probabilities, strict=True)),
        missing="drop",
    )  # fmt: skip
    assert classes.observations.missing == {"a": 2, "b": 1}


def test_fold_names_of_dropped_rows_are_forgotten() -> None:
    data = Scores.from_arrays([0, 1, 0], [1, 2, np.nan], folds=["a", "a", "gone"], missing="drop")
    assert data.observations.fold_names == ("a",)


def test_a_method_that_cannot_use_them_refuses_them() -> None:
    for extra, words in (
        ("groups", "does not allow for groups of observations"),
        ("sampling_weights", "does not take sampling weights"),
    ):
        observations = _observations(**{extra: [1, 2, 1, 2]})
        with pytest.raises(UnsupportedError, match=f"the method {words}") as caught:
            observations.plain("the method")
        assert "DeLong's variance, MOVER or the bootstrap" in caught.value.hint
        observations.require("the method", units=True)


def test_folds_and_groups_of_one_are_no_reason_to_refuse() -> None:
    _observations(folds=[1, 1, 2, 2]).require("the method")
    _observations(groups=["d", "b", "c", "a"]).require("the method")


def test_frequencies_are_repeated_for_methods_that_know_none() -> None:
    data = PairedScores.from_arrays(
        LABELS,
        {"a": VALUES, "b": VALUES[::-1]},
        frequency_weights=[1, 2, 3, 1],
        groups=list("abab"),
    )
    with pytest.raises(UnsupportedError, match="groups"):
        data.plain("the method")
    data = PairedScores.from_arrays(
        LABELS, {"a": VALUES, "b": VALUES[::-1]}, frequency_weights=[1, 2, 3, 1], folds=list("abab")
    )
    first, second = (scores.plain("the method") for scores in data)
    assert first.observations is second.observations
    assert first.values.tolist() == [1, 2, 2, 3, 3, 3, 4]
    assert first.observations.is_positive.tolist() == [False, True, True, False, False, False, True]
    assert first.observations.folds is not None
    assert first.observations.folds.tolist() == [0, 1, 1, 0, 0, 0, 1]
    assert (first.observations.weights, first.n_positive, len(first)) == (None, 3, 7)
    huge = Scores.from_arrays(LABELS, VALUES, frequency_weights=[1, 2, 3, 2**28])
    with pytest.raises(UnsupportedError, match="268,435,462 observations; the most is 134,217,728"):
        huge.plain("the method")


@pytest.mark.parametrize("given", ["groups", "folds"])
def test_a_number_and_its_text_are_two_groups(given: str) -> None:
    values = np.array([1, "1", 1, "1"], object)
    observations = _observations(**{given: values})
    codes = getattr(observations, given)
    assert codes[0] == codes[2] != codes[1]
    assert not codes.flags.writeable
