r"""The sigmoid-smoothed area of Calders and Jaroszewicz.

**Question.** What is the AUC when a small difference between two scores counts little, so that the
area can be differentiated?

**Use it** to reproduce papers that optimise or report the smoothed area, and to see how much of an
AUC rests on tiny differences.

The step of the empirical AUC is replaced by a sigmoid of steepness :math:`\beta`,

.. math::
    A_\beta = \frac{1}{mn} \sum_{i,j} \frac{1}{1 + e^{-\beta (x_i - z_j)}}.

As :math:`\beta` grows it tends to the AUC, ties one half, and as :math:`\beta` falls to 0 it tends
to 1/2. It is never further from the AUC than the mean of :math:`1 / (1 + e^{\beta |x_i - z_j|})`
over the pairs that are no ties. It is the area of a curve whose scores have logistic errors, so it
depends on the scale of the scores: multiplying them by c is multiplying :math:`\beta` by c. Say on
which scale :math:`\beta` is meant.

:func:`sigmoid_area` is exact: close pairs are evaluated or go through a Fourier transformation
(:mod:`aucurate.estimates.fits.smoothing`), to 1e-9 of the double loop, in the time of a sort.
:func:`polynomial_area` is the paper's own way to a single pass over the data: a polynomial of the
difference instead of the sigmoid, so that the sum over pairs becomes products of power sums,

.. math::
    \sum_{i,j} \sum_k c_k (x_i - z_j)^k
    = \sum_k c_k \sum_l \binom{k}{l} \sum_i x_i^{k-l} \sum_j (-z_j)^l.

The paper's polynomial is fitted by least squares; ours is Chebyshev's on the range of all
differences, found from the data, and :func:`polynomial_error` is its largest error there. It serves
where the data are seen once and only sums can be kept. A steep sigmoid is no polynomial of low
degree: the exact area is better wherever it is available.

**Not valid** as an estimate of the AUC (:func:`aucurate.auc`): it is biased towards 1/2 and depends
on the scale of the scores.

Calders, T., Jaroszewicz, S. (2007). Efficient AUC optimization for classification. PKDD 2007,
Lecture Notes in Computer Science 4702, 42-53.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked, number_in, whole
from aucurate.data.scores import Scores
from aucurate.estimates.fits.class_values import Tally, class_values
from aucurate.estimates.fits.smoothing import LogisticStep, pair_mean

METHOD = "the sigmoid-smoothed area"
HIGHEST_DEGREE = 21  # beyond, power sums cancel more digits than the polynomial gains


@checked
def sigmoid_area(scores: Scores, *, beta: float) -> float:
    """A smooth AUC: the mean over all pairs of the sigmoid of beta times the score difference.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [round(sigmoid_area(scores, beta=beta), 4) for beta in (1, 10, 100, 1000)]
    [0.5791, 0.8207, 0.7517, 0.75]
    """
    positive, negative = (Tally.of(each) for each in class_values(scores, METHOD))
    return pair_mean(positive, negative, LogisticStep(_checked(beta)))


@checked
def polynomial_area(scores: Scores, *, beta: float, degree: int = 9) -> float:
    """The sigmoid area with a polynomial in place of the sigmoid, from power sums alone.

    Degrees beyond 21 are refused: power sums then cancel more digits than the polynomial gains.
    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [round(polynomial_area(scores, beta=5, degree=degree), 4) for degree in (3, 5, 9)]
    [0.7652, 0.7696, 0.7667]
    >>> round(sigmoid_area(scores, beta=5), 4)
    0.7667

    A steep sigmoid is no polynomial of low degree:

    >>> from aucurate.datasets import load_breast_cancer
    >>> forest = load_breast_cancer()["forest"]
    >>> for beta in (1, 10, 100):
    ...     exact, rough = sigmoid_area(forest, beta=beta), polynomial_area(forest, beta=beta)
    ...     print(f"beta {beta}: {exact:.4f}, with a polynomial {rough:.4f}")
    beta 1: 0.6493, with a polynomial 0.6493
    beta 10: 0.9409, with a polynomial 0.9390
    beta 100: 0.9580, with a polynomial 0.9486
    """
    coefficients, centre, width = _fit(scores, _checked(beta), degree)
    positive, negative = ((v / width - centre) for v in class_values(scores, METHOD))
    ups, downs = _power_means(positive, degree), _power_means(-negative, degree)
    total = 0.0
    for power, coefficient in enumerate(coefficients):
        down = np.arange(power + 1)
        total += coefficient * float(
            np.sum(np.asarray(special.binom(power, down)) * ups[power - down] * downs[down])
        )
    return float(total)


def polynomial_error(scores: Scores, *, beta: float, degree: int = 9) -> float:
    """The largest error of the polynomial on the range of the differences.

    >>> from aucurate.data.scores import Scores
    >>> scores = Scores.from_arrays([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [f"{polynomial_error(scores, beta=5, degree=degree):.0e}" for degree in (3, 9)]
    ['3e-02', '2e-04']
    """
    coefficients, _, width = _fit(scores, _checked(beta), degree)
    at = np.linspace(-1, 1, 4001)
    return float(np.max(np.abs(np.polyval(coefficients[::-1], at) - _sigmoid(at, beta * width))))


def _fit(scores: Scores, beta: float, degree: int) -> tuple[NDArray[np.float64], float, float]:
    """Coefficients in powers of difference / width, the centre of the scores and the width."""
    hint = "sigmoid_area has no degree and is exact."
    degree = whole(degree, "degree", most=HIGHEST_DEGREE, hint=hint)
    values = np.concatenate(class_values(scores, METHOD))
    low, high = float(np.min(values)), float(np.max(values))
    width = (high - low) or 1.0
    nodes = np.cos(np.pi * (np.arange(degree + 1) + 0.5) / (degree + 1))
    chebyshev = np.polynomial.chebyshev.chebfit(nodes, _sigmoid(nodes, beta * width), degree)
    coefficients = np.polynomial.chebyshev.cheb2poly(chebyshev)
    padded = np.zeros(degree + 1)
    padded[: len(coefficients)] = coefficients
    return padded, (low + (high - low) / 2) / width, width


def _sigmoid(at: NDArray[np.float64], steepness: float) -> NDArray[np.float64]:
    return np.asarray(special.expit(steepness * at))


def _power_means(values: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """The means of the powers 0 to degree."""
    means, power = [1.0], np.ones(len(values))
    for _ in range(degree):
        power = power * values
        means.append(float(np.mean(power)))
    return np.array(means)


def _checked(beta: float) -> float:
    hint = "the larger beta, the nearer the area comes to the AUC."
    return number_in(beta, 0, math.inf, "beta", hint=hint)
