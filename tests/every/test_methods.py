"""The contract of every method in the registry, of every family.

The methods for two classes and over folds are held to more than this, with more data, in the files
beside this one.
"""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from tests.every.asking import CASES, SCORED, Asked, records
from tests.every.noted import noted
from tests.loops import for_each

from aucurate.errors import AucurateError
from aucurate.inference.methods import (
    INTERVALS,
    METHODS,
    Method,
    Promise,
    methods_for,
)
from aucurate.namespaces import public_names
from aucurate.report.references import BIBLIOGRAPHY
from aucurate.results import Alternative, ClassEstimate, Comparison, Estimate, Interval, Record

NAMES = [f"{m.family}, {m.question}: {m.key}" for m in METHODS]
EVERY = pytest.mark.parametrize("method", METHODS, ids=NAMES)
COMPARING = [m for m in METHODS if m.question == "comparison"]
OF_ROWS = [m for m in METHODS if m.family in (*SCORED, "several classes", "volume")]
OF_RANKS = [m for m in OF_ROWS if m.family not in ("rate", "net benefit") and m.keeps("ranks only")]
# For any average, where the registry has two; and a sample size, which is no interval of data.
FORMS = ("multiclass_auc_interval", "plan_interval")
SIDES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
MIRROR: dict[Alternative, Alternative] = {"greater": "less", "less": "greater"}
RANGES = {"volume": (0, 1), "several classes": (0, 1), "AUC": (0, 1), "model": (0, 1)}


def _ids(methods: list[Method]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "method", methods, ids=[f"{m.family}, {m.question}: {m.key}" for m in methods]
    )


def _answers(
    method: Method, change: Callable[[Asked], Asked] = lambda asked: asked, **options: Any
) -> Iterator[tuple[str, Any]]:
    """The answers of all cases that the method does not refuse."""
    for case in _cases(method):
        with noted(case, options):
            try:
                yield case, change(Asked(method, case)).answer(**options)
            except AucurateError:
                assert case != "plain"


def _cases(method: Method) -> list[str]:
    same = method.family in ("folds", "data sets") or "folds" in method.takes
    return ["plain"] if same or method.takes == "counts" else list(CASES)


