"""The committed simulation can be repeated: three cells, rerun, agree within four errors."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from simulations.questions import QUESTIONS, coverage
from simulations.report import interval_methods, passing, relative_width, write_page
from simulations.run import PAGE, RESULTS, cell_key, run_cell
from simulations.scenarios import Scenario

from aucurate.inference import RECOMMENDED_INTERVAL

COMMITTED = json.loads(RESULTS.read_text(encoding="utf-8"))
DRAWS = 400


@pytest.mark.parametrize(("question", "scenario"), [(0, 5), (1, 7), (2, 7), (3, 3)])
def test_a_rerun_agrees_with_the_committed_counts(question: int, scenario: int) -> None:
    asked = QUESTIONS[question]
    world = asked.scenarios[scenario]
    committed = COMMITTED[cell_key(asked.name, world)]
    fresh = asked.ask(world, DRAWS, np.random.default_rng(20261115))
    for name, amount in committed["counts"].items():
        if name.endswith((" width", " draws")):
            continue
        before = committed["counts"].get(f"{name} draws", committed["draws"])
        now = fresh.get(f"{name} draws", DRAWS)
        rate = amount / before
        error = math.sqrt(max(rate * (1 - rate), 0.002) * (1 / now + 1 / before))
        assert abs(fresh.get(name, 0) / now - rate) < 4 * error, name


@pytest.mark.parametrize("question", ["coverage", "held-out coverage"])
def test_the_recommended_interval_is_the_narrowest_that_passes_everywhere(question: str) -> None:
    cells = [cell for cell in COMMITTED.values() if cell["question"] == question]
    passed = [m for m in interval_methods(cells) if passing(cells, m)]
    narrowest = min(passed, key=lambda m: relative_width(cells, m, "delong-logit"))
    assert narrowest == RECOMMENDED_INTERVAL


def test_every_cell_is_there_and_repeats_from_its_rng() -> None:
    keys = {cell_key(q.name, s) for q in QUESTIONS for s in q.scenarios}
    assert keys == set(COMMITTED)
    first = QUESTIONS[0]
    once, again = (run_cell(first, first.scenarios[0], 20) for _ in range(2))
    assert once == again


def test_the_page_is_what_the_counts_make_it(tmp_path: Path) -> None:
    page = tmp_path / "validation.md"
    write_page(COMMITTED, page)
    assert page.read_text(encoding="utf-8") == PAGE.read_text(encoding="utf-8")


def test_the_true_auc_of_ratings_is_that_of_a_large_draw() -> None:
    scenario = Scenario(auc=0.8, n_positive=200_000, n_negative=200_000, scores="ordinal")
    labels, values = scenario.draw(np.random.default_rng(0))
    positive, negative = values[0][labels == 1], values[0][labels == 0]
    below = np.searchsorted(np.sort(negative), positive)
    not_above = np.searchsorted(np.sort(negative), positive, side="right")
    assert scenario.true_auc == pytest.approx(np.mean(below + not_above) / 2 / 200_000, abs=0.003)


def test_widths_and_hits_are_counted_per_method() -> None:
    counts = coverage(Scenario(auc=0.7, n_positive=10, n_negative=10), 5, np.random.default_rng(0))
    assert set(counts) >= {"delong-logit", "delong-logit width", "delong-wald"}
