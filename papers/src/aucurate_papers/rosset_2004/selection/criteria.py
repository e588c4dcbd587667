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

The worlds
----------
Where the models of section 3.1 come from: a distribution of observations, and what is fitted.

All features are independent and uniform on [0, 1]. In two dimensions P(positive | x) is the
distribution function of x1 + x2 at its own value, in ten dimensions it is x1: in both it is itself
uniform, so the two classes are equally frequent and no model errs on fewer than a quarter.

Standard errors
---------------
Means with their standard errors, and what these decide.

The units are independent: training sets, runs or divisions. From one unit there is no standard
error, and nothing is decided.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.results import Record
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.rosset_2004.learners import LEVEL, MOST, fit_naive_bayes, neighbour_shares
from aucurate_papers.rosset_2004.printed import (
    PRINTED_TEST,
    PRINTED_TEST_SETS,
    PRINTED_TRAINING,
    PRINTED_TRAINING_SETS,
)

Floats: TypeAlias = NDArray[np.float64]
Fitted: TypeAlias = Callable[[Floats], Floats]
"""From features (a row per observation) to scores (a row per model)."""
Fit: TypeAlias = Callable[[Floats, NDArray[np.bool_]], Fitted]

MIXED_NEIGHBOURS = {2: (5, 10, 20, 50), 10: (20, 50, 100)}
"""By dimension the numbers of neighbours that are tried against naive Bayes."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class World:
    """A distribution, and models that are fitted to one training set after another.

    ``key`` tells its draws from those of other worlds with the same rng.
    """

    name: str
    key: int
    dimension: int
    models: tuple[str, ...]
    probability: Callable[[Floats], Floats]
    fit: Fit

    def draw(self, size: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.bool_]]:
        """Features and labels of so many observations."""
        features = rng.random((size, self.dimension))
        return features, rng.random(size) < self.probability(features)


def sum_probability(features: Floats) -> Floats:
    """The printed probability in two dimensions.

    >>> sum_probability(np.array([[0.2, 0.2], [0.5, 0.5], [0.8, 0.8]])).round(2)
    array([0.08, 0.5 , 0.92])
    """
    total = features[:, 0] + features[:, 1]
    return np.where(total <= 1, total**2 / 2, 1 - (2 - total) ** 2 / 2)


def first_probability(features: Floats) -> Floats:
    """The printed probability in ten dimensions: the first feature."""
    return features[:, 0]


def naive_bayes_world(level: float = LEVEL, most: int | None = MOST) -> World:
    """That of Table 3: naive Bayes on x1 alone (m1), and on x1 and x2 (m2)."""

    def fit(features: Floats, labels: NDArray[np.bool_]) -> Fitted:
        model = fit_naive_bayes(list(features.T), labels, level=level, most=most)
        return lambda new: np.stack(
            [model.of_first(count).scores(list(new.T[:count])) for count in (1, 2)]
        )

    return World(
        name="naive Bayes on x1, and on x1 and x2",
        key=3,
        dimension=2,
        models=("naive Bayes on x1", "naive Bayes on x1, x2"),
        probability=sum_probability,
        fit=fit,
    )


def neighbour_world(first: int = 10, second: int = 50) -> World:
    """That of Table 4: 10 nearest neighbours (m1), and 50 (m2), in ten dimensions."""
    return World(
        name=f"{first} and {second} nearest neighbours",
        key=4,
        dimension=10,
        models=(f"{first}-NN", f"{second}-NN"),
        probability=first_probability,
        fit=lambda features, labels: (
            lambda new: neighbour_shares(features, labels, new, (first, second))
        ),
    )


def mixed_world(dimension: int, neighbours: tuple[int, ...] = ()) -> World:
    """Naive Bayes on the first variables, and nearest neighbours on all, in 2 or 10 dimensions.

    In ten dimensions naive Bayes uses x1 alone, the variable that matters, or all ten; in two it
    uses both. ``neighbours`` are those of the dimension in ``MIXED_NEIGHBOURS`` unless given.
    """
    neighbours = neighbours or MIXED_NEIGHBOURS[dimension]
    used = (2,) if dimension == 2 else (1, 10)

    def fit(features: Floats, labels: NDArray[np.bool_]) -> Fitted:
        model = fit_naive_bayes(list(features.T), labels)

        def scores(new: Floats) -> Floats:
            bayes = [model.of_first(count).scores(list(new.T[:count])) for count in used]
            return np.concatenate([bayes, neighbour_shares(features, labels, new, neighbours)])

        return scores

    return World(
        name=f"{dimension} dimensions",
        key=100 + dimension,
        dimension=dimension,
        models=(
            *(f"naive Bayes on {_variables(count)}" for count in used),
            *(f"{count}-NN" for count in neighbours),
        ),
        probability=sum_probability if dimension == 2 else first_probability,
        fit=fit,
    )


def _variables(count: int) -> str:
    return {1: "x1", 2: "x1, x2"}.get(count, f"x1 to x{count}")


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


def mean_and_error(values: Floats) -> tuple[Floats, Floats]:
    """The mean over the first axis, and its standard error: NaN from one value, both from none."""
    if not len(values):
        nothing = np.full(values.shape[1:], math.nan)
        return nothing, nothing
    mean = np.asarray(values.mean(axis=0))
    if len(values) == 1:
        return mean, np.full(mean.shape, math.nan)
    return mean, np.asarray(values.std(axis=0, ddof=1) / math.sqrt(len(values)))


def above(values: Floats, far: float) -> bool:
    """Whether the mean is above 0 by more than so many standard errors.

    >>> above(np.array([1.0, 2.0, 3.0]), 2), above(np.array([9.0]), 2), above(np.array([]), 2)
    (True, False, False)
    """
    mean, error = mean_and_error(values)
    return bool(mean > far * error)


class Margin(NamedTuple):
    """By how much the AUC is ahead of the error rate, in percent of test sets."""

    mean: float
    standard_error: float


def margin_of(selections: Selections, criterion: int = AUC) -> Margin:
    """The AUC's share minus that of the error rate, training set by training set."""
    shares = selections.shares[:, 0]
    mean, error = mean_and_error(100 * (shares[:, criterion] - shares[:, ERROR]))
    return Margin(float(mean), float(error))


# What the reader of an exhibit must know, above all what was decided after results were seen.


_RANGE = caveat(Kind.CHOSEN_AFTER_RESULTS, "range")

AFTER_TABLE_3 = (_RANGE,)
AFTER_TABLE_4 = (
    _RANGE,
    caveat(Kind.CHOSEN_AFTER_RESULTS, "table_4"),
)
AFTER_TABLE_5 = (
    _RANGE,
    caveat(Kind.CHOSEN_AFTER_RESULTS, "table_5"),
)
AFTER_SECTION_3_1 = (
    caveat(Kind.CHOSEN_AFTER_RESULTS, "section_3_1"),
    caveat(Kind.JUDGED, "section_3_1"),
)
AFTER_SECTION_3_2 = (caveat(Kind.CHOSEN_AFTER_RESULTS, "section_3_2"),)
