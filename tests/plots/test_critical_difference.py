"""The critical-difference diagram: ranks, bars, ruler, and names of any length."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.loops import for_each
from tests.plots.drawn import ODD_NAMES, texts_of, vertices

import aucurate
from aucurate.data.results_table import ResultsTable
from aucurate.errors import OptionError
from aucurate.inference.many_datasets.post_hoc import CriticalDifference
from aucurate.plots import CriticalDifferenceDisplay
from aucurate.plots.figure import rendered


def _diagram(
    names: tuple[str, ...], *, n_datasets: int = 30, step: float = 0.5
) -> CriticalDifference:
    rng = np.random.default_rng(4)
    values = {
        n: 0.5 + 0.01 * (step * at + rng.normal(size=n_datasets)) for at, n in enumerate(names)
    }
    table = ResultsTable.from_arrays(values)
    return aucurate.inference.many_datasets.critical_difference(
        aucurate.inference.many_datasets.nemenyi_test(table)
    )


def _bars(axes: Axes) -> list[list[float]]:
    """Rank of the first and the last algorithm of each bar."""
    return [vertices(line)[:, 0].tolist() for line in axes.lines if line.get_linewidth() > 3]


def test_every_algorithm_stands_at_its_rank() -> None:
    diagram = _diagram(("a", "b", "c", "d", "e"))
    axes = CriticalDifferenceDisplay(diagram).plot().figure_.axes[0]
    elbows = [vertices(line) for line in axes.lines if len(line.get_path()) == 3]
    assert [float(elbow[0, 0]) for elbow in elbows] == list(diagram.average_ranks)
    assert all(elbow[0, 1] == 0 for elbow in elbows)
    shown = [text.get_text() for text in axes.texts]
    for name, rank in zip(diagram.names, diagram.average_ranks, strict=True):
        assert f"{name} ({rank:.2f})" in shown


def test_bars_join_what_is_not_told_apart() -> None:
    diagram = _diagram(("a", "b", "c", "d", "e"))
    frame = CriticalDifferenceDisplay(diagram).to_frame("groups")
    ranks = dict(zip(diagram.names, diagram.average_ranks, strict=True))
    groups = [group for group in diagram.groups if len(group) > 1]
    assert groups
    expected = [[ranks[group[0]], ranks[group[-1]]] for group in groups]
    assert _bars(CriticalDifferenceDisplay(diagram).plot().figure_.axes[0]) == expected
    ends = frame.group_by("group", maintain_order=True).agg(low="average_rank").rows()
    assert [[ranks_of[0], ranks_of[-1]] for _, ranks_of in ends] == expected


def test_overlapping_bars_have_heights_of_their_own() -> None:
    axes = (
        CriticalDifferenceDisplay(_diagram(tuple("abcdefghijkl"), step=0.4)).plot().figure_.axes[0]
    )
    bars = [vertices(line) for line in axes.lines if line.get_linewidth() > 3]
    for at, one in enumerate(bars):
        for other in bars[at + 1 :]:
            apart = other[0, 0] > one[1, 0] or one[0, 0] > other[1, 0]
            assert apart or one[0, 1] != other[0, 1]


def test_the_ruler_is_as_long_as_the_critical_difference() -> None:
    diagram = _diagram(("a", "b", "c"))
    axes = CriticalDifferenceDisplay(diagram).plot().figure_.axes[0]
    ruler = next(line for line in axes.lines if line.get_marker() == "|")
    low, high = vertices(ruler)[:, 0]
    assert high - low == pytest.approx(diagram.critical_difference)
    words = f"critical difference {diagram.critical_difference:.2f} (level 0.05, 30 data sets)"
    assert words in [text.get_text() for text in axes.texts]


@for_each("size", [2, 3, 20])
@for_each("long", [False, True])
def test_no_text_leaves_the_figure_or_covers_another(size: int, long: bool) -> None:
    end = " trained on everything we have with all the care in the world" if long else ""
    figure = (
        CriticalDifferenceDisplay(_diagram(tuple(f"algorithm {k}{end}" for k in range(size))))
        .plot()
        .figure_
    )
    boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    whole = figure.bbox
    for at, box in enumerate(boxes):
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1
        assert not any(box.overlaps(other) for other in boxes[at + 1 :])


def test_numbers_of_a_narrow_axis_do_not_touch() -> None:
    figure = Figure(figsize=(3, 5))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    CriticalDifferenceDisplay(_diagram(tuple(f"algorithm {at}" for at in range(20)))).plot(axes)
    numbers = [text.get_window_extent() for text in axes.texts if text.get_text().isdigit()]
    assert 2 <= len(numbers) < 19
    for at, box in enumerate(numbers):
        assert not any(box.overlaps(other) for other in numbers[at + 1 :])


def test_algorithms_that_never_differ_share_a_rank_and_a_bar_that_is_seen() -> None:
    table = ResultsTable.from_arrays({"a": [0.5, 0.6], "b": [0.5, 0.6], "c": [0.5, 0.6]})
    figure = (
        CriticalDifferenceDisplay(
            aucurate.inference.many_datasets.critical_difference(
                aucurate.inference.many_datasets.nemenyi_test(table)
            )
        )
        .plot()
        .figure_
    )
    (bar,) = [line for line in figure.axes[0].lines if line.get_linewidth() > 3]
    assert vertices(bar)[:, 0].tolist() == [2.0, 2.0]
    shown = rendered(figure, "svg")
    bar.set_visible(False)
    assert rendered(figure, "svg") != shown


def test_a_ruler_longer_than_the_axis_fits() -> None:
    diagram = _diagram(("a", "b", "c"), n_datasets=2, step=0.0)
    assert diagram.critical_difference > 2
    axes = CriticalDifferenceDisplay(diagram).plot().figure_.axes[0]
    ruler = next(line for line in axes.lines if line.get_marker() == "|")
    assert vertices(ruler)[1, 0] <= axes.get_xlim()[1]
    assert len(_bars(axes)) == 1


def test_odd_names_are_text() -> None:
    figure = CriticalDifferenceDisplay(_diagram(ODD_NAMES), title="_$title$").plot().figure_
    figure.draw_without_rendering()
    odd = [text for text in texts_of(figure) if "$" in text.get_text()]
    assert len(odd) == 2
    assert not any(text.get_parse_math() for text in odd)
    assert any("500 rounds" in text.get_text() for text in texts_of(figure))


def test_the_frame_has_the_ranks() -> None:
    diagram = _diagram(("a", "b", "c"))
    frame = CriticalDifferenceDisplay(diagram).to_frame()
    assert frame["algorithm"].to_list() == list(diagram.names)
    assert frame["average_rank"].to_list() == list(diagram.average_ranks)
    assert frame["letters"].to_list() == list(diagram.letters)
    assert set(frame["critical_difference"]) == {diagram.critical_difference}
    with pytest.raises(OptionError, match="no part 'bars'"):
        CriticalDifferenceDisplay(diagram).to_frame("bars")


def test_it_can_be_drawn_on_given_axes() -> None:
    figure = Figure(figsize=(8, 6))
    upper, lower = figure.subplots(2, 1)
    CriticalDifferenceDisplay(_diagram(("a", "b", "c"))).plot(lower)
    assert not upper.lines
    frame = lower.get_window_extent()
    for text in lower.texts:
        box = text.get_window_extent()
        assert frame.x0 <= box.x0 < box.x1 <= frame.x1
