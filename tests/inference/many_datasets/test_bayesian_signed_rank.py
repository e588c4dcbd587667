"""The Bayesian signed rank test against closed forms and quadrature over the simplex."""

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from tests.loops import for_each

from aucurate.data.results_table import ResultsTable
from aucurate.errors import AucurateError, OptionError
from aucurate.inference.many_datasets.bayesian_signed_rank import (
    PosteriorComparison,
    WeightedPairs,
    bayesian_signed_rank_test,
    winning_draws,
)
from aucurate.inference.resampling.options import Resampling


def _test(differences: Any, rope: float, **options: Any) -> PosteriorComparison:
    second = np.full(len(differences), 0.5)
    table = ResultsTable.from_arrays({"a": second + np.asarray(differences), "b": second})
    return bayesian_signed_rank_test(table, "a", "b", rope=rope, **options)


def _probabilities(found: PosteriorComparison) -> list[float]:
    return [found.probability_first, found.probability_equivalent, found.probability_second]


def test_a_case_with_a_closed_form() -> None:
    """Only pairs without the first data set lie in the region: it wins where (1 - w1)^2 < 1/2,
    and w1 is Beta(1, 2).
    """
    found = _test([0.05, 0.02], 0.02, prior_strength=1)
    assert found.probability_first == pytest.approx(0.5, abs=4 * found.monte_carlo_error)
    assert found.probability_second == 0.0
    assert found.monte_carlo_error == pytest.approx(0.5 / 50_000**0.5, rel=0.01)


@pytest.mark.parametrize("strength", [0.5, 1.0, 4.0])
def test_the_strength_of_the_prior_in_closed_form(strength: float) -> None:
    """All differences far above: the prior wins where w0^2 > 1/2, and w0 is Beta(s, 2)."""
    found = _test([0.3, 0.4], 0.01, prior_strength=strength)
    x, s = 0.5**0.5, strength
    below = x**s * (1 + s * (1 - x))  # distribution function of Beta(s, 2)
    assert found.probability_first == pytest.approx(below, abs=4 * found.monte_carlo_error)


def test_two_differences_by_quadrature_over_the_simplex() -> None:
    found = _test([0.05, -0.03], 0.012, prior_strength=1)
    grid = (np.arange(600) + 0.5) / 600
    w1, w2 = np.meshgrid(grid, grid)
    inside = w1 + w2 < 1
    w = np.stack((1 - w1 - w2, w1, w2))[:, inside]
    z = (0.0, 0.05, -0.03)
    theta = np.zeros((3, w.shape[1]))
    for i in range(3):
        for j in range(3):
            middle = (z[i] + z[j]) / 2
            theta[0 if middle > 0.012 else 2 if middle < -0.012 else 1] += w[i] * w[j]
    shares = np.bincount(theta.argmax(axis=0), minlength=3) / w.shape[1]
    assert _probabilities(found) == pytest.approx(shares, abs=0.01)
    expected = [found.expected_first, found.expected_equivalent, found.expected_second]
    assert expected == pytest.approx(theta.mean(axis=1), abs=0.005)
    assert sum(expected) == pytest.approx(1)


def test_without_a_region_one_of_the_two_wins() -> None:
    found = _test([0.01, 0.02, -0.01, 0.03], 0.0)
    assert found.probability_equivalent == 0.0
    assert found.probability_first + found.probability_second == pytest.approx(1)
    assert "equivalent" not in str(found)


def test_equal_algorithms_are_equivalent_or_even() -> None:
    assert _probabilities(_test([0.0] * 5, 0.01)) == [0, 1, 0]
    assert _probabilities(_test([0.0] * 5, 0.0)) == [0.5, 0, 0.5]


def test_the_border_of_the_region_belongs_to_it() -> None:
    assert _probabilities(_test([0.01] * 6, 0.01)) == [0, 1, 0]


def test_swapping_exchanges_the_probabilities_and_lower_is_better() -> None:
    values = {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.85, 0.8, 0.5]}
    table = ResultsTable.from_arrays(values)
    one = bayesian_signed_rank_test(table, "a", "b", rope=0.02)
    other = bayesian_signed_rank_test(table, "b", "a", rope=0.02)
    assert _probabilities(one) == pytest.approx(_probabilities(other)[::-1])
    error = ResultsTable.from_arrays(values, quantity="error")
    turned = bayesian_signed_rank_test(error, "a", "b", rope=0.02)
    assert _probabilities(turned) == pytest.approx(_probabilities(other))


