r"""Tests of AUCs of several classes: two classifiers, or several at once.

**Question.** Does one classifier tell the classes apart better than another, and by how much?

**Paired**, both classifiers on the same observations, with the null difference d:
:math:`t = (\hat\theta_1 - \hat\theta_2 - d)/\sqrt v`, where :math:`v = \sum_c D_c / n_c` and
:math:`D_c` is the sample variance, over class c, of the difference of the two influences of an
observation (:mod:`aucurate.data.class_moments`). t has Satterthwaite's degrees of freedom from the
C components, with :math:`n_c - 1` each. **Unpaired**: 2 C components, those of each test set. With
two classes both are DeLong's tests (:mod:`aucurate.inference.auc.delong`). Where the prevalences
are estimated there is one component more for each test set
(:mod:`aucurate.inference.core.class_variance`); classifiers on the same observations share the
prevalences, so only what these do to the difference counts.

**Joint**: are all classifiers equal, or does any contrast of them differ from zero? Chi-square or F
of :mod:`aucurate.inference.auc.delong_joint`, with C estimated matrices where it has two. F, which
allows for small classes, is the default here.

**Not valid** where the intervals of :mod:`aucurate.inference.multiclass.multiclass_auc` are not.
The unpaired test of an average that depends on the class shares compares different quantities when
the shares differ; a caveat says so. Where the variance is zero or undefined the disjoint-pairs
bound of :mod:`aucurate.inference.core.class_bounds` takes over, with the smallest class.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Biometrics 44, 837-845; the extension to
averages over pairs of classes is ours. Satterthwaite, F. E. (1946). Biometrics Bulletin 2, 110-114.
"""

import math
from dataclasses import replace
from typing import Any

from aucurate.checks import checked
from aucurate.data.class_moments import ClassAucMoments, places_alike
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.errors import ContrastError
from aucurate.estimates.multiclass_auc import ClassAverage, HandTill
from aucurate.inference.auc.delong import Distribution
from aucurate.inference.auc.delong_joint import JointDistribution, joint_test
from aucurate.inference.core import caveats, class_auc_caveats
from aucurate.inference.core.class_bounds import smallest_class
from aucurate.inference.core.class_comparing import as_paired, is_paired
from aucurate.inference.core.class_variance import (
    VariancePart,
    difference_parts,
    difference_variance,
    one_variance,
    variance_parts,
)
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    bounded_comparison,
    satterthwaite_degrees,
    wald_comparison,
)
from aucurate.inference.multiclass.multiclass_auc import METHOD
from aucurate.results import Alternative, Caveat, Comparison, JointTest


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
    if contest.variance > 0:
        degrees = satterthwaite_degrees(parts) if distribution == "t" else math.inf
        found = wald_comparison(contest, question, method=METHOD, degrees_of_freedom=degrees)
    else:
        found = bounded_comparison(contest, question, pairs=smallest, identical=alike)
    return replace(found, quantity=wanted.quantity)


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
    found = joint_test(
        data.names,
        moments.values[:, 0],
        [(p.covariance / p.size, p.difference / p.size, p.size) for p in parts],
        contrasts,
        distribution=distribution,
        found=tuple(class_auc_caveats.of_class_sizes(moments)),
    )
    return replace(
        found,
        quantity=wanted.quantity,
        hypothesis=found.hypothesis.replace("AUCs", f"{wanted.quantity}s"),
        method=f"{METHOD} {distribution}",
    )


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
    found = class_auc_caveats.of_class_sizes(moments)
    found += caveats.of_nearly_perfect(one, two, smallest)
    alike = False
    if variance > 0:
        found += _lone(moments, parts, 0, estimand) + _lone(moments, parts, 1, estimand)
    else:
        alike = places_alike(data, moments.weights[0])
        found.append(
            class_auc_caveats.identical(*names)
            if alike
            else class_auc_caveats.no_variance(f"the difference between {names[0]} and {names[1]}")
        )
    contest = Contest(names[0], names[1], one, two, variance, "paired", tuple(found))
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
        dict.fromkeys(c for moments in both for c in class_auc_caveats.of_class_sizes(moments))
    )
    smallest = min(smallest_class(moments.weights[0], moments.counts) for moments in both)
    found += caveats.of_nearly_perfect(one, two, smallest)
    if first.observations is second.observations:
        found.append(class_auc_caveats.shared_observations(first.name, second.name))
    if estimand.is_mixed and _shares(first) != _shares(second):
        found.append(class_auc_caveats.different_prevalence(estimand.quantity))
    if variance > 0:
        for moments, each in zip(both, parts, strict=True):
            found += _lone(moments, each, 0, estimand)
    else:
        found.append(class_auc_caveats.no_variance(f"the difference of the {estimand.quantity}"))
    spreads = [(float(p.covariance[0, 0]), p.size) for each in parts for p in each]
    contest = Contest(first.name, second.name, one, two, variance, "unpaired", tuple(found))
    return contest, spreads, smallest, False


def _moments(data: ClassScores | PairedClassScores, estimand: ClassAverage) -> ClassAucMoments:
    return ClassAucMoments.from_scores(data, estimand.weights(data.classes, data.counts))


def _lone(
    moments: ClassAucMoments, parts: list[VariancePart], at: int, estimand: ClassAverage
) -> list[Caveat]:
    if one_variance(parts, at) != 0:
        return []
    return [class_auc_caveats.lone_variance(moments.names[at], estimand.quantity)]


def _shares(scores: ClassScores) -> dict[str, float]:
    sizes = zip(scores.classes, scores.counts, strict=True)
    return {label: size / len(scores) for label, size in sizes}
