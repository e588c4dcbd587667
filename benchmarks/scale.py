"""Tables larger than memory: ``python -m benchmarks.scale [--rows N ...] [--write]``.

Parquet files of two classifiers are made once and used again. Every contestant gets the files and
runs in a process of its own with two threads; contestants take turns. The yardstick is what DuckDB
needs to sort the same files by each score, which is less work than comparing AUCs. A run with all
numbers of rows takes minutes and 10 GB of disk, so it is no part of ``make bench``. The exit status
is 1 when a target is missed, answers disagree or something failed. Needs the extra ``engines``.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from benchmarks import machine, page
from benchmarks.harness import RNG, Finding
from benchmarks.run import ROOT, THREAD_VARIABLES

RESULTS = ROOT / "benchmarks" / "scale.json"
PAGE = ROOT / "docs" / "scale.md"
DATA = ROOT / "build" / "scale"
BEGIN, END = "<!-- measured: benchmarks/scale.py --write -->", "<!-- end -->"

ROWS = (10**6, 10**7, 10**8)
MOST_ROWS_IN_MEMORY = 10**7
THREADS = 2
MEMORY_LIMIT = "2GB"
TOLERANCE = 1e-5
SCORES = {"old": 1.4, "new": 1.5}
"""Classifiers, and how far the means of their scores of positives and negatives are apart."""

MOST_OF_TWO_SORTS, MOST_OF_ONE_SORT, MOST_MEMORY = 2.0, 1.0, 4.0
MOST_RELATIVE_DISTANCE = 1e-12
PACKAGES = ("aucurate", "numpy", "polars", "duckdb", "pyarrow")

_POSITIVES = 0.1
_ROWS_OF_GROUP, _ROWS_OF_FILE, _ROWS_TO_WARM_UP = 2**20, 10 * 2**20, 1000
_SECONDS_BETWEEN_LOOKS = 0.02
_GB = 1e9


# Contestants: what a process does with the files, and what it reports.


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a contestant found; ``sorts`` are the seconds of each of two queries.

    ``auc_bounds`` are how far AUCs can be from the exact ones, empty where they are exact.
    """

    aucs: tuple[float, ...] = ()
    difference_variance: float | None = None
    auc_bounds: tuple[float, ...] = ()
    sorts: tuple[float, ...] = ()


Job: TypeAlias = Callable[[Path, Path], Answer]
"""From the folder of the files and a folder for temporary ones to an answer."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One way to the answer, and the most rows that it is asked about."""

    title: str
    job: Job
    most_rows: int = ROWS[-1]


def _compared(engine: Literal["memory", "polars", "duckdb"], tolerance: float = 0.0) -> Job:
    def job(files: Path, _: Path) -> Answer:
        import aucurate

        data = aucurate.read_scores(
            files, label="y", engine=engine, memory_limit=MEMORY_LIMIT, tolerance=tolerance
        )
        study = aucurate.compare(data)
        return Answer(
            aucs=tuple(study.estimate(name).value for name in SCORES),
            difference_variance=study.comparison(*SCORES).standard_error ** 2,
            auc_bounds=study.approximations[0].auc if study.approximations else (),
        )

    return job


def _sorted_by_duckdb(files: Path, temporary: Path) -> Answer:
    import duckdb

    seconds = []
    with duckdb.connect() as connection:
        connection.execute(f"SET memory_limit = '{MEMORY_LIMIT}'")
        connection.execute(f"SET threads = {THREADS}")
        connection.execute(f"SET temp_directory = '{temporary}'")
        for score in SCORES:
            into = temporary / "sorted.parquet"
            begin = time.perf_counter()
            connection.execute(
                f"COPY (SELECT y, {score} FROM read_parquet('{files}/*.parquet') ORDER BY {score}) "
                f"TO '{into}' (FORMAT parquet)"
            )
            seconds.append(time.perf_counter() - begin)
            into.unlink()
    return Answer(sorts=tuple(seconds))


