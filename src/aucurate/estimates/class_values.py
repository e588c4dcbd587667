"""The scores of both classes, for models that use their values and not only their order."""

import numpy as np
from numpy.typing import NDArray

from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.formatting import count, shortened

LARGEST = 1e302
"""Beyond it and below 1/it, sums and shares of scores no longer fit a 64-bit float."""


def class_values(
    scores: Scores,
    method: str,
    hint: str = "put a finite number in its place, or use the empirical curve, which only ranks.",
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The scores of the positives and of the negatives; refused at the ends of the range of floats.

    A score that is infinite has no sum; scores that are all within 1e-302 of 0, or one that is
    further than 1e302 from it, have none that a 64-bit float can hold.
    """
    scores.observations.require_plain(method)
    values = np.asarray(scores.values, np.float64)
    wrong = int(np.count_nonzero(~np.isfinite(values)))
    if wrong:
        raise ModelError(
            f"{method} needs finite scores; {shortened(scores.name)} has "
            f"{count(wrong, 'infinite score')}.",
            hint=hint,
        )
    largest = float(np.max(np.abs(values)))
    if not 1 / LARGEST <= largest <= LARGEST and largest > 0:
        end, remedy = ("largest", "divide") if largest > 1 else ("smallest", "multiply")
        raise ModelError(
            f"{method} computes with the values of the scores, and those of "
            f"{shortened(scores.name)} reach {largest:.1e}, too near the {end} number there is.",
            hint=f"{remedy} all scores by the same number, which leaves the curve as it is.",
        )
    return values[scores.is_positive], values[~scores.is_positive]
