"""Reading the JSON of a study: what does not fit is refused by type, with its place."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

from aucurate.cli.app import run
from aucurate.datasets import load_breast_cancer
from aucurate.errors import InputError, OptionError
from aucurate.study import Study, compare


@cache
def _text() -> str:
    rng = np.random.default_rng(2)
    labels = np.tile([0, 1], 30)
    return compare(labels, {n: rng.normal(size=60) + labels for n in "ab"}).to_json()


def _changed(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(_text())
    change(data)
    return json.dumps(data)


def test_a_study_writes_its_tables_as_the_command_line_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = load_breast_cancer().select(["forest", "tree"])
    study = compare(data)
    words = ["compare", "--scores", "forest,tree", "--quiet"]
    for name, write in {
        "latex": study.to_latex, "markdown": study.to_markdown, "csv": study.to_csv
    }.items():  # fmt: skip
        for table in (None, "comparisons"):
            one = [] if table is None else ["--table", table]
            assert run([*words, f"--{name}", *one]) == 0
            assert capsys.readouterr().out == write(table)
        with pytest.raises(OptionError, match="no table named 'nothing'"):
            write("nothing")


def test_the_works_that_the_methods_cite() -> None:
    study = compare(load_breast_cancer())
    references = study.methods().partition("\nReferences\n")[2].split("\n")
    assert study.bibtex().count("author =") == len([line for line in references if line])
    assert "@article{delong1988," in study.bibtex()


def test_a_study_comes_back_whole() -> None:
    assert Study.from_json(_text()).to_json() == _text()


@for_each(
    "text",
    [
        "",
        "[" * 100_000,
        '{"a":' * 100_000,
        "3",
        "null",
        "[]",
        "{}",
        '{"format_version": 2}',
        "9" * 5000,
        '"\\ud800"',
    ],
)
def test_text_that_is_no_study(text: str) -> None:
    with pytest.raises(InputError, match="not the JSON of a study"):
        Study.from_json(text)


@for_each(
    ("version", "kind"),
    [(2, "[]"), (2, "{}"), (2, "null"), (2, '"banana"'), ("[]", '"compare"'), ("true", '"plan"')],
)
def test_kinds_and_versions_of_any_type(version: object, kind: str) -> None:
    with pytest.raises(InputError, match="this study is of kind"):
        Study.from_json(f'{{"format_version": {version}, "kind": {kind}}}')


def _set(*path: str | int, value: object) -> Callable[[dict[str, Any]], object]:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


@for_each(
    ("change", "message"),
    [
        (
            _set("provenance", "n_observations", value="60"),
            r"'provenance\.n_observations' of CompareStudy: .* a whole number; it is '60'",
        ),
        (_set("provenance", "n_observations", value=True), "a whole number; it is true"),
        (
            _set("estimates", 1, "interval", "low", value="0.5"),
            r"'estimates\[1\]\.interval\.low' .* this must be a number; it is '0.5'",
        ),
        (
            _set("estimates", 1, "value", value=10**400),
            r"'estimates\[1\]\.value' .* larger than a 64-bit float",
        ),
        (_set("estimates", 0, "value", value=None), "this must be a number; it is null"),
        (_set("estimates", value={}), "'estimates' .* this must be a list; it is an object"),
        (_set("estimates", 0, value=[]), r"'estimates\[0\]' .* an object; it is a list"),
        (_set("estimates", 0, "name", value=5), r"'estimates\[0\]\.name' .* text; it is 5"),
        (_set("estimates", 0, "name", value="\ud800"), "half a character"),
        (_set("tests", 0, "result", "alternative", value="more"), "must be one of 'two-sided'"),
        (_set("tests", 0, "result", "alternative", value=[]), "must be one of .* it is a list"),
        (_set("banana", value=1), "CompareStudy has no field 'banana'"),
        (lambda data: data.pop("estimates"), "the field 'estimates' is missing"),
        (_set("caveats", value=[{"kind": "x"}]), r"'caveats\[0\]' .* 'message' is missing"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(change: Any, message: str) -> None:
    with pytest.raises(InputError, match=f"damaged: .*{message}") as caught:
        Study.from_json(_changed(change))
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 300


def test_a_setting_that_is_nested_without_end() -> None:
    deep: Any = 0
    for _ in range(200):
        deep = [deep]
    with pytest.raises(InputError, match="this must be text; it is a list"):
        Study.from_json(_changed(_set("settings", "method", value=deep)))


WRONG: tuple[Any, ...] = (None, True, 3, -0.5, "x", [], {}, [[]], 10**400, "NaN", {"a": 1})


def test_any_value_anywhere_is_read_or_refused_by_type() -> None:
    """Every value of the JSON replaced by others: a study of the right types, or an InputError."""
    data = json.loads(_text())
    for path in _paths(data):
        for value in WRONG:
            text = _changed(_set(*path, value=value))
            try:
                Study.from_json(text)
            except InputError:
                continue


def _paths(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of every value; of a list, the first items stand for all."""
    items = data.items() if isinstance(data, dict) else enumerate(data[:1])
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from _paths(value, (*path, key))
