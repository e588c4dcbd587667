"""The simulation of several classes: its true values, and that a cell counts what it says."""

import numpy as np
import pytest
from simulations.class_worlds import ClassWorld
from simulations.multiclass import QUESTIONS
from tests.loops import for_each

from aucurate.data.classes import ClassScores
from aucurate.data.moments import pairwise_aucs

WORLDS = (
    ClassWorld(auc=0.8, sizes=(2000, 1500, 1000), shape="confused"),
    ClassWorld(auc=0.9, sizes=(1500, 1500, 1500, 1500), shape="wide"),
    ClassWorld(auc=0.7, sizes=(1500, 1500, 1500), drawn=True),
)


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.shape)
def test_the_true_aucs_are_those_of_large_test_sets(world: ClassWorld) -> None:
    labels, (first, second) = world.draw(np.random.default_rng(0), classifiers=2)
    found = pairwise_aucs(ClassScores.from_arrays(labels, first))
    np.testing.assert_allclose(found, world.pairwise, atol=0.04)
    assert world.true(np.ones(found.shape)) == pytest.approx(world.auc, abs=1e-9)
    other = pairwise_aucs(ClassScores.from_arrays(labels, second))
    assert float(np.nanmean(other)) == pytest.approx(world.auc, abs=0.02)


@pytest.mark.parametrize(
    "world",
    [
        ClassWorld(auc=0.95, sizes=(3000, 2000, 2000), missed=(0.2, 0.0, 0.1)),
        ClassWorld(auc=0.9, sizes=(3000, 2000, 2000, 2000), mistaken=0.3),
        ClassWorld(auc=0.9, sizes=(3000, 2000, 2000), shape="very wide", mistaken=0.3),
    ],
    ids=lambda world: f"{world.shape} {world.missed} {world.mistaken}",
)
def test_the_true_aucs_count_exceptions(world: ClassWorld) -> None:
    labels, (scores,) = world.draw(np.random.default_rng(1))
    found = pairwise_aucs(ClassScores.from_arrays(labels, scores))
    np.testing.assert_allclose(found, world.pairwise, atol=0.03)


@for_each("question", QUESTIONS, ids=lambda question: question.name)
def test_a_cell_counts_its_columns(question: object) -> None:
    asked = next(q for q in QUESTIONS if q is question)
    counts = asked.ask(asked.scenarios[0], 2, np.random.default_rng(0))
    named = {name for name in counts if not name.endswith(" width")}
    assert named == set(asked.columns)
    assert all(0 <= counts[name] <= 2 for name in asked.columns)
