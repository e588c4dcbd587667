"""A report without JavaScript, on paper, on a narrow screen."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.browser.opened import Opened
from tests.browser.studies import KINDS, made

pytestmark = pytest.mark.browser

NARROW = {"width": 380, "height": 800}
PAPER = {"width": 672, "height": 986}  # A4 without the margins of print.css


def _words(text: str) -> str:
    """Text without its line breaks: where lines end is the page's matter."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", KINDS)
def test_verdict_and_tables_need_no_javascript(name: str, opened: Callable[..., Opened]) -> None:
    study = made(name)
    page = opened(study, java_script_enabled=False).page
    shown = _words(page.inner_text("body"))
    for sentence in study.sentences():
        assert _words(sentence) in shown
    for caveat in study.caveats:
        assert _words(caveat.message) in shown
    for table in study.tables():
        for row in table.rows:
            for cell in row:
                assert _words(cell) in shown


@pytest.mark.parametrize("name", KINDS)
def test_a_narrow_screen_does_not_scroll_sideways(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(made(name), viewport=NARROW).page
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= page.evaluate("window.innerWidth")


def test_a_tablet_does_not_scroll_sideways(opened: Callable[..., Opened]) -> None:
    page = opened(made("operate"), viewport={"width": 800, "height": 800}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 800


@pytest.mark.parametrize("name", ["operate", "operate-costs", "operate-folds", "multiclass"])
def test_paper_is_not_shrunk_for_a_wide_table(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(made(name), viewport=PAPER).page
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER["width"]


@pytest.mark.parametrize("name", ["compare", "folds", "multiclass"])
def test_paper_has_the_verdict(name: str, opened: Callable[..., Opened], tmp_path: Path) -> None:
    study, paper = made(name), tmp_path / "report.pdf"
    page = opened(study).page
    page.pdf(path=paper, format="A4")
    assert paper.read_bytes().startswith(b"%PDF")
    if shutil.which("pdftotext"):
        done = subprocess.run(["pdftotext", paper, "-"], capture_output=True, check=True)
        shown = _words(done.stdout.decode())
    else:
        page.emulate_media(media="print")
        shown = _words(page.inner_text("body"))
    for sentence in study.sentences():
        assert _words(sentence) in shown


@pytest.mark.parametrize("name", ["compare", "compare-thirty", "folds"])
def test_paper_shows_nothing_to_click(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(made(name)).page
    page.emulate_media(media="print")
    assert not page.evaluate("""() => Array.from(document.querySelectorAll("button, input, select"))
        .filter((one) => one.checkVisibility() && !one.closest("th"))
        .map((one) => one.outerHTML.slice(0, 200))""")
