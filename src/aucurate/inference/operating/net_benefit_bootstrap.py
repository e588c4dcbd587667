r"""Net benefit by the bootstrap: interval, and difference of two classifiers.

At one threshold an observation is one of a few kinds (its class, and whether each classifier calls
it positive), so a replicate is a multinomial draw of how many there are of each kind, over all
observations, or within the classes where the prevalence is stated: the design decides, not
``stratified``. Intervals and p-values are those of percentiles
(:mod:`aucurate.inference.resampling.bootstrap_intervals`). Where two classifiers decide hardly any
observation of a class otherwise, replicates know of no others, and the interval of the difference
is far too short (docs/validation.md); a caveat says so.

:mod:`aucurate.inference.operating.net_benefit` has the definition, when it is not valid, and the
references.
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from aucurate.checks import checked
from aucurate.data.scores import Scores
from aucurate.formatting import count
from aucurate.inference.core import monte_carlo, resampling_caveats
from aucurate.inference.core.comparing import is_paired
from aucurate.inference.core.reference_distributions import checked_confidence
from aucurate.inference.operating.net_benefit import net_benefit_interval, net_benefit_test
from aucurate.inference.operating.net_benefit_counts import Decisions, PairedDecisions
from aucurate.inference.resampling import bootstrap_intervals
from aucurate.inference.resampling.bootstrap_intervals import NAMES, Plausible
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Caveat, Comparison, Estimate, Interval

METHOD = NAMES["percentile"]
FEWEST = 6  # discordant decisions in a class that replicates can vary

Floats = NDArray[np.float64]


@checked
def bootstrap_net_benefit_interval(
    scores: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
) -> Estimate:
    """The net benefit at one threshold probability with the percentiles of its replicates.

    >>> from aucurate.datasets import load_breast_cancer
    >>> print(bootstrap_net_benefit_interval(load_breast_cancer()["forest"], 0.2).interval)
    95% CI 0.263 to 0.380
    """
    confidence, chosen = checked_confidence(confidence), resampling or Resampling()
    exact = net_benefit_interval(scores, threshold, prevalence=prevalence, confidence=confidence)
    decisions = Decisions.of(scores, threshold, prevalence)
    values = _one(decisions, chosen)
    if not np.ptp(values) > 0:
        return replace(exact, caveats=(*exact.caveats, _no_spread()))
    plausible = bootstrap_intervals.percentile(decisions.net_benefit, values)
    interval, told = _interval(plausible, exact.interval, confidence)
    return replace(
        exact,
        standard_error=float(np.std(values, ddof=1)),
        interval=interval,
        method=METHOD,
        caveats=(*exact.caveats, *told),
    )


@checked
def bootstrap_net_benefit_test(
    first: Scores,
    second: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
) -> Comparison:
    """Do two classifiers differ in net benefit at this threshold probability, by resampling?

    >>> from aucurate.datasets import load_breast_cancer
    >>> data = load_breast_cancer()
    >>> print(bootstrap_net_benefit_test(data["forest"], data["bayes"], 0.2).interval)
    95% CI 0.040 to 0.103
    """
    together = is_paired(first, second, paired, "the net benefit test")
    exact = net_benefit_test(
        first,
        second,
        threshold,
        prevalence=prevalence,
        paired=together,
        alternative=alternative,
        confidence=confidence,
    )
    both = PairedDecisions.of(first, second, threshold, prevalence, together=together)
    if both.alike:
        return exact
    chosen = resampling or Resampling()
    values = _together(both, chosen) if together else _apart(both, chosen)
    if not np.ptp(values) > 0:
        return replace(exact, caveats=(*exact.caveats, _no_spread()))
    plausible = bootstrap_intervals.percentile(exact.difference, values)
    interval, told = _interval(plausible, exact.interval, confidence)
    error = float(np.std(values, ddof=1))
    return replace(
        exact,
        standard_error=error,
        interval=interval,
        statistic=exact.difference / error,
        p_value=plausible.p_value(0.0, alternative),
        method=METHOD,
        caveats=(*exact.caveats, *_few_discordant(both), *told),
    )


def _interval(
    plausible: Plausible, exact: Interval, confidence: float
) -> tuple[Interval, list[Caveat]]:
    """The percentiles; the analytic end where the replicates are too few to have one."""
    ends = plausible.ends(confidence)
    low, high = monte_carlo.never_a_point(ends, plausible.values, -math.inf, math.inf)
    told = []
    if ends.beyond or not math.isfinite(high - low):
        told.append(resampling_caveats.too_few_repeats(len(plausible.values), confidence))
        low = low if math.isfinite(low) else min(exact.low, plausible.estimate)
        high = high if math.isfinite(high) else max(exact.high, plausible.estimate)
    return Interval(low=low, high=high, confidence=confidence, method=METHOD), told


def _one(decisions: Decisions, resampling: Resampling) -> Floats:
    true, false = [decisions.true_positives], [decisions.false_positives]
    return _drawn(true, false, [1], decisions, resampling.repeats, resampling.key())


def _together(both: PairedDecisions, resampling: Resampling) -> Floats:
    """Observations that only the first, or only the second, calls positive."""
    one, two = both.first, both.second
    true = [one.true_positives - both.both[0], two.true_positives - both.both[0]]
    false = [one.false_positives - both.both[1], two.false_positives - both.both[1]]
    return _drawn(true, false, [1, -1], one, resampling.repeats, resampling.key())


def _apart(both: PairedDecisions, resampling: Resampling) -> Floats:
    keys = np.random.SeedSequence(resampling.key()).generate_state(2, np.uint64).tolist()
    first, second = (
        _drawn([d.true_positives], [d.false_positives], [1], d, resampling.repeats, key)
        for d, key in zip((both.first, both.second), keys, strict=True)
    )
    return first - second


def _drawn(
    true: list[int], false: list[int], signs: list[int], design: Decisions, repeats: int, key: int
) -> Floats:
    """Replicates of a signed sum of kinds of observations, each worth what its class is."""
    rng = np.random.Generator(np.random.Philox(key=key))
    gain, loss = design.units
    if design.stated:
        up = _multinomial(true, design.n_positive, repeats, rng) / design.n_positive
        down = _multinomial(false, design.n_negative, repeats, rng) / design.n_negative
    else:
        size = design.sizes[0]
        both = _multinomial([*true, *false], size, repeats, rng) / size
        up, down = both[:, : len(true)], both[:, len(true) :]
    values: Floats = gain * (up @ np.array(signs)) - loss * (down @ np.array(signs))
    return values


def _multinomial(kinds: list[int], size: int, repeats: int, rng: np.random.Generator) -> Floats:
    shares = np.array([*kinds, size - sum(kinds)]) / size
    return rng.multinomial(size, shares, size=repeats)[:, :-1].astype(np.float64)


def _few_discordant(both: PairedDecisions) -> list[Caveat]:
    """A class in which hardly any observation is decided otherwise."""
    if not both.together:
        return []
    found = []
    for name, table in zip(("positive", "negative"), both.tables, strict=True):
        otherwise = table.first_only + table.second_only
        if otherwise < FEWEST:
            message = f"The two decide {count(otherwise, f'{name} observation')} otherwise, too "
            message += "few to resample: the interval can be far too short. The analytic one "
            message += "(net_benefit_test) is not."
            found.append(Caveat(kind="few_discordant_decisions", message=message))
    return found


def _no_spread() -> Caveat:
    return Caveat(
        kind="no_variance",
        message="Resampling shows no variance of the net benefit; analytic limits stand in for "
        "the bootstrap.",
    )
