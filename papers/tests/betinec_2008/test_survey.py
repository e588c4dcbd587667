"""Section 3 of Betinec 2008 on a made-up survey, in place of the Adult file."""

import gzip
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from aucurate.data.scores import PairedScores
from aucurate.errors import MissingExtraError, TableError
from aucurate.estimates.fits.biexponential import positive_scores
from aucurate.inference.models.biexponential import biexponential_halved_test
from aucurate.study import Study
from aucurate.study.table import Table
from aucurate_papers.betinec_2008 import section_3
from aucurate_papers.betinec_2008.comparisons import (
    ZETAS,
    Redraw,
    against_itself,
    all_halvings,
    fitted_levels,
    halved,
    halves,
    masks,
    overall,
)
from aucurate_papers.betinec_2008.layout import floats
from aucurate_papers.betinec_2008.section_3 import section_3 as betinec_2008_section_3
from aucurate_papers.betinec_2008.survey import (
    FILE,
    FIRST,
    NEGATIVES,
    PAPER,
    POWER,
    SECOND,
    Learnt,
    Survey,
    divided,
    exponential_scale,
    learnt,
    read_survey,
    transformed,
)
from aucurate_papers.running import Made, Run

PERSONS = 2600


def _write_survey(folder: Path, persons: int = PERSONS) -> None:
    """Rows like those of the file, a third of them with long hours that go with education."""
    rng = np.random.default_rng(1)
    lines = []
    for _ in range(persons):
        education = int(rng.integers(1, 17))
        long = rng.random() < 1 / (1 + np.exp(0.6 - 0.15 * (education - 8)))
        cells = (
            *(str(rng.integers(18, 80)), "Private", "1", "HS-grad", str(education)),
            *(("Married-civ-spouse", "Divorced")[int(rng.integers(2))], "?", "Husband", "White"),
            *(("Male", "Female")[int(rng.integers(2))], "0", "0", "50" if long else "40"),
            *("United-States", (">50K", "<=50K")[int(rng.integers(2))]),
        )
        lines.append(", ".join(cells))
    folder.mkdir(parents=True, exist_ok=True)
    with gzip.open(folder / FILE, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("data")
    _write_survey(found / "adult")
    return found


@pytest.fixture(scope="module")
def made(folder: Path) -> Made:
    pytest.importorskip("sklearn")
    return betinec_2008_section_3(Run(quick=True, data=folder, cache=folder / "cache"))


def _exponential(n_negative: int, n_positive: int) -> PairedScores:
    rng = np.random.default_rng(2)
    labels = np.repeat([0, 1], [n_negative, n_positive])
    scores = rng.exponential(np.where(labels == 1, 2.0, 1.0), (2, len(labels)))
    return PairedScores.from_arrays(labels, {FIRST: scores[0], SECOND: scores[1]})


def test_the_survey_is_read_and_divided_as_in_the_paper(folder: Path) -> None:
    survey = read_survey(folder / "adult")
    assert survey.predictors.shape == (PERSONS, 5)
    division = divided(survey, np.random.default_rng(0))
    assert len(division.training.is_positive) == 1387
    assert division.test.is_positive.sum() == 148
    assert (~division.test.is_positive).sum() == 314
    assert division.training.is_positive.sum() == 592 - 148


def test_no_person_is_drawn_twice(folder: Path) -> None:
    known = read_survey(folder / "adult")
    numbered = Survey(np.arange(PERSONS, dtype=np.float64)[:, None], known.is_positive)
    division = divided(numbered, np.random.default_rng(0))
    drawn = np.concatenate([division.training.predictors, division.test.predictors])
    assert len(np.unique(drawn)) == 1849


def test_another_file_and_too_few_persons_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="not the file of the Adult survey"):
        read_survey(tmp_path)
    with gzip.open(tmp_path / FILE, "wt", encoding="utf-8") as file:
        file.write("39, Private, 7\n")
    with pytest.raises(TableError, match="3 columns instead of 15"):
        read_survey(tmp_path)
    _write_survey(tmp_path, persons=600)
    with pytest.raises(TableError, match="of a class of which 592 are"):
        divided(read_survey(tmp_path), np.random.default_rng(0))


