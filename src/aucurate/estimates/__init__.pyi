# The public names as a type checker sees them; __init__.py loads each on first use.

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
from aucurate.estimates.fits.biexponential import biexponential_curve as biexponential_curve
from aucurate.estimates.fits.binormal import BinormalCurve as BinormalCurve
from aucurate.estimates.fits.binormal import BinormalFit as BinormalFit
from aucurate.estimates.fits.binormal import binormal_curve as binormal_curve
from aucurate.estimates.fits.binormal import binormal_fit as binormal_fit
from aucurate.estimates.fits.box_cox import BoxCoxCurve as BoxCoxCurve
from aucurate.estimates.fits.box_cox import box_cox_curve as box_cox_curve
from aucurate.estimates.fits.kernel import KernelCurve as KernelCurve
from aucurate.estimates.fits.kernel import kernel_auc as kernel_auc
from aucurate.estimates.fits.kernel import kernel_curve as kernel_curve
from aucurate.estimates.fits.proper_binormal import ProperBinormalCurve as ProperBinormalCurve
from aucurate.estimates.fits.proper_binormal import ProperBinormalFit as ProperBinormalFit
from aucurate.estimates.fits.proper_binormal import proper_binormal_fit as proper_binormal_fit
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
from aucurate.estimates.sigmoid_area import polynomial_area as polynomial_area
from aucurate.estimates.sigmoid_area import sigmoid_area as sigmoid_area
from aucurate.estimates.thresholds.choice import ThresholdChoice as ThresholdChoice
from aucurate.estimates.thresholds.choice import choose_threshold as choose_threshold
from aucurate.estimates.thresholds.choice import choose_thresholds as choose_thresholds
from aucurate.estimates.thresholds.choice import (
    choose_thresholds_from_counts as choose_thresholds_from_counts,
)
from aucurate.estimates.thresholds.operating_point import OperatingPoint as OperatingPoint
from aucurate.estimates.thresholds.operating_point import operating_point as operating_point
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

__all__: list[str]
