r"""The bootstrap: intervals and tests from observations drawn again and again from those there are.

**Question.** How far could an AUC, another number of a classifier, or the difference of two of
them, have differed with other observations from the same population?

**Use it** where DeLong's method applies and you would rather see the distribution than trust a
normal one; for a second opinion on a small class; for a number that has no variance formula; for
any null difference and any alternative. In a study: ``compare(..., method="bootstrap")``,
``--method bootstrap``. The bare replicates are
:func:`aucurate.inference.resampling.bootstrap_aucs`.

``of`` says which number, and each family of numbers has its draws:

- scores of two classes: the AUC (default,
  :mod:`aucurate.inference.resampling.auc_bootstrap`), a :class:`~aucurate.estimates.PartialAuc`,
  :class:`~aucurate.estimates.SensitivityAt`, :class:`~aucurate.estimates.SpecificityAt` or
  :class:`~aucurate.estimates.AveragePrecision`
  (:mod:`aucurate.inference.resampling.counted_bootstrap`), or any function of labels and scores
  (:mod:`aucurate.inference.resampling.function_bootstrap`);
- scores of several classes: the Hand-Till AUC (default) or another average of pairwise AUCs
  (:mod:`aucurate.inference.multiclass.auc_bootstrap`);
- scores of three ordered classes: the volume under the surface
  (:mod:`aucurate.inference.multiclass.volume_bootstrap`).

A replicate draws as many observations of each class as there are, with replacement (stratified,
the default), or as many as there are whatever their class, and computes the number of what was
drawn. Two classifiers on the same observations see the same draws; classifiers on different test
sets are drawn independently. From the R replicates :math:`\theta^*` of the estimate
:math:`\hat\theta` (a number, or a difference), :math:`\theta^*_{(k)}` the k-th lowest, the interval
with confidence c is made in one of four ways (``kind``;
:mod:`aucurate.inference.resampling.intervals`):

.. math::
    \text{percentile (default): } \theta^*_{(k)}, \theta^*_{(R+1-k)} \qquad
    \text{basic: } 2\hat\theta - \theta^*_{(R+1-k)}, 2\hat\theta - \theta^*_{(k)} \qquad
    k = \lfloor (R+1)(1-c)/2 \rfloor

**studentised** (of AUCs only): :math:`\hat\theta - s\,t^*_{(R+1-k)}` and
:math:`\hat\theta - s\,t^*_{(k)}` with :math:`t^* = (\theta^* - \hat\theta)/s^*`, where s and s* are
DeLong's standard errors of the data and of the replicate; a replicate without variance is
infinitely far away. **BCa**: percentiles at levels corrected for bias and acceleration. The
acceleration comes from what leaving out one observation does to the estimate: its influence, which
for an AUC is its placement minus the AUC, so that nothing is computed again, or for a function the
jackknife.

An interval always contains the estimate and is never a point. Where R is too small for the
confidence, an end is that of the range, and a caveat says so.

**The test** is the interval inverted: p is one minus the largest confidence at which the interval
leaves out the null difference. For the percentile interval that is twice the smaller of
:math:`(1 + \#\{\theta^* \le d\})/(1 + R)` and :math:`(1 + \#\{\theta^* \ge d\})/(1 + R)`; for the
basic one it is the count in the distribution shifted to the null. It is never 0.

**Groups and weights** of two classes: groups are drawn whole, rows with sampling weights with equal
chance, and a row with a frequency weight stands for so many observations
(:mod:`aucurate.inference.resampling.drawn_units`). The acceleration and the standard errors are
then those of groups and weighted rows (:mod:`aucurate.data.units`). A function is given the rows of
the drawn groups; sampling weights, which it would not see, are refused.

**Reproducible.** The same integer ``rng`` gives the same numbers on any number of threads, in any
order of the rows, with the classifiers either way round, and, where only ranks matter, after any
monotone transformation. A run that is stopped (its progress callback returns False) uses the
replicates done, if there are 100 or more, and says how many.

**Not valid** where DeLong's method is not: nested models scored on their training data, out-of-fold
scores pooled over folds. With few observations in a class, or few groups, the replicates vary less
than new data would. Studentised intervals need data that are far from perfect separation.
Functions that jump: see :mod:`aucurate.inference.resampling.function_bootstrap`.

**Degenerate cases.** Perfect separation, constant scores and a class of one observation give
replicates without variance (in that class); a distribution-free bound
(:mod:`aucurate.inference.core.bounds`) takes over (of an AUC the disjoint-pairs bound) and the
result says so. A function has no such bound: where all of its replicates are equal, the interval is
the whole line.

**Compared with other programs.** pROC's ``ci.auc(method = "bootstrap")`` is a percentile interval
with interpolated quantiles, and prints the median of the replicates in place of the AUC; its
``roc.test(method = "bootstrap")`` refers :math:`(\hat A_1 - \hat A_2)/\operatorname{sd}(\theta^*)`
to the normal distribution, where ours counts replicates.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall, chapters
12-14.
Davison, A. C., Hinkley, D. V. (1997). Bootstrap Methods and their Application. Cambridge University
Press, sections 3.2 and 5.2-5.3.
"""

