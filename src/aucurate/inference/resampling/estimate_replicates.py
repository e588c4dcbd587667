"""Bootstrap replicates of an estimate: multinomial draws of counts, many replicates at a time."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.core.influence import Moved
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress

Data = TypeVar("Data")
Whole: TypeAlias = NDArray[np.int64]
_CELLS = 2_000_000  # counts held at a time; three or four arrays of them exist at once
_CELL_COST = 10  # a binomial draw takes about as long as so many draws of one observation


class Cells(NamedTuple):
    """The distinct places of the observations of one class, and how many are at each.

    ``places`` has a row per classifier; the columns are sorted, so that the rows of the table that
    the observations came from may have any order.
    """

    places: Whole
    sizes: Whole


def replicates_of(moved: Moved, resampling: Resampling, progress: Progress | None) -> Floats:
    """The estimate of one classifier in every replicate."""
    rng = np.random.default_rng(resampling.key())
    return _drawn([moved], resampling.repeats, rng, progress)[:, 0]


def difference_replicates(
    one: Moved, two: Moved, together: bool, resampling: Resampling, progress: Progress | None
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides."""
    if together:
        order = turned_order(_cells([one, two]))
    else:
        views = [
            [each.counts.positives.tolist(), each.counts.negatives.tolist()] for each in (one, two)
        ]
        order = (views[0] > views[1]) - (views[0] < views[1])
    return differences((one, two), order, together, _drawn, resampling, progress), order == 0


def differences(
    pair: tuple[Data, Data],
    order: int,
    together: bool,
    draw: Callable[[list[Data], int, np.random.Generator, Progress | None], Floats],
    resampling: Resampling,
    progress: Progress | None,
) -> Floats:
    """First minus second in every replicate: on shared draws, or on two test sets drawn in turn.

    Which classifier is drawn first is settled by the data, and turned back in the result: the
    second where ``order`` is negative. ``draw`` gives a row per replicate and a column for each
    member of a list; where it was stopped early, fewer rows.
    """
    sign = -1 if order < 0 else 1
    one, two = pair[::sign]
    keys = np.random.SeedSequence(resampling.key()).spawn(2)
    if together:
        rng = np.random.default_rng(keys[0])
        values = draw([one, two], resampling.repeats, rng, progress)
        return sign * (values[:, 0] - values[:, 1])
    repeats = resampling.repeats
    halves: list[Floats] = []
    for part, (data, key) in enumerate(zip((one, two), keys, strict=True)):
        watch = None if progress is None else _half(progress, part)
        if halves and len(halves[0]) < repeats:  # stopped: the second is drawn as often
            repeats, watch = len(halves[0]), None
        halves.append(draw([data], repeats, np.random.default_rng(key), watch)[:, 0])
    done = len(halves[1])
    return sign * (halves[0][:done] - halves[1])


def in_blocks(
    draw: Callable[[int], Floats], repeats: int, block: int, progress: Progress | None
) -> Floats:
    """So many rows of replicates, a block of them at a time; fewer where it was stopped."""
    done: list[Floats] = []
    for start in range(0, repeats, block):
        rows = min(block, repeats - start)
        done.append(draw(rows))
        if progress is not None and progress(start + rows, repeats) is False:
            break
    return np.concatenate(done)


def cells_of(places: Whole, classes: Iterable[NDArray[np.bool_]]) -> list[Cells]:
    """The observations of each class by their places (classifiers x observations)."""
    found = []
    for here in classes:
        distinct, sizes = np.unique(places[:, here], axis=1, return_counts=True)
        found.append(Cells(distinct, sizes.astype(np.int64)))
    return found


def redrawn(sizes: Whole, rows: int, rng: np.random.Generator) -> Whole:
    """How often each cell is drawn when as many observations are drawn as there are.

    Many observations in few cells are drawn cell by cell, others one by one.
    """
    total, width = int(sizes.sum()), len(sizes)
    if width * _CELL_COST < total:
        return rng.multinomial(total, sizes / total, size=rows)
    cell = np.repeat(np.arange(width), sizes)
    picked = cell[rng.integers(total, size=(rows, total))]
    picked += width * np.arange(rows)[:, None]
    return np.bincount(picked.ravel(), minlength=rows * width).reshape(rows, width)


def gathered(drawn: Whole, places: Whole, width: int) -> Whole:
    """How often each distinct score was drawn, from how often each cell was."""
    order = np.argsort(places, kind="stable")
    distinct, starts = np.unique(places[order], return_index=True)
    counts = np.zeros((len(drawn), width), np.int64)
    counts[:, distinct] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return counts


def turned_order(cells: Sequence[Cells]) -> int:
    """Which of two classifiers comes first in the alphabet of places and counts: 1, 0 or -1."""
    for found in cells:
        turned = np.lexsort((found.places[0], found.places[1]))
        there = np.concatenate([*found.places, found.sizes])
        back = np.concatenate([*found.places[::-1, turned], found.sizes[turned]])
        differs = np.flatnonzero(there != back)
        if len(differs):
            return 1 if there[differs[0]] > back[differs[0]] else -1
    return 0


def _cells(moved: list[Moved]) -> list[Cells]:
    """Positives and negatives by their places with each of the classifiers."""
    positive = moved[0].scores.is_positive
    return cells_of(np.stack([each.places for each in moved]), (positive, ~positive))


def _drawn(
    moved: list[Moved], repeats: int, rng: np.random.Generator, progress: Progress | None
) -> Floats:
    """A row per replicate and a column per classifier."""
    cells = _cells(moved)
    widest = max(len(each.counts.positives) for each in moved)
    largest = max(widest, len(moved[0].scores))

    def block(rows: int) -> Floats:
        drawn = [redrawn(c.sizes, rows, rng) for c in cells]
        columns = [
            _values(
                each.estimate,
                [
                    gathered(d, c.places[k], len(each.counts.positives))
                    for d, c in zip(drawn, cells, strict=True)
                ],
            )
            for k, each in enumerate(moved)
        ]
        return np.stack(columns, axis=1)

    return in_blocks(block, repeats, max(1, min(repeats, _CELLS // largest)), progress)


def _values(estimate: CountedEstimate, counts: list[Whole]) -> Floats:
    return estimate.values(counts[0], counts[1])


def _half(progress: Progress, part: int) -> Progress:
    return lambda done, total: progress(part * total + done, 2 * total)
