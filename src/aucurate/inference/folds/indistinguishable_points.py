r"""The operating points that cannot be distinguished from a chosen one (Paclik et al. 2010).

**Question.** A classifier runs at one operating point. Which other points of its curve are not
significantly different from it, with the folds at hand, and how many observations would distinguish
them?

**Use it** with the operating points of one cross-validation
(:mod:`aucurate.inference.folds.operating_points`, or of several classes
:mod:`aucurate.inference.folds.class_points`).

Every other point is compared with the chosen one by the paired t test over folds
(:mod:`aucurate.inference.folds.point_tests`), for each rate separately. A point is *not
distinguishable* in a rate when its test does not reject at the level (``points_by(rate)``), and
*jointly* not distinguishable when that holds for all the rates (``points``, the paper's AND). With
a correction (:mod:`aucurate.inference.core.multiplicity`) the family is all tests made, points
times rates. Every contrast also has the ``size`` of a study that would distinguish the point (see
below). Points are thresholds, or weight vectors of several classes, compared by the error of every
class.

**What it means.** The set shrinks as observations are added; it says how coarse the knowledge of
the curve is, not that its points are equally good. Sensitivity and specificity differ as soon as
one observation lies between two thresholds; for accuracy, F1 or cost, which rise and fall again,
equality is a real hypothesis. Without correction about one in twenty truly equal points falls out
of the set by chance.

**Not valid** for repeated folds and for one fixed test set, which share test observations: the
tests reject far too often (docs/validation.md), and a caveat says so. A chosen point whose
threshold was found on the same data has optimistic rates.

**Degenerate cases.** A point that fewer than two folds can compare with the chosen one in some rate
is ``not_tested``.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.

How much data would distinguish two points
------------------------------------------
Are there enough data to distinguish two operating points, and how many would be enough?

**Question.** The t test of two operating points over n folds found a difference d with standard
error :math:`s_d`. With which probability does a study of this size find it, and how large would one
have to be?

**Use it** to tell a point that is as good as the chosen one from a point that too few observations
were there to distinguish (:func:`distinguishing_size`, :func:`class_distinguishing_size`).

If the difference is truly d, t is noncentral with n - 1 degrees of freedom and noncentrality
:math:`\delta = |d| / s_d`; the power is the probability that it passes the two-sided critical value
:math:`t_c` of the level. A rejection on the wrong side does not count. With c times as many
observations in the same number of folds, the variance of a rate is 1/c of what it was and the
noncentrality :math:`\delta \sqrt c`, so

.. math::  c = (\delta^* / |d| \cdot s_d)^2

with :math:`\delta^*` the noncentrality that has the wanted power.

**Not valid** as more than a rule of thumb: the observed difference stands for the true one, and
:math:`s_d` over few folds is rough (with 10 folds easily a third off). Points that were found
distinguishable were also lucky ones. Set ``difference``, the smallest worth detecting, to plan
for that instead. More folds instead of more observations do not help: each would be smaller.

**Degenerate cases.** The size is infinite for no difference, and NaN where the folds show no
spread.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, overload

import numpy as np
from scipy import special

from aucurate.checks import checked, number_in
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words, number, percent, shortened
from aucurate.inference.core.distributions import checked_level, upper_quantile
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction, adjust
from aucurate.inference.folds import caveats
from aucurate.inference.folds.class_points import (
    ClassOperatingPoints,
    ClassRate,
    class_rate_words,
    errors_of,
)
from aucurate.inference.folds.operating_points import (
    AveragedPoints,
    FoldRate,
    OperatingPoints,
    fold_rate_words,
    not_adjusted,
    not_evaluated,
    not_tested,
    of_design,
    rough_degrees,
)
from aucurate.inference.folds.point_tests import VALID_FOR, Degrees, operating_point_test
from aucurate.results import Caveat, Comparison, Record

# A set of points that cannot be distinguished from a chosen one, whatever a point is.


class Contrast(Protocol):
    """One point against the chosen one in one rate."""

    @property
    def point(self) -> int:
        """The place of the point."""

    @property
    def rate(self) -> str:
        """The rate in which they were compared."""

    @property
    def adjusted_p_value(self) -> float:
        """The p-value, adjusted for the other tests where requested."""

    @property
    def distinguishable(self) -> bool:
        """Whether the test rejects."""


ContrastT = TypeVar("ContrastT", bound=Contrast)


class ComparedPoints(Generic[ContrastT]):
    """The questions that every record of compared points answers alike."""

    __slots__ = ()

    chosen: int
    rates: tuple[str, ...]
    contrasts: tuple[ContrastT, ...]
    not_tested: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The points that no rate distinguishes from the chosen one (AND over the rates)."""
        told_apart = {c.point for c in self.contrasts if c.distinguishable}
        tested = {c.point for c in self.contrasts} - set(self.not_tested)
        return tuple(sorted(tested - told_apart))

    def points_by(self, rate: str) -> tuple[int, ...]:
        """The points that this rate does not distinguish from the chosen one."""
        return tuple(c.point for c in self._of(rate) if not c.distinguishable)

    def contrast(self, point: int, rate: str) -> ContrastT:
        """One of the comparisons."""
        for found in self._of(rate):
            if found.point == point:
                return found
        raise OptionError(
            f"point {point!r} was not compared with the chosen point in {rate!r}.",
            hint="points are numbered from 0; the chosen point is not compared with itself.",
        )

    def statuses(self, size: int) -> list[str]:
        """The status of each point: the chosen one, distinguishable from it, or not."""
        named = {
            **dict.fromkeys(self.points, "not distinguishable"),
            **dict.fromkeys(self.not_tested, "not tested"),
            self.chosen: "chosen",
        }
        return [named.get(at, "distinguishable") for at in range(size)]

    def smallest_p_values(self, size: int) -> list[float]:
        """The smallest adjusted p-value over the rates of each point."""
        found = [math.nan] * size
        for one in self.contrasts:
            known = found[one.point]
            if math.isnan(known) or one.adjusted_p_value < known:
                found[one.point] = one.adjusted_p_value
        return found

    def _of(self, rate: str) -> list[ContrastT]:
        if rate not in self.rates:
            raise OptionError(
                f"the rate {rate!r} was not tested.", hint=f"there are {join_words(self.rates)}."
            )
        return [c for c in self.contrasts if c.rate == rate]


