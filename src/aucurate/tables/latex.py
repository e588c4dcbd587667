"""Tables of a study in LaTeX, with the rules of the booktabs package."""

import re
from collections.abc import Collection, Sequence

from aucurate.errors import OptionError
from aucurate.formatting import capital, columns_of_numbers, shortened
from aucurate.study.base import Study
from aucurate.study.table import Table

SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    ">": r"$>$",
    "…": r"\ldots{}",
    "−": "$-$",
    "–": "--",
}
"""Characters that LaTeX reads as commands, or has no glyph for, and what prints them."""

_LABEL = re.compile(r"[A-Za-z0-9:./-]*")
_MINUS = re.compile(r"(?<![\w.)-])-(?=\.?\d)| - ")


def to_latex(study: Study, table: str | None = None, *, label: str = "") -> str:
    r"""The tables of a study, each as a ``table`` environment; needs ``\usepackage{booktabs}``.

    With the name of a ``table`` it is that one alone. Each has a label: ``tab:``, the given
    ``label`` with a hyphen, if there is one, and its name. The notices, the verdict and the caveats
    stand above the tables as comments.
    """
    check_label(label)
    parts = [f"% {line}" for line in (*study.notices(), *study.sentences(), *study.caveats)]
    for each in study.tables() if table is None else [study.table(table)]:
        parts += _lines(each, f"{label}-" if label else "")
    return "\n".join(parts) + "\n"


def check_label(label: str) -> None:
    """Refuse what would not be plain text in a LaTeX label."""
    if not _LABEL.fullmatch(label):
        raise OptionError(
            "the label of a table may have letters, digits, hyphens, colons, points and slashes; "
            f"this one is {shortened(label)!r}.",
            hint="write e.g. forest-2 for labels such as tab:forest-2-comparisons.",
        )


def _lines(table: Table, prefix: str) -> list[str]:
    rows = table.marked(lambda cell: cell)
    return [
        r"\begin{table}",
        rf"\caption{{{_sentence(table.title)}}}",
        rf"\label{{tab:{prefix}{table.name.replace('_', '-')}}}",
        r"\centering",
        rf"\begin{{tabular}}{{{_alignment(table)}}}",
        r"\toprule",
        _line(table.header),
        r"\midrule",
        *(_line(row, [col for of, col in table.best if of == at]) for at, row in enumerate(rows)),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]


def _sentence(title: str) -> str:
    text = _escaped(capital(title))
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _alignment(table: Table) -> str:
    numbers = columns_of_numbers(table.rows, len(table.header))
    return "".join("r" if right else "l" for right in numbers)


def _line(cells: Sequence[str], bold: Collection[int] = ()) -> str:
    texts = map(_cell, cells)
    return " & ".join(rf"\textbf{{{t}}}" if i in bold else t for i, t in enumerate(texts)) + r" \\"


def _cell(text: str) -> str:
    """A cell; a lone hyphen says that there is nothing."""
    return "--" if text == "-" else _escaped(text)


def _escaped(text: str) -> str:
    """Text as LaTeX prints it, with minus signs in front of numbers and between names."""
    signed = _MINUS.sub(lambda found: found[0].replace("-", "−"), text)
    return "".join(SPECIAL.get(character, character) for character in signed)
