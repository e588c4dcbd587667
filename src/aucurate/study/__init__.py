"""The waist: all numbers of one question, as data, with sentences, caveats, provenance and JSON."""

from aucurate.study.base import FORMAT_VERSION, Provenance, Study
from aucurate.study.compare import CompareStudy, IntervalsStudy, compare, intervals
from aucurate.study.fit import FitStudy, fit
from aucurate.study.folds import FoldsStudy, folds
from aucurate.study.plan import PlanStudy, plan_study
from aucurate.study.rank import RankStudy, rank

__all__ = [
    "FORMAT_VERSION",
    "CompareStudy",
    "FitStudy",
    "FoldsStudy",
    "IntervalsStudy",
    "PlanStudy",
    "Provenance",
    "RankStudy",
    "Study",
    "compare",
    "fit",
    "folds",
    "intervals",
    "plan_study",
    "rank",
]
