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

Many draws
----------
How far does the neighbourhood reach, over many draws and sizes of the data?

Fig. 3 is one choice of 100 observations of each digit. Here they are drawn again and again, fewer
and more, from those that there are. The best 100 points lie the closer together the more data
there are, so the neighbourhood is looked for among *all* different points that the search returned,
and what is told is the range of errors that it spans.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.curve.class_decisions import decide, shares
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.formatting import bare_p_value, count, digits_for, join_words, number, percent
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.class_points import (
    ClassOperatingPoints,
    ClassRateAverage,
    class_operating_points,
)
from aucurate.inference.folds.indistinguishable_points import (
    ClassPointSet,
    indistinguishable_points,
)
from aucurate.inference.folds.point_tests import Degrees, point_p_values
from aucurate.results import Record
from aucurate.study.table import Table
from aucurate_papers.exhibit import State
from aucurate_papers.paclik_2010.contest import EQUAL, Contest, Contestant, greedy
from aucurate_papers.paclik_2010.figures import DEGREES
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DEGREES,
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_PER_CLASS,
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
            join_words([number(w, digits_for(w)) for w in one.weights]),
            join_words([f"{number(e.mean)} ± {number(e.standard_error)}" for e in one.errors]),
            "",
            f"{len(one.printed.points)} of {len(one.printed.weights) - 1}",
            str(len(one.paired.points)),
            str(one.holm_points),
            join_words([number(span) for span in one.spans]),
        )
        for one in figures
    ]
    classes = join_words(figures[0].printed.classes)
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


# The points of Fig. 3 as a table: all that is drawn, and for readers the edges of the set.


def digit_points_table(
    figures: Sequence[DigitFigure], points: Mapping[str, ClassOperatingPoints]
) -> Table:
    """A row for the smallest and the largest error of each digit within each drawn set.

    ``points`` are those of the figures by scaling. The columns have every point: the share of each
    digit in its weights, the mean errors with their standard errors, and the smallest of its
    p-values against the chosen point, with the paper's degrees of freedom and with n - 1.
    """
    columns: dict[str, list[object]] = {}
    rows = []
    for figure in figures:
        found = points[figure.scaling]
        for name, values in _columns(figure, found).items():
            columns.setdefault(name, []).extend(values)
        rows += _edges(figure, found)
    classes = figures[0].printed.classes
    return Table(
        name="points_3",
        title="The points of Figure 3 that cannot be told from the chosen one: those with the "
        f"smallest and the largest error of each digit ({join_words(classes)}), with 2n - 2 "
        "degrees of freedom",
        header=(
            *("features", "point with", "place", "share of the weights", "errors"),
            *("smallest p, 2n - 2", "smallest p, n - 1"),
        ),
        rows=tuple(rows),
        columns={name: tuple(values) for name, values in columns.items()},
    )


def _columns(figure: DigitFigure, points: ClassOperatingPoints) -> dict[str, list[object]]:
    size = len(points)
    columns: dict[str, list[object]] = {
        "scaling": [figure.scaling] * size,
        "point": list(range(1, size + 1)),
    }
    weights = shares(points.weights)
    for at, (label, rate) in enumerate(zip(points.classes, points.rates, strict=True)):
        columns[f"weight of {label}"] = weights[:, at].tolist()
        columns[f"error of {label}"] = points.mean(rate).tolist()
        columns[f"standard error of {label}"] = points.standard_error(rate).tolist()
    for prefix, told in (("", figure.paired), ("printed_", figure.printed)):
        columns[f"{prefix}status"] = list(told.statuses(size))
        columns[f"{prefix}p_value"] = list(_p_values(told, size))
    return columns


def _edges(figure: DigitFigure, points: ClassOperatingPoints) -> list[tuple[str, ...]]:
    inside = [CHOSEN, *figure.printed.points]
    named: dict[int, list[str]] = {CHOSEN: ["chosen"]}
    for label, rate in zip(points.classes, points.rates, strict=True):
        errors = points.mean(rate)[inside]
        for word, at in (("least", np.argmin(errors)), ("most", np.argmax(errors))):
            named.setdefault(inside[int(at)], []).append(f"{word} of {label}")
    p_values = [_p_values(told, len(points)) for told in (figure.printed, figure.paired)]
    weights = shares(points.weights)
    return [
        (
            figure.scaling,
            join_words(words),
            str(place + 1),
            join_words([number(weight) for weight in weights[place].tolist()]),
            join_words([number(float(points.mean(rate)[place])) for rate in points.rates]),
            *("" if place == CHOSEN else bare_p_value(p[place]) for p in p_values),
        )
        for place, words in named.items()
    ]


