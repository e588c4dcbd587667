"""Rows with an index are matched by it, or refused; never paired with the wrong label silently."""

import subprocess
import sys
from typing import Any

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.data.alignment import aligned, aligned_columns
from aucurate.errors import ScoreError

N = 60
RNG = np.random.default_rng(5)
LABELS = np.arange(N) % 2
SCORES = RNG.normal(size=N) + 1.5 * LABELS
ORDER = RNG.permutation(N)
NAMES = [f"row {k}" for k in range(N)]
AUC = au.auc(LABELS, SCORES)
INDEXES: dict[str, Any] = {
    "text": pd.Index(NAMES),
    "numbers": pd.Index(np.arange(100, 100 + N)),
    "dates": pd.date_range("2026-01-01", periods=N),
    "two levels": pd.MultiIndex.from_arrays([np.arange(N) // 2, LABELS]),
    "overlapping intervals": pd.IntervalIndex.from_arrays(np.arange(N), np.arange(N) + 3),
    "categories": pd.CategoricalIndex(NAMES),
}


def series(values: Any, index: Any = None) -> Any:
    return pd.Series(values, index=index)


def labels(index: Any) -> Any:
    return series(LABELS, index=index)


def shuffled(index: Any) -> Any:
    return series(SCORES, index=index).iloc[ORDER]


@for_each("index", INDEXES.values(), ids=INDEXES)
def test_the_same_entries_in_another_order_are_aligned(index: Any) -> None:
    assert au.auc(labels(index), shuffled(index)) == AUC
    assert au.auc(labels(index), SCORES[ORDER]) != AUC


def test_frames_wrapped_series_and_single_columns_are_aligned() -> None:
    index = INDEXES["text"]
    assert au.auc(labels(index).to_frame(), shuffled(index).to_frame()) == AUC
    assert au.auc(labels(index), nw.from_native(shuffled(index), series_only=True)) == AUC


@pytest.mark.parametrize("which", ["the labels", "'scores'"])
def test_a_default_index_beside_a_permutation_of_it_is_refused(which: str) -> None:
    default, permuted = series(LABELS), series(SCORES).iloc[ORDER]
    if which == "'scores'":
        default, permuted = series(SCORES), series(LABELS).iloc[ORDER]
    given = (default, permuted) if which == "the labels" else (permuted, default)
    with pytest.raises(ScoreError, match=f"the index of {which} is 0 to 59 in order") as caught:
        au.auc(*given)
    assert ".to_numpy()" in caught.value.hint
    assert au.auc(*(values.to_numpy() for values in given)) > 0


def test_what_the_hint_says_is_accepted() -> None:
    truth, scores = series(LABELS), series(SCORES).iloc[ORDER]
    assert au.auc(truth, scores.loc[truth.index]) == AUC


def test_a_default_index_beside_an_unrelated_one_is_by_position() -> None:
    assert au.auc(labels(INDEXES["text"]), series(SCORES)) == AUC
    assert au.auc(series(LABELS), series(SCORES, index=INDEXES["numbers"])) == AUC
    assert au.auc(series(LABELS), series(SCORES, index=[7] * N)) == AUC


def test_arrays_lists_and_frames_without_an_index_are_by_position() -> None:
    for scores in (SCORES, SCORES.tolist(), pl.Series(SCORES)):
        assert au.auc(labels(INDEXES["text"]), scores) == AUC
    assert au.auc(LABELS, series(SCORES, index=INDEXES["text"])) == AUC


def test_equal_indexes_pass_even_with_duplicates() -> None:
    doubled = pd.Index(np.arange(N) // 2)
    assert au.auc(labels(doubled), series(SCORES, index=doubled)) == AUC


def test_duplicates_in_another_order_are_refused() -> None:
    doubled = pd.Index(np.arange(N) // 2)
    with pytest.raises(ScoreError, match=r"has \d+ more than once") as caught:
        au.auc(labels(doubled), series(SCORES, index=doubled[::-1]))
    assert "reset_index(drop=True)" in caught.value.hint


def test_different_entries_are_refused() -> None:
    other = pd.Index([*NAMES[:-1], "row 99"])
    with pytest.raises(ScoreError, match="'row 59' is in that of the labels only") as caught:
        au.auc(labels(INDEXES["text"]), series(SCORES, index=other))
    assert ".to_numpy()" in caught.value.hint
    with pytest.raises(ScoreError, match="different indexes"):
        au.auc(labels(INDEXES["dates"]), series(SCORES, index=INDEXES["two levels"]))


def test_a_slice_is_no_default_index() -> None:
    table = pd.DataFrame({"y": np.tile(LABELS, 2), "s": np.tile(SCORES, 2)})
    later = table.iloc[N:]
    assert au.auc(later["y"], later["s"].iloc[ORDER]) == AUC
    with pytest.raises(ScoreError, match="different indexes"):
        au.auc(later["y"], table["s"].iloc[10 : N + 10])


def test_columns_that_disagree_need_labels_with_an_index() -> None:
    index = INDEXES["text"]
    straight, mixed = series(SCORES, index=index), shuffled(index)
    with pytest.raises(ScoreError, match="which order is theirs") as caught:
        au.compare(LABELS, {"straight": straight, "mixed": mixed})
    assert "pass the labels with their index, too" in caught.value.hint
    study = au.compare(labels(index), {"straight": straight, "mixed": mixed})
    assert study.comparison("straight", "mixed").difference == 0


def test_other_lengths_are_left_to_the_check_of_lengths() -> None:
    with pytest.raises(ScoreError, match="has 10 values for 60 labels"):
        au.auc(labels(INDEXES["text"]), shuffled(INDEXES["text"])[:10])


def test_every_door_aligns_and_says_so() -> None:
    index = INDEXES["text"]
    truth, scores = labels(index), shuffled(index)
    groups = series(np.arange(N) // 3, index=index).iloc[ORDER]
    paired = au.PairedScores.from_arrays(truth, {"a": scores, "b": SCORES}, groups=groups)
    assert paired.observations.source.aligned == ("a", "groups")
    np.testing.assert_array_equal(paired.values[0], SCORES)
    np.testing.assert_array_equal(paired.observations.groups, np.arange(N) // 3)
    unpaired = au.UnpairedScores.from_arrays({"a": (truth, scores), "b": (truth, SCORES)})
    assert [one.observations.source.aligned for one in unpaired] == [("a",), ()]
    np.testing.assert_array_equal(unpaired.members[0].values, SCORES)
    folds = series(np.arange(N) // 10, index=index).iloc[ORDER]
    over_folds = au.FoldScores.from_arrays(truth, {"a": scores}, folds=folds)
    assert over_folds.observations.source.aligned == ("a", "folds")
    np.testing.assert_array_equal(over_folds.pooled().values[0], SCORES)


def test_scores_with_a_column_per_class_are_aligned() -> None:
    index = INDEXES["text"]
    codes = np.arange(N) % 3
    matrix = RNG.random((N, 3)) + np.eye(3)[codes]
    straight = au.estimates.hand_till_auc(codes, matrix)
    truth = series(codes, index=index)
    frame = pd.DataFrame(matrix, index=index, columns=["0", "1", "2"]).iloc[ORDER]
    assert au.estimates.hand_till_auc(truth, frame) == straight
    by_class = {name: frame[name] for name in frame.columns}
    data = au.ClassScores.from_arrays(truth, by_class, name="forest")
    assert data.observations.source.aligned == ("forest",)
    np.testing.assert_array_equal(data.values, matrix.T)
    folds = series(np.arange(N) // 12, index=index).iloc[ORDER]
    over_folds = au.data.ClassFoldScores.from_arrays(truth, frame, folds=folds)
    assert over_folds.observations.source.aligned == ("scores", "folds")
    np.testing.assert_array_equal(over_folds.values, matrix.T)
    ordered = au.data.OrderedScores.from_arrays(truth, frame["2"], order=(0, 1, 2))
    assert ordered.observations.source.aligned == ("scores",)
    np.testing.assert_array_equal(ordered.values, matrix[:, 2])


def test_studies_say_in_their_provenance_what_was_aligned() -> None:
    index = INDEXES["text"]
    truth, scores = labels(index), {"a": shuffled(index), "b": series(SCORES, index=index)}
    for study in (
        au.compare(truth, scores),
        au.study.intervals(truth, scores, resampling=au.Resampling(replicates=20)),
        au.operate(truth, scores, at=0.5),
        au.fit(truth, scores, model="binormal"),
    ):
        assert study.provenance.source.aligned == ("a",)
        (told,) = [c.message for c in study.caveats if c.kind == "aligned_rows"]
        assert told == "The rows of a were reordered to match the labels, by their index."
    assert au.compare(LABELS, {"a": SCORES}).provenance.source.aligned == ()
    assert "Aligned with the labels by index" in au.compare(truth, scores).to_html()


def test_an_identical_index_costs_nothing_and_moves_nothing() -> None:
    table = pd.DataFrame({"y": LABELS, "s": SCORES}, index=NAMES)
    found = aligned(table["y"], [("'s'", table["s"])])
    assert found.moved == ()
    columns, extras, moved = aligned_columns(table["y"], {"s": table["s"]}, sampling_weights=None)
    assert (list(columns), extras, moved) == (["s"], {"sampling_weights": None}, ())


def test_pandas_is_not_imported() -> None:
    program = (
        "import sys, numpy, polars, aucurate as au;"
        "au.auc([0, 1], polars.Series([1.0, 2.0])); sys.exit('pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
