"""How an entry of the bibliography is written down: one function per kind of work.

Authors are one text, "DeLong, E. R.; DeLong, D. M.".
"""

from typing import Any

from aucurate.report.references import Reference


def article(
    key: str, authors: str, year: int, title: str, journal: str, *where: str, doi: str = ""
) -> Reference:
    """A paper in a journal; ``where`` is the volume (with a number in brackets) and the pages."""
    volume, pages = where if len(where) == 2 else (*where, "")
    volume, _, number = volume.partition("(")
    return _work(
        "article",
        key,
        authors,
        year,
        title,
        journal=journal,
        volume=volume,
        number=number.rstrip(")"),
        pages=pages,
        doi=doi,
    )


def book(key: str, authors: str, year: int, title: str, publisher: str) -> Reference:
    """A book."""
    return _work("book", key, authors, year, title, publisher=publisher)


def talk(
    key: str, authors: str, year: int, title: str, booktitle: str, pages: str = ""
) -> Reference:
    """A paper in the proceedings of a conference."""
    return _work("inproceedings", key, authors, year, title, booktitle=booktitle, pages=pages)


def thesis(key: str, authors: str, year: int, title: str, school: str) -> Reference:
    """The thesis of a doctor."""
    return _work("phdthesis", key, authors, year, title, school=school)


def paper(key: str, authors: str, year: int | None, title: str, issued: str = "") -> Reference:
    """Anything else, with what issued it."""
    return _work("misc", key, authors, year, title, issued=issued)


def by_key(*entries: Reference) -> dict[str, Reference]:
    """Entries under their keys."""
    return {entry.key: entry for entry in entries}


def _work(
    kind: Any, key: str, authors: str, year: int | None, title: str, **more: str
) -> Reference:
    names = tuple(authors.split("; "))
    return Reference(kind=kind, key=key, authors=names, year=year, title=title, **more)
