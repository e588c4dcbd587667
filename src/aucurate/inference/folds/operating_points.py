r"""Operating point averaging (Paclik, Lai, Novovicova, Duin 2010, Algorithm 1).

**Question.** How well does a classifier do at each of its operating points, and how much does that
vary over cross-validation folds?

**Use it** with the left-out scores of one cross-validation (:class:`~aucurate.FoldScores`; from
estimators through :func:`aucurate.cross_validate`), when single operating points matter and the AUC
does not answer the question. Tests, intervals and regions of these points are in
:mod:`aucurate.inference.folds.point_tests`, the points that cannot be distinguished from a chosen
one in :mod:`aucurate.inference.folds.indistinguishable_points`.

The left-out scores of all folds are stacked, and the curve of the stack gives the operating points:
its thresholds, all of them or a number of them (30 by default) spread evenly along the curve (in
steps of sensitivity + 1 - specificity; with classes of equal size and no ties these are equal
numbers of scores, as in the paper, and a rare class keeps its share of points). *The same* points
are then decided in every fold. With :math:`x_k` a rate at a point in fold k of n,

.. math::
    \bar x = \frac1n \sum_k x_k, \quad s^2 = \frac{1}{n-1} \sum_k (x_k - \bar x)^2, \quad
    s_{\bar x} = s/\sqrt n

are its mean, its standard deviation and the standard deviation of the mean. No curve is
interpolated and no threshold is matched with another, so every point can be put to use. The rates
are sensitivity, specificity, predictive values, likelihood ratios, accuracy, F1, Matthews
correlation, Youden index, expected cost (``use=IntendedUse(...)``) and the errors of either class.
:class:`~aucurate.plots.OperatingPointsDisplay` and :class:`~aucurate.plots.AveragedCurvesDisplay`
draw them.

**Other averages** answer the same question differently (:mod:`aucurate.inference.curve.averaging`):

- :func:`~aucurate.inference.curve.threshold_average` takes thresholds of the pooled scores, and as
  Fawcett has it looks up the fold's own score at or below, one observation more called positive
  than the threshold does; with ``lookup="same"`` it is operating point averaging.
- :func:`~aucurate.inference.curve.bootstrap_threshold_average` averages over bootstrap sets of one
  test set: the standard deviation is the standard error, and training does not vary.
- :func:`~aucurate.inference.curve.vertical_average` averages at specificities: points are
  interpolated and belong to no threshold, and the first is too good in small folds.

**Not valid** as a standard error without reserve:

- *The folds share training observations*: intervals hold for the models that were fitted, and are
  too narrow for what the algorithm would do with other training data.
- *Repeated folds and one fixed test set* share test observations too: the standard deviation of the
  mean is too small, intervals are too narrow and tests reject far too often (docs/validation.md); a
  caveat says so.
- *Ratios* (F1, predictive values) of small folds are biased on average, and their tests suffer; the
  value on the stacked scores is reported with the mean.
- *Scores on different scales*: scores of different folds come from different fits, and a threshold
  means the same in all of them only if they are on one scale, which uncalibrated decision scores
  need not be.
- *Points chosen on the same data* have optimistic rates.
- *Groups* must not be split across folds: their correlation is part of the spread over folds only
  where they are whole. Sampling weights are refused.

**Degenerate cases.** A rate that a fold does not have (no positives in it, nothing called positive)
is NaN there; mean and standard deviation are those of the other folds, ``n_folds`` says how many,
and a caveat which.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.
Provost, F., Fawcett, T., Kohavi, R. (1998). The case against accuracy estimation for comparing
induction algorithms. ICML, 445-453.
Fawcett, T. (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.

What all operating points share
-------------------------------
The same operating points in every fold, whatever an operating point is.

Operating point averaging (Paclik et al. 2010) does not ask how a point decides: thresholds and
weight vectors (:mod:`aucurate.inference.folds.class_points`) are averaged, tested and compared
alike. What they share is here; what a point is called, which rates there are and which caveats
apply to them depends on the kind.

Rates in every fold
-------------------
The rates of :mod:`aucurate.curve.rates` in every fold, and the errors that go with them.

A rate that a fold does not have is NaN there: where it divides by nothing, where it is infinite (a
likelihood ratio without false alarms, which cannot be averaged), and where a class that it is about
is missing from the fold. Without positives that is sensitivity, positive predictive value, F1 and
all that need both classes; accuracy needs neither, nor does cost at the fold's own prevalence.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
)

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.caveats import Kind, caveat
from aucurate.checks import checked, numbers
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, rate_range, rate_values, rate_words
from aucurate.data.arrays import frozen
from aucurate.data.division import Folds, OverFolds
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.observations import refuse_units
from aucurate.data.scores import position
from aucurate.data.source import Summarised
from aucurate.data.thresholds import for_scores
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, shortened
from aucurate.hints import Hint
from aucurate.inference.folds import caveats
from aucurate.results import Caveat, Estimate, Record

WITH_WEIGHTS = "tests of AUCs or of error rates over folds (aucurate.folds)"
"""What takes sampling weights over folds, where averages of rates do not."""

RateT = TypeVar("RateT", bound=str)
EstimateT = TypeVar("EstimateT")


class Summary(NamedTuple):
    """One rate at one point over the folds it can be evaluated in."""

    mean: float
    standard_deviation: float
    standard_error: float
    stacked: float
    n_folds: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class AveragedPoints(Summarised, OverFolds, ABC, Generic[RateT, EstimateT]):
    """One classifier at the same operating points in every fold.

    Of two classes they are :class:`~aucurate.inference.folds.OperatingPoints`, of several
    :class:`~aucurate.inference.folds.ClassOperatingPoints`.

    ``values[r, i, k]`` is rate r at point i in fold k, NaN where it cannot be evaluated;
    ``stacked[r, i]`` the same on the stacked scores.
    """

    HOW_TO_FIND: ClassVar[str] = ""
    """How to find a point by its rates, for a hint where a point does not exist."""
    HOW_TO_EVALUATE: ClassVar[str] = ""
    """What to choose where too few folds can evaluate a rate."""

    name: str
    rates: tuple[RateT, ...]
    values: NDArray[np.float64]
    stacked: NDArray[np.float64]
    division: Folds

    def _summary(self) -> str:
        points = count(len(self), "operating point")
        return f"{shortened(self.name)}; {points}; {self.division.words}"

    @abstractmethod
    def point_name(self, at: int) -> str:
        """What a point is called in results; no two points of a classifier are called the same."""

    @abstractmethod
    def point_words(self, at: int) -> str:
        """A point in a sentence, without its classifier."""

    @abstractmethod
    def rate_words(self, rate: RateT) -> str:
        """The name of a rate in a sentence."""

    @abstractmethod
    def rate_range(self, rate: RateT) -> tuple[float, float]:
        """Between which values a rate can lie."""

    @abstractmethod
    def trials(self, rate: RateT) -> int:
        """Of how many observations a rate is the share; 0 where that is no fixed number."""

    @abstractmethod
    def estimate(self, at: int, rate: RateT, **fields: Any) -> EstimateT:
        """The record of a rate at a point: its ``fields``, and the observations behind it."""

    @abstractmethod
    def checked_rates(self, rates: RateT | Sequence[RateT]) -> tuple[RateT, ...]:
        """Known rates, each once."""

    @abstractmethod
    def rate_caveats(self, rates: Sequence[RateT], *, tested: bool = False) -> list[Caveat]:
        """What must be known of these rates, of averages or of tests between points."""

    def __len__(self) -> int:
        return int(self.values.shape[1])

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What could not be evaluated where, few folds, and what the folds share."""
        return tuple(of_points(self))

    def of(self, rate: RateT) -> NDArray[np.float64]:
        """The values of one rate: points x folds."""
        found: NDArray[np.float64] = self.values[self._place(rate)]
        return found

    def evaluated(self, rate: RateT) -> NDArray[np.int64]:
        """In how many folds a rate can be evaluated, at every point."""
        return np.asarray(np.isfinite(self.of(rate)).sum(axis=1), np.int64)

    def mean(self, rate: RateT) -> NDArray[np.float64]:
        """The mean of a rate over folds, at every point."""
        return over_folds(self.of(rate))[0]

    def standard_deviation(self, rate: RateT) -> NDArray[np.float64]:
        """The standard deviation over folds, at every point."""
        return over_folds(self.of(rate))[1]

    def standard_error(self, rate: RateT) -> NDArray[np.float64]:
        """The standard deviation of the mean, at every point."""
        spread, folds = self.standard_deviation(rate), self.evaluated(rate)
        return np.asarray(spread / np.sqrt(np.maximum(folds, 1)))

    def on_the_stack(self, rate: RateT) -> NDArray[np.float64]:
        """A rate on the stacked scores, at every point."""
        found: NDArray[np.float64] = self.stacked[self._place(rate)]
        return found

    def summaries(self, rate: RateT) -> list[Summary]:
        """The numbers of one rate at every point."""
        columns: tuple[NDArray[Any], ...] = (
            self.mean(rate),
            self.standard_deviation(rate),
            self.standard_error(rate),
            self.on_the_stack(rate),
            self.evaluated(rate),
        )
        return [Summary(*row) for row in zip(*(c.tolist() for c in columns), strict=True)]

    def fold_values(self, rate: RateT, at: Sequence[int]) -> FoldValues:
        """One rate at some points, as values of all folds that can evaluate it at all of them."""
        lowest, highest = self.rate_range(rate)
        columns = self.of(rate)[list(at)]
        (kept,) = np.nonzero(np.isfinite(columns).all(axis=0))
        return FoldValues(
            names=tuple(self.point_name(i) for i in at),
            values=frozen(np.ascontiguousarray(columns[:, kept].T)),
            quantity=self.rate_words(rate),
            division=self.division.select(kept),
            lowest=lowest,
            highest=highest,
        )

    @checked
    def checked_point(self, at: int) -> int:
        """A point by its place; from the end, where negative."""
        if not -len(self) <= at < len(self):
            raise OptionError(
                f"there is no operating point number {at!r}; they are numbered from 0 to "
                f"{len(self) - 1}.",
                hint=self.HOW_TO_FIND,
            )
        return int(at) % len(self)

    def _place(self, rate: RateT) -> int:
        if rate not in self.rates:
            raise OptionError(
                f"the rate {rate!r} was not requested.", hint=f"there are {join_words(self.rates)}."
            )
        return self.rates.index(rate)


