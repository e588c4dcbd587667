r"""Increasing transformations towards exponential scores, none of which sees the test set.

- *the paper's powers*: the score of the discriminant analysis squared, as printed, and the other as
  it is, which is inferred: no transformation of it is named, but the sentence after the one about
  the square is broken (which scores the paper had of either is not said);
- *power*: the power that suits the out-of-fold scores of the training set
  (:func:`~aucurate.estimates.biexponential.fitted_power`);
- *negatives*: minus the logarithm of the share of the training set's negatives that score higher
  (out of fold), interpolated between their scores. It makes negatives exponential with mean 1
  whatever their distribution, and it is, but for a factor, the only transformation that does. What
  is left to doubt is whether the positives are exponential then, which is whether the curve is a
  power of the false positive rate.

As all are fixed before the test set is looked at, the exact test may be used after each of them, if
the scores then are exponential.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.data.paired import PairedScores
from aucurate.estimates.biexponential import fitted_power
from aucurate.formatting import listing, number
from aucurate_papers.betinec_2008.learners import FIRST, SECOND, Learnt
from aucurate_papers.betinec_2008.printed import PRINTED_POWER_OF_LDA

Floats = NDArray[np.float64]

PAPER, POWER, NEGATIVES = "the paper's powers", "power", "negatives"
CHOSEN = NEGATIVES
"""The one that is most likely to make the model hold; the answers of the others stand beside it."""


INFERRED_POWER = 1.0
PAPER_POWERS = {FIRST: PRINTED_POWER_OF_LDA, SECOND: INFERRED_POWER}
"""The first is printed, the second inferred."""


@dataclass(frozen=True, slots=True, eq=False)
class Transformed:
    """The scores of the test set after one transformation of each classifier."""

    name: str
    told: str
    scores: PairedScores


def transformed(found: Learnt) -> dict[str, Transformed]:
    """All of them, by name."""
    positive = found.training_is_positive
    powers = {
        name: fitted_power(values[positive], values[~positive])
        for name, values in found.training.items()
    }
    negatives = {
        one.name: exponential_scale(found.training[one.name][~positive], one.values)
        for one in found.scores
    }
    return {
        PAPER: Transformed(
            PAPER, f"{_told(PAPER_POWERS)} (inferred)", _raised(found.scores, PAPER_POWERS)
        ),
        POWER: Transformed(POWER, _told(powers), _raised(found.scores, powers)),
        NEGATIVES: Transformed(
            NEGATIVES,
            "training negatives made exponential",
            PairedScores.from_arrays(found.scores.observations.is_positive, negatives),
        ),
    }


def exponential_scale(negatives: Floats, scores: Floats) -> Floats:
    """Scores between 0 and 1 on the scale on which these negatives are exponential with mean 1.

    A distinct score of the negatives stands for minus the logarithm of the share above it, half of
    those at it included. Between them it is interpolated, down to 0 for a score of 0, and up to
    one more than the highest (the mean excess of such a variable) for a score of 1.

    >>> exponential_scale(np.array([0.2, 0.4]), np.array([0.2, 0.3, 0.4])).round(3)
    array([0.288, 0.837, 1.386])
    """
    values, counts = np.unique(negatives, return_counts=True)
    share_above = 1 - (np.cumsum(counts) - counts / 2) / len(negatives)
    heights = -np.log(share_above)
    found = np.interp(scores, [0, *values, 1], [0, *heights, heights[-1] + 1])
    return np.asarray(found, np.float64)


def _raised(scores: PairedScores, powers: dict[str, float]) -> PairedScores:
    return PairedScores.from_arrays(
        scores.observations.is_positive,
        {one.name: one.values ** powers[one.name] for one in scores},
    )


def _told(powers: dict[str, float]) -> str:
    return listing([f"{name} to the power {number(power, 2)}" for name, power in powers.items()])
