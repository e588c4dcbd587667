"""Write docs/schema from the records of the studies: ``python tools/write_schema.py``.

A test holds that the committed files are what this writes.
"""

import json
import textwrap
from pathlib import Path

from aucurate.study.base import FORMAT_VERSION
from aucurate.study.schema import record_words, study_kinds, study_schema

FOLDER = Path(__file__).parents[1] / "docs" / "schema"
README = """\
# The JSON of a study

<!-- written by tools/write_schema.py -->

`study.to_json()` and `aucurate compare --json` (and the other commands) write every number of a
study. [study-{version}.json](study-{version}.json) is the JSON Schema (draft 2020-12) of what they
write, built from the records that the package itself uses. In Python `study_schema()` of
`aucurate.study.schema` is the same, and `study_schema("compare")` is the schema of one kind alone,
with which a validator says most precisely what is wrong.

- `format_version` is {version}, and `kind` says which study it is:

{kinds}

- Every field is always there, and there are no others. What was not asked for or does not apply is
  null or empty; a number that the data do not allow is NaN.
- Numbers have every digit. JSON has no infinities and no NaN: they are the strings `"Infinity"`,
  `"-Infinity"` and `"NaN"`.
- `provenance.settings` has what was asked for, in words and numbers that differ by kind; all else
  has a fixed shape.
- `Study.from_json(text)` makes the study again: it prints, plots and writes the same.

The exhibits of `aucurate reproduce` are studies too, but their shape may change with any version
and is not described here.

## Versions

`FORMAT_VERSION` (in `src/aucurate/study/base.py`) is raised with every change after which a file
written before is no longer valid, or means something else: a field added, taken away, renamed or
given another type. A new kind of study, one more word where a few are allowed, or other words in a
description leave it as it is. The schemas of former versions stay in this folder. Until the first
release the newest may still change.

- Version 4 has the `settings` of a study as a record of its own, the `source` of the data in
  `provenance` (the files, what was left out, and the `reading`: the call that reads them again),
  and every family of tests with their adjusted p-values as one list.
- Version 3 added the second test of a comparison (`second_tests`, `adjusted_second_p_values`) to
  `compare`, and to `plan` the `assurance` of a plan and of its points, with the variance and the
  degrees of freedom of the pilot's own estimate. A caveat says whom it is `about`. Records that
  name their method in words (`method`) have its `key` too, and an interval says whether a `bound`
  took the place of a variance; files without these are read.
- Version 2 added `curves` to `compare`, `operate` and `fit`, the `points` of a fitted curve, and
  the `values` of all folds, so that figures and reports can be made from a file alone.
- Version 1 was the first. `Study.from_json` still reads it, and leaves empty what it lacks.

Any other version is refused, and the message says so.

`tests/study/test_schema.py` fails when the records no longer fit the schema here. Then raise the
version if one of the above is so, and write this folder again: `python tools/write_schema.py`.
"""


def contents() -> dict[Path, str]:
    """The files of docs/schema and what is in them."""
    kinds = [_item(f"`{kind}`: {record_words(study)}") for kind, study in study_kinds().items()]
    schema = json.dumps(study_schema(), indent=2, ensure_ascii=False)
    return {
        FOLDER / f"study-{FORMAT_VERSION}.json": schema + "\n",
        FOLDER / "README.md": README.format(version=FORMAT_VERSION, kinds="\n".join(kinds)),
    }


def _item(text: str) -> str:
    return textwrap.fill(text, width=100, initial_indent="  - ", subsequent_indent="    ")


def main() -> None:
    """Write the schema of this format version, and the page about it."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in contents().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
