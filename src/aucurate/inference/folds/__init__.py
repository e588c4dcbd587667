"""Cross-validation folds: tests and intervals over them, operating points averaged over them.

**AUC over folds**

- ``corrected_delong_test``: Do two algorithms differ in their cross-validated AUC, for other
  training sets too?
- ``fold_delong_interval``: The cross-validated AUC of one algorithm, with the beta interval of
  DeLong's variance
- ``fold_delong_test``: Do two algorithms differ in their cross-validated AUC, on the same folds?
- ``averaged_delong_interval``: The mean AUC of one algorithm's models, its interval for other test
  and training sets
- ``averaged_delong_test``: Do two algorithms differ in AUC, for other test sets and other training
  sets?
- ``corrected_moments``: Mean AUCs over folds, and covariances with room for other training sets
- ``fold_moments``: Mean AUCs over left-out folds and the covariances of the placements within
  folds
- ``ledell_interval``: The cross-validated AUC of one algorithm with its influence-function
  interval
- ``ledell_test``: Do two algorithms differ in their cross-validated AUC, on the same folds?

**Error rate over folds**

- ``averaged_error_interval``: The error rate of one algorithm at a threshold, by the same
  variance, t cut to [0, 1]
- ``averaged_error_test``: Do two algorithms differ in error rate, for other observations and other
  training sets?

**Any value of every fold**

- ``nadeau_bengio_interval``: The mean of one algorithm over folds, by the same variance, cut to
  the possible range
- ``nadeau_bengio_test``: Does the mean over folds differ, with allowance for overlapping training
  sets?
- ``fold_t_test``: Does the mean over folds differ, taking the folds for independent?
- ``five_by_two_t_test``: Dietterich's t test; the difference is that of the first fold of the
  first repeat
- ``five_by_two_f_test``: Alpaydin's combined F test of all ten differences
- ``correlated_t_test``: How probable is a difference below, within and above the region of
  practical equivalence?
- ``DifferencePosterior``: Probabilities of a difference: ``below`` -rope, ``within`` the rope, and
  ``above`` it
- ``fold_wilcoxon_test``: Do the fold values of two algorithms differ by rank, taking the folds for
  independent?
- ``fold_sign_test``: Is one of two algorithms ahead in more folds, taking the folds for
  independent?
- ``sign_flip_test``: Does the mean over folds differ, by all choices of signs, taking the folds
  for independent?

**Operating points averaged over folds**

- ``operating_points``: Rates of one classifier at operating points of the stacked curve, in every
  fold
- ``OperatingPoints``: One classifier at the same thresholds in every fold
- ``operating_point_interval``: The mean of a rate at one operating point, with its interval over
  folds
- ``operating_point_test``: Does a rate differ at two operating points, named by their places?
- ``rate_region``: The joint region of two rates at one point; it needs three folds that can
  evaluate both
- ``rate_regions``: The regions of all points that three folds or more can evaluate
- ``RateRegion``: An ellipse around the means of two rates

**Operating points of several classes**

- ``class_operating_points``: Rates of a classifier at these weight vectors, in every fold
- ``ClassOperatingPoints``: One classifier of several classes at the same weight vectors in every
  fold
- ``error_of``: The rate that is the error of this class
- ``errors_of``: The error of every class, in their order

**Points that the data cannot tell apart**

- ``indistinguishable_points``: Compare all other points with the chosen one, by these rates (all
  that were averaged)
- ``PointSet``: The points that cannot be told from a chosen one
- ``ClassPointSet``: The weight vectors that cannot be told from a chosen one
- ``distinguishing_size``: How large a study would find a difference like that of this test
- ``class_distinguishing_size``: The same for several classes: ``counts`` are the observations of
  each class by its name
- ``DistinguishingSize``: The power of the study that was made, and the size of one that has the
  wanted power
- ``ClassDistinguishingSize``: The same for several classes: ``n_observations`` has a size for each
  of ``classes``
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
        "Points that the data cannot tell apart": {
            "indistinguishable_points": (
                "indistinguishable_points PointSet ClassPointSet distinguishing_size "
                "class_distinguishing_size DistinguishingSize ClassDistinguishingSize"
            ),
        },
    },
)