EXACT, BY_DUCKDB, BOUNDED, IN_MEMORY, SORTED = "exact", "duckdb", "tolerance", "memory", "sorted"
CONTESTANTS = {
    EXACT: Contestant("aucurate, polars", _compared("polars")),
    BY_DUCKDB: Contestant("aucurate, duckdb", _compared("duckdb")),
    BOUNDED: Contestant(
        f"aucurate, polars, tolerance {TOLERANCE:.0e}", _compared("polars", TOLERANCE)
    ),
    IN_MEMORY: Contestant("aucurate, memory", _compared("memory"), MOST_ROWS_IN_MEMORY),
    SORTED: Contestant("two `ORDER BY` of DuckDB", _sorted_by_duckdb),
}
_OURS_BEYOND_MEMORY = (EXACT, BY_DUCKDB, BOUNDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one contestant took for one number of rows, and its answer.

    ``highest_memory`` is the highest resident memory of the process in bytes, mapped files
    included; ``highest_anonymous`` leaves these out, and may miss short peaks. All are 0 where the
    contestant failed.
    """

    rows: int
    contestant: str
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    highest_memory: int = 0
    highest_anonymous: int = 0
    answer: Answer = Answer()
    failure: str = ""

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Run":
        """The run that :func:`dataclasses.asdict` took apart."""
        answer: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in record["answer"].items()
        }
        return cls(**{**record, "answer": Answer(**answer)})

    def better(self, other: "Run | None") -> "Run":
        """The faster of two rounds with the higher memory of both; a failure if one failed."""
        if other is None or self.failure:
            return self
        faster = min(self, other, key=lambda each: each.seconds)
        return replace(
            faster,
            highest_memory=max(self.highest_memory, other.highest_memory),
            highest_anonymous=max(self.highest_anonymous, other.highest_anonymous),
        )


def _do_job(key: str, files: Path, small: Path, temporary: Path) -> dict[str, Any]:
    """What the process of a contestant does; a small table first loads what is loaded on demand."""
    with suppress(AttributeError):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:THREADS])
    job = CONTESTANTS[key].job
    job(small, temporary)
    begin, cpu_begin = time.perf_counter(), time.process_time()
    answer = job(files, temporary)
    seconds = time.perf_counter() - begin
    return {
        "seconds": sum(answer.sorts) or seconds,
        "cpu_seconds": time.process_time() - cpu_begin,
        "highest_memory": _memory_of("self", "VmHWM"),
        "answer": asdict(answer),
    }


def _memory_of(process: int | str, entry: str) -> int:
    """Bytes; 0 where the process has ended."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith(entry + ":"):
                return int(line.split()[1]) * 1024
    return 0


def _in_own_process(key: str, rows: int, files: Path, small: Path, folder: Path) -> Run:
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        output, errors = Path(temporary, "output.json"), Path(temporary, "errors.txt")
        work = Path(temporary, "work")
        work.mkdir()
        environment = {
            **os.environ,
            **{name: str(THREADS) for name in THREAD_VARIABLES},
            "TMPDIR": str(work),
        }
        command = [sys.executable, "-m", "benchmarks.scale", "--job", key, str(files), str(small)]
        os.sync()  # nobody waits for what others have written
        with (
            output.open("w") as written,
            errors.open("w") as said,
            subprocess.Popen(
                [*command, str(work)], env=environment, cwd=ROOT, stdout=written, stderr=said
            ) as process,
        ):
            highest = 0
            try:
                while process.poll() is None:
                    highest = max(highest, _memory_of(process.pid, "RssAnon"))
                    time.sleep(_SECONDS_BETWEEN_LOOKS)
            finally:
                process.kill()
        if process.returncode:
            last = errors.read_text().strip().splitlines() or [f"ended by {process.returncode}"]
            return Run(rows=rows, contestant=key, failure=last[-1])
        record = json.loads(output.read_text())
        highest = min(highest, record["highest_memory"])
        return Run.from_json(
            {"rows": rows, "contestant": key, "highest_anonymous": highest, **record}
        )


# The tables.


def made_files(rows: int, folder: Path) -> Path:
    """A folder of Parquet files with so many rows, made unless it is there."""
    import pyarrow as pa
    from pyarrow import parquet

    files = folder / f"{rows}-rng-{RNG}"
    if files.exists():
        return files
    unfinished = folder / f"{files.name}.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    schema = pa.schema([("y", pa.int8()), *((name, pa.float64()) for name in SCORES)])
    for at, start in enumerate(range(0, rows, _ROWS_OF_FILE)):
        end = min(rows, start + _ROWS_OF_FILE)
        with parquet.ParquetWriter(unfinished / f"part-{at:03}.parquet", schema) as writer:
            for first in range(start, end, _ROWS_OF_GROUP):
                columns = _some_rows(first, min(end, first + _ROWS_OF_GROUP))
                writer.write_table(pa.table(columns, schema=schema))
    unfinished.rename(files)
    return files


def _some_rows(first: int, end: int) -> dict[str, Any]:
    """Labels, one in ten positive, and continuous scores of correlated classifiers."""
    rng = np.random.default_rng([RNG, first])
    labels = (rng.random(end - first) < _POSITIVES).astype(np.int8)
    common = rng.standard_normal(end - first)
    scores = {
        name: common + labels * distance + 0.8 * rng.standard_normal(end - first)
        for name, distance in SCORES.items()
    }
    return {"y": labels, **scores}


def _read_once(files: Path) -> None:
    """Nobody is the first to read the files from the disk."""
    for path in files.iterdir():
        with path.open("rb") as file:
            while file.read(2**24):
                pass


# The race.


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all contestants, print what each took, and write the results when told to."""
    options = _options(arguments)
    if options.job is not None:
        key, *paths = options.job
        print(json.dumps(_do_job(key, *map(Path, paths))))
        return 0
    facts = _facts()
    print(json.dumps(facts, indent=1))
    runs = list(_race(options.rows, options.rounds, options.data))
    found = {"machine": facts, "runs": [asdict(run) for run in runs]}
    findings, disagreements = findings_of(runs), disagreements_of(runs)
    for text in [*map(page.line, findings), *disagreements]:
        print(text)
    if options.write:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        PAGE.write_text(with_measured(PAGE.read_text("utf-8"), measured(found)), "utf-8")
    failed = any(run.failure for run in runs) or any(each.met is False for each in findings)
    return int(failed or bool(disagreements))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time and memory of tables larger than memory.")
    parser.add_argument(
        "--rows",
        type=lambda text: int(float(text)),
        nargs="+",
        choices=ROWS,
        default=list(ROWS),
        metavar="N",
        help=f"of {', '.join(f'{rows:.0e}' for rows in ROWS)}; all by default",
    )
    parser.add_argument("--rounds", type=int, default=2, help="by default 2; the best counts")
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the tables")
    parser.add_argument(
        "--write", action="store_true", help=f"write {RESULTS.name} and docs/{PAGE.name}"
    )
    parser.add_argument("--job", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.write and set(options.rows) != set(ROWS):
        parser.error("--write needs all numbers of rows from one run; leave out --rows.")
    if options.rounds < 1:
        parser.error("--rounds must be at least 1.")
    return options


def _facts() -> dict[str, Any]:
    versions: dict[str, str | None] = dict.fromkeys(PACKAGES)
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return {**machine.facts(), "versions": versions}


def _race(sizes: Sequence[int], rounds: int, folder: Path) -> Iterator[Run]:
    """The best run of each contestant for each number of rows."""
    folder = folder.resolve()
    small = made_files(_ROWS_TO_WARM_UP, folder)
    plan = {
        rows: [key for key, each in CONTESTANTS.items() if rows <= each.most_rows]
        for rows in sorted(sizes)
    }
    jobs = rounds * sum(map(len, plan.values()))
    with _progress(jobs) as (say, advance):
        for rows, keys in plan.items():
            say(f"{rows:,} rows: making files")
            files = made_files(rows, folder)
            _read_once(files)
            best: dict[str, Run] = {}
            for turn in range(rounds):
                for key in keys:
                    say(f"{rows:,} rows: {CONTESTANTS[key].title}")
                    if not (key in best and best[key].failure):
                        run = _in_own_process(key, rows, files, small, folder)
                        print(f"{_line(run)} (round {turn + 1})", flush=True)
                        best[key] = run.better(best.get(key))
                    advance()
            yield from best.values()


@contextmanager
def _progress(total: int) -> Iterator[tuple[Callable[[str], None], Callable[[], None]]]:
    """A bar on a terminal, and nothing elsewhere: functions that name a job, and that end it."""
    from rich.progress import Progress

    with Progress(transient=True, disable=not sys.stdout.isatty()) as bar:
        task = bar.add_task("", total=total)
        yield (lambda what: bar.update(task, description=what)), (lambda: bar.advance(task))


def _line(run: Run) -> str:
    took = run.failure or (
        f"{run.seconds:.2f} s, {run.cpu_seconds:.2f} s CPU, {_memory_words(run)}, "
        f"{run.highest_anonymous / _GB:.2f} GB without mapped files"
    )
    if run.answer.auc_bounds:
        took += f", AUCs within {max(run.answer.auc_bounds):.1e}"
    return f"{run.rows:,} rows | {CONTESTANTS[run.contestant].title}: {took}"


# What follows from the runs.


class _Runs:
    """Those that did not fail, by number of rows and contestant."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self._all = {(run.rows, run.contestant): run for run in runs if not run.failure}
        self.sizes = sorted({run.rows for run in runs})

    def get(self, rows: int, key: str) -> Run | None:
        return self._all.get((rows, key))

    def ratio(self, rows: int, key: str, *, sorts: Literal[1, 2]) -> float | None:
        """The time of a contestant over that of both sorts, or of the faster one."""
        run, yardstick = self.get(rows, key), self.get(rows, SORTED)
        if run is None or yardstick is None:
            return None
        seconds = yardstick.answer.sorts
        return run.seconds / (min(seconds) if sorts == 1 else sum(seconds))

    def growth(self, key: str, few: int, many: int) -> float | None:
        """How much more time a row takes where there are many."""
        first, last = self.get(few, key), self.get(many, key)
        if first is None or last is None:
            return None
        return (last.seconds / many) / (first.seconds / few)


def findings_of(runs: Sequence[Run]) -> list[Finding]:
    """Ratios and memory for the most rows; targets hold for the last of :data:`ROWS`."""
    found = _Runs(runs)
    rows = found.sizes[-1]
    ours = [found.get(rows, key) for key in _OURS_BEYOND_MEMORY]
    memory = [run.highest_memory / _GB for run in ours if run is not None]
    failures = "; ".join(run.failure for run in runs if run.rows == rows and run.failure)
    figures: tuple[tuple[str, str, str, float | None, float], ...] = (
        (
            f"exact comparison of {rows:,} rows with polars",
            "the two `ORDER BY` of DuckDB",
            "times their time",
            found.ratio(rows, EXACT, sorts=2),
            MOST_OF_TWO_SORTS,
        ),
        (
            f"comparison of {rows:,} rows with polars and a tolerance of {TOLERANCE:.0e}",
            "the faster `ORDER BY` of DuckDB",
            "times its time",
            found.ratio(rows, BOUNDED, sorts=1),
            MOST_OF_ONE_SORT,
        ),
        (
            f"highest memory of `aucurate` with {rows:,} rows",
            "any engine",
            "GB",
            max(memory) if len(memory) == len(ours) else None,
            MOST_MEMORY,
        ),
    )
    return [
        Finding(
            what=what,
            peer=peer,
            threads=THREADS,
            unit=unit,
            ratio=ratio,
            target=target if rows == ROWS[-1] else None,
            bound="at most",
            failure="" if ratio is not None else failures or "not run",
        )
        for what, peer, unit, ratio, target in figures
    ]


def disagreements_of(runs: Sequence[Run]) -> list[str]:
    """Where answers differ that should not, or an AUC is beyond its bound."""
    found, said = _Runs(runs), []
    for rows in found.sizes:
        exact = found.get(rows, EXACT)
        for key in (BY_DUCKDB, IN_MEMORY):
            other = found.get(rows, key)
            if exact is None or other is None:
                continue
            what = f"{rows:,} rows, {CONTESTANTS[key].title}"
            if exact.answer.aucs != other.answer.aucs:
                said.append(f"{what}: AUCs {other.answer.aucs}, with polars {exact.answer.aucs}.")
            distance = _relative_distance(exact, other)
            if not distance <= MOST_RELATIVE_DISTANCE:
                said.append(f"{what}: the variance of the difference is {distance:.1e} away.")
        bounded = found.get(rows, BOUNDED)
        if exact is None or bounded is None:
            continue
        bounds = bounded.answer.auc_bounds or (0.0,) * len(SCORES)
        away = np.abs(np.subtract(exact.answer.aucs, bounded.answer.aucs))
        if (away > bounds).any() or max(bounds) > TOLERANCE:
            said.append(f"{rows:,} rows: AUCs with a tolerance are {away} away, bounds {bounds}.")
    return said


def _relative_distance(exact: Run, other: Run) -> float:
    """Between variances of the difference."""
    first, second = (run.answer.difference_variance or np.nan for run in (exact, other))
    return float(abs(second / first - 1))


# The page.


def with_measured(text: str, table: str) -> str:
    """The page with this between its markers."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE.name} needs the lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n{table}{END}{after}"


def measured(results: Mapping[str, Any]) -> str:
    """What was measured, as a table and sentences, from what scale.json holds."""
    facts, runs = results["machine"], [Run.from_json(record) for record in results["runs"]]
    versions = ", ".join(f"{name} {number}" for name, number in facts["versions"].items())
    parts = [
        f"Parquet files with a label and {len(SCORES)} classifiers, continuous scores, one "
        f"observation in ten positive; {THREADS} threads, `memory_limit` {MEMORY_LIMIT}. Times "
        "include reading, from files that the system has in memory, and exclude the start of "
        "Python and imports. For comparison, DuckDB sorts the same files by each score and writes "
        "the label and the score to Parquet, with the same threads and limit. Memory is the "
        "highest resident memory of the process, mapped files included.\n",
        _table(runs),
        *(f"- {sentence}" for sentence in _sentences(runs)),
        "",
        f"Run of {facts['date']} on {facts['processor']} with {facts['cores']} cores (load "
        f"{facts['load_at_start']} at the start), {facts['system']}, Python {facts['python']}, "
        f"{versions}; data made with rng {facts['rng']}.\n",
    ]
    return "\n".join(parts)


def _table(runs: Sequence[Run]) -> str:
    found = _Runs(runs)
    lines = [
        "| rows | | seconds | of both `ORDER BY` | of one `ORDER BY` | highest memory |",
        "|---:|---|---:|---:|---:|---:|",
    ]
    for run in runs:
        ratios: list[float | None] = [
            None if run.contestant == SORTED else found.ratio(run.rows, run.contestant, sorts=n)
            for n in (2, 1)
        ]
        figures = ["no figure", "", "", ""]
        if not run.failure:
            words = ["" if ratio is None else f"{_plain(ratio)} times" for ratio in ratios]
            figures = [_plain(run.seconds), *words, _memory_words(run)]
        cells = (f"{run.rows:,}", CONTESTANTS[run.contestant].title, *figures)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def _sentences(runs: Sequence[Run]) -> Iterator[str]:
    found = _Runs(runs)
    most = found.sizes[-1]
    for finding in findings_of(runs):
        yield _as_sentence(finding)
    for key in (EXACT, BOUNDED):
        grown = [(few, found.growth(key, few, most)) for few in found.sizes[:-1]]
        words = [f"{_plain(times)} times that at {few:,}" for few, times in grown if times]
        if words:
            title = CONTESTANTS[key].title
            yield f"Time per row at {most:,} rows ({title}): {' and '.join(words)}."
    yield _agreement(runs)
    yield _bounds(found)
    for run in runs:
        if run.failure:
            yield f"{run.rows:,} rows, {CONTESTANTS[run.contestant].title}: {run.failure}"


def _as_sentence(finding: Finding) -> str:
    what = finding.what[0].upper() + finding.what[1:]
    if finding.ratio is None:
        return f"{what}: no figure, {finding.failure}."
    figure = f"{what}: {_plain(finding.ratio)} {finding.unit}"
    if finding.unit != "GB":
        figure = f"{what}: {_plain(finding.ratio)} times as long as {finding.peer}"
    if finding.target is None:
        return f"{figure}."
    times = "GB" if finding.unit == "GB" else "time" if finding.target == 1 else "times"
    verdict = "met" if finding.met else "missed"
    return f"{figure} (target: at most {_plain(finding.target)} {times}, {verdict})."


def _agreement(runs: Sequence[Run]) -> str:
    disagreements = disagreements_of(runs)
    if disagreements:
        return "Answers disagree: " + " ".join(disagreements)
    found = _Runs(runs)
    distances = [
        _relative_distance(exact, other)
        for rows in found.sizes
        for exact in [found.get(rows, EXACT)]
        for other in [found.get(rows, BY_DUCKDB), found.get(rows, IN_MEMORY)]
        if exact is not None and other is not None
    ]
    if not distances:
        return "There are no exact answers of two engines to compare."
    return (
        "The exact AUCs of all engines are the same numbers, and the variances of their difference "
        f"agree within {MOST_RELATIVE_DISTANCE:.0e} (relative; the largest distance is "
        f"{max(distances):.1e})."
    )


def _bounds(found: _Runs) -> str:
    ran = [run for rows in found.sizes if (run := found.get(rows, BOUNDED)) is not None]
    bounded = [run for run in ran if run.answer.auc_bounds]
    if not bounded:
        return "The runs with a tolerance computed exact AUCs."
    widest = max(max(run.answer.auc_bounds) for run in bounded)
    exact = [f"{run.rows:,}" for run in ran if not run.answer.auc_bounds]
    sentence = f"With the tolerance, AUCs were within {widest:.1e} of the exact ones, or closer"
    return sentence + (f"; exact with {' and '.join(exact)} rows." if exact else ".")


def _memory_words(run: Run) -> str:
    return f"{run.highest_memory / _GB:.2f} GB"


def _plain(value: float) -> str:
    """Three digits that count, without an exponent."""
    if value >= 100 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.3g}"


if __name__ == "__main__":
    sys.exit(main())
