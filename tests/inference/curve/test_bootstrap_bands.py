"""The bootstrap bands: replicates against drawn observations, promises, corners, interruption."""

import numpy as np
import pytest
from scipy import special
from tests.transforms import keeping_ties

from aucurate.curve.roc import roc_curve
from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.inference.curve.bands import CurveBand, kolmogorov_band, line_of, pointwise_band
from aucurate.inference.curve.bootstrap_bands import (
    bootstrap_band,
    bootstrap_pointwise_band,
    drawn_heights,
)
from aucurate.inference.resampling.options import Resampling

FOREST = load_breast_cancer()["forest"]
FEW = Resampling(replicates=199)


def _normal(m: int, n: int, shift: float, rng: np.random.Generator) -> Scores:
    labels = np.repeat([1, 0], [m, n])
    return Scores.from_arrays(labels, rng.normal(size=m + n) + shift * labels)


@pytest.mark.parametrize("stratified", [True, False])
def test_replicates_have_the_distribution_of_drawn_observations(stratified: bool) -> None:
    rng = np.random.default_rng(5)
    scores = _normal(30, 40, 1.0, rng)
    line = line_of(scores, "sensitivity", None)
    at = (np.array([3, 10, 16, 22]) - 0.5) / 40
    chosen = Resampling(replicates=6000, stratified=stratified)
    heights = drawn_heights(line, at, chosen, None)
    assert heights.ranks.tolist() == [3, 10, 16, 22]
    rows = []
    for _ in range(1500):
        if stratified:
            drawn = np.concatenate([rng.integers(30, size=30), 30 + rng.integers(40, size=40)])
        else:
            drawn = rng.integers(70, size=70)
        curve = roc_curve(scores.is_positive[drawn], scores.values[drawn])
        ranks = np.rint(heights.ranks * curve.n_negative / 40)
        rows.append(curve.sensitivity_at(1 - (ranks - 0.5) / curve.n_negative))
    plain = np.array(rows)
    error = plain.std(axis=0) * np.sqrt(1 / 1500 + 1 / 6000)
    assert np.all(np.abs(plain.mean(axis=0) - heights.drawn.mean(axis=0)) < 4 * error)
    np.testing.assert_allclose(heights.drawn.std(axis=0), plain.std(axis=0), rtol=0.1)
    np.testing.assert_allclose(np.corrcoef(heights.drawn.T), np.corrcoef(plain.T), atol=0.09)


def test_the_whole_curve_is_inside_as_often_as_promised() -> None:
    rng = np.random.default_rng(11)
    x = np.concatenate([np.geomspace(1e-5, 0.01, 30), np.linspace(0.01, 0.999, 300)])
    true = special.ndtr(1.5 + special.ndtri(x))
    inside = 0
    for _ in range(60):
        band = bootstrap_band(_normal(30, 40, 1.5, rng), resampling=FEW)
        ends = [band.interval_at(1 - each) for each in x]
        inside += all(t in end for t, end in zip(true, ends, strict=True))
    assert inside >= 53


def test_the_band_holds_the_curve_and_is_narrower_than_the_guaranteed_one() -> None:
    band = bootstrap_band(FOREST)
    low, value, high = (np.array(each) for each in (band.low, band.values, band.high))
    assert np.all((low <= value) & (value <= high))
    assert np.all(np.diff(low) <= 0)
    assert np.all(np.diff(high) <= 0)
    wide = kolmogorov_band(FOREST, rates=band.rates)
    assert np.trapezoid(high - low, band.rates) < 0.7 * np.trapezoid(
        np.array(wide.high) - np.array(wide.low), band.rates
    )
    narrow = pointwise_band(FOREST, rates=band.rates)
    assert band.deviate is not None
    assert band.deviate > 1.96
    assert narrow.low[100] > band.low[100]
    assert CurveBand.from_dict(band.to_dict()) == band


def test_the_same_rng_gives_the_same_band_in_any_order_and_scale() -> None:
    rows = np.random.default_rng(1).permutation(len(FOREST))
    lifted = keeping_ties(np.exp)(FOREST.values)
    moved = Scores.from_arrays(FOREST.is_positive[rows], lifted[rows], name="forest")
    for make in (bootstrap_band, bootstrap_pointwise_band):
        assert make(moved, resampling=FEW) == make(FOREST, resampling=FEW)
        assert make(FOREST, resampling=Resampling(replicates=199, rng=1)) != make(
            FOREST, resampling=FEW
        )


def test_both_directions_mirror_each_other() -> None:
    turned = Scores.from_arrays(~FOREST.is_positive, -FOREST.values)
    one = bootstrap_band(FOREST, quantity="specificity", resampling=FEW)
    two = bootstrap_band(turned, resampling=FEW)
    assert (one.rates, one.low, one.high) == (two.rates, two.low, two.high)
    assert one.quantity == "specificity"


def test_perfect_separation_has_a_band_that_is_not_a_line() -> None:
    scores = Scores.from_arrays([0] * 30 + [1] * 20, np.arange(50))
    band = bootstrap_band(scores, resampling=FEW)
    assert [c.kind for c in band.caveats] == ["no_middle"]
    tail = 0.05 / 4
    assert band.deviate == pytest.approx(-special.ndtri(tail))
    assert band.interval_at(0.5).low == pytest.approx(tail ** (1 / 20))
    assert band.interval_at(0.999).low == 0
    pointwise = bootstrap_pointwise_band(scores, resampling=FEW)
    assert pointwise.interval_at(0.5).low == pytest.approx(0.025 ** (1 / 20))


@pytest.mark.parametrize(
    ("labels", "values"),
    [([0, 1], [0, 1]), ([0, 0, 1], [2, 1, 1]), ([0, 1] * 15, [1] * 30), ([1, 0] * 9, range(18))],
)
def test_degenerate_data_have_a_band(labels: list[int], values: list[float]) -> None:
    scores = Scores.from_arrays(labels, list(values))
    for make in (bootstrap_band, bootstrap_pointwise_band):
        band = make(scores, resampling=FEW)
        low, high = np.array(band.low), np.array(band.high)
        assert np.all((low >= 0) & (low <= high) & (high <= 1))
        assert high[-1] > 0
        assert low[-1] == 0


def test_unstratified_replicates_without_a_class_are_told() -> None:
    scores = Scores.from_arrays([1, 1] + [0] * 30, np.arange(32))
    band = bootstrap_band(scores, resampling=Resampling(replicates=199, stratified=False))
    assert "replicates_without_a_class" in {caveat.kind for caveat in band.caveats}


def test_a_run_that_is_stopped_uses_what_is_done() -> None:
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int, what: str) -> bool:
        seen.append((done, total))
        return done < 500

    band = bootstrap_band(FOREST, progress=stop)
    assert seen == [(250, 2000), (500, 2000)]
    assert "stopped_early" in {caveat.kind for caveat in band.caveats}


def test_too_few_replicates_are_told() -> None:
    few = Resampling(replicates=15)
    for make in (bootstrap_band, bootstrap_pointwise_band):
        band = make(FOREST, resampling=few)
        assert "too_few_replicates" in {caveat.kind for caveat in band.caveats}


def test_percentiles_are_those_of_the_replicates() -> None:
    band = bootstrap_pointwise_band(FOREST, rates=[0.8], resampling=Resampling(replicates=999))
    line = line_of(FOREST, "sensitivity", None)
    drawn = drawn_heights(line, 1 - np.array([0.8]), Resampling(replicates=999), None).drawn
    heights = np.sort(drawn[:, 0])
    assert band.low[0] == heights[24]
    assert band.high[0] == heights[-25]
