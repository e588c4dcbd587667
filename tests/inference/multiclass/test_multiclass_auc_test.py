"""Tests of multi-class AUCs: two classes are DeLong's, several classifiers, refusals."""

import math
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.paired import PairedScores
from aucurate.errors import AucurateError, ContrastError
from aucurate.estimates.multiclass_auc import HandTill, OneVsRest
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.delong_joint import delong_joint_test
from aucurate.inference.multiclass.multiclass_auc_test import (
    multiclass_auc_test,
    multiclass_joint_test,
)


def _two_classes(sizes: tuple[int, int], names: str = "ab") -> tuple[Any, dict[str, Any]]:
    noise = np.random.default_rng(7)
    labels = noise.permutation(np.repeat([0, 1], sizes))
    shifts = np.linspace(1.5, 0.5, len(names))
    return labels, {
        name: (noise.normal(size=len(labels)) + shift * labels).round(1)
        for name, shift in zip(names, shifts, strict=True)
    }


def _both(columns: dict[str, Any]) -> dict[str, Any]:
    return {name: np.stack([-s, s], axis=1) for name, s in columns.items()}


def _data(
    sizes: tuple[int, ...], shifts: tuple[float, ...] = (1.5, 1.0), rng: int = 1
) -> PairedClassScores:
    noise = np.random.default_rng(rng)
    codes = np.repeat(np.arange(len(sizes)), sizes)
    common = noise.normal(size=(len(codes), len(sizes)))
    columns = {
        name: common + noise.normal(size=common.shape) + shift * np.eye(len(sizes))[codes]
        for name, shift in zip("abcdef", shifts, strict=False)
    }
    return PairedClassScores.from_arrays(codes, columns)


@for_each("alternative", ["two-sided", "less", "greater"])
@for_each("paired", [True, False])
@for_each("sizes", [(30, 40), (5, 60)])
def test_two_classes_are_delongs(sizes: tuple[int, int], paired: bool, alternative: Any) -> None:
    labels, columns = _two_classes(sizes)
    options: dict[str, Any] = {"alternative": alternative, "null_difference": 0.02}
    theirs = delong_test(*PairedScores.from_arrays(labels, columns), paired=paired, **options)
    data = PairedClassScores.from_arrays(labels, _both(columns))
    for estimand in (None, OneVsRest("macro")):
        ours = multiclass_auc_test(data["a"], data["b"], estimand, paired=paired, **options)
        for name in ("difference", "standard_error", "statistic", "degrees_of_freedom", "p_value"):
            assert getattr(ours, name) == pytest.approx(getattr(theirs, name), rel=1e-11), name
        assert ours.interval.low == pytest.approx(theirs.interval.low, rel=1e-11)
        assert ours.design == theirs.design


@pytest.mark.parametrize("distribution", ["F", "chi-square"])
def test_the_joint_test_of_two_classes_is_delongs(distribution: Any) -> None:
    labels, columns = _two_classes((25, 30), "abcd")
    theirs = delong_joint_test(PairedScores.from_arrays(labels, columns), distribution=distribution)
    data = PairedClassScores.from_arrays(labels, _both(columns))
    ours = multiclass_joint_test(data, distribution=distribution)
    assert ours.statistic == pytest.approx(theirs.statistic, rel=1e-10)
    assert ours.p_value == pytest.approx(theirs.p_value, rel=1e-9)
    assert ours.hypothesis == "all Hand-Till AUCs are equal"


def test_the_joint_test_of_two_classifiers_is_the_paired_one() -> None:
    data = _data((15, 25, 20, 18))
    for estimand in (HandTill(), OneVsRest("weighted", "estimated")):
        joint = multiclass_joint_test(data, estimand)
        pair = multiclass_auc_test(data["a"], data["b"], estimand)
        assert joint.p_value == pytest.approx(pair.p_value, rel=1e-9)
        assert joint.statistic == pytest.approx(pair.statistic**2, rel=1e-9)


