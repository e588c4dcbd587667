"""Algorithms: named, and asked for scores in a way that is known beforehand."""

from typing import Any

import pytest
from sklearn.ensemble import RandomForestClassifier, StackingClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from tests.loops import for_each

from aucurate.crossval.algorithms import default_thresholds, read_algorithms
from aucurate.errors import OptionError


def test_decision_scores_come_first_and_decide_at_0_probabilities_at_one_half() -> None:
    estimators = {
        "pipeline": make_pipeline(StandardScaler(), LogisticRegression()),
        "forest": RandomForestClassifier(),
        "search": GridSearchCV(SVC(), {"C": [1]}),
    }
    assert default_thresholds(estimators) == {"pipeline": 0.0, "forest": 0.5, "search": 0.0}
    assert default_thresholds(estimators, scores_from={"pipeline": "predict_proba"}) == {
        "pipeline": 0.5,
        "forest": 0.5,
        "search": 0.0,
    }
    assert set(default_thresholds(estimators, scores_from="predict_proba").values()) == {0.5}


def test_what_is_known_only_after_fitting_must_be_said() -> None:
    stack = StackingClassifier([("svm", SVC())])
    with pytest.raises(OptionError, match=r"scores_from=\{'stack': 'predict_proba'\}"):
        read_algorithms({"stack": stack}, None)
    assert read_algorithms({"stack": stack}, "predict_proba")[0].method == "predict_proba"


@for_each(
    ("estimators", "message"),
    [
        (LogisticRegression(), "this is one LogisticRegression"),
        ([LogisticRegression()], "this is a list"),
        ({}, "no estimators"),
        ({1: SVC(), "1": SVC()}, "same name"),
        ({"svm": SVC}, r"create an instance: SVC\(\)"),
        ({"svm": "SVC"}, "is not an estimator; it is a str"),
        ({"line": LinearRegression()}, "neither decision_function nor predict_proba"),
    ],
)
def test_what_cannot_be_compared_is_refused(estimators: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_algorithms(estimators, None)


@pytest.mark.parametrize("wrong", ["probability", {"svm": "proba"}, {"forest": "predict_proba"}])
def test_scores_from_must_make_sense(wrong: Any) -> None:
    with pytest.raises(OptionError, match="scores_from"):
        default_thresholds({"svm": SVC()}, scores_from=wrong)
