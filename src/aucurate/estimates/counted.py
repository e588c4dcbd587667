"""Numbers that are functions of the counts at each distinct score, and how each observation
moves them.

An estimate of this kind is computed from how many positives and negatives have each distinct
score, from the highest score down, whatever the scores themselves are. That makes a bootstrap
replicate a redraw of the counts, and an observation's influence a matter of where it stands.
"""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.arrays import frozen
from aucurate.data.moments import Counts, ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores

Floats: TypeAlias = NDArray[np.float64]


class Influences(NamedTuple):
    """What a positive, and what a negative, of each distinct score does to an estimate.

    The derivative of the estimate by the weight of such an observation within its class, up to a
    constant for each class: the variance over the observations is what matters.
    """

    positives: Floats
    negatives: Floats


class CountedEstimate(ABC):
    """An estimand: a frozen record that names a quantity and computes it from counts.

    There are :class:`~aucurate.estimates.PartialAuc`, :class:`~aucurate.estimates.SensitivityAt`,
    :class:`~aucurate.estimates.SpecificityAt` and :class:`~aucurate.estimates.AveragePrecision`. A
    new one says what it is called, computes its value from counts, and says how each observation
    moves it; intervals, tests, the bootstrap and ``compare(of=...)`` follow.
    """

    __slots__ = ()
    depends_on_prevalence: ClassVar[bool] = False
    """Whether it depends on the share of positives, which is taken for fixed."""

    @property
    @abstractmethod
    def quantity(self) -> str:
        """What it is called in a sentence."""

    @property
    def plural(self) -> str:
        """What those of several classifiers are called."""
        return f"{self.quantity}s"

    @property
    def short(self) -> str:
        """What it is called at the head of a column."""
        return self.quantity

    @property
    def lowest(self) -> float:
        """The least value it can have."""
        return 0.0

    @property
    def highest(self) -> float:
        """The greatest value it can have."""
        return 1.0

    @abstractmethod
    def chance(self, n_positive: float, n_negative: float) -> float:
        """The value of scores that know nothing of the classes, in a test set of this size."""

    @abstractmethod
    def values(self, positives: Counts, negatives: Counts) -> Floats:
        """The estimate for each row of counts, with a column per distinct score."""

    @abstractmethod
    def influences(self, counts: ThresholdCounts) -> Influences:
        """How each observation moves the estimate."""


def value_of(estimate: CountedEstimate, counts: ThresholdCounts) -> float:
    """The estimate of one classifier."""
    return float(estimate.values(counts.positives[None], counts.negatives[None])[0])


def value_from_arrays(
    estimate: CountedEstimate,
    labels: Any,
    scores: Any,
    *,
    positive: object,
    lower: bool,
    missing: Missing,
    frequency_weights: Any,
    sampling_weights: Any,
    threads: int | None,
) -> float:
    """The estimate from raw labels and scores, for the functions that take these."""
    data = Scores.from_arrays(
        labels,
        scores,
        positive=positive,
        lower=lower,
        missing=missing,
        frequency_weights=frequency_weights,
        sampling_weights=sampling_weights,
    )
    return value_of(estimate, ThresholdCounts.from_scores(data, threads=threads))


def turned(counts: ThresholdCounts) -> ThresholdCounts:
    """The same observations with the classes exchanged and scores that run the other way.

    What was specificity is then sensitivity, and the other way round.
    """
    return ThresholdCounts(
        thresholds=frozen(-counts.thresholds[::-1]),
        positives=frozen(counts.negatives[::-1].copy()),
        negatives=frozen(counts.positives[::-1].copy()),
        worth=None if counts.worth is None else counts.worth[::-1],
    )


def share_within(place: float, start: Floats, width: Floats) -> Floats:
    """How much of each stretch from ``start`` lies at or below a place; 0 or 1 without width."""
    wide = width > 0
    share: Floats = np.where(
        wide,
        np.clip((place - start) / np.where(wide, width, 1.0), 0.0, 1.0),
        (start <= place).astype(np.float64),
    )
    return share
