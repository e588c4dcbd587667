"""Scores of three ordered classes: the order is said, everything else is checked once."""

import numpy as np
import pytest

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import LabelError, OptionError, ScoreError

ORDER = ("mild", "moderate", "severe")
LABELS = ["severe", "mild", "moderate", "mild"]


def test_classes_stand_in_the_order_that_was_said() -> None:
    data = OrderedScores.from_arrays(LABELS, [4, 1, 2, 3], order=ORDER, name="a")
    assert data.classes == ORDER
    assert data.codes.tolist() == [2, 0, 1, 0]
    assert data.counts == (2, 1, 1)
    assert len(data) == 4
    turned = OrderedScores.from_arrays(LABELS, [4, 1, 2, 3], order=ORDER[::-1])
    assert turned.codes.tolist() == [0, 2, 1, 2]


def test_numbers_are_classes_by_value_or_text() -> None:
    for order in ((0, 1, 2), ("0", "1", "2"), (0.0, 1.0, 2.0)):
        data = OrderedScores.from_arrays(np.array([2, 0, 1]), [1, 2, 3], order=order)
        assert data.classes == ("0", "1", "2")
        assert data.codes.tolist() == [2, 0, 1]


def test_lower_scores_are_turned_round_and_infinities_rank() -> None:
    data = OrderedScores.from_arrays([0, 1, 2], [np.inf, 0, -np.inf], order=(0, 1, 2), lower=True)
    assert data.values.tolist() == [-np.inf, 0, np.inf]
    assert data.lower
    pair = PairedOrderedScores.from_arrays(
        [0, 1, 2], {"a": [1, 2, 3], "b": [3, 2, 1]}, order=(0, 1, 2), lower=["b"]
    )
    assert pair["b"].values.tolist() == [-3, -2, -1]
    assert pair["b"].lower
    assert not pair["a"].lower


def test_arrays_are_copied_and_frozen() -> None:
    values = np.array([1.0, 2.0, 3.0])
    data = OrderedScores.from_arrays([0, 1, 2], values, order=(0, 1, 2))
    values[0] = 9
    assert data.values[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        data.values[0] = 5
    with pytest.raises(ValueError, match="read-only"):
        data.codes[0] = 1


@pytest.mark.parametrize(
    "order", [(), ("a", "b"), ("a", "b", "b"), ("a", "b", "c", "d"), "abc"], ids=str
)
def test_the_order_names_three_classes(order: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match=r"order must (name 3 different classes|be a sequence)"):
        OrderedScores.from_arrays(["a", "b", "c"], [1, 2, 3], order=order)


def test_a_label_that_is_not_in_the_order_is_refused() -> None:
    with pytest.raises(LabelError, match="not in order") as refused:
        OrderedScores.from_arrays([*LABELS, "fatal"], [1, 2, 3, 4, 5], order=ORDER)
    assert "'fatal'" in str(refused.value)
    assert "Hint" in str(refused.value)


def test_a_class_without_observations_is_refused() -> None:
    with pytest.raises(LabelError, match="no observation belongs to class 'severe'"):
        OrderedScores.from_arrays(["mild", "moderate"], [1, 2], order=ORDER)
    with pytest.raises(LabelError, match="'severe' after dropping"):
        OrderedScores.from_arrays(LABELS, [np.nan, 1, 2, 3], order=ORDER, missing="drop")


def test_missing_values_are_refused_or_dropped_and_counted() -> None:
    labels = ["mild", "moderate", "severe", None, "mild"]
    with pytest.raises(LabelError, match="row 3 has no label"):
        OrderedScores.from_arrays(labels, [1, 2, 3, 4, 5], order=ORDER)
    with pytest.raises(ScoreError, match="column 'b', row 4 is missing") as refused:
        PairedOrderedScores.from_arrays(
            [*LABELS, "mild"],
            {"a": [1, 2, 3, 4, 5], "b": [1, 2, 3, 4, np.nan]},
            order=ORDER,
        )
    assert refused.value.row == 4
    data = OrderedScores.from_arrays(labels, [1, 2, 3, 4, np.nan], order=ORDER, missing="drop")
    assert data.observations.source.n_dropped == 2
    assert data.values.tolist() == [1, 2, 3]
    with pytest.raises(OptionError, match="missing must be"):
        OrderedScores.from_arrays(labels, [1, 2, 3], order=ORDER, missing="keep")  # type: ignore[arg-type]


def test_lengths_names_and_directions_are_checked() -> None:
    with pytest.raises(ScoreError, match="3 values for 4 labels"):
        OrderedScores.from_arrays(LABELS, [1, 2, 3], order=ORDER)
    with pytest.raises(ScoreError, match="need the names of the classifiers"):
        PairedOrderedScores.from_arrays(LABELS, [1, 2, 3, 4], order=ORDER)  # type: ignore[arg-type]
    with pytest.raises(ScoreError, match="same name"):
        PairedOrderedScores.from_arrays(
            LABELS,
            {"1": [1, 2, 3, 4], 1: [1, 2, 3, 4]},  # type: ignore[dict-item]
            order=ORDER,
        )
    with pytest.raises(OptionError, match="lower names 'c'"):
        PairedOrderedScores.from_arrays(LABELS, {"a": [1, 2, 3, 4]}, order=ORDER, lower="c")


def test_some_of_the_classifiers_can_be_selected() -> None:
    data = PairedOrderedScores.from_arrays(
        LABELS,
        {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1], "c": [1, 1, 2, 2]},
        order=ORDER,
        lower=["a", "b"],
    )
    some = data.select(["c", "b"])
    assert isinstance(some, PairedOrderedScores)
    assert some.names == ("c", "b")
    assert some.lower == {"b"}
    assert some["b"].values.tolist() == [-4, -3, -2, -1]
    assert some.observations is data.observations
    with pytest.raises(OptionError, match="no classifier named 'd'"):
        data.select(["d"])
    with pytest.raises(OptionError, match="selected twice"):
        data.select(["a", "a"])


