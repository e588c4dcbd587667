"""Forest plot of subgroups: estimates, or differences, in every subgroup below that of all.

Each classifier (or pair) is a block: its name, all observations, and the subgroups of one column
with their class sizes. Beside all observations stands the p-value of the test that the subgroups
are alike.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from aucurate.errors import OptionError
from aucurate.formatting import bare_p_value, capital, count, percent, shortened
from aucurate.plots.figure import Columns, Display, require_kind
from aucurate.plots.forest import MOST, Row, draw_rows, points_of, rows_of
from aucurate.plots.style import Size
from aucurate.plots.text import NAME_WIDTH, set_title
from aucurate.results import Comparison, Estimate, Interval, JointTest, Tested
from aucurate.study.compare import CompareStudy
from aucurate.study.compare.subgroups import Subgroup, SubgroupAnalysis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SubgroupResult: TypeAlias = Estimate | Comparison
_ALL = "all observations"
_ABSENT = "not available"
_PLOT = 3.1  # inches for the intervals


class _Line(NamedTuple):
    """One row: the heading of a block, all observations, or a subgroup."""

    block: tuple[str, ...]
    subgroup: str
    result: SubgroupResult | None
    sizes: tuple[int, int] | None
    adjusted: float = math.nan
    equal: float = math.nan


@dataclass(eq=False, repr=False)
class SubgroupsDisplay(Display):
    """Forest plot of the subgroups of one column, for each classifier or each pair.

    ``study`` is a comparison with subgroups, and ``by`` the column, the first unless named.
    ``show`` are the "estimates" or the "differences". A p-value beside all observations is that of
    the test that all subgroups are alike, adjusted as in the study.

    The frame has a row for all observations and one for each subgroup. Numbers are NaN where a
    subgroup lacks a class.
    """

    study: CompareStudy
    _: KW_ONLY
    by: str | None = None
    show: Literal["estimates", "differences"] = "estimates"

    def _prepare(self) -> None:
        require_kind(
            self.study, CompareStudy, "compare(labels, scores, by={'sex': sex}) makes one."
        )
        if not self.study.subgroups:
            raise OptionError(
                "the study has no subgroups.",
                hint="make it with compare(..., by=...).",
            )
        self._analysis = (
            self.study.subgroups[0] if self.by is None else self.study.subgroups_by(self.by)
        )
        if self.show not in ("estimates", "differences"):
            raise OptionError(
                f"show must be 'estimates' or 'differences'; it is {self.show!r}.",
                hint="leave it out for the estimates.",
            )
        if self.show == "differences" and len(self.study.names) == 1:
            raise OptionError(
                "there is one classifier, so there are no differences.",
                hint="leave show out for the estimates.",
            )
        self._lines = _lines(self.study, self._analysis, self.show)
        if len(self._lines) > MOST:
            raise OptionError(
                f"{count(len(self._lines), 'row')} do not fit one figure; {MOST} do.",
                hint="compare fewer classifiers, or each with a reference.",
            )
        self._results = [line.result for line in self._lines if line.result is not None]
        self._rows, self._heads = _rows(self._lines, self._results, self.study)

    def _default_title(self) -> str:
        what = self.study.estimand.plural
        if self.show == "differences":
            what = f"Differences in {self.study.estimand.name}"
        return f"{capital(shortened(what, 40))} by {shortened(self._analysis.name, NAME_WIDTH)}"

    def _size(self) -> Size:
        return _PLOT, 0.0285 * points_of(len(self._rows)) * (len(self._rows) + 1.5)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,) = axes
        draw_rows(plot, self._results, self._rows, self._heads)
        for line, label in zip(self._lines, plot.get_yticklabels()[1:], strict=True):
            if not line.subgroup:
                label.set_fontweight("bold")
        set_title(plot, self._heading)

    def _data(self, part: str) -> Columns:
        lines = [line for line in self._lines if line.subgroup]
        results = [line.result for line in lines]
        limits = [None if result is None else result.interval for result in results]
        who: dict[str, Sequence[object]] = {"classifier": [line.block[0] for line in lines]}
        if self.show == "differences":
            who = {name: [line.block[at] for line in lines] for at, name in enumerate(_PAIR)}
            who["adjusted_p_value"] = [line.adjusted for line in lines]
        return {
            "column": [self._analysis.name] * len(lines),
            "subgroup": [line.subgroup for line in lines],
            **who,
            "value": [math.nan if each is None else _value(each) for each in results],
            "low": [math.nan if each is None else each.low for each in limits],
            "high": [math.nan if each is None else each.high for each in limits],
            "n_positive": [(line.sizes or (0, 0))[0] for line in lines],
            "n_negative": [(line.sizes or (0, 0))[1] for line in lines],
            "equal_p_value": [line.equal for line in lines],
        }


_PAIR = ("first", "second")


def _value(result: SubgroupResult) -> float:
    return result.value if isinstance(result, Estimate) else result.difference


def _lines(study: CompareStudy, analysis: SubgroupAnalysis, show: str) -> list[_Line]:
    """The rows of all blocks, in the order of the study."""
    whole = study.estimates[0].n_positive, study.estimates[0].n_negative
    if show == "estimates":
        blocks: list[tuple[tuple[str, ...], SubgroupResult, float]] = [
            ((one.name,), one, math.nan) for one in study.estimates
        ]
        tests = analysis.equal_estimates
        find: Callable[[Subgroup, tuple[str, ...]], tuple[SubgroupResult | None, float]] = _estimate
    else:
        blocks = [
            ((t.result.first, t.result.second), t.result, t.adjusted_p_value) for t in study.tests
        ]
        tests, find = analysis.equal_differences, _comparison
    found = []
    for names, result, adjusted in blocks:
        if len(blocks) > 1:
            found.append(_Line(names, "", None, None))
        found.append(_Line(names, _ALL, result, whole, adjusted, _of(tests, names)))
        for subgroup in analysis.subgroups:
            own, p = find(subgroup, names)
            sizes = subgroup.n_positive, subgroup.n_negative
            found.append(_Line(names, subgroup.name, own, sizes, p))
    return found


def _of(tests: Sequence[Tested[JointTest]], names: tuple[str, ...]) -> float:
    return next((t.adjusted_p_value for t in tests if t.result.names == names), math.nan)


def _estimate(subgroup: Subgroup, names: tuple[str, ...]) -> tuple[Estimate | None, float]:
    return next((one for one in subgroup.estimates if one.name == names[0]), None), math.nan


def _comparison(subgroup: Subgroup, names: tuple[str, ...]) -> tuple[Comparison | None, float]:
    for tested in subgroup.tests:
        if (tested.result.first, tested.result.second) == names:
            return tested.result, tested.adjusted_p_value
    return None, math.nan


def _rows(
    lines: Sequence[_Line], results: Sequence[SubgroupResult], study: CompareStudy
) -> tuple[list[Row], tuple[str, ...]]:
    """The rows of a forest plot, with class sizes and the test over the subgroups."""
    drawn = iter(rows_of(list(results), None))
    nowhere = replace(results[0].interval, low=math.nan, high=math.nan)
    rows = []
    for line in lines:
        if not line.subgroup:
            title = " \N{MINUS SIGN} ".join(shortened(name, NAME_WIDTH) for name in line.block)
            rows.append(_blank(title, nowhere, ("",) * 4))
            continue
        label = f"  {shortened(line.subgroup, NAME_WIDTH)}"
        sizes = tuple(f"{size:,}" for size in line.sizes or ())
        equal = "" if math.isnan(line.equal) else bare_p_value(line.equal)
        if line.result is None:
            rows.append(_blank(label, nowhere, (_ABSENT, *sizes, equal)))
            continue
        row = next(drawn)
        rows.append(row._replace(label=label, cells=(row.cells[0], *sizes, equal)))
    of = f"{percent(study.estimates[0].interval.confidence)} CI"
    what = (
        "difference" if isinstance(results[0], Comparison) else shortened(study.estimand.short, 24)
    )
    return rows, ("subgroup", f"{what} ({of})", "positive", "negative", "p (all alike)")


def _blank(label: str, interval: Interval, cells: tuple[str, ...]) -> Row:
    nowhere = math.nan
    return Row(label, nowhere, interval, cells, nowhere, None, nowhere, None)
