"""The house style: how figures are made, and how classifiers are distinguished.

Matplotlib
----------
Where figures are made: the one module that loads matplotlib, and only when it is called.

No figure is registered with pyplot, and no setting of matplotlib outlives a call: a figure of ours
looks the same whatever the user has set, while on given axes the user's own settings hold.

Colours, lines, marks and hatching
----------------------------------
Classifiers differ in colour, and without colour in their marks, dashes and hatching.

The colours are those of Okabe and Ito (2008), which people with any of the common colour vision
deficiencies can tell apart; yellow is left out, being too faint for a line on white. The first two
also differ most in lightness, for print without colour.
"""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from aucurate.errors import MissingExtraError, OptionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK = "#222222"
FAINT = "#8c8c8c"
Size: TypeAlias = tuple[float, float]

_MARGIN = 0.07  # inches around the figure
_APART = 0.3  # inches between panels
_TITLE = 0.3  # inches of a title above several panels
_OURS = "aucurate"  # the label of a figure that was made here

_SETTINGS: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica"],
    "font.size": 9.0,
    "axes.labelsize": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.linewidth": 0.8,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 8.0,
    "ytick.labelsize": 8.0,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "text.hinting": "no_hinting",  # words as wide at every resolution as when they were placed
    "hatch.linewidth": 0.8,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}
_FILES: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "aucurate",
    "pdf.fonttype": 42,
}


@contextmanager
def house_style() -> Iterator[None]:
    """Matplotlib's defaults with our settings, for as long as the block runs."""
    try:
        from matplotlib import style
    except ImportError:
        raise MissingExtraError("drawing", extra="plots") from None
    with style.context(_SETTINGS | _FILES, after_reset=True):
        yield


@contextmanager
def style_of(figure: "Figure") -> Iterator[None]:
    """What a figure is written in: ours as it was made, another as its maker has set things."""
    from matplotlib import style

    with house_style() if figure.get_label() == _OURS else style.context(_FILES):
        yield


def ink() -> Any:
    """The colour of words now: ours, or on given axes what the user has set for them."""
    from matplotlib import rcParams

    return rcParams["text.color"]


