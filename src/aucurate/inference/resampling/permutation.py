r"""Bandos, Rockette, Gur 2005: a permutation test of two AUCs on the same observations.

**Question.** Do two classifiers have the same curve, judged by the difference of their AUCs?

Under the null hypothesis it does not matter which of the two classifiers gave an observation which
of its two ranks. So every observation's ranks (midranks, each within its classifier, so that the
scales of the scores do not matter) change places with probability one half, the AUCs
of the two columns of ranks are counted anew, ties one half, and the observed difference D is held
against the differences D* that come out:

.. math::  p = \frac{1 + \#\{|D^*| \ge |D|\}}{1 + R}

one-sided with :math:`D^* \ge D` or :math:`D^* \le D`. The counts are integers, so equal differences
are equal. The statistic is D divided by :math:`\sqrt{\overline{D^{*2}}}`, the z of the paper's
asymptotic version with the variance of the permutations drawn; the p-value does not use it.

**Interval.** A permutation test gives none of its own. The one reported shifts the null
distribution to the observed difference: :math:`D \pm |D^*|_{[K]}`, the K-th largest,
:math:`K = \lfloor (R + 1)(1 - c) \rfloor`. It leaves out 0 exactly when the two-sided test rejects
at 1 - c. Its name, "shifted permutation", and a caveat say what it is.

**Not valid** for a null difference other than 0 (classifiers that differ are not exchangeable) or
for different test sets, and refused there. The null hypothesis is that the curves are equal; with
equal AUCs and different curves the level is only approximate. Otherwise as
:mod:`aucurate.inference.auc.delong`; but it needs no variance, so that perfect separation by one of
the classifiers is no obstacle.

Bandos, A. I., Rockette, H. E., Gur, D. (2005). A permutation test sensitive to differences in areas
for comparing ROC curves from a paired design. Statistics in Medicine 24, 2873-2893.
"""

import math
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    as_paired,
    bounded_comparison,
    is_paired,
)
from aucurate.inference.core.monte_carlo import Ends
from aucurate.inference.resampling.canonical_order import arranged
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.kernels.permutation import swapped_rank_differences
from aucurate.results import Alternative, Caveat, Comparison, Interval, MethodTitle

Counts: TypeAlias = NDArray[np.int64]

METHOD = MethodTitle("permutation", "permutation")
INTERVAL = MethodTitle("shifted permutation", "shifted-permutation")


@checked
def permutation_test(
    first: Scores,
    second: Scores,
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

    ``stratified`` has no meaning here. When ``progress`` returns False the permutations finished
    so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(permutation_test(data["forest"], data["tree"]))
    AUC difference 0.041 (95% CI 0.018 to 0.063), p < 0.001, permutation test, paired
    """
    question = Question.checked(alternative, null_difference, confidence)
    _refuse_what_is_not_exchangeable(first, second, paired, question.null_difference)
    both, chosen = as_paired(first, second), resampling or Resampling()
    moments = AucMoments.from_scores(both, threads=threads)
    found = caveats.of_class_sizes(moments)
    view = arranged(both, threads=threads)
    (ranked,) = view.test_sets
    drawn = view.sign * swapped_rank_differences(
        ranked.ranks,
        ranked.positive,
        repeats=chosen.repeats,
        key=chosen.key(),
        threads=threads,
        progress=progress,
    )
    found += monte_carlo.of_finished(len(drawn), chosen.repeats)
    observed = view.sign * (ranked.wins[0] - ranked.wins[1])
    if not drawn.any():
        return _without_spread(moments, question, found, observed)
    unit = 2 * ranked.pairs
    interval, more = _interval(observed, drawn, unit, moments, question.confidence)
    variance = float(np.mean((drawn / unit) ** 2))
    contest = _contest(moments, variance, [*found, *more])
    p = _p_value(observed, drawn, question.alternative)
    return monte_carlo.resampled_comparison(contest, question, interval, p, METHOD)


def _refuse_what_is_not_exchangeable(
    first: Scores, second: Scores, paired: bool | None, null_difference: float
) -> None:
    if not is_paired(first, second, paired, "the permutation test"):
        raise UnsupportedError(
            "the permutation test needs two classifiers on the same observations.",
            hint="compare different test sets with delong_test, bootstrap_test or, for the whole "
            "curve, venkatraman_test.",
        )
    if null_difference != 0:
        raise OptionError(
            "the permutation test can only test a difference of 0: classifiers that differ are "
            f"not exchangeable; null_difference is {null_difference!r}.",
            hint="use delong_test or bootstrap_test, or look whether the interval holds the value.",
        )


def _p_value(observed: int, drawn: Counts, alternative: Alternative) -> float:
    if alternative == "greater":
        extreme = drawn >= observed
    elif alternative == "less":
        extreme = drawn <= observed
    else:
        extreme = np.abs(drawn) >= abs(observed)
    return monte_carlo.p_value(int(np.count_nonzero(extreme)), len(drawn))


def _interval(
    observed: int, drawn: Counts, unit: int, moments: AucMoments, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """The observed difference plus and minus an order statistic of the permuted ones."""
    sizes = np.sort(np.abs(drawn))[::-1]
    kept = monte_carlo.rank_from_end(len(drawn), 1 - confidence)
    reach = math.inf if kept == 0 else int(sizes[kept - 1]) / unit
    difference = moments.aucs[0] - moments.aucs[1]
    away = np.unique(sizes) / unit
    low, high = monte_carlo.never_a_point(
        Ends(difference - reach, difference + reach, kept == 0),
        np.concatenate([difference - away, difference + away]),
        -1.0,
        1.0,
    )
    found = [caveats.shifted_null()]
    if kept == 0:
        found.append(caveats.too_few_repeats(len(drawn), confidence))
    return Interval(low=low, high=high, confidence=confidence, method=INTERVAL), found


def _without_spread(
    moments: AucMoments, question: Question, found: list[Caveat], observed: int
) -> Comparison:
    """No exchange changes anything: the classifiers order every pair alike, or nearly so."""
    alike = observed == 0 and float(moments.difference_variance[0, 1]) == 0
    if alike:
        found = [*found, caveats.identical(*moments.names)]
    else:
        found = [*found, caveats.no_spread(caveats.difference(*moments.names), *moments.names)]
    contest = _contest(moments, float(moments.difference_variance[0, 1]), found)
    smaller = min(moments.n_positive, moments.n_negative)
    return bounded_comparison(replace(contest, pairs=smaller, identical=alike), question)


def _contest(moments: AucMoments, variance: float, found: list[Caveat]) -> Contest:
    names, aucs = moments.names, moments.aucs
    return Contest(names[0], names[1], aucs[0], aucs[1], variance, "paired", tuple(found))
