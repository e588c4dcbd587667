"""The exhibits: what each carries, its state from its numbers, and going on after a stop."""

import importlib.util
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from papers.tests.paclik_2010.made_up_digits import table, written

from aucurate.errors import TableError
from aucurate.formatting import percent
from aucurate.study import Study
from aucurate_papers.paclik_2010 import three_digits, two_classes
from aucurate_papers.paclik_2010.contest import (
    EQUAL,
    RUNS,
    STARTS,
    Contest,
    Contestant,
    ascent,
    greedy,
)
from aucurate_papers.paclik_2010.digits import worth_sentence
from aucurate_papers.paclik_2010.exhibits import ENTRIES
from aucurate_papers.paclik_2010.figures import figure_of
from aucurate_papers.paclik_2010.shrinkage import (
    SIZES,
    Counted,
    share_as_printed,
    shrinkage_of,
    told_sentence,
)
from aucurate_papers.paclik_2010.shrinkage import counted as one_draw
from aucurate_papers.paclik_2010.steps import ALL, ASSUMED
from aucurate_papers.running import Made, Run, StoppedError

SAME, NOT = "same finding, other numbers", "not reproduced"
needs_learners = pytest.mark.skipif(
    importlib.util.find_spec("sklearn") is None,
    reason="scikit-learn is not installed (extra 'papers')",
)
needs_plots = pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed"
)


def _made(name: str, run: Run) -> Made:
    return next(entry for entry in ENTRIES if entry.name == name).run(run)


