r"""The power of a plan, or the expected width of its interval, in a study of a given size.

**Question.** With which probability does a study of this size show what it is meant to show, or how
wide will its interval be?

**Use it** through :func:`~aucurate.planning.plan_one`, :func:`~aucurate.planning.plan_two` and
:func:`~aucurate.planning.plan_interval` (:mod:`aucurate.planning.sample_size`);
:meth:`Plan.curve() <aucurate.planning.Plan.curve>` gives the power by size.

With d the true difference (first minus second, or AUC minus null value), :math:`d_0` the null
difference, :math:`s_0` and :math:`s_1` the standard errors under null and truth and z the critical
value of the level:

- **difference**, two-sided: :math:`\Phi((|d - d_0| - z s_0)/s_1)`; a rejection on the wrong side
  does not count as power. One-sided: with d - d0, or d0 - d, in place of its absolute value.
- **non-inferiority** (d > -margin, :math:`d_0 = -` margin) and **superiority** (d > margin,
  :math:`d_0 = +` margin): one-sided, alternative greater.
- **equivalence** (-margin < d < margin), two one-sided tests: the probability that the estimate
  lies above :math:`-\text{margin} + z s_0` and below :math:`\text{margin} - z s_0`,

  .. math::
      \Phi\left(\frac{\text{margin} - z s_0 - d}{s_1}\right) -
      \Phi\left(\frac{-\text{margin} + z s_0 - d}{s_1}\right)

  or 0 where that is negative.
- **on the logit scale**, for one AUC (``null_variance="logit"``): the same with logit A in place of
  A and :math:`s_1/(A(1-A))` in place of both standard errors.
- **interval**: Wald 2 z s; logit, the width of :math:`\operatorname{logit} A \pm z s / (A(1-A))`
  mapped back.

Non-inferiority, superiority and equivalence use the level one-sided; regulators often ask for 0.025
there, which is the default of :func:`aucurate.study.plan` for the first two.

Assurance
---------
Assurance: the power of a study, averaged over the uncertainty of a pilot.

**Question.** How likely is the planned study to show what it is meant to show, given that the pilot
itself may have been lucky?

**Use it** whenever the AUCs of a plan are those of a pilot: the plan then reports the assurance,
and ``assurance=0.8`` in place of a power (``--assurance 0.8``) finds the size that reaches it.

A plan that treats the pilot's difference :math:`\hat d` as the truth claims a power that half of
all pilots do not deliver. Assurance (O'Hagan, Stevens and Campbell 2005; Spiegelhalter and Freedman
1986 on the average power of a trial) averages the power over the distribution that the pilot gives
to the truth. With v the variance of the pilot's own estimate, s the standard error in the planned
study, z the critical value and :math:`d_0` the border of the null hypothesis, a known variance and
:math:`d \sim N(\hat d, v)` give, for a claim on the side of the pilot's difference,

.. math:: \text{assurance} = \Phi\left(\frac{|\hat d - d_0| - z s}{\sqrt{s^2 + v}}\right).

The variances are estimated, too: with f Satterthwaite degrees of freedom, v and :math:`s^2` are
multiplied by :math:`f/\chi^2_f`, and the formula is averaged over that (numerically). The truth
then has Student's t distribution about the pilot's estimate. Equivalence has the difference of two
such terms. A test on the logit scale (one AUC) has d, s and v on that scale.

A two-sided test counts where it rejects on the side of the pilot's difference.

**Limit.** However large the study, its assurance stays below the chance, given the pilot, that the
claim is true, or in a two-sided test that the difference lies on the pilot's side:
:math:`T_f(|\hat d - d_0| / \sqrt v)`. Where that is too little, the plan says so, and an assurance
beyond it is refused: enlarge the pilot, or plan for the smallest difference that matters.

**Not valid** as a statement about one true difference: it is an average over the differences that
the pilot leaves possible, each weighted as if all had been equally likely beforehand. A lucky pilot
still makes the study too small, only less often (docs/validation.md has the true power of studies
planned for a power and for an assurance). A plan for AUCs that were given, and not taken from the
pilot, has no assurance, as nothing is known about their uncertainty.

O'Hagan, A., Stevens, J. W., Campbell, M. J. (2005). Assurance in clinical trial design.
Pharmaceutical Statistics 4, 187-201.
Spiegelhalter, D. J., Freedman, L. S. (1986). A predictive approach to selecting the size of a
clinical trial, based on subjective clinical opinion. Statistics in Medicine 5, 1-13.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.errors import OptionError
from aucurate.formatting import percent
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.planning.variances import null_standard_error, standard_error
from aucurate.results import Record

if TYPE_CHECKING:
    from aucurate.planning.plan import Plan


def attained(plan: Plan, n_positive: int, n_negative: int) -> float:
    """What a study of this size reaches: the power, or the expected width of the interval."""
    if plan.question == "interval":
        return expected_width(plan, n_positive, n_negative)
    return power_of(plan, n_positive, n_negative)


def power_of(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The power of the plan's test in a study of this size."""
    error = standard_error(plan, n_positive, n_negative)
    if plan.null_variance == "logit":
        error /= plan.first * (1 - plan.first)

    def clearance(null: float, side: int) -> float:
        """How far beyond the critical value the truth lies, above (1) or below (-1) the null."""
        null_error = error
        if plan.null_variance != "logit":
            null_error = null_standard_error(plan, null, n_positive, n_negative)
        return side * distance(plan, null) - critical_value(plan) * null_error

    if plan.question == "equivalence":
        margin = plan.margin or 0.0
        missed = _below(-clearance(-margin, 1), error)
        return max(0.0, _below(clearance(margin, -1), error) - missed)
    return _below(clearance(null_difference(plan), side_of(plan)), error)


