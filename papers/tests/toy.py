"""A paper that needs no data: two exhibits, one of them with a figure, one that counts its runs."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from aucurate.errors import TableError
from aucurate.results import Caveat
from aucurate.study.table import Table
from aucurate_papers import catalog
from aucurate_papers.catalog import Paper
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Entry, Made, Run, provenance_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOY = Paper(key="toy-2000", authors="Toy <b> (2000)", title="On *toys*", appeared="Nowhere")


def exhibit_of(run: Run, name: str, state: State = "exact", rows: int = 2) -> Exhibit:
    """An exhibit with so many rows, a name that is markup, and a NaN among its numbers."""
    numbers = (float("nan"), *(float(at) for at in range(1, rows)))
    return Exhibit(
        paper=TOY.key,
        name=name,
        title="a <script> of | things",
        state=state,
        shown=(
            Table(
                name="main",
                title="Theirs & ours",
                header=("row", "theirs", "ours"),
                rows=tuple((f"<{at}>", "1", "1") for at in range(rows)),
                columns={"ours": numbers, "row": tuple(f"r{at}" for at in range(rows))},
            ),
        ),
        verdict=("All of it comes out.",),
        differs="",
        caveats=(Caveat(kind="toy", message="A toy."),),
        provenance=provenance_of(run, source="none", method="by hand", draws=3),
    )


def figure() -> "Figure":
    """A line."""
    from aucurate.plots.style import new_figure

    with new_figure(2, 2) as drawn:
        drawn.add_subplot().plot([0, 1], [0, 1])
    return drawn


def _needing(run: Run) -> Made:
    run.folder("toys")
    return Made(exhibit=exhibit_of(run, "table 2, second part"))


def entries(first: Callable[[Run], Made] | None = None) -> tuple[Entry, ...]:
    """Table 1 with a figure, and Table 2 which needs data."""

    def plain(run: Run) -> Made:
        run.tell(1, 2, "half")
        return Made(exhibit=exhibit_of(run, "table 1", rows=30), figures={"toy-line": figure})

    return (
        Entry(paper=TOY.key, name="table 1", title="a <script> of | things", run=first or plain),
        Entry(
            paper=TOY.key,
            name="table 2, second part",
            title="with data",
            run=_needing,
            data=("toys",),
            kept="toys",
            obtain="It is for sale.",
        ),
    )


def install(
    monkeypatch: pytest.MonkeyPatch, first: Callable[[Run], Made] | None = None
) -> tuple[Entry, ...]:
    """Make the toy paper the only one."""
    module = ModuleType("aucurate_papers.toy_2000.exhibits")
    found = entries(first)
    module.ENTRIES = found  # type: ignore[attr-defined]
    package = ModuleType("aucurate_papers.toy_2000")
    monkeypatch.setitem(sys.modules, package.__name__, package)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    for user in (catalog, *_users()):
        monkeypatch.setattr(user, "PAPERS", (TOY,))
    return found


def _users() -> tuple[ModuleType, ...]:
    from aucurate_papers import catalog, output, page

    return (catalog, page, output)


def refusing(run: Run) -> Made:
    """A run that its data stop."""
    raise TableError("there is nothing.", hint="find something.")
