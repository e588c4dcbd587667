"""What the fuzzers share: cases, what counts as a finding, and workers with limits.

A case is made from its seed alone, so that ``python -m tests.fuzz NAME --case SEED`` repeats it.
Cases run in a worker process with a limit of memory; the driver stops a worker whose case takes
too long, and starts a new one after a crash. Findings are counted by what was called, exception
and innermost frame, and the first of each is printed with its seed.
"""

import contextlib
import importlib
import json
import os
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any, Protocol

from aucurate.errors import AucurateWarning

ROOT = Path(__file__).resolve().parents[2]
BATCH = 400
STARTUP_S = 120.0


@dataclass(frozen=True)
class Finding:
    """What came out that should not: the kind, the innermost frame and the message."""

    kind: str
    frame: str
    message: str


@dataclass(frozen=True)
class Case:
    """One thing to try: how to write it, what it is about, and how to run it."""

    what: str
    about: str
    run: Callable[[], Finding | None]


class Fuzzer(Protocol):
    """A module of this folder that makes cases."""

    def case(self, seed: int) -> Case: ...


@dataclass(frozen=True)
class Limits:
    """How long a case may take, and how much memory a worker may use."""

    seconds: float = 60.0
    gigabytes: float = 8.0


@dataclass(frozen=True)
class Found:
    """A finding with its seed, and how often it came."""

    seed: int
    what: str
    about: str
    finding: Finding
    count: int = 1

    @property
    def key(self) -> tuple[str, str, str]:
        return self.about, self.finding.kind, self.finding.frame


def watched(
    call: Callable[[], object], is_right: Callable[[BaseException], bool]
) -> Finding | None:
    """Runs a call and says what is wrong with how it ended, or with what it printed or warned."""
    with captured() as printed, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            call()
        except BaseException as error:
            if not is_right(error):
                return of_exception(error)
    return of_warnings(warned) or of_output(printed.out + printed.err)


def of_warnings(warned: list[warnings.WarningMessage]) -> Finding | None:
    """The first warning that is not one of ours."""
    for message in warned:
        if not issubclass(message.category, AucurateWarning):
            place = f"{_short(message.filename)}:{message.lineno}"
            return Finding(message.category.__name__, place, str(message.message)[:300])
    return None


def of_output(text: str) -> Finding | None:
    """Words on the terminal where there should be none; digits are left out of what they are."""
    lines = text.strip().splitlines()
    if not lines:
        return None
    return Finding("output", re.sub(r"[0-9]+", "#", lines[0])[:80], text.strip()[:300])


def of_exception(error: BaseException) -> Finding:
    """The exception with the innermost frame of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "aucurate" in f.filename and "tests" not in f.filename]
    inner = ours[-1] if ours else frames[-1]
    place = f"{_short(inner.filename)}:{inner.lineno} {inner.name}"
    try:
        text = str(error)
    except Exception as problem:
        text = f"its text cannot be made: {problem!r}"
    return Finding(type(error).__name__, place, text[:300])


def _short(filename: str) -> str:
    for mark in ("/src/aucurate/", "/site-packages/"):
        if mark in filename:
            return filename.rpartition(mark)[2]
    return filename


@dataclass
class Printed:
    """What was written to the file descriptors 1 and 2."""

    out: str = ""
    err: str = ""


@contextlib.contextmanager
def captured() -> Iterator[Printed]:
    """What is written to the file descriptors 1 and 2 meanwhile, also by compiled code."""
    printed = Printed()
    flush()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        kept, streams = [os.dup(1), os.dup(2)], (sys.stdout, sys.stderr)
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.stdout, sys.stderr = (open(n, "w", encoding="utf-8", closefd=False) for n in (1, 2))  # noqa: SIM115
        try:
            yield printed
        finally:
            flush()
            sys.stdout, sys.stderr = streams
            for number, copy in zip((1, 2), kept, strict=True):
                os.dup2(copy, number)
                os.close(copy)
            printed.out, printed.err = _text_of(out), _text_of(err)


def flush() -> None:
    """What Python holds back goes out."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()


def _text_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


