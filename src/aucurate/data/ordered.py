"""One score per observation of three classes that have an order: mild, moderate, severe.

The order must be said, low to high; it is never guessed, neither from the names nor from the
scores. A higher score speaks for a higher class; ``lower`` says that it was the other way round
before the scores were negated.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.alignment import aligned_columns
from aucurate.data.arrays import frozen, missing_mask, numeric_scores
from aucurate.data.classes import ClassObservations, ClassScores, PairedClassScores
from aucurate.data.labels import ClassLabels, class_name, coded, read_class_labels, shown
from aucurate.data.observations import Missing
from aucurate.data.scores import position
from aucurate.errors import LabelError, OptionError, ScoreError
from aucurate.formatting import count, join_words, number, shortened
from aucurate.hints import Function, Hint

CLASSES = 3
_DROP_HINT = Hint(
    "drop them with {missing} (the result will count them), or mend the table.", missing="drop"
)


@dataclass(frozen=True, slots=True, eq=False)
class OrderedScores:
    """One classifier: observations of three ordered classes, and the score it gives each of them.

    ``observations.classes`` stand in their order. Two ``OrderedScores`` of one
    ``PairedOrderedScores`` share their ``observations``, which is how a test knows that they are
    paired.
    """

    name: str
    observations: ClassObservations
    values: NDArray[Any]
    lower: bool = False

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
        flipped = {name} if lower else set()
        observations, matrix = _built(labels, {name: scores}, order, flipped, missing)
        return cls(name, observations, matrix[0], lower)

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

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, low to high."""
        return self.observations.classes

    @property
    def codes(self) -> NDArray[np.int64]:
        """The place of each observation's class in the order."""
        return self.observations.codes

    @property
    def counts(self) -> tuple[int, ...]:
        """How many observations each class has."""
        return self.observations.counts

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class PairedOrderedScores:
    """K classifiers on the same observations; ``values`` has a row per classifier.

    >>> first, second = PairedOrderedScores.from_arrays(
    ...     [0, 1, 2, 2], {"a": [1, 2, 3, 4], "b": [1, 3, 2, 4]}, order=(0, 1, 2)
    ... )
    >>> first.name, second.name, first.observations is second.observations
    ('a', 'b', True)
    """

    names: tuple[str, ...]
    observations: ClassObservations
    values: NDArray[Any]
    lower: frozenset[str] = frozenset()

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
    ) -> Self:
        """Check, copy and freeze: one array of scores per classifier, named.

        ``lower`` names the classifiers whose lower scores speak for a higher class. A row with
        anything missing is refused, or with ``missing="drop"`` dropped for all and counted.
        """
        if not isinstance(scores, Mapping) or not scores:
            raise ScoreError(
                "the scores do not say whose they are, or there are none.",
                hint='name them: {"forest": scores, "logistic": other_scores}.',
            )
        columns = {str(name): values for name, values in scores.items()}
        if len(columns) < len(scores):
            raise ScoreError(
                "two classifiers have the same name.", hint="give each a name of its own."
            )
        flipped = {lower} if isinstance(lower, str) else set(lower)
        unknown = sorted(flipped - set(columns))
        if unknown:
            raise OptionError(
                f"lower names '{shortened(unknown[0])}', which is not one of the classifiers.",
                hint=f"the classifiers are {join_words([shortened(n) for n in columns])}.",
            )
        observations, matrix = _built(labels, columns, order, flipped, missing)
        return cls(tuple(columns), observations, matrix, frozenset(flipped))

    @classmethod
    @checked
    def from_class_scores(cls, data: PairedClassScores, *, order: Sequence[Any]) -> Self:
        """The expected rank of the class by each of several classifiers.

        See :meth:`OrderedScores.from_class_scores`.
        """
        observations, places = _reordered(data.observations, order)
        ranks = np.stack([_expected_ranks(each, places) for each in data])
        return cls(data.names, observations, frozen(ranks))

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[OrderedScores]:
        return (self[name] for name in self.names)

    def __getitem__(self, name: str) -> OrderedScores:
        values = self.values[position(self.names, name)]
        return OrderedScores(name, self.observations, values, name in self.lower)


