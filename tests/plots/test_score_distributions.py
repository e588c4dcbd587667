"""Scores by class: the same bars above and below, an edge at the threshold, nothing left out."""

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from tests.loops import for_each
from tests.plots.drawn import ODD_NAMES, legend_of, vertices
from tests.plots.placed import assert_inside, assert_plain, assert_same_bytes

import aucurate
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import OptionError
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.plots import ScoreDistributionsDisplay

DATA = aucurate.datasets.load_breast_cancer()
RNG = np.random.default_rng(5)
LABELS = np.arange(300) % 3 == 0
NORMAL = RNG.normal(size=300)


def _scores(values: object, *, name: str = "one", lower: bool = False) -> Scores:
    return Scores.from_arrays(LABELS, values, name=name, lower=lower)


def _bars(axes: Axes, sign: int) -> list[tuple[float, float, float]]:
    """Left, right and height of the bars above (1) or below (-1), from the left."""
    found = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    half = found[: len(found) // 2] if sign > 0 else found[len(found) // 2 :]
    return [(p.get_x(), p.get_x() + p.get_width(), sign * p.get_height()) for p in half]


def _words(axes: Axes) -> set[str]:
    return {text.get_text() for text in axes.texts}


def test_bars_are_those_of_the_frame_and_hold_every_score() -> None:
    axes = ScoreDistributionsDisplay(DATA["forest"], threshold=0.5).plot().figure_.axes[0]
    frame = ScoreDistributionsDisplay(DATA["forest"], threshold=0.5).to_frame()
    for sign, name in ((1, "positives"), (-1, "negatives")):
        bars = _bars(axes, sign)
        np.testing.assert_allclose([low for low, _, _ in bars], frame["low"])
        np.testing.assert_allclose([high for _, high, _ in bars], frame["high"])
        heights = [height for _, _, height in bars]
        np.testing.assert_allclose(heights, frame[f"share_of_{name}"], atol=1e-15)
        assert sum(heights) == pytest.approx(1)
    assert frame["positives"].sum() == DATA["forest"].n_positive
    assert frame["negatives"].sum() == DATA["forest"].n_negative


@for_each("lower", [False, True])
@for_each("kind", ["normal", "cauchy", "ratings", "float32", "infinite"])
@for_each("threshold", [0.0, 0.7, 2.0])
def test_no_bar_lies_on_both_sides_of_the_threshold(
    lower: bool, kind: str, threshold: float
) -> None:
    way = -1 if lower else 1
    values = {
        "normal": NORMAL + way * LABELS,
        "cauchy": np.tan(1.5 * np.tanh(NORMAL)) + way * LABELS,
        "ratings": np.clip(np.round(NORMAL + way * LABELS), -2, 2),
        "float32": np.round(NORMAL + way * LABELS, 1).astype(np.float32),
        "infinite": np.where(np.abs(NORMAL) > 2, np.inf * NORMAL, NORMAL),
    }[kind]
    scores = _scores(values, lower=lower)
    found = ScoreDistributionsDisplay(scores, threshold=threshold).to_frame()
    assert found["positives"].sum() == scores.n_positive
    point = operating_point(scores, threshold)
    # 0.7 in single precision is a little less than 0.7
    near = 1e-6
    if lower:
        called = found.filter(pl.col("high") <= threshold + near)
    else:
        called = found.filter(pl.col("low") >= threshold - near)
    if kind == "ratings":
        column = pl.col("low")
        called = found.filter(column <= threshold if lower else column >= threshold)
    assert called["positives"].sum() == point.true_positives
    assert called["negatives"].sum() == point.false_positives


def test_the_line_and_the_four_counts() -> None:
    axes = ScoreDistributionsDisplay(DATA["forest"], threshold=0.5).plot().figure_.axes[0]
    point = operating_point(DATA["forest"], 0.5)
    (line,) = [line for line in axes.lines if vertices(line)[0, 0] == vertices(line)[1, 0]]
    assert vertices(line)[0, 0] == 0.5
    assert _words(axes) == {
        f"{point.true_positives}\ntrue positives",
        f"{point.false_negatives}\nfalse negatives",
        f"{point.false_positives}\nfalse positives",
        f"{point.true_negatives}\ntrue negatives",
    }
    places = {text.get_text().split("\n")[1]: text.get_position() for text in axes.texts}
    assert places["true positives"] == (0.99, 0.99)
    assert places["true negatives"] == (0.01, 0.01)
    assert axes.get_xlabel().endswith("positive: score of at least 0.5")
    assert legend_of(axes) == ["positive (malignant), n = 106", "negative (benign), n = 179"]


def test_scores_that_run_the_other_way_are_shown_as_given() -> None:
    scores = _scores(NORMAL - LABELS, lower=True)
    axes = ScoreDistributionsDisplay(scores, threshold=-0.4).plot().figure_.axes[0]
    places = {text.get_text().split("\n")[1]: text.get_position() for text in axes.texts}
    assert places["true positives"] == (0.01, 0.99)
    assert "lower is more positive" in axes.get_xlabel()
    assert axes.get_xlabel().endswith("score of at most -0.4")
    low, high = axes.get_xlim()
    assert low <= np.min(NORMAL - LABELS)
    assert np.max(NORMAL - LABELS) <= high


def test_few_distinct_scores_get_a_bar_each() -> None:
    ratings = np.array([1, 2, 3, 4, 10])[np.arange(300) % 5]
    scores = _scores(ratings)
    axes = ScoreDistributionsDisplay(scores, threshold=3).plot().figure_.axes[0]
    frame = ScoreDistributionsDisplay(scores, threshold=3).to_frame()
    assert frame["low"].to_list() == frame["high"].to_list() == [1, 2, 3, 4, 10]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "3", "4", "10"]
    assert vertices(axes.lines[-1])[0, 0] == 1.5
    assert "evenly spaced" in axes.get_xlabel()
    even = ScoreDistributionsDisplay(_scores(np.arange(300) % 5)).plot().figure_.axes[0]
    assert even.get_xlabel() == "score"
    assert len(ScoreDistributionsDisplay(scores, bars=7).to_frame()) >= 7


