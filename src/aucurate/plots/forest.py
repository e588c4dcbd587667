"""Forest plot: estimates or differences in rows, each with its interval and numbers.

Differences have a line at 0, and one at the null difference where that is another. Tests of a
margin have the differences shaded that were to be shown: an interval that lies in the shading shows
it. Of the hierarchical test there is a row for every data set, with the mean over its folds as a
circle, and the region of practical equivalence is shaded.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from aucurate.errors import OptionError
from aucurate.formatting import bare_p_value, capital, count, digits_for, number, percent, shortened
from aucurate.inference.auc.equivalence import MarginKind, MarginTest
from aucurate.inference.many_datasets.hierarchical import (
    DatasetDifference,
    HierarchicalPosterior,
)
from aucurate.plots.figure import Columns, Display, unwrapped
from aucurate.plots.style import FAINT, Size, ink
from aucurate.plots.text import (
    NAME_WIDTH,
    minus,
    plain,
    set_title,
    short_names,
)
from aucurate.results import ClassEstimate, Comparison, Estimate, Interval, Tested
from aucurate.study.compare.text import margin_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

# What a forest plot says in each row: who, the interval, the numbers beside it, the margin.


Region: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DataSetRow:
    """A data set of the hierarchical test; without one, the centre of all of them."""

    test: HierarchicalPosterior
    own: DatasetDifference | None

    @property
    def quantity(self) -> str:
        """What the difference is about."""
        return self.test.quantity

    @property
    def name(self) -> str:
        """The name of the data set."""
        return "all (centre)" if self.own is None else self.own.name

    @property
    def difference(self) -> float:
        """The posterior mean."""
        return (self.own or self.test).difference

    @property
    def interval(self) -> Interval:
        """The credible interval."""
        return (self.own or self.test).interval

    @property
    def observed(self) -> float:
        """The mean over the folds; NaN of the centre."""
        return math.nan if self.own is None else self.own.observed

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Below, within and above the region; NaN of the centre."""
        own = self.own
        return (math.nan,) * 3 if own is None else (own.below, own.within, own.above)


Result: TypeAlias = Estimate | ClassEstimate | Comparison | MarginTest | DataSetRow
Shown: TypeAlias = Result | HierarchicalPosterior | Sequence[Result]
Given: TypeAlias = Shown | Sequence[Tested[Comparison]] | Sequence[Tested[MarginTest]]

MOST = 200
MARGIN_TITLES: dict[MarginKind, str] = {
    "non-inferiority": "non-inferiority",
    "superiority": "superiority",
    "equivalence": "equivalence",
}
_KINDS = (Estimate, ClassEstimate, Comparison, MarginTest, DataSetRow)
_PAIR_WIDTH = 20
_METHOD_WIDTH = 28


class Row(NamedTuple):
    """One row: its label, its numbers, its texts, and where it is to lie by its margin."""

    label: str
    value: float
    interval: Interval
    cells: tuple[str, ...]
    null: float
    region: Region | None
    adjusted: float
    shown: bool | None
    observed: float = math.nan


def _checked(results: Shown) -> list[Result]:
    """Results of one kind about one quantity, or an error that says what is wrong."""
    if isinstance(results, HierarchicalPosterior):
        results = [DataSetRow(results, own) for own in (*results.datasets, None)]
    found = [results] if isinstance(results, _KINDS) else list(results)
    kinds = {type(one) for one in found}
    if not found or not kinds <= set(_KINDS):
        raise OptionError(
            "there are no results to draw.",
            hint="give estimates or comparisons of a study, e.g. study.comparisons.",
        )
    if len(kinds) > 1:
        names = sorted(kind.__name__ for kind in kinds)
        raise OptionError(
            f"{' and '.join(names)} are not on the same scale.",
            hint="draw each kind of result in a figure of its own.",
        )
    quantities = sorted({quantity(one) for one in found})
    if len(quantities) > 1:
        raise OptionError(
            f"the results are about different quantities: {shortened(', '.join(quantities))}.",
            hint="draw each quantity in a figure of its own.",
        )
    if len(found) > MOST:
        raise OptionError(
            f"{count(len(found), 'row')} do not fit one figure; {MOST} do.",
            hint="draw a selection, or all pairs with ComparisonMatrixDisplay.",
        )
    return found


def quantity(result: Result) -> str:
    """What a result is about."""
    return result.comparison.quantity if isinstance(result, MarginTest) else result.quantity


