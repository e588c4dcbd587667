"""MOVER: the formula by hand, the inversion, and where it must agree with DeLong."""

import itertools
import math

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.inference.auc.delong import delong_beta_interval, delong_test
from aucurate.inference.auc.mover import mover_test


def _data(
    seed: int, positives: int = 20, negatives: int = 60, decimals: int = 6, shift: float = 1.0
) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    common = rng.normal(size=len(labels))
    columns = {
        name: (common + rng.normal(size=len(labels)) + gap * labels).round(decimals)
        for name, gap in (("a", shift + 1), ("b", shift))
    }
    return PairedScores.from_arrays(labels, columns)


@for_each("seed", range(4))
@for_each("confidence", [0.8, 0.95])
@for_each("paired", [True, False])
def test_the_interval_is_the_formula(seed: int, confidence: float, paired: bool) -> None:
    data = _data(seed)
    moments = AucMoments.from_scores(data)
    (a, b), spread = moments.aucs, moments.covariance
    r = spread[0, 1] / math.sqrt(spread[0, 0] * spread[1, 1]) if paired else 0.0
    first, second = (
        delong_beta_interval(scores, confidence=confidence).interval for scores in data
    )
    below, above = a - first.low, second.high - b
    low = a - b - math.sqrt(below**2 + above**2 - 2 * r * below * above)
    above, below = first.high - a, b - second.low
    high = a - b + math.sqrt(above**2 + below**2 - 2 * r * above * below)
    found = mover_test(*data, confidence=confidence, paired=paired)
    assert found.interval.low == pytest.approx(low, rel=1e-12)
    assert found.interval.high == pytest.approx(high, rel=1e-12)
    assert found.interval.method == found.method == "MOVER beta"
    assert found.design == ("paired" if paired else "unpaired")


@pytest.mark.parametrize("null", [-0.3, 0.0, 0.2])
def test_the_p_value_is_the_confidence_at_which_the_interval_ends_at_the_null(null: float) -> None:
    data = _data(1)
    p = mover_test(*data, null_difference=null).p_value
    at = mover_test(*data, confidence=1 - p).interval
    difference = mover_test(*data).difference
    assert (at.low if difference > null else at.high) == pytest.approx(null, abs=1e-9)


def test_the_statistic_is_the_normal_deviate_of_the_p_value() -> None:
    data = _data(2)
    found = mover_test(*data, alternative="greater")
    assert 0.5 * math.erfc(found.statistic / math.sqrt(2)) == pytest.approx(found.p_value)
    assert found.degrees_of_freedom == math.inf


def test_in_a_large_test_set_it_is_delongs_test() -> None:
    data = _data(3, positives=20_000, negatives=30_000)
    ours, theirs = mover_test(*data), delong_test(*data)
    assert ours.interval.low == pytest.approx(theirs.interval.low, abs=1e-4)
    assert ours.interval.high == pytest.approx(theirs.interval.high, abs=1e-4)
    assert ours.difference == theirs.difference
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-12)


def test_a_tiny_p_value_is_tiny_and_not_zero() -> None:
    data = _data(4, positives=3000, negatives=3000)
    turned = PairedScores.from_arrays(
        data.observations.is_positive, {"a": data.values[0], "b": -data.values[1]}
    )
    p = mover_test(*turned).p_value
    assert 0 < p < 1e-100


def test_a_perfect_classifier_has_its_own_interval_and_no_correlation() -> None:
    labels = np.repeat([1, 0], 25)
    noise = np.random.default_rng(0).normal(size=50) + labels
    data = PairedScores.from_arrays(labels, {"perfect": labels, "noise": noise})
    found = mover_test(*data)
    assert found.interval.high < 1
    assert [c.kind for c in found.caveats] == ["perfect_separation"]
    perfect, alone = (delong_beta_interval(scores).interval for scores in data)
    reach = math.hypot(1 - perfect.low, alone.high - found.second_value)
    assert found.interval.low == pytest.approx(found.difference - reach)


def test_a_difference_without_variance_has_an_interval_too() -> None:
    labels = np.repeat([1, 0], 10)
    data = PairedScores.from_arrays(labels, {"perfect": labels, "constant": np.zeros(20)})
    for paired in (True, False):
        found = mover_test(*data, paired=paired)
        assert found.interval.low < found.difference < found.interval.high
        kinds = [c.kind for c in found.caveats]
        assert {"perfect_separation", "constant_scores"} <= set(kinds)


@pytest.mark.parametrize("positives", [2, 3, 4])
def test_intervals_of_a_handful_of_observations_are_nested(positives: int) -> None:
    data = _data(5, positives=positives, negatives=40, shift=0.2)
    found = [mover_test(*data, confidence=c).interval for c in np.linspace(0.5, 0.9999, 40)]
    for narrow, wide in itertools.pairwise(found):
        assert wide.low <= narrow.low <= narrow.high <= wide.high
