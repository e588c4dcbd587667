"""Algorithms over many data sets: ranks, post-hoc tests, Bayesian comparisons.

**All algorithms**

- ``friedman_test``: Test that all algorithms rank alike: exactly where possible, else by Iman and
  Davenport's F
- ``nemenyi_test``: All pairs of algorithms by Nemenyi's test
- ``rank_control_test``: Every other algorithm (first) against the control (second)
- ``critical_difference``: The diagram of Nemenyi's test

**Two algorithms**

- ``data_sets_wilcoxon_test``: Wilcoxon's test of two algorithms over data sets, with the Hodges-
  Lehmann interval
- ``data_sets_sign_test``: The sign test of two algorithms over data sets, with an interval of the
  median difference

**Posterior probabilities**

- ``bayesian_signed_rank_test``: Two algorithms over data sets; ``rope`` is half the width of the
  region of practical equivalence, on the scale of the values (0 for none)
- ``hierarchical_test``: Two algorithms over the folds of several data sets, by their names
- ``HierarchicalPosterior``: Two algorithms over many data sets: probabilities for a new one, and
  each one's difference
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "All algorithms": {
            "friedman": "friedman_test",
            "post_hoc": "nemenyi_test rank_control_test critical_difference",
        },
        "Two algorithms": {
            "pairs": "data_sets_wilcoxon_test data_sets_sign_test",
        },
        "Posterior probabilities": {
            "bayesian_signed_rank": "bayesian_signed_rank_test",
            "hierarchical": "hierarchical_test HierarchicalPosterior",
        },
    },
)