def compared(result: Result) -> Comparison | None:
    """The comparison in a result, None in an estimate."""
    if isinstance(result, MarginTest):
        return result.comparison
    return result if isinstance(result, Comparison) else None


def is_difference(result: Result) -> bool:
    """Whether a result is about two classifiers, and 0 is where they are alike."""
    return not isinstance(result, Estimate | ClassEstimate)


def rows_of(results: Sequence[Result], adjusted: Sequence[float] | None) -> list[Row]:
    """The rows in the order given."""
    if adjusted is not None and len(adjusted) != len(results):
        raise OptionError(
            f"there are {len(adjusted)} adjusted p-values for {count(len(results), 'row')}.",
            hint="give one for each result, in the same order.",
        )
    if adjusted is not None and compared(results[0]) is None:
        raise OptionError("estimates have no p-values.", hint="leave adjusted_p_values out.")
    limits = [interval_of(one) for one in results]
    digits = max(digits_for(one.high - one.low) for one in limits)
    alike = len({one.confidence for one in limits}) == 1
    labels = _labels(results)
    rows = []
    for at, one in enumerate(results):
        p_adjusted = math.nan if adjusted is None else float(adjusted[at])
        pair, value = compared(one), value_of(one)
        around = _around(limits[at], digits, alike)
        shown = _shown(one, p_adjusted)
        cells = [minus(f"{number(value, digits)} ({around})")]
        if pair is not None:
            p = one.p_value if isinstance(one, MarginTest) else pair.p_value
            cells.append(bare_p_value(p))
            cells += [] if adjusted is None else [bare_p_value(p_adjusted)]
        if isinstance(one, DataSetRow):
            cells += ["" if math.isnan(p) else number(p) for p in one.probabilities]
        cells += [] if shown is None else ["shown" if shown else "not shown"]
        rows.append(
            Row(
                label=labels[at],
                value=value,
                interval=limits[at],
                cells=tuple(cells),
                null=_null(one),
                region=_region(one),
                adjusted=p_adjusted,
                shown=shown,
                observed=one.observed if isinstance(one, DataSetRow) else math.nan,
            )
        )
    return rows


def _null(result: Result) -> float:
    pair = compared(result)
    return pair.null_difference if pair else 0.0 if is_difference(result) else math.nan


def _heads_of(results: Sequence[Result], adjusted: Sequence[float] | None) -> tuple[str, ...]:
    """What stands above the labels and above each column of text."""
    confidences = {interval_of(one).confidence for one in results}
    of = f"{percent(confidences.pop())} CI" if len(confidences) == 1 else "interval"
    if isinstance(results[0], Estimate | ClassEstimate):
        return ("classifier", f"{shortened(quantity(results[0]), 24)} ({of})")
    if isinstance(results[0], DataSetRow):
        return ("data set", f"difference ({of})", "below", "within", "above")
    heads = ["comparison", f"difference ({of})", "p"]
    heads += [] if adjusted is None else ["adjusted p"]
    return (*heads, *(["verdict"] if isinstance(results[0], MarginTest) else []))


def _axis_words(results: Sequence[Result]) -> str:
    """The name of the axis, with the method of the intervals and the margin where all share it."""
    about = shortened(quantity(results[0]), 40)
    words = about if isinstance(results[0], Estimate | ClassEstimate) else f"difference of {about}"
    methods = {interval_of(one).method for one in results}
    lines = [words]
    if len(methods) == 1:
        lines.append(f"{shortened(methods.pop(), 40)} intervals")
    sides = {one.alternative for one in results if isinstance(one, Comparison)} - {"two-sided"}
    lines += [f"alternative: {side}" for side in sorted(sides)]
    if isinstance(results[0], DataSetRow):
        test = results[0].test
        first, second = (shortened(name, _PAIR_WIDTH) for name in (test.first, test.second))
        lines[0] += f", {first} \N{MINUS SIGN} {second}"
        lines += ["circles: means over folds"]
        lines += [f"shaded: equivalent within {test.rope:g}"] if test.rope else []
    tests = [one for one in results if isinstance(one, MarginTest)]
    titles = list(dict.fromkeys(margin_title(one) for one in tests))
    if titles:
        title = titles[0] if len(titles) == 1 else "the margin of each row"
        lines.append(f"shaded: {title[0].lower()}{title[1:]}")
    return "\n".join(lines)


