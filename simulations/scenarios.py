"""Worlds with a known AUC, from which test sets are drawn."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

LEVELS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Scores of equally good classifiers on one test set.

    ``scores`` is "normal" (both classes, equal spread) or "ordinal" (the same cut into five
    levels, as a reader's rating would be); ``auc`` is that of the normal scores before cutting.
    ``correlation`` is that of the classifiers within each class.
    """

    auc: float
    n_positive: int
    n_negative: int
    scores: str = "normal"
    correlation: float = 0.0

    @property
    def shift(self) -> float:
        """How far the positives lie above the negatives, in standard deviations."""
        return float(np.sqrt(2) * special.ndtri(self.auc))

    @property
    def cuts(self) -> NDArray[np.float64]:
        """The four thresholds between the five ratings, spread over both classes."""
        return np.linspace(-1.0, 1.0 + self.shift, LEVELS - 1)

    @property
    def true_auc(self) -> float:
        """The AUC that an interval must cover: for ratings, that of the ratings."""
        if self.scores == "normal":
            return self.auc
        positive = np.diff(special.ndtr(self.cuts - self.shift), prepend=0.0, append=1.0)
        negative = np.diff(special.ndtr(self.cuts), prepend=0.0, append=1.0)
        below = np.cumsum(negative) - negative
        return float(np.sum(positive * (below + negative / 2)))

    def draw(
        self, rng: np.random.Generator, classifiers: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Labels, and scores with a row per classifier."""
        labels = np.repeat(np.array([1, 0]), [self.n_positive, self.n_negative])
        common = rng.normal(size=len(labels))
        own = rng.normal(size=(classifiers, len(labels)))
        values = np.sqrt(self.correlation) * common + np.sqrt(1 - self.correlation) * own
        values += self.shift * labels
        if self.scores == "ordinal":
            values = np.searchsorted(self.cuts, values).astype(np.float64)
        return labels, values

    def to_dict(self) -> dict[str, Any]:
        """The scenario as JSON has it."""
        return asdict(self)
