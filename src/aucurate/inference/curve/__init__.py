"""The curve itself: parts of it, bands around it, differences and averages of curves.

**Partial AUC**

- ``partial_auc_interval``: The partial AUC of one classifier with its standard error and beta
  interval
- ``partial_auc_test``: Do two partial AUCs differ, and by how much?

**Average precision**

- ``average_precision_interval``: The average precision of one classifier with its standard error
  and logit-t interval
- ``average_precision_test``: Do two classifiers differ in average precision, and by how much?

**One rate where the other is given**

- ``sensitivity_at_interval``: The sensitivity of one classifier at a given specificity, with its
  interval
- ``sensitivity_at_test``: Do two classifiers differ in sensitivity at a given specificity?
- ``specificity_at_interval``: The specificity of one classifier at a given sensitivity, with its
  interval
- ``specificity_at_test``: Do two classifiers differ in specificity at a given sensitivity?

**Bands of one curve**

- ``pointwise_band``: A pointwise band: an interval at each rate, without resampling
- ``kolmogorov_band``: The simultaneous band of Campbell (1994), from the two empirical
  distribution functions
- ``CurveBand``: A band around a ROC curve: lower and upper limits at ascending rates
- ``bootstrap_band``: The simultaneous band by the largest studentised deviation of the replicates
- ``bootstrap_pointwise_band``: A pointwise band: percentiles of the bootstrap replicates at each
  rate

**The difference of two curves**

- ``curve_difference``: The simultaneous band of the difference of two curves, and where either is
  higher
- ``CurveDifference``: First curve minus second at ascending rates, its limits, and where either is
  higher

**Averages of curves**

- ``vertical_average``: The mean sensitivity over folds at given specificities (vertical averaging)
- ``threshold_average``: The mean operating point over folds at thresholds of the pooled scores
- ``bootstrap_threshold_average``: The mean operating point over bootstrap samples at thresholds of
  the scores
- ``AveragedCurve``: A mean curve with standard deviations, from the highest specificity down
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Partial AUC": {
            "partial_auc": "partial_auc_interval partial_auc_test",
        },
        "Average precision": {
            "average_precision": "average_precision_interval average_precision_test",
        },
        "One rate where the other is given": {
            "sensitivity_at": (
                "sensitivity_at_interval sensitivity_at_test specificity_at_interval "
                "specificity_at_test"
            ),
        },
        "Bands of one curve": {
            "bands": "pointwise_band kolmogorov_band CurveBand",
            "bootstrap_bands": "bootstrap_band bootstrap_pointwise_band",
        },
        "The difference of two curves": {
            "difference": "curve_difference CurveDifference",
        },
        "Averages of curves": {
            "averaging": (
                "vertical_average threshold_average bootstrap_threshold_average AveragedCurve"
            ),
        },
    },
)