def interval_of(result: Result) -> Interval:
    """The interval drawn in a row."""
    return result.comparison.interval if isinstance(result, MarginTest) else result.interval


def value_of(result: Result) -> float:
    """The number in the middle of a row."""
    if isinstance(result, Estimate | ClassEstimate):
        return result.value
    return result.comparison.difference if isinstance(result, MarginTest) else result.difference


def _labels(results: Sequence[Result]) -> list[str]:
    """Names, or pairs of them; with the method of the interval where they are there twice."""
    pairs = [compared(one) for one in results]
    if compared(results[0]) is None:
        names = [one.name for one in results if not isinstance(one, Comparison | MarginTest)]
        short = short_names(list(dict.fromkeys(names)), NAME_WIDTH)
        labels = [short[name] for name in names]
    else:
        known = [pair for pair in pairs if pair is not None]
        names = [name for pair in known for name in (pair.first, pair.second)]
        short = short_names(list(dict.fromkeys(names)), _PAIR_WIDTH)
        labels = [f"{short[pair.first]} \N{MINUS SIGN} {short[pair.second]}" for pair in known]
    often = Counter(labels)
    return [
        f"{label}, {shortened(interval_of(one).method, _METHOD_WIDTH)}"
        if often[label] > 1
        else label
        for label, one in zip(labels, results, strict=True)
    ]


def _around(limits: Interval, digits: int, alike: bool) -> str:
    around = f"{number(limits.low, digits)} to {number(limits.high, digits)}"
    return around if alike else f"{percent(limits.confidence)} CI {around}"


def _region(result: Result) -> Region | None:
    """Where the interval of a margin test lies when it shows what was asked."""
    if isinstance(result, DataSetRow) and result.test.rope:
        return -result.test.rope, result.test.rope
    if not isinstance(result, MarginTest):
        return None
    return {
        "non-inferiority": (-result.margin, math.inf),
        "superiority": (result.margin, math.inf),
        "equivalence": (-result.margin, result.margin),
    }[result.kind]


def _shown(result: Result, adjusted: float) -> bool | None:
    """What a margin test showed; where p-values are adjusted these count, as in the study."""
    if not isinstance(result, MarginTest):
        return None
    return result.shown and not adjusted > result.level


_MARK = "#0072B2"
_SHADE = "#56B4E9"
_CHANCE = 0.5
_SOFT = 0.75  # of the ink
_DOTS = (0, (1, 2))
_FEW = 45  # rows with words of ordinary size
_PLOT = 3.1  # inches for the intervals
_GAP = 12  # points between columns


@dataclass(eq=False, repr=False)
class ForestDisplay(Display):
    """Forest plot with a row for each result, and its numbers to the right of the axes.

    ``results`` are estimates (``study.estimates``), comparisons or margin tests (``study.tests``,
    ``study.margin_tests``), all of one quantity; or a ``HierarchicalPosterior``, whose rows are
    data sets. ``adjusted_p_values`` are shown next to the p-values, by default those of
    the study; they decide the verdict of a margin test. Leave room on both sides of given axes,
    or use a matplotlib layout.

    The frame has a row for each result. Adjusted p-values are NaN where none are given.
    ``region_low`` and ``region_high`` are the ends of the shading, infinite where it has none on
    that side.
    """

    results: Given
    _: KW_ONLY
    adjusted_p_values: Sequence[float] | None = None

    def _prepare(self) -> None:
        results, adjusted = unwrapped(self.results, self.adjusted_p_values)
        self._results = _checked(results)
        self._rows = rows_of(self._results, adjusted)
        self._heads = _heads_of(self._results, adjusted)

    def _default_title(self) -> str:
        first = self._results[0]
        about = capital(shortened(quantity(first), 40))
        if isinstance(first, DataSetRow):
            return f"Difference in {shortened(quantity(first), 40)} on each data set"
        if isinstance(first, MarginTest):
            return f"Tests of {MARGIN_TITLES[first.kind]}, {shortened(quantity(first), 40)}"
        if is_difference(first):
            return f"Differences in {shortened(quantity(first), 40)} with intervals"
        return f"{about} with intervals"

    def _size(self) -> Size:
        return _PLOT, 0.0285 * points_of(len(self._rows)) * (len(self._rows) + 1.5)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), results, rows = axes, self._results, self._rows
        draw_rows(plot, results, rows, self._heads)
        if isinstance(results[0], DataSetRow):
            circle: dict[str, Any] = {"marker": "o", "markersize": 0.5 * points_of(len(rows))}
            circle |= {"color": FAINT, "markerfacecolor": "none", "zorder": 3.5}
            places = list(range(len(rows)))
            plot.plot([row.observed for row in rows], places, linestyle="none", **circle)
        set_title(plot, self._heading)

    def _data(self, part: str) -> Columns:
        results, rows = self._results, self._rows
        columns: dict[str, Sequence[object]] = _who(results) | {
            "quantity": [quantity(result) for result in results],
            "value": [row.value for row in rows],
            "low": [row.interval.low for row in rows],
            "high": [row.interval.high for row in rows],
            "confidence": [row.interval.confidence for row in rows],
            "method": [row.interval.method for row in rows],
        }
        data_sets = [result for result in results if isinstance(result, DataSetRow)]
        if data_sets:
            columns |= {"rope": [each.test.rope for each in data_sets]}
            columns |= {"observed": [row.observed for row in rows]}
            for at, name in enumerate(("below", "within", "above")):
                columns[name] = [each.probabilities[at] for each in data_sets]
        elif is_difference(results[0]):
            p_values = [
                each.p_value for each in results if isinstance(each, Comparison | MarginTest)
            ]
            columns |= {"null_difference": [row.null for row in rows], "p_value": p_values}
            columns |= {"adjusted_p_value": [row.adjusted for row in rows]}
        tests = [result for result in results if isinstance(result, MarginTest)]
        if tests:
            regions = [row.region for row in rows if row.region is not None]
            columns |= {
                "kind": [test.kind for test in tests],
                "margin": [test.margin for test in tests],
                "region_low": [low for low, _ in regions],
                "region_high": [high for _, high in regions],
                "shown": [row.shown for row in rows],
            }
        return columns


