"""Distinct scores with counts: the moments and quantiles of all observations."""

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.data.scores import Scores
from aucurate.errors import ModelError, UnsupportedError
from aucurate.estimates.fits.class_values import Tally, class_values, from_scale, on_scale


@for_each("offset", [0.0, 1e9])
@for_each("unit", [1.0, 1e-200, 1e290])
def test_moments_and_quantiles_are_those_of_the_observations(offset: float, unit: float) -> None:
    values = np.round(np.random.default_rng(0).normal(size=101), 1) + offset
    tally = Tally.of(values * unit)
    quantiles = np.quantile(values, [0.1, 0.25, 0.75])
    assert tally.size == 101
    np.testing.assert_allclose(tally.deviation, np.std(values, ddof=1) * unit, rtol=1e-7)
    np.testing.assert_allclose(tally.quantiles(0.1, 0.25, 0.75), quantiles * unit, rtol=1e-12)


def test_points_without_observations_change_nothing() -> None:
    with_gaps = Tally(np.arange(6.0), np.array([0.0, 3, 0, 2, 1, 0]))
    plain = Tally.of(np.array([1.0, 1, 1, 3, 3, 4]))
    assert with_gaps.quantiles(0, 0.25, 0.5, 0.75, 1) == plain.quantiles(0, 0.25, 0.5, 0.75, 1)
    assert with_gaps.spread() == plain.spread()


def test_the_standard_deviation_stands_alone_where_half_of_the_scores_are_equal() -> None:
    tally = Tally.of(np.array([0.0, 0, 0, 0, 0, 0, 5]))
    assert tally.spread() == tally.deviation > 0


def test_one_observation_has_no_spread() -> None:
    assert Tally.of(np.array([7.0])).spread() == 0


def test_infinite_scores_and_weights_are_refused() -> None:
    scores = Scores.from_arrays([0, 1, 1], [1.0, np.inf, 2.0], name="odds")
    with pytest.raises(ModelError, match=r"odds has 1 infinite score\.\nHint: "):
        class_values(scores, "the kernel curve")
    with pytest.raises(UnsupportedError):
        class_values(
            Scores.from_arrays([0, 1], [1, 2], sampling_weights=[1, 2]), "the kernel curve"
        )


# Probabilities as logits, with a rule for exact 0 and 1.


def test_inside_it_is_the_logit_and_back() -> None:
    scores = Scores.from_arrays([0, 1, 1, 0], [0.1, 0.9, 0.5, 0.25])
    up, down = on_scale(scores, "logit", "a test")
    np.testing.assert_allclose(up, special.logit([0.9, 0.5]))
    np.testing.assert_allclose(from_scale(down, "logit", lower=False), [0.1, 0.25])


def test_zero_and_one_go_half_as_far_from_the_end_as_the_nearest_other() -> None:
    scores = Scores.from_arrays([0, 0, 1, 1], [0.0, 0.01, 0.9, 1.0])
    up, down = on_scale(scores, "logit", "a test")
    assert down[0] == pytest.approx(special.logit(0.005))
    assert up[1] == pytest.approx(-special.logit(0.005))
    assert down[0] < down[1] < up[0] < up[1]


def test_scores_that_were_negated_are_probabilities_still() -> None:
    plain = on_scale(Scores.from_arrays([0, 1, 1], [0.7, 0.2, 0.0]), "logit", "a test")
    turned = on_scale(Scores.from_arrays([0, 1, 1], [0.7, 0.2, 0.0], lower=True), "logit", "a test")
    np.testing.assert_array_equal(turned[0], -plain[0])
    np.testing.assert_allclose(from_scale(turned[1], "logit", lower=True), [-0.7])


def test_what_has_no_logit_is_refused() -> None:
    with pytest.raises(ModelError, match="margin has 1 others"):
        on_scale(Scores.from_arrays([0, 1], [0.5, 1.5], name="margin"), "logit", "a test")
    with pytest.raises(ModelError, match="every score of scores is 0 or 1"):
        on_scale(Scores.from_arrays([0, 1], [0.0, 1.0]), "logit", "a test")
