"""What is known of the observations apart from their scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import coded, column, frozen, missing_mask
from aucurate.data.labels import Labels
from aucurate.data.source import Source, Summarised
from aucurate.data.units import Units
from aucurate.data.weights import ARGUMENTS, WeightKind, Weights, checked_weights
from aucurate.errors import LabelError, OptionError, ScoreError, UnsupportedError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Hint

Whole: TypeAlias = NDArray[np.int64]
Missing: TypeAlias = Literal["refuse", "drop"]

_MOST_ROWS = 2**27
_DROP_HINT = Hint(
    "drop them with {missing} (the result will count them), or correct the table.", missing="drop"
)


@dataclass(frozen=True, slots=True)
class RepeatedIdentifier:
    """A column of the table that was not used, named like an identifier, with repeated values."""

    name: str
    different: int
    rows: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Observations(Summarised):
    """Labels and what else belongs to the rows, checked and frozen.

    ``groups`` and ``folds`` are integer codes from 0 on, those of folds into ``fold_names``.
    ``identifiers`` are columns of the table that show which rows belong together. ``source``
    records where the observations came from, and what was left out on the way. A row with a
    frequency weight stands for so many observations, and ``n_positive`` counts them.
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

    def _summary(self) -> str:
        positive = f"{self.n_positive:,} positive ({shortened(self.positive)!r})"
        found = f"{count(self.size, 'observation')}, {positive}"
        if self.groups is not None:
            found += f", {count(self.n_groups, 'group')}"
        return found if self.weights is None else f"{found}, {self.weights.kind} weights"

    def __len__(self) -> int:
        return len(self.is_positive)

    @property
    def size(self) -> int:
        """How many observations there are; rows count with their frequency weights."""
        if self.weights is None or self.weights.kind == "sampling":
            return len(self.is_positive)
        return int(self.weights.whole.sum())

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return self.size - self.n_positive

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

    @property
    def counts(self) -> NDArray[np.int64] | None:
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
        return self.counts

    @property
    def units(self) -> Units:
        """What was drawn independently: rows, or groups of them; positives are the first class."""
        return _units(self)

    def by_class(self, values: Whole) -> tuple[Whole, Whole]:
        """What the positives have, and what the negatives have, of one value for every row."""
        positive, negative = _rows_of_classes(self)
        return values[positive], values[negative]

    @property
    def class_weights(self) -> tuple[float, float] | None:
        """The weights of all positives and of all negatives, where rows have sampling weights.

        With them, as many observations as there are have a mean weight of 1.
        """
        return _class_weights(self) if self.is_sampled else None

    @property
    def amounts(self) -> NDArray[Any]:
        """How many observations each row stands for; sampling weights have a mean of 1."""
        if self.is_sampled:
            assert self.weights is not None
            values: NDArray[Any] = self.weights.values
            return values * (len(self) / self.weights.total())
        counts = self.counts
        return np.ones(len(self), np.int64) if counts is None else counts

    def total(self, rows: NDArray[np.bool_]) -> float:
        """How many observations some of the rows stand for; sampling weights have a mean of 1."""
        if self.is_sampled:
            assert self.weights is not None
            return self.weights.total(rows) * (len(self) / self.weights.total())
        return int(self.amounts[rows].sum())

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

    def require(self, method: str, *, units: bool = False) -> None:
        """Refuse groups and sampling weights on behalf of a method that cannot use them."""
        refuse_units(method, grouped=self.is_grouped and not units)
        refuse_units(method, sampled=self.is_sampled and not units)

    def plain(self, method: str) -> "Observations":
        """The same with a row for every observation, for a method that knows no weights.

        It is the same for all classifiers that share the observations. Groups and sampling weights
        are refused.
        """
        self.require(method)
        if self.counts is None:
            return self
        if self.size > _MOST_ROWS:
            raise UnsupportedError(
                f"{method} needs a row for every observation, and frequency weights stand for "
                f"{count(self.size, 'observation')}; the most is {_MOST_ROWS:,}.",
                hint="use a method that counts, such as DeLong's, or take a sample.",
            )
        return _repeated(self)


@lru_cache(maxsize=2)
def _rows_of_classes(rows: Observations) -> tuple[Whole, Whole]:
    return np.flatnonzero(rows.is_positive), np.flatnonzero(~rows.is_positive)


@lru_cache(maxsize=2)
def _class_weights(rows: Observations) -> tuple[float, float]:
    assert rows.weights is not None
    positive, negative = (rows.weights.total(c) for c in (rows.is_positive, ~rows.is_positive))
    scale = len(rows) / (positive + negative)
    return positive * scale, negative * scale


@lru_cache(maxsize=2)
def _units(rows: Observations) -> Units:
    weights, groups = rows.whole_weights, rows.groups if rows.is_grouped else None
    return Units.of(
        [len(each) for each in _rows_of_classes(rows)],
        None if weights is None else rows.by_class(weights),
        None if groups is None else rows.by_class(groups),
        rows.n_groups,
    )