def expected_width(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The width of the plan's interval, if the estimates fall on the AUCs assumed."""
    assert plan.confidence is not None
    reach = two_sided_quantile(plan.confidence) * standard_error(plan, n_positive, n_negative)
    if plan.scale == "wald":
        return 2 * reach
    centre, spread = float(special.logit(plan.first)), reach / (plan.first * (1 - plan.first))
    return float(special.expit(centre + spread) - special.expit(centre - spread))


def null_difference(plan: Plan) -> float:
    """The difference on the border of the null hypothesis."""
    side = {"non-inferiority": -1.0, "superiority": 1.0}.get(plan.question, 0.0)
    return side * (plan.margin or 0.0)


def critical_value(plan: Plan) -> float:
    """How many standard errors from the null a rejection begins."""
    assert plan.level is not None
    two_sided = plan.question == "difference" and plan.alternative == "two-sided"
    return -float(special.ndtri(plan.level / 2 if two_sided else plan.level))


def side_of(plan: Plan) -> int:
    """On which side of the null difference the claim lies: 1 above, -1 below."""
    above = distance(plan, null_difference(plan)) >= 0
    return {"greater": 1, "less": -1}.get(plan.alternative, 1 if above else -1)


def distance(plan: Plan, null: float) -> float:
    """From the null difference to the true one, on the scale of the test."""
    assert plan.second is not None
    if plan.null_variance == "logit":
        return float(special.logit(plan.first) - special.logit(plan.second + null))
    return plan.first - plan.second - null


def _below(distance: float, error: float) -> float:
    """The normal probability; a certainty where nothing varies."""
    if error == 0:
        return 1.0 if distance > 0 else 0.0
    return float(special.ndtr(distance / error))


_NODES = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Assurance(Record):
    """The average power of a plan over the uncertainty of its pilot.

    ``attained`` is that of the plan's sizes, ``limit`` that of a study without end: the chance,
    given the pilot, that the claim is true (two-sided: that the difference has the direction of the
    pilot's). ``n_positive`` and ``n_negative`` reach the assurance
    ``wanted``; they are None where no study does. ``wanted`` is None for a plan of given sizes.
    """

    attained: float
    limit: float
    wanted: float | None
    n_positive: int | None
    n_negative: int | None


def assurance_of(plan: Plan, n_positive: int, n_negative: int) -> float:
    """The average power of a study of this size."""
    factors, weights = _spreads(_degrees(plan))
    error = _scaled(plan, standard_error(plan, n_positive, n_negative))
    total = np.sqrt(factors * (error**2 + _pilot_variance(plan)))
    reach = critical_value(plan) * error * np.sqrt(factors)

    def clearance(null: float, side: int) -> NDArray[np.float64]:
        return np.asarray((side * distance(plan, null) - reach) / total)

    if plan.question == "equivalence":
        margin = plan.margin or 0.0
        shown = special.ndtr(clearance(margin, -1)) - special.ndtr(-clearance(-margin, 1))
        return float(np.sum(weights * np.maximum(0.0, shown)))
    return float(np.sum(weights * special.ndtr(clearance(null_difference(plan), side_of(plan)))))


def assurance_limit(plan: Plan) -> float:
    """The chance, given the pilot, that the claim is true: no study has a higher assurance."""
    spread, free = math.sqrt(_pilot_variance(plan)), _degrees(plan)

    def beyond(null: float, side: int) -> float:
        return float(special.stdtr(free, side * distance(plan, null) / spread))

    if plan.question == "equivalence":
        margin = plan.margin or 0.0
        return max(0.0, beyond(margin, -1) + beyond(-margin, 1) - 1)
    return beyond(null_difference(plan), side_of(plan))


def refuse_beyond_limit(plan: Plan, wanted: float) -> None:
    """Refuse an assurance that no study of any size has."""
    limit = assurance_limit(plan)
    if wanted >= limit:
        raise OptionError(
            f"no study has an assurance of {percent(wanted)}: given the pilot, the chance that "
            f"the claim is true is {percent(limit)}, and assurance stays below that.",
            hint="require less assurance, enlarge the pilot, or plan for the smallest difference "
            "that matters: state the AUCs and a power instead.",
        )


def _pilot_variance(plan: Plan) -> float:
    """The variance of the pilot's own estimate, on the scale of the test."""
    assert plan.pilot is not None
    return _scaled(plan, math.sqrt(plan.pilot.estimate_variance)) ** 2


def _degrees(plan: Plan) -> float:
    assert plan.pilot is not None
    return plan.pilot.degrees_of_freedom


def _scaled(plan: Plan, error: float) -> float:
    """A standard error on the scale of the test."""
    return error / (plan.first * (1 - plan.first)) if plan.null_variance == "logit" else error


@lru_cache(maxsize=8)
def _spreads(free: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Factors by which the true variance may differ from the pilot's, and their weights."""
    if math.isinf(free):
        return np.ones(1), np.ones(1)
    nodes, weights = _legendre()
    squares = 2 * special.gammaincinv(free / 2, (nodes + 1) / 2)
    return np.asarray(free / squares, np.float64), np.asarray(weights / 2, np.float64)


@lru_cache(maxsize=1)
def _legendre() -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Nodes and weights between -1 and 1."""
    return np.polynomial.legendre.leggauss(_NODES)
