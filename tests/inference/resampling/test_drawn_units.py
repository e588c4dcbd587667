"""Resampling with groups and weights: definitions, equivalences, degenerate data, refusals."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.loops import for_each

import aucurate as au
from aucurate.data.moments import AucMoments
from aucurate.data.scores import PairedScores, Scores
from aucurate.errors import UnsupportedError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt
from aucurate.inference.auc.delong import delong_test
from aucurate.inference.curve.estimands import components_of
from aucurate.inference.resampling import drawn_units
from aucurate.inference.resampling.auc_bootstrap import _influences
from aucurate.inference.resampling.bootstrap import bootstrap_interval, bootstrap_test
from aucurate.inference.resampling.canonical_order import arranged
from aucurate.inference.resampling.drawn_units import RowUnits, influences_of_units
from aucurate.inference.resampling.intervals import Kind, SharedInfluence, acceleration
from aucurate.inference.resampling.options import Resampling, bootstrap_aucs
from aucurate.inference.resampling.permutation import permutation_test
from aucurate.inference.resampling.venkatraman import venkatraman_test

FEW = Resampling(replicates=99, rng=3)
MANY = Resampling(replicates=4000, rng=5)
KINDS: tuple[Kind, ...] = ("percentile", "basic", "bca", "studentised")
COUNTED: tuple[Any, ...] = (
    PartialAuc(specificity=(0.4, 1)), SensitivityAt(specificity=0.7), AveragePrecision(),
)  # fmt: skip


def auc(labels: Any, scores: Any) -> float:
    """A function of rows, pair by pair."""
    first, second = scores[labels == 1], scores[labels == 0]
    return float((np.sign(first[:, None] - second[None]).mean() + 1) / 2)


def _columns(
    rng: int, groups: int = 60, *, decimals: int = 9, share: float = 0.4
) -> tuple[Any, dict[str, Any], Any]:
    """Groups of 1 to 5 rows of both classes, whose scores have something in common."""
    random = np.random.default_rng(rng)
    codes = np.repeat(np.arange(groups), random.integers(1, 6, groups))
    labels = random.random(len(codes)) < share
    scores = {
        name: (random.normal(size=groups)[codes] + random.normal(size=len(codes)) + shift * labels)
        .round(decimals)
        for name, shift in (("a", 1.3), ("b", 1.0))
    }  # fmt: skip
    return labels, scores, codes


def _weights(rng: int, size: int) -> dict[str, dict[str, Any]]:
    random = np.random.default_rng(rng)
    return {
        "none": {},
        "frequency": {"frequency_weights": random.integers(1, 4, size)},
        "sampling": {"sampling_weights": random.exponential(size=size) + 0.1},
    }


def _paired(rng: int = 0, weights: str = "none", *, grouped: bool = True, **how: Any) -> Any:
    labels, scores, codes = _columns(rng, **how)
    more = {"groups": codes} if grouped else {}
    given = _weights(rng, len(codes))[weights]
    return PairedScores.from_arrays(labels, scores, **more, **given)


def _close(first: Any, second: Any) -> None:
    for name in ("standard_error", "statistic", "p_value", "difference", "value"):
        if hasattr(first, name):
            one, two = getattr(first, name), getattr(second, name)
            assert one == pytest.approx(two, rel=1e-9, abs=1e-12), name
    for one, two in zip(
        (first.interval.low, first.interval.high),
        (second.interval.low, second.interval.high),
        strict=True,
    ):
        assert one == pytest.approx(two, rel=1e-9, abs=1e-12)


def _every(data: PairedScores, of: Any, kinds: tuple[Kind, ...]) -> list[Any]:
    """Everything that one kind of estimate has by resampling."""
    found: list[Any] = []
    for kind in kinds:
        found.append(bootstrap_interval(data["a"], of, kind=kind, resampling=FEW))
        found.append(bootstrap_test(data["a"], data["b"], of, kind=kind, resampling=FEW))
    return [*found, permutation_test(data["a"], data["b"], of, resampling=FEW)]


ESTIMANDS = [(None, KINDS), *((of, KINDS[:3]) for of in COUNTED), (auc, KINDS[:3])]


@pytest.mark.parametrize(("of", "kinds"), ESTIMANDS, ids=lambda each: str(each)[:20])
def test_groups_of_one_and_constant_weights_are_plain(of: Any, kinds: tuple[Kind, ...]) -> None:
    labels, scores, codes = _columns(1)
    plain = _every(PairedScores.from_arrays(labels, scores), of, kinds)
    size = len(codes)
    for more in ({"sampling_weights": np.full(size, 0.3)}, {"frequency_weights": np.ones(size)}):
        assert _every(PairedScores.from_arrays(labels, scores, **more), of, kinds) == plain
    alone = _every(
        PairedScores.from_arrays(labels, scores, groups=np.arange(size)[::-1]), of, kinds
    )
    for one, two in zip(alone, plain, strict=True):
        assert one.n_groups == size
        assert one.interval == two.interval
        assert one.standard_error == two.standard_error


@pytest.mark.parametrize(("of", "kinds"), ESTIMANDS, ids=lambda each: str(each)[:20])
@for_each("weights", ["none", "frequency", "sampling"])
@for_each("decimals", [0, 9])
def test_neither_the_order_of_rows_nor_the_names_of_groups_matter(
    of: Any, kinds: tuple[Kind, ...], weights: str, decimals: int
) -> None:
    if of is auc and weights == "sampling":
        return
    labels, scores, codes = _columns(2, decimals=decimals)
    given = _weights(2, len(codes))[weights]
    random = np.random.default_rng(9)
    order, renamed = random.permutation(len(codes)), random.permutation(codes.max() + 1)
    first = PairedScores.from_arrays(labels, scores, groups=codes, **given)
    again = PairedScores.from_arrays(
        labels[order],
        {name: values[order] for name, values in scores.items()},
        groups=renamed[codes][order],
        **{name: values[order] for name, values in given.items()},
    )
    for one, two in zip(_every(first, of, kinds), _every(again, of, kinds), strict=True):
        _close(one, two)


@for_each("weights", ["none", "frequency", "sampling"])
@for_each("grouped", [True, False])
@for_each("of", [None, *COUNTED])
def test_exchanging_the_classifiers_turns_the_sign(weights: str, grouped: bool, of: Any) -> None:
    data = _paired(3, weights, grouped=grouped, decimals=1)
    for test in (bootstrap_test, permutation_test):
        there, back = (
            test(data[x], data[y], of, resampling=FEW) for x, y in (("a", "b"), ("b", "a"))
        )
        assert there.difference == -back.difference
        assert there.interval.low == pytest.approx(-back.interval.high, abs=1e-12)
        assert there.p_value == pytest.approx(back.p_value)
        same = test(data["a"], data["a"], of, resampling=FEW)
        assert same.p_value == 1


@pytest.mark.parametrize(("of", "kinds"), ESTIMANDS, ids=lambda each: str(each)[:20])
def test_frequency_weights_are_repeated_rows(of: Any, kinds: tuple[Kind, ...]) -> None:
    labels, scores, codes = _columns(4, decimals=1)
    times = _weights(4, len(codes))["frequency"]["frequency_weights"]
    repeated = PairedScores.from_arrays(
        np.repeat(labels, times), {name: np.repeat(v, times) for name, v in scores.items()}
    )
    counted = PairedScores.from_arrays(labels, scores, frequency_weights=times)
    for one, two in zip(_every(counted, of, kinds), _every(repeated, of, kinds), strict=True):
        _close(one, two)


@for_each("stratified", [True, False])
@for_each("kind", ["percentile", "bca", "studentised"])
def test_many_observations_with_frequency_weights_have_the_distribution_of_repeated_rows(
    stratified: bool, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels, scores, codes = _columns(5, decimals=1)
    times = _weights(5, len(codes))["frequency"]["frequency_weights"]
    data = PairedScores.from_arrays(labels, scores, frequency_weights=times)
    many = Resampling(replicates=4000, rng=5, stratified=stratified)

    def drawn() -> tuple[Any, Any, Any]:
        return (
            bootstrap_aucs(data, many),
            bootstrap_interval(data["a"], kind=kind, resampling=many),
            bootstrap_test(data["a"], data["b"], kind=kind, resampling=many),
        )

    repeated, interval, comparison = drawn()
    with monkeypatch.context() as patched:
        patched.setattr(drawn_units, "MOST_ONE_BY_ONE", 0)
        counted, of_counts, compared = drawn()
    assert (counted != repeated).mean() > 0.9
    spread = repeated.std(axis=0)
    assert counted.mean(axis=0) == pytest.approx(repeated.mean(axis=0), abs=4 * spread.max() / 45)
    assert counted.std(axis=0) == pytest.approx(spread, rel=0.06)
    width = interval.interval.high - interval.interval.low
    for one, two in ((interval, of_counts), (comparison, compared)):
        assert two.interval.low == pytest.approx(one.interval.low, abs=0.08 * width)
        assert two.interval.high == pytest.approx(one.interval.high, abs=0.08 * width)


@for_each("stratified", [True, False])
@for_each("weights", ["none", "frequency", "sampling"])
def test_replicates_spread_as_the_variance_of_groups_says(stratified: bool, weights: str) -> None:
    """Obuchowski's standard error; groups of both classes score like the others."""
    data = _paired(6, weights, groups=250)
    moments = AucMoments.from_scores(data)
    aucs = bootstrap_aucs(data, Resampling(replicates=4000, stratified=stratified))
    errors = np.sqrt(np.diag(moments.covariance))
    assert aucs.mean(axis=0) == pytest.approx(moments.aucs, abs=0.1 * errors.max())
    assert aucs.std(axis=0) == pytest.approx(errors, rel=0.06)
    of_difference = (aucs[:, 0] - aucs[:, 1]).std()
    assert of_difference == pytest.approx(math.sqrt(moments.difference_variance[0, 1]), rel=0.06)


