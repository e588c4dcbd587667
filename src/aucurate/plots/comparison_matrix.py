"""Matrix of all pairs of classifiers: differences above the diagonal, p-values below it.

Above the diagonal a cell is blue where the row is higher and orange where the column is, the darker
the larger the difference (row minus column). Below it a cell is the darker grey the smaller the
p-value. The diagonal shows the value of the classifier itself. A star marks significant pairs, so
that no information is carried by colour alone. Pairs that were not compared are light grey.
"""

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import OptionError
from aucurate.formatting import bare_p_value, count, digits_for, number, shortened
from aucurate.plots.figure import Columns, Display, unwrapped
from aucurate.plots.matrix import EMPTY, cell_inches, draw_cells, shades
from aucurate.plots.style import Size
from aucurate.plots.text import (
    brief,
    minus,
    plain,
    set_title,
)
from aucurate.results import Comparison, Tested

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable

# Comparisons as a square with a row and a column for each classifier, checked.


Floats = NDArray[np.float64]

MOST = 60


class Pairs(NamedTuple):
    """What is known of each pair, a row and a column per classifier; NaN where nothing is."""

    names: tuple[str, ...]
    values: Floats
    differences: Floats
    p_values: Floats
    level: float
    adjusted: bool
    quantity: str
    alternative: str


def _pairs_of(
    comparisons: Sequence[Comparison], adjusted: Sequence[float] | None, level: float | None
) -> Pairs:
    """The comparisons as a square, checked."""
    if not comparisons or not all(isinstance(one, Comparison) for one in comparisons):
        raise OptionError(
            "there are no comparisons to draw.", hint="give those of a study: study.tests."
        )
    if adjusted is not None and len(adjusted) != len(comparisons):
        raise OptionError(
            f"there are {len(adjusted)} adjusted p-values for "
            f"{count(len(comparisons), 'comparison')}.",
            hint="give one for each comparison, in the same order.",
        )
    names = _ordered(comparisons)
    place = {name: at for at, name in enumerate(names)}
    many = len(names)
    values, differences = np.full(many, math.nan), np.full((many, many), math.nan)
    p_values = differences.copy()
    for which, one in enumerate(comparisons):
        at, to = place[one.first], place[one.second]
        if not math.isnan(p_values[at, to]):
            raise OptionError(
                f"'{shortened(one.first)}' and '{shortened(one.second)}' are compared twice.",
                hint="give one comparison of each pair.",
            )
        differences[at, to], differences[to, at] = one.difference, 0.0 - one.difference
        p_values[at, to] = p_values[to, at] = one.p_value if adjusted is None else adjusted[which]
        values[at], values[to] = one.first_value, one.second_value
    first = comparisons[0]
    return Pairs(
        names=names,
        values=values,
        differences=differences,
        p_values=p_values,
        level=1 - first.interval.confidence if level is None else level,
        adjusted=adjusted is not None,
        quantity=first.quantity,
        alternative=first.alternative,
    )


def _ordered(comparisons: Sequence[Comparison]) -> tuple[str, ...]:
    """The classifiers as the comparisons name them, a common second one (a reference) last."""
    if len({(one.quantity, one.alternative) for one in comparisons}) > 1:
        raise OptionError(
            "the comparisons are about different quantities or alternatives.",
            hint="draw each of them in a figure of its own.",
        )
    firsts, seconds = ([getattr(c, side) for c in comparisons] for side in ("first", "second"))
    names = tuple(dict.fromkeys([*firsts, *seconds]))
    if len(names) > MOST:
        raise OptionError(
            f"a matrix of {len(names)} classifiers cannot be read; one of {MOST} can.",
            hint="draw a selection of the classifiers.",
        )
    return names


def _starred_in(pairs: Pairs) -> NDArray[np.bool_]:
    """Where the p-value is at most the level; comparisons with NaN are false."""
    return np.asarray(pairs.p_values <= pairs.level * (1 + 1e-12))


