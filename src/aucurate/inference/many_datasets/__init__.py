"""Algorithms over many data sets: ranks, post-hoc tests, Bayesian comparisons.

**All algorithms**

- ``friedman_test``: Test that all algorithms rank alike, exactly where possible, else by Iman and
  Davenport's F
- ``nemenyi_test``: Compare all pairs of algorithms by Nemenyi's test
- ``NemenyiTest``: The average ranks, the critical difference at the level, and every pair
- ``critical_difference``: The critical difference diagram of Nemenyi's test
- ``CriticalDifference``: A critical difference diagram: average ranks from the best down, and the
  groups not separated
- ``rank_control_test``: Compare every other algorithm (first) with the control (second) by average
  ranks
- ``RankComparison``: Average ranks of two algorithms; ``difference`` is first minus second, below
  0 where the first is better

**Two algorithms**

- ``data_sets_wilcoxon_test``: Wilcoxon's test of two algorithms over data sets, with the Hodges-
  Lehmann interval
- ``data_sets_sign_test``: The sign test of two algorithms over data sets, with an interval of the
  median difference
- ``DataSetsComparison``: Two algorithms over data sets; ``difference`` is a centre of first minus
  second

**Posterior probabilities**

- ``bayesian_signed_rank_test``: Posterior probabilities of which of two algorithms is better over
  data sets
- ``PosteriorComparison``: Posterior probabilities that the first is better, that both are
  equivalent, that the second is better; and the posterior means of the three shares that compete
- ``hierarchical_test``: Compare two algorithms over the folds of several data sets by a
  hierarchical Bayesian model
- ``HierarchicalPosterior``: Two algorithms over data sets: probabilities for a new data set, and
  the difference on each
- ``DegreesPrior``: Prior of the degrees of freedom: 1 + Gamma(shape, rate), both uniform between
  two limits
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "All algorithms": {
            "friedman": "friedman_test",
            "post_hoc": (
                "nemenyi_test NemenyiTest critical_difference CriticalDifference "
                "rank_control_test RankComparison"
            ),
        },
        "Two algorithms": {
            "pairs": "data_sets_wilcoxon_test data_sets_sign_test DataSetsComparison",
        },
        "Posterior probabilities": {
            "bayesian_signed_rank": "bayesian_signed_rank_test PosteriorComparison",
            "hierarchical": "hierarchical_test HierarchicalPosterior",
            "hierarchical_quadrature": "DegreesPrior",
        },
    },
)
