"""What all tests share."""

import gc
import signal


def pytest_configure() -> None:
    """Ctrl-C as on a terminal: a shell that starts the tests in the background ignores it.

    While tests are collected nothing becomes garbage, so nothing is searched for it.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.disable()


def pytest_collection_finish() -> None:
    """What has been collected stays: it is not looked through again and again."""
    gc.freeze()
    gc.enable()
