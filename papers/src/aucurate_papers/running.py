"""Running what a paper shows: what a run is given, what it makes, and what is kept of it."""

import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aucurate
from aucurate import __version__
from aucurate.data.source import Source
from aucurate.errors import AucurateError, MissingDataError, MissingExtraError, OptionError
from aucurate.io.writing import replace_file
from aucurate.kernels import Progress
from aucurate.study.base import Study
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import Exhibit, RunProvenance, plain_name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_ONLY_SHOWING = ("cli", "tables", "report", "web")


class StoppedError(Exception):
    """The listener has asked to stop: what was kept is on disk, and the next run goes on there."""


def default_data() -> Path:
    """The folder that AUCURATE_DATA names, or ``shared/data`` beside the working directory."""
    return Path(os.environ.get("AUCURATE_DATA") or Path.cwd().parent / "shared" / "data")


def default_cache() -> Path:
    """A folder of the user's own: data of others may not be committed, nor what is made of them."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "aucurate" / "papers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How an exhibit is made.

    ``quick`` takes fewer draws, so that all is seen to work in a minute or two; ``rng`` is the
    source of all draws; ``data`` has one folder for each data set; ``cache`` keeps pieces of slow
    work, unless ``fresh`` asks for all of it again; ``watch(done, total, what)`` is told of
    progress and returns False to stop.
    """

    quick: bool = False
    rng: int = 0
    data: Path = field(default_factory=default_data)
    cache: Path = field(default_factory=default_cache)
    fresh: bool = False
    watch: Progress = lambda done, total, what: True

    def __post_init__(self) -> None:
        if isinstance(self.rng, bool) or not isinstance(self.rng, int) or self.rng < 0:
            raise OptionError(f"rng must be a whole number from 0; it is {self.rng!r}.")

    def tell(self, done: int, total: int, what: str) -> None:
        """So much is done; stops here if that was asked for."""
        if self.watch(done, total, what) is False:
            raise StoppedError

    def folder(self, dataset: str) -> Path:
        """The folder of a data set."""
        found = self.data / dataset
        if not found.is_dir():
            raise MissingDataError(
                f"there is no folder '{dataset}' in '{self.data}'.",
                hint="name the folder of all data sets with --data, or in AUCURATE_DATA.",
            )
        return found

    def kept(
        self, piece: str, settings: Mapping[str, Any], compute: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """What ``compute`` returns, from the cache if it was made with the same settings.

        ``piece`` names the file ("rosset-2004/table-3/training-set-7"), and the file also says what
        it was made from: other code, other settings or another ``rng`` are another piece.
        """
        made_from = {"code": code_of(piece.split("/")[0]), "rng": self.rng, **settings}
        told = json.dumps(made_from, sort_keys=True)
        digest = hashlib.sha256(told.encode()).hexdigest()[:12]
        path = self.cache / "pieces" / f"{piece}-{digest}.json"
        if path.is_file() and not self.fresh:
            try:
                found = json.loads(path.read_text(encoding="utf-8"))
                if found["made_from"] == json.loads(told):
                    return dict(found["content"])
            except (ValueError, KeyError, TypeError):
                pass  # cut off in the middle of writing: made again
        content = compute()
        write_json(path, {"made_from": made_from, "content": content})
        return content


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """An exhibit and its figures: by the name of its file (without ending) how each is drawn."""

    exhibit: Exhibit
    figures: "Mapping[str, Callable[[], Figure]]" = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A table or figure that can be run.

    ``data`` are the folders of the data sets it needs, ``kept`` a folder of the cache that another
    program fills, which ``obtain`` says in words how to come by; ``learners`` whether it trains
    models with scikit-learn (the extra ``papers``).
    """

    paper: str
    name: str
    title: str
    run: Callable[[Run], Made]
    data: tuple[str, ...] = ()
    kept: str = ""
    obtain: str = ""
    learners: bool = False

    def inputs(self, run: Run) -> list[tuple[str, int, int]]:
        """The files it is made from: when one of them changes, so may the exhibit."""
        folders = [run.data / name for name in self.data]
        if self.kept:
            folders.append(run.cache / self.kept)
        files = sorted(path for folder in folders for path in folder.glob("*") if path.is_file())
        return [(path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files]

    @property
    def key(self) -> str:
        """The name as it stands in the names of files: "table-4-parametric"."""
        return plain_name(self.name)


@cache
def code_of(paper: str) -> str:
    """The version, and a digest of all that reproduces this paper: our sources, compiled ones too,
    and the versions of the programs beneath.

    What only shows results (command line, tables) and other papers are not among them.
    """
    package = Path(aucurate.__file__).parent
    sources = [
        path
        for path in sorted(package.rglob("*.py"))
        if path.relative_to(package).parts[0] not in _ONLY_SHOWING
    ]
    sources += sorted((Path(__file__).parent / paper.replace("-", "_")).rglob("*.py"))
    compiled = find_spec("aucurate.kernels._kernels")
    if compiled is not None and compiled.origin is not None:
        sources.append(Path(compiled.origin))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources))
    digest.update(json.dumps(programs()).encode())
    return f"{__version__}-{digest.hexdigest()[:12]}"


@cache
def programs() -> dict[str, str]:
    """Python and the installed programs that numbers and figures depend on, with versions."""
    found = {"Python": platform.python_version()}
    for name in ("numpy", "scipy", "polars", "scikit-learn", "matplotlib"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def provenance_of(
    run: Run,
    *,
    source: str,
    method: str,
    n_observations: int = 0,
    positive: str = "1",
    negative: str = "0",
    **settings: Any,
) -> RunProvenance:
    """Where the numbers of an exhibit come from; ``settings`` are what the run was made with."""
    return RunProvenance(
        version=__version__,
        source=Source(name=source),
        method=method,
        settings={"rng": run.rng, "quick": run.quick, **settings},
        n_observations=n_observations,
        positive=positive,
        negative=negative,
    )


def write_json(path: Path, content: Mapping[str, Any], *, folder: str = "--cache") -> None:
    """Write a file that is whole or not there; ``folder`` is the option that names its folder."""
    text = json.dumps(content, indent=1, allow_nan=True, ensure_ascii=False)
    with writing(path, folder=folder):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode("utf-8"))


@contextmanager
def writing(path: Path, *, folder: str = "--cache") -> Iterator[None]:
    """What cannot be written is an error that names the option for another folder."""
    try:
        yield
    except OSError as error:
        raise OptionError(
            f"cannot write to '{path}': {error.strerror}.",
            hint=f"name another folder with {folder}.",
        ) from None


# Finished exhibits on disk: an exhibit that was made by the same code is not made again.


QUICK = caveat(Kind.QUICK, "draws")


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
    from aucurate.plots.figure import rendered

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
