"""Power, or the expected width of an interval, against the size of the study; the plan marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import numpy as np

from aucurate.errors import OptionError
from aucurate.formatting import count, number, percent
from aucurate.planning.plan import Plan, PlanPoint, level_words
from aucurate.plots.direct_labels import name_lines
from aucurate.plots.figure import Columns, Display
from aucurate.plots.style import FAINT, LineStyle, Size, ink, line_styles
from aucurate.plots.text import (
    NAME_WIDTH,
    brief,
    height_for,
    place_legend,
    plain,
    set_title,
    short_names,
    with_numbers,
)
from aucurate.study.plan import PlanStudy

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Plans: TypeAlias = PlanStudy | Mapping[str, PlanStudy]
PowerPart: TypeAlias = Literal["curve", "plan"]

_DOTS = (0, (1, 2))
_TOGETHER = 5  # plans with lines to the axes
_SIZES = 100  # at most, along a line


@dataclass(eq=False, repr=False)
class PowerCurveDisplay(Display):
    """What studies of each size reach, with the plan marked.

    ``plans`` is a study (``plan_study``), or several by name, all about power or all about the
    width of an interval. The line is the plan's own curve at a hundred sizes over the range of the
    study. Thin lines lead from the plan to both axes. The parts of the frame are ``curve``, a row
    per size of each line, and ``plan``.

    >>> from aucurate.planning import plan_one
    >>> from aucurate.study.plan import plan_study
    >>> study = plan_study(plan_one(0.8, null=0.7, power=0.8), n_positive=[50, 100])
    >>> PowerCurveDisplay(study).to_frame()["total"].to_list()[:3]
    [100, 102, 104]
    """

    plans: Plans

    parts: ClassVar[tuple[str, ...]] = ("curve", "plan")

    def _prepare(self) -> None:
        self._plans = _checked(self.plans)
        self._styles = line_styles(list(self._plans))
        self._curves = {name: _fine_curve(study) for name, study in self._plans.items()}

    def _default_title(self) -> str:
        what = "Expected interval width" if _about_width(self._plans) else "Power"
        return f"{what} by sample size"

    def _size(self) -> Size:
        return 4.5, height_for(_labels(self._plans), 3.2)

    def _draw(self, axes: "Sequence[Axes]") -> None:
        (plot,), plans, handles = axes, self._plans, []
        for name, points in self._curves.items():
            style = self._styles[name]
            line: dict[str, Any] = {"linestyle": style.line, "linewidth": 1.6, "zorder": 3}
            totals, reached = zip(*((p.total, p.attained) for p in points), strict=True)
            handles += plot.plot(totals, reached, color=style.colour, **line)
        _set_limits(plot, plans)
        for name, study in plans.items():
            if len(plans) <= _TOGETHER:
                _guide(plot, study.plan)
            _mark(plot, study.plan, self._styles[name])
        if len(plans) == 1:
            _name_plan(plot, next(iter(plans.values())).plan)
        plain(plot.set_xlabel(_size_words(plans)))
        plain(plot.set_ylabel(_reached_words(plans)))
        set_title(plot, self._heading)
        short = short_names(list(plans), NAME_WIDTH)
        if len(plans) == 1:
            place_legend(plot, handles, _labels(plans))
            return
        numbers = [_found(study.plan) for study in plans.values()]
        name_lines(plot, handles, [short[name] for name in plans], numbers)

    def _data(self, part: str) -> Columns:
        plans = self._plans
        points = [(name, point) for name, curve in self._curves.items() for point in curve]
        reached = "width" if _about_width(plans) else "power"
        if part == "curve":
            return {
                "plan": [name for name, _ in points],
                "n_positive": [point.n_positive for _, point in points],
                "n_negative": [point.n_negative for _, point in points],
                "total": [point.total for _, point in points],
                reached: [point.attained for _, point in points],
            }
        return {
            "plan": list(plans),
            "n_positive": [study.plan.n_positive for study in plans.values()],
            "n_negative": [study.plan.n_negative for study in plans.values()],
            "total": [study.plan.total for study in plans.values()],
            reached: [study.plan.attained for study in plans.values()],
            "asked": [_asked(study.plan) for study in plans.values()],
        }


def _checked(plans: Plans) -> dict[str, PlanStudy]:
    """The studies by name, all about the same."""
    given = {"plan": plans} if isinstance(plans, PlanStudy) else plans
    known = isinstance(given, Mapping) and all(isinstance(s, PlanStudy) for s in given.values())
    if not known or not given or not all(study.points for study in given.values()):
        raise OptionError(
            "there are no plans to draw.",
            hint="make one with plan_study(plan), or give several by name.",
        )
    found = {str(name): study for name, study in given.items()}
    if len({study.plan.question == "interval" for study in found.values()}) > 1:
        raise OptionError(
            "power and the width of an interval do not share an axis.",
            hint="draw them in figures of their own.",
        )
    return found


def _about_width(given: Mapping[str, PlanStudy]) -> bool:
    return all(study.plan.question == "interval" for study in given.values())


def _fine_curve(study: PlanStudy) -> tuple[PlanPoint, ...]:
    """The plan's own curve at sizes close enough to each other for a smooth line."""
    sizes = [point.n_positive for point in study.points]
    fine = np.linspace(min(sizes), max(sizes), _SIZES).round().astype(int)
    return study.plan.curve(np.unique(fine).tolist())