ErrorRate: TypeAlias = Literal["error_of_positives", "error_of_negatives", "error_rate"]
FoldRate: TypeAlias = Rate | ErrorRate
FOLD_RATES: tuple[FoldRate, ...] = (*RATES, *get_args(ErrorRate))

MONOTONE: frozenset[str] = frozenset(
    {"sensitivity", "specificity", "error_of_positives", "error_of_negatives"}
)
"""Rates that cannot but rise, or cannot but fall, as the threshold does."""

RATIOS: frozenset[str] = frozenset(
    {
        "positive_predictive_value",
        "negative_predictive_value",
        "positive_likelihood_ratio",
        "negative_likelihood_ratio",
        "f1",
        "matthews_correlation",
    }
)
"""Rates whose denominator depends on the scores: their mean over folds is not that of all."""

_ONE_MINUS: Mapping[str, Rate] = {
    "error_of_positives": "sensitivity",
    "error_of_negatives": "specificity",
    "error_rate": "accuracy",
}
_NEED_POSITIVES = frozenset({"sensitivity", "positive_predictive_value", "f1"})
_NEED_NEGATIVES = frozenset({"specificity", "negative_predictive_value"})
_NEED_NONE = frozenset({"accuracy", "expected_cost"})


def checked_rates(rates: FoldRate | Sequence[FoldRate]) -> tuple[FoldRate, ...]:
    """One rate or several, each once."""
    found = (rates,) if isinstance(rates, str) else tuple(rates)
    if not found or len(set(found)) < len(found):
        raise OptionError(
            "a rate was named twice." if found else "there is no rate to average.",
            hint='name each rate once: rates=["sensitivity", "specificity"].',
        )
    return found


