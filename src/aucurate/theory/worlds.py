"""Two classifiers on n observations, as probabilities: where exact moments start from.

Nothing here is data. An observation is positive with a known probability, and each classifier gives
it a score with a known discrete distribution (:class:`~aucurate.theory.ScoreLaw`), ties allowed:
the setting in which Rosset (2004) compares the AUC and the error rate as criteria of choice. Labels
are independent of scores given the observation, and observations of each other. The two scores of
one observation are independent (``TwoClassifiers.independent``) or have any joint distribution
(``TwoClassifiers.joint``). A study of two classifiers, taken as a population to draw from, is
``TwoClassifiers.from_scores``.

Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning, Banff.
"""

import math
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked, number_in, whole
from aucurate.data.arrays import column, frozen, numeric_scores
from aucurate.data.scores import PairedScores
from aucurate.errors import InputError, OptionError, ScoreError
from aucurate.formatting import shortened

# What a classifier may do on each observation: a discrete distribution of its score.


_ROUNDING = 1e-9  # how far from one the probabilities of an observation may add up


@dataclass(frozen=True, slots=True, eq=False)
class ScoreLaw:
    """The distribution of one classifier's score on each of n observations.

    Observation i has the score ``values[i, k]`` with probability ``probabilities[i, k]``; scores of
    different observations are independent. Both arrays have the shape (n, v). An observation with
    fewer than v values is padded with any number of probability 0, and the same value may occur in
    a row more than once. Only the order of values matters for an AUC, so they may be infinite.

    >>> law = ScoreLaw.from_arrays([[0.1, 0.3], [0.2, 0.4]], [[0.5, 0.5], [0.9, 0.1]])
    >>> law.n, law.values[1].tolist(), law.probabilities[1].tolist()
    (2, [0.2, 0.4], [0.9, 0.1])
    """

    values: NDArray[np.float64]
    probabilities: NDArray[np.float64]

    @classmethod
    @checked
    def from_arrays(cls, values: Any, probabilities: Any) -> Self:
        """Check, copy and freeze: an array of values and one of their probabilities, both (n, v).

        Parameters
        ----------
        values : array-like
            Values that the score of each observation can take, a row per observation.

        The probabilities of a row must add up to one to 1e-9, and are then scaled so that they do
        to the last digit.
        """
        scores = _values(values, "values")
        return cls(scores, _probabilities(probabilities, scores.shape))

    @classmethod
    @checked
    def certain(cls, scores: Any) -> Self:
        """One value each, which is certain: scores that do not vary.

        Parameters
        ----------
        scores : array-like
            The score of each observation, which is certain.

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
            hint="column k of both is one joint state: pass arrays of the same shape.",
        )
    shared = _probabilities(probabilities, one.shape)
    return ScoreLaw(one, shared), ScoreLaw(two, shared)


def positive_probabilities(values: Any) -> NDArray[np.float64]:
    """The probability of every observation to be positive, checked."""
    array = np.array(numeric_scores(column(values), "positive_probability"), np.float64)
    if not len(array):
        raise InputError("there are no observations.", hint="pass one probability per observation.")
    wrong = ~((array >= 0) & (array <= 1))
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            f"a probability must lie between 0 and 1; positive_probability, row {row} is "
            f"{array[row]}.",
            hint="use probabilities 0 and 1 for certain labels.",
        )
    return frozen(array)


def same_size(sizes: dict[str, int]) -> None:
    """Refuse parts of one description that speak of different numbers of observations."""
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{name} of {size:,}" for name, size in sizes.items())
        raise ScoreError(
            f"the arrays do not have the same number of observations: {told}.",
            hint="pass one row per observation, in the same order.",
        )


def _table(given: Any, name: str) -> NDArray[np.float64]:
    try:
        table = np.array(given, np.float64)
    except (TypeError, ValueError):
        raise ScoreError(
            f"{name} must be a table of numbers with the same number of columns in every row; it "
            f"is {shortened(repr(given))}.",
            hint="pad rows with fewer values with any number of probability 0.",
        ) from None
    if table.ndim != 2 or not table.size:
        raise ScoreError(
            f"{name} needs a row per observation and a column per value; it has the shape "
            f"{table.shape}.",
            hint="for scores that do not vary, use ScoreLaw.certain(scores).",
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
            hint="pass one probability for each value.",
        )
    wrong = ~((table >= 0) & np.isfinite(table))
    if wrong.any():
        row, at = (int(k) for k in np.argwhere(wrong)[0])
        raise InputError(
            f"probabilities must be numbers from 0 to 1; row {row}, column {at} is "
            f"{table[row, at]}.",
            hint="correct that row.",
        )
    sums = np.sum(table, axis=1)
    off = np.abs(sums - 1) > _ROUNDING
    if off.any():
        row = int(np.argmax(off))
        raise InputError(
            f"the probabilities of an observation must add up to 1; those of row {row} add up to "
            f"{sums[row]}.",
            hint="divide each row by its sum, if that is what you mean.",
        )
    return frozen(table / sums[:, None])


_STEP = 1e-9  # a deviation this near to half a step between two observations is half a step


@dataclass(frozen=True, slots=True, eq=False)
class TwoClassifiers:
    """Two classifiers on n observations, with random labels and scores.

    Observation i is positive with ``positive_probability[i]``; ``first`` and ``second`` are the
    laws of the scores. Labels, and scores of different observations, are independent, and so are
    the label and the scores of one observation (its probability says all that they share). The two
    scores of one observation are independent too, unless ``is_joint``: then column k of both laws
    is one joint state with one probability.

    Build it with :meth:`independent`, :meth:`joint` or :meth:`from_scores`, which check everything.
    """

    positive_probability: NDArray[np.float64]
    first: ScoreLaw
    second: ScoreLaw
    is_joint: bool

    @classmethod
    @checked
    def independent(cls, positive_probability: Any, first: ScoreLaw, second: ScoreLaw) -> Self:
        """Two classifiers that err independently of each other.

        >>> first = ScoreLaw.certain([0.2, 0.7])
        >>> second = ScoreLaw.from_arrays([[0.2, 0.8], [0.7, 0.1]], [[0.9, 0.1], [0.9, 0.1]])
        >>> TwoClassifiers.independent([0.2, 0.7], first, second).n
        2
        """
        positive = positive_probabilities(positive_probability)
        same_size({"labels": len(positive), "first": first.n, "second": second.n})
        return cls(positive, first, second, False)

    @classmethod
    @checked
    def joint(
        cls, positive_probability: Any, first_values: Any, second_values: Any, probabilities: Any
    ) -> Self:
        """Two classifiers whose errors go together: the joint states of every observation.

        With probability ``probabilities[i, k]`` the first gives observation i the score
        ``first_values[i, k]`` and the second ``second_values[i, k]``; all three are (n, v).

        >>> pair = TwoClassifiers.joint([0.5], [[0.2, 0.8]], [[0.3, 0.9]], [[0.5, 0.5]])
        >>> pair.is_joint
        True
        """
        positive = positive_probabilities(positive_probability)
        first, second = joint_laws(first_values, second_values, probabilities)
        same_size({"labels": len(positive), "scores": first.n})
        return cls(positive, first, second, True)

    @classmethod
    @checked
    def from_scores(cls, labels: Any, first: Any, second: Any, *, positive: object = None) -> Self:
        """A study with two columns of scores, taken as it is: labels and scores that are certain.

        Parameters
        ----------
        first, second : array-like
            Scores of the two classifiers.

        Of itself it has no variance; as a population to draw test sets from
        (:func:`~aucurate.theory.population_moments`, :func:`~aucurate.theory.size_to_choose`) it
        says what a study of another size would find.
        """
        data = PairedScores.from_arrays(
            labels, {"first": first, "second": second}, positive=positive
        )
        return cls(
            frozen(data.observations.is_positive.astype(np.float64)),
            ScoreLaw.certain(data.values[0]),
            ScoreLaw.certain(data.values[1]),
            False,
        )

    @property
    def n(self) -> int:
        """How many observations there are."""
        return len(self.positive_probability)

    def swapped(self) -> "TwoClassifiers":
        """The same with first and second exchanged."""
        return TwoClassifiers(self.positive_probability, self.second, self.first, self.is_joint)

    def __len__(self) -> int:
        return len(self.positive_probability)


def checked_pair(value: Any) -> TwoClassifiers:
    """Two classifiers, or an error that says how to make them."""
    if not isinstance(value, TwoClassifiers):
        raise OptionError(
            f"expected a TwoClassifiers, not {shortened(repr(value))}.",
            hint="make one with TwoClassifiers.from_scores(labels, first, second), .independent or "
            ".joint.",
        )
    return value


@checked
def deviating_scores(n: int, deviation_probability: float, size: float) -> ScoreLaw:
    """Scores i/n for i = 1 to n, moved up by ``size`` with ``deviation_probability``, or down by it
    with the same probability.

    Where 2 n ``size`` is a whole number (to 1e-9) two scores can be equal, and are then equal to
    the last bit; otherwise no two of different observations are.

    >>> deviating_scores(4, 0.1, 0.25).values.tolist()
    [[0.25, 0.5, 0.0], [0.5, 0.75, 0.25], [0.75, 1.0, 0.5], [1.0, 1.25, 0.75]]
    """
    items = _positions(n)
    often = number_in(deviation_probability, 0, 0.5, "a deviation_probability", ends="closed")
    far = number(size)
    if not 0 <= far < np.inf:
        raise OptionError(
            f"the size of a deviation must be a number from 0; it is {size!r}.",
            hint="the paper has 0.2005.",
        )
    steps = far * n
    if abs(2 * steps - round(2 * steps)) < _STEP:
        steps = round(2 * steps) / 2
    values = (items[:, None] + np.array([0.0, steps, -steps])) / n
    odds = np.array([1 - 2 * often, often, often])
    return ScoreLaw.from_arrays(values, np.broadcast_to(odds, (n, 3)))


@checked
def rosset_example(
    n: int,
    first_probability: float,
    second_probability: float,
    *,
    size: float = 0.2005,
    dependence: float = 0.0,
) -> TwoClassifiers:
    """The example of Rosset (2004), section 2.1.3.

    Observation i is positive with probability i/n. Both classifiers give it the score i/n, moved by
    ``size`` up or down with probability ``first_probability`` and ``second_probability`` each way:
    the one that moves less is better.

    ``dependence`` (not in the paper's formulas; its section 2.1.1) is the probability that the two
    deviations of an observation come from one draw, so that they go up and down together as far as
    their probabilities allow; otherwise they are independent. Either way each classifier alone has
    the same distribution.

    >>> rosset_example(50, 0.1, 0.2).n
    50
    """
    positive = _positions(n) / n
    first = deviating_scores(n, first_probability, size)
    second = deviating_scores(n, second_probability, size)
    together = number_in(dependence, 0, 1, "dependence", ends="closed")
    if together == 0:
        return TwoClassifiers.independent(positive, first, second)
    one, two = first.probabilities[0], second.probabilities[0]
    odds = (1 - together) * np.outer(one, two) + together * _side_by_side(one, two)
    rows, columns = np.divmod(np.arange(9), 3)
    return TwoClassifiers.joint(
        positive,
        first.values[:, rows],
        second.values[:, columns],
        np.broadcast_to(odds.reshape(-1), (n, 9)),
    )


def _side_by_side(one: NDArray[np.float64], two: NDArray[np.float64]) -> NDArray[np.float64]:
    """The joint probabilities of two deviations (none, up, down) that share one draw."""
    up, down = min(one[1], two[1]), min(one[2], two[2])
    table = np.diag([min(one[0], two[0]), up, down])
    table[0, 1:] = two[1] - up, two[2] - down
    table[1:, 0] = one[1] - up, one[2] - down
    return table


def _positions(n: int) -> NDArray[np.float64]:
    return np.arange(1, whole(n, "n") + 1, dtype=np.float64)


# Settings that several functions take, checked once.


def checked_threshold(value: Any) -> float:
    """A threshold: any number, infinite ones too."""
    found = number(value)
    if math.isnan(found):
        raise OptionError(f"the threshold must be a number; it is {value!r}.")
    return found


def number(value: Any) -> float:
    """A float, NaN where this is not a number."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan
