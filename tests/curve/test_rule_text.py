"""Rules in a few words, where a rule is asked for."""

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rule_text import as_rule
from aucurate.data.moments import ThresholdCounts
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError
from aucurate.estimates.threshold_choice import (
    choose_from_counts,
    choose_threshold,
    choose_thresholds,
    choose_thresholds_from_counts,
)
from aucurate.inference.operating.threshold_bootstrap import threshold_bootstrap
from aucurate.inference.resampling.options import Resampling

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
    few = Resampling(repeats=50, rng=1)
    found = threshold_bootstrap(FOREST, "youden", resampling=few)
    assert found == threshold_bootstrap(FOREST, ThresholdRule.youden(), resampling=few)


@pytest.mark.parametrize("text", ["0.5", "threshold=0.5"])
def test_a_threshold_is_no_rule(text: str) -> None:
    with pytest.raises(OptionError, match="is a threshold, not a rule") as caught:
        choose_threshold(FOREST, text)
    assert "operating_point" in caught.value.hint


def test_words_that_say_nothing_are_refused() -> None:
    for call in (choose_threshold, threshold_bootstrap):
        with pytest.raises(OptionError, match="does not say where to operate") as caught:
            call(FOREST, "banana")
        assert "youden" in caught.value.hint
    with pytest.raises(OptionError):
        choose_thresholds(FOREST, "youden")
    assert np.isfinite(choose_threshold(FOREST, "youden").threshold)
