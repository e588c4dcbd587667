r"""AUCs of several classes with U-statistic standard errors and intervals.

**Question.** How well does a classifier with a column of scores per class tell the classes apart,
and how sure is that?

Hand and Till's M and the AUCs of one class against the rest are averages
:math:`\theta = \sum w_{ab} A(a|b)` of pairwise AUCs (:mod:`aucurate.estimates.classes.auc`), so
each is a U-statistic of C samples, and its variance the sum of a part for each class,
:math:`\sum_c S_c / n_c`, from the influences of the observations
(:mod:`aucurate.data.moments`). With two classes this is DeLong's variance. A bootstrap of
the classifiers' whole tables is not needed, and neither is independence of the columns.

**Interval**, beta: that of :mod:`aucurate.inference.core.beta_limits`, with a part for each class.
If all of class c were wrong, the average would fall by :math:`d_c = u_c m_c`, where :math:`u_c` is
the weight of the pairs with class c and :math:`m_c` their average AUC, and if all of it were right,
rise by :math:`u_c (1 - m_c)`: in the Hand-Till AUC of C classes an observation counts 2 / C of what
it does with two. The variance of estimated prevalences is added. For two classes it is the beta
interval of :mod:`aucurate.inference.auc.delong`. Where all classes are well separated and no scores
are far out, it is wider than it would have to be: such a sample cannot be told from that of a
classifier that misses a few observations (decision 18).

**Which prevalences.** The Hand-Till AUC does not depend on the class shares. The others do, and
``prevalence`` says whether the shares of the test set are fixed by design (default), estimates of
those of a population, or stated (:mod:`aucurate.estimates.classes.auc`).

**Not valid** for scores on the training data, for out-of-fold scores pooled over folds, for
observations in groups; rough with fewer than 20 observations in a class. Perfect separation,
constant scores and a class of one observation are ordinary cases of the formula.

Hand, D. J., Till, R. J. (2001). A simple generalisation of the area under the ROC curve for
multiple class classification problems. Machine Learning 45, 171-186.
Hoeffding, W. (1948). A class of statistics with asymptotically normal distribution. Annals of
Mathematical Statistics 19, 293-325. DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988).
Biometrics 44, 837-845. The interval is ours.

Tests
-----
Tests of AUCs of several classes: two classifiers, or several at once.

**Question.** Does one classifier tell the classes apart better than another, and by how much?

**Paired**, both classifiers on the same observations, with the null difference d:
:math:`t = (\hat\theta_1 - \hat\theta_2 - d)/\sqrt v`, where :math:`v = \sum_c D_c / n_c` and
:math:`D_c` is the sample variance, over class c, of the difference of the two influences of an
observation (:mod:`aucurate.data.moments`). t has Satterthwaite's degrees of freedom from the
C components, with :math:`n_c - 1` each. **Unpaired**: 2 C components, those of each test set. With
two classes both are DeLong's tests (:mod:`aucurate.inference.auc.delong`). Where the prevalences
are estimated there is one component more for each test set (see below); classifiers on the same
observations share the prevalences, so only what these do to the difference counts.

**Joint**: are all classifiers equal, or does any contrast of them differ from zero? Chi-square or F
of DeLong's joint test (:mod:`aucurate.inference.auc.delong`), with C estimated matrices where it
has two. F, which allows for small classes, is the default here.

**Not valid** where the intervals are not. The unpaired test of an average that depends on the class
shares compares different quantities when the shares differ; a caveat says so. Where the variance is
zero or undefined the disjoint-pairs bound of :mod:`aucurate.inference.core.bounds` takes over, with
the smallest class.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Biometrics 44, 837-845; the extension to
averages over pairs of classes is ours. Satterthwaite, F. E. (1946). Biometrics Bulletin 2, 110-114.

The variance in parts
---------------------
The variance of an average of pairwise AUCs, in parts, and how far it can be trusted.

Given the class counts, the variance is :math:`\sum_c S_c / n_c` over the classes
(:mod:`aucurate.data.moments`). Where the prevalences are estimated
(``prevalence="estimated"``) the counts are multinomial, and by the delta method

.. math::
    \operatorname{var} \hat\theta = \sum_c \frac{S_c}{n_c} + \frac{S_\pi}{n}, \qquad
    S_\pi = \sum_c \pi_c g_c^2 - \Bigl(\sum_c \pi_c g_c\Bigr)^2, \quad
    g_c = \frac{\partial \theta}{\partial \pi_c}

one part more, from all n observations (with n / (n - 1), as the other parts have it).
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.moments import ClassAucMoments, places_alike
from aucurate.errors import ContrastError, OptionError
from aucurate.estimates.classes.auc import Average, ClassAverage, HandTill, OneVsRest, Prevalence
from aucurate.formatting import join_words, shortened
from aucurate.inference.auc.delong import Distribution
from aucurate.inference.core import caveats
from aucurate.inference.core.beta_limits import BetaLimit, BetaLimits, Pull
from aucurate.inference.core.bounds import smallest_class
from aucurate.inference.core.components import Components, JointDistribution, Part
from aucurate.inference.core.contrasts import (
    Contest,
    Question,
    difference_test,
    pairing,
)
from aucurate.inference.core.distributions import checked_confidence
from aucurate.kernels import Progress
from aucurate.results import (
    Alternative,
    ClassEstimate,
    Comparison,
    Interval,
    JointTest,
    MethodTitle,
)

METHOD = MethodTitle("U-statistic", "u-statistic")


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
    interval = Interval(low=low, high=high, confidence=confidence, method=METHOD.plus("beta"))
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
        caveats=tuple(caveats.of_one_average(moments, at, estimand.quantity)),
    )


PAIR = 2


def variance_parts(moments: ClassAucMoments, estimand: ClassAverage) -> list[Part]:
    """A part for every class that has weight, and one for prevalences that are estimated."""
    parts = [
        Part(covariance=covariance, difference=difference, size=size)
        for covariance, difference, size, used in zip(
            moments.covariances, moments.differences, moments.counts, moments.used, strict=True
        )
        if used
    ]
    if estimand.is_estimated:
        parts.append(_of_prevalences(moments, estimand))
    return parts


def _of_prevalences(moments: ClassAucMoments, estimand: ClassAverage) -> Part:
    slopes = np.stack(
        [estimand.slopes(moments.classes, moments.counts, each) for each in moments.pairwise]
    )
    total = sum(moments.counts)
    share = np.array(moments.counts) / total * (total / (total - 1))
    away = slopes - (slopes @ np.array(moments.counts) / total)[:, None]
    apart = away[:, None] - away[None]
    return Part(
        covariance=(away * share) @ away.T,
        difference=(apart**2) @ share,
        size=total,
        of_prevalences=True,
    )


def one_variance(parts: list[Part], at: int) -> float:
    """The variance of the average of one classifier; NaN if a class has one observation."""
    return _summed(parts, [float(part.covariance[at, at]) for part in parts])


def difference_variance(parts: list[Part], i: int, j: int) -> float:
    """The variance of the difference of two classifiers; NaN if a class has one observation."""
    return _summed(parts, [float(part.difference[i, j]) for part in parts])


def difference_parts(parts: list[Part], i: int, j: int) -> list[tuple[float, int]]:
    """The spread of the difference of two classifiers in each part, and its size."""
    return [(float(part.difference[i, j]), part.size) for part in parts]


def limits(moments: ClassAucMoments, parts: list[Part], at: int) -> BetaLimits:
    r"""The beta limits of the average of one classifier, which is the first of the moments.

    An influence over class c lies between 0 and :math:`u_c`, the weight of the pairs with c, and
    its mean is :math:`u_c m_c`, with :math:`m_c` the average AUC of these pairs: that much would be
    lost if the whole class were as wrong as can be, and :math:`u_c (1 - m_c)` gained if it were as
    right. The part of estimated prevalences is added as it is. For two classes the limits are those
    of the beta interval of :mod:`aucurate.inference.auc.delong`; the mean of both orders of a pair
    is such an AUC too, with a kernel whose square is at most that of a mean without further ties.
    """
    value, used = float(moments.values[at, 0]), moments.used
    more = math.fsum(
        float(part.covariance[at, at]) / part.size for part in parts if part.of_prevalences
    )
    of_classes = [
        (float(part.covariance[at, at]), part.size) for part in parts if not part.of_prevalences
    ]
    if len(of_classes) == PAIR:
        tied = float(np.nansum(moments.weights[0] * moments.tied_shares[at]))
        return _of_pair(value, of_classes, tied, more)
    reaches, means = moments.reaches[0][used], _means(moments, at)[used]
    pulls = [
        Pull(spread, size, float(mean), max(0.0, float(reach - mean)))
        for (spread, size), mean, reach in zip(of_classes, means, reaches, strict=True)
    ]
    return BetaLimits.of(value, pulls, more)


def _of_pair(
    value: float, of_classes: list[tuple[float, int]], tied: float, more: float
) -> BetaLimits:
    first, second = ((0.0 if math.isnan(spread) else spread, n) for spread, n in of_classes)
    lower, upper = (
        BetaLimit.of_parts(each, first, second, tied).widened(more) for each in (value, 1 - value)
    )
    perfect = BetaLimit.of_parts(1.0, (0.0, first[1]), (0.0, second[1]), 0.0)
    return BetaLimits(value, lower, upper, perfect)


def _summed(parts: list[Part], spreads: list[float]) -> float:
    """Of the classes, and if these show any variance, of the prevalences.

    Shares that vary say nothing about rankings that do not: then there is no variance to go by.
    """
    each = [spread / part.size for part, spread in zip(parts, spreads, strict=True)]
    within = math.fsum(v for part, v in zip(parts, each, strict=True) if not part.of_prevalences)
    return math.fsum(each) if within > 0 else within


def _means(moments: ClassAucMoments, at: int) -> NDArray[np.float64]:
    """The mean influence over each class."""
    weighed = moments.weights[0] * np.nan_to_num(moments.pairwise[at])
    means: NDArray[np.float64] = weighed.sum(axis=0) + weighed.sum(axis=1)
    return means


@checked
def multiclass_auc_test(
    first: ClassScores,
    second: ClassScores,
    estimand: ClassAverage | None = None,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: Distribution = "t",
) -> Comparison:
    """Does the Hand-Till AUC, or another average, differ between two classifiers?

    ``estimand`` is ``HandTill()`` (default) or ``OneVsRest()``, with their options. Scores that
    come from one :class:`~aucurate.PairedClassScores` are paired; otherwise the test is unpaired.

    >>> import numpy as np
    >>> from aucurate.data.classes import PairedClassScores
    >>> first, second = PairedClassScores.from_arrays(
    ...     list("aaabbbccc"),
    ...     {"forest": np.array([[5, 1, 0], [3, 2, 1], [4, 0, 2], [2, 4, 1], [1, 5, 0],
    ...                          [3, 2, 2], [1, 3, 4], [2, 1, 3], [0, 2, 4]]),
    ...      "tree": np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0],
    ...                        [0, 0, 1], [0, 0, 1], [0, 1, 0], [0, 0, 1]])},
    ... )
    >>> print(multiclass_auc_test(first, second))
    Hand-Till AUC difference 0.204 (95% CI -0.168 to 0.575), p = 0.212, U-statistic test, paired
    """
    wanted = HandTill() if estimand is None else estimand
    question = Question.checked(alternative, null_difference, confidence)
    together = is_paired(first, second, paired, "the test of AUCs of several classes")
    contest, parts, smallest, alike = (paired_contest if together else unpaired_contest)(
        first, second, wanted
    )
    return difference_test(
        contest,
        question,
        method=METHOD,
        pairs=smallest,
        identical=alike,
        parts=parts if distribution == "t" else (),
    )


@checked
def multiclass_joint_test(
    data: PairedClassScores,
    estimand: ClassAverage | None = None,
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "F",
) -> JointTest:
    """Test that an average is the same for all classifiers, or that every contrast is zero.

    ``statistic`` and ``degrees_of_freedom`` are those of chi-square whatever the distribution.
    """
    wanted = HandTill() if estimand is None else estimand
    moments = _moments(data, wanted)
    parts = variance_parts(moments, wanted)
    if any(part.size < 2 for part in parts):
        raise ContrastError(
            f"a class has one observation, so the covariance of the {wanted.quantity} cannot be "
            "estimated.",
            hint="a joint test needs at least two observations of every class.",
        )
    whole = Components(
        quantity=wanted.quantity,
        plural=f"{wanted.quantity}s",
        method=METHOD,
        names=data.names,
        values=moments.values[:, 0],
        parts=parts,
        caveats=tuple(caveats.of_average_class_sizes(moments)),
    )
    return whole.joint_test(contrasts, distribution=distribution)


def paired_contest(
    first: ClassScores, second: ClassScores, estimand: ClassAverage
) -> tuple[Contest, list[tuple[float, int]], int, bool]:
    """The contest on shared observations.

    With it the parts of its variance, the smallest class, and whether no observation tells the two
    classifiers apart.
    """
    data = as_paired(first, second)
    names = data.names
    moments = _moments(data, estimand)
    parts = variance_parts(moments, estimand)
    spreads = difference_parts(parts, 0, 1)
    variance = difference_variance(parts, 0, 1)
    smallest = smallest_class(moments.weights[0], moments.counts)
    one, two = (float(value) for value in moments.values[:, 0])
    found = caveats.of_average_class_sizes(moments)
    found += caveats.of_nearly_perfect(one, two, smallest)
    alike = not variance > 0 and places_alike(data, moments.weights[0])
    found += caveats.average_wording(estimand.quantity).of_difference(
        (names[0], names[1]),
        (one_variance(parts, 0), one_variance(parts, 1)),
        variance,
        f"the difference between {names[0]} and {names[1]}",
        alike=alike,
    )
    contest = Contest(
        names[0], names[1], one, two, variance, "paired", tuple(found), estimand.quantity
    )
    return contest, spreads, smallest, alike


def unpaired_contest(
    first: ClassScores, second: ClassScores, estimand: ClassAverage
) -> tuple[Contest, list[tuple[float, int]], int, bool]:
    """The same for two test sets; whether they order alike has no meaning there."""
    both = [_moments(each, estimand) for each in (first, second)]
    parts = [variance_parts(moments, estimand) for moments in both]
    variances = [one_variance(each, 0) for each in parts]
    variance = math.fsum(variances)
    one, two = (float(moments.values[0, 0]) for moments in both)
    found = list(
        dict.fromkeys(c for moments in both for c in caveats.of_average_class_sizes(moments))
    )
    smallest = min(smallest_class(moments.weights[0], moments.counts) for moments in both)
    found += caveats.of_nearly_perfect(one, two, smallest)
    if first.observations is second.observations:
        found.append(caveats.shared_observations(first.name, second.name, "them"))
    if estimand.is_mixed and _shares(first) != _shares(second):
        found.append(caveats.different_class_shares(estimand.quantity))
    found += caveats.average_wording(estimand.quantity).of_difference(
        (first.name, second.name),
        (variances[0], variances[1]),
        variance,
        f"the difference of the {estimand.quantity}",
    )
    spreads = [(float(p.covariance[0, 0]), p.size) for each in parts for p in each]
    contest = Contest(
        first.name, second.name, one, two, variance, "unpaired", tuple(found), estimand.quantity
    )
    return contest, spreads, smallest, False


def _moments(data: ClassScores | PairedClassScores, estimand: ClassAverage) -> ClassAucMoments:
    return ClassAucMoments.from_scores(data, estimand.weights(data.classes, data.counts))


def _shares(scores: ClassScores) -> dict[str, float]:
    sizes = zip(scores.classes, scores.counts, strict=True)
    return {label: size / len(scores) for label, size in sizes}


# Two classifiers of several classes: whether they are paired, and made into one data set.


def is_paired(first: ClassScores, second: ClassScores, said: bool | None, method: str) -> bool:
    """Whether two classifiers saw the same observations: by what was said, or by construction.

    Scores of one ``PairedClassScores`` are paired, scores with different labels are not; two built
    apart from equal labels could be either, and then it must be said.
    """
    _refuse_other_classes(first, second)
    same = first.observations is second.observations
    ordered = first.classes == second.classes
    if said and not ordered:
        raise OptionError(
            "paired=True, but the two classifiers have their classes in another order.",
            hint="build both with PairedClassScores.from_arrays.",
        )
    alike = same or (ordered and np.array_equal(first.codes, second.codes))
    return pairing(said, same=same, alike=alike, built_as="PairedClassScores")


def as_paired(first: ClassScores, second: ClassScores) -> PairedClassScores:
    """Two classifiers on the same observations as one data set, their names made distinct."""
    name = second.name if second.name != first.name else f"{second.name} (second)"
    values = np.stack([first.values, second.values])
    return PairedClassScores((first.name, name), first.observations, values)


def _refuse_other_classes(first: ClassScores, second: ClassScores) -> None:
    if set(first.classes) == set(second.classes):
        return
    lone = sorted(set(first.classes) ^ set(second.classes))
    raise OptionError(
        f"the two classifiers do not have the same classes: "
        f"{join_words([shortened(label) for label in lone[:5]])} "
        f"{'is' if len(lone) == 1 else 'are'} there for one of them only.",
        hint="leave those classes out, or score them with both.",
    )
