r"""The operating points that cannot be told from a chosen one (Paclik et al. 2010, Figs. 2 and 3).

**Question.** A classifier runs at one operating point. Which other points of its curve are not
significantly different from it, with the folds at hand, and how many observations would tell them
apart?

Every other point is compared with the chosen one by the paired t test over folds
(:mod:`aucurate.inference.operating_point_test`), for every rate by itself. A point is *not
distinguishable* in a rate when its test does not reject at the level, and *jointly* not
distinguishable when that holds for all the rates (the paper's AND). With a correction
(:mod:`aucurate.inference.multiplicity`) the family is all tests made, points times rates.

**What it means.** The set shrinks as observations are added; it says how coarse the knowledge of
the curve is, not that its points are equally good. Without correction about one in twenty truly
equal points falls out of it by chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aucurate.errors import OptionError
from aucurate.formatting import count, listing
from aucurate.inference import fold_caveats, operating_caveats
from aucurate.inference.distinguishing_size import DistinguishingSize, distinguishing_size
from aucurate.inference.fold_rates import FoldRate, checked_rates, fold_rate_words
from aucurate.inference.multiplicity import CORRECTION_TITLES, Correction, adjust
from aucurate.inference.operating_point_test import (
    VALID_FOR,
    Degrees,
    checked_degrees,
    operating_point_test,
)
from aucurate.inference.operating_points import OperatingPoints
from aucurate.inference.reference_distributions import checked_level
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
class PointSet(Record):
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

    @property
    def points(self) -> tuple[int, ...]:
        """The points that no rate distinguishes from the chosen one (AND over the rates)."""
        told_apart = {c.point for c in self.contrasts if c.distinguishable}
        tested = {c.point for c in self.contrasts} - set(self.not_tested)
        return tuple(sorted(tested - told_apart))

    def points_by(self, rate: str) -> tuple[int, ...]:
        """The points that this rate does not distinguish from the chosen one."""
        return tuple(c.point for c in self._of(rate) if not c.distinguishable)

    def contrast(self, point: int, rate: str) -> PointContrast:
        """One of the comparisons."""
        for found in self._of(rate):
            if found.point == point:
                return found
        raise OptionError(
            f"point {point!r} was not compared with the chosen one in {rate!r}.",
            hint="points are numbered from 0; the chosen one is not compared with itself.",
        )

    def _of(self, rate: str) -> list[PointContrast]:
        if rate not in self.rates:
            raise OptionError(
                f"the rate {rate!r} was not tested.", hint=f"there are {listing(self.rates)}."
            )
        return [c for c in self.contrasts if c.rate == rate]

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


def indistinguishable_points(
    points: OperatingPoints,
    chosen: int,
    *,
    rates: Sequence[FoldRate] | None = None,
    level: float = 0.05,
    correction: Correction = "none",
    degrees_of_freedom: Degrees = "n-1",
    power: float = 0.8,
) -> PointSet:
    """Compare all other points with the chosen one, by these rates (all that were averaged).

    ``power`` is that of the sizes that would tell a point apart, by a test at the level that is not
    adjusted for the others.

    >>> from aucurate.datasets import load_breast_cancer_folds
    >>> from aucurate.inference.operating_points import operating_points
    >>> found = operating_points(load_breast_cancer_folds(), "forest", rates=["accuracy"])
    >>> indistinguishable_points(found, found.nearest(0.5)).points
    (11, 12, 13, 15)
    """
    chosen, level = points.checked_point(chosen), checked_level(level)
    asked = points.rates if rates is None else checked_rates(rates)
    degrees = checked_degrees(degrees_of_freedom)
    pairs = [(at, rate) for rate in asked for at in range(len(points)) if at != chosen]
    missing = [pair for pair in pairs if not _can_be_tested(points, chosen, *pair)]
    tested = [pair for pair in pairs if pair not in missing]
    tests = [
        operating_point_test(points, at, chosen, rate=rate, degrees_of_freedom=degrees)
        for at, rate in tested
    ]
    adjusted = adjust([test.p_value for test in tests], correction)
    contrasts = tuple(
        PointContrast(
            point=at,
            rate=rate,
            comparison=replace(test, caveats=()),
            adjusted_p_value=p,
            distinguishable=p <= level,
            size=_size(points, at, chosen, rate, test, power, level),
        )
        for (at, rate), test, p in zip(tested, tests, adjusted, strict=True)
    )
    return PointSet(
        name=points.name,
        chosen=chosen,
        thresholds=tuple(points.thresholds.astype(float).tolist()),
        rates=asked,
        level=level,
        correction=correction,
        degrees_of_freedom=degrees,
        contrasts=contrasts,
        not_tested=tuple(sorted({at for at, _ in missing})),
        caveats=tuple(_caveats(points, asked, degrees, correction, len(tests), missing)),
    )


def _size(
    points: OperatingPoints,
    at: int,
    chosen: int,
    rate: FoldRate,
    test: Comparison,
    power: float,
    level: float,
) -> DistinguishingSize:
    return distinguishing_size(
        test,
        n_positive=points.n_positive,
        n_negative=points.n_negative,
        n_folds=points.fold_values(rate, (at, chosen)).n_folds,
        power=power,
        level=level,
    )


def _can_be_tested(points: OperatingPoints, chosen: int, at: int, rate: FoldRate) -> bool:
    return points.fold_values(rate, (at, chosen)).n_folds >= 2


def _caveats(
    points: OperatingPoints,
    rates: Sequence[FoldRate],
    degrees: Degrees,
    correction: Correction,
    tests: int,
    missing: list[tuple[int, FoldRate]],
) -> list[Caveat]:
    every = range(len(points))
    untested = [(float(points.thresholds[at]), fold_rate_words(rate)) for at, rate in missing]
    return [
        fold_caveats.valid_for(VALID_FOR),
        *(c for r in rates for c in operating_caveats.not_evaluated(points, r, every)),
        *operating_caveats.not_tested(untested),
        *operating_caveats.of_design(points.fold_values(rates[0], ())),
        *operating_caveats.certain_difference(rates),
        *operating_caveats.mean_of_ratios(rates),
        *(operating_caveats.not_adjusted(tests) if correction == "none" else []),
        *([operating_caveats.rough_degrees()] if degrees == "2n-2" else []),
    ]
