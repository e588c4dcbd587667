r"""Bandos, Rockette, Gur 2005: a permutation test of two AUCs on the same observations.

**Question.** Do two classifiers have the same curve, judged by the difference of their AUCs, or of
another number that depends on the ranks alone?

**Use it** for few observations, or where one classifier separates the classes perfectly: it needs
neither a normal distribution nor a variance. In a study: ``compare(..., method="permutation")``,
``--method permutation``.

Under the null hypothesis it does not matter which of the two classifiers gave an observation which
of its two ranks. So every observation's ranks (midranks, each within its classifier, so that the
scales of the scores do not matter) change places with probability one half, the AUCs
of the two columns of ranks are computed again, ties one half, and the observed difference D is
compared with the differences D* of R such permutations:

.. math::  p = \frac{1 + \#\{|D^*| \ge |D|\}}{1 + R}

one-sided with :math:`D^* \ge D` or :math:`D^* \le D`. It is never 0 (Phipson and Smyth 2010). The
counts are integers, so equal differences are equal. The statistic is D divided by
:math:`\sqrt{\overline{D^{*2}}}`, the z of the paper's asymptotic version with the variance of the
permutations drawn; the p-value does not use it.

**Other numbers.** Which number judges the two columns of ranks does not matter to the argument:
``of`` may be a :class:`~aucurate.estimates.PartialAuc`, :class:`~aucurate.estimates.SensitivityAt`,
:class:`~aucurate.estimates.SpecificityAt`, :class:`~aucurate.estimates.AveragePrecision`, or any
function of labels and scores (:mod:`aucurate.inference.resampling.function_bootstrap`, slower) that
does not change when scores are replaced by their ranks. One that does, such as a Brier score or an
error rate at a given threshold, is refused: ranks are what is exchanged, scores of two classifiers
need not have the same scale, and where they do not, exchanging them says nothing. The null
hypothesis remains that the whole curves are equal, also where ``of`` looks at a part of them.
Differences that are equal up to rounding count as equal.

**Groups and weights.** The observations of a group change places together: the groups are what was
drawn independently, and within them the two classifiers are exchangeable as a whole. Sampling
weights stay with their observations, so that D and all D* are weighted alike; for ``of=f`` they are
refused. A row with a frequency weight stands for so many observations, each of which is exchanged
by itself.

**Interval.** A permutation test gives none of its own. The one reported takes the null distribution
as that of the error of D: :math:`D \pm |D^*|_{[K]}`, the K-th largest,
:math:`K = \lfloor (R + 1)(1 - c) \rfloor`. It leaves out 0 exactly when the two-sided test rejects
at 1 - c; where the AUCs are far apart it is wider than need be. Its name, "shifted permutation",
and a caveat say what it is. For an interval use :mod:`aucurate.inference.auc.delong`.

**Not valid** for a null difference other than 0 or for different test sets, and refused there:
classifiers that differ, or that saw other observations, are not exchangeable. The null hypothesis
is that the curves are equal; with equal AUCs and different curves the level is only approximate.
Otherwise as :mod:`aucurate.inference.auc.delong`.

**Degenerate cases.** Perfect separation by one of the classifiers is no obstacle. Where the two
rank alike no exchange changes anything: p = 1, and the interval is the rule of three of the
disjoint-pairs bound (:mod:`aucurate.inference.core.bounds`).

Bandos, A. I., Rockette, H. E., Gur, D. (2005). A permutation test sensitive to differences in areas
for comparing ROC curves from a paired design. Statistics in Medicine 24, 2873-2893.
Phipson, B., Smyth, G. K. (2010). Permutation p-values should never be zero: calculating exact
p-values when permutations are randomly drawn. Statistical Applications in Genetics and Molecular
Biology 9, 39.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.counted import CountedEstimate
from aucurate.hints import Function, Hint
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
)
from aucurate.inference.core.monte_carlo import Ends
from aucurate.inference.curve.estimands import components_of
from aucurate.inference.resampling.canonical_order import Arrangement, arranged
from aucurate.inference.resampling.drawn_units import RowUnits, class_weights
from aucurate.inference.resampling.function_bootstrap import FunctionStatistic, Measure, value_of
from aucurate.inference.resampling.intervals import Floats
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw
from aucurate.kernels import Progress
from aucurate.kernels.permutation import swapped_rank_differences
from aucurate.results import Alternative, Caveat, Comparison, Interval, MethodTitle

Values: TypeAlias = Callable[[NDArray[np.bool_], NDArray[np.int64]], Floats]
"""A number from each row of ranks of the observations that are positive, or are not."""

METHOD = MethodTitle("permutation", "permutation")
INTERVAL = MethodTitle("shifted permutation", "shifted-permutation")
_CELLS = 1_000_000  # ranks held at a time
_STEP = 2.0**-40  # of the largest difference: values that differ by rounding are equal
_SAME = 1e-9  # relative: a number of ranks and the same number of scores


@dataclass(frozen=True, slots=True, eq=False)
class Exchanged:
    """The observed difference and those after exchanges, all in units of 1 / ``unit``.

    ``contest`` has no variance yet, and ``unmoved`` answers where no exchange changes anything.
    """

    observed: float
    drawn: NDArray[Any]
    unit: float
    contest: Contest
    unmoved: Callable[[Question, list[Caveat]], Comparison]


@checked
def permutation_test(
    first: Scores,
    second: Scores,
    of: CountedEstimate | Measure | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Do two AUCs on the same observations differ, by exchanging the classifiers' ranks?

    ``of`` asks for another number than the AUC. ``stratified`` has no meaning here, and ``threads``
    serve the AUC. When ``progress`` returns False the permutations finished so far are used, and a
    caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(permutation_test(data["forest"], data["tree"]))
    AUC difference 0.041 (95% CI 0.018 to 0.063), p < 0.001, permutation test, paired

    A partial AUC:

    >>> from aucurate.estimates import PartialAuc
    >>> part = PartialAuc(specificity=(0.9, 1))
    >>> found = permutation_test(data["forest"], data["tree"], part)
    >>> print(f"{found.quantity}: {found.difference:.3f}, p = {found.p_value:.3f}")
    partial AUC (specificity 90% to 100%): 0.022, p = 0.007
    """
    question = Question.checked(alternative, null_difference, confidence)
    _refuse_what_is_not_exchangeable(first, second, paired, question.null_difference)
    both = as_paired(first, second).plain("the permutation test", units=True)
    chosen = resampling or Resampling()
    if of is None:
        exchanged = _of_aucs(both, chosen, threads, progress)
    elif isinstance(of, CountedEstimate) and not isinstance(of, type):
        exchanged = _of_counts(both, of, chosen, progress)
    else:
        exchanged = _of_function(both, FunctionStatistic.of(of), chosen, progress)
    notes = monte_carlo.of_finished(len(exchanged.drawn), chosen.replicates)
    if not exchanged.drawn.any():
        return exchanged.unmoved(question, notes)
    interval, more = _interval(exchanged, question.confidence)
    contest = replace(
        exchanged.contest,
        variance=float(np.mean((exchanged.drawn / exchanged.unit) ** 2)),
        caveats=(*exchanged.contest.caveats, *notes, *more),
    )
    p = _p_value(exchanged, question.alternative)
    return monte_carlo.resampled_comparison(contest, question, interval, p, METHOD)


