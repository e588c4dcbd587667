"""Every block of the README runs, prints what it says it prints, and every link leads to a file."""

import operator
import re
import subprocess
import sys
from pathlib import Path

import pytest

import aucurate
from aucurate.namespaces import public_names

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.S)
COMMANDS = [line for language, code in BLOCKS if language == "bash" for line in code.split("\n")]


def test_the_readme_has_all_kinds_of_blocks() -> None:
    assert {language for language, _ in BLOCKS} == {"bash", "python"}


@pytest.mark.parametrize("code", [code for language, code in BLOCKS if language == "python"])
def test_python_blocks_run(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    for promised in re.findall(r"^# (.+)$", code, re.M):
        assert promised in printed


def test_the_command_for_a_table_runs(tmp_path: Path) -> None:
    command = next(line for line in COMMANDS if line.startswith("aucurate "))
    rows = [
        "outcome,forest,tree",
        *(f"{'Poor' if i % 3 else 'Good'},{i * 7 % 11},{i % 7}" for i in range(40)),
    ]
    (tmp_path / "scores.csv").write_text("\n".join(rows), encoding="utf-8")
    result = subprocess.run(
        [Path(sys.executable).parent / "aucurate", *command.split()[1:]],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert "AUC of 2 classifiers on 40 observations" in result.stdout
    assert (tmp_path / "report.html").exists()


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("demo", "test"):
        assert any(line.startswith(f"make {target}") for line in COMMANDS)
        assert f"\n{target}:" in makefile


def test_every_name_works_as_it_is_written() -> None:
    written = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", README, flags=re.DOTALL))
    names = {name for code in written for name in re.findall(r"\bau((?:\.\w+)+)", code)}
    assert len(names) > 5
    for name in sorted(names):
        assert operator.attrgetter(name[1:])(aucurate), name
    public = {name for _, name in public_names()}
    bare = [code for code in written if re.split(r"\W", code)[0] in public]
    assert not bare


def test_links_lead_to_files() -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", README):
        assert (ROOT / target).exists(), target
