"""Scores of fitted estimators, a column per class."""

from typing import Any

import numpy as np
import pytest

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import FitError, LabelError, OptionError, ScoreError, UnsupportedError

pytest.importorskip("sklearn")

from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

FEATURES, CODES = make_classification(
    n_samples=90, n_informative=4, n_classes=3, random_state=0, class_sep=2.0
)
LABELS = np.array(["low", "mid", "high"])[CODES]
TRAIN, TEST = slice(0, 60), slice(60, 90)


def _fitted(estimator: Any, labels: Any = LABELS) -> Any:
    return estimator.fit(FEATURES[TRAIN], labels[TRAIN])


def test_probabilities_in_the_order_of_the_estimator() -> None:
    model = _fitted(make_pipeline(StandardScaler(), LogisticRegression()))
    scores = ClassScores.from_estimator(model, FEATURES[TEST], LABELS[TEST], name="logistic")
    assert (scores.name, scores.classes) == ("logistic", ("high", "low", "mid"))
    assert np.array_equal(scores.values, model.predict_proba(FEATURES[TEST]).T)
    assert [scores.classes[code] for code in scores.codes] == LABELS[TEST].tolist()
    scores.weighable()


def test_decision_scores_rank_but_have_no_weights() -> None:
    model = _fitted(RidgeClassifier())
    scores = ClassScores.from_estimator(model, FEATURES[TEST], LABELS[TEST])
    assert scores.name == "RidgeClassifier"
    assert np.array_equal(scores.values, model.decision_function(FEATURES[TEST]).T)
    with pytest.raises(ScoreError, match="finite and not negative"):
        scores.weighable()
    logistic = _fitted(LogisticRegression())
    said = ClassScores.from_estimator(
        logistic, FEATURES[TEST], LABELS[TEST], scores_from="decision_function"
    )
    assert said.values.min() < 0


def test_two_classes_have_a_decision_score_each() -> None:
    labels = np.where(CODES == 0, "no", "yes")
    model = _fitted(RidgeClassifier(), labels)
    scores = ClassScores.from_estimator(model, FEATURES[TEST], labels[TEST])
    assert scores.classes == ("no", "yes")
    assert np.array_equal(scores.values[0], -scores.values[1])
    assert np.array_equal(scores.values[1], model.decision_function(FEATURES[TEST]))


def test_several_estimators_share_their_observations() -> None:
    models = {"bayes": _fitted(GaussianNB()), "ridge": _fitted(RidgeClassifier())}
    data = PairedClassScores.from_estimators(models, FEATURES[TEST], LABELS[TEST])
    assert (data.names, data.classes) == (("bayes", "ridge"), ("high", "low", "mid"))
    assert data["bayes"].observations is data["ridge"].observations
    alone = ClassScores.from_estimator(models["ridge"], FEATURES[TEST], LABELS[TEST])
    assert np.array_equal(data["ridge"].values, alone.values)
    turned = PairedClassScores.from_estimators(
        {"a": _fitted(LogisticRegression())},
        FEATURES[TEST],
        LABELS[TEST],
        scores_from={"a": "decision_function"},
    )
    assert turned.values.min() < 0
    listed = PairedClassScores.from_estimators(list(models.values()), FEATURES[TEST], LABELS[TEST])
    assert listed.names == ("GaussianNB", "RidgeClassifier")
    assert np.array_equal(listed.values, data.values)
    with pytest.raises(OptionError, match="there are no estimators"):
        PairedClassScores.from_estimators({}, FEATURES, LABELS)


class _Pairs:
    classes_ = np.array(["high", "low", "mid"])

    def predict_proba(self, features: Any) -> Any:
        return np.zeros((len(features), 6))


class _Several:
    classes_ = (np.array([0, 1]), np.array([0, 1]))

    def predict_proba(self, features: Any) -> Any:
        return [np.zeros((len(features), 2))] * 2


@pytest.mark.parametrize(
    ("estimator", "options", "error", "words"),
    [
        (GaussianNB(), {}, OptionError, "is not fitted"),
        (StandardScaler(), {}, OptionError, "neither predict_proba"),
        (_fitted(GaussianNB()), {"scores_from": "predict"}, OptionError, "scores_from must be"),
        (_fitted(SVC(decision_function_shape="ovo")), {}, UnsupportedError, "pairs of classes"),
        (
            _fitted(make_pipeline(StandardScaler(), SVC(decision_function_shape="ovo"))),
            {},
            UnsupportedError,
            "pairs of classes",
        ),
        (_Pairs(), {}, ScoreError, r"gave the shape \(30, 6\)"),
        (_Several(), {}, UnsupportedError, "several labels"),
        (_fitted(DummyClassifier(), np.where(CODES, "a", "b")), {}, LabelError, "no column"),
    ],
)
def test_what_gives_no_score_of_each_class_is_refused(
    estimator: Any, options: Any, error: Any, words: str
) -> None:
    with pytest.raises(error, match=words):
        ClassScores.from_estimator(estimator, FEATURES[TEST], LABELS[TEST], **options)


def test_a_class_that_does_not_occur_is_refused() -> None:
    model = _fitted(GaussianNB())
    rows = np.flatnonzero(LABELS != "mid")
    with pytest.raises(LabelError, match="to class 'mid'"):
        ClassScores.from_estimator(model, FEATURES[rows], LABELS[rows])


def test_whatever_an_estimator_raises_is_told_with_its_name() -> None:
    class Failing:
        classes_ = np.array([0, 1, 2])

        def predict_proba(self, features: object) -> object:
            raise RuntimeError("no 128-bit integers")

    with pytest.raises(FitError, match="'own' could not score the features: no 128-bit integers"):
        ClassScores.from_estimator(Failing(), [[1.0]], [0], name="own")
