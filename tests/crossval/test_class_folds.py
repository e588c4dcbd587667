"""cross_validate_classes: the scores of scikit-learn for every class, reproducible."""

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
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from tests.loops import for_each

from aucurate.crossval import class_folds as module
from aucurate.crossval.class_fitting import ClassFit
from aucurate.crossval.class_folds import cross_validate_classes, cross_validate_paired_classes
from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import FixedTestSet, LeftOut
from aucurate.crossval.fitting import outcome_of
from aucurate.crossval.splits import Split
from aucurate.data.class_folds import ClassFoldScores
from aucurate.errors import (
    CacheWarning,
    FitError,
    FitWarning,
    LabelError,
    MissingExtraError,
    OptionError,
    ScoreError,
    TableError,
)
from aucurate.kernels import Cancelled

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


def _by_row(found: ClassFoldScores) -> NDArray[np.float64]:
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
def test_scores_are_those_of_cross_val_predict(model: Any, method: str, labels: Any) -> None:
    splitter = selection.StratifiedKFold(5, shuffle=True, random_state=1)
    found = cross_validate_classes(model, TABLE, labels, design=splitter)
    given = np.asarray(labels)
    theirs = selection.cross_val_predict(model, TABLE, given, cv=splitter, method=method)
    assert np.allclose(_by_row(found), theirs, rtol=1e-12, atol=1e-12)
    names = [str(int(v)) if isinstance(v, float) else str(v) for v in np.unique(given).tolist()]
    assert found.classes == tuple(names)
    assert np.array_equal(found.observations.codes, np.unique(given, return_inverse=True)[1])
    assert found.name == type(model).__name__


