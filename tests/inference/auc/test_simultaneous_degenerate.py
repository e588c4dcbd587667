"""Simultaneous comparisons where some or all differences have no variance."""

import json
from typing import Any

import numpy as np
import pytest

from aucurate.data.paired import PairedScores
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.simultaneous import simultaneous_comparisons


def _data(seed: int, classifiers: int = 4, size: int = 120) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 2)
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            f"c{k}": labels * (0.5 + 0.3 * k) + common + rng.normal(size=size)
            for k in range(classifiers)
        },
    )


def test_a_copied_classifier_changes_the_others_only_by_its_share() -> None:
    data = _data(6, 3)
    values = dict(zip(data.names, data.values, strict=True))
    copied = PairedScores.from_arrays(
        data.observations.is_positive, values | {"copy": 2 * data.values[0]}
    )
    before = simultaneous_comparisons(data, confidence=1 - 0.05 * 5 / 6)
    found = {(c.first, c.second): c for c in simultaneous_comparisons(copied)}
    same = found["c0", "copy"]
    assert (same.difference, same.p_value) == (0.0, 1.0)
    assert same.interval.low < 0 < same.interval.high
    assert same.interval.confidence == 0.95
    assert [c.kind for c in same.caveats] == ["identical_ranking", "bonferroni_share"]
    assert "one of 6 comparisons" in same.caveats[-1].message
    assert same.method == "disjoint-pairs bound, simultaneous"
    for comparison in before:
        now = found[comparison.first, comparison.second]
        assert now.interval.low == pytest.approx(comparison.interval.low, abs=1e-3)
        assert now.p_value == pytest.approx(min(1, comparison.p_value * 6 / 5), abs=2e-3)


def test_the_bound_of_a_pair_without_variance_is_bonferronis() -> None:
    steps = np.arange(40)
    noise = np.random.default_rng(1).normal(size=40)
    data = PairedScores.from_arrays(
        steps >= 20, {"perfect": steps, "reversed": -steps, "noise": noise}
    )
    found = {(c.first, c.second): c for c in simultaneous_comparisons(data)}
    bound = found["perfect", "reversed"]
    alone = delong_test(data["perfect"], data["reversed"], confidence=1 - 0.05 / 3)
    assert bound.interval.low == pytest.approx(alone.interval.low, rel=1e-12)
    assert bound.interval.high == pytest.approx(alone.interval.high, rel=1e-12)
    assert bound.p_value == pytest.approx(min(1.0, 3 * alone.p_value), rel=1e-12)
    assert found["perfect", "noise"].interval.method == "DeLong max-|z|"
    assert "lone_variance" in {c.kind for c in found["perfect", "noise"].caveats}


@pytest.mark.parametrize(
    ("labels", "columns"),
    [
        ([1, 0, 0, 0], {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1], "c": [2, 1, 4, 3]}),
        ([1, 0, 1, 0], {"a": [1, 1, 1, 1], "b": [2, 2, 2, 2], "c": [3, 3, 3, 3]}),
        ([1, 0, 1, 0], {"a": [1, 0, 1, 0], "b": [2, 1, 2, 1], "c": [0, 0, 0, 0]}),
        ([1, 0], {"a": [1, 0], "b": [0, 1]}),
    ],
)
def test_data_without_any_variance_get_bounds(labels: Any, columns: Any) -> None:
    for comparison in simultaneous_comparisons(PairedScores.from_arrays(labels, columns)):
        assert comparison.method.startswith("disjoint-pairs bound")
        assert comparison.interval.low < comparison.interval.high
        assert comparison.difference in comparison.interval
        assert 0 < comparison.p_value <= 1
        json.dumps(comparison.to_dict(), allow_nan=False)


def test_a_contrast_without_variance_gets_the_bound() -> None:
    steps = np.arange(40)
    data = PairedScores.from_arrays(
        steps >= 20, {"a": steps, "b": 2 * steps, "constant": steps * 0}
    )
    (found,) = simultaneous_comparisons(data, contrasts=[0.5, 0.5, -1])
    assert found.method == "disjoint-pairs bound"
    assert found.difference == 0.5
    assert found.caveats[-1].kind == "no_variance"


def test_nearly_identical_classifiers_are_told_apart() -> None:
    data = _data(7, 2, size=2000)
    first, second = data.values
    nearly = first.copy()
    nearly[np.argsort(first)[1000]] = first[np.argsort(first)[1001]]
    found = simultaneous_comparisons(
        PairedScores.from_arrays(
            data.observations.is_positive, {"a": first, "b": second, "nearly": nearly}
        )
    )
    assert [np.isfinite(c.p_value) for c in found] == [True] * 3
    assert found[1].interval.high - found[1].interval.low < 1e-4
