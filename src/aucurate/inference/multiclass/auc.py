r"""AUCs of several classes with U-statistic standard errors and intervals.

**Question.** How well does a classifier with a column of scores per class separate the classes, and
how precise is that?

**Use it** with the Hand-Till and one-vs-rest AUCs of :mod:`aucurate.estimates.classes.auc`, which
says what each of them measures; for one pair of classes,
:mod:`aucurate.inference.multiclass.pairwise_auc`.

Hand and Till's M and the AUCs of one class against the rest are averages :math:`\theta = \sum
w_{ab} A(a|b)` of pairwise AUCs (:mod:`aucurate.estimates.classes.auc`), so each is a U-statistic of
C samples, and its variance the sum of a part for each class, :math:`\sum_c S_c / n_c`. :math:`S_c`
is the sample variance, over class c, of the influences of the observations
(:mod:`aucurate.data.moments`),

.. math::
    h_i = \sum_b w_{cb}\, (\text{share of class } b \text{ below } i \text{ in column } c)
    + \sum_b w_{bc}\, (\text{share of class } b \text{ above } i \text{ in column } b),

and the covariances of any averages of any classifiers come the same way. With two classes this is
DeLong's variance. Columns need not be independent.

**Interval**, beta: that of :mod:`aucurate.inference.core.beta_limits`, with a part for each class.
If all of class c were wrong, the average would fall by :math:`d_c = u_c m_c`, where :math:`u_c` is
the weight of the pairs with class c and :math:`m_c` their average AUC, and if all of it were right,
rise by :math:`u_c (1 - m_c)`: in the Hand-Till AUC of C classes an observation counts 2 / C of what
it does with two. One of its :math:`n_c` observations takes off :math:`d_c / n_c`; the class in
which one counts most makes the average as uncertain as a mean of :math:`k = \theta / \max_c (d_c /
n_c)` observations, to which 0.65 of one that is as wrong as can be is added. The variance of
estimated prevalences is added. For two classes it is the beta interval of
:mod:`aucurate.inference.auc.delong`. Where all classes are well separated and no scores are far
out, it is wider than it would have to be: such a sample cannot be distinguished from that of a
classifier that misses a few observations of one class
(docs/decisions/0018-few-errors-beyond-one-auc.md).

**Which prevalences.** The Hand-Till AUC does not depend on the class shares. The others do, and
``prevalence`` says whether the shares of the test set are fixed by design (default), estimates of
those of a population, or stated (:mod:`aucurate.estimates.classes.auc`).

**Bootstrap** intervals and tests of the same numbers are those of
:func:`aucurate.inference.resampling.bootstrap_interval` and
:func:`aucurate.inference.resampling.bootstrap_test`
(:mod:`aucurate.inference.multiclass.auc_bootstrap`). Groups and sampling weights are allowed for
(see below).

**Not valid** for scores on the training data and for out-of-fold scores pooled over folds; rough
with fewer than 20 observations in a class.

**Degenerate cases.** Perfect separation, constant scores and a class of one observation are
ordinary cases of the interval.

**Compared with other programs.** pROC and scikit-learn have the same estimates
(:mod:`aucurate.estimates.classes.auc`), but no variance for them. DeLong's method on the labels "a"
and "not a" gives the variance of ``prevalence="estimated"``, up to divisors of n - 1 for n.

Hand, D. J., Till, R. J. (2001). A simple generalisation of the area under the ROC curve for
multiple class classification problems. Machine Learning 45, 171-186.
Hoeffding, W. (1948). A class of statistics with asymptotically normal distribution. Annals of
Mathematical Statistics 19, 293-325.
DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44,
837-845. The interval is ours.

Tests
-----
Tests of AUCs of several classes: two classifiers, or several at once.

**Question.** Does one classifier separate the classes better than another, and by how much?

**Paired**, both classifiers on the same observations, with the null difference d: :math:`t =
(\hat\theta_1 - \hat\theta_2 - d)/\sqrt v`, where :math:`v = \sum_c D_c / n_c` and :math:`D_c` is
the sample variance, over class c, of the difference of the two influences of an observation
(:mod:`aucurate.data.moments`). t has Satterthwaite's degrees of freedom from the C components, with
:math:`n_c - 1` each. **Unpaired**: 2 C components, those of each test set. With two classes both
are DeLong's tests (:mod:`aucurate.inference.auc.delong`). Where the prevalences are estimated there
is one component more for each test set (see below); classifiers on the same observations share the
prevalences, so only what these do to the difference counts.

**Joint**: are all classifiers equal, or does any contrast of them differ from zero? Chi-square or F
of DeLong's joint test (:mod:`aucurate.inference.auc.delong`), with C estimated matrices where it
has two. F, which allows for small classes, is the default here.

**Not valid** where the intervals are not. The unpaired test of an average that depends on the class
shares compares different quantities when the shares differ; a caveat says so.

**Degenerate cases.** Where the variance is zero or undefined the disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds` takes over, with tuples of one observation per class: as many
as the smallest class has observations.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988), as above; the extension to averages over
pairs of classes is ours.
Satterthwaite, F. E. (1946). An approximate distribution of estimates of variance components.
Biometrics Bulletin 2, 110-114.

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

**Groups and sampling weights.** The parts are those of :mod:`aucurate.data.units`, with the
influences of a group summed over its observations of all classes. Prevalences are the weighted
shares of the classes, ratios of sums of weights; to first order an observation of class c that has
the share :math:`w_i / \sum w` of all weight adds :math:`\frac{w_i}{\sum w} (g_c - \sum_d \pi_d
g_d)` to the estimate. Where they are estimated, units add these to what they add by their classes,
so that the products of both count. That unit of several classes is then every one, and without
groups and weights the variance is the sum above.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

import numpy as np

from aucurate.checks import checked
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.moments import ClassAucMoments, Slopes, places_alike
from aucurate.errors import OptionError
from aucurate.estimates.classes.auc import Average, ClassAverage, HandTill, OneVsRest, Prevalence
from aucurate.formatting import join_words, shortened
from aucurate.inference.core import caveats, contrasts
from aucurate.inference.core.beta_limits import BetaLimits
from aucurate.inference.core.components import (
    Components,
    Distribution,
    JointDistribution,
    Scale,
)
from aucurate.inference.core.contrasts import Contest, Question, as_paired
from aucurate.inference.core.distributions import checked_confidence
from aucurate.kernels import Progress
from aucurate.results import (
    Alternative,
    Caveat,
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
    with just these class counts; DeLong's method on the labels "a" and "not a" treats the rest as
    one sample, which is ``prevalence="estimated"``.

    >>> from aucurate.datasets import load_wine_classes
    >>> found = one_vs_rest_interval(load_wine_classes()["forest"], average="weighted")
    >>> print(f"{found.quantity} {found.value:.3f} ({found.interval})")
    prevalence-weighted one-vs-rest AUC 0.922 (95% CI 0.876 to 0.951)
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
    """The AUC of every class against the rest, each with its own interval.

    >>> from aucurate.datasets import load_wine_classes
    >>> for found in one_vs_rest_intervals(load_wine_classes()["forest"]):
    ...     print(f"{found.quantity} {found.value:.3f} ({found.interval})")
    AUC of barolo against the rest 0.939 (95% CI 0.883 to 0.968)
    AUC of grignolino against the rest 0.936 (95% CI 0.879 to 0.969)
    AUC of barbera against the rest 0.880 (95% CI 0.803 to 0.930)
    """
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
    """Any average of pairwise AUCs, ``HandTill(...)`` or ``OneVsRest(...)``, with its interval.

    >>> from aucurate.datasets import load_wine_classes
    >>> shares = {"barolo": 0.2, "grignolino": 0.2, "barbera": 0.6}
    >>> estimand = OneVsRest("weighted", shares)
    >>> found = multiclass_auc_interval(load_wine_classes()["forest"], estimand)
    >>> print(f"{found.quantity} {found.value:.3f} ({found.interval})")
    prevalence-weighted one-vs-rest AUC 0.895 (95% CI 0.829 to 0.936)
    """
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
    weights = np.stack([each.weights(data.classes, data.totals) for each in estimands])
    slopes = [_slopes(data, each) for each in estimands]
    averages = ClassAucMoments.of_averages(data, weights, slopes, progress=progress)
    return tuple(
        AverageComponents.of(moments, estimand).estimate(0, "beta", confidence)
        for moments, estimand in zip(averages, estimands, strict=True)
    )


def _slopes(data: ClassScores | PairedClassScores, estimand: ClassAverage) -> Slopes | None:
    """The derivatives by the prevalences where these are estimated."""
    if not estimand.is_estimated:
        return None
    return partial(estimand.slopes, data.classes, data.totals)


PAIR = 2


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class AverageComponents(Components[ClassEstimate]):
    """An average of pairwise AUCs of classifiers on one test set, with the parts of its variance.

    ``data`` are the scores of classifiers that are compared, which show whether two of them place
    every observation alike.
    """

    moments: ClassAucMoments
    estimand: ClassAverage
    data: PairedClassScores | None = None

    @classmethod
    def of(
        cls,
        moments: ClassAucMoments,
        estimand: ClassAverage,
        data: PairedClassScores | None = None,
    ) -> Self:
        """From the moments of the estimand."""
        return cls(
            names=moments.names,
            values=moments.values,
            parts=moments.parts,
            pairs=moments.pairs,
            quantity=estimand.quantity,
            plural=f"{estimand.quantity}s",
            method=METHOD,
            wording=caveats.average_wording(estimand.quantity),
            caveats=tuple(caveats.of_average_class_sizes(moments)),
            n_groups=moments.n_groups,
            independent=moments.independent,
            moments=moments,
            estimand=estimand,
            data=data,
        )

    @classmethod
    def of_scores(cls, data: ClassScores | PairedClassScores, estimand: ClassAverage) -> Self:
        """From scores: every pair of classes that has weight is ranked."""
        weights = estimand.weights(data.classes, data.totals)
        moments = ClassAucMoments.from_scores(data, weights, _slopes(data, estimand))
        return cls.of(moments, estimand, data if isinstance(data, PairedClassScores) else None)

    def limits(self, at: int) -> BetaLimits:
        r"""The beta limits of the average of one classifier.

        An influence over class c lies between 0 and :math:`u_c`, the weight of the pairs with c,
        and its mean is :math:`u_c m_c`, with :math:`m_c` the average AUC of these pairs: that much
        would be lost if the whole class were as wrong as can be, and :math:`u_c (1 - m_c)` gained
        if it were as right. The part of estimated prevalences is added as it is. For two classes
        the limits are those of the beta interval of :mod:`aucurate.inference.auc.delong`; the mean
        of both orders of a pair is such an AUC too, with a kernel whose square is at most that of a
        mean without further ties.
        """
        classes = [part for part in self.parts if not part.of_prevalences]
        if len(classes) != PAIR or self.independent:
            return super().limits(at)
        tied = float(np.nansum(self.moments.weights * self.moments.tied_shares[at]))
        first, second = ((float(part.covariance[at, at]), part.size) for part in classes)
        return BetaLimits.of_auc(float(self.values[at]), first, second, tied, self._more(at))

    def is_alike(self, i: int, j: int) -> bool:
        """Whether two classifiers place every observation alike, in pairs that have weight."""
        if self.data is None or self.difference_variance(i, j) > 0:
            return False
        pair = self.data.select((self.names[i], self.names[j]))
        return places_alike(pair, self.moments.weights)

    def estimate_caveats(self, at: int, scale: Scale) -> list[Caveat]:
        """Class sizes, ties, perfect separation and other zero variances of one classifier."""
        return caveats.of_one_average(self.moments, at, self.quantity, self.variance(at))

    def pair_caveats(self, i: int, other: Self, j: int) -> list[Caveat]:
        """Averages near an end of the scale, and class shares that differ."""
        values = float(self.values[i]), float(other.values[j])
        found = caveats.of_nearly_perfect(*values, min(self.pairs, other.pairs))
        if other is not self and self.estimand.is_mixed and self._shares != other._shares:
            found.append(caveats.different_class_shares(self.quantity))
        return found

    def record(self, at: int, interval: Interval, found: Iterable[Caveat]) -> ClassEstimate:
        """The average of one classifier with this interval."""
        moments = self.moments
        used = [place for place, there in enumerate(moments.used) if there]
        return ClassEstimate(
            name=self.names[at],
            quantity=self.quantity,
            value=float(self.values[at]),
            standard_error=math.sqrt(self.variance(at)),
            interval=interval,
            classes=tuple(moments.classes[place] for place in used),
            counts=tuple(moments.counts[place] for place in used),
            method=METHOD,
            caveats=tuple(found),
            n_groups=self.n_groups,
            design_effect=self.design_effect(at),
        )

    @property
    def _shares(self) -> dict[str, float]:
        total = math.fsum(self.moments.totals)
        sizes = zip(self.moments.classes, self.moments.totals, strict=True)
        return {label: size / total for label, size in sizes}


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
    come from one :class:`~aucurate.data.PairedClassScores` are paired; otherwise the test is
    unpaired.

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

    Another average, whose prevalences are estimates:

    >>> found = multiclass_auc_test(first, second, OneVsRest("weighted", "estimated"))
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    prevalence-weighted one-vs-rest AUC difference 0.204 (95% CI -0.167 to 0.574), p = 0.213,
    U-statistic test, paired
    """
    wanted = HandTill() if estimand is None else estimand
    question = Question.checked(alternative, null_difference, confidence)
    whole, contest = contest_of(first, second, wanted, paired)
    return whole.test(contest, question, distribution)


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

    >>> from aucurate.datasets import load_wine_classes
    >>> print(multiclass_joint_test(load_wine_classes()))  # doctest: +NORMALIZE_WHITESPACE
    Null hypothesis: all Hand-Till AUCs are equal; chi-square 0.2998 on 1 and 133.9 df, p = 0.585,
    U-statistic F
    """
    wanted = HandTill() if estimand is None else estimand
    whole = AverageComponents.of_scores(data, wanted)
    return whole.joint_test(contrasts, distribution=distribution)


def contest_of(
    first: ClassScores, second: ClassScores, estimand: ClassAverage, paired: bool | None
) -> tuple[AverageComponents, Contest]:
    """Two classifiers, on the same observations or on different ones."""
    if is_paired(first, second, paired, "the test of AUCs of several classes", units=True):
        whole = AverageComponents.of_scores(as_paired(first, second), estimand)
        return whole, whole.paired(0, 1)
    one, two = (AverageComponents.of_scores(each, estimand) for each in (first, second))
    return one, one.apart(two, shared=first.observations is second.observations)


def is_paired(
    first: ClassScores,
    second: ClassScores,
    paired: bool | None,
    method: str,
    *,
    units: bool = False,
) -> bool:
    """Whether two classifiers saw the same observations: as stated, or by construction.

    Scores of one ``PairedClassScores`` are paired, scores with different labels are not; two built
    separately from equal labels could be either, and then it must be stated. ``method`` refuses
    groups and sampling weights unless ``units``.
    """
    _refuse_other_classes(first, second)
    if paired and first.classes != second.classes:
        raise OptionError(
            "paired=True, but the two classifiers have their classes in different orders.",
            hint="build both with PairedClassScores.from_arrays.",
        )
    return contrasts.is_paired(first, second, paired, method, units=units)


def _refuse_other_classes(first: ClassScores, second: ClassScores) -> None:
    if set(first.classes) == set(second.classes):
        return
    lone = sorted(set(first.classes) ^ set(second.classes))
    raise OptionError(
        "the two classifiers do not have the same classes: "
        f"{join_words([shortened(label) for label in lone[:5]])} "
        f"{'is' if len(lone) == 1 else 'are'} in only one of them.",
        hint="leave these classes out, or score them with both.",
    )
