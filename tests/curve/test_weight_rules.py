"""Rules for weights: what they are called, JSON, order of points, and what is refused."""

import json

import numpy as np
import pytest

from aucurate.curve.weight_rules import ErrorLimit, Standing, WeightRule
from aucurate.errors import OptionError

COSTS = [[0, 1, 1], [1, 0, 1], [5, 5, 0]]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (WeightRule.minimax(), "lowest largest class error"),
        (WeightRule.balanced(), "lowest mean class error"),
        (WeightRule.least_errors(), "lowest error rate"),
        (
            WeightRule.least_cost(COSTS, [0.1, 0.2, 0.7]),
            "lowest expected cost at stated prevalences",
        ),
        (
            WeightRule.best("macro_f1", constraints={"3": 0.02, "5": 0.1}),
            "highest macro F1 with error of class 3 at most 0.02 and error of class 5 at most 0.1",
        ),
    ],
)
def test_a_rule_says_what_it_is_and_survives_json(rule: WeightRule, words: str) -> None:
    assert str(rule) == words
    assert WeightRule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule


@pytest.mark.parametrize(("value", "words"), [(0, "0"), (0.0, "0"), (1.0, "1"), (0.02, "0.02")])
def test_a_limit_is_said_as_it_was_given(value: float, words: str) -> None:
    assert str(ErrorLimit(name="b", value=value)) == f"error of class b at most {words}"
    assert str(ErrorLimit(name="b", value=np.float64(value))).endswith(f"at most {words}")


def test_limits_come_before_the_criterion_and_other_errors_last() -> None:
    tables = np.array(
        [[[9, 1], [5, 5]], [[5, 5], [9, 1]], [[5, 5], [5, 5]], [[8, 2], [5, 5]], [[5, 5], [6, 4]]]
    )
    free = WeightRule.minimax().standing(tables, ("a", "b"))
    assert free.order()[:3].tolist() == [0, 3, 2]
    kept = WeightRule.minimax(constraints={"b": 0.55}).standing(tables, ("a", "b"))
    assert kept.order()[0] == 0
    assert kept.excess.round(12).tolist() == [0, 0.35, 0, 0, 0.05]
    assert free.best().tolist() == [0]
    assert free.at(0).beats(free.at(3))
    assert not free.at(0).beats(free.at(0))
    among = np.array([False, True, True, False, False])
    assert free.best(among).tolist() == [2]


def test_rounding_does_not_make_a_point_better() -> None:
    first, second = Standing(0.0, 0.3, 0.1), Standing(0.0, 0.1 + 0.2, 0.1)
    assert not first.beats(second)
    assert not second.beats(first)
    assert first.beats(Standing(1e-3, 0.0, 0.0))


def test_a_class_may_be_named_by_its_number() -> None:
    assert WeightRule.minimax(constraints={3: 0.1}) == WeightRule.minimax(constraints={"3": 0.1})


def test_a_rule_must_fit_the_classes() -> None:
    with pytest.raises(OptionError, match="no class '3' to limit"):
        WeightRule.minimax(constraints={"3": 0.1}).check(("a", "b"))
    with pytest.raises(OptionError, match="the costs are for 3 classes; there are 2"):
        WeightRule.least_cost(COSTS).check(("a", "b"))
    with pytest.raises(OptionError, match="the prevalences are for 2 classes"):
        WeightRule.least_errors([0.5, 0.5]).check(("a", "b", "c"))
    WeightRule.least_cost(COSTS, [0.1, 0.2, 0.7]).check(("a", "b", "c"))


def test_what_cannot_be_is_refused() -> None:
    for limit in (-0.1, 2, "x", None):
        with pytest.raises(OptionError, match=r"between 0 and 1|value must be a number"):
            ErrorLimit(name="a", value=limit)  # type: ignore[arg-type]
    for costs in ([[0, 1]], [[0, -1], [1, 0]], "x", [[0, np.nan], [1, 0]]):
        with pytest.raises(OptionError, match="costs must be a square table"):
            WeightRule.least_cost(costs)
    for prevalences in ([0.5, 0.6], [-0.5, 1.5], "x", [[1.0]]):
        with pytest.raises(OptionError, match="sum to 1"):
            WeightRule.least_errors(prevalences)
    with pytest.raises(OptionError, match="expected_cost, which needs them"):
        WeightRule.best("expected_cost")
    with pytest.raises(OptionError, match="does not depend on stated prevalences"):
        WeightRule.best("macro_f1", prevalences=[0.5, 0.5])
    with pytest.raises(OptionError, match=r"criterion must be .*; it is 'auc'"):
        WeightRule.best("auc")  # type: ignore[arg-type]
