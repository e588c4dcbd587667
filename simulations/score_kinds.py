"""Kinds of scores in which a few errors make most of the loss: what real classifiers do.

Each kind turns normal noise into scores and says the AUC that they truly have: in closed form, or
(Student's t with 2 and 4 degrees) by numerical integration; never from draws. ``auc`` is the AUC
of the scores that are not the exception: of the positives that are not missed, of the scores above
zero. ``luck`` is uniform, one number for an observation and a classifier: who is missed, who scores
zero.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import integrate, optimize, special

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

BEYOND = 50.0  # farther out than any score that is not an exception
LAST_DIGITS = 1e-3  # exceptions differ among themselves, and are not tied


class Kind(Protocol):
    """How noise becomes scores, and what AUC they have."""

    @property
    def needs_luck(self) -> bool:
        """Whether chance beyond the noise decides."""
        ...

    def true_auc(self, auc: float) -> float:
        """The AUC of all scores."""
        ...

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """The scores of a row of noise for each classifier."""
        ...


@dataclass(frozen=True, slots=True)
class Missed:
    """A share of the positives below all negatives, of the negatives above all positives."""

    positives: float = 0.0
    negatives: float = 0.0
    needs_luck = True

    def true_auc(self, auc: float) -> float:
        """Missed observations lose all their pairs."""
        return (1 - self.positives) * (1 - self.negatives) * auc

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Normal scores of equal spread, but for those that are missed."""
        found = _normal(positive, noise, auc)
        missed = luck < np.where(positive, self.positives, self.negatives)
        out = np.where(positive, -BEYOND, BEYOND) + LAST_DIGITS * noise
        return np.where(missed, out, found)


@dataclass(frozen=True, slots=True)
class Confused:
    """A share of the positives with scores like those of negatives."""

    share: float
    needs_luck = True

    def true_auc(self, auc: float) -> float:
        """The confused win half their pairs."""
        return (1 - self.share) * auc + self.share / 2

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Normal scores of equal spread, without the shift for the confused."""
        return np.where(luck < self.share, noise, _normal(positive, noise, auc))


@dataclass(frozen=True, slots=True)
class ZeroInflated:
    """A share of each class scores exactly zero; the others score above it."""

    positives: float
    negatives: float
    needs_luck = True

    def true_auc(self, auc: float) -> float:
        """Two zeros are a tie; a zero loses to what is above it."""
        p, q = self.positives, self.negatives
        return p * q / 2 + (1 - p) * q + (1 - p) * (1 - q) * auc

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Lognormal scores, or zero."""
        zero = luck < np.where(positive, self.positives, self.negatives)
        return np.where(zero, 0.0, np.exp(_normal(positive, noise, auc)))


@dataclass(frozen=True, slots=True)
class TwoHumps:
    """Half of the negatives nearer to the positives than the other half, by a gap."""

    gap: float
    needs_luck = True

    def true_auc(self, auc: float) -> float:
        """``auc`` is that against the nearer half."""
        far = float(special.ndtr(special.ndtri(auc) + self.gap / math.sqrt(2)))
        return (auc + far) / 2

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Normal scores about three means."""
        return _normal(positive, noise, auc) + np.where(positive | (luck < 0.5), self.gap, 0.0)


@dataclass(frozen=True, slots=True)
class Student:
    """Student's t in both classes, with 1, 2 or 4 degrees of freedom, shifted."""

    degrees: int
    needs_luck = False

    def true_auc(self, auc: float) -> float:
        """The shift is found for it."""
        return auc

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Quantiles of t at the ranks of the noise."""
        size = _student_quantile(self.degrees, special.ndtr(-np.abs(noise)))
        return np.where(positive, student_shift(self.degrees, auc), 0.0) - np.sign(noise) * size


@dataclass(frozen=True, slots=True)
class Logistic:
    """Logistic in both classes, shifted."""

    needs_luck = False

    def true_auc(self, auc: float) -> float:
        """The shift is found for it."""
        return auc

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Quantiles of the logistic distribution at the ranks of the noise."""
        size = special.log_ndtr(noise) - special.log_ndtr(-noise)
        return np.where(positive, logistic_shift(auc), 0.0) + size


