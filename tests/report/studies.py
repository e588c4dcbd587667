"""A study of every kind, small, made once."""

from collections.abc import Callable
from functools import cache

import numpy as np
from tests.report.parsed import Page

import aucurate as au
from aucurate.planning import plan_interval, plan_two
from aucurate.report import report_html
from aucurate.study.base import Study
from aucurate.study.compare import intervals
from aucurate.study.folds import folds
from aucurate.study.folds.outcomes import error_and_auc
from aucurate.study.multiclass import multiclass
from aucurate.study.operate import operate
from aucurate.study.plan import plan_study
from aucurate.study.rank import rank

FEW = au.Resampling(replicates=50, rng=1)
LABELS = np.arange(60) % 2
DRAWN = np.random.default_rng(1).normal(size=(3, 60))
SCORES = {"a": LABELS + DRAWN[0], "<b>": 2 * LABELS + DRAWN[1], "c": LABELS + DRAWN[2]}
PAIR = {name: SCORES[name] for name in ("a", "c")}
FOLDS = au.FoldScores.from_arrays(LABELS, PAIR, folds=np.arange(60) // 10)
CODES = np.repeat(np.arange(3), 12)
CLASS_SCORES = {
    name: np.random.default_rng(rng).uniform(0.1, 1, size=(36, 3)) + np.eye(3)[CODES]
    for rng, name in enumerate(("a", "b"))
}
RESULTS = {name: np.random.default_rng(rng).uniform(size=6) for rng, name in enumerate("abc")}
HOSTILE = (
    "<script>alert(1)</script>",
    "</script><!--<b>",
    "\"'{{7*7}}{% raw %}",
    "a\nline\r\t\x00\u202e",
    "\\u003c \\\\u003c \\",
    '=1+1, "quoted"',
    "x" * 100_000,
)

MADE: dict[str, Callable[[], Study]] = {
    "compare": lambda: au.compare(LABELS, SCORES),
    "compare, all questions": lambda: au.compare(
        LABELS,
        SCORES,
        simultaneous=True,
        margin=0.1,
        null=0.5,
        all_intervals=True,
        resampling=FEW,
    ),
    "compare, one": lambda: au.compare(LABELS, SCORES["a"]),
    "compare, subgroups": lambda: au.compare(
        LABELS, SCORES, by={"<i>": np.array(["<u>", "b", "c"])[np.arange(60) // 25]}
    ),
    "compare, one positive": lambda: au.compare([0, 0, 0, 1], [0.1, 0.2, 0.3, 0.4]),
    "compare, hostile": lambda: au.compare(
        LABELS, {name: LABELS + DRAWN[at % 3] for at, name in enumerate(HOSTILE)}
    ),
    "fit": lambda: au.fit(LABELS, PAIR, model=["binormal", "kernel"], resampling=FEW),
    "folds": lambda: folds(FOLDS, threshold=0.5, all_tests=True, rope=0.01),
    "intervals": lambda: intervals(LABELS, SCORES["a"], resampling=FEW),
    "multiclass": lambda: multiclass(
        au.data.PairedClassScores.from_arrays(CODES, CLASS_SCORES), order=("0", "1", "2")
    ),
    "operate": lambda: operate(LABELS, PAIR, at="sensitivity=0.9", resampling=FEW),
    "operate-folds": lambda: operate(FOLDS, at=0.5, points=3, pairs=[("a", "c")]),
    "outcomes": lambda: error_and_auc({"one": FOLDS}, threshold=0.5),
    "plan": lambda: plan_study(plan_two(0.8, 0.75, paired=False, power=0.8)),
    "plan, interval": lambda: plan_study(plan_interval(0.9, width=0.1)),
    "rank": lambda: rank(RESULTS, control="a", rope=0.01, resampling=au.Resampling(replicates=100)),
    "rank, folds": lambda: rank(
        RESULTS | {"data": ["x", "y"] * 3, "fold": [1, 1, 2, 2, 3, 3]},
        dataset="data",
        fold="fold",
        rope=0.01,
        hierarchical=True,
        resampling=au.Resampling(replicates=100),
    ),
}


@cache
def made(name: str) -> Study:
    """One of the studies."""
    return MADE[name]()


@cache
def written(name: str) -> str:
    """Its report."""
    return report_html(made(name))


@cache
def page(name: str) -> Page:
    """Its report, taken apart."""
    return Page(written(name))