def test_without_scikit_learn_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    monkeypatch.setitem(sys.modules, "sklearn.discriminant_analysis", None)
    division = divided(read_survey(folder / "adult"), np.random.default_rng(0))
    with pytest.raises(MissingExtraError, match="extra 'papers'"):
        learnt(division, np.random.default_rng(0))


def test_a_halving_is_that_of_the_halved_test() -> None:
    scores = _exponential(31, 20)
    is_first = halved(scores.observations.is_positive, np.random.default_rng(5))
    first, second = halves(scores, is_first)
    assert (first.n_positive, first.n_negative) == (10, 16)
    assert (second.n_positive, second.n_negative) == (10, 15)
    run = Run(quick=True)
    found = all_halvings(scores, [is_first], run)
    known = biexponential_halved_test(*scores, rng=np.random.default_rng(5))
    assert found.ratios[0] == pytest.approx(known.statistic, rel=1e-12)
    assert found.p_values[0] == pytest.approx(known.p_value, rel=1e-12)
    assert found.median == found.p_values[0]


def test_halvings_are_random_and_the_same_each_time() -> None:
    positive = np.repeat([True, False], [10, 14])
    once, again = (masks(positive, 3, Run(quick=True)) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))
    assert not np.array_equal(once[0], once[1])


def test_the_exponential_scale_is_increasing_and_exponential() -> None:
    rng = np.random.default_rng(4)
    negatives = rng.beta(2, 5, 4000)
    scores = np.sort(rng.random(500))
    scaled = exponential_scale(negatives, scores)
    assert np.all(np.diff(scaled) > 0)
    assert np.all(scaled > 0)
    again = exponential_scale(negatives, rng.beta(2, 5, 4000))
    assert float(np.mean(again)) == pytest.approx(1.0, abs=0.08)
    assert float(np.std(again)) == pytest.approx(1.0, abs=0.12)


def test_transformations_leave_the_ranks_as_they_are() -> None:
    rng = np.random.default_rng(6)
    labels = np.repeat([0, 1], [60, 40])
    scores = {name: rng.beta(1 + labels, 3) for name in (FIRST, SECOND)}
    training = {name: rng.beta(1 + labels, 3) for name in (FIRST, SECOND)}
    found = Learnt(PairedScores.from_arrays(labels, scores), training, labels == 1)
    every = transformed(found)
    assert set(every) == {PAPER, POWER, NEGATIVES}
    for one in every.values():
        for name in (FIRST, SECOND):
            order = np.argsort(one.scores[name].values)
            assert np.array_equal(order, np.argsort(scores[name]))
            assert all(np.all(values > 0) for values in positive_scores(one.scores[name]))
    squared, as_it_was = every[PAPER].scores
    assert squared.values == pytest.approx(scores[FIRST] ** 2)
    assert as_it_was.values == pytest.approx(scores[SECOND])


def test_a_fitted_power_rejects_more_often_than_a_known_one() -> None:
    levels = fitted_levels(600, Run(quick=True))
    assert [one.zeta for one in levels] == list(ZETAS)
    assert levels[-1].fitted > levels[-1].known + 0.02
    assert all(abs(one.known - 0.05) < 0.04 for one in levels)


def test_the_exhibit_compares_the_two_classifiers_in_the_papers_design(made: Made) -> None:
    exhibit = made.exhibit
    assert Study.from_json(exhibit.to_json()) == exhibit
    tests = exhibit.table("tests")
    assert len(tests.rows) == 7
    assert tests.columns["ratio"][-1] is None
    assert len(floats(exhibit.table("each_halving"), "p_value")) == 10
    first = floats(exhibit.table("halvings"), "first")[-1]
    assert first == pytest.approx(floats(tests, "p_value")[0], rel=1e-9)
    kinds = {caveat.kind for caveat in exhibit.caveats}
    assert kinds >= {"other_data", "chosen_after_looking", "inferred_power"}
    assert exhibit.provenance.n_observations == 1849


