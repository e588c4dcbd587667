"""Rates with intervals: which method each has, identities between them, edges and caveats."""

import json
import math
from typing import get_args

import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, rate_range
from aucurate.errors import OptionError
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.inference.operating.proportions import proportion_interval
from aucurate.inference.operating.rates import RateKind, rate_estimate, rate_estimates
from aucurate.results import Estimate

KINDS: tuple[RateKind, ...] = get_args(RateKind)
USES = (
    IntendedUse(),
    IntendedUse(false_negative_cost=5),
    IntendedUse(prevalence=0.03),
    IntendedUse(prevalence=0.6, false_positive_cost=2),
)
EDGES = [(0, 0, 6, 9), (6, 9, 6, 9), (6, 0, 6, 9), (0, 9, 6, 9), (1, 0, 1, 1), (0, 4, 6, 9)]


def _point(table: tuple[int, int, int, int], use: IntendedUse | None = None) -> OperatingPoint:
    true, false, m, n = table
    return OperatingPoint.from_counts(
        true_positives=true, false_positives=false, n_positive=m, n_negative=n, use=use
    )


POINT = (240, 87, 418, 375)  # Mercaldo and others (2007): ApoE and Alzheimer's disease


@for_each("use", USES, ids=str)
@for_each("kind", KINDS)
@for_each("table", [POINT, (8, 3, 10, 30), *EDGES])
def test_every_interval_holds_its_estimate_stays_in_range_and_survives_json(
    table: tuple[int, int, int, int], kind: RateKind, use: IntendedUse
) -> None:
    point = _point(table, use)
    for rate, found in zip(RATES, rate_estimates(point, kind=kind), strict=True):
        low, high = rate_range(rate)
        assert low <= found.interval.low < found.interval.high <= high, rate
        if math.isnan(point.rate(rate)):
            assert math.isnan(found.value)
            assert (found.interval.low, found.interval.high) == (low, high)
            assert "undefined_rate" in {c.kind for c in found.caveats}
        else:
            assert found.value == point.rate(rate)
            assert found.value in found.interval, rate
        again = Estimate.from_dict(json.loads(json.dumps(found.to_dict())))
        assert repr(again) == repr(found)
        wide = rate_estimate(point, rate, kind=kind, confidence=0.99).interval
        assert wide.low <= found.interval.low
        assert wide.high >= found.interval.high


@for_each(
    ("rate", "stated", "names"),
    [
        ("sensitivity", None, ("Wilson", "Clopper-Pearson", "logit delta")),
        ("positive_predictive_value", None, ("Wilson", "Clopper-Pearson", "logit delta")),
        ("f1", None, ("Wilson", "Clopper-Pearson", "logit delta")),
        ("positive_likelihood_ratio", None, ("Koopman score", "Koopman score", "log delta")),
        ("positive_predictive_value", 0.1, ("Koopman score", "Koopman score", "logit delta")),
        ("youden_index", None, ("MOVER Wilson", "MOVER Clopper-Pearson", "Wald delta")),
        ("accuracy", 0.1, ("MOVER Wilson", "MOVER Clopper-Pearson", "Wald delta")),
        ("matthews_correlation", None, ("Fisher z delta",) * 3),
        ("f1", 0.1, ("logit delta",) * 3),
    ],
)
def test_the_method_is_named(rate: Rate, stated: float | None, names: tuple[str, ...]) -> None:
    point = _point(POINT, IntendedUse(prevalence=stated))
    found = [rate_estimate(point, rate, kind=kind) for kind in KINDS]
    assert tuple(each.interval.method for each in found) == names
    assert all(each.method == each.interval.method for each in found)


def test_predictive_values_of_mercaldo_and_others() -> None:
    """By their formula: logit PPV has the variance (1 - se)/(se m) + sp/((1 - sp) n)."""
    true, false, m, n = POINT
    use, z = IntendedUse(prevalence=0.03), two_sided_quantile(0.95)
    se, sp = true / m, 1 - false / n
    for rate, odds, variance in (
        (
            "positive_predictive_value",
            se * 0.03 / ((1 - sp) * 0.97),
            (1 - se) / (se * m) + sp / ((1 - sp) * n),
        ),
        (
            "negative_predictive_value",
            sp * 0.97 / ((1 - se) * 0.03),
            se / ((1 - se) * m) + (1 - sp) / (sp * n),
        ),
    ):
        found = rate_estimate(_point(POINT, use), rate, kind="delta")  # type: ignore[arg-type]
        for end, sign in ((found.interval.low, -1), (found.interval.high, 1)):
            moved = odds * math.exp(sign * z * math.sqrt(variance))
            assert end == pytest.approx(moved / (1 + moved), rel=1e-12)
        error = found.value * (1 - found.value) * math.sqrt(variance)
        assert found.standard_error == pytest.approx(error, rel=1e-12)


def test_predictive_values_are_likelihood_ratios_in_other_words() -> None:
    point = _point((30, 8, 40, 90), IntendedUse(prevalence=0.2))
    for kind in KINDS:
        ratio = rate_estimate(point, "negative_likelihood_ratio", kind=kind).interval
        value = rate_estimate(point, "negative_predictive_value", kind=kind).interval
        assert value.high == pytest.approx(1 / (1 + ratio.low / 4), rel=1e-12)
        assert value.low == pytest.approx(1 / (1 + ratio.high / 4), rel=1e-12)


def test_f1_is_a_proportion_in_other_words() -> None:
    point = _point((30, 8, 40, 90))
    star = proportion_interval(30, 48)
    found = rate_estimate(point, "f1").interval
    assert found.low == pytest.approx(2 * star.low / (1 + star.low), rel=1e-12)
    assert found.high == pytest.approx(2 * star.high / (1 + star.high), rel=1e-12)


def test_equal_costs_are_the_error_rate() -> None:
    use = IntendedUse(false_negative_cost=3, false_positive_cost=3)
    found = rate_estimate(_point((30, 8, 40, 90), use), "expected_cost")
    errors = proportion_interval(18, 130)
    assert found.interval.low == pytest.approx(3 * errors.low)
    assert found.interval.high == pytest.approx(3 * errors.high)
    assert found.standard_error == pytest.approx(3 * math.sqrt(18 * 112 / 130**3))


@pytest.mark.parametrize("rate", ["accuracy", "matthews_correlation", "f1", "expected_cost"])
def test_prevalence_is_told(rate: Rate) -> None:
    here = rate_estimate(_point(POINT), rate)
    assert "52.7% are positive" in {c.kind: c.message for c in here.caveats}["test_set_prevalence"]
    there = rate_estimate(_point(POINT, IntendedUse(prevalence=0.03)), rate)
    assert (
        "of 3% is taken as known" in {c.kind: c.message for c in there.caveats}["stated_prevalence"]
    )
    assert there.quantity.endswith(" at prevalence 3%")


def test_few_observations_are_told_unless_the_interval_is_exact() -> None:
    point = _point((8, 3, 10, 30))
    assert [c.kind for c in rate_estimate(point, "sensitivity").caveats] == ["few_observations"]
    assert rate_estimate(point, "sensitivity", kind="exact").caveats == ()
    assert rate_estimate(point, "specificity").caveats == ()


def test_bad_settings_are_refused() -> None:
    point = _point(POINT)
    with pytest.raises(OptionError, match="kind must be 'score', 'exact' or 'delta'"):
        rate_estimate(point, "f1", kind="wald")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence"):
        rate_estimate(point, "f1", confidence=95)
    with pytest.raises(OptionError, match=r"rate must be .*; it is 'recall'"):
        rate_estimate(point, "recall")  # type: ignore[arg-type]
