import numpy as np
import pytest

from aucurate_papers.rosset_2004.selection.criteria import (
    AUC,
    ERROR,
    HALVED,
    Design,
    Selections,
    World,
    above,
    compared,
    criteria,
    experiment,
    judged,
    mean_and_error,
    mixed_world,
    naive_bayes_world,
    neighbour_world,
    weighted_auc,
)

TINY = Design(training_sets=2, training=60, test_sets=5, size=20, judged=100)


def test_criteria_are_their_definitions() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random((6, 15)) < 0.5
    scores = rng.integers(4, size=(2, 6, 15)) / 4
    found = criteria(labels, scores, rng)
    for model in range(2):
        for test_set in range(6):
            row, positive = scores[model, test_set], labels[test_set]
            gaps = row[positive][:, None] - row[~positive]
            wins, ties = (gaps > 0).sum(), (gaps == 0).sum()
            assert found[model, ERROR, test_set] == ((row > 0.5) == positive).sum()
            assert found[model, HALVED, test_set] == 2 * wins + ties
            assert 2 * wins <= found[model, AUC, test_set] <= 2 * (wins + ties)


def test_random_order_is_one_half_in_the_mean() -> None:
    rng = np.random.default_rng(0)
    labels = np.tile(np.arange(10) < 4, (4000, 1))
    found = criteria(labels, np.zeros((1, 4000, 10)), rng)
    pairs = found[0, AUC] / 2
    error = np.std(pairs, ddof=1) / np.sqrt(4000)
    assert abs(pairs.mean() - 12) < 4 * error
    assert set(found[0, HALVED].tolist()) == {24}


def test_a_score_of_one_half_is_negative() -> None:
    found = criteria(np.array([[True, False]]), np.full((1, 1, 2), 0.5), np.random.default_rng(0))
    assert found[0, ERROR, 0] == 1


def test_without_one_class_the_aucs_are_tied() -> None:
    rng = np.random.default_rng(0)
    standings = criteria(np.ones((3, 8), bool), rng.random((2, 3, 8)), rng)
    _, tied = compared(standings, [(0, 1)])
    assert tied[0, [AUC, HALVED]].tolist() == [3, 3]


def test_a_model_ties_with_itself_by_error_and_halves() -> None:
    rng = np.random.default_rng(0)
    labels, scores = rng.random((4, 30)) < 0.5, rng.random((4, 30))
    won, tied = compared(criteria(labels, np.stack([scores, scores]), rng), [(0, 1)])
    assert won.tolist() == [[0, 0, 0]]
    assert tied.tolist() == [[4, 4, 4]]


def test_weighted_auc_is_the_double_sum() -> None:
    rng = np.random.default_rng(0)
    scores, probability = rng.integers(5, size=40) / 5, rng.random(40)
    wins = (scores[:, None] > scores) + (scores[:, None] == scores) / 2
    weights = probability[:, None] * (1 - probability)
    expected = (wins * weights).sum() / weights.sum()
    assert weighted_auc(scores, probability) == pytest.approx(expected)


@pytest.mark.parametrize("world", [naive_bayes_world(), neighbour_world()])
def test_experiment_has_the_shape_of_its_design(world: World) -> None:
    found = experiment(world, [(0, 1)], TINY, np.random.default_rng(0))
    assert found.won.shape == found.tied.shape == (2, 1, 3)
    assert found.errors.shape == found.true_errors.shape == found.true_aucs.shape == (2, 2)
    assert np.all((found.shares >= 0) & (found.shares <= 1))
    assert np.all(found.won + found.tied <= TINY.test_sets)


def test_draws_follow_the_rng_and_parts_join() -> None:
    world = naive_bayes_world()
    first, again, other = (
        experiment(world, [(0, 1)], TINY, np.random.default_rng(rng)).to_dict() for rng in (1, 1, 2)
    )
    assert first == again != other
    joined = Selections.joined([first, other])
    assert len(joined.won) == 4
    assert joined.won[:2].tolist() == first["won"]


def test_truth_of_the_best_rule() -> None:
    world = naive_bayes_world()
    errors, aucs, losses = judged(
        world, lambda new: world.probability(new)[None], 20000, np.random.default_rng(0)
    )
    assert errors[0] == pytest.approx(0.25, abs=0.005)
    assert aucs[0] == pytest.approx(5 / 6, abs=0.005)  # uniform probabilities
    assert losses.shape == (1, 20000)
    assert losses[0].mean() == errors[0]


def test_goals_are_reached_by_whole_numbers() -> None:
    """Of 30 test sets 24 are 80 in 100: 23 wins and 2 ties, but not 23 wins and 1."""
    found = Selections(
        won=np.array([[[24, 23, 23]]]),
        tied=np.array([[[0, 2, 1]]]),
        errors=np.zeros((1, 2)),
        true_errors=np.zeros((1, 2)),
        true_aucs=np.zeros((1, 2)),
        test_sets=30,
    )
    assert found.reaches(80).tolist() == [[True, True, False]]
    assert found.reaches(80, strict=True).tolist() == [[True, False, False]]


def test_the_defaults_are_printed() -> None:
    assert Design().to_dict() == {
        "training_sets": 20,
        "training": 1000,
        "test_sets": 100,
        "size": 100,
        "judged": 5000,
    }


def test_both_classes_are_equally_frequent() -> None:
    for world in (naive_bayes_world(), neighbour_world(), mixed_world(2), mixed_world(10)):
        _, labels = world.draw(20000, np.random.default_rng(0))
        assert labels.mean() == pytest.approx(0.5, abs=0.02)


def test_mixed_worlds_score_every_model() -> None:
    rng = np.random.default_rng(0)
    for dimension in (2, 10):
        world = mixed_world(dimension)
        scores = world.fit(*world.draw(200, rng))(rng.random((7, dimension)))
        assert scores.shape == (len(world.models), 7)
        assert np.all((scores >= 0) & (scores <= 1))


def test_mean_and_error() -> None:
    mean, error = mean_and_error(np.array([1.0, 2.0, 3.0]))
    assert float(mean) == 2
    assert float(error) == pytest.approx(1 / np.sqrt(3))
    assert np.isnan(mean_and_error(np.array([1.0]))[1])


def test_of_nothing_nothing_is_known() -> None:
    mean, error = mean_and_error(np.empty((0, 2)))
    assert mean.shape == error.shape == (2,)
    assert np.isnan(mean).all()
    assert np.isnan(error).all()


def test_one_value_decides_nothing() -> None:
    assert above(np.array([1.0, 1.1]), 3)
    assert not above(np.array([1.0]), 3)
    assert not above(np.array([-1.0, -1.1]), 3)
    assert not above(np.array([0.1, 2.0]), 3)
