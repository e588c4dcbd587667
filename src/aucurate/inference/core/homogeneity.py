r"""Is a number the same in several subgroups? The test that every interval brings with it.

In subgroup k = 1..K an estimate :math:`\hat\theta_k` has an interval for every confidence, and with
it a p-value for every null value c: how far out :math:`\hat\theta_k` lies if c is the truth. As a
normal deviate with the sign of :math:`\hat\theta_k - c`,

.. math::  z_k(c) = \pm \Phi^{-1}\bigl(1 - p_k(c)\bigr), \qquad p_k \text{ one-sided}

so that :math:`z_k^2` is, in large samples, :math:`(\hat\theta_k - c)^2 / s_k^2`. If all subgroups
have the same number, one c fits all of them. The statistic is how badly the best one does,

.. math::  X^2 = \min_c\; z(c)^T R^{-1} z(c)

compared with chi-square on K - 1 degrees of freedom, where c is sought between the lowest and the
highest estimate. R is the matrix of the correlations of the estimates. Subgroups have no
observation in common, so it is the identity unless groups of observations (patients, customers)
have members in several subgroups; then

.. math::
    R_{kl} = \frac{I}{I - 1} \frac{\sum_u a_{ku}\, a_{lu}}{s_k s_l}, \quad k \ne l

with what unit u of I adds to each estimate, as in :mod:`aucurate.data.units`.

**Why not divide by standard errors.** With normal estimates and known :math:`s_k` the statistic is
Cochran's (1954) Q. Where :math:`z_k` comes from Student's t it is, but for the common value, that
of Alexander and Govern (1994), who replaced each t by its normal deviate. An AUC near 1 in a
subgroup of 20 has an error that is neither known nor independent of the estimate: Q rejects equal
AUCs several times too often when one subgroup is small and another large (docs/validation.md).
Limits that allow for errors which have not been seen hold the level there, at a price in power;
for K = 2 and correlation 0 the idea is that of MOVER, which also reads uncertainty off the interval
that faces the other estimate. An interval that is a distribution-free bound takes part like any
other: no subgroup is left out for having no variance.

A test that does not reject is no evidence that the numbers are equal.

Cochran, W. G. (1954). The combination of estimates from different experiments. Biometrics 10,
101-129. Alexander, R. A., Govern, D. M. (1994). A new and simpler approximation for ANOVA under
variance heterogeneity. Journal of Educational Statistics 19, 91-101. Singh, K., Xie, M.,
Strawderman, W. E. (2005). Combining information from independent sources through confidence
distributions. Annals of Statistics 33, 159-183. The use with beta limits is ours.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from aucurate.data.units import Units
from aucurate.inference.core.components import Components, Scale
from aucurate.inference.core.contrasts import Question
from aucurate.inference.core.distributions import chi_square_p_value
from aucurate.results import Caveat, JointTest, MethodTitle

Floats: TypeAlias = NDArray[np.float64]

METHOD = MethodTitle("least chi-square", "least-chi-square")

_SMALLEST_TAIL = 1e-300
_STEPS = 4  # between the lowest and the highest estimate, before the search is refined


@dataclass(frozen=True, slots=True)
class OwnTest:
    """The estimate of one subgroup, and its test of any null value.

    ``tails`` gives the one-sided p-values: that the truth is no higher, and that it is no lower.
    """

    value: float
    tails: Callable[[float], tuple[float, float]]

    def deviate(self, null: float) -> float:
        """The normal deviate of the p-value, positive where the estimate lies above the null."""
        above, below = self.tails(null)
        size = -float(special.ndtri(max(_SMALLEST_TAIL, min(above, below, 0.5))))
        return size if above <= below else -size


def of_estimate(whole: Components[Any], at: int, scale: Scale) -> OwnTest:
    """The test of one estimate that agrees with its interval on this scale."""
    if scale == "beta":
        limits = whole.limits(at)
        return OwnTest(
            float(whole.values[at]),
            lambda null: limits.tails((null - whole.lowest) / whole.reach),
        )
    return OwnTest(
        float(whole.values[at]),
        lambda null: (
            whole.evidence(at, null, "greater", scale)[2],
            whole.evidence(at, null, "less", scale)[2],
        ),
    )


def of_difference(whole: Components[Any], i: int, j: int) -> OwnTest:
    """The test of the difference of two estimates on the same observations."""
    contest = whole.paired(i, j)

    def tails(null: float) -> tuple[float, float]:
        above = whole.test(contest, Question("greater", null, 0.95)).p_value
        return above, whole.test(contest, Question("less", null, 0.95)).p_value

    return OwnTest(contest.difference, tails)


def least_chi_square(
    subgroups: Sequence[OwnTest], correlations: Floats | None = None
) -> tuple[float, float]:
    """The statistic and the p-value; without correlations the estimates are independent."""
    values = [each.value for each in subgroups]
    lowest, highest = min(values), max(values)
    if lowest == highest:
        return 0.0, 1.0
    precision = None if correlations is None else np.linalg.pinv(correlations, hermitian=True)

    def misfit(null: float) -> float:
        deviates = np.array([each.deviate(null) for each in subgroups])
        return float(deviates @ (deviates if precision is None else precision @ deviates))

    places = np.union1d(np.linspace(lowest, highest, _STEPS + 1), values)
    found = [misfit(float(place)) for place in places]
    best = int(np.argmin(found))
    around = float(places[max(0, best - 1)]), float(places[min(len(places) - 1, best + 1)])
    refined = optimize.minimize_scalar(
        misfit, bounds=around, method="bounded", options={"xatol": 1e-6 * (highest - lowest)}
    )
    statistic = max(0.0, min(found[best], float(refined.fun)))
    return statistic, chi_square_p_value(statistic, len(subgroups) - 1)


def homogeneity_test(
    subgroups: Sequence[OwnTest],
    correlations: Floats | None = None,
    *,
    names: tuple[str, ...],
    quantity: str,
    hypothesis: str,
    caveats: tuple[Caveat, ...] = (),
) -> JointTest:
    """:func:`least_chi_square` as a record."""
    statistic, p = least_chi_square(subgroups, correlations)
    return JointTest(
        names=names,
        quantity=quantity,
        hypothesis=hypothesis,
        statistic=statistic,
        degrees_of_freedom=float(len(subgroups) - 1),
        p_value=p,
        method=METHOD,
        caveats=caveats,
    )


# Groups of observations with members in several subgroups.


@dataclass(frozen=True, slots=True, eq=False)
class GroupTotals:
    """What every group of observations adds to the estimate of one subgroup, and its variance."""

    added: Floats
    variance: float

    @classmethod
    def of(
        cls,
        influences: Sequence[Floats],
        units: Units,
        groups: Sequence[NDArray[np.int64]],
        n_groups: int,
        variance: float,
    ) -> "GroupTotals":
        """From the influences, the shares and the groups of the observations of each class.

        ``groups`` are codes that all subgroups share, below ``n_groups``.
        """
        added = np.zeros(n_groups)
        for each, share, codes in zip(influences, units.shares, groups, strict=True):
            added += np.bincount(codes, share * (each - share @ each), minlength=n_groups)
        return cls(added, variance)


def correlations_of(totals: Sequence[GroupTotals]) -> Floats:
    """The correlations of the estimates; 0 with one that has no variance."""
    added = np.stack([each.added for each in totals])
    n_groups = added.shape[1]
    products = added @ added.T * (n_groups / (n_groups - 1))
    scale = np.sqrt(np.array([each.variance for each in totals]))
    with np.errstate(invalid="ignore", divide="ignore"):
        found = products / np.outer(scale, scale)
    found = np.where(np.isfinite(found), np.clip(found, -1.0, 1.0), 0.0)
    np.fill_diagonal(found, 1.0)
    return np.asarray(found, np.float64)
