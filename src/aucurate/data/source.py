"""Where data came from: the file or call, and what was left out on the way."""

import inspect
import os
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Literal, ParamSpec, Self, TypeVar

import numpy as np

from aucurate.checks import checked
from aucurate.formatting import amount, count, join_words, shortened
from aucurate.results import Record

IN_MEMORY = "arrays in memory"
_NAMES = 6


class Summarised:
    """What holds arrays and shows itself in one line, so that a console stays readable.

    A dataclass that inherits it says ``repr=False``.
    """

    __slots__ = ()

    @abstractmethod
    def _summary(self) -> str:
        """The one line."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary()}>"


class FromFile:
    """What is made from a data frame by its ``from_frame``, and so from a table in a file."""

    __slots__ = ()

    @classmethod
    @checked
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        separator: str | None = None,
        decimal: Literal[".", ","] | None = None,
        sheet: str | None = None,
        format: str | None = None,
        **columns: Any,
    ) -> Self:
        """The same from a table in a file; ``columns`` are the options of :meth:`from_frame`."""
        from aucurate.io.files import read_table

        container: Any = cls
        table = read_table(path, separator=separator, decimal=decimal, sheet=sheet, format=format)
        return container.from_frame(table, **columns)  # type: ignore[no-any-return]


def points_summary(points: int, n_positive: float, n_negative: float) -> str:
    """How many points a curve has, and of how many observations, for one line."""
    sizes = f"{amount(n_positive)} positive and {amount(n_negative)} negative"
    return f"{count(points, 'threshold')}; {sizes}"


def short_names(names: Sequence[str]) -> str:
    """Names for one line, the first few of many."""
    return join_words([shortened(name) for name in names], most=_NAMES)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile(Record):
    """A file that was read: its name without the folder, its size, and the hash of its bytes.

    The hash of a file of more than a gibibyte is not computed, and empty.
    """

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Record):
    """The call that read data from files: ``container.read(paths, **options)``.

    ``options`` are the arguments that are not the default, as Python writes them. ``names`` are the
    classifiers, test sets or algorithms that were read. Relative paths are as given; of an absolute
    path only the name of the file is kept, so that a report does not reveal folders.
    """

    container: str
    paths: tuple[str, ...]
    options: dict[str, str]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Record):
    """Where data came from, for the provenance of a study.

    ``name`` is what a reader knows the data by. ``columns_taken`` are columns of the table that
    became classifiers without being named, ``columns_not_used`` those that were left out without
    being named. ``n_dropped`` counts rows that were left out because something in them was missing,
    ``unmatched`` of them because not every file has the observation, and ``n_weightless`` those
    that were left out because their weight is 0. ``aligned`` names what was put
    in the order of the labels by its index (see :mod:`aucurate.data.alignment`). ``reading`` is the
    call that reads the data again, where they come from files. ``engine`` is what computes, in
    words, where the rows are not in memory (:mod:`aucurate.engines`). ``library`` is the data frame
    library of frames and series in memory ("pandas"), in which ``to_frame`` answers.
    """

    name: str = IN_MEMORY
    files: tuple[SourceFile, ...] = ()
    columns_taken: tuple[str, ...] = ()
    columns_not_used: tuple[str, ...] = ()
    n_dropped: int = 0
    n_weightless: int = 0
    unmatched: int = 0
    aligned: tuple[str, ...] = ()
    reading: Reading | None = None
    engine: str = ""
    library: str = ""

    def taken_as(self, classifiers: Sequence[str]) -> tuple[str, ...]:
        """The columns taken; none where some of the classifiers have been chosen since."""
        return self.columns_taken if len(classifiers) >= len(self.columns_taken) else ()


D = TypeVar("D")
P = ParamSpec("P")


def with_source(data: D, **changes: Any) -> D:
    """The same data with another ``name``, or other fields, of their source."""
    held: Any = data
    if hasattr(held, "source"):
        return replace(held, source=replace(held.source, **changes))  # type: ignore[no-any-return]
    if hasattr(held, "observations"):
        rows = with_source(held.observations, **changes)
        return replace(held, observations=rows)  # type: ignore[no-any-return]
    members = tuple(with_source(member, **changes) for member in held.members)
    return replace(held, members=members)  # type: ignore[no-any-return]


def source_of(data: Any) -> Source:
    """The source of data; of several test sets, that of the first."""
    if isinstance(data, Mapping):
        return source_of(next(iter(data.values())))
    if hasattr(data, "members"):
        return source_of(data.members[0])
    source: Source = data.source if hasattr(data, "source") else data.observations.source
    return source


# The call that reads data again.


def noting_reading(from_frame: Callable[P, D]) -> Callable[P, D]:
    """Decorate the ``from_frame`` of a container: data from a file know the call that read them."""

    @wraps(from_frame)
    def noted(*args: P.args, **given: P.kwargs) -> D:
        from aucurate.io.origin import origin_of

        data = from_frame(*args, **given)
        options = dict(given)
        frame = args[1] if len(args) > 1 else options.pop("frame")
        origin = origin_of(frame)
        if origin is None or not origin.path:
            return data
        options |= origin.options
        container: Any = args[0]
        return with_source(
            data, reading=reading_of(container, [origin.path], options, _names_in(data), from_frame)
        )

    noted.__wrapped__ = inspect.unwrap(from_frame)
    return noted


def reading_of(
    container: type,
    paths: Iterable[str | os.PathLike[str]],
    options: Mapping[str, Any],
    names: Sequence[str],
    read: Callable[..., Any],
) -> Reading | None:
    """The call that read data; None where an argument is not written in a line, as an array.

    Options are left out where they are what ``read`` takes by default, and None.
    """
    usual = {name: one.default for name, one in inspect.signature(read).parameters.items()}
    asked = {
        name: _as_python(value)
        for name, value in options.items()
        if value is not None and _as_python(value) != _as_python(usual.get(name))
    }
    texts = {name: text for name, text in asked.items() if text is not None}
    if len(texts) < len(asked):
        return None
    shown = tuple(_without_folder(os.fspath(path)) for path in paths)
    return Reading(container=container.__name__, paths=shown, options=texts, names=tuple(names))


def _names_in(data: Any) -> tuple[str, ...]:
    """The names of the classifiers, test sets or algorithms in data."""
    for field in ("names", "algorithms"):
        if hasattr(data, field):
            return tuple(getattr(data, field))
    return (data.name,)


def _as_python(value: object) -> str | None:
    """A value as Python writes it; None where it takes more than a line.

    >>> _as_python("y"), _as_python(("a", "b")), _as_python({"forest": "f_"}), _as_python(object())
    ("'y'", "['a', 'b']", "{'forest': 'f_'}", None)
    """
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, str | bool | int | float):
        return repr(value)
    if isinstance(value, Mapping):
        pairs = [(_as_python(key), _as_python(item)) for key, item in value.items()]
        known = [f"{key}: {item}" for key, item in pairs if key is not None and item is not None]
        return "{" + ", ".join(known) + "}" if len(known) == len(pairs) else None
    if isinstance(value, AbstractSet):
        value = sorted(value, key=repr)
    if isinstance(value, list | tuple):
        items = [_as_python(item) for item in value]
        known = [item for item in items if item is not None]
        return "[" + ", ".join(known) + "]" if len(known) == len(items) else None
    return None


def _without_folder(path: str) -> str:
    return os.path.basename(path) if os.path.isabs(path) else path
