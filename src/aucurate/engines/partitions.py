r"""Ranking more rows than memory holds: partitions by score, on disk, in compiled loops.

1. Rows arrive in blocks. Of every classifier each block is sorted by *partition*, an interval of
   scores from the quantiles of a sample, and written to a temporary file: the score, the number of
   the row within its class and block, and the weight where there are any.
2. A partition is read from all blocks, ranked in memory as a small data set is, and its scores are
   replaced in the file by placements: those among the rows of the partition, and what all lower
   (of a negative: all higher) partitions add, which their counts tell exactly. Rows with equal
   scores are in one partition, so that ties are complete. A value that many rows have is a
   partition of its own, whose placements are known without reading it.
3. A block is read for all classifiers, its placements are put back in the order of its rows, and
   their sums and products, exact integers, are added to those of the other blocks.

Every row is written twice and read twice for each classifier, one after another. The memory needed
is that of a block or of a partition, whichever is larger. The files have no names where the system
allows that, so that nothing is left behind however the work ends.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.moments import part_of_sums
from aucurate.data.table_scores import Stretch, Visitor
from aucurate.data.units import GroupSums, Part, RowSums, Shares, UnitSums
from aucurate.errors import TableError
from aucurate.kernels import Cancelled, Progress, ThinnedCurve, placements_and_curve, whole_curve
from aucurate.kernels.cells import send_to_partitions
from aucurate.kernels.thinning import CurveLines, CurvePart

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

_OWN_PARTITION = 0.5
"""A value with more than this share of what a partition should have is a partition of its own."""


MOST_PAIRS = 2**61
"""The way along a curve of more pairs than these is not counted in 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows in memory: the scores of every classifier, the class, and what else belongs to rows.

    ``weights`` are whole numbers, ``groups`` the codes of groups.
    """

    scores: Floats
    positive: NDArray[np.bool_]
    weights: Whole | None = None
    groups: Whole | None = None


def partition_starts(sample: Floats, partitions: int) -> Floats:
    """Where partitions begin, so that each has about the same share of the sample.

    >>> partition_starts(np.array([1.0, 2, 3, 4]), 2).tolist()
    [-inf, 3.0]
    >>> partition_starts(np.array([0.0, 0, 0, 0, 5, 6, 7, 8]), 4)[:3].tolist()
    [-inf, 0.0, 5e-324]
    """
    ordered = np.sort(sample) + 0.0
    at = np.arange(1, partitions) * len(ordered) // max(1, partitions)
    quantiles = np.unique(ordered[at]) if len(ordered) else ordered
    first = np.searchsorted(ordered, quantiles, side="left")
    last = np.searchsorted(ordered, quantiles, side="right")
    frequent = quantiles[(last - first) > max(1.0, _OWN_PARTITION * len(ordered) / partitions)]
    with np.errstate(over="ignore"):
        after = np.nextafter(frequent, np.inf)
    return np.unique(np.concatenate([[-np.inf], quantiles, after[after < np.inf]]))


@contextmanager
def _as_disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TableError(
            f"temporary files could not be written: {error.strerror or error}.",
            hint="free space in the temporary folder, or name another with the environment "
            "variable TMPDIR.",
        ) from error


class _File:
    """A temporary file without a name, of numbers of one kind, in the order of the rows."""

    def __init__(self, dtype: Any, stack: ExitStack, folder: str | None) -> None:
        self._dtype = np.dtype(dtype)
        with _as_disk_errors():
            file = tempfile.TemporaryFile(buffering=0, dir=folder, prefix="aucurate-")  # noqa: SIM115
        self._file: Any = stack.enter_context(file)

    def append(self, values: NDArray[Any]) -> None:
        """Write these after all others."""
        self._file.seek(0, 2)
        self._write(values)

    def replace(self, start: int, values: NDArray[Any]) -> None:
        """Write these over others of the same size, from a place on."""
        self._file.seek(start * self._dtype.itemsize)
        self._write(values)

    def read(self, start: int, into: NDArray[Any]) -> None:
        """Fill an array with the numbers from a place on."""
        view = into.view(np.uint8).data
        self._file.seek(start * self._dtype.itemsize)
        done = 0
        while done < len(view):
            got = self._file.readinto(view[done:])
            if not got:
                raise TableError(
                    "a temporary file ended early.", hint="check the disk and try again."
                )
            done += got

    def _write(self, values: NDArray[Any]) -> None:
        view, done = np.ascontiguousarray(values, self._dtype).view(np.uint8).data, 0
        with _as_disk_errors():
            while done < len(view):
                done += self._file.write(view[done:])


@dataclass(slots=True)
class _Classifier:
    """The files of one classifier, and where its partitions begin: as scores, and in each block."""

    starts: Floats
    scores: _File
    ordinals: _File
    weights: _File | None
    begins: list[Whole] = field(default_factory=list)

    def counts(self) -> Whole:
        """How many rows each partition has: partitions x classes, negatives first."""
        slots = np.sum([np.diff(each) for each in self.begins], axis=0, dtype=np.int64)
        return np.asarray(slots.reshape(-1, 2))

    def is_constant(self, partition: int) -> bool:
        """Whether a partition has rows of one score only."""
        start = self.starts[partition]
        if partition + 1 == len(self.starts):
            return bool(start == np.inf)
        with np.errstate(over="ignore"):
            return bool(np.nextafter(start, np.inf) == self.starts[partition + 1])


class Partitions:
    """Rows of several classifiers on disk, by partition; a context that removes its files."""

    def __init__(
        self,
        starts: Sequence[Floats],
        *,
        weighted: bool = False,
        n_groups: int = 0,
        folder: str | None = None,
        threads: int | None = None,
    ) -> None:
        self._stack = ExitStack()
        self._threads = threads
        self._n_groups = n_groups
        self._rows: list[tuple[int, int]] = []  # of each block, negatives and positives
        self._classifiers = [
            _Classifier(
                each,
                _File(np.float64, self._stack, folder),
                _File(np.uint32, self._stack, folder),
                _File(np.int64, self._stack, folder) if weighted else None,
            )
            for each in starts
        ]
        self._weights = _File(np.int64, self._stack, folder) if weighted else None
        self._groups = _File(np.int64, self._stack, folder) if n_groups else None
        self._weighed = np.zeros((len(starts), max(map(len, starts)), 2), object)

    def __enter__(self) -> "Partitions":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the files."""
        self._stack.close()

    @property
    def sizes(self) -> tuple[int, int]:
        """How many rows are negative, and how many positive."""
        negatives, positives = zip(*self._rows, strict=True)
        return sum(negatives), sum(positives)

    def add(self, block: Block) -> None:
        """Write a block of rows."""
        positive = block.positive
        n_positive = int(np.count_nonzero(positive))
        self._rows.append((len(positive) - n_positive, n_positive))
        for file, values in ((self._weights, block.weights), (self._groups, block.groups)):
            if file is not None and values is not None:
                file.append(np.concatenate([values[~positive], values[positive]]))
        for k, each in enumerate(self._classifiers):
            sent = send_to_partitions(
                block.scores[k],
                positive,
                each.starts,
                weights=block.weights,
                threads=self._threads,
            )
            each.scores.append(sent.scores)
            each.ordinals.append(sent.ordinals)
            if each.weights is not None and sent.weights is not None:
                each.weights.append(sent.weights)
                running = np.concatenate([[0], np.cumsum(sent.weights)])
                sums = np.diff(running[sent.begins]).reshape(-1, 2)
                self._weighed[k, : len(sums)] += sums.astype(object)
            each.begins.append(sent.begins)

    def totals(self) -> tuple[int, int]:
        """How much negatives and positives weigh: how many there are, without weights."""
        if self._weights is None:
            return self.sizes
        negatives, positives = self._weighed[0].sum(axis=0).tolist()
        return int(negatives), int(positives)

    # Partitions: placements, ties and curves.

    def rank(
        self,
        *,
        visit: Visitor | None = None,
        placed: bool = True,
        progress: "Steps",
    ) -> "list[Ranked]":
        """Replace scores by placements unless they are not needed, and show what is asked for."""
        return [self._ranked(k, visit, placed, progress) for k in range(len(self._classifiers))]

    def _ranked(self, k: int, visit: Visitor | None, placed: bool, progress: "Steps") -> "Ranked":
        each = self._classifiers[k]
        counts = each.counts()
        weighed = counts.astype(object) if self._weights is None else self._weighed[k]
        n_negative, n_positive = self.totals()
        lines = None
        if self._weights is None and n_negative * n_positive < MOST_PAIRS:
            lines = CurveLines.unless_short(n_positive, n_negative)
        found = Ranked(k)
        above = [0, 0]
        for partition in reversed(range(len(each.starts))):
            here = [int(each_class) for each_class in weighed[partition]]
            rows = int(counts[partition].sum())
            if rows:
                stretch = _Stretch(
                    above=(above[0], above[1]),
                    below=(n_negative - above[0] - here[0], n_positive - above[1] - here[1]),
                    here=(here[0], here[1]),
                )
                if each.is_constant(partition):
                    self._constant(each, partition, stretch, found, lines, placed)
                    if visit is not None:
                        visit(k, stretch.of_one(each.starts[partition], n_positive, n_negative))
                else:
                    self._sorted(each, partition, rows, stretch, found, lines, visit, placed)
                found.wins += 2 * stretch.below[0] * here[1]
                above = [above[0] + here[0], above[1] + here[1]]
            progress.add(rows)
        return found

    def _runs(self, each: _Classifier, partition: int) -> Iterator[tuple[int, int, int]]:
        """Where a partition is in the file, block by block: negatives from, positives from, end."""
        block_start = 0
        for begins, rows in zip(each.begins, self._rows, strict=True):
            first, middle, end = (int(at) for at in begins[2 * partition : 2 * partition + 3])
            if end > first:
                yield block_start + first, block_start + middle, block_start + end
            block_start += sum(rows)

    def _sorted(
        self,
        each: _Classifier,
        partition: int,
        rows: int,
        stretch: "_Stretch",
        found: "Ranked",
        lines: CurveLines | None,
        visit: Visitor | None,
        placed: bool,
    ) -> None:
        runs = list(self._runs(each, partition))
        scores, positive = np.empty(rows), np.zeros(rows, np.bool_)
        weights = None if each.weights is None else np.empty(rows, np.int64)
        at = 0
        for first, middle, end in runs:
            each.scores.read(first, scores[at : at + end - first])
            if each.weights is not None and weights is not None:
                each.weights.read(first, weights[at : at + end - first])
            positive[at + middle - first : at + end - first] = True
            at += end - first
        if visit is not None:
            levels, positives, negatives = kernels.threshold_counts(
                scores, positive, weights=weights, threads=self._threads
            )
            n_negative, n_positive = self.totals()
            visit(
                found.place,
                Stretch(
                    levels,
                    positives,
                    negatives,
                    stretch.above[1],
                    stretch.above[0],
                    n_positive,
                    n_negative,
                ),
            )
        if not placed:
            return
        of_positives = np.empty(int(np.count_nonzero(positive)), np.int64)
        of_negatives = np.empty(rows - len(of_positives), np.int64)
        if lines is not None:
            tied, part = placements_and_curve(
                scores,
                positive.view(np.uint8),
                of_positives,
                of_negatives,
                lines,
                below=(stretch.below[1], stretch.below[0]),
                threads=self._threads,
            )
            found.curve.append(part)
            found.wins += int(of_positives.sum())
        else:
            ranked = kernels.placements(
                scores[None], positive, weights=weights, threads=self._threads
            )
            of_positives, of_negatives = ranked.of_positives[0], ranked.of_negatives[0]
            found.wins += sum(ranked.wins) or int(of_positives.sum())
            tied = ranked.tied_pairs[0]
        found.tied += tied
        of_positives += 2 * stretch.below[0]
        of_negatives += 2 * stretch.above[1]
        up = down = 0
        for first, middle, end in runs:
            each.scores.replace(first, of_negatives[down : down + middle - first].view(np.float64))
            each.scores.replace(middle, of_positives[up : up + end - middle].view(np.float64))
            down, up = down + middle - first, up + end - middle

    def _constant(
        self,
        each: _Classifier,
        partition: int,
        stretch: "_Stretch",
        found: "Ranked",
        lines: CurveLines | None,
        placed: bool,
    ) -> None:
        """A partition of one score: every row of a class has the same placement."""
        negatives, positives = stretch.here
        found.wins += negatives * positives
        found.tied += negatives * positives
        if not placed:
            return
        if lines is not None:
            found.curve.append(stretch.curve_of_one(each.starts[partition], lines))
        of_negative = 2 * stretch.above[1] + positives
        of_positive = 2 * stretch.below[0] + negatives
        for first, middle, end in self._runs(each, partition):
            for start, stop, value in ((first, middle, of_negative), (middle, end, of_positive)):
                each.scores.replace(start, np.full(stop - start, value, np.int64).view(np.float64))

    # Blocks: sums over rows that all classifiers placed.

    def plain_parts(self, progress: "Steps") -> tuple[Part, ...]:
        """The parts of observations that are drawn one by one, from exact sums."""
        sums = PlacementSums(len(self._classifiers), self.totals()[::-1], self._threads)
        for placed, weights, _ in self._blocks(progress):
            sums.add(placed, weights)
        return sums.parts()

    def _blocks(
        self, progress: "Steps"
    ) -> Iterator[tuple[list[Whole], list[Whole | None], list[Whole | None]]]:
        """Placements, weights and groups of the positives and negatives of each block."""
        start = 0
        for at, sizes in enumerate(self._rows):
            rows = sum(sizes)
            placed = [np.empty((len(self._classifiers), size), np.int64) for size in sizes]
            for k, each in enumerate(self._classifiers):
                values, ordinals = np.empty(rows, np.int64), np.empty(rows, np.uint32)
                each.scores.read(start, values)
                each.ordinals.read(start, ordinals)
                begins = each.begins[at]
                for slot in range(len(begins) - 1):
                    own = slice(begins[slot], begins[slot + 1])
                    placed[slot % 2][k, ordinals[own]] = values[own]
            belongs: list[list[Whole | None]] = []
            for file in (self._weights, self._groups):
                values, first = np.empty(rows, np.int64), sizes[0]
                if file is not None:
                    file.read(start, values)
                known = file is not None
                belongs.append(
                    [values[first:] if known else None, values[:first] if known else None]
                )
            yield placed[::-1], belongs[0], belongs[1]
            start += rows
            progress.add(rows)

    def unit_sums(
        self, aucs: Sequence[float], sizes: tuple[int, int], progress: "Steps"
    ) -> UnitSums:
        """The sums of groups, or of sampling weights; ``sizes`` are the positives and negatives."""
        totals, classifiers = self.totals()[::-1], len(self._classifiers)
        rows = [_RowSums.none(classifiers) for _ in totals]
        grouped = self._groups is not None
        added = [np.zeros((classifiers, self._n_groups)) for _ in totals]
        shares = np.zeros((2, self._n_groups))
        means = np.array(aucs)
        for placed, weights, groups in self._blocks(progress):
            for c, (counts, weight, codes) in enumerate(zip(placed, weights, groups, strict=True)):
                if not counts.shape[1]:
                    continue
                influences = counts / (2 * totals[1 - c])
                ones = np.ones(counts.shape[1]) if weight is None else weight
                own = ones / totals[c]
                rows[c].add(influences, means, own, self._threads)
                if codes is not None:
                    added[c] += kernels.group_sums(
                        influences, means, own, codes, self._n_groups, threads=self._threads
                    )
                    shares[c] += np.bincount(codes, own, minlength=self._n_groups)
        return UnitSums(
            sizes=sizes,
            rows=tuple(each.finished() for each in rows),
            groups=GroupSums(tuple(added), shares) if grouped else None,
        )


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What negatives and positives weigh in a partition, and in those above and below it."""

    above: tuple[int, int]
    below: tuple[int, int]
    here: tuple[int, int]

    def of_one(self, score: float, n_positive: int, n_negative: int) -> Stretch:
        """As a stretch of one score."""
        negatives, positives = (np.array([each], np.int64) for each in self.here)
        levels = np.array([score])
        return Stretch(
            levels, positives, negatives, self.above[1], self.above[0], n_positive, n_negative
        )

    def curve_of_one(self, score: float, lines: CurveLines) -> CurvePart:
        """The part of the curve that one score makes: its point, and which lines it crosses."""
        false, true = self.above
        last_false, last_true = false + self.here[0], true + self.here[1]
        n_negative, n_positive = lines.n_negative, lines.n_positive
        way = true * n_negative + false * n_positive
        last_way = last_true * n_negative + last_false * n_positive
        needed = (
            not len(lines.along)
            or _between(lines.along, way, last_way, "right")
            or _between(lines.true_positives, true, last_true, "right")
        )
        return (
            1,
            _between(lines.false_positives, false, last_false, "left"),
            np.array([score]),
            np.array([last_true], np.int64),
            np.array([last_false], np.int64),
            np.array([needed], np.uint8),
        )


def _between(lines: Whole, start: int, end: int, side: Any) -> bool:
    """Whether there is a line after the start up to the end, or from it to before the end."""
    first, last = np.searchsorted(lines, [start, end], side=side)
    return bool(last > first)


@dataclass(slots=True)
class Ranked:
    """What the partitions of one classifier give, from the highest down."""

    place: int
    wins: int = 0
    tied: int = 0
    curve: list[CurvePart] = field(default_factory=list)

    def thinned(self) -> ThinnedCurve | None:
        """The points of the curve that thinning keeps."""
        return whole_curve(self.curve[::-1]) if self.curve else None


class PlacementSums:
    """Exact sums over the doubled placements of each class, as they come, positives first.

    ``totals`` are how much each class weighs; see :func:`aucurate.data.moments.part_of_sums`.
    """

    def __init__(self, classifiers: int, totals: Sequence[int], threads: int | None) -> None:
        self._totals, self._threads = tuple(totals), threads
        self.first = [[0] * classifiers for _ in totals]
        self._products = [[[0] * classifiers for _ in range(classifiers)] for _ in totals]
        self._powers = [[(0, 0, 0, 0) for _ in range(classifiers)] for _ in totals]

    def add(self, placed: Sequence[Whole], weights: Sequence[Whole | None]) -> None:
        """The placements of some rows of each class: classifiers x rows."""
        for c, (counts, weight) in enumerate(zip(placed, weights, strict=True)):
            if not counts.shape[1]:
                continue
            size, others = self._totals[c], self._totals[1 - c]
            sums, products = kernels.exact_products(counts, weights=weight, threads=self._threads)
            for k, row in enumerate(counts):
                self.first[c][k] += sums[k]
                for j, product in enumerate(products[k]):
                    self._products[c][k][j] += product
                powers = kernels.power_sums(
                    row, size, weights=weight, largest=2 * others, threads=self._threads
                )
                one, two, three, four = (
                    a + b for a, b in zip(self._powers[c][k], powers, strict=True)
                )
                self._powers[c][k] = one, two, three, four

    def parts(self) -> tuple[Part, ...]:
        """What each class adds to the variance."""
        own = zip(
            self._totals, self.first, self._products, self._powers, self._totals[::-1], strict=True
        )
        return tuple(
            part_of_sums(size, first, products, powers, 2 * others)
            for size, first, products, powers, others in own
        )


@dataclass(slots=True)
class _RowSums:
    """Sums over rows with shares."""

    moments: list[Floats]
    count: int = 0
    squares: float = 0.0
    largest: float = 0.0

    @classmethod
    def none(cls, classifiers: int) -> "_RowSums":
        square = (classifiers, classifiers)
        return cls([*(np.zeros(square) for _ in range(4)), np.zeros(classifiers)])

    def add(self, values: Floats, means: Floats, shares: Floats, threads: int | None) -> None:
        """Those of some of the rows."""
        found = kernels.share_moments(values, means, shares, threads=threads)
        each = (
            found.products,
            found.distances,
            found.single_products,
            found.single_distances,
            found.fourth,
        )
        for total, part in zip(self.moments, each, strict=True):
            total += part
        own = Shares.of(shares)
        self.count += own.rows
        self.squares += own.squares
        self.largest = max(self.largest, own.largest)

    def finished(self) -> RowSums:
        """As the variance needs them."""
        moments = kernels.ShareMoments(*self.moments)
        return RowSums(moments, Shares(self.count, self.squares, self.largest))


class Steps:
    """Reports how many rows of all the passes are done."""

    def __init__(self, progress: Progress | None, total: int, what: str) -> None:
        self._progress, self._total, self._what, self._done = progress, total, what, 0

    def add(self, rows: int) -> None:
        """So many more rows of one pass are done."""
        self._done += rows
        if (
            self._progress is not None
            and self._progress(min(self._done, self._total), self._total, self._what) is False
        ):
            raise Cancelled("stopped")
