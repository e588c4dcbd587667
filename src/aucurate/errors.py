"""The exceptions and warnings of aucurate, as two trees.

::

    AucurateError                what went wrong, where, and a hint on what to do
    ├── InputError               the caller's input (also a ValueError)
    │   ├── LabelError           labels: one class only, unknown positive class, missing
    │   ├── ScoreError           scores: missing, not numeric, wrong length
    │   ├── TableError           files and frames: empty, ragged, unknown or doubled columns
    │   │   └── MissingDataError data sets that are not on this machine
    │   └── OptionError          a setting: confidence, alternative, the name of a classifier
    │       └── ArgumentError    a call: an unknown keyword, too few arguments (also a TypeError)
    ├── UnsupportedError         legal input that this method cannot use (yet): weights, groups
    ├── ContrastError            a contrast that the data cannot test
    ├── ModelError               scores that a model cannot describe, or a fit that does not exist
    ├── FitError                 estimators that could not be fitted, or gave no scores
    ├── NotShownError            a requirement that the data do not show (also an AssertionError)
    └── MissingExtraError        an optional dependency is not installed (also an ImportError)

    AucurateWarning              there is a result, but not as requested (a UserWarning)
    ├── FitWarning               folds left out because a fit failed in them
    └── CacheWarning             scores that could not be read from or written to the cache

The command line prints any of them and exits with status 2, without a traceback; where a hint is an
:class:`aucurate.hints.Hint`, it names options instead of arguments. One exception is outside the
tree: ``kernels.Cancelled``, raised when a progress callback returns False.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

__all__ = [
    "ArgumentError",
    "AucurateError",
    "AucurateWarning",
    "CacheWarning",
    "ContrastError",
    "FitError",
    "FitWarning",
    "InputError",
    "LabelError",
    "MissingDataError",
    "MissingExtraError",
    "ModelError",
    "NotShownError",
    "OptionError",
    "ScoreError",
    "TableError",
    "UnsupportedError",
]


class AucurateError(Exception):
    """Base class of all errors: a message, and a hint on what to do about it.

    ``row`` is the row that the message names as "row N", counted from 0; readers of files replace
    it by the line of the file (see :mod:`aucurate.io.origin`). ``column`` is the classifier whose
    value in this row is meant, if it is one.
    """

    def __init__(
        self, message: str, *, hint: str = "", row: int | None = None, column: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.row = row
        self.column = column

    def __str__(self) -> str:
        return f"{self.message}\nHint: {self.hint}" if self.hint else self.message


class InputError(AucurateError, ValueError):
    """The input cannot be used as it is."""


class LabelError(InputError):
    """The labels do not show which observations are positive and which are negative."""


class ScoreError(InputError):
    """The scores cannot rank the observations."""


class TableError(InputError):
    """The file or frame cannot be read as a table of scores."""


class MissingDataError(TableError):
    """A data set, or the stored output of another program, was not found."""


class OptionError(InputError):
    """A setting has a value that is not valid here."""


class ArgumentError(OptionError, TypeError):
    """A call with a keyword that the function does not have, or with too many or few arguments."""


class UnsupportedError(AucurateError):
    """The input is legal, but this method cannot use all of it and will not ignore part of it."""


class ContrastError(AucurateError):
    """The data carry no information on a requested contrast."""


class ModelError(AucurateError):
    """A model cannot be fitted to these scores."""


class FitError(AucurateError):
    """Estimators could not be fitted or gave no scores; ``failures`` lists all of them."""

    def __init__(self, message: str, *, hint: str = "", failures: Sequence[Any] = ()) -> None:
        super().__init__(message, hint=hint)
        self.failures = tuple(failures)


class NotShownError(AucurateError, AssertionError):
    """The data do not show what was required of a study."""


class MissingExtraError(AucurateError, ImportError):
    """A required optional dependency is not installed."""

    def __init__(self, what: str, *, extra: str) -> None:
        super().__init__(
            f"{what} needs the extra '{extra}', which is not installed.",
            hint=f"pip install 'aucurate[{extra}]'",
        )
        self.what = what
        self.extra = extra

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(MissingExtraError, extra=self.extra), (self.what,)


class AucurateWarning(UserWarning):
    """Base class of the warnings: there is a result, with something the caller must know."""


class FitWarning(AucurateWarning):
    """Folds were left out because an estimator failed in them; ``failures`` lists all of them."""

    def __init__(self, message: str, *, failures: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.failures = tuple(failures)


class CacheWarning(AucurateWarning):
    """Scores in the cache were damaged, or could not be written to it; the run continued."""
