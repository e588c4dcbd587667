"""Rows ranked by partitions on disk: exact for any blocks and partitions, and nothing is left."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

import aucurate as au
from aucurate import kernels
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.data.table_scores import Stretch
from aucurate.engines.partitions import Block, Partitions, Ranked, Steps, partition_starts
from aucurate.errors import TableError
from aucurate.kernels import Cancelled

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Starts = Callable[[Floats], Floats]

ROWS = 300
LARGEST = float(np.finfo(np.float64).max)


def _tables() -> dict[str, Floats]:
    """Scores of two classifiers on the same rows."""
    rng = np.random.default_rng(2)
    smooth = rng.normal(size=(2, ROWS))
    infinite = np.where(rng.random((2, ROWS)) < 0.2, rng.choice([-np.inf, np.inf]), smooth)
    return {
        "smooth": smooth,
        "ties": rng.integers(0, 6, (2, ROWS)).astype(float),
        "infinities": infinite,
        "constant": np.stack([smooth[0], np.full(ROWS, 0.5)]),
        "neighbours": 1.0 + np.spacing(1.0) * rng.integers(0, 5, (2, ROWS)),
        "zeros": rng.choice([-0.0, 0.0, 5e-324, -5e-324], (2, ROWS)),
    }


TABLES = _tables()
POSITIVE = np.random.default_rng(3).random(ROWS) < 0.35


def _per_value(scores: Floats) -> Floats:
    """A partition for every value, and those between them."""
    values = np.unique(scores) + 0.0
    with np.errstate(over="ignore"):
        after = np.nextafter(values[values < np.inf], np.inf)
    return np.unique(np.concatenate([[-np.inf], values, after]))


def _with_nothing(scores: Floats) -> Floats:
    """Partitions that hold no rows, below, above and between the scores."""
    finite = scores[np.isfinite(scores)]
    few = np.quantile(finite, [0.3, 0.6]) + 0.0
    empty = [-LARGEST, -1e300, *(few.max() + 1e-9 * np.arange(1, 40)), 1e300, LARGEST]
    return np.unique(np.concatenate([[-np.inf], few, empty]))


STARTS: dict[str, Starts] = {
    "one partition": lambda scores: np.array([-np.inf]),
    "quantiles": lambda scores: partition_starts(scores, 7),
    "a partition per value": _per_value,
    "partitions that hold nothing": _with_nothing,
}


def _partitioned(
    scores: Floats,
    positive: NDArray[np.bool_],
    starts: Starts,
    *,
    rows_at_once: int = 40,
    weights: Whole | None = None,
    groups: Whole | None = None,
    threads: int | None = None,
) -> Partitions:
    """The rows on disk, added in blocks."""
    found = Partitions(
        [starts(each) for each in scores],
        weighted=weights is not None,
        n_groups=0 if groups is None else int(groups.max()) + 1,
        threads=threads,
    )
    for first in range(0, scores.shape[1], rows_at_once):
        own = slice(first, first + rows_at_once)
        found.add(
            Block(
                np.ascontiguousarray(scores[:, own]),
                positive[own],
                None if weights is None else weights[own],
                None if groups is None else groups[own],
            )
        )
    return found


def _steps(rows: int = ROWS) -> Steps:
    return Steps(None, rows, "ranking")


def _pairs(
    scores: Floats, positive: NDArray[np.bool_], weights: Sequence[int] | None = None
) -> tuple[int, int, list[int], list[int]]:
    """Twice the pairs won, the pairs tied, and doubled placements, in integers without end."""
    amounts = np.array([1] * len(scores) if weights is None else list(weights), object)
    up, down = scores[positive][:, None], scores[~positive][None, :]
    won = 2 * (up > down).astype(np.int64) + (up == down)
    of_positives = won.astype(object) @ amounts[~positive]
    of_negatives = amounts[positive] @ won.astype(object)
    tied = amounts[positive] @ (won == 1).astype(object) @ amounts[~positive]
    return int(amounts[positive] @ of_positives), int(tied), list(of_positives), list(of_negatives)


def _covariances(rows: Sequence[Sequence[int]], weights: Sequence[int], unit: int) -> Any:
    """Sample covariances of ``rows / unit`` in which every column counts so many times."""
    size = sum(weights)
    means = [Fraction(sum(w * v for w, v in zip(weights, r, strict=True)), size) for r in rows]
    found = np.empty((len(rows), len(rows)))
    for i, (first, m) in enumerate(zip(rows, means, strict=True)):
        for j, (second, k) in enumerate(zip(rows, means, strict=True)):
            products = (
                w * (a - m) * (b - k) for w, a, b in zip(weights, first, second, strict=True)
            )
            found[i, j] = float(sum(products, Fraction(0)) / (size - 1) / unit**2)
    return found


def _check(
    partitions: Partitions,
    ranked: Sequence[Ranked],
    scores: Floats,
    positive: NDArray[np.bool_],
    weights: Sequence[int] | None = None,
) -> None:
    """What was ranked is what the definition says."""
    wanted = [_pairs(each, positive, weights) for each in scores]
    assert [(each.wins, each.tied) for each in ranked] == [each[:2] for each in wanted]
    amounts = [1] * len(positive) if weights is None else list(weights)
    own = [[w for w, p in zip(amounts, positive, strict=True) if p == c] for c in (True, False)]
    parts = partitions.plain_parts(_steps())
    for c, part in enumerate(parts):
        assert part.size == sum(own[c])
        exact = _covariances([each[2:][c] for each in wanted], own[c], 2 * sum(own[1 - c]))
        assert np.allclose(part.covariance, exact, rtol=1e-12, atol=1e-18)


# Blocks and partitions of any size.


@pytest.mark.parametrize("starts", STARTS)
@for_each("name", TABLES)
@for_each("rows_at_once", [1, 7, ROWS])
def test_ranks_are_exact(starts: str, name: str, rows_at_once: int) -> None:
    scores = TABLES[name]
    with _partitioned(scores, POSITIVE, STARTS[starts], rows_at_once=rows_at_once) as partitions:
        assert partitions.sizes == (int((~POSITIVE).sum()), int(POSITIVE.sum()))
        ranked = partitions.rank(progress=_steps())
        _check(partitions, ranked, scores, POSITIVE)


@pytest.mark.parametrize("starts", STARTS)
@for_each("name", ["smooth", "ties"])
@for_each("threads", [1, 2])
def test_weighted_ranks_are_exact(starts: str, name: str, threads: int) -> None:
    scores, weights = TABLES[name], np.random.default_rng(5).integers(1, 9, ROWS)
    given: dict[str, Any] = {"weights": weights, "threads": threads}
    with _partitioned(scores, POSITIVE, STARTS[starts], **given) as partitions:
        totals = int(weights[~POSITIVE].sum()), int(weights[POSITIVE].sum())
        assert partitions.totals() == totals
        ranked = partitions.rank(progress=_steps())
        _check(partitions, ranked, scores, POSITIVE, weights.tolist())


@pytest.mark.parametrize("starts", STARTS)
def test_blocks_of_one_class(starts: str) -> None:
    """As in a table that is sorted by its labels."""
    order = np.argsort(POSITIVE, kind="stable")
    scores, positive = np.ascontiguousarray(TABLES["ties"][:, order]), POSITIVE[order]
    with _partitioned(scores, positive, STARTS[starts], rows_at_once=20) as partitions:
        ranked = partitions.rank(progress=_steps())
        _check(partitions, ranked, scores, positive)


@pytest.mark.parametrize("starts", STARTS)
@for_each("name", TABLES)
@for_each("weighted", [False, True])
@for_each("placed", [True, False])
def test_distinct_scores_are_shown_from_the_highest_down(
    starts: str, name: str, weighted: bool, placed: bool
) -> None:
    scores = TABLES[name]
    weights = np.random.default_rng(5).integers(1, 9, ROWS) if weighted else None
    seen: dict[int, list[Stretch]] = {0: [], 1: []}
    with _partitioned(scores, POSITIVE, STARTS[starts], weights=weights) as partitions:
        totals = partitions.totals()
        partitions.rank(
            visit=lambda k, stretch: seen[k].append(stretch), placed=placed, progress=_steps()
        )
    for k, own in enumerate(scores):
        levels, up, down = kernels.threshold_counts(own, POSITIVE, weights=weights)
        for field, wanted in (("thresholds", levels), ("positives", up), ("negatives", down)):
            found = np.concatenate([getattr(stretch, field) for stretch in seen[k]])
            assert np.array_equal(found, wanted), field
        above = np.zeros(2, np.int64)
        for stretch in seen[k]:
            assert len(stretch.thresholds) > 0
            assert [stretch.negatives_above, stretch.positives_above] == above.tolist()
            assert (stretch.n_negative, stretch.n_positive) == totals
            above += [stretch.negatives.sum(), stretch.positives.sum()]


@pytest.mark.parametrize("starts", STARTS)
@for_each("digits", [1, 2, 9])
def test_curves_are_thinned_as_in_memory(starts: str, digits: int) -> None:
    rng = np.random.default_rng(1)
    positive = rng.random(4000) < 0.3
    scores = (rng.normal(size=(1, 4000)) + positive).round(digits)
    (wanted,) = kernels.placements(scores, positive, with_curves=True).curves
    with _partitioned(scores, positive, STARTS[starts], rows_at_once=900) as partitions:
        (ranked,) = partitions.rank(progress=_steps(4000))
    found = ranked.thinned()
    assert found is not None
    assert found.n_points == wanted.n_points
    for field in ("thresholds", "true_positives", "false_positives"):
        assert np.array_equal(getattr(found, field), getattr(wanted, field)), field


@pytest.mark.parametrize("starts", STARTS)
@for_each("name", TABLES)
def test_short_curves_are_whole(starts: str, name: str) -> None:
    with _partitioned(TABLES[name], POSITIVE, STARTS[starts]) as partitions:
        ranked = partitions.rank(progress=_steps())
    for each, scores in zip(ranked, TABLES[name], strict=True):
        found = each.thinned()
        levels, up, down = kernels.threshold_counts(scores, POSITIVE)
        assert found is not None
        assert np.array_equal(found.thresholds, levels)
        assert np.array_equal(found.true_positives, np.cumsum(up))
        assert np.array_equal(found.false_positives, np.cumsum(down))


def test_weighted_curves_are_left_to_whoever_looks_at_the_scores() -> None:
    weights = np.full(ROWS, 2)
    with _partitioned(TABLES["ties"], POSITIVE, STARTS["quantiles"], weights=weights) as partitions:
        assert all(each.thinned() is None for each in partitions.rank(progress=_steps()))


@for_each("sampled", [False, True])
@for_each("starts", STARTS)
def test_groups_sum_to_what_they_sum_to_in_memory(sampled: bool, starts: str) -> None:
    rng = np.random.default_rng(6)
    weights, groups = rng.integers(1, 2**50, ROWS) if sampled else None, rng.integers(0, 40, ROWS)
    groups = np.unique(groups, return_inverse=True)[1]
    scores = TABLES["ties"]
    memory = AucMoments.from_scores(
        PairedScores.from_arrays(
            POSITIVE, {"a": scores[0], "b": scores[1]}, groups=groups, sampling_weights=weights
        )
    )
    given: dict[str, Any] = {"weights": weights, "groups": groups}
    with _partitioned(scores, POSITIVE, STARTS[starts], **given) as partitions:
        ranked = partitions.rank(progress=_steps())
        pairs = int(np.prod(partitions.totals(), dtype=object))
        aucs = [each.wins / (2 * pairs) for each in ranked]
        sizes = int(POSITIVE.sum()), int((~POSITIVE).sum())
        found = partitions.unit_sums(aucs, sizes, _steps()).moments()
    assert np.allclose(aucs, memory.aucs, rtol=1e-12, atol=0)
    for ours, theirs in zip(found.parts, memory.parts, strict=True):
        assert np.allclose(ours.covariance, theirs.covariance, rtol=1e-11, atol=1e-18)


# Integers beyond 64 bits.


@for_each("starts", STARTS)
@for_each("size", [2**33, 2**54])
def test_pairs_beyond_64_bits_are_counted_exactly(starts: str, size: int) -> None:
    """With frequency weights, and with sampling weights, of whose placements no products are."""
    rng = np.random.default_rng(4)
    rows = 40
    scores, positive = rng.integers(0, 12, (2, rows)).astype(float), np.arange(rows) % 3 == 0
    weights = rng.integers(size // 2, size, rows)
    with _partitioned(scores, positive, STARTS[starts], weights=weights) as partitions:
        n_negative, n_positive = partitions.totals()
        assert n_positive * n_negative > 2**64
        ranked = partitions.rank(progress=_steps(rows))
        wanted = [_pairs(each, positive, weights.tolist())[:2] for each in scores]
        assert [(each.wins, each.tied) for each in ranked] == wanted
        if weights.sum() <= 2**40:
            _check(partitions, ranked, scores, positive, weights.tolist())


def test_the_auc_of_more_pairs_than_64_bits_is_the_nearest_number() -> None:
    rng = np.random.default_rng(9)
    rows, positive = 200, np.arange(200) % 2 == 0
    scores, weights = rng.integers(0, 50, rows).astype(float), rng.integers(1, 2**33, rows)
    frame = pl.DataFrame({"y": positive.astype(int), "s": scores, "w": weights})
    table = au.read_scores(frame.lazy(), label="y", scores="s", frequency_weights="w")
    (auc,) = table.statistics().moments.aucs  # type: ignore[union-attr]
    wins, _, _, _ = _pairs(scores, positive, weights.tolist())
    pairs = int(weights[positive].sum()) * int(weights[~positive].sum())
    assert pairs > 2**64
    assert auc == float(Fraction(wins, 2 * pairs))


# Files.


class _Recorded:
    """A temporary file that is remembered, and can be small, slow or cut off."""

    made: list["_Recorded"]
    room = 10**12
    at_once = 10**12
    lost = False

    def __init__(self, file: Any) -> None:
        self._file = file
        _Recorded.made.append(self)

    def __enter__(self) -> "_Recorded":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def closed(self) -> bool:
        return bool(self._file.closed)

    def seek(self, *place: int) -> int:
        return int(self._file.seek(*place))

    def write(self, view: memoryview) -> int:
        if _Recorded.room < len(view):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        _Recorded.room -= len(view)
        return int(self._file.write(view[: self.at_once]))

    def readinto(self, view: memoryview) -> int:
        return 0 if self.lost else int(self._file.readinto(view[: self.at_once]))


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[_Recorded]:
    """Temporary files are in a folder of the test, and remembered."""
    made = tempfile.TemporaryFile
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(tmp_path))
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda **given: _Recorded(made(**given)))
    monkeypatch.setattr(_Recorded, "made", [], raising=False)
    monkeypatch.setattr(_Recorded, "room", 10**12)
    return _Recorded


def _table(monkeypatch: pytest.MonkeyPatch, **columns: Any) -> Any:
    """A table whose rows are worked on in many blocks and partitions."""
    monkeypatch.setattr("aucurate.engines.local.rows_within", lambda *_, **__: 50)
    frame = pl.DataFrame({"y": POSITIVE.astype(int), "a": TABLES["smooth"][0], **columns})
    weights = "w" if "w" in columns else None
    return au.read_scores(frame.lazy(), label="y", scores="a", frequency_weights=weights)


def test_a_file_may_take_and_give_a_few_bytes_at_a_time(
    files: type[_Recorded], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "at_once", 7)
    with _partitioned(TABLES["ties"], POSITIVE, STARTS["quantiles"]) as partitions:
        ranked = partitions.rank(progress=_steps())
        _check(partitions, ranked, TABLES["ties"], POSITIVE)
    assert files.made
    assert all(each.closed for each in files.made)


@for_each("room", [0, 500, 3 * ROWS, 12 * ROWS + 100])
def test_a_full_disk_is_an_error_that_names_the_folder(
    files: type[_Recorded], monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    """Whether rows are written for the first time, or placements in their place."""
    table = _table(monkeypatch)
    monkeypatch.setattr(files, "room", room)
    with pytest.raises(TableError, match=r"could not be written: .") as caught:
        au.compare(table)
    assert os.strerror(errno.ENOSPC) in caught.value.message
    assert "TMPDIR" in caught.value.hint
    assert files.made
    assert all(each.closed for each in files.made)


def test_a_file_that_ends_early_is_an_error(
    files: type[_Recorded], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _table(monkeypatch)
    monkeypatch.setattr(files, "lost", True)
    with pytest.raises(TableError, match="ended early"):
        au.compare(table)
    assert all(each.closed for each in files.made)


class _Watched:
    """Progress that looks into a folder each time, and stops the work at the last call."""

    def __init__(
        self, folder: Path, last: int = 10**9, stop: type[BaseException] = Cancelled
    ) -> None:
        self._folder, self._last, self._stop = folder, last, stop
        self.calls = 0

    def __call__(self, *_: object) -> bool:
        self.calls += 1
        assert os.listdir(self._folder) == []
        if self.calls >= self._last and self._stop is not Cancelled:
            raise self._stop
        return self.calls < self._last


@pytest.mark.skipif(os.name != "posix", reason="files have names here until they are closed")
@for_each("weighted", [False, True])
@for_each("stop", [Cancelled, KeyboardInterrupt])
def test_interrupted_work_leaves_no_file(
    files: type[_Recorded],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    weighted: bool,
    stop: type[BaseException],
) -> None:
    """Nothing has a name while the work is done, and after it no file is open."""
    columns = {"w": np.arange(ROWS) % 5 + 1} if weighted else {}
    table = _table(monkeypatch, **columns)
    whole = _Watched(tmp_path)
    table.statistics(progress=whole)
    assert whole.calls > 15
    for last in range(1, whole.calls + 1):
        with pytest.raises(stop):
            table.statistics(progress=_Watched(tmp_path, last, stop))
    assert os.listdir(tmp_path) == []
    assert len(files.made) > 1
    assert all(each.closed for each in files.made)


def test_an_error_of_the_reader_leaves_no_file(
    files: type[_Recorded], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = _table(monkeypatch)

    def broken(columns: Sequence[str]) -> Iterator[pl.DataFrame]:
        yield pl.DataFrame({"y": [0, 1], "a": [0.1, 0.2]})
        raise OSError("the disk has gone")

    object.__setattr__(table, "batches", broken)
    with pytest.raises(Exception, match="the disk has gone"):
        table.statistics()
    assert os.listdir(tmp_path) == []
    assert files.made
    assert all(each.closed for each in files.made)


# Where partitions begin.


@for_each("name", TABLES)
@for_each("partitions", [1, 2, 7, 1000])
def test_starts_ascend_from_minus_infinity(name: str, partitions: int) -> None:
    for sample in (*TABLES[name], np.empty(0)):
        starts = partition_starts(sample, partitions)
        assert starts[0] == -np.inf
        assert np.all(np.diff(starts[1:]) > 0)
        assert not np.isneginf(starts[1:]).any()
        assert len(starts) <= 2 * partitions + 1


def test_no_partition_of_several_values_is_much_too_large() -> None:
    rng = np.random.default_rng(0)
    sample = np.where(rng.random(10_000) < 0.6, 0.25, rng.random(10_000))
    starts = partition_starts(sample, 20)
    at = np.searchsorted(starts, sample, side="right") - 1
    for partition, rows in enumerate(np.bincount(at)):
        if len(np.unique(sample[at == partition])) > 1:
            assert rows <= 1.5 * len(sample) / 20
    assert {0.25, np.nextafter(0.25, 1)} <= set(starts.tolist())
