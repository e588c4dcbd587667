"""Every exhibit from kept scores: tables, states, figures, and what is told."""

from pathlib import Path

import pytest
from papers.tests.aslan_2009.made import SETS, facts_of, keep, scores_of

from aucurate.errors import TableError
from aucurate.plots.figure import rendered
from aucurate.study.base import Study
from aucurate.study.folds.outcomes import OUTCOMES, Outcome
from aucurate_papers.aslan_2009 import figures, sections
from aucurate_papers.aslan_2009.exhibits import ENTRIES
from aucurate_papers.aslan_2009.numbers import FoldNormality
from aucurate_papers.aslan_2009.printed import (
    ALGORITHMS,
    CHESS,
    PRINTED_COUNTS,
    PRINTED_NAMES,
)
from aucurate_papers.aslan_2009.scores import FOLDER, OBTAIN
from aucurate_papers.exhibit import STATES
from aucurate_papers.running import Entry, Run, StoppedError


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.key)
def test_each_is_what_its_entry_says_and_survives_json(entry: Entry, cache: Path) -> None:
    exhibit = entry.run(Run(cache=cache)).exhibit
    assert (exhibit.paper, exhibit.name, exhibit.title) == (entry.paper, entry.name, entry.title)
    assert exhibit.state in STATES
    assert exhibit.verdict
    assert Study.from_json(exhibit.to_json()) == exhibit
    for table in exhibit.tables():
        assert all(len(row) == len(table.header) for row in table.rows), table.name
        assert len({len(values) for values in table.columns.values()}) == 1, table.name
        assert len(exhibit.to_frame(table.name))


@pytest.mark.parametrize("entry", ENTRIES[3:], ids=lambda entry: entry.key)
def test_without_kept_scores_it_is_said_how_they_are_made(entry: Entry, tmp_path: Path) -> None:
    with pytest.raises(TableError, match="`make scores` in a clone of the repository"):
        entry.run(Run(cache=tmp_path))
    assert (entry.kept, entry.obtain) == (FOLDER, OBTAIN)
    assert "Java 17" in entry.obtain


def test_the_order_is_that_of_the_paper() -> None:
    assert [entry.name for entry in ENTRIES] == [
        *("table 1", "figure 1", "table 2", "section 4, data sets", "section 4, outcomes"),
        *(f"figure {number}" for number in range(2, 8)),
        "section 6",
    ]


def _counts(*amounts: int) -> dict[Outcome, int]:
    return dict(zip(OUTCOMES, amounts, strict=True))


def test_the_state_of_the_counts_follows_its_criteria() -> None:
    finding = _counts(6, 10, 8, 92)
    assert sections.counts_state([PRINTED_COUNTS]) == "exact"
    assert sections.counts_state([finding, finding]) == "same finding, other numbers"
    for other in (_counts(0, 30, 10, 60), _counts(0, 8, 0, 92), _counts(60, 6, 6, 28)):
        assert sections.counts_state([finding, other]) == "not reproduced"


def test_the_state_of_the_normality_remark_follows_its_criteria() -> None:
    def found(errors: int, aucs: int) -> str:
        return sections.normality_state(
            [
                FoldNormality(quantity="error rate", series=50, rejected=errors, constant=10),
                FoldNormality(quantity="AUC", series=50, rejected=aucs, constant=0),
                FoldNormality(quantity="difference of AUC", series=9, rejected=0, constant=0),
            ]
        )

    assert found(20, 20) == "same finding, other numbers"
    assert found(40, 20) == found(20, 5) == found(0, 20) == "not reproduced"


def test_the_setup_tells_what_is_missing(cache: Path, tmp_path: Path) -> None:
    exhibit = sections.setup(Run(cache=cache)).exhibit
    assert exhibit.state == "data not obtainable"
    assert "could not be found: aibocolor, connect-4" in exhibit.differs
    sets = exhibit.table("data sets")
    assert sets.columns["printed_name"][:3] == ("aibocolor", "chess", "chess")
    assert sets.rows[0][2] == "not found"
    assert exhibit.table("algorithms").columns["algorithm"] == ALGORITHMS
    names = [CHESS[0] if name == "chess" else name for name in PRINTED_NAMES]
    keep(tmp_path, {}, facts_of(names))
    assert sections.setup(Run(cache=tmp_path)).exhibit.state == "exact"
    keep(tmp_path, {}, facts_of(names, unfinished=[("ada", "NB")]))
    unfinished = sections.setup(Run(cache=tmp_path)).exhibit
    assert unfinished.state == "not reproduced"
    assert "ada, NB (interrupted)" in unfinished.differs
    assert "stopped by us" in unfinished.differs


