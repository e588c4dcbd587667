"""One estimator in one fold: fitted on the training rows, and its scores of the test rows."""

import os
import sys
import threading
import traceback
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.algorithms import ScoreMethod
from aucurate.crossval.splits import Split
from aucurate.errors import FitError, FitWarning, ScoreError, UnsupportedError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint
from aucurate.io.estimators import class_matrix, positive_column
from aucurate.io.feature_tables import take

# Fits that failed or warned: reported with estimator, fold and cause, after all were done.


_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One fit that gave no scores: whose, in which fold, why; ``traceback`` is for its author.

    >>> print(Failure(estimator="svm", fold="3", cause="ValueError: no", traceback=""))
    'svm' in fold 3: ValueError: no
    """

    estimator: str
    fold: str
    cause: str
    traceback: str

    def __str__(self) -> str:
        return f"'{shortened(self.estimator)}' in fold {self.fold}: {self.cause}"


def told(failures: Sequence[Failure], fits: int) -> str:
    """How many of all fits failed, and the first of them."""
    shown = "; ".join(str(failure) for failure in failures[:_SHOWN])
    more = f"; {len(failures) - _SHOWN} more" if len(failures) > _SHOWN else ""
    return f"{len(failures)} of {count(fits, 'fit')} failed: {shown}{more}."


def fit_error(failures: Sequence[Failure], fits: int, *, kept: bool, dropping: bool) -> FitError:
    """The error at the end of a run; ``kept`` says that what succeeded is in the cache."""
    hint = Hint(
        "fix the estimator, or leave these folds out for every algorithm with {failures}.",
        failures="drop",
    )
    if dropping:
        hint = Hint("too few folds are left without these; fix the estimator.")
    if kept and len(failures) < fits:
        hint = Hint("all other fits are complete and in the cache; {}", hint)
    return FitError(told(failures, fits), hint=hint, failures=failures)


def drop_warning(failures: Sequence[Failure], fits: int, folds: Sequence[str]) -> FitWarning:
    """The warning that comes with fold scores in which folds are missing."""
    gone = join_words([f"'{name}'" for name in folds])
    word = "fold" if len(folds) == 1 else "folds"
    return FitWarning(
        f"{word} {gone} left out for every algorithm: {told(failures, fits)}", failures=failures
    )


def warn_caller(warning: Warning) -> None:
    """Issue a warning that points at the line of the user's code that called this package."""
    level = 1
    frame = sys._getframe()
    while frame.f_back is not None and _is_ours(frame.f_globals.get("__name__", "")):
        frame = frame.f_back
        level += 1
    warnings.warn(warning, stacklevel=level)


def _is_ours(module: str) -> bool:
    return module == "aucurate" or module.startswith("aucurate.")


_CAUSE_WIDTH = 200
_MOST_WARNINGS, _WARNING_WIDTH = 20, 2000

Warned: TypeAlias = tuple[tuple[type[Warning], str], ...]
"""Different warnings: their class and their text."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Fit:
    """What is to be done; the estimator's randomness is settled already."""

    name: str
    estimator: Any
    method: ScoreMethod
    split: Split

    def scores(self, model: Any, rows: Any, scored: Any) -> NDArray[np.float64]:
        """How a fitted model scores the test rows: one number each, of the label ``scored``."""
        values = positive_column(model, rows, self.name, self.method, scored).astype(np.float64)
        return self._one_each(values)

    def _one_each(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """The scores, of which there must be as many as test rows."""
        if len(scores) != len(self.split.test):
            raise ScoreError(f"{self.method} gave {len(scores)} rows for {len(self.split.test)}.")
        return scores


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Outcome:
    """Scores of the test rows with the warnings that came with them, or why there are none."""

    scores: NDArray[np.float64] | None = None
    failure: Failure | None = None
    warned: Warned = ()


def outcome_of(
    place: int, fit: Fit, features: Any, labels: NDArray[Any], scored: Any, process: int
) -> tuple[int, Outcome]:
    """The outcome of a fit, and its place among all; whatever goes wrong in it becomes a failure.

    Warnings are collected, to be issued once for all folds; those of a fit that failed are part of
    its failure. In threads of the calling ``process`` they go their usual way, because Python
    cannot collect the warnings of one thread alone.
    """
    if os.getpid() == process and threading.current_thread() is not threading.main_thread():
        return place, _attempt(fit, features, labels, scored)
    with warnings.catch_warnings(record=True) as caught:
        outcome = _attempt(fit, features, labels, scored)
    if outcome.failure is not None:
        return place, outcome
    warned = dict.fromkeys((w.category, str(w.message)[:_WARNING_WIDTH]) for w in caught)
    return place, replace(outcome, warned=tuple(warned)[:_MOST_WARNINGS])


def _attempt(fit: Fit, features: Any, labels: NDArray[Any], scored: Any) -> Outcome:
    try:
        return Outcome(scores=_fitted_scores(fit, features, labels, scored))
    except Exception as error:
        lines = str(error).strip().splitlines() or [""]
        cause = shortened(f"{type(error).__name__}: {lines[0]}".removesuffix(": "), _CAUSE_WIDTH)
        return Outcome(
            failure=Failure(
                estimator=fit.name,
                fold=fit.split.name,
                cause=cause.rstrip("."),
                traceback=traceback.format_exc(),
            )
        )


def _fitted_scores(
    fit: Fit, features: Any, labels: NDArray[Any], scored: Any
) -> NDArray[np.float64]:
    from sklearn.base import clone

    model = clone(fit.estimator)
    model.fit(take(features, fit.split.train), labels[fit.split.train])
    scores = fit.scores(model, take(features, fit.split.test), scored)
    wrong = ~np.isfinite(scores.reshape(len(scores), -1)).all(axis=1)
    if wrong.any():
        at = int(np.argmax(wrong))
        what, are = ("that", "is") if scores.ndim == 1 else ("those", "are")
        raise ScoreError(
            f"scores must be finite; {what} of row {int(fit.split.test[at])} {are} "
            f"{scores[at].tolist()} ({int(wrong.sum())} such in all)."
        )
    return np.ascontiguousarray(scores)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassFit(Fit):
    """A fit whose scores are test rows x classes."""

    def scores(self, model: Any, rows: Any, scored: Any) -> NDArray[np.float64]:
        """How a fitted model scores every class of the test rows, in the order of ``scored``."""
        known, values = class_matrix(model, rows, self.name, self.method)
        if sorted(known) != sorted(scored):
            raise UnsupportedError(f"the classes of the fitted model are {known}.")
        return self._one_each(
            values[:, [known.index(label) for label in scored]].astype(np.float64)
        )
