"""Decision curves against counting, at the data's and at a stated prevalence."""

import numpy as np
import pytest

from aucurate.curve.decision_curve import decision_curve
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, ScoreError
from aucurate.inference.operating.net_benefit import net_benefit_interval


def test_the_net_benefit_is_counted() -> None:
    rng = np.random.default_rng(5)
    labels, scores = rng.integers(0, 2, 200), np.round(rng.uniform(size=200), 2)
    curve = decision_curve(labels, scores)
    assert curve.thresholds.tolist() == [k / 100 for k in range(1, 100)]
    for t, benefit in zip(curve.thresholds, curve.net_benefit, strict=True):
        called = scores >= t
        true, false = np.sum(called & (labels == 1)), np.sum(called & (labels == 0))
        assert benefit == pytest.approx((true - false * t / (1 - t)) / 200, abs=1e-12)


def test_everybody_and_the_standardised_curve() -> None:
    curve = decision_curve([0, 0, 0, 1], [1.0] * 4, thresholds=[0.25, 0.2])
    np.testing.assert_allclose(curve.thresholds, [0.2, 0.25])
    np.testing.assert_allclose(curve.net_benefit, curve.treat_all)
    np.testing.assert_allclose(curve.treat_all, [0.25 - 0.75 / 4, 0.0], atol=1e-15)
    perfect = decision_curve([0, 0, 0, 1], [0, 0, 0, 1], thresholds=0.9)
    assert perfect.standardised.tolist() == [1.0]
    assert len(perfect) == 1


def test_scores_in_single_precision_are_at_their_threshold() -> None:
    scores = np.array([0.1, 0.7], np.float32)
    curve = decision_curve([0, 1], scores, thresholds=[0.7, 0.71])
    assert curve.sensitivity.tolist() == [1, 0]
    estimate = net_benefit_interval(Scores.from_arrays([0, 1], scores), 0.7)
    assert estimate.value == pytest.approx(curve.net_benefit[0], rel=1e-12)


def test_a_stated_prevalence_moves_both() -> None:
    labels, scores = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    curve = decision_curve(labels, scores, thresholds=[0.2], prevalence=0.1)
    assert curve.net_benefit[0] == pytest.approx(0.1 * 1 - 0.9 * 0.5 * 0.25)
    assert curve.treat_all[0] == pytest.approx(0.1 - 0.9 * 0.25)


def test_what_makes_no_decision_is_refused() -> None:
    with pytest.raises(ScoreError, match="run from -2 to 3"):
        decision_curve([0, 1], [-2, 3])
    for thresholds in ([], [0.0], [1.0], [[0.1]]):
        with pytest.raises(OptionError, match="threshold probability"):
            decision_curve([0, 1], [0.2, 0.3], thresholds=thresholds)
    with pytest.raises(OptionError, match="a prevalence"):
        decision_curve([0, 1], [0.2, 0.3], prevalence=0)
