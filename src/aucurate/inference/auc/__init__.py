"""The area under the curve on one test set or two: intervals and tests.

**Intervals of one AUC**

- ``delong_beta_interval``: The AUC of one classifier with DeLong's standard error and the beta
  interval
- ``delong_logit_t_interval``: The AUC of one classifier with DeLong's standard error and the
  logit-t interval
- ``delong_interval``: The AUC of one classifier with DeLong's standard error and interval
- ``hanley_mcneil_interval``: The AUC of one classifier with Hanley and McNeil's standard error and
  Wald interval
- ``newcombe_interval``: The AUC of one classifier with Newcombe's score interval
- ``birnbaum_klose_interval``: The AUC of one classifier with the score interval of the largest
  possible variance
- ``agarwal_interval``: The AUC of one classifier with an interval that is valid for every
  distribution and size
- ``cortes_mohri_interval``: The AUC of one classifier with the interval that follows from its
  error count

**Tests of one AUC**

- ``delong_null_test``: Test the AUC of one classifier against a value between 0 and 1
- ``chance_test``: Test the AUC of one classifier against 0.5

**Tests of two AUCs**

- ``delong_test``: Do two AUCs differ, and by how much?
- ``mover_test``: Do two AUCs differ, and by how much, judged by the intervals of each?
- ``hanley_mcneil_test``: Do two AUCs differ, and by how much, with the standard errors of the
  exponential model?

**Tests with a margin**

- ``noninferiority_test``: Is the first classifier's AUC not lower than the second's by the margin
  or more?
- ``superiority_test``: Is the first classifier's AUC higher than the second's by more than the
  margin?
- ``equivalence_test``: Do the two AUCs differ by less than the margin, whichever is higher (TOST)?
- ``MarginTest``: The result of a margin test: ``str`` states what it showed, and what it did not

**From moments, where several are tested**

- ``paired_comparison``: ``delong_test`` of two classifiers on the same observations, from their
  moments
- ``unpaired_comparison``: ``delong_test`` of two classifiers on different observations, from their
  moments

**Several AUCs**

- ``delong_joint_test``: Test that all AUCs are equal, or that every contrast of them is zero
- ``simultaneous_comparisons``: Simultaneous tests and intervals of all pairs, of each minus a
  reference, or of contrasts
- ``highest_auc_interval``: The classifier with the highest AUC, with an estimate and interval that
  allow for selection

**Subgroups**

- ``equal_auc_test``: Test that the AUC of one classifier is the same in all subgroups
- ``equal_difference_test``: Test that the AUCs of two classifiers differ by as much in all
  subgroups
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Intervals of one AUC": {
            "delong": "delong_beta_interval delong_logit_t_interval delong_interval",
            "hanley_mcneil": "hanley_mcneil_interval newcombe_interval",
            "bounds": "birnbaum_klose_interval agarwal_interval cortes_mohri_interval",
        },
        "Tests of one AUC": {
            "delong": "delong_null_test",
            "chance": "chance_test",
        },
        "Tests of two AUCs": {
            "delong": "delong_test",
            "mover": "mover_test",
            "hanley_mcneil": "hanley_mcneil_test",
        },
        "Tests with a margin": {
            "equivalence": "noninferiority_test superiority_test equivalence_test MarginTest",
        },
        "From moments, where several are tested": {
            "delong": "paired_comparison unpaired_comparison",
        },
        "Several AUCs": {
            "delong": "delong_joint_test",
            "simultaneous": "simultaneous_comparisons",
            "highest": "highest_auc_interval",
        },
        "Subgroups": {
            "subgroups": "equal_auc_test equal_difference_test",
        },
    },
)
