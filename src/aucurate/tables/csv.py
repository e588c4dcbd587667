"""One table of a study as CSV, for programs: every digit, every row, every name as it is."""

import csv
import json
from typing import Any

from aucurate.study.base import Study

_LINE_END = "\r\n"  # with it the writer quotes every line break that a name may have


def to_csv(study: Study, table: str | None = None) -> str:
    r"""One table of the study (the first unless named) with its columns for programs.

    A field is quoted as in RFC 4180 where it must be, a line ends in ``\n``. Numbers have the
    digits of ``study.to_json()`` and read back as the same number; infinities and NaN are the words
    Infinity, -Infinity and NaN, what does not exist is empty, yes and no are true and false, and
    what has parts is JSON in one field. Names are not changed either: a spreadsheet may take one
    that begins with ``=`` for a formula, so have it read the columns as text where names come from
    others.

    >>> import aucurate
    >>> study = aucurate.compare([0, 0, 1, 1], {"a, b": [0.1, 0.4, 0.35, 0.8]})
    >>> print(to_csv(study).splitlines()[1].partition(",0.75,")[0])
    "a, b"
    """
    chosen = study.tables()[0] if table is None else study.table(table)
    columns: dict[str, list[Any]] = chosen.to_dict()["columns"]
    lines = _Lines()
    writer = csv.writer(lines, lineterminator=_LINE_END)
    writer.writerow(columns)
    writer.writerows(
        [exact_text(value) for value in row] for row in zip(*columns.values(), strict=True)
    )
    return "".join(lines.written)


class _Lines:
    """What the writer writes, a row at a time, with short ends."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, row: str) -> None:
        """Keep one row."""
        self.written.append(row.removesuffix(_LINE_END) + "\n")


def exact_text(value: Any) -> str:
    """A plain value as the JSON writes it, but text without quotes; nothing for None.

    >>> [exact_text(value) for value in (0.1 + 0.2, "forest", None, True, [1, 2])]
    ['0.30000000000000004', 'forest', '', 'true', '[1, 2]']
    """
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
