"""Seeds faults into a copy of the package and says which test catches each, and where it points.

``python -m tools.seeded_faults [NAME ...]`` (``make seeded-faults``). The faults are in
``tools/seeded_faults.toml``: a piece of code that occurs once in ``src/aucurate``, what stands in
its place, and what that means for a user. Each is found by its text, so that it survives moves.
One at a time is put into a copy of the tree, never into the tree itself, and the tests run with
``-x``, the nearest first:

- **mirror**: the doctests of the faulty file and the test files of the same name in the same place
  (``src/aucurate/io/folds.py``: ``tests/io/test_folds.py``, and ``test_folds_more.py`` where no
  module is called ``folds_more``),
- **contract**: ``tests/every``, which points at the place where the name of the test says one of
  the fault's ``methods``,
- **users**: other tests that import the faulty module,
- **room**: the other test files of the same folder, and of those above it,
- **rest**: all other tests, frozen numbers first. Each stage takes at most ``--limit`` seconds.

A test of the mirror, or a contract that names the method, points at the place. The exit status is
1 if a fault is not caught, or is caught only elsewhere.

    python -m tools.seeded_faults --list
    python -m tools.seeded_faults swapped-costs youden-ties
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
FAULTS = Path(__file__).with_suffix(".toml")
PACKAGE = "src/aucurate"
_START = """\
import sys

sys.meta_path[:] = [one for one in sys.meta_path if "ditable" not in type(one).__module__]
sys.path.insert(0, {source!r})
"""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One fault: ``code`` becomes ``instead``; contracts know the place as one of ``methods``."""

    name: str
    about: str
    code: str
    instead: str
    topic: str
    methods: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Stage:
    """Tests that are run together, named by where they stand to the faulty file."""

    name: str
    paths: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Caught:
    """Which test failed, in which stage; no test means that all passed or that time was up."""

    stage: str = ""
    test: str = ""
    seconds: float = 0.0

    def points_at(self, fault: Fault) -> bool:
        """Whether who sees the failing test knows where to look."""
        if self.stage == "contract":
            return any(method in self.test for method in fault.methods)
        return self.stage == "mirror"


def read_faults(text: str) -> tuple[Fault, ...]:
    """The faults of a TOML file, a table each."""
    return tuple(
        Fault(name=name, **fault | {"methods": tuple(fault.get("methods", ()))})
        for name, fault in tomllib.loads(text).items()
    )


def place_of(fault: Fault, root: Path = ROOT) -> str:
    """The file that has the code of a fault, once; relative to the root."""
    counts = {
        path: path.read_text("utf-8").count(fault.code)
        for path in sorted((root / PACKAGE).rglob("*.py"))
    }
    places = [path for path, count in counts.items() if count]
    if len(places) != 1 or counts[places[0]] != 1:
        found = ", ".join(str(path.relative_to(root)) for path in places) or "nowhere"
        raise LookupError(f"the code of the fault {fault.name} must occur once; it is in: {found}")
    return places[0].relative_to(root).as_posix()


def stages(
    place: str, tests: Mapping[str, str], modules: Collection[str] = ()
) -> tuple[Stage, ...]:
    """The test files, given with their text, in the order in which they are asked.

    ``modules`` are the files of the package.

    >>> tests = dict.fromkeys(["tests/io/test_class_tables.py", "tests/io/test_b.py"], "")
    >>> [stage.paths for stage in stages("src/aucurate/io/class_tables.py", tests)]
    [('src/aucurate/io/class_tables.py', 'tests/io/test_class_tables.py'), ('tests/io/test_b.py',)]
    """
    inside = PurePosixPath(place).relative_to(PACKAGE)
    parts = inside.parent.parts if inside.stem == "__init__" else inside.with_suffix("").parts
    *folder, module = parts
    mirror = "/".join(["tests", *folder, f"test_{module}"])
    others = {path.replace(f"{PACKAGE}/", "tests/") for path in modules}
    package = ".".join(["aucurate", *folder])
    imports = re.compile(
        rf"{re.escape(package)}\.{module}\b|from {re.escape(package)} import [^\n]*\b{module}\b"
    )
    rooms = ["/".join(["tests", *folder[:depth], ""]) for depth in range(len(folder), 0, -1)]
    asked = {
        "mirror": [
            place,
            *(t for t in tests if t == f"{mirror}.py" or _continues(t, mirror, others)),
        ],
        "contract": [test for test in tests if test.startswith("tests/every/")],
        "users": [test for test, text in tests.items() if imports.search(text)],
        "room": [test for room in rooms for test in tests if test.startswith(room)],
        "rest": sorted(tests, key=lambda test: not test.startswith("tests/frozen/")),
    }
    seen: set[str] = set()
    found = []
    for name, paths in asked.items():
        new = tuple(dict.fromkeys(path for path in paths if path not in seen))
        seen.update(new)
        found += [Stage(name=name, paths=new)] if new else []
    return tuple(found)


def _continues(test: str, mirror: str, modules: Collection[str]) -> bool:
    """Whether a test file is one more about the module of the mirror, and about no other."""
    return test.startswith(f"{mirror}_") and test.replace("/test_", "/") not in modules


