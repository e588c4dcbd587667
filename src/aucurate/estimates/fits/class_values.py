r"""The scores of a class by their values: checked, tallied, on the scale of smoothing.

The scale of smoothing
----------------------
The scale on which scores are smoothed: as given, or the logit of probabilities.

On [0, 1] a kernel puts some of its mass beyond 0 and 1, where no probability can lie. The empirical
curve does not change under an increasing transformation of the scores, so probabilities may be
smoothed as :math:`\log(p / (1 - p))`, on a scale without ends; the curve of the smoothed logits is
a curve of the probabilities. Reflecting the lost mass at 0 and 1 would be the other remedy. It is
not offered: the area of reflected kernels is no longer a mean over pairs of one smooth step, and it
flattens both densities just where good classifiers put most of their scores.

A probability of exactly 0 or 1 has no logit. It is put half as far from its end as the nearest
other score is from either end: below all others or above all others, a logit of about log 2 away.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.formatting import count, shortened

# The scores of both classes, for models that use their values and not only their order.


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
    scores = scores.plain(method)
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
            f"{method} uses the values of the scores, and those of {shortened(scores.name)} reach "
            f"{largest:.1e}, too near the {end} number there is.",
            hint=f"{remedy} all scores by the same number, which does not change the curve.",
        )
    return values[scores.is_positive], values[~scores.is_positive]


# Distinct scores of one class with their counts, and how far they spread.


NORMAL_IQR = 1.349  # the interquartile range of a standard normal distribution


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Distinct values, ascending, and how often each occurs (a whole number, or a weight).

    >>> tally = Tally.of(np.array([3.0, 1.0, 3.0, 2.0]))
    >>> tally.values.tolist(), tally.counts.tolist(), tally.size
    ([1.0, 2.0, 3.0], [1.0, 1.0, 2.0], 4.0)
    """

    values: NDArray[np.float64]
    counts: NDArray[np.float64]

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Tally":
        """From the scores of one class."""
        distinct, counts = np.unique(values, return_counts=True)
        return cls(distinct, counts.astype(np.float64))

    @property
    def size(self) -> float:
        """How many observations there are."""
        return float(self.counts.sum())

    @property
    def deviation(self) -> float:
        """The standard deviation with divisor n - 1; 0 for one observation."""
        size = self.size
        if size <= 1:
            return 0.0
        unit = float(np.max(np.abs(self.values))) or 1.0  # squares of huge scores overflow
        scaled = self.values / unit
        away = scaled - float(np.sum(self.counts * scaled)) / size
        return unit * math.sqrt(float(np.sum(self.counts * away**2)) / (size - 1))

    def quantiles(self, *shares: float) -> list[float]:
        """The quantiles that interpolate between order statistics at share (n - 1).

        >>> Tally.of(np.array([1.0, 2.0, 4.0])).quantiles(0.5, 0.75)
        [2.0, 3.0]
        """
        reached = np.cumsum(self.counts)
        found = []
        for share in shares:
            at = share * (float(reached[-1]) - 1)
            below, above = math.floor(at), math.ceil(at)
            low, high = self.values[np.searchsorted(reached, [below, above], side="right")]
            found.append(float(low + (at - below) * (high - low)))
        return found

    def spread(self, normal_range: float = NORMAL_IQR) -> float:
        """The smaller of the standard deviation and the interquartile range over a normal one.

        Where more than half of the scores are equal the interquartile range is 0, and the standard
        deviation stands alone.
        """
        deviation = self.deviation
        low, high = self.quantiles(0.25, 0.75)
        robust = (high - low) / normal_range
        return min(deviation, robust) if robust > 0 else deviation


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
            hint="use scale='given' to smooth the scores as they are.",
        )
    inside = values[(values > 0) & (values < 1)]
    if len(inside) == 0:
        raise ModelError(
            f"every score of {shortened(name)} is 0 or 1: there is nothing to smooth.",
            hint="use probabilities, not decisions, or the empirical curve.",
        )
    return float(min(np.min(inside), np.min(1 - inside)))


def _logit(values: Floats, nearest: float) -> Floats:
    half = nearest / 2  # which is 0 for the smallest number there is
    end = float(special.logit(half)) if half > 0 else math.log(nearest) - math.log(2)
    inside = (values > 0) & (values < 1)
    found = special.logit(np.where(inside, values, 0.5))
    return np.where(inside, found, np.where(values <= 0, end, -end))
