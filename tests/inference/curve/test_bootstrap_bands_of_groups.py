"""Bootstrap bands of observations in groups and with weights."""

from typing import Any

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.curve.roc import roc_curve
from aucurate.data.scores import Scores
from aucurate.inference.curve.bands import CurveBand, line_of, pointwise_band
from aucurate.inference.curve.bootstrap_bands import (
    bootstrap_band,
    bootstrap_pointwise_band,
    unit_heights,
)
from aucurate.inference.resampling.drawn_units import RowUnits, drawn_rows
from aucurate.inference.resampling.options import Resampling

FEW = Resampling(replicates=150, rng=1)
BANDS = (bootstrap_band, bootstrap_pointwise_band)


def _rows(seed: int, groups: int = 60, *, of_one_class: bool = False) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(seed)
    codes = np.repeat(np.arange(groups), 4)
    labels = rng.random(len(codes)) < 0.5
    if of_one_class:
        labels = codes % 2 == 0
    scores = np.sqrt(0.5) * (rng.normal(size=groups)[codes] + rng.normal(size=len(codes)))
    return labels, scores + 1.2 * labels, codes


def _same(first: CurveBand, second: CurveBand) -> None:
    for name in ("rates", "values", "low", "high"):
        assert getattr(first, name) == pytest.approx(getattr(second, name), abs=1e-9), name


@for_each("quantity", ["sensitivity", "specificity"])
def test_replicates_are_curves_of_drawn_groups(quantity: Any) -> None:
    labels, scores, codes = _rows(1, 15)
    data = Scores.from_arrays(labels, scores.round(1), groups=codes)
    line, at = line_of(data, quantity, None), np.array([0.13, 0.37, 0.61, 0.93])
    drawing = Resampling(replicates=20, rng=4)
    heights = unit_heights(line, data, quantity, at, drawing, None)
    order, units = RowUnits(codes).in_order(~labels, [data.values])
    rng = np.random.Generator(np.random.Philox(key=drawing.key()))
    every = drawn_rows(units.design(~labels[order]), 20, rng)
    for times, found in zip(every, heights.drawn, strict=True):
        rows = np.repeat(order, times)
        curve = roc_curve(labels[rows], data.values[rows])
        read = curve.sensitivity_at if quantity == "sensitivity" else curve.specificity_at
        np.testing.assert_allclose(found, read(1 - at), atol=1e-12)


@for_each("band", BANDS)
def test_groups_of_one_are_plain_and_names_and_order_do_not_matter(band: Any) -> None:
    labels, scores, codes = _rows(2)
    plain = band(Scores.from_arrays(labels, scores), resampling=FEW)
    rows = np.arange(len(codes))
    assert band(Scores.from_arrays(labels, scores, groups=rows), resampling=FEW) == plain
    weights = np.random.default_rng(3).exponential(size=len(codes))
    order = np.random.default_rng(4).permutation(len(codes))
    given: list[dict[str, Any]] = [{}, {"sampling_weights": weights}]
    for more in given:
        first = Scores.from_arrays(labels, scores, groups=codes, **more)
        moved: dict[str, Any] = {name: each[order] for name, each in more.items()}
        again = Scores.from_arrays(labels[order], scores[order], groups=-codes[order], **moved)
        _same(band(first, resampling=FEW), band(again, resampling=FEW))


@for_each("band", BANDS)
@for_each("grouped", [True, False])
def test_frequency_weights_are_repeated_rows(band: Any, grouped: bool) -> None:
    labels, scores, codes = _rows(5)
    times = np.random.default_rng(6).integers(1, 4, len(codes))
    more: dict[str, Any] = {"groups": codes} if grouped else {}
    repeated: dict[str, Any] = {name: np.repeat(each, times) for name, each in more.items()}
    _same(
        band(Scores.from_arrays(labels, scores, frequency_weights=times, **more), resampling=FEW),
        band(
            Scores.from_arrays(np.repeat(labels, times), np.repeat(scores, times), **repeated),
            resampling=FEW,
        ),
    )


@for_each("quantity", ["sensitivity", "specificity"])
@for_each("weighted", [True, False])
@for_each("stratified", [True, False])
def test_a_band_holds_the_curve_and_rises(quantity: Any, weighted: bool, stratified: bool) -> None:
    labels, scores, codes = _rows(7, of_one_class=True)
    weights = np.random.default_rng(8).exponential(size=len(codes)) if weighted else None
    data = Scores.from_arrays(labels, scores, groups=codes, sampling_weights=weights)
    drawing = Resampling(replicates=150, stratified=stratified)
    found = bootstrap_band(data, quantity=quantity, resampling=drawing)
    low, value, high = (np.array(each) for each in (found.low, found.values, found.high))
    assert ((low <= value) & (value <= high)).all()
    assert (np.diff(low) <= 0).all()
    assert (np.diff(high) <= 0).all()
    whole = Scores.from_arrays(labels, scores)
    ignoring = bootstrap_band(whole, quantity=quantity, resampling=drawing, rates=[0.3, 0.6])
    for rate in (0.3, 0.6):
        own, other = found.interval_at(rate), ignoring.interval_at(rate)
        assert own.high - own.low > other.high - other.low


def test_coverage_with_groups_of_one_class() -> None:
    """Ignoring the groups, a band misses the true height too often; drawing them, it does not."""
    rates = np.array([0.3, 0.5, 0.7])
    true = special.ndtr(1.2 - special.ndtri(rates))
    own: list[Any] = []
    ignoring: list[Any] = []
    for seed in range(60):
        labels, scores, codes = _rows(seed + 100, of_one_class=True)
        for inside, more in ((own, {"groups": codes}), (ignoring, {})):
            data = Scores.from_arrays(labels, scores, **more)
            band = bootstrap_pointwise_band(data, rates=rates, resampling=FEW)
            inside.append((np.array(band.low) <= true) & (true <= np.array(band.high)))
    assert np.mean(own) > 0.93
    assert np.mean(ignoring) < 0.93 < np.mean(own)


@for_each("band", BANDS)
def test_tiny_and_degenerate_data_have_a_band(band: Any) -> None:
    for labels, scores, groups in (
        ([1, 0], [1, 0], [0, 0]),
        ([1, 0, 1, 0], [1, 0, 2, 3], [0, 0, 0, 0]),
        ([1, 1, 0, 0], [3, 4, 1, 2], [0, 0, 1, 1]),
        ([1, 1, 0, 0], [1, 1, 1, 1], [0, 1, 1, 2]),
    ):
        found = band(Scores.from_arrays(labels, scores, groups=groups), resampling=FEW)
        assert all(0 <= a <= b <= 1 for a, b in zip(found.low, found.high, strict=True))


def test_bands_without_replicates_refuse_groups() -> None:
    labels, scores, codes = _rows(9)
    with pytest.raises(Exception, match="does not allow for groups"):
        pointwise_band(Scores.from_arrays(labels, scores, groups=codes))
