"""Groups and weights: the variance by its definition, and what it is where they change nothing."""

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.data.moments import AucMoments, ThresholdCounts
from aucurate.data.scores import PairedScores, Scores
from aucurate.data.units import Units

Floats = NDArray[np.float64]
RNG = np.random.default_rng(11)
SIZE = 90
POSITIVE = RNG.random(SIZE) < 0.4
SCORES = {
    "a": np.round(RNG.normal(size=SIZE) + POSITIVE, 1),
    "b": RNG.normal(size=SIZE) + POSITIVE,
    "c": RNG.integers(0, 4, SIZE).astype(float),
}
GROUPS = RNG.integers(0, 25, SIZE)
OF_ONE_CLASS = np.where(POSITIVE, GROUPS, GROUPS + 100)
WEIGHTS = RNG.gamma(1.0, 1.0, SIZE)
COUNTS = RNG.integers(1, 5, SIZE)


def _moments(**extra: Any) -> AucMoments:
    return AucMoments.from_scores(PairedScores.from_arrays(POSITIVE, SCORES, **extra))


def _obuchowski(
    first: Floats, second: Floats, groups: NDArray[Any], weights: Floats
) -> tuple[float, float]:
    """The AUC of the first, and the covariance of both, by double sums over groups."""
    own, other = POSITIVE, ~POSITIVE
    up, down = weights[own] / weights[own].sum(), weights[other] / weights[other].sum()
    found = []
    for scores in (first, second):
        wins = (scores[own][:, None] > scores[other]) + 0.5 * (
            scores[own][:, None] == scores[other]
        )
        auc = float(up @ wins @ down)
        found.append((auc, up * (wins @ down - auc), down * (up @ wins - auc)))
    of_positives, of_negatives = groups[own], groups[other]
    counts = len(set(of_positives)), len(set(of_negatives)), len(set(groups))
    factors = [n / (n - 1) for n in counts]
    total = 0.0
    for group in set(groups):
        a, c = (each[1][of_positives == group].sum() for each in found)
        b, d = (each[2][of_negatives == group].sum() for each in found)
        total += factors[0] * a * c + factors[1] * b * d + factors[2] * (a * d + b * c)
    return found[0][0], total


@for_each("groups", [GROUPS, OF_ONE_CLASS, np.arange(SIZE)], ids=["mixed", "apart", "one"])
@for_each("weights", [np.ones(SIZE), WEIGHTS], ids=["plain", "weighted"])
def test_the_covariance_is_obuchowskis(groups: NDArray[Any], weights: Floats) -> None:
    moments = _moments(groups=groups, sampling_weights=weights)
    for (i, first), (j, second) in itertools.product(enumerate(SCORES), repeat=2):
        auc, covariance = _obuchowski(SCORES[first], SCORES[second], groups, weights)
        assert moments.aucs[i] == pytest.approx(auc, rel=1e-12)
        assert moments.covariance[i, j] == pytest.approx(covariance, rel=1e-11, abs=1e-16)
        spread = moments.covariance[i, i] + moments.covariance[j, j] - 2 * covariance
        assert moments.difference_variance[i, j] == pytest.approx(spread, rel=1e-9, abs=1e-16)


@for_each(
    "extra",
    [
        {"groups": np.arange(SIZE)[::-1]},
        {"sampling_weights": np.full(SIZE, 0.7)},
        {"frequency_weights": np.ones(SIZE)},
        {"groups": [f"g{i}" for i in range(SIZE)], "sampling_weights": np.full(SIZE, 3)},
    ],
    ids=str,
)
def test_groups_of_one_and_equal_weights_change_no_bit(extra: dict[str, Any]) -> None:
    plain, found = _moments(), _moments(**extra)
    assert (found.aucs, found.tied_shares, found.pairs) == (
        plain.aucs,
        plain.tied_shares,
        plain.pairs,
    )
    for one, two in zip(found.parts, plain.parts, strict=True):
        for field in ("covariance", "difference", "kurtosis"):
            np.testing.assert_array_equal(getattr(one, field), getattr(two, field))
        assert one.size == two.size
    assert found.design_effects.tolist() == [1.0] * 3


def test_frequencies_are_repeated_rows_to_the_last_bit() -> None:
    rows = np.repeat(np.arange(SIZE), COUNTS)
    repeated = AucMoments.from_scores(
        PairedScores.from_arrays(POSITIVE[rows], {n: v[rows] for n, v in SCORES.items()})
    )
    found = _moments(frequency_weights=COUNTS)
    assert (found.aucs, found.tied_shares) == (repeated.aucs, repeated.tied_shares)
    assert (found.n_positive, found.n_negative) == (repeated.n_positive, repeated.n_negative)
    for one, two in zip(found.parts, repeated.parts, strict=True):
        for field in ("covariance", "difference", "kurtosis"):
            np.testing.assert_array_equal(getattr(one, field), getattr(two, field))
    grouped = _moments(frequency_weights=COUNTS, groups=GROUPS)
    repeated = AucMoments.from_scores(
        PairedScores.from_arrays(
            POSITIVE[rows], {n: v[rows] for n, v in SCORES.items()}, groups=GROUPS[rows]
        )
    )
    np.testing.assert_allclose(grouped.covariance, repeated.covariance, rtol=1e-12)
    for one, two in zip(grouped.parts, repeated.parts, strict=True):
        assert one.size == pytest.approx(two.size, rel=1e-12)


