"""Ctrl-C: the first asks the work to stop and report what is done, the second ends the program."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


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
def interruptible() -> Iterator[Interruption]:
    """Within this block the first Ctrl-C is only noted; the next is a KeyboardInterrupt.

    A program that was started to ignore Ctrl-C keeps ignoring it.
    """
    interruption = Interruption()
    before = signal.getsignal(signal.SIGINT)

    def note(*_: object) -> None:
        interruption.asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, note)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)
