"""The beta interval: its moments by definition, and the limits that any interval must keep to."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.auc.delong_beta import delong_beta_interval, ends
from aucurate.inference.core.beta_limits import WEIGHT, BetaLimit

SIZES = [(1, 1), (1, 6), (3, 3), (5, 9), (20, 7)]


def _draw(
    m: int, n: int, digits: int, seed: int = 3
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    labels = np.repeat([1, 0], [m, n])
    values = np.random.default_rng(seed).normal(size=m + n) + 1.1 * labels
    return labels, np.round(values, digits)


def _kernel(labels: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """1, one half or 0 for each pair, and pseudo-observations that lose to everybody."""
    x, z = values[labels == 1], values[labels == 0]
    psi = (x[:, None] > z) + 0.5 * (x[:, None] == z)
    return np.pad(psi, ((0, 1), (0, 1)))


def _second_moments(size: int, weight: float) -> NDArray[np.float64]:
    """E[D_i D_j] of Dirichlet weights with parameters 1, ..., 1 and ``weight``."""
    parameters = np.append(np.ones(size), weight)
    whole = parameters.sum()
    products = np.outer(parameters, parameters) + np.diag(parameters)
    return np.asarray(products / (whole * (whole + 1)))


@for_each("digits", [9, 0])
@for_each(("m", "n"), SIZES)
def test_mean_and_variance_are_those_of_the_weighted_auc(m: int, n: int, digits: int) -> None:
    """By the quadruple sum over all pairs of pairs."""
    labels, values = _draw(m, n, digits)
    psi = _kernel(labels, values)
    weight = WEIGHT * max(m, n) / (m + n)
    mean = psi.sum() / ((m + weight) * (n + weight))
    square = np.einsum(
        "ij,kl,ik,jl->", psi, psi, _second_moments(m, weight), _second_moments(n, weight)
    )
    moments = AucMoments.from_scores(Scores.from_arrays(labels, values))
    limit = BetaLimit.of_auc(moments, 0, mirrored=False)
    whole = limit.a + limit.b
    assert limit.a / whole == pytest.approx(mean, rel=1e-12)
    assert limit.a * limit.b / whole**2 / (whole + 1) == pytest.approx(square - mean**2, rel=1e-9)


def test_the_quantile_is_near_that_of_the_random_weights() -> None:
    labels, values = _draw(20, 40, 9)
    psi = _kernel(labels, values)[:-1, :-1]
    rng = np.random.default_rng(8)
    d, e = (
        rng.dirichlet(np.append(np.ones(size), WEIGHT * 40 / 60), 20_000)[:, :-1]
        for size in (20, 40)
    )
    drawn = np.quantile(np.einsum("ri,ij,rj->r", d, psi, e), 0.025)
    low = delong_beta_interval(Scores.from_arrays(labels, values)).interval.low
    assert low == pytest.approx(drawn, abs=0.01)


@pytest.mark.parametrize("missed", [0, 1, 3])
def test_with_many_negatives_and_placements_of_0_or_1_it_is_that_of_a_proportion(
    missed: int,
) -> None:
    n = 10**7
    share = 1 - missed / 20
    limit = BetaLimit.of_parts(share, (20 / 19 * share * (1 - share), 20), (0.0, n), 0.0)
    expected = special.betaincinv(20 * share, 20 * (1 - share) + WEIGHT, 0.025)
    assert limit.quantile(0.025) == pytest.approx(expected, rel=1e-5)


@for_each(
    ("m", "n"),
    [(20, 20), (20, 24), (20, 60), (20, 200), (20, 20_000), (100, 100), (300, 50), (700, 1000)],
)
def test_after_perfect_separation_the_limit_leaves_room_for_missed_observations(
    m: int, n: int
) -> None:
    """Or a classifier that misses 1 - L of the smaller class is covered in less than 93%."""
    labels = np.repeat([1, 0], [m, n])
    found = delong_beta_interval(Scores.from_arrays(labels, labels)).interval
    assert found.high == 1
    assert 0.025 ** (1 / min(m, n)) < found.low <= 0.07 ** (1 / min(m, n))


@pytest.mark.parametrize(("m", "n"), [(2, 2), (5, 50), (20, 20), (20, 2000), (400, 30)])
def test_a_misordered_pair_never_raises_the_lower_limit(m: int, n: int) -> None:
    labels = np.repeat([1, 0], [m, n])
    ranks = np.append(np.arange(m) + n, np.arange(n)).astype(float)
    lows = []
    for errors in range(min(m, 4)):
        values = ranks.copy()
        values[0] -= errors + 0.5 if errors else 0.0
        lows.append(delong_beta_interval(Scores.from_arrays(labels, values)).interval.low)
    assert lows == sorted(lows, reverse=True)


def test_for_large_classes_it_is_delongs() -> None:
    labels, values = _draw(40_000, 50_000, 9)
    scores = Scores.from_arrays(labels, values)
    beta, logit = delong_beta_interval(scores).interval, delong_interval(scores).interval
    width = logit.high - logit.low
    assert beta.low == pytest.approx(logit.low, abs=0.01 * width)
    assert beta.high == pytest.approx(logit.high, abs=0.01 * width)


@for_each(("m", "n"), SIZES)
@for_each("kind", ["scored", "perfect", "reversed", "constant"])
def test_every_case_has_an_interval_that_is_no_point(m: int, n: int, kind: str) -> None:
    labels, values = _draw(m, n, 1)
    scored = {"perfect": labels, "reversed": -labels, "constant": 0 * labels}.get(kind, values)
    moments = AucMoments.from_scores(Scores.from_arrays(labels, scored))
    both = [ends(moments, 0)(tail) for tail in (0.4, 0.1, 0.025, 1e-6)]
    for (low, high), (lower, higher) in itertools.pairwise(both):
        assert 0 <= lower <= low <= moments.aucs[0] <= high <= higher <= 1
        assert lower < higher


def test_mirrored_classes_mirror_the_interval() -> None:
    labels, values = _draw(12, 30, 1)
    one = delong_beta_interval(Scores.from_arrays(labels, values)).interval
    other = delong_beta_interval(Scores.from_arrays(1 - labels, values)).interval
    assert (1 - other.high, 1 - other.low) == pytest.approx((one.low, one.high), rel=1e-9)


def test_the_tail_is_the_inverse_of_the_quantile() -> None:
    labels, values = _draw(12, 30, 1)
    moments = AucMoments.from_scores(Scores.from_arrays(labels, values))
    limit = BetaLimit.of_auc(moments, 0, mirrored=False)
    for tail in (0.3, 0.025, 1e-9):
        assert limit.tail(limit.quantile(tail)) == pytest.approx(tail, rel=1e-6)
    assert math.isclose(BetaLimit(0.0, math.inf).quantile(0.025), 0.0)
