"""One number, or one fitted curve, from one classifier.

**Two classes**

- ``auc``: The AUC: how often a positive scores above a negative, a tie counting one half
- ``gini``: Gini's coefficient of separation, 2 AUC - 1: 0 for chance, 1 for perfect separation
- ``partial_auc``: The area under the ROC curve over a range of specificities or of sensitivities
- ``average_precision``: Average precision: the sum over thresholds of precision times the gain in
  sensitivity
- ``sensitivity_at``: The sensitivity of the drawn curve where the specificity is this; its upper
  end if upright
- ``specificity_at``: The specificity of the drawn curve where the sensitivity is this; its better
  end if level
- ``sigmoid_area``: The mean over all pairs of the sigmoid of beta times the difference
- ``polynomial_area``: The same with a polynomial for the sigmoid, from power sums alone

**Several classes**

- ``hand_till_auc``: Hand and Till's M: how well the scores tell any two classes apart, on average
- ``one_vs_rest_auc``: The AUC of each class against the rest, averaged over the classes; or that
  of one class
- ``volume``: The volume under the ROC surface of three classes, named in their order: low, middle,
  high
- ``VolumeMoments``: Volumes of K classifiers on the same observations, and the moments of their
  placements

**What to compare: estimands as options**

- ``PartialAuc``: The area with specificity, or with sensitivity, in a range; corrected by McClish
  or not
- ``AveragePrecision``: Average precision at the share of positives of the test set
- ``SensitivityAt``: The sensitivity where the specificity is the given one
- ``SpecificityAt``: The specificity where the sensitivity is the given one
- ``CountedEstimate``: What is estimated: a frozen record that names it and computes it from counts
- ``HandTill``: Hand and Till's M, or its prevalence-weighted kin
- ``OneVsRest``: The AUC of each class against the rest, averaged; or that of the class ``of``
  alone
- ``ClassAverage``: An average of pairwise AUCs: its name, its weights, and how prevalences move it

**Over folds**

- ``fold_distribution``: Count the fold values of these classifiers (all unless named) in common
  bins
- ``FoldDistribution``: The fold values of several classifiers, counted in common bins

**Thresholds**

- ``choose_threshold``: The threshold of one classifier that is best by a rule
- ``choose_thresholds``: The thresholds that are best by several rules, from one sort of the scores
- ``choose_thresholds_from_counts``: ``choose_thresholds`` from such a table: nothing is sorted
  again
- ``ThresholdChoice``: A chosen operating point, what else would have done, and the iso-cost line
  through it
- ``operating_point``: One classifier at one threshold
- ``OperatingPoint``: A threshold, what it makes of the observations, and the rates at the intended
  use
- ``threshold_sweep``: Every different decision between two classes, the positive one second unless
  it is said
- ``ThresholdSweep``: Weight vectors of two classes, a row per point, and what each decides

**Weights of several classes**

- ``search_weights``: The best weights of a classifier by a rule (minimax unless said), by
  coordinate ascent
- ``greedy_weights``: The paper's search, by minimax unless another rule is said
- ``GreedyWeights``: The operating points that a greedy search kept, the best first
- ``nested_weights``: Search weights without each fold and decide that fold with them
- ``NestedWeights``: A criterion at searched weights: where they were searched, and elsewhere
- ``WeightChoice``: A chosen operating point of several classes
- ``class_interactions``: The interactions of all classes at an operating point, equal weights
  unless it is said
- ``ClassInteractions``: How much of a class moves between two others when one of their weights
  changes
- ``decomposed_surface``: The surface around an operating point, equal weights unless it is said
- ``DecomposedSurface``: The operating points of all blocks; ``neglected`` is the largest
  interaction between them

**Fitted curves**

- ``binormal_curve``: The curve from the mean and the standard deviation of the scores of each
  class
- ``binormal_fit``: The maximum likelihood fit to the ranks of scores, or to a table of ratings
  with counts
- ``BinormalCurve``: A binormal curve by its intercept a and slope b
- ``BinormalFit``: A binormal curve with what its uncertainty needs
- ``proper_binormal_fit``: The proper curve that makes the ranks of scores, or a table of ratings,
  most likely
- ``ProperBinormalCurve``: A proper binormal curve by the intercept a and slope b of the two normal
  distributions
- ``ProperBinormalFit``: A proper binormal curve with what its uncertainty needs; fields as in
  BinormalFit
- ``box_cox_curve``: The binormal curve after the power transformation that fits best
- ``BoxCoxCurve``: A binormal curve of transformed scores; mean and deviation are those after
  transformation
- ``biexponential_curve``: The maximum likelihood fit to positive scores, raised to a power that is
  known in advance
- ``BiexponentialCurve``: A fitted biexponential curve; the means are those of the scores raised to
  ``power``
- ``kernel_curve``: Smooth both classes; ``bandwidths`` is a rule, or (of the positives, of the
  negatives)
- ``kernel_auc``: The area of ``kernel_curve`` alone
- ``KernelCurve``: A kernel-smoothed curve; ``rule`` is "given" where the bandwidths were numbers
- ``quantile_pairs``: Theoretical and observed quantiles; of many scores ``count``, evenly spaced,
  ends included
- ``QuantilePairs``: Pairs ready to be drawn, ascending; ``n`` scores are behind them
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
