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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.checks import checked
from aucurate.data.arrays import frozen
from aucurate.data.classes import ClassObservations, ClassScores, PairedClassScores
from aucurate.data.observations import refuse_units
from aucurate.data.scores import PairedScores, Scores, position
from aucurate.data.source import Summarised, points_summary, short_names
from aucurate.data.units import Floats, Part, UnitMoments, Units, Whole
from aucurate.formatting import amount
from aucurate.kernels import Placements, Progress, ThinnedCurve

Counts: TypeAlias = NDArray[Any]
"""Numbers of observations, or their weights."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class AucMoments(Summarised):
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

    def _summary(self) -> str:
        sizes = f"{amount(self.n_positive)} positive and {amount(self.n_negative)} negative"
        return f"AUC of {short_names(self.names)}; {sizes}"

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
        whole: list[Whole | None] = [None, None]
        if (weights := rows.whole_weights) is not None:
            whole = [*rows.by_class(weights)]
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
        }
        if not (rows.is_grouped or rows.is_sampled):
            parts = independent_parts(counts, totals, whole, threads=threads)
            return cls(parts=parts, n_groups=rows.n_groups, **known)
        units = rows.units
        found = units.moments(
            [each / (2 * n) for each, n in zip(counts, totals[::-1], strict=True)],
            [np.array(known["aucs"])] * 2,
            pulls_of(known["aucs"]),
            threads=threads,
        )
        return moments_of_units(found, rows.n_groups, units.effective_sizes, **known)

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


def moments_of_units(
    found: UnitMoments, n_groups: int, sizes: Sequence[float], **known: Any
) -> AucMoments:
    """Moments of groups or sampling weights, whose classes are worth so many independent units."""
    return AucMoments(
        parts=found.parts,
        independent=found.one_by_one,
        pairs=found.disjoint,
        n_groups=n_groups,
        worth=(sizes[0], sizes[1]),
        **known,
    )


def pulls_of(aucs: Sequence[float]) -> list[tuple[Floats, Floats]]:
    """How far each class can pull AUCs down, and up."""
    means = np.array(aucs)
    return [(means, 1 - means)] * 2


def auc_of(data: Scores, *, threads: int | None = None, progress: Progress | None = None) -> float:
    """The AUC of scores: how often a positive scores above a negative, a tie counting one half."""
    weights = data.observations.whole_weights
    if weights is not None:
        placed = kernels.placements(
            data.values[None], data.is_positive, weights=weights, threads=threads, progress=progress
        )
        totals = (int(weights[own].sum()) for own in (data.is_positive, ~data.is_positive))
        return placed.wins[0] / (2 * math.prod(totals))
    doubled_wins, _ = kernels.auc_counts(
        data.values, data.is_positive, threads=threads, progress=progress
    )
    return doubled_wins / (2 * data.n_positive * data.n_negative)


def influences_of_auc(data: Scores) -> tuple[Floats, Floats]:
    """The placements of the positives and of the negatives, in their order."""
    placed, weights = _placed(data, None, None, False), data.observations.whole_weights
    totals = (
        [data.n_positive, data.n_negative]
        if weights is None
        else [int(own.sum()) for own in data.observations.by_class(weights)]
    )
    return placed.of_positives[0] / (2 * totals[1]), placed.of_negatives[0] / (2 * totals[0])


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
        size = each.shape[1] if own is None else int(own.sum())
        sums, products = kernels.exact_products(each, weights=own, threads=threads)
        powers = [
            kernels.power_sums(row, size, weights=own, largest=2 * others, threads=threads)
            for row in each
        ]
        found.append(part_of_sums(size, sums, products, powers, 2 * others))
    return tuple(found)


def part_of_sums(
    size: int,
    sums: Sequence[int],
    products: Sequence[Sequence[int]],
    powers: Sequence[tuple[int, int, int, int]],
    unit: int,
) -> Part:
    """The part of observations drawn one by one, from sums over their doubled placements.

    Their exact sums, those of the products of any two classifiers' and those of powers
    (:func:`aucurate.kernels.power_sums`), and what a placement is relative to.
    """
    covariance, difference = kernels.sample_moments(size, sums, products, unit)
    return Part(
        covariance=frozen(covariance),
        difference=frozen(difference),
        kurtosis=frozen(np.array([kernels.kurtosis_of(size, *each) for each in powers])),
        size=size,
    )


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

Slopes: TypeAlias = Callable[[Floats], Floats]
"""The derivatives of an average by the prevalence of each class, from the pairwise AUCs."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ClassAucMoments:
    """K classifiers, C classes, and an average of pairwise AUCs with all that inference needs.

    ``pairwise`` is K x C x C: the AUC of the column of the first class between it and the second,
    NaN on the diagonal and where the average does not use it. ``weights`` (C x C) sum to 1. The
    variance of the ``values`` is the sum of the ``parts``: one for each class that has weight, or
    of observations in groups and with sampling weights those of :mod:`aucurate.data.units`, and
    then ``independent`` are the parts of as many observations that were drawn one by one. Where the
    prevalences are estimated they have their own part, or groups and weights have it in theirs
    (:mod:`aucurate.inference.multiclass.auc`). ``counts`` are the observations of each class, and
    ``totals`` what they weigh. ``tied_shares`` (K x C x C) are the shares of pairs with equal
    scores, ``pairs`` is how many disjoint tuples of observations there are. ``worth`` is how many
    independent units each class has, where that is not its number of observations.
    """

    names: tuple[str, ...]
    classes: tuple[str, ...]
    counts: tuple[int, ...]
    totals: tuple[float, ...]
    pairwise: Floats
    weights: Floats
    values: Floats
    parts: tuple[Part, ...]
    tied_shares: Floats
    pairs: int
    n_groups: int = 0
    independent: tuple[Part, ...] = ()
    worth: tuple[float, ...] | None = None

    @classmethod
    def from_scores(
        cls,
        data: ClassScores | PairedClassScores,
        weights: Any,
        slopes: Slopes | None = None,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "ClassAucMoments":
        """From scores in memory; ``weights`` (C x C) are relative, and their diagonal is ignored.

        ``slopes`` are given where the prevalences are estimated.
        """
        (found,) = cls.of_averages(
            data, np.asarray(weights)[None], [slopes], threads=threads, progress=progress
        )
        return found

    @classmethod
    def of_averages(
        cls,
        data: ClassScores | PairedClassScores,
        weights: Any,
        slopes: Sequence[Slopes | None],
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> "tuple[ClassAucMoments, ...]":
        """The same of Q averages (Q x C x C); every pair of classes is ranked once."""
        threads = kernels.thread_count(threads)
        found = Influences.of(data, weights, threads=threads, progress=progress)
        return tuple(
            _average(data.observations, found, q, slope, threads) for q, slope in enumerate(slopes)
        )

    @property
    def covariance(self) -> Floats:
        """The covariance matrix of the averages of all classifiers."""
        return summed(self.parts, "covariance")

    @property
    def difference_variance(self) -> Floats:
        """The variance of the difference of the averages of any two classifiers."""
        return summed(self.parts, "difference")

    @property
    def used(self) -> NDArray[np.bool_]:
        """Whether a class has any weight."""
        return self.reaches > 0

    @property
    def reaches(self) -> Floats:
        """How far an observation of each class can move the average.

        An influence of class c lies between 0 and the sum of the weights of the pairs with c.
        """
        return _reaches(self.weights)

    def index(self, name: str) -> int:
        """Where a classifier stands."""
        return position(self.names, name)


def _reaches(weights: Floats) -> Floats:
    reaches: Floats = weights.sum(axis=1) + weights.sum(axis=0)
    return reaches


def _average(
    rows: ClassObservations, found: "Influences", q: int, slopes: Slopes | None, threads: int
) -> ClassAucMoments:
    """The moments of one of the averages, as if no other had been requested."""
    weights, unused = found.weights[q], found.weights[q] == 0
    pairwise = np.where(unused, np.nan, found.pairwise)
    reaches, weighed = _reaches(weights), weights * np.nan_to_num(pairwise)
    means = weighed.sum(axis=1) + weighed.sum(axis=2)
    used = [int(c) for c in np.flatnonzero(reaches)]
    pulls = [(means[:, c], np.maximum(reaches[c] - means[:, c], 0.0)) for c in used]
    influences = [found.of_classes[c][:, q] for c in used]
    slope = None if slopes is None else np.stack([slopes(each) for each in pairwise])
    known: dict[str, Any] = {
        "names": found.names,
        "classes": found.classes,
        "counts": found.counts,
        "totals": rows.totals,
        "pairwise": frozen(pairwise),
        "weights": frozen(weights),
        "values": frozen(np.array([weighted_average(weights, each) for each in found.pairwise])),
        "tied_shares": frozen(np.where(unused, np.nan, found.tied_shares)),
        "n_groups": rows.n_groups,
    }
    if rows.is_grouped or rows.is_sampled:
        present = [rows.members[c] for c in used]
        units = rows.units_of(present).moments(
            influences, [means[:, c] for c in used], pulls, threads=threads
        )
        units = units.without_rounding(1.0)
        if slope is not None:
            units = _with_prevalences(rows, units, influences, means, used, pulls, slope, threads)
        return ClassAucMoments(
            parts=units.parts,
            independent=units.one_by_one,
            pairs=units.disjoint,
            worth=rows.effective_sizes,
            **known,
        )
    parts = []
    for c, each, (down, up) in zip(used, influences, pulls, strict=True):
        whole = np.rint(each * _UNIT).astype(np.int64)
        own = None if rows.frequencies is None else rows.frequencies[rows.members[c]]
        _, covariance, difference = kernels.integer_moments(
            whole, _UNIT, weights=own, threads=threads
        )
        parts.append(
            Part(
                covariance=frozen(covariance),
                difference=frozen(difference),
                kurtosis=frozen(kernels.kurtosis(whole, weights=own, threads=threads)),
                size=found.counts[c],
                down=down,
                up=up,
            )
        )
    if slope is not None:
        parts.append(_of_prevalences(slope, found.counts))
    return ClassAucMoments(parts=tuple(parts), pairs=min(found.counts[c] for c in used), **known)


def _of_prevalences(slopes: Floats, counts: tuple[int, ...]) -> Part:
    """The part of prevalences that are estimated by the class counts, which are multinomial."""
    total = sum(counts)
    share = np.array(counts) / total * (total / (total - 1))
    away = slopes - (slopes @ np.array(counts) / total)[:, None]
    apart = away[:, None] - away[None]
    return Part(
        covariance=(away * share) @ away.T,
        difference=(apart**2) @ share,
        size=total,
        of_prevalences=True,
    )


def _with_prevalences(
    rows: ClassObservations,
    fixed: UnitMoments,
    influences: Sequence[Floats],
    means: Floats,
    used: Sequence[int],
    pulls: Sequence[tuple[Floats, Floats]],
    slopes: Floats,
    threads: int,
) -> UnitMoments:
    """The moments with prevalences that are estimated by the weighted shares of the classes.

    A share is a ratio of weights, so that to first order observation i adds its share of all
    weight times the slope of its class, less the mean slope: a further influence, over all
    observations. Every unit adds those of its classes and this one, and their products count too.
    Where the AUCs show no variance there is none.
    """
    classes = [rows.members[c] for c in used]
    sizes = [*(rows.counts[c] for c in used), rows.size]
    weights = rows.whole_weights
    amounts: list[Any] | None = None
    if weights is not None:
        assert rows.weights is not None
        amounts = [*(weights[own] for own in classes), rows.weights.values]
    codes = rows.groups if rows.is_grouped else np.arange(len(rows))
    assert codes is not None
    units = Units.of(
        sizes, amounts, [*(codes[own] for own in classes), codes], int(codes.max()) + 1
    )
    of_shares = slopes[:, rows.codes]
    none = np.zeros(len(slopes))
    found = units.moments(
        [*influences, of_shares],
        [*(means[:, c] for c in used), of_shares @ units.shares[-1]],
        [*pulls, (none, none)],
        threads=threads,
    ).without_rounding(1.0)
    flat = np.diag(summed(fixed.parts, "covariance")) == 0
    alike = summed(fixed.parts, "difference") == 0
    parts = tuple(
        replace(
            part,
            covariance=frozen(np.where(np.diag(flat), 0.0, part.covariance)),
            difference=frozen(np.where(alike, 0.0, part.difference)),
        )
        for part in found.parts
    )
    return UnitMoments(parts, found.one_by_one, fixed.disjoint)


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
        rows, n_classes = data.observations, len(data.classes)
        members = [np.flatnonzero(own) for own in rows.members]
        amounts = None if rows.whole_weights is None else [rows.whole_weights[m] for m in members]
        sizes = list(map(len, members)) if amounts is None else [int(w.sum()) for w in amounts]
        moved = [np.zeros((len(names), len(shares), len(own))) for own in members]
        pairwise = np.full((len(names), n_classes, n_classes), np.nan)
        tied = pairwise.copy()
        pairs = [(int(a), int(b)) for a, b in np.argwhere(shares.any(axis=0))]
        for a, b in _watched(pairs, progress):
            placed = kernels.placements(
                np.concatenate([values[:, a][:, members[c]] for c in (a, b)], axis=1),
                np.repeat([True, False], [len(members[c]) for c in (a, b)]),
                weights=None if amounts is None else np.concatenate([amounts[a], amounts[b]]),
                threads=threads,
            )
            size = sizes[a] * sizes[b]
            wins = placed.wins or [int(won) for won in placed.of_positives.sum(axis=1)]
            # Whole numbers up to the quotient, so that the AUC is the double nearest to the ratio.
            pairwise[:, a, b] = [won / (2 * size) for won in wins]
            tied[:, a, b] = [ties / size for ties in placed.tied_pairs]
            for q, share in enumerate(shares[:, a, b]):
                if share:
                    moved[a][:, q] += share * (placed.of_positives / (2 * sizes[b]))
                    moved[b][:, q] += share * (placed.of_negatives / (2 * sizes[a]))
        return cls(
            names=names,
            classes=data.classes,
            counts=data.counts,
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
