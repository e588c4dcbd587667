r"""Corani and Benavoli 2015: the Bayesian correlated t test, with a rope.

**Question.** How probable is it that the first algorithm is better, that the second is, and that
the difference is too small to matter (within the region of practical equivalence, the rope)?

With J fold differences of mean m and standard deviation S, whose correlation is put at
:math:`\rho = n_{test} / (n_{test} + n_{train})` (Nadeau and Bengio; 1/K for K folds), and a flat
prior for the mean difference and the logarithm of the variance, the mean difference has the
posterior

.. math::  \mu \sim t_{J-1}\left(m,\; \Big(\frac1J + \frac{\rho}{1 - \rho}\Big) S^2\right)

a Student t with that location and squared scale. ``below``, ``within`` and ``above`` are its
probabilities below -rope, from -rope to rope, and above rope; the interval is the central one.
With ``rope`` 0 and ``below`` and ``above`` are the one-sided p-values of
:mod:`aucurate.inference.folds.nadeau_bengio`.

**Not valid** for one fixed test set, whose uncertainty no spread over folds shows; the correlation
is a rule of thumb. Over repeats it is too low for some algorithms, such as nearest neighbours, and
the probabilities are too sure, as :mod:`aucurate.inference.folds.nadeau_bengio` is; a caveat tells.
Where every fold has the same difference the posterior is a point: the probabilities say where it
lies, the interval is all that is possible, and a caveat tells.

Corani, G., Benavoli, A. (2015). A Bayesian approach for comparing cross-validated algorithms on
multiple data sets. Machine Learning 100, 285-304.
"""

import math
from dataclasses import dataclass

from scipy import special

from aucurate import formatting
from aucurate.checks import checked, number_in
from aucurate.data.fold_values import FoldValues
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import FoldContest
from aucurate.inference.folds.nadeau_bengio import VALID_FOR, ratio_of
from aucurate.results import Caveat, Interval, Record

METHOD = "Bayesian correlated t"


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferencePosterior(Record):
    """Probabilities of a difference: ``below`` -rope, ``within`` the rope, and ``above`` it.

    ``correlation`` is that of two folds, ``scale`` and ``degrees_of_freedom`` those of the
    posterior, a Student t about ``difference``. The interval is a credible one.
    """

    first: str
    second: str
    quantity: str
    first_value: float
    second_value: float
    difference: float
    rope: float
    below: float
    within: float
    above: float
    correlation: float
    scale: float
    degrees_of_freedom: float
    interval: Interval
    method: str
    caveats: tuple[Caveat, ...] = ()

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        shown = [formatting.number(p) for p in (self.below, self.within, self.above)]
        rope = f"{self.rope:g}"
        return (
            f"{self.quantity} difference {formatting.number(self.difference, digits)} "
            f"({self.interval}), probability {shown[0]} below -{rope}, {shown[1]} within, "
            f"{shown[2]} above {rope}, {self.method}"
        )


@checked
def correlated_t_test(
    values: FoldValues,
    first: str,
    second: str,
    *,
    rope: float,
    confidence: float = 0.95,
) -> DifferencePosterior:
    """How probable is a difference below, within and above the region of practical equivalence?

    >>> values = FoldValues.from_arrays(
    ...     {"a": [0.84, 0.86, 0.81, 0.88], "b": [0.80, 0.83, 0.80, 0.86]},
    ...     quantity="AUC",
    ...     design="left-out folds",
    ...     n_train=90,
    ...     n_test=30,
    ... )
    >>> found = correlated_t_test(values, "a", "b", rope=0.01)
    >>> round(found.below, 3), round(found.within, 3), round(found.above, 3)
    (0.019, 0.094, 0.887)
    """
    confidence, rope = checked_confidence(confidence), checked_rope(rope)
    contest = FoldContest.checked(values, first, second)
    ratio, degrees = ratio_of(values), float(values.n_folds - 1)
    scale = math.sqrt(contest.spread * (1 / values.n_folds + ratio))
    found = [
        fold_caveats.valid_for(VALID_FOR),
        *fold_caveats.of_folds(values),
        *(c for c in fold_caveats.of_correction(values) if c.kind == "unstable_algorithms"),
        *([] if scale > 0 else [_no_spread()]),
    ]
    below, above = _outside(contest, rope, scale, degrees)
    return DifferencePosterior(
        first=first,
        second=second,
        quantity=values.quantity,
        first_value=contest.first_value,
        second_value=contest.second_value,
        difference=contest.difference,
        rope=rope,
        below=below,
        within=max(0.0, 1 - below - above),
        above=above,
        correlation=ratio / (1 + ratio),
        scale=scale,
        degrees_of_freedom=degrees,
        interval=_interval(contest, scale, degrees, confidence),
        method=METHOD,
        caveats=tuple(found),
    )


def _interval(contest: FoldContest, scale: float, degrees: float, confidence: float) -> Interval:
    """The central credible interval, cut to what is possible."""
    reach = two_sided_quantile(confidence, degrees) * scale if scale > 0 else math.inf
    return Interval(
        low=max(-contest.reach, contest.difference - reach),
        high=min(contest.reach, contest.difference + reach),
        confidence=confidence,
        method=METHOD,
    )


def _outside(
    contest: FoldContest, rope: float, scale: float, degrees: float
) -> tuple[float, float]:
    """The probabilities below and above the rope."""
    if rope == 0 and not scale > 0 and abs(contest.difference) <= contest.resolution:
        return 0.5, 0.5  # identical in every fold: neither is better
    below = _below(-rope, contest.difference, scale, degrees)
    return below, _below(-rope, -contest.difference, scale, degrees)


def _below(end: float, location: float, scale: float, degrees: float) -> float:
    """P(mu < end) of the posterior; a point where the scale is 0."""
    if not scale > 0:
        return 1.0 if location < end else 0.0
    return float(special.stdtr(degrees, (end - location) / scale))


def checked_rope(rope: float) -> float:
    """A region of practical equivalence: a number from 0."""
    hint = "0.01 takes differences within one hundredth either way for none."
    return number_in(rope, 0, math.inf, "rope", ends="low", hint=hint)


def _no_spread() -> Caveat:
    return Caveat(
        kind="no_variance",
        message="The difference is the same in every fold, so that the posterior is a point: its "
        "probabilities are surer than any data can be, and the interval is all that is possible.",
    )
