"""Ten classifiers on a million observations: a small file that opens and answers."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.browser.opened import Opened

from aucurate.data.scores import PairedScores
from aucurate.study.compare import compare

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MOST = 3_000_000  # bytes


def test_a_million_observations(
    opened: Callable[..., Opened], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from aucurate.report import write_report

    rng = np.random.default_rng(10)
    labels = np.arange(1_000_000) % 4 == 0
    columns = {
        f"classifier {at}": rng.normal(size=len(labels)) + at / 5 * labels for at in range(10)
    }
    study = compare(PairedScores.from_arrays(labels, columns))
    path = write_report(study, tmp_path / "large.html")
    assert path.stat().st_size < MOST
    started = time.perf_counter()
    page = opened(path).page
    loaded = time.perf_counter()
    threshold = page.locator("#operating-threshold")
    threshold.fill("0.5")
    threshold.press("Enter")
    page.locator("[data-classifier-index='9'] [data-rate=sensitivity]").wait_for()
    answered = time.perf_counter()
    page.set_viewport_size({"width": 800, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 800
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 672, "height": 986})
    assert page.evaluate("document.documentElement.scrollWidth") <= 672
    with capsys.disabled():
        print(
            f"\n{path.stat().st_size:,} bytes, opened in {loaded - started:.2f} s, "
            f"answered in {answered - loaded:.2f} s"
        )
