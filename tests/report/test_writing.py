"""Reports as files: whole or not at all, refused early."""

import os
import stat
import sys
from pathlib import Path

import pytest
from tests.report.studies import made, written

import aucurate.io.writing as writing
from aucurate.errors import MissingExtraError, OptionError
from aucurate.report import check_report_path, environment, write_report

pytest.importorskip("jinja2")

STUDY = "plan"


def test_the_file_is_the_text(tmp_path: Path) -> None:
    path = write_report(made(STUDY), tmp_path / "report.html")
    assert path.read_bytes() == written(STUDY).encode("utf-8")
    assert made(STUDY).to_html() == written(STUDY)
    assert made(STUDY).to_html(str(path)) == path
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]


def test_an_old_report_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    path.chmod(0o640)
    link = tmp_path / "link.html"
    link.symlink_to(path)
    write_report(made(STUDY), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text(encoding="utf-8") == written(STUDY)


def test_who_interrupts_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_report(made(STUDY), path)
    assert [one.name for one in tmp_path.iterdir()] == ["report.html"]
    assert path.read_text() == "old"


def test_what_cannot_be_written_is_refused_early(tmp_path: Path) -> None:
    check_report_path(tmp_path / "report.html")
    assert list(tmp_path.iterdir()) == []
    for path, words, hint in (
        (tmp_path, "it is a folder", "choose another file"),
        (tmp_path / "none" / "report.html", "there is no folder", "make the folder first (mkdir"),
    ):
        with pytest.raises(OptionError, match=words) as refused:
            check_report_path(path)
        assert hint in refused.value.hint
        with pytest.raises(OptionError, match=words):
            write_report(made(STUDY), path)


def test_permissions_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OptionError, match="nothing can be written in its folder"):
        check_report_path(tmp_path / "report.html")
    (tmp_path / "old.html").touch()
    with pytest.raises(OptionError, match="permission denied"):
        check_report_path(tmp_path / "old.html")


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "replace_file", full)
    with pytest.raises(OptionError, match="No space left on device"):
        write_report(made(STUDY), tmp_path / "report.html")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_devices_are_written_to_directly() -> None:
    assert write_report(made(STUDY), "/dev/null") == Path("/dev/null")
    assert not Path("/dev/null").is_file()


def test_without_jinja2_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    environment._environment.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match="a report needs the extra 'report'"):
            check_report_path(tmp_path / "report.html")
        with pytest.raises(MissingExtraError, match="report"):
            made(STUDY).to_html()
    finally:
        environment._environment.cache_clear()
