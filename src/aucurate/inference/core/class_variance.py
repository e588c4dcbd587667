r"""The variance of an average of pairwise AUCs, in parts, and how far it can be trusted.

Given the class counts, the variance is :math:`\sum_c S_c / n_c` over the classes
(:mod:`aucurate.data.class_moments`). Where the prevalences are estimated
(``prevalence="estimated"``) the counts are multinomial, and by the delta method

.. math::
    \operatorname{var} \hat\theta = \sum_c \frac{S_c}{n_c} + \frac{S_\pi}{n}, \qquad
    S_\pi = \sum_c \pi_c g_c^2 - \Bigl(\sum_c \pi_c g_c\Bigr)^2, \quad
    g_c = \frac{\partial \theta}{\partial \pi_c}

one part more, from all n observations (with n / (n - 1), as the other parts have it).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.data.class_moments import ClassAucMoments
from aucurate.estimates.multiclass_auc import ClassAverage
from aucurate.inference.core.beta_limits import BetaLimit
from aucurate.inference.core.beta_parts import BetaLimits, Part

PAIR = 2


@dataclass(frozen=True, slots=True, eq=False)
class VariancePart:
    """K classifiers' variances and covariances over one class, or over the prevalences."""

    covariance: NDArray[np.float64]
    difference: NDArray[np.float64]
    size: int
    of_prevalences: bool = False


def variance_parts(moments: ClassAucMoments, estimand: ClassAverage) -> list[VariancePart]:
    """A part for every class that has weight, and one for prevalences that are estimated."""
    parts = [
        VariancePart(covariance, difference, size)
        for covariance, difference, size, used in zip(
            moments.covariances, moments.differences, moments.counts, moments.used, strict=True
        )
        if used
    ]
    if estimand.is_estimated:
        parts.append(_of_prevalences(moments, estimand))
    return parts


def _of_prevalences(moments: ClassAucMoments, estimand: ClassAverage) -> VariancePart:
    slopes = np.stack(
        [estimand.slopes(moments.classes, moments.counts, each) for each in moments.pairwise]
    )
    total = sum(moments.counts)
    share = np.array(moments.counts) / total * (total / (total - 1))
    away = slopes - (slopes @ np.array(moments.counts) / total)[:, None]
    apart = away[:, None] - away[None]
    return VariancePart((away * share) @ away.T, (apart**2) @ share, total, of_prevalences=True)


def one_variance(parts: list[VariancePart], at: int) -> float:
    """The variance of the average of one classifier; NaN if a class has one observation."""
    return _summed(parts, [float(part.covariance[at, at]) for part in parts])


def difference_variance(parts: list[VariancePart], i: int, j: int) -> float:
    """The variance of the difference of two classifiers; NaN if a class has one observation."""
    return _summed(parts, [float(part.difference[i, j]) for part in parts])


def difference_parts(parts: list[VariancePart], i: int, j: int) -> list[tuple[float, int]]:
    """The spread of the difference of two classifiers in each part, and its size."""
    return [(float(part.difference[i, j]), part.size) for part in parts]


def limits(moments: ClassAucMoments, parts: list[VariancePart], at: int) -> BetaLimits:
    r"""The beta limits of the average of one classifier, which is the first of the moments.

    An influence over class c lies between 0 and :math:`u_c`, the weight of the pairs with c, and
    its mean is :math:`u_c m_c`, with :math:`m_c` the average AUC of these pairs: that much would be
    lost if the whole class were as wrong as can be, and :math:`u_c (1 - m_c)` gained if it were as
    right. The part of estimated prevalences is added as it is. For two classes the limits are those
    of :mod:`aucurate.inference.auc.delong_beta`; the mean of both orders of a pair is such an AUC
    too, with a kernel whose square is at most that of a mean without further ties.
    """
    value, used = float(moments.values[at, 0]), moments.used
    more = math.fsum(
        float(part.covariance[at, at]) / part.size for part in parts if part.of_prevalences
    )
    of_classes = [
        (float(part.covariance[at, at]), part.size) for part in parts if not part.of_prevalences
    ]
    if len(of_classes) == PAIR:
        tied = float(np.nansum(moments.weights[0] * moments.tied_shares[at]))
        return _of_pair(value, of_classes, tied, more)
    reaches, means = moments.reaches[0][used], _means(moments, at)[used]
    pulls = [
        Part(spread, size, float(mean), max(0.0, float(reach - mean)))
        for (spread, size), mean, reach in zip(of_classes, means, reaches, strict=True)
    ]
    return BetaLimits.of(value, pulls, more)


def _of_pair(
    value: float, of_classes: list[tuple[float, int]], tied: float, more: float
) -> BetaLimits:
    first, second = ((0.0 if math.isnan(spread) else spread, n) for spread, n in of_classes)
    lower, upper = (
        BetaLimit.of_parts(each, first, second, tied).widened(more) for each in (value, 1 - value)
    )
    perfect = BetaLimit.of_parts(1.0, (0.0, first[1]), (0.0, second[1]), 0.0)
    return BetaLimits(value, lower, upper, perfect)


def _summed(parts: list[VariancePart], spreads: list[float]) -> float:
    """Of the classes, and if these show any variance, of the prevalences.

    Shares that vary say nothing about rankings that do not: then there is no variance to go by.
    """
    each = [spread / part.size for part, spread in zip(parts, spreads, strict=True)]
    within = math.fsum(v for part, v in zip(parts, each, strict=True) if not part.of_prevalences)
    return math.fsum(each) if within > 0 else within


def _means(moments: ClassAucMoments, at: int) -> NDArray[np.float64]:
    """The mean influence over each class."""
    weighed = moments.weights[0] * np.nan_to_num(moments.pairwise[at])
    means: NDArray[np.float64] = weighed.sum(axis=0) + weighed.sum(axis=1)
    return means
