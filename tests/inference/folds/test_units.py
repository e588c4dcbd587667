"""Groups and weights over folds: the definitions, and what they are where they change nothing."""

import dataclasses
import itertools
import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score
from tests.loops import for_each

from aucurate.data.folds import FoldScores
from aucurate.errors import LabelError, UnsupportedError
from aucurate.inference.folds.delong import (
    averaged_delong_interval,
    averaged_delong_test,
    corrected_delong_test,
    fold_delong_interval,
    fold_delong_test,
    fold_moments,
)
from aucurate.inference.folds.error_rate import averaged_error_interval, averaged_error_test
from aucurate.inference.folds.ledell import ledell_interval, ledell_test
from aucurate.inference.folds.operating_points import operating_points
from aucurate.inference.folds.registry import pooled_delong_test

Floats = NDArray[np.float64]
SIZE, FOLDS = 120, 5
RNG = np.random.default_rng(12)
POSITIVE = RNG.permutation(np.repeat([True, False], [50, 70]))
FOLD = RNG.integers(0, FOLDS, SIZE)
GROUPS = RNG.integers(0, 30, SIZE)  # split across folds
WEIGHTS = RNG.gamma(1.0, 1.0, SIZE) + 0.02
COUNTS = RNG.integers(1, 4, SIZE)
SCORES = {
    "a": np.round(RNG.normal(size=SIZE) + POSITIVE, 1),
    "b": RNG.normal(size=SIZE) + 0.5 * POSITIVE,
}
KINDS: dict[str, dict[str, Any]] = {
    "groups": {"groups": GROUPS},
    "sampling weights": {"sampling_weights": WEIGHTS},
    "both": {"groups": GROUPS, "sampling_weights": WEIGHTS},
}
OF_LEFT_OUT = (
    lambda d: fold_delong_interval(d, "a"),
    lambda d: fold_delong_test(d, "a", "b"),
    lambda d: corrected_delong_test(d, "a", "b"),
    lambda d: pooled_delong_test(d, "a", "b"),
    lambda d: ledell_interval(d, "a"),
    lambda d: ledell_test(d, "a", "b"),
    lambda d: averaged_error_interval(d, "a", threshold=0.5),
    lambda d: averaged_error_test(d, "a", "b", threshold=0.5),
)
OF_FIXED = (
    lambda d: averaged_delong_interval(d, "a"),
    lambda d: averaged_delong_test(d, "a", "b"),
    lambda d: averaged_error_interval(d, "a", threshold=0.5),
    lambda d: averaged_error_test(d, "a", "b", threshold=0.5),
)


def _data(rows: Any = slice(None), repeats: int = 1, **extra: Any) -> FoldScores:
    extra = {name: np.asarray(values)[rows] for name, values in extra.items()}
    columns = {name: values[rows] for name, values in SCORES.items()}
    if repeats == 1:
        return FoldScores.from_arrays(POSITIVE[rows], columns, folds=FOLD[rows], **extra)
    size = len(POSITIVE[rows])
    tiled: dict[str, Any] = {name: np.tile(values, repeats) for name, values in extra.items()}
    noise = np.random.default_rng(2).normal(0, 0.3, (repeats, SIZE))[:, rows]
    return FoldScores.from_arrays(
        np.tile(POSITIVE[rows], repeats),
        {name: (values + noise).ravel() for name, values in columns.items()},
        folds=np.concatenate([(FOLD[rows] + r * GROUPS[rows]) % FOLDS for r in range(repeats)]),
        observations=np.tile(np.arange(size), repeats),
        repeats=np.repeat(np.arange(repeats), size),
        **tiled,
    )


def _fixed(rows: Any = slice(None), **extra: Any) -> FoldScores:
    """Four models that scored all observations."""
    tiled: dict[str, Any] = {n: np.tile(np.asarray(v)[rows], 4) for n, v in extra.items()}
    size, noise = len(POSITIVE[rows]), np.random.default_rng(5).normal(0, 0.5, (4, SIZE))[:, rows]
    return FoldScores.from_arrays(
        np.tile(POSITIVE[rows], 4),
        {name: (values[rows] + noise).ravel() for name, values in SCORES.items()},
        folds=np.repeat(np.arange(4), size),
        observations=np.tile(np.arange(size), 4),
        n_train=90,
        **tiled,
    )


def _weights(extra: dict[str, Any]) -> Floats:
    return np.asarray(extra.get("sampling_weights", np.ones(SIZE)), np.float64)


def _won(data: FoldScores, at: int, k: int, weights: Floats) -> tuple[float, Floats, Any]:
    """The AUC of a fold, and what each of its observations adds around 0, by double loops."""
    of_fold = data.folds == k
    rows, scores = data.rows[of_fold], data.values[at][of_fold]
    up, down = POSITIVE[rows], ~POSITIVE[rows]
    x, y = scores[up][:, None], scores[down][None]
    won = (x > y) + 0.5 * (x == y)
    own = weights[rows]
    s, t = own[up] / own[up].sum(), own[down] / own[down].sum()
    placed = np.empty(len(rows))
    placed[up], placed[down] = won @ t, s @ won
    return float(s @ won @ t), placed, rows