@dataclass(frozen=True, slots=True)
class ReversedExponential:
    """Minus exponential in both classes: the long tail is that of low scores."""

    needs_luck = False

    def true_auc(self, auc: float) -> float:
        """With the means of minus the scores as auc to 1 - auc."""
        return auc

    def scored(self, positive: Bools, noise: Floats, luck: Floats, auc: float) -> Floats:
        """Minus exponential scores, the negatives farther down."""
        return np.where(positive, 1.0, auc / (1 - auc)) * special.log_ndtr(noise)


KINDS: Mapping[str, Kind] = {
    **{f"missed positives {e}%": Missed(positives=e / 100) for e in (2, 3, 4, 5, 7, 10, 15)},
    **{f"missed negatives {e}%": Missed(negatives=e / 100) for e in (2, 5, 7, 10)},
    **{f"missed in both classes {e}%": Missed(e / 100, e / 100) for e in (2, 3)},
    **{f"confused positives {e}%": Confused(e / 100) for e in (5, 10, 20)},
    **{
        f"zero inflation {p}%/{q}%": ZeroInflated(p / 100, q / 100)
        for p, q in ((10, 80), (5, 90), (40, 70), (3, 95))
    },
    **{f"negatives with two humps, gap {gap}": TwoHumps(gap) for gap in (2, 3)},
    **{f"t, {degrees} degrees": Student(degrees) for degrees in (1, 2, 4)},
    "logistic": Logistic(),
    "reversed exponential": ReversedExponential(),
}


@lru_cache
def student_shift(degrees: int, auc: float) -> float:
    """The shift between two t distributions that gives an AUC."""
    if degrees == 1:
        return 2 * math.tan(math.pi * (auc - 0.5))
    return float(optimize.brentq(lambda s: student_auc(degrees, s) - auc, 0, 50, xtol=1e-10))


def student_auc(degrees: int, shift: float) -> float:
    """P(T + shift > T') for independent t variables, integrated over x with T' = tan x."""
    scale = math.gamma((degrees + 1) / 2) / (math.sqrt(degrees * math.pi) * math.gamma(degrees / 2))

    def above(x: float) -> float:
        t = math.tan(x)
        density = scale * math.pow(1 + t * t / degrees, -(degrees + 1) / 2)
        return float(special.stdtr(degrees, shift - t)) * density * (1 + t * t)

    middle = math.atan(shift)
    parts = ((-math.pi / 2, middle), (middle, math.pi / 2))
    return sum(float(integrate.quad(above, *part, epsabs=1e-10)[0]) for part in parts)


@lru_cache
def logistic_shift(auc: float) -> float:
    """The shift s with AUC e^s (e^s - s - 1) / (e^s - 1)^2."""

    def above(shift: float) -> float:
        grown = math.exp(shift)
        return grown * (grown - shift - 1) / (grown - 1) ** 2

    return float(optimize.brentq(lambda s: above(s) - auc, 1e-3, 50, xtol=1e-12))


def _normal(positive: Bools, noise: Floats, auc: float) -> Floats:
    return np.where(positive, math.sqrt(2) * float(special.ndtri(auc)), 0.0) + noise


def _student_quantile(degrees: int, p: Floats) -> Floats:
    """The quantile at p <= 1/2 in closed form."""
    if degrees == 1:
        return np.asarray(-1 / np.tan(np.pi * p))
    if degrees == 2:
        return np.asarray((2 * p - 1) / np.sqrt(2 * p * (1 - p)))
    root = np.sqrt(4 * p * (1 - p))
    return np.asarray(-2 * np.sqrt(np.maximum(np.cos(np.arccos(root) / 3) / root - 1, 0)))
