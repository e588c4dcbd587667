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
"""

import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from aucurate.formatting import listing
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

        >>> Reference(key="k", kind="misc", authors=("A, B.", "C, D."), year=1982, title="T").short
        'A and C 1982'
        """
        names = [author.partition(",")[0] for author in self.authors]
        who = listing(names) if len(names) <= _NAMED else f"{names[0]} et al."
        return who if self.year is None else f"{who} {self.year}"

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