def test_probabilities_come_first_unless_said() -> None:
    found = cross_validate_classes(GaussianNB(), TABLE, LABELS, name="bayes")
    assert found.name == "bayes"
    found.weighable()
    said = cross_validate_classes(
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
    found = cross_validate_classes(GaussianNB(), TABLE, LABELS, design=design)
    assert (found.design, found.n_folds) == (name, folds)
    if observations is not None:
        assert len(found.observations) == observations
    assert found.n_train is not None


def test_folds_are_stratified_over_all_classes() -> None:
    found = cross_validate_classes(GaussianNB(), TABLE, LABELS)
    assert found.counts_by_fold.tolist() == [[3, 3, 3]] * 10


def test_several_estimators_share_the_folds() -> None:
    models = {"bayes": GaussianNB(), "forest": RandomForestClassifier(5)}
    found = cross_validate_paired_classes(models, TABLE, LABELS, design=LeftOut(folds=3))
    assert list(found) == ["bayes", "forest"]
    assert found["bayes"].observations is found["forest"].observations
    alone = cross_validate_classes(
        RandomForestClassifier(5), TABLE, LABELS, name="forest", design=LeftOut(folds=3)
    )
    assert np.array_equal(alone.values, found["forest"].values)


def test_the_same_rng_gives_the_same_numbers_on_several_threads() -> None:
    options: dict[str, Any] = {"design": LeftOut(folds=3), "rng": 5}
    model = DecisionTreeClassifier(max_features=1)
    one = cross_validate_classes(model, TABLE, LABELS, **options)
    with parallel_config("threading"):
        two = cross_validate_classes(model, TABLE, LABELS, n_jobs=2, **options)
    assert np.array_equal(one.values, two.values)
    other = cross_validate_classes(model, TABLE, LABELS, design=LeftOut(folds=3), rng=6)
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
        cross_validate_classes(Warns(), TABLE, LABELS, design=LeftOut(folds=2))


def test_every_split_must_train_on_every_class() -> None:
    for absent in ("low", "mid", "high"):
        there = np.flatnonzero(np.array(absent) == LABELS)
        design = [(np.setdiff1d(np.arange(90), there), there)]
        with pytest.raises(LabelError, match=f"split 1 trains on has the label '{absent}'"):
            cross_validate_classes(GaussianNB(), TABLE, LABELS, design=design)


@pytest.mark.parametrize("kind", [pd.DataFrame, lambda t: t.tolist()])
def test_features_of_other_kinds(kind: Any) -> None:
    wanted = cross_validate_classes(GaussianNB(), TABLE, LABELS)
    found = cross_validate_classes(GaussianNB(), kind(TABLE), LABELS)
    assert np.array_equal(found.values, wanted.values)


def test_sparse_features() -> None:
    found = cross_validate_classes(DummyClassifier(), sparse.csr_array(TABLE), LABELS)
    assert np.allclose(found.values, 1 / 3)


def test_failures_are_told_or_their_folds_left_out() -> None:
    with pytest.raises(FitError, match="1 of 10 fits failed: 'shy' in fold") as failed:
        cross_validate_classes(FailsWithout(), TABLE, LABELS, name="shy")
    assert failed.value.failures[0].cause == "ArithmeticError: row 7 is not there"
    with pytest.warns(FitWarning, match="left out for every algorithm"):
        found = cross_validate_classes(FailsWithout(), TABLE, LABELS, failures="drop")
    assert (found.n_folds, len(found.dropped)) == (9, 1)
    assert not set(found.dropped) & set(found.fold_names)
    with pytest.raises(FitError, match=r"scores must be finite; those of row"):
        cross_validate_classes(GivesNan(), TABLE, LABELS, failures="drop")
    with pytest.raises(FitError, match=r"the classes of the fitted model are \['high', 'low'\]"):
        cross_validate_classes(KnowsTwo(), TABLE, LABELS)


def test_progress_is_told_and_can_stop() -> None:
    told: list[tuple[int, int]] = []
    cross_validate_classes(
        GaussianNB(), TABLE, LABELS, progress=lambda done, total, _: told.append((done, total))
    )
    assert told == [(done, 10) for done in range(11)]
    with pytest.raises(Cancelled, match="stopped after 3 of 10 fits"):
        cross_validate_classes(
            GaussianNB(), TABLE, LABELS, progress=lambda done, total, _: done < 3
        )


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    options: dict[str, Any] = {"design": LeftOut(folds=6), "cache": tmp_path}
    with pytest.raises(Cancelled, match="stopped after 2 of 6 fits; they are in"):
        cross_validate_classes(
            GaussianNB(), TABLE, LABELS, progress=lambda done, *_: done < 2, **options
        )
    told: list[int] = []
    found = cross_validate_classes(
        GaussianNB(), TABLE, LABELS, progress=lambda done, *_: told.append(done), **options
    )
    assert told == [2, 3, 4, 5, 6]
    without = cross_validate_classes(GaussianNB(), TABLE, LABELS, design=LeftOut(folds=6))
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
    both = cross_validate_classes(GaussianNB(), *given, name="a", **options)
    assert np.array_equal(both.values[1], found.values[0])
    assert len(list(tmp_path.iterdir())) == 6


def test_damaged_files_are_made_anew(tmp_path: Path) -> None:
    options: dict[str, Any] = {"design": LeftOut(folds=3), "cache": tmp_path}
    one = cross_validate_classes(GaussianNB(), TABLE, LABELS, **options)
    for file, shape in zip(sorted(tmp_path.iterdir()), ((30,), (30, 2), (29, 3)), strict=True):
        np.savez(file, scores=np.zeros(shape))
    with pytest.warns(CacheWarning, match="3 files of the cache"):
        two = cross_validate_classes(GaussianNB(), TABLE, LABELS, **options)
    assert np.array_equal(one.values, two.values)


@for_each(
    ("change", "error", "words"),
    [
        ({"y": LABELS[:10]}, TableError, "90 rows for 10 labels"),
        ({"y": ["low"] * 90}, LabelError, "one class only"),
        ({"y": [None, *LABELS[1:]]}, LabelError, "row 0 has none"),
        ({"y": [1, *LABELS[1:].tolist()]}, LabelError, "different kinds"),
        ({"y": np.where(np.arange(90) < 3, "few", LABELS)}, LabelError, "the label 'few'"),
        ({"design": LeftOut(folds=31)}, LabelError, "31 folds cannot each have"),
        ({"design": FixedTestSet(folds=25)}, LabelError, "of which the test set takes"),
        ({"design": [(range(10), range(5, 15))]}, OptionError, "which it was trained on"),
        ({"failures": "skip"}, OptionError, "failures must be"),
        ({"n_jobs": 0}, OptionError, "n_jobs"),
        ({"rng": -1}, OptionError, "rng"),
        ({"scores_from": "predict"}, OptionError, "scores_from"),
        ({"estimator": GaussianNB}, OptionError, "is a class"),
        ({"estimator": 3}, OptionError, "is no estimator"),
    ],
)
def test_what_makes_no_sense_is_refused(change: Any, error: Any, words: str) -> None:
    given = {"estimator": GaussianNB(), "X": TABLE, "y": LABELS, **change}
    with pytest.raises(error, match=words):
        cross_validate_classes(**given)


def test_without_scikit_learn_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise MissingExtraError("cross-validation", extra="crossval")

    monkeypatch.setattr(module, "require_sklearn", absent)
    with pytest.raises(MissingExtraError, match="crossval"):
        cross_validate_classes(GaussianNB(), TABLE, LABELS)


def test_importing_loads_no_scikit_learn() -> None:
    code = "import sys, aucurate.crossval.class_folds; assert 'sklearn' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