def _asked(plan: Plan) -> float | None:
    """The power, or the width, that was asked for or found."""
    return plan.width if plan.question == "interval" else plan.power


def _set_limits(axes: "Axes", given: Mapping[str, PlanStudy]) -> None:
    largest = max(
        max(study.plan.total, *(point.total for point in study.points)) for study in given.values()
    )
    axes.set_xlim(0, 1.04 * largest)
    if _about_width(given):
        widest = max(
            max(study.plan.attained, *(point.attained for point in study.points))
            for study in given.values()
        )
        axes.set_ylim(0, 1.06 * widest)
        return
    axes.set_ylim(0, 1.03)
    ticks = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    axes.set_yticks(ticks, [percent(tick) for tick in ticks])


def _guide(axes: "Axes", plan: Plan) -> None:
    """Lines from the plan to both axes."""
    x, y = plan.total, plan.attained
    axes.plot([0, x, x], [y, y, 0], color=FAINT, linewidth=0.8, linestyle=_DOTS, zorder=1)


def _mark(axes: "Axes", plan: Plan, style: LineStyle) -> None:
    axes.plot(
        [plan.total],
        [plan.attained],
        linestyle="none",
        marker=style.mark,
        markersize=8,
        color=style.colour,
        markeredgecolor="white",
        zorder=4,
    )


def _name_plan(axes: "Axes", plan: Plan) -> None:
    """The size of the only plan beside its mark, on the side where the line is not."""
    text = axes.annotate(
        count(plan.total, "observation"),
        (plan.total, plan.attained),
        xytext=(8, 8 if plan.question == "interval" else -14),
        textcoords="offset points",
        fontsize=8,
        color=ink(),
    )
    plain(text).set_zorder(5)


def _labels(given: Mapping[str, PlanStudy]) -> list[str]:
    """The plans by name, with their sizes; the only one has no need of a name."""
    if len(given) == 1:
        return [_found(study.plan) for study in given.values()]
    short = short_names(list(given), NAME_WIDTH)
    return [with_numbers(short[name], _found(study.plan)) for name, study in given.items()]


def _found(plan: Plan) -> str:
    """The sizes of a plan, for the legend."""
    each = " per test set" if plan.design == "unpaired" else ""
    classes = f"{count(plan.n_positive, 'positive')} and {count(plan.n_negative, 'negative')}{each}"
    reached = number(plan.attained) if plan.question == "interval" else percent(plan.attained)
    what = "width" if plan.question == "interval" else "power"
    return f"{classes}: {what} {reached}"


def _size_words(given: Mapping[str, PlanStudy]) -> str:
    ratios = {study.plan.ratio for study in given.values()}
    words = "observations in total"
    if any(study.plan.design == "unpaired" for study in given.values()):
        words += ", over both test sets"
    if ratios == {1.0}:
        return f"{words}, as many negatives as positives"
    return words if len(ratios) > 1 else f"{words}, {brief(ratios.pop())} negatives per positive"


def _reached_words(given: Mapping[str, PlanStudy]) -> str:
    plans = [study.plan for study in given.values()]
    if _about_width(given):
        confidences = {plan.confidence for plan in plans}
        of = (
            f"{percent(plans[0].confidence or 0)} interval" if len(confidences) == 1 else "interval"
        )
        return f"expected width of the {of}"
    levels = {level_words(plan) for plan in plans}
    return f"power, {levels.pop()}" if len(levels) == 1 else "power"
