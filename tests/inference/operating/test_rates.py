"""Rates with intervals: which method each has, identities between them, edges and caveats."""

import json
import math
from typing import get_args

import numpy as np
import pytest
from scipy import optimize
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES, Rate, rate_range
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.inference.operating.proportions import proportion_ends, proportion_interval
from aucurate.inference.operating.rates import (
    RateKind,
    Shares,
    WeightedShares,
    koopman_ends,
    log_ends,
    matthews,
    rate_estimate,
    rate_estimates,
    stated_f1,
)
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
        "of 3% is treated as known"
        in {c.kind: c.message for c in there.caveats}["stated_prevalence"]
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


# Intervals of a ratio: Koopman's example, the score by a search for the likeliest shares.


TABLES = [
    Shares(36, 40, 16, 80),
    Shares(1, 10, 9, 12),
    Shares(7, 7, 5, 9),
    Shares(0, 5, 3, 8),
    Shares(4, 9, 0, 6),
    Shares(20, 20, 20, 20),
    Shares(300, 1000, 1, 100_000),
]


def _score(shares: Shares, ratio: float) -> float:
    """The score at the likeliest shares with a ratio, found by a numerical search."""
    x1, n1, x2, n2 = shares

    def surprise(second: float) -> float:
        first = ratio * second
        terms = ((x1, first), (n1 - x1, 1 - first), (x2, second), (n2 - x2, 1 - second))
        return -sum(x * math.log(max(p, 1e-300)) for x, p in terms if x)

    top = min(1.0, 1 / ratio)
    found = optimize.minimize_scalar(surprise, bounds=(0, top), options={"xatol": 1e-13})
    second = min(found.x, top)
    spread = ratio * second * (1 - ratio * second) / n1 + ratio**2 * second * (1 - second) / n2
    return float((x1 / n1 - ratio * x2 / n2) / math.sqrt(spread))


def test_the_example_of_koopman() -> None:
    """36 of 40 over 16 of 80: printed as 2.94 to 7.15 in Koopman (1984)."""
    low, high = koopman_ends(Shares(36, 40, 16, 80), 0.95)
    assert (round(low, 2), round(high, 2)) == (2.94, 7.15)


@for_each("shares", TABLES)
@for_each("confidence", [0.5, 0.95])
def test_the_ends_are_where_the_score_is_z(shares: Shares, confidence: float) -> None:
    z = two_sided_quantile(confidence)
    low, high = koopman_ends(shares, confidence)
    assert (low == 0) == (shares.first == 0)
    assert (high == math.inf) == (shares.second == 0)
    if low > 0:
        assert _score(shares, low) == pytest.approx(z, rel=1e-4)
    if high < math.inf:
        assert _score(shares, high) == pytest.approx(-z, rel=1e-4)


def test_turning_the_ratio_turns_the_interval() -> None:
    for shares in TABLES:
        turned = Shares(*shares[2:], *shares[:2])
        for ends in (koopman_ends, log_ends):
            low, high = ends(shares, 0.9)
            other = ends(turned, 0.9)
            for mine, theirs in ((low, other[1]), (high, other[0])):
                if 0 < mine < math.inf:
                    assert mine == pytest.approx(1 / theirs, rel=1e-9)
                else:
                    assert {mine, theirs} == {0.0, math.inf}
            assert low < high


def test_the_delta_interval_is_the_textbook_one_and_both_meet_in_large_tables() -> None:
    shares = Shares(60, 80, 30, 200)
    low, high = log_ends(shares, 0.95)
    error = math.sqrt(1 / 60 - 1 / 80 + 1 / 30 - 1 / 200)
    z = two_sided_quantile(0.95)
    assert low == pytest.approx(5 * math.exp(-z * error), rel=1e-12)
    assert high == pytest.approx(5 * math.exp(z * error), rel=1e-12)
    large = Shares(60_000, 80_000, 30_000, 200_000)
    np.testing.assert_allclose(koopman_ends(large, 0.95), log_ends(large, 0.95), rtol=1e-4)


def test_empty_tables_know_nothing() -> None:
    assert koopman_ends(Shares(0, 5, 0, 7), 0.95) == (0.0, math.inf)


# Weighted sums of shares: Newcombe's square and add, definitions, simulation.


def test_square_and_add_of_newcombe() -> None:
    """56/70 - 48/80 (Newcombe 1998, Table II, method 10): 0.0524 to 0.3339.

    The difference p - q is the sum p + (1 - q) less 1.
    """
    found = WeightedShares((56, 32), (70, 80), (1.0, 1.0), offset=-1.0).mover(0.95, "wilson")
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    assert found.method == "MOVER Wilson"


@pytest.mark.parametrize("same", [False, True])
def test_the_standard_error_is_that_of_draws(same: bool) -> None:
    rng = np.random.default_rng(0)
    if same:
        draws = rng.multinomial(200, [0.1, 0.25, 0.65], size=200_000)[:, :2] / 200
        shares = WeightedShares((20, 50), (200, 200), (3.0, 0.5), same=True)
    else:
        draws = np.stack([rng.binomial(50, 0.4, 200_000) / 50, rng.binomial(80, 0.9, 200_000) / 80])
        draws = draws.T
        shares = WeightedShares((20, 72), (50, 80), (3.0, 0.5))
    sums = draws @ np.array([3.0, 0.5])
    assert shares.standard_error == pytest.approx(float(np.std(sums)), rel=0.01)
    assert shares.value == pytest.approx(float(np.mean(sums)), rel=0.01)
    if same:
        correlation = np.asarray(np.corrcoef(draws.T))[0, 1]
        assert shares.correlation == pytest.approx(float(correlation), abs=0.01)


