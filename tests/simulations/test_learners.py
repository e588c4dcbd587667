"""The algorithms of the simulations: scikit-learn's where they are the same, and able to learn."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from simulations.fold_learners import HELD_OUT, LearnerWorld, first_repeat
from simulations.learners import LEARNERS
from tests.loops import for_each

RNG = np.random.default_rng(6)
SETS, SIZE, SCORED = 3, 120, 60


def _drawn(size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    labels = np.tile((np.arange(size) % 5 < 2).astype(float), (SETS, 1))
    return RNG.normal(size=(SETS, size, 4)) + labels[..., None], labels


TRAIN, LABELS = _drawn(SIZE)
NEW, TRUTH = _drawn(SCORED)


@for_each("name", LEARNERS)
def test_every_algorithm_learns_from_each_set_alone(name: str) -> None:
    if name in ("SVM", "tree"):
        pytest.importorskip("sklearn")
    learn = LEARNERS[name]
    scores = learn(TRAIN, LABELS, NEW, np.random.default_rng(1))
    assert scores.shape == (SETS, SCORED)
    for row, truth in zip(scores, TRUTH, strict=True):
        above = row[truth == 1][:, None] - row[truth == 0]
        assert np.mean(np.sign(above)) > 0.2
        assert np.mean((row > 0) == truth) > 0.55
    again = learn(TRAIN, LABELS, NEW, np.random.default_rng(1))
    assert np.array_equal(scores, again)


def _decided(estimator: Any, at: int) -> NDArray[np.float64]:
    estimator.fit(TRAIN[at], LABELS[at])
    return np.asarray(estimator.predict_log_proba(NEW[at]) @ [-1.0, 1.0])


def test_the_plain_ones_are_those_of_scikit_learn() -> None:
    pytest.importorskip("sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier

    for name, estimator in (
        ("logistic regression", LogisticRegression(tol=1e-10, max_iter=1000)),
        ("naive Bayes", GaussianNB(var_smoothing=0)),
    ):
        found = LEARNERS[name](TRAIN, LABELS, NEW, RNG)
        for at in range(SETS):
            assert found[at] == pytest.approx(_decided(estimator, at), abs=1e-4)
    found = LEARNERS["5 neighbours"](TRAIN, LABELS, NEW, RNG)
    for at in range(SETS):
        near = KNeighborsClassifier(5).fit(TRAIN[at], LABELS[at])
        assert found[at] + 0.5 == pytest.approx(near.predict_proba(NEW[at])[:, 1])


def test_kernel_ridge_is_that_of_scikit_learn() -> None:
    pytest.importorskip("sklearn")
    from sklearn.kernel_ridge import KernelRidge

    found = LEARNERS["least-squares SVM"](TRAIN, LABELS, NEW, RNG)
    for at in range(SETS):
        centre = 2 * LABELS[at].mean() - 1
        gamma = 1 / (4 * TRAIN[at].var())
        ridge = KernelRidge(alpha=1, kernel="rbf", gamma=gamma)
        ridge.fit(TRAIN[at], 2 * LABELS[at] - 1 - centre)
        assert found[at] == pytest.approx(ridge.predict(NEW[at]) + centre, abs=1e-8)


def test_worlds_make_the_design_they_name() -> None:
    rng = np.random.default_rng(2)
    repeated = LearnerWorld(learner="naive Bayes", observations=100, repeats=3).draw(rng)
    assert (repeated.design, repeated.n_folds, len(repeated.observations)) == (
        "left-out folds",
        30,
        100,
    )
    assert repeated.n_train is not None
    assert set(repeated.n_train.tolist()) == {90.0}
    alone = first_repeat(repeated)
    assert alone.n_folds == 10
    assert np.array_equal(alone.aucs().values, repeated.aucs().values[:10])
    kinds: dict[str, dict[str, Any]] = {
        "5x2": {"folds": 2, "repeats": 5},
        "random splits": {"splits": 7},
        "fixed test set": {"test_set": 50},
    }
    for design, options in kinds.items():
        world = LearnerWorld(learner="naive Bayes", observations=100, **options)
        assert world.draw(rng).design == design
    same = LearnerWorld(learner="naive Bayes", observations=100, equal="random numbers").draw(rng)
    assert np.array_equal(same.values[0], same.values[1])
    assert len({str(world.to_dict()) for world in HELD_OUT}) == len(HELD_OUT)
