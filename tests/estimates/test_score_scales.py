"""Probabilities as logits, with a rule for exact 0 and 1."""

import numpy as np
import pytest
from scipy import special

from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.estimates.score_scales import from_scale, on_scale


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
