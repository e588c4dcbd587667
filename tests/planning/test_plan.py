"""Plans: each unknown is found, sizes are the smallest, impossible questions are refused."""

import dataclasses
import itertools
import math
from typing import Any

import numpy as np
import pytest
from scipy import special
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.planning import Plan, plan_interval, plan_one, plan_two
from aucurate.planning.variances import VARIANCES

TESTS: list[tuple[Any, dict[str, Any]]] = [
    (plan_one, {"auc": 0.8, "null": 0.7}),
    (plan_one, {"auc": 0.8, "null": 0.7, "alternative": "greater", "ratio": 3.0}),
    (plan_one, {"auc": 0.6, "null": 0.75, "alternative": "less", "ratio": 0.3}),
    (plan_one, {"auc": 0.8, "null": 0.8, "question": "non-inferiority", "margin": 0.1}),
    (plan_one, {"auc": 0.8, "null": 0.65, "question": "superiority", "margin": 0.05}),
    (plan_one, {"auc": 0.8, "null": 0.79, "question": "equivalence", "margin": 0.1}),
    (plan_two, {"first": 0.8, "second": 0.75, "correlation": 0.5}),
    (plan_two, {"first": 0.7, "second": 0.85, "correlation": -0.2, "alternative": "less"}),
    (plan_two, {"first": 0.8, "second": 0.7, "paired": False, "ratio": 1.7}),
    (plan_two, {"first": 0.8, "second": 0.82, "correlation": 0.6, "margin": 0.07,
                "question": "non-inferiority"}),
    (plan_two, {"first": 0.8, "second": 0.8, "paired": False, "margin": 0.1,
                "question": "equivalence"}),
]  # fmt: skip


@for_each("variance", VARIANCES)
@for_each("null_variance", ["null", "alternative", "logit"])
@for_each(("planner", "asked"), TESTS)
def test_size_power_level_auc_and_margin_are_inverses_of_each_other(
    planner: Any, asked: dict[str, Any], variance: str, null_variance: str
) -> None:
    if planner is plan_two and null_variance == "logit":
        null_variance = "reference"
    asked = asked | {"variance": variance, "null_variance": null_variance}
    sized = planner(**asked, power=0.8)
    assert sized.solved_for == "size"
    assert sized.attained >= 0.8
    sizes = {"n_positive": sized.n_positive, "n_negative": sized.n_negative}
    fixed = {key: value for key, value in asked.items() if key != "ratio"} | sizes
    powered = planner(**fixed)
    assert powered.solved_for == "power"
    assert powered.power == pytest.approx(sized.attained, rel=1e-12)
    levelled = planner(**fixed, power=powered.power, level=None)
    assert levelled.level == pytest.approx(0.05, rel=1e-6)
    if sized.question != "equivalence":
        first = "auc" if planner is plan_one else "first"
        found = planner(**(fixed | {first: None}), power=powered.power)
        assert found.solved_for == "auc"
        if sized.alternative == "two-sided" and sized.first < sized.second:
            return
        assert found.first == pytest.approx(sized.first, abs=1e-6)
    if sized.margin is not None:
        found = planner(**(fixed | {"margin": None}), power=powered.power)
        assert found.margin == pytest.approx(sized.margin, abs=1e-6)


@for_each(("planner", "asked"), TESTS)
def test_sizes_are_the_smallest_and_power_grows_with_them(
    planner: Any, asked: dict[str, Any]
) -> None:
    plan = planner(**asked, power=0.9)
    around = range(max(2, plan.n_positive - 40), plan.n_positive + 40)
    powers = [point.attained for point in plan.curve(list(around))]
    assert all(b > a for a, b in itertools.pairwise(powers))
    before = plan.curve([plan.n_positive - 1])[0]
    assert before.attained < 0.9 <= plan.attained
    assert plan.n_negative == math.ceil(plan.n_positive * plan.ratio - 1e-9)


