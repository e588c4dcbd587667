"""What is known of the observations apart from their scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column, frozen, missing_mask
from aucurate.data.labels import Labels
from aucurate.errors import InputError, LabelError, OptionError, ScoreError, UnsupportedError
from aucurate.formatting import count, shortened

Missing: TypeAlias = Literal["refuse", "drop"]

_DROP_HINT = "drop them with missing='drop' (the result will count them), or mend the table."


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """Labels and what else belongs to the rows, checked and frozen.

    ``groups`` and ``folds`` are integer codes, those of folds into ``fold_names``; ``dropped``
    counts the rows left out because something in them was missing.
    """

    is_positive: NDArray[np.bool_]
    positive: str
    negative: str
    n_positive: int
    weights: NDArray[np.float64] | None = None
    groups: NDArray[np.int64] | None = None
    folds: NDArray[np.int64] | None = None
    fold_names: tuple[str, ...] = ()
    dropped: int = 0

    def __len__(self) -> int:
        return len(self.is_positive)

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return len(self.is_positive) - self.n_positive

    def require_plain(self, method: str) -> None:
        """Refuse weights and groups on behalf of a method that could only ignore them."""
        for what, there in (("weights", self.weights), ("groups", self.groups)):
            if there is not None:
                raise UnsupportedError(
                    f"{method} cannot use {what} and will not ignore them.",
                    hint=f"leave the {what} out if every observation is to count for itself.",
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
    size = len(labels.is_positive)
    extras = {
        name: column(values)
        for name, values in (("weights", weights), ("groups", groups), ("folds", folds))
        if values is not None
    }
    for name, array in (*columns.items(), *extras.items()):  # a classifier may be named "weights"
        if len(array) != size:
            raise ScoreError(
                f"'{shortened(name)}' has {count(len(array), 'value')} for {count(size, 'label')}.",
                hint="give one value per observation, in the same order.",
            )
    known = [("scores", shortened(name), array) for name, array in columns.items()]
    known += [(name, name, array) for name, array in extras.items()]
    gone = missing_rows(labels.missing, known, missing)
    keep = None if gone is None else ~gone
    is_positive = labels.is_positive if keep is None else labels.is_positive[keep]
    extras = {name: a if keep is None else a[keep] for name, a in extras.items()}
    folds_coded, fold_names = _coded(extras["folds"]) if "folds" in extras else (None, ())
    observations = Observations(
        is_positive=frozen(is_positive),
        positive=labels.positive,
        negative=labels.negative,
        n_positive=_both_classes(is_positive, labels, dropped=gone is not None),
        weights=_checked_weights(extras["weights"], is_positive) if "weights" in extras else None,
        groups=_coded(extras["groups"])[0] if "groups" in extras else None,
        folds=folds_coded,
        fold_names=fold_names,
        dropped=0 if gone is None else int(np.count_nonzero(gone)),
    )
    return observations, frozen(_matrix(columns, keep, len(is_positive)))


def missing_rows(
    unlabelled: NDArray[np.bool_] | None,
    columns: Iterable[tuple[str, str, NDArray[Any]]],
    missing: Missing,
) -> NDArray[np.bool_] | None:
    """The rows to drop, or None; refuses at the first missing value unless told to drop.

    Of each column it is said what it holds, what a message calls it, and its values.
    """
    if missing not in ("refuse", "drop"):
        raise OptionError(f"missing must be 'refuse' or 'drop'; it is {missing!r}.")
    gone = unlabelled
    if gone is not None and missing == "refuse":
        raise LabelError(
            f"labels must be there; row {int(np.argmax(gone))} has none "
            f"({count(int(gone.sum()), 'such row')} in all).",
            hint=_DROP_HINT,
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
            )
        gone = mask if gone is None else gone | mask
    return gone


def _matrix(
    columns: Mapping[str, NDArray[Any]], keep: NDArray[np.bool_] | None, size: int
) -> NDArray[Any]:
    kind = np.result_type(*(a.dtype for a in columns.values())) if columns else np.float64
    matrix = np.empty((len(columns), size), kind)
    for row, array in zip(matrix, columns.values(), strict=True):
        row[:] = array if keep is None else array[keep]
    return matrix


def _both_classes(is_positive: NDArray[np.bool_], labels: Labels, *, dropped: bool) -> int:
    positives = int(np.count_nonzero(is_positive))
    if 0 < positives < len(is_positive):
        return positives
    if len(is_positive) == 0:
        raise LabelError(
            "no observation is left after dropping the rows with missing values.",
            hint="mend the table, or leave out the column that is mostly missing.",
        )
    absent, present = (
        (labels.positive, labels.negative) if positives == 0 else (labels.negative, labels.positive)
    )
    after = " after dropping the rows with missing values" if dropped else ""
    raise LabelError(
        f"all observations are {present!r}{after}; none is {absent!r}, and an AUC needs both.",
        hint="check the label column, or take a test set with both classes in it.",
    )


def _checked_weights(array: NDArray[Any], is_positive: NDArray[np.bool_]) -> NDArray[np.float64]:
    try:
        weights = array.astype(np.float64)
    except (TypeError, ValueError):
        raise InputError("weights must be numbers.", hint="check the weights column.") from None
    wrong = ~(np.isfinite(weights) & (weights >= 0))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            f"weights must be finite and not negative; row {row} is {weights[row]}.",
            hint="check the weights column.",
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
    values = array.astype(str) if array.dtype.kind == "O" else array
    distinct, codes = np.unique(values, return_inverse=True)
    return frozen(codes.astype(np.int64).reshape(-1)), tuple(str(v) for v in distinct)
