"""McNemar's test: R's and published numbers, a loop over observations, exact level, contracts."""

import json
import math
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError, UnsupportedError
from aucurate.inference.operating.mcnemar import (
    McNemarKind,
    McNemarRate,
    mcnemar_comparison,
    mcnemar_test,
    paired_table,
)
from aucurate.inference.operating.proportions import PairedTable
from aucurate.results import Comparison

GOLD = Path(__file__).parents[2] / "gold" / "r" / "proportions.json"
ROWS: list[dict[str, Any]] = json.loads(GOLD.read_text())["tests"]
KINDS: tuple[McNemarKind, ...] = get_args(McNemarKind)
RATES: tuple[McNemarRate, ...] = get_args(McNemarRate)


def _table(both: int, first: int, second: int, neither: int) -> PairedTable:
    return PairedTable(both=both, first_only=first, second_only=second, neither=neither)


def _data(rng: int = 0, size: int = 120) -> PairedScores:
    draws = np.random.default_rng(rng)
    labels = draws.integers(0, 2, size)
    return PairedScores.from_arrays(
        labels,
        {"a": draws.normal(size=size) + labels, "b": 0.1 - draws.normal(size=size) - labels},
        lower=["b"],
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["table"]))
def test_r_has_the_same_numbers(row: dict[str, Any]) -> None:
    table = _table(*row["table"])
    score = mcnemar_comparison(table, kind="score")
    assert score.statistic**2 == pytest.approx(row["chi_square"], rel=1e-12)
    assert score.p_value == pytest.approx(row["p_value"], rel=1e-10)
    assert mcnemar_comparison(table, kind="exact").p_value == pytest.approx(row["exact"], rel=1e-10)
    greater = mcnemar_comparison(table, kind="exact", alternative="greater").p_value
    assert greater == pytest.approx(row["exact_greater"], rel=1e-10)


def test_fagerland_and_others_printed_the_same() -> None:
    """BMC Medical Research Methodology 13, 91 (2013): 0.039 by mid-p, 0.070 exact, 0.034 score."""
    table = _table(1, 1, 7, 12)
    found = {kind: mcnemar_comparison(table, kind=kind).p_value for kind in KINDS}
    assert {kind: round(p, 3) for kind, p in found.items()} == {
        "mid-p": 0.039,
        "exact": 0.070,
        "score": 0.034,
    }


@pytest.mark.parametrize("rate", RATES)
def test_the_table_is_that_of_a_loop(rate: McNemarRate) -> None:
    data = _data()
    thresholds = (0.4, -0.3)
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for y, a, b in zip(data.observations.is_positive, *data.values, strict=True):
        if rate == "accuracy" or y == (rate == "sensitivity"):
            counts[bool((a >= 0.4) == y), bool((-b <= -0.3) == y)] += 1
    table = paired_table(data["a"], data["b"], thresholds=thresholds, rate=rate)
    assert (table.both, table.first_only) == (counts[True, True], counts[True, False])
    assert (table.second_only, table.neither) == (counts[False, True], counts[False, False])


def test_the_level_of_each_test_by_summing_all_tables() -> None:
    """25 observations, of which a share q is discordant: mid-p 0.05 or a little more at most."""
    levels = {}
    for kind in KINDS:
        rejects = {
            (b, c): mcnemar_comparison(_table(0, b, c, 25 - b - c), kind=kind).p_value <= 0.05
            for b in range(26)
            for c in range(26 - b)
        }
        for q in (0.2, 0.5, 0.9):
            levels[kind, q] = sum(
                math.comb(25, b)
                * math.comb(25 - b, c)
                * (q / 2) ** (b + c)
                * (1 - q) ** (25 - b - c)
                for (b, c), reject in rejects.items()
                if reject
            )
    for q in (0.2, 0.5, 0.9):
        assert levels["exact", q] <= levels["mid-p", q] <= 0.055
        assert levels["exact", q] <= 0.05
        assert levels["score", q] <= 0.065


