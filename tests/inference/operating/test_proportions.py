"""Intervals of one proportion: R's numbers, Newcombe's table, definitions, empty counts."""

import json
import math
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from scipy import optimize, special
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.inference.operating.proportions import (
    NAMES,
    PairedTable,
    ProportionMethod,
    difference_interval,
    proportion_ends,
    proportion_interval,
    tango_score,
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
    with pytest.raises(
        OptionError, match=r"not a proportion of observations|must be a whole number"
    ):
        proportion_interval(successes, trials)
    with pytest.raises(OptionError, match="method must be"):
        proportion_interval(1, 2, method="wald")  # type: ignore[arg-type]


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    for kind in (np.int64, np.int32, np.uint8):
        assert proportion_interval(kind(8), kind(26)) == proportion_interval(8, 26)
    with pytest.raises(OptionError, match="successes must be a whole number"):
        proportion_interval(np.float64(8), 26)  # type: ignore[arg-type]


# Differences of paired proportions: published tables, the likeliest shares by search, edges.


TABLES = [
    (1, 1, 7, 12),
    (36, 12, 2, 0),
    (43, 0, 1, 0),
    (0, 5, 0, 0),
    (0, 0, 0, 3),
    (3, 0, 0, 0),
    (794, 150, 86, 570),
    (0, 3, 2, 0),
]


def _table(counts: tuple[int, ...]) -> PairedTable:
    both, first, second, neither = counts
    return PairedTable(both=both, first_only=first, second_only=second, neither=neither)


def test_newcombe_printed_the_same_of_paired() -> None:
    """Newcombe (1998), Statistics in Medicine 17, 2635-2650: 36, 12, 2, 0 by method 10."""
    found = difference_interval(_table((36, 12, 2, 0)), method="newcombe")
    assert (round(found.low, 4), round(found.high, 4)) == (0.0569, 0.3404)


def test_fagerland_and_others_printed_the_same() -> None:
    """Fagerland and others (2014), airway hyper-responsiveness, n = 21."""
    tango = difference_interval(_table((1, 1, 7, 12)))
    newcombe = difference_interval(_table((1, 1, 7, 12)), method="newcombe")
    assert (round(tango.low, 3), round(tango.high, 3)) == (-0.517, -0.026)
    assert (round(newcombe.low, 3), round(newcombe.high, 3)) == (-0.507, -0.026)


def _score_by_search(table: PairedTable, d: float) -> float:
    b, c, n = table.first_only, table.second_only, table.size

    def surprise(q: float) -> float:
        terms = ((b, q + d), (c, q), (n - b - c, 1 - 2 * q - d))
        return -sum(x * math.log(max(p, 1e-300)) for x, p in terms if x)

    bounds = max(0.0, -d), (1 - d) / 2
    q = optimize.minimize_scalar(surprise, bounds=bounds, options={"xatol": 1e-13}).x
    return float((b - c - n * d) / math.sqrt(n * (2 * q + d * (1 - d))))


@for_each("counts", TABLES)
def test_the_ends_are_where_the_score_is_z(counts: tuple[int, ...]) -> None:
    table, z = _table(counts), two_sided_quantile(0.95)
    found = difference_interval(table)
    if found.low > -1:
        assert _score_by_search(table, found.low) == pytest.approx(z, rel=1e-4)
    if found.high < 1:
        assert _score_by_search(table, found.high) == pytest.approx(-z, rel=1e-4)


@for_each("counts", TABLES)
@pytest.mark.parametrize("method", ["tango", "newcombe"])
def test_swapping_turns_the_interval_and_none_is_a_point(
    counts: tuple[int, ...], method: str
) -> None:
    both, first, second, neither = counts
    table, turned = _table(counts), _table((both, second, first, neither))
    mine = difference_interval(table, method=method)  # type: ignore[arg-type]
    theirs = difference_interval(turned, method=method)  # type: ignore[arg-type]
    assert mine.low == pytest.approx(-theirs.high, abs=1e-12)
    assert mine.high == pytest.approx(-theirs.low, abs=1e-12)
    assert -1 <= mine.low <= table.difference <= mine.high <= 1
    assert mine.low < mine.high
    wide = difference_interval(table, method=method, confidence=0.99)  # type: ignore[arg-type]
    assert wide.low <= mine.low < mine.high <= wide.high


def test_without_discordant_observations_the_interval_is_known() -> None:
    z2 = two_sided_quantile(0.95) ** 2
    for counts in ((3, 0, 0, 0), (0, 0, 0, 3), (10, 0, 0, 10)):
        found = difference_interval(_table(counts))
        n = sum(counts)
        assert found.high == pytest.approx(z2 / (n + z2), rel=1e-9)
        assert found.low == pytest.approx(-z2 / (n + z2), rel=1e-9)


def test_at_no_difference_the_score_is_mcnemars() -> None:
    for counts in TABLES:
        table = _table(counts)
        b, c = table.first_only, table.second_only
        expected = (b - c) / math.sqrt(b + c) if b + c else 0.0
        assert tango_score(table, 0.0) == pytest.approx(expected)


def test_the_interval_leaves_out_zero_exactly_when_the_score_test_rejects() -> None:
    z = two_sided_quantile(0.95)
    for b in range(14):
        for c in range(14):
            table = _table((10, b, c, 9))
            assert (0.0 in difference_interval(table)) == (abs(tango_score(table, 0.0)) <= z)


def test_a_table_is_checked_and_survives_json() -> None:
    table = _table((1, 2, 3, 4))
    assert PairedTable.from_dict(json.loads(json.dumps(table.to_dict()))) == table
    assert (table.first_share, table.second_share, table.difference) == (0.3, 0.4, -0.1)
    for counts in ((0, 0, 0, 0), (-1, 2, 3, 4), (1.5, 2, 3, 4)):
        with pytest.raises(OptionError, match="not a table of counts"):
            _table(counts)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="'tango' or 'newcombe'"):
        difference_interval(table, method="wald")  # type: ignore[arg-type]
