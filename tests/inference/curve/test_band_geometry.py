"""The empirical curve as a rising line, in both directions."""

import numpy as np
import pytest

from aucurate.curve.roc import RocCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.inference.curve.band_geometry import Quantity, RisingLine, other


def _scores(rng: np.random.Generator, *, ties: bool) -> Scores:
    labels = np.repeat([1, 0], [13, 17])
    values = rng.normal(size=30) + labels
    return Scores.from_arrays(labels, np.round(values) if ties else values)


@pytest.mark.parametrize("ties", [False, True])
def test_the_upper_height_is_that_of_the_roc_curve(ties: bool) -> None:
    scores = _scores(np.random.default_rng(1), ties=ties)
    counts = ThresholdCounts.from_scores(scores)
    curve = RocCurve.from_counts(counts)
    at = np.linspace(0, 1, 324)
    upper = RisingLine.of(counts, "sensitivity").upper(at)
    np.testing.assert_allclose(upper[1:-1], curve.sensitivity_at(1 - at)[1:-1], atol=1e-12)
    upper = RisingLine.of(counts, "specificity").upper(at)
    np.testing.assert_allclose(upper[1:-1], curve.specificity_at(1 - at)[1:-1], atol=1e-12)


def test_an_upright_piece_has_two_ends_and_a_middle() -> None:
    line = RisingLine(np.array([0, 0, 0.5, 0.5, 1]), np.array([0, 0.4, 0.4, 0.8, 1]), 2, 5)
    at = np.array([-0.1, 0.0, 0.25, 0.5, 0.75, 1.0, 1.1])
    assert line.lower(at) == pytest.approx([0, 0, 0.4, 0.4, 0.9, 1, 1])
    assert line.upper(at) == pytest.approx([0, 0.4, 0.4, 0.8, 0.9, 1, 1])
    assert line.middle(at) == pytest.approx([0, 0.2, 0.4, 0.6, 0.9, 1, 1])


def test_places_follow_a_steep_line() -> None:
    steep = RisingLine(np.array([0, 0.001, 1]), np.array([0, 0.9, 1]), 1000, 1000)
    rates = steep.rates(100)
    assert rates[0] == 0
    assert rates[-1] == 1
    assert np.count_nonzero(rates > 0.999) >= 89


def test_each_rate_is_read_by_the_other() -> None:
    both: tuple[Quantity, Quantity] = ("sensitivity", "specificity")
    assert [other(quantity) for quantity in both] == ["specificity", "sensitivity"]
