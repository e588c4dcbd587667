"""The forest plot: rows as given, numbers beside them, the line at zero and the shaded margin."""

import itertools
import math
import subprocess
import sys
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from matplotlib.text import Text
from tests.plots.drawn import ODD_NAMES, texts_of, vertices
from tests.plots.placed import assert_inside, assert_plain, assert_same_bytes, compared

import aucurate
from aucurate.errors import OptionError
from aucurate.inference.auc.equivalence import MarginKind
from aucurate.inference.many_datasets.hierarchical import hierarchical_test
from aucurate.plots import ForestDisplay
from aucurate.plots.figure import rendered
from aucurate.plots.forest import MARGIN_TITLES
from aucurate.plots.text import minus

THREE = compared(("a", "b", "c"))
TWENTY = compared(tuple(f"classifier {at}" for at in range(20)))


def _intervals(axes: Axes) -> list[list[float]]:
    """Low and high of the level lines, from the first row down."""
    lines = [vertices(line) for line in axes.lines if len(line.get_path()) == 2]
    level = sorted((line for line in lines if line[0, 1] == line[1, 1]), key=lambda p: p[0, 1])
    return [line[:, 0].tolist() for line in level]


def _upright(axes: Axes) -> list[tuple[float, float, float]]:
    """Where upright lines stand, and from which height to which."""
    lines = [vertices(line) for line in axes.lines if len(line.get_path()) == 2]
    return [(p[0, 0], p[0, 1], p[1, 1]) for p in lines if p[0, 0] == p[1, 0] and p[0, 1] != p[1, 1]]


def _marks(axes: Axes) -> list[list[float]]:
    (marks,) = [line for line in axes.lines if line.get_marker() == "s"]
    return [[float(x), float(y)] for x, y in vertices(marks)]


@pytest.mark.parametrize("part", ["estimates", "comparisons"])
def test_the_drawn_intervals_are_those_of_the_frame(part: str) -> None:
    results = getattr(THREE, part)
    axes, frame = ForestDisplay(results).plot().figure_.axes[0], ForestDisplay(results).to_frame()
    assert _intervals(axes) == [list(row) for row in frame.select("low", "high").iter_rows()]
    assert _marks(axes) == [[value, at] for at, value in enumerate(frame["value"])]
    assert axes.yaxis_inverted()
    inside = axes.get_xlim()
    assert inside[0] < min(frame["low"])
    assert max(frame["high"]) < inside[1]


def test_the_numbers_stand_beside_their_rows() -> None:
    axes = ForestDisplay(THREE.tests).plot().figure_.axes[0]
    shown = {text.get_text() for text in axes.texts}
    for one, adjusted in ((test.result, test.adjusted_p_value) for test in THREE.tests):
        ends = f"{one.interval.low:.3f} to {one.interval.high:.3f}"
        assert minus(f"{one.difference:.3f} ({ends})") in shown
        assert f"{one.p_value:.3f}" in shown or one.p_value < 0.001
        assert f"{adjusted:.3f}" in shown or adjusted < 0.001 or adjusted == 1
    assert {"difference (95% CI)", "p", "adjusted p", "← second higher"} <= shown
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == ["comparison", *(minus(pair) for pair in ("a - b", "a - c", "b - c"))]
    assert axes.get_xlabel() == "difference of AUC\nDeLong intervals"


def test_columns_stand_in_line_and_do_not_touch() -> None:
    display = ForestDisplay(THREE.tests)
    figure = display.plot().figure_
    figure.draw_without_rendering()
    axes = figure.axes[0]
    boxes = [Text.get_window_extent(text) for text in (*axes.texts, *axes.get_yticklabels())]
    assert len(boxes) == 4 * 4 + 2
    for at, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[at + 1 :])


def test_differences_have_a_line_at_zero_and_estimates_one_at_chance_if_near() -> None:
    assert (0.0, -0.5, 2.5) in _upright(ForestDisplay(THREE.comparisons).plot().figure_.axes[0])
    assert _upright(ForestDisplay(THREE.estimates).plot().figure_.axes[0]) == []
    poor = compared(("a", "b"), lower=["a"]).estimates
    assert _upright(ForestDisplay(poor).plot().figure_.axes[0]) == [(0.5, -0.5, 1.5)]


