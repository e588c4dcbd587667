"""Comparisons of observations in groups and with weights: every number, and what a reader sees."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.study.compare import CompareStudy

SIZE = 120
RNG = np.random.default_rng(20)
GROUPS = np.arange(SIZE) // 3
LABELS = (RNG.random(SIZE) < 0.4).astype(int)
SHARED = RNG.normal(size=SIZE)[GROUPS]
SCORES = {
    name: np.round(lead * LABELS + SHARED + RNG.normal(size=SIZE), 2)
    for name, lead in (("forest", 1.5), ("logistic", 1.2), ("tree", 0.6))
}
TWO = {name: SCORES[name] for name in ("forest", "tree")}
TIMES = RNG.integers(1, 5, SIZE)
WEIGHTS = RNG.gamma(2.0, 1.0, SIZE)

QUESTIONS: dict[str, dict[str, Any]] = {
    "all pairs": {},
    "all intervals": {"all_intervals": True},
    "reference": {"reference": "tree"},
    "simultaneous": {"simultaneous": True},
    "margin": {"margin": 0.1, "reference": "tree"},
    "equivalence": {"margin": 0.3, "margin_test": "equivalence"},
    "fixed value": {"null": 0.6},
    "mover": {"method": "mover"},
    "one-sided": {"alternative": "greater"},
    "unpaired": {"paired": False},
    "partial AUC": {"of": "partial-auc:specificity=0.5:1"},
    "average precision": {"of": "average-precision"},
    "sensitivity": {"of": "sensitivity-at:specificity=0.8"},
    "specificity": {"of": "specificity-at:sensitivity=0.8"},
}


def _numbers(value: Any, path: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(item, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for at, item in enumerate(value):
            yield from _numbers(item, f"{path}[{at}]")
    elif isinstance(value, int | float):
        yield path, float(value)


def _results(study: CompareStudy) -> dict[str, float]:
    """All numbers but those of the data's origin, and of intervals that are drawn at random."""
    fields = study.to_dict()
    fields["all_estimates"] = [
        each for each in fields["all_estimates"] if "bootstrap" not in each["interval"]["key"]
    ]
    return dict(_numbers({key: fields[key] for key in fields if key != "provenance"}))


@pytest.mark.parametrize("question", QUESTIONS)
def test_frequency_weights_give_every_number_of_the_repeated_rows(question: str) -> None:
    asked = QUESTIONS[question]
    repeated = au.compare(
        np.repeat(LABELS, TIMES), {n: np.repeat(s, TIMES) for n, s in SCORES.items()}, **asked
    )
    weighted = au.compare(LABELS, SCORES, frequency_weights=TIMES, **asked)
    expected, found = _results(repeated), _results(weighted)
    assert found.keys() == expected.keys()
    for path, number in expected.items():
        assert found[path] == pytest.approx(number, rel=1e-12, abs=1e-13, nan_ok=True), path
    assert weighted.provenance.n_observations == repeated.provenance.n_observations


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_allows_for_groups_and_sampling_weights(question: str) -> None:
    asked = QUESTIONS[question]
    plain = au.compare(LABELS, SCORES, **asked)
    for extra in ({"groups": GROUPS}, {"sampling_weights": WEIGHTS}):
        study = au.compare(LABELS, SCORES, **asked, **extra)
        assert len(study.tests) == len(plain.tests)
        for tested, other in zip(study.tests, plain.tests, strict=True):
            assert tested.result.standard_error != other.result.standard_error
            assert 0 <= tested.adjusted_p_value <= 1
        assert str(au.Study.from_json(study.to_json())) == str(study)


@for_each(
    "extra",
    [
        {"groups": np.arange(SIZE) * 7},
        {"sampling_weights": np.full(SIZE, 2.5)},
        {"frequency_weights": np.ones(SIZE, int)},
    ],
    ids=str,
)
def test_groups_of_one_and_equal_weights_change_no_bit(extra: dict[str, Any]) -> None:
    plain, study = (_results(au.compare(LABELS, SCORES, **given)) for given in ({}, extra))
    assert {p: n for p, n in study.items() if not p.endswith("n_groups")} == {
        p: n for p, n in plain.items() if not p.endswith("n_groups")
    }


def test_ungrouped_analysis_of_copied_rows_is_that_of_their_groups() -> None:
    """Five copies of each row in one group are worth one row."""
    few = np.arange(40)
    labels, columns = LABELS[few], {name: scores[few] for name, scores in TWO.items()}
    alone = au.compare(labels, columns)
    copied = au.compare(
        np.repeat(labels, 5),
        {name: np.repeat(scores, 5) for name, scores in columns.items()},
        groups=np.repeat(few, 5),
    )
    assert copied.tests[0].result.p_value == pytest.approx(alone.tests[0].result.p_value, rel=1e-9)
    for estimate, other in zip(copied.estimates, alone.estimates, strict=True):
        assert estimate.standard_error == pytest.approx(other.standard_error, rel=1e-9)
        assert estimate.interval.low == pytest.approx(other.interval.low, abs=0.005)
        n = 40
        positives = labels.sum()
        assert estimate.n_groups == n
        assert 4 < estimate.design_effect < 5 * (positives / (positives - 1)) + 0.2


