"""Rules for thresholds: what they are called, JSON, and what is refused."""

import json
import math

import pytest

from aucurate.curve.choosing import Constraint, ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.errors import OptionError


def test_a_loss_is_a_posterior() -> None:
    rule = ThresholdRule.from_loss(0.25)
    assert rule.posterior == 0.2
    assert math.isnan(ThresholdRule.youden().posterior)


def test_what_cannot_be_is_refused() -> None:
    for loss in (0, -1, math.inf, "x"):
        with pytest.raises(OptionError, match="a loss must be"):
            ThresholdRule.from_loss(loss)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="sensitivity lies between 0 and 1; the constraint is 90"):
        ThresholdRule.at_sensitivity(90)
    with pytest.raises(OptionError, match="no rate"):
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
        (ThresholdRule.from_loss(2), "loss 2.0 for a false positive, 1 for a false negative"),
    ],
)
def test_a_rule_says_what_it_is_and_survives_json(rule: ThresholdRule, words: str) -> None:
    assert str(rule) == words
    assert ThresholdRule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule
    assert str(Constraint(rate="f1", value=0.5)) == "F1 at least 0.5"
