"""The figures of a study inside the page, each near the table whose numbers it draws."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from aucurate.errors import MissingExtraError
from aucurate.report.html import place_of
from aucurate.report.kinds import figures_of
from aucurate.report.tables import Sheet
from aucurate.study.base import Study


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One figure: its caption, its alternative text, and the drawing itself.

    ``place`` is its id, and part of the name of the file it is saved in; ``width`` is in pixels.
    ``tables`` are those whose numbers it draws.
    """

    name: str
    place: str
    title: str
    words: str
    source: str
    width: int
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table with its figures."""

    sheet: Sheet
    pictures: tuple[Picture, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The tables in order, and the figures that belong to none of them."""

    parts: tuple[Part, ...]
    pictures: tuple[Picture, ...]

    @property
    def has_pictures(self) -> bool:
        """Whether any table has a figure."""
        return any(part.pictures for part in self.parts)


def pictures_of(study: Study, *, has_panel: bool) -> tuple[Picture, ...] | None:
    """All figures of a study as SVG in data addresses; None where matplotlib is not installed.

    Where the page has the interactive curve, the drawn one is left out.
    """
    from aucurate.plots.figure import rendered

    found, taken = [], set[str]()
    try:
        for one in figures_of(study):
            if has_panel and one.name in _DRAWN_BY_PANEL:
                continue
            one.display.plot()
            figure = one.display.figure_
            content = b64encode(rendered(figure, "svg")).decode("ascii")
            found.append(
                Picture(
                    name=one.name,
                    place=place_of(one.name, taken),
                    title=one.title,
                    words=one.words,
                    source=f"data:image/svg+xml;base64,{content}",
                    width=int(figure.get_figwidth() * _PIXELS),
                    tables=one.tables,
                )
            )
    except MissingExtraError:
        return None
    return tuple(found)


def arranged(sheets: Sequence[Sheet], pictures: Sequence[Picture]) -> Results:
    """Every figure at the first table that it draws."""
    places: dict[str, list[Picture]] = {}
    names = {sheet.name for sheet in sheets}
    for picture in pictures:
        place = next((name for name in picture.tables if name in names), "")
        places.setdefault(place, []).append(picture)
    return Results(
        parts=tuple(
            Part(sheet=sheet, pictures=tuple(places.get(sheet.name, ()))) for sheet in sheets
        ),
        pictures=tuple(places.get("", ())),
    )


_PIXELS = 96  # of an inch, as style sheets have it
_DRAWN_BY_PANEL = ("roc",)
