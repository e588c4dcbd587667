"""The scores of one classifier."""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.alignment import aligned_columns
from aucurate.data.arrays import numeric_scores
from aucurate.data.labels import read_labels
from aucurate.data.observations import Missing, Observations, build


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
        columns, extras, moved = aligned_columns(
            labels, {name: scores}, weights=weights, groups=groups, folds=folds
        )
        array = numeric_scores(columns[name], name)
        observations, matrix = build(
            read_labels(labels, positive),
            {name: np.negative(array) if lower else array},
            missing=missing,
            **extras,
        )
        return cls(name, replace(observations, aligned=moved), matrix[0], lower)

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
