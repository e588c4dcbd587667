"""Tables in HTML: names of columns and classifiers are text there, never markup."""

from collections.abc import Sequence
from html import escape

from aucurate.study.table import Table


def table_html(table: Table) -> str:
    """One table with its title as caption.

    >>> few = Table(name="few", title="A & B", header=("name", "AUC"), rows=(("<b>", "1"),),
    ...             columns={})
    >>> print(table_html(few))
    <table>
    <caption>A &amp; B</caption>
    <thead><tr><th scope="col">name</th><th scope="col">AUC</th></tr></thead>
    <tbody>
    <tr><th scope="row">&lt;b&gt;</th><td>1</td></tr>
    </tbody>
    </table>
    """
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.header)
    return "\n".join(
        [
            "<table>",
            f"<caption>{escape(table.title)}</caption>",
            f"<thead><tr>{head}</tr></thead>",
            "<tbody>",
            *(_row(row) for row in table.rows),
            "</tbody>",
            "</table>",
        ]
    )


def _row(row: Sequence[str]) -> str:
    first, *rest = row
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
    return f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
