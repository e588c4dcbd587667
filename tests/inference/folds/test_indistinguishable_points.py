"""The set of points that cannot be distinguished from a chosen one, and the size that would do."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from aucurate.data.class_folds import ClassFoldScores
from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.class_points import (
    ClassOperatingPoints,
    class_operating_points,
    errors_of,
)
from aucurate.inference.folds.indistinguishable_points import (
    ClassDistinguishingSize,
    ClassPointSet,
    DistinguishingSize,
    PointSet,
    class_distinguishing_size,
    distinguishing_size,
    indistinguishable_points,
)
from aucurate.inference.folds.operating_points import FoldRate, OperatingPoints, operating_points
from aucurate.inference.folds.point_tests import operating_point_test

RATES: tuple[FoldRate, ...] = ("sensitivity", "specificity", "accuracy")
POINTS = operating_points(load_breast_cancer_folds(), "tree", rates=RATES)
CHOSEN = POINTS.nearest(0.5)


def test_the_set_is_where_no_test_rejects() -> None:
    found = indistinguishable_points(POINTS, CHOSEN, rates=["accuracy"])
    others = [at for at in range(len(POINTS)) if at != CHOSEN]
    p = {a: operating_point_test(POINTS, a, CHOSEN, rate="accuracy").p_value for a in others}
    assert found.points == tuple(at for at in others if p[at] > 0.05)
    assert 0 < len(found.points) < len(others)
    for at in others:
        one = found.contrast(at, "accuracy")
        assert one.comparison.p_value == one.adjusted_p_value == p[at]
        assert one.comparison.first_value == pytest.approx(POINTS.mean("accuracy")[at])


def test_jointly_is_and_over_the_rates() -> None:
    found = indistinguishable_points(POINTS, CHOSEN)
    single = [set(found.points_by(rate)) for rate in RATES]
    assert set(found.points) == set.intersection(*single)
    for rate in RATES:
        alone = indistinguishable_points(POINTS, CHOSEN, rates=[rate])
        assert alone.points == found.points_by(rate)


def test_a_correction_counts_all_tests_and_never_shrinks_the_set() -> None:
    plain = indistinguishable_points(POINTS, CHOSEN)
    found = indistinguishable_points(POINTS, CHOSEN, correction="holm")
    assert set(found.points) >= set(plain.points)
    assert [c.adjusted_p_value for c in found.contrasts] == list(
        holm([c.comparison.p_value for c in plain.contrasts])
    )
    assert len(found.contrasts) == len(RATES) * (len(POINTS) - 1)
    assert "not_adjusted" in [c.kind for c in plain.caveats]
    assert "not_adjusted" not in [c.kind for c in found.caveats]


def test_the_papers_degrees_of_freedom_never_enlarge_the_set() -> None:
    plain = indistinguishable_points(POINTS, CHOSEN)
    printed = indistinguishable_points(POINTS, CHOSEN, degrees_of_freedom="2n-2")
    assert set(printed.points) <= set(plain.points)
    assert "degrees_of_freedom" in [c.kind for c in printed.caveats]


def test_it_survives_json_and_says_what_it_found() -> None:
    found = indistinguishable_points(POINTS, CHOSEN, rates=["accuracy"])
    assert PointSet.from_dict(found.to_dict()) == found
    assert str(found).startswith(
        f"tree: of {len(POINTS) - 1} other operating points, {len(found.points)} cannot be "
        f"distinguished from the one at threshold {POINTS.thresholds[CHOSEN]:g} by accuracy at "
        "level 0.05 (not adjusted): thresholds "
    )
    none = indistinguishable_points(POINTS, 0, rates=["accuracy"], level=0.999)
    assert str(none).endswith("at level 0.999 (not adjusted)")


def test_a_point_that_cannot_be_compared_is_neither_in_nor_out() -> None:
    data = load_breast_cancer_folds()
    points = operating_points(
        data, "forest", rates=["positive_predictive_value", "accuracy"], thresholds=[2.0, 0.9, 0.5]
    )
    found = indistinguishable_points(points, 2)
    assert found.not_tested == (0,)
    assert 0 not in found.points
    told = {c.kind: c.message for c in found.caveats}
    assert "threshold 2 (positive predictive value)" in told["not_tested"]
    with pytest.raises(OptionError, match="point 0 was not compared"):
        found.contrast(0, "positive_predictive_value")
    assert found.contrast(0, "accuracy").distinguishable


def test_what_is_refused() -> None:
    found = indistinguishable_points(POINTS, CHOSEN, rates=["accuracy"])
    with pytest.raises(OptionError, match="'f1' was not tested"):
        found.points_by("f1")
    with pytest.raises(OptionError, match="'f1' was not requested"):
        indistinguishable_points(POINTS, CHOSEN, rates=["f1"])
    with pytest.raises(OptionError, match="level must lie"):
        indistinguishable_points(POINTS, CHOSEN, level=0)
    with pytest.raises(OptionError, match=r"correction must be .*; it is 'scheffe'"):
        indistinguishable_points(POINTS, CHOSEN, correction="scheffe")  # type: ignore[call-overload]
    with pytest.raises(OptionError, match="no operating point number"):
        indistinguishable_points(POINTS, len(POINTS))
    with pytest.raises(OptionError, match="power must lie"):
        indistinguishable_points(POINTS, CHOSEN, power=1.0)


def _drawn(size: int, rng: np.random.Generator) -> OperatingPoints:
    """Scores of a finished classifier in ten folds: nothing but test sets vary."""
    labels = np.arange(size) % 2
    data = FoldScores.from_arrays(
        labels, {"a": rng.normal(size=size) + labels}, folds=np.arange(size) // 2 % 10
    )
    return operating_points(data, "a", rates=["specificity"], thresholds=[0.5, 0.3])


def test_the_power_is_that_of_the_noncentral_t() -> None:
    test = operating_point_test(_drawn(400, np.random.default_rng(0)), 0, 1, rate="specificity")
    size = distinguishing_size(test, n_positive=200, n_negative=200, n_folds=10)
    critical = stats.t.ppf(0.975, 9)
    now = abs(test.difference) / test.standard_error
    assert size.attained_power == pytest.approx(stats.nct.sf(critical, 9, now), rel=1e-6)
    reached = stats.nct.sf(critical, 9, now * math.sqrt(size.factor))
    assert reached == pytest.approx(0.8, rel=1e-4)
    assert size.n_negative == math.ceil(200 * size.factor)
    printed = operating_point_test(
        _drawn(400, np.random.default_rng(0)), 0, 1, rate="specificity", degrees_of_freedom="2n-2"
    )
    lower = distinguishing_size(printed, n_positive=200, n_negative=200, n_folds=10)
    assert lower.factor < size.factor


def test_the_size_has_the_power_it_promises() -> None:
    """The true difference and its spread in, the share of rejections at that size out."""
    truth = float(stats.norm.cdf(0.5) - stats.norm.cdf(0.3))
    rng = np.random.default_rng(5)
    pilots = [operating_point_test(_drawn(200, rng), 0, 1, rate="specificity") for _ in range(60)]
    errors = [p.standard_error for p in pilots]
    typical = pilots[int(np.argsort(errors)[30])]
    size = distinguishing_size(
        typical, n_positive=100, n_negative=100, n_folds=10, difference=truth, power=0.8
    )
    total = 2 * int(size.n_negative)
    rejected = [
        operating_point_test(_drawn(total, rng), 0, 1, rate="specificity").p_value <= 0.05
        for _ in range(200)
    ]
    assert np.mean(rejected) == pytest.approx(0.8, abs=0.13)


def test_sizes_of_the_degenerate_cases_and_their_words() -> None:
    points = _drawn(100, np.random.default_rng(1))
    same = distinguishing_size(
        operating_point_test(points, 0, 1, rate="specificity"),
        n_positive=50,
        n_negative=50,
        n_folds=10,
        difference=0.0,
    )
    assert same.n_positive == math.inf
    assert "no number of observations" in str(same)
    itself = operating_point_test(points, 0, 0, rate="specificity")
    none = distinguishing_size(itself, n_positive=50, n_negative=50, n_folds=10)
    assert math.isnan(none.factor)
    assert "no spread" in str(none)
    revived = DistinguishingSize.from_dict(none.to_dict())
    assert math.isnan(revived.factor)
    test = operating_point_test(points, 0, 1, rate="specificity")
    small = distinguishing_size(
        test, n_positive=50, n_negative=50, n_folds=10, difference=test.standard_error
    )
    assert "too few observations" in str(small)
    assert "positives and" in str(small)
    large = distinguishing_size(
        test, n_positive=50, n_negative=50, n_folds=10, difference=9 * test.standard_error
    )
    assert str(large).endswith("enough observations for 80% power at level 0.05.")
    with pytest.raises(OptionError, match="a difference must be a number"):
        distinguishing_size(test, n_positive=5, n_negative=5, n_folds=10, difference=math.nan)


def test_a_single_point_has_nothing_beside_it() -> None:
    points = operating_points(load_breast_cancer_folds(), "tree", thresholds=[0.5])
    found = indistinguishable_points(points, 0)
    assert (found.points, found.contrasts) == ((), ())
    assert "of 0 other operating points" in str(found)


def test_the_intervals_of_the_contrasts_have_the_confidence_that_was_asked_for() -> None:
    found = indistinguishable_points(POINTS, CHOSEN, rates=["accuracy"], confidence=0.8)
    plain = indistinguishable_points(POINTS, CHOSEN, rates=["accuracy"])
    assert {c.comparison.interval.confidence for c in found.contrasts} == {0.8}
    assert found.points == plain.points
    alone = operating_point_test(POINTS, 3, CHOSEN, rate="accuracy", confidence=0.8)
    assert found.contrast(3, "accuracy").comparison == replace(alone, caveats=())


def test_the_written_form_stays_readable() -> None:
    """The names of what older files hold, in their order."""
    written = indistinguishable_points(POINTS, CHOSEN, rates=["accuracy"]).to_dict()
    assert list(written) == [
        "name",
        "chosen",
        "thresholds",
        "rates",
        "level",
        "correction",
        "degrees_of_freedom",
        "contrasts",
        "not_tested",
        "caveats",
    ]
    contrast = written["contrasts"][0]
    assert list(contrast) == [
        "point",
        "rate",
        "comparison",
        "adjusted_p_value",
        "distinguishable",
        "size",
    ]
    assert list(contrast["size"])[-2:] == ["n_positive", "n_negative"]


def test_statuses_name_every_point() -> None:
    found = indistinguishable_points(POINTS, CHOSEN)
    statuses = found.statuses(len(POINTS))
    assert statuses[CHOSEN] == "chosen"
    assert [at for at, s in enumerate(statuses) if s == "not distinguishable"] == [*found.points]


# The weight vectors that cannot be distinguished from a chosen one.


CLASSES = ("a", "b", "c")


def drawn(size: int = 300, points: int = 30) -> ClassOperatingPoints:
    codes = np.arange(size) % 3
    rng = np.random.default_rng(7)
    odds = rng.normal(size=(size, 3)) + 1.5 * np.eye(3)[codes]
    data = ClassFoldScores.from_arrays(
        np.array(CLASSES)[codes], np.exp(odds), folds=np.arange(size) // 3 % 10, name="bayes"
    )
    return class_operating_points(data, [[1, 1, 1], *rng.dirichlet([9, 9, 9], points - 1)])


POINTS_CLASS_POINT_SET = drawn()
FOUND = indistinguishable_points(POINTS_CLASS_POINT_SET, 0)


def test_the_set_is_where_no_class_error_rejects() -> None:
    p = {
        (at, rate): operating_point_test(POINTS_CLASS_POINT_SET, at, 0, rate=rate).p_value
        for at in range(1, len(POINTS_CLASS_POINT_SET))
        for rate in POINTS_CLASS_POINT_SET.rates
    }
    expected = [
        at
        for at in range(1, len(POINTS_CLASS_POINT_SET))
        if all(p[at, rate] > 0.05 for rate in POINTS_CLASS_POINT_SET.rates)
    ]
    assert FOUND.points == tuple(expected)
    assert 0 < len(expected) < len(POINTS_CLASS_POINT_SET) - 1
    assert set(FOUND.points) == set.intersection(*(set(FOUND.points_by(r)) for r in FOUND.rates))
    contrast = FOUND.contrast(3, "error of b").comparison
    assert contrast.p_value == pytest.approx(p[3, "error of b"], rel=1e-12)


def test_more_observations_tell_more_points_apart() -> None:
    larger = indistinguishable_points(drawn(6000), 0)
    assert len(larger.points) < len(FOUND.points)


def test_a_correction_and_a_confidence() -> None:
    found = indistinguishable_points(POINTS_CLASS_POINT_SET, 0, correction="holm", confidence=0.9)
    assert set(found.points) >= set(FOUND.points)
    assert [c.adjusted_p_value for c in found.contrasts] == list(
        holm([c.comparison.p_value for c in FOUND.contrasts])
    )
    one, wide = found.contrasts[4].comparison, FOUND.contrasts[4].comparison
    assert one.interval.confidence == 0.9
    alone = operating_point_test(POINTS_CLASS_POINT_SET, 5, 0, rate="error of a", confidence=0.9)
    assert one == replace(alone, caveats=())
    assert one.interval.high - one.interval.low < wide.interval.high - wide.interval.low


def test_it_survives_json_and_says_what_it_found_of_class_point_set() -> None:
    plain = FOUND.to_dict()  # compared as text, where NaN is equal to NaN
    assert ClassPointSet.from_dict(plain).to_dict() == plain
    assert str(FOUND) == (
        f"bayes: of 29 other operating points, {len(FOUND.points)} cannot be distinguished from "
        "point 0 by error of a, error of b and error of c at level 0.05 (not adjusted)"
    )
    assert FOUND.weights[0] == (1.0, 1.0, 1.0)
    assert {c.kind for c in FOUND.caveats} >= {"not_adjusted", "overlapping_training_sets"}


def test_statuses_and_smallest_p_values_are_those_of_the_contrasts() -> None:
    statuses = FOUND.statuses(len(POINTS_CLASS_POINT_SET))
    assert statuses[0] == "chosen"
    assert [at for at, one in enumerate(statuses) if one == "not distinguishable"] == [
        *FOUND.points
    ]
    smallest = FOUND.smallest_p_values(len(POINTS_CLASS_POINT_SET))
    assert math.isnan(smallest[0])
    for at in range(1, len(POINTS_CLASS_POINT_SET)):
        assert smallest[at] == min(FOUND.contrast(at, r).adjusted_p_value for r in FOUND.rates)
        assert (smallest[at] <= 0.05) == (statuses[at] == "distinguishable")


def test_sizes_count_the_observations_of_every_class() -> None:
    test = operating_point_test(POINTS_CLASS_POINT_SET, 4, 0, rate="error of a")
    size = class_distinguishing_size(test, counts={"a": 100, "b": 100, "c": 50}, n_folds=10)
    plain = distinguishing_size(test, n_positive=100, n_negative=50, n_folds=10)
    assert (size.factor, size.attained_power) == (plain.factor, plain.attained_power)
    assert size.n_observations == (plain.n_positive, plain.n_positive, plain.n_negative)
    assert FOUND.contrast(4, "error of a").size == class_distinguishing_size(
        test, counts=dict.fromkeys(CLASSES, 100), n_folds=10
    )
    assert ClassDistinguishingSize.from_dict(size.to_dict()) == size
    small = class_distinguishing_size(
        test, counts=dict.fromkeys(CLASSES, 10), n_folds=10, difference=test.standard_error / 2
    )
    assert "times as many" in str(small)
    assert str(small).endswith("observations of 3 classes.")
    with pytest.raises(OptionError, match="power must lie"):
        class_distinguishing_size(test, counts={"a": 1}, n_folds=10, power=2)


def test_a_rate_that_hardly_any_fold_has_is_not_tested() -> None:
    codes = np.array([0, 1, 2, 0, 1, 0, 1, 0, 1])
    scores = np.random.default_rng(1).random((9, 3))
    data = ClassFoldScores.from_arrays(codes, scores, folds=[0, 0, 0, 1, 1, 2, 2, 3, 3])
    points = class_operating_points(data, [[1, 1, 1], [1, 2, 1], [1, 9, 1]])
    found = indistinguishable_points(points, 0)
    assert found.not_tested == (1, 2)
    assert found.points == ()
    assert found.statuses(3) == ["chosen", "not tested", "not tested"]
    told = {c.kind: c.message for c in found.caveats}
    assert "point 1 (error of 2) and point 2 (error of 2)" in told["not_tested"]


def test_errors_of_many_classes_are_not_listed() -> None:
    names = [f"digit {at}" for at in range(7)]
    scores = np.random.default_rng(1).random((70, 7))
    data = ClassFoldScores.from_arrays(names * 10, scores, folds=np.arange(70) // 7)
    found = indistinguishable_points(class_operating_points(data, np.eye(7) + 0.1), 0)
    assert "by the errors of 7 classes at level" in str(found)
    some = indistinguishable_points(
        class_operating_points(data, np.eye(7) + 0.1), 0, rates=errors_of(names)[:2]
    )
    assert "by error of digit 0 and error of digit 1 at" in str(some)
