import numpy as np
import pytest

from aucurate_papers.rosset_2004 import neighbours
from aucurate_papers.rosset_2004.neighbours import neighbour_shares


def test_same_as_scikit_learn() -> None:
    theirs = pytest.importorskip("sklearn.neighbors").KNeighborsClassifier
    rng = np.random.default_rng(0)
    trained, new = rng.random((200, 3)), rng.random((250, 3))
    labels = rng.random(200) < trained[:, 0]
    ours = neighbour_shares(trained, labels, new, (10, 1, 50))
    for row, count in zip(ours, (10, 1, 50), strict=True):
        expected = theirs(n_neighbors=count, algorithm="brute").fit(trained, labels)
        assert row == pytest.approx(expected.predict_proba(new)[:, 1])


def test_definition_and_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighbours, "BLOCK", 7)
    rng = np.random.default_rng(1)
    trained, new = rng.normal(size=(30, 2)), rng.normal(size=(20, 2))
    labels = rng.random(30) < 0.5
    found = neighbour_shares(trained, labels, new, (4,))[0]
    for at, one in enumerate(new):
        nearest = np.argsort(np.hypot(*(trained - one).T))[:4]
        assert found[at] == pytest.approx(labels[nearest].mean())


def test_equal_distances_share_the_last_places() -> None:
    trained = np.array([[0.0], [1.0], [-1.0], [5.0]])
    labels = np.array([True, True, False, False])
    assert neighbour_shares(trained, labels, np.array([[0.0]]), (2,)).tolist() == [[0.75]]


def test_all_neighbours_are_the_prevalence() -> None:
    trained, labels = np.arange(5.0)[:, None], np.array([1, 1, 0, 0, 0], bool)
    assert neighbour_shares(trained, labels, trained, (5,)) == pytest.approx(0.4)
