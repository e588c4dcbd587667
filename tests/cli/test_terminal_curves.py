"""ROC curves in characters: the right dots, told apart without colour, within the width."""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from tests.loops import for_each

import aucurate
from aucurate.cli.terminal import LEAST_CURVE_WIDTH, MOST_CURVES, Screen, curve_lines, dots_of
from aucurate.curve.roc import RocCurve, roc_curve
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.study import compare
from aucurate.study.inputs import Data


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)


def a_screen(width: int, *, encoding: str = "utf-8", **options: Any) -> Screen:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="strict")
    return Screen(
        Console(
            file=stream, force_terminal=True, width=width, height=50, highlight=False, **options
        )
    )


def printed(screen: Screen) -> str:
    stream = screen.console.file
    stream.flush()
    assert isinstance(stream, io.TextIOWrapper)
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode(screen.console.encoding)


def drawn(data: Data, screen: Screen) -> list[str]:
    """The lines without styles; printing them must be possible, and must break no line."""
    lines = curve_lines(compare(data), screen)
    for line in lines:
        screen.line(line)
    assert printed(screen).count("\n") == len(lines)
    return [line.plain for line in lines]


def some_scores(count: int, names: Mapping[int, str] | None = None) -> PairedScores:
    rng = np.random.default_rng(3)
    labels = np.arange(200) % 3 == 0
    return PairedScores.from_arrays(
        labels,
        {
            (names or {}).get(at, f"model {at}"): labels * (3 - 2 * at / count)
            + rng.normal(size=200)
            for at in range(count)
        },
    )


def test_a_drawing_shows_letters_axes_and_the_numbers_of_the_study() -> None:
    data = aucurate.datasets.load_breast_cancer()
    lines = drawn(data, a_screen(80))
    text = "\n".join(lines)
    assert lines[0] == "ROC curves"
    assert "sensitivity" in text
    assert "1 - specificity" in text
    for row in compare(data).table("estimates").rows:
        assert any(row[0] in line and f"{row[1]}  {row[2]}" in line for line in lines)
    picture = [line[:43] for line in lines[3:19]]
    for letter in "ABCDE":
        assert any(letter in line for line in picture)
    assert sum("·" in line for line in picture) > 8


@for_each("encoding", ["utf-8", "ascii"])
@for_each("count", [1, 2, 5, 20])
@for_each("width", [24, 40, 80, 200])
def test_it_fits_every_width(width: int, count: int, encoding: str) -> None:
    lines = drawn(some_scores(count), a_screen(width, encoding=encoding))
    assert max(map(cell_len, lines)) <= width
    legend = [line for line in lines if "model " in line]
    assert len(legend) == min(count, MOST_CURVES)
    assert [line[line.index("model ") - 2] for line in legend] == list("ABCDE"[: len(legend)])
    picture = [line for line in lines if "│" in line or "|" in line]
    assert 8 <= len(picture) <= 16
    assert ("highest AUCs" in " ".join(lines[:3])) == (count > MOST_CURVES)


def test_nothing_is_drawn_where_it_could_not_be_read() -> None:
    assert drawn(some_scores(2), a_screen(LEAST_CURVE_WIDTH - 1)) == []


