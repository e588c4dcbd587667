"""Figures as files: the same figure gives the same bytes."""

from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aucurate.errors import OptionError
from aucurate.formatting import listing
from aucurate.io.writing import Target
from aucurate.plots.canvas import no_word_of_glyphs, style_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# What would name the day or the version of the library is left out of the file.
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}
KINDS = tuple(_METADATA)


def save(figure: "Figure", path: str | Path, *, dpi: int = 200) -> None:
    """Write a figure as svg, pdf or png, by the end of the file's name.

    In svg and pdf, text stays text. ``dpi`` are the dots per inch of a png. Matplotlib warns where
    its font lacks a character of a name; svg has no such limit. A figure that you made yourself
    keeps its own look.
    """
    path = Path(path)
    content = rendered(figure, path.suffix.lower().lstrip("."), dpi=dpi)
    Target(path).write(content)


def rendered(figure: "Figure", kind: str, *, dpi: int = 200) -> bytes:
    """The bytes of a figure as svg, pdf or png."""
    if kind not in KINDS:
        raise OptionError(
            f"figures are not written as {kind!r}.",
            hint=f"end the file's name in {listing([f'.{k}' for k in KINDS], 'or')}.",
        )
    content = BytesIO()
    with style_of(figure), no_word_of_glyphs() if kind == "svg" else nullcontext():
        figure.savefig(content, format=kind, dpi=dpi, facecolor="auto", metadata=_METADATA[kind])
    return content.getvalue()
