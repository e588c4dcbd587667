r"""Operating point averaging (Paclik, Lai, Novovicova, Duin 2010, Algorithm 1).

**Question.** How much does a classifier vary, over folds, at each of its operating points?

The left-out scores of all folds are stacked, and the curve of the stack gives the operating points:
its thresholds, all of them or a number of them spread evenly along the curve (in steps of
sensitivity + 1 - specificity; with classes of equal size and no ties these are equal numbers of
scores). *The same* points are then decided in every fold. With :math:`x_k` a rate at a point in
fold k of n,

.. math::
    \bar x = \frac1n \sum_k x_k, \quad s^2 = \frac{1}{n-1} \sum_k (x_k - \bar x)^2, \quad
    s_{\bar x} = s/\sqrt n

are its mean, its standard deviation and the standard deviation of the mean. No curve is
interpolated and no threshold is matched with another, so every point can be put to use.

A rate that a fold does not have (no positives in it, nobody called positive) is NaN there; mean and
standard deviation are those of the other folds, ``n_folds`` says how many, and a caveat which.

**Not valid** as a standard error without reserve: the folds share training observations, and where
they also share test observations (repeats, one fixed test set) the standard deviation of the mean
is too small. Scores of different folds come from different fits; a threshold means the same in all
of them only if the scores are on one scale.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.cost import IntendedUse
from aucurate.data.arrays import frozen
from aucurate.data.fold_values import FoldDesign, FoldValues
from aucurate.data.folds import FoldScores
from aucurate.errors import OptionError
from aucurate.formatting import listing, number
from aucurate.inference import operating_caveats
from aucurate.inference.fold_rates import (
    FoldRate,
    checked_rates,
    fold_rate_range,
    fold_rate_values,
    fold_rate_words,
    over_folds,
)
from aucurate.inference.stacked_thresholds import (
    Stack,
    called_positive,
    chosen_thresholds,
    class_counts,
    spread_thresholds,
)
from aucurate.results import Caveat, Record

_SLACK = 1e-12  # a mean this far below a wanted rate reaches it


@dataclass(frozen=True, slots=True, kw_only=True)
class RateAverage(Record):
    """One rate at one operating point over the folds it can be evaluated in.

    ``standard_error`` is the standard deviation of the mean. ``stacked`` is the rate on the stacked
    scores. What cannot be computed (no fold, or one) is NaN.
    """

    threshold: float
    rate: FoldRate
    mean: float
    standard_deviation: float
    standard_error: float
    stacked: float
    n_folds: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class OperatingPoints:
    """One classifier at the same operating points in every fold.

    ``values[r, i, k]`` is rate r at point i in fold k, NaN where it cannot be evaluated;
    ``stacked[r, i]`` the same on the stacked scores. ``thresholds`` begin with the point that calls
    fewest positive, in the direction of the scores as they were given (``lower``: positive when
    score <= threshold). ``n_positive`` and ``n_negative`` count different observations.
    """

    name: str
    thresholds: NDArray[Any]
    lower: bool
    rates: tuple[FoldRate, ...]
    use: IntendedUse
    values: NDArray[np.float64]
    stacked: NDArray[np.float64]
    design: FoldDesign
    fold_names: tuple[str, ...]
    repeats: NDArray[np.int64]
    n_train: NDArray[np.float64] | None
    n_test: NDArray[np.float64]
    n_positive: int
    n_negative: int
    dropped: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.thresholds)

    @property
    def n_folds(self) -> int:
        """How many folds there are, over all repeats."""
        return len(self.fold_names)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What could not be evaluated where, few folds, and what the folds share."""
        return tuple(operating_caveats.of_points(self))

    def of(self, rate: FoldRate) -> NDArray[np.float64]:
        """The values of one rate: points x folds."""
        found: NDArray[np.float64] = self.values[self._place(rate)]
        return found

    def evaluated(self, rate: FoldRate) -> NDArray[np.int64]:
        """In how many folds a rate can be evaluated, at every point."""
        return np.asarray(np.isfinite(self.of(rate)).sum(axis=1), np.int64)

    def mean(self, rate: FoldRate) -> NDArray[np.float64]:
        """The mean of a rate over folds, at every point."""
        return over_folds(self.of(rate))[0]

    def standard_deviation(self, rate: FoldRate) -> NDArray[np.float64]:
        """The standard deviation over folds, at every point."""
        return over_folds(self.of(rate))[1]

    def standard_error(self, rate: FoldRate) -> NDArray[np.float64]:
        """The standard deviation of the mean, at every point."""
        spread, folds = self.standard_deviation(rate), self.evaluated(rate)
        return np.asarray(spread / np.sqrt(np.maximum(folds, 1)))

    def average(self, rate: FoldRate, at: int) -> RateAverage:
        """One rate at one point, as a record."""
        return self.averages(rate)[self.checked_point(at)]

    def averages(self, rate: FoldRate) -> tuple[RateAverage, ...]:
        """One rate at every point, as records."""
        columns = (
            self.thresholds.astype(np.float64),
            self.mean(rate),
            self.standard_deviation(rate),
            self.standard_error(rate),
            self.stacked[self._place(rate)],
        )
        return tuple(
            RateAverage(
                threshold=threshold,
                rate=rate,
                mean=mean,
                standard_deviation=deviation,
                standard_error=error,
                stacked=stacked,
                n_folds=int(folds),
            )
            for (threshold, mean, deviation, error, stacked), folds in zip(
                zip(*(c.tolist() for c in columns), strict=True), self.evaluated(rate), strict=True
            )
        )

    def nearest(self, threshold: float) -> int:
        """The point whose threshold is nearest to this one; of two, the one called first."""
        known, wanted = self.thresholds.astype(np.float64), float(threshold)
        if math.isinf(wanted):
            return int(np.argmax(known if wanted > 0 else -known))
        return int(np.argmin(np.abs(known - wanted)))

    def reaching(self, rate: FoldRate, value: float) -> int:
        """The point whose mean rate is at least this value, and no more above it than it must be.

        Of several, it is the one that gives away least of the other class: for specificity (and
        the error of positives) the lowest threshold, else the highest.
        """
        means = self.mean(rate)
        enough = means >= value - _SLACK
        if not enough.any():
            best = float(np.max(means[np.isfinite(means)], initial=-math.inf))
            raise OptionError(
                f"no operating point has a mean {fold_rate_words(rate)} of {value:g} or more; the "
                f"highest is {number(best)}.",
                hint="ask for less, or for more points.",
            )
        least = float(np.min(means[enough]))
        (places,) = np.nonzero(enough & (means <= least + _SLACK))
        falls = rate in ("specificity", "error_of_positives")
        return int(places[-1] if falls else places[0])

    def fold_values(self, rate: FoldRate, at: Sequence[int]) -> FoldValues:
        """One rate at some points, as values of all folds that can evaluate it at all of them."""
        lowest, highest = fold_rate_range(rate, self.use)
        columns = self.of(rate)[list(at)]
        (kept,) = np.nonzero(np.isfinite(columns).all(axis=0))
        return FoldValues(
            names=tuple(self.point_name(i) for i in at),
            values=frozen(np.ascontiguousarray(columns[:, kept].T)),
            quantity=fold_rate_words(rate),
            design=self.design,
            fold_names=tuple(self.fold_names[k] for k in kept),
            repeats=frozen(self.repeats[kept]),
            n_train=None if self.n_train is None else frozen(self.n_train[kept]),
            n_test=frozen(self.n_test[kept]),
            lowest=lowest,
            highest=highest,
            dropped=self.dropped,
        )

    def point_name(self, at: int) -> str:
        """What a point is called in results: its classifier and threshold, every digit."""
        return f"{self.name} at {self.thresholds[at].item()!r}"

    def checked_point(self, at: int) -> int:
        """A point by its place; from the end, where negative."""
        whole = isinstance(at, int | np.integer) and not isinstance(at, bool)
        if not whole or not -len(self) <= at < len(self):
            raise OptionError(
                f"there is no operating point number {at!r}; they go from 0 to {len(self) - 1}.",
                hint='find one with points.reaching("sensitivity", 0.9) or points.nearest(0.5).',
            )
        return int(at) % len(self)

    def _place(self, rate: FoldRate) -> int:
        if rate not in self.rates:
            raise OptionError(
                f"the rate {rate!r} was not asked for.", hint=f"there are {listing(self.rates)}."
            )
        return self.rates.index(rate)


