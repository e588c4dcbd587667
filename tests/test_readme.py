"""Every block of the README runs, and prints what it says it prints."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)


def test_the_readme_has_all_three_kinds_of_blocks() -> None:
    assert {language for language, _ in BLOCKS} == {"bash", "python", "console"}


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
