"""Which class is positive: said, obvious, or refused."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column, missing_mask
from aucurate.data.class_labels import class_name, no_label, plain, shown, text_of
from aucurate.errors import LabelError, OptionError
from aucurate.formatting import count, listing, shortened

_MOST_CLASSES = 50


@dataclass(frozen=True, slots=True)
class Labels:
    """Read labels: which observations are positive, which have no label, and the classes' names.

    ``missing`` is None when every label is there; where it is True, ``is_positive`` means nothing.
    """

    is_positive: NDArray[np.bool_]
    missing: NDArray[np.bool_] | None
    positive: str
    negative: str


def read_labels(labels: Any, positive: object = None) -> Labels:
    """Labels of any kind. {0, 1}, {-1, 1} and {False, True} need no word; others need ``positive``.

    >>> read_labels(["Good", "Poor"], positive="Poor").is_positive
    array([False,  True])
    """
    array = column(labels)
    if len(array) == 0:
        raise LabelError("there are no observations.", hint="check that the table is not empty.")
    if array.dtype.kind in "iub":
        quick = _numeric_labels(array, positive)
        if quick is not None:
            return quick
    missing = missing_mask(array)
    present = array if missing is None else array[~missing]
    if len(present) == 0:
        raise LabelError("every label is missing.", hint="check the label column.")
    absent = len(array) - len(present)
    first, second = choose_positive(_distinct(present), positive, missing=absent)
    is_positive = np.zeros(len(array), np.bool_)
    is_positive[... if missing is None else ~missing] = present == first
    return Labels(is_positive, missing, class_name(first), class_name(second))


def choose_positive(
    distinct: Sequence[Any], positive: object = None, *, missing: int = 0
) -> tuple[Any, Any]:
    """The positive and the negative one of the labels that occur, where ``missing`` have none."""
    if len(distinct) > 2:
        raise LabelError(
            f"there are {len(distinct)} different labels, {shown(distinct)}; two classes are "
            "needed.",
            hint=_several_hint(distinct),
        )
    if len(distinct) == 1 and missing:
        raise LabelError(
            f"every label is {shortened(repr(plain(distinct[0])))}, or missing "
            f"({count(missing, 'such row')}); an AUC needs both classes.",
            hint="NA, NaN, None, null and empty cells of a file are missing values; call a class "
            "by another name.",
        )
    if len(distinct) == 1:
        raise LabelError(
            f"all observations have the same label, {plain(distinct[0])!r}; "
            "an AUC needs both classes.",
            hint="check the label column, or take a test set with both classes in it.",
        )
    chosen = _obvious(distinct) if positive is None else _named(distinct, positive)
    return chosen, next(v for v in distinct if v is not chosen)


def _several_hint(distinct: Sequence[Any]) -> str:
    """What to do with more than two labels; numbers with a fraction, or very many, are scores."""
    numbers = [float(v) for v in distinct if _is_number(v)]
    if len(numbers) > _MOST_CLASSES or any(not v.is_integer() for v in numbers):
        return "labels come first, then scores: are the two swapped, or is this column the scores?"
    return (
        "for several classes: multiclass (aucurate multiclass), hand_till_auc; otherwise keep the "
        "rows of two classes, or merge classes first."
    )


def _numeric_labels(array: NDArray[Any], positive: object) -> Labels | None:
    """The fast way for {0, 1}, {-1, 1} and bool; None when the labels are something else."""
    boolean = array.dtype.kind == "b"
    is_one = array if boolean else array == 1
    low: object = False if boolean else 0
    ones = int(np.count_nonzero(is_one))
    if not boolean:
        zeros = len(array) - int(np.count_nonzero(array))
        if ones + zeros != len(array):
            minus = int(np.count_nonzero(array == -1)) if array.dtype.kind == "i" else 0
            if ones + minus != len(array):
                return None
            low = -1
    if ones in (0, len(array)) or positive is not None:
        return None
    high: object = True if boolean else 1
    return Labels(np.array(is_one, np.bool_), None, str(high), str(low))


def _distinct(present: NDArray[Any]) -> list[Any]:
    if present.dtype.kind == "O":
        try:
            seen = list(dict.fromkeys(present.tolist()))
        except TypeError:
            raise no_label() from None
        return sorted(
            seen, key=lambda v: (type(v).__name__, v if isinstance(v, str) else text_of(v))
        )
    return list(np.unique(present))


def _obvious(distinct: Sequence[Any]) -> Any:
    for high, low in ((1, 0), (1, -1)):
        if all(_is_number(v) and v in (high, low) for v in distinct):
            return next(v for v in distinct if v == high)
    raise LabelError(
        f"the labels are {shown(distinct)}; which of them is the positive class cannot be guessed.",
        hint=f"say so, e.g. positive={plain(distinct[-1])!r}.",
    )


def _is_one(value: Any) -> bool:
    try:
        return np.ndim(value) == 0
    except Exception:  # an object's own conversion may raise anything
        return False


def _named(distinct: Sequence[Any], positive: object) -> Any:
    if not _is_one(positive):
        raise OptionError(
            f"positive must be one label; it is {shortened(repr(positive))}.",
            hint=f"the labels are {shown(distinct)}; name one of them.",
        )
    for same in (_equal, _same_text):
        for value in distinct:
            if same(value, positive):
                return value
    known = listing([shortened(repr(plain(v))) for v in distinct], "or")
    raise LabelError(
        f"no observation has the label {positive!r}; the labels are {shown(distinct)}.",
        hint=f"positive must be {known}.",
    )


def _equal(value: Any, positive: object) -> bool:
    return bool(value == positive)


def _same_text(value: Any, positive: object) -> bool:
    """What the command line says is text: '1' means 1, 1.0 and True as well as '1'."""
    if not isinstance(positive, str):
        return False
    number = _is_number(value) and float(value).is_integer() and str(int(value)) == positive
    return number or str(plain(value)).lower() == positive.lower()


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal | np.number | np.bool_)
