"""Bounds without a variance: by hand, and by what they promise over many data sets."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate, value_of
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.sensitivity_at import SensitivityAt, SpecificityAt
from aucurate.inference.core.curve_bounds import (
    average_precision_floor,
    ends_without_variance,
    sensitivity_ends,
)


def _ends(estimate: CountedEstimate, counts: ThresholdCounts, tail: float) -> tuple[float, float]:
    return ends_without_variance(estimate, counts, value_of(estimate, counts), tail)


def _counts(labels: Any, scores: Any) -> ThresholdCounts:
    return ThresholdCounts.from_scores(Scores.from_arrays(labels, scores))


def test_the_sensitivity_bound_by_hand() -> None:
    rng = np.random.default_rng(0)
    m, n, tail = 30, 80, 0.025
    labels = np.repeat([1, 0], [m, n])
    values = rng.normal(size=m + n) + labels
    low, high = sensitivity_ends(_counts(labels, values), 0.8, tail)
    z = np.sort(values[m:])[::-1]
    safe = max(k for k in range(1, n + 1) if stats.beta.cdf(0.2, k, n - k + 1) >= 1 - tail / 2)
    beyond = min(k for k in range(1, n + 1) if stats.beta.cdf(0.2, k, n - k + 1) <= tail / 2)
    above, most = (values[:m] > z[safe - 1]).sum(), (values[:m] >= z[beyond - 1]).sum()
    assert low == pytest.approx(stats.beta.ppf(tail / 2, above, m - above + 1))
    assert high == pytest.approx(stats.beta.ppf(1 - tail / 2, most + 1, m - most))


WORLD = 0.8  # shift of normal positives


def _truth(estimate: CountedEstimate) -> float:
    grid = stats.norm.cdf(np.linspace(-8, 8, 20_001))
    heights = stats.norm.cdf(stats.norm.ppf(grid) + WORLD)
    counts = [
        np.rint(1e12 * np.diff(each, prepend=0.0)).astype(np.int64) for each in (heights, grid)
    ]
    return float(estimate.values(counts[0][None], counts[1][None])[0])


@pytest.mark.parametrize(
    "estimate",
    [
        SensitivityAt(specificity=0.8),
        SpecificityAt(sensitivity=0.8),
        PartialAuc(specificity=(0.6, 1.0)),
        PartialAuc(sensitivity=(0.2, 0.9), corrected=True),
        AveragePrecision(),
    ],
    ids=lambda estimate: estimate.quantity,
)
def test_every_end_keeps_its_promise(estimate: CountedEstimate) -> None:
    true, tail, draws = _truth(estimate), 0.1, 400
    rng = np.random.default_rng(1)
    labels = np.repeat([1, 0], [25, 25])
    missed = np.zeros(2)
    for _ in range(draws):
        counts = _counts(labels, rng.normal(size=50) + WORLD * labels)
        low, high = _ends(estimate, counts, tail)
        missed += [low > true, high < true]
    assert np.all(missed / draws <= tail + 3 * math.sqrt(tail * (1 - tail) / draws))


def test_the_floor_of_average_precision_holds_for_every_curve() -> None:
    """Curves at random, and the one that is worst: none lies below what its q allows."""
    rng = np.random.default_rng(2)
    s = (np.arange(4000) + 0.5) / 4000
    for ratio in (0.3, 1.0, 5.0, 30.0):
        curves = [
            np.minimum(1, np.sort(rng.beta(a, b, 4000))) for a, b in rng.uniform(0.05, 3, (20, 2))
        ]
        curves += [np.clip((np.sqrt(k * s) - s) / ratio, 0, 1) for k in (0.01, 0.2, 0.9, 2.0, 10.0)]
        for g in curves:
            weighed = ratio * float(np.mean(g))
            least = 1 - math.sqrt(2 * weighed / 3) if weighed <= 1 / 6 else 4 / 9 / (weighed + 0.5)
            found = float(np.mean(s / (s + ratio * g)))
            assert found >= least - 1e-3


def test_the_floor_falls_with_what_is_misordered() -> None:
    labels = np.repeat([1, 0], [20, 40])
    perfect = _counts(labels, -np.arange(60))
    mixed = _counts(labels, np.arange(60) % 7)
    constant = _counts(labels, np.zeros(60))
    floors = [average_precision_floor(c, 0.025) for c in (perfect, mixed, constant)]
    assert 1 > floors[0] > floors[1] >= floors[2] > 0


def test_a_filled_range_that_does_not_begin_at_specificity_one() -> None:
    labels = np.repeat([1, 0], [60, 100])
    values = np.concatenate([np.full(60, 5.0), np.repeat([6.0, 1.0], [10, 90])])
    estimate = PartialAuc(specificity=(0.2, 0.7))
    low, high = _ends(estimate, _counts(labels, values), 0.025)
    assert high == pytest.approx(0.5)
    assert low == pytest.approx(0.5 * 0.0125 ** (1 / 60))
    empty = PartialAuc(specificity=(0.92, 0.98))
    low, high = _ends(empty, _counts(labels, values), 0.025)
    assert low == 0.0
    assert 0 < high <= 0.06 + 1e-12
    reversed_ = PartialAuc(specificity=(0.0, 0.5))
    low, high = _ends(reversed_, _counts(labels, -np.arange(160)[::-1]), 0.025)
    assert low == 0.0
    assert high == pytest.approx(1 - 0.025 ** (1 / 60))
