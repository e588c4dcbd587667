r"""The volume under the three-class ROC surface: its variance, its interval, and chance.

**Question.** How well does a score put three ordered classes in their order, how sure is that, and
is it more than chance, 1/6?

The volume V (:mod:`aucurate.estimates.volume`) is a U-statistic of three samples. With the
placement of an observation, the share of pairs of the other two classes that complete a correct
triple with it, and the sample variance :math:`S_c` (divisor :math:`n_c - 1`) of the placements over
class c,

.. math::  v = \sum_c S_c / n_c

estimates its variance, as DeLong's does for two classes; one sort is all it costs. The exact
variance of V has further terms, of pairs of classes and of all three, which shrink as :math:`1/n^2`
and :math:`1/n^3`; v holds the first twice and the second three times over, so it is too large by as
little, and never negative. :mod:`aucurate.inference.multiclass.dreiseitl` has the form without that
excess.

**Interval**, beta: that of :mod:`aucurate.inference.core.beta_parts` with three classes. If all of
a class were wrong, no triple would be right, so :math:`d_c = V` and :math:`u_c = 1 - V` for each of
them, and the smallest class decides how much room for unseen errors there is. ``scale="logit-t"``
is the default before it, which covers far too little where a few observations of a small class are
missed (docs/validation.md): the steps of :mod:`aucurate.inference.auc.delong_logit_t` with three
components, each of which is drawn, with the weight of half an observation, towards an equal share
of V (1 - V), which their sum cannot exceed: :math:`S'_c = ((n_c - 1) S_c + V(1-V)/6) / (n_c -
1/2)`. The sum v' of the :math:`S'_c / n_c` is not allowed above :math:`V(1-V)/\min n_c`, which
holds for every distribution because V is an average over matchings of means of :math:`\min n_c`
independent triples. The degrees of freedom f come from the kurtosis of the placements and
Satterthwaite's formula, and the interval is :math:`\operatorname{logit} V \pm t_f \sqrt{v'} / (V (1
- V))`, mapped back. ``scale="logit"`` and ``scale="wald"`` take v as it is and the normal
distribution. The form is that of areas; the equal share was chosen over the whole of V (1 - V),
which covered more than asked, on draws from the worlds of docs/validation.md with normal scores and
ratings.

**Against a value**, by default chance: the test that agrees with the interval. For the beta
interval the one-sided p-value is the tail at which the limit meets the value, and the statistic its
normal deviate; for logit-t
:math:`t = (\operatorname{logit} V - \operatorname{logit} V_0)\, V (1 - V) / \sqrt{v'}`. A volume of
1/6 does not prove that the scores know nothing: they may tell the classes apart in an order that is
not the one that was said.

**Not valid** where DeLong's variance is not: nested models scored on their training data,
out-of-fold scores pooled over folds, observations in groups. Rough with fewer than 20 observations
in a class. Perfect order, constant scores and a class of one observation, which leave no variance,
are ordinary cases of the beta interval; for the other scales the disjoint-triples bound takes over:
that of :mod:`aucurate.inference.core.disjoint_pairs` with as many triples as the smallest class has
observations.

Dreiseitl, S., Ohno-Machado, L., Binder, M. (2000). Comparing three-class diagnostic tests by
three-way ROC analysis. Medical Decision Making 20, 323-331.
Nakas, C. T., Yiannoutsos, C. T. (2004). Ordered multiple-class ROC analysis with continuous
measurements. Statistics in Medicine 23, 3437-3449.
Pan, G., Wang, X., Zhou, W. (2013). Nonparametric statistical inference for P(X < Y < Z). Sankhya A
75, 118-138.
"""

import math
from dataclasses import replace
from typing import Literal, TypeAlias

from scipy import special

