"""A hundred random settings of the panel: the page shows what Python computes from the raw data.

The page has only the embedded thresholds and counts; Python has the scores themselves.
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from tests.browser.opened import Opened
from tests.browser.panel import COUNTS, SAME, Panel, Row
from tests.browser.studies import made, shipped

import aucurate as au
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.formatting import threshold_words
from aucurate.study.compare import CompareStudy, compare
from aucurate.study.curves import CurveCounts
from aucurate.study.operate import OperateStudy

pytestmark = pytest.mark.browser

SETTINGS = 100
SAME_RATE: tuple[Rate, ...] = ("specificity", "sensitivity")
RULES = ("threshold", "specificity", "sensitivity", "cost", "own")


def _tied() -> PairedScores:
    """Scores in tenths, of which some are calls by others; one classifier is useless."""
    rng = np.random.default_rng(1)
    labels = np.arange(240) % 4 == 0
    columns = {
        "tenths": np.round(rng.normal(size=240) + labels, 1),
        "calls": (rng.normal(size=240) + 2 * labels > 1).astype(float),
        "useless": np.round(rng.normal(size=240)),
        "perfect": labels * 2.0 - np.arange(240) / 240,
    }
    return PairedScores.from_arrays(labels, columns)


def _large() -> PairedScores:
    rng = np.random.default_rng(2)
    labels = rng.uniform(size=24_000) < 0.03
    columns = {name: rng.normal(size=24_000) + at * labels for at, name in ((1, "a"), (2, "b"))}
    return PairedScores.from_arrays(labels, columns)


def _single_precision() -> PairedScores:
    rng = np.random.default_rng(3)
    labels = np.arange(300) % 3 == 0
    up = (rng.normal(size=300) + labels).astype(np.float32)
    down = (rng.normal(size=300) - labels).astype(np.float32)
    whole = rng.integers(-5, 5, 300) - labels
    columns = {"up": up, "down": down, "whole": whole}
    return PairedScores.from_arrays(labels, columns, lower=["down", "whole"])


def _two_test_sets() -> UnpairedScores:
    rng = np.random.default_rng(4)
    found = {}
    for name, size, share in (("before", 150, 0.2), ("after", 260, 0.5)):
        labels = rng.uniform(size=size) < share
        found[name] = labels, rng.normal(size=size) + labels
    return UnpairedScores.from_arrays(found)


_DATA: dict[str, Callable[[], PairedScores | UnpairedScores]] = {
    "shipped": shipped,
    "ties": _tied,
    "many observations": _large,
    "lower and single precision": _single_precision,
    "two test sets": _two_test_sets,
}


@cache
def _study(name: str) -> tuple[Sequence[Scores], CompareStudy]:
    data = _DATA[name]()
    study = compare(data, confidence=0.9 if name == "ties" else 0.95)
    return list(data), study


def _random_use(rng: np.random.Generator) -> IntendedUse:
    stated = None if rng.uniform() < 0.3 else float(rng.choice([0.5, 1e-4, rng.uniform()]))
    cost = float(rng.choice([1.0, 5.0, 10 ** rng.uniform(-3, 3)]))
    return IntendedUse(prevalence=stated, false_negative_cost=cost)


def _random_threshold(rng: np.random.Generator, scores: Scores) -> float:
    """In the direction of the scores as they were given: among them, one of them, or beyond."""
    given = -scores.values if scores.lower else scores.values
    low, high = float(np.min(given)), float(np.max(given))
    within = float(rng.uniform(low, high))
    beyond = float(rng.uniform(low - 2, high + 2))
    return float(rng.choice([within, float(rng.choice(given)), beyond]))


def _assert_stands_for(typed: float, row: Row, scores: Scores, curve: CurveCounts) -> None:
    """The calls of the typed threshold where the page has all; the nearest of a longer curve."""
    assert row.threshold in curve.thresholds
    if not curve.is_whole:
        assert abs(row.threshold - typed) == np.min(np.abs(np.array(curve.thresholds) - typed))
        return
    point = operating_point(scores, typed)
    assert [row.number(name) for name in COUNTS] == [getattr(point, name) for name in COUNTS]


def _assert_same_rate(
    rule: Rate, moved: int, rows: list[Row], data: Sequence[Scores], study: CompareStudy
) -> None:
    """Every other classifier has the best other rate where it reaches that of the moved one."""
    reached = rows[moved].number(rule)
    other: Rate = "specificity" if rule == "sensitivity" else "sensitivity"
    for at, (row, scores, curve) in enumerate(zip(rows, data, study.curves, strict=True)):
        if at == moved:
            continue
        assert row.number(rule) >= reached - SAME
        best = choose_threshold(scores, ThresholdRule.best(other, constraints={rule: reached}))
        if curve.is_whole:
            assert row.number(other) == pytest.approx(best.point.rate(other), rel=SAME)
            assert row.threshold == best.threshold
        else:
            assert best.point.rate(other) - row.number(other) <= 0.005


@pytest.mark.parametrize("name", _DATA)
def test_random_settings(name: str, opened: Callable[..., Opened]) -> None:
    data, study = _study(name)
    confidence = study.estimates[0].interval.confidence
    panel = Panel(opened(study).page)
    rng = np.random.default_rng(100)
    for _ in range(SETTINGS):
        rule, use = str(rng.choice(RULES)), _random_use(rng)
        panel.set_use(use)
        panel.choose_rule(rule)
        before, moved = panel.rows(), int(rng.integers(len(data)))
        typed = _random_threshold(rng, data[moved])
        if rule == "threshold":
            panel.type_into("operating-threshold", repr(typed))
        elif rule != "cost":
            panel.type_into(f"threshold-{moved}", repr(typed))
        rows = panel.check(data, use, confidence=confidence)
        told = f"{rule} {typed!r} {use}"
        if rule == "threshold":
            for row, scores, curve in zip(rows, data, study.curves, strict=True):
                _assert_stands_for(typed, row, scores, curve)
        elif rule == "cost":
            for row, scores in zip(rows, data, strict=True):
                best = choose_threshold(scores, ThresholdRule.least_cost(use))
                assert row.threshold == best.threshold, told
        else:
            _assert_stands_for(typed, rows[moved], data[moved], study.curves[moved])
        for same in SAME_RATE:
            if rule == same:
                _assert_same_rate(same, moved, rows, data, study)
        if rule == "own":
            still = [row.threshold for at, row in enumerate(rows) if at != moved]
            assert still == [row.threshold for at, row in enumerate(before) if at != moved]


@pytest.mark.parametrize("name", _DATA)
def test_what_is_shown_first(name: str, opened: Callable[..., Opened]) -> None:
    data, study = _study(name)
    confidence = study.estimates[0].interval.confidence
    for scripted in (True, False):
        page = opened(study, java_script_enabled=scripted).page
        Panel(page).check(data, IntendedUse(), confidence=confidence)


@pytest.mark.parametrize("name", ["operate", "operate-costs"])
def test_a_study_of_operating_points_starts_at_its_own(
    name: str, opened: Callable[..., Opened]
) -> None:
    study = made(name)
    assert isinstance(study, OperateStudy)
    use = study.points[0].point.use
    rows = Panel(opened(study).page).check(list(shipped()), use)
    assert [row.threshold for row in rows] == [one.point.threshold for one in study.points]


def test_thresholds_that_are_no_score_are_those_of_the_study(
    opened: Callable[..., Opened],
) -> None:
    study = au.operate(shipped(), at=0.4321)
    rows = Panel(opened(study).page).check(list(shipped()), IntendedUse())
    assert {row.threshold for row in rows} == {0.4321}


def test_what_a_study_prints_can_be_typed(opened: Callable[..., Opened]) -> None:
    """Its rounded thresholds make the calls that it counts."""
    study = made("operate")
    assert isinstance(study, OperateStudy)
    panel = Panel(opened(study).page)
    for at, own in enumerate(study.points):
        printed = threshold_words(own.point.threshold, own.same_calls_until)
        panel.type_into(f"threshold-{at}", printed)
        row = panel.rows()[at]
        assert row.number("true_positives") == own.point.true_positives
        assert row.number("false_positives") == own.point.false_positives


def test_words_follow_what_is_set(opened: Callable[..., Opened]) -> None:
    """What the study began with is not said of what was set since."""
    page = opened(made("compare")).page
    state = page.locator("#operating-state")
    Panel(page).choose_rule("own")
    assert "least" not in state.inner_text()
    page = opened(made("operate")).page
    Panel(page).set_use(IntendedUse(prevalence=0.5))
    assert "Points as in this study" in page.locator("#operating-state").inner_text()
    assert "; rates for prevalence 50%;" in page.locator("#operating-state").inner_text()


def test_infinite_scores_are_no_words(opened: Callable[..., Opened]) -> None:
    """Only the threshold that calls nobody is above all scores."""
    scores = {"a": [np.inf, np.inf, 2.0, 1.0, -np.inf], "b": [5.0, 4.0, 3.0, 2.0, 1.0]}
    page = opened(compare([1, 1, 0, 1, 0], scores)).page
    panel = Panel(page)
    for typed, shown in (("inf", ["inf", "above all"]), ("-inf", ["-inf", "1"])):
        panel.type_into("operating-threshold", typed)
        assert [row.cells["threshold"]["text"] for row in panel.rows()] == shown
