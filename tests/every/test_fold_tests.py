"""The contract of every comparison over folds, and what is decided where there is no spread."""

import itertools
import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.division import FoldDesign
from aucurate.data.fold_values import FoldValues
from aucurate.errors import AucurateError, InputError, OptionError
from aucurate.inference.folds.sign_tests import fold_sign_test, fold_wilcoxon_test, sign_flip_test
from aucurate.inference.folds.t_tests import five_by_two_t_test, fold_t_test, nadeau_bengio_test
from aucurate.results import Alternative, Comparison

TESTS: dict[str, Callable[..., Comparison]] = {
    "t": fold_t_test,
    "nadeau-bengio": nadeau_bengio_test,
    "5x2": five_by_two_t_test,
    "wilcoxon": fold_wilcoxon_test,
    "sign": fold_sign_test,
    "sign-flip": sign_flip_test,
}
DISCRETE = ("wilcoxon", "sign", "sign-flip")
ABOUT_THE_MEAN = ("t", "nadeau-bengio", "5x2")
RNG = np.random.default_rng(5)
BASE = RNG.uniform(0.6, 0.8, 10)
CASES: dict[str, tuple[Any, Any]] = {
    "plain": (BASE + RNG.normal(0.03, 0.02, 10), BASE),
    "equal": (BASE + RNG.normal(0.0, 0.02, 10), BASE),
    "ties": (BASE + np.array([1, 2, -1, 1, 0, 0, 3, 2, 2, -1]) / 100, BASE),
    "far apart": (0.95 + BASE / 20, 0.04 * BASE),
    "one fold differs": (BASE + 0.1 * (np.arange(10) == 3), BASE),
}
NO_SPREAD = {"identical": 0.0, "constant": 0.01, "constant and worse": -0.02}
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
MIRROR: dict[Alternative, Alternative] = {"greater": "less", "less": "greater"}
METHODS = pytest.mark.parametrize("method", TESTS)
EVERY = for_each("case", CASES)


def _values(first: Any, second: Any, design: FoldDesign = "5x2") -> FoldValues:
    folds = len(first)
    repeats = np.arange(folds) // 2 if design == "5x2" else None
    return FoldValues.from_arrays(
        {"first": first, "second": second},
        quantity="AUC",
        design=design,
        repeats=repeats,
        n_train=50,
        n_test=50,
    )


def _run(method: str, case: str, **options: Any) -> Comparison:
    return TESTS[method](_values(*CASES[case]), "first", "second", **options)


@METHODS
@EVERY
@for_each("null", [0.0, 0.05])
@for_each("alternative", ALTERNATIVES)
def test_swapping_flips_the_sign_and_keeps_the_evidence(
    method: str, case: str, null: float, alternative: Alternative
) -> None:
    values, mirror = _values(*CASES[case]), MIRROR.get(alternative, alternative)
    one = TESTS[method](values, "first", "second", alternative=alternative, null_difference=null)
    two = TESTS[method](values, "second", "first", alternative=mirror, null_difference=-null)
    assert two.difference == -one.difference
    assert two.statistic == pytest.approx(-one.statistic, abs=1e-12)
    assert two.p_value == pytest.approx(one.p_value, abs=1e-12)
    assert two.interval.low == pytest.approx(-one.interval.high, abs=1e-12)
    assert two.interval.high == pytest.approx(-one.interval.low, abs=1e-12)


@METHODS
@EVERY
@for_each("null", [0.0, -0.02, 0.3])
def test_one_sided_p_values_add_up_to_one_or_more(method: str, case: str, null: float) -> None:
    found = {a: _run(method, case, alternative=a, null_difference=null) for a in ALTERNATIVES}
    total = found["less"].p_value + found["greater"].p_value
    assert total >= 1 - 1e-12 if method in DISCRETE else total == pytest.approx(1)
    smaller = min(found["less"].p_value, found["greater"].p_value)
    assert found["two-sided"].p_value == pytest.approx(min(1.0, 2 * smaller))


@METHODS
@EVERY
def test_the_interval_is_in_range_and_grows_with_confidence(method: str, case: str) -> None:
    found = [_run(method, case, confidence=c) for c in (0.5, 0.8, 0.95, 0.99, 0.9999)]
    for one in found:
        assert -1 <= one.interval.low < one.interval.high <= 1
        assert one.difference == one.first_value - one.second_value
        if method in ABOUT_THE_MEAN:
            assert one.difference in one.interval
    for narrow, wide in itertools.pairwise(found):
        assert wide.interval.low <= narrow.interval.low
        assert wide.interval.high >= narrow.interval.high


