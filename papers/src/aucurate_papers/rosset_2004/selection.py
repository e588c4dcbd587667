"""How often a criterion on a small test set picks the better of two models.

Models are fitted to a training set; on each of many test sets the criteria compare them, and per
training set it is counted on how many test sets each criterion picks the second model of a pair. A
criterion that is equal for both picks neither, and counts one half for each. The criteria are

- the error rate with the paper's rule: positive when the score exceeds 1/2 (strictly, so a share of
  exactly one half among the neighbours is negative);
- the AUC with equal scores ordered at random, for each model and test set anew, as in the paper;
- the AUC in which a pair of equal scores counts one half.

A test set without positives or negatives has no AUC: both are then equal. What is better is judged
on further observations, with their probabilities instead of labels: a model's error is the
mean of P(positive | x) where it decides negative and of 1 - P(positive | x) elsewhere, and its AUC
counts each pair with the probability that the one is positive and the other negative.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.results import Record
from aucurate_papers.rosset_2004.printed_selection import (
    PRINTED_TEST,
    PRINTED_TEST_SETS,
    PRINTED_TRAINING,
    PRINTED_TRAINING_SETS,
)
from aucurate_papers.rosset_2004.selection_worlds import Fitted, Floats, World

CRITERIA = ("error rate", "AUC, ties at random", "AUC, ties one half")
ERROR, AUC, HALVED = range(3)
_RANDOM_BITS = 40  # equal in two observations once in 10^12 pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Design(Record):
    """The sizes of an experiment; the defaults are printed, but for ``judged``.

    On ``judged`` further observations it is judged which model is better.
    """

    training_sets: int = PRINTED_TRAINING_SETS
    training: int = PRINTED_TRAINING
    test_sets: int = PRINTED_TEST_SETS
    size: int = PRINTED_TEST
    judged: int = 5000


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Selections:
    """What came out for every training set: the first axis of all arrays.

    ``won`` and ``tied`` count test sets by training set, pair and criterion: those on which the
    second model of the pair is strictly better, and those on which both are equal. ``errors`` are
    the error rates over all test sets by training set and model; ``true_errors`` and ``true_aucs``
    are those on the observations that judge.
    """

    won: NDArray[np.int64]
    tied: NDArray[np.int64]
    errors: Floats
    true_errors: Floats
    true_aucs: Floats
    test_sets: int

    @property
    def shares(self) -> Floats:
        """The share of test sets on which a criterion picks the second model, ties one half."""
        return np.asarray((self.won + self.tied / 2) / self.test_sets)

    def reaches(self, goal: int, at: int = 0, *, strict: bool = False) -> NDArray[np.bool_]:
        """By training set and criterion: whether the second model of a pair is picked often enough.

        That is on ``goal`` of 100 test sets, a tie counting one half, or nothing if ``strict``.
        Whole numbers are compared.
        """
        ties = 0 if strict else self.tied[:, at]
        return np.asarray(100 * (2 * self.won[:, at] + ties) >= 2 * goal * self.test_sets)

    def to_dict(self) -> dict[str, Any]:
        """As plain lists, to be kept."""
        arrays = {name: getattr(self, name).tolist() for name in _ARRAYS}
        return {**arrays, "test_sets": self.test_sets}

    @staticmethod
    def joined(parts: Sequence[dict[str, Any]]) -> "Selections":
        """All training sets of several parts, each from :meth:`to_dict`."""
        arrays = {name: np.concatenate([np.array(one[name]) for one in parts]) for name in _ARRAYS}
        return Selections(**arrays, test_sets=int(parts[0]["test_sets"]))


_ARRAYS = ("won", "tied", "errors", "true_errors", "true_aucs")


def experiment(
    world: World,
    pairs: Sequence[tuple[int, int]],
    design: Design,
    rng: np.random.Generator,
    step: Callable[[int], object] = lambda done: None,
) -> Selections:
    """Fit to every training set of the design, and compare the pairs of models by place.

    ``step`` is told how many training sets are done.
    """
    found = []
    for done in range(design.training_sets):
        step(done)
        found.append(_one_training_set(world, pairs, design, rng).to_dict())
    return Selections.joined(found)


def _one_training_set(
    world: World, pairs: Sequence[tuple[int, int]], design: Design, rng: np.random.Generator
) -> Selections:
    fitted = world.fit(*world.draw(design.training, rng))
    features, labels = world.draw(design.test_sets * design.size, rng)
    shape = (design.test_sets, design.size)
    scores = fitted(features)
    standings = criteria(labels.reshape(shape), scores.reshape(-1, *shape), rng)
    truth = judged(world, fitted, design.judged, rng)
    won, tied = compared(standings, pairs)
    return Selections(
        won=won[None],
        tied=tied[None],
        errors=np.mean((scores > 0.5) != labels, axis=1)[None],
        true_errors=truth.errors[None],
        true_aucs=truth.aucs[None],
        test_sets=design.test_sets,
    )


def criteria(
    labels: NDArray[np.bool_], scores: Floats, rng: np.random.Generator
) -> NDArray[np.int64]:
    """Whole numbers, larger for better models, by model, criterion and test set.

    ``labels`` has a row per test set, ``scores`` that for each model. The numbers are right calls,
    and (twice) the pairs that the positive wins: equal only where the criterion is equal.
    """
    found = np.empty((len(scores), len(CRITERIA), len(labels)), np.int64)
    for model, rows in enumerate(scores):
        codes = np.unique(rows, return_inverse=True)[1].reshape(rows.shape).astype(np.int64)
        chance = rng.integers(1 << _RANDOM_BITS, size=codes.shape)
        found[model, ERROR] = ((rows > 0.5) == labels).sum(axis=1)
        found[model, AUC] = 2 * _wins((codes << _RANDOM_BITS) + chance, labels)
        most, least = _wins(2 * codes + labels, labels), _wins(2 * codes + ~labels, labels)
        found[model, HALVED] = most + least  # equal scores to the positives, and to the negatives
    return found


def _wins(order: NDArray[np.int64], labels: NDArray[np.bool_]) -> NDArray[np.int64]:
    """In every row the pairs in which the positive comes after the negative."""
    positive = np.sort(2 * order + labels, axis=1) & 1
    return np.asarray(((1 - positive).cumsum(axis=1) * positive).sum(axis=1))


def compared(
    standings: NDArray[np.int64], pairs: Sequence[tuple[int, int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Test sets that the second of a pair wins, and those that are tied: by pair and criterion."""
    first, second = (standings[[pair[at] for pair in pairs]] for at in (0, 1))
    return (second > first).sum(axis=2), (second == first).sum(axis=2)


class Judged(NamedTuple):
    """Errors and AUCs by model, and the losses (by model and observation) behind the errors."""

    errors: Floats
    aucs: Floats
    losses: Floats


def judged(world: World, fitted: Fitted, size: int, rng: np.random.Generator) -> Judged:
    """The errors and the AUCs of fitted models on so many further observations."""
    features = rng.random((size, world.dimension))
    probability = world.probability(features)
    scores = fitted(features)
    losses = np.where(scores > 0.5, 1 - probability, probability)
    aucs = np.array([weighted_auc(one, probability) for one in scores])
    return Judged(losses.mean(axis=1), aucs, losses)


def weighted_auc(scores: Floats, probability: Floats) -> float:
    """The AUC of observations that are positive with these probabilities, equal scores one half.

    >>> weighted_auc(np.array([0.1, 0.2, 0.2]), np.array([0.0, 1.0, 0.0]))
    0.75
    """
    codes = np.unique(scores, return_inverse=True)[1]
    positives, negatives = np.bincount(codes, probability), np.bincount(codes, 1 - probability)
    below = np.cumsum(negatives) - negatives / 2
    return float(positives @ below / (positives.sum() * negatives.sum()))
