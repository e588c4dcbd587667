"""The weight vectors that cannot be told from a chosen one (Paclik et al. 2010, Fig. 3)."""

from dataclasses import dataclass

from aucurate.formatting import count, listing, shortened
from aucurate.inference.core.multiplicity import CORRECTION_TITLES, Correction
from aucurate.inference.folds.class_rates import ClassRate, class_rate_words, errors_of
from aucurate.inference.folds.compared_points import ComparedPoints
from aucurate.inference.folds.distinguishing_size import ClassDistinguishingSize
from aucurate.inference.folds.operating_point_test import Degrees
from aucurate.results import Caveat, Comparison, Record

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
    """The weight vectors that cannot be told from a chosen one.

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
            f"{self.name}: of {others}, {len(self.points)} cannot be told from point "
            f"{self.chosen} by {self.rates_words} at level {self.level:g} "
            f"({CORRECTION_TITLES[self.correction]})"
        )

    @property
    def rates_words(self) -> str:
        """The rates in a sentence; the errors of many classes at once are not listed."""
        if self.rates == errors_of(self.classes) and len(self.rates) > _SHOWN:
            return f"the errors of {len(self.classes)} classes"
        return listing([shortened(class_rate_words(rate, self.classes)) for rate in self.rates])
