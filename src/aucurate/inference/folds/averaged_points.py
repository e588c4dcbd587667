"""The same operating points in every fold, whatever an operating point is.

Operating point averaging (Paclik et al. 2010) does not ask how a point decides: thresholds
(:mod:`aucurate.inference.folds.operating_points`) and weight vectors
(:mod:`aucurate.inference.folds.class_operating_points`) are averaged, tested and compared alike.
What they share is here; what a point is called, which rates there are and what a reader must be
told of them is said by each kind.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.fold_values import FoldDesign, FoldValues
from aucurate.errors import OptionError
from aucurate.formatting import listing
from aucurate.inference.folds import operating_caveats
from aucurate.inference.folds.fold_rates import over_folds
from aucurate.results import Caveat

RateT = TypeVar("RateT", bound=str)
EstimateT = TypeVar("EstimateT")


class Summary(NamedTuple):
    """One rate at one point over the folds it can be evaluated in."""

    mean: float
    standard_deviation: float
    standard_error: float
    stacked: float
    n_folds: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AveragedPoints(ABC, Generic[RateT, EstimateT]):
    """One classifier at the same operating points in every fold.

    Of two classes they are :class:`~aucurate.OperatingPoints`, of several
    :class:`~aucurate.ClassOperatingPoints`.

    ``values[r, i, k]`` is rate r at point i in fold k, NaN where it cannot be evaluated;
    ``stacked[r, i]`` the same on the stacked scores.
    """

    HOW_TO_FIND: ClassVar[str] = ""
    """How a point is found by what it does, for who asked for one that is not there."""
    HOW_TO_EVALUATE: ClassVar[str] = ""
    """What to choose where too few folds can evaluate a rate."""

    name: str
    rates: tuple[RateT, ...]
    values: NDArray[np.float64]
    stacked: NDArray[np.float64]
    design: FoldDesign
    fold_names: tuple[str, ...]
    repeats: NDArray[np.int64]
    n_train: NDArray[np.float64] | None
    n_test: NDArray[np.float64]
    dropped: tuple[str, ...] = ()

    @abstractmethod
    def point_name(self, at: int) -> str:
        """What a point is called in results; no two points of a classifier are called the same."""

    @abstractmethod
    def point_words(self, at: int) -> str:
        """A point in a sentence, without its classifier."""

    @abstractmethod
    def rate_words(self, rate: RateT) -> str:
        """The name of a rate as a sentence has it."""

    @abstractmethod
    def rate_range(self, rate: RateT) -> tuple[float, float]:
        """Between which values a rate can lie."""

    @abstractmethod
    def trials(self, rate: RateT) -> int:
        """Of how many observations a rate is the share; 0 where that is no fixed number."""

    @abstractmethod
    def estimate(self, at: int, rate: RateT, **fields: Any) -> EstimateT:
        """The record of a rate at a point: its ``fields``, and the observations behind it."""

    @abstractmethod
    def checked_rates(self, rates: RateT | Sequence[RateT]) -> tuple[RateT, ...]:
        """Known rates, each once."""

    @abstractmethod
    def rate_caveats(self, rates: Sequence[RateT], *, tested: bool = False) -> list[Caveat]:
        """What must be known of these rates, of averages or of tests between points."""

    def __len__(self) -> int:
        return int(self.values.shape[1])

    @property
    def n_folds(self) -> int:
        """How many folds there are, over all repeats."""
        return len(self.fold_names)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What could not be evaluated where, few folds, and what the folds share."""
        return tuple(operating_caveats.of_points(self))

    def of(self, rate: RateT) -> NDArray[np.float64]:
        """The values of one rate: points x folds."""
        found: NDArray[np.float64] = self.values[self._place(rate)]
        return found

    def evaluated(self, rate: RateT) -> NDArray[np.int64]:
        """In how many folds a rate can be evaluated, at every point."""
        return np.asarray(np.isfinite(self.of(rate)).sum(axis=1), np.int64)

    def mean(self, rate: RateT) -> NDArray[np.float64]:
        """The mean of a rate over folds, at every point."""
        return over_folds(self.of(rate))[0]

    def standard_deviation(self, rate: RateT) -> NDArray[np.float64]:
        """The standard deviation over folds, at every point."""
        return over_folds(self.of(rate))[1]

    def standard_error(self, rate: RateT) -> NDArray[np.float64]:
        """The standard deviation of the mean, at every point."""
        spread, folds = self.standard_deviation(rate), self.evaluated(rate)
        return np.asarray(spread / np.sqrt(np.maximum(folds, 1)))

    def on_the_stack(self, rate: RateT) -> NDArray[np.float64]:
        """A rate on the stacked scores, at every point."""
        found: NDArray[np.float64] = self.stacked[self._place(rate)]
        return found

    def summaries(self, rate: RateT) -> list[Summary]:
        """The numbers of one rate at every point."""
        columns: tuple[NDArray[Any], ...] = (
            self.mean(rate),
            self.standard_deviation(rate),
            self.standard_error(rate),
            self.on_the_stack(rate),
            self.evaluated(rate),
        )
        return [Summary(*row) for row in zip(*(c.tolist() for c in columns), strict=True)]

    def fold_values(self, rate: RateT, at: Sequence[int]) -> FoldValues:
        """One rate at some points, as values of all folds that can evaluate it at all of them."""
        lowest, highest = self.rate_range(rate)
        columns = self.of(rate)[list(at)]
        (kept,) = np.nonzero(np.isfinite(columns).all(axis=0))
        return FoldValues(
            names=tuple(self.point_name(i) for i in at),
            values=frozen(np.ascontiguousarray(columns[:, kept].T)),
            quantity=self.rate_words(rate),
            design=self.design,
            fold_names=tuple(self.fold_names[k] for k in kept),
            repeats=frozen(self.repeats[kept]),
            n_train=None if self.n_train is None else frozen(self.n_train[kept]),
            n_test=frozen(self.n_test[kept]),
            lowest=lowest,
            highest=highest,
            dropped=self.dropped,
        )

    @checked
    def checked_point(self, at: int) -> int:
        """A point by its place; from the end, where negative."""
        if not -len(self) <= at < len(self):
            raise OptionError(
                f"there is no operating point number {at!r}; they go from 0 to {len(self) - 1}.",
                hint=self.HOW_TO_FIND,
            )
        return int(at) % len(self)

    def _place(self, rate: RateT) -> int:
        if rate not in self.rates:
            raise OptionError(
                f"the rate {rate!r} was not asked for.", hint=f"there are {listing(self.rates)}."
            )
        return self.rates.index(rate)
