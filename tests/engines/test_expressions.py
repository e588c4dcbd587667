"""The engine for clusters: no step brings all rows together, and sums are exact at any size."""

import re
from pathlib import Path
from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from tests.engines.backends import Case, cases, opened, spark_session

import aucurate as au
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.data.table_scores import TableScores
from aucurate.engines import backends, expressions
from aucurate.engines.backends import backend_of
from aucurate.engines.expressions import ExpressionTable
from aucurate.errors import ScoreError, TableError, UnsupportedError

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")

_EXCHANGE_OF_ALL = "Exchange SinglePartition"
_SPECIFICATION = re.compile(r"windowspecdefinition\((\w+)#\d+L, ")  # a key, not an order


@pytest.mark.spark
@pytest.mark.parametrize("name", ["five classifiers, nasty", "groups and sampling weights"])
def test_spark_never_sends_all_rows_to_one_task(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the physical plans: what goes to one partition are partial sums, and windows have keys."""
    plans: list[list[str]] = []
    fetched = backends.fetched

    def recorded(frame: nw.LazyFrame[Any]) -> Any:
        execution = frame.to_native()._jdf.queryExecution()
        plans.append(execution.executedPlan().toString().splitlines())
        return fetched(frame)

    monkeypatch.setattr(expressions, "fetched", recorded)
    table = opened("spark", cases()[name])
    table.statistics()
    table.walk(lambda *_: None)
    windows = 0
    for plan in plans:
        for line, below in zip(plan, [*plan[1:], ""], strict=True):
            assert "rangepartitioning" not in line  # a sort of all rows
            if _EXCHANGE_OF_ALL in line:
                assert "partial_" in below, below
            if "+- Window [" in line:
                assert set(_SPECIFICATION.findall(line)) == {"cell"}, line
                windows += 1
    assert windows >= 2 * len(table.names)


@pytest.mark.spark
def test_spark_moves_the_rows_once_for_each_classifier(monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[str] = []
    fetched = backends.fetched

    def recorded(frame: nw.LazyFrame[Any]) -> Any:
        plans.append(frame.to_native()._jdf.queryExecution().executedPlan().toString())
        return fetched(frame)

    monkeypatch.setattr(expressions, "fetched", recorded)
    table = opened("spark", cases()["two classifiers"])
    table.statistics()
    moved = [len(re.findall(r"Exchange hashpartitioning\(cell#\d+L, part#", p)) for p in plans]
    assert max(moved) == sum(moved) == len(table.names)


def test_sums_of_many_classifiers_are_computed_in_several_scans() -> None:
    """Twelve classifiers have more sums of products than one query is asked for."""
    rng = np.random.default_rng(3)
    positive = rng.random(400) < 0.4
    scores = {f"s{k}": rng.normal(size=400) + positive for k in range(12)}
    case = Case(pl.DataFrame({"y": positive.astype(int), **scores}), {})
    found = opened("expressions on polars", case).statistics().moments
    wanted = AucMoments.from_scores(case.in_memory())
    assert found.aucs == wanted.aucs
    assert np.allclose(found.covariance, wanted.covariance, rtol=1e-12, atol=0)


def test_sums_beyond_64_bits_are_exact() -> None:
    """Frequency weights stand for so many observations that squares of placements need 80 bits."""
    rng = np.random.default_rng(4)
    positive = rng.random(300) < 0.5
    frame = pl.DataFrame(
        {
            "y": positive.astype(int),
            "s0": rng.normal(size=300) + positive,
            "s1": np.round(rng.normal(size=300) + positive, 1),
            "w": rng.integers(1, 2**31, 300),
        }
    )
    case = Case(frame, {"frequency_weights": "w"})
    found = opened("expressions on polars", case).statistics().moments
    wanted = AucMoments.from_scores(case.in_memory())
    assert found.aucs == wanted.aucs
    assert np.allclose(found.covariance, wanted.covariance, rtol=1e-12, atol=0)


@pytest.mark.parametrize("backend", ["expressions on polars", "expressions on duckdb"])
def test_decimals_that_floats_tell_apart_are_numbers(backend: str) -> None:
    cents = np.random.default_rng(6).integers(-999, 999, 200)
    frame = pl.DataFrame({"y": (cents % 7 < 3).astype(int), "s0": cents / 100})
    decimals = frame.with_columns(pl.col("s0").cast(pl.Decimal(15, 2)))
    wanted = AucMoments.from_scores(Case(frame, {}).in_memory())
    assert opened(backend, Case(decimals, {})).statistics().moments.aucs == wanted.aucs
    longer = frame.with_columns(pl.col("s0").cast(pl.Decimal(16, 2)))
    with pytest.raises(ScoreError, match="decimal"):
        opened(backend, Case(longer, {}))


@pytest.mark.spark
def test_spark_reads_files_as_they_are_read_into_memory(tmp_path: Path) -> None:
    spark_session()
    rows = "1,0.5,a\n0,NaN,NA\n1,+2,b\n0,-inf,null\n1, 3 ,\n0,1e-3,c\n1,Infinity,a\n0,null,d\n"
    (tmp_path / "a.csv").write_text('y,"s.x ""1""",clinic\n' + rows)
    (tmp_path / "b.csv").write_text('y,"s.x ""1""",clinic\n')
    asked: dict[str, Any] = {"label": "y", "missing": "drop"}
    wanted = au.read_scores(tmp_path, engine="memory", **asked)
    data = au.read_scores(tmp_path, engine="spark", **asked)
    assert isinstance(data, TableScores)
    assert isinstance(wanted, PairedScores)
    assert data.names == wanted.names == ('s.x "1"',)
    assert data.observations.source.n_dropped == wanted.observations.source.n_dropped == 2
    assert data.statistics().moments.aucs == AucMoments.from_scores(wanted).aucs
    grouped = au.read_scores(tmp_path, engine="spark", groups="clinic", **asked)
    assert isinstance(grouped, TableScores)
    assert len(grouped.observations) == 4
    (tmp_path / "c.csv").write_text('y,"s.x ""1""",clinic\n' + "1,0.5,a\n" * 70_000 + "1,x,a\n")
    with pytest.raises(TableError, match="Float64"):
        au.read_scores(tmp_path, engine="spark", **asked)


def test_frames_of_unknown_systems_are_refused_by_name() -> None:
    frame = nw.from_native(pl.LazyFrame({"a": [1]}))

    class Elsewhere:
        implementation = nw.Implementation.IBIS

    assert backend_of(frame)
    with pytest.raises(UnsupportedError, match="ibis"):
        backend_of(Elsewhere())  # type: ignore[arg-type]


@pytest.mark.parametrize("backend", ["expressions on polars", "expressions on duckdb"])
@pytest.mark.parametrize("value", [2**53 + 1, -(2**53) - 1, 2**63 - 1, -(2**63) + 1])
def test_whole_numbers_that_a_float_cannot_hold_are_refused(backend: str, value: int) -> None:
    frame = pl.DataFrame({"y": [0, 1, 0, 1], "s0": [1, 2, 3, value]})
    with pytest.raises(ScoreError, match="1 row with whole numbers"):
        opened(backend, Case(frame, {}))
    exact = frame.with_columns(s0=pl.Series([2**60, -(2**63), 2**53 + 2, 0]))
    assert isinstance(opened(backend, Case(exact, {})), ExpressionTable)
