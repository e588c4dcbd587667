"""Estimands as scorers of scikit-learn."""

import pickle
from typing import Any

import joblib
import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from tests.loops import for_each

import aucurate as au
from aucurate.errors import LabelError, OptionError
from aucurate.estimates import PartialAuc, scorer

X, Y = make_classification(n_samples=120, n_informative=3, flip_y=0.2, random_state=1)
MODEL = GaussianNB().fit(X, Y)
SCALED = make_pipeline(StandardScaler(), LogisticRegression())
CV = StratifiedKFold(3, shuffle=True, random_state=0)


@for_each(
    ("of", "function"),
    [
        ("auc", au.auc),
        ("average-precision", au.estimates.average_precision),
        (
            "partial-auc:specificity=0.5:1",
            lambda y, s: au.estimates.partial_auc(y, s, specificity=(0.5, 1)),
        ),
        (
            PartialAuc(sensitivity=(0.8, 1)),
            lambda y, s: au.estimates.partial_auc(y, s, sensitivity=(0.8, 1)),
        ),
        (
            "sensitivity-at:specificity=0.9",
            lambda y, s: au.estimates.sensitivity_at(y, s, specificity=0.9),
        ),
    ],
)
def test_a_scorer_gives_the_number_of_arrays(of: Any, function: Any) -> None:
    wanted = function(Y, MODEL.predict_proba(X)[:, 1])
    assert scorer(of)(MODEL, X, Y) == pytest.approx(wanted, abs=1e-12)


def test_the_auc_is_that_of_scikit_learn_in_every_fold() -> None:
    ours = cross_val_score(SCALED, X, Y, cv=CV, scoring=scorer())
    theirs = cross_val_score(SCALED, X, Y, cv=CV, scoring="roc_auc")
    assert np.allclose(ours, theirs, rtol=0, atol=1e-12)


def test_searches_select_by_it_also_in_several_threads() -> None:
    scoring = {"part": scorer("partial-auc:specificity=0.8:1"), "auc": scorer()}
    grid = {"logisticregression__C": [0.001, 1.0]}

    def search(jobs: int) -> Any:
        return GridSearchCV(SCALED, grid, cv=CV, scoring=scoring, refit="part", n_jobs=jobs)

    alone = search(1).fit(X, Y)
    best = alone.cv_results_["mean_test_part"]
    assert alone.best_index_ == int(np.argmax(best))
    with joblib.parallel_config("threading"):
        again = search(2).fit(X, Y)
    assert np.allclose(again.cv_results_["mean_test_part"], best, rtol=0, atol=1e-12)


def test_a_scorer_survives_pickling_and_shows_what_it_is() -> None:
    of = scorer("sensitivity-at:specificity=0.9", positive="b")
    labels = np.where(Y, "b", "a")
    model = GaussianNB().fit(X, labels)
    again = pickle.loads(pickle.dumps(of))
    assert again(model, X, labels) == of(model, X, labels)
    assert repr(again) == "scorer('sensitivity-at:specificity=0.9')"
    assert repr(scorer()) == "scorer('auc')"


def test_the_method_of_the_scores_can_be_stated() -> None:
    class Reversed(LogisticRegression):  # type: ignore[misc]
        def decision_function(self, X: Any) -> Any:  # noqa: N803
            return -super().decision_function(X)

        def predict_proba(self, X: Any) -> Any:  # noqa: N803
            return np.column_stack([np.zeros(len(X)), super().decision_function(X)])

    model = Reversed().fit(X, Y)
    low, high = scorer()(model, X, Y), scorer(scores_from="predict_proba")(model, X, Y)
    assert low == pytest.approx(1 - high)


def test_what_cannot_be_scored_is_refused_or_left_to_error_score() -> None:
    with pytest.raises(OptionError, match="no estimand 'f1'"):
        scorer("f1")
    with pytest.raises(LabelError, match="cannot be guessed"):
        scorer()(GaussianNB().fit(X, np.where(Y, "b", "a")), X, np.where(Y, "b", "a"))
    with pytest.warns(UserWarning, match="same label"):
        result = cross_validate(
            GaussianNB(), X, Y, cv=[(np.arange(120), np.flatnonzero(Y))], scoring=scorer()
        )
    assert np.isnan(result["test_score"]).all()