@for_each("stratified", [True, False])
def test_replicates_of_groups_of_one_class_spread_more_than_observations(stratified: bool) -> None:
    labels, scores, codes = _columns(6, groups=250)
    labels = labels[np.searchsorted(codes, codes)]
    data = Scores.from_arrays(labels, scores["a"], groups=codes)
    moments = AucMoments.from_scores(data)
    aucs = bootstrap_aucs(data, Resampling(replicates=4000, stratified=stratified))
    assert aucs.std() == pytest.approx(math.sqrt(moments.covariance[0, 0]), rel=0.06)
    assert moments.design_effects[0] > 1.5


def test_replicates_of_weighted_rows_spread_as_the_linearised_variance_says() -> None:
    data = _paired(7, "sampling", grouped=False, groups=250)
    moments = AucMoments.from_scores(data)
    aucs = bootstrap_aucs(data, MANY)
    assert aucs.std(axis=0) == pytest.approx(np.sqrt(np.diag(moments.covariance)), rel=0.06)


@for_each("weights", ["none", "frequency", "sampling"])
@for_each("grouped", [True, False])
@for_each("of", [PartialAuc(specificity=(0.4, 1)), AveragePrecision()])
def test_counted_estimates_spread_as_their_influences_say(
    weights: str, grouped: bool, of: Any
) -> None:
    data = _paired(8, weights, grouped=grouped, groups=250)
    components = components_of(data, of)
    estimate = bootstrap_interval(data["a"], of, resampling=MANY)
    assert estimate.standard_error == pytest.approx(math.sqrt(components.variance(0)), rel=0.08)
    comparison = bootstrap_test(data["a"], data["b"], of, resampling=MANY)
    error = math.sqrt(components.difference_variance(0, 1))
    assert comparison.standard_error == pytest.approx(error, rel=0.08)
    assert comparison.n_groups == (250 if grouped else 0)


