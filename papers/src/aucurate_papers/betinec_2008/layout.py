"""Finished numbers as tables and as the figures of Betinec (2008)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aucurate.formatting import number
from aucurate.plots.lines import diagonal, unit_square
from aucurate.plots.style import FAINT, INK, line_styles, new_figure
from aucurate.plots.text import legend_above, plain, plain_legend
from aucurate.study.table import Table

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# A table from its columns: which of them are shown, under which heads, in which digits.


@dataclass(frozen=True, slots=True)
class Shown:
    """A column as people see it."""

    column: str
    head: str
    words: Callable[[Any], str] = str


def digits(decimals: int) -> Callable[[float], str]:
    """A number with so many decimals."""
    return lambda value: number(value, decimals)


def laid_out(
    name: str,
    title: str,
    columns: Mapping[str, Sequence[object]],
    shown: Sequence[Shown],
    rows: Sequence[int] | None = None,
) -> Table:
    """The table; ``rows`` are those shown to people, all unless said."""
    size = len(next(iter(columns.values())))
    at = range(size) if rows is None else rows
    return Table(
        name=name,
        title=title,
        header=tuple(one.head for one in shown),
        rows=tuple(tuple(one.words(columns[one.column][row]) for one in shown) for row in at),
        columns={key: tuple(values) for key, values in columns.items()},
    )


def columns_of(names: Sequence[str], rows: Sequence[Sequence[object]]) -> dict[str, list[object]]:
    """Rows turned into named columns.

    >>> columns_of(["a", "b"], [(1, 2), (3, 4)])
    {'a': [1, 3], 'b': [2, 4]}
    """
    return {name: [row[at] for row in rows] for at, name in enumerate(names)}


def floats(table: Table, column: str) -> list[float]:
    """A column of numbers."""
    return [float(value) for value in table.columns[column] if isinstance(value, int | float)]


# The figures of Betinec (2008): finished numbers in, drawings out.


_CLASSES = ("negatives", "positives")


def three_pairs(densities: Table, points: Table) -> "Figure":
    """Figure 1: densities to the left, the curve to the right, a row for each pair of means."""
    pairs = list(dict.fromkeys(_pairs(densities)))
    styles = line_styles(_CLASSES)
    with new_figure(6.2, 2.35 * len(pairs)) as figure:
        panels = figure.subplots(len(pairs), 2, squeeze=False)
        for (left, right), pair in zip(panels, pairs, strict=True):
            kept = [at for at, found in enumerate(_pairs(densities)) if found == pair]
            scores = _at(densities, "score", kept)
            handles = [
                left.plot(
                    scores,
                    _at(densities, f"of_{name}", kept),
                    color=styles[name].colour,
                    linestyle=styles[name].line,
                    linewidth=1.6,
                )[0]
                for name in _CLASSES
            ]
            labels = [
                f"{name}, mean {number(mean, 1)}" for name, mean in zip(_CLASSES, pair, strict=True)
            ]
            plain_legend(left, handles, labels, loc="upper right")
            left.set_xlabel("score")
            left.set_ylabel("density")
            left.set_ylim(0, 1.05)
            left.set_xlim(0, scores[-1])
            kept = [at for at, found in enumerate(_pairs(points)) if found == pair]
            _square(right)
            right.plot(
                _at(points, "false_positive_rate", kept),
                _at(points, "sensitivity", kept),
                color=INK,
                linewidth=1.6,
            )
            plain(right.set_title(f"zeta = {number(pair[0] / pair[1], 2)}"))
    return figure


def ratio_density(
    densities: Table, observed: float, ends: tuple[float, float], p: float
) -> "Figure":
    """Figure 2, right: the density of T, both rejection regions and the observed value."""
    ratios, heights = floats(densities, "ratio"), floats(densities, "density")
    with new_figure(5.4, 3.6) as figure:
        axes = figure.add_subplot()
        (line,) = axes.plot(ratios, heights, color=INK, linewidth=1.6)
        for inside in ([r <= ends[0] for r in ratios], [r >= ends[1] for r in ratios]):
            region = axes.fill_between(
                ratios, heights, where=inside, facecolor=FAINT, edgecolor="none", alpha=0.6
            )
        top = max(heights)
        colour = line_styles(["observed"])["observed"].colour
        mark = axes.axvline(observed, ymax=0.92, color=colour, linewidth=1.4, linestyle=(0, (5, 2)))
        axes.set_ylim(0, 1.12 * top)
        axes.set_xlim(ratios[0], ratios[-1])
        axes.set_xlabel("T")
        axes.set_ylabel("density")
        labels = [
            "T under equal curves",
            f"2.5% to either side: below {number(ends[0])}, above {number(ends[1])}",
            f"observed {number(observed, 4)}, p = {number(p, 4)}",
        ]
        legend_above(axes, [line, region, mark], labels, None)
    return figure


def survey_curves(curves: Table) -> "Figure":
    """Figure 2, left, of the other survey: empirical curves and the model's on top of them."""
    names = list(dict.fromkeys(str(name) for name in curves.columns["classifier"]))
    styles = line_styles(names)
    with new_figure(4.8, 4.8) as figure:
        axes = figure.add_subplot()
        unit_square(axes)
        diagonal(axes)
        handles, labels = [], []
        for name in names:
            for kind, width, strength in (("empirical", 1.0, 0.9), ("biexponential", 2.2, 1.0)):
                kept = [
                    at
                    for at, pair in enumerate(
                        zip(curves.columns["classifier"], curves.columns["kind"], strict=True)
                    )
                    if pair == (name, kind)
                ]
                x, y = (_at(curves, c, kept) for c in ("false_positive_rate", "sensitivity"))
                style = styles[name]
                line = style.line if kind == "biexponential" else "solid"
                handles += axes.plot(
                    x, y, color=style.colour, linewidth=width, linestyle=line, alpha=strength
                )
                area = _at(curves, "area", kept)[0]
                labels.append(f"{name}, {kind} (AUC {number(area)})")
        plain_legend(axes, handles, labels, loc="lower right", handlelength=3.2)
    return figure