def test_contrasts_and_their_refusal() -> None:
    data = _data((15, 25, 20), (1.5, 1.0, 1.2))
    found = multiclass_joint_test(data, contrasts=[[1, -0.5, -0.5]])
    assert (found.degrees_of_freedom, found.quantity) == (1.0, "Hand-Till AUC")
    with pytest.raises(ContrastError):
        multiclass_joint_test(_data((1, 25, 20)))
    for wrong in (data["a"], "data"):
        with pytest.raises(AucurateError) as refused:
            multiclass_joint_test(wrong)  # type: ignore[arg-type]
        assert refused.value.hint


def test_degrees_of_freedom_come_from_all_classes() -> None:
    first, second = _data((10, 200, 200))
    found = multiclass_auc_test(first, second)
    assert 9 < found.degrees_of_freedom < 409
    normal = multiclass_auc_test(first, second, distribution="normal")
    assert math.isinf(normal.degrees_of_freedom)
    assert normal.p_value < found.p_value


def test_estimated_prevalences_add_to_the_variance_of_the_difference() -> None:
    first, second = _data((30, 60, 20), (2.0, 0.5))
    kept, drawn = (
        multiclass_auc_test(first, second, OneVsRest("weighted", way))
        for way in ("fixed", "estimated")
    )
    assert kept.difference == pytest.approx(drawn.difference, rel=1e-12)
    assert kept.standard_error < drawn.standard_error < 1.5 * kept.standard_error


def test_errors_that_cancel_are_not_the_same_ranking() -> None:
    """Two classifiers without a difference of influences that still order pairs differently."""
    labels = np.repeat([0, 1], 4)
    column = np.array([0.0, 0, 0, 0, 1, 1, 1, 1])
    one = np.stack([column * 0, column], axis=1)
    two = np.stack([-column, column * 0], axis=1)
    data = PairedClassScores.from_arrays(labels, {"a": one, "b": two})
    found = multiclass_auc_test(*data)
    assert (found.difference, found.p_value) == (0.0, 1.0)
    assert "no_variance" in {c.kind for c in found.caveats}
    same = multiclass_auc_test(data["a"], data["a"])
    assert "identical_ranking" in {c.kind for c in same.caveats}
    assert same.interval.high < found.interval.high


def test_caveats_say_what_a_reader_must_know() -> None:
    data = _data((30, 40, 25))
    perfect = np.eye(3)[data.codes]
    both = PairedClassScores.from_arrays(data.codes, {"a": data.values[0].T, "eye": perfect})
    kinds = {c.kind for c in multiclass_auc_test(*both).caveats}
    assert "lone_variance" in kinds
    other = _data((30, 20, 25))["b"]
    unpaired = multiclass_auc_test(data["a"], other, OneVsRest())
    assert {c.kind for c in unpaired.caveats} == {"different_prevalence"}
    assert not multiclass_auc_test(data["a"], other).caveats
    told = {c.kind for c in multiclass_auc_test(*data, paired=False).caveats}
    assert told == {"shared_observations"}


def test_what_cannot_be_compared_is_refused_with_a_hint() -> None:
    data = _data((10, 12, 9))
    apart = ClassScores.from_arrays(data.codes, data.values[1].T)
    other = ClassScores.from_arrays(list("xyz"), np.eye(3))
    cases: tuple[tuple[Any, Any, dict[str, Any]], ...] = (
        (data["a"], apart, {}),
        (data["a"], other, {}),
        (data["a"], data, {}),
        (data["a"], _data((10, 12, 8))["b"], {"paired": True}),
    )
    for first, second, options in cases:
        with pytest.raises(AucurateError) as refused:
            multiclass_auc_test(first, second, **options)
        assert refused.value.hint
    with pytest.raises(AucurateError):
        multiclass_auc_test(*data, distribution="F")  # type: ignore[arg-type]
    assert multiclass_auc_test(data["a"], apart, paired=True).design == "paired"


def test_the_classes_of_two_test_sets_may_stand_in_another_order() -> None:
    data, noise = _data((10, 12, 9)), np.random.default_rng(0)
    scores = noise.normal(size=(20, 3))
    labels = np.resize([0, 1, 2], 20)
    one, two = (
        ClassScores.from_arrays(labels, scores[:, list(order)], classes=order)
        for order in ((0, 1, 2), (2, 0, 1))
    )
    found = [multiclass_auc_test(data["a"], each, OneVsRest(of=1)) for each in (one, two)]
    assert found[0].p_value == pytest.approx(found[1].p_value, rel=1e-10)
