"""Tables in HTML: names of columns and classifiers are text there, never markup."""

from collections.abc import Sequence
from html import escape

from aucurate.formatting import columns_of_numbers
from aucurate.study.table import Table

_OF_COLUMN, _WORDS = ' scope="col"', ' class="words"'


def table_html(table: Table) -> str:
    """One table with its title as caption.

    >>> few = Table(name="few", title="A & B", header=("name", "AUC"), rows=(("<b>", "1"),),
    ...             columns={})
    >>> print(table_html(few))
    <table>
    <caption>A &amp; B</caption>
    <thead><tr><th scope="col" class="words">name</th><th scope="col">AUC</th></tr></thead>
    <tbody>
    <tr><th scope="row">&lt;b&gt;</th><td>1</td></tr>
    </tbody>
    </table>
    """
    numbers = columns_of_numbers(table.rows, len(table.header))
    return "\n".join(
        [
            "<table>",
            f"<caption>{escape(table.title)}</caption>",
            f"<thead><tr>{_cells(table.header, numbers, 'th', _OF_COLUMN)}</tr></thead>",
            "<tbody>",
            *(_row(row, numbers) for row in table.rows),
            "</tbody>",
            "</table>",
        ]
    )


def _row(row: Sequence[str], numbers: Sequence[bool]) -> str:
    first = f'<th scope="row">{escape(row[0])}</th>'
    return f"<tr>{first}{_cells(row[1:], numbers[1:], 'td')}</tr>"


def _cells(cells: Sequence[str], numbers: Sequence[bool], tag: str, more: str = "") -> str:
    """Cells of words are marked, so that a style can align them to the left."""
    return "".join(
        f"<{tag}{more}{'' if right else _WORDS}>{escape(cell)}</{tag}>"
        for cell, right in zip(cells, numbers, strict=True)
    )
