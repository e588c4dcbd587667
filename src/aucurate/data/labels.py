"""Which class is positive: stated, obvious, or refused."""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column, missing_mask
from aucurate.errors import LabelError, OptionError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Argument, Hint

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
    first, second = choose_positive(distinct_labels(present), positive, missing=absent)
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
            hint="NA, NaN, None, null and empty cells of a file are missing values; use another "
            "name for the class.",
        )
    if len(distinct) == 1:
        raise LabelError(
            f"all observations have the same label, {plain(distinct[0])!r}; "
            "an AUC needs both classes.",
            hint="check the label column, or use a test set with both classes.",
        )
    chosen = _obvious(distinct) if positive is None else _named(distinct, positive)
    return chosen, next(v for v in distinct if v is not chosen)


def _several_hint(distinct: Sequence[Any]) -> str:
    """What to do with more than two labels; numbers with a fraction, or very many, are scores."""
    numbers = [float(v) for v in distinct if _is_number(v)]
    if len(numbers) > _MOST_CLASSES or any(not v.is_integer() for v in numbers):
        return "labels come first, then scores: are the two swapped, or is this column the scores?"
    return (
        "for several classes use multiclass (aucurate multiclass) or hand_till_auc; otherwise keep "
        "the rows of two classes, or merge classes first."
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


def distinct_labels(present: NDArray[Any]) -> list[Any]:
    """The different labels among these, of which none is missing, in their order."""
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
        hint=Hint("say so, e.g. {positive}.", positive=plain(distinct[-1])),
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
    raise LabelError(
        f"no observation has the label {positive!r}; the labels are {shown(distinct)}.",
        hint=Hint(
            f"use {' or '.join(['{}'] * len(distinct))}.",
            *(Argument("positive", plain(value)) for value in distinct),
        ),
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


# Which class every observation belongs to, when there may be more than two.


_SHOWN = 6
_CHUNK = 1 << 20
_NARROW = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class ClassLabels:
    """Read labels: the different ones, and for every observation its place among them.

    The code is -1 where the label is missing; ``missing`` is None when every label is there.
    """

    distinct: tuple[Any, ...]
    codes: NDArray[np.int64]
    missing: NDArray[np.bool_] | None


def read_class_labels(labels: Any) -> ClassLabels:
    """Labels of any kind, in the order in which they sort, or occur where they do not sort.

    >>> read_class_labels(["b", "a", "b"]).distinct, read_class_labels([3, 2]).codes.tolist()
    (('a', 'b'), [1, 0])
    """
    if isinstance(labels, ClassLabels):
        return labels
    array = column(labels)
    if len(array) == 0:
        raise LabelError("there are no observations.", hint="check that the table is not empty.")
    if array.dtype.kind in "iub":
        quick = _whole_numbers(array)
        if quick is not None:
            return quick
    missing = missing_mask(array)
    found, codes = _hashed(array, missing)
    if not found:
        raise LabelError("every label is missing.", hint="check the label column.")
    order = _sorted(found)
    if order is None:
        return ClassLabels(tuple(found), codes, missing)
    place = np.full(len(found) + 1, -1, np.int64)  # the last one is where -1, missing, looks
    place[order] = np.arange(len(found))
    return ClassLabels(tuple(found[at] for at in order), place[codes], missing)


def coded(labels: ClassLabels, classes: Sequence[Any]) -> NDArray[np.int64]:
    """For every observation the place of its label among ``classes``; -1 where it is missing.

    A label and a class are the same if they are equal or have the same text: '2' is 2 and 2.0.
    """
    names = class_names(classes)
    place = np.full(len(labels.distinct) + 1, -1, np.int64)
    for code, label in enumerate(labels.distinct):
        place[code] = _place_of(label, classes, names, labels)
    doubled = [at for at, many in enumerate(np.bincount(place[:-1])) if many > 1]
    if doubled:
        alike = [v for v, at in zip(labels.distinct, place, strict=False) if at == doubled[0]]
        raise LabelError(
            f"the labels {join_words([shortened(repr(v)) for v in alike])} both mean the class "
            f"'{shortened(names[doubled[0]])}'.",
            hint="write all labels of a class in the same way.",
        )
    if place[:-1].tolist() == list(range(len(labels.distinct))):
        return labels.codes
    return place[labels.codes]


def sorted_classes(labels: ClassLabels, columns: int) -> tuple[Any, ...]:
    """The classes of unnamed columns, as scikit-learn orders them, if that leaves no doubt.

    That is: as many columns as different labels, and labels that sort in one way only. Text of
    numbers whose order as text is not their order as numbers ('10' before '2') is not so.
    """
    if len(labels.distinct) != columns:
        raise LabelError(
            f"there are {count(columns, 'column')} of scores for "
            f"{count(len(labels.distinct), 'different label')}, {shown(labels.distinct)}; it is "
            "not clear which column belongs to which class.",
            hint="name the columns in their order with classes=, e.g. estimator.classes_.",
        )
    if _sorted(list(labels.distinct)) is None or _two_orders(labels.distinct):
        raise LabelError(
            f"the labels {shown(labels.distinct)} can be sorted in more than one way; it is not "
            "clear which column belongs to which class.",
            hint="name the columns in their order with classes=, e.g. estimator.classes_.",
        )
    return labels.distinct


def place_among(label: Any, classes: Sequence[Any], names: Sequence[str]) -> int | None:
    """The position of a label among classes with these names; None where it is none of them.

    A label and a class are the same if they are equal or have the same text.
    """
    for at, value in enumerate(classes):
        if type(value) is not str and bool(value == label):
            return at
    for text in (class_name(label), str(label)):
        if text in names:
            return names.index(text)
    return None


def class_name(value: Any) -> str:
    """A class as text.

    >>> class_name(2.0), class_name("setosa"), class_name(np.int64(3))
    ('2', 'setosa', '3')
    """
    label = plain(value)
    whole = isinstance(label, float | Decimal) and math.isfinite(label) and label == int(label)
    return str(int(label)) if whole else text_of(label)


def class_names(classes: Iterable[Any]) -> tuple[str, ...]:
    """The names of two classes or more, each of them once."""
    values = list(classes)
    if any(np.ndim(value) for value in values):
        raise OptionError(
            "classes must be a list of names; its items are lists.",
            hint="name every column of scores, e.g. classes=['low', 'high'].",
        )
    names = tuple(class_name(value) for value in values)
    if any(value is None or value != value for value in values):
        raise OptionError("a class is missing.", hint="name every column of scores.")
    doubled = next((name for at, name in enumerate(names) if name in names[:at]), None)
    if doubled is not None:
        raise OptionError(
            f"two classes have the same name, '{shortened(doubled)}'.",
            hint="pass one column of scores for each class.",
        )
    if len(names) < 2:
        there = f"is one class only, '{shortened(names[0])}'" if names else "are no classes"
        raise LabelError(
            f"there {there}; two or more are needed.",
            hint="pass a column of scores for every class.",
        )
    return names


def shown(values: Sequence[Any]) -> str:
    """The first few labels, for a message."""
    text = "[" + ", ".join(shortened(text_of(plain(value), repr)) for value in values[:_SHOWN])
    return text + (f", ... {len(values)} in all]" if len(values) > _SHOWN else "]")


def plain(value: Any) -> Any:
    """A NumPy label as a Python object."""
    return value.item() if isinstance(value, np.generic) else value


def text_of(value: Any, form: Callable[[Any], str] = str) -> str:
    """A label as text; Python does not write out whole numbers of thousands of digits."""
    try:
        return form(value)
    except ValueError:
        raise LabelError(
            "a label is a whole number with too many digits.", hint="use shorter labels."
        ) from None


def no_label() -> LabelError:
    """What is wrong with a label that has no hash: a list, a dictionary, an array."""
    return LabelError("a label must be a number or a string.", hint="check the label column.")


def _whole_numbers(array: NDArray[Any]) -> ClassLabels | None:
    """The fast way for whole numbers that lie close together; None when they do not."""
    low, high = int(array.min()), int(array.max())
    if high - low >= _NARROW or high > np.iinfo(np.int64).max:
        return None
    codes = np.subtract(array, low, dtype=np.int64, casting="unsafe")
    there = np.flatnonzero(np.bincount(codes))
    if len(there) <= high - low:
        place = np.zeros(high - low + 1, np.int64)
        place[there] = np.arange(len(there))
        np.take(place, codes, out=codes, mode="clip")
    found = tuple(array.dtype.type(low + int(at)).item() for at in there)
    return ClassLabels(found, codes, None)


def _hashed(
    array: NDArray[Any], missing: NDArray[np.bool_] | None
) -> tuple[list[Any], NDArray[np.int64]]:
    """Different values in the order in which they occur, and the code of every value."""
    found: dict[Hashable, int] = {}
    codes = np.full(len(array), -1, np.int64)
    for start in range(0, len(array), _CHUNK):
        here = slice(start, start + _CHUNK)
        there = slice(None) if missing is None else ~missing[here]
        part = array[here][there].tolist()
        try:
            places = [found.setdefault(value, len(found)) for value in part]
        except TypeError:
            raise no_label() from None
        codes[here][there] = places
    return list(found), codes


def _sorted(values: list[Any]) -> list[int] | None:
    """The order of values that are all text or all numbers, or None."""
    if not (
        all(isinstance(value, str) for value in values)
        or all(isinstance(value, int | float) for value in values)
    ):
        return None
    return sorted(range(len(values)), key=values.__getitem__)


def _two_orders(values: Sequence[Any]) -> bool:
    """Whether these are texts of numbers in an order that is not that of the numbers."""
    try:
        numbers = [float(value) for value in values]
    except (TypeError, ValueError):
        return False
    return numbers != sorted(numbers)


def _place_of(
    label: Any, classes: Sequence[Any], names: tuple[str, ...], labels: ClassLabels
) -> int:
    place = place_among(label, classes, names)
    if place is not None:
        return place
    code = labels.distinct.index(label)
    rows = labels.codes == code
    raise LabelError(
        f"row {int(np.argmax(rows))} has the label {shortened(repr(label))}, which has no column "
        f"of scores ({count(int(np.count_nonzero(rows)), 'such row')} in all); the classes are "
        f"{shown(names)}.",
        hint="add a column of scores for it, or leave these observations out.",
        row=int(np.argmax(rows)),
    )
