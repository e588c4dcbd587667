r"""Sensitivity at a given specificity, and the reverse, with what each observation does to it.

The estimate is the height of the drawn curve where the specificity is the one that is asked for;
where the curve is upright there, its upper end: the best sensitivity that the observations reach
without falling below that specificity.

The threshold behind it is a quantile of the negatives and as uncertain as that. With u = 1 -
specificity and the slope L'(u) of the curve (:func:`curve_slope`) a positive has the influence 1
where it is called positive, and a negative
:math:`-L'(u)\, 1[\text{its false positive rate} \le u]`: one more negative above the threshold
raises the threshold. Observations tied at the threshold count by the share of the slope that lies
before u. The variance is then :math:`S(1-S)/m + L'(u)^2\, u(1-u)/n` without ties.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from aucurate.checks import check_fields, checked
from aucurate.curve.protocol import on_steps
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.running import count_within
from aucurate.errors import OptionError
from aucurate.estimates.counted import (
    Floats,
    Influences,
    Whole,
    share_within,
    turned,
    value_from_arrays,
)
from aucurate.estimates.curve_slope import curve_slope
from aucurate.formatting import percent


class _Share:
    """The range of a rate."""

    __slots__ = ()

    @property
    def lowest(self) -> float:
        """The least share."""
        return 0.0

    @property
    def highest(self) -> float:
        """The greatest share."""
        return 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityAt(_Share):
    """The sensitivity where the specificity is the given one.

    >>> SensitivityAt(specificity=0.9).quantity
    'sensitivity at 90% specificity'
    """

    specificity: float

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "specificity", _checked(self.specificity, "specificity"))

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        return f"sensitivity at {percent(self.specificity)} specificity"

    @property
    def fixed(self) -> float:
        """The rate that is given."""
        return self.specificity

    @checked
    def values(self, positives: Whole, negatives: Whole) -> Floats:
        """The sensitivity for each row of counts."""
        return _heights(positives, negatives, self.specificity)

    @checked
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves the sensitivity."""
        return _influences(counts, self.specificity)

    @checked
    def oriented(self, counts: ThresholdCounts) -> ThresholdCounts:
        """The counts as they are."""
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecificityAt(_Share):
    """The specificity where the sensitivity is the given one.

    >>> SpecificityAt(sensitivity=0.95).quantity
    'specificity at 95% sensitivity'
    """

    sensitivity: float

    def __post_init__(self) -> None:
        check_fields(self)
        object.__setattr__(self, "sensitivity", _checked(self.sensitivity, "sensitivity"))

    @property
    def quantity(self) -> str:
        """What it is called in a sentence."""
        return f"specificity at {percent(self.sensitivity)} sensitivity"

    @property
    def fixed(self) -> float:
        """The rate that is given."""
        return self.sensitivity

    @checked
    def values(self, positives: Whole, negatives: Whole) -> Floats:
        """The specificity for each row of counts."""
        return _heights(negatives[:, ::-1], positives[:, ::-1], self.sensitivity)

    @checked
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves the specificity."""
        found = _influences(turned(counts), self.sensitivity)
        return Influences(found.negatives[::-1].copy(), found.positives[::-1].copy())

    @checked
    def oriented(self, counts: ThresholdCounts) -> ThresholdCounts:
        """The counts with the classes exchanged: specificity is then their sensitivity."""
        return turned(counts)


@checked
def sensitivity_at(
    labels: Any,
    scores: Any,
    *,
    specificity: float,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    threads: int | None = None,
) -> float:
    """The sensitivity of the drawn curve where the specificity is this; its upper end if upright.

    >>> labels, scores = [0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8]
    >>> [sensitivity_at(labels, scores, specificity=rate) for rate in (0.75, 0.9)]
    [1.0, 0.5]
    """
    return value_from_arrays(
        SensitivityAt(specificity=specificity),
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        threads=threads,
    )


@checked
def specificity_at(
    labels: Any,
    scores: Any,
    *,
    sensitivity: float,
    positive: object = None,
    lower: bool = False,
    missing: Missing = "refuse",
    threads: int | None = None,
) -> float:
    """The specificity of the drawn curve where the sensitivity is this; its better end if level.

    >>> labels, scores = [0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 6, 4, 5, 7, 8]
    >>> [specificity_at(labels, scores, sensitivity=rate) for rate in (0.75, 0.9)]
    [0.75, 0.75]
    """
    return value_from_arrays(
        SpecificityAt(sensitivity=sensitivity),
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        threads=threads,
    )


def _heights(positives: Whole, negatives: Whole, specificity: float) -> Floats:
    """The upper height of each drawn line where specificity is this."""
    size, last = negatives.sum(axis=-1), negatives.shape[-1] - 1
    kept = on_steps(np.full(len(size), specificity), size)
    at = count_within(negatives, _most_passed(size, kept))
    true, before = (
        np.array([row[:k].sum() for row, k in zip(each, at, strict=True)])
        for each in (positives, negatives)
    )
    here = np.arange(len(at)), np.minimum(at, last)
    next_true, next_false = positives[here], negatives[here]
    left = (size - before) / size - kept
    share = np.clip(left * size / np.maximum(next_false, 1), 0.0, 1.0)
    share = np.where(at > last, 0.0, share)
    heights: Floats = (true + share * next_true) / positives.sum(axis=-1)
    return heights


def _most_passed(size: Whole, specificity: Floats) -> Whole:
    """How many negatives may score above a threshold that keeps the specificity.

    A quotient of whole numbers is rounded once, so it meets the decimal that it equals.
    """
    most: Whole = np.floor((1 - specificity) * size).astype(np.int64) + 1
    for _ in range(2):
        most -= (size - most) / size < specificity
    return most


def _influences(counts: ThresholdCounts, specificity: float) -> Influences:
    size, passed = counts.n_negative, np.cumsum(counts.negatives)
    specificity = float(on_steps(np.array(specificity), size))
    reached = (size - passed) / size >= specificity
    shared = share_within(
        1 - specificity, (passed - counts.negatives) / size, counts.negatives / size
    )
    called = np.where(reached, 1.0, np.where(counts.negatives > 0, shared, 0.0))
    return Influences(called, -curve_slope(counts, specificity) * called)


def _checked(rate: float, word: str) -> float:
    if not 0 < rate < 1:
        raise OptionError(
            f"the given {word} is one number between 0 and 1, ends excluded; it is {rate!r}.",
            hint=f"{word}=0.9; at 0 and 1 the threshold lies beyond all scores.",
        )
    return float(rate)
