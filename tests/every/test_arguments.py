"""What every public function promises about its arguments.

A wrong kind of argument is refused with a typed error that names the parameter, whether or not the
call would have used it; so is an unknown word for an option with a few choices. The values are from
the fuzzer (``make fuzz``), which calls the same functions with random combinations.
"""

import inspect
import typing
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.arguments import wrong
from tests.fuzz.examples import Call, arguments, calls
from tests.loops import for_each

from aucurate.errors import AucurateError, OptionError

_CHECKED_BY_THE_FUNCTION = (Any, object, typing.SupportsIndex)
_SLOW = ("fit", "kernel_bootstrap_interval", "metz_kronman_area_test", "metz_kronman_test")
_ODD = ("None", "True", "3", "nan", "'x'", "[]", "{'x': 3}", "np.zeros((2, 2, 2))", "Odd()")
_NEVER_TAKEN = ("nan", "'x'", "Odd()")


@pytest.fixture(autouse=True)
def _writes_nowhere_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


CALLS = [pytest.param(call, id=call.name) for call in calls()]
by_name = for_each("call", CALLS)


@by_name
def test_the_examples_are_valid_arguments(call: Call) -> None:
    call.function(**arguments(call))


@by_name
def test_an_argument_of_a_wrong_kind_is_refused_by_name(call: Call) -> None:
    given = arguments(call)
    hints = typing.get_type_hints(_function(call), include_extras=False)
    for name in call.parameters:
        if hints.get(name, Any) in _CHECKED_BY_THE_FUNCTION:
            continue
        with pytest.raises(AucurateError) as refused:
            call.function(**given | {name: wrong()["Odd()"]})
        assert name in str(refused.value), f"{call.name}({name}=Odd()): {refused.value}"


@by_name
def test_an_unknown_word_is_refused_on_every_path(call: Call) -> None:
    given = arguments(call)
    hints = typing.get_type_hints(_function(call), include_extras=False)
    for name, hint in hints.items():
        if name in call.parameters and _is_choice(hint):
            with pytest.raises(OptionError, match="banana"):
                call.function(**given | {name: "banana"})


@pytest.mark.parametrize("call", CALLS)
def test_whatever_is_given_the_error_is_typed(call: Call) -> None:
    given = arguments(call)
    for name in call.parameters:
        for text in _NEVER_TAKEN if call.name in _SLOW else _ODD:  # the fuzzer gives them all
            try:
                call.function(**given | {name: wrong()[text]})
            except AucurateError:
                pass
            except Exception as error:
                raise AssertionError(f"{call.name}({name}={text}): {error!r}") from error


def _function(call: Call) -> Any:
    made = call.function
    return made.__init__ if inspect.isclass(made) else inspect.unwrap(made)


def _is_choice(hint: Any) -> bool:
    if typing.get_origin(hint) is typing.Literal:
        return all(isinstance(choice, str) for choice in typing.get_args(hint))
    return typing.get_origin(hint) is typing.Union and all(
        argument is type(None) or _is_choice(argument) for argument in typing.get_args(hint)
    )
