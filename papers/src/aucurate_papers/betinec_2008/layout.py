"""A table from its columns: which of them are shown, under which heads, in which digits."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aucurate.formatting import number
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True)
class Shown:
    """A column as people see it."""

    column: str
    head: str
    words: Callable[[Any], str] = str


def digits(decimals: int) -> Callable[[float], str]:
    """A number with so many decimals."""
    return lambda value: number(value, decimals)


def laid_out(
    name: str,
    title: str,
    columns: Mapping[str, Sequence[object]],
    shown: Sequence[Shown],
    rows: Sequence[int] | None = None,
) -> Table:
    """The table; ``rows`` are those shown to people, all unless said."""
    size = len(next(iter(columns.values())))
    at = range(size) if rows is None else rows
    return Table(
        name=name,
        title=title,
        header=tuple(one.head for one in shown),
        rows=tuple(tuple(one.words(columns[one.column][row]) for one in shown) for row in at),
        columns={key: tuple(values) for key, values in columns.items()},
    )


def columns_of(names: Sequence[str], rows: Sequence[Sequence[object]]) -> dict[str, list[object]]:
    """Rows turned into named columns.

    >>> columns_of(["a", "b"], [(1, 2), (3, 4)])
    {'a': [1, 3], 'b': [2, 4]}
    """
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def floats(table: Table, column: str) -> list[float]:
    """A column of numbers."""
    return [float(value) for value in table.columns[column] if isinstance(value, int | float)]
