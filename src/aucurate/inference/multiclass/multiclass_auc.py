r"""AUCs of several classes with U-statistic standard errors and intervals.

**Question.** How well does a classifier with a column of scores per class tell the classes apart,
and how sure is that?

Hand and Till's M and the AUCs of one class against the rest are averages
:math:`\theta = \sum w_{ab} A(a|b)` of pairwise AUCs (:mod:`aucurate.estimates.multiclass_auc`), so
each is a U-statistic of C samples, and its variance the sum of a part for each class,
:math:`\sum_c S_c / n_c`, from the influences of the observations
(:mod:`aucurate.data.class_moments`). With two classes this is DeLong's variance. A bootstrap of
the classifiers' whole tables is not needed, and neither is independence of the columns.

**Interval**, beta: that of :mod:`aucurate.inference.core.beta_parts`, with a part for each class.
If all of class c were wrong, the average would fall by :math:`d_c = u_c m_c`, where :math:`u_c` is
the weight of the pairs with class c and :math:`m_c` their average AUC, and if all of it were right,
rise by :math:`u_c (1 - m_c)`: in the Hand-Till AUC of C classes an observation counts 2 / C of what
it does with two. The variance of estimated prevalences is added. For two classes it is the interval
of :mod:`aucurate.inference.auc.delong_beta`. Where all classes are well separated and no scores are
far out, it is wider than it would have to be: such a sample cannot be told from that of a
classifier that misses a few observations (decision 18).

**Which prevalences.** The Hand-Till AUC does not depend on the class shares. The others do, and
``prevalence`` says whether the shares of the test set are fixed by design (default), estimates of
those of a population, or stated (:mod:`aucurate.estimates.multiclass_auc`).

**Not valid** for scores on the training data, for out-of-fold scores pooled over folds, for
observations in groups; rough with fewer than 20 observations in a class. Perfect separation,
constant scores and a class of one observation are ordinary cases of the formula.

Hand, D. J., Till, R. J. (2001). A simple generalisation of the area under the ROC curve for
multiple class classification problems. Machine Learning 45, 171-186.
Hoeffding, W. (1948). A class of statistics with asymptotically normal distribution. Annals of
Mathematical Statistics 19, 293-325. DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988).
Biometrics 44, 837-845. The interval is ours.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from aucurate.checks import checked
from aucurate.data.class_moments import ClassAucMoments
from aucurate.data.classes import ClassScores
from aucurate.estimates.multiclass_auc import (
    Average,
    ClassAverage,
    HandTill,
    OneVsRest,
    Prevalence,
)
from aucurate.inference.core import class_auc_caveats
from aucurate.inference.core.class_variance import limits, one_variance, variance_parts
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.kernels import Progress
from aucurate.results import Interval

METHOD = "U-statistic"


@checked
def hand_till_interval(
    data: ClassScores,
    *,
    average: Average = "macro",
    prevalence: Prevalence = "fixed",
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> ClassEstimate:
    """Hand and Till's M of one classifier with its standard error and interval.

    >>> from aucurate.data.classes import ClassScores
    >>> scores = ClassScores.from_arrays(
    ...     list("aaabbbccc"),
    ...     {"a": [5, 3, 4, 2, 1, 3, 1, 2, 0],
    ...      "b": [1, 2, 0, 4, 5, 2, 3, 1, 2],
    ...      "c": [0, 1, 2, 1, 0, 2, 4, 3, 4]},
    ...     name="forest",
    ... )
    >>> found = hand_till_interval(scores)
    >>> print(f"{found.quantity} {found.value:.3f} ({found.interval}), {found.interval.method}")
    Hand-Till AUC 0.954 (95% CI 0.499 to 0.998), U-statistic beta
    """
    wanted = HandTill(average, prevalence)
    return multiclass_auc_interval(data, wanted, confidence=confidence, progress=progress)


@checked
def one_vs_rest_interval(
    data: ClassScores,
    *,
    average: Average = "macro",
    of: Any = None,
    prevalence: Prevalence = "fixed",
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> ClassEstimate:
    """The AUC of each class against the rest, averaged; or that of the class ``of``.

    The rest is a mixture of classes. With ``prevalence="fixed"`` the variance is that of a test set
    with just these class counts; DeLong's method on the labels "a" and "not a" takes the rest for
    one sample, which is ``prevalence="estimated"``.
    """
    wanted = OneVsRest(average, prevalence, of)
    return multiclass_auc_interval(data, wanted, confidence=confidence, progress=progress)


@checked
def one_vs_rest_intervals(
    data: ClassScores,
    *,
    prevalence: Prevalence = "fixed",
    confidence: float = 0.95,
) -> tuple[ClassEstimate, ...]:
    """The AUC of every class against the rest, each with an interval of its own."""
    return tuple(
        one_vs_rest_interval(data, of=label, prevalence=prevalence, confidence=confidence)
        for label in data.classes
    )


@checked
def multiclass_auc_interval(
    data: ClassScores,
    estimand: ClassAverage,
    *,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> ClassEstimate:
    """The same for any average of pairwise AUCs: ``HandTill(...)`` or ``OneVsRest(...)``."""
    (found,) = average_intervals(data, (estimand,), confidence=confidence, progress=progress)
    return found


def average_intervals(
    data: ClassScores,
    estimands: Sequence[ClassAverage],
    *,
    confidence: float = 0.95,
    progress: Progress | None = None,
) -> tuple[ClassEstimate, ...]:
    """:func:`multiclass_auc_interval` of several averages; every pair of classes is ranked once."""
    confidence = checked_confidence(confidence)
    weights = np.stack([each.weights(data.classes, data.counts) for each in estimands])
    moments = ClassAucMoments.from_scores(data, weights, progress=progress)
    return tuple(
        estimate_of(moments.of_average(at), estimand, 0, confidence)
        for at, estimand in enumerate(estimands)
    )


def estimate_of(
    moments: ClassAucMoments, estimand: ClassAverage, at: int, confidence: float
) -> ClassEstimate:
    """The estimate of one classifier from moments whose first average is the estimand."""
    value = float(moments.values[at, 0])
    parts = variance_parts(moments, estimand)
    low, high = limits(moments, parts, at).ends((1 - confidence) / 2)
    interval = Interval(low=low, high=high, confidence=confidence, method=f"{METHOD} beta")
    used = moments.used
    return ClassEstimate(
        name=moments.names[at],
        quantity=estimand.quantity,
        value=value,
        standard_error=math.sqrt(one_variance(parts, at)),
        interval=interval,
        classes=tuple(c for c, there in zip(moments.classes, used, strict=True) if there),
        counts=tuple(n for n, there in zip(moments.counts, used, strict=True) if there),
        method=METHOD,
        caveats=tuple(class_auc_caveats.of_one_average(moments, at, estimand.quantity)),
    )
