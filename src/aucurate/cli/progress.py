"""A progress bar on a terminal, silence in a pipe; in both, work stops when it is asked to."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from aucurate.cli.interrupting import Interruption

if TYPE_CHECKING:
    from aucurate.study.compare_work import Watch

_PATIENCE = 1.0  # seconds without a word


@contextmanager
def watching(interruption: Interruption, *, quiet: bool = False) -> Iterator[Watch]:
    """A callback for long work, which returns False once the user has asked to stop.

    On a terminal, after a second of work, a bar on stderr says what is being done, how much of all
    the work is done, and the time left.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done, total, what: not interruption.asked
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("")
    begun = time.monotonic()

    def tell(done: int, total: int, what: str) -> bool:
        bar.update(task, completed=done, total=total, description=what)
        if time.monotonic() - begun > _PATIENCE:
            bar.start()
        return not interruption.asked

    try:
        yield tell
    finally:
        bar.stop()
