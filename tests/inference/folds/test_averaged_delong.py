"""DeLong on averaged placements: its definition, what it becomes for equal models, its level."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.data.folds import FoldScores
from aucurate.data.paired import PairedScores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_interval, delong_test
from aucurate.inference.folds.averaged_delong import averaged_delong_interval, averaged_delong_test
from aucurate.inference.folds.fold_t import fold_t_test
from aucurate.results import Comparison

Scores3 = NDArray[np.float64]


def _data(labels: Any, scores: Scores3) -> FoldScores:
    """Scores are algorithms x models x observations."""
    _, models, size = scores.shape
    return FoldScores.from_arrays(
        np.tile(labels, models),
        dict(zip("ab", scores.reshape(2, -1), strict=True)),
        folds=np.repeat(np.arange(models), size),
        observations=np.tile(np.arange(size), models),
        design="fixed test set",
    )


def _noise(models: int, noise: float = 0.5, decimals: int = 9) -> tuple[Any, Scores3]:
    rng = np.random.default_rng(models)
    labels = rng.permutation(np.arange(40) < 15)
    own = rng.normal(size=(2, 1, 40)) + np.array([1.5, 1.0])[:, None, None] * labels
    return labels, (own + noise * rng.normal(size=(2, models, 40))).round(decimals)


@for_each("models", [2, 3, 8])
@for_each("decimals", [9, 0])
def test_the_variance_is_that_of_the_definition(models: int, decimals: int) -> None:
    labels, scores = _noise(models, decimals=decimals)
    data = _data(labels, scores)
    found = averaged_delong_test(data, "a", "b", training_sets="separate")
    jackknife = averaged_delong_test(data, "a", "b")
    x, z = scores[:, :, labels], scores[:, :, ~labels]
    psi = (x[..., :, None] > z[..., None, :]) + 0.5 * (x[..., :, None] == z[..., None, :])
    gap = psi[0] - psi[1]  # models x positives x negatives
    each = gap.mean(axis=(1, 2))

    def delong(kernel: Any) -> float:
        ten, one = kernel.mean(axis=1), kernel.mean(axis=0)
        return float(ten.var(ddof=1) / len(ten) + one.var(ddof=1) / len(one))

    test_set = delong(gap.mean(axis=0))
    shared = (np.mean([delong(k) for k in gap]) - test_set) * models / (models - 1)
    training = max(0.0, each.var(ddof=1) - max(0.0, shared)) / models
    assert found.difference == pytest.approx(each.mean(), rel=1e-12)
    assert found.standard_error == pytest.approx(np.sqrt(test_set + training), rel=1e-12)
    error = np.sqrt(test_set + (models - 1) ** 2 * training)
    assert jackknife.standard_error == pytest.approx(error, rel=1e-12)


def test_one_and_the_same_model_in_every_fold_gives_delongs_test() -> None:
    labels, scores = _noise(1)
    found = averaged_delong_test(_data(labels, np.repeat(scores, 5, axis=1)), "a", "b")
    both = PairedScores.from_arrays(labels, {"a": scores[0, 0], "b": scores[1, 0]})
    plain = delong_test(both["a"], both["b"])
    assert found.p_value == pytest.approx(plain.p_value, rel=1e-12)
    assert found.interval.low == pytest.approx(plain.interval.low, rel=1e-12)
    assert found.degrees_of_freedom == pytest.approx(plain.degrees_of_freedom, rel=1e-12)


def test_swapping_flips_the_sign_and_json_keeps_everything() -> None:
    data = _data(*_noise(4))
    one, two = averaged_delong_test(data, "a", "b"), averaged_delong_test(data, "b", "a")
    assert two.difference == -one.difference
    assert two.statistic == pytest.approx(-one.statistic, rel=1e-12, abs=1e-12)
    assert two.p_value == pytest.approx(one.p_value, rel=1e-12)
    assert Comparison.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    assert one.caveats[0].kind == "valid_for"


def test_degenerate_data_are_decided() -> None:
    labels, scores = _noise(3)
    same = averaged_delong_test(_data(labels, scores), "a", "a")
    assert (same.difference, same.p_value) == (0.0, 1.0)
    assert same.interval.low < 0 < same.interval.high
    perfect = np.tile(labels * 1.0, (2, 3, 1))
    perfect[1] *= 2
    both = averaged_delong_test(_data(labels, perfect), "a", "b")
    assert (both.p_value, both.method) == (1.0, "disjoint-pairs bound")
    one = np.arange(40) == 7
    lone = averaged_delong_test(_data(one, scores), "a", "b")
    assert lone.method == "disjoint-pairs bound"


def test_left_out_folds_are_refused() -> None:
    data = FoldScores.from_arrays([0, 1, 0, 1], {"a": range(4), "b": range(4)}, folds=[1, 1, 2, 2])
    with pytest.raises(UnsupportedError, match="fixed test set") as refused:
        averaged_delong_test(data, "a", "b")
    assert "corrected_delong_test" in refused.value.hint
    with pytest.raises(OptionError, match="training_sets"):
        averaged_delong_test(_data(*_noise(2)), "a", "b", training_sets="same")  # type: ignore[arg-type]


def _equal_learners(rng: np.random.Generator, models: int, train: int, test: int) -> FoldScores:
    """Linear discriminants on four features each, of equal worth; each model leaves a fold out."""
    labels = rng.permutation(np.arange(train + test) < 0.4 * (train + test))
    features = rng.normal(size=(train + test, 8)) + 0.5 * labels[:, None]
    scores = np.empty((2, models, test))
    for k in range(models):
        kept = np.arange(test, test + train)[np.arange(train) % models != k]
        for a, half in enumerate((features[:, :4], features[:, 4:])):
            y, x = labels[kept], half[kept]
            centres = x[y].mean(axis=0) - x[~y].mean(axis=0)
            scores[a, k] = half[:test] @ np.linalg.solve(np.cov(x.T), centres)
    return _data(labels[:test], scores)


@pytest.mark.parametrize(("models", "train", "test"), [(20, 100, 50), (6, 48, 240)])
def test_the_level_holds_where_the_test_over_folds_has_none(
    models: int, train: int, test: int
) -> None:
    rng, draws = np.random.default_rng(1), 250
    rejected = np.zeros(3)
    for _ in range(draws):
        data = _equal_learners(rng, models, train, test)
        found = (
            averaged_delong_test(data, "a", "b"),
            averaged_delong_test(data, "a", "b", training_sets="separate"),
            fold_t_test(data.aucs(), "a", "b"),
        )
        rejected += [f.p_value < 0.05 for f in found]
    left_out, separate, over_folds = rejected / draws
    assert 0.01 < left_out < 0.09
    assert over_folds > 0.5
    assert separate > (0.12 if train < test else left_out - 0.01)


def test_the_interval_of_one_algorithm_is_wider_with_training_sets_that_vary() -> None:
    rng = np.random.default_rng(8)
    labels = np.arange(120) % 2
    steady = np.tile(labels * 1.5 + rng.normal(size=120), 10)
    shaken = steady + np.repeat(rng.normal(0, 1.0, 10), 120) * np.tile(rng.normal(size=120), 10)
    data = FoldScores.from_arrays(
        np.tile(labels, 10),
        {"steady": steady, "shaken": shaken},
        folds=np.repeat(np.arange(10), 120),
        observations=np.tile(np.arange(120), 10),
    )
    plain = delong_interval(PairedScores.from_arrays(labels, {"s": steady[:120]})["s"])
    one, two = (averaged_delong_interval(data, name) for name in ("steady", "shaken"))
    assert one.standard_error == pytest.approx(plain.standard_error, rel=1e-12)
    assert one.value == pytest.approx(plain.value, abs=1e-14)
    assert two.standard_error > one.standard_error
    assert one.value in one.interval
    assert two.caveats[0].kind == "valid_for"
    apart = averaged_delong_interval(data, "shaken", training_sets="separate")
    assert apart.standard_error < two.standard_error


def test_what_unstable_models_add_is_bounded_where_the_training_sets_are_known() -> None:
    rng = np.random.default_rng(9)
    labels, models = np.arange(100) % 2, 30
    scores = labels + rng.normal(size=(2, 1, 100)) + rng.normal(0, 1.0, (2, models, 100))
    unknown = _data(labels, scores)
    known = replace(unknown, n_train=np.full(models, 200.0))
    one, two = (averaged_delong_test(data, "a", "b") for data in (unknown, known))
    test_set = averaged_delong_test(unknown, "a", "b", training_sets="separate").standard_error ** 2
    assert two.standard_error < one.standard_error
    assert two.standard_error**2 == pytest.approx(test_set * (1 + 100 / 200), rel=0.03)