@lru_cache(maxsize=8)
def _repeated(rows: Observations) -> Observations:
    counts = rows.counts
    assert counts is not None
    is_positive = frozen(np.repeat(rows.is_positive, counts))
    groups, folds = (
        None if array is None else frozen(np.repeat(array, counts))
        for array in (rows.groups, rows.folds)
    )
    return replace(rows, is_positive=is_positive, groups=groups, folds=folds, weights=None)


def refuse_units(method: str, *, grouped: bool = False, sampled: bool = False) -> None:
    """The errors of methods that cannot use groups or sampling weights."""
    if grouped:
        raise UnsupportedError(
            f"{method} does not allow for groups of observations.",
            hint="use DeLong's variance, MOVER or the bootstrap, which do; or keep one observation "
            "of each group, drawn at random.",
        )
    if sampled:
        raise UnsupportedError(
            f"{method} does not take sampling weights.",
            hint="use DeLong's variance, MOVER or the bootstrap, which do. Without the weights, "
            "the result is that of another population.",
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
) -> tuple[Observations, NDArray[Any]]:
    """Observations and the matrix of scores (a row per classifier), both checked and frozen."""
    given = {
        "frequency_weights": frequency_weights,
        "sampling_weights": sampling_weights,
        "groups": groups,
        "folds": folds,
    }
    extras = {name: column(values) for name, values in given.items() if values is not None}
    gone = rows_to_drop(len(labels.is_positive), labels.missing, columns, extras, missing=missing)
    keep = None if gone is None else ~gone
    weighed, keep = weights_of(extras, keep, len(labels.is_positive))
    is_positive = labels.is_positive if keep is None else labels.is_positive[keep]
    extras = {name: a if keep is None else a[keep] for name, a in extras.items()}
    folds_coded, fold_names = _coded(extras["folds"]) if "folds" in extras else (None, ())
    dropped = 0 if gone is None else int(np.count_nonzero(gone))
    left_out = 0 if keep is None else len(keep) - int(np.count_nonzero(keep))
    _refuse_one_class(is_positive, labels, dropped=dropped, weightless=left_out - dropped)
    weights = None
    if weighed is not None:
        weights = Weights.of_classes(*weighed, (is_positive, ~is_positive))
    counted = weights.whole if weights and weights.kind == "frequency" else is_positive
    observations = Observations(
        is_positive=frozen(is_positive),
        positive=labels.positive,
        negative=labels.negative,
        n_positive=int(counted[is_positive].sum()),
        weights=weights,
        groups=frozen(coded(extras["groups"])[0]) if "groups" in extras else None,
        folds=folds_coded,
        fold_names=fold_names,
        source=Source(n_dropped=dropped, n_weightless=left_out - dropped),
    )
    return observations, score_matrix(columns, keep, len(is_positive))


def weights_of(
    extras: dict[str, NDArray[Any]], keep: NDArray[np.bool_] | None, size: int
) -> tuple[tuple[WeightKind, NDArray[np.float64]] | None, NDArray[np.bool_] | None]:
    """The weights among what belongs to the rows, taken out of it, and which rows are then kept.

    Rows with the weight 0 are not.
    """
    found = {kind: extras.pop(name) for kind, name in ARGUMENTS.items() if name in extras}
    if not found:
        return None, keep
    if len(found) > 1:
        raise OptionError(
            "there are frequency weights and sampling weights.",
            hint=Hint(
                "use one of them: {frequency_weights} count equal rows, {sampling_weights} are all "
                "others."
            ),
        )
    ((kind, array),) = found.items()
    rows = np.arange(size) if keep is None else np.flatnonzero(keep)
    weights = checked_weights(array[rows], kind, rows)
    weightless = weights == 0
    if not weightless.any():
        return (kind, weights), keep
    kept = np.zeros(size, np.bool_)
    kept[rows[~weightless]] = True
    return (kind, weights[~weightless]), kept


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
        if len(array) != size:
            raise ScoreError(
                f"'{shortened(name)}' has {count(len(array), 'value')} for {count(size, 'label')}.",
                hint="pass one value per observation, in the same order.",
            )
    titled = ((what, shortened(name), array) for what, name, array in known)
    return missing_rows(unlabelled, titled, missing)


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
            hint=_DROP_HINT,
            row=int(np.argmax(gone)),
        )
    for what, name, array in columns:
        mask = missing_mask(array)
        if mask is None:
            continue
        if missing == "refuse":
            raise ScoreError(
                f"{what} must not be missing; column '{name}', row {int(np.argmax(mask))} is nan "
                f"({count(int(mask.sum()), 'such row')} in all).",
                hint=_DROP_HINT,
                row=int(np.argmax(mask)),
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