@for_each("weights", ["none", "sampling"])
def test_over_the_whole_range_the_partial_area_has_the_spread_of_the_auc(weights: str) -> None:
    data = _paired(9, weights)
    whole = bootstrap_interval(data["a"], PartialAuc(specificity=(0, 1)), resampling=MANY)
    assert whole.value == pytest.approx(bootstrap_interval(data["a"], resampling=FEW).value)
    area = bootstrap_interval(data["a"], resampling=MANY)
    assert whole.standard_error == pytest.approx(area.standard_error, rel=0.06)
    assert whole.interval.low == pytest.approx(area.interval.low, abs=0.012)


@for_each("kind", ["percentile", "basic", "bca"])
@for_each("stratified", [True, False])
@for_each("weights", ["none", "frequency"])
def test_a_function_that_computes_aucs_has_the_replicates_of_the_auc(
    kind: Kind, stratified: bool, weights: str
) -> None:
    """The acceleration of a function is that of the groups left out, to first order the same."""
    resampling = Resampling(replicates=199, stratified=stratified, rng=2)
    data = _paired(10, weights)
    found = bootstrap_interval(data["a"], auc, kind=kind, resampling=resampling)
    known = bootstrap_interval(data["a"], kind=kind, resampling=resampling)
    tolerance = 0.01 if kind == "bca" else 1e-12
    assert found.value == pytest.approx(known.value, rel=1e-12)
    assert found.standard_error == pytest.approx(known.standard_error, rel=1e-12)
    assert found.interval.low == pytest.approx(known.interval.low, abs=tolerance)
    assert found.interval.high == pytest.approx(known.interval.high, abs=tolerance)
    assert found.n_groups == known.n_groups == 60
    assert math.isnan(found.design_effect)
    both = [
        bootstrap_test(data["a"], data["b"], of, kind=kind, resampling=resampling)
        for of in (auc, None)
    ]
    assert both[0].p_value == pytest.approx(both[1].p_value, abs=0.05)


