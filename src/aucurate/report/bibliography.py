"""Every work that a method paragraph can cite, by its key; and this software.

The works are in ``references.bib``, which is read once. It is BibTeX as we write it, and anything
else is refused: one field per line, plain text in UTF-8 without braces or LaTeX commands (those are
made by :meth:`Reference.bibtex`), a blank line between entries, comments after ``%``.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from aucurate.formatting import shortened
from aucurate.report.references import _FIELDS, REQUIRED, Reference

SOFTWARE = "aucurate"
"""The key of this software, which is cited in the version that made a study."""

_ENTRY = re.compile(r"@(\w+)\{(\w+),\n((?:  \w+ = \{[^{}\\\n]+\},\n)+)\}")
_FIELD = re.compile(r"  (\w+) = \{(.+)\},\n")
_ATTRIBUTES = {
    "author": "authors",
    "howpublished": "issued",
    **{name: name for name in ("title", "year", "doi", *_FIELDS)},
}  # of a Reference, by the fields of BibTeX


def read_bibtex(text: str) -> dict[str, Reference]:
    r"""The works of a BibTeX file that is written like ours, by their keys.

    >>> entry = "@book{efron1993,\n  author = {Efron, B. and Tibshirani, R. J.},\n"
    >>> entry += "  title = {An Introduction to the Bootstrap},\n  year = {1993},\n"
    >>> works = read_bibtex(entry + "  publisher = {Chapman and Hall},\n}\n")
    >>> print(works["efron1993"])
    Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
    """
    works: dict[str, Reference] = {}
    for block in text.strip().split("\n\n"):
        if all(line.startswith("%") for line in block.split("\n")):
            continue
        work = _read_entry(block)
        if work.key in works:
            raise ValueError(f"there are two entries {work.key}.")
        works[work.key] = work
    return works


def _read_entry(block: str) -> Reference:
    entry = _ENTRY.fullmatch(block)
    if entry is None:
        raise ValueError(f"this is no entry of BibTeX as we write it:\n{block}")
    kind: Any = entry[1]
    key, body = entry[2], entry[3]
    found = _FIELD.findall(body)
    fields = dict(found)
    if len(fields) < len(found):
        raise ValueError(f"{key} has a field twice:\n{block}")
    required = set(REQUIRED.get(kind, ()))
    if not required or not required <= set(fields) <= set(_ATTRIBUTES):
        raise ValueError(f"the kind or the fields of {key} are not those of BibTeX:\n{block}")
    given: dict[str, Any] = {_ATTRIBUTES[name]: text for name, text in fields.items()}
    given["authors"] = tuple(given["authors"].split(" and "))
    given["year"] = int(given["year"]) if "year" in given else None
    return Reference(kind=kind, key=key, **given)


BIBLIOGRAPHY: Mapping[str, Reference] = read_bibtex(
    files("aucurate.report").joinpath("references.bib").read_text(encoding="utf-8")
)


def software(version: str) -> Reference:
    """This software as CITATION.cff cites it.

    >>> print(software("1.2"))
    The aucurate developers. aucurate: is this classifier really better than that one? Version 1.2.
    """
    return Reference(
        key=SOFTWARE,
        kind="misc",
        authors=("The aucurate developers",),
        year=None,
        title="aucurate: is this classifier really better than that one?",
        issued=f"Version {shortened(version)}",
    )
