"""The volume under the ROC surface: its definition, exact counts, three normals, three rivals."""

import json
import math
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import integrate, special
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.ordered import OrderedScores, PairedOrderedScores
from aucurate.errors import UnsupportedError
from aucurate.estimates.classes import volume as module
from aucurate.estimates.classes.volume import (
    CHANCE,
    OrderedCounts,
    VolumeMoments,
    volume,
    volume_of,
)

GOLD = json.loads(
    (Path(__file__).parents[2] / "gold" / "r" / "volume.json").read_text(encoding="utf-8")
)["sets"]
EVERY_SET = for_each("gold", GOLD, ids=lambda gold: gold["name"])


def weight(x: float, y: float, z: float) -> Fraction:
    """The share of the ways to break ties that put x, y, z in this order."""
    if x > y or y > z:
        return Fraction(0)
    return {0: Fraction(1), 1: Fraction(1, 2), 2: Fraction(1, 6)}[int(x == y) + int(y == z)]


def kernel(data: OrderedScores) -> NDArray[Any]:
    """The weight of every triple, as fractions."""
    x, y, z = (data.values[data.codes == at] for at in range(3))
    flat = [weight(*triple) for triple in product(x, y, z)]
    return np.array(flat, object).reshape(len(x), len(y), len(z))


def drawn(rng: int, sizes: tuple[int, ...], levels: int | None) -> OrderedScores:
    noise = np.random.default_rng(rng)
    labels = noise.permutation(np.repeat(np.arange(3), sizes))
    values = noise.normal(size=len(labels)) + labels
    if levels:
        values = np.round(values * levels) / levels
    return OrderedScores.from_arrays(labels, values, order=(0, 1, 2))


CASES = [
    (rng, sizes, levels)
    for rng, (sizes, levels) in enumerate(
        product(((1, 1, 1), (5, 4, 6), (1, 7, 3), (6, 1, 5), (8, 2, 1)), (None, 3, 1))
    )
]


@for_each(("rng", "sizes", "levels"), CASES)
def test_volume_and_placements_are_those_of_the_triple_loop(
    rng: int, sizes: tuple[int, ...], levels: int | None
) -> None:
    data = drawn(rng, sizes, levels)
    weights = kernel(data)
    assert volume_of(data) == float(weights.sum() / weights.size)
    counts = OrderedCounts.from_scores(data)
    placed = counts.placements()
    for at in range(3):
        others = tuple(axis for axis in range(3) if axis != at)
        wanted = weights.sum(axis=others) * 6
        mine = placed[at][counts.places[data.codes == at]]
        assert mine.tolist() == [int(each) for each in wanted]
        assert counts.units[at] == 6 * weights.size // sizes[at]


@for_each(("rng", "sizes", "levels"), CASES)
def test_moments_are_those_of_the_placements(
    rng: int, sizes: tuple[int, ...], levels: int | None
) -> None:
    first = drawn(rng, sizes, levels)
    other = np.random.default_rng(rng + 100).permutation(first.values)
    pair = PairedOrderedScores(("a", "b"), first.observations, np.stack([first.values, other]))
    moments = VolumeMoments.from_scores(pair)
    both = [kernel(each) for each in pair]
    for at in range(3):
        others = tuple(axis for axis in range(3) if axis != at)
        one, two = (each.mean(axis=others).astype(float) for each in both)
        if sizes[at] == 1:
            assert np.isnan(moments.parts[at].covariance).all()
            continue
        np.testing.assert_allclose(moments.parts[at].covariance, np.cov(one, two), atol=1e-14)
        gap = float(np.var(one - two, ddof=1))
        assert moments.parts[at].difference[0, 1] == pytest.approx(gap, abs=1e-14)
    tied = np.mean([x == y or y == z for x, y, z in product(*_classes(first))])
    assert moments.tied_shares[0] == pytest.approx(float(tied), abs=1e-12)


def _classes(data: OrderedScores) -> list[NDArray[Any]]:
    return [data.values[data.codes == at] for at in range(3)]


@EVERY_SET
def test_trinroc_gives_the_same_volume(gold: dict[str, Any]) -> None:
    found = volume(gold["labels"], gold["scores"], order=gold["order"])
    assert found == pytest.approx(gold["trinROC_volume"], rel=1e-13)


@EVERY_SET
def test_vurocs_counts_ties_as_errors(gold: dict[str, Any]) -> None:
    data = OrderedScores.from_arrays(gold["labels"], gold["scores"], order=gold["order"])
    x, y, z = _classes(data)
    below, above = x[:, None] < y, y[:, None] < z
    strict = float(np.mean(below[:, :, None] & above[None]))
    assert strict == pytest.approx(gold["VUROCS_volume"], rel=1e-12)
    assert volume_of(data) > strict