@for_each("kind", KINDS)
@for_each("rate", RATES)
def test_swapping_flips_the_sign_and_nothing_differs_from_itself(
    kind: McNemarKind, rate: McNemarRate
) -> None:
    data = _data(1)

    def compared(first: str, second: str, **options: Any) -> Comparison:
        places = {"a": 0.4, "b": -0.3}
        thresholds = places[first], places[second]
        return mcnemar_test(
            data[first], data[second], thresholds=thresholds, rate=rate, kind=kind, **options
        )

    there, back = compared("a", "b"), compared("b", "a")
    turned = there.reversed()
    assert back.difference == pytest.approx(turned.difference, rel=1e-12, abs=1e-15)
    assert back.p_value == pytest.approx(turned.p_value, rel=1e-12)
    assert back.statistic == pytest.approx(turned.statistic, rel=1e-12)
    assert back.interval.low == pytest.approx(turned.interval.low, abs=1e-12)
    assert there.difference in there.interval
    assert there.quantity == rate
    greater, less = (compared("a", "b", alternative=way).p_value for way in ("greater", "less"))
    assert greater + less >= 1 - 1e-12
    if kind != "exact":
        assert greater + less == pytest.approx(1)
    itself = compared("a", "a")
    assert (itself.p_value, itself.difference, itself.statistic) == (1.0, 0.0, 0.0)
    assert "no_discordant_calls" in {c.kind for c in itself.caveats}
    assert itself.interval.low < 0 < itself.interval.high
    assert Comparison.from_dict(json.loads(json.dumps(there.to_dict()))) == there


def test_a_margin_is_tested_by_score_and_at_one_with_the_interval() -> None:
    table = _table(40, 12, 3, 8)
    low = mcnemar_comparison(table).interval.low
    found = mcnemar_comparison(table, kind="score", null_difference=low, alternative="greater")
    assert found.p_value == pytest.approx(0.025, rel=1e-6)
    with pytest.raises(OptionError, match=r"(?s)mid-p test asks.*kind='score'"):
        mcnemar_comparison(table, null_difference=0.05)


def test_few_discordant_calls_are_told() -> None:
    found = mcnemar_comparison(_table(40, 5, 0, 8))
    assert [c.kind for c in found.caveats] == ["few_discordant_calls"]
    exact = mcnemar_comparison(_table(40, 5, 0, 8), kind="exact")
    assert exact.p_value == pytest.approx(2 / 32, rel=1e-14)
    assert mcnemar_comparison(_table(40, 6, 0, 8)).caveats == ()


def test_huge_tables_keep_small_p_values() -> None:
    found = mcnemar_comparison(_table(10**6, 3000, 1000, 10**6))
    assert 0 < found.p_value < 1e-200
    exact = 2 * float(special.bdtr(1000, 4000, 0.5))
    counted = mcnemar_comparison(_table(10**6, 3000, 1000, 10**6), kind="exact").p_value
    assert counted == pytest.approx(exact, rel=1e-9)


def test_bad_input_is_refused() -> None:
    data = _data()
    one, two = data["a"], data["b"]
    with pytest.raises(OptionError, match="thresholds must be a pair of numbers"):
        mcnemar_test(one, two, thresholds=0.5)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="threshold of 'b' must be a number"):
        mcnemar_test(one, two, thresholds=(0.5, math.nan))
    with pytest.raises(OptionError, match=r"(?s)rate must be .*predictive_value_test"):
        mcnemar_test(one, two, thresholds=(0, 0), rate="f1")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="kind must be"):
        mcnemar_test(one, two, thresholds=(0, 0), kind="chi")  # type: ignore[arg-type]
    other = Scores.from_arrays([0, 1, 1], [1, 2, 3])
    with pytest.raises(OptionError, match="same observations"):
        mcnemar_test(one, other, thresholds=(0, 0))
    weighted = Scores.from_arrays([0, 1, 1], [0, 1, 1], sampling_weights=[1, 2, 3])
    with pytest.raises(UnsupportedError, match="the exact test counts independent"):
        mcnemar_test(weighted, weighted, thresholds=(0, 0), paired=True, kind="exact")


def test_a_caveat_names_the_pair_and_the_rate() -> None:
    few = mcnemar_comparison(_table(40, 5, 0, 8), names=("forest", "tree"), rate="sensitivity")
    (told,) = few.caveats
    assert told.message.startswith(
        "forest and tree, sensitivity: only one of the two is right on 5"
    )
    none = mcnemar_comparison(_table(40, 0, 0, 8), names=("forest", "tree"), rate="specificity")
    (told,) = none.caveats
    assert told.message.startswith("forest and tree, specificity: both classify all 48 ")
