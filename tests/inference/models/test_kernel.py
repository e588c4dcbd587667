"""The interval of the smoothed AUC: shape, agreement with the empirical one, caveats."""

import math

import numpy as np
import pytest
from scipy import special

from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import AucurateError, ModelError, OptionError, UnsupportedError
from aucurate.estimates.fits.kernel import Kernel, Rule, Smoothing, kernel_auc
from aucurate.estimates.fits.smoothing import Floats
from aucurate.inference.models.kernel import (
    RoundedClasses,
    kernel_bootstrap_interval,
    kernel_replicates,
)
from aucurate.inference.resampling.bootstrap import bootstrap_interval
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Estimate

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [200, 300])
SCORES = Scores.from_arrays(LABELS, RNG.normal(size=500) + LABELS, name="a")
FEW = Resampling(replicates=200)


def kinds(estimate: Estimate) -> set[str]:
    return {caveat.kind for caveat in estimate.caveats}


def test_the_record() -> None:
    found = kernel_bootstrap_interval(SCORES, resampling=FEW)
    assert found.value == pytest.approx(kernel_auc(SCORES), rel=1e-12)
    assert found.value in found.interval
    assert found.quantity == "smoothed AUC"
    assert (found.n_positive, found.n_negative) == (200, 300)
    assert found.interval.method == "bootstrap percentile"
    assert Estimate.from_dict(found.to_dict()) == found
    assert "smoothed AUC" in str(found)


def test_it_is_near_the_empirical_interval() -> None:
    smooth = kernel_bootstrap_interval(SCORES, bandwidths=(0.05, 0.05))
    plain = bootstrap_interval(SCORES)
    assert smooth.standard_error == pytest.approx(plain.standard_error, rel=0.1)
    assert smooth.interval.low == pytest.approx(plain.interval.low, abs=0.01)
    assert smooth.interval.high == pytest.approx(plain.interval.high, abs=0.01)


def test_more_confidence_is_wider_and_the_basic_interval_is_reflected() -> None:
    narrow, wide = (
        kernel_bootstrap_interval(SCORES, confidence=c, resampling=FEW).interval
        for c in (0.5, 0.95)
    )
    assert wide.low < narrow.low < narrow.high < wide.high
    basic = kernel_bootstrap_interval(SCORES, kind="basic", resampling=FEW)
    assert basic.interval.low == pytest.approx(2 * basic.value - wide.high, abs=1e-12)
    assert basic.interval.method == "basic bootstrap"


def test_held_bandwidths_are_told_and_numbers_need_no_word() -> None:
    assert "held_bandwidths" not in kinds(kernel_bootstrap_interval(SCORES, resampling=FEW))
    for options in ({"bandwidths": "altman-leger"}, {"refit": False}):
        found = kernel_bootstrap_interval(SCORES, resampling=FEW, **options)
        assert "held_bandwidths" in kinds(found)
    given = kernel_bootstrap_interval(SCORES, bandwidths=(0.1, 0.1), resampling=FEW)
    assert "held_bandwidths" not in kinds(given)
    for bandwidths in ("sheather-jones", (0.1, 0.1)):
        with pytest.raises(OptionError, match="applied again in each replicate"):
            kernel_bootstrap_interval(SCORES, bandwidths=bandwidths, refit=True)


def test_smoothing_that_moves_the_estimate_is_told() -> None:
    found = kernel_bootstrap_interval(SCORES, bandwidths=(2.0, 2.0), resampling=FEW)
    assert "smoothing_bias" in kinds(found)
    little = kernel_bootstrap_interval(SCORES, bandwidths=(0.05, 0.05), resampling=FEW)
    assert "smoothing_bias" not in kinds(little)


def test_kernels_beyond_0_and_1_are_told_and_logits_cure_it() -> None:
    probabilities = special.expit(2 * SCORES.values)
    for lower in (False, True):
        scores = Scores.from_arrays(LABELS, probabilities, lower=lower)
        found = kernel_bootstrap_interval(scores, resampling=FEW)
        assert "beyond_ends" in kinds(found)
        cured = kernel_bootstrap_interval(scores, resampling=FEW, scale="logit")
        assert "beyond_ends" not in kinds(cured)


def test_perfect_separation_few_and_tied_observations_are_told() -> None:
    perfect = Scores.from_arrays([0, 0, 0, 1, 1, 1], [1.0, 2.0, 3.0, 7.0, 8.0, 9.0])
    found = kernel_bootstrap_interval(perfect)
    assert {"perfect_separation", "few_observations"} <= kinds(found)
    assert 0 <= found.interval.low < found.interval.high <= 1
    tied = Scores.from_arrays(LABELS, np.round(SCORES.values))
    assert "heavy_ties" in kinds(kernel_bootstrap_interval(tied, resampling=FEW))


def test_a_class_of_one_falls_back_to_the_disjoint_pairs_bound() -> None:
    lonely = Scores.from_arrays([0, 0, 0, 1], [1.0, 2.0, 3.0, 2.5])
    found = kernel_bootstrap_interval(lonely, bandwidths=(0.5, 0.5))
    assert found.interval.method == "disjoint-pairs bound"
    assert np.isnan(found.standard_error)
    assert "no_variance" in kinds(found)
    with pytest.raises(ModelError, match="all scores of a class are equal"):
        kernel_bootstrap_interval(lonely)