def test_constant_scores_are_chance_and_the_wrong_order_is_nothing() -> None:
    labels = [0, 0, 1, 2, 2]
    assert volume(labels, [3] * 5, order=(0, 1, 2)) == CHANCE
    assert volume(labels, [1, 1, 2, 3, 3], order=(0, 1, 2)) == 1
    assert volume(labels, [1, 1, 2, 3, 3], order=(2, 1, 0)) == 0
    assert volume(labels, [1, 1, 2, 3, 3], order=(2, 1, 0), lower=True) == 1


def test_scores_without_information_have_a_sixth_whatever_the_ties() -> None:
    same = np.repeat([1.0, 2.0, 5.0, 9.0], [1, 4, 2, 3])
    for levels in (same, same.round(-1), np.arange(10.0)):
        data = OrderedScores.from_arrays(np.repeat([0, 1, 2], 10), [*levels] * 3, order=(0, 1, 2))
        assert volume_of(data) == pytest.approx(CHANCE, abs=1e-15)


def test_near_ties_an_ulp_apart_are_no_ties_and_signed_zeros_are() -> None:
    one = 1.0
    steps = [one, np.nextafter(one, 2), np.nextafter(np.nextafter(one, 2), 2)]
    assert volume([0, 1, 2], steps, order=(0, 1, 2)) == 1
    assert volume([0, 1, 2], [-0.0, 0.0, 1.0], order=(0, 1, 2)) == 0.5


def test_only_the_order_of_the_scores_counts_and_not_that_of_the_rows() -> None:
    data = drawn(7, (30, 40, 20), 2)
    lifted = keeping_ties(np.exp)(data.values)
    stretched = OrderedScores.from_arrays(data.codes, lifted, order=(0, 1, 2))
    assert volume_of(stretched) == volume_of(data)
    turned = np.random.default_rng(0).permutation(len(data))
    moved = OrderedScores.from_arrays(data.codes[turned], data.values[turned], order=(0, 1, 2))
    first, second = VolumeMoments.from_scores(data), VolumeMoments.from_scores(moved)
    assert first.volumes == second.volumes
    for one, two in zip(first.parts, second.parts, strict=True):
        assert np.array_equal(one.covariance, two.covariance)
        assert one.kurtosis is not None
        assert two.kurtosis is not None
        assert np.array_equal(one.kurtosis, two.kurtosis)


def test_counts_beyond_64_bits_are_exact() -> None:
    size = 2_000_000  # 6 * size**3 needs 66 bits
    counts = np.array([[size, 0, 0], [1, size - 2, 1], [0, 1, size - 1]])
    found = OrderedCounts(counts, np.zeros(0, np.int64))
    wanted = 3 * size**2 + (size - 2) * size * (6 * (size - 1) + 3) + 3 * size * (size - 1)
    assert found.sixths == wanted > 2**64
    assert found.volume == wanted / (6 * size**3)


def test_more_observations_than_can_be_counted_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LARGEST", 3)
    with pytest.raises(UnsupportedError, match="more than 3 observations"):
        volume([0, 0, 0, 0, 1, 2], [1, 2, 3, 4, 5, 6], order=(0, 1, 2))


def test_products_beyond_128_bits_lose_only_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    data = drawn(3, (300, 400, 200), None)
    exact = VolumeMoments.from_scores(data)
    monkeypatch.setattr(module, "_BITS", 44)
    cut = VolumeMoments.from_scores(data)
    np.testing.assert_allclose(cut.covariance, exact.covariance, rtol=1e-2)
    assert not np.array_equal(cut.covariance, exact.covariance)
    assert cut.volumes == exact.volumes


@pytest.mark.parametrize(
    ("means", "spreads"), [((0, 1, 2), (1, 1, 1)), ((0, 1.5, 2), (1, 2, 0.5))], ids=str
)
def test_three_normals_have_the_volume_of_their_integral(
    means: tuple[float, ...], spreads: tuple[float, ...]
) -> None:
    def inside(y: float) -> float:
        away = (y - means[1]) / spreads[1]
        density = math.exp(-(away**2) / 2) / math.sqrt(2 * math.pi) / spreads[1]
        below = special.ndtr((y - means[0]) / spreads[0])
        return float(density * below * special.ndtr((means[2] - y) / spreads[2]))

    true, _ = integrate.quad(inside, -20, 20, limit=400, epsabs=1e-10)
    noise, size = np.random.default_rng(0), 40_000
    values = [noise.normal(m, s, size) for m, s in zip(means, spreads, strict=True)]
    data = OrderedScores.from_arrays(
        np.repeat([0, 1, 2], size), np.concatenate(values), order=(0, 1, 2)
    )
    moments = VolumeMoments.from_scores(data)
    assert abs(moments.volumes[0] - true) < 4 * math.sqrt(moments.covariance[0, 0])
