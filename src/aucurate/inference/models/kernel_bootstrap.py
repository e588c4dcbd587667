r"""An interval for the AUC of the kernel-smoothed curve, by the bootstrap.

**Question.** How far could the area of the smooth curve have come out otherwise with other
observations of the same kind?

A replicate draws m positives and n negatives with replacement (or m + n observations whatever their
class), and its smoothed AUC is computed on a grid
(:mod:`aucurate.inference.models.kernel_replicates`). The ends are those of the percentile or the
basic interval (:mod:`aucurate.inference.resampling.bootstrap_intervals`).

**Bandwidths in the replicates.** The rule is part of the estimate, so each replicate has its own
bandwidths by ``lloyd``, ``zou`` or ``silverman``. The plug-in rules (``sheather-jones``,
``altman-leger``) are applied once and held: a replicate contains observations several times, which
they would take for spikes of the density and answer with bandwidths that are too small.
``refit=False`` holds the bandwidths of any rule.

**What it is an interval for.** The smoothed AUC, which smoothing pulls towards 1/2. The interval
knows nothing of that; a caveat tells the distance from the empirical AUC where it exceeds half a
standard error. With bandwidths made for densities it does so in large test sets.

**Not valid** for observations in groups and out-of-fold scores pooled over folds. A class with one
observation gives no replicates to speak of; the disjoint-pairs bound, which holds for the mean of
any step over pairs, takes over.

Hall, P., Hyndman, R. J., Fan, Y. (2004). Nonparametric confidence intervals for receiver operating
characteristic curves. Biometrika 91, 743-750 (on why bandwidths for intervals must be narrow).
"""

import math
from typing import Literal, TypeAlias

import numpy as np

from aucurate.checks import checked
from aucurate.data.moments import AucMoments
from aucurate.data.scores import Scores
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.bandwidths import PLUG_IN, Kernel, Rule
from aucurate.estimates.kernel_curve import Bandwidths, Smoothing
from aucurate.estimates.score_scales import Scale
from aucurate.formatting import number, percent, shortened
from aucurate.inference.core import caveats, disjoint_pairs, monte_carlo, resampling_caveats
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.models.kernel_replicates import RoundedClasses, kernel_replicates
from aucurate.inference.resampling import bootstrap_intervals as intervals
from aucurate.inference.resampling.bootstrap_intervals import NAMES, Floats
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat, Estimate, Interval

KernelKind: TypeAlias = Literal["percentile", "basic"]

_BEYOND = 0.05
_PULLED = 0.5


@checked
def kernel_bootstrap_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
    kind: KernelKind = "percentile",
    refit: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """The area of the kernel curve with the standard deviation and interval of its replicates.

    ``refit`` says whether each replicate has its own bandwidths; by default it has, except with
    given bandwidths and plug-in rules. When ``progress`` returns False the replicates finished so
    far are used, and a caveat says so.

    >>> from aucurate.datasets import load_breast_cancer
    >>> smooth = kernel_bootstrap_interval(load_breast_cancer()["logistic"], scale="logit")
    >>> print(round(smooth.value, 3), smooth.interval)
    0.969 95% CI 0.950 to 0.985
    """
    confidence = checked_confidence(confidence)
    rule = _refitted(bandwidths, refit)
    smoothing = Smoothing.of(scores, bandwidths, kernel, scale)
    area, moments = smoothing.auc, AucMoments.from_scores(scores)
    values, found = _replicates(smoothing, area, rule, resampling or Resampling(), progress)
    if len(np.unique(values)) > 1:
        interval, beyond = _interval(area, values, kind, confidence)
        error = float(np.std(values, ddof=1))
    else:
        interval, beyond = _bound(area, moments, confidence)
        error = math.nan
    found += beyond + _held(bandwidths, rule) + _pulled(area, moments.aucs[0], error)
    found += _beyond_ends(scores, smoothing) if scale == "given" else []
    known = caveats.of_ranking(moments, 0, when_perfect="its replicates vary by smoothing alone")
    return Estimate(
        name=scores.name,
        quantity="smoothed AUC",
        value=area,
        standard_error=error,
        interval=interval,
        n_positive=scores.n_positive,
        n_negative=scores.n_negative,
        method="kernel bootstrap",
        caveats=(*known, *found),
    )


