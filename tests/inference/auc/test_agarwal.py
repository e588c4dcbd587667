"""The Agarwal bound: gold values, and that it holds."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.auc.agarwal import agarwal_distance, agarwal_interval, agarwal_probability

FILE = Path(__file__).parents[2] / "gold" / "exact" / "cortes_mohri_agarwal.json"
GOLD: dict[str, Any] = json.loads(FILE.read_text())["agarwal"]
EXACTLY = 1e-13


@for_each("row", GOLD["epsilon_table"], ids=str)
def test_distances_agree(row: dict[str, Any]) -> None:
    m, n, level = row["m"], row["n"], row["delta"]
    found = agarwal_distance(m, n, confidence=1 - level)
    assert found == pytest.approx(row["epsilon"], rel=EXACTLY)
    one_sided = agarwal_distance(m, n, confidence=1 - 2 * level)
    assert one_sided == pytest.approx(row["epsilon_one_sided"], rel=EXACTLY)
    assert agarwal_probability(found, m, n) == pytest.approx(level, rel=1e-12)


@for_each("row", GOLD["probability_table"], ids=str)
def test_probabilities_agree(row: dict[str, Any]) -> None:
    found = agarwal_probability(row["eps"], row["m"], row["n"])
    assert found == pytest.approx(row["bound"], rel=EXACTLY)


@for_each("row", GOLD["sample_size_table"], ids=str)
def test_the_wanted_number_of_observations_is_just_enough(row: dict[str, Any]) -> None:
    def distance(size: int) -> float:
        return agarwal_distance(
            row["rho"] * size, (1 - row["rho"]) * size, confidence=1 - row["delta"]
        )

    assert distance(row["N_required"]) <= row["eps"] < distance(row["N_required"] - 1)


def test_the_interval_is_the_distance_on_both_sides_cut_to_the_range() -> None:
    rng = np.random.default_rng(0)
    labels = np.arange(300) % 3 == 0
    found = agarwal_interval(Scores.from_arrays(labels, rng.normal(size=300) + 0.3 * labels))
    reach = agarwal_distance(100, 200)
    assert found.interval.low == pytest.approx(found.value - reach)
    assert found.interval.high == pytest.approx(found.value + reach)
    assert math.isnan(found.standard_error)
    assert found.caveats == ()
    perfect = agarwal_interval(Scores.from_arrays(labels, labels))
    assert perfect.interval.low == pytest.approx(1 - reach, rel=1e-12)
    assert perfect.interval.high == 1
    assert [c.kind for c in perfect.caveats] == ["perfect_separation"]


def test_degenerate_scores_have_an_answer_with_a_caveat() -> None:
    constant = agarwal_interval(Scores.from_arrays(np.arange(60) % 2, np.zeros(60)))
    assert [c.kind for c in constant.caveats] == ["constant_scores"]
    one = agarwal_interval(Scores.from_arrays([1] + [0] * 9, range(10)))
    assert (one.interval.low, one.value) == (0.0, 0.0)
    assert one.interval.high > 0
    assert "few_observations" in [c.kind for c in one.caveats]
    two = agarwal_interval(Scores.from_arrays([0, 1], [0, 1]))
    assert (two.interval.low, two.interval.high) == (0.0, 1.0)


def test_the_bound_holds_in_simulation() -> None:
    rng = np.random.default_rng(0)
    m, n, draws = 15, 40, 4000
    positives, negatives = rng.normal(0.5, 1, (draws, m)), rng.normal(size=(draws, n))
    aucs = (positives[:, :, None] > negatives[:, None, :]).mean(axis=(1, 2))
    for distance in (0.1, 0.2, 0.3):
        beyond = float((np.abs(aucs - 0.6381631950841185) >= distance).mean())
        assert beyond <= agarwal_probability(distance, m, n)


def test_moments_will_do_and_bad_settings_will_not() -> None:
    scores = Scores.from_arrays([0, 1, 0, 1], [1, 2, 3, 4])
    again = agarwal_interval(AucMoments.from_scores(scores))
    assert again.interval == agarwal_interval(scores).interval
    with pytest.raises(OptionError, match="confidence"):
        agarwal_interval(scores, confidence=2)
    weighted = Scores.from_arrays([0, 1], [0, 1], weights=[1, 2])
    with pytest.raises(UnsupportedError, match="the Agarwal bound cannot use weights"):
        agarwal_interval(weighted)
