"""How fast are bootstrap replicates, and does the time grow with observations times replicates?"""

from functools import partial
from typing import Any

import numpy as np

from benchmarks.harness import OURS, RNG, Finding, Job, Race, Setting, made_scores, race

OBSERVATIONS = 10_000
REPEATS = 2000
LOOP_REPEATS = 50
SIZES = ((10_000, 2000), (10_000, 20_000), (100_000, 200), (100_000, 2000))
RAPIDSTATS = "rapidstats Bootstrap.roc_auc"
LOOP = "loop of scikit-learn roc_auc_score"


def run(setting: Setting) -> list[Finding]:
    """Two classifiers at once, then the same work in other shapes."""
    labels, scores = made_scores(OBSERVATIONS, classifiers=2)
    raced = race(
        {
            OURS: lambda: _ours(labels, scores, REPEATS),
            RAPIDSTATS: lambda: _rapidstats(labels, scores[0], setting.threads),
            LOOP: lambda: _loop(labels, scores),
        },
        setting.rounds,
    ).scaled({LOOP: REPEATS / LOOP_REPEATS})
    shape = f"{REPEATS:,} stratified bootstrap replicates of {OBSERVATIONS:,} observations"
    return [
        raced.scaled({OURS: 0.5}).times_as_fast(
            RAPIDSTATS,
            what=f"{shape}, per classifier",
            setting=setting,
            target=setting.target(25),
            note="our seconds are half of those for 2 classifiers; rapidstats does not stratify",
        ),
        raced.times_as_fast(
            LOOP,
            what=f"{shape}, 2 classifiers",
            setting=setting,
            target=setting.target(100),
            note=f"the loop ran {LOOP_REPEATS} replicates; its seconds are scaled",
        ),
        *_linearity(setting),
    ]


def _linearity(setting: Setting) -> list[Finding]:
    """Seconds per observation and replicate, relative to those of the first shape."""
    data = {size: made_scores(size, classifiers=2) for size, _ in SIZES}
    names = {shape: f"{shape[0]:,} x {shape[1]:,}" for shape in SIZES}

    def prepared(size: int, replicates: int) -> Job:
        return _ours(*data[size], replicates)

    raced = race(
        {name: partial(prepared, *shape) for shape, name in names.items()},
        min(3, setting.rounds),
    )
    first, *others = SIZES
    return [
        _relative(raced, names[first], names[o], _work(o) / _work(first), setting) for o in others
    ]


def _relative(raced: Race, first: str, other: str, more: float, setting: Setting) -> Finding:
    failure = raced.trouble(first, other)
    return Finding(
        what=f"bootstrap, seconds per observation and replicate, {other}",
        peer=f"the same, {first}",
        threads=setting.threads,
        unit="of its time (linear: 1)",
        ratio=None if failure else raced.seconds[other] / raced.seconds[first] / more,
        bound="at most",
        seconds={n: raced.seconds[n] for n in (first, other) if n in raced.seconds},
        failure=failure,
    )


def _work(shape: tuple[int, int]) -> int:
    return shape[0] * shape[1]


def _ours(labels: Any, scores: Any, replicates: int) -> Job:
    from aucurate.data.scores import PairedScores
    from aucurate.inference.resampling.options import Resampling, bootstrap_aucs

    def job() -> float:
        paired = PairedScores.from_arrays(labels, {"a": scores[0], "b": scores[1]})
        return float(bootstrap_aucs(paired, Resampling(replicates=replicates)).mean())

    return job


def _rapidstats(labels: Any, scores: Any, threads: int) -> Job:
    from rapidstats import Bootstrap

    def job() -> float:
        bootstrap = Bootstrap(iterations=REPEATS, seed=1, n_jobs=threads)
        return float(bootstrap.roc_auc(labels, scores)[1])

    return job


def _loop(labels: Any, scores: Any) -> Job:
    from sklearn.metrics import roc_auc_score

    def job() -> float:
        rng = np.random.default_rng(RNG)
        classes = [np.flatnonzero(labels == label) for label in (0, 1)]
        total = 0.0
        for _ in range(LOOP_REPEATS):
            rows = np.concatenate([rng.choice(rows, len(rows)) for rows in classes])
            total += sum(float(roc_auc_score(labels[rows], s[rows])) for s in scores)
        return total / LOOP_REPEATS / len(scores)

    return job
