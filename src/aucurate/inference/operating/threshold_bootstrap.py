r"""A chosen threshold and its rates, with the choice repeated in every bootstrap replicate.

**Question.** How far could the chosen threshold have come out otherwise, and how much too good do
its rates look, as the same observations chose it and judge it?

Every replicate draws observations with replacement and applies the rule to what it drew. Its
threshold :math:`t^*` has a rate :math:`R` on what was drawn (in bag), on what was not (out of bag),
and on all observations as they are. For each rate:

- **apparent**: the rate of the chosen threshold on the observations that chose it;
- **optimism**: the mean of :math:`R_{\text{in bag}}(t^*) - R_{\text{all}}(t^*)`: a replicate stands
  to the test set as the test set to new observations (Efron 1983; Harrell and others 1996);
- **corrected**: apparent minus optimism;
- **out of bag**: the mean of :math:`R_{\text{out of bag}}(t^*)`. As a replicate holds but 63
  percent of the observations, its choice is a little poorer than that of the whole test set.

``in_bag_interval`` has the percentiles of the in-bag rates: how the *apparent* rate varies,
optimistic as that is. ``out_of_bag_interval`` is for the rate of this threshold on *new*
observations. The share f of observations out of bag (a good third) is drawn from the test set
without replacement, so a rate among them varies about (1 - f)/f times as much between replicates as
one of all observations would between test sets; the percentiles are those of the deviations from
the mean divided by the root of that, about 1.3. They belong to the thresholds that replicates
choose. Where these fall in different places (scores with a gap, two maxima almost alike), the rate
of the one threshold at hand can lie outside, so the interval also holds the basic bootstrap
interval of that threshold: the percentiles of :math:`R_{\text{apparent}} - (R_{\text{in bag}}(t^*)
- R_{\text{all}}(t^*))` (not of likelihood ratios, which can be infinite). That one alone covers too
seldom, as the optimism that replicates show is too small for rules that pick a maximum;
docs/validation.md has the coverage of both together, and of the in-bag interval. Where the
replicates do not vary, or none of a class is ever out of bag, the interval of a fixed threshold by
Clopper and Pearson (or what stands for it in :mod:`aucurate.inference.operating.rates`) takes over,
and a caveat says so. A likelihood ratio that is infinite in a replicate is the highest of the
percentiles, and the means are those of the others.

``threshold_interval`` is for the threshold that the rule would choose in a test set without end;
:mod:`aucurate.inference.operating.threshold_interval` has its methods.

**Not valid** for observations in groups. A rule with few thresholds to choose from, or a rate that
jumps, has intervals that jump.

Efron, B. (1983). Estimating the error rate of a prediction rule: improvement on cross-validation.
Journal of the American Statistical Association 78, 316-331.
Harrell, F. E., Lee, K. L., Mark, D. B. (1996). Multivariable prognostic models. Statistics in
Medicine 15, 361-387.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from aucurate.checks import checked
from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Floats, Rate, rate_range, rate_words
from aucurate.curve.rule_text import as_rule
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.estimates.threshold_choice import ThresholdChoice, choose_threshold
from aucurate.formatting import listing, number
from aucurate.inference.core import monte_carlo, resampling_caveats, threshold_caveats
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.operating.rates import few_observations, rate_estimate
from aucurate.inference.operating.threshold_interval import Span, threshold_span
from aucurate.inference.operating.threshold_replicates import (
    ThresholdReplicates,
    threshold_replicates,
)
from aucurate.inference.resampling.bootstrap_intervals import percentile
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat, Interval, Record

DEFAULT_RATES: tuple[Rate, ...] = (
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
    "accuracy",
    "youden_index",
)
IN_BAG = "bootstrap percentile, in bag"
OUT_OF_BAG = "bootstrap, out of bag and basic"
PERCENTILE = "bootstrap percentile"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenRate(Record):
    """One rate of a chosen threshold: as it looks, and as it will look on new observations."""

    rate: Rate
    apparent: float
    optimism: float
    corrected: float
    out_of_bag: float
    in_bag_interval: Interval
    out_of_bag_interval: Interval

    def __str__(self) -> str:
        return (
            f"{rate_words(self.rate)} {number(self.apparent)} where it was chosen, out of bag "
            f"{number(self.out_of_bag)} ({self.out_of_bag_interval})"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdBootstrap(Record):
    """A chosen threshold with the interval of those that could be the best, and its rates."""

    choice: ThresholdChoice
    threshold_interval: Interval
    rates: tuple[ChosenRate, ...]
    repeats: int
    caveats: tuple[Caveat, ...] = ()

    @checked
    def rate(self, rate: Rate) -> ChosenRate:
        """One of the rates by its name."""
        for found in self.rates:
            if found.rate == rate:
                return found
        named = listing([found.rate for found in self.rates])
        raise AucurateError(f"{rate!r} was not asked for.", hint=f"the rates are {named}.")

    def __str__(self) -> str:
        span = f"{self.threshold_interval.low!r} to {self.threshold_interval.high!r}"
        lines = [f"{self.choice.point}; threshold {span}"]
        return "\n".join([*lines, *(f"  {rate}" for rate in self.rates)])


@checked
def threshold_bootstrap(
    scores: Scores,
    rule: ThresholdRule | str,
    *,
    rates: Sequence[Rate] = DEFAULT_RATES,
    use: IntendedUse | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ThresholdBootstrap:
    """Choose a threshold by a rule, and repeat the choice in every replicate.

    The rule may be given in the words of ``operate(at=...)``, such as "youden". When ``progress``
    returns False the replicates finished so far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> found = threshold_bootstrap(
    ...     load_breast_cancer()["forest"],
    ...     ThresholdRule.youden(),
    ...     rates=["youden_index"],
    ...     resampling=Resampling(repeats=500),
    ... )
    >>> print(found.rate("youden_index"))
    Youden index 0.832 where it was chosen, out of bag 0.809 (95% CI 0.723 to 0.876)
    """
    confidence, resampling = checked_confidence(confidence), resampling or Resampling()
    rule = as_rule(rule)
    choice = choose_threshold(scores, rule, use=use)
    drawn = threshold_replicates(scores, rule, resampling, progress)
    found = monte_carlo.of_finished(len(drawn.thresholds), resampling.repeats)
    drawn, without = _with_threshold(drawn)
    if without:
        found.append(threshold_caveats.no_threshold(without, len(drawn.thresholds) + without))
    chosen, told, constant = [], [], []
    for rate in rates:
        one, fixed, words = _chosen_rate(choice.point, rate, drawn, confidence)
        chosen.append(one)
        constant += [(rate, span) for span in fixed]
        told += words
    told += threshold_caveats.no_spread(constant, scores.name)
    span, beyond = _threshold_interval(scores, choice, drawn, confidence)
    kept = [c for c in choice.caveats if c.kind != "chosen_on_same_observations"]
    kept += few_observations("positive", scores.n_positive)
    kept += few_observations("negative", scores.n_negative)
    return ThresholdBootstrap(
        choice=choice,
        threshold_interval=span,
        rates=tuple(chosen),
        repeats=len(drawn.thresholds),
        caveats=(*kept, *found, *beyond, *dict.fromkeys(told)),
    )


def _with_threshold(drawn: ThresholdReplicates) -> tuple[ThresholdReplicates, int]:
    """The replicates in which the rule found a threshold, and how many did not."""
    there = ~np.isnan(drawn.thresholds)
    if np.count_nonzero(there) < 2:
        raise AucurateError(
            f"the rule found a threshold in fewer than two of {len(there):,} replicates.",
            hint="ask for more repeats, or for a constraint that is easier to keep.",
        )
    judged = [
        replace(
            each,
            true_positives=each.true_positives[there],
            false_positives=each.false_positives[there],
            n_positive=each.n_positive[there],
            n_negative=each.n_negative[there],
        )
        for each in (drawn.in_bag, drawn.out_of_bag, drawn.everyone)
    ]
    without = len(there) - int(np.count_nonzero(there))
    in_bag, out_of_bag, everyone = judged
    kept = replace(
        drawn,
        thresholds=drawn.thresholds[there],
        in_bag=in_bag,
        out_of_bag=out_of_bag,
        everyone=everyone,
    )
    return kept, without


def _chosen_rate(
    point: OperatingPoint, rate: Rate, drawn: ThresholdReplicates, confidence: float
) -> tuple[ChosenRate, list[Interval], list[Caveat]]:
    """The rate, the intervals of a fixed threshold that stand in for others, and caveats."""
    inside, outside = (each.rates(rate, point.use) for each in (drawn.in_bag, drawn.out_of_bag))
    with np.errstate(invalid="ignore"):  # likelihood ratios can be infinite
        away = inside - drawn.everyone.rates(rate, point.use)
    apparent, optimism, left_out = point.rate(rate), _finite_mean(away), _finite_mean(outside)
    scaled = left_out + (outside - left_out) * _scale(drawn)
    fixed = rate_estimate(point, rate, kind="exact", confidence=confidence).interval
    spans, told = [], []
    for values, centre, method in ((inside, apparent, IN_BAG), (scaled, left_out, OUT_OF_BAG)):
        span, words = _interval(values, centre, rate, replace(fixed, method=method), fixed)
        spans.append(span)
        told += words
    if spans[1] is not fixed and math.isfinite(rate_range(rate)[1]):
        basic, _ = _interval(apparent - away, apparent, rate, spans[1], fixed)
        spans[1] = spans[1] if basic is fixed else _joined(spans[1], basic)
    told += threshold_caveats.of_values(inside, rate, point.name, "in bag")
    told += threshold_caveats.of_values(outside, rate, point.name, "out of bag")
    (low, high), corrected = rate_range(rate), apparent - optimism
    found = ChosenRate(
        rate=rate,
        apparent=apparent,
        optimism=optimism,
        corrected=min(high, max(low, corrected)) if math.isfinite(corrected) else math.nan,
        out_of_bag=left_out,
        in_bag_interval=spans[0],
        out_of_bag_interval=spans[1],
    )
    return found, [span for span in spans if span is fixed], told


def _finite_mean(values: Floats) -> float:
    """The mean of what is a number; NaN if nothing is."""
    finite = values[np.isfinite(values)]
    return float(np.mean(finite)) if len(finite) else math.nan


def _scale(drawn: ThresholdReplicates) -> float:
    """What turns the spread of out-of-bag rates into that of a whole test set."""
    left, whole = drawn.out_of_bag, drawn.everyone
    share = float(np.sum(left.n_positive + left.n_negative))
    share /= float(np.sum(whole.n_positive + whole.n_negative))
    return math.sqrt(share / (1 - share))


def _interval(
    values: Floats, centre: float, rate: Rate, shape: Interval, fixed: Interval
) -> tuple[Interval, list[Caveat]]:
    """The percentile interval in the range of the rate; that of a fixed threshold without spread.

    ``shape`` has the confidence and the name of the interval.
    """
    there = values[~np.isnan(values)]
    if len(np.unique(there)) < 2 or math.isnan(centre):
        return fixed, []
    told = []
    lowest, highest = rate_range(rate)
    plausible = percentile(centre, there)
    ends = plausible.ends(shape.confidence)
    low, high = monte_carlo.never_a_point(ends, plausible.values, lowest, highest)
    if ends.beyond:
        told.append(resampling_caveats.too_few_repeats(len(there), shape.confidence))
    return replace(shape, low=min(low, highest), high=max(high, lowest)), told


def _joined(first: Interval, second: Interval) -> Interval:
    """The interval from the lower to the higher end of both, named as the first."""
    return replace(first, low=min(first.low, second.low), high=max(first.high, second.high))


def _threshold_interval(
    scores: Scores, choice: ThresholdChoice, drawn: ThresholdReplicates, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """The interval in the direction of the scores as they were given, the choice inside it."""
    span = threshold_span(scores, choice.rule, drawn.curves, confidence)
    told = []
    if span is None:
        inner = 0.0 - choice.threshold if scores.lower else choice.threshold
        ends = percentile(inner, drawn.thresholds).ends(confidence)
        span = Span(ends.low, ends.high, PERCENTILE, ends.beyond)
        if choice.rule.criterion != "loss":
            told.append(threshold_caveats.percentile_interval(choice.rule))
    if span.too_few:
        told.append(resampling_caveats.too_few_repeats(len(drawn.thresholds), confidence))
    low, high = (0.0 - span.high, 0.0 - span.low) if scores.lower else (span.low, span.high)
    low, high = min(low, choice.threshold), max(high, choice.threshold)
    return Interval(low=low, high=high, confidence=confidence, method=span.method), told