@pytest.mark.parametrize("term", ["linux", "VT100"])
def test_terminals_without_braille_get_letters(term: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", term)
    assert "\n".join(drawn(some_scores(3), a_screen(80))).isascii()


def test_of_many_the_highest_are_drawn() -> None:
    data = some_scores(20)
    best = sorted(compare(data).estimates, key=lambda estimate: -estimate.value)[:MOST_CURVES]
    lines = drawn(data, a_screen(80))
    assert lines[0] == "ROC curves of the 5 highest AUCs of 20"
    shown = [line.split("model ")[1].split()[0] for line in lines if "model " in line]
    assert shown == [estimate.name.removeprefix("model ") for estimate in best]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_hostile_names_are_text(encoding: str) -> None:
    names = {0: "[bold red]a[/]", 1: "\x1b[31mred\n\t\x07", 2: "x" * 10_000, 3: "心臓" * 50}
    screen = a_screen(60, encoding=encoding, color_system=None)
    lines = drawn(some_scores(5, names), screen)
    assert max(map(cell_len, lines)) <= 60
    text = printed(screen)
    assert "[bold red]a[/]" in text
    assert not set(text) & {"\x1b", "\t", "\x07"}


def test_colours_are_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    data = some_scores(5)
    coloured = a_screen(80, color_system="truecolor")
    drawn(data, coloured)
    assert "\x1b[38;" in printed(coloured)
    plain = a_screen(80, color_system="truecolor", no_color=True)
    without = drawn(data, plain)
    assert "38;" not in printed(plain)
    assert drawn(data, a_screen(80, color_system="standard")) == without
    monkeypatch.setenv("TERM", "dumb")
    dumb = a_screen(80)
    drawn(data, dumb)
    assert "\x1b" not in printed(dumb)


def test_curves_that_are_the_same_line_still_have_their_letters() -> None:
    values = np.random.default_rng(0).normal(size=60)
    labels = np.arange(60) % 2
    data = PairedScores.from_arrays(labels, {"one": values, "two": values, "three": 2 * values})
    for encoding in ("utf-8", "ascii"):
        text = "".join(line[:44] for line in drawn(data, a_screen(100, encoding=encoding))[3:19])
        assert set("ABC") <= set(text)


def test_unpaired_data_and_one_classifier_are_drawn() -> None:
    rng = np.random.default_rng(1)
    sets = {n: (np.arange(size) % 2, rng.normal(size=size)) for n, size in (("x", 50), ("y", 9))}
    lines = drawn(UnpairedScores.from_arrays(sets), a_screen(80))
    assert sum(f" {name} " in line for name in sets for line in lines) == 2


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 12)), min_size=2, max_size=60).filter(
        lambda rows: len({label for label, _ in rows}) == 2
    ),
    st.integers(2, 30),
    st.integers(2, 30),
)
def test_the_line_has_no_gaps_and_stays_beside_the_curve(
    observed: list[tuple[bool, int]], rows: int, columns: int
) -> None:
    curve = roc_curve([label for label, _ in observed], [score for _, score in observed])
    dots = dots_of(curve, rows, columns)
    assert dots[0, 0]
    assert dots[-1, -1]
    path = sorted((int(c), int(r)) for r, c in zip(*np.nonzero(dots), strict=True))
    steps = np.diff(path, axis=0)
    assert np.max(np.abs(steps)) <= 1
    assert np.max(_distances(curve, np.array(path), rows, columns)) < 0.5 + 1e-9


def _distances(curve: RocCurve, path: Any, rows: int, columns: int) -> Any:
    """How many dots each dot of a path is away from the nearest piece of the curve."""
    x, y = (1 - curve.specificity) * (columns - 1), curve.sensitivity * (rows - 1)
    corners = np.column_stack([x, y])
    start, along = corners[:-1], np.diff(corners, axis=0)
    reach = path[:, None, :] - start
    share = np.clip(np.sum(reach * along, axis=2) / np.sum(along**2, axis=1), 0, 1)
    return np.min(np.linalg.norm(reach - share[:, :, None] * along, axis=2), axis=1)


def test_a_million_observations_are_thinned_to_the_dots_of_all_of_them() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(1_000_000) < 0.3
    curve = roc_curve(labels, rng.normal(size=len(labels)) + labels)
    assert len(curve) > 900_000
    dots = dots_of(curve, 64, 80)
    assert 80 <= np.count_nonzero(dots) <= 64 + 80
    across = np.floor((1 - curve.specificity) * 79 + 0.5).astype(int)
    up = np.floor(curve.sensitivity * 63 + 0.5).astype(int)
    touched = np.zeros_like(dots)
    touched[up, across] = True
    assert not np.any(dots & ~touched)