_MOST = 10**12


class Planned(NamedTuple):
    """The numbers of a size, before it is counted in observations."""

    quantity: str
    difference: float
    level: float
    attained_power: float
    wanted_power: float
    factor: float

    def times(self, observations: int) -> float:
        """So many observations, as many times as it takes; whole where that is a number."""
        size = self.factor * observations
        return float(math.ceil(size)) if size < _MOST else size

    def told(self, needed: Callable[[], str]) -> str:
        """The sentence; ``needed`` gives the number of observations, where it is known."""
        told = f"{self.quantity} difference {number(self.difference)}: "
        if math.isnan(self.factor):
            return f"{told}the folds show no spread, from which no size can be planned."
        if math.isinf(self.factor):
            return f"{told}no number of observations would distinguish the points."
        chance = f"{percent(self.wanted_power)} power at level {self.level:g}"
        if self.factor <= 1:
            return f"{told}enough observations for {chance}."
        return (
            f"{told}too few observations, the power is {percent(self.attained_power)}; "
            f"{chance} needs about {number(self.factor, 1)} times as many, {needed()}."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DistinguishingSize(Record):
    """The power of the present study, and the size of a study with the required power.

    ``factor`` is how many times as many observations; it and the sizes are infinite for no
    difference, and NaN where the folds show no spread, from which nothing can be planned.
    """

    quantity: str
    difference: float
    level: float
    attained_power: float
    wanted_power: float
    factor: float
    n_positive: float
    n_negative: float

    def __str__(self) -> str:
        return _plan_of(self).told(
            lambda: (
                f"{count(int(self.n_positive), 'positive')} and "
                f"{count(int(self.n_negative), 'negative')}"
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassDistinguishingSize(Record):
    """``DistinguishingSize`` for several classes, with a size for each of ``classes``."""

    quantity: str
    difference: float
    level: float
    attained_power: float
    wanted_power: float
    factor: float
    classes: tuple[str, ...]
    n_observations: tuple[float, ...]

    def __str__(self) -> str:
        return _plan_of(self).told(
            lambda: (
                f"{count(int(sum(self.n_observations)), 'observation')} of "
                f"{len(self.classes)} classes"
            )
        )


@checked
def distinguishing_size(
    found: Comparison,
    *,
    n_positive: int,
    n_negative: int,
    n_folds: int,
    difference: float | None = None,
    power: float = 0.8,
    level: float = 0.05,
) -> DistinguishingSize:
    """The size of a study that would detect the difference found by a test.

    Parameters
    ----------
    power : float, default: 0.8
        Probability that the study finds the difference.

    ``found`` is an ``operating_point_test`` over ``n_folds`` folds of this many observations;
    ``difference`` replaces the observed one where it is stated.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds import operating_points
    >>> data = load_breast_cancer_folds()
    >>> points = operating_points(data, "forest", thresholds=[0.5, 0.45])
    >>> found = operating_point_test(points, 0, 1, rate="sensitivity")
    >>> size = distinguishing_size(found, n_positive=212, n_negative=357, n_folds=10)
    >>> round(size.factor, 1), size.n_positive, size.n_negative
    (1.7, 351.0, 591.0)
    """
    plan = _planned(found, n_folds, difference, power, level)
    return DistinguishingSize(
        **plan._asdict(),
        n_positive=plan.times(n_positive),
        n_negative=plan.times(n_negative),
    )


@checked
def class_distinguishing_size(
    found: Comparison,
    *,
    counts: Mapping[str, int],
    n_folds: int,
    difference: float | None = None,
    power: float = 0.8,
    level: float = 0.05,
) -> ClassDistinguishingSize:
    """The size of a study that would detect a difference, for several classes.

    Parameters
    ----------
    power : float, default: 0.8
        Probability that the study finds the difference.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds import operating_points
    >>> data = load_breast_cancer_folds()
    >>> points = operating_points(data, "forest", thresholds=[0.5, 0.45])
    >>> found = operating_point_test(points, 0, 1, rate="sensitivity")
    >>> counts = {"malignant": 212, "benign": 357}
    >>> class_distinguishing_size(found, counts=counts, n_folds=10).n_observations
    (351.0, 591.0)
    """
    plan = _planned(found, n_folds, difference, power, level)
    return ClassDistinguishingSize(
        **plan._asdict(),
        classes=tuple(counts),
        n_observations=tuple(plan.times(size) for size in counts.values()),
    )


def _planned(
    found: Comparison, n_folds: int, difference: float | None, power: float, level: float
) -> Planned:
    level, power = checked_level(level), _checked_power(power)
    wanted = abs(_checked_difference(found.difference if difference is None else difference))
    error, free = found.standard_error, n_folds - 1
    critical = upper_quantile(level / 2, found.degrees_of_freedom)
    if not error > 0:
        attained, factor = math.nan, math.nan
    elif wanted == 0:
        attained, factor = level / 2, math.inf
    else:
        now = wanted / error
        below = float(special.nctdtr(free, now, critical))
        if math.isnan(below):  # so far out in the tail that SciPy has no value
            below = float(now < critical)
        attained = 1 - below
        factor = (float(special.nctdtrinc(free, 1 - power, critical)) / now) ** 2
    return Planned(found.quantity, wanted, level, attained, power, factor)


def _plan_of(size: DistinguishingSize | ClassDistinguishingSize) -> Planned:
    return Planned(*(getattr(size, name) for name in Planned._fields))


def _checked_power(power: float) -> float:
    return number_in(power, 0.05, 1, "power", ends="low", hint="80 percent is power=0.8.")


def _checked_difference(difference: float) -> float:
    if not math.isfinite(difference):
        raise OptionError(f"a difference must be a number; this one is {difference!r}.")
    return float(difference)


# The weight vectors that cannot be distinguished from a chosen one (Paclik et al. 2010, Fig. 3).


_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPointContrast(Record):
    """One weight vector against the chosen one in one rate: the test, and a size that would do."""

    point: int
    rate: ClassRate
    comparison: Comparison
    adjusted_p_value: float
    distinguishable: bool
    size: ClassDistinguishingSize


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPointSet(ComparedPoints[ClassPointContrast], Record):
    """The weight vectors that cannot be distinguished from a chosen one.

    ``chosen`` and all points are places among ``weights``, which have one number for each of
    ``classes``. ``not_tested`` are points that cannot be compared in some rate, because fewer than
    two folds can evaluate it at both.
    """

    name: str
    classes: tuple[str, ...]
    chosen: int
    weights: tuple[tuple[float, ...], ...]
    rates: tuple[ClassRate, ...]
    level: float
    correction: Correction
    degrees_of_freedom: Degrees
    contrasts: tuple[ClassPointContrast, ...]
    not_tested: tuple[int, ...]
    caveats: tuple[Caveat, ...]

    def __str__(self) -> str:
        others = count(len(self.weights) - 1, "other operating point")
        return (
            f"{self.name}: of {others}, {len(self.points)} cannot be distinguished from point "
            f"{self.chosen} by {self.rates_words} at level {self.level:g} "
            f"({CORRECTION_TITLES[self.correction]})"
        )

    @property
    def rates_words(self) -> str:
        """The rates in a sentence; the errors of many classes at once are not listed."""
        if self.rates == errors_of(self.classes) and len(self.rates) > _SHOWN:
            return f"the errors of {len(self.classes)} classes"
        return join_words([shortened(class_rate_words(rate, self.classes)) for rate in self.rates])


@dataclass(frozen=True, slots=True, kw_only=True)
class PointContrast(Record):
    """One point against the chosen one in one rate: the test, and the size that would do."""

    point: int
    rate: FoldRate
    comparison: Comparison
    adjusted_p_value: float
    distinguishable: bool
    size: DistinguishingSize


@dataclass(frozen=True, slots=True, kw_only=True)
class PointSet(ComparedPoints[PointContrast], Record):
    """The points that cannot be distinguished from a chosen one.

    ``chosen`` and all points are places among ``thresholds``. ``not_tested`` are points that cannot
    be compared in some rate, because fewer than two folds can evaluate it at both.
    """

    name: str
    chosen: int
    thresholds: tuple[float, ...]
    rates: tuple[FoldRate, ...]
    level: float
    correction: Correction
    degrees_of_freedom: Degrees
    contrasts: tuple[PointContrast, ...]
    not_tested: tuple[int, ...]
    caveats: tuple[Caveat, ...]

    def __str__(self) -> str:
        rates = join_words([fold_rate_words(rate) for rate in self.rates])
        adjusted = CORRECTION_TITLES[self.correction]
        others = count(len(self.thresholds) - 1, "other operating point")
        told = (
            f"{self.name}: of {others}, {len(self.points)} cannot be distinguished from the one at "
            f"threshold {self.thresholds[self.chosen]:g} by {rates} at level {self.level:g} "
            f"({adjusted})"
        )
        if not self.points:
            return told
        within = [self.thresholds[at] for at in self.points]
        return f"{told}: thresholds {min(within):g} to {max(within):g}"


@overload
def indistinguishable_points(
    points: OperatingPoints,
    chosen: int,
    *,
    rates: FoldRate | Sequence[FoldRate] | None = None,
    level: float = 0.05,
    correction: Correction = "none",
    degrees_of_freedom: Degrees = "n-1",
    power: float = 0.8,
    confidence: float = 0.95,
) -> PointSet: ...


@overload
def indistinguishable_points(
    points: ClassOperatingPoints,
    chosen: int,
    *,
    rates: ClassRate | Sequence[ClassRate] | None = None,
    level: float = 0.05,
    correction: Correction = "none",
    degrees_of_freedom: Degrees = "n-1",
    power: float = 0.8,
    confidence: float = 0.95,
) -> ClassPointSet: ...


@checked
def indistinguishable_points(
    points: OperatingPoints | ClassOperatingPoints,
    chosen: int,
    *,
    rates: Any = None,
    level: float = 0.05,
    correction: Correction = "none",
    degrees_of_freedom: Degrees = "n-1",
    power: float = 0.8,
    confidence: float = 0.95,
) -> PointSet | ClassPointSet:
    """Compare all other operating points with a chosen one, by each averaged rate.

    Parameters
    ----------
    rates
        Rates by which the points are compared. By default all that were averaged.
    power : float, default: 0.8
        Power of the study whose size would distinguish a point.

    ``power`` is that of the sizes that would distinguish a point, by a test at this level, not
    adjusted for the others. ``confidence`` is that of the interval of each difference, not adjusted
    either.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds.operating_points import operating_points
    >>> found = operating_points(load_breast_cancer_folds(), "forest", rates=["accuracy"])
    >>> indistinguishable_points(found, found.nearest(0.5)).points
    (11, 12, 13, 15)

    Jointly by two rates, and the size of a study that would distinguish one of the points:

    >>> points = operating_points(load_breast_cancer_folds(), "forest")
    >>> chosen = points.reaching("sensitivity", 0.9)
    >>> found = indistinguishable_points(points, chosen, correction="holm")
    >>> print(found)
    forest: of 29 other operating points, 2 cannot be distinguished from the one at threshold \
0.461374 by sensitivity and specificity at level 0.05 (Holm): thresholds 0.332211 to 0.586544
    >>> print(found.contrast(chosen - 1, "sensitivity").size)
    sensitivity difference 0.038: too few observations, the power is 68.5%; 80% power at level \
0.05 needs about 1.3 times as many, 281 positives and 472 negatives.
    """
    chosen, level = points.checked_point(chosen), checked_level(level)
    asked: tuple[Any, ...] = points.rates if rates is None else points.checked_rates(rates)
    tested, missing = _pairs(points, chosen, asked)
    tests = [
        operating_point_test(
            points,
            at,
            chosen,
            rate=rate,
            degrees_of_freedom=degrees_of_freedom,
            confidence=confidence,
        )
        for at, rate in tested
    ]
    found: dict[str, Any] = {
        "name": points.name,
        "chosen": chosen,
        "rates": asked,
        "level": level,
        "correction": correction,
        "degrees_of_freedom": degrees_of_freedom,
        "not_tested": tuple(sorted({at for at, _ in missing})),
        "caveats": tuple(
            _caveats(points, asked, degrees_of_freedom, correction, len(tests), missing)
        ),
    }
    contrasts = [
        _contrast(points, *pair, chosen, test, adjusted, power, level)
        for pair, test, adjusted in zip(
            tested, tests, adjust([test.p_value for test in tests], correction), strict=True
        )
    ]
    if isinstance(points, ClassOperatingPoints):
        vectors = tuple(tuple(vector) for vector in points.weights.tolist())
        several = tuple(ClassPointContrast(**one) for one in contrasts)
        return ClassPointSet(**found, classes=points.classes, weights=vectors, contrasts=several)
    thresholds = tuple(points.thresholds.astype(float).tolist())
    two = tuple(PointContrast(**one) for one in contrasts)
    return PointSet(**found, thresholds=thresholds, contrasts=two)


def _contrast(
    points: OperatingPoints | ClassOperatingPoints,
    at: int,
    rate: Any,
    chosen: int,
    test: Comparison,
    adjusted: float,
    power: float,
    level: float,
) -> dict[str, Any]:
    """The fields of a contrast of either kind."""
    return {
        "point": at,
        "rate": rate,
        "comparison": replace(test, caveats=()),
        "adjusted_p_value": adjusted,
        "distinguishable": adjusted <= level,
        "size": _size(points, at, rate, chosen, test, power, level),
    }


def _pairs(
    points: AveragedPoints[Any, Any], chosen: int, rates: Sequence[Any]
) -> tuple[list[tuple[int, Any]], list[tuple[int, Any]]]:
    """Points and rates that two folds or more can compare with the chosen point, and the others."""
    tested: list[tuple[int, Any]] = []
    missing: list[tuple[int, Any]] = []
    for rate in rates:
        there = np.isfinite(points.of(rate))
        both = (there & there[chosen]).sum(axis=1)
        for at in range(len(points)):
            if at != chosen:
                (tested if both[at] >= 2 else missing).append((at, rate))
    return tested, missing


def _size(
    points: OperatingPoints | ClassOperatingPoints,
    at: int,
    rate: Any,
    chosen: int,
    test: Comparison,
    power: float,
    level: float,
) -> DistinguishingSize | ClassDistinguishingSize:
    n_folds = points.fold_values(rate, (at, chosen)).n_folds
    if isinstance(points, ClassOperatingPoints):
        counts = dict(zip(points.classes, points.counts, strict=True))
        return class_distinguishing_size(
            test, counts=counts, n_folds=n_folds, power=power, level=level
        )
    return distinguishing_size(
        test,
        n_positive=points.n_positive,
        n_negative=points.n_negative,
        n_folds=n_folds,
        power=power,
        level=level,
    )


def _caveats(
    points: AveragedPoints[Any, Any],
    rates: Sequence[Any],
    degrees: Degrees,
    correction: Correction,
    tests: int,
    missing: list[tuple[int, Any]],
) -> list[Caveat]:
    every = range(len(points))
    return [
        caveats.valid_for(VALID_FOR),
        *(c for r in rates for c in not_evaluated(points, r, every)),
        *not_tested(points, missing),
        *of_design(points.fold_values(rates[0], ())),
        *points.rate_caveats(rates, tested=True),
        *(not_adjusted(tests) if correction == "none" else []),
        *([rough_degrees()] if degrees == "2n-2" else []),
    ]
