"""The report of the same study is the same to the byte, whatever process writes it, from whatever.

One process writes the reports of studies that it makes, another one, which orders sets otherwise,
those of the same studies after they were read from JSON.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jinja2")

_WRITE = """
import hashlib
import sys
import aucurate as au
from aucurate.planning import plan_interval
from aucurate.report import report_html
from aucurate.study.base import Study
from aucurate.study.plan import plan_study

labels = [0, 0, 1, 1]
scores = {"a": [0.1, 0.4, 0.35, 0.8], "b": [0.2, 0.1, 0.3, 0.4]}
for study in (
    au.compare(labels, scores),
    au.operate(labels, scores, at=0.3),
    plan_study(plan_interval(0.9, width=0.1)),
):
    study = Study.from_json(study.to_json()) if sys.argv[1] == "read" else study
    print(study.kind, hashlib.sha256(report_html(study).encode()).hexdigest())
"""
_KINDS = ["compare", "operate", "plan"]


def test_two_processes_write_the_same_bytes() -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITE, way],
            env=os.environ | {"PYTHONHASHSEED": order},
            stdout=subprocess.PIPE,
            text=True,
        )
        for order, way in (("1", "made"), ("2", "read"))
    ]
    first, second = (process.communicate()[0].splitlines() for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert [line.split()[0] for line in first] == _KINDS
    assert first == second


def test_a_study_writes_its_own_report(tmp_path: Path) -> None:
    from aucurate.planning import plan_interval
    from aucurate.report import report_html
    from aucurate.study.plan import plan_study

    study = plan_study(plan_interval(0.9, width=0.1))
    study.to_html(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_bytes() == report_html(study).encode()
