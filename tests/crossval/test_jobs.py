"""Running: through any backend, told as it goes, stopped when asked, warnings brought back."""

import warnings
from collections.abc import Iterator
from typing import Any

import joblib
import numpy as np
import pytest
import sklearn
from joblib.parallel import ThreadingBackend
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from tests.crossval.learners import Centroid, Counting, Dies, Random, Warns

from aucurate.crossval.cross_validate import cross_validate
from aucurate.crossval.designs import LeftOut
from aucurate.errors import FitError
from aucurate.kernels import Cancelled

Table = NDArray[np.float64]
Labels = NDArray[np.int64]
THREE = LeftOut(folds=3)
MODELS = {"a": Centroid(), "r": Random()}


class AllAtOnce(ThreadingBackend):  # type: ignore[misc]
    """A backend like that of multiprocessing, which cannot give its results one by one."""

    supports_return_generator = False


joblib.register_parallel_backend("all at once", AllAtOnce)


@pytest.mark.parametrize("backend", ["loky", "threading", "sequential", "all at once"])
def test_every_backend_of_joblib_gives_the_same(table: Table, labels: Labels, backend: str) -> None:
    told: list[int] = []
    with joblib.parallel_config(backend, n_jobs=2):
        found = cross_validate(
            MODELS, table, labels, design=THREE, progress=lambda done, *_: told.append(done)
        )
    assert told == list(range(7))
    assert np.array_equal(found.values, cross_validate(MODELS, table, labels, design=THREE).values)


def test_progress_tells_how_much_and_what(table: Table, labels: Labels) -> None:
    told: list[tuple[int, int, str]] = []
    cross_validate(MODELS, table, labels, design=THREE, progress=lambda *what: told.append(what))
    assert told[0] == (0, 6, "cross-validation")
    assert told[1] == (1, 6, "a, fold 1")
    assert told[-1] == (6, 6, "r, fold 3")


# How loky stops, and goes on from the cache, is in test_cache.py.
@pytest.mark.parametrize("backend", ["sequential", "all at once"])
@pytest.mark.parametrize("at", [0, 2])
def test_false_stops_the_work(table: Table, labels: Labels, at: int, backend: str) -> None:
    with (
        joblib.parallel_config(backend, n_jobs=2),
        pytest.raises(Cancelled, match=f"stopped after {at} of 6 fits"),
    ):
        cross_validate(MODELS, table, labels, design=THREE, progress=lambda done, *_: done < at)
    assert cross_validate(MODELS, table, labels, design=THREE, n_jobs=2).n_folds == 3


def test_false_after_the_last_fit_comes_too_late(table: Table, labels: Labels) -> None:
    found = cross_validate(
        MODELS, table, labels, design=THREE, progress=lambda done, total, _: done < total
    )
    assert found.n_folds == 3


def test_after_a_stop_no_fit_is_begun(table: Table, labels: Labels, tmp_path: Any) -> None:
    with pytest.raises(Cancelled):
        cross_validate(
            {"a": Counting(str(tmp_path))}, table, labels, progress=lambda done, *_: done < 2
        )
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_warnings_of_estimators_reach_the_caller(table: Table, labels: Labels, n_jobs: int) -> None:
    with pytest.warns(
        ConvergenceWarning, match="'w' in 3 of 3 folds: .*did not converge"
    ) as record:
        cross_validate({"w": Warns()}, table, labels, design=THREE, n_jobs=n_jobs)
    assert len(record) == 1
    assert record[0].filename == __file__


def test_warnings_are_kept_with_the_scores(table: Table, labels: Labels, tmp_path: Any) -> None:
    for _ in range(2):
        with pytest.warns(ConvergenceWarning, match="'w' in 3 of 3 folds: .*did not converge"):
            cross_validate({"w": Warns()}, table, labels, design=THREE, cache=tmp_path)


class WarnsAndFails(Centroid):
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        warnings.warn("about to fail", RuntimeWarning, stacklevel=2)
        raise ValueError("failed")


def test_warnings_of_a_failed_fit_are_part_of_its_failure(table: Table, labels: Labels) -> None:
    with warnings.catch_warnings(record=True) as record:
        warnings.simplefilter("always")
        with pytest.raises(FitError, match="3 of 3 fits failed"):
            cross_validate({"w": WarnsAndFails()}, table, labels, design=THREE)
    assert not record


class NeedsMoreWords(UserWarning):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


class WarnsInItsOwnWay(Centroid):
    def fit(self, X: Any, y: Any) -> Any:  # noqa: N803
        warnings.warn(NeedsMoreWords("two", "words"), stacklevel=2)
        return super().fit(X, y)


def test_a_warning_that_no_text_makes(table: Table, labels: Labels) -> None:
    with pytest.warns(UserWarning, match="NeedsMoreWords of 'w' in 3 of 3 folds: two words"):
        cross_validate({"w": WarnsInItsOwnWay()}, table, labels, design=THREE)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_warnings_made_errors_are_failures(table: Table, labels: Labels, n_jobs: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(FitError, match="ConvergenceWarning"):
            cross_validate({"w": Warns()}, table, labels, design=THREE, n_jobs=n_jobs)


class SeesConfig(Centroid):
    def decision_function(self, X: Any) -> NDArray[Any]:  # noqa: N803
        return np.full(len(X), float(sklearn.get_config()["assume_finite"]))


def test_the_configuration_of_scikit_learn_holds_in_workers(table: Table, labels: Labels) -> None:
    with sklearn.config_context(assume_finite=True):
        found = cross_validate({"c": SeesConfig()}, table, labels, design=THREE, n_jobs=2)
    assert found.values.min() == 1


@pytest.fixture
def fresh_workers() -> Iterator[None]:
    """Workers of this test only: the one that dies takes nobody else's with it."""
    from joblib.externals.loky import get_reusable_executor

    yield
    get_reusable_executor().shutdown(wait=True, kill_workers=True)


@pytest.mark.usefixtures("fresh_workers")
def test_a_worker_that_dies_is_told_with_a_remedy(table: Table, labels: Labels) -> None:
    with pytest.raises(FitError, match="worker process ended") as caught:
        cross_validate({"d": Dies()}, table, labels, design=THREE, n_jobs=2)
    assert "smaller n_jobs" in caught.value.hint
