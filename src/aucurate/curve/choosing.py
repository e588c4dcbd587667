r"""Rules by which a threshold is chosen from a curve.

- **Youden**: the largest sensitivity + specificity.
- **closest corner**: the smallest
  :math:`(1 - \text{sensitivity})^2 + s (1 - \text{specificity})^2`, with s = 1, or the iso-cost
  slope of an intended use.
- **least cost**: the smallest expected cost at a prevalence with costs: the corner of the convex
  hull that the highest iso-cost line touches (:mod:`aucurate.curve.cost`).
- **loss**: with loss :math:`\lambda` for a false positive and 1 for a false negative, the posterior
  from which calling positive loses less, :math:`\theta = \lambda / (1 + \lambda)`. It presumes that
  scores are calibrated posteriors and looks at no labels.
- **at a sensitivity** (or specificity): the best specificity (or sensitivity) where the other
  reaches a value.
- **best**: the highest of any rate, or the lowest of a cost or negative likelihood ratio, subject
  to constraints on any others.

How the best point is found, and what is done about ties: :mod:`aucurate.curve.best_points`.

Youden, W. J. (1950). Index for rating diagnostic tests. Cancer 3, 32-35.
Perkins, N. J., Schisterman, E. F. (2006). The inconsistency of "optimal" cutpoints obtained using
two criteria based on the receiver operating characteristic curve. American Journal of Epidemiology
163, 670-675.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Literal, TypeAlias

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import LOW_IS_GOOD, Rate, checked_rate, rate_range, rate_words
from aucurate.errors import OptionError
from aucurate.formatting import listing, number
from aucurate.results import Record

Criterion: TypeAlias = Rate | Literal["closest_corner", "loss"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint(Record):
    """A rate that must reach a value: be at least it, or at most where low is good."""

    rate: Rate
    value: float

    def __post_init__(self) -> None:
        low, high = rate_range(checked_rate(self.rate))
        given: object = self.value  # callers without a type checker give text and None
        if not isinstance(given, Real) or not low <= float(given) <= high:
            raise OptionError(
                f"a {rate_words(self.rate)} lies between {number(low, 0)} and {number(high, 0)}; "
                f"the constraint is {self.value!r}.",
                hint="90 percent is 0.9.",
            )

    def __str__(self) -> str:
        way = "at most" if self.rate in LOW_IS_GOOD else "at least"
        return f"{rate_words(self.rate)} {way} {self.value!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRule(Record):
    """How a threshold is chosen; build one with the methods below.

    >>> print(ThresholdRule.best("specificity", constraints={"sensitivity": 0.9}))
    highest specificity with sensitivity at least 0.9
    """

    criterion: Criterion
    constraints: tuple[Constraint, ...] = ()
    use: IntendedUse | None = None
    loss: float | None = None

    @classmethod
    def youden(cls) -> "ThresholdRule":
        """The largest Youden index."""
        return cls(criterion="youden_index")

    @classmethod
    def closest_corner(cls, use: IntendedUse | None = None) -> "ThresholdRule":
        """The point closest to the corner of perfect classification.

        With an intended use, specificity is weighted with the slope of its iso-cost lines.
        """
        return cls(criterion="closest_corner", use=use)

    @classmethod
    def least_cost(cls, use: IntendedUse) -> "ThresholdRule":
        """The smallest expected cost where the classifier will be used."""
        return cls(criterion="expected_cost", use=use)

    @classmethod
    def from_loss(cls, loss: float) -> "ThresholdRule":
        """From the loss of a false positive beside 1 for a false negative, for posteriors."""
        given: object = loss
        if not isinstance(given, Real) or not 0 < float(given) < math.inf:
            raise OptionError(
                f"a loss must be a number above 0; this one is {loss!r}.",
                hint="it is what a false positive costs where a false negative costs 1.",
            )
        return cls(criterion="loss", loss=float(loss))

    @classmethod
    def at_sensitivity(cls, sensitivity: float) -> "ThresholdRule":
        """The best specificity with at least this sensitivity."""
        return cls.best("specificity", constraints={"sensitivity": sensitivity})

    @classmethod
    def at_specificity(cls, specificity: float) -> "ThresholdRule":
        """The best sensitivity with at least this specificity."""
        return cls.best("sensitivity", constraints={"specificity": specificity})

    @classmethod
    def best(
        cls,
        rate: Rate,
        *,
        constraints: Mapping[Rate, float] | None = None,
        use: IntendedUse | None = None,
    ) -> "ThresholdRule":
        """The best value of a rate among thresholds at which other rates reach a value."""
        asked = tuple(Constraint(rate=r, value=v) for r, v in (constraints or {}).items())
        return cls(criterion=checked_rate(rate), constraints=asked, use=use)

    @property
    def posterior(self) -> float:
        """The posterior from which a rule by loss calls positive; NaN for other rules."""
        return math.nan if self.loss is None else self.loss / (1 + self.loss)

    def __str__(self) -> str:
        if self.criterion == "loss":
            return f"loss {self.loss!r} for a false positive, 1 for a false negative"
        if self.criterion == "closest_corner":
            text = "closest to the corner"
        else:
            way = "lowest" if self.criterion in LOW_IS_GOOD else "highest"
            text = f"{way} {rate_words(self.criterion)}"
        if self.constraints:
            text += f" with {listing([str(c) for c in self.constraints])}"
        return text
