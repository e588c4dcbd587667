"""Scores of fitted estimators: a column per class, or that of the positive one of two."""

import re
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.scores import PairedScores
from aucurate.errors import (
    FitError,
    LabelError,
    OptionError,
    ScoreError,
    TableError,
    UnsupportedError,
)
from aucurate.io.estimators import scores_from_estimators

pytest.importorskip("sklearn")

from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.model_selection import GridSearchCV
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


# Two classes: the column of the positive one.


BINARY = np.where(CODES == 1, "ill", "well")
SCALED = make_pipeline(StandardScaler(), LogisticRegression())
MODELS: dict[str, Any] = {
    "pipeline": SCALED,
    "search": GridSearchCV(SCALED, {"logisticregression__C": [0.1, 1.0]}, cv=2),
    "svm": SVC(),
    "calibrated": CalibratedClassifierCV(RidgeClassifier(), cv=2),
    "dummy": DummyClassifier(strategy="stratified", random_state=0),
}


@pytest.mark.parametrize("name", MODELS)
def test_the_scores_are_those_of_the_positive_class(name: str) -> None:
    model = clone(MODELS[name]).fit(FEATURES[TRAIN], BINARY[TRAIN])
    for positive, place in [("ill", 0), ("well", 1)]:
        data = scores_from_estimators({"m": model}, FEATURES[TEST], BINARY[TEST], positive=positive)
        if hasattr(model, "predict_proba"):
            wanted = model.predict_proba(FEATURES[TEST])[:, place]
        else:
            wanted = model.decision_function(FEATURES[TEST]) * (1 if place else -1)
        arrays = PairedScores.from_arrays(BINARY[TEST], {"m": wanted}, positive=positive)
        assert np.array_equal(data["m"].values, arrays["m"].values)
        assert np.array_equal(data["m"].is_positive, arrays["m"].is_positive)


def test_the_method_can_be_stated_for_all_or_by_name() -> None:
    models = {"a": _fitted(LogisticRegression(), BINARY), "b": _fitted(SCALED, BINARY)}
    given = (models, FEATURES[TEST], BINARY[TEST])
    both = scores_from_estimators(*given, positive="well", scores_from="decision_function")
    assert np.array_equal(both["a"].values, models["a"].decision_function(FEATURES[TEST]))
    one = scores_from_estimators(*given, positive="well", scores_from={"b": "decision_function"})
    assert np.array_equal(one["a"].values, models["a"].predict_proba(FEATURES[TEST])[:, 1])
    assert np.array_equal(one["b"].values, both["b"].values)
    with pytest.raises(OptionError, match="names 'c', which is not one of the estimators"):
        scores_from_estimators(*given, positive="well", scores_from={"c": "predict_proba"})


def test_estimators_without_names_are_called_after_their_types() -> None:
    models = [_fitted(GaussianNB(), BINARY), _fitted(SCALED, BINARY)]
    given = (FEATURES[TEST], BINARY[TEST])
    assert scores_from_estimators(models, *given, positive="ill").names == (
        "GaussianNB",
        "Pipeline",
    )
    assert scores_from_estimators(models[0], *given, positive="ill").names == ("GaussianNB",)
    with pytest.raises(OptionError, match="several estimators are of type GaussianNB"):
        scores_from_estimators([models[0], models[0]], *given, positive="ill")
    with pytest.raises(OptionError, match="two estimators have the same name"):
        scores_from_estimators({"1": models[0], 1: models[1]}, *given, positive="ill")


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
def test_features_in_frames(library: Any) -> None:
    names = [f"x{at}" for at in range(FEATURES.shape[1])]
    table = library(dict(zip(names, FEATURES.T, strict=True)))
    model = make_pipeline(StandardScaler(), GaussianNB()).fit(table[:60], BINARY[TRAIN])
    data = scores_from_estimators({"m": model}, table[60:], BINARY[TEST], positive="ill")
    wanted = model.predict_proba(table[60:])[:, 0]
    assert np.array_equal(data["m"].values, wanted)
    lazily = table[60:].lazy() if library is pl.DataFrame else table[60:]
    again = scores_from_estimators({"m": model}, lazily, BINARY[TEST], positive="ill")
    assert np.array_equal(again["m"].values, wanted)


def test_rows_are_matched_by_the_index_of_the_features() -> None:
    table, labels = pd.DataFrame(FEATURES), pd.Series(BINARY)
    model = _fitted(GaussianNB(), BINARY)
    shuffled = table[TEST].sample(frac=1, random_state=0)
    data = scores_from_estimators({"m": model}, shuffled, labels[TEST], positive="ill")
    assert np.allclose(data["m"].values, model.predict_proba(FEATURES[TEST])[:, 0])
    with pytest.raises(ScoreError, match="different indexes"):
        scores_from_estimators({"m": model}, table[10:40], labels[TEST], positive="ill")


