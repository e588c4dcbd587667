"""Intervals of a volume: variance by definition, rival, bootstrap; the test against chance."""

import json
import math
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats
from tests.every.mirrored import assert_mirrored
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import ContrastError, OptionError
from aucurate.estimates.classes.volume import CHANCE, OrderedCounts, VolumeMoments
from aucurate.inference.core.beta_limits import WEIGHT
from aucurate.inference.multiclass.volume import (
    BOUND,
    VolumeComponents,
    VolumeScale,
    dreiseitl_interval,
    order_alike,
    unbiased_variance,
    volume_interval,
    volume_joint_test,
    volume_null_test,
    volume_test,
)
from aucurate.results import Alternative, ClassEstimate, Comparison

GOLD = json.loads(
    (Path(__file__).parents[2] / "gold" / "r" / "volume.json").read_text(encoding="utf-8")
)["sets"]
SCALES: tuple[VolumeScale, ...] = ("beta", "logit-t", "logit", "wald")


def drawn(rng: int, sizes: tuple[int, ...], *, step: float = 1.0) -> OrderedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([0, 1, 2], sizes)
    values = noise.normal(size=len(labels)) + step * labels
    return OrderedScores.from_arrays(labels, values, order=(0, 1, 2), name="a")


@for_each("gold", GOLD, ids=lambda gold: gold["name"])
def test_bcrocsurface_gives_the_same_variance(gold: dict[str, Any]) -> None:
    data = OrderedScores.from_arrays(gold["labels"], gold["scores"], order=gold["order"])
    found = volume_interval(data)
    assert found.standard_error**2 == pytest.approx(gold["bcROCsurface_variance"], rel=1e-12)


def test_the_standard_error_is_that_of_the_bootstrap_and_of_new_data() -> None:
    data = drawn(1, (60, 80, 50))
    noise = np.random.default_rng(2)
    rows = [np.flatnonzero(data.codes == at) for at in range(3)]
    redrawn, anew = [], []
    for _ in range(800):
        picked = np.concatenate([noise.choice(each, len(each)) for each in rows])
        fresh = noise.normal(size=len(data)) + data.codes
        redrawn.append(OrderedCounts.from_values(data.values[picked], data.codes[picked]).volume)
        anew.append(OrderedCounts.from_values(fresh, data.codes).volume)
    error = volume_interval(data).standard_error
    assert error == pytest.approx(float(np.std(redrawn)), rel=0.1)
    assert error == pytest.approx(float(np.std(anew)), rel=0.2)


def test_the_interval_is_on_the_logit_scale_with_t() -> None:
    data = drawn(3, (25, 30, 20))
    moments = VolumeMoments.from_scores(data)
    value, largest = moments.volumes[0], moments.volumes[0] * (1 - moments.volumes[0])
    variance, degrees = VolumeComponents.of(moments).shrunk(0)
    parts = [
        ((n - 1) * s[0, 0] + largest / 6) / (n - 0.5) / n
        for s, n in ((part.covariance, part.size) for part in moments.parts)
    ]
    assert variance == pytest.approx(sum(parts), rel=1e-12)
    found = volume_interval(data, scale="logit-t")
    from scipy import stats

    reach = stats.t.ppf(0.975, degrees) * math.sqrt(variance) / largest
    centre = math.log(value / (1 - value))
    ends = [1 / (1 + math.exp(-(centre + e))) for e in (-reach, reach)]
    assert [found.interval.low, found.interval.high] == pytest.approx(ends, rel=1e-12)
    assert found.interval.method == "U-statistic logit-t"
    wald = volume_interval(moments, scale="wald").interval
    assert (wald.high - wald.low) / 2 == pytest.approx(1.959964 * found.standard_error, rel=1e-6)


def test_large_samples_make_the_scales_agree() -> None:
    data = drawn(4, (4000, 4000, 4000))
    ends = [volume_interval(data, scale=scale).interval for scale in SCALES]
    assert [e.low for e in ends] == pytest.approx([ends[0].low] * 4, rel=1e-3)
    assert [e.high for e in ends] == pytest.approx([ends[0].high] * 4, rel=1e-3)


def test_the_variance_never_passes_its_bound() -> None:
    for rng in range(40):
        moments = VolumeMoments.from_scores(drawn(rng, (3, 40, 40)))
        variance, degrees = VolumeComponents.of(moments).shrunk(0)
        assert 0 < variance <= moments.volumes[0] * (1 - moments.volumes[0]) / 3
        assert degrees >= 1


