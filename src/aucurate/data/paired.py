"""Several classifiers on the same observations."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.alignment import aligned_columns
from aucurate.data.arrays import frozen, numeric_scores
from aucurate.data.labels import Labels, read_labels
from aucurate.data.observations import Missing, Observations, build
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, ScoreError
from aucurate.formatting import listing, shortened


@dataclass(frozen=True, slots=True, eq=False)
class PairedScores:
    """K classifiers on one test set; ``values`` has a row per classifier, higher is more positive.

    ``lower`` names those whose scores ran the other way and were negated.

    >>> first, second = PairedScores.from_arrays(
    ...     [0, 0, 1, 1], {"forest": [0.1, 0.4, 0.35, 0.8], "tree": [0, 0, 0, 1]}
    ... )
    >>> first.name, second.name, first.observations is second.observations
    ('forest', 'tree', True)
    """

    names: tuple[str, ...]
    observations: Observations
    values: NDArray[Any]
    lower: frozenset[str] = frozenset()

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
        names = [str(name) for name in named_scores(scores)]
        doubled = sorted(name for name, times in Counter(names).items() if times > 1)
        if doubled:
            raise ScoreError(
                f"two classifiers have the same name, '{shortened(doubled[0])}'.",
                hint="give each classifier a name of its own.",
            )
        flipped = {lower} if isinstance(lower, str) else set(lower)
        unknown = sorted(flipped - set(names))
        if unknown:
            raise OptionError(
                f"lower names '{shortened(unknown[0])}', which is not one of the classifiers.",
                hint=f"the classifiers are {listing([shortened(n) for n in names])}.",
            )
        columns = {}
        for name, values in zip(names, scores.values(), strict=True):
            array = numeric_scores(values, name)
            columns[name] = np.negative(array) if name in flipped else array
        observations, matrix = build(
            labels, columns, missing=missing, weights=weights, groups=groups, folds=folds
        )
        return cls(tuple(names), observations, matrix, frozenset(flipped))

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Scores]:
        return (
            Scores(name, self.observations, values, name in self.lower)
            for name, values in zip(self.names, self.values, strict=True)
        )

    def __getitem__(self, name: str) -> Scores:
        values = self.values[position(self.names, name)]
        return Scores(name, self.observations, values, name in self.lower)

    @checked
    def select(self, names: Collection[str]) -> "PairedScores":
        """The same observations with these classifiers only, in this order."""
        rows = [position(self.names, name) for name in names]
        if len(set(rows)) < len(rows):
            raise OptionError("a classifier is selected twice.", hint="name each of them once.")
        values = frozen(self.values[rows])
        return PairedScores(tuple(names), self.observations, values, self.lower & set(names))


def named_scores(scores: Mapping[str, Any]) -> Mapping[str, Any]:
    """Scores by the names of their classifiers; refused where they have none."""
    if not isinstance(scores, Mapping):
        raise ScoreError(
            f"the scores do not say whose they are; this is a {type(scores).__name__}.",
            hint='name them: {"forest": scores, "logistic": other_scores}.',
        )
    if not scores:
        raise ScoreError("there are no scores.", hint="give at least one classifier's scores.")
    return scores


def position(names: tuple[str, ...], name: str) -> int:
    """Where a classifier stands among these, or an error that lists them."""
    try:
        return names.index(name)
    except ValueError:
        raise OptionError(
            f"there is no classifier named '{shortened(name)}'.",
            hint=f"the classifiers are {listing([shortened(n) for n in names])}.",
        ) from None
