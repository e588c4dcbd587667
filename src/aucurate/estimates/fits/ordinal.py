r"""The likelihood of ordered categories under a model of two parameters, and its maximum.

Thresholds :math:`t_1 < \dots < t_{k-1}` cut the scale of the negatives, on which they are standard
normal; the model says at which deviates :math:`u_i = u(t_i; \theta)` the same thresholds cut the
positives. With :math:`n_i` negatives and :math:`m_i` positives in category i

.. math::
    \ell = \sum_i n_i \log(\Phi(t_i) - \Phi(t_{i-1})) + m_i \log(\Phi(u_i) - \Phi(u_{i-1})).

The maximum is found by Newton's method with halved steps. Each term is concave in its two deviates,
so with the second derivatives of u left aside the matrix is negative definite and the step goes
uphill; that is what is done where the whole matrix is not. The block of the thresholds is
tridiagonal and the two parameters are its border, so a step costs as many operations as there are
categories. Many tables are fitted at once, a row each, which is what makes the bootstrap
affordable.

The same matrix, its threshold block eliminated, is the observed information on the two parameters.
(Second derivatives of u by one threshold twice are left out: there are none for a line, and hardly
any for a proper binormal curve, which is nearly a line.)

Dorfman, D. D., Alf, E. (1969). Maximum likelihood estimation of parameters of signal-detection
theory and determination of confidence intervals: rating-method data. Journal of Mathematical
Psychology 6, 487-496.

Ordered categories
------------------
Scores as ordered categories: all that a likelihood of ranks needs to know.

A table of ratings is one as it stands. Continuous scores become one as LABROC does it: every
distinct score is a category, and neighbours that hold only positives, or only negatives, are
merged. Merging them loses nothing: the threshold between two such neighbours is free, and at its
best value the likelihood of the two is that of the merged one times a constant (Metz, Herman and
Shen 1998 call what is left truth-state runs). Categories without observations are dropped.

More than ``limit`` categories (400) are merged further, into about that many with equal shares of
the observations, each class counting one half; ties stay together. That costs information of the
order of 1 / limit squared, far below the standard error.

Metz, C. E., Herman, B. A., Shen, J.-H. (1998). Maximum likelihood estimation of receiver operating
characteristic (ROC) curves from continuously-distributed data. Statistics in Medicine 17,
1033-1053.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import whole
from aucurate.data.moments import ThresholdCounts, counts_of_independent
from aucurate.data.scores import Scores

LIMIT = 400

Counts = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """Positives and negatives in each category of R tables, from the lowest score up.

    Both have a row for each table; tables with fewer categories than the widest have zeros at the
    end, and ``sizes`` says how many are their own.
    """

    positives: Counts
    negatives: Counts
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def active(self) -> NDArray[np.bool_]:
        """Which thresholds between categories exist, for each table."""
        return np.arange(1, self.positives.shape[1]) < self.sizes[:, None]

    def pattern(self, row: int = 0) -> str:
        """What a table's categories hold, from the highest down: + or - alone, or M, mixed."""
        size = int(self.sizes[row])
        positives, negatives = self.positives[row, :size], self.negatives[row, :size]
        letters = np.where(negatives == 0, "+", np.where(positives == 0, "-", "M"))
        return "".join(letters[::-1])

    def matching(self, pattern: re.Pattern[str], longest: int) -> NDArray[np.bool_]:
        """The tables whose categories match a pattern that is at most so long."""
        found = np.zeros(len(self), bool)
        for row in np.flatnonzero(self.sizes <= longest):
            found[row] = pattern.fullmatch(self.pattern(int(row))) is not None
        return found

    def select(self, rows: Any) -> "Categories":
        """Some of the tables."""
        return Categories(self.positives[rows], self.negatives[rows], self.sizes[rows])


def categories_of(data: Scores | ThresholdCounts, *, limit: int = LIMIT) -> Categories:
    """The categories of one classifier.

    >>> from aucurate.data.scores import Scores
    >>> found = categories_of(Scores.from_arrays([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6]))
    >>> found.pattern(), found.positives.tolist(), found.negatives.tolist()
    ('+-+-', [[0.0, 1.0, 0.0, 2.0]], [[2.0, 0.0, 1.0, 0.0]])
    """
    whole(limit, "the limit of categories", least=3, hint=f"{LIMIT} loses no relevant precision.")
    counts = counts_of_independent(data, "this fit")
    groups, size = grouped(counts.positives[::-1], counts.negatives[::-1], limit)
    positives, negatives = np.zeros((1, size)), np.zeros((1, size))
    np.add.at(positives[0], groups, counts.positives[::-1])
    np.add.at(negatives[0], groups, counts.negatives[::-1])
    return collapsed(positives, negatives)


