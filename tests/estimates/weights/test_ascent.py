"""Every place of a line against decisions made again from its weights."""

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.class_decisions import confusion_matrices
from aucurate.curve.weight_rules import WeightRule
from aucurate.estimates.weights.ascent import Leaders, WeightLine

CLASSES = ("a", "b", "c", "d", "e")
COSTS = np.arange(25.0).reshape(5, 5) % 7
RULES = [
    WeightRule.minimax(),
    WeightRule.balanced(),
    WeightRule.least_errors(),
    WeightRule.least_errors([0.1, 0.2, 0.3, 0.4, 0.0]),
    WeightRule.least_cost(COSTS),
    WeightRule.best("macro_f1"),
    WeightRule.minimax(constraints={"b": 0.3, "d": 0.5}),
]


def _drawn(levels: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(levels)
    codes = np.concatenate([np.arange(5), rng.integers(0, 5, 120)])
    values = rng.random((5, 125))
    values[codes, np.arange(125)] += 0.3
    if levels:
        values = np.round(values * levels) / levels  # many ties and zeros
    return values, codes, rng.random(5) + 0.1


@for_each("rule", RULES, ids=str)
@for_each("levels", [0, 4])
@for_each("block", [(2,), (0,), (1, 4), (0, 2, 3)])
def test_a_line_says_what_its_weights_decide(
    rule: WeightRule, levels: int, block: tuple[int, ...]
) -> None:
    values, codes, weights = _drawn(levels)
    raised = np.isin(np.arange(5), block)
    line = WeightLine.between(codes, *Leaders(values, weights).blocks(raised), raised)
    places = np.flatnonzero(line.open())
    factors = np.array([line.factor(place) for place in places.tolist()])
    vectors = np.where(raised, factors[:, None] * weights, weights)
    expected = rule.standing(confusion_matrices(values, codes, vectors), CLASSES)
    found = line.standing(rule, CLASSES)
    for name in ("excess", "loss", "rest"):
        np.testing.assert_allclose(
            getattr(found, name)[places], getattr(expected, name), rtol=0, atol=1e-12
        )
    assert (np.diff(factors) > 0).all()


def test_a_line_has_every_different_decision() -> None:
    values, codes, weights = _drawn(0)
    raised = np.arange(5) == 3
    line = WeightLine.between(codes, *Leaders(values, weights).blocks(raised), raised)
    grid = np.where(raised, np.geomspace(1e-4, 1e4, 20_000)[:, None] * weights, weights)
    tables = np.unique(confusion_matrices(values, codes, grid), axis=0)
    found = np.where(raised, [[line.factor(k)] for k in range(len(line))] * weights, weights)
    ours = np.unique(confusion_matrices(values, codes, found), axis=0)
    assert {t.tobytes() for t in tables} <= {t.tobytes() for t in ours}


def test_the_middle_of_the_widest_place_is_taken() -> None:
    codes, raised = np.zeros(3, np.int64), np.array([False, True])
    outside = np.array([1.0, 4.0, 400.0]), np.zeros(3, np.int32)
    inside = np.ones(3), np.ones(3, np.int32)
    line = WeightLine.between(codes, outside, inside, raised)
    assert line.widest(np.arange(4)) == 2
    assert line.factor(2) == 40.0
    assert (line.factor(0), line.factor(3)) == (0.5, 800.0)


def test_scores_of_zero_never_move() -> None:
    codes, raised = np.zeros(4, np.int64), np.array([False, True])
    outside = np.array([1.0, 0.0, 0.0, 2.0]), np.zeros(4, np.int32)
    inside = np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4, np.int32)
    line = WeightLine.between(codes, outside, inside, raised)
    assert line.ratios.tolist() == [2.0]
    assert line.start.tolist() == [[3, 1], [0, 0]]


@pytest.mark.parametrize("levels", [0, 4])
def test_leaders_follow_every_change_of_a_weight(levels: int) -> None:
    values, _, weights = _drawn(levels)
    rng = np.random.default_rng(8)
    leaders = Leaders(values, weights)
    for _ in range(60):
        place = int(rng.integers(5))
        weights[place] = rng.choice([0.0, 1e-3, 0.25, 0.5, 1.0, rng.random()])
        leaders.reweigh(place, float(weights[place]))
        fresh = Leaders(values, weights)
        for name in ("first", "highest", "second", "next"):
            assert (getattr(leaders, name) == getattr(fresh, name)).all(), name
        high, who = leaders.without(place)
        others = np.delete(np.arange(5), place)
        products = values[others] * weights[others, None]
        assert (who == others[np.argmax(products, axis=0)]).all()
        assert (high == products.max(axis=0)).all()
