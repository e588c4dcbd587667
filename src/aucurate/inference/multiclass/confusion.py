r"""The confusion matrix of a classifier at an operating point, each share with its interval.

**Question.** Of the observations of a class, which share is given each class, and how certain is
that?

At weights w the classifier gives :math:`n_{td}` of the :math:`n_t` observations of class t the
class d. Given its class, an observation is one draw, so every share :math:`n_{td}/n_t` is a
proportion and has the interval of one (:mod:`aucurate.inference.operating.proportions`; Wilson by
default). The share on the diagonal is one minus the error of the class.

**Not valid** for all cells at once: each interval is separate, and the shares of a row depend on
each other, summing to 1. Weights that were chosen on the same observations make the diagonal too
large. Over folds the shares are those of the stacked scores, of several fits; how they vary over
folds is in :mod:`aucurate.inference.folds.class_points`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.class_decisions import checked_weights, confusion_matrices
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.formatting import number, shortened, text_table
from aucurate.inference.folds.class_points import ClassOperatingPoints, refuse_weighing
from aucurate.inference.operating.proportions import ProportionMethod, proportion_interval
from aucurate.results import Caveat, Interval, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfusionMatrix(Record):
    """How often the observations of each class are assigned to each class.

    ``counts`` and ``intervals`` have a row per true class and a column per decided one; the
    intervals are those of the shares within the true class.
    """

    name: str
    classes: tuple[str, ...]
    weights: tuple[float, ...]
    counts: tuple[tuple[int, ...], ...]
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
        counts: Sequence[Sequence[int]],
        *,
        confidence: float = 0.95,
        method: ProportionMethod = "wilson",
        over_folds: bool = False,
    ) -> "ConfusionMatrix":
        """From counts, a row per true class; ``over_folds`` says that several models decided."""
        shape = [len(row) for row in counts]
        if shape != [len(classes)] * len(classes) or not shape:
            raise OptionError(
                f"counts must have {len(classes)} rows of {len(classes)} numbers, a row for each "
                f"true class; the rows have {shape}.",
                hint="rows are true classes, columns are decisions.",
            )
        totals = [sum(row) for row in counts]
        cells = {(many, n) for row, n in zip(counts, totals, strict=True) for many in row}
        known = {
            (many, n): proportion_interval(many, n, confidence=confidence, method=method)
            for many, n in cells
        }
        intervals = tuple(
            tuple(known[many, n] for many in row) for row, n in zip(counts, totals, strict=True)
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
    def sizes(self) -> tuple[int, ...]:
        """How many observations each true class has."""
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
            [shortened(label), *map(number, shares), f"{size:,}"]
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
    (counts,) = confusion_matrices(data.values, data.codes, vector[None]).tolist()
    return ConfusionMatrix.from_counts(
        data.name,
        data.classes,
        vector.tolist(),
        counts,
        confidence=confidence,
        method=method,
        over_folds=data.observations.folds is not None,
    )


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
