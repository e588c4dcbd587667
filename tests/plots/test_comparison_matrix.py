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
from aucurate.plots import ComparisonMatrixDisplay

FIVE = compared(("a", "b", "c", "d", "e"))
TWENTY = compared(tuple(f"classifier {at}" for at in range(20)))


def _cells(axes: Axes) -> dict[tuple[int, int], str]:
    """The words of each cell, by row and column."""
    found = {}
    for text in axes.texts:
        to, at = text.get_position()
        found[round(at), round(to)] = text.get_text()
    return found


def _colours(axes: Axes) -> NDArray[np.float64]:
    return np.asarray(axes.images[0].get_array(), np.float64)


def test_differences_stand_above_the_diagonal_and_p_values_below() -> None:
    figure = ComparisonMatrixDisplay(FIVE.tests).plot().figure_
    cells = _cells(figure.axes[0])
    order = {name: at for at, name in enumerate(FIVE.names)}
    assert len(cells) == 25
    for one, adjusted in ((test.result, test.adjusted_p_value) for test in FIVE.tests):
        at, to = order[one.first], order[one.second]
        star = "*" if adjusted <= 0.05 else ""
        assert cells[at, to] == f"{one.difference:+.3f}{star}".replace("-", "\N{MINUS SIGN}")
        shown = "< 0.001" if adjusted < 0.001 else f"{adjusted:.3f}"
        assert cells[to, at] == shown + star
        assert cells[at, at] == f"{one.first_value:.3f}"
    assert any("*" in words for words in cells.values())
    assert not all("*" in words for (at, to), words in cells.items() if at != to)


def test_the_words_are_the_numbers_of_the_frame() -> None:
    frame = ComparisonMatrixDisplay(FIVE.tests).to_frame()
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
    figure = ComparisonMatrixDisplay(FIVE.tests).plot().figure_
    colours = _colours(figure.axes[0])
    frame = ComparisonMatrixDisplay(FIVE.tests).to_frame()
    order = {name: at for at, name in enumerate(FIVE.names)}
    strengths, shades = [], []
    for row in frame.iter_rows(named=True):
        at, to = order[row["row"]], order[row["column"]]
        red, _, blue, _ = colours[at, to]
        if at < to:
            assert np.sign(blue - red) == np.sign(row["difference"])
            strengths.append((row["difference"], float(colours[at, to][:3].sum())))
        else:
            grey = set(colours[at, to][:3].round(6))
            assert len(grey) == 1
            shades.append((row["p_value"], grey.pop()))
    lower = [(d, light) for d, light in strengths if d < 0]
    assert len(lower) > 5
    assert sorted(lower) == sorted(lower, key=lambda one: one[1])
    darkness = [shade for p, shade in sorted(shades) if p > 0.001]
    assert darkness == sorted(darkness)


def test_a_small_difference_is_light_even_if_it_is_the_largest() -> None:
    two = replace(compared(("a", "b")).comparisons[0], difference=0.005, p_value=0.7)
    colours = _colours(ComparisonMatrixDisplay([two]).plot().figure_.axes[0])
    assert colours[0, 1][:3].min() > 0.8


def test_tiny_differences_have_more_digits_and_unknown_ones_none() -> None:
    two = compared(("a", "b")).comparisons[0]
    cells = _cells(
        ComparisonMatrixDisplay([replace(two, difference=0.000123)]).plot().figure_.axes[0]
    )
    assert cells[0, 1].startswith("+0.00012")
    unknown = replace(two, difference=math.nan, p_value=math.nan)
    assert set(_cells(ComparisonMatrixDisplay([unknown]).plot().figure_.axes[0])) == {
        (0, 0),
        (1, 1),
    }


def test_significance_is_bold_and_starred() -> None:
    axes = ComparisonMatrixDisplay(FIVE.comparisons).plot().figure_.axes[0]
    for text in axes.texts:
        star = text.get_text().endswith("*")
        assert (text.get_fontweight() == "bold") == star
    strict = ComparisonMatrixDisplay(FIVE.comparisons, level=1e-12).plot().figure_.axes[0]
    assert not any(words.endswith("*") for words in _cells(strict).values())
    assert any("* p at most" in key.get_xlabel() for key in strict.child_axes)


def test_pairs_that_were_not_compared_are_grey() -> None:
    study = compared(("a", "b", "c"), reference="b")
    axes = ComparisonMatrixDisplay(study.comparisons).plot().figure_.axes[0]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == ["a", "c", "b"]
    assert (0, 1) not in _cells(axes)
    assert len(set(_colours(axes)[0, 1][:3])) == 1
    assert len(ComparisonMatrixDisplay(study.comparisons).to_frame()) == 4


def test_one_classifier_stands_beside_chance() -> None:
    figure = ComparisonMatrixDisplay(compared(("a",)).comparisons, title="one").plot().figure_
    assert_inside(figure)
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == ["a", "chance"]


def test_words_fit_their_cells() -> None:
    for study in (FIVE, TWENTY):
        figure = ComparisonMatrixDisplay(study.tests, title="$title").plot().figure_
        assert_inside(figure)
        axes = figure.axes[0]
        cell = axes.get_window_extent().width / len(study.names)
        texts = list(axes.texts)
        assert len(texts) == len(study.names) ** 2
        assert all(text.get_window_extent().width <= cell for text in texts)


def test_many_classifiers_have_stars_only() -> None:
    study = compared(tuple(f"{at}" for at in range(32)))
    axes = ComparisonMatrixDisplay(study.comparisons).plot().figure_.axes[0]
    assert set(_cells(axes).values()) == {"*"}
    frame = ComparisonMatrixDisplay(study.comparisons).to_frame()
    assert len(_cells(axes)) == frame["significant"].sum()


def test_one_sided_tests_are_told() -> None:
    study = compared(("a", "b"), alternative="less")
    figure = ComparisonMatrixDisplay(study.comparisons, adjusted_p_values=[0.04]).plot().figure_
    for dpi in (72, 110, 200):
        assert_inside(figure, dpi=dpi)
    assert any("p (less) at most 0.05" in key.get_xlabel() for key in figure.axes[0].child_axes)


def test_odd_names_are_text() -> None:
    figure = (
        ComparisonMatrixDisplay(compared(ODD_NAMES).comparisons, title="_$title$").plot().figure_
    )
    assert_inside(figure)
    assert_plain(figure, dollars=3)
    assert any("…" in text.get_text() for text in texts_of(figure))


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(lambda: ComparisonMatrixDisplay(FIVE.comparisons, title="$a$").plot().figure_)


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure(figsize=(12, 6))
    left, right = figure.subplots(1, 2)
    ComparisonMatrixDisplay(FIVE.comparisons).plot(right)
    assert not left.images
    assert len(_cells(right)) == 25


def test_what_cannot_be_drawn_is_refused() -> None:
    first = FIVE.comparisons[0]
    with pytest.raises(OptionError, match="there are no comparisons"):
        ComparisonMatrixDisplay([])
    with pytest.raises(OptionError, match="'b' and 'a' are compared twice"):
        ComparisonMatrixDisplay([first, first.reversed()])
    with pytest.raises(OptionError, match="1 adjusted p-values for 10 comparisons"):
        ComparisonMatrixDisplay(FIVE.comparisons, adjusted_p_values=[1.0])
    with pytest.raises(OptionError, match="different quantities"):
        ComparisonMatrixDisplay([first, replace(FIVE.comparisons[1], quantity="sensitivity")])
    many = [replace(first, second=str(at)) for at in range(60)]
    with pytest.raises(OptionError, match="61 classifiers cannot be read"):
        ComparisonMatrixDisplay(many)
