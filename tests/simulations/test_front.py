"""The first page: its rows, where they lead, and the example that a reader is invited to run."""

import contextlib
import io
import json
import re
from ast import literal_eval

import pytest
from simulations.questions import QUESTIONS
from simulations.report import PAGE, TABLES, failures, front, summary
from simulations.report.cells import Cell
from simulations.report.places import in_words, where
from simulations.report.summary import NONE, Figure, Line, Row, anchor
from simulations.run import DOCS, RESULTS, run_cell

COMMITTED = json.loads(RESULTS.read_text(encoding="utf-8"))
WORDS = 1_800
WORLD = {
    "scores": "normal",
    "n_positive": 20,
    "n_negative": 200,
    "auc": 0.9,
    "correlation": 0.5,
}


def _figure(rate: float, *, is_held_out: bool = False, draws: int = 10_000) -> Figure:
    return Figure(Cell("here", WORLD, draws, {"a": rate * draws}), "a", is_held_out)


def _rows() -> list[Row]:
    return [r for rows in summary.areas(COMMITTED).values() for r in rows if isinstance(r, Row)]


def test_a_row_counts_cells_and_those_of_held_out_worlds() -> None:
    figures = [_figure(0.95), _figure(0.90), _figure(0.94, is_held_out=True)]
    line = Row("what?", "Somewhere", "how", figures).line
    assert line.span == "0.900 to 0.950"
    assert line.fails == "1 of 3"
    assert line.held_out == "0.940 to 0.940; 0 of 1"
    assert line.worst == "normal; 20/200; AUC 0.9; correlation 0.5"
    assert line.row[0] == f"[what?]({TABLES}#somewhere)"
    assert Row("what?", "Somewhere", "how", figures[:2]).line.held_out == NONE


@pytest.mark.parametrize(("nominal", "rate"), [(0.95, 0.90), (0.05, 0.10), (0.025, 0.06)])
def test_too_little_coverage_fails_and_too_high_a_level(nominal: float, rate: float) -> None:
    row = Row("what?", "Somewhere", "how", [_figure(nominal), _figure(rate)], nominal)
    assert row.failing(row.figures) == [row.figures[1]]
    assert row.worst == row.figures[1]


def test_the_failures_of_the_page_are_those_that_the_tables_count() -> None:
    rows = {row.question: row for row in _rows()}
    tables = (DOCS / TABLES).read_text(encoding="utf-8")
    own = rows["AUC, 20 or more in the smaller class"]
    assert f"In {len(own.figures)} cells with 20 or more in the smaller class" in tables
    few, many = (
        rows[f"difference, same test set, {words} misordered"]
        for words in ("fewer than 5", "5 or more")
    )
    for row, test, column in ((few, "both", 1), (many, "delong", 2)):
        start = f"| Two classifiers on the same test set | {test} | "
        (found,) = (line for line in tables.splitlines() if line.startswith(start))
        failed = f"{len(row.failing(row.figures))} of {len(row.figures)}"
        said = found.removeprefix(start).split(" | ")[column - 1]
        assert said == f"{failed}, up to {row.worst.rate:.3f}"


def test_every_question_leads_to_a_section_of_the_tables() -> None:
    headings = re.findall(r"^#+ (.*)$", (DOCS / TABLES).read_text(encoding="utf-8"), re.MULTILINE)
    there = [anchor(heading) for heading in headings]
    assert len(set(there)) == len(there)
    for line in summary.lines(COMMITTED):
        assert not line.section or anchor(line.section) in there, line.question


def test_the_page_is_read_in_ten_minutes() -> None:
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    text = re.sub(r"```.*?```|^\|.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert len(re.sub(r"\]\([^)]*\)", "]", text).split()) <= WORDS


def test_a_word_is_explained_where_it_is_first_used() -> None:
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    for word in ("world", "cell", "fails", "Misordered", "Held-out"):
        found = re.search(rf"\b{word}", text, re.IGNORECASE)
        assert found
        assert text[found.start() - 2 : found.start()] == "**", word


def test_caveats_that_are_named_are_in_the_list() -> None:
    known = (DOCS / "caveats.md").read_text(encoding="utf-8")
    named = re.findall(r"\(caveats\.md#(\w+)\)", failures.section(COMMITTED))
    assert named
    for kind in named:
        assert f"### `{kind}`\n" in known


def test_the_example_runs_and_agrees_with_the_committed_cell() -> None:
    printed, cell = io.StringIO(), front.example_cell(COMMITTED)
    with contextlib.redirect_stdout(printed):
        exec(front.EXAMPLE, {})
    found = literal_eval(printed.getvalue())
    for name, column in (("DeLong beta", "delong-beta"), ("DeLong Wald", "delong-wald")):
        assert found[name] == pytest.approx(cell.rate(column), abs=5 * cell.error(column, 0.95))


def test_a_cell_repeats_what_was_committed() -> None:
    cell = front.example_cell(COMMITTED)
    asked = next(question for question in QUESTIONS if question.name == cell.question)
    world = next(world for world in asked.scenarios if world.to_dict() == cell.world)
    again = run_cell(asked, world, asked.draws)["counts"]
    for name, count in cell.counts.items():
        assert again[name] == pytest.approx(count, rel=0.002, abs=2), name


def test_the_page_shows_how_to_repeat_that_cell() -> None:
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    (at,) = re.findall(r"question\.scenarios\[(\d+)\]", text)
    cell = front.example_cell(COMMITTED)
    asked = next(question for question in QUESTIONS if question.name == cell.question)
    assert asked.scenarios[int(at)].to_dict() == cell.world
    assert f'q.name == "{cell.question}"' in text


def test_places_of_all_kinds_of_worlds_are_said_in_words() -> None:
    for row in _rows():
        place = where(row.worst.cell)
        assert place, row.question
        assert not re.search(r"[{}\[\]_]|None", place), place
    assert in_words({"sizes": [20, 50], "missed": [0.05, 0], "shape": "wide"}) == (
        "sizes 20/50; missed 5%/0%; first class wide"
    )


def test_a_title_of_an_area_stands_alone() -> None:
    assert Line("One AUC").row[0] == "**One AUC**"
    assert not any(Line("One AUC").row[1:])
