"""Rows of a table a batch at a time, as polars frames, whatever reads them."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import polars as pl

Batches: TypeAlias = Callable[[Sequence[str]], Iterator["pl.DataFrame"]]
"""The rows of some columns, a batch at a time; each call reads them anew, in the same order."""

ROWS = 2**19


def polars_batches(lazy: "pl.LazyFrame") -> Batches:
    """Of a polars LazyFrame, by its streaming engine."""

    def batches(columns: Sequence[str]) -> "Iterator[pl.DataFrame]":
        yield from lazy.select(columns).collect_batches(
            chunk_size=ROWS, maintain_order=True, engine="streaming"
        )

    return batches


def duckdb_batches(relation: Any) -> Batches:
    """Of a DuckDB relation."""

    def batches(columns: Sequence[str]) -> "Iterator[pl.DataFrame]":
        import duckdb
        import polars as pl

        chosen = [duckdb.ColumnExpression(name) for name in columns]
        for batch in relation.select(*chosen).to_arrow_reader(ROWS):
            frame = pl.from_arrow(batch)
            assert isinstance(frame, pl.DataFrame)
            yield frame

    return batches


def dask_batches(frame: Any) -> Batches:
    """Of a Dask data frame, one partition after another."""

    def batches(columns: Sequence[str]) -> "Iterator[pl.DataFrame]":
        import polars as pl

        chosen = frame[list(columns)]
        for at in range(chosen.npartitions):
            yield pl.from_pandas(chosen.get_partition(at).compute())

    return batches
