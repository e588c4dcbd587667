r"""The operating points that cannot be told from a chosen one (Paclik et al. 2010, Figs. 2 and 3).

**Question.** A classifier runs at one operating point. Which other points of its curve are not
significantly different from it, with the folds at hand, and how many observations would tell them
apart?

Every other point is compared with the chosen one by the paired t test over folds
(:mod:`aucurate.inference.folds.operating_point_test`), for every rate by itself. A point is *not
distinguishable* in a rate when its test does not reject at the level, and *jointly* not
distinguishable when that holds for all the rates (the paper's AND). With a correction
(:mod:`aucurate.inference.core.multiplicity`) the family is all tests made, points times rates.
Points are thresholds, or weight vectors of several classes, compared by the error of every class.

**What it means.** The set shrinks as observations are added; it says how coarse the knowledge of
the curve is, not that its points are equally good. Without correction about one in twenty truly
equal points falls out of it by chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, overload

import numpy as np

from aucurate.checks import checked
from aucurate.formatting import count, listing
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction, adjust
from aucurate.inference.core.reference_distributions import checked_level
from aucurate.inference.folds import fold_caveats, operating_caveats
from aucurate.inference.folds.averaged_points import AveragedPoints
from aucurate.inference.folds.class_operating_points import ClassOperatingPoints
from aucurate.inference.folds.class_point_set import ClassPointContrast, ClassPointSet
from aucurate.inference.folds.class_rates import ClassRate
from aucurate.inference.folds.compared_points import ComparedPoints
from aucurate.inference.folds.distinguishing_size import (
    ClassDistinguishingSize,
    DistinguishingSize,
    class_distinguishing_size,
    distinguishing_size,
)
from aucurate.inference.folds.fold_rates import FoldRate, fold_rate_words
from aucurate.inference.folds.operating_point_test import (
    VALID_FOR,
    Degrees,
    operating_point_test,
)
from aucurate.inference.folds.operating_points import OperatingPoints
from aucurate.results import Caveat, Comparison, Record


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
    """The points that cannot be told from a chosen one.

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
        rates = listing([fold_rate_words(rate) for rate in self.rates])
        adjusted = CORRECTION_TITLES[self.correction]
        others = count(len(self.thresholds) - 1, "other operating point")
        told = (
            f"{self.name}: of {others}, {len(self.points)} cannot be told from the one at "
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
    """Compare all other points with the chosen one, by these rates (all that were averaged).

    ``power`` is that of the sizes that would tell a point apart, by a test at the level that is not
    adjusted for the others. ``confidence`` is that of the interval of each difference, not adjusted
    either.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.folds.operating_points import operating_points
    >>> found = operating_points(load_breast_cancer_folds(), "forest", rates=["accuracy"])
    >>> indistinguishable_points(found, found.nearest(0.5)).points
    (11, 12, 13, 15)
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
        fold_caveats.valid_for(VALID_FOR),
        *(c for r in rates for c in operating_caveats.not_evaluated(points, r, every)),
        *operating_caveats.not_tested(points, missing),
        *operating_caveats.of_design(points.fold_values(rates[0], ())),
        *points.rate_caveats(rates, tested=True),
        *(operating_caveats.not_adjusted(tests) if correction == "none" else []),
        *([operating_caveats.rough_degrees()] if degrees == "2n-2" else []),
    ]
