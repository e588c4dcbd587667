r"""Net benefit at one threshold probability: interval, and difference of two classifiers.

**Question.** How much does acting on the classifier at threshold probability t gain over treating
none, and is the gain of one classifier larger than that of another, or than that of treating all?

**Use it** where the scores are probabilities and an action follows: t says how many false alarms
are worth one true positive, (1 - t)/t. :mod:`aucurate.curve.decision_curve` defines net benefit and
has that of treating all.

With the odds w = t/(1 - t) the net benefit is a difference of two shares,
:math:`B = p_1 - w\,p_0`: of the true and of the false positives among all observations; or, at a
stated prevalence :math:`\pi` (where the classes were collected apart), :math:`p_1 =
\pi\,\text{sensitivity}` and :math:`p_0 = (1 - \pi)(1 - \text{specificity})` from two independent
classes. With Wilson's limits :math:`(l, u)` of both shares and their correlation
:math:`r = -\sqrt{p_1 p_0 / ((1 - p_1)(1 - p_0))}` (0 at a stated prevalence), the interval is that
of Zou and Donner (2008), MOVER,

.. math::
    B - \sqrt{(p_1 - l_1)^2 + w^2 (u_0 - p_0)^2 - 2 r w (p_1 - l_1)(u_0 - p_0)}

to the same with :math:`u_1` and :math:`l_0`, upwards.

**Difference on the same observations.** Only observations count on which the classifiers decide
differently. Among the positives that is a difference :math:`D_1` of two shares of all observations,
among the negatives :math:`D_0`, each with Tango's score interval
(:mod:`aucurate.inference.operating.proportions`), and the difference :math:`D_1 - w D_0` has an
interval of the same form from these limits, with the correlation of :math:`D_1` and :math:`D_0`,
whose covariance is :math:`-D_1 D_0 / N` (0 at a stated prevalence, where :math:`D_1` is :math:`\pi`
times a share of the positives and :math:`D_0` is :math:`1 - \pi` times one of the negatives). Where
hardly any observation is decided differently it is wide, as it has to be: one combined from the
intervals of the two net benefits, or from percentiles of a bootstrap, takes the few that there are
for all that there could be and covers too little there (docs/validation.md). **On different test
sets** the limits of the two net benefits are combined, with correlation 0. The test is the interval
inverted.

**A whole curve** has :func:`net_benefit_intervals` at each threshold, a pointwise band
(:class:`~aucurate.plots.DecisionCurveDisplay` draws it). Where a threshold is chosen because the
curve looks good there, its interval is too narrow.

**Groups and sampling weights.** All shares are weighted, and limits and correlations are those of
effective counts (:mod:`aucurate.inference.operating.effective_counts`): of the shares of all
observations, or of each class at a stated prevalence; for a difference of two classifiers of the
shares :math:`D_1` and :math:`D_0`, with the correlation of their linearised estimates.

**Not valid** for thresholds chosen on the same data. Scores outside 0 to 1 are refused, since they
cannot be probabilities; badly calibrated ones are not, but t is then not the threshold of anybody's
preference, and the net benefit is the one that acting on them has. Calibrate on other data. For
decisions from scores on any scale, use :mod:`aucurate.inference.operating.expected_cost`.

**Degenerate cases.** With no or only positive decisions, Wilson's limits are not a point. Two
classifiers that decide alike on every observation have the difference 0 and p = 1, and Tango's
limits, :math:`\pm z^2/(N + z^2)` for each share of N observations, say how large a difference
remains possible.

**Compared with other programs.** With groups and sampling weights the standard errors are those of
R's survey package.

Vickers, A. J., Elkin, E. B. (2006). Decision curve analysis: a novel method for evaluating
prediction models. Medical Decision Making 26, 565-574.
Vickers, A. J., Cronin, A. M., Elkin, E. B., Gonen, M. (2008). Extensions to decision curve
analysis. BMC Medical Informatics and Decision Making 8, 53.
Zou, G. Y., Donner, A. (2008). Construction of confidence limits about effect measures: a general
approach. Statistics in Medicine 27, 1693-1702.
Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions for the
paired-sample design. Statistics in Medicine 17, 891-908. The use with Tango's limits is ours.

The bootstrap
-------------
Net benefit by the bootstrap: interval, and difference of two classifiers.

**Question.** How far could the net benefit, or the difference of two, have come out differently
with other observations from the same population?

**Use it** as a second opinion on the interval of one net benefit.

At one threshold an observation is one of a few kinds (its class, and whether each classifier calls
it positive), so a replicate is a multinomial draw of how many there are of each kind, over all
observations, or within the classes where the prevalence is stated: the design decides, not
``stratified``. Intervals and p-values are those of percentiles
(:mod:`aucurate.inference.resampling.intervals`).

**Not valid** for a difference where the two classifiers decide hardly any observation of a class
differently, as at thresholds far below or above most scores: replicates know of no others, and the
interval is far too short (docs/validation.md). A caveat reports fewer than six of them; the
analytic interval is wider there and covers. Groups and sampling weights are refused.

**Degenerate cases.** Where the replicates do not vary, and for two classifiers that decide alike,
the analytic interval and test take over.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.decision_curve import (
    checked_prevalence,
    checked_thresholds,
    odds,
    require_probabilities,
)
from aucurate.data.observations import Observations
from aucurate.data.scores import Scores
from aucurate.data.thresholds import reaching
from aucurate.estimates.thresholds.call_moments import (
    CallMoments,
    Calls,
    Spread,
    UnitSums,
    all_units,
    correlation_of,
    observed,
    shares_of,
)
from aucurate.formatting import count, number
from aucurate.inference.auc.mover import combined, meeting_tail, reach
from aucurate.inference.core import caveats
from aucurate.inference.core.contrasts import Ends, is_paired
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.operating.effective_counts import (
    ClassCounts,
    EffectiveSize,
    effective_classes,
    effective_pair,
)
from aucurate.inference.operating.proportions import (
    EffectiveTable,
    PairedTable,
    proportion_ends,
    tango_end,
)
from aucurate.inference.resampling import intervals
from aucurate.inference.resampling.intervals import NAMES, Plausible
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval, MethodTitle

# What net benefit at one threshold rests on: how many of each class are called positive.


Share: TypeAlias = tuple[float, float, float]  # a share and its limits


@dataclass(frozen=True, slots=True)
class Decisions:
    """True and false positives at one threshold; ``stated`` says that the prevalence is given."""

    true_positives: float
    false_positives: float
    n_positive: float
    n_negative: float
    prevalence: float
    stated: bool
    weight: float
    caveats: tuple[Caveat, ...]
    moments: CallMoments | None = None

    @classmethod
    def of(cls, scores: Scores, threshold: float, prevalence: float | None) -> "Decisions":
        """Count; scores that are not probabilities are refused."""
        t = float(checked_thresholds(threshold)[0])
        require_probabilities(scores)
        called = reaching(scores.values, t)
        found = caveats.of_observations(scores.observations)
        found += caveats.of_class_sizes(scores)
        rows, positive = scores.observations, scores.is_positive
        return cls(
            rows.total(called & positive),
            rows.total(called & ~positive),
            rows.total(positive),
            rows.total(~positive),
            checked_prevalence(prevalence, scores),
            prevalence is not None,
            float(odds(t)),
            tuple(found),
            CallMoments.of(rows, called),
        )

    @property
    def sizes(self) -> tuple[float, float]:
        """Of how many the true and the false positives are a share."""
        both = self.n_positive + self.n_negative
        return (self.n_positive, self.n_negative) if self.stated else (both, both)

    @property
    def units(self) -> tuple[float, float]:
        """What a share of true, and of false, positives is worth."""
        if not self.stated:
            return 1.0, self.weight
        return self.prevalence, (1 - self.prevalence) * self.weight

    @property
    def net_benefit(self) -> float:
        """What is gained less what is lost."""
        gain, loss = self._means
        return self.units[0] * gain - self.units[1] * loss

    @property
    def correlation(self) -> float:
        """Of the two shares: of one set of observations, or of two independent classes."""
        if self.moments is not None:
            if self.stated:
                return self.moments.class_correlation
            return effective_pair(self.moments, (0, 1), 0.025)[1][2]
        gain, loss = self._means
        if self.stated or not (0 < gain < 1 and 0 < loss < 1):
            return 0.0
        return -math.sqrt(gain * loss / ((1 - gain) * (1 - loss)))

    @property
    def variance(self) -> float:
        """The variance of the net benefit."""
        if self.moments is not None:
            return self.spread.variance
        spreads = [
            unit * math.sqrt(share * (1 - share) / size)
            for unit, share, size in zip(self.units, self._means, self.sizes, strict=True)
        ]
        return spreads[0] ** 2 + spreads[1] ** 2 - 2 * self.correlation * spreads[0] * spreads[1]

    @property
    def spread(self) -> Spread:
        """The spread of the net benefit of groups, or with sampling weights."""
        assert self.moments is not None
        gain, loss = self.units
        if self.stated:
            return self.moments.of_classes(gain, -loss)
        return self.moments.of_all((gain, -loss, 0.0, 0.0))

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return 0 if self.moments is None else self.moments.n_groups

    @property
    def design_effect(self) -> float:
        """How many times the variance of observations drawn one by one."""
        return 1.0 if self.moments is None else self.spread.design_effect

    def shares(self, tail: float) -> tuple[Share, Share]:
        """What is gained and what is lost, each with Wilson's limits."""
        gain, loss = (
            _wilson(unit, share, size, tail)
            for unit, share, size in zip(
                self.units, self._means, self._effective_sizes(tail), strict=True
            )
        )
        return gain, loss

    def _effective_sizes(self, tail: float) -> tuple[float, float]:
        if self.moments is None:
            return self.sizes
        if not self.stated:
            first, second, _ = effective_pair(self.moments, (0, 1), tail)[1]
            return first, second
        counts = ClassCounts(
            self.true_positives, self.n_positive, self.false_positives, self.n_negative
        )
        effective = effective_classes(counts, self.moments, tail)
        return effective.positives, effective.negatives

    @property
    def _means(self) -> tuple[float, float]:
        return self.true_positives / self.sizes[0], self.false_positives / self.sizes[1]


