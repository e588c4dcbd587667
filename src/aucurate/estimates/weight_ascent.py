r"""Coordinate ascent over exact breakpoints: one class's weight after the other, each to its best.

With all weights but one fixed, :class:`WeightLine` has every different decision along that weight
and what it is worth, so the best of the whole line is taken, not a step in a direction. This is
repeated until no weight of a single class can be bettered. As a criterion such as the largest class
error has ridges on which several weights must move together, blocks of classes are then moved as
one: the k classes with the largest errors, and the worst class with each other. Where a block
helps, single weights are tried again.

A point is only left for one that is better by the rule when its observations are decided again with
the weights as they are, so rounding cannot make the result worse than the start.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_criteria import class_errors
from aucurate.curve.weight_rules import Standing, WeightRule
from aucurate.curve.weighted_decision import shares, tallied
from aucurate.estimates.weight_leaders import Leaders
from aucurate.estimates.weight_lines import Counts, Floats, WeightLine

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
        """Single classes, the one with the largest error first, until none can be bettered."""
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
        """The best factor of a line, if it promises to be better than where we are."""
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
