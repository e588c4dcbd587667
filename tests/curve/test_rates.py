"""Rates from counts: their definitions, scikit-learn's numbers, and what does not exist."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import (
    LOW_IS_GOOD,
    RATES,
    Rate,
    curve_rates,
    rate_range,
    rate_values,
    rate_words,
)
from aucurate.curve.roc import roc_curve
from aucurate.errors import OptionError

GOLD = Path(__file__).parents[1] / "gold" / "sklearn" / "rates.json"
ROWS: list[dict[str, Any]] = json.loads(GOLD.read_text())["rows"]
SHARED: tuple[Rate, ...] = (
    "sensitivity",
    "positive_predictive_value",
    "accuracy",
    "f1",
    "matthews_correlation",
    "positive_likelihood_ratio",
    "negative_likelihood_ratio",
)
TABLES = st.tuples(st.integers(1, 40), st.integers(1, 40)).flatmap(
    lambda sizes: st.tuples(
        st.integers(0, sizes[0]), st.integers(0, sizes[1]), st.just(sizes[0]), st.just(sizes[1])
    )
)


def _by_hand(table: tuple[int, int, int, int], use: IntendedUse) -> dict[str, float]:
    """Each rate as a probability in a population with the prevalence, ratio by ratio."""
    true, false, m, n = table
    p = use.prevalence or m / (m + n)
    se, sp = true / m, 1 - false / n
    called = p * se + (1 - p) * (1 - sp)

    def ratio(above: float, below: float) -> float:
        if below < 1e-15:
            return math.nan if above < 1e-15 else math.inf
        return above / below

    return {
        "sensitivity": se,
        "specificity": sp,
        "positive_predictive_value": ratio(p * se, called),
        "negative_predictive_value": ratio((1 - p) * sp, 1 - called),
        "positive_likelihood_ratio": ratio(se, 1 - sp),
        "negative_likelihood_ratio": ratio(1 - se, sp),
        "accuracy": p * se + (1 - p) * sp,
        "youden_index": se + sp - 1,
        "f1": ratio(2 * p * se, p + called),
        "matthews_correlation": ratio(
            (se + sp - 1) * math.sqrt(p * (1 - p)), math.sqrt(max(0.0, called * (1 - called)))
        ),
        "expected_cost": use.false_negative_cost * p * (1 - se)
        + use.false_positive_cost * (1 - p) * (1 - sp),
    }


@settings(deadline=None)
@given(TABLES, st.sampled_from([None, 0.5, 0.02, 0.9]), st.sampled_from([1.0, 5.0]))
def test_each_rate_is_a_probability_of_a_population(
    table: tuple[int, int, int, int], prevalence: float | None, cost: float
) -> None:
    use = IntendedUse(prevalence=prevalence, false_negative_cost=cost)
    expected = _by_hand(table, use)
    for rate in RATES:
        found = float(rate_values(rate, *table, use))
        if rate == "matthews_correlation" and math.isnan(found):
            assert table[0] + table[1] in (0, table[2] + table[3])
            continue
        assert found == pytest.approx(expected[rate], abs=1e-12, nan_ok=True), rate
        low, high = rate_range(rate)
        assert math.isnan(found) or low - 1e-12 <= found <= high + 1e-12


@for_each("row", ROWS, ids=lambda row: f"{row['name']}-{row['which']}")
def test_scikit_learn_has_the_same_numbers(row: dict[str, Any]) -> None:
    (spared, false), (missed, true) = row["confusion"]
    table = true, false, true + missed, false + spared
    for rate in SHARED:
        if row[rate] is not None:
            assert float(rate_values(rate, *table)) == pytest.approx(row[rate], rel=1e-12), rate
    balanced = (1 + float(rate_values("youden_index", *table))) / 2
    assert balanced == pytest.approx(row["balanced_accuracy"], rel=1e-12)


def test_what_has_no_denominator_is_nan_and_only_likelihood_ratios_are_infinite() -> None:
    """scikit-learn gives 0 for the precision and Matthews' correlation of no positive calls."""
    nobody = {rate: float(rate_values(rate, 0, 0, 5, 5)) for rate in RATES}
    undefined = {rate for rate, value in nobody.items() if math.isnan(value)}
    assert undefined == {
        "positive_predictive_value",
        "positive_likelihood_ratio",
        "matthews_correlation",
    }
    assert nobody["f1"] == 0
    perfect = {rate: float(rate_values(rate, 5, 0, 5, 5)) for rate in RATES}
    assert [rate for rate, value in perfect.items() if math.isinf(value)] == [
        "positive_likelihood_ratio"
    ]
    for m, n in ((5, 800), (7, 11), (123, 999_999)):
        for use in (None, IntendedUse(prevalence=0.1)):
            assert float(rate_values("matthews_correlation", m, 0, m, n, use)) == 1
    assert perfect["matthews_correlation"] == perfect["f1"] == perfect["youden_index"] == 1


@settings(deadline=None)
@given(TABLES, st.sampled_from([None, 0.1, 0.7]))
def test_another_true_positive_or_one_false_less_is_never_worse(
    table: tuple[int, int, int, int], prevalence: float | None
) -> None:
    """What allows a rule to look at points only that no other point beats."""
    use = IntendedUse(prevalence=prevalence, false_positive_cost=3)
    true, false, m, n = table
    for rate in RATES:
        sign = -1 if rate in LOW_IS_GOOD else 1
        here = sign * float(rate_values(rate, *table, use))
        for better in ((true + 1, false, m, n), (true, false - 1, m, n)):
            if better[0] > m or better[1] < 0:
                continue
            there = sign * float(rate_values(rate, *better, use))
            if not math.isnan(here) and not math.isnan(there):
                assert there >= here - 1e-12, rate


def test_a_curve_has_every_rate_at_every_threshold() -> None:
    rng = np.random.default_rng(0)
    labels, scores = rng.integers(0, 2, 60), rng.integers(0, 9, 60)
    curve = roc_curve(labels, scores)
    for at, threshold in enumerate(curve.thresholds):
        true = int(np.sum((scores >= threshold) & (labels == 1)))
        false = int(np.sum((scores >= threshold) & (labels == 0)))
        for rate in RATES:
            one = rate_values(rate, true, false, curve.n_positive, curve.n_negative)
            np.testing.assert_equal(curve_rates(curve, rate)[at], one)


def test_an_unknown_rate_is_refused_with_the_list() -> None:
    with pytest.raises(OptionError, match=r"(?s)no rate 'recall'.*sensitivity, specificity"):
        rate_values("recall", 1, 1, 2, 2)  # type: ignore[arg-type]
    assert rate_words("youden_index") == "Youden index"
