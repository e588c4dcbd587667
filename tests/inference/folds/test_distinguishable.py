"""The set of points that cannot be told from a chosen one, and the size that would do."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from aucurate.data.folds import FoldScores
from aucurate.datasets import load_breast_cancer_folds
from aucurate.errors import OptionError
from aucurate.inference.core.multiplicity import holm
from aucurate.inference.folds.distinguishable import PointSet, indistinguishable_points
from aucurate.inference.folds.distinguishing_size import DistinguishingSize, distinguishing_size
from aucurate.inference.folds.fold_rates import FoldRate
from aucurate.inference.folds.operating_point_test import operating_point_test
from aucurate.inference.folds.operating_points import OperatingPoints, operating_points

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
        f"tree: of {len(POINTS) - 1} other operating points, {len(found.points)} cannot be told "
        f"from the one at threshold {POINTS.thresholds[CHOSEN]:g} by accuracy at level 0.05 (not "
        "adjusted): thresholds "
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
    with pytest.raises(OptionError, match="'f1' was not asked for"):
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