def _refuse_what_is_not_exchangeable(
    first: Scores, second: Scores, paired: bool | None, null_difference: float
) -> None:
    if not is_paired(first, second, paired, "the permutation test", units=True):
        raise UnsupportedError(
            "the permutation test needs two classifiers on the same observations.",
            hint=Hint(
                "compare different test sets with {}, {} or, for the whole curve, {}.",
                Function("delong_test"),
                Function("bootstrap_test"),
                Function("venkatraman_test"),
            ),
        )
    if null_difference != 0:
        raise OptionError(
            "the permutation test can only test a difference of 0: classifiers that differ are "
            f"not exchangeable; null_difference is {null_difference!r}.",
            hint=(
                "use delong_test or bootstrap_test, or check whether the interval contains the "
                "value."
            ),
        )


def _of_aucs(
    both: PairedScores, resampling: Resampling, threads: int | None, progress: Progress | None
) -> Exchanged:
    """Exact whole numbers: twice the pairs that the first wins more than the second."""
    moments = AucMoments.from_scores(both, threads=threads)
    view = arranged(both, threads=threads)
    (ranked,) = view.test_sets
    units = ranked.units or RowUnits()
    drawn = view.sign * swapped_rank_differences(
        ranked.ranks,
        ranked.positive,
        groups=units.groups,
        weights=units.weights,
        replicates=resampling.replicates,
        key=resampling.key(),
        threads=threads,
        progress=progress,
    )
    observed: float = view.sign * (ranked.wins[0] - ranked.wins[1])
    unit: float = 2 * ranked.pairs
    if units.weights is not None:
        observed, unit = float(observed), float(unit)
    variance = float(moments.difference_variance[0, 1])
    known = tuple(caveats.of_class_sizes(moments))
    (first, second), (one, two) = moments.names, moments.aucs
    contest = Contest(
        first,
        second,
        one,
        two,
        variance,
        "paired",
        known,
        pairs=moments.pairs,
        n_groups=moments.n_groups,
        design_effect=float(moments.difference_design_effects[0, 1]),
    )

    def unmoved(question: Question, notes: list[Caveat]) -> Comparison:
        """The classifiers order every pair alike, or nearly so."""
        alike = observed == 0 and variance == 0
        why = caveats.no_spread(caveats.difference(first, second), first, second)
        why = caveats.identical(first, second) if alike else why
        final = replace(contest, caveats=(*known, *notes, why), identical=alike)
        return bounded_comparison(final, question)

    return Exchanged(observed, drawn, unit, contest, unmoved)