@for_each("weights", ["none", "sampling"])
@for_each("share", [0.4, 0.8])
def test_the_acceleration_is_that_of_groups_left_out(weights: str, share: float) -> None:
    data = _paired(11, weights, groups=300, share=share)["a"]
    rows = data.observations
    units = RowUnits.of(rows)
    assert units is not None
    assert units.groups is not None
    given = np.ones(len(rows)) if units.weights is None else units.weights
    design = units.design(~data.is_positive)
    without = np.array([
        _weighted_auc(data, np.where(design.units == unit, 0, given))
        for unit in range(design.n_units)
    ])  # fmt: skip
    strata = [each for each in np.split(without, np.cumsum(design.strata)[:-1]) if len(each)]
    jackknife = [(len(each) - 1) * (each.mean() - each) for each in strata]
    expected = acceleration(jackknife)
    assert acceleration(_influences(arranged(data))) == pytest.approx(expected, rel=0.15, abs=3e-4)


def _weighted_auc(data: Scores, weights: NDArray[Any]) -> float:
    weighed = weights.astype(np.float64) / weights.max()
    up = data.is_positive
    gaps = (np.sign(data.values[up][:, None] - data.values[~up][None]) + 1) / 2
    both = weighed[up][:, None] * weighed[~up][None]
    return float((gaps * both).sum() / both.sum())


def test_influences_that_several_observations_share_count_as_often() -> None:
    values, counts = np.array([0.3, -0.2, 0.05]), np.array([2, 5, 3])
    expected = acceleration([np.repeat(values, counts)])
    assert acceleration([SharedInfluence(values, counts)]) == pytest.approx(expected)
    codes = np.array([0, 0, 1])
    units = RowUnits(weights=counts, counted=True)
    shared = influences_of_units(units, codes, [values[:2], values[2:]])
    plain = [np.repeat(values[:2], counts[:2]), np.zeros(3)]
    plain[0] = plain[0] - plain[0].mean()
    assert acceleration(shared) == pytest.approx(acceleration(plain))


def test_strata_are_the_groups_of_one_class_and_of_both() -> None:
    codes = np.array([0, 1, 1, 0, 1, 0, 0])  # positives are 0
    groups = np.array([2, 0, 2, 1, 3, 1, 4])
    design = RowUnits(groups).design(codes)
    assert design.strata == (2, 1 + 1, 1)
    assert design.units.tolist() == [4, 2, 4, 0, 3, 0, 1]
    only = RowUnits(np.array([0, 0, 1, 1])).design(np.array([0, 1, 0, 1]))
    assert only.strata == (2,)


def test_unstratified_replicates_without_a_class_are_counted() -> None:
    labels, groups = [1, 1, 1, 0, 0, 0], [0, 0, 1, 2, 3, 3]
    scores = Scores.from_arrays(labels, [3, 5, 4, 1, 2, 6], groups=groups)
    unstratified = Resampling(replicates=200, stratified=False)
    found = bootstrap_interval(scores, resampling=unstratified)
    kinds = [each.kind for each in found.caveats]
    assert "replicates_without_a_class" in kinds


