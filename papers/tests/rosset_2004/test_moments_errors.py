"""The distribution of the error difference, against the moments of the package and gold numbers."""

import math

import pytest

from aucurate.theory import error_difference_moments, rosset_example, simulate_choice
from aucurate_papers.rosset_2004.moments_errors import GUESSED_CROSSING, error_moments
from aucurate_papers.rosset_2004.printed import PRINTED_MOMENTS

# Made with numpy by code apart from this package: n, q2, mean, variance.
GOLD = [
    (50, 0.2, 0.44, 5.44768),
    (200, 0.2, 1.64, 21.01572),
    (400, 0.2, 3.24, 41.773059999999994),
    (50, 0.3, 0.88, 7.090720000000001),
    (200, 0.3, 3.28, 27.362880000000004),
    (400, 0.3, 6.48, 54.39224),
]


@pytest.mark.parametrize(("n", "q", "mean", "variance"), GOLD)
def test_the_distribution_has_the_gold_moments(
    n: int, q: float, mean: float, variance: float
) -> None:
    found = error_moments(n, 0.1, q, size=0.2005, threshold=0.5)
    assert found.mean == pytest.approx(mean, rel=1e-9)
    assert found.variance == pytest.approx(variance, rel=1e-9)
    exact = error_difference_moments(rosset_example(n, 0.1, q), threshold=math.nextafter(0.5, 1))
    assert (found.mean, found.variance) == pytest.approx((exact.mean, exact.variance), rel=1e-12)


def test_the_probability_is_that_of_simulated_choices() -> None:
    found = error_moments(50, 0.1, 0.3, size=0.2005, threshold=0.5)
    pair = rosset_example(50, 0.1, 0.3)
    simulated = simulate_choice(pair, draws=20_000, threshold=math.nextafter(0.5, 1)).error
    assert abs(found.probability - simulated.share) < 4 * simulated.share_standard_error
    assert found.ties == pytest.approx(simulated.tie_share, abs=0.01)


def test_the_guess_gives_all_printed_means() -> None:
    for row in PRINTED_MOMENTS:
        found = error_moments(
            row.n,
            0.1,
            row.second_probability,
            size=0.2005,
            threshold=0.5,
            crossing=GUESSED_CROSSING,
        )
        assert abs(found.mean - row.error_mean) <= 0.005 + 1e-9
