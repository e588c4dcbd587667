"""A report as a file: whole or not at all."""

import os
from pathlib import Path

from aucurate.io.writing import Target
from aucurate.report.environment import template
from aucurate.report.page import report_html
from aucurate.study.base import Study


def write_report(study: Study, path: str | os.PathLike[str]) -> Path:
    """Write the report of a study and give its path.

    It is written beside under another name and then renamed: who interrupts leaves what was there.
    """
    target = _target(path)
    check_report_path(path)
    target.write(report_html(study).encode("utf-8"))
    return target.path


def check_report_path(path: str | os.PathLike[str]) -> None:
    """Refuse what :func:`write_report` would refuse, before the numbers are computed."""
    template("page.html")
    _target(path).check()


def _target(path: str | os.PathLike[str]) -> Target:
    return Target(Path(path), what="the report")