def fold_rate_values(
    rate: FoldRate,
    true_positives: NDArray[np.int64],
    false_positives: NDArray[np.int64],
    n_positive: NDArray[np.int64],
    n_negative: NDArray[np.int64],
    use: IntendedUse,
) -> NDArray[np.float64]:
    """Points x folds, from the counts of every fold.

    >>> sizes = np.array([4, 0]), np.array([5, 5])
    >>> fold_rate_values("error_of_positives", np.array([[3, 0]]), np.array([[1, 2]]), *sizes,
    ...                  IntendedUse())
    array([[0.25,  nan]])
    """
    plain = _ONE_MINUS.get(rate, cast(Rate, rate))
    found = np.full(true_positives.shape, np.nan)
    for k, (m, n) in enumerate(zip(n_positive.tolist(), n_negative.tolist(), strict=True)):
        if _is_there(plain, m, n, use):
            true, false = true_positives[:, k], false_positives[:, k]
            found[:, k] = rate_values(plain, true, false, m, n, use)
    found[~np.isfinite(found)] = np.nan
    return 1 - found if rate in _ONE_MINUS else found


def fold_rate_words(rate: FoldRate) -> str:
    """The name of a rate in a sentence.

    >>> fold_rate_words("error_of_positives"), fold_rate_words("f1")
    ('error of positives', 'F1')
    """
    return rate.replace("_", " ") if rate in _ONE_MINUS else rate_words(cast(Rate, rate))


