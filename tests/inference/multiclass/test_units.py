"""Volumes and decisions with groups and weights: definitions, and where they change nothing."""

import dataclasses
import itertools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.curve.weight_rules import WeightRule
from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import UnsupportedError
from aucurate.estimates import threshold_sweep
from aucurate.estimates.classes.volume import volume
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.estimates.weights.nested import nested_weights
from aucurate.estimates.weights.search import search_weights
from aucurate.estimates.weights.surface import class_interactions, decomposed_surface
from aucurate.inference.folds.class_points import class_operating_points
from aucurate.inference.multiclass.auc_bootstrap import ClassAverageStatistic, ClassRanks
from aucurate.inference.multiclass.confusion import confusion_intervals
from aucurate.inference.multiclass.volume import (
    VolumeComponents,
    dreiseitl_interval,
    volume_interval,
    volume_joint_test,
    volume_test,
)
from aucurate.inference.multiclass.volume_bootstrap import VolumeStatistic
from aucurate.inference.operating.proportions import proportion_interval
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.drawn_units import drawn_rows
from aucurate.inference.resampling.options import Resampling
from aucurate.study.multiclass import multiclass

Floats = NDArray[np.float64]
SIZE = 48
RNG = np.random.default_rng(31)
CODES = RNG.permutation(np.repeat([0, 1, 2], SIZE // 3))
GROUPS = RNG.integers(0, 14, SIZE)
WEIGHTS = RNG.gamma(1.0, 1.0, SIZE) + 0.05
COUNTS = RNG.integers(1, 4, SIZE)
COLUMNS = {
    "a": np.round(RNG.normal(size=SIZE) + CODES, 1),
    "b": RNG.normal(size=SIZE) + 0.7 * CODES,
}
MATRICES = {
    name: np.abs(np.round(RNG.normal(size=(SIZE, 3)) + shift * np.eye(3)[CODES], 1)) + 0.1
    for name, shift in (("a", 1.5), ("b", 1.0))
}
KINDS: dict[str, dict[str, Any]] = {
    "groups": {"groups": GROUPS},
    "sampling weights": {"sampling_weights": WEIGHTS},
    "both": {"groups": GROUPS, "sampling_weights": WEIGHTS},
}


def _ordered(rows: Any = slice(None), **extra: Any) -> PairedOrderedScores:
    columns = {name: values[rows] for name, values in COLUMNS.items()}
    extra = {name: np.asarray(values)[rows] for name, values in extra.items()}
    return PairedOrderedScores.from_arrays(CODES[rows], columns, order=(0, 1, 2), **extra)


def _classes(rows: Any = slice(None), **extra: Any) -> PairedClassScores:
    columns = {name: values[rows] for name, values in MATRICES.items()}
    extra = {name: np.asarray(values)[rows] for name, values in extra.items()}
    return PairedClassScores.from_arrays(CODES[rows], columns, **extra)


def _triples(scores: Floats, weights: Floats) -> tuple[float, Floats]:
    """The volume, and what each observation adds, over all triples."""
    low, middle, high = (np.flatnonzero(c == CODES) for c in range(3))
    s = [weights[rows] / weights[rows].sum() for rows in (low, middle, high)]
    x, y, z = scores[low][:, None, None], scores[middle][None, :, None], scores[high][None, None]
    psi = (
        1.0 * ((x < y) & (y < z))
        + 0.5 * (((x == y) & (y < z)) | ((x < y) & (y == z)))
        + ((x == y) & (y == z)) / 6
    )
    value = float(np.einsum("i,j,k,ijk->", *s, psi))
    added = np.zeros(SIZE)
    added[low] = s[0] * (np.einsum("j,k,ijk->i", s[1], s[2], psi) - value)
    added[middle] = s[1] * (np.einsum("i,k,ijk->j", s[0], s[2], psi) - value)
    added[high] = s[2] * (np.einsum("i,j,ijk->k", s[0], s[1], psi) - value)
    return value, added


def _variance(added: Floats, groups: NDArray[Any]) -> float:
    total, units = 0.0, len(np.unique(groups))
    holds = [len(np.unique(groups[c == CODES])) for c in range(3)]
    for g in np.unique(groups):
        sums = [added[(groups == g) & (c == CODES)].sum() for c in range(3)]
        for c, d in itertools.product(range(3), repeat=2):
            n = holds[c] if c == d else units
            total += n / (n - 1) * float(sums[c] * sums[d])
    return total


@pytest.mark.parametrize("kind", KINDS)
def test_the_variance_of_volumes_is_the_double_sum_over_groups(kind: str) -> None:
    extra = KINDS[kind]
    weights = np.asarray(extra.get("sampling_weights", np.ones(SIZE)))
    groups = extra.get("groups", np.arange(SIZE))
    whole = VolumeComponents.of(_ordered(**extra))
    known = [_triples(values, weights) for values in COLUMNS.values()]
    for at, (value, added) in enumerate(known):
        assert whole.values[at] == pytest.approx(value, rel=1e-12)
        assert whole.variance(at) == pytest.approx(_variance(added, groups), rel=1e-9)
    gap = known[0][1] - known[1][1]
    assert whole.difference_variance(0, 1) == pytest.approx(_variance(gap, groups), rel=1e-9)
    found = volume_test(*_ordered(**extra))
    joint = volume_joint_test(_ordered(**extra))
    assert joint.p_value == pytest.approx(found.p_value, rel=1e-9)
    assert found.n_groups == (len(set(GROUPS)) if "groups" in extra else 0)


def test_volumes_of_groups_of_one_repeated_rows_and_degenerate_data() -> None:
    plain = volume_interval(_ordered()["a"])
    assert volume_interval(_ordered(sampling_weights=np.full(SIZE, 2))["a"]) == plain
    of_one = volume_interval(_ordered(groups=np.arange(SIZE))["a"])
    assert of_one == dataclasses.replace(plain, n_groups=SIZE)
    rows = np.repeat(np.arange(SIZE), COUNTS)
    for extra in ({}, {"groups": GROUPS}):
        one = volume_interval(_ordered(frequency_weights=COUNTS, **extra)["b"])
        two = volume_interval(_ordered(rows, **extra)["b"])
        assert one.value == two.value
        assert one.standard_error == pytest.approx(two.standard_error, rel=1e-12)
        assert one.interval.low == pytest.approx(two.interval.low, rel=1e-12)
        assert one.design_effect == pytest.approx(two.design_effect, rel=1e-12)
    perfect = OrderedScores.from_arrays(
        CODES, CODES, order=(0, 1, 2), sampling_weights=WEIGHTS, groups=GROUPS
    )
    found = volume_interval(perfect)
    assert (found.value, found.standard_error) == (1.0, 0.0)
    assert volume(CODES, np.ones(SIZE), order=(0, 1, 2), sampling_weights=WEIGHTS) == pytest.approx(
        1 / 6, rel=1e-12
    )
    alone = volume_interval(_ordered(groups=np.zeros(SIZE))["a"])
    assert math.isnan(alone.standard_error)


def test_decisions_are_counted_by_their_weights() -> None:
    data = _classes(sampling_weights=WEIGHTS, groups=GROUPS)["a"]
    given = np.argmax(MATRICES["a"], axis=1)
    found = confusion_intervals(data)
    for t, d in itertools.product(range(3), repeat=2):
        own = t == CODES
        share = float(WEIGHTS[own & (given == d)].sum() / WEIGHTS[own].sum())
        assert found.shares[t][d] == pytest.approx(share, rel=1e-12)
        interval = found.intervals[t][d]
        assert interval.low <= share <= interval.high
    assert sum(found.sizes) == pytest.approx(SIZE)


def test_intervals_of_decisions_are_those_of_effective_counts() -> None:
    """Rows that are copies of each other within groups are worth no more than the groups."""
    rows = np.repeat(np.arange(SIZE), 3)
    copies = _classes(rows, groups=np.arange(SIZE))["a"]
    plain, found = confusion_intervals(_classes()["a"]), confusion_intervals(copies)
    ignored = confusion_intervals(_classes(rows)["a"])
    for t, d in itertools.product(range(3), repeat=2):
        assert found.shares[t][d] == pytest.approx(plain.shares[t][d])
        widths = [each.intervals[t][d].high - each.intervals[t][d].low for each in (found, plain)]
        assert widths[0] == pytest.approx(widths[1], rel=0.15)
        own = ignored.intervals[t][d]
        assert widths[0] > 1.3 * (own.high - own.low)
    of_one = confusion_intervals(_classes(groups=np.arange(SIZE))["a"])
    assert of_one == plain
    counted = confusion_intervals(_classes(frequency_weights=COUNTS)["a"])
    repeated = confusion_intervals(_classes(np.repeat(np.arange(SIZE), COUNTS))["a"])
    assert counted == repeated
    cell = plain.counts[0][0]
    assert plain.intervals[0][0] == proportion_interval(int(cell), int(plain.sizes[0]))


def test_what_has_no_form_for_groups_or_weights_is_refused_with_a_remedy() -> None:
    sampled = _classes(sampling_weights=WEIGHTS)["a"]
    cases: list[Callable[[], Any]] = [
        lambda: search_weights(sampled),
        lambda: greedy_weights(sampled),
        lambda: class_interactions(sampled),
        lambda: decomposed_surface(sampled),
        lambda: dreiseitl_interval(_ordered(groups=GROUPS)["a"]),
        lambda: dreiseitl_interval(_ordered(sampling_weights=WEIGHTS)["a"]),
    ]
    for refused in cases:
        with pytest.raises(UnsupportedError, match=r"Hint: use the intervals and tests"):
            refused()
    folds = ClassFoldScores.from_arrays(
        CODES, MATRICES["a"], folds=np.arange(SIZE) % 3, sampling_weights=WEIGHTS
    )
    for over_folds in (
        lambda: nested_weights(folds),
        lambda: class_operating_points(folds, [1, 1, 1]),
    ):
        with pytest.raises(UnsupportedError, match="does not take sampling weights"):
            over_folds()


def _hand_till(ranks: NDArray[Any], codes: NDArray[Any], weights: Floats) -> float:
    """The mean over ordered pairs of classes of the share of pairs won, pair by pair."""
    found = []
    for a, b in itertools.permutations(range(3), 2):
        own, other = codes == a, codes == b
        up, down = ranks[a][own][:, None], ranks[a][other]
        won = (up > down) + 0.5 * (up == down)
        pairs = weights[own][:, None] * weights[other]
        found.append(float((won * pairs).sum() / pairs.sum()))
    return float(np.mean(found))


@pytest.mark.parametrize("kind", KINDS)
def test_a_replicate_of_several_classes_draws_whole_groups(kind: str) -> None:
    data = _classes(**KINDS[kind])
    view = ClassRanks.of(data)
    assert view.units is not None
    draw, _ = ClassAverageStatistic().rows([*data], True, 7)
    drawn = drawn_rows(view.units.design(view.codes), 6, np.random.default_rng(7))
    expected = [
        [_hand_till(ranks, view.codes, times * view.amounts) for ranks in view.ranks]
        for times in drawn
    ]
    np.testing.assert_allclose(draw(6), expected, rtol=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_a_replicate_of_a_volume_draws_whole_groups(kind: str) -> None:
    data = _ordered(**KINDS[kind])["a"]
    statistic = VolumeStatistic()
    draw, _ = statistic.rows([data], True, 7)
    found = draw(400)[:, 0]
    error = volume_interval(data).standard_error
    assert found.std(ddof=1) == pytest.approx(error, rel=0.25)
    order = np.random.default_rng(1).permutation(SIZE)
    again, _ = statistic.rows([_ordered(order, **KINDS[kind])["a"]], True, 7)
    np.testing.assert_allclose(again(400)[:, 0], found, rtol=1e-9)


@for_each("build", [_classes, _ordered], ids=["classes", "volume"])
def test_the_bootstrap_is_plain_where_groups_and_weights_change_nothing(build: Any) -> None:
    drawing = Resampling(replicates=200, rng=3)
    plain = bootstrap_interval(build()["a"], resampling=drawing)
    of_one = bootstrap_interval(build(groups=np.arange(SIZE))["a"], resampling=drawing)
    assert of_one.interval == plain.interval
    counted = bootstrap_interval(build(frequency_weights=COUNTS)["a"], resampling=drawing)
    repeated = build(np.repeat(np.arange(SIZE), COUNTS))["a"]
    assert counted == bootstrap_interval(repeated, resampling=drawing)
    grouped = build(groups=GROUPS)
    for kind in ("percentile", "bca"):
        interval = bootstrap_interval(grouped["a"], kind=kind, resampling=drawing).interval
        assert 0 < interval.low < interval.high < 1
    test = bootstrap_test(grouped["a"], grouped["b"], resampling=drawing)
    mirror = bootstrap_test(grouped["b"], grouped["a"], resampling=drawing)
    assert test.p_value == pytest.approx(mirror.p_value)
    assert test.n_groups == len(set(GROUPS.tolist()))


@for_each("search", [search_weights, greedy_weights], ids=["coordinate", "greedy"])
def test_a_search_counts_repeated_rows_and_does_not_depend_on_groups(search: Any) -> None:
    rule = WeightRule.balanced()
    counted = search(_classes(frequency_weights=COUNTS)["a"], rule)
    repeated = search(_classes(np.repeat(np.arange(SIZE), COUNTS))["a"], rule)
    plain, grouped = search(_classes()["a"], rule), search(_classes(groups=GROUPS)["a"], rule)
    if search is greedy_weights:
        counted, repeated, plain, grouped = (
            each.best for each in (counted, repeated, plain, grouped)
        )
    assert counted == repeated
    assert grouped == plain


@pytest.mark.parametrize("kind", [*KINDS, "frequency weights"])
def test_a_study_has_groups_and_weights_everywhere(kind: str) -> None:
    extra = KINDS.get(kind, {"frequency_weights": COUNTS})
    study = multiclass(_classes(**extra), order=(0, 1, 2))
    assert (study.provenance.n_groups > 0) == ("groups" in extra)
    assert bool(study.choices) == ("sampling_weights" not in extra)
    decisions = study.decisions("a")
    assert (
        decisions.intervals
        == confusion_intervals(
            _classes(**extra)["a"], dict(zip(study.classes, study.point("a").weights, strict=True))
        ).intervals
    )
    every: list[Any] = [*study.averages, *study.against_rest, *study.volumes, *study.comparisons]
    assert {estimate.n_groups for estimate in every} == {study.provenance.n_groups}
    if kind != "frequency weights":
        assert "The intervals and tests allow for" in " ".join(study.sentences())
        assert any(estimate.design_effect != 1 for estimate in study.averages)
    assert type(study).from_json(study.to_json()) == study
    assert str(study)


def test_a_study_over_folds_pools_groups_and_refuses_what_it_cannot_weigh() -> None:
    folds = ClassFoldScores.from_arrays(
        CODES, MATRICES["a"], folds=np.arange(SIZE) % 3, groups=GROUPS
    )
    study = multiclass(folds)
    assert {estimate.n_groups for estimate in study.averages} == {len(set(GROUPS))}
    alone = ClassScores.from_arrays(CODES, MATRICES["a"], groups=GROUPS)
    assert study.averages[0].value == multiclass(alone).averages[0].value


def test_a_threshold_sweep_counts_repeated_rows_and_refuses_sampling_weights() -> None:
    two = CODES < 2
    labels, matrix, counts = CODES[two], MATRICES["a"][two][:, :2], COUNTS[two]
    counted = threshold_sweep(ClassScores.from_arrays(labels, matrix, frequency_weights=counts))
    rows = np.repeat(np.arange(len(labels)), counts)
    repeated = threshold_sweep(ClassScores.from_arrays(labels[rows], matrix[rows]))
    assert counted.true_positives.tolist() == repeated.true_positives.tolist()
    assert counted.false_positives.tolist() == repeated.false_positives.tolist()
    sampled = ClassScores.from_arrays(labels, matrix, sampling_weights=WEIGHTS[two])
    with pytest.raises(UnsupportedError, match="the threshold sweep does not take sampling"):
        threshold_sweep(sampled)