def _who(results: Sequence[Result]) -> dict[str, Sequence[object]]:
    if isinstance(results[0], Estimate | ClassEstimate):
        return {
            "classifier": [one.name for one in results if isinstance(one, Estimate | ClassEstimate)]
        }
    data_sets = [one for one in results if isinstance(one, DataSetRow)]
    if data_sets:
        return {
            "first": [one.test.first for one in data_sets],
            "second": [one.test.second for one in data_sets],
            "data_set": [one.name for one in data_sets],
        }
    pairs = [pair for pair in map(compared, results) if pair is not None]
    return {"first": [pair.first for pair in pairs], "second": [pair.second for pair in pairs]}


def draw_rows(
    axes: "Axes", results: Sequence[Result], rows: Sequence[Row], heads: Sequence[str]
) -> None:
    """The intervals of rows, their labels to the left and their texts to the right.

    ``results`` are what the rows show, and ``heads`` stand above the labels and each column of
    text. A row without finite numbers has its texts only.
    """
    size = points_of(len(rows))
    _set_limits(axes, results, rows)
    _draw_regions(axes, rows)
    _draw_null(axes, results, rows)
    for at, row in enumerate(rows):
        ends = [row.interval.low, row.interval.high]
        axes.plot(ends, [at, at], color=ink(), linewidth=1.1, zorder=3, solid_capstyle="butt")
    square: dict[str, Any] = {"marker": "s", "markersize": 0.6 * size, "color": _MARK}
    square |= {"markeredgecolor": "white", "markeredgewidth": 0.6, "zorder": 4}
    axes.plot([row.value for row in rows], list(range(len(rows))), linestyle="none", **square)
    _write_labels(axes, [heads[0], *(row.label for row in rows)], size)
    _write_columns(axes, heads[1:], rows, size)
    _write_sides(axes, results, size)
    plain(axes.set_xlabel(_axis_words(results)))


def points_of(rows: int) -> float:
    """The size of the words."""
    return 8.0 if rows <= _FEW else 6.0


def _set_limits(axes: "Axes", results: Sequence[Result], rows: Sequence[Row]) -> None:
    """All intervals, the line and the margin inside; no tick above 1 for what cannot exceed it."""
    ends = [end for row in rows for end in (row.interval.low, row.value, row.interval.high)]
    ends += [end for row in rows for end in (*(row.region or ()), row.null, row.observed)]
    differences = is_difference(results[0])
    known = [end for end in [*ends, *([0.0] if differences else [])] if math.isfinite(end)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    room = 0.06 * (high - low) or 0.05
    axes.set_xlim(low - room, high + room)
    axes.set_ylim(len(rows) - 0.4, -1.6)
    axes.locator_params(axis="x", nbins=6)
    if not differences and low >= 0 and high <= 1:
        end = min(1 + 1e-9, high + room)
        axes.set_xticks([tick for tick in axes.get_xticks() if low - room <= tick <= end])
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)


