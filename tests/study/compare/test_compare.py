"""aucurate.compare: the study it returns, its words and its JSON."""

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

import aucurate
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.errors import InputError, OptionError, ScoreError
from aucurate.inference.auc.chance import chance_test
from aucurate.inference.auc.delong import delong_beta_interval, delong_test
from aucurate.inference.auc.equivalence import noninferiority_test
from aucurate.inference.auc.highest import highest_auc_interval, unpaired_highest_auc_interval
from aucurate.inference.auc.mover import mover_test
from aucurate.inference.core.multiplicity import CORRECTIONS, adjust, holm
from aucurate.inference.methods import (
    COMPARISONS,
    ESTIMAND_INTERVALS,
    INTERVALS,
    RECOMMENDED_INTERVAL,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative
from aucurate.study import FORMAT_VERSION, CompareStudy, IntervalsStudy, Study, compare
from aucurate.study.compare import intervals

Columns = dict[str, NDArray[np.float64]]


def test_estimates_and_comparisons_are_those_of_the_single_functions(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, scores)
    data = PairedScores.from_arrays(labels, scores)
    assert study.names == ("forest", "logistic", "bayes", "tree")
    for scored in data:
        assert study.estimate(scored.name) == delong_beta_interval(scored)
    assert len(study.comparisons) == 6
    for comparison in study.comparisons:
        alone = delong_test(data[comparison.first], data[comparison.second])
        assert comparison == alone
    adjusted = tuple(test.adjusted_p_value for test in study.tests)
    assert adjusted == holm([c.p_value for c in study.comparisons])
    assert study.joint is not None
    assert study.joint.degrees_of_freedom == 3


def test_a_comparison_is_found_from_either_side(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(labels, scores)
    there, back = study.comparison("forest", "tree"), study.comparison("tree", "forest")
    assert back.difference == -there.difference
    assert (back.interval.low, back.interval.high) == (-there.interval.high, -there.interval.low)
    assert back.p_value == there.p_value
    assert back.reversed() == there


def test_unknown_classifiers_are_refused_with_the_list(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, scores, reference="tree")
    with pytest.raises(OptionError, match="no classifier named 'forrest'"):
        study.comparison("forrest", "tree")
    with pytest.raises(OptionError, match="were not compared"):
        study.comparison("forest", "bayes")
    with pytest.raises(OptionError, match="no classifier named 'shrub'"):
        compare(labels, scores, reference="shrub")


def test_with_a_reference_each_is_compared_with_it(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, scores, reference="bayes")
    assert [(c.first, c.second) for c in study.comparisons] == [
        ("forest", "bayes"),
        ("logistic", "bayes"),
        ("tree", "bayes"),
    ]
    assert study.sentences()[0].startswith("The reference bayes has AUC")


def test_one_classifier_is_tested_against_chance(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, scores["forest"])
    (comparison,) = study.comparisons
    assert (comparison.second, comparison.second_value) == ("chance", 0.5)
    assert study.joint is None
    assert "better than chance" in study.sentences()[0]
    assert study.comparison("scores", "chance") == comparison


def test_unpaired_test_sets_get_the_unpaired_test() -> None:
    rng = np.random.default_rng(0)
    sets = {}
    for name, shift in (("old", 0.5), ("new", 1.5), ("other", 1.4)):
        labels = rng.integers(0, 2, 150)
        sets[name] = (labels, rng.normal(size=150) + shift * labels)
    study = compare(UnpairedScores.from_arrays(sets), method="delong")
    assert {c.design for c in study.comparisons} == {"unpaired"}
    assert study.joint is not None
    assert study.provenance.n_observations == 450
    old, new = study.estimate("old"), study.estimate("new")
    wald = (old.value - new.value) ** 2 / (old.standard_error**2 + new.standard_error**2)
    assert study.comparison("old", "new").statistic ** 2 == pytest.approx(wald)


def test_what_is_recommended_depends_on_the_design() -> None:
    rng = np.random.default_rng(0)
    labels = np.repeat([0, 1], 60)
    values = {name: rng.normal(size=120) + labels for name in "ab"}
    paired = compare(labels, values)
    sets = UnpairedScores.from_arrays({name: (labels, v) for name, v in values.items()})
    apart = compare(sets)
    assert (paired.provenance.method, apart.provenance.method) == ("delong", "mover")
    assert (paired.comparisons[0].method, apart.comparisons[0].method) == ("DeLong", "MOVER beta")
    assert apart.settings.method == "mover"
    curves = compare(sets, method="venkatraman", resampling=Resampling(replicates=19))
    assert curves.comparisons[0].method == "MOVER beta"


def few_errors() -> tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]:
    """Twenty positives; a misses none of them, b one of them by far, c is poor."""
    labels = np.repeat([0, 1], [200, 20])
    ranks = np.argsort(np.argsort(np.random.default_rng(3).normal(size=220))) / 220
    one = np.where(labels == 1, 2 + ranks, ranks)
    two = np.where(labels == 1, 1.1 + ranks, ranks + 0.1)
    two[205:208] = -1
    return labels, {"a": one, "b": two, "c": 0.4 * labels + ranks}


def test_where_errors_are_few_movers_test_stands_beside_delongs() -> None:
    labels, values = few_errors()
    two = compare(labels, {name: values[name] for name in "ab"})
    (second,) = two.second_tests
    data = PairedScores.from_arrays(labels, {name: values[name] for name in "ab"})
    assert second.result == mover_test(*data)
    assert second.adjusted_p_value == second.result.p_value
    assert [c.kind for c in two.caveats] == ["perfect_separation", "few_errors", "lone_variance"]
    frame = two.to_frame("comparisons")
    assert frame["mover_p_value"][0] == second.result.p_value
    assert CompareStudy.from_json(two.to_json()) == two
    assert compare(labels, values, method="mover").second_tests == ()
    assert compare(labels, values, paired=False).second_tests == ()


def test_the_verdict_says_whether_both_tests_agree() -> None:
    labels, values = few_errors()
    two = compare(labels, {name: values[name] for name in "ab"}, confidence=0.91)
    assert two.comparisons[0].p_value < 0.09 < two.second_tests[0].result.p_value
    assert "but only by DeLong's test" in two.sentences()[0]
    assert "does not confirm the difference" in two.sentences()[1]
    agreed = compare(labels, {name: values[name] for name in "ab"}, confidence=0.99)
    assert agreed.sentences()[1].endswith("and agrees.")
    three = compare(labels, values, confidence=0.91, correction="none")
    words = " ".join(three.sentences())
    assert "MOVER's test was also run for every pair (p not adjusted)." in words
    assert "Only DeLong's test detects a difference for a - b (MOVER's p = 0.100)" in words
    assert "MOVER's does not confirm it, so it remains unconfirmed." in words
    assert "No difference from b was detected (difference 0.150, 91% CI" in words


def test_second_tests_count_in_one_family_with_the_others() -> None:
    labels, values = few_errors()
    study = compare(labels, values)
    tests = [test.result for test in study.second_tests]
    second = {(c.first, c.second): c.p_value for c in tests}
    family = [second.get((c.first, c.second), c.p_value) for c in study.comparisons]
    wanted = dict(
        zip([(c.first, c.second) for c in study.comparisons], adjust(family, "holm"), strict=True)
    )
    adjusted = [test.adjusted_p_value for test in study.second_tests]
    assert adjusted == pytest.approx([wanted[pair] for pair in second])


def several(seed: int, classifiers: int = 4) -> tuple[NDArray[np.int64], Columns]:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(150) % 2)
    return labels, {f"c{at}": labels + rng.normal(size=150) for at in range(classifiers)}


