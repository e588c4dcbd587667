"""Groups and weights of several classes: the definition, and where they change nothing."""

import dataclasses
import itertools
import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score
from tests.loops import for_each

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.ordered import OrderedScores
from aucurate.errors import InputError, LabelError, OptionError, ScoreError
from aucurate.estimates.classes.auc import (
    Average,
    ClassAverage,
    HandTill,
    OneVsRest,
    class_average_of,
    hand_till_auc,
    one_vs_rest_auc,
)
from aucurate.inference.multiclass.auc import (
    AverageComponents,
    average_intervals,
    multiclass_auc_interval,
    multiclass_auc_test,
    multiclass_joint_test,
)
from aucurate.inference.multiclass.pairwise_auc import PairOfClasses, pairwise_auc_intervals

Floats = NDArray[np.float64]
AVERAGES: tuple[Average, ...] = ("macro", "weighted")
RNG = np.random.default_rng(23)
SIZE = 120
CODES = RNG.integers(0, 3, SIZE)
GROUPS = RNG.integers(0, 30, SIZE)
WITHIN = GROUPS + 100 * CODES
EVERY = np.repeat(np.arange(40), 3)  # with CODES_EVERY each group holds all classes
CODES_EVERY = np.tile(np.arange(3), 40)
WEIGHTS = RNG.gamma(1.0, 1.0, SIZE) + 0.05
COUNTS = RNG.integers(1, 5, SIZE)
MATRICES = {
    name: np.round(RNG.normal(size=(SIZE, 3)) + shift * np.eye(3)[CODES], decimals)
    for name, shift, decimals in (("a", 1.0, 1), ("b", 0.6, 9), ("c", 0.8, 0))
}
ESTIMANDS: list[ClassAverage] = [
    HandTill(),
    HandTill("weighted"),
    HandTill("weighted", "estimated"),
    OneVsRest(),
    OneVsRest("weighted"),
    OneVsRest(prevalence="estimated"),
    OneVsRest("weighted", "estimated"),
    OneVsRest(of=1, prevalence="estimated"),
    OneVsRest(of=2, prevalence={0: 0.5, 1: 0.3, 2: 0.2}),
    PairOfClasses(0, 2, averaged=True),
]
KINDS: dict[str, dict[str, Any]] = {
    "groups": {"groups": GROUPS},
    "groups of one class": {"groups": WITHIN},
    "sampling weights": {"sampling_weights": WEIGHTS},
    "groups and sampling weights": {"groups": GROUPS, "sampling_weights": WEIGHTS},
    "groups and frequency weights": {"groups": GROUPS, "frequency_weights": COUNTS},
}


def _data(codes: Any = CODES, **extra: Any) -> PairedClassScores:
    return PairedClassScores.from_arrays(codes, MATRICES, **extra)


def _components(estimand: ClassAverage, **extra: Any) -> AverageComponents:
    return AverageComponents.of_scores(_data(**extra), estimand)


def _shares(extra: dict[str, Any]) -> Floats:
    weights = extra.get("sampling_weights", extra.get("frequency_weights", np.ones(SIZE)))
    return np.asarray(weights, np.float64)


def _influences(matrix: Floats, estimand: ClassAverage, weights: Floats) -> tuple[float, Floats]:
    """The average, and for each class (row) what every observation adds, by double loops."""
    totals = np.bincount(CODES, weights)
    relative = estimand.weights(("0", "1", "2"), totals) * (1 - np.eye(3))
    relative = relative / relative.sum()
    value, added, pairwise = 0.0, np.zeros((3, SIZE)), np.full((3, 3), np.nan)
    for a, b in itertools.permutations(range(3), 2):
        i, j = np.flatnonzero(a == CODES), np.flatnonzero(b == CODES)
        x, y = matrix[i, a][:, None], matrix[j, a][None]
        won = (x > y) + 0.5 * (x == y)
        up, down = weights[i] / totals[a], weights[j] / totals[b]
        auc = float(up @ won @ down)
        pairwise[a, b] = auc
        value += relative[a, b] * auc
        added[a, i] += relative[a, b] * up * (won @ down - auc)
        added[b, j] += relative[a, b] * down * (up @ won - auc)
    used = (relative.sum(axis=0) + relative.sum(axis=1)) > 0
    added = added[used]
    if estimand.is_estimated:
        slopes = estimand.slopes(("0", "1", "2"), totals, np.where(relative > 0, pairwise, np.nan))
        share = totals / totals.sum()
        of_shares = weights / weights.sum() * (slopes - slopes @ share)[CODES]
        added = np.vstack([added, of_shares])
    return value, added


