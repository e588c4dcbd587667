r"""How many independent observations the calls in groups, or with sampling weights, are worth.

**Question.** Of observations that belong together, or that count more than others, a weighted share
p was called rightly; which interval has it?

With the linearised variance v of the estimate (:mod:`aucurate.estimates.thresholds.call_moments`)
the share is as certain as one of

.. math::
    n^* = \frac{p (1 - p)}{v}

independent observations (Rao and Scott 1992). As v itself is estimated from few groups, Korn and
Graubard (1998) multiply this by

.. math::
    \Bigl(\frac{t_{n-1}}{t_f}\Bigr)^2

with the quantiles of t distributions of n - 1 degrees of freedom, for n observations, and f for the
groups, at the confidence asked for. Every interval of a share (Wilson's, that of Clopper and
Pearson, Wald's on the logit scale) is then that of :math:`p\,n^*` of :math:`n^*` observations, and
every interval that combines two shares is that of their effective counts and of the correlation
that groups of both classes give the two.

Two choices keep this conservative:

- n* is never more than n, also where observations of a group differ more than others do;
- where there is no variance (all groups have the same share, as with p = 0 or 1, or there is one
  group), n* is the effective number of groups, :math:`(\sum_u s_u)^2 / \sum_u s_u^2` for groups
  with the weights s, which is never more than the number of groups. Each group then counts as a
  single observation.

For an estimate other than a share, p (1 - p) is the variance that one observation contributes to
it.

Rao, J. N. K., Scott, A. J. (1992). A simple method for the analysis of clustered binary data.
Biometrics 48, 577-585. Korn, E. L., Graubard, B. I. (1998). Confidence intervals for proportions
with small expected number of positive counts estimated from survey data. Survey Methodology 24,
193-201.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from aucurate.estimates.thresholds.call_moments import CallMoments, Spread, correlation_of
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.inference.core.distributions import upper_quantile

Cells: TypeAlias = tuple[int, ...]
"""Some of true positives, false positives, false negatives and true negatives, by number."""

CELLS: Cells = (0, 1, 2, 3)
POSITIVES: Cells = (0, 2)
NEGATIVES: Cells = (1, 3)

_LEAST = 1e-9  # observations: an interval of all that there is

_WIDEST_TAIL = 0.49  # the ratio of two quantiles near the median is that of nothing to nothing


@dataclass(frozen=True, slots=True)
class EffectiveSize:
    """How many independent observations an estimate is worth, by the tail of its interval.

    ``unit_variance`` is the variance that one observation contributes, ``observations`` how many
    there are, and ``units`` how many independent units of the same weight.

    >>> EffectiveSize(0.25, Spread(0.25 / 40, 9.0, 0.0025), 100, 10.0).at(0.025)
    30.77...
    >>> EffectiveSize(0.0, Spread(0.0, float("nan"), 0.0), 100, 10.0).at(0.025)
    10.0
    """

    unit_variance: float
    spread: Spread
    observations: int
    units: float

    def at(self, tail: float | None) -> float:
        """The number for an interval that leaves this tail outside at each end.

        None is for what allows for the degrees of freedom itself.
        """
        if not (self.spread.is_known and self.unit_variance > 0):
            return self.units
        if tail is None:
            return min(float(self.observations), self.unit_variance / self.spread.variance)
        tail = min(tail, _WIDEST_TAIL)
        by_observations = upper_quantile(tail, max(1, self.observations - 1))
        ratio = by_observations / upper_quantile(tail, self.spread.degrees_of_freedom)
        size = self.unit_variance / self.spread.variance * ratio**2
        return min(float(self.observations), max(_LEAST, size))


class ClassCounts(NamedTuple):
    """Calls of both classes, and the correlation of the shares called positive."""

    true: float
    positives: float
    false: float
    negatives: float
    correlation: float = 0.0


def effective_sizes(point: OperatingPoint, confidence: float) -> tuple[float, float]:
    """How many independent positives and negatives the intervals of a point take it for."""
    if point.units is None:
        return point.n_positive, point.n_negative
    counts = ClassCounts(
        point.true_positives, point.n_positive, point.false_positives, point.n_negative
    )
    effective = effective_classes(counts, point.units, (1 - confidence) / 2)
    return effective.positives, effective.negatives


def effective_classes(counts: ClassCounts, moments: CallMoments, tail: float | None) -> ClassCounts:
    """The effective counts of each class, for an interval with this tail."""
    sensitivity, alarms = counts.true / counts.positives, counts.false / counts.negatives
    positives = share_size(sensitivity, moments.of_classes(1, 0), moments, POSITIVES).at(tail)
    negatives = share_size(alarms, moments.of_classes(0, 1), moments, NEGATIVES).at(tail)
    correlation = moments.class_correlation
    return ClassCounts(
        sensitivity * positives, positives, alarms * negatives, negatives, correlation
    )


def effective_pair(
    moments: CallMoments, cells: tuple[int, int], tail: float
) -> tuple[tuple[float, float], tuple[float, float, float]]:
    """The shares of two cells among all observations; their effective sizes, and correlation."""
    spreads, sizes, both = [], [], [0.0] * len(CELLS)
    for cell in cells:
        gradient = tuple(float(other == cell) for other in CELLS)
        spreads.append(moments.of_all(gradient))
        sizes.append(share_size(moments.shares[cell], spreads[-1], moments, CELLS).at(tail))
        both[cell] = 1.0
    total = moments.of_all(both).variance
    correlation = correlation_of(spreads[0].variance, spreads[1].variance, total)
    shares = moments.shares[cells[0]], moments.shares[cells[1]]
    return shares, (sizes[0], sizes[1], correlation)


def share_size(share: float, spread: Spread, moments: CallMoments, cells: Cells) -> EffectiveSize:
    """The effective size of a share of the observations in some cells."""
    return EffectiveSize(share * (1 - share), spread, moments.size(cells), moments.units(cells))


def share_gradient(moments: CallMoments, counted: Cells, cells: Cells) -> tuple[float, ...]:
    """The derivatives of the share of some cells in others by the shares of all four."""
    whole = math.fsum(moments.shares[cell] for cell in cells)
    if whole == 0:
        return (math.nan,) * len(CELLS)
    share = math.fsum(moments.shares[cell] for cell in counted) / whole
    return tuple(((cell in counted) - share * (cell in cells)) / whole for cell in CELLS)