def test_what_a_reader_sees_of_groups() -> None:
    study = au.compare(LABELS, TWO, groups=GROUPS)
    text = str(study)
    assert "AUC of 2 classifiers on 120 observations in 40 groups" in text
    assert "design effect" in text
    effects = [estimate.design_effect for estimate in study.estimates]
    low, high = (f"{math.sqrt(effect):.2f}" for effect in (min(effects), max(effects)))
    assert f"allow for 40 groups: standard errors of the AUCs are {low} to {high} times" in text
    html = study.to_html()
    assert "The observations belong to 40 groups" in html
    assert "Nonparametric analysis of clustered ROC curve data" in html
    assert "design effect" not in str(au.compare(LABELS, TWO))


def test_what_a_reader_sees_of_weights() -> None:
    study = au.compare(LABELS, TWO, sampling_weights=WEIGHTS)
    assert "on 120 observations with sampling weights" in str(study)
    assert "allow for the sampling weights" in str(study)
    assert "variances were computed by linearisation" in study.to_html()
    counted = au.compare(LABELS, TWO, frequency_weights=TIMES)
    assert f"on {TIMES.sum()} observations," in str(counted)
    assert "Rows counted as often as their frequency weights say" in counted.to_html()


def test_few_groups_and_unequal_weights_have_a_caveat() -> None:
    few = au.compare(LABELS, TWO, groups=np.arange(SIZE) // 8)
    (message,) = [c.message for c in few.caveats if c.kind == "few_groups"]
    assert "with fewer than 30 groups that hold a class" in message
    many = au.compare(np.tile(LABELS, 3), {n: RNG.normal(size=3 * SIZE) for n in "ab"},
                      groups=np.arange(3 * SIZE) // 2)  # fmt: skip
    assert not [c for c in many.caveats if c.kind == "few_groups"]
    steep = np.where(np.arange(SIZE) % 12 == 0, 1.0, 1e-3)
    weighted = au.compare(LABELS, TWO, sampling_weights=steep)
    messages = [c.message for c in weighted.caveats if c.kind == "few_observations"]
    assert messages[0].startswith("Sampling weights leave the equivalent of ")


def test_a_method_that_cannot_use_groups_or_weights_is_refused_by_name() -> None:
    grouped, weighted = {"groups": GROUPS}, {"sampling_weights": WEIGHTS}
    for method, extra in (
        ("hanley-mcneil", grouped),
        ("hanley-mcneil", weighted),
        ("venkatraman", weighted),
    ):
        with pytest.raises(au.errors.UnsupportedError) as caught:
            au.compare(LABELS, TWO, method=method, **extra)
        assert caught.value.message.startswith(method)


def test_a_row_without_weight_is_left_out_and_counted() -> None:
    weights = WEIGHTS.copy()
    weights[:10] = 0
    study = au.compare(LABELS, TWO, sampling_weights=weights)
    assert study.provenance.source.n_weightless == 10
    assert study.provenance.n_observations == SIZE - 10
    rest = slice(10, None)
    without = au.compare(
        LABELS[rest], {n: s[rest] for n, s in TWO.items()}, sampling_weights=weights[rest]
    )
    assert study.estimates == without.estimates


def test_an_identifier_within_the_groups_needs_no_caveat() -> None:
    table = pl.DataFrame({"y": LABELS, **TWO, "patient": GROUPS, "visit_id": np.arange(SIZE) // 2})
    by_patient = au.PairedScores.from_frame(table, label="y", scores=list(TWO), groups="patient")
    (message,) = [
        c.message for c in au.compare(by_patient).caveats if c.kind == "repeated_identifiers"
    ]
    assert "visit_id" in message  # a visit of two patients
    nested = table.with_columns(visit_id=pl.col("patient") * 2 + pl.int_range(SIZE) % 2)
    kinds = [
        c.kind
        for c in au.compare(
            au.PairedScores.from_frame(nested, label="y", scores=list(TWO), groups="patient")
        ).caveats
    ]
    assert "repeated_identifiers" not in kinds
    unnamed = au.compare(au.PairedScores.from_frame(nested, label="y", scores=list(TWO)))
    texts = [c.message for c in unnamed.caveats if c.kind == "repeated_identifiers"]
    assert any("groups='patient', --groups patient" in text for text in texts)
