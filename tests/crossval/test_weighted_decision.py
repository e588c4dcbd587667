"""WeightedDecision keeps to scikit-learn's conventions and decides as weight vectors do."""

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.discriminant_analysis import QuadraticDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier, StackingClassifier, VotingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks
from sklearn.utils.validation import check_is_fitted

from aucurate.crossval.weighted_decision import WeightedDecision
from aucurate.curve.class_decisions import decide
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError, ScoreError
from aucurate.estimates.weights.choice import WeightChoice

X, CODES = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])
Y = NAMES[CODES]
WEIGHTS = {"virginica": 20, "setosa": 1, "versicolor": 1}


@parametrize_with_checks(
    [
        WeightedDecision(LogisticRegression()),
        WeightedDecision(DecisionTreeClassifier(random_state=0)),
    ]
)  # type: ignore[untyped-decorator]
def test_the_checks_of_scikit_learn(estimator: Any, check: Any) -> None:
    check(estimator)


def test_the_decision_is_that_of_weight_vectors() -> None:
    found = WeightedDecision(GaussianNB(), weights=WEIGHTS).fit(X, Y)
    scores = ClassScores.from_arrays(Y, found.predict_proba(X), classes=list(found.classes_))
    expected = decide(scores.values, np.array([1.0, 1.0, 20.0]))
    assert np.array_equal(found.predict(X), NAMES[expected])
    plain = GaussianNB().fit(X, Y)
    assert np.array_equal(found.predict_proba(X), plain.predict_proba(X))
    assert (found.predict(X) != plain.predict(X)).sum() > 3
    assert found.weights_.tolist() == [1, 1, 20]
    assert found.n_features_in_ == 4
    assert found.score(X, Y) == np.mean(found.predict(X) == Y)


def test_ties_go_to_the_first_class() -> None:
    tree = DecisionTreeClassifier(max_depth=1).fit(X, CODES)  # one leaf has as many of 1 as of 2
    tied = tree.predict_proba(X)[:, 1] == 0.5
    assert tied.sum() == 100
    assert set(WeightedDecision(tree).predict(X)[tied]) == {1}
    assert set(WeightedDecision(tree, {0: 1, 1: 1, 2: 1.1}).predict(X)[tied]) == {2}
    assert set(WeightedDecision(tree, {0: 1, 1: 0, 2: 0}).predict(X)) == {0}


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_fitted_estimator_needs_no_fit(wrapped: bool) -> None:
    fitted = GaussianNB().fit(X, Y)
    found = WeightedDecision(FrozenEstimator(fitted) if wrapped else fitted, weights=WEIGHTS)
    check_is_fitted(found)
    expected = WeightedDecision(GaussianNB(), weights=WEIGHTS).fit(X, Y).predict(X)
    assert np.array_equal(found.predict(X), expected)
    assert list(found.classes_) == list(NAMES)
    found.fit(X[:90], np.roll(Y, 7)[:90]) if wrapped else None
    assert np.array_equal(found.predict(X), expected)


def test_an_unfitted_one_says_so() -> None:
    found = WeightedDecision(GaussianNB())
    assert not hasattr(found, "classes_")
    assert not hasattr(found, "weights_")
    with pytest.raises(NotFittedError):
        found.predict(X)
    with pytest.raises(NotFittedError):
        check_is_fitted(found)


def test_it_is_cloned_pickled_and_set() -> None:
    found = WeightedDecision(LogisticRegression(C=2), weights=WEIGHTS)
    twin = clone(found)
    assert twin.get_params()["weights"] == WEIGHTS
    assert twin.get_params()["estimator__C"] == 2
    twin.set_params(estimator__C=3, weights=None)
    assert (twin.estimator.C, found.estimator.C) == (3, 2)
    fitted = found.fit(X, Y)
    again = pickle.loads(pickle.dumps(fitted))
    assert np.array_equal(again.predict(X), fitted.predict(X))
    before = fitted.predict(X)
    fitted.set_params(weights={**WEIGHTS, "virginica": 1})
    assert (fitted.predict(X) == "virginica").sum() < (before == "virginica").sum()
    assert "WeightedDecision" in repr(found)


def test_it_works_in_pipelines_searches_and_cross_validation() -> None:
    inside = make_pipeline(StandardScaler(), WeightedDecision(GaussianNB(), weights=WEIGHTS))
    around = WeightedDecision(make_pipeline(StandardScaler(), GaussianNB()), weights=WEIGHTS)
    assert np.array_equal(
        cross_val_predict(inside, X, Y, cv=5), cross_val_predict(around, X, Y, cv=5)
    )
    assert cross_val_score(inside, X, Y, cv=5).mean() > 0.8
    frozen = WeightedDecision(FrozenEstimator(GaussianNB().fit(X, Y)), weights=WEIGHTS)
    assert len(cross_val_score(frozen, X, Y, cv=3)) == 3
    choices = [None, WEIGHTS, {**WEIGHTS, "virginica": 1000}]
    search = GridSearchCV(WeightedDecision(GaussianNB()), {"weights": choices}, cv=3).fit(X, Y)
    assert search.best_params_["weights"] is None or search.best_score_ > 0.9