def _of_counts(
    both: PairedScores,
    estimate: CountedEstimate,
    resampling: Resampling,
    progress: Progress | None,
) -> Exchanged:
    """By the counts of both classes at each rank, from the highest down."""
    whole = components_of(both, estimate)
    contest = whole.paired(0, 1)
    view = arranged(both, turnable=False)
    (ranked,) = view.test_sets
    weights = class_weights(both.observations, ranked.positive, ranked.weights)

    def values(positive: NDArray[np.bool_], ranks: NDArray[np.int64]) -> Floats:
        distinct, at = np.unique(ranks, return_inverse=True)
        width, rows = len(distinct), np.arange(len(ranks))[:, None]
        places = rows * width + (width - 1 - at.reshape(ranks.shape))
        counts = (
            np.bincount(
                places[:, here].ravel(),
                None if weights is None else np.tile(weights[here], len(ranks)),
                len(ranks) * width,
            ).reshape(-1, width)
            for here in (positive, ~positive)
        )
        return estimate.values(*counts)

    def unmoved(question: Question, notes: list[Caveat]) -> Comparison:
        final = replace(contest, caveats=(*contest.caveats, *notes))
        return bounded_comparison(final, question)

    drawn = _exchanged(view, values, contest.reach, resampling, progress)
    return Exchanged(*drawn, 1.0, replace(contest, caveats=whole.caveats), unmoved)