from dataclasses import replace
from typing import TypeAlias, TypeVar, overload

from aucurate.checks import checked
from aucurate.data.classes import ClassScores
from aucurate.data.ordered import OrderedScores
from aucurate.data.scores import Scores, with_rows
from aucurate.errors import OptionError
from aucurate.estimates.classes.auc import ClassAverage
from aucurate.estimates.counted import CountedEstimate
from aucurate.inference.core.contrasts import bounded_comparison
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.multiclass.auc_bootstrap import ClassAverageStatistic
from aucurate.inference.multiclass.volume_bootstrap import VolumeStatistic
from aucurate.inference.resampling.auc_bootstrap import AucStatistic
from aucurate.inference.resampling.counted_bootstrap import CountedStatistic
from aucurate.inference.resampling.function_bootstrap import FunctionStatistic, Measure
from aucurate.inference.resampling.intervals import Kind
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import METHOD, Drawing, Statistic
from aucurate.kernels import Progress
from aucurate.results import Alternative, ClassEstimate, Comparison, Estimate

Estimand: TypeAlias = CountedEstimate | ClassAverage | Measure


@overload
def bootstrap_interval(
    data: Scores,
    of: CountedEstimate | Measure | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate: ...


@overload
def bootstrap_interval(
    data: ClassScores | OrderedScores,
    of: ClassAverage | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> ClassEstimate: ...


@checked
def bootstrap_interval(
    data: Scores | ClassScores | OrderedScores,
    of: Estimand | None = None,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Estimate | ClassEstimate:
    """An estimate of one classifier with a bootstrap standard error and interval.

    ``of`` is the AUC, the Hand-Till AUC or the volume unless it says otherwise. ``threads`` serve
    the AUC. When ``progress`` returns False the replicates finished so far are used, and a caveat
    says so.

    >>> scores = Scores.from_arrays([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8], name="a")
    >>> print(bootstrap_interval(scores))
    a: AUC 0.875 (95% CI 0.500 to 1.000), 4 positive and 4 negative, bootstrap percentile interval

    Another kind of interval, and more replicates:

    >>> from aucurate.datasets import load_breast_cancer
    >>> tree = load_breast_cancer()["tree"]
    >>> more = Resampling(replicates=5000, rng=1)
    >>> print(bootstrap_interval(tree, kind="bca", resampling=more).interval)
    95% CI 0.876 to 0.945

    An average precision, and a function, which is called once per replicate:

    >>> from aucurate.estimates.average_precision import AveragePrecision
    >>> precision = bootstrap_interval(tree, AveragePrecision())
    >>> print(f"{precision.value:.3f}, {precision.interval}")
    0.814, 95% CI 0.746 to 0.876
    >>> def brier_score(labels, scores):
    ...     return ((labels - scores) ** 2).mean()
    >>> brier = bootstrap_interval(tree, brier_score)
    >>> print(f"{brier.quantity} {brier.value:.3f}, {brier.interval}")
    brier_score 0.106, 95% CI 0.076 to 0.139

    Several classes, and three ordered ones:

    >>> scores = ClassScores.from_arrays(
    ...     list("aaaabbbbcccc"),
    ...     {"a": [5, 3, 4, 2, 2, 1, 3, 1, 1, 2, 0, 3],
    ...      "b": [1, 2, 0, 2, 4, 5, 2, 3, 3, 1, 2, 1],
    ...      "c": [0, 1, 2, 3, 1, 0, 2, 1, 4, 3, 4, 2]},
    ... )
    >>> hand_till = bootstrap_interval(scores)
    >>> print(f"{hand_till.value:.3f}, {hand_till.interval}, {hand_till.interval.method}")
    0.901, 95% CI 0.745 to 0.990, bootstrap percentile
    >>> labels = ["mild"] * 4 + ["moderate"] * 4 + ["severe"] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 9, 8, 7, 10, 11, 12]
    >>> ordered = OrderedScores.from_arrays(labels, scores, order=("mild", "moderate", "severe"))
    >>> print(bootstrap_interval(ordered).interval)
    95% CI 0.375 to 1.000
    """
    confidence = checked_confidence(confidence)
    statistic, data = _statistic(data, of, threads), _drawable(data)
    kind, chosen = statistic.checked_kind(kind), statistic.resampling(resampling)
    plain, is_final = statistic.plain(data, confidence)
    if is_final:
        final: Estimate | ClassEstimate = replace(plain, method=METHOD)
        return final
    replicates = statistic.replicates(data, plain, Drawing(kind, chosen, progress))
    estimate: Estimate | ClassEstimate = replicates.estimate(plain, statistic.ends)
    return estimate


@checked
def bootstrap_test(
    first: Scores | ClassScores | OrderedScores,
    second: Scores | ClassScores | OrderedScores,
    of: Estimand | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Does an estimate differ between two classifiers, and by how much, by the bootstrap?

    ``of`` is as in :func:`bootstrap_interval`. The statistic is the distance from the null
    difference in standard deviations of the replicates; the p-value does not use it.

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(bootstrap_test(data["forest"], data["tree"]))
    AUC difference 0.041 (95% CI 0.023 to 0.063), p < 0.001, bootstrap percentile test, paired
    >>> def brier_score(labels, scores):
    ...     return ((labels - scores) ** 2).mean()
    >>> found = bootstrap_test(data["forest"], data["tree"], brier_score)
    >>> print(f"{found.quantity}: {found.difference:.3f}, {found.interval}")
    brier_score: -0.028, 95% CI -0.047 to -0.011
    """
    statistic = _statistic(first, of, threads)
    if type(second) is not type(first):
        raise OptionError(
            f"the first classifier is passed as {type(first).__name__} and the second as "
            f"{type(second).__name__}.",
            hint="compare two classifiers with the same kind of data.",
        )
    first, second = _drawable(first), _drawable(second)
    kind, chosen = statistic.checked_kind(kind), statistic.resampling(resampling)
    question = statistic.question(alternative, null_difference, confidence)
    contest = statistic.contest(first, second, paired)
    if statistic.has_bound and not contest.variance > 0:
        return bounded_comparison(contest, question)
    replicates = statistic.differences(first, second, contest, Drawing(kind, chosen, progress))
    return replicates.comparison(contest, question)


AnyScores = TypeVar("AnyScores", bound=Scores | ClassScores | OrderedScores)


def _drawable(data: AnyScores) -> AnyScores:
    """Scores of several classes with a row for every observation."""
    if isinstance(data, Scores) or data.observations.frequencies is None:
        return data
    return with_rows(data, data.observations.unweighted("the bootstrap of several classes"))


def _statistic(data: object, of: Estimand | None, threads: int | None) -> Statistic:
    """The family of a number, for these data."""
    if isinstance(data, ClassScores) and (of is None or isinstance(of, ClassAverage)):
        return ClassAverageStatistic(of)
    if isinstance(data, OrderedScores) and of is None:
        return VolumeStatistic()
    if isinstance(data, Scores):
        if of is None:
            return AucStatistic(threads)
        if isinstance(of, CountedEstimate) and not isinstance(of, type):
            return CountedStatistic(of)
        if callable(of):
            return FunctionStatistic.of(of)
    takes = {
        Scores: "a PartialAuc, SensitivityAt, SpecificityAt, AveragePrecision or a function",
        ClassScores: "a HandTill or OneVsRest",
        OrderedScores: "omitted: there is only the volume",
    }
    raise OptionError(
        f"of={of!r} cannot be estimated from {type(data).__name__}.",
        hint=f"of can be {takes[type(data)]}.",
    )
