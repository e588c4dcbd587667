"""What the study of several classes says: its sentences, its caveats, and that they fit."""

from typing import Any

import numpy as np
import pytest

from aucurate.curve.class_decisions import criterion_words
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.data.source import with_source
from aucurate.datasets import load_wine_class_folds, load_wine_classes
from aucurate.formatting import number
from aucurate.study.multiclass import MulticlassStudy, multiclass

FOREST = load_wine_classes()["forest"]
FOLDS = {"forest": load_wine_class_folds()["forest"]}
COSTS = [[0, 1, 1], [1, 0, 1], [9, 9, 0]]


@pytest.fixture(scope="module")
def over_folds() -> MulticlassStudy:
    return multiclass(FOLDS)


def kinds(study: MulticlassStudy) -> dict[str, str]:
    return {caveat.kind: caveat.message for caveat in study.caveats}


@pytest.mark.parametrize("search", ["minimax", "balanced", "errors", "best=macro_f1", "cost"])
def test_the_choice_is_told_by_its_own_criterion(search: str) -> None:
    options: dict[str, Any] = {"costs": COSTS} if search == "cost" else {}
    study = multiclass(FOREST, search=search, **options)
    told, rule = study.sentences()[-1], study.choices[0].rule
    equal, searched = (point.criterion(rule) for point in study.points)
    assert searched == pytest.approx(study.choices[0].value)
    start = f"With equal weights, the {criterion_words(rule.criterion)} of forest is "
    assert told.startswith(f"{start}{number(equal)}")
    assert f"it is {number(searched)}" in told or "do not improve it" in told
    assert ("(barbera)" in told) == (search == "minimax")
    row = study.table("search").rows[0]
    assert row == ("forest", number(equal), number(searched))


def test_without_errors_no_class_is_the_worst() -> None:
    study = multiclass(ClassScores.from_arrays([0, 1, 2] * 4, np.tile(np.eye(3), (4, 1))))
    told = study.sentences()[-1]
    assert "largest class error of scores is 0.000; the searched weights" in told
    assert told.endswith("do not improve it.")


def test_optimism_is_the_difference_of_two_columns(over_folds: MulticlassStudy) -> None:
    table = over_folds.table("search")
    assert table.header[1:6] == (
        *("equal weights", "all folds", "search folds", "unseen folds", "optimism"),
    )
    (row,) = table.rows
    assert row[4] == number(over_folds.nested[0].outside)
    assert row[3] == number(over_folds.nested[0].inside)
    columns = table.columns
    difference = columns["outside"][0] - columns["inside"][0]  # type: ignore[operator]
    assert columns["optimism"][0] == pytest.approx(difference)


def test_points_that_are_not_told_apart_are_different_ones(over_folds: MulticlassStudy) -> None:
    (near,) = over_folds.neighbours
    assert over_folds.table("search").rows[0][-1] == f"{near.not_told} of {len(near.weights)}"
    assert near.correction == "holm"
    told = f"For {near.not_told} of {len(near.weights)} different operating points around them no "
    assert f"{told}difference was detected over the folds: " in over_folds.sentences()[-1]
    assert (
        f"{number(near.lowest[0])} to {number(near.highest[0])} (barolo)"
        in (over_folds.sentences()[-1])
    )


def test_what_fits_is_not_warned_of(over_folds: MulticlassStudy) -> None:
    told = kinds(over_folds)
    assert "valid_for" not in told
    assert "nested_weights" not in " ".join(told.values())
    assert "The unseen folds show by how much." in told["chosen_on_same_observations"]
    assert "adjusted for each other (Holm)" in told["not_adjusted"]
    plain = kinds(multiclass(FOLDS, correction="none"))
    assert "the errors of the classes are not adjusted either" in plain["not_adjusted"]
    alone = kinds(multiclass(FOREST))
    assert "fold=...), --fold)" in alone["chosen_on_same_observations"]
    assert "not_adjusted" not in alone


def test_columns_that_are_not_used_are_told() -> None:
    names = tuple(f"column {at}" for at in range(15))
    data = with_source(FOREST, columns_not_used=names)
    (notice,) = multiclass(data, search="none").notices()
    assert notice.endswith("column 10, column 11 and 3 more.")
    assert multiclass(FOREST, search="none").notices() == ()


def lacking(gone: dict[int, list[int]], n_folds: int) -> MulticlassStudy:
    """Four classes in folds; of some classes there is nothing in some folds."""
    drawn = np.random.default_rng(2)
    folds, labels = np.repeat(np.arange(n_folds), 12), np.tile(np.arange(4), 3 * n_folds)
    kept = np.array([f not in gone.get(c, []) for f, c in zip(folds, labels, strict=True)])
    scores = drawn.random((len(labels), 4)) + 0.4 * np.eye(4)[labels]
    return multiclass(
        ClassFoldScores.from_arrays(labels[kept], scores[kept], folds=folds[kept]), search="none"
    )


def test_few_folds_are_told_once() -> None:
    some = [c.message for c in lacking({3: [0]}, 5).caveats if c.kind == "few_folds"]
    assert [message[:13] for message in some] == ["Only 5 folds:"]
    rare = [c.message for c in lacking({3: [0, 1, 2]}, 8).caveats if c.kind == "few_folds"]
    assert [message.partition(":")[0] for message in rare] == [
        "Fewer than 6 folds have observations of 3"
    ]


def test_many_classes_that_folds_lack_are_told_together() -> None:
    one = [c for c in lacking({3: [0]}, 8).caveats if c.kind == "not_evaluated"]
    assert one[0].message.startswith("The error of 3 cannot be evaluated in fold 0.")
    (many,) = (c for c in lacking({1: [0], 2: [1], 3: [2]}, 8).caveats if c.kind == "not_evaluated")
    assert many.message.startswith("Not every fold has observations of 1, 2 and 3:")


def test_many_weights_are_cut_and_told_where_they_are() -> None:
    drawn, labels = np.random.default_rng(1), np.repeat(np.arange(12), 6)
    scores = drawn.random((72, 12)) + 0.5 * np.eye(12)[labels]
    folds = ClassFoldScores.from_arrays(labels, scores, folds=np.tile(np.arange(6), 12))
    study = multiclass(folds)
    assert "... all 12 in the JSON)" in study.sentences()[-1]
    assert "the errors that vary most there range from" in study.sentences()[-1]
    assert study.table("errors").title.endswith(
        "the 10 largest of each classifier, all in the JSON"
    )
