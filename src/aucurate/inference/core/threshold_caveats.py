"""What a reader must know of a choice that was repeated in replicates."""

import numpy as np

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.rates import Floats, Rate, rate_words
from aucurate.formatting import count, listing, percent, shortened
from aucurate.results import Caveat, Interval

PERCENTILE_COVERAGE = (0.16, 0.98)
"""The lowest and the highest measured coverage of percentiles of chosen thresholds."""


def no_threshold(without: int, done: int) -> Caveat:
    """Replicates in which the rule chooses nothing."""
    return Caveat(
        kind="replicates_without_threshold",
        message=f"In {without:,} of {count(done, 'replicate')} no threshold kept the rule, or a "
        "class was not drawn; they were left out.",
    )


def of_values(values: Floats, rate: Rate, name: str, where: str) -> list[Caveat]:
    """Replicates in which a rate does not exist, or is infinite."""
    found, done = [], count(len(values), "replicate")
    what = f"The {rate_words(rate)} of {shortened(name)}"
    without = int(np.count_nonzero(np.isnan(values)))
    if without:
        message = f"{what} does not exist in {without:,} of {done} ({where}), which were left out."
        found.append(Caveat(kind="replicates_without_rate", message=message))
    infinite = int(np.count_nonzero(np.isinf(values)))
    if infinite:
        message = f"{what} is infinite in {infinite:,} of {done} ({where}): no mean can hold "
        message += "these, which is that of the others; the interval counts them as the highest."
        found.append(Caveat(kind="infinite_replicates", message=message))
    return found


def no_spread(rates: list[tuple[Rate, Interval]], name: str) -> list[Caveat]:
    """Rates that replicates do not vary, with the interval that stands in: one caveat for each."""
    found = []
    for method in dict.fromkeys(fixed.method for _, fixed in rates):
        named = dict.fromkeys(rate_words(rate) for rate, fixed in rates if fixed.method == method)
        message = f"Resampling shows no variance of the {listing(list(named))} of "
        message += f"{shortened(name)}, or none that has a mean; the {method} interval of a fixed "
        message += "threshold stands in for the bootstrap."
        found.append(Caveat(kind="no_variance", message=message))
    return found


def percentile_interval(rule: ThresholdRule) -> Caveat:
    """The interval of a threshold by a rule for which no better one is known than percentiles."""
    low, high = PERCENTILE_COVERAGE
    return Caveat(
        kind="threshold_interval",
        message=f"The interval of the threshold ({rule}) has the percentiles of the thresholds "
        "that bootstrap replicates choose. Such a 95% interval held the threshold of a test set "
        f"without end in {percent(low)} to {percent(high)} of simulated test sets, least where "
        "scores have a gap (docs/validation.md): the choice could vary more than it says.",
    )
