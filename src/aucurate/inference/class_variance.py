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
from aucurate.inference.class_bounds import smallest_class

PRIOR_WEIGHT = 0.5


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


def shrunk_variance(
    moments: ClassAucMoments, parts: list[VariancePart], at: int
) -> tuple[float, float]:
    r"""The variance of the logit-t interval and its degrees of freedom.

    As :mod:`aucurate.inference.delong_logit_t` has them, with a component for each class. An
    influence over class c lies between 0 and :math:`u_c`, the weight of the pairs with c, and its
    mean is :math:`u_c m_c`, with :math:`m_c` the average AUC of these pairs, so a component is
    drawn towards the largest value it can have, :math:`u_c^2\,m_c(1-m_c)`, with the weight of half
    an observation. The part of estimated prevalences is taken as it is.
    """
    value = float(moments.values[at, 0])
    used = moments.used
    largest, kurtoses = _largest(moments, at)[used], moments.kurtoses[used, at]
    variance, weighed = 0.0, 0.0
    for part, bound, kurtosis in zip(parts, largest, kurtoses, strict=False):
        size, spread = part.size, float(part.covariance[at, at])
        drawn = ((size - 1) * spread + PRIOR_WEIGHT * bound) / (size - 1 + PRIOR_WEIGHT)
        tails = 3.0 if math.isnan(kurtosis) else max(1.0, float(kurtosis))
        free = 2 * size / (tails - 1 + 2 / (size - 1)) + PRIOR_WEIGHT
        variance += drawn / size
        weighed += (drawn / size) ** 2 / free
    tuples = smallest_class(moments.weights[0], moments.counts)
    variance = min(variance, value * (1 - value) / tuples)
    for part in parts[len(largest) :]:
        extra = float(part.covariance[at, at]) / part.size
        variance, weighed = variance + extra, weighed + extra**2 / (part.size - 1)
    return variance, max(1.0, variance**2 / weighed)


def _summed(parts: list[VariancePart], spreads: list[float]) -> float:
    """Of the classes, and if these show any variance, of the prevalences.

    Shares that vary say nothing about rankings that do not: then there is no variance to go by.
    """
    each = [spread / part.size for part, spread in zip(parts, spreads, strict=True)]
    within = math.fsum(v for part, v in zip(parts, each, strict=True) if not part.of_prevalences)
    return math.fsum(each) if within > 0 else within


def _largest(moments: ClassAucMoments, at: int) -> NDArray[np.float64]:
    """The largest variance that the influences over each class can have."""
    weighed = moments.weights[0] * np.nan_to_num(moments.pairwise[at])
    means, reaches = weighed.sum(axis=0) + weighed.sum(axis=1), moments.reaches[0]
    largest: NDArray[np.float64] = means * np.maximum(0.0, reaches - means)
    return largest
