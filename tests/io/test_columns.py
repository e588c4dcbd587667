"""Columns that tell which rows belong together are recognised by name and repetition."""

from typing import Any

import narwhals as nw
import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.io.columns import read_words, repeated_identifiers

N = 100


def found(name: str, values: Any) -> list[str]:
    table = nw.from_native(pl.DataFrame({"y": np.arange(N) % 2, name: values}), eager_only=True)
    return [one.name for one in repeated_identifiers(table, ["y"])]


@for_each(
    "name",
    [
        "patient",
        "Patient",
        "patient_id",
        "PatientID",
        "subject no",
        "participants",
        "customer",
        "speaker_id",
        "id",
        "lesion_id",
    ],
)
def test_a_repeated_identifier_is_found(name: str) -> None:
    assert found(name, np.arange(N) // 5) == [name]
    assert found(name, [f"p{k // 2}" for k in range(N)]) == [name]


@pytest.mark.parametrize("name", ["patient", "id"])
def test_an_identifier_that_does_not_repeat_is_none(name: str) -> None:
    assert found(name, np.arange(N)) == []
    assert found(name, ["one"] * N) == []


def test_a_plain_id_of_few_values_is_a_site_but_two_patients_are_patients() -> None:
    assert found("site_id", np.arange(N) % 3) == []
    assert found("patient", np.arange(N) % 2) == ["patient"]


@pytest.mark.parametrize("name", ["forest", "idle", "avoid", "outpatient visits", "age"])
def test_other_columns_are_no_identifiers(name: str) -> None:
    assert found(name, np.arange(N) // 5) == []


def test_a_column_with_a_role_is_not_told() -> None:
    table = pl.DataFrame(
        {
            "y": np.arange(N) % 2,
            "s": np.random.default_rng(0).normal(size=N),
            "id": ["a"] * 50 + ["b"] * 50,
        }
    )
    data = au.UnpairedScores.from_frame(table, label="y", score="s", test_set="id")
    assert all(member.observations.identifiers == () for member in data)


def test_missing_identifiers_do_not_count() -> None:
    assert found("patient", [None] * (N - 3) + ["a", "b", "c"]) == []


def test_tables_with_a_column_per_class_tell_it_too() -> None:
    table = pl.DataFrame(
        {
            "y": ["a", "b"] * 50,
            "a": np.arange(N) / N,
            "b": 1 - np.arange(N) / N,
            "patient": [f"p{k // 4}" for k in range(N)],
        }
    )
    data = au.ClassScores.from_frame(table, label="y", scores=["a", "b"])
    ((identifier),) = data.observations.identifiers
    assert (identifier.name, identifier.different, identifier.rows) == ("patient", 25, N)


# The cells of a text table: numbers with a decimal comma, and commas that part thousands.


@for_each(
    ("words", "read"),
    [
        (["0,25", "1,5", None], [0.25, 1.5, None]),
        (["1,250", "0,5"], [1.25, 0.5]),
        (["3", "0,125"], [3.0, 0.125]),
        (["1,250", "2,500"], ["1,250", "2,500"]),  # thousands as well as decimals: as they stand
        (["1,2,3", "0,5"], ["1,2,3", "0,5"]),
    ],
)
def test_decimal_commas_are_read_unless_they_may_part_thousands(
    words: list[str | None], read: list[object]
) -> None:
    assert read_words(pl.Series(words), commas="recognised").to_list() == read
    assert read_words(pl.Series(words)).to_list() == words


def test_an_identifier_that_is_repeated_for_every_classifier_of_a_long_table() -> None:
    columns = {"id": list("abcabc"), "y": [0, 1, 1] * 2, "p": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}
    crossed = pl.DataFrame(columns | {"model": ["old"] * 3 + ["new"] * 3})
    apart = pl.DataFrame(columns | {"clinic": ["u", "v", "u", "u", "v", "v"]})
    for frame, classifier in ((crossed, "model"), (apart, ""), (crossed.drop("model"), "")):
        (found,) = repeated_identifiers(nw.from_native(frame), ["y", "p"])
        assert found.classifier == classifier