def test_another_survey_is_neither_for_nor_against_the_paper(made: Made) -> None:
    assert made.exhibit.state == "beyond the paper"
    assert "for or against" in made.exhibit.differs


def test_the_verdict_says_which_tests_tell_the_two_apart(made: Made) -> None:
    exhibit = made.exhibit
    found = {name: values[0] for name, values in exhibit.table("overall").columns.items()}
    p_value = found["p_value"]
    assert isinstance(p_value, float)
    assert ("differ:" in exhibit.verdict[0]) == (p_value <= 0.05)
    assert ("are not told apart" in exhibit.verdict[0]) == (p_value > 0.05)
    paired = sum(p <= 0.05 for p in floats(exhibit.table("persons"), "paired_delong"))
    assert f"the paired DeLong test rejects in {paired} " in exhibit.verdict[1]
    for words in ("after the paper's powers", "after the chosen transformation"):
        assert words in exhibit.verdict[1]
        assert words in exhibit.verdict[2]


@pytest.mark.parametrize("model", [(0.65, 0.67), (0.67, 0.65)])
def test_a_model_that_turns_the_order_round_is_told(model: tuple[float, float]) -> None:
    columns: dict[str, tuple[object, ...]] = {
        "classifier": (FIRST, SECOND),
        "mann_whitney": (0.72, 0.71),
        "area": model,
    }
    areas = Table(name="areas", title="", header=(), rows=(), columns=columns)
    said = section_3._order(areas)
    assert ("turns the order of the two curves round" in said) == (model[0] < model[1])
    assert "LDA has the larger area by Mann-Whitney (0.720 against 0.710)" in said


def test_draws_together_are_a_t_test_of_their_differences() -> None:
    rng = np.random.default_rng(8)
    areas = rng.uniform((0.63, 0.6), (0.73, 0.7), (12, 2))
    p_values = dict.fromkeys(("halved", "halved_as_paper", "halved_delong", "paired_delong"), 0.5)
    draws = [Redraw(first=float(a), second=float(b), **p_values) for a, b in areas]
    found, known = overall(draws), stats.ttest_rel(areas[:, 0], areas[:, 1])
    assert found.statistic == pytest.approx(known.statistic, rel=1e-10)
    assert found.p_value == pytest.approx(known.pvalue, rel=1e-9)
    assert found.ahead == int(np.sum(areas[:, 0] > areas[:, 1]))


def test_a_classifier_against_itself_is_rejected_at_the_level_only_without_powers() -> None:
    scores = _exponential(314, 148)
    run = Run(quick=True)
    each = masks(scores.observations.is_positive, 40, run)
    found = against_itself(scores, each, run)
    assert list(found) == [FIRST, SECOND]
    same = PairedScores.from_arrays(
        scores.observations.is_positive, {"a": scores[FIRST].values, "b": scores[FIRST].values}
    )
    assert found[FIRST].rejecting(0.05) > 0.3 > all_halvings(same, each, run).rejecting(0.05)


def test_a_second_run_takes_kept_work_and_gives_the_same(folder: Path, made: Made) -> None:
    again = betinec_2008_section_3(Run(quick=True, data=folder, cache=folder / "cache"))
    assert again.exhibit == made.exhibit
    assert list((folder / "cache" / "pieces" / "betinec-2008" / "section-3").iterdir())


def test_the_figures_of_the_survey_are_drawn(made: Made) -> None:
    pytest.importorskip("matplotlib")
    drawn = {name: draw() for name, draw in made.figures.items()}
    assert set(drawn) == {
        "betinec-2008-survey-curves",
        "betinec-2008-halvings",
        "betinec-2008-quantiles",
    }
    assert len(drawn["betinec-2008-quantiles"].axes) == 4
    assert len(drawn["betinec-2008-survey-curves"].axes[0].lines) == 5
