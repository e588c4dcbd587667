"""The gallery: every figure of the package has a picture there, and the page shows each of them."""

import re

from tools.website import gallery

import aucurate.plots
import aucurate.study

PICTURES = [one for pictures in gallery.SECTIONS.values() for one in pictures]


def test_every_figure_has_a_picture() -> None:
    drawn = {picture.figure for picture in PICTURES}
    displays = {name for name in aucurate.plots.__all__ if name.endswith("Display")} - {"Display"}
    assert drawn == displays, "add a Picture to tools/website/gallery"


def test_pictures_have_names_of_their_own() -> None:
    names = [picture.name for picture in PICTURES]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_the_page_shows_every_picture_and_leads_to_every_report() -> None:
    page = gallery.page_text("<pre>output of a terminal</pre>")
    for picture in PICTURES:
        assert page.count(f"/gallery/{picture.name}.png") == 1
    for name in gallery.REPORTS:
        assert f"<../reports/{name}.html>" in page
        assert name in aucurate.study.__all__
    assert "   <pre>output of a terminal</pre>" in page
