r"""One bootstrap engine: from rows of replicates to an interval and a test, for every estimate.

A family of estimates (:class:`Statistic`) says what a replicate is: how observations are drawn, and
what is computed from them. Everything else is here, once:

- :func:`draw`: replicates in blocks, until all are done or the progress callback returns False;
- :func:`in_turn`: test sets drawn one after the other, as often as the one that was stopped;
- :func:`usable`: replicates without a value (a class was not drawn) are left out and counted;
- :class:`Replicates`: what is left is made into one of the four kinds of interval
  (:mod:`aucurate.inference.resampling.intervals`) and inverted into a test.

Neither the order of the observations nor that of the two classifiers changes a replicate: the data
settle which classifier is drawn first (:meth:`RowStatistic.order`), and the result is turned back.
Where the data are symmetric in the two classifiers, the replicates are made symmetric.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import AucurateError, OptionError
from aucurate.formatting import join_words
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import Contest, Question
from aucurate.inference.resampling import intervals
from aucurate.inference.resampling.drawn_units import RowUnits, influences_of_units
from aucurate.inference.resampling.intervals import NAMES, Floats, Influence, Kind, Plausible
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress, share_of
from aucurate.results import (
    Alternative,
    Caveat,
    ClassEstimate,
    Comparison,
    Estimate,
    Interval,
    MethodTitle,
)

METHOD = MethodTitle("bootstrap", "bootstrap")

Data = TypeVar("Data")
Number = TypeVar("Number", bound=np.generic)
Plain = TypeVar("Plain", bound=Estimate | ClassEstimate)
Rows: TypeAlias = Callable[[int], Floats]
"""Draws replicates: a row for each, a column for each classifier."""
Seed: TypeAlias = int | np.random.SeedSequence
Ends: TypeAlias = tuple[float, float]
LeftOut: TypeAlias = Callable[[int, int], Caveat]
"""The caveat of replicates without a value, from how many there are and of how many."""

_MISSING_CLASS: LeftOut = caveats.missing_class


def draw(
    rows: Callable[[int], NDArray[Number]],
    replicates: int,
    *,
    block: int,
    progress: Progress | None = None,
) -> NDArray[Number]:
    """So many rows of replicates, a block of them at a time.

    Fewer where ``progress``, called after each block, returned False.
    """
    finished: list[NDArray[Number]] = []
    for start in range(0, replicates, block):
        size = min(block, replicates - start)
        finished.append(rows(size))
        if progress is not None and progress(start + size, replicates, "replicates") is False:
            break
    return np.concatenate(finished)


def in_turn(
    parts: Sequence[Callable[[int, Progress | None], Floats]],
    replicates: int,
    progress: Progress | None,
) -> list[Floats]:
    """The replicates of test sets that are drawn one after the other.

    A part draws so many replicates and reports its progress, which is passed on as a share of all
    parts. Once one was stopped, the rest are drawn equally often.
    """
    finished = []
    for at, part in enumerate(parts):
        drawn = part(replicates, share_of(progress, at, len(parts)))
        if len(drawn) < replicates:
            replicates, progress = len(drawn), None
        finished.append(drawn)
    return finished


def usable(
    drawn: Floats, replicates: int, left_out: LeftOut = _MISSING_CLASS
) -> tuple[NDArray[np.bool_], list[Caveat]]:
    """Which replicates (rows) have a value, and what the reader must know of the others."""
    notes = monte_carlo.of_finished(len(drawn), replicates)
    there = ~np.isnan(drawn.reshape(len(drawn), -1)[:, 0])
    without = len(drawn) - int(np.count_nonzero(there))
    if without:
        notes.append(left_out(without, len(drawn)))
    if len(drawn) - without < 2:
        raise AucurateError(
            f"fewer than two of {len(drawn):,} replicates have a value.",
            hint="use more replicates, or draw within the classes with stratified=True.",
        )
    return there, notes


def within_classes(resampling: Resampling) -> Resampling:
    """The options of a bootstrap that draws each class from its own."""
    if not resampling.stratified:
        raise OptionError(
            "the bootstrap of this estimate draws within the classes only.",
            hint="keep stratified=True; the share of each class is then that of the test set.",
        )
    return resampling


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """Replicates of an estimate or of a difference, made into one kind of interval.

    ``variance`` is that of the replicates, or where they happen to be equal the analytic one; NaN
    where there is neither, and then no statement is possible. ``caveats`` are those of the drawing.
    """

    kind: Kind
    plausible: Plausible
    variance: float
    caveats: tuple[Caveat, ...]

    @classmethod
    def of(
        cls,
        estimate: float,
        drawn: Floats,
        kind: Kind,
        replicates: int,
        *,
        influences: Callable[[], Sequence[Influence]],
        variance: Callable[[], float],
        variances: Floats | None = None,
        symmetric_about: float | None = None,
        left_out: LeftOut = _MISSING_CLASS,
    ) -> Self:
        """From the value in each replicate, NaN where it has none.

        ``influences`` gives the centred influences over each class of each test set, which BCa
        needs, ``variance`` the variance of the estimate and ``variances`` that in each replicate,
        which the studentised interval needs.
        """
        there, notes = usable(drawn, replicates, left_out)
        values = drawn[there]
        if kind == "studentised" and variances is not None:
            kept = variances[there]
            plausible = intervals.studentised(estimate, values, variance(), kept)
            unknown = int(np.count_nonzero(~(kept > 0)))
            if unknown:
                notes.append(caveats.no_replicate_variance(unknown, len(values)))
        elif kind == "bca":
            plausible = intervals.bca(estimate, values, influences())
        else:
            way = intervals.basic if kind == "basic" else intervals.percentile
            plausible = way(estimate, values)
        if symmetric_about is not None:
            plausible = plausible.symmetrical(symmetric_about)
        spread = float(np.var(values, ddof=1)) if np.ptp(values) > 0 else variance()
        return cls(kind, plausible, spread, tuple(notes))

    def interval(
        self, value: float, confidence: float, ends: Ends
    ) -> tuple[Interval, list[Caveat]]:
        """The interval within ``ends``, never a point, and all caveats; replicates may run out."""
        if math.isnan(self.variance):
            low, high = ends
            whole = Interval(low=low, high=high, confidence=confidence, method=NAMES[self.kind])
            return whole, [*self.caveats, caveats.equal_replicates()]
        interval, few = self.plausible.interval(self.kind, confidence, value, ends)
        return interval, [*self.caveats, *few]

    def estimate(self, plain: Plain, ends: Ends) -> Plain:
        """The estimate with the standard deviation and the interval of its replicates."""
        interval, notes = self.interval(plain.value, plain.interval.confidence, ends)
        return replace(
            plain,
            standard_error=math.sqrt(self.variance),
            interval=interval,
            method=METHOD,
            caveats=(*plain.caveats, *notes),
        )

    def comparison(self, contest: Contest, question: Question) -> Comparison:
        """The interval inverted, within the reach of the contest."""
        ends = -contest.reach, contest.reach
        interval, notes = self.interval(contest.difference, question.confidence, ends)
        p = 1.0
        if not math.isnan(self.variance):
            p = self.plausible.p_value(question.null_difference, question.alternative)
        contest = replace(contest, variance=self.variance, caveats=(*contest.caveats, *notes))
        return monte_carlo.resampled_comparison(contest, question, interval, p, NAMES[self.kind])


class Drawing(NamedTuple):
    """The request to a bootstrap."""

    kind: Kind
    resampling: Resampling
    progress: Progress | None


class Statistic(ABC):
    """What a family of estimates supplies to the bootstrap.

    ``has_bound`` says that a distribution-free bound takes over where the estimate has no variance.
    """

    __slots__ = ()
    kinds: ClassVar[tuple[Kind, ...]] = ("percentile", "basic", "bca")
    has_bound: ClassVar[bool] = True

    @property
    def ends(self) -> Ends:
        """The range of the estimate."""
        return 0.0, 1.0

    def checked_kind(self, kind: Kind) -> Kind:
        """The kind of interval, refused where this family has none."""
        if kind not in self.kinds:
            raise OptionError(
                f"kind must be {join_words([repr(each) for each in self.kinds], 'or')} for this "
                f"estimate; it is {kind!r}.",
                hint="only the AUC of two classes has a variance in every replicate.",
            )
        return kind

    def resampling(self, resampling: Resampling | None) -> Resampling:
        """The options of the drawing, refused where they mean nothing."""
        return Resampling() if resampling is None else resampling

    def question(
        self, alternative: Alternative, null_difference: float, confidence: float
    ) -> Question:
        """The request for the difference, refused where it is meaningless."""
        return Question.checked(alternative, null_difference, confidence)

    @abstractmethod
    def plain(self, data: Any, confidence: float) -> tuple[Any, bool]:
        """The estimate without replicates, and whether it is final because nothing varies.

        A final one has the interval that replaces the bootstrap's.
        """

    @abstractmethod
    def contest(self, first: Any, second: Any, paired: bool | None) -> Contest:
        """Two classifiers, on the same observations or on different ones."""

    @abstractmethod
    def replicates(self, data: Any, plain: Any, drawing: Drawing) -> Replicates:
        """The estimate of one classifier in every replicate."""

    @abstractmethod
    def differences(
        self, first: Any, second: Any, contest: Contest, drawing: Drawing
    ) -> Replicates:
        """First minus second in every replicate."""


class RowStatistic(Statistic, Generic[Data]):
    """A family whose replicates are drawn as rows, with a column for each classifier.

    ``Data`` is one classifier on one test set as the draws need it (:meth:`prepared`).
    """

    __slots__ = ()

    def prepared(self, data: Any) -> Data:
        """One classifier, ready to be drawn from."""
        prepared: Data = data
        return prepared

    @abstractmethod
    def rows(self, data: Sequence[Data], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """What draws replicates of classifiers on the same observations, and how many at a time.

        A replicate without a value is NaN.
        """

    @abstractmethod
    def order(self, first: Data, second: Data, together: bool) -> int:
        """Which of two classifiers is drawn first: 1 the first, -1 the second.

        0 where they are symmetric in the two classifiers. The order of the rows must not matter.
        """

    @abstractmethod
    def influences(self, data: Data) -> list[Floats]:
        """What each observation does to the estimate, for each class, in the order of the rows."""

    def units(self, data: Data) -> tuple[RowUnits, NDArray[np.int64]] | None:
        """The groups and weights of the rows and their classes, None where each is drawn alone."""
        return None

    def seeds(self, key: int, together: bool) -> Sequence[Seed]:
        """What the generators of shared draws, or of the two test sets, start from."""
        return np.random.SeedSequence(key).spawn(2)

    def left_out(self, without: int, replicates: int) -> Caveat:
        """The caveat of replicates without a value."""
        return caveats.missing_class(without, replicates)

    def replicates(self, data: Any, plain: Any, drawing: Drawing) -> Replicates:
        """The estimate of one classifier in every replicate."""
        kind, resampling, progress = drawing
        prepared = self.prepared(data)
        return Replicates.of(
            plain.value,
            self.drawn(prepared, resampling, progress),
            kind,
            resampling.replicates,
            influences=lambda: self._centred([prepared], together=False),
            variance=lambda: plain.standard_error**2,
            left_out=self.left_out,
        )

    def differences(
        self, first: Any, second: Any, contest: Contest, drawing: Drawing
    ) -> Replicates:
        """First minus second in every replicate."""
        kind, resampling, progress = drawing
        one, two = self.prepared(first), self.prepared(second)
        together = contest.design == "paired"
        values, alike = self.drawn_differences(one, two, together, resampling, progress)
        return Replicates.of(
            contest.difference,
            values,
            kind,
            resampling.replicates,
            influences=lambda: self._centred([one, two], together=together),
            variance=lambda: contest.variance,
            symmetric_about=0.0 if alike else None,
            left_out=self.left_out,
        )

    def _centred(self, data: Sequence[Data], *, together: bool) -> list[Influence]:
        """The influences over each class of each test set, or over the groups of each stratum."""
        if any(self.units(each) for each in data):
            return self.unit_influences(data, together=together)
        moved = [self.influences(each) for each in data]
        return [*centred(moved[0], moved[1] if moved[1:] else (), together)]

    def unit_influences(self, data: Sequence[Data], *, together: bool) -> list[Influence]:
        """What leaving out each group or weighted row does, for each stratum of each test set."""
        moved = [self.influences(each) for each in data]
        if together:
            moved = [[a - b for a, b in zip(*moved, strict=True)]]
        found: list[Influence] = []
        for at, influences in enumerate(moved):
            units = self.units(data[at])
            signed = [-each for each in influences] if at == 1 else influences
            found += centred(signed) if units is None else influences_of_units(*units, signed)
        return found

    def drawn(self, data: Data, resampling: Resampling, progress: Progress | None) -> Floats:
        """The estimate of one classifier in every replicate, NaN where it has none."""
        return self._draw([data], resampling, resampling.key(), resampling.replicates, progress)[
            :, 0
        ]

    def drawn_differences(
        self,
        first: Data,
        second: Data,
        together: bool,
        resampling: Resampling,
        progress: Progress | None,
    ) -> tuple[Floats, bool]:
        """First minus second on shared draws, or on two test sets drawn in turn.

        With it whether the data are symmetric in the two classifiers.
        """
        order = self.order(first, second, together)
        sign = -1 if order < 0 else 1
        pair = (first, second)[::sign]
        seeds = self.seeds(resampling.key(), together)
        if together:
            both = self._draw(pair, resampling, seeds[0], resampling.replicates, progress)
            return sign * (both[:, 0] - both[:, 1]), order == 0

        def part(data: Data, seed: Seed) -> Callable[[int, Progress | None], Floats]:
            return lambda replicates, watch: self._draw(
                [data], resampling, seed, replicates, watch
            )[:, 0]

        parts = [part(data, seed) for data, seed in zip(pair, seeds, strict=True)]
        one, two = in_turn(parts, resampling.replicates, progress)
        return sign * (one[: len(two)] - two), order == 0

    def _draw(
        self,
        data: Sequence[Data],
        resampling: Resampling,
        seed: Seed,
        replicates: int,
        progress: Progress | None,
    ) -> Floats:
        rows, block = self.rows(data, resampling.stratified, seed)
        return draw(rows, replicates, block=max(1, block), progress=progress)


def centred(
    first: Sequence[Floats], second: Sequence[Floats] = (), together: bool = False
) -> list[Floats]:
    """Influences over each class of each test set, of a difference where there are two."""
    influences = [*first, *(-each for each in second)]
    if together:
        influences = [a - b for a, b in zip(first, second, strict=True)]
    return [np.sort(each - math.fsum(each) / len(each)) for each in influences]
