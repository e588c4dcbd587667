r"""Intervals of one proportion: Wilson, Clopper-Pearson, and Wald on the logit scale.

**Question.** Of n independent observations x had the property; what share would have it?

**Use it** for any share of independent observations, a sensitivity at a fixed threshold for
example.

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

**Not valid** for observations in groups (:mod:`aucurate.inference.operating.effective_counts` has
what serves there).

**Degenerate cases.** Without observations (n = 0) every interval is 0 to 1. No interval is a point.

**Compared with other programs.** Wilson's interval agrees with R's ``prop.test(correct = FALSE)``,
Clopper and Pearson's with ``binom.test``.

Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal
of the American Statistical Association 22, 209-212.
Clopper, C. J., Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the
case of the binomial. Biometrika 26, 404-413.
Newcombe, R. G. (1998). Two-sided confidence intervals for the single proportion: comparison of
seven methods. Statistics in Medicine 17, 857-872.

Two proportions of the same observations
----------------------------------------
The difference of two proportions of the same observations: Tango's and Newcombe's intervals.

**Question.** Of n observations, b have a property by the first classifier only and c by the second
only; how far are the two shares apart?

**Tango's score interval** (1998) holds every difference d with

.. math::
    \left| \frac{b - c - n d}{\sqrt{n (2 \tilde q + d (1 - d))}} \right| \le z, \quad
    \tilde q = \frac{\sqrt{B^2 - 8 n C} - B}{4 n}, \quad
    B = -b - c + (2n - b + c) d, \quad C = -c\,d (1 - d),

with the most likely share q of "second only" under d. At d = 0 the statistic is McNemar's
:math:`(b - c)/\sqrt{b + c}`, so the interval leaves out 0 exactly when McNemar's asymptotic test
rejects. Without discordant observations it is :math:`\pm z^2/(n + z^2)`.

**Newcombe's square-and-add interval** (1998, his method 10) combines Wilson's interval of each
share, :math:`(l_k, u_k)`, with the correlation :math:`\varphi` of the fourfold table, from which
n/2 is taken in the numerator (down to 0) where it is positive:

.. math::
    D - \sqrt{(\hat p_1 - l_1)^2 - 2\varphi (\hat p_1 - l_1)(u_2 - \hat p_2) + (u_2 - \hat p_2)^2},

and the same with the other sides for the upper end. With hardly any discordant observations both
intervals can cover a little too little (docs/validation.md).

**Compared with other programs.** Both agree with the intervals printed by Newcombe (1998) and by
Fagerland and others (2014).

Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions for the
paired-sample design. Statistics in Medicine 17, 891-908.
Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial
proportions based on paired data. Statistics in Medicine 17, 2635-2650.
Fagerland, M. W., Lydersen, S., Laake, P. (2014). Recommended tests and confidence intervals for
paired binomial proportions. Statistics in Medicine 33, 2850-2875.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Literal, SupportsIndex, TypeAlias

from scipy import special

from aucurate.bisection import bisect
from aucurate.checks import checked
from aucurate.errors import OptionError
from aucurate.inference.core.distributions import checked_confidence, two_sided_quantile
from aucurate.results import Amount, Interval, MethodTitle, Record

ProportionMethod: TypeAlias = Literal["wilson", "clopper-pearson", "logit"]
Ends: TypeAlias = tuple[float, float]

NAMES: Mapping[ProportionMethod, MethodTitle] = {
    "wilson": MethodTitle("Wilson", "wilson"),
    "clopper-pearson": MethodTitle("Clopper-Pearson", "clopper-pearson"),
    "logit": MethodTitle("logit delta", "logit"),
}


@checked
def proportion_interval(
    successes: SupportsIndex,
    trials: SupportsIndex,
    *,
    confidence: float = 0.95,
    method: ProportionMethod = "wilson",
) -> Interval:
    """The confidence interval of a proportion of independent observations. Newcombe's (1998) first
    example:

    >>> print(proportion_interval(81, 263))
    95% CI 0.255 to 0.366
    >>> print(proportion_interval(81, 263, method="clopper-pearson"))
    95% CI 0.253 to 0.368
    """
    some, all_ = index(successes), index(trials)
    if not 0 <= some <= all_:
        raise OptionError(
            f"{successes!r} of {trials!r} is not a proportion of observations.",
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


DifferenceInterval: TypeAlias = Literal["tango", "newcombe"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTable(Record):
    """How many observations have a property by both classifiers, by one of them, by none."""

    both: Amount
    first_only: Amount
    second_only: Amount
    neither: Amount

    def __post_init__(self) -> None:
        counts: tuple[object, ...] = (self.both, self.first_only, self.second_only, self.neither)
        if not all(isinstance(n, int) and n >= 0 for n in counts) or self.size == 0:
            raise OptionError(
                f"{counts} is not a table of counts.", hint="pass whole numbers that are not all 0."
            )

    @property
    def size(self) -> float:
        """How many observations there are."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def first_share(self) -> float:
        """The share with the property by the first classifier."""
        return (self.both + self.first_only) / self.size

    @property
    def second_share(self) -> float:
        """The share with the property by the second classifier."""
        return (self.both + self.second_only) / self.size

    @property
    def difference(self) -> float:
        """First minus second, in one rounding."""
        return (self.first_only - self.second_only) / self.size

    @property
    def standard_error(self) -> float:
        """The Wald standard error of the difference."""
        discordant = self.first_only + self.second_only
        net = self.first_only - self.second_only
        return math.sqrt(discordant - net**2 / self.size) / self.size


