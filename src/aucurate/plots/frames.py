"""The numbers of a figure as a data frame."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import narwhals as nw

from aucurate.errors import OptionError
from aucurate.formatting import listing

Content = TypeVar("Content")

BACKENDS = ("polars", "pandas", "pyarrow")


def as_frame(columns: Mapping[str, Sequence[object]], backend: str) -> Any:
    """Columns of equal length as a frame of polars, pandas or pyarrow, every digit kept."""
    if backend not in BACKENDS:
        raise OptionError(
            f"there is no backend {backend!r}.", hint=f"there are {listing(BACKENDS)}."
        )
    lists = {name: list(values) for name, values in columns.items()}
    return nw.from_dict(lists, backend=backend).to_native()  # type: ignore[arg-type]


def part_of(part: str, parts: Mapping[str, Mapping[str, Sequence[object]]], backend: str) -> Any:
    """One of several tables of a figure as a frame."""
    return as_frame(chosen_part(part, parts), backend)


def chosen_part(part: str, parts: Mapping[str, Content]) -> Content:
    """One of the parts of a figure, by its name."""
    if part not in parts:
        raise OptionError(
            f"this figure has no part {part!r}.", hint=f"it has {listing(list(parts))}."
        )
    return parts[part]
