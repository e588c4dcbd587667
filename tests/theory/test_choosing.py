"""How often the first classifier is chosen: approximated, and simulated."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each
from tests.theory.definitions import errors, random_pair, wins

from aucurate.errors import AucurateError, OptionError
from aucurate.theory import (
    DifferenceMoments,
    ScoreLaw,
    SimulatedChoice,
    TwoClassifiers,
    auc_difference_moments,
    choosing,
    error_difference_moments,
    population_moments,
    population_probability,
    probability_of_choosing_first,
    rosset_example,
    simulate_choice,
)
from aucurate.theory.choosing import realise
from aucurate.theory.population import GivenClassSizes, population


def _moments(mean: float, variance: float) -> DifferenceMoments:
    return DifferenceMoments(
        quantity="errors",
        n=10,
        mean=mean,
        variance=variance,
        variance_from_scores=variance,
        variance_from_labels=0.0,
    )


@for_each(
    ("mean", "variance", "wanted"),
    [
        (0.0, 4.0, 0.5),
        (2.0, 4.0, 0.8413447460685429),
        (-2.0, 4.0, 0.15865525393145707),
        (1.0, 0.0, 1.0),
        (-1.0, 0.0, 0.0),
        (0.0, 0.0, 0.5),
        (1e-18, 1e-38, 0.5),  # rounding
    ],
)
def test_the_normal_approximation(mean: float, variance: float, wanted: float) -> None:
    assert probability_of_choosing_first(_moments(mean, variance)) == pytest.approx(wanted)


def test_table_1_of_the_paper_to_its_digits() -> None:
    found = [
        probability_of_choosing_first(auc_difference_moments(rosset_example(n, 0.1, q)))
        for q in (0.2, 0.3)
        for n in (50, 200, 400)
    ]
    exact = [0.646010880683, 0.769456345476, 0.850705702915]
    exact += [0.736463826225, 0.894380558498, 0.961174593848]
    assert found == pytest.approx(exact, abs=1e-11)
    assert found == pytest.approx([0.65, 0.78, 0.86, 0.74, 0.90, 0.97], abs=0.011)  # printed


@pytest.mark.parametrize(
    "pair",
    [
        rosset_example(50, 0.1, 0.2),
        rosset_example(40, 0.1, 0.3, size=0.25, dependence=0.7),
        random_pair(1, 30, 3, joint=False),
        random_pair(2, 30, 4, joint=True),
    ],
    ids=["paper", "dependent", "random", "joint"],
)
def test_simulated_moments_agree_with_the_exact_ones(pair: TwoClassifiers) -> None:
    line = math.nextafter(0.5, 1)
    found = simulate_choice(pair, draws=20_000, rng=3, threshold=line)
    exact = auc_difference_moments(pair), error_difference_moments(pair, threshold=line)
    for simulated, moments in zip((found.auc, found.error), exact, strict=True):
        assert abs(simulated.mean - moments.mean) < 4 * simulated.mean_standard_error
        assert abs(simulated.variance - moments.variance) < 4 * simulated.variance_standard_error
        assert simulated.mean_standard_error == pytest.approx(
            math.sqrt(moments.variance / 20_000), rel=0.05
        )
        near = probability_of_choosing_first(moments)
        assert simulated.share == pytest.approx(near, abs=0.02)


@pytest.mark.parametrize(
    "population",
    [
        rosset_example(30, 0.1, 0.3),
        random_pair(1, 8, 3, joint=False),
        random_pair(2, 8, 4, joint=True),
        random_pair(3, 40, 1, joint=True, certain_labels=True),
    ],
    ids=["paper", "random", "joint", "certain"],
)
def test_observations_are_drawn_too(population: TwoClassifiers) -> None:
    line = 0.5 if population.n == 30 else 2.0
    found = simulate_choice(population, n=15, draws=20_000, rng=4, threshold=line)
    assert (found.n, found.drawn_from) == (15, population.n)
    assert f"15 observations drawn from {population.n}:" in str(found)
    assert SimulatedChoice.from_dict(found.to_dict()) == found
    for simulated in (found.auc, found.error):
        moments = population_moments(population, 15, by=simulated.by, threshold=line)
        assert abs(simulated.mean - moments.mean) < 4 * simulated.mean_standard_error
        assert abs(simulated.variance - moments.variance) < 4 * simulated.variance_standard_error


def test_a_study_varies_only_if_its_observations_are_drawn() -> None:
    study = TwoClassifiers.from_scores([0, 0, 1, 1], [0.1, 0.6, 0.7, 0.9], [0.1, 0.7, 0.6, 0.9])
    fixed, drawn = simulate_choice(study, draws=50), simulate_choice(study, n=10, draws=50)
    assert (fixed.auc.share, fixed.auc.share_standard_error, fixed.drawn_from) == (1, 0, None)
    assert [c.kind for c in fixed.caveats] == ["nothing_varies"]
    assert drawn.auc.variance > 0
    assert drawn.caveats == ()


def test_simulated_errors_at_a_threshold_outside_all_scores() -> None:
    found = simulate_choice(rosset_example(10, 0.1, 0.2), draws=10, threshold=7)
    assert [c.kind for c in found.caveats] == ["threshold_outside_scores"]
    assert found.error.tie_share == 1


@pytest.mark.parametrize("joint", [False, True])
def test_differences_are_those_of_drawn_labels_and_scores(joint: bool) -> None:
    """The same draws, played back one observation at a time."""
    pair = random_pair(4, 7, 3, joint=joint)
    [found] = realise(pair, 50, np.random.default_rng(5), 2.0)
    rng = np.random.default_rng(5)
    labels = (rng.random((50, 7)) < pair.positive_probability) * 1.0

    def scores(law: ScoreLaw, drawn: Any) -> Any:
        at = [
            [int(np.searchsorted(np.cumsum(law.probabilities[i]), u, "right"))
             for i, u in enumerate(row)]
            for row in drawn
        ]  # fmt: skip
        return np.take_along_axis(law.values, np.array(at).T, axis=1).T

    drawn = rng.random((50, 7))
    first = scores(pair.first, drawn)
    second = scores(pair.second, drawn if joint else rng.random((50, 7)))
    for row in range(50):
        y, one, two = labels[row], first[row], second[row]
        assert found.pairs[row] == wins(y, one) - wins(y, two)
        assert found.errors[row] == errors(y, two, 2.0) - errors(y, one, 2.0)
        assert found.one_class[row] == (y.min() == y.max())


def test_a_test_set_of_one_class_is_a_tie_by_auc() -> None:
    pair = TwoClassifiers.independent(
        [0.01, 0.01], ScoreLaw.certain([0.2, 0.1]), ScoreLaw.certain([0.6, 0.7])
    )
    found = simulate_choice(pair, draws=4000)
    assert found.one_class_share == pytest.approx(0.98, abs=0.01)
    assert found.auc.tie_share == found.one_class_share
    assert found.error.share > 0.95
    assert "held one class only" in str(found)


def test_identical_classifiers_always_tie() -> None:
    law = rosset_example(20, 0.1, 0.2).first
    pair = TwoClassifiers.joint(np.full(20, 0.5), law.values, law.values, law.probabilities)
    found = simulate_choice(pair, draws=200)
    for criterion in (found.auc, found.error):
        assert (criterion.share, criterion.tie_share, criterion.variance) == (0.5, 1, 0)
        assert criterion.variance_standard_error == 0


def test_states_without_probability_are_never_drawn() -> None:
    rng = np.random.default_rng(6)
    odds = np.array([0.1, 0.2, 0.7, 0.0]) + np.zeros((5, 1))
    law = ScoreLaw.from_arrays(np.tile([1.0, 1.0, 1.0, 5.0], (5, 1)), odds)
    pair = TwoClassifiers.independent(rng.random(5), law, ScoreLaw.certain(np.ones(5)))
    found = simulate_choice(pair, draws=5000, threshold=3)
    assert found.auc.tie_share == found.error.tie_share == 1


def test_the_same_rng_gives_the_same_draws_and_the_share_counts_ties_half() -> None:
    pair = rosset_example(10, 0.1, 0.2)
    found = simulate_choice(pair, draws=500, rng=7)
    assert found == simulate_choice(pair, draws=500, rng=7)
    assert found == simulate_choice(pair, draws=500, rng=np.random.default_rng(7))
    assert found != simulate_choice(pair, draws=500, rng=8)
    assert SimulatedChoice.from_dict(found.to_dict()) == found
    swapped = simulate_choice(pair.swapped(), draws=20_000, rng=7)
    straight = simulate_choice(pair, draws=20_000, rng=7)
    assert swapped.auc.share == pytest.approx(1 - straight.auc.share, abs=0.02)
    assert straight.error.tie_share > 0.2


def test_a_run_that_is_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = rosset_example(2000, 0.1, 0.2)
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int, what: str) -> bool:
        told.append((done, total))
        return False

    found = simulate_choice(pair, draws=500, progress=stop)
    assert found.draws == told[0][0] < told[0][1] == 500
    assert [c.kind for c in found.caveats] == ["stopped_early"]
    assert f"{found.draws} of 500 draws" in found.caveats[0].message
    monkeypatch.setattr(choosing, "_CELLS", 2 * found.n)
    with pytest.raises(AucurateError, match=r"after 1 of 5 draws; .* at least 2") as caught:
        simulate_choice(pair, draws=5, progress=stop)
    assert "fewer draws" in caught.value.hint
    monkeypatch.setattr(choosing, "_CELLS", 20 * found.n)
    assert 2 <= simulate_choice(pair, draws=50, progress=stop).draws < 50


@pytest.mark.parametrize("draws", [0, 1, 2.5, True, "many"])
def test_draws_are_a_whole_number(draws: Any) -> None:
    with pytest.raises(OptionError, match="draws"):
        simulate_choice(rosset_example(5, 0.1, 0.2), draws=draws)


def test_rng_is_checked() -> None:
    with pytest.raises(OptionError, match="rng"):
        simulate_choice(rosset_example(5, 0.1, 0.2), rng=-1)


@pytest.mark.parametrize("n", [0, -1, 2.5, "many"])
def test_the_size_of_a_test_set_is_a_whole_number(n: Any) -> None:
    with pytest.raises(OptionError, match="n must be a whole number"):
        simulate_choice(rosset_example(5, 0.1, 0.2), n=n)


@pytest.mark.parametrize("wrong", [5, None, "pair", [0.1], rosset_example])
def test_what_is_no_pair_of_classifiers_is_refused(wrong: Any) -> None:
    for ask in (
        auc_difference_moments,
        error_difference_moments,
        simulate_choice,
        lambda value: population_moments(value, 3),
        lambda value: population_moments(value, 3, by="error"),
    ):
        with pytest.raises(OptionError, match="pair must be TwoClassifiers"):
            ask(wrong)
    with pytest.raises(OptionError, match="moments must be DifferenceMoments"):
        probability_of_choosing_first(wrong)


# How likely the first classifier is chosen on test sets from a population.


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
