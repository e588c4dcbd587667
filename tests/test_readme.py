"""Every block of the README runs, and prints what it says it prints."""

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


def test_the_readme_has_all_kinds_of_blocks() -> None:
    assert {language for language, _ in BLOCKS} == {"bash", "python", "console", "yaml"}


@pytest.mark.parametrize("code", [code for language, code in BLOCKS if language == "python"])
def test_python_blocks_run(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    for promised in re.findall(r"^# (.+)$", code, re.M):
        assert promised in printed


@pytest.mark.parametrize("text", [text for language, text in BLOCKS if language == "console"])
def test_console_blocks_print_what_they_show(text: str, tmp_path: Path) -> None:
    command, shown = re.fullmatch(r"\$ (.+?)\n(.*)", text, re.S).groups()  # type: ignore[union-attr]
    assert command.startswith("aucurate ")
    result = subprocess.run(
        [Path(sys.executable).parent / "aucurate", *command.split()[1:]],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert result.stdout.strip() == shown.strip()


def test_the_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = [
        line for language, code in BLOCKS if language == "bash" for line in code.split("\n")
    ]
    for target in ("demo", "test"):
        assert any(line.startswith(f"make {target}") for line in commands)
        assert f"\n{target}:" in makefile


def test_every_name_works_as_it_is_written() -> None:
    written = re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", README, flags=re.DOTALL))
    names = {name for code in written for name in re.findall(r"\bau((?:\.\w+)+)", code)}
    assert len(names) > 50
    for name in sorted(names):
        assert operator.attrgetter(name[1:])(aucurate), name
    public = {name for _, name in public_names()}
    bare = [code for code in written if re.split(r"\W", code)[0] in public]
    assert not bare
