"""Tables of the report: sorted by every column, copied, saved; and the study as JSON."""

import re
import subprocess
import sys
from collections.abc import Callable
from functools import cmp_to_key
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.browser.opened import Opened
from tests.browser.studies import KINDS, made, shipped

from aucurate.study.base import Study
from aucurate.tables.csv import to_csv

pytestmark = pytest.mark.browser

MAY_COPY = {"permissions": ["clipboard-read", "clipboard-write"]}
CLICK_ALL = """() => Array.from(document.querySelectorAll("table.sortable"), (table) => {
  const rows = () => Array.from(table.tBodies[0].rows,
    (row) => Array.from(row.cells, (cell) => cell.textContent.trim()));
  const heads = Array.from(table.tHead.rows[0].cells);
  return {
    id: table.id,
    given: rows(),
    columns: heads.map((head) => [0, 1, 2].map(() => {
      head.querySelector("button").click();
      return { states: heads.map((one) => one.getAttribute("aria-sort")), rows: rows() };
    })),
  };
})"""


def _number(text: str) -> tuple[float, float] | None:
    """What a cell such as '< 0.001', '1,234', '23.6%', '0.974 (0.949 to 0.987)' is sorted by."""
    text = text.replace("\u2212", "-").replace(",", "")
    text = {"above all": "inf", "below all": "-inf"}.get(text, text)
    found = re.match(r"([<>]?) ?([-+]?(?:inf(?:inity)?\b|\d*\.?\d+(?:e[-+]?\d+)?))(.*)", text, re.I)
    if found is None or not re.fullmatch(r"%?(| to .*| ?[(/].*)", found[3]):
        return None
    side = {"<": -1.0, ">": 1.0, "": 0.0}[found[1]]
    until = re.search(r" to ([-+]?[\w.]+)", found[3])
    return float(found[2]), side or (float(until[1]) if until else 0.0)


def _sorted(rows: list[list[str]], column: int, direction: int) -> list[list[str]]:
    filled = [row[column] for row in rows if row[column]]
    by_number = 2 * sum(_number(text) is not None for text in filled) > len(filled)

    def rank(text: str) -> int:
        return 2 if not text else int(by_number and _number(text) is None)

    def order(one: list[str], two: list[str]) -> int:
        first, second = one[column], two[column]
        if rank(first) != rank(second):
            return rank(first) - rank(second)
        pair: Any = _number(first), _number(second)
        if not by_number or None in pair:
            pair = first, second
        return direction * (int(pair[0] > pair[1]) - int(pair[0] < pair[1]))

    return sorted(rows, key=cmp_to_key(order))


@pytest.mark.parametrize("name", KINDS)
def test_every_column_sorts_up_and_down_and_back(name: str, opened: Callable[..., Opened]) -> None:
    found = opened(made(name)).page.evaluate(CLICK_ALL)
    assert len(found) >= 2 * len(made(name).tables())
    for table in found:
        for column, (up, down, back) in enumerate(table["columns"]):
            where = f"{table['id']}, column {column}"
            assert up["rows"] == _sorted(table["given"], column, 1), where
            assert down["rows"] == _sorted(table["given"], column, -1), where
            assert back["rows"] == table["given"], where
            states = [one["states"] for one in (up, down, back)]
            assert [state[column] for state in states] == ["ascending", "descending", None]
            assert all(state.count(None) >= len(state) - 1 for state in states)


def test_a_header_sorts_by_mouse_and_by_keyboard(opened: Callable[..., Opened]) -> None:
    page = opened(made("compare")).page
    table = page.locator("table.sortable").first
    head = table.locator("thead th").nth(1)
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button").press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") is None


def _hush(page: Any) -> None:
    """Forget what was told before."""
    page.evaluate("document.querySelector('[role=status]').textContent = ''")


def _hear(page: Any, words: str) -> None:
    """Wait until a screen reader is told so."""
    page.locator("[role=status][aria-live=polite]", has_text=words).wait_for(state="attached")


def _shown(study: Study, name: str) -> str:
    table = study.table(name)
    lines = [table.header, *table.rows]
    return "".join("\t".join(" ".join(cell.split("\n")) for cell in line) + "\n" for line in lines)


@pytest.mark.parametrize("name", ["compare", "operate", "multiclass"])
def test_copying_gives_the_table_as_shown(name: str, opened: Callable[..., Opened]) -> None:
    study = made(name)
    page = opened(study, **MAY_COPY).page
    for table in study.tables():
        _hush(page)
        page.locator(f"[data-copy-table='{table.name}-shown']").click()
        _hear(page, "Copied")
        assert page.evaluate("navigator.clipboard.readText()") == _shown(study, table.name)