def test_scores_far_out_are_in_the_end_bars_and_told() -> None:
    values = NORMAL.copy()
    values[:3], values[3], values[4] = 1e6, -1e9, math.inf
    frame = ScoreDistributionsDisplay(_scores(values)).to_frame()
    assert frame["high"].to_list()[-1] == math.inf
    assert frame["low"].to_list()[0] == -math.inf
    assert frame["positives"].sum() + frame["negatives"].sum() == 300
    axes = ScoreDistributionsDisplay(_scores(values)).plot().figure_.axes[0]
    assert axes.get_xlim()[1] < 20
    told = axes.get_xlabel().split("\n")[1]
    assert told.startswith("end bars contain 1 score below -")
    assert "and 4 scores above" in told


def test_a_rare_class_far_from_the_others_is_not_cut_off() -> None:
    labels = np.arange(1000) % 100 == 0
    values = np.where(labels, 50 + np.arange(1000) / 1000, np.sin(np.arange(1000)))
    axes = ScoreDistributionsDisplay(Scores.from_arrays(labels, values)).plot().figure_.axes[0]
    assert "end bars" not in axes.get_xlabel()
    assert axes.get_xlim()[1] > 50


def test_a_log_axis_is_asked_for_and_said() -> None:
    scores = _scores(np.exp(2 * NORMAL))
    axes = ScoreDistributionsDisplay(scores, threshold=2, axis="log").plot().figure_.axes[0]
    assert axes.get_xscale() == "log"
    assert axes.get_xlabel().startswith("score, log axis")
    frame = ScoreDistributionsDisplay(scores, threshold=2, axis="log").to_frame()
    assert 2.0 in frame["low"].to_list()
    called = frame.filter(pl.col("low") >= 2)
    assert called["positives"].sum() == operating_point(scores, 2).true_positives
    with pytest.raises(OptionError, match="not above 0"):
        ScoreDistributionsDisplay(_scores(NORMAL), axis="log")


@pytest.mark.parametrize(("threshold", "words"), [(math.inf, "above all"), (1e9, "outside")])
def test_a_threshold_outside_is_said_and_not_drawn(threshold: float, words: str) -> None:
    axes = ScoreDistributionsDisplay(_scores(NORMAL), threshold=threshold).plot().figure_.axes[0]
    assert words in axes.get_xlabel()
    assert len(axes.lines) == 1
    assert "0\ntrue positives" in _words(axes)


