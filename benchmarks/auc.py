"""How fast is one AUC, and does its time grow as that of a sort does?"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from benchmarks.harness import OURS, Finding, Job, Prepare, Race, Setting, made_scores, race

OBSERVATIONS = 1_000_000
MORE_OBSERVATIONS = 10_000_000
LEARN = "scikit-learn roc_auc_score"
SORT = "np.sort"


def run(setting: Setting) -> list[Finding]:
    """The race at one size, then the growth to ten times the size."""
    labels, (scores,) = made_scores(OBSERVATIONS)
    contestants = {
        OURS: lambda: _ours(labels, scores),
        LEARN: lambda: _scikit_learn(labels, scores),
        SORT: lambda: _sort(scores),
    }
    small = race(contestants, setting.rounds)
    speed = small.times_as_fast(
        LEARN,
        what=f"AUC of {OBSERVATIONS:,} observations",
        setting=setting,
        target=setting.target(12),
        tolerance=1e-12,
    )
    return [speed, _growth(small, _large_race(setting), setting)]


def _large_race(setting: Setting) -> Race:
    labels, (scores,) = made_scores(MORE_OBSERVATIONS)
    contestants: Mapping[str, Prepare] = {
        OURS: lambda: _ours(labels, scores),
        SORT: lambda: _sort(scores),
    }
    return race(contestants, setting.rounds)


def _growth(small: Race, large: Race, setting: Setting) -> Finding:
    failure = small.trouble(OURS, SORT) or large.trouble(OURS, SORT)
    growth = {n: large.seconds[n] / small.seconds[n] for n in (OURS, SORT)} if not failure else {}
    return Finding(
        what=f"growth of the AUC's time from {OBSERVATIONS:,} to {MORE_OBSERVATIONS:,}",
        peer=SORT,
        threads=setting.threads,
        unit="of its growth",
        ratio=growth[OURS] / growth[SORT] if growth else None,
        target=setting.target(1),
        bound="at most",
        seconds={
            f"{name}, {size:,}": timed.seconds[name]
            for name in (OURS, SORT)
            for size, timed in ((OBSERVATIONS, small), (MORE_OBSERVATIONS, large))
            if name in timed.seconds
        },
        note="np.sort has one thread whatever the setting" if setting.threads > 1 else "",
        failure=failure,
    )


def _ours(labels: Any, scores: Any) -> Job:
    from aucurate.estimates.auc import auc

    return lambda: auc(labels, scores)


def _scikit_learn(labels: Any, scores: Any) -> Job:
    from sklearn.metrics import roc_auc_score

    return lambda: float(roc_auc_score(labels, scores))


def _sort(scores: Any) -> Job:
    return lambda: float(np.sort(scores)[0])
