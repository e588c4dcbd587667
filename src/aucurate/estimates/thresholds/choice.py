"""The threshold of one classifier, chosen by a rule.

**Question.** At which threshold should this classifier be used?

**Use it** to choose a threshold, by one of the rules of :mod:`aucurate.curve.threshold_rules`.

A threshold is one of the scores, or infinite where calling nothing positive is best; every
threshold from there to the next score makes the same calls on these observations, and
``same_calls_until`` says where they end.

**Not valid** as a report of performance. The rates at a chosen threshold are **optimistic**, as the
same observations chose it and judge it:
:func:`aucurate.inference.operating.chosen_threshold.threshold_bootstrap` shows by how much.

**Degenerate cases.** Calling all or no observations positive is a possible choice, with a caveat;
other thresholds that the rule rates equally are reported.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from aucurate.caveats import Kind, caveat
from aucurate.checks import checked
from aucurate.curve.cost import IntendedUse, IsoCostLine, iso_cost_line
from aucurate.curve.threshold_rules import Frontier, ThresholdRule, as_rule, best_points, why_none
from aucurate.data.moments import ThresholdCounts, as_size
from aucurate.data.scores import Scores
from aucurate.data.thresholds import count_reaching
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.thresholds.call_moments import CallMoments
from aucurate.estimates.thresholds.operating_point import OperatingPoint, calls_at
from aucurate.formatting import count, percent, shortened
from aucurate.hints import Function, Hint
from aucurate.results import Caveat, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdChoice(Record):
    """A chosen operating point, equally good alternatives, and the iso-cost line through it.

    ``tied_thresholds`` are equally good by the rule. ``same_calls_until`` is the next score, at
    which the calls are other ones; infinite after the last score. For a classifier with ``lower``
    scores thresholds run as the scores were given.
    """

    rule: ThresholdRule
    point: OperatingPoint
    tied_thresholds: tuple[float, ...]
    same_calls_until: float
    iso_cost: IsoCostLine
    caveats: tuple[Caveat, ...] = ()

    @property
    def threshold(self) -> float:
        """The threshold of the chosen point."""
        return self.point.threshold

    def __str__(self) -> str:
        return f"{self.point}; {self.rule}"


@checked
def choose_threshold(
    scores: Scores,
    rule: ThresholdRule | str,
    *,
    use: IntendedUse | None = None,
    threads: int | None = None,
) -> ThresholdChoice:
    """The threshold of one classifier that is best by a rule.

    The rule may be given in the words of ``operate(at=...)``: "youden", "corner",
    "sensitivity=0.95", "cost=5:1,prevalence=0.02", "best=f1,sensitivity=0.9". ``use`` is the use
    that the rates of the chosen point are for; by default it is that of the rule, which alone
    determines the choice: ``rule.for_use(use)`` is the rule for that use.

    >>> from aucurate.datasets import load_breast_cancer
    >>> forest = load_breast_cancer()["forest"]
    >>> chosen = choose_threshold(forest, ThresholdRule.at_sensitivity(0.95))
    >>> chosen.threshold, chosen.point.true_positives, chosen.point.true_negatives
    (0.369309, 101, 157)
    >>> choose_threshold(forest, "sensitivity=0.95") == chosen
    True
    """
    return choose_thresholds(scores, [rule], use=use, threads=threads)[0]


@checked
def choose_thresholds(
    scores: Scores,
    rules: Sequence[ThresholdRule | str],
    *,
    use: IntendedUse | None = None,
    threads: int | None = None,
) -> tuple[ThresholdChoice, ...]:
    """The thresholds that are best by several rules, from one sort of the scores.

    >>> from aucurate.datasets import load_breast_cancer
    >>> forest = load_breast_cancer()["forest"]
    >>> rules = ["youden", "corner", "cost=20:1,prevalence=0.02", "loss=0.25"]
    >>> for choice in choose_thresholds(forest, rules):
    ...     print(choice.threshold, choice.rule)
    0.390722 highest Youden index
    0.421341 closest to the corner
    0.570639 lowest expected cost
    0.2 loss 0.25 for a false positive, 1 for a false negative
    """
    asked = [as_rule(rule) for rule in rules]
    for rule in asked:
        check_rule(scores, rule)
    counts = ThresholdCounts.from_scores(scores, threads=threads)
    chosen = _all_chosen(counts, asked, use, scores.name, scores.lower)
    return tuple(_with_units(choice, scores) for choice in chosen)


def _with_units(choice: ThresholdChoice, scores: Scores) -> ThresholdChoice:
    """The choice, whose point knows how calls vary between groups."""
    units = CallMoments.of(scores.observations, calls_at(scores, choice.threshold))
    return choice if units is None else replace(choice, point=replace(choice.point, units=units))


def choose_from_counts(
    counts: ThresholdCounts,
    rule: ThresholdRule | str,
    *,
    use: IntendedUse | None = None,
    name: str = "scores",
) -> ThresholdChoice:
    """:func:`choose_threshold` from a table of ratings or scores with counts."""
    return choose_thresholds_from_counts(counts, [rule], use=use, name=name)[0]


@checked
def choose_thresholds_from_counts(
    counts: ThresholdCounts,
    rules: Sequence[ThresholdRule | str],
    *,
    use: IntendedUse | None = None,
    name: str = "scores",
    lower: bool = False,
) -> tuple[ThresholdChoice, ...]:
    """:func:`choose_thresholds` from a table of counts, without sorting the scores again.

    With ``lower`` scores were negated for the counts, and thresholds run as they were given. Counts
    of observations in groups or with sampling weights are refused: they do not show how calls vary.
    """
    if counts.worth is not None:
        raise UnsupportedError(
            "counts do not show how calls vary between groups of observations, or with sampling "
            "weights.",
            hint=Hint("use {}, which has the observations.", Function("choose_thresholds(scores)")),
        )
    return _all_chosen(counts, [as_rule(rule) for rule in rules], use, name, lower)


def _all_chosen(
    counts: ThresholdCounts,
    rules: Sequence[ThresholdRule],
    use: IntendedUse | None,
    name: str,
    lower: bool,
) -> tuple[ThresholdChoice, ...]:
    frontier = Frontier.from_counts(counts)
    return tuple(_chosen(counts, frontier, rule, use, name, lower) for rule in rules)


def _chosen(
    counts: ThresholdCounts,
    frontier: Frontier,
    rule: ThresholdRule,
    use: IntendedUse | None,
    name: str,
    lower: bool,
) -> ThresholdChoice:
    found = _by_loss(counts, rule) if rule.criterion == "loss" else _by_curve(frontier, rule, name)
    use, curve = use or rule.use or IntendedUse(), frontier.curve
    point = OperatingPoint.from_counts(
        true_positives=found.true_positives,
        false_positives=found.false_positives,
        n_positive=curve.n_positive,
        n_negative=curve.n_negative,
        threshold=_given(found.threshold, lower),
        use=use,
        name=name,
        lower=lower,
    )
    return ThresholdChoice(
        rule=rule,
        point=point,
        tied_thresholds=tuple(_given(threshold, lower) for threshold in found.tied),
        same_calls_until=_given(found.following, lower),
        iso_cost=iso_cost_line(curve, found.true_positives, found.false_positives, use),
        caveats=tuple(_caveats(point, rule, len(found.tied))),
    )


class _Found(NamedTuple):
    """A point that a rule found, thresholds in the direction of the curve."""

    threshold: float
    following: float
    true_positives: float
    false_positives: float
    tied: tuple[float, ...] = ()


def _by_curve(frontier: Frontier, rule: ThresholdRule, name: str) -> _Found:
    curve = frontier.curve
    at = best_points(curve, rule)
    if not len(at):
        found = why_none(curve, rule)
        raise OptionError(f"'{shortened(name)}': {found.message}", hint=found.hint)
    best = at[0]
    return _Found(
        float(curve.thresholds[best]),
        frontier.following(int(best)),
        as_size(curve.true_positives[best]),
        as_size(curve.false_positives[best]),
        tuple(curve.thresholds[at[1:]].tolist()),
    )


def _by_loss(counts: ThresholdCounts, rule: ThresholdRule) -> _Found:
    distinct = counts.thresholds
    called = count_reaching(distinct, rule.posterior)
    return _Found(
        rule.posterior,
        float(distinct[called]) if called < len(distinct) else -math.inf,
        min(counts.n_positive, as_size(counts.positives[:called].sum())),
        min(counts.n_negative, as_size(counts.negatives[:called].sum())),
    )


def check_rule(scores: Scores, rule: ThresholdRule) -> None:
    """Refuse a rule by loss for scores that cannot be posteriors."""
    if rule.criterion != "loss":
        return
    inside = bool(np.all((scores.values >= 0) & (scores.values <= 1)))
    if scores.lower or not inside:
        raise no_posteriors(scores.name)


def no_posteriors(name: str) -> OptionError:
    """The error of a rule by loss for such scores."""
    return OptionError(
        f"the scores of '{shortened(name)}' do not all lie between 0 and 1; they are not posterior "
        "probabilities, so no threshold follows from a loss.",
        hint=Hint(
            "state costs and a prevalence instead: {}.",
            Function("ThresholdRule.least_cost(IntendedUse(...))"),
        ),
    )


def _where(point: OperatingPoint) -> str:
    stated = point.use.prevalence
    return "" if stated is None else f" where {percent(stated)} are positive"


def _given(threshold: float, lower: bool) -> float:
    """A threshold in the direction of the scores as they were given."""
    return 0.0 - threshold if lower else threshold


def _caveats(point: OperatingPoint, rule: ThresholdRule, tied: int) -> list[Caveat]:
    found = []
    if rule.criterion == "loss":
        found.append(caveat(Kind.PRESUMES_CALIBRATION, where=_where(point)))
    else:
        found.append(caveat(Kind.CHOSEN_ON_SAME_OBSERVATIONS, "threshold"))
    called = point.true_positives + point.false_positives
    if called in (0, point.n_positive + point.n_negative):
        call = "positive" if called else "negative"
        found.append(caveat(Kind.TRIVIAL_THRESHOLD, "chosen", about=[point.name], call=call))
    if tied:
        found.append(caveat(Kind.TIED_THRESHOLDS, others=count(tied, "other threshold")))
    return found