def _of_function(
    both: PairedScores,
    statistic: FunctionStatistic,
    resampling: Resampling,
    progress: Progress | None,
) -> Exchanged:
    """A call for each permutation and classifier."""
    first, second = both
    statistic.require(both.observations, "the permutation test")
    contest = statistic.contest(first, second, True)
    both_values = contest.first_value, contest.second_value

    def values(positive: NDArray[np.bool_], ranks: NDArray[np.int64]) -> Floats:
        labels = positive.astype(np.int64)
        return np.array([value_of(statistic.measure, labels, row / 2) for row in ranks])

    view = arranged(both, turnable=False)
    (ranked,) = view.test_sets
    by_score = both_values[:: view.sign]
    if not np.allclose(values(ranked.positive, ranked.ranks), by_score, rtol=_SAME, atol=0.0):
        raise UnsupportedError(
            f"{statistic.quantity} changes when scores are replaced by their ranks, which are what "
            "the permutation test exchanges.",
            hint="use bootstrap_test, which resamples the scores as they are.",
        )

    def unmoved(question: Question, notes: list[Caveat]) -> Comparison:
        whole = Interval(
            low=-math.inf, high=math.inf, confidence=question.confidence, method=INTERVAL
        )
        final = (*contest.caveats, *notes, caveats.equal_replicates())
        return monte_carlo.resampled_comparison(
            replace(contest, caveats=final), question, whole, 1.0, METHOD
        )

    largest = max(map(abs, both_values))
    drawn = _exchanged(view, values, largest, resampling, progress)
    return Exchanged(*drawn, 1.0, contest, unmoved)


def _exchanged(
    view: Arrangement,
    values: Values,
    largest: float,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[float, Floats]:
    """The difference of the data and that of each permutation, rounded to small steps."""
    (ranked,) = view.test_sets
    one, two = ranked.ranks
    groups = None if ranked.units is None else ranked.units.groups
    units = len(one) if groups is None else int(groups.max()) + 1
    rng = np.random.Generator(np.random.Philox(key=resampling.key()))
    step = _STEP * 2.0 ** math.ceil(math.log2(largest or 1.0))

    def differences(swapped: NDArray[np.bool_]) -> Floats:
        first, second = np.where(swapped, two, one), np.where(swapped, one, two)
        ranks = np.concatenate([first, second])
        there, back = np.split(values(ranked.positive, ranks), 2)
        return view.sign * np.rint((there - back) / step) * step

    def rows(size: int) -> Floats:
        swapped = rng.random((size, units)) < 0.5
        return differences(swapped if groups is None else swapped[:, groups])

    observed = float(differences(np.zeros((1, len(one)), np.bool_))[0])
    block = max(1, _CELLS // (4 * len(one)))
    return observed, draw(rows, resampling.replicates, block=block, progress=progress)


def _p_value(exchanged: Exchanged, alternative: Alternative) -> float:
    observed, drawn = exchanged.observed, exchanged.drawn
    if alternative == "greater":
        extreme = drawn >= observed
    elif alternative == "less":
        extreme = drawn <= observed
    else:
        extreme = np.abs(drawn) >= abs(observed)
    return monte_carlo.p_value(int(np.count_nonzero(extreme)), len(drawn))


def _interval(exchanged: Exchanged, confidence: float) -> tuple[Interval, list[Caveat]]:
    """The observed difference plus and minus an order statistic of the permuted ones."""
    contest, unit = exchanged.contest, exchanged.unit
    sizes = np.sort(np.abs(exchanged.drawn))[::-1]
    kept = monte_carlo.rank_from_end(len(sizes), 1 - confidence)
    reach = math.inf if kept == 0 else sizes[kept - 1].item() / unit
    away = np.unique(sizes) / unit
    low, high = monte_carlo.never_a_point(
        Ends(contest.difference - reach, contest.difference + reach, kept == 0),
        np.concatenate([contest.difference - away, contest.difference + away]),
        -contest.reach,
        contest.reach,
    )
    notes = [caveats.shifted_null()]
    if kept == 0:
        notes.append(caveats.too_few_replicates(len(sizes), confidence))
    return Interval(low=low, high=high, confidence=confidence, method=INTERVAL), notes
