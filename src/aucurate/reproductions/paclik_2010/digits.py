"""Fig. 3: three digits, the points of a greedy search, and what cannot be told from the chosen one.

The search starts from 1000 random weight vectors and takes five greedy steps, "each retaining the
top 100 operating points with the smallest maximum per-class error"; the figure shows "the subset of
the top 100 returned operating points". We take it that all that was retained is returned: the best
100 of the random vectors and those of every step. Weight vectors that decide every observation
alike are one operating point, and the best 100 different ones are shown. (The last step by itself
keeps hundredfold what is almost one point: nothing could be told apart.)

The paper chooses its point by hand; ours is the best one, with the smallest largest class error.
Every other is compared with it in the error of each digit by a t test over folds, and belongs to
the neighbourhood when no test rejects.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.weight_rules import WeightRule
from aucurate.curve.weighted_decision import decide
from aucurate.data.class_folds import ClassFoldScores
from aucurate.estimates.greedy_weights import greedy_weights
from aucurate.formatting import digits_for, listing, number
from aucurate.inference.class_operating_points import (
    ClassOperatingPoints,
    ClassRateAverage,
    class_operating_points,
)
from aucurate.inference.class_point_set import ClassPointSet
from aucurate.inference.distinguishable import indistinguishable_points
from aucurate.inference.multiplicity import holm
from aucurate.inference.operating_point_test import Degrees, point_p_values
from aucurate.reproductions.paclik_2010.printed import (
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_NOT_TOLD,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)
from aucurate.results import Record
from aucurate.study.table import Table

CHOSEN = 0
"""The points are sorted, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigitFigure(Record):
    """One Fig. 3: the chosen point, and the set that cannot be told from it.

    ``found`` points were retained, ``different`` of them decide differently. ``last_step`` counts
    the different ones among those that the last step retained. ``errors`` are those of the chosen
    point. ``neighbourhood`` has the n - 1 degrees of freedom of a paired t test; with the paper's
    2n - 2 it has ``printed_points`` members, with Holm's correction ``holm_points``.
    """

    scaling: str
    per_class: int
    found: int
    different: int
    last_step: int
    weights: tuple[float, ...]
    errors: tuple[ClassRateAverage, ...]
    neighbourhood: ClassPointSet
    printed_points: int
    holm_points: int
    spans: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Returned:
    """The different operating points of a greedy search over folds, the best first."""

    points: ClassOperatingPoints
    found: int
    last_step: int


def returned_points(data: ClassFoldScores, rng: int) -> Returned:
    """What the search retained after the random vectors and after every step, each point once."""
    stacked = data.pooled()
    pools = [
        greedy_weights(stacked, vectors=PRINTED_VECTORS, steps=steps, keep=PRINTED_KEPT, rng=rng)
        for steps in range(PRINTED_STEPS + 1)  # the same rng: each goes one step further
    ]
    weights = np.concatenate([pool.weights for pool in pools])
    confusions = np.concatenate([pool.confusions for pool in pools])
    decided = np.stack([decide(stacked.values, vector) for vector in weights])
    first = np.sort(np.unique(decided, axis=0, return_index=True)[1])
    order = WeightRule.minimax().standing(confusions[first], stacked.classes).order()
    return Returned(
        points=class_operating_points(data, weights[first[order]]),
        found=len(weights),
        last_step=len(np.unique(decided[-len(pools[-1]) :], axis=0)),
    )


def digit_figure(scaling: str, data: ClassFoldScores, rng: int) -> DigitFigure:
    """The numbers of the figure."""
    returned = returned_points(data, rng)
    points = class_operating_points(data, returned.points.weights[:PRINTED_KEPT])
    neighbourhood = indistinguishable_points(points, CHOSEN, level=PRINTED_LEVEL)
    return DigitFigure(
        scaling=scaling,
        per_class=min(points.counts),
        found=returned.found,
        different=len(returned.points),
        last_step=returned.last_step,
        weights=tuple(points.weights[CHOSEN].tolist()),
        errors=tuple(points.average(rate, CHOSEN) for rate in points.rates),
        neighbourhood=neighbourhood,
        printed_points=int(not_told(points, "2n-2").sum()),
        holm_points=int(not_told(points, adjusted=True).sum()),
        spans=spans(points, not_told(points)),
    )


def not_told(
    points: ClassOperatingPoints, degrees: Degrees = "n-1", *, adjusted: bool = False
) -> NDArray[np.bool_]:
    """Which of the other points no error tells from the chosen one; Holm's over all where said."""
    p_values = np.stack(
        [
            point_p_values(points, CHOSEN, rate=rate, degrees_of_freedom=degrees)
            for rate in points.rates
        ]
    )
    others = np.arange(len(points)) != CHOSEN
    if adjusted:
        p_values[:, others] = np.reshape(
            holm(p_values[:, others].ravel().tolist()), (len(points.rates), -1)
        )
    return np.asarray((p_values > PRINTED_LEVEL).all(axis=0) & others)


def spans(points: ClassOperatingPoints, members: NDArray[np.bool_]) -> tuple[float, ...]:
    """From which to which error of each class these points and the chosen one reach."""
    inside = members.copy()
    inside[CHOSEN] = True
    return tuple(float(np.ptp(points.mean(rate)[inside])) for rate in points.rates)


def digit_figure_table(figures: Sequence[DigitFigure]) -> Table:
    """A row per scaling: the chosen point and its neighbourhood."""
    columns: dict[str, tuple[object, ...]] = {
        "scaling": tuple(one.scaling for one in figures),
        "per_class": tuple(one.per_class for one in figures),
        "different_points": tuple(one.different for one in figures),
        "weights": tuple(one.weights for one in figures),
        "errors": tuple(tuple(e.mean for e in one.errors) for one in figures),
        "standard_errors": tuple(tuple(e.standard_error for e in one.errors) for one in figures),
        "not_told": tuple(len(one.neighbourhood.points) for one in figures),
        "printed_not_told": tuple(one.printed_points for one in figures),
        "holm_not_told": tuple(one.holm_points for one in figures),
        "spans": tuple(one.spans for one in figures),
    }
    rows = [
        (
            one.scaling,
            listing([number(w, digits_for(w)) for w in one.weights]),
            listing([f"{number(e.mean)} ± {number(e.standard_error)}" for e in one.errors]),
            PRINTED_NOT_TOLD,
            f"{len(one.neighbourhood.points)} of {len(one.neighbourhood.weights) - 1}",
            str(one.printed_points),
            str(one.holm_points),
            listing([number(span) for span in one.spans]),
        )
        for one in figures
    ]
    classes = listing(figures[0].neighbourhood.classes)
    return Table(
        name="figure_3",
        title=f"Figure 3: the chosen point ({classes}; mean errors ± standard deviation of "
        "the mean) and the points that no error tells from it",
        header=(
            *("features", "weights", "errors", "not told apart, theirs", "ours, n - 1"),
            *("ours, 2n - 2 as theirs", "ours, n - 1 and Holm", "errors spanned by ours, n - 1"),
        ),
        rows=tuple(rows),
        columns=columns,
    )
