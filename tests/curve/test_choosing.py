"""Rules for thresholds: what they are called, JSON, and what is refused."""

import json
import math

import pytest
from tests.loops import for_each

from aucurate.curve.choosing import Constraint, ThresholdRule, joined_use
from aucurate.curve.cost import IntendedUse
from aucurate.errors import OptionError


def test_a_loss_is_a_posterior() -> None:
    rule = ThresholdRule.from_loss(0.25)
    assert rule.posterior == 0.2
    assert math.isnan(ThresholdRule.youden().posterior)


def test_what_cannot_be_is_refused() -> None:
    for loss in (0, -1, math.inf, "x"):
        with pytest.raises(OptionError, match="loss must be a number"):
            ThresholdRule.from_loss(loss)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="sensitivity lies between 0 and 1; the constraint is 90"):
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
