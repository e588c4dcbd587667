"""Bootstrap replicates of an estimate: multinomial draws of counts, many replicates at a time."""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.influence import Moved
from aucurate.inference.resampling import Resampling
from aucurate.kernels import Progress

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
    return _drawn(_cells(moved), [moved], resampling.repeats, rng, progress)[:, 0]


def difference_replicates(
    one: Moved, two: Moved, together: bool, resampling: Resampling, progress: Progress | None
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides.

    Which classifier is drawn first is settled by the data, and turned back in the result.
    """
    order = _compared(_cells(one, two) if together else None, one, two)
    sign = -1 if order < 0 else 1
    if sign < 0:
        one, two = two, one
    keys = np.random.SeedSequence(resampling.key()).spawn(2)
    repeats = resampling.repeats
    if together:
        values = _drawn(
            _cells(one, two), [one, two], repeats, np.random.default_rng(keys[0]), progress
        )
        return sign * (values[:, 0] - values[:, 1]), order == 0
    halves: list[Floats] = []
    for part, (moved, key) in enumerate(zip((one, two), keys, strict=True)):
        watch = None if progress is None else _half(progress, part)
        if halves and len(halves[0]) < repeats:  # stopped: the second is drawn as often
            repeats, watch = len(halves[0]), None
        rng = np.random.default_rng(key)
        halves.append(_drawn(_cells(moved), [moved], repeats, rng, watch)[:, 0])
    done = len(halves[1])
    return sign * (halves[0][:done] - halves[1]), order == 0


def _cells(*moved: Moved) -> tuple[Cells, Cells]:
    """Positives and negatives by their places with each of the classifiers."""
    places = np.stack([each.places for each in moved])
    positive = moved[0].scores.is_positive
    found = []
    for rows in (places[:, positive], places[:, ~positive]):
        distinct, sizes = np.unique(rows, axis=1, return_counts=True)
        found.append(Cells(distinct, sizes.astype(np.int64)))
    return found[0], found[1]


def _drawn(
    cells: tuple[Cells, Cells],
    moved: list[Moved],
    repeats: int,
    rng: np.random.Generator,
    progress: Progress | None,
) -> Floats:
    """A row per replicate and a column per classifier; fewer rows where it was stopped."""
    widest = max(len(each.counts.positives) for each in moved)
    largest = max(widest, len(moved[0].scores))
    block = max(1, min(repeats, _CELLS // largest))
    done: list[Floats] = []
    for start in range(0, repeats, block):
        rows = min(block, repeats - start)
        drawn = [_redrawn(c.sizes, rows, rng) for c in cells]
        columns = [
            _values(
                each.estimate,
                [
                    _gathered(d, c.places[k], len(each.counts.positives))
                    for d, c in zip(drawn, cells, strict=True)
                ],
            )
            for k, each in enumerate(moved)
        ]
        done.append(np.stack(columns, axis=1))
        if progress is not None and progress(start + rows, repeats) is False:
            break
    return np.concatenate(done)


def _redrawn(sizes: Whole, rows: int, rng: np.random.Generator) -> Whole:
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


def _values(estimate: CountedEstimate, counts: list[Whole]) -> Floats:
    return estimate.values(counts[0], counts[1])


def _gathered(drawn: Whole, places: Whole, width: int) -> Whole:
    """How often each distinct score was drawn, from how often each cell was."""
    order = np.argsort(places, kind="stable")
    distinct, starts = np.unique(places[order], return_index=True)
    counts = np.zeros((len(drawn), width), np.int64)
    counts[:, distinct] = np.add.reduceat(drawn[:, order], starts, axis=1)
    return counts


def _compared(cells: tuple[Cells, Cells] | None, one: Moved, two: Moved) -> int:
    """Which of two classifiers comes first in the alphabet of counts and places."""
    if cells is None:
        views = [
            [each.counts.positives.tolist(), each.counts.negatives.tolist()] for each in (one, two)
        ]
        return (views[0] > views[1]) - (views[0] < views[1])
    for found in cells:
        turned = np.lexsort((found.places[0], found.places[1]))
        there = np.concatenate([*found.places, found.sizes])
        back = np.concatenate([*found.places[::-1, turned], found.sizes[turned]])
        differs = np.flatnonzero(there != back)
        if len(differs):
            return 1 if there[differs[0]] > back[differs[0]] else -1
    return 0


def _half(progress: Progress, part: int) -> Progress:
    return lambda done, total: progress(part * total + done, 2 * total)
