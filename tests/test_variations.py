"""The runs of the tests as on other machines: what each changes, and how its outcome is read."""

import itertools
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.transforms import keeping_ties
from tools import another_libm, shuffled_tests, test_variations
from tools.another_libm import By, shifted
from tools.test_variations import Outcome, Variation, numpy_features, outcome, variations

VALUES = np.random.default_rng(0).normal(size=20_000)
BOTH = pytest.mark.parametrize("by", ["value", "lane"])


@BOTH
def test_a_quarter_of_the_results_move_to_the_next_number(by: By) -> None:
    moved = shifted(VALUES, by, seed=0)
    assert (np.abs(moved - VALUES) <= np.spacing(np.abs(VALUES))).all()
    assert 0.24 < np.mean(moved != VALUES) < 0.26
    assert 0.45 < np.mean(moved[moved != VALUES] > VALUES[moved != VALUES]) < 0.55
    assert (moved != shifted(VALUES, by, seed=1)).any()
    assert np.array_equal(moved, shifted(VALUES, by, seed=0))


@BOTH
def test_what_every_library_gives_exactly_stays(by: By) -> None:
    exact = np.array([0.0, -0.0, 1.0, -7.0, 0.5, -0.5, np.inf, -np.inf, np.nan] * 20)
    assert np.array_equal(shifted(exact, by, seed=0), exact, equal_nan=True)
    whole = np.arange(5)
    assert shifted(whole, by, seed=0) is whole


def test_equal_results_move_equally_by_value_and_not_by_lane() -> None:
    equal = np.full(1000, 0.3)
    assert len(np.unique(shifted(equal, "value", seed=0))) == 1
    assert len(np.unique(shifted(equal, "lane", seed=0))) == 3


def test_a_number_stays_a_number_and_an_output_array_is_filled() -> None:
    assert type(shifted(0.3, "value", 0)) is float
    assert type(shifted(np.float64(0.3), "lane", 0)) is np.float64
    stand_ins = {(m.__name__, n): f for m, n, f in another_libm.replacements("lane", 0)}
    exp = stand_ins["numpy", "exp"]
    out = np.empty_like(VALUES)
    assert exp(VALUES, out=out) is out
    assert np.array_equal(out, exp(VALUES))
    assert exp.nin == 1
    assert ("numpy", "sqrt") not in stand_ins  # IEEE 754 demands its rounding


def test_transformations_that_keep_ties_keep_them_in_every_lane() -> None:
    stand_ins = {(m.__name__, n): f for m, n, f in another_libm.replacements("lane", 0)}
    exp, tied = stand_ins["numpy", "exp"], VALUES.round(1).reshape(100, 200)
    assert len(np.unique(exp(tied))) > len(np.unique(tied))
    moved = keeping_ties(exp)(tied)
    assert moved.shape == tied.shape
    assert np.array_equal(
        np.unique(moved, return_inverse=True)[1], np.unique(tied, return_inverse=True)[1]
    )
    with pytest.raises(AssertionError, match="merges"):
        keeping_ties(np.floor)(tied)


def test_files_and_their_tests_are_shuffled_and_files_stay_together() -> None:
    first: list[Any] = [SimpleNamespace(path=p, name=n) for p in range(9) for n in range(9)]
    config: Any = SimpleNamespace(getoption=lambda name: 3)
    one, two = list(first), list(first)
    random.seed(5)  # has no say
    shuffled_tests.pytest_collection_modifyitems(config, one)
    shuffled_tests.pytest_collection_modifyitems(config, two)
    assert one == two != first
    paths = [item.path for item in one]
    assert sum(a != b for a, b in itertools.pairwise(paths)) == 8
    assert sorted((item.path, item.name) for item in one) == [
        (item.path, item.name) for item in first
    ]


def test_features_are_those_that_this_numpy_knows() -> None:
    known = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    assert numpy_features("") == known
    assert all(name.startswith(("X86_V4", "AVX512")) for name in numpy_features("X86_V4", "AVX512"))


def test_an_old_machine_has_everything_old() -> None:
    known = variations()
    old = known["old-machine"].environment
    for part in ("blas-prescott", "glibc-old", "threads-1", "elsewhere", "hash-1"):
        assert known[part].environment.items() <= old.items()


@pytest.mark.parametrize(
    ("log", "status", "expected"),
    [
        (
            "12 passed, 1 skipped in 3.21s",
            0,
            Outcome(state="passed", about="12 passed, 1 skipped in 4s"),
        ),
        (
            "FAILED tests/a.py::test_b[c] - assert 1 == 2\nERROR tests/d.py\n"
            "1 failed, 3 passed, 1 error in 2s (0:00:02)",
            1,
            Outcome(
                state="FAILED",
                about="1 failed, 3 passed, 1 error in 4s: tests/a.py::test_b[c], tests/d.py",
            ),
        ),
        ("Killed", 137, Outcome(state="FAILED", about="pytest exited with 137 in 4s: see the log")),
    ],
)
def test_the_outcome_is_read_from_the_output(log: str, status: int, expected: Outcome) -> None:
    assert outcome(log, status, 4.2) == expected


def test_what_cannot_be_had_is_skipped_with_the_reason() -> None:
    variation = Variation(about="x", missing="there is none")
    found = test_variations.run("x", variation, [], "1")
    assert found == Outcome(state="skipped", about="there is none")


def test_names_and_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs: list[tuple[str, tuple[str, ...]]] = []

    def run(name: str, variation: Variation, tests: Any, processes: str) -> Outcome:
        runs.append((name, tuple(tests)))
        return Outcome(state="FAILED" if name == "hash-1" else "passed", about="")

    monkeypatch.setattr(test_variations, "run", run)
    assert test_variations.main(["plain", "order-11", "--tests", "tests/curve"]) == 0
    assert test_variations.main(["hash-1", "--all-tests"]) == 1
    assert runs == [("plain", ("tests/curve",)), ("order-11", ("tests/curve",)), ("hash-1", ())]
    assert capsys.readouterr().out.endswith("0 passed, 1 FAILED, 0 skipped\n")
    with pytest.raises(SystemExit) as refused:
        test_variations.main(["banana"])
    assert refused.value.code == 2
    assert test_variations.main(["--list"]) == 0
    assert "libm-lane-0" in capsys.readouterr().out