def test_the_expected_rank_is_the_mean_rank() -> None:
    probabilities = np.array([[0.5, 0.25, 0.25], [0, 1, 0], [0.125, 0.375, 0.5], [1, 0, 0]])
    labels = ["low", "mid", "high", "low"]
    data = ClassScores.from_arrays(
        labels, 8 * probabilities[:, [2, 0, 1]], classes=("high", "low", "mid"), name="net"
    )
    ranked = OrderedScores.from_class_scores(data, order=("low", "mid", "high"))
    assert ranked.name == "net"
    assert ranked.codes.tolist() == [0, 1, 2, 0]
    assert ranked.values.tolist() == (probabilities @ [1, 2, 3]).tolist()
    both = PairedClassScores.from_arrays(
        labels, {"a": probabilities, "b": probabilities[::-1]}, classes=("low", "mid", "high")
    )
    first, second = PairedOrderedScores.from_class_scores(both, order=("low", "mid", "high"))
    assert first.values.tolist() == second.values[::-1].tolist()
    assert first.observations is second.observations


def test_an_expected_rank_needs_three_classes_and_probabilities() -> None:
    data = ClassScores.from_arrays([0, 1], [[1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(OptionError, match="exactly three classes"):
        OrderedScores.from_class_scores(data, order=(0, 1, 2))
    negative = ClassScores.from_arrays([0, 1, 2], -np.eye(3))
    with pytest.raises(ScoreError, match="expected rank of the class needs probabilities"):
        OrderedScores.from_class_scores(negative, order=(0, 1, 2))
    endless = np.array([[1, 1, 1], [1, np.inf, -np.inf], [1e308, 1e308, 0]])
    paired = PairedClassScores.from_arrays([0, 1, 2], {"fine": np.eye(3), "odd": endless})
    words = r"'odd', row 1 are 1.000, inf and -inf \(2 such rows in all\)"
    with pytest.raises(ScoreError, match=words):
        PairedOrderedScores.from_class_scores(paired, order=(0, 1, 2))
    empty = ClassScores.from_arrays([0, 1, 2], np.diag([1.0, 0.0, 1.0]))
    with pytest.raises(ScoreError, match=r"row 1 are 0\.000, 0\.000 and 0\.000"):
        OrderedScores.from_class_scores(empty, order=(0, 1, 2))
