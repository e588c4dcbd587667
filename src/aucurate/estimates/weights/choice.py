"""Weights of several classes that were chosen by a rule, with what they decide."""

from dataclasses import dataclass

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.class_decisions import Counts, Floats, class_errors, criterion_words
from aucurate.curve.weight_rules import SAME, WeightRule
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.formatting import digits_for, join_words, number, shortened
from aucurate.results import Caveat, Record

FEW = 10
_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightChoice(Record):
    """A chosen operating point of several classes.

    ``weights`` sum to 1. ``confusion`` has a row per true class and a column per decided one.
    ``value`` is the criterion of the rule, and ``points`` says how many operating points were
    looked at.
    """

    name: str
    classes: tuple[str, ...]
    weights: tuple[float, ...]
    confusion: tuple[tuple[int, ...], ...]
    class_errors: tuple[float, ...]
    value: float
    rule: WeightRule
    method: str
    points: int
    caveats: tuple[Caveat, ...] = ()

    @property
    def error_rate(self) -> float:
        """The share of observations given another class than their own."""
        table = np.array(self.confusion)
        return 1 - float(np.trace(table) / table.sum())

    @checked
    def weight(self, label: str) -> float:
        """The weight of a class by its name."""
        if label not in self.classes:
            raise OptionError(
                f"there is no class {shortened(str(label))!r}.",
                hint=f"the classes are {join_words([shortened(c) for c in self.classes])}.",
            )
        return self.weights[self.classes.index(label)]

    def __str__(self) -> str:
        pairs = zip(self.classes, self.weights, strict=True)
        shown = [f"{shortened(c)} {number(w, digits_for(w))}" for c, w in list(pairs)[:_SHOWN]]
        more = ", ..." if len(self.classes) > _SHOWN else ""
        return (
            f"{shortened(self.name)}: weights {', '.join(shown)}{more}: "
            f"{criterion_words(self.rule.criterion)} {number(self.value)}; {self.rule}"
        )


def chosen(
    data: ClassScores,
    rule: WeightRule,
    weights: Floats,
    confusion: Counts,
    *,
    method: str,
    points: int,
    caveats: tuple[Caveat, ...] = (),
) -> WeightChoice:
    """The record of weights that sum to 1, and what they decide where they were chosen."""
    return WeightChoice(
        name=data.name,
        classes=data.classes,
        weights=tuple(weights.tolist()),
        confusion=tuple(tuple(row) for row in confusion.tolist()),
        class_errors=tuple(class_errors(confusion).tolist()),
        value=float(rule.values(confusion)),
        rule=rule,
        method=method,
        points=points,
        caveats=(*_of_choice(data, rule, confusion), *caveats),
    )


def _of_choice(data: ClassScores, rule: WeightRule, confusion: Counts) -> list[Caveat]:
    found = [caveat(Kind.CHOSEN_ON_SAME_OBSERVATIONS, "weights")]
    errors = class_errors(confusion)
    broken = [
        f"{limit} (it is {number(errors[data.classes.index(limit.name)])})"
        for limit in rule.limits
        if errors[data.classes.index(limit.name)] > limit.value + SAME
    ]
    if broken:
        found.append(caveat(Kind.LIMITS_NOT_KEPT, "search", limits=join_words(broken)))
    return [*found, *_of_classes(data, confusion)]


def _of_classes(data: ClassScores, confusion: Counts) -> list[Caveat]:
    found = []
    never = np.flatnonzero(confusion.sum(axis=0) == 0)
    if len(never):
        names = [data.classes[place] for place in never]
        found.append(
            caveat(
                Kind.CLASS_NEVER_DECIDED,
                about=names,
                classes="class" if len(names) == 1 else "classes",
                names=_few([shortened(name) for name in names]),
            )
        )
    sizes = zip(data.classes, data.counts, strict=True)
    small = {name: f"{shortened(name)} ({size})" for name, size in sizes if size < FEW}
    if small:
        found.append(
            caveat(
                Kind.FEW_OBSERVATIONS,
                "class_errors",
                about=list(small),
                classes=_few(list(small.values())),
                limit=FEW,
            )
        )
    return found


def _few(names: list[str]) -> str:
    return join_words(names) if len(names) <= _SHOWN else f"{', '.join(names[:_SHOWN])}, ..."
