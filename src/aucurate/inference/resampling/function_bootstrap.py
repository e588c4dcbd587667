r"""Bootstrap replicates of any function of labels and scores.

The intervals and tests are those of :mod:`aucurate.inference.resampling.bootstrap`. The function
``f(labels, scores)`` takes the labels of the drawn observations, 1 for a positive and 0 for a
negative, and their scores, and returns a number. Scores are given as classifiers are compared here:
higher is more positive, so those of a classifier named in ``lower`` have their sign changed. An
observation that was drawn twice is there twice. The draws are those of the AUC's bootstrap: of a
function that computes AUCs (above one half) the results are the same.

Groups of observations are drawn whole (:mod:`aucurate.inference.resampling.drawn_units`), and a row
with a frequency weight stands for so many observations. Sampling weights are refused: the function
is given rows, which have none.

It is called once per replicate and classifier, and so a bootstrap of 2000 replicates takes 2000
times as long as the function; ``of=PartialAuc(...)`` and its like compute many replicates at once.

- A replicate in which the function returns NaN or infinity, and an unstratified one without one of
  the classes, for which it is not called, is left out; a caveat counts them. On the data themselves
  it must return a finite number. An exception of the function ends the bootstrap.
- BCa's acceleration comes from the jackknife, which calls the function once for each distinct
  observation (each pair of label and score), and is refused above 5000 of them. With
  :math:`\theta_{(i)}` the value without observation i of a class of n, its influence is
  :math:`(n - 1) (\overline{\theta_{(\cdot)}} - \theta_{(i)})`. Where observations are in groups,
  one group is left out at a time, and the groups that hold the same classes take the place of a
  class.
- Nothing is known about the range of a function: where all replicates are equal, or a class has one
  observation, the interval is the whole line, p is 1, and a caveat says so.

**Not valid** for a function that is not smooth in the distribution of the observations: a maximum
over thresholds, a nearest neighbour, anything in which an observation that is drawn twice counts
otherwise than two observations would.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall, chapters 11
and 14.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from numbers import Real
from typing import Any, ClassVar, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import number_in
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError, OptionError, UnsupportedError
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import Contest, Question, as_paired, is_paired
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.resampling.canonical_order import arranged, compared
from aucurate.inference.resampling.drawn_units import RowUnits
from aucurate.inference.resampling.intervals import Floats, Influence
from aucurate.inference.resampling.replicates import (
    METHOD,
    Ends,
    Rows,
    RowStatistic,
    Seed,
    centred,
)
from aucurate.kernels.draws import drawn_counts
from aucurate.kernels.units import unit_counts
from aucurate.results import Alternative, Caveat, Estimate, Interval

Labels: TypeAlias = NDArray[np.int64]
Measure: TypeAlias = Callable[[Labels, Floats], float]
"""A number of one classifier, from the labels (1 and 0) and the scores of some observations."""

_BLOCK = 20  # replicates between two calls of the progress callback
_MOST_LEFT_OUT = 5000  # calls of a function that the jackknife makes
_SAME = 1e-12  # values that differ by no more, relative to the estimate, are equal


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One classifier, its labels and scores in an order of their own, and what they give."""

    scores: Scores
    labels: Labels
    values: Floats
    value: float


