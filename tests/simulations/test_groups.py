"""Worlds with groups and sampling weights have the AUCs that they claim."""

from typing import Any

import numpy as np
import pytest
from simulations.counting import SUFFIXES
from simulations.group_worlds import GroupWorld, WeightWorld
from simulations.groups import EVERY, IGNORED, QUESTIONS, level
from simulations.report.cells import Cell
from simulations.report.groups import TITLES, groups_of_rarer_class

from aucurate import auc
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores

DESIGNS = ("one class", "both, alike", "both, opposed")


def _world(**said: Any) -> GroupWorld:
    usual = {"auc": 0.8, "n_groups": 100_000, "rows": 5, "correlation": 0.6}
    return GroupWorld(**{**usual, **said})


@pytest.mark.parametrize("design", DESIGNS)
def test_the_true_auc_is_that_of_a_large_study(design: Any) -> None:
    worlds = (
        _world(design=design),
        _world(design=design, sizes="unequal", positive=0.3),
        _world(design=design, sizes="informative"),
        _world(design=design, effects="skewed"),
        _world(design=design, missed=0.1),
    )
    for world in worlds:
        drawn = world.draw(np.random.default_rng(1))
        for values in drawn.values:
            assert auc(drawn.labels, values) == pytest.approx(world.true_auc, abs=0.006), world


@pytest.mark.parametrize("design", DESIGNS)
def test_groups_have_the_correlation_and_the_sizes_that_the_world_says(design: Any) -> None:
    world = _world(design=design, rows=4, correlation=0.3)
    labels, values, groups, _ = world.draw(np.random.default_rng(2))
    assert groups is not None
    assert np.array_equal(np.bincount(groups), np.full(world.n_groups, 4))
    positive = labels == 1
    here, first = groups[positive], values[0][positive]
    pairs = here[:-1] == here[1:]
    found = np.corrcoef(first[:-1][pairs], first[1:][pairs])[0, 1]
    assert found == pytest.approx(0.3, abs=0.02)
    assert first.var() == pytest.approx(1.0, abs=0.02)
    assert len({len(set(labels[groups == g])) for g in range(20)}) == 1


@pytest.mark.parametrize("rows", [1, 5])
@pytest.mark.parametrize("informative", [False, True])
def test_the_weighted_auc_of_a_large_sample_is_that_of_the_population(
    rows: int, informative: bool
) -> None:
    world = WeightWorld(
        auc=0.8,
        n_positive=200_000,
        n_negative=200_000,
        variation=1.0,
        informative=informative,
        rows=rows,
        correlation=0.5 if rows > 1 else 0.0,
    )
    labels, values, _, weights = world.draw(np.random.default_rng(3))
    assert weights is not None
    assert weights.std() / weights.mean() == pytest.approx(1.0, abs=0.05)
    for scores in values:
        weighted = Scores.from_arrays(labels, scores, sampling_weights=weights)
        assert AucMoments.from_scores(weighted).aucs[0] == pytest.approx(0.8, abs=0.008)
        plain = float(auc(labels, scores))
        assert (plain < 0.7) == informative


def test_tests_for_comparison_are_made_in_some_of_the_draws() -> None:
    world = _world(design="one class", n_groups=20)
    counts = level(world, 2 * EVERY, np.random.default_rng(4), every=EVERY)
    for name in ("mover", "unpaired mover", f"delong{IGNORED}"):
        assert counts[f"{name} draws"] == 2
    assert "delong draws" not in counts


def test_every_question_has_a_title_and_counts_its_columns() -> None:
    assert {question.name for question in QUESTIONS} == set(TITLES)
    for question in QUESTIONS:
        counts = question.ask(question.scenarios[0], 1, np.random.default_rng(5))
        counted = {name for name in counts if not name.endswith(SUFFIXES)}
        assert counted == set(question.columns), question.name


def test_groups_that_hold_the_rarer_class() -> None:
    for design, share, expected in (("one class", 0.25, 3), ("both, alike", 0.25, 12)):
        world = _world(design=design, n_groups=12, positive=share)
        assert groups_of_rarer_class(Cell("q", world.to_dict(), 1, {})) == expected