FUZZERS = {
    "tables": "tables",
    "options": "options",
    "arguments": "arguments",
    "json": "study_json",
    "cache": "cache_files",
}
"""The fuzzers by name, and their modules."""


def load(name: str) -> Fuzzer:
    """The fuzzer of this name."""
    return importlib.import_module(f"tests.fuzz.{FUZZERS[name]}")


def work(name: str, first: int, count: int, limits: Limits) -> None:
    """Runs cases in this process and writes what happens to standard output, one JSON a line."""
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8")
    if limits.gigabytes:
        most = int(limits.gigabytes * 2**30)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    fuzzer = load(name)
    for seed in range(first, first + count):
        case = fuzzer.case(seed)
        _say(channel, {"seed": seed, "what": case.what, "about": case.about})
        finding = case.run()
        if finding is not None:
            _say(channel, {"seed": seed, "finding": asdict(finding)})
    _say(channel, {"end": True})


def _say(channel: IO[str], message: dict[str, Any]) -> None:
    channel.write(json.dumps(message) + "\n")
    channel.flush()


class Driver:
    """Runs workers until the time is over, and counts what they find."""

    def __init__(self, name: str, seed: int, limits: Limits) -> None:
        self.name, self.limits = name, limits
        self.next_seed = seed * 10_000_000
        self.found: dict[tuple[str, str, str], Found] = {}
        self.tried = 0

    def run(self, seconds: float, show: Callable[[Found], None]) -> list[Found]:
        """Everything found within these seconds, the most frequent first."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._batch(until, show)
        return sorted(self.found.values(), key=lambda f: -f.count)

    def _batch(self, until: float, show: Callable[[Found], None]) -> None:
        worker = _Worker(self.name, self.next_seed, self.limits)
        case: dict[str, Any] = {}
        try:
            while time.monotonic() < until:
                message = worker.read(self.limits.seconds if case else STARTUP_S)
                if message is None:
                    self._stopped(worker, case, show)
                    return
                if "end" in message:
                    return
                if "finding" in message:
                    self._add(case, Finding(**message["finding"]), show)
                    continue
                case = message
                self.tried += 1
                self.next_seed = case["seed"] + 1
        finally:
            worker.stop()

    def _stopped(
        self, worker: "_Worker", case: dict[str, Any], show: Callable[[Found], None]
    ) -> None:
        if not case:
            raise RuntimeError(f"the worker did not start:\n{worker.said()}")
        status = worker.process.poll()
        if status is None:
            finding = Finding("hang", f"over {self.limits.seconds:g} s", "")
        else:
            finding = Finding("crash", f"exit status {status}", worker.said()[-300:])
        self._add(case, finding, show)

    def _add(self, case: dict[str, Any], finding: Finding, show: Callable[[Found], None]) -> None:
        found = Found(case["seed"], case["what"], case["about"], finding)
        earlier = self.found.get(found.key)
        if earlier is None:
            show(found)
        self.found[found.key] = (
            found if earlier is None else replace(earlier, count=earlier.count + 1)
        )


class _Worker:
    """A process that runs cases, and the pipe it reports by."""

    def __init__(self, name: str, first: int, limits: Limits) -> None:
        command = [sys.executable, "-m", "tests.fuzz", name, "--work", str(first), str(BATCH)]
        command += ["--gigabytes", str(limits.gigabytes)]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by stop()
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._errors, cwd=ROOT, start_new_session=True
        )
        self._text = b""

    def read(self, seconds: float) -> dict[str, Any] | None:
        """The next message; None where none came in time or the process has ended."""
        pipe = self.process.stdout
        assert pipe is not None
        until = time.monotonic() + seconds
        while b"\n" not in self._text:
            ready, _, _ = select.select([pipe], [], [], max(0.0, until - time.monotonic()))
            chunk = os.read(pipe.fileno(), 65536) if ready else b""
            if not chunk:
                if ready:
                    self.process.wait()
                return None
            self._text += chunk
        line, _, self._text = self._text.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message

    def said(self) -> str:
        """What the process wrote to standard error."""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace")

    def stop(self) -> None:
        """Ends the process, with what it started itself."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._errors.close()
