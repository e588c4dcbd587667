"""The Tab key: what the program completes for a shell, and that it loads nothing heavy for it."""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.loops import for_each

from aucurate.inference.methods import COMPARISONS, CURVE_TESTS

PROGRAM = (
    "import sys; from aucurate.cli import main\n"
    "try: main([])\n"
    "finally: print(*{'numpy', 'polars', 'scipy'} & set(sys.modules), file=sys.stderr)"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = 'y,forest,"a, b",tree\n0,1,2,3\n'
    (tmp_path / "scores.csv").write_text(lines, encoding="utf-8")
    (tmp_path / "scores.tsv").write_text(lines.replace('"a, b"', "z").replace(",", "\t"))
    with gzip.open(tmp_path / "packed.csv.gz", "wt") as packed:
        packed.write(lines)
    (tmp_path / "table.parquet").write_bytes(b"PAR1\x00\xff")
    (tmp_path / "broken.csv").write_bytes(b"\xff\xfe\x00")
    return tmp_path


def completed(line: str, folder: Path) -> list[str]:
    """What bash is told after this line."""
    asked = {
        "_AUCURATE_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(f"{line}|".split()) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=folder,
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.strip() == "", "completion loads what is slow to load"
    return done.stdout.split()


@for_each(
    ("line", "words"),
    [
        ("aucurate comp", ["compare"]),
        ("aucurate compare --req", ["--require"]),
        ("aucurate compare --method bootstrap-b", ["bootstrap-basic", "bootstrap-bca"]),
        ("aucurate compare --method ", ["auto", *COMPARISONS, "bootstrap", *CURVE_TESTS]),
        ("aucurate compare --alternative g", ["greater"]),
        ("aucurate compare scores.csv --label f", ["forest"]),
        ("aucurate compare scores.tsv --label y --scores forest,", ["y", "z", "tree"]),
        ("aucurate folds packed.csv.gz --fold t", ["tree"]),
        ("aucurate compare table.parquet --label ", []),
        ("aucurate compare broken.csv --label ", []),
        ("aucurate compare nowhere.csv --label ", []),
    ],
)
def test_words_are_completed(line: str, words: list[str], folder: Path) -> None:
    found = completed(line, folder)
    wanted = [f"forest,{word}" for word in words] if line.endswith("forest,") else words
    assert found == wanted


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_the_script_for_bash_completes(folder: Path) -> None:
    script = (
        'eval "$(aucurate --show-completion bash)"\n'
        "COMP_WORDS=(aucurate compare scores.csv --label tr) COMP_CWORD=4\n"
        '_aucurate_completion aucurate; echo "${COMPREPLY[@]}"\n'
    )
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": programs},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["tree"]
