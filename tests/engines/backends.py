"""The backends of tables that are not in memory, and the tables that they are tried on."""

import shutil
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import polars as pl
import pytest

from aucurate.data.scores import PairedScores
from aucurate.data.table_scores import TableScores
from aucurate.engines.expressions import ExpressionTable
from aucurate.io.files import read_scores
from aucurate.io.lazy_tables import LazyTable, table_columns

ROWS = 600


class Case(NamedTuple):
    """A table, and what its columns are; classifiers are the columns whose names begin with s."""

    frame: pl.DataFrame
    roles: dict[str, Any]

    @property
    def asked(self) -> dict[str, Any]:
        """The arguments that read it."""
        scores = [name for name in self.frame.columns if name.startswith("s")]
        return {"label": "y", "scores": scores, **self.roles}

    def in_memory(self) -> PairedScores:
        """The table as a data frame in memory."""
        data = read_scores(self.frame, **self.asked)
        assert isinstance(data, PairedScores)
        return data


def _frame(classifiers: int = 2, rows: int = ROWS, **columns: Any) -> pl.DataFrame:
    rng = np.random.default_rng(classifiers)
    positive = rng.random(rows) < 0.3
    scores = {f"s{k}": rng.normal(size=rows) + 0.5 * (k + 1) * positive for k in range(classifiers)}
    return pl.DataFrame({"y": positive.astype(np.int64), **scores, **columns})


def _nasty() -> pl.DataFrame:
    """Ties, infinities, heavy skew, constant scores and one-ulp neighbours, on the same rows."""
    rng = np.random.default_rng(5)
    positive = rng.random(ROWS) < 0.4
    infinite = rng.normal(size=ROWS) + positive
    infinite[rng.random(ROWS) < 0.1] = np.inf
    infinite[rng.random(ROWS) < 0.1] = -np.inf
    neighbours = 1.0 + np.spacing(1.0) * rng.integers(0, 4, ROWS)
    zeros = np.where(rng.random(ROWS) < 0.5, 0.0, -0.0)
    return pl.DataFrame(
        {
            "y": positive.astype(np.int64),
            "s_ties": rng.integers(0, 5, ROWS) + positive,
            "s_infinite": infinite,
            "s_skew": np.exp(rng.uniform(-690, 690, ROWS)) * (1 + positive),
            "s_constant": np.full(ROWS, 0.25),
            "s_neighbours": np.where(rng.random(ROWS) < 0.2, zeros, neighbours),
        }
    )


@cache
def cases() -> dict[str, Case]:
    """The tables of the contract, by what they are about."""
    rng = np.random.default_rng(8)
    frequency, sampling = rng.integers(0, 4, ROWS), rng.random(ROWS) ** 3
    groups = rng.integers(0, 90, ROWS)
    missing = np.where(rng.random(ROWS) < 0.05, np.nan, rng.normal(size=ROWS))
    words = _frame().with_columns(
        y=pl.when(pl.col("y") == 1).then(pl.lit("ill")).otherwise(pl.lit("well"))
    )
    odd = _frame(g=groups).rename({"y": "weight", "s0": "s.a", "s1": 's`b" [c]', "g": "rows"})
    return {
        "one classifier": Case(_frame(1), {}),
        "two classifiers": Case(_frame(2), {}),
        "five classifiers, nasty": Case(_nasty(), {}),
        "lower scores": Case(_nasty(), {"lower": ["s_ties", "s_infinite"]}),
        "frequency weights": Case(_frame(w=frequency), {"frequency_weights": "w"}),
        "sampling weights": Case(_frame(w=sampling), {"sampling_weights": "w"}),
        "groups": Case(_frame(g=groups), {"groups": "g"}),
        "groups by name": Case(_frame(g=[f"p{code}" for code in groups]), {"groups": "g"}),
        "groups and sampling weights": Case(
            _frame(g=groups, w=sampling), {"groups": "g", "sampling_weights": "w"}
        ),
        "missing values": Case(_frame(1, s9=missing), {"missing": "drop"}),
        "labels by name": Case(words, {"positive": "ill"}),
        "folds": Case(_frame(f=rng.integers(0, 5, ROWS)), {"fold": "f"}),
        "names of any kind": Case(odd, {"label": "weight", "groups": "rows"}),
        "few positives": Case(_frame(2, rows=120), {}),
    }


# Each backend makes a lazy frame of a polars frame.


def _polars(frame: pl.DataFrame) -> Any:
    return frame.lazy()


def _duckdb(frame: pl.DataFrame) -> Any:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    connection = duckdb.connect()
    table = frame.to_arrow()
    connection.register("scores", table)
    return connection.table("scores")


def _dask(frame: pl.DataFrame) -> Any:
    pytest.importorskip("dask.dataframe")
    import dask.dataframe as dd

    return dd.from_pandas(frame.to_pandas(), npartitions=3)


@cache
def spark_session() -> Any:
    """A session of Spark on this machine, started once."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    builder = sql.SparkSession.builder.master("local[2]").appName("aucurate-tests")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        # Compiling a query takes longer than its 600 rows.
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.codegen.factoryMode": "NO_CODEGEN",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.session.timeZone": "UTC",
    }.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def _spark(frame: pl.DataFrame) -> Any:
    return spark_session().createDataFrame(frame.to_pandas())


BACKENDS: dict[str, Callable[[pl.DataFrame], Any]] = {
    "polars": _polars,
    "duckdb": _duckdb,
    "dask": _dask,
    "spark": _spark,
}

EXPRESSIONS = {"expressions on polars": _polars, "expressions on duckdb": _duckdb}
"""What runs on Spark, on backends that need no Java."""


def opened(backend: str, case: Case, **options: Any) -> TableScores:
    """The table, opened by a backend."""
    if backend in EXPRESSIONS:
        return _by_expressions(EXPRESSIONS[backend](case.frame), case, **options)
    data = read_scores(BACKENDS[backend](case.frame), **case.asked, **options)
    assert isinstance(data, TableScores)
    return data


def _by_expressions(native: Any, case: Case, **options: Any) -> TableScores:
    asked = dict(case.asked)
    reading = {
        name: asked.pop(name)
        for name in ("scores", "lower", "positive", "missing")
        if name in asked
    }
    columns = table_columns(LazyTable(native, "spark", "a test"), asked, **reading)
    return ExpressionTable.of(nw.from_native(native), columns, engine="expressions", **options)
