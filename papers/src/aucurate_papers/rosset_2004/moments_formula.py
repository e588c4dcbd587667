r"""The paper's own formulas for mean and variance, triple sums written out, for section 2.1.3.

With pi_i the probability that observation i is positive, p_ij that a classifier scores i above j
(for i < j an order switch: pi rises with i), d = p of the first minus p of the second, and sums
over i < j < l, the variance of n+ n- (AUC of the first - AUC of the second) has a part from the
scores and a part from the labels. The last is printed as

.. math::
    \sum_{i<j} d_{ij}^2 (v_i + v_j) + 2 \sum_{i<j<l}
    (d_{ij} d_{il} v_i + d_{il} d_{jl} v_l + d_{ij} d_{jl} v_j), \quad v_i = \pi_i (1 - \pi_i)

where the last plus should be a minus: the label of j enters :math:`\sum (y_j - y_i) d_{ij}` with a
plus in pairs with those before it and with a minus in pairs with those after it. The paper also
words two of the triple probabilities the wrong way round (P{min > ...} for P{... > max}); the
expectations beside them are right and are used here (:mod:`.moments_section` shows both).

This costs n^3 and serves as a witness; :mod:`aucurate.theory` needs n^2 and knows any scores.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.results import Record

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaMoments(Record):
    """Mean and parts of the variance, that from the labels also with the sign as printed."""

    mean: float
    from_scores: float
    from_labels: float
    from_labels_as_printed: float

    @property
    def variance(self) -> float:
        """The variance, with the sign mended."""
        return self.from_scores + self.from_labels

    @property
    def variance_as_printed(self) -> float:
        """What the formula gives as it is printed."""
        return self.from_scores + self.from_labels_as_printed


def formula_moments(
    n: int,
    first_probability: float,
    second_probability: float,
    *,
    size: float,
    step: Callable[[int], object] = lambda done: None,
) -> FormulaMoments:
    """Mean and variance by the formulas; ``step`` is told how many of the n observations are done.

    >>> found = formula_moments(50, 0.1, 0.2, size=0.2005)
    >>> round(found.mean, 6), round(found.variance, 6), round(found.variance_as_printed, 5)
    (8.362, 498.365484, 552.92494)
    """
    positive = np.arange(1, n + 1) / n
    probabilities = (first_probability, second_probability)
    switches = [pair_probabilities(n, q, size) for q in probabilities]
    parts = [_pairs(positive, switches)]
    for i in range(n):
        for q, p in zip(probabilities, switches, strict=True):
            parts.append(_triples(positive, p, q, size * n, i))
        step(i + 1)
    d = switches[0] - switches[1]
    before, after = np.sum(d, axis=0), np.sum(d, axis=1)
    spread = positive * (1 - positive)
    return FormulaMoments(
        mean=float(np.sum(d * np.subtract.outer(positive, positive))),
        from_scores=float(np.sum(parts)),
        from_labels=float(np.sum(spread * (before - after) ** 2)),
        from_labels_as_printed=float(np.sum(spread * (before + after) ** 2)),
    )


def pair_probabilities(n: int, probability: float, size: float) -> Floats:
    """p_ij for i < j, and 0 elsewhere: how likely a classifier scores i above j."""
    apart = np.subtract.outer(np.arange(n), np.arange(n)).T
    one, two = probability * (2 - 3 * probability), probability**2
    p = np.where(apart < size * n, one, np.where(apart < 2 * size * n, two, 0.0))
    return np.asarray(np.where(apart > 0, p, 0.0))


def _pairs(positive: Floats, pairs: list[Floats]) -> float:
    differ = np.multiply.outer(positive, 1 - positive)
    return float(np.sum((differ + differ.T) * sum(p * (1 - p) for p in pairs)))


def _triples(positive: Floats, p: Floats, probability: float, reach: float, i: int) -> float:
    """Twice the sum over i < j < l of what the switches of two pairs of a triple go together."""
    pi, pj, pl = positive[i], positive[i + 1 :, None], positive[None, i + 1 :]
    p_ij, p_il, p_jl = p[i, i + 1 :, None], p[i, None, i + 1 :], p[i + 1 :, i + 1 :]
    to_j, to_l = (np.arange(1, len(positive) - i)[at] for at in (np.s_[:, None], np.s_[None, :]))
    near = np.maximum(to_j, to_l - to_j) < reach
    chain = np.where(near, probability**2 * (1 - 2 * probability), 0.0)
    above_both = _sharing(to_j, to_l, probability, reach)
    below_both = _sharing(to_l - to_j, to_l, probability, reach)
    total = (
        (pi * (1 - pj) * (1 - pl) + (1 - pi) * pj * pl) * (above_both - p_ij * p_il)
        + (pi * pj * (1 - pl) + (1 - pi) * (1 - pj) * pl) * (below_both - p_il * p_jl)
        - (pi * (1 - pj) * pl + (1 - pi) * pj * (1 - pl)) * (chain - p_ij * p_jl)
    )
    return 2 * float(np.sum(np.triu(total, 1)))


def _sharing(
    shorter: NDArray[np.int64], longer: NDArray[np.int64], probability: float, reach: float
) -> Floats:
    """How likely an observation switches with both of two others, at these two distances."""
    q = probability
    both_near, one_near, none_near = q * (1 - q - q * q), q * q * (1 - q), q**3
    within = np.where(shorter < reach, one_near, none_near)
    return np.asarray(
        np.where(longer < reach, both_near, np.where(longer < 2 * reach, within, 0.0))
    )
