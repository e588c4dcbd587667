"""Q-Q data beside scipy.stats."""

import numpy as np
import pytest
from scipy import stats

from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.quantile_pairs import quantile_pairs

VALUES = np.random.default_rng(0).gamma(3, size=50)


def test_normal_quantiles() -> None:
    pairs = quantile_pairs(VALUES, name="gamma")
    shares = (np.arange(50) + 0.5) / 50
    expected = stats.norm.ppf(shares, VALUES.mean(), VALUES.std(ddof=1))
    np.testing.assert_allclose(pairs.theoretical, expected, rtol=1e-12)
    np.testing.assert_array_equal(pairs.observed, np.sort(VALUES))
    assert (pairs.name, pairs.model, pairs.n) == ("gamma", "normal", 50)


def test_exponential_quantiles() -> None:
    pairs = quantile_pairs(VALUES, model="exponential")
    shares = (np.arange(50) + 0.5) / 50
    expected = stats.expon.ppf(shares, scale=VALUES.mean())
    np.testing.assert_allclose(pairs.theoretical, expected, rtol=1e-12)


def test_many_scores_are_thinned_with_both_ends_kept() -> None:
    values = np.random.default_rng(1).normal(size=100_000)
    pairs = quantile_pairs(values, count=100)
    assert len(pairs.observed) == 100
    assert pairs.n == 100_000
    assert pairs.observed[0] == np.min(values)
    assert pairs.observed[-1] == np.max(values)


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_units_do_not_matter(unit: float) -> None:
    plain, scaled = quantile_pairs(VALUES), quantile_pairs(VALUES * unit)
    np.testing.assert_allclose(scaled.theoretical, unit * plain.theoretical)


def test_what_no_model_describes_is_refused() -> None:
    with pytest.raises(ModelError, match="needs at least 3 finite scores; there are 2 such scores"):
        quantile_pairs([1.0, 2.0])
    with pytest.raises(ModelError, match="needs at least 3 finite scores"):
        quantile_pairs([1.0, 2.0, 3.0, np.inf])
    with pytest.raises(ModelError, match="all scores of a are equal"):
        quantile_pairs([1.0, 1.0, 1.0], name="a")
    with pytest.raises(ModelError, match="needs positive scores"):
        quantile_pairs([0.0, 1.0, 2.0], model="exponential")
    with pytest.raises(OptionError, match="model must be"):
        quantile_pairs(VALUES, model="gamma")  # type: ignore[arg-type]
