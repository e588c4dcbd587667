"""Write docs/caveats.md from the catalogue of caveats: ``python tools/write_caveats.py``.

Texts whose places hold measured numbers have an example, from the recorded studies of the tests.
A test holds that the committed page is what this writes.
"""

import json
import re
import textwrap
from functools import cache
from pathlib import Path

from aucurate.caveats import GROUPS, Entry, Kind

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "caveats.md"
RECORDED = ROOT / "tests" / "frozen" / "texts.json"
MEASURED = re.compile(r"\{(limit|levels?|coverage|mover_level|power|few|linear|least|most)\}")
HEAD = """\
# Caveats

<!-- written by tools/write_caveats.py -->

Every result carries what its reader must know without having read the manual. A caveat has a
`kind`, which code can rely on, a `message` for the reader, whose words may change, and `about`: the
full names of the classifiers, classes, data sets or test sets that it is about, both names of a
pair, empty where it is about all of the result.

```python
from aucurate.caveats import Kind

few = [c for c in study.caveats if c.kind == Kind.FEW_OBSERVATIONS]
of_forest = [c for c in study.caveats if "forest" in c.about]
```

Below are all kinds with their words. *Names* are those in `about`, and other words in italics are
filled in. Where a kind has several texts, those that apply follow each other. Texts with numbers
that were measured have an example.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for title, entries in GROUPS.items():
        parts.append(f"## {title}\n")
        parts += [_section(kind, entry) for kind, entry in entries.items()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts))


def _section(kind: Kind, entry: Entry) -> str:
    texts = []
    for text in entry.texts.values():
        texts.append(_filled(f"- {_readable(text)}", "  "))
        if MEASURED.search(text) and (example := _example(text)):
            texts.append(f"\n{_filled(f'  *For example:* {example}', '  ')}\n")
    return "\n".join([f"### `{kind}`\n", _filled(entry.advice), "", *texts, ""])


@cache
def _messages() -> tuple[str, ...]:
    """Every caveat of the recorded studies."""
    texts = json.loads(RECORDED.read_text(encoding="utf-8")).values()
    return tuple(line[2:] for text in texts for line in text.split("\n") if line[:2] == "- ")


def _example(text: str) -> str:
    """The shortest recorded message that has this text, alone or among others."""
    words = re.escape(text)
    pattern = re.compile(re.sub(r"\\\{\w+\\\}", ".+?", words) + r"(?=$| [A-Z])")
    found = [match[0] for message in _messages() if (match := pattern.search(message))]
    return min(found, key=len, default="")


def _readable(text: str) -> str:
    """A text with its places in italics, apart from what they follow directly.

    >>> _readable("{about} calls every observation {call} in {some_folds}{more}")
    '*names* calls every observation *call* in *some folds* *more*'
    """
    words = re.sub(r"(?<=[\w}])\{", " {", text.replace("{about}", "{names}"))
    return re.sub(r"\{(\w+)\}", lambda place: f"*{place[1].replace('_', ' ')}*", words)


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text, width=100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
