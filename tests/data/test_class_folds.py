"""ClassFoldScores: the long form, its designs, and what is refused."""

from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.class_folds import ClassFoldScores
from aucurate.errors import LabelError, OptionError, ScoreError

LABELS = np.arange(24) % 3
SCORES = np.random.default_rng(6).random((24, 3))
FOLDS = np.arange(24) // 6


def _left_out(**options: Any) -> ClassFoldScores:
    return ClassFoldScores.from_arrays(LABELS, SCORES, folds=FOLDS, **options)


def _fixed(models: int = 3, order: Any = ..., **options: Any) -> ClassFoldScores:
    rows = np.tile(np.arange(24), models)[order]
    scores = np.random.default_rng(7).random((24 * models, 3))[order]
    folds = np.repeat(np.arange(models), 24)[order]
    return ClassFoldScores.from_arrays(
        LABELS[rows], scores, folds=folds, observations=rows, **options
    )


def test_left_out_folds() -> None:
    data = _left_out(name="forest")
    assert (data.name, data.design, data.n_folds) == ("forest", "left-out folds", 4)
    assert (data.classes, data.fold_names) == (("0", "1", "2"), ("0", "1", "2", "3"))
    assert data.division.n_test == (6.0, 6.0, 6.0, 6.0)
    assert data.n_train is not None
    assert data.n_train.tolist() == [18] * 4
    assert data.values.shape == (3, 24)
    assert data.counts_by_fold.tolist() == [[2, 2, 2]] * 4
    assert np.array_equal(data.codes_by_row, LABELS[data.rows])


def test_a_fold_is_a_test_set_of_its_own() -> None:
    data = _fixed()
    for at in range(3):
        part = data.fold(at)
        here = data.folds == at
        assert np.array_equal(part.values, data.values[:, here])
        assert np.array_equal(part.codes, data.codes_by_row[here])
        assert (part.classes, len(part)) == (data.classes, 24)
        assert part.values.flags.c_contiguous


def test_a_class_may_be_missing_from_a_fold() -> None:
    folds = np.where(LABELS == 2, 0, FOLDS)
    data = ClassFoldScores.from_arrays(LABELS, SCORES, folds=folds)
    assert data.fold(3).counts == (2, 2, 0)
    with pytest.raises(LabelError, match=r"of class '2' is in fold '1' \(3 such folds") as refused:
        data.folds_with_every_class()
    assert "without_class='drop'" in refused.value.hint
    assert data.folds_with_every_class("drop") == [0]
    assert _left_out().folds_with_every_class() == [0, 1, 2, 3]
    with pytest.raises(OptionError, match="without_class"):
        data.folds_with_every_class("skip")  # type: ignore[arg-type]


def test_pooled_folds_are_remembered() -> None:
    order = np.random.default_rng(8).permutation(24)
    data = ClassFoldScores.from_arrays(
        LABELS[order], SCORES[order], folds=FOLDS[order], observations=order
    )
    pooled = data.pooled()
    assert np.array_equal(pooled.values, SCORES.T)
    assert np.array_equal(pooled.codes, LABELS)
    assert pooled.observations.folds is not None
    assert pooled.observations.folds.tolist() == FOLDS.tolist()
    with pytest.raises(OptionError, match="pooled"):
        _fixed().pooled()


def test_the_order_of_rows_changes_nothing() -> None:
    order = np.random.default_rng(9).permutation(72)
    one, two = _fixed(), _fixed(order=order)
    assert np.array_equal(one.values, two.values)
    assert np.array_equal(one.rows, two.rows)
    assert one.design == two.design == "fixed test set"


def test_designs_are_found_or_said_as_for_two_classes() -> None:
    rng = np.random.default_rng(3)
    rows, repeats = np.tile(np.arange(24), 5), np.repeat(np.arange(5), 24)
    folds = np.concatenate([rng.permutation(np.arange(24) % 2) for _ in range(5)])
    given: dict[str, Any] = {"folds": folds, "observations": rows, "repeats": repeats}
    data = ClassFoldScores.from_arrays(LABELS[rows], np.tile(SCORES, (5, 1)), **given)
    assert (data.design, data.n_folds, data.fold_names[2]) == ("5x2", 10, "1/0")
    with pytest.raises(OptionError, match="these rows are not"):
        _left_out(design="fixed test set")
    with pytest.raises(OptionError, match="only one fold"):
        ClassFoldScores.from_arrays(LABELS, SCORES, folds=np.zeros(24))


def test_several_classifiers_share_observations_and_folds() -> None:
    found = ClassFoldScores.paired_from_arrays(
        LABELS, {"one": SCORES, "two": 1 - SCORES}, folds=FOLDS
    )
    assert list(found) == ["one", "two"]
    one, two = found.values()
    assert (one.name, two.name) == ("one", "two")
    assert one.observations is two.observations
    assert one.folds is two.folds
    assert np.array_equal(one.values, 1 - (1 - one.values))
    assert np.allclose(one.values + two.values, 1)


@for_each(
    ("change", "error", "words"),
    [
        ({"scores": np.where(SCORES > 0.9, np.nan, SCORES)}, ScoreError, "must not be missing"),
        ({"folds": [1, 2]}, ScoreError, "folds has 2 values for 24 labels"),
        ({"observations": [0, 0, *range(2, 24)]}, ScoreError, "is in fold '0' twice"),
        (
            {"observations": [*range(23), 0], "design": "random splits"},
            LabelError,
            "different labels in different folds",
        ),
        ({"classes": ["x", "y", "z"]}, LabelError, "which has no column"),
        ({"classes": ["0", "1"]}, ScoreError, "3 columns"),
    ],
)
def test_rows_that_make_no_sense_are_refused(change: Any, error: Any, words: str) -> None:
    given = {"scores": SCORES, "folds": FOLDS, **change}
    with pytest.raises(error, match=words):
        ClassFoldScores.from_arrays(LABELS, given.pop("scores"), **given)


def test_rows_with_something_missing_can_be_dropped() -> None:
    holes = SCORES.copy()
    holes[3, 1] = np.nan
    data = ClassFoldScores.from_arrays(
        LABELS, holes, folds=FOLDS, observations=np.arange(24), missing="drop"
    )
    assert (data.observations.source.n_dropped, data.division.n_test) == (1, (5, 6, 6, 6))
    assert np.array_equal(data.pooled().values, np.delete(SCORES, 3, axis=0).T)
    with pytest.raises(ScoreError, match="folds has 2 values"):
        ClassFoldScores.from_arrays(LABELS, holes, folds=[1, 2], missing="drop")


def test_only_finite_scores_that_are_not_negative_have_weights() -> None:
    _left_out().weighable()
    with pytest.raises(ScoreError, match="column 'scores: 0', fold '0' is -"):
        ClassFoldScores.from_arrays(LABELS, SCORES - 1, folds=FOLDS).weighable()


def test_arrays_are_frozen() -> None:
    data = _left_out()
    for array in (data.values, data.folds, data.rows, data.observations.codes, data.fold(0).values):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
