"""Two volumes compared, and several: definitions, contracts, cases without a variance."""

import math

import numpy as np
import pytest
from scipy import stats
from tests.every.mirrored import assert_mirrored
from tests.transforms import keeping_ties

from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import ContrastError, OptionError
from aucurate.estimates.volume_moments import VolumeMoments
from aucurate.inference.multiclass.volume import BOUND, volume_interval
from aucurate.inference.multiclass.volume_joint import volume_joint_test
from aucurate.inference.multiclass.volume_test import order_alike, volume_test
from aucurate.results import Comparison


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
        for s, n in zip(m.covariances, m.counts, strict=True)
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
    with pytest.raises(OptionError, match="cannot be guessed"):
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
        "all contrasts are zero"
    )
    assert volume_joint_test(data).p_value > found.p_value


def test_the_joint_test_refuses_what_it_cannot_do() -> None:
    with pytest.raises(OptionError, match="two classifiers or more"):
        volume_joint_test(pair(12, (5, 5, 5), "a"))
    with pytest.raises(ContrastError, match="one observation"):
        volume_joint_test(pair(12, (5, 1, 5)))
    first, _ = pair(13, (5, 5, 5))
    same = PairedOrderedScores(
        ("a", "b"), first.observations, np.stack([first.values, first.values])
    )
    assert volume_joint_test(same).p_value == 1