_HIGHER, _LOWER = "#0067A5", "#C05200"  # darker blue and vermilion of Okabe and Ito
_FULL, _SMALL, _WORDS = 8, 14, 30  # classifiers whose cells hold all digits, few, any at all
_DIGITS = 5  # at most, of a difference in a cell
_DARKEST = 0.001  # the p-value at which a cell is darkest
_LEAST = 0.05  # a difference that is not light, however small all of them are
_SMALL_P = "#6B6B6B"
_KEY, _KEYS_APART = 0.3, 0.78  # inches from the square to the first scale, and to the next
_KEY_WIDTH, _KEY_HEIGHT = 3.0, 0.13


@dataclass(eq=False, repr=False)
class ComparisonMatrixDisplay(Display):
    """Matrix of all pairs: differences above the diagonal, p-values below it.

    ``comparisons`` are those of a study (``study.tests``, with their adjusted p-values) or any
    others; ``adjusted_p_values`` are theirs, in their order (without them the p-values themselves
    are shown). ``level`` is that of the stars, by default 1 minus the confidence of the
    intervals. A scale and a line of words are drawn below the axes: leave room there.

    The frame has a row per cell off the diagonal of two classifiers that were compared.
    ``p_value`` is the adjusted one where adjusted ones are given, ``row`` and ``column`` are the
    classifiers of the cell, and the difference is row minus column.
    """

    comparisons: Sequence[Comparison] | Sequence[Tested[Comparison]]
    _: KW_ONLY
    adjusted_p_values: Sequence[float] | None = None
    level: float | None = None

    def _prepare(self) -> None:
        comparisons, adjusted = unwrapped(self.comparisons, self.adjusted_p_values)
        self._pairs = _pairs_of(comparisons, adjusted, self.level)

    def _default_title(self) -> str:
        return f"All pairs: differences in {shortened(self._pairs.quantity, 30)} and p-values"

    def _size(self) -> Size:
        side = _cell(len(self._pairs.names)) * len(self._pairs.names)
        return side, side

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (square,), pairs = axes, self._pairs
        many, scale = len(pairs.names), _scale(pairs)
        draw_cells(
            square,
            pairs.names,
            _colours(pairs, scale),
            _words(pairs),
            rows="",
            columns="",
            size=_letters(many),
        )
        starred = _starred_in(pairs)
        for text in square.texts:
            to, at = (round(place) for place in text.get_position())
            if starred[at, to]:
                text.set_fontweight("bold")
        _draw_keys(square, pairs, scale)
        set_title(square, self._heading)

    def _data(self, part: str) -> Columns:
        pairs, starred = self._pairs, _starred_in(self._pairs)
        cells = [
            (at, to)
            for at, to in np.ndindex(pairs.differences.shape)
            if not math.isnan(pairs.p_values[at, to])
        ]
        return {
            "row": [pairs.names[at] for at, _ in cells],
            "column": [pairs.names[to] for _, to in cells],
            "quantity": [pairs.quantity] * len(cells),
            "row_value": [float(pairs.values[at]) for at, _ in cells],
            "column_value": [float(pairs.values[to]) for _, to in cells],
            "difference": [float(pairs.differences[cell]) for cell in cells],
            "p_value": [float(pairs.p_values[cell]) for cell in cells],
            "adjusted": [pairs.adjusted] * len(cells),
            "significant": [bool(starred[cell]) for cell in cells],
        }


