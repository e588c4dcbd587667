r"""The curve of a detector that knows its class: a witness for Fig. 1 that needs no draw.

With the true mean and covariance matrix of class 1, a density at or above a threshold is a squared
distance :math:`q = (x - 1)^2 + (y - 1)^2/0.25` at or below some c. In class 1, q is chi-square on 2
degrees of freedom: the sensitivity is :math:`1 - e^{-c/2}`. In class 2, x and y are independent
normal, so given x the probability of y is a difference of two normal probabilities, and its mean
over x is taken by Gauss-Hermite quadrature. A detector that is fitted to 90 observations of its
class comes close to that.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate_papers.paclik_2010.printed import PRINTED_COVARIANCES, PRINTED_MEANS

_NODES = 200
_STEP = 1e-3  # of sensitivity, for the slope


def exact_false_positive_rate(sensitivity: NDArray[np.float64]) -> NDArray[np.float64]:
    """1 - specificity of the detector that knows its class, at these sensitivities below 1.

    >>> exact_false_positive_rate(np.array([0.0, 0.5, 0.9])).round(4)
    array([0.    , 0.1027, 0.3245])
    """
    (center_x, center_y), (other_x, other_y) = PRINTED_MEANS
    (own_x, own_y), (sd_x, sd_y) = (
        np.sqrt(np.diag(np.array(covariance))) for covariance in PRINTED_COVARIANCES
    )
    nodes, masses = np.polynomial.hermite_e.hermegauss(_NODES)
    reach = -2 * np.log1p(-sensitivity)[:, None]
    left = reach - ((other_x + sd_x * nodes - center_x) / own_x) ** 2
    half = own_y * np.sqrt(np.maximum(left, 0.0))
    inside = special.ndtr((center_y + half - other_y) / sd_y) - special.ndtr(
        (center_y - half - other_y) / sd_y
    )
    return np.asarray(inside @ masses / math.sqrt(2 * math.pi))


def exact_slope(sensitivity: NDArray[np.float64]) -> NDArray[np.float64]:
    """How fast 1 - specificity grows with the sensitivity on that curve."""
    above = np.minimum(sensitivity + _STEP, 1 - _STEP)
    below = np.maximum(sensitivity - _STEP, 0.0)
    rise = exact_false_positive_rate(above) - exact_false_positive_rate(below)
    return np.asarray(rise / (above - below))
