"""The exhibits of Betinec 2008 that need no data: formulas, witnesses, and the printed p-value."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import special, stats

from aucurate.inference.models.biexponential import RatioDistribution
from aucurate.study import Study
from aucurate_papers.betinec_2008 import curves, printed, ratio_test, theorems
from aucurate_papers.betinec_2008.curves import figure_1, figure_2_left
from aucurate_papers.betinec_2008.exhibits import ENTRIES
from aucurate_papers.betinec_2008.layout import floats
from aucurate_papers.betinec_2008.ratio_test import figure_2_right
from aucurate_papers.betinec_2008.theorems import (
    density_11,
    equation_15,
    equation_17,
    equation_18,
    theorem_1,
    theorem_2,
)
from aucurate_papers.exhibit import STATES, Exhibit
from aucurate_papers.running import Made, Run, StoppedError

FORMULAS = {
    "figure 1": (figure_1, "same finding, other numbers"),
    "theorem 1": (theorem_1, "exact"),
    "theorem 2": (theorem_2, "exact"),
    "equation 18": (equation_18, "printed figure is wrong"),
    "figure 2, left": (figure_2_left, "data not obtainable"),
    "figure 2, right": (figure_2_right, "exact"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    folder = tmp_path_factory.mktemp("betinec")
    run = Run(quick=True, data=folder, cache=folder / "cache")
    return {name: function(run) for name, (function, _) in FORMULAS.items()}


@pytest.mark.parametrize("name", FORMULAS)
def test_the_state_is_the_one_that_the_numbers_give(made: dict[str, Made], name: str) -> None:
    exhibit = made[name].exhibit
    assert exhibit.state == FORMULAS[name][1]
    assert exhibit.name == name
    assert exhibit.paper == "betinec-2008"


@pytest.mark.parametrize("name", FORMULAS)
def test_an_exhibit_survives_json_and_reads_as_text(made: dict[str, Made], name: str) -> None:
    exhibit = made[name].exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert exhibit.shown[0].title in str(exhibit)
    assert bool(exhibit.differs) == (exhibit.state not in ("exact", "within simulation error"))


def test_the_entries_are_all_exhibits_in_the_order_of_the_paper() -> None:
    assert [entry.name for entry in ENTRIES] == [*FORMULAS, "section 3"]
    assert len({entry.key for entry in ENTRIES}) == len(ENTRIES)
    assert ENTRIES[-1].data == ("adult",)
    assert [entry.name for entry in ENTRIES if entry.learners] == ["section 3"]


def test_titles_of_entries_are_those_of_the_exhibits(made: dict[str, Made]) -> None:
    titles = {entry.name: entry.title for entry in ENTRIES}
    assert all(titles[name] == one.exhibit.title for name, one in made.items())


def test_every_exhibit_stops_where_it_is_asked_to(tmp_path: Path) -> None:
    run = Run(quick=True, data=tmp_path, cache=tmp_path, watch=lambda done, total, what: False)
    for function, _ in FORMULAS.values():
        with pytest.raises(StoppedError):
            function(run)


def test_figure_1_has_the_areas_of_its_means(made: dict[str, Made]) -> None:
    table = made["figure 1"].exhibit.table("areas")
    assert floats(table, "area") == pytest.approx([0.75, 0.5, 0.25])
    assert floats(table, "integrated") == pytest.approx([0.75, 0.5, 0.25], abs=1e-12)


def test_a_wrong_formula_is_not_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorems, "density_11", lambda b, n0, n1: 1.001 * density_11(b, n0, n1))
    run = Run(quick=True, data=tmp_path, cache=tmp_path)
    assert theorem_1(run).exhibit.state == "not reproduced"


@pytest.mark.parametrize("at", [0, 1])
def test_a_number_that_is_not_there_is_no_agreement(at: int) -> None:
    ours = [1.0, 1.0]
    ours[at] = math.nan
    assert not printed.largest_gap(ours, [1.0, 1.0]) <= printed.ERRORS
    assert not printed.largest_errors(ours, [1.0, 1.0], [0.1, 0.1]) <= printed.ERRORS


@pytest.mark.filterwarnings("ignore::scipy.integrate.IntegrationWarning")
@pytest.mark.parametrize(
    ("module", "name", "function"),
    [
        (theorems, "equation_17", theorem_2),
        (theorems, "density_11", theorem_1),
        (theorems, "equation_15", equation_18),
        (theorems, "_log_printed_factor", equation_18),
        (curves, "_definition", figure_1),
    ],
)
def test_an_exhibit_with_a_row_of_nan_is_not_reproduced(
    module: Any, name: str, function: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, calls = getattr(module, name), []

    def fails_later(*given: Any, **options: Any) -> float:
        calls.append(given)
        return math.nan if len(calls) > 2 else float(known(*given, **options))

    monkeypatch.setattr(module, name, fails_later)
    found = function(Run(quick=True, data=tmp_path, cache=tmp_path)).exhibit
    assert found.state == "not reproduced"
    assert len(calls) > 2


def test_sentences_say_only_what_the_numbers_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(quick=True, data=tmp_path, cache=tmp_path)
    monkeypatch.setattr(theorems, "equation_17", lambda t, sizes: 1.5 * equation_17(t, sizes))
    first, beyond, *_ = theorem_2(run).exhibit.verdict
    assert "are not the same density" in first
    assert "they do not agree (up to 0.5 apart)" in beyond
    monkeypatch.setattr(theorems, "ERRORS", 0.0)
    agrees, chance = theorem_1(run).exhibit.verdict
    assert "is the F density" in agrees
    assert ": more than by chance" in chance


def test_what_a_direct_evaluation_gives_is_said_where_it_is_wrong(made: dict[str, Made]) -> None:
    exhibit = made["theorem 2"].exhibit
    density, direct = (np.array(floats(exhibit.table("law"), c)) for c in ("density", "direct"))
    off = np.count_nonzero(~(np.abs(direct / density - 1) <= theorems.SAME))
    assert sum("Without a transformation" in one for one in exhibit.verdict) == (off > 0)
    assert exhibit.verdict[-1].count("instead of") == off


@pytest.mark.parametrize(("zeta", "ahead"), [(1 / 3, 2.0), (3.0, -2.0)])
def test_a_curve_that_bends_the_other_way_is_not_as_said(zeta: float, ahead: float) -> None:
    rates = np.linspace(0, 1, 11)
    assert curves._lies_as_said(rates, rates**zeta, ahead)
    assert not curves._lies_as_said(rates, rates**zeta, -ahead)
    assert not curves._lies_as_said(rates, rates**zeta, 0.0)
    assert curves._lies_as_said(rates, rates, 0.0)


def test_what_is_computed_is_not_headed_theirs(made: dict[str, Made]) -> None:
    header = made["equation 18"].exhibit.table("factors").header
    assert not any("theirs" in head for head in header)
    assert sum("by their formula" in head for head in header) == 2


def test_only_the_printed_power_is_called_printed() -> None:
    assert printed.PRINTED_POWER_OF_LDA == 2
    assert not hasattr(printed, "PRINTED_POWERS")


def test_another_printed_p_value_would_not_come_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratio_test, "PRINTED_P", "0.7484")
    found = figure_2_right(Run(quick=True, data=tmp_path, cache=tmp_path)).exhibit
    assert found.state == "not reproduced"
    assert "does not come out" in found.verdict[0]


def test_the_printed_factor_would_be_exact_where_its_powers_do_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theorems, "FACTOR_SIZES", theorems.FACTOR_SIZES[:2])
    found = equation_18(Run(quick=True, data=tmp_path, cache=tmp_path)).exhibit
    assert found.state == "exact"
    assert not found.differs


@pytest.mark.parametrize(("n0", "n1"), [(1, 1), (4, 9), (157, 74)])
def test_equation_11_is_the_f_density(n0: int, n1: int) -> None:
    for ratio in (0.3, 1.0, 1.7):
        known = stats.f.pdf(ratio, 2 * n0, 2 * n1)
        assert density_11(ratio, n0, n1) == pytest.approx(known, rel=1e-10)


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (2, 5, 7, 3), (157, 74, 157, 74)])
@pytest.mark.parametrize("ratio", [0.6, 1.0, 1.4, 2.5])
def test_equations_15_and_17_are_the_contour_integral(
    sizes: tuple[int, int, int, int], ratio: float
) -> None:
    ours = float(RatioDistribution(*sizes).density(ratio))
    assert equation_15(ratio, sizes) == pytest.approx(ours, rel=1e-9)
    assert equation_17(ratio, sizes) == pytest.approx(ours, rel=1e-9)


def test_the_factor_with_powers_integrates_to_one(made: dict[str, Made]) -> None:
    table = made["equation 18"].exhibit.table("factors")
    assert floats(table, "total") == pytest.approx([1.0] * 6, abs=1e-10)
    sizes = (2, 3, 4, 3)
    known = (sizes[0] / sizes[1]) ** (1 - sizes[0]) * (sizes[2] / sizes[3]) ** (1 - sizes[2])
    assert floats(table, "printed_total")[2] == pytest.approx(known, rel=1e-10)


def test_the_printed_p_value_comes_out_with_one_division_only(made: dict[str, Made]) -> None:
    exhibit = made["figure 2, right"].exhibit
    assert floats(exhibit.table("answers"), "p_value")[0] == pytest.approx(
        0.748310423383, abs=1e-11
    )
    sizes = exhibit.table("sizes")
    good = [
        (negative, positive)
        for negative, positive, as_printed in zip(
            *(sizes.columns[c] for c in ("n_negative", "n_positive", "as_printed")), strict=True
        )
        if as_printed == "yes"
    ]
    assert good == [(157, 74)]
    low, high = floats(exhibit.table("regions"), "ratio")
    assert low == pytest.approx(0.6756781359993251, rel=1e-11)
    assert high == pytest.approx(1 / low, rel=1e-11)


def test_the_survey_of_the_paper_is_missed_only_where_it_is_missing(tmp_path: Path) -> None:
    (tmp_path / "akter").mkdir()
    found = figure_2_left(Run(data=tmp_path, cache=tmp_path)).exhibit
    assert found.state == "not run here"
    assert found.state in STATES
    assert isinstance(found, Exhibit)


def test_drawn_ratios_have_the_mean_of_their_law() -> None:
    drawn = theorems.drawn_ratios(10, 20, 5000, np.random.default_rng(3))
    assert len(drawn) == 5000
    share = float(np.mean(drawn <= float(special.fdtri(20, 40, 0.5))))
    assert share == pytest.approx(0.5, abs=4 * printed.share_error(0.5, 5000))


def test_figures_are_drawn_from_the_tables(made: dict[str, Made]) -> None:
    pytest.importorskip("matplotlib")
    drawn = {name: draw() for one in made.values() for name, draw in one.figures.items()}
    assert set(drawn) == {"betinec-2008-curves", "betinec-2008-ratio"}
    assert len(drawn["betinec-2008-curves"].axes) == 6
    line = drawn["betinec-2008-ratio"].axes[0].lines[0]
    table = made["figure 2, right"].exhibit.table("densities")
    assert np.asarray(line.get_ydata()).tolist() == floats(table, "density")
