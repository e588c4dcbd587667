"""One score per observation of three classes that have an order: mild, moderate, severe.

The order must be stated, from low to high; it is never guessed, neither from the names nor from the
scores. A higher score speaks for a higher class; ``lower`` says that it was the other way round
before the scores were negated.
"""

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
    OfClasses,
    PairedClassScores,
    after_dropping,
    class_observations,
)
from aucurate.data.labels import ClassLabels, class_name, coded, read_class_labels, shown
from aucurate.data.observations import (
    Missing,
    kept_rows,
    row_columns,
    rows_to_drop,
    score_matrix,
)
from aucurate.data.scores import Paired, directed_columns, named_scores
from aucurate.data.source import FromFile, Summarised, noting_reading
from aucurate.errors import LabelError, OptionError, ScoreError
from aucurate.formatting import count, join_words, number, shortened
from aucurate.hints import Function, Hint

CLASSES = 3


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OrderedScores(Summarised, FromFile, OfClasses):
    """One classifier: observations of three ordered classes, and the score it gives each of them.

    ``observations.classes`` are in their order. Two ``OrderedScores`` of one
    ``PairedOrderedScores`` share their ``observations``, which is how a test knows that they are
    paired.
    """

    name: str
    observations: ClassObservations
    values: NDArray[Any]
    lower: bool = False

    def _summary(self) -> str:
        return f"{shortened(self.name)}; {self.observations._summary()}"

    @classmethod
    @checked
    def from_arrays(
        cls,
        labels: Any,
        scores: Any,
        *,
        order: Sequence[Any],
        name: str = "scores",
        lower: bool = False,
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
    ) -> Self:
        """Check, copy and freeze. ``order`` has the three classes from low to high.

        Infinite scores are legal: they only rank. A missing label or score is refused, or with
        ``missing="drop"`` dropped and counted.

        >>> data = OrderedScores.from_arrays(
        ...     ["mild", "severe", "moderate", "mild"],
        ...     [0.1, 0.9, 0.4, 0.3],
        ...     order=("mild", "moderate", "severe"),
        ... )
        >>> data.classes, data.counts
        (('mild', 'moderate', 'severe'), (2, 1, 1))
        """
        paired = PairedOrderedScores.from_arrays(
            labels,
            {name: scores},
            order=order,
            lower=[name] if lower else (),
            missing=missing,
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
        )
        return cls(name, paired.observations, paired.values[0], lower)

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        score: str,
        order: Sequence[Any],
        lower: bool = False,
        missing: Missing = "refuse",
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
    ) -> "OrderedScores":
        """The same from the columns of a frame; ``score`` names the classifier's.

        >>> import polars as pl
        >>> table = pl.DataFrame({"stage": [0, 1, 2], "marker": [0.1, 0.4, 0.9], "age": 61})
        >>> OrderedScores.from_frame(table, label="stage", score="marker", order=(0, 1, 2)).counts
        (1, 1, 1)
        """
        return PairedOrderedScores.from_frame(
            frame,
            label=label,
            order=order,
            scores=[score],
            lower=[score] if lower else (),
            missing=missing,
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
        )[score]

    @classmethod
    @checked
    def from_class_scores(cls, data: ClassScores, *, order: Sequence[Any]) -> Self:
        r"""The expected rank of the class, from one score per class.

        With the scores :math:`s_1, s_2, s_3 \ge 0` of the classes in their order it is
        :math:`(s_1 + 2 s_2 + 3 s_3) / (s_1 + s_2 + s_3)`, between 1 and 3: the mean rank where the
        scores are probabilities. It is one way to order the observations, not the only one, and
        scores that are equal up to rounding may come out as not tied.

        >>> data = ClassScores.from_arrays(
        ...     ["a", "b", "c"], [[8, 1, 1], [2, 6, 2], [0, 1, 1]], classes=("a", "b", "c")
        ... )
        >>> OrderedScores.from_class_scores(data, order=("a", "b", "c")).values
        array([1.3, 2. , 2.5])
        """
        observations, places = _reordered(data.observations, order)
        return cls(data.name, observations, frozen(_expected_ranks(data, places)))

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairedOrderedScores(FromFile, OfClasses, Paired[ClassObservations, OrderedScores]):
    """K classifiers on the same observations; ``values`` has a row per classifier.

    >>> first, second = PairedOrderedScores.from_arrays(
    ...     [0, 1, 2, 2], {"a": [1, 2, 3, 4], "b": [1, 3, 2, 4]}, order=(0, 1, 2)
    ... )
    >>> first.name, second.name, first.observations is second.observations
    ('a', 'b', True)
    """

    @classmethod
    @checked(but=("scores",))
    def from_arrays(
        cls,
        labels: Any,
        scores: Mapping[str, Any],
        *,
        order: Sequence[Any],
        lower: Collection[str] = (),
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
    ) -> Self:
        """Check, copy and freeze: one array of scores per classifier, named.

        ``lower`` names the classifiers whose lower scores speak for a higher class. A row with
        anything missing is refused, or with ``missing="drop"`` dropped for all and counted.
        """
        classes = checked_order(order)
        given, extras, moved = aligned_columns(
            labels,
            named_scores(scores),
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
        )
        columns, flipped = directed_columns(given, lower)
        read = read_class_labels(labels)
        _refuse_strangers(read, classes)
        codes = coded(read, classes)
        others = row_columns(**extras)
        gone = rows_to_drop(len(codes), read.missing, columns, others, missing=missing)
        kept = kept_rows(others, gone, len(codes), columns)
        codes = kept.of(codes)
        observations = class_observations(classes, codes, kept)
        library = library_of(labels, scores)
        source = replace(observations.source, aligned=moved, library=library)
        observations = replace(observations, source=source)
        _refuse_empty_classes(observations)
        values = score_matrix(columns, kept.rows, len(codes))
        return cls(tuple(columns), observations, values, flipped)

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        order: Sequence[Any],
        scores: str | Sequence[str] | None = None,
        lower: str | Collection[str] = (),
        missing: Missing = "refuse",
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
    ) -> "PairedOrderedScores":
        """The same from the columns of a frame of pandas, polars, pyarrow or the like.

        ``label`` names the column of labels and ``scores`` those of the classifiers; without it
        every other numeric column is one.
        """
        from aucurate.io.frames import ordered_scores

        roles = {
            "label": label,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
        }
        return ordered_scores(
            frame, roles, order=order, scores=scores, lower=lower, missing=missing
        )

    @classmethod
    @checked
    def from_class_scores(cls, data: PairedClassScores, *, order: Sequence[Any]) -> Self:
        """The expected rank of the class by each of several classifiers.

        See :meth:`OrderedScores.from_class_scores`.
        """
        observations, places = _reordered(data.observations, order)
        ranks = np.stack([_expected_ranks(each, places) for each in data])
        return cls(data.names, observations, frozen(ranks))

    def _at(self, place: int) -> OrderedScores:
        name = self.names[place]
        return OrderedScores(name, self.observations, self.values[place], name in self.lower)


