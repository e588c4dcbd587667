"""Two classifiers as probabilities: what is accepted, what is refused, and the paper's example."""

from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.errors import InputError, LabelError, OptionError, ScoreError
from aucurate.theory import ScoreLaw, TwoClassifiers, deviating_scores, rosset_example


@for_each(
    ("values", "probabilities", "error", "match"),
    [
        ([[0.1, np.nan]], [[0.5, 0.5]], ScoreError, "row 0, column 1 is nan"),
        (
            [[0.1, 0.2], [0.3]],
            [[0.5, 0.5], [1.0]],
            ScoreError,
            "the same number of columns in every row",
        ),
        ([[0.1, 0.2]], [[0.5, 0.5, 0.0]], ScoreError, "shape"),
        ([0.1, 0.2], [0.5, 0.5], ScoreError, "a row per observation"),
        ([["a"]], [[1.0]], ScoreError, "table of numbers"),
        ([], [], ScoreError, "a row per observation"),
        ([[0.1, 0.2]], [[1.5, -0.5]], InputError, "row 0, column 1 is -0.5"),
        ([[0.1, 0.2]], [[np.nan, 1]], InputError, "row 0, column 0 is nan"),
        (
            [[0.1, 0.2], [0, 1]],
            [[0.5, 0.5], [0.5, 0.4]],
            InputError,
            "those of row 1 add up to 0.9",
        ),
    ],
)
def test_a_law_that_is_none(values: Any, probabilities: Any, error: Any, match: str) -> None:
    with pytest.raises(error, match=match) as caught:
        ScoreLaw.from_arrays(values, probabilities)
    assert caught.value.hint