def _p_values(told: ClassPointSet, size: int) -> list[float]:
    """The smallest p-value of each point; 1 for the chosen one, which is not tested."""
    found = told.smallest_p_values(size)
    found[told.chosen] = 1.0
    return found


class DigitDraw(NamedTuple):
    """One draw of so many observations of each digit, cross-validated."""

    scaling: str
    per_class: int
    data: ClassFoldScores


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach(Record):
    """The neighbourhoods of one scaling and size, as means over draws.

    ``points`` are different operating points, ``share`` how much of them cannot be told from the
    chosen one (``printed_share`` with the paper's degrees of freedom, ``holm_share`` with Holm's
    correction), ``span`` the range of errors of the set, a mean over the digits, with its
    ``standard_error`` over draws; ``largest_error`` is that of the chosen point.
    """

    scaling: str
    per_class: int
    draws: int
    points: float
    share: float
    printed_share: float
    holm_share: float
    span: float
    standard_error: float
    largest_error: float


def reaches_of(counted: Sequence[tuple[str, int, tuple[float, ...]]]) -> tuple[Reach, ...]:
    """Means over the draws of each scaling and size, in the order in which they first occur."""
    found = []
    for scaling, per_class in dict.fromkeys((one[0], one[1]) for one in counted):
        rows = np.array([one[2] for one in counted if one[:2] == (scaling, per_class)])
        spread = float(rows[:, 4].std(ddof=1)) if len(rows) > 1 else math.nan
        points, share, printed, adjusted, span, largest = rows.mean(axis=0).tolist()
        found.append(
            Reach(
                scaling=scaling,
                per_class=per_class,
                draws=len(rows),
                points=points,
                share=share,
                printed_share=printed,
                holm_share=adjusted,
                span=span,
                standard_error=spread / math.sqrt(len(rows)),
                largest_error=largest,
            )
        )
    return tuple(found)


def counted_draw(draw: DigitDraw, rng: int) -> tuple[str, int, tuple[float, ...]]:
    """What one draw adds to :func:`reaches_of`."""
    points = returned_points(draw.data, rng).points
    members = not_told(points)
    others = max(1, len(points) - 1)
    numbers = (
        float(len(points)),
        int(members.sum()) / others,
        int(not_told(points, PRINTED_DEGREES).sum()) / others,
        int(not_told(points, adjusted=True).sum()) / others,
        float(np.mean(spans(points, members))),
        max(float(points.on_the_stack(rate)[CHOSEN]) for rate in points.rates),
    )
    return draw.scaling, draw.per_class, numbers


def reach_table(found: Sequence[Reach]) -> Table:
    """A row per scaling and size."""
    fields = (
        *("scaling", "per_class", "draws", "points", "share", "printed_share", "holm_share"),
        *("span", "standard_error", "largest_error"),
    )
    rows = [
        (
            one.scaling,
            str(one.per_class),
            str(one.draws),
            number(one.points, 0),
            percent(one.share),
            percent(one.printed_share),
            percent(one.holm_share),
            f"{number(one.span)} (± {number(one.standard_error)})",
            number(one.largest_error),
        )
        for one in found
    ]
    return Table(
        name="reach",
        title="Over draws of the digits: of all different points that the search returned, how "
        "many cannot be told from the chosen one, and how far their errors lie apart (mean of "
        "the digits ± standard error over draws)",
        header=(
            *("features", "per digit", "draws", "different points", "not told apart, n - 1"),
            *("2n - 2", "n - 1, Holm", "errors spanned, n - 1", "largest error of the chosen"),
        ),
        rows=tuple(rows),
        columns={field: tuple(getattr(one, field) for one in found) for field in fields},
    )


# What the three digits say about the paper's conclusion, and about its search.


_ONE = 1 / PRINTED_PER_CLASS
_ERRORS = 3


