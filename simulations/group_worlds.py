"""Worlds whose observations belong together, or stand for different shares of a population."""

from dataclasses import asdict, dataclass
from functools import cache, cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from simulations.folds import discriminant
from simulations.scenarios import Scenario

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]
Design: TypeAlias = Literal["one class", "both, alike", "both, opposed"]
Sizes: TypeAlias = Literal["equal", "unequal", "informative"]
Effects: TypeAlias = Literal["normal", "skewed"]

BETWEEN = 0.5
"""The correlation of two classifiers, of the effects of groups and within groups alike."""
RATIO = 4
"""How many times the size of a small group a large one has, where sizes are informative."""
BELOW_ALL = 100.0
_GRID = np.linspace(-9.0, 12.0, 210_001)
_NODES, _NODE_WEIGHTS = np.polynomial.laguerre.laggauss(80)


class Draw(NamedTuple):
    """Labels, scores with a row per classifier, groups, and weights where there are any."""

    labels: Whole
    values: Floats
    groups: Whole | None
    weights: Floats | None = None


class FoldDraw(NamedTuple):
    """Labels, left-out scores with a row per algorithm, groups, and folds."""

    labels: Whole
    scores: Floats
    groups: Whole
    folds: Whole


@dataclass(frozen=True, kw_only=True)
class GroupWorld:
    r"""Two equally good classifiers on observations in groups.

    A score is :math:`\mu y \pm \sqrt{\rho}\, b_g + \sqrt{1 - \rho}\, e`, with the effect b of the
    group and the noise e of the observation, both of mean 0 and variance 1: the intra-group
    correlation of a class is rho, and where both are normal the marginal distribution of either
    class does not depend on it. ``auc`` is that of a positive and a negative from different groups.

    ``design``: a group holds one class only, and ``positive`` is the share of groups that are
    positive; or groups hold both classes in turn, with this share of positives, and the effect of a
    group moves both classes alike (+ for both) or opposes them (+ for positives, - for negatives),
    so that some groups are easier than others.

    ``sizes`` are equal, or unequal (geometric, so that their standard deviation is nearly their
    mean ``rows``), or informative: a group is large where its effect is positive, which for groups
    of one class, too, means that it is easier. What is estimated is then the AUC of an observation
    drawn at random, in which large groups count more. ``effects`` are normal or skewed
    (exponential).

    ``missed`` is the probability that a classifier misses a group outright, so that its positives
    lie below all negatives; ``auc`` is then that of the others.

    With ``drawn`` the class of a group, or of an observation of groups that hold both, is drawn
    too, with the probability ``positive``, as where the prevalence is estimated.
    """

    auc: float
    n_groups: int
    rows: int
    correlation: float
    design: Design
    sizes: Sizes = "equal"
    positive: float = 0.5
    effects: Effects = "normal"
    missed: float = 0.0
    drawn: bool = False

    @property
    def prevalence(self) -> float:
        """The share of positives in the population."""
        return self.positive

    @property
    def opposed(self) -> bool:
        """Whether a positive effect makes a group easier, rather than all its scores higher."""
        return self.design != "both, alike"

    @cached_property
    def shift(self) -> float:
        """The mean of the positives."""
        if self.effects == "normal":
            return float(np.sqrt(2) * special.ndtri(self.auc))
        return float(optimize.brentq(lambda mu: _skewed_auc(mu, self) - self.auc, -1.0, 20.0))

    @cached_property
    def true_auc(self) -> float:
        """The AUC of a positive and a negative observation drawn at random."""
        if self.sizes != "informative":
            return self.auc * (1 - self.missed)
        towards = np.sqrt(self.correlation * (1 + BETWEEN) / 2)
        return _informative_auc(self.shift, towards, self.opposed)

    @property
    def scenario(self) -> Scenario:
        """The world of as many observations drawn one by one, where groups have equal sizes."""
        total = self.n_groups * self.rows
        n_positive = round(self.positive * self.n_groups) * self.rows
        if self.design != "one class":
            n_positive = int(_alternating(total, self.positive).sum())
        return Scenario(auc=self.auc, n_positive=n_positive, n_negative=total - n_positive)

    def draw(self, rng: np.random.Generator) -> Draw:
        """Two classifiers on one test set."""
        count = self.n_groups
        common, own = rng.normal(size=count), rng.normal(size=(2, count))
        if self.effects == "skewed":
            common, own = rng.exponential(size=count) - 1, rng.exponential(size=(2, count)) - 1
            effects = np.broadcast_to(common, own.shape)  # a sum of two would be less skewed
        else:
            effects = np.sqrt(BETWEEN) * common + np.sqrt(1 - BETWEEN) * own
        groups = np.repeat(np.arange(count), self._group_sizes(effects, rng))
        labels = self._labels(groups, rng)
        signs = np.where(labels == 1, 1.0, -1.0 if self.opposed else 1.0)
        moved = self.shift * labels + np.sqrt(self.correlation) * signs * effects[:, groups]
        values = moved + np.sqrt(1 - self.correlation) * _correlated(len(groups), rng)
        if self.missed:
            is_missed = rng.random(size=(2, count)) < self.missed
            values[is_missed[:, groups] & (labels == 1)] -= BELOW_ALL
        return Draw(labels, values, groups)

    def _labels(self, groups: Whole, rng: np.random.Generator) -> Whole:
        if self.design == "one class":
            positive = round(self.positive * self.n_groups)
            if self.drawn:
                positive = _drawn_count(self.n_groups, self.positive, rng)
            return (groups < positive).astype(np.int64)
        if self.drawn:
            positive = _drawn_count(len(groups), self.positive, rng)
            return rng.permutation(np.arange(len(groups)) < positive).astype(np.int64)
        return _alternating(len(groups), self.positive)

    def _group_sizes(self, effects: Floats, rng: np.random.Generator) -> Whole:
        if self.sizes == "equal":
            return np.full(len(effects[0]), self.rows)
        if self.sizes == "unequal":
            return rng.geometric(1 / self.rows, size=len(effects[0]))
        small = max(1, round(2 * self.rows / (1 + RATIO)))
        return np.where(effects.sum(axis=0) > 0, RATIO * small, small)

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it; that no group is missed and no class drawn is left out."""
        return _said(self, "missed", "drawn")


@dataclass(frozen=True, kw_only=True)
class WeightWorld:
    r"""Two equally good classifiers on observations drawn with unequal probabilities.

    The population is normal with equal spread; ``auc`` is its AUC. The logarithm of an
    observation's weight is normal with the coefficient of variation ``variation`` of the weights,
    and where ``informative`` its correlation with the mean of the two scores of an observation is
    0.7 (positives; -0.7 for negatives), so that observations that are hard to classify are
    drawn more often. Observations that are drawn with probability 1/w have shifted normal scores.

    With ``rows`` above 1, groups of so many observations of one class are drawn, with one weight
    for all of a group, that is correlated with the effects of the group; ``correlation`` is the
    intra-group correlation. With ``drawn`` the class of every group is drawn too.
    """

    auc: float
    n_positive: int
    n_negative: int
    variation: float
    informative: bool
    rows: int = 1
    correlation: float = 0.0
    drawn: bool = False

    @property
    def true_auc(self) -> float:
        """That of the population."""
        return self.auc

    @property
    def prevalence(self) -> float:
        """That of the population, as weights are distributed alike in both classes."""
        return self.n_positive / (self.n_positive + self.n_negative)

    @property
    def scenario(self) -> Scenario:
        """The population, with the sizes of the sample."""
        return Scenario(auc=self.auc, n_positive=self.n_positive, n_negative=self.n_negative)

    def draw(self, rng: np.random.Generator) -> Draw:
        """Two classifiers on one sample, with its weights."""
        positives, negatives = self.n_positive // self.rows, self.n_negative // self.rows
        if self.drawn:
            units = positives + negatives
            positives = _drawn_count(units, self.prevalence, rng)
            negatives = units - positives
        easier = np.repeat([1.0, -1.0], [positives, negatives])
        spread = np.sqrt(np.log1p(self.variation**2))
        slope = 0.7 if self.informative else 0.0
        chance = np.sqrt(1 - slope**2) * rng.normal(size=len(easier))
        # Drawing with the probability 1/w moves what the weight depends on by its covariances.
        effects = _correlated(len(easier), rng)
        mean_scale = np.sqrt((1 + BETWEEN) / 2)
        known = slope * easier * effects.mean(axis=0) / mean_scale
        weights = np.exp(spread * (known + chance))
        effects = effects - spread * slope * easier * mean_scale
        at = np.repeat(np.arange(len(easier)), self.rows)
        labels = (at < positives).astype(np.int64)
        rho = self.correlation if self.rows > 1 else 1.0
        noise = _correlated(len(at), rng) if self.rows > 1 else np.zeros((2, len(at)))
        scores = np.sqrt(rho) * effects[:, at] + np.sqrt(1 - rho) * noise
        values = self.scenario.shift * labels + scores
        return Draw(labels, values, at if self.rows > 1 else None, weights[at])

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it; that no class is drawn is left out."""
        return _said(self, "drawn")


