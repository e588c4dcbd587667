"""What scikit-learn's cross_validate and searches return, as scores and values over folds."""

import json
import re
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import get_scorer
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    LeaveOneGroupOut,
    RandomizedSearchCV,
    RepeatedStratifiedKFold,
    ShuffleSplit,
    StratifiedKFold,
    TimeSeriesSplit,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from tests.loops import for_each

import aucurate as au
from aucurate.data import FoldValues
from aucurate.errors import AucurateError, FitError, InputError, OptionError, UnsupportedError

X, Y = make_classification(n_samples=120, n_informative=3, flip_y=0.2, random_state=1)
SCALED = make_pipeline(StandardScaler(), LogisticRegression())
MODELS = {"logistic": SCALED, "bayes": GaussianNB()}
REPEATED = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0)
KEPT: dict[str, Any] = {
    "return_estimator": True,
    "return_indices": True,
    "scoring": "roc_auc",
}


def _results(cv: Any = REPEATED, y: Any = Y, **options: Any) -> dict[str, Any]:
    return {name: cross_validate(m, X, y, cv=cv, **KEPT, **options) for name, m in MODELS.items()}


RESULTS = _results()


def test_the_aucs_are_those_of_scikit_learn() -> None:
    data = au.FoldScores.from_cross_validate(RESULTS, X, Y)
    assert (data.names, data.design, data.n_repeats) == (("logistic", "bayes"), "left-out folds", 2)
    assert data.fold_names == ("1/1", "1/2", "1/3", "2/1", "2/2", "2/3")
    for name, result in RESULTS.items():
        assert np.allclose(data.aucs().of(name), result["test_score"], rtol=0, atol=1e-12)
    assert data.test_train_ratio == pytest.approx(0.5)
    assert au.folds(data).n_folds == 6


def test_text_labels_need_the_positive_one() -> None:
    labels = np.where(Y, "ill", "well")
    results = _results(cv=3, y=labels)
    data = au.FoldScores.from_cross_validate(results, X, labels, positive="ill")
    # "well" is the last of the classes, for which scikit-learn scores
    assert np.allclose(data.aucs().of("bayes"), results["bayes"]["test_score"], atol=1e-12)
    with pytest.raises(AucurateError, match="cannot be guessed"):
        au.FoldScores.from_cross_validate(results, X, labels)


@for_each("library", [pd.DataFrame, pl.DataFrame])
def test_features_in_frames(library: Any) -> None:
    table = library({f"x{at}": column for at, column in enumerate(X.T)})
    results = {"bayes": cross_validate(GaussianNB(), table, Y, cv=3, **KEPT)}
    data = au.FoldScores.from_cross_validate(results, table, Y)
    assert np.allclose(data.aucs().of("bayes"), results["bayes"]["test_score"], atol=1e-12)


def test_rows_in_another_order_are_refused_and_what_belongs_to_them_is_matched() -> None:
    rows = pd.RangeIndex(1000, 1000 + len(Y))
    features, labels = pd.DataFrame(X, index=rows), pd.Series(Y, index=rows)
    groups = pd.Series(np.arange(len(Y)) // 2, index=rows)
    for calls in (
        lambda y, groups: au.FoldScores.from_cross_validate(
            _results(KFold(4)), features, y, groups=groups
        ),
        lambda y, groups: au.cross_validate({"bayes": GaussianNB()}, features, y, groups=groups),
    ):
        moved = calls(labels, groups.sample(frac=1, random_state=1)).observations.groups
        assert moved is not None
        assert np.array_equal(moved, np.asarray(calls(labels, groups).observations.groups))
        with pytest.raises(InputError, match="the indexes of X and y") as refused:
            calls(labels.sample(frac=1, random_state=1), None)
        assert "y.loc[X.index]" in refused.value.hint


def test_one_result_is_called_after_its_estimator() -> None:
    data = au.FoldScores.from_cross_validate(RESULTS["bayes"], X, Y)
    assert data.names == ("GaussianNB",)


def test_designs() -> None:
    drawn = _results(cv=ShuffleSplit(4, test_size=0.3, random_state=0))
    with pytest.raises(OptionError, match="design is not obvious") as refused:
        au.FoldScores.from_cross_validate(drawn, X, Y)
    assert "design='random splits'" in refused.value.hint
    data = au.FoldScores.from_cross_validate(drawn, X, Y, design="random splits")
    assert (data.design, data.n_folds) == ("random splits", 4)
    assert data.n_train is not None
    assert data.n_train.tolist() == [84.0] * 4
    five = RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0)
    assert au.FoldScores.from_cross_validate(_results(cv=five), X, Y).design == "5x2"
    groups = np.arange(120) // 4
    with pytest.raises(OptionError, match="in both its training and its test set"):
        au.FoldScores.from_cross_validate(RESULTS, X, Y, groups=groups)


def _without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in RESULTS["bayes"].items() if key not in keys}


