"""Tables of a study in HTML."""

from aucurate.formatting import html_table
from aucurate.study.table import Table


def table_html(table: Table) -> str:
    """One table with its title as caption."""
    return html_table(table.header, table.rows, table.title)