def test_all_scores_equal() -> None:
    figure = ScoreDistributionsDisplay(_scores(np.ones(300)), threshold=1).plot().figure_
    assert len(_bars(figure.axes[0], 1)) == 1
    assert (
        len(ScoreDistributionsDisplay(_scores(np.ones(300)), bars=10, threshold=1).to_frame()) >= 2
    )
    infinite = _scores(np.where(LABELS, math.inf, -math.inf))
    assert ScoreDistributionsDisplay(infinite).to_frame()["positives"].to_list() == [0, 100]
    assert ScoreDistributionsDisplay(infinite, bars=10).to_frame()["positives"].sum() == 100


def test_a_million_scores_are_counted() -> None:
    values = np.sin(np.arange(1_000_000) * 0.7)
    scores = Scores.from_arrays(np.arange(1_000_000) % 7 == 0, values)
    frame = ScoreDistributionsDisplay(scores, threshold=0.2).to_frame()
    assert frame["positives"].sum() == scores.n_positive
    assert len(frame) <= 65


def test_twenty_classifiers_get_a_panel_each() -> None:
    columns = {f"classifier {at}": NORMAL + at / 20 * LABELS for at in range(20)}
    data = PairedScores.from_arrays(LABELS, columns)
    figure = (
        ScoreDistributionsDisplay(data, threshold={"classifier 3": 0.5}, title="twenty")
        .plot()
        .figure_
    )
    assert_inside(figure)
    drawn = [axes for axes in figure.axes if axes.patches]
    assert len(drawn) == 20
    assert [bool(axes.texts) for axes in drawn].count(True) == 1
    with pytest.raises(OptionError, match="no classifier named 'other'"):
        ScoreDistributionsDisplay(data, threshold={"other": 0.5})
    assert ScoreDistributionsDisplay(data).to_frame()["classifier"].n_unique() == 20


def test_odd_names_are_text() -> None:
    labels = np.where(LABELS, "$a_1$", "<script>")
    data = PairedScores.from_arrays(
        labels, {name: NORMAL + at for at, name in enumerate(ODD_NAMES)}, positive="$a_1$"
    )
    figure = ScoreDistributionsDisplay(data, threshold=0.5, title="_$title$").plot().figure_
    assert_inside(figure)
    assert_plain(figure, dollars=10)
    assert "positive ($a_1$), n = 100" in legend_of(figure.axes[0])


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(
        lambda: ScoreDistributionsDisplay(DATA["forest"], threshold=0.5).plot().figure_
    )


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    ScoreDistributionsDisplay(DATA["tree"]).plot(right)
    assert not left.patches
    assert right.patches
    assert not right.texts


def test_bars_count_what_observations_weigh_and_ignore_groups() -> None:
    labels, scores = [0, 1, 1, 0, 1], [1, 2, 3, 2, 3]
    columns = ["positives", "negatives", "share_of_positives"]
    options: dict[str, dict[str, Any]] = {
        "frequency": {"frequency_weights": [2, 1, 3, 4, 2]},
        "sampling": {"sampling_weights": [2, 1, 3, 4, 2]},
        "groups": {"groups": [1, 1, 2, 2, 3]},
    }
    frames = {
        kind: ScoreDistributionsDisplay(Scores.from_arrays(labels, scores, **given))
        .to_frame()
        .select(columns)
        .rows()
        for kind, given in options.items()
    }
    assert frames["frequency"] == [(0, 2, 0.0), (1, 4, 1 / 6), (5, 0, 5 / 6)]
    assert [row[2] for row in frames["sampling"]] == pytest.approx([0, 1 / 6, 5 / 6])
    assert frames["groups"] == [(0, 1, 0.0), (1, 1, 1 / 3), (2, 0, 2 / 3)]


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(OptionError, match="this is a list"):
        ScoreDistributionsDisplay([1, 2])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="must be a number"):
        ScoreDistributionsDisplay(DATA["forest"], threshold=math.nan)
    with pytest.raises(OptionError, match="must be a number; it is 'half'"):
        ScoreDistributionsDisplay(DATA["forest"], threshold="half").to_frame()  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="25 panels do not fit"):
        ScoreDistributionsDisplay(
            PairedScores.from_arrays(LABELS, {str(at): NORMAL for at in range(25)})
        )
