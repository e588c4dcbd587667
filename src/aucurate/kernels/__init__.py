"""The compiled hot loops, with typed wrappers. Arrays that arrive here have been checked.

Every kernel is threaded (``threads=``, or the environment variable ``AUCURATE_THREADS``, or all
cores), runs without the interpreter lock, gives the same numbers on any number of threads, and
calls ``progress(done, total, what)`` at most twenty times a second; the callback stops it by
returning False, which raises :class:`Cancelled`, except in the resampling kernels, which then
return the replicates that are finished. Those have files of their own: ``bootstrap``,
``studentised``, ``permutation``, ``curves``; so do decisions among several classes: ``weighted``.
``kernels.reference`` holds the definition of each, used only by tests.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.kernels import _kernels
from aucurate.kernels._kernels import Cancelled
from aucurate.kernels.thinning import CurveLines, CurvePart, ThinnedCurve

__all__ = [
    "Cancelled",
    "Placements",
    "ShareMoments",
    "ThinnedCurve",
    "auc_counts",
    "doubled_midranks",
    "group_sums",
    "integer_moments",
    "kurtosis",
    "placements",
    "run_length_auc_counts",
    "share_moments",
    "share_of",
    "thread_count",
    "threshold_counts",
]

FloatArray: TypeAlias = NDArray[np.float64] | NDArray[np.float32]
Progress: TypeAlias = Callable[[int, int, str], bool | None]
"""``progress(done, total, what)``: how much of what is done; returning False stops the work."""


def share_of(progress: Progress | None, part: int, parts: int) -> Progress | None:
    """The callback of one of several parts of equal size, which reports its share of the whole.

    >>> calls = []
    >>> second = share_of(lambda *call: calls.append(call), 1, 2)
    >>> second(3, 10, "ranking"), calls
    (None, [(13, 20, 'ranking')])
    """
    if progress is None or parts == 1:
        return progress
    return lambda done, total, what: progress(part * total + done, parts * total, what)


Reporter: TypeAlias = Callable[[int, int], bool | None]


def reporter(progress: Progress | None, what: str = "ranking") -> Reporter | None:
    """The callback as the compiled loops call it, which do not know what they are part of."""
    return None if progress is None else lambda done, total: progress(done, total, what)


def thread_count(threads: int | None = None) -> int:
    """How many threads to use: the argument, else ``AUCURATE_THREADS``, else every usable core."""
    source = "threads"
    wanted: int | str | None = threads
    if wanted is None:
        wanted, source = os.environ.get("AUCURATE_THREADS") or None, "AUCURATE_THREADS"
    if wanted is None:
        usable = getattr(os, "sched_getaffinity", None)
        return len(usable(0)) if usable else (os.cpu_count() or 1)
    try:
        number = int(wanted)
    except (TypeError, ValueError, OverflowError):
        number = 0
    if not 1 <= number <= 1024 or (threads is not None and number != threads):
        raise OptionError(
            f"{source} must be a whole number from 1 to 1024; it is {wanted!r}.",
            hint="leave it out to use every core.",
        )
    return number


def auc_counts(
    scores: FloatArray,
    positive: NDArray[np.bool_],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[int, int]:
    """Twice the pairs that the positive wins (a tie counts one), and the number of tied pairs.

    The AUC is the first divided by twice the number of pairs; both are exact integers.
    """
    as_bytes = positive.view(np.uint8)
    return _kernels.pair_counts(scores, as_bytes, thread_count(threads), reporter(progress))


def run_length_auc_counts(
    positives: NDArray[np.uint64], negatives: NDArray[np.uint64]
) -> tuple[int, int]:
    """:func:`auc_counts` from how many of each class share each distinct score, ascending."""
    return _kernels.run_length_pair_counts(positives, negatives)


@dataclass(frozen=True, slots=True)
class Placements:
    """Doubled placements of K classifiers, each class in its original row order.

    ``of_positives[k, i]`` is twice the negatives scored below positive i by classifier k plus
    those tied with it; ``of_negatives[k, j]`` twice the positives scored above negative j plus
    those tied. Divided by twice the size of the other class they are V10 and V01 of DeLong 1988.
    With weights, "how many" is how much these weigh, and ``wins`` is twice the weight of the pairs
    that the positives win, ``tied_pairs`` that of the tied ones.
    """

    of_positives: NDArray[np.int64]
    of_negatives: NDArray[np.int64]
    tied_pairs: tuple[int, ...]
    curves: tuple[ThinnedCurve, ...] = ()
    wins: tuple[int, ...] = ()


def placements(
    scores: FloatArray,
    positive: NDArray[np.bool_],
    *,
    weights: NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    with_curves: bool = False,
) -> Placements:
    """Placements of K classifiers (``scores`` has one row each) on the same observations.

    ``with_curves`` finds the points of each curve that thinning keeps in the same sort; not with
    ``weights``, whose sum in each class is below 2^61.
    """
    positives = int(np.count_nonzero(positive))
    classifiers, observations = scores.shape
    of_positives = np.empty((classifiers, positives), np.int64)
    of_negatives = np.empty((classifiers, observations - positives), np.int64)
    lines = CurveLines.unless_short(positives, observations - positives) if with_curves else None
    ties, curves, wins = [], [], []
    for k in range(classifiers):
        given = (scores[k], positive.view(np.uint8), of_positives[k], of_negatives[k])
        reported = reporter(share_of(progress, k, classifiers))
        if weights is not None:
            won, tied = _kernels.weighted_placements(
                *given[:2], weights, *given[2:], thread_count(threads), reported
            )
            wins.append(won)
        elif lines is not None:
            tied, part = placements_and_curve(*given, lines, threads=threads, report=reported)
            curves.append(whole_curve([part]))
        else:
            tied = _kernels.placements(*given, thread_count(threads), reported)
        ties.append(tied)
    return Placements(of_positives, of_negatives, tuple(ties), tuple(curves), tuple(wins))


def placements_and_curve(
    scores: FloatArray,
    positive: NDArray[np.uint8],
    of_positives: NDArray[np.int64],
    of_negatives: NDArray[np.int64],
    lines: CurveLines,
    *,
    below: tuple[int, int] = (0, 0),
    threads: int | None = None,
    report: Reporter | None = None,
) -> tuple[int, CurvePart]:
    """Write the placements among these scores; the tied pairs, and the part of the curve.

    ``below`` is how many positives and negatives of the whole have lower scores than all of these.
    """
    return _kernels.placements_and_curve(
        scores,
        positive,
        of_positives,
        of_negatives,
        lines.n_positive,
        lines.n_negative,
        *below,
        lines.along,
        lines.true_positives,
        lines.false_positives,
        not len(lines.along),
        thread_count(threads),
        report,
    )


def whole_curve(parts: "Sequence[CurvePart]") -> ThinnedCurve:
    """The thinned curve from its parts, that of the lowest scores first."""
    return ThinnedCurve(*_kernels.whole_curve(list(parts)))


_NO_WEIGHTS = np.empty(0, np.int64)


def integer_moments(
    counts: NDArray[np.int64],
    unit: int,
    *,
    weights: NDArray[np.int64] | None = None,
    threads: int | None = None,
) -> tuple[tuple[int, ...], NDArray[np.float64], NDArray[np.float64]]:
    """Row sums of ``counts``, the sample covariance (divisor n - 1) of ``counts / unit``, and the
    sample variance of the difference of any two rows of it.

    Sums and products are exact 128-bit integers and the quotient of Python integers is correctly
    rounded, so each entry is the double nearest to the true value, and rows that are equal have
    covariances that are equal to the last bit. The variances of differences do not come from the
    covariances, which would cancel where two rows are nearly equal. One column gives NaN: not
    estimable. With ``weights`` a column stands for so many equal ones.
    """
    sums, products = exact_products(counts, weights=weights, threads=threads)
    covariance, of_differences = sample_moments(_size(counts, weights), sums, products, unit)
    return tuple(sums), covariance, of_differences


def sample_moments(
    size: int, sums: Sequence[int], products: Sequence[Sequence[int]], unit: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What :func:`integer_moments` computes, from exact sums over so many columns."""
    rows = len(sums)
    if size < 2:
        return np.full((rows, rows), np.nan), np.full((rows, rows), np.nan)
    divisor = size * (size - 1) * unit**2
    exact = [[size * products[r][s] - sums[r] * sums[s] for s in range(rows)] for r in range(rows)]
    covariance = [[exact[r][s] / divisor for s in range(rows)] for r in range(rows)]
    of_differences = [
        [(exact[r][r] + exact[s][s] - 2 * exact[r][s]) / divisor for s in range(rows)]
        for r in range(rows)
    ]
    return np.array(covariance), np.array(of_differences)


