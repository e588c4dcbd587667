"""One classifier, checked at the door."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from aucurate.data.labels import read_labels
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import InputError, LabelError, OptionError, ScoreError

LABELS = [0, 1, 0, 1, 1]
VALUES = [0.1, 0.4, 0.35, 0.8, 0.7]


def test_what_goes_in_comes_out_in_row_order() -> None:
    data = Scores.from_arrays(LABELS, VALUES, name="forest")
    assert data.name == "forest"
    assert data.values.tolist() == VALUES
    assert data.is_positive.tolist() == [bool(v) for v in LABELS]
    assert (data.n_positive, data.n_negative, len(data)) == (3, 2, 5)
    assert (data.observations.positive, data.observations.negative) == ("1", "0")
    assert data.observations.source.n_dropped == 0


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
    assert data.observations.source.aligned == ("scores",)


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
    assert Scores.from_arrays(LABELS, values, missing="drop").observations.source.n_dropped == 0


def test_a_missing_score_is_refused_with_row_column_count_and_remedy() -> None:
    values = [0.1, np.nan, 0.3, np.nan, np.nan]
    with pytest.raises(ScoreError) as caught:
        Scores.from_arrays(LABELS, values, name="ndka")
    assert str(caught.value) == (
        "scores must not be missing; column 'ndka', row 1 is missing (3 such rows in all).\n"
        "Hint: drop them with missing='drop' (the result will count them), or correct the table."
    )


def test_a_missing_label_is_refused_with_row_count_and_remedy() -> None:
    with pytest.raises(LabelError) as caught:
        Scores.from_arrays([0, 1, None, 1, None], VALUES)
    assert caught.value.message == "row 2 has no label (2 such rows in all)."
    assert "missing='drop'" in caught.value.hint


def test_rows_with_anything_missing_are_dropped_once_and_counted() -> None:
    labels = [0, 1, None, 1, 0, 1]
    values = [0.1, np.nan, np.nan, 0.4, 0.5, None]
    data = Scores.from_arrays(labels, values, missing="drop")
    assert data.values.tolist() == [0.1, 0.4, 0.5]
    assert data.is_positive.tolist() == [False, True, False]
    assert data.observations.source.n_dropped == 3
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


# Several classifiers on the same observations.


PAIRED_LABELS = [0, 1, 0, 1]
SCORES: dict[str, Any] = {"forest": [1, 2, 3, 4], "tree": [4.5, 3, 2, 1], "flag": [True, False] * 2}


def test_classifiers_come_out_as_they_went_in() -> None:
    data = PairedScores.from_arrays(PAIRED_LABELS, SCORES)
    assert data.names == ("forest", "tree", "flag")
    assert len(data) == 3
    assert data.values.tolist() == [[1, 2, 3, 4], [4.5, 3, 2, 1], [1, 0, 1, 0]]
    assert [s.name for s in data] == list(data.names)
    assert data["tree"].values.tolist() == [4.5, 3, 2, 1]
    assert all(s.observations is data.observations for s in data)


def test_one_classifier_alone_works() -> None:
    assert len(PairedScores.from_arrays(PAIRED_LABELS, {"only": [1, 2, 3, 4]})) == 1


def test_everything_is_read_only_and_copied() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    data = PairedScores.from_arrays(PAIRED_LABELS, {"a": values, "b": values})
    values[:] = 0
    assert data.values.tolist() == [[1, 2, 3, 4], [1, 2, 3, 4]]
    chosen = data.select(["b"])
    for array in (data.values, data["a"].values, chosen.values, data.observations.is_positive):
        assert not array.flags.writeable


def test_float32_columns_stay_so_only_among_themselves() -> None:
    narrow = np.array([0.1, 0.2, 0.3, 0.4], np.float32)
    assert (
        PairedScores.from_arrays(PAIRED_LABELS, {"a": narrow, "b": narrow}).values.dtype
        == np.float32
    )
    mixed = PairedScores.from_arrays(PAIRED_LABELS, {"a": narrow, "b": [0.1, 0.2, 0.3, 0.4]})
    assert mixed.values.dtype == np.float64
    assert mixed["a"].values.tolist() == [float(v) for v in narrow]


def test_select_keeps_the_observations_and_the_order_asked_for() -> None:
    data = PairedScores.from_arrays(PAIRED_LABELS, SCORES)
    chosen = data.select(["flag", "forest"])
    assert chosen.names == ("flag", "forest")
    assert chosen.observations is data.observations
    assert chosen["forest"].values.tolist() == [1, 2, 3, 4]


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    data = PairedScores.from_arrays(PAIRED_LABELS, SCORES)
    for ask in (lambda: data["bush"], lambda: data.select(["forest", "bush"])):
        with pytest.raises(OptionError, match="no classifier named 'bush'") as caught:
            ask()
        assert caught.value.hint == "the classifiers are forest, tree and flag."


def test_lower_names_columns_and_only_known_ones() -> None:
    data = PairedScores.from_arrays(PAIRED_LABELS, SCORES, lower=["tree"])
    assert data["tree"].values.tolist() == [-4.5, -3, -2, -1]
    assert data["forest"].values.tolist() == [1, 2, 3, 4]
    assert PairedScores.from_arrays(PAIRED_LABELS, SCORES, lower="tree")["tree"].values[0] == -4.5
    with pytest.raises(OptionError, match="lower names 'bush', which is not one of") as caught:
        PairedScores.from_arrays(PAIRED_LABELS, SCORES, lower=["tree", "bush"])
    assert "forest, tree and flag" in caught.value.hint


def test_names_are_text_and_unique() -> None:
    data = PairedScores.from_arrays(PAIRED_LABELS, {1: [1, 2, 3, 4]})  # type: ignore[dict-item]
    assert data.names == ("1",)
    doubled: Any = {1: [1, 2, 3, 4], "1": [1, 2, 3, 4]}
    with pytest.raises(ScoreError, match="two classifiers have the same name, '1'"):
        PairedScores.from_arrays(PAIRED_LABELS, doubled)


def test_no_scores_are_refused() -> None:
    with pytest.raises(ScoreError, match="there are no scores"):
        PairedScores.from_arrays(PAIRED_LABELS, {})


def test_the_column_with_the_problem_is_named() -> None:
    with pytest.raises(ScoreError, match="'tree' has 3 values for 4 labels"):
        PairedScores.from_arrays(PAIRED_LABELS, {"forest": [1, 2, 3, 4], "tree": [1, 2, 3]})
    with pytest.raises(ScoreError, match=r"column 'tree', row 2 is missing \(1 such row in all\)"):
        PairedScores.from_arrays(PAIRED_LABELS, {"forest": [1, 2, 3, 4], "tree": [1, 2, np.nan, 4]})
    with pytest.raises(ScoreError, match="column 'tree', row 3 is 'x'"):
        PairedScores.from_arrays(PAIRED_LABELS, {"forest": [1, 2, 3, 4], "tree": [1, 2, 3, "x"]})


def test_a_row_with_anything_missing_is_dropped_for_all() -> None:
    data = PairedScores.from_arrays(
        [0, 1, 0, 1, None],
        {"a": [1, None, 3, 4, 5], "b": pl.Series([1.0, 2.0, float("nan"), 4.0, 5.0])},
        missing="drop",
    )
    assert data.values.tolist() == [[1, 4], [1, 4]]
    assert data.observations.source.n_dropped == 3


@pytest.mark.parametrize("name", ["frequency_weights", "groups", "folds"])
def test_a_classifier_may_have_the_name_of_an_option(name: str) -> None:
    """Its column is checked like any other, whatever stands in the option."""
    extra: dict[str, Any] = {name: [1, 1, 2, 2]}
    data = PairedScores.from_arrays(PAIRED_LABELS, {name: [1, 2, 3, 4]}, **extra)
    assert data.values.tolist() == [[1, 2, 3, 4]]
    with pytest.raises(ScoreError, match=f"scores must not be missing; column '{name}', row 1"):
        PairedScores.from_arrays(PAIRED_LABELS, {name: [1, np.nan, 3, 4]}, **extra)
    with pytest.raises(ScoreError, match=f"'{name}' has 1 value for 4 labels"):
        PairedScores.from_arrays(PAIRED_LABELS, {name: [1]}, **extra)


def test_labels_already_read_can_be_used_again() -> None:
    labels = read_labels(["b", "a", "b", "a"], "a")
    data = PairedScores.from_labels(labels, SCORES)
    assert data.observations.is_positive.tolist() == [False, True, False, True]
    assert data.observations.positive == "a"


def test_labels_must_be_two_classes() -> None:
    with pytest.raises(LabelError, match="cannot be guessed"):
        PairedScores.from_arrays(["x", "y", "x", "y"], SCORES)


# Independent test sets.


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
    assert [s.observations.source.n_dropped for s in data] == [0, 1]
    with pytest.raises(LabelError, match="cannot be guessed"):
        UnpairedScores.from_arrays({"old": (["g", "p"], [1, 2]), "new": (["g", "p"], [1, 2])})


def test_fewer_than_two_test_sets_are_refused() -> None:
    with pytest.raises(ScoreError, match="needs two or more test sets"):
        UnpairedScores.from_arrays({"only": ([0, 1], [1, 2])})
    with pytest.raises(ScoreError, match="needs two or more test sets"):
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
