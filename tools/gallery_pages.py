"""Pictures of the gallery that a browser makes: the report, and the terminal."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aucurate as au
from aucurate.inference.resampling.options import Resampling
from aucurate.planning import plan_two
from aucurate.report import write_report
from aucurate.study.base import Study
from aucurate.study.folds import folds
from aucurate.study.multiclass import multiclass
from aucurate.study.plan import plan_study

_DESK = {"width": 1200, "height": 900}
_PHONE = {"width": 380, "height": 800}
_FEW = Resampling(replicates=500, rng=1)
_COLUMNS = 100  # of the terminal
_BRAILLE = re.compile("[\u2800-\u28ff]")
# The browser may take it from a font of another width; a terminal never does.
_CELL = r'<span style="display: inline-block; width: 1ch; overflow: clip">\g<0></span>'


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of a report: which one, which part of it, and how it is looked at."""

    name: str
    line: str
    report: str = "compare"
    part: str = ""
    options: dict[str, Any] = field(default_factory=lambda: {"viewport": _DESK})


_STUDIES: dict[str, Callable[[], Study]] = {
    "compare": lambda: au.compare(au.datasets.load_breast_cancer()),
    "operate": lambda: au.operate(
        au.datasets.load_breast_cancer(), at="cost=5:1,prevalence=0.1", resampling=_FEW
    ),
    "folds": lambda: folds(au.datasets.load_breast_cancer_folds(), threshold=0.5),
    "multiclass": lambda: multiclass(au.datasets.load_wine_classes()),
    "fit": lambda: au.fit(
        au.datasets.load_breast_cancer().select(["forest", "bayes"]), resampling=_FEW
    ),
    "plan": lambda: plan_study(plan_two(0.85, 0.8, paired=False, power=0.8)),
}
_DARK: dict[str, Any] = {"viewport": _DESK, "color_scheme": "dark"}
_SMALL: dict[str, Any] = {"viewport": _PHONE, "device_scale_factor": 2, "has_touch": True}

SHOTS = (
    Shot("report", "What opens first: the verdict, what was compared, caveats."),
    Shot(
        "report-panel", "Operating points to try: drag, type, or use the keys.", part="#operating"
    ),
    Shot("report-tables", "Tables that sort and copy, with their figures.", part="#results"),
    Shot("report-methods", "The methods paragraph with references.", part="#methods"),
    Shot("report-repeat", "What is needed to repeat it.", part="#repeat"),
    Shot("report-whole", "The whole page.", part="page"),
    Shot("report-dark", "Dark, as the system asks for.", options=_DARK),
    Shot("report-dark-panel", "Operating points in dark.", part="#operating", options=_DARK),
    Shot("report-phone", "On a phone.", options=_SMALL),
    Shot("report-phone-panel", "Operating points on a phone.", part="#operating", options=_SMALL),
    Shot("report-print", "The first sheet of paper.", part="paper"),
    Shot("report-operate", "Operating points of least cost.", report="operate"),
    Shot("report-folds", "Cross-validation folds.", report="folds"),
    Shot("report-multiclass", "Several classes.", report="multiclass"),
    Shot("report-fit", "Models of the curve.", report="fit"),
    Shot("report-plan", "The plan of a study.", report="plan"),
)
TERMINAL = ("terminal", "aucurate compare on a terminal.")


@contextmanager
def chromium() -> Iterator[Any]:
    """Debian's chromium, led by Playwright."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        raise SystemExit("chromium is not there; make gallery installs it")
    sandbox = [] if os.geteuid() else ["--no-sandbox"]
    with sync_playwright() as led:
        browser = led.chromium.launch(executable_path=path, args=sandbox)
        yield browser
        browser.close()


def take_all(browser: Any, keep: Callable[[str, bytes], None]) -> None:
    """Every picture of a report and of the terminal, handed to ``keep`` by name."""
    with TemporaryDirectory() as folder:
        reports = {}
        for name in dict.fromkeys(shot.report for shot in SHOTS):
            reports[name] = write_report(_STUDIES[name](), Path(folder) / f"{name}.html")
        for shot in SHOTS:
            keep(shot.name, _taken(browser, shot, reports[shot.report]))
    keep(TERMINAL[0], _terminal(browser))


def _taken(browser: Any, shot: Shot, path: Path) -> bytes:
    context = browser.new_context(**shot.options)
    page = context.new_page()
    page.goto(path.as_uri(), wait_until="load")
    try:
        if shot.part == "paper":
            return _paper(page)
        if shot.part.startswith("#"):
            page.locator(shot.part).evaluate("(part) => part.scrollIntoView()")
        if shot.part == "#operating":
            return bytes(page.locator(shot.part).screenshot(type="png"))
        return bytes(page.screenshot(type="png", full_page=shot.part == "page"))
    finally:
        context.close()


def _paper(page: Any) -> bytes:
    """The first sheet as Ghostscript draws it; without it, the top of the page as printed."""
    drawing = shutil.which("gs")
    if drawing is None:
        page.set_viewport_size({"width": 794, "height": 1123})  # A4 at 96 dots per inch
        page.emulate_media(media="print")
        return bytes(page.screenshot(type="png"))
    given = page.pdf(format="A4")
    how = ["-q", "-sDEVICE=png16m", "-r110", "-dTextAlphaBits=4", "-dGraphicsAlphaBits=4"]
    one = ["-dFirstPage=1", "-dLastPage=1", "-sOutputFile=-", "-"]
    done = subprocess.run([drawing, *how, *one], input=given, capture_output=True, check=True)
    return bytes(done.stdout)


def _terminal(browser: Any) -> bytes:
    """What the command writes to a terminal, with its colours."""
    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    console = Console(record=True, width=_COLUMNS, file=StringIO())
    console.print(Text.from_ansi(f"$ aucurate compare\n{_typed(['compare'])}"))
    shown = console.export_html(
        theme=MONOKAI,
        inline_styles=True,
        code_format='<body style="margin: 0; background: {background}; color: {foreground}">'
        '<pre style="display: inline-block; margin: 16px; font: 13px/1.25 '
        "'DejaVu Sans Mono', monospace\">{code}</pre></body>",
    )
    page = browser.new_page(viewport={"width": 820, "height": 600})
    page.set_content(_BRAILLE.sub(_CELL, shown))
    image = bytes(page.screenshot(type="png", full_page=True))
    page.close()
    return image


def _typed(arguments: list[str]) -> str:
    """What a command writes when its output is a terminal."""
    import pty  # which only Unix has; the names of the pictures are known everywhere

    plain = ("NO_COLOR", "CI")
    environment = {name: value for name, value in os.environ.items() if name not in plain}
    environment |= {"COLUMNS": str(_COLUMNS), "LINES": "50", "TERM": "xterm-256color"}
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "aucurate", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    os.close(theirs)
    written = b"".join(_read(ours))
    os.close(ours)
    if process.wait():
        raise SystemExit(f"aucurate {' '.join(arguments)} failed")
    return written.decode().replace("\r\n", "\n")


def _read(terminal: int) -> Iterator[bytes]:
    """What comes until the other side is closed, which Linux tells by an error."""
    while True:
        try:
            found = os.read(terminal, 65536)
        except OSError:
            return
        if not found:
            return
        yield found