def _held_to_the_contract(made: Made, name: str) -> None:
    exhibit = made.exhibit
    assert (exhibit.paper, exhibit.name) == ("paclik-2010", name)
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.differs
    for found in exhibit.tables():
        assert all(len(row) == len(found.header) for row in found.rows)
        assert len({len(values) for values in found.columns.values()}) == 1
    for draw in made.figures.values():
        assert draw().axes


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Made-up digits, and as few draws and repeats as there can be."""
    monkeypatch.setattr(three_digits, "SIZES", (50,))
    monkeypatch.setattr(three_digits, "STEPS", (ASSUMED,))
    monkeypatch.setattr(three_digits, "QUICK_DRAWS", 2)
    monkeypatch.setattr(three_digits, "QUICK_REPEATS", 2)
    written(tmp_path / "data" / "mfeat", table())
    return Run(quick=True, data=tmp_path / "data", cache=tmp_path / "cache")


def test_the_entries_are_those_of_the_paper_in_its_order() -> None:
    names = [entry.name for entry in ENTRIES]
    assert names == ["figure 1", "figure 2", "section 4.2", "figure 3", "section 4.3"]
    assert [entry.data for entry in ENTRIES] == [(), (), (), ("mfeat",), ("mfeat",)]
    assert [entry.learners for entry in ENTRIES] == [False, False, False, True, True]
    assert {entry.paper for entry in ENTRIES} == {"paclik-2010"}


@needs_plots
@pytest.mark.parametrize("name", ["figure 1", "figure 2", "section 4.2"])
def test_two_classes_are_shown(name: str, small: Run) -> None:
    made = _made(name, small)
    _held_to_the_contract(made, name)
    assert made.exhibit.state == SAME
    assert all(key.startswith(f"paclik-2010-{name[:6]}") for key in made.figures)


def test_each_exhibit_carries_what_belongs_to_it(small: Run) -> None:
    first, second = (_made(name, small).exhibit for name in ("figure 1", "figure 2"))
    assert [one.name for one in first.tables()] == ["figure_1", "averages"]
    assert [c.kind for c in first.caveats][-1] == "vertical_averaging"
    curve = first.table("figure_1")
    assert len(curve.rows) == len(curve.columns["ellipse_radius"]) == 30
    names = [one.name for one in second.tables()]
    assert names == ["figure_2", "neighbours", "figure_2a", "figure_2b"]
    assert [row[1:3] for row in second.tables()[0].rows] == [("no", "no"), ("", "no"), ("yes",) * 2]
    assert "degrees of freedom" in second.differs
    share = share_as_printed({n: [one_draw(n, draw, 0) for draw in range(80)] for n in (50, 200)})
    assert 0.5 < share < 0.9
    assert second.verdict[-1].endswith(f"by the paper's own test, in {percent(share)} of them.")


def test_fig_2_is_not_reproduced_where_the_draws_say_so() -> None:
    figures = [figure_of(per_class, 0) for per_class in (100, 50, 200)]
    assert two_classes.state_of_figures(figures) == SAME
    turned = [replace(one, per_class=n) for one, n in zip(figures, (100, 200, 50), strict=True)]
    assert two_classes.state_of_figures(turned) == NOT
    rows = [shrinkage_of(per_class, 10, 0) for per_class in SIZES]
    shares = (0.0, 0.05, 0.7, 0.95)
    told = [
        replace(row, printed_standard_error=0.01, printed_neighbours_told=share)
        for row, share in zip(rows, shares, strict=True)
    ]
    assert two_classes.state_of_draws(told) == SAME
    flat = [replace(row, printed_points=1.0) for row in told]
    assert two_classes.state_of_draws(flat) == NOT
    seldom = [replace(row, printed_neighbours_told=0.4) for row in told]
    assert two_classes.state_of_draws(seldom) == NOT


def test_fig_2_comes_out_where_a_pair_of_draws_has_all_of_it() -> None:
    few = Counted(5.0, 4.0, 9.0, 0.1, 0.0, 0.0)
    many = Counted(0.0, 0.0, 1.0, 0.0, 0.0, 1.0)
    pairs = [
        (few, many),
        (few._replace(printed_neighbours_told=1.0), many),
        (few, many._replace(printed_neighbours_told=0.0)),
        (few, many._replace(printed_points=4.0)),
    ]
    rows = {50: [one for one, _ in pairs], 200: [one for _, one in pairs]}
    assert share_as_printed(rows) == 0.25


@needs_plots
def test_the_figures_circle_the_set_of_the_papers_test(small: Run) -> None:
    figures = _made("figure 2", small).figures
    for name, per_class in (("2a", 50), ("2b", 200)):
        figure = figures[f"paclik-2010-figure-{name}"]()
        legend = figure.axes[0].get_legend()
        assert legend is not None
        assert figure.axes[0].get_title(loc="left").endswith("2n - 2 degrees of freedom")
        circled = len(figure_of(per_class, 0).printed.points)
        assert f"{circled} of 29 points: no difference" in legend.get_texts()[-1].get_text()


def test_stopped_draws_go_on_and_other_settings_are_other_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(two_classes, "QUICK_DRAWS", 10)
    monkeypatch.setattr(two_classes, "BLOCK", 5)
    told: list[tuple[int, int]] = []

    def until(last: int) -> Callable[[int, int, str], bool]:
        def watch(done: int, total: int, what: str) -> bool:
            told.append((done, total))
            return done < last

        return watch

    with pytest.raises(StoppedError):
        _made("section 4.2", Run(quick=True, cache=tmp_path, watch=until(15)))
    assert told == [(0, 40), (5, 40), (10, 40), (10, 40), (15, 40)]
    counted: list[int] = []

    def counting(per_class: int, draw: int, rng: int) -> Counted:
        counted.append(per_class)
        return one_draw(per_class, draw, rng)

    monkeypatch.setattr(two_classes, "counted", counting)
    found = _made("section 4.2", Run(quick=True, cache=tmp_path)).exhibit
    assert len(counted) == 40 - 15
    assert found == _made("section 4.2", Run(quick=True, cache=tmp_path)).exhibit
    assert len(counted) == 40 - 15
    assert found == _made("section 4.2", Run(quick=True, cache=tmp_path / "new")).exhibit
    row = shrinkage_of(50, 10, 0)
    assert found.table("shrinkage").columns["mean_points"][0] == row.mean_points
    assert _made("section 4.2", Run(quick=True, cache=tmp_path, rng=1)).exhibit != found


@needs_learners
@needs_plots
def test_the_digits_are_shown(small: Run) -> None:
    made = _made("figure 3", small)
    _held_to_the_contract(made, "figure 3")
    assert list(made.figures) == ["paclik-2010-figure-3", "paclik-2010-figure-3-standardised"]
    exhibit = made.exhibit
    assert [one.name for one in exhibit.tables()] == ["figure_3", "steps", "points_3", "reach"]
    columns = exhibit.table("points_3").columns
    for prefix in ("", "printed_"):
        statuses = columns[f"{prefix}status"]
        assert statuses.count("chosen") == 2
        inside = exhibit.table("figure_3").columns[f"{prefix}not_told"]
        assert statuses.count("not distinguishable") == sum(map(int, map(str, inside)))
    assert {row[3] for row in exhibit.table("figure_3").rows} == {""}  # nothing is printed
    assert [row[1] for row in exhibit.table("steps").rows] == [f"{ASSUMED}, ours"] * 2
    assert exhibit.table("steps").columns["state"][0] == exhibit.state
    assert any(f'"{ALL}" gives "{exhibit.state}"' in one for one in exhibit.verdict)
    assert [row[1] for row in exhibit.table("reach").rows] == ["50", "50"]
    kinds = [c.kind for c in exhibit.caveats]
    assert {"scaling", "ridge", "returned_points", "step_of_the_search"} <= set(kinds)


@needs_learners
def test_the_contest_goes_on_and_knows_its_data(
    small: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = _made("section 4.3", small)
    _held_to_the_contract(made, "section 4.3")
    assert made.exhibit.state == "beyond the paper"
    assert len(made.exhibit.table("contest").rows) == 2 * 6
    pieces = sorted((small.cache / "pieces" / "paclik-2010" / "section-4-3").iterdir())
    assert len(pieces) == 4
    assert json.loads(pieces[0].read_text(encoding="utf-8"))["made_from"]["folds"] == 2

    def never(*_: Any) -> Any:
        raise AssertionError("judged again")

    with monkeypatch.context() as patched:
        patched.setattr(three_digits, "judged", never)
        assert _made("section 4.3", small).exhibit == made.exhibit
        written(small.data / "mfeat", table(101))
        with pytest.raises(AssertionError, match="judged again"):
            _made("section 4.3", small)


def test_without_the_digits_the_folder_is_named(tmp_path: Path) -> None:
    for name in ("figure 3", "section 4.3"):
        with pytest.raises(TableError, match="there is no folder 'mfeat'"):
            _made(name, Run(quick=True, data=tmp_path, cache=tmp_path))


def _contest(equal: tuple[float, ...], theirs: tuple[float, ...]) -> Contest:
    names = [*map(greedy, RUNS), *map(ascent, STARTS), EQUAL]
    return Contest(
        scaling="raw features",
        repeats=len(equal),
        folds=10,
        contestants=tuple(
            Contestant(
                name=name,
                seen=0.3,
                unseen=equal if name == EQUAL else theirs,
                time=1.0,
                points=10.0,
            )
            for name in names
        ),
    )


def test_a_search_that_is_no_better_than_none_is_named() -> None:
    good = _contest((0.5, 0.52, 0.51), (0.3, 0.31, 0.32))
    bad = _contest((0.3, 0.32, 0.31), (0.3, 0.31, 0.32))
    assert worth_sentence([good]).endswith("over repeats in 1 of 1 contests.")
    assert worth_sentence([good, bad]).endswith("over repeats in 1 of 2 contests.")


def test_the_words_of_fig_2_follow_its_neighbours() -> None:
    figures = [figure_of(per_class, 0) for per_class in (50, 200)]
    assert told_sentence(figures).endswith(
        "as in the paper and by its own test: no with 50 and yes with 200 observations per class."
    )
    turned = [replace(one, per_class=n) for one, n in zip(figures, (200, 50), strict=True)]
    assert "unlike in the paper" in told_sentence(turned)
