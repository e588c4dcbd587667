"""While a command works: a progress bar on a terminal, and what Ctrl-C does."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from aucurate.cli.streams import note
from aucurate.errors import AucurateError
from aucurate.formatting import shortened

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

# Ctrl-C: the first asks the work to stop and report what is done, the second ends the program.


class InterruptionError(Exception):
    """Raised when what was done before Ctrl-C has been reported: the status is still 130."""


@dataclass(slots=True)
class Interruption:
    """Whether the user has asked to stop."""

    asked: bool = False

    def heed(self) -> None:
        """Stop here if the user asked for it: there is nothing to report yet."""
        if self.asked:
            raise KeyboardInterrupt


@contextmanager
def interruptible(interruption: Interruption | None = None) -> Iterator[Interruption]:
    """Within this block the first Ctrl-C is only noted; the next is a KeyboardInterrupt.

    It is noted in ``interruption`` where one is given. Work that was stopped too early to give a
    result raises an error: then there is nothing to report. A program that was started to ignore
    Ctrl-C keeps ignoring it.
    """
    interruption = interruption or Interruption()
    before = signal.getsignal(signal.SIGINT)

    def remember(*_: object) -> None:
        interruption.asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, remember)
    try:
        yield interruption
    except AucurateError as error:
        if not interruption.asked:
            raise
        note(f"Interrupted: {error.message}")
        raise InterruptionError from None
    finally:
        signal.signal(signal.SIGINT, before)


# A progress bar on a terminal, silence in a pipe; in both, work stops when it is asked to.


_PATIENCE = 0.5  # seconds of work without a word; the program has taken its time to start
_WIDEST = 50  # columns of a bar's words
_WIDEST_BAR, _BESIDE = 40, 20  # columns of a bar, and of its percentage and time


class Watcher(Protocol):
    """A progress callback; it returns True while the work should continue."""

    def __call__(self, done: int, total: int, what: str) -> bool:
        """How much of all the work is done."""

    def begins(self, what: str) -> None:
        """Work begins that cannot say how much of it is done."""

    def leaves(self) -> None:
        """Remove the bar from the terminal at the end of the program."""


@contextmanager
def watching(
    interruption: Interruption | None = None, *, what: str = "starting", quiet: bool = False
) -> Iterator[Watcher]:
    """A progress callback for long work, which returns False once the user has asked to stop.

    On a terminal, if the work takes long, a bar on stderr shows the current task, the share
    done and the time left; if the work does not report its progress, the bar only moves and shows
    the elapsed time. It appears without any call from the work.
    """
    interruption = interruption or Interruption()
    if quiet or not sys.stderr.isatty():
        yield _Silent(interruption)
        return
    watcher = _Shown(interruption, what)
    try:
        yield watcher
    finally:
        watcher.leaves()


class _Silent:
    def __init__(self, interruption: Interruption) -> None:
        self._interruption = interruption

    def __call__(self, done: int, total: int, what: str) -> bool:
        return not self._interruption.asked

    def begins(self, what: str) -> None:
        pass

    def leaves(self) -> None:
        pass


class _Shown:
    """A bar that a separate thread shows after a delay."""

    def __init__(self, interruption: Interruption, what: str) -> None:
        self._interruption = interruption
        self._bar = _bar()
        self._task = self._bar.add_task(_words(what), total=None)
        self._begun = time.monotonic()
        self._lock, self._left = threading.RLock(), False
        self._timer = threading.Timer(_PATIENCE, self._come)
        self._timer.daemon = True
        self._timer.start()

    def __call__(self, done: int, total: int, what: str) -> bool:
        asked = self._interruption.asked
        words = _words(f"stopping: {what}" if asked else what)
        self._bar.update(self._task, completed=done, total=total, description=words)
        if time.monotonic() - self._begun > _PATIENCE:
            self._come()
        return not asked

    def begins(self, what: str) -> None:
        self._bar.remove_task(self._task)  # a total that was said once stays with its task
        self._task = self._bar.add_task(_words(what), total=None)

    def leaves(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._left = True
        self._bar.stop()

    def _come(self) -> None:
        with self._lock:
            if not self._left:
                self._bar.start()


def _words(what: str) -> str:
    return shortened(what, _WIDEST)


def _bar() -> Bar:
    """One line, also where it is narrow: then the words are cut and the bar is short."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        ProgressColumn,
        Task,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar
    from rich.table import Column
    from rich.text import Text

    class _Clock(ProgressColumn):
        """The time left, or the elapsed time if that is unknown."""

        left, passed = TimeRemainingColumn(compact=True), TimeElapsedColumn()

        def render(self, task: Task) -> Text:
            return (self.passed if task.total is None else self.left).render(task)

    console = Console(stderr=True)
    width = min(_WIDEST_BAR, max((console.width - _BESIDE) // 2, 1))
    return Bar(
        TextColumn(
            "{task.description}",
            markup=False,
            table_column=Column(no_wrap=True, overflow="ellipsis"),
        ),
        BarColumn(bar_width=width),
        TaskProgressColumn(table_column=Column(no_wrap=True)),
        _Clock(table_column=Column(no_wrap=True)),
        console=console,
        transient=True,
    )
