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
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError
from aucurate.estimates.multiclass_auc import ClassAverage, HandTill, OneVsRest
from aucurate.inference.auc.delong import delong_interval
from aucurate.inference.auc.delong_beta import delong_beta_interval
from aucurate.inference.multiclass.class_estimate import ClassEstimate
from aucurate.inference.multiclass.multiclass_auc import (
    average_intervals,
    hand_till_interval,
    multiclass_auc_interval,
    one_vs_rest_interval,
    one_vs_rest_intervals,
)

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