def test_the_highest_of_several_allows_for_the_choice() -> None:
    labels, columns = several(1)
    study = compare(labels, columns)
    best = max(study.estimates, key=lambda estimate: estimate.value)
    assert study.highest == highest_auc_interval(PairedScores.from_arrays(labels, columns))
    assert study.highest.name == best.name
    assert study.highest.value < best.value
    assert study.highest.interval.low < best.interval.low
    first = study.sentences()[0]
    assert "allowing for its selection as the highest of 4, the estimate is " in first
    assert str(study.highest.interval) in first
    assert str(best.interval) not in first
    assert [caveat.kind for caveat in study.caveats].count("chosen_highest") == 1
    assert Study.from_json(study.to_json()) == study


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_the_caveat_says_what_allows_for_the_choice(alternative: Alternative) -> None:
    study = compare(*several(2), alternative=alternative, confidence=0.9)
    (caveat,) = (caveat for caveat in study.caveats if caveat.kind == "chosen_highest")
    assert study.highest is not None
    assert f"({study.highest.interval}) allows for the selection" in caveat.message


def test_of_two_or_against_a_reference_nobody_is_chosen() -> None:
    labels, columns = several(3)
    for study in (
        compare(labels, columns, reference="c1"),
        compare(labels, {name: columns[name] for name in ("c0", "c1")}),
    ):
        assert study.highest is None
        assert "chosen_highest" not in {caveat.kind for caveat in study.caveats}


