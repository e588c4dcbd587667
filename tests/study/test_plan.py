"""The plan as a study: table, sentences, JSON and other clothes."""

import json
from typing import Any

import polars as pl
import pytest

from aucurate.data.source import with_source
from aucurate.datasets import load_breast_cancer
from aucurate.errors import OptionError
from aucurate.planning import plan_interval, plan_one, plan_two
from aucurate.study import Study
from aucurate.study.compare import compare
from aucurate.study.plan import PlanStudy, plan, plan_study
from aucurate.tables.latex import to_latex
from aucurate.tables.markdown import to_markdown


def test_the_table_has_the_curve_of_the_plan() -> None:
    plan = plan_two(0.8, 0.75, paired=False, power=0.8)
    study = plan_study(plan)
    frame = study.to_frame()
    assert isinstance(frame, pl.DataFrame)
    assert frame["power"].to_list() == [point.attained for point in plan.curve()]
    assert frame["total"].to_list() == [point.total for point in plan.curve()]
    assert "per test set" in study.tables()[0].title


def test_sentences_are_the_plan_and_what_it_reaches() -> None:
    plan = plan_one(0.8, null=0.7, power=0.8)
    study = plan_study(plan, n_positive=[50])
    assert study.sentences()[0] == str(plan)
    assert study.sentences()[1].startswith("That is 196 observations in total, with 80")
    assert len(study.points) == 1


def test_a_width_is_not_called_power() -> None:
    study = plan_study(plan_interval(0.9, width=0.1))
    assert study.tables()[0].header[-1] == "width"
    assert "power" not in str(study).lower()


@pytest.mark.parametrize(
    "plan",
    [
        plan_one(0.8, power=0.8),
        plan_one(0.95, null=0.6, power=0.8),
        plan_interval(0.9, 0.8, correlation=0.5, width=0.1),
        plan_two(0.8, 0.8, paired=False, question="equivalence", margin=0.1, power=0.8),
    ],
)
def test_json_comes_back(plan: object) -> None:
    study = plan_study(plan)  # type: ignore[arg-type]
    text = study.to_json()
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} in JSON"))
    back = Study.from_json(text)
    assert isinstance(back, PlanStudy)
    assert back == study
    assert str(back) == str(study)


def test_caveats_and_provenance() -> None:
    pilot = with_source(load_breast_cancer()["forest"], name="pilot.csv")
    study = plan_study(plan_one(0.95, null=0.6, power=0.8), pilot=pilot)
    assert "Caveats\n- With fewer than 20" in str(study)
    assert (study.provenance.source.name, study.provenance.n_observations) == ("pilot.csv", 285)


def test_other_clothes() -> None:
    study = plan_study(plan_one(0.8, power=0.8))
    assert "| positives | negatives | total | power |" in to_markdown(study)
    assert r"\toprule" in to_latex(study)


def test_a_pilot_shows_its_assurance_beside_the_power() -> None:
    pilot = load_breast_cancer().select(["forest", "tree"])
    plan = plan_two(pilot=pilot, power=0.9)
    study = plan_study(plan, n_positive=[50, 72])
    assert plan.assurance is not None
    assert study.tables()[0].header[-2:] == ("power", "assurance")
    shown = study.tables()[0].columns["assurance"]
    assert shown == tuple(point.assurance for point in study.points)
    said = study.sentences()[2]
    assert "the power to show a difference in the direction of the pilot's is 83.8%" in said
    assert said.endswith("an assurance of 90% needs 96 positives and 163 negatives.")
    assert Study.from_json(study.to_json()) == study
    without = plan_study(plan_two(0.95, 0.9, pilot=pilot, power=0.9))
    assert "assurance" not in str(without)


def test_where_no_study_reaches_the_assurance_the_remedy_is_said() -> None:
    pilot = load_breast_cancer().select(["logistic", "forest"])
    plan = plan_two(pilot=pilot, power=0.97)
    assert plan.assurance is not None
    assert plan.assurance.n_positive is None
    assert "no study has an assurance of 97%" in plan_study(plan).sentences()[2]
    assert "enlarge the pilot" in plan_study(plan).sentences()[2]


def test_one_function_plans_whatever_is_asked() -> None:
    assert plan(0.8, null=0.7, power=0.8).plan == plan_one(0.8, null=0.7, power=0.8)
    two = plan_two(0.85, 0.75, correlation=0.5, power=0.9)
    assert plan(0.85, 0.75, correlation=0.5, power=0.9).plan == two
    assert plan(0.9, width=0.1).plan == plan_interval(0.9, width=0.1)
    apart = plan_interval(0.9, 0.8, width=0.1, paired=False)
    assert plan(0.9, 0.8, width=0.1, paired=False).plan == apart
    wide = plan_interval(0.9, n_positive=50, confidence=0.9)
    assert plan(0.9, n_positive=50, confidence=0.9).plan == wide


def test_what_is_left_out_is_found() -> None:
    level = plan(0.8, null=0.7, power=0.8, n_positive=100).plan
    assert level.solved_for == "level"
    assert plan(0.8, null=0.7, n_positive=100).plan.level == 0.05
    assert plan(0.9, width=0.1, n_positive=50).plan.solved_for == "confidence"


def test_a_pilot_gives_the_aucs_and_the_provenance() -> None:
    data = load_breast_cancer()
    study = plan(pilot=data["tree"], null=0.85, power=0.8)
    assert study.plan == plan_one(pilot=data["tree"], null=0.85, power=0.8)
    assert study.provenance.n_observations == 285
    both = data.select(["forest", "tree"])
    assert plan(pilot=both, power=0.8).plan == plan_two(pilot=both, power=0.8)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"width": 0.1, "power": 0.8}, "a plan for an interval does not take power"),
        ({"second": 0.7, "null": 0.6}, "a plan for two classifiers does not take null"),
        ({"correlation": 0.5}, "a plan for one classifier does not take correlation"),
    ],
)
def test_options_of_another_plan_are_refused(asked: dict[str, float], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        plan(0.8, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("question", ["non-inferiority", "superiority", "equivalence"])
def test_a_margin_is_planned_for_the_level_at_which_compare_tests_it(question: Any) -> None:
    study = compare(load_breast_cancer(), margin=0.02, margin_test=question)
    first = 0.95 if question == "superiority" else 0.85
    planned = plan(first, 0.85, question=question, margin=0.05, correlation=0.5, power=0.8).plan
    assert planned.level == pytest.approx(study.margin_tests[0].result.level, rel=1e-12)
    assert plan(0.85, 0.75, correlation=0.5, power=0.8).plan.level == 0.05