def test_the_order_of_rows_and_the_scale_of_weights_hardly_matter() -> None:
    found = _moments(groups=GROUPS, sampling_weights=WEIGHTS)
    order = np.random.default_rng(1).permutation(SIZE)
    turned = AucMoments.from_scores(
        PairedScores.from_arrays(
            POSITIVE[order],
            {n: v[order] for n, v in SCORES.items()},
            groups=GROUPS[order] * 7 - 3,
            sampling_weights=1e5 * WEIGHTS[order],
        )
    )
    np.testing.assert_allclose(turned.aucs, found.aucs, rtol=1e-14)
    np.testing.assert_allclose(turned.covariance, found.covariance, rtol=1e-12)
    assert turned.pairs == found.pairs


def test_no_variance_is_negative() -> None:
    """Where a group is right about its positives exactly as far as it is wrong elsewhere."""
    rng = np.random.default_rng(2)
    for _ in range(200):
        size = int(rng.integers(6, 30))
        labels = np.r_[[True, False], rng.random(size - 2) < rng.random()]
        groups = rng.integers(0, 5, size)
        values = rng.integers(0, 4, (2, size)) * np.where(rng.random() < 0.5, 1, groups)
        moments = AucMoments.from_scores(
            PairedScores.from_arrays(labels, {"a": values[0], "b": values[1]}, groups=groups)
        )
        known = np.isfinite(moments.covariance).all()
        if known:
            assert np.linalg.eigvalsh(moments.covariance).min() >= -1e-16
            assert moments.difference_variance.min() >= 0


def test_a_class_in_one_group_has_no_variance_to_estimate() -> None:
    labels, values = [1, 1, 1, 0, 0, 0], [4, 5, 2, 1, 3, 2]
    moments = AucMoments.from_scores(
        Scores.from_arrays(labels, values, groups=["a", "a", "a", "b", "c", "d"])
    )
    assert np.isnan(moments.covariance).all()
    assert moments.pairs == 1


def test_effective_sizes_and_disjoint_pairs() -> None:
    units = Units.of((4, 4), [np.array([1, 1, 1, 3]), np.array([1, 1, 1, 1])])
    assert units.effective_sizes == pytest.approx((36 / 12, 4))
    assert units.disjoint == 2
    codes = [np.array([0, 0, 1, 2]), np.array([0, 1, 3, 3])]
    grouped = Units.of((4, 4), None, codes, 4)
    assert grouped.effective_sizes == pytest.approx((16 / 6, 16 / 6))
    assert grouped.disjoint == 1  # group 0 has a half of one class and a quarter of the other
    even = Units.of((4, 4), None, [np.arange(4), np.arange(4)], 4)
    assert even.disjoint == 2
    assert even.effective_sizes == pytest.approx((4, 4))


def test_the_design_effect_of_identical_rows_is_their_number() -> None:
    rows = np.repeat(np.arange(SIZE), 3)
    repeated = AucMoments.from_scores(
        Scores.from_arrays(POSITIVE[rows], SCORES["b"][rows], groups=rows)
    )
    plain = AucMoments.from_scores(Scores.from_arrays(POSITIVE, SCORES["b"]))
    np.testing.assert_allclose(repeated.covariance, plain.covariance, rtol=1e-12)
    assert repeated.design_effects[0] == pytest.approx(3.0, rel=0.05)
    assert repeated.pairs == plain.pairs


def test_weighted_counts_have_the_weights_of_the_population() -> None:
    scores = Scores.from_arrays(POSITIVE, SCORES["a"], sampling_weights=WEIGHTS)
    counts = ThresholdCounts.from_scores(scores)
    scale = SIZE / WEIGHTS.sum()
    for at, threshold in enumerate(counts.thresholds):
        here = SCORES["a"] == threshold
        for found, own in ((counts.positives, POSITIVE), (counts.negatives, ~POSITIVE)):
            assert found[at] == pytest.approx(scale * WEIGHTS[here & own].sum(), rel=1e-12)
    assert counts.auc == pytest.approx(AucMoments.from_scores(scores).aucs[0], rel=1e-13)
    assert counts.worth is not None
    independent = counts.independent
    assert independent.n_positive == int(counts.worth[0])
    assert independent.auc == pytest.approx(counts.auc, abs=0.03)


# R's survey package: tests/gold/r/survey.R.

SURVEY: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "gold" / "r" / "survey.json").read_text()
)


@for_each("block", ["groups", "groups_and_weights"])
def test_the_covariance_is_that_of_rs_survey_package(block: str) -> None:
    weights = SURVEY["w"] if block == "groups_and_weights" else None
    data = PairedScores.from_arrays(
        SURVEY["y"],
        {"a": SURVEY["a"], "b": SURVEY["b"]},
        groups=SURVEY["patient"],
        sampling_weights=weights,
    )
    moments, expected = AucMoments.from_scores(data), SURVEY[block]
    assert moments.aucs == pytest.approx((expected["auc_a"], expected["auc_b"]), rel=1e-13)
    covariance = np.reshape(expected["covariance"], (2, 2))
    np.testing.assert_allclose(moments.covariance, covariance, rtol=1e-12)


@for_each("block", ["mixed", "mixed_and_weights"])
def test_groups_of_both_classes_are_those_of_rs_survey_package(block: str) -> None:
    weights = SURVEY["mixed_w"] if block == "mixed_and_weights" else None
    data = Scores.from_arrays(
        SURVEY["mixed_y"],
        SURVEY["mixed_a"],
        groups=SURVEY["mixed_patient"],
        sampling_weights=weights,
    )
    moments, expected = AucMoments.from_scores(data), SURVEY[block]
    assert moments.aucs[0] == pytest.approx(expected["auc"], rel=1e-13)
    assert math.sqrt(moments.covariance[0, 0]) == pytest.approx(
        expected["standard_error"], rel=1e-12
    )
