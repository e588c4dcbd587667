"""Error rates by observation: against a paired t, the definition, and what is refused."""

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError
from aucurate.inference.folds.error_rate import averaged_error_interval, averaged_error_test
from aucurate.inference.folds.t_tests import fold_t_test
from aucurate.results import Comparison

RNG = np.random.default_rng(3)


def _fixed(models: int = 6, size: int = 80) -> FoldScores:
    labels = np.arange(size) % 2
    base = {name: labels * w + RNG.normal(size=size) for name, w in (("a", 1.5), ("b", 1.0))}
    scores = {
        name: np.concatenate([s + 0.4 * RNG.normal(size=size) for _ in range(models)])
        for name, s in base.items()
    }
    return FoldScores.from_arrays(
        np.tile(labels, models),
        scores,
        folds=np.repeat(np.arange(models), size),
        observations=np.tile(np.arange(size), models),
        n_train=100,
    )


def test_one_division_is_a_paired_t_over_observations_and_the_training_sets() -> None:
    data = load_breast_cancer_folds()
    found = averaged_error_test(data, "forest", "tree", threshold=0.5)
    pooled = data.pooled()
    wrong = (pooled.values >= 0.5) != pooled.observations.is_positive
    one, two = wrong[pooled.names.index("forest")], wrong[pooled.names.index("tree")]
    by_scipy = stats.ttest_rel(one.astype(float), two.astype(float))
    factor = math.sqrt(1 + 569 / (569 * 0.9))
    assert found.statistic == pytest.approx(by_scipy.statistic / factor, rel=1e-12)
    assert found.degrees_of_freedom == len(one) - 1
    low, high = by_scipy.confidence_interval()
    half = factor * (high - low) / 2
    assert found.interval.low == pytest.approx(found.difference - half, rel=1e-10)
    assert found.interval.high == pytest.approx(found.difference + half, rel=1e-10)
    assert "conservative" in [caveat.kind for caveat in found.caveats]
    assert found.first_value == pytest.approx(float(np.mean(one)), rel=1e-12)


def test_a_fixed_test_set_has_both_sources_of_variance() -> None:
    data = _fixed()
    found = averaged_error_test(data, "a", "b", threshold=0.6)
    matrix = data.matrix() >= 0.6
    wrong = matrix != data.observations.is_positive
    gaps = wrong[0].astype(float) - wrong[1]
    models, size = gaps.shape
    over_test_set = float(np.var(gaps.mean(axis=0), ddof=1)) / size
    single = float(np.mean([np.var(row, ddof=1) for row in gaps])) / size
    both = (single - over_test_set) * models / (models - 1)
    training = max(0.0, float(np.var(gaps.mean(axis=1), ddof=1)) - both)
    variance = over_test_set + (models - 1) ** 2 * training / models
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-12)
    separate = averaged_error_test(data, "a", "b", threshold=0.6, training_sets="separate")
    assert separate.standard_error <= found.standard_error
    assert found.difference == pytest.approx(
        fold_t_test(data.errors(threshold=0.6), "a", "b").difference, abs=1e-12
    )


