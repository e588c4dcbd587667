r"""The exact distribution of the ratio of two estimated biexponential curves.

Under the hypothesis that two independent curves are equal, :math:`T = \hat\zeta_A / \hat\zeta_B` is
a ratio of two F variables (Betinec 2008, Theorem 2). With :math:`n_{0}` negatives and :math:`n_{1}`
positives for A and for B its moments are products of gamma functions,

.. math::
    E[T^s] = \left(\frac{n_{1A} n_{0B}}{n_{0A} n_{1B}}\right)^s
    \frac{\Gamma(n_{0A}+s)\,\Gamma(n_{1A}-s)\,\Gamma(n_{0B}-s)\,\Gamma(n_{1B}+s)}
         {\Gamma(n_{0A})\,\Gamma(n_{1A})\,\Gamma(n_{0B})\,\Gamma(n_{1B})} = e^{K(s)},

and both tails are contour integrals of them,

.. math::
    P(T \ge t) = \frac{1}{2\pi i} \int_{c - i\infty}^{c + i\infty} e^{K(s) - s\log t}\,
    \frac{ds}{s}, \quad c > 0,

minus the same with c < 0 for the lower tail, and without the s below for the density of log T. The
line goes through the saddle point, where the integrand is largest on the real axis and falls off
like a normal density to both sides, so a hundred terms of the trapezoid rule give all digits, at
n = 1 and at n = 1e6, and for probabilities down to 1e-300. The paper's own form, a density with the
hypergeometric function 2F1 (eq. 15, valid for all t and not only below 2/R as printed), gives the
same numbers for small n and overflows for large; it is kept in the tests.

Betinec, M. (2008). Testing the difference of the ROC curves in biexponential model. Tatra Mountains
Mathematical Publications 39, 215-223.
"""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)
_LARGE = 20.0
_TERMS = 64
_NEGLIGIBLE = 1e-18


