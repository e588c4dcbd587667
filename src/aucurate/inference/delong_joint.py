r"""DeLong's joint test: are all curves' areas equal, or does any contrast of them differ from zero?

For a contrast matrix L (one row per question, one column per classifier) and the AUCs
:math:`\hat A` with DeLong's covariance S,

.. math::  X^2 = (L\hat A)^T (L S L^T)^{-1} (L\hat A)

is chi-square with rank(L S L') degrees of freedom. Where L S L' is singular (dependent rows,
classifiers that rank alike) the test is carried out on its range: the eigenvectors whose
eigenvalues exceed the rounding error of S. A pseudo-inverse alone would silently ignore a part of
:math:`L\hat A` outside that range, a difference that the data show without any variance; such a
contrast is refused with the reason.

DeLong, E. R., DeLong, D. M., Clarke-Pearson, D. L. (1988). Biometrics 44, 837-845; their example
(three tests for ovarian cancer surgery, 43 patients) gives :math:`X^2` = 2.534 on 2 df, p = 0.2817.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from aucurate.data.moments import AucMoments
from aucurate.data.paired import PairedScores
from aucurate.errors import ContrastError, OptionError
from aucurate.formatting import listing, number, shortened
from aucurate.inference import caveats
from aucurate.inference.reference_distributions import chi_square_p_value
from aucurate.results import Caveat, JointTest

METHOD = "DeLong chi-square"


def delong_joint_test(data: PairedScores | AucMoments, contrasts: Any = None) -> JointTest:
    """Test that all AUCs are equal, or that every contrast of them is zero.

    >>> from aucurate.data.paired import PairedScores
    >>> data = PairedScores.from_arrays(
    ...     [0, 0, 0, 1, 1, 1], {"a": [1, 2, 4, 3, 5, 6], "b": [2, 1, 5, 6, 4, 3]}
    ... )
    >>> print(delong_joint_test(data))
    all AUCs are equal: chi-square 0.2000 on 1 df, p = 0.655, DeLong chi-square
    """
    moments = data if isinstance(data, AucMoments) else AucMoments.from_scores(data)
    return joint_test(
        moments.names,
        np.array(moments.aucs),
        moments.covariance,
        moments.difference_variance,
        contrasts,
        tuple(caveats.of_class_sizes(moments)),
    )


def unpaired_joint_test(members: list[AucMoments], contrasts: Any = None) -> JointTest:
    """The same for classifiers on independent test sets: the covariance matrix is diagonal."""
    found = {c: None for moments in members for c in caveats.of_class_sizes(moments)}
    variances = np.array([float(moments.covariance[0, 0]) for moments in members])
    return joint_test(
        tuple(moments.names[0] for moments in members),
        np.array([moments.aucs[0] for moments in members]),
        np.diag(variances),
        np.add.outer(variances, variances) - 2 * np.diag(variances),
        contrasts,
        tuple(found),
    )


def joint_test(
    names: tuple[str, ...],
    aucs: NDArray[np.float64],
    covariance: NDArray[np.float64],
    difference_variance: NDArray[np.float64],
    contrasts: Any = None,
    found: tuple[Caveat, ...] = (),
) -> JointTest:
    """The chi-square test of contrasts of any estimates with any covariance matrix.

    Contrasts whose weights sum to zero see only differences: with G the matrix of the variances of
    differences, L S L' = -L G L' / 2, which does not cancel where two classifiers are nearly alike.
    """
    matrix = checked_contrasts(contrasts, names)
    if not np.isfinite(covariance).all():
        raise ContrastError(
            "a class has one observation, so the covariance of the AUCs cannot be estimated.",
            hint="a joint test needs at least two positives and two negatives.",
        )
    effect = matrix @ aucs
    source = covariance if matrix.sum(axis=1).any() else -difference_variance / 2
    spread = matrix @ source @ matrix.T
    scale = float(np.max(np.abs(matrix) @ np.abs(source) @ np.abs(matrix).T, initial=0.0))
    noise = 16 * len(names) * np.finfo(float).eps
    values, vectors = np.linalg.eigh((spread + spread.T) / 2)
    inside = values > noise * scale
    _refuse_outside(effect, vectors[:, ~inside], noise, matrix, names)
    along = vectors[:, inside].T @ effect
    statistic = float(np.sum(along**2 / values[inside]))
    degrees = int(inside.sum())
    return JointTest(
        names=names,
        quantity="AUC",
        hypothesis="all AUCs are equal" if contrasts is None else "all contrasts of AUCs are zero",
        statistic=statistic,
        degrees_of_freedom=float(degrees),
        p_value=chi_square_p_value(statistic, degrees),
        method=METHOD,
        caveats=found,
    )


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
        matrix = np.atleast_2d(np.array(contrasts, np.float64))
    except (TypeError, ValueError):
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
    weights = [
        f"{number(float(w))} {shortened(n)}" for w, n in zip(direction, names, strict=True) if w
    ]
    raise ContrastError(
        f"the contrast {' + '.join(weights)} differs from zero in these data but its estimated "
        "variance is zero, so no chi-square test of it exists.",
        hint="this happens with perfect separation or constant scores: leave that classifier out, "
        "or look at its pairwise comparisons, which use a bound that needs no variance.",
    )