def _draw_regions(axes: "Axes", rows: Sequence[Row]) -> None:
    """The shading of rows that follow each other with the same margin is one piece."""
    left, right = axes.get_xlim()
    start = 0
    for at in range(1, len(rows) + 1):
        if at < len(rows) and rows[at].region == rows[start].region:
            continue
        region, top, bottom = rows[start].region, start - 0.5, at - 0.5
        start = at
        if region is None:
            continue
        low, high = max(left, region[0]), min(right, region[1])
        across, down = [low, high, high, low], [top, top, bottom, bottom]
        axes.fill(across, down, facecolor=_SHADE, alpha=0.18, edgecolor="none", zorder=0.5)
        for end in region:
            if math.isfinite(end):
                _dashed(axes, end, top, bottom)


def _draw_null(axes: "Axes", results: Sequence[Result], rows: Sequence[Row]) -> None:
    """The line at 0 and those at other null differences; for AUCs at chance, if that is near."""
    last = len(rows) - 0.5
    if not is_difference(results[0]):
        low, _ = axes.get_xlim()
        if quantity(results[0]) == "AUC" and low <= _CHANCE:
            chance = [_CHANCE, _CHANCE]
            axes.plot(chance, [-0.5, last], color=FAINT, linewidth=0.8, linestyle=_DOTS, zorder=1)
        return
    axes.plot([0, 0], [-0.5, last], color=ink(), linewidth=0.8, zorder=1)
    for at, row in enumerate(rows):
        if row.null != 0 and row.region is None and math.isfinite(row.null):
            _dashed(axes, row.null, at - 0.5, at + 0.5)


def _dashed(axes: "Axes", place: float, top: float, bottom: float) -> None:
    axes.plot([place, place], [top, bottom], color=FAINT, linewidth=0.9, linestyle=(0, (4, 2)))


def _write_labels(axes: "Axes", labels: Sequence[str], size: float) -> None:
    """The names to the left, with what they are above them."""
    axes.set_yticks(range(-1, len(labels) - 1), labels)
    axes.tick_params(axis="y", length=0, pad=9)
    for text in axes.get_yticklabels():
        plain(text).set_fontsize(size)
    axes.get_yticklabels()[0].set_fontweight("bold")


def _columns(heads: Sequence[str], rows: Sequence[Row]) -> list[list[str]]:
    """The texts of each column, its head first."""
    return [[head, *(row.cells[at] for row in rows)] for at, head in enumerate(heads)]


def _write_columns(axes: "Axes", heads: Sequence[str], rows: Sequence[Row], size: float) -> None:
    """The numbers to the right, each column as wide as its widest text."""
    edge = 0.0
    for column in _columns(heads, rows):
        texts = [_beside(axes, at - 1, words, size) for at, words in enumerate(column)]
        texts[0].set_fontweight("bold")
        dots = axes.figure.dpi / 72
        widest = (texts[0], max(texts[1:], key=lambda text: len(text.get_text())))
        edge += _GAP + max(text.get_window_extent().width for text in widest) / dots
        for text in texts:
            text.set_position((edge, 0))


def _beside(axes: "Axes", row: int, words: str, size: float) -> "Text":
    """A text to the right of the axes, ending so many points from them as its position says."""
    text = axes.annotate(
        words,
        (1.0, row),
        xycoords=axes.get_yaxis_transform(),
        xytext=(0, 0),
        textcoords="offset points",
        ha="right",
        va="center",
        fontsize=size,
        annotation_clip=False,
    )
    return plain(text)


def _write_sides(axes: "Axes", results: Sequence[Result], size: float) -> None:
    """Which way a difference is in favour of whom."""
    if not is_difference(results[0]):
        return
    pair = compared(results[0])
    fixed = pair is not None and pair.design == "one test set"
    words = ("← lower", "higher →") if fixed else ("← second higher", "first higher →")
    across = axes.get_yaxis_transform()
    for place, said in enumerate(words):
        text = axes.text(place, -1, said, transform=across, va="center", fontsize=size)
        plain(text).set_horizontalalignment("right" if place else "left")
        text.set_alpha(_SOFT)
