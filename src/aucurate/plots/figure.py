"""A figure as an object that keeps its numbers, as a file, and as a data frame.

    display = RocDisplay(scores).plot()      # a figure of its own, in the house style
    display.plot(ax)                         # or on axes of yours
    display.to_frame(), display.save("roc.svg")

A new figure is one subclass of :class:`Display`, a dataclass of what it shows: ``_prepare`` refuses
what cannot be drawn and keeps what is drawn, ``_size`` gives the inches of the axes, ``_draw``
draws on them and ``_data`` gives the drawn numbers. Nothing is registered with pyplot, and no
setting of matplotlib is changed.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from aucurate.checks import checked
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import OptionError
from aucurate.formatting import count, join_words
from aucurate.io.writing import Backend, Target, as_frame
from aucurate.plots.style import Size, new_panels, style_of, without_glyph_warnings
from aucurate.results import Tested

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Columns: TypeAlias = Mapping[str, Sequence[object]]

_NOTEBOOK_DPI = 110


@dataclass(eq=False, repr=False, kw_only=True)
class Display(ABC):
    """One figure: its numbers, and the means to draw them.

    ``title`` stands above the figure: by default one that says what is shown on a figure of its
    own and none on given axes, ``""`` for none. After :meth:`plot`, ``ax_`` are the axes drawn on
    (a tuple of them where there are several panels) and ``figure_`` is their figure. ``library`` is
    the data frame library in which :meth:`to_frame` answers, polars if it is empty.
    """

    title: str | None = None

    parts: ClassVar[tuple[str, ...]] = ("data",)

    def __post_init__(self) -> None:
        self.library = ""
        self._prepare()

    def plot(self, ax: "Axes | Iterable[Axes] | None" = None) -> Self:
        """Draw on these axes, or on a figure of its own; returns the display.

        A figure with several panels takes as many axes.
        """
        self._heading = self.title
        if ax is None:
            self._heading = self._default_title() if self.title is None else self.title
            title = (self._heading or None) if self.n_panels > 1 else None
            with new_panels(self._sizes(), across=self._across(), title=title) as (figure, drawn):
                self._draw(drawn)
            self.figure_: Figure = figure
        else:
            drawn = self._given_axes(ax)
            self._draw(drawn)
            self.figure_ = _whole(drawn[0])
        self.ax_: Axes | tuple[Axes, ...] = drawn[0] if self.n_panels == 1 else tuple(drawn)
        return self

    @checked
    def to_frame(self, part: str | None = None, *, backend: Backend | None = None) -> Any:
        """The numbers of the figure as a data frame, every digit kept.

        A figure of a study answers in the library of the data, as ``study.to_frame`` does, any
        other in polars, unless ``backend`` names one. Some figures have several tables: ``part`` is
        one of ``display.parts``, the first by default.
        """
        if part is not None and part not in self.parts:
            several = len(self.parts) > 1
            raise OptionError(
                f"this figure has no part {part!r}.",
                hint=f"it has {join_words(self.parts)}." if several else "leave part out.",
            )
        return as_frame(self._data(part or self.parts[0]), backend, self.library)

    def save(self, path: str | Path, *, dpi: int = 200) -> None:
        """Write the figure as svg, pdf or png, by the suffix of the path.

        It is drawn first if :meth:`plot` has not been called.
        """
        save(self._drawn(), path, dpi=dpi)

    @property
    def n_panels(self) -> int:
        """How many axes the figure has."""
        return 1

    @abstractmethod
    def _prepare(self) -> None:
        """Refuse what cannot be drawn, and keep what is drawn."""

    @abstractmethod
    def _default_title(self) -> str:
        """What is shown, in a few words."""

    @abstractmethod
    def _size(self) -> Size:
        """Width and height of the axes in inches; the figure is as large as the words around."""

    @abstractmethod
    def _draw(self, axes: "Sequence[Axes]") -> None:
        """Draw on as many axes as there are panels."""

    @abstractmethod
    def _data(self, part: str) -> Columns:
        """The drawn numbers of one part, as columns of equal length."""

    def _sizes(self) -> Sequence[Size]:
        """The sizes of all panels."""
        return [self._size()] * self.n_panels

    def _across(self) -> int:
        """How many panels stand side by side."""
        return self.n_panels if self.n_panels <= 3 else 3 if self.n_panels <= 6 else 4

    def _given_axes(self, ax: "Axes | Iterable[Axes]") -> "list[Axes]":
        """Axes for the panels: one, several, or an array of them as ``subplots`` gives it."""
        flat: Any = getattr(ax, "flat", ax)
        given = list(flat) if isinstance(flat, Iterable) else [flat]
        for axes in given:
            if not hasattr(axes, "get_xlim"):
                raise OptionError(
                    f"the figure is drawn on axes of matplotlib, not on a {type(axes).__name__}.",
                    hint="figure, axes = matplotlib.pyplot.subplots(), then plot(ax=axes).",
                )
        if len(given) != self.n_panels:
            raise OptionError(
                f"the figure has {count(self.n_panels, 'panel')}, and "
                f"{len(given)} axes were given.",
                hint="give axes for each panel, or none for a figure of its own.",
            )
        return given

    def _drawn(self) -> "Figure":
        if not hasattr(self, "figure_"):
            self.plot()
        return self.figure_

    def _repr_png_(self) -> bytes | None:
        """What a notebook shows; nothing where pyplot has the figure and shows it itself."""
        figure = self._drawn()
        if figure.canvas.manager is not None:
            return None
        with without_glyph_warnings():
            return rendered(figure, "png", dpi=_NOTEBOOK_DPI)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def _whole(axes: "Axes") -> "Figure":
    """The figure that axes are in, also where they are in a part of it."""
    found: Any = axes.figure
    return found.figure  # type: ignore[no-any-return]


def require_kind(thing: object, kind: type, hint: str) -> None:
    """Refuse what is not of this kind; ``hint`` says what makes one."""
    if not isinstance(thing, kind):
        raise OptionError(
            f"the figure shows a {kind.__name__}; this is a {type(thing).__name__}.", hint=hint
        )


def unwrapped(results: Any, adjusted: Sequence[float] | None) -> tuple[Any, Sequence[float] | None]:
    """The results in tests of a study (``study.tests``) with their adjusted p-values.

    What is not tests, and p-values that are given, stay as they are.
    """
    several = list(results) if isinstance(results, Sequence) else []
    if not several or not all(isinstance(each, Tested) for each in several):
        return results, adjusted
    own = [each.adjusted_p_value for each in several]
    return [each.result for each in several], own if adjusted is None else adjusted


# Figures as files: the same figure gives the same bytes.


# What would name the day or the version of the library is left out of the file.
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    "png": {"Software": None},
}
FILE_KINDS = tuple(_METADATA)


def save(figure: "Figure", path: str | Path, *, dpi: int = 200) -> None:
    """Write a figure as svg, pdf or png, by the end of the file's name.

    In svg and pdf, text stays text. ``dpi`` are the dots per inch of a png. Matplotlib warns where
    its font lacks a character of a name; svg has no such limit. A figure that you made yourself
    keeps its own style.
    """
    path = Path(path)
    content = rendered(figure, path.suffix.lower().lstrip("."), dpi=dpi)
    Target(path).write(content)


def rendered(figure: "Figure", kind: str, *, dpi: int = 200) -> bytes:
    """The bytes of a figure as svg, pdf or png."""
    if kind not in FILE_KINDS:
        raise OptionError(
            f"cannot write figures as {kind!r}.",
            hint=f"end the file's name in {join_words([f'.{k}' for k in FILE_KINDS], 'or')}.",
        )
    content = BytesIO()
    with style_of(figure), without_glyph_warnings() if kind == "svg" else nullcontext():
        figure.savefig(content, format=kind, dpi=dpi, facecolor="auto", metadata=_METADATA[kind])
    return content.getvalue()


# The numbers of a figure as a data frame.


def columns_of(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Columns:
    """Rows as columns with these heads."""
    return {head: [row[at] for row in rows] for at, head in enumerate(heads)}


def stacked(tables: Sequence[Columns]) -> Columns:
    """Tables of the same columns below each other."""
    return {name: [value for table in tables for value in table[name]] for name in tables[0]}


# Figures with a panel for each classifier: what can be drawn so, and how many fit.


PanelData: TypeAlias = Scores | PairedScores | UnpairedScores
MOST_PANELS = 24


def panelled(data: object, *, hint: str) -> list[Scores]:
    """The classifiers, one for each panel; ``hint`` says what to give where there are no scores."""
    if not isinstance(data, Scores | PairedScores | UnpairedScores):
        raise OptionError(f"scores are needed; this is a {type(data).__name__}.", hint=hint)
    each = [data] if isinstance(data, Scores) else list(data)
    if len(each) > MOST_PANELS:
        raise OptionError(
            f"{len(each)} panels do not fit one figure; {MOST_PANELS} do.",
            hint="draw a selection of the classifiers.",
        )
    return each
