"""Points of the panel moved by mouse, finger and keys; what is pointed at; back to the start."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.browser.opened import Opened
from tests.browser.panel import Panel
from tests.browser.studies import made, shipped

from aucurate.curve.cost import IntendedUse
from aucurate.data.scores import Scores
from aucurate.formatting import number
from aucurate.study.compare import CompareStudy
from aucurate.study.curves import CurveCounts

pytestmark = pytest.mark.browser

USE = IntendedUse()
FOREST = 1
# Where a place of the curve is on the screen; (0, 0) is the lower left corner of the square.
ON_SCREEN = """([across, up]) => {
  const root = document.getElementById("operating");
  const plot = document.getElementById("operating-plot");
  plot.scrollIntoView({ block: "center", behavior: "instant" });
  const [side, left, top] = ["side", "left", "top"].map((name) => Number(root.dataset[name]));
  const spot = new DOMPoint(left + side * across, top + side * (1 - up));
  const { x, y } = spot.matrixTransform(plot.getScreenCTM());
  return { x, y };
}"""


def _study() -> CompareStudy:
    study = made("compare")
    assert isinstance(study, CompareStudy)
    return study


def _data() -> list[Scores]:
    return list(shipped())


def _place(curve: CurveCounts, at: int) -> tuple[float, float]:
    """A point of the curve in the unit square."""
    return curve.false_positives[at] / curve.n_negative, curve.true_positives[at] / curve.n_positive


def _spot(page: Any, place: tuple[float, float]) -> tuple[float, float]:
    spot = page.evaluate(ON_SCREEN, list(place))
    return spot["x"], spot["y"]


def _nearest(curve: CurveCounts, place: tuple[float, float]) -> set[float]:
    """Thresholds of the points nearest to a place of the square."""
    points = np.array([_place(curve, at) for at in range(len(curve.thresholds))])
    away = np.hypot(*(points - place).T)
    return {curve.thresholds[at] for at in np.flatnonzero(away <= away.min() + 0.004)}


def _handle(page: Any, index: int) -> Any:
    return page.locator(f"[data-handle='{index}']")


def _at(curve: CurveCounts, threshold: float) -> int:
    return curve.thresholds.index(threshold)


@pytest.mark.parametrize("place", [(0.3, 0.9), (0.02, 0.4), (0.9, 0.99)])
def test_a_point_is_dragged_along_its_curve(
    place: tuple[float, float], opened: Callable[..., Opened]
) -> None:
    curve = _study().curves[FOREST]
    page = opened(_study()).page
    panel = Panel(page)
    panel.choose_rule("own")
    before = panel.rows()
    started = _place(curve, _at(curve, before[FOREST].threshold))
    page.mouse.move(*_spot(page, started))
    page.mouse.down()
    page.mouse.move(*_spot(page, place), steps=8)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.mouse.up()
    rows = panel.check(_data(), USE)
    assert rows[FOREST].threshold in _nearest(curve, place)
    others = [at for at in range(len(rows)) if at != FOREST]
    assert [rows[at] for at in others] == [before[at] for at in others]


def test_a_click_on_a_curve_moves_its_point(opened: Callable[..., Opened]) -> None:
    study = _study()
    bayes = study.names.index("bayes")
    curve = study.curves[bayes]
    place = _place(curve, len(curve.thresholds) // 2)
    page = opened(study).page
    page.mouse.click(*_spot(page, place))
    rows = Panel(page).check(_data(), USE)
    assert rows[bayes].threshold in _nearest(curve, place)


def test_a_finger_taps_and_drags(opened: Callable[..., Opened]) -> None:
    study = _study()
    bayes = study.names.index("bayes")
    curve = study.curves[bayes]
    place = _place(curve, len(curve.thresholds) // 2)
    page = opened(study, has_touch=True, viewport={"width": 400, "height": 800}).page
    page.touchscreen.tap(*_spot(page, place))
    rows = Panel(page).check(_data(), USE)
    assert rows[bayes].threshold in _nearest(curve, place)


@pytest.mark.parametrize("index", range(5))
def test_keys_move_a_point(index: int, opened: Callable[..., Opened]) -> None:
    curve = _study().curves[index]
    page = opened(_study()).page
    panel = Panel(page)
    handle = _handle(page, index)
    handle.focus()
    last = len(curve.thresholds) - 1
    for key, wanted in (
        ("Home", lambda at: 0),
        ("ArrowRight", lambda at: at + 1),
        ("ArrowUp", lambda at: at + 1),
        ("PageUp", lambda at: at + 10),
        ("ArrowLeft", lambda at: at - 1),
        ("PageDown", lambda at: at - 10),
        ("End", lambda at: last),
        ("ArrowDown", lambda at: at - 1),
        ("PageUp", lambda at: at + 10),
    ):
        before = _at(curve, panel.rows()[index].threshold)
        page.keyboard.press(key)
        row = panel.rows()[index]
        row.check(_data()[index], USE)
        after = min(last, max(0, wanted(before)))
        assert _at(curve, row.threshold) == after
        assert handle.get_attribute("aria-valuenow") == str(after)
        told = handle.get_attribute("aria-valuetext")
        assert f"sensitivity {row.cells['sensitivity']['text'].split()[0]}" in told


def test_every_point_is_reached_by_tab(opened: Callable[..., Opened]) -> None:
    page = opened(_study()).page
    page.locator("#operating-reset").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')") == "#tables"
    assert page.locator(".skip-marks").is_visible()
    found = []
    for _ in range(5):
        page.keyboard.press("Tab")
        found.append(page.evaluate("document.activeElement.getAttribute('data-handle')"))
        assert page.evaluate("document.activeElement.getAttribute('role')") == "slider"
    assert found == ["0", "1", "2", "3", "4"]


def test_what_is_pointed_at_is_told(opened: Callable[..., Opened]) -> None:
    study = _study()
    bayes = study.names.index("bayes")
    curve, at = study.curves[bayes], len(study.curves[bayes].thresholds) // 2
    page = opened(study).page
    before = Panel(page).rows()
    page.mouse.move(*_spot(page, _place(curve, at)))
    tip = page.locator("#operating-tip")
    tip.wait_for()
    words = tip.inner_text()
    assert "bayes" in words
    assert f"{curve.true_positives[at]} true, {curve.false_positives[at]} false" in words
    assert f"sensitivity {number(curve.true_positives[at] / curve.n_positive)}" in words
    assert str(curve.thresholds[at]) in words
    assert Panel(page).rows() == before
    page.mouse.move(*_spot(page, (0.7, 0.2)))
    tip.wait_for(state="hidden")


def test_escape_hides_what_is_told(opened: Callable[..., Opened]) -> None:
    page = opened(_study()).page
    _handle(page, FOREST).focus()
    tip = page.locator("#operating-tip")
    tip.wait_for()
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")


def test_escape_hides_what_is_pointed_at(opened: Callable[..., Opened]) -> None:
    study = _study()
    curve = study.curves[FOREST]
    page = opened(study).page
    page.mouse.move(*_spot(page, _place(curve, len(curve.thresholds) // 2)))
    tip = page.locator("#operating-tip")
    tip.wait_for()
    page.keyboard.press("Escape")
    tip.wait_for(state="hidden")
    page.mouse.move(*_spot(page, _place(curve, len(curve.thresholds) // 4)))
    tip.wait_for()


@pytest.mark.parametrize("name", ["compare", "operate-costs"])
def test_reset_brings_back_the_start(name: str, opened: Callable[..., Opened]) -> None:
    page = opened(made(name)).page
    panel = Panel(page)
    before, state = panel.rows(), page.locator("#operating-state").inner_text()
    panel.set_use(IntendedUse(prevalence=0.25, false_negative_cost=7))
    panel.type_into("operating-threshold", "0.3")
    assert panel.rows() != before
    page.locator("#operating-reset").click()
    assert panel.rows() == before
    assert page.locator("#operating-state").inner_text() == state
    assert page.locator("#operating-threshold").input_value() == ""


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("operating-prevalence", "2"),
        ("operating-prevalence", "0"),
        ("operating-cost-ratio", "-1"),
        ("operating-threshold", "high"),
        ("threshold-0", "<b>"),
    ],
)
def test_what_is_no_number_is_refused_in_words(
    field: str, text: str, opened: Callable[..., Opened]
) -> None:
    page = opened(_study()).page
    panel = Panel(page)
    before = panel.rows()
    panel.type_into(field, text)
    place = page.locator(f"#{field}")
    assert place.get_attribute("aria-invalid") == "true"
    assert "a " in page.locator(f"#{field}-message").inner_text()
    shown = [{k: v for k, v in row.cells.items() if k != "threshold"} for row in panel.rows()]
    kept = [{k: v for k, v in row.cells.items() if k != "threshold"} for row in before]
    assert shown == kept


def test_classifiers_are_hidden_and_shown(opened: Callable[..., Opened]) -> None:
    page = opened(_study()).page
    box = page.locator(f"[data-shows='{FOREST}']")
    box.uncheck()
    assert not _handle(page, FOREST).is_visible()
    assert not page.locator(f"[data-line='{FOREST}']").is_visible()
    box.check()
    assert _handle(page, FOREST).is_visible()


def test_changes_are_told_to_those_who_hear_the_page(opened: Callable[..., Opened]) -> None:
    page = opened(_study()).page
    Panel(page).type_into("operating-threshold", "0.5")
    page.locator("[role=status]", has_text="the decisions of threshold 0.5").wait_for(
        state="attached"
    )
