"""A study on a terminal: tables that fit its width, and nothing that is told by colour alone.

What a pipe gets is the text of the study itself; here the same words are laid out for the width at
hand. Names are shortened where they must be, numbers never: where shorter names would not do, each
has a line of its own above its numbers, and where the numbers do not fit either, so has each of
them.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

from aucurate.formatting import columns_of_numbers, printable

if TYPE_CHECKING:
    from aucurate.study import Study
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
