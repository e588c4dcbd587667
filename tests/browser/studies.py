"""Studies of every kind, made once: what the reports in the browser are written from."""

from collections.abc import Callable
from functools import cache

import numpy as np

import aucurate as au
from aucurate.data.scores import PairedScores
from aucurate.inference.resampling.options import Resampling
from aucurate.planning import plan_interval, plan_two
from aucurate.study.base import Study
from aucurate.study.compare import compare, intervals
from aucurate.study.folds import folds
from aucurate.study.folds.outcomes import error_and_auc
from aucurate.study.multiclass import multiclass
from aucurate.study.operate import operate
from aucurate.study.plan import plan_study
from aucurate.study.rank import rank

_FEW = Resampling(replicates=100, rng=1)


def shipped() -> PairedScores:
    """The five models that ship with the package."""
    return au.datasets.load_breast_cancer()


@cache
def simulated(many: int, n_observations: int = 300) -> PairedScores:
    """So many classifiers, from useless to good."""
    rng = np.random.default_rng(many)
    labels = np.arange(n_observations) % 3 == 0
    columns = {
        f"classifier {at + 1:02d}": rng.normal(size=n_observations) + labels * (0.1 + at / 12)
        for at in range(many)
    }
    return PairedScores.from_arrays(labels, columns)


def _results() -> dict[str, list[float]]:
    rng = np.random.default_rng(12)
    names = ("forest", "logistic", "tree", "bayes")
    return {name: (rng.uniform(size=12) / 3 + 0.6).tolist() for name in names}


_MAKERS: dict[str, Callable[[], Study]] = {
    "compare": lambda: compare(shipped()),
    "compare-one": lambda: compare(shipped().select(["forest"])),
    "compare-thirty": lambda: compare(simulated(30)),
    "compare-everything": lambda: compare(
        shipped(), simultaneous=True, margin=0.05, null=0.5, all_intervals=True, resampling=_FEW
    ),
    "compare-subgroups": lambda: compare(
        simulated(3).observations.is_positive,
        {each.name: each.values for each in simulated(3)},
        by={"sex": np.resize(["f", "m"], 300), "age band": np.resize(["<40", "40-59", "60+"], 300)},
        require=["classifier 03 - classifier 01 > 0", "auc(classifier 03) > 0.9"],
    ),
    "operate": lambda: au.operate(shipped(), at="sensitivity=0.9", resampling=_FEW),
    "operate-costs": lambda: au.operate(shipped(), at="cost=5:1,prevalence=0.1", resampling=_FEW),
    "operate-folds": lambda: operate(
        au.datasets.load_breast_cancer_folds(), at="youden", pairs=[("forest", "tree")]
    ),
    "folds": lambda: folds(
        au.datasets.load_breast_cancer_folds(), threshold=0.5, all_tests=True, rope=0.01
    ),
    "multiclass": lambda: multiclass(
        au.datasets.load_wine_classes(), order=("barbera", "grignolino", "barolo")
    ),
    "multiclass-folds": lambda: multiclass(au.datasets.load_wine_class_folds()),
    "fit": lambda: au.fit(shipped().select(["forest", "bayes"]), resampling=_FEW),
    "plan": lambda: plan_study(plan_two(0.8, 0.75, paired=False, power=0.8)),
    "plan-interval": lambda: plan_study(plan_interval(0.9, width=0.1)),
    "rank": lambda: rank(_results(), rope=0.01, resampling=Resampling(replicates=1000)),
    "outcomes": lambda: error_and_auc(
        {"breast cancer": au.datasets.load_breast_cancer_folds()}, threshold=0.5
    ),
    "intervals": lambda: intervals(shipped().select(["forest", "tree"]), resampling=_FEW),
}

KINDS = tuple(_MAKERS)


@cache
def made(name: str) -> Study:
    """One of the studies."""
    return _MAKERS[name]()
