"""What estimates of counts share."""

import numpy as np

from aucurate.data.moments import ThresholdCounts
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate, share_within, turned
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt


def test_every_estimate_keeps_the_protocol() -> None:
    for estimate in (
        PartialAuc(specificity=(0.9, 1)),
        SensitivityAt(specificity=0.9),
        SpecificityAt(sensitivity=0.9),
        AveragePrecision(),
    ):
        assert isinstance(estimate, CountedEstimate)
        assert estimate.lowest < estimate.highest


def test_turning_twice_changes_nothing() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([3.0, 1.0]), positives=np.array([2, 1]), negatives=np.array([0, 4])
    )
    once = turned(counts)
    assert (once.n_positive, once.n_negative) == (4, 3)
    assert once.auc == counts.auc
    twice = turned(once)
    assert twice.thresholds.tolist() == [3.0, 1.0]
    assert twice.positives.tolist() == [2, 1]


def test_shares_of_stretches() -> None:
    start, width = np.array([0.0, 0.2, 0.2, 0.4]), np.array([0.2, 0.0, 0.2, 0.6])
    assert share_within(0.3, start, width).round(12).tolist() == [1.0, 1.0, 0.5, 0.0]
    assert share_within(0.1, start, width).round(12).tolist() == [0.5, 0.0, 0.0, 0.0]
