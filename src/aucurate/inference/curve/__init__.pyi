# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection
from typing import Any, overload

from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.inference.curve.averaging import AveragedCurve as AveragedCurve
from aucurate.inference.curve.averaging import Lookup
from aucurate.inference.curve.averaging import threshold_average as threshold_average
from aucurate.inference.curve.averaging import vertical_average as vertical_average
from aucurate.inference.curve.bands import CurveBand as CurveBand
from aucurate.inference.curve.bands import Quantity
from aucurate.inference.curve.difference import CurveDifference as CurveDifference
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Comparison, Estimate

@overload
def average_precision_interval(scores: Scores, *, confidence: float = 0.95) -> Estimate: ...
@overload
def average_precision_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def average_precision_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def average_precision_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
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
def bootstrap_threshold_average(
    scores: Scores,
    resampling: Resampling | None = None,
    *,
    points: int | None = 30,
    lookup: Lookup = "own",
) -> AveragedCurve: ...
@overload
def bootstrap_threshold_average(
    labels: Any,
    scores: Any,
    resampling: Resampling | None = None,
    *,
    points: int | None = 30,
    lookup: Lookup = "own",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> AveragedCurve: ...
@overload
def kolmogorov_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
) -> CurveBand: ...
@overload
def kolmogorov_band(
    labels: Any,
    scores: Any,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> CurveBand: ...
@overload
def pointwise_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
) -> CurveBand: ...
@overload
def pointwise_band(
    labels: Any,
    scores: Any,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    threads: int | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> CurveBand: ...
@overload
def bootstrap_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CurveBand: ...
@overload
def bootstrap_band(
    labels: Any,
    scores: Any,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> CurveBand: ...
@overload
def bootstrap_pointwise_band(
    scores: Scores,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CurveBand: ...
@overload
def bootstrap_pointwise_band(
    labels: Any,
    scores: Any,
    *,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    rates: Any = None,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> CurveBand: ...
@overload
def curve_difference(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CurveDifference: ...
@overload
def curve_difference(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    quantity: Quantity = "sensitivity",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> CurveDifference: ...
@overload
def partial_auc_interval(
    scores: Scores,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    confidence: float = 0.95,
) -> Estimate: ...
@overload
def partial_auc_interval(
    labels: Any,
    scores: Any,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def partial_auc_test(
    first: Scores,
    second: Scores,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def partial_auc_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    specificity: tuple[float, float] | None = None,
    sensitivity: tuple[float, float] | None = None,
    corrected: bool = False,
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
def sensitivity_at_interval(
    scores: Scores, specificity: float, *, confidence: float = 0.95
) -> Estimate: ...
@overload
def sensitivity_at_interval(
    labels: Any,
    scores: Any,
    specificity: float,
    *,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def sensitivity_at_test(
    first: Scores,
    second: Scores,
    specificity: float,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def sensitivity_at_test(
    labels: Any,
    first: Any,
    second: Any,
    specificity: float,
    *,
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
def specificity_at_interval(
    scores: Scores, sensitivity: float, *, confidence: float = 0.95
) -> Estimate: ...
@overload
def specificity_at_interval(
    labels: Any,
    scores: Any,
    sensitivity: float,
    *,
    confidence: float = 0.95,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def specificity_at_test(
    first: Scores,
    second: Scores,
    sensitivity: float,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
) -> Comparison: ...
@overload
def specificity_at_test(
    labels: Any,
    first: Any,
    second: Any,
    sensitivity: float,
    *,
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

__all__: list[str]