@for_each("kind", KINDS)
def test_degenerate_groups_and_weights_have_an_answer(kind: Kind) -> None:
    """One group, groups of both classes only, a class in one group, perfect separation."""
    labels = np.array([1, 0, 1, 0, 1, 0, 1, 0])
    values = np.array([4.0, 1, 3, 5, 8, 2, 7, 6])
    mixed, one_class = [0, 0, 1, 1, 2, 2, 3, 3], [0, 1, 0, 2, 0, 3, 0, 4]
    for groups, weights in itertools.product(
        ([0] * 8, mixed, one_class, None), (None, [1e300] * 7 + [1.0], [1.0, 1e300] + [1.0] * 6)
    ):
        for scored in (values, labels.astype(float), np.ones(8)):
            data = PairedScores.from_arrays(
                labels, {"a": scored, "b": values[::-1]}, groups=groups, sampling_weights=weights
            )
            found = bootstrap_interval(data["a"], kind=kind, resampling=FEW)
            assert 0 <= found.interval.low <= found.value <= found.interval.high <= 1
            assert found.interval.low < found.interval.high
            for compared in (
                bootstrap_test(data["a"], data["b"], kind=kind, resampling=FEW),
                permutation_test(data["a"], data["b"], resampling=FEW),
            ):
                assert 0 < compared.p_value <= 1
                assert compared.interval.low <= compared.difference <= compared.interval.high


def test_one_group_gets_the_bound() -> None:
    scores = Scores.from_arrays([1, 0, 1, 0], [4, 1, 2, 3], groups=[7] * 4)
    found = bootstrap_interval(scores, resampling=FEW)
    assert found.interval.bound
    assert found.interval.low < 0.01
    assert found.interval.high > 0.99


@for_each("weights", ["none", "sampling"])
@for_each("of", [None, *COUNTED])
def test_permutations_approach_the_enumeration_of_all_exchanges_of_groups(
    weights: str, of: Any
) -> None:
    labels, scores, codes = _columns(12, groups=8)
    given = _weights(12, len(codes))[weights]
    data = PairedScores.from_arrays(labels, scores, groups=codes, **given)
    ranks = {name: values.argsort().argsort() for name, values in scores.items()}

    def difference(flip: Any) -> float:
        first = np.where(flip[codes], ranks["b"], ranks["a"])
        second = np.where(flip[codes], ranks["a"], ranks["b"])
        exchanged = PairedScores.from_arrays(labels, {"a": first, "b": second}, **given)
        if of is None:
            one, two = AucMoments.from_scores(exchanged).aucs
            return one - two
        one, two = components_of(exchanged, of).values
        return float(one - two)

    every = np.array([
        difference(np.array(flip)) for flip in itertools.product([False, True], repeat=8)
    ])  # fmt: skip
    exact = float((np.abs(every) >= abs(every[0]) - 1e-12).mean())
    found = permutation_test(data["a"], data["b"], of, resampling=Resampling(replicates=2000))
    assert found.difference == pytest.approx(every[0])
    assert found.p_value == pytest.approx(exact, abs=0.04)
    assert found.standard_error == pytest.approx(float(np.sqrt((every**2).mean())), rel=0.08)


@for_each("weights", ["none", "frequency", "sampling"])
def test_permutations_agree_with_the_variance_of_groups(weights: str) -> None:
    data = _paired(13, weights, groups=200)
    found = permutation_test(data["a"], data["b"], resampling=MANY)
    known = delong_test(data["a"], data["b"])
    assert found.standard_error == pytest.approx(known.standard_error, rel=0.08)
    assert found.p_value == pytest.approx(known.p_value, abs=0.03)
    assert found.design_effect == pytest.approx(known.design_effect)
    assert found.n_groups == 200


def test_curves_are_exchanged_group_by_group() -> None:
    """The definition: ranks of whole groups change places, all exchanges enumerated."""
    labels, scores, codes = _columns(14, groups=9)
    data = PairedScores.from_arrays(labels, scores, groups=codes)
    ranks = np.stack([values.argsort().argsort() for values in scores.values()])

    def distance(flip: Any) -> float:
        # Equal ranks in one column: either order has the same chance.
        found = []
        for turn in (0.25, -0.25):
            moved = np.where(flip[codes], ranks[::-1], ranks + turn)
            curves = [np.cumsum(labels[np.argsort(row, kind="stable")]) for row in moved]
            found.append(2.0 * np.abs(curves[0] - curves[1]).sum())
        return float(np.mean(found))

    every = [distance(np.array(flip)) for flip in itertools.product([False, True], repeat=9)]
    found = venkatraman_test(data["a"], data["b"], resampling=MANY)
    assert found.statistic == every[0]
    assert found.p_value == pytest.approx(np.mean(np.array(every) >= every[0]), abs=0.06)


