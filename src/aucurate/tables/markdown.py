"""Tables of a study in Markdown (the pipe tables of GitHub and pandoc)."""

from collections.abc import Sequence

from aucurate.study.base import Study


def to_markdown(study: Study) -> str:
    """The tables, the verdict and the caveats of a study as Markdown."""
    parts = []
    for table in study.tables():
        rule = [":--", *("--:" for _ in table.header[1:])]
        lines = [_line(table.header), "| " + " | ".join(rule) + " |"]
        parts.append(f"**{_escaped(table.title)}**")
        parts.append("\n".join([*lines, *(_line(row) for row in table.rows)]))
    parts.append(" ".join(_escaped(sentence) for sentence in study.sentences()))
    if study.caveats:
        parts.append("\n".join(f"- {_escaped(str(caveat))}" for caveat in study.caveats))
    return "\n\n".join(parts) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text: str) -> str:
    """Column names are text: nothing in them may become markup."""
    for mark in "\\|`*_<>[]":
        text = text.replace(mark, "\\" + mark)
    return text
