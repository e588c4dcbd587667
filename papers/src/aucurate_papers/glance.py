"""Every exhibit in one row: what it is, its state, and whether it can be run on this machine."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from aucurate.study.table import Table
from aucurate_papers.catalog import PAPERS
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.keeping import kept
from aucurate_papers.running import Entry, Run

RECORDED = "recorded.json"


def recorded() -> dict[str, dict[str, Any]]:
    """By paper and name, the state and the verdict of the run that docs/papers.md was made from."""
    text = files("aucurate_papers").joinpath(RECORDED).read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def record_of(exhibits: Iterable[Exhibit]) -> dict[str, dict[str, Any]]:
    """What :func:`recorded` gives for these exhibits."""
    return {
        f"{one.paper}/{one.name}": {
            "state": one.state,
            "verdict": list(one.sentences()),
            "version": one.provenance.version,
        }
        for one in exhibits
    }


def listed(run: Run) -> Table:
    """All that can be run: the state it was last found in here, or else when it was recorded."""
    known = recorded()
    rows = [
        (entry.paper, entry.name, entry.title, *_state(entry, run, known), _needs(entry, run))
        for paper in PAPERS
        for entry in paper.entries
    ]
    header = ("paper", "name", "what it shows", "state", "found", "needs")
    names = ("paper", "name", "title", "state", "found", "needs")
    return Table(
        name="exhibits",
        title="The papers, ours beside theirs",
        header=header,
        rows=tuple(rows),
        columns=dict(zip(names, zip(*rows, strict=True), strict=True)),
    )


def _state(entry: Entry, run: Run, known: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    """The state, and where it was found: here in full, recorded, or here in few draws."""
    here = kept(entry, run)
    if here is not None:
        return here.state, "here"
    found = known.get(f"{entry.paper}/{entry.name}")
    if found:
        return found["state"], "recorded"
    quick = kept(entry, replace(run, quick=True))
    return ("not run yet", "") if quick is None else (quick.state, "quick")


def _needs(entry: Entry, run: Run) -> str:
    """What is missing on this machine."""
    missing = [name for name in entry.data if not (run.data / name).is_dir()]
    needs = [f"data: {', '.join(missing)} (--data, AUCURATE_DATA)"] if missing else []
    if entry.kept and not (run.cache / entry.kept).is_dir():
        needs.append(entry.obtain)
    if entry.learners and find_spec("sklearn") is None:
        needs.append("pip install 'aucurate[papers]'")
    return "; ".join(needs)