BROKEN = {**RESULTS["bayes"], "estimator": [*RESULTS["bayes"]["estimator"][:5], GaussianNB()]}


@pytest.mark.parametrize(
    ("results", "error", "words", "remedy"),
    [
        (
            {"a": _without("estimator", "indices")},
            InputError,
            "no 'estimator' and 'indices'",
            r"cross_validate\(..., return_estimator=True, return_indices=True\)",
        ),
        (_without("indices"), InputError, "the results have no 'indices'", "return_indices=True"),
        (
            {"a": RESULTS["bayes"]["test_score"]},
            InputError,
            "'a' is not a result",
            "FoldValues.from_arrays",
        ),
        (GaussianNB(), InputError, "this is a GaussianNB", "name them"),
        (
            {"a": RESULTS["bayes"], "b": _results(cv=3)["bayes"]},
            InputError,
            "over different splits",
            "random_state",
        ),
        ({"a": BROKEN}, FitError, "'a' in fold 6 is not a fitted", 'error_score="raise"'),
        (
            {"a": {**RESULTS["bayes"], "estimator": [GaussianNB()]}},
            InputError,
            "1 estimator for 6 folds",
            "unchanged",
        ),
        (
            {"a": {**RESULTS["bayes"], "indices": [1, 2]}},
            InputError,
            "indices of 'a' are not",
            "unchanged",
        ),
    ],
)
def test_what_is_missing_is_explained_by_name(
    results: Any, error: Any, words: str, remedy: str
) -> None:
    with pytest.raises(error, match=words) as refused:
        au.FoldScores.from_cross_validate(results, X, Y)
    assert re.search(remedy, refused.value.hint)


def test_several_data_sets_can_be_ranked() -> None:
    data = au.FoldScores.from_cross_validate(RESULTS, X, Y)
    table = au.ResultsTable.from_folds({"one": data, "two": data})
    wanted = [RESULTS[name]["test_score"].mean() for name in RESULTS]
    assert np.allclose(table.values, [wanted, wanted])
    assert au.rank(table).datasets == ("one", "two")


# Searches.


GRID = {"logisticregression__C": [0.01, 1.0]}


def test_a_search_has_values_of_its_candidates() -> None:
    search = GridSearchCV(SCALED, GRID, scoring="roc_auc", cv=REPEATED).fit(X, Y)
    values = FoldValues.from_search(search)
    assert (values.names, values.quantity) == (("C=0.01", "C=1"), "AUC")
    assert (values.design, values.n_repeats) == ("left-out folds", 2)
    assert values.test_train_ratio == pytest.approx(0.5)
    assert np.allclose(values.values.mean(axis=0), search.cv_results_["mean_test_score"])
    assert values.of("C=1")[4] == search.cv_results_["split4_test_score"][1]
    study = au.folds(values)
    assert json.loads(study.to_json())["kind"] == "folds"
    some = FoldValues.from_search(search, candidates={"weak": 1}, quantity="area")
    assert (some.names, some.quantity) == (("weak",), "area")
    assert np.array_equal(some.of("weak"), values.of("C=1"))


def test_several_scores_and_scores_of_functions() -> None:
    scoring = {"area": "roc_auc", "loss": "neg_log_loss", "own": get_scorer("accuracy")}
    search = GridSearchCV(SCALED, GRID, scoring=scoring, refit="loss", cv=3).fit(X, Y)
    found = {key: FoldValues.from_search(search, scoring=key) for key in scoring}
    assert [v.quantity for v in found.values()] == ["AUC", "negative log loss", "own"]
    assert found["loss"].highest == 0.0
    assert FoldValues.from_search(search).quantity == "negative log loss"
    assert FoldValues.from_search(search, scoring="area").test_train_ratio == pytest.approx(0.5)
    with pytest.raises(OptionError, match="no score 'x'") as refused:
        FoldValues.from_search(search, scoring="x")
    assert "'area', 'loss' or 'own'" in refused.value.hint
    search.refit = False
    with pytest.raises(OptionError, match="the search has several scores"):
        FoldValues.from_search(search)
    ours = au.estimates.scorer("sensitivity-at:specificity=0.9")
    own = GridSearchCV(SCALED, GRID, scoring=ours, cv=3).fit(X, Y)
    assert FoldValues.from_search(own).quantity == "sensitivity at 90% specificity"
    unknown = GridSearchCV(SCALED, GRID, scoring=lambda m, X, y: m.score(X, y), cv=3).fit(X, Y)  # noqa: N803
    with pytest.raises(OptionError, match="its scoring is a function"):
        FoldValues.from_search(unknown)
    assert FoldValues.from_search(GridSearchCV(SCALED, GRID, cv=2).fit(X, Y)).quantity == "accuracy"


def test_candidates_of_a_random_search_are_told_apart() -> None:
    space = [
        {"kernel": ["linear"], "C": [1.0]},
        {"kernel": ["rbf"], "gamma": [0.5, "scale"]},
    ]
    search = RandomizedSearchCV(SVC(), space, n_iter=3, cv=2, random_state=0).fit(X, Y)
    names = FoldValues.from_search(search).names
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"kernel=\w+, (gamma|C)=\w+(\.5)?", name) for name in names)


