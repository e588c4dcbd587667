"""The unbiased variance of a volume: six nested loops, no bias, and a rival's plug-in form."""

import json
import math
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

from aucurate.data.ordered import OrderedScores
from aucurate.estimates.volume import OrderedCounts
from aucurate.inference.multiclass.dreiseitl import dreiseitl_interval, unbiased_variance
from aucurate.inference.multiclass.volume import BOUND, volume_interval

GOLD = json.loads(
    (Path(__file__).parents[2] / "gold" / "r" / "volume.json").read_text(encoding="utf-8")
)["sets"]


def drawn(rng: int, sizes: tuple[int, ...], levels: int | None) -> OrderedScores:
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
        data = drawn(rng, sizes, levels)
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
    data = drawn(4, (3, 4, 3), 1)
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
    data = drawn(0, (20_000, 30_000, 10_000), None)
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
    alone = dreiseitl_interval(drawn(1, (1, 4, 4), None))
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
