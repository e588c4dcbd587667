"""Is this classifier really better than that one, by how much, and at which operating point?

**Namespaces**

- ``inference``: Uncertainty: intervals and tests, in rooms by question
- ``estimates``: One number, or one fitted curve, from one classifier
- ``curve``: Curves and the rules that choose points on them: geometry, no uncertainty
- ``plots``: Figures of results, one class each (the extra ``plots``)
- ``planning``: Power and sample size: how large must a study be to show what it is meant to show?
- ``theory``: Exact moments: what two classifiers would look like on test sets, computed instead of
  drawn
- ``data``: Validated input: the containers of labels and scores
- ``io``: From files and frames to validated scores, and back
- ``datasets``: Studies that ship with the package: five models on the breast cancer data, two on
  the wine data
- ``crossval``: From estimators and a splitter to scores over folds, through joblib; no test lives
  here
- ``study``: Studies: all numbers of one question, as data, with sentences, caveats, provenance and
  JSON
- ``results``: The few frozen records that every method returns
- ``errors``: Everything aucurate raises or warns of on purpose, as two trees

**Questions**

- ``compare``: Compare classifiers by their AUCs: estimates, all differences, joint test, verdict
- ``folds``: Compare algorithms whose models were fitted and scored over folds
- ``operate``: Rates with intervals at one operating point of every classifier, and comparisons
  there
- ``multiclass``: AUCs of several classes with inference, and the weights at which a classifier is
  used
- ``rank``: Compare algorithms over many data sets (Demsar 2006)
- ``fit``: Fit parametric and smooth curves, and say whether they describe the data
- ``plan``: Plan the size of a study: of one AUC, of two, or for an interval of a given width
- ``cross_validate``: Score observations with models that were not trained on them

**The first minute**

- ``read_scores``: Labels and scores from a table in a file, as ``PairedScores.read`` has them
- ``auc``: The AUC: how often a positive scores above a negative, a tie counting one half
- ``roc_curve``: The empirical ROC curve of one classifier

**Data**

- ``Scores``: One classifier on one test set: observations, and the score it gives each of them
- ``PairedScores``: K classifiers on one test set; ``values`` has a row per classifier, higher is
  more positive
- ``UnpairedScores``: Independent test sets, one classifier each
- ``FoldScores``: Classifiers fitted and scored over folds, the same folds for all of them
- ``ClassScores``: One classifier on one test set: a score of every class for each observation
- ``ResultsTable``: Results of k algorithms on n data sets; ``values`` has a row per data set

**Options**

- ``Resampling``: Options that travel together: how often, within classes or not, with which
  randomness
- ``ThresholdRule``: How a threshold is chosen; build one with the methods below
- ``IntendedUse``: Where a classifier will be used: the share of positives there, and what errors
  cost

**What comes back**

- ``Study``: The answer to one question; the command line, the report and the page all show this
  object
- ``Estimate``: A number about one classifier, with its uncertainty
- ``Comparison``: Two classifiers: ``difference`` is first minus second, and ``interval`` holds it
- ``JointTest``: A test of one hypothesis about several classifiers, without an interval
- ``AucurateError``: Base of the tree: a message, and a hint that says what to do about it
"""

from aucurate.namespaces import namespace

__version__ = "0.1.0"
__all__ = namespace(
    __name__,
    {
        "Questions": {
            "study.compare": "compare",
            "study.folds": "folds",
            "study.operate": "operate",
            "study.multiclass": "multiclass",
            "study.rank": "rank",
            "study.fit": "fit",
            "study.plan": "plan",
            "crossval.cross_validate": "cross_validate",
        },
        "The first minute": {
            "io.files": "read_scores",
            "estimates.auc": "auc",
            "curve.roc": "roc_curve",
        },
        "Data": {
            "data.scores": "Scores PairedScores UnpairedScores",
            "data.folds": "FoldScores",
            "data.classes": "ClassScores",
            "data.results_table": "ResultsTable",
        },
        "Options": {
            "inference.resampling.options": "Resampling",
            "curve.threshold_rules": "ThresholdRule",
            "curve.cost": "IntendedUse",
        },
        "What comes back": {
            "study.base": "Study",
            "results": "Estimate Comparison JointTest",
            "errors": "AucurateError",
        },
    },
    rooms=(
        "inference",
        "estimates",
        "curve",
        "plots",
        "planning",
        "theory",
        "data",
        "io",
        "datasets",
        "crossval",
        "study",
        "results",
        "errors",
    ),
)

