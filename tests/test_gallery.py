"""The gallery: every figure of the package has a picture there, and every picture is shown."""

import re
from pathlib import Path

from tools.gallery import FOLDER, PICTURES, readme, sections

import aucurate.plots

MOST = 6_000_000  # bytes


def _names() -> list[str]:
    return [name for pictures in sections().values() for name, _, _ in pictures]


def test_every_figure_has_a_picture() -> None:
    drawn = {picture.figure for picture in PICTURES}
    displays = {name for name in aucurate.plots.__all__ if name.endswith("Display")} - {"Display"}
    assert drawn == displays, "add a Picture to tools/gallery_*.py, then make gallery"


def test_pictures_have_names_of_their_own() -> None:
    names = _names()
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_the_folder_has_every_picture_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.png")} == set(_names()), "run make gallery"
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST


def test_the_page_is_that_of_the_script() -> None:
    page = Path(FOLDER, "README.md").read_text(encoding="utf-8")
    assert page == readme(), "run make gallery"
