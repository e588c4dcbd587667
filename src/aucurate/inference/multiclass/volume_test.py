r"""Do two classifiers put three ordered classes in their order equally well?

**Paired**, both classifiers on the same observations: with the differences of the placements of
each observation by the two classifiers and their sample variances :math:`S_c` over the classes,
low, middle, high,

.. math::
    t = \frac{V_1 - V_2 - d}{\sqrt{\sum_c S_c / n_c}}

has Student's t distribution with Satterthwaite's degrees of freedom from the three components, with
:math:`n_c - 1` each. **Unpaired**: the six components of both test sets. The literature takes t for
normal (``distribution="normal"``; Dreiseitl et al. 2000), which rejects more often, with few
observations in a class also a true null (docs/validation.md). Classifiers that score nearly alike
are compared conservatively: the excess of the variance
(:mod:`aucurate.inference.multiclass.volume`) is then not small beside that of their difference.

**Not valid** where :mod:`aucurate.inference.multiclass.volume` is not. Where the variance is zero
or undefined the disjoint-triples bound takes over: a difference of volumes averages a kernel in
[-1, 1] over triples, and as many triples as the smallest class has observations are disjoint, so
the bound of :mod:`aucurate.inference.core.disjoint_pairs` holds; two classifiers that order every
triple alike get the rule of three.

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Satterthwaite, F. E. (1946). An approximate distribution of estimates of variance components.
Biometrics Bulletin 2, 110-114.
"""

import math
from dataclasses import replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.ordered import CLASSES, OrderedScores, PairedOrderedScores
from aucurate.errors import OptionError
from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.formatting import listing
from aucurate.inference.core import caveats, volume_caveats
from aucurate.inference.core.comparing import (
    Contest,
    Question,
    bounded_comparison,
    pairing,
    satterthwaite_degrees,
    wald_comparison,
)
from aucurate.inference.multiclass.volume import BOUND, METHOD, QUANTITY
from aucurate.results import Alternative, Caveat, Comparison

VolumeDistribution: TypeAlias = Literal["t", "normal"]
Parts: TypeAlias = list[tuple[float, int]]


@checked
def volume_test(
    first: OrderedScores,
    second: OrderedScores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    distribution: VolumeDistribution = "t",
) -> Comparison:
    """Do two volumes under the ROC surface differ, and by how much?

    Scores that come from one :class:`~aucurate.PairedOrderedScores` are paired; otherwise the test
    is unpaired. Two ``OrderedScores`` built apart from equal labels could be either: then say
    ``paired``.

    >>> from aucurate.data.ordered import PairedOrderedScores
    >>> first, second = PairedOrderedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1, 2, 2, 2],
    ...     {"a": [1, 2, 4, 3, 5, 6, 7, 8, 9], "b": [1, 5, 4, 3, 8, 6, 7, 2, 9]},
    ...     order=(0, 1, 2),
    ... )
    >>> print(volume_test(first, second))
    VUS difference 0.481 (95% CI -0.291 to 1.000), p = 0.152, U-statistic test, paired
    """
    question = Question.checked(alternative, null_difference, confidence, of="volumes")
    together = are_paired(first, second, paired)
    contest, parts, alike = contest_of(first, second, together)
    if contest.variance > 0:
        # Sorted, so that it does not matter to the last bit which classifier comes first.
        degrees = satterthwaite_degrees(sorted(parts)) if distribution == "t" else math.inf
        found = wald_comparison(contest, question, method=METHOD, degrees_of_freedom=degrees)
        return replace(found, quantity=QUANTITY)
    return bounded(contest, question, min(size for _, size in parts), alike)


def are_paired(first: OrderedScores, second: OrderedScores, said: bool | None) -> bool:
    """Whether two classifiers saw the same observations: by what was said, or by construction."""
    if first.classes != second.classes:
        raise OptionError(
            f"the classes are {listing(first.classes)} for the first classifier and "
            f"{listing(second.classes)} for the second.",
            hint="volumes of different classes, or of another order, cannot be compared.",
        )
    same = first.observations is second.observations
    alike = same or np.array_equal(first.codes, second.codes)
    return pairing(said, same=same, alike=alike, built_as="PairedOrderedScores")


