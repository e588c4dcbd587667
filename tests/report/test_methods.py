"""The method paragraph: every study has one, every method its words, every citation its work."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.curve.class_decisions import CLASS_CRITERIA
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import RATES
from aucurate.curve.threshold_rules import Criterion, ThresholdRule
from aucurate.data.division import DESIGNS
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.scores import Scores, UnpairedScores
from aucurate.datasets import (
    load_breast_cancer,
    load_breast_cancer_folds,
    load_wine_class_folds,
    load_wine_classes,
)
from aucurate.estimates.estimands import ESTIMANDS
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.estimates.weights.nested import WeightSearch
from aucurate.formatting import upper_limit
from aucurate.inference.core import influence
from aucurate.inference.core.multiplicity import CORRECTIONS
from aucurate.inference.folds.registry import FOLD_TESTS
from aucurate.inference.methods import (
    CITATION,
    COMPARISONS,
    CURVE_TESTS,
    ESTIMAND_COMPARISONS,
    ESTIMAND_INTERVALS,
    INTERVALS,
    JOINT_TESTS,
    MARGIN_TESTS,
    METHODS,
    MODEL_INTERVALS,
    Method,
    methods_for,
)
from aucurate.inference.operating import net_benefit
from aucurate.inference.operating.rates import RateKind, rate_estimates
from aucurate.inference.resampling.options import Resampling
from aucurate.io.files import read_scores
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.planning.plan import NullVariance, Question
from aucurate.planning.variances import VARIANCES
from aucurate.report import kinds, phrases
from aucurate.report.kinds import kind_of
from aucurate.report.kinds.compare import DEFINITIONS, MARGIN_SENTENCES
from aucurate.report.kinds.folds import DESIGN_WORDS
from aucurate.report.kinds.multiclass import AVERAGE_WORDS
from aucurate.report.kinds.operate import POINT_TEST_WORDS, RATE_INTERVAL_WORDS
from aucurate.report.kinds.plan import NULL_VARIANCE_WORDS, QUESTION_WORDS, VARIANCE_WORDS
from aucurate.report.methods import Methods, methods_of
from aucurate.report.phrases import (
    CORRECTION_WORDS,
    CRITERION_WORDS,
    RULE_WORDS,
    SEARCH_WORDS,
)
from aucurate.report.references import BIBLIOGRAPHY, software
from aucurate.study import Study, compare, fit, plan_study, rank
from aucurate.study.compare import intervals
from aucurate.study.folds import folds
from aucurate.study.folds.outcomes import error_and_auc
from aucurate.study.multiclass import multiclass
from aucurate.study.multiclass.numbers import AVERAGES
from aucurate.study.operate import operate
from aucurate.study.schema import study_kinds

FEW = Resampling(replicates=60, rng=7)
CANCER = load_breast_cancer()
THREE = CANCER.select(["forest", "logistic", "tree"])
PAIR = CANCER.select(["forest", "tree"])
FOLDS = load_breast_cancer_folds()
LABELS = np.arange(40) % 2
DRAWN = np.random.default_rng(3).normal(size=(2, 40))
SHIFTED = {"a": LABELS + DRAWN[0], "b": LABELS + DRAWN[1]}
RESULTS = {name: np.random.default_rng(at).uniform(size=6) for at, name in enumerate("abc")}
FIXED = FoldScores.from_arrays(
    np.tile(LABELS, 4),
    {name: np.tile(scores, 4) + np.tile(DRAWN[0], 4) for name, scores in SHIFTED.items()},
    folds=np.repeat(np.arange(4), 40),
    observations=np.tile(np.arange(40), 4),
    design="fixed test set",
)
VALUES = FoldValues.from_arrays(
    {"a": [0.8, 0.9, 0.7], "b": [0.7, 0.8, 0.8]}, quantity="kappa", design="random splits"
)

MADE: dict[str, Callable[[], Study]] = {
    "compare": lambda: compare(THREE),
    "compare, everything": lambda: compare(
        THREE,
        method="bootstrap",
        interval="bootstrap-bca",
        margin=0.02,
        margin_method="mover",
        null=0.9,
        simultaneous=True,
        reference="tree",
        all_intervals=True,
        resampling=FEW,
    ),
    "compare, one-sided": lambda: compare(PAIR, alternative="greater", correction="none"),
    "compare, curves": lambda: compare(
        THREE, method="venkatraman", paired=False, correction="none", resampling=FEW
    ),
    "compare, unpaired": lambda: compare(
        UnpairedScores((CANCER["forest"], CANCER["tree"])), margin=0.05, margin_test="equivalence"
    ),
    "compare, separate": lambda: compare(
        UnpairedScores(
            (
                Scores.from_arrays(LABELS, SHIFTED["a"], name="a"),
                Scores.from_arrays(LABELS[:30], SHIFTED["b"][:30], name="b"),
            )
        ),
        method="hanley-mcneil",
    ),
    "compare, one": lambda: compare(CANCER["forest"], null=0.8, interval="delong-wald"),
    "compare, perfect": lambda: compare(LABELS, {"a": LABELS, "b": LABELS}),
    "compare, some perfect": lambda: compare(LABELS, {"a": LABELS, **SHIFTED, "c": -LABELS}),
    "intervals": lambda: intervals(CANCER["tree"], resampling=FEW),
    "fit": lambda: fit(LABELS, 5 + SHIFTED["a"], resampling=FEW),
    "folds": lambda: folds(FOLDS, threshold=0.5, rope=0.01, all_tests=True),
    "folds, fixed test set": lambda: folds(FIXED, threshold=0.5),
    "folds, values": lambda: folds(VALUES, method="t"),
    "multiclass": lambda: multiclass(
        load_wine_classes(), order=("barolo", "grignolino", "barbera")
    ),
    "multiclass, folds": lambda: multiclass(
        load_wine_class_folds()["forest"], search="greedy", limits={"barolo": 0.1}
    ),
    "multiclass, no search": lambda: multiclass(load_wine_classes()["forest"], search="none"),
    "operate": lambda: operate(THREE, at=0.5),
    "operate, thresholds": lambda: operate(PAIR, at={"forest": 0.5, "tree": 0.4}, interval="exact"),
    "operate, youden": lambda: operate(PAIR, at="youden", interval="delta", resampling=FEW),
    "operate, costs": lambda: operate(PAIR, at="cost=5:1,prevalence=0.02", resampling=FEW),
    "operate, at a rate": lambda: operate(PAIR, at="sensitivity=0.9", resampling=FEW),
    "operate, loss": lambda: operate(PAIR, at="loss=2", rates=["sensitivity"]),
    "operate-folds": lambda: operate(FOLDS, at="corner", pairs=[("forest", "tree")]),
    "operate-folds, given": lambda: operate(
        FOLDS, at=0.5, points=3, degrees_of_freedom="2n-2", correction="holm"
    ),
    "outcomes": lambda: error_and_auc({"cancer": FOLDS}, threshold=0.5),
    "outcomes, recommended": lambda: error_and_auc({"c": FOLDS}, threshold=0.5, method=None),
    "plan": lambda: plan_study(plan_two(0.8, 0.75, correlation=0.5, power=0.8)),
    "plan, one": lambda: plan_study(plan_one(0.8, power=0.8)),
    "plan, pilot": lambda: plan_study(plan_two(pilot=PAIR, power=0.8), pilot=PAIR),
    "plan, margin": lambda: plan_study(
        plan_two(0.8, 0.8, paired=False, question="non-inferiority", margin=0.1, power=0.8)
    ),
    "plan, interval": lambda: plan_study(plan_interval(0.9, width=0.1)),
    "rank": lambda: rank(RESULTS),
    "rank, control": lambda: rank(
        RESULTS, control="a", rope=0.01, resampling=Resampling(replicates=100)
    ),
    "rank, two": lambda: rank({name: RESULTS[name] for name in "ab"}),
    "rank, folds": lambda: rank(
        RESULTS | {"data": ["x", "y"] * 3, "fold": [1, 1, 2, 2, 3, 3]},
        dataset="data",
        fold="fold",
        rope=0.01,
        hierarchical=True,
        resampling=Resampling(replicates=100),
    ),
}
UNCITED = partial(re.compile(f" {CITATION.pattern}").sub, "")
REPRODUCED = {"aslan2009", "betinec2008", "gajowniczek2014", "paclik2010", "rosset2004"}
"""Papers that aucurate-papers computes again."""
FAULTS = re.compile(r"  | [.,;:)]|\( |\.\.|\(\)|\{|\}|\bnan\b|\bNone\b|the method '")
EVERY = pytest.mark.parametrize("name", MADE)


@cache
def _made(name: str) -> Study:
    return MADE[name]()


@cache
def _found(name: str) -> Methods:
    return methods_of(_made(name))


def _text(name: str) -> str:
    return "\n".join(_found(name).paragraphs)


def _cited(text: str) -> list[str]:
    """What stands in brackets and is the short form of a work, in order."""
    known = {work.short for work in (*BIBLIOGRAPHY.values(), software(""))}
    inside = [part for group in re.findall(r"\(([^()]*)\)", text) for part in group.split("; ")]
    return [part for part in inside if part in known]


@EVERY
def test_references_are_what_the_text_cites_in_this_order(name: str) -> None:
    found = _found(name)
    assert [work.short for work in found.references] == list(dict.fromkeys(_cited(_text(name))))
    assert found.references[-1] == software(_made(name).provenance.version)


@EVERY
def test_paragraphs_are_clean_sentences(name: str) -> None:
    found = _found(name)
    assert found.paragraphs
    for paragraph in found.paragraphs:
        assert paragraph.isprintable()
        assert "http" not in paragraph
        assert paragraph.endswith(".")
        assert paragraph[0].isupper()
        assert not FAULTS.search(paragraph)
        assert paragraph.count("(") == paragraph.count(")")
        # A work is cited where a paragraph first speaks of it.
        assert len(_cited(paragraph)) == len(set(_cited(paragraph)))


@EVERY
def test_it_is_the_same_after_json(name: str) -> None:
    study = _made(name)
    assert methods_of(Study.from_json(study.to_json())) == _found(name)
    assert Methods.from_dict(_found(name).to_dict()) == _found(name)


def test_every_kind_of_study_has_its_words() -> None:
    assert {_made(name).kind for name in MADE} == set(study_kinds())
    assert all(kind_of(_made(name)).paragraphs(_made(name)) for name in MADE)


def test_text_and_bibtex_hold_everything() -> None:
    found = _found("compare")
    text = found.text()
    assert all(one in text for one in (*found.paragraphs, *map(str, found.references)))
    assert found.bibtex().count("\n@") == len(found.references) - 1
    assert "@misc{aucurate," in found.bibtex()
    assert _made("compare").methods() == text


REGISTRIES: dict[str, tuple[Collection[str], Mapping[str, Any]]] = {
    "estimands": (ESTIMANDS, DEFINITIONS),
    "margin tests": (MARGIN_TESTS, MARGIN_SENTENCES),
    "corrections": (CORRECTIONS, CORRECTION_WORDS),
    "designs of folds": (DESIGNS, DESIGN_WORDS),
    "tests at operating points": (
        [
            "mcnemar-mid-p",
            "mcnemar-clustered",
            net_benefit.PAIRED_METHOD.key,
            influence.METHOD.key,
        ],
        POINT_TEST_WORDS,
    ),
    "rules of thresholds": (
        [name for part in get_args(Criterion) for name in get_args(part)],
        RULE_WORDS,
    ),
    "criteria of weights": (CLASS_CRITERIA, CRITERION_WORDS),
    "searches of weights": (get_args(WeightSearch), SEARCH_WORDS),
    "averages over classes": ([one.quantity for one in AVERAGES], AVERAGE_WORDS),
    "variances of a plan": ([*VARIANCES, "pilot"], VARIANCE_WORDS),
    "variances under the null": (get_args(NullVariance), NULL_VARIANCE_WORDS),
    "questions of a plan": (get_args(Question), QUESTION_WORDS),
}


@for_each("registry", REGISTRIES)
def test_every_name_on_a_list_has_its_words(registry: str) -> None:
    names, words = REGISTRIES[registry]
    assert len(list(names)) > 0
    assert set(names) == set(words)


NAMED: dict[str, Collection[Method]] = {
    "intervals of AUCs": INTERVALS.values(),
    "comparisons of AUCs": COMPARISONS.values(),
    "tests of an AUC against a value": methods_for("AUC", "null test").values(),
    "joint tests": JOINT_TESTS.values(),
    "tests of curves": CURVE_TESTS.values(),
    "intervals of estimands": ESTIMAND_INTERVALS.values(),
    "comparisons of estimands": ESTIMAND_COMPARISONS.values(),
    "tests over folds": [test.method for test in FOLD_TESTS.values()],
    "intervals over folds": methods_for("folds", "interval").values(),
    "models": MODEL_INTERVALS.values(),
    "tests of fit": [m for m in methods_for("model", "fit test").values() if m.key != "categories"],
    "Friedman's test": methods_for("data sets", "joint test").values(),
    "posteriors": methods_for("data sets", "posterior").values(),
}
"""Methods that a paragraph names by the phrase of their entry."""


@for_each("family", NAMED)
def test_every_method_of_a_study_has_its_phrase(family: str) -> None:
    for method in NAMED[family]:
        assert method.phrase, method.key
        assert method.references or method.key in ("averaged-error", "influence"), method.key
        has_pairs = method.question == "comparison" and method.family in ("AUC", "any estimand")
        assert bool(method.unpaired_phrase) == (has_pairs and not method.paired_only) or (
            method.question == "curve test"
        )


def test_a_phrase_cites_by_keys() -> None:
    assert INTERVALS["birnbaum-klose"].references == ("dantzig1951", "birnbaum1957")
    marked = phrases.phrase_of("AUC", "interval", "birnbaum-klose")
    assert marked.endswith("can have \x02dantzig1951,birnbaum1957\x03")
    assert phrases.phrase_of("AUC", "interval", "new") == "the method 'new'"
    assert phrases.phrase_of("AUC", "interval", "new", title="New one") == "New one"


def test_the_criteria_of_rules_are_all_of_them() -> None:
    assert set(RULE_WORDS) == {*RATES, "closest_corner", "loss"}


@for_each("kind", get_args(RateKind))
@for_each("prevalence", [None, 0.1])
def test_every_interval_of_a_rate_has_its_words(kind: Any, prevalence: float | None) -> None:
    use = IntendedUse(prevalence=prevalence, false_negative_cost=3)
    point = operating_point(CANCER["forest"], 0.5, use=use)
    used = {one.interval.key for one in rate_estimates(point, kind=kind)}
    assert used <= set(RATE_INTERVAL_WORDS)


def test_every_work_is_cited_and_every_citation_is_a_work() -> None:
    folder = Path(kinds.__file__).parent
    source = "".join(path.read_text() for path in [*folder.glob("*.py"), Path(phrases.__file__)])
    marks = re.findall(r"cite\(([^()]*)\)", source)
    keys = {key for mark in marks for key in re.findall(r"'([a-z0-9]+)'|\"([a-z0-9]+)\"", mark)}
    cited = {one or two for one, two in keys} | {work for m in METHODS for work in m.references}
    assert cited | REPRODUCED == set(BIBLIOGRAPHY)


@pytest.mark.parametrize(
    ("method", "paired"),
    [(name, True) for name in COMPARISONS]
    + [(name, False) for name, one in COMPARISONS.items() if not one.paired_only],
)
def test_every_comparison_is_told(method: str, paired: bool) -> None:
    study = compare(LABELS, SHIFTED, method=method, paired=paired, resampling=FEW)
    entry = COMPARISONS[method]
    found = methods_of(study)
    told = UNCITED(entry.phrase if paired else entry.unpaired_phrase)
    bare = re.sub(r" \([^()]*\d{4}\)", "", " ".join(found.paragraphs))
    assert told in bare
    assert COMPARISONS[method].resamples == ("rng 7" in bare)


@for_each("interval", INTERVALS)
def test_every_interval_is_told(interval: str) -> None:
    found = methods_of(compare(LABELS, SHIFTED["a"], interval=interval, resampling=FEW))
    told = UNCITED(INTERVALS[interval].phrase)
    assert told in re.sub(r" \([^()]*\d{4}\)", "", found.paragraphs[0])
    assert INTERVALS[interval].resamples == ("60 bootstrap replicates" in found.text())


def test_what_was_used_is_told_with_its_numbers() -> None:
    text = _text("compare")
    for told in (
        "3 classifiers (forest, logistic and tree) were compared on the same 285 observations",
        "106 positive (label malignant) and 179 negative (label benign)",
        "All 3 pairs of classifiers were compared by DeLong's test",
        "These tests were two-sided.",
        "The p-values of the 3 comparisons of AUCs were adjusted by Holm's step-down method",
        "That all AUCs are equal was tested",
    ):
        assert told in text
    everything = _text("compare, everything")
    for told in (
        "Every other classifier was compared with tree by the bootstrap",
        "Non-inferiority of every other classifier to tree in AUC was tested with a margin of 0.02 "
        "at the one-sided level 0.025",
        "the 95% confidence interval of the difference lay above -0.02",
        "Each AUC was tested against 0.9",
        "Simultaneous two-sided 95% confidence intervals",
        "60 bootstrap replicates, observations drawn with replacement within each class",
        "rng 7",
        "the 2 comparisons of AUCs, the 2 tests of the margin and the 3 tests against a fixed AUC",
    ):
        assert told in everything


def test_how_replicates_were_drawn_is_told() -> None:
    drawn = "replicates, drawn within each class (random numbers from rng 7)"
    assert f"repeated in 60 bootstrap {drawn}: the optimism" in _text("operate, youden")
    assert f"The bootstrap had 60 {drawn}." in _text("fit")
    whatever = Resampling(replicates=20, rng=1, stratified=False)
    text = methods_of(operate(PAIR, at="youden", resampling=whatever)).text()
    assert "20 bootstrap replicates, drawn whatever the class of an observation (random" in text


def test_what_was_not_done_is_not_told() -> None:
    words = ("resampl", "margin", "permutation", "simultaneous", "bound that holds for any")
    for name in ("compare", "compare, one-sided"):
        assert not [word for word in words if word in _text(name).lower()]
    assert "adjusted" not in _text("compare, one-sided")
    assert "joint" not in _text("compare, one")
    assert "intervals of the AUC were" in _text("compare, one")
    assert "intervals of the difference were" in methods_of(compare(LABELS, SHIFTED)).text()
    assert "chosen" not in _text("operate")
    assert "bootstrap" not in _text("operate")
    assert "weighted score" not in _text("multiclass, no search")
    assert "not adjusted for multiple testing" in _text("compare, curves")


def test_dropped_rows_and_lower_columns_are_told() -> None:
    scores = {"a": [0.1, 0.4, np.nan, 0.8, 0.3], "b": [5.0, 4.0, 3.0, 1.0, 4.5]}
    study = compare([0, 1, 1, 1, 0], scores, missing="drop", lower=["b"])
    text = methods_of(study).paragraphs[0]
    assert "1 row was left out because of missing values." in text
    assert "Lower scores of b counted as more positive." in text


def test_engines_and_tolerances_are_told(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    labels = np.arange(2000) % 2
    scores = {name: labels + rng.normal(size=2000) for name in ("a", "b")}
    pl.DataFrame({"y": labels, **scores}).write_parquet(tmp_path / "scores.parquet")
    read = partial(read_scores, tmp_path / "scores.parquet", label="y", engine="polars")
    by_polars = "The rows were not held in memory: the statistics were computed by polars, a batch"
    exact = methods_of(compare(read())).paragraphs[0]
    assert by_polars in exact
    assert "tolerance" not in exact
    study = compare(read(tolerance=0.02))
    text = methods_of(study).paragraphs[0]
    off = upper_limit(max(study.approximations[0].auc))
    assert by_polars in text
    assert "With a tolerance of 0.02, each AUC is guaranteed to be within " + off in text
    assert by_polars in methods_of(operate(read(), at=0.5)).paragraphs[0]


def test_pooled_folds_and_shared_test_sets_are_told() -> None:
    pooled = compare(LABELS, SHIFTED, folds=np.arange(40) // 10)
    assert "folds were pooled as if from one test set" in methods_of(pooled).paragraphs[0]
    classes = multiclass(next(iter(load_wine_class_folds().values())).pooled())
    assert "folds were pooled as if from one test set" in methods_of(classes).paragraphs[0]
    assert "methods for separate ones" in _text("compare, unpaired")
    assert "on separate test sets, a on 20 positive and 20 negative" in _text("compare, separate")


def test_a_stopped_study_says_so() -> None:
    study = compare(
        THREE,
        method="bootstrap",
        resampling=Resampling(replicates=400_000, rng=7),
        threads=1,
        progress=lambda done, _, what: what == "ranking" or done < 1,
    )
    assert len(study.comparisons) == 3
    assert "It was stopped before completion." in methods_of(study).text()


def test_rules_are_told_with_their_constraints() -> None:
    rule = ThresholdRule.best("f1", constraints={"sensitivity": 0.9})
    text = methods_of(operate(PAIR, at=rule, resampling=FEW)).text()
    assert "the one with the highest F1 among those with sensitivity at least 0.9" in text
    text = _text("operate, costs")
    assert "with the lowest expected cost (Metz 1978)" in text
    assert "Costs were 5 for a false negative and 1 for a false positive." in text
    assert "prevalence of 2%" in text
    assert "for positive likelihood ratio and negative likelihood ratio by Koopman's" in text
    assert "and negative predictive value by carrying Koopman's score intervals of the" in text


def test_hostile_and_endless_names_stay_short_text() -> None:
    mark = "\x02delong1988\x03"
    scores = {"x" * 100_000: SHIFTED["a"], f"<script>{mark}{{cite}}": SHIFTED["b"]}
    found = methods_of(compare(LABELS, scores, margin=0.1))
    text = "\n".join(found.paragraphs)
    assert len(text) < 10_000
    assert "x" * 41 not in text
    assert "<script>" in text
    assert "{cite}" in text
    assert all(paragraph.isprintable() for paragraph in found.paragraphs)
    many = {f"{name} {'y' * 1000}": SHIFTED["a"] for name in range(30)}
    assert "and 22 more" in methods_of(operate(LABELS, many, at=0.5, pairs=[])).text()


def test_what_rests_on_a_bound_is_told() -> None:
    """Comparisons with a perfect classifier have the variance of the other one."""
    study = compare(LABELS, {**SHIFTED, "perfect": np.asarray(LABELS, float)})
    text = methods_of(study).text()
    assert "rest on a bound" not in text
    assert "rest on the variance of the other classifier." in text
    assert not any("bound" in one.interval.method for one in study.comparisons)
    two = {**SHIFTED, "perfect": np.asarray(LABELS, float), "constant": np.ones(len(LABELS))}
    text = methods_of(compare(LABELS, two, null=0.5)).text()
    assert ", comparisons rest on a bound" in text
