"""Scores with a column per class: one classifier, or several on the same observations."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, Self, TypeAlias

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from aucurate.calling import record_given
from aucurate.checks import checked
from aucurate.data import observations
from aucurate.data.alignment import aligned_columns, library_of
from aucurate.data.arrays import column, frozen, numeric_scores
from aucurate.data.division import coded_column
from aucurate.data.labels import (
    ClassLabels,
    class_name,
    class_names,
    coded,
    plain,
    read_class_labels,
    shown,
    sorted_classes,
)
from aucurate.data.observations import (
    Missing,
    RepeatedIdentifier,
    WithUnits,
    refuse_long,
    refuse_units,
)
from aucurate.data.scores import Paired, named_scores, with_rows
from aucurate.data.source import FromFile, Source, Summarised, noting_reading
from aucurate.data.weights import Weights
from aucurate.errors import LabelError, ScoreError
from aucurate.formatting import count, join_words, shortened
from aucurate.hints import Function, Hint

Prefixes: TypeAlias = str | Sequence[str] | Mapping[str, str]
"""Of one classifier, of several that are called after them, or by the classifier's name."""

ScoreColumns: TypeAlias = Sequence[str] | Mapping[Any, str] | None
"""The columns of the classes, or the column of each class."""

ClassScoreMethod: TypeAlias = Literal["predict_proba", "decision_function"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassObservations(Summarised, WithUnits):
    """The class of every observation: ``codes`` are positions in ``classes``.

    ``classes`` are names, in the order of the columns of scores. ``weights`` and ``groups`` are as
    for two classes: a row with a frequency weight stands for so many observations, and ``counts``
    counts them. ``folds`` are codes into ``fold_names``, there only where the scores were pooled
    over folds. ``identifiers`` are columns of the table that show which rows belong together.
    ``source`` records where the observations came from, and what was left out on the way, and
    ``missing`` how many rows have no score, by classifier, where rows were left out for that.
    """

    classes: tuple[str, ...]
    codes: NDArray[np.int64]
    weights: Weights | None = None
    groups: NDArray[np.int64] | None = None
    folds: NDArray[np.int64] | None = None
    fold_names: tuple[str, ...] = ()
    identifiers: tuple[RepeatedIdentifier, ...] = ()
    source: Source = field(default_factory=Source)
    missing: Mapping[str, int] = field(default_factory=dict)

    def _summary(self) -> str:
        sizes = [
            f"{n:,} of {shortened(c)!r}" for c, n in zip(self.classes, self.counts, strict=True)
        ]
        found = f"{count(self.size, 'observation')}, {join_words(sizes, most=6)}"
        return found + self.units_summary

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def members(self) -> tuple[NDArray[np.bool_], ...]:
        """Which rows each class has."""
        return tuple(self.codes == c for c in range(len(self.classes)))

    def has_labels_of(self, other: object) -> bool:
        """Whether both have the same classes, and the same labels in the same order."""
        return (
            isinstance(other, ClassObservations)
            and self.classes == other.classes
            and np.array_equal(self.codes, other.codes)
        )

    @property
    def counts(self) -> tuple[int, ...]:
        """How many observations each class has; rows count with their frequency weights."""
        found = np.zeros(len(self.classes), np.int64)
        counts = self.frequencies
        np.add.at(found, self.codes, 1 if counts is None else counts)
        return tuple(found.tolist())

    @property
    def totals(self) -> tuple[float, ...]:
        """How much each class weighs; their ratios are the prevalences.

        It is how many observations the class has, with sampling weights their sum, relative to a
        mean of 1 over all observations.
        """
        return tuple(map(self.total, self.members)) if self.is_sampled else self.counts

    @property
    def effective_sizes(self) -> tuple[float, ...] | None:
        """How many independent observations each class has, where not as many as counted."""
        return self.units.effective_sizes if self.is_grouped or self.is_sampled else None

    @property
    def with_units(self) -> str:
        """Methods that allow for groups and sampling weights, for the hint of an error."""
        return "the intervals and tests of Hand-Till and one-vs-rest AUCs and of volumes"

    def plain(self, method: str) -> "ClassObservations":
        """The same with a row for every observation, for a method that knows no weights.

        It is the same for all classifiers that share the observations. Groups and sampling weights
        are refused.
        """
        self.require(method)
        return self.unweighted(method)

    def unweighted(self, method: str) -> "ClassObservations":
        """The same with groups, for a method whose numbers do not depend on them."""
        refuse_units(method, sampled=self.is_sampled, use=self.with_units)
        if self.frequencies is None:
            return self
        refuse_long(self, method)
        return repeated(self)

    def place(self, label: object) -> int:
        """Where a class stands among the classes, or an error that lists them."""
        name = class_name(label)
        if name not in self.classes:
            raise LabelError(
                f"there is no class '{shortened(name)}'.",
                hint=f"the classes are {join_words([shortened(c) for c in self.classes])}.",
            )
        return self.classes.index(name)


@lru_cache(maxsize=8)
def repeated(rows: ClassObservations) -> ClassObservations:
    """With a row for every observation that a row stands for by its frequency weight."""
    counts = rows.frequencies
    assert counts is not None
    groups, folds = (
        None if array is None else frozen(np.repeat(array, counts))
        for array in (rows.groups, rows.folds)
    )
    codes = frozen(np.repeat(rows.codes, counts))
    return replace(rows, codes=codes, groups=groups, folds=folds, weights=None)


class OfClasses:
    """What has ``observations`` of several classes."""

    __slots__ = ()
    observations: ClassObservations

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes, in their order."""
        return self.observations.classes

    @property
    def codes(self) -> NDArray[np.int64]:
        """The place of each observation's label among the classes."""
        return self.observations.codes

    @property
    def counts(self) -> tuple[int, ...]:
        """How many observations each class has."""
        return self.observations.counts

    @property
    def totals(self) -> tuple[float, ...]:
        """How much each class weighs; their ratios are the prevalences."""
        return self.observations.totals

    def plain(self, method: str) -> Self:
        """The same with a row for every observation, for a method that knows no weights.

        Groups and sampling weights are refused.
        """
        return with_rows(self, self.observations.plain(method))

    def unweighted(self, method: str) -> Self:
        """The same with groups, for a method whose numbers do not depend on them."""
        return with_rows(self, self.observations.unweighted(method))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ClassScores(Summarised, FromFile, OfClasses):
    """One classifier on one test set: a score for every class for each observation.

    ``values`` has a row per class and a column per observation. Higher means more like that class;
    the scores need not be probabilities. Build it with :meth:`from_arrays`, which checks
    everything once. Two ``ClassScores`` of the same ``PairedClassScores`` share their
    ``observations``, which is how a test knows that they are paired.

    >>> scores = ClassScores.from_arrays(
    ...     ["a", "b", "c"], [[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.3, 0.3, 0.4]]
    ... )
    >>> scores.classes, scores.counts, scores.values[0].tolist()
    (('a', 'b', 'c'), (1, 1, 1), [0.7, 0.1, 0.3])
    """

    name: str
    observations: ClassObservations
    values: NDArray[Any]

    def _summary(self) -> str:
        return f"{shortened(self.name)}; {self.observations._summary()}"

    @classmethod
    @checked
    def from_arrays(
        cls,
        labels: Any,
        scores: Any,
        *,
        classes: Sequence[Any] | None = None,
        name: str = "scores",
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        folds: Any = None,
    ) -> Self:
        """Check, copy and freeze: observations x classes, or a mapping from class to its scores.

        ``classes`` names the columns of an array in their order (``estimator.classes_``). By
        default they are the sorted labels, as in scikit-learn, which is refused unless there are as
        many columns as different labels and these sort in one way only. A mapping or a frame names
        its columns itself; ``classes`` then only says their order. A label and a class are the same
        when they are equal or have the same text. Every class needs an observation. Infinite scores
        are legal: they rank. A missing label or score is refused, or with ``missing="drop"`` the
        row is dropped and counted. ``folds`` says which fold a row was scored in, where the scores
        are pooled over folds.
        """
        options: dict[str, Any] = {
            "classes": classes,
            "missing": missing,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "folds": folds,
        }
        built = record_given(cls, labels, scores, {**options, "name": name})
        if built is not None:
            return built
        paired = PairedClassScores.from_arrays(labels, {name: scores}, **options)
        return cls(str(name), paired.observations, paired.values[0])

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        scores: ScoreColumns = None,
        prefix: str = "",
        name: str | None = None,
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
        ignore: Collection[str] = (),
        missing: Missing = "refuse",
    ) -> "ClassScores":
        """The same from the columns of a frame of pandas, polars, pyarrow or the like.

        ``label`` names the column of labels. The score of a class is in the column with its name,
        after ``prefix`` where there is one: "forest_setosa" with ``prefix="forest_"``; the text "2"
        is the class 2. The order of the columns is that of the classes. ``scores`` says which
        columns they are, or with a mapping from each class to its column also what they are called.
        Without ``scores`` and ``prefix`` a column of numbers that is no class and has no role is
        refused, unless ``ignore`` names it. ``frequency_weights``, ``sampling_weights``, ``groups``
        and ``fold`` (of the folds that the scores are pooled over) name columns too.

        >>> import polars as pl
        >>> table = pl.DataFrame({"digit": [2, 3, 5], "2": [9, 0, 0], "3": [0, 1, 0], "5": 1})
        >>> ClassScores.from_frame(table, label="digit").classes
        ('2', '3', '5')
        """
        from aucurate.io.class_tables import classifiers, paired_class_scores

        called = name if name is not None else next(iter(classifiers(prefix)))
        return paired_class_scores(
            frame,
            {
                "label": label,
                "frequency_weights": frequency_weights,
                "sampling_weights": sampling_weights,
                "groups": groups,
                "fold": fold,
            },
            prefixes={called: prefix},
            scores=scores,
            ignore=ignore,
            missing=missing,
        )[called]

    @classmethod
    @checked
    def from_estimator(
        cls,
        estimator: Any,
        features: Any,
        labels: Any,
        *,
        name: str | None = None,
        scores_from: ClassScoreMethod | None = None,
    ) -> "ClassScores":
        """How a fitted estimator scores these observations, which it was not trained on.

        The scores are those of ``predict_proba``, or else of ``decision_function``;
        ``scores_from`` says otherwise. Decision scores may be negative: they rank, which is all
        that an AUC needs, but weights cannot be put on them (``weighable`` refuses them). With two
        classes the decision score is that of the second class, and its negative that of the first.
        ``name`` is by default that of the estimator's type. Every class that it was trained on
        needs an observation.

        >>> from sklearn.datasets import load_wine
        >>> from sklearn.naive_bayes import GaussianNB
        >>> X, y = load_wine(return_X_y=True)
        >>> scores = ClassScores.from_estimator(GaussianNB().fit(X[::2], y[::2]), X[1::2], y[1::2])
        >>> scores.name, scores.classes, scores.counts
        ('GaussianNB', ('0', '1', '2'), (29, 36, 24))
        """
        called = type(estimator).__name__ if name is None else name
        return PairedClassScores.from_estimators(
            {called: estimator}, features, labels, scores_from=scores_from
        )[called]

    def __len__(self) -> int:
        return len(self.observations)

    def weighable(self) -> None:
        """Refuse scores that cannot be multiplied by weights: infinite or negative ones."""
        refuse_unweighable(self.name, self.classes, self.values)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairedClassScores(FromFile, OfClasses, Paired[ClassObservations, ClassScores]):
    """K classifiers on one test set; ``values`` is classifiers x classes x observations.

    >>> first, second = PairedClassScores.from_arrays(
    ...     [2, 3, 5], {"forest": np.eye(3), "flat": {"5": [1, 1, 1], "2": [1] * 3, "3": [1] * 3}}
    ... )
    >>> second.name, second.classes, first.observations is second.observations
    ('flat', ('2', '3', '5'), True)
    """

    @classmethod
    @checked(but=("scores",))
    def from_arrays(
        cls,
        labels: Any,
        scores: Mapping[str, Any],
        *,
        classes: Sequence[Any] | None = None,
        missing: Missing = "refuse",
        frequency_weights: Any = None,
        sampling_weights: Any = None,
        groups: Any = None,
        folds: Any = None,
    ) -> Self:
        """Check, copy and freeze: for each classifier what ``ClassScores.from_arrays`` takes.

        The order of the classes is that of ``classes``, or else of the first classifier; the
        others must have the same classes. With ``missing="drop"`` a row is dropped for all.
        """
        columns, extras, moved = aligned_columns(
            labels,
            named_scores(scores, are="matrix"),
            frequency_weights=frequency_weights,
            sampling_weights=sampling_weights,
            groups=groups,
            folds=folds,
        )
        given = extras.pop("folds", None)
        names, observations, values, kept = checked_classes(
            labels, columns, classes, missing, **extras
        )
        library = library_of(labels, scores)
        source = replace(observations.source, aligned=moved, library=library)
        observations = replace(observations, source=source)
        if given is not None:
            codes, fold_names = coded_column(kept_rows(given, kept), "folds", len(observations))
            observations = replace(observations, folds=frozen(codes), fold_names=fold_names)
        return cls(names, observations, values)

    @classmethod
    @noting_reading
    @checked
    def from_frame(
        cls,
        frame: Any,
        *,
        label: str,
        prefixes: Prefixes,
        frequency_weights: str | None = None,
        sampling_weights: str | None = None,
        groups: str | None = None,
        fold: str | None = None,
        ignore: Collection[str] = (),
        missing: Missing = "refuse",
    ) -> "PairedClassScores":
        """The same from a frame in which the columns of each classifier begin with its prefix.

        ``prefixes`` are texts, each also the name of its classifier (without the line or dot at
        its end), or a mapping from the names to them. One of them may be empty. ``ignore`` names
        columns that are no scores; weights, groups and the folds that the scores are pooled over
        are columns too.

        >>> import polars as pl
        >>> table = pl.DataFrame({"y": ["a", "b"], "a": [1, 0], "b": [0, 1], "m_b": 1, "m_a": 0})
        >>> PairedClassScores.from_frame(table, label="y", prefixes=["", "m_"]).names
        ('scores', 'm')
        """
        from aucurate.io.class_tables import paired_class_scores

        roles = {
            "label": label,
            "frequency_weights": frequency_weights,
            "sampling_weights": sampling_weights,
            "groups": groups,
            "fold": fold,
        }
        return paired_class_scores(frame, roles, prefixes=prefixes, ignore=ignore, missing=missing)

    @classmethod
    @checked(but=("estimators",))
    def from_estimators(
        cls,
        estimators: Any,
        features: Any,
        labels: Any,
        *,
        scores_from: ClassScoreMethod | Mapping[str, ClassScoreMethod] | None = None,
    ) -> "PairedClassScores":
        """How fitted estimators score these observations; they must know the same classes.

        See :meth:`ClassScores.from_estimator`; for two classes with one score,
        :func:`~aucurate.scores_from_estimators`.

        Parameters
        ----------
        estimators : mapping from str to estimator, sequence of estimators, or estimator
            Fitted classifiers that follow scikit-learn's conventions. Those without names are
            called after their types, which must then be different.
        """
        from aucurate.io.estimators import estimated_scores

        return cls.from_arrays(labels, estimated_scores(estimators, features, labels, scores_from))

    def _at(self, place: int) -> ClassScores:
        return ClassScores(self.names[place], self.observations, self.values[place])

    def weighable(self) -> None:
        """Refuse scores that cannot be multiplied by weights: infinite or negative ones."""
        for scores in self:
            scores.weighable()


