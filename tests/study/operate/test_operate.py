"""The study of operating points: rules in words, what is compared how, what is told."""

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.threshold_rules import ThresholdRule, read_rule
from aucurate.data.scores import PairedScores, Scores, UnpairedScores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.core.multiplicity import adjust
from aucurate.inference.curve.sensitivity_at import (
    sensitivity_at_test,
    specificity_at_interval,
    specificity_at_test,
)
from aucurate.inference.operating.expected_cost import expected_cost_test
from aucurate.inference.operating.mcnemar import mcnemar_test
from aucurate.inference.operating.rates import rate_estimate
from aucurate.inference.resampling.bootstrap import bootstrap_test
from aucurate.inference.resampling.options import Resampling
from aucurate.report.recipe import recipe_of
from aucurate.study.base import Study
from aucurate.study.operate import OperateStudy, operate
from aucurate.study.operate.numbers import comparison_caveats
from aucurate.study.operate.settings import at_words

DATA = load_breast_cancer()
FEW = Resampling(replicates=200)
PAIR = [("forest", "tree")]


def test_a_fixed_threshold_is_mcnemars() -> None:
    study = operate(DATA, at=0.5)
    assert len(study.comparisons) == 30
    assert study.chosen == ()
    expected = mcnemar_test(DATA["forest"], DATA["tree"], thresholds=(0.5, 0.5), rate="accuracy")
    assert expected.p_value in [c.p_value for c in study.comparisons]
    point = operating_point(DATA["forest"], 0.5)
    assert study.point("forest").point == point
    assert study.point("forest").estimate("f1") == rate_estimate(point, "f1")
    assert tuple(t.adjusted_p_value for t in study.tests) == adjust(
        [c.p_value for c in study.comparisons], "holm"
    )
    assert "chosen_thresholds" not in [c.kind for c in study.caveats]


@pytest.mark.parametrize("rate", ["sensitivity", "specificity"])
def test_at_a_given_rate_the_estimated_threshold_counts(rate: str) -> None:
    study = operate(DATA, at=f"{rate}=0.9", pairs=PAIR, resampling=FEW)
    test = specificity_at_test if rate == "sensitivity" else sensitivity_at_test
    (found,) = study.comparisons
    assert found == test(DATA["forest"], DATA["tree"], 0.9)
    for one in study.points:
        assert getattr(one.point, rate) >= 0.9
    assert len(study.chosen) == 5
    assert "chosen_thresholds" in [c.kind for c in study.caveats]


def test_costs_prevalence_and_thresholds_of_their_own() -> None:
    study = operate(DATA, at="cost=5:1,prevalence=0.02", pairs=PAIR, resampling=FEW)
    assert study.point("forest").point.use.prevalence == 0.02
    assert study.settings.use.false_negative_cost == 5
    stated = operate(DATA, at=0.5, pairs=PAIR, use=IntendedUse(prevalence=0.1))
    plain = operate(DATA, at=0.5, pairs=PAIR)
    one, two = (s.point("forest") for s in (stated, plain))
    assert one.point.sensitivity == two.point.sensitivity
    assert one.point.positive_predictive_value < two.point.positive_predictive_value
    cuts = dict.fromkeys(DATA.names, 0.3) | {"tree": 0.7}
    study = operate(DATA, at=cuts, pairs=PAIR)
    assert study.point("tree").threshold == study.point("tree").point.threshold == 0.7
    assert "threshold" not in study.point("tree").to_dict()
    with pytest.raises(OptionError, match="no threshold for 'tree'"):
        operate(DATA, at={"forest": 0.5, "logistic": 0.5, "bayes": 0.5, "neighbours": 0.5})


def test_a_loss_presumes_calibration_and_says_so() -> None:
    study = operate(DATA, at=ThresholdRule.from_loss(2.0), pairs=PAIR)
    assert study.point("forest").point.threshold == pytest.approx(2 / 3)
    assert "presumes_calibration" in [c.kind for c in study.caveats]
    assert study.chosen == ()


@pytest.mark.parametrize("at", [0.5, "youden", "sensitivity=0.9", "corner", "best=f1"])
def test_it_survives_json_and_prints(at: float | str) -> None:
    study = operate(DATA, at=at, pairs=PAIR, resampling=FEW)
    again = Study.from_json(study.to_json())
    assert isinstance(again, OperateStudy)
    assert json.dumps(again.to_dict()) == json.dumps(study.to_dict())
    for table in study.tables():
        assert {len(row) for row in table.rows} == {len(table.header)}
        assert isinstance(study.to_frame(table.name), pl.DataFrame)
    assert " nan" not in str(study)