@dataclass(frozen=True, slots=True)
class PairedDecisions:
    """Two classifiers at one threshold, on the same observations or on different ones.

    ``both`` are the true and the false positives that the two share.
    """

    names: tuple[str, str]
    first: Decisions
    second: Decisions
    both: tuple[float, float]
    together: bool
    caveats: tuple[Caveat, ...]
    grouped: "GroupedDecisions | None" = None

    @classmethod
    def of(
        cls,
        first: Scores,
        second: Scores,
        threshold: float,
        prevalence: float | None,
        *,
        together: bool,
    ) -> "PairedDecisions":
        """Count what each calls positive, and what both do."""
        one, two = (Decisions.of(s, threshold, prevalence) for s in (first, second))
        shared: tuple[float, float] = (0, 0)
        rows, grouped = first.observations, None
        if together:
            calls = [reaching(scores.values, threshold) for scores in (first, second)]
            called = calls[0] & calls[1]
            shared = (
                rows.total(called & first.is_positive),
                rows.total(called & ~first.is_positive),
            )
            if rows.is_grouped or rows.is_sampled:
                grouped = GroupedDecisions.of(rows, (calls[0], calls[1]), prevalence is not None)
        found = [*one.caveats, *(c for c in two.caveats if c not in one.caveats)]
        if not together and first.observations is second.observations:
            found.append(caveats.shared_observations(first.name, second.name))
        names = first.name, second.name
        return cls(names, one, two, shared, together, tuple(found), grouped)

    @property
    def alike(self) -> bool:
        """Whether both decide alike on every one of the same observations."""
        one, two = self.first, self.second
        counts = ((d.true_positives, d.false_positives) for d in (one, two))
        return self.together and all(pair == self.both for pair in counts)

    @property
    def covariance(self) -> float:
        """Of the two net benefits."""
        if not self.together:
            return 0.0
        gain, loss = self.first.units
        sizes = self.first.sizes
        if not self.first.stated:
            product = (self.both[0] + loss**2 * self.both[1]) / sizes[0]
            return (product - self.first.net_benefit * self.second.net_benefit) / sizes[0]
        rates = [
            (self.both[0], self.first.true_positives, self.second.true_positives),
            (self.both[1], self.first.false_positives, self.second.false_positives),
        ]
        return sum(
            unit**2 * (both / n - one * two / n**2) / n
            for unit, n, (both, one, two) in zip((gain, loss), sizes, rates, strict=True)
        )

    @property
    def variance(self) -> float:
        """The variance of the difference."""
        if self.grouped is not None:
            return self.grouped.spread(self.first.units).variance
        return max(0.0, self.first.variance + self.second.variance - 2 * self.covariance)

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return self.first.n_groups + (0 if self.together else self.second.n_groups)

    @property
    def design_effect(self) -> float:
        """How many times the variance of the difference of observations drawn one by one."""
        if self.grouped is not None:
            return self.grouped.spread(self.first.units).design_effect
        if self.together or not (self.first.moments or self.second.moments):
            return 1.0
        members = self.first, self.second
        plain = math.fsum(each.variance / each.design_effect for each in members)
        return self.variance / plain if plain > 0 else math.nan

    def tables_at(self, tail: float) -> tuple[PairedTable, PairedTable]:
        """The tables, of effective counts for an interval with this tail."""
        return self.tables if self.grouped is None else self.grouped.tables(tail)

    @property
    def tables(self) -> tuple[PairedTable, PairedTable]:
        """On which observations the two decide otherwise, among the positives and the negatives.

        Of all observations, or of those of each class at a stated prevalence.
        """
        one, two = self.first, self.second
        counts = (
            (one.true_positives - self.both[0], two.true_positives - self.both[0]),
            (one.false_positives - self.both[1], two.false_positives - self.both[1]),
        )
        gain, loss = (
            PairedTable(both=0, first_only=b, second_only=c, neither=size - b - c)
            for (b, c), size in zip(counts, one.sizes, strict=True)
        )
        return gain, loss

    @property
    def table_correlation(self) -> float:
        """Of the differences of the two tables: shares of one whole, or two independent classes."""
        if self.grouped is not None:
            return self.grouped.correlation
        gain, loss = self.tables
        spreads = gain.standard_error * loss.standard_error
        if self.first.stated or spreads == 0:
            return 0.0
        together = -gain.difference * loss.difference / gain.size
        return max(-1.0, min(1.0, together / spreads))


