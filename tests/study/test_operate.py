"""The study of operating points: rules in words, what is compared how, what is told."""

import json
import math

import numpy as np
import polars as pl
import pytest

from aucurate.curve.choosing import ThresholdRule
from aucurate.curve.cost import IntendedUse
from aucurate.data.paired import PairedScores
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError, UnsupportedError
from aucurate.estimates.operating_point import operating_point
from aucurate.inference.mcnemar import mcnemar_test
from aucurate.inference.multiplicity import adjust
from aucurate.inference.rates import rate_estimate
from aucurate.inference.resampling import Resampling
from aucurate.inference.sensitivity_at import sensitivity_at_test, specificity_at_test
from aucurate.study.base import Study
from aucurate.study.operate import OperateStudy, operate
from aucurate.study.operate_rules import read_rule

DATA = load_breast_cancer()
FEW = Resampling(repeats=200)
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
    assert study.adjusted_p_values == adjust([c.p_value for c in study.comparisons], "holm")
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
    assert study.provenance.settings["use"]["false_negative_cost"] == 5
    stated = operate(DATA, at=0.5, pairs=PAIR, use=IntendedUse(prevalence=0.1))
    plain = operate(DATA, at=0.5, pairs=PAIR)
    one, two = (s.point("forest") for s in (stated, plain))
    assert one.point.sensitivity == two.point.sensitivity
    assert one.point.positive_predictive_value < two.point.positive_predictive_value
    cuts = dict.fromkeys(DATA.names, 0.3) | {"tree": 0.7}
    study = operate(DATA, at=cuts, pairs=PAIR)
    assert study.point("tree").point.threshold == 0.7
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


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "sensitivity", "sensitivity=high", "cost=5", "best=auc", "youden=1", "loss=",
     "threshold=0.5,prevalence=0.1", "cost=5:1,colour=2", "sensitivity=0.9,sensitivity=0.8"],
)  # fmt: skip
def test_what_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="does not say where to operate"):
        read_rule(text)


def test_what_is_refused() -> None:
    with pytest.raises(OptionError, match="no classifier named 'z'"):
        operate(DATA, at=0.5, pairs=[("forest", "z")])
    with pytest.raises(OptionError, match="no rate is named"):
        operate(DATA, at=0.5, rates=[])
    with pytest.raises(OptionError, match="was not asked for"):
        operate(DATA, at=0.5, rates=["sensitivity"], pairs=PAIR).point("forest").estimate("f1")
    with pytest.raises(UnsupportedError, match="groups"):
        operate(
            PairedScores.from_arrays(
                np.arange(20) % 2, {"a": np.arange(20.0)}, groups=np.arange(20) // 2
            ),
            at=0.5,
        )
