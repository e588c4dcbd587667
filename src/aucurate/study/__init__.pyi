# The public names as a type checker sees them; __init__.py loads each on first use.

from aucurate.study.base import FORMAT_VERSION as FORMAT_VERSION
from aucurate.study.base import Provenance as Provenance
from aucurate.study.base import Study as Study
from aucurate.study.compare import CompareStudy as CompareStudy
from aucurate.study.compare import IntervalsStudy as IntervalsStudy
from aucurate.study.compare import compare as compare
from aucurate.study.compare import intervals as intervals
from aucurate.study.fit import FitStudy as FitStudy
from aucurate.study.fit import fit as fit
from aucurate.study.folds import FoldsStudy as FoldsStudy
from aucurate.study.folds import folds as folds
from aucurate.study.folds.outcomes import OutcomesStudy as OutcomesStudy
from aucurate.study.folds.outcomes import error_and_auc as error_and_auc
from aucurate.study.multiclass import MulticlassStudy as MulticlassStudy
from aucurate.study.multiclass import multiclass as multiclass
from aucurate.study.operate import OperateStudy as OperateStudy
from aucurate.study.operate import operate as operate
from aucurate.study.operate.folds import OperateFoldsStudy as OperateFoldsStudy
from aucurate.study.plan import PlanStudy as PlanStudy
from aucurate.study.plan import plan as plan
from aucurate.study.plan import plan_study as plan_study
from aucurate.study.rank import RankStudy as RankStudy
from aucurate.study.rank import rank as rank
from aucurate.study.schema import study_schema as study_schema

__all__: list[str]
