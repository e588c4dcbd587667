r"""The bootstrap of volumes under the three-class ROC surface.

**Question.** How far could a volume, or the difference of two, have come out otherwise with other
observations of the same kind?

A replicate draws as many observations of each class as there are, with replacement, each class from
its own, and computes the volume of what was drawn. Two classifiers on the same observations see the
same draws; those on different test sets are drawn independently. The interval is the percentile
(default), basic or BCa one, and the test is the interval inverted, as for AUCs
(:mod:`aucurate.inference.resampling.intervals`,
:mod:`aucurate.inference.resampling.bootstrap`). BCa's acceleration comes from the placements:
without observation i of class c the volume is :math:`(n_c V - P_i) / (n_c - 1)`, so its influence
is :math:`P_i - V`.

**Not valid** where :mod:`aucurate.inference.multiclass.volume` is not. With few observations in a
class the replicates vary less than new data would. Where the variance is zero or undefined (perfect
order, constant scores, a class of one observation) the interval of
:mod:`aucurate.inference.multiclass.volume`, and in a test the disjoint-triples bound, takes over.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.

Replicates
----------
Bootstrap replicates of volumes: draws of counts over the distinct scores, many at a time.

A replicate draws as many observations of each class as there are, with replacement. What counts is
how often each distinct score (for two classifiers on the same observations: each pair of scores)
was drawn, so that neither the order of the rows, nor that of the two classifiers, nor a monotone
transformation of the scores changes a replicate.
"""

import math
from dataclasses import replace

import numpy as np

from aucurate.checks import checked
from aucurate.data.ordered import CLASSES, OrderedScores
from aucurate.errors import OptionError
from aucurate.estimates.classes.volume import Floats, OrderedCounts, Whole, sixfold_middle
from aucurate.inference.core import monte_carlo
from aucurate.inference.core.contrasts import Question, bounded_comparison
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.multiclass.volume import (
    contest_of,
    volume_interval,
)
from aucurate.inference.resampling.estimate_bootstrap import (
    METHOD,
    Cells,
    Kind,
    Redrawn,
    cells_of,
    centred,
    checked_resampling,
    differences,
    gathered,
    in_blocks,
    redrawn,
    turned_order,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, ClassEstimate, Comparison


@checked
def volume_bootstrap_interval(
    data: OrderedScores,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ClassEstimate:
    """The volume of one classifier with the standard deviation and interval of its replicates.

    When ``progress`` returns False the replicates finished so far are used, and a caveat says so.

    >>> labels = ["mild"] * 4 + ["moderate"] * 4 + ["severe"] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 9, 8, 7, 10, 11, 12]
    >>> data = OrderedScores.from_arrays(labels, scores, order=("mild", "moderate", "severe"))
    >>> print(volume_bootstrap_interval(data).interval)
    95% CI 0.375 to 1.000
    """
    confidence = checked_confidence(confidence)
    chosen = _within_classes(checked_resampling(resampling))
    plain = volume_interval(data, confidence=confidence)
    if not (plain.standard_error > 0 and 0 < plain.value < 1):
        return replace(plain, method=METHOD)
    values = replicates_of(data, chosen, progress)
    drawn = Redrawn(
        kind=kind,
        values=values,
        influences=lambda: centred(_influences(data)),
        caveats=tuple(monte_carlo.of_finished(len(values), chosen.repeats)),
    )
    return drawn.class_estimate(plain)


@checked
def volume_bootstrap_test(
    first: OrderedScores,
    second: OrderedScores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Do two volumes differ, by resampling the observations?

    The statistic is the distance from the null difference in standard deviations of the
    replicates; the p-value does not use it.
    """
    chosen = _within_classes(checked_resampling(resampling))
    question = Question.checked(alternative, null_difference, confidence, of="volumes")
    _, contest = contest_of(first, second, paired)
    together = contest.design == "paired"
    if not contest.variance > 0:
        return bounded_comparison(contest, question)
    values, symmetric = difference_replicates(first, second, together, chosen, progress)
    drawn = Redrawn(
        kind=kind,
        values=values,
        influences=lambda: centred(_influences(first), _influences(second), together),
        caveats=tuple(monte_carlo.of_finished(len(values), chosen.repeats)),
        symmetric=symmetric,
    )
    return drawn.comparison(contest, question)


def _within_classes(resampling: Resampling) -> Resampling:
    if not resampling.stratified:
        raise OptionError(
            "the bootstrap of a volume draws within the classes only.",
            hint="leave stratified=True.",
        )
    return resampling


def _influences(scores: OrderedScores) -> list[Floats]:
    counts = OrderedCounts.from_scores(scores)
    placed, units = counts.placements(), counts.units
    return [placed[at][counts.places[scores.codes == at]] / units[at] for at in range(CLASSES)]


_CELLS = 1_000_000  # counts held at a time; a handful of arrays of them exist at once
_EXACT = 2**62


def replicates_of(
    scores: OrderedScores, resampling: Resampling, progress: Progress | None
) -> Floats:
    """The volume of one classifier in every replicate."""
    rng = np.random.default_rng(resampling.key())
    return _drawn([scores], resampling.repeats, rng, progress)[:, 0]


def difference_replicates(
    first: OrderedScores,
    second: OrderedScores,
    together: bool,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides."""
    counted = [OrderedCounts.from_scores(each) for each in (first, second)]
    if together:
        order = turned_order(_cells(counted, first.codes))
    else:
        views = [each.counts.tolist() for each in counted]
        order = int(views[0] > views[1]) - int(views[0] < views[1])
    drawn = differences((first, second), order, together, _drawn, resampling, progress)
    return drawn, order == 0


def _drawn(
    scores: list[OrderedScores], repeats: int, rng: np.random.Generator, progress: Progress | None
) -> Floats:
    """A row per replicate and a column per classifier."""
    counted = [OrderedCounts.from_scores(each) for each in scores]
    cells = _cells(counted, scores[0].codes)
    widest = max(len(scores[0]), max(each.counts.shape[1] for each in counted))

    def block(rows: int) -> Floats:
        drawn = [redrawn(each.sizes, rows, rng) for each in cells]
        columns = []
        for at, each in enumerate(counted):
            width = each.counts.shape[1]
            low, middle, high = (
                gathered(d, c.places[at], width) for d, c in zip(drawn, cells, strict=True)
            )
            columns.append(_volumes(low, middle, high, each.sizes))
        return np.stack(columns, axis=1)

    return in_blocks(block, repeats, max(1, min(repeats, _CELLS // widest)), progress)


def _volumes(low: Whole, middle: Whole, high: Whole, sizes: tuple[int, int, int]) -> Floats:
    """The volume of each row of counts; exact whole numbers wherever 64 bits hold them."""
    placed = sixfold_middle(low, high)
    triples = 6 * math.prod(sizes)
    if triples < _EXACT:
        exact: Floats = np.sum(placed * middle, axis=-1) / triples
        return exact
    shares: Floats = np.sum(placed / (6.0 * sizes[0] * sizes[2]) * middle, axis=-1) / sizes[1]
    return np.minimum(shares, 1.0)


def _cells(counted: list[OrderedCounts], codes: Whole) -> list[Cells]:
    places = np.stack([each.places for each in counted])
    return cells_of(places, (codes == at for at in range(CLASSES)))
