"""Fitted estimators in the place of labels: the same studies as of their scores."""

from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_wine, make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.loops import for_each

import aucurate as au
from aucurate.errors import LabelError, OptionError, ScoreError

X, Y = make_classification(n_samples=200, n_informative=3, flip_y=0.2, random_state=1)
TRAIN, TEST = slice(0, 100), slice(100, 200)
BAYES = GaussianNB().fit(X[TRAIN], Y[TRAIN])
SCALED = make_pipeline(StandardScaler(), LogisticRegression()).fit(X[TRAIN], Y[TRAIN])
MODELS = {"new": SCALED, "old": BAYES}
SCORES = {name: model.predict_proba(X[TEST])[:, 1] for name, model in MODELS.items()}

WINE, WINE_LABELS = load_wine(return_X_y=True)
OF_WINE = GaussianNB().fit(WINE[::2], WINE_LABELS[::2])
WINE_GIVEN: tuple[Any, Any] = (WINE[1::2], WINE_LABELS[1::2])


@pytest.mark.parametrize(
    ("question", "options"),
    [
        (au.compare, {}),
        (au.operate, {"at": "sensitivity=0.9"}),
        (au.fit, {"model": "binormal"}),
        (au.study.intervals, {}),
    ],
)
def test_a_study_of_estimators_is_that_of_their_scores(question: Any, options: Any) -> None:
    of_estimators = question(MODELS, X[TEST], Y[TEST], **options)
    of_arrays = question(Y[TEST], SCORES, **options)
    assert of_estimators.to_json() == of_arrays.to_json()


def test_a_list_of_estimators_or_one_is_called_after_their_types() -> None:
    assert au.compare([SCALED, BAYES], X[TEST], Y[TEST]).names == ("Pipeline", "GaussianNB")
    alone = au.compare(BAYES, X[TEST], Y[TEST])
    assert alone.names == ("GaussianNB",)
    assert len(alone.null_tests) == len(au.compare(Y[TEST], SCORES["old"]).null_tests)


def test_options_of_reading_go_with_the_observations() -> None:
    labels, groups = np.where(Y, "a", "b")[TEST], np.arange(100) // 2
    study = au.compare(
        {"m": GaussianNB().fit(X[TRAIN], np.where(Y, "a", "b")[TRAIN])},
        X[TEST],
        labels,
        positive="a",
        groups=groups,
    )
    wanted = au.compare(labels, {"m": SCORES["old"]}, positive="a", groups=groups)
    assert study.estimates[0].value == pytest.approx(wanted.estimates[0].value)
    assert study.provenance.n_groups == 50
    with pytest.raises(OptionError, match="lower is for columns of scores"):
        au.compare(MODELS, X[TEST], Y[TEST], lower=["new"])


@for_each("given", [{"new": SCALED}, SCALED, [SCALED, BAYES]])
def test_estimators_in_the_place_of_the_scores_are_sent_to_the_first(given: Any) -> None:
    for question in (au.compare, au.operate):
        with pytest.raises(ScoreError, match="in the place of the scores") as refused:
            question(Y[TEST], given)
        assert "fitted" in refused.value.hint
        assert "X, y)" in refused.value.hint
    if isinstance(given, dict):
        assert 'compare({"new": fitted}, X, y)' in refused.value.hint


def test_a_function_of_arrays_says_where_estimators_are_taken() -> None:
    for given in (SCALED, BAYES, GaussianNB):
        with pytest.raises(ScoreError, match="is an estimator, not a column") as refused:
            au.auc(Y[TEST], given)
        assert "scores_from_estimators(" in refused.value.hint


def test_a_third_argument_is_for_estimators() -> None:
    with pytest.raises(OptionError, match="third argument"):
        au.compare(Y[TEST], SCORES["new"], SCORES["old"])
    with pytest.raises(OptionError, match="already built; y cannot"):
        au.compare(au.PairedScores.from_arrays(Y[TEST], SCORES), None, Y[TEST])


def test_estimators_of_several_classes_are_for_multiclass() -> None:
    with pytest.raises(LabelError, match="fitted to 3 classes") as refused:
        au.compare({"a": OF_WINE}, *WINE_GIVEN)
    assert "aucurate.multiclass(estimators, X, y)" in refused.value.hint
    data = au.ClassScores.from_estimator(OF_WINE, *WINE_GIVEN)
    wanted = au.multiclass(data, search="none")
    assert wanted.to_json() == au.multiclass(OF_WINE, *WINE_GIVEN, search="none").to_json()
    named = au.multiclass({"a": OF_WINE}, *WINE_GIVEN, search="none")
    assert named.names == ("a",)
    assert named.averages[0].value == wanted.averages[0].value


def test_multiclass_takes_labels_and_a_score_for_every_class() -> None:
    features, labels = WINE_GIVEN
    matrix = OF_WINE.predict_proba(features)
    wanted = au.multiclass(au.ClassScores.from_arrays(labels, matrix), search="none")
    assert au.multiclass(labels, matrix, search="none").to_json() == wanted.to_json()
    by_class = {label: matrix[:, label] for label in range(3)}
    assert au.multiclass(labels, by_class, search="none").to_json() == wanted.to_json()
    two = au.multiclass(labels, {"a": matrix, "b": matrix**2}, search="none")
    assert two.names == ("a", "b")
    with pytest.raises(ScoreError, match="in the place of the scores"):
        au.multiclass(labels, {"a": OF_WINE})
    with pytest.raises(OptionError, match="third argument"):
        au.multiclass(labels, matrix, features)
    with pytest.raises(OptionError, match="the first value is a ndarray"):
        au.multiclass({"a": matrix}, labels)
    with pytest.raises(OptionError, match="scores cannot be given now"):
        au.multiclass(au.datasets.load_wine_classes(), matrix)
