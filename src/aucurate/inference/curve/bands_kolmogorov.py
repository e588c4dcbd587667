r"""The Kolmogorov-Smirnov band: the whole curve inside, at every size of the classes.

**Question.** Where could the whole true curve run, without any approximation?

With probability :math:`\sqrt c` the empirical distribution function of the m positives is nowhere
further than :math:`d_m` from the true one, and independently that of the n negatives nowhere
further than :math:`d_n`. Then at every threshold the true point lies in the rectangle
:math:`\pm d_n` wide and :math:`\pm d_m` high around the observed one, and the true curve R in the
union of the rectangles: for every false positive rate x

.. math::  \hat R_-(x - d_n) - d_m \;\le\; R(x) \;\le\; \hat R_+(x + d_n) + d_m

with the lower and upper ends of the upright pieces of :math:`\hat R`. The distances come from
Smirnov's exact one-sided distribution, doubled (above 2,000 observations from Massart's bound,
which is then 0.3 percent larger); with ties they are larger than need be. At a
threshold that tied observations share, both the true and the observed curve are straight lines
between the same two thresholds, and what holds for both ends holds for the line.

The same region can be read as specificities at each sensitivity.

**When.** As a guarantee, and for very small classes. It is wide: a true curve leaves it far more
rarely than the confidence allows, as it would have to leave every rectangle. The
:mod:`bootstrap band <aucurate.inference.curve.bands_bootstrap>` is narrower, by up to two thirds.

**Not valid** for observations in groups, and for out-of-fold scores pooled over folds.

Campbell, G. (1994). Advances in statistical methodology for the evaluation of diagnostic and
laboratory tests. Statistics in Medicine 13, 499-508.
Birnbaum, Z. W., Tingey, F. H. (1951). One-sided confidence contours for probability distribution
functions. Annals of Mathematical Statistics 22, 592-596.
Massart, P. (1990). The tight constant in the Dvoretzky-Kiefer-Wolfowitz inequality. Annals of
Probability 18, 1269-1283.
"""

import math
from typing import Any

import numpy as np
from scipy import special

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.curve.band_geometry import Floats, Quantity, RisingLine, places
from aucurate.inference.curve.band_limits import Limits
from aucurate.inference.curve.bands import CurveBand, filled_band, given_rates, line_of, of_band

METHOD = "Kolmogorov-Smirnov"

_EXACT = 2000  # observations; Massart's bound, which holds at every size, is as near beyond them


@checked
def kolmogorov_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
) -> CurveBand:
    """The simultaneous band of Campbell (1994), from the two empirical distribution functions.

    >>> from aucurate.datasets import load_breast_cancer
    >>> band = kolmogorov_band(load_breast_cancer()["forest"])
    >>> print(band.interval_at(0.9))
    95% CI 0.000 to 1.000
    >>> print(band.interval_at(0.8))
    95% CI 0.764 to 1.000
    """
    confidence = checked_confidence(confidence)
    line = line_of(scores, quantity, "a band", threads)
    width, height = (distance(size, confidence) for size in (line.n_along, line.n_up))
    chosen = _rates(line, width) if rates is None else given_rates(rates, quantity)
    return filled_band(
        scores,
        quantity,
        chosen,
        _within(line, places(chosen), width, height),
        confidence=confidence,
        simultaneous=True,
        method=METHOD,
        deviate=None,
        found=of_band(scores),
    )


def distance(size: int, confidence: float) -> float:
    """How far an empirical distribution function may be from the true one, for one of two classes.

    >>> round(distance(10, 0.95), 4), round(distance(1000, 0.95), 4)
    (0.445, 0.0466)
    """
    tail = -math.expm1(math.log(confidence) / 2) / 2
    if size > _EXACT:
        return math.sqrt(-math.log(tail) / (2 * size))
    return float(special.smirnovi(size, tail))


def _within(line: RisingLine, at: Floats, width: float, height: float) -> Limits:
    low, high = line.lower(at - width) - height, line.upper(at + width) + height
    return Limits(line.middle(at), np.clip(low, 0, 1), np.clip(high, 0, 1))


def _rates(line: RisingLine, width: float) -> Floats:
    """Also where the shifted curves have their steps."""
    near = line.rates()
    moved = np.concatenate([near, near - width, near + width])
    found: Floats = np.unique(moved[(moved >= 0) & (moved <= 1)])
    return found