def _is_close(one: Any, two: Any) -> bool:
    """Whether two plain records say the same, but for the last digits of their numbers."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(_is_close(one[k], two[k]) for k in one)
    if isinstance(one, list | tuple):
        return len(one) == len(two) and all(map(_is_close, one, two))
    if isinstance(one, float) and isinstance(two, float):
        return math.isclose(one, two, rel_tol=1e-6, abs_tol=1e-9)
    return bool(one == two)


def _assert_same(one: Any, two: Any) -> None:
    parts = [x if isinstance(x, tuple) else (x,) for x in (one, two)]
    for first, second in zip(*parts, strict=True):
        assert _is_close(first.to_dict(), second.to_dict())


def test_the_registry_has_every_public_interval_and_test() -> None:
    ends = ("_interval", "_test", "_band")
    public = {name for _, name in public_names() if name.endswith(ends)}
    assert public - {*FORMS} <= {method.path.rpartition(".")[2] for method in METHODS}


def test_keys_are_unique_in_their_family() -> None:
    keys = [(m.family, m.question, m.key) for m in METHODS]
    assert len(keys) == len(set(keys))
    assert list(methods_for("AUC", "interval")) == list(INTERVALS)


@for_each("method", METHODS)
def test_an_entry_is_complete(method: Method) -> None:
    assert callable(method.function)
    assert method.title
    assert method.designs
    assert set(method.references) <= set(BIBLIOGRAPHY)


@EVERY
def test_the_record_has_the_key_and_the_title_of_its_entry(method: Method) -> None:
    found = list(records(Asked(method).answer()))
    if not found:
        assert method.key == "categories"  # its record has no method
        return
    assert {method.key, *method.variants} & {record.key for record in found}
    assert method.title in {record.method for record in found}


@EVERY
def test_whatever_the_data_a_result_has_keys_and_survives_json(method: Method) -> None:
    for _, answer in _answers(method):
        for record in records(answer):
            assert record.key
            assert type(record.method) is str
        for part in answer if isinstance(answer, tuple) else (answer,):
            assert isinstance(part, Record)
            plain = json.loads(json.dumps(part.to_dict(), allow_nan=False))
            assert type(part).from_dict(plain).to_dict() == part.to_dict()
            assert "nan" not in str(part).split()


@EVERY
def test_the_interval_holds_the_estimate_and_stays_in_range(method: Method) -> None:
    for _, answer in _answers(method):
        for part in answer if isinstance(answer, tuple) else (answer,):
            if isinstance(part, Interval):
                assert part.low < part.high
            if isinstance(part, Estimate | ClassEstimate):
                low, high = part.interval.low, part.interval.high
                assert low <= part.value <= high or not method.keeps("holds the estimate")
                if method.question == "interval" and method.family in RANGES:
                    lowest, highest = RANGES[method.family]
                    assert lowest <= low < high <= highest
            if isinstance(part, Comparison):
                assert part.interval.low <= part.difference <= part.interval.high


@_ids([m for m in COMPARING if m.keeps("swaps")])
def test_swapping_flips_the_sign_and_keeps_the_evidence(method: Method) -> None:
    for side in SIDES:
        mirrored = dict(_answers(method, swapped=True, alternative=MIRROR.get(side, side)))
        for case, one in _answers(method, alternative=side):
            two = mirrored[case]
            assert two.difference == pytest.approx(-one.difference, abs=1e-12)
            assert two.interval.low == pytest.approx(-one.interval.high, abs=1e-9)
            assert two.interval.high == pytest.approx(-one.interval.low, abs=1e-9)
            assert two.p_value == pytest.approx(one.p_value, rel=1e-6)


@_ids([m for m in COMPARING if m.keeps("no difference from itself")])
def test_a_classifier_does_not_differ_from_itself(method: Method) -> None:
    if method.family == "data sets":  # an algorithm is refused beside itself
        with pytest.raises(AucurateError, match="itself"):
            Asked(method).two(same=True)
        return
    for _, found in _answers(method, same=True):
        assert found.difference == 0
        assert found.p_value == pytest.approx(1, abs=1e-9)
        assert found.interval.low <= 0 <= found.interval.high


@_ids(COMPARING)
def test_one_sided_p_values_add_up_to_one_or_more(method: Method) -> None:
    found = {side: dict(_answers(method, alternative=side)) for side in SIDES}
    for case in found["less"]:
        with noted(case):
            p = {side: found[side][case].p_value for side in SIDES}
            assert p["less"] + p["greater"] >= 1 - 1e-9
            assert all(0 <= value <= 1 for value in p.values())


@_ids([m for m in COMPARING if m.keeps("any null")])
def test_the_interval_leaves_out_what_the_test_rejects(method: Method) -> None:
    if method.key in ("mcnemar-mid-p", "mcnemar-exact"):
        with pytest.raises(AucurateError, match="null"):
            Asked(method).two(null_difference=0.1)
        return
    interval = Asked(method).two().interval
    for null in (-0.4, -0.1, 0.05, 0.3):
        p = Asked(method).two(null_difference=null).p_value
        if abs(p - 0.05) > 0.02:
            assert (null in interval) == (p > 0.05)


@_ids([m for m in OF_ROWS if m.keeps("order of rows")])
def test_the_order_of_the_rows_changes_nothing(method: Method) -> None:
    again = dict(_answers(method, Asked.reordered))
    for case, answer in _answers(method):
        _assert_same(answer, again[case])


@_ids(OF_RANKS)
def test_a_monotone_transformation_changes_nothing(method: Method) -> None:
    again = dict(_answers(method, Asked.transformed))
    for case, answer in _answers(method):
        _assert_same(answer, again[case])


def test_every_promise_has_a_method_that_breaks_it() -> None:
    broken = {promise for method in METHODS for promise in method.breaks}
    assert broken == set(get_args(Promise))