def contest_of(
    first: OrderedScores, second: OrderedScores, together: bool
) -> tuple[Contest, Parts, bool]:
    """The contest, the components of its variance, and whether both order every triple alike."""
    if together:
        return _paired(first, second)
    one, two = (VolumeMoments.from_scores(scores) for scores in (first, second))
    parts = [*_parts(one.covariances, one, 0, 0), *_parts(two.covariances, two, 0, 0)]
    variance = float(one.covariance[0, 0] + two.covariance[0, 0])
    found = _of_rows(first) + _of_rows(second)
    found += volume_caveats.of_class_sizes(one) + volume_caveats.of_class_sizes(two)
    smaller = min(*one.counts, *two.counts)
    found += volume_caveats.of_nearly_perfect(one.volumes[0], two.volumes[0], smaller)
    if first.observations is second.observations:
        found.append(volume_caveats.shared_observations(first.name, second.name))
    if variance > 0:
        found += volume_caveats.of_lone_variance(one, 0) + volume_caveats.of_lone_variance(two, 0)
    else:
        found.append(volume_caveats.no_variance("the difference of the two volumes"))
    values = one.volumes[0], two.volumes[0]
    contest = Contest(first.name, second.name, *values, variance, "unpaired", tuple(found))
    return contest, parts, False


def bounded(contest: Contest, question: Question, triples: int, alike: bool) -> Comparison:
    """The disjoint-triples bound, for a difference whose variance is zero or unknown."""
    found = bounded_comparison(contest, question, pairs=triples, identical=alike)
    interval = replace(found.interval, method=BOUND)
    return replace(found, interval=interval, method=BOUND, quantity=QUANTITY)


def order_alike(first: OrderedScores, second: OrderedScores) -> bool:
    """Whether every triple has the same weight by both classifiers.

    A weight depends on how the low and the middle observation compare, and how the middle and the
    high one do; those relations are nested, so the numbers below and up to each observation fix
    them.
    """
    for lower, upper in ((0, 1), (1, 2)):
        for one, two in ((lower, upper), (upper, lower)):
            views = [
                [_passed(scores, one, two, side) for side in ("left", "right")]
                for scores in (first, second)
            ]
            if not np.array_equal(views[0], views[1]):
                return False
    return True


def _passed(scores: OrderedScores, of: int, among: int, side: Any) -> NDArray[np.int64]:
    """How many observations of one class lie below (or up to) each of another."""
    others = np.sort(scores.values[scores.codes == among])
    found: NDArray[np.int64] = np.searchsorted(others, scores.values[scores.codes == of], side=side)
    return found


def _paired(first: OrderedScores, second: OrderedScores) -> tuple[Contest, Parts, bool]:
    name = second.name if second.name != first.name else f"{second.name} (second)"
    data = PairedOrderedScores(
        (first.name, name), first.observations, np.stack([first.values, second.values])
    )
    moments = VolumeMoments.from_scores(data)
    variance = float(moments.difference_variance[0, 1])
    one, two = moments.volumes
    alike = not variance > 0 and one == two and order_alike(first, second)
    found = _of_rows(first) + volume_caveats.of_class_sizes(moments)
    found += volume_caveats.of_nearly_perfect(one, two, min(moments.counts))
    if alike:
        found.append(volume_caveats.identical(first.name, name))
    elif not variance > 0:
        found.append(volume_caveats.no_variance("the difference of the two volumes"))
    else:
        found += volume_caveats.of_lone_variance(moments, 0)
        found += volume_caveats.of_lone_variance(moments, 1)
    contest = Contest(first.name, name, one, two, variance, "paired", tuple(found))
    return contest, _parts(moments.differences, moments, 0, 1), alike


def _parts(matrices: NDArray[np.float64], moments: VolumeMoments, i: int, j: int) -> Parts:
    return [(float(matrices[at, i, j]), moments.counts[at]) for at in range(CLASSES)]


def _of_rows(scores: OrderedScores) -> list[Caveat]:
    return caveats.of_observations(scores.observations)