@dataclass(frozen=True, slots=True, eq=False)
class GroupedDecisions:
    """Where two classifiers decide otherwise, of groups or with sampling weights.

    ``shares`` are those of observations which only the first, and only the second, calls positive,
    among the positives and among the negatives: of all, or of each class. ``sums`` have the
    covariance of their differences; ``observations`` and ``units`` are those of the two wholes.
    """

    shares: tuple[tuple[float, float], tuple[float, float]]
    sums: UnitSums
    observations: tuple[int, int]
    units: tuple[float, float]

    @classmethod
    def of(cls, rows: Observations, calls: tuple[Calls, Calls], stated: bool) -> "GroupedDecisions":
        """From the calls of both, of the classes as fixed or of all observations."""
        classes = rows.is_positive, ~rows.is_positive
        one, two = calls[0] & ~calls[1], calls[1] & ~calls[0]
        wholes = classes if stated else (np.ones(len(rows), np.bool_),) * 2
        gained, lost = (
            shares_of(rows, np.stack([one & own, two & own]), among=whole).tolist()
            for own, whole in zip(classes, wholes, strict=True)
        )
        apart = (one.astype(np.float64) - two) * np.stack(classes)
        means = np.array([gained[0] - gained[1], lost[0] - lost[1]])
        if stated:
            influences = [apart[:, own] for own in classes]
            sums = UnitSums.of(rows.units, influences, [means * [1, 0], means * [0, 1]])
        else:
            sums = UnitSums.of(all_units(rows), [apart], [means])
        first, second = (all_units(rows, whole).effective_sizes[0] for whole in wholes)
        return cls(
            ((gained[0], gained[1]), (lost[0], lost[1])),
            sums,
            (observed(rows, wholes[0]), observed(rows, wholes[1])),
            (first, second),
        )

    def spread(self, units: tuple[float, float]) -> Spread:
        """The spread of the difference in net benefit, by what a share is worth."""
        return self.sums.spread((units[0], -units[1]))

    @property
    def correlation(self) -> float:
        """Of the differences among the positives and among the negatives."""
        own = [self.sums.spread(each).variance for each in ((1, 0), (0, 1), (1, 1))]
        return correlation_of(own[0], own[1], own[2])

    def tables(self, tail: float) -> tuple[PairedTable, PairedTable]:
        """Both tables in effective counts."""
        found = []
        for at, (one, two) in enumerate(self.shares):
            spread = self.sums.spread((1 - at, at))
            unit = max(0.0, one + two - (one - two) ** 2)
            size = EffectiveSize(unit, spread, self.observations[at], self.units[at]).at(tail)
            found.append(EffectiveTable.of_shares((0.0, one, two, 1 - one - two), size))
        return found[0], found[1]


