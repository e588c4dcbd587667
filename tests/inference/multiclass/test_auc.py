"""Intervals of multi-class AUCs: two classes are DeLong's, variances simulated, degenerate data."""

import json
import math
from typing import Any

import numpy as np
import pytest
from simulations.class_worlds import ClassWorld
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, ContrastError
from aucurate.estimates.classes.auc import ClassAverage, HandTill, OneVsRest
from aucurate.inference.auc.delong import (
    delong_beta_interval,
    delong_interval,
    delong_joint_test,
    delong_test,
)
from aucurate.inference.multiclass.auc import (
    average_intervals,
    hand_till_interval,
    multiclass_auc_interval,
    multiclass_auc_test,
    multiclass_joint_test,
    one_vs_rest_interval,
    one_vs_rest_intervals,
)
from aucurate.results import ClassEstimate

ESTIMANDS: tuple[ClassAverage, ...] = (
    HandTill(),
    HandTill("weighted"),
    OneVsRest(),
    OneVsRest("weighted"),
    OneVsRest(of="0"),
)
EVERY = pytest.mark.parametrize("estimand", ESTIMANDS, ids=lambda e: e.quantity)


def _scores(sizes: tuple[int, ...] = (30, 40, 20), decimals: int = 1, rng: int = 0) -> ClassScores:
    noise = np.random.default_rng(rng)
    codes = np.repeat(np.arange(len(sizes)), sizes)
    values = noise.normal(size=(len(codes), len(sizes))) + np.eye(len(sizes))[codes]
    return ClassScores.from_arrays(codes, values.round(decimals), name="forest")


@for_each("decimals", [0, 9])
@for_each("sizes", [(40, 60), (5, 100), (100, 8), (3, 3)])
def test_two_classes_have_delongs_error_and_interval(sizes: tuple[int, int], decimals: int) -> None:
    noise = np.random.default_rng(5)
    labels = np.repeat([0, 1], sizes)
    scores = (noise.normal(size=len(labels)) + labels).round(decimals)
    theirs = delong_beta_interval(Scores.from_arrays(labels, scores))
    both = ClassScores.from_arrays(labels, np.stack([-scores, scores], axis=1))
    for estimand in (HandTill(), HandTill("weighted"), OneVsRest(), OneVsRest(of=1)):
        ours = multiclass_auc_interval(both, estimand)
        assert ours.value == pytest.approx(theirs.value, rel=1e-15)
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=1e-13)
        assert ours.interval.low == pytest.approx(theirs.interval.low, rel=1e-9)
        assert ours.interval.high == pytest.approx(theirs.interval.high, rel=1e-9)


@pytest.mark.parametrize("kind", [HandTill, OneVsRest])
def test_two_classes_have_no_mixture_and_so_no_prevalence(kind: Any) -> None:
    data = _scores((20, 50))
    fixed, drawn, stated = (
        multiclass_auc_interval(data, kind(prevalence=way))
        for way in ("fixed", "estimated", {"0": 0.9, "1": 0.1})
    )
    assert fixed.standard_error == pytest.approx(drawn.standard_error, rel=1e-12)
    assert fixed.value == pytest.approx(stated.value, rel=1e-12)


@pytest.mark.parametrize("drawn", [False, True])
def test_the_variance_is_that_of_new_data(drawn: bool) -> None:
    """Of class counts kept, and of observations drawn whatever their class."""
    world = ClassWorld(auc=0.8, sizes=(40, 30, 20), shape="confused", drawn=drawn)
    prevalence: Any = "estimated" if drawn else "fixed"
    estimands = (HandTill("weighted", prevalence), OneVsRest("weighted", prevalence))
    rng = np.random.default_rng(11)
    found = []
    for _ in range(300):
        labels, (scores,) = world.draw(rng)
        data = ClassScores.from_arrays(labels, scores)
        found.append([multiclass_auc_interval(data, each) for each in estimands])
    for at in range(len(estimands)):
        values = [row[at].value for row in found]
        mean = np.mean([row[at].standard_error ** 2 for row in found])
        # The standard deviation of a variance of 300 is about 8 percent of it.
        assert mean == pytest.approx(np.var(values, ddof=1), rel=0.25)


def test_estimated_prevalences_are_what_delong_takes_the_rest_for() -> None:
    """The rest as one sample; the divisors differ, n_c - 1 here and the size of the rest there."""
    data = _scores((300, 500, 400), rng=2)
    plain = delong_interval(Scores.from_arrays(data.codes == 1, data.values[1]))
    drawn = one_vs_rest_interval(data, of=1, prevalence="estimated")
    kept = one_vs_rest_interval(data, of=1)
    assert drawn.value == pytest.approx(plain.value, rel=1e-14)
    assert drawn.standard_error == pytest.approx(plain.standard_error, rel=2e-3)
    assert kept.standard_error < drawn.standard_error
    assert kept.interval.low > drawn.interval.low