def failing_test(output: str) -> str:
    """The first test that the summary of pytest names as failed; one that could not start counts.

    >>> failing_test("FAILED tests/io/test_class_tables.py::test_a[b - c] - assert 1 == 2")
    'tests/io/test_class_tables.py::test_a[b - c]'
    """
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - (?![^\[]*\]).*)?$", output, re.MULTILINE)
    return found[1].strip() if found else ""


@contextmanager
def copied_tree(root: Path = ROOT) -> Iterator[Path]:
    """A copy of all files that git knows or would add, with the compiled kernels."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    kernels = importlib.util.find_spec("aucurate.kernels._kernels")
    assert kernels is not None
    assert kernels.origin is not None
    with tempfile.TemporaryDirectory(prefix="seeded_faults_") as folder:
        copy = Path(folder)
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (root / name).is_file():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, copy / name)
        shutil.copy2(kernels.origin, copy / PACKAGE / "kernels")
        start = copy / "build" / "start"
        start.mkdir(parents=True)
        written = _START.format(source=str(copy / "src"))
        (start / "sitecustomize.py").write_text(written, "utf-8")
        _require_copy(copy)
        yield copy


def environment(copy: Path) -> dict[str, str]:
    """That of a Python, and of those it starts, which import the package from the copy."""
    start = str(copy / "build" / "start")
    return {**os.environ, "PYTHONPATH": start, "PYTHONDONTWRITEBYTECODE": "1"}


def _require_copy(copy: Path) -> None:
    asked = [sys.executable, "-c", "import aucurate.cli; print(aucurate.__file__)"]
    said = subprocess.run(
        asked, cwd=copy, env=environment(copy), capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith(str(copy)), f"tests would import {said.stdout.strip()}"


@contextmanager
def seeded(fault: Fault, copy: Path, place: str) -> Iterator[None]:
    """The fault is in the copy inside, and out of it afterwards."""
    file = copy / place
    sound = file.read_text("utf-8")
    file.write_text(sound.replace(fault.code, fault.instead), "utf-8")
    try:
        yield
    finally:
        file.write_text(sound, "utf-8")


def all_tests(copy: Path) -> dict[str, str]:
    """All test files and their text, but those of these faults and those that need a browser."""
    return {
        path.relative_to(copy).as_posix(): path.read_text("utf-8")
        for path in sorted(copy.glob("tests/**/test_*.py"))
        if "browser" not in path.parts and path.stem != "test_seeded_faults"
    }


def caught(fault: Fault, copy: Path, limit: float, until: Sequence[str] = ()) -> Caught:
    """The first failing test, stage by stage; with ``until`` only these stages."""
    place = place_of(fault, copy)
    begun = time.monotonic()
    with seeded(fault, copy, place):
        modules = [one.relative_to(copy).as_posix() for one in (copy / PACKAGE).rglob("*.py")]
        for stage in stages(place, all_tests(copy), modules):
            if until and stage.name not in until:
                continue
            test = _run(copy, stage.paths, limit)
            if test:
                return Caught(stage=stage.name, test=test, seconds=time.monotonic() - begun)
    return Caught(seconds=time.monotonic() - begun)


def _run(copy: Path, paths: Sequence[str], limit: float) -> str:
    asked = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
    try:
        run = subprocess.run(
            [*asked, "-m", "not slow", *paths],
            cwd=copy,
            env=environment(copy),
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return ""
    if run.returncode in (0, 5):
        return ""
    return failing_test(run.stdout) or run.stdout[-300:] + run.stderr[-300:]


def row(fault: Fault, place: str, found: Caught) -> str:
    """One line of the table, and one about the test."""
    points = "points there" if found.points_at(fault) else "points elsewhere"
    said = f"{found.stage}, {points}" if found.test else "NOT CAUGHT"
    inside = place.removeprefix(f"{PACKAGE}/")
    line = f"{fault.name:<28} {inside:<46} {said} ({found.seconds:.0f} s)"
    return f"{line}\n    {found.test}" if found.test else line


def main(arguments: Sequence[str] | None = None) -> int:
    """Seed the faults asked for, or all, and print what became of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults, without them all")
    parser.add_argument("--list", action="store_true", help="only list the faults and places")
    parser.add_argument("--limit", type=float, default=300, help="seconds for each stage")
    parser.add_argument("--stages", default="", help="only these, separated by commas")
    asked = parser.parse_args(arguments)
    faults = read_faults(FAULTS.read_text("utf-8"))
    unknown = set(asked.names) - {fault.name for fault in faults}
    if unknown:
        parser.error(f"there is no fault {', '.join(sorted(unknown))}")
    chosen = [fault for fault in faults if not asked.names or fault.name in asked.names]
    places = [place_of(fault) for fault in chosen]
    if asked.list:
        for fault, place in zip(chosen, places, strict=True):
            print(f"{fault.name:<28} {place.removeprefix(PACKAGE + '/'):<46} {fault.about}")
        return 0
    found = []
    with copied_tree() as copy:
        for fault, place in zip(chosen, places, strict=True):
            until = [name for name in asked.stages.split(",") if name]
            found.append(caught(fault, copy, asked.limit, until))
            print(row(fault, place, found[-1]), flush=True)
    there = sum(bool(one.test) for one in found)
    points = sum(one.points_at(fault) for one, fault in zip(found, chosen, strict=True))
    print(f"{len(chosen)} faults: {there} caught, {points} by a test that points at the place")
    return int(points < len(chosen))


if __name__ == "__main__":
    sys.exit(main())
