r"""Metz and Pan 1999: the proper binormal curve, which has no hook.

**Question.** What is the binormal curve when the ordinary one has a hook, or does not exist?

**Use it** where the curve of :func:`aucurate.estimates.fits.binormal.binormal_fit` has a visible
hook (a caveat says so), and for ratings to which the ordinary model cannot be fitted.
:func:`aucurate.inference.models.binormal.proper_binormal_interval` is the interval of its area.

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

with F the bivariate normal distribution function. With Owen's T function the area is :math:`1 -
2\,T(a/\sqrt{1+b^2},\; 2b/|1 - b^2|)`, which is what is computed: it loses no digits as b nears 1,
where the curve is the ordinary binormal one.

:math:`d_a \ge 0`: a curve that ranks by the likelihood ratio is never worse than chance.

**Not valid** where a curve truly dips below the diagonal, as that of a classifier does that ranks a
part of the observations upside down: this model cannot show it. Compare it with the ordinary fit.
Otherwise the limits are those of :mod:`aucurate.estimates.fits.binormal`.

Metz, C. E., Pan, X. (1999). "Proper" binormal ROC curves: theory and maximum-likelihood estimation.
Journal of Mathematical Psychology 43, 1-33.
Pan, X., Metz, C. E. (1997). The "proper" binormal model: parametric receiver operating
characteristic curve estimation with degenerate data. Academic Radiology 4, 380-389.

By maximum likelihood
---------------------
The proper binormal curve by maximum likelihood from ranks (Metz and Pan 1999, PROPROC).

The likelihood is that of :mod:`aucurate.estimates.fits.binormal`, on the same categories,
with the proper curve in place of the line. Thresholds are the negatives' deviates t; the positives'
deviates u(t; a, log b) follow through w, and their derivatives by implicit differentiation (the
second ones, which only speed up the search and enter the covariance matrix, by differences of the
first). The likelihood can have more than one maximum, one with b below and one above 1, so the
search starts from four curves and keeps the best. Since a and -a give the same curve, the
likelihood is level at a = 0 and its maximum can be there: a is then at its bound, 0 (so is any
estimate with :math:`d_a` below 0.014, which changes no digit that matters), and is treated as
known, so the interval of the area is too narrow; a caveat says so. At most 100 categories are used
by default.

**Degenerate cases.** There is no estimate in three cases only: the classes are separated perfectly,
or but for one category that holds both (``+M-`` from the highest score down, with any of the
letters left out); there are fewer than three categories; or no proper curve is more likely than the
diagonal (an empirical curve that is nowhere above it). Data that are degenerate for the ordinary
model, ``+-+`` for instance, have an estimate here.
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
from aucurate.curve.protocol import Rates, as_given, checked_rates
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError, OptionError
from aucurate.estimates.fits.binormal import BinormalCurve, Covariance, no_fit, starting_line
from aucurate.estimates.fits.ordinal import (
    Bent,
    Categories,
    Fits,
    categories_of,
    information,
    maximised,
)
from aucurate.formatting import shortened
from aucurate.results import MethodTitle

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


_SEPARATED = re.compile(r"\+?M?-?")
_STEP = 1e-6
_SUMMIT = 1e-4  # of log-likelihood, no closer need the maximum be known
_FIRST_STEPS, _STEPS = 10, 40
_ENOUGH = 1e-12
_LIMIT = 100
_BOUND = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class ProperBinormalFit:
    """A fitted proper binormal curve; fields as in BinormalFit."""

    name: str
    curve: ProperBinormalCurve
    covariance: Covariance
    n_positive: int
    n_negative: int
    method: MethodTitle
    log_likelihood: float
    deviates: tuple[float, ...]


class ProperLink:
    """The positives' deviates on a proper curve; the parameters are a and log b.

    The curve is the same for a and -a.
    """

    def bent(self, parameters: Floats, thresholds: Floats) -> Bent:
        """Deviates and first derivatives, through w."""
        a, b = np.abs(parameters[:, :1]), np.exp(parameters[:, 1:])
        w = criterion(a, b, thresholds)
        deviates, density = positive_deviates(a, b, w)
        near, far = 1 / (1 + b), _inverse(b - 1)
        of_negatives = (_clipped_density(-w - a * near), _clipped_density(-w + a * far))
        of_positives = (_clipped_density(-b * w + a * near), _clipped_density(-b * w + a * far))
        whole = of_negatives[0] + of_negatives[1]
        bowed = [near, far], [a * near**2, a * far**2]
        rates_by = (
            -of_negatives[0] * bowed[0][0] + _product(of_negatives[1], bowed[0][1]),
            of_negatives[0] * bowed[1][0] - _product(of_negatives[1], bowed[1][1]),
        )
        positives_by = (
            of_positives[0] * bowed[0][0] + _product(of_positives[1], bowed[0][1]),
            -w * density - of_positives[0] * bowed[1][0] - _product(of_positives[1], bowed[1][1]),
        )
        scale = np.maximum(_clipped_density(deviates), 1e-300)
        pull = b * density / np.maximum(whole, 1e-300)
        by = [
            -(own - pull * other) / scale for own, other in zip(positives_by, rates_by, strict=True)
        ]
        signs = np.where(parameters[:, :1] < 0, -1.0, 1.0)
        return Bent(
            deviates,
            pull * _clipped_density(thresholds) / scale,
            np.stack([signs * by[0], b * by[1]], axis=2),
        )

    def bending(
        self, parameters: Floats, thresholds: Floats, gradient: Floats
    ) -> tuple[Floats, Floats]:
        """Second derivatives by differences of the first."""
        base = self.bent(parameters, thresholds)
        border, corner = [], []
        for which in (0, 1):
            moved = parameters.copy()
            moved[:, which] += _STEP
            there = self.bent(moved, thresholds)
            border.append(gradient * (there.by_threshold - base.by_threshold) / _STEP)
            change = (there.by_parameters - base.by_parameters) / _STEP
            corner.append(np.einsum("rk,rki->ri", gradient, change))
        turn = np.stack(corner, axis=1)
        return np.stack(border, axis=2), (turn + np.swapaxes(turn, 1, 2)) / 2


@checked
def proper_binormal_fit(
    data: Scores | ThresholdCounts, *, limit: int = _LIMIT, name: str | None = None
) -> ProperBinormalFit:
    """The maximum likelihood proper binormal curve of the ranks of scores, or of rating counts.

    Ratings to which the ordinary model gives a hook:

    >>> import numpy as np
    >>> from aucurate.data.moments import ThresholdCounts
    >>> ratings = ThresholdCounts(
    ...     thresholds=np.array([4, 3, 2, 1]),
    ...     positives=np.array([30, 8, 5, 7]),
    ...     negatives=np.array([3, 9, 18, 20]),
    ... )
    >>> from aucurate.estimates.fits.binormal import binormal_fit
    >>> ordinary, proper = binormal_fit(ratings).curve, proper_binormal_fit(ratings).curve
    >>> print(f"ordinary: AUC {ordinary.auc:.3f}, hook {ordinary.hook.gap:.3f} deep")
    ordinary: AUC 0.814, hook 0.011 deep
    >>> d_a, c = proper.separation, proper.asymmetry
    >>> print(f"proper: AUC {proper.auc:.3f}, d_a {d_a:.3f}, c {c:.3f}")
    proper: AUC 0.828, d_a 0.800, c -0.496
    >>> ordinary.sensitivity_at(0.02) < 0.98 < proper.sensitivity_at(0.02)
    True
    """
    tables = categories_of(data, limit=limit)
    called = name or (data.name if isinstance(data, Scores) else "scores")
    _refuse_separated(tables, called)
    fits = _best(tables, called)
    if not fits.rise[0] < _SUMMIT:
        raise no_fit(called)
    found = information(tables, ProperLink(), fits)[0]
    intercept, slope = abs(float(fits.parameters[0, 0])), math.exp(fits.parameters[0, 1])
    at_bound = intercept < _BOUND * math.hypot(1, slope)
    return ProperBinormalFit(
        name=called,
        curve=ProperBinormalCurve(intercept=0.0 if at_bound else intercept, slope=slope),
        covariance=_covariance(found, fits.parameters[0], called, at_bound=at_bound),
        n_positive=int(tables.positives.sum()),
        n_negative=int(tables.negatives.sum()),
        method=MethodTitle("proper binormal maximum likelihood", "proper-binormal"),
        log_likelihood=float(fits.log_likelihood[0]),
        deviates=tuple(float(t) for t in fits.thresholds[0, ::-1]),
    )


def _best(tables: Categories, name: str) -> Fits:
    """The highest summit: all starts for a while, then those that are still in the running."""
    start, thresholds = _starts(tables)
    for steps in (_FIRST_STEPS, _STEPS):
        rows = np.zeros(len(start), np.int64)
        fits = maximised(
            tables.select(rows), ProperLink(), start, thresholds, steps=steps, enough=_ENOUGH
        )
        top = float(np.max(fits.log_likelihood))
        if top < _chance(tables) + _SUMMIT:
            raise ModelError(
                f"no proper binormal curve is more likely than the diagonal for {shortened(name)}.",
                hint="do lower scores mean more positive (lower=True)? The ordinary binormal_fit "
                "can go below the diagonal.",
            )
        near = fits.log_likelihood > top - 1
        start, thresholds = fits.parameters[near], fits.thresholds[near]
    best = [int(np.argmax(fits.log_likelihood))]
    return Fits(
        fits.parameters[best], fits.thresholds[best], fits.log_likelihood[best], fits.rise[best]
    )


def _starts(tables: Categories) -> tuple[Floats, Floats]:
    """The line of the ordinary model, and three curves of its area with other slopes."""
    line, thresholds = starting_line(tables)
    probit = max(0.1, float(line[0, 0]) / math.hypot(1, math.exp(float(line[0, 1]))))
    slopes = np.array([min(max(math.exp(float(line[0, 1])), 0.3), 3.0), 1.0, 0.6, 1.6])
    intercepts = probit * np.hypot(1, slopes)
    start = np.stack([intercepts, np.log(slopes)], axis=1)
    return start, np.repeat(thresholds, len(slopes), axis=0)


def _chance(tables: Categories) -> float:
    """The log-likelihood when both classes have the same distribution."""
    both = (tables.positives + tables.negatives)[0]
    return float(np.sum(special.xlogy(both, both / both.sum())))


def _refuse_separated(tables: Categories, name: str) -> None:
    pattern = tables.pattern()
    if len(pattern) >= 3 and not _SEPARATED.fullmatch(pattern):
        return
    why = "there are fewer than three categories"
    if _SEPARATED.fullmatch(pattern) and len(pattern) > 1:
        why = "the classes are separated perfectly" + (" but for one category" * ("M" in pattern))
    raise ModelError(
        f"the proper binormal model has no maximum likelihood estimate for {shortened(name)}: "
        f"{why}.",
        hint="use the empirical curve with delong_interval, or finer categories.",
    )


def _covariance(found: Floats, parameters: Floats, name: str, *, at_bound: bool) -> Covariance:
    """The inverse of the information for a and b; an intercept at its bound does not vary."""
    slope = math.exp(parameters[1])
    if at_bound:
        inverse = np.diag([0.0, slope**2 / found[1, 1]])
    else:
        scale = np.array([math.copysign(1.0, parameters[0]), slope])
        inverse = np.linalg.inv((found + found.T) / 2) * np.outer(scale, scale)
    if not (np.linalg.eigvalsh(inverse)[1 if at_bound else 0] > 0):
        raise no_fit(name)
    (aa, ab), (_, bb) = inverse.tolist()
    return (aa, ab), (ab, bb)


def _clipped_density(deviates: Floats) -> Floats:
    return np.asarray(np.exp(-np.minimum(deviates**2, 1400) / 2) / math.sqrt(2 * math.pi))


def _inverse(values: Floats) -> Floats:
    with np.errstate(divide="ignore"):
        return np.where(values == 0, -np.inf, 1 / values)


def _product(density: Floats, factor: Floats) -> Floats:
    """A density far out times a large factor is nothing."""
    return np.where(density < 1e-290, 0.0, density * np.where(np.isfinite(factor), factor, 0.0))
