"""Which recipe of inference belongs to which estimand."""

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.influence import CountedComponents, influence_test
from aucurate.inference.curve.average_precision import AveragePrecisionComponents
from aucurate.inference.curve.partial_auc import PartialAucComponents
from aucurate.inference.curve.sensitivity_at import RateComponents
from aucurate.results import Alternative, Comparison, Estimate

_COMPONENTS: dict[type[CountedEstimate], type[CountedComponents]] = {
    PartialAuc: PartialAucComponents,
    AveragePrecision: AveragePrecisionComponents,
    SensitivityAt: RateComponents,
    SpecificityAt: RateComponents,
}


def recipe_of(estimand: CountedEstimate) -> type[CountedComponents]:
    """The recipe of an estimand.

    One without a recipe of its own has the logit-t interval, and the ends of its range for a bound.
    """
    return _COMPONENTS.get(type(estimand), CountedComponents)


def components_of(data: Scores | PairedScores, estimand: CountedEstimate) -> CountedComponents:
    """The components of classifiers on one test set, with the recipe of their estimand."""
    return recipe_of(estimand).of(data, estimand)


def estimand_interval(
    scores: Scores, estimand: CountedEstimate, *, confidence: float = 0.95
) -> Estimate:
    """Any estimate of one classifier with its standard error and the interval made for it."""
    whole = components_of(scores, estimand)
    return whole.estimate(0, whole.recommended, checked_confidence(confidence))


def estimand_test(
    first: Scores,
    second: Scores,
    estimand: CountedEstimate,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison:
    """The difference of any estimate of two classifiers by the influences of observations."""
    return influence_test(
        recipe_of(estimand),
        first,
        second,
        estimand,
        paired=paired,
        alternative=alternative,
        null_difference=null_difference,
        confidence=confidence,
    )
