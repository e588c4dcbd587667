"""The contract of every interval and test by influences and by their bootstrap."""

import itertools
import json
import math
from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.inference.curve.average_precision import (
    average_precision_interval,
    average_precision_test,
)
from aucurate.inference.curve.partial_auc import partial_auc_interval, partial_auc_test
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_interval,
    sensitivity_at_test,
    specificity_at_interval,
    specificity_at_test,
)
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Comparison, Estimate

RNG = np.random.default_rng(0)
FEW = Resampling(replicates=99, rng=3)
STEPS = np.arange(20)


def _noise(size: int, share: float, decimals: int, shifts: tuple[float, float]) -> Any:
    labels = RNG.permutation(np.arange(size) < share * size)
    common = RNG.normal(size=size)
    return labels, *((common + RNG.normal(size=size) + s * labels).round(decimals) for s in shifts)


CASES: dict[str, tuple[Any, Any, Any]] = {
    "plain": _noise(80, 0.5, 6, (1.0, 0.5)),
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
KINDS: dict[str, tuple[CountedEstimate, Any, Any]] = {
    "partial AUC": (
        PartialAuc(specificity=(0.8, 1.0)),
        partial(partial_auc_interval, specificity=(0.8, 1.0)),
        partial(partial_auc_test, specificity=(0.8, 1.0)),
    ),
    "corrected partial AUC over sensitivities": (
        PartialAuc(sensitivity=(0.5, 0.9), corrected=True),
        partial(partial_auc_interval, sensitivity=(0.5, 0.9), corrected=True),
        partial(partial_auc_test, sensitivity=(0.5, 0.9), corrected=True),
    ),
    "sensitivity": (
        SensitivityAt(specificity=0.8),
        partial(sensitivity_at_interval, specificity=0.8),
        partial(sensitivity_at_test, specificity=0.8),
    ),
    "specificity": (
        SpecificityAt(sensitivity=0.9),
        partial(specificity_at_interval, sensitivity=0.9),
        partial(specificity_at_test, sensitivity=0.9),
    ),
    "average precision": (AveragePrecision(), average_precision_interval, average_precision_test),
}
for _name, (_estimate, _, _) in list(KINDS.items()):
    for _kind in ("percentile", "basic", "bca") if _name == "partial AUC" else ("percentile",):
        KINDS[f"{_name}, bootstrap {_kind}"] = (
            _estimate,
            partial(bootstrap_interval, of=_estimate, kind=_kind, resampling=FEW),
            partial(bootstrap_test, of=_estimate, kind=_kind, resampling=FEW),
        )
METHODS = pytest.mark.parametrize("kind", KINDS)
RESAMPLED = ("plain", "ties", "perfect and ordinary", "one positive")
EVERY = for_each("case", lambda kind: RESAMPLED if "bootstrap" in kind else CASES)
DESIGNS = for_each("paired", [True, False])


def _build(case: str, order: Any = ..., transform: Any = None, lower: Any = ()) -> PairedScores:
    labels, first, second = (np.asarray(v)[order] for v in CASES[case])
    columns = {"first": first, "second": second}
    if transform is not None:
        columns = {name: transform(v.astype(float)) for name, v in columns.items()}
    return PairedScores.from_arrays(labels, columns, lower=lower)


def _interval(kind: str, scores: Scores, **options: Any) -> Estimate:
    found: Estimate = KINDS[kind][1](scores, **options)
    return found


def _test(kind: str, first: Scores, second: Scores, **options: Any) -> Comparison:
    found: Comparison = KINDS[kind][2](first, second, **options)
    return found


@METHODS
@EVERY
def test_the_interval_holds_the_estimate_and_stays_in_range(kind: str, case: str) -> None:
    estimate = KINDS[kind][0]
    for scores in _build(case):
        found = [_interval(kind, scores, confidence=c) for c in (0.01, 0.5, 0.95, 0.9999)]
        for each in found:
            interval = each.interval
            assert estimate.lowest <= interval.low <= each.value <= interval.high
            assert interval.high <= estimate.highest + 1e-15
            assert interval.low < interval.high
            assert each.quantity == estimate.quantity
        if "bootstrap" in kind:  # replicates come in steps, and no interval is a point
            continue
        for narrow, wide in itertools.pairwise(found):
            assert wide.interval.low <= narrow.interval.low
            assert wide.interval.high >= narrow.interval.high


@METHODS
@EVERY
@DESIGNS
def test_the_interval_of_a_difference_holds_it_and_agrees_with_the_test(
    kind: str, case: str, paired: bool
) -> None:
    first, second = _build(case)
    reach = KINDS[kind][0].highest - KINDS[kind][0].lowest
    found = _test(kind, first, second, paired=paired)
    assert -reach <= found.interval.low <= found.difference <= found.interval.high <= reach
    assert found.interval.low < found.interval.high
    assert found.difference == found.first_value - found.second_value
    for null in np.linspace(-0.8 * reach, 0.8 * reach, 4):
        p = _test(kind, first, second, paired=paired, null_difference=float(null)).p_value
        if abs(p - 0.05) > 1e-6:
            assert (null in found.interval) == (p > 0.05)


@METHODS
@EVERY
@DESIGNS
def test_swapping_flips_the_sign_and_keeps_the_evidence(kind: str, case: str, paired: bool) -> None:
    first, second = _build(case)
    one = _test(kind, first, second, paired=paired, alternative="greater", null_difference=0.01)
    two = _test(kind, second, first, paired=paired, alternative="less", null_difference=-0.01)
    assert (two.first, two.second) == (one.second, one.first)
    assert two.difference == -one.difference
    assert two.statistic == pytest.approx(-one.statistic, rel=1e-12, abs=1e-12)
    assert two.interval.low == pytest.approx(-one.interval.high, abs=1e-9)
    assert two.interval.high == pytest.approx(-one.interval.low, abs=1e-9)
    assert two.p_value == pytest.approx(one.p_value, rel=1e-9)


@METHODS
@EVERY
@for_each("alternative", ["two-sided", "greater", "less"])
def test_a_classifier_does_not_differ_from_itself(
    kind: str, case: str, alternative: Alternative
) -> None:
    first, _ = _build(case)
    found = _test(kind, first, first, alternative=alternative)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert found.interval.low < 0 < found.interval.high


@METHODS
@EVERY
@DESIGNS
def test_one_sided_p_values_add_up_to_one_or_more(kind: str, case: str, paired: bool) -> None:
    first, second = _build(case)
    found = [
        _test(kind, first, second, paired=paired, alternative=a).p_value
        for a in ("greater", "less", "two-sided")
    ]
    assert found[0] + found[1] >= 1 - 1e-12
    assert found[2] == pytest.approx(min(1.0, 2 * min(found[:2])))
    assert all(0 <= p <= 1 for p in found)


@METHODS
@EVERY
def test_neither_rows_nor_monotone_transformations_nor_direction_matter(
    kind: str, case: str
) -> None:
    order = np.random.default_rng(1).permutation(len(CASES[case][0]))
    plain, shuffled = _build(case), _build(case, order)
    for other in (
        shuffled,
        _build(case, transform=keeping_ties(np.exp)),
        _build(case, transform=np.negative, lower=["first", "second"]),
    ):
        for paired in (True, False) if other is shuffled else (True,):
            found, again = (_test(kind, *data, paired=paired).to_dict() for data in (plain, other))
            assert found == again
        there, back = (_interval(kind, data["first"]).to_dict() for data in (plain, other))
        assert there == back


@METHODS
@for_each("case", ["plain", "perfect and ordinary"])
def test_results_survive_json_and_read_as_sentences(kind: str, case: str) -> None:
    first, second = _build(case)
    compared, found = _test(kind, first, second), _interval(kind, first)
    text = json.dumps([compared.to_dict(), found.to_dict()], allow_nan=False)
    again = json.loads(text)
    assert Comparison.from_dict(again[0]).to_dict() == compared.to_dict()
    assert Estimate.from_dict(again[1]).to_dict() == found.to_dict()
    quantity = KINDS[kind][0].quantity
    assert str(compared).startswith(f"{quantity} difference ")
    assert f": {quantity} " in str(found)
    for record in (compared, compared.interval, found, found.interval):
        assert "nan" not in str(record)
        for field in fields(record):
            assert type(getattr(record, field.name)).__module__ in ("builtins", "aucurate.results")


@METHODS
def test_what_has_no_meaning_is_refused(kind: str) -> None:
    first, second = _build("plain")
    for wrong in (
        {"confidence": 1.0},
        {"null_difference": 20.0},
        {"null_difference": "0"},
        {"alternative": "smaller"},
    ):
        with pytest.raises(OptionError):
            _test(kind, first, second, **wrong)
    with pytest.raises(OptionError):
        _interval(kind, first, confidence=0.0)
    with pytest.raises(OptionError, match=r"must be Scores.*; it is a PairedScores"):
        _interval(kind, _build("plain"))  # type: ignore[arg-type]
    apart = Scores.from_arrays(first.is_positive, first.values)
    with pytest.raises(OptionError, match="is not clear whether"):
        _test(kind, first, apart)


@METHODS
def test_different_test_sets_are_compared_too(kind: str) -> None:
    first = Scores.from_arrays([0, 1, 0, 1, 1, 0], [1, 3, 2, 5, 2, 1], name="a")
    second = Scores.from_arrays([0, 1, 0, 1], [1, 3, 2, 1.5], name="b")
    found = _test(kind, first, second)
    assert (found.design, found.first, found.second) == ("unpaired", "a", "b")
    assert math.isfinite(found.p_value)