def fold_rate_range(rate: FoldRate, use: IntendedUse) -> tuple[float, float]:
    """Between which values a rate can lie.

    >>> fold_rate_range("expected_cost", IntendedUse(false_negative_cost=5))
    (0.0, 5.0)
    """
    if rate == "expected_cost":
        return 0.0, float(max(use.false_positive_cost, use.false_negative_cost))
    return (0.0, 1.0) if rate in _ONE_MINUS else rate_range(cast(Rate, rate))


def trials_of(rate: FoldRate, use: IntendedUse, n_positive: int, n_negative: int) -> int:
    """Of how many observations a rate is the share; 0 where it is no share of a fixed number."""
    plain = _ONE_MINUS.get(rate, rate)
    if plain == "sensitivity":
        return n_positive
    if plain == "specificity":
        return n_negative
    return n_positive + n_negative if plain == "accuracy" and use.prevalence is None else 0


def over_folds(
    values: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean and standard deviation of every row without its NaN; equal values have spread 0."""
    there = np.isfinite(values)
    folds = there.sum(axis=1)
    filled = np.where(there, values, 0.0)
    mean = np.where(folds > 0, filled.sum(axis=1) / np.maximum(folds, 1), np.nan)
    gaps = np.where(there, values - mean[:, None], 0.0)
    spread = np.sqrt((gaps**2).sum(axis=1) / np.maximum(folds - 1, 1))
    low = np.where(there, values, np.inf).min(axis=1)
    high = np.where(there, values, -np.inf).max(axis=1)
    return mean, np.where(folds > 1, np.where(low == high, 0.0, spread), np.nan)


def _is_there(rate: Rate, n_positive: int, n_negative: int, use: IntendedUse) -> bool:
    """Whether a fold holds the class or classes that a rate is about."""
    if rate in _NEED_NONE and use.prevalence is None:
        return n_positive + n_negative > 0
    stated = use.prevalence is not None and rate not in ("sensitivity", "specificity")
    if rate in _NEED_POSITIVES and not stated:
        return n_positive > 0
    if rate in _NEED_NEGATIVES and not stated:
        return n_negative > 0
    return n_positive > 0 and n_negative > 0


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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class OperatingPoints(AveragedPoints[FoldRate, Estimate]):
    """The rates of one classifier at the same thresholds in every fold.

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
                hint="require less, or use more points.",
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
        """The name of a rate in a sentence."""
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
        certain = certain_difference(rates) if tested else []
        return [*certain, *mean_of_ratios(rates)]


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

    ``points`` is how many are taken of that curve, None for all; ``thresholds`` are used instead
    where they are stated, in the direction of the scores as they were given. A score in single
    precision that is printed as a threshold reaches it (:mod:`aucurate.data.thresholds`). ``use``
    has the prevalence and the costs of rates that depend on them.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> found = operating_points(load_breast_cancer_folds(), "forest", thresholds=[0.5, 0.2])
    >>> found.mean("sensitivity").round(3), found.standard_error("sensitivity").round(3)
    (array([0.882, 0.958]), array([0.024, 0.014]))
    """
    refuse_units(
        "an average of rates over folds", sampled=data.observations.is_sampled, use=WITH_WEIGHTS
    )
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
        division=data.division,
        n_positive=data.observations.n_positive,
        n_negative=data.observations.n_negative,
    )


# Thresholds from the stacked scores of all folds, and what every fold decides at them.


Counts = NDArray[np.int64]


class Stack(NamedTuple):
    """The scores of one classifier in all folds, higher meaning more positive."""

    values: NDArray[Any]
    is_positive: NDArray[np.bool_]
    folds: NDArray[np.int64]
    n_folds: int

    @classmethod
    def of(cls, data: FoldScores, name: str) -> "Stack":
        """All rows of one classifier."""
        values = data.values[position(data.names, name)]
        return cls(values, data.observations.is_positive[data.rows], data.folds, data.n_folds)


def spread_thresholds(stack: Stack, points: int | None) -> NDArray[Any]:
    """The distinct scores of the stack from the highest down, or a given number of them.

    These are spread evenly along the curve of the stack, in steps of sensitivity + 1 - specificity,
    from the highest score to the lowest.
    """
    checked_number(points)
    distinct, positives, negatives = kernels.threshold_counts(stack.values, stack.is_positive)
    if points is None or len(distinct) <= points:
        return distinct
    true, false = np.cumsum(positives), np.cumsum(negatives)
    way = true / true[-1] + false / false[-1]
    return distinct[_nearest_apart(way, points)]


def checked_number(points: int | None) -> None:
    """Refuse a number of points that is none."""
    if points is not None and points < 2:
        raise OptionError(
            f"points must be a whole number of 2 or more, or None for all; it is {points!r}.",
            hint=Hint("for a single point, use a threshold: {thresholds}.", thresholds=[0.5]),
        )


def chosen_thresholds(thresholds: float | Sequence[float], *, lower: bool) -> NDArray[np.float64]:
    """The stated thresholds, each once, starting with the one that calls the fewest positive."""
    values = np.atleast_1d(numbers(thresholds, "thresholds"))
    if values.ndim != 1 or not len(values) or np.isnan(values).any():
        raise OptionError(
            "thresholds must be one or more numbers.",
            hint="0.5 for probabilities, 0 for decision scores.",
        )
    return np.unique(-values if lower else values)[::-1]


def called_positive(
    stack: Stack, thresholds: NDArray[Any]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """True and false positives, points x folds; the thresholds descend.

    >>> stack = Stack(np.array([3, 1, 2, 2]), np.array([True, False, True, False]),
    ...               np.array([0, 0, 1, 1]), 2)
    >>> true, false = called_positive(stack, np.array([3, 2, 1]))
    >>> true.tolist(), false.tolist()
    ([[1, 0], [1, 1], [1, 1]], [[0, 0], [0, 1], [1, 1]])
    """
    size = len(thresholds)
    passed = np.searchsorted(thresholds[::-1], stack.values, side="right")
    cells = stack.folds * (size + 1) + passed
    counted = []
    for members in (stack.is_positive, ~stack.is_positive):
        table = np.bincount(cells[members], minlength=stack.n_folds * (size + 1))
        at_least = np.cumsum(table.reshape(stack.n_folds, size + 1)[:, ::-1], axis=1)
        counted.append(np.ascontiguousarray(at_least[:, :size].T.astype(np.int64)))
    return counted[0], counted[1]


def class_counts(stack: Stack) -> tuple[Counts, Counts]:
    """The positives and the negatives of every fold."""
    both = np.bincount(stack.folds, minlength=stack.n_folds)
    positives = np.bincount(stack.folds[stack.is_positive], minlength=stack.n_folds)
    return positives.astype(np.int64), (both - positives).astype(np.int64)


def _nearest_apart(way: NDArray[np.float64], points: int) -> NDArray[np.int64]:
    """So many different places, each as near as can be to even steps along the way."""
    wanted = np.linspace(way[0], way[-1], points)
    after = np.clip(np.searchsorted(way, wanted), 1, len(way) - 1)
    nearer = wanted - way[after - 1] < way[after] - wanted
    steps = np.arange(points)
    places = np.maximum.accumulate(after - nearer - steps) + steps
    return np.asarray(np.minimum(places, len(way) - points + steps), np.int64)


# What a reader of rates at operating points over folds must know.


_SHOWN = 3


def of_points(points: "AveragedPoints[Any, Any]") -> list[Caveat]:
    """All caveats of averages: what is missing, and what the folds share."""
    every = range(len(points))
    missing = [c for rate in points.rates for c in not_evaluated(points, rate, every)]
    shared = of_design(points.fold_values(points.rates[0], ()))
    return [*missing, *shared, *points.rate_caveats(points.rates)]


def not_evaluated(
    points: "AveragedPoints[Any, Any]", rate: str, at: Sequence[int], *, tested: bool = False
) -> list[Caveat]:
    """The points and folds that a rate cannot be evaluated in."""
    missing = ~np.isfinite(points.of(rate)[list(at)])
    if not missing.any():
        return []
    texts, places = [], {}
    nowhere = missing.all(axis=0)
    if nowhere.any():
        names = [points.fold_names[k] for k in np.flatnonzero(nowhere)]
        folds = join_words([shortened(name) for name in names], most=_SHOWN)
        texts.append("folds")
        places["folds"] = f"{'folds' if len(names) > 1 else 'fold'} {folds}"
    (rows,) = np.nonzero((missing & ~nowhere).any(axis=1))
    if len(rows):
        shown = [
            f"{points.point_words(at[i])} "
            f"({count(int(missing[i].sum()), 'fold')} of {points.n_folds})"
            for i in rows.tolist()
        ]
        texts.append("points")
        places["points"] = join_words(shown, most=_SHOWN)
    texts.append("tested" if tested else "averaged")
    return [caveat(Kind.NOT_EVALUATED, *texts, rate=points.rate_words(rate), **places)]


def of_design(values: FoldValues) -> list[Caveat]:
    """Few folds, folds left out, and what the folds share."""
    found = [c for c in caveats.of_folds(values) if c.kind != Kind.FIXED_TEST_SET]
    if values.design == "fixed test set":
        shared = caveat(Kind.FIXED_TEST_SET, "averages")
    elif values.design != "left-out folds" or values.n_repeats > 1:
        shared = caveat(Kind.OVERLAPPING_TRAINING_SETS, "averages_of_repeats")
    else:
        shared = caveat(Kind.OVERLAPPING_TRAINING_SETS, "averages")
    return [*found, shared]


def certain_difference(rates: Sequence[FoldRate]) -> list[Caveat]:
    """Rates that only move one way with the threshold, so that equality is no question."""
    words = [fold_rate_words(rate) for rate in rates if rate in MONOTONE]
    return one_way_only("threshold", "thresholds", words)


def one_way_only(what: str, several: str, words: Sequence[str]) -> list[Caveat]:
    """The same, of rates by their words and of what moves them."""
    if not words:
        return []
    return [caveat(Kind.CERTAIN_DIFFERENCE, what=what, rates=join_words(words), several=several)]


def mean_of_ratios(rates: Sequence[FoldRate]) -> list[Caveat]:
    """Rates that are not the same on average over folds as on all observations."""
    words = [fold_rate_words(rate) for rate in rates if rate in RATIOS]
    return [ratios_of(words, "positives")] if words else []


def ratios_of(words: Sequence[str], rare: str) -> Caveat:
    """The same, of rates by their words; ``rare`` are the observations they divide by."""
    return caveat(Kind.MEAN_OF_RATIOS, rates=join_words(words), rare=rare)


def mean_of_maxima() -> Caveat:
    """The largest of several errors, which in small folds is large by chance."""
    return caveat(Kind.MEAN_OF_MAXIMA)


def without_spread(found: Caveat) -> Caveat:
    """The caveat of a difference that is the same in all folds, in words for operating points."""
    if found.kind not in (Kind.IDENTICAL_VALUES, Kind.NO_VARIANCE):
        return found
    return caveat(Kind(found.kind), "points")


def not_tested(
    points: "AveragedPoints[Any, Any]", missing: Sequence[tuple[int, str]]
) -> list[Caveat]:
    """Points that cannot be compared, with the rate that is missing."""
    if not missing:
        return []
    shown = [f"{points.point_words(at)} ({points.rate_words(rate)})" for at, rate in missing]
    return [caveat(Kind.NOT_TESTED, points=join_words(shown, most=_SHOWN))]


def not_adjusted(tests: int) -> list[Caveat]:
    """Many tests at once, each answered as if it were the only one."""
    if tests < 2:
        return []
    return [caveat(Kind.NOT_ADJUSTED, "points", tests=count(tests, "test"))]


def rough_degrees() -> Caveat:
    """The paper's degrees of freedom, which are those of an unpaired test."""
    return caveat(Kind.DEGREES_OF_FREEDOM)
