r"""Observations that belong together, or that count more: the independent units of a sample.

**Question.** Rows belong together (lesions of a patient, rows of a customer), or count more than
others (repeated rows, survey weights). What is an estimate then, and how uncertain is it?

**Use it** whenever rows are not independent observations that count alike. ``groups=`` names what
each row belongs to; ``frequency_weights=`` or ``sampling_weights=`` say how much it counts, never
both (``--groups patient``, ``--frequency-weights count``, ``--sampling-weights weight`` on the
command line). Which of them depends on the rows:

- Several rows of one patient, customer, site or image: ``groups=``. The estimate is as without
  groups; its uncertainty comes from the groups, and is usually larger, sometimes smaller.
- A table of counts, in which each row stands for w equal ones: ``frequency_weights=`` (whole
  numbers). Estimate and uncertainty are those of the repeated rows.
- Rows drawn with known, unequal probabilities: ``sampling_weights=``, one over the probability. The
  estimate is that of the population; its uncertainty is larger, as some rows carry much of the
  weight.
- A target population of another composition (importance or inverse-probability weights):
  ``sampling_weights=``. The estimate is that of the target population; the weights are treated as
  known.
- A survey in which clusters were drawn: ``groups=`` the clusters, and ``sampling_weights=``.
- Costs, or a wish that some rows matter more: neither; see
  :mod:`aucurate.inference.operating.expected_cost` and
  :mod:`aucurate.inference.curve.partial_auc`.

Frequency weights claim that there *are* that many independent observations: survey weights passed
as frequency weights make intervals far too narrow. Sampling weights are relative: multiplied by 10
they give the same result. Equal sampling weights, frequency weights of 1 and groups of one row
change nothing at all. Rows with weight 0 are left out and counted; negative and missing weights are
refused. ``compare``, the methods of DeLong and every estimand take the data that
:meth:`aucurate.PairedScores.from_arrays` or :meth:`aucurate.Scores.from_arrays` made with these
arguments.

An estimate is, to first order, a sum over the classes c of weighted means of what each observation
adds to it, its influence :math:`\varphi` (for an AUC the placements of
:mod:`aucurate.inference.auc.delong`). With :math:`s_i` the share of observation i in the weight of
its class (:math:`1/n_c` where all weigh the same), a unit u adds

.. math::  a_{cu} = \sum_{i \in u \cap c} s_i\,(\varphi_i - \bar\varphi_c), \qquad
           \bar\varphi_c = \sum_{i \in c} s_i \varphi_i

A unit is what is drawn independently of the others: one observation, or a group of them. With
:math:`I_c` units that hold class c and I units in all, the variance of the estimate is

.. math::
    v = \sum_c \frac{I_c}{I_c - 1} \sum_u a_{cu}^2
        + \frac{I}{I - 1} \sum_{c \ne d} \sum_u a_{cu} a_{du}

For the AUC of two classes this is Obuchowski's (1997) variance. The last term comes from units that
hold both classes. It is negative where a group shifts all its scores alike (a scanner, a rater):
comparisons within the group are then more precise than others, and grouping *lowers* the standard
error. It is positive where groups are easy or hard. Without groups and weights the variance is
DeLong's. Weights that say how many members of a population an observation represents (sampling
weights) make it the variance by linearisation of the weighted estimate, as in surveys whose units
are drawn with replacement. The variance is never negative: as :math:`I \ge I_c`, it is at least
:math:`I/(I-1) \sum_u (\sum_c a_{cu})^2`.

**Degrees of freedom** count units, not rows. The variance is split into one part for each class, of
the units that hold nothing else, and one for the units that hold several classes. The parts are
independent, and each has the degrees of freedom

.. math::  f = k\,(1 - 1/I_c), \qquad
           k = \Bigl(\sum_u s_u\Bigr)^2 \Big/ \sum_u s_u^2, \qquad
           s_u = \sum_c \sum_{i \in u \cap c} s_i

(I instead of :math:`I_c` for units of several classes). k, the effective number of units, is their
number where all have the same weight, and less where a few of them carry most of it (Kish 1965).
t tests, joint tests and logit-t intervals use them. The beta interval allows for one more unit that
is wrong as a whole; where that is a group, it is wide.

The **design effect** is the variance divided by that of as many observations drawn one by one from
the same population, :math:`\sum_c \frac{1}{n_c - 1} \sum_i s_i (\varphi_i - \bar\varphi_c)^2`: 1.6
says that 240 rows are worth 150. Every result has it (``design_effect``), and the number of groups
(``n_groups``). :mod:`aucurate.planning.groups` says how it depends on the size of groups and the
correlation within them, and plans studies with groups. Sixty patients with four lesions each, of
whom some are harder than others:

>>> import aucurate as au
>>> rng = np.random.default_rng(7)
>>> patient = np.repeat(np.arange(60), 4)
>>> label = np.tile([1, 0, 0, 1], 60)
>>> ease = rng.normal(size=60)[patient]
>>> score = 1.2 * label + 0.8 * (2 * label - 1) * ease + rng.normal(size=240)
>>> for groups in (None, patient):
...     estimate = au.compare(label, {"score": score}, groups=groups).estimates[0]
...     print(f"{estimate.interval}, design effect {estimate.design_effect:.2f}")
95% CI 0.630 to 0.765, design effect 1.00
95% CI 0.588 to 0.791, design effect 1.93

A table of counts is a data set, here the ratings of Hanley and McNeil (1982). The same numbers as
sampling weights say something else, that ten rows were drawn:

>>> rating, disease = [1, 2, 3, 4, 5] * 2, [0] * 5 + [1] * 5
>>> count = [33, 6, 6, 11, 2, 3, 2, 2, 11, 33]
>>> for kind in ("frequency_weights", "sampling_weights"):
...     estimate = au.compare(disease, {"rating": rating}, **{kind: count}).estimates[0]
...     print(f"{kind}: {estimate.value:.4f}, standard error {estimate.standard_error:.3f}")
frequency_weights: 0.8932, standard error 0.031
sampling_weights: 0.8932, standard error 0.099

**Which AUC.** With groups the estimate counts every row alike, so large groups count more: it is
the AUC of a row drawn at random. Where the size of a group is related to its difficulty (patients
with many lesions are easier), that is not the AUC of a patient drawn at random. For that one,
weight each row by 1 / size of its group: ``sampling_weights=`` with ``groups=``.

**Not valid** with few groups: below about 30 that hold a class a caveat says so, however many rows
there are (docs/validation-tables.md, "Groups and sampling weights", has levels and coverages).
Groups within groups: name the outermost. Groups that cross (readers and cases, users and items):
not this variance. Clusters drawn without replacement from a small population: intervals are too
wide. Stratified surveys: strata are ignored, which is usually conservative. Weights that were
estimated from the same data: their uncertainty is not part of the result. Methods that cannot use
groups or sampling weights refuse them by name and say which can.

**Degenerate cases.** A class of which one unit carries nearly all the weight (k below 1.5) has no
variance that could be estimated, like a class with one observation: the disjoint-pairs bound of
:mod:`aucurate.inference.core.bounds` takes over.

Obuchowski, N. A. (1997). Nonparametric analysis of clustered ROC curve data. Biometrics 53,
567-578. Binder, D. A. (1983). On the variances of asymptotically normal estimators from complex
surveys. International Statistical Review 51, 279-292. Kish, L. (1965). Survey Sampling. Wiley. The
split into parts is ours.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate import kernels
from aucurate.data.arrays import frozen

Floats: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.int64]

_ROUNDING = 1e-12
_LEAST = 1.5
"""Effective number of units of a class below which its variance is as unknown as that of one."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Part:
    """One source of variance: a class of a test set, groups, estimated prevalences, training sets.

    ``covariance`` is the K x K sample covariance matrix of the influences, ``difference`` holds the
    sample variances of the difference of any two classifiers' influences, which would cancel if
    they were taken from the covariances; both are NaN with one observation. ``size`` is how many
    observations they come from, or how many independent ones these are worth. ``share`` is the
    largest sample variance that influences in [0, 1] can have, relative to that of a whole class.
    ``kurtosis`` is that of each classifier's influences, where it is known. ``down`` and ``up`` are
    how far each estimate would fall, or rise, if the whole class were as wrong, or as right, as can
    be; the beta interval needs them. ``of_prevalences`` marks the part that does not come from
    observations of a class.
    """

    covariance: Floats
    difference: Floats
    size: float
    share: float = 1.0
    kurtosis: Floats | None = None
    down: Floats | None = None
    up: Floats | None = None
    of_prevalences: bool = False

    def select(self, at: Sequence[int]) -> "Part":
        """The part of the classifiers at these places."""
        both = np.ix_(at, at)
        kurtosis, down, up = (
            None if array is None else frozen(array[list(at)])
            for array in (self.kurtosis, self.down, self.up)
        )
        return replace(
            self,
            covariance=frozen(self.covariance[both]),
            difference=frozen(self.difference[both]),
            kurtosis=kurtosis,
            down=down,
            up=up,
        )

    def times(self, factor: float) -> "Part":
        """The same with so many times the variance."""
        return replace(
            self,
            covariance=frozen(factor * self.covariance),
            difference=frozen(factor * self.difference),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The independent units of the observations of several classes.

    ``shares`` has, for each class, the share of every observation in the weight of the class;
    ``codes`` the unit that it belongs to, below ``n_units``, or None where each is a unit.
    ``sizes`` are the observations of each class, more than the rows where these have frequency
    weights.
    """

    sizes: tuple[int, ...]
    shares: tuple[Floats, ...]
    codes: tuple[Whole, ...] | None
    n_units: int

    @classmethod
    def of(
        cls,
        sizes: Sequence[int],
        weights: Sequence[Whole | Floats] | None = None,
        codes: Sequence[Whole] | None = None,
        n_groups: int = 0,
    ) -> "Units":
        """Of classes with so many observations, by their weights and the codes of their groups."""
        if weights is None:
            shares = tuple(np.full(size, 1 / size) for size in sizes)
        else:
            shares = tuple(own / own.sum() for own in weights)
        if codes is None:
            return cls(tuple(sizes), shares, None, sum(map(len, shares)))
        return cls(tuple(sizes), shares, tuple(codes), n_groups)

    def moments(
        self,
        influences: Sequence[Floats],
        means: Sequence[Floats] | None = None,
        pulls: Sequence[tuple[Floats, Floats]] | None = None,
        *,
        threads: int | None = None,
    ) -> "UnitMoments":
        """The variance in parts, from the influences (K x observations) of each class.

        ``means`` are the weighted means of the influences, for each class and classifier, where
        they are known exactly, and ``pulls`` how far each class can pull the estimates down, and
        up.
        """
        influences = [np.ascontiguousarray(each) for each in influences]
        if means is None:
            means = [
                np.array([math.fsum(row) for row in each * own])
                for each, own in zip(influences, self.shares, strict=True)
            ]
        groups = None
        if self.codes is not None:
            added = [
                kernels.group_sums(each, mean, own, codes, self.n_units, threads=threads)
                for each, mean, own, codes in zip(
                    influences, means, self.shares, self.codes, strict=True
                )
            ]
            groups = GroupSums(tuple(added), self.unit_shares)
        sums = UnitSums(
            sizes=self.sizes,
            rows=tuple(
                RowSums(kernels.share_moments(each, mean, own, threads=threads), Shares.of(own))
                for each, mean, own in zip(influences, means, self.shares, strict=True)
            ),
            groups=groups,
        )
        return sums.moments(pulls, threads=threads)

    @property
    def unit_shares(self) -> Floats:
        """The share of every unit in the weight of each class: classes x units."""
        if self.codes is None:
            ends = np.cumsum([0, *map(len, self.shares)])
            found = np.zeros((len(self.shares), self.n_units))
            for c, own in enumerate(self.shares):
                found[c, ends[c] : ends[c + 1]] = own
            return found
        return np.stack(
            [
                np.bincount(codes, own, minlength=self.n_units)
                for codes, own in zip(self.codes, self.shares, strict=True)
            ]
        )

    @property
    def effective_sizes(self) -> tuple[float, ...]:
        """How many independent units of the same weight each class is worth."""
        shares = self.shares if self.codes is None else self.unit_shares
        return tuple(float(1 / (each**2).sum()) for each in shares)

    @property
    def disjoint(self) -> int:
        """How many disjoint tuples of one unit per class the estimate averages over, at least."""
        if self.codes is None:
            return _disjoint(max(float(own.max()) for own in self.shares))
        return _disjoint(float(self.unit_shares.sum(axis=0).max()))


def _disjoint(largest: float) -> int:
    """Of how many disjoint tuples, where no unit has a larger share of the weight than this.

    A mean with weights obeys the distribution-free bounds of one over as many equal shares as its
    largest weight allows.
    """
    return max(1, math.floor((1 + _ROUNDING) / largest))


class Shares(NamedTuple):
    """Of the shares that rows have in the weight of their class: number, squares, largest one."""

    rows: int
    squares: float
    largest: float

    @classmethod
    def of(cls, shares: Floats) -> "Shares":
        """Of these."""
        return cls(len(shares), float((shares**2).sum()), float(shares.max()))


class RowSums(NamedTuple):
    """What the rows of one class add, as if each were drawn alone."""

    moments: kernels.ShareMoments
    shares: Shares


class GroupSums(NamedTuple):
    """What every group adds by the rows of each class (classifiers x groups), and its shares of
    the classes (classes x groups).
    """

    added: tuple[Floats, ...]
    shares: Floats

    @property
    def effective_sizes(self) -> tuple[float, ...]:
        """How many independent groups of the same weight each class is worth."""
        return tuple(float(1 / (each**2).sum()) for each in self.shares)

    @property
    def largest(self) -> float:
        """The largest share, over all classes, of one group."""
        return float(self.shares.sum(axis=0).max())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class UnitSums:
    """The sums over rows, and over groups where there are any, that the variance comes from.

    ``sizes`` are the observations of each class. Sums over parts of the rows add up, so that no
    more than a part of them has to be at hand.
    """

    sizes: tuple[int, ...]
    rows: tuple[RowSums, ...]
    groups: GroupSums | None = None

    @property
    def effective_sizes(self) -> tuple[float, ...]:
        """How many independent units of the same weight each class is worth."""
        if self.groups is not None:
            return self.groups.effective_sizes
        return tuple(1 / shares.squares for _, shares in self.rows)

    @property
    def disjoint(self) -> int:
        """How many disjoint tuples of one unit per class the estimate averages over, at least."""
        if self.groups is not None:
            return _disjoint(self.groups.largest)
        return _disjoint(max(shares.largest for _, shares in self.rows))

    def moments(
        self,
        pulls: Sequence[tuple[Floats, Floats]] | None = None,
        *,
        threads: int | None = None,
    ) -> "UnitMoments":
        """The variance in parts; ``pulls`` are how far a class can pull estimates, down and up."""
        known = min(self.effective_sizes) >= _LEAST
        one_by_one = tuple(
            _plain_part(each.moments, size)
            for each, size in zip(self.rows, self.sizes, strict=True)
        )
        if self.groups is None:
            parts = tuple(
                _part(
                    [each.moments],
                    _Held(each.shares.rows, np.ones(1), np.array([[each.shares.squares]])),
                    pulls and [pulls[c]],
                    [each.shares.rows],
                    each.shares.rows,
                )
                for c, each in enumerate(self.rows)
            )
        else:
            parts = _group_parts(self.groups, pulls, threads)
        return UnitMoments(_known(parts, known), one_by_one, self.disjoint)


def _group_parts(
    groups: GroupSums,
    pulls: Sequence[tuple[Floats, Floats]] | None,
    threads: int | None,
) -> tuple[Part, ...]:
    """The parts of groups of one class, and of those that hold several."""
    added, shares = groups
    holds = shares > 0
    mixed = np.count_nonzero(holds, axis=0) > 1
    counts: list[int] = np.count_nonzero(holds, axis=1).tolist()
    found = []
    for c, each in enumerate(added):
        only = holds[c] & ~mixed
        if only.any():
            sums = _sums(each[:, only], threads)
            pulled = pulls and [pulls[c]]
            held = _Held.of(shares[c : c + 1, only])
            found.append(_part([sums], held, pulled, counts[c : c + 1], counts[c]))
    if mixed.any():
        within = [each[:, mixed] for each in added]
        sums_of = [_sums(each, threads) for each in (*within, np.sum(within, axis=0))]
        units = int(np.count_nonzero(holds.any(axis=0)))
        found.append(_part(sums_of, _Held.of(shares[:, mixed]), pulls, counts, units))
    return tuple(found)


class UnitMoments(NamedTuple):
    """The parts of a variance, those of observations drawn one by one, and the disjoint tuples."""

    parts: tuple[Part, ...]
    one_by_one: tuple[Part, ...]
    disjoint: int

    def without_rounding(self, reach: float) -> "UnitMoments":
        """The same with variances of 0 where they are no more than the rounding of influences.

        ``reach`` is how far apart two estimates can be.
        """
        least = (_ROUNDING * reach) ** 2
        parts, one_by_one = (
            tuple(_without_rounding(part, least) for part in some)
            for some in (self.parts, self.one_by_one)
        )
        return self._replace(parts=parts, one_by_one=one_by_one)


def _without_rounding(part: Part, least: float) -> Part:
    covariance, difference = part.covariance / part.size, part.difference / part.size
    return replace(
        part,
        covariance=frozen(np.where(np.abs(covariance) <= least, 0.0, part.covariance)),
        difference=frozen(np.where(difference <= least, 0.0, part.difference)),
    )


def _known(parts: tuple[Part, ...], known: bool) -> tuple[Part, ...]:
    """The parts, with variances that are NaN unless they are known."""
    return parts if known else tuple(part.times(math.nan) for part in parts)


def _sums(added: Floats, threads: int | None) -> kernels.ShareMoments:
    """The moments of what groups add."""
    rows, columns = added.shape
    contiguous = np.ascontiguousarray(added)
    return kernels.share_moments(contiguous, np.zeros(rows), np.ones(columns), threads=threads)


def _plain_part(sums: kernels.ShareMoments, size: int) -> Part:
    """The part of a class of as many observations, drawn one by one from the same population."""
    factor = size / (size - 1) if size > 1 else math.nan
    return Part(
        covariance=frozen(factor * sums.single_products),
        difference=frozen(factor * sums.single_distances),
        size=size,
    )


class _Held(NamedTuple):
    """Of some units: their number, what they have of each class, and the products of that."""

    units: int
    totals: Floats
    products: Floats

    @classmethod
    def of(cls, shares: Floats) -> "_Held":
        """Of these shares (classes x units)."""
        return cls(shares.shape[1], shares.sum(axis=1), np.einsum("cu,du->cd", shares, shares))


def _part(
    sums: Sequence[kernels.ShareMoments],
    held: _Held,
    pulls: Sequence[tuple[Floats, Floats]] | None,
    counts: Sequence[int],
    units: int,
) -> Part:
    """The part of some units, from the moments of what they add by each class that they hold.

    The last of these moments, where units hold several classes, are those of the sums over the
    classes. ``counts`` are the units that hold each class, ``units`` the number of all from which
    these are drawn.
    """
    joint = _factor(units) if len(sums) > len(counts) else 0.0
    factors = [_factor(each) - joint for each in counts]
    factors += [joint] * (len(sums) - len(counts))
    squares = float(held.products.sum())
    size = 1 + float(held.totals.sum()) ** 2 / squares * (1 - 1 / units)
    covariance = sum(f * each.products for f, each in zip(factors, sums, strict=True)) * size
    difference = sum(f * each.distances for f, each in zip(factors, sums, strict=True)) * size
    second = np.diag(sums[-1].products)
    with np.errstate(invalid="ignore", divide="ignore"):
        kurtosis = held.units * sums[-1].fourth / second**2
    down = up = None
    if pulls is not None:
        down, up = (frozen(size * _farthest([p[way] for p in pulls], held)) for way in (0, 1))
    return Part(
        covariance=frozen(np.asarray(covariance)),
        difference=frozen(np.asarray(difference)),
        size=size,
        share=size * squares,
        kurtosis=frozen(kurtosis),
        down=down,
        up=up,
    )


def _factor(units: int) -> float:
    return units / (units - 1) if units > 1 else math.nan


def _farthest(pulls: Sequence[Floats], held: _Held) -> Floats:
    """How far one unit pulls each estimate, on average over what can be pulled."""
    matrix = np.stack(pulls)  # classes x classifiers
    squares = np.einsum("ck,dk,cd->k", matrix, matrix, held.products)
    total = held.totals @ matrix
    found: Floats = np.divide(squares, total, out=np.zeros_like(total), where=total > 0)
    return found
