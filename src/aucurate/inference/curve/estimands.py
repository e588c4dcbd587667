"""Which recipe of inference belongs to which estimand."""

from aucurate.data.scores import PairedScores, Scores
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.inference.core.influence import CountedComponents
from aucurate.inference.curve.average_precision import AveragePrecisionComponents
from aucurate.inference.curve.partial_auc import PartialAucComponents
from aucurate.inference.curve.sensitivity_at import RateComponents

_COMPONENTS: dict[type[CountedEstimate], type[CountedComponents]] = {
    PartialAuc: PartialAucComponents,
    AveragePrecision: AveragePrecisionComponents,
    SensitivityAt: RateComponents,
    SpecificityAt: RateComponents,
}


def components_of(data: Scores | PairedScores, estimand: CountedEstimate) -> CountedComponents:
    """The components of classifiers on one test set, with the recipe of their estimand.

    An estimand without a recipe of its own has the logit-t interval, and the ends of its range for
    a bound.
    """
    return _COMPONENTS.get(type(estimand), CountedComponents).of(data, estimand)
