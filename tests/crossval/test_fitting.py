"""Failing fits: told with estimator, fold and cause; the others go on; nothing is imputed."""

import pickle
import warnings
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from tests.crossval.learners import Centroid, FailsWithout, ScoresNanFor

from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import FiveByTwo, FixedTestSet, LeftOut
from aucurate.crossval.splits import draw_splits
from aucurate.data.folds import FoldScores
from aucurate.errors import AucurateError, FitError, FitWarning

Table = NDArray[np.float64]
Labels = NDArray[np.int64]


def _fold_of(row: int, table: Table, labels: Labels, design: Any) -> str:
    splits = draw_splits(table, labels, design=design).splits
    return next(split.name for split in splits if row in split.test)


def _dropped(models: dict[str, Any], table: Table, labels: Labels, design: Any) -> FoldScores:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        return cross_validate(models, table, labels, by_class=False, design=design, failures="drop")


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_failing_fold_is_reported_after_the_others_were_done(
    table: Table, labels: Labels, n_jobs: int
) -> None:
    told = []

    def progress(done: int, total: int, what: str) -> None:
        told.append(what)

    models = {"good": Centroid(), "bad": FailsWithout((7,)), "nan": ScoresNanFor(9)}
    design = LeftOut(folds=4)
    with pytest.raises(FitError) as caught:
        cross_validate(models, table, labels, design=design, n_jobs=n_jobs, progress=progress)
    assert len(told) == 13
    error = caught.value
    assert isinstance(error, AucurateError)
    assert [f.estimator for f in sorted(error.failures, key=lambda f: f.estimator)] == [
        "bad",
        "nan",
    ]
    by_name = {f.estimator: f for f in error.failures}
    assert by_name["bad"].fold == _fold_of(7, table, labels, design)
    assert by_name["bad"].cause == "ArithmeticError: row 7 is not there"
    assert "in fit" in by_name["bad"].traceback
    assert by_name["nan"].fold == _fold_of(9, table, labels, design)
    assert "that of row 9 is nan" in by_name["nan"].cause
    assert error.message.startswith("2 of 12 fits failed: ")
    assert "failures='drop'" in error.hint


def test_a_dropped_fold_is_left_out_for_every_algorithm(table: Table, labels: Labels) -> None:
    design = LeftOut(folds=4)
    gone = _fold_of(7, table, labels, design)
    models = {"good": Centroid(), "bad": FailsWithout((7,))}
    with pytest.warns(FitWarning, match=f"fold '{gone}' left out for every algorithm") as record:
        found = cross_validate(models, table, labels, design=design, failures="drop")
    warning = record[0].message
    assert isinstance(warning, FitWarning)
    assert [(f.estimator, f.fold) for f in warning.failures] == [("bad", gone)]
    assert record[0].filename == __file__
    assert found.design == "left-out folds"
    assert found.dropped == found.aucs().dropped == (gone,)
    assert found.fold_names == tuple(n for n in "1234" if n != gone)
    assert found.n_train is not None
    assert found.n_train.tolist() == [45.0] * 3
    whole = cross_validate({"good": Centroid()}, table, labels, design=design).aucs().of("good")
    kept = [k for k, name in enumerate("1234") if name != gone]
    assert np.array_equal(found.aucs().of("good"), whole[kept])


def test_repeats_with_a_fold_missing_are_random_splits(table: Table, labels: Labels) -> None:
    models = {"good": Centroid(), "bad": FailsWithout((7,))}
    found = _dropped(models, table, labels, FiveByTwo())
    assert found.design == "random splits"
    assert found.n_folds == 5
    assert found.aucs().values.shape == (5, 2)


def test_whole_repeats_missing_leave_left_out_folds(table: Table, labels: Labels) -> None:
    design = LeftOut(folds=2, repeats=3)
    splits = draw_splits(table, labels, design=design).splits
    apart = next(
        (int(a), int(b))
        for a in splits[0].test
        for b in splits[1].test
        if all(len({a, b} & set(s.test.tolist())) != 1 for s in splits[2:])
    )
    # Both halves of the first division lack one of the two rows; the others hold both or none.
    models = {"bad": _FailsWithExactlyOne(apart)}
    found = _dropped(models, table, labels, design)
    assert found.design == "left-out folds"
    assert found.n_folds == 4


class _FailsWithExactlyOne(Centroid):
    def __init__(self, pair: tuple[int, int] = (0, 1)) -> None:
        super().__init__()
        self.pair = pair

    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        if sum(row in X[:, 0] for row in self.pair) == 1:
            raise ValueError("one")
        return super().fit(X, y)


def test_a_fixed_test_set_without_one_model(table: Table, labels: Labels) -> None:
    design = FixedTestSet(folds=5)
    splits = draw_splits(table, labels, design=design).splits
    row = int(np.setdiff1d(splits[1].train, splits[0].train)[0])
    found = _dropped({"bad": FailsWithout((row,)), "good": Centroid()}, table, labels, design)
    assert found.design == "fixed test set"
    assert found.fold_names == ("2", "3", "4", "5")
    assert found.matrix().shape == (2, 4, 20)


@pytest.mark.parametrize("rows", [tuple(range(60)), (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)])
def test_when_too_little_is_left_it_is_an_error(
    table: Table, labels: Labels, rows: tuple[int, ...]
) -> None:
    models = {"bad": FailsWithout(rows), "good": Centroid()}
    with pytest.raises(FitError, match="too few folds are left without these"):
        cross_validate(models, table, labels, design=LeftOut(folds=2), failures="drop")


def test_many_failures_are_counted(table: Table, labels: Labels) -> None:
    models = {"bad": FailsWithout((999,))}
    with pytest.raises(FitError, match="10 of 10 fits failed") as caught:
        cross_validate(models, table, labels)
    assert "; 5 more." in caught.value.message
    assert len(caught.value.failures) == 10


class _OneColumn(GaussianNB):  # type: ignore[misc]
    def predict_proba(self, X: Any) -> Any:  # noqa: N803
        return super().predict_proba(X)[:, :1]


class _TwoColumns(SVC):  # type: ignore[misc]
    def decision_function(self, X: Any) -> Any:  # noqa: N803
        return np.zeros((len(X), 2))


class _OneClass(Centroid):
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        super().fit(X, y)
        self.classes_ = self.classes_[:1]
        return self


@pytest.mark.parametrize(
    ("model", "cause"),
    [
        (_OneColumn(), "predict_proba of 'a' gave the shape"),
        (_TwoColumns(), "decision_function of 'a' gave the shape"),
        (_OneClass(), "was fitted to one class only"),
    ],
)
def test_scores_of_another_shape_are_a_failure(
    table: Table, labels: Labels, model: Any, cause: str
) -> None:
    with pytest.raises(FitError, match=cause):
        cross_validate({"a": model}, table, labels, design=LeftOut(folds=2))


def test_what_was_not_there_as_said_is_a_failure(table: Table, labels: Labels) -> None:
    with pytest.raises(FitError, match="predict_proba"):
        cross_validate({"a": Centroid()}, table, labels, design="5x2", scores_from="predict_proba")


def test_the_error_crosses_process_borders_whole() -> None:
    again = pickle.loads(pickle.dumps(FitError("what", hint="do this", failures=("x",))))
    assert (again.message, again.hint, again.failures) == ("what", "do this", ("x",))