@dataclass(frozen=True, kw_only=True)
class GroupFoldWorld:
    """Observations in groups, in folds that keep groups whole, and two equally good algorithms.

    Each is a linear discriminant on its own half of the features, which together part the classes
    by ``distance`` standard deviations. ``correlation`` is the intra-group correlation of every
    feature within a class; designs are those of :class:`GroupWorld`.
    """

    n_groups: int
    rows: int
    correlation: float
    design: Design
    folds: int
    features: int = 5
    distance: float = 1.2

    def draw(self, rng: np.random.Generator) -> FoldDraw:
        """Both algorithms fitted and scored in every fold."""
        groups = np.repeat(np.arange(self.n_groups), self.rows)
        of_groups = np.arange(self.n_groups) % 2
        labels = of_groups[groups] if self.design == "one class" else np.arange(len(groups)) % 2
        effects = rng.normal(size=(self.n_groups, 2 * self.features))
        signs = np.where(labels == 1, 1.0, 1.0 if self.design == "both, alike" else -1.0)
        own = rng.normal(size=(len(groups), 2 * self.features))
        values = np.sqrt(self.correlation) * signs[:, None] * effects[groups]
        values += np.sqrt(1 - self.correlation) * own
        values += labels[:, None] * self.distance / np.sqrt(self.features)
        folds = self._folds(of_groups, rng)[groups]
        scores = np.empty((2, len(groups)))
        for fold in range(self.folds):
            train, left = folds != fold, folds == fold
            for which, half in enumerate(np.split(values, 2, axis=1)):
                direction, cut = discriminant(half[train], labels[train] == 1)
                scores[which, left] = half[left] @ direction - cut
        return FoldDraw(labels, scores, groups, folds)

    def _folds(self, of_groups: Whole, rng: np.random.Generator) -> Whole:
        """The fold of every group, as many of either kind in each as can be."""
        kinds = of_groups if self.design == "one class" else np.zeros_like(of_groups)
        folds = np.empty(self.n_groups, np.int64)
        for kind in np.unique(kinds):
            members = np.flatnonzero(kinds == kind)
            folds[members] = rng.permutation(np.arange(len(members)) % self.folds)
        return folds

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)


