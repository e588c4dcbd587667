"""Scores of one classifier, or of several: on the same observations, or on different ones."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import check_fields, checked
from aucurate.data.alignment import aligned_columns
from aucurate.data.arrays import frozen, numeric_scores
from aucurate.data.labels import Labels, read_labels
from aucurate.data.observations import Missing, Observations, build
from aucurate.errors import InputError, LabelError, OptionError, ScoreError
from aucurate.formatting import count, join_words, shortened

ObservationsT = TypeVar("ObservationsT")
ScoresT = TypeVar("ScoresT")


class Classifiers:
    """Several classifiers by their names; ``values`` begins with an axis of classifiers."""

    __slots__ = ()
    names: tuple[str, ...]
    values: NDArray[Any]
    lower: frozenset[str]

    @checked
    def select(self, names: Collection[str]) -> Self:
        """The same observations with these classifiers only, in this order."""
        places = [position(self.names, name) for name in names]
        if len(set(places)) < len(places):
            raise OptionError("a classifier is selected twice.", hint="name each of them once.")
        return replace(  # type: ignore[type-var]  # who inherits is a dataclass
            self,
            names=tuple(names),
            values=frozen(self.values[places]),
            lower=self.lower & set(names),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Paired(Classifiers, ABC, Generic[ObservationsT, ScoresT]):
    """Several classifiers on the same observations; ``values`` begins with an axis of classifiers.

    ``lower`` names those whose scores ran the other way and were negated.
    """

    names: tuple[str, ...]
    observations: ObservationsT
    values: NDArray[Any]
    lower: frozenset[str] = frozenset()

    @abstractmethod
    def _at(self, place: int) -> ScoresT:
        """The scores of the classifier at this place."""

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[ScoresT]:
        return (self._at(place) for place in range(len(self.names)))

    def __getitem__(self, name: str) -> ScoresT:
        return self._at(position(self.names, name))


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """One classifier on one test set: observations, and the score it gives each of them.

    Build it with :meth:`from_arrays`, which checks everything once; higher means more positive, and
    ``lower`` says that it was the other way round before the scores were negated.
    Two ``Scores`` of the same ``PairedScores`` share their ``observations``, which is how a test
    knows that they are paired.
    """

    name: str
    observations: Observations
    values: NDArray[Any]
    lower: bool = False

    @classmethod
    @checked
    def from_arrays(
        cls,
        labels: Any,
        scores: Any,
        *,
        positive: object = None,
        name: str = "scores",
        lower: bool = False,
        missing: Missing = "refuse",
        weights: Any = None,
        groups: Any = None,
        folds: Any = None,
    ) -> Self:
        """Check, copy and freeze. ``lower=True`` when a lower score means more positive.

        Infinite scores are legal: they only rank. A missing label or score is refused, or with
        ``missing="drop"`` dropped and counted. Series with an index are matched by it, see
        :mod:`aucurate.data.alignment`.

        >>> Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).n_positive
        2
        """
        paired = PairedScores.from_arrays(
            labels,
            {name: scores},
            positive=positive,
            lower=[name] if lower else (),
            missing=missing,
            weights=weights,
            groups=groups,
            folds=folds,
        )
        return cls(name, paired.observations, paired.values[0], lower)

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which observations are positive."""
        return self.observations.is_positive

    @property
    def n_positive(self) -> int:
        """How many observations are positive."""
        return self.observations.n_positive

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return self.observations.n_negative

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True, slots=True, eq=False)
class PairedScores(Paired[Observations, Scores]):
    """K classifiers on one test set; ``values`` has a row per classifier, higher is more positive.

    ``lower`` names those whose scores ran the other way and were negated.

    >>> first, second = PairedScores.from_arrays(
    ...     [0, 0, 1, 1], {"forest": [0.1, 0.4, 0.35, 0.8], "tree": [0, 0, 0, 1]}
    ... )
    >>> first.name, second.name, first.observations is second.observations
    ('forest', 'tree', True)
    """

    @classmethod
    @checked(but=("scores",))
    def from_arrays(
        cls,
        labels: Any,
        scores: Mapping[str, Any],
        *,
        positive: object = None,
        lower: Collection[str] = (),
        missing: Missing = "refuse",
        weights: Any = None,
        groups: Any = None,
        folds: Any = None,
    ) -> Self:
        """Check, copy and freeze: one array of scores per classifier, named.

        ``lower`` names the classifiers whose lower scores mean more positive. A row with anything
        missing is refused, or with ``missing="drop"`` dropped for all classifiers and counted.
        Series with an index are matched by it, see :mod:`aucurate.data.alignment`.
        """
        columns, extras, moved = aligned_columns(
            labels, named_scores(scores), weights=weights, groups=groups, folds=folds
        )
        found = cls.from_labels(
            read_labels(labels, positive), columns, lower=lower, missing=missing, **extras
        )
        return replace(found, observations=replace(found.observations, aligned=moved))

    @classmethod
    @checked(but=("scores",))
    def from_labels(
        cls,
        labels: Labels,
        scores: Mapping[str, Any],
        *,
        lower: Collection[str] = (),
        missing: Missing = "refuse",
        weights: Any = None,
        groups: Any = None,
        folds: Any = None,
    ) -> Self:
        """The same with labels already read."""
        columns, flipped = directed_columns(scores, lower)
        observations, matrix = build(
            labels, columns, missing=missing, weights=weights, groups=groups, folds=folds
        )
        return cls(tuple(columns), observations, matrix, flipped)

    def _at(self, place: int) -> Scores:
        name = self.names[place]
        return Scores(name, self.observations, self.values[place], name in self.lower)


