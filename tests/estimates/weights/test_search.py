"""The search for weights: exact for two classes, as good as a fine grid for three, never worse."""

import json
import math
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.curve.class_decisions import confusion_matrices
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.classes import ClassObservations, ClassScores
from aucurate.errors import OptionError, ScoreError, UnsupportedError
from aucurate.estimates.thresholds.sweep import threshold_sweep
from aucurate.estimates.weights import search
from aucurate.estimates.weights.ascent import ascend
from aucurate.estimates.weights.choice import WeightChoice
from aucurate.estimates.weights.greedy import greedy_weights
from aucurate.estimates.weights.search import asked, plain_starts, search_weights

COSTS = [[0, 1, 2], [1, 0, 1], [8, 4, 0]]
RULES = [
    WeightRule.minimax(),
    WeightRule.balanced(),
    WeightRule.least_errors([0.8, 0.1, 0.1]),
    WeightRule.least_cost(COSTS),
    WeightRule.best("macro_f1"),
    WeightRule.balanced(constraints={"2": 0.05}),
]


def gaussians(classes: int, each: int, rng: int = 0, spread: float = 1.0) -> ClassScores:
    """Posteriors of classes with unequal spreads and sizes, taken for equal."""
    drawn = np.random.default_rng(rng)
    shape = np.random.default_rng(classes)
    means = spread * shape.normal(size=(classes, 4))
    sizes = (each * shape.uniform(0.4, 1.6, classes)).astype(int)
    codes = np.repeat(np.arange(classes), sizes)
    scales = shape.uniform(0.5, 1.5, classes)[codes]
    x = means[codes] + scales[:, None] * drawn.normal(size=(len(codes), 4))
    logs = -0.5 * ((x[:, None] - means) ** 2).sum(axis=2) + np.log(sizes / sizes.sum())
    scores = np.exp(logs - logs.max(axis=1, keepdims=True))
    scores /= scores.sum(axis=1, keepdims=True)
    return ClassScores.from_arrays(codes, scores, classes=range(classes))


def _standing(data: ClassScores, rule: WeightRule, vectors: Any) -> Any:
    return rule.standing(confusion_matrices(data.values, data.codes, vectors), data.classes)


@for_each("rule", RULES, ids=str)
def test_no_point_of_a_fine_grid_is_much_better(rule: WeightRule) -> None:
    data = gaussians(3, 60)
    logs = np.linspace(-6, 6, 81)
    first, second = np.meshgrid(logs, logs)
    grid = np.exp(np.stack([np.zeros(first.size), first.ravel(), second.ravel()], axis=1))
    every = _standing(data, rule, grid)
    best = every.at(int(every.best()[0]))
    found = _standing(data, rule, np.array([search_weights(data, rule).weights])).at(0)
    assert found.excess <= best.excess
    assert found.loss <= best.loss + 0.002


@pytest.mark.parametrize("rule", RULES[:2])
def test_two_classes_are_searched_exactly(rule: WeightRule) -> None:
    data = gaussians(2, 150, spread=0.6)
    every = rule.standing(threshold_sweep(data).confusions, data.classes)
    assert search_weights(data, rule, starts=1).value == every.loss.min()


@for_each("rule", RULES, ids=str)
def test_what_is_said_of_the_weights_is_so(rule: WeightRule) -> None:
    data = gaussians(3, 60, rng=5)
    found = search_weights(data, rule, starts=3)
    table = confusion_matrices(data.values, data.codes, np.array([found.weights]))[0]
    assert found.confusion == tuple(map(tuple, table.tolist()))
    assert found.value == float(rule.values(table))
    assert math.isclose(sum(found.weights), 1)
    assert found.points > 300
    assert found.caveats[0].kind == "chosen_on_same_observations"
    assert WeightChoice.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert str(rule) in str(found)


@for_each("classes", [2, 3, 6])
@for_each("rule", [WeightRule.minimax(), WeightRule.best("macro_f1")], ids=str)
@for_each("perfect", [True, False])
def test_equal_weights_are_taken_where_none_are_better(
    classes: int, rule: WeightRule, perfect: bool
) -> None:
    labels = np.repeat(np.arange(classes), [5 + at for at in range(classes)])
    scores = np.eye(classes)[labels] if perfect else np.zeros((len(labels), classes))
    found = search_weights(ClassScores.from_arrays(labels, scores), rule)
    assert found.weights == (1 / classes,) * classes


def test_the_optimism_is_told_for_tables_with_and_without_folds() -> None:
    told = search_weights(gaussians(3, 20)).caveats[0]
    assert told.kind == "chosen_on_same_observations"
    assert "a search that leaves out each fold in turn" in told.message


