"""The points of the curve that a sort keeps, beside the rule written with NumPy."""

import numpy as np
import pytest

from aucurate import kernels
from aucurate.curve.thinning import kept_points
from aucurate.kernels.reference import threshold_counts
from aucurate.kernels.thinning import STEPS, CurveLines


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("size", [3000, 100_000])
def test_on_any_number_of_threads_the_rule_decides(size: int, threads: int) -> None:
    rng = np.random.default_rng(7)
    positive = rng.random(size) < 0.01
    scores = np.exp(5 * rng.normal(size=(1, size)) + 3 * positive)
    (found,) = kernels.placements(scores, positive, threads=threads, with_curves=True).curves
    down = np.argsort(-scores[0], kind="stable")
    true = np.concatenate([[0], np.cumsum(positive[down])])
    false = np.concatenate([[0], np.cumsum(~positive[down])])
    kept = kept_points(true, false)[1:]
    assert found.n_points == size + 1
    assert found.thresholds.tolist() == scores[0][down][kept - 1].tolist()
    assert found.true_positives.tolist() == true[kept].tolist()
    assert found.false_positives.tolist() == false[kept].tolist()


def test_of_few_observations_every_threshold_is_kept() -> None:
    rng = np.random.default_rng(8)
    positive = np.arange(STEPS - 1) % 3 == 0
    scores = rng.integers(0, 200, (1, STEPS - 1)).astype(float)
    (found,) = kernels.placements(scores, positive, with_curves=True).curves
    expected = threshold_counts(scores[0], positive)
    assert found.n_points == len(expected) + 1
    assert found.thresholds.tolist() == [value for value, _, _ in expected]
    assert np.diff(found.true_positives, prepend=0).tolist() == [above for _, above, _ in expected]
    assert np.diff(found.false_positives, prepend=0).tolist() == [below for _, _, below in expected]


def test_equal_scores_make_a_curve_of_two_points() -> None:
    positive = np.arange(5000) % 2 == 0
    (found,) = kernels.placements(np.zeros((1, 5000)), positive, with_curves=True).curves
    assert (found.n_points, found.thresholds.tolist()) == (2, [0.0])
    assert (found.true_positives.tolist(), found.false_positives.tolist()) == ([2500], [2500])


def test_the_way_along_the_curve_is_divided_evenly_in_whole_numbers() -> None:
    for n_positive, n_negative in ((1, 1), (7, 13), (10**6, 9 * 10**6)):
        lines = CurveLines.of(n_positive, n_negative)
        whole = 2 * n_positive * n_negative
        assert lines.along.tolist() == [-(-k * whole // STEPS) for k in range(STEPS + 1)]