def test_degenerate_points_are_told() -> None:
    labels, scores = [0, 1, 0, 1], {"a": [0.1, 0.9, 0.2, 0.8], "b": [0.3, 0.3, 0.3, 0.3]}
    study = operate(labels, scores, at=0.95)
    assert "not defined" in str(study)
    assert math.isnan(study.point("a").estimate("positive_predictive_value").value)
    one = operate(labels, {"a": scores["a"]}, at="youden", resampling=FEW)
    assert one.comparisons == ()
    assert one.point("a").point.sensitivity == 1


def test_lower_scores_keep_their_direction() -> None:
    turned = PairedScores.from_arrays(
        DATA.observations.is_positive,
        {"up": DATA["forest"].values, "down": 1 - DATA["forest"].values},
        lower=["down"],
    )
    study = operate(turned, at={"up": 0.5, "down": 0.5})
    one, two = (study.point(name).point for name in ("up", "down"))
    assert one.sensitivity == pytest.approx(two.sensitivity)
    assert "at most 0.5" in str(study)


@for_each(
    ("text", "shown"),
    [
        ("0.5", 0.5),
        ("threshold=-1.5", -1.5),
        ("youden", "highest Youden index"),
        ("corner", "closest to the corner"),
        ("specificity=0.95", "highest sensitivity with specificity at least 0.95"),
        ("best=f1,sensitivity=0.9", "highest F1 with sensitivity at least 0.9"),
        ("cost=5:1", "lowest expected cost"),
    ],
)
def test_rules_in_words(text: str, shown: object) -> None:
    found = read_rule(text)
    assert (found if isinstance(found, float) else str(found)) == shown


@for_each(
    "text",
    ["", "nonsense", "sensitivity", "sensitivity=high", "cost=5", "best=auc", "youden=1", "loss=",
     "threshold=0.5,prevalence=0.1", "cost=5:1,colour=2", "sensitivity=0.9,sensitivity=0.8"],
)  # fmt: skip
def test_what_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="is not an operating point"):
        read_rule(text)


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="no classifier named 'z'"):
        operate(DATA, at=0.5, pairs=[("forest", "z")])
    with pytest.raises(OptionError, match="no rate is named"):
        operate(DATA, at=0.5, rates=[])
    with pytest.raises(OptionError, match="was not requested"):
        operate(DATA, at=0.5, rates=["sensitivity"], pairs=PAIR).point("forest").estimate("f1")


def test_different_test_sets_are_refused_with_what_compares_their_rates() -> None:
    half = np.arange(len(DATA.observations)) % 2 == 0
    first, second = (
        Scores.from_arrays(DATA.observations.is_positive[rows], DATA["forest"].values[rows])
        for rows in (half, ~half)
    )
    with pytest.raises(UnsupportedError, match="the same observations") as refused:
        operate(UnpairedScores((replace(first, name="a"), replace(second, name="b"))), at=0.5)
    assert "bootstrap_test compares a rate of two test sets" in refused.value.hint

    def rate(labels: Any, scores: Any) -> float:
        return float((scores[labels == 1] >= 0.5).mean())

    few = Resampling(replicates=20, rng=1)
    found = bootstrap_test(first, second, rate, resampling=few)
    assert found.design == "unpaired"
    sensitivities = [operate(each, at=0.5).points[0].point.sensitivity for each in (first, second)]
    assert [found.first_value, found.second_value] == pytest.approx(sensitivities)


def _grouped(**options: Any) -> PairedScores:
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(50), 4)
    labels = rng.random(200) < 0.4
    effect = rng.normal(size=50)[groups]
    scores = {name: effect + rng.normal(size=200) + labels for name in ("forest", "tree")}
    return PairedScores.from_arrays(labels, scores, groups=groups, **options)


@pytest.mark.parametrize("at", ["threshold=0.5", "youden", "sensitivity=0.9", "cost=5:1"])
def test_groups_and_sampling_weights_count(at: str) -> None:
    weights = np.random.default_rng(1).uniform(0.5, 2, 200)
    for data in (_grouped(), _grouped(sampling_weights=weights)):
        study = operate(data, at=at, resampling=FEW)
        assert study.provenance.n_groups == 50
        assert "200 observations in 50 groups" in study.tables()[0].title
        assert any("allow for 50 groups" in sentence for sentence in study.sentences())
        for summary in study.points:
            for estimate in summary.estimates:
                assert estimate.n_groups == 50
                assert estimate.design_effect > 0
            assert (estimate.n_positive, estimate.n_negative) == (
                data.observations.n_positive,
                data.observations.n_negative,
            )
        assert {test.result.n_groups for test in study.tests} == {50}
        assert OperateStudy.from_dict(study.to_dict()).to_dict() == study.to_dict()
        (points, rates) = study.tables()[:2]
        assert "effective_positives" in points.columns
        assert "design_effect" in rates.columns


