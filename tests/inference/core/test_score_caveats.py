"""Scores that run the wrong way, predicted classes as scores, and rows that are copies."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

import aucurate as au
from aucurate.inference.core import caveats
from aucurate.inference.core.score_caveats import (
    of_direction,
    of_repeated_rows,
    of_scores,
    of_values,
)
from aucurate.results import Interval

Rows = tuple[list[NDArray[np.float64]], NDArray[np.bool_]]


def interval(low: float, high: float) -> Interval:
    return Interval(low=low, high=high, confidence=0.95, method="DeLong logit-t")


def rows(n: int, shift: float, *, classifiers: int = 1, seed: int = 0) -> Rows:
    rng = np.random.default_rng(seed)
    labels = rng.random(n) < 0.4
    return [rng.normal(size=n) + shift * labels for _ in range(classifiers)], labels


def test_the_caveat_of_the_direction_names_both_remedies() -> None:
    (told,) = of_direction(
        {"forest": interval(0.117, 0.361), "tree": interval(0.4, 0.6)}, lower=(), negative="0"
    )
    assert told.kind == "wrong_way"
    assert told.message == (
        "forest ranks the classes in the wrong order (95% CI 0.117 to 0.361, wholly below 0.5). "
        "If lower scores mean positive, name it in lower (lower=['forest'], --lower forest); if "
        "the other class is the positive class, name it (positive='0', --positive 0)."
    )


def test_several_classifiers_are_told_together_and_quoted_for_a_shell() -> None:
    found = {f"my model {k}": interval(0.1, 0.2) for k in range(5)}
    (told,) = of_direction(found, lower=(), negative="not ill")
    assert "my model 0, my model 1, my model 2 and 2 others rank the classes" in told.message
    assert "--lower 'my model 0,my model 1," in told.message
    assert "--positive 'not ill'" in told.message


def test_scores_that_were_turned_round_already_are_not_to_be_turned_again() -> None:
    (told,) = of_direction({"a": interval(0.1, 0.2)}, lower=["a"], negative="0")
    assert "If higher scores mean positive, leave it out of lower" in told.message
    assert "lower=['a']" not in told.message


def test_names_of_test_sets_are_not_given_as_names_of_columns() -> None:
    (told,) = of_direction(
        {"old": interval(0.1, 0.2)}, lower=(), negative="0", named_by_column=False
    )
    assert "(lower=True, or --lower with the column of scores)" in told.message


def test_an_interval_that_holds_one_half_is_no_wrong_way() -> None:
    assert of_direction({"a": interval(0.1, 0.5)}, lower=(), negative="0") == []


@pytest.mark.parametrize("mean", [0.001, 0.999])
def test_nearly_perfect_says_which_end(mean: float) -> None:
    (told,) = caveats.of_nearly_perfect(mean, mean, 85)
    end, other = ("1", "0") if mean > 0.5 else ("0", "1")
    assert f"With AUCs this close to {end} and 85 observations" in told.message
    assert f"near {other}" not in told.message
    assert ("misordered" in told.message) == (mean > 0.5)


def test_unequal_test_sets_say_which_end_too() -> None:
    labels, many = np.arange(60) % 2, np.arange(600) % 2
    rng = np.random.default_rng(0)
    small = au.Scores.from_arrays(labels, -4 * labels + rng.normal(size=60), name="a")
    large = au.Scores.from_arrays(many, -4 * many + rng.normal(size=600), name="b")
    moments = [au.data.AucMoments.from_scores(one) for one in (small, large)]
    one, two = (each.aucs[0] for each in moments)
    (told,) = caveats.of_unequal_test_sets(one, two, 30)
    assert "the correctly ordered pairs amount to fewer than 5" in told.message


def test_two_values_look_like_predicted_classes() -> None:
    labels = np.arange(40) % 2
    calls = au.PairedScores.from_arrays(
        labels, {"hard": labels ^ (np.arange(40) < 5), "soft": np.arange(40)}
    )
    (told,) = of_values(calls)
    assert told.kind == "two_values"
    assert told.message.startswith(
        "hard takes only two values (0 and 1). Are these predicted classes?"
    )


def test_two_values_are_told_as_they_were_given() -> None:
    labels = np.arange(40) % 2
    scores = au.Scores.from_arrays(labels, np.where(labels == 1, 1.5, 4.0), lower=True)
    (told,) = of_values([scores])
    assert "(1.5 and 4)" in told.message


def test_three_values_one_value_and_a_handful_of_rows_are_no_predicted_classes() -> None:
    labels = np.arange(40) % 2
    for values in (np.arange(40) % 3, np.zeros(40)):
        assert of_values([au.Scores.from_arrays(labels, values)]) == []
    assert of_values([au.Scores.from_arrays([0, 1, 0, 1], [0, 1, 1, 1])]) == []


@for_each("times", [2, 5])
@for_each("shift", [0.0, 1.5, 3.0])
@for_each("classifiers", [1, 2])
def test_copied_rows_are_found(times: int, shift: float, classifiers: int) -> None:
    values, labels = rows(400, shift, classifiers=classifiers)
    copied = [np.repeat(each, times) for each in values], np.repeat(labels, times)
    (told,) = of_repeated_rows(*copied)
    assert told.kind == "repeated_rows"
    share = {2: "50%", 5: "80%"}[times]
    assert told.message.startswith(f"{share} of the rows repeat another row")
    assert "66 to 92%" in told.message
    assert of_repeated_rows(values, labels) == []


def test_a_tenth_of_the_rows_copied_is_found_and_a_hundredth_is_not() -> None:
    values, labels = rows(1000, 1.0)
    for copies, found in ((100, True), (10, False)):
        twice = [np.r_[values[0], values[0][:copies]]], np.r_[labels, labels[:copies]]
        assert bool(of_repeated_rows(*twice)) == found


@for_each("seed", range(5))
@for_each("shift", [0.5, 1.5, 3.0, 5.0])
@for_each("n", [60, 1000, 8000])
def test_ties_of_coarse_scores_are_no_copies(n: int, shift: float, seed: int) -> None:
    (raw, other), labels = rows(n, shift, classifiers=2, seed=seed)
    sharp = [1 / (1 + np.exp(shift - 2 * each)) for each in (raw, other)]
    for digits in (1, 2, 3, 4):
        rounded = [np.round(each, digits) for each in sharp]
        assert of_repeated_rows(rounded[:1], labels) == []
        assert of_repeated_rows(rounded, labels) == []
    for levels in (2, 5, 20, 200):
        assert of_repeated_rows([np.floor(np.clip(raw, -3, 6) * levels / 9)], labels) == []


def test_equal_scores_of_all_observations_are_no_copies() -> None:
    labels = np.arange(120) % 2 == 1
    assert of_repeated_rows([np.ones(120), np.zeros(120)], labels) == []
    assert au.compare(labels, {"same": np.ones(120)}).estimates[0].value == 0.5


def test_many_rows_are_sampled_with_their_copies() -> None:
    values, labels = rows(200_000, 1.0)
    twice = [np.repeat(values[0], 2)], np.repeat(labels, 2)
    (told,) = of_repeated_rows(*twice)
    assert told.message.startswith("50% of the rows")
    assert of_repeated_rows([np.r_[values[0], values[0] + 7]], np.r_[labels, labels]) == []


def test_copies_are_looked_for_in_each_test_set() -> None:
    values, labels = rows(100, 1.0)
    copied = au.Scores.from_arrays(np.repeat(labels, 5), np.repeat(values[0], 5), name="five")
    plain = au.Scores.from_arrays(labels, values[0], name="once")
    (told,) = of_scores([copied, plain])
    assert told.message.startswith("five: ")
    shared = au.PairedScores.from_arrays(np.repeat(labels, 5), {"a": np.repeat(values[0], 5)})
    assert [c.kind for c in of_scores(list(shared))] == ["repeated_rows"]


def test_the_shipped_studies_have_no_such_caveat() -> None:
    for data in (au.datasets.load_breast_cancer(),):
        assert [c.kind for c in of_scores(list(data))] == []