def test_another_null_difference_has_a_line_of_its_own() -> None:
    shifted = replace(THREE.comparisons[0], null_difference=0.02)
    axes = ForestDisplay([THREE.comparisons[1], shifted]).plot().figure_.axes[0]
    assert (0.02, 0.5, 1.5) in _upright(axes)


@pytest.mark.parametrize(
    ("kind", "low", "high"),
    [
        ("non-inferiority", -0.05, math.inf),
        ("superiority", 0.05, math.inf),
        ("equivalence", -0.05, 0.05),
    ],
)
def test_the_margin_is_shaded(kind: MarginKind, low: float, high: float) -> None:
    study = compared(("a", "b", "c"), margin=0.05, margin_test=kind)
    axes = ForestDisplay(study.margin_tests).plot().figure_.axes[0]
    frame = ForestDisplay(study.margin_tests).to_frame()
    assert set(frame.select("region_low", "region_high").iter_rows()) == {(low, high)}
    (shade,) = [patch for patch in axes.patches if isinstance(patch, Polygon)]
    corners = np.asarray(shade.get_xy())
    assert corners[:, 0].min() == low
    assert corners[:, 0].max() == min(high, axes.get_xlim()[1])
    assert (corners[:, 1].min(), corners[:, 1].max()) == (-0.5, 2.5)
    assert "0.05" in axes.get_xlabel().split("\n")[-1]
    assert frame["shown"].to_list() == list(study.tables()[-1].columns["shown"])
    words = ["shown" if shown else "not shown" for shown in frame["shown"]]
    assert [t.get_text() for t in axes.texts if t.get_text() in ("shown", "not shown")] == words
    assert axes.get_title("left") == f"Tests of {MARGIN_TITLES[kind]}, AUC"


def test_rows_with_other_margins_are_shaded_apart() -> None:
    wide, narrow = (compared(("a", "b"), margin=m).margin_tests[0] for m in (0.1, 0.02))
    axes = ForestDisplay([wide, wide, narrow]).plot().figure_.axes[0]
    tops = [np.asarray(p.get_xy())[:, 1].tolist() for p in axes.patches if isinstance(p, Polygon)]
    assert [(min(top), max(top)) for top in tops] == [(-0.5, 1.5), (1.5, 2.5)]
    assert axes.get_xlabel().endswith("shaded: the margin of each row")


def test_several_intervals_of_a_classifier_are_told_by_their_method() -> None:
    study = compared(("a", "b"))
    other = compared(("a", "b"), interval="delong-wald")
    axes = ForestDisplay([*study.estimates, *other.estimates]).plot().figure_.axes[0]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels[1:] == [
        "a, DeLong beta",
        "b, DeLong beta",
        "a, DeLong Wald",
        "b, DeLong Wald",
    ]
    assert axes.get_xlabel() == "AUC"


def test_other_confidences_are_told_in_each_row() -> None:
    both = [*compared(("a",)).estimates, *compared(("a",), confidence=0.9).estimates]
    shown = [text.get_text() for text in ForestDisplay(both).plot().figure_.axes[0].texts]
    assert "AUC (interval)" in shown
    assert any("95% CI" in words for words in shown)
    assert any("90% CI" in words for words in shown)


def test_one_classifier_is_compared_with_chance() -> None:
    study = compared(("a",))
    axes = ForestDisplay(study.comparisons).plot().figure_.axes[0]
    assert {"← lower", "higher →"} <= {text.get_text() for text in axes.texts}
    assert_inside(ForestDisplay(study.estimates[0], title="one").plot().figure_)


def test_words_stay_in_the_figure_at_every_resolution() -> None:
    figure = ForestDisplay(THREE.comparisons).plot().figure_
    for dpi in (72, 110, 200):
        assert_inside(figure, dpi=dpi)


def test_twenty_classifiers_and_all_their_pairs() -> None:
    for results in (TWENTY.estimates, TWENTY.comparisons):
        figure = ForestDisplay(results).plot().figure_
        assert_inside(figure)
        assert len(_intervals(figure.axes[0])) == len(results)
        rows = [text.get_window_extent() for text in figure.axes[0].get_yticklabels()]
        assert not any(one.overlaps(two) for one, two in itertools.pairwise(rows))


def test_odd_names_are_text() -> None:
    study = compared(ODD_NAMES)
    for results in (study.estimates, study.comparisons):
        figure = ForestDisplay(results, title="_$title$").plot().figure_
        assert_inside(figure)
        assert_plain(figure, dollars=2)
    assert any("part" in text.get_text() for text in texts_of(figure))


