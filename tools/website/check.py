"""Check a built site: ``python -m tools.website.check build/docs/html``.

Every link and picture within the site leads to a page, an anchor or a file that is there, and no
page loads a script, a style, a font or a picture from another host, so that the site works offline.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
_NOT_LOADED = {"canonical", "next", "prev", "search", "index", "author", "copyright", "alternate"}
_STYLE_URL = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")


def main() -> int:
    """Print what is wrong; the exit status is 1 if anything is."""
    if len(sys.argv) != 2:
        print("usage: python -m tools.website.check FOLDER", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    found = sorted(set(problems(folder)))
    print(
        "\n".join(found) or f"{len(list(folder.rglob('*.html')))} pages, every link leads somewhere"
    )
    return int(bool(found))


def problems(folder: Path) -> Iterator[str]:
    """What is wrong with the pages and styles below a folder, one line each."""
    pages = sorted(p for p in folder.rglob("*.html") if "_static" not in p.parts)
    if not pages:
        yield f"{folder}: there are no pages"
    for page in pages:
        place = page.relative_to(folder)
        parsed = _parsed(page)
        for address in parsed.loaded:
            if address.startswith("data:"):
                continue
            if _is_elsewhere(address):
                yield f"{place}: loads {address}"
            elif not _leads_somewhere(page, address, folder):
                yield f"{place}: there is no {address}"
        for address in parsed.links:
            if not _is_elsewhere(address) and not _leads_somewhere(page, address, folder):
                yield f"{place}: there is no {address}"
    for style in folder.rglob("*.css"):
        for match in _STYLE_URL.finditer(style.read_text(encoding="utf-8")):
            address = match[1] or match[2]
            if _is_elsewhere(address) and not address.startswith("data:"):
                yield f"{style.relative_to(folder)}: loads {address}"


class _Page(HTMLParser):
    """The addresses and anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag loads, where it leads and what it is called."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif address := values.get(_LOADED.get(tag, ""), ""):
            is_loaded = tag != "link" or not _NOT_LOADED & set(values.get("rel", "").split())
            (self.loaded if is_loaded else self.links).append(address)
        for match in _STYLE_URL.finditer(values.get("style", "")):
            self.loaded.append(match[1] or match[2])


@cache
def _parsed(page: Path) -> _Page:
    parsed = _Page()
    parsed.feed(page.read_text(encoding="utf-8"))
    return parsed


def _is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.scheme or parts.netloc)


def _leads_somewhere(page: Path, address: str, folder: Path) -> bool:
    parts = urlsplit(address)
    target = page if not parts.path else (page.parent / unquote(parts.path))
    if target.is_dir():
        target /= "index.html"
    if not target.is_file() or folder.resolve() not in target.resolve().parents:
        return False
    is_page = target.suffix == ".html" and parts.fragment
    return not is_page or unquote(parts.fragment) in _parsed(target.resolve()).anchors


if __name__ == "__main__":
    sys.exit(main())
