"""Tables of a study in Markdown (the pipe tables of GitHub and pandoc)."""

from collections.abc import Collection, Sequence

from aucurate.formatting import columns_of_numbers
from aucurate.study.base import Study
from aucurate.study.table import Table


def to_markdown(study: Study, table: str | None = None) -> str:
    """The tables, the verdict and the caveats of a study as Markdown, or one table by its name."""
    if table is not None:
        chosen = study.table(table)
        return f"**{escaped(chosen.title)}**\n\n{table_lines(chosen)}\n"
    parts = [escaped(line) for line in study.notices()]
    for each in study.tables():
        parts += [f"**{escaped(each.title)}**", table_lines(each)]
    parts.append(" ".join(escaped(sentence) for sentence in study.sentences()))
    if study.caveats:
        parts.append("\n".join(f"- {escaped(str(caveat))}" for caveat in study.caveats))
    return "\n\n".join(parts) + "\n"


def table_lines(table: Table) -> str:
    """The header and the rows of one table, without its title."""
    numbers = columns_of_numbers(table.rows, len(table.header))
    rule = ["--:" if right else ":--" for right in numbers]
    lines = [_line(table.header), "| " + " | ".join(rule) + " |"]
    bold = table.marked(lambda cell: f"**{cell}**")
    for at, row in enumerate(bold):
        lines.append(_line(row, frozenset(place for of, place in table.best if of == at)))
    return "\n".join(lines)


def _line(cells: Sequence[str], kept: Collection[int] = ()) -> str:
    """A row; the cells at the places kept are Markdown already."""
    texts = [cell if at in kept else escaped(cell) for at, cell in enumerate(cells)]
    return f"| {' | '.join(texts)} |"


def escaped(text: str) -> str:
    """Column names are text: nothing in them may become markup."""
    for mark in "\\|`*_<>[]":
        text = text.replace(mark, "\\" + mark)
    return text
