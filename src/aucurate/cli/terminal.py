"""A study on a terminal: tables that fit its width, and no information by colour alone.

What a pipe gets is the text of the study itself; here the same words are laid out for the width at
hand. Names are shortened where they must be, numbers never: where shorter names would not do, each
has a line of its own above its numbers, and where the numbers do not fit either, so has each of
them.

The curves
----------
ROC curves drawn with characters.

A curve is asked for its height above every column of dots and for its place in every row of them,
so a drawing takes as long as its own size and not as long as the table. Where the stream can print
them, dots are those of braille characters, eight to a character, with the letter of the curve here
and there upon its line; else a curve is a line of its letters. A character that belongs to several
curves takes their colours, or letters, in turn.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

from aucurate.curve.roc import RocCurve
from aucurate.formatting import columns_of_numbers, printable

if TYPE_CHECKING:
    from aucurate.study import Study
    from aucurate.study.compare import CompareStudy
    from aucurate.study.table import Table

_GAP = 2  # between columns, as in the text of a study
_LEAST_NAME = 12  # a name with fewer characters than these says little
_PAIR = " - "
MARK = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Rows of a table that stand out, by their places, and what it means that they do.

    ``column`` is the place of the cell that is bold in them; the sign stands at the row's end.
    """

    rows: frozenset[int]
    column: int
    meaning: str


_UNMARKED = Marks(rows=frozenset(), column=0, meaning="")


def on_terminal() -> bool:
    """Whether standard output is a terminal; what forces colours into a pipe does not make it one.

    A stream that is closed, or was never there, is none.
    """
    try:
        return sys.stdout.isatty()
    except (AttributeError, ValueError):
        return False


