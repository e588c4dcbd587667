"""What the page prints to repeat a study makes the same study."""

import hashlib
import math
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each
from typer.testing import CliRunner

import aucurate as au
from aucurate.cli.app import app
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.report.recipe import Recipe, recipe_of
from aucurate.study.base import Study
from aucurate.study.compare import intervals
from aucurate.study.folds import folds
from aucurate.study.plan import plan_study
from aucurate.study.rank import rank

RNG = np.random.default_rng(5)
LABELS = np.where(np.arange(80) % 2, "Poor", "Good")
SCORES = {
    "a": RNG.normal(size=80) + (LABELS == "Poor"),
    'it\'s "b", c': RNG.normal(size=80),
    "-low": RNG.normal(size=80) - (LABELS == "Poor"),
}
FEW = au.Resampling(replicates=60, rng=7)
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


@for_each("asked", ASKED)
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
    fold_scores = au.datasets.load_breast_cancer_folds()
    of_folds = folds(fold_scores, threshold=0.5, rope=0.01, reference="tree")
    assert _run(recipe_of(of_folds), data=fold_scores) == of_folds
    results = {name: RNG.uniform(size=7) for name in "abc"}
    ranked = rank(results, control="b", quantity="accuracy", better="higher")
    assert _run(recipe_of(ranked), results=results) == ranked
    data = {name: fold_scores.errors(threshold=0.5) for name in ("one", "two")}
    over_folds = rank(data, rope=0.01, hierarchical=True, resampling=au.Resampling(replicates=100))
    assert _run(recipe_of(over_folds), results=data) == over_folds
    found = intervals(LABELS, SCORES, positive="Poor", lower=["-low"], resampling=FEW)
    assert _run(recipe_of(found), labels=LABELS, scores=SCORES) == found


def test_fresh_randomness_is_written_down() -> None:
    fresh = au.Resampling(replicates=50, rng=None)
    study = au.compare(LABELS, SCORES, positive="Poor", method="bootstrap", resampling=fresh)
    assert _run(recipe_of(study), labels=LABELS, scores=SCORES) == study


def test_what_cannot_be_repeated_is_told() -> None:
    results = {name: RNG.uniform(size=7) for name in "abc"}
    drawn = au.Resampling(replicates=100, rng=np.random.default_rng(1))
    study = rank(results, rope=0.01, resampling=drawn)
    assert _run(recipe_of(study), results=results) == study
    unknown = replace(study.settings, resampling=replace(drawn, rng=None))  # as in older files
    recipe = recipe_of(replace(study, settings=unknown))
    assert (recipe.python, recipe.command) == ("", "")
    assert "state is not recorded" in recipe.notes[0]


PLANS = {
    "size": plan_one(0.8, null=0.7, power=0.9, level=0.01),
    "ratio": plan_one(0.8, power=0.9, ratio=3, variance="binormal", null_variance="alternative"),
    "power": plan_two(0.8, 0.75, paired=False, n_positive=90, n_negative=200),
    "auc": plan_two(None, 0.75, paired=False, n_positive=90, power=0.8, alternative="greater"),
    "level": plan_one(0.8, null=0.7, n_positive=90, power=0.8, level=None),
    "margin": plan_two(0.8, 0.8, correlation=0.5, question="equivalence", margin=0.05, power=0.8),
    "width": plan_interval(0.9, confidence=0.9, n_positive=50, scale="wald"),
    "confidence": plan_interval(0.9, 0.8, paired=False, width=0.2, confidence=None, n_positive=50),
}


