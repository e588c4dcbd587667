"""k-NN with k chosen on a part of the training set that is held out."""

import numpy as np
from numpy.typing import NDArray
from sklearn.neighbors import NearestNeighbors

from aucurate_papers.aslan_2009.training.base import TwoClassAlgorithm
from aucurate_papers.aslan_2009.training.encoding import Encoding


class NearestNeighbours(TwoClassAlgorithm):
    """The share of positives among the k nearest observations of the training set.

    k is the one of ``choices`` with the fewest errors on a stratified random part ``held_out`` of
    the training set, judged by the rest of it; of equals the smallest. Then all of the training
    set serves as neighbours. Among equally near ones the order in the training set decides.
    """

    def __init__(
        self,
        n_values: tuple[int, ...] = (),
        choices: tuple[int, ...] = (1, 3, 5, 7, 11, 21),
        held_out: float = 0.2,
        rng: int = 0,
    ) -> None:
        super().__init__(n_values)
        self.choices = choices
        self.held_out = held_out
        self.rng = rng

    def _train(self, inputs: NDArray[np.float64], is_positive: NDArray[np.bool_]) -> None:
        self.encoding_ = Encoding(self.n_values).fit(inputs)
        points = self.encoding_.transform(inputs)
        held = self._held(is_positive)
        possible = [k for k in self.choices if k <= np.count_nonzero(~held)]
        near = _nearest(points[~held], points[held], max(possible))
        votes = is_positive[~held][near]
        wrong = [np.mean((votes[:, :k].mean(axis=1) > 0.5) != is_positive[held]) for k in possible]
        self.k_ = possible[int(np.argmin(wrong))]
        self.points_, self.is_positive_ = points, is_positive

    def _positive(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        near = _nearest(self.points_, self.encoding_.transform(inputs), self.k_)
        found: NDArray[np.float64] = self.is_positive_[near].mean(axis=1)
        return found

    def _held(self, is_positive: NDArray[np.bool_]) -> NDArray[np.bool_]:
        generator = np.random.default_rng(self.rng)
        held = np.zeros(len(is_positive), bool)
        for here in (is_positive, ~is_positive):
            rows = generator.permutation(np.flatnonzero(here))
            held[rows[: max(1, int(self.held_out * len(rows)))]] = True
        return held


def _nearest(among: NDArray[np.float64], points: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    search = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(among)
    found: NDArray[np.intp] = search.kneighbors(points, return_distance=False)
    return found
