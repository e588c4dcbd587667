r"""A chosen threshold and its rates, with the choice repeated in every bootstrap replicate.

**Question.** How far could the chosen threshold have come out otherwise, and how much too good do
its rates look, as the same observations chose it and judge it?

**Use it** to choose a threshold on one test set and to report the performance of the choice. The
rules are those of :mod:`aucurate.curve.threshold_rules`; for a threshold that was fixed beforehand
see :mod:`aucurate.inference.operating.rates`.

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
interval of that threshold: the percentiles of
:math:`R_{\text{apparent}} - (R_{\text{in bag}}(t^*) - R_{\text{all}}(t^*))` (not of likelihood
ratios, which can be infinite). That one alone would cover too rarely, as the optimism that
replicates show is too small for rules that pick a maximum: a replicate's choice overfits
observations that it holds several times. docs/validation.md has the coverage of both together, and
of the in-bag interval.

``threshold_interval`` is for the threshold that the rule would choose in an infinitely large test
set; its methods are below.

**Groups and sampling weights.** Groups are drawn whole, and rows keep their weights
(:mod:`aucurate.inference.resampling.drawn_units`); out of bag are the groups that were not drawn.
The interval of a fixed threshold is that of effective counts.

**Not valid**: the in-bag interval for the rate on new observations, which it covers far too rarely;
use the out-of-bag interval. A threshold for costs that are only guesses needs a look at the range
of slopes for which the choice stays the best (:mod:`aucurate.curve.cost`). A rule with few
thresholds to choose from, or a rate that jumps, has intervals that jump.

**Degenerate cases.** Replicates in which no threshold satisfies the constraints of the rule are
left out and counted. Where the replicates do not vary (perfect separation), or none of a class is
ever out of bag (one observation), the interval of a fixed threshold by Clopper and Pearson (or what
stands for it in :mod:`aucurate.inference.operating.rates`) takes over, and a caveat says so. A
likelihood ratio that is infinite in a replicate is the highest of the percentiles, and the means
are those of the others; a caveat counts them, and where no number can be computed the corrected
ratio is NaN.

Efron, B. (1983). Estimating the error rate of a prediction rule: improvement on cross-validation.
Journal of the American Statistical Association 78, 316-331.
Harrell, F. E., Lee, K. L., Mark, D. B. (1996). Multivariable prognostic models. Statistics in
Medicine 15, 361-387.

The interval of the threshold
-----------------------------
The interval of a chosen threshold: every threshold that could be the best one.

**Question.** Which thresholds might the rule choose in an infinitely large test set?

The place of a maximum is estimated at the cube root of the number of observations, and bootstrap
replicates do not show how far it varies (Abrevaya and Huang 2005): with a gap between two modes of
a class, percentiles of the thresholds that replicates choose can miss the best one nearly always.
The interval therefore depends on the rule.

**Rules that weigh the rates** (Youden, expected cost, accuracy): every threshold is tested, and the
interval reaches from the lowest to the highest that is not rejected. It covers also with gaps and
several modes, and is wider than percentiles would be. These rules choose the largest

.. math:: C(t) = \text{sensitivity}(t) - w\,(1 - \text{specificity}(t)),

with w = 1 for Youden's index, and otherwise the slope of the lines of equal cost
(:mod:`aucurate.curve.cost`). The hypothesis that t is the best says :math:`C(s) \le C(t)` for every
other threshold s. It is rejected where :math:`T(t) = \max_s\,(C(s) - C(t)) / d(s, t)` is above the
quantile, over the first 400 or so of the bootstrap replicates C*, of

.. math::
    \max_s \left[\frac{(C^*(s) - C(s)) - (C^*(t) - C(t))}{d(s, t)}
    + \min\left(0, \frac{C(s) - C(t)}{d(s, t)} + \sqrt{\log k}\right)\right]

with k the size of the smaller class (in groups or with sampling weights, sizes are effective
numbers of units, and counts shares of these). The standard error d(s, t) is that of the shares of
both classes with scores between s and t, each share being (count + 1)/(size + 2) so that neighbours
have one. The second term is the moment selection of Andrews and Soares (2010): a threshold s that
is clearly worse than t cannot be what makes T(t) large. Of more than 150 distinct scores 150
thresholds are tested, evenly spread over both classes, and the interval reaches to the next ones
outside it.

**A given sensitivity (or specificity)** is a quantile of the scores of one class, for which the
order statistics have an exact interval without any assumption: of m positives a binomial number
lies at or above the threshold, and the interval holds the most probable numbers that reach the
confidence together. With few observations it may be open, below or above all scores. Of groups, or
with sampling weights, the same is said of the effective number of observations of the class at the
chosen threshold (:mod:`aucurate.inference.operating.effective_counts`), and the ends are the
weighted quantiles of its scores (Woodruff 1952).

**Other rules**, among them all others with constraints: the percentiles of the thresholds that
replicates choose, which cover too rarely. A caveat gives the simulated range.

Abrevaya, J., Huang, J. (2005). On the bootstrap of the maximum score estimator. Econometrica 73,
1175-1204.
Andrews, D. W. K., Soares, G. (2010). Inference for parameters defined by moment inequalities using
generalized moment selection. Econometrica 78, 119-157.
Conover, W. J. (1999). Practical Nonparametric Statistics, third edition. Wiley. Section 3.2.
Woodruff, R. S. (1952). Confidence intervals for medians and other position measures. Journal of the
American Statistical Association 47, 635-646.

Replicates of the choice
------------------------
The choice of a threshold, repeated on every bootstrap replicate.

A replicate draws observations with replacement and chooses its threshold on what it drew, in bag.
That threshold is then judged three times: in bag, on the observations that were not drawn (out of
bag, a good third of them), and on all observations as they are. The curves of the first replicates
are kept at some of the thresholds (the interval of the threshold tests these).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind
from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse
from aucurate.curve.protocol import ROUNDING
from aucurate.curve.rates import Floats, Rate, rate_range, rate_values, rate_words
from aucurate.curve.roc import running
from aucurate.curve.threshold_rules import ThresholdRule, as_rule, best_columns
from aucurate.data.scores import Scores
from aucurate.data.thresholds import count_reaching
from aucurate.errors import AucurateError
from aucurate.estimates.thresholds.choice import ThresholdChoice, choose_threshold
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.formatting import join_words, number
from aucurate.inference.core import caveats, monte_carlo
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.monte_carlo import rank_from_end
from aucurate.inference.operating.effective_counts import effective_sizes
from aucurate.inference.operating.rates import rate_estimate
from aucurate.inference.resampling.drawn_units import RowUnits
from aucurate.inference.resampling.intervals import percentile
from aucurate.inference.resampling.options import Resampling
from aucurate.inference.resampling.replicates import draw
from aucurate.kernels import Progress
from aucurate.kernels.draws import drawn_counts
from aucurate.kernels.units import UnitDesign, unit_counts
from aucurate.results import Caveat, Interval, MethodTitle, Record

Counts: TypeAlias = NDArray[Any]
"""Numbers of observations, or their weights."""
Whole: TypeAlias = NDArray[np.int64]

_ROWS = 50  # replicates side by side, between two looks at the progress callback
_WORK = 60_000  # observations of all of them
_CURVES = 400  # replicates whose curves are kept
_COLUMNS = 150  # thresholds at which they are kept


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """True and false positives of every replicate's threshold, and how many of each class."""

    true_positives: Counts
    false_positives: Counts
    n_positive: Counts
    n_negative: Counts

    def rates(self, rate: Rate, use: IntendedUse) -> Floats:
        """One rate in every replicate; NaN without one of the classes, or without a threshold."""
        found = rate_values(
            rate,
            self.true_positives,
            self.false_positives,
            self.n_positive,
            self.n_negative,
            use,
        )
        there = (self.n_positive > 0) & (self.n_negative > 0) & (self.true_positives >= 0)
        return np.where(there, found, np.nan)