@dataclass(frozen=True, slots=True)
class Screen:
    """A terminal: how wide it is, which characters it can print, and lines that are printed on it.

    Colours are left out where NO_COLOR or CI is set, all styles on a terminal without any.
    """

    console: Console

    @classmethod
    def of_stdout(cls) -> Screen:
        """The terminal that standard output is."""
        size = shutil.get_terminal_size()
        return cls(
            Console(
                file=sys.stdout,
                width=max(size.columns, 1),
                height=max(size.lines, 1),  # without it a dumb terminal is taken for 80 columns
                no_color=any(os.environ.get(name) for name in ("NO_COLOR", "CI")),
                highlight=False,
                emoji=False,
            )
        )

    @property
    def width(self) -> int:
        """The characters of a line."""
        return self.console.width

    def prints(self, characters: str) -> bool:
        """Whether the encoding of the stream has all these characters."""
        try:
            characters.encode(self.console.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def printable(self, text: str) -> str:
        """The text without control characters, and with an escape for what cannot be printed."""
        clean = printable(text)
        if self.prints(clean):
            return clean
        clean = clean.replace("…", "...").replace("\N{REPLACEMENT CHARACTER}", "?")
        encoding = self.console.encoding
        return clean.encode(encoding, "backslashreplace").decode(encoding)

    def cut(self, text: str, width: int) -> str:
        """The text in so many columns at most; its beginning and its end stay, pairs stay pairs."""
        if cell_len(text) <= width:
            return text
        sides = text.split(_PAIR)
        if len(sides) == 2 and width > len(_PAIR) + 2:
            room = width - len(_PAIR)
            first, second = map(cell_len, sides)
            share = min(first, max(room // 2, room - second))
            return self._cut(sides[0], share) + _PAIR + self._cut(sides[1], room - share)
        return self._cut(text, width)

    def _cut(self, text: str, width: int) -> str:
        if cell_len(text) <= width:
            return text
        dots = "…" if self.prints("…") else "..."
        room = max(width - len(dots), 0)
        head, tail = room - room // 3, room // 3
        start = chop_cells(text, head)[0] if head else ""
        end = chop_cells(text[::-1], tail)[0][::-1] if tail else ""
        return chop_cells(start + dots + end, max(width, 1))[0]

    def line(self, line: Text) -> None:
        """Print a line that has been fitted already."""
        self.console.print(line, no_wrap=True, overflow="ignore", crop=False)

    def words(self, text: str, *, style: str = "", indent: str = "") -> None:
        """Print a sentence, broken between words; lines after the first are indented."""
        for line in self.broken(text, style=style, indent=indent):
            self.line(line)

    def broken(self, text: str, *, style: str = "", indent: str = "") -> list[Text]:
        """The lines of a sentence."""
        whole = Text(self.printable(text), style=style)
        lines = []
        for at, part in enumerate(whole.wrap(self.console, max(self.width - len(indent), 1))):
            part.rstrip()
            lines.append(Text.assemble(indent if at == 0 else " " * len(indent), part))
        return lines


def show(
    study: Study,
    screen: Screen,
    *,
    marks: Callable[[Table], Marks | None] = lambda table: None,
    drawing: Sequence[Text] = (),
) -> None:
    """Print notices, tables, drawing, verdict and caveats, in the words and order of the study."""
    for notice in study.notices():
        screen.words(notice)
    if study.notices():
        screen.line(Text())
    for table in study.tables():
        show_table(table, screen, marks(table))
        screen.line(Text())
    for line in drawing:
        screen.line(line)
    if drawing:
        screen.line(Text())
    for sentence in study.sentences():
        screen.words(sentence)
    if study.caveats:
        screen.line(Text())
        screen.line(Text("Caveats", style="bold"))
        for caveat in study.caveats:
            screen.words(str(caveat), indent="- ")


def show_table(table: Table, screen: Screen, marks: Marks | None = None) -> None:
    """Print a table under its title, marked rows with a sign that is explained below."""
    header = [screen.printable(cell) for cell in table.header]
    rows = [[screen.printable(cell) for cell in row] for row in table.rows]
    if marks is None or not marks.rows:
        marks = _UNMARKED
    screen.words(table.title)
    screen.line(Text())
    room = screen.width - (len(f" {MARK}") if marks.rows else 0)
    room -= sum(_GAP + width for width in _widths([header, *rows])[1:])
    fitted = _fitted(header, rows, screen, room)
    if fitted is not None:
        lines = _aligned(header, fitted, marks)
    else:
        lines = (_stacked if room >= 0 else _listed)(header, rows, screen, marks)
    for line in lines:
        screen.line(line)
    if marks.rows:
        screen.words(f"{MARK} {marks.meaning}", style="dim")


def _fitted(
    header: list[str], rows: list[list[str]], screen: Screen, room: int
) -> list[list[str]] | None:
    """The rows with names short enough for the room; None where they would say too little."""
    names = [row[0] for row in rows]
    if room >= max(map(cell_len, [header[0], *names])):
        return rows
    if room < max(_LEAST_NAME, cell_len(header[0])):
        return None
    short = [screen.cut(name, room) for name in names]
    if len(set(short)) < len(set(names)):
        return None
    return [[name, *row[1:]] for name, row in zip(short, rows, strict=True)]


def _aligned(header: list[str], rows: list[list[str]], marks: Marks) -> list[Text]:
    """Lines as the text of a study has them: words to the left, numbers to the right."""
    widths, numbers = _widths([header, *rows]), columns_of_numbers(rows, len(header))

    def line(row: list[str], bold: Sequence[int]) -> Text:
        text = Text()
        for at, cell in enumerate(row):
            space = " " * (widths[at] - cell_len(cell))
            text.append(" " * _GAP if at else "")
            text.append(space + cell if numbers[at] else cell + space, "bold" if at in bold else "")
        return text

    lines = [line(header, range(len(header)))]
    for at, row in enumerate(rows):
        marked = at in marks.rows
        lines.append(line(row, [marks.column] if marked else []))
        lines[-1].append(f" {MARK}" if marked else "", "bold")
    for one in lines:
        one.rstrip()
    return lines


def _stacked(header: list[str], rows: list[list[str]], screen: Screen, marks: Marks) -> list[Text]:
    """Each row as a name and, below it, its numbers in their columns."""
    numbers = [["", *row[1:]] for row in rows]
    lines = _aligned(["", *header[1:]], numbers, marks)
    stacked = lines[:1]
    for row, line in zip(rows, lines[1:], strict=True):
        stacked += [Text(screen.cut(row[0], screen.width)), line]
    return stacked


def _listed(header: list[str], rows: list[list[str]], screen: Screen, marks: Marks) -> list[Text]:
    """Each row as a name and, below it, its values with their headings, each on its line."""
    heading, value = (
        max((cell_len(cell) for row in part for cell in row[1:]), default=0)
        for part in ([header], rows)
    )
    aligned = 2 * _GAP + heading + value <= screen.width
    lines = []
    for at, row in enumerate(rows):
        sign = f" {MARK}" if at in marks.rows else ""
        lines.append(Text(screen.cut(row[0], screen.width - len(sign)) + sign, style="bold"))
        for title, cell in zip(header[1:], row[1:], strict=True):
            space = " " * (heading - cell_len(title) + _GAP)
            if aligned:
                lines.append(Text(f"{' ' * _GAP}{title}{space}{cell}".rstrip()))
            else:
                lines += screen.broken(f"{title}: {cell}", indent=" " * _GAP)
    return lines


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(cell_len, column)) for column in zip(*rows, strict=True)]


MOST_CURVES = 5
"""Curves that can be distinguished in a drawing of this size."""

LEAST_CURVE_WIDTH = 24
_COLUMNS, _FEWEST_BESIDE = 40, 32  # of the drawing; it gives some up for a legend at its side
_ROWS, _FEWEST_ROWS = 16, 8
_SHARE = 0.4  # rows to columns: a character is about twice as high as wide
_LEFT = 4  # columns of the labels of the axis, and the axis
_BETWEEN = 2
_LEGEND_DOWN = 3  # lines above a legend at the side
_LEAST_LEGEND_NAME = 10  # columns that a name in the legend needs
_LETTERS = "ABCDE"
_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00")  # Okabe and Ito 2008
_SIMPLE_COLOURS = ("cyan", "yellow", "green", "magenta", "red")
_BRAILLE = 0x2800
_BITS = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])  # from the top
_LETTER_EVERY, _MOST_LETTERS = 9, 4
_FONTS_WITHOUT = ("linux", "vt100", "vt220")  # terminals whose fonts have no braille


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    """What the drawing is made of."""

    dots: tuple[int, int]  # of a character: down, across
    upright: str
    level: str
    corner: str
    diagonal: str
    colours: tuple[str, ...]


