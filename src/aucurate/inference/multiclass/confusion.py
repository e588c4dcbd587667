r"""The confusion matrix of a classifier at an operating point, each share with its interval.

**Question.** Of the observations of a class, which share is given each class, and how precise is
that?

**Use it** at equal weights or at those of :mod:`aucurate.estimates.weights.search`;
:class:`aucurate.plots.ConfusionDisplay` draws it.

At weights w the classifier gives :math:`n_{td}` of the :math:`n_t` observations of class t the
class d. Given its class, an observation is one draw, so every share :math:`n_{td}/n_t` is a
proportion and has the interval of one (:mod:`aucurate.inference.operating.proportions`; Wilson by
default). The share on the diagonal is one minus the error of the class.

**Groups and sampling weights.** Counts are then sums of weights (with a mean of 1 over the
observations), and a share has the interval of its effective counts
(:mod:`aucurate.inference.operating.effective_counts`), from the variance of the share between the
groups that hold the class.

**Not valid** for all cells at once: each interval is separate, and the shares of a row depend on
each other, summing to 1. Weights that were chosen on the same observations make the diagonal too
large. Over folds the shares are those of the stacked scores, of several fits; how they vary over
folds is in :mod:`aucurate.inference.folds.class_points`.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.class_decisions import checked_weights, confusion_matrices, decide
from aucurate.data.classes import ClassObservations, ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.call_moments import UnitSums
from aucurate.formatting import amount, number, shortened, text_table
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.folds.class_points import ClassOperatingPoints, refuse_weighing
from aucurate.inference.operating.effective_counts import EffectiveSize
from aucurate.inference.operating.proportions import NAMES, ProportionMethod, proportion_ends
from aucurate.results import Amount, Caveat, Interval, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionMatrix(Record):
    """How often the observations of each class are assigned to each class.

    ``counts`` and ``intervals`` have a row per true class and a column per decided one; the
    intervals are those of the shares within the true class.
    """

    name: str
    classes: tuple[str, ...]
    weights: tuple[float, ...]
    counts: tuple[tuple[Amount, ...], ...]
    intervals: tuple[tuple[Interval, ...], ...]
    confidence: float
    method: str
    caveats: tuple[Caveat, ...] = ()

    @classmethod
    @checked
    def from_counts(
        cls,
        name: str,
        classes: tuple[str, ...],
        weights: Sequence[float],
        counts: Sequence[Sequence[Amount]],
        *,
        effective_sizes: Sequence[Sequence[float]] = (),
        confidence: float = 0.95,
        method: ProportionMethod = "wilson",
        over_folds: bool = False,
    ) -> "ConfusionMatrix":
        """From counts, a row per true class.

        ``effective_sizes`` are how many independent observations each share is worth, where these
        are not counted. ``over_folds`` says that several models decided.
        """
        shape = [len(row) for row in counts]
        if shape != [len(classes)] * len(classes) or not shape:
            raise OptionError(
                f"counts must have {len(classes)} rows of {len(classes)} numbers, a row for each "
                f"true class; the rows have {shape}.",
                hint="rows are true classes, columns are decisions.",
            )
        confidence = checked_confidence(confidence)
        totals = [math.fsum(row) for row in counts]
        sizes = effective_sizes or [[total] * len(classes) for total in totals]
        ends = {
            (many, total, size): proportion_ends(
                many / total * size if total else 0.0, size, confidence, method
            )
            for row, total, of_row in zip(counts, totals, sizes, strict=True)
            for many, size in zip(row, of_row, strict=True)
        }
        intervals = tuple(
            tuple(
                _interval(ends[many, total, size], confidence, method)
                for many, size in zip(row, of_row, strict=True)
            )
            for row, total, of_row in zip(counts, totals, sizes, strict=True)
        )
        return cls(
            name=name,
            classes=classes,
            weights=tuple(weights),
            counts=tuple(tuple(row) for row in counts),
            intervals=intervals,
            confidence=intervals[0][0].confidence,
            method=intervals[0][0].method,
            caveats=(_of_folds(),) if over_folds else (),
        )

    @property
    def sizes(self) -> tuple[Amount, ...]:
        """How many observations each true class has, or what they weigh."""
        return tuple(map(sum, self.counts))

    @property
    def shares(self) -> tuple[tuple[float, ...], ...]:
        """The counts as shares of the true class; NaN for a class without observations."""
        return tuple(
            tuple(many / size if size else float("nan") for many in row)
            for row, size in zip(self.counts, self.sizes, strict=True)
        )

    def __str__(self) -> str:
        rows = [
            [shortened(label), *map(number, shares), amount(size)]
            for label, shares, size in zip(self.classes, self.shares, self.sizes, strict=True)
        ]
        return text_table(["given", *map(shortened, self.classes), "n"], rows)


@checked
def confusion_intervals(
    data: ClassScores,
    weights: Sequence[float] | Mapping[str, float] | None = None,
    *,
    confidence: float = 0.95,
    method: ProportionMethod = "wilson",
) -> ConfusionMatrix:
    """The confusion matrix of one classifier on one test set, with intervals.

    Without weights, the class with the highest score is chosen. Weights that differ need scores
    that are finite and not negative.

    >>> scores = ClassScores.from_arrays(
    ...     list("aaabbb"), {"a": [6, 7, 3, 2, 5, 1], "b": [4, 3, 7, 8, 5, 9]}
    ... )
    >>> found = confusion_intervals(scores, {"a": 1, "b": 1})
    >>> found.counts, str(found.intervals[0][0])
    (((2, 1), (1, 2)), '95% CI 0.208 to 0.939')
    """
    vector = checked_weights(
        [1.0] * len(data.classes) if weights is None else weights, data.classes
    )
    refuse_weighing(data, vector[None])
    found = Decisions.of(data, vector, confidence)
    return ConfusionMatrix.from_counts(
        data.name,
        data.classes,
        vector.tolist(),
        found.counts,
        effective_sizes=found.effective_sizes,
        confidence=confidence,
        method=method,
        over_folds=data.observations.folds is not None,
    )


def _interval(ends: tuple[float, float], confidence: float, method: ProportionMethod) -> Interval:
    return Interval(low=ends[0], high=ends[1], confidence=confidence, method=NAMES[method])


class Decisions(NamedTuple):
    """How many observations of each class (row) are given each class, or what these weigh.

    ``effective_sizes`` are how many independent observations each share of a class is worth; empty
    where they are as many as counted.
    """

    counts: tuple[tuple[Amount, ...], ...]
    effective_sizes: tuple[tuple[float, ...], ...] = ()

    @classmethod
    def of(cls, data: ClassScores, weights: NDArray[np.float64], confidence: float) -> "Decisions":
        """The decisions by weighted scores."""
        rows = data.observations
        if not (rows.is_grouped or rows.is_sampled):
            plain = data.unweighted("a confusion matrix")
            (counts,) = confusion_matrices(plain.values, plain.codes, weights[None]).tolist()
            return cls(tuple(map(tuple, counts)))
        given = decide(data.values, weights)
        classes, tail = range(len(data.classes)), (1 - checked_confidence(confidence)) / 2
        cells = [[own & (given == d) for d in classes] for own in rows.members]
        sizes = [
            _effective_sizes(rows, own, given, tail) if own.any() else (0.0,) * len(classes)
            for own in rows.members
        ]
        counts = tuple(tuple(rows.total(cell) for cell in row) for row in cells)
        return cls(counts, tuple(sizes))


def _effective_sizes(
    rows: ClassObservations, own: NDArray[np.bool_], given: NDArray[np.int64], tail: float
) -> tuple[float, ...]:
    """The effective size of the share of one class that is given each class."""
    units = rows.units_of([own])
    called = (given[own] == np.arange(len(rows.classes))[:, None]).astype(np.float64)
    means = called @ units.shares[0]
    sums = UnitSums.of(units, [called], [means])
    found = []
    for share, gradient in zip(means.tolist(), np.eye(len(means)).tolist(), strict=True):
        size = EffectiveSize(
            share * (1 - share), sums.spread(gradient), units.sizes[0], units.effective_sizes[0]
        )
        found.append(size.at(tail))
    return tuple(found)


@checked
def point_confusion(
    points: ClassOperatingPoints,
    at: int,
    *,
    confidence: float = 0.95,
    method: ProportionMethod = "wilson",
) -> ConfusionMatrix:
    """The confusion matrix at one operating point, pooled over all folds."""
    at = points.checked_point(at)
    if points.design != "left-out folds" or np.any(points.repeats):
        raise OptionError(
            f"these are {points.design} with observations that were scored more than once, which "
            "are not independent draws.",
            hint="use operating_point_interval(points, at, rate=...) for intervals over folds.",
        )
    weights, counts = points.weights[at].tolist(), points.confusions[at].tolist()
    return ConfusionMatrix.from_counts(
        points.point_name(at),
        points.classes,
        weights,
        counts,
        confidence=confidence,
        method=method,
        over_folds=True,
    )


def _of_folds() -> Caveat:
    return caveat(Kind.POOLED_FOLDS, "decisions")
