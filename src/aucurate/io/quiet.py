"""Readers of other libraries that write to the terminal what their exception says already."""

import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_STDERR = 2
_LOCK = threading.Lock()
_PANIC = re.compile(
    rb"\n?^thread '[^\n]*panicked at [^\n]*\n"  # where
    rb"(?:(?!thread '|stack backtrace:|note: )[^\n]*\n)"  # what
    rb"(?: +left: [^\n]*\n +right: [^\n]*\n)?"  # of an assertion
    rb"(?:stack backtrace:\n(?: +[^\n]*\n)*)?"
    rb"(?:note: [^\n]*\n)*",
    re.MULTILINE,
)


@contextmanager
def without_panics() -> Iterator[None]:
    """Rust panics in here do not reach the terminal; the exception that they become does.

    The panic hook writes to the file descriptor of the standard error stream from threads of its
    own, so the descriptor itself is replaced for the time. Whatever else is written to it, by
    other threads of the program too, is passed on afterwards. One read at a time.
    """
    with _LOCK, tempfile.TemporaryFile() as kept:
        if sys.stderr is not None:
            sys.stderr.flush()
        try:
            terminal = os.dup(_STDERR)
        except OSError:  # the stream is closed: nothing can be written to it
            yield
            return
        os.dup2(kept.fileno(), _STDERR)
        try:
            yield
        finally:
            if sys.stderr is not None:
                sys.stderr.flush()
            os.dup2(terminal, _STDERR)
            os.close(terminal)
            kept.seek(0)
            _pass_on(_PANIC.sub(b"", kept.read()))


def _pass_on(content: bytes) -> None:
    while content:
        content = content[os.write(_STDERR, content) :]
