"""The methods of each kind by name, held to the contract of their kind.

``tests/every`` runs every entry of these lists through the promises of its kind: swapping flips
the sign, a classifier does not differ from itself, the interval holds the estimate, monotone
transformations and the order of rows change nothing, the result survives JSON. An entry that
cannot keep a promise says so here, by the name of the promise.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from aucurate.data.scores import Scores
from aucurate.estimates.counted import CountedEstimate
from aucurate.inference.auc.bounds import (
    agarwal_interval,
    birnbaum_klose_interval,
    cortes_mohri_interval,
)
from aucurate.inference.auc.delong import (
    delong_beta_interval,
    delong_interval,
    delong_joint_test,
    delong_logit_t_interval,
    delong_test,
)
from aucurate.inference.auc.hanley_mcneil import (
    hanley_mcneil_interval,
    hanley_mcneil_test,
    newcombe_interval,
)
from aucurate.inference.auc.mover import mover_test
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.influence import influence_test
from aucurate.inference.curve.estimands import components_of
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.permutation import permutation_test
from aucurate.inference.resampling.venkatraman import venkatraman_test
from aucurate.results import Comparison, Estimate, JointTest


@dataclass(frozen=True, slots=True)
class IntervalMethod:
    """An interval of one AUC, called with ``Scores`` (``from_moments``: or with ``AucMoments``)."""

    function: Callable[..., Estimate]
    from_moments: bool = True
    holds_estimate: bool = True
    mirrors: bool = True
    resamples: bool = False
    has_error: bool = True

    def __call__(self, *data: Any, **options: Any) -> Estimate:
        """The estimate with this interval."""
        return self.function(*data, **options)


@dataclass(frozen=True, slots=True)
class ComparisonMethod:
    """A comparison of two classifiers, called with the ``Scores`` of both."""

    function: Callable[..., Comparison]
    rank_based: bool = True
    resamples: bool = False
    paired_only: bool = False
    any_null: bool = True

    def __call__(self, *data: Any, **options: Any) -> Comparison:
        """The comparison by this method."""
        return self.function(*data, **options)


INTERVALS: Mapping[str, IntervalMethod] = {
    "delong-beta": IntervalMethod(delong_beta_interval),
    "delong-logit-t": IntervalMethod(delong_logit_t_interval),
    "delong-logit": IntervalMethod(partial(delong_interval, scale="logit")),
    "delong-wald": IntervalMethod(partial(delong_interval, scale="wald")),
    "hanley-mcneil": IntervalMethod(hanley_mcneil_interval, mirrors=False),
    "hanley-mcneil-estimated": IntervalMethod(
        partial(hanley_mcneil_interval, moments="estimated"), from_moments=False
    ),
    "newcombe": IntervalMethod(newcombe_interval),
    "birnbaum-klose": IntervalMethod(birnbaum_klose_interval),
    "cortes-mohri-fewest-errors": IntervalMethod(
        partial(cortes_mohri_interval, threshold="fewest errors"),
        from_moments=False,
        holds_estimate=False,
        mirrors=False,
    ),
    "agarwal": IntervalMethod(agarwal_interval, has_error=False),
    **{
        f"bootstrap-{kind}": IntervalMethod(
            partial(bootstrap_interval, kind=kind), from_moments=False, resamples=True
        )
        for kind in ("percentile", "basic", "bca", "studentised")
    },
}

COMPARISONS: Mapping[str, ComparisonMethod] = {
    "delong": ComparisonMethod(delong_test),
    "mover": ComparisonMethod(mover_test),
    "hanley-mcneil": ComparisonMethod(hanley_mcneil_test, rank_based=False),
    "hanley-mcneil-binormal": ComparisonMethod(
        partial(hanley_mcneil_test, correlation="binormal"), rank_based=False
    ),
    "hanley-mcneil-kendall": ComparisonMethod(
        partial(hanley_mcneil_test, score_correlation="kendall")
    ),
    **{
        f"bootstrap-{kind}": ComparisonMethod(partial(bootstrap_test, kind=kind), resamples=True)
        for kind in ("percentile", "basic", "bca", "studentised")
    },
    "permutation": ComparisonMethod(
        permutation_test, resamples=True, paired_only=True, any_null=False
    ),
}

JOINT_TESTS: Mapping[str, Callable[[Any], JointTest]] = {
    "delong-chi-square": delong_joint_test,
    "delong-F": partial(delong_joint_test, distribution="F"),
}

CURVE_TESTS: Mapping[str, Callable[..., JointTest]] = {
    "venkatraman": venkatraman_test,
}
"""Tests of whole curves, of two classifiers; not tests of AUC."""

RECOMMENDED_INTERVAL = "delong-beta"

INFLUENCE = "influence"


def estimand_interval(
    scores: Scores, estimand: CountedEstimate, *, confidence: float = 0.95
) -> Estimate:
    """Any estimate of one classifier with its standard error and the interval made for it."""
    whole = components_of(scores, estimand)
    return whole.estimate(0, whole.recommended, checked_confidence(confidence))


def estimand_test(
    first: Scores, second: Scores, estimand: CountedEstimate, **asked: Any
) -> Comparison:
    """The difference of any estimate of two classifiers by the influences of observations."""
    return influence_test(type(components_of(first, estimand)), first, second, estimand, **asked)


ESTIMAND_INTERVALS: Mapping[str, IntervalMethod] = {
    INFLUENCE: IntervalMethod(estimand_interval, from_moments=False),
    **{
        f"bootstrap-{kind}": IntervalMethod(
            partial(bootstrap_interval, kind=kind), from_moments=False, resamples=True
        )
        for kind in ("percentile", "basic", "bca")
    },
}
"""Intervals of estimands other than the AUC, called with the scores and the estimand."""

ESTIMAND_COMPARISONS: Mapping[str, ComparisonMethod] = {
    INFLUENCE: ComparisonMethod(estimand_test),
    **{
        f"bootstrap-{kind}": ComparisonMethod(partial(bootstrap_test, kind=kind), resamples=True)
        for kind in ("percentile", "basic", "bca")
    },
}
"""Comparisons by them, called with the scores of both and the estimand."""


class Methods(NamedTuple):
    """The methods for one kind of estimand, and those that are recommended."""

    intervals: Mapping[str, IntervalMethod]
    comparisons: Mapping[str, ComparisonMethod]
    curve_tests: Mapping[str, Callable[..., JointTest]]
    interval: str
    paired: str
    unpaired: str
    margin: str

    def comparison(self, *, paired: bool) -> str:
        """The recommended comparison for a design."""
        return self.paired if paired else self.unpaired


_OF_AUC = Methods(
    INTERVALS, COMPARISONS, CURVE_TESTS, RECOMMENDED_INTERVAL, "delong", "mover", "mover"
)
_OF_ESTIMANDS = Methods(
    ESTIMAND_INTERVALS, ESTIMAND_COMPARISONS, {}, INFLUENCE, INFLUENCE, INFLUENCE, INFLUENCE
)


def methods_of(estimand: CountedEstimate | None) -> Methods:
    """The methods for an estimand, or for the AUC."""
    return _OF_AUC if estimand is None else _OF_ESTIMANDS
