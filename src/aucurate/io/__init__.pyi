# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.io.class_tables import class_folds_from_frame as class_folds_from_frame
from aucurate.io.class_tables import class_scores_from_frame as class_scores_from_frame
from aucurate.io.class_tables import paired_class_folds_from_frame as paired_class_folds_from_frame
from aucurate.io.class_tables import (
    paired_class_scores_from_frame as paired_class_scores_from_frame,
)
from aucurate.io.class_tables import read_class_folds as read_class_folds
from aucurate.io.class_tables import read_class_scores as read_class_scores
from aucurate.io.estimators import class_scores_from_estimator as class_scores_from_estimator
from aucurate.io.estimators import (
    paired_class_scores_from_estimators as paired_class_scores_from_estimators,
)
from aucurate.io.files import read_scores as read_scores
from aucurate.io.folds import folds_from_frame as folds_from_frame
from aucurate.io.frames import from_frame as from_frame
from aucurate.io.results import read_results as read_results
from aucurate.io.results import results_from_frame as results_from_frame
from aucurate.io.several_files import read_paired as read_paired
from aucurate.io.several_files import read_unpaired as read_unpaired
from aucurate.io.writing import folds_to_frame as folds_to_frame

__all__: list[str]
