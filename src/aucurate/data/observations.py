"""What is known of the observations apart from their scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import coded, column, frozen, missing_mask
from aucurate.data.labels import Labels
from aucurate.data.source import Source, Summarised
from aucurate.errors import InputError, LabelError, ScoreError, UnsupportedError
from aucurate.formatting import count, shortened
from aucurate.hints import Hint

Missing: TypeAlias = Literal["refuse", "drop"]

_PLAIN = {
    "weights": "no method here uses weights yet. If they count equal observations, repeat each row "
    "that many times; other weights change what is estimated, and the result without them "
    "is that of another population.",
    "groups": "no method for one test set uses groups yet. Make one observation of each group "
    "first: its mean score where all its rows have one label, else one row drawn at random. Rows "
    "of a group are not independent, and treating them as independent makes intervals too narrow.",
}
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

    ``groups`` and ``folds`` are integer codes, those of folds into ``fold_names``. ``identifiers``
    are columns of the table that show which rows belong together. ``source`` records where the
    observations came from, and what was left out on the way.
    """

    is_positive: NDArray[np.bool_]
    positive: str
    negative: str
    n_positive: int
    weights: NDArray[np.float64] | None = None
    groups: NDArray[np.int64] | None = None
    folds: NDArray[np.int64] | None = None
    fold_names: tuple[str, ...] = ()
    identifiers: tuple[RepeatedIdentifier, ...] = ()
    source: Source = field(default_factory=Source)

    def _summary(self) -> str:
        positive = f"{self.n_positive:,} positive ({shortened(self.positive)!r})"
        return f"{count(len(self), 'observation')}, {positive}"

    def __len__(self) -> int:
        return len(self.is_positive)

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return len(self.is_positive) - self.n_positive

    def has_labels_of(self, other: object) -> bool:
        """Whether both have the same labels in the same order."""
        return isinstance(other, Observations) and np.array_equal(
            self.is_positive, other.is_positive
        )

    def require_plain(self, method: str) -> None:
        """Refuse weights and groups on behalf of a method that could only ignore them."""
        for what, there in (("weights", self.weights), ("groups", self.groups)):
            if there is not None:
                raise UnsupportedError(
                    f"{method} cannot use {what} and will not ignore them.", hint=_PLAIN[what]
                )


def build(
    labels: Labels,
    columns: Mapping[str, NDArray[Any]],
    *,
    missing: Missing,
    weights: Any = None,
    groups: Any = None,
    folds: Any = None,
) -> tuple[Observations, NDArray[Any]]:
    """Observations and the matrix of scores (a row per classifier), both checked and frozen."""
    extras = {
        name: column(values)
        for name, values in (("weights", weights), ("groups", groups), ("folds", folds))
        if values is not None
    }
    gone = rows_to_drop(len(labels.is_positive), labels.missing, columns, extras, missing=missing)
    keep = None if gone is None else ~gone
    is_positive = labels.is_positive if keep is None else labels.is_positive[keep]
    extras = {name: a if keep is None else a[keep] for name, a in extras.items()}
    folds_coded, fold_names = _coded(extras["folds"]) if "folds" in extras else (None, ())
    observations = Observations(
        is_positive=frozen(is_positive),
        positive=labels.positive,
        negative=labels.negative,
        n_positive=_both_classes(is_positive, labels, dropped=gone is not None),
        weights=_checked_weights(extras["weights"], is_positive, keep)
        if "weights" in extras
        else None,
        groups=_coded(extras["groups"])[0] if "groups" in extras else None,
        folds=folds_coded,
        fold_names=fold_names,
        source=Source(n_dropped=0 if gone is None else int(np.count_nonzero(gone))),
    )
    return observations, score_matrix(columns, keep, len(is_positive))


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


def _both_classes(is_positive: NDArray[np.bool_], labels: Labels, *, dropped: bool) -> int:
    positives = int(np.count_nonzero(is_positive))
    if 0 < positives < len(is_positive):
        return positives
    if len(is_positive) == 0:
        raise LabelError(
            "no observation is left after dropping the rows with missing values.",
            hint="correct the table, or leave out the column that is mostly missing.",
        )
    absent, present = (
        (labels.positive, labels.negative) if positives == 0 else (labels.negative, labels.positive)
    )
    after = " after dropping the rows with missing values" if dropped else ""
    raise LabelError(
        f"all observations are {present!r}{after}; none is {absent!r}, and an AUC needs both.",
        hint="check the label column, or use a test set with both classes.",
    )


def _checked_weights(
    array: NDArray[Any], is_positive: NDArray[np.bool_], keep: NDArray[np.bool_] | None
) -> NDArray[np.float64]:
    try:
        text = array.dtype.kind in "USO" and any(isinstance(value, str) for value in array)
        if text or array.dtype.kind == "c":
            raise TypeError
        weights = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError("weights must be numbers.", hint="check the weights column.") from None
    wrong = ~(np.isfinite(weights) & (weights >= 0))
    if wrong.any():
        kept = int(np.argmax(wrong))
        row = kept if keep is None else int(np.flatnonzero(keep)[kept])
        raise InputError(
            f"weights must be finite and not negative; row {row} is {weights[kept]}.",
            hint="check the weights column.",
            row=row,
        )
    for name, mask in (("positive", is_positive), ("negative", ~is_positive)):
        if not weights[mask].sum() > 0:
            raise InputError(
                f"every {name} observation has weight 0.",
                hint="each class needs at least one observation with a weight above 0.",
            )
    return frozen(weights)


def _coded(array: NDArray[Any]) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """Groups or folds as integer codes, and the name of each code."""
    codes, distinct = coded(array)
    return frozen(codes), tuple(str(value) for value in distinct)