@dataclass(frozen=True, slots=True, eq=False)
class ReplicateCurves:
    """How many of each class are called, in the test set and in replicates that hold both classes.

    ``levels`` are the distinct scores from the highest down; column j calls those that reach the
    first ``columns[j]`` of them. ``sizes`` are how many independent positives and negatives there
    are.
    """

    sizes: tuple[float, float]
    levels: NDArray[np.floating]
    columns: Whole
    true: Counts
    false: Counts
    true_replicates: Counts
    false_replicates: Counts


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdReplicates:
    """The threshold of every replicate (NaN where the rule found none), judged three times."""

    thresholds: Floats
    in_bag: Judged
    out_of_bag: Judged
    everyone: Judged
    curves: ReplicateCurves


@dataclass(frozen=True, slots=True, eq=False)
class _Class:
    """Where the rows of one class stand, from the highest score down, and their weights.

    ``ends[k]`` rows of the class stand in the first k cells, and have the weight ``totals[k]``.
    """

    order: Whole
    ends: Whole
    totals: Counts
    weights: Counts | None = None

    @classmethod
    def of(cls, cells: Whole, size: int, weights: Counts | None) -> "_Class":
        """Of the cells of the rows; None for weights of 1."""
        ends = np.concatenate([[0], np.cumsum(np.bincount(cells, minlength=size))])
        order = np.argsort(cells, kind="stable")
        if weights is None:
            return cls(order, ends, ends)
        ordered = weights[order]
        return cls(order, ends, running(ordered)[ends], ordered)

    def counted(self, drawn: Whole) -> Counts:
        """How much of each row's draws stands in the first k cells, for every k."""
        weighted = drawn if self.weights is None else drawn * self.weights
        sums = np.zeros((len(drawn), len(self.order) + 1), weighted.dtype)
        np.cumsum(weighted, axis=1, out=sums[:, 1:])
        return sums[:, self.ends]

    def left_out(self, drawn: Whole, cells: Whole) -> Counts:
        """How much that was not drawn stands in so many first cells of each row."""
        reached = np.arange(len(self.order)) < self.ends[cells][:, None]
        missed = reached & (drawn == 0)
        if self.weights is None:
            return np.asarray(np.count_nonzero(missed, axis=1), np.int64)
        return np.asarray(np.sum(missed * self.weights, axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """How rows are drawn: one by one within the classes, or in groups, or with weights."""

    positive: NDArray[np.bool_]
    stratified: bool
    key: int
    design: UnitDesign | None
    weights: Counts | None

    @classmethod
    def of(cls, scores: Scores, resampling: Resampling) -> "_Drawing":
        """From the groups and weights of the observations."""
        rows = scores.observations
        units = RowUnits.of(rows)
        weights: Counts | None = rows.counts
        if rows.is_sampled and rows.weights is not None:
            weights = rows.weights.values * (len(rows) / math.fsum(rows.weights.values))
        codes = (~rows.is_positive).astype(np.int64)
        design = None if units is None else units.design(codes)
        return cls(rows.is_positive, resampling.stratified, resampling.key(), design, weights)

    def of_class(self, own: NDArray[np.bool_], cells: Whole, size: int) -> _Class:
        """Where the rows of a class stand."""
        return _Class.of(cells[own], size, None if self.weights is None else self.weights[own])

    def drawn(self, replicates: Iterable[int]) -> tuple[Whole, Whole]:
        """How often each row of each class is drawn: a row per replicate."""
        pairs = [self._one(replicate) for replicate in replicates]
        return np.stack([up for up, _ in pairs]), np.stack([down for _, down in pairs])

    def _one(self, replicate: int) -> tuple[Whole, Whole]:
        if self.design is None:
            m = int(np.count_nonzero(self.positive))
            return drawn_counts(
                m,
                len(self.positive) - m,
                stratified=self.stratified,
                key=self.key,
                replicate=replicate,
            )
        times = unit_counts(
            self.design, stratified=self.stratified, key=self.key, replicate=replicate
        )
        of_rows = times[self.design.units]
        return of_rows[self.positive], of_rows[~self.positive]


def threshold_replicates(
    scores: Scores, rule: ThresholdRule, resampling: Resampling, progress: Progress | None
) -> ThresholdReplicates:
    """Draw, choose, judge; the replicates finished so far when ``progress`` returns False."""
    scores = _one_by_one(scores)
    turned, cells = np.unique(-scores.values, return_inverse=True)
    distinct, drawing = np.negative(turned), _Drawing.of(scores, resampling)
    positive, negative = (
        drawing.of_class(own, cells, len(distinct))
        for own in (scores.is_positive, ~scores.is_positive)
    )
    columns = _columns(distinct, positive, negative)
    replicate = count()
    curves: list[Counts] = []

    def rows(size: int) -> NDArray[np.number]:
        chosen = [next(replicate) for _ in range(size)]
        up, down = drawing.drawn(chosen)
        ordered = up[:, positive.order], down[:, negative.order]
        inside = positive.counted(ordered[0]), negative.counted(ordered[1])
        if chosen[0] < _CURVES:
            curves.append(np.stack([each[:, columns] for each in inside]))
        return _part(distinct, rule, (positive, negative), ordered, inside)

    block = max(1, min(_ROWS, _WORK // len(cells)))
    table: Counts = draw(rows, resampling.replicates, block=block, progress=progress)
    in_bag, out_of_bag, everyone = (Judged(*table[:, at : at + 4].T) for at in (1, 5, 9))
    drawn = np.concatenate(curves, axis=1)
    both = (drawn[:, :, -1] > 0).all(axis=0)
    sizes = scores.observations.effective_sizes or (scores.n_positive, scores.n_negative)
    totals = positive.totals[columns], negative.totals[columns]
    kept = ReplicateCurves(sizes, distinct, columns, *totals, *drawn[:, both])
    thresholds = _thresholds(distinct, rule, table[:, 0].astype(np.int64))
    return ThresholdReplicates(thresholds, in_bag, out_of_bag, everyone, kept)


def _columns(distinct: NDArray[np.floating], positive: _Class, negative: _Class) -> Counts:
    """The numbers of distinct scores at which curves are kept, evenly spread over both classes.

    No threshold is above an infinite score.
    """
    first = int(distinct[0] == np.inf)
    if len(distinct) + 1 - first <= _COLUMNS:
        return np.arange(first, len(distinct) + 1)
    called = positive.totals / positive.totals[-1] + negative.totals / negative.totals[-1]
    at = np.searchsorted(called, np.linspace(0, 2, _COLUMNS) - 1e-9)
    return np.unique(np.clip(np.concatenate([[first], at, [len(distinct)]]), first, len(distinct)))


def _part(
    distinct: NDArray[np.floating],
    rule: ThresholdRule,
    classes: tuple[_Class, _Class],
    ordered: tuple[Counts, Counts],
    inside: tuple[Counts, Counts],
) -> Counts:
    """How many distinct scores each row's threshold reaches, then the counts of three judgements.

    ``ordered`` are the draws of each class from the highest score down, ``inside`` how many stand
    in the first cells. True positives are -1 without a threshold.
    """
    called = _called(distinct, rule, *inside)
    cells, everything = np.maximum(called, 0), np.full(len(called), len(distinct))
    columns = []
    for reached in (cells, everything):
        for each, up, counts in zip(classes, ordered, inside, strict=True):
            in_bag = counts[np.arange(len(called)), reached]
            columns.append([in_bag, each.left_out(up, reached), each.totals[reached]])
    table: Counts = np.array(columns)  # true, false, positives, negatives; three judgements; rows
    table[0, :, called < 0] = -1
    return np.concatenate([called[:, None], table.transpose(2, 1, 0).reshape(len(called), 12)], 1)


def _called(
    distinct: NDArray[np.floating], rule: ThresholdRule, true: Counts, false: Counts
) -> Counts:
    """How many of the distinct scores reach each replicate's threshold; -1 if it has none."""
    sizes = true[:, -1], false[:, -1]
    if rule.criterion == "loss":
        called = np.full(len(true), count_reaching(distinct, rule.posterior))
        return np.where((sizes[0] > 0) & (sizes[1] > 0), called, -1)
    if distinct[0] < np.inf:
        return best_columns(rule, true, false, sizes)
    # No threshold is above an infinite score: the point that calls nothing positive does not exist.
    found = best_columns(rule, true[:, 1:], false[:, 1:], sizes)
    return np.where(found < 0, -1, found + 1)


def _thresholds(distinct: NDArray[np.floating], rule: ThresholdRule, called: Counts) -> Floats:
    if rule.criterion == "loss":
        return np.where(called < 0, np.nan, rule.posterior)
    reached = np.where(called > 0, distinct[np.maximum(called - 1, 0)], np.inf)
    return np.where(called < 0, np.nan, reached).astype(np.float64)


DEFAULT_RATES: tuple[Rate, ...] = (
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
    "accuracy",
    "youden_index",
)
IN_BAG = MethodTitle("bootstrap percentile, in bag", "bootstrap-in-bag")
OUT_OF_BAG = MethodTitle("bootstrap, out of bag and basic", "bootstrap-out-of-bag")
PERCENTILE = MethodTitle("bootstrap percentile", "bootstrap-percentile")


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
    """A chosen threshold with its interval, and rates that allow for the choice."""

    choice: ThresholdChoice
    threshold_interval: Interval
    rates: tuple[ChosenRate, ...]
    replicates: int
    caveats: tuple[Caveat, ...] = ()

    @checked
    def rate(self, rate: Rate) -> ChosenRate:
        """One of the rates by its name."""
        for found in self.rates:
            if found.rate == rate:
                return found
        named = join_words([found.rate for found in self.rates])
        raise AucurateError(f"{rate!r} was not requested.", hint=f"the rates are {named}.")

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
    ...     resampling=Resampling(replicates=500),
    ... )
    >>> print(found.rate("youden_index"))
    Youden index 0.832 where it was chosen, out of bag 0.809 (95% CI 0.723 to 0.876)
    """
    confidence, resampling = checked_confidence(confidence), resampling or Resampling()
    scores = _one_by_one(scores)
    rule = as_rule(rule)
    choice = choose_threshold(scores, rule, use=use)
    drawn = threshold_replicates(scores, rule, resampling, progress)
    found = monte_carlo.of_finished(len(drawn.thresholds), resampling.replicates)
    drawn, without = _with_threshold(drawn)
    if without:
        found.append(caveats.no_threshold(without, len(drawn.thresholds) + without))
    chosen, told, constant = [], [], []
    for rate in rates:
        one, fixed, words = _chosen_rate(choice.point, rate, drawn, confidence)
        chosen.append(one)
        constant += [(rate, span) for span in fixed]
        told += words
    told += caveats.no_rate_spread(constant, scores.name)
    span, beyond = _threshold_interval(scores, choice, drawn, confidence)
    kept = [c for c in choice.caveats if c.kind != Kind.CHOSEN_ON_SAME_OBSERVATIONS]
    if choice.point.units is None:
        kept += caveats.of_sizes(scores.n_positive, scores.n_negative, "inexact")
    else:
        kept += caveats.of_class_sizes(scores)
    return ThresholdBootstrap(
        choice=choice,
        threshold_interval=span,
        rates=tuple(chosen),
        replicates=len(drawn.thresholds),
        caveats=(*kept, *found, *beyond, *dict.fromkeys(told)),
    )


def _one_by_one(scores: Scores) -> Scores:
    """With a row for every observation that frequency weights stand for, unless in groups."""
    rows = scores.observations
    return scores if rows.counts is None or rows.is_grouped else scores.plain("the choice")


def _with_threshold(drawn: ThresholdReplicates) -> tuple[ThresholdReplicates, int]:
    """The replicates in which the rule found a threshold, and how many did not."""
    there = ~np.isnan(drawn.thresholds)
    if np.count_nonzero(there) < 2:
        raise AucurateError(
            f"the rule found a threshold in fewer than two of {len(there):,} replicates.",
            hint="use more replicates, or a constraint that is easier to satisfy.",
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
    """The rate, the intervals of a fixed threshold that replace others, and caveats."""
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
    told += caveats.of_rate_values(inside, rate, point.name, "in bag")
    told += caveats.of_rate_values(outside, rate, point.name, "out of bag")
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
    span, few = percentile(centre, there).interval(
        "percentile", shape.confidence, centre, rate_range(rate)
    )
    return replace(span, method=shape.title), few


def _joined(first: Interval, second: Interval) -> Interval:
    """The interval from the lower to the higher end of both, named as the first."""
    return replace(first, low=min(first.low, second.low), high=max(first.high, second.high))


def _threshold_interval(
    scores: Scores, choice: ThresholdChoice, drawn: ThresholdReplicates, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """The interval in the direction of the scores as they were given, the choice inside it."""
    span = _units_span(scores, choice, confidence)
    span = span or threshold_span(scores, choice.rule, drawn.curves, confidence)
    told = []
    if span is None:
        inner = 0.0 - choice.threshold if scores.lower else choice.threshold
        ends = percentile(inner, drawn.thresholds).ends(confidence)
        span = Span(ends.low, ends.high, PERCENTILE, ends.beyond)
        if choice.rule.criterion != "loss":
            told.append(caveats.percentile_interval(choice.rule))
    if span.too_few:
        told.append(caveats.too_few_replicates(len(drawn.thresholds), confidence))
    low, high = (0.0 - span.high, 0.0 - span.low) if scores.lower else (span.low, span.high)
    low, high = min(low, choice.threshold), max(high, choice.threshold)
    return Interval(low=low, high=high, confidence=confidence, method=span.method), told


TESTED = MethodTitle("bootstrap test of every threshold", "bootstrap-every-threshold")
ORDERED = MethodTitle("order statistics", "order-statistics")


@dataclass(frozen=True, slots=True)
class Span:
    """Both ends, in the direction of the curve, and whether replicates were too few for them."""

    low: float
    high: float
    method: MethodTitle
    too_few: bool = False


def threshold_span(
    scores: Scores, rule: ThresholdRule, curves: ReplicateCurves, confidence: float
) -> Span | None:
    """The thresholds that could be the best by a rule; None for a rule that neither way serves."""
    given = _given_rate(rule)
    if given is not None:
        rate, value = given
        of_positives = rate == "sensitivity"
        values = scores.values[scores.is_positive == of_positives]
        share = value if of_positives else 1 - value
        return Span(*quantile_span(values, share, confidence), ORDERED)
    weight = _weight(rule, float(curves.true[-1]), float(curves.false[-1]))
    return None if weight is None else _tested_span(curves, weight, confidence)


def _units_span(scores: Scores, choice: ThresholdChoice, confidence: float) -> Span | None:
    """That of a given rate of groups, or with sampling weights; None for others."""
    units, given = choice.point.units, _given_rate(choice.rule)
    if units is None or given is None:
        return None
    rate, share = given
    effective = effective_sizes(choice.point, confidence)
    own, size = scores.is_positive, effective[0]
    if rate == "specificity":
        own, share, size = ~own, 1 - share, effective[1]
    rows = scores.observations
    weights = np.ones(len(rows)) if rows.weights is None else rows.weights.values
    ends = _weighted_quantile_span(scores.values[own], weights[own], share, size, confidence)
    return Span(*ends, ORDERED)


def _weighted_quantile_span(
    values: Floats, weights: Counts, share: float, size: float, confidence: float
) -> tuple[float, float]:
    """Such an interval of so many independent observations, from weighted quantiles."""
    size = max(1, int(size))
    held = _held(size, share, confidence)
    order = np.argsort(-values, kind="stable")
    sums = np.cumsum(weights[order]) / weights.sum()

    def reached(called: int) -> float:
        """The score that this many observations of the size reach."""
        if called < 1 or called > size:
            return math.inf if called < 1 else -math.inf
        at = int(np.searchsorted(sums, called / size * (1 - ROUNDING)))
        return float(values[order[min(at, len(order) - 1)]])

    return reached(int(held.max()) + 1), reached(int(held.min()))


def _held(size: int, share: float, confidence: float) -> Whole:
    """The most probable numbers of observations that together have the confidence."""
    called = np.arange(size + 1)
    chances = _binomial(called, size, share)
    probable = np.argsort(-chances, kind="stable")
    return probable[: int(np.searchsorted(np.cumsum(chances[probable]), confidence - 1e-12)) + 1]


def quantile_span(values: Floats, share: float, confidence: float) -> tuple[float, float]:
    """An exact interval of the threshold that this share of a population reaches.

    >>> quantile_span(np.arange(1.0, 21.0), 0.5, 0.95)
    (6.0, 15.0)
    """
    held = _held(len(values), share, confidence)
    falling = np.concatenate([[math.inf], -np.sort(-values), [-math.inf]])
    return float(falling[held.max() + 1]), float(falling[held.min()])


def _binomial(called: Counts, size: int, share: float) -> Floats:
    ways = -np.log1p(size) - special.betaln(size - called + 1, called + 1)
    chances: Floats = np.exp(
        ways + special.xlogy(called, share) + special.xlog1py(size - called, -share)
    )
    return chances


def _given_rate(rule: ThresholdRule) -> tuple[str, float] | None:
    """The sensitivity or specificity that is all the rule asks for."""
    if len(rule.constraints) != 1:
        return None
    (one,) = rule.constraints
    other = {"sensitivity": "specificity", "specificity": "sensitivity"}.get(one.rate)
    alone = other == rule.criterion and 0 < one.value < 1
    return (one.rate, one.value) if alone else None


def _weight(rule: ThresholdRule, n_positive: float, n_negative: float) -> float | None:
    """The weight of 1 - specificity relative to the sensitivity; None where rates are not added."""
    if rule.constraints:
        return None
    use = rule.use or IntendedUse()
    if rule.criterion == "youden_index":
        return 1.0
    if rule.criterion == "accuracy":
        use = IntendedUse(prevalence=use.prevalence)
    if rule.criterion in ("expected_cost", "accuracy"):
        return float(use.slope(n_positive, n_negative))
    return None


def _tested_span(curves: ReplicateCurves, weight: float, confidence: float) -> Span:
    """From the lowest to the highest threshold that is not rejected."""
    columns, levels = curves.columns, curves.levels
    rank = rank_from_end(len(curves.true_replicates), 1 - confidence)
    first, last = _outermost(curves, weight, rank) if rank else (0, len(columns) - 1)
    above = int(columns[first - 1]) + 1 if first > 0 else int(columns[0])
    below = int(columns[last + 1]) - 1 if last + 1 < len(columns) else int(columns[-1])
    return Span(
        low=float(levels[below]) if below < len(levels) else -math.inf,
        high=float(levels[above - 1]) if above > 0 else math.inf,
        method=TESTED,
        too_few=rank < 1,
    )


def _outermost(curves: ReplicateCurves, weight: float, rank: int) -> tuple[int, int]:
    """The first and the last threshold that could be the best, sought from both ends inward.

    The best one of the test set is never rejected, so there is one.
    """
    m, n = curves.true[-1], curves.false[-1]
    criterion = curves.true / m - weight * curves.false / n
    up, down = curves.true_replicates, curves.false_replicates
    away = up / up[:, -1:] - weight * down / down[:, -1:] - criterion
    slack = math.sqrt(math.log(max(2, min(curves.sizes))))
    room = np.empty_like(away)  # one threshold at a time stays in the cache

    def is_kept(place: int) -> bool:
        """Whether a threshold is not rejected."""
        error = _standard_error(curves, place, weight)
        lead = (criterion - criterion[place]) / error
        np.subtract(away, away[:, place, None], out=room)
        np.divide(room, error, out=room)
        np.add(room, np.minimum(0.0, lead + slack), out=room)
        drawn = np.max(room, axis=1)
        critical = np.partition(drawn, len(drawn) - rank)[len(drawn) - rank]
        return bool(np.max(lead) <= critical)

    places = range(len(criterion))
    return next(filter(is_kept, places)), next(filter(is_kept, reversed(places)))


def _standard_error(curves: ReplicateCurves, place: int, weight: float) -> Floats:
    """Of the difference in the criterion between this threshold and each."""
    variance = np.zeros(len(curves.columns))
    classes = zip((curves.true, curves.false), (1.0, weight), curves.sizes, strict=True)
    for counts, factor, size in classes:
        between = np.abs(counts - counts[place])
        if size != counts[-1]:
            between = between * (size / counts[-1])
        share = (between + 1) / (size + 2)
        variance += factor**2 * share * (1 - share) / size
    error: Floats = np.sqrt(variance)
    return error
