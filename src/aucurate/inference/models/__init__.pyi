# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection
from typing import Any, overload

import numpy as np

from aucurate.curve.protocol import Curve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.estimates.fits.biexponential import BiexponentialCurve
from aucurate.estimates.fits.class_values import Scale
from aucurate.estimates.fits.kernel import Bandwidths, Kernel
from aucurate.estimates.fits.proper_binormal import ProperBinormalFit
from aucurate.inference.models.binormal import Fitted
from aucurate.inference.models.fit_tests import CategoryFit as CategoryFit
from aucurate.inference.models.fit_tests import FitTest as FitTest
from aucurate.inference.models.fit_tests import anderson_darling_test as anderson_darling_test
from aucurate.inference.models.fit_tests import shapiro_wilk_test as shapiro_wilk_test
from aucurate.inference.models.kernel import KernelKind
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Alternative, Comparison, Estimate, JointTest

@overload
def biexponential_halved_test(
    first: Scores,
    second: Scores,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    rng: int | np.random.Generator = 0,
) -> Comparison: ...
@overload
def biexponential_halved_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    rng: int | np.random.Generator = 0,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def biexponential_interval(
    scores: Scores, *, confidence: float = 0.95, power: float = 1.0
) -> Estimate: ...
@overload
def biexponential_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    power: float = 1.0,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def biexponential_null_test(
    scores: Scores,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    power: float = 1.0,
) -> Comparison: ...
@overload
def biexponential_null_test(
    labels: Any,
    scores: Any,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    power: float = 1.0,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def biexponential_paired_test(
    first: Scores,
    second: Scores,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def biexponential_paired_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def biexponential_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
) -> Comparison: ...
@overload
def biexponential_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    power: float = 1.0,
    second_power: float | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def fitted_biexponential_curve(scores: Scores) -> BiexponentialCurve: ...
@overload
def fitted_biexponential_curve(
    labels: Any,
    scores: Any,
    *,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> BiexponentialCurve: ...
@overload
def fitted_biexponential_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate: ...
@overload
def fitted_biexponential_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def fitted_biexponential_null_test(
    scores: Scores,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def fitted_biexponential_null_test(
    labels: Any,
    scores: Any,
    *,
    null: float = 0.5,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def fitted_biexponential_test(
    first: Scores,
    second: Scores,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def fitted_biexponential_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def binormal_interval(data: Fitted, *, confidence: float = 0.95) -> Estimate: ...
@overload
def binormal_interval(
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
def binormal_moments_interval(scores: Scores, *, confidence: float = 0.95) -> Estimate: ...
@overload
def binormal_moments_interval(
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
def binormal_sensitivity_interval(
    data: Fitted, specificity: float, *, confidence: float = 0.95
) -> Estimate: ...
@overload
def binormal_sensitivity_interval(
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
def binormal_specificity_interval(
    data: Fitted, sensitivity: float, *, confidence: float = 0.95
) -> Estimate: ...
@overload
def binormal_specificity_interval(
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
def box_cox_interval(
    scores: Scores, *, confidence: float = 0.95, shift: float | None = None
) -> Estimate: ...
@overload
def box_cox_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    shift: float | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def box_cox_power_interval(
    scores: Scores, *, confidence: float = 0.95, shift: float | None = None
) -> Estimate: ...
@overload
def box_cox_power_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    shift: float | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def proper_binormal_interval(
    data: Scores | ThresholdCounts | ProperBinormalFit, *, confidence: float = 0.95
) -> Estimate: ...
@overload
def proper_binormal_interval(
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
def category_fit_test(
    curve: Curve, data: Scores | ThresholdCounts, *, parameters: int, categories: int = 10
) -> CategoryFit: ...
@overload
def category_fit_test(
    curve: Curve,
    labels: Any,
    scores: Any,
    *,
    parameters: int,
    categories: int = 10,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> CategoryFit: ...
@overload
def kernel_bootstrap_interval(
    scores: Scores,
    *,
    confidence: float = 0.95,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
    kind: KernelKind = "percentile",
    refit: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Estimate: ...
@overload
def kernel_bootstrap_interval(
    labels: Any,
    scores: Any,
    *,
    confidence: float = 0.95,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
    kind: KernelKind = "percentile",
    refit: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Estimate: ...
@overload
def metz_kronman_area_test(
    first: Fitted,
    second: Fitted,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> Comparison: ...
@overload
def metz_kronman_area_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    alternative: Alternative = "two-sided",
    null_difference: float = 0.0,
    confidence: float = 0.95,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> Comparison: ...
@overload
def metz_kronman_test(
    first: Fitted,
    second: Fitted,
    *,
    paired: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> JointTest: ...
@overload
def metz_kronman_test(
    labels: Any,
    first: Any,
    second: Any,
    *,
    paired: bool | None = None,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> JointTest: ...

__all__: list[str]
