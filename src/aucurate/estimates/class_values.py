"""The scores of both classes, for models that use their values and not only their order."""

import numpy as np
from numpy.typing import NDArray

from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.formatting import count, shortened


def class_values(
    scores: Scores,
    method: str,
    hint: str = "put a finite number in its place, or use the empirical curve, which only ranks.",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The scores of the positives and of the negatives, refused where one is infinite."""
    scores.observations.require_plain(method)
    values = np.asarray(scores.values, np.float64)
    wrong = int(np.count_nonzero(~np.isfinite(values)))
    if wrong:
        raise ModelError(
            f"{method} needs finite scores; {shortened(scores.name)} has "
            f"{count(wrong, 'infinite score')}.",
            hint=hint,
        )
    return values[scores.is_positive], values[~scores.is_positive]
