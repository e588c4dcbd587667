"""What a look at a whole table finds: its classes, weights, groups, and what is missing.

Engines count in their own ways; what follows from the counts is the same for all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from aucurate.data.arrays import column
from aucurate.data.labels import choose_positive, class_name, distinct_labels
from aucurate.data.observations import DROP_HINT
from aucurate.data.source import Source
from aucurate.data.table_scores import TableObservations, TableWeights
from aucurate.data.weights import class_exponent
from aucurate.engines.columns import TableColumns
from aucurate.errors import LabelError, ScoreError, TableError
from aucurate.formatting import count, join_words, shortened

DIGITS = 15
"""Decimals of so many digits are different numbers as 64-bit floats, too."""

MOST_LABELS = 1000
"""Labels beyond this number are not collected: two classes are needed."""


@dataclass(slots=True)
class LabelCounts:
    """Of the rows with one label: how many, what they weigh, and the largest weight."""

    rows: int = 0
    weight: float = 0.0
    largest: float = 0.0


@dataclass(slots=True)
class Absent:
    """Missing values of one column: how many rows have none, and the first one where rows have
    numbers.
    """

    rows: int = 0
    first: int | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Counted:
    """What an engine counts in a table; ``labels`` are those of the rows that are used.

    ``least`` and ``greatest`` are weights of rows that are used.
    """

    columns: TableColumns
    n_seen: int
    n_dropped: int
    n_weightless: int
    absent: Mapping[str, Absent]
    labels: Mapping[Any, LabelCounts]
    least: float = 1.0
    greatest: float = 1.0
    n_groups: int = 0
    folds: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Survey:
    """What is known of a table after a look at all of its rows.

    ``positive`` is the label of the positive class as the table has it. ``exponents`` scale the
    sampling weights of negatives and positives to whole numbers.
    """

    positive: Any
    observations: TableObservations
    exponents: tuple[int, int] | None = None

    @classmethod
    def of(cls, counted: Counted, source: Source | None = None) -> Self:
        """From what was counted, or the error for what cannot be used.

        ``source`` is where the table is from.
        """
        columns = counted.columns
        if not counted.n_seen:
            raise TableError(
                "the table is empty: it has no rows.", hint="check how it was created."
            )
        if columns.missing == "refuse":
            _refuse_missing(counted)
        positive, negative = _classes(counted)
        found = (
            counted.labels.get(positive, LabelCounts()),
            counted.labels.get(negative, LabelCounts()),
        )
        kind, sizes = columns.weight_kind, [each.rows for each in found]
        exponents = None
        if kind == "frequency":
            sizes = [int(each.weight) for each in found]
        if kind == "sampling":
            negatives, positives = (
                class_exponent(each.weight / 2.0 ** np.frexp(each.largest)[1], each.largest)
                for each in found[::-1]
            )
            exponents = negatives, positives
        observations = TableObservations(
            n_rows=sum(each.rows for each in counted.labels.values()),
            n_positive=sizes[0],
            n_negative=sizes[1],
            positive=class_name(positive),
            negative=class_name(negative),
            weights=None if kind is None else TableWeights(kind, counted.least == counted.greatest),
            n_groups=counted.n_groups,
            class_weights=_class_weights(found) if kind == "sampling" else None,
            fold_names=tuple(sorted(map(str, counted.folds))),
            identifiers=columns.identifiers,
            source=replace(
                source or Source(),
                columns_taken=columns.taken,
                columns_not_used=columns.ignored,
                n_dropped=counted.n_dropped,
                n_weightless=counted.n_weightless,
            ),
            missing={
                name: counted.absent[name].rows
                for name in columns.scores
                if counted.absent[name].rows
            },
        )
        return cls(positive=positive, observations=observations, exponents=exponents)

    def require_rows(self, rows: int) -> None:
        """Refuse a table in which a later scan does not find as many rows as the first."""
        if rows != self.observations.n_rows:
            raise changed()

    @property
    def is_weighted(self) -> bool:
        """Whether rows weigh differently, or stand for several observations."""
        weights, rows = self.observations.weights, self.observations
        if weights is None:
            return False
        return rows.is_sampled or (weights.kind == "frequency" and rows.size != rows.n_rows)


def changed() -> TableError:
    """The error of a table that is not the same in every scan."""
    return TableError(
        "the table changed while it was being used: not every scan finds the same rows.",
        hint="wait until whatever writes it has finished, and open it again; a query must give the "
        "same rows each time.",
    )


def _class_weights(found: tuple[LabelCounts, LabelCounts]) -> tuple[float, float]:
    """The weights of all positives and of all negatives, where the mean weight is 1."""
    positive, negative = found
    scale = (positive.rows + negative.rows) / (positive.weight + negative.weight)
    return positive.weight * scale, negative.weight * scale


def _refuse_missing(counted: Counted) -> None:
    """Raise the error of the first column with missing values; not all rows have numbers."""
    columns = counted.columns
    for name, absent in counted.absent.items():
        if not absent.rows:
            continue
        rows = f"({count(absent.rows, 'such row')} in all)"
        is_label = name == columns.label
        if absent.first is None and is_label:
            have = "row has" if absent.rows == 1 else "rows have"
            raise LabelError(f"{absent.rows:,} {have} no label.", hint=DROP_HINT)
        if is_label:
            raise LabelError(
                f"row {absent.first} has no label {rows}.", hint=DROP_HINT, row=absent.first
            )
        where = f", row {absent.first} is missing {rows}"
        if absent.first is None:
            where = f" is missing in {count(absent.rows, 'row')}"
        raise ScoreError(
            f"{columns.role(name)} must not be missing; column '{shortened(name)}'{where}.",
            hint=DROP_HINT,
            row=absent.first,
        )


def _classes(counted: Counted) -> tuple[Any, Any]:
    """The labels of the positive and the negative class, as the table has them."""
    import polars as pl

    columns = counted.columns
    if not counted.labels:
        reasons = [("missing values", counted.n_dropped), ("weight 0", counted.n_weightless)]
        after = join_words([f"rows with {why}" for why, rows in reasons if rows], "and")
        raise LabelError(
            f"no observation is left after dropping the {after}.",
            hint="correct the table, or leave out the column that is mostly missing.",
        )
    given = list(counted.labels)
    values = column(pl.Series(given))
    missing = counted.absent[columns.label].rows
    chosen = choose_positive(distinct_labels(values), columns.positive, missing=missing)
    first, second = (
        next(g for g, v in zip(given, values, strict=True) if v == one) for one in chosen
    )
    return first, second
