r"""The binormal model: scores normal in both classes, on some scale, and a curve of two parameters.

**Question.** Which smooth curve underlies these scores or ratings?

**Use it** for ratings in a few categories, where the empirical curve has only a few corners; for a
smooth curve to draw and to read rates from; and where theory or experience suggests that the scores
are normal on some scale. :mod:`aucurate.inference.models.binormal` has the intervals of its area
and its rates, :mod:`aucurate.inference.models.metz_kronman` the tests of two curves.

With negatives :math:`N(\mu_0, \sigma_0^2)` and positives :math:`N(\mu_1, \sigma_1^2)` the
sensitivity at false positive rate x is

.. math::
    \Phi(a + b\,\Phi^{-1}(x)), \quad a = \frac{\mu_1 - \mu_0}{\sigma_1}, \quad
    b = \frac{\sigma_0}{\sigma_1}, \qquad \mathrm{AUC} = \Phi\left(\frac{a}{\sqrt{1 + b^2}}\right)

a straight line on normal-deviate axes with **intercept** a and **slope** b. An increasing
transformation of the scores changes no curve, so the model says less than "the scores are normal":
*some* transformation makes both classes normal. There are three ways to fit it:

- :func:`binormal_curve` assumes that the scores themselves are normal in both classes and puts
  their means and standard deviations in for :math:`\mu` and :math:`\sigma` (eqs. 5 and 6 of
  Gajowniczek et al. 2014; the divisor of the variances is n - 1). It is wrong for scores that are
  not normal, however many there are;
- :func:`aucurate.estimates.fits.box_cox.box_cox_curve` assumes that a power of the scores is
  normal, and does the same after that power;
- :func:`binormal_fit` assumes only that some increasing transformation of the scores is normal, and
  estimates a and b by maximum likelihood from the ranks.

**The hook.** Unless b = 1 the line and the diagonal cross, at the normal deviate a / (1 - b) of the
false positive rate, and beyond that the curve runs below the diagonal, near (1, 1) when b < 1 and
near (0, 0) when b > 1. No sensible use of the scores does that: the likelihood ratio of two normals
with unequal variances does not rise with the score. Mostly the hook is too small to see; where the
gap reaches 0.005, the intervals carry a caveat. :attr:`BinormalCurve.hook` gives the place and the
gap; :mod:`aucurate.estimates.fits.proper_binormal` is the model without it.

**Not valid** for scores with two humps or with heaps at 0 and 1, which no transformation makes
normal, and for out-of-fold scores pooled over folds. Observations in groups and sampling weights
are refused. A wrong model gives
a wrong curve with a narrow interval: compare its area with the empirical AUC, and test the fit
(:mod:`aucurate.inference.models.fit_tests`). :mod:`aucurate.estimates.fits.kernel` smooths without
a model.

**Degenerate cases.** A fit to means and standard deviations needs finite scores and a variance in
each class; without them a ModelError says which is missing. When the fit to the ranks has no
estimate is described below.

Gajowniczek, K., Zabkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
Swets, J. A. (1986). Form of empirical ROCs in discrimination and diagnostic tasks. Psychological
Bulletin 99, 181-198.

By maximum likelihood
---------------------
Dorfman and Alf 1969, and LABROC: the binormal curve by maximum likelihood from ranks.

**Question.** Which binormal curve makes the observed order of positives and negatives most likely?
No scale has to be normal: only categories and their order enter, so any increasing transformation
of the scores gives the same answer.

**Use it** for ratings, and for scores whose scale means nothing in itself.

On the scale on which the negatives are standard normal the positives are :math:`N(a/b, 1/b^2)`;
thresholds :math:`t_i` between the categories cut them at the deviates :math:`b t_i - a`. The
likelihood of the two multinomial tables is maximised over a, log b and all thresholds. Continuous
scores become categories as in LABROC: neighbouring scores that only positives have, or only
negatives, are merged, which loses no information; more than 400 categories are merged further into
about equal shares (:mod:`aucurate.estimates.fits.ordinal` has both). The covariance matrix of (a,
b) is the inverse of the observed information, thresholds eliminated. Unlike the expected
information of the 1969 paper it is the same before and after pure neighbours are merged; for a
table of ratings the two hardly differ.

**Degenerate cases.** Read the categories from the highest score down, + for one that holds only
positives, - for only negatives, M for both. The likelihood has no maximum exactly when they read,
with any of the letters left out, ``+M-M+`` or ``-M+M-``, or are fewer than three: the first is
approached as b goes to 0, the second as b goes to infinity, and perfect separation (``+-``) is a
part of both. Such tables ("degenerate", Metz 1989) raise a ModelError that says which case it is
and what to use instead; the model without hooks (:mod:`aucurate.estimates.fits.proper_binormal`)
can fit most of them.

Dorfman, D. D., Alf, E. (1969). Maximum likelihood estimation of parameters of signal-detection
theory and determination of confidence intervals: rating-method data. Journal of Mathematical
Psychology 6, 487-496.
Hanley, J. A., McNeil, B. J. (1982). The meaning and use of the area under a receiver operating
characteristic (ROC) curve. Radiology 143, 29-36 (the ratings of the examples).
Metz, C. E. (1989). Some practical issues of experimental design and data analysis in radiological
ROC studies. Investigative Radiology 24, 234-245.
Metz, C. E., Herman, B. A., Shen, J.-H. (1998). Maximum likelihood estimation of receiver operating
characteristic (ROC) curves from continuously-distributed data. Statistics in Medicine 17,
1033-1053.
"""