def test_the_same_bytes_twice() -> None:
    assert_same_bytes(lambda: ForestDisplay(THREE.comparisons, title="$a$").plot().figure_)
    assert rendered(ForestDisplay(THREE.estimates).plot().figure_, "png") == rendered(
        ForestDisplay(THREE.estimates).plot().figure_, "png"
    )


def test_the_frame_has_all_digits() -> None:
    frame = ForestDisplay(THREE.comparisons).to_frame()
    assert frame["p_value"].to_list() == [one.p_value for one in THREE.comparisons]
    assert all(math.isnan(p) for p in frame["adjusted_p_value"])
    assert frame["first"].to_list() == ["a", "a", "b"]
    assert ForestDisplay(THREE.estimates).to_frame(backend="pandas")["classifier"].tolist() == list(
        "abc"
    )


def test_given_axes_are_drawn_on_and_the_rest_is_left_alone() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    with mpl.rc_context({"text.color": "yellow"}):
        ForestDisplay(THREE.estimates).plot(right)
    assert "yellow" in {line.get_color() for line in right.lines}
    assert not left.lines
    assert len(_intervals(right)) == 3


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(OptionError, match="there are no results"):
        ForestDisplay([])
    with pytest.raises(OptionError, match="Comparison and Estimate are not on the same scale"):
        ForestDisplay([THREE.estimates[0], THREE.comparisons[0]])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="2 adjusted p-values for 3 rows"):
        ForestDisplay(THREE.comparisons, adjusted_p_values=[1, 1])
    with pytest.raises(OptionError, match="estimates have no p-values"):
        ForestDisplay(THREE.estimates, adjusted_p_values=[1, 1, 1])
    with pytest.raises(OptionError, match="201 rows do not fit"):
        ForestDisplay([THREE.estimates[0]] * 201)


def test_frames_of_the_figures_of_studies_need_no_matplotlib() -> None:
    code = (
        "import sys, aucurate\n"
        "from aucurate.planning import plan_one\n"
        "from aucurate import plots\n"
        "from aucurate.study.plan import plan_study\n"
        "data = aucurate.datasets.load_breast_cancer()\n"
        "study = aucurate.compare(data)\n"
        "plots.ForestDisplay(study.estimates).to_frame()\n"
        "plots.ComparisonMatrixDisplay(study.comparisons).to_frame()\n"
        "plots.ScoreDistributionsDisplay(data, threshold=0.5).to_frame()\n"
        "plots.FittedCurvesDisplay(aucurate.fit(data, model='binormal')).to_frame()\n"
        "study = plan_study(plan_one(0.8, null=0.7, power=0.8))\n"
        "plots.PowerCurveDisplay(study).to_frame()\n"
        "print('matplotlib' in sys.modules)\n"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_an_auc_of_one_has_a_tick_at_one_and_none_beyond() -> None:
    perfect = aucurate.compare([0, 0, 0, 1, 1, 1], {"a": [1, 2, 3, 4, 5, 6]}).estimates
    ticks = ForestDisplay(perfect).plot().figure_.axes[0].get_xticks()
    assert max(ticks) == pytest.approx(1)


def test_the_data_sets_of_the_hierarchical_test() -> None:
    folds = aucurate.datasets.load_breast_cancer_folds().aucs()
    test = hierarchical_test({"one": folds, "two": folds}, "forest", "tree", rope=0.01)
    axes, frame = ForestDisplay(test).plot().figure_.axes[0], ForestDisplay(test).to_frame()
    assert frame["data_set"].to_list() == ["one", "two", "all (centre)"]
    assert frame["value"].to_list() == [*(own.difference for own in test.datasets), test.difference]
    assert _intervals(axes) == [list(row) for row in frame.select("low", "high").iter_rows()]
    assert _marks(axes) == [[value, at] for at, value in enumerate(frame["value"])]
    (circles,) = [line for line in axes.lines if line.get_marker() == "o"]
    assert vertices(circles)[:2, 0].tolist() == frame["observed"].to_list()[:2]
    (shade,) = [patch for patch in axes.patches if isinstance(patch, Polygon)]
    assert {abs(float(x)) for x in shade.get_xy()[:, 0]} == {0.01}
    assert "shaded: equivalent within 0.01" in axes.get_xlabel()
    assert_inside(ForestDisplay(test).plot().figure_)
