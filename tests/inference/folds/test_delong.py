"""DeLong over folds: against the double loop, LeDell's form, and plain DeLong where they meet."""

import itertools
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.folds import FoldScores, with_both_classes
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import LabelError, OptionError, UnsupportedError
from aucurate.inference.auc.delong import delong_interval, delong_joint_test, delong_test
from aucurate.inference.folds.delong import (
    averaged_delong_interval,
    averaged_delong_test,
    corrected_delong_test,
    corrected_moments,
    fold_delong_interval,
    fold_delong_test,
    fold_moments,
)
from aucurate.inference.folds.ledell import ledell_interval, ledell_test
from aucurate.inference.folds.t_tests import fold_t_test
from aucurate.results import Comparison


def _folds(
    sizes: list[int], repeats: int = 1, ties: bool = False, apart: float = 1.0, rng: int = 1
) -> FoldScores:
    drawn = np.random.default_rng(rng)
    many = sum(sizes)
    labels = np.arange(many) % 3 == 0
    columns: dict[str, list[Any]] = {"folds": [], "repeats": [], "observations": [], "labels": []}
    scores: dict[str, list[Any]] = {"a": [], "b": [], "c": []}
    fold_of = np.concatenate([np.full(size, k) for k, size in enumerate(sizes)])
    for repeat in range(repeats):
        order = drawn.permutation(many) if repeat else np.arange(many)
        columns["folds"] += fold_of.tolist()
        columns["repeats"] += [repeat] * many
        columns["observations"] += order.tolist()
        columns["labels"] += labels[order].tolist()
        for at, kept in enumerate(scores.values()):
            drawn_scores = drawn.normal(size=many) + apart * labels[order] * (1 + at / 3)
            kept += (np.round(drawn_scores, 1) if ties else drawn_scores).tolist()
    return FoldScores.from_arrays(
        columns["labels"],
        scores,
        folds=columns["folds"],
        repeats=columns["repeats"],
        observations=columns["observations"],
    )


def _by_definition(data: FoldScores, first: str, second: str) -> tuple[float, float]:
    """Difference and variance, pair by pair."""
    at, other = data.names.index(first), data.names.index(second)
    total, weight = np.zeros(len(data.observations)), np.zeros(len(data.observations))
    means = []
    for k in range(data.n_folds):
        here = np.flatnonzero(data.folds == k)
        positives = [i for i in here if data.observations.is_positive[data.rows[i]]]
        negatives = [i for i in here if not data.observations.is_positive[data.rows[i]]]
        won = {}
        for i, j in itertools.product(positives, negatives):
            gaps = [data.values[row, i] - data.values[row, j] for row in (at, other)]
            won[i, j] = (np.sign(gaps[0]) - np.sign(gaps[1])) / 2
        means.append(np.mean(list(won.values())))
        for i in positives:
            w = data.observations.n_positive / len(positives) / data.n_folds
            total[data.rows[i]] += w * np.mean([won[i, j] for j in negatives])
            weight[data.rows[i]] += w
        for j in negatives:
            w = data.observations.n_negative / len(negatives) / data.n_folds
            total[data.rows[j]] += w * np.mean([won[i, j] for i in positives])
            weight[data.rows[j]] += w
    mean = float(np.mean(means))
    centred = total - weight * mean
    variance = 0.0
    for members in (data.observations.is_positive, ~data.observations.is_positive):
        n = np.count_nonzero(members)
        variance += float(np.sum(centred[members] ** 2)) / (n * (n - 1))
    return mean, variance


@for_each("ties", [False, True])
@for_each(("sizes", "repeats"), [([30, 30, 30], 1), ([15, 24, 33], 1), ([20] * 4, 3)])
def test_against_the_double_loop(sizes: list[int], repeats: int, ties: bool) -> None:
    data = _folds(sizes, repeats, ties)
    for first, second in itertools.permutations("abc", 2):
        difference, variance = _by_definition(data, first, second)
        found = fold_delong_test(data, first, second)
        assert found.difference == pytest.approx(difference, abs=1e-13)
        assert found.standard_error**2 == pytest.approx(variance, rel=1e-11)