def checked_classes(
    labels: Any,
    scores: Mapping[str, Any],
    classes: Sequence[Any] | None,
    missing: Missing,
    **extras: Any,
) -> tuple[tuple[str, ...], ClassObservations, NDArray[Any], NDArray[np.bool_] | None]:
    """What ``PairedClassScores`` is made of, and which rows were kept (None: all of them).

    ``extras`` are weights and groups.
    """
    names = tuple(scores)
    read = read_class_labels(labels)
    given, columns = class_columns(scores, read, classes)
    known, codes = class_names(given), coded(read, given)
    values = stacked(columns, names, known, len(codes))
    others = observations.row_columns(**extras)
    for name, array in others.items():
        observations.refuse_length(name, array, len(codes))
    gone = missing_rows(read, values, names, known, missing, others)
    by_name = dict(zip(names, values, strict=True))
    kept = observations.kept_rows(others, gone, len(codes), by_name)
    if kept.rows is not None:
        codes, values = kept.of(codes), np.ascontiguousarray(kept.of(values))
    rows = class_observations(known, codes, kept)
    _refuse_empty_classes(rows)
    return names, rows, frozen(values), kept.rows


def class_observations(
    classes: tuple[str, ...], codes: NDArray[np.int64], kept: observations.KeptRows
) -> ClassObservations:
    """The observations of the rows that are kept, with their weights and groups."""
    present = [codes == c for c in range(len(classes))]
    return ClassObservations(
        classes,
        frozen(codes),
        kept.weights_of([rows for rows in present if rows.any()]),
        kept.groups,
        source=Source(n_dropped=kept.n_dropped, n_weightless=kept.n_weightless),
        missing=kept.missing,
    )


