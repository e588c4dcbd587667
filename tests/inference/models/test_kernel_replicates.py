"""Replicates on a grid beside replicates of the observations themselves."""

import math

import numpy as np
import pytest

from aucurate.data.scores import Scores
from aucurate.estimates.bandwidths import Kernel, Rule
from aucurate.estimates.kernel_curve import Smoothing, kernel_auc
from aucurate.estimates.smooth_steps import Floats
from aucurate.inference.models.kernel_replicates import RoundedClasses, kernel_replicates
from aucurate.inference.resampling.options import Resampling

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [150, 250])
VALUES = RNG.normal(size=400) + LABELS
SCORES = Scores.from_arrays(LABELS, VALUES)
KERNELS: tuple[Kernel, ...] = ("gaussian", "epanechnikov")


def smoothing_of(values: Floats, kernel: Kernel = "gaussian") -> Smoothing:
    return Smoothing.of(Scores.from_arrays(LABELS, values), "lloyd", kernel, "given")


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("power", [1, 9])
def test_rounding_changes_the_area_by_little(kernel: Kernel, power: int) -> None:
    smoothing = smoothing_of(np.sign(VALUES) * np.abs(VALUES) ** power, kernel)
    rounded = RoundedClasses.of(smoothing)
    area = rounded.area(rounded.positive.counts, rounded.negative.counts, smoothing.widths)
    assert area == pytest.approx(smoothing.auc, abs=1e-4 if power == 1 else 1e-3)
    assert rounded.size < 17_000
    assert (rounded.positive.size, rounded.negative.size) == (150, 250)


@pytest.mark.parametrize("refit", [True, False])
def test_they_are_distributed_like_replicates_of_the_observations(refit: bool) -> None:
    labels = np.repeat([1, 0], [30, 40])
    values = RNG.normal(size=70) + labels
    smoothing = Smoothing.of(Scores.from_arrays(labels, values), "lloyd", "gaussian", "given")
    rule: Rule | None = "lloyd" if refit else None
    drawn = kernel_replicates(
        RoundedClasses.of(smoothing), smoothing.auc, rule, Resampling(repeats=1000), None
    )
    rng, direct = np.random.default_rng(7), []
    for _ in range(1000):
        rows = np.concatenate([rng.integers(0, 30, 30), rng.integers(30, 70, 40)])
        again = Scores.from_arrays(labels, values[rows])
        direct.append(kernel_auc(again, bandwidths="lloyd" if refit else smoothing.widths))
    error = float(np.std(direct)) / math.sqrt(500)
    assert drawn.mean() == pytest.approx(np.mean(direct), abs=4 * error)
    assert drawn.std() == pytest.approx(np.std(direct), rel=0.12)
    np.testing.assert_allclose(
        np.quantile(drawn, [0.1, 0.9]), np.quantile(direct, [0.1, 0.9]), atol=0.015
    )


def test_unstratified_draws_vary_in_class_size_and_may_miss_a_class() -> None:
    scores = Scores.from_arrays([1, 0, 0, 0], [2.0, 1.0, 3.0, 2.5])
    smoothing = Smoothing.of(scores, (0.5, 0.5), "gaussian", "given")
    options = Resampling(repeats=400, stratified=False)
    found = kernel_replicates(RoundedClasses.of(smoothing), smoothing.auc, None, options, None)
    missing = np.isnan(found).mean()
    assert missing == pytest.approx(0.75**4 + 0.25**4, abs=0.08)


def test_a_replicate_of_equal_scores_has_almost_no_bandwidth() -> None:
    scores = Scores.from_arrays([1, 1, 0, 0], [2.0, 3.0, 1.0, 2.5])
    smoothing = Smoothing.of(scores, "silverman", "epanechnikov", "given")
    rounded = RoundedClasses.of(smoothing)
    found = kernel_replicates(rounded, smoothing.auc, "silverman", Resampling(repeats=200), None)
    assert np.all((found >= 0) & (found <= 1))
    assert len(np.unique(found.round(6))) > 4


def test_the_same_rng_gives_the_same_numbers_whatever_the_order_of_the_rows() -> None:
    order = np.random.default_rng(1).permutation(400)
    turned = Scores.from_arrays(LABELS[order], VALUES[order])
    found = []
    for scores in (SCORES, turned):
        smoothing = Smoothing.of(scores, "lloyd", "gaussian", "given")
        rounded = RoundedClasses.of(smoothing)
        found.append(kernel_replicates(rounded, 0.7, "lloyd", Resampling(repeats=20, rng=3), None))
    np.testing.assert_array_equal(found[0], found[1])


def test_progress_is_told_and_can_stop() -> None:
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 50

    rounded = RoundedClasses.of(smoothing_of(VALUES))
    found = kernel_replicates(rounded, 0.7, None, Resampling(repeats=110), watch)
    assert seen == [(25, 110), (50, 110)]
    assert len(found) == 50
