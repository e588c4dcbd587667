"""Ctrl-C: the first asks the work to stop and report what is done, the second ends the program."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from aucurate.cli.notes import note
from aucurate.errors import AucurateError


class InterruptionError(Exception):
    """Raised when what was done before Ctrl-C has been reported: the status is still 130."""


@dataclass(slots=True)
class Interruption:
    """Whether the user has asked to stop."""

    asked: bool = False

    def heed(self) -> None:
        """Stop here if it was asked for: there is nothing to report yet."""
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
