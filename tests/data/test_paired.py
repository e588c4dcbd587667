"""Several classifiers on the same observations."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from aucurate.data.labels import read_labels
from aucurate.data.paired import PairedScores
from aucurate.errors import LabelError, OptionError, ScoreError

LABELS = [0, 1, 0, 1]
SCORES: dict[str, Any] = {"forest": [1, 2, 3, 4], "tree": [4.5, 3, 2, 1], "flag": [True, False] * 2}


def test_classifiers_come_out_as_they_went_in() -> None:
    data = PairedScores.from_arrays(LABELS, SCORES)
    assert data.names == ("forest", "tree", "flag")
    assert len(data) == 3
    assert data.values.tolist() == [[1, 2, 3, 4], [4.5, 3, 2, 1], [1, 0, 1, 0]]
    assert [s.name for s in data] == list(data.names)
    assert data["tree"].values.tolist() == [4.5, 3, 2, 1]
    assert all(s.observations is data.observations for s in data)


def test_one_classifier_alone_works() -> None:
    assert len(PairedScores.from_arrays(LABELS, {"only": [1, 2, 3, 4]})) == 1


def test_everything_is_read_only_and_copied() -> None:
    values = np.array([1.0, 2.0, 3.0, 4.0])
    data = PairedScores.from_arrays(LABELS, {"a": values, "b": values})
    values[:] = 0
    assert data.values.tolist() == [[1, 2, 3, 4], [1, 2, 3, 4]]
    chosen = data.select(["b"])
    for array in (data.values, data["a"].values, chosen.values, data.observations.is_positive):
        assert not array.flags.writeable


def test_float32_columns_stay_so_only_among_themselves() -> None:
    narrow = np.array([0.1, 0.2, 0.3, 0.4], np.float32)
    assert PairedScores.from_arrays(LABELS, {"a": narrow, "b": narrow}).values.dtype == np.float32
    mixed = PairedScores.from_arrays(LABELS, {"a": narrow, "b": [0.1, 0.2, 0.3, 0.4]})
    assert mixed.values.dtype == np.float64
    assert mixed["a"].values.tolist() == [float(v) for v in narrow]


def test_select_keeps_the_observations_and_the_order_asked_for() -> None:
    data = PairedScores.from_arrays(LABELS, SCORES)
    chosen = data.select(["flag", "forest"])
    assert chosen.names == ("flag", "forest")
    assert chosen.observations is data.observations
    assert chosen["forest"].values.tolist() == [1, 2, 3, 4]


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    data = PairedScores.from_arrays(LABELS, SCORES)
    for ask in (lambda: data["bush"], lambda: data.select(["forest", "bush"])):
        with pytest.raises(OptionError, match="no classifier named 'bush'") as caught:
            ask()
        assert caught.value.hint == "the classifiers are forest, tree and flag."


def test_lower_names_columns_and_only_known_ones() -> None:
    data = PairedScores.from_arrays(LABELS, SCORES, lower=["tree"])
    assert data["tree"].values.tolist() == [-4.5, -3, -2, -1]
    assert data["forest"].values.tolist() == [1, 2, 3, 4]
    assert PairedScores.from_arrays(LABELS, SCORES, lower="tree")["tree"].values[0] == -4.5
    with pytest.raises(OptionError, match="lower names 'bush', which is not one of") as caught:
        PairedScores.from_arrays(LABELS, SCORES, lower=["tree", "bush"])
    assert "forest, tree and flag" in caught.value.hint


def test_names_are_text_and_unique() -> None:
    data = PairedScores.from_arrays(LABELS, {1: [1, 2, 3, 4]})  # type: ignore[dict-item]
    assert data.names == ("1",)
    doubled: Any = {1: [1, 2, 3, 4], "1": [1, 2, 3, 4]}
    with pytest.raises(ScoreError, match="two classifiers have the same name, '1'"):
        PairedScores.from_arrays(LABELS, doubled)


def test_no_scores_are_refused() -> None:
    with pytest.raises(ScoreError, match="there are no scores"):
        PairedScores.from_arrays(LABELS, {})


def test_the_column_with_the_problem_is_named() -> None:
    with pytest.raises(ScoreError, match="'tree' has 3 values for 4 labels"):
        PairedScores.from_arrays(LABELS, {"forest": [1, 2, 3, 4], "tree": [1, 2, 3]})
    with pytest.raises(ScoreError, match=r"column 'tree', row 2 is nan \(1 such row in all\)"):
        PairedScores.from_arrays(LABELS, {"forest": [1, 2, 3, 4], "tree": [1, 2, np.nan, 4]})
    with pytest.raises(ScoreError, match="column 'tree', row 3 is 'x'"):
        PairedScores.from_arrays(LABELS, {"forest": [1, 2, 3, 4], "tree": [1, 2, 3, "x"]})


def test_a_row_with_anything_missing_is_dropped_for_all() -> None:
    data = PairedScores.from_arrays(
        [0, 1, 0, 1, None],
        {"a": [1, None, 3, 4, 5], "b": pl.Series([1.0, 2.0, float("nan"), 4.0, 5.0])},
        missing="drop",
    )
    assert data.values.tolist() == [[1, 4], [1, 4]]
    assert data.observations.dropped == 3


@pytest.mark.parametrize("name", ["weights", "groups", "folds"])
def test_a_classifier_may_have_the_name_of_an_option(name: str) -> None:
    """Its column is checked like any other, whatever stands in the option."""
    extra: dict[str, Any] = {name: [1, 1, 2, 2]}
    data = PairedScores.from_arrays(LABELS, {name: [1, 2, 3, 4]}, **extra)
    assert data.values.tolist() == [[1, 2, 3, 4]]
    with pytest.raises(ScoreError, match=f"scores must not be missing; column '{name}', row 1"):
        PairedScores.from_arrays(LABELS, {name: [1, np.nan, 3, 4]}, **extra)
    with pytest.raises(ScoreError, match=f"'{name}' has 1 value for 4 labels"):
        PairedScores.from_arrays(LABELS, {name: [1]}, **extra)


def test_labels_already_read_can_be_used_again() -> None:
    labels = read_labels(["b", "a", "b", "a"], "a")
    data = PairedScores.from_labels(labels, SCORES)
    assert data.observations.is_positive.tolist() == [False, True, False, True]
    assert data.observations.positive == "a"


def test_labels_must_be_two_classes() -> None:
    with pytest.raises(LabelError, match="cannot be guessed"):
        PairedScores.from_arrays(["x", "y", "x", "y"], SCORES)
