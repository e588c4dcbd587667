"""The command line in process, and what it may do: end with 0, 2 or 130, and keep quiet."""

import json
import re
import warnings
from dataclasses import dataclass
from typing import Any

from tests.fuzz.running import Finding, captured, of_exception, of_output, of_warnings

from aucurate.cli.app import run

STATUSES = (0, 2, 130)
_ERROR = re.compile(r"\w+(Error|Warning): |.*Usage: |\W*Error\W|╭", re.DOTALL)
_MOST_LINES = 40


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed; ``finding`` where it should not have."""

    status: int
    out: str
    err: str
    finding: Finding | None

    def study(self) -> dict[str, Any] | None:
        """The study that was printed with ``--json``; None where there is none."""
        if self.status != 0:
            return None
        try:
            study: dict[str, Any] = json.loads(self.out)
        except ValueError:
            return None
        return study


def ran(words: list[str]) -> Ran:
    """Runs a command that has --quiet among its words."""
    error: BaseException | None = None
    status = -1
    with captured() as printed, warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("default")
        try:
            status = run(words)
        except BaseException as raised:
            error = raised
    finding = of_exception(error) if error is not None else of_warnings(warned)
    finding = finding or _of_status(status, printed.out, printed.err)
    return Ran(status, printed.out, printed.err, finding)


def _of_status(status: int, out: str, err: str) -> Finding | None:
    if status not in STATUSES:
        return Finding("status", f"exit status {status}", err[:300])
    if status == 0:
        return of_output(err)
    if status == 2:
        return _of_refusal(out, err)
    return None


def _of_refusal(out: str, err: str) -> Finding | None:
    """A refusal is a typed error with its hint on standard error, and nothing else."""
    if out.strip():
        return Finding("output of a refusal", out.strip().splitlines()[0][:80], out[:300])
    if "Traceback" in err or "panicked" in err or not _ERROR.match(err.strip()):
        return of_output(err) or Finding("refusal without a word", "exit status 2", "")
    if len(err.strip().splitlines()) > _MOST_LINES:
        return Finding("long refusal", err.strip().splitlines()[0][:80], err[:300])
    return None
