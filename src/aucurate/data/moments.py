r"""Sufficient statistics: the joint between data and inference.

Every test that needs only these works the same whether they come from arrays in memory or from
an engine that has seen the data elsewhere.

Several classes
---------------
Sufficient statistics of averages of pairwise AUCs, for several classes and classifiers.

:math:`A(a|b)` is the AUC of the column of class a between the observations of a and those of b.
Every multi-class AUC is an average :math:`\theta = \sum_{a \ne b} w_{ab} A(a|b)` with weights that
sum to 1, a U-statistic of C samples. An observation i of class c enters :math:`A(c|b)` with its
placement among b in column c, and :math:`A(b|c)` with its placement against b in column b; its
influence

.. math::
    h_c(i) = \sum_{b \ne c} w_{cb}\, P_{cb}(i) + w_{bc}\, Q_{bc}(i), \quad
    P_{cb}(i) = \frac1{n_b} \sum_{j \in b} \psi(y_c(i), y_c(j)), \quad
    Q_{bc}(i) = \frac1{n_b} \sum_{j \in b} \psi(y_b(j), y_b(i))

gives the covariance matrix of any such averages: the sum over the classes of
:math:`S_c / n_c`, where :math:`S_c` is the sample covariance (divisor :math:`n_c - 1`) of the
influences over class c. With two classes that is DeLong's. A pair of classes costs a sort of its
own observations, so all pairs of C classes cost what 2 C sorts of the whole table do.

Running sums
------------
Running sums of counts, a block at a time.

Counts of a million scores are read once, in blocks that stay in the processor's cache, and only the
requested sums are kept: arrays as long as the counts cost more to lay out than to compute.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassScores, PairedClassScores
from aucurate.data.observations import refuse_units
from aucurate.data.scores import PairedScores, Scores, position
from aucurate.data.source import Summarised, points_summary
from aucurate.data.units import Floats, Part, Whole
from aucurate.kernels import Placements, Progress, ThinnedCurve

Counts: TypeAlias = NDArray[Any]
"""Numbers of observations, or their weights."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class AucMoments:
    """AUCs of K classifiers on the same observations, and the statistics for their covariance.

    With the placements V10 (of a positive: the share of negatives it beats, ties one half) and
    V01 (of a negative: the share of positives that beat it), ``parts`` has those of the positives
    and of the negatives: the K x K sample covariance matrices S10 and S01 (divisors m - 1 and
    n - 1) over m positives and n negatives, which are NaN where a class has one observation, the
    variances of the difference of any two classifiers' placements, from exact sums, and the
    kurtosis of the placements of each classifier (3 for normal ones, NaN for constant ones), which
    says how far the variances can be trusted. Of observations in groups and with sampling weights
    the parts are those of :mod:`aucurate.data.units`; a third one has the groups of both classes,
    and ``independent`` are the parts of as many observations that were drawn one by one.

    ``tied_shares`` are the shares of positive-negative pairs with equal scores, ``pairs`` is how
    many disjoint, hence independent pairs there are, and ``worth`` how many independent positives
    and negatives, where that is not their number. ``covariance`` is the covariance matrix of the
    AUCs, by DeLong S10 / m + S01 / n, and ``difference_variance`` the variance of the difference of
    any two of them.
    """

    names: tuple[str, ...]
    aucs: tuple[float, ...]
    parts: tuple[Part, ...]
    n_positive: int
    n_negative: int
    tied_shares: tuple[float, ...]
    pairs: int = 0
    n_groups: int = 0
    worth: tuple[float, float] | None = None
    independent: tuple[Part, ...] = ()
    covariance: NDArray[np.float64] = field(init=False)
    difference_variance: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", self.pairs or min(self.n_positive, self.n_negative))
        object.__setattr__(self, "covariance", summed(self.parts, "covariance"))
        object.__setattr__(self, "difference_variance", summed(self.parts, "difference"))

    @classmethod
    @checked
    def from_scores(
        cls,
        data: Scores | PairedScores,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "AucMoments":
        """From scores in memory: one sort per classifier, then exact integer sums."""
        return cls._from_placements(data, _placed(data, threads, progress, False), threads)

    @classmethod
    @checked
    def with_curves(
        cls,
        data: Scores | PairedScores,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "tuple[AucMoments, tuple[ThinnedCurve, ...]]":
        """The same, and from the same sort the points of each curve that thinning may keep.

        There are none where observations have weights.
        """
        placed = _placed(data, threads, progress, True)
        return cls._from_placements(data, placed, threads), placed.curves

    @classmethod
    def _from_placements(
        cls, data: Scores | PairedScores, placed: Placements, threads: int | None
    ) -> "AucMoments":
        rows, counts = data.observations, (placed.of_positives, placed.of_negatives)
        units = rows.units if rows.is_grouped or rows.is_sampled else None
        whole: list[Whole | None] = [None, None]
        if (weights := rows.whole_weights) is not None:
            whole = list(rows.by_class(weights))
        totals = [
            each.shape[1] if own is None else int(own.sum())
            for each, own in zip(counts, whole, strict=True)
        ]
        pairs = totals[0] * totals[1]
        wins = placed.wins or [int(won) for won in placed.of_positives.sum(axis=1)]
        known: dict[str, Any] = {
            "names": (data.name,) if isinstance(data, Scores) else data.names,
            "aucs": tuple(won / (2 * pairs) for won in wins),
            "n_positive": rows.n_positive,
            "n_negative": rows.n_negative,
            "tied_shares": tuple(ties / pairs for ties in placed.tied_pairs),
            "n_groups": rows.n_groups,
            "worth": units and _of_two(units.effective_sizes),
        }
        if units is None:
            return cls(parts=independent_parts(counts, totals, whole, threads=threads), **known)
        means, others = np.array(known["aucs"]), totals[::-1]
        found = units.moments(
            [each / (2 * n) for each, n in zip(counts, others, strict=True)],
            [means, means],
            [(means, 1 - means)] * 2,
            threads=threads,
        )
        return cls(parts=found.parts, independent=found.one_by_one, pairs=found.disjoint, **known)

    @property
    def positives(self) -> Part:
        """The part of the positives."""
        return self.parts[0]

    @property
    def negatives(self) -> Part:
        """The part of the negatives, where no group has both classes."""
        return self.parts[1]

    @property
    def design_effects(self) -> NDArray[np.float64]:
        """The variance of each AUC relative to that of observations that were drawn one by one."""
        if not self.independent:
            return np.ones(len(self.names))
        return ratio(np.diag(self.covariance), np.diag(summed(self.independent, "covariance")))

    @property
    def difference_design_effects(self) -> NDArray[np.float64]:
        """The same of the difference of any two AUCs."""
        if not self.independent:
            return np.ones((len(self.names), len(self.names)))
        return ratio(self.difference_variance, summed(self.independent, "difference"))

    def smaller_class(self, *at: int) -> int:
        """How many independent observations the smaller class is worth for some classifiers.

        As many as there are divided by the largest design effect, but not fewer than its units.
        """
        smaller = min(self.n_positive, self.n_negative)
        if self.worth is None:
            return smaller
        effects = self.design_effects[list(at)]
        by_variance = smaller / max(1.0, float(effects.max())) if np.isfinite(effects).all() else 0
        return int(max(by_variance, min(self.worth)))

    def require(self, method: str) -> None:
        """Refuse groups and sampling weights on behalf of a method that cannot use them."""
        if self.independent:
            refuse_units(method, grouped=self.n_groups > 0, sampled=not self.n_groups)

    @checked
    def index(self, name: str) -> int:
        """Where a classifier stands in the matrices."""
        return position(self.names, name)

    @checked
    def select(self, names: tuple[str, ...]) -> "AucMoments":
        """The moments of some of the classifiers, in this order."""
        at = [self.index(name) for name in names]
        return AucMoments(
            names=names,
            aucs=tuple(self.aucs[i] for i in at),
            parts=tuple(part.select(at) for part in self.parts),
            n_positive=self.n_positive,
            n_negative=self.n_negative,
            tied_shares=tuple(self.tied_shares[i] for i in at),
            pairs=self.pairs,
            n_groups=self.n_groups,
            worth=self.worth,
            independent=tuple(part.select(at) for part in self.independent),
        )


def _of_two(sizes: tuple[float, ...]) -> tuple[float, float]:
    positive, negative = sizes
    return positive, negative


def summed(parts: Sequence[Part], what: Literal["covariance", "difference"]) -> Floats:
    """The sum of the parts of a covariance matrix, or of the variances of differences."""
    first, *others = (getattr(part, what) / part.size for part in parts)
    return frozen(sum(others, start=first))


def ratio(variances: Floats, plain: Floats) -> Floats:
    """Variances relative to plain ones; 1 where both are 0."""
    both = np.where(variances == plain, 1.0, np.nan)
    return np.divide(variances, plain, out=both, where=plain > 0)


def independent_parts(
    counts: Sequence[Whole],
    totals: Sequence[int],
    frequencies: Sequence[Whole | None] = (None, None),
    *,
    threads: int | None = None,
) -> tuple[Part, ...]:
    """The parts of observations drawn one by one, from the doubled placements of each class.

    ``totals`` are the sizes of the classes, and ``frequencies`` say how many observations each row
    stands for.
    """
    found = []
    for each, own, others in zip(counts, frequencies, totals[::-1], strict=True):
        _, covariance, difference = kernels.integer_moments(
            each, 2 * others, weights=own, threads=threads
        )
        found.append(
            Part(
                covariance=frozen(covariance),
                difference=frozen(difference),
                kurtosis=frozen(kernels.kurtosis(each, weights=own, threads=threads)),
                size=each.shape[1] if own is None else int(own.sum()),
            )
        )
    return tuple(found)


def _placed(
    data: Scores | PairedScores, threads: int | None, progress: Progress | None, curves: bool
) -> Placements:
    values = data.values[None, :] if isinstance(data, Scores) else data.values
    rows = data.observations
    weights = rows.whole_weights
    return kernels.placements(
        values,
        rows.is_positive,
        weights=weights,
        threads=threads,
        progress=progress,
        with_curves=curves and weights is None,
    )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class ThresholdCounts(Summarised):
    """How many positives and negatives have each distinct score, from the highest score down.

    All that a curve, or any rate at any threshold, needs to know about one classifier; a table of
    ratings with counts is one as it stands. Of observations with sampling weights, the counts are
    weights, with a mean of 1 over the observations. ``worth`` is how many independent positives and
    negatives there are, where that is not their number.
    """

    thresholds: NDArray[Any]
    positives: Counts
    negatives: Counts
    worth: tuple[float, float] | None = None

    def _summary(self) -> str:
        return points_summary(len(self.thresholds), self.n_positive, self.n_negative)

    @classmethod
    @checked
    def from_scores(
        cls, scores: Scores, *, threads: int | None = None, progress: Progress | None = None
    ) -> "ThresholdCounts":
        """From scores in memory, with one sort."""
        rows = scores.observations
        values, positives, negatives = kernels.threshold_counts(
            scores.values,
            scores.is_positive,
            weights=rows.whole_weights,
            threads=threads,
            progress=progress,
        )
        scales = rows.class_weights
        return cls(
            thresholds=frozen(values),
            positives=frozen(_rescaled(positives, scales and scales[0])),
            negatives=frozen(_rescaled(negatives, scales and scales[1])),
            worth=rows.effective_sizes,
        )

    @property
    def n_positive(self) -> float:
        """How many observations are positive."""
        return as_size(self.positives.sum())

    @property
    def n_negative(self) -> float:
        """How many observations are negative."""
        return as_size(self.negatives.sum())

    @property
    def sizes(self) -> tuple[float, float]:
        """How many independent positives and negatives there are."""
        return self.worth or (self.n_positive, self.n_negative)

    @property
    def independent(self) -> "ThresholdCounts":
        """The same curve with as many observations as there are independent ones.

        Running counts are rounded to whole numbers; bounds for independent observations need them.
        """
        if self.worth is None:
            return self
        rounded = [
            np.diff(np.rint(np.cumsum(each) * (max(1, int(size)) / each.sum())), prepend=0)
            for each, size in zip((self.positives, self.negatives), self.worth, strict=True)
        ]
        positives, negatives = (frozen(each.astype(np.int64)) for each in rounded)
        return ThresholdCounts(thresholds=self.thresholds, positives=positives, negatives=negatives)

    @property
    def auc(self) -> float:
        """The area under the empirical curve, ties one half, exact before the one rounding."""
        if self.positives.dtype.kind == "f":
            below = self.n_negative - np.cumsum(self.negatives) + self.negatives / 2
            return float(self.positives @ below) / (self.n_positive * self.n_negative)
        doubled_wins, _ = kernels.run_length_auc_counts(
            self.positives[::-1].astype(np.uint64), self.negatives[::-1].astype(np.uint64)
        )
        return doubled_wins / (2 * self.n_positive * self.n_negative)


def counts_of_independent(data: Scores | ThresholdCounts, method: str) -> ThresholdCounts:
    """Threshold counts for a method that cannot use groups and sampling weights: refused."""
    if isinstance(data, ThresholdCounts):
        return data
    data.observations.require(method)
    return ThresholdCounts.from_scores(data)


def as_size(total: Any) -> float:
    """A sum of counts as a whole number, of weights as a number."""
    return float(total) if isinstance(total, np.floating) else int(total)


def _rescaled(weights: Whole, total: float | None) -> Counts:
    """Weights as whole numbers to weights with this sum; counts stay as they are."""
    return weights if total is None else weights * (total / float(weights.sum()))


_UNIT = 2**50  # influences lie in [0, 1]; as integers their sums and products are exact


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassAucMoments:
    """K classifiers, C classes, and Q averages of pairwise AUCs with all that inference needs.

    ``pairwise`` is K x C x C: the AUC of the column of the first class between it and the second,
    NaN on the diagonal and where no average uses it. ``weights`` (Q x C x C) sum to 1 for each
    average, and ``values`` is K x Q. The matrices of each class have a row for each classifier and
    average, the averages of a classifier together: ``covariances`` and ``kurtoses`` are those of
    the influences, and ``differences`` the variances of the difference of any two of them, which
    would cancel if they were taken from the covariances. They are NaN for a class with one
    observation; a kurtosis is NaN for constant influences. ``tied_shares`` (K x C x C) are the
    shares of pairs with equal scores.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    pairwise: Floats
    weights: Floats
    values: Floats
    covariances: Floats
    differences: Floats
    kurtoses: Floats
    tied_shares: Floats

    @classmethod
    def from_scores(
        cls,
        data: ClassScores | PairedClassScores,
        weights: Any,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "ClassAucMoments":
        """From scores in memory; ``weights`` is C x C for one average or Q x C x C.

        Weights are relative: each matrix is divided by its sum, and its diagonal passed over.
        """
        threads = kernels.thread_count(threads)
        found = Influences.of(data, weights, threads=threads, progress=progress)
        rows = len(found.names) * len(found.weights)
        covariances = np.empty((len(found.classes), rows, rows))
        differences, kurtoses = np.empty_like(covariances), np.empty(covariances.shape[:2])
        for c, influences in enumerate(found.of_classes):
            whole = np.rint(influences.reshape(rows, -1) * _UNIT).astype(np.int64)
            _, covariances[c], differences[c] = kernels.integer_moments(
                whole, _UNIT, threads=threads
            )
            kurtoses[c] = kernels.kurtosis(whole, threads=threads)
        return cls(
            names=found.names,
            classes=found.classes,
            counts=found.counts,
            pairwise=frozen(found.pairwise),
            weights=frozen(found.weights),
            values=frozen(_averages(found.weights, found.pairwise)),
            covariances=frozen(covariances),
            differences=frozen(differences),
            kurtoses=frozen(kurtoses),
            tied_shares=frozen(found.tied_shares),
        )

    @property
    def covariance(self) -> Floats:
        """The covariance matrix of all averages of all classifiers, given the class counts."""
        return self._summed(self.covariances)

    @property
    def difference_variance(self) -> Floats:
        """The variance of the difference of any two averages of any classifiers."""
        return self._summed(self.differences)

    @property
    def used(self) -> NDArray[np.bool_]:
        """Whether a class has any weight in any average."""
        return np.asarray(self.reaches.any(axis=0))

    @property
    def reaches(self) -> Floats:
        """How far an observation of each class can move each average: Q x C.

        An influence of class c lies between 0 and the sum of the weights of the pairs with c.
        """
        reach: Floats = self.weights.sum(axis=2) + self.weights.sum(axis=1)
        return reach

    def index(self, name: str) -> int:
        """Where a classifier stands."""
        return position(self.names, name)

    def of_average(self, at: int) -> "ClassAucMoments":
        """The moments of one of the averages alone, as if no other had been requested."""
        own, rows = (
            self.weights[at : at + 1],
            np.arange(at, self.kurtoses.shape[1], len(self.weights)),
        )
        unused = own[0] == 0
        return replace(
            self,
            weights=own,
            values=self.values[:, at : at + 1],
            pairwise=frozen(np.where(unused, np.nan, self.pairwise)),
            tied_shares=frozen(np.where(unused, np.nan, self.tied_shares)),
            covariances=frozen(self.covariances[:, rows[:, None], rows]),
            differences=frozen(self.differences[:, rows[:, None], rows]),
            kurtoses=frozen(self.kurtoses[:, rows]),
        )

    def _summed(self, parts: Floats) -> Floats:
        """Over the classes that have weight; one of them with one observation makes it NaN."""
        sizes = np.array(self.counts, np.float64)[:, None, None]
        total: Floats = (parts / sizes)[self.used].sum(axis=0)
        return total


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Influences:
    """The influence of every observation on Q averages of pairwise AUCs.

    ``of_classes`` has an array per class: classifiers x averages x observations of the class, in
    their order in the table.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    weights: Floats
    pairwise: Floats
    tied_shares: Floats
    of_classes: tuple[Floats, ...]

    @classmethod
    def of(
        cls,
        data: ClassScores | PairedClassScores,
        weights: Any,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "Influences":
        """One sort per pair of classes that has weight, for each classifier."""
        threads = kernels.thread_count(threads)
        names = (data.name,) if isinstance(data, ClassScores) else data.names
        values = data.values[None] if isinstance(data, ClassScores) else data.values
        shares = normalised(weights, len(data.classes))
        counts, n_classes = data.counts, len(data.classes)
        members = [np.flatnonzero(data.codes == c) for c in range(n_classes)]
        moved = [np.zeros((len(names), len(shares), size)) for size in counts]
        pairwise = np.full((len(names), n_classes, n_classes), np.nan)
        tied = pairwise.copy()
        pairs = [(int(a), int(b)) for a, b in np.argwhere(shares.any(axis=0))]
        for a, b in _watched(pairs, progress):
            columns = [values[:, a][:, members[c]] for c in (a, b)]
            of_first = np.repeat([True, False], [counts[a], counts[b]])
            placed = kernels.placements(np.concatenate(columns, axis=1), of_first, threads=threads)
            size = counts[a] * counts[b]
            # Whole numbers up to the quotient, so that the AUC is the double nearest to the ratio.
            pairwise[:, a, b] = [int(w) / (2 * size) for w in placed.of_positives.sum(axis=1)]
            tied[:, a, b] = [ties / size for ties in placed.tied_pairs]
            for q, share in enumerate(shares[:, a, b]):
                if share:
                    moved[a][:, q] += share * (placed.of_positives / (2 * counts[b]))
                    moved[b][:, q] += share * (placed.of_negatives / (2 * counts[a]))
        return cls(
            names=names,
            classes=data.classes,
            counts=counts,
            weights=shares,
            pairwise=pairwise,
            tied_shares=tied,
            of_classes=tuple(moved),
        )


def normalised(weights: Any, n_classes: int) -> Floats:
    """Weights as Q x C x C, each matrix without its diagonal and with the sum 1."""
    shares = np.array(weights, np.float64).reshape(-1, n_classes, n_classes)
    shares[:, np.arange(n_classes), np.arange(n_classes)] = 0.0
    return np.stack([each / math.fsum(each.ravel()) for each in shares])


def pairwise_aucs(
    data: ClassScores, *, threads: int | None = None, progress: Progress | None = None
) -> Floats:
    """A(a|b) of one classifier: C x C, NaN on the diagonal."""
    ones = np.ones((len(data.classes), len(data.classes)))
    found = Influences.of(data, ones, threads=threads, progress=progress)
    return np.asarray(found.pairwise[0])


def places_alike(data: PairedClassScores, weights: Floats) -> bool:
    """Whether the first two classifiers place every observation alike, in pairs that have weight.

    Then no observation distinguishes them; equal averages alone may come from errors that cancel.
    """
    members = [np.flatnonzero(data.codes == c) for c in range(len(data.classes))]
    for a, b in np.argwhere(weights):
        columns = [data.values[:2, a][:, members[c]] for c in (a, b)]
        of_first = np.repeat([True, False], [len(members[a]), len(members[b])])
        placed = kernels.placements(np.concatenate(columns, axis=1), of_first)
        for counts in (placed.of_positives, placed.of_negatives):
            if not np.array_equal(counts[0], counts[1]):
                return False
    return True


def weighted_average(weights: Floats, pairwise: Floats) -> float:
    """The average of pairwise AUCs; exact sums, so that equal AUCs give themselves."""
    inside = weights > 0
    total = math.fsum(weights[inside] * pairwise[inside])
    return total / math.fsum(weights[inside])


def _averages(weights: Floats, pairwise: Floats) -> Floats:
    return np.array([[weighted_average(each, aucs) for each in weights] for aucs in pairwise])


def _watched(pairs: list[tuple[int, int]], progress: Progress | None) -> Iterator[tuple[int, int]]:
    """The pairs of classes, reported one by one to a callback that may stop the iteration."""
    for done, pair in enumerate(pairs, start=1):
        yield pair
        if progress is not None and progress(done, len(pairs), "pairs of classes") is False:
            raise kernels.Cancelled


BLOCK = 1 << 16


def running_at(counts: Counts, places: Whole) -> Counts:
    """The sums of each row of counts through these columns, which ascend.

    >>> running_at(np.array([[1, 0, 2, 5]]), np.array([0, 2])).tolist()
    [[1, 3]]
    """
    found = np.empty((len(counts), len(places)), counts.dtype)
    before = np.zeros((len(counts), 1), counts.dtype)
    for start in range(0, counts.shape[-1], BLOCK):
        first, last = np.searchsorted(places, [start, start + BLOCK])
        block = np.cumsum(counts[:, start : start + BLOCK], axis=-1)
        block += before
        found[:, first:last] = block[:, places[first:last] - start]
        before = block[:, -1:]
        if last == len(places):
            break
    return found


def count_within(counts: Counts, limits: NDArray[Any]) -> Whole:
    """How many columns, from the first on, have a running sum of at most the limit of their row.

    >>> count_within(np.array([[1, 0, 2], [0, 2, 0]]), np.array([1, 5])).tolist()
    [2, 3]
    """
    return np.array([_within(*row) for row in zip(counts, limits, strict=True)], np.int64)


def _within(counts: Counts, limit: float) -> int:
    for start in range(0, len(counts), BLOCK):
        block = np.cumsum(counts[start : start + BLOCK])
        inside = int(np.searchsorted(block, limit, side="right"))
        if inside < len(block):
            return start + inside
        limit -= block[-1]
    return len(counts)
