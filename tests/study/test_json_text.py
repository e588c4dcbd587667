"""The JSON of a study is the indented one of the standard library, with numbers in a line."""

import json
import re
from typing import Any

import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.study.base import _written

NUMBERS = r'[^][{}"]*'
LIST_OF_NUMBERS = re.compile(rf'\[\n{NUMBERS}(?:"(?:-?Infinity|NaN)"{NUMBERS})*\]')


def by_the_library(value: Any, indent: int) -> str:
    text = json.dumps(value, indent=indent, allow_nan=False, ensure_ascii=False)
    return LIST_OF_NUMBERS.sub(lambda found: " ".join(found[0].split()), text)


@for_each("indent", [0, 2, 4])
@for_each(
    "value",
    [
        {},
        [],
        {"a": []},
        {"a": {}},
        [1, 2.5, None, True, "NaN"],
        ["-Infinity"],
        ["a", "NaN"],
        [[1], [2, [3, "x"]]],
        {'é\n"': [{"x": 1e300, "y": -0.0}], "1": [[], [{}]]},
        {2: 2, None: 3, True: [1]},
        "[\n1\n]",
        5,
    ],
)
def test_every_value_is_written_as_the_library_writes_it(value: Any, indent: int) -> None:
    assert _written(value, " " * indent, "\n") == by_the_library(value, indent)


def test_a_study_is_written_so() -> None:
    study = au.compare(au.datasets.load_breast_cancer(), simultaneous=True)
    text = study.to_json()
    assert by_the_library(json.loads(text), 2) == text
    assert json.loads(study.to_json(indent=None)) == json.loads(text)


def test_what_json_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        _written([float("inf")], "  ", "\n")
