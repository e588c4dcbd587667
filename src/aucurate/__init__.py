"""Is this classifier really better than that one, by how much, and at which operating point?"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aucurate.curve.roc import RocCurve as RocCurve
    from aucurate.curve.roc import roc_curve as roc_curve
    from aucurate.data.moments import AucMoments as AucMoments
    from aucurate.data.moments import ThresholdCounts as ThresholdCounts
    from aucurate.data.paired import PairedScores as PairedScores
    from aucurate.data.scores import Scores as Scores
    from aucurate.data.unpaired import UnpairedScores as UnpairedScores
    from aucurate.datasets import load_breast_cancer as load_breast_cancer
    from aucurate.datasets import load_breast_cancer_folds as load_breast_cancer_folds
    from aucurate.errors import AucurateError as AucurateError
    from aucurate.estimates.auc import auc as auc
    from aucurate.estimates.auc import gini as gini
    from aucurate.inference.agarwal import agarwal_interval as agarwal_interval
    from aucurate.inference.birnbaum_klose import birnbaum_klose_interval as birnbaum_klose_interval
    from aucurate.inference.bootstrap import bootstrap_interval as bootstrap_interval
    from aucurate.inference.bootstrap import bootstrap_test as bootstrap_test
    from aucurate.inference.cortes_mohri import cortes_mohri_interval as cortes_mohri_interval
    from aucurate.inference.delong import delong_interval as delong_interval
    from aucurate.inference.delong import delong_test as delong_test
    from aucurate.inference.delong_joint import delong_joint_test as delong_joint_test
    from aucurate.inference.delong_logit_t import (
        delong_logit_t_interval as delong_logit_t_interval,
    )
    from aucurate.inference.delong_null import delong_null_test as delong_null_test
    from aucurate.inference.equivalence import MarginTest as MarginTest
    from aucurate.inference.equivalence import equivalence_test as equivalence_test
    from aucurate.inference.equivalence import noninferiority_test as noninferiority_test
    from aucurate.inference.equivalence import superiority_test as superiority_test
    from aucurate.inference.hanley_mcneil import hanley_mcneil_interval as hanley_mcneil_interval
    from aucurate.inference.hanley_mcneil import hanley_mcneil_test as hanley_mcneil_test
    from aucurate.inference.mover import mover_test as mover_test
    from aucurate.inference.multiplicity import adjust as adjust
    from aucurate.inference.multiplicity import holm as holm
    from aucurate.inference.newcombe import newcombe_interval as newcombe_interval
    from aucurate.inference.permutation import permutation_test as permutation_test
    from aucurate.inference.resampling import Resampling as Resampling
    from aucurate.inference.resampling import bootstrap_aucs as bootstrap_aucs
    from aucurate.inference.simultaneous import simultaneous_comparisons as simultaneous_comparisons
    from aucurate.inference.venkatraman import venkatraman_test as venkatraman_test
    from aucurate.io.files import read_scores as read_scores
    from aucurate.io.files import read_unpaired as read_unpaired
    from aucurate.io.frames import from_frame as from_frame
    from aucurate.planning.interval import plan_interval as plan_interval
    from aucurate.planning.one import plan_one as plan_one
    from aucurate.planning.plans import Plan as Plan
    from aucurate.planning.two import plan_two as plan_two
    from aucurate.results import Caveat as Caveat
    from aucurate.results import Comparison as Comparison
    from aucurate.results import Estimate as Estimate
    from aucurate.results import Interval as Interval
    from aucurate.results import JointTest as JointTest
    from aucurate.study import Study as Study
    from aucurate.study.compare import compare as compare
    from aucurate.study.intervals import intervals as intervals
    from aucurate.study.plan import plan_study as plan_study

_HOMES = {
    "AucMoments": "data.moments",
    "AucurateError": "errors",
    "Caveat": "results",
    "Comparison": "results",
    "Estimate": "results",
    "Interval": "results",
    "JointTest": "results",
    "MarginTest": "inference.equivalence",
    "PairedScores": "data.paired",
    "Plan": "planning.plans",
    "Resampling": "inference.resampling",
    "RocCurve": "curve.roc",
    "Scores": "data.scores",
    "Study": "study",
    "ThresholdCounts": "data.moments",
    "UnpairedScores": "data.unpaired",
    "adjust": "inference.multiplicity",
    "agarwal_interval": "inference.agarwal",
    "auc": "estimates.auc",
    "birnbaum_klose_interval": "inference.birnbaum_klose",
    "bootstrap_aucs": "inference.resampling",
    "bootstrap_interval": "inference.bootstrap",
    "bootstrap_test": "inference.bootstrap",
    "compare": "study.compare",
    "cortes_mohri_interval": "inference.cortes_mohri",
    "delong_interval": "inference.delong",
    "delong_joint_test": "inference.delong_joint",
    "delong_logit_t_interval": "inference.delong_logit_t",
    "delong_null_test": "inference.delong_null",
    "delong_test": "inference.delong",
    "equivalence_test": "inference.equivalence",
    "from_frame": "io.frames",
    "gini": "estimates.auc",
    "hanley_mcneil_interval": "inference.hanley_mcneil",
    "hanley_mcneil_test": "inference.hanley_mcneil",
    "holm": "inference.multiplicity",
    "intervals": "study.intervals",
    "load_breast_cancer": "datasets",
    "load_breast_cancer_folds": "datasets",
    "mover_test": "inference.mover",
    "newcombe_interval": "inference.newcombe",
    "noninferiority_test": "inference.equivalence",
    "permutation_test": "inference.permutation",
    "plan_interval": "planning.interval",
    "plan_one": "planning.one",
    "plan_study": "study.plan",
    "plan_two": "planning.two",
    "read_scores": "io.files",
    "read_unpaired": "io.files",
    "roc_curve": "curve.roc",
    "simultaneous_comparisons": "inference.simultaneous",
    "superiority_test": "inference.equivalence",
    "venkatraman_test": "inference.venkatraman",
}

__version__ = "0.1.0"
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'aucurate' has no attribute {name!r}")
    value = getattr(import_module(f"aucurate.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