@pytest.mark.parametrize(
    ("sizes", "repeats"), [([30, 30, 30], 1), ([15, 24, 33], 1), ([20] * 4, 3), ([30, 30], 5)]
)
def test_the_correction_is_that_of_as_many_observations_as_the_training_sets_have(
    sizes: list[int], repeats: int
) -> None:
    data = _folds(sizes, repeats)
    size = sum(sizes)
    trained = np.mean([size - one for one in sizes])
    for first, second in itertools.permutations("abc", 2):
        difference, variance = _by_definition(data, first, second)
        found = corrected_delong_test(data, first, second)
        assert found.difference == pytest.approx(difference, abs=1e-13)
        weights = _weights(data)
        effective = weights.sum() ** 2 / (weights**2).sum()
        expected = variance * (1 + effective / trained)
        assert found.standard_error**2 == pytest.approx(expected, rel=1e-11)
        assert found.method == "corrected DeLong"
        assert [c.kind for c in found.caveats[:2]] == ["valid_for", "conservative"]


def _weights(data: FoldScores) -> NDArray[np.float64]:
    """How much every observation counts: as often as it was tested, small folds more."""
    found = np.zeros(len(data.observations))
    positive = data.observations.is_positive
    for fold, row in zip(data.folds, data.rows, strict=True):
        here = data.rows[data.folds == fold]
        alike = np.count_nonzero(positive[here] == positive[row])
        found[row] += np.count_nonzero(positive == positive[row]) / alike / data.n_folds
    return found


def test_the_correction_over_random_splits_needs_the_sizes_of_the_training_sets() -> None:
    drawn = np.random.default_rng(5)
    labels = np.arange(60) % 2
    who = np.concatenate([drawn.permutation(60)[:20] for _ in range(8)])
    given = {
        "labels": labels[who],
        "scores": {name: labels[who] + drawn.normal(size=len(who)) for name in "ab"},
        "folds": np.repeat(np.arange(8), 20),
        "observations": who,
        "design": "random splits",
    }
    data = FoldScores.from_arrays(**given, n_train=40)
    difference, variance = _by_definition(data, "a", "b")
    weights = _weights(data)
    effective = weights.sum() ** 2 / (weights**2).sum()
    found = corrected_delong_test(data, "a", "b")
    assert found.difference == pytest.approx(difference, abs=1e-13)
    assert found.standard_error**2 == pytest.approx(variance * (1 + effective / 40), rel=1e-11)
    with pytest.raises(
        OptionError, match="sizes of the training and test sets, which are not known"
    ):
        corrected_delong_test(FoldScores.from_arrays(**given), "a", "b")


def test_large_folds_give_ledell_and_one_observation_weighs_the_same() -> None:
    data = _folds([3000, 3000, 3000])
    one, two = fold_delong_test(data, "a", "b"), ledell_test(data, "a", "b")
    assert one.difference == pytest.approx(two.difference, abs=1e-12)
    assert one.standard_error == pytest.approx(two.standard_error, rel=2e-3)
    here, there = fold_delong_interval(data, "a"), ledell_interval(data, "a")
    assert here.value == pytest.approx(there.value, abs=1e-12)
    assert here.interval.low == pytest.approx(there.interval.low, abs=4e-4)


def test_equal_scores_in_all_folds_are_delong_of_the_parts() -> None:
    """The placements of a fold are DeLong's: the mean of the folds' AUCs, and small folds widen."""
    data = _folds([30, 30, 30])
    aucs = [AucMoments.from_scores(data.fold(k)).aucs[0] for k in range(3)]
    assert fold_moments(data).aucs[0] == pytest.approx(float(np.mean(aucs)), abs=1e-15)
    assert (
        fold_delong_test(data, "a", "b").standard_error > ledell_test(data, "a", "b").standard_error
    )


