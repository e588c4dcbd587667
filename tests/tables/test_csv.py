"""CSV of a study: the digits of its JSON, and names that survive whatever is in them."""

import csv
import io
import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import aucurate
from aucurate.datasets import load_breast_cancer_folds, load_wine_class_folds
from aucurate.errors import OptionError
from aucurate.study import CompareStudy, Study, compare
from aucurate.study.folds import folds
from aucurate.study.plan import plan_study
from aucurate.study.table import Table
from aucurate.tables.csv import to_csv

HOSTILE = ('comma, "quote"', "line\nbreak", "return\ralone", "=1+1", " blanks ", "", "naïve ✓")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def number(text: str) -> float:
    return float(text.replace("Infinity", "inf"))


@pytest.fixture(scope="module")
def study() -> CompareStudy:
    return compare(aucurate.datasets.load_breast_cancer())


def test_the_first_table_unless_another_is_named(study: CompareStudy) -> None:
    assert to_csv(study) == to_csv(study, "estimates")
    rows = rows_of(to_csv(study, "comparisons"))
    assert [row["first"] for row in rows] == [c.first for c in study.comparisons]
    assert list(rows[0]) == list(study.table("comparisons").columns)


def test_numbers_are_those_of_the_json_digit_by_digit(study: CompareStudy) -> None:
    data = json.loads(study.to_json())
    for row, estimate in zip(rows_of(to_csv(study)), data["estimates"], strict=True):
        assert row["auc"] == json.dumps(estimate["value"])
        assert row["low"] == json.dumps(estimate["interval"]["low"])
        assert row["n_positive"] == json.dumps(estimate["n_positive"])
    for row, c in zip(rows_of(to_csv(study, "comparisons")), data["tests"], strict=True):
        assert row["p_value"] == json.dumps(c["result"]["p_value"])
        assert float(row["difference"]) == c["result"]["difference"]


def test_every_table_of_every_kind_comes_back() -> None:
    over_folds = folds(load_breast_cancer_folds(), threshold=0.5, all_tests=True)
    plan = plan_study(aucurate.planning.plan_one(0.8, null=0.7, power=0.9))
    several = aucurate.multiclass(load_wine_class_folds(), search="none")
    for study in (over_folds, plan, several):
        for table in study.tables():
            rows = rows_of(to_csv(study, table.name))
            for name, values in table.columns.items():
                for row, value in zip(rows, values, strict=True):
                    _is_same(row[name], value)


def _is_same(text: str, value: Any) -> None:
    if value is None:
        assert text == ""
    elif isinstance(value, bool):
        assert text == ("true" if value else "false")
    elif isinstance(value, int | float):
        assert np.array_equal(number(text), value, equal_nan=True)
    else:
        assert text == value


@pytest.fixture
def anything(study: CompareStudy, monkeypatch: pytest.MonkeyPatch) -> Any:
    def give(columns: dict[str, tuple[object, ...]]) -> str:
        table = Table(name="t", title="", header=(), rows=(), columns=columns)
        monkeypatch.setattr(type(study), "tables", lambda self: (table,))
        return to_csv(study)

    return give


def test_what_is_no_plain_number(anything: Any) -> None:
    values = (np.inf, -np.inf, np.nan, np.float64(0.1), np.int64(3), True, None, ["a", 0.5, np.nan])
    assert anything({"x": values, "y": (1,) * 8}) == (
        'x,y\nInfinity,1\n-Infinity,1\nNaN,1\n0.1,1\n3,1\ntrue,1\n,1\n"[""a"", 0.5, ""NaN""]",1\n'
    )


def test_hostile_names_come_back_as_they_were(anything: Any) -> None:
    text = anything({"na,me": HOSTILE, "y": tuple(range(len(HOSTILE)))})
    assert [row["na,me"] for row in rows_of(text)] == list(HOSTILE)
    assert "=1+1,3\n" in text
    assert '"return\ralone",2\n' in text


def test_one_column_with_nothing_in_it_keeps_its_rows(anything: Any) -> None:
    assert len(list(csv.reader(io.StringIO(anything({"x": (None, "")}))))) == 3
    assert anything({"x": ()}) == "x\n"


def test_an_unknown_table_is_refused_by_the_study(study: CompareStudy) -> None:
    with pytest.raises(OptionError, match="no table named 'folds'") as refused:
        to_csv(study, "folds")
    assert refused.value.hint == "it has estimates, comparisons and joint."


def test_a_study_that_was_read_again_gives_the_same(study: CompareStudy) -> None:
    again = Study.from_json(study.to_json())
    assert to_csv(again, "comparisons") == to_csv(study, "comparisons")
    fewer = replace(study, tests=study.tests[:1])
    assert to_csv(fewer, "comparisons").count("\n") == 2
