"""The picture of the report that the README shows: ``make report-picture`` takes it in chromium.

It has two of the sections of the report: the verdict and the interactive curves.
"""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import aucurate as au

FILE = Path(__file__).parents[1] / "docs" / "static" / "report.png"
_WIDTH, _HEIGHT = 1100, 1160
_LEFT_OUT = "header, nav, #compared, #caveats { display: none }"


def main() -> None:
    """Write the picture: what opens first in the report of the study that ships."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("chromium is not there; make report-picture installs it")
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with TemporaryDirectory() as folder, sync_playwright() as led:
        report = Path(folder, "report.html")
        au.compare(au.datasets.load_breast_cancer()).to_html(report)
        browser = led.chromium.launch(executable_path=path, args=sandbox)
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT})
        page.goto(report.as_uri(), wait_until="load")
        page.evaluate(
            "(rule) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rule);"
            " document.adoptedStyleSheets.push(sheet); }",
            _LEFT_OUT,
        )
        page.screenshot(path=FILE, type="png")
        browser.close()


if __name__ == "__main__":
    main()
