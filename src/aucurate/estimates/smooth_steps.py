r"""Smooth steps: by how much a positive beats a negative when a difference may be small.

The empirical AUC averages a step over all pairs: 1 where the positive scores higher, 1/2 at a tie,
0 below. A smooth step rises from 0 to 1 over a range of differences instead. Each is odd about
(0, 1/2), is 0 or 1 to double precision beyond its ``reach``, and says in which ``spacing`` a grid
follows it to about 1e-9.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special

Floats = NDArray[np.float64]

NORMAL_REACH = 8.5  # standard deviations beyond which a normal distribution has 1e-17 left
_LOGISTIC_REACH = 40.0
_THIRD_NODE = math.sqrt(0.6)
_GAUSS = ((-_THIRD_NODE, 5 / 9), (0.0, 8 / 9), (_THIRD_NODE, 5 / 9))


class SmoothStep(Protocol):
    """A step that rises over a range."""

    @property
    def reach(self) -> float:
        """The difference beyond which the step is 0 or 1."""
        ...

    @property
    def spacing(self) -> float:
        """The width of a grid that follows the step."""
        ...

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        ...


@dataclass(frozen=True, slots=True)
class GaussianStep:
    r""":math:`\Phi(d / s)`: what is left of a step when both scores have normal errors.

    With kernel bandwidths :math:`h_1` and :math:`h_0`, :math:`s^2 = h_1^2 + h_0^2`.
    """

    scale: float

    @property
    def reach(self) -> float:
        """Where the normal tail is 1e-17."""
        return NORMAL_REACH * self.scale

    @property
    def spacing(self) -> float:
        """Fine enough for 2e-11."""
        return self.scale / 32

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        with np.errstate(over="ignore"):
            return np.asarray(special.ndtr(difference / self.scale))


@dataclass(frozen=True, slots=True)
class EpanechnikovStep:
    r""":math:`P(h_0 U_0 - h_1 U_1 < d)` with independent U of density 3/4 (1 - u²) on [-1, 1].

    With C the distribution function of U and h the wider of the two bandwidths, the integral of
    3/4 (1 - u²) C((d + h u) / h') over u has a middle piece, a polynomial of degree 5 that three
    Gauss nodes integrate exactly, and a piece where C is 1. The step has three continuous
    derivatives.
    """

    first: float
    second: float

    @property
    def reach(self) -> float:
        """Beyond the sum of the bandwidths the step is exactly 0 or 1."""
        return self.first + self.second

    @property
    def spacing(self) -> float:
        """Fine enough for 1e-9, although the fourth derivative jumps."""
        return math.sqrt(self.first) * math.sqrt(self.second) / 96

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        wide, narrow = max(self.first, self.second), min(self.first, self.second)
        start = np.clip((-narrow - difference) / wide, -1, 1)
        end = np.clip((narrow - difference) / wide, -1, 1)
        middle, half = (start + end) / 2, (end - start) / 2
        total = 1 - epanechnikov_cdf(end)
        for node, weight in _GAUSS:
            u = middle + half * node
            with np.errstate(over="ignore"):  # as far away as can be
                inner = epanechnikov_cdf((difference + wide * u) / narrow)
            total = total + half * weight * 0.75 * (1 - u * u) * inner
        return np.asarray(total)


@dataclass(frozen=True, slots=True)
class LogisticStep:
    r"""The sigmoid :math:`1 / (1 + e^{-\beta d})`."""

    beta: float

    @property
    def reach(self) -> float:
        """Where the sigmoid is 4e-18."""
        return _LOGISTIC_REACH / self.beta

    @property
    def spacing(self) -> float:
        """Fine enough for 1e-10."""
        return 1 / (24 * self.beta)

    def __call__(self, difference: Floats) -> Floats:
        """The height of the step."""
        with np.errstate(over="ignore"):
            return np.asarray(special.expit(self.beta * difference))


def epanechnikov_cdf(u: Floats) -> Floats:
    """The distribution function of the density 3/4 (1 - u²) on [-1, 1].

    >>> epanechnikov_cdf(np.array([-2.0, 0.0, 0.5, 1.0]))
    array([0.     , 0.5    , 0.84375, 1.     ])
    """
    inside = np.clip(u, -1, 1)
    return np.asarray(0.5 + inside * (3 - inside * inside) / 4)
