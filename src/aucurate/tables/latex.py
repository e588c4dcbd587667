"""Tables of a study in LaTeX, with the rules of the booktabs package."""

from collections.abc import Sequence

from aucurate.formatting import columns_of_numbers
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
}
"""Characters that LaTeX reads as commands, and what prints them."""


def to_latex(study: Study) -> str:
    r"""The tables of a study, each as a ``table`` environment; needs ``\usepackage{booktabs}``.

    The notices, the verdict and the caveats stand above as comments.
    """
    parts = [f"% {line}" for line in (*study.notices(), *study.sentences())]
    parts += [f"% {caveat}" for caveat in study.caveats]
    for table in study.tables():
        parts += [
            r"\begin{table}",
            rf"\caption{{{_escaped(table.title)}}}",
            r"\centering",
            rf"\begin{{tabular}}{{{_alignment(table)}}}",
            r"\toprule",
            _line(table.header),
            r"\midrule",
            *(_line(row) for row in table.rows),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
        ]
    return "\n".join(parts) + "\n"


def _alignment(table: Table) -> str:
    numbers = columns_of_numbers(table.rows, len(table.header))
    return "".join("r" if right else "l" for right in numbers)


def _line(cells: Sequence[str]) -> str:
    return " & ".join(_number(_escaped(cell)) for cell in cells) + r" \\"


def _escaped(text: str) -> str:
    return "".join(SPECIAL.get(character, character) for character in text)


def _number(cell: str) -> str:
    """A minus sign in front of a number, not a hyphen."""
    words = [f"${w}$" if w[:1] == "-" and w[1:2].isdigit() else w for w in cell.split(" ")]
    return " ".join(words)
