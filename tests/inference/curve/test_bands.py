"""Pointwise bands and the record: reading between rates, directions, refusals."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.fits.binormal import binormal_curve
from aucurate.inference.curve.bands import (
    CurveBand,
    Limits,
    Quantity,
    RisingLine,
    clopper_pearson,
    distance,
    kolmogorov_band,
    limits,
    monotone,
    other,
    pointwise_band,
)
from aucurate.inference.curve.bootstrap_bands import bootstrap_band, bootstrap_pointwise_band
from aucurate.inference.operating.proportions import proportion_interval

Band: TypeAlias = Callable[..., CurveBand]

FOREST = load_breast_cancer()["forest"]


def _band(low: tuple[float, ...], high: tuple[float, ...]) -> CurveBand:
    return CurveBand(
        name="a",
        quantity="sensitivity",
        rates=(0.2, 0.5, 0.8),
        values=(0.9, 0.7, 0.5),
        low=low,
        high=high,
        confidence=0.95,
        simultaneous=True,
        method="made up",
        deviate=2.0,
        n_positive=10,
        n_negative=10,
    )


def test_between_two_rates_the_falling_curve_is_held_by_its_neighbours() -> None:
    band = _band((0.8, 0.6, 0.4), (1.0, 0.8, 0.6))
    at = band.interval_at(0.5)
    assert (at.low, at.high) == (0.6, 0.8)
    between = band.interval_at(0.6)
    assert (between.low, between.high) == (0.4, 0.8)
    assert (between.confidence, between.method) == (0.95, "made up")
    with pytest.raises(OptionError, match="a specificity must lie between 0 and 1"):
        band.interval_at(1.5)


def test_beyond_the_rates_asked_for_a_band_says_what_it_can() -> None:
    band = _band((0.8, 0.6, 0.4), (1.0, 0.8, 0.6))
    assert (band.interval_at(0.1).low, band.interval_at(0.1).high) == (0.8, 1.0)
    assert (band.interval_at(0.9).low, band.interval_at(0.9).high) == (0.0, 0.6)
    some, whole = pointwise_band(FOREST, rates=[0.8, 0.9]), pointwise_band(FOREST)
    for rate in (0.0, 0.7, 0.95, 1.0):
        one, two = some.interval_at(rate), whole.interval_at(rate)
        assert one.low <= two.low + 1e-12
        assert one.high >= two.high - 1e-12


def test_a_curve_is_held_or_not() -> None:
    fitted = binormal_curve(FOREST)
    assert pointwise_band(FOREST, confidence=0.9999).holds(fitted)
    assert not pointwise_band(FOREST, confidence=0.1).holds(fitted)


def test_the_two_directions_mirror_each_other() -> None:
    turned = Scores.from_arrays(~FOREST.is_positive, -FOREST.values)
    one = pointwise_band(FOREST, quantity="specificity")
    two = pointwise_band(turned)
    assert (one.rates, one.low, one.high) == (two.rates, two.low, two.high)


def test_order_of_rows_and_scale_of_scores_change_nothing() -> None:
    rows = np.random.default_rng(1).permutation(len(FOREST))
    lifted = keeping_ties(np.exp)(FOREST.values)
    moved = Scores.from_arrays(FOREST.is_positive[rows], lifted[rows], name="forest")
    assert pointwise_band(moved) == pointwise_band(FOREST)


def test_the_band_survives_json_and_holds_the_curve() -> None:
    band = pointwise_band(FOREST)
    assert CurveBand.from_dict(band.to_dict()) == band
    low, value, high = (np.array(each) for each in (band.low, band.values, band.high))
    assert np.all((low <= value) & (value <= high))
    assert np.all(high - low >= 0)
    assert band.rates[0] == 0
    assert band.rates[-1] == 1


def test_a_rate_typed_in_is_the_step_it_means() -> None:
    scores = Scores.from_arrays([0] * 10 + [1] * 10, np.arange(20) % 10 + 3 * (np.arange(20) > 9))
    band = pointwise_band(scores, rates=[0.7, 0.9])
    assert band.rates == (0.7, 0.9)
    assert band.values == pytest.approx((0.6, 0.4))


def test_given_rates_are_sorted_and_kept() -> None:
    band = pointwise_band(FOREST, rates=[0.9, 0.5, 0.9])
    assert band.rates == pytest.approx((0.5, 0.9))
    with pytest.raises(OptionError, match="no rates"):
        pointwise_band(FOREST, rates=[])
    with pytest.raises(OptionError, match="a sensitivity must lie between 0 and 1"):
        pointwise_band(FOREST, rates=[90], quantity="specificity")


def test_one_observation_in_a_class_and_equal_scores_have_a_band() -> None:
    for labels, values in (([0, 1], [0, 1]), ([0, 0, 0, 1], [1, 2, 3, 2]), ([0, 1] * 6, [1] * 12)):
        band = pointwise_band(Scores.from_arrays(labels, values))
        low, high = np.array(band.low), np.array(band.high)
        assert np.all((low >= 0) & (high <= 1) & (low <= high))
        assert [c.kind for c in band.caveats].count("few_observations") == 2


def test_what_a_band_cannot_use_is_refused() -> None:
    with pytest.raises(OptionError, match=r"(?s)must be Scores; it is a PairedScores.*by its name"):
        pointwise_band(load_breast_cancer())  # type: ignore[arg-type]
    weighted = Scores.from_arrays([0, 1], [0, 1], sampling_weights=[1, 2])
    with pytest.raises(UnsupportedError, match="this band does not take sampling"):
        pointwise_band(weighted)
    with pytest.raises(OptionError, match="confidence"):
        pointwise_band(FOREST, confidence=95)


def test_pooled_folds_are_told() -> None:
    data = PairedScores.from_arrays(
        FOREST.is_positive, {"a": FOREST.values}, folds=np.arange(len(FOREST)) % 3
    )
    assert "pooled_folds" in {caveat.kind for caveat in pointwise_band(data["a"]).caveats}


BANDS = (pointwise_band, bootstrap_pointwise_band, bootstrap_band, kolmogorov_band)
HUNDREDTHS = [k / 100 for k in range(1, 100)]


def _normal_scores(n_negative: int, n_positive: int) -> Scores:
    rng = np.random.default_rng(n_negative)
    labels = np.repeat([0, 1], [n_negative, n_positive])
    return Scores.from_arrays(labels, rng.normal(size=len(labels)) + 1.5 * labels)


@for_each("band", BANDS)
@for_each("quantity", ["sensitivity", "specificity"])
def test_a_band_at_one_rate_has_its_own_limits_there(band: Band, quantity: Quantity) -> None:
    scores = _normal_scores(300, 280)
    together = band(scores, quantity=quantity, rates=HUNDREDTHS)
    assert together.rates == tuple(HUNDREDTHS)
    for at, rate in enumerate(HUNDREDTHS):
        found = together.interval_at(rate)
        assert (found.low, found.high) == (together.low[at], together.high[at])
    for rate in (0.2, 0.29, 0.57, 0.9):
        alone = band(scores, quantity=quantity, rates=[rate])
        assert alone.rates == (rate,)
        assert (alone.interval_at(rate).low, alone.interval_at(rate).high) != (0, 1)
        nearly = alone.interval_at(1 - (1 - rate))  # up to rounding the same rate
        assert nearly == alone.interval_at(rate)


@for_each("n_negative", [7, 49, 60, 100, 107, 179, 300])
@for_each("band", BANDS)
def test_the_value_at_a_step_is_the_middle_of_the_upright_piece(
    band: Band, n_negative: int
) -> None:
    scores = _normal_scores(n_negative, 90)
    negative, positive = scores.values[~scores.is_positive], scores.values[scores.is_positive]
    descending = np.sort(negative)[::-1]
    passed = np.arange(1, n_negative)  # with so many negatives called positive
    upper = (positive[:, None] > descending[passed]).mean(axis=0)
    lower = (positive[:, None] > descending[passed - 1]).mean(axis=0)
    rates = [(n_negative - k) / n_negative for k in passed.tolist()]
    found = band(scores, rates=rates)
    assert found.rates == tuple(rates[::-1])
    np.testing.assert_allclose(found.values, ((lower + upper) / 2)[::-1], atol=1e-12)


@pytest.mark.parametrize("n_negative", [49, 100, 107])
def test_every_rate_typed_in_hundredths_meets_the_step_it_equals(n_negative: int) -> None:
    scores = _normal_scores(n_negative, 90)
    band = pointwise_band(scores, rates=HUNDREDTHS)
    exact = [Fraction(k, 100) * n_negative for k in range(1, 100)]
    positive = np.sort(scores.values[scores.is_positive])
    ascending = np.sort(scores.values[~scores.is_positive])
    for value, spared in zip(band.values, exact, strict=True):
        ends = {math.floor(spared), math.ceil(spared)}
        if len(ends) == 1:  # an upright piece, between two negatives
            (k,) = ends
            ends = {k, k - 1}
            heights = [np.mean(positive > ascending[i]) for i in sorted(ends)]
            assert value == pytest.approx(sum(heights) / 2, abs=1e-12)
        else:
            assert value == pytest.approx(np.mean(positive > ascending[min(ends)]), abs=1e-12)


def test_the_rates_of_a_whole_band_are_decimals_where_they_mean_one() -> None:
    for band in BANDS:
        found = band(_normal_scores(107, 90))
        steps = 200 if band is not bootstrap_pointwise_band else 64
        assert {k / steps for k in range(steps + 1)} <= set(found.rates)


# The Kolmogorov-Smirnov band against the union of rectangles, and what it promises with ties.


@for_each("size", [1, 2, 5, 20, 100, 1500])
def test_the_distance_is_that_of_the_two_sided_distribution(size: int) -> None:
    expected = stats.kstwo.ppf(np.sqrt(0.95), size)
    assert distance(size, 0.95) == pytest.approx(expected, rel=1e-5)


def test_in_large_classes_the_distance_is_a_bound_and_near() -> None:
    for size in (2500, 10**6):
        expected = stats.kstwo.ppf(np.sqrt(0.95), size)
        assert expected <= distance(size, 0.95) <= 1.004 * expected


def _rectangles(curve: RocCurve, x: float, width: float, height: float) -> tuple[float, float]:
    """The lowest and highest point of the union of the rectangles at x, from points along it."""
    share = np.linspace(0, len(curve) - 1, 40 * (len(curve) - 1) + 1)
    at = np.arange(len(curve))
    false = np.interp(share, at, 1 - curve.specificity)
    true = np.interp(share, at, curve.sensitivity)
    near = np.abs(false - x) <= width + 1e-12
    return max(0.0, np.min(true[near]) - height), min(1.0, np.max(true[near]) + height)


@pytest.mark.parametrize("ties", [False, True])
def test_the_band_is_the_union_of_rectangles(ties: bool) -> None:
    rng = np.random.default_rng(3)
    labels = np.repeat([1, 0], [25, 31])
    values = rng.normal(size=56) + 1.2 * labels
    values = np.round(2 * values) if ties else values
    band = kolmogorov_band(Scores.from_arrays(labels, values), rates=np.linspace(0, 1, 24))
    curve = roc_curve(labels, values)
    for rate, low, high in zip(band.rates, band.low, band.high, strict=True):
        lowest, highest = _rectangles(curve, 1 - rate, distance(31, 0.95), distance(25, 0.95))
        assert low == pytest.approx(lowest, abs=0.03)  # the rectangles are on a grid
        assert high == pytest.approx(highest, abs=0.03)
        assert low <= lowest + 1e-9
        assert high >= highest - 1e-9


def _far(of: NDArray[np.int64], population: NDArray[np.int64]) -> float:
    """The largest distance between the distribution functions of two sets of ratings."""
    levels = np.unique(population)
    return max(abs(float(np.mean(of <= v) - np.mean(population <= v))) for v in levels)


def test_ratings_of_a_known_population_are_held_whenever_the_distances_are() -> None:
    rng = np.random.default_rng(8)
    positive, negative = rng.integers(2, 8, 300), rng.integers(0, 6, 300)
    truth = roc_curve(np.repeat([1, 0], 300), np.concatenate([positive, negative]))
    held = 0
    for _ in range(40):
        m, n = 15, 22
        one, two = rng.choice(positive, m), rng.choice(negative, n)
        scores = Scores.from_arrays(np.repeat([1, 0], [m, n]), np.concatenate([one, two]))
        if _far(one, positive) <= distance(m, 0.5) and _far(two, negative) <= distance(n, 0.5):
            held += 1
            assert kolmogorov_band(scores, confidence=0.5).holds(truth)
            assert kolmogorov_band(scores, confidence=0.5, quantity="specificity").holds(truth)
    assert held > 10


def test_the_empirical_curve_and_the_record() -> None:
    scores = load_breast_cancer()["forest"]
    band = kolmogorov_band(scores)
    assert CurveBand.from_dict(band.to_dict()) == band
    assert np.all(np.array(band.low) <= np.array(band.values))
    assert np.all(np.array(band.values) <= np.array(band.high))
    assert band.simultaneous
    assert str(band).startswith("forest: 95% simultaneous band of sensitivity at ")
    wider = kolmogorov_band(scores, confidence=0.99, rates=band.rates)
    assert np.all(np.array(wider.low) <= np.array(band.low))


# Limits from two binomial counts: large classes, corners, and the definition of each part.


Z = 1.959963984540054


def _smooth(n_along: int, n_up: int) -> RisingLine:
    x = np.linspace(0, 1, 20001)
    return RisingLine(x, x**0.25, n_along, n_up)


def test_in_large_classes_the_limits_are_the_normal_ones() -> None:
    n, m = 400_000, 300_000
    at = np.array([0.1, 0.3, 0.5, 0.8])
    height, slope = at**0.25, 0.25 * at**-0.75
    error = np.sqrt(height * (1 - height) / m + slope**2 * at * (1 - at) / n)
    found = limits(_smooth(n, m), at, Z)
    np.testing.assert_allclose(found.value, height, rtol=1e-6)
    np.testing.assert_allclose(found.high - found.value, Z * error, rtol=0.01)
    np.testing.assert_allclose(found.value - found.low, Z * error, rtol=0.01)


def test_nothing_is_said_where_no_observation_need_lie_beyond_the_threshold() -> None:
    n, tail = 40, float(special.ndtr(-Z))
    edge = 1 - tail ** (1 / n)
    steps = np.repeat(np.arange(1, n + 1) / n, 2)[:-1]
    line = RisingLine(np.concatenate([[0, 0], steps]), np.linspace(0.9, 1, 2 * n + 1), n, 1000)
    found = limits(line, np.array([0.0, 0.9 * edge, 0.999 * edge, 1.01 * edge]), Z)
    assert found.low[:3].tolist() == [0, 0, 0]
    assert found.low[3] > 0.5


def test_perfect_separation_leaves_the_probability_that_none_is_missed() -> None:
    line = RisingLine(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0]), 30, 20)
    found = limits(line, np.array([0.5]), Z)
    assert found.low[0] == pytest.approx(float(special.ndtr(-Z)) ** (1 / 20))
    assert found.high[0] == 1


@pytest.mark.parametrize("successes", [0, 1, 7, 19, 20])
def test_the_limits_of_a_count_are_those_of_clopper_and_pearson(successes: int) -> None:
    interval = proportion_interval(successes, 20, method="clopper-pearson")
    low, high = clopper_pearson(np.array([float(successes)]), 20, 0.025)
    assert (low[0], high[0]) == pytest.approx((interval.low, interval.high), abs=1e-12)


def test_the_counts_beyond_a_threshold_leave_the_tail() -> None:
    n, x, tail = 60, 0.3, float(special.ndtr(-Z))
    line = RisingLine(np.array([0.0, 1.0]), np.array([0.0, 1.0]), n, 10**9)
    found = limits(line, np.array([x]), Z)
    below, above = found.low[0] * n, found.high[0] * n
    assert special.bdtr(np.ceil(below) - 1, n, x) <= tail * 1.01
    assert special.bdtrc(np.floor(above), n, x) <= tail * 1.01


def test_higher_deviates_give_wider_limits() -> None:
    line, at = _smooth(50, 30), np.linspace(0, 1, 51)
    narrow, wide = limits(line, at, 1.5), limits(line, at, 3.0)
    assert np.all(wide.low <= narrow.low + 1e-12)
    assert np.all(wide.high >= narrow.high - 1e-12)
    assert np.all((narrow.low <= narrow.value) & (narrow.value <= narrow.high))


def test_a_rising_line_lends_limits_to_its_neighbours() -> None:
    found = Limits(np.array([0.2, 0.3, 0.4]), np.array([0.1, 0.0, 0.2]), np.array([0.9, 0.5, 0.8]))
    assert monotone(found).low.tolist() == [0.1, 0.1, 0.2]
    assert monotone(found).high.tolist() == [0.5, 0.5, 0.8]


# The empirical curve as a rising line, in both directions.


def _scores(rng: np.random.Generator, *, ties: bool) -> Scores:
    labels = np.repeat([1, 0], [13, 17])
    values = rng.normal(size=30) + labels
    return Scores.from_arrays(labels, np.round(values) if ties else values)


@pytest.mark.parametrize("ties", [False, True])
def test_the_upper_height_is_that_of_the_roc_curve(ties: bool) -> None:
    scores = _scores(np.random.default_rng(1), ties=ties)
    counts = ThresholdCounts.from_scores(scores)
    curve = RocCurve.from_counts(counts)
    at = np.linspace(0, 1, 324)
    upper = RisingLine.of(counts, "sensitivity").upper(at)
    np.testing.assert_allclose(upper[1:-1], curve.sensitivity_at(1 - at)[1:-1], atol=1e-12)
    upper = RisingLine.of(counts, "specificity").upper(at)
    np.testing.assert_allclose(upper[1:-1], curve.specificity_at(1 - at)[1:-1], atol=1e-12)


def test_an_upright_piece_has_two_ends_and_a_middle() -> None:
    line = RisingLine(np.array([0, 0, 0.5, 0.5, 1]), np.array([0, 0.4, 0.4, 0.8, 1]), 2, 5)
    at = np.array([-0.1, 0.0, 0.25, 0.5, 0.75, 1.0, 1.1])
    assert line.lower(at) == pytest.approx([0, 0, 0.4, 0.4, 0.9, 1, 1])
    assert line.upper(at) == pytest.approx([0, 0.4, 0.4, 0.8, 0.9, 1, 1])
    assert line.middle(at) == pytest.approx([0, 0.2, 0.4, 0.6, 0.9, 1, 1])


def test_places_follow_a_steep_line() -> None:
    steep = RisingLine(np.array([0, 0.001, 1]), np.array([0, 0.9, 1]), 1000, 1000)
    rates = steep.rates(100)
    assert rates[0] == 0
    assert rates[-1] == 1
    assert np.count_nonzero(rates > 0.999) >= 89


def test_each_rate_is_read_by_the_other() -> None:
    both: tuple[Quantity, Quantity] = ("sensitivity", "specificity")
    assert [other(quantity) for quantity in both] == ["specificity", "sensitivity"]
