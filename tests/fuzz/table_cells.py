"""Columns of random tables: ordinary ones, and ones that hold what a table should not."""

import datetime
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

MISSING = ("", "NA", "nan", "NaN", "null")
ODD_CELLS = (
    "", "NA", "N/A", "#N/A", "nan", "NaN", "null", "None", "-", "?", ".", "inf", "-inf",
    "Infinity",
    "1e400", "-1e400", "1e-400", "1e308", "5e-324", "1,5", "1.5,", "50%", "0x10", "1_000", "TRUE",
    "true", "False", "1.2.3", "'5", '5" nail', '"', " 3 ", "\t", "é", "\u202e12", "=1+1", "+3",
    ".5", "5.", "00012", "1.0", "01", "9007199254740993", "1152921504606846977",
    "1152921504606846999.5", "1" * 40, "0." + "3" * 30, "-0", "2020-01-01", "12:00:00",
    "x" * 5000,
    "\0", "a\nb", "a\r\nb", "１２", "−3", "<script>", "\x1b[31m", "true ", "1e", "--", "1 2",
    "\ufeff1",
)  # fmt: skip
ODD_NAMES = (
    "", " ", "a", "A", "id", "index", "Unnamed: 0", "Unnamed: 0.1", "__index_level_0__", "X",
    "...1", "level_0", "rowname", "fold", "label", "y", "x" * 300, "a,b", 'a"b', "a\nb",
    "\x1b[31m",
    "<b>", "é", "\u202e", "--json", "1", "0.5", "None", "_duplicated_0", "a\tb", "=1", "\0",
    "a - b",
)  # fmt: skip
MANY_DIGITS = (10**19, 10**20, 10**30, 2**60, 2**53, -(10**38), 10**40)


@dataclass
class Column:
    """A column: its name, what it is for, and its cells as Python values; None is missing."""

    name: str
    role: str
    cells: list[Any]


@dataclass
class Table:
    """Columns of one length; ``is_exact`` where every cell is a plain number, word or gap."""

    columns: list[Column]
    is_exact: bool = True
    notes: list[str] = field(default_factory=list)

    @property
    def rows(self) -> int:
        return len(self.columns[0].cells)

    def of(self, role: str) -> list[Column]:
        """The columns of a role."""
        return [column for column in self.columns if column.role == role]


LABELS: tuple[tuple[Any, Any], ...] = ((0, 1), (-1, 1), ("Good", "Poor"), ("0", "1"), ("a", "b"))