def grouped(positives: NDArray[Any], negatives: NDArray[Any], limit: int) -> tuple[Any, int]:
    """For each distinct score, in ascending order, the category it falls into; and how many."""
    states = (positives > 0) + 2 * (negatives > 0)
    filled = np.flatnonzero(states)
    kept = states[filled]
    fresh = np.ones(len(kept), bool)
    fresh[1:] = (kept[1:] != kept[:-1]) | (kept[1:] == 3)
    runs = np.zeros(len(states), np.int64)
    runs[filled] = np.cumsum(fresh) - 1
    size = int(fresh.sum())
    if size <= limit:
        return runs, size
    shares = sum(
        np.bincount(runs, weights=part, minlength=size) / part.sum()
        for part in (positives, negatives)
    )
    middles = (np.cumsum(shares) - shares / 2) / 2
    coarse = np.minimum((middles * limit).astype(np.int64), limit - 1)
    return coarse[runs], limit


def collapsed(positives: Counts, negatives: Counts) -> Categories:
    """Empty categories dropped and pure neighbours merged, in every row at once."""
    tables, width = positives.shape
    sums = np.zeros((2, tables, width))
    last = np.zeros(tables, np.int64)
    at = np.full(tables, -1)
    rows = np.arange(tables)
    states = (positives > 0) + 2 * (negatives > 0)
    for column in range(width):
        state = states[:, column]
        fresh = (state > 0) & ((state != last) | (state == 3))
        at = at + fresh
        last = np.where(state > 0, state, last)
        sums[0, rows, at] += positives[
            :, column
        ]  # before the first filled one, zeros go to the end
        sums[1, rows, at] += negatives[:, column]
    sizes = at + 1
    widest = int(sizes.max())
    return Categories(sums[0, :, :widest], sums[1, :, :widest], sizes)


# Small linear algebra for many tables at once: tridiagonal blocks with a border of two columns.


Floats = NDArray[np.float64]


def tridiagonal_solution(diagonal: Floats, beside: Floats, right: Floats) -> Floats:
    """Tridiagonal systems, one for each table, by elimination along the thresholds."""
    pivots = diagonal.T.copy()
    factors = beside.T.copy()
    values = np.swapaxes(right, 0, 1).copy()
    for i in range(1, len(pivots)):
        ratio = factors[i - 1] / pivots[i - 1]
        pivots[i] -= ratio * factors[i - 1]
        values[i] -= ratio[:, None] * values[i - 1]
    values[-1] /= pivots[-1][:, None]
    for i in range(len(pivots) - 2, -1, -1):
        values[i] -= factors[i][:, None] * values[i + 1]
        values[i] /= pivots[i][:, None]
    return np.swapaxes(values, 0, 1)


def crossed(first: Floats, second: Floats) -> Floats:
    """Products of columns, summed over the thresholds."""
    return np.asarray(np.einsum("rki,rkj->rij", first, second))


def two_by_two_solution(matrix: Floats, right: Floats) -> Floats:
    """Symmetric systems; a matrix that is nearly singular is steadied first."""
    ridge = 1e-12 * np.trace(matrix, axis1=1, axis2=2) + 1e-300
    a, b, d = matrix[:, 0, 0] + ridge, matrix[:, 0, 1], matrix[:, 1, 1] + ridge
    determinant = np.maximum(a * d - b * b, 1e-14 * a * d)
    x = (d * right[:, 0] - b * right[:, 1]) / determinant
    y = (a * right[:, 1] - b * right[:, 0]) / determinant
    return np.stack([x, y], axis=1)


_STEPS = 100
_HALVINGS = 20
_FLAT = 1e-18  # a rise of the likelihood, in its own unit, that no one can see
_NEAR = 1e-8


@dataclass(frozen=True, slots=True)
class Bent:
    """The positives' deviates, and their derivatives by thresholds and by parameters."""

    deviates: Floats
    by_threshold: Floats
    by_parameters: Floats


class Link(Protocol):
    """How a model maps the negatives' deviates to those of the positives."""

    def bent(self, parameters: Floats, thresholds: Floats) -> Bent:
        """For parameters with a row, and thresholds with a row, for each table."""
        ...

    def bending(
        self, parameters: Floats, thresholds: Floats, gradient: Floats
    ) -> tuple[Floats, Floats]:
        """Second derivatives of the deviates, each times the gradient by that deviate.

        First by threshold and parameter, then by two parameters and summed over the thresholds.
        """
        ...


