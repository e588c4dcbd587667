"""Files that older versions wrote are read, printed and reported.

``format_3`` holds a study of each kind as format version 3 had it, and beside it the text that is
printed of it: what the version of that day printed, but for sentences that were reworded since.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from aucurate.errors import InputError
from aucurate.study import FORMAT_VERSION, Study

FOLDER = Path(__file__).parent / "format_3"
FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_format_3_is_read(path: Path) -> None:
    study = Study.from_json(path.read_text(encoding="utf-8"))
    assert f"{study}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")
    plain = json.loads(study.to_json())
    assert plain["format_version"] == FORMAT_VERSION
    assert Study.from_json(study.to_json()).to_json() == study.to_json()
    assert "<html" in study.to_html()


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_formats_1_and_2_did_not_have_may_be_missing(path: Path, version: int) -> None:
    plain = json.loads(path.read_text(encoding="utf-8")) | {"format_version": version}
    plain["provenance"].pop("columns_taken", None)
    plain.pop("curves", None)
    assert str(Study.from_json(json.dumps(plain)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_damaged_file_is_refused(path: Path) -> None:
    plain: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for name in ("provenance", "caveats"):
        with pytest.raises(InputError, match="damaged"):
            Study.from_json(json.dumps({key: plain[key] for key in plain if key != name}))
