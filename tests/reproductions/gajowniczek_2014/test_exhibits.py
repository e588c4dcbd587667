"""The exhibits: their states follow from the numbers, and each carries what belongs to it."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from aucurate.data.paired import PairedScores
from aucurate.inference.delong import delong_test
from aucurate.inference.hanley_mcneil import hanley_mcneil_test
from aucurate.inference.resampling import Resampling
from aucurate.reproductions.exhibit import STATES, Exhibit
from aucurate.reproductions.gajowniczek_2014 import Difference, claims, reproduce, score_exhibits
from aucurate.reproductions.gajowniczek_2014.churn import Halves
from aucurate.reproductions.gajowniczek_2014.differences import recomputed
from aucurate.reproductions.gajowniczek_2014.exhibits import ENTRIES
from aucurate.reproductions.gajowniczek_2014.model_curves import RATES, curves_of
from aucurate.reproductions.gajowniczek_2014.printed import (
    PRINTED_MODELS,
    PRINTED_TABLE_2,
    PRINTED_TABLE_5,
)
from aucurate.reproductions.gajowniczek_2014.scoring import Scored
from aucurate.reproductions.gajowniczek_2014.variants import claims as claims_of_figure_2
from aucurate.reproductions.gajowniczek_2014.variants import variants
from aucurate.reproductions.running import Made, Run, StoppedError
from aucurate.study import Study

MODELS = tuple(PRINTED_MODELS)
ON_PRINT = ("table 2", "figure 1", "figure 2", "table 5")
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
        patch.setattr(score_exhibits, "scored", lambda run: found)
        study = reproduce(DATA)
        patch.setattr(score_exhibits, "reproduce", lambda data, settings: study)
        patch.setattr(score_exhibits, "load", lambda folder: _halves())
        return {entry.name: entry.run(run) for entry in ENTRIES}


def test_the_entries_are_in_the_order_of_the_paper() -> None:
    names = [entry.name for entry in ENTRIES]
    assert names == [*ON_PRINT[:3], *ON_SCORES[:4], "table 5", "table 5, on our scores"]
    for entry in ENTRIES:
        assert entry.paper == "gajowniczek-2014"
        assert (entry.data == ("cell2cell",)) == (entry.name in ON_SCORES)
        assert ("scikit-learn" in entry.obtain) == (entry.name in ON_SCORES)


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
    assert {made[name].exhibit.state for name in ON_PRINT} == {"exact"}
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
    assert kinds("table 5") == kinds("table 5, on our scores") == {"shared_observations"}


def test_the_simulation_study_names_data_and_learners(made: dict[str, Made]) -> None:
    exhibit = made["simulation study"].exhibit
    sizes = {row[0]: row[1:] for row in exhibit.table("sizes").rows}
    assert sizes["explanatory variables"] == ("75", "2")
    assert sizes["observations"] == ("71,047", "8")
    assert [row[0] for row in exhibit.table("learners").rows] == list(MODELS)
    assert exhibit.provenance.settings["repeats"] == 400
    assert "are ours too" in " ".join(exhibit.sentences())


def test_what_is_drawn_is_in_the_columns(made: dict[str, Made]) -> None:
    found = [curves_of(scores, Resampling(repeats=400)) for scores in DATA]
    columns = made["simulation study"].exhibit.table("points").columns
    for at, row in enumerate(found):
        here = slice(at * len(RATES), (at + 1) * len(RATES))
        assert set(columns["model"][here]) == {row.name}
        for kind, heights in row.sensitivity.items():
            assert columns[kind][here] == heights


def test_figures_are_drawn(made: dict[str, Made], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from aucurate.plots.saving import rendered

    figures = {name: draw() for one in made.values() for name, draw in one.figures.items()}
    assert set(figures) == {f"gajowniczek-2014-{end}" for end in ("figure-1", "figure-2", "curves")}
    drawn = figures["gajowniczek-2014-curves"]
    assert [axes.get_title(loc="left") for axes in drawn.axes] == [*MODELS, ""]
    assert b"no curve of any score" in rendered(drawn, "svg")


def test_a_run_can_be_stopped(made: dict[str, Made], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Scored(data=DATA, made_from=MADE_FROM, n_variables=66)
    monkeypatch.setattr(score_exhibits, "scored", lambda run: found)
    with pytest.raises(StoppedError):
        score_exhibits.run_table_3(Run(watch=lambda done, total, what: False))


def test_the_state_of_a_printed_table_follows_its_rows() -> None:
    assert claims.as_printed([True, True]) == "exact"
    assert claims.as_printed([True, False]) == "not reproduced"
    rows = recomputed()
    assert claims.of_table_5(rows) == "exact"
    wrong = replace(rows[0], printed=rows[0].printed + 1e-5)
    assert claims.of_table_5([wrong, *rows[1:]]) == "not reproduced"


def test_what_the_digits_of_table_4_leave_open_is_little() -> None:
    for row in recomputed():
        assert row.low < row.from_trapezoid < row.high
        assert row.high - row.low < 1e-5


def test_the_state_of_figure_2_follows_its_curves() -> None:
    curves = variants()
    assert claims.follows(claims_of_figure_2(curves)) == "exact"
    turned = dict(zip(curves, [*list(curves.values())[::-1]], strict=True))
    assert claims.follows(claims_of_figure_2(turned)) == "not reproduced"


def test_the_states_of_tables_3_and_4_follow_the_numbers() -> None:
    study = reproduce(DATA)
    same, other = "same finding, other numbers", "not reproduced"
    normal = replace(study.normality[0].negative_all, p_value=0.5)
    not_normal = replace(normal, p_value=0.001)
    half = [replace(r, negative_all=not_normal, positive_all=normal) for r in study.normality]
    most = [replace(half[0], positive_all=not_normal), *half[1:]]
    assert (claims.of_table_3(half), claims.of_table_3(most)) == (other, same)
    assert claims.normality_words(half)[0].startswith("Not most")
    assert "Anderson-Darling 6 (all" in claims.normality_words(most)[0]

    raised = [replace(r, common_power=r.mann_whitney + 2 * r.standard_error) for r in study.areas]
    assert claims.of_table_4_with_model(raised[:3] + list(study.areas[3:])) == same
    assert claims.of_table_4_with_model(raised[:2] + list(study.areas[2:])) == other
    assert "raises the area of 2 of 5" in claims.raised_words(raised[:2] + list(study.areas[2:]))

    agree = replace(study.verdict, nonparametric_agree=True)
    assert claims.of_table_4_without_model(agree) == same
    assert claims.of_table_4_without_model(replace(agree, nonparametric_agree=False)) == other
    assert claims.underestimation_words(replace(agree, trapezoid_gap=0.1)) == ()


def _difference(pair: tuple[str, str], p: float) -> Difference:
    one, two = DATA[pair[0]], DATA[pair[1]]
    found = replace(delong_test(one, two), p_value=p)
    return Difference(unpaired=hanley_mcneil_test(one, two, paired=False), paired=found, holm=1.0)


def test_the_state_of_table_5_on_scores_is_by_which_models_are_told_apart() -> None:
    theirs = {pair: p <= 0.05 for pair, p in PRINTED_TABLE_5.items()}
    rows = [_difference(pair, 0.001 if theirs[pair] else 0.9) for pair in combinations(MODELS, 2)]
    assert claims.of_table_5_on_scores(rows) == "same finding, other numbers"
    assert "finds 4 of these and 0 of the others" in claims.told_apart_words(rows)
    more = [replace(rows[1], paired=replace(rows[1].paired, p_value=0.01)), rows[0], *rows[2:]]
    assert claims.of_table_5_on_scores(more) == "not reproduced"
    assert "finds 4 of these and 1 of the others" in claims.told_apart_words(more)


def test_the_state_of_the_curves_is_by_the_band() -> None:
    good = [curves_of(DATA["GDA"], Resampling(repeats=400))] * 2
    inside = [replace(row, inside={**row.inside, "common": True}) for row in good]
    assert claims.of_curves(inside) == "same finding, other numbers"
    outside = replace(inside[0], inside={**inside[0].inside, "common": False})
    assert claims.of_curves([*inside, outside]) == "not reproduced"
