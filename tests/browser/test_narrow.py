"""On a phone the page fits, figures stay readable in boxes of their own, and cut edges show."""

from collections.abc import Callable

import pytest
from tests.browser.opened import Opened
from tests.browser.studies import made

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("name", ["compare", "operate", "folds", "rank", "plan"])
def test_figures_scroll_in_their_boxes(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(made(name), viewport=PHONE).page
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    boxes = page.evaluate(
        """[...document.querySelectorAll(".picture")].map((box) => ({
             drawn: box.querySelector("img").getBoundingClientRect().width,
             natural: parseFloat(getComputedStyle(box).getPropertyValue("--width")),
             box: box.getBoundingClientRect().width}))"""
    )
    assert boxes
    for box in boxes:
        assert box["box"] <= PHONE["width"]
        assert box["drawn"] >= 0.74 * box["natural"]


def test_a_cut_table_has_a_shade_at_its_edge(opened: Callable[..., Opened]) -> None:
    """The shade is the background of the box; over its whole content lies a cover that scrolls."""
    page = opened(made("compare"), viewport=PHONE).page
    box = page.locator("#comparisons .scroll").first
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    attachments = box.evaluate("box => getComputedStyle(box).backgroundAttachment")
    assert attachments == "local, local, scroll, scroll"
