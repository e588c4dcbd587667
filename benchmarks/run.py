"""Run the benchmarks: ``python benchmarks/run.py [--only NAME] [--write]``.

Every question runs in a process of its own, first with one thread for everybody, then with all
cores for information. A peer that is missing or fails is reported as such. The exit status is 1
when a target is missed or something failed. Needs the extra ``bench``.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if not __package__:
    sys.path[0] = str(ROOT)

from benchmarks import machine, page  # noqa: E402
from benchmarks.harness import Finding, Setting  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results.json"
PAGE = ROOT / "docs" / "performance.md"
ROUNDS = 5
ROUNDS_FOR_INFORMATION = 3
THREAD_VARIABLES = (
    "AUCURATE_THREADS",
    "RAYON_NUM_THREADS",
    "POLARS_MAX_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A module of the benchmarks, and whether the number of threads matters to it."""

    name: str
    threaded: bool = True

    @property
    def run(self) -> Callable[[Setting], list[Finding]]:
        """The function of its module that answers it."""
        answer: Callable[[Setting], list[Finding]] = import_module(f"benchmarks.{self.name}").run
        return answer


QUESTIONS = {
    question.name: question
    for question in (
        Question("auc"),
        Question("memory"),
        Question("delong"),
        Question("bootstrap"),
        Question("proc"),
        Question("models"),
        Question("operating"),
        Question("multiclass"),
        Question("volume", threaded=False),
        Question("groups"),
        Question("growth"),
        Question("reading"),
        Question("startup", threaded=False),
        Question("agreement", threaded=False),
    )
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask the questions, print each finding as it comes, and write them when told to."""
    options = _options(arguments)
    if options.into is not None:
        _answer(options.only, options.threads, options.into)
        return 0
    facts = machine.facts()
    print(json.dumps(facts, indent=1))
    findings = []
    for name in QUESTIONS if options.only is None else [options.only]:
        for finding in _asked(QUESTIONS[name]):
            findings.append(finding)
            print(page.line(finding), flush=True)
    if options.write:
        _write(facts, findings)
    return int(any(f.failure or f.met is False for f in findings))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed and memory against peers, as ratios.")
    parser.add_argument("--only", choices=QUESTIONS, help="ask one question only")
    parser.add_argument(
        "--write", action="store_true", help="write results.json and docs/performance.md"
    )
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.write and options.only:
        parser.error("--write needs the answers to all questions from one run; leave out --only.")
    return options


def _asked(question: Question) -> Iterator[Finding]:
    """The findings with one thread and, where it matters, with all cores."""
    counts = [1, machine.cores()] if question.threaded and machine.cores() > 1 else [1]
    for threads in counts:
        yield from _in_own_process(question.name, threads)


def _in_own_process(name: str, threads: int) -> list[Finding]:
    environment = {**os.environ, **{v: str(threads) for v in THREAD_VARIABLES}}
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder) / "findings.json"
        command = [sys.executable, __file__, "--only", name, "--threads", str(threads)]
        done = subprocess.run(
            [*command, "--into", str(into)], env=environment, capture_output=True, text=True
        )
        if done.returncode == 0:
            return [page.from_json(record) for record in json.loads(into.read_text())]
    last = (done.stderr.strip().splitlines() or ["no message"])[-1]
    return [Finding(what=name, peer="all", threads=threads, unit="", failure=last)]


def _answer(name: str, threads: int, into: Path) -> None:
    """What the process of one question does."""
    rounds = ROUNDS if threads == 1 else ROUNDS_FOR_INFORMATION
    findings = QUESTIONS[name].run(Setting(threads=threads, rounds=rounds))
    into.write_text(json.dumps([page.as_json(finding) for finding in findings]))


def _write(facts: dict[str, object], findings: Sequence[Finding]) -> None:
    records = [page.as_json(finding) for finding in findings]
    RESULTS.write_text(json.dumps({"machine": facts, "findings": records}, indent=1) + "\n")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page.markdown(facts, findings))


if __name__ == "__main__":
    sys.exit(main())
