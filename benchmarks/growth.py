"""How do time and memory grow with classifiers, with classes, and with names in a column?"""

import subprocess
import sys
import tempfile
import tracemalloc
import uuid
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from benchmarks.harness import RNG, Finding, Job, Prepare, Race, Setting, made_scores, race, reason

OBSERVATIONS = 10_000
MANY, FEW = 200, 50
BOOTSTRAPPED = 25
REPEATS = 500
CLASSES = 200
NAMES = 1_000_000


def run(setting: Setting) -> list[Finding]:
    """Whole commands where a user waits for one, functions where these are asked many times."""
    with tempfile.TemporaryDirectory() as folder:
        return [
            *_classifiers(setting, Path(folder)),
            _bootstrap(setting),
            *_classes(setting, Path(folder)),
            _names(setting),
        ]


def _ratio(
    raced: Race, first: str, second: str, factor: float = 1.0
) -> tuple[float | None, dict[str, float], str]:
    """The seconds of the first in those of the second, what is behind it, and what went wrong."""
    failure = raced.trouble(first, second)
    seconds = {name: raced.seconds[name] for name in (first, second) if name in raced.seconds}
    ratio = None if failure else raced.seconds[first] / (raced.seconds[second] * factor)
    return ratio, seconds, failure


def _classifiers(setting: Setting, folder: Path) -> list[Finding]:
    import polars as pl

    jobs: dict[str, Prepare] = {}
    labels, scores = made_scores(OBSERVATIONS, MANY)
    for number in (MANY, FEW):
        columns = {f"c{k}": column for k, column in enumerate(scores[:number])}
        path = folder / f"{number}.parquet"
        pl.DataFrame({"y": labels, **columns}).write_parquet(path)
        jobs[f"command, {number}"] = lambda path=path: _command("compare", path)  # type: ignore[misc]
        jobs[f"study, {number}"] = lambda columns=columns: _study(labels, columns)  # type: ignore[misc]
    raced = race(jobs, min(3, setting.rounds))
    found = []
    for what, target in (("command", setting.target(5)), ("study", None)):
        ratio, seconds, failure = _ratio(raced, f"{what}, {MANY}", f"{what}, {FEW}")
        called = "aucurate compare" if what == "command" else "compare()"
        found.append(
            Finding(
                what=f"`{called}` of {MANY} classifiers, {OBSERVATIONS:,} observations",
                peer=f"itself with {FEW}",
                threads=setting.threads,
                unit="times its time",
                ratio=ratio,
                target=target,
                bound="at most",
                seconds=seconds,
                note=f"{MANY} classifiers have {MANY * (MANY - 1) // 2:,} pairs, "
                f"{(MANY * (MANY - 1)) / (FEW * (FEW - 1)):.1f} times as many",
                failure=failure,
            )
        )
    return found


def _study(labels: object, columns: Mapping[str, object]) -> Job:
    from aucurate.study import compare

    return lambda: compare(labels, columns).comparisons[0].p_value


def _command(name: str, path: Path, *options: str) -> Job:
    command = [sys.executable, "-m", "aucurate", name, str(path), "--label", "y", *options]

    def job() -> float:
        subprocess.run(command, check=True, capture_output=True)
        return 0.0

    return job


def _bootstrap(setting: Setting) -> Finding:
    """All pairs from one set of draws, beside as many tests that draw for themselves."""
    from aucurate.data.scores import PairedScores
    from aucurate.inference.resampling.bootstrap import bootstrap_test
    from aucurate.inference.resampling.options import Resampling
    from aucurate.study import compare

    labels, scores = made_scores(OBSERVATIONS, BOOTSTRAPPED)
    data = PairedScores.from_arrays(labels, {f"c{k}": s for k, s in enumerate(scores)})
    draws, threads = Resampling(replicates=REPEATS), setting.threads
    pairs = BOOTSTRAPPED * (BOOTSTRAPPED - 1) // 2

    def together() -> float:
        study = compare(data, method="bootstrap", resampling=draws, threads=threads)
        return study.comparisons[0].p_value

    def alone() -> float:
        test = bootstrap_test(data["c0"], data["c1"], resampling=draws, threads=threads)
        return test.p_value

    raced = race({"together": lambda: together, "alone": lambda: alone}, setting.rounds)
    ratio, seconds, failure = _ratio(raced, "together", "alone", pairs)
    return Finding(
        what=f"bootstrap of {pairs} pairs of {BOOTSTRAPPED} classifiers, {OBSERVATIONS:,} "
        f"observations, {REPEATS} replicates",
        peer=f"{pairs} times `bootstrap_test`",
        threads=threads,
        unit="of its time",
        ratio=ratio,
        target=setting.target(0.5),
        bound="at most",
        seconds=seconds,
        failure=failure,
    )


def _classes(setting: Setting, folder: Path) -> list[Finding]:
    import polars as pl

    rng = np.random.default_rng(RNG)
    codes = rng.integers(0, CLASSES, OBSERVATIONS)
    scores = rng.standard_normal((OBSERVATIONS, CLASSES))
    scores[np.arange(OBSERVATIONS), codes] += 2
    names = [f"k{k}" for k in range(CLASSES)]
    path = folder / "classes.parquet"
    columns = {name: scores[:, k] for k, name in enumerate(names)}
    pl.DataFrame({"y": [names[code] for code in codes], **columns}).write_parquet(path)
    plain = ("--search", "none")
    page = (*plain, "--html", str(folder / "report.html"))
    raced = race(
        {
            "with report": lambda: _command("multiclass", path, *page),
            "without": lambda: _command("multiclass", path, *plain),
        },
        min(2, setting.rounds),
    )
    ratio, seconds, failure = _ratio(raced, "with report", "without")
    what = f"`aucurate multiclass --html` of {CLASSES} classes, {OBSERVATIONS:,} observations"
    return [
        Finding(
            what=what,
            peer="itself without a report",
            threads=setting.threads,
            unit="times its time",
            ratio=ratio,
            target=setting.target(2),
            bound="at most",
            seconds=seconds,
            failure=failure,
        ),
        _peak(what, ["multiclass", str(path), "--label", "y", *page], setting),
    ]


_MEASURED = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "aucurate", *sys.argv[1:]], check=True, capture_output=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def _peak(what: str, arguments: list[str], setting: Setting) -> Finding:
    megabytes, failure = None, ""
    try:
        command = [sys.executable, "-c", _MEASURED, *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        megabytes = int(done.stdout) / 1000
    except Exception as error:
        failure = reason(error)
    return Finding(
        what=f"peak memory of {what}",
        peer="the whole process",
        threads=setting.threads,
        unit="MB",
        ratio=megabytes,
        target=1000,
        bound="at most",
        failure=failure,
    )


def _names(setting: Setting) -> Finding:
    """Codes of groups called by 36 characters, of which NumPy's text would take 144 bytes each."""
    from aucurate.data.arrays import coded

    rng = np.random.default_rng(RNG)
    known = [str(uuid.UUID(bytes=rng.bytes(16))) for _ in range(10_000)]
    column = np.array([known[k] for k in rng.integers(0, len(known), NAMES)], object)
    tracemalloc.start()  # resident memory would hide what was left free by making the names
    coded(column)
    ratio = tracemalloc.get_traced_memory()[1] / NAMES
    tracemalloc.stop()
    return Finding(
        what=f"peak memory of the codes of {NAMES:,} names of 36 characters above its input",
        peer="the input",
        threads=setting.threads,
        unit="bytes per observation",
        ratio=ratio,
        target=32,
        bound="at most",
    )