def test_the_record_survives_json_and_reads_as_a_sentence() -> None:
    data = OrderedScores.from_arrays(
        ["x", "y", "z", "x", "y", "z"], [1, 2, 3, 2.5, 1.5, 4], order=("x", "y", "z"), name="a"
    )
    found = volume_interval(data)
    assert ClassEstimate.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert str(found).startswith("a: VUS 0.")
    assert str(found).endswith("n = 2 (x), 2 (y) and 2 (z), U-statistic beta interval")
    assert {caveat.kind for caveat in found.caveats} == {"few_observations"}


def test_dropped_rows_and_heavy_ties_are_told() -> None:
    labels, values = np.repeat([0, 1, 2], 30), np.tile([1.0, 2.0, 3.0], 30)
    values[0] = np.nan
    data = OrderedScores.from_arrays(labels, values, order=(0, 1, 2), missing="drop")
    assert {c.kind for c in volume_interval(data).caveats} == {"dropped_rows", "heavy_ties"}


@pytest.mark.parametrize("scale", SCALES)
def test_the_test_against_a_value_agrees_with_the_interval(scale: VolumeScale) -> None:
    data = drawn(5, (15, 20, 25), step=0.5)
    for confidence in (0.5, 0.9, 0.95, 0.99):
        interval = volume_interval(data, confidence=confidence, scale=scale).interval
        for null in (0.05, CHANCE, 0.25, 0.3, 0.4, 0.6):
            found = volume_null_test(data, null=null, confidence=confidence, scale=scale)
            assert (found.p_value < 1 - confidence) == (null not in interval)
            assert found.interval.low == pytest.approx(interval.low - null)
            assert (0 in found.interval) == (null in interval)


def test_the_test_against_chance_says_so_and_has_two_sides() -> None:
    data = drawn(6, (20, 20, 20))
    sides: tuple[Alternative, ...] = ("greater", "less")
    found = volume_null_test(data)
    assert found.second == "chance"
    assert found.second_value == CHANCE
    assert found.quantity == "VUS"
    assert found.design == "one test set"
    one, other = (volume_null_test(data, alternative=side).p_value for side in sides)
    assert one + other >= 1
    assert found.p_value == pytest.approx(2 * min(one, other))
    one, other = (
        volume_null_test(data, alternative=side, scale="logit-t").p_value for side in sides
    )
    assert one + other == pytest.approx(1)
    assert volume_null_test(data, null=0.3).second == "VUS 0.300"


def test_perfect_order_has_an_interval_and_a_p_value() -> None:
    data = drawn(7, (8, 9, 10), step=50)
    found = volume_interval(data)
    assert found.value == 1
    assert found.standard_error == 0
    assert found.interval.low == pytest.approx(special.betaincinv(8, WEIGHT, 0.025), rel=1e-9)
    assert found.interval.high == 1
    assert "perfect_separation" in {c.kind for c in found.caveats}
    assert 0 < volume_null_test(data).p_value < 1e-5
    bounded, test = volume_interval(data, scale="logit"), volume_null_test(data, scale="logit")
    assert bounded.interval.low == pytest.approx(0.025 ** (1 / 8))
    assert test.p_value == pytest.approx(2 * CHANCE**8)
    assert bounded.interval.method == test.interval.method == BOUND


@for_each("sizes", [(1, 5, 5), (5, 1, 5), (5, 5, 1), (1, 1, 1)], ids=str)
@for_each("scale", SCALES)
def test_a_class_of_one_observation_leaves_all_but_nothing_known(
    sizes: tuple[int, ...], scale: VolumeScale
) -> None:
    found = volume_interval(drawn(8, sizes, step=0.7), scale=scale)
    assert math.isnan(found.standard_error)
    assert (found.interval.method == BOUND) == (scale != "beta")
    assert found.interval.low <= found.value <= found.interval.high
    assert found.interval.high - found.interval.low > 0.9


def test_constant_scores_are_chance_with_an_interval() -> None:
    data = OrderedScores.from_arrays(np.repeat([0, 1, 2], 12), np.ones(36), order=(0, 1, 2))
    for scale in SCALES:
        found = volume_interval(data, scale=scale)
        assert found.value == CHANCE
        assert found.interval.low < CHANCE < found.interval.high
        assert volume_null_test(data, scale=scale).p_value > 0.5


