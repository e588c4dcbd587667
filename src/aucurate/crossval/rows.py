"""What estimators are trained on: features of any kind, labels, groups; validated on entry."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.data.alignment import aligned
from aucurate.data.arrays import coded, column, frozen, missing_mask
from aucurate.data.labels import Labels, class_names, read_class_labels, read_labels, shown
from aucurate.errors import InputError, LabelError
from aucurate.formatting import count
from aucurate.io.feature_tables import table_of


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AnyRows(ABC):
    """Features whose rows can be taken, with labels and groups of the same length.

    ``given`` are the labels as the estimators see them.
    """

    features: Any
    given: NDArray[Any]
    groups: NDArray[Any] | None

    @property
    @abstractmethod
    def scored(self) -> Any:
        """What the scores of a row are scores of: one label, or a tuple of labels."""

    @property
    def columns(self) -> tuple[int, ...]:
        """The shape of the scores of one row: empty where it is one number."""
        return ()

    @property
    @abstractmethod
    def strata(self) -> NDArray[Any]:
        """What stratified splits divide evenly."""

    @abstractmethod
    def counts(self, among: NDArray[np.int64] | None = None) -> list[tuple[str, int]]:
        """Every label and the number of rows, or of the selected rows, that have it."""

    def __len__(self) -> int:
        return len(self.given)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rows(AnyRows):
    """Rows of two classes; ``positive`` is the positive one of the labels that are given."""

    labels: Labels
    positive: Any

    @classmethod
    def read(cls, features: Any, labels: Any, groups: Any, positive: object) -> Self:
        """Check that there is one label, and one group, for each row of the features."""
        values = column(labels)
        read = read_labels(values, positive)
        require_labels(read.missing)
        given = _plain(values)
        return cls(
            features=table_of(features, len(given)),
            given=frozen(given),
            labels=read,
            positive=given[int(np.argmax(read.is_positive))],
            groups=None if groups is None else _groups(groups, len(given)),
        )

    @property
    def scored(self) -> Any:
        """The positive label."""
        return self.positive

    @property
    def strata(self) -> NDArray[np.bool_]:
        """Whether each row is positive."""
        return self.labels.is_positive

    def counts(self, among: NDArray[np.int64] | None = None) -> list[tuple[str, int]]:
        """The positive label, then the negative one."""
        here = self.labels.is_positive if among is None else self.labels.is_positive[among]
        positives = int(np.count_nonzero(here))
        return [(self.labels.positive, positives), (self.labels.negative, len(here) - positives)]


def beside_labels(features: Any, labels: Any, **others: Any) -> tuple[Any, ...]:
    """What else belongs to the rows, in the order of the labels; None where it is not given.

    Folds are divided by position, so features whose index has another order are refused.
    """
    given = {name: values for name, values in others.items() if values is not None}
    found = aligned(labels, [("X", features), *given.items()])
    if 0 in found.moved:
        raise InputError(
            "the indexes of X and y have the same entries in different orders, and folds are "
            "divided by position.",
            hint="put them in the same order first: y = y.loc[X.index].",
        )
    in_order = dict(zip(given, found.columns[1:], strict=True))
    return tuple(in_order.get(name) for name in others)


def require_labels(missing: NDArray[np.bool_] | None) -> None:
    """Refuse rows without a label: no model can be trained on them."""
    if missing is not None:
        raise LabelError(
            f"row {int(np.argmax(missing))} has no label ({count(int(missing.sum()), 'such row')} "
            "in all).",
            hint="leave out the rows without a label.",
        )


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """Labels that are objects of one kind as an array of that kind, which estimators expect."""
    if array.dtype.kind != "O" or len({type(value) for value in array}) > 1:
        return array.copy()
    return np.array(array.tolist())


_UNSORTABLE = {dict, list, set, complex}


def _groups(groups: Any, size: int) -> NDArray[Any]:
    array = column(groups)
    if len(array) != size:
        raise InputError(
            f"groups has {count(len(array), 'value')} for {count(size, 'label')}.",
            hint="pass one group per row of X, in the same order.",
        )
    gone = missing_mask(array)
    if gone is not None:
        raise InputError(
            f"groups must not be missing; row {int(np.argmax(gone))} has none "
            f"({count(int(gone.sum()), 'such row')} in all).",
            hint="give an observation without a group a group of its own.",
        )
    kinds = {type(value) for value in array} if array.dtype.kind == "O" else set()
    if len(kinds) > 1 or kinds & _UNSORTABLE:  # as text, or by number where two read the same
        codes, texts = coded(array)
        return frozen(np.array(texts, object)[codes] if len({*texts}) == len(texts) else codes)
    return frozen(array.copy() if kinds <= {str} else _plain(array))


# Rows of several classes, validated on input.


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassRows(AnyRows):
    """Features and labels of two classes or more.

    ``classes`` are the different labels, sorted, as the estimators see them, and ``names`` what
    they are called; ``codes`` are the place of each row's label among them.
    """

    classes: tuple[Any, ...]
    names: tuple[str, ...]
    codes: NDArray[np.int64]

    @classmethod
    def read(cls, features: Any, labels: Any) -> Self:
        """Check that there is one label for each row of the features."""
        read = read_class_labels(labels)
        require_labels(read.missing)
        if len({isinstance(label, str) for label in read.distinct}) > 1:
            raise LabelError(
                f"the labels {shown(read.distinct)} have different types.",
                hint="use only strings, or only numbers.",
            )
        return cls(
            names=class_names(read.distinct),
            features=table_of(features, len(read.codes)),
            given=frozen(np.asarray(read.distinct)[read.codes]),
            groups=None,
            classes=read.distinct,
            codes=frozen(read.codes),
        )

    @property
    def scored(self) -> tuple[Any, ...]:
        """All classes."""
        return self.classes

    @property
    def columns(self) -> tuple[int, ...]:
        """A score for every class."""
        return (len(self.classes),)

    @property
    def strata(self) -> NDArray[np.int64]:
        """The class of each row."""
        return self.codes

    def counts(self, among: NDArray[np.int64] | None = None) -> list[tuple[str, int]]:
        """The classes, the smallest first."""
        here = self.codes if among is None else self.codes[among]
        sizes = np.bincount(here, minlength=len(self.names)).tolist()
        return sorted(zip(self.names, sizes, strict=True), key=lambda found: found[1])