def curve_lines(study: CompareStudy, screen: Screen) -> list[Text]:
    """The curves of the study's classifiers with a legend.

    Of more than five classifiers those with the highest estimate are drawn, the highest first.
    There is nothing to print where the screen is too narrow.
    """
    if screen.width < LEAST_CURVE_WIDTH:
        return []
    ranked = sorted(study.estimates, key=lambda estimate: -estimate.value)[:MOST_CURVES]
    names, style = [estimate.name for estimate in ranked], _style(screen)
    legend = _legend(study, names, screen, style)
    columns, beside = _columns(screen.width, max(line.cell_len for line in legend))
    rows = min(_ROWS, max(_FEWEST_ROWS, round(_SHARE * columns)))
    found = {counts.name: counts.curve() for counts in study.curves}
    curves = [found[name] for name in names]
    picture = _framed(_picture(curves, rows, columns, style), columns, style)
    every = len(study.estimates)
    title = (
        "ROC curves"
        if every <= MOST_CURVES
        else f"ROC curves of the {MOST_CURVES} highest {study.estimand.plural} of {every}"
    )
    lines = [*screen.broken(title), Text()]
    lines += _side_by_side(picture, legend, columns) if beside else [*picture, *legend]
    for line in lines:
        line.rstrip()
    return lines


def dots_of(curve: RocCurve, rows: int, columns: int) -> NDArray[np.bool_]:
    """The dots that the line of a curve goes through; the first row is the lowest.

    Each column of dots has the line's height there, each row its place, so the line has no gaps.

    >>> from aucurate.curve.roc import roc_curve
    >>> dots_of(roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 3, 3)[::-1].astype(int)
    array([[0, 1, 1],
           [1, 0, 0],
           [1, 0, 0]])
    """
    dots = np.zeros((rows, columns), np.bool_)
    across, up = np.linspace(0, 1, columns), np.linspace(0, 1, rows)
    heights = np.asarray(curve.sensitivity_at(1 - across))
    places = 1 - np.asarray(curve.specificity_at(up))
    dots[_nearest(heights, rows), np.arange(columns)] = True
    dots[np.arange(rows), _nearest(places, columns)] = True
    return dots


def _nearest(rates: NDArray[np.float64], size: int) -> NDArray[np.intp]:
    """The dots, of so many from 0 to 1, that are nearest to rates."""
    return np.floor(rates * (size - 1) + 0.5).astype(np.intp)


def _style(screen: Screen) -> _Style:
    """Braille and lines where they can be printed, else ASCII."""
    console = screen.console
    simple = console.color_system in ("standard", "windows")
    colours = _SIMPLE_COLOURS if simple else _COLOURS
    term = os.environ.get("TERM", "").lower()
    drawn = "⠁⣿│─└·"
    if screen.prints(drawn) and not console.legacy_windows and term not in _FONTS_WITHOUT:
        return _Style(
            dots=(4, 2), upright="│", level="─", corner="└", diagonal="·", colours=colours
        )
    return _Style(dots=(1, 1), upright="|", level="-", corner="+", diagonal=".", colours=colours)


def _columns(width: int, legend: int) -> tuple[int, bool]:
    """The columns of the drawing, and whether the legend has room at its side."""
    room = width - _LEFT - _BETWEEN - legend
    if room >= _FEWEST_BESIDE:
        return min(_COLUMNS, room), True
    return min(_COLUMNS, width - _LEFT), False


