r"""DeLong's joint test: are all curves' areas equal, or does any contrast of them differ from zero?

For a contrast matrix L (one row per question, one column per classifier) and the AUCs
:math:`\hat A` with DeLong's covariance S,

.. math::  X^2 = (L\hat A)^T (L S L^T)^{-1} (L\hat A)

is chi-square with rank(L S L') degrees of freedom. Where L S L' is singular (dependent rows,
classifiers that rank alike) the test is carried out on its range: the eigenvectors whose
eigenvalues exceed the rounding error of S. A pseudo-inverse alone would silently ignore a part of
:math:`L\hat A` outside that range, a difference that the data show without any variance; such a
contrast is refused with the reason.

**Small classes.** The chi-square distribution takes S for known, and with 20 observations in a
class it rejects a true null too often (docs/validation.md). S is the sum of two estimated matrices,
:math:`S_{10}/m` and :math:`S_{01}/n`; ``distribution="F"`` allows for that as Hotelling did for one
matrix: with q = rank(L S L'), :math:`W_i = (LSL')^{-1/2} L S_i L^T (LSL')^{-1/2}` for each part
:math:`S_i` of S (from :math:`n_i` observations) and

.. math::
    \nu = \frac{q + q^2}{\sum_i (\operatorname{tr} W_i^2 + (\operatorname{tr} W_i)^2)/(n_i - 1)},
    \qquad X^2\, \frac{\nu - q + 1}{q \nu} \sim F(q, \nu - q + 1)

(Krishnamoorthy and Yu 2004, for two means with unequal covariance matrices). For one contrast it is
the t test of :func:`aucurate.delong_test`. ``compare`` uses it; the function's own default is
DeLong's chi-square.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Biometrics 44, 837-845; their example
(three tests for ovarian cancer surgery, 43 patients) gives :math:`X^2` = 2.534 on 2 df, p = 0.2817.
Krishnamoorthy, K., Yu, J. (2004). Modified Nel and Van der Merwe test for the multivariate
Behrens-Fisher problem. Statistics and Probability Letters 66, 161-169.
"""

import math
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked, numbers
from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.errors import ContrastError, OptionError
from aucurate.formatting import listing, number, shortened
from aucurate.inference.core import caveats
from aucurate.inference.core.reference_distributions import chi_square_p_value, hotelling_p_value
from aucurate.results import Caveat, JointTest

JointDistribution: TypeAlias = Literal["chi-square", "F"]
_MOST_TERMS = 6  # of a contrast, in a message
Part: TypeAlias = tuple[NDArray[np.float64], NDArray[np.float64], int]


class LonePart(NamedTuple):
    """A part of the covariance matrix that is the variance of one AUC, and zero elsewhere."""

    at: int
    variance: float
    size: int


@checked
def delong_joint_test(
    data: PairedScores | AucMoments,
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
) -> JointTest:
    """Test that all AUCs are equal, or that every contrast of them is zero.

    ``statistic`` and ``degrees_of_freedom`` are those of chi-square whatever the distribution.

    >>> from aucurate.data.paired import PairedScores
    >>> data = PairedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1], {"a": [1, 2, 4, 3, 5, 6], "b": [2, 1, 5, 6, 4, 3]}
    ... )
    >>> print(delong_joint_test(data))
    all AUCs are equal: chi-square 0.2000 on 1 df, p = 0.655, DeLong chi-square
    """
    moments = data if isinstance(data, AucMoments) else AucMoments.from_scores(data)
    m, n = moments.n_positive, moments.n_negative
    return joint_test(
        moments.names,
        np.array(moments.aucs),
        [
            (moments.positive_covariance / m, moments.positive_difference / m, m),
            (moments.negative_covariance / n, moments.negative_difference / n, n),
        ],
        contrasts,
        distribution=distribution,
        found=tuple(caveats.of_class_sizes(moments)),
    )


