"""Uncertainty: intervals and tests, grouped by question.

**Namespaces**

- ``auc``: The area under the curve on one test set or two: intervals and tests
- ``curve``: The curve itself: parts of it, bands around it, differences and averages of curves
- ``operating``: Operating points: rates, regions, costs, net benefit, thresholds that were chosen
- ``folds``: Cross-validation folds: tests and intervals over them, operating points averaged over
  them
- ``many_datasets``: Algorithms over many data sets: ranks, post-hoc tests, Bayesian comparisons
- ``multiclass``: Several classes: averages of AUCs, volumes, confusion matrices
- ``models``: Fitted curves: intervals, tests of the fit, tests of two fitted curves
- ``resampling``: Bootstrap and permutation: options, draws, intervals, tests

**Any interval or test by its name**

- ``interval``: Estimate a number about one classifier, with an interval by any method
- ``test``: Test whether a number differs between two classifiers, by any method

**Corrections for several tests**

- ``adjust``: Adjusted p-values by the named correction, in the order of the tests
- ``holm``: Holm's adjusted p-values: reject those at or below the level and the chance of even one
  false rejection among all the questions stays at the level, however they depend on each other
- ``hochberg``: Hochberg's adjusted p-values: Holm's multipliers, but stepping up from the largest
  p-value
- ``bonferroni``: Each p-value times the number of questions, at most 1: valid always, and the one
  correction with simple matching intervals (confidence 1 - level / k each)
- ``benjamini_hochberg``: Adjusted p-values (q-values) of Benjamini and Hochberg: the false
  discovery rate
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Any interval or test by its name": {
            "by_name": "interval test",
        },
        "Corrections for several tests": {
            "core.multiplicity": "adjust holm hochberg bonferroni benjamini_hochberg",
        },
    },
    rooms=(
        "auc",
        "curve",
        "operating",
        "folds",
        "many_datasets",
        "multiclass",
        "models",
        "resampling",
    ),
)
