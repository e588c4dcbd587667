r"""Variance as a sum of parts: what an estimand brings, and everything that follows from it.

K classifiers' estimates of one quantity are, to first order, means of influences: of the placements
for an AUC (DeLong), of what an observation adds to any other estimate. Their covariance matrix is
the sum of one part for each source, a class of a test set, prevalences that are estimated or
training sets, each with the sample covariances of the influences over its observations:

.. math::  S = \sum_p S_p / n_p

An estimand supplies its values and these parts (:class:`Components`). Intervals, the test against a
fixed value, and the paired, unpaired, joint and simultaneous tests of several classifiers are the
same for all of them.

**Intervals** (``scale``). *wald* is the value plus and minus a normal quantile times the standard
error; *logit* the same on the logit scale, mapped back. *logit-t* draws each part a little towards
the largest value it can have and takes its degrees of freedom from the kurtosis of its influences
(:mod:`aucurate.inference.auc.delong` says why):

.. math::
    S'_p = \frac{(n_p - 1) S_p + w\,c}{n_p - 1 + w}, \quad
    f_p = \frac{2 n_p}{k_p - 1 + 2/(n_p - 1)}, \quad
    f = \frac{v^2}{\sum_p (S'_p/n_p)^2 / (f_p + w)}, \quad v = \sum_p S'_p/n_p

with w half an observation and c the ceiling of a part, at most p (1 - p) for an estimate at the
place p of its range. *beta* is that of :mod:`aucurate.inference.core.beta_limits`. Where the last
is not requested and there is no variance, a distribution-free bound replaces it
(:mod:`aucurate.inference.core.bounds`).

**The test of two classifiers** divides the difference, less the null difference, by the root of its
variance: of :math:`\sum_p S^{(12)}_p / n_p` for the same observations, with the sample variances of
the differences of their influences, and of the sum of both variances for different test sets. The
statistic has Student's t distribution with Satterthwaite's degrees of freedom from the parts, with
:math:`n_p - 1` each.

**The test against a fixed value** agrees with the interval on the same scale.

**The joint test** of contrasts of the estimates is that of
:func:`aucurate.inference.auc.delong_joint_test`, the simultaneous one that of
:func:`aucurate.inference.auc.simultaneous_comparisons`.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import numbers
from aucurate.data.source import Summarised, short_names
from aucurate.data.units import Part
from aucurate.errors import ContrastError, OptionError
from aucurate.formatting import join_words, number, shortened
from aucurate.inference.core import bounds, caveats
from aucurate.inference.core.beta_limits import BetaLimits, Pull
from aucurate.inference.core.contrasts import Contest, Question, difference_test, filled
from aucurate.inference.core.distributions import (
    chi_square_p_value,
    hotelling_p_value,
    p_value,
    upper_quantile,
)
from aucurate.results import (
    Alternative,
    Caveat,
    ClassEstimate,
    Comparison,
    Estimate,
    Interval,
    JointTest,
    MethodTitle,
)

Floats: TypeAlias = NDArray[np.float64]
PRIOR_WEIGHT = 0.5
JointDistribution: TypeAlias = Literal["chi-square", "F"]
Scale: TypeAlias = Literal["beta", "logit-t", "logit", "wald"]
Distribution: TypeAlias = Literal["t", "normal"]
SCALE_TITLES: dict[Scale, str] = {
    "beta": "beta", "logit-t": "logit-t", "logit": "logit", "wald": "Wald",
}  # fmt: skip
Result = TypeVar("Result", Estimate, ClassEstimate)
_MOST_TERMS = 6  # of a contrast, in a message


class LonePart(NamedTuple):
    """A part that is the variance of one estimate, and zero elsewhere: of a test set of its own."""

    at: int
    variance: float
    size: float


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Components(Summarised, ABC, Generic[Result]):
    """Estimates of one quantity for K classifiers, and their covariance as a sum of parts.

    ``plural`` is the quantity of several classifiers in a sentence, ``method`` what the variance is
    called, ``pairs`` how many disjoint pairs (or larger tuples of observations) the distribution-
    free bound has, which is called ``bound``, and ``wording`` the words for variances that are
    missing. ``ceiling`` is the largest variance that influences of one part can have, as a share of
    p (1 - p); where ``capped``, p (1 - p) / pairs is the largest that their sum can have.
    ``caveats`` are those of the test set, whatever is tested. ``n_groups`` is how many groups of
    observations there are, and ``independent`` are the parts of as many that were drawn one by one,
    where groups or sampling weights make them other ones.
    """

    names: tuple[str, ...]
    values: Sequence[float] | Floats
    parts: Sequence[Part]
    pairs: int
    quantity: str
    plural: str
    method: MethodTitle
    lowest: float = 0.0
    highest: float = 1.0
    bound: MethodTitle = bounds.DISJOINT_PAIRS
    wording: caveats.Wording = caveats.OF_AUCS
    ceiling: float = 1.0
    capped: bool = True
    caveats: tuple[Caveat, ...] = ()
    n_groups: int = 0
    independent: Sequence[Part] = ()

    def _summary(self) -> str:
        return f"{self.quantity} of {short_names(self.names)}, {self.method}"

    @property
    def reach(self) -> float:
        """How far apart two values can be."""
        return self.highest - self.lowest

    @property
    def covariance(self) -> Floats:
        """The covariance matrix of the estimates."""
        return _added(self.parts, len(self.names), absolute=True)

    def variance(self, at: int) -> float:
        """The variance of one estimate; NaN where a class has one observation."""
        return self._variances[at]

    def difference_variance(self, i: int, j: int) -> float:
        """The variance of the difference of two estimates; NaN with one observation in a class."""
        return self._difference_variances[i][j]

    def design_effect(self, at: int) -> float:
        """The variance of one estimate relative to that of observations drawn one by one."""
        if not self.independent:
            return 1.0
        return _ratio(
            self.variance(at),
            math.fsum(float(part.covariance[at, at]) / part.size for part in self.independent),
        )

    def difference_design_effect(self, i: int, j: int) -> float:
        """The same of the difference of two estimates."""
        if not self.independent:
            return 1.0
        return _ratio(
            self.difference_variance(i, j),
            math.fsum(float(part.difference[i, j]) / part.size for part in self.independent),
        )

    def correlation(self, i: int, j: int) -> float:
        """The correlation of two estimates; 0 where one of them has no variance."""
        scale = self.variance(i) * self.variance(j)
        if not scale > 0:
            return 0.0
        shared = math.fsum(float(part.covariance[i, j]) / part.size for part in self.parts)
        return max(-1.0, min(1.0, shared / math.sqrt(scale)))

    @cached_property
    def _variances(self) -> list[float]:
        found: list[float] = self._total([np.diag(part.covariance) for part in self.parts])
        return found

    @cached_property
    def _difference_variances(self) -> list[list[float]]:
        found: list[list[float]] = self._total([part.difference for part in self.parts])
        return found

    @cached_property
    def _differences(self) -> list[tuple[list[list[float]], float]]:
        return [(part.difference.tolist(), part.size) for part in self.parts]

    def _total(self, spreads: Sequence[Floats]) -> Any:
        """Of the classes and, where these show any variance, of the prevalences.

        Shares that vary say nothing about rankings that do not: then there is no variance.
        """
        each = [spread / part.size for part, spread in zip(self.parts, spreads, strict=True)]
        within = [v for part, v in zip(self.parts, each, strict=True) if not part.of_prevalences]
        known = _exact_sum(within)
        if len(within) < len(each):
            known = np.where(known > 0, _exact_sum(each), known)
        return known.tolist()

    # What an estimand may know better.

    def limits(self, at: int) -> BetaLimits:
        """The beta limits of one estimate, on the scale where its range is from 0 to 1."""
        return BetaLimits.of(self._place(self.values[at]), self._pulls(at), self._more(at))

    def is_alike(self, i: int, j: int) -> bool:
        """Whether no observation distinguishes two classifiers."""
        return self.difference_variance(i, j) == 0 and self.values[i] == self.values[j]

    def free_ends(self, at: int, tail: float) -> tuple[float, float]:
        """Both ends of the distribution-free bound of one estimate."""
        low, high = bounds.auc_ends(self._place(self.values[at]), self.pairs, tail)
        return self.lowest + self.reach * low, self.lowest + self.reach * high

    def estimate_caveats(self, at: int, scale: Scale) -> list[Caveat]:
        """The caveats of one estimate with the interval on this scale."""
        if scale == "beta" or self.is_spread(at):
            return list(self.caveats)
        what = f"the {self.quantity} of {shortened(self.names[at])}"
        return [*self.caveats, self.wording.no_variance(what, self.names[at])]

    def pair_caveats(self, i: int, other: Self, j: int) -> list[Caveat]:
        """The caveats of the values and the test sets of two classifiers together."""
        return []

    @abstractmethod
    def record(self, at: int, interval: Interval, found: Iterable[Caveat]) -> Result:
        """The record of one estimate with this interval."""

    # One classifier.

    def is_spread(self, at: int) -> bool:
        """Whether an estimate has a variance and does not lie at an end of its range."""
        value = self.values[at]
        return bool(self.variance(at) > 0 and self.lowest < value < self.highest)

    def shrunk(self, at: int) -> tuple[float, float]:
        """The variance and the degrees of freedom of the logit-t interval, on the scale 0 to 1."""
        place, unit = self._place(self.values[at]), self.reach**2
        largest = place * (1 - place)
        spreads = [
            Spread(
                float(part.covariance[at, at]) / unit,
                math.nan if part.kurtosis is None else float(part.kurtosis[at]),
                part.size,
                part.share,
            )
            for part in self.parts
        ]
        variance, degrees = shrunk_variance(spreads, largest * self.ceiling)
        return (min(variance, largest / self.pairs) if self.capped else variance), degrees

    def ends(self, at: int, scale: Scale, tail: float) -> tuple[float, float]:
        """Both ends of the interval of one estimate, by what each leaves outside."""
        if scale == "beta":
            low, high = self.limits(at).ends(tail)
        elif not self.is_spread(at):
            return self.free_ends(at, tail)
        else:
            place, variance, degrees = self._place(self.values[at]), math.nan, math.inf
            if scale == "logit-t":
                variance, degrees = self.shrunk(at)
            else:
                variance = self.variance(at) / self.reach**2
            if scale == "wald":
                away = upper_quantile(tail) * math.sqrt(variance)
                low, high = max(0.0, place - away), min(1.0, place + away)
            else:
                low, high = logit_t_ends(place, variance, degrees, tail)
        value = float(self.values[at])
        low, high = self.lowest + self.reach * low, self.lowest + self.reach * high
        return min(low, value), max(high, value)

    def interval(self, at: int, scale: Scale, confidence: float) -> Interval:
        """The interval of one estimate."""
        low, high = self.ends(at, scale, (1 - confidence) / 2)
        spread = scale == "beta" or self.is_spread(at)
        method = self.method.plus(SCALE_TITLES[scale], scale) if spread else self.bound
        return Interval(low=low, high=high, confidence=confidence, method=method, bound=not spread)

    def estimate(self, at: int, scale: Scale, confidence: float) -> Result:
        """One estimate with its interval."""
        return self.record(
            at, self.interval(at, scale, confidence), self.estimate_caveats(at, scale)
        )

    def null_test(
        self, at: int, null: float, question: Question, scale: Scale, *, chance: float
    ) -> Comparison:
        """Test one estimate against a value, in agreement with its interval on this scale."""
        estimate = self.estimate(at, scale, question.confidence)
        interval = replace(
            estimate.interval, low=estimate.interval.low - null, high=estimate.interval.high - null
        )
        contest = Contest(
            estimate.name,
            "chance" if null == chance else f"{self.quantity} {number(null)}",
            estimate.value,
            float(null),
            estimate.standard_error**2,
            "one test set",
            estimate.caveats,
            self.quantity,
            n_groups=self.n_groups,
            design_effect=self.design_effect(at),
        )
        statistic, degrees, p = self.evidence(at, null, question.alternative, scale)
        return filled(contest, question, interval, statistic, degrees, p)

    def evidence(
        self, at: int, null: float, alternative: Alternative, scale: Scale
    ) -> tuple[float, float, float]:
        """The statistic, its degrees of freedom and the p-value of the test of one estimate."""
        place, assumed = self._place(self.values[at]), self._place(null)
        if scale == "beta":
            statistic, p = self.limits(at).null_test(assumed, alternative)
            return statistic, math.inf, p
        if not self.is_spread(at):
            # A mean in [0, 1] stretched to [-1, 1] obeys the bound of a difference.
            p = bounds.difference_p_value(2 * place - 1, 2 * assumed - 1, self.pairs, alternative)
            return float(self.values[at]) - null, math.inf, p
        error, degrees = math.sqrt(self.variance(at)) / self.reach, math.inf
        if scale == "wald":
            statistic = (place - assumed) / error
        else:
            if scale == "logit-t":
                variance, degrees = self.shrunk(at)
                error = math.sqrt(variance)
            distance = float(special.logit(place) - special.logit(assumed))
            statistic = distance * place * (1 - place) / error
        return statistic, degrees, p_value(statistic, alternative, degrees)

    # Two classifiers.

    def paired(self, i: int, j: int) -> Contest:
        """Two classifiers on the same observations."""
        names = self.names[i], self.names[j]
        variance = self.difference_variance(i, j)
        alike = not variance > 0 and self.is_alike(i, j)
        found = [*self.caveats, *self.pair_caveats(i, self, j)]
        found += self.wording.of_difference(
            names,
            (self.variance(i), self.variance(j)),
            variance,
            alike=alike,
        )
        return Contest(
            *names,
            float(self.values[i]),
            float(self.values[j]),
            variance,
            "paired",
            tuple(found),
            self.quantity,
            self.reach,
            self.bound,
            self.pairs,
            alike,
            tuple((each[i][j], size) for each, size in self._differences),
            n_groups=self.n_groups,
            design_effect=self.difference_design_effect(i, j),
        )

    def apart(self, other: Self, *, shared: bool = False) -> Contest:
        """The only classifier of each of two test sets; ``shared`` says that these are the same."""
        names = self.names[0], other.names[0]
        variances = self.variance(0), other.variance(0)
        found = list(dict.fromkeys((*self.caveats, *other.caveats)))
        found += self.pair_caveats(0, other, 0)
        if shared:
            found.append(caveats.shared_observations(*names, f"their {self.plural}"))
        found += self.wording.of_difference(names, variances, math.fsum(variances))
        return Contest(
            *names,
            float(self.values[0]),
            float(other.values[0]),
            math.fsum(variances),
            "unpaired",
            tuple(found),
            self.quantity,
            self.reach,
            self.bound,
            min(self.pairs, other.pairs),
            False,
            tuple(
                (float(part.covariance[0, 0]), part.size)
                for parts in (self.parts, other.parts)
                for part in parts
            ),
            n_groups=self.n_groups + other.n_groups,
            design_effect=_ratio(
                math.fsum(variances),
                math.fsum(member.variance(0) / member.design_effect(0) for member in (self, other)),
            )
            if self.independent or other.independent
            else 1.0,
        )

    def test(
        self, contest: Contest, question: Question, distribution: Distribution = "t"
    ) -> Comparison:
        """The test of a contest by its variance, or by the bound where it has none."""
        normal = distribution == "normal"
        return difference_test(contest, question, method=self.method, normal=normal)

    # Several classifiers.

    def joint_test(
        self, contrasts: Any = None, *, distribution: JointDistribution = "chi-square"
    ) -> JointTest:
        """Test that all estimates are equal, or that every contrast of them is zero."""
        return joint_test((self,), contrasts, distribution=distribution)

    def _place(self, value: float) -> float:
        """Where a value lies in its range, from 0 to 1."""
        return float(value - self.lowest) / self.reach

    def _pulls(self, at: int) -> list[Pull]:
        """What the beta limits need to know of each class, on the scale 0 to 1."""
        return [
            Pull(
                float(part.covariance[at, at]) / self.reach**2,
                part.size,
                float(part.down[at]),
                float(part.up[at]),
            )
            for part in self.parts
            if part.down is not None and part.up is not None
        ]

    def _more(self, at: int) -> float:
        """The variance that comes from no class."""
        others = (part for part in self.parts if part.of_prevalences)
        return math.fsum(float(part.covariance[at, at]) / part.size for part in others)


def joint_test(
    members: Sequence[Components[Result]],
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
) -> JointTest:
    """Test that all estimates are equal, or that every contrast of them is zero.

    ``members`` are all classifiers on the same observations, or one on each of several test sets.
    Contrasts whose weights sum to zero see only differences: with the matrix G of the variances of
    differences, L S L' = -L G L' / 2, which does not cancel where two classifiers are nearly alike.
    """
    first, together = members[0], len(members) == 1
    names = first.names if together else tuple(member.names[0] for member in members)
    estimates = np.array(first.values if together else [member.values[0] for member in members])
    parts = first.parts if together else _lone_parts(members)
    matrix = checked_contrasts(contrasts, names)
    if not all(_is_finite(part) for part in parts):
        raise ContrastError(
            f"a class has one observation, so the covariance of the {first.plural} cannot be "
            "estimated.",
            hint="a joint test needs at least two observations of every class.",
        )
    effect = matrix @ estimates
    absolute = bool(matrix.sum(axis=1).any())
    source = _added(parts, len(names), absolute=absolute)
    spread = matrix @ source @ matrix.T
    scale = float(np.max(np.abs(matrix) @ np.abs(source) @ np.abs(matrix).T, initial=0.0))
    noise = 16 * len(names) * np.finfo(float).eps
    values, vectors = np.linalg.eigh((spread + spread.T) / 2)
    inside = values > noise * scale
    _refuse_outside(effect, vectors[:, ~inside], noise, matrix, names)
    whitened = (vectors[:, inside] / np.sqrt(values[inside])).T @ matrix
    statistic = float(np.sum((whitened @ estimates) ** 2))
    rank = int(inside.sum())
    free = math.inf
    if distribution == "F" and rank:
        free = _joint_degrees_of_freedom(whitened, parts, rank, absolute=absolute)
    question = "are equal" if contrasts is None else "are zero"
    what = first.plural if contrasts is None else f"contrasts of {first.plural}"
    return JointTest(
        names=names,
        quantity=first.quantity,
        hypothesis=f"all {what} {question}",
        statistic=statistic,
        degrees_of_freedom=float(rank),
        denominator_degrees_of_freedom=free - rank + 1,
        p_value=_p_value(statistic, rank, free),
        method=first.method.plus(distribution),
        caveats=tuple(dict.fromkeys(c for member in members for c in member.caveats)),
    )


def _lone_parts(members: Sequence[Components[Result]]) -> list[LonePart]:
    """The parts of independent test sets: each has one place on the diagonal."""
    return [
        LonePart(at, float(part.covariance[0, 0]) / part.size, part.size)
        for at, member in enumerate(members)
        for part in member.parts
    ]


def _ratio(variance: float, plain: float) -> float:
    """How often the plain variance goes into the other; 1 where both are 0."""
    if plain > 0:
        return variance / plain
    return 1.0 if variance == plain else math.nan


def _exact_sum(arrays: Sequence[Floats]) -> Floats:
    """The sum of arrays, each element rounded once; that of two is."""
    if len(arrays) <= 2:
        return np.asarray(sum(arrays[1:], start=arrays[0]))
    stacked = np.stack(arrays, axis=-1)
    return np.apply_along_axis(math.fsum, -1, stacked)


class Spread(NamedTuple):
    """The sample variance of the influences of one estimate over one part, their kurtosis, size.

    ``share`` is that of the ceiling which the part can reach.
    """

    variance: float
    kurtosis: float
    size: float
    share: float = 1.0


def shrunk_variance(spreads: Iterable[Spread], ceiling: float) -> tuple[float, float]:
    """The variance v and the degrees of freedom f of the logit-t interval."""
    total, weighed = 0.0, 0.0
    for spread, kurtosis, size, share in spreads:
        prior = PRIOR_WEIGHT * share * ceiling
        drawn = ((size - 1) * spread + prior) / (size - 1 + PRIOR_WEIGHT)
        tails = 3.0 if math.isnan(kurtosis) else max(1.0, kurtosis)
        free = 2 * size / (tails - 1 + 2 / (size - 1)) + PRIOR_WEIGHT
        total += drawn / size
        weighed += (drawn / size) ** 2 / free
    return total, max(1.0, total**2 / weighed)


def logit_t_ends(value: float, variance: float, degrees: float, tail: float) -> tuple[float, float]:
    """Both ends around a value between 0 and 1, by what each leaves outside."""
    centre = float(special.logit(value))
    away = upper_quantile(tail, degrees) * math.sqrt(variance) / (value * (1 - value))
    low, high = float(special.expit(centre - away)), float(special.expit(centre + away))
    return min(value, low), max(value, high)


def _is_finite(part: Part | LonePart) -> bool:
    if isinstance(part, LonePart):
        return math.isfinite(part.variance)
    return bool(np.isfinite(part.covariance).all())


def _added(
    parts: Sequence[Part | LonePart], members: int, *, absolute: bool
) -> NDArray[np.float64]:
    """The sum of all parts: their covariances, or -G / 2 with the variances of differences G."""
    source = np.zeros((members, members))
    for part in parts:
        if not isinstance(part, LonePart):
            matrix = part.covariance if absolute else part.difference
            source += matrix / part.size if absolute else -(matrix / part.size) / 2
        elif absolute:
            source[part.at, part.at] += part.variance
        else:
            others = np.arange(members) != part.at
            source[part.at, others] -= part.variance / 2
            source[others, part.at] -= part.variance / 2
    return source


def _joint_degrees_of_freedom(
    whitened: NDArray[np.float64],
    parts: Sequence[Part | LonePart],
    rank: int,
    *,
    absolute: bool,
) -> float:
    """Those of the whole covariance matrix as if it were one Wishart matrix."""
    weighted = 0.0
    for part in parts:
        if isinstance(part, LonePart):
            column = whitened[:, part.at]
            weighted += 2 * (part.variance * float(column @ column)) ** 2 / (part.size - 1)
        else:
            matrix = part.covariance if absolute else part.difference
            own = matrix / part.size if absolute else -(matrix / part.size) / 2
            within = whitened @ own @ whitened.T
            weighted += float(np.sum(within * within.T) + np.trace(within) ** 2) / (part.size - 1)
    free = (rank + rank**2) / weighted
    if free - rank + 1 <= 0:
        raise ContrastError(
            f"{rank} contrasts are too many for a covariance matrix that rests on "
            f"{number(free, 1)} degrees of freedom.",
            hint="compare fewer classifiers at once, or use distribution='chi-square', which "
            "ignores this and rejects too often.",
        )
    return free


def _p_value(statistic: float, rank: int, free: float) -> float:
    if math.isinf(free) or rank == 0:
        return chi_square_p_value(statistic, rank)
    return hotelling_p_value(statistic, rank, free)


def checked_contrasts(contrasts: Any, names: tuple[str, ...]) -> NDArray[np.float64]:
    """Contrasts as a matrix, each row scaled to a largest weight of 1; None asks for equality."""
    if contrasts is None:
        if len(names) < 2:
            raise OptionError(
                "a joint test needs two or more classifiers.",
                hint="test one AUC against 0.5 with delong_null_test.",
            )
        return np.eye(len(names))[:-1] - np.eye(len(names))[1:]
    try:
        matrix = np.atleast_2d(numbers(contrasts, "contrasts"))
    except OptionError:
        matrix = np.empty((0, 0))
    if matrix.ndim != 2 or matrix.shape[0] == 0 or matrix.shape[1] != len(names):
        raise OptionError(
            f"a contrast needs one number for each of the {len(names)} classifiers.",
            hint=f"the columns are {join_words([shortened(n) for n in names])}, in this order.",
        )
    if not np.isfinite(matrix).all() or not np.abs(matrix).sum(axis=1).all():
        raise OptionError(
            "contrasts must be finite, and none may be all zeros.",
            hint="[1, -1, 0] compares the first classifier with the second.",
        )
    # The test does not depend on the length of a contrast; telling zero from rounding does.
    matrix /= np.abs(matrix).max(axis=1, keepdims=True)
    return matrix


def _refuse_outside(
    effect: NDArray[np.float64],
    null_space: NDArray[np.float64],
    noise: float,
    matrix: NDArray[np.float64],
    names: tuple[str, ...],
) -> None:
    """A part of the effect that has no variance cannot be tested, and is not passed over."""
    stray = null_space.T @ effect
    if not np.any(np.abs(stray) > noise * np.abs(matrix).sum()):
        return
    direction = null_space[:, int(np.argmax(np.abs(stray)))] @ matrix
    weighed = np.flatnonzero(direction)
    heaviest = np.sort(
        weighed[np.argsort(-np.abs(direction[weighed]), kind="stable")[:_MOST_TERMS]]
    )
    weights = [f"{number(float(direction[at]))} {shortened(names[at])}" for at in heaviest]
    if len(weighed) > _MOST_TERMS:
        weights.append(f"{len(weighed) - _MOST_TERMS} more")
    raise ContrastError(
        f"the contrast {' + '.join(weights)} differs from zero in these data but its estimated "
        "variance is zero, so no chi-square test of it exists.",
        hint="this happens with perfect separation or constant scores: leave that classifier out, "
        "or look at its pairwise comparisons, which use a bound that needs no variance.",
    )
