# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate import crossval as crossval
from aucurate import curve as curve
from aucurate import data as data
from aucurate import datasets as datasets
from aucurate import errors as errors
from aucurate import estimates as estimates
from aucurate import inference as inference
from aucurate import io as io
from aucurate import planning as planning
from aucurate import plots as plots
from aucurate import results as results
from aucurate import study as study
from aucurate import theory as theory
from aucurate.crossval.algorithms import default_thresholds as default_thresholds
from aucurate.crossval.cross_validate import cross_validate as cross_validate
from aucurate.crossval.designs import FiveByTwo as FiveByTwo
from aucurate.crossval.designs import FixedTestSet as FixedTestSet
from aucurate.crossval.designs import GivenSplits as GivenSplits
from aucurate.crossval.designs import LeftOut as LeftOut
from aucurate.crossval.splits import draw_splits as draw_splits
from aucurate.crossval.weighted_decision import WeightedDecision as WeightedDecision
from aucurate.curve.cost import IntendedUse as IntendedUse
from aucurate.curve.cost_curve import CostCurve as CostCurve
from aucurate.curve.cost_curve import cost_curve as cost_curve
from aucurate.curve.decision_curve import DecisionCurve as DecisionCurve
from aucurate.curve.decision_curve import decision_curve as decision_curve
from aucurate.curve.det import DetCurve as DetCurve
from aucurate.curve.det import det_curve as det_curve
from aucurate.curve.lorenz import LorenzCurve as LorenzCurve
from aucurate.curve.lorenz import lorenz_curve as lorenz_curve
from aucurate.curve.precision import PrecisionCurve as PrecisionCurve
from aucurate.curve.precision import precision_curve as precision_curve
from aucurate.curve.protocol import Curve as Curve
from aucurate.curve.roc import RocCurve as RocCurve
from aucurate.curve.roc import YoudenIndex as YoudenIndex
from aucurate.curve.roc import roc_curve as roc_curve
from aucurate.curve.roc import youden_index as youden_index
from aucurate.curve.threshold_rules import ThresholdRule as ThresholdRule
from aucurate.curve.weight_rules import WeightRule as WeightRule
from aucurate.data.class_folds import ClassFoldScores as ClassFoldScores
from aucurate.data.classes import ClassObservations as ClassObservations
from aucurate.data.classes import ClassScores as ClassScores
from aucurate.data.classes import PairedClassScores as PairedClassScores
from aucurate.data.fold_values import FoldValues as FoldValues
from aucurate.data.folds import FoldScores as FoldScores
from aucurate.data.moments import AucMoments as AucMoments
from aucurate.data.moments import ThresholdCounts as ThresholdCounts
from aucurate.data.ordered import OrderedScores as OrderedScores
from aucurate.data.ordered import PairedOrderedScores as PairedOrderedScores
from aucurate.data.results_table import ResultsTable as ResultsTable
from aucurate.data.scores import PairedScores as PairedScores
from aucurate.data.scores import Scores as Scores
from aucurate.data.scores import UnpairedScores as UnpairedScores
from aucurate.datasets import load_breast_cancer as load_breast_cancer
from aucurate.datasets import load_breast_cancer_folds as load_breast_cancer_folds
from aucurate.datasets import load_wine_class_folds as load_wine_class_folds
from aucurate.datasets import load_wine_classes as load_wine_classes
from aucurate.errors import AucurateError as AucurateError
from aucurate.errors import FitError as FitError
from aucurate.errors import FitWarning as FitWarning
from aucurate.estimates.auc import auc as auc
from aucurate.estimates.auc import gini as gini
from aucurate.estimates.average_precision import AveragePrecision as AveragePrecision
from aucurate.estimates.average_precision import average_precision as average_precision
from aucurate.estimates.classes.auc import HandTill as HandTill
from aucurate.estimates.classes.auc import OneVsRest as OneVsRest
from aucurate.estimates.classes.auc import hand_till_auc as hand_till_auc
from aucurate.estimates.classes.auc import one_vs_rest_auc as one_vs_rest_auc
from aucurate.estimates.classes.volume import volume as volume
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
from aucurate.estimates.fits.proper_binormal import proper_binormal_fit as proper_binormal_fit
from aucurate.estimates.fits.quantile_pairs import quantile_pairs as quantile_pairs
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
from aucurate.estimates.thresholds.sweep import threshold_sweep as threshold_sweep
from aucurate.estimates.weights.choice import WeightChoice as WeightChoice
from aucurate.estimates.weights.greedy import greedy_weights as greedy_weights
from aucurate.estimates.weights.nested import NestedWeights as NestedWeights
from aucurate.estimates.weights.nested import nested_weights as nested_weights
from aucurate.estimates.weights.search import search_weights as search_weights
from aucurate.estimates.weights.surface import class_interactions as class_interactions
from aucurate.estimates.weights.surface import decomposed_surface as decomposed_surface
from aucurate.inference.auc.bounds import agarwal_interval as agarwal_interval
from aucurate.inference.auc.bounds import birnbaum_klose_interval as birnbaum_klose_interval
from aucurate.inference.auc.bounds import cortes_mohri_interval as cortes_mohri_interval
from aucurate.inference.auc.chance import chance_test as chance_test
from aucurate.inference.auc.delong import delong_beta_interval as delong_beta_interval
from aucurate.inference.auc.delong import delong_interval as delong_interval
from aucurate.inference.auc.delong import delong_joint_test as delong_joint_test
from aucurate.inference.auc.delong import delong_logit_t_interval as delong_logit_t_interval
from aucurate.inference.auc.delong import delong_null_test as delong_null_test
from aucurate.inference.auc.delong import delong_test as delong_test
from aucurate.inference.auc.equivalence import MarginTest as MarginTest
from aucurate.inference.auc.equivalence import equivalence_test as equivalence_test
from aucurate.inference.auc.equivalence import noninferiority_test as noninferiority_test
from aucurate.inference.auc.equivalence import superiority_test as superiority_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_interval as hanley_mcneil_interval
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test as hanley_mcneil_test
from aucurate.inference.auc.hanley_mcneil import newcombe_interval as newcombe_interval
from aucurate.inference.auc.highest import highest_auc_interval as highest_auc_interval
from aucurate.inference.auc.mover import mover_test as mover_test
from aucurate.inference.auc.simultaneous import simultaneous_comparisons as simultaneous_comparisons
from aucurate.inference.core.multiplicity import adjust as adjust
from aucurate.inference.core.multiplicity import holm as holm
from aucurate.inference.curve.average_precision import (
    average_precision_interval as average_precision_interval,
)
from aucurate.inference.curve.average_precision import (
    average_precision_test as average_precision_test,
)
from aucurate.inference.curve.averaging import (
    bootstrap_threshold_average as bootstrap_threshold_average,
)
from aucurate.inference.curve.averaging import threshold_average as threshold_average
from aucurate.inference.curve.averaging import vertical_average as vertical_average
from aucurate.inference.curve.bands import CurveBand as CurveBand
from aucurate.inference.curve.bands import kolmogorov_band as kolmogorov_band
from aucurate.inference.curve.bands import pointwise_band as pointwise_band
from aucurate.inference.curve.bootstrap_bands import bootstrap_band as bootstrap_band
from aucurate.inference.curve.bootstrap_bands import (
    bootstrap_pointwise_band as bootstrap_pointwise_band,
)
from aucurate.inference.curve.difference import CurveDifference as CurveDifference
from aucurate.inference.curve.difference import curve_difference as curve_difference
from aucurate.inference.curve.partial_auc import partial_auc_interval as partial_auc_interval
from aucurate.inference.curve.partial_auc import partial_auc_test as partial_auc_test
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_interval as sensitivity_at_interval,
)
from aucurate.inference.curve.sensitivity_at import sensitivity_at_test as sensitivity_at_test
from aucurate.inference.curve.sensitivity_at import (
    specificity_at_interval as specificity_at_interval,
)
from aucurate.inference.curve.sensitivity_at import specificity_at_test as specificity_at_test
from aucurate.inference.folds.class_points import ClassOperatingPoints as ClassOperatingPoints
from aucurate.inference.folds.class_points import class_operating_points as class_operating_points
from aucurate.inference.folds.class_points import error_of as error_of
from aucurate.inference.folds.class_points import errors_of as errors_of
from aucurate.inference.folds.delong import averaged_delong_interval as averaged_delong_interval
from aucurate.inference.folds.delong import averaged_delong_test as averaged_delong_test
from aucurate.inference.folds.delong import corrected_delong_test as corrected_delong_test
from aucurate.inference.folds.delong import corrected_moments as corrected_moments
from aucurate.inference.folds.delong import fold_delong_interval as fold_delong_interval
from aucurate.inference.folds.delong import fold_delong_test as fold_delong_test
from aucurate.inference.folds.delong import fold_moments as fold_moments
from aucurate.inference.folds.error_rate import averaged_error_interval as averaged_error_interval
from aucurate.inference.folds.error_rate import averaged_error_test as averaged_error_test
from aucurate.inference.folds.indistinguishable_points import ClassPointSet as ClassPointSet
from aucurate.inference.folds.indistinguishable_points import PointSet as PointSet
from aucurate.inference.folds.indistinguishable_points import (
    class_distinguishing_size as class_distinguishing_size,
)
from aucurate.inference.folds.indistinguishable_points import (
    distinguishing_size as distinguishing_size,
)
from aucurate.inference.folds.indistinguishable_points import (
    indistinguishable_points as indistinguishable_points,
)
from aucurate.inference.folds.ledell import ledell_interval as ledell_interval
from aucurate.inference.folds.ledell import ledell_test as ledell_test
from aucurate.inference.folds.operating_points import OperatingPoints as OperatingPoints
from aucurate.inference.folds.operating_points import operating_points as operating_points
from aucurate.inference.folds.point_tests import (
    operating_point_interval as operating_point_interval,
)
from aucurate.inference.folds.point_tests import operating_point_test as operating_point_test
from aucurate.inference.folds.point_tests import rate_region as rate_region
from aucurate.inference.folds.point_tests import rate_regions as rate_regions
from aucurate.inference.folds.sign_tests import fold_sign_test as fold_sign_test
from aucurate.inference.folds.sign_tests import fold_wilcoxon_test as fold_wilcoxon_test
from aucurate.inference.folds.sign_tests import sign_flip_test as sign_flip_test
from aucurate.inference.folds.t_tests import correlated_t_test as correlated_t_test
from aucurate.inference.folds.t_tests import five_by_two_f_test as five_by_two_f_test
from aucurate.inference.folds.t_tests import five_by_two_t_test as five_by_two_t_test
from aucurate.inference.folds.t_tests import fold_t_test as fold_t_test
from aucurate.inference.folds.t_tests import nadeau_bengio_interval as nadeau_bengio_interval
from aucurate.inference.folds.t_tests import nadeau_bengio_test as nadeau_bengio_test
from aucurate.inference.many_datasets.bayesian_signed_rank import (
    bayesian_signed_rank_test as bayesian_signed_rank_test,
)
from aucurate.inference.many_datasets.friedman import friedman_test as friedman_test
from aucurate.inference.many_datasets.hierarchical import (
    HierarchicalPosterior as HierarchicalPosterior,
)
from aucurate.inference.many_datasets.hierarchical import hierarchical_test as hierarchical_test
from aucurate.inference.many_datasets.pairs import data_sets_sign_test as data_sets_sign_test
from aucurate.inference.many_datasets.pairs import (
    data_sets_wilcoxon_test as data_sets_wilcoxon_test,
)
from aucurate.inference.many_datasets.post_hoc import critical_difference as critical_difference
from aucurate.inference.many_datasets.post_hoc import nemenyi_test as nemenyi_test
from aucurate.inference.many_datasets.post_hoc import rank_control_test as rank_control_test
from aucurate.inference.models.biexponential import (
    biexponential_halved_test as biexponential_halved_test,
)
from aucurate.inference.models.biexponential import biexponential_interval as biexponential_interval
from aucurate.inference.models.biexponential import (
    biexponential_null_test as biexponential_null_test,
)
from aucurate.inference.models.biexponential import (
    biexponential_paired_test as biexponential_paired_test,
)
from aucurate.inference.models.biexponential import biexponential_test as biexponential_test
from aucurate.inference.models.biexponential import (
    fitted_biexponential_curve as fitted_biexponential_curve,
)
from aucurate.inference.models.biexponential import (
    fitted_biexponential_interval as fitted_biexponential_interval,
)
from aucurate.inference.models.biexponential import (
    fitted_biexponential_null_test as fitted_biexponential_null_test,
)
from aucurate.inference.models.biexponential import (
    fitted_biexponential_test as fitted_biexponential_test,
)
from aucurate.inference.models.binormal import binormal_interval as binormal_interval
from aucurate.inference.models.binormal import (
    binormal_moments_interval as binormal_moments_interval,
)
from aucurate.inference.models.binormal import (
    binormal_sensitivity_interval as binormal_sensitivity_interval,
)
from aucurate.inference.models.binormal import (
    binormal_specificity_interval as binormal_specificity_interval,
)
from aucurate.inference.models.binormal import box_cox_interval as box_cox_interval
from aucurate.inference.models.binormal import box_cox_power_interval as box_cox_power_interval
from aucurate.inference.models.binormal import proper_binormal_interval as proper_binormal_interval
from aucurate.inference.models.fit_tests import CategoryFit as CategoryFit
from aucurate.inference.models.fit_tests import FitTest as FitTest
from aucurate.inference.models.fit_tests import anderson_darling_test as anderson_darling_test
from aucurate.inference.models.fit_tests import category_fit_test as category_fit_test
from aucurate.inference.models.fit_tests import shapiro_wilk_test as shapiro_wilk_test
from aucurate.inference.models.kernel import kernel_bootstrap_interval as kernel_bootstrap_interval
from aucurate.inference.models.metz_kronman import metz_kronman_area_test as metz_kronman_area_test
from aucurate.inference.models.metz_kronman import metz_kronman_test as metz_kronman_test
from aucurate.inference.multiclass.auc import hand_till_interval as hand_till_interval
from aucurate.inference.multiclass.auc import multiclass_auc_interval as multiclass_auc_interval
from aucurate.inference.multiclass.auc import multiclass_auc_test as multiclass_auc_test
from aucurate.inference.multiclass.auc import multiclass_joint_test as multiclass_joint_test
from aucurate.inference.multiclass.auc import one_vs_rest_interval as one_vs_rest_interval
from aucurate.inference.multiclass.auc import one_vs_rest_intervals as one_vs_rest_intervals
from aucurate.inference.multiclass.confusion import ConfusionMatrix as ConfusionMatrix
from aucurate.inference.multiclass.confusion import confusion_intervals as confusion_intervals
from aucurate.inference.multiclass.confusion import point_confusion as point_confusion
from aucurate.inference.multiclass.pairwise_auc import PairwiseAucs as PairwiseAucs
from aucurate.inference.multiclass.pairwise_auc import (
    pairwise_auc_intervals as pairwise_auc_intervals,
)
from aucurate.inference.multiclass.volume import dreiseitl_interval as dreiseitl_interval
from aucurate.inference.multiclass.volume import volume_interval as volume_interval
from aucurate.inference.multiclass.volume import volume_joint_test as volume_joint_test
from aucurate.inference.multiclass.volume import volume_null_test as volume_null_test
from aucurate.inference.multiclass.volume import volume_test as volume_test
from aucurate.inference.operating.chosen_threshold import ThresholdBootstrap as ThresholdBootstrap
from aucurate.inference.operating.chosen_threshold import threshold_bootstrap as threshold_bootstrap
from aucurate.inference.operating.expected_cost import expected_cost_test as expected_cost_test
from aucurate.inference.operating.joint_region import JointRegion as JointRegion
from aucurate.inference.operating.joint_region import joint_region as joint_region
from aucurate.inference.operating.mcnemar import mcnemar_test as mcnemar_test
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_interval as bootstrap_net_benefit_interval,
)
from aucurate.inference.operating.net_benefit import (
    bootstrap_net_benefit_test as bootstrap_net_benefit_test,
)
from aucurate.inference.operating.net_benefit import net_benefit_interval as net_benefit_interval
from aucurate.inference.operating.net_benefit import net_benefit_intervals as net_benefit_intervals
from aucurate.inference.operating.net_benefit import net_benefit_test as net_benefit_test
from aucurate.inference.operating.predictive_values import (
    predictive_value_test as predictive_value_test,
)
from aucurate.inference.operating.proportions import proportion_interval as proportion_interval
from aucurate.inference.operating.rates import rate_estimate as rate_estimate
from aucurate.inference.operating.rates import rate_estimates as rate_estimates
from aucurate.inference.resampling.bootstrap import bootstrap_interval as bootstrap_interval
from aucurate.inference.resampling.bootstrap import bootstrap_test as bootstrap_test
from aucurate.inference.resampling.options import Resampling as Resampling
from aucurate.inference.resampling.options import bootstrap_aucs as bootstrap_aucs
from aucurate.inference.resampling.permutation import permutation_test as permutation_test
from aucurate.inference.resampling.venkatraman import venkatraman_test as venkatraman_test
from aucurate.io.files import read_scores as read_scores
from aucurate.io.writing import folds_to_frame as folds_to_frame
from aucurate.planning.plan import Plan as Plan
from aucurate.planning.sample_size import plan_interval as plan_interval
from aucurate.planning.sample_size import plan_one as plan_one
from aucurate.planning.sample_size import plan_two as plan_two
from aucurate.results import Caveat as Caveat
from aucurate.results import ClassEstimate as ClassEstimate
from aucurate.results import Comparison as Comparison
from aucurate.results import Estimate as Estimate
from aucurate.results import Interval as Interval
from aucurate.results import JointTest as JointTest
from aucurate.study import Study as Study
from aucurate.study.compare import compare as compare
from aucurate.study.compare import intervals as intervals
from aucurate.study.fit import fit as fit
from aucurate.study.folds import FoldsStudy as FoldsStudy
from aucurate.study.folds import folds as folds
from aucurate.study.folds.outcomes import OutcomesStudy as OutcomesStudy
from aucurate.study.folds.outcomes import error_and_auc as error_and_auc
from aucurate.study.multiclass import MulticlassStudy as MulticlassStudy
from aucurate.study.multiclass import multiclass as multiclass
from aucurate.study.operate import OperateStudy as OperateStudy
from aucurate.study.operate import operate as operate
from aucurate.study.operate.folds import OperateFoldsStudy as OperateFoldsStudy
from aucurate.study.plan import plan as plan
from aucurate.study.plan import plan_study as plan_study
from aucurate.study.rank import rank as rank
from aucurate.study.schema import study_schema as study_schema

__all__: list[str]
__version__: str
