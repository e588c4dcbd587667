# The public names as a type checker sees them; __init__.py loads each on first use.

from collections.abc import Collection, Sequence
from typing import Any, overload

from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.moments import ThresholdCounts
from aucurate.data.observations import Missing
from aucurate.data.scores import Scores
from aucurate.estimates.auc import auc as auc
from aucurate.estimates.auc import gini as gini
from aucurate.estimates.average_precision import AveragePrecision as AveragePrecision
from aucurate.estimates.average_precision import average_precision as average_precision
from aucurate.estimates.classes.auc import ClassAverage as ClassAverage
from aucurate.estimates.classes.auc import HandTill as HandTill
from aucurate.estimates.classes.auc import OneVsRest as OneVsRest
from aucurate.estimates.classes.auc import hand_till_auc as hand_till_auc
from aucurate.estimates.classes.auc import one_vs_rest_auc as one_vs_rest_auc
from aucurate.estimates.classes.volume import VolumeMoments as VolumeMoments
from aucurate.estimates.classes.volume import volume as volume
from aucurate.estimates.counted import CountedEstimate as CountedEstimate
from aucurate.estimates.fits.biexponential import BiexponentialCurve as BiexponentialCurve
from aucurate.estimates.fits.binormal import BinormalCurve as BinormalCurve
from aucurate.estimates.fits.binormal import BinormalFit as BinormalFit
from aucurate.estimates.fits.box_cox import BoxCoxCurve as BoxCoxCurve
from aucurate.estimates.fits.class_values import Scale
from aucurate.estimates.fits.kernel import Bandwidths, Kernel
from aucurate.estimates.fits.kernel import KernelCurve as KernelCurve
from aucurate.estimates.fits.proper_binormal import ProperBinormalCurve as ProperBinormalCurve
from aucurate.estimates.fits.proper_binormal import ProperBinormalFit as ProperBinormalFit
from aucurate.estimates.fits.quantile_pairs import QuantilePairs as QuantilePairs
from aucurate.estimates.fits.quantile_pairs import quantile_pairs as quantile_pairs
from aucurate.estimates.fold_summary import FoldDistribution as FoldDistribution
from aucurate.estimates.fold_summary import fold_distribution as fold_distribution
from aucurate.estimates.partial_auc import PartialAuc as PartialAuc
from aucurate.estimates.partial_auc import partial_auc as partial_auc
from aucurate.estimates.rates_at import SensitivityAt as SensitivityAt
from aucurate.estimates.rates_at import SpecificityAt as SpecificityAt
from aucurate.estimates.rates_at import sensitivity_at as sensitivity_at
from aucurate.estimates.rates_at import specificity_at as specificity_at
from aucurate.estimates.scorers import scorer as scorer
from aucurate.estimates.thresholds.choice import ThresholdChoice as ThresholdChoice
from aucurate.estimates.thresholds.choice import (
    choose_thresholds_from_counts as choose_thresholds_from_counts,
)
from aucurate.estimates.thresholds.operating_point import OperatingPoint as OperatingPoint
from aucurate.estimates.thresholds.sweep import ThresholdSweep as ThresholdSweep
from aucurate.estimates.thresholds.sweep import threshold_sweep as threshold_sweep
from aucurate.estimates.weights.choice import WeightChoice as WeightChoice
from aucurate.estimates.weights.greedy import GreedyWeights as GreedyWeights
from aucurate.estimates.weights.greedy import greedy_weights as greedy_weights
from aucurate.estimates.weights.nested import NestedWeights as NestedWeights
from aucurate.estimates.weights.nested import nested_weights as nested_weights
from aucurate.estimates.weights.search import search_weights as search_weights
from aucurate.estimates.weights.surface import ClassInteractions as ClassInteractions
from aucurate.estimates.weights.surface import DecomposedSurface as DecomposedSurface
from aucurate.estimates.weights.surface import class_interactions as class_interactions
from aucurate.estimates.weights.surface import decomposed_surface as decomposed_surface

