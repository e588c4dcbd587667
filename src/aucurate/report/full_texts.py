"""Texts that are too long for a cell, or not printable, kept once and linked from where they stand.

A classifier may have a name of a hundred thousand characters. A cell then shows its beginning, and
leads to the list of all such texts at the end of the page.
"""

from dataclasses import dataclass

from aucurate.formatting import shortened

LONGEST = 80
"""Characters that a cell shows."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is shown, and the place of the full text in the list where that is another."""

    text: str
    place: int | None = None


class FullTexts:
    r"""The full texts of one page, in the order in which they were met.

    >>> texts = FullTexts()
    >>> texts.cell("forest"), texts.cell("x" * 500).place, texts.cell("a tab\t").text
    (Cell(text='forest', place=None), 0, 'a tab�')
    """

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def cell(self, text: str) -> Cell:
        """A text as it is, or its beginning with the place of the whole."""
        if len(text) <= LONGEST and text.isprintable():
            return Cell(text)
        shown = shortened(text[: LONGEST + 1], LONGEST)
        return Cell(shown, self._places.setdefault(text, len(self._places)))

    @property
    def found(self) -> tuple[str, ...]:
        """All texts that some cell cut, to the character."""
        return tuple(self._places)
