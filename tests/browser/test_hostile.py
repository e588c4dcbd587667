"""Names that would be code if a page took them for it stay text."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.opened import Opened

from aucurate.study.base import Study
from aucurate.study.compare import compare
from aucurate.tables.csv import to_csv

pytestmark = pytest.mark.browser

NAMES = (
    "<script>window.hacked=1</script>",
    '</script><img src="x" onerror="window.hacked=2">',
    "<!--<script>",
    '"onmouseover="window.hacked=3',
    "{{7*7}}{% raw %}",
    r"\u003cb\u003e",
    "\u202eright to left",
    "a line\nbreak and a\ttab",
    "one\r\nof Windows, one\rof others",
    "=HYPERLINK(0)",
    "&lt;i&gt; &amp;",
    "javascript:window.hacked=4",
    "__proto__",
    "]]>",
)
LONG = "x" * 100_000


def _study(names: tuple[str, ...]) -> Study:
    rng = np.random.default_rng(13)
    labels = np.arange(120) % 2 == 0
    return compare(labels, {name: rng.normal(size=120) + labels for name in names})


@pytest.fixture(scope="module")
def hostile() -> Study:
    return _study(NAMES)


def _downloaded(page: Any) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the study as JSON").click()
    return Path(download.value.path()).read_bytes()


def _all_text(page: Any) -> str:
    return str(page.evaluate("document.body.textContent"))


def test_names_are_text(hostile: Study, opened: Callable[..., Opened]) -> None:
    page = opened(hostile).page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    for part in page.locator("th button, [data-handle], main a:not(.skip-marks), main input").all():
        part.hover(force=True)
        part.dispatch_event("click")
    assert page.evaluate("typeof window.hacked") == "undefined"
    assert not page.locator("main b, main i, img[src=x], [onmouseover], [onerror]").count()
    shown = _all_text(page)
    for name in NAMES:
        assert name.replace("\r\n", "\n").replace("\r", "\n") in shown  # as HTML reads any text
    assert "49" not in page.title()


def test_csv_keeps_them(hostile: Study, opened: Callable[..., Opened]) -> None:
    page = opened(hostile).page
    for table in hostile.tables():
        with page.expect_download() as download:
            page.locator(f"[data-save-csv='{table.name}-exact']").click()
        content = Path(download.value.path()).read_bytes()
        assert content.decode() == to_csv(hostile, table.name)


def test_the_download_keeps_them(hostile: Study, opened: Callable[..., Opened]) -> None:
    assert _downloaded(opened(hostile).page) == (hostile.to_json() + "\n").encode()


def test_a_name_of_a_hundred_thousand_characters(opened: Callable[..., Opened]) -> None:
    study = _study(("short", LONG))
    one = opened(study, viewport={"width": 380, "height": 800})
    page = one.page
    assert page.evaluate("document.documentElement.scrollWidth") <= 380
    assert page.evaluate("document.documentElement.scrollHeight") < 20_000
    assert _downloaded(page) == (study.to_json() + "\n").encode()


def test_hostile_labels_sources_and_columns(opened: Callable[..., Opened]) -> None:
    name = NAMES[1]
    labels = np.where(np.arange(60) % 2 == 0, name, "other")
    scores = {"a": np.random.default_rng(2).normal(size=60)}
    study = compare(labels, scores, positive=name)
    source = replace(study.provenance.source, name=f"{name}.csv", columns_not_used=NAMES)
    where = replace(study.provenance, source=source)
    page = opened(replace(study, provenance=where)).page
    assert page.evaluate("typeof window.hacked") == "undefined"
    shown = _all_text(page)
    assert f"{name}.csv" in shown
    assert shown.count(name) >= 3