@for_each("variance", VARIANCES)
@for_each("null_variance", ["null", "alternative"])
@for_each("pairing", [{"correlation": 0.4}, {"paired": False}])
def test_the_order_of_the_curves_does_not_matter_to_a_two_sided_question(
    variance: Any, null_variance: Any, pairing: dict[str, Any]
) -> None:
    settings: dict[str, Any] = {"variance": variance, "null_variance": null_variance, **pairing}
    there = plan_two(0.9, 0.7, n_positive=30, n_negative=70, **settings)
    back = plan_two(0.7, 0.9, n_positive=30, n_negative=70, **settings)
    assert there.power == pytest.approx(back.power, rel=1e-12)
    assert (
        plan_two(0.9, 0.7, power=0.8, **settings).n_positive
        == plan_two(0.7, 0.9, power=0.8, **settings).n_positive
    )
    greater = plan_two(0.9, 0.7, n_positive=30, alternative="greater", **settings)
    less = plan_two(0.7, 0.9, n_positive=30, alternative="less", **settings)
    assert greater.power == pytest.approx(less.power, rel=1e-12)


def test_the_formula_by_hand() -> None:
    def v(auc: float, m: int, n: int) -> float:
        q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
        top = auc * (1 - auc) + (m - 1) * (q1 - auc**2) + (n - 1) * (q2 - auc**2)
        return top / (m * n)

    z = special.ndtri(0.975)
    one = plan_one(0.8, null=0.7, n_positive=60, n_negative=90)
    power = special.ndtr((0.1 - z * math.sqrt(v(0.7, 60, 90))) / math.sqrt(v(0.8, 60, 90)))
    assert one.power == pytest.approx(power, rel=1e-12)
    two = plan_two(0.8, 0.7, correlation=0.3, n_positive=60, n_negative=90)
    v1, v2, mean = v(0.8, 60, 90), v(0.7, 60, 90), v(0.75, 60, 90)
    s1 = math.sqrt(v1 + v2 - 0.6 * math.sqrt(v1 * v2))
    power = special.ndtr((0.1 - z * math.sqrt(2 * mean * 0.7)) / s1)
    assert two.power == pytest.approx(power, rel=1e-12)
    logit = plan_one(0.8, null=0.7, n_positive=60, n_negative=90, null_variance="logit")
    steps = (special.logit(0.8) - special.logit(0.7)) * 0.8 * 0.2 / math.sqrt(v(0.8, 60, 90))
    assert logit.power == pytest.approx(special.ndtr(steps - z), rel=1e-12)
    tost = plan_two(0.8, 0.8, correlation=0.3, n_positive=300, margin=0.05,
                    question="equivalence", null_variance="alternative")  # fmt: skip
    s = math.sqrt(1.4 * v(0.8, 300, 300))
    expected = 2 * special.ndtr((0.05 - special.ndtri(0.95) * s) / s) - 1
    assert tost.power == pytest.approx(expected, rel=1e-12)


def test_hanley_and_mcneil_1982_sample_sizes_are_the_reference_variance_in_large_samples() -> None:
    """Their formula: (z_a sqrt(2 V1) + z_b sqrt(V1 + V2))^2 / d^2 with V = Q1 + Q2 - 2 A^2.

    Ours keeps the terms of order 1/n^2, which add at most two observations.
    """

    def v(auc: float) -> float:
        return auc / (2 - auc) + 2 * auc**2 / (1 + auc) - 2 * auc**2

    for second, first in ((0.7, 0.75), (0.7, 0.8), (0.75, 0.8), (0.8, 0.9), (0.85, 0.9)):
        for power in (0.8, 0.9, 0.95):
            plan = plan_two(first, second, paired=False, power=power, alternative="greater",
                            null_variance="reference")  # fmt: skip
            of_null = special.ndtri(0.95) * math.sqrt(2 * v(second))
            of_truth = special.ndtri(power) * math.sqrt(v(second) + v(first))
            theirs = ((of_null + of_truth) / (first - second)) ** 2
            assert 0 <= plan.n_positive - theirs < 2


