r"""Limits of one rate where the other is given, from two binomial counts.

At a given false positive rate x (or whatever rate the band goes along) the true height is
:math:`y = R(x)`. The threshold c that has x is unknown; what is known of it is that the number of
the n observations beyond it is binomial, K ~ Bin(n, x), so that with tails
:math:`p = \Phi(-z)`

.. math::  k_- \le K \le k_+, \qquad P(K < k_-) \le p, \quad P(K > k_+) \le p

and the observed height at c lies between :math:`\hat R(k_-/n)` and :math:`\hat R(k_+/n)`. From an
observed height to the true one lead Clopper and Pearson's limits :math:`(l, u)` at the same tails.
Both parts are independent, and are added as squares (Zou and Donner 2008):

.. math::
    \hat R(x) - \sqrt{(\hat R(x) - l)^2 + (\hat R(x) - \hat R(k_-/n))^2}
    \quad\text{to}\quad
    \hat R(x) + \sqrt{(u - \hat R(x))^2 + (\hat R(k_+/n) - \hat R(x))^2}

For large classes this is :math:`\hat R \pm z\,\sqrt{R(1-R)/m + R'^2 x(1-x)/n}`, without an estimate
of the slope R'. In the corners it says what there is to say: no negative at all lies beyond c with
a probability above p as long as :math:`x < 1 - p^{1/n}`, and there the lower limit is 0.
"""

from typing import NamedTuple

import numpy as np
from scipy import special

from aucurate.inference.curve.band_geometry import Floats, RisingLine


class Limits(NamedTuple):
    """The height of the line at each place, and how far down and up it may be."""

    value: Floats
    low: Floats
    high: Floats


def limits(line: RisingLine, at: Floats, deviate: float) -> Limits:
    """The limits at each x whose tails are those of a normal deviate."""
    tail = float(special.ndtr(-deviate))
    value = line.middle(at)
    low, high = clopper_pearson(value * line.n_up, line.n_up, tail)
    before, behind = _counts(at, line.n_along, tail)
    lowest = np.minimum(line.lower(before / line.n_along), value)
    highest = np.maximum(line.upper(behind / line.n_along), value)
    return Limits(
        value,
        np.clip(value - np.hypot(value - low, value - lowest), 0, 1),
        np.clip(value + np.hypot(high - value, highest - value), 0, 1),
    )


def monotone(found: Limits) -> Limits:
    """The same where the true line is known to rise: a limit holds to its right or left too."""
    low = np.maximum.accumulate(found.low)
    high = np.minimum.accumulate(found.high[::-1])[::-1]
    return Limits(found.value, low, high)


def clopper_pearson(counts: Floats, size: int, tail: float) -> tuple[Floats, Floats]:
    """Both limits of a probability from a count, which need not be whole (a tie counts in part)."""
    counts = np.clip(counts, 0, size)
    with np.errstate(invalid="ignore"):
        low = special.betaincinv(counts, size - counts + 1, tail)
        high = special.betaincinv(counts + 1, size - counts, 1 - tail)
    return np.where(counts > 0, low, 0.0), np.where(counts < size, high, 1.0)


def _counts(at: Floats, size: int, tail: float) -> tuple[Floats, Floats]:
    """The lowest and the highest binomial count at each probability; -1 where even 0 is likely."""
    return _lowest(at, size, tail), size - _lowest(1 - at, size, tail)


def _lowest(probability: Floats, size: int, tail: float) -> Floats:
    """The count, not rounded, that a binomial one stays below with no more than this tail."""
    inside = (probability > 0) & (probability < 1)
    inside[inside] = special.xlog1py(size, -probability[inside]) <= np.log(tail)
    found = np.where(probability >= 1, float(size), -1.0)
    found[inside] = special.bdtrik(tail, size, probability[inside])
    return found
