"""The fuzzers themselves: what they call a finding, and that a seed says all."""

import os
import random
import warnings
from fractions import Fraction
from typing import Any

import pytest
from tests.fuzz.command import Ran, ran
from tests.fuzz.running import FUZZERS, Driver, Finding, Limits, load, watched
from tests.fuzz.table_cells import Column, Table
from tests.fuzz.table_files import as_text, damaged
from tests.fuzz.tables import _auc, _judged

from aucurate.errors import AucurateError, CacheWarning, OptionError

SEEDS = {"tables": range(6), "options": range(3), "arguments": range(20), "json": range(8)}


@pytest.mark.parametrize("name", FUZZERS)
def test_the_first_cases_are_as_they_should_be(name: str) -> None:
    fuzzer = load(name)
    for seed in SEEDS.get(name, range(3)):
        case = fuzzer.case(seed)
        assert fuzzer.case(seed).what == case.what
        assert case.run() is None, case.what


def _is_typed(error: BaseException) -> bool:
    return isinstance(error, AucurateError)


def _refuses() -> None:
    raise OptionError("no")


def test_what_is_a_finding() -> None:
    assert watched(lambda: 3, _is_typed) is None
    assert watched(_refuses, _is_typed) is None
    assert watched(lambda: warnings.warn(CacheWarning("ours"), stacklevel=1), _is_typed) is None
    divided = watched(lambda: 1 / 0, _is_typed)
    assert divided is not None
    assert divided.kind == "ZeroDivisionError"
    warned = watched(lambda: warnings.warn("theirs", RuntimeWarning, stacklevel=1), _is_typed)
    assert warned is not None
    assert warned.kind == "RuntimeWarning"
    printed = watched(lambda: os.write(2, b"thread 7 panicked"), _is_typed)
    assert printed == Finding("output", "thread # panicked", "thread 7 panicked")


def test_commands_end_as_documented() -> None:
    good = ran(["plan", "--first", "0.7", "--power", "0.8", "--quiet", "--json"])
    assert (good.status, good.finding) == (0, None)
    assert good.study() is not None
    refused = ran(["plan", "--first", "7", "--quiet"])
    assert (refused.status, refused.finding) == (2, None)
    assert refused.study() is None


def _table() -> Table:
    return Table(
        [Column("y", "label", [0, 1, 0, 1]), Column("s", "score", [0.1, 0.25, 0.25, None])]
    )


def _study(**changes: Any) -> Ran:
    import json

    where = {"n_observations": 3, "positive": "1"}
    dropped = {"source": {"n_dropped": changes.get("n_dropped", 1), "n_weightless": 0}}
    study = {
        "provenance": dropped | {name: changes.get(name, value) for name, value in where.items()},
        "estimates": [{"name": "s", "value": changes.get("value", 0.75)}],
    }
    return Ran(0, json.dumps(study), "", None)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, None),
        ({"n_dropped": 0}, "rows lost"),
        ({"positive": "0"}, "wrong positive class"),
        ({"value": 0.8}, "wrong AUC"),
    ],
)
def test_the_oracle(changes: dict[str, Any], kind: str | None) -> None:
    finding = _judged("compare", _table(), ["--missing", "drop"], _study(**changes))
    assert (finding and finding.kind) == kind


def test_exact_aucs() -> None:
    assert _auc([Fraction(as_text(10**40 + 1))], [Fraction(as_text(10**40))]) == 1.0
    assert _auc([Fraction(1)], []) is None


def test_damage_depends_on_the_seed_alone() -> None:
    content = bytes(range(256))
    assert damaged(random.Random(3), content) == damaged(random.Random(3), content) != content


def test_a_driver_finds_nothing_in_sound_cases(capsys: pytest.CaptureFixture[str]) -> None:
    driver = Driver("json", 3, Limits(gigabytes=0))
    driver.next_seed = 0
    shown: list[object] = []
    driver.run(0.01, shown.append)
    assert not shown
