from pathlib import Path

import pytest
from tests.reproductions import toy

from aucurate.reproductions.exhibit import MEANINGS
from aucurate.reproductions.keeping import Finished, finished_or_why_not
from aucurate.reproductions.page import page_html, page_markdown
from aucurate.reproductions.running import Run


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Finished]:
    entries = toy.install(monkeypatch)
    run = Run(cache=tmp_path, data=tmp_path)
    return [finished_or_why_not(entry, run) for entry in entries]


def test_the_markdown_page_has_states_tables_figures_and_settings(done: list[Finished]) -> None:
    page = page_markdown(done)
    assert "**exact**. All of it comes out." in page
    assert "<details><summary>Theirs &amp; ours (30 rows)</summary>" in page
    assert "](papers/toy-line.svg)" in page
    assert "by hand; draws 3" in page
    assert "- A toy." in page
    assert f"- *not run here*: {MEANINGS['not run here']}." in page
    assert "*within simulation error*" not in page
    assert "| toy-2000 | table 1 | a \\<script\\> of \\| things | exact |" in page


def test_the_html_page_stands_alone_and_holds_no_markup_of_others(done: list[Finished]) -> None:
    page = page_html(done)
    assert "<script" not in page
    assert "http" not in page
    assert "Toy &lt;b&gt; (2000)" in page
    assert 'src="data:image/svg+xml;base64,' in page
    assert page.count("<section>") == page.count("</section>") == 2
    assert "&lt;1&gt;" in page


def test_a_program_that_differs_from_the_page_is_told(done: list[Finished]) -> None:
    other = Finished(exhibit=done[0].exhibit, figures={}, programs={"numpy": "9.9"})
    page = page_markdown([done[0], other])
    assert "numpy 9.9" in page.split("### ")[2]
