r"""Operating points over folds: the test of two, intervals and regions of one.

Two operating points
--------------------
Do two operating points of one classifier differ? (Paclik et al. 2010, section 4.2)

**Question.** Is a rate different at two operating points of the same classifier (two thresholds, or
two weight vectors of several classes), as far as the folds can tell?

**Use it** with points averaged over left-out folds that were not repeated
(:mod:`aucurate.inference.folds.operating_points`). To compare one point with all others there is
:mod:`aucurate.inference.folds.indistinguishable_points`.

The rate has the values :math:`x_{1k}` and :math:`x_{2k}` in fold k of n. They depend on each other,
being those of one classifier on one fold, and the test is the t test for two dependent samples
(the paper's formula 3),

.. math::
    t = \frac{\bar x_1 - \bar x_2}
    {\sqrt{s_{\bar x_1}^2 + s_{\bar x_2}^2 - 2 r\, s_{\bar x_1} s_{\bar x_2}}}

with r the correlation over folds: the paired t of the differences, exactly. A paired t has n - 1
degrees of freedom; the paper takes 2n - 2, which is for independent sets and rejects more (with 10
folds beyond 2.10 instead of 2.26). Both are offered (``degrees_of_freedom="2n-2"``), n - 1 is the
default.

The interval of one rate (:func:`operating_point_interval`) is
:math:`\bar x \pm t_{n-1} s_{\bar x}`, cut to the possible range.

**What it means.** Sensitivity and specificity (and the errors of a class) move one way only with
the threshold: with one observation of the class between two thresholds they *are* different. The
test then says whether the folds show the difference clearly, not whether there is one. For a rate
that can rise and fall again (accuracy, F1, expected cost, predictive values) equality is a real
hypothesis.

**Not valid** for one fixed test set or repeated folds, which share test observations; the result
carries the caveat, and what the training sets of left-out folds share is in docs/validation.md. F1
and predictive values are ratios, whose means over small folds are biased (Forman and Scholz 2010),
at different thresholds differently.

**Degenerate cases.** Where all folds agree, or only one can evaluate the rate, its interval is the
exact binomial interval (Clopper and Pearson) of all decisions, for rates that are shares of a class
or of all observations, and otherwise the whole possible range. If the difference of two points is
the same in all folds, the p-value of the test is that of the sign test, and 1 where that difference
is 0. A fold that cannot evaluate the rate at both points is left out, with a caveat; fewer than two
that can are refused.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.
Forman, G., Scholz, M. (2010). Apples-to-apples in cross-validation studies: pitfalls in classifier
performance measurement. SIGKDD Explorations 12, 49-57.
Clopper, C. J., Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the
case of the binomial. Biometrika 26, 404-413.

The region of two rates
-----------------------
A joint confidence region of two rates at one operating point, over folds.

**Question.** Which pairs of sensitivity and specificity are plausible for this operating point?

**Use it** with points averaged over left-out folds that were not repeated.

With the means :math:`\bar x` of the two rates over n folds and S their covariance matrix (they vary
together, as both depend on the model of the fold), Hotelling's ellipse

.. math::
    n (\bar x - \mu)^\top S^{-1} (\bar x - \mu) \le \frac{2 (n - 1)}{n - 2} F_{2, n-2}

holds the pair with the stated confidence, as far as folds are independent (they are not quite, see
:mod:`aucurate.inference.folds.operating_points`) and their rates near normal.

**Not valid** near 0 and 1, where the ellipse may reach beyond what is possible; it is drawn cut off
there. Over *repeated* folds, which share their test observations, it holds the pair about half as
often as it says, and where a fold has only a handful of observations of one class its coverage is
too low as well (docs/validation.md).

**Degenerate cases.** Where a rate does not vary the ellipse is a line or a point, which claims too
much. Fewer than three folds are refused.

Hotelling, H. (1931). The generalization of Student's ratio. Annals of Mathematical Statistics 2,
360-378.
"""

import math
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.inference.core.signs_and_ranks import resolution_of
from aucurate.inference.folds import caveats
from aucurate.inference.folds.differences import fold_differences, t_comparison
from aucurate.inference.folds.operating_points import (
    AveragedPoints,
    EstimateT,
    FoldRate,
    OperatingPoints,
    RateT,
    Summary,
    fold_rate_range,
    not_evaluated,
    of_design,
    rough_degrees,
    without_spread,
)
from aucurate.inference.operating.proportions import NAMES
from aucurate.results import Alternative, Comparison, Interval, MethodTitle, Record

Degrees: TypeAlias = Literal["n-1", "2n-2"]

METHOD = MethodTitle("paired t over operating points", "operating-point-t")
INTERVAL_METHOD = MethodTitle("t over folds", "t")
ALL_POSSIBLE = MethodTitle("all possible", "all-possible")
VALID_FOR = "left-out folds that were not repeated"


