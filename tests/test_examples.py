"""The examples: each runs as it is in an empty folder, and is no longer than fifteen lines."""

import io
import os
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
MOST_LINES = 15

NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.suffix in (".py", ".sh"))
WRITTEN = {
    "folds_and_data_sets.py": ["critical_difference.svg", "ranks.html"],
    "from_proc.py": ["curves.svg"],
    "gate.sh": ["verdict.txt"],
    "one_file_per_model.sh": ["report.html"],
    "report_for_a_colleague.sh": ["report.html", "differences.tex", "methods.txt"],
    "several_classes.py": ["wines.html"],
    "tracker.py": ["runs.jsonl"],
}
"""The files that an example leaves in its folder, where what it is for is not what it prints."""


def _command(path: Path) -> list[str]:
    if path.suffix == ".sh":
        return ["sh", str(path)]
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if path.name[:5] == "test_" else []
    return [sys.executable, *tests, str(path)]


def _lines_of_code(path: Path) -> int:
    """The lines that hold more than comments and docstrings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".sh":
        return sum(bool(line.strip()) and line[0] != "#" for line in text.splitlines())
    return len(set(_python_lines(text)))


def _python_lines(text: str) -> Iterator[int]:
    quiet = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    last = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_docstring = token.type == tokenize.STRING and last in quiet
        if token.type not in (*quiet, tokenize.ENDMARKER) and not is_docstring:
            yield from range(token.start[0], token.end[0] + 1)
        last = token.type


def test_the_examples_that_write_are_there() -> None:
    assert set(WRITTEN) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_runs_and_does_what_it_is_for(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    shutil.copy(EXAMPLES / name, path)
    assert _lines_of_code(path) <= MOST_LINES
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    done = subprocess.run(
        _command(path),
        cwd=tmp_path,
        env={**os.environ, "PATH": os.pathsep.join(programs), "MPLBACKEND": "agg"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout or name in WRITTEN
    for file in WRITTEN.get(name, []):
        assert (tmp_path / file).stat().st_size > 0, file