def _variance(
    first: Floats, second: Floats, members: NDArray[np.bool_], groups: NDArray[Any]
) -> float:
    """The covariance of two estimates by the double sum over units and what they hold."""
    total = 0.0
    holds = np.array([[own[groups == g].any() for g in np.unique(groups)] for own in members])
    counts, units = holds.sum(axis=1), int(holds.any(axis=0).sum())
    for g in np.unique(groups):
        sums = [each[:, groups == g].sum(axis=1) for each in (first, second)]
        for c, d in itertools.product(range(len(members)), repeat=2):
            n = int(counts[c]) if c == d else units
            total += n / (n - 1) * float(sums[0][c] * sums[1][d])
    return total


@pytest.mark.parametrize("kind", KINDS)
@for_each("estimand", ESTIMANDS, ids=str)
def test_the_covariance_is_the_double_sum_over_units(kind: str, estimand: ClassAverage) -> None:
    extra, weights = KINDS[kind], _shares(KINDS[kind])
    whole = _components(estimand, **extra)
    groups = extra.get("groups", np.arange(SIZE))
    known = [_influences(matrix, estimand, weights) for matrix in MATRICES.values()]
    relative = estimand.weights(("0", "1", "2"), np.bincount(CODES, weights)) * (1 - np.eye(3))
    used = (relative.sum(axis=0) + relative.sum(axis=1)) > 0
    members = np.array([c == CODES for c in np.flatnonzero(used)])
    if estimand.is_estimated:
        members = np.vstack([members, np.ones(SIZE, bool)])
    np.testing.assert_allclose(whole.values, [value for value, _ in known], rtol=1e-12)
    for i, j in itertools.product(range(3), repeat=2):
        expected = _variance(known[i][1], known[j][1], members, groups)
        assert whole.covariance[i, j] == pytest.approx(expected, rel=1e-9, abs=1e-15)
        if i != j:
            apart = known[i][1] - known[j][1]
            expected = _variance(apart, apart, members, groups)
            assert whole.difference_variance(i, j) == pytest.approx(expected, rel=1e-9)


@for_each("estimand", [e for e in ESTIMANDS if e.is_estimated], ids=str)
def test_the_variance_is_that_of_the_derivatives_by_the_weights(estimand: ClassAverage) -> None:
    """Where every group holds all classes, all factors are one and the rest is linearisation."""

    def value(weights: Floats) -> float:
        data = ClassScores.from_arrays(
            CODES_EVERY, MATRICES["b"], sampling_weights=weights, groups=EVERY
        )
        return class_average_of(data, estimand)

    step = 1e-6
    sums = np.zeros(40)
    for g in range(40):
        here = g == EVERY
        up, down = (value(np.where(here, WEIGHTS * (1 + s), WEIGHTS)) for s in (step, -step))
        sums[g] = (up - down) / (2 * step)
    data = ClassScores.from_arrays(
        CODES_EVERY, MATRICES["b"], sampling_weights=WEIGHTS, groups=EVERY
    )
    found = multiclass_auc_interval(data, estimand)
    assert found.standard_error**2 == pytest.approx(40 / 39 * float(sums @ sums), rel=1e-6)
    assert found.n_groups == 40


