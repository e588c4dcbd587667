r"""Coordinate ascent over exact breakpoints: one class's weight after the other, each to its best.

With all weights but one fixed, :class:`WeightLine` has every different decision along that weight
and what it is worth, so the best of the whole line is taken, not a step in a direction. This is
repeated until no weight of a single class can be improved. As a criterion such as the largest class
error has ridges on which several weights must move together, blocks of classes are then moved as
one: the k classes with the largest errors, and the worst class with each other. Where a block
helps, single weights are tried again.

A point is only left for one that is better by the rule when its observations are decided again with
the weights as they are, so rounding cannot make the result worse than the start.

Lines of weights
----------------
All decisions along a line of weights, and what each is worth.

The weights of a block of classes (mostly one class) are multiplied by a factor that runs from 0 to
infinity, the others stay. With :math:`m_i` the highest product of observation i outside the block
and :math:`p_i` the highest inside, the observation is given its best class of the block exactly
where the factor is above :math:`r_i = m_i / p_i`, else its best class outside. So the sorted
:math:`r_i` are the only places where a decision changes, and between two neighbours all factors
decide alike: n observations have at most n + 1 different decisions along a line, and each differs
from the one before it by one observation that is given another class. Criteria follow by
cumulative sums; the cost is that of one sort.

- An error of a class of the block can only fall along the line and that of another class only rise,
  so the largest error is the larger of a running maximum from the left and one from the right.
- Sums over observations (mean class error, error rate, expected cost) change by an entry of
  :func:`aucurate.curve.class_decisions.loss_table` with every step.
- F1 changes for the two classes that a step concerns.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import class_errors, class_f1, loss_table, shares, tallied
from aucurate.curve.weight_rules import Standing, WeightRule, eighth_power, eighth_root, over

Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]

_APART = 1e-12  # ratios nearer than this (relatively) are one place: rounding could tip between


@dataclass(frozen=True, slots=True, eq=False)
class WeightLine:
    """The steps of a line: at each an observation leaves one class for another.

    ``ratios`` ascend; ``labels``, ``left`` and ``entered`` are the places of the true class, the
    class outside the block and the class inside. ``start`` is the confusion matrix before the first
    step, ``raised`` says which classes are in the block, and factors beyond ``reach``, or below 1
    divided by it, are not looked at.
    """

    ratios: Floats
    labels: Counts
    left: NDArray[Any]
    entered: NDArray[Any]
    start: Counts
    raised: NDArray[np.bool_]
    reach: float = math.inf

    @classmethod
    def between(
        cls,
        codes: Counts,
        outside: tuple[Floats, NDArray[Any]],
        inside: tuple[Floats, NDArray[Any]],
        raised: NDArray[np.bool_],
        *,
        reach: float = math.inf,
    ) -> "WeightLine":
        """From the highest products outside and inside the block, and whose they are."""
        (high, left), (low, entered) = outside, inside
        with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
            ratios = high / low
        # Where both are 0 the first class is given; where one is, that side never wins.
        steps = np.flatnonzero((ratios > 1 / reach) & (ratios < reach))
        given = left.astype(np.int64)
        always = np.flatnonzero(~(ratios > 1 / reach))
        given[always] = np.where(low[always] > 0, entered[always], 0)
        order = steps[np.argsort(ratios[steps])]
        return cls(
            ratios=ratios[order],
            labels=codes[order],
            left=left[order],
            entered=entered[order],
            start=tallied(codes, given, len(raised)),
            raised=raised,
            reach=reach,
        )

    def __len__(self) -> int:
        return len(self.ratios) + 1

    def open(self) -> NDArray[np.bool_]:
        """After how many steps there is room for a factor, also under rounding."""
        room = np.ones(len(self), np.bool_)
        room[1:-1] = self.ratios[1:] > self.ratios[:-1] * (1 + _APART)
        return room

    def factor(self, place: int) -> float:
        """The geometric middle of the factors that decide alike after so many steps."""
        if not len(self.ratios):
            return 1.0
        lowest, highest = self._ends()
        low = float(self.ratios[place - 1]) if place > 0 else lowest
        high = float(self.ratios[place]) if place < len(self.ratios) else highest
        return math.sqrt(low) * math.sqrt(high)

    def widest(self, places: Counts) -> int:
        """Of some places the one with the widest range of factors."""
        lowest, highest = self._ends()
        logs = np.log(np.concatenate([[lowest], self.ratios, [highest]]))
        return int(places[np.argmax(logs[places + 1] - logs[places])])

    def _ends(self) -> tuple[float, float]:
        """Where the first and the last range of factors end: a factor 4 away, or out of reach."""
        first, last = float(self.ratios[0]), float(self.ratios[-1])
        return max(first / 4, 1 / self.reach), min(last * 4, self.reach)

    def standing(self, rule: WeightRule, classes: Sequence[str]) -> Standing:
        """What the rule orders points by, after every number of steps."""
        sizes = self.start.sum(axis=1)
        if rule.criterion == "largest_class_error":
            loss, rest = self._largest_error(sizes)
        else:
            rest = self._summed(loss_table("mean_class_error", sizes))
            loss = rest
        if rule.criterion == "macro_f1":
            loss = rule.signed(self._macro_f1(sizes))
        elif rule.criterion in ("error_rate", "expected_cost"):
            loss = self._summed(loss_table(rule.criterion, sizes, rule.costs, rule.prevalences))
        excess = np.zeros(len(self))
        for limit in rule.limits:
            place = list(classes).index(limit.name)
            excess += over(self._error_of(place, sizes), limit.value)
        return Standing(excess, loss, rest)

    def _summed(self, table: Floats) -> Floats:
        changes = table[self.labels, self.entered] - table[self.labels, self.left]
        found = np.empty(len(self))
        found[0] = (table * self.start).sum()
        np.cumsum(changes, out=found[1:])
        found[1:] += found[0]
        return found

    def _error_of(self, place: int, sizes: Counts) -> Floats:
        side = self.entered if self.raised[place] else self.left
        moved = np.cumsum((self.labels == place) & (side == place))
        wrong = np.empty(len(self), np.int64)
        wrong[0] = sizes[place] - self.start[place, place]
        wrong[1:] = wrong[0] - moved if self.raised[place] else wrong[0] + moved
        found: Floats = wrong / sizes[place]
        return found

    def _largest_error(self, sizes: Counts) -> tuple[Floats, Floats]:
        """The largest class error, and the power mean of all class errors."""
        wrong = sizes - np.diagonal(self.start)
        rising, falling = np.full(len(self), -1.0), np.full(len(self), -1.0)
        changes = np.zeros(len(self))
        changes[0] = np.sum(eighth_power(wrong / sizes))
        rising[0] = np.max(wrong[~self.raised] / sizes[~self.raised])
        (lost,) = np.nonzero(self.labels == self.left)
        of = self.labels[lost]
        before = wrong[of] + _counted(of)
        rising[lost + 1] = (before + 1) / sizes[of]
        changes[lost + 1] = eighth_power(rising[lost + 1]) - eighth_power(before / sizes[of])
        (won,) = np.nonzero(self.labels == self.entered)
        of = self.labels[won]
        before = wrong[of] - _counted(of)
        falling[won] = before / sizes[of]
        changes[won + 1] = eighth_power((before - 1) / sizes[of]) - eighth_power(falling[won])
        at_last = wrong - np.bincount(of, minlength=len(sizes))
        falling[-1] = np.max(at_last[self.raised] / sizes[self.raised])
        highest = np.maximum.accumulate(falling[::-1])[::-1]
        powers = np.maximum(np.cumsum(changes), 0.0) / len(sizes)
        return np.maximum(np.maximum.accumulate(rising), highest), eighth_root(powers)

    def _macro_f1(self, sizes: Counts) -> Floats:
        f1 = class_f1(self.start)
        changes = self._f1_changes(self.left, -1, sizes, f1)
        changes += self._f1_changes(self.entered, 1, sizes, f1)
        found = np.empty(len(self))
        found[0] = f1.mean()
        np.cumsum(changes / len(f1), out=found[1:])
        found[1:] += found[0]
        return found

    def _f1_changes(self, side: NDArray[Any], way: int, sizes: Counts, f1: Floats) -> Floats:
        """By how much each step changes F1 of the class on one side of it."""
        order = np.argsort(side.astype(np.uint16), kind="stable")
        of, right = side[order], self.labels[order] == side[order]
        first = np.flatnonzero(np.diff(of, prepend=-1))
        lengths = np.diff(np.append(first, len(of)))
        within = np.arange(1, len(of) + 1) - np.repeat(first, lengths)
        found = np.concatenate([[0], np.cumsum(right)])
        hits = found[1:] - np.repeat(found[first], lengths)
        decided = self.start.sum(axis=0)[of] + way * within
        after = 2 * (np.diagonal(self.start)[of] + way * hits) / (sizes[of] + decided)
        before = np.concatenate([[0.0], after[:-1]]) if len(after) else after
        before[first] = f1[of[first]]
        changes = np.empty(len(of))
        changes[order] = after - before
        return changes


def _counted(classes: Counts) -> Counts:
    """How many of the same class stand before each."""
    order = np.argsort(classes.astype(np.uint16), kind="stable")
    sizes = np.bincount(classes)
    first = np.cumsum(sizes) - sizes
    found = np.empty(len(classes), np.int64)
    found[order] = np.arange(len(classes)) - first[classes[order]]
    return found


_FARTHEST = 1e100  # between weights: beyond it products could underflow to 0
_ROUNDS = 50


@dataclass(frozen=True, slots=True, eq=False)
class WeightQuestion:
    """Scores (a row per class), the places of the labels, and the rule to choose weights by."""

    values: NDArray[Any]
    codes: Counts
    classes: tuple[str, ...]
    rule: WeightRule

    def standing(self, confusion: Counts) -> Standing:
        """What the rule orders points by."""
        return self.rule.standing(confusion, self.classes)

    def part(self, rows: Counts) -> "WeightQuestion":
        """The same question for some of the observations."""
        values = np.ascontiguousarray(self.values[:, rows])
        return WeightQuestion(values, self.codes[rows], self.classes, self.rule)


@dataclass(frozen=True, slots=True, eq=False)
class Ascent:
    """Where an ascent ended, and how many points it looked at."""

    weights: Floats
    confusion: Counts
    standing: Standing
    points: int


def ascend(
    question: WeightQuestion,
    weights: Floats,
    *,
    blocks: bool = True,
    rounds: int = _ROUNDS,
    reach: float = _FARTHEST,
) -> Ascent:
    """Better a weight vector until no class, and no block of classes, can be moved for the better.

    ``rounds`` is how often each class is tried at most between two blocks, and ``reach`` how far a
    weight may go at a time, as a factor.
    """
    climber = _Climber(question, weights, reach)
    while True:
        climber.by_class(rounds)
        if not blocks or not climber.by_block():
            return Ascent(
                shares(climber.leaders.weights),
                climber.confusion,
                climber.standing,
                climber.points,
            )


class _Climber:
    """A point on its way up."""

    def __init__(self, question: WeightQuestion, weights: Floats, reach: float) -> None:
        self.question, self.reach = question, reach
        self.leaders = Leaders(question.values, weights)
        self.confusion = self._decided()
        self.standing = question.standing(self.confusion)
        self.points = 1

    def by_class(self, rounds: int) -> None:
        """Single classes, the one with the largest error first, until none can be improved."""
        classes = len(self.question.classes)
        idle = 0
        for _ in range(rounds):
            for place in np.argsort(-class_errors(self.confusion), kind="stable").tolist():
                idle = 0 if self._move_class(place) else idle + 1
                if idle == classes:
                    return

    def by_block(self) -> bool:
        """Whether a block of classes could be moved for the better."""
        return any(self._move_block(raised) for raised in self._blocks())

    def _move_class(self, place: int) -> bool:
        leaders = self.leaders
        before = float(leaders.weights[place])
        base = before or float(np.max(leaders.weights))
        inside = leaders.values[place] * np.float64(base)
        raised = np.zeros(len(leaders.weights), np.bool_)
        raised[place] = True
        line = WeightLine.between(
            self.question.codes,
            leaders.without(place),
            (inside, np.full(len(inside), place, np.int32)),
            raised,
            reach=self.reach,
        )
        factor = self._best_factor(line)
        if factor is None or not _near(base * factor, np.delete(leaders.weights, place)):
            return False
        leaders.reweigh(place, base * factor)
        if self._accepted():
            return True
        leaders.reweigh(place, before)
        return False

    def _move_block(self, raised: NDArray[np.bool_]) -> bool:
        leaders = self.leaders
        line = WeightLine.between(
            self.question.codes, *leaders.blocks(raised), raised, reach=self.reach
        )
        factor = self._best_factor(line)
        weights = leaders.weights
        if factor is None or not _near(factor * np.max(weights[raised]), weights[~raised]):
            return False
        self.leaders = Leaders(leaders.values, np.where(raised, factor * weights, weights))
        if self._accepted():
            return True
        self.leaders = leaders
        return False

    def _best_factor(self, line: WeightLine) -> float | None:
        """The best factor of a line, if it is expected to improve on the current one."""
        self.points += len(line)
        standing = line.standing(self.question.rule, self.question.classes)
        best = standing.best(line.open())
        if not len(best) or not standing.at(int(best[0])).beats(self.standing):
            return None
        return line.factor(line.widest(best))

    def _accepted(self) -> bool:
        confusion = self._decided()
        standing = self.question.standing(confusion)
        if not standing.beats(self.standing):
            return False
        self.confusion, self.standing = confusion, standing
        return True

    def _decided(self) -> Counts:
        return tallied(self.question.codes, self.leaders.first, len(self.question.classes))

    def _blocks(self) -> Iterator[NDArray[np.bool_]]:
        """Blocks of two classes to all but two: the worst ones, then the worst with each other."""
        worst_first = np.argsort(-class_errors(self.confusion), kind="stable")
        classes = len(worst_first)
        for size in range(2, classes - 1):
            yield _block(worst_first[:size], classes)
        for other in worst_first[2:] if classes > 3 else ():
            yield _block(np.array([worst_first[0], other]), classes)


def _block(places: Counts, classes: int) -> NDArray[np.bool_]:
    raised = np.zeros(classes, np.bool_)
    raised[places] = True
    return raised


def _near(weight: float, others: Floats) -> bool:
    largest = float(np.max(others))
    return largest > 0 and largest / _FARTHEST < weight < largest * _FARTHEST


# The two highest weighted scores of every observation, kept up to date as weights change.


Places: TypeAlias = NDArray[np.int32]


class Leaders:
    """The class with the highest product of every observation, and the next one.

    Ties go to the class that comes first. When one weight changes only the observations that the
    class led, or leads now, are looked at again in all classes.
    """

    def __init__(self, values: NDArray[Any], weights: Floats) -> None:
        self.values = values
        self.weights = weights.copy()
        self.first, self.highest, self.second, self.next = _two_highest(values, self.weights)

    def without(self, place: int) -> tuple[Floats, Places]:
        """The highest product of the other classes, and whose it is."""
        leads = self.first == place
        highest = np.where(leads, self.next, self.highest)
        return highest, np.where(leads, self.second, self.first)

    def reweigh(self, place: int, weight: float) -> None:
        """Give one class another weight."""
        self.weights[place] = weight
        product = self.values[place] * np.float64(weight)
        touched = (self.first == place) | (self.second == place)
        (again,) = np.nonzero(touched)
        columns = _two_highest(self.values[:, again], self.weights)
        # The others have two leaders without this class; it may pass one of them or both.
        wins = product > self.highest
        wins |= (product == self.highest) & (place < self.first)
        follows = product > self.next
        follows |= (product == self.next) & (place < self.second)
        self.second = np.where(wins, self.first, np.where(follows, place, self.second))
        self.next = np.where(wins, self.highest, np.where(follows, product, self.next))
        self.first = np.where(wins, place, self.first)
        self.highest = np.where(wins, product, self.highest)
        self.first[again], self.highest[again], self.second[again], self.next[again] = columns

    def blocks(self, raised: NDArray[np.bool_]) -> tuple[Any, Any]:
        """The highest product, and whose it is, outside a block of classes and inside."""
        return _highest(self.values, self.weights, ~raised), _highest(
            self.values, self.weights, raised
        )


def _highest(
    values: NDArray[Any], weights: Floats, among: NDArray[np.bool_]
) -> tuple[Floats, Places]:
    places = np.flatnonzero(among)
    highest = values[places[0]] * np.float64(weights[places[0]])
    first = np.full(values.shape[1], places[0], np.int32)
    for place in places[1:]:
        product = values[place] * np.float64(weights[place])
        first[product > highest] = place
        np.maximum(highest, product, out=highest)
    return highest, first


def _two_highest(values: NDArray[Any], weights: Floats) -> tuple[Places, Floats, Places, Floats]:
    size = values.shape[1]
    first, second = np.zeros(size, np.int32), np.zeros(size, np.int32)
    highest, following = values[0] * np.float64(weights[0]), np.full(size, -1.0)
    for place in range(1, len(values)):
        product = values[place] * np.float64(weights[place])
        wins = product > highest
        (follows,) = np.nonzero(~wins & (product > following))
        following[follows], second[follows] = product[follows], place
        (at,) = np.nonzero(wins)
        following[at], second[at] = highest[at], first[at]
        highest[at], first[at] = product[at], place
    return first, highest, second, following
