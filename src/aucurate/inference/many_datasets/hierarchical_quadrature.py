r"""The posterior of the hierarchical test on a grid: every integral a trapezoidal sum.

On the whole line a trapezoidal sum of an analytic function that dies out at both ends converges
faster than any power of its step, so that each variable is mapped onto the line.

*Each data set's difference* has nodes of its own (see below).

*The centre* in (-M, M) becomes :math:`w = \operatorname{artanh}(c / M)`, *the spread* in (0, H)
becomes :math:`r = \log(s / (H - s))`; each is then stretched about the bulk of its posterior,
:math:`y = \operatorname{asinh} t + t / k` with :math:`w = w_0 + w_1 t`, that of the centre for each
spread separately: dense in the bulk, and never coarser than k times its width. At small spreads
the difference on a new data set is nearly the centre itself, and its distribution function
nearly a step, which a grid sees only at its points: those of the slices are shifted against each
other by multiples of the golden section, so that together they see it everywhere.

Distribution functions between the points of the grid are integrals of the sinc series, with the
same fast convergence: point k counts :math:`1/2 + \mathrm{Si}(\pi (x - x_k) / h) / \pi`.

Nodes for the difference of a data set
--------------------------------------
Where the difference of a data set is looked at, to be integrated away.

A data set's difference :math:`d` meets a kernel about its mean :math:`m` with scale a and a Student
t about the centre :math:`c` with scale s, which may be a thousand times narrower or wider and lie
far away. The variable

.. math::  x = \operatorname{asinh}\frac{d - m}{a} + \operatorname{asinh}\frac{d - c}{s}

resolves both; with :math:`e^U` the positive root y of
:math:`y^2 (a + s e^{-x}) - 2 (c - m) y - (a + s e^x) = 0` its inverse is :math:`d = m + a \sinh U`,
and :math:`d = c + s \sinh(x - U)`.

The prior of the degrees of freedom
-----------------------------------
The prior of the degrees of freedom of the hierarchical test, as a few points with weights.

The differences of data sets follow a Student t whose degrees of freedom :math:`\nu` are 1 and
something with a Gamma distribution, of a shape and a rate that are themselves uniform. Shape and
rate matter through :math:`\nu` only and are integrated away once, by a fine trapezoidal rule in
:math:`\log(\nu - 1)`; the Gauss rule of that measure in :math:`\log \nu`, panel by panel (Lanczos),
needs a few points where a likelihood must be computed for each.

Where the bulk lies
-------------------
Where the bulk of the hierarchical test's posterior lies, and lines that are dense there.

Guessed from Student t kernels with four degrees of freedom, whose integrals need not be computed. A
bad guess costs points of the grid, not accuracy.

Shares of a density
-------------------
How much of a density lies below a place, from its values at equidistant points.

A density that such points describe is its sinc series, and point k counts below the place t with
the integral of the sinc up to t - k. The sinc is multiplied by a normal density with a standard
deviation of 1.9 steps, which leaves what the points resolve as it is and lets a sum over a window
of points do: those before it count in full.

Margins of the posterior
------------------------
What the posterior of the hierarchical test says of one thing at a time.

Of the centre, of the spread, of each data set's difference, and of the difference on a new one.

A region is *the likeliest* of the three on a new data set where the centre lies beyond some point:
given spread s and degrees of freedom, above beats within (and below) from the c on at which
:math:`2 T((r - c)/s) = 1 + T((-r - c)/s)` with T the distribution function of Student's t, and from
0 on if there is no such c above it; below is its mirror image. So these probabilities too are
values of distribution functions, and not counts of points of a grid.
"""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import check_fields
from aucurate.errors import OptionError
from aucurate.results import Record

Floats = NDArray[np.float64]
_NOTHING = 1e-13


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Kernels:
    """What the folds say of each data set's difference, and the ends of the uniform priors.

    The kernel of data set i is (1 + ((d - means) / scales)^2 / degrees)^(-(degrees + 1) / 2); the
    centre lies in (-centre_end, centre_end), the spread in (0, spread_end).
    """

    means: Floats
    scales: Floats
    degrees: Floats
    centre_end: float
    spread_end: float


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """By data set, centre and node k, which is at x = starts + k * steps.

    ``apart`` is the distance from the data set's mean, ``squares`` that from the centre in
    spreads, squared, and ``logs`` are those of kernel times weight.
    """

    starts: Floats
    steps: Floats
    apart: Floats
    squares: Floats
    logs: Floats