def unpaired_joint_test(
    members: list[AucMoments],
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
) -> JointTest:
    """The same for classifiers on independent test sets: the covariance matrix is diagonal."""
    found = {c: None for moments in members for c in caveats.of_class_sizes(moments)}
    return joint_test(
        tuple(moments.names[0] for moments in members),
        np.array([moments.aucs[0] for moments in members]),
        [part for at, moments in enumerate(members) for part in _parts(moments, at)],
        contrasts,
        distribution=distribution,
        found=tuple(found),
    )


def joint_test(
    names: tuple[str, ...],
    aucs: NDArray[np.float64],
    parts: Sequence[Part | LonePart],
    contrasts: Any = None,
    *,
    distribution: JointDistribution = "chi-square",
    found: tuple[Caveat, ...] = (),
) -> JointTest:
    """The test of contrasts of estimates whose covariance matrix is a sum of estimated parts.

    A part is its share of the covariance matrix, of the matrix G of the variances of differences,
    and the number of observations it was estimated from. Contrasts whose weights sum to zero see
    only differences: L S L' = -L G L' / 2, which does not cancel where two classifiers are nearly
    alike.
    """
    matrix = checked_contrasts(contrasts, names)
    if not all(_is_finite(part) for part in parts):
        raise ContrastError(
            "a class has one observation, so the covariance of the AUCs cannot be estimated.",
            hint="a joint test needs at least two positives and two negatives.",
        )
    effect = matrix @ aucs
    absolute = bool(matrix.sum(axis=1).any())
    source = _added(parts, len(names), absolute=absolute)
    spread = matrix @ source @ matrix.T
    scale = float(np.max(np.abs(matrix) @ np.abs(source) @ np.abs(matrix).T, initial=0.0))
    noise = 16 * len(names) * np.finfo(float).eps
    values, vectors = np.linalg.eigh((spread + spread.T) / 2)
    inside = values > noise * scale
    _refuse_outside(effect, vectors[:, ~inside], noise, matrix, names)
    whitened = (vectors[:, inside] / np.sqrt(values[inside])).T @ matrix
    statistic = float(np.sum((whitened @ aucs) ** 2))
    rank = int(inside.sum())
    free = math.inf
    if distribution == "F" and rank:
        free = _degrees_of_freedom(whitened, parts, rank, absolute=absolute)
    return JointTest(
        names=names,
        quantity="AUC",
        hypothesis="all AUCs are equal" if contrasts is None else "all contrasts of AUCs are zero",
        statistic=statistic,
        degrees_of_freedom=float(rank),
        denominator_degrees_of_freedom=free - rank + 1,
        p_value=_p_value(statistic, rank, free),
        method=f"DeLong {distribution}",
        caveats=found,
    )


def _parts(moments: AucMoments, at: int) -> list[LonePart]:
    """The two parts of one of several independent test sets: its place on the diagonal."""
    return [
        LonePart(at, float(covariance[0, 0]) / size, size)
        for covariance, size in (
            (moments.positive_covariance, moments.n_positive),
            (moments.negative_covariance, moments.n_negative),
        )
    ]


def _is_finite(part: Part | LonePart) -> bool:
    if isinstance(part, LonePart):
        return math.isfinite(part.variance)
    return bool(np.isfinite(part[0]).all())


def _added(
    parts: Sequence[Part | LonePart], members: int, *, absolute: bool
) -> NDArray[np.float64]:
    """The sum of all parts: their covariances, or -G / 2 with the variances of differences G."""
    source = np.zeros((members, members))
    for part in parts:
        if not isinstance(part, LonePart):
            source += part[0] if absolute else -part[1] / 2
        elif absolute:
            source[part.at, part.at] += part.variance
        else:
            others = np.arange(members) != part.at
            source[part.at, others] -= part.variance / 2
            source[others, part.at] -= part.variance / 2
    return source


def _degrees_of_freedom(
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
            covariance, gap, size = part
            within = whitened @ (covariance if absolute else -gap / 2) @ whitened.T
            weighted += float(np.sum(within * within.T) + np.trace(within) ** 2) / (size - 1)
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
            hint=f"columns stand for {listing([shortened(n) for n in names])}, in this order.",
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
