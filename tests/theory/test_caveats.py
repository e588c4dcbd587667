"""Rare classes, test sets of one class, and calls that hardly differ are told."""

import itertools

import numpy as np
import pytest
from tests.theory.definitions import random_pair

from aucurate.theory import TwoClassifiers, rosset_example, simulate_choice, size_to_choose
from aucurate.theory.caveats import of_calls, of_classes, one_class_probability


def _kinds(pair: TwoClassifiers, n: int) -> list[str]:
    return [caveat.kind for caveat in of_classes(pair, n, is_drawn=True)]


def test_a_rare_class_is_told_by_its_expected_count() -> None:
    pair = TwoClassifiers.from_scores([1] + [0] * 49, range(50), [7] * 50)
    assert _kinds(pair, 1000) == []
    assert _kinds(pair, 999) == ["few_observations"]
    [caveat] = of_classes(pair, 500, is_drawn=True)
    assert caveat.message == (
        "Expected in the rarer class: 10.0 of 500 observations. Below 20 the normal approximation "
        "is rough; check with simulate_choice(pair, n=500)."
    )


def test_test_sets_of_one_class_are_told_with_their_probability() -> None:
    study = TwoClassifiers.from_scores([0, 1], [0.1, 0.9], [0.9, 0.1])
    found = size_to_choose(study, probability=0.85)
    assert found.n == 3
    assert found.reached == pytest.approx(0.875)
    assert [c.kind for c in found.caveats] == ["few_observations", "one_class_test_sets"]
    assert found.caveats[1].message.startswith("With probability 0.250 a test set of 3")
    assert simulate_choice(study, n=3, draws=4000).auc.share == pytest.approx(0.875, abs=0.02)


def test_the_probability_of_one_class_is_exact() -> None:
    pair = random_pair(1, 4, 2, joint=False)
    positive = pair.positive_probability

    def all_alike(at: tuple[int, ...]) -> float:
        return float(np.prod(positive[list(at)]) + np.prod(1 - positive[list(at)]))

    fixed = one_class_probability(pair, 4, is_drawn=False)
    assert fixed == pytest.approx(all_alike((0, 1, 2, 3)))
    drawn = np.mean([all_alike(at) for at in itertools.product(range(4), repeat=3)])
    assert one_class_probability(pair, 3, is_drawn=True) == pytest.approx(float(drawn))


def test_few_differing_calls_are_told() -> None:
    pair = rosset_example(10, 0.1, 0.2)
    apart = simulate_choice(pair, draws=4000).error.variance  # about the number that differs
    [caveat] = of_calls(pair, 10, 0.5)
    assert caveat.kind == "few_differing_calls"
    assert caveat.message.startswith("Expected number of decisions that differ: 1.")
    assert 1 < apart < 2
    assert of_calls(pair, 100, 0.5) == []


def test_large_test_sets_of_both_classes_have_no_caveats() -> None:
    assert size_to_choose(rosset_example(50, 0.1, 0.2), by="AUC").caveats == ()
    assert size_to_choose(rosset_example(50, 0.1, 0.2), by="error").caveats == ()
