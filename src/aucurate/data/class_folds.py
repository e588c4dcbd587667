"""Scores with a column per class over folds, in long form: fold, observation, class, score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data import folds as data_folds
from aucurate.data.alignment import aligned_columns
from aucurate.data.arrays import frozen
from aucurate.data.classes import (
    ClassObservations,
    ClassScores,
    checked_classes,
    kept_rows,
    named_classifiers,
    refuse_unweighable,
)
from aucurate.data.fold_values import FoldDesign, checked_sizes
from aucurate.data.folds import WithoutClass
from aucurate.data.observations import Missing
from aucurate.errors import LabelError
from aucurate.formatting import join_words, shortened
from aucurate.hints import Hint


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassFoldScores:
    """One classifier fitted and scored over folds, with a score of every class.

    A row is one observation in one fold, as in ``FoldScores``: ``folds`` and ``rows`` are its fold
    and its place in ``observations``; ``values`` has a row per class and a column per such row.
    ``n_train`` is None where the sizes of the training sets are not known. ``dropped`` names folds
    that were left out. Classifiers that share their ``observations`` were scored on the same folds.

    >>> data = ClassFoldScores.from_arrays(
    ...     [1, 2, 3, 1, 2, 3], np.tile(np.eye(3), (2, 1)), folds=[1, 1, 1, 2, 2, 2]
    ... )
    >>> data.design, data.n_folds, data.codes_by_row.tolist(), data.fold(1).counts
    ('left-out folds', 2, [0, 1, 2, 0, 1, 2], (1, 1, 1))
    """

    name: str
    observations: ClassObservations
    design: FoldDesign
    fold_names: tuple[str, ...]
    repeats: NDArray[np.int64]
    folds: NDArray[np.int64]
    rows: NDArray[np.int64]
    values: NDArray[Any]
    n_train: NDArray[np.float64] | None
    dropped: tuple[str, ...] = ()

    @classmethod
    @checked
    def from_arrays(
        cls,
        labels: Any,
        scores: Any,
        *,
        folds: Any,
        classes: Sequence[Any] | None = None,
        observations: Any = None,
        repeats: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        name: str = "scores",
        missing: Missing = "refuse",
    ) -> Self:
        """Check, copy and freeze: a label, a fold and a score per class for every row.

        Labels, scores and ``classes`` are as in ``ClassScores.from_arrays``; ``folds``,
        ``observations``, ``repeats``, ``design`` and ``n_train`` as in ``FoldScores.from_arrays``.
        Every class must occur, though not in every fold. With ``missing="drop"`` a row without a
        label or a score is dropped and counted.
        """
        return cls.paired_from_arrays(
            labels,
            {name: scores},
            folds=folds,
            classes=classes,
            observations=observations,
            repeats=repeats,
            design=design,
            n_train=n_train,
            missing=missing,
        )[str(name)]

    @classmethod
    @checked(but=("scores",))
    def paired_from_arrays(
        cls,
        labels: Any,
        scores: Mapping[str, Any],
        *,
        folds: Any,
        classes: Sequence[Any] | None = None,
        observations: Any = None,
        repeats: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        missing: Missing = "refuse",
    ) -> dict[str, Self]:
        """The same for several classifiers on the same folds, by their names.

        They share their ``observations``, which is how a test knows that they are paired.
        """
        columns, extras, moved = aligned_columns(
            labels,
            named_classifiers(scores),
            folds=folds,
            observations=observations,
            repeats=repeats,
        )
        names, read, values, kept = checked_classes(labels, columns, classes, missing)
        given, same, again = (kept_rows(which, kept) for which in extras.values())
        place = data_folds.places(given, same, again, len(read))
        known = data_folds.found_design(place, design)
        order = np.lexsort((place.rows, place.folds))
        trained = checked_sizes(n_train, len(place.fold_names), "n_train")
        if trained is None and known in ("left-out folds", "5x2"):
            tested = np.bincount(place.folds, minlength=len(place.fold_names))
            trained = frozen((place.n_observations - tested).astype(np.float64))
        codes = frozen(data_folds.one_each(read.codes, place, "labels"))
        first = cls(
            name=names[0],
            observations=ClassObservations(read.classes, codes, read.dropped, aligned=moved),
            design=known,
            fold_names=place.fold_names,
            repeats=frozen(place.repeats),
            folds=frozen(place.folds[order]),
            rows=frozen(place.rows[order]),
            values=values[0],
            n_train=trained,
        )
        return {
            name: replace(first, name=name, values=frozen(np.take(of_name, order, axis=1)))
            for name, of_name in zip(names, values, strict=True)
        }

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, in the order of the rows of ``values``."""
        return self.observations.classes

    @property
    def n_folds(self) -> int:
        """How many folds there are, over all repeats."""
        return len(self.fold_names)

    @property
    def n_test(self) -> NDArray[np.float64]:
        """How many observations each fold was scored on."""
        return np.bincount(self.folds, minlength=self.n_folds).astype(np.float64)

    @property
    def codes_by_row(self) -> NDArray[np.int64]:
        """For every row the place of its observation's label among the classes."""
        return self.observations.codes[self.rows]

    @property
    def counts_by_fold(self) -> NDArray[np.int64]:
        """How many observations of each class every fold was scored on: folds x classes."""
        many = len(self.classes)
        cells = np.bincount(self.folds * many + self.codes_by_row, minlength=self.n_folds * many)
        return cells.reshape(self.n_folds, many)

    def weighable(self) -> None:
        """Refuse scores that cannot be multiplied by weights: infinite or negative ones."""
        refuse_unweighable(
            self.name,
            self.classes,
            self.values,
            lambda at: f"fold '{shortened(self.fold_names[self.folds[at]])}'",
        )

    @checked
    def fold(self, at: int) -> ClassScores:
        """One fold as a test set of its own; a class that is missing from it has the count 0."""
        here = slice(*np.searchsorted(self.folds, [at, at + 1]))
        codes = frozen(self.observations.codes[self.rows[here]])
        observations = ClassObservations(self.classes, codes)
        return ClassScores(
            self.name, observations, frozen(np.ascontiguousarray(self.values[:, here]))
        )

    def pooled(self) -> ClassScores:
        """All left-out folds of one division as if they were one test set, the folds remembered.

        Scores of different folds come from different fits and need not be comparable; what is made
        of them carries that caveat.
        """
        data_folds.require_one_division(
            self.design,
            self.repeats,
            hint="nested_weights and class_operating_points take folds as they are.",
        )
        order = np.argsort(self.rows)
        observations = replace(
            self.observations, folds=frozen(self.folds[order]), fold_names=self.fold_names
        )
        return ClassScores(self.name, observations, frozen(np.take(self.values, order, axis=1)))

    @checked
    def folds_with_every_class(self, without_class: WithoutClass = "refuse") -> list[int]:
        """Which folds hold every class; one that does not is refused, or left out."""
        there = self.counts_by_fold > 0
        whole = there.all(axis=1)
        lacking = np.flatnonzero(~whole)
        if len(lacking) and (without_class == "refuse" or not whole.any()):
            first = int(lacking[0])
            gone = [
                f"'{shortened(label)}'"
                for label, seen in zip(self.classes, there[first], strict=True)
                if not seen
            ]
            more = f" ({len(lacking)} such folds in all)" if len(lacking) > 1 else ""
            raise LabelError(
                f"no observation of class {join_words(gone[:5], 'or')} is in fold "
                f"'{shortened(self.fold_names[first])}'{more}.",
                hint=Hint(
                    "stratify the folds, or leave such folds out with {without_class} (the result "
                    "will tell).",
                    without_class="drop",
                ),
            )
        return [int(k) for k in np.flatnonzero(whole)]
