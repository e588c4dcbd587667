"""Tables of the page: the rows to read as they are, every digit as the JSON has it."""

import csv
import io
import json
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from tests.report.parsed import Grid
from tests.report.studies import MADE, made, page

import aucurate as au
from aucurate.report.figures import Picture, arranged
from aucurate.report.kinds import kind_of
from aucurate.report.tables import MOST_EXACT, FullTexts, sheets_of
from aucurate.study.table import Table
from aucurate.tables.csv import exact_text, to_csv

pytest.importorskip("jinja2")


def _whole(name: str, grid: Grid) -> list[list[str]]:
    """The rows with the full text of every cell that is cut."""
    full = json.loads(page(name).texts["full-texts-json"])
    return [
        [full[grid.full[at, of]] if (at, of) in grid.full else cell for of, cell in enumerate(row)]
        for at, row in enumerate(grid.rows)
    ]


def _tables(name: str) -> tuple[Table, ...]:
    return (*made(name).tables(), *kind_of(made(name)).tables(made(name)))


@for_each("name", MADE)
def test_rows_are_shown_as_they_are(name: str) -> None:
    grids = page(name).grids
    assert len(grids) == 2 * len(_tables(name))
    for table in _tables(name):
        shown = grids[f"{table.name}-shown"]
        assert shown.header == list(table.header)
        assert shown.rows == [list(row) for row in table.rows]


@for_each("name", MADE)
def test_exact_cells_have_the_digits_of_the_json(name: str) -> None:
    for table in _tables(name):
        columns: dict[str, list[Any]] = json.loads(json.dumps(table.to_dict()["columns"]))
        exact = page(name).grids[f"{table.name}-exact"]
        rows = [list(row) for row in zip(*columns.values(), strict=True)]
        assert exact.header == list(columns)
        assert _whole(name, exact) == [[exact_text(value) for value in row] for row in rows]


@for_each("name", MADE)
def test_exact_cells_are_those_of_the_csv(name: str) -> None:
    for table in made(name).tables():
        text = to_csv(made(name), table.name)
        header, *rows = csv.reader(io.StringIO(text, newline=""))
        exact = page(name).grids[f"{table.name}-exact"]
        assert exact.header == header
        assert _whole(name, exact) == rows


def test_numbers_of_the_json_are_found_on_the_page() -> None:
    study = au.compare(au.datasets.load_breast_cancer())
    told = json.loads(study.to_json())
    cells = {
        cell.text
        for sheet in sheets_of(study.tables(), FullTexts())
        for row in sheet.exact.rows
        for cell in row
    }
    for estimate in told["estimates"]:
        assert {repr(estimate["value"]), repr(estimate["interval"]["low"])} <= cells
    for comparison in (test["result"] for test in told["tests"]):
        assert {repr(comparison["p_value"]), repr(comparison["interval"]["high"])} <= cells


def test_every_fold_is_there() -> None:
    study: Any = made("folds")
    auc, error = kind_of(study).tables(study)
    assert (auc.name, error.name) == ("values", "values_error_rate")
    assert auc.columns["value"] == tuple(
        value for at in range(6) for value in (part[at] for part in study.parts[0].values)
    )
    assert auc.header == ("fold", "a", "c")
    assert len(auc.rows) == 6
    assert kind_of(made("compare")).tables(made("compare")) == ()


def test_a_table_may_have_any_name() -> None:
    table = Table(name="Verdict", title="", header=("a",), rows=(("1",),), columns={"a": (1,)})
    first, second = sheets_of((table, table), FullTexts())
    assert (first.place, second.place) == ("verdict-2", "verdict-3")


def test_figures_stand_at_their_tables() -> None:
    sheets = sheets_of(made("compare").tables(), FullTexts())
    pictures = [
        Picture(name=name, place=name, title="", words="", source="", width=400, tables=tables)
        for name, tables in (("forest", ("none", "estimates")), ("new", ()))
    ]
    found = arranged(sheets, pictures)
    assert [len(part.pictures) for part in found.parts] == [1, 0, 0]
    assert found.pictures == (pictures[1],)


def long_table(rows: int) -> Table:
    return Table(
        name="pairs",
        title="",
        header=("a",),
        rows=(("0",),),
        columns={"a": tuple(range(rows)), "b": tuple(f"n{at}" for at in range(rows))},
    )


def test_of_a_very_long_table_the_page_has_the_first_rows() -> None:
    whole, cut = sheets_of((long_table(MOST_EXACT), long_table(50_000)), FullTexts())
    assert not whole.is_cut
    assert cut.is_cut
    assert cut.rows == 50_000
    assert cut.exact.rows == whole.exact.rows
    assert len(cut.exact.rows) == MOST_EXACT


def test_a_table_that_is_cut_says_where_its_rows_are() -> None:
    many = 66
    rng = np.random.default_rng(1)
    labels = np.arange(40) % 2
    study = au.compare(labels, {f"c{k}": labels + rng.normal(size=40) for k in range(many)})
    text = study.to_html()
    told = " ".join(text.split())
    pairs = f"{many * (many - 1) // 2:,}"
    assert f"Full precision: the first 2,000 of {pairs} rows" in told
    assert (
        f"All {pairs} rows are in the JSON at the end of this page, in "
        '<code>study.to_frame("comparisons")</code> and in what <code>--csv --table '
        "comparisons</code> writes." in told
    )
    assert 'data-save-csv="comparisons-exact"' not in text
    assert 'data-save-csv="estimates-exact"' in text
    assert len(study.to_frame("comparisons")) == many * (many - 1) // 2
