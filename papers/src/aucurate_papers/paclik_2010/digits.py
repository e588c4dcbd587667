"""Fig. 3: three digits, the points of a greedy search, and what cannot be told from the chosen one.

The search starts from 1000 random weight vectors and takes five greedy steps, "each retaining the
top 100 operating points with the smallest maximum per-class error"; the figure shows "the subset of
the top 100 returned operating points". We take it that all that was retained is returned: the best
100 of the random vectors and those of every step. Weight vectors that decide every observation
alike are one operating point, and the best 100 different ones are shown. What other readings and
other steps do is asked in :mod:`.steps`.

The paper chooses its point by hand; ours is the best one, with the smallest largest class error.
Every other is compared with it in the error of each digit by a t test over folds, and belongs to
the neighbourhood when no test rejects. The state of a figure is judged by the paper's own test,
with 2n - 2 degrees of freedom: "same finding" where some of the other points cannot be told from
the chosen one and some can.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.weight_rules import WeightRule
from aucurate.curve.weighted_decision import decide
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.estimates.greedy_weights import greedy_weights
from aucurate.formatting import digits_for, listing, number
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.class_operating_points import (
    ClassOperatingPoints,
    ClassRateAverage,
    class_operating_points,
)
from aucurate.inference.folds.class_point_set import ClassPointSet
from aucurate.inference.folds.distinguishable import indistinguishable_points
from aucurate.inference.folds.operating_point_test import Degrees, point_p_values
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.paclik_2010.figures import DEGREES
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DEGREES,
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)

CHOSEN = 0
"""The points are sorted, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DigitFigure(Record):
    """One Fig. 3: the chosen point, and the set that cannot be told from it.

    ``found`` points were retained, ``different`` of them decide differently. ``last_step`` counts
    the different ones among those that the last step retained. ``errors`` are those of the chosen
    point. ``paired`` is its set with the n - 1 degrees of freedom of a paired t test, ``printed``
    with the paper's 2n - 2; with n - 1 and Holm's correction it has ``holm_points`` members.
    ``spans`` are those of ``printed``.
    """

    scaling: str
    per_class: int
    found: int
    different: int
    last_step: int
    weights: tuple[float, ...]
    errors: tuple[ClassRateAverage, ...]
    paired: ClassPointSet
    printed: ClassPointSet
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
    return Returned(
        points=class_operating_points(data, weights[best_different(stacked, weights, confusions)]),
        found=len(weights),
        last_step=len(best_different(stacked, pools[-1].weights, pools[-1].confusions)),
    )


def best_different(
    stacked: ClassScores, weights: NDArray[np.float64], confusions: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The places of weights that decide differently, the best first.

    Of those that decide every observation alike, the first.
    """
    order = WeightRule.minimax().standing(confusions, stacked.classes).order()
    first: dict[bytes, int] = {}
    for at in order.tolist():
        first.setdefault(decide(stacked.values, weights[at]).tobytes(), at)
    return np.array(list(first.values()), np.int64)


def digit_figure(scaling: str, data: ClassFoldScores, rng: int) -> DigitFigure:
    """The numbers of the figure."""
    returned = returned_points(data, rng)
    points = class_operating_points(data, returned.points.weights[:PRINTED_KEPT])
    paired, printed = (
        indistinguishable_points(points, CHOSEN, level=PRINTED_LEVEL, degrees_of_freedom=degrees)
        for degrees in DEGREES
    )
    return DigitFigure(
        scaling=scaling,
        per_class=min(points.counts),
        found=returned.found,
        different=len(returned.points),
        last_step=returned.last_step,
        weights=tuple(points.weights[CHOSEN].tolist()),
        errors=tuple(points.average(rate, CHOSEN) for rate in points.rates),
        paired=paired,
        printed=printed,
        holm_points=int(not_told(points, adjusted=True).sum()),
        spans=spans(points, not_told(points, PRINTED_DEGREES)),
    )


def state_of_sets(sets: Iterable[tuple[int, int]]) -> State:
    """Whether of the other points some cannot be told from the chosen one, and some can.

    ``sets`` has for each scaling how many cannot, and how many others there are.

    >>> state_of_sets([(60, 99), (38, 99)]), state_of_sets([(2, 2), (5, 14)])
    ('same finding, other numbers', 'not reproduced')
    """
    comes_out = all(0 < inside < others for inside, others in sets)
    return "same finding, other numbers" if comes_out else "not reproduced"


def state_of_neighbourhoods(figures: Iterable[DigitFigure]) -> State:
    """The state of Fig. 3 by the paper's own test."""
    return state_of_sets((len(one.printed.points), len(one.printed.weights) - 1) for one in figures)


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
        "not_told": tuple(len(one.paired.points) for one in figures),
        "printed_not_told": tuple(len(one.printed.points) for one in figures),
        "holm_not_told": tuple(one.holm_points for one in figures),
        "spans": tuple(one.spans for one in figures),
    }
    rows = [
        (
            one.scaling,
            listing([number(w, digits_for(w)) for w in one.weights]),
            listing([f"{number(e.mean)} ± {number(e.standard_error)}" for e in one.errors]),
            "",
            f"{len(one.printed.points)} of {len(one.printed.weights) - 1}",
            str(len(one.paired.points)),
            str(one.holm_points),
            listing([number(span) for span in one.spans]),
        )
        for one in figures
    ]
    classes = listing(figures[0].printed.classes)
    return Table(
        name="figure_3",
        title=f"Figure 3: the chosen point ({classes}; mean errors ± standard deviation of "
        "the mean) and the points that no error tells from it, which the paper draws and does not "
        "count",
        header=(
            *("features", "weights", "errors", "not told apart, theirs", "ours, 2n - 2 as theirs"),
            *("ours, n - 1", "ours, n - 1 and Holm", "errors spanned by ours, 2n - 2"),
        ),
        rows=tuple(rows),
        columns=columns,
    )
