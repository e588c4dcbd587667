"""The caveats of AUCs of several classes, in the voice of the caveats of one AUC."""

import numpy as np

from aucurate.data.class_moments import ClassAucMoments
from aucurate.formatting import count, listing, percent, shortened
from aucurate.inference.core.beta_caveats import WHEN_PERFECT, allowed_for
from aucurate.inference.core.caveats import FEW, HEAVY_TIES
from aucurate.results import Caveat

_NAMED = 3


def of_class_sizes(moments: ClassAucMoments) -> list[Caveat]:
    """Few observations in a class that has weight."""
    few = [
        (size, label)
        for size, label, used in zip(moments.counts, moments.classes, moments.used, strict=True)
        if used and size < FEW
    ]
    if not few:
        return []
    shown = [f"{count(size, 'observation')} of {shortened(label)}" for size, label in few[:_NAMED]]
    if len(few) > _NAMED:
        others = len(few) - _NAMED
        shown.append(f"few of {count(others, 'other class', 'other classes')}")
    return [
        Caveat(
            kind="few_observations",
            message=f"Only {listing(shown)}: with fewer than {FEW} in a class, intervals and "
            "p-values are rough.",
        )
    ]


def of_one_average(moments: ClassAucMoments, at: int, quantity: str) -> list[Caveat]:
    """Class sizes, heavy ties, perfect separation and other zero variances of one classifier."""
    found = of_class_sizes(moments)
    name, value = shortened(moments.names[at]), float(moments.values[at, 0])
    tied = float(np.nansum(moments.weights[0] * moments.tied_shares[at]))
    if HEAVY_TIES < tied < 1:
        found.append(
            Caveat(
                kind="heavy_ties",
                message=f"{name} gives equal scores to {percent(tied)} of the pairs of "
                "observations of different classes, on average; each counts one half.",
            )
        )
    if value in (0.0, 1.0):
        way = "perfectly" if value == 1 else "perfectly, the wrong way round"
        found.append(
            Caveat(
                kind="perfect_separation",
                message=f"{name} separates the classes {way}: {WHEN_PERFECT}.",
            )
        )
    elif not moments.covariance[at, at] > 0:
        found.append(allowed_for(f"the {quantity} of {name}"))
    return found


def no_variance(what: str) -> Caveat:
    """A variance that is zero or cannot be estimated."""
    return Caveat(
        kind="no_variance",
        message=f"The variance of {what} is zero or cannot be estimated from these data; the "
        "disjoint-pairs bound, which needs none, stands in for it.",
    )


def identical(first: str, second: str) -> Caveat:
    """Two classifiers that order every pair of observations of different classes alike."""
    return Caveat(
        kind="identical_ranking",
        message=f"{shortened(first)} and {shortened(second)} order every pair of observations of "
        "different classes alike; the interval is the rule of three for observations that they "
        "might order differently.",
    )


def lone_variance(name: str, quantity: str) -> Caveat:
    """A classifier without variance in a comparison that has one."""
    return Caveat(
        kind="lone_variance",
        message=f"The {quantity} of {shortened(name)} shows no variance here (perfect separation "
        "or constant scores), so its comparisons rest on the variance of the other classifier "
        "alone and may sound surer than they are.",
    )


def shared_observations(first: str, second: str) -> Caveat:
    """An unpaired test on classifiers that scored the same observations."""
    return Caveat(
        kind="shared_observations",
        message=f"{shortened(first)} and {shortened(second)} scored the same observations, but the "
        "test is the unpaired one, which takes them as independent: use the paired test.",
    )


def different_prevalence(quantity: str) -> Caveat:
    """An average that depends on the class shares, compared on test sets where these differ."""
    return Caveat(
        kind="different_prevalence",
        message=f"The classes have different shares in the two test sets, and the {quantity} "
        "depends on them: part of the difference may come from there. Stated prevalences, or the "
        "Hand-Till AUC, do not have that.",
    )