def test_the_contract_of_a_comparison() -> None:
    data = _folds([20, 20, 20, 20, 20], ties=True)
    one, two = fold_delong_test(data, "a", "b"), fold_delong_test(data, "b", "a")
    assert two.difference == -one.difference
    assert two.statistic == pytest.approx(-one.statistic, rel=1e-12, abs=1e-12)
    assert two.p_value == pytest.approx(one.p_value, abs=1e-12)
    less, greater = (
        fold_delong_test(data, "a", "b", alternative=side).p_value for side in ("less", "greater")
    )
    assert less + greater == pytest.approx(1)
    assert Comparison.from_dict(one.to_dict()) == one
    assert one.caveats[0].kind == "valid_for"
    itself = fold_delong_test(data, "a", "a")
    assert (itself.difference, itself.p_value) == (0.0, 1.0)
    squashed = replace(data, values=keeping_ties(np.exp)(data.values))
    assert fold_delong_test(squashed, "a", "b").p_value == one.p_value
    assert str(one).startswith("AUC difference")


def test_all_algorithms_at_once() -> None:
    data = load_breast_cancer_folds()
    found = delong_joint_test(fold_moments(data), distribution="F")
    assert found.p_value < 1e-6
    assert found.degrees_of_freedom == 4


def test_perfect_folds_have_an_interval_that_is_no_point() -> None:
    data = _folds([20, 20, 20, 20, 20], apart=100)
    found = fold_delong_test(data, "a", "b")
    assert found.method == "disjoint-pairs bound"
    assert found.interval.low < 0 < found.interval.high
    estimate = fold_delong_interval(data, "a")
    assert (estimate.value, estimate.interval.high) == (1.0, 1.0)
    assert estimate.interval.low < 0.99


def test_what_is_refused_or_told() -> None:
    fixed = FoldScores.from_arrays(
        [0, 1] * 4, {"a": range(8)}, folds=[1] * 4 + [2] * 4, observations=[0, 1, 2, 3] * 2
    )
    with pytest.raises(UnsupportedError, match="fixed test set"):
        fold_moments(fixed)
    with pytest.raises(UnsupportedError, match="one fixed test set"):
        corrected_moments(fixed)
    with pytest.raises(OptionError, match="no classifier named"):
        fold_delong_test(_folds([20] * 5), "a", "z")
    few = [c.kind for c in fold_delong_test(_folds([40, 40, 40]), "a", "b").caveats]
    assert "small_training_sets" in few
    many = [c.kind for c in fold_delong_test(_folds([40] * 5), "a", "b").caveats]
    assert "small_training_sets" not in many


def test_a_fold_without_a_class_is_refused_or_left_out_whole() -> None:
    labels = [0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0]
    scores = {"a": np.arange(12.0), "b": np.arange(12.0)[::-1]}
    folds = [1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3]
    data = FoldScores.from_arrays(labels, scores, folds=folds)
    with pytest.raises(LabelError, match="missing from fold '2'"):
        fold_delong_test(data, "a", "b")
    kept = with_both_classes(data)
    assert (kept.fold_names, kept.dropped, len(kept.observations)) == (("1", "3"), ("2",), 10)
    inside = [row for row, fold in enumerate(folds) if fold != 2]
    plain = FoldScores.from_arrays(
        np.array(labels)[inside],
        {name: values[inside] for name, values in scores.items()},
        folds=np.array(folds)[inside],
    )
    assert fold_moments(kept).aucs == fold_moments(plain).aucs
    assert kept.aucs().dropped == ("2",)
    assert kept.n_train is not None
    assert kept.n_train.tolist() == [8, 6]
    assert with_both_classes(plain) is plain


# DeLong on averaged placements: its definition, what it becomes for equal models, its level.


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
    known = replace(unknown, division=replace(unknown.division, n_train=(200.0,) * models))
    one, two = (averaged_delong_test(data, "a", "b") for data in (unknown, known))
    test_set = averaged_delong_test(unknown, "a", "b", training_sets="separate").standard_error ** 2
    assert two.standard_error < one.standard_error
    assert two.standard_error**2 == pytest.approx(test_set * (1 + 100 / 200), rel=0.03)
