"""Tests over folds against definitions nobody can doubt: enumeration and integration."""

import itertools
import json
import math
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from tests.loops import for_each

from aucurate.data.fold_values import FoldValues
from aucurate.errors import OptionError
from aucurate.inference.folds.sign_tests import fold_sign_test, fold_wilcoxon_test, sign_flip_test
from aucurate.inference.folds.t_tests import (
    DifferencePosterior,
    correlated_t_test,
    five_by_two_f_test,
    nadeau_bengio_test,
)
from aucurate.inference.resampling.options import Resampling

RNG = np.random.default_rng(11)
WHOLE = [
    [3, 5, -1, 2, 8, 4],
    [1, 1, -1, 2, 0, 3, -2],
    [0, 0, 0, 5],
    [-4, -3, -9],
    [7, -7],
    RNG.integers(-9, 12, 11).tolist(),
]


def _values(differences: Any, **options: Any) -> FoldValues:
    """Whole differences / 64, so that all sums are exact."""
    gaps = np.asarray(differences) / 64
    settings: dict[str, Any] = {"quantity": "AUC", "design": "left-out folds", **options}
    return FoldValues.from_arrays({"a": 0.5 + gaps, "b": np.full(len(gaps), 0.5)}, **settings)


@for_each("gaps", WHOLE)
def test_the_sign_flip_test_counts_all_signs(gaps: list[int]) -> None:
    observed = sum(gaps)
    sums = [
        sum(s * g for s, g in zip(signs, gaps, strict=True))
        for signs in itertools.product((-1, 1), repeat=len(gaps))
    ]
    two = sum(abs(s) >= abs(observed) for s in sums) / len(sums)
    more = sum(s >= observed for s in sums) / len(sums)
    assert sign_flip_test(_values(gaps), "a", "b").p_value == two
    assert sign_flip_test(_values(gaps), "a", "b", alternative="greater").p_value == more


@for_each("gaps", WHOLE)
def test_the_wilcoxon_test_counts_all_signs_with_ties_too(gaps: list[int]) -> None:
    kept = [g for g in gaps if g]
    sizes = sorted(abs(g) for g in kept)
    rank = {s: float(np.mean([i + 1 for i, t in enumerate(sizes) if t == s])) for s in sizes}
    observed = sum(math.copysign(rank[abs(g)], g) for g in kept)
    sums: list[float] = [
        sum(s * rank[abs(g)] for s, g in zip(signs, kept, strict=True))
        for signs in itertools.product((-1, 1), repeat=len(kept))
    ]
    found = fold_wilcoxon_test(_values(gaps), "a", "b")
    assert found.statistic == observed
    assert found.p_value == sum(abs(s) >= abs(observed) for s in sums) / len(sums)


def test_beyond_twenty_folds_the_signs_are_drawn() -> None:
    gaps = RNG.normal(3, 6, 21)
    drawn = sign_flip_test(_values(gaps), "a", "b", resampling=Resampling(replicates=20000, rng=1))
    exact = sign_flip_test(_values(gaps[:20]), "a", "b")
    assert drawn.method.endswith("Monte Carlo")
    assert exact.method.endswith("exact")
    again = sign_flip_test(_values(gaps), "a", "b", resampling=Resampling(replicates=20000, rng=1))
    assert again == drawn
    # the first twenty with both signs of the last: the test of 21 folds, in two halves
    rest, last = gaps[:20], gaps[20]
    sums = np.zeros(1)
    for gap in (*rest, last):
        sums = np.concatenate([sums + gap, sums - gap])
    p = np.mean(np.abs(sums) >= abs(gaps.sum()) - 1e-9)
    assert drawn.p_value == pytest.approx(p, abs=4 * math.sqrt(p / 20000))
    inside = drawn.interval
    for null in np.linspace(-0.1, 0.3, 41):
        other = sign_flip_test(
            _values(gaps), "a", "b", null_difference=null,
            resampling=Resampling(replicates=20000, rng=1),
        )  # fmt: skip
        assert (null in inside) == (other.p_value > 0.05)


def test_the_smallest_p_value_is_told() -> None:
    five = sign_flip_test(_values([1, 2, 3, 4, 5]), "a", "b")
    assert five.p_value == 0.0625
    (told,) = [c for c in five.caveats if c.kind == "smallest_p_value"]
    assert "0.062" in told.message
    six = sign_flip_test(_values([1, 2, 3, 4, 5, 6]), "a", "b")
    assert six.p_value == 0.03125
    assert "smallest_p_value" not in [c.kind for c in six.caveats]


