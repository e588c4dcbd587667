"""Resampled curves of two classifiers at the same places.

On different test sets each curve is resampled by itself. On the same observations both curves see
the same draws, and then the observations themselves must be drawn: how often each of them is, added
up in the order of each classifier, says where the k-th drawn negative stands and how many drawn
positives stand above it. Observations tied in a replicate make a straight piece of its curve.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.scores import Scores
from aucurate.inference.curve.band_geometry import Floats, Quantity, RisingLine, ranks_at
from aucurate.inference.curve.band_replicates import Counts, drawn_heights, in_blocks
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

_CELLS = 250_000  # replicates x observations in a block: what a cache holds


@dataclass(frozen=True, slots=True, eq=False)
class _Ordered:
    """One classifier's view of the two classes, whose observations have an order of their own.

    ``along`` and ``up`` put the observations of a class into the order of the line. ``ends`` are
    the places in that order of the last of those that go along at each score, ``before`` and
    ``after`` how many of those that go up stand above the score, and at or above it.
    """

    along: Counts
    up: Counts
    ends: Counts
    before: Counts
    after: Counts


def paired_heights(
    first: Scores,
    second: Scores,
    quantity: Quantity,
    at: Floats,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
    """Heights of both lines in every replicate; the same draws for both.

    Neither the order of the rows nor that of the two classifiers changes the draws.
    """
    views, exchanged = _views(first, second, quantity)
    n_up, n_along = first.n_positive, first.n_negative
    if quantity == "specificity":
        n_up, n_along = n_along, n_up
    ranks = np.unique(ranks_at(at, n_along))
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))
    look = max(1, _CELLS // (n_up + n_along))

    def block(rows: int) -> Floats:
        if resampling.stratified:
            up, along = _drawn(rows, n_up, rng), _drawn(rows, n_along, rng)
        else:
            both = _drawn(rows, n_up + n_along, rng)
            up, along = both[:, :n_up], both[:, n_up:]
        return np.concatenate([_heights(view, up, along, ranks) for view in views], axis=1)

    drawn = in_blocks(block, resampling.repeats, progress, min(look, 250))
    one, two = drawn[:, : len(ranks)], drawn[:, len(ranks) :]
    return (two, one) if exchanged else (one, two)


def unpaired_heights(
    lines: tuple[RisingLine, RisingLine],
    at: Floats,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, Floats]:
    """The same for two test sets, drawn independently; as many rows as both have finished."""
    keys = np.random.SeedSequence(resampling.key()).generate_state(2, np.uint64).tolist()
    found: list[Floats] = []
    for part, (line, key) in enumerate(zip(lines, keys, strict=True)):
        rows = Resampling(
            repeats=len(found[0]) if found else resampling.repeats,
            stratified=resampling.stratified,
            rng=key,
        )
        watch = None if progress is None else _half(progress, part)
        heights = drawn_heights(line, at, rows, watch)
        column = heights.at_places(line, at)
        found.append(heights.drawn[:, column])
    done = len(found[1])
    return found[0][:done], found[1]


def _half(progress: Progress, part: int) -> Progress:
    return lambda done, total: progress(part * total + done, 2 * total)


def _drawn(rows: int, size: int, rng: np.random.Generator) -> NDArray[np.int32]:
    """How often each of ``size`` observations is drawn in each row."""
    draws = rng.integers(size, size=(rows, size), dtype=np.uint32)
    apart = draws + np.arange(rows, dtype=np.int64)[:, None] * size
    counts = np.bincount(apart.ravel(), minlength=rows * size)
    return counts.reshape(rows, size).astype(np.int32)


def _heights(
    view: _Ordered, up: NDArray[np.int32], along: NDArray[np.int32], ranks: Counts
) -> Floats:
    """The height of each row's curve in the middle of the steps of these ranks."""
    rows, size = along.shape
    climbed = np.zeros((rows, up.shape[1] + 1), np.int32)
    np.cumsum(up.take(view.up, axis=1), axis=1, out=climbed[:, 1:])
    passed = np.cumsum(along.take(view.along, axis=1), axis=1, dtype=np.int32)
    if len(view.ends) < size:
        passed = passed.take(view.ends, axis=1)
    row, drawn = np.arange(rows)[:, None], passed[:, -1:]
    wanted = np.maximum(1, np.rint(ranks * (drawn / size))).astype(np.int64)
    apart = row * (up.shape[1] + size + 1)
    flat = np.searchsorted((passed + apart).ravel(), (wanted + apart).ravel())
    level = np.minimum(flat.reshape(wanted.shape) - row * passed.shape[1], passed.shape[1] - 1)
    start = np.where(level > 0, passed[row, np.maximum(level - 1, 0)], 0)
    low, high = climbed[row, view.before[level]], climbed[row, view.after[level]]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = (wanted - 0.5 - start) / (passed[row, level] - start)
        found: Floats = (low + share * (high - low)) / climbed[:, -1:]
    return np.where(drawn > 0, found, np.nan)


def _views(first: Scores, second: Scores, quantity: Quantity) -> tuple[list[_Ordered], bool]:
    """Both views in an order of classifiers and observations that the data settle."""
    sign = -1 if quantity == "sensitivity" else 1  # the line begins at the highest or lowest score
    ranks = [sign * kernels.doubled_midranks(scores.values) for scores in (first, second)]
    is_up = first.is_positive if quantity == "sensitivity" else ~first.is_positive
    orders = [_sorted(ranks, is_up), _sorted(ranks[::-1], is_up)]
    exchanged = bool(_key(ranks, is_up, orders[0]) < _key(ranks[::-1], is_up, orders[1]))
    rows = orders[1 if exchanged else 0]
    views = [_ordered(each[rows], is_up[rows]) for each in ranks]
    return (views[::-1] if exchanged else views), exchanged


def _sorted(ranks: list[Counts], is_up: NDArray[np.bool_]) -> Counts:
    """Rows with those that go up first, then by the ranks of the one and of the other."""
    return np.lexsort((ranks[1], ranks[0], ~is_up))


def _key(ranks: list[Counts], is_up: NDArray[np.bool_], rows: Counts) -> tuple[int, bytes]:
    ordered = [each[rows].astype(">i8").tobytes() for each in ranks]
    return int(ranks[0][is_up].sum()), b"".join(ordered)


def _ordered(ranks: Counts, is_up: NDArray[np.bool_]) -> _Ordered:
    along, up = (np.argsort(ranks[mask], kind="stable") for mask in (~is_up, is_up))
    passed, climbed = ranks[~is_up][along], ranks[is_up][up]
    levels = np.unique(passed)
    return _Ordered(
        along,
        up,
        np.searchsorted(passed, levels, side="right") - 1,
        np.searchsorted(climbed, levels, side="left"),
        np.searchsorted(climbed, levels, side="right"),
    )
