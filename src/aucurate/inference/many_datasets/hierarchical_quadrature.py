r"""The posterior of the hierarchical test on a grid: every integral a trapezoidal sum.

On the whole line a trapezoidal sum of an analytic function that dies out at both ends converges
faster than any power of its step, so that each variable is mapped onto the line.

*Each data set's difference* has nodes of its own
(:mod:`aucurate.inference.many_datasets.hierarchical_nodes`).

*The centre* in (-M, M) becomes :math:`w = \operatorname{artanh}(c / M)`, *the spread* in (0, H)
becomes :math:`r = \log(s / (H - s))`; each is then stretched about the bulk of its posterior,
:math:`y = \operatorname{asinh} t + t / k` with :math:`w = w_0 + w_1 t`, that of the centre for each
spread by itself: dense in the bulk, and never coarser than k times its width. At small spreads
 the difference on a new data set is nearly the centre itself, and its distribution function
nearly a step, which a grid sees only at its points: those of the slices are shifted against each
other by multiples of the golden section, so that together they see it everywhere.

Distribution functions between the points of the grid are integrals of the sinc series, with the
same fast convergence: point k counts :math:`1/2 + \mathrm{Si}(\pi (x - x_k) / h) / \pi`.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy import special

from aucurate.inference.many_datasets.hierarchical_bulk import (
    centre_guess,
    flattened,
    spread_guess,
    stretched,
)
from aucurate.inference.many_datasets.hierarchical_nodes import Floats, Kernels, nodes_of
from aucurate.inference.many_datasets.hierarchical_prior import DegreesPrior, degrees_rule

_BOTH = np.array([-1.0, 1.0])
_SPREAD_BEND, _CENTRE_BEND = 2.0, 8.0
_BULK = 1e-5
_GOLDEN = (math.sqrt(5) - 1) / 2
_FAR = 16.0
_NEGLIGIBLE = 1e-10
_TINY = 1e-300


@dataclass(frozen=True, slots=True, kw_only=True)
class Fineness:
    """The step of the grid and of the inner nodes, and points per panel of degrees of freedom."""

    step: float
    inner: float
    degrees: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Slice:
    """The posterior at one spread.

    ``masses`` has a row for each of the degrees of freedom and a column for each centre, which is
    ``centre_end * tanh(middle + stretch * t)`` with t from ``stretched`` of the point. ``inner``
    has the masses of each data set's difference by data set, centre and node, ``apart`` the node's
    distance from the data set's mean; ``starts`` and ``steps`` say where the nodes are in x.
    """

    spread: float
    middle: float
    stretch: float
    points: Floats
    centres: Floats
    masses: Floats
    inner: Floats
    apart: Floats
    starts: Floats
    steps: Floats


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Grid:
    """The posterior: a slice for each spread, whose masses add up to 1 over all slices.

    The spreads are ``spread_end * expit(middle + stretch * t)`` with t from ``stretched`` of
    the height. ``bends`` are those of heights and points.
    """

    kernels: Kernels
    step: float
    heights: Floats
    degrees: Floats
    middle: float
    stretch: float
    bends: tuple[float, float]
    slices: tuple[Slice, ...]


def posterior_grid(
    kernels: Kernels, prior: DegreesPrior, fineness: Fineness, coarse: Grid | None = None
) -> Grid:
    """The posterior on a grid of this fineness, which keeps to the bulk of a coarser one."""
    middle, stretch = spread_guess(kernels) if coarse is None else (coarse.middle, coarse.stretch)
    bends = (math.inf, math.inf) if coarse is None else (_SPREAD_BEND / stretch, _CENTRE_BEND)
    ends = _FAR / stretch * _BOTH if coarse is None else _bulk_of_heights(coarse)
    heights = _line(flattened(ends, bends[0]), fineness.step)
    places, slopes = stretched(heights, bends[0])
    odds = middle + stretch * places
    spreads = np.asarray(kernels.spread_end * special.expit(odds))
    middles, stretches, _ = centre_guess(kernels, spreads)
    ends = _FAR / np.min(stretches) * _BOTH if coarse is None else _bulk_of_points(coarse)
    points = _line(flattened(ends, bends[1]), fineness.step)
    degrees, weights = degrees_rule(prior, fineness.degrees)
    shifts = fineness.step * ((np.arange(len(heights)) * _GOLDEN) % 1 - 0.5)
    log_weights = np.log(spreads * special.expit(-odds) * slopes)
    found = [
        _slice(kernels, place, points + shift, bends[1], degrees, np.log(weights), fineness.inner)
        for place, shift in zip(zip(spreads, middles, stretches, strict=True), shifts, strict=True)
    ]
    logs = log_weights + [top for _, top in found]
    shares = np.exp(logs - logs.max())
    shares /= sum(by * piece.masses.sum() for (piece, _), by in zip(found, shares, strict=True))
    return Grid(
        kernels=kernels,
        step=fineness.step,
        heights=heights,
        degrees=degrees,
        middle=middle,
        stretch=stretch,
        bends=bends,
        slices=tuple(_scaled(piece, by) for (piece, _), by in zip(found, shares, strict=True)),
    )


def _scaled(piece: Slice, share: float) -> Slice:
    """The masses of a slice times its share of all, without centres that have none to speak of."""
    kept = share * piece.masses.sum(axis=0) > _NEGLIGIBLE
    return Slice(
        spread=piece.spread,
        middle=piece.middle,
        stretch=piece.stretch,
        points=piece.points[kept],
        centres=piece.centres[kept],
        masses=share * piece.masses[:, kept],
        inner=share * piece.inner[:, kept],
        apart=piece.apart[:, kept],
        starts=piece.starts[:, kept],
        steps=piece.steps[:, kept],
    )


def _line(ends: Floats, step: float) -> Floats:
    """Multiples of the step from below the first end to above the second."""
    return step * np.arange(math.floor(ends[0] / step), math.ceil(ends[1] / step) + 1.0)


def _bulk_of_heights(grid: Grid) -> Floats:
    masses = np.array([piece.masses.sum() for piece in grid.slices])
    return _bulk(grid.heights, masses, grid.step, grid.bends[0])


def _bulk_of_points(grid: Grid) -> Floats:
    """Where any slice that matters has any mass that matters."""
    masses = np.concatenate([piece.masses.sum(axis=0) for piece in grid.slices])
    points = np.concatenate([piece.points for piece in grid.slices])
    order = np.argsort(points)
    return _bulk(points[order], masses[order], grid.step, grid.bends[1])


def _bulk(points: Floats, masses: Floats, step: float, bend: float) -> Floats:
    """The ends of the bulk, in t, half a step outside the last points in it."""
    kept = points[masses > _BULK * np.max(masses)]
    return stretched(np.array([kept[0] - step / 2, kept[-1] + step / 2]), bend)[0]


def _slice(
    kernels: Kernels,
    place: tuple[float, float, float],
    points: Floats,
    bend: float,
    degrees: Floats,
    log_weights: Floats,
    step: float,
) -> tuple[Slice, float]:
    """The posterior at one spread, and the logarithm of what its masses were divided by."""
    spread, middle, stretch = place
    places, slopes = stretched(points, bend)
    far = middle + stretch * places
    centres = kernels.centre_end * np.tanh(far)
    nodes = nodes_of(kernels, centres, spread, step)
    terms = np.empty((len(degrees), *nodes.logs.shape))
    for nu, term in zip(degrees, terms, strict=True):
        np.divide(nodes.squares, nu, out=term)
        term += 1
        np.log(term, out=term)
        term *= -(nu + 1) / 2
        term += nodes.logs
        np.exp(term, out=term)
    sums = np.maximum(terms.sum(axis=-1), _TINY)
    heights = _log_student_height(degrees) - math.log(spread)
    logs = np.log(sums).sum(axis=1) + (len(kernels.means) * heights + log_weights)[:, None]
    logs += np.log(stretch * slopes) - 2 * np.logaddexp(far, -far)
    top = float(logs.max())
    masses = np.exp(logs - top)
    inner = np.einsum("nqdk,nqd->qdk", terms, masses[:, None, :] / sums)
    found = Slice(
        spread=float(spread),
        middle=float(middle),
        stretch=float(stretch),
        points=points,
        centres=centres,
        masses=masses,
        inner=inner,
        apart=nodes.apart,
        starts=nodes.starts,
        steps=nodes.steps,
    )
    return found, top


def _log_student_height(degrees: Floats) -> Floats:
    """The logarithm of the density of Student's t at 0."""
    found = np.asarray(special.gammaln((degrees + 1) / 2) - special.gammaln(degrees / 2))
    return found - np.log(degrees * math.pi) / 2
