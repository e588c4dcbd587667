"""What is known of the observations apart from their scores."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import coded, column, frozen, missing_mask
from aucurate.data.labels import Labels
from aucurate.data.source import Source, Summarised
from aucurate.data.subgroups import Subgroups
from aucurate.data.units import Units
from aucurate.data.weights import ARGUMENTS, WeightKind, Weights, checked_weights
from aucurate.errors import LabelError, OptionError, ScoreError, UnsupportedError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint

Whole: TypeAlias = NDArray[np.int64]
Missing: TypeAlias = Literal["refuse", "drop"]

WITH_UNITS = "DeLong's variance, MOVER or the bootstrap"
"""Methods for two classes that allow for groups and sampling weights."""

MOST_ROWS = 2**27
DROP_HINT = Hint(
    "drop them with {missing} (the result will count them), or correct the table.", missing="drop"
)


@dataclass(frozen=True, slots=True)
class RepeatedIdentifier:
    """A column of the table that was not used, named like an identifier, with repeated values.

    ``classifier`` is a column of text that has each of its values once for every identifier, as in
    a table in long form.
    """

    name: str
    different: int
    rows: int
    classifier: str = ""


class WithUnits:
    """Rows of several classes that may have weights and groups: what follows from these.

    ``members`` says which rows each class has.
    """

    __slots__ = ()
    weights: Weights | None
    groups: NDArray[np.int64] | None

    def __len__(self) -> int:
        raise NotImplementedError

    @property
    def members(self) -> tuple[NDArray[np.bool_], ...]:
        """Which rows each class has."""
        raise NotImplementedError

    @property
    def units_summary(self) -> str:
        """What follows the number of observations in one line: groups, and the kind of weights."""
        groups = "" if self.groups is None else f", {count(self.n_groups, 'group')}"
        return groups if self.weights is None else f"{groups}, {self.weights.kind} weights"

    @property
    def size(self) -> int:
        """How many observations there are; rows count with their frequency weights."""
        if self.weights is None or self.weights.kind == "sampling":
            return len(self)
        return int(self.weights.whole.sum())

    @property
    def n_groups(self) -> int:
        """How many groups there are, 0 where the observations are not grouped."""
        return 0 if self.groups is None else int(self.groups.max()) + 1

    @property
    def is_grouped(self) -> bool:
        """Whether any group has several observations."""
        return self.groups is not None and self.n_groups < self.size

    @property
    def is_sampled(self) -> bool:
        """Whether sampling weights differ."""
        weights = self.weights
        return weights is not None and weights.kind == "sampling" and not weights.is_constant

    def has_units_of(self, other: "WithUnits") -> bool:
        """Whether rows are in the same groups and have the same weights, up to their scale."""
        ones = np.ones(len(self), np.int64)
        first, second = (
            ones if each.whole_weights is None else each.whole_weights for each in (self, other)
        )
        if not np.array_equal(first, second):
            return False
        if not (self.is_grouped and other.is_grouped):
            return self.is_grouped == other.is_grouped
        assert self.groups is not None
        assert other.groups is not None
        together = len(np.unique(self.groups * other.n_groups + other.groups))
        return together == self.n_groups == other.n_groups

    @property
    def frequencies(self) -> NDArray[np.int64] | None:
        """How many observations each row stands for, None where all stand for one."""
        weights = self.weights
        if weights is None or weights.kind == "sampling":
            return None
        return None if weights.is_constant and weights.whole[0] == 1 else weights.whole

    @property
    def whole_weights(self) -> NDArray[np.int64] | None:
        """Weights as whole numbers, relative to those of the class; None where rows weigh alike."""
        if self.is_sampled:
            assert self.weights is not None
            return self.weights.whole
        return self.frequencies

    @property
    def units(self) -> Units:
        """What was drawn independently: rows, or groups of them, in each class."""
        return _units(self)

    def by_class(self, values: Whole) -> list[Whole]:
        """What the rows of each class have, of one value for every row."""
        return [values[rows] for rows in _rows_of_classes(self)]

    def units_of(self, classes: Sequence[NDArray[np.bool_]]) -> Units:
        """The same, where the classes have these rows."""
        weights, groups = self.whole_weights, self.groups if self.is_grouped else None
        counts = self.frequencies
        members = [np.flatnonzero(rows) for rows in classes]
        return Units.of(
            [len(rows) if counts is None else int(counts[rows].sum()) for rows in members],
            None if weights is None else [weights[rows] for rows in members],
            None if groups is None else [groups[rows] for rows in members],
            self.n_groups,
        )

    @property
    def amounts(self) -> NDArray[Any]:
        """How many observations each row stands for; sampling weights have a mean of 1."""
        if self.is_sampled:
            assert self.weights is not None
            values: NDArray[Any] = self.weights.values
            return values * (len(self) / self.weights.total())
        counts = self.frequencies
        return np.ones(len(self), np.int64) if counts is None else counts

    def total(self, rows: NDArray[np.bool_]) -> float:
        """How many observations some of the rows stand for; sampling weights have a mean of 1."""
        if self.is_sampled:
            assert self.weights is not None
            return self.weights.total(rows) * (len(self) / self.weights.total())
        return int(self.amounts[rows].sum())

    def units_among(self, rows: NDArray[Any]) -> dict[str, Any]:
        """The weights and the groups of some of the rows, as fields of other observations."""
        return {
            "weights": None if self.weights is None else self.weights.of(rows),
            "groups": None if self.groups is None else frozen(coded(self.groups[rows])[0]),
        }

    def require(self, method: str, *, units: bool = False) -> None:
        """Refuse groups and sampling weights on behalf of a method that cannot use them."""
        refuse_units(method, grouped=self.is_grouped and not units, use=self.with_units)
        refuse_units(method, sampled=self.is_sampled and not units, use=self.with_units)

    @property
    def with_units(self) -> str:
        """Methods that allow for groups and sampling weights, for the hint of an error."""
        return WITH_UNITS


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Observations(Summarised, WithUnits):
    """Labels and what else belongs to the rows, checked and frozen.

    ``groups`` and ``folds`` are integer codes from 0 on, those of folds into ``fold_names``.
    ``identifiers`` are columns of the table that show which rows belong together. ``subgroups``
    are columns by whose values a study divides the rows. ``source`` records where the observations
    came from, and what was left out on the way; ``missing`` counts the rows without a score, by
    classifier, where rows were left out for that. A row with a frequency weight stands for so many
    observations, and ``n_positive`` counts them.
    """

    is_positive: NDArray[np.bool_]
    positive: str
    negative: str
    n_positive: int
    weights: Weights | None = None
    groups: NDArray[np.int64] | None = None
    folds: NDArray[np.int64] | None = None
    fold_names: tuple[str, ...] = ()
    identifiers: tuple[RepeatedIdentifier, ...] = ()
    source: Source = field(default_factory=Source)
    subgroups: tuple[Subgroups, ...] = ()
    missing: Mapping[str, int] = field(default_factory=dict)

    def _summary(self) -> str:
        positive = f"{self.n_positive:,} positive ({shortened(self.positive)!r})"
        found = f"{count(self.size, 'observation')}, {positive}"
        return found + self.units_summary

    def __len__(self) -> int:
        return len(self.is_positive)

    @property
    def members(self) -> tuple[NDArray[np.bool_], ...]:
        """Which rows are positive, and which negative."""
        return self.is_positive, ~self.is_positive

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return self.size - self.n_positive

    @property
    def counts(self) -> NDArray[np.int64] | None:
        """How many observations each row stands for, None where all stand for one."""
        return self.frequencies

    @property
    def class_weights(self) -> tuple[float, float] | None:
        """The weights of all positives and of all negatives, where rows have sampling weights.

        With them, as many observations as there are have a mean weight of 1.
        """
        return _class_weights(self) if self.is_sampled else None

    @property
    def effective_sizes(self) -> tuple[float, float] | None:
        """How many independent positives and negatives there are, where not as many as counted."""
        if not (self.is_grouped or self.is_sampled):
            return None
        positive, negative = self.units.effective_sizes
        return positive, negative

    def has_labels_of(self, other: object) -> bool:
        """Whether both have the same labels in the same order."""
        return isinstance(other, Observations) and np.array_equal(
            self.is_positive, other.is_positive
        )

    def among(self, rows: NDArray[np.bool_]) -> "Observations":
        """Some of the rows as a test set of their own, which may lack a class."""
        counts, positive = self.counts, self.is_positive & rows
        return Observations(
            is_positive=frozen(self.is_positive[rows]),
            positive=self.positive,
            negative=self.negative,
            n_positive=int(positive.sum() if counts is None else counts[positive].sum()),
            **self.units_among(rows),
        )

    def plain(self, method: str, *, units: bool = False) -> "Observations":
        """The same with a row for every observation, for a method that knows no counts of rows.

        It is the same for all classifiers that share the observations. Groups and sampling weights
        are refused unless ``units`` says that the method allows for them.
        """
        self.require(method, units=units)
        if self.counts is None:
            return self
        refuse_long(self, method)
        return repeated_observations(self)


def refuse_long(rows: WithUnits, method: str) -> None:
    """Refuse to repeat rows by frequency weights that stand for too many observations."""
    if rows.size > MOST_ROWS:
        raise UnsupportedError(
            f"{method} needs a row for every observation, and frequency weights stand for "
            f"{count(rows.size, 'observation')}; the most is {MOST_ROWS:,}.",
            hint="use a method that counts, such as DeLong's, or take a sample.",
        )


@lru_cache(maxsize=2)
def _rows_of_classes(rows: WithUnits) -> tuple[Whole, ...]:
    return tuple(np.flatnonzero(each) for each in rows.members)


@lru_cache(maxsize=2)
def _units(rows: WithUnits) -> Units:
    return rows.units_of(rows.members)


@lru_cache(maxsize=2)
def _class_weights(rows: Observations) -> tuple[float, float]:
    assert rows.weights is not None
    positive, negative = (rows.weights.total(each) for each in rows.members)
    scale = len(rows) / (positive + negative)
    return positive * scale, negative * scale


@lru_cache(maxsize=8)
def repeated_observations(rows: Observations) -> Observations:
    """With a row for every observation that a row stands for by its frequency weight."""
    counts = rows.counts
    assert counts is not None
    is_positive = frozen(np.repeat(rows.is_positive, counts))
    groups, folds = (
        None if array is None else frozen(np.repeat(array, counts))
        for array in (rows.groups, rows.folds)
    )
    subgroups = tuple(each.repeated(counts) for each in rows.subgroups)
    return replace(
        rows,
        is_positive=is_positive,
        groups=groups,
        folds=folds,
        weights=None,
        subgroups=subgroups,
    )


def refuse_units(
    method: str, *, grouped: bool = False, sampled: bool = False, use: str = WITH_UNITS
) -> None:
    """The errors of methods that cannot use groups or sampling weights.

    ``use`` names some that can.
    """
    if grouped:
        raise UnsupportedError(
            f"{method} does not allow for groups of observations.",
            hint=f"use {use}, which do; or keep one observation of each group, drawn at random.",
        )
    if sampled:
        raise UnsupportedError(
            f"{method} does not take sampling weights.",
            hint=f"use {use}, which do. Without the weights, the result is that of another "
            "population.",
        )


def build(
    labels: Labels,
    columns: Mapping[str, NDArray[Any]],
    *,
    missing: Missing,
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
    folds: Any = None,
    by: Mapping[str, Any] | None = None,
) -> tuple[Observations, NDArray[Any]]:
    """Observations and the matrix of scores (a row per classifier), both checked and frozen."""
    size = len(labels.is_positive)
    subgroups = [Subgroups.of(name, values) for name, values in (by or {}).items()]
    for each in subgroups:
        refuse_length(each.name, each.codes, size)
    extras = row_columns(
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
        groups=groups,
        folds=folds,
    )
    gone = rows_to_drop(size, labels.missing, columns, extras, missing=missing)
    kept = kept_rows(extras, gone, size, columns)
    is_positive = kept.of(labels.is_positive)
    extras = kept.extras
    folds_coded, fold_names = _coded(extras["folds"]) if "folds" in extras else (None, ())
    _refuse_one_class(is_positive, labels, dropped=kept.n_dropped, weightless=kept.n_weightless)
    weights = kept.weights_of((is_positive, ~is_positive)) if kept.weights else None
    n_positive = int(np.count_nonzero(is_positive))
    if weights is not None and weights.kind == "frequency":
        n_positive = int(weights.whole[is_positive].sum())
    observations = Observations(
        is_positive=frozen(is_positive),
        positive=labels.positive,
        negative=labels.negative,
        n_positive=n_positive,
        weights=weights,
        groups=kept.groups,
        folds=folds_coded,
        fold_names=fold_names,
        source=Source(n_dropped=kept.n_dropped, n_weightless=kept.n_weightless),
        subgroups=tuple(each if kept.rows is None else each.among(kept.rows) for each in subgroups),
        missing=kept.missing,
    )
    return observations, score_matrix(columns, kept.rows, len(is_positive))


class KeptRows(NamedTuple):
    """Which rows are kept (None: all of them), and what belongs to these.

    ``weights`` are the kind of weights and their values, none of them 0. ``missing`` counts the
    rows without a score, by classifier, where rows were left out for that.
    """

    rows: NDArray[np.bool_] | None
    weights: tuple[WeightKind, NDArray[np.float64]] | None
    extras: dict[str, NDArray[Any]]
    n_dropped: int
    n_weightless: int
    missing: Mapping[str, int]

    def of(self, array: NDArray[Any]) -> NDArray[Any]:
        """The values of the rows that are kept, along the last axis."""
        return array if self.rows is None else array[..., self.rows]

    def weights_of(self, classes: Sequence[NDArray[np.bool_]]) -> Weights | None:
        """The weights of rows that belong to these classes."""
        return None if self.weights is None else Weights.of_classes(*self.weights, classes)

    @property
    def groups(self) -> NDArray[np.int64] | None:
        """The codes of the groups."""
        return frozen(coded(self.extras["groups"])[0]) if "groups" in self.extras else None


def row_columns(**given: Any) -> dict[str, NDArray[Any]]:
    """What belongs to the rows besides labels and scores, where it is given."""
    return {name: column(values) for name, values in given.items() if values is not None}


def kept_rows(
    extras: Mapping[str, NDArray[Any]],
    gone: NDArray[np.bool_] | None,
    size: int,
    scores: Mapping[str, NDArray[Any]],
) -> KeptRows:
    """The rows that are not gone and whose weight is not 0.

    ``scores`` are those of each classifier, with the rows along the last axis.
    """
    keep, dropped = (None, 0) if gone is None else (~gone, int(np.count_nonzero(gone)))
    weights, others = None, dict(extras)
    given = {kind: others.pop(name) for kind, name in ARGUMENTS.items() if name in others}
    if len(given) > 1:
        raise OptionError(
            "there are frequency weights and sampling weights.",
            hint=Hint(
                "use one of them: {frequency_weights} count equal rows, {sampling_weights} are all "
                "others."
            ),
        )
    for kind, array in given.items():
        rows = np.arange(size) if keep is None else np.flatnonzero(keep)
        values = checked_weights(array[rows], kind, rows)
        weights = (kind, values)
        if (weightless := values == 0).any():
            keep = np.zeros(size, np.bool_)
            keep[rows[~weightless]] = True
            weights = (kind, values[~weightless])
    left_out = 0 if keep is None else size - int(np.count_nonzero(keep))
    known = {name: array if keep is None else array[keep] for name, array in others.items()}
    gaps = {} if gone is None else {name: _gaps(array) for name, array in scores.items()}
    missing = {name: rows for name, rows in gaps.items() if rows}
    return KeptRows(keep, weights, known, dropped, left_out - dropped, missing)


def _gaps(array: NDArray[Any]) -> int:
    """How many rows, along the last axis, lack a value."""
    mask = missing_mask(array)
    return 0 if mask is None else int(mask.reshape(-1, mask.shape[-1]).any(axis=0).sum())


def rows_to_drop(
    size: int,
    unlabelled: NDArray[np.bool_] | None,
    columns: Mapping[str, NDArray[Any]],
    extras: Mapping[str, NDArray[Any]] | None = None,
    *,
    missing: Missing,
) -> NDArray[np.bool_] | None:
    """Where a value is missing from columns of scores or what else belongs to the rows, or None.

    Anything without a value for each label is refused.
    """
    known = [("scores", name, array) for name, array in columns.items()]
    known += [(name, name, array) for name, array in (extras or {}).items()]
    for _, name, array in known:  # a classifier may be named "weights"
        refuse_length(name, array, size)
    titled = ((what, shortened(name), array) for what, name, array in known)
    return missing_rows(unlabelled, titled, missing)


def refuse_length(name: str, array: NDArray[Any], size: int) -> None:
    """Refuse a column that does not have a value for each of so many labels."""
    if len(array) != size:
        raise ScoreError(
            f"'{shortened(name)}' has {count(len(array), 'value')} for {count(size, 'label')}.",
            hint="pass one value per observation, in the same order.",
        )


def missing_rows(
    unlabelled: NDArray[np.bool_] | None,
    columns: Iterable[tuple[str, str, NDArray[Any]]],
    missing: Missing,
) -> NDArray[np.bool_] | None:
    """The rows to drop, or None; refuses at the first missing value unless asked to drop it.

    Each column has a description of its contents, its name in messages, and its values.
    """
    gone = unlabelled
    if gone is not None and missing == "refuse":
        raise LabelError(
            f"row {int(np.argmax(gone))} has no label ({count(int(gone.sum()), 'such row')} in "
            "all).",
            hint=DROP_HINT,
            row=int(np.argmax(gone)),
        )
    for what, name, array in columns:
        mask = missing_mask(array)
        if mask is None:
            continue
        if missing == "refuse":
            raise ScoreError(
                f"{what} must not be missing; column '{name}', row {int(np.argmax(mask))} is "
                f"missing ({count(int(mask.sum()), 'such row')} in all).",
                hint=DROP_HINT,
                row=int(np.argmax(mask)),
                column=name,
            )
        gone = mask if gone is None else gone | mask
    return gone


def score_matrix(
    columns: Mapping[str, NDArray[Any]], keep: NDArray[np.bool_] | None, size: int
) -> NDArray[Any]:
    """A row per classifier with the rows that are kept (None: all of them), frozen."""
    kind = np.result_type(*(a.dtype for a in columns.values())) if columns else np.float64
    matrix = np.empty((len(columns), size), kind)
    for row, array in zip(matrix, columns.values(), strict=True):
        row[:] = array if keep is None else array[keep]
    return frozen(matrix)


def _refuse_one_class(
    is_positive: NDArray[np.bool_], labels: Labels, *, dropped: int, weightless: int
) -> None:
    positives = int(np.count_nonzero(is_positive))
    if 0 < positives < len(is_positive):
        return
    reasons = [("missing values", dropped), ("weight 0", weightless)]
    after = join_words([f"rows with {why}" for why, rows in reasons if rows], "and")
    if len(is_positive) == 0:
        raise LabelError(
            f"no observation is left after dropping the {after}.",
            hint="correct the table, or leave out the column that is mostly missing.",
        )
    absent, present = (
        (labels.positive, labels.negative) if positives == 0 else (labels.negative, labels.positive)
    )
    after = f" after dropping the {after}" if after else ""
    raise LabelError(
        f"all observations are {present!r}{after}; none is {absent!r}, and an AUC needs both.",
        hint="check the label column, or use a test set with both classes.",
    )


def _coded(array: NDArray[Any]) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Groups or folds as integer codes, and the name of each code."""
    codes, distinct = coded(array)
    return frozen(codes), tuple(str(value) for value in distinct)
