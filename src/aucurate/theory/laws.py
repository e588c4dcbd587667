"""What a classifier may do on each observation: a discrete distribution of its score."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import column, frozen, numeric_scores
from aucurate.errors import InputError, ScoreError
from aucurate.formatting import shortened

_ROUNDING = 1e-9  # how far from one the probabilities of an observation may add up


@dataclass(frozen=True, slots=True, eq=False)
class ScoreLaw:
    """The distribution of one classifier's score on each of n observations.

    Observation i has the score ``values[i, k]`` with probability ``probabilities[i, k]``; scores of
    different observations are independent. Both arrays have the shape (n, v). An observation with
    fewer than v values is padded with any number of probability 0, and the same value may stand in
    a row more than once. Only the order of values matters for an AUC, so they may be infinite.

    >>> law = ScoreLaw.from_arrays([[0.1, 0.3], [0.2, 0.4]], [[0.5, 0.5], [0.9, 0.1]])
    >>> law.n, law.values[1].tolist(), law.probabilities[1].tolist()
    (2, [0.2, 0.4], [0.9, 0.1])
    """

    values: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    @classmethod
    def from_arrays(cls, values: Any, probabilities: Any) -> Self:
        """Check, copy and freeze: an array of values and one of their probabilities, both (n, v).

        The probabilities of a row must add up to one to 1e-9, and are then scaled so that they do
        to the last digit.
        """
        scores = _values(values, "values")
        return cls(scores, _probabilities(probabilities, scores.shape))

    @classmethod
    def certain(cls, scores: Any) -> Self:
        """One value each, which is certain: scores that do not vary.

        >>> ScoreLaw.certain([0.3, 0.8]).values.tolist()
        [[0.3], [0.8]]
        """
        values = _values(numeric_scores(scores, "scores")[:, None], "scores")
        return cls(values, frozen(np.ones(values.shape)))

    @property
    def n(self) -> int:
        """How many observations there are."""
        return len(self.values)

    def __len__(self) -> int:
        return len(self.values)


def joint_laws(first: Any, second: Any, probabilities: Any) -> tuple[ScoreLaw, ScoreLaw]:
    """The laws of two classifiers whose states come together, column by column, checked."""
    one, two = _values(first, "first_values"), _values(second, "second_values")
    if one.shape != two.shape:
        raise ScoreError(
            f"the values of the first classifier have the shape {one.shape}, those of the second "
            f"{two.shape}.",
            hint="column k of both is one joint state: give arrays of the same shape.",
        )
    shared = _probabilities(probabilities, one.shape)
    return ScoreLaw(one, shared), ScoreLaw(two, shared)


def positive_probabilities(values: Any) -> NDArray[np.float64]:
    """The probability of every observation to be positive, checked."""
    array = np.array(numeric_scores(column(values), "positive_probability"), np.float64)
    if not len(array):
        raise InputError("there are no observations.", hint="give one probability per observation.")
    wrong = ~((array >= 0) & (array <= 1))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            f"a probability lies between 0 and 1; positive_probability, row {row} is {array[row]}.",
            hint="certain labels are probabilities 0 and 1.",
        )
    return frozen(array)


def same_size(sizes: dict[str, int]) -> None:
    """Refuse parts of one description that speak of different numbers of observations."""
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{name} of {size:,}" for name, size in sizes.items())
        raise ScoreError(
            f"the parts do not have the same number of observations: {told}.",
            hint="give one row per observation, in the same order.",
        )


def _table(given: Any, name: str) -> NDArray[np.float64]:
    try:
        table = np.array(given, np.float64)
    except (TypeError, ValueError):
        raise ScoreError(
            f"{name} must be a table of numbers with as many columns in every row; it is "
            f"{shortened(repr(given))}.",
            hint="pad rows with fewer values with any number of probability 0.",
        ) from None
    if table.ndim != 2 or not table.size:
        raise ScoreError(
            f"{name} needs a row per observation and a column per value; it has the shape "
            f"{table.shape}.",
            hint="scores that do not vary are ScoreLaw.certain(scores).",
        )
    return table


def _values(given: Any, name: str) -> NDArray[np.float64]:
    table = _table(given, name)
    if np.isnan(table).any():
        row, at = (int(k) for k in np.argwhere(np.isnan(table))[0])
        raise ScoreError(
            f"{name} must not be missing; row {row}, column {at} is nan.",
            hint="pad rows with fewer values with any number of probability 0.",
        )
    return frozen(table + 0.0)  # no negative zero


def _probabilities(given: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    table = _table(given, "probabilities")
    if table.shape != shape:
        raise ScoreError(
            f"the values have the shape {shape}, their probabilities {table.shape}.",
            hint="give one probability for each value.",
        )
    wrong = ~((table >= 0) & np.isfinite(table))
    if wrong.any():
        row, at = (int(k) for k in np.argwhere(wrong)[0])
        raise InputError(
            f"probabilities must be numbers from 0 to 1; row {row}, column {at} is "
            f"{table[row, at]}.",
            hint="mend that row.",
        )
    sums = np.sum(table, axis=1)
    off = np.abs(sums - 1) > _ROUNDING
    if off.any():
        row = int(np.argmax(off))
        raise InputError(
            f"the probabilities of an observation must add up to 1; those of row {row} give "
            f"{sums[row]}.",
            hint="divide each row by its sum, if that is what is meant.",
        )
    return frozen(table / sums[:, None])
