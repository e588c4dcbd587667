# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate import crossval as crossval
from aucurate import curve as curve
from aucurate import data as data
from aucurate import datasets as datasets
from aucurate import errors as errors
from aucurate import estimates as estimates
from aucurate import inference as inference
from aucurate import io as io
from aucurate import planning as planning
from aucurate import plots as plots
from aucurate import results as results
from aucurate import study as study
from aucurate import theory as theory
from aucurate.crossval.cross_validate import cross_validate as cross_validate
from aucurate.curve.cost import IntendedUse as IntendedUse
from aucurate.curve.roc import roc_curve as roc_curve
from aucurate.curve.threshold_rules import ThresholdRule as ThresholdRule
from aucurate.data.classes import ClassScores as ClassScores
from aucurate.data.folds import FoldScores as FoldScores
from aucurate.data.results_table import ResultsTable as ResultsTable
from aucurate.data.scores import PairedScores as PairedScores
from aucurate.data.scores import Scores as Scores
from aucurate.data.scores import UnpairedScores as UnpairedScores
from aucurate.errors import AucurateError as AucurateError
from aucurate.estimates.auc import auc as auc
from aucurate.inference.resampling.options import Resampling as Resampling
from aucurate.io.estimators import scores_from_estimators as scores_from_estimators
from aucurate.io.files import read_scores as read_scores
from aucurate.results import Comparison as Comparison
from aucurate.results import Estimate as Estimate
from aucurate.results import JointTest as JointTest
from aucurate.study.base import Study as Study
from aucurate.study.compare import compare as compare
from aucurate.study.fit import fit as fit
from aucurate.study.folds import folds as folds
from aucurate.study.multiclass import multiclass as multiclass
from aucurate.study.operate import operate as operate
from aucurate.study.plan import plan as plan
from aucurate.study.rank import rank as rank

__all__: list[str]
__version__: str
