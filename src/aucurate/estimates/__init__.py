"""One number, or one fitted curve, from one classifier.

**Two classes**

- ``auc``: The AUC: how often a positive scores above a negative, a tie counting one half
- ``gini``: The Gini coefficient, 2 AUC - 1: 0 for chance, 1 for perfect separation
- ``partial_auc``: The area under the ROC curve over a range of specificities or of sensitivities
- ``average_precision``: Average precision: the sum over thresholds of precision times the gain in
  sensitivity
- ``sensitivity_at``: The sensitivity of the empirical ROC curve at a given specificity
- ``specificity_at``: The specificity of the empirical ROC curve at a given sensitivity
- ``sigmoid_area``: A smooth AUC: the mean over all pairs of the sigmoid of beta times the score
  difference
- ``polynomial_area``: The sigmoid area with a polynomial in place of the sigmoid, from power sums
  alone

**Several classes**

- ``hand_till_auc``: Hand and Till's M: how well the scores separate any two classes, on average
- ``one_vs_rest_auc``: The AUC of each class against the rest, averaged over the classes; or that
  of one class
- ``volume``: The volume under the ROC surface of three classes, named in their order: low, middle,
  high
- ``VolumeMoments``: Volumes of K classifiers on the same observations, and the moments of their
  placements

**What to compare: estimands as options**

- ``PartialAuc``: The area over a range of specificity or sensitivity, with or without McClish's
  correction
- ``AveragePrecision``: Average precision at the share of positives of the test set
- ``SensitivityAt``: The sensitivity at a given specificity
- ``SpecificityAt``: The specificity at a given sensitivity
- ``CountedEstimate``: An estimand: a frozen record that names a quantity and computes it from
  counts
- ``HandTill``: Hand and Till's M, or its prevalence-weighted variant
- ``OneVsRest``: The AUC of each class against the rest, averaged; or that of the class ``of``
  alone
- ``ClassAverage``: An average of pairwise AUCs: its name, its weights, and how it depends on
  prevalences

**For scikit-learn**

- ``scorer``: A scorer for ``GridSearchCV``, ``cross_validate`` and the like, of any estimand

**Over folds**

- ``fold_distribution``: Histograms of the fold values of several classifiers, in common bins
- ``FoldDistribution``: The fold values of several classifiers, counted in common bins

**Thresholds**

- ``choose_threshold``: The threshold of one classifier that is best by a rule
- ``choose_thresholds``: The thresholds that are best by several rules, from one sort of the scores
- ``choose_thresholds_from_counts``: ``choose_thresholds`` from a table of counts, without sorting
  the scores again
- ``ThresholdChoice``: A chosen operating point, equally good alternatives, and the iso-cost line
  through it
- ``operating_point``: One classifier at one threshold
- ``OperatingPoint``: A threshold, the counts it produces, and the rates at the intended use
- ``threshold_sweep``: Every distinct decision between two classes, as weight vectors
- ``ThresholdSweep``: Weight vectors of two classes, a row per point, and what each decides

**Weights of several classes**

- ``search_weights``: The best class weights of a classifier by a rule, found by coordinate ascent
- ``greedy_weights``: The greedy search for class weights of Paclik et al
- ``GreedyWeights``: The operating points that a greedy search kept, from the best down
- ``nested_weights``: Search weights without each fold, and classify that fold with them
- ``NestedWeights``: A criterion at searched weights: where they were searched, and elsewhere
- ``WeightChoice``: A chosen operating point of several classes
- ``class_interactions``: The interactions of all classes at an operating point
- ``ClassInteractions``: How much of a class moves between two others when one of their weights
  changes
- ``decomposed_surface``: The operating characteristic around an operating point, decomposed into
  blocks of classes
- ``DecomposedSurface``: The operating points of all blocks; ``neglected`` is the largest
  interaction between them

**Fitted curves**

- ``binormal_curve``: The binormal curve from the mean and the standard deviation of the scores of
  each class
- ``binormal_fit``: The maximum likelihood binormal curve of the ranks of scores, or of rating
  counts
- ``BinormalCurve``: A binormal curve by its intercept a and slope b
- ``BinormalFit``: A fitted binormal curve with the covariance of its parameters
- ``proper_binormal_fit``: The maximum likelihood proper binormal curve of the ranks of scores, or
  of rating counts
- ``ProperBinormalCurve``: A proper binormal curve by the intercept a and slope b of the two normal
  distributions
- ``ProperBinormalFit``: A fitted proper binormal curve; fields as in BinormalFit
- ``box_cox_curve``: The binormal curve after the power transformation that fits best
- ``BoxCoxCurve``: A binormal curve of transformed scores; mean and deviation are those after
  transformation
- ``biexponential_curve``: The maximum likelihood biexponential curve of positive scores, raised to
  a known power
- ``BiexponentialCurve``: A fitted biexponential curve; the means are those of the scores raised to
  ``power``
- ``kernel_curve``: The ROC curve from kernel estimates of the score distributions of both classes
- ``kernel_auc``: The area of ``kernel_curve`` alone
- ``KernelCurve``: A kernel-smoothed curve; ``rule`` is "given" where the bandwidths were numbers
- ``quantile_pairs``: Theoretical and observed quantiles for a quantile-quantile plot
- ``QuantilePairs``: Quantile pairs ready to plot, ascending, computed from ``n`` scores
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Two classes": {
            "auc": "auc gini",
            "partial_auc": "partial_auc",
            "average_precision": "average_precision",
            "rates_at": "sensitivity_at specificity_at",
            "sigmoid_area": "sigmoid_area polynomial_area",
        },
        "Several classes": {
            "classes.auc": "hand_till_auc one_vs_rest_auc",
            "classes.volume": "volume VolumeMoments",
        },
        "What to compare: estimands as options": {
            "partial_auc": "PartialAuc",
            "average_precision": "AveragePrecision",
            "rates_at": "SensitivityAt SpecificityAt",
            "counted": "CountedEstimate",
            "classes.auc": "HandTill OneVsRest ClassAverage",
        },
        "For scikit-learn": {
            "scorers": "scorer",
        },
        "Over folds": {
            "fold_summary": "fold_distribution FoldDistribution",
        },
        "Thresholds": {
            "thresholds.choice": (
                "choose_threshold choose_thresholds choose_thresholds_from_counts ThresholdChoice"
            ),
            "thresholds.operating_point": "operating_point OperatingPoint",
            "thresholds.sweep": "threshold_sweep ThresholdSweep",
        },
        "Weights of several classes": {
            "weights.search": "search_weights",
            "weights.greedy": "greedy_weights GreedyWeights",
            "weights.nested": "nested_weights NestedWeights",
            "weights.choice": "WeightChoice",
            "weights.surface": (
                "class_interactions ClassInteractions decomposed_surface DecomposedSurface"
            ),
        },
        "Fitted curves": {
            "fits.binormal": "binormal_curve binormal_fit BinormalCurve BinormalFit",
            "fits.proper_binormal": "proper_binormal_fit ProperBinormalCurve ProperBinormalFit",
            "fits.box_cox": "box_cox_curve BoxCoxCurve",
            "fits.biexponential": "biexponential_curve BiexponentialCurve",
            "fits.kernel": "kernel_curve kernel_auc KernelCurve",
            "fits.quantile_pairs": "quantile_pairs QuantilePairs",
        },
    },
)
