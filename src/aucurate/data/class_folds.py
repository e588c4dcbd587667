"""Scores with a column per class over folds, in long form: fold, observation, class, score."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.alignment import aligned_columns, library_of
from aucurate.data.arrays import frozen
from aucurate.data.classes import (
    ClassObservations,
    ClassScores,
    Prefixes,
    ScoreColumns,
    checked_classes,
    kept_rows,
    refuse_unweighable,
    repeated,
)
from aucurate.data.division import (
    FoldDesign,
    Folds,
    OverFolds,
    Places,
    divided,
    one_each,
    repeated_rows,
    require_one_division,
    units_of_each,
)
from aucurate.data.folds import WithoutClass
from aucurate.data.observations import Missing, refuse_long
from aucurate.data.scores import named_scores
from aucurate.data.source import FromFile, Summarised, noting_reading
from aucurate.errors import LabelError
from aucurate.formatting import join_words, shortened
from aucurate.hints import Hint


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class ClassFoldScores(Summarised, FromFile, OverFolds):
    """Scores of one classifier for every class, over cross-validation folds.

    A row is one observation in one fold, as in ``FoldScores``: ``folds`` and ``rows`` are its fold
    and its place in ``observations``; ``values`` has a row per class and a column per such row.
    ``division`` is what is known of the folds. Classifiers that share their ``observations`` were
    scored on the same folds.

    >>> data = ClassFoldScores.from_arrays(
    ...     [1, 2, 3, 1, 2, 3], np.tile(np.eye(3), (2, 1)), folds=[1, 1, 1, 2, 2, 2]
    ... )
    >>> data.design, data.n_folds, data.codes_by_row.tolist(), data.fold(1).counts
    ('left-out folds', 2, [0, 1, 2, 0, 1, 2], (1, 1, 1))
    """

    name: str
    observations: ClassObservations
    division: Folds
    folds: NDArray[np.int64]
    rows: NDArray[np.int64]
    values: NDArray[Any]

    def _summary(self) -> str:
        return f"{shortened(self.name)}; {self.division.words}; {self.observations._summary()}"

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
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        name: str = "scores",
        missing: Missing = "refuse",
    ) -> Self:
        """Check, copy and freeze: a label, a fold and a score per class for every row.

        Labels, scores and ``classes`` are as in ``ClassScores.from_arrays``; ``folds``,
        ``observations``, ``repeats``, weights, ``groups``, ``design`` and ``n_train`` as in
        ``FoldScores.from_arrays``.
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
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
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
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        design: FoldDesign | None = None,
        n_train: Any = None,
        missing: Missing = "refuse",
    ) -> dict[str, Self]:
        """The same for several classifiers on the same folds, by their names.

        They share their ``observations``, which is how a test knows that they are paired.
        """
        columns, extras, moved = aligned_columns(
            labels,
            named_scores(scores, are="matrix"),
            folds=folds,
            observations=observations,
            repeats=repeats,
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
        )
        given = [extras.pop(name, None) for name in ("folds", "observations", "repeats")]
        names, read, values, kept = checked_classes(labels, columns, classes, missing, **extras)
        given = [kept_rows(which, kept) for which in given]
        counts = read.frequencies
        if counts is not None:
            refuse_long(read, "a cross-validation")
            again = repeated_rows(counts, given[1])
            given = [again.of(given[0]), again.observations, again.of(given[2])]
            read, values = repeated(read), values[..., again.rows]
        place, division = divided(
            len(read),
            folds=given[0],
            observations=given[1],
            repeats=given[2],
            design=design,
            n_train=n_train,
        )
        order = place.order
        source = replace(read.source, aligned=moved, library=library_of(labels, scores))
        first = cls(
            name=names[0],
            observations=replace(_distinct(read, place), source=source),
            division=division,
            folds=frozen(place.folds[order]),
            rows=frozen(place.rows[order]),
            values=values[0],
        )
        return {
            name: replace(first, name=name, values=frozen(np.take(of_name, order, axis=1)))
            for name, of_name in zip(names, values, strict=True)
        }

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        fold: str,
        observation: str | None = None,
        repeat: str | None = None,
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        scores: ScoreColumns = None,
        prefix: str = "",
        name: str | None = None,
        ignore: Collection[str] = (),
        design: FoldDesign | None = None,
        n_train: Any = None,
        missing: Missing = "refuse",
    ) -> "ClassFoldScores":
        """The same from the columns of a frame; a row is an observation in a fold.

        ``fold``, ``observation`` and ``repeat`` name columns, as for ``FoldScores.from_frame``; the
        columns of scores are found as by ``ClassScores.from_frame``.

        >>> import polars as pl
        >>> table = pl.DataFrame(
        ...     {"y": ["a", "b"] * 2, "fold": [1, 1, 2, 2], "a": [1, 0, 1, 0], "b": [0, 1, 0, 1]}
        ... )
        >>> ClassFoldScores.from_frame(table, label="y", fold="fold").fold_names
        ('1', '2')
        """
        from aucurate.io.class_tables import classifiers, paired_class_folds

        called = name if name is not None else next(iter(classifiers(prefix)))
        return paired_class_folds(
            frame,
            {
                "label": label,
                "fold": fold,
                "observation": observation,
                "repeat": repeat,
                "frequency_weights": frequency_weights,
                "sampling_weights": sampling_weights,
                "groups": groups,
            },
            {called: prefix},
            scores=scores,
            ignore=ignore,
            design=design,
            n_train=n_train,
            missing=missing,
        )[called]

    @classmethod
    @checked
    def paired_from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        fold: str,
        prefixes: Prefixes,
        observation: str | None = None,
        repeat: str | None = None,
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        ignore: Collection[str] = (),
        design: FoldDesign | None = None,
        n_train: Any = None,
        missing: Missing = "refuse",
    ) -> dict[str, "ClassFoldScores"]:
        """The same for several classifiers on the same folds, by their names.

        ``prefixes`` are those of ``PairedClassScores.from_frame``.
        """
        from aucurate.io.class_tables import paired_class_folds

        return paired_class_folds(
            frame,
            {
                "label": label,
                "fold": fold,
                "observation": observation,
                "repeat": repeat,
                "frequency_weights": frequency_weights,
                "sampling_weights": sampling_weights,
                "groups": groups,
            },
            prefixes,
            ignore=ignore,
            design=design,
            n_train=n_train,
            missing=missing,
        )

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, in the order of the rows of ``values``."""
        return self.observations.classes

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
        rows = self.rows[here]
        observations = ClassObservations(
            self.classes,
            frozen(self.observations.codes[rows]),
            **self.observations.units_among(rows),
        )
        return ClassScores(
            self.name, observations, frozen(np.ascontiguousarray(self.values[:, here]))
        )

    def pooled(self) -> ClassScores:
        """All left-out folds of one division as if they were one test set, the folds remembered.

        Scores of different folds come from different fits and need not be comparable; what is made
        of them carries that caveat.
        """
        require_one_division(
            self.division,
            hint="nested_weights and class_operating_points accept folds directly.",
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
                    "will say so).",
                    without_class="drop",
                ),
            )
        return [int(k) for k in np.flatnonzero(whole)]


def _distinct(rows: ClassObservations, place: Places) -> ClassObservations:
    """The different observations; one label, one weight and one group each."""
    codes = one_each(rows.codes, place, "labels")
    return ClassObservations(rows.classes, frozen(codes), **units_of_each(rows, place))
