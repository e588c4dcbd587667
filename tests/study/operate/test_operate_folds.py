"""The study of operating points over folds: what it chooses, says, tells and refuses."""

import json
import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.caveats import Kind
from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule, read_rule
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import InputError, OptionError
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.folds.indistinguishable_points import (
    distinguishing_size,
    indistinguishable_points,
)
from aucurate.inference.folds.operating_points import Stack, operating_points
from aucurate.inference.folds.point_tests import operating_point_interval, operating_point_test
from aucurate.inference.folds.t_tests import fold_t_test
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Cancelled
from aucurate.results import Record
from aucurate.study.base import Study
from aucurate.study.operate import operate
from aucurate.study.operate.folds import OperateFoldsStudy
from aucurate.study.operate.folds.numbers import points_around
from aucurate.study.operate.folds.text import told_size
from aucurate.study.operate.settings import OperateFoldsSettings, use_words

SHIPPED = load_breast_cancer_folds()


def _left_out(size: int = 120, folds: int = 6, **options: Any) -> FoldScores:
    rng = np.random.default_rng(1)
    labels, rows = np.arange(size) % 2, np.arange(size)
    scores = {name: labels * w + rng.normal(size=size) for name, w in (("a", 1.0), ("b", 2.0))}
    given: dict[str, Any] = {"folds": rows * folds // size} | options
    return FoldScores.from_arrays(labels, scores, **given)


def _fixed(models: int = 8) -> FoldScores:
    rng = np.random.default_rng(2)
    labels = np.arange(60) % 2
    return FoldScores.from_arrays(
        np.tile(labels, models),
        {"a": np.tile(labels + rng.normal(size=60), models) + 0.2 * rng.normal(size=60 * models)},
        folds=np.repeat(np.arange(models), 60),
        observations=np.tile(np.arange(60), models),
        n_train=200,
    )


def _repeated() -> FoldScores:
    rng = np.random.default_rng(3)
    labels, rows = np.arange(60) % 2, np.arange(60)
    order = np.concatenate([rng.permutation(60) for _ in range(3)])
    return FoldScores.from_arrays(
        labels[order],
        {"a": labels[order] + rng.normal(size=180)},
        folds=np.tile(rows // 20, 3),
        repeats=np.repeat(np.arange(3), 60),
        observations=order,
    )


def _same(first: Record, second: Record) -> bool:
    """The same to the last digit; NaN are alike."""
    return first.to_dict() == second.to_dict()


def _kinds(study: OperateFoldsStudy) -> list[str]:
    return [caveat.kind for caveat in study.caveats]


def test_the_numbers_are_those_of_the_parts() -> None:
    study = operate(SHIPPED, at=0.5, correction="holm", confidence=0.9, points=20)
    part = study.part("forest")
    thresholds = part.indistinguishable.thresholds
    points = operating_points(SHIPPED, "forest", thresholds=thresholds)
    at = points.nearest(0.5)
    assert (part.threshold, thresholds[at], len(thresholds)) == (0.5, 0.5, 20)
    expected = indistinguishable_points(points, at, correction="holm")
    assert _same(part.indistinguishable, expected)
    for one in part.rates:
        assert one.average == points.average(one.rate, at)
        found = operating_point_interval(points, at, rate=one.rate, confidence=0.9)
        assert one.estimate == found
    assert study.names == SHIPPED.names
    assert part.choice is None
    assert not study.settings.is_chosen
    assert "chosen_thresholds" not in _kinds(study)


@pytest.mark.parametrize(
    "rule",
    [
        ThresholdRule.at_sensitivity(0.9),
        ThresholdRule.youden(),
        ThresholdRule.closest_corner(),
        ThresholdRule.least_cost(IntendedUse(prevalence=0.02, false_negative_cost=5)),
        ThresholdRule.from_loss(0.25),
    ],
)
def test_a_rule_chooses_on_the_stacked_scores(rule: ThresholdRule) -> None:
    study = operate(SHIPPED, at=rule)
    pooled = SHIPPED.pooled()
    for part in study.parts:
        expected = choose_threshold(pooled[part.name], rule)
        assert part.choice is not None
        assert part.threshold == part.choice.threshold == expected.threshold
        assert part.choice.point == expected.point
        stacked = {one.rate: one.average.stacked for one in part.rates}
        assert stacked["sensitivity"] == expected.point.sensitivity
    by_labels = rule.criterion != "loss"
    assert study.settings.is_chosen is by_labels
    assert ("chosen_thresholds" in _kinds(study)) is by_labels
    assert ("presumes_calibration" in _kinds(study)) is not by_labels
    assert "chosen_on_same_observations" not in _kinds(study)


def test_what_the_rule_is_about_is_averaged() -> None:
    cost = ThresholdRule.least_cost(IntendedUse(prevalence=0.02, false_negative_cost=5))
    study = operate(SHIPPED, at=cost)
    assert study.settings.rates == ("sensitivity", "specificity", "expected_cost")
    assert study.settings.use == cost.use
    assert study.part("forest").criterion == "expected_cost"
    assert "by expected cost alone" in str(study)
    assert "(false negatives cost 5, false positives 1; prevalence 2%)" in str(study)
    assert _same(operate(SHIPPED, at="cost=5:1,prevalence=0.02"), study)
    best = ThresholdRule.best("f1", constraints={"positive_predictive_value": 0.9})
    study = operate(SHIPPED, at=best)
    assert set(study.settings.rates) == {
        "sensitivity",
        "specificity",
        "positive_predictive_value",
        "f1",
    }
    assert "mean_of_ratios" in _kinds(study)
    other = operate(SHIPPED, at=cost, rates=["accuracy"], use=IntendedUse(prevalence=0.02))
    assert (other.settings.rates, other.settings.use) == (("accuracy",), cost.use)
    assert other.part("forest").criterion is None


def test_each_classifier_can_have_its_threshold() -> None:
    study = operate(_left_out(), at={"a": 0.5, "b": 1})
    assert [part.threshold for part in study.parts] == [0.5, 1.0]
    assert study.settings.words == "thresholds a 0.5 and b 1"


def test_lower_scores_keep_the_thresholds_as_given() -> None:
    data = _left_out()
    values = {name: -data.values[at] for at, name in enumerate(data.names)}
    labels = data.observations.is_positive[data.rows]
    turned = FoldScores.from_arrays(labels, values, folds=data.folds, lower=["a", "b"])
    for at, mirrored in ((0.3, -0.3), (0.0, 0.0), (ThresholdRule.youden(),) * 2):
        plain, study = operate(data, at=at), operate(turned, at=mirrored)
        for one, other in zip(plain.parts, study.parts, strict=True):
            assert other.lower
            assert other.threshold == -one.threshold
            assert math.copysign(1, other.threshold) == 1 or other.threshold != 0
            assert other.indistinguishable.thresholds == tuple(
                -t for t in one.indistinguishable.thresholds
            )
            assert other.values == one.values
            assert other.indistinguishable.points == one.indistinguishable.points
    assert "positive when the score is at most that" in study.sentences()[1]
    assert "lower_scores" in _kinds(study)
    assert study.table("rates").header[2] == "positive when"
    assert "-0 " not in str(operate(turned, at=0.0))


def test_single_precision_scores_are_compared_on_their_own() -> None:
    labels = np.arange(24) % 2
    scores = np.where(labels == 1, 0.7, 0.1).astype(np.float32)
    data = FoldScores.from_arrays(labels, {"a": scores}, folds=np.arange(24) // 8)
    found = operate(data, at=0.7).part("a").rates[0]
    assert found.average.mean == 1.0
    assert "At threshold 0.7, a has mean sensitivity 1.000" in str(operate(data, at=0.7))
    assert operate(data, at=1e300).part("a").rates[0].average.mean == 0.0
    assert "Threshold 1e+300 classifies every observation as negative" in str(
        operate(data, at=1e300)
    )


def test_the_chosen_point_takes_the_place_of_the_nearest() -> None:
    stack = Stack.of(SHIPPED, "forest")
    spread = points_around(stack, float(stack.values.max()), 30)
    assert len(spread) == 30
    for chosen in (0.5, 0.123, 2.0, -1.0, math.inf):
        used = points_around(stack, chosen, 30)
        assert len(used) == 30
        assert chosen in used
        assert np.isin(used, [*spread, chosen]).all()
        assert (np.diff(used) < 0).all()
    distinct = len(np.unique(stack.values))
    assert len(points_around(stack, 0.5, None)) == distinct  # calls what the next score calls
    assert len(points_around(stack, 2.0, None)) == distinct + 1


def test_the_size_is_the_larger_of_what_the_neighbours_need() -> None:
    study = operate(_left_out(), at=0.5, points=40)
    sizes = []
    for name in study.names:
        part, points = study.part(name), study.operating_points(name)
        chosen, needed = part.indistinguishable.chosen, []
        for at in part.neighbours:
            options = [
                distinguishing_size(
                    operating_point_test(points, at, chosen, rate=rate),
                    n_positive=60,
                    n_negative=60,
                    n_folds=6,
                )
                for rate in study.settings.rates
            ]
            needed.append(min(o.factor for o in options if math.isfinite(o.factor)))
        assert part.neighbour_size is not None
        assert part.neighbour_size.factor == max(needed)
        sizes.append(told_size(part))
    assert any(size > 120 for size in sizes)
    for part, size, words in zip(study.parts, sizes, study.sentences(), strict=True):
        unclear = set(part.neighbours) & set(part.indistinguishable.points)
        assert math.isfinite(size) is bool(unclear)
        assert f"with about {int(size):,} obs" in words if unclear else "with" not in words
    assert "rough_size" in _kinds(study)


def test_the_sentence() -> None:
    study = operate(SHIPPED, at="cost=5:1,prevalence=0.02", rates=["sensitivity"])
    (_, *sentences) = study.sentences()
    assert sentences[-1] == (
        "At threshold 0.833, tree has mean sensitivity 0.763 (95% CI 0.678 to 0.849) over 10 "
        "folds; 5 of 29 other operating points cannot be distinguished from it (threshold 0.625 "
        "to 0.971); with about 1,813 observations its neighbours could be distinguished (80% "
        "power)."
    )
    assert sentences[1].endswith("all 29 other operating points differ from it.")


@for_each("at", [0.5, math.inf, "youden", "sensitivity=0.9", "loss=2", {"a": 0.1}])
@for_each("design", ["left out", "fixed", "repeated"])
def test_the_study_survives_json_and_its_tables_are_whole(at: Any, design: str) -> None:
    data = _left_out() if design == "left out" else _fixed() if design == "fixed" else _repeated()
    if isinstance(at, dict):
        at = dict.fromkeys(data.names, 0.1)
    if at == "loss=2":
        with pytest.raises(OptionError, match="not posterior probabilities"):
            operate(data, at=at)
        return
    study = operate(data, at=at, rates=["sensitivity", "specificity", "f1"], points=9)
    again = Study.from_json(study.to_json())
    assert isinstance(again, OperateFoldsStudy)
    assert json.dumps(again.to_dict()) == json.dumps(study.to_dict())
    assert again.to_json() == study.to_json()
    assert str(again) == str(study)
    assert " nan" not in str(study)
    for table in study.tables():
        assert {len(row) for row in table.rows} == {len(table.header)}
        assert isinstance(study.to_frame(table.name), pl.DataFrame)
        assert len({len(column) for column in table.columns.values()}) == 1
    rebuilt = again.operating_points(data.names[0])
    direct = operating_points(
        data, data.names[0], rates=study.settings.rates, thresholds=rebuilt.thresholds.tolist()
    )
    assert np.array_equal(rebuilt.values, direct.values, equal_nan=True)
    assert np.array_equal(rebuilt.stacked, direct.stacked, equal_nan=True)
    assert rebuilt.caveats == direct.caveats


def test_all_numbers_are_in_the_columns() -> None:
    study = operate(SHIPPED, at=0.5)
    rates, points = study.table("rates").columns, study.table("points").columns
    assert len(rates["mean"]) == 2 * len(study.parts)
    chosen = [mean for mean, is_it in zip(points["mean"], points["chosen"], strict=True) if is_it]
    assert chosen == list(rates["mean"])
    sets = study.table("indistinguishable").columns
    joint = [k for k, by in enumerate(sets["by"]) if by == "all together"]
    counted = [sets["n_indistinguishable"][k] for k in joint]
    assert counted == [len(part.indistinguishable.points) for part in study.parts]
    tests = sum(p is not None for p in points["p_value"])
    assert tests == sum(len(part.indistinguishable.contrasts) for part in study.parts)
    told = next(c.message for c in study.caveats if c.kind == "not_adjusted")
    assert told.startswith(f"{tests} tests of operating points were not adjusted")


def test_other_designs_are_told_and_get_no_size() -> None:
    for data, kind in ((_fixed(), "fixed_test_set"), (_repeated(), "overlapping_training_sets")):
        study = operate(data, at=0.5)
        assert {kind, "no_size", "valid_for"} <= set(_kinds(study))
        assert study.part("a").neighbour_size is None
        assert "observations its" not in str(study)
    assert {"no_size", "valid_for"}.isdisjoint(_kinds(operate(_left_out(), at=0.5)))
    assert "over 8 training sets" in str(operate(_fixed(), at=0.5))
    assert "3-fold cross-validation, repeated 3 times" in str(operate(_repeated(), at=0.5))


def test_groups_are_told_and_divided_groups_more_so() -> None:
    whole = operate(_left_out(groups=np.arange(120) // 4), at="youden")
    assert "30 groups" in next(c.message for c in whole.caveats if c.kind == "groups")
    assert "divided:" not in str(whole)
    divided = operate(_left_out(groups=np.arange(120) % 30), at="youden")
    assert "Here groups are split across folds" in str(divided)
    plain = operate(_left_out(), at="youden")
    assert "groups" not in _kinds(plain)
    same = FoldScores.from_arrays(
        np.arange(120) % 2, {"a": np.arange(120) % 2}, folds=np.arange(120) // 20, groups=range(120)
    )
    assert "binomial interval does not allow for groups" in str(operate(same, at=1))
    assert all(map(_same, plain.parts, whole.parts))


def test_a_fold_without_a_class_is_told_with_the_name() -> None:
    labels = np.array([0, 1] * 12 + [0] * 6)
    rng = np.random.default_rng(5)
    data = FoldScores.from_arrays(
        labels,
        {"a": labels + rng.normal(size=30), "b": labels + rng.normal(size=30)},
        folds=np.arange(30) // 6,
    )
    study = operate(data, at=0.5)
    told = [c.message for c in study.caveats if c.kind == "not_evaluated"]
    assert [message[:2] for message in told] == ["a:", "b:"]
    assert "sensitivity cannot be evaluated in fold 4" in told[0]
    assert study.table("rates").columns["n_folds"][:2] == (4, 5)
    assert _kinds(study).count("few_folds") == 1


def test_folds_that_agree_get_another_interval_and_say_so() -> None:
    labels = np.arange(40) % 2
    data = FoldScores.from_arrays(labels, {"a": labels + 0.0}, folds=np.arange(40) // 8)
    study = operate(data, at=0.5, rates=["sensitivity", "f1"])
    told = [c.message for c in study.caveats if c.kind == "no_spread"]
    assert "Clopper-Pearson" in told[0]
    assert "all that is possible" in told[1]
    assert study.part("a").neighbour_size is None
    assert Study.from_json(study.to_json()) is not None


def test_scores_that_are_all_equal() -> None:
    data = FoldScores.from_arrays(np.arange(40) % 2, {"a": np.ones(40)}, folds=np.arange(40) // 8)
    study = operate(data, at=1)
    assert "there is no other operating point to compare it with" in str(study)
    assert {len(row) for row in study.table("points").rows} == {5}
    nobody = operate(data, at=2, rates=["sensitivity", "positive_predictive_value"])
    assert "no positive predictive value (it cannot be evaluated in any fold)" in str(nobody)
    assert " nan" not in str(nobody)
    assert "not_tested" in _kinds(nobody)


def test_a_threshold_beyond_the_scores_is_told() -> None:
    for at, call in ((50, "negative"), (-1, "positive")):
        told = [c for c in operate(SHIPPED, at=at).caveats if c.kind == "trivial_threshold"]
        assert len(told) == len(SHIPPED.names)
        assert f"Threshold {at} classifies every observation as {call}" in str(told[0])
    assert "trivial_threshold" not in _kinds(operate(SHIPPED, at=0.5))


def test_many_classifiers_and_rates_stay_readable() -> None:
    data = _left_out()
    labels = data.observations.is_positive[data.rows]
    scores = {f"c{k}": data.values[0] + k for k in range(9)}
    many = FoldScores.from_arrays(labels, scores, folds=data.folds)
    assert operate(many, at=0.5).sentences()[-1] == "3 more classifiers: see the table."
    assert use_words(IntendedUse()) == ""


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="the threshold must be a number; it is nan"):
        operate(SHIPPED, at=math.nan)
    with pytest.raises(OptionError, match="threshold of 'b' must be a number; it is nan"):
        operate(_left_out(), at={"a": 0.5, "b": math.nan})
    for at in (None, True, [0.5]):
        with pytest.raises(OptionError, match="at must be a ThresholdRule, a number,"):
            operate(SHIPPED, at=at)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="is not an operating point"):
        operate(SHIPPED, at="middle")
    with pytest.raises(OptionError, match="no classifier named 'z'"):
        operate(_left_out(), at={"z": 1})
    with pytest.raises(OptionError, match="no threshold for 'b'"):
        operate(_left_out(), at={"a": 1})
    unreachable = ThresholdRule.best("sensitivity", constraints={"positive_likelihood_ratio": 1e6})
    data = FoldScores.from_arrays([1, 0, 1, 0], {"a": [1, 2, 3, 4]}, folds=[1, 1, 2, 2])
    with pytest.raises(OptionError, match="'a': no threshold has positive likelihood ratio"):
        operate(data, at=unreachable)
    one = FoldScores.from_arrays(
        [0, 1, 0, 1], {"a": [1, 2, 3, 4]}, folds=[1] * 4, design="random splits"
    )
    with pytest.raises(InputError, match="there is only one fold"):
        operate(one, at=0.5)


@for_each(
    ("option", "value", "words"),
    [
        ("rates", ["power"], "rates must be .*; item 0 is 'power'"),
        ("points", 1, "points must be a whole number"),
        ("use", {"prevalence": 0.1}, "must be an IntendedUse"),
        ("level", 5, "level must lie"),
        ("confidence", 95, "confidence must lie"),
        ("correction", "sidak", "correction must be .*; it is 'sidak'"),
        ("degrees_of_freedom", "n", "degrees_of_freedom must be"),
    ],
)
def test_options_that_mean_nothing_are_refused(option: str, value: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        operate(SHIPPED, at=0.5, **{option: value})


@pytest.mark.parametrize("at", ["cost=5:1", "best=expected_cost", "best=accuracy"])
def test_a_stated_prevalence_is_chosen_by(at: str) -> None:
    use = IntendedUse(prevalence=0.02)
    study = operate(SHIPPED, at=at, use=use)
    rule = read_rule(at)
    assert isinstance(rule, ThresholdRule)
    expected = choose_threshold(SHIPPED.pooled()["forest"], rule.for_use(use))
    assert study.part("forest").threshold == expected.threshold
    assert study.part("forest").threshold != operate(SHIPPED, at=at).part("forest").threshold
    assert "prevalence 2%" in study.settings.words
    with pytest.raises(OptionError, match="two prevalences"):
        operate(SHIPPED, at="cost=5:1,prevalence=0.1", use=use)


def test_a_loss_is_not_told_twice() -> None:
    rule = operate(SHIPPED, at="loss=2").settings.words
    assert rule == "loss 2 for a false positive, 1 for a false negative"


@pytest.mark.parametrize("lower", [(), ("a", "b")])
def test_thresholds_that_are_typed_again_make_the_same_calls(lower: tuple[str, ...]) -> None:
    data = _left_out(lower=lower)
    for part in operate(data, at="sensitivity=0.8", points=12).parts:
        for at in range(len(part.indistinguishable.thresholds)):
            cut = float(part.threshold_words(at))
            typed = operate(data, at=cut, points=3).part(part.name)
            assert len(part.threshold_words(at)) < 10
            for rate in ("sensitivity", "specificity"):
                row = part.indistinguishable.rates.index(rate)
                assert typed.values_of(rate) == part.values[row][at]


def test_pairs_are_compared_each_at_its_own_point() -> None:
    study = operate(SHIPPED, at="sensitivity=0.9", pairs=[("forest", "tree")])
    values = FoldValues.from_arrays(
        {name: study.part(name).values_of("specificity") for name in ("forest", "tree")},
        quantity="specificity",
        design="left-out folds",
    )
    expected = fold_t_test(values, "forest", "tree")
    assert [c.quantity for c in study.comparisons] == ["sensitivity", "specificity"]
    assert study.comparisons[1].interval == expected.interval
    assert study.comparisons[1].p_value == expected.p_value
    assert tuple(t.adjusted_p_value for t in study.tests) == adjust(
        [c.p_value for c in study.comparisons], "holm"
    )
    assert study.table("comparisons").title == (
        "Differences at the operating points, paired t over folds"
    )
    assert study.sentences()[-1].startswith("No difference was detected at these operating points")
    (shared,) = [c for c in study.caveats if c.message.startswith("Pairs: the training sets over")]
    assert shared.about == ("forest", "tree")
    assert isinstance(Study.from_json(study.to_json()), OperateFoldsStudy)
    said = operate(SHIPPED, at=0.5, pairs=[("forest", "tree")], correction="bonferroni")
    assert said.settings.pair_correction == "bonferroni"


def test_repeated_folds_are_compared_by_nadeau_and_bengio() -> None:
    data = _repeated()
    labels = data.observations.is_positive[data.rows]
    two = FoldScores.from_arrays(
        labels,
        {"a": data.values[0], "b": data.values[0] + np.sin(np.arange(180))},
        folds=data.folds % 3,
        repeats=data.repeats[data.folds],
        observations=data.rows,
    )
    study = operate(two, at=0.5, pairs=[("a", "b")])
    assert {c.method for c in study.comparisons} == {"Nadeau-Bengio corrected t"}


def test_folds_without_a_rate_are_told_in_the_sentence_and_the_comparison() -> None:
    labels = np.array([0, 1] * 6 + [1] * 4)
    rng = np.random.default_rng(5)
    scores = {name: labels + rng.normal(size=16) for name in ("a", "b")}
    data = FoldScores.from_arrays(labels, scores, folds=np.minimum(np.arange(16) // 4, 3))
    study = operate(data, at=0.5, pairs=[("a", "b")])
    assert "over 4 folds and mean specificity" in study.sentences()[0]
    assert "over 3 folds;" in study.sentences()[0]
    (told,) = (c.message for c in study.caveats if c.kind == "not_compared")
    assert told == (
        "The specificity of a and b cannot be evaluated for both in fold 3; they are compared in "
        "the other 3 folds."
    )
    everyone = FoldScores.from_arrays([0, 0, 1, 1], {"a": [1, 2, 3, 4], "b": [2, 1, 4, 3]},
                                      folds=[1, 2, 1, 2])  # fmt: skip
    none = operate(everyone, at=9, rates=["positive_predictive_value"], pairs=[("a", "b")])
    assert none.comparisons == ()
    assert "they are not compared, as fewer than two folds are left" in str(none)


def test_nobody_and_everybody_are_words() -> None:
    above = operate(SHIPPED, at=math.inf)
    assert above.sentences()[0].startswith("Classifying no observation as positive, logistic has")
    assert above.table("rates").rows[0][1] == "above all"
    below = operate(SHIPPED, at=-math.inf)
    assert below.sentences()[0].startswith("Classifying every observation as positive,")


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        ([("a", "z")], "no classifier named 'z'"),
        ([("a", "a")], "compared with itself"),
        ([("a", "b"), ("b", "a")], "named twice"),
        ([("a",)], "sequence of pairs of strings or None; item 0 has 1 item"),
    ],
)
def test_pairs_that_are_none_are_refused(pairs: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        operate(_left_out(), at=0.5, pairs=pairs)


def test_a_stopped_study_has_the_classifiers_that_are_done() -> None:
    pairs = [SHIPPED.names[:2], SHIPPED.names[1:3]]
    options: dict[str, Any] = {"at": 0.5, "pairs": pairs}
    reported: list[tuple[int, int, str]] = []
    whole = operate(SHIPPED, progress=lambda *n: reported.append(n), **options)
    assert [(done, total) for done, total, _ in reported] == [(100 * n, 500) for n in range(6)]
    assert [what for _, _, what in reported][:5] == list(SHIPPED.names)
    study = operate(SHIPPED, progress=lambda done, _, what: done < 200, **options)
    assert repr(study.parts) == repr(whole.parts[:2])  # rates that a fold lacks are NaN
    assert study.comparisons == whole.comparisons[:2]
    asked = [*(c.p_value for c in study.comparisons), 1.0, 1.0]
    assert tuple(t.adjusted_p_value for t in study.tests) == adjust(asked, "holm")[:2]
    assert [c.message[:40] for c in study.caveats if c.kind == "interrupted"] == [
        "Interrupted after 2 of 5 classifiers; th",
        "Interrupted after 2 of 4 comparisons. Th",
    ]
    assert Study.from_json(study.to_json()).to_json() == study.to_json()
    with pytest.raises(Cancelled):
        operate(SHIPPED, progress=lambda *_: False, **options)


def test_options_of_one_test_set_are_refused() -> None:
    options: dict[str, Any] = {"interval": "exact", "resampling": Resampling(replicates=10)}
    for name, value in options.items():
        with pytest.raises(OptionError, match=f"{name} is for one test set, and these are scores"):
            operate(SHIPPED, **{name: value})
    reading: dict[str, Any] = {"positive": 1, "lower": ["tree"], "missing": "drop"}
    for name, value in reading.items():
        with pytest.raises(OptionError, match=f"already built; {name} cannot be given"):
            operate(SHIPPED, **{name: value})


def test_the_settings_are_what_was_asked_in_full() -> None:
    study = operate(_left_out(), points="all")
    assert study.settings == OperateFoldsSettings.checked(at="youden", points="all")
    assert study.settings.words == "highest Youden index"
    assert study.settings.rates == ("sensitivity", "specificity", "youden_index")
    scores = [len(np.unique(values)) for values in _left_out().values]
    assert [len(part.indistinguishable.thresholds) for part in study.parts] == scores
    assert len(operate(_left_out()).parts[0].indistinguishable.thresholds) == 30


def test_one_threshold_for_scores_on_different_scales_is_told() -> None:
    labels = np.arange(60) % 2
    probabilities = (np.random.default_rng(1).random(60) + labels) / 2
    folds = np.arange(60) // 2 % 5

    def kinds(at: Any, **scores: Any) -> list[str]:
        data = FoldScores.from_arrays(labels, scores, folds=folds)
        return [caveat.kind for caveat in operate(data, at=at).caveats]

    decisions = 8 * probabilities - 4
    assert Kind.THRESHOLD_SCALE in kinds(0.5, a=probabilities, b=decisions)
    assert Kind.THRESHOLD_SCALE not in kinds({"a": 0.5, "b": 0.0}, a=probabilities, b=decisions)
    assert Kind.THRESHOLD_SCALE not in kinds(0.5, a=probabilities, b=probabilities[::-1])
