"""Average precision against scikit-learn and its definition; its influences by the jackknife."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.estimates.average_precision import AveragePrecision, average_precision

GOLD = Path(__file__).parents[1] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
SKLEARN: dict[str, Any] = json.loads((GOLD / "sklearn" / "partial.json").read_text())["binary"]


@for_each("name", DATA)
@for_each("which", ["a", "b"])
def test_it_is_what_scikit_learn_gives(name: str, which: str) -> None:
    found = average_precision(DATA[name]["y"], DATA[name][which])
    assert found == pytest.approx(SKLEARN[name][which]["average_precision_score"], rel=1e-13)


@for_each("name", DATA)
def test_it_is_the_mean_precision_at_the_scores_of_the_positives(name: str) -> None:
    labels, scores = np.array(DATA[name]["y"]), np.array(DATA[name]["a"])
    total = 0.0
    for score in scores[labels == 1]:
        called = labels[scores >= score]
        total += called.sum() / len(called)
    assert average_precision(labels, scores) == pytest.approx(total / labels.sum(), rel=1e-13)


@pytest.mark.parametrize("decimals", [6, 0])
def test_influences_are_the_infinitesimal_jackknife(decimals: int) -> None:
    rng = np.random.default_rng(2)
    labels = np.repeat([1, 0], [15, 40])
    scores = Scores.from_arrays(labels, (rng.normal(size=55) + labels).round(decimals))
    counts = ThresholdCounts.from_scores(scores)
    found = AveragePrecision().influences(counts)
    ratio = 40 / 15

    def mean(positives: Any, negatives: Any) -> float:
        """At a fixed share of positives: weights within a class do not change it."""
        own, other = positives / positives.sum(), negatives / negatives.sum()
        true, false = np.cumsum(own), np.cumsum(other)
        return float(np.sum(own * true / np.maximum(true + ratio * false, 1e-300)))

    sizes = {
        "positives": counts.positives.astype(float),
        "negatives": counts.negatives.astype(float),
    }
    step = 1e-6
    for which, given in (("positives", found.positives), ("negatives", found.negatives)):
        own = sizes[which]
        centred = given - np.sum(own * given) / own.sum()
        for at in np.flatnonzero(own):
            nudge = step * (np.arange(len(own)) == at)
            ends = [mean(**{**sizes, which: own + sign * nudge}) for sign in (1, -1)]
            slope = own.sum() * (ends[0] - ends[1]) / (2 * step)
            assert centred[at] == pytest.approx(slope, abs=1e-7)


def test_perfect_constant_and_reversed() -> None:
    assert average_precision([0] * 7 + [1] * 3, range(10)) == 1.0
    assert average_precision([0] * 7 + [1] * 3, [1] * 10) == pytest.approx(0.3)
    worst = average_precision([1] * 3 + [0] * 7, range(10))
    assert worst == pytest.approx((1 / 8 + 2 / 9 + 3 / 10) / 3)
    assert average_precision([1] * 3 + [0] * 7, range(10), lower=True) == 1.0
