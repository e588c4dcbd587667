r"""The binormal model: scores normal in both classes, on some scale, and a curve of two parameters.

With negatives :math:`N(\mu_0, \sigma_0^2)` and positives :math:`N(\mu_1, \sigma_1^2)` the
sensitivity at false positive rate x is

.. math::
    \Phi(a + b\,\Phi^{-1}(x)), \quad a = \frac{\mu_1 - \mu_0}{\sigma_1}, \quad
    b = \frac{\sigma_0}{\sigma_1}, \qquad \mathrm{AUC} = \Phi\left(\frac{a}{\sqrt{1 + b^2}}\right)

a straight line on normal-deviate axes with **intercept** a and **slope** b. An increasing
transformation of the scores changes no curve, so the model says less than "the scores are normal":
*some* transformation makes both classes normal. Three ways to fit it:

- :func:`binormal_curve`: means and standard deviations put in for :math:`\mu` and :math:`\sigma`
  (eqs. 5 and 6 of Gajowniczek et al. 2014; the divisor of the variances is n - 1). It takes the
  scores as they are for normal, and is wrong for scores that are not, however many there are;
- :func:`aucurate.estimates.box_cox_curve.box_cox_curve`: the same after a power transformation;
- :func:`binormal_fit`: maximum likelihood from the ranks
  alone, which needs no transformation to be known.

**The hook.** Unless b = 1 the line and the diagonal cross, at the normal deviate a / (1 - b) of the
false positive rate, and beyond that the curve runs below the diagonal, near (1, 1) when b < 1 and
near (0, 0) when b > 1. No sensible use of the scores does that: the likelihood ratio of
two normals with unequal variances does not rise with the score. :attr:`BinormalCurve.hook` says
where and how much; :mod:`aucurate.estimates.proper_binormal` is the model without it.

Gajowniczek, K., Zabkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
Swets, J. A. (1986). Form of empirical ROCs in discrimination and diagnostic tasks. Psychological
Bulletin 99, 181-198.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import Rates, as_given, checked_range, checked_rates
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.class_values import class_values
from aucurate.formatting import shortened


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """Where a binormal curve crosses the diagonal, and how far below it the curve runs beyond.

    ``gap`` is the largest distance between curve and diagonal on that side.
    """

    sensitivity: float
    specificity: float
    gap: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BinormalCurve(FittedCurve):
    """A binormal curve by its intercept a and slope b.

    ``negative_mean`` and ``negative_deviation`` are those of the scores where the model was fitted
    to scores, and give its thresholds; they are NaN where it was fitted to ranks.

    >>> curve = BinormalCurve(intercept=1.657, slope=0.713)
    >>> round(curve.auc, 4), round(curve.sensitivity_at(0.9), 4)
    (0.9114, 0.7713)
    >>> round(BinormalCurve(intercept=1, slope=0.5).hook.specificity, 4), curve.is_proper
    (0.0228, False)
    """

    intercept: float
    slope: float
    negative_mean: float = math.nan
    negative_deviation: float = math.nan

    def __post_init__(self) -> None:
        if not (math.isfinite(self.intercept) and 0 < self.slope < math.inf):
            raise OptionError(
                "a binormal curve has a finite intercept and a finite slope above 0; these are "
                f"{self.intercept!r} and {self.slope!r}.",
                hint="intercept 0 and slope 1 is the diagonal.",
            )

    @property
    def probit(self) -> float:
        """The normal deviate of the AUC, a / sqrt(1 + b^2)."""
        return self.intercept / math.hypot(1, self.slope)

    @property
    def auc(self) -> float:
        """The area under the whole curve, in closed form."""
        return float(special.ndtr(self.probit))

    @property
    def is_proper(self) -> bool:
        """Whether the curve is concave, which it is when both classes have the same spread."""
        return self.slope == 1

    @property
    def hook(self) -> Hook | None:
        """Where the curve crosses the diagonal and runs below it; None when b = 1.

        The gap is largest where the curve is parallel to the diagonal:
        log b - (a + bz)^2 / 2 + z^2 / 2 = 0 has one solution z on either side of the crossing.
        """
        if self.is_proper:
            return None
        a, b = self.intercept, self.slope
        crossing = a / (1 - b)
        spread = math.sqrt(max(0.0, a * a + 2 * (b * b - 1) * math.log(b)))
        roots = np.array([a * b - spread, a * b + spread]) / ((1 - b) * (1 + b))
        strays = roots[roots > crossing] if b < 1 else roots[roots < crossing]
        gaps = np.abs(_between(strays, a + b * strays))
        return Hook(
            sensitivity=float(special.ndtr(crossing)),
            specificity=float(special.ndtr(-crossing)),
            gap=float(gaps.max(initial=0.0)),
        )

    def specificity_at(self, sensitivity: Any) -> Any:
        """The specificity the curve reaches at these sensitivities, in closed form."""
        wanted = checked_rates(sensitivity, "sensitivity")
        deviates = (special.ndtri(wanted) - self.intercept) / self.slope
        return as_given(np.asarray(special.ndtr(-deviates)), sensitivity)

    @checked
    def partial_auc(self, low: float, high: float) -> float:
        """The area where specificity lies between low and high, in closed form."""
        low, high = checked_range(low, high)
        area = self._area_up_to(1 - low) - self._area_up_to(1 - high)
        return max(0.0, area)

    def _area_up_to(self, false_positive_rate: float) -> float:
        """The area from the left edge: a bivariate normal probability, by Owen's T function.

        It is the probability that a standard normal is below h and another, of correlation
        -b / sqrt(1 + b^2) with it, below a / sqrt(1 + b^2).
        """
        if false_positive_rate in (0, 1):
            return self.auc if false_positive_rate == 1 else 0.0
        # An intercept so small that products with it vanish is none.
        tiny = abs(self.intercept) < 1e-150
        a, b = (0.0 if tiny else self.intercept), self.slope
        h, k = float(special.ndtri(false_positive_rate)), (0.0 if tiny else self.probit)
        if h == 0 and k == 0:
            return 0.25 - math.atan(b) / (2 * math.pi)
        first = b + a / h if h else math.copysign(math.inf, a)
        second = b + h * (1 + b * b) / a if a else math.copysign(math.inf, h)
        opposite = h * k < 0 or (h * k == 0 and h + k < 0)
        halves = (special.ndtr(h) + special.ndtr(k) - opposite) / 2
        return float(halves - special.owens_t(h, first) - special.owens_t(k, second))

    def _sensitivity(self, false_positive_rate: Rates) -> Rates:
        return np.asarray(
            special.ndtr(self.intercept + self.slope * special.ndtri(false_positive_rate))
        )

    def _threshold(self, false_positive_rate: Rates) -> Rates:
        deviates = special.ndtri(false_positive_rate)
        return np.asarray(self.negative_mean - self.negative_deviation * deviates)


@checked
def binormal_curve(scores: Scores) -> BinormalCurve:
    """The curve from the mean and the standard deviation of the scores of each class.

    >>> from aucurate.data.scores import Scores
    >>> curve = binormal_curve(Scores.from_arrays([0, 0, 0, 1, 1, 1], [1, 2, 3, 2, 4, 6]))
    >>> curve.intercept, curve.slope, round(curve.auc, 4)
    (1.0, 0.5, 0.8145)
    """
    positive, negative = class_scores(scores, "the binormal model")
    return curve_from_moments(positive, negative)


def curve_from_moments(
    positive: NDArray[np.float64], negative: NDArray[np.float64]
) -> BinormalCurve:
    """Equations 5 and 6 on scores that have been looked at by :func:`class_scores`."""
    (mean_1, deviation_1), (mean_0, deviation_0) = _moments(positive), _moments(negative)
    return BinormalCurve(
        intercept=(mean_1 - mean_0) / deviation_1,
        slope=deviation_0 / deviation_1,
        negative_mean=mean_0,
        negative_deviation=deviation_0,
    )


def class_scores(scores: Scores, model: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The scores of both classes, sorted; refused where they have no mean or no variance."""
    hint = "fit it to the ranks with binormal_fit, which needs only the order."
    classes = []
    for which, values in zip(
        ("positive", "negative"), class_values(scores, model, hint), strict=True
    ):
        part = np.sort(values)
        if len(part) < 2 or part[0] == part[-1]:
            raise ModelError(
                f"{model} needs a variance in each class; {shortened(scores.name)} gives "
                f"{'one' if len(part) < 2 else 'every'} {which} observation"
                f"{', the only one,' if len(part) < 2 else ''} the score {part[0]:g}.",
                hint="use the empirical curve (roc_curve), which needs none.",
            )
        classes.append(part)
    return classes[0], classes[1]


def _moments(values: NDArray[np.float64]) -> tuple[float, float]:
    """Mean and standard deviation (divisor n - 1), safe for huge and for nearly equal values."""
    scale = float(np.max(np.abs(values)))
    unit = values / scale
    centre = float(unit.mean())
    away = unit - centre
    mean = centre + float(away.mean())
    deviation = math.sqrt(float(np.sum((unit - mean) ** 2)) / (len(values) - 1))
    return scale * mean, scale * deviation


def _between(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """The normal probability between two deviates, from the nearer end."""
    flip = np.where(first + second > 0, -1.0, 1.0)
    return np.asarray(special.ndtr(flip * first) - special.ndtr(flip * second))