def test_a_quick_run_takes_the_three_smallest_sets_and_says_so(cache: Path) -> None:
    exhibit = sections.counts(Run(cache=cache, quick=True)).exhibit
    assert exhibit.provenance.settings["sets"] == list(SETS[:3])
    assert "quick" in [caveat.kind for caveat in exhibit.caveats]
    whole = sections.counts(Run(cache=cache)).exhibit
    assert whole.provenance.settings["sets"] == list(SETS)
    assert "quick" not in [caveat.kind for caveat in whole.caveats]
    assert whole.table("counts").columns["which"][0] == "theirs"
    assert "Of the 5 pairs" in " ".join(whole.verdict)


def test_algorithms_that_know_nothing_are_named(tmp_path: Path) -> None:
    keep(tmp_path, {"ada": scores_of(0, constant="C4.5")}, facts_of(["ada"]))
    exhibit = sections.counts(Run(cache=tmp_path)).exhibit
    told = [caveat.message for caveat in exhibit.caveats if caveat.kind == "unusual"]
    assert told == [
        "C4.5 on ada errs in 66.7%; C4.5 on ada has an AUC near 1/2. Nothing was changed on "
        "seeing it."
    ]
    assert exhibit.state == "not reproduced"


def test_numbers_are_kept_and_the_listener_can_stop(cache: Path) -> None:
    told: list[str] = []
    sections.counts(Run(cache=cache, watch=lambda done, total, what: told.append(what)))
    assert told == [*SETS, "all data sets"]
    assert len(list((cache / "pieces" / "aslan-2009").glob("*.json"))) >= len(SETS)
    with pytest.raises(StoppedError):
        sections.counts(Run(cache=cache, watch=lambda done, total, what: done < 2))


def test_what_a_figure_draws_is_in_its_tables(cache: Path) -> None:
    pytest.importorskip("matplotlib")
    made = figures.figure("6", Run(cache=cache))
    assert list(made.figures) == ["aslan-2009-figure-6-ada"]
    text = rendered(made.figures["aslan-2009-figure-6-ada"](), "svg").decode()
    assert "Cortes-Mohri" in text
    assert "DeLong" not in text
    methods = made.exhibit.table("intervals").columns["method"]
    assert set(methods) == {"Cortes-Mohri", "Agarwal bound", "DeLong logit"}
    bars = made.exhibit.table("bars").columns
    assert sum(bars["folds"]) == 2 * 2 * 12  # type: ignore[arg-type]
    curves = made.exhibit.table("curves").columns
    assert len(curves["fold"]) == 2 * 12
    assert curves["false_positives"][0][-1] == curves["n_negative"][0]  # type: ignore[index]
    assert set(made.exhibit.table("marks").columns["loss"]) == {0.5, 1.0, 2.0}
    assert "marks: threshold 0.5 (λ = 1)" in text


def test_each_chess_set_has_a_figure_and_one_that_fits_is_enough(cache: Path) -> None:
    made = figures.figure("2", Run(cache=cache))
    assert len(made.figures) == 2
    claims = made.exhibit.table("claims").columns
    decided: dict[object, bool] = {}
    for dataset, holds, decides in zip(
        claims["dataset"], claims["holds"], claims["decides"], strict=True
    ):
        decided[dataset] = decided.get(dataset, True) and (bool(holds) or not decides)
    fits = any(decided.values())
    assert made.exhibit.state == ("same finding, other numbers" if fits else "not reproduced")


def test_fig_3_stands_in_with_the_printed_outcome(cache: Path, tmp_path: Path) -> None:
    exhibit = figures.figure("3", Run(cache=cache)).exhibit
    assert exhibit.state == "data not obtainable"
    assert "'report' could not be found" in exhibit.differs
    assert exhibit.table("tests").columns["outcome"][0] == "accept/reject"
    claims = exhibit.table("claims")
    assert "comes out" not in claims.header
    assert not {"holds", "decides"} & set(claims.columns)
    assert not any("test" in str(what) for what in claims.columns["what"])
    assert "this shows nothing" in exhibit.verdict[0]
    assert len(exhibit.verdict) == 1
    shown = sections.counts(Run(cache=cache)).exhibit.table("pairs").columns["figure"]
    assert "3" not in shown
    same = scores_of(0, worth=(1.0, 1.0), algorithms=("C4.5", "LP"), alike=True)
    missing = [("ada", name) for name in ALGORITHMS[2:]]
    keep(tmp_path, {"ada": same}, facts_of(["ada"], unfinished=missing))
    none = figures.figure("3", Run(cache=tmp_path)).exhibit
    assert (none.state, none.shown) == ("data not obtainable", ())
    assert "none stands in" in none.verdict[0]