def _picture(curves: Sequence[RocCurve], rows: int, columns: int, style: _Style) -> list[Text]:
    """The curves over a faint diagonal, from the top line down."""
    down, across = style.dots
    # A character per axis (rows, dots down, columns, dots across), the top first.
    dots = [
        dots_of(curve, rows * down, columns * across)[::-1].reshape(rows, down, columns, across)
        for curve in curves
    ]
    cells = np.array([one.any(axis=(1, 3)) for one in dots])
    bits = np.einsum("rdca,da->rc", np.any(dots, axis=0).astype(np.int64), _BITS[:down, :across])
    letters = _letters(cells) if down > 1 else {}
    lines = []
    for row in range(rows):
        line = []
        for column in range(columns):
            owners = np.flatnonzero(cells[:, row, column])
            if (row, column) in letters:
                at = letters[row, column]
                line.append((_LETTERS[at], f"bold {style.colours[at]}"))
            elif len(owners):
                at = int(owners[(row + column) % len(owners)])
                sign = chr(_BRAILLE + int(bits[row, column])) if down > 1 else _LETTERS[at]
                line.append((sign, style.colours[at]))
            elif int((rows - 1 - row + 0.5) * columns / rows) == column:
                line.append((style.diagonal, "dim"))
            else:
                line.append((" ", ""))
        lines.append(_joined(line))
    return lines


def _joined(signs: Sequence[tuple[str, str]]) -> Text:
    """Signs as one text, those of a style together."""
    text = Text()
    for style, together in groupby(signs, key=lambda sign: sign[1]):
        text.append("".join(sign for sign, _ in together), style=style)
    return text


def _letters(cells: NDArray[np.bool_]) -> Mapping[tuple[int, int], int]:
    """Where the letter of each curve stands: on stretches that no other curve shares.

    A curve without any has its letter once, where the fewest others are.
    """
    shared = cells.sum(axis=0)
    placed: dict[tuple[int, int], int] = {}
    for at, own in enumerate(cells):
        path = sorted(zip(*np.nonzero(own), strict=True), key=lambda cell: (cell[1], -cell[0]))
        free = [(int(r), int(c)) for r, c in path if (r, c) not in placed]
        alone = [cell for cell in free if shared[cell] == 1]
        if not alone and free:
            fewest = min(shared[cell] for cell in free)
            alone = [cell for cell in free if shared[cell] == fewest]
            wanted = 1
        else:
            wanted = min(_MOST_LETTERS, -(-len(alone) // _LETTER_EVERY))
        for turn in range(wanted if alone else 0):
            placed[alone[(2 * turn + 1) * len(alone) // (2 * wanted)]] = at
    return placed


def _framed(picture: Sequence[Text], columns: int, style: _Style) -> list[Text]:
    """The picture with its axes and their labels."""
    last = len(picture) - 1
    labels = {0: "1", last // 2: "0.5", last: "0"}
    lines = [Text("sensitivity")]
    for at, line in enumerate(picture):
        lines.append(Text.assemble(f"{labels.get(at, ''):>{_LEFT - 1}}{style.upright}", line))
    lines.append(Text(" " * (_LEFT - 1) + style.corner + style.level * columns))
    lines.append(Text(f"{' ' * _LEFT}0{'1 - specificity':^{columns - 2}}1"))
    return lines


def _legend(study: CompareStudy, names: Sequence[str], screen: Screen, style: _Style) -> list[Text]:
    """Letter, name, AUC and interval, in the words of the study's table."""
    table = study.table("estimates")
    known = {name: row[:3] for name, row in zip(study.names, table.rows, strict=True)}
    header = ["", *table.header[1:3]]
    rows = [[screen.printable(cell) for cell in known[name]] for name in names]
    letters = [(_LETTERS[at], f"bold {style.colours[at]}") for at in range(len(rows))]
    widths = [max(map(cell_len, column)) for column in zip(header, *rows, strict=True)]
    room = screen.width - len("A ") - sum(widths[1:]) - 2 * _BETWEEN
    lines = []
    if room < min(widths[0], _LEAST_LEGEND_NAME):
        for letter, (name, *cells) in zip(letters, rows, strict=True):
            lines.append(Text.assemble(letter, " ", screen.cut(name, screen.width - 2)))
            lines += [Text(f"  {h} {cell}") for h, cell in zip(header[1:], cells, strict=True)]
        return lines
    widths[0] = min(widths[0], room)
    for letter, row in zip([(" ", ""), *letters], [header, *rows], strict=True):
        name = screen.cut(row[0], widths[0])
        cells = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        line = (" " * _BETWEEN).join([name + " " * (widths[0] - cell_len(name)), *cells])
        lines.append(Text.assemble(letter, " ", (line, "" if row[0] else "bold")))
    return lines


def _side_by_side(picture: Sequence[Text], legend: Sequence[Text], columns: int) -> list[Text]:
    """The legend at the right of the picture."""
    lines = []
    for at, line in enumerate(picture):
        beside = at - _LEGEND_DOWN
        if 0 <= beside < len(legend):
            space = _LEFT + columns + _BETWEEN - line.cell_len
            line = Text.assemble(line, " " * space, legend[beside])
        lines.append(line)
    return lines
