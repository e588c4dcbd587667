r"""The range of k independent standard normal values: the studentised range with known variance.

.. math::
    P(R > q) = k \int \varphi(z)\,\{\Phi(z)^{k-1} - [\Phi(z) - \Phi(z - q)]^{k-1}\}\,dz,

because the first part integrates to 1. The integrand is positive, so small tails keep their digits;
Gauss-Legendre quadrature. SciPy's ``studentized_range`` would cost a second of start-up.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.bisection import bisect

_NODES = 400
_REACH = 9.0
_HALVINGS = 80


def normal_range_tail(width: float, members: int) -> float:
    """P(R > width) of the range R of so many standard normal values.

    >>> round(normal_range_tail(3.633160, 4), 6)
    0.05
    """
    if width <= 0:
        return 1.0
    nodes, weights = _rule()
    low, high = -_REACH, _REACH + width / 2
    z = low + (nodes + 1) * (high - low) / 2
    above = special.log_ndtr(z)
    share = np.exp(special.log_ndtr(z - width) - above)
    with np.errstate(divide="ignore"):
        lost = -np.expm1((members - 1) * np.log1p(-share))
    density = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    whole = density * np.exp((members - 1) * above) * lost
    return float(min(1.0, members * np.sum(weights * whole) * (high - low) / 2))


def normal_range_quantile(tail: float, members: int) -> float:
    """The width that the range exceeds with this probability.

    >>> round(normal_range_quantile(0.05, 4) / 2**0.5, 3)
    2.569
    """
    low, high = 0.0, 1.0
    while normal_range_tail(high, members) > tail:
        low, high = high, 2 * high
    return bisect(
        lambda width: normal_range_tail(width, members) > tail, low, high, halvings=_HALVINGS
    )[1]


@cache
def _rule() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights
