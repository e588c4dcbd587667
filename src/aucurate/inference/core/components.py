r"""Variance as a sum of parts: what an estimand brings, and what follows from nothing else.

K classifiers' estimates of one quantity are, to first order, means of influences: of the placements
for an AUC (DeLong), of what an observation adds to any other estimate. Their covariance matrix is
the sum of one part for each independent source, a class of a test set or prevalences that are
estimated, each with the sample covariances of the influences over its observations:

.. math::  S = \sum_p S_p / n_p

**The recipe of the logit-t interval** draws each part a little towards the largest value it can
have and takes its degrees of freedom from the kurtosis of its influences
(:mod:`aucurate.inference.auc.delong` says why):

.. math::
    S'_p = \frac{(n_p - 1) S_p + w\,c}{n_p - 1 + w}, \quad
    f_p = \frac{2 n_p}{k_p - 1 + 2/(n_p - 1)}, \quad
    f = \frac{v^2}{\sum_p (S'_p/n_p)^2 / (f_p + w)}, \quad v = \sum_p S'_p/n_p

with w half an observation and c the ceiling of a part.

**The joint test** of contrasts of the estimates is that of :func:`aucurate.delong_joint_test`.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import numbers
from aucurate.errors import ContrastError, OptionError
from aucurate.formatting import join_words, number, shortened
from aucurate.inference.core.distributions import (
    chi_square_p_value,
    hotelling_p_value,
    upper_quantile,
)
from aucurate.results import Caveat, JointTest, MethodTitle

Floats: TypeAlias = NDArray[np.float64]
PRIOR_WEIGHT = 0.5
JointDistribution: TypeAlias = Literal["chi-square", "F"]
_MOST_TERMS = 6  # of a contrast, in a message


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Part:
    """One independent source of variance: a class of a test set, or its estimated prevalences.

    ``covariance`` is the K x K sample covariance matrix of the influences, ``difference`` holds the
    sample variances of the difference of any two classifiers' influences, which would cancel if
    they were taken from the covariances; both are NaN with one observation.
    """

    covariance: Floats
    difference: Floats
    size: int
    of_prevalences: bool = False


class LonePart(NamedTuple):
    """A part that is the variance of one estimate, and zero elsewhere: of a test set of its own."""

    at: int
    variance: float
    size: int


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Components:
    """Estimates of one quantity for K classifiers, and their covariance as a sum of parts.

    ``plural`` is the quantity of several classifiers in a sentence, ``method`` what the variance is
    called, and ``caveats`` what is to be said of the test set whatever is asked.
    """

    quantity: str
    plural: str
    method: MethodTitle
    names: tuple[str, ...]
    values: Floats
    parts: Sequence[Part | LonePart]
    caveats: tuple[Caveat, ...] = ()

    def joint_test(
        self, contrasts: Any = None, *, distribution: JointDistribution = "chi-square"
    ) -> JointTest:
        """Test that all estimates are equal, or that every contrast of them is zero.

        Contrasts whose weights sum to zero see only differences: with the matrix G of the variances
        of differences, L S L' = -L G L' / 2, which does not cancel where two classifiers are nearly
        alike.
        """
        matrix = checked_contrasts(contrasts, self.names)
        if not all(_is_finite(part) for part in self.parts):
            raise ContrastError(
                f"a class has one observation, so the covariance of the {self.plural} cannot be "
                "estimated.",
                hint="a joint test needs at least two observations of every class.",
            )
        effect = matrix @ self.values
        absolute = bool(matrix.sum(axis=1).any())
        source = _added(self.parts, len(self.names), absolute=absolute)
        spread = matrix @ source @ matrix.T
        scale = float(np.max(np.abs(matrix) @ np.abs(source) @ np.abs(matrix).T, initial=0.0))
        noise = 16 * len(self.names) * np.finfo(float).eps
        values, vectors = np.linalg.eigh((spread + spread.T) / 2)
        inside = values > noise * scale
        _refuse_outside(effect, vectors[:, ~inside], noise, matrix, self.names)
        whitened = (vectors[:, inside] / np.sqrt(values[inside])).T @ matrix
        statistic = float(np.sum((whitened @ self.values) ** 2))
        rank = int(inside.sum())
        free = math.inf
        if distribution == "F" and rank:
            free = _joint_degrees_of_freedom(whitened, self.parts, rank, absolute=absolute)
        equal = f"all {self.plural} are equal"
        return JointTest(
            names=self.names,
            quantity=self.quantity,
            hypothesis=equal if contrasts is None else f"all contrasts of {self.plural} are zero",
            statistic=statistic,
            degrees_of_freedom=float(rank),
            denominator_degrees_of_freedom=free - rank + 1,
            p_value=_p_value(statistic, rank, free),
            method=self.method.plus(distribution),
            caveats=self.caveats,
        )


class Spread(NamedTuple):
    """The sample variance of the influences of one estimate over one part, their kurtosis, size."""

    variance: float
    kurtosis: float
    size: int


def shrunk_variance(spreads: Iterable[Spread], ceiling: float) -> tuple[float, float]:
    """The variance v and the degrees of freedom f of the logit-t interval."""
    total, weighed = 0.0, 0.0
    for spread, kurtosis, size in spreads:
        drawn = ((size - 1) * spread + PRIOR_WEIGHT * ceiling) / (size - 1 + PRIOR_WEIGHT)
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
            hint="compare fewer classifiers at once, or take distribution='chi-square', which "
            "passes over that and rejects too often.",
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
                "a joint test needs two classifiers or more.",
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
            hint=f"columns stand for {join_words([shortened(n) for n in names])}, in this order.",
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
