"""DeLong's joint chi-square test of several curves and of contrasts."""

from typing import Any

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each
from tests.transforms import keeping_ties

from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import ContrastError, OptionError
from aucurate.inference.auc.delong import (
    delong_joint_test,
    delong_test,
    unpaired_comparison,
    unpaired_joint_test,
)

# The ovarian cancer example of DeLong, DeLong, Clarke-Pearson (1988), Biometrics 44, 837-845: 43
# rows of albumin, total protein, raw total score (K-G = 10 - total, so lower is more positive) and
# popind, typed in from the project's copy (data/delong_ovarian). popind = 1 is positive. The
# overall contrast is published as chi-square 2.5340 on 2 df, p = 0.2817.
OVARIAN = """
3.0 5.8 10 0|3.2 6.3 5 1|3.9 6.8 3 1|2.8 4.8 6 0|3.2 5.8 3 1|0.9 4.0 5 0|2.5 5.7 8 0|1.6 5.6 5 1
3.8 5.7 5 1|3.7 6.7 6 1|3.2 5.4 4 1|3.8 6.6 6 1|4.1 6.6 5 1|3.6 5.7 5 1|4.3 7.0 4 1|3.6 6.7 4 0
2.3 4.4 6 1|4.2 7.6 4 0|4.0 6.6 6 0|3.5 5.8 6 1|3.8 6.8 7 1|3.0 4.7 8 0|4.5 7.4 5 1|3.7 7.4 5 1
3.1 6.6 6 1|4.1 8.2 6 1|4.3 7.0 5 1|4.3 6.5 4 1|3.2 5.1 5 1|2.6 4.7 6 1|3.3 6.8 6 0|1.7 4.0 7 0
3.7 6.1 5 1|3.3 6.3 7 1|4.2 7.7 6 1|3.5 6.2 5 1|2.9 5.7 9 0|2.1 4.8 7 1|2.8 6.2 8 0|4.0 7.0 7 1
3.3 5.7 6 1|3.7 6.9 5 1|3.6 6.6 5 1
"""


def _ovarian() -> PairedScores:
    rows = [r.split() for line in OVARIAN.strip().splitlines() for r in line.split("|")]
    alb, protein, total, popind = np.array(rows, np.float64).T
    return PairedScores.from_arrays(
        popind, {"albumin": alb, "protein": protein, "K-G": total}, lower=["K-G"]
    )


def _data(seed: int, size: int = 80, classifiers: int = 4) -> PairedScores:
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.arange(size) % 2)
    common = rng.normal(size=size)
    return PairedScores.from_arrays(
        labels,
        {
            f"c{k}": (labels * (0.4 + 0.3 * k) + common + rng.normal(size=size)).round(1)
            for k in range(classifiers)
        },
    )


def _textbook(moments: AucMoments, contrasts: Any) -> tuple[float, float]:
    matrix = np.array(contrasts, float)
    effect = matrix @ np.array(moments.aucs)
    spread = matrix @ moments.covariance @ matrix.T
    statistic = float(effect @ np.linalg.solve(spread, effect))
    return statistic, float(stats.chi2.sf(statistic, len(matrix)))


def test_the_ovarian_example_has_the_published_chi_square() -> None:
    data = _ovarian()
    assert (data.observations.n_positive, data.observations.n_negative) == (31, 12)
    moments = AucMoments.from_scores(data)
    assert [round(a, 4) for a in moments.aucs] == [0.7366, 0.6478, 0.7258]
    result = delong_joint_test(data)
    assert f"{result.statistic:.4f}" == "2.5340"
    assert result.degrees_of_freedom == 2
    assert f"{result.p_value:.4f}" == "0.2817"
    assert result.names == ("albumin", "protein", "K-G")
    assert result.hypothesis == "all AUCs are equal"


def test_the_sum_of_the_ovarian_contrasts_does_not_depend_on_how_they_are_written() -> None:
    data = _ovarian()
    expected = delong_joint_test(data)
    for contrasts in (
        [[1, -1, 0], [0, 1, -1]],
        [[1, 0, -1], [0, 1, -1]],
        [[1, -0.5, -0.5], [0, 1, -1]],
        [[1e9, -1e9, 0], [0, 1e-9, -1e-9]],
        [[1, -1, 0], [0, 1, -1], [1, 0, -1]],
        [[2, -2, 0], [1, -1, 0], [0, 3, -3]],
        [[1 / 3, -2 / 3, 1 / 3], [0.1, 0.2, -0.3]],
    ):
        found = delong_joint_test(data, contrasts)
        assert found.statistic == pytest.approx(expected.statistic, rel=1e-9), contrasts
        assert found.degrees_of_freedom == 2
        assert found.hypothesis == "all contrasts of AUCs are zero"