@overload
def biexponential_curve(scores: Scores, *, power: float = 1.0) -> BiexponentialCurve: ...
@overload
def biexponential_curve(
    labels: Any,
    scores: Any,
    *,
    power: float = 1.0,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> BiexponentialCurve: ...
@overload
def binormal_curve(scores: Scores) -> BinormalCurve: ...
@overload
def binormal_curve(
    labels: Any,
    scores: Any,
    *,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> BinormalCurve: ...
@overload
def binormal_fit(
    data: Scores | ThresholdCounts, *, limit: int = ..., name: str | None = None
) -> BinormalFit: ...
@overload
def binormal_fit(
    labels: Any,
    scores: Any,
    *,
    limit: int = ...,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> BinormalFit: ...
@overload
def box_cox_curve(
    scores: Scores, *, shift: float | None = None, per_class: bool = False
) -> BoxCoxCurve: ...
@overload
def box_cox_curve(
    labels: Any,
    scores: Any,
    *,
    shift: float | None = None,
    per_class: bool = False,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> BoxCoxCurve: ...
@overload
def kernel_auc(
    scores: Scores,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
) -> float: ...
@overload
def kernel_auc(
    labels: Any,
    scores: Any,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> float: ...
@overload
def kernel_curve(
    scores: Scores,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
) -> KernelCurve: ...
@overload
def kernel_curve(
    labels: Any,
    scores: Any,
    *,
    bandwidths: Bandwidths = "lloyd",
    kernel: Kernel = "gaussian",
    scale: Scale = "given",
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> KernelCurve: ...
@overload
def proper_binormal_fit(
    data: Scores | ThresholdCounts, *, limit: int = ..., name: str | None = None
) -> ProperBinormalFit: ...
@overload
def proper_binormal_fit(
    labels: Any,
    scores: Any,
    *,
    limit: int = ...,
    name: str | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> ProperBinormalFit: ...
@overload
def polynomial_area(scores: Scores, *, beta: float, degree: int = 9) -> float: ...
@overload
def polynomial_area(
    labels: Any,
    scores: Any,
    *,
    beta: float,
    degree: int = 9,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> float: ...
@overload
def sigmoid_area(scores: Scores, *, beta: float) -> float: ...
@overload
def sigmoid_area(
    labels: Any,
    scores: Any,
    *,
    beta: float,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> float: ...
@overload
def choose_threshold(
    scores: Scores,
    rule: ThresholdRule | str,
    *,
    use: IntendedUse | None = None,
    threads: int | None = None,
) -> ThresholdChoice: ...
@overload
def choose_threshold(
    labels: Any,
    scores: Any,
    rule: ThresholdRule | str,
    *,
    use: IntendedUse | None = None,
    threads: int | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> ThresholdChoice: ...
@overload
def choose_thresholds(
    scores: Scores,
    rules: Sequence[ThresholdRule | str],
    *,
    use: IntendedUse | None = None,
    threads: int | None = None,
) -> tuple[ThresholdChoice, ...]: ...
@overload
def choose_thresholds(
    labels: Any,
    scores: Any,
    rules: Sequence[ThresholdRule | str],
    *,
    use: IntendedUse | None = None,
    threads: int | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> tuple[ThresholdChoice, ...]: ...
@overload
def operating_point(
    scores: Scores, threshold: float, *, use: IntendedUse | None = None
) -> OperatingPoint: ...
@overload
def operating_point(
    labels: Any,
    scores: Any,
    threshold: float,
    *,
    use: IntendedUse | None = None,
    positive: object = None,
    lower: bool | str | Collection[str] = False,
    missing: Missing = "refuse",
    frequency_weights: Any = None,
    sampling_weights: Any = None,
    groups: Any = None,
) -> OperatingPoint: ...

__all__: list[str]
