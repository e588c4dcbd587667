"""Plan: a study that has not been done yet, and what it would be able to show."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.planning.assurance import Assurance, assurance_of
from aucurate.planning.pilots import PilotVariance
from aucurate.planning.power import attained
from aucurate.planning.words import plan_sentence
from aucurate.results import Alternative, Caveat, Design, Record

Question: TypeAlias = Literal[
    "difference", "non-inferiority", "superiority", "equivalence", "interval"
]
Unknown: TypeAlias = Literal["size", "power", "level", "auc", "margin", "width", "confidence"]
NullVariance: TypeAlias = Literal["null", "reference", "alternative", "logit"]

_STEPS = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPoint(Record):
    """One size of study, and the power (or expected interval width) it reaches.

    ``n_positive`` and ``n_negative`` are those of one test set, ``total`` counts all observations.
    ``assurance`` is the power averaged over the uncertainty of a pilot whose AUCs are planned with.
    """

    n_positive: int
    n_negative: int
    total: int
    attained: float
    assurance: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Record):
    """A planned study: the question, the AUCs assumed, the sizes, and the power or the width.

    ``first`` is the AUC of interest; ``second`` the AUC it is compared with, or the null value in
    the design "one test set" (None for the interval of one AUC). ``n_positive`` and ``n_negative``
    are per test set; an unpaired plan has two. ``ratio`` is negatives per positive. ``solved_for``
    says which of the numbers was found; ``attained`` is what the whole-number sizes reach: the
    power, or the expected width. ``assurance`` is there where the AUCs are those of a pilot; a plan
    that was asked for an assurance has no ``power`` of its own. What a question has no use for is
    None.
    """

    question: Question
    design: Design
    solved_for: Unknown
    first: float
    second: float | None
    correlation: float
    n_positive: int
    n_negative: int
    ratio: float
    power: float | None
    level: float | None
    alternative: Alternative
    margin: float | None
    width: float | None
    confidence: float | None
    scale: str | None
    attained: float
    variance: str
    null_variance: NullVariance
    pilot: PilotVariance | None
    assurance: Assurance | None = None
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        return plan_sentence(self)

    @property
    def total(self) -> int:
        """All observations of the study, over both test sets where there are two."""
        return self._total(self.n_positive, self.n_negative)

    @checked
    def curve(self, n_positive: Sequence[int] | None = None) -> tuple[PlanPoint, ...]:
        """The power (or expected width) by size of study, at the plan's class ratio.

        ``n_positive`` are the numbers of positives to show; from a quarter to twice the plan's
        when left out.

        >>> from aucurate.planning import plan_one
        >>> points = plan_one(0.8, null=0.7, power=0.8).curve([50, 100])
        >>> [(point.total, round(point.attained, 2)) for point in points]
        [(100, 0.48), (200, 0.81)]
        """
        if n_positive is None:
            n_positive = sorted({max(2, math.ceil(s * self.n_positive)) for s in _STEPS})
        return tuple(self._point(size) for size in n_positive)

    def _point(self, n_positive: int) -> PlanPoint:
        if n_positive < 1:
            raise OptionError(
                f"a study needs at least 1 positive; the curve is asked for {n_positive}.",
                hint="give numbers of positives, e.g. curve([50, 100, 200]).",
            )
        n_negative = self.n_negative
        if n_positive != self.n_positive:
            n_negative = negatives_for(n_positive, self.ratio)
        return PlanPoint(
            n_positive=n_positive,
            n_negative=n_negative,
            total=self._total(n_positive, n_negative),
            attained=attained(self, n_positive, n_negative),
            assurance=None
            if self.assurance is None
            else assurance_of(self, n_positive, n_negative),
        )

    def _total(self, n_positive: int, n_negative: int) -> int:
        return (n_positive + n_negative) * (2 if self.design == "unpaired" else 1)


def negatives_for(n_positive: int, ratio: float) -> int:
    """The whole number of negatives that goes with these positives, never below the ratio.

    >>> negatives_for(10, 1.5), negatives_for(10, 0.33), negatives_for(30, 0.1)
    (15, 4, 3)
    """
    return max(1, math.ceil(n_positive * ratio * (1 - 1e-12)))
