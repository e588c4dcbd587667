"""The paper's design: a third is the test set, the rest is cut into 30 folds."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import LabelError

N_FOLDS = 30
TESTED = -1


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """``folds`` has the fold of each observation, and TESTED (-1) for those of the test set."""

    folds: NDArray[np.int64]

    @property
    def test(self) -> NDArray[np.intp]:
        """The observations of the test set."""
        return np.flatnonzero(self.folds == TESTED)

    def training(self, fold: int) -> NDArray[np.intp]:
        """The observations of the training set that leaves ``fold`` out."""
        return np.flatnonzero((self.folds != TESTED) & (self.folds != fold))

    @property
    def n_train(self) -> NDArray[np.int64]:
        """How large the training sets are."""
        sizes = np.bincount(self.folds[self.folds != TESTED], minlength=N_FOLDS)
        return np.array(sizes.sum() - sizes, np.int64)


def divided(is_positive: NDArray[np.bool_], rng: int) -> Division:
    """Test set and folds at random, each with the classes in the proportion of the whole set."""
    generator = np.random.default_rng(rng)
    folds = np.full(len(is_positive), TESTED)
    begun = 0
    for here in (is_positive, ~is_positive):
        rows = generator.permutation(np.flatnonzero(here))
        trained = rows[round(len(rows) / 3) :]
        if len(trained) < 2 or len(trained) == len(rows):
            raise LabelError(
                f"a class of {len(rows)} observations cannot be parted into a test set and "
                "training sets."
            )
        folds[trained] = (begun + np.arange(len(trained))) % N_FOLDS
        begun += len(trained)  # the second class goes on where the first ended: folds of equal size
    return Division(folds)