def nodes_of(kernels: Kernels, centres: Floats, spread: float, step: float) -> Nodes:
    """Nodes no farther apart than the step, from where each kernel is nothing to where it is again.

    Where the centre lies even farther out, the nodes reach to it.
    """
    scale, degrees = kernels.scales[:, None], kernels.degrees[:, None]
    gap = centres - kernels.means[:, None]
    reach = scale * np.sqrt(degrees * np.expm1(-2 * math.log(_NOTHING) / (degrees + 1)))
    low, high = np.minimum(-reach, gap), np.maximum(reach, gap)
    starts = np.arcsinh(low / scale) + np.arcsinh((low - gap) / spread)
    lengths = np.arcsinh(high / scale) + np.arcsinh((high - gap) / spread) - starts
    number = math.ceil(float(lengths.max()) / step) + 1
    steps = lengths / (number - 1)
    scale, degrees, gap = scale[..., None], degrees[..., None], gap[..., None]
    grown = np.exp(starts[..., None] + steps[..., None] * np.arange(number))
    before, after = scale + spread / grown, scale + spread * grown
    root = np.sqrt(gap**2 + before * after)
    near = np.where(gap >= 0, (gap + root) / before, after / (root - np.minimum(gap, 0)))
    other = grown / near
    slopes = 2 / (scale * (near + 1 / near)) + 2 / (spread * (other + 1 / other))
    apart = (near - 1 / near) / 2
    logs = np.log(steps[..., None] / slopes) - (degrees + 1) / 2 * np.log(1 + apart**2 / degrees)
    return Nodes(starts, steps, scale * apart, ((other - 1 / other) / 2) ** 2, logs)


_EDGES = (1.0, 2.5, 8.0, 30.0, math.inf)
_LOWEST, _HIGHEST, _STEP = -70.0, 10.0, 0.02
_LEGENDRE = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class DegreesPrior(Record):
    """Prior of the degrees of freedom: 1 + Gamma(shape, rate), both uniform between two limits.

    Parameters
    ----------
    shape_low, shape_high : float, default: 0.5, 5.0
        Ends of the uniform distribution of the shape.
    rate_low, rate_high : float, default: 0.05, 0.15
        Ends of the uniform distribution of the rate.
    """

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
                    f"the {what} must run from a number above 0 to a number that is not smaller; "
                    f"it runs from {low!r} to {high!r}.",
                    hint="the authors use shapes from 0.5 to 5 and rates from 0.05 to 0.15.",
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
    kernels: Kernels,
    prior: DegreesPrior,
    fineness: Fineness,
    coarse: Grid | None = None,
    report: Callable[[float], None] = lambda share: None,
) -> Grid:
    """The posterior on a grid of this fineness, which keeps to the bulk of a coarser one.

    ``report`` is called before every slice with the share that is done.
    """
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
    found = []
    for at, place in enumerate(zip(spreads, middles, stretches, strict=True)):
        report(at / len(spreads))
        near = points + shifts[at]
        found.append(
            _slice(kernels, place, near, bends[1], degrees, np.log(weights), fineness.inner)
        )
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


_NEWTON = 12
_STEEP = 30.0
_PROXY = 4.0


def flattened(places: Floats, bend: float) -> Floats:
    """From t to y = asinh(t) + t / bend."""
    return np.arcsinh(places) + places / bend


def stretched(points: Floats, bend: float) -> tuple[Floats, Floats]:
    """From y to t, and the slope of t there; by Newton's method, started outside the bracket."""
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


WINDOW = 8
_DEVIATION = 1.9
_FRACTIONS = 2048


class Summed:
    """Masses at equidistant points, along the last axis."""

    def __init__(self, masses: Floats) -> None:
        self._size = masses.shape[-1]
        self._shape = masses.shape[:-1]
        padded = np.zeros((*self._shape, self._size + 2 * WINDOW))
        padded[..., WINDOW:-WINDOW] = masses
        self._length = padded.shape[-1]
        self._padded = padded.ravel()
        self._summed = np.cumsum(padded, axis=-1).ravel()

    def below(self, places: Floats) -> Floats:
        """The mass below places, counted in steps from the first point.

        ``places`` has the axes of the masses except the last, and may have others before them.

        >>> bell = np.exp(-np.arange(-20, 21) ** 2 / 18) / math.sqrt(18 * math.pi)
        >>> np.round(Summed(bell).below(np.array([20.0, 23.0, 26.0])), 4)
        array([0.5   , 0.8413, 0.9773])
        """
        within = np.clip(places, 0.0, self._size - 1.0)
        first = np.floor(within).astype(np.intp)
        rows = np.arange(math.prod(self._shape)).reshape(self._shape) * self._length
        at = (rows + first).ravel()
        near = self._padded[at[:, None] + np.arange(1, 2 * WINDOW + 1)]
        shares = _shares()[np.rint((within - first).ravel() * _FRACTIONS).astype(np.intp)]
        found: Floats = self._summed[at] + np.einsum("ij,ij->i", near, shares)
        return found.reshape(first.shape)


