"""The exhibits: their states follow from the numbers, and each carries what belongs to it."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aucurate.data.scores import PairedScores
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.auc.hanley_mcneil import hanley_mcneil_test
from aucurate.inference.resampling.options import Resampling
from aucurate.study import Study
from aucurate_papers.exhibit import STATES, Exhibit
from aucurate_papers.gajowniczek_2014 import claims
from aucurate_papers.gajowniczek_2014 import study as gajowniczek_2014_study
from aucurate_papers.gajowniczek_2014.churn import Halves, Scored
from aucurate_papers.gajowniczek_2014.curves import RATES, curves_of
from aucurate_papers.gajowniczek_2014.exhibits import ENTRIES
from aucurate_papers.gajowniczek_2014.printed import (
    PRINTED_MODELS,
    PRINTED_TABLE_2,
    PRINTED_TABLE_5,
)
from aucurate_papers.gajowniczek_2014.printed_exhibits import rates_table
from aucurate_papers.gajowniczek_2014.recomputing import recomputed
from aucurate_papers.gajowniczek_2014.study import Areas, Difference, reproduce
from aucurate_papers.gajowniczek_2014.worked_example import claims as claims_of_figure_2
from aucurate_papers.gajowniczek_2014.worked_example import variants
from aucurate_papers.running import Made, Run, StoppedError

MODELS = tuple(PRINTED_MODELS)
ON_PRINT = ("table 1", "table 2", "figure 1", "figure 2", "table 5")
ON_SCORES = (
    *("simulation study", "table 3", "table 4, non-parametric", "table 4, parametric"),
    "table 5, on our scores",
)
MADE_FROM = {"scikit-learn": "1.2.3", "rng": 0, "data": "a digest"}


def _scores() -> PairedScores:
    """Skewed to opposite sides, as probabilities of two classes are; Boosting is the better one."""
    rng = np.random.default_rng(0)
    labels = np.repeat([1, 0], [150, 850])
    shared = rng.normal(size=len(labels))
    scores = {}
    for name in MODELS:
        above = 1.0 if name == "Boosting" else 0.4
        value = above * labels + 0.9 * shared + 0.4 * rng.normal(size=len(labels))
        scores[name] = (1 / (1 + np.exp(-value))) ** np.where(labels == 1, 1.0, 1.2)
    return PairedScores.from_arrays(labels, scores)


DATA = _scores()


def _halves() -> Halves:
    numbers, churn = np.zeros((4, 2)), np.array([0, 1, 0, 1])
    return Halves(
        variables=("revenue", "age1"),
        calibration=numbers,
        calibration_churn=churn,
        validation=numbers,
        validation_churn=churn,
    )


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    data = tmp_path_factory.mktemp("data")
    (data / "cell2cell").mkdir()
    run = Run(quick=True, data=data, cache=data)
    with pytest.MonkeyPatch.context() as patch:
        found = Scored(data=DATA, made_from=MADE_FROM, n_variables=66)
        patch.setattr(gajowniczek_2014_study, "scored", lambda run: found)
        study = reproduce(DATA)
        patch.setattr(gajowniczek_2014_study, "reproduce", lambda data, settings: study)
        patch.setattr(gajowniczek_2014_study, "load", lambda folder: _halves())
        return {entry.name: entry.run(run) for entry in ENTRIES}


def test_the_entries_are_in_the_order_of_the_paper() -> None:
    names = [entry.name for entry in ENTRIES]
    assert names == [*ON_PRINT[:4], *ON_SCORES[:4], "table 5", "table 5, on our scores"]
    for entry in ENTRIES:
        assert entry.paper == "gajowniczek-2014"
        assert (entry.data == ("cell2cell",)) == (entry.name in ON_SCORES)
        assert entry.learners == (entry.name in ON_SCORES)
        assert entry.obtain == entry.kept == ""


@pytest.mark.parametrize("name", [*ON_PRINT, *ON_SCORES])
def test_every_exhibit_keeps_the_contract(name: str, made: dict[str, Made]) -> None:
    exhibit = made[name].exhibit
    assert isinstance(exhibit, Exhibit)
    assert exhibit.state in STATES
    assert (exhibit.paper, exhibit.name) == ("gajowniczek-2014", name)
    assert Study.from_json(exhibit.to_json()) == exhibit
    assert str(exhibit)
    for table in exhibit.tables():
        assert all(len(row) == len(table.header) for row in table.rows)
        assert len({len(values) for values in table.columns.values()}) == 1
        assert len(exhibit.to_frame(table.name)) == len(next(iter(table.columns.values())))
    assert (exhibit.differs == "") == (exhibit.state == "exact")


def test_what_needs_only_the_paper_is_exact(made: dict[str, Made]) -> None:
    states = {made[name].exhibit.state for name in ON_PRINT if name != "figure 2"}
    assert states == {"exact"}
    assert all(row.comes_out for row in recomputed())
    columns = made["figure 1"].exhibit.table("figure_1").columns
    printed = [(row[-1], row[4]) for row in PRINTED_TABLE_2]
    drawn = zip(columns["one_minus_specificity"], columns["sensitivity"], strict=True)
    np.testing.assert_allclose(list(drawn), [(0, 0), *printed])  # type: ignore[arg-type]


def test_exhibits_of_scores_say_how_they_were_made(made: dict[str, Made]) -> None:
    for name in ON_SCORES:
        exhibit = made[name].exhibit
        told = {caveat.kind: str(caveat) for caveat in exhibit.caveats}
        assert "not blind" in told["learners"]
        assert "trained on 4,000 observations" in told["quick"]
        assert "75 explanatory variables our copy of cell2cell has 66" in exhibit.differs
        assert MADE_FROM.items() <= exhibit.provenance.settings.items()
        assert exhibit.provenance.n_observations == 1000
    for name in ON_PRINT:
        assert "learners" not in {caveat.kind for caveat in made[name].exhibit.caveats}


def test_each_carries_its_own_caveats(made: dict[str, Made]) -> None:
    def kinds(name: str) -> set[str]:
        return {caveat.kind for caveat in made[name].exhibit.caveats} - {"learners", "quick"}

    assert kinds("table 3") == {"headings", "yardstick"}
    assert kinds("table 4, non-parametric") == set()
    assert kinds("table 4, parametric") == {"class_powers", "headings", "yardstick"}
    assert kinds("table 5") == {"class_sizes", "shared_observations"}
    assert kinds("table 5, on our scores") == {"shared_observations"}


def test_the_simulation_study_names_data_and_learners(made: dict[str, Made]) -> None:
    exhibit = made["simulation study"].exhibit
    sizes = {row[0]: row[1:] for row in exhibit.table("sizes").rows}
    assert sizes["explanatory variables"] == ("75", "2")
    assert sizes["observations"] == ("71,047", "8")
    assert [row[0] for row in exhibit.table("learners").rows] == list(MODELS)
    assert exhibit.provenance.settings["repeats"] == 400
    assert "are ours too" in " ".join(exhibit.sentences())


def test_what_is_drawn_is_in_the_columns(made: dict[str, Made]) -> None:
    found = [curves_of(scores, Resampling(replicates=400)) for scores in DATA]
    columns = made["simulation study"].exhibit.table("points").columns
    for at, row in enumerate(found):
        here = slice(at * len(RATES), (at + 1) * len(RATES))
        assert set(columns["model"][here]) == {row.name}
        for kind, heights in row.sensitivity.items():
            assert columns[kind][here] == heights


def test_figures_are_drawn(made: dict[str, Made], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from aucurate.plots.figure import rendered

    figures = {name: draw() for one in made.values() for name, draw in one.figures.items()}
    assert set(figures) == {f"gajowniczek-2014-{end}" for end in ("figure-1", "figure-2", "curves")}
    drawn = figures["gajowniczek-2014-curves"]
    assert [axes.get_title(loc="left") for axes in drawn.axes] == [*MODELS, ""]
    assert b"no curve of any score" in rendered(drawn, "svg")


def test_a_run_can_be_stopped(made: dict[str, Made], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Scored(data=DATA, made_from=MADE_FROM, n_variables=66)
    monkeypatch.setattr(gajowniczek_2014_study, "scored", lambda run: found)
    with pytest.raises(StoppedError):
        gajowniczek_2014_study.run_table_3(Run(watch=lambda done, total, what: False))


def test_the_state_of_a_printed_table_follows_its_rows() -> None:
    assert claims.as_printed([True, True]) == "exact"
    assert claims.as_printed([True, False]) == "not reproduced"
    rows = recomputed()
    assert claims.of_table_5(rows) == "exact"
    wrong = replace(rows[0], printed=rows[0].printed + 1e-8)
    assert claims.of_table_5([wrong, *rows[1:]]) == "not reproduced"


def test_the_matrix_is_counted_and_has_the_rates_of_table_2() -> None:
    columns = rates_table().columns
    assert columns["TP"] == tuple(row[2] for row in PRINTED_TABLE_2)
    assert columns["TN"] == tuple(row[5] for row in PRINTED_TABLE_2)
    assert columns["sensitivity_by_formula"] == tuple(row[4] for row in PRINTED_TABLE_2)
    assert columns["specificity_by_formula"] == tuple(row[7] for row in PRINTED_TABLE_2)
    assert columns["same"] == (True,) * 10


def test_the_class_sizes_are_told_as_inferred(made: dict[str, Made]) -> None:
    told = {caveat.kind: str(caveat) for caveat in made["table 5"].exhibit.caveats}["class_sizes"]
    assert "which leaves 607 to 610" in told
    assert "Of 8 readings 1 gives all of Table 5" in told
    assert "n1 = 609" in told
    assert "0.0063 instead of 0.0242" in told


def test_the_state_of_figure_2_follows_its_curves() -> None:
    curves = variants()
    assert claims.follows(claims_of_figure_2(curves)) == "same finding, other numbers"
    turned = dict(zip(curves, [*list(curves.values())[::-1]], strict=True))
    assert claims.follows(claims_of_figure_2(turned)) == "not reproduced"


def test_the_states_of_tables_3_and_4_follow_the_numbers() -> None:
    study = reproduce(DATA)
    same, other = "same finding, other numbers", "not reproduced"
    normal = replace(study.normality[0].negative_test, p_value=0.5)
    not_normal = replace(normal, p_value=0.001)
    half = [replace(r, negative_test=not_normal, positive_test=normal) for r in study.normality]
    most = [replace(half[3], positive_test=not_normal), *half[:3], half[4]]
    assert (claims.of_table_3(half), claims.of_table_3(most)) == (other, same)
    assert claims.normality_words(half)[0].startswith("Not most")
    assert "of ours 5, not the same ones" in claims.normality_words(half)[0]
    assert "of ours 6, the same ones" in claims.normality_words(most)[0]

    agree = replace(study.verdict, nonparametric_agree=True)
    assert claims.of_table_4_without_model(agree) == same
    assert claims.of_table_4_without_model(replace(agree, nonparametric_agree=False)) == other
    assert claims.underestimation_words(replace(agree, trapezoid_gap=0.1)) == ()


def _with_areas(row: Areas, fits: tuple[str, ...], area: float) -> Areas:
    changed: dict[str, Any] = dict.fromkeys(fits, area)
    return replace(row, **changed)


def test_an_artefact_is_what_comes_out_of_one_lambda_per_class_alone() -> None:
    fits = (*claims.VALID, "class_powers")
    flat = [_with_areas(r, fits, r.mann_whitney) for r in reproduce(DATA).areas]

    def raised(names: tuple[str, ...], *fits: str) -> list[Areas]:
        return [
            _with_areas(r, fits, r.mann_whitney + 2 * r.standard_error) if r.name in names else r
            for r in flat
        ]

    few, most, logit = MODELS[:2], ("SANN", "Boosting", "GDA"), ("SANN", "Boosting", "Logit")
    artefact = raised(most, "class_powers")
    assert claims.of_table_4_with_model(artefact) == "printed figure is wrong"
    first = claims.raised_words(artefact)[0]
    assert "comes out and is an artefact" in first
    assert "3 of 5 models (SANN, Boosting and GDA)" in first
    assert first.endswith("for none of 5.")
    both = raised(most, "class_powers", "binormal")
    assert claims.of_table_4_with_model(both) == "same finding, other numbers"
    for neither in (few, logit):
        rows = raised(neither, "class_powers")
        assert claims.of_table_4_with_model(rows) == "not reproduced"
        assert "does not come out:" in claims.raised_words(rows)[0]


def _difference(pair: tuple[str, str], unpaired: float, paired: float = 0.9) -> Difference:
    one, two = DATA[pair[0]], DATA[pair[1]]
    return Difference(
        unpaired=replace(hanley_mcneil_test(one, two, paired=False), p_value=unpaired),
        paired=replace(delong_test(one, two), p_value=paired),
        holm=1.0,
    )


def test_the_state_of_table_5_on_scores_is_by_the_paper_s_own_test() -> None:
    theirs = {pair: p <= 0.05 for pair, p in PRINTED_TABLE_5.items()}
    assert {pair for pair in theirs if theirs[pair]} == {p for p in theirs if "Boosting" in p}
    p_values = {pair: 0.001 if theirs[pair] else 0.9 for pair in combinations(MODELS, 2)}
    rows = [_difference(pair, p) for pair, p in p_values.items()]
    assert claims.of_table_5_on_scores(rows) == "same finding, other numbers"
    told = claims.told_apart_words(rows)[0]
    assert told.startswith("The paired test, the right one")
    assert "finds on our scores 0 of the 4 pairs" in told
    assert told.endswith("finds 4 and 0.")
    lost = [_difference(("SANN", "Boosting"), 0.0828, 0.001), *rows[1:]]
    assert claims.of_table_5_on_scores(lost) == "not reproduced"
    assert "finds 3 and 0, not SANN and Boosting (p = 0.083)" in claims.told_apart_words(lost)[0]
    more = [rows[0], _difference(("SANN", "Logit"), 0.01), *rows[2:]]
    assert claims.of_table_5_on_scores(more) == "not reproduced"
    assert claims.told_apart_words(more)[0].endswith("finds 4 and 1.")


def test_the_state_of_the_curves_is_by_the_band() -> None:
    good = [curves_of(DATA["GDA"], Resampling(replicates=400))] * 2
    inside = [replace(row, inside={**row.inside, "common": True}) for row in good]
    assert claims.of_curves(inside) == "same finding, other numbers"
    outside = replace(inside[0], inside={**inside[0].inside, "common": False})
    assert claims.of_curves([*inside, outside]) == "not reproduced"
