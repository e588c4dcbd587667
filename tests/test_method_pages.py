"""Every method has a page, which is the docstring of its module, and the page has its parts."""

import re

from tests.loops import for_each
from tools import write_methods
from tools.website import reference

from aucurate.inference.methods import METHODS

HOMES = sorted({method.module for method in METHODS})


def test_the_list_of_methods_is_that_of_the_registry() -> None:
    assert write_methods.FILE.read_text(encoding="utf-8") == write_methods.content(), (
        "run python tools/write_methods.py"
    )


@for_each("home", HOMES)
def test_the_page_of_a_method_says_what_a_reader_looks_for(home: str) -> None:
    assert home in reference.method_modules()
    page = reference.pages()[reference.page_of_module(home) or ""]
    for part in ("**Question.**", "**Not valid**", ">>>", ".. rubric:: By name"):
        assert part in page, part
    assert re.search(r"\(\d{4}[a-z]?\)|:mod:|:py:mod:", page), "a reference"


@for_each("home", HOMES)
def test_the_page_lists_the_methods_of_its_module(home: str) -> None:
    page = reference.pages()[reference.page_of_module(home) or ""]
    for method in METHODS:
        if method.module == home:
            assert f"``{method.key}``" in page
            assert f"``{method.call}``" in page


def test_the_index_leads_to_every_page() -> None:
    pages = reference.pages()
    listed = pages[f"{reference.METHOD_PAGES}/index"]
    for home in reference.method_modules():
        name = (reference.page_of_module(home) or "").removeprefix(f"{reference.METHOD_PAGES}/")
        assert f":doc:`{name}`" in listed
