r"""The engine for a cluster: the statistics computed where the rows are, by lazy expressions.

The same expressions of Narwhals run on PySpark data frames, DuckDB relations and polars LazyFrames.
No step sorts all rows, and no window is without a partition, which on Spark would send every row to
one task. What comes to this process are sums, and counts of at most about 2^20 cells for each
classifier; of grouped observations also the sums of every group.

1. *Survey*: what is missing, the labels and what they weigh, in two scans.
2. *Cells*: a :class:`aucurate.kernels.cells.CellMap` from a sample, as a decision tree of
   expressions, says which cell a score is in. It never falls as the score rises, so that ties share
   a cell. One scan counts the cells (:class:`aucurate.engines.cell_counts.CellCounts`).
3. *Placements*: the rows of a cell are ranked by windows partitioned by the cell. With
   :math:`L_i` the weight of the negatives in the cell of row i that score no more than i, and
   :math:`T_i` of those tied with it, a positive has the doubled placement

   .. math::  d_i = 2 B_c + 2 L_i - T_i

   where :math:`B_c` is the weight of all negatives in lower cells; a negative that of the
   positives above it, likewise. These are exact integers, the same as those of a sort of all rows.
   The rows of a cell of one score need no window, and are not brought together.
4. *Sums*: of the placements less a whole number c near their mean, and of their products, by class.
   Every factor is split into integers of so few bits that no sum leaves 64 bits, and the sums are
   put together here, where integers have no end. They are exact, so that covariances are those of
   the rows in memory to the last digit. With groups or sampling weights, the sums of
   :mod:`aucurate.data.units` are in 64-bit floats, with the exact AUCs as means.

The rows are moved once for each classifier, by the number of the cell. A value so frequent that a
sample of 2^17 rows shows it among the 64 quantiles has a cell of its own. All others of a cell are
ranked in one task.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Self

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.arrays import INEXACT_HINT
from aucurate.data.moments import AucMoments, moments_of_units, part_of_sums, pulls_of
from aucurate.data.source import Source
from aucurate.data.table_scores import (
    Stretch,
    TableObservations,
    TableScores,
    TableStatistics,
    Visitor,
)
from aucurate.data.units import GroupSums, Part, RowSums, Shares, UnitSums
from aucurate.data.weights import ARGUMENTS, WeightKind, refuse_too_many
from aucurate.engines.backends import (
    SPREAD,
    Backend,
    Frame,
    backend_of,
    fetched,
    placed_name,
    whole,
)
from aucurate.engines.cell_counts import (
    CELLS,
    NO_LEVELS,
    SEGMENTS,
    CellCounts,
    Levels,
    bounds_within,
)
from aucurate.engines.columns import TableColumns
from aucurate.engines.failures import as_table_errors
from aucurate.engines.partitions import Floats, Steps, Whole
from aucurate.engines.survey import DIGITS, MOST_LABELS, Absent, Counted, LabelCounts, Survey
from aucurate.errors import InputError, ScoreError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint
from aucurate.kernels import Progress, ThinnedCurve
from aucurate.kernels.cells import CellMap

_SAMPLE = 2**17
_ROWS_PER_CELL, _CELLS_PER_SEGMENT = 8, 64
"""Few rows are counted in fewer cells, by a shorter decision tree."""

_MOST_FETCHED = 2**22
_MOST_SUMS = 300
"""More sums than these are computed in several scans; code that is too long is not compiled."""

_BITS = 62  # of a sum that a 64-bit integer holds
_EXACT = 2**53
_POSITIVE, _WEIGHT, _GROUP, _CELL = "positive", "weight", "group", "cell"


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class ExpressionTable(TableScores):
    """Scores of a table that a database or a cluster has, which computes what is needed of them.

    ``placed`` has the names of the used columns in ``lazy``, and ``cells`` is about how many cells
    the scores of a classifier are counted in.
    """

    columns: TableColumns
    placed: Mapping[str, str]
    lazy: Frame
    backend: Backend
    survey: Survey
    cells: int

    @classmethod
    def of(
        cls,
        lazy: Frame,
        columns: TableColumns,
        *,
        engine: str,
        tolerance: float = 0.0,
        source: Source | None = None,
        progress: Progress | None = None,
    ) -> Self:
        """After a look at all rows."""
        backend = backend_of(lazy)
        names = lazy.collect_schema().names()
        lazy, place_of = backend.by_place(lazy), {each: at for at, each in enumerate(names)}
        placed = {name: placed_name(place_of[name]) for name in columns.used}
        counted = _counted(lazy, columns, placed, Steps(progress, 4, "reading"))
        survey = Survey.of(counted, source)
        return cls(
            names=columns.scores,
            observations=survey.observations,
            engine=engine,
            lower=columns.lower,
            tolerance=tolerance,
            kind=columns.kind,
            columns=columns,
            placed=placed,
            lazy=lazy,
            backend=backend,
            survey=survey,
            cells=max(1, min(CELLS, survey.observations.n_rows // _ROWS_PER_CELL)),
        )

    def statistics(
        self,
        *,
        visit: Visitor | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> TableStatistics:
        """Exact moments or bounded ones, and the points of the curves that thinning keeps."""
        many = len(self.names)
        steps = Steps(progress, 2 + many * (2 if visit is None else 3), "ranking")
        with self._ranking(steps) as rows:
            if self.allows_approximation and visit is None:
                bounds = bounds_within(rows.counts, self.tolerance)
                if bounds is not None:
                    moments = rows.bounded_moments(self.names, self.observations)
                    curves = tuple(each.edge_curve() for each in rows.counts)
                    steps.add(1 + many)
                    return TableStatistics(moments=moments, curves=curves, approximation=bounds)
            if visit is not None:
                for k in range(many):
                    rows.walk(k, visit)
                    steps.add(1)
            moments, n_levels = rows.moments(self.names, self.observations, threads)
            steps.add(1)
            thinned = []
            for k in range(many):
                thinned.append(None if n_levels is None else rows.curve(k, n_levels[k]))
                steps.add(1)
        return TableStatistics(moments=moments, curves=tuple(thinned))

    def walk(
        self, visit: Visitor, *, threads: int | None = None, progress: Progress | None = None
    ) -> None:
        """Show the distinct scores of every classifier, from the highest down."""
        many = len(self.names)
        steps = Steps(progress, 1 + 2 * many, "sorting")
        with self._ranking(steps) as rows:
            for k in range(many):
                rows.walk(k, visit)
                steps.add(1)

    def decisions(self, thresholds: Sequence[float], *, progress: Progress | None = None) -> Whole:
        """The patterns of decisions, counted in one scan."""
        steps = Steps(progress, 1, "counting decisions")
        pattern = nw.lit(0)
        for k, threshold in enumerate(thresholds):
            called = nw.col(_score(k)) >= float(threshold)
            pattern = pattern + nw.when(called).then(nw.lit(2**k)).otherwise(nw.lit(0))
        with as_table_errors(self.observations.source.name):
            counted = fetched(
                self._rows()
                .select(_POSITIVE, pattern.cast(nw.Int64).alias("pattern"), self._amount)
                .group_by(_POSITIVE, "pattern")
                .agg(nw.col(_WEIGHT).sum().cast(nw.Int64))
            )
        found = np.zeros((2, 2 ** len(self.names)), np.int64)
        found[whole(counted[_POSITIVE]), whole(counted["pattern"])] = whole(counted[_WEIGHT])
        steps.add(1)
        return found

    @property
    def _amount(self) -> nw.Expr:
        """What a row weighs, as a column."""
        return nw.col(_WEIGHT) if self.survey.is_weighted else nw.lit(1).alias(_WEIGHT)

    def _rows(self) -> Frame:
        """The rows that are used, with columns that are named by their roles."""
        columns, survey, placed = self.columns, self.survey, self.placed
        source, frame = survey.observations.source, self.lazy
        if source.n_dropped:
            schema = frame.collect_schema()
            frame = frame.filter(~_any_absent([placed[name] for name in columns.used], schema))
        positive = nw.col(placed[columns.label]) == nw.lit(survey.positive)
        chosen = [nw.when(positive).then(nw.lit(1)).otherwise(nw.lit(0)).alias(_POSITIVE)]
        for k, name in enumerate(self.names):
            score = nw.col(placed[name]).cast(nw.Float64)
            score = -score if name in self.lower else score
            chosen.append(nw.when(score == 0.0).then(nw.lit(0.0)).otherwise(score).alias(_score(k)))
        if columns.weights is not None:
            weights = nw.col(placed[columns.weights]).cast(nw.Float64)
            if source.n_weightless:
                frame = frame.filter(weights > 0.0)
            if survey.is_weighted:
                chosen.append(_whole_weights(weights, positive, survey.exponents).alias(_WEIGHT))
        if survey.observations.is_grouped:
            chosen.append(nw.col(placed[str(columns.groups)]).alias(_GROUP))
        return self.backend.spread(frame.select(*chosen))

    @contextmanager
    def _ranking(self, steps: Steps) -> "Iterator[_Ranking]":
        """The rows, kept where that is possible, and their scores counted in cells."""
        name = self.observations.source.name
        with as_table_errors(name), self.backend.kept(self._rows()) as frame:
            names = [_score(k) for k in range(len(self.names))]
            n_rows = self.observations.n_rows
            segments = max(1, min(SEGMENTS, self.cells // _CELLS_PER_SEGMENT))
            sample = fetched(self.backend.sample(frame, n_rows, _SAMPLE).select(*names))
            steps.add(1)
            rows = _Ranking(
                frame=frame.with_columns(self._amount),
                backend=self.backend,
                is_weighted=self.survey.is_weighted,
                maps=[CellMap.of(sample[n].to_numpy(), self.cells, segments) for n in names],
                steps=steps,
            )
            for k in range(len(names)):
                rows.counts.append(rows.count_cells(k))
                self.survey.require_rows(int(rows.counts[k].rows.sum()))
                steps.add(1)
            yield rows


def _score(k: int) -> str:
    return f"score_{k}"


# A look at all rows.


def _counted(
    lazy: Frame, columns: TableColumns, placed: Mapping[str, str], steps: Steps
) -> Counted:
    """What a survey needs, by scans of the table."""
    schema = lazy.collect_schema()
    for name in columns.scores:
        _check_type(name, schema[placed[name]], "scores", ScoreError)
    weight, weightless = nw.lit(1.0), dict[str, nw.Expr]()
    there = ~_any_absent([placed[name] for name in columns.used], schema)
    if columns.weights is not None and columns.weight_kind is not None:
        dtype = schema[placed[columns.weights]]
        _check_type(columns.weights, dtype, ARGUMENTS[columns.weight_kind], InputError)
        weight = nw.col(placed[columns.weights]).cast(nw.Float64)
        weightless = _weight_counts(weight, columns.weight_kind, there)
    used = {f"absent_{i}": placed[name] for i, name in enumerate(columns.used)}
    found = _one_row(
        lazy,
        rows=nw.len(),
        used=_how_many(there),
        **{key: _how_many(_absent(name, schema)) for key, name in used.items()},
        **_ranges([placed[name] for name in columns.scores], schema),
        **weightless,
    )
    steps.add(1)
    n_used, n_weightless = found["used"], found.get("weightless", 0)
    _refuse_weights(columns, found)
    for i, name in enumerate(columns.scores):
        if max(found.get(f"most_{i}") or 0, -(found.get(f"least_{i}") or 0)) > _EXACT:
            _refuse_inexact(lazy, placed[name], name)
    kept = lazy if n_used == found["rows"] else lazy.filter(there)
    if n_weightless:
        kept = kept.filter(weight > 0.0)
    labels = fetched(
        kept.select(nw.col(placed[columns.label]).alias("label"), weight.alias(_WEIGHT))
        .group_by("label")
        .agg(
            nw.len().alias("rows"),
            nw.col(_WEIGHT).sum().alias("sum"),
            nw.col(_WEIGHT).min().alias("least"),
            nw.col(_WEIGHT).max().alias("most"),
        )
        .head(MOST_LABELS + 1)
    ).select("label", "rows", "sum", "least", "most")
    steps.add(1)
    n_groups, folds = 0, tuple[Any, ...]()
    if columns.groups is not None:
        n_groups = _one_row(kept, groups=nw.col(placed[columns.groups]).n_unique())["groups"]
    steps.add(1)
    if columns.fold is not None:
        fold = placed[columns.fold]
        folds = tuple(fetched(kept.select(fold).unique())[fold].to_list())
    steps.add(1)
    return Counted(
        columns=columns,
        n_seen=found["rows"],
        n_dropped=found["rows"] - n_used if columns.missing == "drop" else 0,
        n_weightless=n_weightless,
        absent={n: Absent(found[f"absent_{i}"]) for i, n in enumerate(columns.used)},
        labels={
            value: LabelCounts(rows, total, most)
            for value, rows, total, _, most in labels.iter_rows()
        },
        least=labels["least"].min() if len(labels) else 1.0,
        greatest=labels["most"].max() if len(labels) else 1.0,
        n_groups=n_groups,
        folds=folds,
    )


def _one_row(frame: Frame, **expressions: nw.Expr) -> dict[str, Any]:
    """Aggregates of a whole frame by their names."""
    found: dict[str, Any] = fetched(frame.select(**expressions)).row(0, named=True)
    return {name: value or 0 for name, value in found.items()}


def _how_many(condition: nw.Expr) -> nw.Expr:
    return _either(condition, nw.lit(1), nw.lit(0)).sum().cast(nw.Int64)


def _absent(name: str, schema: nw.Schema) -> nw.Expr:
    missing = nw.col(name).is_null()
    return missing | nw.col(name).is_nan() if schema[name].is_float() else missing


def _any_absent(names: Sequence[str], schema: nw.Schema) -> nw.Expr:
    found = _absent(names[0], schema)
    for name in names[1:]:
        found = found | _absent(name, schema)
    return found


def _check_type(
    name: str, dtype: Any, what: str, error: type[ScoreError] | type[InputError]
) -> None:
    """Refuse a column that is not of numbers, or of decimals that a float may not tell apart."""
    if dtype == nw.Boolean or (dtype.is_numeric() and not dtype.is_decimal()):
        return
    if dtype.is_decimal() and dtype.precision is not None and dtype.precision <= DIGITS:
        return
    raise error(
        f"{what} must be numbers; column '{shortened(name)}' holds {str(dtype).lower()}.",
        hint="convert the column to 64-bit floats.",
    )


def _ranges(names: Sequence[str], schema: nw.Schema) -> dict[str, nw.Expr]:
    """The least and the greatest one of columns of whole numbers, by their places."""
    found: dict[str, nw.Expr] = {}
    for i, name in enumerate(names):
        if schema[name].is_integer():
            found |= {f"least_{i}": nw.col(name).min(), f"most_{i}": nw.col(name).max()}
    return found


def _refuse_inexact(frame: Frame, column: str, name: str) -> None:
    """Refuse whole numbers in a column, of this name, that are not the same as a float.

    The float f of a whole number x is exact if f - 2^32 q, which is, equals x - 2^32 q.
    """
    near = nw.col(column).cast(nw.Float64)
    down = nw.when(near > 0.0).then(nw.lit(1.0)).otherwise(nw.lit(0.0))
    high = ((near / 2.0**32).floor() - down).alias("high")
    parts = frame.select(nw.col(column).alias("whole"), near.alias("near"), high)
    rest = nw.col("whole") - nw.col("high").cast(nw.Int64) * 2**32
    wrong = rest.cast(nw.Float64) != nw.col("near") - nw.col("high") * 2.0**32
    rows = _one_row(parts, wrong=_how_many(wrong))["wrong"]
    if rows:
        raise ScoreError(
            f"column '{shortened(name)}' has {count(rows, 'row')} with whole numbers that a 64-bit "
            "float cannot represent exactly; rounding would create ties.",
            hint=INEXACT_HINT,
        )


def _weight_counts(weight: nw.Expr, kind: WeightKind, there: nw.Expr) -> dict[str, nw.Expr]:
    """How many weights are 0, and how many cannot be used; their sum."""
    found = {
        "weightless": _how_many(there & (weight == 0.0)),
        "negative": _how_many(there & ((weight < 0.0) | (weight == math.inf))),
    }
    if kind == "frequency":
        found["broken"] = _how_many(there & (weight != weight.floor()))
        found["total"] = nw.when(there).then(weight).otherwise(nw.lit(0.0)).sum()
    return found


def _refuse_weights(columns: TableColumns, found: dict[str, Any]) -> None:
    """The errors of weights that cannot be used."""
    if columns.weight_kind is None:
        return
    name = ARGUMENTS[columns.weight_kind]
    if rows := found["negative"]:
        raise InputError(
            f"{name} must be 0 or more; {count(rows, 'row')} {_has(rows)} others.",
            hint="check the column of weights.",
        )
    if columns.weight_kind == "sampling":
        return
    if rows := found["broken"]:
        raise InputError(
            f"{name} must be whole numbers; {count(rows, 'row')} {_has(rows)} others.",
            hint=Hint("weights that are not counts of equal rows are {sampling_weights}."),
        )
    refuse_too_many(found["total"])


def _has(rows: int) -> str:
    return "has" if rows == 1 else "have"


def _whole_weights(
    weights: nw.Expr, positive: nw.Expr, exponents: tuple[int, int] | None
) -> nw.Expr:
    """Weights as whole numbers, as :func:`aucurate.data.weights.whole_sampling_weights`."""
    if exponents is None:
        return weights.cast(nw.Int64)
    scaled = [_scaled(weights, each) for each in exponents]
    chosen = nw.when(positive).then(scaled[1]).otherwise(scaled[0])
    down = chosen.floor()
    rest, half = chosen - down, (down / 2.0).floor()
    up = (rest > 0.5) | ((rest == 0.5) & (down != half * 2.0))
    nearest = down + nw.when(up).then(nw.lit(1.0)).otherwise(nw.lit(0.0))
    return nw.when(nearest < 1.0).then(nw.lit(1.0)).otherwise(nearest).cast(nw.Int64)


def _scaled(weights: nw.Expr, exponent: int) -> nw.Expr:
    """Weights times a power of two, which may be more than a float holds."""
    first = exponent // 2
    return weights * 2.0**first * 2.0 ** (exponent - first)


# Ranking.


def _doubled(k: int) -> str:
    """The column of the doubled placements by one classifier."""
    return f"doubled_{k}"


def _tied(k: int) -> str:
    """The column of what is tied with each positive."""
    return f"tied_{k}"


def _last(k: int) -> str:
    """The column that is 1 in one row of each distinct score."""
    return f"last_{k}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ranking:
    """The rows of a table, and the counts of their scores in the cells of each classifier."""

    frame: Frame
    backend: Backend
    is_weighted: bool
    maps: list[CellMap]
    steps: Steps
    counts: list[CellCounts] = field(default_factory=list)

    @property
    def totals(self) -> tuple[int, int]:
        """How much positives and negatives weigh."""
        return self.counts[0].totals

    def count_cells(self, k: int) -> CellCounts:
        """What each cell of one classifier holds, by one scan."""
        score, weight, positive = nw.col(_score(k)), nw.col(_WEIGHT), nw.col(_POSITIVE)
        found = fetched(
            self.frame.select(
                _cell(self.maps[k], score).alias(_CELL),
                score.alias("score"),
                (weight * positive).alias("up"),
                (weight * (1 - positive)).alias("down"),
            )
            .group_by(_CELL)
            .agg(
                nw.col("up").sum().cast(nw.Int64),
                nw.col("down").sum().cast(nw.Int64),
                nw.col("score").min().alias("low"),
                nw.col("score").max().alias("high"),
                nw.len().alias("rows"),
            )
        )
        return CellCounts.of(
            whole(found[_CELL]),
            whole(found["up"]),
            whole(found["down"]),
            found["low"].to_numpy(),
            found["high"].to_numpy(),
            whole(found["rows"]),
        )

    def levels(self, k: int, chosen: NDArray[np.bool_] | slice) -> Levels:
        """The distinct scores in some of the cells."""
        counts, score = self.counts[k], nw.col(_score(k))
        frame = self.frame.select(_POSITIVE, _WEIGHT, score.alias("score"))
        cells = counts.cells[chosen]
        if not len(cells):
            return NO_LEVELS
        low, high = float(cells["low"][0]), float(cells["high"][-1])
        frame = frame.filter((nw.col("score") >= low) & (nw.col("score") <= high))
        if not isinstance(chosen, slice):
            wanted = self.backend.table(self.frame, {_CELL: counts.numbers[chosen]})
            cell = _cell(self.maps[k], nw.col("score")).alias(_CELL)
            frame = frame.with_columns(cell).join(wanted, on=_CELL, how="inner")
        weight, positive = nw.col(_WEIGHT), nw.col(_POSITIVE)
        found = fetched(
            frame.select(
                "score",
                (weight * positive).alias("up"),
                (weight * (1 - positive)).alias("down"),
            )
            .group_by("score")
            .agg(nw.col("up").sum().cast(nw.Int64), nw.col("down").sum().cast(nw.Int64))
        ).sort("score", descending=True)
        return Levels(found["score"].to_numpy(), whole(found["up"]), whole(found["down"]))

    def walk(self, k: int, visit: Visitor) -> None:
        """Show the distinct scores of one classifier, in stretches of neighbouring cells."""
        counts = self.counts[k]
        n_positive, n_negative = counts.totals
        up = down = 0
        rows = np.where(counts.is_constant, 1, counts.rows)
        end = len(rows)
        while end:
            held = np.cumsum(rows[:end][::-1])
            start = end - max(1, int(np.searchsorted(held, _MOST_FETCHED, side="right")))
            found = self.levels(k, slice(start, end))
            visit(
                k,
                Stretch(
                    found.scores, found.positives, found.negatives, up, down, n_positive, n_negative
                ),
            )
            up += int(found.positives.sum())
            down += int(found.negatives.sum())
            end = start

    def curve(self, k: int, n_levels: int) -> ThinnedCurve | None:
        """The points of one classifier's curve that thinning keeps."""
        counts = self.counts[k]
        lines = counts.lines()
        if lines is None:
            return None
        wanted = counts.wanted(lines, _MOST_FETCHED)
        return counts.thinned(lines, wanted, self.levels(k, wanted), n_levels)

    def moments(
        self, names: tuple[str, ...], rows: TableObservations, threads: int | None
    ) -> tuple[AucMoments, list[int] | None]:
        """The moments, and how many distinct scores each classifier has, which weights hide."""
        known: dict[str, Any] = {
            "names": names,
            "n_positive": rows.n_positive,
            "n_negative": rows.n_negative,
        }
        frame, pairs = self._placed(), math.prod(self.totals)
        if not (rows.is_grouped or rows.is_sampled):
            sums, parts, wins = self._plain(frame)
            known |= self._shares(sums, wins, pairs)
            moments = AucMoments(parts=parts, n_groups=rows.n_groups, **known)
            return moments, self._levels(sums)
        with self.backend.kept(frame) as kept:
            sums, wins = self._wins(kept, rows.n_rows)
            known |= self._shares(sums, wins, pairs)
            means = np.array(known["aucs"])
            units = UnitSums(
                sizes=(rows.n_positive, rows.n_negative),
                rows=self._row_sums(kept, means),
                groups=self._group_sums(kept, means) if rows.is_grouped else None,
            )
        found = units.moments(pulls_of(known["aucs"]), threads=threads)
        moments = moments_of_units(found, rows.n_groups, units.effective_sizes, **known)
        return moments, self._levels(sums)

    def bounded_moments(self, names: tuple[str, ...], rows: TableObservations) -> AucMoments:
        """The moments if pairs in a cell are ties, which no window is needed for."""
        frame = self.frame
        for k in range(len(self.maps)):
            frame = self._place_in_middles(frame, k)
        sums, parts, wins = self._plain(frame)
        return AucMoments(
            names=names,
            n_positive=rows.n_positive,
            n_negative=rows.n_negative,
            parts=parts,
            n_groups=rows.n_groups,
            **self._shares(sums, wins, math.prod(self.totals)),
        )

    def _shares(self, sums: "_ExactSums", wins: Sequence[int], pairs: int) -> dict[str, Any]:
        """The AUCs, and the shares of tied pairs."""
        factors = self._factors(sums)
        tied = [sums.total(1, *factors, _tied(k)) for k in range(len(wins))]
        return {
            "aucs": tuple(won / (2 * pairs) for won in wins),
            "tied_shares": tuple(ties / pairs for ties in tied),
        }

    # Placements.

    def _placed(self) -> Frame:
        """The rows with their placements by every classifier."""
        frame = self.frame
        for k in range(len(self.maps)):
            frame = self._place(frame, k)
        return frame

    def _place(self, frame: Frame, k: int) -> Frame:
        """The rows with their placements by one more classifier, whose scores are not needed now.

        Rows of cells of one score need not be together, and on a cluster they are not.
        """
        counts, others = self.counts[k], [name for name in frame.columns if name != _score(k)]
        alone = self.backend.table(
            self.frame, {_CELL: counts.numbers, "alone": counts.is_constant.astype(np.int64)}
        )
        cells = self.backend.table(
            self.frame,
            {
                _CELL: counts.numbers,
                "up_here": counts.cells["positives"],
                "down_here": counts.cells["negatives"],
                "up_below": counts.below("positives"),
                "down_below": counts.below("negatives"),
            },
        )
        score, weight, positive = nw.col(_score(k)), nw.col(_WEIGHT), nw.col(_POSITIVE)
        is_alone, here = nw.col("alone") == 1, [_CELL]
        frame = frame.with_columns(_cell(self.maps[k], score).alias(_CELL))
        frame = frame.join(alone, on=_CELL, how="left")
        if self.backend.spreads:
            here.append("part")
            part = nw.when(is_alone).then(nw.col(SPREAD)).otherwise(nw.lit(0))
            frame = frame.with_columns(part.alias("part"))
        down = weight * (1 - positive)
        frame = frame.with_columns(down.alias("down"))
        order = _score(k)
        frame = frame.with_columns(
            nw.col(_WEIGHT).cum_sum().over(*here, order_by=order).alias("all_to_row"),
            nw.col("down").cum_sum().over(*here, order_by=order).alias("down_to_row"),
        )
        ties = (*here, order)
        frame = frame.with_columns(
            nw.col("all_to_row").max().over(*ties).alias("all_to"),
            nw.col("down_to_row").max().over(*ties).alias("down_to"),
            nw.col(_WEIGHT).sum().over(*ties).alias("all_tied"),
            nw.col("down").sum().over(*ties).alias("down_tied"),
        )
        frame = frame.join(cells, on=_CELL, how="left")  # after the rows have moved
        down_to = _either(is_alone, nw.col("down_here"), nw.col("down_to"))
        down_tied = _either(is_alone, nw.col("down_here"), nw.col("down_tied"))
        up_to = _either(is_alone, nw.col("up_here"), nw.col("all_to") - nw.col("down_to"))
        up_tied = _either(is_alone, nw.col("up_here"), nw.col("all_tied") - nw.col("down_tied"))
        of_positive = 2 * (nw.col("down_below") + down_to) - down_tied
        of_negative = 2 * (self.totals[0] - nw.col("up_below") - up_to) + up_tied
        is_positive, is_last = positive == 1, nw.col("all_to_row") == nw.col("all_to")
        return frame.select(
            *others,
            _either(is_positive, of_positive, of_negative).cast(nw.Int64).alias(_doubled(k)),
            _either(is_positive, down_tied, nw.lit(0)).cast(nw.Int64).alias(_tied(k)),
            _either(~is_alone & is_last, nw.lit(1), nw.lit(0)).cast(nw.Int64).alias(_last(k)),
        )

    def _place_in_middles(self, frame: Frame, k: int) -> Frame:
        """The rows with the placements by one more classifier that pairs tied in cells give."""
        counts = self.counts[k]
        others = [name for name in frame.columns if name != _score(k)]
        of_positive, of_negative = counts.middles()
        cells = self.backend.table(
            self.frame,
            {
                _CELL: counts.numbers,
                "of_positive": of_positive,
                "of_negative": of_negative,
                "tied": np.where(counts.is_constant, counts.cells["negatives"], 0),
            },
        )
        frame = frame.with_columns(_cell(self.maps[k], nw.col(_score(k))).alias(_CELL))
        is_positive = nw.col(_POSITIVE) == 1
        return frame.join(cells, on=_CELL, how="left").select(
            *others,
            _either(is_positive, nw.col("of_positive"), nw.col("of_negative")).alias(_doubled(k)),
            _either(is_positive, nw.col("tied"), nw.lit(0)).cast(nw.Int64).alias(_tied(k)),
            nw.lit(0).cast(nw.Int64).alias(_last(k)),
        )

    def _levels(self, sums: "_ExactSums") -> list[int] | None:
        """How many distinct scores each classifier has, None with weights."""
        if self.is_weighted:
            return None
        return [
            int(counts.is_constant.sum()) + sum(sums.total(c, _last(k)) for c in range(2))
            for k, counts in enumerate(self.counts)
        ]

    # Sums.

    def _plain(self, frame: Frame) -> "tuple[_ExactSums, tuple[Part, ...], list[int]]":
        """The sums, the parts and the wins of observations that are drawn one by one."""
        many, totals = range(len(self.maps)), self.totals
        centres = [each.centres() for each in self.counts]
        is_positive = nw.col(_POSITIVE) == 1
        frame = frame.with_columns(
            (nw.col(_doubled(k)) - _either(is_positive, *map(nw.lit, centres[k]))).alias(
                _doubled(k)
            )
            for k in many
        )
        weight = _WEIGHT if self.is_weighted else None
        sums = _ExactSums(frame, max(totals), weight)
        self._want_ties(sums)
        for k in many:
            sums.split(_doubled(k), 2 * max(totals))
            sums.want(_doubled(k))
            for other in range(k + 1):
                sums.want(_doubled(other), _doubled(k))
            sums.want_power(_doubled(k), 3)
            sums.want_power(_doubled(k), 4)
        sums.compute(self.backend)
        parts = []
        for c, (own, others) in enumerate(zip(totals, totals[::-1], strict=True)):
            of = 1 - c  # positives come first among the parts, and their rows have a 1
            first = [sums.total(of, _doubled(k)) for k in many]
            products = [
                [sums.total(of, *(_doubled(at) for at in sorted((j, k)))) for j in many]
                for k in many
            ]
            powers = [
                (
                    first[k],
                    products[k][k],
                    sums.power(of, _doubled(k), 3),
                    sums.power(of, _doubled(k), 4),
                )
                for k in many
            ]
            parts.append(part_of_sums(own, first, products, powers, 2 * others))
        wins = [sums.total(1, _doubled(k)) + totals[0] * centres[k][0] for k in many]
        return sums, tuple(parts), wins

    def _want_ties(self, sums: "_ExactSums") -> None:
        for k in range(len(self.maps)):
            sums.split(_tied(k), max(self.totals))
            sums.want(*self._factors(sums), _tied(k))
            if not self.is_weighted:
                sums.split(_last(k), 1)
                sums.want(_last(k))

    def _factors(self, sums: "_ExactSums") -> tuple[str, ...]:
        """What the rows are weighed with, unless the sums do."""
        return (_WEIGHT,) if self.is_weighted and sums.weight is None else ()

    def _wins(self, frame: Frame, n_rows: int) -> "tuple[_ExactSums, list[int]]":
        """The sums that AUCs need, and the wins, with weights that fill 60 bits."""
        many = range(len(self.maps))
        sums = _ExactSums(frame, n_rows, None)
        sums.split(_WEIGHT, max(self.totals))
        self._want_ties(sums)
        factors = self._factors(sums)
        for k in many:
            sums.split(_doubled(k), 2 * max(self.totals))
            sums.want(*factors, _doubled(k))
        sums.compute(self.backend)
        return sums, [sums.total(1, *factors, _doubled(k)) for k in many]

    def _influences(self, frame: Frame, means: Floats) -> Frame:
        """The rows with their shares of their class, and influences less their means."""
        is_positive, (n_positive, n_negative) = nw.col(_POSITIVE) == 1, self.totals
        unit = _either(is_positive, nw.lit(2.0 * n_negative), nw.lit(2.0 * n_positive))
        own = _either(is_positive, nw.lit(float(n_positive)), nw.lit(float(n_negative)))
        return frame.with_columns(
            (nw.col(_WEIGHT).cast(nw.Float64) / own).alias("share"),
            *(
                (nw.col(_doubled(k)).cast(nw.Float64) / unit - float(mean)).alias(f"x_{k}")
                for k, mean in enumerate(means)
            ),
        )

    def _row_sums(self, frame: Frame, means: Floats) -> tuple[RowSums, ...]:
        """What the rows of each class add, positives first."""
        many, share = range(len(means)), nw.col("share")
        wanted = {
            "rows": nw.len(),
            "squares": (share * share).sum(),
            "largest": share.max(),
        }
        for k in many:
            x = nw.col(f"x_{k}")
            square = share * x * (share * x)
            wanted[f"fourth_{k}"] = (square * square).sum()
            for j in range(k + 1):
                y = nw.col(f"x_{j}")
                product, distance = x * y, (x - y) * (x - y)
                wanted[f"products_{j}_{k}"] = (share * share * product).sum()
                wanted[f"single_products_{j}_{k}"] = (share * product).sum()
                wanted[f"distances_{j}_{k}"] = (share * share * distance).sum()
                wanted[f"single_distances_{j}_{k}"] = (share * distance).sum()
        found = _by_class(self._influences(frame, means), wanted)

        def matrix(c: int, what: str) -> Floats:
            return np.array(
                [[found[c][f"{what}_{min(j, k)}_{max(j, k)}"] for j in many] for k in many]
            )

        kinds = ("products", "distances", "single_products", "single_distances")
        return tuple(
            RowSums(
                kernels.ShareMoments(
                    **{what: matrix(c, what) for what in kinds},
                    fourth=np.array([found[c][f"fourth_{k}"] for k in many]),
                ),
                Shares(found[c]["rows"], found[c]["squares"], found[c]["largest"]),
            )
            for c in (1, 0)
        )

    def _group_sums(self, frame: Frame, means: Floats) -> GroupSums:
        """What every group adds; these sums come to this process."""
        share = nw.col("share")
        values = {"share": share} | {f"x_{k}": nw.col(f"x_{k}") * share for k in range(len(means))}
        chosen = {
            f"{name}_{c}": _either(nw.col(_POSITIVE) == c, value, nw.lit(0.0))
            for name, value in values.items()
            for c in (1, 0)
        }
        found = fetched(
            self._influences(frame, means)
            .select(_GROUP, **chosen)
            .group_by(_GROUP)
            .agg(*(nw.col(name).sum() for name in chosen))
        )
        added = tuple(
            np.stack([found[f"x_{k}_{c}"].to_numpy() for k in range(len(means))]) for c in (1, 0)
        )
        return GroupSums(added, np.stack([found[f"share_{c}"].to_numpy() for c in (1, 0)]))


