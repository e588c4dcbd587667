"""The contract of comparisons, kept by the tests of multi-class AUCs."""

import itertools
import json
import math
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.estimates.classes.auc import HandTill, OneVsRest
from aucurate.inference.multiclass.auc import multiclass_auc_test
from aucurate.inference.resampling.bootstrap import bootstrap_test
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Comparison

RNG = np.random.default_rng(0)
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
MIRROR: dict[Alternative, Alternative] = {"greater": "less", "less": "greater"}
BOUND = 1e-9
FEW = Resampling(replicates=199, rng=3)
LOOSE = Resampling(replicates=199, rng=3, stratified=False)


def _noise(sizes: tuple[int, ...], decimals: int, shifts: tuple[float, float]) -> Any:
    codes = RNG.permutation(np.repeat(np.arange(len(sizes)), sizes))
    common = RNG.normal(size=(len(codes), len(sizes)))
    own = np.eye(len(sizes))[codes]
    return codes, *(
        (common + RNG.normal(size=common.shape) + s * own).round(decimals) for s in shifts
    )


THREES = np.arange(24) % 3
CASES: dict[str, tuple[Any, Any, Any]] = {
    "plain": _noise((20, 25, 15), 6, (1.0, 0.5)),
    "ties": _noise((30, 10, 20, 5), 0, (0.5, 1.5)),
    "far apart": _noise((15, 15, 15), 3, (5.0, -5.0)),
    "identical": (THREES, np.eye(3)[THREES[::-1]], np.eye(3)[THREES[::-1]]),
    "perfect and ordinary": (THREES, np.eye(3)[THREES], RNG.normal(size=(24, 3))),
    "perfect and constant": (THREES, np.eye(3)[THREES], np.zeros((24, 3))),
    "perfect and reversed": (THREES, np.eye(3)[THREES], -np.eye(3)[THREES]),
    "both constant": (THREES, np.zeros((24, 3)), np.ones((24, 3))),
    "one of a class": _noise((1, 8, 9), 2, (1.0, 0.5)),
    "three rows": ([0, 1, 2], np.eye(3), np.eye(3)[[1, 2, 0]]),
}
METHODS: dict[str, Callable[..., Comparison]] = {
    "hand-till": multiclass_auc_test,
    "one-vs-rest, estimated": partial(
        multiclass_auc_test, estimand=OneVsRest("weighted", "estimated")
    ),
    "bootstrap": partial(bootstrap_test, resampling=FEW),
    "bootstrap, bca": partial(bootstrap_test, resampling=FEW, kind="bca"),
    "bootstrap, drawn": partial(
        bootstrap_test, of=HandTill("weighted", "estimated"), resampling=LOOSE
    ),
}
EVERY = for_each("case", CASES)
RUNS = pytest.mark.parametrize(
    ("method", "paired"), list(itertools.product(METHODS, (True, False)))
)


def _build(case: str, order: Any = ..., transform: Any = None) -> tuple[ClassScores, ClassScores]:
    labels, first, second = (np.asarray(v, np.float64)[order] for v in CASES[case])
    if transform is not None:
        first, second = transform(first), transform(second)
    data = PairedClassScores.from_arrays(labels.astype(int), {"first": first, "second": second})
    return data["first"], data["second"]


def _run(method: str, case: str, paired: bool, **options: Any) -> Comparison:
    return METHODS[method](*_build(case), paired=paired, **options)


def _same(one: Comparison, two: Comparison) -> None:
    assert one.to_dict() == two.to_dict()


@RUNS
@EVERY
@for_each(("alternative", "null"), [("two-sided", 0.0), ("greater", 0.05)])
def test_swapping_flips_the_sign(
    method: str, paired: bool, case: str, alternative: Alternative, null: float
) -> None:
    first, second = _build(case)
    test = partial(METHODS[method], paired=paired)
    one = test(first, second, alternative=alternative, null_difference=null)
    mirror = MIRROR.get(alternative, alternative)
    two = test(second, first, alternative=mirror, null_difference=-null)
    assert (two.difference, two.statistic) == (-one.difference, -one.statistic)
    assert two.interval.low == pytest.approx(-one.interval.high, abs=BOUND)
    assert two.interval.high == pytest.approx(-one.interval.low, abs=BOUND)
    assert two.p_value == pytest.approx(one.p_value, rel=BOUND)


@pytest.mark.parametrize("method", METHODS)
@EVERY
@for_each("alternative", ALTERNATIVES)
def test_a_classifier_does_not_differ_from_itself(
    method: str, case: str, alternative: Alternative
) -> None:
    first, _ = _build(case)
    found = METHODS[method](first, first, alternative=alternative)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert found.interval.low < 0 < found.interval.high


@RUNS
@EVERY
def test_p_values_add_up_and_agree_with_the_interval(method: str, paired: bool, case: str) -> None:
    found = {a: _run(method, case, paired, alternative=a) for a in ALTERNATIVES}
    total = found["less"].p_value + found["greater"].p_value
    if found["less"].interval.bound or "bootstrap" in method:
        assert total >= 1 - 1e-12
    else:
        assert total == pytest.approx(1, abs=1e-12)
    interval = found["less"].interval
    assert -1 <= interval.low <= found["less"].difference <= interval.high <= 1
    assert interval.low < interval.high
    for null in (-0.3, -0.05, 0.0, 0.1, 0.4):
        p = _run(method, case, paired, null_difference=null).p_value
        if abs(p - 0.05) > 1e-6:
            assert (null in interval) == (p > 0.05)


@RUNS
@EVERY
def test_neither_row_order_nor_monotone_transformations_change_anything(
    method: str, paired: bool, case: str
) -> None:
    before = _run(method, case, paired)
    order = np.random.default_rng(1).permutation(len(CASES[case][0]))
    _same(before, METHODS[method](*_build(case, order), paired=paired))
    _same(before, METHODS[method](*_build(case, transform=keeping_ties(np.arctan)), paired=paired))


@RUNS
@EVERY
def test_the_result_is_plain_survives_json_and_reads_as_a_sentence(
    method: str, paired: bool, case: str
) -> None:
    found = _run(method, case, paired, confidence=np.float64(0.9))
    again = Comparison.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
    _same(found, again)
    for field in fields(found):
        assert type(getattr(found, field.name)).__module__ in ("builtins", "aucurate.results")
    assert type(found.p_value) is type(found.difference) is float
    text = str(found)
    assert " AUC difference " in text
    assert text.endswith("paired")
    assert "nan" not in text
    assert not math.isnan(found.p_value)