def named_scores(scores: Mapping[str, Any], *, are: str = "scores") -> dict[str, Any]:
    """Scores by the names of their classifiers, as text; refused where they have none.

    ``are`` is what the scores of one classifier are called in the hint.
    """
    if not isinstance(scores, Mapping):
        raise ScoreError(
            f"the scores do not say whose they are; this is a {type(scores).__name__}.",
            hint=f'name them: {{"forest": {are}, "logistic": other_{are}}}.',
        )
    if not scores:
        raise ScoreError("there are no scores.", hint="give at least one classifier's scores.")
    names = Counter(str(name) for name in scores)
    doubled = sorted(name for name, times in names.items() if times > 1)
    if doubled:
        raise ScoreError(
            f"two classifiers have the same name, '{shortened(doubled[0])}'.",
            hint="give each classifier a name of its own.",
        )
    return dict(zip(names, scores.values(), strict=True))


def directed_columns(
    scores: Mapping[str, Any], lower: Collection[str]
) -> tuple[dict[str, NDArray[Any]], frozenset[str]]:
    """The scores as numbers, those of ``lower`` negated, and which classifiers these are."""
    named = named_scores(scores)
    flipped = frozenset({lower} if isinstance(lower, str) else lower)
    unknown = sorted(flipped - set(named))
    if unknown:
        raise OptionError(
            f"lower names '{shortened(unknown[0])}', which is not one of the classifiers.",
            hint=f"the classifiers are {join_words([shortened(n) for n in named])}.",
        )
    columns = {name: numeric_scores(values, name) for name, values in named.items()}
    return {n: np.negative(a) if n in flipped else a for n, a in columns.items()}, flipped


def position(names: tuple[str, ...], name: str) -> int:
    """Where a classifier stands among these, or an error that lists them."""
    try:
        return names.index(name)
    except ValueError:
        raise OptionError(
            f"there is no classifier named '{shortened(name)}'.",
            hint=f"the classifiers are {join_words([shortened(n) for n in names])}.",
        ) from None


_OBVIOUS_LABELS = {("1", "0"), ("1", "-1"), ("True", "False")}


@dataclass(frozen=True, slots=True, eq=False)
class UnpairedScores:
    """Independent test sets, one classifier each."""

    members: tuple[Scores, ...]

    def __post_init__(self) -> None:
        check_fields(self)
        if len(self.members) < 2:
            raise ScoreError(
                "an unpaired comparison needs two test sets or more.",
                hint="give a second table, or a column that names the test set of each row.",
            )
        doubled = sorted(name for name, times in Counter(self.names).items() if times > 1)
        if doubled:
            raise ScoreError(
                f"two test sets have the same name, '{shortened(doubled[0])}'.",
                hint="give each of them a name of its own.",
            )
        _refuse_different_classes(self.members)

    @classmethod
    @checked
    def from_arrays(
        cls,
        test_sets: Mapping[str, tuple[Any, Any] | Sequence[Any]],
        *,
        positive: object = None,
        lower: bool = False,
        missing: Missing = "refuse",
    ) -> Self:
        """From ``{name: (labels, scores)}``.

        >>> UnpairedScores.from_arrays(
        ...     {"old": ([0, 1, 1], [0.2, 0.1, 0.7]), "new": ([0, 0, 1], [0.1, 0.5, 0.9])}
        ... ).names
        ('old', 'new')
        """
        members = []
        for name, test_set in test_sets.items():
            if len(test_set) != 2:
                raise InputError(
                    f"the test set '{shortened(name)}' has {count(len(test_set), 'item')}; it must "
                    "be a pair of labels and scores.",
                    hint="{name: (labels, scores), ...}.",
                )
            labels, scores = test_set
            members.append(
                Scores.from_arrays(
                    labels,
                    scores,
                    positive=positive,
                    name=str(name),
                    lower=lower,
                    missing=missing,
                )
            )
        return cls(tuple(members))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the test sets."""
        return tuple(member.name for member in self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Scores]:
        return iter(self.members)


def _refuse_different_classes(members: tuple[Scores, ...]) -> None:
    """0/1, -1/1 and booleans may mix: which class is positive is the same in all of them."""
    pairs = {(s.observations.positive, s.observations.negative) for s in members}
    if len(pairs) == 1 or pairs <= _OBVIOUS_LABELS:
        return
    seen = [f"{p!r} and {n!r}" for p, n in sorted(pairs)]
    raise LabelError(
        f"the test sets have different labels: {join_words(seen, 'against')}.",
        hint="an unpaired comparison needs the same two classes in all of them.",
    )
