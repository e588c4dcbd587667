r"""How calls at a threshold vary between groups of observations, or with sampling weights.

With the weight :math:`w_i` and the call :math:`a_i` (1 or 0) of every observation, all rates at a
threshold are functions of the weighted shares of the four cells (true and false positives, false
and true negatives). Their variances are linearised: an observation adds to a rate what the rate's
gradient makes of its own cell, and what is added is summed within groups
(:mod:`aucurate.data.units`).

- **Within the classes**, where the numbers of positives and negatives are taken as fixed: the
  covariance matrix of the sensitivity S and of the share F of negatives called positive. Groups
  that hold both classes give the two a covariance.
- **Of all observations**, drawn whatever their class: the covariance matrix of the four shares. A
  predictive value is then the ratio of two estimated totals, as it is in surveys.

For a rate with the gradient g the variance is :math:`v = g^\top C g`, with Satterthwaite's degrees
of freedom from the parts of C.

Obuchowski, N. A. (1998). On the comparison of correlated proportions for clustered data. Statistics
in Medicine 17, 1495-1507. Wolter, K. M. (2007). Introduction to Variance Estimation, second
edition. Springer.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.observations import Observations
from aucurate.data.units import Part, Units
from aucurate.results import Record

Floats: TypeAlias = NDArray[np.float64]
Calls: TypeAlias = NDArray[np.bool_]
Rows: TypeAlias = tuple[tuple[float, ...], ...]

_NONE = 1e-24  # a variance of shares that is no more than the rounding of their sums


class Spread(NamedTuple):
    """The variance of an estimate, its degrees of freedom, and that of independent observations."""

    variance: float
    degrees_of_freedom: float
    independent: float

    @property
    def design_effect(self) -> float:
        """How many times the variance of observations drawn one by one."""
        if self.independent > 0:
            return self.variance / self.independent
        return 1.0 if self.variance == self.independent else math.nan

    @property
    def is_known(self) -> bool:
        """Whether there is a variance: not with one group, nor where all groups are alike."""
        return self.variance > 0


class UnitSums(NamedTuple):
    """The covariance of some estimates, K of them, in parts; and of independent observations."""

    parts: tuple[Part, ...]
    independent: tuple[Part, ...]

    @classmethod
    def of(cls, units: Units, influences: Sequence[Floats], means: Sequence[Floats]) -> "UnitSums":
        """From the influences (K x observations) of every class of the units, and their means."""
        moments = units.moments(influences, means)
        return cls(moments.parts, moments.one_by_one)

    def spread(self, gradient: Sequence[float] = (1.0,)) -> Spread:
        """The variance of a sum of the estimates with these coefficients."""
        return _spread(
            [(part.covariance, part.size) for part in self.parts],
            [(part.covariance, part.size) for part in self.independent],
            gradient,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPart(Record):
    """A part of a covariance matrix, and how many independent units it comes from."""

    covariance: Rows
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CallMoments(Record):
    """The covariance matrices of calls at a threshold, of groups or with sampling weights.

    ``within`` are the parts of that of sensitivity and share of negatives called positive,
    ``pooled`` those of the ``shares`` of true positives, false positives, false negatives and true
    negatives; ``independent_within`` and ``independent_pooled`` are the same of as many
    observations drawn one by one. ``observations`` are how many there are in the four cells, and
    ``overlaps`` the sums over the groups of the products of their shares of the weight of any two
    cells.
    """

    n_groups: int
    observations: tuple[int, int, int, int]
    shares: tuple[float, float, float, float]
    overlaps: Rows
    within: tuple[CallPart, ...]
    pooled: tuple[CallPart, ...]
    independent_within: tuple[CallPart, ...]
    independent_pooled: tuple[CallPart, ...]

    @classmethod
    def of(cls, rows: Observations, called: Calls) -> "CallMoments | None":
        """Of calls; None where observations are neither in groups nor have sampling weights."""
        if not (rows.is_grouped or rows.is_sampled):
            return None
        positive = rows.is_positive
        cells = np.stack(
            [called & positive, called & ~positive, ~called & positive, ~called & ~positive]
        )
        everyone, shares = all_units(rows), shares_of(rows, cells)
        pooled = UnitSums.of(everyone, [cells.astype(np.float64)], [shares])
        within = UnitSums.of(
            rows.units,
            [_alone(called[positive], 0), _alone(called[~positive], 1)],
            [
                _alone(shares_of(rows, called[None], among=positive), 0)[:, 0],
                _alone(shares_of(rows, called[None], among=~positive), 1)[:, 0],
            ],
        )
        sizes = [observed(rows, cell) for cell in cells]
        true, false, missed, spared = shares.tolist()
        return cls(
            n_groups=rows.n_groups,
            observations=(sizes[0], sizes[1], sizes[2], sizes[3]),
            shares=(true, false, missed, spared),
            overlaps=_rows(_overlaps(everyone, cells)),
            within=_parts(within.parts),
            pooled=_parts(pooled.parts),
            independent_within=_parts(within.independent),
            independent_pooled=_parts(pooled.independent),
        )

    def of_classes(self, sensitivity: float, alarms: float) -> Spread:
        """Of a sum of S and F with these coefficients, the classes taken as fixed."""
        independent = _unpacked(self.independent_within)
        return _spread(_unpacked(self.within), independent, (sensitivity, alarms))

    def of_all(self, gradient: Sequence[float]) -> Spread:
        """Of a sum of the four shares with these coefficients."""
        return _spread(_unpacked(self.pooled), _unpacked(self.independent_pooled), gradient)

    @property
    def class_correlation(self) -> float:
        """The correlation of S and F, which groups of both classes bring about."""
        own = [self.of_classes(*each).variance for each in ((1, 0), (0, 1), (1, 1))]
        return correlation_of(own[0], own[1], own[2])

    def units(self, cells: Sequence[int]) -> float:
        """How many independent units of the same weight the observations in some cells are worth.

        Never more than the number of groups, and 0 without observations.
        """
        weight = math.fsum(self.shares[cell] for cell in cells)
        if weight == 0:
            return 0.0
        own = np.array([self.shares[cell] / weight for cell in cells])
        return float(1 / (own @ np.array(self.overlaps)[np.ix_(cells, cells)] @ own))

    def size(self, cells: Sequence[int]) -> int:
        """How many observations there are in some cells."""
        return sum(self.observations[cell] for cell in cells)

    @property
    def n_positive(self) -> int:
        """How many observations are positive."""
        return self.size((0, 2))

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return self.size((1, 3))


def correlation_of(first: float, second: float, total: float) -> float:
    """The correlation of two estimates with these variances, from that of their sum.

    >>> correlation_of(1.0, 4.0, 7.0)
    0.5
    """
    scale = 2 * math.sqrt(first * second)
    return max(-1.0, min(1.0, (total - first - second) / scale)) if scale > 0 else 0.0


def all_units(rows: Observations, among: Calls | None = None) -> Units:
    """The independent units of all observations, or of some, whatever their class."""
    weights = _weights(rows)
    kept = np.ones(len(rows), np.bool_) if among is None else among
    return Units.of(
        [observed(rows, kept)],
        None if weights is None else [weights[kept]],
        [rows.groups[kept]] if rows.is_grouped and rows.groups is not None else None,
        rows.n_groups,
    )


def shares_of(rows: Observations, cells: Calls, *, among: Calls | None = None) -> Floats:
    """The shares of the weight of all observations, or of some, that each row of cells has."""
    weights = _weights(rows)
    if weights is None:
        weights = np.ones(len(rows))
    kept = np.ones(len(rows), np.bool_) if among is None else among
    whole = math.fsum(weights[kept])
    return np.array([math.fsum(weights[cell & kept]) / whole for cell in cells])


def observed(rows: Observations, kept: Calls) -> int:
    """How many observations some of the rows stand for; sampling weights do not count."""
    counts = rows.counts
    return int(np.count_nonzero(kept) if counts is None else counts[kept].sum())


def _weights(rows: Observations) -> NDArray[Any] | None:
    """The weights of the rows relative to each other; None where all weigh the same."""
    if rows.is_sampled:
        assert rows.weights is not None
        return rows.weights.values
    return rows.counts


def _alone(values: Any, place: int) -> Floats:
    """Two rows, of which one has the values and the other is 0."""
    found = np.zeros((2, len(values)))
    found[place] = values
    return found


def _overlaps(units: Units, cells: Calls) -> Floats:
    """The sums over the units of products of their shares of any two cells."""
    (shares,) = units.shares
    codes = np.arange(len(shares)) if units.codes is None else units.codes[0]
    found = np.zeros((len(cells), len(cells)))
    sums = []
    for cell in cells:
        own = np.bincount(codes[cell], shares[cell], minlength=units.n_units)
        sums.append(own / own.sum() if cell.any() else own)
    for at, other in itertools.combinations_with_replacement(range(len(cells)), 2):
        found[at, other] = found[other, at] = float(sums[at] @ sums[other])
    return found


def _rows(matrix: Floats) -> Rows:
    return tuple(tuple(row) for row in matrix.tolist())


def _parts(parts: Sequence[Part]) -> tuple[CallPart, ...]:
    return tuple(
        CallPart(covariance=_rows(part.covariance), size=float(part.size)) for part in parts
    )


def _unpacked(parts: Sequence[CallPart]) -> list[tuple[Floats, float]]:
    return [(np.array(part.covariance), part.size) for part in parts]


def _spread(
    parts: Sequence[tuple[Floats, float]],
    independent: Sequence[tuple[Floats, float]],
    gradient: Sequence[float],
) -> Spread:
    """The variance along a gradient, with Satterthwaite's degrees of freedom."""
    slope = np.array(gradient, np.float64)
    scale = float(np.max(np.abs(slope)))
    if not math.isfinite(scale):
        return Spread(math.nan, math.nan, math.nan)
    slope /= scale or 1.0
    terms = [(_along(matrix, slope) / size, size - 1) for matrix, size in parts]
    variance, plain = (
        math.fsum(each)
        for each in (
            [term for term, _ in terms],
            [_along(matrix, slope) / size for matrix, size in independent],
        )
    )
    plain = scale * scale * (0.0 if plain <= _NONE else plain)
    if not variance > _NONE:
        return Spread(0.0 if variance <= _NONE else math.nan, math.nan, plain)
    squares = math.fsum((term / variance) ** 2 / free for term, free in terms if term > 0)
    return Spread(scale * scale * variance, 1 / squares, plain)


def _along(covariance: Floats, slope: Floats) -> float:
    """The variance along a slope; one that is not known counts where the slope is not 0."""
    used = slope != 0
    found = float(slope[used] @ covariance[np.ix_(used, used)] @ slope[used])
    return 0.0 if found < 0 else found
