"""A progress bar on a terminal, silence in a pipe."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from aucurate.kernels import Progress

_PATIENCE = 1.0  # seconds without a word


@contextmanager
def progress_bar(what: str, *, quiet: bool = False) -> Iterator[Progress | None]:
    """A callback for long work: after a second of it a bar with the time left appears on stderr."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    bar = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what)
    begun = time.monotonic()

    def tell(done: int, total: int) -> None:
        if time.monotonic() - begun > _PATIENCE:
            bar.start()
            bar.update(task, completed=done, total=total)

    try:
        yield tell
    finally:
        bar.stop()