def test_settings_that_mean_nothing_are_refused() -> None:
    data = drawn(9, (5, 5, 5))
    with pytest.raises(OptionError, match="scale must be"):
        volume_interval(data, scale="probit")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="confidence"):
        volume_interval(data, confidence=95)
    for null in (0, 1, "chance", None):
        with pytest.raises(OptionError, match=r"null value of a volume|null must be a number"):
            volume_null_test(data, null=null)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="data must be OrderedScores or VolumeMoments"):
        volume_interval([1, 2, 3])  # type: ignore[arg-type]
    pair = PairedOrderedScores.from_arrays(
        [0, 1, 2], {"a": [1, 2, 3], "b": [3, 2, 1]}, order=(0, 1, 2)
    )
    moments = VolumeMoments.from_scores(pair)
    with pytest.raises(OptionError, match="which classifier"):
        volume_interval(moments)
    assert volume_interval(moments, name="b").value == 0


# Two volumes compared, and several: definitions, contracts, cases without a variance.


def pair(
    rng: int, sizes: tuple[int, ...], names: str = "ab", *, levels: float = 0
) -> PairedOrderedScores:
    noise = np.random.default_rng(rng)
    labels = noise.permutation(np.repeat([0, 1, 2], sizes))
    common = noise.normal(size=len(labels))
    columns = {}
    for at, name in enumerate(names):
        values = (1.3 - 0.3 * at) * labels + common + noise.normal(size=len(labels))
        columns[name] = np.round(values * levels) / levels if levels else values
    return PairedOrderedScores.from_arrays(labels, columns, order=(0, 1, 2))


def test_paired_is_welchs_t_of_the_differences_of_placements() -> None:
    data = pair(0, (25, 15, 30), levels=2)
    found = volume_test(data["a"], data["b"])
    gaps = []
    for at in range(3):
        mine = []
        for scores in data:
            x, y, z = (scores.values[scores.codes == c] for c in range(3))
            low, high = (
                np.sign(np.subtract.outer(two, one)) for one, two in ((x, y), (y, z))
            )  # [y, x] and [z, y]
            first, second = low.T[:, :, None], high.T[None]
            weights = np.where(
                (first < 0) | (second < 0), 0.0, np.where(first + second == 2, 1.0, 0.5)
            )
            weights[np.broadcast_to((first == 0) & (second == 0), weights.shape)] = 1 / 6
            mine.append(weights.mean(axis=tuple(a for a in range(3) if a != at)))
        gaps.append(mine[0] - mine[1])
    parts = [float(np.var(g, ddof=1)) / len(g) for g in gaps]
    free = sum(parts) ** 2 / sum(p**2 / (len(g) - 1) for p, g in zip(parts, gaps, strict=True))
    t = found.difference / math.sqrt(sum(parts))
    assert found.statistic == pytest.approx(t, rel=1e-10)
    assert found.degrees_of_freedom == pytest.approx(free, rel=1e-10)
    assert found.p_value == pytest.approx(2 * float(stats.t.sf(abs(t), free)), rel=1e-9)
    assert found.quantity == "VUS"
    assert found.design == "paired"
    normal = volume_test(data["a"], data["b"], distribution="normal")
    assert normal.p_value == pytest.approx(2 * float(stats.norm.sf(abs(t))), rel=1e-9)


def test_unpaired_adds_the_variances() -> None:
    one, two = pair(1, (25, 15, 30))["a"], pair(2, (20, 40, 22))["b"]
    found = volume_test(one, two)
    errors = [volume_interval(each).standard_error for each in (one, two)]
    assert found.design == "unpaired"
    assert found.standard_error == pytest.approx(math.hypot(*errors), rel=1e-12)
    moments = [VolumeMoments.from_scores(each) for each in (one, two)]
    parts = [
        (float(s[0, 0]) / n, n - 1)
        for m in moments
        for s, n in ((part.covariance, part.size) for part in m.parts)
    ]
    free = sum(p for p, _ in parts) ** 2 / sum(p**2 / f for p, f in parts)
    assert found.degrees_of_freedom == pytest.approx(free, rel=1e-10)