def _refitted(bandwidths: Bandwidths, refit: bool | None) -> Rule | None:
    """The rule to apply in every replicate, if any."""
    able = isinstance(bandwidths, str) and bandwidths not in PLUG_IN
    if refit and not able:
        raise OptionError(
            "only the rules 'lloyd', 'zou' and 'silverman' can be applied anew in each replicate; "
            f"bandwidths is {bandwidths!r}.",
            hint="leave refit out: the bandwidths are then held.",
        )
    return bandwidths if isinstance(bandwidths, str) and able and refit is not False else None


def _replicates(
    smoothing: Smoothing,
    area: float,
    rule: Rule | None,
    resampling: Resampling,
    progress: Progress | None,
) -> tuple[Floats, list[Caveat]]:
    """The replicates that have an area, and what the reader must know of the others."""
    if min(smoothing.positive.size, smoothing.negative.size) == 1:
        return np.array([area]), []
    values = kernel_replicates(RoundedClasses.of(smoothing), area, rule, resampling, progress)
    found = monte_carlo.of_finished(len(values), resampling.repeats)
    there = values[~np.isnan(values)]
    if len(there) < len(values):
        found.append(resampling_caveats.missing_class(len(values) - len(there), len(values)))
    if len(there) < 2:
        raise AucurateError(
            f"fewer than two of {len(values):,} replicates have an AUC.",
            hint="ask for more repeats, or draw within the classes with stratified=True.",
        )
    return there, found


def _interval(
    area: float, values: Floats, kind: KernelKind, confidence: float
) -> tuple[Interval, list[Caveat]]:
    plausible = (intervals.basic if kind == "basic" else intervals.percentile)(area, values)
    ends = plausible.ends(confidence)
    low, high = monte_carlo.never_a_point(ends, plausible.values, 0.0, 1.0)
    interval = Interval(
        low=min(low, area), high=max(high, area), confidence=confidence, method=NAMES[kind]
    )
    short = [resampling_caveats.too_few_repeats(len(values), confidence)] if ends.beyond else []
    return interval, short


def _bound(area: float, moments: AucMoments, confidence: float) -> tuple[Interval, list[Caveat]]:
    """What takes over where the replicates do not vary."""
    smaller = min(moments.n_positive, moments.n_negative)
    interval = disjoint_pairs.auc_interval(area, smaller, confidence)
    return interval, [resampling_caveats.no_spread("the smoothed AUC")]


def _held(bandwidths: Bandwidths, rule: Rule | None) -> list[Caveat]:
    if rule is not None or not isinstance(bandwidths, str):
        return []
    return [
        Caveat(
            kind="held_bandwidths",
            message=f"The bandwidths of the rule {bandwidths} were held in all replicates: that "
            "they are estimates themselves is not in the interval.",
        )
    ]


def _pulled(area: float, empirical: float, error: float) -> list[Caveat]:
    """Smoothing that moved the estimate far in terms of its standard error."""
    if not abs(area - empirical) > _PULLED * error:
        return []
    moved = number(abs(area - empirical) / error, 1)
    return [
        Caveat(
            kind="smoothing_bias",
            message=f"Smoothing moved the AUC from {number(empirical)} to {number(area)}, by "
            f"{moved} standard errors; the interval is one for the smoothed AUC. Narrower "
            "bandwidths, or the empirical AUC, do without.",
        )
    ]


def _beyond_ends(scores: Scores, smoothing: Smoothing) -> list[Caveat]:
    """Probabilities whose kernels reach beyond 0 or 1."""
    low, high = (-1.0, 0.0) if scores.lower else (0.0, 1.0)
    if np.min(scores.values) < low or np.max(scores.values) > high:
        return []
    shares = [
        float(each.lower(np.array([low]))[0] + each.upper(np.array([high]))[0])
        for each in smoothing.classes()
    ]
    if max(shares) <= _BEYOND:
        return []
    return [
        Caveat(
            kind="beyond_ends",
            message=f"All scores of {shortened(scores.name)} lie between 0 and 1, and the kernel "
            f"puts {percent(max(shares))} of a class beyond; scale='logit' smooths on a scale "
            "without ends.",
        )
    ]