class EffectiveTable(PairedTable):
    """Such a table of effective counts (:mod:`aucurate.inference.operating.effective_counts`)."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Effective counts are not whole numbers."""

    @classmethod
    def of_shares(cls, shares: Sequence[float], size: float) -> "EffectiveTable":
        """From the shares of both, of the first only, of the second only and of neither."""
        both, first_only, second_only, neither = (size * share for share in shares)
        return cls(both=both, first_only=first_only, second_only=second_only, neither=neither)


def difference_interval(
    table: PairedTable, *, confidence: float = 0.95, method: DifferenceInterval = "tango"
) -> Interval:
    """The interval of the difference of the two shares.

    Airway hyper-responsiveness before and after transplantation (Fagerland and others 2014):

    >>> table = PairedTable(both=1, first_only=1, second_only=7, neither=12)
    >>> print(difference_interval(table), difference_interval(table, method="newcombe"))
    95% CI -0.517 to -0.026 95% CI -0.507 to -0.026
    """
    if method == "tango":
        z = two_sided_quantile(confidence)
        low, high = tango_end(table, z), tango_end(table, -z)
        name = MethodTitle("Tango score", method)
    elif method == "newcombe":
        low, high = _newcombe(table, confidence)
        name = MethodTitle("Newcombe paired", method)
    else:
        raise OptionError(f"the interval must be 'tango' or 'newcombe'; it is {method!r}.")
    return Interval(
        low=max(-1.0, min(low, table.difference)),
        high=min(1.0, max(high, table.difference)),
        confidence=confidence,
        method=name,
    )


def tango_score(table: PairedTable, difference: float) -> float:
    """How many standard errors the data lie above a difference, at the likeliest shares with it.

    >>> tango_score(PairedTable(both=10, first_only=9, second_only=0, neither=10), 0.0)
    3.0
    """
    n, b, c, d = table.size, table.first_only, table.second_only, difference
    above = b - c - n * d
    if above == 0:
        return 0.0
    linear = -b - c + (2 * n - b + c) * d
    constant = -c * d * (1 - d)
    root = math.sqrt(max(0.0, linear**2 - 8 * n * constant))
    likeliest = (root - linear) / (4 * n)
    if linear > 0:  # the same without the difference of nearly equal numbers
        likeliest = -2 * constant / (root + linear)
    spread = n * (2 * likeliest + d * (1 - d))
    return above / math.sqrt(spread) if spread > 0 else math.copysign(math.inf, above)


def tango_end(table: PairedTable, deviate: float) -> float:
    """The difference above which the data lie this many standard errors; below, if negative.

    >>> table = PairedTable(both=0, first_only=0, second_only=0, neither=96)
    >>> round(tango_end(table, 2.0), 12), round(tango_end(table, -2.0), 12)
    (-0.04, 0.04)
    """
    if deviate > 0:
        return _crossing(table, deviate, -1.0, table.difference)
    return _crossing(table, deviate, table.difference, 1.0)


def _crossing(table: PairedTable, z: float, low: float, high: float) -> float:
    """The difference whose score is z; the score falls as the difference grows."""
    low, high = bisect(lambda difference: tango_score(table, difference) > z, low, high)
    return high if z > 0 else low


def _newcombe(table: PairedTable, confidence: float) -> tuple[float, float]:
    n = table.size
    first, second = table.both + table.first_only, table.both + table.second_only
    ends = [proportion_ends(x, n, confidence, "wilson") for x in (first, second)]
    p, q = first / n, second / n
    phi = _corrected_correlation(table, first, second)

    def reach(own: float, other: float) -> float:
        return math.sqrt(max(0.0, own**2 - 2 * phi * own * other + other**2))

    low = p - q - reach(p - ends[0][0], ends[1][1] - q)
    high = p - q + reach(ends[0][1] - p, q - ends[1][0])
    return low, high


def _corrected_correlation(table: PairedTable, first: float, second: float) -> float:
    n = table.size
    product = first * (n - first) * second * (n - second)
    if product == 0:
        return 0.0
    together = table.both * table.neither - table.first_only * table.second_only
    return (max(0.0, together - n / 2) if together > 0 else together) / math.sqrt(product)
