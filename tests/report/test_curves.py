"""The interactive curve as Python makes it: the picture, and the numbers that are shown first."""

import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.curve.cost import IntendedUse
from aucurate.curve.roc import roc_curve
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.inference.operating.rates import rate_estimate
from aucurate.inference.resampling.options import Resampling
from aucurate.planning import plan_interval
from aucurate.report.curves import RATES, SIDE, Classifier, Panel, panel_of, path_of
from aucurate.report.html import template
from aucurate.study.base import Study
from aucurate.study.compare import compare
from aucurate.study.plan import plan_study

CONTROLS = (
    "operating-threshold",
    "operating-prevalence",
    "operating-prevalence-slider",
    "operating-cost-ratio",
    "operating-cost-ratio-slider",
    "operating-rule",
    "operating-reset",
)


def _panel(study: Study) -> Panel:
    panel = panel_of(study)
    assert panel is not None
    return panel


def _rendered(study: Study) -> str:
    return template("operating.html").render(panel=_panel(study))


def _many(amount: int, size: int = 60) -> Study:
    rng = np.random.default_rng(amount)
    labels = np.arange(size) % 3 == 0
    return compare(labels, {f"c{at}": rng.normal(size=size) + labels for at in range(amount)})


def _points(path: str) -> Iterator[tuple[int, int]]:
    """The corners of a path of ours."""
    x = y = 0
    assert path.startswith("M0 0")
    yield x, y
    for command, numbers in re.findall(r"([hvl])([\d ]+)", path[4:]):
        steps = [int(number) for number in numbers.split()]
        dx, dy = {"h": (steps[0], 0), "v": (0, steps[0])}.get(command) or (steps[0], steps[1])
        x, y = x + dx, y + dy
        yield x, y


def _area(path: str) -> float:
    x, y = np.array(list(_points(path))).T / (10 * SIDE)
    return float(np.trapezoid(y, x))


def _assert_row(row: Classifier, point: OperatingPoint, confidence: float) -> None:
    assert float(row.threshold.value) == point.threshold
    for cell in row.counts:
        assert int(cell.value) == getattr(point, cell.what)
    assert [cell.what for cell in row.rates] == list(RATES)
    for cell, rate in zip(row.rates, RATES, strict=True):
        found = rate_estimate(point, rate, confidence=confidence)
        wanted = found.value, found.interval.low, found.interval.high
        shown = tuple(float(text) for text in (cell.value, cell.low, cell.high))
        np.testing.assert_array_equal(shown, wanted)


def test_a_study_without_curves_has_no_panel() -> None:
    assert panel_of(plan_study(plan_interval(0.9, width=0.1))) is None


def test_a_study_of_fits_has_one() -> None:
    study = au.fit(
        au.datasets.load_breast_cancer()["forest"],
        model="binormal",
        resampling=Resampling(replicates=20),
    )
    assert _panel(study).classifiers[0].auc == "AUC 0.958 (0.926 to 0.977)"


def test_the_line_has_the_area_in_the_legend() -> None:
    study = compare(au.datasets.load_breast_cancer())
    for row, estimate in zip(_panel(study).classifiers, study.estimates, strict=True):
        assert _area(row.path) == pytest.approx(estimate.value, abs=2e-4)
        *_, last = _points(row.path)
        assert last == (10 * SIDE, 10 * SIDE)


def test_ties_are_sloped() -> None:
    assert path_of(roc_curve([0, 1, 1, 0], [5, 5, 5, 5])) == "M0 0l4600 4600"


def test_ten_long_curves_are_small() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random(40_000) < 0.3
    scores = {f"c{at}": rng.normal(size=40_000) + at / 5 * labels for at in range(10)}
    study = compare(labels, scores)
    panel = _panel(study)
    assert "Of up to 40,001 points of a curve the page contains up to 1," in panel.thinning
    assert min(row.n_places for row in panel.classifiers) > 1000
    assert sum(len(row.path) for row in panel.classifiers) < 150_000
    for row, estimate in zip(panel.classifiers, study.estimates, strict=True):
        assert _area(row.path) == pytest.approx(estimate.value, abs=1e-3)


def test_a_comparison_begins_at_least_cost() -> None:
    data = au.datasets.load_breast_cancer()
    panel = _panel(compare(data, confidence=0.9))
    assert (panel.start.rule, panel.prevalence, panel.cost_ratio) == ("cost", "", "1")
    assert float(panel.z) == two_sided_quantile(0.9)
    assert "least" in panel.start.words
    assert "37.2% as in the test set" in panel.start.use_words
    for row, scores in zip(panel.classifiers, data, strict=True):
        choice = choose_threshold(scores, ThresholdRule.least_cost(IntendedUse()))
        _assert_row(row, choice.point, 0.9)


