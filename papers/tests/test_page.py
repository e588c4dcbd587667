from dataclasses import replace
from pathlib import Path

import pytest
from papers.tests import toy

from aucurate_papers.exhibit import MEANINGS
from aucurate_papers.page import page_html, page_markdown
from aucurate_papers.running import Finished, Run, finished_or_why_not


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Finished]:
    entries = toy.install(monkeypatch)
    run = Run(cache=tmp_path, data=tmp_path)
    return [finished_or_why_not(entry, run) for entry in entries]


def test_figures_that_could_not_be_drawn_are_told(done: list[Finished]) -> None:
    bare = replace(done[0], figures={}, undrawn="needs the extra 'plots'")
    assert "not drawn: needs the extra 'plots'" in page_markdown([bare])
    assert "not drawn: needs the extra &#x27;plots&#x27;" in page_html([bare])


def test_the_markdown_page_has_states_tables_figures_and_settings(done: list[Finished]) -> None:
    page = page_markdown(done)
    assert "**exact**. All of it comes out." in page
    assert "<details><summary>Theirs &amp; ours (30 rows)</summary>" in page
    assert "](papers/toy-line.svg)" in page
    assert "by hand; draws 3" in page
    assert "- A toy." in page
    assert f"- *not run here*: {MEANINGS['not run here']}." in page
    assert "*within simulation error*" not in page
    row = "| toy-2000 | [table 1](#toy-2000-table-1) | a \\<script\\> of \\| things | exact |"
    assert row in page
    assert '<a id="toy-2000-table-1"></a>' in page
    assert "are on this page" not in page
    assert "1 of 2 exhibits are on this page." in page_markdown(done[:1])


def test_the_html_page_stands_alone_and_holds_no_markup_of_others(done: list[Finished]) -> None:
    page = page_html(done)
    assert "<script" not in page
    assert "http" not in page
    assert "Toy &lt;b&gt; (2000)" in page
    assert 'src="data:image/svg+xml;base64,' in page
    assert page.count("<section id=") == page.count("</section>") == 2
    assert '<a href="#toy-2000-table-1">table 1</a>' in page
    assert "&lt;1&gt;" in page


def test_a_program_that_differs_from_the_page_is_told(done: list[Finished]) -> None:
    other = Finished(exhibit=done[0].exhibit, figures={}, programs={"numpy": "9.9"})
    assert "numpy 9.9" in page_markdown([done[0], other]).split("### ")[2]
    assert "numpy 9.9" in page_html([done[0], other]).split("<section")[2]
