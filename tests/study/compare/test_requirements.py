"""What a comparison has to show: how it is written, tested and told."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from tests.loops import for_each

import aucurate as au
from aucurate.data.scores import PairedScores, UnpairedScores
from aucurate.errors import NotShownError, OptionError, UnsupportedError
from aucurate.inference.auc.equivalence import noninferiority_test, superiority_test
from aucurate.study import CompareStudy, Study, compare
from aucurate.study.compare.requirements import Claim


def _columns(n: int = 150) -> tuple[Any, dict[str, Any]]:
    rng = np.random.default_rng(5)
    labels = np.tile([0, 0, 1], n // 3)
    shared = rng.normal(size=n)
    noise = {"new": 0.3, "old": 0.9, "new-2": 1.2}
    return labels, {
        name: labels + 0.6 * shared + spread * rng.normal(size=n) for name, spread in noise.items()
    }


def _data() -> PairedScores:
    labels, columns = _columns()
    return PairedScores.from_arrays(labels, columns)


def _unpaired() -> UnpairedScores:
    labels, columns = _columns()
    return UnpairedScores.from_arrays({name: (labels, s) for name, s in columns.items()})


# How it is written.


@for_each(
    ("text", "named", "side", "bound"),
    [
        ("new - old > -0.01", ("new", "old"), "greater", -0.01),
        ("new-old>=0", ("new", "old"), "greater", 0.0),
        ("old − new < 1%", ("old", "new"), "less", 0.01),
        ("new - old > −.5e-1", ("new", "old"), "greater", -0.05),
        ("new-2 - new > 0", ("new-2", "new"), "greater", 0.0),
        ("new - new-2 ≥ 0", ("new", "new-2"), "greater", 0.0),
        ("'new' - \"old\" > 0", ("new", "old"), "greater", 0.0),
        ("auc(new) - AUC('old') > +0.02", ("new", "old"), "greater", 0.02),
        ("auc(new) > 80 %", ("new",), "greater", 0.8),
        ("new-2 ≤ 0.9", ("new-2",), "less", 0.9),
        ("a b - 'c - d' > 0", ("a b", "c - d"), "greater", 0.0),
        ("a > b - new > 0", ("a > b", "new"), "greater", 0.0),
        ("f(x) - new > 0", ("f(x)", "new"), "greater", 0.0),
        ("auc(f(x)) > 0.5", ("f(x)",), "greater", 0.5),
        ("' - new > 0", ("'", "new"), "greater", 0.0),
    ],
)
def test_a_requirement_is_read(text: str, named: Any, side: str, bound: float) -> None:
    names = ("new", "old", "new-2", "a b", "c - d", "a > b", "f(x)", "'")
    claim = Claim.read(text)
    assert claim.side == side
    assert claim.bound == pytest.approx(bound)
    assert claim.pair(names, None) == named


@for_each(
    "text",
    [
        "", "new", "> 0", "new - old", "new - old == 0", "new is better than old", "new > old",
        "new - old > nan", "new - old > inf", "new - old > 0 points", "new - old > --1",
    ],
)  # fmt: skip
def test_what_is_no_requirement_is_refused_before_the_data(text: str) -> None:
    with pytest.raises(OptionError) as refused:
        compare("no data are needed to see it", require=text)
    assert "'new - old > -0.01'" in refused.value.hint


@for_each(
    ("text", "message", "hint"),
    [
        ("newer - old > 0", "'newer', which is not", "did you mean 'new'?"),
        ("new - x > 0", "'x', which is not", "The classifiers are new, old and new-2"),
        ("new > 1", "lies between", "0.8 or 80%"),
        ("new > 80", "lies between", "0.8 or 80%"),
        ("new - old > -1", "between -1 and 1", "-1%"),
        ("new - new > 0", "with itself", "two classifiers"),
        ("average-precision(new) > 0.5", "compares 'auc'", "write auc(new)"),
    ],
)
def test_what_the_data_cannot_answer_is_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(OptionError, match=message) as refused:
        compare(_data(), require=text)
    assert hint in refused.value.hint


def test_a_minus_sign_that_can_be_read_in_two_ways_needs_quotes() -> None:
    names = ("a", "b-c", "a-b", "c")
    with pytest.raises(OptionError, match="can mean 'a' - 'b-c' or 'a-b' - 'c'") as refused:
        Claim.read("a-b-c > 0").pair(names, None)
    assert "quotes" in refused.value.hint
    assert Claim.read("'a-b'-c > 0").pair(names, None) == ("a-b", "c")


# How it is tested.


def _required(data: Any, text: str | Sequence[str], **options: Any) -> Any:
    return compare(data, require=text, **options).requirements[0]


@for_each("bound", [-0.05, -0.001, 0.0, 0.01, 0.2])
@for_each("confidence", [0.95, 0.9])
def test_a_difference_is_tested_by_the_margin_test(bound: float, confidence: float) -> None:
    data, level = _data(), (1 - confidence) / 2
    found = _required(data, f"new - old > {bound}", confidence=confidence)
    test = noninferiority_test if bound < 0 else superiority_test
    margin_test = test(data["new"], data["old"], margin=abs(bound), level=level)
    assert found.shown == margin_test.shown
    assert found.p_value == pytest.approx(margin_test.p_value, rel=1e-9)
    assert found.estimate == pytest.approx(margin_test.comparison.difference)
    assert found.limit == pytest.approx(margin_test.comparison.interval.low)
    assert found.level == pytest.approx(level)


def test_less_is_greater_of_the_reversed_difference() -> None:
    more, less = compare(_data(), require=["new - old > 0.01", "old - new < -1%"]).requirements
    assert (less.shown, less.p_value) == (more.shown, more.p_value)
    assert (less.estimate, less.limit) == (-more.estimate, -more.limit)
    assert (less.first, less.second, less.bound) == ("old", "new", -0.01)


def test_what_is_shown_for_one_number_is_shown_for_all_lower_ones() -> None:
    bounds = np.linspace(-0.3, 0.3, 61)
    texts = [f"new - old > {bound}" for bound in bounds]
    shown = [found.shown for found in compare(_data(), require=texts).requirements]
    assert shown == sorted(shown, reverse=True)
    assert 0 < sum(shown) < len(shown)


@for_each("interval", ["auto", "delong-logit", "delong-wald"])
def test_an_estimate_is_tested_by_the_limit_of_its_interval(interval: str) -> None:
    study = compare(_data(), interval=interval)
    low, high = study.estimate("new").interval.low, study.estimate("new").interval.high
    inside = (low + high) / 2
    texts = [f"auc(new) > {low - 1e-6}", f"new > {low + 1e-6}", f"new > {inside}", "new < 0.9999"]
    found = compare(_data(), interval=interval, require=texts).requirements
    assert [each.shown for each in found[:3]] == [True, False, False]
    assert found[0].limit == pytest.approx(low)
    assert found[0].p_value < 0.025 < found[1].p_value
    assert found[3].limit == pytest.approx(high)


@for_each(
    ("options", "key"),
    [
        ({}, "mover"),
        ({"method": "bootstrap"}, "bootstrap"),
        ({"margin_method": "delong"}, "delong"),
        ({"method": "venkatraman"}, "mover"),
        ({"of": "partial-auc:specificity=0.8:1"}, "influence"),
        ({"paired": False}, "mover"),
    ],
)
def test_the_method_is_that_of_margins(options: dict[str, Any], key: str) -> None:
    few = au.Resampling(replicates=100, rng=1)
    found = _required(_data(), "new - old > -0.02", resampling=few, **options)
    assert found.key.startswith(key)
    assert found.design == ("unpaired" if "paired" in options else "paired")


def test_other_designs_and_estimands() -> None:
    assert _required(_unpaired(), "new - old > -0.3").design == "unpaired"
    groups = np.repeat(np.arange(50), 3)
    labels, columns = _columns()
    grouped = compare(labels, columns, groups=groups, require="new - old > -0.1")
    assert grouped.requirements[0].shown
    ap = _required(_data(), "average-precision(new) > 0.5", of="average-precision")
    assert ap.shown
    assert ap.quantity == "average precision"
    at = _required(_data(), "sensitivity-at(new) > 0.05", of="sensitivity-at:specificity=0.9")
    assert at.second is None


def test_a_method_without_other_nulls_shows_differences_from_0_and_estimates() -> None:
    few = au.Resampling(replicates=200, rng=1)
    for text in ("new - old > 0", "auc(new) > 0.6"):
        assert _required(_data(), text, method="permutation", resampling=few).shown
    with pytest.raises(OptionError, match="only test a difference of 0"):
        compare(_data(), require="new - old > -0.01", method="permutation")


def test_requirements_of_many_with_a_reference_name_it() -> None:
    labels = np.tile([0, 1], 20)
    rng = np.random.default_rng(1)
    many = {f"m{at}": rng.normal(size=40) + labels for at in range(501)}
    study = compare(labels, many, reference="m0", require="m500 - m0 > -0.9")
    assert study.requirements[0].shown
    with pytest.raises(UnsupportedError, match="compared with 'm0'"):
        compare(labels, many, reference="m0", require="m500 - m499 > -0.9")


# What is told.


def test_the_study_is_shown_only_if_all_requirements_are() -> None:
    good, bad = "new - old > -0.2", "old - new > 0"
    assert compare(_data(), require=good).shown
    assert not compare(_data(), require=[good, bad]).shown
    assert not compare(_data()).shown
    assert compare(_data(), margin=0.3).shown
    assert not compare(_data(), margin=0.3, require=bad).shown


def test_an_error_has_the_reasons() -> None:
    study = compare(_data(), require=["new - old > -0.2", "old - new > 0"])
    with pytest.raises(NotShownError) as failed:
        study.assert_shown()
    assert isinstance(failed.value, AssertionError)
    assert str(failed.value) == str(study.requirements[1])
    compare(_data(), require="new - old > -0.2").assert_shown()
    with pytest.raises(OptionError, match="nothing was required"):
        compare(_data()).assert_shown()


def test_a_study_that_was_stopped_has_shown_nothing() -> None:
    def stop(done: int, total: int, what: str) -> bool:
        return "required" not in what

    study = compare(
        _data(), method="bootstrap", require=["new - old > -0.2"], progress=stop, threads=1,
        resampling=au.Resampling(replicates=4000, rng=1),
    )  # fmt: skip
    assert not study.requirements
    assert not study.shown
    with pytest.raises(NotShownError, match="stopped"):
        study.assert_shown()


def test_sentences_table_and_json_have_them() -> None:
    texts = ("new - old > -0.2", "old - new > 0", "auc(new) > 0.5", "auc(new) > 0.9999")
    study = compare(_data(), require=texts)
    assert set(map(str, study.requirements)) <= set(study.sentences())
    assert len({str(found) for found in study.requirements}) == 4
    table = study.table("requirements")
    assert table.columns["shown"] == (True, False, True, False)
    assert table.columns["text"] == texts
    data = json.loads(study.to_json())
    assert [found["text"] for found in data["requirements"]] == list(texts)
    assert data["settings"]["require"] == list(texts)
    back = Study.from_json(study.to_json())
    assert isinstance(back, CompareStudy)
    assert back == study
    assert not back.shown
    assert "0.025" in study.methods()


@for_each("separated", [True, False])
def test_degenerate_scores_claim_nothing_by_themselves(separated: bool) -> None:
    labels = np.array([0] * 6 + [1] * 6)
    same = np.arange(12.0) if separated else np.zeros(12)
    study = compare(
        labels, {"a": same, "b": same}, require=["a - b > 0", "a - b > -0.9", "auc(a) > 0.99"]
    )
    assert not study.requirements[0].shown
    assert not study.requirements[2].shown
    for found in study.requirements:
        assert str(found)