def test_the_same_rng_gives_the_same_numbers() -> None:
    assert _test([0.1, -0.02, 0.03], 0.01, rng=3) == _test([0.1, -0.02, 0.03], 0.01, rng=3)
    many = _test(np.linspace(-0.1, 0.2, 150), 0.01, replicates=30_000)
    assert sum(_probabilities(many)) == pytest.approx(1)


@pytest.mark.parametrize("n", [2, 5, 6])
def test_few_data_sets_are_told_where_wilcoxons_test_cannot_reject(n: int) -> None:
    found = _test(np.linspace(0.05, 0.1, n), 0.01)
    least = 2.0 ** (1 - n)
    assert found.probability_first > 0.95
    assert [c.kind for c in found.caveats] == ["few_data_sets"] * (least > 0.05)
    assert all(f"p-value below {least:g}." in c.message for c in found.caveats)


def test_it_survives_json() -> None:
    found = _test([0.1, -0.02, 0.03], 0.01, replicates=1000)
    assert PosteriorComparison.from_dict(json.loads(json.dumps(found.to_dict()))) == found


def test_settings_that_mean_nothing_are_refused() -> None:
    with pytest.raises(OptionError, match="rope must be a number from 0"):
        _test([0.1, 0.2], -0.01)
    with pytest.raises(OptionError, match="prior_strength must lie between 0 and"):
        _test([0.1, 0.2], 0.01, prior_strength=0)
    with pytest.raises(OptionError, match="replicates must be"):
        _test([0.1, 0.2], 0.01, replicates=0)


def test_stopped_it_uses_the_draws_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aucurate.inference.many_datasets.bayesian_signed_rank._CELLS", 4 * 50)
    found = _test([0.1, -0.02, 0.03], 0.01, progress=lambda done, _, what: done < 150)
    assert found == _test([0.1, -0.02, 0.03], 0.01, replicates=150)
    assert found.replicates == 150
    with pytest.raises(AucurateError, match="stopped after 50 of 50,000 replicates"):
        _test([0.1, -0.02, 0.03], 0.01, progress=lambda *_: False)


def test_the_prior_is_that_of_the_authors_programs() -> None:
    """s = 0.5: with all differences far above, the prior wins where w0^2 > 1/2."""
    found = _test([0.3, 0.4], 0.01)
    assert found.prior_strength == 0.5
    assert found == _test([0.3, 0.4], 0.01, prior_strength=0.5)
    expected = 1 - special.betainc(0.5, 2, 0.5**0.5)
    error = found.monte_carlo_error
    assert found.probability_equivalent == pytest.approx(expected, abs=4 * error)


# Sums over pairs by running sums, against the double sum.


def _signs(values: NDArray[np.float64], border: float) -> NDArray[np.int8]:
    sums = values[:, None] + values
    return (sums > border).astype(np.int8) - (sums < -border).astype(np.int8)


@for_each("border", [0.0, 0.2, 5.0])
@for_each("digits", [1, 8])
def test_the_shares_are_the_double_sums(border: float, digits: int) -> None:
    rng = np.random.default_rng(1)
    signs = _signs(rng.normal(0.1, 0.5, 40).round(digits), border)
    weights = rng.dirichlet(np.ones(40), 7)
    above, below = WeightedPairs.of(signs).shares(weights.T.copy(), np.empty((3, 41, 7)))
    wanted = [[w @ (signs == sign) @ w for w in weights] for sign in (1, -1)]
    assert above == pytest.approx(wanted[0], abs=1e-14)
    assert below == pytest.approx(wanted[1], abs=1e-14)


def test_pairs_share_their_draws_and_a_stop_leaves_whole_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aucurate.inference.many_datasets.bayesian_signed_rank._CELLS", 100 * 10)
    rng = np.random.default_rng(2)
    pairs = [WeightedPairs.of(_signs(rng.normal(0.1, 0.5, 10), 0.1)) for _ in range(3)]
    masses, asked = np.ones(10), Resampling(replicates=1050, rng=4)
    wins, done = winning_draws(pairs, masses, asked, None, decided=False)
    assert done == 1050
    assert wins.sum(axis=1) == pytest.approx(1050)
    for at, pair in enumerate(pairs):
        alone, _ = winning_draws([pair], masses, asked, None, decided=False)
        assert alone.tolist() == [wins[at].tolist()]
    told: list[int] = []

    def stop(done: int, total: int, what: str) -> bool:
        assert total == 3 * 1050
        told.append(done)
        return done < 700

    wins, done = winning_draws(pairs, masses, asked, stop, decided=False)
    assert told == [*range(100, 800, 100)]
    assert done == 200
    assert wins.sum(axis=1) == pytest.approx(200)
