"""The precision-recall curve against scikit-learn and by hand."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.precision import PrecisionCurve, precision_curve
from aucurate.data.moments import ThresholdCounts
from aucurate.errors import OptionError
from aucurate.estimates.average_precision import average_precision

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
SKLEARN: dict[str, Any] = json.loads((GOLD / "sklearn" / "partial.json").read_text())["binary"]


@for_each("name", DATA)
@for_each("which", ["a", "b"])
def test_it_is_the_curve_of_scikit_learn_without_the_invented_point(name: str, which: str) -> None:
    curve = precision_curve(DATA[name]["y"], DATA[name][which])
    gold = SKLEARN[name][which]["precision_recall_curve"]
    assert curve.thresholds[::-1].tolist() == gold["thresholds"]
    assert curve.precision[::-1] == pytest.approx(gold["precision"][:-1], rel=1e-14)
    assert curve.sensitivity[::-1] == pytest.approx(gold["recall"][:-1], rel=1e-14)
    assert gold["precision"][-1] == 1.0
    assert gold["recall"][-1] == 0.0
    assert curve.average_precision == average_precision(DATA[name]["y"], DATA[name][which])


def test_a_rating_that_nobody_gave_is_no_point() -> None:
    counts = ThresholdCounts(
        thresholds=np.array([3, 2, 1]), positives=np.array([2, 0, 1]), negatives=np.array([0, 0, 3])
    )
    curve = PrecisionCurve.from_counts(counts)
    assert len(curve) == 2
    assert curve.precision.tolist() == [1.0, 0.5]
    assert curve.chance == 0.5


def test_precision_at_a_sensitivity() -> None:
    curve = precision_curve([0, 1, 0, 1, 1], [1, 2, 3, 4, 5])
    assert curve.precision_at(0.0) == curve.precision_at(1 / 3) == 1.0
    assert curve.precision_at(1.0) == 0.75
    assert curve.precision_at(np.array([0.5, 0.9])).tolist() == [1.0, 0.75]
    with pytest.raises(OptionError, match="between 0 and 1"):
        curve.precision_at(1.1)


def test_arrays_are_frozen() -> None:
    curve = precision_curve([0, 1], [1, 2])
    with pytest.raises(ValueError, match="read-only"):
        curve.true_positives[0] = 5
