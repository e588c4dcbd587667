"""The paper's algorithms as scikit-learn estimators, on tiny data."""

import importlib.util
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from aucurate.errors import LabelError, MissingExtraError, OptionError
from aucurate_papers.aslan_2009.training import algorithms as module

HAS_LEARNERS = importlib.util.find_spec("sklearn") is not None
needs_learners = pytest.mark.skipif(
    not HAS_LEARNERS, reason="scikit-learn is not installed (extra 'papers')"
)
OURS = ("LP", "k-NN", "NB")
N_VALUES = (0, 3, 0)


def _data(n: int = 300) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, n)
    nominal = np.where(rng.random(n) < 0.7, labels, 2)
    return np.column_stack([rng.normal(labels, 1.0), nominal, np.full(n, 7.0)]), labels


def _made(name: str) -> Any:
    return module.algorithms((name,))[0].make(N_VALUES)


@needs_learners
@pytest.mark.parametrize("name", OURS)
def test_estimators_clone_fit_and_give_probabilities(name: str) -> None:
    from sklearn.base import clone

    inputs, labels = _data()
    model = _made(name)
    model = clone(model).fit(inputs[:200], labels[:200])
    found = model.predict_proba(inputs[200:])
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    assert model.classes_.tolist() == [0, 1]
    assert np.mean(model.predict(inputs[200:]) == labels[200:]) > 0.75
    again = clone(model).fit(inputs[:200], labels[:200]).predict_proba(inputs[200:])
    np.testing.assert_array_equal(again, found)
    assert model.score(inputs[200:], labels[200:]) > 0.75


@needs_learners
@pytest.mark.parametrize("name", OURS)
def test_the_greater_label_is_positive_whatever_it_is_called(name: str) -> None:
    inputs, labels = _data()
    numbers = _made(name).fit(inputs, labels).predict_proba(inputs)
    words = _made(name).fit(inputs, np.array(["a", "b"])[labels])
    np.testing.assert_array_equal(words.predict_proba(inputs), numbers)
    assert set(words.predict(inputs)) == {"a", "b"}
    with pytest.raises(LabelError, match="two classes are needed; there are 1"):
        _made(name).fit(inputs, np.zeros(len(inputs)))


@needs_learners
def test_naive_bayes_is_bayes_rule_on_independent_inputs() -> None:
    from aucurate_papers.aslan_2009.training.learners import NaiveBayes

    inputs = np.array([[0.0, 0, 7], [2.0, 1, 7], [3.0, 1, 7], [7.0, 2, 7], [5.0, 1, 7]])
    labels = np.array([0, 0, 1, 1, 1])
    found = NaiveBayes(N_VALUES).fit(inputs, labels).predict_proba(np.array([[3.0, 1, 7]]))

    def density(x: float, values: list[float]) -> float:
        mean, variance = np.mean(values), np.var(values)
        return float(np.exp(-((x - mean) ** 2) / (2 * variance)) / np.sqrt(2 * np.pi * variance))

    # frequencies counted from one: value 1 once of 2, and twice of 3, with 3 possible values
    negative = 2 / 5 * density(3, [0, 2]) * (1 + 1) / (2 + 3)
    positive = 3 / 5 * density(3, [3, 7, 5]) * (2 + 1) / (3 + 3)
    np.testing.assert_allclose(found[0, 1], positive / (positive + negative), rtol=1e-12)


@needs_learners
def test_naive_bayes_bears_a_column_that_is_constant_in_one_class() -> None:
    from aucurate_papers.aslan_2009.training.learners import NaiveBayes

    inputs = np.array([[0.0], [0.0], [0.0], [1.0], [2.0], [3.0]])
    labels = np.array([0, 0, 0, 1, 1, 1])
    found = NaiveBayes((0,)).fit(inputs, labels).predict_proba(inputs)[:, 1]
    assert np.isfinite(found).all()
    np.testing.assert_array_equal(found > 0.5, labels == 1)


@needs_learners
def test_neighbours_give_the_share_of_positives_among_the_k_nearest() -> None:
    from aucurate_papers.aslan_2009.training.learners import NearestNeighbours

    inputs, labels = _data()
    model = NearestNeighbours(N_VALUES, choices=(5,)).fit(inputs[:200], labels[:200])
    points = model.encoding_.transform(inputs)
    assert model.k_ == 5
    for row, found in zip(points[200:], model.predict_proba(inputs[200:])[:, 1], strict=True):
        nearest = ((points[:200] - row) ** 2).sum(axis=1).argsort(kind="stable")[:5]
        assert found == labels[nearest].mean()


@needs_learners
def test_k_is_chosen_by_the_error_on_the_part_held_out() -> None:
    from aucurate_papers.aslan_2009.training.learners import NearestNeighbours

    rng = np.random.default_rng(3)
    labels = rng.integers(0, 2, 400)
    noisy = rng.normal(labels[:, None] * 0.8, 1.0)
    assert NearestNeighbours((0,)).fit(noisy, labels).k_ > 1
    clear = rng.normal(labels[:, None] * 50.0, 1.0)
    assert NearestNeighbours((0,)).fit(clear, labels).k_ == 1  # of equals the smallest
    few = NearestNeighbours((0,)).fit(clear[:8], np.tile([0, 1], 4))
    assert few.k_ in (1, 3, 5)


@needs_learners
def test_the_perceptron_minimises_cross_entropy() -> None:
    inputs, labels = _data()
    model = _made("LP").fit(inputs, labels)
    points = model.encoding_.transform(inputs)
    residuals = model.predict_proba(inputs)[:, 1] - labels
    np.testing.assert_allclose(points.T @ residuals / len(labels), 0, atol=1e-4)
    assert abs(residuals.mean()) < 1e-4


@needs_learners
def test_the_perceptron_stops_on_separable_classes_without_a_warning() -> None:
    from aucurate_papers.aslan_2009.training.learners import LinearPerceptron

    inputs = np.linspace(-1, 1, 40)[:, None]
    labels = (inputs[:, 0] > 0).astype(int)
    model = LinearPerceptron((0,), iterations=3).fit(inputs, labels)
    assert model.model_.n_iter_[0] <= 3
    assert (model.predict(inputs) == labels).all()


@needs_learners
def test_what_scores_depend_on_names_settings_and_versions() -> None:
    found = module.algorithms(("k-NN",))[0].made_from()
    assert found["algorithm"] == "NearestNeighbours"
    assert found["settings"]["choices"] == (1, 3, 5, 7, 11, 21)
    assert "n_values" not in found["settings"]
    assert set(found["programs"]) == set(module.PROGRAMS)


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(OptionError, match=r"no algorithm 'SVM'\.\nHint: the algorithms are C4\.5"):
        module.algorithms(("SVM",))


@pytest.mark.skipif(HAS_LEARNERS, reason="scikit-learn is installed")
def test_without_scikit_learn_the_extra_is_named() -> None:
    with pytest.raises(MissingExtraError, match=r"aucurate\[papers\]"):
        module.algorithms(OURS)