def test_perfect_separation_and_one_observation_are_ordinary_cases() -> None:
    codes = np.repeat(np.arange(3), 10)
    perfect = ClassScores.from_arrays(codes, np.eye(3)[codes])
    for estimand in ESTIMANDS:
        found = multiclass_auc_interval(perfect, estimand)
        assert (found.value, found.standard_error, found.interval.high) == (1.0, 0.0, 1.0)
        # In the Hand-Till AUC an observation of three classes counts two thirds of one of two.
        worth = 10 if estimand == OneVsRest(of="0") else 15
        assert 0.025 ** (1 / worth) < found.interval.low < 0.07 ** (1 / worth)
        assert "perfect_separation" in {c.kind for c in found.caveats}
    alone = hand_till_interval(_scores((1, 30, 30)))
    assert math.isnan(alone.standard_error)
    assert 0 < alone.interval.low < alone.value < alone.interval.high <= 1
    assert alone.interval.method == "U-statistic beta"
    assert {c.kind for c in alone.caveats} == {"few_observations", "no_variance"}
    constant = ClassScores.from_arrays(codes, np.zeros((30, 3)))
    found = hand_till_interval(constant)
    assert found.value == 0.5
    assert found.interval.low < 0.5 < found.interval.high
    reversed_ = hand_till_interval(ClassScores.from_arrays(codes, -np.eye(3)[codes]))
    assert (reversed_.value, reversed_.interval.low) == (0.0, 0.0)


def test_shares_that_vary_are_no_variance_of_a_ranking_that_does_not() -> None:
    """The first class is above the second and below the third, always."""
    codes = np.repeat(np.arange(3), 8)
    column = np.array([1.0, 0.0, 2.0])[codes]
    data = ClassScores.from_arrays(codes, np.stack([column] * 3, axis=1))
    found = one_vs_rest_interval(data, of=0, prevalence="estimated")
    assert (found.value, found.standard_error) == (0.5, 0.0)
    assert found.interval.low < 0.3
    assert found.interval.high > 0.7
    assert "no_variance" in {c.kind for c in found.caveats}


def test_few_observations_and_ties_are_told() -> None:
    kinds = {c.kind for c in hand_till_interval(_scores((10, 30, 30), decimals=0)).caveats}
    assert kinds == {"few_observations", "heavy_ties"}
    assert not hand_till_interval(_scores((30, 30, 30), decimals=9)).caveats
    many = hand_till_interval(_scores((5,) * 6, decimals=9)).caveats[0].message
    assert "few of 3 other classes" in many


@EVERY
def test_a_wider_interval_for_more_confidence_and_one_that_holds_the_value(
    estimand: ClassAverage,
) -> None:
    data = _scores()
    narrow, wide = (multiclass_auc_interval(data, estimand, confidence=c) for c in (0.8, 0.99))
    assert wide.interval.low < narrow.interval.low < narrow.value
    assert narrow.value < narrow.interval.high < wide.interval.high


@EVERY
def test_ranks_are_all_that_counts_and_json_keeps_it(estimand: ClassAverage) -> None:
    data = _scores()
    before = multiclass_auc_interval(data, estimand)
    turns: tuple[Any, ...] = (
        keeping_ties(np.exp),
        lambda s: 3 * s - 2,
        keeping_ties(np.cbrt),
    )
    moved = np.stack([turn(row) for turn, row in zip(turns, data.values, strict=True)], axis=1)
    order = np.random.default_rng(0).permutation(len(data))
    after = ClassScores.from_arrays(data.codes[order], moved[order], name="forest")
    assert multiclass_auc_interval(after, estimand) == before
    text = json.dumps(before.to_dict(), allow_nan=False)
    assert ClassEstimate.from_dict(json.loads(text)) == before
    assert str(before).startswith(f"forest: {estimand.quantity} ")
    assert type(before.value) is type(before.standard_error) is float


def test_every_class_against_the_rest() -> None:
    data = _scores()
    found = one_vs_rest_intervals(data)
    assert [each.quantity for each in found] == [f"AUC of {c} against the rest" for c in "012"]
    mean = np.mean([each.value for each in found])
    assert one_vs_rest_interval(data).value == pytest.approx(mean, rel=1e-14)


def test_what_is_not_one_classifier_is_refused() -> None:
    data = _scores()
    several = PairedClassScores.from_arrays(data.codes, {"a": data.values.T})
    for wrong in (several, [1, 2]):
        with pytest.raises(AucurateError) as refused:
            hand_till_interval(wrong)  # type: ignore[arg-type]
        assert refused.value.hint
    with pytest.raises(AucurateError):
        hand_till_interval(data, confidence=95)


def test_averages_that_are_found_together_are_those_found_alone() -> None:
    rng = np.random.default_rng(2)
    labels = np.arange(40) % 4
    scores = rng.normal(size=(40, 4)).round(1) + np.eye(4)[labels]
    data = ClassScores.from_arrays(labels, scores)
    asked: tuple[ClassAverage, ...] = (
        HandTill(),
        OneVsRest(),
        OneVsRest(of=1),
        OneVsRest("weighted", "estimated"),
    )
    for found, average in zip(average_intervals(data, asked), asked, strict=True):
        alone = multiclass_auc_interval(data, average)
        assert found.quantity == alone.quantity
        assert found.caveats == alone.caveats
        assert (found.classes, found.counts) == (alone.classes, alone.counts)
        numbers = [
            (one.value, one.standard_error, one.interval.low, one.interval.high)
            for one in (found, alone)
        ]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-12)


# Tests of multi-class AUCs: two classes are DeLong's, several classifiers, refusals.


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
