"""A repeated choice: replicates by a loop, optimism shown, degenerate scores, JSON."""

import itertools
import json
import math

import numpy as np
import pytest
from scipy import stats
from tests.loops import for_each

from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.threshold_rules import ThresholdRule
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import AucurateError, OptionError
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import operating_point
from aucurate.inference.operating.chosen_threshold import (
    ThresholdBootstrap,
    quantile_span,
    threshold_bootstrap,
    threshold_replicates,
    threshold_span,
)
from aucurate.inference.resampling.drawn_units import RowUnits
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels.draws import drawn_counts
from aucurate.kernels.units import unit_counts

RULES = (
    ThresholdRule.youden(),
    ThresholdRule.closest_corner(),
    ThresholdRule.at_sensitivity(0.9),
    ThresholdRule.best("f1", constraints={"specificity": 0.6}),
    ThresholdRule.from_loss(0.5),
)
FEW = Resampling(replicates=150)


def _scores(rng: int = 0, size: int = 60, decimals: int = 2) -> Scores:
    draws = np.random.default_rng(rng)
    labels = np.arange(size) % 2
    values = draws.beta(2, 2, size) * 0.6 + 0.4 * labels
    return Scores.from_arrays(labels, values.round(decimals), name="a")


@for_each("stratified", [True, False])
@for_each("rule", RULES, ids=str)
def test_a_replicate_is_the_choice_on_what_was_drawn(rule: ThresholdRule, stratified: bool) -> None:
    scores = _scores(1, 40, 1)
    resampling = Resampling(replicates=12, stratified=stratified, rng=3)
    found = threshold_replicates(scores, rule, resampling, None)
    for replicate in range(12):
        up, down = drawn_counts(
            20, 20, stratified=stratified, key=resampling.key(), replicate=replicate
        )
        times = np.empty(40, np.int64)
        times[scores.is_positive], times[~scores.is_positive] = up, down
        rows = np.repeat(np.arange(40), times)
        drawn = Scores.from_arrays(scores.is_positive[rows], scores.values[rows])
        threshold = choose_threshold(drawn, rule).threshold
        assert found.thresholds[replicate] == threshold
        left = times == 0
        for judged, kept in (
            (found.in_bag, rows),
            (found.out_of_bag, np.flatnonzero(left)),
            (found.everyone, np.arange(40)),
        ):
            labels, called = scores.is_positive[kept], scores.values[kept] >= threshold
            assert judged.true_positives[replicate] == np.sum(called & labels)
            assert judged.false_positives[replicate] == np.sum(called & ~labels)
            assert judged.n_positive[replicate] == np.sum(labels)
            assert judged.n_negative[replicate] == np.sum(~labels)


@for_each("weighted", [False, True])
@for_each("stratified", [True, False])
@for_each("rule", RULES, ids=str)
def test_a_replicate_of_groups_draws_them_whole(
    rule: ThresholdRule, stratified: bool, weighted: bool
) -> None:
    plain = _scores(1, 40, 1)
    groups, rng = np.arange(40) // 3, np.random.default_rng(5)
    weights = rng.integers(1, 9, 40) / 4 if weighted else None
    scores = Scores.from_arrays(
        plain.is_positive, plain.values, groups=groups, sampling_weights=weights
    )
    resampling = Resampling(replicates=12, stratified=stratified, rng=3)
    found = threshold_replicates(scores, rule, resampling, None)
    units = RowUnits.of(scores.observations)
    assert units is not None
    design = units.design((~scores.is_positive).astype(int))
    own = np.ones(40) if weights is None else weights * (40 / weights.sum())
    for replicate in range(12):
        drawn_units = unit_counts(
            design, stratified=stratified, key=resampling.key(), replicate=replicate
        )
        times = drawn_units[design.units]
        assert all(len(set(times[groups == group].tolist())) == 1 for group in set(groups.tolist()))
        rows = np.repeat(np.arange(40), times)
        drawn = Scores.from_arrays(
            scores.is_positive[rows], scores.values[rows], sampling_weights=own[rows]
        )
        threshold = choose_threshold(drawn, rule).threshold
        assert found.thresholds[replicate] == threshold
        left = np.flatnonzero(times == 0)
        for judged, kept in (
            (found.in_bag, rows),
            (found.out_of_bag, left),
            (found.everyone, np.arange(40)),
        ):
            labels, called = scores.is_positive[kept], scores.values[kept] >= threshold
            for counts, which in (
                (judged.true_positives, called & labels),
                (judged.false_positives, called & ~labels),
                (judged.n_positive, labels),
                (judged.n_negative, ~labels),
            ):
                assert counts[replicate] == pytest.approx(own[kept][which].sum(), abs=1e-9)