@pytest.mark.parametrize("classes", [3, 10])
def test_it_is_never_worse_than_a_start_and_beats_the_greedy_search(classes: int) -> None:
    data = gaussians(classes, 40, rng=1)
    rule = WeightRule.minimax()
    found = _standing(data, rule, np.array([search_weights(data, rule).weights])).at(0)
    starts = _standing(data, rule, plain_starts(asked(data, rule)))
    for at in range(2):
        assert not starts.at(at).beats(found)
    assert found.loss <= greedy_weights(data).best.value + 1e-12


def test_an_ascent_only_goes_up_also_with_many_ties() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        labels = np.concatenate([np.arange(4), rng.integers(0, 4, 40)])
        scores = rng.integers(0, 4, (44, 4)) / 4
        data = ClassScores.from_arrays(labels, scores, classes=range(4))
        question = asked(data, WeightRule.balanced())
        weights = rng.dirichlet(np.ones(4))
        end = ascend(question, weights)
        assert not _standing(data, question.rule, weights[None]).at(0).beats(end.standing)


def test_the_same_rng_gives_the_same_weights() -> None:
    data = gaussians(5, 30)
    first, again = (search_weights(data, rng=3) for _ in range(2))
    assert first == again
    generator = np.random.default_rng(3)
    assert search_weights(data, rng=generator) == first


def test_large_tables_are_searched_on_a_subset_and_bettered_on_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = gaussians(4, 300)
    whole = search_weights(data, WeightRule.balanced())
    monkeypatch.setattr(search, "_MOST", 400)
    part = search_weights(data, WeightRule.balanced())
    (told,) = [c for c in part.caveats if c.kind == "searched_on_subset"]
    assert "of 1," in told.message
    assert part.value <= whole.value + 0.005
    sizes = np.bincount(data.codes)
    question = asked(data, WeightRule.balanced())
    rows = search._subset(question, np.random.default_rng(0))
    assert rows is not None
    kept = np.bincount(data.codes[rows])
    assert (kept >= np.minimum(50, sizes)).all()
    assert len(rows) <= 410


def test_a_limit_is_kept_where_it_can_be_and_told_where_it_cannot() -> None:
    data = gaussians(3, 60)
    kept = search_weights(data, WeightRule.least_errors(constraints={"1": 0.05}))
    assert kept.class_errors[1] <= 0.05
    assert "limits_not_kept" not in {c.kind for c in kept.caveats}
    hard = {"0": 0.0, "1": 0.0, "2": 0.0}
    broken = search_weights(data, WeightRule.least_errors(constraints=hard))
    assert "limits_not_kept" in {c.kind for c in broken.caveats}


def test_a_search_that_is_stopped_says_so() -> None:
    asked_for = []

    def stop(done: int, total: int, what: str) -> bool:
        asked_for.append((done, total))
        return False

    found = search_weights(gaussians(4, 30), progress=stop)
    assert asked_for == [(1, 5)]
    assert "search_stopped" in {c.kind for c in found.caveats}


def test_scores_of_any_size_are_searched() -> None:
    plain = gaussians(3, 40)
    tiny = ClassScores("tiny", plain.observations, plain.values * 1e-200)
    assert search_weights(tiny).confusion == search_weights(plain).confusion
    steep = ClassScores("steep", plain.observations, plain.values**40)
    assert search_weights(steep).value <= search_weights(plain).value + 0.02


@pytest.mark.parametrize("scores", [np.ones((6, 3)), np.zeros((6, 3))])
def test_scores_that_are_all_equal_can_only_give_one_class(scores: Any) -> None:
    data = ClassScores.from_arrays([0, 1, 2, 0, 1, 2], scores, classes=range(3))
    found = search_weights(data)
    assert found.value == 1.0
    kinds = {c.kind for c in found.caveats}
    assert {"class_never_decided", "few_observations"} <= kinds


def test_perfect_separation_is_found() -> None:
    data = ClassScores.from_arrays([0, 1, 2] * 4, np.tile(np.eye(3), (4, 1)), classes=range(3))
    assert search_weights(data).value == 0.0


def test_what_cannot_be_searched_is_refused() -> None:
    data = gaussians(3, 10)
    with pytest.raises(OptionError, match="starts must be a whole number from 1"):
        search_weights(data, starts=0)
    with pytest.raises(OptionError, match="rng must be"):
        search_weights(data, rng=-1)
    with pytest.raises(OptionError, match="no class '9'"):
        search_weights(data, WeightRule.minimax(constraints={"9": 0.1}))
    negative = ClassScores.from_arrays([0, 1, 2], -np.eye(3), classes=range(3))
    with pytest.raises(ScoreError, match="not negative"):
        search_weights(negative)
    lacking = ClassObservations(data.classes, np.zeros(len(data), np.int64))
    with pytest.raises(UnsupportedError, match="class '1' has no observations"):
        search_weights(ClassScores("x", lacking, data.values))
    with pytest.raises(OptionError, match="there is no class 'x'"):
        search_weights(data).weight("x")
