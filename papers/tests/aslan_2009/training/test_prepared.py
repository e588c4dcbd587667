"""From several classes to the two that a 1-NN confuses most."""

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.errors import LabelError
from aucurate_papers.aslan_2009.training import prepared
from aucurate_papers.aslan_2009.training.prepared import (
    N_FOLDS,
    confusion,
    divided,
    most_confused,
    two_classes,
)
from aucurate_papers.aslan_2009.training.sources import Encoding, Table


def _table(inputs: NDArray[np.float64], classes: list[str]) -> Table:
    return Table(inputs=inputs, n_values=(0,) * inputs.shape[1], classes=np.array(classes))


def test_the_confusion_matrix_is_that_of_the_definition() -> None:
    rng = np.random.default_rng(1)
    inputs = np.column_stack([rng.normal(size=(1100, 2)), rng.integers(0, 3, 1100)])
    classes = rng.choice(np.array(["a", "b", "c"]), 1100)
    points = Encoding((0, 0, 3)).fit(inputs).transform(inputs)
    expected = np.zeros((3, 3), int)
    for i, point in enumerate(points):
        distances = ((points - point) ** 2).sum(axis=1)
        distances[i] = np.inf
        expected["abc".index(classes[i]), "abc".index(classes[distances.argmin()])] += 1
    np.testing.assert_array_equal(confusion(inputs, classes, (0, 0, 3)), expected)


def test_confusion_counts_in_both_directions() -> None:
    matrix = np.array([[9, 5, 0], [0, 9, 3], [0, 3, 9]])
    assert most_confused(matrix, np.array(["a", "b", "c"])) == ("b", "c", 6)


def test_the_two_classes_that_overlap_are_kept_and_the_rarer_is_positive() -> None:
    rng = np.random.default_rng(0)
    sizes = {"far": 40, "left": 60, "right": 50}
    centres = {"far": 50.0, "left": 0.0, "right": 0.5}
    inputs = np.concatenate([rng.normal(centres[c], 1, (n, 2)) for c, n in sizes.items()])
    found = two_classes(_table(inputs, [c for c, n in sizes.items() for _ in range(n)]), rng=0)
    assert (found.positive, found.negative) == ("right", "left")
    assert (len(found.is_positive), int(found.is_positive.sum())) == (110, 50)
    assert (found.n_read, found.n_classes, found.n_compared) == (150, 3, 150)
    assert found.n_confused is not None
    assert found.n_confused > 10
    assert np.abs(found.inputs).max() < 10


def test_two_classes_stay_and_their_order_is_random_but_fixed() -> None:
    table = _table(np.arange(10.0)[:, None], ["no"] * 6 + ["yes"] * 4)
    found, again = two_classes(table, rng=0), two_classes(table, rng=0)
    assert (found.positive, found.n_confused, found.n_compared) == ("yes", None, None)
    np.testing.assert_array_equal(found.is_positive, found.inputs[:, 0] > 5)
    assert found.inputs[:, 0].tolist() != sorted(found.inputs[:, 0])
    np.testing.assert_array_equal(found.inputs, again.inputs)


def test_large_sets_are_compared_on_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MOST_COMPARED", 20)
    rng = np.random.default_rng(0)
    found = two_classes(_table(rng.normal(size=(90, 1)), ["a", "b", "c"] * 30), rng=0)
    assert (found.n_compared, len(found.is_positive)) == (20, 60)


def test_one_class_is_refused() -> None:
    with pytest.raises(LabelError, match="the only class is 'a'"):
        two_classes(_table(np.zeros((3, 1)), ["a"] * 3), rng=0)


def test_the_encoding_standardises_and_indicates() -> None:
    inputs = np.array([[1.0, 0, 7], [3.0, 2, 7], [2.0, 1, 7], [2.0, 1, 7]])
    found = Encoding((0, 3, 0)).fit(inputs).transform(inputs)
    np.testing.assert_allclose(found[:, 0], [-np.sqrt(2), np.sqrt(2), 0, 0])
    np.testing.assert_array_equal(found[:, 1], 0)
    np.testing.assert_array_equal(found[:, 2:], np.eye(3)[[0, 2, 1, 1]])


# A third for the test, thirty training sets that each leave one fold out.


@pytest.mark.parametrize(("n_positive", "n_negative"), [(300, 600), (171, 4000), (31, 100)])
def test_test_set_and_training_sets(n_positive: int, n_negative: int) -> None:
    is_positive = np.arange(n_positive + n_negative) < n_positive
    division = divided(is_positive, rng=0)
    test = division.test
    assert is_positive[test].sum() == round(n_positive / 3)
    assert len(test) == round(n_positive / 3) + round(n_negative / 3)
    all_trained = np.setdiff1d(np.arange(len(is_positive)), test)
    left_out = [np.setdiff1d(all_trained, division.training(k)) for k in range(N_FOLDS)]
    assert np.array_equal(np.sort(np.concatenate(left_out)), all_trained)
    sizes = [len(rows) for rows in left_out]
    positives = [int(is_positive[rows].sum()) for rows in left_out]
    assert max(sizes) - min(sizes) <= 1
    assert max(positives) - min(positives) <= 1
    np.testing.assert_array_equal(division.n_train, len(all_trained) - np.array(sizes))
    assert not np.intersect1d(division.training(3), test).size


def test_the_same_rng_gives_the_same_division() -> None:
    is_positive = np.arange(200) < 80
    np.testing.assert_array_equal(divided(is_positive, 0).folds, divided(is_positive, 0).folds)
    assert (divided(is_positive, 0).folds != divided(is_positive, 1).folds).any()


def test_a_class_too_small_to_part_is_refused() -> None:
    with pytest.raises(LabelError, match="a class of 1 observations cannot be parted"):
        divided(np.arange(50) < 1, rng=0)