def windowed_sinc(apart: Floats) -> Floats:
    """The weight of a point so many steps away in the series."""
    found: Floats = np.sinc(apart) * np.exp(-((apart / _DEVIATION) ** 2) / 2)
    return found


@cache
def _shares() -> Floats:
    """By fraction of a step (rows), how much of each point of the window counts as below."""
    fine = np.arange(-WINDOW * _FRACTIONS, WINDOW * _FRACTIONS + 1) / _FRACTIONS
    heights = windowed_sinc(fine)
    summed = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2)])
    summed /= summed[-1]
    rows = np.arange(_FRACTIONS + 1)[:, None]
    columns = (2 * WINDOW - 1 - np.arange(2 * WINDOW)) * _FRACTIONS
    found: Floats = summed[rows + columns]
    return found


_DIVISIONS, _PARTS = 5, 40
_SECANTS = 20
_CLOSE = 1e-5
_BORDER_HALVINGS = 24
_FINER = 5


def new_regions(grid: Grid, rope: float) -> Floats:
    """The probabilities below, within and above of the difference on a new data set."""
    below = above = 0.0
    degrees = grid.degrees[:, None]
    for piece in grid.slices:
        low = special.stdtr(degrees, (-rope - piece.centres) / piece.spread)
        high = special.stdtr(degrees, (piece.centres - rope) / piece.spread)
        below += float((piece.masses * low).sum())
        above += float((piece.masses * high).sum())
    return _three(below, above)


def likeliest_regions(grid: Grid, rope: float) -> Floats:
    """The probabilities that below, within, above is the likeliest region on a new data set.

    The border has a kink where it leaves 0, which a grid of spreads as fine as the posterior needs
    would miss: it is drawn finer, and the masses beyond it are carried there by the sinc series.
    """
    if rope == 0:
        below = float(Centre(grid).below(np.array(0.0)))
        return _three(below, 1 - below)
    step = grid.step / _FINER
    heights = np.arange(grid.heights[0], grid.heights[-1] + step / 2, step)
    odds = grid.middle + grid.stretch * stretched(heights, grid.bends[0])[0]
    spreads = np.asarray(grid.kernels.spread_end * special.expit(odds))
    borders = _borders(spreads, grid.degrees, rope)
    below = above = 0.0
    for piece, height in zip(grid.slices, grid.heights, strict=True):
        if not len(piece.points):
            continue
        apart = (heights - height) / grid.step
        near = np.abs(apart) < WINDOW
        shares = windowed_sinc(apart[near]) / _FINER
        summed = Summed(piece.masses)
        under = summed.below(_place(grid, piece, -borders[near]))
        over = piece.masses.sum(axis=1) - summed.below(_place(grid, piece, borders[near]))
        below += float(shares @ under.sum(axis=1))
        above += float(shares @ over.sum(axis=1))
    return _three(below, above)


def _three(below: float, above: float) -> Floats:
    """Probabilities below, within and above, each from 0 to 1."""
    ends = np.clip([below, above], 0.0, 1.0)
    return np.array([ends[0], max(0.0, 1 - float(ends.sum())), ends[1]])


def _borders(spreads: Floats, degrees: Floats, rope: float) -> Floats:
    """By spread and degrees of freedom, the centre from which on above is the likeliest."""
    spread, nu = np.broadcast_arrays(spreads[:, None], degrees)

    def above_is_less(centre: Floats) -> NDArray[np.bool_]:
        first = special.stdtr(nu, (rope - centre) / spread)
        return np.asarray(2 * first - special.stdtr(nu, (-rope - centre) / spread) > 1)

    low, high = np.zeros(nu.shape), np.full(nu.shape, rope)
    for _ in range(_BORDER_HALVINGS):
        half = (low + high) / 2
        less = above_is_less(half)
        low, high = np.where(less, half, low), np.where(less, high, half)
    return np.where(low > 0, high, 0.0)


def _place(grid: Grid, piece: Slice, values: Floats) -> Floats:
    """Where centres lie among the points of a slice, in steps from the first."""
    ends = np.clip(values / grid.kernels.centre_end, -1 + 1e-15, 1 - 1e-15)
    places = flattened((np.arctanh(ends) - piece.middle) / piece.stretch, grid.bends[1])
    return np.asarray((places - piece.points[0]) / grid.step)


