r"""The scale on which scores are smoothed: as given, or the logit of probabilities.

A kernel puts some of its mass beyond 0 and 1, where no probability lies. The curve and its area do
not change under an increasing transformation of the scores, so probabilities may be smoothed as
:math:`\log(p / (1 - p))`, on a scale without ends; the curve of the smoothed logits is a curve of
the probabilities. Reflecting the lost mass at 0 and 1 would be the other remedy. It is not offered:
the area of reflected kernels is no longer a mean over pairs of one smooth step, and it flattens
both densities just where good classifiers put most of their scores.

A probability of exactly 0 or 1 has no logit. It is put half as far from its end as the nearest
other score is from either end: below all others or above all others, a logit of about log 2 away.
"""

import math
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.estimates.class_values import class_values
from aucurate.formatting import shortened

Scale: TypeAlias = Literal["given", "logit"]
Floats: TypeAlias = NDArray[np.float64]


def on_scale(scores: Scores, scale: Scale, method: str) -> tuple[Floats, Floats]:
    """The scores of the positives and of the negatives on the scale on which they are smoothed.

    >>> up, down = on_scale(Scores.from_arrays([0, 1, 1], [0.0, 0.5, 0.8]), "logit", "example")
    >>> up.round(3), down.round(3)
    (array([0.   , 1.386]), array([-2.197]))
    """
    positive, negative = class_values(scores, method)
    if scale == "given":
        return positive, negative
    sign = -1.0 if scores.lower else 1.0  # scores that were negated are probabilities no longer
    nearest = _nearest(sign * np.concatenate([positive, negative]), scores.name)
    return sign * _logit(sign * positive, nearest), sign * _logit(sign * negative, nearest)


def from_scale(values: Floats, scale: Scale, *, lower: bool) -> Floats:
    """Thresholds on the scale of the scores."""
    if scale == "given":
        return values
    sign = -1.0 if lower else 1.0
    return np.asarray(sign * special.expit(sign * values))


def _nearest(values: Floats, name: str) -> float:
    """How near a score that is not 0 or 1 comes to either of them."""
    outside = int(np.count_nonzero((values < 0) | (values > 1)))
    if outside:
        raise ModelError(
            f"a logit needs scores between 0 and 1; {shortened(name)} has {outside:,} others.",
            hint="scale='given' smooths the scores as they are.",
        )
    inside = values[(values > 0) & (values < 1)]
    if len(inside) == 0:
        raise ModelError(
            f"every score of {shortened(name)} is 0 or 1: there is nothing to smooth.",
            hint="give probabilities, not decisions, or use the empirical curve.",
        )
    return float(min(np.min(inside), np.min(1 - inside)))


def _logit(values: Floats, nearest: float) -> Floats:
    half = nearest / 2  # which is 0 for the smallest number there is
    end = float(special.logit(half)) if half > 0 else math.log(nearest) - math.log(2)
    inside = (values > 0) & (values < 1)
    found = special.logit(np.where(inside, values, 0.5))
    return np.where(inside, found, np.where(values <= 0, end, -end))
