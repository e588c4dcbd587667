"""Names on figures: short enough, different, and nothing but text."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.plots.drawn import legend_of
from tests.plots.placed import assert_inside

import aucurate
from aucurate.data.scores import PairedScores
from aucurate.plots import OperatingPointsOnCurveDisplay, RocDisplay
from aucurate.plots.style import MOST_LINE_STYLES, line_styles
from aucurate.plots.text import describe_dropped, short_names
from aucurate.study.operate import operate


@settings(deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=8, unique=True), st.integers(12, 40))
def test_short_names_are_short_printable_and_as_many_as_names(names: list[str], width: int) -> None:
    short = short_names(names, width)
    assert list(short) == names
    assert all(len(name) <= width and name.isprintable() for name in short.values())


def test_names_that_differ_in_the_middle_or_nowhere_visible_stay_apart() -> None:
    long = [f"{'x' * 60}{at}{'y' * 60}" for at in range(3)]
    assert len(set(short_names(long, 20).values())) == 3
    invisible = ["a\tb", "a\nb"]
    assert len(set(short_names(invisible, 20).values())) == 2


def test_many_folds_that_were_left_out_are_counted() -> None:
    assert describe_dropped([]) == ""
    told = describe_dropped([str(at) for at in range(9)])
    assert told == "\nwithout 9 folds that lack a class: 0, 1, 2, 3 and 5 more"


def test_no_two_line_styles_are_alike() -> None:
    found = line_styles([str(at) for at in range(MOST_LINE_STYLES)])
    assert len({(style.colour, style.dashes) for style in found.values()}) == MOST_LINE_STYLES
    first = list(found.values())[:5]
    assert len({style.dashes for style in first}) == len({style.hatch for style in first}) == 5
    assert len({style.mark for style in list(found.values())[:7]}) == 7
    assert len({(style.colour, style.mark) for style in found.values()}) == MOST_LINE_STYLES


# Legends have their room: in a free corner, or beside the square, and never out of the figure.


GOOD = aucurate.roc_curve([0, 0, 1, 0, 1, 1], [1, 2, 3, 4, 5, 6])
BAD = aucurate.roc_curve([1, 1, 0, 1, 0, 0], [1, 2, 3, 4, 5, 6])


def _place(axes: Axes) -> tuple[float, float]:
    """The middle of the legend, as shares of the axes."""
    legend = axes.get_legend()
    assert legend is not None
    box = legend.get_window_extent().transformed(axes.transAxes.inverted())
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


@pytest.mark.parametrize("many", [25, 30, 35])
def test_many_curves_have_all_their_entries_in_the_figure(many: int) -> None:
    figure = (
        RocDisplay({f"classifier {at}": GOOD for at in range(many)}, title="many").plot().figure_
    )
    assert_inside(figure)
    box, high = figure.axes[0].get_position(), figure.get_figheight()
    assert box.height * high == pytest.approx(box.width * figure.get_figwidth())
    assert high < 1.25 * box.height * high


def test_a_long_name_takes_two_lines_in_the_square() -> None:
    figure = RocDisplay({"gradient boosting, depth 3": GOOD, "another": GOOD}).plot().figure_
    assert legend_of(figure.axes[0])[0].count("\n") == 1
    assert_inside(figure)
    assert figure.get_figwidth() < 1.1 * figure.get_figheight()


def test_the_legend_keeps_out_of_the_way_of_the_curves() -> None:
    name = "gradient boosting, calibrated"
    x, y = _place(RocDisplay({name: GOOD, "same": GOOD}).plot().figure_.axes[0])
    assert (x > 0.5, y < 0.5) == (True, True)
    x, y = _place(RocDisplay({name: BAD, "same": BAD}).plot().figure_.axes[0])
    assert (x < 0.5, y > 0.5) == (True, True)
    x, _ = _place(RocDisplay({name: GOOD, "same": GOOD, "b": BAD}).plot().figure_.axes[0])
    assert x > 1


def test_on_given_axes_the_legend_stays_inside() -> None:
    axes, _ = Figure(figsize=(6, 3)).subplots(1, 2)
    RocDisplay({f"gradient boosting {at}": GOOD for at in range(3)}).plot(axes)
    legend = axes.get_legend()
    assert legend is not None
    box, whole = legend.get_window_extent(), axes.get_window_extent()
    assert box.x0 >= whole.x0
    assert box.x1 <= whole.x1
    assert box.height < 0.8 * whole.height


def test_many_operating_points_have_short_entries_and_no_regions() -> None:
    rng, labels = np.random.default_rng(1), np.arange(60) % 2
    scores = {f"classifier {at}": labels + rng.normal(size=60) for at in range(12)}
    data = PairedScores.from_arrays(labels, scores)
    study = operate(data, at=0.3, pairs=[])
    figure = OperatingPointsOnCurveDisplay(data, study).plot().figure_
    assert_inside(figure)
    axes, point = figure.axes[0], study.points[0].point
    rates = f"({point.sensitivity:.3f}, {point.specificity:.3f})"
    assert legend_of(axes)[0] == f"classifier 0, 0.3 {rates}"
    assert not axes.patches
    assert set(OperatingPointsOnCurveDisplay(data, study).to_frame()["part"]) == {
        "curve",
        "operating point",
    }