@pytest.mark.parametrize("seed", range(5))
def test_the_joint_test_is_the_textbook_formula(seed: int) -> None:
    data = _data(seed)
    moments = AucMoments.from_scores(data)
    contrasts = [[1, -1, 0, 0], [0, 1, -1, 0], [0, 0, 1, -1]]
    statistic, p = _textbook(moments, contrasts)
    found = delong_joint_test(data)
    assert found.statistic == pytest.approx(statistic, rel=1e-9)
    assert found.p_value == pytest.approx(p, rel=1e-8)
    mixed = [[1, 0, 0, 0.5], [0, 1, 1, 0]]  # not differences: weights that do not sum to zero
    statistic, p = _textbook(moments, mixed)
    found = delong_joint_test(moments, mixed)
    assert found.statistic == pytest.approx(statistic, rel=1e-9)
    assert found.p_value == pytest.approx(p, rel=1e-8, abs=1e-300)


def test_two_classifiers_give_the_square_of_the_paired_z() -> None:
    data = _data(1, classifiers=2)
    pair = delong_test(*data, distribution="normal")
    joint = delong_joint_test(data)
    assert joint.statistic == pytest.approx(pair.statistic**2, rel=1e-10)
    assert joint.p_value == pytest.approx(pair.p_value, rel=1e-10)
    assert delong_joint_test(data, [1, -1]).statistic == pytest.approx(joint.statistic)


@pytest.mark.parametrize("seed", range(3))
def test_the_f_reference_is_that_of_krishnamoorthy_and_yu(seed: int) -> None:
    data = _data(seed, size=30)
    moments = AucMoments.from_scores(data)
    contrasts = np.eye(4)[:-1] - np.eye(4)[1:]
    parts = [part.covariance / 15 for part in moments.parts]
    first, second = (contrasts @ part @ contrasts.T for part in parts)
    whole = np.linalg.inv(first + second)
    weighted = sum(
        (np.trace(part @ whole @ part @ whole) + np.trace(part @ whole) ** 2) / 14
        for part in (first, second)
    )
    free = (3 + 9) / weighted
    found = delong_joint_test(data, distribution="F")
    plain = delong_joint_test(data)
    assert found.statistic == plain.statistic
    assert found.denominator_degrees_of_freedom == pytest.approx(free - 2, rel=1e-9)
    scaled = found.statistic * (free - 2) / (3 * free)
    assert found.p_value == pytest.approx(stats.f.sf(scaled, 3, free - 2), rel=1e-9)
    assert found.p_value > plain.p_value
    assert plain.denominator_degrees_of_freedom == float("inf")


def test_the_f_test_of_two_classifiers_is_the_t_test() -> None:
    data = _data(1, size=30, classifiers=2)
    pair, joint = delong_test(*data), delong_joint_test(data, distribution="F")
    assert joint.p_value == pytest.approx(pair.p_value, rel=1e-10)
    assert joint.denominator_degrees_of_freedom == pytest.approx(pair.degrees_of_freedom)
    sets = [AucMoments.from_scores(scores) for scores in data]
    alone, both = unpaired_comparison(*sets), unpaired_joint_test(sets, distribution="F")
    assert both.p_value == pytest.approx(alone.p_value, rel=1e-9)


def test_more_contrasts_than_degrees_of_freedom_are_refused() -> None:
    labels, values = np.arange(100) < 2, np.r_[20.5, 80.5, np.arange(98)]
    tiny = [Scores.from_arrays(labels, values, name=f"s{k}") for k in range(8)]
    sets = [AucMoments.from_scores(scores) for scores in tiny]
    with pytest.raises(ContrastError, match="too many for a covariance matrix") as caught:
        unpaired_joint_test(sets, distribution="F")
    assert "chi-square" in caught.value.hint
    assert unpaired_joint_test(sets).p_value == pytest.approx(1.0)
    with pytest.raises(OptionError, match="'chi-square' or 'F'"):
        delong_joint_test(_data(1), distribution="t")  # type: ignore[arg-type]


def test_the_order_of_the_classifiers_changes_nothing() -> None:
    data = _data(2)
    turned = data.select(data.names[::-1])
    assert delong_joint_test(turned).statistic == pytest.approx(
        delong_joint_test(data).statistic, rel=1e-9
    )


def test_identical_columns_take_degrees_of_freedom_away_and_nothing_else() -> None:
    data = _data(3, classifiers=3)
    values = dict(zip(data.names, data.values, strict=True))
    labels = data.observations.is_positive
    alone = delong_joint_test(data)
    values["again"] = keeping_ties(np.exp)(data.values[1])
    doubled = delong_joint_test(PairedScores.from_arrays(labels, values))
    assert doubled.degrees_of_freedom == alone.degrees_of_freedom == 2
    assert doubled.statistic == pytest.approx(alone.statistic, rel=1e-9)


def test_all_columns_identical_leaves_nothing_to_test() -> None:
    data = _data(4, classifiers=1)
    labels, scores = data.observations.is_positive, data.values[0]
    same = PairedScores.from_arrays(labels, {"a": scores, "b": 2 * scores, "c": scores - 1})
    found = delong_joint_test(same)
    assert (found.statistic, found.degrees_of_freedom, found.p_value) == (0.0, 0.0, 1.0)


