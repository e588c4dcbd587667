"""Exact moments of the difference of two classifiers on test sets, computed, not simulated.

Every difference is positive when the first classifier is better.

**Classifiers as probabilities**

- ``ScoreLaw``: The distribution of one classifier's score on each of n observations
- ``TwoClassifiers``: Two classifiers on n observations, with random labels and scores
- ``deviating_scores``: Scores i/n for i = 1 to n, moved up by ``size`` with
  ``deviation_probability``, or down by it with the same probability
- ``rosset_example``: The example of Rosset (2004), section 2.1.3

**Mean and variance of a difference**

- ``auc_difference_moments``: Mean and variance of n+ n- (AUC of first - AUC of second) on these
  observations
- ``error_difference_moments``: Mean and variance of (errors of second - errors of first) on these
  observations
- ``DifferenceMoments``: Mean and variance of a difference that is positive when the first
  classifier is better
- ``population_moments``: Mean and variance of the difference on test sets of ``n`` observations
  from a population

**How often the better classifier is chosen**

- ``probability_of_choosing_first``: The probability that the first classifier looks better, by a
  normal approximation
- ``population_probability``: The probability that the first classifier looks better on ``n``
  observations drawn from a population, by normal approximations
- ``simulate_choice``: Simulate how often the better classifier is chosen by AUC and by errors
- ``SimulatedChoice``: How often the first classifier was chosen by AUC and by errors, on the same
  test sets
- ``SimulatedCriterion``: The results of one criterion on simulated test sets; the difference is
  positive when the first classifier looks better

**How large a test set must be**

- ``size_to_choose``: The smallest size at which a test set chooses the better classifier with this
  ``probability``
- ``ChoosingSize``: The test set size at which a criterion chooses the better classifier often
  enough
"""

from aucurate.namespaces import namespace

__all__ = namespace(
    __name__,
    {
        "Classifiers as probabilities": {
            "worlds": "ScoreLaw TwoClassifiers deviating_scores rosset_example",
        },
        "Mean and variance of a difference": {
            "moments": "auc_difference_moments error_difference_moments DifferenceMoments",
            "population": "population_moments",
        },
        "How often the better classifier is chosen": {
            "choosing": (
                "probability_of_choosing_first population_probability simulate_choice "
                "SimulatedChoice SimulatedCriterion"
            ),
        },
        "How large a test set must be": {
            "sizes": "size_to_choose ChoosingSize",
        },
    },
)