def test_constant_scores_with_given_bandwidths() -> None:
    constant = Scores.from_arrays([0, 0, 1, 1], [1.0, 1.0, 1.0, 1.0])
    found = kernel_bootstrap_interval(constant, bandwidths=(1.0, 1.0))
    assert found.value == 0.5
    assert found.interval.method == "disjoint-pairs bound"
    assert {"constant_scores", "no_variance"} <= kinds(found)


def test_stopping_early_and_too_few_replicates() -> None:
    found = kernel_bootstrap_interval(
        SCORES, resampling=Resampling(replicates=300), progress=lambda done, total, what: done < 150
    )
    assert "stopped_early" in kinds(found)
    with pytest.raises(AucurateError, match="stopped after 25 of 300 replicates"):
        kernel_bootstrap_interval(
            SCORES, resampling=Resampling(replicates=300), progress=lambda done, total, what: False
        )
    few = kernel_bootstrap_interval(SCORES, resampling=Resampling(replicates=10))
    assert "too_few_replicates" in kinds(few)


def test_unstratified_replicates_without_a_class_are_told() -> None:
    scores = Scores.from_arrays([1, 1, 0, 0, 0], [2.0, 4.0, 1.0, 3.0, 2.5])
    options = Resampling(replicates=200, stratified=False)
    found = kernel_bootstrap_interval(scores, bandwidths=(0.5, 0.5), resampling=options)
    assert "replicates_without_a_class" in kinds(found)


def test_the_same_rng_gives_the_same_interval() -> None:
    first, second = (kernel_bootstrap_interval(SCORES, resampling=FEW) for _ in range(2))
    assert first == second
    other = kernel_bootstrap_interval(SCORES, resampling=Resampling(replicates=400, rng=1))
    assert other.interval != first.interval


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="kind must be"):
        kernel_bootstrap_interval(SCORES, kind="bca")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence"):
        kernel_bootstrap_interval(SCORES, confidence=95)
    with pytest.raises(OptionError, match="kernel must be"):
        kernel_bootstrap_interval(SCORES, kernel="box")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError):
        kernel_bootstrap_interval(Scores.from_arrays([0, 1, 1], [1, 2, 3], groups=[1, 2, 2]))


def test_real_scores_with_both_kernels() -> None:
    data = load_breast_cancer()
    for name in data.names:
        for kernel in ("gaussian", "epanechnikov"):
            found = kernel_bootstrap_interval(data[name], kernel=kernel, resampling=FEW)
            assert found.interval.low <= found.value <= found.interval.high


# Replicates on a grid beside replicates of the observations themselves.


REPLICATES_RNG = np.random.default_rng(0)
LABELS_REPLICATES = np.repeat([1, 0], [150, 250])
VALUES = REPLICATES_RNG.normal(size=400) + LABELS_REPLICATES
SCORES_REPLICATES = Scores.from_arrays(LABELS_REPLICATES, VALUES)
KERNELS: tuple[Kernel, ...] = ("gaussian", "epanechnikov")


def smoothing_of(values: Floats, kernel: Kernel = "gaussian") -> Smoothing:
    return Smoothing.of(Scores.from_arrays(LABELS_REPLICATES, values), "lloyd", kernel, "given")


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
    values = REPLICATES_RNG.normal(size=70) + labels
    smoothing = Smoothing.of(Scores.from_arrays(labels, values), "lloyd", "gaussian", "given")
    rule: Rule | None = "lloyd" if refit else None
    drawn = kernel_replicates(
        RoundedClasses.of(smoothing), smoothing.auc, rule, Resampling(replicates=1000), None
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
    options = Resampling(replicates=400, stratified=False)
    found = kernel_replicates(RoundedClasses.of(smoothing), smoothing.auc, None, options, None)
    missing = np.isnan(found).mean()
    assert missing == pytest.approx(0.75**4 + 0.25**4, abs=0.08)


def test_a_replicate_of_equal_scores_has_almost_no_bandwidth() -> None:
    scores = Scores.from_arrays([1, 1, 0, 0], [2.0, 3.0, 1.0, 2.5])
    smoothing = Smoothing.of(scores, "silverman", "epanechnikov", "given")
    rounded = RoundedClasses.of(smoothing)
    found = kernel_replicates(rounded, smoothing.auc, "silverman", Resampling(replicates=200), None)
    assert np.all((found >= 0) & (found <= 1))
    assert len(np.unique(found.round(6))) > 4


def test_the_same_rng_gives_the_same_numbers_whatever_the_order_of_the_rows() -> None:
    order = np.random.default_rng(1).permutation(400)
    turned = Scores.from_arrays(LABELS_REPLICATES[order], VALUES[order])
    found = []
    for scores in (SCORES_REPLICATES, turned):
        smoothing = Smoothing.of(scores, "lloyd", "gaussian", "given")
        rounded = RoundedClasses.of(smoothing)
        found.append(
            kernel_replicates(rounded, 0.7, "lloyd", Resampling(replicates=20, rng=3), None)
        )
    np.testing.assert_array_equal(found[0], found[1])


def test_progress_is_told_and_can_stop() -> None:
    seen: list[tuple[int, int]] = []

    def watch(done: int, total: int, what: str) -> bool:
        seen.append((done, total))
        return done < 50

    rounded = RoundedClasses.of(smoothing_of(VALUES))
    found = kernel_replicates(rounded, 0.7, None, Resampling(replicates=110), watch)
    assert seen == [(25, 110), (50, 110)]
    assert len(found) == 50