from aucurate.checks import checked
from aucurate.data.ordered import CLASSES, OrderedScores
from aucurate.errors import OptionError
from aucurate.estimates.volume import CHANCE
from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.formatting import listing, number, shortened
from aucurate.inference.auc.delong_logit_t import ends as logit_t_ends
from aucurate.inference.core import caveats, disjoint_pairs, volume_caveats
from aucurate.inference.core.beta_parts import BetaLimits, Part
from aucurate.inference.core.comparing import Contest, Question, filled
from aucurate.inference.core.influence import PRIOR_WEIGHT
from aucurate.inference.core.reference_distributions import (
    checked_confidence,
    p_value,
    two_sided_quantile,
)
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.results import Alternative, Caveat, Comparison, Interval

VolumeScale: TypeAlias = Literal["beta", "logit-t", "logit", "wald"]
QUANTITY = "VUS"
METHOD = "U-statistic"
BOUND = "disjoint-triples bound"


@checked
def volume_interval(
    data: OrderedScores | VolumeMoments,
    *,
    confidence: float = 0.95,
    scale: VolumeScale = "beta",
    name: str | None = None,
) -> ClassEstimate:
    """The volume under the surface of one classifier with its standard error and interval.

    ``name`` picks the classifier where moments hold several.

    >>> from aucurate.data.ordered import OrderedScores
    >>> labels = ["low"] * 4 + ["mid"] * 4 + ["high"] * 4
    >>> scores = [1, 2, 3, 6, 4, 5, 7, 8, 9, 10, 11, 12]
    >>> data = OrderedScores.from_arrays(labels, scores, order=("low", "mid", "high"), name="a")
    >>> print(volume_interval(data))  # doctest: +NORMALIZE_WHITESPACE
    a: VUS 0.875 (95% CI 0.383 to 0.997), n = 4 (low), 4 (mid) and 4 (high),
    U-statistic beta interval
    """
    confidence = checked_confidence(confidence)
    moments, at, found = chosen(data, name)
    value, variance = moments.volumes[at], float(moments.covariance[at, at])
    interval = _interval(moments, at, confidence, scale)
    return ClassEstimate(
        name=moments.names[at],
        quantity=QUANTITY,
        value=value,
        standard_error=math.sqrt(variance),
        interval=interval,
        classes=moments.classes,
        counts=moments.counts,
        method=METHOD,
        caveats=(*found, *volume_caveats.of_one_volume(moments, at, bounded=scale != "beta")),
    )


@checked
def volume_null_test(
    data: OrderedScores | VolumeMoments,
    *,
    null: float = CHANCE,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    scale: VolumeScale = "beta",
    name: str | None = None,
) -> Comparison:
    """Test the volume of one classifier against a value between 0 and 1, by default chance.

    The interval is that of the volume minus the null.
    """
    if not 0 < null < 1:
        raise OptionError(
            f"the null value of a volume lies between 0 and 1; it is {null!r}.",
            hint="1/6 is chance.",
        )
    question = Question(alternative, 0.0, checked_confidence(confidence))
    moments, at, known = chosen(data, name)
    estimate = volume_interval(moments, confidence=confidence, scale=scale, name=moments.names[at])
    interval = replace(
        estimate.interval, low=estimate.interval.low - null, high=estimate.interval.high - null
    )
    contest = Contest(
        estimate.name,
        "chance" if null == CHANCE else f"{QUANTITY} {number(null)}",
        estimate.value,
        float(null),
        estimate.standard_error**2,
        "one test set",
        (*known, *estimate.caveats),
    )
    if scale == "beta":
        statistic, p = _beta(moments, at, null, question.alternative)
        found = filled(contest, question, interval, statistic, math.inf, p)
    elif interval.method == BOUND:
        # A mean in [0, 1] stretched to [-1, 1] obeys the bound of a difference.
        p = disjoint_pairs.difference_p_value(
            2 * estimate.value - 1, 2 * null - 1, min(moments.counts), question.alternative
        )
        found = filled(contest, question, interval, contest.difference, math.inf, p)
    else:
        statistic, degrees = _statistic(moments, at, null, scale)
        p = p_value(statistic, question.alternative, degrees)
        found = filled(contest, question, interval, statistic, degrees, p)
    return replace(found, quantity=QUANTITY)


