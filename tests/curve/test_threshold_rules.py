"""Rules for thresholds: what they are called, JSON, and what is refused."""

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import LOW_IS_GOOD, RATES, Rate, curve_rates
from aucurate.curve.roc import RocCurve, YoudenIndex, roc_curve
from aucurate.curve.threshold_rules import (
    Constraint,
    Frontier,
    ThresholdRule,
    as_rule,
    best_points,
    joined_use,
    why_none,
)
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.choice import (
    choose_from_counts,
    choose_threshold,
    choose_thresholds,
    choose_thresholds_from_counts,
)
from aucurate.inference.operating.chosen_threshold import threshold_bootstrap
from aucurate.inference.resampling.options import Resampling


def test_a_loss_is_a_posterior() -> None:
    rule = ThresholdRule.from_loss(0.25)
    assert rule.posterior == 0.2
    assert math.isnan(ThresholdRule.youden().posterior)


@for_each("text", ["closest.topleft", "Closest.TopLeft", "closest_topleft", "corner"])
def test_rules_of_proc_are_understood(text: str) -> None:
    assert as_rule(text) == ThresholdRule.closest_corner()


@for_each(("text", "words"), [("yuden", "did you mean youden"), ("best", "pROC's best is youden")])
def test_the_hint_for_an_unknown_rule_names_the_nearest(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        as_rule(text)


def test_what_cannot_be_is_refused() -> None:
    for loss in (0, -1, math.inf, "x"):
        with pytest.raises(OptionError, match="loss must be a number"):
            ThresholdRule.from_loss(loss)  # type: ignore[arg-type]
    with pytest.raises(
        OptionError, match="sensitivity must lie between 0 and 1; the constraint is 90"
    ):
        ThresholdRule.at_sensitivity(90)
    with pytest.raises(OptionError, match=r"rate must be .*; it is 'recall'"):
        ThresholdRule.best("recall")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (ThresholdRule.youden(), "highest Youden index"),
        (ThresholdRule.closest_corner(), "closest to the corner"),
        (ThresholdRule.least_cost(IntendedUse(prevalence=0.1)), "lowest expected cost"),
        (
            ThresholdRule.best("f1", constraints={"negative_likelihood_ratio": 0.1}),
            "highest F1 with negative likelihood ratio at most 0.1",
        ),
        (ThresholdRule.from_loss(2), "loss 2 for a false positive, 1 for a false negative"),
    ],
)
def test_a_rule_says_what_it_is_and_survives_json(rule: ThresholdRule, words: str) -> None:
    assert str(rule) == words
    assert ThresholdRule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule
    assert str(Constraint(rate="f1", value=0.5)) == "F1 at least 0.5"


def test_a_loss_prices_errors_as_it_says() -> None:
    assert ThresholdRule.from_loss(2).use == IntendedUse(false_positive_cost=2)


def test_a_rule_takes_what_it_leaves_open_from_the_use() -> None:
    said = IntendedUse(prevalence=0.02)
    rule = ThresholdRule.least_cost(IntendedUse(false_negative_cost=5)).for_use(said)
    assert rule.use == IntendedUse(prevalence=0.02, false_negative_cost=5)
    assert rule.for_use(said) == rule.for_use(None) == rule
    assert ThresholdRule.best("accuracy").for_use(said).use == said
    assert ThresholdRule.from_loss(2).for_use(said).use == IntendedUse(
        prevalence=0.02, false_positive_cost=2
    )
    corner = ThresholdRule.closest_corner()
    assert corner.for_use(said) == corner
    weighted = ThresholdRule.closest_corner(IntendedUse(false_negative_cost=5))
    assert weighted.for_use(said).use == rule.use
    assert str(weighted) == "closest to the corner, weighted"


def test_contradictions_are_refused() -> None:
    rule = ThresholdRule.least_cost(IntendedUse(prevalence=0.02, false_negative_cost=5))
    with pytest.raises(OptionError, match="two prevalences are stated, 2% and 50%"):
        rule.for_use(IntendedUse(prevalence=0.5))
    with pytest.raises(OptionError, match="different costs are stated, 3:1 and 5:1"):
        rule.for_use(IntendedUse(false_negative_cost=3))
    assert joined_use(None, None) == IntendedUse()


@for_each(
    ("rule", "depends"),
    [
        (ThresholdRule.youden(), False),
        (ThresholdRule.at_sensitivity(0.9), False),
        (ThresholdRule.from_loss(2), False),
        (ThresholdRule.closest_corner(), False),
        (ThresholdRule.closest_corner(IntendedUse()), True),
        (ThresholdRule.best("f1"), True),
        (ThresholdRule.best("sensitivity", constraints={"accuracy": 0.8}), True),
    ],
)
def test_which_rules_depend_on_the_use(rule: ThresholdRule, depends: bool) -> None:
    assert rule.depends_on_use is depends


# Rules in a few words, where a rule is asked for.