def test_with_its_data_fig_3_is_judged_as_the_others_are(tmp_path: Path) -> None:
    data = scores_of(0, worth=(4.0, 0.1), algorithms=("k-NN", "RIPPER"))
    missing = [("report", name) for name in ALGORITHMS if name not in data.names]
    keep(tmp_path, {"report": data}, facts_of(["report"], unfinished=missing))
    exhibit = figures.figure("3", Run(cache=tmp_path)).exhibit
    claims = exhibit.table("claims").columns
    assert claims["what"][:2] == ("error test", "AUC test")
    assert exhibit.state == "not reproduced"  # both tests reject
    assert "'report' could not be found" not in exhibit.differs


def test_a_pair_that_ranks_no_better_than_chance_is_called_degenerate(tmp_path: Path) -> None:
    data = scores_of(0, worth=(1.0, 1.0), algorithms=("k-NN", "RIPPER"), constant="RIPPER")
    missing = [("report", name) for name in ALGORITHMS if name not in data.names]
    keep(tmp_path, {"report": data}, facts_of(["report"], unfinished=missing))
    told = figures.figure("3", Run(cache=tmp_path)).exhibit.verdict[-1]
    assert told == (
        "On report RIPPER has a mean AUC of 0.500, hardly more than chance: a degenerate pair."
    )


@pytest.mark.parametrize("worth", [(0.2, 4.0), (4.0, 0.2)])
def test_fig_5_needs_the_printed_direction_too(worth: tuple[float, ...], tmp_path: Path) -> None:
    data = scores_of(0, worth=worth, algorithms=("C4.5", "LP"))
    missing = [("nursery", name) for name in ALGORITHMS[2:]]
    keep(tmp_path, {"nursery": data}, facts_of(["nursery"], unfinished=missing))
    exhibit = figures.figure("5", Run(cache=tmp_path)).exhibit
    claims = exhibit.table("claims").columns
    assert claims["holds"][:2] == (True, True)
    assert claims["holds"][claims["what"].index("higher curves")] == (worth[0] < worth[1])
    wanted = "same finding, other numbers" if worth[0] < worth[1] else "not reproduced"
    assert exhibit.state == wanted
    assert ("Not as printed: higher curves." in exhibit.verdict[0]) == (worth[0] > worth[1])


def test_a_pair_that_did_not_finish_is_refused(tmp_path: Path) -> None:
    data = scores_of(0, algorithms=("C4.5", "k-NN", "NB"))
    facts = facts_of(["nursery"], unfinished=[("nursery", "LP"), ("nursery", "RIPPER")])
    keep(tmp_path, {"nursery": data}, facts)
    with pytest.raises(TableError, match=r"C4\.5 or LP did not finish on 'nursery'"):
        figures.figure("5", Run(cache=tmp_path))


def test_the_caption_of_fig_7_is_taken_and_said(cache: Path) -> None:
    exhibit = figures.figure("7", Run(cache=cache)).exhibit
    kinds = [caveat.kind for caveat in exhibit.caveats]
    assert {"text_and_caption", "other_uncertainty", "fixed_test_set"} <= set(kinds)
    assert "reject/reject in the caption, but accept/accept in the text" in exhibit.verdict[0]
    claims = exhibit.table("claims").columns
    by_text = claims["what"].index("error test by the text")
    assert (claims["theirs"][by_text], claims["decides"][by_text]) == ("accept", False)
    assert "All that the paper says" not in str(exhibit)


def test_the_tests_that_hold_are_named(cache: Path) -> None:
    named = "the averaged error test and DeLong on placements averaged over all models"
    for made in (sections.counts(Run(cache=cache)), figures.figure("5", Run(cache=cache))):
        assert named in made.exhibit.verdict[0]
    rows = sections.counts(Run(cache=cache)).exhibit.table("counts").rows
    assert "ours, averaged error t, averaged DeLong" in [row[0] for row in rows]
