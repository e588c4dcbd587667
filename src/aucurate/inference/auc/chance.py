r"""Is a classifier better than chance?

**Question.** Is the AUC 0.5, as it is when scores carry no information about the classes?

**Use it** for one classifier. ``compare`` of one classifier makes this test unless ``null=`` gives
another value; for several, ``null=0.5`` asks for it. For any other value than 0.5 use
:func:`aucurate.inference.auc.delong_null_test`.

The hypothesis can hold in two ways. Scores may carry no information at all: then every assignment
of the labels to the scores is equally likely, and the test can be exact at any size. Or the AUC may
be one half although the classes differ, in spread for example: then not all assignments are equally
likely, and the plain rank-sum test rejects far too often (docs/validation.md). So there are two
tests, and the p-value is the larger of theirs:

- The rank-sum test of Wilcoxon (1945) and Mann and Whitney (1947). The one-sided p-value is the
  share of all assignments of the labels, :math:`\binom{m+n}{m}` of them, whose AUC is at least as
  high. It is counted, ties included.
- The test of Brunner and Munzel (2000), which allows for classes of different spread. With the
  variances :math:`S_{10}, S_{01}` of the placements (:mod:`aucurate.inference.auc.delong`),

  .. math:: t = \frac{\hat A - 1/2}{\sqrt{S_{10}/m + S_{01}/n}}

  has Student's t distribution with Satterthwaite's degrees of freedom.

A p-value of at most the level from both is needed to reject, so the level is never exceeded where
scores carry no information and the count is carried out. Where classes differ in spread it holds
from about 10 observations in the smaller class on. docs/validation.md has the level, below that as
well, and the power compared with that of the rank-sum test. The statistic is the normal deviate of
the p-value.

**How test and interval relate.** The interval reported with the test is that of the size of the AUC
(the beta interval of :mod:`aucurate.inference.auc.delong`), which leaves room for errors that the
sample has not shown. The test needs no such room: it asks what samples look like when the AUC is
one half. With few observations the interval may therefore contain 0.5 where the test rejects it.
Then the AUC is above one half, but how far is not known.

**Size.** The count takes about :math:`k^2 N (N - k) / 2` additions for N observations, k of them in
the smaller class, and fewer the nearer the AUC is to 0 or 1. Up to 3e8 of them it is carried out:
with 100 observations in each class, with 20 and 1,000, or with 5 and 4,000. Above that the normal
approximation with corrections for ties and continuity takes its place. From 1,000 observations in
the smaller class on Brunner and Munzel's test, which then keeps its level in either case, is used
alone.

**Groups and sampling weights.** Labels of observations in groups, or with sampling weights, are not
exchangeable, so that Brunner and Munzel's test is used alone, with the variance of
:mod:`aucurate.data.units`.

**Not valid** where DeLong's variance is not (:mod:`aucurate.inference.auc.delong`): nested models
scored on their training data, out-of-fold scores pooled over folds. With fewer than 10 observations
in a class together with classes of very different spread the level may be somewhat above the
nominal one.

**Degenerate cases.** Where the variance is zero (perfect separation) or a class has one
observation, the count alone decides. Where there is no count (groups, sampling weights, large
classes), the disjoint-pairs bound of :mod:`aucurate.inference.core.bounds` does: with k independent
units in the smaller class, the one-sided p-value of perfect separation is :math:`2^{-k}`.

**Compared with other programs.** The rank-sum test agrees with SciPy's ``mannwhitneyu`` (exact),
with the table of Mann and Whitney (1947) and, where there are ties, with an enumeration of all
assignments; the other with SciPy's ``brunnermunzel`` and the example of Brunner and Munzel (2000).

Brunner, E., Munzel, U. (2000). The nonparametric Behrens-Fisher problem: asymptotic theory and a
small-sample approximation. Biometrical Journal 42, 17-25.
Mann, H. B., Whitney, D. R. (1947). On a test of whether one of two random variables is
stochastically larger than the other. Annals of Mathematical Statistics 18, 50-60.
Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80-83.
Neubert, K., Brunner, E. (2007). A studentized permutation test for the non-parametric
Behrens-Fisher problem. Computational Statistics and Data Analysis 51, 5192-5204. Its level is the
same; its p-values are drawn and cannot be small. The larger of the two p-values is ours.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.inference.auc.delong import delong_null_test
from aucurate.inference.core import bounds
from aucurate.inference.core.components import Scale
from aucurate.inference.core.contrasts import Question, satterthwaite_degrees
from aucurate.results import Alternative, Comparison, MethodTitle

METHOD = MethodTitle("rank-sum and Brunner-Munzel", "chance")
METHOD_LARGE = MethodTitle("Brunner-Munzel", "brunner-munzel")
LARGE = 1000
_SIDES: tuple[Alternative, Alternative] = ("greater", "less")

_MOST_ADDITIONS = 3e8
_LARGEST_COUNT = 1e300


@checked
def chance_test(
    data: Scores,
    *,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: Scale = "beta",
) -> Comparison:
    """Test the AUC of one classifier against 0.5.

    The interval is that of the AUC minus 0.5; ``scale`` names it, as for ``delong_null_test``.

    >>> from aucurate.data.scores import Scores
    >>> labels, values = [0] * 5 + [1] * 5, [1, 2, 3, 6, 4, 5, 7, 8, 9, 10]
    >>> found = chance_test(Scores.from_arrays(labels, values))
    >>> print(found)
    AUC 0.960 against 0.5: difference 0.460 (95% CI 0.015 to 0.500), p = 0.016, rank-sum and Brunner-Munzel test
    >>> found.p_value == 4 / 252  # 2 of 252 assignments have an AUC of 0.96 or more, twice that
    True
    """  # noqa: E501 - as it is printed
    question = Question.checked(alternative, 0.0, confidence)
    moments = AucMoments.from_scores(data)
    return compared_with_chance(lambda: rank_sum(data), moments, data.name, question, scale)


def compared_with_chance(
    ranks: Callable[[], tuple[float, float]] | None,
    moments: AucMoments,
    name: str,
    question: Question,
    scale: Scale = "beta",
) -> Comparison:
    """:func:`chance_test` of a classifier whose moments are known, under its name in them.

    ``ranks`` gives the p-values of the rank-sum test for observations without groups and sampling
    weights; None where all ranks are not at hand.
    """
    found = delong_null_test(
        moments,
        null=0.5,
        alternative=question.alternative,
        confidence=question.confidence,
        scale=scale,
        name=name,
    )
    at = moments.index(name)
    tails = [brunner_munzel(moments, at)]
    by_ranks = not moments.independent and min(moments.n_positive, moments.n_negative) < LARGE
    if ranks is not None and by_ranks:
        tails.append(ranks())
    method = METHOD if len(tails) > 1 else METHOD_LARGE
    if len(tails) == 1 and not moments.covariance[at, at] > 0:  # zero, or NaN of one observation
        tails, method = [_of_pairs(moments, at)], bounds.DISJOINT_PAIRS
    greater, less = (max(each) for each in zip(*tails, strict=True))
    p = {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}
    sign = math.copysign(1.0, found.difference) if found.difference else 0.0
    return replace(
        found,
        statistic=0.0 - sign * float(special.ndtri(min(0.5, greater, less))),
        degrees_of_freedom=math.inf,
        p_value=p[question.alternative],
        method=method,
    )


def _of_pairs(moments: AucMoments, at: int) -> tuple[float, float]:
    """The one-sided p-values by the disjoint-pairs bound, that of a higher AUC first."""
    distance = 2 * float(moments.aucs[at]) - 1
    greater, less = (
        bounds.difference_p_value(distance, 0.0, moments.pairs, side) for side in _SIDES
    )
    return greater, less


def brunner_munzel(moments: AucMoments, at: int) -> tuple[float, float]:
    """The one-sided p-values, that of a higher AUC first; 0 where there is no variance to use."""
    distance = moments.aucs[at] - 0.5
    parts = [(float(part.covariance[at, at]), part.size) for part in moments.parts]
    variance = sum(spread / size for spread, size in parts)
    if variance == 0 and distance == 0:  # constant scores
        return 1.0, 1.0
    if not variance > 0:  # also NaN, of one observation
        return float(distance < 0), float(distance > 0)
    t, degrees = distance / math.sqrt(variance), satterthwaite_degrees(parts)
    return float(special.stdtr(degrees, -t)), float(special.stdtr(degrees, t))


def rank_sum(scores: Scores) -> tuple[float, float]:
    """The one-sided p-values over all assignments of the labels, that of a higher AUC first."""
    scores = scores.plain("the rank-sum test")
    return _of_ranks(kernels.doubled_midranks(scores.values), scores.is_positive)


def rank_sum_of_counts(counts: ThresholdCounts) -> tuple[float, float]:
    """The same from how many observations of each class have each score."""
    each = np.stack([counts.positives, counts.negatives], axis=1)
    tied = each.sum(axis=1)
    ranks = 2 * int(tied.sum()) + 1 - tied - 2 * (np.cumsum(tied) - tied)
    places = np.repeat(ranks, 2)
    positive = np.tile([True, False], len(tied))
    return _of_ranks(np.repeat(places, each.ravel()), np.repeat(positive, each.ravel()))


def _of_ranks(ranks: NDArray[np.int64], positive: NDArray[np.bool_]) -> tuple[float, float]:
    few_are_positive = 2 * int(np.count_nonzero(positive)) <= len(positive)
    high, low = rank_sum_tails(ranks, positive if few_are_positive else ~positive)
    return (high, low) if few_are_positive else (low, high)


def rank_sum_tails(ranks: NDArray[np.int64], chosen: NDArray[np.bool_]) -> tuple[float, float]:
    """How often as many ranks chosen at random have a sum as high as the chosen, and as low.

    ``ranks`` are doubled midranks.

    >>> high, low = rank_sum_tails(np.array([2, 4, 6, 8]), np.array([False, True, False, True]))
    >>> high, low  # of six sums, 6 of 12 and 14 only 12 and 14 are as high
    (0.3333333333333333, 0.8333333333333334)
    """
    distances = ranks - ranks.min()
    step = max(1, int(np.gcd.reduce(distances)))
    values = distances // step
    k, total = int(np.count_nonzero(chosen)), int(values[chosen].sum())
    upper = total * len(values) > k * int(values.sum())
    if upper:
        values = values.max() - values
        total = int(values[chosen].sum())
    as_low, equal = _counted(np.sort(values), k, total) or _approximated(values, k, total)
    tails = as_low, min(1.0, 1 - as_low + equal)
    return tails if upper else tails[::-1]


def _counted(values: NDArray[np.int64], k: int, total: int) -> tuple[float, float] | None:
    """The share of sums of k ascending values that are at most the total, and that equal it.

    None where the count takes too long, or exceeds what a floating-point number holds.
    """
    within = values[values <= total].tolist()
    subsets = math.comb(len(values), k)
    if len(within) * k * (total + 1) > _MOST_ADDITIONS or subsets > _LARGEST_COUNT:
        return None
    ways = np.zeros((k + 1, total + 1))  # by how many are chosen, and by their sum
    ways[0, 0] = 1
    for seen, value in enumerate(within):
        most = min(seen + 1, k)
        ways[1 : most + 1, value:] += ways[:most, : total + 1 - value]
    return float(ways[k].sum()) / subsets, float(ways[k, total]) / subsets


def _approximated(values: NDArray[np.int64], k: int, total: int) -> tuple[float, float]:
    """The same by the normal distribution, half a step for continuity."""
    size = len(values)
    error = math.sqrt(k * (size - k) / (size - 1) * float(np.var(values)))
    if error == 0:
        return 1.0, 1.0
    below, above = ((total - k * float(values.mean()) + half) / error for half in (-0.5, 0.5))
    as_low = float(special.ndtr(above))
    return as_low, as_low - float(special.ndtr(below))
