"""FoldScores: designs, what is refused, and the values per fold."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.data.division import FoldDesign
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import (
    AucurateError,
    InputError,
    LabelError,
    OptionError,
    ScoreError,
    TableError,
)
from aucurate.estimates.auc import auc
from aucurate.inference.core.caveats import of_observations

RNG = np.random.default_rng(2)
LABELS = np.arange(20) % 2
SCORES = {"a": RNG.normal(size=20) + LABELS, "b": RNG.normal(size=20)}
FOUR = np.arange(20) // 5


def _left_out(**options: Any) -> FoldScores:
    return FoldScores.from_arrays(LABELS, SCORES, folds=FOUR, **options)


def _repeated(repeats: int, folds: int, order: Any = ..., **options: Any) -> FoldScores:
    """Each repeat divides the twenty observations another way."""
    rng = np.random.default_rng(3)
    parts = [rng.permutation(np.arange(20) % folds) for _ in range(repeats)]
    rows = np.tile(np.arange(20), repeats)
    scores = np.random.default_rng(4).normal(size=(2, 20 * repeats))
    return FoldScores.from_arrays(
        LABELS[rows][order],
        {"a": scores[0][order], "b": scores[1][order]},
        folds=np.concatenate(parts)[order],
        observations=rows[order],
        repeats=np.repeat(np.arange(repeats), 20)[order],
        **options,
    )


def _fixed(models: int = 3, order: Any = ..., **options: Any) -> FoldScores:
    rows = np.tile(np.arange(20), models)[order]
    scores = np.random.default_rng(5).normal(size=(2, 20 * models))
    return FoldScores.from_arrays(
        LABELS[rows],
        {"a": scores[0][order], "b": scores[1][order]},
        folds=np.repeat(np.arange(models), 20)[order],
        observations=rows,
        **options,
    )


def test_obvious_designs_are_recognised() -> None:
    assert _left_out().design == "left-out folds"
    assert _repeated(3, 4).design == "left-out folds"
    assert _repeated(5, 2).design == "5x2"
    assert _repeated(5, 2, design="left-out folds").design == "left-out folds"
    assert _fixed().design == "fixed test set"
    assert _repeated(5, 2).fold_names[:3] == ("0/0", "0/1", "1/0")


@pytest.mark.parametrize(
    ("build", "design"),
    [(_left_out, "fixed test set"), (_left_out, "5x2"), (_fixed, "left-out folds")],
)
def test_a_design_that_the_rows_do_not_have_is_refused(build: Any, design: FoldDesign) -> None:
    with pytest.raises(OptionError, match="these rows are not") as refused:
        build(design=design)
    assert "they look like" in refused.value.hint
    with pytest.raises(OptionError, match=r"design must be .*; it is 'loo'"):
        build(design="loo")


def test_what_is_not_obvious_must_be_said() -> None:
    rows, folds = [0, 1, 2, 3, 0, 1, 2, 5, 4], [1, 1, 1, 1, 2, 2, 2, 2, 2]
    labels, scores = [0, 1, 0, 1, 0, 1, 0, 1, 0], {"a": range(9)}
    given: dict[str, Any] = {"folds": folds, "observations": rows}
    with pytest.raises(OptionError, match="not obvious"):
        FoldScores.from_arrays(labels, scores, **given)
    said = FoldScores.from_arrays(labels, scores, design="random splits", n_train=12, **given)
    assert (said.n_test.tolist(), len(said.observations)) == ([4, 5], 6)
    assert said.aucs().test_train_ratio == 9 / 24
    with pytest.raises(OptionError, match="only one fold"):
        FoldScores.from_arrays([0, 1], {"a": [1, 2]}, folds=[1, 1])


def test_the_training_sizes_of_left_out_folds_are_known() -> None:
    values = _left_out().aucs()
    assert values.test_train_ratio == pytest.approx(1 / 3)
    assert _repeated(5, 2).aucs().test_train_ratio == pytest.approx(1)
    assert _fixed().aucs().test_train_ratio is None
    assert _fixed(n_train=40).aucs().test_train_ratio == pytest.approx(0.5)
    with pytest.raises(InputError, match="n_train"):
        _left_out(n_train=[1, 2])


def test_values_per_fold_are_those_of_each_fold_alone() -> None:
    data = _left_out()
    aucs, errors = data.aucs(), data.errors(threshold={"a": 0.5, "b": 0.0})
    for k in range(4):
        here = k == FOUR
        for at, (name, cut) in enumerate((("a", 0.5), ("b", 0.0))):
            assert aucs.values[k, at] == auc(LABELS[here], SCORES[name][here])
            wrong = np.mean((SCORES[name][here] >= cut) != LABELS[here])
            assert errors.values[k, at] == pytest.approx(wrong)
    largest = data.values_of(lambda s: float(s.values.max()), quantity="largest", highest=9.0)
    assert largest.of("a").tolist() == [SCORES["a"][k == FOUR].max() for k in range(4)]
    assert (largest.quantity, largest.highest) == ("largest", 9.0)
    with pytest.raises(InputError, match="'a' has nan in fold 0"):
        data.values_of(lambda s: float("nan"), quantity="nothing")


def test_lower_scores_are_turned_for_ranks_and_for_thresholds() -> None:
    negated = {"a": -SCORES["a"], "b": SCORES["b"]}
    turned = FoldScores.from_arrays(LABELS, negated, folds=FOUR, lower=["a"])
    assert np.array_equal(turned.aucs().values, _left_out().aucs().values)
    same = turned.errors(threshold={"a": -0.5, "b": 0.5})
    assert np.array_equal(same.values, _left_out().errors(threshold=0.5).values)


@pytest.mark.parametrize("build", [_fixed, lambda **o: _repeated(3, 2, **o)])
def test_the_order_of_rows_changes_nothing(build: Any) -> None:
    order = np.random.default_rng(0).permutation(60)
    assert np.array_equal(build().aucs().values, build(order=order).aucs().values)


def test_the_matrix_of_a_fixed_test_set() -> None:
    data = _fixed(3)
    assert data.matrix().shape == (2, 3, 20)
    for k in range(3):
        assert np.array_equal(data.matrix()[:, k], data.fold(k).values)
    with pytest.raises(OptionError, match="not every fold"):
        _left_out().matrix()


def test_a_fold_without_one_class_is_refused_or_told() -> None:
    folds = np.where(LABELS == 0, FOUR, np.minimum(FOUR, 2))
    data = FoldScores.from_arrays(LABELS, SCORES, folds=folds)
    with pytest.raises(LabelError, match="missing from fold '3'") as refused:
        data.aucs()
    assert "without_class='drop'" in refused.value.hint
    values = data.aucs(without_class="drop")
    assert (values.n_folds, values.dropped, values.fold_names) == (3, ("3",), ("0", "1", "2"))
    assert data.errors(threshold=0).n_folds == 4
    with pytest.raises(OptionError, match="without_class"):
        data.aucs(without_class="skip")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"observations": [0, 0, *range(2, 20)]}, ScoreError, "is in fold '0' twice"),
        ({"folds": [1, 2]}, ScoreError, "folds has 2 values for 20 labels"),
        ({"folds": [None, *FOUR[1:]]}, ScoreError, "folds must not be missing; row 0"),
        ({"repeats": FOUR}, OptionError, "which rows are the same observation"),
    ],
)
def test_rows_that_make_no_sense_are_refused(change: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        FoldScores.from_arrays(LABELS, SCORES, **{"folds": FOUR, **change})


def test_scores_and_labels_are_checked_as_everywhere() -> None:
    with pytest.raises(ScoreError, match="must not be missing"):
        FoldScores.from_arrays(LABELS, {"a": [np.nan, *range(19)]}, folds=FOUR)
    with pytest.raises(LabelError, match="different labels in different folds"):
        FoldScores.from_arrays(
            [0, 1, 1, 0], {"a": range(4)}, folds=[1, 1, 2, 2], observations=[0, 1, 0, 1]
        )
    for threshold in ({"a": 0.5}, {"c": 1.0}, float("nan"), "half"):
        with pytest.raises(OptionError):
            _left_out().errors(threshold=threshold)  # type: ignore[arg-type]


def test_arrays_are_frozen() -> None:
    data = _left_out()
    for array in (data.values, data.folds, data.rows, data.aucs().values):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_shipped_folds() -> None:
    data = load_breast_cancer_folds()
    values = data.aucs()
    assert (values.n_folds, values.design) == (10, "left-out folds")
    assert values.test_train_ratio == pytest.approx(1 / 9)
    pooled = data.pooled()
    again = FoldScores.from_arrays(
        pooled.observations.is_positive,
        dict(zip(pooled.names, pooled.values, strict=True)),
        folds=pooled.observations.folds,
    )
    assert np.array_equal(again.aucs().values, values.values)
    assert "pooled_folds" in [c.kind for c in of_observations(pooled.observations)]
    for other in (_fixed(), _repeated(3, 2)):
        with pytest.raises(OptionError, match="pooled"):
            other.pooled()


@for_each(
    ("change", "words"),
    [
        ({"values": {}}, "no fold values"),
        ({"values": {"a": [1, 2], "b": [1]}}, "'b' has 1 value, 'a' has 2"),
        ({"values": {"a": [0.5, 1.5]}}, "'a' has 1.5 in fold 2"),
        ({"values": {"a": [0.5, np.nan]}}, "'a' has nan in fold 2"),
        ({"values": {"a": [1, 1], 1: [1, 1], "1": [1, 1]}}, "the same name"),
        ({"repeats": [1]}, "repeats has 1 value for 2 folds"),
        ({"highest": Fraction(1, 2)}, "must lie between 0 and 0.5"),
        ({"values": [0.5, 1.0]}, "need the names of the classifiers; this is a list"),
        ({"n_test": 0}, "n_test must be 1 or more"),
        ({"n_test": "many"}, "n_test must be one number"),
        ({"design": "cv"}, "design must be .*; it is 'cv'"),
    ],
)
def test_fold_values_are_checked(change: Any, words: str) -> None:
    given = {"values": {"a": [0.5, 1.0]}, "quantity": "AUC", "design": "left-out folds", **change}
    with pytest.raises(AucurateError, match=words):
        FoldValues.from_arrays(given.pop("values"), **given)


@pytest.mark.parametrize("kind", [pl.DataFrame, pd.DataFrame])
def test_named_columns_are_the_same_as_arrays(kind: Any) -> None:
    columns = {"y": [0, 1, 0, 1], "fold": [1, 1, 2, 2], "a": [1, 2, 1, 2], "b": [2, 1, 1, 2]}
    found = FoldScores.from_frame(kind(columns), label="y", fold="fold")
    assert found.names == ("a", "b")
    assert found.aucs().values.tolist() == [[1.0, 0.0], [1.0, 1.0]]
    some = FoldScores.from_frame(kind(columns), label="y", fold="fold", scores=["b"])
    assert some.names == ("b",)
    with pytest.raises(TableError, match="no column 'folds'"):
        FoldScores.from_frame(kind(columns), label="y", fold="folds")
    with pytest.raises(TableError, match="another role"):
        FoldScores.from_frame(kind(columns), label="y", fold="fold", scores=["fold"])


def test_a_fold_may_be_called_infinity() -> None:
    folds = [1.0, 1.0, math.inf, math.inf]
    data = FoldScores.from_arrays([0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=folds)
    assert data.fold_names == ("1.0", "inf")


def test_some_of_the_classifiers_can_be_selected() -> None:
    data = FoldScores.from_arrays(
        [0, 1, 0, 1],
        {"a": [1, 2, 1, 2], "b": [2, 1, 1, 2], "c": [1, 1, 1, 2]},
        folds=[1, 1, 2, 2],
        lower=["a"],
    )
    some = data.select(["c", "a"])
    assert some.names == ("c", "a")
    assert some.lower == {"a"}
    assert some.values.tolist() == data.values[[2, 0]].tolist()
    assert some.division is data.division
