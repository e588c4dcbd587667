"""Rows of several classes, checked at the door."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.rows import AnyRows, require_labels, table_of
from aucurate.data.arrays import frozen
from aucurate.data.class_labels import class_names, read_class_labels, shown
from aucurate.errors import LabelError


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
                f"the labels {shown(read.distinct)} are of different kinds.",
                hint="write them all as text, or all as numbers.",
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
