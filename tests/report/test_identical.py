"""The report of the same study is the same to the byte, whatever process writes it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jinja2")

_WRITE = """
import hashlib
import aucurate as au
from aucurate.report import report_html
study = au.compare(au.load_breast_cancer().select(["forest", "tree"]))
print(hashlib.sha256(report_html(study).encode()).hexdigest())
"""


def test_two_processes_write_the_same_bytes() -> None:
    command = [sys.executable, "-c", _WRITE]
    both = [
        subprocess.Popen(
            command, env=os.environ | {"PYTHONHASHSEED": order}, stdout=subprocess.PIPE, text=True
        )
        for order in ("1", "2")
    ]
    first, second = (process.communicate()[0] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert len(first.strip()) == 64
    assert first == second


def test_a_study_from_its_json_has_the_same_report() -> None:
    import aucurate as au
    from aucurate.report import report_html
    from aucurate.study.base import Study

    study = au.compare([0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8], "b": [0.2, 0.1, 0.3, 0.4]})
    again = Study.from_json(study.to_json())
    assert report_html(again) == report_html(study)


def test_a_study_writes_its_own_report(tmp_path: Path) -> None:
    import aucurate as au
    from aucurate.report import report_html

    study = au.compare([0, 0, 1, 1], {"a": [0.1, 0.4, 0.35, 0.8]})
    study.to_html(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_bytes() == report_html(study).encode()