@checked
def operating_point_test(
    points: AveragedPoints[RateT, Any],
    first: int,
    second: int,
    *,
    rate: RateT,
    degrees_of_freedom: Degrees = "n-1",
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """Does a rate differ between two operating points?

    A fold that cannot evaluate the rate at both is left out, with a caveat.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds.operating_points import operating_points
    >>> found = operating_points(load_breast_cancer_folds(), "forest", thresholds=[0.5, 0.2])
    >>> test = operating_point_test(found, 0, 1, rate="specificity")
    >>> round(test.difference, 3), str(test.interval), round(test.statistic, 2)
    (0.137, '95% CI 0.093 to 0.181', 7.0)
    """
    question = Question.checked(alternative, null_difference, confidence)
    places = points.checked_point(first), points.checked_point(second)
    values = points.fold_values(rate, places)
    if values.n_folds < 2:
        raise InputError(
            f"the {values.quantity} can be evaluated at both points in "
            f"{count(values.n_folds, 'fold')} only, and a test over folds needs two or more.",
            hint=points.HOW_TO_EVALUATE,
        )
    pair = fold_differences(values, *values.names)
    printed = degrees_of_freedom == "2n-2"
    found = t_comparison(
        pair,
        question,
        variance=pair.spread / values.n_folds,
        degrees_of_freedom=(values.n_folds - 1) * (2 if printed else 1),
        method=METHOD,
        caveats=[
            caveats.valid_for(VALID_FOR),
            *not_evaluated(points, rate, places, tested=True),
            *of_design(values),
            *points.rate_caveats([rate], tested=True),
            *([rough_degrees()] if printed else []),
        ],
    )
    return replace(found, caveats=tuple(map(without_spread, found.caveats)))


@checked
def operating_point_interval(
    points: AveragedPoints[RateT, EstimateT], at: int, *, rate: RateT, confidence: float = 0.95
) -> EstimateT:
    """The mean of a rate at one operating point, with its interval over folds.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds.operating_points import operating_points
    >>> found = operating_points(load_breast_cancer_folds(), "forest", thresholds=[0.5])
    >>> print(operating_point_interval(found, 0, rate="sensitivity").interval)
    95% CI 0.828 to 0.936
    """
    confidence = checked_confidence(confidence)
    at = points.checked_point(at)
    average = points.summaries(rate)[at]
    return points.estimate(
        at,
        rate,
        quantity=points.rate_words(rate),
        value=average.mean,
        standard_error=average.standard_error,
        interval=_interval(average, points.rate_range(rate), points.trials(rate), confidence),
        method=INTERVAL_METHOD,
        caveats=(
            caveats.valid_for(VALID_FOR),
            *not_evaluated(points, rate, [at]),
            *of_design(points.fold_values(rate, [at])),
            *points.rate_caveats([rate]),
        ),
    )


def point_p_values(
    points: AveragedPoints[RateT, Any],
    chosen: int,
    *,
    rate: RateT,
    degrees_of_freedom: Degrees = "n-1",
) -> NDArray[np.float64]:
    """The two-sided p-values of all points against the chosen one, without records.

    The same numbers as :func:`operating_point_test`, for many points or many data sets: NaN where
    fewer than two folds can evaluate both points, 1 for the chosen point itself.
    """
    values = points.of(rate)
    chosen = points.checked_point(chosen)
    printed = degrees_of_freedom == "2n-2"
    gaps = values - values[chosen]
    there = np.isfinite(gaps)
    gaps = np.where(there & (np.abs(gaps) > resolution_of(values[np.isfinite(values)])), gaps, 0.0)
    folds = there.sum(axis=1)
    mean = gaps.sum(axis=1) / np.maximum(folds, 1)
    squares = np.where(there, (gaps - mean[:, None]) ** 2, 0.0).sum(axis=1)
    error = np.sqrt(squares / np.maximum(folds - 1, 1) / np.maximum(folds, 1))
    free = np.maximum(folds - 1, 1) * (2 if printed else 1)
    spread = error > resolution_of(mean)
    t = np.divide(mean, error, out=np.zeros_like(mean), where=spread)
    found = 2 * special.stdtr(free, -np.abs(t))
    constant = np.where(mean == 0, 1.0, 2.0 ** (1 - folds))
    return np.where(folds < 2, np.nan, np.where(spread, found, constant))


def _interval(
    found: Summary, possible: tuple[float, float], trials: int, confidence: float
) -> Interval:
    lowest, highest = possible
    if found.standard_error > 0:
        reach = two_sided_quantile(confidence, found.n_folds - 1) * found.standard_error
        low, high = found.mean - reach, found.mean + reach
        return Interval(
            low=max(lowest, low),
            high=min(highest, high),
            confidence=confidence,
            method=INTERVAL_METHOD,
        )
    if not trials or math.isnan(found.stacked):
        return Interval(low=lowest, high=highest, confidence=confidence, method=ALL_POSSIBLE)
    low, high = _clopper_pearson(found.stacked * trials, trials, confidence)
    return Interval(low=low, high=high, confidence=confidence, method=NAMES["clopper-pearson"])


def _clopper_pearson(successes: float, size: int, confidence: float) -> tuple[float, float]:
    tail = (1 - confidence) / 2
    low, high = 0.0, 1.0
    if successes > 0:
        low = float(special.betaincinv(successes, size - successes + 1, tail))
    if successes < size:
        high = float(special.betaincinv(successes + 1, size - successes, 1 - tail))
    return low, high


@dataclass(frozen=True, slots=True, kw_only=True)
class RateRegion(Record):
    """An ellipse around the means of two rates.

    ``covariance`` is that of the two means (first, both, second), and ``radius`` how many of its
    units the ellipse reaches.
    """

    point: int
    threshold: float
    rates: tuple[FoldRate, FoldRate]
    means: tuple[float, float]
    covariance: tuple[float, float, float]
    radius: float
    lowest: tuple[float, float]
    highest: tuple[float, float]
    confidence: float
    n_folds: int

    def outline(self, number: int = 73) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Points around the border of the ellipse, cut to what is possible; the last is the first.

        >>> region = RateRegion(
        ...     point=0, threshold=0.5, rates=("specificity", "sensitivity"), means=(0.5, 0.75),
        ...     covariance=(0.01, 0.0, 0.04), radius=1.0, lowest=(0.0, 0.0), highest=(1.0, 1.0),
        ...     confidence=0.95, n_folds=10,
        ... )
        >>> x, y = region.outline(5)
        >>> round(float(x.max()), 12), round(float(y.max()), 12)
        (0.6, 0.95)
        """
        first, both, second = self.covariance
        lengths, axes = np.linalg.eigh(np.array([[first, both], [both, second]]))
        angles = np.linspace(0.0, 2 * math.pi, number)
        around = np.sqrt(np.maximum(lengths, 0.0))[:, None] * [np.cos(angles), np.sin(angles)]
        border = np.array(self.means)[:, None] + self.radius * (axes @ around)
        low, high = np.array(self.lowest)[:, None], np.array(self.highest)[:, None]
        x, y = np.clip(border, low, high)
        return x, y


@checked
def rate_region(
    points: OperatingPoints,
    at: int,
    *,
    rates: tuple[FoldRate, FoldRate] = ("specificity", "sensitivity"),
    confidence: float = 0.95,
) -> RateRegion:
    """The joint confidence region of the means of two rates at one operating point.

    It needs three folds in which both rates can be evaluated.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds.operating_points import operating_points
    >>> points = operating_points(load_breast_cancer_folds(), "forest", thresholds=[0.5])
    >>> region = rate_region(points, 0)
    >>> x, y = region.outline()
    >>> [round(float(mean), 3) for mean in region.means]
    [0.947, 0.882]
    >>> round(float(x.min()), 3), round(float(x.max()), 3)
    (0.908, 0.985)
    """
    confidence, at = checked_confidence(confidence), points.checked_point(at)
    if len(set(rates)) != 2:
        raise OptionError("a joint region needs two different rates.")
    values = np.stack([points.of(rate)[at] for rate in rates])
    values = values[:, np.isfinite(values).all(axis=0)]
    folds = values.shape[1]
    if folds < 3:
        raise InputError(
            f"{count(folds, 'fold')} can evaluate both rates, but an ellipse needs three.",
            hint="use the intervals of the single rates.",
        )
    spread = np.cov(values) / folds
    scale = 2 * (folds - 1) / (folds - 2) * float(special.fdtri(2, folds - 2, confidence))
    ranges = [fold_rate_range(rate, points.use) for rate in rates]
    return RateRegion(
        point=at,
        threshold=float(points.thresholds[at]),
        rates=rates,
        means=(float(values[0].mean()), float(values[1].mean())),
        covariance=(float(spread[0, 0]), float(spread[0, 1]), float(spread[1, 1])),
        radius=math.sqrt(scale),
        lowest=(ranges[0][0], ranges[1][0]),
        highest=(ranges[0][1], ranges[1][1]),
        confidence=confidence,
        n_folds=folds,
    )


@checked
def rate_regions(
    points: OperatingPoints,
    *,
    rates: tuple[FoldRate, FoldRate] = ("specificity", "sensitivity"),
    confidence: float = 0.95,
) -> tuple[RateRegion, ...]:
    """The joint regions of all points that can be evaluated in three or more folds.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds.operating_points import operating_points
    >>> len(rate_regions(operating_points(load_breast_cancer_folds(), "forest", points=10)))
    10
    """
    both = np.isfinite(np.stack([points.of(rate) for rate in rates])).all(axis=0).sum(axis=1)
    return tuple(
        rate_region(points, at, rates=rates, confidence=confidence)
        for at in range(len(points))
        if both[at] >= 3
    )