def test_the_highest_of_independent_test_sets() -> None:
    sets = {name: several(seed, 1) for seed, name in enumerate("abc")}
    data = UnpairedScores.from_arrays({name: (y, x["c0"]) for name, (y, x) in sets.items()})
    study = compare(data)
    members = [AucMoments.from_scores(scores) for scores in data]
    assert study.highest == unpaired_highest_auc_interval(members)
    assert "as the highest of 3" in study.sentences()[0]


def test_a_tie_at_the_top_is_said_before_the_estimate() -> None:
    labels, columns = several(4, 3)
    columns["copy"] = max(
        columns.values(), key=lambda x: delong_beta_interval(Scores.from_arrays(labels, x)).value
    )
    first = compare(labels, columns).sentences()[0]
    assert ", the same as copy; allowing for its selection as the highest of 4" in first


def test_the_test_against_chance_and_the_interval_may_disagree() -> None:
    labels = np.repeat([0, 1], [40, 4])
    scores = np.r_[np.arange(40.0), 38.5, 50, 51, 52]
    study = compare(labels, scores)
    (test,) = study.comparisons
    assert test == chance_test(Scores.from_arrays(labels, scores, name="scores"))
    assert test.p_value < 0.001
    assert ("The interval contains 0.5" in study.sentences()[0]) == (
        0.5 in study.estimates[0].interval
    )


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_every_alternative_has_words(
    labels: NDArray[np.int64], scores: Columns, alternative: Any
) -> None:
    study = compare(labels, scores, alternative=alternative)
    assert all(c.alternative == alternative for c in study.comparisons)
    assert 1 <= len(study.sentences()) <= 3
    assert all(sentence.endswith(".") for sentence in study.sentences())


def test_the_sentence_for_two_names_winner_numbers_and_method(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    study = compare(labels, {"tree": scores["tree"], "forest": scores["forest"]})
    (sentence,) = study.sentences()
    assert sentence.startswith("forest has the higher AUC: 0.9")
    assert "p < 0.001 (DeLong, paired)." in sentence


def test_what_the_data_cannot_tell_is_said(labels: NDArray[np.int64]) -> None:
    rng = np.random.default_rng(2)
    study = compare(labels, {"a": rng.normal(size=300), "b": rng.normal(size=300)})
    assert study.sentences()[0].startswith("No difference in AUC between ")


def test_printed_text_has_tables_sentences_and_caveats(labels: NDArray[np.int64]) -> None:
    text = str(compare(labels[:60], {"perfect": labels[:60], "flat": np.zeros(60)}))
    assert "AUC of 2 classifiers on 60 observations" in text
    assert "Caveats\n- perfect takes only two values (0 and 1)" in text
    assert "\n- perfect separates the classes perfectly" in text
    assert "There is no joint test" in text
    assert "nan" not in text


def test_small_differences_get_the_digits_they_need() -> None:
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 2, 200_000)
    first = rng.normal(size=200_000) + labels
    study = compare(labels, {"a": first, "b": first + rng.normal(scale=0.003, size=200_000)})
    assert "0.000 to" not in str(study)


def test_names_of_any_kind_stay_text_and_lines_stay_short(labels: NDArray[np.int64]) -> None:
    rng = np.random.default_rng(5)
    names = ["<script>alert(1)</script>", "x" * 100_000, "new\nline", "a|b"]
    study = compare(labels, {name: rng.normal(size=300) for name in names})
    assert max(len(line) for line in str(study).splitlines()) < 400
    assert "new\nline" not in str(study)
    assert study.names == tuple(names)


