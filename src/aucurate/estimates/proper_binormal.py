r"""Metz and Pan 1999: the proper binormal curve, which has no hook.

The two normal distributions are those of the binormal model, negatives N(0, 1) and positives
:math:`N(a/b, 1/b^2)`, but observations are ranked by the **likelihood ratio** of the two, as an
ideal reader would rank them, and not by the normal variable itself. Unless b = 1 the ratio is high
on both sides of a point (b < 1) or between two (b > 1), so with w in place of a threshold

.. math::
    1 - \text{specificity} &= \Phi(-w - \tfrac{a}{1 + b}) + \Phi(-w + \tfrac{a}{b - 1}) - [b > 1] \\
    \text{sensitivity} &= \Phi(-bw + \tfrac{a}{1 + b}) + \Phi(-bw + \tfrac{a}{b - 1}) - [b > 1]

The curve is concave and never below the diagonal. In the parameters of Metz and Pan,

.. math::
    d_a = \frac{\sqrt2\, a}{\sqrt{1 + b^2}}, \quad c = \frac{b - 1}{b + 1}, \qquad
    \mathrm{AUC} = \Phi\left(\frac{d_a}{\sqrt2}\right)
    + 2 F\left(-\frac{d_a}{\sqrt2}, 0; -\frac{1 - c^2}{1 + c^2}\right)

with F the bivariate normal distribution function. With Owen's T function the area is
:math:`1 - 2\,T(a/\sqrt{1+b^2},\; 2b/|1 - b^2|)`, which is what is computed: it loses no digits
as b nears 1, where the curve is the ordinary binormal one.

:math:`d_a \ge 0`: a curve that ranks by the likelihood ratio is never worse than chance.

Metz, C. E., Pan, X. (1999). "Proper" binormal ROC curves: theory and maximum-likelihood estimation.
Journal of Mathematical Psychology 43, 1-33.
Pan, X., Metz, C. E. (1997). The "proper" binormal model: parametric receiver operating
characteristic curve estimation with degenerate data. Academic Radiology 4, 380-389.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import Rates, as_given, checked_rates
from aucurate.errors import OptionError
from aucurate.estimates.binormal import BinormalCurve

Floats = NDArray[np.float64]

_NEWTON = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ProperBinormalCurve(FittedCurve):
    """A proper binormal curve by the intercept a and slope b of the two normal distributions.

    >>> curve = ProperBinormalCurve(intercept=1.5, slope=0.5)
    >>> round(curve.auc, 4), round(curve.separation, 4), round(curve.asymmetry, 4)
    (0.9127, 1.8974, -0.3333)
    >>> round(curve.conventional.auc, 4), curve.sensitivity_at(0.001) > 0.999
    (0.9101, True)
    """

    intercept: float
    slope: float

    def __post_init__(self) -> None:
        if not (0 <= self.intercept < math.inf and 0 < self.slope < math.inf):
            raise OptionError(
                "a proper binormal curve has a finite intercept from 0 and a finite slope above 0; "
                f"these are {self.intercept!r} and {self.slope!r}.",
                hint="ranking by the likelihood ratio is never worse than chance.",
            )

    @property
    def separation(self) -> float:
        """Metz and Pan's d_a."""
        return math.sqrt(2) * self.intercept / math.hypot(1, self.slope)

    @property
    def asymmetry(self) -> float:
        """Metz and Pan's c, between -1 and 1; 0 for a symmetrical curve."""
        return (self.slope - 1) / (self.slope + 1)

    @property
    def conventional(self) -> BinormalCurve:
        """The curve of the same two distributions when ranked by the variable itself."""
        return BinormalCurve(intercept=self.intercept, slope=self.slope)

    @property
    def auc(self) -> float:
        """The area under the whole curve, in closed form."""
        b = self.slope
        apart = abs((1 - b) * (1 + b))
        ratio = 2 * b / apart if apart else math.inf
        return float(1 - 2 * special.owens_t(self.intercept / math.hypot(1, b), ratio))

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity at these sensitivities: the mirrored curve, classes exchanged.

        With the classes exchanged the likelihood ratio turns round, a becomes a / b and b its
        inverse, and sensitivity and specificity change places.
        """
        wanted = checked_rates(sensitivity, "sensitivity")
        mirrored = ProperBinormalCurve(intercept=self.intercept / self.slope, slope=1 / self.slope)
        found = mirrored.sensitivity_at(wanted)
        return as_given(np.asarray(found), sensitivity)

    def _sensitivity(self, false_positive_rate: Rates) -> Rates:
        rates = np.asarray(false_positive_rate, np.float64)
        deviates = -special.ndtri(rates).reshape(1, -1)
        a, b = np.array([[self.intercept]]), np.array([[self.slope]])
        w = criterion(a, b, deviates)
        found, _ = tails(-b * w + a / (1 + b), -b * w + _far(a, b), b)
        return np.clip(found, 0, 1).reshape(rates.shape)


def criterion(a: Floats, b: Floats, deviates: Floats) -> Floats:
    """The w at which the negatives' deviate is this: Newton's method within a bracket.

    One of the two terms lies between one half of the whole and the whole, which bounds w.
    """
    near, far, flat = a / (1 + b), _far(a, b), b > 1
    share = special.ndtr(np.where(flat, deviates, -deviates))
    inner, outer = (_clipped(np.asarray(special.ndtri(part))) for part in (share, share / 2))
    low = np.where(flat, outer, -inner) - near
    high = np.where(flat, inner, -outer) - near
    low, high = low - 1e-9 * (1 + np.abs(low)), high + 1e-9 * (1 + np.abs(high))
    w = np.where(flat, inner, -inner) - near
    settled, last = np.zeros(w.shape, bool), np.full(w.shape, 20.0)
    for _ in range(_NEWTON):
        value, density = tails(-w - near, -w + far, b)
        missing = _deviate(value, -w - near, -w + far, b) - deviates
        low, high = np.where(missing < 0, w, low), np.where(missing < 0, high, w)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            step = missing * _density(deviates + missing) / density
        small = np.abs(step) <= 1e-13 * (1 + np.abs(w))
        narrow = high - low <= 4e-16 * (1 + np.abs(w))
        settled |= (missing == 0) | (small & (np.abs(missing) < 1e-6)) | narrow
        if settled.all():
            break
        newton = w - step
        sound = (newton > low) & (newton < high) & (np.abs(missing) <= last / 2)
        last = np.abs(missing)
        w = np.where(settled, w, np.where(sound, newton, (low + high) / 2))
    return w


def tails(first: Floats, second: Floats, b: Floats) -> tuple[Floats, Floats]:
    """The rate as a sum of two normal tails (less one where b > 1), and the sum of densities."""
    flat = b > 1
    rate = np.where(
        flat,
        _difference(first, -second),
        special.ndtr(first) + special.ndtr(second),
    )
    return rate, _density(first) + _density(second)


def _deviate(rate: Floats, first: Floats, second: Floats, b: Floats) -> Floats:
    """Minus the normal deviate of the rate, from whichever of the rate and its rest is smaller."""
    rest = np.where(
        b > 1,
        special.ndtr(-first) + special.ndtr(-second),
        _difference(-first, second),
    )
    small = rate < 0.5
    found = special.ndtri(np.clip(np.where(small, rate, rest), 1e-300, 1.0))
    return np.asarray(np.where(small, -found, found))


def positive_deviates(a: Floats, b: Floats, w: Floats) -> tuple[Floats, Floats]:
    """The positives' deviate at w, and the sum of the two densities there."""
    first, second = -b * w + a / (1 + b), -b * w + _far(a, b)
    rate, density = tails(first, second, b)
    return _deviate(rate, first, second, b), density


def _far(a: Floats, b: Floats) -> Floats:
    """The quotient a / (b - 1), the end that is infinitely far away when b = 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(b == 1, -np.inf, a / (b - 1))


def _difference(first: Floats, second: Floats) -> Floats:
    """The normal probability from the second deviate up to the first."""
    with np.errstate(invalid="ignore"):
        flip = first + second > 0
    above = special.ndtr(-second) - special.ndtr(-first)
    return np.maximum(0.0, np.where(flip, above, special.ndtr(first) - special.ndtr(second)))


def _density(deviates: Floats) -> Floats:
    with np.errstate(under="ignore"):
        return np.asarray(np.exp(-(deviates**2) / 2) / math.sqrt(2 * math.pi))


def _clipped(deviates: Floats) -> Floats:
    return np.clip(deviates, -40.0, 40.0)
