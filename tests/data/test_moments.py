"""The sufficient statistics."""

from typing import Any

import numpy as np
import pytest

from aucurate import kernels
from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.auc import auc_of

RNG = np.random.default_rng(0)
LABELS = RNG.permutation(np.arange(50) % 2)
DATA = PairedScores.from_arrays(
    LABELS, {k: (RNG.normal(size=50) + LABELS).round(1) for k in ("a", "b", "c")}
)


def test_moments_hold_the_aucs_and_the_class_sizes() -> None:
    moments = AucMoments.from_scores(DATA)
    assert moments.names == DATA.names
    assert moments.aucs == tuple(auc_of(s) for s in DATA)
    assert (moments.n_positive, moments.n_negative) == (25, 25)
    for name, tied in zip(moments.names, moments.tied_shares, strict=True):
        scores = DATA[name]
        up, down = scores.values[scores.is_positive], scores.values[~scores.is_positive]
        assert tied == np.equal.outer(up, down).mean()


def test_covariances_are_those_of_the_placements() -> None:
    moments = AucMoments.from_scores(DATA)
    placed = kernels.placements(DATA.values, DATA.observations.is_positive)
    ten, one = np.cov(placed.of_positives / 50), np.cov(placed.of_negatives / 50)
    np.testing.assert_allclose(moments.positive_covariance, ten, rtol=1e-12)
    np.testing.assert_allclose(moments.negative_covariance, one, rtol=1e-12)
    np.testing.assert_allclose(moments.covariance, ten / 25 + one / 25, rtol=1e-12)
    spread = np.diag(moments.covariance)
    np.testing.assert_allclose(
        moments.difference_variance,
        np.add.outer(spread, spread) - 2 * moments.covariance,
        atol=1e-16,
    )
    np.testing.assert_array_equal(moments.covariance, moments.covariance.T)
    assert not np.diag(moments.difference_variance).any()


def test_each_part_of_the_covariance_is_divided_by_the_size_of_its_own_class() -> None:
    labels = np.arange(40) < 8
    scores = np.random.default_rng(1).normal(size=(2, 40)) + labels
    moments = AucMoments.from_scores(
        PairedScores.from_arrays(labels, {"a": scores[0], "b": scores[1]})
    )
    wins = np.greater(scores[:, labels, None], scores[:, None, ~labels])
    ten, one = np.cov(wins.mean(axis=2)), np.cov(wins.mean(axis=1))
    np.testing.assert_allclose(moments.covariance, ten / 8 + one / 32, rtol=1e-12)


def test_one_classifier_has_moments_of_its_own() -> None:
    alone, together = AucMoments.from_scores(DATA["b"]), AucMoments.from_scores(DATA)
    assert alone.names == ("b",)
    assert alone.aucs == together.aucs[1:2]
    assert alone.covariance[0, 0] == pytest.approx(together.covariance[1, 1], rel=1e-12)


def test_select_picks_and_orders() -> None:
    moments = AucMoments.from_scores(DATA)
    chosen = moments.select(("c", "a"))
    direct = AucMoments.from_scores(DATA.select(["c", "a"]))
    assert (chosen.names, chosen.aucs) == (direct.names, direct.aucs)
    assert chosen.tied_shares == direct.tied_shares
    for field in (
        "positive_covariance",
        "negative_covariance",
        "positive_difference",
        "negative_difference",
        "positive_kurtosis",
        "negative_kurtosis",
    ):
        np.testing.assert_array_equal(getattr(chosen, field), getattr(direct, field))
        assert not getattr(chosen, field).flags.writeable
        assert not getattr(moments, field).flags.writeable
    assert moments.index("c") == 2
    with pytest.raises(OptionError, match="no classifier named 'd'"):
        moments.index("d")


def test_a_class_of_one_has_no_covariance() -> None:
    moments = AucMoments.from_scores(Scores.from_arrays([1, 0, 0], [2, 1, 3]))
    assert moments.aucs == (0.5,)
    assert np.isnan(moments.positive_covariance).all()
    assert np.isfinite(moments.negative_covariance).all()
    assert np.isnan(moments.covariance).all()
    assert np.isnan(moments.difference_variance).all()


@pytest.mark.parametrize("extra", ["weights", "groups"])
def test_weights_and_groups_are_refused(extra: str) -> None:
    given: dict[str, Any] = {extra: np.ones(50)}
    scores = Scores.from_arrays(LABELS, DATA.values[0], **given)
    for build in (AucMoments.from_scores, ThresholdCounts.from_scores):
        with pytest.raises(UnsupportedError, match=f"cannot use {extra}"):
            build(scores)


def test_threshold_counts_run_from_the_highest_score_down() -> None:
    counts = ThresholdCounts.from_scores(DATA["a"])
    scores = DATA["a"]
    assert counts.thresholds.tolist() == sorted(set(scores.values.tolist()), reverse=True)
    for threshold, up, down in zip(
        counts.thresholds, counts.positives, counts.negatives, strict=True
    ):
        here = scores.values == threshold
        assert (up, down) == ((here & scores.is_positive).sum(), (here & ~scores.is_positive).sum())
    assert (counts.n_positive, counts.n_negative) == (25, 25)
    assert counts.auc == auc_of(scores)
    for array in (counts.thresholds, counts.positives, counts.negatives):
        assert not array.flags.writeable


def test_progress_covers_all_classifiers_and_can_stop() -> None:
    calls: list[tuple[int, int]] = []
    AucMoments.from_scores(DATA, progress=lambda d, t: calls.append((d, t)))
    assert [d / t for d, t in calls] == pytest.approx([1 / 3, 2 / 3, 1])
    with pytest.raises(kernels.Cancelled):
        AucMoments.from_scores(DATA, progress=lambda d, t: False)
