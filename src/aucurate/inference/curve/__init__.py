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

- ``sensitivity_at_interval``: The sensitivity of one classifier where its specificity is this
- ``sensitivity_at_test``: Do two classifiers differ in their sensitivity where both have this
  specificity?
- ``specificity_at_interval``: The specificity of one classifier where its sensitivity is this
- ``specificity_at_test``: Do two classifiers differ in their specificity where both have this
  sensitivity?

**Bands of one curve**

- ``pointwise_band``: An interval at each rate, each with the confidence asked for, without
  resampling
- ``kolmogorov_band``: The simultaneous band of Campbell (1994), from the two empirical
  distribution functions
- ``CurveBand``: Between which values the true curve runs, at rates in ascending order
- ``bootstrap_band``: The simultaneous band by the largest studentised deviation of the replicates
- ``bootstrap_pointwise_band``: An interval at each rate, each with the confidence asked for:
  percentiles of the replicates

**The difference of two curves**

- ``curve_difference``: The simultaneous band of the difference of two curves, and the ranges where
  one wins
- ``CurveDifference``: First minus second at rates in ascending order, between which limits, and
  who wins where

**Averages of curves**

- ``vertical_average``: The mean sensitivity over folds at these specificities, or at so many
  evenly spread ones
- ``threshold_average``: The mean point over folds at thresholds of the pooled scores
- ``bootstrap_threshold_average``: The mean point over bootstrap sets at thresholds of the scores
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
