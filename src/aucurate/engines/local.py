r"""The engine on this machine: rows of a table pass by in batches, and are never all in memory.

One scan finds what the table holds: how many observations of each class, what is missing
(:class:`aucurate.engines.survey.Survey`), and a sample of the scores. A second one brings the rows
to :class:`aucurate.engines.partitions.Partitions`, which rank them on disk. Batches are polars
frames, whatever reads them: polars, DuckDB, or the partitions of a Dask frame.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import numeric_scores
from aucurate.data.moments import AucMoments, moments_of_units, pulls_of
from aucurate.data.source import Source
from aucurate.data.table_scores import TableScores, TableStatistics, Visitor
from aucurate.data.weights import checked_weights, whole_sampling_weights
from aucurate.engines.batches import Batches
from aucurate.engines.cell_counts import CELLS, SEGMENTS, CellCounts, bounds_within
from aucurate.engines.columns import TableColumns
from aucurate.engines.failures import as_table_errors
from aucurate.engines.partitions import (
    Block,
    Floats,
    Partitions,
    PlacementSums,
    Steps,
    Whole,
    partition_starts,
)
from aucurate.engines.survey import (
    DIGITS,
    MOST_LABELS,
    Absent,
    Counted,
    LabelCounts,
    Survey,
    changed,
)
from aucurate.errors import AucurateError, ScoreError
from aucurate.formatting import shortened
from aucurate.kernels import Cancelled, Progress
from aucurate.kernels.cells import CellMap, count_cells, no_cells, place_by_cells

if TYPE_CHECKING:
    import polars as pl

_SAMPLE = 2**17
_FIXED = 400 * 2**20
"""Bytes that Python, its libraries and a reader take, whatever the table."""

_LEAST_ROWS, _MOST_ROWS = 2**16, 2**23
_FEW_ROWS, _ROWS_OF_RUN = 2**20, 2**13
"""Blocks and partitions have few rows, but so many that a block has long runs for a partition."""

_CELLS_FOR_TOLERANCE = 2.0  # the half-width of an AUC is at most about 1/cells; few are faster
_ROWS_IN_PLACE_OF_A_CELL = 8  # so that cells take little memory beside the rows
_GROUP, _CODE = "group", "code"


@dataclass(frozen=True, slots=True, eq=False)
class _Looked:
    """What a scan gives: the survey, scores of every classifier about evenly from the whole table,
    and the code of every group.
    """

    survey: Survey
    sample: Mapping[str, Floats]
    groups: "pl.DataFrame | None"


class _Surveyor:
    """Counts what a survey needs, batch by batch."""

    def __init__(self, columns: TableColumns) -> None:
        self._columns = columns
        self._absent = {name: Absent() for name in columns.used}
        self._labels: dict[Any, LabelCounts] = {}
        self._range = (math.inf, -math.inf)  # of the weights
        self._groups: list[Any] = []
        self._folds: dict[Any, None] = {}
        self._seen = self._dropped = self._weightless = 0
        self._sample: list[Floats] = []
        self._sampled, self._stride = 0, 1
        self._rng = np.random.default_rng(0)

    def add(self, batch: "pl.DataFrame") -> None:
        """Look at some rows, which come after all others."""
        start, rows = self._seen, batch.height
        self._seen += rows
        gone = self._missing(batch, start)
        if gone is not None:
            self._dropped += int(np.count_nonzero(gone))
            batch = batch.filter(~gone)
        columns, weights = self._columns, None
        with _further_down(start):
            for name in columns.scores:
                if batch[name].dtype.is_integer():
                    numeric_scores(batch[name], name)  # refuses what a float would round
                elif batch[name].dtype.is_decimal():
                    _refuse_long(batch[name], name)
        if columns.weights is not None and columns.weight_kind is not None:
            there = np.arange(start, start + rows)
            if gone is not None:
                there = there[~gone]
            weights = checked_weights(batch[columns.weights].to_numpy(), columns.weight_kind, there)
            weightless = weights == 0
            self._weightless += int(np.count_nonzero(weightless))
            if weightless.any():
                batch, weights = batch.filter(~weightless), weights[~weightless]
            if len(weights):
                low, high = self._range
                self._range = min(low, float(weights.min())), max(high, float(weights.max()))
        self._count_labels(batch, weights)
        if columns.groups is not None:
            self._groups.append(batch[columns.groups].unique().rename(_GROUP))
            if len(self._groups) > 1 and len(self._groups) & (len(self._groups) - 1) == 0:
                self._groups = [_together(self._groups)]
        if columns.fold is not None:
            self._folds.update(dict.fromkeys(batch[columns.fold].unique().to_list()))
        self._take_sample(batch)

    def _missing(self, batch: "pl.DataFrame", start: int) -> NDArray[np.bool_] | None:
        gone = None
        for name in self._columns.used:
            mask = is_absent(batch[name])
            if mask is None:
                continue
            absent = self._absent[name]
            here = int(np.count_nonzero(mask))
            if here and not absent.rows:
                absent.first = start + int(np.argmax(mask))
            absent.rows += here
            gone = mask if gone is None else gone | mask
        return gone

    def _count_labels(self, batch: "pl.DataFrame", weights: Floats | None) -> None:
        labels = batch[self._columns.label]
        if len(self._labels) > MOST_LABELS:
            return
        for value, rows in labels.value_counts().iter_rows():
            known = self._labels.setdefault(value, LabelCounts())
            known.rows += rows
            if weights is not None:
                own = weights[(labels == value).to_numpy()]
                known.weight += float(own.sum())
                known.largest = max(known.largest, float(own.max()))
            else:
                known.weight += rows

    def _take_sample(self, batch: "pl.DataFrame") -> None:
        """Of every stretch of as many rows as the stride a random one."""
        starts = np.arange(0, batch.height, self._stride)
        if not len(starts):
            return
        at = starts + self._rng.integers(0, self._stride, len(starts))
        at = np.minimum(at, batch.height - 1)
        columns = self._columns.scores
        self._sample.append(np.stack([as_floats(batch[name][at]) for name in columns]))
        self._sampled += len(at)
        if self._sampled > 2 * _SAMPLE:
            together = np.concatenate(self._sample, axis=1)
            chosen = np.sort(self._rng.permutation(self._sampled)[:_SAMPLE])
            self._sample, self._sampled = [together[:, chosen]], _SAMPLE
            self._stride *= 2

    def finish(self, source: Source | None) -> _Looked:
        """What was found, or the error for what cannot be used."""
        columns = self._columns
        groups = None
        if self._groups:
            groups = _together(self._groups).to_frame().with_row_index(_CODE)
        low, high = self._range
        counted = Counted(
            columns=columns,
            n_seen=self._seen,
            n_dropped=self._dropped,
            n_weightless=self._weightless,
            absent=self._absent,
            labels=self._labels,
            least=low,
            greatest=high,
            n_groups=0 if groups is None else groups.height,
            folds=tuple(self._folds),
        )
        survey = Survey.of(counted, source)
        scores = np.concatenate(self._sample, axis=1)
        return _Looked(survey, dict(zip(columns.scores, scores, strict=True)), groups)


def _together(values: "Sequence[pl.Series]") -> "pl.Series":
    """The different values of all series."""
    import polars as pl

    return pl.concat(list(values)).unique(maintain_order=True)


class _further_down:  # noqa: N801
    """Errors raised in here about a row of a batch name the row of the table."""

    def __init__(self, start: int) -> None:
        self._start = start

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, AucurateError) and error.row is not None:
            row = error.row + self._start
            error.message = error.message.replace(f"row {error.row}", f"row {row}")
            error.row = row


def _refuse_long(decimals: "pl.Series", name: str) -> None:
    """Refuse decimals of so many digits that a float may not tell two of them apart.

    Which others there are, in other batches, does not matter.
    """
    digits = decimals.cast(str).str.replace_all(r"[-.]", "").str.strip_chars("0").str.len_bytes()
    if ((digits > DIGITS) & decimals.is_not_null()).any():
        row = int((digits.fill_null(0) > DIGITS).arg_max() or 0)
        raise ScoreError(
            f"column '{shortened(name)}', row {row} is {decimals[row]}, which has more digits than "
            f"the {DIGITS} that a 64-bit float always tells apart.",
            hint="convert the column to 64-bit floats, if rounding may create ties.",
            row=row,
        )


def is_absent(series: "pl.Series") -> NDArray[np.bool_] | None:
    """Which values are missing; None where none is."""
    mask = None
    if series.null_count():
        mask = series.is_null().to_numpy()
    if series.dtype.is_float():
        values = series.is_nan()
        if values.any():
            nan = values.fill_null(False).to_numpy()
            mask = nan if mask is None else mask | nan
    return mask


def as_floats(series: "pl.Series") -> Floats:
    """Scores without missing values, as 64-bit floats."""
    import polars as pl

    found: Floats = series.cast(pl.Float64).to_numpy()
    return found


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class LocalTable(TableScores):
    """Scores of a table whose rows can be read again and again, in batches.

    ``sample`` has scores of every classifier, about evenly from the whole table, ``groups`` the
    code of every group, and ``rows_at_once`` is how many rows are in memory at the most.
    """

    columns: TableColumns
    batches: Batches
    survey: Survey
    sample: Mapping[str, Floats]
    groups: "pl.DataFrame | None"
    rows_at_once: int

    @classmethod
    def of(
        cls,
        batches: Batches,
        columns: TableColumns,
        *,
        engine: str,
        memory: int,
        rows_at_once: int | None = None,
        tolerance: float = 0.0,
        source: Source | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """After a look at all rows; ``memory`` is the number of bytes that may be used."""
        surveyor, seen = _Surveyor(columns), 0
        for batch in batches(columns.used):
            surveyor.add(batch)
            seen += batch.height
            if progress is not None and progress(seen, 0, "reading") is False:
                raise Cancelled("stopped while reading")
        looked = surveyor.finish(source)
        return cls(
            names=columns.scores,
            observations=looked.survey.observations,
            engine=engine,
            lower=columns.lower,
            tolerance=tolerance,
            kind=columns.kind,
            columns=columns,
            batches=batches,
            survey=looked.survey,
            sample=looked.sample,
            groups=looked.groups,
            rows_at_once=rows_at_once or rows_within(memory, len(columns.scores)),
        )

    def statistics(
        self,
        *,
        visit: Visitor | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> TableStatistics:
        """Exact moments, by way of files on disk; bounded ones without them, where that will do."""
        if self.allows_approximation and visit is None:
            bounded = self._bounded(threads, progress)
            if bounded is not None:
                return bounded
        rows, many = self.observations.n_rows, len(self.names)
        steps = Steps(progress, rows * (2 + many), "ranking")
        with self._partitioned(steps, threads) as partitions:
            ranked = partitions.rank(visit=visit, progress=steps)
            n_positive, n_negative = partitions.totals()[::-1]
            pairs = n_positive * n_negative
            aucs = tuple(each.wins / (2 * pairs) for each in ranked)
            known: dict[str, Any] = {
                "names": self.names,
                "aucs": aucs,
                "n_positive": self.observations.n_positive,
                "n_negative": self.observations.n_negative,
                "tied_shares": tuple(each.tied / pairs for each in ranked),
            }
            groups = self.observations.n_groups
            if self.observations.is_grouped or self.observations.is_sampled:
                sizes = self.observations.n_positive, self.observations.n_negative
                sums = partitions.unit_sums(aucs, sizes, steps)
                found = sums.moments(pulls_of(aucs), threads=threads)
                moments = moments_of_units(found, groups, sums.effective_sizes, **known)
            else:
                parts = partitions.plain_parts(steps)
                moments = AucMoments(parts=parts, n_groups=groups, **known)
        return TableStatistics(moments=moments, curves=tuple(each.thinned() for each in ranked))

    def _bounded(self, threads: int | None, progress: Progress | None) -> TableStatistics | None:
        """Moments from counts in cells; None where they are not within the tolerance."""
        steps = Steps(progress, 2 * self.observations.n_rows, "counting scores")
        needed = math.ceil(_CELLS_FOR_TOLERANCE / self.tolerance)
        size = min(needed, CELLS, max(1, self.rows_at_once // _ROWS_IN_PLACE_OF_A_CELL))
        maps = [CellMap.of(self._sample_of(name), size, SEGMENTS) for name in self.names]
        counts = self._cell_counts(maps, threads, steps)
        bounds = bounds_within(counts, self.tolerance)
        if bounds is None:
            return None
        totals = counts[0].totals
        sums = PlacementSums(len(self.names), totals, threads)
        middles = [
            tuple(_in_every_cell(own.numbers, values, each.size) for values in own.middles())
            for own, each in zip(counts, maps, strict=True)
        ]
        for block in self._pieces():
            own_rows = block.positive, ~block.positive
            placed = [
                np.empty((len(self.names), np.count_nonzero(own)), np.int64) for own in own_rows
            ]
            for k, (scores, each) in enumerate(zip(block.scores, maps, strict=True)):
                place_by_cells(
                    scores,
                    block.positive,
                    each,
                    *middles[k],
                    of_positives=placed[0][k],
                    of_negatives=placed[1][k],
                    threads=threads,
                )
            weights = block.weights
            sums.add(placed, [None if weights is None else weights[own] for own in own_rows])
            steps.add(len(block.positive))
        pairs = math.prod(totals)
        moments = AucMoments(
            names=self.names,
            aucs=tuple(wins / (2 * pairs) for wins in sums.first[0]),
            n_positive=self.observations.n_positive,
            n_negative=self.observations.n_negative,
            tied_shares=tuple(each.tied_share for each in counts),
            parts=sums.parts(),
            n_groups=self.observations.n_groups,
        )
        return TableStatistics(
            moments=moments,
            curves=tuple(each.edge_curve() for each in counts),
            approximation=bounds,
        )

    def _cell_counts(
        self, maps: Sequence[CellMap], threads: int | None, steps: Steps
    ) -> list[CellCounts]:
        """The scores of every classifier counted in the cells of its map, in one scan."""
        cells = [no_cells(each.size) for each in maps]
        for block in self._pieces():
            for scores, each, own in zip(block.scores, maps, cells, strict=True):
                count_cells(
                    scores, block.positive, each, own, weights=block.weights, threads=threads
                )
            steps.add(len(block.positive))
        return [CellCounts.of_every_cell(each) for each in cells]

    def walk(
        self, visit: Visitor, *, threads: int | None = None, progress: Progress | None = None
    ) -> None:
        """Show the distinct scores of every classifier, from the highest down."""
        steps = Steps(progress, self.observations.n_rows * (1 + len(self.names)), "sorting")
        with self._partitioned(steps, threads) as partitions:
            partitions.rank(visit=visit, placed=False, progress=steps)

    def decisions(self, thresholds: Sequence[float], *, progress: Progress | None = None) -> Whole:
        """The patterns of decisions, counted in one scan."""
        many = len(self.names)
        found = np.zeros((2, 2**many), np.int64)
        steps = Steps(progress, self.observations.n_rows, "counting decisions")
        for block in self._pieces():
            pattern = np.zeros(len(block.positive), np.int64)
            for k, threshold in enumerate(thresholds):
                pattern |= (block.scores[k] >= threshold).astype(np.int64) << k
            for c, own in enumerate((~block.positive, block.positive)):
                weights = None if block.weights is None else block.weights[own]
                if weights is None:
                    found[c] += np.bincount(pattern[own], minlength=2**many)
                else:
                    np.add.at(found[c], pattern[own], weights)
            steps.add(len(block.positive))
        return found

    def _partitioned(self, steps: Steps, threads: int | None) -> Partitions:
        rows = self.observations.n_rows
        at_once = min(self.rows_at_once, max(_FEW_ROWS, math.isqrt(rows * _ROWS_OF_RUN)))
        wanted = math.ceil(1.3 * rows / at_once) if rows > at_once else 1
        partitions = Partitions(
            [partition_starts(self._sample_of(name), wanted) for name in self.names],
            weighted=self.survey.is_weighted,
            n_groups=self.observations.n_groups if self.observations.is_grouped else 0,
            threads=threads,
        )
        try:
            for block in self._blocks(at_once):
                partitions.add(block)
                steps.add(len(block.positive))
        except BaseException:
            partitions.close()
            raise
        return partitions

    def _sample_of(self, name: str) -> Floats:
        """The sample of a classifier, whose higher scores mean more positive."""
        return -self.sample[name] if name in self.lower else self.sample[name]

    def _blocks(self, most: int) -> Iterator[Block]:
        """All rows, so many at once."""
        pending: list[Block] = []
        size = 0
        for block in self._pieces():
            while size + len(block.positive) >= most:
                cut = most - size
                yield _joined([*pending, _part(block, slice(None, cut))])
                block, pending, size = _part(block, slice(cut, None)), [], 0
            pending.append(block)
            size += len(block.positive)
        if size:
            yield _joined(pending)

    def _pieces(self) -> Iterator[Block]:
        """All rows, as many at once as the reader gives."""
        rows = 0
        with as_table_errors(self.observations.source.name):
            for batch in self.batches(self.columns.used):
                block = self._read(batch)
                rows += len(block.positive)
                if len(block.positive):
                    yield block
        self.survey.require_rows(rows)

    def _read(self, batch: "pl.DataFrame") -> Block:
        """A batch as arrays, without rows that are not used."""
        columns = self.columns
        gone = None
        for name in columns.used:
            mask = is_absent(batch[name])
            if mask is not None:
                gone = mask if gone is None else gone | mask
        if gone is not None:
            batch = batch.filter(~gone)
        values = None
        if columns.weights is not None:
            values = as_floats(batch[columns.weights])
            if (weightless := values == 0).any():
                batch, values = batch.filter(~weightless), values[~weightless]
        scores = np.empty((len(self.names), batch.height))
        for row, name in zip(scores, self.names, strict=True):
            row[:] = as_floats(batch[name])
            if name in self.lower:
                np.negative(row, out=row)
        positive = (batch[columns.label] == self.survey.positive).to_numpy()
        return Block(scores, positive, self._whole(values, positive), self._codes(batch))

    def _whole(self, values: Floats | None, positive: NDArray[np.bool_]) -> Whole | None:
        if values is None or not self.survey.is_weighted:
            return None
        if self.survey.exponents is None:
            return values.astype(np.int64)
        own = np.array(self.survey.exponents, np.int32)[positive.view(np.uint8)]
        return whole_sampling_weights(values, own)

    def _codes(self, batch: "pl.DataFrame") -> Whole | None:
        groups = self.groups
        if groups is None or not self.observations.is_grouped:
            return None
        asked = batch[str(self.columns.groups)].rename(_GROUP).to_frame()
        found = asked.join(groups, on=_GROUP, how="left", maintain_order="left")
        if found[_CODE].null_count():
            raise changed()
        codes: Whole = found[_CODE].to_numpy().astype(np.int64)
        return codes


def _in_every_cell(numbers: Whole, values: Whole, size: int) -> Whole:
    """Values of some cells, and 0 for all others."""
    found = np.zeros(size, np.int64)
    found[numbers] = values
    return found


def rows_within(memory: int, classifiers: int) -> int:
    """How many rows can be worked on at once within so many bytes."""
    usable = max(memory - _FIXED, memory // 4)
    return max(_LEAST_ROWS, min(_MOST_ROWS, usable // max(16 * classifiers + 64, 96)))


def _part(block: Block, rows: slice) -> Block:
    return Block(
        block.scores[:, rows],
        block.positive[rows],
        None if block.weights is None else block.weights[rows],
        None if block.groups is None else block.groups[rows],
    )


def _joined(blocks: Sequence[Block]) -> Block:
    """Blocks one after another."""
    weights = [block.weights for block in blocks if block.weights is not None]
    groups = [block.groups for block in blocks if block.groups is not None]
    return Block(
        np.concatenate([block.scores for block in blocks], axis=1),
        np.concatenate([block.positive for block in blocks]),
        np.concatenate(weights) if weights else None,
        np.concatenate(groups) if groups else None,
    )