def test_only_the_reference_variance_depends_on_the_order() -> None:
    settings: dict[str, Any] = {"paired": False, "power": 0.8, "null_variance": "reference"}
    assert plan_two(0.9, 0.7, **settings).n_positive > plan_two(0.7, 0.9, **settings).n_positive


@pytest.mark.parametrize("scale", ["logit", "wald"])
def test_widths_are_reached_with_the_smallest_size(scale: Any) -> None:
    plan = plan_interval(0.9, width=0.08, ratio=2.0, scale=scale)
    assert plan.attained <= 0.08 < plan.curve([plan.n_positive - 1])[0].attained
    back = plan_interval(0.9, n_positive=plan.n_positive, n_negative=plan.n_negative, scale=scale)
    assert (back.solved_for, back.width) == ("width", plan.attained)
    sure = plan_interval(0.9, n_positive=plan.n_positive, n_negative=plan.n_negative,
                         width=plan.attained, confidence=None, scale=scale)  # fmt: skip
    assert sure.confidence == pytest.approx(0.95, abs=1e-9)


def test_the_interval_of_a_difference() -> None:
    plan = plan_interval(0.8, 0.75, correlation=0.5, width=0.1)
    assert plan.design == "paired"
    alone = plan_interval(0.8, 0.75, paired=False, width=0.1)
    assert alone.n_positive > plan.n_positive
    assert alone.total == 2 * (alone.n_positive + alone.n_negative)


