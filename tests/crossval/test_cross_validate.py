"""cross_validate as a whole: the scores of scikit-learn, in FoldScores, reproducible."""

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from joblib import parallel_config
from numpy.typing import NDArray
from scipy import sparse
from sklearn import model_selection as selection
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.compose import make_column_transformer
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.naive_bayes import GaussianNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from tests.crossval.learners import Centroid, Random
from tests.loops import for_each

from aucurate.crossval.algorithms import default_thresholds
from aucurate.crossval.cross_validate import (
    cross_validate,
)
from aucurate.crossval.designs import FixedTestSet, LeftOut
from aucurate.crossval.fitting import ClassFit, outcome_of
from aucurate.crossval.splits import Split, draw_splits
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.folds import FoldScores
from aucurate.errors import (
    CacheWarning,
    FitError,
    FitWarning,
    LabelError,
    MissingExtraError,
    OptionError,
    ScoreError,
    TableError,
    UnsupportedError,
)
from aucurate.kernels import Cancelled

Table = NDArray[np.float64]
Labels = NDArray[np.int64]


def _models() -> dict[str, Any]:
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression()),
        "svm": SVC(),
        "bayes": GaussianNB(),
        "tree": DecisionTreeClassifier(max_depth=2, random_state=0),
    }


def _by_row(found: FoldScores, name: str) -> NDArray[np.float64]:
    scores = np.empty(len(found.observations))
    scores[found.rows] = found.values[found.names.index(name)]
    return scores


@pytest.mark.parametrize("positive", [None, "0"])
def test_scores_are_those_of_cross_val_predict(
    table: Table, labels: Labels, positive: str | None
) -> None:
    splitter = selection.StratifiedKFold(5, shuffle=True, random_state=1)
    found = cross_validate(_models(), table, labels, design=splitter, positive=positive)
    for name, model in _models().items():
        method = "decision_function" if hasattr(model, "decision_function") else "predict_proba"
        theirs = selection.cross_val_predict(model, table, labels, cv=splitter, method=method)
        if method == "predict_proba":
            theirs = theirs[:, 0 if positive else 1]
        elif positive:
            theirs = -theirs
        assert _by_row(found, name) == pytest.approx(theirs, rel=1e-9, abs=1e-12)
    aucs = selection.cross_val_score(
        _models()["svm"], table, labels, cv=splitter, scoring="roc_auc"
    )
    assert found.aucs().of("svm") == pytest.approx(aucs, rel=1e-12)


def test_errors_at_the_default_thresholds_are_those_of_predict(
    table: Table, labels: Labels
) -> None:
    splitter = selection.StratifiedKFold(4)
    found = cross_validate(_models(), table, labels, design=splitter)
    errors = found.errors(threshold=default_thresholds(_models()))
    for name in ("logistic", "svm", "bayes"):
        right = selection.cross_val_score(_models()[name], table, labels, cv=splitter)
        assert errors.of(name) == pytest.approx(1 - right, abs=1e-12)


def test_probabilities_can_be_asked_for(table: Table, labels: Labels) -> None:
    splitter = selection.StratifiedKFold(4)
    models = {"logistic": _models()["logistic"]}
    found = cross_validate(models, table, labels, design=splitter, scores_from="predict_proba")
    theirs = selection.cross_val_predict(
        models["logistic"], table, labels, cv=splitter, method="predict_proba"
    )
    assert _by_row(found, "logistic") == pytest.approx(theirs[:, 1], rel=1e-9)


def test_left_out_folds_with_repeats(table: Table, labels: Labels) -> None:
    found = cross_validate(_models(), table, labels, design=LeftOut(folds=4, repeats=3))
    assert found.names == ("logistic", "svm", "bayes", "tree")
    assert found.design == "left-out folds"
    assert found.fold_names[:5] == ("1/1", "1/2", "1/3", "1/4", "2/1")
    assert found.n_train is not None
    assert (found.n_train + found.n_test == 60).all()
    assert found.observations.is_positive.tolist() == (labels == 1).tolist()
    assert np.bincount(found.rows).tolist() == [3] * 60


