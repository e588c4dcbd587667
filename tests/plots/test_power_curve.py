"""The power curve: its points, the plan marked on it, and the words of its axes."""

from functools import cache

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from tests.plots.drawn import ODD_NAMES, labels_of, vertices
from tests.plots.placed import assert_inside, assert_plain, assert_same_bytes

from aucurate.errors import OptionError
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.plots import PowerCurveDisplay
from aucurate.study.plan import PlanStudy, plan_study

ONE = plan_study(plan_one(0.8, null=0.7, power=0.8))
WIDTH = plan_study(plan_interval(0.85, width=0.1))


@cache
def _study(first: float, *, points: int = 0) -> PlanStudy:
    sizes = range(10, 10 + 5 * points, 5) if points else None
    return plan_study(plan_one(first, null=0.7, power=0.8), n_positive=sizes)


def _curves(axes: Axes) -> list[Line2D]:
    return [line for line in axes.lines if line.get_linewidth() == 1.6]


def _marks(axes: Axes) -> list[tuple[float, float]]:
    marks = [line for line in axes.lines if line.get_markersize() == 8]
    return [(float(x), float(y)) for line in marks for x, y in vertices(line)]


@pytest.mark.parametrize(("study", "what"), [(ONE, "power"), (WIDTH, "width")])
def test_the_line_goes_through_the_points_of_the_frame(study: PlanStudy, what: str) -> None:
    axes, frame = (
        PowerCurveDisplay(study).plot().figure_.axes[0],
        PowerCurveDisplay(study).to_frame(),
    )
    (line,) = _curves(axes)
    points = [list(map(float, row)) for row in frame.select("total", what).iter_rows()]
    assert vertices(line).tolist() == points
    by_size = dict(zip(frame["total"], frame[what], strict=True))
    for point in (study.points[0], study.points[-1]):
        assert by_size[point.total] == point.attained
    assert len(points) > 50
    turns = np.diff(vertices(line)[:, 1], 2)
    assert np.max(np.abs(turns)) < 0.01  # no kinks
    plan = PowerCurveDisplay(study).to_frame("plan")
    assert _marks(axes) == [(plan["total"][0], plan[what][0])]
    assert (plan["n_positive"][0], plan["n_negative"][0]) == (
        study.plan.n_positive,
        study.plan.n_negative,
    )


def test_the_plan_is_marked_with_lines_to_both_axes() -> None:
    axes = PowerCurveDisplay(ONE).plot().figure_.axes[0]
    x, y = ONE.plan.total, ONE.plan.attained
    guides = [vertices(line).tolist() for line in axes.lines if len(line.get_path()) == 3]
    assert guides == [[[0, y], [x, y], [x, 0]]]
    assert [text.get_text() for text in axes.texts] == ["196 observations"]
    assert labels_of(axes) == ["98 positives and 98 negatives: power 80.3%"]


def test_axes_say_what_they_show() -> None:
    axes = PowerCurveDisplay(ONE).plot().figure_.axes[0]
    assert axes.get_xlabel() == "observations in total, as many negatives as positives"
    assert axes.get_ylabel() == "power, two-sided level 0.05"
    assert axes.get_ylim()[0] == 0
    wide = PowerCurveDisplay(WIDTH).plot().figure_.axes[0]
    assert wide.get_ylabel() == "expected width of the 95% interval"
    two = plan_study(plan_two(0.85, 0.75, power=0.9, ratio=2.5, paired=False))
    words = "observations in total, over both test sets, 2.5 negatives per positive"
    shown = PowerCurveDisplay(two).plot().figure_.axes[0]
    assert shown.get_xlabel() == words
    assert "per test set" in labels_of(shown)[0]


def test_several_plans_by_name() -> None:
    plans = {f"AUC {first}": _study(first, points=40) for first in (0.8, 0.82, 0.84)}
    axes = PowerCurveDisplay(plans, title="three").plot().figure_.axes[0]
    assert len(_curves(axes)) == 3
    assert [label.split(" (")[0] for label in labels_of(axes)] == list(plans)
    assert [y for _, y in _marks(axes)] == [study.plan.attained for study in plans.values()]
    assert len({(line.get_linestyle(), line.get_color()) for line in _curves(axes)}) == 3
    assert PowerCurveDisplay(plans).to_frame()["plan"].n_unique() == 3


def test_points_are_sorted_by_size() -> None:
    study = plan_study(plan_one(0.8, null=0.7, power=0.8), n_positive=[100, 50, 75])
    assert PowerCurveDisplay(study).to_frame()["total"].to_list() == list(range(100, 202, 2))


def test_twenty_plans_fit() -> None:
    plans = {f"AUC {0.8 + 0.005 * at:.3f}": _study(0.8 + 0.005 * at) for at in range(20)}
    figure = PowerCurveDisplay(plans, title="twenty").plot().figure_
    assert_inside(figure)
    assert len(_curves(figure.axes[0])) == 20
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert legend.get_window_extent().x0 > figure.axes[0].get_window_extent().x1


@pytest.mark.parametrize("study", [ONE, WIDTH, {"a": ONE, "b": ONE}])
def test_nothing_leaves_the_figure(study: PlanStudy | dict[str, PlanStudy]) -> None:
    assert_inside(PowerCurveDisplay(study).plot().figure_)


def test_odd_names_are_text() -> None:
    figure = PowerCurveDisplay(dict.fromkeys(ODD_NAMES, ONE), title="_$title$").plot().figure_
    assert_inside(figure)
    assert_plain(figure, dollars=2)
    assert labels_of(figure.axes[0])[0].startswith("_starts with an underscore")


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(lambda: PowerCurveDisplay(ONE, title="$a$").plot().figure_)


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    PowerCurveDisplay(ONE).plot(right)
    assert not left.lines
    assert len(_curves(right)) == 1


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(OptionError, match="there are no plans"):
        PowerCurveDisplay({})
    with pytest.raises(OptionError, match="there are no plans"):
        PowerCurveDisplay({"a": ONE.plan})  # type: ignore[dict-item]
    with pytest.raises(OptionError, match="do not share an axis"):
        PowerCurveDisplay({"a": ONE, "b": WIDTH})
    with pytest.raises(OptionError, match="no part 'size'"):
        PowerCurveDisplay(ONE).to_frame("size")