def test_probabilities_are_had_where_scikit_learn_replaces_the_labels() -> None:
    named = WeightedDecision(GaussianNB(), weights=WEIGHTS)
    found = cross_val_predict(named, X, Y, cv=3, method="predict_proba")
    assert np.array_equal(
        found, cross_val_predict(GaussianNB(), X, Y, cv=3, method="predict_proba")
    )
    stack = StackingClassifier([("bayes", named)], LogisticRegression(), cv=3).fit(X, Y)
    assert stack.score(X, Y) > 0.9
    soft = VotingClassifier([("bayes", named)], voting="soft").fit(X, Y)
    assert np.array_equal(soft.predict(X), GaussianNB().fit(X, Y).predict(X))
    with pytest.raises(OptionError, match="there is no class 'virginica'"):
        VotingClassifier([("bayes", named)]).fit(X, Y).predict(X)
    for weights in ({"setosa": 1, "virginica": 2}, {0: 1, "setosa": 1, "virginica": 2}):
        with pytest.raises(OptionError, match="there is no class"):
            WeightedDecision(GaussianNB(), weights=weights).fit(X, CODES)


def test_a_weight_choice_is_taken_as_it_is() -> None:
    fitted = GaussianNB().fit(X, Y)
    choice = WeightChoice(
        name="bayes",
        classes=("virginica", "versicolor", "setosa"),
        weights=(0.7, 0.2, 0.1),
        confusion=((0,) * 3,) * 3,
        class_errors=(0.0, 0.0, 0.0),
        value=0.0,
        rule=WeightRule.minimax(),
        method="said",
        points=1,
    )
    found = WeightedDecision(fitted, weights=choice)
    assert found.weights_.tolist() == [0.1, 0.2, 0.7]
    same = WeightedDecision(fitted, {"setosa": 1, "versicolor": 2, "virginica": 7})
    assert np.array_equal(found.predict(X), same.predict(X))
    assert clone(found).get_params()["weights"] == choice


def test_labels_of_any_kind_name_their_weights() -> None:
    fitted = GaussianNB().fit(X, CODES)
    by_number = WeightedDecision(fitted, weights={0: 1, 1: 1, 2: 20}).predict(X)
    by_text = WeightedDecision(fitted, weights={"0": 1, "1": 1, "2": 20}).predict(X)
    by_numpy = WeightedDecision(
        fitted, weights=dict(zip(fitted.classes_, [1, 1, 20], strict=True))
    ).predict(X)
    assert np.array_equal(by_number, by_text)
    assert np.array_equal(by_number, by_numpy)
    assert by_number.dtype == CODES.dtype


def test_fit_arguments_go_to_the_estimator() -> None:
    light = np.where(CODES == 2, 1e-6, 1.0)
    found = WeightedDecision(LogisticRegression()).fit(X, Y, sample_weight=light)
    alone = LogisticRegression().fit(X, Y, sample_weight=light)
    assert np.allclose(found.predict_proba(X), alone.predict_proba(X))
    with config_context(enable_metadata_routing=True):
        asked = LogisticRegression().set_fit_request(sample_weight=True)
        routed = WeightedDecision(asked).fit(X, Y, sample_weight=light)
        assert np.allclose(routed.predict_proba(X), alone.predict_proba(X))
        with pytest.raises(Exception, match="sample_weight"):
            WeightedDecision(LogisticRegression()).fit(X, Y, sample_weight=light)


def test_what_is_refused() -> None:
    for weights, message in (
        ({**WEIGHTS, "rosea": 1}, "there is no class 'rosea'"),
        ({"setosa": 1, "virginica": 2}, "no weight for 'versicolor'"),
        ({**WEIGHTS, "setosa": -1}, "finite number from 0"),
        (dict.fromkeys(NAMES, 0), "all weights are 0"),
        ([1, 1, 20], "must be a mapping from classes to weights"),
    ):
        found = WeightedDecision(GaussianNB(), weights=weights)
        with pytest.raises(OptionError, match=message):
            found.fit(X, Y)
        with pytest.raises(OptionError, match=message):
            WeightedDecision(GaussianNB().fit(X, Y), weights=weights).predict(X)
    machine = WeightedDecision(LinearSVC())
    with pytest.raises(OptionError, match="LinearSVC has no predict_proba"):
        machine.fit(X, Y)
    assert not hasattr(machine, "predict_proba")
    assert machine.decision_function(X).shape == (150, 3)
    several = np.column_stack([CODES, CODES])
    with pytest.raises(OptionError, match="this estimator has several"):
        WeightedDecision(RandomForestClassifier(n_estimators=2).fit(X, several)).predict(X)
    with pytest.raises(ValueError, match="1d array"):
        WeightedDecision(RandomForestClassifier(n_estimators=2)).fit(X, several)


def test_broken_probabilities_are_refused() -> None:
    fitted = QuadraticDiscriminantAnalysis(reg_param=0.1).fit(X, Y)
    fitted.predict_proba = lambda rows: np.full((len(rows), 3), np.nan)
    with pytest.raises(ScoreError, match="finite and not negative"):
        WeightedDecision(fitted).predict(X)


def test_without_scikit_learn_it_names_the_extra() -> None:
    code = (
        "import sys\nsys.modules['sklearn'] = None\n"
        "from aucurate.errors import MissingExtraError\n"
        "try:\n    import aucurate.crossval.weighted_decision\n"
        "except MissingExtraError as error:\n    print(error)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "WeightedDecision needs the extra 'crossval'" in found.stdout
