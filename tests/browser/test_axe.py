"""Accessibility: axe-core finds no serious fault in light, in dark, and in print."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.opened import Opened
from tests.browser.studies import KINDS, made

from aucurate.study.schema import study_kinds

pytestmark = pytest.mark.browser

LOOKS: dict[str, dict[str, str]] = {
    "light": {"media": "screen", "color_scheme": "light"},
    "dark": {"media": "screen", "color_scheme": "dark"},
    "print": {"media": "print", "color_scheme": "light"},
    "dark print": {"media": "print", "color_scheme": "dark"},
}
SERIOUS = ("serious", "critical")


def _faults(page: Any) -> list[str]:
    found = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']} ({fault['impact']}): {node['html'][:200]} {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"]
        if (node["impact"] or fault["impact"]) in SERIOUS
    ]


@pytest.mark.parametrize("name", KINDS)
def test_no_serious_fault(name: str, opened: Callable[..., Opened], axe: str) -> None:
    page = opened(made(name)).page
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.evaluate(axe)
    found = {}
    for look, media in LOOKS.items():
        page.emulate_media(**media)
        found[look] = _faults(page)
    assert not {look: faults for look, faults in found.items() if faults}


def test_axe_sees_faults(opened: Callable[..., Opened], axe: str) -> None:
    page = opened(made("compare-one")).page
    page.evaluate(axe)
    page.evaluate("""() => {
        const button = document.createElement("button");
        document.querySelector("main").append(button);
    }""")
    assert any(fault.startswith("button-name") for fault in _faults(page))


def test_every_kind_of_study_is_looked_at() -> None:
    assert {made(name).kind for name in KINDS} == set(study_kinds())
