# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.theory.choosing import SimulatedChoice as SimulatedChoice
from aucurate.theory.choosing import SimulatedCriterion as SimulatedCriterion
from aucurate.theory.choosing import population_probability as population_probability
from aucurate.theory.choosing import probability_of_choosing_first as probability_of_choosing_first
from aucurate.theory.choosing import simulate_choice as simulate_choice
from aucurate.theory.moments import DifferenceMoments as DifferenceMoments
from aucurate.theory.moments import auc_difference_moments as auc_difference_moments
from aucurate.theory.moments import error_difference_moments as error_difference_moments
from aucurate.theory.population import population_moments as population_moments
from aucurate.theory.sizes import ChoosingSize as ChoosingSize
from aucurate.theory.sizes import size_to_choose as size_to_choose
from aucurate.theory.worlds import ScoreLaw as ScoreLaw
from aucurate.theory.worlds import TwoClassifiers as TwoClassifiers
from aucurate.theory.worlds import deviating_scores as deviating_scores
from aucurate.theory.worlds import rosset_example as rosset_example

__all__: list[str]
