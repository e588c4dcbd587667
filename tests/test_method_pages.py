"""Every page of docs/methods has its parts, and its example prints what the page shows."""

import re
from pathlib import Path

import pytest
from tests.loops import for_each
from tools import write_methods

from aucurate.inference.methods import METHODS, Method
from aucurate.namespaces import public_names

PAGES = sorted((Path(__file__).parents[1] / "docs" / "methods").glob("*.md"))
EXAMPLE = re.compile(r"```python\n(.*?)```\n\n```\n(.*?)```", re.S)
EVERY = for_each("page", PAGES, ids=lambda page: page.stem)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_example_prints_what_the_page_shows(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page.read_text(encoding="utf-8")
    examples = EXAMPLE.findall(text)
    assert len(examples) == text.count("```python") > 0
    for code, shown in examples:
        exec(compile(code, page.name, "exec"), {})
        assert capsys.readouterr().out == shown


@EVERY
def test_the_page_says_what_a_reader_looks_for(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for part in ("**Question.**", "**When not.**", "**Function", "**Reference"):
        assert part in text, part
    assert text.startswith("# ")


@EVERY
def test_links_lead_to_pages_that_are_there(page: Path) -> None:
    for target in re.findall(r"\]\(([\w.-]+\.md)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_list_of_methods_is_that_of_the_registry() -> None:
    assert write_methods.FILE.read_text(encoding="utf-8") == write_methods.content(), (
        "run python tools/write_methods.py"
    )
    assert {method.page for method in METHODS} <= {page.stem for page in PAGES}


@for_each("method", METHODS)
def test_the_page_of_a_method_names_its_function(method: Method) -> None:
    page = next(page for page in PAGES if page.stem == method.page)
    name = method.path.rpartition(".")[2]
    assert name in page.read_text(encoding="utf-8") or name not in {n for _, n in public_names()}
