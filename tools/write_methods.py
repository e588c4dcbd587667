"""Write docs/methods.md from the registry of methods: ``python tools/write_methods.py``.

A test holds that the committed file is what this writes.
"""

from itertools import groupby
from pathlib import Path

from aucurate.inference.methods import METHODS, Method
from aucurate.report.references import BIBLIOGRAPHY

FILE = Path(__file__).parents[1] / "docs" / "methods.md"
HEAD = """\
# Every interval and test

<!-- written by tools/write_methods.py from src/aucurate/inference/methods.py -->

The key is what `method=`, `interval=` and `test=` take where a study offers a choice, and what the
records of a method carry as `key`. The function leads to the page of its method: formulas, when not
to use it, an example (on the site; in the repository to the module whose docstring that page is).
Where designs are named, the method can be computed in those only. "Not kept" are promises of
`aucurate.inference.methods` that a method breaks: that only ranks count, that any difference can be
the null hypothesis, and so on.

"""


def content() -> str:
    """The file: a table for each family."""
    parts = []
    for family, methods in groupby(sorted(METHODS, key=_family), key=_family):
        rows = "\n".join(_row(method) for method in methods)
        name = _FAMILIES[family]
        title = name[:1].upper() + name[1:]
        head = (
            "| question | key | function | design | works | not kept |\n|---|---|---|---|---|---|"
        )
        parts.append(f"## {title}\n\n{head}\n{rows}\n")
    return HEAD + "\n".join(parts)


_FAMILIES = list(dict.fromkeys(method.family for method in METHODS))


def _family(method: Method) -> int:
    return _FAMILIES.index(method.family)


def _row(method: Method) -> str:
    source = method.module.replace(".", "/")
    linked = f"[`{method.call}`](../src/{source}.py)"
    designs = "" if set(method.designs) >= {"paired", "unpaired"} else ", ".join(method.designs)
    works = "; ".join(BIBLIOGRAPHY[key].short for key in method.references)
    cells = [method.question, f"`{method.key}`", linked, designs, works, ", ".join(method.breaks)]
    return f"| {' | '.join(cells)} |".replace("  ", " ")


def main() -> None:
    """Write the list of methods."""
    FILE.write_text(content(), encoding="utf-8")


if __name__ == "__main__":
    main()