def test_what_resampling_cannot_do_is_refused_by_name() -> None:
    weighted = _paired(15, "sampling", grouped=False)
    for test in (bootstrap_test, permutation_test):
        with pytest.raises(UnsupportedError, match="of auc does not take sampling weights") as it:
            test(weighted["a"], weighted["b"], auc)
        assert "AveragePrecision()" in it.value.hint
    with pytest.raises(UnsupportedError, match="of auc does not take sampling weights"):
        bootstrap_interval(weighted["a"], auc)
    with pytest.raises(UnsupportedError, match="Venkatraman test does not take sampling weights"):
        venkatraman_test(weighted["a"], weighted["b"])
    first, second = _paired(16)["a"], _paired(17)["b"]
    with pytest.raises(
        UnsupportedError, match="unpaired Venkatraman test does not allow for groups"
    ):
        venkatraman_test(first, second)
    with pytest.raises(UnsupportedError, match="same observations"):
        permutation_test(first, second)


@for_each("kind", KINDS)
def test_different_test_sets_are_drawn_by_their_own_units(kind: Kind) -> None:
    first, second = _paired(18, "sampling", groups=120)["a"], _paired(19, grouped=False)["b"]
    found = bootstrap_test(first, second, kind=kind, resampling=Resampling(replicates=1500))
    known = delong_test(first, second)
    assert found.standard_error == pytest.approx(known.standard_error, rel=0.1)
    assert found.design_effect == pytest.approx(known.design_effect)
    assert found.n_groups == known.n_groups
    back = bootstrap_test(second, first, kind=kind, resampling=Resampling(replicates=1500))
    assert back.interval.low == -found.interval.high
    for of in COUNTED:
        there, again = (bootstrap_test(*pair, of, resampling=FEW) for pair in (
            (first, second), (second, first),
        ))  # fmt: skip
        assert there.interval.low == -again.interval.high


@for_each("paired", [True, False])
@for_each("method", ["bootstrap", "bootstrap-bca", "bootstrap-studentised"])
def test_a_study_has_the_numbers_of_each_pair(paired: bool, method: str) -> None:
    labels, scores, codes = _columns(20)
    columns = {**scores, "c": scores["a"][::-1]}
    data = PairedScores.from_arrays(labels, columns, groups=codes)
    study = au.compare(data, method=method, paired=paired, interval="bootstrap-bca", resampling=FEW)
    kind: Any = "percentile" if method == "bootstrap" else method.removeprefix("bootstrap-")
    for compared in study.comparisons:
        alone = bootstrap_test(
            data[compared.first], data[compared.second], kind=kind, paired=paired, resampling=FEW
        )
        assert compared.p_value == alone.p_value
        assert compared.interval == alone.interval
        assert compared.n_groups == alone.n_groups
    for estimate in study.estimates:
        alone_estimate = bootstrap_interval(data[estimate.name], kind="bca", resampling=FEW)
        assert estimate.interval == alone_estimate.interval


def test_a_study_refuses_what_does_not_allow_for_units() -> None:
    grouped, weighted = _paired(21), _paired(21, "sampling", grouped=False)
    tested = au.compare(grouped, method="venkatraman", resampling=FEW).curve_tests
    assert len(tested) == 1
    with pytest.raises(UnsupportedError, match="groups of observations on different test sets"):
        au.compare(grouped, method="venkatraman", paired=False)
    with pytest.raises(UnsupportedError, match="venkatraman does not allow for sampling weights"):
        au.compare(weighted, method="venkatraman")
    with pytest.raises(UnsupportedError, match="hanley-mcneil does not allow for groups") as it:
        au.compare(grouped, method="hanley-mcneil")
    assert "bootstrap-bca" in it.value.hint
    assert "permutation" in it.value.hint