@dataclass(frozen=True)
class RatioDistribution:
    """The law of T from the class sizes of both classifiers.

    >>> paper = RatioDistribution(157, 74, 157, 74)
    >>> round(2 * paper.lower(0.9379), 12)
    0.748310423383
    """

    first_negative: int
    first_positive: int
    second_negative: int
    second_positive: int

    def lower(self, ratio: float) -> float:
        """P(T <= ratio)."""
        return self._tail(ratio, -1.0)

    def upper(self, ratio: float) -> float:
        """P(T >= ratio)."""
        return self._tail(ratio, 1.0)

    def two_sided(self, ratio: float) -> float:
        """Twice the smaller tail."""
        return min(1.0, 2 * min(self.lower(ratio), self.upper(ratio)))

    def star(self, ratio: float) -> float:
        """P(T* <= min(ratio, 1 / ratio)) of the paper's eq. 21, T* the smaller over the larger.

        It is the two-sided p-value when both classifiers have the same class sizes.
        """
        smaller = min(ratio, 1 / ratio)
        return min(1.0, self.lower(smaller) + self.upper(1 / smaller))

    def quantile(self, probability: float) -> float:
        """The ratio below which T falls with this probability, by Newton's method on log T."""
        low_tail = probability < 0.5
        wanted = math.log(probability if low_tail else 1 - probability)
        tail_of, sign = (self.lower, 1.0) if low_tail else (self.upper, -1.0)
        x = self._slope(0.0) + math.sqrt(self._curvature(0.0)) * float(special.ndtri(probability))
        low, high = -math.inf, math.inf
        for _ in range(100):
            tail = tail_of(math.exp(x))
            excess = sign * (math.log(tail) - wanted)
            low, high = (low, x) if excess > 0 else (x, high)
            step = excess * tail / (self._density(math.exp(x)) * math.exp(x))
            if abs(step) <= 1e-14 * max(1.0, abs(x)):
                break
            x = x - step if low < x - step < high else (low + high) / 2
        return math.exp(x)

    def density(self, ratio: Any) -> NDArray[np.float64]:
        """The density of T at each ratio, for plotting."""
        points = np.atleast_1d(np.asarray(ratio, np.float64))
        values = [self._density(float(t)) if t > 0 else 0.0 for t in points]
        return np.array(values).reshape(np.shape(ratio))

    @cached_property
    def _sizes(self) -> tuple[tuple[int, float], ...]:
        """Each class size, and the sign with which s joins it."""
        return (
            (self.first_negative, 1.0),
            (self.first_positive, -1.0),
            (self.second_negative, -1.0),
            (self.second_positive, 1.0),
        )

    @cached_property
    def _ends(self) -> tuple[float, float]:
        """The strip of s in which the moments exist."""
        return (
            -float(min(self.first_negative, self.second_positive)),
            float(min(self.first_positive, self.second_negative)),
        )

    def _log_moment(self, s: Any) -> Any:
        return sum(_log_gamma_ratio(size, sign * s) for size, sign in self._sizes)

    def _slope(self, c: float) -> float:
        """K'(c)."""
        return sum(
            sign * (float(special.digamma(size + sign * c)) - math.log(size))
            for size, sign in self._sizes
        )

    def _curvature(self, c: float) -> float:
        """K''(c)."""
        return sum(float(special.polygamma(1, size + sign * c)) for size, sign in self._sizes)

    def _saddle(self, log_ratio: float, side: float) -> float:
        """Where K(c) - c log t - log |c| is least on one side of 0, by Newton's method.

        That function is convex; the start is where its minimum would be if K were a parabola. With
        ``side`` 0 the logarithm is left out, as for the density.
        """
        low, high = (0.0 if side > 0 else self._ends[0]), (0.0 if side < 0 else self._ends[1])
        flat = self._curvature(0.0)
        distance = log_ratio - self._slope(0.0)
        c = (distance + side * math.sqrt(distance**2 + 4 * flat * side**2)) / (2 * flat)
        c = c if side else distance / flat
        c = c if low < c < high else (low + high) / 2
        for _ in range(200):
            slope = self._slope(c) - log_ratio - (1 / c if side else 0.0)
            low, high = (c, high) if slope < 0 else (low, c)
            step = slope / (self._curvature(c) + (1 / c**2 if side else 0.0))
            new = c - step if low < c - step < high else (low + high) / 2
            if abs(new - c) <= 1e-3 * min(abs(c) if side else 1.0, new - low, high - new, 1.0):
                break
            c = new
        return new

    def _tail(self, ratio: float, side: float) -> float:
        if not ratio > 0 or math.isinf(ratio):
            return float((ratio <= 0) == (side > 0))
        log_ratio = math.log(ratio)
        c = self._saddle(log_ratio, side)
        curvature = self._curvature(c) + 1 / c**2
        return min(1.0, side * self._contour(log_ratio, c, curvature, by_s=True))

    def _density(self, ratio: float) -> float:
        log_ratio = math.log(ratio)
        c = self._saddle(log_ratio, 0.0)
        return self._contour(log_ratio, c, self._curvature(c), by_s=False) / ratio

    def _contour(self, log_ratio: float, c: float, curvature: float, *, by_s: bool) -> float:
        """The integral along Re s = c by the trapezoid rule, in steps that keep clear of poles."""
        clear = min(c - self._ends[0], self._ends[1] - c, *([abs(c)] if by_s else []))
        step = min(0.6 / math.sqrt(curvature), clear / 6)
        log_top = float(np.real(self._log_moment(complex(c)))) - c * log_ratio
        total, start = 0.0, 0
        while True:
            y = step * np.arange(start, start + _TERMS)
            s = c + 1j * y
            values = np.exp(self._log_moment(s) - s * log_ratio - log_top)
            values = values / s if by_s else values
            if start == 0:
                values[0] /= 2
            total += float(values.real.sum())
            start += _TERMS
            if not np.abs(values[-1]) > _NEGLIGIBLE * abs(total):
                break
        return float(np.exp(log_top + math.log(abs(total) * step / math.pi))) * (
            1.0 if total > 0 else -1.0
        )


def _log_gamma_ratio(size: int, s: Any) -> Any:
    """Log Gamma(size + s) - log Gamma(size) - s log(size), without cancellation for large sizes."""
    if size < _LARGE or np.min(np.real(s)) < -size / 2:
        return special.loggamma(size + s) - float(special.gammaln(size)) - s * math.log(size)
    series = _stirling(size + s) - _stirling(complex(size))
    return (size + s - 0.5) * special.log1p(s / size) - s + series


def _stirling(z: Any) -> Any:
    """What Stirling's formula leaves out of log Gamma(z)."""
    inverse = 1 / z
    square = inverse * inverse
    total = 0.0
    for coefficient in reversed(_STIRLING):
        total = total * square + coefficient
    return total * inverse
