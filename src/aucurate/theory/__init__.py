"""Exact moments: what two classifiers would look like on test sets, computed instead of drawn.

::

    worlds      ScoreLaw, TwoClassifiers: labels and scores of two classifiers as probabilities; the
                example of Rosset (2004)
    moments     exact mean and variance of the difference in AUC, and in errors, on given
                observations
    population  the same when the observations are drawn too
    choosing    how often the better classifier is chosen: normal approximation, simulation, on test
                sets from a population
    sizes       how large a test set must be to choose the better one
    caveats     what must be known of such a choice

Every difference is positive when the first classifier is better.
"""

from aucurate.theory.choosing import (
    SimulatedChoice,
    SimulatedCriterion,
    population_probability,
    probability_of_choosing_first,
    simulate_choice,
)
from aucurate.theory.moments import (
    DifferenceMoments,
    auc_difference_moments,
    error_difference_moments,
)
from aucurate.theory.population import population_moments
from aucurate.theory.sizes import ChoosingSize, size_to_choose
from aucurate.theory.worlds import ScoreLaw, TwoClassifiers, deviating_scores, rosset_example

__all__ = [
    "ChoosingSize",
    "DifferenceMoments",
    "ScoreLaw",
    "SimulatedChoice",
    "SimulatedCriterion",
    "TwoClassifiers",
    "auc_difference_moments",
    "deviating_scores",
    "error_difference_moments",
    "population_moments",
    "population_probability",
    "probability_of_choosing_first",
    "rosset_example",
    "simulate_choice",
    "size_to_choose",
]
