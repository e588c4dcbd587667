r"""The bootstrap of any estimate that is a function of the counts at each distinct score.

**Question.** How far could a partial AUC, a sensitivity at a given specificity or an average
precision have come out otherwise with other observations of the same kind?

A replicate draws m positives and n negatives with replacement, each class from its own. What counts
is how often each distinct score (for two classifiers on the same observations: each pair of scores)
was drawn, so a replicate is one multinomial draw per class, and the estimate is computed from the
counts for many replicates at once. The interval is the percentile (default), basic or BCa one, and
the test is the interval inverted, as for AUCs
(:mod:`aucurate.inference.resampling.bootstrap_intervals`,
:mod:`aucurate.inference.resampling.bootstrap`); BCa's acceleration comes from the influences of the
estimate.

Neither the order of the observations, nor that of the two classifiers, nor a monotone
transformation of the scores changes a replicate.

**Not valid** where DeLong's method is not: nested models scored on their training data, out-of-fold
scores pooled over folds, observations in groups. With few observations in a class, or few of them
where the range or the threshold lies, the replicates vary less than new data would. Where the
variance is zero or undefined, the bound of :mod:`aucurate.inference.core.curve_bounds` takes over.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate, Floats
from aucurate.inference.core import influence_caveats, monte_carlo, resampling_caveats
from aucurate.inference.core.comparing import Contest, Question, is_paired
from aucurate.inference.core.influence import Moved, as_estimate, bounded_estimate
from aucurate.inference.core.influence_comparison import asked, bounded, contest_of
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.inference.resampling import bootstrap_intervals as intervals
from aucurate.inference.resampling.bootstrap_intervals import NAMES, Plausible
from aucurate.inference.resampling.estimate_replicates import difference_replicates, replicates_of
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

Kind: TypeAlias = Literal["percentile", "basic", "bca"]
METHOD = "bootstrap"


@checked
def estimate_bootstrap_interval(
    scores: Scores,
    estimate: CountedEstimate,
    *,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """An estimate of one classifier with the standard deviation and interval of its replicates.

    ``estimate`` is a :class:`~aucurate.PartialAuc`, :class:`~aucurate.SensitivityAt`,
    :class:`~aucurate.SpecificityAt` or :class:`~aucurate.AveragePrecision`. When ``progress``
    returns False the replicates finished so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> from aucurate.estimates.average_precision import AveragePrecision
    >>> found = estimate_bootstrap_interval(load_breast_cancer()["tree"], AveragePrecision())
    >>> print(f"{found.value:.3f}, {found.interval}")
    0.814, 95% CI 0.746 to 0.876
    """
    confidence = checked_confidence(confidence)
    chosen = _within_classes(checked_resampling(resampling))
    moved = Moved.of(scores, estimate, "the bootstrap")
    found = influence_caveats.of_data(scores, estimate)
    if not moved.variance > 0:
        return replace(bounded_estimate(moved, confidence, found), method=METHOD)
    values = replicates_of(moved, chosen, progress)
    drawn = Redrawn(
        kind=kind,
        values=values,
        influences=lambda: centred(moved.of_observations()),
        caveats=tuple(monte_carlo.of_finished(len(values), chosen.repeats)),
    )
    ends = estimate.lowest, estimate.highest
    interval, more = drawn.interval(moved.value, confidence, ends)
    estimated = as_estimate(moved, interval, drawn.standard_error, [*found, *more])
    return replace(estimated, method=METHOD)


@checked
def estimate_bootstrap_test(
    first: Scores,
    second: Scores,
    estimate: CountedEstimate,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    kind: Kind = "percentile",
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Does an estimate differ between two classifiers, by resampling the observations?

    The statistic is the distance from the null difference in standard deviations of the
    replicates; the p-value does not use it.
    """
    chosen = _within_classes(checked_resampling(resampling))
    question = asked(estimate, alternative, null_difference, confidence)
    together = is_paired(first, second, paired, "the bootstrap test")
    one, two = (Moved.of(scores, estimate, "the bootstrap test") for scores in (first, second))
    contest, _ = contest_of(one, two, together)
    if not contest.variance > 0:
        return replace(bounded(contest, question, one, two), quantity=estimate.quantity)
    values, symmetric = difference_replicates(one, two, together, chosen, progress)
    drawn = Redrawn(
        kind=kind,
        values=values,
        influences=lambda: centred(one.of_observations(), two.of_observations(), together),
        caveats=tuple(monte_carlo.of_finished(len(values), chosen.repeats)),
        symmetric=symmetric,
    )
    compared = drawn.comparison(contest, question, estimate.highest - estimate.lowest)
    return replace(compared, quantity=estimate.quantity)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Redrawn:
    """Replicates of an estimate or of a difference, and what they say of it.

    ``influences`` gives the centred influences over each class of each test set, which BCa needs;
    ``caveats`` are those of the drawing; ``symmetric`` says that two classifiers look alike from
    both sides.
    """

    kind: Kind
    values: Floats
    influences: Callable[[], list[Floats]]
    caveats: tuple[Caveat, ...]
    symmetric: bool = False

    @property
    def standard_error(self) -> float:
        """The standard deviation of the replicates."""
        return float(np.std(self.values, ddof=1))

    def interval(
        self, value: float, confidence: float, ends: tuple[float, float]
    ) -> tuple[Interval, list[Caveat]]:
        """The interval in range, never a point, and the caveats; replicates may run out."""
        return self._interval(self._plausible(value), confidence, ends)

    def class_estimate(self, plain: ClassEstimate) -> ClassEstimate:
        """An estimate between 0 and 1 with the spread and the interval of its replicates."""
        interval, found = self.interval(plain.value, plain.interval.confidence, (0.0, 1.0))
        return replace(
            plain,
            standard_error=self.standard_error,
            interval=interval,
            method=METHOD,
            caveats=(*plain.caveats, *found),
        )

    def comparison(self, contest: Contest, question: Question, reach: float = 1.0) -> Comparison:
        """The interval inverted; no difference is larger than ``reach``."""
        plausible = self._plausible(contest.difference)
        if self.symmetric:
            plausible = plausible.symmetrical(0.0)
        interval, found = self._interval(plausible, question.confidence, (-reach, reach))
        p = plausible.p_value(question.null_difference, question.alternative)
        spread = float(np.var(self.values, ddof=1))
        contest = replace(
            contest,
            variance=spread if spread > 0 else contest.variance,
            caveats=(*contest.caveats, *found),
        )
        return monte_carlo.resampled_comparison(contest, question, interval, p, NAMES[self.kind])

    def _plausible(self, value: float) -> Plausible:
        if self.kind == "bca":
            return intervals.bca(value, self.values, self.influences())
        way = intervals.basic if self.kind == "basic" else intervals.percentile
        return way(value, self.values)

    def _interval(
        self, plausible: Plausible, confidence: float, ends: tuple[float, float]
    ) -> tuple[Interval, list[Caveat]]:
        found = plausible.ends(confidence)
        low, high = monte_carlo.never_a_point(found, plausible.values, *ends)
        value = plausible.estimate
        interval = Interval(
            low=min(low, value),
            high=max(high, value),
            confidence=confidence,
            method=NAMES[self.kind],
        )
        if not found.beyond:
            return interval, [*self.caveats]
        few = resampling_caveats.too_few_repeats(len(plausible.values), confidence)
        return interval, [*self.caveats, few]


def checked_resampling(resampling: Resampling | None) -> Resampling:
    """The options of a bootstrap, refused where they mean nothing."""
    chosen = Resampling() if resampling is None else resampling
    if chosen.repeats < 2:
        raise OptionError(
            "the bootstrap takes its options as a Resampling with at least two repeats.",
            hint="resampling=Resampling(repeats=2000, rng=0).",
        )
    return chosen


def centred(
    one: Iterable[Floats], two: Iterable[Floats] | None = None, together: bool = False
) -> list[Floats]:
    """Influences over each class of each test set, of a difference where there are two."""
    found = [*one]
    if two is not None and together:
        found = [a - b for a, b in zip(found, two, strict=True)]
    elif two is not None:
        found += [-each for each in two]
    return [np.sort(each - math.fsum(each) / len(each)) for each in found]


def _within_classes(resampling: Resampling) -> Resampling:
    if not resampling.stratified:
        raise OptionError(
            "the bootstrap of this estimate draws within the classes only.",
            hint="leave stratified=True; the share of positives is then that of the test set.",
        )
    return resampling
