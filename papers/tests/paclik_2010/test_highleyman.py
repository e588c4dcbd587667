"""Fig. 1 beside the exact curve: the curve is right, and a wrong one is noticed."""

from dataclasses import replace

import numpy as np
import pytest

from aucurate_papers.paclik_2010.figures import drawn_points
from aucurate_papers.paclik_2010.highleyman import (
    beside_exact,
    exact_false_positive_rate,
    exact_sentence,
    exact_slope,
    farthest,
    highleyman,
    on_the_curve,
)


def test_the_exact_curve_is_that_of_many_observations() -> None:
    labels, features = highleyman(200_000, np.random.default_rng(0))
    distances = (features[:, 0] - 1) ** 2 + (features[:, 1] - 1) ** 2 / 0.25
    sensitivities = np.array([0.2, 0.4, 0.6, 0.8, 0.9, 0.98])
    reach = np.quantile(distances[labels], sensitivities)
    drawn = [float(np.mean(distances[~labels] <= c)) for c in reach]
    assert exact_false_positive_rate(sensitivities) == pytest.approx(drawn, abs=0.006)


def test_the_slope_is_that_of_a_finer_step() -> None:
    at = np.array([0.3, 0.6, 0.9])
    rise = exact_false_positive_rate(at + 1e-6) - exact_false_positive_rate(at - 1e-6)
    assert exact_slope(at) == pytest.approx(rise / 2e-6, abs=2e-4)


def test_the_mean_curve_lies_on_it_and_a_wrong_one_does_not() -> None:
    points = drawn_points(100, [0, 100])
    exact = beside_exact(points)
    assert on_the_curve(exact)
    assert "lies where the problem puts it" in exact_sentence(points, exact)
    asked = [at for at, one in enumerate(exact) if one.distance is not None]
    assert len(asked) > 8
    sensitivity = points.mean("sensitivity")[asked]
    assert np.min(sensitivity) >= 0.05
    assert np.max(sensitivity) <= 0.95 + 1e-9
    for at, s in enumerate(points.mean("sensitivity")):
        assert (exact[at].false_positive_rate is None) == (s == 1)
    shifted = points.values.copy()
    shifted[points.rates.index("specificity")] -= 0.3
    wrong = beside_exact(replace(points, values=shifted))
    assert farthest(wrong) > 3
    assert "does not lie where" in exact_sentence(points, wrong)
    assert not on_the_curve(())
