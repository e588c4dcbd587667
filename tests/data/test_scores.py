"""One classifier, checked at the door."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from aucurate.data.scores import Scores
from aucurate.errors import LabelError, OptionError, ScoreError

LABELS = [0, 1, 0, 1, 1]
VALUES = [0.1, 0.4, 0.35, 0.8, 0.7]


def test_what_goes_in_comes_out_in_row_order() -> None:
    data = Scores.from_arrays(LABELS, VALUES, name="forest")
    assert data.name == "forest"
    assert data.values.tolist() == VALUES
    assert data.is_positive.tolist() == [bool(v) for v in LABELS]
    assert (data.n_positive, data.n_negative, len(data)) == (3, 2, 5)
    assert (data.observations.positive, data.observations.negative) == ("1", "0")
    assert data.observations.dropped == 0


def test_results_are_read_only_and_inputs_neither_shared_nor_changed() -> None:
    labels, values = np.array(LABELS, bool), np.array(VALUES)
    data = Scores.from_arrays(labels, values)
    for array in (data.values, data.is_positive):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert labels.flags.writeable
    assert values.flags.writeable
    assert not np.shares_memory(data.values, values)
    assert not np.shares_memory(data.is_positive, labels)
    values[:] = 0
    labels[:] = False
    assert data.values.tolist() == VALUES
    assert data.n_positive == data.is_positive.sum() == 3


def test_frames_share_nothing_either() -> None:
    frame = pd.DataFrame({"y": LABELS, "s": VALUES})
    data = Scores.from_arrays(frame["y"], frame["s"])
    frame.loc[:, "s"] = 0.0
    assert data.values.tolist() == VALUES
    again = Scores.from_arrays(pl.Series(LABELS), pl.Series(VALUES))
    assert again.values.tolist() == VALUES
    assert not again.values.flags.writeable


def test_the_index_of_a_series_is_its_order() -> None:
    labels = pd.Series(LABELS, index=list("edcba"))
    data = Scores.from_arrays(labels, pd.Series(VALUES[::-1], index=list("abcde")))
    assert data.is_positive.tolist() == [bool(v) for v in LABELS]
    assert data.values.tolist() == VALUES
    assert data.observations.aligned == ("scores",)


def test_lower_turns_the_scores_round() -> None:
    data = Scores.from_arrays(LABELS, VALUES, lower=True)
    assert data.values.tolist() == [-v for v in VALUES]
    counts = Scores.from_arrays(LABELS, np.array([3, 1, 2, 0, 255], np.uint8), lower=True)
    assert counts.values.tolist() == [-3, -1, -2, 0, -255]
    flags = Scores.from_arrays(LABELS, [True, False, True, False, False], lower=True)
    assert flags.values.tolist() == [-1, 0, -1, 0, 0]


def test_infinite_scores_are_legal() -> None:
    values = [np.inf, -np.inf, 0.0, np.inf, 1.0]
    assert Scores.from_arrays(LABELS, values).values.tolist() == values
    assert Scores.from_arrays(LABELS, values, missing="drop").observations.dropped == 0


def test_a_missing_score_is_refused_with_row_column_count_and_remedy() -> None:
    values = [0.1, np.nan, 0.3, np.nan, np.nan]
    with pytest.raises(ScoreError) as caught:
        Scores.from_arrays(LABELS, values, name="ndka")
    assert str(caught.value) == (
        "scores must not be missing; column 'ndka', row 1 is nan (3 such rows in all).\n"
        "Hint: drop them with missing='drop' (the result will count them), or mend the table."
    )


def test_a_missing_label_is_refused_with_row_count_and_remedy() -> None:
    with pytest.raises(LabelError) as caught:
        Scores.from_arrays([0, 1, None, 1, None], VALUES)
    assert caught.value.message == "labels must be there; row 2 has none (2 such rows in all)."
    assert "missing='drop'" in caught.value.hint


def test_rows_with_anything_missing_are_dropped_once_and_counted() -> None:
    labels = [0, 1, None, 1, 0, 1]
    values = [0.1, np.nan, np.nan, 0.4, 0.5, None]
    data = Scores.from_arrays(labels, values, missing="drop")
    assert data.values.tolist() == [0.1, 0.4, 0.5]
    assert data.is_positive.tolist() == [False, True, False]
    assert data.observations.dropped == 3
    assert not data.values.flags.writeable


def test_dropping_may_not_leave_one_class_or_nothing() -> None:
    with pytest.raises(LabelError, match=r"all observations are '0' after dropping .* none is '1'"):
        Scores.from_arrays([0, 1, 0], [1, np.nan, 2], missing="drop")
    with pytest.raises(LabelError, match="no observation is left after dropping"):
        Scores.from_arrays([0, 1], [np.nan, np.nan], missing="drop")


def test_missing_has_two_ways_only() -> None:
    wrong: Any = "ignore"
    with pytest.raises(OptionError, match="missing must be 'refuse' or 'drop'; it is 'ignore'"):
        Scores.from_arrays(LABELS, VALUES, missing=wrong)


@pytest.mark.parametrize("values", [VALUES[:3], [*VALUES, 1.0], [], [1.0]])
def test_lengths_must_match(values: list[float]) -> None:
    with pytest.raises(ScoreError) as caught:
        Scores.from_arrays(LABELS, values, name="ndka")
    counted = f"{len(values)} value" + ("" if len(values) == 1 else "s")
    assert caught.value.message == f"'ndka' has {counted} for 5 labels."


def test_an_empty_table_is_refused() -> None:
    with pytest.raises(LabelError, match="there are no observations"):
        Scores.from_arrays([], [])


def test_records_cannot_be_reassigned() -> None:
    data = Scores.from_arrays(LABELS, VALUES)
    with pytest.raises(AttributeError):
        data.name = "other"  # type: ignore[misc]