def test_groups_of_one_change_nothing_in_a_study() -> None:
    data = _grouped()
    scores = {name: data[name].values for name in data.names}
    labels = data.observations.is_positive
    plain = operate(PairedScores.from_arrays(labels, scores), at="youden", resampling=FEW)
    same = operate(
        PairedScores.from_arrays(labels, scores, sampling_weights=np.full(200, 0.5)),
        at="youden",
        resampling=FEW,
    )
    assert same.points == plain.points
    assert same.chosen == plain.chosen
    assert same.tests == plain.tests


@pytest.mark.parametrize("at", ["cost=5:1", "best=expected_cost", "best=accuracy", "best=f1"])
def test_a_stated_prevalence_is_chosen_by(at: str) -> None:
    use = IntendedUse(prevalence=0.02)
    study = operate(DATA, at=at, use=use, pairs=[], resampling=FEW)
    rule = read_rule(at)
    assert isinstance(rule, ThresholdRule)
    expected = choose_threshold(DATA["forest"], rule.for_use(use))
    found = study.point("forest").point
    assert found == expected.point
    assert found.threshold != choose_threshold(DATA["forest"], rule).threshold
    assert study.chosen[1].choice.point == found
    assert "prevalence 2%" in study.settings.words


def test_the_use_of_the_rule_and_another_are_not_mixed() -> None:
    with pytest.raises(OptionError, match="two prevalences"):
        operate(DATA, at="cost=5:1,prevalence=0.02", use=IntendedUse(prevalence=0.5))
    both = operate(DATA, at="cost=5:1,prevalence=0.02", pairs=[], resampling=FEW)
    beside = operate(
        DATA,
        at="cost=1:1",
        use=IntendedUse(prevalence=0.02, false_negative_cost=5),
        pairs=[],
        resampling=FEW,
    )
    found = [[one.point.to_dict() for one in study.points] for study in (both, beside)]
    assert found[0] == found[1]  # NaN as words


def test_what_is_typed_again_makes_the_same_calls() -> None:
    rng = np.random.default_rng(3)
    labels = np.arange(60) % 2
    for kind in (np.float64, np.float32):
        for lower in ((), ("a",)):
            values = (labels * (1 - 2 * len(lower)) + rng.normal(size=60)).astype(kind)
            data = PairedScores.from_arrays(labels, {"a": values}, lower=lower)
            chosen = operate(data, at="youden", resampling=FEW)
            shown = chosen.table("points").rows[0][1]
            assert len(shown) < 8
            again = operate(data, at=float(shown)).point("a").point
            counts = ("true_positives", "false_positives")
            assert [getattr(again, c) for c in counts] == [
                getattr(chosen.point("a").point, c) for c in counts
            ]
            assert f" {shown}:" in chosen.sentences()[0]


def test_with_a_stated_prevalence_accuracy_is_not_that_of_the_test_set() -> None:
    plain = operate(DATA, at=0.5, pairs=PAIR)
    assert [c.quantity for c in plain.comparisons] == ["sensitivity", "specificity", "accuracy"]
    stated = operate(DATA, at=0.5, pairs=PAIR, use=IntendedUse(prevalence=0.02))
    assert [c.quantity for c in stated.comparisons] == ["sensitivity", "specificity"]
    assert "test" not in stated.table("comparisons").header
    assert stated.table("comparisons").title == "Differences at the operating points, McNemar mid-p"


def test_costs_are_compared_and_each_test_is_named() -> None:
    use = IntendedUse(prevalence=0.1, false_negative_cost=5)
    study = operate(DATA, at=0.5, pairs=PAIR, use=use)
    expected = expected_cost_test(DATA["forest"], DATA["tree"], thresholds=(0.5, 0.5), use=use)
    assert study.comparisons[-1] == expected
    table = study.table("comparisons")
    assert table.title == "Differences at the operating points"
    assert [row[-1] for row in table.rows] == ["McNemar mid-p", "McNemar mid-p", "MOVER Tango"]
    assert "forest has a lower expected cost than tree" in study.sentences()[-1]
    least = operate(DATA, at="cost=1:1", pairs=PAIR, resampling=FEW)
    assert least.comparisons[-1].quantity == "expected cost"
    assert "(both errors cost the same)" in str(least)


