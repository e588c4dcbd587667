"""Progress: a bar on a terminal, and one line for each algorithm on each data set everywhere."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from aucurate_papers.aslan_2009.training.design import N_FOLDS
from aucurate_papers.aslan_2009.training.running import Tell, Work


@contextmanager
def telling(works: Sequence[Work]) -> Iterator[Tell]:
    """What to call after each fit."""
    if not sys.stderr.isatty():
        yield _line
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task("", total=N_FOLDS * len(works))

    def tell(work: Work, is_over: bool) -> None:
        over = sum(N_FOLDS if each.stop else len(each.done) for each in works)
        bar.update(task, completed=over, description=f"{work.set_name}, {work.algorithm.name}")
        if is_over:
            bar.console.print(work.words(), markup=False, highlight=False)

    with bar:
        yield tell


def _line(work: Work, is_over: bool) -> None:
    if is_over:
        print(work.words(), flush=True)