def test_five_by_two_and_random_splits(table: Table, labels: Labels) -> None:
    models = {"a": Centroid(), "b": GaussianNB()}
    assert cross_validate(models, table, labels, design="5x2").design == "5x2"
    repeated = selection.RepeatedStratifiedKFold(n_splits=3, n_repeats=2)
    assert (
        cross_validate(models, table, labels, design=repeated).repeats.tolist() == [0] * 3 + [1] * 3
    )
    drawn = selection.StratifiedShuffleSplit(12, test_size=0.2)
    found = cross_validate(models, table, labels, design=drawn)
    assert found.design == "random splits"
    assert found.fold_names == tuple(str(k) for k in range(1, 13))
    assert found.n_train is not None
    assert found.n_train.tolist() == [48.0] * 12
    assert found.aucs().values.shape == (12, 2)


def test_a_fixed_test_set(table: Table, labels: Labels) -> None:
    design = FixedTestSet(folds=8)
    found = cross_validate({"a": Centroid(), "b": GaussianNB()}, table, labels, design=design)
    assert found.design == "fixed test set"
    assert found.matrix().shape == (2, 8, 20)
    assert found.n_train is not None
    assert found.n_train.sum() == 7 * 40
    drawn = draw_splits(table, labels, design=design)
    test = np.sort(drawn.splits[0].test)
    model = GaussianNB().fit(table[drawn.splits[2].train], labels[drawn.splits[2].train])
    assert np.array_equal(found.matrix()[1, 2], model.predict_proba(table[test])[:, 1])
    assert found.observations.is_positive.tolist() == (labels[test] == 1).tolist()


def test_pairs_of_rows_from_a_generator(table: Table, labels: Labels) -> None:
    splitter = selection.KFold(3)
    pairs = ((train, test) for train, test in splitter.split(table))
    one = cross_validate({"a": Centroid()}, table, labels, design=pairs)
    two = cross_validate({"a": Centroid()}, table, labels, design=splitter)
    assert np.array_equal(one.values, two.values)


def test_groups_stay_together_and_stay_known(table: Table, labels: Labels) -> None:
    groups = [f"p{k // 3}" for k in range(60)]
    found = cross_validate(
        {"a": Centroid(), "b": GaussianNB()},
        table,
        labels,
        design=LeftOut(folds=4),
        groups=groups,
    )
    codes = found.observations.groups
    assert codes is not None
    folds_of: dict[int, set[int]] = {}
    for row, fold in zip(found.rows, found.folds, strict=True):
        folds_of.setdefault(int(codes[row]), set()).add(int(fold))
    assert all(len(folds) == 1 for folds in folds_of.values())
    with pytest.raises(UnsupportedError, match="does not allow for groups"):
        found.pooled().observations.require("this")


def test_labels_that_are_words(table: Table, labels: Labels) -> None:
    words = np.where(labels == 1, "Good", "Poor")
    weighted = {"a": LogisticRegression(class_weight={"Good": 1, "Poor": 5})}
    found = cross_validate(weighted, table, words, design=LeftOut(folds=3), positive="Poor")
    assert found.observations.positive == "Poor"
    with pytest.raises(LabelError, match="positive='Poor'"):
        cross_validate(weighted, table, words)
    turned = cross_validate(weighted, table, words, design=LeftOut(folds=3), positive="Good")
    assert np.array_equal(turned.values, -found.values)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
def test_frames_with_columns_by_name(library: Any, labels: Labels) -> None:
    rng = np.random.default_rng(5)
    columns = {
        "dose": rng.normal(size=60) + labels,
        "site": rng.choice(["arm", "leg"], 60).tolist(),
    }
    prepare = make_column_transformer(
        (StandardScaler(), ["dose"]), (OneHotEncoder(handle_unknown="ignore"), ["site"])
    )
    models = {"logistic": make_pipeline(prepare, LogisticRegression())}
    found = cross_validate(models, library(columns), labels, design=LeftOut(folds=3))
    plain = np.column_stack([columns["dose"], np.array(columns["site"]) == "leg"])
    again = cross_validate(
        {"logistic": make_pipeline(StandardScaler(), LogisticRegression())},
        plain,
        labels,
        design=LeftOut(folds=3),
    )
    assert found.aucs().values == pytest.approx(again.aucs().values, abs=0.1)


