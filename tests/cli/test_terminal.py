"""A study on a terminal: the words of the study, fitted to the width; numbers are never cut."""

import io
import re
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len
from rich.console import Console
from tests.loops import for_each

import aucurate
from aucurate.cli.compare import marks_of
from aucurate.cli.terminal import MARK, Marks, Screen, on_terminal, show, show_table
from aucurate.study import CompareStudy, compare
from aucurate.study.table import Table

NUMBER = re.compile(r"-?\d+\.\d{3}\b")


def shown(study: CompareStudy, width: int, encoding: str = "utf-8", **options: Any) -> str:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    options = {"color_system": None} | options
    screen = Screen(Console(file=stream, force_terminal=True, width=width, height=50, **options))
    show(study, screen, marks=lambda table: marks_of(study, table))
    stream.flush()
    return raw.getvalue().decode(encoding)


def a_study(names: list[str], **options: Any) -> CompareStudy:
    rng = np.random.default_rng(5)
    labels = np.arange(150) % 3 == 0
    scores = {
        name: labels * (1 + at % 7 / 4) + rng.normal(size=150) for at, name in enumerate(names)
    }
    return compare(labels, scores, **options)


def test_where_there_is_room_the_lines_are_those_of_a_pipe() -> None:
    study = compare(aucurate.datasets.load_breast_cancer())
    lines = [line.removesuffix(f" {MARK}") for line in shown(study, 500).splitlines()]
    assert [line for line in lines if not line.startswith(MARK)] == str(study).splitlines()


@for_each("width", [24, 40, 60, 80, 200])
@for_each("count", [1, 2, 5, 20])
@for_each("encoding", ["utf-8", "ascii"])
def test_no_line_is_too_long_and_no_number_is_lost(width: int, count: int, encoding: str) -> None:
    study = a_study([f"a rather long name of classifier {at}" for at in range(count)], null=0.6)
    text = shown(study, width, encoding)
    assert max(map(cell_len, text.splitlines())) <= width
    assert sorted(NUMBER.findall(text)) == sorted(NUMBER.findall(str(study)))


def test_both_sides_of_a_pair_are_shortened() -> None:
    study = a_study(["logistic regression with splines", "random forest of 500 trees"])
    line = next(x for x in shown(study, 75).splitlines() if " - " in x and "0." in x)
    assert re.match(r"logistic \S*….*  ?- random .*….*  +-?0\.", line)


def test_a_name_without_room_stands_above_its_numbers() -> None:
    data = aucurate.datasets.load_breast_cancer().select(["logistic", "bayes", "tree"])
    lines = shown(compare(data), 60).splitlines()
    at = lines.index("logistic - bayes")
    numbers = "0.101 0.067 to 0.136 < 0.001 < 0.001"
    assert lines[at + 1].split() == [*numbers.split(), MARK]
    header = next(line for line in lines if line.startswith("  difference"))
    assert header.index("p (Holm)") + len("p (Holm)") == lines[at + 1].index(f" {MARK}")


def test_names_that_would_be_cut_to_the_same_are_not_cut() -> None:
    names = [f"neural network, {word} layers, dropout" for word in ("three", "seven")]
    text = shown(a_study([*names, "tree"]), 62)
    assert all(f"{name}\n" in text or f"{name} {MARK}\n" in text for name in names)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_hostile_names_are_text(encoding: str) -> None:
    names = ["[bold]x[/bold]", "\x1b]0;title\x07", "z" * 5000, "心臓の検査" * 9, "café :smile:"]
    text = shown(a_study(names), 80, encoding)
    assert "[bold]x[/bold]" in text
    assert ":smile:" in text
    assert not set(text) & {"\x1b", "\x07"}
    assert max(map(cell_len, text.splitlines())) <= 80


def test_marks_are_signs_and_not_only_bold() -> None:
    study = compare(aucurate.datasets.load_breast_cancer())
    text = shown(study, 100)
    assert re.search(r"^logistic .* \*$", text, re.MULTILINE)
    assert f"{MARK} highest AUC" in text
    for comparison, p in zip(
        study.comparisons, [t.adjusted_p_value for t in study.tests], strict=True
    ):
        pair = f"{comparison.first} - {comparison.second} "
        line = next(line for line in text.splitlines() if line.startswith(pair))
        assert line.endswith(f" {MARK}") == (p <= 0.05)
    meaning = "p (Holm), and MOVER's where there is one: significant at the 5% level"
    assert f"{MARK} {meaning}" in text


def test_marks_are_those_of_the_rows_that_are_shown() -> None:
    study = a_study([f"model {at}" for at in range(12)], confidence=0.9)
    table = study.table("comparisons")
    assert len(table.rows) < len(study.comparisons)
    marks = marks_of(study, table)
    assert marks is not None
    start = "p (Holm), and MOVER's where there is one"
    assert marks.meaning == f"{start}: significant at the 10% level"
    frame = study.to_frame("comparisons")
    p_values = {
        f"{first} - {second}": max(p, other or 0)
        for first, second, p, other in zip(
            *(frame[name] for name in ("first", "second", "adjusted_p_value")),
            frame["adjusted_mover_p_value"],
            strict=True,
        )
    }
    expected = {at for at, row in enumerate(table.rows) if p_values[row[0]] <= 0.1}
    assert marks.rows == expected
    assert 0 < len(expected) < len(table.rows)


def test_margins_and_intervals_have_no_marks() -> None:
    study = a_study(["a", "b", "c"], margin=0.05, all_intervals=True)
    for name in ("margins", "intervals"):
        assert marks_of(study, study.table(name)) is None


def test_one_classifier_is_not_the_highest() -> None:
    study = a_study(["a"])
    assert marks_of(study, study.table("estimates")) is None


def test_styles_header_bold_and_no_colour() -> None:
    text = shown(a_study(["a", "b"]), 80, color_system="truecolor")
    assert "\x1b[1mclassifier" in text
    assert not re.search(r"\x1b\[[0-9;]*3\d", text)


def test_a_table_without_rows_to_mark() -> None:
    table = Table(name="t", title="Title", header=("a", "b"), rows=(("x", "1"),), columns={})
    out = io.StringIO()
    marks = Marks(rows=frozenset(), column=0, meaning="never")
    show_table(table, Screen(Console(file=out, width=30)), marks)
    assert out.getvalue() == "Title\n\na  b\nx  1\n"


def test_a_stream_that_is_gone_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (None, closed, io.StringIO()):
        monkeypatch.setattr("sys.stdout", stream)
        assert not on_terminal()
