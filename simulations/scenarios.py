"""Worlds with a known AUC, from which test sets are drawn."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from simulations import score_kinds

LEVELS = 5
SPREADS = {
    "normal": 1.0,
    "normal, positives 1/3": 1 / 3,
    "normal, positives 2": 2.0,
    "normal, positives 3": 3.0,
    "normal, positives 5": 5.0,
    "normal, positives 10": 10.0,
}
CUTS = {  # the shares of negatives below each threshold
    "2 levels, specificity 0.9": (0.9,),
    "2 levels, specificity 0.95": (0.95,),
    "2 levels, specificity 0.99": (0.99,),
    "3 levels": (0.94, 0.99),
    "3 levels, low": (0.8, 0.95),
    "4 levels": (0.7, 0.9, 0.98),
    "4 levels, high": (0.85, 0.95, 0.995),
    "5 levels": (0.5, 0.84, 0.975, 0.998),
}
KINDS = ("normal", "normal, positives 1/3", "normal, positives 3", "exponential", "ordinal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Scores of one or more classifiers, equally good unless something is said of the second.

    ``scores`` is "normal" (equal spread in both classes, or positives with a third or three times
    the standard deviation of the negatives), "exponential" (both classes, different means) or
    "ordinal" (normal scores of equal spread cut into five levels, as a reader's rating would be;
    ``auc`` is then that before cutting). ``correlation`` is that of the classifiers within each
    class, of the normal scores behind whatever kind they are. Two to five levels are normal scores
    cut at shares of the negatives; the kinds of :mod:`simulations.score_kinds` have exceptions
    (missed positives, zeros) or other tails. Who is an exception for the first classifier is none
    for the others, as far as the shares allow.

    ``second_auc`` and ``second_scores`` are those of all classifiers after the first (or after the
    first ``leaders``), and ``second_sizes`` the positives and negatives of a second test set, where
    they differ. ``classifiers`` is how many there are, where that is part of the world.
    """

    auc: float
    n_positive: int
    n_negative: int
    scores: str = "normal"
    correlation: float = 0.0
    second_auc: float | None = None
    second_scores: str | None = None
    second_sizes: tuple[int, int] | None = None
    classifiers: int | None = None
    leaders: int | None = None

    def __post_init__(self) -> None:
        known = {*SPREADS, *CUTS, *score_kinds.KINDS, "exponential", "ordinal"}
        unknown = {self.scores, self.second_scores or self.scores} - known
        if unknown:
            raise ValueError(f"no such scores: {sorted(unknown)}")

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
    def is_cut(self) -> bool:
        """Whether the scores are levels."""
        return self.scores == "ordinal" or self.scores in CUTS

    @property
    def cuts(self) -> NDArray[np.float64]:
        """Thresholds at shares of the negatives, or four for five ratings, over both classes."""
        if self.scores in CUTS:
            return np.asarray(special.ndtri(CUTS[self.scores]))
        return np.linspace(-1.0, 1.0 + self.shift, LEVELS - 1)

    @property
    def true_auc(self) -> float:
        """The AUC that an interval must cover: for ratings, that of the ratings."""
        if self.scores in score_kinds.KINDS:
            return score_kinds.KINDS[self.scores].true_auc(self.auc)
        if not self.is_cut:
            return self.auc
        positive = np.diff(special.ndtr(self.cuts - self.shift), prepend=0.0, append=1.0)
        negative = np.diff(special.ndtr(self.cuts), prepend=0.0, append=1.0)
        below = np.cumsum(negative) - negative
        return float(np.sum(positive * (below + negative / 2)))

    def draw(
        self, rng: np.random.Generator, classifiers: int | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Labels, and scores with a row per classifier."""
        classifiers = classifiers or self.classifiers or 1
        labels = np.repeat(np.array([1, 0]), [self.n_positive, self.n_negative])
        common = rng.normal(size=len(labels))
        own = rng.normal(size=(classifiers, len(labels)))
        noise = np.sqrt(self.correlation) * common + np.sqrt(1 - self.correlation) * own
        luck = np.empty_like(noise)
        if self.needs_luck or self.second.needs_luck:
            luck[0] = rng.uniform(size=len(labels))
            luck[1:] = 1 - luck[0]
        if classifiers == 1 or self.second == self:
            return labels, self._scored(labels, noise, luck)
        leaders = self.leaders or 1
        rows = [
            self._scored(labels, noise[:leaders], luck[:leaders]),
            self.second._scored(labels, noise[leaders:], luck[leaders:]),
        ]
        return labels, np.concatenate(rows)

    @property
    def needs_luck(self) -> bool:
        """Whether chance beyond the noise decides over the scores."""
        return self.scores in score_kinds.KINDS and score_kinds.KINDS[self.scores].needs_luck

    def _scored(
        self, labels: NDArray[np.int64], noise: NDArray[np.float64], luck: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Normal noise made into scores of this world."""
        if self.scores in score_kinds.KINDS:
            kind = score_kinds.KINDS[self.scores]
            return kind.scored(labels == 1, noise, luck, self.auc)
        if self.scores == "exponential":
            means = np.where(labels == 1, self.auc / (1 - self.auc), 1.0)
            return np.asarray(-means * special.log_ndtr(noise))
        values = np.where(labels == 1, self.shift + self.spread * noise, noise)
        if self.is_cut:
            values = np.searchsorted(self.cuts, values).astype(np.float64)
        return values

    def to_dict(self) -> dict[str, Any]:
        """The scenario as JSON has it; what is not said of a second classifier is left out."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        if self.second_sizes is not None:
            said["second_sizes"] = list(self.second_sizes)
        return said