@pytest.mark.parametrize("levels", [0, 1])
@pytest.mark.parametrize("paired", [True, False])
def test_the_contract_of_a_comparison(paired: bool, levels: float) -> None:
    first, second = pair(3, (12, 14, 10), levels=levels)
    found = volume_test(first, second, paired=paired, null_difference=0.05)
    back = volume_test(second, first, paired=paired, null_difference=-0.05)
    assert_mirrored(found, back)
    less, greater = (
        volume_test(first, second, paired=paired, null_difference=0.05, alternative=side).p_value
        for side in ("less", "greater")
    )
    assert less + greater == pytest.approx(1)
    assert found.interval.low <= found.difference <= found.interval.high
    assert Comparison.from_dict(found.to_dict()) == found
    stretched = [
        OrderedScores(s.name, s.observations, keeping_ties(np.exp)(s.values / 3))
        for s in (first, second)
    ]
    assert volume_test(*stretched, paired=paired, null_difference=0.05) == found
    outside = volume_test(first, second, paired=paired, null_difference=found.interval.high + 1e-6)
    assert outside.p_value < 0.05


def test_the_order_of_the_rows_does_not_matter() -> None:
    data = pair(4, (12, 14, 10), levels=1)
    turned = np.random.default_rng(0).permutation(36)
    moved = PairedOrderedScores.from_arrays(
        data.observations.codes[turned],
        dict(zip("ab", data.values[:, turned], strict=True)),
        order=(0, 1, 2),
    )
    assert volume_test(*moved) == volume_test(*data)


def test_identical_classifiers_have_p_one_and_the_rule_of_three() -> None:
    first, _ = pair(5, (10, 12, 15))
    same = OrderedScores("copy", first.observations, keeping_ties(np.exp)(first.values))
    found = volume_test(first, same)
    assert found.p_value == 1
    assert found.difference == 0
    assert found.interval.method == found.method == BOUND
    assert found.interval.high == pytest.approx(1 - 0.05 ** (1 / 10))
    assert "identical_ranking" in {c.kind for c in found.caveats}
    assert volume_test(first, first).second == "a (second)"


def test_a_swap_within_a_class_orders_every_triple_alike() -> None:
    labels, values = [0, 0, 1, 1, 2, 2], [1, 2, 3, 5, 6, 7]
    data = PairedOrderedScores.from_arrays(
        labels, {"a": values, "b": [2, 1, 3, 5, 7, 6], "c": [1, 2, 3, 6, 5, 7]}, order=(0, 1, 2)
    )
    assert order_alike(data["a"], data["b"])
    assert not order_alike(data["a"], data["c"])
    assert "identical_ranking" in {c.kind for c in volume_test(data["a"], data["b"]).caveats}


def test_two_perfect_orders_and_a_perfect_against_a_constant_one() -> None:
    labels = np.repeat([0, 1, 2], 10)
    data = PairedOrderedScores.from_arrays(
        labels,
        {"a": np.arange(30.0), "b": labels.astype(float), "c": np.zeros(30)},
        order=(0, 1, 2),
    )
    assert volume_test(data["a"], data["b"]).p_value == 1
    found = volume_test(data["a"], data["c"])
    assert found.standard_error == 0
    assert found.difference == pytest.approx(5 / 6)
    assert found.interval.method == BOUND
    assert found.interval.low < found.difference < found.interval.high
    assert 0 < found.p_value < 0.05
    assert "no_variance" in {c.kind for c in found.caveats}


def test_a_class_of_one_observation_has_the_bound() -> None:
    first, second = pair(6, (1, 12, 12))
    for paired in (True, False):
        found = volume_test(first, second, paired=paired)
        assert found.method == BOUND
        assert math.isnan(found.standard_error)
        assert found.p_value > 0.2


def test_one_classifier_without_variance_is_told() -> None:
    labels = np.repeat([0, 1, 2], 20)
    noisy = labels + np.random.default_rng(0).normal(size=60)
    data = PairedOrderedScores.from_arrays(
        labels, {"perfect": np.arange(60.0), "noisy": noisy}, order=(0, 1, 2)
    )
    assert "lone_variance" in {c.kind for c in volume_test(*data).caveats}


def test_unpaired_on_the_same_observations_is_told() -> None:
    found = volume_test(*pair(7, (30, 30, 30)), paired=False)
    assert "shared_observations" in {c.kind for c in found.caveats}


def test_whether_scores_are_paired_is_not_guessed() -> None:
    data = pair(8, (5, 5, 5))
    apart = OrderedScores.from_arrays(
        data.observations.codes, data["b"].values, order=(0, 1, 2), name="b"
    )
    with pytest.raises(OptionError, match="is not clear whether"):
        volume_test(data["a"], apart)
    assert volume_test(data["a"], apart, paired=True) == volume_test(*data)
    with pytest.raises(OptionError, match="labels of the two classifiers differ"):
        volume_test(data["a"], pair(9, (5, 5, 6))["a"], paired=True)
    other = OrderedScores.from_arrays(data.observations.codes, apart.values, order=(2, 1, 0))
    with pytest.raises(OptionError, match="another order"):
        volume_test(data["a"], other)
    with pytest.raises(OptionError, match="second must be OrderedScores"):
        volume_test(data["a"], [1, 2])  # type: ignore[arg-type]
    for null in (1, -1, "0", None):
        with pytest.raises(OptionError, match=r"difference of volumes|must be a number"):
            volume_test(*data, null_difference=null)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="distribution"):
        volume_test(*data, distribution="z")  # type: ignore[arg-type]