def checked_order(order: Sequence[Any]) -> tuple[str, ...]:
    """The names of the three classes, low to high, each of them once."""
    names = () if isinstance(order, str) else tuple(class_name(value) for value in order)
    if len(names) != CLASSES or len(set(names)) != CLASSES:
        raise OptionError(
            f"order must name {CLASSES} different classes from low to high; it is {order!r}.",
            hint="for example 'mild', 'moderate' and 'severe'.",
        )
    return names


def _built(
    labels: Any,
    columns: Mapping[str, Any],
    order: Sequence[Any],
    flipped: set[str],
    missing: Missing,
) -> tuple[ClassObservations, NDArray[Any]]:
    """Observations and the matrix of scores, both checked and frozen."""
    names = checked_order(order)
    columns, _, moved = aligned_columns(labels, columns)
    read = read_class_labels(labels)
    _refuse_strangers(read, names)
    codes = coded(read, names)
    arrays = {name: numeric_scores(values, name) for name, values in columns.items()}
    for name, array in arrays.items():
        if len(array) != len(codes):
            raise ScoreError(
                f"'{shortened(name)}' has {count(len(array), 'value')} for "
                f"{count(len(codes), 'label')}.",
                hint="give one value per observation, in the same order.",
            )
    gone = _missing_rows(read, arrays, missing)
    matrix = np.stack([np.negative(a) if n in flipped else a for n, a in arrays.items()])
    dropped = 0
    if gone is not None:
        codes, matrix = codes[~gone], matrix[:, ~gone]
        dropped = int(np.count_nonzero(gone))
    sizes = np.bincount(codes, minlength=CLASSES)
    if not sizes.all():
        absent = names[int(np.argmin(sizes))]
        after = " after dropping the rows with missing values" if dropped else ""
        raise LabelError(
            f"no observation is of the class '{shortened(absent)}'{after}; the volume needs all "
            "three.",
            hint="check the label column and order, or take a test set with every class in it.",
        )
    observations = ClassObservations(names, frozen(codes), dropped, aligned=moved)
    return observations, frozen(np.ascontiguousarray(matrix))


def _refuse_strangers(read: ClassLabels, names: tuple[str, ...]) -> None:
    strange = [v for v in read.distinct if class_name(v) not in names and str(v) not in names]
    if strange:
        raise LabelError(
            f"the labels are {shown(read.distinct)}; {shown(strange)} are not in order, "
            f"{shown(names)}.",
            hint="leave these observations out, or make one label of several first.",
        )


def _missing_rows(
    read: ClassLabels, arrays: Mapping[str, NDArray[Any]], missing: Missing
) -> NDArray[np.bool_] | None:
    """The rows to drop, or None; refuses at the first missing value unless told to drop."""
    found = [("labels", read.missing)]
    found += [(f"scores of '{shortened(name)}'", missing_mask(a)) for name, a in arrays.items()]
    gone: NDArray[np.bool_] | None = None
    for what, mask in found:
        if mask is None:
            continue
        if missing == "refuse":
            error = LabelError if what == "labels" else ScoreError
            raise error(
                f"{what} must not be missing; row {int(np.argmax(mask))} has none "
                f"({count(int(mask.sum()), 'such row')} in all).",
                hint=_DROP_HINT,
            )
        gone = mask if gone is None else gone | mask
    return gone


def _reordered(
    observations: ClassObservations, order: Sequence[Any]
) -> tuple[ClassObservations, list[int]]:
    """The same observations with the classes in their order, and where each class stood."""
    names = checked_order(order)
    if set(names) != set(observations.classes):
        raise OptionError(
            f"order names {shown(names)}, and the scores have the classes "
            f"{shown(observations.classes)}.",
            hint="the volume is for exactly three classes; name each of them once.",
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
                "give probabilities, or turn the scores into them first, e.g. by {}.",
                Function("scipy.special.softmax(scores, axis=1)"),
            ),
        )
    ranks: NDArray[np.float64] = (scores[0] + 2 * scores[1] + 3 * scores[2]) / totals
    return ranks