def _added(data: FoldScores, at: int, weights: Floats) -> tuple[float, Floats]:
    """The mean AUC, and what each observation adds to it in all folds and repeats."""
    folds = [_won(data, at, k, weights) for k in range(data.n_folds)]
    mean = float(np.mean([auc for auc, _, _ in folds]))
    added = np.zeros(SIZE)
    for _, placed, rows in folds:
        for own in (POSITIVE[rows], ~POSITIVE[rows]):
            share = weights[rows][own] / weights[rows][own].sum()
            added[rows[own]] += share * (placed[own] - mean) / data.n_folds
    return mean, added


def _variance(first: Floats, second: Floats, groups: NDArray[Any]) -> float:
    total, units = 0.0, len(np.unique(groups))
    holds = [len(np.unique(groups[own])) for own in (POSITIVE, ~POSITIVE)]
    for g in np.unique(groups):
        sums = [
            [each[(groups == g) & own].sum() for own in (POSITIVE, ~POSITIVE)]
            for each in (first, second)
        ]
        for c, d in itertools.product(range(2), repeat=2):
            n = holds[c] if c == d else units
            total += n / (n - 1) * sums[0][c] * sums[1][d]
    return total


@pytest.mark.parametrize("kind", KINDS)
@for_each("repeats", [1, 3])
def test_the_variance_is_the_double_sum_over_groups_in_all_folds(kind: str, repeats: int) -> None:
    extra = KINDS[kind]
    data, weights = _data(repeats=repeats, **extra), _weights(extra)
    groups = extra.get("groups", np.arange(SIZE))
    moments = fold_moments(data)
    known = [_added(data, at, weights) for at in range(2)]
    np.testing.assert_allclose(moments.aucs, [mean for mean, _ in known], rtol=1e-12)
    for i, j in itertools.product(range(2), repeat=2):
        expected = _variance(known[i][1], known[j][1], groups)
        assert moments.covariance[i, j] == pytest.approx(expected, rel=1e-9, abs=1e-15)
    gap = known[0][1] - known[1][1]
    found = fold_delong_test(data, "a", "b")
    assert found.standard_error**2 == pytest.approx(_variance(gap, gap, groups), rel=1e-9)
    corrected = corrected_delong_test(data, "a", "b")
    assert corrected.standard_error**2 / found.standard_error**2 == pytest.approx(9 / 4, rel=0.05)
    assert corrected.design_effect == pytest.approx(found.design_effect, rel=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_ledells_variance_is_that_of_sums_over_groups(kind: str) -> None:
    extra = KINDS[kind]
    data, weights = _data(**extra), _weights(extra)
    groups = extra.get("groups", np.arange(SIZE))
    share = weights[POSITIVE].sum() / weights.sum()
    added = np.zeros(SIZE)
    for k in range(data.n_folds):
        auc, placed, rows = _won(data, 0, k, weights)
        influence = (placed - auc) / np.where(POSITIVE[rows], share, 1 - share)
        added[rows] += weights[rows] / weights[rows].sum() / data.n_folds * influence
    sums = [added[groups == g].sum() for g in np.unique(groups)]
    found = ledell_interval(data, "a")
    assert found.standard_error**2 == pytest.approx(float(np.square(sums).sum()), rel=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_the_error_rates_variance_is_that_of_sums_over_groups(kind: str) -> None:
    extra = KINDS[kind]
    weights, groups = _weights(extra), extra.get("groups", np.arange(SIZE))
    share = weights / weights.sum()
    wrong = [(values >= 0.5) != POSITIVE for values in SCORES.values()]
    gaps = wrong[0].astype(float) - wrong[1]
    sums = [(share * (gaps - share @ gaps))[groups == g].sum() for g in np.unique(groups)]
    units = len(sums)
    found = averaged_error_test(_data(**extra), "a", "b", threshold=0.5)
    assert found.difference == pytest.approx(float(share @ gaps), abs=1e-14)
    variance = units / (units - 1) * float(np.square(sums).sum()) * (1 + SIZE / (0.8 * SIZE))
    assert found.standard_error**2 == pytest.approx(variance, rel=1e-9)


@for_each("make", [_data, _fixed], ids=["left-out", "fixed"])
def test_groups_of_one_and_equal_weights_change_no_bit(make: Any) -> None:
    plain = make()
    for extra in (
        {"groups": RNG.permutation(SIZE)},
        {"sampling_weights": np.full(SIZE, 3.0)},
        {"frequency_weights": np.ones(SIZE)},
    ):
        n_groups = SIZE if "groups" in extra else 0
        for ask in OF_LEFT_OUT if make is _data else OF_FIXED:
            one, two = ask(plain), ask(make(**extra))
            assert dataclasses.replace(two, n_groups=0) == one
            assert two.n_groups == n_groups


@for_each("make", [_data, _fixed], ids=["left-out", "fixed"])
@for_each("grouped", [False, True], ids=["rows", "groups"])
def test_frequencies_are_repeated_rows(make: Any, grouped: bool) -> None:
    extra = {"groups": GROUPS} if grouped else {}
    counted = make(frequency_weights=COUNTS, **extra)
    repeated = make(np.repeat(np.arange(SIZE), COUNTS), **extra)
    assert counted.n_test.tolist() == repeated.n_test.tolist()
    for ask in OF_LEFT_OUT if make is _data else OF_FIXED:
        one, two = ask(counted).to_dict(), ask(repeated).to_dict()
        for name in ("value", "difference", "standard_error", "p_value", "design_effect"):
            if name in one:
                assert one[name] == pytest.approx(two[name], rel=1e-12)
        assert one["interval"]["low"] == pytest.approx(two["interval"]["low"], rel=1e-12)


def test_fold_aucs_and_errors_are_weighted() -> None:
    data = _data(sampling_weights=WEIGHTS)
    for k in range(FOLDS):
        here = data.rows[data.folds == k]
        theirs = roc_auc_score(POSITIVE[here], SCORES["b"][here], sample_weight=WEIGHTS[here])
        assert data.aucs().of("b")[k] == pytest.approx(theirs, rel=1e-12)
        wrong = (SCORES["b"][here] >= 0.5) != POSITIVE[here]
        rate = float(wrong @ WEIGHTS[here] / WEIGHTS[here].sum())
        assert data.errors(threshold=0.5).of("b")[k] == pytest.approx(rate, rel=1e-12)


def test_averaged_delong_sums_placements_over_groups() -> None:
    data = _fixed(groups=GROUPS, sampling_weights=WEIGHTS)
    added = np.zeros(SIZE)
    for at, sign in ((0, 1), (1, -1)):
        added += sign * _added(data, at, WEIGHTS)[1]
    found = averaged_delong_test(data, "a", "b")
    assert found.standard_error**2 >= _variance(added, added, GROUPS) * (1 - 1e-12)
    assert found.n_groups == len(set(GROUPS))
    one_model = averaged_delong_interval(data, "a")
    assert one_model.n_groups == len(set(GROUPS))
    assert one_model.interval.low < one_model.value < one_model.interval.high


def test_a_bootstrap_of_groups_agrees() -> None:
    rng = np.random.default_rng(6)
    groups = np.repeat(np.arange(80), 4)
    positive = rng.random(320) < 0.45
    scores = rng.normal(size=80)[groups] + rng.normal(size=320) + 1.2 * positive
    folds = groups % 4
    data = FoldScores.from_arrays(positive, {"a": scores}, folds=folds, groups=groups)
    found, values = fold_delong_interval(data, "a"), []
    for _ in range(500):
        aucs = []
        for k in range(4):
            drawn = rng.choice(np.arange(k, 80, 4), 20)
            rows = (drawn[:, None] * 4 + np.arange(4)).ravel()
            aucs.append(roc_auc_score(positive[rows], scores[rows]))
        values.append(np.mean(aucs))
    assert found.standard_error == pytest.approx(float(np.std(values)), rel=0.15)


def test_what_has_no_weighted_form_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"average of rates .*\n.*aucurate\.folds"):
        operating_points(_data(sampling_weights=WEIGHTS), "a")
    with pytest.raises(LabelError, match="different sampling_weights in different folds"):
        FoldScores.from_arrays(
            [0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=[1, 1, 2, 2], observations=[1, 2, 1, 2],
            sampling_weights=[1, 2, 3, 2],
        )  # fmt: skip
    with pytest.raises(LabelError, match="different frequency weights in different folds"):
        FoldScores.from_arrays(
            [0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=[1, 1, 2, 2], observations=[1, 2, 1, 2],
            frequency_weights=[1, 2, 3, 2],
        )  # fmt: skip


def test_one_group_and_weights_of_zero() -> None:
    alone = fold_delong_interval(_data(groups=np.zeros(SIZE)), "a")
    assert math.isnan(alone.standard_error)
    assert alone.interval.low < 0.1
    weights = np.where(np.arange(SIZE) % 6 == 0, 0.0, WEIGHTS)
    kept = np.flatnonzero(weights)
    found, plain = _data(sampling_weights=weights), _data(kept, sampling_weights=weights)
    assert found.observations.source.n_weightless == SIZE - len(kept)
    assert fold_delong_test(found, "a", "b") == fold_delong_test(plain, "a", "b")