class Centre:
    """The posterior of the centre of all data sets."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._pieces = [piece for piece in grid.slices if len(piece.points)]
        self._summed = [Summed(piece.masses.sum(axis=0)) for piece in self._pieces]

    def mean(self) -> float:
        """The posterior mean."""
        return sum(float((piece.masses @ piece.centres).sum()) for piece in self._pieces)

    def below(self, values: Floats) -> Floats:
        """The probabilities that the centre lies below values."""
        total = np.zeros(values.shape)
        for piece, summed in zip(self._pieces, self._summed, strict=True):
            total += summed.below(_place(self._grid, piece, values))
        return total

    def quantile(self, share: float) -> float:
        """The value below which the centre lies with this probability, by repeated division."""
        low, high = -self._grid.kernels.centre_end, self._grid.kernels.centre_end
        for _ in range(_DIVISIONS):
            values = np.linspace(low, high, _PARTS + 1)
            at = int(np.count_nonzero(self.below(values[1:-1]) < share))
            low, high = float(values[at]), float(values[at + 1])
        return (low + high) / 2


def spread_median(grid: Grid) -> float:
    """The posterior median of the spread of the data sets."""
    summed = Summed(np.array([piece.masses.sum() for piece in grid.slices]))
    fine = np.linspace(0, len(grid.slices) - 1, 64 * len(grid.slices))
    height = grid.heights[0] + grid.step * float(np.interp(0.5, summed.below(fine), fine))
    odds = grid.middle + grid.stretch * stretched(np.array(height), grid.bends[0])[0]
    return grid.kernels.spread_end * float(special.expit(odds))


class DatasetDifferences:
    """The posterior of each data set's own difference."""

    def __init__(self, grid: Grid) -> None:
        self._kernels = grid.kernels
        self._pieces = [piece for piece in grid.slices if len(piece.points)]
        self._summed = [Summed(piece.inner) for piece in self._pieces]

    def below(self, values: Floats) -> Floats:
        """The probability that each data set's difference lies below a value of its own."""
        at = values[:, None]
        beside = np.arcsinh((at - self._kernels.means[:, None]) / self._kernels.scales[:, None])
        total = np.zeros(len(self._kernels.means))
        for piece, summed in zip(self._pieces, self._summed, strict=True):
            x = beside + np.arcsinh((at - piece.centres) / piece.spread)
            total += summed.below((x - piece.starts) / piece.steps).sum(axis=1)
        return np.clip(total, 0.0, 1.0)

    def regions(self, rope: float) -> Floats:
        """A row for each data set: the probabilities below, within and above."""
        ends = np.full(len(self._kernels.means), rope)
        below = self.below(-ends)
        above = 1 - (below if rope == 0 else self.below(ends))
        return np.stack([_three(b, a) for b, a in zip(below, above, strict=True)])

    def moments(self) -> tuple[Floats, Floats]:
        """Posterior means and standard deviations."""
        first, second = np.zeros((2, len(self._kernels.means)))
        for piece in self._pieces:
            first += (piece.inner * piece.apart).sum(axis=(1, 2))
            second += (piece.inner * piece.apart**2).sum(axis=(1, 2))
        return self._kernels.means + first, np.sqrt(np.maximum(second - first**2, 0.0))

    def quantiles(self, share: float) -> Floats:
        """The value below which each data set's difference lies with this probability.

        By secants on the scale of normal quantiles, on which distribution functions are nearly
        straight, within a bracket that is halved where a secant leaves it.
        """
        means, deviations = self.moments()
        goal = float(special.ndtri(share))
        reach = deviations / math.sqrt(min(share, 1 - share))  # Cantelli: no quantile is farther
        low, high = means - reach, means + reach
        one, two = means, means + goal * deviations
        before = self._normal(one) - goal
        for _ in range(_SECANTS):
            now = self._normal(two) - goal
            low, high = np.where(now < 0, two, low), np.where(now < 0, high, two)
            if (np.abs(now) < _CLOSE).all():
                break
            rise = np.where(two == one, 1.0, now - before)
            moved = two - now * (two - one) / np.where(rise == 0, 1.0, rise)
            one, before = two, now
            two = np.where((moved > low) & (moved < high), moved, (low + high) / 2)
        return two

    def _normal(self, values: Floats) -> Floats:
        shares = np.clip(self.below(values), 1e-15, 1 - 1e-15)
        return np.asarray(special.ndtri(shares))