def neighbourhood_sentence(figure: DigitFigure) -> str:
    """How many points cannot be told from the chosen one."""
    inside, others = len(figure.printed.points), len(figure.printed.weights) - 1
    comes_out = "As in Fig. 3" if 0 < inside < others else "Unlike in Fig. 3"
    return (
        f"{comes_out}, with {figure.scaling} {inside} of {others} other points cannot be told from "
        "the chosen one by the errors of all digits, with the paper's degrees of freedom "
        f"({len(figure.paired.points)} with n - 1, {figure.holm_points} with Holm's correction as "
        f"well): points whose errors lie up to {number(max(figure.spans))} apart."
    )


def returned_sentence(figure: DigitFigure) -> str:
    """How few of the retained points are different ones."""
    return (
        f"Of {figure.found} points that the search retained with {figure.scaling}, "
        f"{figure.different} decide differently; of the {PRINTED_KEPT} that the last step keeps, "
        f"only {figure.last_step}."
    )


def reach_sentences(reaches: Sequence[Reach]) -> tuple[str, ...]:
    """Does the set shrink with more data?"""
    found = []
    for scaling in dict.fromkeys(one.scaling for one in reaches):
        rows = sorted(
            (one for one in reaches if one.scaling == scaling), key=lambda one: one.per_class
        )
        widths = [f"{number(one.span)} with {one.per_class}" for one in rows]
        shrinks = all(a.span > b.span for a, b in pairwise(rows))
        word = "shrinks" if shrinks else "does not always shrink"
        found.append(
            f"Over draws, with {scaling}, the neighbourhood {word} with more data: on average it "
            f"spans errors of {join_words(widths)} observations of each digit."
        )
    return tuple(found)


def worth_sentence(contests: Sequence[Contest]) -> str:
    """Is the paper's search worth its while on folds that it did not see?"""
    found, clear = [], 0
    for contest in contests:
        gap = contest.contestant(EQUAL).minus(contest.contestant(greedy(1)))
        clear += gap.mean > _ERRORS * gap.standard_deviation / math.sqrt(contest.repeats)
        found.append(
            f"{number(gap.mean)} with {contest.scaling} (higher in {gap.worse} of "
            f"{count(contest.repeats, 'repeat')})"
        )
    return (
        "The largest class error on folds that no search saw, at equal weights minus at those of "
        f"the paper's search, is on average {join_words(found)}. It is above 0 by more than "
        f"{_ERRORS} standard errors over repeats in {clear} of {len(contests)} contests."
    )


def contest_sentence(contest: Contest) -> str:
    """Each of our searches beside the paper's in as much time."""
    told = [_pair(ours, theirs, contest.repeats) for ours, theirs in contest.pairs]
    equal = contest.contestant(EQUAL)
    return (
        f"On folds that no search saw, with {contest.scaling}, equal weights have a largest class "
        f"error of {number(equal.mean)}; {'; '.join(told)}."
    )


def contests_sentence(contests: Sequence[Contest]) -> str:
    """Which search is better elsewhere, over all contests."""
    pairs = [(contest, *pair) for contest in contests for pair in contest.pairs]
    gaps = [ours.minus(theirs).mean for _, ours, theirs in pairs]
    costs = [contest.contestant(EQUAL).minus(ours).mean for contest, ours, _ in pairs]
    word = (
        "On so few observations neither search is better than the other"
        if max(map(abs, gaps)) <= _ONE
        else "The searches differ by more than one observation of a class"
    )
    return (
        f"{word}: ours minus the paper's goes from {number(min(gaps), 4)} to "
        f"{number(max(gaps), 4)}, where one observation of {PRINTED_PER_CLASS} is "
        f"{number(_ONE, 2)}. Equal weights minus ours goes from {number(min(costs))} to "
        f"{number(max(costs))}."
    )


def _pair(ours: Contestant, theirs: Contestant, repeats: int) -> str:
    gap = ours.minus(theirs)
    even = repeats - gap.better - gap.worse
    return (
        f"{ours.name} has {number(ours.mean)} and {theirs.name}, {number(theirs.mean)}: a "
        f"difference of {number(gap.mean, 4)} (standard deviation "
        f"{number(gap.standard_deviation, 4)} over {count(repeats, 'repeat')}; ours lower in "
        f"{gap.better}, equal in {even}, higher in {gap.worse}) in "
        f"{number(ours.time / theirs.time, 2)} of the time"
    )