def _scale(pairs: Pairs) -> "ScalarMappable":
    """Orange to white to blue, as far to both sides as the largest difference, or 0.05."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    end = _end(pairs)
    colours = LinearSegmentedColormap.from_list("sides", [_LOWER, "#FFFFFF", _HIGHER])
    return ScalarMappable(Normalize(-end, end, clip=True), colours.with_extremes(bad=EMPTY))


def _end(pairs: Pairs) -> float:
    return max(_LEAST, _largest(pairs))


def _largest(pairs: Pairs) -> float:
    known = np.abs(pairs.differences[np.isfinite(pairs.differences)])
    return float(np.max(known, initial=0.0))


def _p_scale() -> "ScalarMappable":
    """White to grey, the darker the smaller the p-value; by its logarithm."""
    return shades(_SMALL_P, 0.0, 1.0)


def _strength(p_values: Floats) -> Floats:
    """How small p-values are: 0 for 1, and 1 for 0.001 and less."""
    return np.asarray(np.log(np.clip(p_values, _DARKEST, 1)) / math.log(_DARKEST))


def _colours(pairs: Pairs, scale: "ScalarMappable") -> Floats:
    """Above the diagonal by difference, below it by p-value."""
    upper = np.triu(np.ones_like(pairs.p_values, dtype=bool), 1)[..., None]
    above = np.asarray(scale.to_rgba(np.where(upper[..., 0], pairs.differences, math.nan)))
    lower = np.tril(_strength(pairs.p_values), -1)
    lower[np.triu_indices(len(lower))] = math.nan
    return np.where(upper, above, np.asarray(_p_scale().to_rgba(lower)))


def _words(pairs: Pairs) -> list[list[str]]:
    many, starred = len(pairs.names), _starred_in(pairs)
    needed = min(_DIGITS, digits_for(_largest(pairs)))
    digits = needed if many <= _FULL else 3 if many <= _SMALL else 2
    words = [["" for _ in pairs.names] for _ in pairs.names]
    for at, to in np.ndindex(many, many):
        star = "*" if starred[at, to] else ""
        if at == to:
            words[at][to] = _cut(number(float(pairs.values[at]), min(digits, 3)), many)
        elif math.isnan(pairs.p_values[at, to]):
            continue
        elif many > _WORDS:
            words[at][to] = star
        elif at < to:
            words[at][to] = _cut(_signed(float(pairs.differences[at, to]), digits), many) + star
        else:
            words[at][to] = _cut(bare_p_value(float(pairs.p_values[at, to])), many) + star
    return words


def _signed(difference: float, digits: int) -> str:
    text = number(difference, digits)
    return f"+{text}" if difference > 0 else minus(text)


def _cut(text: str, many: int) -> str:
    """In small cells without the 0 before the point and without spaces; in tiny ones nothing."""
    if many > _WORDS:
        return ""
    if many <= _FULL:
        return text
    short = text.replace(" ", "").replace("0.", ".", 1)
    return short if many <= _SMALL or len(short) <= 5 else short[:5]


def _draw_keys(axes: "Axes", pairs: Pairs, scale: "ScalarMappable") -> None:
    """The scales of both halves below the square, and what the stars are."""
    p = "p" if pairs.alternative == "two-sided" else f"p ({pairs.alternative})"
    p = f"adjusted {p}" if pairs.adjusted else p
    end, size = _end(pairs), axes.get_window_extent().height / axes.figure.dpi
    about = f"above the diagonal: difference in {shortened(pairs.quantity, 24)}"
    keys = (
        (scale, {-end: number(-end, 2), 0.0: "0", end: number(end, 2)},
         f"{about}, row \N{MINUS SIGN} column\n(blue: row higher, orange: column higher)"),
        (_p_scale(), {float(_strength(np.array(p))): f"{p:g}" for p in (1.0, 0.05, _DARKEST)},
         f"below the diagonal: {p}\n(* {p} at most {brief(pairs.level)})"),
    )  # fmt: skip
    for at, (shown, ticks, words) in enumerate(keys):
        low = -(_KEY + at * _KEYS_APART) / size
        place = axes.inset_axes((0.0, low, min(1.0, _KEY_WIDTH / size), _KEY_HEIGHT / size))
        bar = axes.figure.colorbar(shown, cax=place, orientation="horizontal")
        bar.outline.set_visible(False)
        place.set_xticks(list(ticks), [minus(text) for text in ticks.values()])
        place.tick_params(length=2)
        plain(place.set_xlabel(words, loc="left", fontsize=8))
        place.xaxis.label.set_horizontalalignment("left")


def _cell(many: int) -> float:
    """Inches of a cell, so that its words fit."""
    if many <= _FULL:
        return 0.9 if many <= 3 else 0.62
    return 0.5 if many <= _SMALL else 0.34 if many <= _WORDS else cell_inches(many, 0)


def _letters(many: int) -> float:
    return 8.0 if many <= _FULL else (7.0 if many <= _SMALL else 5.0)
