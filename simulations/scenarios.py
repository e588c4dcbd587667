"""Worlds with a known AUC, from which test sets are drawn."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

LEVELS = 5
SPREADS = {
    "normal": 1.0,
    "normal, positives 1/3": 1 / 3,
    "normal, positives 3": 3.0,
    "normal, positives 5": 5.0,
}
KINDS = ("normal", "normal, positives 1/3", "normal, positives 3", "exponential", "ordinal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Scores of one or more classifiers, equally good unless something is said of the second.

    ``scores`` is "normal" (equal spread in both classes, or positives with a third or three times
    the standard deviation of the negatives), "exponential" (both classes, different means) or
    "ordinal" (normal scores of equal spread cut into five levels, as a reader's rating would be;
    ``auc`` is then that before cutting). ``correlation`` is that of the classifiers within each
    class, of the normal scores behind whatever kind they are.

    ``second_auc`` and ``second_scores`` are those of all classifiers after the first, and
    ``second_sizes`` the positives and negatives of a second test set, where they differ.
    """

    auc: float
    n_positive: int
    n_negative: int
    scores: str = "normal"
    correlation: float = 0.0
    second_auc: float | None = None
    second_scores: str | None = None
    second_sizes: tuple[int, int] | None = None

    @property
    def second(self) -> "Scenario":
        """The world of the second classifier."""
        m, n = self.second_sizes or (self.n_positive, self.n_negative)
        return replace(
            self,
            auc=self.auc if self.second_auc is None else self.second_auc,
            scores=self.second_scores or self.scores,
            n_positive=m,
            n_negative=n,
        )

    @property
    def spread(self) -> float:
        """Standard deviation of the positives; that of the negatives is 1."""
        return SPREADS.get(self.scores, 1.0)

    @property
    def shift(self) -> float:
        """Mean of the positives; that of the negatives is 0."""
        return float(np.sqrt(1 + self.spread**2) * special.ndtri(self.auc))

    @property
    def cuts(self) -> NDArray[np.float64]:
        """The four thresholds between the five ratings, spread over both classes."""
        return np.linspace(-1.0, 1.0 + self.shift, LEVELS - 1)

    @property
    def true_auc(self) -> float:
        """The AUC that an interval must cover: for ratings, that of the ratings."""
        if self.scores != "ordinal":
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
        noise = np.sqrt(self.correlation) * common + np.sqrt(1 - self.correlation) * own
        if classifiers == 1 or self.second == self:
            return labels, self._scored(labels, noise)
        rows = [self._scored(labels, noise[:1]), self.second._scored(labels, noise[1:])]
        return labels, np.concatenate(rows)

    def _scored(self, labels: NDArray[np.int64], noise: NDArray[np.float64]) -> NDArray[np.float64]:
        """Normal noise made into scores of this world."""
        if self.scores == "exponential":
            means = np.where(labels == 1, self.auc / (1 - self.auc), 1.0)
            return np.asarray(-means * special.log_ndtr(noise))
        values = np.where(labels == 1, self.shift + self.spread * noise, noise)
        if self.scores == "ordinal":
            values = np.searchsorted(self.cuts, values).astype(np.float64)
        return values

    def to_dict(self) -> dict[str, Any]:
        """The scenario as JSON has it; what is not said of a second classifier is left out."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        if self.second_sizes is not None:
            said["second_sizes"] = list(self.second_sizes)
        return said