def _wilson(unit: float, share: float, size: float, tail: float) -> Share:
    low, high = proportion_ends(share * size, size, 1 - 2 * tail, "wilson")
    return unit * share, unit * low, unit * high


METHOD = MethodTitle("MOVER Wilson", "mover-wilson")
PAIRED_METHOD = MethodTitle("MOVER Tango", "mover-tango")

Side: TypeAlias = Callable[[float], float]


@checked
def net_benefit_interval(
    scores: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
) -> Estimate:
    """The net benefit at one threshold probability with its interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> print(net_benefit_interval(load_breast_cancer()["forest"], 0.2).interval)
    95% CI 0.262 to 0.381
    """
    confidence = checked_confidence(confidence)
    decisions = Decisions.of(scores, threshold, prevalence)
    low, high = _ends(decisions)((1 - confidence) / 2)
    return Estimate(
        name=scores.name,
        quantity=quantity_at(threshold),
        value=decisions.net_benefit,
        standard_error=math.sqrt(decisions.variance),
        interval=Interval(low=low, high=high, confidence=confidence, method=METHOD),
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        method=METHOD,
        caveats=decisions.caveats,
        n_groups=decisions.n_groups,
        design_effect=decisions.design_effect,
    )


@checked
def net_benefit_intervals(
    scores: Scores,
    thresholds: Any,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
) -> tuple[Estimate, ...]:
    """The net benefit at several threshold probabilities, with a pointwise band.

    >>> from aucurate.datasets import load_breast_cancer
    >>> for found in net_benefit_intervals(load_breast_cancer()["forest"], [0.1, 0.2, 0.5]):
    ...     print(f"{found.quantity}: {found.value:.3f}, {found.interval}")
    net benefit at 0.10: 0.349, 95% CI 0.292 to 0.408
    net benefit at 0.20: 0.320, 95% CI 0.262 to 0.381
    net benefit at 0.50: 0.274, 95% CI 0.207 to 0.337
    """
    return tuple(
        net_benefit_interval(scores, t, prevalence=prevalence, confidence=confidence)
        for t in checked_thresholds(thresholds).tolist()
    )


