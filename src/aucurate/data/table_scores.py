r"""Scores in a table that stays where it is: files larger than memory, a database, a cluster.

Sufficient statistics stand between data and inference, and :class:`TableScores` computes them where
the rows are: the moments of the AUCs (:class:`aucurate.data.moments.AucMoments`), and the distinct
scores of a classifier with their counts, in stretches that pass by one after another
(:class:`Stretch`). All that needs no more than these works as it does on scores in memory, to the
same digits; a method that needs the rows refuses by name. The engines are in
:mod:`aucurate.engines`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import AucMoments
from aucurate.data.observations import RepeatedIdentifier, refuse_units
from aucurate.data.scores import position
from aucurate.data.source import Source, Summarised, short_names
from aucurate.data.weights import WeightKind
from aucurate.errors import OptionError, UnsupportedError
from aucurate.formatting import count, shortened
from aucurate.kernels import Progress, ThinnedCurve
from aucurate.results import Record

_DOUBLE = np.dtype(np.float64)

Engine: TypeAlias = Literal["auto", "memory", "polars", "duckdb", "spark", "dask"]
"""What reads a table: memory, or an engine that computes where the rows are."""


class TableWeights(NamedTuple):
    """What is known of weights that stay in the table: their kind, and whether all are equal."""

    kind: WeightKind
    is_constant: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class TableObservations(Summarised):
    """What is known of observations whose rows stay in a table: how many, and where they are from.

    A row with a frequency weight stands for so many observations, and ``n_positive`` and
    ``n_negative`` count these; ``n_rows`` are the rows that are used. ``n_groups`` is 0 where
    observations have no groups. ``class_weights`` are the sampling weights of all positives and of
    all negatives, where the mean weight is 1. ``missing`` counts the rows without a score, by
    classifier, where rows were left out for that.
    """

    n_rows: int
    n_positive: int
    n_negative: int
    positive: str
    negative: str
    weights: TableWeights | None = None
    class_weights: tuple[float, float] | None = None
    n_groups: int = 0
    fold_names: tuple[str, ...] = ()
    identifiers: tuple[RepeatedIdentifier, ...] = ()
    source: Source = field(default_factory=Source)
    missing: Mapping[str, int] = field(default_factory=dict)

    def _summary(self) -> str:
        positive = f"{self.n_positive:,} positive ({shortened(self.positive)!r})"
        groups = f", {count(self.n_groups, 'group')}" if self.n_groups else ""
        weights = f", {self.weights.kind} weights" if self.weights else ""
        return f"{count(self.size, 'observation')}, {positive}{groups}{weights}"

    def __len__(self) -> int:
        return self.n_rows

    @property
    def size(self) -> int:
        """How many observations there are; rows count with their frequency weights."""
        return self.n_positive + self.n_negative

    @property
    def is_grouped(self) -> bool:
        """Whether any group has several observations."""
        return 0 < self.n_groups < self.size

    @property
    def is_sampled(self) -> bool:
        """Whether sampling weights differ."""
        weights = self.weights
        return weights is not None and weights.kind == "sampling" and not weights.is_constant

    def require(self, method: str) -> None:
        """Refuse groups and sampling weights on behalf of a method that cannot use them."""
        refuse_units(method, grouped=self.is_grouped)
        refuse_units(method, sampled=self.is_sampled)


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Consecutive distinct scores of one classifier from the highest down, and what is above them.

    ``positives`` and ``negatives`` say how many observations of each class have each of the scores,
    or with weights how much these weigh in whole numbers; of the whole classes ``n_positive`` and
    ``n_negative``. A stretch has one score or more.
    """

    thresholds: NDArray[Any]
    positives: NDArray[np.int64]
    negatives: NDArray[np.int64]
    positives_above: int
    negatives_above: int
    n_positive: int
    n_negative: int


