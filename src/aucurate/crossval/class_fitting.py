"""One estimator in one fold, when every class is scored."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.crossval.fitting import Fit
from aucurate.errors import ScoreError, UnsupportedError
from aucurate.io.estimators import class_matrix


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassFit(Fit):
    """A fit whose scores are test rows x classes."""

    def scores(self, model: Any, rows: Any, scored: Any) -> NDArray[np.float64]:
        """How a fitted model scores every class of the test rows, in the order of ``scored``."""
        known, values = class_matrix(model, rows, self.name, self.method)
        if sorted(known) != sorted(scored):
            raise UnsupportedError(f"the classes of the fitted model are {known}.")
        scores = values[:, [known.index(label) for label in scored]].astype(np.float64)
        if len(scores) != len(self.split.test):
            raise ScoreError(f"{self.method} gave {len(scores)} rows for {len(self.split.test)}.")
        return scores