def test_no_threshold_is_above_an_infinite_score() -> None:
    """Calling nobody positive would cost least, but everybody's score reaches infinity."""
    labels = [1, 0, 0, 0, 0, 0]
    panel = _panel(compare(labels, {"a": [1.0, math.inf, math.inf, 2.0, 2.0, 3.0]}))
    assert panel.classifiers[0].threshold.value == "Infinity"
    assert panel.classifiers[0].threshold.shown == "inf"
    assert [cell.value for cell in panel.classifiers[0].counts] == ["0", "2", "1", "3"]


def test_operating_points_begin_with_those_of_the_study() -> None:
    use = IntendedUse(prevalence=0.02, false_positive_cost=2, false_negative_cost=30)
    study = au.operate(au.datasets.load_breast_cancer(), at=0.4321, use=use, interval="exact")
    panel = _panel(study)
    assert (panel.start.rule, panel.prevalence, panel.cost_ratio) == ("own", "0.02", "15")
    assert "threshold 0.4321" in panel.start.words
    assert (
        panel.start.use_words == "prevalence 2%; a false negative costs 15 times a false positive"
    )
    assert "'exact'" in panel.remarks[0]
    assert (
        "count 2 for a false positive: their expected costs are 2 times these" in panel.remarks[1]
    )
    tables = [one.estimates[one.rates.index("expected_cost")].value for one in study.points]
    ours = [float(row.rates[RATES.index("expected_cost")].value) for row in panel.classifiers]
    assert tables == pytest.approx([2 * cost for cost in ours])
    shown = IntendedUse(prevalence=0.02, false_negative_cost=15)
    for row, own in zip(panel.classifiers, study.points, strict=True):
        point = OperatingPoint.from_counts(
            true_positives=own.point.true_positives,
            false_positives=own.point.false_positives,
            n_positive=own.point.n_positive,
            n_negative=own.point.n_negative,
            threshold=0.4321,
            use=shown,
        )
        _assert_row(row, point, 0.95)
        assert row.auc == ""


def test_test_sets_of_their_own_have_their_own_prevalence() -> None:
    data = au.UnpairedScores.from_arrays(
        {"a": ([0, 1, 1], [1.0, 2, 3]), "b": ([0, 0, 1], [1.0, 2, 3])}
    )
    panel = _panel(compare(data))
    assert panel.test_set_prevalence == "each its own"
    assert panel.start.use_words.startswith("prevalence of each test set")


@for_each("extra", ["groups", "sampling_weights"])
def test_intervals_that_curves_cannot_give_are_left_out(extra: str) -> None:
    values = np.arange(40) // 2 + 1
    given: dict[str, Any] = {extra: values}
    study = au.compare(np.arange(40) % 2, {"a": np.arange(40) % 7}, **given)
    panel = panel_of(study)
    assert panel is not None
    assert panel.z == "NaN"
    assert {cell.interval for one in panel.classifiers for cell in one.rates} == {""}
    html = study.to_html()
    what = "the groups of the observations" if extra == "groups" else "their sampling weights"
    assert f"would have to allow for {what}" in html
    assert "for proportions; Koopman" not in html


def test_lower_scores_are_read_the_other_way() -> None:
    (row,) = _panel(compare([1, 1, 0, 0], {"a": [1.0, 2, 3, 4]}, lower=["a"])).classifiers
    assert (row.says, row.threshold.value) == ("≤", "2")
    assert row.value_text == "threshold 2, sensitivity 1.000 (2 of 2), specificity 1.000"


@pytest.mark.parametrize("amount", [1, 30, 40])
def test_any_number_of_classifiers(amount: int) -> None:
    page = _rendered(_many(amount))
    assert page.count("data-classifier-index=") == page.count('role="slider"') == amount
    looks = re.findall(
        r'<path class="(series-\d)" data-line="\d+"( stroke-dasharray="[^"]*")?', page
    )
    assert len(set(looks)) == min(amount, 35)


def test_every_control_has_a_name_and_a_place_for_its_message() -> None:
    page = _rendered(_many(2))
    for name in (*CONTROLS, "threshold-0", "threshold-1"):
        assert page.count(f'id="{name}"') == 1
    for described in re.findall(r'aria-describedby="([^"]*)"', page):
        assert f'id="{described}"' in page
    for field in re.findall(r'<(?:input|select)[^>]*id="([^"]*)"[^>]*>', page):
        assert f'<label for="{field}"' in page or field.endswith("-slider")


def test_names_are_text_and_short() -> None:
    names = ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "x" * 100_000]
    rng = np.random.default_rng(1)
    labels = np.arange(40) % 2 == 0
    page = _rendered(compare(labels, {name: rng.normal(size=40) for name in names}))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page
    assert len(page) < 60_000