def test_many_folds_are_counted_and_very_many_take_the_normal_distribution() -> None:
    gaps = RNG.permutation(np.arange(-30, 31) + 1)
    found = fold_wilcoxon_test(_values(gaps[gaps != 0]), "a", "b")
    assert found.method.endswith("exact")
    many = RNG.permutation(np.tile(gaps[gaps != 0], 17))
    assert fold_wilcoxon_test(_values(many), "a", "b").method.endswith("normal")
    middle = fold_wilcoxon_test(
        _values(gaps), "a", "b", null_difference=(found.interval.low + found.interval.high) / 2
    )
    assert middle.p_value > 0.5


def test_the_sign_interval_is_two_order_statistics() -> None:
    found = fold_sign_test(_values([5, 1, 9, 3, 7, 2, 8, 4, 6, 10]), "a", "b")
    assert (found.interval.low * 64, found.interval.high * 64) == (2, 9)  # R: 0.9785 coverage


@pytest.mark.parametrize("rope", [0.0, 0.01, 0.1])
def test_the_posterior_is_the_integral_of_its_density(rope: float) -> None:
    gaps = [3, 1, 2, -1, 4]
    found = correlated_t_test(_values(gaps, n_train=80, n_test=20), "a", "b", rope=rope)
    m, s2, folds = np.mean(gaps) / 64, np.var(gaps, ddof=1) / 64**2, 5
    scale = math.sqrt((1 / folds + 0.2 / 0.8) * s2)

    def density(mu: float) -> float:
        t, v = (mu - m) / scale, folds - 1
        whole = math.gamma((v + 1) / 2) / (math.sqrt(v * math.pi) * math.gamma(v / 2))
        return float(whole * (1 + t**2 / v) ** (-(v + 1) / 2) / scale)

    assert found.correlation == pytest.approx(0.2)
    assert found.below == pytest.approx(quad(density, -np.inf, -rope)[0], abs=1e-8)
    assert found.within == pytest.approx(quad(density, -rope, rope)[0], abs=1e-8)
    assert found.above == pytest.approx(quad(density, rope, np.inf)[0], abs=1e-8)
    inside = quad(density, found.interval.low, found.interval.high)[0]
    assert inside == pytest.approx(0.95, abs=1e-8)
    assert DifferencePosterior.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert "probability" in str(found)


def test_the_posterior_of_folds_without_spread_is_a_point() -> None:
    def asked(gap: int, rope: float) -> tuple[float, float, float]:
        values = _values([gap] * 4, n_train=3, n_test=1)
        found = correlated_t_test(values, "a", "b", rope=rope)
        assert "no_variance" in [c.kind for c in found.caveats]
        assert (found.interval.low, found.interval.high) == (-1, 1)
        return found.below, found.within, found.above

    assert asked(1, 0.0) == (0, 0, 1)
    assert asked(-1, 0.01) == (1, 0, 0)
    assert asked(1, 0.02) == (0, 1, 0)
    assert asked(0, 0.01) == (0, 1, 0)
    assert asked(0, 0.0) == (0.5, 0, 0.5)


def test_the_rope_and_the_sizes_must_be_said_properly() -> None:
    with pytest.raises(OptionError, match="rope"):
        correlated_t_test(_values([1, 2], n_train=3, n_test=1), "a", "b", rope=-1)
    with pytest.raises(OptionError, match="sizes of the training and test sets"):
        correlated_t_test(_values([1, 2]), "a", "b", rope=0)
    with pytest.raises(OptionError, match="sizes of the training and test sets"):
        nadeau_bengio_test(_values([1, 2]), "a", "b")


def test_repeated_cross_validation_counts_every_fold_and_the_ratio_once() -> None:
    gaps = [3, 1, 2, -1, 4, 2, 0, 1]
    values = _values(gaps, repeats=[1] * 4 + [2] * 4, n_train=75, n_test=25)
    found = nadeau_bengio_test(values, "a", "b")
    error = math.sqrt((1 / 8 + 1 / 3) * np.var(gaps, ddof=1)) / 64
    assert found.standard_error == pytest.approx(error, rel=1e-12)
    assert found.degrees_of_freedom == 7


def test_the_combined_f_test_without_spread() -> None:
    def asked(gaps: list[int]) -> Any:
        return five_by_two_f_test(
            _values(gaps, design="5x2", repeats=np.repeat(np.arange(5), 2)), "a", "b"
        )

    assert (asked([0] * 10).statistic, asked([0] * 10).p_value) == (0.0, 1.0)
    assert (asked([2] * 10).statistic, asked([2] * 10).p_value) == (math.inf, 0.0625)