@checked
def net_benefit_test(
    first: Scores,
    second: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison:
    """Do two classifiers differ in net benefit at this threshold probability, and by how much?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(net_benefit_test(data["forest"], data["bayes"], 0.2).interval)
    95% CI 0.044 to 0.109

    Where 5 percent are positive:

    >>> print(net_benefit_test(data["forest"], data["bayes"], 0.2, prevalence=0.05).interval)
    95% CI -0.013 to 0.015
    """
    confidence = checked_confidence(confidence)
    together = is_paired(first, second, paired, "the net benefit test", units=True)
    both = PairedDecisions.of(first, second, threshold, prevalence, together=together)
    below, above = _paired_sides(both) if together else _unpaired_sides(both)
    outside = (1 - confidence) / 2
    difference = both.first.net_benefit - both.second.net_benefit
    tail = meeting_tail(below if difference > 0 else above, abs(difference))
    greater, less = (tail, 1 - tail) if difference > 0 else (1 - tail, tail)
    deviate = float(-special.ndtri(tail))
    interval = Interval(
        low=difference - reach(below, outside),
        high=difference + reach(above, outside),
        confidence=confidence,
        method=PAIRED_METHOD if together else METHOD,
    )
    return Comparison(
        first=first.name,
        second=second.name,
        quantity=quantity_at(threshold),
        first_value=both.first.net_benefit,
        second_value=both.second.net_benefit,
        difference=difference,
        standard_error=math.sqrt(both.variance),
        interval=interval,
        null_difference=0.0,
        alternative=alternative,
        statistic=deviate if difference > 0 else 0.0 - deviate,
        degrees_of_freedom=math.inf,
        p_value={"greater": greater, "less": less, "two-sided": min(1.0, 2 * tail)}[alternative],
        method=interval.title,
        design="paired" if together else "unpaired",
        caveats=(*both.caveats, *_alike(both)),
        n_groups=both.n_groups,
        design_effect=both.design_effect,
    )


def quantity_at(threshold: float) -> str:
    """What the estimate is called."""
    return f"net benefit at {number(threshold, 2)}"


def _ends(decisions: Decisions) -> Ends:
    """The ends of the interval of one net benefit, by the tail they leave outside."""

    def ends(tail: float) -> tuple[float, float]:
        (gain, gain_low, gain_high), (loss, loss_low, loss_high) = decisions.shares(tail)
        r = decisions.correlation
        value = decisions.net_benefit
        return (
            value - combined(gain - gain_low, loss_high - loss, r),
            value + combined(gain_high - gain, loss - loss_low, r),
        )

    return ends


def _paired_sides(both: PairedDecisions) -> tuple[Side, Side]:
    """How far the interval reaches down and up: from what is decided otherwise in each class."""
    (gained, lost), r = both.first.units, both.table_correlation

    def down(table: PairedTable, tail: float) -> float:
        return table.difference - tango_end(table, float(-special.ndtri(tail)))

    def up(table: PairedTable, tail: float) -> float:
        return tango_end(table, float(special.ndtri(tail))) - table.difference

    def below(tail: float) -> float:
        gain, loss = both.tables_at(tail)
        return combined(gained * down(gain, tail), lost * up(loss, tail), r)

    def above(tail: float) -> float:
        gain, loss = both.tables_at(tail)
        return combined(gained * up(gain, tail), lost * down(loss, tail), r)

    return below, above


def _unpaired_sides(both: PairedDecisions) -> tuple[Side, Side]:
    """The same from the interval of each net benefit."""
    one, two = both.first.net_benefit, both.second.net_benefit
    first, second = _ends(both.first), _ends(both.second)

    def below(tail: float) -> float:
        return combined(one - first(tail)[0], second(tail)[1] - two, 0.0)

    def above(tail: float) -> float:
        return combined(first(tail)[1] - one, two - second(tail)[0], 0.0)

    return below, above


def _alike(both: PairedDecisions) -> list[Caveat]:
    """Two classifiers that decide alike everywhere."""
    if not both.alike:
        return []
    return [caveat(Kind.IDENTICAL_DECISIONS, "threshold", about=both.names)]


BOOTSTRAP_METHOD = NAMES["percentile"]
FEWEST = 6  # discordant decisions in a class that replicates can vary

Floats = NDArray[np.float64]


@checked
def bootstrap_net_benefit_interval(
    scores: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
) -> Estimate:
    """The net benefit at one threshold probability with a bootstrap percentile interval.

    >>> from aucurate.datasets import load_breast_cancer
    >>> print(bootstrap_net_benefit_interval(load_breast_cancer()["forest"], 0.2).interval)
    95% CI 0.263 to 0.380
    """
    confidence, chosen = checked_confidence(confidence), resampling or Resampling()
    scores.observations.require("the bootstrap of net benefit")
    exact = net_benefit_interval(scores, threshold, prevalence=prevalence, confidence=confidence)
    decisions = Decisions.of(scores, threshold, prevalence)
    values = _one(decisions, chosen)
    if not np.ptp(values) > 0:
        return replace(exact, caveats=(*exact.caveats, _no_spread()))
    plausible = intervals.percentile(decisions.net_benefit, values)
    interval, told = _bootstrap_interval(plausible, exact.interval, confidence)
    return replace(
        exact,
        standard_error=float(np.std(values, ddof=1)),
        interval=interval,
        method=BOOTSTRAP_METHOD,
        caveats=(*exact.caveats, *told),
    )


@checked
def bootstrap_net_benefit_test(
    first: Scores,
    second: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
) -> Comparison:
    """Do two classifiers differ in net benefit at this threshold probability, by the bootstrap?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(bootstrap_net_benefit_test(data["forest"], data["bayes"], 0.2).interval)
    95% CI 0.040 to 0.103
    """
    together = is_paired(first, second, paired, "the bootstrap of net benefit")
    exact = net_benefit_test(
        first,
        second,
        threshold,
        prevalence=prevalence,
        paired=together,
        alternative=alternative,
        confidence=confidence,
    )
    both = PairedDecisions.of(first, second, threshold, prevalence, together=together)
    if both.alike:
        return exact
    chosen = resampling or Resampling()
    values = _together(both, chosen) if together else _apart(both, chosen)
    if not np.ptp(values) > 0:
        return replace(exact, caveats=(*exact.caveats, _no_spread()))
    plausible = intervals.percentile(exact.difference, values)
    interval, told = _bootstrap_interval(plausible, exact.interval, confidence)
    error = float(np.std(values, ddof=1))
    return replace(
        exact,
        standard_error=error,
        interval=interval,
        statistic=exact.difference / error,
        p_value=plausible.p_value(0.0, alternative),
        method=BOOTSTRAP_METHOD,
        caveats=(*exact.caveats, *_few_discordant(both), *told),
    )


def _bootstrap_interval(
    plausible: Plausible, exact: Interval, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """The percentiles; the analytic end where the replicates are too few to have one."""
    value = plausible.estimate
    interval, few = plausible.interval("percentile", confidence, value, (-math.inf, math.inf))
    low, high = interval.low, interval.high
    if math.isfinite(high - low):
        return interval, few
    low = low if math.isfinite(low) else min(exact.low, value)
    high = high if math.isfinite(high) else max(exact.high, value)
    few = [caveats.too_few_replicates(len(plausible.values), confidence)]
    return replace(interval, low=low, high=high), few


def _one(decisions: Decisions, resampling: Resampling) -> Floats:
    true, false = [decisions.true_positives], [decisions.false_positives]
    return _drawn_counts(true, false, [1], decisions, resampling.replicates, resampling.key())


def _together(both: PairedDecisions, resampling: Resampling) -> Floats:
    """Observations that only the first, or only the second, calls positive."""
    one, two = both.first, both.second
    true = [one.true_positives - both.both[0], two.true_positives - both.both[0]]
    false = [one.false_positives - both.both[1], two.false_positives - both.both[1]]
    return _drawn_counts(true, false, [1, -1], one, resampling.replicates, resampling.key())


def _apart(both: PairedDecisions, resampling: Resampling) -> Floats:
    keys = np.random.SeedSequence(resampling.key()).generate_state(2, np.uint64).tolist()
    first, second = (
        _drawn_counts([d.true_positives], [d.false_positives], [1], d, resampling.replicates, key)
        for d, key in zip((both.first, both.second), keys, strict=True)
    )
    return first - second


def _drawn_counts(
    true: list[float],
    false: list[float],
    signs: list[int],
    design: Decisions,
    replicates: int,
    key: int,
) -> Floats:
    """Replicates of a signed sum of kinds of observations, each worth what its class is."""
    rng = np.random.Generator(np.random.Philox(key=key))
    gain, loss = design.units
    if design.stated:
        up = _multinomial(true, design.n_positive, replicates, rng) / design.n_positive
        down = _multinomial(false, design.n_negative, replicates, rng) / design.n_negative
    else:
        size = design.sizes[0]
        both = _multinomial([*true, *false], size, replicates, rng) / size
        up, down = both[:, : len(true)], both[:, len(true) :]
    values: Floats = gain * (up @ np.array(signs)) - loss * (down @ np.array(signs))
    return values


def _multinomial(
    kinds: list[float], size: float, replicates: int, rng: np.random.Generator
) -> Floats:
    shares = np.array([*kinds, size - sum(kinds)]) / size
    return rng.multinomial(int(size), shares, size=replicates)[:, :-1].astype(np.float64)


def _few_discordant(both: PairedDecisions) -> list[Caveat]:
    """A class in which hardly any observation is decided otherwise."""
    if not both.together:
        return []
    found = []
    for name, table in zip(("positive", "negative"), both.tables, strict=True):
        otherwise = table.first_only + table.second_only
        if otherwise < FEWEST:
            size = count(int(otherwise), f"{name} observation")
            found.append(caveat(Kind.FEW_DISCORDANT_DECISIONS, size=size))
    return found


def _no_spread() -> Caveat:
    return caveat(Kind.NO_VARIANCE, "net_benefit")