@dataclass(frozen=True, slots=True)
class Fits:
    """The maximum for each table; ``rise`` is the expected gain of another step."""

    parameters: Floats
    thresholds: Floats
    log_likelihood: Floats
    rise: Floats

    @property
    def converged(self) -> NDArray[np.bool_]:
        """Where the search came to rest."""
        return self.rise < _NEAR


@dataclass(frozen=True, slots=True)
class _Cells:
    """One class: gradient and minus the second derivatives of its part by the deviates."""

    gradient: Floats
    diagonal: Floats
    beside: Floats


@dataclass(frozen=True, slots=True)
class _Slopes:
    """Gradient and curvature of the whole log-likelihood, thresholds first, parameters apart."""

    threshold_gradient: Floats
    diagonal: Floats
    beside: Floats
    border: Floats
    parameter_gradient: Floats
    corner: Floats


def starting_deviates(tables: Categories) -> tuple[Floats, Floats]:
    """Deviates of negatives and positives at every threshold, from shares kept off 0 and 1."""
    found = []
    own = np.arange(tables.positives.shape[1]) < tables.sizes[:, None]
    for counts in (tables.negatives, tables.positives):
        filled = counts + own / tables.sizes[:, None]
        shares = np.cumsum(filled, axis=1) / filled.sum(axis=1, keepdims=True)
        found.append(np.where(tables.active, special.ndtri(shares[:, :-1]), np.inf))
    return found[0], found[1]


def maximised(
    tables: Categories,
    link: Link,
    start: Floats,
    thresholds: Floats,
    *,
    steps: int = _STEPS,
    enough: float = _FLAT,
) -> Fits:
    """Climb from these parameters and thresholds, every table separately. A table stops when the
    expected gain of a step is below ``enough``.
    """
    reached = _value(tables, link, start, thresholds)
    fits = Fits(start.copy(), thresholds.copy(), reached, np.full(len(tables), np.inf))
    moving = np.flatnonzero(np.isfinite(reached))
    for _ in range(steps):
        if len(moving) == 0:
            break
        part = tables.select(moving)
        now = Fits(
            fits.parameters[moving],
            fits.thresholds[moving],
            fits.log_likelihood[moving],
            fits.rise[moving],
        )
        move, by, rise = _direction(part, link, now)
        better = _climbed(part, link, now, move, by, rise)
        fits.parameters[moving] = better.parameters
        fits.thresholds[moving] = better.thresholds
        fits.log_likelihood[moving] = better.log_likelihood
        fits.rise[moving] = rise
        stuck = (better.log_likelihood <= now.log_likelihood) & (rise >= _NEAR)
        moving = moving[(rise > enough) & ~stuck]
    return fits


def information(tables: Categories, link: Link, fits: Fits) -> Floats:
    """The information on the two parameters of each table, the thresholds being unknown."""
    slopes, bend, turn = _slopes(tables, link, fits)
    border = slopes.border - bend
    solved = tridiagonal_solution(slopes.diagonal, slopes.beside, border)
    return slopes.corner - turn - crossed(border, solved)


def _direction(tables: Categories, link: Link, fits: Fits) -> tuple[Floats, Floats, Floats]:
    """The step in parameters and thresholds, and the expected rise of the likelihood."""
    slopes, bend, turn = _slopes(tables, link, fits)
    slope = slopes.threshold_gradient
    joined = np.concatenate([slopes.border, bend, slope[:, :, None]], axis=2)
    solved = tridiagonal_solution(slopes.diagonal, slopes.beside, joined)
    plain, bent, solved_slope = solved[:, :, :2], solved[:, :, 2:4], solved[:, :, 4]
    whole = slopes.corner - turn - crossed(slopes.border - bend, plain - bent)
    convex = slopes.corner - crossed(slopes.border, plain)
    sound = (whole[:, 0, 0] > 0) & (np.linalg.det(whole) > 1e-6 * np.linalg.det(convex))
    left = np.where(sound[:, None, None], whole, convex)
    border = np.where(sound[:, None, None], plain - bent, plain)
    right = slopes.parameter_gradient - np.einsum("rki,rk->ri", border, slope)
    move = two_by_two_solution(left, right)
    by = solved_slope - np.einsum("rki,ri->rk", border, move)
    rise = np.sum(move * slopes.parameter_gradient, axis=1) + np.sum(by * slope, axis=1)
    return move, by, rise


