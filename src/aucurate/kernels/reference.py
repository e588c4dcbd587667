"""What each kernel means, as the double loop that nobody can doubt. Used only by tests."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import FloatArray


def wins(first: FloatArray, second: FloatArray) -> NDArray[np.int64]:
    """The matrix of all pairs: 2 where ``first[i] > second[j]``, 1 where they are equal, else 0."""
    above = first[:, None] > second[None, :]
    equal = first[:, None] == second[None, :]
    matrix: NDArray[np.int64] = 2 * above.astype(np.int64) + equal
    return matrix


def auc_counts(scores: FloatArray, positive: NDArray[np.bool_]) -> tuple[int, int]:
    """Twice the pairs won, and the pairs tied."""
    pairs = wins(scores[positive], scores[~positive])
    return int(pairs.sum()), int((pairs == 1).sum())


def placements(
    scores: FloatArray, positive: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Row and column sums of the matrix of pairs."""
    pairs = wins(scores[positive], scores[~positive])
    return pairs.sum(axis=1), pairs.sum(axis=0)


def covariance(rows: NDArray[np.int64], unit: int) -> list[list[Fraction]]:
    """Sample covariance of ``rows / unit`` in exact rationals."""
    values = [[Fraction(int(v), unit) for v in row] for row in rows]
    size = len(values[0])
    means = [sum(row, Fraction(0)) / size for row in values]
    return [
        [
            sum(((a - m) * (b - k) for a, b in zip(r, s, strict=True)), Fraction(0)) / (size - 1)
            for s, k in zip(values, means, strict=True)
        ]
        for r, m in zip(values, means, strict=True)
    ]


def threshold_counts(
    scores: FloatArray, positive: NDArray[np.bool_]
) -> list[tuple[float, int, int]]:
    """For every distinct score, ascending: the score, its positives, its negatives."""
    return [
        (float(v), int((scores[positive] == v).sum()), int((scores[~positive] == v).sum()))
        for v in sorted({float(s) for s in scores})
    ]


def doubled_midranks(scores: FloatArray) -> NDArray[np.int64]:
    """Twice the mean place a score could take: its wins against all, itself counted as a tie."""
    ranks: NDArray[np.int64] = wins(scores, scores).sum(axis=1) + 1
    return ranks


def bootstrap_auc(
    scores: FloatArray,
    positive: NDArray[np.bool_],
    positive_draws: NDArray[np.int64],
    negative_draws: NDArray[np.int64],
) -> float:
    """AUC of the observations repeated as often as they were drawn; NaN without one class."""
    first: FloatArray = np.repeat(scores[positive].astype(np.float64), positive_draws)
    second: FloatArray = np.repeat(scores[~positive].astype(np.float64), negative_draws)
    if not len(first) or not len(second):
        return float("nan")
    return int(wins(first, second).sum()) / (2 * len(first) * len(second))


def swapped_rank_difference(
    ranks: NDArray[np.int64], positive: NDArray[np.bool_], flip: NDArray[np.bool_]
) -> int:
    """Doubled pair counts of the first minus the second classifier after swapping flagged rows."""
    swapped = np.where(flip, ranks[::-1], ranks).astype(np.float64)
    return auc_counts(swapped[0], positive)[0] - auc_counts(swapped[1], positive)[0]