Visitor: TypeAlias = Callable[[int, Stretch], None]
"""Called with the place of a classifier and a stretch of its scores, from the highest down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Approximation(Record):
    """How far AUCs and standard errors can be from the exact ones, where that was allowed.

    ``auc`` has the largest distance of each AUC, ``error`` that of its standard error, and
    ``difference_error`` (K x K) those of the standard errors of differences. ``tolerance`` is what
    the distance of an AUC was allowed to be.
    """

    tolerance: float
    auc: tuple[float, ...]
    error: tuple[float, ...]
    difference_error: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TableStatistics:
    """What was computed of a table: moments, and for each classifier the points of its curve that
    thinning keeps (:mod:`aucurate.kernels.thinning`), None where weights make it impossible.

    ``approximation`` is None where the moments are exact.
    """

    moments: AucMoments
    curves: tuple[ThinnedCurve | None, ...]
    approximation: Approximation | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class TableScores(Summarised, ABC):
    """K classifiers on the same observations, in a table that is not in memory.

    ``engine`` is what computes, in words. ``tolerance`` is how far an AUC may be from the exact
    one; at 0 all is exact. ``lower`` names the classifiers whose lower scores mean more positive.
    ``kind`` is the precision that the scores have in the table.
    """

    names: tuple[str, ...]
    observations: TableObservations
    engine: str
    lower: frozenset[str] = frozenset()
    tolerance: float = 0.0
    kind: np.dtype[Any] = _DOUBLE

    def _summary(self) -> str:
        return f"{short_names(self.names)}; {self.observations._summary()}; {self.engine}"

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> "Iterator[TableClassifier]":
        return (TableClassifier(self, name) for name in self.names)

    def __getitem__(self, name: str) -> "TableClassifier":
        position(self.names, name)
        return TableClassifier(self, name)

    def select(self, names: Collection[str]) -> Self:
        """The same observations with these classifiers only, in this order."""
        for name in names:
            position(self.names, name)
        if len(set(names)) < len(names):
            raise OptionError("a classifier is selected twice.", hint="name each of them once.")
        return replace(self, names=tuple(names), lower=self.lower & set(names))

    @property
    def allows_approximation(self) -> bool:
        """Whether AUCs may be bounded instead of exact; units with weights of their own are not."""
        rows = self.observations
        several = min(rows.n_positive, rows.n_negative) > 1
        return self.tolerance > 0 and several and not (rows.is_grouped or rows.is_sampled)

    @abstractmethod
    def statistics(
        self,
        *,
        visit: Visitor | None = None,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> TableStatistics:
        """The moments of the AUCs, and points of the curves.

        ``visit`` is shown the distinct scores of every classifier on the way, which takes an exact
        ranking.
        """

    @abstractmethod
    def walk(
        self, visit: Visitor, *, threads: int | None = None, progress: Progress | None = None
    ) -> None:
        """Show ``visit`` the distinct scores of every classifier, from the highest down."""

    @abstractmethod
    def decisions(
        self, thresholds: Sequence[float], *, progress: Progress | None = None
    ) -> NDArray[np.int64]:
        """How many observations have each pattern of decisions: classes x 2^K, negatives first.

        Bit k of a pattern is set where the score of classifier k, higher meaning more positive, is
        at least the threshold at place k.
        """


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableClassifier(Summarised):
    """One classifier of a table: what stands for its scores, which are not in memory."""

    table: TableScores
    name: str

    def _summary(self) -> str:
        return f"{shortened(self.name)}; {self.observations._summary()}; {self.table.engine}"

    @property
    def observations(self) -> TableObservations:
        """What is known of the observations."""
        return self.table.observations

    @property
    def lower(self) -> bool:
        """Whether lower scores mean more positive."""
        return self.name in self.table.lower

    @property
    def n_positive(self) -> int:
        """How many observations are positive."""
        return self.observations.n_positive

    @property
    def n_negative(self) -> int:
        """How many observations are negative."""
        return self.observations.n_negative


def refuse_without_rows(method: str, use: str) -> UnsupportedError:
    """The error of a method that needs the rows, which are not in memory."""
    return UnsupportedError(
        f"{method} needs the rows in memory, and these scores stay in their table.",
        hint=f"use {use}; or read a sample of the rows into memory.",
    )