def test_labels_are_the_same_when_their_texts_are() -> None:
    ones = (CODES == 1).astype(int)
    model = _fitted(GaussianNB(), ones)
    wanted = scores_from_estimators({"m": model}, FEATURES[TEST], ones[TEST])["m"].values
    for labels in (ones.astype(float), ones.astype(bool)):
        same = scores_from_estimators({"m": model}, FEATURES[TEST], labels[TEST])
        assert np.array_equal(same["m"].values, wanted)
    text = scores_from_estimators(
        {"m": model}, FEATURES[TEST], ones[TEST].astype(str), positive="1"
    )
    assert np.array_equal(text["m"].values, wanted)
    labels = BINARY[TEST].astype(object)
    labels[3] = None
    kept = scores_from_estimators(
        {"m": _fitted(GaussianNB(), BINARY)},
        FEATURES[TEST],
        labels,
        positive="ill",
        missing="drop",
    )
    assert (len(kept.observations), kept.observations.source.n_dropped) == (29, 1)


def test_weights_and_groups_go_with_the_observations() -> None:
    ones, rows = (CODES == 1).astype(int), np.arange(30)
    data = scores_from_estimators(
        {"m": _fitted(GaussianNB(), ones)},
        FEATURES[TEST],
        ones[TEST],
        sampling_weights=rows + 1.0,
        groups=rows // 2,
    )
    assert data.observations.n_groups == 15
    assert data.observations.is_sampled


ONES = (CODES == 1).astype(int)
GIVEN = (FEATURES[TEST], ONES[TEST])


@pytest.mark.parametrize(
    ("arguments", "error", "words", "remedy"),
    [
        ((GaussianNB(), *GIVEN), OptionError, "is not fitted", "fit it first"),
        ((GaussianNB, *GIVEN), OptionError, "is a class", r"GaussianNB\(\).fit"),
        (({"m": "bayes"}, *GIVEN), OptionError, "is not an estimator; it is a str", "fitted"),
        (
            (LinearRegression().fit(FEATURES, ONES), *GIVEN),
            OptionError,
            "is a regressor",
            r"model.predict\(X\)",
        ),
        (
            (GridSearchCV(GaussianNB(), {}, cv=2, refit=False).fit(FEATURES, ONES), *GIVEN),
            OptionError,
            "refit=False",
            "refit=True",
        ),
        ((_fitted(GaussianNB()), *GIVEN), LabelError, "fitted to 3 classes", "multiclass"),
        (
            (DummyClassifier().fit(FEATURES, np.ones(90)), *GIVEN),
            LabelError,
            "one class only",
            "both classes",
        ),
        ((_fitted(GaussianNB(), BINARY), *GIVEN), LabelError, r"\['ill', 'well'\]", "written"),
        (
            (_fitted(GaussianNB(), ONES), FEATURES[TEST], CODES[TEST]),
            LabelError,
            "3 different labels",
            "these two classes",
        ),
        (
            (_fitted(GaussianNB(), ONES), FEATURES[TEST], None),
            OptionError,
            "y is missing",
            "(estimators, X, y)",
        ),
        (
            (_fitted(GaussianNB(), ONES), None, None),
            OptionError,
            "X is missing",
            "(estimators, X, y)",
        ),
        (
            (_fitted(GaussianNB(), ONES), *reversed(GIVEN)),
            OptionError,
            "are the two swapped",
            "before the labels",
        ),
        (
            (_fitted(GaussianNB(), ONES), FEATURES[TEST], np.eye(2)[ONES[TEST]]),
            UnsupportedError,
            "y has 2 columns",
            "take one",
        ),
        (
            (_fitted(GaussianNB(), ONES), FEATURES, ONES[TEST]),
            TableError,
            "90 rows for 30 labels",
            "one label per row",
        ),
        (
            (_fitted(GaussianNB(), ONES), FEATURES[TEST, :2], ONES[TEST]),
            FitError,
            "could not score",
            "columns that it was fitted on",
        ),
        (
            (_fitted(GaussianNB(), ONES), np.full_like(FEATURES[TEST], np.nan), ONES[TEST]),
            FitError,
            "contains NaN",
            "missing features",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_no_scores_of_two_classes_is_refused_with_a_remedy(
    arguments: Any, error: Any, words: str, remedy: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        scores_from_estimators(*arguments)
    assert re.search(remedy, refused.value.hint)


def test_the_positive_class_is_not_guessed() -> None:
    with pytest.raises(LabelError, match="cannot be guessed"):
        scores_from_estimators(_fitted(GaussianNB(), BINARY), FEATURES[TEST], BINARY[TEST])
