"""Scores with exceptions and other tails have the AUCs they are said to have."""

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from simulations.scenarios import CUTS, Scenario
from simulations.score_kinds import KINDS, student_auc, student_shift
from tests.loops import for_each

from simulations import few_errors, few_errors_tests

MANY = 100_000


def auc_of(labels: NDArray[np.int64], scores: NDArray[np.float64]) -> float:
    ranks = stats.rankdata(scores)[labels == 1]
    n = len(ranks)
    return float((ranks.sum() - n * (n + 1) / 2) / n / (len(labels) - n))


@for_each("scores", [*KINDS, *CUTS, "normal, positives 2", "normal, positives 10"])
@for_each("auc", [0.8, 0.98])
def test_the_true_auc_is_that_of_a_large_draw(scores: str, auc: float) -> None:
    scenario = Scenario(auc=auc, n_positive=MANY, n_negative=MANY, scores=scores)
    labels, values = scenario.draw(np.random.default_rng(0))
    # Placements lie in [0, 1], so that their standard deviation is at most 1/2 in either class.
    error = np.sqrt(2 * scenario.true_auc * (1 - scenario.true_auc) / MANY)
    assert auc_of(labels, values[0]) == pytest.approx(scenario.true_auc, abs=4 * error)


@pytest.mark.parametrize("degrees", [2, 4])
def test_the_shift_of_t_gives_its_auc_by_another_route(degrees: int) -> None:
    # A mean over quantiles of one class, with SciPy's distribution of the other.
    shift = student_shift(degrees, 0.9)
    ranks = (np.arange(4000) + 0.5) / 4000
    quantiles = stats.t.ppf(ranks, degrees)
    assert np.mean(stats.t.cdf(quantiles + shift, degrees)) == pytest.approx(0.9, abs=1e-4)
    assert student_auc(degrees, shift) == pytest.approx(0.9, abs=1e-8)


def test_two_classifiers_miss_different_positives() -> None:
    scenario = Scenario(auc=0.99, n_positive=MANY, n_negative=10, scores="missed positives 10%")
    labels, values = scenario.draw(np.random.default_rng(0), classifiers=2)
    missed = values[:, labels == 1] < -20
    assert missed.mean(axis=1) == pytest.approx([0.1, 0.1], abs=0.005)
    assert not missed.all(axis=0).any()


def test_pairs_that_are_called_equal_are_equal() -> None:
    questions = {question.name: question for question in few_errors_tests.QUESTIONS}
    for name in ("few errors paired level", "few errors unpaired level", "margin power"):
        for world in questions[name].scenarios:
            assert isinstance(world, Scenario)
            assert world.second.true_auc == pytest.approx(world.true_auc, abs=1e-12)
    for world in questions["few errors margin level"].scenarios:
        assert isinstance(world, Scenario)
        assert 0.04 < world.second.true_auc - world.true_auc < 0.06


def test_no_held_out_cell_was_looked_at() -> None:
    trough, looked_at, held_out = (
        {
            (scores, auc, world.n_positive, world.n_negative)
            for world in question.scenarios
            if isinstance(world, Scenario)
            for scores, auc in [(world.scores, world.auc)]
        }
        for question in few_errors.QUESTIONS
    )
    assert held_out
    assert not {cell[0] for cell in held_out} & {cell[0] for cell in trough | looked_at}
    assert not {cell[2:] for cell in held_out} & {cell[2:] for cell in trough | looked_at}


def test_scores_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="no such scores"):
        Scenario(auc=0.9, n_positive=5, n_negative=5, scores="norml")
