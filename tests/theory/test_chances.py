"""How likely the first classifier is chosen on test sets from a population."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each
from tests.theory.definitions import random_pair

from aucurate.theory import (
    ScoreLaw,
    TwoClassifiers,
    population_moments,
    population_probability,
    probability_of_choosing_first,
    rosset_example,
    simulate_choice,
)
from aucurate.theory.class_sizes import GivenClassSizes
from aucurate.theory.population import population


def _pilot(
    prevalence: float, shifts: tuple[float, float] = (1.5, 0.5), correlation: float = 0.0
) -> TwoClassifiers:
    """A study from two binormal classifiers, with a rare class."""
    labels = np.arange(3000) < round(prevalence * 3000)
    first, second = np.random.default_rng(2).normal(size=(2, 3000))
    second = correlation * first + math.sqrt(1 - correlation**2) * second
    one, two = shifts
    return TwoClassifiers.from_scores(labels, first + one * labels, second + two * labels)


@for_each(
    "pair",
    [
        rosset_example(20, 0.1, 0.3),
        random_pair(1, 9, 3, joint=False),
        random_pair(2, 9, 3, joint=True),
        random_pair(3, 30, 1, joint=True, certain_labels=True),
    ],
    ids=["paper", "random", "joint", "certain"],
)
@for_each("n", [2, 3, 17])
def test_moments_given_the_class_sizes_add_up_to_those_of_all_test_sets(
    pair: TwoClassifiers, n: int
) -> None:
    """The law of total variance, over all numbers of positives."""
    given = population(pair, by="AUC", threshold=0.5).given
    assert isinstance(given, GivenClassSizes)
    k = np.arange(1, n)
    m, odds = n - k, stats.binom.pmf(k, n, given.prevalence)
    within = (m - 1) * given.from_positive + (k - 1) * given.from_negative + given.from_pair
    mean = given.mean * np.sum(odds * k * m)
    square = np.sum(odds * k * m * within) + given.mean**2 * np.sum(odds * (k * m) ** 2)
    whole = population_moments(pair, n)
    assert mean == pytest.approx(whole.mean, rel=1e-11, abs=1e-13)
    assert square - mean**2 == pytest.approx(whole.variance, rel=1e-10)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 1000])
def test_a_perfect_classifier_and_its_reverse_tie_on_one_class_only(n: int) -> None:
    study = TwoClassifiers.from_scores([0, 1], [0.1, 0.9], [0.9, 0.1])
    exact = 1 - 0.5**n
    assert population_probability(study, n) == pytest.approx(exact, rel=1e-12)
    assert population_probability(study.swapped(), n) == pytest.approx(1 - exact, rel=1e-12)


@pytest.mark.parametrize(("prevalence", "n"), [(0.02, 346), (0.02, 211), (0.05, 63)])
def test_with_a_rare_class_it_is_nearer_than_the_moments_of_all_test_sets(
    prevalence: float, n: int
) -> None:
    study = _pilot(prevalence)
    drawn = simulate_choice(study, n=n, draws=6000).auc
    found = population_probability(study, n)
    rough = probability_of_choosing_first(population_moments(study, n))
    assert found == pytest.approx(drawn.share, abs=0.01 + 2 * drawn.share_standard_error)
    assert abs(found - drawn.share) < abs(rough - drawn.share)


@pytest.mark.parametrize(
    ("shifts", "correlation", "within"), [((2.5, 1.5), 0.7, 0.01), ((3.0, 2.0), 0.5, 0.04)]
)
@pytest.mark.parametrize("prevalence", [0.1, 0.5])
def test_twenty_of_the_rarer_class_keep_it_as_near_as_the_documentation_says(
    shifts: tuple[float, float], correlation: float, within: float, prevalence: float
) -> None:
    study = _pilot(prevalence, shifts, correlation)
    n = round(20 / prevalence)
    drawn = simulate_choice(study, n=n, draws=3000).auc
    far = abs(population_probability(study, n) - drawn.share)
    assert far < within + 2 * drawn.share_standard_error


@for_each("calls", [5, 10, 20])
@for_each("rate", [0.05, 0.5, 1.0])
@for_each("right", [0.55, 0.7, 0.9])
def test_five_calls_that_differ_keep_it_as_near_as_the_documentation_says(
    calls: int, rate: float, right: float
) -> None:
    """Each observation is positive; only the first calls it so, only the second, or both."""
    n, better, worse = round(calls / rate), rate * right, rate * (1 - right)
    odds = [[better, worse, 1 - rate]]
    pair = TwoClassifiers.joint([1.0], [[1, 0, 1]], [[0, 1, 1]], odds)
    ahead = np.array([1.0])
    for _ in range(n):
        ahead = np.convolve(ahead, [worse, 1 - rate, better])
    exact = np.sum(ahead[n + 1 :]) + ahead[n] / 2
    assert population_probability(pair, n, by="error") == pytest.approx(exact, abs=0.02)


def test_by_error_it_is_that_of_the_moments() -> None:
    pair = rosset_example(20, 0.1, 0.3)
    moments = population_moments(pair, 50, by="error")
    found = population_probability(pair, 50, by="error")
    assert found == pytest.approx(probability_of_choosing_first(moments), rel=1e-12)


def test_in_large_test_sets_both_agree() -> None:
    pair = rosset_example(20, 0.1, 0.12)
    for n in (2000, 100_000):
        wanted = probability_of_choosing_first(population_moments(pair, n))
        assert population_probability(pair, n) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("label", [0.0, 1.0])
def test_one_class_only_is_always_a_tie(label: float) -> None:
    law, other = ScoreLaw.certain([0.2, 0.9]), ScoreLaw.certain([0.4, 0.3])
    pair = TwoClassifiers.independent([label, label], law, other)
    assert population_probability(pair, 10) == 0.5


@pytest.mark.parametrize("n", [2, 40, 10**6])
def test_a_very_rare_class(n: int) -> None:
    pair = TwoClassifiers.independent(
        [1e-7, 0.0], ScoreLaw.certain([0.9, 0.1]), ScoreLaw.certain([0.1, 0.9])
    )
    alone = (1 - 0.5e-7) ** n
    found: Any = population_probability(pair, n)
    assert found == pytest.approx(1 - alone / 2, abs=1e-3)
    assert math.isfinite(found)