def _said(world: GroupWorld | WeightWorld, *usual: str) -> dict[str, Any]:
    """The fields of a world, without those of these that are 0 or False."""
    return {name: value for name, value in asdict(world).items() if value or name not in usual}


def _drawn_count(units: int, share: float, rng: np.random.Generator) -> int:
    """How many of so many units are positive, at least one of each class."""
    return min(max(int(rng.binomial(units, share)), 1), units - 1)


def _alternating(total: int, share: float) -> Whole:
    """Labels in turn, with this share of positives."""
    below: Whole = np.floor(np.arange(total + 1) * share + 1e-9).astype(np.int64)
    return below[1:] - below[:-1]


def _correlated(size: int, rng: np.random.Generator) -> Floats:
    common, own = rng.normal(size=size), rng.normal(size=(2, size))
    return np.asarray(np.sqrt(BETWEEN) * common + np.sqrt(1 - BETWEEN) * own)


@cache
def _informative_auc(shift: float, towards: float, opposed: bool) -> float:
    r"""The AUC where large groups, those with effects above 0, hold RATIO times the observations.

    A score before its shift is normal and has the correlation ``towards`` with what decides over
    the size. Given that this is positive its density is :math:`2 \phi(t) \Phi(a t)`, with
    :math:`a = r / \sqrt{1 - r^2}` for the correlation r, and given that it is negative the same
    with -a.
    """
    slope = towards / np.sqrt(1 - towards**2)
    large = RATIO / (1 + RATIO)

    def density(at: Floats, sign: float) -> Floats:
        above = special.ndtr(sign * slope * at)
        normal = np.exp(-(at**2) / 2) / np.sqrt(2 * np.pi)
        return np.asarray(2 * normal * (large * above + (1 - large) * (1 - above)))

    step = _GRID[1] - _GRID[0]
    negatives = density(_GRID, -1.0 if opposed else 1.0)
    below = np.cumsum(negatives) - negatives / 2
    return float((density(_GRID - shift, 1.0) * below).sum() * step**2)


def _skewed_auc(shift: float, world: GroupWorld) -> float:
    """The AUC with exponential effects, by integration over one or both of two groups."""
    noise = np.sqrt(2 * (1 - world.correlation))
    size = np.sqrt(world.correlation)
    weights = _NODE_WEIGHTS[:, None] * _NODE_WEIGHTS
    other = _NODES - 2 if world.opposed else -_NODES
    apart = _NODES[:, None] + other
    return float((weights * special.ndtr((shift + size * apart) / noise)).sum())
