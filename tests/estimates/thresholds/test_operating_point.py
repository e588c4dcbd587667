"""One threshold: counts by hand, the direction of the scores, and what does not exist."""

import json
import math
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, rate_values
from aucurate.data.scores import Scores
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import OperatingPoint, operating_point

LABELS = [0, 0, 1, 1, 1, 0]
VALUES = [0.1, 0.5, 0.5, 0.9, 0.2, 0.3]


@for_each("threshold", [-math.inf, 0.1, 0.3, 0.5, 0.50001, 2, math.inf])
def test_the_counts_are_those_of_a_loop(threshold: float) -> None:
    point = operating_point(Scores.from_arrays(LABELS, VALUES), threshold)
    pairs = list(zip(LABELS, VALUES, strict=True))
    assert point.true_positives == sum(y == 1 and s >= threshold for y, s in pairs)
    assert point.false_positives == sum(y == 0 and s >= threshold for y, s in pairs)
    assert point.false_negatives == sum(y == 1 and s < threshold for y, s in pairs)
    assert point.true_negatives == sum(y == 0 and s < threshold for y, s in pairs)
    for rate in RATES:
        expected = rate_values(rate, point.true_positives, point.false_positives, 3, 3)
        np.testing.assert_equal(point.rate(rate), float(expected))


def test_lower_scores_are_called_from_below_as_they_were_given() -> None:
    turned = Scores.from_arrays(LABELS, [-v for v in VALUES], lower=True)
    straight = operating_point(Scores.from_arrays(LABELS, VALUES), 0.5)
    point = operating_point(turned, -0.5)
    assert (point.threshold, point.lower) == (-0.5, True)
    assert (point.true_positives, point.false_positives) == (
        straight.true_positives,
        straight.false_positives,
    )
    assert "at scores of at most -0.5" in str(point)


def test_single_precision_scores_meet_the_threshold_that_was_typed() -> None:
    scores = Scores.from_arrays([0, 1], np.array([0.05, 0.1], np.float32))
    assert operating_point(scores, 0.1).true_positives == 1


def test_a_stated_prevalence_changes_what_depends_on_it() -> None:
    counts: dict[str, Any] = {
        "true_positives": 9,
        "false_positives": 10,
        "n_positive": 10,
        "n_negative": 100,
    }
    here = OperatingPoint.from_counts(**counts)
    there = OperatingPoint.from_counts(**counts, use=IntendedUse(prevalence=0.01))
    assert here.prevalence == 10 / 110
    assert there.prevalence == 0.01
    assert here.positive_predictive_value == 9 / 19
    assert there.positive_predictive_value == pytest.approx(0.009 / (0.009 + 0.099))
    assert there.accuracy == pytest.approx(0.9)
    for rate in ("sensitivity", "specificity", "youden_index", "positive_likelihood_ratio"):
        assert getattr(here, rate) == getattr(there, rate)
    matching = IntendedUse(prevalence=10 / 110)
    same = OperatingPoint.from_counts(**counts, use=matching)
    for rate in RATES:
        assert same.rate(rate) == pytest.approx(here.rate(rate), rel=1e-12)


@pytest.mark.parametrize(
    ("threshold", "call", "missing"),
    [(math.inf, "positive", "positive_predictive_value"), (0.0, "negative",
      "negative_predictive_value")],
)  # fmt: skip
def test_what_does_not_exist_is_nan_and_told(threshold: float, call: str, missing: str) -> None:
    point = operating_point(Scores.from_arrays(LABELS, VALUES, name="a"), threshold)
    assert math.isnan(getattr(point, missing))
    assert math.isnan(point.matthews_correlation)
    (caveat,) = point.caveats
    assert caveat.kind == "undefined_rate"
    assert f"a classifies no observation as {call}" in caveat.message
    assert missing.replace("_", " ") in caveat.message
    again = OperatingPoint.from_dict(json.loads(json.dumps(point.to_dict())))
    assert repr(again) == repr(point)


def test_perfect_calls_have_no_caveat() -> None:
    point = operating_point(Scores.from_arrays([0, 0, 1], [1, 2, 3]), 3)
    assert point.caveats == ()
    assert point.positive_likelihood_ratio == math.inf
    assert (point.expected_cost, point.negative_likelihood_ratio) == (0.0, 0.0)


def test_bad_input_is_refused() -> None:
    scores = Scores.from_arrays(LABELS, VALUES)
    for threshold in (math.nan, "0.5", None):
        with pytest.raises(OptionError, match=r"threshold( of 'scores')? must be a number"):
            operating_point(scores, threshold)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="not a valid table of counts"):
        OperatingPoint.from_counts(true_positives=3, false_positives=0, n_positive=2, n_negative=2)
    with pytest.raises(OptionError, match=r"rate must be .*; it is 'recall'"):
        operating_point(scores, 0.5).rate("recall")  # type: ignore[arg-type]