def test_one_share_alone_has_its_own_interval() -> None:
    found = WeightedShares((7, 3), (10, 9), (1.0, 0.0)).mover(0.9, "clopper-pearson")
    assert [found.low, found.high] == pytest.approx(proportion_ends(7, 10, 0.9, "clopper-pearson"))


@pytest.mark.parametrize("counts", [(10, 10), (0, 0), (10, 0)])
def test_no_interval_is_a_point_or_leaves_the_range(counts: tuple[int, int]) -> None:
    shares = WeightedShares(counts, (10, 10), (1.0, 1.0), offset=-1.0)
    for found in (shares.mover(0.95, "wilson"), shares.wald(0.95)):
        assert -1 <= found.low <= shares.value <= found.high <= 1
        assert found.low < found.high
    assert shares.standard_error == 0


def test_the_delta_interval_is_wald() -> None:
    shares = WeightedShares((30, 70), (60, 90), (0.2, 0.8))
    found = shares.wald(0.95)
    error = math.sqrt(0.04 * 0.25 / 60 + 0.64 * (7 / 9) * (2 / 9) / 90)
    assert shares.standard_error == pytest.approx(error, rel=1e-12)
    assert found.high - found.low == pytest.approx(2 * two_sided_quantile(0.95) * error)
    assert found.method == "Wald delta"


# Matthews' correlation and F1 at a prevalence: Yule's formula, numerical gradients, edges.


TABLES_DELTA = [(40, 15, 60, 90), (8, 3, 10, 30), (5, 25, 20, 30), (99, 1, 100, 900)]


def _point_of_delta(
    table: tuple[int, int, int, int], prevalence: float | None = None
) -> OperatingPoint:
    true, false, m, n = table
    return OperatingPoint.from_counts(
        true_positives=true,
        false_positives=false,
        n_positive=m,
        n_negative=n,
        use=IntendedUse(prevalence=prevalence),
    )


@pytest.mark.parametrize("table", TABLES_DELTA)
def test_the_variance_is_that_of_yule(table: tuple[int, int, int, int]) -> None:
    true, false, m, n = table
    size, phi = m + n, _point_of_delta(table).matthews_correlation
    row, column = m / size, (true + false) / size
    rows, columns = row * (1 - row), column * (1 - column)
    variance = 1 - phi**2
    variance += (
        phi * (1 + phi**2 / 2) * (1 - 2 * row) * (1 - 2 * column) / math.sqrt(rows * columns)
    )
    variance -= 0.75 * phi**2 * ((1 - 2 * row) ** 2 / rows + (1 - 2 * column) ** 2 / columns)
    error, found = matthews(_point_of_delta(table), 0.95)
    assert error == pytest.approx(math.sqrt(variance / size), rel=1e-9)
    assert math.atanh(found.low) + math.atanh(found.high) == pytest.approx(2 * math.atanh(phi))


@for_each("table", TABLES_DELTA)
@for_each("prevalence", [0.05, 0.5])
@for_each("rate", ["f1", "matthews_correlation"])
def test_at_a_prevalence_the_error_follows_from_both_rates(
    table: tuple[int, int, int, int], prevalence: float, rate: str
) -> None:
    """The gradient in sensitivity and specificity by differences, in a table 10^6 times as big."""
    true, false, m, n = (10**6 * count for count in table)
    step = 1000

    def slope(more: int, alarms: int, size: int) -> float:
        low = _point_of_delta((true - more, false - alarms, m, n), prevalence)
        high = _point_of_delta((true + more, false + alarms, m, n), prevalence)
        return float(getattr(high, rate) - getattr(low, rate)) / (2 * step / size)

    se, fp = true / m, false / n
    variance = slope(step, 0, m) ** 2 * se * (1 - se) / table[2]
    variance += slope(0, step, n) ** 2 * fp * (1 - fp) / table[3]
    error, found = (stated_f1 if rate == "f1" else matthews)(
        _point_of_delta(table, prevalence), 0.95
    )
    assert error == pytest.approx(math.sqrt(variance), rel=1e-5)
    assert found.low < getattr(_point_of_delta(table, prevalence), rate) < found.high


@pytest.mark.parametrize("prevalence", [None, 0.1])
def test_edges_are_no_points_and_stay_in_range(prevalence: float | None) -> None:
    for table in ((5, 0, 5, 8), (0, 8, 5, 8), (1, 0, 1, 1), (5, 0, 5, 800)):
        point = _point_of_delta(table, prevalence)
        _, found = matthews(point, 0.95)
        assert -1 <= found.low <= point.matthews_correlation <= found.high <= 1
        assert found.low < found.high
    nobody = matthews(_point_of_delta((0, 0, 5, 8), prevalence), 0.95)
    assert math.isnan(nobody[0])
    assert (nobody[1].low, nobody[1].high) == (-1.0, 1.0)


def test_f1_at_its_edges() -> None:
    for table in ((5, 0, 5, 8), (0, 8, 5, 8), (0, 0, 5, 8), (5, 8, 5, 8)):
        point = _point_of_delta(table, 0.2)
        error, found = stated_f1(point, 0.95)
        assert 0 <= found.low <= point.f1 <= found.high <= 1
        assert found.low < found.high
        assert math.isnan(error) == (point.f1 in (0, 1))