@contextmanager
def without_glyph_warnings() -> Iterator[None]:
    """Without the warnings that the font lacks a character of a name.

    They are for those who save pixels: in svg the reader's own fonts show the text.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


@contextmanager
def new_figure(width: float, height: float, *, arranged: bool = True) -> "Iterator[Figure]":
    """An empty figure of this size in inches, in the house style.

    ``arranged`` fits the axes to the words around them and lays out all once when the block ends,
    so that ticks too are made in that style, and what is saved twice has the same bytes. Without
    it the caller does both, by measuring the axes (:func:`new_panels`).
    """
    with house_style(), without_glyph_warnings():
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine

        layout = ConstrainedLayoutEngine(w_pad=_MARGIN, h_pad=_MARGIN)
        figure = Figure(figsize=(width, height), layout=layout if arranged else None)
        figure.set_label(_OURS)
        yield figure
        if arranged:
            figure.draw_without_rendering()
            figure.set_layout_engine("none")


@contextmanager
def new_panels(
    sizes: Sequence[Size], *, across: int = 1, title: str | None = None
) -> "Iterator[tuple[Figure, list[Axes]]]":
    """Axes of these sizes in inches, on a figure as large as they and all words around them need.

    What is around each of them is measured when the block ends. Then they are put in rows of so
    many, the upper edges of a row in line, below the title.
    """
    whole, highest = sum(width for width, _ in sizes), max(height for _, height in sizes)
    with new_figure(whole, highest, arranged=False) as figure:
        axes, left = [], 0.0
        for width, height in sizes:
            place = (left / whole, 0.0, width / whole, height / highest)
            axes.append(figure.add_axes(place))
            left += width
        yield figure, axes
        _arrange(figure, axes, sizes, across, title)


def _arrange(
    figure: "Figure", axes: "Sequence[Axes]", sizes: Sequence[Size], across: int, title: str | None
) -> None:
    """Panels in rows, each with the room that the words around it need."""
    dots, left, around = figure.dpi, 0.0, []
    for panel, (width, height) in zip(axes, sizes, strict=True):
        box = panel.get_tightbbox()
        edges = (box.x0, box.x1, box.y0, box.y1) if box is not None else (left * dots,) * 4
        x0, x1, y0, y1 = (edge / dots for edge in edges)
        # What is left of, right of, below and above the axes.
        around.append((left - x0, x1 - left - width, -y0, y1 - height))
        left += width
    places = range(len(axes))
    rows = [places[at : at + across] for at in range(0, len(axes), across)]
    columns = [places[at::across] for at in range(min(across, len(axes)))]
    starts, right = [], _MARGIN
    for column in columns:
        starts.append(right + max(around[at][0] for at in column))
        widest = max(sizes[at][0] + around[at][1] for at in column)
        right = starts[-1] + widest + (_APART if column is not columns[-1] else _MARGIN)
    tops, low = [], _MARGIN + (_TITLE if title is not None else 0.0)
    for row in rows:
        tops.append(low + max(around[at][3] for at in row))
        deepest = max(sizes[at][1] + around[at][2] for at in row)
        low = tops[-1] + deepest + (_APART if row is not rows[-1] else _MARGIN)
    if title is not None:
        words = figure.text(_MARGIN / right, 1 - _MARGIN / low, title, va="top", fontsize=11)
        words.set_parse_math(False)
        right = max(right, words.get_window_extent().width / dots + 2 * _MARGIN)
        words.set_x(_MARGIN / right)
    figure.set_size_inches(right, low)
    for at, (panel, (width, height)) in enumerate(zip(axes, sizes, strict=True)):
        row_at, column_at = divmod(at, across)
        bottom = low - tops[row_at] - height
        panel.set_position((starts[column_at] / right, bottom / low, width / right, height / low))


def is_own(axes: "Axes") -> bool:
    """Whether the axes are on a figure made here, so that the room around them is free."""
    figure: Any = axes.figure
    return bool(figure.figure.get_label() == _OURS)


Dashes: TypeAlias = tuple[float, ...]
LinePattern: TypeAlias = tuple[float, Dashes] | Literal["solid"]

_COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000")
_DASHES: tuple[Dashes, ...] = ((), (5, 1.6), (5, 1.5, 1, 1.5), (1.4, 1.3), (8, 1.5, 1, 1.5, 1, 1.5))
_MARKS = ("o", "^", "s", "D", "v", "P", "X", "p")  # not as many as colours: pairs differ
_HATCHES = ("////", "", "....", "xxxx", "||||", "----", "oooo")
MOST_SOLID = 6
"""Up to so many lines are solid, with labels or marks; more differ in their dashes too."""
MOST_LINE_STYLES = len(_COLOURS) * len(_DASHES)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineStyle:
    """How one classifier is drawn; ``hatch`` is empty for plain filling."""

    colour: str
    dashes: Dashes
    mark: str
    hatch: str

    @property
    def line(self) -> LinePattern:
        """The line style as matplotlib takes it."""
        return (0.0, self.dashes) if self.dashes else "solid"

    def marks(self, at: int) -> dict[str, Any]:
        """A few marks along a line, which tell it from the others without colour.

        ``at`` is the place of the line among them: their marks begin further along.
        """
        return {
            "marker": self.mark,
            "markersize": 5.0,
            "markeredgecolor": "white",
            "markeredgewidth": 0.5,
            "markevery": (0.04 + 0.06 * at, 0.3),
        }


def line_styles(names: Sequence[str]) -> dict[str, LineStyle]:
    """A style for each name, by its place; no two are alike."""
    if len(names) > MOST_LINE_STYLES:
        raise OptionError(
            f"{len(names)} lines do not fit one figure; {MOST_LINE_STYLES} do.",
            hint="draw a selection of the classifiers.",
        )
    return {
        name: LineStyle(
            colour=_COLOURS[at % len(_COLOURS)],
            dashes=_DASHES[at % len(_DASHES)] if len(names) > MOST_SOLID else (),
            mark=_MARKS[at % len(_MARKS)],
            hatch=_HATCHES[at % len(_HATCHES)],
        )
        for at, name in enumerate(names)
    }
