"""Outputs: whole or not at all, never over an input, refused before any work."""

import os
import stat
from pathlib import Path

import polars as pl
import pytest

import aucurate.io.writing as writing
from aucurate.errors import OptionError
from aucurate.io.writing import Target, refuse_overwriting, replace_file, write_table

FRAME = pl.DataFrame({"label": [0, 1], "a": [0.25, 0.5]})


def test_content_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    Target(path).write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "out.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    Target(link).write(b"new")
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_bytes() == b"new"


def test_a_link_to_nothing_becomes_a_file(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "out.json")
    Target(link).write(b"new")
    assert (tmp_path / "out.json").read_bytes() == b"new"
    link.unlink()
    link.symlink_to(tmp_path / "none" / "out.json")
    with pytest.raises(OptionError, match=r"there is no folder '.*none'"):
        Target(link).check()


class FullDiskError(OSError):
    def __init__(self) -> None:
        super().__init__(28, "No space left on device")


def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file takes a few bytes and no more."""

    def opened(self: Path, mode: str) -> object:
        file = open(self, mode)  # noqa: SIM115
        write = file.write

        class Full:
            def __enter__(self) -> "Full":
                return self

            def __exit__(self, *_: object) -> None:
                file.close()

            def write(self, content: bytes) -> int:
                write(content[:2])
                raise FullDiskError

        return Full()

    monkeypatch.setattr(Path, "open", opened)


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.parquet"])
def test_on_a_full_disk_the_old_table_stays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    path.write_text("old")
    with monkeypatch.context() as patched:
        full_disk(patched)
        with pytest.raises(OptionError, match="No space left on device"):
            write_table(FRAME, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    write_table(FRAME, path)
    assert path.read_bytes() != b"old"


def test_who_interrupts_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out.json"
    path.write_text("old")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        replace_file(path, b"new")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text() == "old"


def test_devices_are_written_to_directly() -> None:
    Target(Path(os.devnull)).write(b"new")
    assert not Path(os.devnull).is_file()


def test_a_missing_folder_is_to_be_made(tmp_path: Path) -> None:
    target = Target(tmp_path / "no such" / "folder" / "out.json", option="--out")
    for call in (target.check, lambda: target.write(b"new")):
        with pytest.raises(OptionError, match="there is no folder") as caught:
            call()
        folder = tmp_path / "no such" / "folder"
        assert caught.value.hint == f"create the folder first (mkdir -p '{folder}')."


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "it is a folder"),
        ("x" * 300, "its name is too long"),
        ("file/out.json", "there is no folder"),
        ("a\0b", "cannot be the name of a file"),
    ],
)
def test_what_cannot_be_written(name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    target = Target(tmp_path / name, what="the report", option="--html")
    for call in (target.check, lambda: target.write(b"new")):
        with pytest.raises(OptionError, match=why) as caught:
            call()
        assert caught.value.message.startswith("cannot write the report to '")
    assert "--html" in caught.value.hint or "mkdir" in caught.value.hint


def test_a_folder_that_may_not_be_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(self: Path, **_: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "stat", denied)
    with pytest.raises(OptionError, match="permission denied"):
        Target(tmp_path / "out.json").check()


def test_an_input_is_not_overwritten(tmp_path: Path) -> None:
    table = tmp_path / "in.csv"
    table.write_text("y,a\n")
    link, hard = tmp_path / "link.csv", tmp_path / "hard.csv"
    link.symlink_to(table)
    os.link(table, hard)
    roundabout = tmp_path / ".." / tmp_path.name / "in.csv"
    for output in (table, link, hard, roundabout):
        with pytest.raises(OptionError, match="--save would overwrite") as caught:
            refuse_overwriting({"--out": tmp_path / "x", "--save": output}, [table])
        assert caught.value.hint == "choose another file with --save."
    refuse_overwriting({"--out": tmp_path / "x"}, [table, tmp_path / "gone.csv"])


def test_outputs_do_not_overwrite_each_other(tmp_path: Path) -> None:
    new = tmp_path / "new.svg"
    with pytest.raises(OptionError, match="--out and --figure name the same file"):
        refuse_overwriting({"--out": new, "--figure": tmp_path / "." / "new.svg"}, [])
    old, link = tmp_path / "old.svg", tmp_path / "link.svg"
    old.touch()
    link.symlink_to(old)
    with pytest.raises(OptionError, match="--figure and --html name the same file"):
        refuse_overwriting({"--figure": old, "--html": link, "--out": new}, [])
    refuse_overwriting({"--out": Path(os.devnull), "--html": Path(os.devnull)}, [])


def test_the_kind_of_a_table_is_in_its_name(tmp_path: Path) -> None:
    assert writing.check_table_name(Path("x.TSV")) == ".tsv"
    for name in ("x.txt", "x"):
        with pytest.raises(OptionError, match="cannot write tables as"):
            write_table(FRAME, tmp_path / name)