def test_a_loss_is_the_cost_that_is_shown() -> None:
    point = operate(DATA, at="loss=2", pairs=[]).point("forest").point
    expected = (2 * point.false_positives + point.false_negatives) / len(DATA.observations)
    assert point.expected_cost == pytest.approx(expected)


def test_the_choice_is_judged_by_what_it_was_made_by() -> None:
    study = operate(DATA, at="cost=5:1,prevalence=0.1", pairs=[], resampling=FEW)
    assert [rate.rate for rate in study.chosen[0].rates][-1] == "expected_cost"
    assert "Out of bag, the expected cost rises by up to" in str(study)
    assert "(false negatives cost 5, false positives 1; prevalence 10%)" in str(study)
    best = operate(DATA, at="best=f1,accuracy=0.8", pairs=[], resampling=FEW)
    assert [rate.rate for rate in best.chosen[0].rates][2:] == ["f1", "accuracy"]
    assert "Out of bag, the F1 falls" in str(best)
    corner = operate(DATA, at="corner", pairs=[], resampling=FEW)
    assert "the Youden index falls" in str(corner)


def test_the_sentences_quote_the_rates_out_of_bag() -> None:
    study = operate(DATA, at="youden", pairs=[], resampling=FEW)
    for said, one in zip(study.sentences(), study.chosen, strict=False):
        for rate in ("sensitivity", "specificity"):
            judged = one.rate(rate)
            assert f"{rate} {judged.out_of_bag:.3f} ({judged.out_of_bag_interval})" in said
        assert ": out-of-bag sensitivity" in said
    assert "on the observations that a replicate leaves out" in str(study)
    assert "treat the chosen thresholds as fixed" in study.table("rates").title
    fixed = operate(DATA, at=0.5, pairs=[])
    estimate = fixed.point("forest").estimate("sensitivity")
    assert any(
        f"sensitivity {estimate.value:.3f} ({estimate.interval})" in s for s in fixed.sentences()
    )
    assert "out-of-bag" not in str(fixed)
    assert "as fixed" not in fixed.table("rates").title


def test_an_interval_of_the_threshold_that_is_too_narrow_says_so_at_its_place() -> None:
    corner = operate(DATA, at="corner", pairs=[], resampling=FEW)
    assert "95% CI, too narrow" in corner.table("points").header
    assert "threshold_interval" in {caveat.kind for caveat in corner.caveats}
    methods = {one.threshold_interval.method for one in corner.chosen}
    assert set(corner.table("chosen").columns["threshold_method"]) == methods
    youden = operate(DATA, at="youden", pairs=[], resampling=FEW)
    assert "95% CI" in youden.table("points").header
    assert "threshold_interval" not in {caveat.kind for caveat in youden.caveats}


def test_nothing_is_said_to_fall_that_does_not() -> None:
    labels, scores = [0, 0, 0, 1, 1, 1], {"a": [0, 0, 0, 1, 1, 1]}
    study = operate(labels, scores, at="youden", resampling=FEW)
    assert "out of bag the" not in str(study)
    one = operate([0, 0, 1], {"a": [1, 2, 3]}, at="youden", resampling=FEW)
    assert math.isnan(one.chosen[0].rate("sensitivity").out_of_bag)
    assert "not defined" in [row[3] for row in one.table("chosen").rows]
    assert "out of bag the" not in str(one)
    assert "out-of-bag sensitivity" not in str(one)


def test_a_given_rate_has_the_interval_that_knows_the_threshold_is_estimated() -> None:
    study = operate(DATA, at="sensitivity=0.9", pairs=PAIR, resampling=FEW)
    assert study.at_rate[1] == specificity_at_interval(DATA["forest"], 0.9)
    assert study.table("at_rate").columns["name"] == DATA.names
    assert "read off the drawn curves at exactly that rate, and so is its comparison" in str(study)
    told = next(c.message for c in study.caveats if c.kind == "chosen_thresholds")
    assert "p-values" not in told


