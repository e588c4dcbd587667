"""What each kernel means, as a plain double loop that is easy to verify. Used only by tests."""

import itertools
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.kernels import FloatArray

Corner: TypeAlias = tuple[Fraction, Fraction]


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
    """For every distinct score, from the highest: the score, its positives, its negatives."""
    return [
        (float(v), int((scores[positive] == v).sum()), int((scores[~positive] == v).sum()))
        for v in sorted({float(s) for s in scores}, reverse=True)
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


def bootstrap_variance(
    scores: FloatArray,
    positive: NDArray[np.bool_],
    positive_draws: NDArray[np.int64],
    negative_draws: NDArray[np.int64],
    contrast: NDArray[np.int64],
) -> float:
    """DeLong's variance of a contrast of AUCs of the observations repeated as drawn."""
    if positive_draws.sum() < 2 or negative_draws.sum() < 2:
        return float("nan")
    rows = np.concatenate(
        [
            np.repeat(np.flatnonzero(positive), positive_draws),
            np.repeat(np.flatnonzero(~positive), negative_draws),
        ]
    )
    placed = [placements(row[rows], positive[rows]) for row in scores]
    variance = Fraction(0)
    for side in (0, 1):
        counts = np.stack([pair[side] for pair in placed])
        total = counts.shape[1]
        of_contrast = (contrast[:, None] * counts).sum(axis=0)[None, :]
        spread = covariance(of_contrast, 2 * (len(rows) - total))[0][0]
        variance += spread / total
    return float(variance)


def weighted_auc(
    scores: FloatArray, positive: NDArray[np.bool_], amounts: NDArray[np.int64]
) -> float:
    """AUC of observations that count so much; NaN where one of the classes counts nothing."""
    won, every = 0, 0
    for i, j in itertools.product(np.flatnonzero(positive), np.flatnonzero(~positive)):
        pair = int(amounts[i]) * int(amounts[j])
        every += 2 * pair
        won += pair * (2 * int(scores[i] > scores[j]) + int(scores[i] == scores[j]))
    return float(Fraction(won, every)) if every else float("nan")


def weighted_swapped_difference(
    ranks: NDArray[np.int64],
    positive: NDArray[np.bool_],
    weights: NDArray[np.int64],
    flip: NDArray[np.bool_],
) -> int:
    """Doubled weights of the pairs won by the first less those by the second after swapping."""
    swapped = np.where(flip, ranks[::-1], ranks)
    found = 0
    for i, j in itertools.product(np.flatnonzero(positive), np.flatnonzero(~positive)):
        signs = [int(np.sign(row[i] - row[j])) for row in swapped]
        found += (signs[0] - signs[1]) * int(weights[i]) * int(weights[j])
    return found


def positives_among_lowest(
    values: NDArray[np.int64], positive: NDArray[np.bool_]
) -> list[Fraction]:
    """How many positives the k lowest hold on average over all ways to break ties, k from 1."""
    size = len(values)
    below = [int((values < v).sum()) for v in values]
    tied = [int((values == v).sum()) for v in values]
    return [
        sum(
            (
                min(max(Fraction(k - below[i], tied[i]), Fraction(0)), Fraction(1))
                for i in range(size)
                if positive[i]
            ),
            Fraction(0),
        )
        for k in range(1, size + 1)
    ]


def paired_curve_distance(
    first: NDArray[np.int64], second: NDArray[np.int64], positive: NDArray[np.bool_]
) -> Fraction:
    """The errors of one ranking minus those of the other, absolute, summed over all ranks."""

    def errors(values: NDArray[np.int64]) -> list[Fraction]:
        missed = positives_among_lowest(values, positive)
        negatives = int((~positive).sum())
        return [p + (negatives - (k - p)) for k, p in enumerate(missed, 1)]

    return sum(
        (abs(a - b) for a, b in zip(errors(first), errors(second), strict=True)), Fraction(0)
    )


def unpaired_curve_distance(
    first: tuple[NDArray[np.int64], NDArray[np.bool_]],
    second: tuple[NDArray[np.int64], NDArray[np.bool_]],
    share: Fraction,
) -> Fraction:
    """The area between the shares of positives missed, along the common scale from 0 to 1."""

    def corners(test_set: tuple[NDArray[np.int64], NDArray[np.bool_]]) -> list[Corner]:
        values, positive = test_set
        found = [(Fraction(0), Fraction(0))]
        for value in sorted({int(v) for v in values}):
            missed = Fraction(int((values[positive] <= value).sum()), int(positive.sum()))
            rejected = Fraction(int((values[~positive] <= value).sum()), int((~positive).sum()))
            found.append((share * missed + (1 - share) * rejected, missed))
        return found

    def at(curve: list[Corner], place: Fraction) -> Fraction:
        for (left, low), (right, high) in itertools.pairwise(curve):
            if left <= place <= right:
                return low + (high - low) * (place - left) / (right - left)
        raise ValueError(place)

    one, two = corners(first), corners(second)
    places = sorted({place for place, _ in one + two})
    gaps = [at(one, place) - at(two, place) for place in places]
    area = Fraction(0)
    for left, right, a, b in zip(places, places[1:], gaps, gaps[1:], strict=False):
        if a * b >= 0:
            area += (right - left) * (abs(a) + abs(b)) / 2
        else:  # two triangles that meet where the curves cross
            area += (right - left) * (a * a + b * b) / (abs(a) + abs(b)) / 2
    return area


def decided_class(scores: FloatArray, weights: NDArray[np.float64]) -> int:
    """The class with the largest product of weight and score, as doubles; the first of equals."""
    products = [float(w) * float(y) for w, y in zip(weights, scores, strict=True)]
    return products.index(max(products))


def weighted_confusions(
    values: FloatArray, codes: NDArray[np.int64], weights: NDArray[np.float64]
) -> NDArray[np.int64]:
    """How many observations of each label are decided for each class, for every weight vector."""
    classes = len(values)
    counts = np.zeros((len(weights), classes, classes), np.int64)
    for at, vector in enumerate(weights):
        for code, scores in zip(codes, values.T, strict=True):
            counts[at, code, decided_class(scores, vector)] += 1
    return counts
