"""The numbers of a study under one name each, as trackers of experiments take them."""

import math
import posixpath
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.plots.test_of_study import STUDIES, studied

import aucurate as au
from aucurate.study.table import Table, numbers_of

CURVES = {("operate-folds", "points"), ("plan", "sizes")}
"""Tables whose rows are points, which no name identifies."""


def _accepted(name: str) -> bool:
    """What MLflow, the strictest of the trackers, takes as the name of a metric."""
    is_path = posixpath.normpath(name) == name and not name.startswith(("/", ".."))
    return bool(re.fullmatch(r"[/\w.\- :]{1,250}", name)) and is_path


@pytest.mark.parametrize("kind", STUDIES)
def test_every_kind_of_study_has_numbers_for_a_tracker(kind: str) -> None:
    numbers = studied(kind).numbers()
    assert numbers
    for name, value in numbers.items():
        assert _accepted(name), name
        assert type(value) is float
        assert math.isfinite(value)


@pytest.mark.parametrize("kind", STUDIES)
def test_every_table_has_names_for_its_rows_unless_it_is_a_curve(kind: str) -> None:
    for table in studied(kind).tables():
        assert bool(numbers_of([table])) != ((kind, table.name) in CURVES), table.name


def test_names_and_values_of_a_comparison() -> None:
    labels = np.tile([0, 1], 20)
    rng = np.random.default_rng(1)
    scores = {"new": rng.normal(size=40) + 2 * labels, "old": rng.normal(size=40) + labels}
    study = au.compare(labels, scores, require=["new - old > -0.1", "auc(old) > 0.5"])
    numbers = study.numbers()
    pair = study.comparison("new", "old")
    for name, value in {
        "auc/new": study.estimate("new").value,
        "auc/new/low": study.estimate("new").interval.low,
        "difference/new-old": pair.difference,
        "difference/new-old/p_value": pair.p_value,
        "requirements/new - old above -0.1/limit": study.requirements[0].limit,
        "requirements/auc_old_ above 0.5/shown": float(study.requirements[1].shown),
    }.items():
        assert numbers[name] == value
    assert numbers == au.study.Study.from_json(study.to_json()).numbers()


def test_the_name_of_the_estimand_is_that_of_its_column() -> None:
    study = au.compare([0, 1] * 10, np.arange(20.0), of="average-precision")
    assert study.numbers()["average_precision/scores"] == study.estimates[0].value


@for_each(
    "names",
    [
        ("a/b", "a_b"),
        ("..", "."),
        ("x" * 80 + "1", "x" * 80 + "2"),
        ("é", "ü"),
        ("a", "a_2"),
        ("a/", "a\\"),
        ("😀", "\n"),
        ("a", "A"),
        (" a", "a"),
    ],
)
def test_odd_names_are_accepted_and_stay_apart(names: tuple[str, str]) -> None:
    labels = np.tile([0, 1], 20)
    rng = np.random.default_rng(1)
    study = au.compare(labels, {name: rng.normal(size=40) + labels for name in names})
    numbers = study.numbers()
    assert all(map(_accepted, numbers))
    aucs = [value for name, value in numbers.items() if re.fullmatch(r"auc/[^/]+", name)]
    assert aucs == [estimate.value for estimate in study.estimates]


def test_two_pairs_with_one_name_stay_apart() -> None:
    assert list(numbers_of([_table(first=("a-b", "a"), second=("c", "b-c"), p=(0.1, 0.2))])) == [
        "pairs/a-b-c/p",
        "pairs/a-b-c_2/p",
    ]


def _table(**columns: tuple[Any, ...]) -> Table:
    return Table(name="pairs", title="", header=(), rows=(), columns=columns)


def _left_out() -> Iterator[tuple[Any, ...]]:
    yield (math.nan, math.inf, -math.inf, None, "text")


@for_each("values", _left_out())
def test_what_is_no_finite_number_is_left_out(values: tuple[Any, ...]) -> None:
    names = tuple("abcde")
    assert numbers_of([_table(classifier=names, p=values)]) == {}
    found = numbers_of([_table(classifier=names, p=(True, False, 1, 0.5, np.float64(2)))])
    assert list(found.values()) == [1.0, 0.0, 1.0, 0.5, 2.0]
