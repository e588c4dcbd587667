r"""Dorfman and Alf 1969, and LABROC: the binormal curve by maximum likelihood from ranks.

**Question.** Which binormal curve makes the observed order of positives and negatives most likely?
No scale has to be normal: only categories and their order enter, so any increasing transformation
of the scores gives the same answer.

On the scale on which the negatives are standard normal the positives are
:math:`N(a/b, 1/b^2)`; thresholds :math:`t_i` between the categories cut them at the deviates
:math:`b t_i - a`. The likelihood of the two multinomial tables is maximised over a, log b and all
thresholds (:mod:`aucurate.estimates.ordinal_likelihood`); continuous scores become categories as
LABROC does it (:mod:`aucurate.estimates.ordinal_categories`). The covariance matrix of (a, b) is
the inverse of the observed information, thresholds eliminated. Unlike the expected information of
the 1969 paper it is the same before and after pure neighbours are merged; for a table of ratings
the two hardly differ.

**When there is no estimate.** Read the categories from the highest score down, + for one that holds
only positives, - for only negatives, M for both. The likelihood has no largest value exactly when
they read, with any of the letters left out, ``+M-M+`` or ``-M+M-`` (or are fewer than three): the
first is approached as b goes to 0, the second as b goes to infinity, and perfect separation is a
part of both. Such tables ("degenerate", Metz 1989) raise a ModelError; the model without hooks
(:mod:`aucurate.estimates.proper_binormal`) can fit most of them.

**Not valid** for observations in groups and pooled folds. The model may be wrong even so: curves of
scores with two humps are not binormal on any scale.

Dorfman, D. D., Alf, E. (1969). Maximum likelihood estimation of parameters of signal-detection
theory and determination of confidence intervals: rating-method data. Journal of Mathematical
Psychology 6, 487-496.
Metz, C. E. (1989). Some practical issues of experimental design and data analysis in radiological
ROC studies. Investigative Radiology 24, 234-245.
Metz, C. E., Herman, B. A., Shen, J.-H. (1998). Maximum likelihood estimation of receiver operating
characteristic (ROC) curves from continuously-distributed data. Statistics in Medicine 17,
1033-1053.
"""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.estimates.binormal import BinormalCurve
from aucurate.estimates.ordinal_categories import LIMIT, Categories, categories_of
from aucurate.estimates.ordinal_likelihood import (
    Bent,
    Fits,
    Floats,
    information,
    maximised,
    starting_deviates,
)
from aucurate.formatting import count, shortened

Covariance = tuple[tuple[float, float], tuple[float, float]]

_DEGENERATE = re.compile(r"\+?M?-?M?\+?|-?M?\+?M?-?")
_LONGEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class BinormalFit:
    """A binormal curve with what its uncertainty needs.

    ``covariance`` is that of the intercept and the slope. ``log_likelihood`` is that of the
    categories, without the multinomial constants, and NaN for a fit to moments; ``deviates`` are
    the fitted thresholds from the highest down, as normal deviates of the negatives.
    """

    name: str
    curve: BinormalCurve
    covariance: Covariance
    n_positive: int
    n_negative: int
    method: str
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
    """The maximum likelihood fit to the ranks of scores, or to a table of ratings with counts.

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
        method="binormal maximum likelihood",
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
