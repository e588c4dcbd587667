"""What expressions lack, by the system that has the rows: samples, small tables, kept rows.

Frames come and go as lazy frames of Narwhals. A system that is not known here is refused by name.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.errors import UnsupportedError

Frame = nw.LazyFrame[Any]

SPREAD = "spread"
"""A column that takes different values in rows that are far apart, where there is one."""

_MORE = 1.2  # than wanted, where a sample has about a share of the rows


def placed_name(place: int) -> str:
    """What the column at a place is called."""
    return f"column_{place}"


def _lazy(native: Any) -> Frame:
    frame: Frame = nw.from_native(native)
    return frame


class Backend:
    """Polars LazyFrames, which need nothing special."""

    spreads = False

    def by_place(self, frame: Frame) -> Frame:
        """The frame with columns that are named by their places, whatever their names hold."""
        names = frame.collect_schema().names()
        return frame.rename({name: placed_name(place) for place, name in enumerate(names)})

    def sample(self, frame: Frame, rows: int, wanted: int) -> Frame:
        """About so many of the rows; the same ones in each call where that can be had."""
        native = frame.to_native()
        return _lazy(native.gather_every(max(1, rows // wanted)))

    def table(self, like: Frame, columns: Mapping[str, NDArray[Any]]) -> Frame:
        """A small table that can be joined to a frame."""
        import polars as pl

        return _lazy(pl.LazyFrame(dict(columns)))

    def spread(self, frame: Frame) -> Frame:
        """The frame with a column :data:`SPREAD`, if there is any use for it."""
        return frame

    @contextmanager
    def kept(self, frame: Frame) -> Iterator[Frame]:
        """The rows of a frame, computed once where they can be kept."""
        yield frame


class DuckDB(Backend):
    """DuckDB relations; what is made here belongs to their connection."""

    def sample(self, frame: Frame, rows: int, wanted: int) -> Frame:
        """A reservoir sample with a fixed seed."""
        query = f"SELECT * FROM rows USING SAMPLE reservoir({wanted} ROWS) REPEATABLE (1)"
        return _lazy(frame.to_native().query("rows", query))

    def table(self, like: Frame, columns: Mapping[str, NDArray[Any]]) -> Frame:
        """A relation over arrays in memory."""
        import polars as pl

        aucurate_small_table = pl.DataFrame(dict(columns))
        made = like.to_native().query("rows", "SELECT * FROM aucurate_small_table")
        assert len(aucurate_small_table)  # DuckDB finds it by its name
        return _lazy(made)


class Spark(Backend):
    """PySpark data frames."""

    spreads = True

    def by_place(self, frame: Frame) -> Frame:
        """Without naming a column: Spark reads dots and backticks in names."""
        native = frame.to_native()
        return _lazy(native.toDF(*map(placed_name, range(len(native.columns)))))

    def sample(self, frame: Frame, rows: int, wanted: int) -> Frame:
        """Each row with the same probability, by a fixed seed."""
        if rows <= wanted:
            return frame
        return _lazy(frame.to_native().sample(fraction=_MORE * wanted / rows, seed=1))

    def table(self, like: Frame, columns: Mapping[str, NDArray[Any]]) -> Frame:
        """A table that is sent to every executor, so that a join with it moves no rows."""
        import pyarrow as pa
        from pyspark.sql import functions

        native = like.to_native()
        made = native.sparkSession.createDataFrame(pa.table(dict(columns)))
        return _lazy(functions.broadcast(made))

    def spread(self, frame: Frame) -> Frame:
        """The number of the partition that has the row."""
        from pyspark.sql import functions

        return _lazy(frame.to_native().withColumn(SPREAD, functions.spark_partition_id()))

    @contextmanager
    def kept(self, frame: Frame) -> Iterator[Frame]:
        """Kept in memory, and on disk where that is too small, until the context is left."""
        from pyspark import StorageLevel

        native = frame.to_native().persist(StorageLevel.MEMORY_AND_DISK)
        try:
            yield _lazy(native)
        finally:
            native.unpersist()


_KNOWN: dict[nw.Implementation, type[Backend]] = {
    nw.Implementation.POLARS: Backend,
    nw.Implementation.DUCKDB: DuckDB,
    nw.Implementation.PYSPARK: Spark,
    nw.Implementation.PYSPARK_CONNECT: Spark,
}


def backend_of(frame: Frame) -> Backend:
    """What belongs to the system that has the rows of a frame."""
    known = _KNOWN.get(frame.implementation)
    if known is None:
        raise UnsupportedError(
            f"expressions do not run on {frame.implementation.name.lower()}.",
            hint="use a PySpark data frame, a DuckDB relation or a polars LazyFrame; or write the "
            "table to Parquet files.",
        )
    return known()


def fetched(frame: Frame) -> Any:
    """The rows of a small frame, as a polars data frame."""
    return frame.collect(backend="polars").to_native()


def whole(values: Any) -> NDArray[np.int64]:
    """A column of whole numbers as an array."""
    return np.ascontiguousarray(values.to_numpy(), np.int64)
