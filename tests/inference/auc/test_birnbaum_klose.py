"""The Birnbaum-Klose interval: the bound holds, and the interval is Wilson's."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binomtest
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.birnbaum_klose import birnbaum_klose_interval
from aucurate.inference.core.reference_distributions import two_sided_quantile

SIZES = [(1, 1), (1, 9), (9, 1), (15, 25), (20, 200), (500, 500)]


def _scores(m: int, n: int, beaten: int) -> Scores:
    below = [beaten // m + (i < beaten % m) for i in range(m)]
    labels = np.repeat([0, 1], [n, m])
    return Scores.from_arrays(labels, [*(j + 0.5 for j in range(n)), *below])


@for_each(("m", "n"), SIZES)
@for_each("share", [0.0, 0.3, 0.5, 0.9, 1.0])
@for_each("confidence", [0.01, 0.5, 0.95, 0.9999])
def test_the_ends_solve_the_quadratic(m: int, n: int, share: float, confidence: float) -> None:
    found = birnbaum_klose_interval(_scores(m, n, round(share * m * n)), confidence=confidence)
    auc, k, z = found.value, min(m, n), two_sided_quantile(confidence)
    centre = (auc + z * z / (2 * k)) / (1 + z * z / k)
    reach = z * math.sqrt(auc * (1 - auc) / k + z * z / (4 * k * k)) / (1 + z * z / k)
    assert found.interval.low == pytest.approx(centre - reach, abs=1e-14)
    assert found.interval.high == pytest.approx(centre + reach, abs=1e-14)
    assert 0 <= found.interval.low <= auc <= found.interval.high <= 1
    assert found.interval.low < found.interval.high
    assert found.standard_error == pytest.approx(math.sqrt(auc * (1 - auc) / k))


def test_it_is_wilsons_interval_of_a_proportion() -> None:
    theirs = binomtest(9, 12).proportion_ci(0.95, method="wilson")
    ours = birnbaum_klose_interval(_scores(12, 30, 270)).interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-12)


def test_no_distribution_has_a_larger_variance() -> None:
    """All pairs of distributions on three values in a coarse grid, and the case of equality."""
    m, n = 3, 5
    grid = [np.array(p) / 4 for p in itertools.product(range(5), repeat=3) if sum(p) == 4]
    for p, q in itertools.product(grid, grid):
        above = np.array([q[:i].sum() + q[i] / 2 for i in range(3)])
        beaten = np.array([p[i + 1 :].sum() + p[i] / 2 for i in range(3)])
        auc = float(p @ above)
        squares = float(sum(p[i] * (q[:i].sum() + q[i] / 4) for i in range(3))) - auc**2
        first, second = float(p @ above**2) - auc**2, float(q @ beaten**2) - auc**2
        variance = (squares + (n - 1) * first + (m - 1) * second) / (m * n)
        assert variance <= auc * (1 - auc) / min(m, n) + 1e-15
    # Positives all above or all below the negatives: m independent coins.
    variance = (0.7 * 0.3 + (n - 1) * 0.7 * 0.3) / (m * n)
    assert variance == pytest.approx(0.7 * 0.3 / min(m, n))


def test_perfect_separation_is_no_point() -> None:
    found = birnbaum_klose_interval(_scores(15, 25, 15 * 25))
    z2 = two_sided_quantile(0.95) ** 2
    assert found.interval.low == pytest.approx(15 / (15 + z2), rel=1e-12)
    assert (found.value, found.interval.high) == (1.0, 1.0)
    assert [c.kind for c in found.caveats] == ["few_observations", "perfect_separation"]
    reverse = birnbaum_klose_interval(_scores(15, 25, 0))
    assert (reverse.interval.low, reverse.interval.high) == pytest.approx((0, z2 / (15 + z2)))


def test_degenerate_scores_have_an_answer_with_a_caveat() -> None:
    constant = birnbaum_klose_interval(Scores.from_arrays(np.arange(60) % 2, np.zeros(60)))
    assert [c.kind for c in constant.caveats] == ["constant_scores"]
    one = birnbaum_klose_interval(Scores.from_arrays([1] + [0] * 9, range(10)))
    assert one.interval.low == 0.0 < one.interval.high < 1
    assert "few_observations" in [c.kind for c in one.caveats]


def test_it_covers_where_scores_are_far_from_normal() -> None:
    """Positives at two values, the hardest case: 30 coins."""
    rng = np.random.default_rng(0)
    held = 0
    for _ in range(2000):
        found = birnbaum_klose_interval(_scores(30, 40, 40 * int(rng.binomial(30, 0.9)))).interval
        held += found.low <= 0.9 <= found.high
    assert held / 2000 > 0.93


def test_moments_will_do_and_bad_settings_will_not() -> None:
    scores = _scores(15, 25, 300)
    assert birnbaum_klose_interval(AucMoments.from_scores(scores)) == birnbaum_klose_interval(
        scores
    )
    with pytest.raises(OptionError, match="confidence"):
        birnbaum_klose_interval(scores, confidence=0)
    weighted = Scores.from_arrays([0, 1], [0, 1], weights=[1, 2])
    with pytest.raises(UnsupportedError, match="the Birnbaum-Klose interval cannot use weights"):
        birnbaum_klose_interval(weighted)
