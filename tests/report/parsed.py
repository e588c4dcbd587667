"""A page as a browser would take it apart, without one."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "img", "input", "br", "hr"}


@dataclass
class Grid:
    """A table: its header and rows as text; the place of the full text where a cell is cut."""

    header: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    full: dict[tuple[int, int], int] = field(default_factory=dict)


class Page(HTMLParser):
    """Tables and texts by the ids of their elements, and every attribute that is an address."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.grids: dict[str, Grid] = {}
        self.texts: dict[str, str] = {}
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.headings: list[tuple[int, str]] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self._open: list[tuple[str, str]] = []
        self._grid: Grid | None = None
        self.feed(text)
        self.close()
        assert self._open == [], self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        place = given.get("id", "")
        self.tags.append(tag)
        self.attributes |= set(given)
        self.ids += [place] if place else []
        self.addresses += [given[name] for name in ("href", "src") if name in given]
        if place:
            self.texts[place] = ""
        if tag not in _VOID:
            self._open.append((tag, place))
        if tag == "table" and "sortable" in given.get("class", ""):
            self._grid = self.grids[place] = Grid()
        elif tag == "tr" and self._grid and "tbody" in [name for name, _ in self._open]:
            self._grid.rows.append([])
        elif tag in ("th", "td") and self._grid:
            (self._grid.rows[-1] if self._grid.rows else self._grid.header).append("")
        elif tag in ("h1", "h2", "h3", "h4"):
            self.headings.append((int(tag[1]), ""))
        if "data-full" in given and self._grid and self._grid.rows:
            row = len(self._grid.rows) - 1
            self._grid.full[row, len(self._grid.rows[-1]) - 1] = int(given["data-full"])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1][0] == tag, (self._open[-5:], tag)
        self._open.pop()
        if tag == "table":
            self._grid = None

    def handle_data(self, data: str) -> None:
        for _, place in self._open:
            if place:
                self.texts[place] += data
        inside = [name for name, _ in self._open]
        if self._grid and inside and ("th" in inside or "td" in inside):
            row = self._grid.rows[-1] if self._grid.rows else self._grid.header
            row[-1] += data
        if inside and inside[-1] in ("h1", "h2", "h3", "h4"):
            level, words = self.headings[-1]
            self.headings[-1] = level, words + data
