"""compare(of=...): every estimand has the whole study around it."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each
from typer.testing import CliRunner

import aucurate as au
from aucurate.cli.app import app
from aucurate.data.moments import Counts
from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate, Floats, Influences
from aucurate.inference.auc.simultaneous import simultaneous_comparisons
from aucurate.report.methods import methods_of
from aucurate.study.base import Study
from aucurate.study.compare import CompareStudy

TEXTS = {
    "partial-auc:specificity=0.9:1": au.estimates.PartialAuc(specificity=(0.9, 1.0)),
    "average-precision": au.estimates.AveragePrecision(),
    "sensitivity-at:specificity=0.9": au.estimates.SensitivityAt(specificity=0.9),
    "specificity-at:sensitivity=0.9": au.estimates.SpecificityAt(sensitivity=0.9),
}
EVERY = for_each("text", TEXTS)
DATA = au.datasets.load_breast_cancer()


def _paragraphs(study: CompareStudy) -> str:
    return " ".join(methods_of(study).text().partition("References")[0].split())


@pytest.fixture(scope="module")
def studies() -> dict[str, CompareStudy]:
    return {
        text: au.compare(DATA, of=text, simultaneous=True, margin=0.02, null=0.05) for text in TEXTS
    }


INTERVALS: dict[str, Any] = {
    "partial-auc:specificity=0.9:1": lambda s: au.inference.curve.partial_auc_interval(
        s, specificity=(0.9, 1.0)
    ),
    "average-precision": au.inference.curve.average_precision_interval,
    "sensitivity-at:specificity=0.9": lambda s: au.inference.curve.sensitivity_at_interval(s, 0.9),
    "specificity-at:sensitivity=0.9": lambda s: au.inference.curve.specificity_at_interval(s, 0.9),
}
TESTS: dict[str, Any] = {
    "partial-auc:specificity=0.9:1": lambda a, b: au.inference.curve.partial_auc_test(
        a, b, specificity=(0.9, 1.0)
    ),
    "average-precision": au.inference.curve.average_precision_test,
    "sensitivity-at:specificity=0.9": lambda a, b: au.inference.curve.sensitivity_at_test(
        a, b, 0.9
    ),
    "specificity-at:sensitivity=0.9": lambda a, b: au.inference.curve.specificity_at_test(
        a, b, 0.9
    ),
}


@EVERY
def test_estimates_and_differences_are_those_of_the_functions(text: str) -> None:
    study = au.compare(DATA, of=TEXTS[text])
    for estimate in study.estimates:
        alone = INTERVALS[text](DATA[estimate.name])
        assert estimate.value == pytest.approx(alone.value, rel=1e-12)
        ends = (estimate.interval.low, estimate.interval.high)
        assert ends == pytest.approx((alone.interval.low, alone.interval.high), rel=1e-9)
    for comparison in study.comparisons:
        alone = TESTS[text](DATA[comparison.first], DATA[comparison.second])
        assert comparison.p_value == pytest.approx(alone.p_value, rel=1e-8)
        assert comparison.quantity == TEXTS[text].quantity


@EVERY
def test_the_whole_study_is_about_the_estimand(text: str, studies: dict[str, CompareStudy]) -> None:
    study, estimand = studies[text], TEXTS[text]
    quantity = estimand.quantity
    assert study.settings.of == au.compare(DATA, of=estimand).settings.of
    assert study.joint is not None
    assert study.joint.hypothesis == f"all {estimand.plural} are equal"
    assert study.highest is not None
    assert study.highest.quantity == quantity
    assert len(study.simultaneous) == len(study.margin_tests) == len(study.comparisons) == 10
    assert len(study.null_tests) == 5
    words = " ".join(study.sentences())
    assert f"has the highest {quantity}" in words
    assert "AUC" not in words.replace(quantity, "").replace("Partial AUC (specificity", "")
    tables = {table.name: table for table in study.tables()}
    assert set(tables) == {"estimates", "comparisons", "joint", "margins", "null"}
    assert estimand.short in tables["estimates"].header
    assert quantity in tables["comparisons"].title
    method = _paragraphs(study)
    assert estimand.plural in method
    assert "DeLong" not in method
    assert "Mann-Whitney" not in method


@EVERY
def test_the_study_survives_json_and_draws(text: str, studies: dict[str, CompareStudy]) -> None:
    study = studies[text]
    again = Study.from_json(study.to_json())
    assert again == study
    assert str(again) == str(study)
    assert {"roc", "forest", "differences", "matrix"} <= {f.name for f in study.figures()}


def test_a_report_is_written(tmp_path: Path, studies: dict[str, CompareStudy]) -> None:
    path = tmp_path / "report.html"
    studies["average-precision"].to_html(path)
    page = path.read_text(encoding="utf-8")
    assert "Comparison of average precisions" in page
    assert "of=&#39;average-precision&#39;" in page or 'of="average-precision"' in page.replace(
        "&#34;", '"'
    )


def test_the_partial_auc_over_the_whole_range_is_the_auc() -> None:
    whole = au.compare(DATA, of=au.estimates.PartialAuc(specificity=(0.0, 1.0)), simultaneous=True)
    plain = au.compare(DATA, simultaneous=True)
    assert whole.joint is not None
    assert plain.joint is not None
    assert whole.joint.statistic == pytest.approx(plain.joint.statistic, rel=1e-8)
    assert whole.joint.p_value == pytest.approx(plain.joint.p_value, rel=1e-7)
    for one, two in zip(whole.comparisons, plain.comparisons, strict=True):
        assert one.p_value == pytest.approx(two.p_value, rel=1e-7)
    found = simultaneous_comparisons(DATA)
    for one, two in zip(whole.simultaneous, found, strict=True):
        assert one.interval.low == pytest.approx(two.interval.low, rel=1e-4, abs=1e-5)


@EVERY
def test_one_classifier_is_tested_against_chance(text: str) -> None:
    labels = np.arange(200) % 2
    scores = np.random.default_rng(5).normal(size=200) + 0.8 * labels
    study = au.compare(labels, scores, of=text)
    (comparison,) = study.comparisons
    assert comparison.second == "chance"
    assert comparison.second_value == study.estimand.chance == TEXTS[text].chance(100, 100)
    assert comparison.p_value < 0.05
    inside = comparison.interval.low <= 0 <= comparison.interval.high
    assert inside == (comparison.p_value > 0.05)
    value = study.estimates[0].value
    own = au.compare(labels, scores, of=text, null=value)
    assert own.comparisons[0].p_value == pytest.approx(1.0)


@EVERY
def test_different_test_sets_are_compared_too(text: str) -> None:
    rng = np.random.default_rng(8)
    sets = {}
    for name, size in (("a", 150), ("b", 240), ("c", 180)):
        labels = np.arange(size) % 2
        sets[name] = au.Scores.from_arrays(labels, rng.normal(size=size) + labels, name=name)
    data = au.UnpairedScores(tuple(sets.values()))
    study = au.compare(data, of=text, simultaneous=True)
    assert all(c.design == "unpaired" for c in study.comparisons)
    alone = au.compare(DATA, of=text, paired=False, reference="tree")
    assert any(caveat.kind == "shared_observations" for caveat in alone.caveats)


def test_a_bootstrap_can_be_asked_for() -> None:
    some = au.Resampling(replicates=200, rng=1)
    study = au.compare(
        DATA.select(("forest", "tree")),
        of="average-precision",
        method="bootstrap",
        interval="bootstrap-bca",
        all_intervals=True,
        resampling=some,
    )
    assert study.comparisons[0].method == "bootstrap percentile"
    assert study.estimates[0].interval.method == "bootstrap BCa"
    assert len(study.all_estimates) == 8


@for_each(
    "options, message",
    [
        ({"of": "lift"}, "there is no estimand 'lift'"),
        ({"of": "average-precision", "method": "delong"}, "there is no method named 'delong'"),
        ({"of": "average-precision", "interval": "delong-beta"}, "no interval named 'delong-beta'"),
        ({"of": "average-precision", "method": "venkatraman"}, "no method named 'venkatraman'"),
        ({"of": "partial-auc:specificity=0.9:1", "null": 0.5}, "lies between"),
        ({"of": "average-precision", "margin": 2.0}, "a margin must lie above 0"),
    ],
)
def test_what_does_not_fit_the_estimand_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        au.compare(DATA, **options)


def test_the_command_line_takes_the_text() -> None:
    ran = CliRunner().invoke(
        app, ["compare", "--of", "sensitivity-at:specificity=0.95", "--json", "-q"]
    )
    assert ran.exit_code == 0, ran.output
    found = json.loads(ran.stdout)
    assert found["estimand"]["name"] == "sensitivity at 95% specificity"
    wrong = CliRunner().invoke(app, ["compare", "--of", "sensitivity-at"])
    assert isinstance(wrong.exception, OptionError)


class TopShare(CountedEstimate):
    """The share of positives with the highest score: an estimand that the package does not know."""

    quantity = "share at the top"

    def chance(self, n_positive: float, n_negative: float) -> float:
        return 0.5

    def values(self, positives: Counts, negatives: Counts) -> Floats:
        half = positives.shape[1] // 2
        return np.asarray(positives[:, :half].sum(axis=1) / positives.sum(axis=1))

    def influences(self, counts: au.data.ThresholdCounts) -> Influences:
        top = (np.arange(len(counts.positives)) < len(counts.positives) // 2).astype(float)
        return Influences(top, np.zeros(len(top)))


def test_an_estimand_of_the_user_has_the_whole_study_too() -> None:
    rng = np.random.default_rng(2)
    labels = np.arange(300) % 2
    columns = {name: (rng.normal(size=300) + labels).round(1) for name in "abc"}
    study = au.compare(labels, columns, of=TopShare(), simultaneous=True, margin=0.1)
    assert "share at the top" in str(study)
    assert study.joint is not None
    assert Study.from_json(study.to_json()) == study
    assert "share at the top" in _paragraphs(study)
