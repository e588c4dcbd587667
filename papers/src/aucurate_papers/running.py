"""Running what a paper shows: what a run is given, what it makes, and what is kept of slow work."""

import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aucurate
from aucurate import __version__
from aucurate.errors import MissingDataError, OptionError
from aucurate.io.writing import replace_file
from aucurate.study.base import Provenance
from aucurate.study.compare_work import Watch
from aucurate_papers.exhibit import Exhibit, plain_name

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
    watch: Watch = lambda done, total, what: True

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
) -> Provenance:
    """Where the numbers of an exhibit come from; ``settings`` are what the run was made with."""
    return Provenance(
        version=__version__,
        source=source,
        method=method,
        settings={"rng": run.rng, "quick": run.quick, **settings},
        n_observations=n_observations,
        n_dropped=0,
        positive=positive,
        negative=negative,
        columns_not_used=(),
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
