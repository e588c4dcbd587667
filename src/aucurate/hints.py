"""Hints on what to do about an error, with the arguments that they name stored as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument that a hint names: ``missing='drop'``, or ``reference=`` without a value."""

    name: str
    value: object = ...

    def __str__(self) -> str:
        return f"{self.name}={'' if self.value is ... else repr(self.value)}"


class Function:
    """A function or class that a hint names, with the arguments of a call, if any."""

    def __init__(self, name: str, **arguments: object) -> None:
        self.name = name
        self.arguments = arguments

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        arguments = [str(Argument(name, value)) for name, value in self.arguments.items()]
        return f"{self.name}({', '.join(arguments)})"


Named: TypeAlias = Argument | Function


class Hint(str):
    """What to do about an error, in text that names arguments.

    In the template ``{missing}`` names an argument, with the value given by keyword if there is
    one, and ``{}`` is the next of ``parts``: text, another hint, an :class:`Argument` or a
    :class:`Function`. As a string it uses Python syntax; the command line writes options instead,
    with :meth:`written`.

    >>> hint = Hint("drop them with {missing}, or leave out {}.", "age", missing="drop")
    >>> print(hint)
    drop them with missing='drop', or leave out age.
    >>> hint.written(lambda named: f"--{named.name} {named.value}")
    'drop them with --missing drop, or leave out age.'
    """

    parts: tuple[str | Named, ...]

    def __new__(cls, template: str, *parts: str | Named, **arguments: object) -> Hint:
        """Read the template."""
        return cls._of(_parts(template, parts, arguments))

    @classmethod
    def _of(cls, parts: tuple[str | Named, ...]) -> Hint:
        hint = super().__new__(cls, "".join(map(str, parts)))
        hint.parts = parts
        return hint

    def written(self, write: Callable[[Any], str]) -> str:
        """The hint, with the names formatted by this function."""
        return "".join(part if isinstance(part, str) else write(part) for part in self.parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return Hint._of, (self.parts,)


def _parts(
    template: str, parts: Sequence[str | Named], arguments: dict[str, object]
) -> tuple[str | Named, ...]:
    positional = iter(parts)
    found: list[str | Named] = []
    for text, field, _, _ in Formatter().parse(template):
        found.append(text)
        if field:
            found.append(Argument(field, arguments.get(field, ...)))
        elif field is not None:
            part = next(positional)
            found += part.parts if isinstance(part, Hint) else [part]
    return tuple(part for part in found if part != "")
