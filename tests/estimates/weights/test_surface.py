"""Interactions of classes by perturbation, and the surface that is put together from blocks."""

import json
import re

import numpy as np
import pytest

from aucurate.curve.class_decisions import confusion_matrices
from aucurate.curve.weight_rules import WeightRule
from aucurate.data.classes import ClassScores
from aucurate.errors import OptionError
from aucurate.estimates.weights.search import search_weights
from aucurate.estimates.weights.surface import (
    ClassInteractions,
    DecomposedChoice,
    class_interactions,
    decomposed_surface,
)


def _pairs(apart: float) -> ClassScores:
    """Three pairs of classes that overlap within pairs; the pairs lie apart on a line."""
    rng = np.random.default_rng(2)
    means = np.array([0, 1.5, 0, 1.5, 0, 1.5]) + np.repeat([0, apart, 2 * apart], 2)
    codes = np.repeat(np.arange(6), 80)
    x = means[codes] + rng.normal(size=480) * np.where(codes % 2, 1.4, 0.7)
    scores = np.exp(-0.5 * (x[:, None] - means) ** 2)
    labels = np.array(list("abcdef"))[codes]
    return ClassScores.from_arrays(labels, scores, classes=list("abcdef"))


def test_interactions_are_what_moves_between_two_classes() -> None:
    data = _pairs(6.0)
    known = class_interactions(data, factor=3)
    assert (known.interactions == known.interactions.T).all()
    assert (known.interactions.diagonal() == 0).all()
    # The definition for one pair: the largest change of a column over both weights and both ways.
    largest = 0.0
    for place, other in ((0, 1), (1, 0)):
        for change in (3.0, 1 / 3):
            vectors = np.ones((2, 6))
            vectors[1, place] = change
            before, after = confusion_matrices(data.values, data.codes, vectors)
            largest = max(largest, float(np.abs((after - before)[:, other] / 80).max()))
    assert known.interactions[0, 1] == largest


def test_blocks_are_linked_classes_and_are_split_at_their_weakest_links() -> None:
    table = np.zeros((5, 5))
    for (i, j), value in {(0, 1): 0.3, (1, 3): 0.1, (3, 4): 0.2, (2, 4): 0.01}.items():
        table[i, j] = table[j, i] = value
    known = ClassInteractions(
        name="x", classes=tuple("abcde"), weights=np.ones(5) / 5, factor=2.0, interactions=table
    )
    assert known.blocks() == ((0, 1, 3, 4), (2,))
    assert known.blocks(tolerance=0) == ((0, 1, 2, 3, 4),)
    assert known.blocks(most=2) == ((0, 1), (2,), (3, 4))
    assert known.blocks(most=1) == ((0,), (1,), (2,), (3,), (4,))
    assert known.neglected(known.blocks(most=2)) == 0.1
    assert known.neglected(known.blocks(tolerance=0)) == 0
    for tolerance in (-1, 2, "x"):
        with pytest.raises(OptionError, match=r"a tolerance is a share|tolerance must be a number"):
            known.blocks(tolerance=tolerance)  # type: ignore[arg-type]


def test_classes_that_do_not_interact_are_decomposed_without_error() -> None:
    data = _pairs(30.0)
    surface = decomposed_surface(data, points=400)
    assert [block.places for block in surface.blocks] == [(0, 1), (2, 3), (4, 5)]
    found = surface.best()
    assert found.largest_difference == 0
    assert found.choice.value == pytest.approx(search_weights(data).value, abs=0.013)
    balanced = surface.best(WeightRule.balanced()).choice.value
    assert balanced == pytest.approx(search_weights(data, WeightRule.balanced()).value, abs=0.01)
    assert surface.points == 1200


def test_a_chain_of_classes_is_approximated_and_says_how_well() -> None:
    data = _pairs(3.0)
    surface = decomposed_surface(data, most=2)
    assert max(len(block.places) for block in surface.blocks) == 2
    assert surface.neglected > 0.02
    found = surface.best(WeightRule.balanced(constraints={"b": 0.2}))
    real = np.array(found.choice.class_errors)
    assert found.largest_difference == np.abs(real - found.approximate_errors).max()
    assert found.approximate_errors[1] <= 0.2 + 1e-12
    assert DecomposedChoice.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert str(found) == str(found.choice)


def test_the_first_point_is_the_operating_point_itself() -> None:
    data = _pairs(3.0)
    weights = {"a": 3, "b": 1, "c": 1, "d": 2, "e": 1, "f": 1}
    surface = decomposed_surface(data, weights, points=50)
    at = (0,) * len(surface.blocks)
    np.testing.assert_allclose(surface.weights_at(at), np.array([3, 1, 1, 2, 1, 1]) / 9)
    real = confusion_matrices(data.values, data.codes, surface.weights[None])[0]
    assert (surface.confusion(at) == real).all()
    for block in surface.blocks:
        assert len(block) <= 50
        vectors = np.tile(surface.weights, (len(block), 1))
        vectors[:, list(block.places)] = block.weights
        found = confusion_matrices(data.values, data.codes, vectors)
        assert (found[:, list(block.places)] == block.rows).all()


def test_what_cannot_be_is_refused() -> None:
    data = _pairs(6.0)
    for factor in (1, 0.5, np.inf, "x"):
        with pytest.raises(OptionError, match="factor must be a number"):
            class_interactions(data, factor=factor)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=re.escape("points must be a whole number from 2")):
        decomposed_surface(data, points=1)
    with pytest.raises(OptionError, match="one number for each of 6 classes"):
        class_interactions(data, [1, 2])