@pytest.mark.parametrize("estimand", ESTIMANDS, ids=str)
def test_groups_of_one_and_equal_weights_change_no_bit(estimand: ClassAverage) -> None:
    plain = [multiclass_auc_interval(each, estimand) for each in _data()]
    for extra in (
        {"groups": RNG.permutation(SIZE)},
        {"sampling_weights": np.full(SIZE, 0.3)},
        {"frequency_weights": np.ones(SIZE)},
    ):
        found = [multiclass_auc_interval(each, estimand) for each in _data(**extra)]
        groups = SIZE if "groups" in extra else 0
        assert found == [dataclasses.replace(each, n_groups=groups) for each in plain]


@pytest.mark.parametrize("estimand", ESTIMANDS, ids=str)
@for_each("groups", [None, GROUPS], ids=["rows", "groups"])
def test_frequencies_are_repeated_rows(estimand: ClassAverage, groups: Any) -> None:
    rows = np.repeat(np.arange(SIZE), COUNTS)
    extra = {} if groups is None else {"groups": groups}
    repeated = PairedClassScores.from_arrays(
        CODES[rows],
        {name: matrix[rows] for name, matrix in MATRICES.items()},
        **{name: values[rows] for name, values in extra.items()},
    )
    counted = _data(frequency_weights=COUNTS, **extra)
    assert counted.counts == repeated.counts
    for one, two in zip(counted, repeated, strict=True):
        first, second = (multiclass_auc_interval(each, estimand) for each in (one, two))
        assert first.value == second.value
        for field in ("standard_error", "design_effect"):
            assert getattr(first, field) == pytest.approx(getattr(second, field), rel=1e-12)
        assert first.interval.low == pytest.approx(second.interval.low, rel=1e-12)
        assert first.interval.high == pytest.approx(second.interval.high, rel=1e-12)
        assert (first.counts, first.n_groups) == (second.counts, second.n_groups)
    ours, theirs = (
        multiclass_auc_test(each["a"], each["b"], estimand) for each in (counted, repeated)
    )
    assert ours.p_value == pytest.approx(theirs.p_value, rel=1e-10)


def test_the_values_are_scikit_learns() -> None:
    scores = np.abs(MATRICES["b"])
    scores = scores / scores.sum(axis=1, keepdims=True)
    for weights in (WEIGHTS, WEIGHTS * 1e200):
        for average in AVERAGES:
            found = one_vs_rest_auc(CODES, scores, average=average, sampling_weights=weights)
            theirs = roc_auc_score(
                CODES, scores, multi_class="ovr", average=average, sample_weight=WEIGHTS
            )
            assert found == pytest.approx(theirs, rel=1e-12)
    # scikit-learn refuses sample_weight with "ovo"; repeated rows are its weights.
    rows = np.repeat(np.arange(SIZE), COUNTS)
    for average in AVERAGES:
        found = hand_till_auc(CODES, scores, average=average, frequency_weights=COUNTS)
        theirs = roc_auc_score(CODES[rows], scores[rows], multi_class="ovo", average=average)
        assert found == pytest.approx(theirs, rel=1e-12)


@for_each("estimand", [HandTill(), OneVsRest("weighted", "estimated")], ids=str)
def test_a_bootstrap_of_groups_agrees(estimand: ClassAverage) -> None:
    rng = np.random.default_rng(4)
    groups, codes = np.repeat(np.arange(60), 4), rng.integers(0, 3, 240)
    shared = rng.normal(size=(60, 3))[groups]
    scores = 1.5 * np.eye(3)[codes] + shared + rng.normal(size=(240, 3))
    data = ClassScores.from_arrays(codes, scores, groups=groups)
    values = []
    for _ in range(600):
        drawn = rng.integers(0, 60, 60)
        rows = (drawn[:, None] * 4 + np.arange(4)).ravel()
        values.append(
            class_average_of(ClassScores.from_arrays(codes[rows], scores[rows]), estimand)
        )
    found = multiclass_auc_interval(data, estimand)
    assert found.standard_error == pytest.approx(float(np.std(values)), rel=0.12)
    assert found.design_effect > 1.05