def test_json_has_every_digit_and_comes_back(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(labels, scores)
    text = study.to_json()
    data = json.loads(text)
    assert data["format_version"] == FORMAT_VERSION
    assert data["kind"] == "compare"
    assert data["tests"][0]["result"]["difference"] == study.comparisons[0].difference
    result = data["tests"][0]["result"]
    assert result["degrees_of_freedom"] == study.comparisons[0].degrees_of_freedom
    assert Study.from_json(text) == study


def test_json_of_degenerate_studies_is_strict_json(labels: NDArray[np.int64]) -> None:
    study = compare([1, 0, 0, 0], {"a": [4.0, 1, 2, 3], "b": [1.0, 1, 1, 1]})
    text = study.to_json()
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    back = Study.from_json(text)
    assert isinstance(back, CompareStudy)
    assert math.isnan(back.estimates[0].standard_error)
    assert str(back) == str(study)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format_version": 99, "kind": "compare"}'])
def test_json_that_is_no_study_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        Study.from_json(text)


def test_frames_of_three_libraries(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(labels, scores)
    first = study.to_frame()
    assert isinstance(first, pl.DataFrame)
    assert first["auc"].to_list() == [e.value for e in study.estimates]
    assert isinstance(study.to_frame("comparisons", backend="pandas"), pd.DataFrame)
    assert study.to_frame("joint", backend="pyarrow").num_rows == 1
    with pytest.raises(OptionError, match="no table named"):
        study.to_frame("curves")


def test_scores_may_be_a_frame(labels: NDArray[np.int64], scores: Columns) -> None:
    expected = compare(labels, scores)
    for found in (
        compare(pl.Series(labels), pl.DataFrame(scores)),
        compare(pd.Series(labels), pd.DataFrame(scores)),
    ):
        assert replace(found, provenance=expected.provenance) == expected


def test_a_matrix_without_names_is_refused(labels: NDArray[np.int64]) -> None:
    with pytest.raises(ScoreError, match="whose scores"):
        compare(labels, np.zeros((300, 2)))
    with pytest.raises(ScoreError, match="no scores"):
        compare(labels)


def test_options_for_data_that_are_already_built_are_refused(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    data = PairedScores.from_arrays(labels, scores)
    with pytest.raises(OptionError, match="already built; positive"):
        compare(data, positive=1)
    with pytest.raises(OptionError, match="already built; scores"):
        compare(data, scores)
    assert compare(data) == compare(labels, scores)


def test_weights_and_groups_change_the_standard_errors(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    plain = compare(labels, scores)
    grouped = compare(labels, scores, groups=np.arange(300) // 3)
    weighted = compare(labels, scores, sampling_weights=np.arange(300) + 50)
    assert [e.value for e in grouped.estimates] == [e.value for e in plain.estimates]
    assert [e.value for e in weighted.estimates] != [e.value for e in plain.estimates]
    for study in (grouped, weighted):
        for estimate, other in zip(study.estimates, plain.estimates, strict=True):
            assert estimate.standard_error != other.standard_error
    assert {e.n_groups for e in grouped.estimates} == {100}


def test_dropped_rows_and_pooled_folds_are_caveats(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    holed = scores["tree"].copy()
    holed[[3, 7]] = np.nan
    study = compare(labels, {**scores, "tree": holed}, missing="drop", folds=np.arange(300) % 5)
    kinds = [caveat.kind for caveat in study.caveats]
    assert kinds[:2] == ["dropped_rows", "pooled_folds"]
    assert "2 rows with missing values were dropped." in str(study)
    assert study.provenance.source.n_dropped == 2
    assert study.provenance.n_observations == 298


def test_the_study_is_frozen(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(labels, scores)
    with pytest.raises(AttributeError):
        study.joint = None  # type: ignore[misc]


def test_scores_alone_are_data(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(Scores.from_arrays(labels, scores["tree"], name="tree"))
    assert study.names == ("tree",)


def test_one_positive_gives_an_answer_with_a_caveat() -> None:
    study = compare([1, 0, 0, 0, 0], {"a": [0.9, 0.1, 0.2, 0.95, 0.3], "b": [0.5, 0.4, 0.6, 0, 1]})
    for estimate in study.estimates:
        assert 0 <= estimate.interval.low < estimate.interval.high <= 1
    assert study.joint is None
    kinds = {caveat.kind for caveat in study.caveats}
    assert {"few_observations", "no_variance", "no_joint_test"} <= kinds


def test_one_sided_questions_about_one_classifier_are_answered_as_asked() -> None:
    labels, values = np.arange(60) % 2, np.arange(60) // 2 % 7 + 5 * (np.arange(60) % 2)
    for alternative, words in (
        ("greater", "shown to be better than chance"),
        ("less", "not shown to be worse than chance"),
    ):
        study = compare(labels, values, alternative=alternative)  # type: ignore[arg-type]
        assert words in study.sentences()[0]


def test_the_interval_can_be_chosen_and_agrees_with_the_test_beside_it() -> None:
    labels, values = [0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6]
    for name in ("delong-beta", "delong-logit-t", "delong-logit", "delong-wald"):
        study = compare(labels, values, interval=name)
        (estimate,), (comparison,) = study.estimates, study.comparisons
        assert comparison.interval.low == pytest.approx(estimate.interval.low - 0.5, abs=1e-14)
        assert comparison.interval.high == pytest.approx(estimate.interval.high - 0.5, abs=1e-14)
    with pytest.raises(OptionError, match="no interval named 'best'"):
        compare(labels, values, interval="best")


def test_direction_and_unused_columns_are_told(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(labels, {**scores, "tree": -scores["tree"]}, lower=["tree"])
    assert study.provenance.lower == ("tree",)
    assert "Lower scores mean more positive for tree." in str(study)
    assert study.estimates == compare(labels, scores).estimates


def test_settings_are_checked_before_anything_is_computed(labels: NDArray[np.int64]) -> None:
    for wrong in ({"confidence": 95}, {"confidence": "0.95"}, {"alternative": "bigger"}):
        with pytest.raises(OptionError):
            compare(labels, np.zeros(300), **wrong)


def test_awkward_frames_and_options_give_typed_errors(
    labels: NDArray[np.int64], scores: Columns
) -> None:
    numbered = pd.DataFrame({0: scores["forest"], 1: scores["tree"]})
    assert compare(labels, numbered).names == ("0", "1")
    assert compare(labels, pl.LazyFrame(scores)).names == tuple(scores)
    doubled = pd.DataFrame(np.zeros((300, 2)), columns=["a", "a"])
    with pytest.raises(InputError, match="same name"):
        compare(labels, doubled)
    data = PairedScores.from_arrays(labels, scores)
    with pytest.raises(OptionError, match="already built; sampling_weights"):
        compare(data, sampling_weights=np.ones(300))
    assert compare(data, lower=[]).names == data.names
    with pytest.raises(OptionError, match="backend must be 'polars'"):
        compare(data).to_frame(backend="xx")  # type: ignore[arg-type]
    for damaged in ('{"format_version": 1, "kind": "compare"}',
                    '{"format_version": 1, "kind": "compare", "colour": 3}'):  # fmt: skip
        with pytest.raises(InputError, match="damaged"):
            Study.from_json(damaged)


def test_every_method_can_be_asked_for(labels: NDArray[np.int64], scores: Columns) -> None:
    few = Resampling(replicates=99, rng=1)
    two = {name: scores[name] for name in ("forest", "tree")}
    data = PairedScores.from_arrays(labels, two)
    for name, kind in COMPARISONS.items():
        study = compare(labels, two, method=name, resampling=few)
        options = {"resampling": few} if kind.resamples else {}
        assert study.comparisons == (kind(*data, **options),)
        assert Study.from_json(study.to_json()) == study
        assert study.comparisons[0].method in str(study)
    with pytest.raises(OptionError, match="no method named 'guess'"):
        compare(labels, two, method="guess")


def test_all_intervals_stand_side_by_side(labels: NDArray[np.int64], scores: Columns) -> None:
    study = compare(labels, scores, all_intervals=True, resampling=Resampling(replicates=99, rng=1))
    frame = study.to_frame("intervals")
    assert len(frame) == len(INTERVALS) * len(scores)
    assert frame["interval_method"].n_unique() == len(INTERVALS)
    assert set(frame["classifier"]) == set(scores)
    assert ": DeLong beta, the narrowest whose coverage" in str(study)


@for_each("of", [None, "average-precision"])
def test_an_interval_whose_bound_took_its_place_keeps_its_title(of: str | None) -> None:
    options: Any = {"of": of, "all_intervals": True, "resampling": Resampling(replicates=9, rng=1)}
    study = compare(np.repeat([0, 1], 12), {"a": np.arange(24)}, **options)
    every = INTERVALS if of is None else ESTIMAND_INTERVALS
    bounds = [each.interval for each in study.all_estimates if each.interval.bound]
    titles = {method.title for method in every.values()}
    (one,) = {(interval.key, interval.low, interval.high) for interval in bounds}
    assert one[0] == ("disjoint-pairs" if of is None else "distribution-free")
    for interval in bounds:
        title, _, rest = interval.method.rpartition(" (")
        assert title in titles
        assert rest.endswith("bound)")
    assert study.to_frame("intervals")["interval_method"].n_unique() == len(study.all_estimates)


def test_corrections_and_margins(labels: NDArray[np.int64], scores: Columns) -> None:
    for correction in CORRECTIONS:
        study = compare(labels, scores, correction=correction)
        expected = adjust([c.p_value for c in study.comparisons], correction)
        assert tuple(test.adjusted_p_value for test in study.tests) == expected
        assert str(study)
    study = compare(labels, scores, margin=0.02)
    assert len(study.margin_tests) == len(study.comparisons)
    first, data = study.margin_tests[0].result, PairedScores.from_arrays(labels, scores)
    assert first == noninferiority_test(
        data["forest"], data["logistic"], margin=0.02, level=(1 - 0.95) / 2
    )
    adjusted = tuple(test.adjusted_p_value for test in study.margin_tests)
    assert adjusted == holm([test.result.p_value for test in study.margin_tests])
    assert Study.from_json(study.to_json()) == study
    assert compare(labels, scores["tree"], margin=0.02).margin_tests == ()
    with pytest.raises(OptionError, match="margin"):
        compare(labels, scores, margin=-0.1)


# All intervals side by side: complete, in agreement with the functions, with a reason.


def _data(size: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    labels = np.arange(size) % 2
    return labels, labels + rng.normal(size=size)


def test_every_method_is_there_once_for_each_classifier() -> None:
    labels, scores = _data(60)
    study = aucurate.study.intervals(labels, {"a": scores, "b": -scores})
    assert len(study.estimates) == 2 * len(INTERVALS)
    methods = [e.interval.method for e in study.estimates if e.name == "a"]
    assert len(set(methods)) == len(INTERVALS)
    assert [e.name for e in study.recommended] == ["a", "b"]
    assert study.to_frame().shape[0] == 2 * len(INTERVALS)


def test_the_recommended_interval_is_that_of_the_registry() -> None:
    labels, scores = _data(60)
    data = aucurate.Scores.from_arrays(labels, scores, name="model")
    study = intervals(data, confidence=0.9)
    expected = INTERVALS[RECOMMENDED_INTERVAL](data, confidence=0.9)
    assert study.recommended == (expected,)
    assert study.estimates[0] == expected


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (20_000, "DeLong's Wald interval is practically the same"),
        (30, "with 15 observations in the smaller class"),
        (120, "which other programs report, differs by up to 0."),
    ],
)
def test_the_reason_fits_the_data(size: int, words: str) -> None:
    (sentence,) = intervals(*_data(size)).sentences()
    assert sentence.startswith("Recommended for scores: DeLong beta, the narrowest")
    assert words in sentence


def test_perfect_separation_has_the_same_interval_as_others() -> None:
    labels = np.arange(20) % 2
    study = intervals(labels, {"perfect": labels, "noise": _data(20)[1]})
    (sentence,) = study.sentences()
    assert sentence.startswith("Recommended for perfect and noise: DeLong beta, the narrowest")
    assert "perfect_separation" in [c.kind for c in study.caveats]


def test_compare_with_all_intervals_says_the_same() -> None:
    labels, scores = _data(120)
    alone = intervals(labels, scores)
    beside = aucurate.compare(labels, scores, all_intervals=True, interval="newcombe")
    assert [e.to_dict() for e in beside.all_estimates] == [e.to_dict() for e in alone.estimates]
    assert alone.sentences()[0] in beside.sentences()


def test_the_study_survives_json() -> None:
    study = intervals(*_data(40))
    again = Study.from_json(study.to_json())
    assert isinstance(again, IntervalsStudy)
    assert again.to_json() == study.to_json()
    assert str(again) == str(study)
