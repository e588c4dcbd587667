from dataclasses import replace
from pathlib import Path

import pytest

from aucurate.study.base import Study
from aucurate_papers.exhibit import STATES, Exhibit
from aucurate_papers.rosset_2004.selection import exhibits, mixed_pairs, tables_3_and_4, trade_off
from aucurate_papers.rosset_2004.selection.criteria import Design
from aucurate_papers.rosset_2004.selection.exhibits import SELECTION_ENTRIES
from aucurate_papers.running import Made, Run

TINY = Design(training_sets=3, training=80, test_sets=4, size=20, judged=100)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything as it is, but very small."""
    few = {"table 3": 2, "table 4": 2, "levels": 1, "votes": 1}
    monkeypatch.setattr(exhibits, "QUICK", few)
    monkeypatch.setattr(exhibits, "QUICK_DESIGN", TINY)
    monkeypatch.setattr(tables_3_and_4, "SETTINGS", tables_3_and_4.SETTINGS[:2])
    monkeypatch.setattr(mixed_pairs, "QUICK_DESIGN", replace(TINY, training=120))
    monkeypatch.setattr(mixed_pairs, "QUICK", 1)
    few = {"table 3": 3, "table 4": 2, "biased": 4}
    monkeypatch.setattr(trade_off, "QUICK", few)
    monkeypatch.setattr(trade_off, "QUICK_OBSERVATIONS", 200)
    monkeypatch.setattr(trade_off, "TESTS", 5)


def made(name: str, cache: Path) -> Made:
    entry = next(one for one in SELECTION_ENTRIES if one.name == name)
    return entry.run(Run(quick=True, cache=cache))


def check(exhibit: Exhibit) -> None:
    assert exhibit.state in STATES
    assert exhibit.verdict
    assert Study.from_json(exhibit.to_json()) == exhibit
    for table in exhibit.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert {len(column) for column in table.columns.values()} == {len(table.rows)}


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("name", ["table 3", "table 4", "section 3.1", "section 3.2"])
def test_titles_are_those_of_the_entries(name: str, tmp_path: Path) -> None:
    entry = next(one for one in SELECTION_ENTRIES if one.name == name)
    assert made(name, tmp_path).exhibit.title == entry.title


def test_names_in_the_order_of_the_paper() -> None:
    names = [entry.name for entry in SELECTION_ENTRIES]
    assert names == ["table 3", "table 4", "section 3.1", "table 5", "section 3.2"]
    assert {entry.data for entry in SELECTION_ENTRIES if entry.name != "table 5"} == {()}


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("name", ["table 3", "table 4", "section 3.1"])
def test_exhibits(name: str, tmp_path: Path) -> None:
    check(made(name, tmp_path).exhibit)


@pytest.mark.usefixtures("tiny")
def test_table_3_shows_other_settings(tmp_path: Path) -> None:
    exhibit = made("table 3", tmp_path).exhibit
    assert [table.name for table in exhibit.tables()] == ["figures", "ties", "true", "levels"]
    assert exhibit.table("levels").rows[1][0] == ".95, ours"
    kept = {path.name for path in tmp_path.rglob("*") if path.is_dir()}
    assert "level-0.1-10" in kept
    assert "level-0.05-10" not in kept  # our own setting is that of the table


@pytest.mark.usefixtures("tiny")
def test_table_4_shows_odd_numbers_of_neighbours(tmp_path: Path) -> None:
    table = made("table 4", tmp_path).exhibit.table("votes")
    assert [row[0] for row in table.rows] == [
        *("10 and 50, theirs", "10 and 50, ours", "9 and 49, ours", "11 and 51, ours")
    ]
    assert table.columns["by_error"][0] == 69.7


@pytest.mark.usefixtures("tiny")
def test_trade_off_has_its_figure_in_its_table(tmp_path: Path) -> None:
    found = made("section 3.2", tmp_path)
    check(found.exhibit)
    assert list(found.figures) == ["rosset-2004-trade-off"]
    columns = found.exhibit.table("choices").columns
    assert set(columns["models"]) == {"table 3", "table 4", "biased"}
