"""Finished exhibits on disk: an exhibit that was made by the same code is not made again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aucurate.errors import AucurateError, MissingDataError, MissingExtraError
from aucurate.io.writing import replace_file
from aucurate.results import Caveat
from aucurate.study.base import Study
from aucurate_papers.exhibit import Exhibit
from aucurate_papers.running import (
    Entry,
    Made,
    Run,
    code_of,
    programs,
    provenance_of,
    write_json,
    writing,
)

QUICK = Caveat(
    kind="quick",
    message="Made in few draws (--quick), to see it work: states and numbers are not for citing.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """An exhibit, its figures as svg by the names of their files, and what it was made with."""

    exhibit: Exhibit
    figures: dict[str, bytes]
    programs: dict[str, str]
    undrawn: str = ""


def finished(entry: Entry, run: Run) -> Finished:
    """The exhibit, from disk if the same code made it with the same settings, else made now."""
    path = _path(entry, run)
    if not run.fresh:
        found = _read(path, entry, run)
        if found is not None:
            return found
    made = entry.run(run)
    figures, undrawn = _drawn(made)
    exhibit = _entered(made.exhibit, entry, run)
    done = Finished(exhibit=exhibit, figures=figures, programs=programs(), undrawn=undrawn)
    if not undrawn:
        _write(path, done, _made_from(entry, run))
    return done


def finished_or_why_not(entry: Entry, run: Run) -> Finished:
    """As :func:`finished`; where this machine lacks what it needs, an exhibit that says so.

    Any other error is one: a reproduction that fails must not look like a missing file.
    """
    try:
        return finished(entry, run)
    except (MissingDataError, MissingExtraError) as error:
        reason = error.message + (f" {entry.obtain}" if entry.obtain else "")
        exhibit = Exhibit(
            paper=entry.paper,
            name=entry.name,
            title=entry.title,
            state="not run here",
            shown=(),
            verdict=(f"Not run on this machine: {reason}",),
            differs="",
            caveats=(),
            provenance=provenance_of(run, source="none", method=entry.title),
        )
        return Finished(exhibit=exhibit, figures={}, programs=programs())


def kept(entry: Entry, run: Run) -> Exhibit | None:
    """The exhibit if it is on disk, made by this code with these settings."""
    found = _read(_path(entry, run), entry, run)
    return None if found is None else found.exhibit


def run_file(done: Finished) -> dict[str, Any]:
    """A finished exhibit as the content of a JSON file, every digit kept; figures by name."""
    return {
        "programs": done.programs,
        "figures": list(done.figures),
        "exhibit": json.loads(done.exhibit.to_json()),
    }


def from_run_file(content: Mapping[str, Any], figures: Mapping[str, bytes]) -> Finished:
    """What :func:`run_file` came from."""
    exhibit = Study.from_json(json.dumps(content["exhibit"]))
    if not isinstance(exhibit, Exhibit):
        raise TypeError(f"a run holds an exhibit, not {type(exhibit).__name__}")
    return Finished(exhibit=exhibit, figures=dict(figures), programs=dict(content["programs"]))


def _entered(exhibit: Exhibit, entry: Entry, run: Run) -> Exhibit:
    """The exhibit under the names of the catalog, with a word on few draws."""
    caveats = (*exhibit.caveats, *([QUICK] if run.quick else []))
    return replace(exhibit, paper=entry.paper, name=entry.name, title=entry.title, caveats=caveats)


def _path(entry: Entry, run: Run) -> Path:
    return run.cache / "exhibits" / entry.paper / f"{entry.key}{'-quick' if run.quick else ''}.json"


def _made_from(entry: Entry, run: Run) -> dict[str, Any]:
    inputs = [list(file) for file in entry.inputs(run)]
    return {"code": code_of(entry.paper), "rng": run.rng, "quick": run.quick, "inputs": inputs}


def _drawn(made: Made) -> tuple[dict[str, bytes], str]:
    from aucurate.plots.saving import rendered

    try:
        return {name: rendered(draw(), "svg") for name, draw in made.figures.items()}, ""
    except MissingExtraError as error:
        return {}, str(error)


def _write(path: Path, done: Finished, made_from: dict[str, Any]) -> None:
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        for name, content in done.figures.items():
            replace_file(path.with_name(f"{path.stem}.{name}.svg"), content)
    write_json(path, {"made_from": made_from, **run_file(done)})


def _read(path: Path, entry: Entry, run: Run) -> Finished | None:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["made_from"] != _made_from(entry, run):
            return None
        names = content["figures"]
        figures = {n: path.with_name(f"{path.stem}.{n}.svg").read_bytes() for n in names}
        return from_run_file(content, figures)
    except (OSError, ValueError, KeyError, TypeError, AucurateError):
        return None  # not there, cut off, or of another version: made again
