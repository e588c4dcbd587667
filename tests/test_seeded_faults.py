"""The seeded faults: where each is put, which tests are asked, and how the answer is read."""

import contextlib
from pathlib import Path

import pytest
from tests.loops import for_each
from tools.seeded_faults import (
    FAULTS,
    Caught,
    Fault,
    failing_test,
    place_of,
    read_faults,
    row,
    seeded,
    stages,
)

ALL = read_faults(FAULTS.read_text("utf-8"))
FAULT = Fault(name="sign", about="", code="a + b", instead="a - b", topic="", methods=("delong",))


@for_each("fault", ALL, ids=lambda fault: fault.name)
def test_every_fault_has_one_place_and_changes_it(fault: Fault) -> None:
    assert place_of(fault)
    assert fault.code != fault.instead
    assert fault.about.endswith(".")
    assert fault.topic


def test_there_are_forty() -> None:
    assert len({fault.code for fault in ALL}) == len(ALL) == 40


def test_code_that_is_nowhere_or_in_two_places_is_refused(tmp_path: Path) -> None:
    package = tmp_path / "src" / "aucurate"
    package.mkdir(parents=True)
    with pytest.raises(LookupError, match="sign must occur once; it is in: nowhere"):
        place_of(FAULT, tmp_path)
    (package / "one.py").write_text("c = a + b\n")
    assert place_of(FAULT, tmp_path) == "src/aucurate/one.py"
    (package / "two.py").write_text("c = a + b\n")
    with pytest.raises(LookupError, match=r"one\.py, src/aucurate/two\.py"):
        place_of(FAULT, tmp_path)


def test_a_fault_is_taken_out_again(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text("c = a + b\n")
    with contextlib.suppress(KeyboardInterrupt), seeded(FAULT, tmp_path, "one.py"):
        assert file.read_text() == "c = a - b\n"
        raise KeyboardInterrupt
    assert file.read_text() == "c = a + b\n"


def test_the_nearest_tests_are_asked_first() -> None:
    tests = {
        "tests/cli/test_b.py": "from aucurate.inference.auc import delong",
        "tests/every/test_a.py": "",
        "tests/frozen/test_numbers.py": "",
        "tests/inference/auc/test_delong.py": "",
        "tests/inference/auc/test_delong_gold.py": "",
        "tests/inference/auc/test_delong_null.py": "",
        "tests/inference/folds/test_c.py": "",
        "tests/test_z.py": "from aucurate.inference.auc.delong import delong_test",
    }
    place = "src/aucurate/inference/auc/delong.py"
    found = stages(place, tests, ["src/aucurate/inference/auc/delong_null.py"])
    auc = "tests/inference/auc/"
    assert {stage.name: stage.paths for stage in found} == {
        "mirror": (place, f"{auc}test_delong.py", f"{auc}test_delong_gold.py"),
        "contract": ("tests/every/test_a.py",),
        "users": ("tests/cli/test_b.py", "tests/test_z.py"),
        "room": (f"{auc}test_delong_null.py", "tests/inference/folds/test_c.py"),
        "rest": ("tests/frozen/test_numbers.py",),
    }


@for_each(
    ("line", "test"),
    [
        ("FAILED tests/a.py::test_b[c - d] - assert 1 == 2", "tests/a.py::test_b[c - d]"),
        ("FAILED tests/a.py::test_b - AssertionError: [x]", "tests/a.py::test_b"),
        ("FAILED tests/a.py::test_b", "tests/a.py::test_b"),
        ("ERROR tests/a.py - NameError", "tests/a.py"),
        ("1 passed", ""),
    ],
)
def test_the_failing_test_is_read_from_the_summary(line: str, test: str) -> None:
    assert failing_test(f"...F\n{line}\n1 failed\n") == test


@for_each(
    ("stage", "test", "points", "said"),
    [
        ("mirror", "tests/a.py::test_b", True, "mirror, points there"),
        ("contract", "tests/every/a.py::test_b[delong]", True, "contract, points there"),
        ("contract", "tests/every/a.py::test_b[mover]", False, "contract, points elsewhere"),
        ("room", "tests/a.py::test_b", False, "room, points elsewhere"),
        ("", "", False, "NOT CAUGHT"),
    ],
)
def test_a_mirror_or_a_contract_that_names_the_method_points_at_the_place(
    stage: str, test: str, points: bool, said: str
) -> None:
    found = Caught(stage=stage, test=test)
    assert found.points_at(FAULT) == points
    assert said in row(FAULT, "src/aucurate/x.py", found)