def test_columns_of_subgroups_are_an_argument_of_the_call(tmp_path: Path) -> None:
    half = {"half": np.arange(80) // 40, "'third'": np.arange(80) % 3}
    study = au.compare(LABELS, SCORES, positive="Poor", by=half)
    made = _run(recipe_of(study), labels=LABELS, scores=SCORES, subgroups=half)
    assert made == study
    path = tmp_path / "scores.csv"
    pl.DataFrame({"y": LABELS, "half": half["half"], **SCORES}).write_csv(path)
    data = au.PairedScores.read(path, label="y", positive="Poor", by=["half"])
    assert "by=['half']" in recipe_of(au.compare(data)).python


@for_each("asked", PLANS)
def test_the_call_makes_an_equal_plan(asked: str) -> None:
    study = plan_study(PLANS[asked])
    assert _run(recipe_of(study)) == study


def test_a_plan_that_no_call_makes_is_not_printed() -> None:
    assert recipe_of(plan_study(PLANS["size"], n_positive=[50, 60])) == Recipe()
    pilot = plan_one(pilot=au.datasets.load_breast_cancer()["tree"], null=0.8, power=0.8)
    assert recipe_of(plan_study(pilot)) == Recipe()


def _by_command(command: str) -> Study:
    words = shlex.split(command)
    assert words[0] == "aucurate"
    done = CliRunner().invoke(app, [*words[1:], "--json", "--quiet"])
    assert done.exit_code == 0, done.output
    return Study.from_json(done.stdout)


def _assert_same_numbers(again: Study, study: Study) -> None:
    """All is the same but for what the command line notes: the source, the command, the files."""
    told = {"provenance": None}
    assert str(again.to_dict() | told) == str(study.to_dict() | told)
    noted = {"source": None, "command": None}
    assert again.provenance.to_dict() | noted == study.provenance.to_dict() | noted


@pytest.fixture
def _table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    others = {"outcome": LABELS, "row": np.arange(80), "fold": np.arange(80) // 20}
    pl.DataFrame(SCORES | others).write_csv("my scores.csv")


_OF_TABLE = ["my scores.csv", "--label", "outcome", "--positive", "Poor", "--lower=-low"]
_CHOSEN = [*_OF_TABLE, "--scores", 'it\'s "b", c', "--scores=-low", "--scores", "a"]
FILES = {
    "plain": ["compare", *_CHOSEN],
    "pooled": ["compare", *_CHOSEN, "--fold", "fold", "--missing", "drop"],
    "unpaired": ["compare", *_CHOSEN, "--unpaired", "--margin", "0.1"],
    "bootstrap": ["compare", *_CHOSEN, "--method", "bootstrap", "--replicates", "60", "--rng", "7"],
    "intervals": ["compare", *_CHOSEN, "--all-intervals", "--replicates", "60"],
    "operate": ["operate", *_CHOSEN, "--at", "youden", "--replicates", "60", "--pairs=-low,a"],
    "folds": ["folds", *_CHOSEN, "--fold", "fold", "--threshold", "0.5"],
    "operate folds": ["operate", *_CHOSEN, "--fold", "fold", "--at", "threshold=0.5"],
    "test sets": ["compare", *_OF_TABLE[:-1], "--scores", "a", "--test-set", "fold"],
    "fit": [
        "fit",
        *_OF_TABLE,
        "--scores=-low",
        "--model",
        "kernel,binormal",
        "--replicates",
        "60",
        "--rng",
        "3",
    ],
}


@pytest.mark.usefixtures("_table")
@for_each("asked", FILES)
def test_the_call_makes_the_study_of_a_command_again(asked: str) -> None:
    study = _by_command(shlex.join(["aucurate", *FILES[asked]]))
    recipe = recipe_of(study)
    assert recipe.command == study.provenance.command
    assert recipe.files[0].name == "my scores.csv"
    assert "COLUMN" not in recipe.python
    _assert_same_numbers(_run(recipe), study)


@pytest.mark.usefixtures("_table")
def test_data_that_python_read_are_read_again() -> None:
    data = au.PairedScores.read(
        Path("my scores.csv").absolute(),
        label="outcome",
        positive="Poor",
        scores=list(SCORES),
        lower=["-low"],
    )
    study = au.compare(data.select(["a", "-low"]))
    recipe = recipe_of(study)
    assert "'my scores.csv'" in recipe.python
    assert "data.select(['a', '-low'])" in recipe.python
    _assert_same_numbers(_run(recipe), study)
    assert "select" not in recipe_of(au.compare(data)).python
    scores = au.FoldScores.read(
        "my scores.csv", label="outcome", positive="Poor", fold="fold", scores=["a", "-low"]
    )
    assert "FoldScores.read" in recipe_of(au.folds(scores)).python
    assert ".read" not in recipe_of(au.folds(scores.aucs())).python


@pytest.mark.usefixtures("_table")
def test_what_no_call_reads_is_told() -> None:
    command = (
        "aucurate folds 'my scores.csv' --label outcome --positive Poor --scores a"
        " --scores=-low --fold fold"
    )
    recipe = recipe_of(_by_command(command))
    assert recipe.command == command
    assert recipe.notes == ()
    sizes = np.full(4, 60)
    data = au.FoldScores.read(
        "my scores.csv", label="outcome", positive="Poor", fold="fold", scores="a", n_train=sizes
    )
    recipe = recipe_of(au.operate(data, at=0.5))
    assert recipe.notes[0] == "data are the FoldScores made from: my scores.csv."
    assert "au.operate(data" in recipe.python
    recipe = recipe_of(_by_command("aucurate plan --first 0.8 --power 0.9"))
    assert recipe.command == "aucurate plan --first 0.8 --power 0.9"


@for_each(
    "command",
    [
        "compare --correction none",
        "compare --scores tree --scores forest",
        "folds",
        "operate --at threshold=0.5 --pairs forest,tree",
        "operate --at sensitivity=0.9 --fold fold",
        "fit --scores tree --model binormal",
    ],
)
def test_the_shipped_studies(command: str) -> None:
    study = _by_command(f"aucurate {command}")
    recipe = recipe_of(study)
    assert _by_command(recipe.command).to_json() == study.to_json()
    assert recipe.files == ()
    _assert_same_numbers(_run(recipe), study)


def test_a_part_of_the_shipped_folds_is_told() -> None:
    recipe = recipe_of(_by_command("aucurate operate --at 0.5 --fold fold --scores tree"))
    assert "FoldScores of these: the breast cancer folds" in recipe.notes[0]


USE = au.IntendedUse(prevalence=0.1, false_negative_cost=5)
RULES: dict[str, dict[str, Any]] = {
    "number": {"at": 0.1, "use": USE, "pairs": [("a", "-low")], "interval": "exact"},
    "numbers": {"at": {"a": 0.1, 'it\'s "b", c': math.inf, "-low": 0.0}, "correction": "none"},
    "youden": {"at": "youden", "rates": ["sensitivity", "f1"]},
    "sensitivity": {"at": "sensitivity=0.9", "confidence": 0.9},
    "specificity": {"at": au.ThresholdRule.at_specificity(0.8), "use": USE},
    "corner": {"at": "corner", "use": USE},
    "weighted corner": {"at": au.ThresholdRule.closest_corner(USE)},
    "cost": {"at": "cost=1:1"},
    "cost of a use": {"at": "cost=5:1", "use": au.IntendedUse(prevalence=0.3)},
    "best": {"at": "best=f1,sensitivity=0.5,specificity=0.25", "use": USE},
    "drawn otherwise": {
        "at": "youden",
        "resampling": au.Resampling(replicates=30, rng=4, stratified=False),
    },
}


@for_each("asked", RULES)
def test_the_call_makes_equal_operating_points(asked: str) -> None:
    plain: dict[str, Any] = {"resampling": FEW, "lower": ["-low"], "positive": "Poor"}
    options = plain | RULES[asked]
    study = au.operate(LABELS, SCORES, **options)
    recipe = recipe_of(study)
    assert recipe.command == ""
    assert _run(recipe, labels=LABELS, scores=SCORES).to_json() == study.to_json()
    assert recipe_of(Study.from_json(study.to_json())) == recipe
    folds = au.FoldScores.from_arrays(
        LABELS, SCORES, folds=np.arange(80) % 5, positive="Poor", lower=["-low"]
    )
    del options["resampling"], options["lower"], options["positive"]
    options.pop("interval", None)
    again = au.operate(folds, points=3, **options)
    assert _run(recipe_of(again), data=folds).to_json() == again.to_json()


def test_the_call_makes_equal_operating_points_of_posteriors() -> None:
    scores = {name: 1 / (1 + np.exp(-SCORES[name])) for name in ("a", "-low")}
    share = au.IntendedUse(prevalence=0.3)
    study = au.operate(LABELS, scores, positive="Poor", at="loss=2", use=share)
    again = _run(recipe_of(study), labels=LABELS, scores=scores)
    assert again.to_json() == study.to_json()


def test_operating_points_of_data_with_folds_are_given_as_they_are() -> None:
    data = au.PairedScores.from_arrays(LABELS, SCORES, positive="Poor", folds=np.arange(80) % 4)
    study = au.operate(data, at=0.5)
    assert _run(recipe_of(study), data=data) == study


@pytest.mark.parametrize(
    "asked",
    [
        {"model": "binormal"},
        {"model": ["kernel", "ml-binormal"], "resampling": FEW, "confidence": 0.9},
        {"model": "all", "resampling": au.Resampling(replicates=20)},
    ],
)
def test_the_call_makes_an_equal_fit(asked: dict[str, Any]) -> None:
    scores = {"-low": SCORES["-low"]}
    study = au.fit(LABELS, scores, positive="Poor", lower=["-low"], **asked)
    recipe = recipe_of(study)
    assert ("model" in recipe.python) == (asked["model"] != "all")
    assert _run(recipe, labels=LABELS, scores=scores) == study


def test_randomness_of_a_generator_is_written_down() -> None:
    fresh = au.Resampling(replicates=30, rng=np.random.default_rng(1))
    study = au.operate(LABELS, SCORES, positive="Poor", resampling=fresh)
    assert isinstance(study.settings.resampling, au.Resampling)
    again = _run(recipe_of(study), labels=LABELS, scores=SCORES)
    assert again.to_json() == study.to_json()
    fixed = au.operate(LABELS, SCORES, positive="Poor", at=0.5, resampling=fresh)
    assert fixed.settings.resampling is None
    assert _run(recipe_of(fixed), labels=LABELS, scores=SCORES) == fixed


def test_randomness_that_nobody_wrote_down() -> None:
    fresh = au.Resampling(replicates=30, rng=1)
    study = au.operate(LABELS, SCORES, positive="Poor", resampling=fresh)
    old = replace(study.settings, resampling=replace(fresh, rng=None))
    recipe = recipe_of(replace(study, settings=old))
    assert recipe.python == ""
    assert "state is not recorded" in recipe.notes[0]


def test_a_study_of_fewer_settings_is_not_guessed() -> None:
    study = au.fit(LABELS, SCORES, positive="Poor", model="kernel", resampling=FEW)
    old = replace(study, settings=replace(study.settings, resampling=None))
    assert recipe_of(old) == Recipe()


@pytest.mark.usefixtures("_table")
def test_the_page_shows_the_command_and_the_file() -> None:
    pytest.importorskip("jinja2")
    from tests.report.parsed import Page

    study = _by_command(shlex.join(["aucurate", *FILES["plain"]]))
    page = study.to_html()
    content = Path("my scores.csv").read_bytes()
    assert hashlib.sha256(content).hexdigest() in page
    assert f"{len(content):,} bytes, SHA-256" in page
    assert Page(page).texts["command"].strip() == study.provenance.command


RESULTS = {
    "wide": "results.csv --control b --rope 0.01 --replicates 100",
    "chosen": "results.csv --algorithms a,c --quantity loss --better lower",
    "folds": "folds.csv --fold part --rope 0.01 --hierarchical --test-share 0.3 --replicates 100",
    "error": "folds.csv --fold part --quantity error --missing drop",
}


@for_each("asked", RESULTS)
def test_results_are_read_again(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(4)
    frame = pl.DataFrame({name: rng.uniform(size=12) for name in "abc"})
    frame.with_columns(data=pl.Series([f"set{at}" for at in range(12)])).write_csv("results.csv")
    data, part = [f"set{at // 4}" for at in range(12)], [at % 4 for at in range(12)]
    frame.with_columns(data=pl.Series(data), part=pl.Series(part)).write_csv("folds.csv")
    study = _by_command(f"aucurate rank {RESULTS[asked]}")
    recipe = recipe_of(study)
    assert replace(_run(recipe), provenance=study.provenance) == study


MULTICLASS: dict[str, dict[str, Any]] = {
    "plain": {},
    "none": {"search": "none", "order": ["barolo", "grignolino", "barbera"]},
    "greedy": {"search": "greedy", "correction": "none"},
    "limited": {"search": "balanced", "limits": {"barolo": 0.3}, "rng": 3},
    "best": {"search": "best=macro_f1", "level": 0.1, "confidence": 0.9},
}


@pytest.mark.parametrize("name", MULTICLASS)
def test_a_study_of_several_classes_is_repeated(name: str) -> None:
    data = au.datasets.load_wine_classes()
    study = au.multiclass(data, **MULTICLASS[name])
    assert _run(recipe_of(study)).to_json() == study.to_json()


def test_several_classes_over_folds_and_in_a_file(tmp_path: Path, monkeypatch: Any) -> None:
    study = au.multiclass(au.datasets.load_wine_class_folds(), search="none")
    assert "load_wine_class_folds()" in recipe_of(study).python
    assert _run(recipe_of(study)).to_json() == study.to_json()
    monkeypatch.chdir(tmp_path)
    shutil.copy(au.datasets.path_of("wine_classes"), "wine.csv")
    prefixes = list(au.datasets.CLASS_PREFIXES.values())
    data = au.data.PairedClassScores.read(
        "wine.csv", label=au.datasets.CLASS_LABEL, prefixes=prefixes, fold="fold"
    )
    study = au.multiclass(data, search="none")
    recipe = recipe_of(study)
    assert "data = au.data.PairedClassScores.read(" in recipe.python
    assert _run(recipe).to_json() == study.to_json()


def test_a_search_by_cost_is_left_out() -> None:
    costs = np.ones((3, 3)) - np.eye(3)
    study = au.multiclass(au.datasets.load_wine_classes(), search="cost", costs=costs)
    assert recipe_of(study).python == ""
