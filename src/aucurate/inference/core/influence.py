r"""From influence values to a variance, an interval and a comparison: what several methods share.

An estimate that is a smooth function of the two distributions of the scores moves, to first order,
by the mean of the influences :math:`\varphi` of its observations. With m positives and n negatives,

.. math::
    v = \frac{S_+}{m} + \frac{S_-}{n}

estimates its variance, with the sample variances :math:`S_\pm` (divisors m - 1 and n - 1) of the
influences over each class. For two classifiers on the same observations the influences are
subtracted observation by observation; for two test sets the two variances are added. DeLong's
variance is the case in which the influences are the placements.

**Interval** of average precision, logit-t: with p the place of the estimate in its range, from 0 to
1, and the variances on that scale, each component is drawn towards p (1 - p) with the weight of
half an observation, its degrees of freedom come from the kurtosis of the influences,
Satterthwaite's formula joins the two to f, and the interval is :math:`\operatorname{logit} p \pm
t_f \sqrt{v} / (p (1 - p))`, mapped back: the steps of the logit-t interval of
:mod:`aucurate.inference.auc.delong` without its upper limit of the variance, which holds for whole
areas only.

**Test**: :math:`t = (\hat\theta_1 - \hat\theta_2 - d) / \sqrt v` with Satterthwaite's degrees of
freedom from the two components (paired, m - 1 and n - 1) or the four (unpaired), as in DeLong's
test of :mod:`aucurate.inference.auc.delong`.

**Several classifiers**: intervals, tests and joint tests follow from these parts as for every
estimand (:mod:`aucurate.inference.core.components`). Where a difference has no variance its
interval is the difference of two distribution-free bounds
(:mod:`aucurate.inference.core.bounds`), each with half of what may be missed.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.units import Part, UnitMoments
from aucurate.estimates.counted import CountedEstimate, Floats, Influences, value_of
from aucurate.inference.core import caveats
from aucurate.inference.core.bounds import DISTRIBUTION_FREE
from aucurate.inference.core.components import Components, Scale
from aucurate.inference.core.contrasts import (
    Contest,
    Ends,
    Question,
    as_paired,
    inverted,
    is_paired,
)
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval, MethodTitle

METHOD = MethodTitle("influence-function", "influence")
_ROUNDING = 1e-12  # influences that differ by no more, on the scale of the largest, are equal
_UNIT = 2**40  # steps of that scale: as whole numbers their sums and products are exact


@dataclass(frozen=True, slots=True, eq=False)
class Moved:
    """An estimate of one classifier, its counts, and the influences of its observations."""

    scores: Scores
    estimate: CountedEstimate
    counts: ThresholdCounts
    value: float
    influences: Influences

    @classmethod
    def of(cls, scores: Scores, estimate: CountedEstimate) -> "Moved":
        """From scores."""
        counts = ThresholdCounts.from_scores(scores)
        return cls(
            scores, estimate, counts, value_of(estimate, counts), estimate.influences(counts)
        )

    @property
    def places(self) -> NDArray[np.int64]:
        """Where each observation stands among the distinct scores, from the highest down."""
        ascending = self.counts.thresholds[::-1]
        place: NDArray[np.int64] = (
            len(ascending) - 1 - np.searchsorted(ascending, self.scores.values)
        )
        return place

    def ranks_like(self, other: "Moved") -> bool:
        """Whether both classifiers rank all observations alike."""
        return np.array_equal(self.places, other.places)

    def of_observations(self) -> tuple[Floats, Floats]:
        """The influence of every positive and of every negative, in their order."""
        place, positive = self.places, self.scores.is_positive
        return self.influences.positives[place[positive]], self.influences.negatives[
            place[~positive]
        ]


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class CountedComponents(Components[Estimate]):
    """An estimate from counts of classifiers on one test set, with the parts of its variance.

    ``recommended`` is the scale of its interval.
    """

    recommended: ClassVar[Scale] = "logit-t"

    estimand: CountedEstimate
    members: tuple[Moved, ...]

    @classmethod
    def of(cls, data: Scores | PairedScores, estimand: CountedEstimate) -> Self:
        """From scores of one classifier, or of several on the same observations."""
        members = tuple(
            Moved.of(scores, estimand) for scores in ([data] if isinstance(data, Scores) else data)
        )
        first, rows = members[0].scores, data.observations
        places = (np.array([member.value for member in members]) - estimand.lowest) / (
            estimand.highest - estimand.lowest
        )
        pulls = cls.pulls(estimand, places)
        if rows.is_grouped or rows.is_sampled:
            influences = [member.of_observations() for member in members]
            of_classes = [np.stack([each[c] for each in influences]) for c in (0, 1)]
            moments = rows.units.moments(of_classes, pulls=pulls)
            moments = moments.without_rounding(_reach(members[0]))
        else:
            smaller = min(first.n_positive, first.n_negative)
            moments = UnitMoments(_parts(members, pulls), (), smaller)
        return cls(
            names=tuple(member.scores.name for member in members),
            values=tuple(member.value for member in members),
            parts=moments.parts,
            pairs=moments.disjoint,
            quantity=estimand.quantity,
            plural=estimand.plural,
            method=METHOD,
            lowest=estimand.lowest,
            highest=estimand.highest,
            bound=DISTRIBUTION_FREE,
            wording=caveats.estimate_wording(estimand.quantity),
            capped=False,
            caveats=tuple(cls.data_caveats(first, estimand)),
            n_groups=rows.n_groups,
            independent=moments.one_by_one,
            estimand=estimand,
            members=members,
        )

    @classmethod
    def pulls(cls, estimand: CountedEstimate, places: Floats) -> list[tuple[Floats, Floats]] | None:
        """How far each class can pull the estimates down, and up, where the interval is beta.

        ``places`` are where they lie in their range, from 0 to 1.
        """
        return None

    @classmethod
    def data_caveats(cls, scores: Scores, estimand: CountedEstimate) -> list[Caveat]:
        """Few observations in a class, or where the threshold or the range lies."""
        return caveats.of_counted(scores, estimand)

    @property
    def chance(self) -> float:
        """The value of scores that know nothing of the classes."""
        counts = self.members[0].counts
        return self.estimand.chance(counts.n_positive, counts.n_negative)

    def free_ends(self, at: int, tail: float) -> tuple[float, float]:
        """Both ends of the distribution-free bound; without a better one, those of the range."""
        return self.lowest, self.highest

    def evidence(
        self, at: int, null: float, alternative: Alternative, scale: Scale
    ) -> tuple[float, float, float]:
        """The statistic, its degrees of freedom and the p-value of the test of one estimate.

        Where there is no variance the bound is inverted.
        """
        if scale == "beta" or self.is_spread(at):
            return super().evidence(at, null, alternative, scale)
        p = inverted(partial(self.free_ends, at), null, alternative)
        return float(self.values[at]) - null, math.inf, p

    def paired(self, i: int, j: int) -> Contest:
        """Two classifiers on the same observations."""
        contest = super().paired(i, j)
        return (
            contest
            if contest.variance > 0
            else replace(contest, free_ends=_of_both(self, i, self, j))
        )

    def apart(self, other: Self, *, shared: bool = False) -> Contest:
        """The only classifier of each of two test sets; ``shared`` says that these are the same."""
        contest = super().apart(other, shared=shared)
        return (
            contest
            if contest.variance > 0
            else replace(contest, free_ends=_of_both(self, 0, other, 0))
        )

    def record(self, at: int, interval: Interval, found: Iterable[Caveat]) -> Estimate:
        """The estimate of one classifier with this interval."""
        scores = self.members[at].scores
        return Estimate(
            name=scores.name,
            quantity=self.quantity,
            value=self.members[at].value,
            standard_error=math.sqrt(self.variance(at)),
            interval=interval,
            n_positive=scores.n_positive,
            n_negative=scores.n_negative,
            method=METHOD,
            caveats=tuple(found),
            n_groups=self.n_groups,
            design_effect=self.design_effect(at),
        )


def influence_contest(
    components: type[CountedComponents],
    first: Scores,
    second: Scores,
    estimand: CountedEstimate,
    paired: bool | None,
) -> tuple[CountedComponents, Contest]:
    """Two classifiers, on the same observations or on different ones."""
    if is_paired(first, second, paired, f"the test of the {estimand.quantity}", units=True):
        whole = components.of(as_paired(first, second), estimand)
        return whole, whole.paired(0, 1)
    one, two = (components.of(scores, estimand) for scores in (first, second))
    return one, one.apart(two, shared=first.observations is second.observations)


def influence_test(
    components: type[CountedComponents],
    first: Scores,
    second: Scores,
    estimand: CountedEstimate,
    *,
    paired: bool | None,
    alternative: Alternative,
    null_difference: float,
    confidence: float,
) -> Comparison:
    """Does an estimate differ between two classifiers, and by how much?"""
    question = asked(estimand, alternative, null_difference, confidence)
    whole, contest = influence_contest(components, first, second, estimand, paired)
    return whole.test(contest, question)


def asked(
    estimand: CountedEstimate,
    alternative: Alternative,
    null_difference: float,
    confidence: float,
) -> Question:
    """The settings of a test, refused where they mean nothing for this estimate."""
    return Question.checked(
        alternative,
        null_difference,
        confidence,
        of=f"the {estimand.quantity}",
        reach=estimand.highest - estimand.lowest,
    )


def _of_both(one: CountedComponents, i: int, two: CountedComponents, j: int) -> Ends:
    """The bound of a difference, from those of both classifiers."""

    def ends(tail: float) -> tuple[float, float]:
        (low, high), (other_low, other_high) = (
            one.free_ends(i, tail / 2),
            two.free_ends(j, tail / 2),
        )
        return low - other_high, high - other_low

    return ends


def _parts(
    members: Sequence[Moved], pulls: Sequence[tuple[Floats, Floats]] | None
) -> tuple[Part, ...]:
    """The variances over positives and over negatives, of all classifiers and their differences."""
    alone = [
        [
            _moments(moved.influences.positives, moved.counts.positives, _reach(moved)),
            _moments(moved.influences.negatives, moved.counts.negatives, _reach(moved)),
        ]
        for moved in members
    ]
    first = members[0].scores
    sizes, counts = (first.n_positive, first.n_negative), first.observations.counts
    if len(members) == 1:
        together = [(np.array([[spread]]), np.zeros((1, 1))) for spread, _ in alone[0]]
    else:
        rows = [moved.of_observations() for moved in members]
        together = [
            _covariances(
                np.stack([row[which] for row in rows]),
                _reach(members[0]),
                None if counts is None else counts[own],
            )
            for which, own in enumerate((first.is_positive, ~first.is_positive))
        ]
    return tuple(
        Part(
            covariance=covariance,
            difference=difference,
            kurtosis=np.array([each[which][1] for each in alone]),
            size=sizes[which],
            down=None if pulls is None else pulls[which][0],
            up=None if pulls is None else pulls[which][1],
        )
        for which, (covariance, difference) in enumerate(together)
    )


def _reach(moved: Moved) -> float:
    return moved.estimate.highest - moved.estimate.lowest


def _covariances(
    influences: Floats, reach: float, counts: NDArray[np.int64] | None = None
) -> tuple[Floats, Floats]:
    """The covariances of rows of influences, and the variances of their differences.

    Sums are exact before their one rounding, so that neither the order of the observations nor
    that of the classifiers matters.
    """
    above = influences - influences.min(axis=1, keepdims=True)  # a constant changes no variance
    scale = max(reach, float(np.max(above)))
    whole = np.rint(above * (_UNIT / scale)).astype(np.int64)
    _, covariance, difference = kernels.integer_moments(whole, _UNIT, weights=counts)
    least = _ROUNDING**2
    covariance[np.diag_indices_from(covariance)] *= np.diag(covariance) > least
    return covariance * scale**2, np.where(difference <= least, 0.0, difference) * scale**2


def _moments(influences: Floats, sizes: NDArray[np.int64], reach: float) -> tuple[float, float]:
    """The variance and the kurtosis of influences that so many observations share."""
    size = int(sizes.sum())
    if size < 2:
        return math.nan, math.nan
    mean = float(np.sum(sizes * influences)) / size
    away = influences - mean
    second = float(np.sum(sizes * away**2)) / size
    scale = max(reach, float(np.max(np.abs(influences[sizes > 0]))))
    if second <= (_ROUNDING * scale) ** 2:
        return 0.0, math.nan
    fourth = float(np.sum(sizes * away**4)) / size
    return second * size / (size - 1), fourth / second**2