@pytest.mark.parametrize("at", ["sensitivity=1", "specificity=1"])
def test_at_the_end_of_the_curve_it_is_mcnemars(at: str) -> None:
    study = operate(DATA, at=at, pairs=PAIR, resampling=FEW)
    assert {c.method for c in study.comparisons} == {"McNemar mid-p"}
    assert study.at_rate == ()
    told = next(c.message for c in study.caveats if c.kind == "chosen_thresholds")
    assert "p-values of differences treat them as fixed, too" in told


def test_every_interval_is_named_and_thresholds_have_theirs() -> None:
    study = operate(DATA, at="youden", pairs=[], interval="clopper-pearson", resampling=FEW)
    rates = study.table("rates")
    assert rates.rows[0][-1] == "Clopper-Pearson"
    assert rates.rows[0][0] == "sensitivity"
    points = study.table("points")
    assert points.header[2] == "95% CI"
    for row, one in zip(points.rows, study.chosen, strict=True):
        low, high = map(float, row[2].split(" to "))
        assert low <= one.threshold_interval.low <= one.threshold_interval.high <= high
        assert low <= float(row[1]) <= high
    assert "95% CI" not in operate(DATA, at=0.5, pairs=[]).table("points").header


def test_many_classifiers_stand_below_each_other() -> None:
    values = DATA["forest"].values
    data = PairedScores.from_arrays(
        DATA.observations.is_positive, {f"c{k}": values for k in range(9)}
    )
    study = operate(data, at=0.5, pairs=[("c0", "c1"), ("c2", "c1")])
    table = study.table("rates")
    assert (table.header[:2], len(table.rows)) == (("rate", "classifier"), 9 * 11)
    assert max(len(" ".join(row)) for row in table.rows) < 80
    assert "3 more classifiers: see the tables." in study.sentences()
    (told,) = (c for c in study.caveats if c.kind == "no_discordant_calls")
    assert "c0 - c1 (sensitivity, specificity and accuracy) and c2 - c1" in told.message


def test_few_differing_calls_are_told_once_with_the_pairs() -> None:
    study = operate(DATA, at=0.5)
    few = [c for c in study.comparisons if any(x.kind == "few_discordant_calls" for x in c.caveats)]
    few = [replace(few[0], quantity=rate) for rate in ("sensitivity", "specificity")]
    (told,) = comparison_caveats([*few, replace(few[0], first="bayes")])
    assert told.message.endswith(
        "forest - tree (sensitivity and specificity) and bayes - tree (sensitivity)."
    )


def test_one_classifier_alone_is_welcome() -> None:
    scores = Scores.from_arrays([0, 1, 0, 1], [1.0, 2, 3, 4], name="a", lower=True)
    study = operate(scores, at=2.0)
    assert study.point("a").point == operating_point(scores, 2.0)
    assert [c.kind for c in study.caveats].count("lower_scores") == 1


def test_words_of_places() -> None:
    assert at_words({"a": 0.5, "b": 1 / 3}, IntendedUse()) == (
        "thresholds a 0.5 and b 0.3333333333333333"
    )
    assert at_words(read_rule("loss=2"), IntendedUse(false_positive_cost=2)).startswith("loss 2")
    assert "cost 1" not in at_words(read_rule("loss=2"), IntendedUse(false_positive_cost=2))
    nobody = operate(DATA, at="cost=1:100", pairs=[], resampling=FEW)
    assert (
        "which classifies no observation as positive"
        in operate(DATA, at=2, pairs=[]).sentences()[0]
    )
    everybody = operate(DATA, at=-1, pairs=[]).sentences()[0]
    assert "which classifies every observation as positive" in everybody
    assert "at either end" not in str(nobody)


