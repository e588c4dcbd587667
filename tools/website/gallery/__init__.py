"""The gallery: every figure, reports and the terminal, made when the site is built.

What is drawn comes from data that ship with the package or from seeded simulation. A picture is
drawn again if code of the package or of the gallery is newer than it is.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import groupby
from pathlib import Path

from tools.website.gallery import curves, folds
from tools.website.gallery.picture import Picture

import aucurate as au
from aucurate.inference.resampling.options import Resampling
from aucurate.planning import plan_two
from aucurate.plots.figure import rendered
from aucurate.report import write_report
from aucurate.study.base import Study
from aucurate.study.plan import plan_study

FOLDER = "gallery"
SECTIONS = {
    "Figures on one test set": curves.PICTURES,
    "Figures over folds, of several classes, of many data sets, and of plans": folds.PICTURES,
}
_DPI = 160
_FEW = Resampling(replicates=500, rng=1)
_COLUMNS = 100  # of the terminal
_CODE = Path(__file__).parents[3]

REPORTS: dict[str, tuple[str, Callable[[], Study]]] = {
    "compare": (
        "Five models on one test set",
        lambda: au.compare(au.datasets.load_breast_cancer()),
    ),
    "operate": (
        "Thresholds of least cost",
        lambda: au.operate(
            au.datasets.load_breast_cancer(), at="cost=5:1,prevalence=0.1", resampling=_FEW
        ),
    ),
    "folds": (
        "Five algorithms over cross-validation folds",
        lambda: au.folds(au.datasets.load_breast_cancer_folds(), threshold=0.5),
    ),
    "multiclass": (
        "Two models of three classes",
        lambda: au.multiclass(au.datasets.load_wine_classes()),
    ),
    "fit": (
        "Models of the curve",
        lambda: au.fit(
            au.datasets.load_breast_cancer().select(["forest", "bayes"]), resampling=_FEW
        ),
    ),
    "plan": (
        "The plan of a study",
        lambda: plan_study(plan_two(0.85, 0.8, paired=False, power=0.8)),
    ),
}
"""A report of every kind of study: what it is about, and the study."""


def pictures_of(figure: str) -> list[Picture]:
    """The pictures that a class of ``aucurate.plots`` draws."""
    return [one for pictures in SECTIONS.values() for one in pictures if one.figure == figure]


def write(source: Path, reports: Path) -> None:
    """Draw the pictures into a folder below ``source``, write the reports, and the page of both."""
    newest = max(path.stat().st_mtime for path in _sources())
    folder = source / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    reports.mkdir(parents=True, exist_ok=True)
    made = set()
    for pictures in SECTIONS.values():
        for picture in pictures:
            path = folder / f"{picture.name}.png"
            made.add(path)
            if _is_older(path, newest):
                path.write_bytes(rendered(picture.make().plot().figure_, "png", dpi=_DPI))
    for path in set(folder.glob("*.png")) - made:
        path.unlink()
    for name, (_, study) in REPORTS.items():
        path = reports / f"{name}.html"
        if _is_older(path, newest):
            path.unlink(missing_ok=True)
            write_report(study(), path)
    page = folder / "index.rst"
    if _is_older(page, newest):
        page.write_text(page_text(terminal()), encoding="utf-8")


def _sources() -> Iterator[Path]:
    yield from (_CODE / "src" / "aucurate").rglob("*.*")
    yield from Path(__file__).parent.glob("*.py")


def _is_older(path: Path, time: float) -> bool:
    return not path.exists() or path.stat().st_mtime < time


def page_text(terminal_output: str) -> str:
    """The page: reports to open, the terminal, and every figure with the class that draws it."""
    parts = [
        "Gallery\n=======",
        "Everything here is made when this site is built, from the studies that ship with the "
        "package and from seeded simulation. Click a picture to enlarge it.",
        "Reports\n-------",
        '``study.to_html("report.html")``, or ``--html report.html``, writes one file that opens '
        "offline (:doc:`/report`). These are such files:",
        "\n".join(
            f"- `{title} <../reports/{name}.html>`__ (``au.{name}``)"
            for name, (title, _) in REPORTS.items()
        ),
        "The terminal\n------------",
        "``aucurate compare`` without a table:",
        ".. raw:: html\n\n" + _indented(terminal_output),
    ]
    for title, pictures in SECTIONS.items():
        parts.append(f"{title}\n{'-' * len(title)}")
        for figure, drawn in groupby(pictures, key=lambda one: one.figure):
            heading = f":class:`~aucurate.plots.{figure}`"
            parts += [f"{heading}\n{'^' * len(heading)}", cards(list(drawn))]
    return "\n\n".join(parts) + "\n"


def cards(pictures: list[Picture]) -> str:
    """Pictures side by side, each with its line and leading to its full size."""
    blocks = [f".. grid:: 1 1 2 {min(3, max(2, len(pictures)))}\n   :gutter: 2"]
    for one in pictures:
        address = f"/{FOLDER}/{one.name}.png"
        blocks.append(
            f"   .. grid-item::\n\n      .. image:: {address}\n         :alt: {one.line}\n"
            f"         :class: gallery\n         :width: 100%\n\n      {one.line}"
        )
    return "\n\n".join(blocks)


def _indented(text: str) -> str:
    return "\n".join(f"   {line}".rstrip() for line in text.splitlines())


def terminal() -> str:
    """What ``aucurate compare`` writes to a terminal, with its colours, as HTML."""
    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    console = Console(record=True, width=_COLUMNS, file=StringIO())
    console.print(Text.from_ansi(f"$ aucurate compare\n{_typed(['compare'])}"))
    return console.export_html(
        theme=MONOKAI,
        inline_styles=True,
        code_format='<pre class="terminal" style="background: {background} !important; '
        'color: {foreground}">{code}</pre>',
    )


def _typed(arguments: list[str]) -> str:
    """What a command writes when its output is a terminal."""
    import pty  # which only Unix has; what the gallery shows is known everywhere

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
        raise RuntimeError(f"aucurate {' '.join(arguments)} failed")
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
