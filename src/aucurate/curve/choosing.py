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
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from aucurate.checks import check_fields, checked, number_in
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import LOW_IS_GOOD, Rate, rate_range, rate_words
from aucurate.errors import OptionError
from aucurate.formatting import listing, number, percent
from aucurate.results import Record

Criterion: TypeAlias = Rate | Literal["closest_corner", "loss"]

OF_PREVALENCE: frozenset[str] = frozenset(
    {
        "positive_predictive_value",
        "negative_predictive_value",
        "accuracy",
        "f1",
        "matthews_correlation",
        "expected_cost",
    }
)
"""Rates that are other ones where the prevalence is another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint(Record):
    """A rate that must reach a value: be at least it, or at most where low is good."""

    rate: Rate
    value: float

    def __post_init__(self) -> None:
        check_fields(self)
        low, high = rate_range(self.rate)
        if not low <= self.value <= high:
            raise OptionError(
                f"a {rate_words(self.rate)} lies between {number(low, 0)} and {number(high, 0)}; "
                f"the constraint is {self.value!r}.",
                hint="90 percent is 0.9.",
            )
        object.__setattr__(self, "value", float(self.value))

    def __str__(self) -> str:
        way = "at most" if self.rate in LOW_IS_GOOD else "at least"
        return f"{rate_words(self.rate)} {way} {_plain(self.value)}"


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

    def __post_init__(self) -> None:
        check_fields(self)

    @classmethod
    def youden(cls) -> "ThresholdRule":
        """The largest Youden index."""
        return cls(criterion="youden_index")

    @classmethod
    @checked
    def closest_corner(cls, use: IntendedUse | None = None) -> "ThresholdRule":
        """The point closest to the corner of perfect classification.

        With an intended use, specificity is weighted with the slope of its iso-cost lines.
        """
        return cls(criterion="closest_corner", use=use)

    @classmethod
    @checked
    def least_cost(cls, use: IntendedUse) -> "ThresholdRule":
        """The smallest expected cost where the classifier will be used."""
        return cls(criterion="expected_cost", use=use)

    @classmethod
    @checked
    def from_loss(cls, loss: float) -> "ThresholdRule":
        """From the loss of a false positive beside 1 for a false negative, for posteriors."""
        loss = checked_loss(loss)
        return cls(criterion="loss", loss=loss, use=IntendedUse(false_positive_cost=loss))

    @classmethod
    @checked
    def at_sensitivity(cls, sensitivity: float) -> "ThresholdRule":
        """The best specificity with at least this sensitivity."""
        return cls.best("specificity", constraints={"sensitivity": sensitivity})

    @classmethod
    @checked
    def at_specificity(cls, specificity: float) -> "ThresholdRule":
        """The best sensitivity with at least this specificity."""
        return cls.best("sensitivity", constraints={"specificity": specificity})

    @classmethod
    @checked
    def best(
        cls,
        rate: Rate,
        *,
        constraints: Mapping[Rate, float] | None = None,
        use: IntendedUse | None = None,
    ) -> "ThresholdRule":
        """The best value of a rate among thresholds at which other rates reach a value."""
        asked = tuple(Constraint(rate=r, value=v) for r, v in (constraints or {}).items())
        return cls(criterion=rate, constraints=asked, use=use)

    @checked
    def for_use(self, use: IntendedUse | None) -> "ThresholdRule":
        """The same rule where the classifier will be used: what it leaves open is filled in.

        What the rule states itself stays, and what contradicts it is refused. The corner that is
        closest without weights has none to fill in.

        >>> rule = ThresholdRule.best("accuracy").for_use(IntendedUse(prevalence=0.02))
        >>> rule.use.prevalence
        0.02
        """
        if use is None or (self.criterion == "closest_corner" and self.use is None):
            return self
        return replace(self, use=joined_use(self.use, use))

    @property
    def depends_on_use(self) -> bool:
        """Whether another prevalence, or other costs, would choose another threshold."""
        if self.criterion == "closest_corner":
            return self.use is not None
        asked = {self.criterion, *(constraint.rate for constraint in self.constraints)}
        return bool(asked & OF_PREVALENCE)

    @property
    def posterior(self) -> float:
        """The posterior from which a rule by loss calls positive; NaN for other rules."""
        return math.nan if self.loss is None else self.loss / (1 + self.loss)

    def __str__(self) -> str:
        if self.criterion == "loss":
            return f"loss {_plain(self.loss)} for a false positive, 1 for a false negative"
        if self.criterion == "closest_corner":
            text = "closest to the corner" + ("" if self.use is None else ", weighted")
        else:
            way = "lowest" if self.criterion in LOW_IS_GOOD else "highest"
            text = f"{way} {rate_words(self.criterion)}"
        if self.constraints:
            text += f" with {listing([str(c) for c in self.constraints])}"
        return text


def joined_use(first: IntendedUse | None, second: IntendedUse | None) -> IntendedUse:
    """What two statements of an intended use say together; refused where they contradict.

    One that states no prevalence leaves it open, and so do costs of 1 for both errors.

    >>> joined_use(IntendedUse(false_negative_cost=5), IntendedUse(prevalence=0.02)).slope(1, 1)
    9.8
    """
    one, two = first or IntendedUse(), second or IntendedUse()
    shares = {use.prevalence for use in (one, two) if use.prevalence is not None}
    costs = {(use.false_negative_cost, use.false_positive_cost) for use in (one, two)}
    costs = costs - {(1, 1)} or costs
    if len(shares) > 1:
        said = listing([percent(share) for share in sorted(shares)])
        raise OptionError(f"two prevalences are stated, {said}.", hint="state one of them.")
    if len(costs) > 1:
        said = listing([f"{miss:g}:{alarm:g}" for miss, alarm in sorted(costs)])
        raise OptionError(
            f"different costs are stated, {said} (false negative : false positive).",
            hint="state one of them.",
        )
    ((miss, alarm),) = costs
    return IntendedUse(
        prevalence=next(iter(shares), None), false_positive_cost=alarm, false_negative_cost=miss
    )


def _plain(value: float | None) -> str:
    """A number as it was typed."""
    return repr(value).removesuffix(".0")


def checked_loss(loss: float) -> float:
    """What a false positive costs where a false negative costs 1."""
    hint = "it is what a false positive costs where a false negative costs 1."
    return number_in(loss, 0, math.inf, "a loss", hint=hint)