@for_each(
    ("options", "words"),
    [
        ({"use": {"prevalence": 0.1}}, "use must be an IntendedUse or None; it is a dict"),
        ({"pairs": [("forest",)]}, "pairs of strings or None; item 0 has 1 item"),
        ({"pairs": "forest"}, "a sequence of pairs of strings or None; it is 'forest'"),
        ({"pairs": [("tree", "tree")]}, "'tree' is compared with itself"),
        ({"pairs": [("tree", "forest"), ("forest", "tree")]}, "named twice as a pair"),
        ({"interval": "wide"}, "there are no intervals 'wide'"),
        ({"correction": "sidak"}, "correction must be .*; it is 'sidak'"),
        ({"at": True}, "at must be .* a number, .*; it is True"),
        ({"at": None}, "at must be .* a number, .*; it is None"),
        ({"at": dict.fromkeys(DATA.names, 0.5) | {"z": 1}}, "no classifier named 'z'"),
        ({"at": dict.fromkeys(DATA.names, True)}, "under 'logistic' it is True"),
    ],
)
def test_the_door(options: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        operate(DATA, **({"at": 0.5} | options))  # type: ignore[call-overload]


def test_the_rule_is_youdens_unless_another_is_named() -> None:
    study = operate(DATA, pairs=[], resampling=FEW)
    assert study.settings.at == ThresholdRule.youden()
    assert study.settings.words == "highest Youden index"


def test_options_of_folds_are_refused() -> None:
    options: dict[str, Any] = {"points": 5, "level": 0.1, "degrees_of_freedom": "n-1"}
    for name, value in options.items():
        with pytest.raises(OptionError, match=f"{name} is for scores over folds"):
            operate(DATA, **{name: value})
    with pytest.raises(OptionError, match="there is no rate 'error_rate'"):
        operate(DATA, rates=["error_rate"])  # type: ignore[list-item]


def test_the_settings_say_all_that_was_drawn() -> None:
    fresh = operate(DATA, pairs=[], resampling=Resampling(replicates=50, rng=None))
    drawn = fresh.settings.resampling
    assert drawn is not None
    again = operate(DATA, pairs=[], resampling=drawn)
    assert json.dumps(again.to_dict()) == json.dumps(fresh.to_dict())
    assert operate(DATA, at=0.5, pairs=[], resampling=FEW).settings.resampling is None
    each = operate(DATA, at=dict.fromkeys(reversed(DATA.names), 0.5), pairs=[])
    assert each.settings.at == dict.fromkeys(DATA.names, 0.5)
    assert Study.from_json(each.to_json()) is not None


def test_all_bootstraps_share_one_account() -> None:
    reported: list[tuple[int, int, str]] = []
    operate(DATA, pairs=[], resampling=FEW, progress=lambda *n: reported.append(n))
    assert {total for _, total, _ in reported} == {5 * 200}
    assert [done for done, _, _ in reported] == sorted(done for done, _, _ in reported)
    assert reported[-1][0] == 1000
    assert reported[0][2] == "choice of the threshold: logistic"


@pytest.mark.parametrize("stop", [0, 400])
def test_a_stopped_study_has_the_bootstraps_that_are_done(stop: int) -> None:
    whole = operate(DATA, pairs=PAIR, resampling=FEW)
    study = operate(DATA, pairs=PAIR, resampling=FEW, progress=lambda done, *_: done < stop)
    assert repr(study.points) == repr(whole.points)
    assert study.tests == whole.tests
    assert repr(study.chosen) == repr(whole.chosen[: stop // 200])
    (told,) = (c.message for c in study.caveats if c.kind == "interrupted")
    assert told.startswith(f"Interrupted after {stop // 200} of 5 bootstraps of chosen thresholds;")
    assert "chosen_thresholds" in [c.kind for c in study.caveats]
    assert "treat the chosen thresholds as fixed" in study.table("rates").title
    assert Study.from_json(study.to_json()).to_json() == study.to_json()
    assert len(study.to_html()) > 1000
    assert ": out-of-bag" not in study.sentences()[-2]


@pytest.mark.parametrize("name", ["operate", "operate-thresholds"])
def test_a_file_of_the_first_format_says_where_it_operates(name: str) -> None:
    path = Path(__file__).parents[1] / "format_3" / f"{name}.json"
    old = json.loads(path.read_text(encoding="utf-8"))
    whole = Study.from_json(json.dumps(old))
    for setting in ("rule", "pairs", "stratified", "rng"):
        old["provenance"]["settings"].pop(setting)
    study = Study.from_json(json.dumps(old | {"format_version": 1}))
    assert isinstance(study, OperateStudy)
    assert isinstance(whole, OperateStudy)
    assert study.settings == replace(whole.settings, resampling=None)
    assert str(study) == str(whole)
    assert recipe_of(study).python == ("" if study.chosen else recipe_of(whole).python)


def test_many_differences_are_counted_and_the_largest_is_named() -> None:
    said = operate(DATA, at=0.5).sentences()[-1]
    start = r"\d+ of 30 differences have an adjusted p of at most 0.05; the largest: "
    assert re.match(start, said)
    assert said.endswith("The others are in the table of differences.")
    two = operate(DATA, at=0.5, pairs=[("forest", "bayes")]).sentences()[-1]
    assert two.startswith("forest has a higher sensitivity than bayes (by 0.179, adjusted p < 0.")
    assert "the largest" not in two
