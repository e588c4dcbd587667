"""DeLong's variance and tests against exact rationals and against pROC."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.inference.auc.delong import delong_interval, delong_test, paired_comparison
from aucurate.results import Alternative

GOLD = Path(__file__).parents[2] / "gold"
DATA: dict[str, Any] = json.loads((GOLD / "datasets.json").read_text())["binary"]
EXACT: dict[str, Any] = json.loads((GOLD / "exact" / "delong.json").read_text())
PROC: dict[str, Any] = json.loads((GOLD / "proc" / "delong.json").read_text())

EXACTLY = 1e-12
AS_PROC = 1e-12
ALTERNATIVES: tuple[tuple[Alternative, str, str], ...] = (
    ("two-sided", "two.sided", "p_two_sided"),
    ("less", "less", "p_less"),
    ("greater", "greater", "p_greater"),
)

# Degenerate on purpose; what we answer there is decided in test_delong_degenerate.py.
ONE_POSITIVE = "n12_onepos"
NO_DIFFERENCE_VARIANCE = ("n25_reversed_perfect", "n60_identical")
TESTABLE = [n for n in DATA if n not in (ONE_POSITIVE, *NO_DIFFERENCE_VARIANCE)]


def _paired(name: str) -> PairedScores:
    data = DATA[name]
    return PairedScores.from_arrays(data["y"], {"a": data["a"], "b": data["b"]})


def _moments(name: str) -> AucMoments:
    return AucMoments.from_scores(_paired(name))


def _close(value: float, gold: float, relative: float) -> bool:
    return math.isclose(value, gold, rel_tol=relative, abs_tol=1e-300)


@for_each("name", DATA)
def test_aucs_are_the_doubles_nearest_to_the_exact_ones(name: str) -> None:
    gold = EXACT["binary"][name]
    assert _moments(name).aucs == (gold["auc_a"], gold["auc_b"])


@for_each("name", [n for n in DATA if n != ONE_POSITIVE])
def test_variances_and_covariances_agree_with_exact_rationals(name: str) -> None:
    gold, moments = EXACT["binary"][name], _moments(name)
    covariance = moments.covariance
    assert _close(covariance[0, 0], gold["var_a"], EXACTLY)
    assert _close(covariance[1, 1], gold["var_b"], EXACTLY)
    assert _close(covariance[0, 1], gold["cov_ab"], EXACTLY)
    assert covariance[0, 1] == covariance[1, 0]
    assert _close(moments.difference_variance[0, 1], gold["var_diff"], EXACTLY)


@for_each("name", TESTABLE)
@for_each(("alternative", "theirs", "key"), ALTERNATIVES)
def test_paired_tests_agree_with_exact_rationals(
    name: str, alternative: Alternative, theirs: str, key: str
) -> None:
    gold = EXACT["binary"][name]
    result = delong_test(*_paired(name), alternative=alternative, distribution="normal")
    assert (result.design, result.method) == ("paired", "DeLong")
    assert _close(result.statistic, gold["z"], EXACTLY)
    assert _close(result.p_value, gold[key], EXACTLY)
    assert result.degrees_of_freedom == math.inf
    low, high = gold["diff_ci95"]
    assert _close(result.interval.low, max(-1.0, low), EXACTLY)
    assert _close(result.interval.high, min(1.0, high), EXACTLY)


@pytest.mark.parametrize("row", EXACT["unpaired"][:3], ids=lambda row: str(row["first"]))
def test_unpaired_tests_agree_with_exact_rationals_in_procs_form(row: dict[str, Any]) -> None:
    first, second = (Scores.from_arrays(DATA[n]["y"], DATA[n]["a"]) for n in _pair(row))
    result = delong_test(first, second, satterthwaite="two-component")
    assert result.design == "unpaired"
    assert _close(result.statistic, row["D"], EXACTLY)
    assert _close(result.degrees_of_freedom, row["df"], EXACTLY)
    assert _close(result.p_value, row["p_two_sided_t"], EXACTLY)
    total = row["var_first"] + row["var_second"]
    assert _close(result.standard_error, math.sqrt(total), EXACTLY)


@for_each("row", PROC["unpaired"][:3], ids=lambda row: str(row["first"]))
@for_each(("alternative", "theirs", "key"), ALTERNATIVES)
def test_unpaired_tests_agree_with_proc_on_request(
    row: dict[str, Any], alternative: Alternative, theirs: str, key: str
) -> None:
    first, second = (Scores.from_arrays(DATA[n]["y"], DATA[n]["a"]) for n in _pair(row))
    result = delong_test(first, second, alternative=alternative, satterthwaite="two-component")
    assert _close(result.statistic, row[theirs]["statistic"], AS_PROC)
    assert _close(result.degrees_of_freedom, row[theirs]["df"], AS_PROC)
    assert _close(result.p_value, row[theirs]["p_value"], AS_PROC)


def test_unpaired_with_perfect_separation_agrees_and_says_what_it_rests_on() -> None:
    """The variance of the perfect curve is 0 in the sum, as in pROC; ours carries the caveat."""
    row = EXACT["unpaired"][3]
    assert (row["first"], row["var_first"]) == ("n25_perfectA", 0.0)
    first, second = (Scores.from_arrays(DATA[n]["y"], DATA[n]["a"]) for n in _pair(row))
    result = delong_test(first, second, satterthwaite="two-component")
    assert "lone_variance" in [c.kind for c in result.caveats]
    assert _close(result.p_value, row["p_two_sided_t"], EXACTLY)


@for_each("name", [n for n in DATA if n != ONE_POSITIVE])
def test_variances_agree_with_proc(name: str) -> None:
    gold, covariance = PROC["binary"][name], _moments(name).covariance
    assert _close(covariance[0, 0], gold["a"]["var_delong"], AS_PROC)
    assert _close(covariance[1, 1], gold["b"]["var_delong"], AS_PROC)
    assert _close(covariance[0, 1], gold["cov_delong"], AS_PROC)


@for_each("name", TESTABLE)
@for_each(("alternative", "theirs", "key"), ALTERNATIVES)
def test_paired_tests_agree_with_proc(
    name: str, alternative: Alternative, theirs: str, key: str
) -> None:
    gold = PROC["binary"][name][f"delong_paired_{theirs}"]
    result = paired_comparison(
        _moments(name), "a", "b", alternative=alternative, distribution="normal"
    )
    assert _close(result.statistic, gold["statistic"], AS_PROC)
    assert _close(result.p_value, gold["p_value"], AS_PROC)
    assert _close(result.interval.low, max(-1.0, gold["conf_int"][0]), AS_PROC)
    assert _close(result.interval.high, min(1.0, gold["conf_int"][1]), AS_PROC)


@for_each("name", TESTABLE)
@for_each(("alternative", "theirs", "key"), ALTERNATIVES)
def test_the_two_columns_taken_as_unpaired_agree_with_proc(
    name: str, alternative: Alternative, theirs: str, key: str
) -> None:
    gold = PROC["binary"][name][f"delong_unpaired_{theirs}"]
    result = delong_test(
        *_paired(name), paired=False, alternative=alternative, satterthwaite="two-component"
    )
    variances = [PROC["binary"][name][which]["var_delong"] for which in ("a", "b")]
    if 0 in variances:
        assert "lone_variance" in [c.kind for c in result.caveats]
    assert _close(result.statistic, gold["statistic"], AS_PROC)
    assert _close(result.degrees_of_freedom, gold["df"], AS_PROC)
    assert _close(result.p_value, gold["p_value"], AS_PROC)


@for_each("name", DATA)
@for_each("which", ["a", "b"])
@for_each(("confidence", "key"), [(0.95, "ci95_delong"), (0.90, "ci90_delong")])
def test_wald_intervals_agree_with_proc(name: str, which: str, confidence: float, key: str) -> None:
    gold = PROC["binary"][name][which]
    found = delong_interval(_moments(name), confidence=confidence, scale="wald", name=which)
    assert _close(found.value, gold["auc"], AS_PROC)
    if gold["var_delong"] in (0, "NA"):  # pROC: a point, or NA; ours is the bound
        assert found.interval.method == "disjoint-pairs bound"
        assert found.interval.low < found.interval.high
        return
    assert _close(found.standard_error, math.sqrt(gold["var_delong"]), AS_PROC)
    low, _, high = gold[key]
    assert _close(found.interval.low, low, AS_PROC)
    assert _close(found.interval.high, high, AS_PROC)
    assert found.interval.method == "DeLong Wald"


@pytest.mark.parametrize("threads", ["1", "2"])
def test_gold_values_do_not_depend_on_threads(
    threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _moments("n500_heavyties")
    monkeypatch.setenv("AUCURATE_THREADS", threads)
    again = _moments("n500_heavyties")
    assert before.aucs == again.aucs
    np.testing.assert_array_equal(before.covariance, again.covariance)


def _pair(row: dict[str, Any]) -> tuple[str, str]:
    return row["first"], row["second"]