def _either(condition: nw.Expr, yes: nw.Expr, no: nw.Expr) -> nw.Expr:
    return nw.when(condition).then(yes).otherwise(no)


def _cell(map: CellMap, score: nw.Expr) -> nw.Expr:
    """The cell of a score: a decision tree over the segments of the map."""

    def of(first: int, end: int) -> nw.Expr:
        if end - first > 1:
            middle = (first + end) // 2
            return _either(score < float(map.starts[middle]), of(first, middle), of(middle, end))
        width, cells_below = int(map.widths[first]), float(map.firsts[first])
        if width == 1:
            return nw.lit(cells_below)
        place = (score - float(map.starts[first])) * float(map.slopes[first])
        return _either(place < width - 1.0, place.floor(), nw.lit(width - 1.0)) + cells_below

    return of(0, len(map.starts)).cast(nw.Int64)


def _by_class(frame: Frame, wanted: Mapping[str, nw.Expr]) -> list[dict[str, Any]]:
    """Aggregates of the negatives and of the positives, by their names."""
    found = fetched(
        frame.group_by(_POSITIVE).agg(*(each.alias(name) for name, each in wanted.items()))
    ).sort(_POSITIVE)
    rows: list[dict[str, Any]] = found.to_dicts()
    return rows


class _ExactSums:
    r"""Sums by class of columns of whole numbers and of their products, as integers without end.

    A column x is split into :math:`x = \sum_i 2^{b i} x_i` with parts of about b bits, so few that
    the sum over the rows of the products of any two parts stays in 64 bits. ``size`` is how much
    the rows of a class weigh, and ``weight`` is a column that every sum is weighed with.
    """

    def __init__(self, frame: Frame, size: int, weight: str | None) -> None:
        self.weight = weight
        self._frame = frame
        self._bits = (_BITS - size.bit_length()) // 2
        self._parts: dict[str, list[str]] = {}
        self._wanted: dict[str, nw.Expr] = {}
        self._found: list[dict[str, Any]] = []

    def split(self, name: str, largest: int) -> None:
        """Split a column of numbers that are not larger than this.

        The quotient is that of floats, and need not be the nearest: the parts add up to the column.
        """
        parts, rest, bits = list[str](), name, largest.bit_length() + 1
        while bits > self._bits:
            low, high = f"{name}_low_{len(parts)}", f"{name}_high_{len(parts)}"
            quotient = (nw.col(rest).cast(nw.Float64) / 2.0**self._bits).floor().cast(nw.Int64)
            self._frame = self._frame.with_columns(quotient.alias(high))
            remainder = nw.col(rest) - nw.col(high) * 2**self._bits
            self._frame = self._frame.with_columns(remainder.alias(low))
            parts.append(low)
            rest, bits = high, bits - self._bits
        self._parts[name] = [*parts, rest]

    def want(self, *names: str) -> None:
        """Ask for the sum of a column, or of the product of two of them."""
        for key, columns, _ in self._terms(names):
            value = nw.lit(1) if self.weight is None else nw.col(self.weight)
            for column in columns:
                value = value * nw.col(column)
            self._wanted[key] = value.sum().cast(nw.Int64)

    def want_power(self, name: str, power: int) -> None:
        """Ask for the sum of a power of a column, in floats."""
        value = nw.col(name).cast(nw.Float64)
        raised = math.prod([value] * (power - 1), start=value)
        if self.weight is not None:
            raised = raised * nw.col(self.weight).cast(nw.Float64)
        self._wanted[f"{name}_to_{power}"] = raised.sum()

    def compute(self, backend: Backend) -> None:
        """Compute what was asked for."""
        wanted = list(self._wanted.items())
        parts = [dict(wanted[at : at + _MOST_SUMS]) for at in range(0, len(wanted), _MOST_SUMS)]
        self._found = [{}, {}]
        with backend.kept(self._frame) if len(parts) > 1 else nullcontext(self._frame) as frame:
            for part in parts:
                for known, found in zip(self._found, _by_class(frame, part), strict=True):
                    known |= found

    def total(self, of: int, *names: str) -> int:
        """A sum over the negatives (0) or the positives (1)."""
        return sum(int(self._found[of][key]) << shift for key, _, shift in self._terms(names))

    def power(self, of: int, name: str, power: int) -> int:
        """The sum of a power."""
        return int(self._found[of][f"{name}_to_{power}"])

    def _terms(self, names: Sequence[str]) -> Iterator[tuple[str, list[str], int]]:
        """Of the product of columns, the products of their parts: name, factors, power of two."""
        parts = [list(enumerate(self._parts[name])) for name in names]
        for chosen in product(*parts):
            columns = sorted(column for _, column in chosen)
            yield "__".join(columns), columns, self._bits * sum(at for at, _ in chosen)