@for_each("rule", RULES, ids=str)
def test_groups_of_one_equal_weights_and_repeated_rows(rule: ThresholdRule) -> None:
    plain = _scores(2, 40, 2)
    known = threshold_bootstrap(plain, rule, resampling=FEW)
    for options in ({"groups": np.arange(40)}, {"sampling_weights": np.full(40, 2.5)}):
        same = Scores.from_arrays(plain.is_positive, plain.values, name="a", **options)
        assert threshold_bootstrap(same, rule, resampling=FEW).to_dict() == known.to_dict()
    counts = np.random.default_rng(0).integers(1, 4, 40)
    for groups in (None, np.arange(40) // 4):
        repeated = None if groups is None else np.repeat(groups, counts)
        one = Scores.from_arrays(
            plain.is_positive, plain.values, frequency_weights=counts, groups=groups
        )
        two = Scores.from_arrays(
            np.repeat(plain.is_positive, counts), np.repeat(plain.values, counts), groups=repeated
        )
        first, second = (threshold_bootstrap(each, rule, resampling=FEW) for each in (one, two))
        assert first.threshold_interval.low == second.threshold_interval.low
        assert first.threshold_interval.high == second.threshold_interval.high
        for a, b in zip(first.rates, second.rates, strict=True):
            assert a.out_of_bag == pytest.approx(b.out_of_bag, rel=1e-12)
            assert a.optimism == pytest.approx(b.optimism, abs=1e-12)


def test_the_interval_of_a_quantile_widens_with_groups() -> None:
    rng = np.random.default_rng(8)
    groups = np.repeat(np.arange(40), 5)
    labels = groups % 2
    values = rng.normal(size=40)[groups] + 0.3 * rng.normal(size=200) + labels
    rule = ThresholdRule.at_sensitivity(0.8)
    spans = []
    for given in (None, groups):
        scores = Scores.from_arrays(labels, values, groups=given)
        found = threshold_bootstrap(scores, rule, resampling=FEW)
        assert found.choice.threshold in found.threshold_interval
        spans.append(found.threshold_interval.high - found.threshold_interval.low)
    assert spans[1] > 1.5 * spans[0]


@for_each("case", ["one group", "two groups", "a class in one group", "a huge weight"])
def test_few_groups_have_a_choice(case: str) -> None:
    plain = _scores(3, 30, 2)
    groups = {
        "one group": np.zeros(30, int),
        "two groups": np.arange(30) // 15,
        "a class in one group": np.where(plain.is_positive, 0, 1 + np.arange(30) // 4),
        "a huge weight": np.arange(30) // 3,
    }[case]
    weights = np.where(np.arange(30) == 3, 1e300, 1.0) if case == "a huge weight" else None
    scores = Scores.from_arrays(
        plain.is_positive, plain.values, groups=groups, sampling_weights=weights
    )
    for rule in (ThresholdRule.youden(), ThresholdRule.at_sensitivity(0.8)):
        found = threshold_bootstrap(scores, rule, resampling=FEW)
        assert found.choice.threshold in found.threshold_interval
        for rate in found.rates:
            assert rate.in_bag_interval.low <= rate.in_bag_interval.high


def test_an_infinite_score_is_always_called() -> None:
    scores = Scores.from_arrays([0, 1, 0, 1, 0, 1], [math.inf, 3, 2, 1, 0, -1])
    rule = ThresholdRule.least_cost(IntendedUse(false_positive_cost=50))
    resampling = Resampling(replicates=40, rng=1)
    found = threshold_replicates(scores, rule, resampling, None)
    assert math.inf in found.thresholds
    called = (scores.values >= found.thresholds[:, None]) & ~scores.is_positive
    assert found.everyone.false_positives.tolist() == called.sum(axis=1).tolist()


@for_each(
    "rule",
    [
        *RULES,
        ThresholdRule.closest_corner(IntendedUse()),
        ThresholdRule.least_cost(IntendedUse(prevalence=0.1)),
        ThresholdRule.best("matthews_correlation"),
    ],
    ids=str,
)
def test_replicates_without_a_class_are_counted(rule: ThresholdRule) -> None:
    scores = Scores.from_arrays([0, 1, 0, 1], [0.2, 0.4, 0.6, 0.8])
    resampling = Resampling(replicates=300, stratified=False)
    found = threshold_bootstrap(scores, rule, resampling=resampling)
    told = {c.kind: c.message for c in found.caveats}
    assert "a class was not drawn" in told["replicates_without_threshold"]
    assert found.replicates < 300
    assert {"few_observations", "replicates_without_rate"} <= set(told)


def test_rates_intervals_and_optimism_are_read_off_the_replicates() -> None:
    scores, rule, rate = _scores(), ThresholdRule.youden(), "youden_index"
    resampling = Resampling(replicates=399)
    drawn = threshold_replicates(scores, rule, resampling, None)
    found = threshold_bootstrap(scores, rule, resampling=resampling)
    one = found.rate("youden_index")
    inside, outside, everyone = (
        each.rates(rate, IntendedUse())  # type: ignore[arg-type]
        for each in (drawn.in_bag, drawn.out_of_bag, drawn.everyone)
    )
    assert one.apparent == choose_threshold(scores, rule).point.youden_index
    assert one.optimism == pytest.approx(float(np.mean(inside - everyone)))
    assert one.corrected == pytest.approx(one.apparent - one.optimism)
    assert one.out_of_bag == pytest.approx(float(np.mean(outside)))
    ordered = np.sort(inside)
    assert one.in_bag_interval.low == min(ordered[9], one.apparent)
    assert one.in_bag_interval.high == max(ordered[389], one.apparent)
    left = drawn.out_of_bag.n_positive + drawn.out_of_bag.n_negative
    share = float(np.sum(left)) / (399 * 60)
    assert share == pytest.approx(math.exp(-1), abs=0.02)
    scaled = one.out_of_bag + (np.sort(outside) - one.out_of_bag) * math.sqrt(share / (1 - share))
    basic = np.sort(one.apparent - (inside - everyone))
    assert one.out_of_bag_interval.low == pytest.approx(min(scaled[9], basic[9]))
    assert one.out_of_bag_interval.high == pytest.approx(min(1, max(scaled[389], basic[389])))


def test_rules_without_a_better_interval_have_percentiles_and_a_caveat() -> None:
    scores, rule = _scores(), ThresholdRule.best("f1")
    resampling = Resampling(replicates=399)
    thresholds = np.sort(threshold_replicates(scores, rule, resampling, None).thresholds)
    found = threshold_bootstrap(scores, rule, resampling=resampling)
    assert found.threshold_interval.low == thresholds[9]
    assert found.threshold_interval.high == thresholds[389]
    assert found.threshold_interval.method == "bootstrap percentile"
    assert "threshold_interval" in {c.kind for c in found.caveats}
    for other in (ThresholdRule.youden(), ThresholdRule.at_sensitivity(0.9)):
        tested = threshold_bootstrap(scores, other, resampling=resampling)
        assert "threshold_interval" not in {c.kind for c in tested.caveats}


def test_where_the_threshold_jumps_the_interval_holds_the_rate_of_this_one() -> None:
    """Two maxima almost alike: replicates choose now the one, now the other."""
    labels = np.repeat([1, 0], [40, 40])
    draws = np.random.default_rng(1)
    high, low = draws.normal(5, 0.3, 20), draws.normal(2, 0.3, 20)
    alarms, others = draws.normal(3.5, 0.2, 20), draws.normal(0, 0.3, 20)
    scores = Scores.from_arrays(labels, np.concatenate([high, low, alarms, others]))
    found = threshold_bootstrap(scores, ThresholdRule.youden(), resampling=FEW)
    one = found.rate("sensitivity")
    assert one.apparent in one.out_of_bag_interval
    assert one.out_of_bag in one.out_of_bag_interval


def test_a_chosen_threshold_looks_better_than_it_is() -> None:
    """Scores without worth: the apparent Youden index is far from 0, the out-of-bag one is not."""
    draws = np.random.default_rng(5)
    values = []
    for _ in range(20):
        scores = Scores.from_arrays(np.arange(50) % 2, draws.normal(size=50))
        found = threshold_bootstrap(scores, ThresholdRule.youden(), resampling=FEW)
        values.append((found.rate("youden_index").apparent, found.rate("youden_index").out_of_bag))
    apparent, out_of_bag = np.mean(values, axis=0)
    assert apparent > 0.1
    assert abs(out_of_bag) < 0.06


def test_a_threshold_from_a_loss_has_no_optimism() -> None:
    found = threshold_bootstrap(_scores(), ThresholdRule.from_loss(1), resampling=FEW)
    assert found.threshold_interval.low == found.threshold_interval.high == 0.5
    assert abs(found.rate("accuracy").optimism) < 0.01
    assert "presumes_calibration" in {c.kind for c in found.caveats}


def test_turned_scores_give_turned_thresholds_and_the_same_rates() -> None:
    scores = _scores(2)
    turned = Scores.from_arrays(scores.is_positive, -scores.values, lower=True)
    one, two = (
        threshold_bootstrap(s, ThresholdRule.youden(), resampling=FEW) for s in (scores, turned)
    )
    assert one.rates == two.rates
    assert two.threshold_interval.low == -one.threshold_interval.high
    assert two.choice.threshold == -one.choice.threshold


@pytest.mark.parametrize("stratified", [True, False])
def test_perfect_separation_is_no_point(stratified: bool) -> None:
    scores = Scores.from_arrays([0] * 10 + [1] * 10, range(20))
    resampling = Resampling(replicates=150, stratified=stratified)
    found = threshold_bootstrap(scores, ThresholdRule.youden(), resampling=resampling)
    sensitivity = found.rate("sensitivity")
    assert sensitivity.apparent == 1
    assert sensitivity.in_bag_interval.method == "Clopper-Pearson"
    assert sensitivity.in_bag_interval.low == pytest.approx(0.025**0.1)
    assert sensitivity.out_of_bag < 1
    assert "no_variance" in {c.kind for c in found.caveats}


def test_one_positive_is_never_out_of_bag() -> None:
    scores = Scores.from_arrays([1] + [0] * 9, [8.5, *range(9)])
    found = threshold_bootstrap(scores, ThresholdRule.youden(), resampling=FEW)
    sensitivity = found.rate("sensitivity")
    assert math.isnan(sensitivity.out_of_bag)
    assert sensitivity.out_of_bag_interval.method == "Clopper-Pearson"
    assert {"no_variance", "replicates_without_rate"} <= {c.kind for c in found.caveats}


def test_infinite_likelihood_ratios_are_kept_in_order() -> None:
    rates: tuple[Rate, ...] = ("positive_likelihood_ratio", "negative_likelihood_ratio")
    found = threshold_bootstrap(
        _scores(), ThresholdRule.at_specificity(0.9), rates=rates, resampling=FEW
    )
    for one in found.rates:
        assert 0 <= one.in_bag_interval.low < one.in_bag_interval.high
        assert one.apparent in one.in_bag_interval


def test_an_infinite_replicate_spoils_no_mean() -> None:
    """No negative is called in some replicates, in bag or out of bag."""
    rates: tuple[Rate, ...] = ("positive_likelihood_ratio",)
    rule, use = ThresholdRule.at_specificity(0.9), IntendedUse()
    scores = _scores()
    found = threshold_bootstrap(scores, rule, rates=rates, resampling=FEW)
    one, drawn = found.rates[0], threshold_replicates(scores, rule, FEW, None)
    inside, outside = (e.rates(rates[0], use) for e in (drawn.in_bag, drawn.out_of_bag))
    infinite = int(np.isinf(outside).sum())
    assert 0 < infinite < len(outside)
    assert one.out_of_bag == pytest.approx(float(np.mean(outside[np.isfinite(outside)])))
    with np.errstate(invalid="ignore"):
        away = inside - drawn.everyone.rates(rates[0], use)
    assert one.optimism == pytest.approx(float(np.mean(away[np.isfinite(away)])))
    assert one.corrected == pytest.approx(max(0.0, one.apparent - one.optimism))
    told = [c.message for c in found.caveats if c.kind == "infinite_replicates"]
    assert any(f"infinite in {infinite} of 150 replicates (out of bag)" in each for each in told)
    assert "replicates_without_rate" not in {c.kind for c in found.caveats}
    assert one.out_of_bag_interval.low > 0
    assert one.out_of_bag in one.out_of_bag_interval
    many = infinite > 0.025 * len(outside)
    assert math.isinf(one.out_of_bag_interval.high) == many


def test_a_ratio_that_is_always_infinite_has_no_corrected_value() -> None:
    scores = Scores.from_arrays([0] * 10 + [1] * 10, range(20))
    found = threshold_bootstrap(
        scores, ThresholdRule.youden(), rates=["positive_likelihood_ratio"], resampling=FEW
    )
    one = found.rates[0]
    assert math.isinf(one.apparent)
    assert math.isnan(one.corrected)
    assert math.isinf(one.in_bag_interval.high)
    told = {c.kind: c.message for c in found.caveats}
    assert "scores is infinite in" in told["infinite_replicates"]
    assert ThresholdBootstrap.from_dict(json.loads(json.dumps(found.to_dict()))).replicates == 150


def test_rates_without_variance_are_told_together_and_by_name() -> None:
    data = PairedScores.from_arrays([0] * 10 + [1] * 10, {"forest": np.arange(20)})
    found = threshold_bootstrap(data["forest"], ThresholdRule.youden(), resampling=FEW)
    told = [c.message for c in found.caveats if c.kind == "no_variance"]
    assert told[0].startswith("Resampling shows no variance of the sensitivity, ")
    assert "accuracy of forest" in told[0]
    assert len(told) == len({one.in_bag_interval.method for one in found.rates})


def test_a_constraint_that_replicates_cannot_keep_is_told() -> None:
    scores = _scores(3, 30)
    rule = ThresholdRule.best("sensitivity", constraints={"sensitivity": 0.85, "specificity": 0.85})
    try:
        found = threshold_bootstrap(scores, rule, resampling=FEW)
    except OptionError:
        pytest.fail("the rule is to hold on the whole test set")
    told = {c.kind: c.message for c in found.caveats}
    assert "no threshold satisfied the rule" in told["replicates_without_threshold"]
    assert found.replicates < 150


def test_it_is_repeatable_survives_json_and_can_be_stopped() -> None:
    scores = _scores()
    rule = ThresholdRule.least_cost(IntendedUse(prevalence=0.1, false_negative_cost=3))
    one, two = (threshold_bootstrap(scores, rule, resampling=FEW) for _ in range(2))
    assert one == two
    assert ThresholdBootstrap.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    assert one.choice.point.use == rule.use
    assert "out of bag" in str(one)
    told: list[int] = []

    def stop(done: int, total: int, what: str) -> bool:
        told.append(done)
        return done < 100

    short = threshold_bootstrap(scores, rule, progress=stop)
    assert (short.replicates, told) == (100, [50, 100])
    assert "stopped_early" in {c.kind for c in short.caveats}


def test_bad_input_is_refused() -> None:
    scores, rule = _scores(), ThresholdRule.youden()
    with pytest.raises(OptionError, match=r"rates must be .*; item 0 is 'recall'"):
        threshold_bootstrap(scores, rule, rates=["recall"])  # type: ignore[list-item]
    with pytest.raises(OptionError, match="confidence"):
        threshold_bootstrap(scores, rule, confidence=95)
    with pytest.raises(AucurateError, match="fewer than two of 1"):
        threshold_bootstrap(scores, rule, resampling=Resampling(replicates=1))
    found = threshold_bootstrap(scores, rule, rates=["f1"], resampling=FEW)
    with pytest.raises(AucurateError, match="'accuracy' was not requested"):
        found.rate("accuracy")
    assert operating_point(scores, found.choice.threshold).f1 == found.rate("f1").apparent


# The interval of a chosen threshold: by a double loop, by enumeration, and where it is open.


YOUDEN = ThresholdRule.youden()
COST = ThresholdRule.least_cost(IntendedUse(prevalence=0.1, false_negative_cost=4))
ACCURACY = ThresholdRule.best("accuracy")
MANY = Resampling(replicates=199, rng=2)


def _scores_of_interval(m: int = 12, n: int = 18, rng: int = 0, decimals: int = 1) -> Scores:
    draws = np.random.default_rng(rng)
    labels = np.repeat([1, 0], [m, n])
    return Scores.from_arrays(labels, (draws.normal(size=m + n) + 1.2 * labels).round(decimals))


def _by_definition(scores: Scores, weight: float, resampling: Resampling) -> tuple[float, float]:
    """Every threshold tested by the formula of the docstring, one after another."""
    up, down = scores.values[scores.is_positive], scores.values[~scores.is_positive]
    m, n = len(up), len(down)
    cuts = [math.inf, *np.unique(scores.values)[::-1]]
    true = np.array([np.sum(up >= cut) for cut in cuts])
    false = np.array([np.sum(down >= cut) for cut in cuts])
    criterion = true / m - weight * false / n
    replicates = []
    for replicate in range(resampling.replicates):
        times = drawn_counts(m, n, stratified=True, key=resampling.key(), replicate=replicate)
        rates = [
            np.array([np.sum(t[values >= cut]) for cut in cuts]) / len(values)
            for t, values in zip(times, (up, down), strict=True)
        ]
        replicates.append(rates[0] - weight * rates[1])
    kept = []
    for t in range(len(cuts)):
        p, q = (np.abs(true - true[t]) + 1) / (m + 2), (np.abs(false - false[t]) + 1) / (n + 2)
        error = np.sqrt(p * (1 - p) / m + weight**2 * q * (1 - q) / n)
        lead = (criterion - criterion[t]) / error
        drift = np.minimum(0, lead + math.sqrt(math.log(min(m, n))))
        drawn = [
            np.max(((r - r[t]) - (criterion - criterion[t])) / error + drift) for r in replicates
        ]
        critical = np.sort(drawn)[-round(0.05 * (resampling.replicates + 1))]
        if np.max(lead) <= critical + 1e-12:
            kept.append(t)
    below = [*cuts[1:], -math.inf]
    return below[kept[-1]], cuts[kept[0]]


@for_each(("rule", "weight"), [(YOUDEN, 1.0), (COST, 9 / 4), (ACCURACY, 18 / 12)], ids=str)
@for_each("rng", [0, 1])
def test_every_threshold_is_tested(rule: ThresholdRule, weight: float, rng: int) -> None:
    scores = _scores_of_interval(rng=rng)
    found = threshold_bootstrap(scores, rule, resampling=MANY).threshold_interval
    assert (found.low, found.high) == pytest.approx(_by_definition(scores, weight, MANY))
    assert found.method == "bootstrap test of every threshold"


@for_each("size", [7, 20, 41])
@for_each("share", [0.5, 0.8, 0.95])
def test_the_interval_of_a_quantile_covers_exactly_what_is_promised(
    size: int, share: float
) -> None:
    """Over all numbers of observations above the quantile, weighted with their chances."""
    values = np.arange(1.0, size + 1)
    low, high = quantile_span(values, share, 0.95)
    covered = 0.0
    for above in range(size + 1):
        quantile = size + 0.5 - above  # so many of the values reach it
        covered += stats.binom.pmf(above, size, share) * (low <= quantile <= high)
    assert covered >= 0.95 - 1e-12
    inner = [quantile_span(values, share, c) for c in (0.5, 0.8, 0.95, 0.999)]
    assert all(a[0] >= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(inner))


def test_the_median_has_its_published_interval() -> None:
    """Conover (1999), and any table of the sign test: the 6th and 15th of 20 cover 95.9%."""
    assert quantile_span(np.arange(1.0, 21.0), 0.5, 0.95) == (6.0, 15.0)
    assert stats.binom.cdf(14, 20, 0.5) - stats.binom.cdf(5, 20, 0.5) == pytest.approx(
        0.9586, abs=1e-4
    )


def test_too_few_positives_leave_the_interval_open() -> None:
    scores = _scores_of_interval(8, 30)
    rule = ThresholdRule.at_sensitivity(0.9)
    found = threshold_bootstrap(scores, rule, resampling=MANY).threshold_interval
    assert found.method == "order statistics"
    assert found.low == -math.inf
    assert found.high < math.inf


@for_each(
    "rule", [YOUDEN, COST, ThresholdRule.at_sensitivity(0.8), ThresholdRule.at_specificity(0.8)]
)
@for_each("lower", [False, True])
def test_the_interval_holds_the_choice(rule: ThresholdRule, lower: bool) -> None:
    for rng in range(5):
        one = _scores_of_interval(rng=rng)
        values = -one.values if lower else one.values
        scores = Scores.from_arrays(one.is_positive, values, lower=lower)
        found = threshold_bootstrap(scores, rule, rates=(), resampling=MANY)
        assert found.choice.threshold in found.threshold_interval


def test_thinning_can_only_widen() -> None:
    scores = _scores_of_interval(60, 400, decimals=6)
    curves = threshold_replicates(scores, YOUDEN, MANY, None).curves
    assert len(curves.columns) <= 152
    assert curves.columns[0] == 0
    assert curves.columns[-1] == 460
    span = threshold_span(scores, YOUDEN, curves, 0.95)
    assert span is not None
    assert span.low < choose_threshold(scores, YOUDEN).threshold < span.high
    assert {span.low, span.high} <= set(scores.values.tolist())


def test_no_threshold_lies_above_an_infinite_score() -> None:
    scores = Scores.from_arrays([0, 1, 0, 1, 0, 1], [math.inf, 3, 2, 1, 0, -1])
    curves = threshold_replicates(scores, YOUDEN, MANY, None).curves
    assert curves.columns.tolist() == [1, 2, 3, 4, 5, 6]
    found = threshold_bootstrap(scores, YOUDEN, resampling=MANY).threshold_interval
    assert found.low <= found.high


def test_too_few_replicates_reject_nothing() -> None:
    few = Resampling(replicates=10)
    found = threshold_bootstrap(_scores_of_interval(), YOUDEN, resampling=few)
    assert (found.threshold_interval.low, found.threshold_interval.high) == (-math.inf, math.inf)
    assert "too_few_replicates" in {c.kind for c in found.caveats}


def test_its_intervals_have_keys_of_their_own() -> None:
    noise = np.random.default_rng(0)
    labels = np.arange(80) % 2
    scores = Scores.from_arrays(labels, noise.normal(size=80) + labels)
    (rate,) = threshold_bootstrap(scores, "youden", rates=["sensitivity"]).rates
    assert rate.in_bag_interval.key == "bootstrap-in-bag"
    assert rate.out_of_bag_interval.key == "bootstrap-out-of-bag"