def test_nearly_identical_columns_are_neither_dropped_nor_refused() -> None:
    data = _data(5, size=2000, classifiers=2)
    first, second = data.values
    labels = data.observations.is_positive
    order = np.argsort(first, kind="stable")
    at = next(i for i in range(900, 2000) if first[order[i]] < first[order[i + 1]])
    nearly = first.copy()
    nearly[order[at]] = nearly[order[at + 1]]
    found = delong_joint_test(
        PairedScores.from_arrays(labels, {"a": first, "b": second, "n": nearly})
    )
    assert found.degrees_of_freedom == 2


def test_an_effect_without_variance_is_refused_with_the_reason() -> None:
    labels = np.repeat([0, 1], 10)
    noise = np.random.default_rng(1).normal(size=20)
    data = PairedScores.from_arrays(
        labels, {"perfect": labels, "constant": np.zeros(20), "noise": noise}
    )
    with pytest.raises(ContrastError, match="estimated variance is zero") as caught:
        delong_joint_test(data, [1, -1, 0])
    assert "1.000 perfect + -1.000 constant" in caught.value.message
    assert "pairwise comparisons" in caught.value.hint
    with pytest.raises(ContrastError, match="estimated variance is zero"):
        delong_joint_test(data)
    assert delong_joint_test(data, [0, 1, -1]).degrees_of_freedom == 1


def test_a_class_of_one_is_refused_with_the_reason() -> None:
    data = PairedScores.from_arrays([1, 0, 0, 0], {"a": [1, 2, 3, 4], "b": [4, 3, 2, 1]})
    with pytest.raises(ContrastError, match="a class has one observation") as caught:
        delong_joint_test(data)
    assert "two observations of every class" in caught.value.hint


@for_each(
    ("contrasts", "message"),
    [
        ([1, -1], "one number for each of the 3 classifiers"),
        ([[1, -1, 0, 0]], "one number for each of the 3 classifiers"),
        ([], "one number for each of the 3 classifiers"),
        ([["a", "b", "c"]], "one number for each of the 3 classifiers"),
        ([[[1, -1, 0]]], "one number for each of the 3 classifiers"),
        ([[1, -1, 0], [0, 0, 0]], "none may be all zeros"),
        ([[1, float("nan"), 0]], "contrasts must be finite"),
        ([[1, float("inf"), 0]], "contrasts must be finite"),
    ],
)
def test_contrasts_that_mean_nothing_are_refused(contrasts: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        delong_joint_test(_data(1, classifiers=3), contrasts)


def test_one_classifier_is_no_joint_question() -> None:
    with pytest.raises(OptionError, match="a joint test needs two or more classifiers"):
        delong_joint_test(_data(1, classifiers=1))
    alone = delong_joint_test(_data(1, classifiers=1), [[1.0]])
    assert alone.degrees_of_freedom == 1


def test_the_callers_contrasts_are_left_alone() -> None:
    contrasts = np.array([[2.0, -2.0, 0.0]])
    delong_joint_test(_data(1, classifiers=3), contrasts)
    assert contrasts.tolist() == [[2.0, -2.0, 0.0]]


def test_unpaired_joint_test_has_a_diagonal_covariance() -> None:
    sets = []
    for seed in range(3):
        data = _data(seed, size=60 + seed, classifiers=1)
        scores = Scores(f"s{seed}", data.observations, data.values[0])
        sets.append(AucMoments.from_scores(scores))
    variances = [float(m.covariance[0, 0]) for m in sets]
    areas = np.array([m.aucs[0] for m in sets])
    found = unpaired_joint_test(sets)
    weights = 1 / np.array(variances)
    centre = (weights * areas).sum() / weights.sum()
    assert found.statistic == pytest.approx((weights * (areas - centre) ** 2).sum(), rel=1e-9)
    assert (found.degrees_of_freedom, found.names) == (2, ("s0", "s1", "s2"))
    pair = unpaired_joint_test(sets[:2])
    assert pair.statistic == pytest.approx(unpaired_comparison(*sets[:2]).statistic ** 2, rel=1e-9)


def test_caveats_on_class_sizes_come_with_the_joint_test() -> None:
    assert [c.kind for c in delong_joint_test(_ovarian()).caveats] == ["few_observations"]
    assert delong_joint_test(_data(1)).caveats == ()


def test_a_contrast_of_very_many_classifiers_is_told_by_its_heaviest_weights() -> None:
    rng = np.random.default_rng(3)
    data = PairedScores.from_arrays(
        np.arange(20) % 2, {f"c{k}": rng.normal(size=20) for k in range(40)}
    )
    with pytest.raises(ContrastError, match=r"\+ \d\d more differs from zero") as refusal:
        delong_joint_test(data)
    assert refusal.value.message.count(" c") <= 8