def test_sparse_tables_and_lists_of_text(table: Table, labels: Labels) -> None:
    models = {"a": LogisticRegression()}
    dense = cross_validate(models, table, labels, design=LeftOut(folds=3))
    for kind in (sparse.csr_matrix, sparse.coo_array, sparse.csc_matrix):
        found = cross_validate(models, kind(table), labels, design=LeftOut(folds=3))
        assert found.values == pytest.approx(dense.values, rel=1e-3)
    texts = [f"word{row % 5} {'yes' if label else 'no'}" for row, label in enumerate(labels)]
    found = cross_validate(
        {"text": make_pipeline(CountVectorizer(), MultinomialNB())},
        texts,
        labels,
        design=LeftOut(folds=3),
    )
    assert np.min(found.aucs().values) == 1


def test_missing_features_are_the_estimators_business(table: Table, labels: Labels) -> None:
    table[3, 1] = np.nan
    found = cross_validate(
        {"tree": DecisionTreeClassifier(max_depth=2)}, table, labels, design=LeftOut(folds=3)
    )
    assert np.isfinite(found.values).all()


def test_estimators_are_never_changed(table: Table, labels: Labels) -> None:
    forest = RandomForestClassifier(n_estimators=3)
    cross_validate({"forest": forest}, table, labels, design=LeftOut(folds=3))
    assert forest.random_state is None
    assert not hasattr(forest, "classes_")


def test_the_same_rng_gives_the_same_scores_and_folds_differ(table: Table, labels: Labels) -> None:
    def run(rng: Any, **models: Any) -> FoldScores:
        folds = LeftOut(folds=3)
        return cross_validate(models, table, labels, by_class=False, design=folds, rng=rng)

    one = run(1, a=Random(), b=Random())
    assert np.array_equal(one.values, run(1, a=Random(), b=Random()).values)
    assert not np.array_equal(one.values, run(2, a=Random(), b=Random()).values)
    assert not np.array_equal(one.values[0], one.values[1])
    assert len({round(float(v), 12) for v in one.values[0]}) == 60
    alone = run(1, b=Random())
    assert np.array_equal(alone.values[0], one.values[1])
    given = run(np.random.default_rng(1), a=Random())
    assert np.array_equal(given.values, run(np.random.default_rng(1), a=Random()).values)
    assert not np.array_equal(run(None, a=Random()).values, run(None, a=Random()).values)


def test_forests_are_the_same_in_one_and_in_two_processes(table: Table, labels: Labels) -> None:
    models = {"forest": RandomForestClassifier(n_estimators=5), "random": Random(), **_models()}
    options: dict[str, Any] = {"design": LeftOut(folds=3, repeats=2), "rng": 5}
    one = cross_validate(models, table, labels, **options)
    two = cross_validate(models, table, labels, n_jobs=2, **options)
    np.testing.assert_allclose(two.values, one.values, rtol=1e-9, atol=1e-12)
    assert one.fold_names == two.fold_names


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"failures": "ignore"}, "failures must be"),
        ({"n_jobs": 0}, "n_jobs must be"),
        ({"n_jobs": 1.5}, "n_jobs must be"),
        ({"n_jobs": True}, "n_jobs must be"),
        ({"design": 5}, "design must be"),
        ({"rng": "x"}, "rng must be"),
    ],
)
def test_settings_that_mean_nothing_are_refused(
    table: Table, labels: Labels, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        cross_validate({"a": Centroid()}, table, labels, **options)


class Uncloneable(Centroid):
    def __init__(self, power: float = 1.0) -> None:
        self.power = [power]  # type: ignore[assignment]


def test_an_estimator_that_cannot_be_cloned_is_refused(table: Table, labels: Labels) -> None:
    with pytest.raises(OptionError, match="'a' cannot be cloned"):
        cross_validate({"a": Uncloneable()}, table, labels)


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aucurate.crossval.algorithms.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"aucurate\[crossval\]"):
        cross_validate({}, [], [])