def test_repeats_are_averaged_by_observation() -> None:
    labels = np.arange(30) % 2
    scores = {"a": labels + RNG.normal(size=30), "b": labels + RNG.normal(size=30)}
    once = FoldScores.from_arrays(labels, scores, folds=np.arange(30) // 10)
    twice = FoldScores.from_arrays(
        np.tile(labels, 2),
        {name: np.tile(s, 2) for name, s in scores.items()},
        folds=np.tile(np.arange(30) // 10, 2),
        repeats=np.repeat([0, 1], 30),
        observations=np.tile(np.arange(30), 2),
    )
    one = averaged_error_test(once, "a", "b", threshold=0.5)
    two = averaged_error_test(twice, "a", "b", threshold=0.5)
    assert two.p_value == pytest.approx(one.p_value, rel=1e-12)


def test_the_contract_and_the_degenerate_cases() -> None:
    data = load_breast_cancer_folds()
    one = averaged_error_test(data, "forest", "tree", threshold=0.5)
    two = averaged_error_test(data, "tree", "forest", threshold=0.5)
    assert two.difference == -one.difference
    assert two.p_value == pytest.approx(one.p_value)
    assert Comparison.from_dict(one.to_dict()) == one
    itself = averaged_error_test(data, "tree", "tree", threshold=0.5)
    assert (itself.difference, itself.p_value) == (0.0, 1.0)
    assert -0.01 < itself.interval.low < 0 < itself.interval.high < 0.01
    assert [c.kind for c in itself.caveats] == ["valid_for", "identical_decisions"]
    for name in data.names:
        estimate = averaged_error_interval(data, name, threshold=0.5)
        assert estimate.value in estimate.interval
    never = averaged_error_interval(data, "tree", threshold=dict.fromkeys(data.names, -1.0))
    assert never.value == pytest.approx(357 / 569)
    perfect = FoldScores.from_arrays([0, 1] * 4, {"a": [0, 1] * 4}, folds=[1, 1, 1, 1, 2, 2, 2, 2])
    found = averaged_error_interval(perfect, "a", threshold=0.5)
    assert found.interval.low == 0
    assert found.interval.high == pytest.approx(1 - 0.025 ** (1 / 8))


def test_what_is_refused() -> None:
    data = load_breast_cancer_folds()
    with pytest.raises(OptionError, match="no threshold"):
        averaged_error_test(data, "tree", "forest", threshold={"tree": 0.5})


def test_random_splits_count_observations_as_often_as_they_were_tested() -> None:
    labels = np.arange(40) % 2
    tested = [RNG.permutation(40)[:size] for size in (8, 12, 10, 10, 16)]
    who = np.concatenate(tested)
    scores = {name: labels[who] + RNG.normal(size=len(who)) for name in "ab"}
    data = FoldScores.from_arrays(
        labels[who],
        scores,
        folds=np.repeat(np.arange(5), [len(one) for one in tested]),
        observations=who,
        design="random splits",
        n_train=28,
    )
    found = averaged_error_test(data, "a", "b", threshold=0.5)
    by_fold = data.errors(threshold=0.5)
    assert found.difference == pytest.approx(
        float(np.mean(by_fold.differences("a", "b"))), abs=1e-12
    )
    wrong = data.wrong(threshold=0.5)
    size = len(data.observations)
    total, weight = np.zeros(size), np.zeros(size)
    for at, (fold, row) in enumerate(zip(data.folds, data.rows, strict=True)):
        share = size / 5 / len(tested[fold])
        total[row] += share * (float(wrong[0, at]) - float(wrong[1, at]))
        weight[row] += share
    centred = total - weight * found.difference
    effective = weight.sum() ** 2 / (weight**2).sum()
    variance = (1 + effective / 28) * (centred**2).sum() / (size * (size - 1))
    assert found.standard_error == pytest.approx(math.sqrt(variance), rel=1e-10)


def test_decisions_without_spread_count_groups_and_agree_with_the_interval() -> None:
    labels, groups = np.arange(60) % 2, np.arange(60) // 2 % 5

    def compared(other: Any, *, grouped: bool, **asked: Any) -> Comparison:
        scores = {"a": labels.astype(float), "b": other}
        belonging = groups if grouped else None
        data = FoldScores.from_arrays(labels, scores, folds=groups, groups=belonging)
        return averaged_error_test(data, "a", "b", threshold=0.5, **asked)

    opposite = 1.0 - labels
    assert compared(opposite, grouped=True).p_value == pytest.approx(2 * 0.5**5)
    assert compared(opposite, grouped=False).p_value == pytest.approx(2 * 0.5**60)
    same = labels.astype(float)
    assert compared(same, grouped=True, null_difference=0.1).p_value == 1
    for null in (0.05, 0.06, 0.07):
        found = compared(same, grouped=False, null_difference=null)
        inside = found.interval.low <= null <= found.interval.high
        assert (found.p_value >= 0.05) == inside
