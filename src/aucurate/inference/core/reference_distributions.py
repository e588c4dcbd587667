"""p-values and quantiles of normal, t, chi-square and F distributions, and checked settings.

From scipy.special: scipy.stats costs more than a second of start-up.
"""

import math

from scipy import special

from aucurate.checks import number_in
from aucurate.results import Alternative


def checked_confidence(confidence: float) -> float:
    """A confidence strictly between 0 and 1."""
    return number_in(confidence, 0, 1, "confidence", hint="95 percent is confidence=0.95.")


def checked_level(level: float) -> float:
    """A level strictly between 0 and 1."""
    return number_in(level, 0, 1, "level", hint="5 percent is level=0.05.")


def two_sided_quantile(confidence: float, degrees_of_freedom: float = math.inf) -> float:
    """The t (or, with infinite degrees of freedom, normal) value that leaves half outside above.

    >>> round(two_sided_quantile(0.95), 6), round(two_sided_quantile(0.95, 5), 6)
    (1.959964, 2.570582)
    """
    return upper_quantile((1 - confidence) / 2, degrees_of_freedom)


def upper_quantile(tail: float, degrees_of_freedom: float = math.inf) -> float:
    """The t (or normal) value that leaves this tail above it.

    >>> round(upper_quantile(0.025), 6)
    1.959964
    """
    if math.isinf(degrees_of_freedom):
        return float(-special.ndtri(tail))
    return float(-special.stdtrit(degrees_of_freedom, tail))


def p_value(
    statistic: float, alternative: Alternative, degrees_of_freedom: float = math.inf
) -> float:
    """The p-value of a normal or t statistic.

    >>> p_value(1.959963984540054, "two-sided"), p_value(0.0, "less")
    (0.05, 0.5)
    """

    def below(value: float) -> float:
        if math.isinf(degrees_of_freedom):
            return float(special.ndtr(value))
        return float(special.stdtr(degrees_of_freedom, value))

    if alternative == "greater":
        return below(-statistic)
    if alternative == "less":
        return below(statistic)
    return min(1.0, 2 * below(-abs(statistic)))


def chi_square_p_value(statistic: float, degrees_of_freedom: float) -> float:
    """The upper tail of the chi-square distribution; with 0 degrees of freedom it is 1.

    >>> round(chi_square_p_value(2.5340, 2), 4)
    0.2817
    """
    return 1.0 if degrees_of_freedom == 0 else float(special.chdtrc(degrees_of_freedom, statistic))


def hotelling_p_value(statistic: float, rank: float, degrees_of_freedom: float) -> float:
    """The upper tail of Hotelling's T-square, through F; with rank 1 it is that of t squared.

    >>> math.isclose(hotelling_p_value(2.0**2, 1, 10), p_value(2.0, "two-sided", 10))
    True
    """
    left = degrees_of_freedom - rank + 1
    scaled = statistic * left / (rank * degrees_of_freedom)
    return float(special.fdtrc(rank, left, scaled))