def test_copying_operating_points(opened: Callable[..., Opened]) -> None:
    page = opened(made("compare"), **MAY_COPY).page
    page.locator("#operating-threshold").fill("0.5")
    page.locator("[data-copy-table='operating-table']").click()
    _hear(page, "Copied")
    head, *rows = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert head.split("\t")[:3] == ["classifier, positive when", "TP", "FP"]
    shown = page.locator("#threshold-0").input_value()
    assert " ".join(rows[0].split("\t")[0].split()) == f"logistic score ≥ {shown}"
    assert [row.count("\t") for row in rows] == [head.count("\t")] * 5


def test_copying_follows_the_order_shown(opened: Callable[..., Opened]) -> None:
    page = opened(made("compare"), **MAY_COPY).page
    section = page.locator("#estimates")
    section.locator("table.shown thead button").first.click()
    _hush(page)
    section.get_by_role("button", name="Copy").click()
    _hear(page, "Copied")
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()[1:]
    names = [line.partition("\t")[0] for line in lines]
    assert names == sorted(shipped().names)


def test_the_old_way_of_copying(opened: Callable[..., Opened]) -> None:
    study = made("compare")
    page = opened(study, **MAY_COPY).page
    page.evaluate("""() => {
        window.read = () => Clipboard.prototype.readText.call(navigator.clipboard);
        navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
    }""")
    button = page.locator("[data-copy-table='estimates-shown']")
    button.click()
    _hear(page, "Copied")
    assert page.evaluate("window.read()") == _shown(study, "estimates")
    assert button.evaluate("(one) => document.activeElement === one")


def test_what_cannot_be_copied_is_told(opened: Callable[..., Opened]) -> None:
    page = opened(made("compare")).page
    page.evaluate("""() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
        document.execCommand = () => false;
    }""")
    page.locator("[data-copy-table='estimates-shown']").click()
    _hear(page, "Not copied")


@pytest.mark.parametrize("name", KINDS)
def test_methods_and_recipes_are_copied_as_shown(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(made(name), **MAY_COPY).page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    buttons = page.locator("[data-copy-text]").all()
    assert buttons
    for button in buttons:
        _hush(page)
        button.click()
        _hear(page, "Copied")
        copied = page.evaluate("navigator.clipboard.readText()")
        shown = page.locator(f"#{button.get_attribute('data-copy-text')}").inner_text()
        assert copied.split() == shown.split()


def _saved(page: Any, button: Any) -> tuple[str, bytes]:
    with page.expect_download() as download:
        button.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@pytest.mark.parametrize("name", KINDS)
def test_csv_is_that_of_the_package(name: str, opened: Callable[..., Opened]) -> None:
    study = made(name)
    page = opened(study).page
    page.evaluate(CLICK_ALL.replace("[0, 1, 2]", "[0]"))
    for table in study.tables():
        file, content = _saved(page, page.locator(f"[data-save-csv='{table.name}-exact']"))
        assert file == f"aucurate-{study.kind}-{table.name}.csv"
        assert content.decode() == to_csv(study, table.name)


@pytest.mark.parametrize("name", KINDS)
def test_the_json_is_the_study(name: str, opened: Callable[..., Opened]) -> None:
    study = made(name)
    page = opened(study).page
    button = page.get_by_role("button", name="Download the study as JSON")
    file, content = _saved(page, button)
    assert file == f"aucurate-{study.kind}.json"
    assert content == (study.to_json() + "\n").encode()


def test_the_json_is_that_of_the_command_line(
    opened: Callable[..., Opened], tmp_path: Path
) -> None:
    data = shipped()
    table, report = tmp_path / "scores.csv", tmp_path / "report.html"
    columns = {one.name: one.values for one in data}
    pl.DataFrame({"outcome": data[data.names[0]].is_positive, **columns}).write_csv(table)
    command = [sys.executable, "-m", "aucurate", "compare", str(table), "--label", "outcome"]
    done = subprocess.run(
        [*command, "--json", "--html", str(report)], capture_output=True, check=True
    )
    page = opened(report).page
    button = page.get_by_role("button", name="Download the study as JSON")
    assert _saved(page, button)[1] == done.stdout


def test_the_figures_are_saved(opened: Callable[..., Opened]) -> None:
    page = opened(made("compare")).page
    buttons = page.locator("[data-save-figure]").all()
    assert buttons
    for button in buttons:
        file, content = _saved(page, button)
        assert file.endswith(".svg")
        assert b"<svg" in content
