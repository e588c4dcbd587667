"""The biexponential model after a fitted power: calibrated by its own bootstrap."""

import math

import numpy as np
import pytest

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError, UnsupportedError
from aucurate.inference.models.biexponential import biexponential_null_test
from aucurate.inference.models.biexponential_power import (
    fitted_biexponential_curve,
    fitted_biexponential_interval,
    fitted_biexponential_null_test,
    fitted_biexponential_test,
)
from aucurate.inference.resampling.options import Resampling


def _scores(seed: int, positives: int = 20, negatives: int = 30, power: float = 2.0) -> Scores:
    rng = np.random.default_rng(seed)
    labels = np.repeat([1, 0], [positives, negatives])
    values = rng.exponential(size=len(labels)) * np.where(labels == 1, 3.0, 1.0)
    return Scores.from_arrays(labels, values ** (1 / power), name=f"s{seed}")


def test_a_power_or_a_scale_of_the_scores_changes_nothing() -> None:
    scores = _scores(1)
    other = Scores.from_arrays(scores.is_positive, (7 * scores.values) ** 3, name="s1")
    one, two = fitted_biexponential_interval(scores), fitted_biexponential_interval(other)
    assert one.value == pytest.approx(two.value, rel=1e-9)
    assert one.interval.low == pytest.approx(two.interval.low, rel=1e-9)
    assert one.interval.high == pytest.approx(two.interval.high, rel=1e-9)


def test_the_estimate_is_near_the_truth_and_says_that_its_power_was_fitted() -> None:
    found = fitted_biexponential_interval(_scores(2, 400, 400))
    assert found.value == pytest.approx(0.75, abs=0.03)
    assert [c.kind for c in found.caveats] == ["fitted_power"]
    assert "power" in found.caveats[0].message
    assert fitted_biexponential_curve(_scores(2, 400, 400)).power == pytest.approx(2, rel=0.1)


@pytest.mark.parametrize("null", [0.5, 0.8])
def test_one_sided_p_values_add_up_and_the_two_sided_doubles(null: float) -> None:
    asked = Resampling(repeats=999, rng=2)
    greater, less, both = (
        fitted_biexponential_null_test(
            _scores(3), null=null, alternative=alternative, resampling=asked
        ).p_value
        for alternative in ("greater", "less", "two-sided")
    )
    assert greater + less == pytest.approx(1, abs=2 / 1000)
    assert both == pytest.approx(min(1.0, 2 * min(greater, less)))


def test_swapping_the_classifiers_flips_the_difference() -> None:
    first, second = _scores(4), _scores(5, 25, 35)
    asked = Resampling(repeats=1999, rng=2)
    one = fitted_biexponential_test(first, second, resampling=asked)
    two = fitted_biexponential_test(second, first, resampling=asked)
    assert two.difference == pytest.approx(-one.difference)
    assert two.p_value == pytest.approx(one.p_value, abs=0.05)
    assert one.interval.low < one.difference < one.interval.high


def test_the_level_holds_where_the_exact_test_does_not() -> None:
    rng = np.random.default_rng(11)
    labels = np.repeat([1, 0], [15, 15])
    fitted = exact = 0
    draws = 100
    for draw in range(draws):
        values = rng.exponential(size=30) * np.where(labels == 1, 9.0, 1.0)
        scores = Scores.from_arrays(labels, values)
        asked = Resampling(repeats=199, rng=draw)
        fitted += fitted_biexponential_null_test(scores, null=0.9, resampling=asked).p_value <= 0.05
        power = fitted_biexponential_curve(scores).power
        exact += biexponential_null_test(scores, null=0.9, power=power).p_value <= 0.05
    assert abs(fitted / draws - 0.05) < 4 * math.sqrt(0.05 * 0.95 / draws)
    assert exact > fitted


def test_the_same_observations_and_stopped_runs() -> None:
    scores = _scores(6)
    pair = PairedScores.from_arrays(
        scores.is_positive, {"a": scores.values, "b": scores.values[::-1].copy()}
    )
    with pytest.raises(UnsupportedError, match="different test sets only"):
        fitted_biexponential_test(*pair)
    with pytest.raises(AucurateError, match="a result needs at least 100"):
        fitted_biexponential_interval(
            _scores(7, 30_000, 30_000), progress=lambda done, total: False
        )
