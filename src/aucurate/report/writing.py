"""A report as a file: whole or not at all."""

import os
from pathlib import Path
from secrets import token_hex

from aucurate.errors import OptionError
from aucurate.report.environment import template
from aucurate.report.page import report_html
from aucurate.study.base import Study

_MODE = 0o777


def write_report(study: Study, path: str | os.PathLike[str]) -> Path:
    """Write the report of a study and give its path.

    It is written beside under another name and then renamed: who interrupts leaves what was there.
    """
    path = Path(path)
    check_report_path(path)
    content = report_html(study).encode("utf-8")
    try:
        _replace(path, content)
    except OSError as error:
        raise _cannot(path, error.strerror or str(error)) from None
    return path


def check_report_path(path: str | os.PathLike[str]) -> None:
    """Refuse what :func:`write_report` would refuse, before the numbers are computed."""
    template("page.html")
    path = Path(path)
    if path.is_dir():
        raise _cannot(path, "it is a folder")
    if not path.parent.is_dir():
        raise _cannot(path, f"there is no folder '{path.parent}'")
    is_new = not path.exists()
    if not is_new and not os.access(path, os.W_OK):
        raise _cannot(path, "permission denied")
    if (is_new or path.is_file()) and not os.access(path.resolve().parent, os.W_OK):
        raise _cannot(path, "nothing can be written in its folder")


def _replace(path: Path, content: bytes) -> None:
    """Through a file beside it; what is no plain file (a pipe, a device) is written to directly."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    whole = path.resolve()
    beside = whole.with_name(f".{whole.name[:40]}.{token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
        if whole.exists():
            beside.chmod(whole.stat().st_mode & _MODE)
        beside.replace(whole)
    finally:
        beside.unlink(missing_ok=True)


def _cannot(path: Path, why: str) -> OptionError:
    return OptionError(f"cannot write the report to '{path}': {why}.", hint="choose another file.")
