r"""What a study says, made harmless for HTML, and so that a script can undo it to the byte.

Text in the page is escaped by the templates. JSON inside a script element is not HTML: there only
``<`` could end the element or open a comment, and in JSON it stands in strings only, where
``\u003c`` means the same.
"""

import re

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
