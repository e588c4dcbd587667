"""The chosen point on its curve: where the iso-cost line runs, and what the legend says of it."""

import math
import sys

import matplotlib as mpl
import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from tests.loops import for_each
from tests.plots.drawn import ODD_NAMES, area, legend_of, vertices

import aucurate
from aucurate.curve.cost import IntendedUse
from aucurate.curve.roc import RocCurve
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import InputError, OptionError
from aucurate.estimates.thresholds.choice import ThresholdChoice, choose_threshold
from aucurate.plots import IsoCostDisplay
from aucurate.plots.figure import rendered

DATA = aucurate.datasets.load_breast_cancer()
LABELS, VALUES = [0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9]


def _curve(scores: Scores, *, drop_collinear: bool = False) -> RocCurve:
    counts = ThresholdCounts.from_scores(scores)
    return RocCurve.from_counts(counts, drop_collinear=drop_collinear)


def _axes(scores: Scores, rule: ThresholdRule, use: IntendedUse | None = None) -> Axes:
    return (
        IsoCostDisplay(choose_threshold(scores, rule, use=use), _curve(scores))
        .plot()
        .figure_.axes[0]
    )


def _small(**options: bool | str) -> Scores:
    return Scores.from_arrays(LABELS, VALUES, **options)  # type: ignore[arg-type]


def test_curve_hull_and_point_are_where_they_belong() -> None:
    scores = DATA["forest"]
    choice, curve = choose_threshold(scores, ThresholdRule.youden()), _curve(scores)
    _, drawn, hull, point, _ = IsoCostDisplay(choice, curve).plot().figure_.axes[0].lines
    assert area(drawn) == pytest.approx(curve.auc, abs=1e-14)
    assert area(hull) == pytest.approx(curve.hull().auc, abs=1e-14)
    expected = [[1 - choice.point.specificity, choice.point.sensitivity]]
    assert vertices(point).tolist() == expected


@for_each("prevalence", [0.02, 0.5, 0.999])
@for_each("cost", [0.1, 30.0])
def test_the_line_goes_through_the_point_from_border_to_border(
    prevalence: float, cost: float
) -> None:
    use = IntendedUse(prevalence=prevalence, false_negative_cost=cost)
    scores = DATA["bayes"]
    choice, curve = choose_threshold(scores, ThresholdRule.least_cost(use)), _curve(scores)
    axes = Figure().add_subplot()
    IsoCostDisplay(choice, curve).plot(axes)
    ends = vertices(axes.lines[-1])
    assert np.all((ends >= 0) & (ends <= 1))
    for x, y in ends:
        assert y == pytest.approx(choice.iso_cost.sensitivity_at(1 - x), abs=1e-9)
    (left, low), (right, high) = ends
    assert min(left, low) == 0
    assert max(right, high) == 1
    # The point of least cost: no point of the curve lies above its line.
    line = choice.iso_cost
    heights = line.sensitivity + line.slope * (line.specificity - curve.specificity)
    assert np.all(curve.sensitivity <= heights + 1e-9)


def test_slopes_beyond_all_numbers_are_drawn_level_and_upright() -> None:
    steep = IntendedUse(prevalence=1e-300, false_positive_cost=1e300)
    ends = vertices(_axes(_small(), ThresholdRule.youden(), steep).lines[-1])
    assert ends.tolist() == [[0.25, 0], [0.25, 1]]
    level = IntendedUse(false_positive_cost=1e-300, false_negative_cost=1e300)
    ends = vertices(_axes(_small(), ThresholdRule.at_sensitivity(0.75), level).lines[-1])
    assert ends.tolist() == [[0, 0.75], [1, 0.75]]


def test_the_legend_says_what_is_drawn() -> None:
    use = IntendedUse(false_negative_cost=5)
    choice = choose_threshold(DATA["tree"], ThresholdRule.least_cost(use))
    axes = IsoCostDisplay(choice, _curve(DATA["tree"]), title="$5").plot().figure_.axes[0]
    assert legend_of(axes) == [
        "tree (AUC 0.918)",
        "convex hull (AUC 0.919)",
        "chosen: sensitivity 0.934, specificity 0.821\n(lowest expected cost)",
        "iso-cost line, slope 0.34\n"
        "(prevalence 37.2%, a false negative costs 5, a false positive 1)\n"
        "least cost for slopes from 0.15 to 1.01",
    ]
    assert [text.get_text() for text in axes.texts] == ["threshold 0.2"]
    assert axes.get_title(loc="left") == "$5"


def test_a_point_below_the_hull_is_told_to_cost_too_much() -> None:
    axes = _axes(_small(), ThresholdRule.best("sensitivity", constraints={"specificity": 0.75}))
    assert "least cost for slopes" in legend_of(axes)[-1]
    under = Scores.from_arrays(LABELS[::-1], [0.1, 0.2, 0.3, 0.4, 0.55, 0.6, 0.7, 0.9])
    last = legend_of(_axes(under, ThresholdRule.from_loss(1.0)))[-1]
    assert last.endswith("least cost for no slope: another threshold always costs less")


def test_perfect_separation_leaves_one_place_to_the_line() -> None:
    perfect = Scores.from_arrays([0, 0, 1, 1], [1, 2, 3, 4])
    axes = _axes(perfect, ThresholdRule.youden())
    assert vertices(axes.lines[-1]).tolist() == [[0, 1], [0, 1]]
    assert "in the square only at the point" in legend_of(axes)[-1]
    assert legend_of(axes)[-1].endswith("least cost for slopes of any size")


