"""Intervals of one proportion: R's numbers, Newcombe's table, definitions, empty counts."""

import json
import math
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.inference.operating.proportions import (
    NAMES,
    ProportionMethod,
    proportion_ends,
    proportion_interval,
)

GOLD = Path(__file__).parents[2] / "gold" / "r" / "proportions.json"
ROWS: list[dict[str, Any]] = json.loads(GOLD.read_text())["shares"]
AS_R = 1e-10
METHODS: tuple[ProportionMethod, ...] = get_args(ProportionMethod)

# Newcombe (1998), Statistics in Medicine 17, 857-872, Table I: methods 3 and 5.
PUBLISHED = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]


@for_each("row", ROWS, ids=lambda r: f"{r['successes']}/{r['trials']}")
def test_r_has_the_same_numbers(row: dict[str, Any]) -> None:
    for method, key in (("wilson", "wilson"), ("clopper-pearson", "clopper_pearson")):
        found = proportion_interval(
            row["successes"],
            row["trials"],
            confidence=row["confidence"],
            method=method,  # type: ignore[arg-type]
        )
        assert [found.low, found.high] == pytest.approx(row[key], rel=AS_R, abs=AS_R)


@pytest.mark.parametrize(("successes", "trials", "wilson", "exact"), PUBLISHED)
def test_newcombe_printed_the_same(
    successes: int, trials: int, wilson: tuple[float, float], exact: tuple[float, float]
) -> None:
    for method, printed in (("wilson", wilson), ("clopper-pearson", exact)):
        found = proportion_interval(successes, trials, method=method)  # type: ignore[arg-type]
        assert (round(found.low, 4), round(found.high, 4)) == printed


@for_each("trials", [1, 2, 7, 50, 10**6])
@for_each("confidence", [0.5, 0.95, 0.999])
def test_each_end_solves_its_equation(trials: int, confidence: float) -> None:
    z, tail = two_sided_quantile(confidence), (1 - confidence) / 2
    for successes in {0, 1, trials // 3, trials // 2, trials - 1, trials}:
        share = successes / trials
        for end in proportion_ends(successes, trials, confidence, "wilson"):
            away = z * math.sqrt(end * (1 - end) / trials)
            assert abs(share - end) == pytest.approx(away, rel=1e-7, abs=1e-12)
        low, high = proportion_ends(successes, trials, confidence, "clopper-pearson")
        if successes > 0:
            assert special.bdtrc(successes - 1, trials, low) == pytest.approx(tail, rel=1e-6)
        if successes < trials:
            assert special.bdtr(successes, trials, high) == pytest.approx(tail, rel=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_no_interval_is_a_point_leaves_the_range_or_the_estimate(method: ProportionMethod) -> None:
    for trials in (1, 5, 40):
        for successes in range(trials + 1):
            found = proportion_interval(successes, trials, method=method)
            assert 0 <= found.low <= successes / trials <= found.high <= 1
            assert found.low < found.high
            assert found.method == NAMES[method]
            turned = proportion_interval(trials - successes, trials, method=method)
            assert found.low == pytest.approx(1 - turned.high, abs=1e-12)


def test_without_observations_everything_is_possible() -> None:
    for method in METHODS:
        assert proportion_ends(0, 0, 0.95, method) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "trials"), [(3, 2), (-1, 5), (1.5, 2), (None, 1)])
def test_what_is_no_share_is_refused(successes: int, trials: int) -> None:
    with pytest.raises(OptionError, match=r"no share of observations|must be a whole number"):
        proportion_interval(successes, trials)
    with pytest.raises(OptionError, match="method must be"):
        proportion_interval(1, 2, method="wald")  # type: ignore[arg-type]


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    for kind in (np.int64, np.int32, np.uint8):
        assert proportion_interval(kind(8), kind(26)) == proportion_interval(8, 26)
    with pytest.raises(OptionError, match="successes must be a whole number"):
        proportion_interval(np.float64(8), 26)  # type: ignore[arg-type]