def test_the_joint_test_of_two_is_the_paired_test() -> None:
    data = pair(10, (25, 15, 30))
    joint, single = volume_joint_test(data), volume_test(*data)
    assert joint.p_value == pytest.approx(single.p_value, rel=1e-9)
    assert joint.statistic == pytest.approx(single.statistic**2, rel=1e-9)
    assert joint.quantity == "VUS"
    assert joint.hypothesis == "all volumes are equal"
    wide = volume_joint_test(data, distribution="chi-square")
    normal = volume_test(*data, distribution="normal")
    assert wide.p_value == pytest.approx(normal.p_value, rel=1e-9)


def test_the_joint_test_of_three_is_a_quadratic_form() -> None:
    data = pair(11, (40, 30, 35), "abc")
    moments = VolumeMoments.from_scores(data)
    contrast = np.array([[1, -1, 0], [0, 1, -1]])
    effect = contrast @ moments.volumes
    wanted = effect @ np.linalg.solve(contrast @ moments.covariance @ contrast.T, effect)
    found = volume_joint_test(data, distribution="chi-square")
    assert found.statistic == pytest.approx(float(wanted), rel=1e-8)
    assert found.degrees_of_freedom == 2
    assert found.p_value == pytest.approx(float(stats.chi2.sf(wanted, 2)), rel=1e-8)
    assert volume_joint_test(moments, contrast, distribution="chi-square").hypothesis == (
        "all contrasts of volumes are zero"
    )
    assert volume_joint_test(data).p_value > found.p_value


def test_the_joint_test_refuses_what_it_cannot_do() -> None:
    with pytest.raises(OptionError, match="a joint test needs two or more classifiers"):
        volume_joint_test(pair(12, (5, 5, 5), "a"))
    with pytest.raises(ContrastError, match="one observation"):
        volume_joint_test(pair(12, (5, 1, 5)))
    first, _ = pair(13, (5, 5, 5))
    same = PairedOrderedScores(
        ("a", "b"), first.observations, np.stack([first.values, first.values])
    )
    assert volume_joint_test(same).p_value == 1


# The unbiased variance of a volume: six nested loops, no bias, and a rival's plug-in form.


def drawn_of_dreiseitl(rng: int, sizes: tuple[int, ...], levels: int | None) -> OrderedScores:
    noise = np.random.default_rng(rng)
    labels = np.repeat([0, 1, 2], sizes)
    values = noise.normal(size=len(labels)) + labels
    if levels:
        values = np.round(values * levels) / levels
    return OrderedScores.from_arrays(labels, values, order=(0, 1, 2))


def weights_of(data: OrderedScores, *, strict: bool = False) -> NDArray[np.float64]:
    x, y, z = (data.values[data.codes == at] for at in range(3))
    below, above = np.sign(y - x[:, None]), np.sign(z - y[:, None])
    ties = (below[:, :, None] == 0).astype(int) + (above[None] == 0)
    wrong = (below[:, :, None] < 0) | (above[None] < 0) | (strict & (ties > 0))
    found: NDArray[np.float64] = np.where(wrong, 0.0, np.array([1, 1 / 2, 1 / 6])[ties])
    return found


@for_each("levels", [None, 2, 1])
@for_each("sizes", [(2, 2, 2), (4, 3, 5), (2, 6, 3)], ids=str)
def test_it_is_the_sum_over_triples_that_share_nothing(
    sizes: tuple[int, ...], levels: int | None
) -> None:
    for rng in range(5):
        data = drawn_of_dreiseitl(rng, sizes, levels)
        weights = weights_of(data)
        apart = 0.0
        for i, j, k in product(*(range(n) for n in sizes)):
            others = np.delete(np.delete(np.delete(weights, i, 0), j, 1), k, 2)
            apart += weights[i, j, k] * others.sum()
        wanted = weights.mean() ** 2 - apart / math.prod(n * (n - 1) for n in sizes)
        found = unbiased_variance(OrderedCounts.from_scores(data))
        assert found == pytest.approx(float(wanted), abs=1e-14)


