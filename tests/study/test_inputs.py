"""What is given in a form that cannot be used gets the remedy that is right for it."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.data.scores import Scores, UnpairedScores
from aucurate.errors import LabelError, OptionError, ScoreError, UnsupportedError

N = 80
RNG = np.random.default_rng(3)
LABELS = np.arange(N) % 2
SCORES = RNG.normal(size=N) + LABELS
OTHER = RNG.normal(size=N) + LABELS
PROBABILITY = 1 / (1 + np.exp(-SCORES))


def hint_of(kind: type[Exception], *given: Any, **options: Any) -> str:
    with pytest.raises(kind) as caught:
        au.compare(*given, **options)
    return str(caught.value).partition("Hint: ")[2]


def test_two_columns_of_probabilities_are_not_two_classifiers() -> None:
    both = np.column_stack([1 - PROBABILITY, PROBABILITY])
    hint = hint_of(ScoreError, LABELS, both)
    assert "take the positive one: probabilities[:, 1]" in hint
    assert "forest" not in hint
    assert hint_of(ScoreError, LABELS, both.tolist()) == hint
    assert hint_of(ScoreError, LABELS, both.astype(np.float32)) == hint


def test_a_matrix_of_two_classifiers_is_to_be_named() -> None:
    hint = hint_of(ScoreError, LABELS, np.column_stack([SCORES, OTHER]))
    assert hint == 'name them: {"forest": scores[:, 0], "logistic": scores[:, 1]}.'


@pytest.mark.parametrize("kind", [list, tuple, np.stack])
def test_a_list_of_vectors_is_to_be_named(kind: Any) -> None:
    hint = hint_of(ScoreError, LABELS, kind([SCORES, OTHER]))
    assert hint == 'name them: {"forest": scores[0], "logistic": scores[1]}.'
    assert "scores[0]" in hint_of(ScoreError, LABELS, kind([SCORES]))
    assert "scores[0]" in hint_of(ScoreError, LABELS, [SCORES.tolist()])


def test_a_column_per_class_is_for_multiclass() -> None:
    hint = hint_of(ScoreError, LABELS, RNG.dirichlet([1, 1, 1], N))
    assert "hand_till_auc(labels, scores)" in hint
    assert "multiclass(" in hint


def test_one_column_in_a_matrix_is_a_column() -> None:
    study = au.compare(LABELS, SCORES[:, None])
    assert study.names == ("scores",)


def test_three_labels_are_for_multiclass() -> None:
    hint = hint_of(LabelError, np.arange(N) % 3, {"a": SCORES})
    assert "aucurate multiclass" in hint
    assert "hand_till_auc" in hint


@pytest.mark.parametrize("many", [SCORES, np.arange(N)], ids=["fractions", "many whole numbers"])
def test_swapped_arguments_are_asked_about(many: Any) -> None:
    with pytest.raises(LabelError) as caught:
        au.auc(many, LABELS)
    assert "labels come first, then scores: are the two swapped" in caught.value.hint


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
def test_a_whole_table_is_for_read_scores(library: Any) -> None:
    table = library({"y": LABELS, "a": SCORES})
    assert 'read_scores(table, label="outcome")' in hint_of(ScoreError, table)


@pytest.mark.parametrize("path", ["scores.csv", Path("scores.csv")])
def test_a_path_is_for_read_scores(path: Any) -> None:
    assert 'read_scores("scores.csv", label="outcome")' in hint_of(ScoreError, path)


@pytest.mark.parametrize("as_given", [dict, lambda named: list(named.values())])
def test_records_of_several_classifiers_are_one_record(as_given: Any) -> None:
    members = {name: Scores.from_arrays(LABELS, SCORES, name=name) for name in ("a", "b")}
    assert "UnpairedScores((first, second))" in hint_of(ScoreError, as_given(members))
    assert "UnpairedScores((first, second))" in hint_of(OptionError, *members.values())
    assert au.compare(UnpairedScores(tuple(members.values()))).names == ("a", "b")


def test_scores_that_are_text_are_to_be_converted() -> None:
    assert hint_of(ScoreError, LABELS, {"a": SCORES.astype(str)}).endswith("scores.astype(float).")


@for_each("extra", ["groups", "sampling_weights"])
def test_a_method_without_groups_and_weights_refuses_and_names_those_that_have_them(
    extra: str,
) -> None:
    given: dict[str, Any] = {extra: np.arange(N) // 2 + 1}
    with pytest.raises(UnsupportedError) as caught:
        au.compare(LABELS, {"a": SCORES, "b": OTHER}, method="hanley-mcneil", **given)
    what = "groups of observations" if extra == "groups" else "sampling weights"
    assert caught.value.message == f"hanley-mcneil does not allow for {what}."
    assert "delong" in caught.value.hint


def test_a_whole_table_as_the_scores_is_refused() -> None:
    table = pl.DataFrame({"y": [0, 1, 0, 1], "forest": [0.1, 0.4, 0.3, 0.9]})
    with pytest.raises(ScoreError, match="column 'y' of the scores has the labels"):
        au.compare(table["y"], table)
    assert au.compare(table["y"], table.drop("y")).names == ("forest",)


@pytest.mark.parametrize(
    ("data", "function"),
    [
        (au.datasets.load_breast_cancer_folds(), "aucurate.folds"),
        (au.datasets.load_wine_classes(), "aucurate.multiclass"),
    ],
)
def test_data_of_another_kind_are_sent_where_they_belong(data: object, function: str) -> None:
    for question in (au.compare, au.fit):
        with pytest.raises(ScoreError) as refused:
            question(data)
        assert function in refused.value.hint