@METHODS
@for_each("case", ["plain", "equal", "far apart"])
def test_the_interval_leaves_out_exactly_what_the_test_rejects(method: str, case: str) -> None:
    interval = _run(method, case).interval
    for null in np.linspace(-0.2, 0.99, 61):
        p = _run(method, case, null_difference=float(null)).p_value
        if abs(p - 0.05) > 1e-6:
            assert (null in interval) == (p > 0.05)


@METHODS
@EVERY
def test_the_order_of_folds_changes_nothing(method: str, case: str) -> None:
    if method == "5x2":
        return  # its first fold is not like the others, as its caveat says
    first, second = CASES[case]
    order = np.random.default_rng(0).permutation(10)
    one = TESTS[method](_values(first, second), "first", "second")
    two = TESTS[method](_values(first[order], second[order]), "first", "second")
    assert two.p_value == pytest.approx(one.p_value, abs=1e-12)
    assert two.interval.low == pytest.approx(one.interval.low, abs=1e-12)


@METHODS
@EVERY
def test_the_result_survives_json_and_reads_as_a_sentence(method: str, case: str) -> None:
    found = _run(method, case)
    plain = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert Comparison.from_dict(plain) == found
    assert str(found).startswith("AUC difference ")
    assert "nan" not in str(found)
    for name in ("difference", "statistic", "p_value", "standard_error"):
        assert type(getattr(found, name)) is float


@METHODS
@for_each("alternative", ALTERNATIVES)
def test_an_algorithm_does_not_differ_from_itself(method: str, alternative: Alternative) -> None:
    found = TESTS[method](_values(BASE, BASE), "first", "first", alternative=alternative)
    assert (found.difference, found.statistic, found.p_value) == (0.0, 0.0, 1.0)
    assert (found.interval.low, found.interval.high) == (-1, 1)


@METHODS
@for_each("case", NO_SPREAD)
def test_without_spread_the_signs_decide_and_no_interval_is_a_point(method: str, case: str) -> None:
    """0.83 - 0.82 and 0.85 - 0.84 differ in the last bit, which must not count."""
    gap, second = NO_SPREAD[case], np.array([82, 84, 71, 63, 77, 80, 68, 75, 73, 66]) / 100
    found = TESTS[method](_values(second + gap, second), "first", "second")
    folds = 5 if method == "5x2" else 10
    assert found.p_value == (2.0 ** (1 - folds) if gap else 1.0)
    assert (found.interval.low, found.interval.high) == (-1, 1)
    if method in ABOUT_THE_MEAN:
        assert found.statistic == (math.copysign(math.inf, gap) if gap else 0.0)
        kinds = [c.kind for c in found.caveats]
        assert ("no_variance" if gap else "identical_values") in kinds


@METHODS
def test_every_result_names_the_design_it_is_made_for(method: str) -> None:
    assert _run(method, "plain").caveats[0].kind == "valid_for"


@METHODS
def test_a_fixed_test_set_is_told_or_refused(method: str) -> None:
    values = _values(*CASES["plain"], design="fixed test set")
    if method == "5x2":
        with pytest.raises(AucurateError, match="five repeats of two folds"):
            TESTS[method](values, "first", "second")
        return
    kinds = [c.kind for c in TESTS[method](values, "first", "second").caveats]
    assert "fixed_test_set" in kinds
    assert "overlapping_training_sets" not in kinds


@METHODS
def test_overlap_is_told_by_those_that_do_not_allow_for_it(method: str) -> None:
    if method == "5x2":
        return
    values = _values(*CASES["plain"], design="left-out folds")
    kinds = [c.kind for c in TESTS[method](values, "first", "second").caveats]
    assert ("overlapping_training_sets" in kinds) == (method != "nadeau-bengio")
    assert ("conservative" in kinds) == (method == "nadeau-bengio")


@pytest.mark.parametrize("method", [m for m in TESTS if m != "5x2"])
def test_few_folds_are_told_and_one_is_refused(method: str) -> None:
    few = _values([0.8, 0.9, 0.7], [0.7, 0.85, 0.69], "left-out folds")
    kinds = [c.kind for c in TESTS[method](few, "first", "second").caveats]
    assert "few_folds" in kinds
    assert ("smallest_p_value" in kinds) == (method in DISCRETE)
    with pytest.raises(InputError, match="only one fold"):
        TESTS[method](_values([0.8], [0.7], "left-out folds"), "first", "second")


@METHODS
def test_settings_without_meaning_are_refused(method: str) -> None:
    values = _values(*CASES["plain"])
    with pytest.raises(OptionError, match="no classifier named"):
        TESTS[method](values, "first", "third")
    with pytest.raises(OptionError, match="confidence"):
        TESTS[method](values, "first", "second", confidence=1)
    with pytest.raises(OptionError, match="alternative"):
        TESTS[method](values, "first", "second", alternative="both")
    with pytest.raises(OptionError, match="values must be FoldValues; it is a list"):
        TESTS[method]([1, 2], "first", "second")
