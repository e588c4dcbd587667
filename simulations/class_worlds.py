"""Worlds of several classes whose pairwise AUCs are known, for one or two classifiers."""

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

Shape: TypeAlias = Literal["alike", "confused", "wide"]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassWorld:
    """Normal scores, a column per class, with this Hand-Till AUC.

    ``alike``: all pairs of classes are equally hard; ``confused``: the first two classes are
    mistaken for each other; ``wide``: the scores of the first class are three times as spread.
    What the columns of an observation have in common is taken out, as in probabilities. With
    ``drawn`` the class of an observation is drawn too, with the shares of ``sizes``.
    """

    auc: float
    sizes: tuple[int, ...]
    shape: Shape = "alike"
    correlation: float = 0.0
    drawn: bool = False

    @property
    def n_classes(self) -> int:
        """How many classes there are."""
        return len(self.sizes)

    @property
    def pairwise(self) -> Floats:
        """The true A(a|b), NaN on the diagonal."""
        return _pairwise(
            _strength(self.auc, self.n_classes, self.shape), self.n_classes, self.shape
        )

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
            if k == 1 and self.shape == "confused":
                means = means[::-1, ::-1]
            noise *= _spreads(self.n_classes, self.shape)[labels][:, None]
            # Centred noise has the variance 1 - 1 / C in every column.
            centred = (noise - noise.mean(axis=1, keepdims=True)) / np.sqrt(1 - 1 / self.n_classes)
            found.append(means[labels] + centred)
        return labels, found

    def to_dict(self) -> dict[str, Any]:
        """The world as JSON has it."""
        return {**asdict(self), "sizes": list(self.sizes)}


def _means(strength: float, n_classes: int, shape: Shape) -> Floats:
    """The mean score of each class (row) in each column."""
    means = strength * np.eye(n_classes)
    if shape == "confused":
        means[0, 1] = means[1, 0] = 0.6 * strength
    return means


def _spreads(n_classes: int, shape: Shape) -> Floats:
    spreads = np.ones(n_classes)
    if shape == "wide":
        spreads[0] = 3.0
    return spreads


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
