"""Predictive values compared: the statistic by its definition, chi-square, level, contracts."""

import json
import math

import numpy as np
import pytest

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import ContrastError, OptionError
from aucurate.inference.operating.predictive_values import (
    PredictiveValue,
    SharedCalls,
    predictive_value_test,
)
from aucurate.results import Comparison

RATES: tuple[PredictiveValue, ...] = ("positive_predictive_value", "negative_predictive_value")


def _data(rng: int = 0, size: int = 150) -> PairedScores:
    draws = np.random.default_rng(rng)
    labels = (draws.uniform(size=size) < 0.4).astype(int)
    common = draws.normal(size=size) + labels
    return PairedScores.from_arrays(
        labels, {"a": common + draws.normal(size=size), "b": common + 2 * draws.normal(size=size)}
    )


@pytest.mark.parametrize("rate", RATES)
def test_the_statistic_is_the_sum_over_observations(rate: PredictiveValue) -> None:
    """Each observation adds to the difference what it is above the common share v."""
    data = _data()
    found = predictive_value_test(data["a"], data["b"], thresholds=(0.8, 0.2), rate=rate)
    positive = rate == "positive_predictive_value"
    first, second = (data.values[0] >= 0.8) == positive, (data.values[1] >= 0.2) == positive
    right = (data.observations.is_positive == positive).astype(float)
    one, two = first.sum(), second.sum()
    values = right[first].mean(), right[second].mean()
    assert (found.first_value, found.second_value) == pytest.approx(values)
    share = (right[first].sum() + right[second].sum()) / (one + two)
    crossed = np.sum((right - share)[first & second] ** 2) / (one * two)
    variance = share * (1 - share) * (1 / one + 1 / two) - 2 * crossed
    assert found.statistic == pytest.approx((values[0] - values[1]) / math.sqrt(variance))
    influence = first * (right - values[0]) / one - second * (right - values[1]) / two
    assert found.standard_error == pytest.approx(math.sqrt(np.sum(influence**2)))


def test_without_common_calls_it_is_the_chi_square_of_two_shares() -> None:
    table = SharedCalls(0, 30, 20, 0, 10, 25)
    share = 50 / 85
    assert table.null_variance == pytest.approx(share * (1 - share) * (1 / 40 + 1 / 45))
    assert table.correlation == pytest.approx(0, abs=1e-12)
    assert table.values == (0.75, 20 / 45)


def test_the_level_and_the_coverage_hold() -> None:
    """Equal predictive values at correlated calls: rejected in about one of twenty draws."""
    rng = np.random.default_rng(0)
    rejected = covered = 0
    draws = 1000
    for _ in range(draws):
        labels = rng.uniform(size=200) < 0.4
        common = rng.normal(size=200)
        calls = [common + rng.normal(size=200) + 1.5 * labels >= 1.0 for _ in range(2)]
        sets = calls[0] & calls[1], calls[0] & ~calls[1], ~calls[0] & calls[1]
        table = SharedCalls(
            *(int((each & labels).sum()) for each in sets),
            *(int((each & ~labels).sum()) for each in sets),
        )
        difference = table.values[0] - table.values[1]
        rejected += abs(difference) > 1.959964 * math.sqrt(table.null_variance)
        covered += abs(difference) <= 1.959964 * math.sqrt(table.variance)
    assert 0.03 < rejected / draws < 0.07
    assert covered / draws > 0.92


@pytest.mark.parametrize("rate", RATES)
def test_swapping_flips_the_sign_and_nothing_differs_from_itself(rate: PredictiveValue) -> None:
    data = _data(2)
    there = predictive_value_test(data["a"], data["b"], thresholds=(0.8, 0.2), rate=rate)
    back = predictive_value_test(data["b"], data["a"], thresholds=(0.2, 0.8), rate=rate)
    turned = there.reversed()
    assert back.p_value == pytest.approx(turned.p_value)
    assert back.statistic == pytest.approx(turned.statistic)
    assert back.interval.low == pytest.approx(turned.interval.low)
    assert there.difference in there.interval
    assert Comparison.from_dict(json.loads(json.dumps(there.to_dict()))) == there
    assert "test_set_prevalence" in {c.kind for c in there.caveats}
    itself = predictive_value_test(data["a"], data["a"], thresholds=(0.5, 0.5), rate=rate)
    assert (itself.p_value, itself.difference) == (1.0, 0.0)
    assert itself.interval.low < 0 < itself.interval.high
    assert "no_variance" in {c.kind for c in itself.caveats}


def test_only_right_calls_leave_no_evidence() -> None:
    data = PairedScores.from_arrays([0, 0, 1, 1], {"a": [0, 0, 1, 1], "b": [0, 0, 0, 1]})
    found = predictive_value_test(data["a"], data["b"], thresholds=(1, 1))
    assert (found.first_value, found.second_value, found.p_value) == (1.0, 1.0, 1.0)
    assert found.interval.low < 0 < found.interval.high


def test_bad_input_is_refused() -> None:
    data = _data()
    one, two = data["a"], data["b"]
    with pytest.raises(ContrastError, match="'b' calls no observation positive"):
        predictive_value_test(one, two, thresholds=(0, math.inf))
    with pytest.raises(OptionError, match=r"(?s)rate must be .*mcnemar_test"):
        predictive_value_test(one, two, thresholds=(0, 0), rate="accuracy")  # type: ignore[arg-type]
    other = Scores.from_arrays([0, 1, 1], [1, 2, 3])
    with pytest.raises(OptionError, match="same observations"):
        predictive_value_test(one, other, thresholds=(0, 0))