def exact_products(
    counts: NDArray[np.int64],
    *,
    weights: NDArray[np.int64] | None = None,
    threads: int | None = None,
) -> tuple[list[int], list[list[int]]]:
    """The sum of every row, and of the products of any two, as exact integers below 2^128."""
    weighed = _NO_WEIGHTS if weights is None else weights
    return _kernels.integer_moments(counts, weighed, thread_count(threads))


def _size(counts: NDArray[np.int64], weights: NDArray[np.int64] | None) -> int:
    return counts.shape[1] if weights is None else int(weights.sum())


def group_sums(
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    shares: NDArray[np.float64],
    codes: NDArray[np.int64],
    groups: int,
    *,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """For each row, the sums over every group of the values less the mean, each times its share."""
    sums = np.empty((len(values), groups))
    _kernels.group_sums(values, means, shares, codes, sums, thread_count(threads))
    return sums


@dataclass(frozen=True, slots=True)
class ShareMoments:
    """Sums over the columns of rows x, less their means, with the shares s of the columns.

    ``products`` are those of s^2 x_k x_l, ``distances`` of s^2 (x_k - x_l)^2, ``single_products``
    and ``single_distances`` the same with s instead of its square, ``fourth`` of (s x)^4.
    """

    products: NDArray[np.float64]
    distances: NDArray[np.float64]
    single_products: NDArray[np.float64]
    single_distances: NDArray[np.float64]
    fourth: NDArray[np.float64]


def share_moments(
    values: NDArray[np.float64],
    means: NDArray[np.float64],
    shares: NDArray[np.float64],
    *,
    threads: int | None = None,
) -> ShareMoments:
    """The moments of rows whose columns have shares, the same on any number of threads."""
    rows = len(values)
    *upper, fourth = _kernels.share_moments(values, means, shares, thread_count(threads))
    square = (each.reshape(rows, rows) for each in upper)
    products, distances, single, gaps = (np.triu(each) + np.triu(each, 1).T for each in square)
    return ShareMoments(products, distances, single, gaps, fourth)


def kurtosis(
    counts: NDArray[np.int64],
    *,
    weights: NDArray[np.int64] | None = None,
    largest: int = 0,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The kurtosis m4 / m2^2 of every row (central moments, divisor n); NaN if it is constant.

    From exact power sums, so that the order of the observations does not matter; counts beyond 24
    bits are cut to 24 first. ``largest`` is what no count exceeds; 0 stands for the largest of each
    row. With ``weights`` a column stands for so many equal ones.
    """
    size = _size(counts, weights)
    sums = [
        power_sums(row, size, weights=weights, largest=largest, threads=threads) for row in counts
    ]
    return np.array([kurtosis_of(size, *each) for each in sums])


def power_sums(
    counts: NDArray[np.int64],
    size: int,
    *,
    weights: NDArray[np.int64] | None = None,
    largest: int = 0,
    threads: int | None = None,
) -> tuple[int, int, int, int]:
    """The sums of the first four powers of one row of counts, cut as for :func:`kurtosis`.

    ``size`` is how many counts there are in all, of which these may be a part.
    """
    weighed = _NO_WEIGHTS if weights is None else weights
    return _kernels.integer_power_sums(counts, weighed, size, largest, thread_count(threads))


def kurtosis_of(size: int, first: int, second: int, third: int, fourth: int) -> float:
    """The kurtosis of so many numbers with these power sums; NaN if they are constant."""
    spread = size * second - first**2
    tails = size**3 * fourth - 4 * size**2 * first * third
    tails += 6 * size * first**2 * second - 3 * first**4
    return tails / spread**2 if spread else float("nan")


def threshold_counts(
    scores: FloatArray,
    positive: NDArray[np.bool_],
    *,
    weights: NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[FloatArray, NDArray[np.int64], NDArray[np.int64]]:
    """The distinct scores from the highest down, and how many of each class have each.

    With ``weights``, whose sum in each class is below 2^61, how much these weigh.
    """
    size = scores.shape[0]
    # One block for all three: the allocator then keeps it for the next call.
    block = np.empty((3, size), np.int64)
    values: FloatArray = block[0].view(scores.dtype)[:size]
    positives, negatives = block[1], block[2]
    used = _kernels.threshold_counts(
        scores,
        positive.view(np.uint8),
        _NO_WEIGHTS if weights is None else weights,
        values,
        positives,
        negatives,
        thread_count(threads),
        reporter(progress),
    )
    values, positives, negatives = values[:used], positives[:used], negatives[:used]
    if 2 * used < size:  # the rest of the arrays would be kept for nothing
        values, positives, negatives = values.copy(), positives.copy(), negatives.copy()
    return values, positives, negatives


def doubled_midranks(scores: FloatArray, *, threads: int | None = None) -> NDArray[np.int64]:
    """Twice the midrank (from 1, ties share the mean) of every score, in row order."""
    ranks = np.empty(scores.shape[0], np.int64)
    _kernels.doubled_midranks(scores, ranks, thread_count(threads))
    return ranks
