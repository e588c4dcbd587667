"""The square of all pairs: differences above, p-values below, stars beside colours."""

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from tests.plots.drawn import ODD_NAMES, texts_of
from tests.plots.placed import assert_inside, assert_plain, assert_same_bytes, compared

from aucurate.errors import OptionError
from aucurate.plots.comparison_matrix import (
    comparison_matrix_figure,
    comparison_matrix_frame,
    draw_comparison_matrix,
)

FIVE = compared(("a", "b", "c", "d", "e"))
TWENTY = compared(tuple(f"classifier {at}" for at in range(20)))


def _cells(axes: Axes) -> dict[tuple[int, int], str]:
    """The words of each cell, by row and column."""
    found = {}
    for text in axes.texts:
        to, at = text.get_position()
        if not text.get_text().startswith("above the diagonal"):
            found[round(at), round(to)] = text.get_text()
    return found


def _colours(axes: Axes) -> NDArray[np.float64]:
    return np.asarray(axes.images[0].get_array(), np.float64)


def test_differences_stand_above_the_diagonal_and_p_values_below() -> None:
    figure = comparison_matrix_figure(
        FIVE.comparisons, adjusted_p_values=[t.adjusted_p_value for t in FIVE.tests]
    )
    cells = _cells(figure.axes[0])
    order = {name: at for at, name in enumerate(FIVE.names)}
    assert len(cells) == 25
    for one, adjusted in zip(
        FIVE.comparisons, [t.adjusted_p_value for t in FIVE.tests], strict=True
    ):
        at, to = order[one.first], order[one.second]
        star = "*" if adjusted <= 0.05 else ""
        assert cells[at, to] == f"{one.difference:+.3f}{star}"
        shown = "< 0.001" if adjusted < 0.001 else "1" if adjusted == 1 else f"{adjusted:.3f}"
        assert cells[to, at] == shown + star
        assert cells[at, at] == f"{one.first_value:.3f}"
    assert any("*" in words for words in cells.values())
    assert not all("*" in words for (at, to), words in cells.items() if at != to)


def test_the_words_are_the_numbers_of_the_frame() -> None:
    frame = comparison_matrix_frame(
        FIVE.comparisons, adjusted_p_values=[t.adjusted_p_value for t in FIVE.tests]
    )
    assert len(frame) == 20
    one = frame.row(by_predicate=(pl.col("row") == "b") & (pl.col("column") == "d"), named=True)
    mirror = frame.row(by_predicate=(pl.col("row") == "d") & (pl.col("column") == "b"), named=True)
    assert one["difference"] == FIVE.comparison("b", "d").difference == -mirror["difference"]
    assert one["p_value"] == mirror["p_value"]
    assert (one["row_value"], one["column_value"]) == tuple(
        FIVE.estimate(name).value for name in "bd"
    )
    assert frame["significant"].to_list() == [p <= 0.05 for p in frame["p_value"]]


def test_colour_tells_the_side_and_the_strength() -> None:
    figure = comparison_matrix_figure(
        FIVE.comparisons, adjusted_p_values=[t.adjusted_p_value for t in FIVE.tests]
    )
    colours = _colours(figure.axes[0])
    frame = comparison_matrix_frame(
        FIVE.comparisons, adjusted_p_values=[t.adjusted_p_value for t in FIVE.tests]
    )
    order = {name: at for at, name in enumerate(FIVE.names)}
    strengths = []
    for row in frame.iter_rows(named=True):
        at, to = order[row["row"]], order[row["column"]]
        red, _, blue, _ = colours[at, to]
        if at < to:
            assert np.sign(blue - red) == np.sign(row["difference"])
            strengths.append((row["difference"], float(colours[at, to][:3].sum())))
    lower = [(d, light) for d, light in strengths if d < 0]
    assert len(lower) > 5
    assert sorted(lower) == sorted(lower, key=lambda one: one[1])


def test_a_small_difference_is_light_even_if_it_is_the_largest() -> None:
    two = replace(compared(("a", "b")).comparisons[0], difference=0.005, p_value=0.7)
    colours = _colours(comparison_matrix_figure([two]).axes[0])
    assert colours[0, 1][:3].min() > 0.8


