# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.data.class_folds import ClassFoldScores as ClassFoldScores
from aucurate.data.classes import ClassObservations as ClassObservations
from aucurate.data.classes import ClassScores as ClassScores
from aucurate.data.classes import PairedClassScores as PairedClassScores
from aucurate.data.division import Folds as Folds
from aucurate.data.fold_values import FoldValues as FoldValues
from aucurate.data.folds import FoldScores as FoldScores
from aucurate.data.moments import AucMoments as AucMoments
from aucurate.data.moments import ThresholdCounts as ThresholdCounts
from aucurate.data.ordered import OrderedScores as OrderedScores
from aucurate.data.ordered import PairedOrderedScores as PairedOrderedScores
from aucurate.data.results_table import ResultsTable as ResultsTable
from aucurate.data.scores import PairedScores as PairedScores
from aucurate.data.scores import Scores as Scores
from aucurate.data.scores import UnpairedScores as UnpairedScores
from aucurate.data.source import Source as Source
from aucurate.data.source import SourceFile as SourceFile
from aucurate.data.table_scores import Approximation as Approximation
from aucurate.data.table_scores import TableScores as TableScores
from aucurate.data.table_scores import TableStatistics as TableStatistics

__all__: list[str]
