# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection, Sequence
from typing import Any, Literal, overload

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap as ThresholdBootstrap
from aucurate.inference.operating.joint_region import JointRegion as JointRegion
from aucurate.inference.operating.joint_region import joint_region as joint_region
from aucurate.inference.operating.mcnemar import McNemarKind, McNemarRate
from aucurate.inference.operating.predictive_values import PredictiveValue
from aucurate.inference.operating.proportions import DifferenceInterval
from aucurate.inference.operating.proportions import proportion_interval as proportion_interval
from aucurate.inference.operating.rates import rate_estimate as rate_estimate
from aucurate.inference.operating.rates import rate_estimates as rate_estimates
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Comparison, Estimate

@overload
def threshold_bootstrap(
    scores: Scores,
    rule: ThresholdRule | str,
    *,
    rates: Sequence[Rate] = ...,
    use: IntendedUse | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> ThresholdBootstrap: ...
@overload
def threshold_bootstrap(
    labels: Any,
    scores: Any,
    rule: ThresholdRule | str,
    *,
    rates: Sequence[Rate] = ...,
    use: IntendedUse | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> ThresholdBootstrap: ...
@overload
def expected_cost_test(
    first: Scores,
    second: Scores,
    *,
    thresholds: tuple[float, float],
    use: IntendedUse | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def expected_cost_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    thresholds: tuple[float, float],
    use: IntendedUse | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def mcnemar_test(
    first: Scores,
    second: Scores,
    *,
    thresholds: tuple[float, float],
    rate: McNemarRate = "accuracy",
    kind: McNemarKind | Literal["clustered"] | None = None,
    interval: DifferenceInterval = "tango",
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def mcnemar_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    thresholds: tuple[float, float],
    rate: McNemarRate = "accuracy",
    kind: McNemarKind | Literal["clustered"] | None = None,
    interval: DifferenceInterval = "tango",
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def bootstrap_net_benefit_interval(
    scores: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
) -> Estimate: ...
@overload
def bootstrap_net_benefit_interval(
    labels: Any,
    scores: Any,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
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
) -> Comparison: ...
@overload
def bootstrap_net_benefit_test(
    labels: Any,
    first: Any,
    second: Any,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def net_benefit_interval(
    scores: Scores, threshold: float, *, prevalence: float | None = None, confidence: float = 0.95
) -> Estimate: ...
@overload
def net_benefit_interval(
    labels: Any,
    scores: Any,
    threshold: float,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def net_benefit_intervals(
    scores: Scores, thresholds: Any, *, prevalence: float | None = None, confidence: float = 0.95
) -> tuple[Estimate, ...]: ...
@overload
def net_benefit_intervals(
    labels: Any,
    scores: Any,
    thresholds: Any,
    *,
    prevalence: float | None = None,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> tuple[Estimate, ...]: ...
@overload
def net_benefit_test(
    first: Scores,
    second: Scores,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def net_benefit_test(
    labels: Any,
    first: Any,
    second: Any,
    threshold: float,
    *,
    prevalence: float | None = None,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def predictive_value_test(
    first: Scores,
    second: Scores,
    *,
    thresholds: tuple[float, float],
    rate: PredictiveValue = "positive_predictive_value",
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def predictive_value_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    thresholds: tuple[float, float],
    rate: PredictiveValue = "positive_predictive_value",
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...

__all__: list[str]
