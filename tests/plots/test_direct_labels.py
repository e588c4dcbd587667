"""Names beside curves: each once, none over another, over a line or out of the axes."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from tests.plots.drawn import direct_labels, labels_of, legend_of

import aucurate
from aucurate.curve.precision import PrecisionCurve
from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import PairedScores
from aucurate.planning import plan_one
from aucurate.plots import Display, PowerCurveDisplay, PrecisionDisplay, RocDisplay
from aucurate.plots.direct_labels import GID, legible
from aucurate.plots.figure import rendered
from aucurate.plots.style import style_of
from aucurate.study.plan import plan_study

DATA = aucurate.datasets.load_breast_cancer()
SLACK = 1.0  # pixels


def _better(names: list[str], gains: list[float]) -> PairedScores:
    rng = np.random.default_rng(3)
    labels = np.arange(300) % 3 == 0
    shared = rng.normal(size=300)
    scores = {
        name: gain * labels + 0.6 * shared + 0.6 * rng.normal(size=300)
        for name, gain in zip(names, gains, strict=True)
    }
    return PairedScores.from_arrays(labels, scores)


def _crossing() -> PairedScores:
    rng = np.random.default_rng(4)
    labels = np.arange(300) % 3 == 0
    scores = {
        name: np.where(labels, 1 + spread * rng.normal(size=300), rng.normal(size=300))
        for name, spread in {"wide": 2.0, "narrow": 0.5, "plain": 1.0}.items()
    }
    return PairedScores.from_arrays(labels, scores)


def _perfect() -> PairedScores:
    rng = np.random.default_rng(5)
    labels = np.arange(300) % 3 == 0
    return PairedScores.from_arrays(
        labels,
        {"perfect": labels * 1.0, "good": 1.5 * labels + rng.normal(size=300),
         "useless": rng.normal(size=300), "reversed": 0.5 * rng.normal(size=300) - 1.0 * labels},
    )  # fmt: skip


CASES = {
    "one": DATA.select(["forest"]),
    "two": DATA.select(["forest", "tree"]),
    "three": DATA.select(["forest", "tree", "logistic"]),
    "five": DATA,
    "six": _better(list("abcdef"), [0.2, 0.5, 0.9, 1.3, 1.8, 2.6]),
    "close": _better([f"model {at}" for at in range(6)], np.linspace(1.2, 1.6, 6).tolist()),
    "long": _better([f"gradient boosting with {at} rounds" for at in (1, 2, 3)], [0.5, 1.0, 1.8]),
    "many": _better([f"classifier {at}" for at in range(12)], np.linspace(0.2, 2, 12).tolist()),
    "crossing": _crossing(),
    "perfect": _perfect(),
}


def _boxes(axes: Axes) -> list[Bbox]:
    return [Text.get_window_extent(text) for text in direct_labels(axes)]


def _assert_clear(figure: Figure) -> None:
    """No label meets another, a line that is named or the border, drawn as when it was placed."""
    with style_of(figure):
        figure.draw_without_rendering()
    axes = figure.axes[0]
    boxes, whole = _boxes(axes), axes.get_window_extent()
    for first, second in combinations(boxes, 2):
        shared = Bbox.intersection(first, second)
        assert shared is None or min(shared.width, shared.height) <= SLACK
    for box in boxes:
        assert box.x0 >= whole.x0 - SLACK
        assert box.x1 <= whole.x1 + SLACK
        assert box.y0 >= whole.y0 - SLACK
        assert box.y1 <= whole.y1 + SLACK
        inner = box.padded(-SLACK)
        for line in axes.lines:
            if line.get_zorder() >= 3:
                path: Path = line.get_path().transformed(line.get_transform())
                assert not path.intersects_bbox(inner, filled=False)


@pytest.mark.parametrize("case", CASES)
def test_every_curve_is_named_once_and_nothing_is_covered(case: str) -> None:
    data = CASES[case]
    study = aucurate.compare(data) if case != "many" else None
    display = RocDisplay(data) if study is None else study.plot("roc")
    display.plot()
    axes = display.figure_.axes[0]
    names = list(data.names)
    shown = names[-3:] if case == "many" else names
    labels = direct_labels(axes)
    firsts = [text.get_text().splitlines()[0] for text in labels]
    if case == "long":
        assert len(set(firsts)) == 3
    else:
        assert sorted(firsts) == sorted(shown)
    assert all("AUC " in text.get_text() for text in labels)
    if case == "many":
        (others,) = legend_of(axes)
        assert others.startswith("9 others (AUC")
    else:
        assert axes.get_legend() is None
        assert all("95% CI " in text.get_text() for text in labels)
    _assert_clear(display.figure_)
    assert not any(line.get_marker() not in ("", "None") for line in axes.lines)


@pytest.mark.parametrize("apart", [0.0, 1e-3])
def test_curves_on_each_other_keep_the_legend_and_their_marks(apart: float) -> None:
    rng = np.random.default_rng(1)
    labels, scores = np.arange(300) % 3 == 0, rng.normal(size=300) + (np.arange(300) % 3 == 0)
    near = scores + apart * rng.normal(size=300)
    data = PairedScores.from_arrays(labels, {"a": scores, "b": near, "c": scores})
    axes = RocDisplay(data).plot().figure_.axes[0]
    assert not direct_labels(axes)
    assert not [artist for artist in axes.artists if str(artist.get_gid()).startswith(GID)]
    assert sorted(label[0] for label in legend_of(axes)) == ["a", "b", "c"]
    assert len({line.get_marker() for line in axes.lines[1:]}) == 3


def _precision() -> Display:
    counts = {s.name: ThresholdCounts.from_scores(s) for s in DATA}
    return PrecisionDisplay({n: PrecisionCurve.from_counts(c) for n, c in counts.items()})


def _power() -> Display:
    plans = {
        f"AUC {auc}": plan_study(plan_one(auc, null=0.7, power=0.8)) for auc in (0.75, 0.8, 0.9)
    }
    return PowerCurveDisplay(plans)


@pytest.mark.parametrize(("make", "n_names"), [(_precision, 6), (_power, 3)])
def test_other_curves_are_named_in_the_same_way(make: Callable[[], Display], n_names: int) -> None:
    display = make().plot()
    assert len(direct_labels(display.figure_.axes[0])) == n_names
    _assert_clear(display.figure_)


def test_small_given_axes_have_labels_or_the_legend() -> None:
    for size in (1.5, 3.0, 5.0):
        figure = Figure(figsize=(size, size))
        axes = figure.subplots()
        RocDisplay(DATA).plot(axes)
        assert len(labels_of(axes)) == 5
        if direct_labels(axes):
            _assert_clear(figure)


def test_given_axes_of_another_resolution_are_measured() -> None:
    figure = Figure(figsize=(5, 5), dpi=150)
    RocDisplay(DATA.select(["forest", "tree"])).plot(figure.subplots())
    _assert_clear(figure)


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_labels_are_placed_the_same_each_time(kind: str) -> None:
    first, second = (rendered(RocDisplay(DATA).plot().figure_, kind) for _ in range(2))
    assert first == second


def test_letters_have_the_hue_of_the_line_and_can_be_read() -> None:
    dark, light = legible("#E69F00", "white"), legible("#003050", "black")
    assert dark[0] > dark[1] > dark[2]
    assert sum(dark) < sum(to_rgb("#E69F00"))
    assert sum(light) > sum(to_rgb("#003050"))
    assert legible("#0072B2", "white") == pytest.approx(to_rgb("#0072B2"))