def table(rng: random.Random, command: str) -> Table:
    """A table that this command can use, with a gap here and there."""
    rows = rng.choice((8, 12, 20, 40, 60))
    if command == "rank":
        return _results(rng)
    if command == "multiclass":
        return _classes(rng, rows)
    negative, positive = rng.choice(LABELS)
    truth = [i % 2 for i in range(rows)]
    columns = [Column("y", "label", [positive if t else negative for t in truth])]
    classifiers = range(rng.choice((1, 2, 2, 3)))
    columns += [Column(f"s{at}", "score", _scores(rng, truth)) for at in classifiers]
    folds = rng.choice((2, 4))
    columns.append(Column("f", "fold", [i // 2 % folds for i in range(rows)]))
    columns.append(Column("g", "group", [f"p{i // 2}" for i in range(rows)]))
    if command == "crossval":
        columns.append(Column("c", "feature", [rng.choice("uvw") for _ in range(rows)]))
    found = Table(columns)
    _with_gaps(rng, found)
    return found


def _scores(rng: random.Random, truth: list[int]) -> list[Any]:
    kind = rng.choice(("normal", "normal", "probability", "integer", "ties", "decimal", "huge"))
    if kind == "integer":
        return [rng.randint(-50, 50) + 30 * t for t in truth]
    if kind == "ties":
        return [rng.choice((0, 1, 2)) + t for t in truth]
    if kind == "decimal":
        return [Decimal(rng.randint(0, 10**9)) / 10**6 + t for t in truth]
    if kind == "huge":
        base = rng.choice(MANY_DIGITS)
        return [base + rng.randint(0, 200) + 20 * t for t in truth]
    if kind == "probability":
        return [round(min(1.0, max(0.0, rng.random() * 0.7 + 0.3 * t)), 6) for t in truth]
    return [rng.gauss(t, 1.0) for t in truth]


def _results(rng: random.Random) -> Table:
    rows, folds = rng.choice((3, 6, 12)), rng.choice((1, 1, 3, 4))
    columns = [Column("d", "dataset", [f"d{i // folds}" for i in range(rows)])]
    if folds > 1:
        columns.append(Column("f", "fold", [i % folds for i in range(rows)]))
    for at in range(rng.choice((2, 3, 5))):
        values = [round(rng.random(), 4) for _ in range(rows)]
        columns.append(Column(f"a{at}", "score", values))
    found = Table(columns)
    _with_gaps(rng, found)
    return found


def _classes(rng: random.Random, rows: int) -> Table:
    classes = "abcd"[: rng.choice((3, 3, 4))]
    truth = [classes[i % len(classes)] for i in range(rows)]
    columns = [Column("y", "label", list(truth))]
    for name in classes:
        cells = [round(rng.random() + (t == name), 5) for t in truth]
        columns.append(Column(name, "score", cells))
    if rng.random() < 0.3:
        columns.append(Column("f", "fold", [i // len(classes) % 2 for i in range(rows)]))
    found = Table(columns)
    _with_gaps(rng, found)
    return found


def _with_gaps(rng: random.Random, found: Table) -> None:
    if rng.random() < 0.4:
        for _ in range(rng.randint(1, 4)):
            column = rng.choice(found.columns)
            column.cells[rng.randrange(found.rows)] = None
            found.notes.append(f"gap in {column.name}")


def disturb(rng: random.Random, found: Table) -> None:
    """One to three odd things: cells, names, whole columns of another kind."""
    for _ in range(rng.randint(1, 3)):
        rng.choice((_odd_cells, _odd_cells, _odd_name, _odd_column, _row_numbers))(rng, found)
    found.is_exact = False


def _odd_cells(rng: random.Random, found: Table) -> None:
    column = rng.choice(found.columns)
    text = rng.choice(ODD_CELLS)
    share = rng.choice((0.0, 0.0, 0.2, 1.0))
    first = rng.randrange(found.rows)
    for at in range(found.rows):
        if at == first or rng.random() < share:
            column.cells[at] = text
    found.notes.append(f"{column.name} holds {text[:20]!r}")


def _odd_name(rng: random.Random, found: Table) -> None:
    column = rng.choice(found.columns)
    column.name = rng.choice(ODD_NAMES)
    found.notes.append(f"a column is named {column.name[:20]!r}")


def _row_numbers(rng: random.Random, found: Table) -> None:
    numbers = list(range(found.rows))
    rng.shuffle(numbers)
    found.columns.append(Column(rng.choice(ODD_NAMES), "extra", numbers))
    found.notes.append("row numbers")


_DAY = datetime.datetime(2020, 1, 1, 12)
ODD_KINDS: dict[str, Callable[[int], Any]] = {
    "list": lambda i: [i, i + 1],
    "text list": lambda i: ["a", str(i)],
    "struct": lambda i: {"a": i, "b": str(i)},
    "bytes": lambda i: bytes([i % 256, 255]),
    "date": lambda i: _DAY.date() + datetime.timedelta(i),
    "datetime": lambda i: _DAY + datetime.timedelta(0, i),
    "time": lambda i: (_DAY + datetime.timedelta(0, i)).time(),
    "duration": lambda i: datetime.timedelta(0, i),
    "decimal": lambda i: Decimal(10**25 + i) / 10**25,
    "bool": lambda i: i % 3 == 0,
    "all missing": lambda i: None,
    "digits": lambda i: 10**20 + i,
    "small floats": lambda i: i * 1e-310,
    "large floats": lambda i: i * 1.5e307,
    "words": lambda i: "abc"[i % 3],
    "one value": lambda i: 7,
    "one word": lambda i: "a",
    "uuid": lambda i: f"00000000-0000-0000-0000-{i:012}",
    "mixed": lambda i: (i, str(i), None, i / 2)[i % 4],
}


def _odd_column(rng: random.Random, found: Table) -> None:
    kind = rng.choice(list(ODD_KINDS))
    cells = [ODD_KINDS[kind](i) for i in range(found.rows)]
    column = rng.choice(found.columns)
    column.cells = cells
    found.notes.append(f"{column.name} is {kind}")
