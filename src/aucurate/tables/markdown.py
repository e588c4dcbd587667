"""Tables of a study in Markdown (the pipe tables of GitHub and pandoc)."""

from collections.abc import Sequence

from aucurate.formatting import columns_of_numbers
from aucurate.study.base import Study
from aucurate.study.table import Table


def to_markdown(study: Study) -> str:
    """The tables, the verdict and the caveats of a study as Markdown."""
    parts = [escaped(line) for line in study.notices()]
    for table in study.tables():
        parts += [f"**{escaped(table.title)}**", table_lines(table)]
    parts.append(" ".join(escaped(sentence) for sentence in study.sentences()))
    if study.caveats:
        parts.append("\n".join(f"- {escaped(str(caveat))}" for caveat in study.caveats))
    return "\n\n".join(parts) + "\n"


def table_lines(table: Table) -> str:
    """The header and the rows of one table, without its title."""
    numbers = columns_of_numbers(table.rows, len(table.header))
    rule = ["--:" if right else ":--" for right in numbers]
    lines = [_line(table.header), "| " + " | ".join(rule) + " |"]
    return "\n".join([*lines, *(_line(row) for row in table.rows)])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def escaped(text: str) -> str:
    """Column names are text: nothing in them may become markup."""
    for mark in "\\|`*_<>[]":
        text = text.replace(mark, "\\" + mark)
    return text