def test_groups_that_hold_all_of_a_class_and_other_degenerate_data() -> None:
    one_group = ClassScores.from_arrays(CODES, MATRICES["a"], groups=np.zeros(SIZE))
    found = multiclass_auc_interval(one_group, HandTill())
    assert math.isnan(found.standard_error)
    assert 0 <= found.interval.low < found.value < found.interval.high <= 1
    perfect = ClassScores.from_arrays(
        CODES, np.eye(3)[CODES], groups=GROUPS, sampling_weights=WEIGHTS
    )
    for estimand in ESTIMANDS:
        exact = multiclass_auc_interval(perfect, estimand)
        assert (exact.value, exact.standard_error) == (1.0, 0.0)
        assert exact.interval.low < 0.95
    heavy = np.where(np.arange(SIZE) == 5, 1e300, 1e-5)
    leaning = ClassScores.from_arrays(CODES, MATRICES["a"], sampling_weights=heavy)
    wide = multiclass_auc_interval(leaning, OneVsRest())
    assert wide.interval.high - wide.interval.low > 0.2
    constant = ClassScores.from_arrays(CODES, np.ones((SIZE, 3)), sampling_weights=WEIGHTS)
    assert multiclass_auc_interval(constant, OneVsRest()).value == 0.5


def test_pairs_of_classes_and_joint_tests_use_groups() -> None:
    data = _data(groups=GROUPS, sampling_weights=WEIGHTS)
    pairs = pairwise_auc_intervals(data["a"], averaged=True)
    alone = multiclass_auc_interval(data["a"], PairOfClasses(0, 2, averaged=True))
    found = pairs.between(0, 2)
    assert found.standard_error == pytest.approx(alone.standard_error, rel=1e-12)
    together = average_intervals(data["a"], ESTIMANDS)
    for estimand, one in zip(ESTIMANDS, together, strict=True):
        assert one.value == multiclass_auc_interval(data["a"], estimand).value
    joint, two = (
        multiclass_joint_test(data.select(("a", "b"))),
        multiclass_auc_test(data["a"], data["b"]),
    )
    assert joint.p_value == pytest.approx(two.p_value, rel=1e-9)
    assert two.n_groups == 30
    apart = multiclass_auc_test(
        data["a"], ClassScores.from_arrays(CODES, MATRICES["b"], groups=WITHIN), paired=False
    )
    assert apart.n_groups == 30 + len(set(WITHIN))


def test_weights_of_zero_are_left_out_and_counted() -> None:
    weights = np.where(np.arange(SIZE) % 5 == 0, 0.0, WEIGHTS)
    kept = weights > 0
    found = _data(sampling_weights=weights, groups=GROUPS)
    plain = PairedClassScores.from_arrays(
        CODES[kept],
        {name: matrix[kept] for name, matrix in MATRICES.items()},
        sampling_weights=weights[kept],
        groups=GROUPS[kept],
    )
    assert found.observations.source.n_weightless == int((~kept).sum())
    one, two = (multiclass_auc_interval(each["b"], OneVsRest()) for each in (found, plain))
    assert one == two
    with pytest.raises(LabelError, match="weight 0"):
        _data(sampling_weights=np.where(CODES == 1, 0.0, 1.0))


def test_wrong_weights_and_groups_are_refused() -> None:
    for extra, error, words in (
        ({"frequency_weights": WEIGHTS}, InputError, "whole numbers"),
        ({"frequency_weights": COUNTS, "sampling_weights": WEIGHTS}, OptionError, "frequency"),
        ({"sampling_weights": -WEIGHTS}, InputError, "0 or more"),
        ({"sampling_weights": WEIGHTS[:5]}, ScoreError, "5 values"),
        ({"groups": [None, *GROUPS[1:]]}, ScoreError, "missing"),
    ):
        for build in (
            lambda extra=extra: _data(**extra),
            lambda extra=extra: OrderedScores.from_arrays(
                CODES, MATRICES["a"][:, 0], order=(0, 1, 2), **extra
            ),
        ):
            with pytest.raises(error, match=words):
                build()
    dropped = _data(groups=[None, *GROUPS[1:]], missing="drop")
    assert dropped.observations.source.n_dropped == 1