@for_each(
    ("planner", "asked", "message"),
    [
        (plan_one, {"auc": 0.7, "null": 0.7, "power": 0.8}, "a difference is not true"),
        (plan_one, {"auc": 0.6, "null": 0.7, "alternative": "greater", "power": 0.8}, "not true"),
        (plan_one, {"auc": 0.8}, "number of observations and the power are both left open"),
        (plan_one, {"power": 0.8}, "the AUC and the number of observations"),
        (plan_one, {"auc": 0.8, "power": 0.8, "n_positive": 50}, "nothing is left"),
        (plan_one, {"auc": 1.0, "power": 0.8}, "an AUC must lie"),
        (plan_one, {"auc": 0.8, "null": 0.0, "power": 0.8}, "the null value"),
        (plan_one, {"auc": 0.8, "power": 80}, "power must lie"),
        (plan_one, {"auc": 0.8, "power": 0.04}, "power must exceed the level"),
        (plan_one, {"auc": "0.8", "power": 0.8}, "auc must be a number"),
        (plan_one, {"auc": 0.8, "power": 0.8, "ratio": 0}, "ratio must be"),
        (plan_one, {"auc": 0.8, "n_positive": 0}, "n_positive must be"),
        (plan_one, {"auc": 0.8, "n_positive": 10.5}, "n_positive must be"),
        (plan_one, {"auc": 0.8, "n_positive": 9, "n_negative": 9, "ratio": 1.0}, "are all set"),
        (plan_one, {"auc": 0.8, "power": 0.8, "margin": 0.1}, "a margin is set"),
        (plan_one, {"auc": 0.8, "power": 0.8, "null_variance": "reference"}, "two classifiers"),
        (plan_one, {"auc": 0.8, "power": 0.8, "null_variance": "wald"}, "null_variance must be"),
        (plan_two, {"first": 0.8, "second": 0.7, "paired": False, "power": 0.8,
                    "null_variance": "logit"}, "one classifier"),
        (plan_one, {"auc": 0.8, "power": 0.8, "variance": "bootstrap"}, "variance must be"),
        (plan_one, {"auc": 0.8, "power": 0.8, "question": "fame"}, "question must be"),
        (plan_one, {"auc": 0.8, "power": 0.8, "alternative": "more"}, "alternative must be"),
        (plan_one, {"n_positive": 4, "power": 0.99, "null": 0.9}, "even for an AUC of 1"),
        (plan_one, {"auc": 0.55, "n_positive": 5, "power": 0.99, "level": None}, "at any level"),
        (plan_one, {"auc": 0.8, "null": 0.8, "question": "non-inferiority", "margin": -0.1,
                    "power": 0.8}, "a margin must lie between"),
        (plan_one, {"auc": 0.6, "null": 0.8, "question": "non-inferiority", "margin": 0.1,
                    "power": 0.8}, "not true"),
        (plan_one, {"auc": 0.8, "null": 0.8, "question": "equivalence", "margin": 0.3,
                    "power": 0.8}, "outside the range from 0 to 1"),
        (plan_one, {"auc": 0.8, "null": 0.7, "question": "superiority", "margin": 0.1,
                    "power": 0.8, "alternative": "less"}, "cannot be 'less'"),
        (plan_two, {"first": 0.8, "second": 0.7, "power": 0.8}, "needs the correlation of the two"),
        (plan_two, {"first": 0.8, "power": 0.8}, "needs the AUC of the second classifier"),
        (plan_two, {"first": 0.8, "second": 0.7, "power": 0.8, "correlation": 1.2}, "correlation"),
        (plan_two, {"first": 0.8, "second": 0.7, "power": 0.8, "correlation": 1.0}, "correlation"),
        (plan_two, {"first": 0.8, "second": 0.7, "power": 0.8, "correlation": 0.5,
                    "paired": False}, "not correlated"),
        (plan_two, {"first": 0.8, "second": 0.8, "paired": False, "question": "equivalence",
                    "margin": 0.5, "power": 0.8}, "outside the range from 0 to 1"),
        (plan_two, {"second": 0.8, "paired": False, "question": "equivalence", "margin": 0.1,
                    "power": 0.8, "n_positive": 100}, "needs both AUCs"),
        (plan_two, {"first": 0.8, "second": 0.7999999, "paired": False, "power": 0.8},
         "large enough"),
        (plan_interval, {"first": 0.9, "width": 1.5}, "between 0 and 1"),
        (plan_interval, {"first": 0.9, "width": 0.0}, "between 0 and 1"),
        (plan_interval, {"width": 0.1}, "the plan needs an AUC"),
        (plan_interval, {"first": 0.9, "width": 0.1, "correlation": 0.5}, "two classifiers"),
        (plan_interval, {"first": 0.9, "width": 0.1, "n_positive": 50}, "nothing is left"),
        (plan_interval, {"first": 0.9, "second": 0.8, "paired": False, "scale": "logit",
                         "width": 0.1}, "no logit scale"),
    ],
)  # fmt: skip
def test_impossible_questions_are_refused(
    planner: Any, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        planner(**asked)


def test_near_the_end_of_the_range_a_margin_can_still_be_planned_with_one_variance() -> None:
    asked: dict[str, Any] = {"question": "non-inferiority", "margin": 0.1, "correlation": 0.5}
    with pytest.raises(OptionError, match="null_variance='alternative'"):
        plan_two(0.97, 0.97, power=0.8, **asked)
    assert plan_two(0.97, 0.97, power=0.8, null_variance="alternative", **asked).n_positive > 2


def test_few_observations_are_a_caveat() -> None:
    tiny = plan_one(0.95, null=0.6, power=0.8)
    assert [c.kind for c in tiny.caveats] == ["few_observations"]
    assert plan_one(0.7, null=0.8, power=0.8).caveats == ()


def _on_errors(plan: Plan) -> str:
    return " ".join(c.message for c in plan.caveats if c.kind == "few_errors")


def test_where_few_errors_are_expected_the_test_of_compare_has_less_power() -> None:
    margin: dict[str, Any] = {"question": "non-inferiority", "margin": 0.02, "correlation": 0.5}
    near_one = plan_two(0.97, 0.97, n_positive=150, n_negative=300, level=0.025, **margin)
    assert "about 4.5 observations of the smaller class" in _on_errors(near_one)
    assert "margin_method='delong'" in _on_errors(near_one)
    many = plan_two(0.97, 0.97, n_positive=400, n_negative=400, level=0.025, **margin)
    assert not _on_errors(many)
    paired = plan_two(0.98, 0.93, correlation=0.5, power=0.8)
    assert "only if MOVER's test rejects as well" in _on_errors(paired)
    assert "method='delong'" in _on_errors(plan_two(0.98, 0.93, paired=False, power=0.8))
    assert "correctly ordered" in _on_errors(plan_two(0.02, 0.07, correlation=0.5, power=0.8))
    assert not _on_errors(plan_two(0.85, 0.75, correlation=0.5, power=0.8))


def test_few_errors_concern_tests_of_two_classifiers_only() -> None:
    assert not _on_errors(plan_one(0.98, null=0.9, power=0.8))
    assert not _on_errors(plan_interval(0.98, 0.97, correlation=0.5, width=0.05))


def test_errors_in_groups_count_as_the_independent_ones_they_are_worth() -> None:
    sizes: dict[str, Any] = {"n_positive": 500, "n_negative": 500, "correlation": 0.5}
    assert not _on_errors(plan_two(0.98, 0.95, **sizes))
    assert "about 5.8 " in _on_errors(plan_two(0.98, 0.95, design_effect=3.0, **sizes))


def test_numpy_numbers_are_numbers() -> None:
    plan = plan_one(np.float64(0.8), n_positive=np.int64(40))  # type: ignore[arg-type]
    assert type(plan.n_positive) is int
    assert type(plan.first) is float


def test_plans_survive_json_and_are_frozen() -> None:
    for plan in (plan_one(0.8, power=0.8), plan_interval(0.8, 0.7, paired=False, width=0.2)):
        assert Plan.from_dict(plan.to_dict()) == plan
        with pytest.raises(dataclasses.FrozenInstanceError):
            plan.power = 1.0  # type: ignore[misc]


def test_the_curve_ends_around_the_plan_and_refuses_no_study() -> None:
    plan = plan_two(0.8, 0.7, paired=False, power=0.8, ratio=2.0)
    points = plan.curve()
    assert points[0].n_positive < plan.n_positive < points[-1].n_positive
    at = next(p for p in points if p.n_positive == plan.n_positive)
    assert (at.n_negative, at.total, at.attained) == (plan.n_negative, plan.total, plan.attained)
    with pytest.raises(OptionError, match="at least 1 positive"):
        plan.curve([0])


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (plan_one(0.8, null=0.7, n_positive=100),
         "With 100 positives and 100 negatives there is 81.2% power at two-sided level 0.05 to "
         "show that an AUC of 0.80 differs from 0.70 (Hanley-McNeil variance)."),
        (plan_one(null=0.7, n_positive=100, power=0.8, alternative="less"),
         "With 100 positives and 100 negatives, an AUC of 0.606 is the highest for which there is "
         "80% power at one-sided level 0.05 to show that it is lower than 0.70 (Hanley-McNeil "
         "variance)."),
        (plan_two(0.8, 0.8, paired=False, question="equivalence", margin=0.1, power=0.9,
                  variance="binormal", null_variance="alternative"),
         "To show with 90% power at level 0.05 in each of two one-sided tests that an AUC of 0.80 "
         "is within 0.10 of one of 0.80 on separate test sets, 205 positives and 205 negatives in "
         "each test set are needed (binormal variance, the same under the null)."),
        (plan_one(0.8, null=0.8, question="non-inferiority", n_positive=200, power=0.8),
         "With 200 positives and 200 negatives, 0.059 is the smallest margin for which there is "
         "80% power at one-sided level 0.05 to show that an AUC of 0.80 is less than 0.059 below "
         "0.80 (Hanley-McNeil variance)."),
        (plan_interval(0.9, 0.85, correlation=0.5, n_positive=100, n_negative=1000),
         "With 100 positives and 1,000 negatives a 95% interval around the difference between "
         "AUCs of 0.90 and 0.85 on the same observations (correlation of the AUC estimates 0.50) "
         "has an expected width of 0.09 (Hanley-McNeil variance, Wald interval)."),
    ],
)  # fmt: skip
def test_sentences(plan: Plan, sentence: str) -> None:
    assert str(plan) == sentence
