"""The sign test against a count of coin tosses, R and SciPy."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.inference.core.sign_test import sign_counts, sign_p_value

GOLD = Path(__file__).parents[2] / "gold"
R: dict[str, Any] = json.loads((GOLD / "r" / "hodges_lehmann.json").read_text())["sets"]
VECTORS: dict[str, Any] = json.loads((GOLD / "scipy" / "folds.json").read_text())["vectors"]


@for_each("wins", range(8))
def test_the_p_value_is_the_share_of_coin_tosses(wins: int) -> None:
    differences = np.repeat([1.0, -1.0, 0.0], [wins, 7 - wins, 2])
    tosses = [sum(toss) for toss in itertools.product((0, 1), repeat=7)]
    above = sum(heads >= wins for heads in tosses) / len(tosses)
    below = sum(heads <= wins for heads in tosses) / len(tosses)
    assert sign_p_value(differences, "greater") == above
    assert sign_p_value(differences, "less") == below
    assert sign_p_value(differences) == min(1.0, 2 * min(above, below))


@pytest.mark.parametrize("name", R)
def test_r_gives_the_same(name: str) -> None:
    found = sign_p_value(np.array(R[name]["differences"]))
    assert found == pytest.approx(R[name]["sign"], rel=1e-12)


@pytest.mark.parametrize("name", VECTORS)
def test_scipy_gives_the_same(name: str) -> None:
    differences = np.array(VECTORS[name]["a"]) - np.array(VECTORS[name]["b"])
    gold = VECTORS[name]["sign_test"]
    assert sign_p_value(differences) == pytest.approx(gold["pvalue"], rel=1e-12)
    assert sign_counts(differences) == (gold["n_plus"], gold["n_minus"], gold["n_zero"])


def test_many_differences_go_on_where_counting_stops() -> None:
    counted = sign_p_value(np.repeat([1.0, -1.0], [270, 230]))
    beyond = sign_p_value(np.repeat([1.0, -1.0], [271, 230]))
    assert 0.06 < beyond < counted < 0.09


def test_nothing_but_zeros_says_nothing() -> None:
    assert sign_p_value(np.zeros(4)) == sign_p_value(np.zeros(4), "less") == 1.0
