"""Test sets from a population, and how large they must be."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each
from tests.theory.definitions import chosen, enumerated, random_pair, wins

from aucurate.errors import ModelError, OptionError
from aucurate.theory import (
    ChoosingSize,
    DifferenceMoments,
    ScoreLaw,
    TwoClassifiers,
    auc_difference_moments,
    error_difference_moments,
    population_moments,
    population_probability,
    probability_of_choosing_first,
    rosset_example,
    simulate_choice,
    size_to_choose,
)

BOTH = pytest.mark.parametrize("by", ["AUC", "error"])
JOINT = pytest.mark.parametrize("joint", [False, True])


def _mixed(parts: list[tuple[float, float, float]]) -> tuple[float, float, float, float]:
    """Mean and the three sources of variance over equally likely sets of observations."""
    mean, scores, labels = (float(np.mean(column)) for column in zip(*parts, strict=True))
    return mean, scores, labels, float(np.var([part[0] for part in parts]))


def _close(found: DifferenceMoments, wanted: tuple[float, float, float, float]) -> None:
    sources = wanted[1:]
    assert found.mean == pytest.approx(wanted[0], rel=1e-11, abs=1e-13)
    assert found.variance_from_scores == pytest.approx(sources[0], rel=1e-11, abs=1e-13)
    assert found.variance_from_labels == pytest.approx(sources[1], rel=1e-11, abs=1e-13)
    assert found.variance_from_observations == pytest.approx(sources[2], rel=1e-10, abs=1e-13)
    assert found.variance == pytest.approx(sum(sources), rel=1e-11)


@JOINT
def test_every_draw_of_observations_and_every_outcome_enumerated(joint: bool) -> None:
    population = random_pair(1, 3, 2, joint=joint)
    pairs, of_errors = [], []
    for rows in itertools.product(range(3), repeat=3):
        one, two = enumerated(chosen(population, rows), 2.0)
        pairs.append((one.mean, one.from_scores, one.from_labels))
        of_errors.append((two.mean, two.from_scores, two.from_labels))
    _close(population_moments(population, 3), _mixed(pairs))
    _close(population_moments(population, 3, by="error", threshold=2), _mixed(of_errors))


@JOINT
@pytest.mark.parametrize("certain_labels", [False, True])
def test_moments_given_every_draw_of_observations(joint: bool, certain_labels: bool) -> None:
    population = random_pair(2, 3, 3, joint=joint, certain_labels=certain_labels)
    pairs, of_errors = [], []
    for rows in itertools.product(range(3), repeat=5):
        drawn = chosen(population, rows)
        one, two = auc_difference_moments(drawn), error_difference_moments(drawn, threshold=1)
        pairs.append((one.mean, one.variance_from_scores, one.variance_from_labels))
        of_errors.append((two.mean, two.variance_from_scores, two.variance_from_labels))
    _close(population_moments(population, 5), _mixed(pairs))
    _close(population_moments(population, 5, by="error", threshold=1), _mixed(of_errors))


def test_a_study_as_population_is_the_bootstrap() -> None:
    """Certain labels and scores: all variance is that of drawing observations."""
    rng = np.random.default_rng(3)
    labels, first, second = rng.integers(0, 2, 40), rng.integers(0, 9, 40), rng.normal(size=40)
    population = TwoClassifiers.from_scores(labels, first, second)
    found = population_moments(population, 25)
    assert found.variance_from_scores == found.variance_from_labels == 0
    columns = np.stack([labels, first, second])
    drawn = [columns[:, rng.integers(0, 40, 25)] for _ in range(2000)]
    differences = [wins(y, one) - wins(y, two) for y, one, two in drawn]
    error = np.std(differences) / np.sqrt(2000)
    assert abs(np.mean(differences) - found.mean) < 4 * error
    tails = stats.kurtosis(differences) + 2
    spread = found.variance * np.sqrt(tails / 2000)
    assert abs(np.var(differences) - found.variance) < 4 * spread


def test_one_observation_many_times_meets_independent_copies_of_itself() -> None:
    one = random_pair(4, 1, 3, joint=True)
    found = population_moments(one, 6)
    copies = auc_difference_moments(chosen(one, [0] * 6))
    assert found.mean == pytest.approx(0, abs=1e-15)
    assert found.variance == pytest.approx(copies.variance, rel=1e-12)
    assert found.variance_from_observations == pytest.approx(0, abs=1e-15)


def test_one_drawn_observation_has_no_pairs() -> None:
    found = population_moments(random_pair(5, 6, 2, joint=False), 1)
    assert (found.mean, found.variance) == (0, 0)


@BOTH
@for_each("probability", [0.6, 0.9, 0.99])
def test_the_size_of_test_sets_from_a_population(by: Any, probability: float) -> None:
    population = rosset_example(60, 0.1, 0.25)
    found = size_to_choose(population, probability=probability, by=by)

    def reached(n: int) -> float:
        return population_probability(population, n, by=by)

    assert found.reached == reached(found.n) >= probability > reached(found.n - 1)
    assert (found.better, found.better_by_error) == ("first", "first")
    assert ChoosingSize.from_dict(found.to_dict()) == found
    other = size_to_choose(population.swapped(), probability=probability, by=by)
    assert (other.n, other.better, other.better_by_error) == (found.n, "second", "second")
    assert other.reached == pytest.approx(found.reached)


@BOTH
def test_the_size_of_a_design(by: Any) -> None:
    moments = {"AUC": auc_difference_moments, "error": error_difference_moments}[by]
    found = size_to_choose(lambda n: rosset_example(n, 0.05, 0.4), probability=0.95, by=by)
    reached, before = (
        probability_of_choosing_first(moments(rosset_example(n, 0.05, 0.4)))
        for n in (found.n, found.n - 1)
    )
    assert found.reached == reached >= 0.95 > before


@pytest.mark.parametrize(("q", "probability"), [(0.2, 0.6), (0.3, 0.6), (0.3, 0.8)])
def test_every_size_from_it_on_reaches_the_probability_of_a_wavering_design(
    q: float, probability: float
) -> None:
    """In the example of the paper the errors waver with the size, as does the AUC in small ones."""
    line = math.nextafter(0.5, 1)

    def design(n: int) -> TwoClassifiers:
        return rosset_example(n, 0.1, q)

    found = size_to_choose(design, probability=probability, by="error", threshold=line).n
    reached = [
        probability_of_choosing_first(error_difference_moments(design(n), threshold=line))
        for n in range(1, found + 300)
    ]
    failing = [n for n, chance in enumerate(reached, 1) if chance < probability]
    assert max(failing) == found - 1
    assert min(set(range(1, found)) - set(failing)) < found - 3


def _rising(short: set[int], wanted: int = 10) -> Any:
    """A design that tells two classifiers apart from so many observations on, but not on some."""

    def design(n: int) -> TwoClassifiers:
        far = n >= wanted and n not in short
        law = ScoreLaw.certain(np.full(n, 1.0 if far else 0.0))
        return TwoClassifiers.independent(np.ones(n), law, ScoreLaw.certain(np.zeros(n)))

    return design


def test_the_search_goes_on_from_the_last_size_that_fails() -> None:
    def size(short: set[int], **more: Any) -> int:
        return size_to_choose(_rising(short), by="error", **more).n

    assert size(set()) == 10
    assert size({13, 100, 190}) == 191
    assert size({13, 100, 301}) == 101  # farther than was looked
    assert size({13, 100}, largest=99) == 14
    with pytest.raises(ModelError, match="no test set"):
        size({13, 14, 15}, largest=15)


def test_the_auc_needs_fewer_observations_than_errors_in_the_example_of_the_paper() -> None:
    population = rosset_example(100, 0.1, 0.2)
    assert size_to_choose(population).n < size_to_choose(population, by="error").n / 3


def test_the_simulation_agrees_with_the_size() -> None:
    n = size_to_choose(lambda n: rosset_example(n, 0.05, 0.3), probability=0.9).n
    found = simulate_choice(rosset_example(n, 0.05, 0.3), draws=4000).auc
    assert found.share == pytest.approx(0.9, abs=0.02)


def test_the_auc_can_be_certain_of_the_one_that_errs_more() -> None:
    """The first orders perfectly but calls everything positive; the second is the other way."""
    positive = np.array([0.1] * 10 + [0.9] * 10)
    ordered = ScoreLaw.certain(0.6 + positive / 5)
    random = np.tile([0.45, 0.4, 0.55, 0.6], (20, 1))
    odds = np.where(positive[:, None] < 0.5, [0.0, 0.65, 0.0, 0.35], [0.35, 0.0, 0.65, 0.0])
    pair = TwoClassifiers.independent(positive, ordered, ScoreLaw.from_arrays(random, odds))
    found = size_to_choose(pair)
    assert (found.better, found.better_by_error) == ("first", "second")
    assert str(found).endswith("but the second makes fewer errors at threshold 0.5")
    by_error = size_to_choose(pair, by="error")
    assert (by_error.better, by_error.better_by_error) == ("second", "second")
    assert str(by_error).endswith("errors at threshold 0.5")


def test_as_many_errors_are_told() -> None:
    pair = TwoClassifiers.from_scores([0, 0, 1, 1], [0.3, 0.7, 0.8, 0.9], [0.3, 0.8, 0.7, 0.9])
    found = size_to_choose(pair)
    assert found.better_by_error == "neither"
    assert str(found).endswith("at threshold 0.5 both make as many errors")


@pytest.mark.parametrize(
    ("shift", "told"),
    [
        (100, "below all scores (100.000 to 103.000): both classifiers call every observation po"),
        (-9, "above all scores (-9.000 to -6.000): both classifiers call every observation neg"),
    ],
)
def test_a_threshold_outside_all_scores_is_named(shift: float, told: str) -> None:
    first, second = shift + np.arange(4), shift + np.array([0, 2, 1, 3])
    pair = TwoClassifiers.from_scores([0, 0, 1, 1], first, second)
    found = size_to_choose(pair)
    assert str(found).endswith(
        "threshold 0.5 lies outside all scores, so that their errors are the same"
    )
    [caveat] = [c for c in found.caveats if c.kind == "threshold_outside_scores"]
    assert f"Threshold 0.5 lies {told}" in caveat.message
    with pytest.raises(ModelError, match=r"threshold 0\.5 lies") as caught:
        size_to_choose(pair, by="error")
    assert told in caught.value.message
    assert "threshold=" in caught.value.hint
    assert size_to_choose(pair, by="error", threshold=shift + 2, probability=0.6).n > 0


@BOTH
def test_classifiers_alike_are_never_told_apart(by: Any) -> None:
    for given in (rosset_example(20, 0.2, 0.2), lambda n: rosset_example(n, 0.2, 0.2)):
        with pytest.raises(ModelError, match="neither classifier is better") as caught:
            size_to_choose(given, by=by, largest=100)
        assert caught.value.hint


def test_a_size_beyond_the_largest_is_refused() -> None:
    with pytest.raises(ModelError, match=r"50 observations choose .* only, not 99%") as caught:
        size_to_choose(rosset_example(20, 0.1, 0.2), probability=0.99, largest=50)
    assert "largest=" in caught.value.hint


def test_certainty_needs_the_smallest_test_set() -> None:
    pair = TwoClassifiers.joint(
        [1.0, 1.0], [[0.9], [0.9]], [[0.1], [0.1]], [[1.0], [1.0]]
    )  # one class only: the AUC cannot choose, the errors are certain
    found = size_to_choose(pair, by="error")
    assert (found.n, found.reached) == (1, 1)
    with pytest.raises(ModelError, match="neither"):
        size_to_choose(pair)


@for_each(
    ("changed", "match"),
    [
        ({"probability": 0.5}, "between 0.5 and 1"),
        ({"probability": 1}, "between 0.5 and 1"),
        ({"probability": "high"}, "probability must be a number"),
        ({"by": "accuracy"}, "by must be 'AUC' or 'error'"),
        ({"largest": 1}, "largest must be"),
        ({"threshold": float("nan")}, "threshold must be a number"),
        ({"pair_or_family": [0.1]}, "TwoClassifiers or a function"),
        ({"pair_or_family": lambda n: None}, "expected a TwoClassifiers"),
        (
            {"pair_or_family": lambda n: rosset_example(50, 0.1, 0.2)},
            "gave 50 observations where 2 were requested",
        ),
    ],
)
def test_settings_that_mean_nothing(changed: dict[str, Any], match: str) -> None:
    usual: dict[str, Any] = {"pair_or_family": rosset_example(5, 0.1, 0.2)}
    with pytest.raises(OptionError, match=match):
        size_to_choose(**{**usual, **changed})


@pytest.mark.parametrize("n", [0, -1, 2.5, None])
def test_the_size_of_a_test_set_is_a_whole_number(n: Any) -> None:
    with pytest.raises(OptionError, match="n must be a whole number"):
        population_moments(rosset_example(5, 0.1, 0.2), n)
    with pytest.raises(OptionError, match="n must be a whole number"):
        population_probability(rosset_example(5, 0.1, 0.2), n)
    with pytest.raises(OptionError, match="by must be"):
        population_moments(rosset_example(5, 0.1, 0.2), 5, by="accuracy")  # type: ignore[arg-type]
