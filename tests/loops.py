"""Cases in a loop inside one test, for whatever is not what the test is about."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import pytest

Ids: TypeAlias = Iterable[str] | Callable[[Any], str | None] | None
_LONGEST = 80


def for_each(
    names: str | Sequence[str],
    values: Iterable[Any] | Callable[..., Iterable[Any]],
    *,
    ids: Ids = None,
) -> Callable[[Any], Callable[..., None]]:
    """Runs the test for every case, and a failure names the case that brought it.

    It is written as ``pytest.mark.parametrize``, which gives every case a test of its own: right
    for methods, which are to fail one by one, and dear for products of data, nulls and
    alternatives. ``values`` may be a function of other arguments of the test, called by their
    names. Fixtures are those of the one test.
    """
    called = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    fixed = None if callable(values) else [_case(called, value) for value in values]
    asked = list(inspect.signature(values).parameters) if callable(values) else []

    def decorated(test: Any) -> Callable[..., None]:
        @functools.wraps(test)
        def in_turn(**given: Any) -> None:
            cases = fixed
            if callable(values):
                found = values(*(given[name] for name in asked))
                cases = [_case(called, value) for value in found]
            assert cases, "a loop without cases tests nothing"
            for at, case in enumerate(cases):
                try:
                    test(**given, **case)
                except Exception as error:
                    error.add_note(f"in the case {_label(at, case, ids)}")
                    raise

        signature = inspect.signature(test)
        kept = [one for one in signature.parameters.values() if one.name not in called]
        in_turn.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        return in_turn

    return decorated


def _case(names: list[str], value: Any) -> dict[str, Any]:
    """The arguments that the test gets of this case."""
    if isinstance(value, type(pytest.param())):
        assert not value.marks, "a case of a loop has no marks"
        return _Named(zip(names, value.values, strict=True), value.id)
    return dict(zip(names, value if len(names) > 1 else (value,), strict=True))


class _Named(dict[str, Any]):
    """The arguments of a case that has a name of its own."""

    def __init__(self, arguments: Iterable[tuple[str, Any]], name: Any) -> None:
        super().__init__(arguments)
        self.name = name


def _label(at: int, case: dict[str, Any], ids: Ids) -> str:
    """What a failure calls a case."""
    if isinstance(case, _Named) and case.name:
        return str(case.name)
    if ids is not None:
        return str(ids(next(iter(case.values()))) if callable(ids) else list(ids)[at])
    return ", ".join(f"{name}={_shown(part)}" for name, part in case.items())


def _shown(part: Any) -> str:
    try:
        text = getattr(part, "__name__", None) or repr(part)
    except Exception as error:
        text = f"{type(part).__name__} ({type(error).__name__} when shown)"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