FOREST = load_breast_cancer()["forest"]
RULES = {
    "youden": ThresholdRule.youden(),
    "corner": ThresholdRule.closest_corner(),
    "specificity=0.95": ThresholdRule.at_specificity(0.95),
    "loss=2": ThresholdRule.from_loss(2),
    "cost=5:1,prevalence=0.02": ThresholdRule.least_cost(
        IntendedUse(prevalence=0.02, false_negative_cost=5)
    ),
    "best=f1,sensitivity=0.9": ThresholdRule.best("f1", constraints={"sensitivity": 0.9}),
}


@for_each(("text", "rule"), RULES.items())
def test_a_threshold_is_chosen_by_words_as_by_the_rule(text: str, rule: ThresholdRule) -> None:
    assert as_rule(text) == rule
    chosen = choose_threshold(FOREST, rule)
    assert choose_threshold(FOREST, text) == chosen
    assert choose_thresholds(FOREST, [text, rule]) == (chosen, chosen)
    counts = ThresholdCounts.from_scores(FOREST)
    found = choose_from_counts(counts, rule, name="forest")
    assert choose_from_counts(counts, text, name="forest") == found
    assert choose_thresholds_from_counts(counts, [text], name="forest") == (found,)


def test_the_bootstrap_repeats_a_choice_by_words() -> None:
    few = Resampling(replicates=50, rng=1)
    found = threshold_bootstrap(FOREST, "youden", resampling=few)
    assert found == threshold_bootstrap(FOREST, ThresholdRule.youden(), resampling=few)


@pytest.mark.parametrize("text", ["0.5", "threshold=0.5"])
def test_a_threshold_is_no_rule(text: str) -> None:
    with pytest.raises(OptionError, match="is a threshold, not a rule") as caught:
        choose_threshold(FOREST, text)
    assert "operating_point" in caught.value.hint


def test_words_that_say_nothing_are_refused() -> None:
    for call in (choose_threshold, threshold_bootstrap):
        with pytest.raises(OptionError, match="is not an operating point") as caught:
            call(FOREST, "banana")
        assert "youden" in caught.value.hint
    with pytest.raises(OptionError):
        choose_thresholds(FOREST, "youden")
    assert np.isfinite(choose_threshold(FOREST, "youden").threshold)


# The best points by a rule: brute force over all thresholds, pROC's best points, ties.


GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
PROC: dict[str, Any] = json.loads((GOLD / "proc" / "best_points.json").read_text())
ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 9)), min_size=2, max_size=40).filter(
    lambda rows: 0 < sum(label for label, _ in rows) < len(rows)
)
SHARES = st.integers(0, 60).map(lambda k: k / 60)
SAME = 1e-13


def _loss(curve: RocCurve, at: int, method: str, weights: list[float]) -> Fraction:
    """What pROC's criterion minimises, in exact arithmetic."""
    cost, prevalence = (Fraction(str(w)) for w in weights)
    ratio = (1 - prevalence) / (cost * prevalence)
    missed = 1 - Fraction(int(curve.true_positives[at]), int(curve.n_positive))
    alarms = Fraction(int(curve.false_positives[at]), int(curve.n_negative))
    return missed + ratio * alarms if method == "youden" else missed**2 + ratio * alarms**2


def _rates_at(curve: RocCurve, at: Any) -> set[tuple[float, float]]:
    return {
        (round(float(curve.sensitivity[i]), 12), round(float(curve.specificity[i]), 12)) for i in at
    }


@for_each("weights", PROC["weights"])
@for_each("which", ["a", "b"])
@for_each("name", DATA)
def test_the_best_points_are_those_of_proc(name: str, which: str, weights: str) -> None:
    """pROC's weighted Youden index is least cost: its cost is that of a false negative."""
    curve = roc_curve(DATA[name]["y"], DATA[name][which])
    cost, prevalence = PROC["weights"][weights]
    use = IntendedUse(prevalence=prevalence, false_negative_cost=cost)
    for method, rule in (
        ("youden", ThresholdRule.least_cost(use)),
        ("closest.topleft", ThresholdRule.closest_corner(use)),
    ):
        theirs = PROC["binary"][name][which][weights][method]
        points = zip(theirs["sensitivity"], theirs["specificity"], strict=True)
        expected = {(round(se, 12), round(sp, 12)) for se, sp in points}
        found = best_points(curve, rule)
        assert _rates_at(curve, found) >= expected  # pROC loses ties to rounding
        assert len({_loss(curve, int(i), method, PROC["weights"][weights]) for i in found}) == 1
    if weights == "plain":
        corner = best_points(curve, ThresholdRule.closest_corner())
        even = best_points(curve, ThresholdRule.closest_corner(use))
        np.testing.assert_array_equal(corner, even)


