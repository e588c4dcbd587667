"""A chosen threshold: the calls it makes, what it tells, and the direction of the scores."""

import json
import math

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.data.thresholds import count_reaching
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.thresholds.choice import (
    ThresholdChoice,
    choose_from_counts,
    choose_threshold,
    choose_thresholds,
    choose_thresholds_from_counts,
)
from aucurate.estimates.thresholds.operating_point import operating_point

RULES = (
    ThresholdRule.youden(),
    ThresholdRule.closest_corner(),
    ThresholdRule.least_cost(IntendedUse(prevalence=0.2, false_negative_cost=5)),
    ThresholdRule.from_loss(0.5),
    ThresholdRule.at_sensitivity(0.9),
    ThresholdRule.at_specificity(0.9),
    ThresholdRule.best("f1", constraints={"specificity": 0.7}),
    *(ThresholdRule.best(rate) for rate in RATES),
)


def _scores(rng: int = 0, size: int = 90) -> Scores:
    draws = np.random.default_rng(rng)
    labels = draws.integers(0, 2, size)
    return Scores.from_arrays(labels, (draws.beta(2, 2, size) * 0.6 + 0.4 * labels).round(2))


@for_each("rule", RULES, ids=str)
def test_the_point_is_that_of_its_threshold_and_so_is_any_other_in_reach(
    rule: ThresholdRule,
) -> None:
    scores = _scores()
    choice = choose_threshold(scores, rule)
    point = operating_point(scores, choice.threshold, use=choice.point.use)
    assert point == choice.point
    if math.isfinite(choice.threshold):
        lowest = float(np.nextafter(choice.same_calls_until, math.inf))
        near = operating_point(scores, lowest, use=choice.point.use)
        assert near.true_positives == point.true_positives
        other = operating_point(scores, choice.same_calls_until, use=choice.point.use)
        assert (other.true_positives, other.false_positives) != (
            point.true_positives,
            point.false_positives,
        ) or math.isinf(choice.same_calls_until)
    assert ThresholdChoice.from_dict(json.loads(json.dumps(choice.to_dict()))) == choice
    assert choice.iso_cost.sensitivity == point.sensitivity


@for_each("rule", [r for r in RULES if r.criterion != "loss"], ids=str)
def test_turned_scores_give_the_turned_threshold(rule: ThresholdRule) -> None:
    scores = _scores(1)
    turned = Scores.from_arrays(scores.is_positive, -scores.values, lower=True)
    straight, other = choose_threshold(scores, rule), choose_threshold(turned, rule)
    assert other.threshold == -straight.threshold
    assert other.same_calls_until == -straight.same_calls_until
    assert other.tied_thresholds == tuple(-t for t in straight.tied_thresholds)
    assert other.point.lower
    assert operating_point(turned, other.threshold, use=other.point.use) == other.point


def test_the_rates_are_for_the_use_of_the_rule_or_for_another() -> None:
    use = IntendedUse(prevalence=0.2, false_negative_cost=5)
    rule = ThresholdRule.least_cost(use)
    assert choose_threshold(_scores(), rule).point.use == use
    other = choose_threshold(_scores(), rule, use=IntendedUse(prevalence=0.01))
    assert other.point.prevalence == 0.01
    assert choose_threshold(_scores(), ThresholdRule.youden()).point.use == IntendedUse()


def test_a_chosen_threshold_says_that_it_was_chosen() -> None:
    kinds = {c.kind for c in choose_threshold(_scores(), ThresholdRule.youden()).caveats}
    assert "chosen_on_same_observations" in kinds
    by_loss = choose_threshold(_scores(), ThresholdRule.from_loss(1)).caveats
    assert [c.kind for c in by_loss] == ["presumes_calibration"]
    assert "calibrated posterior probabilities" in by_loss[0].message


def test_ties_are_told_and_the_highest_of_them_is_taken() -> None:
    choice = choose_threshold(
        Scores.from_arrays([0, 1, 0, 1], [0.3, 0.2, 0.1, 0.9]), ThresholdRule.youden()
    )
    assert (choice.threshold, choice.tied_thresholds) == (0.9, (0.2,))
    assert (
        "1 other threshold would be equally good"
        in {c.kind: c.message for c in choice.caveats}["tied_thresholds"]
    )


@pytest.mark.parametrize(("cost", "threshold", "call"), [(1e6, math.inf, "negative"),
                                                        (1e-6, 0.3, "positive")])  # fmt: skip