def halvings(table: Table, level: float, others: Sequence[tuple[str, float]]) -> "Figure":
    """The p-values of all halvings after two transformations, and of tests that need none."""
    from matplotlib.patches import Patch

    p_values = floats(table, "p_value")
    styles = line_styles(["halvings", *(name for name, _ in others)])
    with new_figure(5.4, 3.4) as figure:
        axes = figure.add_subplot()
        filling: dict[str, Any] = {"facecolor": FAINT, "edgecolor": "white", "alpha": 0.8}
        outline: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "linewidth": 1.0}
        bins = [at / 20 for at in range(21)]
        axes.hist(p_values, bins=bins, **filling)
        axes.hist(floats(table, "p_value_as_paper"), bins=bins, histtype="step", **outline)
        handles: list[Artist] = [Patch(**filling), Patch(**outline)]
        labels = [
            f"the exact test on {len(p_values)} random halvings, chosen transformation",
            "the same with the paper's powers",
        ]
        for name, p in others:
            style = styles[name]
            handles.append(axes.axvline(p, color=style.colour, linewidth=1.6, linestyle=style.line))
            labels.append(f"{name}, p = {number(p)}")
        handles.append(axes.axvline(level, color=INK, linewidth=0.8, linestyle=(0, (1, 2))))
        labels.append(f"level {level}")
        axes.set_xlim(0, 1)
        axes.set_xlabel("p-value")
        axes.set_ylabel("halvings")
        legend_above(axes, handles, labels, None)
    return figure


def quantile_panels(quantiles: Table) -> "Figure":
    """Q-Q plots against the exponential distribution, a panel for each classifier and class."""
    keys = list(zip(quantiles.columns["classifier"], quantiles.columns["class"], strict=True))
    panels = list(dict.fromkeys(keys))
    rows = len(panels) // 2
    with new_figure(5.6, 2.7 * rows) as figure:
        grid = figure.subplots(rows, 2, squeeze=False)
        for axes, panel in zip(grid.ravel(), panels, strict=True):
            kept = [at for at, key in enumerate(keys) if key == panel]
            x, y = (_at(quantiles, c, kept) for c in ("theoretical", "observed"))
            highest = max(*x, *y)
            axes.plot([0, highest], [0, highest], color=FAINT, linewidth=0.8)
            axes.plot(x, y, linestyle="none", marker="o", markersize=2.4, color=INK)
            plain(axes.set_title(f"{panel[0]}, {panel[1]}"))
            axes.set_xlabel("exponential quantile")
            axes.set_ylabel("transformed score")
    return figure


def _pairs(table: Table) -> list[tuple[float, float]]:
    return list(zip(floats(table, "negative_mean"), floats(table, "positive_mean"), strict=True))


def _at(table: Table, column: str, rows: Sequence[int]) -> list[float]:
    values = floats(table, column)
    return [values[at] for at in rows]


def _square(axes: "Axes") -> None:
    unit_square(axes)
    diagonal(axes)
