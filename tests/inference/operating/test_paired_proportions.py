"""Differences of paired proportions: published tables, the likeliest shares by search, edges."""

import json
import math

import pytest
from scipy import optimize
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.inference.core.reference_distributions import two_sided_quantile
from aucurate.inference.operating.paired_proportions import (
    PairedTable,
    difference_interval,
    tango_score,
)

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


def test_newcombe_printed_the_same() -> None:
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
        with pytest.raises(OptionError, match="no table of counts"):
            _table(counts)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="'tango' or 'newcombe'"):
        difference_interval(table, method="wald")  # type: ignore[arg-type]
