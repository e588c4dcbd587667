r"""Templates, styles and scripts: files of the package, read as resources; Jinja2 only here.

Escaping
--------
Escaping the text of a study for HTML, reversibly for scripts.

Text in the page is escaped by the templates. JSON inside a script element is not HTML: there only
``<`` could end the element or open a comment, and in JSON it stands in strings only, where
``\u003c`` means the same.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from aucurate.errors import MissingExtraError

if TYPE_CHECKING:
    from jinja2 import Environment, Template

_CURVE_LAST = "operating.js"


def template(name: str) -> "Template":
    """A template of the page, with everything that is put in escaped."""
    return _environment().get_template(name)


@cache
def _environment() -> "Environment":
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise MissingExtraError("a report", extra="report") from None
    return Environment(
        loader=PackageLoader("aucurate.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def style(*, with_curve: bool) -> str:
    """The concatenated style sheets; the one for print comes last and so takes precedence."""
    names = ["base.css", *(["operating.css"] if with_curve else []), "print.css"]
    return "\n".join(_asset(name) for name in names)


@cache
def scripts(*, with_curve: bool) -> tuple[str, ...]:
    """The scripts, separately: one that fails does not stop the others."""
    names = ["base.js", "copying.js", "tables.js"]
    found = [_asset(name) for name in names]
    if with_curve:
        found.append("\n".join(_asset(name) for name in _curve_scripts()))
    return tuple(found)


def _curve_scripts() -> list[str]:
    """Those of the interactive curve: intervals first, the one that starts it last."""
    there = [entry.name for entry in _assets().iterdir()]
    parts = sorted(n for n in there if n.startswith("operating") and n.endswith(".js"))
    return ["intervals.js", *(n for n in parts if n != _CURVE_LAST), _CURVE_LAST]


def _asset(name: str) -> str:
    text = _assets().joinpath(name).read_text(encoding="utf-8")
    assert "</s" not in text, f"{name} would end its element"
    return text


def _assets() -> Traversable:
    return files("aucurate.report").joinpath("assets")


_LONE = re.compile("[\ud800-\udfff]")  # half of a surrogate pair: no UTF-8 can hold it


def json_in_page(text: str) -> str:
    r"""JSON that can stand in a script element.

    >>> print(json_in_page('{"name": "</script>"}'))
    {"name": "\u003c/script>"}
    """
    return _LONE.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("<", "\\u003c"))


def without_halves(text: str) -> str:
    """The text with a replacement character for what cannot be written."""
    return _LONE.sub("\N{REPLACEMENT CHARACTER}", text)


def place_of(name: str, taken: set[str]) -> str:
    """An id for a part of the page from a name that may be anything; noted as taken.

    >>> taken = set()
    >>> place_of("at_rate", taken), place_of("My <rate>", taken), place_of("my rate", taken)
    ('at_rate', 'my-rate', 'my-rate-2')
    """
    base = re.sub(r"[^a-z0-9_]+", "-", name.lower()).strip("-")[:60] or "part"
    found, number = base, 1
    while found in taken:
        number += 1
        found = f"{base}-{number}"
    taken.add(found)
    return found