def kept_rows(given: Any, kept: NDArray[np.bool_] | None) -> Any:
    """The values of the rows that are kept; faults are reported where values are checked."""
    if given is None or kept is None:
        return given
    array = column(given)
    return array[kept] if len(array) == len(kept) else array


def refuse_unweighable(
    name: str,
    classes: tuple[str, ...],
    values: NDArray[Any],
    where: Callable[[int], str] = "row {}".format,
) -> None:
    """Refuse scores, a row per class, that are infinite or negative."""
    for label, row in zip(classes, values, strict=True):
        if not len(row) or (row.min() >= 0 and row.max() < np.inf):
            continue
        wrong = ~((row >= 0) & (row < np.inf))
        at = int(np.argmax(wrong))
        raise ScoreError(
            f"weights need scores that are finite and not negative; column '{title(name, label)}', "
            f"{where(at)} is {row[at]} ({count(int(wrong.sum()), 'such row')} in all).",
            hint=Hint(
                "give probabilities, or turn the scores into them first, e.g. with {}.",
                Function("scipy.special.softmax(scores, axis=1)"),
            ),
        )


def after_dropping(source: Source) -> str:
    """What was left out on the way, for a message about what is not there."""
    reasons = [("missing values", source.n_dropped), ("weight 0", source.n_weightless)]
    gone = join_words([f"rows with {why}" for why, rows in reasons if rows], "and")
    return f" after dropping the {gone}" if gone else ""