def operating_points(
    data: FoldScores,
    name: str,
    *,
    rates: Sequence[FoldRate] = ("sensitivity", "specificity"),
    points: int | None = 30,
    thresholds: Sequence[float] | None = None,
    use: IntendedUse | None = None,
) -> OperatingPoints:
    """Rates of one classifier at operating points of the stacked curve, in every fold.

    ``points`` is how many are taken of that curve, None for all; ``thresholds`` are taken instead
    where they are said, in the direction of the scores as they were given. ``use`` has the
    prevalence and the costs of rates that depend on them.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = operating_points(load_breast_cancer_folds(), "forest", thresholds=[0.5, 0.2])
    >>> found.mean("sensitivity").round(3), found.standard_error("sensitivity").round(3)
    (array([0.882, 0.958]), array([0.024, 0.014]))
    """
    chosen, use = checked_rates(rates), use or IntendedUse()
    stack, lower = Stack.of(data, name), name in data.lower
    used = (
        spread_thresholds(stack, points)
        if thresholds is None
        else chosen_thresholds(thresholds, lower=lower)
    )
    counts = called_positive(stack, used)
    sizes = class_counts(stack)
    true, false, m, n = (array.sum(axis=-1, keepdims=True) for array in (*counts, *sizes))
    return OperatingPoints(
        name=name,
        thresholds=frozen(np.negative(used) if lower else used),
        lower=lower,
        rates=chosen,
        use=use,
        values=frozen(np.stack([fold_rate_values(r, *counts, *sizes, use) for r in chosen])),
        stacked=frozen(
            np.concatenate([fold_rate_values(r, true, false, m, n, use).T for r in chosen])
        ),
        design=data.design,
        fold_names=data.fold_names,
        repeats=data.repeats,
        n_train=data.n_train,
        n_test=frozen(data.n_test),
        n_positive=data.observations.n_positive,
        n_negative=data.observations.n_negative,
        dropped=data.dropped,
    )
