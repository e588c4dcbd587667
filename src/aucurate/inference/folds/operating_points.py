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
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.data.arrays import frozen
from aucurate.data.folds import FoldScores
from aucurate.data.thresholds import for_scores
from aucurate.errors import OptionError
from aucurate.formatting import number
from aucurate.inference.folds import operating_caveats
from aucurate.inference.folds.averaged_points import AveragedPoints
from aucurate.inference.folds.fold_rates import (
    FoldRate,
    checked_rates,
    fold_rate_range,
    fold_rate_values,
    fold_rate_words,
    trials_of,
)
from aucurate.inference.folds.stacked_thresholds import (
    Stack,
    called_positive,
    checked_number,
    chosen_thresholds,
    class_counts,
    spread_thresholds,
)
from aucurate.results import Caveat, Estimate, Record

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
class OperatingPoints(AveragedPoints[FoldRate, Estimate]):
    """One classifier at the same thresholds in every fold.

    ``values[r, i, k]`` is rate r at point i in fold k, NaN where it cannot be evaluated;
    ``stacked[r, i]`` the same on the stacked scores. ``thresholds`` begin with the point that calls
    fewest positive, in the direction of the scores as they were given (``lower``: positive when
    score <= threshold). ``n_positive`` and ``n_negative`` count different observations.
    """

    HOW_TO_FIND: ClassVar[str] = (
        'find one with points.reaching("sensitivity", 0.9) or points.nearest(0.5).'
    )
    HOW_TO_EVALUATE: ClassVar[str] = (
        "choose points that call somebody positive in every fold, or another rate."
    )

    thresholds: NDArray[Any]
    lower: bool
    use: IntendedUse
    n_positive: int
    n_negative: int

    @checked
    def average(self, rate: FoldRate, at: int) -> RateAverage:
        """One rate at one point, as a record."""
        return self.averages(rate)[self.checked_point(at)]

    @checked
    def averages(self, rate: FoldRate) -> tuple[RateAverage, ...]:
        """One rate at every point, as records."""
        thresholds = self.thresholds.astype(np.float64).tolist()
        return tuple(
            RateAverage(threshold=threshold, rate=rate, **found._asdict())
            for threshold, found in zip(thresholds, self.summaries(rate), strict=True)
        )

    @checked
    def nearest(self, threshold: float) -> int:
        """The point whose threshold is nearest to this one; of two, the one called first."""
        known, wanted = self.thresholds.astype(np.float64), float(threshold)
        if math.isinf(wanted):
            return int(np.argmax(known if wanted > 0 else -known))
        return int(np.argmin(np.abs(known - wanted)))

    @checked
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

    @checked
    def point_name(self, at: int) -> str:
        """What a point is called in results: its classifier and threshold, every digit."""
        return f"{self.name} at {self.thresholds[at].item()!r}"

    @checked
    def point_words(self, at: int) -> str:
        """A point in a sentence: its threshold."""
        return f"threshold {self.thresholds[at].item():g}"

    @checked
    def rate_words(self, rate: FoldRate) -> str:
        """The name of a rate as a sentence has it."""
        return fold_rate_words(rate)

    @checked
    def rate_range(self, rate: FoldRate) -> tuple[float, float]:
        """Between which values a rate can lie."""
        return fold_rate_range(rate, self.use)

    @checked
    def trials(self, rate: FoldRate) -> int:
        """Of how many observations a rate is the share; 0 where that is no fixed number."""
        return trials_of(rate, self.use, self.n_positive, self.n_negative)

    @checked
    def estimate(self, at: int, rate: FoldRate, **fields: Any) -> Estimate:
        """The record of a rate at a point, with the positives and negatives behind it."""
        return Estimate(
            name=self.point_name(at),
            n_positive=self.n_positive,
            n_negative=self.n_negative,
            **fields,
        )

    @checked
    def checked_rates(self, rates: FoldRate | Sequence[FoldRate]) -> tuple[FoldRate, ...]:
        """Known rates, each once."""
        return checked_rates(rates)

    @checked
    def rate_caveats(self, rates: Sequence[FoldRate], *, tested: bool = False) -> list[Caveat]:
        """Rates that can only move one way, where they are tested, and means of ratios."""
        certain = operating_caveats.certain_difference(rates) if tested else []
        return [*certain, *operating_caveats.mean_of_ratios(rates)]


@checked
def operating_points(
    data: FoldScores,
    name: str,
    *,
    rates: FoldRate | Sequence[FoldRate] = ("sensitivity", "specificity"),
    points: int | None = 30,
    thresholds: float | Sequence[float] | None = None,
    use: IntendedUse | None = None,
) -> OperatingPoints:
    """Rates of one classifier at operating points of the stacked curve, in every fold.

    ``points`` is how many are taken of that curve, None for all; ``thresholds`` are taken instead
    where they are said, in the direction of the scores as they were given. A score in single
    precision that is printed as a threshold reaches it
    (:mod:`aucurate.data.thresholds`). ``use`` has the prevalence and the costs of
    rates that depend on them.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = operating_points(load_breast_cancer_folds(), "forest", thresholds=[0.5, 0.2])
    >>> found.mean("sensitivity").round(3), found.standard_error("sensitivity").round(3)
    (array([0.882, 0.958]), array([0.024, 0.014]))
    """
    chosen, use = checked_rates(rates), use or IntendedUse()
    checked_number(points)
    stack, lower = Stack.of(data, name), name in data.lower
    used = (
        spread_thresholds(stack, points)
        if thresholds is None
        else chosen_thresholds(thresholds, lower=lower)
    )
    counts = called_positive(stack, for_scores(used, stack.values.dtype))
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
