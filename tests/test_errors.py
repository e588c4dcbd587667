"""The tree of errors."""

import inspect
import pickle

import pytest
from tests.loops import for_each

from aucurate import errors
from aucurate.errors import (
    AucurateError,
    AucurateWarning,
    ContrastError,
    FitWarning,
    InputError,
    LabelError,
    MissingExtraError,
    OptionError,
    ScoreError,
    TableError,
    UnsupportedError,
)

ALL = [
    cls
    for _, cls in inspect.getmembers(errors, inspect.isclass)
    if cls.__module__ == "aucurate.errors"
]


def test_everything_raised_is_in_the_tree_and_in_its_drawing() -> None:
    assert len(ALL) >= 9
    for cls in ALL:
        assert issubclass(cls, AucurateError | AucurateWarning)
        assert cls.__name__ in (errors.__doc__ or "")
        assert cls.__doc__


def test_an_error_says_what_and_then_what_to_do() -> None:
    error = ScoreError("scores must be numbers.", hint="correct the table.")
    assert str(error) == "scores must be numbers.\nHint: correct the table."
    assert (error.message, error.hint) == ("scores must be numbers.", "correct the table.")
    assert str(LabelError("only this.")) == "only this."


def test_input_errors_are_value_errors() -> None:
    for cls in (InputError, LabelError, ScoreError, TableError, OptionError):
        assert issubclass(cls, InputError)
        with pytest.raises(ValueError, match="wrong"):
            raise cls("wrong")
    for other in (UnsupportedError, ContrastError):
        assert not issubclass(other, ValueError)


def test_a_missing_extra_is_an_import_error_that_names_it() -> None:
    error = MissingExtraError("reading Excel files", extra="excel")
    assert isinstance(error, ImportError)
    assert error.extra == "excel"
    assert str(error) == (
        "reading Excel files needs the extra 'excel', which is not installed.\n"
        "Hint: pip install 'aucurate[excel]'"
    )


ERRORS = [cls for cls in ALL if issubclass(cls, AucurateError) and cls is not MissingExtraError]


@for_each("cls", ERRORS)
def test_errors_cross_process_borders_whole(cls: type[AucurateError]) -> None:
    again = pickle.loads(pickle.dumps(cls("what", hint="do this")))
    assert type(again) is cls
    assert (again.message, again.hint) == ("what", "do this")


def test_a_missing_extra_crosses_process_borders_whole() -> None:
    again = pickle.loads(pickle.dumps(MissingExtraError("this", extra="plot")))
    assert (again.extra, again.message) == ("plot", MissingExtraError("this", extra="plot").message)


def test_a_warning_crosses_process_borders_whole() -> None:
    again = pickle.loads(pickle.dumps(FitWarning("what", failures=["x"])))
    assert issubclass(FitWarning, UserWarning)
    assert (str(again), again.failures) == ("what", ("x",))