import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.checks import checked
from aucurate.curve.fitted import FittedCurve
from aucurate.curve.protocol import Rates, as_given, checked_range, checked_rates
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.class_values import class_values
from aucurate.estimates.fits.ordinal import (
    LIMIT,
    Bent,
    Categories,
    Fits,
    Floats,
    categories_of,
    information,
    maximised,
    starting_deviates,
)
from aucurate.formatting import count, shortened
from aucurate.results import MethodTitle


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
    """The binormal curve from the mean and the standard deviation of the scores of each class.

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


Covariance = tuple[tuple[float, float], tuple[float, float]]

_DEGENERATE = re.compile(r"\+?M?-?M?\+?|-?M?\+?M?-?")
_LONGEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BinormalFit:
    """A fitted binormal curve with the covariance of its parameters.

    ``covariance`` is that of the intercept and the slope. ``log_likelihood`` is that of the
    categories, without the multinomial constants, and NaN for a fit to moments; ``deviates`` are
    the fitted thresholds from the highest down, as normal deviates of the negatives.
    """

    name: str
    curve: BinormalCurve
    covariance: Covariance
    n_positive: int
    n_negative: int
    method: MethodTitle
    log_likelihood: float = float("nan")
    deviates: tuple[float, ...] = ()


class BinormalLink:
    """The positives' deviates are b t - a; the parameters are a and log b."""

    def bent(self, parameters: Floats, thresholds: Floats) -> Bent:
        """The line and its derivatives."""
        slope = np.exp(parameters[:, 1:])
        turned = slope * thresholds
        by = np.stack([np.full_like(thresholds, -1.0), turned], axis=2)
        steep = np.broadcast_to(slope, thresholds.shape)
        return Bent(turned - parameters[:, :1], steep, by)

    def bending(
        self, parameters: Floats, thresholds: Floats, gradient: Floats
    ) -> tuple[Floats, Floats]:
        """By t and log b the derivative is b, by log b twice it is b t."""
        bent = np.exp(parameters[:, 1:]) * gradient
        corner = np.zeros((len(parameters), 2, 2))
        corner[:, 1, 1] = np.sum(bent * thresholds, axis=1)
        return np.stack([np.zeros_like(bent), bent], axis=2), corner


@checked
def binormal_fit(
    data: Scores | ThresholdCounts, *, limit: int = LIMIT, name: str | None = None
) -> BinormalFit:
    """The maximum likelihood binormal curve of the ranks of scores, or of rating counts.

    At most ``limit`` categories are used. The CT readings of Hanley and McNeil 1982, whose binormal
    area is .911:

    >>> import numpy as np
    >>> from aucurate.data.moments import ThresholdCounts
    >>> ct = ThresholdCounts(
    ...     thresholds=np.array([5, 4, 3, 2, 1]),
    ...     positives=np.array([33, 11, 2, 2, 3]),
    ...     negatives=np.array([2, 11, 6, 6, 33]),
    ... )
    >>> curve = binormal_fit(ct).curve
    >>> round(curve.intercept, 4), round(curve.slope, 4), round(curve.auc, 4)
    (1.6568, 0.713, 0.9113)
    """
    tables = categories_of(data, limit=limit)
    called = name or (data.name if isinstance(data, Scores) else "scores")
    refuse_degenerate(tables, called)
    fits = binormal_fits(tables)
    if not fits.converged[0]:
        raise no_fit(called)
    curve = BinormalCurve(
        intercept=float(fits.parameters[0, 0]), slope=float(np.exp(fits.parameters[0, 1]))
    )
    return BinormalFit(
        name=called,
        curve=curve,
        covariance=_covariance(tables, fits, called),
        n_positive=int(tables.positives.sum()),
        n_negative=int(tables.negatives.sum()),
        method=MethodTitle("binormal maximum likelihood", "ml-binormal"),
        log_likelihood=float(fits.log_likelihood[0]),
        deviates=tuple(float(t) for t in fits.thresholds[0, ::-1]),
    )