def chosen(
    data: OrderedScores | VolumeMoments, name: str | None
) -> tuple[VolumeMoments, int, list[Caveat]]:
    """The moments, which of their classifiers is meant, and what is known of the observations."""
    found: list[Caveat] = []
    if isinstance(data, OrderedScores):
        found = caveats.of_observations(data.observations)
        data = VolumeMoments.from_scores(data)
    if name is not None:
        return data, data.index(name), found
    if len(data.names) > 1:
        raise OptionError(
            "the moments hold several classifiers; which one is meant is not said.",
            hint=f"add name=, one of {listing([shortened(n) for n in data.names])}.",
        )
    return data, 0, found


def shrunk_variance(moments: VolumeMoments, at: int) -> tuple[float, float]:
    """The variance v' and the degrees of freedom of the logit-t interval."""
    largest = moments.volumes[at] * (1 - moments.volumes[at])
    total, weighed = 0.0, 0.0
    for kind, size in enumerate(moments.counts):
        drawn = (size - 1) * float(moments.covariances[kind, at, at])
        drawn = (drawn + PRIOR_WEIGHT * largest / CLASSES) / (size - 1 + PRIOR_WEIGHT)
        tails = float(moments.kurtoses[kind, at])
        tails = 3.0 if math.isnan(tails) else max(1.0, tails)
        free = 2 * size / (tails - 1 + 2 / (size - 1)) + PRIOR_WEIGHT
        total += drawn / size
        weighed += (drawn / size) ** 2 / free
    degrees = max(1.0, total**2 / weighed)
    return min(total, largest / min(moments.counts)), degrees


def limits(moments: VolumeMoments, at: int) -> BetaLimits:
    """The beta limits of the volume of one classifier."""
    volume = moments.volumes[at]
    parts = [
        Part(float(moments.covariances[kind, at, at]), size, volume, 1 - volume)
        for kind, size in enumerate(moments.counts)
    ]
    return BetaLimits.of(volume, parts)


def bound_of(value: float, triples: int, confidence: float) -> Interval:
    """The disjoint-triples bound of one volume."""
    return replace(disjoint_pairs.auc_interval(value, triples, confidence), method=BOUND)


def _interval(moments: VolumeMoments, at: int, confidence: float, scale: VolumeScale) -> Interval:
    value, variance = moments.volumes[at], float(moments.covariance[at, at])
    tail = (1 - confidence) / 2
    if scale == "beta":
        low, high = limits(moments, at).ends(tail)
    elif not variance > 0 or not 0 < value < 1:
        return bound_of(value, min(moments.counts), confidence)
    elif scale == "logit-t":
        low, high = logit_t_ends(value, *shrunk_variance(moments, at), tail)
    elif scale == "logit":
        low, high = logit_t_ends(value, variance, math.inf, tail)
    else:
        reach = two_sided_quantile(confidence) * math.sqrt(variance)
        low, high = max(0.0, value - reach), min(1.0, value + reach)
    method = f"{METHOD} {'Wald' if scale == 'wald' else scale}"
    return Interval(low=low, high=high, confidence=confidence, method=method)


def _beta(
    moments: VolumeMoments, at: int, null: float, alternative: Alternative
) -> tuple[float, float]:
    """The statistic and the p-value from the tails at which the limits meet the null value."""
    greater, less = limits(moments, at).tails(null)
    p = {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}
    statistic = -special.ndtri(greater) if greater <= less else special.ndtri(less)
    return float(statistic), p[alternative]


def _statistic(
    moments: VolumeMoments, at: int, null: float, scale: VolumeScale
) -> tuple[float, float]:
    value = moments.volumes[at]
    variance, degrees = float(moments.covariance[at, at]), math.inf
    if scale == "wald":
        return (value - null) / math.sqrt(variance), degrees
    if scale == "logit-t":
        variance, degrees = shrunk_variance(moments, at)
    distance = float(special.logit(value) - special.logit(null))
    return distance * value * (1 - value) / math.sqrt(variance), degrees
