r"""A work that a report cites: as a line of a list, as a short citation, as BibTeX.

The line is what the docstrings of this package print, so that a method is cited everywhere in the
same words; a DOI follows as "doi:10...", never as an address. BibTeX is plain ASCII: letters with
accents are written as LaTeX commands, and words of a title that have capitals are kept by braces.

>>> work = Reference(
...     key="demsar2006",
...     kind="article",
...     authors=("Demšar, J.",),
...     year=2006,
...     title="Statistical comparisons of classifiers over multiple data sets",
...     journal="Journal of Machine Learning Research",
...     volume="7",
...     pages="1-30",
... )
>>> work.short
'Demšar 2006'
>>> print(work.bibtex())
@article{demsar2006,
  author = {Dem{\v{s}}ar, J.},
  title = {Statistical comparisons of classifiers over multiple data sets},
  year = {2006},
  journal = {Journal of Machine Learning Research},
  volume = {7},
  pages = {1--30},
}

The bibliography
----------------
Every work that a method paragraph can cite, by its key; and this software.

The works are in ``references.bib``, which is read once. It is BibTeX as we write it, and anything
else is refused: one field per line, plain text in UTF-8 without braces or LaTeX commands (those are
made by :meth:`Reference.bibtex`), a blank line between entries, comments after ``%``.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from aucurate.formatting import join_words, shortened
from aucurate.results import Record
from aucurate.tables.latex import SPECIAL

Work: TypeAlias = Literal["article", "book", "inproceedings", "phdthesis", "misc"]
REQUIRED: dict[Work, tuple[str, ...]] = {
    "article": ("author", "title", "journal", "year"),
    "book": ("author", "title", "publisher", "year"),
    "inproceedings": ("author", "title", "booktitle", "year"),
    "phdthesis": ("author", "title", "school", "year"),
    "misc": ("author", "title"),
}
"""The fields that BibTeX wants of each kind of work."""

_NAMED = 3  # authors that a short citation names; of more it names the first
_FIELDS = ("journal", "booktitle", "volume", "number", "pages", "publisher", "school")
_COMMANDS = {
    **SPECIAL,
    "\\": r"{\textbackslash}",
    "~": r"{\textasciitilde}",
    "^": r"{\textasciicircum}",
    "ı": r"{\i}",
    "ł": r"{\l}",
    "Ł": r"{\L}",
    "ø": r"{\o}",
    "Ø": r"{\O}",
    "ß": r"{\ss}",
    "æ": r"{\ae}",
    "Æ": r"{\AE}",
    "–": "--",
    "…": r"{\ldots}",
}
_ACCENTS = {
    "GRAVE": "`",
    "ACUTE": "'",
    "CIRCUMFLEX": "^",
    "TILDE": "~",
    "DIAERESIS": '"',
    "MACRON": "=",
    "DOT ABOVE": ".",
    "CARON": "v",
    "BREVE": "u",
    "RING ABOVE": "r",
    "DOUBLE ACUTE": "H",
    "CEDILLA": "c",
    "OGONEK": "k",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference(Record):
    """One work. What its kind has no use for is empty; ``year`` is None where there is none.

    ``authors`` are written "DeLong, E. R."; a name without a comma is that of an organisation.
    ``issued`` says where a work appeared that has neither journal nor publisher.
    """

    key: str
    kind: Work
    authors: tuple[str, ...]
    year: int | None
    title: str
    journal: str = ""
    booktitle: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    school: str = ""
    issued: str = ""
    doi: str = ""

    @property
    def short(self) -> str:
        """What a sentence cites it by: up to three authors, or the first of more, and the year.

        A letter after the year in the key tells two works of the same year apart.

        >>> Reference(key="k", kind="misc", authors=("A, B.", "C, D."), year=1982, title="T").short
        'A and C 1982'
        """
        names = [author.partition(",")[0] for author in self.authors]
        who = join_words(names) if len(names) <= _NAMED else f"{names[0]} et al."
        letter = self.key[-1] if self.key[-5:-1].isdigit() and self.key[-1].isalpha() else ""
        return who if self.year is None else f"{who} {self.year}{letter}"

    def __str__(self) -> str:
        year = "." if self.year is None else f" ({self.year})."
        stop = "" if self.title.endswith(("?", "!")) else "."
        parts = [f"{', '.join(self.authors)}{year} {self.title}{stop}"]
        parts += [f"{where}." for where in (self._where(),) if where]
        parts += [f"doi:{self.doi}"] if self.doi else []
        return " ".join(parts)

    def bibtex(self) -> str:
        """The entry of a BibTeX file."""
        fields = {
            "author": " and ".join(_bibtex_name(author) for author in self.authors),
            "title": _bibtex_title(self.title),
            "year": "" if self.year is None else str(self.year),
            **{name: latex(getattr(self, name)) for name in _FIELDS},
            "howpublished": latex(self.issued),
            "doi": self.doi,
        }
        fields["pages"] = fields["pages"].replace("-", "--")
        lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
        return f"@{self.kind}{{{self.key},\n{''.join(lines)}}}"

    def _where(self) -> str:
        volume = self.volume + (f"({self.number})" if self.number else "")
        place = " ".join(part for part in (self.journal or self.booktitle, volume) if part)
        thesis = f"PhD thesis, {self.school}" if self.school else ""
        told = (place, self.pages, self.publisher, thesis, self.issued)
        return ", ".join(part for part in told if part)


def latex(text: str) -> str:
    r"""Text as LaTeX has it, in ASCII.

    >>> latex("Paclík & Yıldız, 5% of x_1")
    "Pacl{\\'i}k \\& Y{\\i}ld{\\i}z, 5\\% of x\\_1"
    """
    return "".join(_letter(letter) for letter in unicodedata.normalize("NFC", _quotes(text)))


def _letter(letter: str) -> str:
    if letter in _COMMANDS:
        return _COMMANDS[letter]
    if letter.isascii():
        return letter
    parts = unicodedata.normalize("NFD", letter)
    name = unicodedata.name(parts[-1], "").removeprefix("COMBINING ").removesuffix(" ACCENT")
    if len(parts) != 2 or name not in _ACCENTS or not parts[0].isascii():
        return "?"
    command, base = _ACCENTS[name], parts[0]
    return f"{{\\{command}{{{base}}}}}" if command.isalpha() else f"{{\\{command}{base}}}"


def _quotes(text: str) -> str:
    """Straight quotes as opening and closing ones, in turn."""
    first, *others = text.split('"')
    return first + "".join(("''" if at % 2 else "``") + part for at, part in enumerate(others))


def _bibtex_name(author: str) -> str:
    return latex(author) if "," in author else f"{{{latex(author)}}}"


def _bibtex_title(title: str) -> str:
    """Words with capitals in braces, but for the capital that the title begins with."""
    words = _quotes(title).split(" ")
    return " ".join(
        f"{{{latex(word)}}}" if _has_capitals(word, first=at == 0) else latex(word)
        for at, word in enumerate(words)
    )


def _has_capitals(word: str, *, first: bool) -> bool:
    letters = [letter for letter in word if letter.isalpha()]
    return any(letter.isupper() for letter in (letters[1:] if first else letters))


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
    """The package as CITATION.cff cites it.

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