def binormal_fits(tables: Categories) -> Fits:
    """The fits of many tables; those that are degenerate or did not converge are marked so."""
    usable = ~degenerate(tables)
    start, thresholds = starting_line(tables)
    found = maximised(tables.select(usable), BinormalLink(), start[usable], thresholds[usable])
    size = len(tables)
    fits = Fits(start, thresholds, np.full(size, np.nan), np.full(size, np.inf))
    fits.parameters[usable] = found.parameters
    fits.thresholds[usable] = found.thresholds
    fits.log_likelihood[usable] = found.log_likelihood
    fits.rise[usable] = found.rise
    return fits


def starting_line(tables: Categories) -> tuple[Floats, Floats]:
    """A line through the deviates of both classes, and thresholds between what the two say."""
    negative, positive = starting_deviates(tables)
    active = tables.active
    sizes = np.maximum(active.sum(axis=1), 1)
    means, spreads = [], []
    for part in (negative, positive):
        mean = np.where(active, part, 0.0).sum(axis=1) / sizes
        away = np.where(active, part - mean[:, None], 0.0)
        means.append(mean)
        spreads.append(np.sqrt(np.sum(away**2, axis=1)) + 1e-9)
    slope = spreads[1] / spreads[0]
    intercept = slope * means[0] - means[1]
    said = (positive + intercept[:, None]) / slope[:, None]
    share = tables.negatives.sum(axis=1) / (tables.negatives + tables.positives).sum(axis=1)
    thresholds = share[:, None] * negative + (1 - share[:, None]) * said
    return np.stack([intercept, np.log(slope)], axis=1), thresholds


def degenerate(tables: Categories) -> NDArray[np.bool_]:
    """The tables without a binormal estimate."""
    return tables.matching(_DEGENERATE, _LONGEST) | (tables.sizes < 3)


def refuse_degenerate(tables: Categories, name: str) -> None:
    """Say why there is no estimate, and what there is instead."""
    if not degenerate(tables)[0]:
        return
    pattern = tables.pattern()
    if re.fullmatch(r"\+?M?-?|-?M?\+?", pattern) and len(pattern) > 1:
        why = "the classes are separated perfectly"
        if "M" in pattern:
            why += " but for one category"
    elif len(pattern) < 3:
        why = f"there are only {count(len(pattern), 'category', 'categories')}"
    else:
        why = (
            "a curve of horizontal and vertical lines fits the categories, which are, from the "
            f"highest, {pattern} (+ only positives, - only negatives, M both)"
        )
    raise ModelError(
        f"the binormal model has no maximum likelihood estimate for {shortened(name)}: {why}.",
        hint="use the empirical curve with delong_interval, the proper binormal model, or finer "
        "categories.",
    )


def no_fit(name: str) -> ModelError:
    """The search did not come to rest."""
    return ModelError(
        f"the maximum of the binormal likelihood for {shortened(name)} was not found.",
        hint="use the empirical curve, or merge categories with limit=.",
    )


def _covariance(tables: Categories, fits: Fits, name: str) -> Covariance:
    """The inverse of the observed information, for a and b instead of a and log b."""
    found = information(tables, BinormalLink(), fits)[0]
    scale = np.array([1.0, np.exp(fits.parameters[0, 1])])
    inverse = np.linalg.inv((found + found.T) / 2) * np.outer(scale, scale)
    if not (np.linalg.eigvalsh(inverse) > 0).all():
        raise no_fit(name)
    (aa, ab), (_, bb) = inverse.tolist()
    return (aa, ab), (ab, bb)
