r"""What the posterior of the hierarchical test says of one thing at a time.

Of the centre, of the spread, of each data set's difference, and of the difference on a new one.

A region is *the likeliest* of the three on a new data set where the centre lies beyond some point:
given spread s and degrees of freedom, above beats within (and below) from the c on at which
:math:`2 T((r - c)/s) = 1 + T((-r - c)/s)` with T the distribution function of Student's t, and from
0 on if there is no such c above it; below is its mirror image. So these probabilities too are
values of distribution functions, and not counts of points of a grid.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.inference.many_datasets.hierarchical_bulk import flattened, stretched
from aucurate.inference.many_datasets.hierarchical_nodes import Floats
from aucurate.inference.many_datasets.hierarchical_quadrature import Grid, Slice
from aucurate.inference.many_datasets.hierarchical_sums import WINDOW, Summed, windowed_sinc

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