@settings(deadline=None, max_examples=60)
@given(ROWS, st.sampled_from(RATES), st.sampled_from([None, 0.1]))
def test_the_best_is_the_best_of_all_thresholds(
    rows: list[tuple[bool, int]], rate: Rate, prevalence: float | None
) -> None:
    curve = roc_curve([r[0] for r in rows], [r[1] for r in rows])
    use = IntendedUse(prevalence=prevalence, false_positive_cost=2)
    found = best_points(curve, ThresholdRule.best(rate, use=use))
    values = curve_rates(curve, rate, use) * (-1 if rate in LOW_IS_GOOD else 1)
    if np.isnan(values).all():
        assert not len(found)
        return
    best = float(np.nanmax(values))
    assert values[found].tolist() == pytest.approx([best] * len(found), abs=SAME)
    heights = curve_rates(curve, "youden_index")
    ties = [i for i in range(len(curve)) if values[i] == best or abs(values[i] - best) <= SAME]
    assert heights[found[0]] == pytest.approx(max(heights[i] for i in ties))


@settings(deadline=None, max_examples=60)
@given(ROWS, SHARES, SHARES)
def test_constraints_are_kept_and_what_is_left_is_the_best(
    rows: list[tuple[bool, int]], sensitivity: float, value: float
) -> None:
    curve = roc_curve([r[0] for r in rows], [r[1] for r in rows])
    limits: dict[Rate, float] = {"sensitivity": sensitivity, "positive_predictive_value": value}
    rule = ThresholdRule.best("specificity", constraints=limits)
    found = best_points(curve, rule)
    with np.errstate(invalid="ignore"):
        kept = (curve.sensitivity >= sensitivity) & (
            curve_rates(curve, "positive_predictive_value") >= value
        )
    if not kept.any():
        assert not len(found)
        assert "the best values that can be reached" in str(why_none(curve, rule))
        return
    assert curve.specificity[found[0]] == np.max(curve.specificity[kept])


def test_youden_is_the_youden_index() -> None:
    for name in DATA:
        curve = roc_curve(DATA[name]["y"], DATA[name]["a"])
        known = YoudenIndex.from_roc(curve)
        found = best_points(curve, ThresholdRule.youden())
        assert curve.thresholds[np.sort(found)].tolist() == list(known.thresholds)


def test_a_sensitivity_is_reached_without_needless_false_positives() -> None:
    curve = roc_curve([1, 0, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    at = best_points(curve, ThresholdRule.at_sensitivity(2 / 3))
    assert curve.thresholds[at].tolist() == [3.0]  # not 4: a positive more for nothing
    at = best_points(curve, ThresholdRule.at_specificity(1.0))
    assert curve.thresholds[at].tolist() == [6.0]
    at = best_points(curve, ThresholdRule.at_sensitivity(0.0))
    assert curve.thresholds[at].tolist() == [6.0]


def test_least_cost_is_a_corner_of_the_hull() -> None:
    rng = np.random.default_rng(3)
    labels = rng.integers(0, 2, 300)
    curve = roc_curve(labels, rng.normal(size=300) + labels)
    corners = _rates_at(curve.hull(), range(len(curve.hull())))
    for cost in (0.1, 0.5, 1, 3, 20):
        rule = ThresholdRule.least_cost(IntendedUse(prevalence=0.3, false_negative_cost=cost))
        assert _rates_at(curve, best_points(curve, rule)[:1]) <= corners


def test_constant_scores_have_no_matthews_correlation() -> None:
    constant = roc_curve([0, 1], [1, 1])
    rule = ThresholdRule.best("matthews_correlation")
    assert not len(best_points(constant, rule))
    assert "all scores are equal" in str(why_none(constant, rule))


@settings(deadline=None, max_examples=60)
@given(ROWS, st.sampled_from(RATES), SHARES)
def test_the_frontier_has_every_point_that_a_rule_can_choose(
    rows: list[tuple[bool, int]], rate: Rate, sensitivity: float
) -> None:
    scores = Scores.from_arrays([r[0] for r in rows], [r[1] for r in rows])
    counts = ThresholdCounts.from_scores(scores)
    whole, frontier = RocCurve.from_counts(counts), Frontier.from_counts(counts)
    rule = ThresholdRule.best(rate, constraints={"sensitivity": sensitivity})
    found, same = best_points(whole, rule), best_points(frontier.curve, rule)
    assert whole.thresholds[found].tolist() == frontier.curve.thresholds[same].tolist()
    for at in same:
        place = whole.thresholds.tolist().index(frontier.curve.thresholds[at])
        following = whole.thresholds[place + 1] if place + 1 < len(whole) else -math.inf
        assert frontier.following(int(at)) == following
        assert frontier.curve.true_positives[at] == whole.true_positives[place]
        assert frontier.curve.false_positives[at] == whole.false_positives[place]


def test_a_rating_that_nobody_gave_is_no_point() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([3.0, 2, 1]),
        positives=np.array([1, 0, 1]),
        negatives=np.array([0, 0, 2]),
    )
    assert Frontier.from_counts(counts).curve.thresholds.tolist() == [3.0, 1.0]
