"""Average precision: its variance by resampling, and data that leave none."""

import math

import numpy as np
import pytest

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.average_precision import average_precision
from aucurate.inference.curve.average_precision import (
    average_precision_interval,
    average_precision_test,
)


def _pair(m: int, n: int, rng: int = 0, decimals: int = 9) -> PairedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [m, n])
    common = noise.normal(size=m + n)
    columns = {
        name: (common + noise.normal(size=m + n) + 2.0 * labels).round(decimals) for name in "ab"
    }
    return PairedScores.from_arrays(labels, columns)


@pytest.mark.parametrize("decimals", [9, 0])
def test_the_standard_error_is_the_spread_over_new_data(decimals: int) -> None:
    found = [average_precision_interval(_pair(50, 150, at, decimals)["a"]) for at in range(400)]
    spread = np.std([each.value for each in found], ddof=1)
    typical = math.sqrt(np.mean([each.standard_error**2 for each in found]))
    assert typical == pytest.approx(spread, rel=0.1)


def test_the_standard_error_is_that_of_the_jackknife() -> None:
    m, n = 120, 240
    scores = _pair(m, n)["a"]
    labels, values = scores.is_positive, scores.values
    variance = 0.0
    for which, size in ((True, m), (False, n)):
        left = []
        for at in np.flatnonzero(labels == which):
            # Two classes of fixed share: the weight of the class stays, its observation goes.
            keep = np.arange(m + n) != at
            left.append(_weighted(labels[keep], values[keep], n / m))
        variance += (size - 1) / size * np.sum((np.array(left) - np.mean(left)) ** 2)
    found = average_precision_interval(scores)
    assert found.value == pytest.approx(_weighted(labels, values, n / m))
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=0.06)


def _weighted(labels: np.ndarray, values: np.ndarray, ratio: float) -> float:
    x, z = values[labels], values[~labels]
    f, g = (np.mean(each >= x[:, None], axis=1) for each in (x, z))
    return float(np.mean(f / (f + ratio * g)))


def test_the_paired_difference_has_the_spread_over_new_data() -> None:
    pairs = [_pair(40, 100, at) for at in range(300)]
    found = [average_precision_test(data["a"], data["b"]) for data in pairs]
    spread = np.std([each.difference for each in found], ddof=1)
    typical = math.sqrt(np.mean([each.standard_error**2 for each in found]))
    assert typical == pytest.approx(spread, rel=0.12)


def test_perfect_separation_gets_a_lower_end_that_can_be_checked_by_hand() -> None:
    labels = np.repeat([1, 0], [100, 100])
    found = average_precision_interval(Scores.from_arrays(labels, np.arange(200)[::-1]))
    q = 1 - 0.025 ** (1 / 100)
    assert (found.value, found.interval.high) == (1.0, 1.0)
    assert found.interval.low == pytest.approx(1 - math.sqrt(2 * q / 3))
    assert found.interval.method == "distribution-free bound"


def test_test_sets_with_different_shares_of_positives_are_told_apart() -> None:
    first, second = _pair(40, 100)["a"], _pair(40, 60, 1)["a"]
    kinds = [c.kind for c in average_precision_test(first, second).caveats]
    assert kinds == ["different_prevalence"]
    same = average_precision_test(first, _pair(20, 50, 2)["a"])
    assert "different_prevalence" not in [c.kind for c in same.caveats]


def test_constant_scores_have_the_share_of_positives() -> None:
    found = average_precision_interval(Scores.from_arrays([0, 0, 0, 1] * 10, [1] * 40))
    assert found.value == pytest.approx(0.25)
    assert found.interval.low < 0.25 < found.interval.high
    assert average_precision([0, 0, 0, 1], [1, 1, 1, 1]) == 0.25
