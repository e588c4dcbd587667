"""What all tests share."""

import signal


def pytest_configure() -> None:
    """Ctrl-C as on a terminal: a shell that starts the tests in the background ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
