"""Curves of weighted observations: scikit-learn's sample_weight, and repeated rows."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn import metrics
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.cost_curve import cost_curve
from aucurate.curve.decision_curve import decision_curve
from aucurate.curve.det import det_curve
from aucurate.curve.lorenz import lorenz_curve
from aucurate.curve.precision import precision_curve
from aucurate.curve.roc import roc_curve, youden_index
from aucurate.data.scores import Scores
from aucurate.estimates.thresholds.choice import choose_threshold

GOLD = json.loads((Path(__file__).parents[1] / "gold/sklearn/roc.json").read_text())


def _data(ties: bool, kind: str) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(7)
    labels = rng.random(60) < 0.4
    scores = rng.random(60) / 2 + labels / 4
    if ties:
        scores = np.round(scores, 1)
    weights = rng.integers(1, 5, 60) if kind == "frequency" else rng.uniform(0.1, 4, 60)
    return labels, scores, weights


@for_each("kind", ["frequency", "sampling"])
@for_each("ties", [False, True])
def test_curves_are_those_of_scikit_learn(ties: bool, kind: str) -> None:
    labels, scores, weights = _data(ties, kind)
    given: dict[str, Any] = {f"{kind}_weights": weights}
    theirs = {"sample_weight": weights}

    curve = roc_curve(labels, scores, **given)
    false, true, thresholds = metrics.roc_curve(labels, scores, drop_intermediate=False, **theirs)
    np.testing.assert_allclose(curve.sensitivity, true, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(1 - curve.specificity, false, rtol=1e-12, atol=1e-14)
    np.testing.assert_array_equal(curve.thresholds, thresholds)
    assert curve.auc == pytest.approx(metrics.roc_auc_score(labels, scores, **theirs), rel=1e-12)

    precise = precision_curve(labels, scores, **given)
    precision, recall, cuts = metrics.precision_recall_curve(labels, scores, **theirs)
    np.testing.assert_allclose(precise.precision[::-1], precision[:-1], rtol=1e-12)
    np.testing.assert_allclose(precise.sensitivity[::-1], recall[:-1], rtol=1e-12)
    np.testing.assert_array_equal(precise.thresholds[::-1], cuts)
    assert precise.average_precision == pytest.approx(
        metrics.average_precision_score(labels, scores, **theirs), rel=1e-12
    )

    det = det_curve(labels, scores, **given)
    false, missed, cuts = metrics.det_curve(labels, scores, **theirs)
    at = np.searchsorted(-det.thresholds, -cuts)
    np.testing.assert_allclose(det.false_alarms[at], false, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(det.missed[at], missed, rtol=1e-12, atol=1e-14)

    gini = 2 * metrics.roc_auc_score(labels, scores, **theirs) - 1
    lorenz = lorenz_curve(labels, scores, **given)
    assert lorenz.gini == pytest.approx(gini, rel=1e-12)
    assert lorenz.accuracy_ratio == pytest.approx(gini, rel=1e-12)


@for_each("kind", ["frequency", "sampling"])
def test_net_benefit_and_cost_are_weighted_means(kind: str) -> None:
    labels, scores, weights = _data(False, kind)
    given: dict[str, Any] = {f"{kind}_weights": weights}
    shares = weights / weights.sum()
    found = decision_curve(labels, scores, thresholds=[0.2, 0.5], **given)
    assert found.prevalence == pytest.approx(shares[labels].sum(), rel=1e-12)
    for at, t in enumerate((0.2, 0.5)):
        called = scores >= t
        gained, lost = shares[called & labels].sum(), shares[called & ~labels].sum()
        assert found.net_benefit[at] == pytest.approx(gained - lost * t / (1 - t), rel=1e-12)
    curve = cost_curve(labels, scores, **given)
    use = IntendedUse(prevalence=0.3, false_negative_cost=4)
    own = [
        (
            0.3 * 4 * weights[labels & (scores < t)].sum() / weights[labels].sum()
            + 0.7 * weights[~labels & (scores >= t)].sum() / weights[~labels].sum()
        )
        / (0.3 * 4 + 0.7)
        for t in (*scores, np.inf)
    ]
    lowest = curve.expected_cost(curve.probability_cost(use))
    assert lowest == pytest.approx(min(own), rel=1e-12)


@for_each("rule", ["youden", "sensitivity=0.9", "cost=3:1", "best=f1", "corner"])
def test_rules_choose_on_the_weighted_sample(rule: str) -> None:
    labels, scores, weights = _data(True, "frequency")
    repeated = np.repeat(labels, weights), np.repeat(scores, weights)
    one = choose_threshold(Scores.from_arrays(*repeated), rule)
    for given in ({"frequency_weights": weights}, {"sampling_weights": weights * 0.1}):
        two = choose_threshold(Scores.from_arrays(labels, scores, **given), rule)
        assert two.threshold == one.threshold
        assert two.point.sensitivity == pytest.approx(one.point.sensitivity, rel=1e-12)
        assert two.point.expected_cost == pytest.approx(one.point.expected_cost, rel=1e-12)
        assert two.tied_thresholds == one.tied_thresholds
        assert two.iso_cost.slope == pytest.approx(one.iso_cost.slope, rel=1e-12)
    same = youden_index(labels, scores, sampling_weights=weights)
    assert same.thresholds == youden_index(*repeated).thresholds
