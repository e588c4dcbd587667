"""Every label and every score of a few observations of section 2.1.3, one after the other.

No formula for moments enters: each outcome has its probability, and its difference is counted pair
by pair. The number of outcomes grows as 18^n (two labels, three scores of each classifier), so that
this is for n up to about six.
"""

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Above = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumeratedMoments:
    """Mean and variance of n+ n- (AUC of the first - AUC of the second) over all outcomes.

    ``from_wording`` is by how much the variance formula of the paper would give more if p(2) and
    p(3) were the probabilities that the text words, P{min(m_l, m_j) > m_i} and P{m_l > max(m_j,
    m_i)}, and not the expectations that it prints beside them.
    """

    mean: float
    variance: float
    from_wording: float


def enumerated_moments(
    n: int, first_probability: float, second_probability: float, *, size: float
) -> EnumeratedMoments:
    """Of all outcomes.

    >>> found = enumerated_moments(4, 0.1, 0.2, size=0.45)
    >>> round(found.mean, 6), round(found.variance, 6)
    (0.135, 0.685175)
    """
    moves = np.array(list(product((0, 1, 2), repeat=n)))
    scores = np.arange(1, n + 1) / n + np.array([0.0, size, -size])[moves]
    above = scores[:, :, None] > scores[:, None, :]
    odds = [
        np.prod(np.array([1 - 2 * q, q, q])[moves], axis=1)
        for q in (first_probability, second_probability)
    ]
    positive = np.arange(1, n + 1) / n
    mean, square = _difference(positive, above, odds)
    return EnumeratedMoments(
        mean=mean,
        variance=square - mean**2,
        from_wording=sum(_from_wording(positive, above, of) for of in odds),
    )


def _difference(positive: Floats, above: Above, odds: list[Floats]) -> tuple[float, float]:
    """The means of the difference and of its square."""
    pairs = len(positive) ** 2
    apart = np.subtract.outer(np.arange(pairs), np.arange(pairs))
    mean = square = 0.0
    for labels in product((False, True), repeat=len(positive)):
        y = np.array(labels)
        right = np.sum(above[:, y][:, :, ~y], axis=(1, 2))
        both = np.multiply.outer(*(np.bincount(right, of, pairs) for of in odds))
        chance = float(np.prod(np.where(y, positive, 1 - positive)))
        mean += chance * float(np.sum(both * apart))
        square += chance * float(np.sum(both * apart**2))
    return mean, square


def _from_wording(positive: Floats, above: Above, odds: Floats) -> float:
    total = 0.0
    for i, j, k in combinations(range(len(positive)), 3):
        a, b, c = positive[[i, j, k]]
        second = (above[:, k, i] & above[:, j, i], above[:, i, j] & above[:, i, k])
        third = (above[:, k, j] & above[:, k, i], above[:, i, k] & above[:, j, k])
        for weight, (worded, right) in (
            (a * (1 - b) * (1 - c) + (1 - a) * b * c, second),
            (a * b * (1 - c) + (1 - a) * (1 - b) * c, third),
        ):
            total += 2 * weight * float(np.sum(odds * worded) - np.sum(odds * right))
    return total
