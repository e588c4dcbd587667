"""Small linear algebra for many tables at once: tridiagonal blocks with a border of two columns."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def tridiagonal_solution(diagonal: Floats, beside: Floats, right: Floats) -> Floats:
    """Tridiagonal systems, one for each table, by elimination along the thresholds."""
    pivots = diagonal.T.copy()
    factors = beside.T.copy()
    values = np.swapaxes(right, 0, 1).copy()
    for i in range(1, len(pivots)):
        ratio = factors[i - 1] / pivots[i - 1]
        pivots[i] -= ratio * factors[i - 1]
        values[i] -= ratio[:, None] * values[i - 1]
    values[-1] /= pivots[-1][:, None]
    for i in range(len(pivots) - 2, -1, -1):
        values[i] -= factors[i][:, None] * values[i + 1]
        values[i] /= pivots[i][:, None]
    return np.swapaxes(values, 0, 1)


def crossed(first: Floats, second: Floats) -> Floats:
    """Products of columns, summed over the thresholds."""
    return np.asarray(np.einsum("rki,rkj->rij", first, second))


def two_by_two_solution(matrix: Floats, right: Floats) -> Floats:
    """Symmetric systems; a matrix that is nearly singular is steadied first."""
    ridge = 1e-12 * np.trace(matrix, axis1=1, axis2=2) + 1e-300
    a, b, d = matrix[:, 0, 0] + ridge, matrix[:, 0, 1], matrix[:, 1, 1] + ridge
    determinant = np.maximum(a * d - b * b, 1e-14 * a * d)
    x = (d * right[:, 0] - b * right[:, 1]) / determinant
    y = (a * right[:, 1] - b * right[:, 0]) / determinant
    return np.stack([x, y], axis=1)
