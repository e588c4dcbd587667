"""Cases in a loop: every case is run, and the failing one is named."""

import inspect
from typing import Any

import pytest
from tests.loops import for_each


def test_every_case_is_run_and_fixtures_stay() -> None:
    seen = []

    @for_each("number", (1, 2))
    @for_each(("word", "size"), [("a", 3), pytest.param("b", 4, id="the second")])
    def looped(fixture: str, number: int, word: str, size: int) -> None:
        seen.append((fixture, number, word, size))

    assert list(inspect.signature(looped).parameters) == ["fixture"]
    looped(fixture="x")
    assert seen == [("x", 1, "a", 3), ("x", 1, "b", 4), ("x", 2, "a", 3), ("x", 2, "b", 4)]


def test_a_failure_names_its_case() -> None:
    @for_each("number", (1, 2))
    @for_each("word, size", [("a", 3), pytest.param("b", 4, id="the second")])
    def looped(number: int, word: str, size: int) -> None:
        assert (number, word) != (2, "b")

    with pytest.raises(AssertionError) as failed:
        looped()
    assert failed.value.__notes__ == ["in the case the second", "in the case number=2"]


def test_cases_can_depend_on_other_arguments() -> None:
    seen = []

    @for_each("number", lambda word: range(len(word)))
    def looped(word: str, number: int) -> None:
        seen.append((word, number))

    looped(word="ab")
    assert seen == [("ab", 0), ("ab", 1)]
    with pytest.raises(AssertionError, match="tests nothing"):
        looped(word="")


@pytest.mark.parametrize("ids", [str.upper, ["A", "B"]])
def test_a_case_can_be_given_a_name(ids: Any) -> None:
    @for_each("word", "ab", ids=ids)
    def looped(word: str) -> None:
        assert word == "a"

    with pytest.raises(AssertionError) as failed:
        looped()
    assert failed.value.__notes__ == ["in the case B"]


def test_what_is_no_value_is_shown_by_its_name_or_shortened() -> None:
    @for_each("thing", [len, "x" * 200])
    def looped(thing: object) -> None:
        assert callable(thing)

    with pytest.raises(AssertionError) as failed:
        looped()
    (note,) = failed.value.__notes__
    assert note.startswith("in the case thing='xxx")
    assert note.endswith("…")
    assert len(note) < 120