# Until the switch of names (switch_names.py deletes this block): all names, at the top too.
_HOMES = {
    "AucMoments": "data.moments",
    "AucurateError": "errors",
    "AveragePrecision": "estimates.average_precision",
    "BiexponentialCurve": "estimates.fits.biexponential",
    "BinormalCurve": "estimates.fits.binormal",
    "BinormalFit": "estimates.fits.binormal",
    "BoxCoxCurve": "estimates.fits.box_cox",
    "CategoryFit": "inference.models.fit_tests",
    "Caveat": "results",
    "ClassEstimate": "results",
    "ClassFoldScores": "data.class_folds",
    "ClassObservations": "data.classes",
    "ClassOperatingPoints": "inference.folds.class_points",
    "ClassPointSet": "inference.folds.indistinguishable_points",
    "ClassScores": "data.classes",
    "Comparison": "results",
    "ConfusionMatrix": "inference.multiclass.confusion",
    "CostCurve": "curve.cost_curve",
    "Curve": "curve.protocol",
    "CurveBand": "inference.curve.bands",
    "CurveDifference": "inference.curve.difference",
    "DecisionCurve": "curve.decision_curve",
    "DetCurve": "curve.det",
    "Estimate": "results",
    "FitError": "errors",
    "FitTest": "inference.models.fit_tests",
    "FitWarning": "errors",
    "FiveByTwo": "crossval.designs",
    "FixedTestSet": "crossval.designs",
    "FoldScores": "data.folds",
    "FoldValues": "data.fold_values",
    "FoldsStudy": "study.folds",
    "GivenSplits": "crossval.designs",
    "HandTill": "estimates.classes.auc",
    "HierarchicalPosterior": "inference.many_datasets.hierarchical",
    "IntendedUse": "curve.cost",
    "Interval": "results",
    "JointRegion": "inference.operating.joint_region",
    "JointTest": "results",
    "KernelCurve": "estimates.fits.kernel",
    "LeftOut": "crossval.designs",
    "LorenzCurve": "curve.lorenz",
    "MarginTest": "inference.auc.equivalence",
    "MulticlassStudy": "study.multiclass",
    "NestedWeights": "estimates.weights.nested",
    "OneVsRest": "estimates.classes.auc",
    "OperateFoldsStudy": "study.operate.folds",
    "OperateStudy": "study.operate",
    "OperatingPoint": "estimates.thresholds.operating_point",
    "OperatingPoints": "inference.folds.operating_points",
    "OrderedScores": "data.ordered",
    "OutcomesStudy": "study.folds.outcomes",
    "PairedClassScores": "data.classes",
    "PairedOrderedScores": "data.ordered",
    "PairedScores": "data.scores",
    "PairwiseAucs": "inference.multiclass.pairwise_auc",
    "PartialAuc": "estimates.partial_auc",
    "Plan": "planning.plan",
    "PointSet": "inference.folds.indistinguishable_points",
    "PrecisionCurve": "curve.precision",
    "ProperBinormalCurve": "estimates.fits.proper_binormal",
    "Resampling": "inference.resampling.options",
    "ResultsTable": "data.results_table",
    "RocCurve": "curve.roc",
    "Scores": "data.scores",
    "SensitivityAt": "estimates.rates_at",
    "SpecificityAt": "estimates.rates_at",
    "Study": "study",
    "ThresholdBootstrap": "inference.operating.chosen_threshold",
    "ThresholdChoice": "estimates.thresholds.choice",
    "ThresholdCounts": "data.moments",
    "ThresholdRule": "curve.threshold_rules",
    "UnpairedScores": "data.scores",
    "WeightChoice": "estimates.weights.choice",
    "WeightRule": "curve.weight_rules",
    "WeightedDecision": "crossval.weighted_decision",
    "YoudenIndex": "curve.roc",
    "adjust": "inference.core.multiplicity",
    "agarwal_interval": "inference.auc.bounds",
    "anderson_darling_test": "inference.models.fit_tests",
    "auc": "estimates.auc",
    "average_precision": "estimates.average_precision",
    "average_precision_interval": "inference.curve.average_precision",
    "average_precision_test": "inference.curve.average_precision",
    "averaged_delong_interval": "inference.folds.delong",
    "averaged_delong_test": "inference.folds.delong",
    "averaged_error_interval": "inference.folds.error_rate",
    "averaged_error_test": "inference.folds.error_rate",
    "bayesian_signed_rank_test": "inference.many_datasets.bayesian_signed_rank",
    "biexponential_curve": "estimates.fits.biexponential",
    "biexponential_halved_test": "inference.models.biexponential",
    "biexponential_interval": "inference.models.biexponential",
    "biexponential_null_test": "inference.models.biexponential",
    "biexponential_paired_test": "inference.models.biexponential",
    "biexponential_test": "inference.models.biexponential",
    "binormal_curve": "estimates.fits.binormal",
    "binormal_fit": "estimates.fits.binormal",
    "binormal_interval": "inference.models.binormal",
    "binormal_moments_interval": "inference.models.binormal",
    "binormal_sensitivity_interval": "inference.models.binormal",
    "binormal_specificity_interval": "inference.models.binormal",
    "birnbaum_klose_interval": "inference.auc.bounds",
    "bootstrap_aucs": "inference.resampling.options",
    "bootstrap_band": "inference.curve.bootstrap_bands",
    "bootstrap_interval": "inference.resampling.bootstrap",
    "bootstrap_net_benefit_interval": "inference.operating.net_benefit",
    "bootstrap_net_benefit_test": "inference.operating.net_benefit",
    "bootstrap_pointwise_band": "inference.curve.bootstrap_bands",
    "bootstrap_test": "inference.resampling.bootstrap",
    "bootstrap_threshold_average": "inference.curve.averaging",
    "box_cox_curve": "estimates.fits.box_cox",
    "box_cox_interval": "inference.models.binormal",
    "box_cox_power_interval": "inference.models.binormal",
    "category_fit_test": "inference.models.fit_tests",
    "chance_test": "inference.auc.chance",
    "choose_threshold": "estimates.thresholds.choice",
    "choose_thresholds": "estimates.thresholds.choice",
    "choose_thresholds_from_counts": "estimates.thresholds.choice",
    "class_distinguishing_size": "inference.folds.indistinguishable_points",
    "class_interactions": "estimates.weights.surface",
    "class_operating_points": "inference.folds.class_points",
    "compare": "study.compare",
    "confusion_intervals": "inference.multiclass.confusion",
    "corrected_delong_test": "inference.folds.delong",
    "corrected_moments": "inference.folds.delong",
    "correlated_t_test": "inference.folds.t_tests",
    "cortes_mohri_interval": "inference.auc.bounds",
    "cost_curve": "curve.cost_curve",
    "critical_difference": "inference.many_datasets.post_hoc",
    "cross_validate": "crossval.cross_validate",
    "curve_difference": "inference.curve.difference",
    "data_sets_sign_test": "inference.many_datasets.pairs",
    "data_sets_wilcoxon_test": "inference.many_datasets.pairs",
    "decision_curve": "curve.decision_curve",
    "decomposed_surface": "estimates.weights.surface",
    "default_thresholds": "crossval.algorithms",
    "delong_beta_interval": "inference.auc.delong",
    "delong_interval": "inference.auc.delong",
    "delong_joint_test": "inference.auc.delong",
    "delong_logit_t_interval": "inference.auc.delong",
    "delong_null_test": "inference.auc.delong",
    "delong_test": "inference.auc.delong",
    "det_curve": "curve.det",
    "distinguishing_size": "inference.folds.indistinguishable_points",
    "draw_splits": "crossval.splits",
    "dreiseitl_interval": "inference.multiclass.volume",
    "equivalence_test": "inference.auc.equivalence",
    "error_and_auc": "study.folds.outcomes",
    "error_of": "inference.folds.class_points",
    "errors_of": "inference.folds.class_points",
    "expected_cost_test": "inference.operating.expected_cost",
    "fit": "study.fit",
    "fitted_biexponential_curve": "inference.models.biexponential",
    "fitted_biexponential_interval": "inference.models.biexponential",
    "fitted_biexponential_null_test": "inference.models.biexponential",
    "fitted_biexponential_test": "inference.models.biexponential",
    "five_by_two_f_test": "inference.folds.t_tests",
    "five_by_two_t_test": "inference.folds.t_tests",
    "fold_delong_interval": "inference.folds.delong",
    "fold_delong_test": "inference.folds.delong",
    "fold_moments": "inference.folds.delong",
    "fold_sign_test": "inference.folds.sign_tests",
    "fold_t_test": "inference.folds.t_tests",
    "fold_wilcoxon_test": "inference.folds.sign_tests",
    "folds": "study.folds",
    "folds_to_frame": "io.writing",
    "friedman_test": "inference.many_datasets.friedman",
    "gini": "estimates.auc",
    "greedy_weights": "estimates.weights.greedy",
    "hand_till_auc": "estimates.classes.auc",
    "hand_till_interval": "inference.multiclass.auc",
    "hanley_mcneil_interval": "inference.auc.hanley_mcneil",
    "hanley_mcneil_test": "inference.auc.hanley_mcneil",
    "hierarchical_test": "inference.many_datasets.hierarchical",
    "highest_auc_interval": "inference.auc.highest",
    "holm": "inference.core.multiplicity",
    "indistinguishable_points": "inference.folds.indistinguishable_points",
    "intervals": "study.compare",
    "joint_region": "inference.operating.joint_region",
    "kernel_auc": "estimates.fits.kernel",
    "kernel_bootstrap_interval": "inference.models.kernel",
    "kernel_curve": "estimates.fits.kernel",
    "kolmogorov_band": "inference.curve.bands",
    "ledell_interval": "inference.folds.ledell",
    "ledell_test": "inference.folds.ledell",
    "load_breast_cancer": "datasets",
    "load_breast_cancer_folds": "datasets",
    "load_wine_class_folds": "datasets",
    "load_wine_classes": "datasets",
    "lorenz_curve": "curve.lorenz",
    "mcnemar_test": "inference.operating.mcnemar",
    "metz_kronman_area_test": "inference.models.metz_kronman",
    "metz_kronman_test": "inference.models.metz_kronman",
    "mover_test": "inference.auc.mover",
    "multiclass": "study.multiclass",
    "multiclass_auc_interval": "inference.multiclass.auc",
    "multiclass_auc_test": "inference.multiclass.auc",
    "multiclass_joint_test": "inference.multiclass.auc",
    "nadeau_bengio_interval": "inference.folds.t_tests",
    "nadeau_bengio_test": "inference.folds.t_tests",
    "nemenyi_test": "inference.many_datasets.post_hoc",
    "nested_weights": "estimates.weights.nested",
    "net_benefit_interval": "inference.operating.net_benefit",
    "net_benefit_intervals": "inference.operating.net_benefit",
    "net_benefit_test": "inference.operating.net_benefit",
    "newcombe_interval": "inference.auc.hanley_mcneil",
    "noninferiority_test": "inference.auc.equivalence",
    "one_vs_rest_auc": "estimates.classes.auc",
    "one_vs_rest_interval": "inference.multiclass.auc",
    "one_vs_rest_intervals": "inference.multiclass.auc",
    "operate": "study.operate",
    "operating_point": "estimates.thresholds.operating_point",
    "operating_point_interval": "inference.folds.point_tests",
    "operating_point_test": "inference.folds.point_tests",
    "operating_points": "inference.folds.operating_points",
    "pairwise_auc_intervals": "inference.multiclass.pairwise_auc",
    "partial_auc": "estimates.partial_auc",
    "partial_auc_interval": "inference.curve.partial_auc",
    "partial_auc_test": "inference.curve.partial_auc",
    "permutation_test": "inference.resampling.permutation",
    "plan_interval": "planning.sample_size",
    "plan_one": "planning.sample_size",
    "plan_study": "study.plan",
    "plan_two": "planning.sample_size",
    "point_confusion": "inference.multiclass.confusion",
    "pointwise_band": "inference.curve.bands",
    "polynomial_area": "estimates.sigmoid_area",
    "precision_curve": "curve.precision",
    "predictive_value_test": "inference.operating.predictive_values",
    "proper_binormal_fit": "estimates.fits.proper_binormal",
    "proper_binormal_interval": "inference.models.binormal",
    "proportion_interval": "inference.operating.proportions",
    "quantile_pairs": "estimates.fits.quantile_pairs",
    "rank": "study.rank",
    "rank_control_test": "inference.many_datasets.post_hoc",
    "rate_estimate": "inference.operating.rates",
    "rate_estimates": "inference.operating.rates",
    "rate_region": "inference.folds.point_tests",
    "rate_regions": "inference.folds.point_tests",
    "read_scores": "io.files",
    "roc_curve": "curve.roc",
    "search_weights": "estimates.weights.search",
    "sensitivity_at": "estimates.rates_at",
    "sensitivity_at_interval": "inference.curve.sensitivity_at",
    "sensitivity_at_test": "inference.curve.sensitivity_at",
    "shapiro_wilk_test": "inference.models.fit_tests",
    "sigmoid_area": "estimates.sigmoid_area",
    "sign_flip_test": "inference.folds.sign_tests",
    "simultaneous_comparisons": "inference.auc.simultaneous",
    "specificity_at": "estimates.rates_at",
    "specificity_at_interval": "inference.curve.sensitivity_at",
    "specificity_at_test": "inference.curve.sensitivity_at",
    "study_schema": "study.schema",
    "superiority_test": "inference.auc.equivalence",
    "threshold_average": "inference.curve.averaging",
    "threshold_bootstrap": "inference.operating.chosen_threshold",
    "threshold_sweep": "estimates.thresholds.sweep",
    "venkatraman_test": "inference.resampling.venkatraman",
    "vertical_average": "inference.curve.averaging",
    "volume": "estimates.classes.volume",
    "volume_interval": "inference.multiclass.volume",
    "volume_joint_test": "inference.multiclass.volume",
    "volume_null_test": "inference.multiclass.volume",
    "volume_test": "inference.multiclass.volume",
    "youden_index": "curve.roc",
}

_homes.update(_HOMES)  # type: ignore[name-defined]  # noqa: F821
__all__ += sorted(set(_HOMES) - {"WeightedDecision", *__all__})
# The end of the block.
