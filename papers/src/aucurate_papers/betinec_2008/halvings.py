"""The paper's design, half of the test set for each classifier, and what hangs on the halves."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.data.paired import PairedScores
from aucurate.data.scores import Scores
from aucurate.estimates.biexponential import biexponential_curve
from aucurate.inference.models.biexponential_ratio import RatioDistribution
from aucurate_papers.running import Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Halvings:
    """T and the exact two-sided p-value of each random halving."""

    ratios: tuple[float, ...]
    p_values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The median of the p-values."""
        return float(np.median(self.p_values))

    def rejecting(self, level: float) -> float:
        """The share of halvings in which the test rejects."""
        return float(np.mean(np.array(self.p_values) <= level))


def halved(is_positive: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which observations the first classifier gets: half of each class, the larger if it is odd."""
    is_first = np.zeros(len(is_positive), np.bool_)
    for members in (is_positive, ~is_positive):
        rows = rng.permutation(np.flatnonzero(members))
        is_first[rows[: (len(rows) + 1) // 2]] = True
    return is_first


def halves(scores: PairedScores, is_first: NDArray[np.bool_]) -> tuple[Scores, Scores]:
    """The first classifier on its half, the second on the other."""
    first, second = scores
    positive = scores.observations.is_positive
    return (
        Scores.from_arrays(positive[is_first], first.values[is_first], name=first.name),
        Scores.from_arrays(positive[~is_first], second.values[~is_first], name=second.name),
    )


def masks(is_positive: NDArray[np.bool_], count: int, run: Run) -> list[NDArray[np.bool_]]:
    """Random halvings of one test set; the first is the one of the single test."""
    rng = np.random.default_rng([run.rng, 7])
    return [halved(is_positive, rng) for _ in range(count)]


def all_halvings(scores: PairedScores, each: list[NDArray[np.bool_]], run: Run) -> Halvings:
    """The exact test on every halving."""
    ratios, p_values = [], []
    for at, is_first in enumerate(each):
        if at % 20 == 0:
            run.tell(at, len(each), "section 3, halvings")
        one, two = (biexponential_curve(half) for half in halves(scores, is_first))
        law = RatioDistribution(one.n_negative, one.n_positive, two.n_negative, two.n_positive)
        ratios.append(one.zeta / two.zeta)
        p_values.append(law.two_sided(ratios[-1]))
    return Halvings(ratios=tuple(ratios), p_values=tuple(p_values))
