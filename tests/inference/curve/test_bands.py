"""Pointwise bands and the record: reading between rates, directions, refusals."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.binormal import binormal_curve
from aucurate.inference.curve.band_geometry import Quantity
from aucurate.inference.curve.bands import CurveBand, pointwise_band
from aucurate.inference.curve.bands_bootstrap import bootstrap_band, bootstrap_pointwise_band
from aucurate.inference.curve.bands_kolmogorov import kolmogorov_band

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
    with pytest.raises(OptionError, match="a specificity lies between 0 and 1"):
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
    with pytest.raises(OptionError, match="a sensitivity lies between 0 and 1"):
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
    weighted = Scores.from_arrays([0, 1], [0, 1], weights=[1, 2])
    with pytest.raises(UnsupportedError, match="a band cannot use weights"):
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
