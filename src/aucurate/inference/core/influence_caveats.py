"""The caveats of estimates whose variance comes from influence values."""

from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.sensitivity_at import SensitivityAt, SpecificityAt
from aucurate.formatting import count, percent, shortened
from aucurate.inference.core.caveats import FEW
from aucurate.results import Caveat

FEW_BEYOND = 5
FEW_IN_RANGE = 30
COVERED_IN_RANGE = "90 to 100%"
"""Simulated coverage in docs/validation.md; a test holds it to that page's numbers."""


def of_data(scores: Scores, estimate: CountedEstimate) -> list[Caveat]:
    """Few observations in a class, and few of them where the threshold or the range lies."""
    found = []
    for name, size in (("positive", scores.n_positive), ("negative", scores.n_negative)):
        if size < FEW:
            found.append(
                Caveat(
                    kind="few_observations",
                    message=f"Only {count(size, f'{name} observation')}: with fewer than {FEW} in "
                    "a class, intervals and p-values are rough.",
                )
            )
    return found + _of_few_beyond(scores, estimate)


def _of_few_beyond(scores: Scores, estimate: CountedEstimate) -> list[Caveat]:
    """A rate so near 0 or 1, or a range so narrow, that hardly any observation lies there."""
    if isinstance(estimate, SensitivityAt | SpecificityAt):
        by_negatives = isinstance(estimate, SensitivityAt)
        share = min(estimate.fixed, 1 - estimate.fixed)
    elif isinstance(estimate, PartialAuc):
        by_negatives, share = estimate.over == "specificity", estimate.width
    else:
        return []
    which = "negative" if by_negatives else "positive"
    size = scores.n_negative if by_negatives else scores.n_positive
    if size * share > FEW_BEYOND - 1e-9:  # a tenth of 50 is five, whatever the rounding
        return []
    return [
        Caveat(
            kind="few_beyond",
            message=f"The {estimate.quantity} rests on {percent(share)} of "
            f"{count(size, f'{which} observation')}, fewer than {FEW_BEYOND} of them: its interval "
            "and p-value are rough.",
        )
    ]


def of_range(scores: Scores, estimate: PartialAuc) -> list[Caveat]:
    """A range with so few observations that missing some of them outright loses much of the area.

    Where there are fewer than ``FEW_BEYOND``, another caveat has said it.
    """
    by_negatives = estimate.over == "specificity"
    size = scores.n_negative if by_negatives else scores.n_positive
    inside = size * estimate.width
    if not FEW_BEYOND - 1e-9 < inside < FEW_IN_RANGE - 1e-9:
        return []
    which = "negative" if by_negatives else "positive"
    return [
        Caveat(
            kind="few_in_range",
            message=f"About {inside:.0f} of {count(size, f'{which} observation')} lie in the range "
            f"of the {estimate.quantity}. In simulations with fewer than {FEW_IN_RANGE} in the "
            f"range, some of them missed outright, 95% intervals covered the truth in "
            f"{COVERED_IN_RANGE} of the samples (docs/validation.md).",
        )
    ]


def of_chance(name: str, estimate: SensitivityAt | SpecificityAt, low: float) -> list[Caveat]:
    """A classifier that is not clearly above the diagonal where it is looked at."""
    chance = 1 - estimate.fixed
    if low > chance:
        return []
    return [
        Caveat(
            kind="near_chance",
            message=f"The interval of the {estimate.quantity} of {shortened(name)} reaches down to "
            f"chance ({percent(chance)}). Where the true curve runs below chance and turns up "
            "steeply, such an interval lies too high more often than it should.",
        )
    ]


def no_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; a "
        "distribution-free bound, which needs none, takes its place.",
    )


def alike(first: str, second: str, quantity: str) -> Caveat:
    """Two classifiers that no observation tells apart."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} rank every observation that bears on "
        f"the {quantity} alike; the interval is a distribution-free bound.",
    )


def lone_variance(name: str, quantity: str) -> Caveat:
    """A classifier without variance in a comparison that has one."""
    return Caveat(
        kind="lone_variance",
        message=f"The {quantity} of {shortened(name)} shows no variance here, so the comparison "
        "rests on the variance of the other classifier alone and may sound surer than it is.",
    )


def shared_observations(first: str, second: str) -> Caveat:
    """An unpaired test on classifiers that scored the same observations."""
    return Caveat(
        kind="shared_observations",
        message=f"{shortened(first)} and {shortened(second)} scored the same observations, but the "
        "test is the unpaired one, which takes them as independent: use the paired test.",
    )


def different_prevalence(first: float, second: float) -> Caveat:
    """Average precision on test sets with different shares of positives."""
    return Caveat(
        kind="different_prevalence",
        message=f"{percent(first)} of the first test set are positive and {percent(second)} of the "
        "second: average precision grows with that share, whatever the classifier.",
    )
