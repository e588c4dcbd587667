r"""Intervals of one proportion: Wilson, Clopper-Pearson, and Wald on the logit scale.

**Question.** Of n independent observations x had the property; what share would have it?

**Wilson** (1927) holds every share that lies within z of its own standard errors of x/n,

.. math::
    \left\{p : (\hat p - p)^2 \le z^2 \frac{p (1 - p)}{n}\right\}
    = \frac{\hat p + z^2/2n \pm z \sqrt{\hat p (1 - \hat p)/n + z^2/4n^2}}{1 + z^2/n}.

It covers on average what it says, for some shares a little less, and is never a point.
**Clopper and Pearson** (1934) hold every share under which neither tail up to x has less than half
of 1 - confidence, so it never covers less than it says, and mostly more:

.. math::
    B^{-1}_{(1-c)/2}(x, n - x + 1), \quad B^{-1}_{(1+c)/2}(x + 1, n - x).

**Wald on the logit scale** is :math:`\text{logit}\,\hat p \pm z / \sqrt{n \hat p (1 - \hat p)}`,
mapped back; with no or with all successes, half an observation is added to each side first.
Without observations (n = 0) every interval is 0 to 1.

Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal
of the American Statistical Association 22, 209-212.
Clopper, C. J., Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the
case of the binomial. Biometrika 26, 404-413.
Newcombe, R. G. (1998). Two-sided confidence intervals for the single proportion: comparison of
seven methods. Statistics in Medicine 17, 857-872.
"""

import math
from collections.abc import Callable, Mapping
from operator import index
from typing import Literal, SupportsIndex, TypeAlias

from scipy import special

from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.inference.core.reference_distributions import checked_confidence, two_sided_quantile
from aucurate.results import Interval

ProportionMethod: TypeAlias = Literal["wilson", "clopper-pearson", "logit"]
Ends: TypeAlias = tuple[float, float]

NAMES: Mapping[ProportionMethod, str] = {
    "wilson": "Wilson",
    "clopper-pearson": "Clopper-Pearson",
    "logit": "logit delta",
}


@checked
def proportion_interval(
    successes: SupportsIndex,
    trials: SupportsIndex,
    *,
    confidence: float = 0.95,
    method: ProportionMethod = "wilson",
) -> Interval:
    """The interval of a share of independent observations. Newcombe's (1998) first example:

    >>> print(proportion_interval(81, 263))
    95% CI 0.255 to 0.366
    >>> print(proportion_interval(81, 263, method="clopper-pearson"))
    95% CI 0.253 to 0.368
    """
    some, all_ = index(successes), index(trials)
    if not 0 <= some <= all_:
        raise OptionError(
            f"{successes!r} of {trials!r} is no share of observations.",
            hint="the first number must be at most the second, and neither below 0.",
        )
    confidence = checked_confidence(confidence)
    low, high = proportion_ends(some, all_, confidence, method)
    return Interval(low=low, high=high, confidence=confidence, method=NAMES[method])


def proportion_ends(
    successes: float, trials: float, confidence: float, method: ProportionMethod
) -> Ends:
    """Both ends, without a check."""
    if trials == 0:
        return 0.0, 1.0
    return _METHODS[method](successes, trials, confidence)


def _wilson(successes: float, trials: float, confidence: float) -> Ends:
    """Each end from the quadratic's stable form: the other end as seen from the other side."""
    z2 = two_sided_quantile(confidence) ** 2 / trials
    share, rest = successes / trials, (trials - successes) / trials
    root = math.sqrt(z2 * (share * rest + z2 / 4))
    low = share**2 / (share + z2 / 2 + root)
    high = 1 - rest**2 / (rest + z2 / 2 + root)
    return min(low, share), max(high, share)


def _clopper_pearson(successes: float, trials: float, confidence: float) -> Ends:
    tail, failures = (1 - confidence) / 2, trials - successes
    low = 0.0 if successes == 0 else float(special.betaincinv(successes, failures + 1, tail))
    high = 1.0 if failures == 0 else 1 - float(special.betaincinv(failures, successes + 1, tail))
    return low, high


def _logit(successes: float, trials: float, confidence: float) -> Ends:
    share = successes / trials
    if successes in (0, trials):
        successes, trials = successes + 0.5, trials + 1
    reach = two_sided_quantile(confidence) * math.sqrt(1 / successes + 1 / (trials - successes))
    centre = math.log(successes / (trials - successes))
    low, high = float(special.expit(centre - reach)), float(special.expit(centre + reach))
    return (0.0 if share == 0 else low), (1.0 if share == 1 else high)


_METHODS: Mapping[ProportionMethod, Callable[[float, float, float], Ends]] = {
    "wilson": _wilson,
    "clopper-pearson": _clopper_pearson,
    "logit": _logit,
}