@dataclass(frozen=True, slots=True)
class FunctionStatistic(RowStatistic[Measured]):
    """Any function of labels and scores."""

    measure: Measure
    has_bound: ClassVar[bool] = False

    @classmethod
    def of(cls, measure: Measure) -> "FunctionStatistic":
        """Of a function; a class, which makes records and not numbers, is refused."""
        if isinstance(measure, type):
            raise OptionError(
                f"of is the class {measure.__name__}, not a number to estimate.",
                hint=f"pass an instance: of={measure.__name__}(...).",
            )
        return cls(measure)

    @property
    def quantity(self) -> str:
        """The name of the function."""
        return function_name(self.measure)

    @property
    def ends(self) -> Ends:
        """The whole line."""
        return -math.inf, math.inf

    def prepared(self, data: Scores) -> Measured:
        """Sorted by label and score, so that the order of the rows does not matter."""
        self.require(data.observations, "the bootstrap")
        data = data.plain("the bootstrap", units=True)
        labels, (values,) = _in_order(data)
        return Measured(data, labels, values, value_of(self.measure, labels, values))

    def require(self, rows: Observations, method: str) -> None:
        """Refuse sampling weights, which the function would not see."""
        if rows.is_sampled:
            raise UnsupportedError(
                f"{method} of {self.quantity} does not take sampling weights: a function "
                "f(labels, scores) is given rows without weights.",
                hint="leave out of for the AUC, or use of=PartialAuc(...), SensitivityAt(...), "
                "SpecificityAt(...) or AveragePrecision(), which take them.",
            )

    def plain(self, data: Scores, confidence: float) -> tuple[Estimate, bool]:
        """The value, without a standard error."""
        low, high = self.ends
        estimate = Estimate(
            name=data.name,
            quantity=self.quantity,
            value=self.prepared(data).value,
            standard_error=math.nan,
            interval=Interval(low=low, high=high, confidence=confidence, method=METHOD),
            n_positive=data.n_positive,
            n_negative=data.n_negative,
            method=METHOD,
            caveats=tuple(caveats.of_class_sizes(data)),
            n_groups=data.observations.n_groups,
            design_effect=_design_effect(data),
        )
        return estimate, False

    def question(
        self, alternative: Alternative, null_difference: float, confidence: float
    ) -> Question:
        """Any finite null difference."""
        null = number_in(null_difference, *self.ends, "null_difference")
        return Question(alternative, null, checked_confidence(confidence))

    def contest(self, first: Scores, second: Scores, paired: bool | None) -> Contest:
        """Two values; nothing is known about the variance of their difference."""
        for scores in (first, second):
            self.require(scores.observations, "the bootstrap test")
        together = is_paired(first, second, paired, "the bootstrap test", units=True)
        names = as_paired(first, second).names if together else (first.name, second.name)
        pair = (first,) if together else (first, second)
        notes = caveats.of_class_sizes(first)
        if not together:
            notes += caveats.of_class_sizes(second)
        if not together and first.observations is second.observations:
            notes.append(caveats.shared_observations(names[0], names[1], "them"))
        return Contest(
            names[0],
            names[1],
            self.prepared(first).value,
            self.prepared(second).value,
            math.nan,
            "paired" if together else "unpaired",
            tuple(notes),
            self.quantity,
            math.inf,
            n_groups=sum(each.observations.n_groups for each in pair),
            design_effect=max(map(_design_effect, pair)),
        )

    def seeds(self, key: int, together: bool) -> Sequence[Seed]:
        """The keys of the AUC's bootstrap."""
        apart: list[int] = np.random.SeedSequence(key).generate_state(2, np.uint64).tolist()
        return [key] if together else apart

    def left_out(self, without: int, replicates: int) -> Caveat:
        """A class that was not drawn, or a value that is not a number."""
        return caveats.no_value(without, replicates, self.quantity)

    def order(self, first: Measured, second: Measured, together: bool) -> int:
        """By the ranks, as for the AUC; by the scores where both have the same ranks."""
        pair = first.scores, second.scores
        view = arranged(*([as_paired(*pair)] if together else pair), turnable=False)
        if not view.symmetric:
            return view.sign
        if not together:
            return compared(first.values, second.values)
        there, back = (np.stack(_in_order(*each)[1]) for each in (pair, pair[::-1]))
        return compared(there, back)

    def rows(self, data: Sequence[Measured], stratified: bool, seed: Seed) -> tuple[Rows, int]:
        """A call of the function for each replicate and classifier."""
        scores = [each.scores for each in data]
        labels, columns = _in_order(*scores)
        _, units = _order(*scores)
        design = None if units is None else units.design(1 - labels)
        n_positive = int(np.count_nonzero(labels))
        n_negative = len(labels) - n_positive
        estimates = [each.value for each in data]
        replicate, key = count(), cast(int, seed)

        def times() -> NDArray[np.int64]:
            """How often each row is drawn in the next replicate."""
            at = next(replicate)
            if design is not None:
                drawn = unit_counts(design, stratified=stratified, key=key, replicate=at)
                return drawn[design.units]
            positives, negatives = drawn_counts(
                n_positive, n_negative, stratified=stratified, key=key, replicate=at
            )
            return np.concatenate([negatives, positives])

        def row() -> list[float]:
            if design is None and min(n_positive, n_negative) == 1:  # no other draws
                return estimates
            drawn = np.repeat(np.arange(len(labels)), times())
            own = labels[drawn]
            if not len(own) or own.min() == own.max():
                return [math.nan] * len(columns)
            return [_called(self.measure, own, values[drawn]) for values in columns]

        def rows(size: int) -> Floats:
            values = np.array([row() for _ in range(size)])
            values[~np.isfinite(values)] = np.nan
            near = np.abs(values - estimates) <= _SAME * np.abs(estimates)
            return np.where(near, estimates, values)

        return rows, _BLOCK

    def influences(self, data: Measured) -> list[Floats]:
        """The jackknife's, over negatives and positives in the order of the given rows."""
        return left_out_influences(self.measure, data)

    def units(self, data: Measured) -> tuple[RowUnits, Labels] | None:
        """The groups of the observations."""
        units = RowUnits.of(data.scores.observations)
        return None if units is None else (units, (~data.scores.is_positive).astype(np.int64))

    def unit_influences(self, data: Sequence[Measured], *, together: bool) -> list[Influence]:
        """The jackknife's, over the groups of each stratum."""
        moved: list[list[Floats]] = []
        for each in data:
            units = self.units(each)
            left_out = left_out_influences if units is None else partial(_left_out_groups, units)
            moved.append(left_out(self.measure, each))
        return [*centred(moved[0], moved[1] if moved[1:] else (), together)]


