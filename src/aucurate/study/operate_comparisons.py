"""Pairs of classifiers at their operating points: which tests, by what the thresholds rest on."""

import itertools
from collections.abc import Sequence

from aucurate.data.paired import PairedScores, position
from aucurate.data.scores import Scores
from aucurate.estimates.operating_point import OperatingPoint
from aucurate.formatting import listing, shortened
from aucurate.inference.curve.sensitivity_at import sensitivity_at_test, specificity_at_test
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.mcnemar import McNemarRate, mcnemar_test
from aucurate.results import Caveat, Comparison
from aucurate.study.operate_settings import OperateSettings

_SHOWN = 6
_FEW = "few_discordant_calls"
_NONE = "no_discordant_calls"
_CLASS_RATES: tuple[McNemarRate, ...] = ("sensitivity", "specificity")


def operate_comparisons(
    data: PairedScores, points: Sequence[OperatingPoint], settings: OperateSettings
) -> tuple[Comparison, ...]:
    """Those of all pairs that are asked for, those of a pair together."""
    pairs = settings.pairs
    if pairs is None:
        pairs = tuple(itertools.combinations(data.names, 2))
    for name in itertools.chain(*pairs):
        position(data.names, name)
    cuts = {point.name: point.threshold for point in points}
    return tuple(
        comparison
        for first, second in pairs
        for comparison in _of_pair(data[first], data[second], (cuts[first], cuts[second]), settings)
    )


def _of_pair(
    first: Scores, second: Scores, cuts: tuple[float, float], settings: OperateSettings
) -> list[Comparison]:
    """At a rate that is given, the other one; else McNemar's test, and that of the cost.

    Accuracy is compared at the prevalence of the test set only: with another one stated, the share
    of right calls in the test set is not the accuracy that stands beside it.
    """
    confidence = settings.confidence
    if settings.given_rate is not None:
        rate, value = settings.given_rate
        test = specificity_at_test if rate == "sensitivity" else sensitivity_at_test
        return [test(first, second, value, paired=True, confidence=confidence)]
    use = settings.use
    rates: tuple[McNemarRate, ...] = _CLASS_RATES
    if use.prevalence is None:
        rates = (*_CLASS_RATES, "accuracy")
    found = [
        mcnemar_test(first, second, thresholds=cuts, rate=rate, paired=True, confidence=confidence)
        for rate in rates
    ]
    priced = use.false_negative_cost != use.false_positive_cost
    if priced or settings.criterion == "expected_cost":
        found.append(
            expected_cost_test(
                first, second, thresholds=cuts, use=use, paired=True, confidence=confidence
            )
        )
    return found


def comparison_caveats(comparisons: Sequence[Comparison]) -> list[Caveat]:
    """Those of all comparisons once each; of calls that hardly differ, one for all pairs."""
    found: dict[Caveat, None] = {}
    for kind in (_NONE, _FEW):
        concerned = [c for c in comparisons if any(one.kind == kind for one in c.caveats)]
        if concerned:
            found[_hardly_differing(kind, concerned)] = None
    for comparison in comparisons:
        found.update(dict.fromkeys(c for c in comparison.caveats if c.kind not in (_FEW, _NONE)))
    return list(found)


def _hardly_differing(kind: str, concerned: Sequence[Comparison]) -> Caveat:
    rates: dict[tuple[str, str], list[str]] = {}
    for one in concerned:
        rates.setdefault((one.first, one.second), []).append(one.quantity)
    named = [
        f"{shortened(first)} - {shortened(second)} ({listing(words)})"
        for (first, second), words in rates.items()
    ]
    shown = listing(named, most=_SHOWN)
    if kind == _NONE:
        message = (
            f"Every observation is called alike: {shown}. There is no evidence of a difference, "
            "and the intervals say how much there could still be."
        )
    else:
        message = (
            f"Only one of the two is right on fewer than 6 observations, and then no exact "
            f"two-sided p-value lies below 0.05: {shown}."
        )
    return Caveat(kind=kind, message=message)
