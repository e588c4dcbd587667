r"""Is there enough data to tell two operating points apart, and how much would be?

**Question.** The t test of two operating points over n folds found a difference d with standard
error :math:`s_d`. With which chance does a study of this size find it, and how large would one have
to be?

If the difference is truly d, t is noncentral with n - 1 degrees of freedom and noncentrality
:math:`\delta = |d| / s_d`; the power is the chance that it passes the critical value :math:`t_c` of
the level. A rejection on the wrong side does not count. With c times as many observations in the
same number of folds, the variance of a rate is 1/c of what it was and the noncentrality
:math:`\delta \sqrt c`, so

.. math::  c = (\delta^* / |d| \cdot s_d)^2

with :math:`\delta^*` the noncentrality that has the wanted power.

**Not valid** as more than a rule of thumb: the observed difference stands for the true one, and
:math:`s_d` over few folds is rough (with 10 folds easily a third off). Points that were found
distinguishable were also lucky ones. Say ``difference``, the smallest worth telling, to plan for
that instead. More folds instead of more observations do not help: each would be smaller.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scipy import special

from aucurate.checks import checked, number_in
from aucurate.errors import OptionError
from aucurate.formatting import count, number, percent
from aucurate.inference.core.reference_distributions import checked_level, upper_quantile
from aucurate.results import Comparison, Record

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
        """The sentence; ``needed`` says how many observations, where they can be said."""
        told = f"{self.quantity} difference {number(self.difference)}: "
        if math.isnan(self.factor):
            return f"{told}the folds show no spread, from which no size can be planned."
        if math.isinf(self.factor):
            return f"{told}no number of observations tells the points apart."
        chance = f"{percent(self.wanted_power)} power at level {self.level:g}"
        if self.factor <= 1:
            return f"{told}enough observations for {chance}."
        return (
            f"{told}too few observations, the power is {percent(self.attained_power)}; "
            f"{chance} needs about {number(self.factor, 1)} times as many, {needed()}."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DistinguishingSize(Record):
    """The power of the study that was made, and the size of one that has the wanted power.

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
    """The same for several classes: ``n_observations`` has a size for each of ``classes``."""

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
    """How large a study would find a difference like that of this test.

    ``found`` is an ``operating_point_test`` over ``n_folds`` folds of so many observations;
    ``difference`` stands for the observed one where it is said.
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
    """The same for several classes: ``counts`` are the observations of each class by its name."""
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
        attained = 1 - float(special.nctdtr(free, now, critical))
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
