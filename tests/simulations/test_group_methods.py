"""Other methods on grouped data: their worlds, their true values, their columns."""

from typing import Any

import numpy as np
import pytest
from simulations.class_worlds import GroupClassWorld
from simulations.counting import SUFFIXES
from simulations.group_methods import (
    BENEFIT,
    FIXED,
    PROBABILITY,
    QUESTIONS,
    rate_coverage,
    resampled_level,
)
from simulations.group_worlds import GroupFoldWorld, GroupWorld, WeightWorld
from simulations.groups import DESIGNS, EVERY, IGNORED
from simulations.net_benefit import probabilities, true_benefit
from simulations.report.cells import Cell
from simulations.report.group_methods import TITLES, place, worst

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import rate_values
from aucurate.data.classes import ClassScores
from aucurate.data.scores import Scores
from aucurate.estimates.classes.auc import HandTill
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.multiclass.auc import average_intervals
from aucurate.inference.operating.net_benefit import net_benefit_interval


def _group_world(**said: Any) -> GroupWorld:
    usual = {"auc": 0.8, "n_groups": 60_000, "rows": 5, "correlation": 0.6, "drawn": True}
    return GroupWorld(**{**usual, **said})


LARGE: tuple[GroupWorld | WeightWorld, ...] = (
    *(_group_world(design=design) for design in DESIGNS),
    _group_world(design="one class", sizes="unequal", positive=0.3),
    _group_world(design="both, opposed", positive=0.3),
    WeightWorld(
        auc=0.8,
        n_positive=100_000,
        n_negative=200_000,
        variation=1.0,
        informative=True,
        drawn=True,
    ),
    WeightWorld(
        auc=0.8,
        n_positive=300_000,
        n_negative=300_000,
        variation=1.0,
        informative=True,
        rows=5,
        correlation=0.7,
        drawn=True,
    ),
)


@pytest.mark.parametrize("world", LARGE)
def test_true_rates_and_net_benefit_are_those_of_a_large_study(
    world: GroupWorld | WeightWorld,
) -> None:
    drawn, shift = world.draw(np.random.default_rng(1)), world.scenario.shift
    scores = Scores.from_arrays(drawn.labels, drawn.values[0], sampling_weights=drawn.weights)
    point = operating_point(scores, shift / 2)
    right, use = point.rate("sensitivity"), IntendedUse(prevalence=world.prevalence)
    for rate in FIXED:
        true = float(rate_values(rate, right, 1 - right, 1, 1, use))
        assert point.rate(rate) == pytest.approx(true, abs=0.015), rate
    values = probabilities(drawn.values[0], shift, world.prevalence)
    chances = Scores.from_arrays(drawn.labels, values, sampling_weights=drawn.weights)
    found = net_benefit_interval(chances, PROBABILITY).value
    true = true_benefit(world.scenario, world.prevalence, PROBABILITY)
    assert found == pytest.approx(true, abs=0.01)


@pytest.mark.parametrize("design", DESIGNS)
def test_drawn_classes_vary_and_fixed_ones_do_not(design: Any) -> None:
    rng = np.random.default_rng(2)
    for is_drawn in (False, True):
        world = _group_world(design=design, n_groups=20, drawn=is_drawn)
        positives = {int(world.draw(rng).labels.sum()) for _ in range(20)}
        assert (len(positives) > 1) == is_drawn
        assert ("drawn" in world.to_dict()) == is_drawn


def test_both_classes_are_there_however_few_groups() -> None:
    rng = np.random.default_rng(3)
    groups = _group_world(design="one class", n_groups=2, positive=0.01)
    weights = WeightWorld(
        auc=0.8, n_positive=1, n_negative=3, variation=0.3, informative=False, drawn=True
    )
    for world in (groups, weights):
        assert all(len(set(world.draw(rng).labels)) == 2 for _ in range(50))


@pytest.mark.parametrize("design", DESIGNS)
def test_the_auc_of_several_classes_is_that_of_a_large_study(design: Any) -> None:
    world = GroupClassWorld(auc=0.8, n_groups=6000, rows=6, correlation=0.7, design=design)
    labels, scores, groups = world.draw(np.random.default_rng(4), classifiers=2)
    assert np.array_equal(np.bincount(groups), np.full(6000, 6))
    assert {len(set(labels[groups == g])) for g in range(9)} == {1 if design == "one class" else 3}
    for values in scores:
        (found,) = average_intervals(ClassScores.from_arrays(labels, values), (HandTill(),))
        assert found.value == pytest.approx(world.auc, abs=0.01)


@pytest.mark.parametrize("design", DESIGNS)
def test_folds_keep_groups_whole_and_hold_both_classes(design: Any) -> None:
    world = GroupFoldWorld(n_groups=40, rows=5, correlation=0.7, design=design, folds=5)
    drawn = world.draw(np.random.default_rng(5))
    for group in range(40):
        assert len(set(drawn.folds[drawn.groups == group])) == 1
    for fold in range(5):
        left = drawn.folds == fold
        assert left.sum() == 40
        assert 16 <= drawn.labels[left].sum() <= 24


def test_every_question_has_a_title_and_counts_its_columns() -> None:
    assert {question.name for question in QUESTIONS} == set(TITLES)
    for question in QUESTIONS:
        for world in (question.scenarios[0], question.scenarios[-1]):
            counts = question.ask(world, 1, np.random.default_rng(6))
            counted = {name for name in counts if not name.endswith(SUFFIXES)}
            assert counted == set(question.columns), question.name


def test_methods_that_ignore_groups_are_asked_in_some_of_the_draws() -> None:
    world = _group_world(design="both, alike", n_groups=20)
    counts = resampled_level(world, 2 * EVERY, np.random.default_rng(7))
    assert counts[f"permutation{IGNORED} draws"] == 2
    assert "permutation draws" not in counts


def test_intervals_that_ignore_opposed_groups_are_too_narrow() -> None:
    world = _group_world(design="both, opposed", n_groups=50)
    counts = rate_coverage(world, 50, np.random.default_rng(8))
    assert counts[f"accuracy{IGNORED} width"] < 0.8 * counts["accuracy width"]
    assert counts[f"{BENEFIT}{IGNORED} width"] < counts[f"{BENEFIT} width"]


def test_the_worst_cell_and_where_it_is() -> None:
    worlds: list[dict[str, Any]] = [
        _group_world(design="both, alike", n_groups=20, sizes="unequal").to_dict(),
        WeightWorld(
            auc=0.75, n_positive=200, n_negative=200, variation=1.0, informative=True, rows=5
        ).to_dict(),
        GroupFoldWorld(n_groups=40, rows=5, correlation=0.0, design="one class", folds=5).to_dict(),
    ]
    assert [place(world) for world in worlds] == [
        "20 groups of both classes moved alike, unequal sizes, intra-group correlation 0.6, "
        "AUC 0.8",
        "sampling weights, 200/200, groups of 5",
        "40 groups of one class, intra-group correlation 0, 5 folds",
    ]
    cells = [Cell("q", worlds[0], 100, {"a": 4.0, "b": 7.0}), Cell("q", worlds[1], 100, {"a": 5.0})]
    assert worst(cells, ("a", "b"), "high") == (cells[0], "b")
    assert worst(cells, ("a",), "low") == (cells[0], "a")