def test_importing_crossval_loads_no_scikit_learn() -> None:
    names = ("cross_validate", "models", "features", "algorithms", "designs", "splits")
    code = "".join(f"import aucurate.crossval.{name}\n" for name in names)
    code += (
        "import sys\nprint(sorted({'sklearn', 'joblib', 'pandas', 'polars'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
    assert sys.modules["aucurate.crossval.cross_validate"].__doc__


# Several classes: the scores of scikit-learn for every class, reproducible.


CODES = np.random.default_rng(3).permutation(np.arange(90) % 3)
LABELS = np.array(["low", "mid", "high"])[CODES]
TABLE = np.column_stack(
    [np.arange(90), np.random.default_rng(4).normal(size=(90, 3)) + 0.8 * CODES[:, None]]
)


class FailsWithout(GaussianNB):  # type: ignore[misc]
    """Cannot be fitted without a row, whose number is in the first column."""

    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        if 7 not in np.asarray(X)[:, 0]:
            raise ArithmeticError("row 7 is not there.\nAnd more.")
        return super().fit(X, y)


class Warns(GaussianNB):  # type: ignore[misc]
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        warnings.warn("it did not converge", UserWarning, stacklevel=2)
        return super().fit(X, y)


class GivesNan(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        self.classes_ = np.unique(y)
        return self

    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        return np.full((len(X), len(self.classes_)), np.nan)


class KnowsTwo(GivesNan):
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        self.classes_ = np.unique(y)[:2]
        return self


def _classes_by_row(found: ClassFoldScores) -> NDArray[np.float64]:
    scores = np.empty((len(found.observations), len(found.classes)))
    scores[found.rows] = found.values.T
    return scores


@pytest.mark.parametrize(
    ("model", "method"),
    [
        (GaussianNB(), "predict_proba"),
        (RidgeClassifier(), "decision_function"),
        (SVC(), "decision_function"),
    ],
)
@for_each("labels", [LABELS, CODES, CODES + 0.0, pl.Series(LABELS)])
def test_scores_of_classes_are_those_of_cross_val_predict(
    model: Any, method: str, labels: Any
) -> None:
    splitter = selection.StratifiedKFold(5, shuffle=True, random_state=1)
    found = cross_validate(model, TABLE, labels, design=splitter)
    given = np.asarray(labels)
    theirs = selection.cross_val_predict(model, TABLE, given, cv=splitter, method=method)
    assert np.allclose(_classes_by_row(found), theirs, rtol=1e-12, atol=1e-12)
    names = [str(int(v)) if isinstance(v, float) else str(v) for v in np.unique(given).tolist()]
    assert found.classes == tuple(names)
    assert np.array_equal(found.observations.codes, np.unique(given, return_inverse=True)[1])
    assert found.name == type(model).__name__


def test_probabilities_come_first_unless_said() -> None:
    found = cross_validate(GaussianNB(), TABLE, LABELS)
    assert found.name == "GaussianNB"
    found.weighable()
    said = cross_validate(
        SVC(), TABLE, LABELS, design=LeftOut(folds=3), scores_from="decision_function"
    )
    with pytest.raises(ScoreError, match="not negative"):
        said.weighable()


@for_each(
    ("design", "name", "folds", "observations"),
    [
        ("left-out folds", "left-out folds", 10, 90),
        (LeftOut(folds=3, repeats=2), "left-out folds", 6, 90),
        ("5x2", "5x2", 10, 90),
        (FixedTestSet(folds=4), "fixed test set", 4, 30),
        (FixedTestSet(folds=4, stratified=False), "fixed test set", 4, 30),
        (LeftOut(folds=3, stratified=False), "left-out folds", 3, 90),
        (selection.ShuffleSplit(3, test_size=0.2), "random splits", 3, None),
    ],
)
def test_designs(design: Any, name: str, folds: int, observations: int | None) -> None:
    found = cross_validate(GaussianNB(), TABLE, LABELS, design=design)
    assert (found.design, found.n_folds) == (name, folds)
    if observations is not None:
        assert len(found.observations) == observations
    assert found.n_train is not None


def test_folds_are_stratified_over_all_classes() -> None:
    found = cross_validate(GaussianNB(), TABLE, LABELS)
    assert found.counts_by_fold.tolist() == [[3, 3, 3]] * 10


def test_several_estimators_share_the_folds() -> None:
    models = {"bayes": GaussianNB(), "forest": RandomForestClassifier(5)}
    found = cross_validate(models, TABLE, LABELS, design=LeftOut(folds=3))
    assert list(found) == ["bayes", "forest"]
    assert found["bayes"].observations is found["forest"].observations
    forest = {"forest": RandomForestClassifier(5)}
    alone = cross_validate(forest, TABLE, LABELS, design=LeftOut(folds=3))
    assert np.array_equal(alone["forest"].values, found["forest"].values)


def test_the_labels_and_the_estimators_decide_what_comes_back() -> None:
    three: Any = (TABLE, LABELS)
    two: Any = (TABLE[CODES < 2], CODES[CODES < 2])
    few: dict[str, Any] = {"design": LeftOut(folds=3)}
    named = {"bayes": GaussianNB()}
    assert isinstance(cross_validate(named, *two, **few), FoldScores)
    assert cross_validate(GaussianNB(), *two, **few).names == ("GaussianNB",)
    assert isinstance(cross_validate(GaussianNB(), *three, **few), ClassFoldScores)
    assert list(cross_validate(named, *three, **few)) == ["bayes"]
    assert cross_validate(named, *two, by_class=True, **few)["bayes"].classes == ("0", "1")
    with pytest.raises(LabelError, match="two classes are needed"):
        cross_validate(named, *three, by_class=False, **few)
    with pytest.raises(OptionError, match="positive is for two classes with one score"):
        cross_validate(named, *three, positive="low", **few)
    with pytest.raises(UnsupportedError, match="groups are not supported"):
        cross_validate(named, *three, groups=np.arange(90), **few)


def test_the_same_rng_gives_the_same_numbers_on_several_threads() -> None:
    options: dict[str, Any] = {"design": LeftOut(folds=3), "rng": 5}
    model = DecisionTreeClassifier(max_features=1)
    one = cross_validate(model, TABLE, LABELS, **options)
    with parallel_config("threading"):
        two = cross_validate(model, TABLE, LABELS, n_jobs=2, **options)
    assert np.array_equal(one.values, two.values)
    other = cross_validate(model, TABLE, LABELS, design=LeftOut(folds=3), rng=6)
    assert not np.array_equal(one.values, other.values)


def test_warnings_of_another_process_come_back() -> None:
    train, rest = np.arange(60), np.arange(60, 90)
    split = Split(name="1", repeat=1, fold=1, train=train, test=rest)
    fit = ClassFit(name="a", estimator=Warns(), method="predict_proba", split=split)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        place, outcome = outcome_of(4, fit, TABLE, LABELS, ("high", "low", "mid"), process=-1)
    assert (place, outcome.warned) == (4, ((UserWarning, "it did not converge"),))
    assert outcome.scores is not None
    assert outcome.scores.shape == (30, 3)
    with pytest.warns(UserWarning, match="did not converge"):
        cross_validate(Warns(), TABLE, LABELS, design=LeftOut(folds=2))


def test_every_split_must_train_on_every_class() -> None:
    for absent in ("low", "mid", "high"):
        there = np.flatnonzero(np.array(absent) == LABELS)
        design = [(np.setdiff1d(np.arange(90), there), there)]
        with pytest.raises(LabelError, match=f"split 1 trains on has the label '{absent}'"):
            cross_validate(GaussianNB(), TABLE, LABELS, design=design)


@pytest.mark.parametrize("kind", [pd.DataFrame, lambda t: t.tolist()])
def test_features_of_other_kinds(kind: Any) -> None:
    wanted = cross_validate(GaussianNB(), TABLE, LABELS)
    found = cross_validate(GaussianNB(), kind(TABLE), LABELS)
    assert np.array_equal(found.values, wanted.values)


def test_sparse_features() -> None:
    found = cross_validate(DummyClassifier(), sparse.csr_array(TABLE), LABELS)
    assert np.allclose(found.values, 1 / 3)


def test_failures_are_told_or_their_folds_left_out() -> None:
    with pytest.raises(FitError, match="1 of 10 fits failed: 'shy' in fold") as failed:
        cross_validate({"shy": FailsWithout()}, TABLE, LABELS)
    assert failed.value.failures[0].cause == "ArithmeticError: row 7 is not there"
    with pytest.warns(FitWarning, match="left out for every algorithm"):
        found = cross_validate(FailsWithout(), TABLE, LABELS, failures="drop")
    assert (found.n_folds, len(found.dropped)) == (9, 1)
    assert not set(found.dropped) & set(found.fold_names)
    with pytest.raises(FitError, match=r"scores must be finite; those of row"):
        cross_validate(GivesNan(), TABLE, LABELS, failures="drop")
    with pytest.raises(FitError, match=r"the classes of the fitted model are \['high', 'low'\]"):
        cross_validate(KnowsTwo(), TABLE, LABELS)


def test_progress_is_told_and_can_stop() -> None:
    told: list[tuple[int, int]] = []
    cross_validate(
        GaussianNB(), TABLE, LABELS, progress=lambda done, total, _: told.append((done, total))
    )
    assert told == [(done, 10) for done in range(11)]
    with pytest.raises(Cancelled, match="stopped after 3 of 10 fits"):
        cross_validate(GaussianNB(), TABLE, LABELS, progress=lambda done, total, _: done < 3)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    options: dict[str, Any] = {"design": LeftOut(folds=6), "cache": tmp_path}
    with pytest.raises(Cancelled, match="stopped after 2 of 6 fits; they are in"):
        cross_validate(GaussianNB(), TABLE, LABELS, progress=lambda done, *_: done < 2, **options)
    told: list[int] = []
    found = cross_validate(
        GaussianNB(), TABLE, LABELS, progress=lambda done, *_: told.append(done), **options
    )
    assert told == [2, 3, 4, 5, 6]
    without = cross_validate(GaussianNB(), TABLE, LABELS, design=LeftOut(folds=6))
    assert np.array_equal(found.values, without.values)


def test_scores_of_one_class_and_of_both_are_kept_apart(tmp_path: Path) -> None:
    two = CODES < 2
    given: Any = TABLE[two], CODES[two]
    options: dict[str, Any] = {
        "design": LeftOut(folds=3),
        "cache": tmp_path,
        "scores_from": "predict_proba",
    }
    found = cross_validate({"a": GaussianNB()}, *given, **options)
    both = cross_validate({"a": GaussianNB()}, *given, by_class=True, **options)["a"]
    assert np.array_equal(both.values[1], found.values[0])
    assert len(list(tmp_path.iterdir())) == 6


def test_damaged_files_are_made_anew(tmp_path: Path) -> None:
    options: dict[str, Any] = {"design": LeftOut(folds=3), "cache": tmp_path}
    one = cross_validate(GaussianNB(), TABLE, LABELS, **options)
    for file, shape in zip(sorted(tmp_path.iterdir()), ((30,), (30, 2), (29, 3)), strict=True):
        np.savez(file, scores=np.zeros(shape))
    with pytest.warns(CacheWarning, match="3 files of the cache"):
        two = cross_validate(GaussianNB(), TABLE, LABELS, **options)
    assert np.array_equal(one.values, two.values)


@for_each(
    ("change", "error", "words"),
    [
        ({"y": LABELS[:10]}, TableError, "90 rows for 10 labels"),
        ({"y": ["low"] * 90}, LabelError, "all observations have the same label"),
        ({"y": [None, *LABELS[1:]]}, LabelError, "row 0 has no label"),
        ({"y": [1, *LABELS[1:].tolist()]}, LabelError, "have different types"),
        ({"y": np.where(np.arange(90) < 3, "few", LABELS)}, LabelError, "the label 'few'"),
        ({"design": LeftOut(folds=31)}, LabelError, "31 folds cannot each have"),
        ({"design": FixedTestSet(folds=25)}, LabelError, "of which the test set takes"),
        ({"design": [(range(10), range(5, 15))]}, OptionError, "which it was trained on"),
        ({"failures": "skip"}, OptionError, "failures must be"),
        ({"n_jobs": 0}, OptionError, "n_jobs"),
        ({"rng": -1}, OptionError, "rng"),
        ({"scores_from": "predict"}, OptionError, "scores_from"),
        ({"estimators": GaussianNB}, OptionError, "is a class"),
        ({"estimators": 3}, OptionError, "must be named; this is one int"),
    ],
)
def test_what_makes_no_sense_is_refused(change: Any, error: Any, words: str) -> None:
    given = {"estimators": GaussianNB(), "X": TABLE, "y": LABELS, **change}
    with pytest.raises(error, match=words):
        cross_validate(**given)


def test_classes_without_scikit_learn_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise MissingExtraError("cross-validation", extra="crossval")

    monkeypatch.setattr(sys.modules["aucurate.crossval.cross_validate"], "require_sklearn", absent)
    with pytest.raises(MissingExtraError, match="crossval"):
        cross_validate(GaussianNB(), TABLE, LABELS)


def test_importing_loads_no_scikit_learn() -> None:
    code = "import sys, aucurate.crossval.cross_validate; assert 'sklearn' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
