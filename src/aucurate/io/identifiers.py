"""Columns that name the subject of a row, and so tell which rows belong together."""

import re
from collections.abc import Collection
from typing import Any

import narwhals as nw

from aucurate.data.observations import RepeatedIdentifier

_SUBJECT = re.compile(
    r"(.*[ _.-])?(patient|subject|person|participant|individual|animal|mrn)s?"
    r"([ _.-]?(id|no|nr|num|number|code|key|name))?",
    re.I,
)
_IDENTIFIER = re.compile(r"(.*[ _.-])?(id|ids|uuid|guid|identifier)", re.I)
_FEWEST = 0.05


def repeated_identifiers(
    table: "nw.DataFrame[Any]", used: Collection[str]
) -> tuple[RepeatedIdentifier, ...]:
    """Columns called like an identifier that no role was given, and that repeat their values.

    A name that says whose row it is (patient, subject_id) is enough; a plain id must have one
    different value for every 20 rows or more: with fewer it is a site, a batch or the like.

    >>> import polars as pl
    >>> table = nw.from_native(pl.DataFrame({"y": [0, 1, 1], "patient": ["a", "a", "b"]}))
    >>> repeated_identifiers(table, ["y"])
    (RepeatedIdentifier(name='patient', different=2, rows=3),)
    """
    found = []
    for name in table.columns:
        of_subject = _SUBJECT.fullmatch(name.strip()) is not None
        if name in used or not (of_subject or _IDENTIFIER.fullmatch(name.strip())):
            continue
        values = table[name].drop_nulls()
        if not _countable(values):
            continue
        different, rows = values.n_unique(), len(values)
        least = 2 if of_subject else max(2.0, _FEWEST * rows)
        if least <= different < rows:
            found.append(RepeatedIdentifier(name, different, rows))
    return tuple(found)


def _countable(values: "nw.Series[Any]") -> bool:
    dtype = values.dtype
    return dtype.is_numeric() or dtype in (nw.String, nw.Categorical, nw.Enum)
