"""Ctrl-C: what is done is reported, with status 130; a second one ends the program."""

import json
import signal
import subprocess
import sys

import pytest

from aucurate.cli import main
from aucurate.cli.interrupting import Interruption, InterruptionError, interruptible
from aucurate.cli.progress import _Silent
from aucurate.errors import AucurateError
from aucurate.study.compare_work import Work

# The command line, saying on stderr when repeats have been done (a pipe shows no bar).
COMMAND = """
import sys
from aucurate.study.compare_work import Work
before = Work._tell
def telling(self, done, what):
    if done:
        print("underway", file=sys.stderr, flush=True)
    return before(self, done, what)
Work._tell = telling
from aucurate.cli import main
main(sys.argv[1:])
"""
MANY = "10000000"


def interrupted(*arguments: str) -> tuple[str, str, int]:
    """What a command leaves on stdout and stderr when it is interrupted once it is under way."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "compare", "--quiet", "--threads", "1", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    assert first == "underway\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    return out, err.replace("underway\n", ""), process.returncode


def test_all_pairs_are_reported_on_the_replicates_that_were_drawn() -> None:
    out, err, status = interrupted("--method", "bootstrap", "--repeats", MANY, "--json")
    assert (err, status) == ("", 130)
    data = json.loads(out)
    assert "stopped_early" in {caveat["kind"] for caveat in data["caveats"]}
    assert len(data["comparisons"]) == len(data["adjusted_p_values"]) == 10
    assert len(data["estimates"]) == 5


def test_a_test_of_whole_curves_can_be_interrupted_too() -> None:
    out, err, status = interrupted("--method", "venkatraman", "--repeats", MANY)
    assert (err, status) == ("", 130)
    assert "Interrupted after 1 of 10 tests of whole curves." in out
    assert "logistic - forest: stopped after" in out


def test_nothing_to_report_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop_at_once(self: Work, done: int, what: str) -> bool:
        self.stopped = True
        return False

    monkeypatch.setattr(Work, "_tell", stop_at_once)
    with pytest.raises(SystemExit) as ended:
        main(["compare", "--quiet", "--method", "bootstrap"])
    out, err = capsys.readouterr()
    assert ended.value.code == 130
    assert (out, err) == ("", "Interrupted before there was anything to report.\n")


def test_the_first_is_noted_and_the_second_interrupts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as interruption:
        interruption.heed()
        signal.raise_signal(signal.SIGINT)
        assert interruption.asked
        with pytest.raises(KeyboardInterrupt):
            interruption.heed()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_a_program_that_ignores_interrupts_keeps_ignoring_them() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interruptible() as interruption:
            signal.raise_signal(signal.SIGINT)
            assert not interruption.asked
    finally:
        signal.signal(signal.SIGINT, before)


def test_work_that_was_stopped_too_early_is_no_wrong_input(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = Interruption(asked=True)
    with pytest.raises(InterruptionError), interruptible(asked):
        raise AucurateError("stopped after 7 of 2,000 repeats; a result needs at least 100.")
    assert capsys.readouterr().err.startswith("Interrupted: stopped after 7 of 2,000 repeats;")
    with pytest.raises(AucurateError), interruptible():
        raise AucurateError("anything else.")
    again = Interruption()
    with interruptible(again) as interruption:
        assert interruption is again


@pytest.mark.parametrize(("after", "told"), [(40, ""), (0, "Interrupted: stopped after")])
def test_operate_interrupted_ends_with_130(
    after: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _Silent.__call__

    def interrupting(self: _Silent, done: int, total: int, what: str) -> bool:
        if done >= after and not self._interruption.asked:
            signal.raise_signal(signal.SIGINT)
        return before(self, done, total, what)

    monkeypatch.setattr(_Silent, "__call__", interrupting)
    with pytest.raises(SystemExit) as ended:
        main(["operate", "--quiet", "--scores", "tree", "--repeats", "1000"])
    assert ended.value.code == 130
    out, err = capsys.readouterr()
    assert err.startswith(told)
    assert bool(out) == (not told)
