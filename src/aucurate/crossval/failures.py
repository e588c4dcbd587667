"""Fits that failed or warned: reported with estimator, fold and cause, after all were done."""

import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.errors import FitError, FitWarning
from aucurate.formatting import count, listing, shortened

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
    hint = "mend the estimator, or leave these folds out for every algorithm with failures='drop'."
    if dropping:
        hint = "too few folds are left without these; mend the estimator."
    if kept and len(failures) < fits:
        hint = f"all other fits were done and are in the cache; {hint}"
    return FitError(told(failures, fits), hint=hint, failures=failures)


def drop_warning(failures: Sequence[Failure], fits: int, folds: Sequence[str]) -> FitWarning:
    """The warning that comes with fold scores in which folds are missing."""
    gone = listing([f"'{name}'" for name in folds])
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
