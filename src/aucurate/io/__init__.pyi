# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.io.estimators import scores_from_estimators as scores_from_estimators
from aucurate.io.files import read_scores as read_scores
from aucurate.io.writing import folds_to_frame as folds_to_frame

__all__: list[str]
