r"""Rules by which the weights of several classes are chosen.

- **minimax**: the smallest largest class error
- **balanced**: the smallest mean class error
- **least errors**: the smallest error rate, at the test set's prevalences or stated ones
- **least cost**: the smallest expected cost from a matrix of costs
- **best**: the best of any criterion (:mod:`aucurate.curve.class_decisions`), subject to limits
  such as "error of class 3 at most 0.02"

Points are ordered by how far they exceed the limits (the sum of what each is exceeded by; 0 where
all are kept), then by the criterion. So where no point keeps the limits the one that comes nearest
is found. Of points that are equal by both the one with the smaller mean class error comes first; by
minimax, the one with the smaller power mean :math:`(\frac1C \sum_t e_t^8)^{1/8}`, which looks at
the next largest errors. (The mean would let all other classes come up to the largest error, and on
new observations the largest of many such errors is far larger.)
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import check_fields, checked
from aucurate.curve.class_decisions import (
    HIGH_IS_GOOD,
    ClassCriterion,
    class_errors,
    criterion_values,
    criterion_words,
)
from aucurate.data.arrays import floats
from aucurate.errors import OptionError
from aucurate.formatting import join_words, shortened
from aucurate.results import Record

Floats: TypeAlias = NDArray[np.float64]
Counts: TypeAlias = NDArray[np.int64]

SAME = 1e-12  # of the larger of 1 and a value: equal up to rounding


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorLimit(Record):
    """The error of a class that must not be exceeded."""

    name: str
    value: float

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0 <= self.value <= 1:
            raise OptionError(
                "a class error must lie between 0 and 1; the limit for class "
                f"{shortened(self.name)!r} is {self.value!r}.",
                hint="2 percent is 0.02.",
            )
        object.__setattr__(self, "value", float(self.value))

    def __str__(self) -> str:
        value = repr(float(self.value)).removesuffix(".0")
        return f"error of class {shortened(self.name)} at most {value}"


class Standing(NamedTuple):
    """What points are ordered by, low is good: one number each, or an array over points."""

    excess: Any
    loss: Any
    rest: Any

    def beats(self, other: "Standing") -> bool:
        """Whether this point comes before another by more than rounding."""
        for mine, yours in zip(self, other, strict=True):
            slack = SAME * max(1.0, abs(yours))
            if not -slack <= mine - yours <= slack:
                return bool(mine < yours)
        return False

    def best(self, among: NDArray[np.bool_] | None = None) -> Counts:
        """The places of the points that no other comes before, of those ``among`` which to look."""
        size = len(self.excess)
        at = np.arange(size) if among is None else np.flatnonzero(among)
        for values in self:
            if len(at):
                lowest = float(values[at].min())
                at = at[values[at] <= lowest + SAME * max(1.0, abs(lowest))]
        return at

    def order(self) -> Counts:
        """All places, the best first."""
        return np.lexsort((self.rest, self.loss, self.excess))

    def at(self, place: int) -> "Standing":
        """The standing of one point."""
        return Standing(*(float(values[place]) for values in self))


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightRule(Record):
    """How the weights of several classes are chosen; build one with the methods below.

    Parameters
    ----------
    criterion : str
        What the weights make best, such as ``'largest_class_error'`` or ``'macro_f1'``.
    limits : tuple of ErrorLimit, default: ()
        Largest errors of classes to allow.
    costs : tuple of tuple of float, optional
        Cost of each decision: a row per true class and a column per decided class.
    prevalences : tuple of float, optional
        Prevalence of each class where the classifier will be used. By default that of the data.

    ``costs`` and ``prevalences`` are in the order of the classes.

    >>> print(WeightRule.best("macro_f1", constraints={"poor": 0.02}))
    highest macro F1 with error of class poor at most 0.02
    """

    criterion: ClassCriterion
    limits: tuple[ErrorLimit, ...] = ()
    costs: tuple[tuple[float, ...], ...] | None = None
    prevalences: tuple[float, ...] | None = None

    @classmethod
    @checked
    def minimax(cls, *, constraints: Mapping[Any, float] | None = None) -> "WeightRule":
        """The smallest largest class error."""
        return cls.best("largest_class_error", constraints=constraints)

    @classmethod
    @checked
    def balanced(cls, *, constraints: Mapping[Any, float] | None = None) -> "WeightRule":
        """The smallest mean class error."""
        return cls.best("mean_class_error", constraints=constraints)

    @classmethod
    @checked
    def least_errors(
        cls, prevalences: Any = None, *, constraints: Mapping[Any, float] | None = None
    ) -> "WeightRule":
        """The smallest error rate, at the prevalences of the test set or stated ones."""
        return cls.best("error_rate", prevalences=prevalences, constraints=constraints)

    @classmethod
    @checked
    def least_cost(
        cls, costs: Any, prevalences: Any = None, *, constraints: Mapping[Any, float] | None = None
    ) -> "WeightRule":
        """The smallest expected cost: a row per true class, a column per decided one."""
        return cls.best(
            "expected_cost", costs=costs, prevalences=prevalences, constraints=constraints
        )

    @classmethod
    @checked
    def best(
        cls,
        criterion: ClassCriterion,
        *,
        constraints: Mapping[Any, float] | None = None,
        costs: Any = None,
        prevalences: Any = None,
    ) -> "WeightRule":
        """The best of a criterion among points at which errors of classes keep below limits.

        ``constraints`` has the largest error that is allowed, by the name of the class.
        """
        asked = tuple(ErrorLimit(name=str(c), value=v) for c, v in (constraints or {}).items())
        return cls(
            criterion=criterion,
            limits=asked,
            costs=None if costs is None else _checked_costs(costs),
            prevalences=None if prevalences is None else _checked_prevalences(prevalences),
        )

    def __post_init__(self) -> None:
        check_fields(self)
        if (self.criterion == "expected_cost") != (self.costs is not None):
            raise OptionError(
                "costs go with the criterion expected_cost, which needs them.",
                hint="WeightRule.least_cost([[0, 1], [5, 0]]).",
            )
        if self.prevalences is not None and self.criterion not in ("expected_cost", "error_rate"):
            raise OptionError(
                f"the {criterion_words(self.criterion)} does not depend on stated prevalences.",
                hint="leave them out, or choose by error_rate or expected_cost.",
            )

    @checked
    def check(self, classes: Sequence[str]) -> None:
        """Refuse a rule that does not fit these classes."""
        for limit in self.limits:
            if limit.name not in classes:
                raise OptionError(
                    f"there is no class {shortened(limit.name)!r} to limit the error of.",
                    hint=f"the classes are {join_words([shortened(c) for c in classes[:12]])}.",
                )
        for what, given in (("costs", self.costs), ("prevalences", self.prevalences)):
            if given is not None and len(given) != len(classes):
                raise OptionError(
                    f"the {what} are for {len(given)} classes; there are {len(classes)}.",
                    hint="pass them in the order of the classes.",
                )

    @checked
    def values(self, confusions: Counts) -> Floats:
        """The criterion of confusion matrices."""
        return criterion_values(
            self.criterion, confusions, costs=self.costs, prevalences=self.prevalences
        )

    @checked
    def standing(self, confusions: Counts, classes: Sequence[str]) -> Standing:
        """What confusion matrices are ordered by, low is good."""
        values, errors = self.values(confusions), class_errors(confusions)
        excess = np.zeros(values.shape)
        for limit in self.limits:
            excess += over(errors[..., list(classes).index(limit.name)], limit.value)
        return Standing(excess, self.signed(values), self._rest(errors))

    def _rest(self, errors: Floats) -> Floats:
        minimax = self.criterion == "largest_class_error"
        known = np.where(np.isnan(errors), 0.0, errors)
        there = np.count_nonzero(~np.isnan(errors), axis=-1)
        mean = np.asarray((eighth_power(known) if minimax else known).sum(axis=-1) / there)
        return eighth_root(mean) if minimax else mean

    def signed(self, values: Any) -> Any:
        """A criterion turned so that low is good."""
        return -values if self.criterion in HIGH_IS_GOOD else values

    def __str__(self) -> str:
        way = "highest" if self.criterion in HIGH_IS_GOOD else "lowest"
        text = f"{way} {criterion_words(self.criterion)}"
        if self.prevalences is not None:
            text += " at stated prevalences"
        if self.limits:
            text += f" with {join_words([str(limit) for limit in self.limits])}"
        return text


def eighth_power(values: Floats) -> Floats:
    """Values to the power of 8, by squaring: a line has many of them."""
    squares = values * values
    squares *= squares
    squares *= squares
    return squares


def eighth_root(values: Floats) -> Floats:
    """What :func:`eighth_power` came from."""
    found: Floats = np.sqrt(np.sqrt(np.sqrt(values)))
    return found


def over(errors: Floats, limit: float) -> Floats:
    """By how much errors exceed a limit; rounding does not."""
    beyond = errors - limit
    return np.where(beyond > SAME, beyond, 0.0)


def _checked_costs(costs: Any) -> tuple[tuple[float, ...], ...]:
    table = floats(costs)
    square = table.ndim == 2 and table.shape[0] == table.shape[1] >= 2
    if not square or not np.isfinite(table).all() or (table < 0).any():
        raise OptionError(
            "costs must be a square table of finite numbers from 0: a row per true class, a column "
            "per decided class.",
            hint="three classes where all errors cost the same: [[0, 1, 1], [1, 0, 1], [1, 1, 0]].",
        )
    return tuple(tuple(row) for row in table.tolist())


def _checked_prevalences(prevalences: Any) -> tuple[float, ...]:
    found = floats(prevalences)
    if found.ndim != 1 or not (found >= 0).all() or not math.isclose(found.sum(), 1, abs_tol=1e-9):
        raise OptionError(
            f"prevalences must be numbers from 0 that sum to 1; these are {prevalences!r}.",
            hint="pass one per class, in the order of the classes.",
        )
    return tuple(found.tolist())