def _refuse_empty_classes(observations: ClassObservations) -> None:
    after = after_dropping(observations.source)
    if len(observations) == 0:
        raise LabelError(
            f"no observation is left{after}.",
            hint="correct the table, or leave out the classifier whose scores are mostly missing.",
        )
    empty = [
        f"'{shortened(label)}'"
        for label, many in zip(observations.classes, observations.counts, strict=True)
        if many == 0
    ]
    if empty:
        raise LabelError(
            f"no observation belongs to class {join_words(empty[:5], 'or')}{after}.",
            hint="check the label column, use a test set that contains every class, or leave out "
            "the column of scores of a class that need not be evaluated.",
        )


# Scores with a column per class: what they were given as, in the order of the classes.


def class_columns(
    scores: Mapping[str, Any], labels: ClassLabels, classes: Sequence[Any] | None
) -> tuple[tuple[Any, ...], list[list[NDArray[Any]]]]:
    """The classes, and for each classifier its columns of scores in their order.

    A mapping or a frame names its columns; those of an array are ``classes`` in their order, or
    without them the sorted labels where that leaves no doubt.
    """
    said = None if classes is None else _as_tuple(classes)
    read = {name: _named_columns(values, name, labels, said) for name, values in scores.items()}
    order = next(iter(read.values()))[0] if said is None else said
    names = class_names(order)
    return order, [_in_order(name, names, *found) for name, found in read.items()]


