"""Every figure, the report and the terminal as pictures: writes docs/gallery.

``make gallery`` runs it. What is drawn comes from data that ship with the package or from seeded
simulation; files that no picture makes any more are removed. A test holds that every figure of
aucurate.plots has a picture, but not the pictures themselves: look at them.
"""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from tools import gallery_curves, gallery_folds, gallery_pages

from aucurate.plots.figure import rendered

FOLDER = Path(__file__).parents[1] / "docs" / "gallery"
PICTURES = (*gallery_curves.PICTURES, *gallery_folds.PICTURES)
_DPI = 110
_COLOURS = 256
_LIKE = 24  # of 255: no channel of any pixel may be further from what was drawn

_HEAD = """# Gallery

Every figure of `aucurate.plots`, the report and the terminal. All of it is made by `make gallery`
(`tools/gallery.py`) from the studies that ship with the package and from seeded simulation; nothing
here is edited by hand.
"""


def sections() -> dict[str, list[tuple[str, str, str]]]:
    """What the gallery shows: name, line and what draws it, by section."""
    report = [(shot.name, shot.line, "study.to_html") for shot in gallery_pages.SHOTS]
    name, line = gallery_pages.TERMINAL
    figures: dict[str, list[tuple[str, str, str]]] = {
        "The report": report,
        "The terminal": [(name, line, "aucurate compare")],
        "Figures on one test set": [],
        "Figures over folds, of several classes, of many data sets, and of plans": [],
    }
    of_one, of_more = list(figures.values())[2:]
    of_one += [(one.name, one.line, one.figure) for one in gallery_curves.PICTURES]
    of_more += [(one.name, one.line, one.figure) for one in gallery_folds.PICTURES]
    return figures


def readme() -> str:
    """The page that shows all pictures, with a line each."""
    lines = [_HEAD]
    for title, pictures in sections().items():
        lines.append(f"## {title}\n")
        for name, line, maker in pictures:
            lines.append(f"### {name}\n\n{line} `{maker}`\n\n![{line}]({name}.png)\n")
    return "\n".join(lines)


def smaller(image: bytes) -> bytes:
    """The same picture with a palette of its own, unless a pixel would look other than it did."""
    whole = Image.open(BytesIO(image)).convert("RGB")
    few: Any = whole.quantize(
        _COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE
    )
    away = np.abs(np.asarray(whole, np.int16) - np.asarray(few.convert("RGB"), np.int16))
    chosen = few if int(np.max(away)) <= _LIKE else whole
    content = BytesIO()
    chosen.save(content, "PNG", optimize=True)
    return content.getvalue()


def write(folder: Path = FOLDER) -> None:
    """Make all pictures and the page; remove pictures that are made no more."""
    folder.mkdir(parents=True, exist_ok=True)
    made = set()

    def keep(name: str, image: bytes) -> None:
        (folder / f"{name}.png").write_bytes(smaller(image))
        made.add(f"{name}.png")
        print(name, flush=True)

    for picture in PICTURES:
        keep(picture.name, rendered(picture.make().plot().figure_, "png", dpi=_DPI))
    with gallery_pages.chromium() as browser:
        gallery_pages.take_all(browser, keep)
    (folder / "README.md").write_text(readme(), encoding="utf-8")
    for path in folder.glob("*.png"):
        if path.name not in made:
            path.unlink()
    total = sum(path.stat().st_size for path in folder.iterdir())
    print(f"{len(made)} pictures, {total:,} bytes")


if __name__ == "__main__":
    write()