def checked_order(order: Sequence[Any]) -> tuple[str, ...]:
    """The names of the three classes, low to high, each of them once."""
    names = () if isinstance(order, str) else tuple(class_name(value) for value in order)
    if len(names) != CLASSES or len(set(names)) != CLASSES:
        raise OptionError(
            f"order must name {CLASSES} different classes from low to high; it is {order!r}.",
            hint="for example 'mild', 'moderate' and 'severe'.",
        )
    return names


def _refuse_empty_classes(observations: ClassObservations) -> None:
    if all(observations.counts):
        return
    absent = observations.classes[observations.counts.index(0)]
    after = after_dropping(observations.source)
    raise LabelError(
        f"no observation belongs to class '{shortened(absent)}'{after}; the volume needs all "
        "three.",
        hint="check the label column and order, or use a test set with every class.",
    )


def _refuse_strangers(read: ClassLabels, names: tuple[str, ...]) -> None:
    strange = [v for v in read.distinct if class_name(v) not in names and str(v) not in names]
    if strange:
        raise LabelError(
            f"the labels are {shown(read.distinct)}; {shown(strange)} are not in order, "
            f"{shown(names)}.",
            hint="leave these observations out, or merge classes first.",
        )


def _reordered(
    observations: ClassObservations, order: Sequence[Any]
) -> tuple[ClassObservations, list[int]]:
    """The same observations with the classes in their order, and where each class stood."""
    names = checked_order(order)
    if set(names) != set(observations.classes):
        raise OptionError(
            f"order names {shown(names)}, and the scores have the classes "
            f"{shown(observations.classes)}.",
            hint="the volume needs exactly three classes; name each of them once.",
        )
    place = np.array([names.index(name) for name in observations.classes])
    same = replace(observations, classes=names, codes=frozen(place[observations.codes]))
    return same, [observations.classes.index(name) for name in names]


def _expected_ranks(data: ClassScores, places: list[int]) -> NDArray[np.float64]:
    """The mean of 1, 2, 3 weighed with the scores of the classes, of every observation."""
    scores = np.asarray(data.values[places], np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        totals = scores.sum(axis=0)
    wrong = (scores < 0).any(axis=0) | ~((totals > 0) & np.isfinite(totals))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise ScoreError(
            "the expected rank of the class needs probabilities, or other scores from 0 with a "
            f"finite sum above 0; those of '{shortened(data.name)}', row {row} are "
            f"{join_words([shortened(number(score)) for score in scores[:, row]])} "
            f"({count(int(wrong.sum()), 'such row')} in all).",
            hint=Hint(
                "give probabilities, or turn the scores into them first, e.g. with {}.",
                Function("scipy.special.softmax(scores, axis=1)"),
            ),
        )
    ranks: NDArray[np.float64] = (scores[0] + 2 * scores[1] + 3 * scores[2]) / totals
    return ranks
