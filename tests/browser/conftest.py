"""The browser of these tests: Debian's chromium, led by Playwright; make test-browser brings both.

In an ordinary run they are skipped, and need neither of the two to be installed.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.opened import Opened

from aucurate.study.base import Study

AXE = Path(__file__).parents[2] / "build" / "browser" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Only who asks for the browser gets it."""
    if "browser" not in item.config.option.markexpr:
        pytest.skip("tests of the report in a browser; run them with make test-browser")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, started once."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    assert path is not None, "there is no chromium; make test-browser installs it"
    sandbox = [] if os.geteuid() else ["--no-sandbox"]  # it refuses to run as root with one
    with sync_playwright() as led:
        browser = led.chromium.launch(executable_path=path, args=sandbox)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    assert AXE.is_file(), "there is no axe-core; make test-browser installs it"
    return AXE.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Study], Path]:
    """The report of a study as a file, written once."""
    folder = tmp_path_factory.mktemp("reports")
    found: dict[int, tuple[Study, Path]] = {}

    def write(study: Study) -> Path:
        from aucurate.report import write_report

        if id(study) not in found:
            path = folder / f"{study.kind}-{len(found)}.html"
            found[id(study)] = study, write_report(study, path)
        return found[id(study)][1]

    return write


@pytest.fixture
def opened(chromium: Any, written: Callable[[Study], Path]) -> Iterator[Callable[..., Opened]]:
    """Opens the report of a study; when the test ends, nothing may have gone wrong or left it."""
    pages: list[Opened] = []

    def open_report(study: Study | Path, **context: Any) -> Opened:
        path = study if isinstance(study, Path) else written(study)
        pages.append(Opened.of(chromium, path, **context))
        return pages[-1]

    yield open_report
    for one in pages:
        one.close()
    for one in pages:
        one.assert_clean()