def function_name(measure: Measure) -> str:
    """What a function is called in a sentence."""
    while isinstance(measure, partial):
        measure = measure.func
    name = str(getattr(measure, "__name__", type(measure).__name__))
    return "function" if name == "<lambda>" else name


def value_of(measure: Measure, labels: Labels, values: Floats) -> float:
    """What the function gives where it must have a value: a finite number."""
    value = _called(measure, labels.copy(), values.copy())
    if not math.isfinite(value):
        raise AucurateError(
            f"{function_name(measure)} is {value} on {len(labels):,} observations of both classes.",
            hint="use a function that is finite on the data themselves.",
        )
    return value


def left_out_influences(measure: Measure, data: Measured) -> list[Floats]:
    """What leaving out each observation does, over negatives and positives as the rows are given.

    A class of one observation, without which there is no value, has none.
    """
    labels, values = data.labels, data.values
    order, _ = _order(data.scores)
    new = np.ones(len(labels), np.bool_)
    new[1:] = (np.diff(labels) != 0) | (np.diff(values) != 0)
    starts = np.flatnonzero(new)
    if len(starts) > _MOST_LEFT_OUT:
        raise _too_many_left_out(measure, len(starts), "observation")
    sizes = np.bincount(labels, minlength=2)
    without = np.zeros(len(starts))
    for at, start in enumerate(starts.tolist()):
        if sizes[labels[start]] > 1:
            left = np.delete(labels, start), np.delete(values, start)
            without[at] = value_of(measure, *left) * (1.0 - sizes[labels[start]])
    in_order = without[np.cumsum(new) - 1]
    as_given = np.empty(len(labels))
    as_given[order] = in_order
    positive = data.scores.is_positive
    return [as_given[~positive], as_given[positive]]


def _left_out_groups(
    units: tuple[RowUnits, Labels], measure: Measure, data: Measured
) -> list[Floats]:
    """What leaving out each group does, over the groups of each stratum.

    A group without which one of the classes is missing has no influence.
    """
    rows, codes = units
    design = rows.design(codes)
    if design.n_units > _MOST_LEFT_OUT:
        raise _too_many_left_out(measure, design.n_units, "group")
    order = np.lexsort((data.scores.values, codes))
    unit, labels = design.units[order], 1 - codes[order]
    values = data.scores.values[order].astype(np.float64)
    sizes = np.repeat(design.strata, design.strata)
    without = np.zeros(design.n_units)
    for at in range(design.n_units):
        kept = unit != at
        if sizes[at] > 1 and labels[kept].any() and not labels[kept].all():
            without[at] = value_of(measure, labels[kept], values[kept]) * (1.0 - sizes[at])
    return [each for each in np.split(without, np.cumsum(design.strata)[:-1]) if len(each)]


def _too_many_left_out(measure: Measure, number: int, what: str) -> OptionError:
    return OptionError(
        f"kind='bca' leaves out one {what} at a time, and there are {number:,} "
        f"different ones; at most {_MOST_LEFT_OUT:,} calls of {function_name(measure)} are "
        "made for that.",
        hint="use kind='percentile', which needs none.",
    )


def _design_effect(data: Scores) -> float:
    """Nothing is known of the variance of a function of observations drawn one by one."""
    return math.nan if data.observations.is_grouped else 1.0


def _order(*scores: Scores) -> tuple[NDArray[np.int64], RowUnits | None]:
    """The order of the rows by their contents, and their groups in it."""
    units, values = RowUnits.of(scores[0].observations), [each.values for each in scores]
    if units is not None:
        return units.in_order(~scores[0].is_positive, values)
    return np.lexsort((*values[::-1], scores[0].is_positive)), None


def _in_order(*scores: Scores) -> tuple[Labels, list[Floats]]:
    """Labels and scores, sorted by the label and the scores of each classifier."""
    order, _ = _order(*scores)
    values = [each.values[order].astype(np.float64) for each in scores]
    return scores[0].is_positive[order].astype(np.int64), values


def _called(measure: Measure, labels: Labels, values: Floats) -> float:
    """What the function returns, which must be a number."""
    try:
        value: Any = measure(labels, values)
    except Exception as error:
        raise AucurateError(
            f"{function_name(measure)} failed on {len(labels):,} observations with "
            f"{type(error).__name__}: {error}",
            hint="it is called with labels (1 and 0) and scores, two arrays of the same length, "
            "and must return a number; where it has no value it may return NaN.",
        ) from error
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if not isinstance(value, Real):
        raise OptionError(
            f"{function_name(measure)} returned {type(value).__name__}, not a number.",
            hint="of=f needs a function f(labels, scores) that returns a number.",
        )
    return float(value)
