"""The interval of the smoothed AUC: shape, agreement with the empirical one, caveats."""

import numpy as np
import pytest
from scipy import special

from aucurate.data.scores import Scores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import AucurateError, ModelError, OptionError, UnsupportedError
from aucurate.estimates.kernel_curve import kernel_auc
from aucurate.inference.models.kernel_bootstrap import kernel_bootstrap_interval
from aucurate.inference.resampling.bootstrap import bootstrap_interval
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Estimate

RNG = np.random.default_rng(0)
LABELS = np.repeat([1, 0], [200, 300])
SCORES = Scores.from_arrays(LABELS, RNG.normal(size=500) + LABELS, name="a")
FEW = Resampling(repeats=200)


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
        with pytest.raises(OptionError, match="applied anew in each replicate"):
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


def test_stopping_early_and_too_few_repeats() -> None:
    found = kernel_bootstrap_interval(
        SCORES, resampling=Resampling(repeats=300), progress=lambda done, total: done < 150
    )
    assert "stopped_early" in kinds(found)
    with pytest.raises(AucurateError, match="stopped after 25 of 300 repeats"):
        kernel_bootstrap_interval(
            SCORES, resampling=Resampling(repeats=300), progress=lambda done, total: False
        )
    few = kernel_bootstrap_interval(SCORES, resampling=Resampling(repeats=10))
    assert "too_few_repeats" in kinds(few)


def test_unstratified_replicates_without_a_class_are_told() -> None:
    scores = Scores.from_arrays([1, 1, 0, 0, 0], [2.0, 4.0, 1.0, 3.0, 2.5])
    options = Resampling(repeats=200, stratified=False)
    found = kernel_bootstrap_interval(scores, bandwidths=(0.5, 0.5), resampling=options)
    assert "replicates_without_a_class" in kinds(found)


def test_the_same_rng_gives_the_same_interval() -> None:
    first, second = (kernel_bootstrap_interval(SCORES, resampling=FEW) for _ in range(2))
    assert first == second
    other = kernel_bootstrap_interval(SCORES, resampling=Resampling(repeats=400, rng=1))
    assert other.interval != first.interval


def test_options_are_checked() -> None:
    with pytest.raises(OptionError, match="kind must be"):
        kernel_bootstrap_interval(SCORES, kind="bca")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence"):
        kernel_bootstrap_interval(SCORES, confidence=95)
    with pytest.raises(OptionError, match="kernel must be"):
        kernel_bootstrap_interval(SCORES, kernel="box")  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError):
        kernel_bootstrap_interval(Scores.from_arrays([0, 1], [1, 2], groups=[1, 2]))


def test_real_scores_with_both_kernels() -> None:
    data = load_breast_cancer()
    for name in data.names:
        for kernel in ("gaussian", "epanechnikov"):
            found = kernel_bootstrap_interval(data[name], kernel=kernel, resampling=FEW)
            assert found.interval.low <= found.value <= found.interval.high