@pytest.mark.parametrize(
    ("cv", "design", "share"),
    [
        (None, "left-out folds", 0.2),
        (4, "left-out folds", 0.25),
        (KFold(3), "left-out folds", 1 / 3),
        (RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=0), "5x2", 0.5),
        (ShuffleSplit(3, test_size=0.25, random_state=0), "random splits", 0.25),
        (ShuffleSplit(3, test_size=30, random_state=0), "random splits", None),
    ],
)
def test_the_design_follows_from_the_splitter(cv: Any, design: str, share: float | None) -> None:
    search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 0.1]}, cv=cv).fit(X, Y)
    values = FoldValues.from_search(search)
    assert (values.design, values.names) == (design, ("var_smoothing=1e-09", "var_smoothing=0.1"))
    ratio = values.test_train_ratio
    assert ratio is None if share is None else ratio == pytest.approx(share / (1 - share))


def test_a_design_that_does_not_follow_must_be_stated() -> None:
    search = GridSearchCV(GaussianNB(), {}, cv=TimeSeriesSplit(3)).fit(X, Y)
    with pytest.raises(OptionError, match="cv is a TimeSeriesSplit") as refused:
        FoldValues.from_search(search)
    assert "design='random splits'" in refused.value.hint
    assert FoldValues.from_search(search, design="random splits").design == "random splits"
    groups = np.arange(120) // 40
    out = GridSearchCV(GaussianNB(), {}, cv=LeaveOneGroupOut()).fit(X, Y, groups=groups)
    assert FoldValues.from_search(out).design == "left-out folds"


class _Halved(GridSearchCV):  # type: ignore[misc]
    cv_results_ = {"n_resources": [10], "split0_test_score": [0.5]}  # noqa: RUF012


class _Fails(GaussianNB):  # type: ignore[misc]
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        if self.var_smoothing > 1:
            raise ValueError("too smooth")
        return super().fit(X, y)


@pytest.mark.filterwarnings("ignore")
def test_what_is_no_finished_search_is_refused() -> None:
    with pytest.raises(OptionError, match="it is not fitted"):
        FoldValues.from_search(GridSearchCV(GaussianNB(), {}))
    with pytest.raises(OptionError, match="it is not a search"):
        FoldValues.from_search(GaussianNB())
    with pytest.raises(UnsupportedError, match="different amounts of data"):
        FoldValues.from_search(_Halved(GaussianNB(), {}))
    search = GridSearchCV(_Fails(), {"var_smoothing": [1e-9, 2.0]}, cv=3).fit(X, Y)
    with pytest.raises(FitError, match="'var_smoothing=2' has no score in split 0"):
        FoldValues.from_search(search)
    assert FoldValues.from_search(search, candidates=[0]).n_folds == 3
    for wrong, words in [([2], "no candidate 2"), ([0, 0], "named twice"), ([], "no candidate")]:
        with pytest.raises(OptionError, match=words):
            FoldValues.from_search(search, candidates=wrong)


def test_plain_scores_say_what_they_are_and_how_the_folds_were_made() -> None:
    scores = {name: result["test_score"] for name, result in RESULTS.items()}
    values = FoldValues.from_arrays(scores, quantity="AUC", design="left-out folds")
    assert np.array_equal(values.of("bayes"), scores["bayes"])
    with pytest.raises(OptionError, match="not known what the values are") as refused:
        FoldValues.from_arrays(scores)
    assert "quantity='AUC'" in refused.value.hint
    with pytest.raises(OptionError, match="how the folds were made") as refused:
        FoldValues.from_arrays(scores, quantity="AUC")
    assert "design='left-out folds'" in refused.value.hint
    with pytest.raises(InputError, match="'logistic' is a mapping") as mapped:
        FoldValues.from_arrays(RESULTS, quantity="AUC", design="left-out folds")
    assert 'results["test_score"]' in mapped.value.hint
    with pytest.raises(OptionError, match="it is a dict") as asked:
        au.folds(scores)  # type: ignore[arg-type]
    assert "FoldScores.from_cross_validate(results, X, y)" in asked.value.hint
    with pytest.raises(OptionError, match="it is a GaussianNB") as estimator:
        au.folds(GaussianNB())
    assert "cross_validate(estimators, X, y)" in estimator.value.hint


def test_the_same_folds_give_the_same_scores_as_our_own_cross_validation() -> None:
    cv = StratifiedKFold(4, shuffle=True, random_state=3)
    ours = au.cross_validate({"bayes": GaussianNB()}, X, Y, design=cv)
    theirs = au.FoldScores.from_cross_validate({"bayes": _results(cv=cv)["bayes"]}, X, Y)
    assert np.allclose(ours.values, theirs.values, rtol=1e-12, atol=0)
    assert ours.division == theirs.division
