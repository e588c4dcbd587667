"""Worlds of several classes whose pairwise AUCs are known, for one or two classifiers."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from simulations.group_worlds import BETWEEN, Design
from simulations.score_kinds import BEYOND, LAST_DIGITS

Shape: TypeAlias = Literal["alike", "confused", "wide", "very wide"]
Floats: TypeAlias = NDArray[np.float64]

_FIRST_SPREAD = {"wide": 3.0, "very wide": 5.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassWorld:
    """Normal scores, a column per class, with this Hand-Till AUC.

    ``alike``: all pairs of classes are equally hard; ``confused``: the first two classes are
    mistaken for each other; ``wide``: the scores of the first class are three times as spread,
    ``very wide``: five times.
    What the columns of an observation have in common is taken out, as in probabilities. With
    ``drawn`` the class of an observation is drawn too, with the shares of ``sizes``.

    ``missed`` are shares of each class whose own column is below, and whose other columns are above
    those of all others; ``mistaken`` is the share of the first class that is scored as the second
    one is. ``auc`` is then that of the others.
    """

    auc: float
    sizes: tuple[int, ...]
    shape: Shape = "alike"
    correlation: float = 0.0
    drawn: bool = False
    missed: tuple[float, ...] | None = None
    mistaken: float | None = None

    @property
    def n_classes(self) -> int:
        """How many classes there are."""
        return len(self.sizes)

    @property
    def pairwise(self) -> Floats:
        """The true A(a|b), NaN on the diagonal."""
        strength = _strength(self.auc, self.n_classes, self.shape)
        aucs = _pairwise(strength, self.n_classes, self.shape)
        if self.mistaken:
            aucs = _with_mistaken(aucs, self.mistaken)
        if self.missed:
            kept = 1 - np.array(self.missed)
            aucs = aucs * kept[:, None] * kept
        return aucs

    def true(self, weights: Floats) -> float:
        """The true value of an average of pairwise AUCs."""
        off = ~np.eye(self.n_classes, dtype=bool)
        return float(np.sum((weights * self.pairwise)[off]) / np.sum(weights[off]))

    def draw(
        self, rng: np.random.Generator, classifiers: int = 1
    ) -> tuple[NDArray[np.int64], list[Floats]]:
        """Labels, and scores (observations x classes) of equally good classifiers.

        The second classifier of a confused world mistakes the last two classes for each other.
        """
        counts = np.array(self.sizes)
        if self.drawn:
            counts = np.maximum(1, rng.multinomial(counts.sum(), counts / counts.sum()))
        labels = np.repeat(np.arange(self.n_classes), counts)
        common = rng.normal(size=(len(labels), self.n_classes))
        strength = _strength(self.auc, self.n_classes, self.shape)
        found = []
        for k in range(classifiers):
            noise = np.sqrt(self.correlation) * common + np.sqrt(1 - self.correlation) * rng.normal(
                size=common.shape
            )
            means = _means(strength, self.n_classes, self.shape)
            scored_as = labels
            if self.mistaken:
                is_mistaken = (labels == 0) & (rng.uniform(size=len(labels)) < self.mistaken)
                scored_as = np.where(is_mistaken, 1, labels)
            if k == 1 and self.shape == "confused":
                means = means[::-1, ::-1]
            noise *= _spreads(self.n_classes, self.shape)[scored_as][:, None]
            # Centred noise has the variance 1 - 1 / C in every column.
            centred = (noise - noise.mean(axis=1, keepdims=True)) / np.sqrt(1 - 1 / self.n_classes)
            scores = means[scored_as] + centred
            if self.missed:
                is_missed = rng.uniform(size=len(labels)) < np.array(self.missed)[labels]
                own = np.arange(self.n_classes) == labels[:, None]
                out = np.where(own, -BEYOND, BEYOND) + LAST_DIGITS * noise
                scores = np.where(is_missed[:, None], out, scores)
            found.append(scores)
        return labels, found

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it; exceptions where there are any."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        said["sizes"] = list(self.sizes)
        if self.missed is not None:
            said["missed"] = list(self.missed)
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupClassWorld:
    r"""Equally hard classes on observations in groups, with this AUC of every pair of classes.

    The noise of an observation is :math:`\sqrt{\rho}\, b_g + \sqrt{1 - \rho}\, e`, both vectors
    with a number per class, and what its columns have in common is taken out. ``design``: a group
    holds one class, or all classes in turn; then the effect of a group moves a column of all its
    observations alike, or opposes them: it moves the column of an observation's own class, so that
    some groups are easier than others.
    """

    auc: float
    n_groups: int
    rows: int
    correlation: float
    design: Design
    n_classes: int = 3

    def draw(
        self, rng: np.random.Generator, classifiers: int = 1
    ) -> tuple[NDArray[np.int64], list[Floats], NDArray[np.int64]]:
        """Labels, scores (observations x classes) of classifiers that correlate, and groups."""
        count = self.n_classes
        groups = np.repeat(np.arange(self.n_groups), self.rows)
        in_turn = groups if self.design == "one class" else np.arange(len(groups))
        labels = in_turn % count
        columns = np.broadcast_to(np.arange(count), (len(groups), count))
        if self.design != "both, alike":
            columns = (columns - labels[:, None]) % count
        strength = _strength(self.auc, count, "alike")
        effects = _correlated((self.n_groups, count), classifiers, rng)
        noise = _correlated((len(groups), count), classifiers, rng)
        found = []
        for effect, own in zip(effects, noise, strict=True):
            moved = np.take_along_axis(effect[groups], columns, axis=1)
            moved = np.sqrt(self.correlation) * moved + np.sqrt(1 - self.correlation) * own
            centred = (moved - moved.mean(axis=1, keepdims=True)) / np.sqrt(1 - 1 / count)
            found.append(strength * (np.arange(count) == labels[:, None]) + centred)
        return labels, found, groups

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return asdict(self)


def _correlated(shape: tuple[int, int], classifiers: int, rng: np.random.Generator) -> list[Floats]:
    common = rng.normal(size=shape)
    return [
        np.asarray(np.sqrt(BETWEEN) * common + np.sqrt(1 - BETWEEN) * rng.normal(size=shape))
        for _ in range(classifiers)
    ]


def _means(strength: float, n_classes: int, shape: Shape) -> Floats:
    """The mean score of each class (row) in each column."""
    means = strength * np.eye(n_classes)
    if shape == "confused":
        means[0, 1] = means[1, 0] = 0.6 * strength
    return means


def _spreads(n_classes: int, shape: Shape) -> Floats:
    spreads = np.ones(n_classes)
    spreads[0] = _FIRST_SPREAD.get(shape, 1.0)
    return spreads


def _with_mistaken(aucs: Floats, share: float) -> Floats:
    """The pairwise AUCs when a share of the first class is scored as the second one is."""
    like_second = aucs.copy()
    like_second[0, 1] = like_second[1, 0] = 0.5
    like_second[2:, 0] = aucs[2:, 1]
    like_second[0, 2:] = 0.5
    return (1 - share) * aucs + share * like_second


def _pairwise(strength: float, n_classes: int, shape: Shape) -> Floats:
    means, spreads = _means(strength, n_classes, shape), _spreads(n_classes, shape)
    gap = np.diag(means)[:, None] - means.T
    aucs = np.asarray(special.ndtr(gap / np.hypot(spreads[:, None], spreads[None])))
    np.fill_diagonal(aucs, np.nan)
    return aucs


@cache
def _strength(auc: float, n_classes: int, shape: Shape) -> float:
    """The mean of a class in its own column that gives this Hand-Till AUC."""
    return float(optimize.brentq(lambda s: np.nanmean(_pairwise(s, n_classes, shape)) - auc, 0, 60))
