"""Cross-validation folds: tests and intervals over them, operating points averaged over them.

The design of the cross-validation decides which test of two algorithms is valid:

- *left-out folds*, also repeated: each observation is scored by the model that was not trained on
  it. The corrected DeLong test (:mod:`aucurate.inference.folds.delong`); DeLong over folds for
  linear algorithms; LeDell's test (:mod:`aucurate.inference.folds.ledell`) for the models that were
  fitted.
- *5x2*: five repeats of two folds. The corrected DeLong test; the t and F tests that were designed
  for it (:mod:`aucurate.inference.folds.t_tests`) reject too often.
- *random splits*: test sets that are drawn anew for every split. The corrected DeLong test.
- *fixed test set*: K models, one test set for all of them. The averaged DeLong test
  (:mod:`aucurate.inference.folds.delong`), and no test of the values per fold.

Error rates at a threshold are compared by :mod:`aucurate.inference.folds.error_rate` in every
design. Where only values per fold are known there is the test of Nadeau and Bengio
(:mod:`aucurate.inference.folds.t_tests`), best over one division. Tests that take the folds for
independent (paired t, sign, Wilcoxon, sign-flip) reject too often where folds share training
observations. :func:`aucurate.folds` chooses the test by the design, and with ``all_tests=True``
shows all that can be computed. :class:`~aucurate.FoldScores` holds the scores of all designs in
long form (fold, observation, classifier, score) and infers the design only where it is obvious.

**AUC over folds**

- ``corrected_delong_test``: Do two algorithms differ in cross-validated AUC, allowing for other
  training sets?
- ``fold_delong_interval``: The cross-validated AUC of one algorithm, with the beta interval of
  DeLong's variance
- ``fold_delong_test``: Do two algorithms differ in their cross-validated AUC, on the same folds?
- ``averaged_delong_interval``: The mean AUC of one algorithm's models, allowing for other test and
  training sets
- ``averaged_delong_test``: Do two algorithms differ in AUC, allowing for other test sets and
  training sets?
- ``corrected_moments``: Mean AUCs over folds, and covariances that allow for other training sets
- ``fold_moments``: Mean AUCs over cross-validation folds, and the covariances of the placements
  within folds
- ``ledell_interval``: The cross-validated AUC of one algorithm with its influence-function
  interval
- ``ledell_test``: Do two algorithms differ in their cross-validated AUC, on the same folds?

**Error rate over folds**

- ``averaged_error_interval``: The error rate of one algorithm at a threshold, with a t interval
  truncated to [0, 1]
- ``averaged_error_test``: Do two algorithms differ in error rate, allowing for other observations
  and training sets?

**Any value of every fold**

- ``nadeau_bengio_interval``: The mean of one algorithm over folds, with the interval of Nadeau and
  Bengio's variance
- ``nadeau_bengio_test``: Does the mean over folds differ, allowing for overlapping training sets?
- ``fold_t_test``: Does the mean over folds differ, treating the folds as independent?
- ``five_by_two_t_test``: Dietterich's 5x2cv t test; the difference is that of the first fold of
  the first repeat
- ``five_by_two_f_test``: Alpaydin's combined 5x2cv F test of all ten differences
- ``correlated_t_test``: How probable is a difference below, within and above the region of
  practical equivalence?
- ``DifferencePosterior``: Probabilities of a difference: ``below`` -rope, ``within`` the rope, and
  ``above`` it
- ``fold_wilcoxon_test``: Do two algorithms differ by Wilcoxon's signed rank test, treating the
  folds as independent?
- ``fold_sign_test``: Is one of two algorithms better in more folds, treating the folds as
  independent?
- ``sign_flip_test``: Does the mean over folds differ, by all sign changes, treating the folds as
  independent?

**Operating points averaged over folds**

- ``operating_points``: Rates of one classifier at operating points of the stacked curve, in every
  fold
- ``OperatingPoints``: The rates of one classifier at the same thresholds in every fold
- ``operating_point_interval``: The mean of a rate at one operating point, with its interval over
  folds
- ``operating_point_test``: Does a rate differ between two operating points?
- ``rate_region``: The joint confidence region of the means of two rates at one operating point
- ``rate_regions``: The joint regions of all points that can be evaluated in three or more folds
- ``RateRegion``: An ellipse around the means of two rates

**Operating points of several classes**

- ``class_operating_points``: Rates of a classifier at these weight vectors, in every fold
- ``ClassOperatingPoints``: The rates of a classifier of several classes at the same weight vectors
  in every fold
- ``error_of``: The name of the rate that is the error of a class
- ``errors_of``: The names of the error rates of all classes, in their order

**Points that the data cannot distinguish**

- ``indistinguishable_points``: Compare all other operating points with a chosen one, by each
  averaged rate
- ``PointSet``: The points that cannot be distinguished from a chosen one
- ``ClassPointSet``: The weight vectors that cannot be distinguished from a chosen one
- ``distinguishing_size``: The size of a study that would detect the difference found by a test
- ``class_distinguishing_size``: The size of a study that would detect a difference, for several
  classes
- ``DistinguishingSize``: The power of the present study, and the size of a study with the required
  power
- ``ClassDistinguishingSize``: ``DistinguishingSize`` for several classes, with a size for each of
  ``classes``
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "AUC over folds": {
            "delong": (
                "corrected_delong_test fold_delong_interval fold_delong_test "
                "averaged_delong_interval averaged_delong_test corrected_moments "
                "fold_moments"
            ),
            "ledell": "ledell_interval ledell_test",
        },
        "Error rate over folds": {
            "error_rate": "averaged_error_interval averaged_error_test",
        },
        "Any value of every fold": {
            "t_tests": (
                "nadeau_bengio_interval nadeau_bengio_test fold_t_test five_by_two_t_test "
                "five_by_two_f_test correlated_t_test DifferencePosterior"
            ),
            "sign_tests": "fold_wilcoxon_test fold_sign_test sign_flip_test",
        },
        "Operating points averaged over folds": {
            "operating_points": "operating_points OperatingPoints",
            "point_tests": (
                "operating_point_interval operating_point_test rate_region rate_regions RateRegion"
            ),
        },
        "Operating points of several classes": {
            "class_points": "class_operating_points ClassOperatingPoints error_of errors_of",
        },
        "Points that the data cannot distinguish": {
            "indistinguishable_points": (
                "indistinguishable_points PointSet ClassPointSet distinguishing_size "
                "class_distinguishing_size DistinguishingSize ClassDistinguishingSize"
            ),
        },
    },
)