def test_it_has_no_bias_and_the_sum_of_placement_variances_a_small_one() -> None:
    codes = np.repeat([0, 1, 2], 2)
    shares = np.array([[0.6, 0.3, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]])
    chances, volumes, unbiased, summed = [], [], [], []
    for values in product(range(3), repeat=6):  # every test set that can be drawn
        chances.append(math.prod(shares[c, v] for c, v in zip(codes, values, strict=True)))
        counts = OrderedCounts.from_values(np.array(values), codes)
        placed = [row[counts.places[codes == at]] for at, row in enumerate(counts.placements())]
        volumes.append(counts.volume)
        unbiased.append(unbiased_variance(counts))
        summed.append(sum(np.var(p / 24, ddof=1) / 2 for p in placed))
    mean = np.dot(chances, volumes)
    true = float(np.dot(chances, (np.array(volumes) - mean) ** 2))
    assert float(np.dot(chances, unbiased)) == pytest.approx(true, rel=1e-11)
    assert true < np.dot(chances, summed) < 2 * true


def test_the_square_of_the_volume_put_in_the_formula_makes_it_smaller() -> None:
    data = drawn_of_dreiseitl(4, (3, 4, 3), 1)
    weights = weights_of(data)
    sizes = weights.shape
    places = list(np.ndindex(sizes))
    products: dict[tuple[int, ...], list[float]] = {}
    for one, two in product(places, repeat=2):
        shared = tuple(axis for axis in range(3) if one[axis] == two[axis])
        products.setdefault(shared, []).append(float(weights[one] * weights[two]))
    plugged = sum(
        math.prod(sizes[axis] - 1 for axis in range(3) if axis not in shared)
        * (np.mean(found) - weights.mean() ** 2)
        for shared, found in products.items()
        if shared
    ) / math.prod(sizes)
    factor = math.prod((n - 1) / n for n in sizes)
    found = unbiased_variance(OrderedCounts.from_scores(data))
    assert plugged == pytest.approx(found * factor, rel=1e-12)


@for_each("gold", GOLD, ids=lambda gold: gold["name"])
def test_vurocs_puts_the_sums_of_all_triples_in_the_formula(gold: dict[str, Any]) -> None:
    data = OrderedScores.from_arrays(gold["labels"], gold["scores"], order=gold["order"])
    weights = weights_of(data, strict=True)
    sizes = weights.shape
    total = 0.0
    for many in (1, 2, 3):
        for kept in combinations(range(3), many):
            rest = tuple(axis for axis in range(3) if axis not in kept)
            spread = np.mean(weights.mean(axis=rest) ** 2) - weights.mean() ** 2
            total += math.prod(sizes[axis] - 1 for axis in rest) * spread
    assert total / math.prod(sizes) == pytest.approx(gold["VUROCS_variance"], rel=1e-10)


def test_large_samples_agree_with_the_sum_of_placement_variances() -> None:
    data = drawn_of_dreiseitl(0, (20_000, 30_000, 10_000), None)
    found = dreiseitl_interval(data)
    assert found.standard_error == pytest.approx(volume_interval(data).standard_error, rel=1e-3)
    half = (found.interval.high - found.interval.low) / 2
    assert half == pytest.approx(1.959964 * found.standard_error, rel=1e-6)


def test_without_a_variance_the_bound_takes_over() -> None:
    labels = np.repeat([0, 1, 2], 6)
    perfect = OrderedScores.from_arrays(labels, np.arange(18.0), order=(0, 1, 2))
    found = dreiseitl_interval(perfect)
    assert found.interval.method == BOUND
    assert found.interval.low == pytest.approx(0.025 ** (1 / 6))
    alone = dreiseitl_interval(drawn_of_dreiseitl(1, (1, 4, 4), None))
    assert math.isnan(alone.standard_error)
    assert alone.interval.method == BOUND


def test_a_variance_that_is_rounding_is_none() -> None:
    data = OrderedScores.from_arrays(
        [0, 0, 0, 1, 1, 2, 2, 2], [0, 1, 0, 0, 2, 3, 1, 1], order=(0, 1, 2)
    )
    assert volume_interval(data).value == 1 / 3
    assert unbiased_variance(OrderedCounts.from_scores(data)) == 0
    found = dreiseitl_interval(data)
    assert found.interval.method == BOUND
    assert "no_variance" in {c.kind for c in found.caveats}
