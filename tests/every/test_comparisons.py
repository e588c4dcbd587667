"""The contract of every comparison: what joins COMPARISONS keeps these promises."""

import itertools
import json
import math
from dataclasses import FrozenInstanceError, fields
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.every.mirrored import assert_mirrored
from tests.every.noted import noted
from tests.transforms import keeping_ties

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError
from aucurate.inference.methods import COMPARISONS
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Comparison

RNG = np.random.default_rng(0)
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
MIRROR: dict[Alternative, Alternative] = {
    "two-sided": "two-sided",
    "greater": "less",
    "less": "greater",
}


def _noise(size: int, share: float, decimals: int, shifts: tuple[float, float]) -> Any:
    labels = RNG.permutation(np.arange(size) < share * size)
    common = RNG.normal(size=size)
    return labels, *((common + RNG.normal(size=size) + s * labels).round(decimals) for s in shifts)


STEPS = np.arange(20)
CASES: dict[str, tuple[Any, Any, Any]] = {
    "plain": _noise(80, 0.5, 6, (1.0, 0.5)),
    "equal strength": _noise(80, 0.5, 6, (1.0, 1.0)),
    "ties": _noise(80, 0.3, 0, (0.5, 1.5)),
    "few positives": _noise(60, 0.05, 1, (0.5, 1.0)),
    "far apart": _noise(60, 0.5, 3, (4.0, -4.0)),
    "identical": (STEPS % 2, STEPS // 3, STEPS // 3),
    "perfect and ordinary": (STEPS >= 12, STEPS, STEPS % 7),
    "perfect and constant": (STEPS >= 12, STEPS, STEPS * 0),
    "perfect and reversed": (STEPS >= 12, STEPS, -STEPS),
    "both perfect": (STEPS >= 12, STEPS, (STEPS >= 12) * 1),
    "both constant": (STEPS % 2, STEPS * 0, STEPS * 0 + 1),
    "one positive": (STEPS == 4, STEPS, -STEPS),
    "one negative": (STEPS != 4, STEPS % 5, STEPS % 3),
    "two rows": ([0, 1], [1, 2], [2, 1]),
}
METHODS = pytest.mark.parametrize("method", COMPARISONS)
DESIGNS = [
    (name, paired)
    for name, kind in COMPARISONS.items()
    for paired in ((True,) if kind.paired_only else (True, False))
]
RUNS = pytest.mark.parametrize(("method", "paired"), DESIGNS)
# The permutation test has one null hypothesis, exchangeability, and refuses every other.
ANY_NULL = pytest.mark.parametrize(
    ("method", "paired"), [(m, p) for m, p in DESIGNS if not COMPARISONS[m].paired_only]
)
FEW = Resampling(replicates=199, rng=3)
# Enough where the record is examined, not the numbers in it: an ordinary result and two bounds.
SOME = ("plain", "both perfect", "two rows")
TRANSFORMS: dict[str, Any] = {
    "exp": keeping_ties(np.exp),
    "affine": lambda s: 3 * s - 2,
    "rank": lambda s: np.unique(s, return_inverse=True)[1],
}


def _build(case: str, order: Any = ..., transform: Any = None, lower: Any = ()) -> PairedScores:
    labels, first, second = (np.asarray(v)[order] for v in CASES[case])
    columns = {"first": first, "second": second}
    if transform is not None:
        columns = {name: transform(v.astype(float)) for name, v in columns.items()}
    return PairedScores.from_arrays(labels, columns, lower=lower)


def _run(method: str, data: PairedScores, **options: Any) -> Comparison:
    first, second = data
    return _test(method, first, second, **options)


def _test(method: str, first: Scores, second: Scores, **options: Any) -> Comparison:
    if COMPARISONS[method].resamples:
        options["resampling"] = FEW
    comparison: Comparison = COMPARISONS[method](first, second, **options)
    return comparison


def _same(first: Comparison, second: Comparison) -> None:
    assert first.to_dict() == second.to_dict()


@ANY_NULL
def test_swapping_flips_the_sign_and_keeps_the_evidence(method: str, paired: bool) -> None:
    test = partial(_test, method, paired=paired)
    for case, null, side in itertools.product(CASES, (0.0, 0.05), ALTERNATIVES):
        with noted(case, null, side):
            first, second = _build(case)
            one = test(first, second, alternative=side, null_difference=null)
            two = test(second, first, alternative=MIRROR[side], null_difference=-null)
            assert_mirrored(one, two)


@METHODS
def test_a_classifier_does_not_differ_from_itself(method: str) -> None:
    for case, side in itertools.product(CASES, ALTERNATIVES):
        with noted(case, side):
            first, _ = _build(case)
            found = _test(method, first, first, alternative=side)
            assert (found.difference, found.p_value) == (0.0, 1.0)
            assert found.interval.low < 0 < found.interval.high


@ANY_NULL
def test_one_sided_p_values_add_up_to_one_or_more(method: str, paired: bool) -> None:
    for case, null in itertools.product(CASES, (0.0, -0.2, 0.3)):
        with noted(case, null):
            data = _build(case)
            found = {
                side: _run(method, data, paired=paired, alternative=side, null_difference=null)
                for side in ALTERNATIVES
            }
            total = found["less"].p_value + found["greater"].p_value
            if found["less"].interval.bound or COMPARISONS[method].resamples:
                assert total >= 1 - 1e-12
            else:
                assert total == pytest.approx(1, abs=1e-12)
                smaller = min(found["less"].p_value, found["greater"].p_value)
                assert found["two-sided"].p_value == pytest.approx(min(1.0, 2 * smaller))
            for result in found.values():
                assert 0 <= result.p_value <= 1


@RUNS
def test_the_interval_holds_the_difference_and_stays_in_range(method: str, paired: bool) -> None:
    for case, confidence in itertools.product(CASES, (0.01, 0.5, 0.95, 0.9999)):
        with noted(case, confidence):
            found = _run(method, _build(case), paired=paired, confidence=confidence)
            assert -1 <= found.interval.low <= found.difference <= found.interval.high <= 1
            assert found.difference == found.first_value - found.second_value
            assert found.interval.low < found.interval.high
            assert found.interval.confidence == confidence


@RUNS
def test_higher_confidence_gives_a_wider_interval(method: str, paired: bool) -> None:
    for case in CASES:
        data = _build(case)
        found = [
            _run(method, data, paired=paired, confidence=c).interval
            for c in (0.5, 0.8, 0.9, 0.95, 0.99, 0.999)
        ]
        for narrow, wide in itertools.pairwise(found):
            with noted(case, wide.confidence):
                assert wide.low <= narrow.low
                assert wide.high >= narrow.high
                if not COMPARISONS[method].resamples:  # replicates come in steps
                    wider = wide.high - wide.low > narrow.high - narrow.low
                    assert wider or (wide.low, wide.high) == (-1, 1)


@ANY_NULL
def test_the_interval_leaves_out_exactly_what_the_test_rejects(method: str, paired: bool) -> None:
    for case in ("plain", "ties", "few positives", "perfect and ordinary", "both constant"):
        data = _build(case)
        interval = _run(method, data, paired=paired).interval
        ends = [end + step for end in (interval.low, interval.high) for step in (-0.01, 0.01)]
        for null in (*(end for end in ends if abs(end) < 1), -0.9, -0.3, 0.0, 0.3, 0.9):
            with noted(case, null):
                p = _run(method, data, paired=paired, null_difference=null).p_value
                if abs(p - 0.05) > 1e-6:
                    assert (null in interval) == (p > 0.05)


@pytest.mark.parametrize(
    ("method", "paired"), [(m, p) for m, p in DESIGNS if COMPARISONS[m].keeps("ranks only")]
)
def test_a_monotone_transformation_changes_nothing(method: str, paired: bool) -> None:
    for case in CASES:
        before = _run(method, _build(case), paired=paired)
        for name, transform in TRANSFORMS.items():
            with noted(case, name):
                _same(before, _run(method, _build(case, transform=transform), paired=paired))


@RUNS
def test_negated_scores_that_run_the_other_way_change_nothing(method: str, paired: bool) -> None:
    for case in CASES:
        with noted(case):
            turned = _build(case, transform=np.negative, lower=["first", "second"])
            _same(_run(method, _build(case), paired=paired), _run(method, turned, paired=paired))


@RUNS
def test_the_order_of_the_rows_changes_nothing(method: str, paired: bool) -> None:
    for case in CASES:
        with noted(case):
            order = np.random.default_rng(1).permutation(len(CASES[case][0]))
            turned = _build(case, order)
            _same(_run(method, _build(case), paired=paired), _run(method, turned, paired=paired))


@RUNS
def test_the_result_survives_json(method: str, paired: bool) -> None:
    for case in SOME:
        with noted(case):
            found = _run(method, _build(case), paired=paired)
            again = Comparison.from_dict(json.loads(json.dumps(found.to_dict(), allow_nan=False)))
            _same(found, again)
            assert (again.interval, again.caveats) == (found.interval, found.caveats)
            if not math.isnan(found.standard_error):
                assert again == found


@METHODS
def test_the_result_is_frozen_and_plain(method: str) -> None:
    options = {"confidence": np.float64(0.9), "null_difference": np.float32(0.0)}
    for case in SOME:
        with noted(case):
            found = _run(method, _build(case), **options)
            with pytest.raises(FrozenInstanceError):
                found.p_value = 0.0  # type: ignore[misc]
            for record in (found, found.interval):
                for field in fields(record):
                    home = type(getattr(record, field.name)).__module__
                    assert home in ("builtins", "aucurate.results")
            for name in ("difference", "statistic", "p_value", "standard_error", "null_difference"):
                assert type(getattr(found, name)) is float


@METHODS
def test_the_result_reads_as_a_sentence(method: str) -> None:
    for case in SOME:
        with noted(case):
            text = str(_run(method, _build(case)))
            assert text.startswith("AUC difference ")
            assert "(95% CI " in text
            assert text.endswith("paired")
            assert "nan" not in text


@METHODS
def test_different_test_sets_are_compared_too(method: str) -> None:
    first = Scores.from_arrays([0, 1, 0, 1, 1, 0], [1, 3, 2, 5, 2, 1], name="a")
    second = Scores.from_arrays([0, 1, 0, 1], [1, 3, 2, 1.5], name="b")
    if COMPARISONS[method].paired_only:
        with pytest.raises(AucurateError) as refused:
            _test(method, first, second)
        assert str(refused.value).partition("Hint: ")[2]
        return
    found = _test(method, first, second)
    assert (found.design, found.first, found.second) == ("unpaired", "a", "b")
