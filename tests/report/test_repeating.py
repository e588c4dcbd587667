"""What the page prints to repeat a study makes the same study."""

import shlex
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

import aucurate as au
from aucurate.cli.app import app
from aucurate.planning import plan_one
from aucurate.report.repeating import Recipe, recipe_of
from aucurate.study.base import Study
from aucurate.study.compare import compare_scores
from aucurate.study.compare_settings import CompareSettings
from aucurate.study.folds import compare_folds
from aucurate.study.intervals import intervals
from aucurate.study.plan import plan_study
from aucurate.study.rank import rank

RNG = np.random.default_rng(5)
LABELS = np.where(np.arange(80) % 2, "Poor", "Good")
SCORES = {
    "a": RNG.normal(size=80) + (LABELS == "Poor"),
    'it\'s "b", c': RNG.normal(size=80),
    "-low": RNG.normal(size=80) - (LABELS == "Poor"),
}
FEW = au.Resampling(repeats=60, rng=7)
ASKED: dict[str, dict[str, Any]] = {
    "plain": {},
    "lower": {"lower": ["-low"]},
    "reference": {"reference": "-low", "lower": ["-low"], "correction": "bonferroni"},
    "unpaired": {"paired": False, "confidence": 0.9},
    "one-sided": {"alternative": "less", "null": 0.4, "interval": "newcombe"},
    "bootstrap": {"method": "bootstrap", "resampling": FEW, "simultaneous": True},
    "margin": {"margin": 0.1, "margin_test": "equivalence", "margin_method": "delong"},
    "all intervals": {"all_intervals": True, "resampling": FEW},
}


def _run(recipe: Recipe, **given: Any) -> Study:
    """The study that the printed lines make of these names."""
    exec(recipe.python, given)  # as a reader would
    study = given["study"]
    assert isinstance(study, Study)
    return study


@pytest.mark.parametrize("asked", ASKED)
def test_the_call_makes_an_equal_comparison(asked: str) -> None:
    study = au.compare(LABELS, SCORES, positive="Poor", **ASKED[asked])
    assert _run(recipe_of(study), labels=LABELS, scores=SCORES) == study


def test_missing_values_folds_and_obvious_labels_are_thought_of() -> None:
    labels, folds = (LABELS == "Poor").astype(int), np.arange(80) % 4
    scores = {"a": SCORES["a"].copy(), "b": SCORES["-low"]}
    scores["a"][3] = np.nan
    study = au.compare(labels, scores, missing="drop", folds=folds)
    recipe = recipe_of(study)
    assert "positive" not in recipe.python
    assert _run(recipe, labels=labels, scores=scores, folds=folds) == study


def test_unpaired_data_are_given_as_they_are() -> None:
    sets = {name: (LABELS[:size], SCORES["a"][:size]) for name, size in (("one", 60), ("two", 70))}
    data = au.UnpairedScores.from_arrays(sets, positive="Poor")
    study = au.compare(data)
    recipe = recipe_of(study)
    assert "UnpairedScores" in recipe.notes[0]
    assert _run(recipe, data=data) == study


def test_other_kinds() -> None:
    folds = au.load_breast_cancer_folds()
    of_folds = compare_folds(folds, threshold=0.5, rope=0.01, reference="tree")
    assert _run(recipe_of(of_folds), data=folds) == of_folds
    results = {name: RNG.uniform(size=7) for name in "abc"}
    ranked = rank(results, control="b", quantity="accuracy", better="higher")
    assert _run(recipe_of(ranked), results=results) == ranked
    found = intervals(LABELS, SCORES, positive="Poor", lower=["-low"], resampling=FEW)
    assert _run(recipe_of(found), labels=LABELS, scores=SCORES) == found


def test_fresh_randomness_is_written_down() -> None:
    fresh = au.Resampling(repeats=50, rng=None)
    study = au.compare(LABELS, SCORES, positive="Poor", method="bootstrap", resampling=fresh)
    assert _run(recipe_of(study), labels=LABELS, scores=SCORES) == study


def test_what_cannot_be_repeated_is_told() -> None:
    results = {name: RNG.uniform(size=7) for name in "abc"}
    recipe = recipe_of(rank(results, rope=0.01, repeats=100, rng=np.random.default_rng(1)))
    assert (recipe.python, recipe.command) == ("", "")
    assert "cannot be written down" in recipe.notes[0]
    assert recipe_of(plan_study(plan_one(0.8, power=0.8))) == Recipe()


def _by_command(command: str, **columns: str) -> Study:
    words = [columns.get(word, word) for word in shlex.split(command)]
    assert words[0] == "aucurate"
    done = CliRunner().invoke(app, [*words[1:], "--json", "--quiet"])
    assert done.exit_code == 0, done.output
    return Study.from_json(done.stdout)


def _assert_same_numbers(again: Study, study: Study) -> None:
    """All is the same but for the words on the source."""
    told = {"provenance": None}
    assert again.to_dict() | told == study.to_dict() | told
    said = {"source": None}
    assert again.provenance.to_dict() | said == study.provenance.to_dict() | said


@pytest.mark.parametrize("asked", ASKED)
def test_the_command_of_a_table_makes_an_equal_comparison(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    others = {"row": np.arange(80), "outcome": LABELS}
    pl.DataFrame(SCORES | others).write_csv("my scores.csv")
    data = au.read_scores(
        "my scores.csv",
        label="outcome",
        positive="Poor",
        scores=list(SCORES),
        lower=ASKED[asked].get("lower", ()),
    )
    options = {name: value for name, value in ASKED[asked].items() if name != "lower"}
    study = compare_scores(data, CompareSettings(**options), source="my scores.csv")
    recipe = recipe_of(study)
    assert _by_command(recipe.command, COLUMN="outcome").to_json() == study.to_json()
    _assert_same_numbers(_run(Recipe(python=recipe.python.replace("COLUMN", "outcome"))), study)


@pytest.mark.parametrize("chosen", [(), ("tree", "forest")])
def test_the_shipped_study(chosen: tuple[str, ...]) -> None:
    command = " ".join(["aucurate compare", *(f"--scores {name}" for name in chosen)])
    study = _by_command(f"{command} --correction none")
    recipe = recipe_of(study)
    assert _by_command(recipe.command) == study
    _assert_same_numbers(_run(recipe), study)


def test_the_shipped_folds() -> None:
    study = _by_command("aucurate folds")
    _assert_same_numbers(_run(recipe_of(study)), study)