def test_a_threshold_that_calls_all_alike_is_told(cost: float, threshold: float, call: str) -> None:
    scores = Scores.from_arrays([0, 1, 0, 1], [0.5, 0.4, 0.4, 0.3])
    rule = ThresholdRule.least_cost(IntendedUse(false_positive_cost=cost))
    choice = choose_threshold(scores, rule)
    assert choice.threshold == threshold
    told = {c.kind: c.message for c in choice.caveats}
    assert f"every observation as {call}" in told["trivial_threshold"]


def test_constant_scores_have_a_youden_threshold_but_no_matthews_one() -> None:
    constant = Scores.from_arrays([0, 1], [2.0, 2.0])
    assert choose_threshold(constant, ThresholdRule.youden()).point.youden_index == 0
    with pytest.raises(OptionError, match="no threshold has a Matthews correlation"):
        choose_threshold(constant, ThresholdRule.best("matthews_correlation"))


def test_what_no_threshold_reaches_is_refused_with_what_can_be_had() -> None:
    limits: dict[Rate, float] = {"sensitivity": 0.99, "specificity": 0.99}
    rule = ThresholdRule.best("accuracy", constraints=limits)
    with pytest.raises(
        OptionError, match=r"(?s)sensitivity at least 0.99 and .*best values that can be"
    ):
        choose_threshold(_scores(), rule)


def test_only_posteriors_have_a_threshold_by_loss() -> None:
    rule = ThresholdRule.from_loss(1)
    for scores in (
        Scores.from_arrays([0, 1], [-0.1, 0.5]),
        Scores.from_arrays([0, 1], [0.5, 0.1], lower=True),
    ):
        with pytest.raises(OptionError, match="not posterior probabilities"):
            choose_threshold(scores, rule)
    weighted = Scores.from_arrays([0, 1, 1], [0, 1, 1], sampling_weights=[1, 2, 3])
    with pytest.raises(UnsupportedError, match="weights"):
        choose_thresholds_from_counts(ThresholdCounts.from_scores(weighted), ["youden"])


def test_a_table_of_ratings_will_do() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([5.0, 4, 3, 2, 1]),
        positives=np.array([33, 11, 2, 2, 3]),
        negatives=np.array([2, 11, 6, 6, 33]),
    )
    choice = choose_from_counts(counts, ThresholdRule.youden(), name="CT")
    assert (choice.threshold, choice.point.name, choice.same_calls_until) == (4.0, "CT", 3.0)


def test_many_rules_need_one_sort_and_give_the_same() -> None:
    scores = _scores(4)
    assert choose_thresholds(scores, RULES) == tuple(choose_threshold(scores, r) for r in RULES)
    counts = ThresholdCounts.from_scores(scores)
    assert choose_thresholds_from_counts(counts, RULES, name=scores.name) == tuple(
        choose_from_counts(counts, r, name=scores.name) for r in RULES
    )


def test_any_threshold_has_its_calls() -> None:
    distinct = np.array([0.8, 0.4, 0.35, 0.1])
    for threshold in (math.inf, 0.9, 0.8, 0.5, 0.4, 0.36, 0.35, 0.2, 0.1, 0.0, -math.inf):
        assert count_reaching(distinct, threshold) == np.sum(distinct >= threshold)
    assert count_reaching(np.array([0.2, 0.1], np.float32), 0.2) == 1


def test_no_threshold_is_above_an_infinite_score() -> None:
    """Dear false positives would have nobody called, which no threshold can do here."""
    scores = Scores.from_arrays([0, 1, 0, 1], [math.inf, 3, 2, 1])
    rule = ThresholdRule.least_cost(IntendedUse(false_positive_cost=100))
    choice = choose_threshold(scores, rule)
    assert operating_point(scores, choice.threshold, use=rule.use) == choice.point
    assert (choice.point.true_positives, choice.point.false_positives) == (1, 1)
    lowest = Scores.from_arrays([0, 1, 0, 1], [-math.inf, 3, 2, 1])
    choice = choose_threshold(lowest, ThresholdRule.at_sensitivity(1))
    assert (choice.threshold, choice.same_calls_until) == (1.0, -math.inf)


def test_whose_scores_keep_no_threshold_is_said() -> None:
    scores = Scores.from_arrays([1, 0], [1, 2], name="forest")
    rule = ThresholdRule.best("sensitivity", constraints={"positive_likelihood_ratio": 9.0})
    with pytest.raises(OptionError, match="'forest': no threshold has positive likelihood ratio"):
        choose_threshold(scores, rule)


def test_a_loss_at_a_stated_prevalence_presumes_calibration_there() -> None:
    rule = ThresholdRule.from_loss(1).for_use(IntendedUse(prevalence=0.02))
    (told,) = choose_threshold(_scores(), rule).caveats
    assert "calibrated posterior probabilities where 2% are positive" in told.message
