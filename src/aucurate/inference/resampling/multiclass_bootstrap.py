r"""The bootstrap of AUCs of several classes, beside the U-statistic intervals and tests.

**Question.** How far could the Hand-Till AUC, a one-vs-rest AUC, or the difference of two of them,
have come out otherwise with other observations of the same kind?

A replicate draws as many observations of each class as there are, with replacement (stratified);
two classifiers on the same observations see the same draws. Where the prevalences are estimated
(``HandTill("weighted", "estimated")``) it draws observations whatever their class, and the weights
are those of the replicate: ``Resampling(stratified=False)``. The interval is the percentile
(default), basic or BCa one, and the test is the interval inverted, as for two classes
(:mod:`aucurate.inference.resampling.bootstrap`); BCa's acceleration comes from the influences.

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of a column changes a replicate. A replicate costs a pass over the observations for
each class: 2000 of them on 10,000 observations of 10 classes take some seconds.

**Not valid** where :mod:`aucurate.inference.multiclass.multiclass_auc` is not. With few
observations in a class the replicates vary less than new data would, and the percentile interval is
too narrow. Where the variance is zero or undefined, the interval of
:mod:`aucurate.inference.multiclass.multiclass_auc` and the bound of
:mod:`aucurate.inference.multiclass.multiclass_auc_test` take over and the result says so.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
"""

from dataclasses import replace

import numpy as np

from aucurate.checks import checked
from aucurate.data.class_moments import Influences
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import OptionError
from aucurate.estimates.multiclass_auc import ClassAverage, HandTill
from aucurate.inference.core import monte_carlo, resampling_caveats
from aucurate.inference.core.class_comparing import as_paired, is_paired
from aucurate.inference.core.comparing import Question, bounded_comparison
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.inference.multiclass.multiclass_auc import multiclass_auc_interval
from aucurate.inference.multiclass.multiclass_auc_test import paired_contest, unpaired_contest
from aucurate.inference.resampling.class_replicates import Arrangement, Floats, replicates_of
from aucurate.inference.resampling.estimate_bootstrap import (
    METHOD,
    Kind,
    Redrawn,
    centred,
    checked_resampling,
)
from aucurate.inference.resampling.estimate_replicates import differences
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison


@checked
def multiclass_bootstrap_interval(
    data: ClassScores,
    estimand: ClassAverage | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ClassEstimate:
    """The Hand-Till AUC, or another average, with the interval of its replicates.

    When ``progress`` returns False the replicates finished so far are used, and a caveat says so.

    >>> scores = ClassScores.from_arrays(
    ...     list("aaaabbbbcccc"),
    ...     {"a": [5, 3, 4, 2, 2, 1, 3, 1, 1, 2, 0, 3],
    ...      "b": [1, 2, 0, 2, 4, 5, 2, 3, 3, 1, 2, 1],
    ...      "c": [0, 1, 2, 3, 1, 0, 2, 1, 4, 3, 4, 2]},
    ... )
    >>> found = multiclass_bootstrap_interval(scores)
    >>> print(f"{found.value:.3f}, {found.interval}, {found.interval.method}")
    0.901, 95% CI 0.745 to 0.990, bootstrap percentile
    """
    wanted = HandTill() if estimand is None else estimand
    chosen = _checked(resampling, wanted)
    plain = multiclass_auc_interval(data, wanted, confidence=confidence)
    if not (plain.standard_error > 0 and 0 < plain.value < 1):
        return replace(plain, method=METHOD)
    rng = np.random.default_rng(chosen.key())
    values = replicates_of(Arrangement.of(data), wanted, chosen, rng, progress)[:, 0]
    kept, found = _kept(values, chosen)
    drawn = Redrawn(
        kind=kind, values=kept, influences=lambda: _influences(data, wanted), caveats=found
    )
    return drawn.class_estimate(plain)


@checked
def multiclass_bootstrap_test(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Does the Hand-Till AUC, or another average, differ between two classifiers?

    The statistic is the distance from the null difference in standard deviations of the
    replicates; the p-value does not use it.
    """
    wanted = HandTill() if estimand is None else estimand
    chosen = _checked(resampling, wanted)
    question = Question.checked(alternative, null_difference, confidence)
    together = is_paired(first, second, paired, "the bootstrap test")
    contest, _, smallest, alike = (paired_contest if together else unpaired_contest)(
        first, second, wanted
    )
    if not contest.variance > 0:
        compared = bounded_comparison(contest, question, pairs=smallest, identical=alike)
        return replace(compared, quantity=wanted.quantity)
    values, symmetric = (_paired if together else _unpaired)(
        first, second, wanted, chosen, progress
    )
    kept, found = _kept(values, chosen)
    drawn = Redrawn(
        kind=kind,
        values=kept,
        influences=lambda: _accelerating(first, second, wanted, together),
        caveats=found,
        symmetric=symmetric,
    )
    return replace(drawn.comparison(contest, question), quantity=wanted.quantity)


def _checked(resampling: Resampling | None, estimand: ClassAverage) -> Resampling:
    if resampling is None:
        resampling = Resampling(stratified=not estimand.is_estimated)
    chosen = checked_resampling(resampling)
    if estimand.is_estimated and chosen.stratified:
        raise OptionError(
            "the prevalences are estimated, but a stratified bootstrap keeps them.",
            hint="resampling=Resampling(stratified=False), or prevalence='fixed'.",
        )
    return chosen


def _paired(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, bool]:
    """First minus second in every replicate, and whether the data look alike from both sides.

    Which classifier is drawn first is settled by the data, and turned back in the result.
    """
    view = Arrangement.of(as_paired(first, second))
    turned = view.turned()
    order = view.compared(turned)
    rng = np.random.default_rng(resampling.key())
    values = replicates_of(turned if order < 0 else view, estimand, resampling, rng, progress)
    return (-1 if order < 0 else 1) * (values[:, 0] - values[:, 1]), order == 0


def _unpaired(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, bool]:
    """The same for two test sets, drawn one after the other."""
    views = Arrangement.of(first), Arrangement.of(second)
    order = views[0].compared(views[1])

    def draw(
        view: list[Arrangement], repeats: int, rng: np.random.Generator, watch: Progress | None
    ) -> Floats:
        return replicates_of(view[0], estimand, replace(resampling, repeats=repeats), rng, watch)

    return differences(views, order, False, draw, resampling, progress), order == 0


def _kept(drawn: Floats, resampling: Resampling) -> tuple[Floats, tuple[Caveat, ...]]:
    """The replicates that have every class, and what became of the others."""
    found = monte_carlo.of_finished(len(drawn), resampling.repeats)
    there = ~np.isnan(drawn)
    without = len(drawn) - int(there.sum())
    if without:
        found.append(resampling_caveats.missing_class(without, len(drawn)))
    if len(drawn) - without < 2:
        raise OptionError(
            "hardly any replicate drew an observation of every class.",
            hint="draw within the classes: Resampling(stratified=True).",
        )
    return drawn[there], tuple(found)


def _influences(data: ClassScores | PairedClassScores, estimand: ClassAverage) -> list[Floats]:
    """The centred influences over each class; of two classifiers, their difference."""
    weights = estimand.weights(data.classes, data.counts)
    return centred(
        moved[0, 0] - moved[1, 0] if len(moved) == 2 else moved[0, 0]
        for moved in Influences.of(data, weights).of_classes
    )


def _accelerating(
    first: ClassScores, second: ClassScores, estimand: ClassAverage, together: bool
) -> list[Floats]:
    if together:
        return _influences(as_paired(first, second), estimand)
    return [*_influences(first, estimand), *(-each for each in _influences(second, estimand))]