def stacked(
    columns: Sequence[Sequence[NDArray[Any]]],
    names: tuple[str, ...],
    classes: tuple[str, ...],
    size: int,
) -> NDArray[Any]:
    """Classifiers x classes x observations: the one copy that is made of the scores."""
    arrays = [
        [
            numeric_scores(array, title(name, label))
            for label, array in zip(classes, of_name, strict=True)
        ]
        for name, of_name in zip(names, columns, strict=True)
    ]
    for name, of_name in zip(names, arrays, strict=True):
        for label, array in zip(classes, of_name, strict=True):
            if len(array) != size:
                raise ScoreError(
                    f"'{title(name, label)}' has {count(len(array), 'value')} for "
                    f"{count(size, 'label')}.",
                    hint="pass one value per observation and class, in the same order.",
                )
    kind = np.result_type(*(array.dtype for of_name in arrays for array in of_name))
    matrix = np.empty((len(names), len(classes), size), kind)
    for at, of_name in enumerate(arrays):
        for place, array in enumerate(of_name):
            matrix[at, place] = array
    return matrix


def missing_rows(
    labels: ClassLabels,
    values: NDArray[Any],
    names: tuple[str, ...],
    classes: tuple[str, ...],
    missing: Missing,
    extras: Mapping[str, NDArray[Any]],
) -> NDArray[np.bool_] | None:
    """The rows to drop, or None; refuses at the first missing value unless asked to drop it."""
    columns = [
        ("scores", title(name, label), row)
        for name, of_name in zip(names, values, strict=True)
        for label, row in zip(classes, of_name, strict=True)
    ]
    columns += [(name, name, array) for name, array in extras.items()]
    return observations.missing_rows(labels.missing, columns, missing)


