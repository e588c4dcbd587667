r"""Where the bulk of the hierarchical test's posterior lies, and lines that are dense there.

Guessed from Student t kernels with four degrees of freedom, whose integrals nobody need compute. A
bad guess costs points of the grid, not accuracy.
"""

import math

import numpy as np
from scipy import special

from aucurate.inference.many_datasets.hierarchical_nodes import Floats, Kernels

_NEWTON = 12
_STEEP = 30.0
_PROXY = 4.0


def flattened(places: Floats, bend: float) -> Floats:
    """From t to y = asinh(t) + t / bend."""
    return np.arcsinh(places) + places / bend


def stretched(points: Floats, bend: float) -> tuple[Floats, Floats]:
    """From y to t, and the slope of t there; by Newton's method, from without."""
    places: Floats = np.sinh(np.clip(points, -_STEEP, _STEEP))
    if math.isinf(bend):
        return places, np.cosh(points)
    places = np.clip(places, -np.abs(points) * bend, np.abs(points) * bend)
    for _ in range(_NEWTON):
        slopes = 1 / (1 / np.hypot(1, places) + 1 / bend)
        places = places - (flattened(places, bend) - points) * slopes
    return places, 1 / (1 / np.hypot(1, places) + 1 / bend)


def spread_guess(kernels: Kernels) -> tuple[float, float]:
    """About where, and how widely, the log odds of the spread's share of its range lie."""
    low = math.log(float(np.min(kernels.scales)) / kernels.spread_end) - 5
    high, middle, width = 5.0, 0.0, 1.0
    for _ in range(3):
        odds = np.linspace(low, high, 60)
        spreads = np.asarray(kernels.spread_end * special.expit(odds))
        _, _, logs = centre_guess(kernels, spreads)
        logs += np.log(spreads * special.expit(-odds))
        masses = np.exp(logs - np.max(logs))
        masses /= masses.sum()
        middle = float(masses @ odds)
        width = max(math.sqrt(float(masses @ (odds - middle) ** 2)), odds[1] - odds[0])
        low, high = middle - 6 * width, middle + 6 * width
    return middle, min(width, 1.0)


def centre_guess(kernels: Kernels, spreads: Floats) -> tuple[Floats, Floats, Floats]:
    """About where, and how widely, artanh(centre / centre_end) lies, and the log of its mass.

    Each data set counts as a Student t with four degrees of freedom about its mean; the mode is
    the best of the means (or of their quantiles), then moved by reweighted averages.
    """
    variances = spreads[:, None] ** 2 + kernels.scales**2
    some = np.quantile(kernels.means, np.linspace(0, 1, min(33, len(kernels.means))))
    heights = np.array([_proxy(kernels, np.full(len(spreads), c), variances)[0] for c in some])
    best: Floats = some[heights.argmax(axis=0)]
    for _ in range(8):
        logs, weights = _proxy(kernels, best, variances)
        best = weights @ kernels.means / weights.sum(axis=1)
    logs, weights = _proxy(kernels, best, variances)
    width = 1 / np.sqrt(weights.sum(axis=1))
    share = np.clip(best / kernels.centre_end, -1 + 1e-9, 1 - 1e-9)
    inverse = kernels.centre_end * (1 - share**2) / width
    logs += np.log(width) - np.log(variances).sum(axis=1) / 2
    return np.arctanh(share), 1 / np.sqrt(inverse**2 + 1), logs


def _proxy(kernels: Kernels, centres: Floats, variances: Floats) -> tuple[Floats, Floats]:
    squares = (centres[:, None] - kernels.means) ** 2 / variances
    weights = (_PROXY + 1) / (_PROXY + squares) / variances
    logs: Floats = -(_PROXY + 1) / 2 * np.log(1 + squares / _PROXY).sum(axis=1)
    return logs, weights