def test_a_law_is_a_copy_and_cannot_be_changed() -> None:
    values = np.array([[0.1, 0.2]])
    law = ScoreLaw.from_arrays(values, [[0.25, 0.75]])
    values[0, 0] = 9
    assert law.values[0, 0] == 0.1
    assert len(law) == law.n == 1
    with pytest.raises(ValueError, match="read-only"):
        law.values[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        law.probabilities[0, 0] = 1


def test_rounded_probabilities_are_scaled() -> None:
    law = ScoreLaw.from_arrays([[1, 2, 3]], [[1 / 3 + 1e-10, 1 / 3, 1 / 3]])
    assert law.probabilities.sum() == pytest.approx(1, abs=1e-16)


def test_certain_scores_come_through_the_usual_door() -> None:
    assert ScoreLaw.certain(np.array([1, 2])).probabilities.tolist() == [[1.0], [1.0]]
    assert ScoreLaw.certain([np.inf, 0.5]).values[0, 0] == np.inf
    for bad in (["a", "b"], [[0.1, 0.2]], 3, [0.1, None]):
        with pytest.raises(ScoreError):
            ScoreLaw.certain(bad)


@pytest.mark.parametrize("bad", [[0.5, 1.5], [0.5, -0.1], [np.nan, 0.5], []])
def test_probabilities_of_being_positive(bad: Any) -> None:
    law = ScoreLaw.certain([0.1, 0.2])
    with pytest.raises(InputError):
        TwoClassifiers.independent(bad, law, law)


def test_parts_of_different_size_are_refused() -> None:
    two, three = ScoreLaw.certain([0.1, 0.2]), ScoreLaw.certain([0.1, 0.2, 0.3])
    with pytest.raises(ScoreError, match="labels of 2, first of 2, second of 3"):
        TwoClassifiers.independent([0, 1], two, three)
    with pytest.raises(ScoreError, match="labels of 3, scores of 1"):
        TwoClassifiers.joint([0, 1, 1], [[1.0]], [[1.0]], [[1.0]])
    with pytest.raises(ScoreError, match=r"\(1, 2\).*\(1, 1\)"):
        TwoClassifiers.joint([0], [[1.0, 2.0]], [[1.0]], [[1.0]])
    with pytest.raises(OptionError, match="ScoreLaw"):
        TwoClassifiers.independent([0, 1], [0.1, 0.2], two)  # type: ignore[arg-type]


def test_a_study_goes_through_the_door_of_all_scores() -> None:
    pair = TwoClassifiers.from_scores(["a", "b", "b"], [1, 2, 3], [3, 2, 1], positive="b")
    assert pair.positive_probability.tolist() == [0, 1, 1]
    assert pair.first.values[:, 0].tolist() == [1, 2, 3]
    assert len(pair) == pair.n == 3
    with pytest.raises(LabelError):
        TwoClassifiers.from_scores(["a", "b"], [1, 2], [2, 1])
    with pytest.raises(ScoreError):
        TwoClassifiers.from_scores([0, 1], [1, np.nan], [2, 1])


def test_swapped_twice_is_the_same() -> None:
    pair = rosset_example(4, 0.1, 0.2)
    assert pair.swapped().first is pair.second
    assert pair.swapped().swapped().first is pair.first


def test_the_example_is_that_of_the_paper() -> None:
    pair = rosset_example(50, 0.1, 0.3)
    assert pair.positive_probability.tolist() == [i / 50 for i in range(1, 51)]
    assert pair.first.values[9] == pytest.approx([0.2, 0.4005, -0.0005])
    assert pair.second.probabilities[9] == pytest.approx([0.4, 0.3, 0.3])
    assert not pair.is_joint


@pytest.mark.parametrize("n", [10, 300, 1000, 2000, 4999])
def test_deviations_of_half_steps_tie_exactly_and_others_never(n: int) -> None:
    law = deviating_scores(n, 0.1, 0.2005)
    in_2000ths_of_a_step = {2000 * i + e * 401 * n for i in range(1, n + 1) for e in (-1, 0, 1)}
    assert len(np.unique(law.values)) == len(in_2000ths_of_a_step)


@for_each(("one", "two"), [(0.1, 0.2), (0.3, 0.05), (0.2, 0.2), (0.0, 0.5)])
@for_each("dependence", [0.3, 1.0])
def test_dependence_leaves_each_classifier_as_it_is(
    one: float, two: float, dependence: float
) -> None:
    pair = rosset_example(6, one, two, dependence=dependence)
    alone = rosset_example(6, one, two)
    assert pair.is_joint
    for found, wanted in ((pair.first, alone.first), (pair.second, alone.second)):
        for i in range(6):
            odds = [
                found.probabilities[i][found.values[i] == value].sum() for value in wanted.values[i]
            ]
            assert odds == pytest.approx(wanted.probabilities[i])


def test_dependence_one_moves_both_together_as_far_as_it_can() -> None:
    pair = rosset_example(6, 0.1, 0.2, dependence=1.0)
    moved = pair.first.values - (np.arange(1, 7) / 6)[:, None]
    other = pair.second.values - (np.arange(1, 7) / 6)[:, None]
    opposite = np.sign(moved.round(9)) * np.sign(other.round(9)) < 0
    assert pair.first.probabilities[opposite].sum() == 0
    assert pair.first.probabilities[0][np.abs(moved[0] - other[0]) < 1e-9].sum() == pytest.approx(
        0.8
    )


@for_each(
    ("changed", "match"),
    [
        ({"n": 0}, "n must be"),
        ({"n": 2.5}, "n must be"),
        ({"n": True}, "n must be"),
        ({"first_probability": 0.6}, "between 0 and 0.5"),
        ({"second_probability": "x"}, "second_probability must be a number"),
        ({"size": -0.1}, "size of a deviation"),
        ({"size": np.inf}, "size of a deviation"),
        ({"dependence": 1.1}, "dependence must lie between 0 and 1"),
    ],
)
def test_settings_that_mean_nothing(changed: dict[str, Any], match: str) -> None:
    usual: dict[str, Any] = {"n": 5, "first_probability": 0.1, "second_probability": 0.2}
    with pytest.raises(OptionError, match=match):
        rosset_example(**{**usual, **changed})