def title(name: str, label: str) -> str:
    """What the column of a class is called in a message."""
    return f"{shortened(name)}: {shortened(label)}"


def _as_tuple(classes: Sequence[Any]) -> tuple[Any, ...]:
    class_names(classes)
    return tuple(plain(label) for label in classes)


def _named_columns(
    values: Any, name: str, labels: ClassLabels, said: tuple[Any, ...] | None
) -> tuple[tuple[Any, ...], list[NDArray[Any]]]:
    named = _mapping(values, name)
    if named is not None:
        return tuple(named), [column(array) for array in named.values()]
    matrix = _matrix(values, name)
    many = matrix.shape[1]
    if said is not None and len(said) != many:
        raise ScoreError(
            f"'{shortened(name)}' has {count(many, 'column')} of scores for {len(said)} classes, "
            f"{shown(said)}.",
            hint="pass a column for every class, in the order of classes=.",
        )
    return said or sorted_classes(labels, many), [matrix[:, at] for at in range(many)]


def _mapping(values: Any, name: str) -> Mapping[Any, Any] | None:
    """Columns by their names, if these scores have names."""
    if isinstance(values, Mapping):
        return values
    try:
        frame = nw.from_native(values, eager_only=True, pass_through=True)
    except nw.exceptions.DuplicateError:
        raise ScoreError(
            f"two columns of '{shortened(name)}' have the same name.",
            hint="pass one column of scores for each class.",
        ) from None
    if isinstance(frame, nw.DataFrame):
        series = frame.iter_columns()  # by place: a column may be called 0
        return {label: each.to_native() for label, each in zip(frame.columns, series, strict=True)}
    return None


def _matrix(values: Any, name: str) -> NDArray[Any]:
    """Observations x classes."""
    try:
        if isinstance(values, np.ndarray):
            matrix: NDArray[Any] = values
        elif hasattr(values, "__dlpack__") and not hasattr(values, "__array__"):
            matrix = np.from_dlpack(values)
        else:
            matrix = np.asarray(values)
    except (ValueError, OverflowError):
        raise ScoreError(
            f"the rows of '{shortened(name)}' have different lengths.",
            hint="pass one score per observation and class.",
        ) from None
    except (TypeError, BufferError, RuntimeError) as error:
        raise ScoreError(
            f"'{shortened(name)}' is a {type(values).__name__}, which cannot be read: {error}.",
            hint="if it is on another device, move it to the CPU first, e.g. tensor.cpu().",
        ) from None
    if matrix.ndim != 2:
        raise ScoreError(
            f"scores with a column per class must be two-dimensional; '{shortened(name)}' has the "
            f"shape {matrix.shape}.",
            hint="pass observations x classes, e.g. the columns of predict_proba, or a mapping "
            "from each class to its scores; for two classes with one score, use Scores.",
        )
    return matrix


def _in_order(
    name: str, wanted: tuple[str, ...], given: tuple[Any, ...], columns: list[NDArray[Any]]
) -> list[NDArray[Any]]:
    """The columns in the order of the classes; each class must have one, and no other may."""
    names = class_names(given)
    for one, other, words in (
        (wanted, names, "has no column for the class"),
        (names, wanted, "has a column for"),
    ):
        odd = [label for label in one if label not in other]
        if odd:
            raise ScoreError(
                f"'{shortened(name)}' {words} {join_words([repr(shortened(v)) for v in odd[:5]])}; "
                f"the classes are {shown(wanted)}.",
                hint=(
                    "pass one column of scores for each class, and no other, for every classifier."
                ),
            )
    return [columns[names.index(label)] for label in wanted]