def test_nobody_and_everybody_and_lower_scores() -> None:
    nobody = ThresholdRule.least_cost(IntendedUse(prevalence=1e-4))
    backwards = Scores.from_arrays([1, 1, 0, 0], [1, 2, 3, 4])
    axes = _axes(backwards, nobody)
    assert axes.texts[0].get_text() == "no positive decisions"
    assert vertices(axes.lines[-2]).tolist() == [[0, 0]]
    everybody = ThresholdRule.least_cost(IntendedUse(prevalence=0.9999))
    axes = _axes(backwards, everybody)
    assert axes.texts[0].get_text() == "threshold 1"
    lower = Scores.from_arrays([1, 1, 0, 0], [1, 2, 3, 4], lower=True)
    choice, curve = choose_threshold(lower, ThresholdRule.youden()), _curve(lower)
    assert (
        IsoCostDisplay(choice, curve).plot().figure_.axes[0].texts[0].get_text()
        == "threshold 2 or lower"
    )
    rows = IsoCostDisplay(choice, curve).to_frame().filter(pl.col("part") == "curve")
    assert rows["threshold"].to_list() == [-math.inf, 1, 2, 3, 4]


@pytest.mark.parametrize("rule", [ThresholdRule.youden(), ThresholdRule.at_sensitivity(1.0)])
def test_the_label_stays_inside_the_axes(rule: ThresholdRule) -> None:
    for scores in (DATA["bayes"], _small(), _small(lower=True)):
        axes = _axes(scores, rule)
        outer, label = axes.get_window_extent(), axes.texts[0].get_window_extent()
        assert outer.x0 <= label.x0
        assert label.x1 <= outer.x1
        assert outer.y0 <= label.y0
        assert label.y1 <= outer.y1


def test_the_frame_has_the_drawn_points() -> None:
    scores = DATA["neighbours"]
    choice, curve = choose_threshold(scores, ThresholdRule.youden()), _curve(scores)
    _, drawn, hull, point, line = IsoCostDisplay(choice, curve).plot().figure_.axes[0].lines
    frame = IsoCostDisplay(choice, curve).to_frame()
    parts = {"curve": drawn, "convex hull": hull, "chosen": point, "iso-cost line": line}
    assert list(dict.fromkeys(frame["part"])) == list(parts)
    for part, shown in parts.items():
        rows = frame.filter(pl.col("part") == part)
        x, y = vertices(shown).T
        np.testing.assert_allclose(1 - rows["specificity"].to_numpy(), x, rtol=0, atol=1e-15)
        np.testing.assert_array_equal(rows["sensitivity"].to_numpy(), y)
    chosen = frame.filter(pl.col("part") == "chosen")
    assert chosen["threshold"].to_list() == [choice.threshold]
    assert frame.filter(pl.col("part") == "iso-cost line")["threshold"].is_nan().all()
    assert IsoCostDisplay(choice, curve).to_frame(backend="pandas").shape == frame.shape


def test_a_curve_of_corners_has_all_points_and_another_curve_none() -> None:
    scores = _small()
    for rule in (ThresholdRule.youden(), ThresholdRule.at_sensitivity(0.5)):
        choice = choose_threshold(scores, rule)
        IsoCostDisplay(choice, _curve(scores, drop_collinear=True))
    with pytest.raises(InputError, match="does not lie on this curve"):
        IsoCostDisplay(choice, _curve(DATA["tree"])).to_frame()
    other = choose_threshold(DATA["forest"], ThresholdRule.youden())
    with pytest.raises(InputError, match=r"'forest' \(100 true positives, \d+ false positives\)"):
        IsoCostDisplay(other, _curve(DATA["tree"]))
    with pytest.raises(OptionError, match="needs a chosen threshold and the ROC curve"):
        IsoCostDisplay(choice, aucurate.estimates.binormal_curve(DATA["tree"]))  # type: ignore[arg-type]


@for_each("name", ODD_NAMES)
def test_a_name_is_text(name: str) -> None:
    scores = _small(name=name)
    choice = choose_threshold(scores, ThresholdRule.youden())
    axes = IsoCostDisplay(choice, _curve(scores), title=name).plot().figure_.axes[0]
    assert legend_of(axes)[0].endswith("(AUC 0.750)")
    legend = axes.get_legend()
    assert legend is not None
    ours = [*legend.get_texts(), *axes.texts]
    assert not any(text.get_parse_math() or text.get_usetex() for text in ours)


def _given() -> tuple[ThresholdChoice, RocCurve]:
    scores = _small()
    return choose_threshold(scores, ThresholdRule.youden()), _curve(scores)


def test_the_same_bytes_whatever_the_user_has_set() -> None:
    first = rendered(IsoCostDisplay(*_given()).plot().figure_, "svg")
    with mpl.rc_context({"font.size": 20, "lines.linewidth": 9}):
        assert rendered(IsoCostDisplay(*_given()).plot().figure_, "svg") == first


def test_given_axes_are_drawn_on_and_frames_need_no_matplotlib(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left, right = Figure().subplots(1, 2)
    IsoCostDisplay(*_given()).plot(right)
    assert len(right.lines) == 5
    assert not left.lines
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert len(IsoCostDisplay(*_given()).to_frame()) > 5