def _climbed(
    tables: Categories, link: Link, fits: Fits, move: Floats, by: Floats, rise: Floats
) -> Fits:
    """The whole step, or a half, a quarter, ... of it, so that the likelihood does not rise."""
    length = 1 / np.maximum(1.0, np.abs(move).max(axis=1) / 2)
    parameters, thresholds = fits.parameters.copy(), fits.thresholds.copy()
    values = fits.log_likelihood.copy()
    slack = np.where(rise < _NEAR, 1e-9, 0.0)
    open_rows = np.arange(len(rise))
    for _ in range(_HALVINGS):
        size = length[open_rows, None]
        tried = fits.parameters[open_rows] + size * move[open_rows]
        cuts = fits.thresholds[open_rows] + size * by[open_rows]
        reached = _value(tables.select(open_rows), link, tried, cuts)
        good = reached >= values[open_rows] - slack[open_rows]
        done = open_rows[good]
        parameters[done], thresholds[done] = tried[good], cuts[good]
        values[done] = reached[good]
        open_rows = open_rows[~good]
        if len(open_rows) == 0:
            break
        length[open_rows] /= 2
    return Fits(parameters, thresholds, values, rise)


def _value(tables: Categories, link: Link, parameters: Floats, thresholds: Floats) -> Floats:
    deviates = _bent(tables, link, parameters, thresholds).deviates
    total = np.zeros(len(tables))
    for cuts, counts in ((thresholds, tables.negatives), (deviates, tables.positives)):
        with np.errstate(divide="ignore"):
            total += np.sum(counts * np.log(_shares(cuts, counts)), axis=1)
    return total


def _bent(tables: Categories, link: Link, parameters: Floats, thresholds: Floats) -> Bent:
    """The link at the thresholds that exist; the others stay at infinity, with no slope."""
    active = tables.active
    bent = link.bent(parameters, np.where(active, thresholds, 0.0))
    return Bent(
        np.where(active, bent.deviates, np.inf),
        np.where(active, bent.by_threshold, 0.0),
        np.where(active[:, :, None], bent.by_parameters, 0.0),
    )


def _slopes(tables: Categories, link: Link, fits: Fits) -> tuple[_Slopes, Floats, Floats]:
    """Gradient and curvature, and what the bending of the link adds to border and corner."""
    bent = _bent(tables, link, fits.parameters, fits.thresholds)
    negative = _cells(fits.thresholds, tables.negatives)
    positive = _cells(bent.deviates, tables.positives)
    slope, by = bent.by_threshold, bent.by_parameters
    pushed = positive.diagonal[:, :, None] * by
    pushed[:, :-1] += positive.beside[:, :, None] * by[:, 1:]
    pushed[:, 1:] += positive.beside[:, :, None] * by[:, :-1]
    diagonal = negative.diagonal + slope**2 * positive.diagonal
    cuts = np.where(tables.active, fits.thresholds, 0.0)
    bend, turn = link.bending(fits.parameters, cuts, positive.gradient)
    slopes = _Slopes(
        threshold_gradient=negative.gradient + slope * positive.gradient,
        diagonal=np.where(tables.active, diagonal, 1.0),
        beside=negative.beside + slope[:, :-1] * slope[:, 1:] * positive.beside,
        border=slope[:, :, None] * pushed,
        parameter_gradient=np.einsum("rki,rk->ri", by, positive.gradient),
        corner=crossed(by, pushed),
    )
    return slopes, bend, turn


def _shares(deviates: Floats, counts: Floats) -> Floats:
    """The probability between neighbouring deviates, and 1 for categories without counts."""
    edge = np.full((len(deviates), 1), np.inf)
    low, high = np.hstack([-edge, deviates]), np.hstack([deviates, edge])
    with np.errstate(invalid="ignore"):
        flip = np.where(low + high > 0, -1.0, 1.0)
    inside = flip * (special.ndtr(flip * high) - special.ndtr(flip * low))
    return np.where(counts > 0, np.maximum(inside, 0.0), 1.0)


def _cells(deviates: Floats, counts: Floats) -> _Cells:
    """Derivatives of the log-likelihood of the counts between neighbouring deviates."""
    share = _shares(deviates, counts)
    exists = np.isfinite(deviates)
    finite = np.where(exists, deviates, 0.0)
    density = np.where(exists, np.exp(-(finite**2) / 2), 0.0) / math.sqrt(2 * math.pi)
    above, below = density / share[:, :-1], density / share[:, 1:]  # as right end, as left end
    left, right = counts[:, :-1], counts[:, 1:]
    return _Cells(
        gradient=left * above - right * below,
        diagonal=left * (finite * above + above**2) + right * (below**2 - finite * below),
        beside=-right[:, :-1] * below[:, :-1] * above[:, 1:],
    )
