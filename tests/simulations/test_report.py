"""The page says what the counts say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from simulations.few_errors_tests import CAVEAT
from simulations.paired import DEFAULT
from simulations.report import (
    CELLS,
    FIGURES,
    PAGE,
    TABLES,
    advice,
    caveats,
    learners,
    write_pages,
)
from simulations.report.cells import Cell, draws_said, joined, shown, table
from simulations.report.choosing import Situation, situations_table
from simulations.report.few_errors import (
    LOOKED_AT,
    NOT_LOOKED_AT,
    failing,
    of_intervals,
    recommended,
)
from simulations.report.figures import write_figures
from simulations.run import DOCS, RESULTS

from aucurate.inference.folds.caveats import LEVELS
from aucurate.inference.methods import RECOMMENDED_INTERVAL
from simulations import fold_learners

COMMITTED = json.loads(RESULTS.read_text(encoding="utf-8"))
WORLD: dict[str, Any] = {
    "scores": "normal",
    "n_positive": 20,
    "n_negative": 200,
    "auc": 0.9,
    "correlation": 0.5,
}


DRAWS = 10_000


def cell(**rates: float) -> Cell:
    return Cell("paired level", WORLD, DRAWS, {name: rate * DRAWS for name, rate in rates.items()})


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    write_pages(COMMITTED, folder)
    return folder


@pytest.mark.parametrize("page", [PAGE, TABLES, CELLS])
def test_the_page_is_what_the_counts_make_it(page: str, written: Path) -> None:
    text = (written / page).read_text(encoding="utf-8")
    assert text == (DOCS / page).read_text(encoding="utf-8")


def test_the_figures_of_the_page_are_there_and_repeat(written: Path, tmp_path: Path) -> None:
    named = set(re.findall(rf"\]\({FIGURES}/(\w+\.svg)\)", (written / PAGE).read_text("utf-8")))
    assert named == {path.name for path in (written / FIGURES).iterdir()}
    assert named == {path.name for path in (DOCS / FIGURES).iterdir()}
    write_figures(COMMITTED, tmp_path)
    for name in named:
        assert (tmp_path / name).read_bytes() == (written / FIGURES / name).read_bytes()


def test_a_dot_for_every_cell(written: Path) -> None:
    cells = of_intervals((*LOOKED_AT, *NOT_LOOKED_AT), COMMITTED)
    drawn = (written / FIGURES / "coverage.svg").read_text("utf-8")
    dots = re.findall(r"^M \S+ \S+ \nL \S+ \S+ \nM", drawn.replace('d="M', "\nM"), re.MULTILINE)
    assert len(dots) >= len(cells)


def test_the_recommended_interval_is_the_narrowest_that_fails_nowhere() -> None:
    assert recommended(COMMITTED) == RECOMMENDED_INTERVAL


def test_an_interval_fails_where_its_99_percent_interval_lies_below_the_floor() -> None:
    cells = [cell(a=0.92), cell(a=0.925), cell(a=0.93)]
    assert failing(cells, "a") == cells[:1]


def test_the_advice_names_the_tests_that_fail_nowhere() -> None:
    level = [cell(delong=0.08, mover=0.05, both=0.04), cell(delong=0.05, mover=0.06, both=0.04)]
    tests = {name: name for name in ("delong", "mover", "both")}
    power = [cell(delong=0.9, mover=0.6, both=0.5)]
    asked = advice.TestQuestion("here", level, power, tests, 0.06)
    assert (
        asked.verdict == "**mover** fails in none of 2 cells (nor does both, which has less power)."
    )
    assert asked.rows[0] == [
        "here",
        "delong",
        "1 of 2, up to 0.080",
        "-",
        "0.900",
    ]
    failing_ones = advice.TestQuestion("here", level, power, {"delong": "delong"}, 0.06)
    assert failing_ones.verdict == "each of delong fails in some of 2 cells."


def test_a_figure_has_its_error_and_is_bold_where_it_is_clearly_wrong() -> None:
    assert shown(cell(a=0.05), "a", 0.05) == "0.050 (2)"
    assert shown(cell(a=0.10), "a", 0.05) == "**0.100 (3)**"
    assert shown(cell(a=0.10), "a", 0.05, "neither") == "0.100 (3)"
    assert shown(cell(a=0.90), "a", 0.95, "low") == "**0.900 (3)**"
    assert shown(cell(a=0.01), "a", 0.05) == "0.010 (2)"


def test_of_the_tests_that_hold_the_nearest_is_chosen() -> None:
    cells = [cell(liberal=0.10, near=0.052, strict=0.01), cell(liberal=0.05, near=0.06, strict=0.0)]
    situation = Situation("here", cells, ["liberal", "near", "strict"])
    assert situation.holding == ["near", "strict"]
    assert situation.choice == "near"
    assert "liberal (up to 0.100 (3))" in situations_table([situation])


def test_where_no_test_holds_the_lowest_highest_level_is_chosen_and_said() -> None:
    situation = Situation("here", [cell(a=0.2, b=0.1), cell(a=0.05, b=0.12)], ["a", "b"])
    assert situation.holding == []
    assert situation.choice == "b"
    assert "**b** (none holds)" in situations_table([situation])


def test_the_verdict_on_the_caveat_follows_the_counts() -> None:
    flagged = cell(**{DEFAULT: 0.20, CAVEAT: 0.95})
    silent = cell(**{DEFAULT: 0.10, CAVEAT: 0.5})
    holding = cell(**{DEFAULT: 0.05, CAVEAT: 0.25})
    text = caveats.verdict([flagged, silent, holding])
    assert "in 2 of 3 cells; in 1 of these the caveat" in text
    assert "In the other 1 the level is 0.100 to 0.100" in text
    assert "Where the test holds, it comes in 25% of the draws." in text


def test_two_questions_in_one_world_are_one_cell_with_the_draws_of_each_column() -> None:
    few = Cell("all", WORLD, 100, {"a": 50, "b": 10, "b draws": 20, "b refused": 1, "c": 30})
    (both,) = joined([cell(a=0.4)], [few])
    assert (both.rate("a"), both.rate("b"), both.rate("c")) == (0.4, 0.5, 0.3)
    assert [both.draws_of(name) for name in "abc"] == [DRAWS, 20, 100]
    assert draws_said([both]) == "10,000 draws a cell; 100 for `c`; 20 for `b`"


def test_a_bar_in_a_name_does_not_end_a_column() -> None:
    assert table(["a"], [["max-|z|"]]).endswith("| max-\\|z\\| |\n")


def _range(question: str, columns: tuple[str, ...], *, most_repeats: int = 99) -> list[float]:
    return [
        cell["counts"][name] / cell["draws"]
        for cell in COMMITTED.values()
        if cell["question"] == question and cell["scenario"]["repeats"] <= most_repeats
        for name in columns
    ]


def _of_learners(columns: tuple[str, ...], learners: tuple[str, ...] = ()) -> list[float]:
    """Levels over folds of algorithms that differ in their features; all algorithms if none."""
    return [
        cell["counts"][name] / cell["draws"]
        for cell in COMMITTED.values()
        if cell["question"].startswith("learners") and "level" in cell["question"]
        if "equal" not in cell["scenario"] and "test_set" not in cell["scenario"]
        if cell["scenario"]["learner"] in learners or not learners
        for name in columns
        if name in cell["counts"]
        if not name.startswith(fold_learners.ALL_REPEATS) or cell["scenario"]["repeats"] > 1
    ]


LINEAR = ("logistic regression",)
NEIGHBOURS = ("1 neighbour", "5 neighbours", "9 neighbours", "15 neighbours")
NETS = ("net", "large net")


def test_the_levels_that_caveats_tell_are_those_of_the_simulation() -> None:
    left_out, held_out = "left-out folds level", "held-out left-out folds level"
    once, repeated = fold_learners.ONCE, fold_learners.ALL_REPEATS
    plain = (f"{once}DeLong over folds", f"{repeated}DeLong over folds")
    over_repeats = (f"{repeated}Nadeau-Bengio", "Nadeau-Bengio")
    corrected = tuple(
        prefix + name
        for prefix in (once, repeated, "")
        for name in (fold_learners.CORRECTED, fold_learners.ERROR)
    )
    found = {
        "fixed t": _range("fixed test set level", ("paired t",)),
        "fixed Nadeau-Bengio": _range("fixed test set level", ("Nadeau-Bengio",)),
        "left-out t": [
            v for q in (left_out, held_out) for v in _range(q, ("paired t",), most_repeats=1)
        ],
        "LeDell": [v for q in (left_out, held_out) for v in _range(q, ("LeDell",))],
        "5x2": [
            *_range("5x2 level", ("5x2cv t", "5x2cv F")),
            *_of_learners(("5x2cv F",)),
        ],
        "linear": _of_learners(plain, LINEAR),
        "boosting": _of_learners(plain, ("boosting",)),
        "SVM": _of_learners(plain, ("SVM", "least-squares SVM")),
        "trees": _of_learners(plain, ("tree",)),
        "neighbours": _of_learners(plain, NEIGHBOURS),
        "nets": _of_learners(plain, NETS),
        "Nadeau-Bengio, one division": _of_learners((f"{once}Nadeau-Bengio",)),
        "repeated Nadeau-Bengio, linear": _of_learners(over_repeats, LINEAR),
        "repeated Nadeau-Bengio, neighbours": _of_learners(over_repeats, NEIGHBOURS),
        "repeated Nadeau-Bengio, nets": _of_learners(over_repeats, NETS),
        "corrected, neighbours": _of_learners(corrected, NEIGHBOURS),
        "corrected, nets": _of_learners(corrected, NETS),
        "corrected, linear": _of_learners(corrected, LINEAR),
    }
    told = {
        name: f"{round(100 * min(rates))} to {round(100 * max(rates))}%"
        for name, rates in found.items()
    }
    assert told == LEVELS


def test_the_default_over_folds_holds_for_algorithms_of_every_kind() -> None:
    assert learners.beyond(COMMITTED) == []
