r"""The prior of the degrees of freedom of the hierarchical test, as a few points with weights.

The differences of data sets follow a Student t whose degrees of freedom :math:`\nu` are 1 and
something with a Gamma distribution, of a shape and a rate that are themselves uniform. Shape and
rate matter through :math:`\nu` only and are integrated away once, by a fine trapezoidal rule in
:math:`\log(\nu - 1)`; the Gauss rule of that measure in :math:`\log \nu`, panel by panel (Lanczos),
needs a few points where a likelihood must be computed for each.
"""

import itertools
import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special

from aucurate.checks import check_fields
from aucurate.errors import OptionError
from aucurate.inference.many_datasets.hierarchical_nodes import Floats
from aucurate.results import Record

_EDGES = (1.0, 2.5, 8.0, 30.0, math.inf)
_LOWEST, _HIGHEST, _STEP = -70.0, 10.0, 0.02
_LEGENDRE = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreesPrior(Record):
    """Degrees of freedom are 1 + Gamma(shape, rate), both uniform between a low and a high end."""

    shape_low: float = 0.5
    shape_high: float = 5.0
    rate_low: float = 0.05
    rate_high: float = 0.15

    def __post_init__(self) -> None:
        check_fields(self)
        for low, high, what in (
            (self.shape_low, self.shape_high, "shape"),
            (self.rate_low, self.rate_high, "rate"),
        ):
            if not 0 < low <= high < math.inf:
                raise OptionError(
                    f"the {what} must run from a number above 0 to one that is not smaller; it "
                    f"runs from {low!r} to {high!r}.",
                    hint="the authors' are shapes from 0.5 to 5 and rates from 0.05 to 0.15.",
                )


@lru_cache(maxsize=16)
def degrees_rule(prior: DegreesPrior, points: int) -> tuple[Floats, Floats]:
    """Degrees of freedom and weights that add up to 1: so many points in each of four panels.

    >>> degrees, weights = degrees_rule(DegreesPrior(), 3)
    >>> len(degrees), round(float(weights.sum()), 12), round(float(degrees @ weights), 1)
    (12, 1.0, 31.2)
    """
    degrees, masses = _fine(prior)
    nodes, weights = [], []
    for low, high in itertools.pairwise(_EDGES):
        here = (degrees >= low) & (degrees < high)
        if np.count_nonzero(here) <= points:  # a prior with no mass to speak of in this panel
            continue
        node, weight = _gauss(np.log(degrees[here]), masses[here], points)
        nodes.append(np.exp(node))
        weights.append(weight)
    return np.concatenate(nodes), np.concatenate(weights)


@lru_cache(maxsize=4)
def _fine(prior: DegreesPrior) -> tuple[Floats, Floats]:
    """The prior on a fine grid of log(degrees - 1), shape and rate integrated away."""
    logs = np.arange(_LOWEST, _HIGHEST, _STEP)
    shapes, shape_weights = _legendre(prior.shape_low, prior.shape_high)
    rates, rate_weights = _legendre(prior.rate_low, prior.rate_high)
    shape, rate, at = shapes[:, None, None], rates[None, :, None], logs[None, None, :]
    density = np.exp(shape * (np.log(rate) + at) - rate * np.exp(at) - special.gammaln(shape))
    masses = np.einsum("i,j,ijk->k", shape_weights, rate_weights, density)
    kept = masses > 0
    return 1 + np.exp(logs[kept]), masses[kept] / masses.sum()


def _legendre(low: float, high: float) -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(_LEGENDRE)
    return low + (high - low) * (nodes + 1) / 2, weights / 2


def _gauss(values: Floats, masses: Floats, points: int) -> tuple[Floats, Floats]:
    """The Gauss rule of a discrete measure: eigenvalues of its Jacobi matrix, from Lanczos."""
    total = float(masses.sum())
    vectors = [np.sqrt(masses / total)]
    diagonal, beside = [], []
    for at in range(points):
        image = values * vectors[at]
        diagonal.append(float(image @ vectors[at]))
        for earlier in vectors:
            image = image - (image @ earlier) * earlier
        length = float(np.sqrt(image @ image))
        beside.append(length)
        vectors.append(image / length)
    off = beside[: points - 1]
    jacobi = np.diag(diagonal) + np.diag(off, 1) + np.diag(off, -1)
    nodes, shapes = np.linalg.eigh(jacobi)
    return nodes, total * shapes[0] ** 2
