"""How fast are the resampling methods beside pROC, the R package that everybody cites?

pROC runs where ``Rscript`` and pROC are installed (Debian: r-cran-proc); elsewhere the seconds
recorded in ``proc_recorded.json``, theirs and ours from one run, are reported as recorded. The time
is taken inside R, around the call alone, with the curves built before. pROC runs a part of the
replicates and its seconds are scaled: its time is proportional to them.
"""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.harness import OURS, ROOT, Finding, Setting, made_scores

REPEATS = 2000
PROC_REPEATS = 200
RECORDED = ROOT / "benchmarks" / "proc_recorded.json"
SCRIPT = ROOT / "benchmarks" / "proc.R"
PEERS = {
    "bootstrap": "pROC ci.auc(method='bootstrap')",
    "venkatraman": "pROC roc.test(method='venkatraman')",
}


@dataclass(frozen=True, slots=True)
class Raced:
    """Best seconds of both for the same work, whether their answers agree, and who they were."""

    ours: float
    theirs: float
    disagreement: str
    versions: str


def run(setting: Setting) -> list[Finding]:
    """A bootstrap interval, Venkatraman's test, and what BCa costs ten times the observations."""
    return [
        _against("bootstrap", 10_000, _bootstrap, setting),
        _against("venkatraman", 1000, _venkatraman, setting),
        _bca(setting),
    ]


def record(setting: Setting) -> None:
    """Write ``proc_recorded.json``: ``python -m benchmarks.proc``."""
    rows = {}
    for question, size, job in (
        ("bootstrap", 10_000, _bootstrap),
        ("venkatraman", 1000, _venkatraman),
    ):
        raced = _race(question, size, job, setting)
        rows[question] = {
            "ours": raced.ours,
            "theirs": raced.theirs,
            "disagreement": raced.disagreement,
            "versions": raced.versions,
        }
    RECORDED.write_text(json.dumps(rows, indent=1) + "\n")


def _against(
    question: str, size: int, job: Callable[[int], Callable[[], float]], setting: Setting
) -> Finding:
    if shutil.which("Rscript") is None:
        raced = Raced(**json.loads(RECORDED.read_text())[question])
        note = f"recorded, Rscript is not installed here: {raced.versions}"
    else:
        raced = _race(question, size, job, setting)
        note = f"{raced.versions}; {PROC_REPEATS} of {REPEATS} replicates, its seconds are scaled"
    what = {
        "bootstrap": f"bootstrap interval, {size:,} observations, {REPEATS:,} replicates",
        "venkatraman": f"Venkatraman's test, {size:,} observations, {REPEATS:,} permutations",
    }[question]
    return Finding(
        what=what,
        peer=PEERS[question],
        threads=setting.threads,
        unit="times as fast",
        ratio=raced.theirs / raced.ours,
        target=setting.target(100),
        seconds={OURS: raced.ours, PEERS[question]: raced.theirs},
        note=note,
        failure=raced.disagreement,
    )


def _race(
    question: str, size: int, job: Callable[[int], Callable[[], float]], setting: Setting
) -> Raced:
    """Both in turn, round after round; the best time of each counts."""
    work = job(size)
    ours, theirs, answer, versions = [], [], np.nan, ""
    expected = np.nan
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "scores.csv"
        labels, (first, second) = made_scores(size, classifiers=2)
        rows = np.column_stack([labels, first, second])
        np.savetxt(table, rows, delimiter=",", header="y,a,b", comments="", fmt="%.17g")
        for _ in range(setting.rounds):
            begin = time.perf_counter()
            expected = work()
            ours.append(time.perf_counter() - begin)
            said = subprocess.run(
                ["Rscript", str(SCRIPT), str(table), question, str(PROC_REPEATS)],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.split()
            theirs.append(float(said[0]) * REPEATS / PROC_REPEATS)
            answer, versions = float(said[1]), f"pROC {said[2]}, R {said[3]}"
    # pROC puts the median of its replicates where the AUC stood.
    agree = abs(answer - expected) <= (1e-3 if question == "bootstrap" else 1e-9)
    wrong = "" if agree else f"the answers differ: {expected!r} here, {answer!r} there"
    return Raced(min(ours), min(theirs), wrong, versions)


def _bootstrap(size: int) -> Callable[[], float]:
    from aucurate.data.scores import Scores
    from aucurate.inference.resampling.bootstrap import bootstrap_interval
    from aucurate.inference.resampling.options import Resampling

    labels, (first, _) = made_scores(size, classifiers=2)
    return lambda: (
        bootstrap_interval(
            Scores.from_arrays(labels, first), resampling=Resampling(replicates=REPEATS)
        ).value
    )


def _venkatraman(size: int) -> Callable[[], float]:
    from aucurate.data.scores import PairedScores
    from aucurate.inference.resampling.options import Resampling
    from aucurate.inference.resampling.venkatraman import venkatraman_test

    labels, (first, second) = made_scores(size, classifiers=2)

    def job() -> float:
        paired = PairedScores.from_arrays(labels, {"a": first, "b": second})
        return venkatraman_test(*paired, resampling=Resampling(replicates=REPEATS)).statistic

    return job


def _bca(setting: Setting) -> Finding:
    """The jackknife of BCa, for ten times the observations: a quadratic step would cost 100."""
    from aucurate.data.scores import Scores
    from aucurate.inference.resampling.bootstrap import bootstrap_interval
    from aucurate.inference.resampling.options import Resampling

    seconds = {}
    for size in (10_000, 100_000):
        labels, (scores,) = made_scores(size)
        data = Scores.from_arrays(labels, scores)
        times = []
        for _ in range(setting.rounds):
            begin = time.perf_counter()
            bootstrap_interval(data, kind="bca", resampling=Resampling(replicates=200))
            times.append(time.perf_counter() - begin)
        seconds[f"{size:,} observations"] = min(times)
    small, large = seconds.values()
    return Finding(
        what="BCa interval with 200 replicates, 100,000 observations",
        peer="the same, 10,000 observations",
        threads=setting.threads,
        unit="times its seconds (linear: 10, quadratic: 100)",
        ratio=large / small,
        target=setting.target(25),
        bound="at most",
        seconds=seconds,
    )


if __name__ == "__main__":
    record(Setting(threads=1, rounds=3))
