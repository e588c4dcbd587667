"""Tables of a study in LaTeX, with the rules of the booktabs package."""

import re
from collections.abc import Collection, Sequence

from aucurate.formatting import capital, columns_of_numbers
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

_MINUS = re.compile(r"(?<![\w.)-])-(?=\.?\d)| - ")


def to_latex(study: Study, table: str | None = None) -> str:
    r"""The tables of a study, each as a ``table`` environment; needs ``\usepackage{booktabs}``.

    With the name of a ``table`` it is that one alone. Each has a label, ``tab:`` and its name. The
    notices, the verdict and the caveats stand above all tables as comments.
    """
    if table is not None:
        return "\n".join(_lines(study.table(table))) + "\n"
    parts = [f"% {line}" for line in (*study.notices(), *study.sentences())]
    parts += [f"% {caveat}" for caveat in study.caveats]
    for each in study.tables():
        parts += _lines(each)
    return "\n".join(parts) + "\n"


def _lines(table: Table) -> list[str]:
    rows = table.marked(lambda cell: cell)
    return [
        r"\begin{table}",
        rf"\caption{{{_sentence(table.title)}}}",
        rf"\label{{tab:{table.name.replace('_', '-')}}}",
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
