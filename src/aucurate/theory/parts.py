"""One observation at a time: how it stands against all others, given its own label and score.

With y the label (0 or 1), s the scores of both classifiers and

    psi(a, b) = 1 if a > b, 1/2 if a = b, else 0
    h(s_i, s_j) = psi(first_i, first_j) - psi(second_i, second_j)

the pairs that the first classifier orders better than the second are n+ n- (AUC of first - AUC of
second) = sum over i < j of g_ij = (y_i - y_j) h(s_i, s_j). What an observation with label y and
scores s can expect against j is E(g_ij | y, s) = (y - pi_j) H_j(s), where H_j(s) = E h(s, s_j) is a
difference of two distribution functions, jumps counted half. Sums of these over all j need one
sort of all values.

Where the two classifiers are independent h is a sum of two independent parts, and variances add.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.theory.laws import ScoreLaw
from aucurate.theory.world import TwoClassifiers


@dataclass(frozen=True, slots=True)
class Part:
    """A part of h that is independent of the other parts: one classifier, or both together.

    ``values`` has the shape (classifiers, n, v), ``signs`` is 1 for the first classifier and -1 for
    the second, ``probabilities`` is (n, v).
    """

    values: NDArray[np.float64]
    signs: tuple[int, ...]
    probabilities: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Arranged:
    """Two classifiers with the observations in the order of their scores, and h in its parts."""

    positive: NDArray[np.float64]
    parts: tuple[Part, ...]

    @property
    def n(self) -> int:
        """How many observations there are."""
        return len(self.positive)

    @property
    def label_variance(self) -> NDArray[np.float64]:
        """The variance of every label."""
        return np.asarray(self.positive * (1 - self.positive))


class Standing(NamedTuple):
    """Mean and variance over its own scores of what an observation expects against all others,
    were it positive and were it negative; each an array over the observations.
    """

    mean_if_positive: NDArray[np.float64]
    mean_if_negative: NDArray[np.float64]
    variance_if_positive: NDArray[np.float64]
    variance_if_negative: NDArray[np.float64]


def arranged(pair: TwoClassifiers) -> Arranged:
    """The observations by their lowest score of the first classifier, so that those which cannot
    change places stand far apart.
    """
    one, two = (_used(law) for law in (pair.first, pair.second))
    order = np.lexsort((np.min(two.values, axis=1), np.min(one.values, axis=1)))
    if pair.is_joint:
        values = np.stack([one.values[order], two.values[order]])
        parts: tuple[Part, ...] = (Part(values, (1, -1), one.probabilities[order]),)
    else:
        parts = tuple(
            Part(law.values[None, order], (sign,), law.probabilities[order])
            for law, sign in ((one, 1), (two, -1))
        )
    return Arranged(pair.positive_probability[order], parts)


def _used(law: ScoreLaw) -> ScoreLaw:
    """The same law, its states without probability left out, or given a value that has some."""
    somewhere = np.any(law.probabilities > 0, axis=0)
    values, masses = law.values[:, somewhere], law.probabilities[:, somewhere]
    likely = np.argmax(masses, axis=1)[:, None]
    return ScoreLaw(np.where(masses > 0, values, np.take_along_axis(values, likely, 1)), masses)


def standing(world: Arranged, *, with_itself: bool) -> Standing:
    """How every observation stands against all others, ``with_itself`` also against a second,
    independent realisation of itself.
    """
    against = {"positive": 1 - world.positive, "negative": -world.positive}
    means = {label: np.zeros(world.n) for label in against}
    variances = {label: np.zeros(world.n) for label in against}
    for part in world.parts:
        own = None if with_itself else _against_itself(part)
        for label, weights in against.items():
            expected = _against_all(part, weights)
            if own is not None:
                expected -= weights[:, None] * own
            mean = np.sum(part.probabilities * expected, axis=1)
            means[label] += mean
            away = expected - mean[:, None]
            variances[label] += np.sum(part.probabilities * away**2, axis=1)
    return Standing(
        means["positive"], means["negative"], variances["positive"], variances["negative"]
    )


def _against_all(part: Part, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum over j of weights_j H_j at every state of every observation."""
    masses = (weights[:, None] * part.probabilities).reshape(-1)
    total = np.zeros(part.probabilities.shape)
    for sign, values in zip(part.signs, part.values, strict=True):
        total += sign * _half_counted(values.reshape(-1), masses).reshape(values.shape)
    return total


def _half_counted(values: NDArray[np.float64], masses: NDArray[np.float64]) -> NDArray[np.float64]:
    """At every value the mass below it and half the mass at it."""
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    sums = np.concatenate(([0.0], np.cumsum(masses[order], dtype=np.longdouble)))
    starts = np.concatenate(([True], ranked[1:] != ranked[:-1]))
    group = np.cumsum(starts) - 1
    ends = np.append(np.flatnonzero(starts), len(ranked))
    middle = (sums[ends[:-1]] + sums[ends[1:]]) / 2
    found = np.empty(len(values))
    found[order] = middle[group]
    return found


def _against_itself(part: Part) -> NDArray[np.float64]:
    """H_i at the states of observation i itself."""
    total = np.zeros(part.probabilities.shape)
    signs = np.array(part.signs, np.int64).reshape(-1, 1, 1)
    for k in range(part.probabilities.shape[1]):
        here = part.values[:, :, k, None]
        doubled = signs * ((part.values > here).astype(np.int64) + (part.values >= here))
        total += part.probabilities[:, k, None] / 2 * np.sum(doubled, axis=0)
    return total