def test_tiny_differences_have_more_digits_and_unknown_ones_none() -> None:
    two = compared(("a", "b")).comparisons[0]
    cells = _cells(comparison_matrix_figure([replace(two, difference=0.000123)]).axes[0])
    assert cells[0, 1].startswith("+0.00012")
    unknown = replace(two, difference=math.nan, p_value=math.nan)
    assert set(_cells(comparison_matrix_figure([unknown]).axes[0])) == {(0, 0), (1, 1)}


def test_significance_is_bold_and_starred() -> None:
    axes = comparison_matrix_figure(FIVE.comparisons).axes[0]
    for text in axes.texts:
        star = text.get_text().endswith("*")
        assert (text.get_fontweight() == "bold") == star
    strict = comparison_matrix_figure(FIVE.comparisons, level=1e-12).axes[0]
    assert not any(words.endswith("*") for words in _cells(strict).values())
    assert any("* p at most" in text.get_text() for text in strict.texts)


def test_pairs_that_were_not_compared_are_grey() -> None:
    study = compared(("a", "b", "c"), reference="b")
    axes = comparison_matrix_figure(study.comparisons).axes[0]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == ["a", "c", "b"]
    assert (0, 1) not in _cells(axes)
    assert len(set(_colours(axes)[0, 1][:3])) == 1
    assert len(comparison_matrix_frame(study.comparisons)) == 4


def test_one_classifier_stands_beside_chance() -> None:
    figure = comparison_matrix_figure(compared(("a",)).comparisons, title="one")
    assert_inside(figure)
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["a", "chance"]


def test_words_fit_their_cells() -> None:
    for study in (FIVE, TWENTY):
        figure = comparison_matrix_figure(
            study.comparisons,
            adjusted_p_values=[t.adjusted_p_value for t in study.tests],
            title="$title",
        )
        assert_inside(figure)
        axes = figure.axes[0]
        cell = axes.get_window_extent().width / len(study.names)
        texts = [t for t in axes.texts if not t.get_text().startswith("above the diagonal")]
        assert len(texts) == len(study.names) ** 2
        assert all(text.get_window_extent().width <= cell for text in texts)


def test_many_classifiers_have_stars_only() -> None:
    study = compared(tuple(f"{at}" for at in range(32)))
    axes = comparison_matrix_figure(study.comparisons).axes[0]
    assert set(_cells(axes).values()) == {"*"}
    frame = comparison_matrix_frame(study.comparisons)
    assert len(_cells(axes)) == frame["significant"].sum()


def test_one_sided_tests_are_told() -> None:
    study = compared(("a", "b"), alternative="less")
    figure = comparison_matrix_figure(study.comparisons, adjusted_p_values=[0.04])
    for dpi in (72, 110, 200):
        assert_inside(figure, dpi=dpi)
    assert any("p (less) at most 0.05" in text.get_text() for text in figure.axes[0].texts)


def test_odd_names_are_text() -> None:
    figure = comparison_matrix_figure(compared(ODD_NAMES).comparisons, title="_$title$")
    assert_inside(figure)
    assert_plain(figure, dollars=3)
    assert any("500 roun" in text.get_text() for text in texts_of(figure))


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(lambda: comparison_matrix_figure(FIVE.comparisons, title="$a$"))


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure(figsize=(12, 6))
    left, right = figure.subplots(1, 2)
    draw_comparison_matrix(right, FIVE.comparisons)
    assert not left.images
    assert len(_cells(right)) == 25


def test_what_cannot_be_drawn_is_refused() -> None:
    first = FIVE.comparisons[0]
    with pytest.raises(OptionError, match="there are no comparisons"):
        comparison_matrix_figure([])
    with pytest.raises(OptionError, match="'b' and 'a' are compared twice"):
        comparison_matrix_figure([first, first.reversed()])
    with pytest.raises(OptionError, match="1 adjusted p-values for 10 comparisons"):
        comparison_matrix_figure(FIVE.comparisons, adjusted_p_values=[1.0])
    with pytest.raises(OptionError, match="different quantities"):
        comparison_matrix_figure([first, replace(FIVE.comparisons[1], quantity="sensitivity")])
    many = [replace(first, second=str(at)) for at in range(60)]
    with pytest.raises(OptionError, match="61 classifiers cannot be read"):
        comparison_matrix_figure(many)
