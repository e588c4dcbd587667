"""Newcombe's score interval: its definition, the polynomial of others, and its ends."""

import math
from typing import Any

import numpy as np
import pytest
from numpy.polynomial import Polynomial
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.newcombe import newcombe_interval
from aucurate.inference.core.reference_distributions import two_sided_quantile

TO_THE_LAST_BITS = 1e-12
SIZES = [(1, 1), (1, 9), (9, 1), (5, 7), (15, 25), (51, 58), (20, 200), (500, 500)]


def _scores(m: int, n: int, beaten: int) -> Scores:
    """m positives and n negatives with AUC beaten / (m n), without ties."""
    below = [beaten // m + (i < beaten % m) for i in range(m)]
    labels = np.repeat([0, 1], [n, m])
    return Scores.from_arrays(labels, [*(j + 0.5 for j in range(n)), *below])


def _variance(auc: float, m: int, n: int) -> float:
    star = (m + n) / 2 - 1
    return auc * (1 - auc) * (1 + star * (1 - auc) / (2 - auc) + star * auc / (1 + auc)) / (m * n)


def _roots(auc: float, m: int, n: int, z: float) -> list[float]:
    """The real roots in [0, 1] of m n (auc - t)^2 (2 - t)(1 + t) = z^2 t (1 - t) [...]."""
    t = Polynomial([0.0, 1.0])
    star = (m + n) / 2 - 1
    both = (2 - t) * (1 + t)
    spread = both + star * ((1 - t) * (1 + t) + t * (2 - t))
    roots = (m * n * (auc - t) ** 2 * both - z**2 * t * (1 - t) * spread).roots()
    real = roots[np.abs(roots.imag) < 1e-9].real
    return sorted(float(r) for r in real if -1e-9 <= r <= 1 + 1e-9)


@for_each(("m", "n"), SIZES)
@for_each("share", [0.0, 0.1, 0.5, 0.75, 0.9, 0.99, 1.0])
@for_each("confidence", [0.5, 0.95, 0.999])
def test_the_ends_are_the_two_roots_of_the_quartic(
    m: int, n: int, share: float, confidence: float
) -> None:
    """As auRoc's polyroot finds them; there are never more than two between 0 and 1."""
    found = newcombe_interval(_scores(m, n, round(share * m * n)), confidence=confidence)
    roots = _roots(found.value, m, n, two_sided_quantile(confidence))
    assert len(roots) == 2
    assert found.interval.low == pytest.approx(roots[0], abs=1e-9)
    assert found.interval.high == pytest.approx(roots[1], abs=1e-9)


@for_each(("m", "n"), SIZES)
@for_each("share", [0.1, 0.5, 0.9])
def test_the_ends_solve_the_equation_to_the_last_bits(m: int, n: int, share: float) -> None:
    found = newcombe_interval(_scores(m, n, round(share * m * n)))
    z = two_sided_quantile(0.95)
    for end in (found.interval.low, found.interval.high):
        if 0 < end < 1:
            distance = abs(found.value - end)
            assert distance == pytest.approx(z * math.sqrt(_variance(end, m, n)), rel=1e-10)
    assert found.standard_error == pytest.approx(
        math.sqrt(_variance(found.value, m, n)), rel=TO_THE_LAST_BITS
    )


@for_each(("m", "n"), SIZES)
def test_perfect_separation_is_no_point(m: int, n: int) -> None:
    found = newcombe_interval(_scores(m, n, m * n))
    assert (found.value, found.interval.high, found.standard_error) == (1.0, 1.0, 0.0)
    low, z2 = found.interval.low, two_sided_quantile(0.95) ** 2
    assert 0 < low < 1
    star = (m + n) / 2 - 1
    spread = 1 + star * (1 - low) / (2 - low) + star * low / (1 + low)
    assert 1 - low == pytest.approx(z2 * low * spread / (m * n), rel=1e-9)
    assert "perfect_separation" in [c.kind for c in found.caveats]
    reverse = newcombe_interval(_scores(m, n, 0))
    assert (reverse.value, reverse.interval.low) == (0.0, 0.0)
    assert reverse.interval.high == pytest.approx(1 - low, abs=1e-12)


def test_two_observations_give_wilsons_interval_of_one() -> None:
    found = newcombe_interval(Scores.from_arrays([0, 1], [0, 1]))
    z2 = two_sided_quantile(0.95) ** 2
    assert found.interval.low == pytest.approx(1 / (1 + z2), rel=TO_THE_LAST_BITS)


def test_the_classes_can_change_their_roles() -> None:
    one = newcombe_interval(_scores(20, 200, 3400)).interval
    two = newcombe_interval(_scores(200, 20, 3400)).interval
    assert (one.low, one.high) == (two.low, two.high)


def test_degenerate_scores_have_an_answer_with_a_caveat() -> None:
    constant = newcombe_interval(Scores.from_arrays(np.arange(40) % 2, np.zeros(40)))
    assert constant.interval.low == pytest.approx(1 - constant.interval.high, abs=1e-12)
    assert "constant_scores" in [c.kind for c in constant.caveats]
    one = newcombe_interval(Scores.from_arrays([1] + [0] * 9, range(10)))
    assert one.interval.low == 0.0 < one.interval.high < 1
    assert "few_observations" in [c.kind for c in one.caveats]


def test_coverage_near_one_where_wald_fails() -> None:
    """Normal scores, AUC .99, 10 and 10: Newcombe .968 in the first look, DeLong-Wald .38."""
    rng = np.random.default_rng(0)
    shift = 2.3263478740408408 * math.sqrt(2)
    ends: dict[int, tuple[float, float]] = {}
    held = 0
    for _ in range(2000):
        wins = int((rng.normal(shift, 1, 10)[:, None] > rng.normal(size=10)).sum())
        if wins not in ends:
            found = newcombe_interval(_scores(10, 10, wins)).interval
            ends[wins] = (found.low, found.high)
        held += ends[wins][0] <= 0.99 <= ends[wins][1]
    assert held / 2000 > 0.93


def test_moments_will_do_and_bad_settings_will_not() -> None:
    labels, rng = np.arange(40) % 2, np.random.default_rng(0)
    data = PairedScores.from_arrays(labels, {"a": rng.normal(size=40), "b": rng.normal(size=40)})
    moments = AucMoments.from_scores(data)
    assert newcombe_interval(moments, name="b") == newcombe_interval(data["b"])
    with pytest.raises(OptionError, match="which one is meant"):
        newcombe_interval(moments)
    with pytest.raises(OptionError, match="confidence"):
        newcombe_interval(data["a"], confidence=1)
    weighted: Any = Scores.from_arrays(labels, range(40), weights=np.ones(40))
    with pytest.raises(UnsupportedError, match="the Newcombe interval cannot use weights"):
        newcombe_interval(weighted)
