"""The hierarchical test against importance draws from its definition, baycomp and limits."""

import itertools
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special
from scipy.integrate import quad
from tests.loops import for_each

from aucurate.data.fold_values import FoldValues
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.t_tests import correlated_t_test
from aucurate.inference.many_datasets import hierarchical
from aucurate.inference.many_datasets.hierarchical import HierarchicalPosterior, hierarchical_test
from aucurate.inference.many_datasets.hierarchical_quadrature import (
    DegreesPrior,
    Kernels,
    degrees_rule,
    nodes_of,
)
from aucurate.kernels import Cancelled

Floats = NDArray[np.float64]
GOLD = json.loads(
    (Path(__file__).parents[2] / "gold" / "baycomp" / "hierarchical.json").read_text()
)
TABLES: dict[str, Any] = GOLD["tables"]


def _folds(gaps: Any, **options: Any) -> FoldValues:
    gaps = np.asarray(gaps)
    settings: dict[str, Any] = {"quantity": "AUC", "design": "left-out folds"}
    settings |= {"n_train": 9, "n_test": 1, **options}
    return FoldValues.from_arrays({"a": 0.5 + gaps, "b": np.full(len(gaps), 0.5)}, **settings)


def _drawn(centres: Any, spread: float, folds: int, rng: int) -> dict[str, FoldValues]:
    generator = np.random.default_rng(rng)
    own = (
        generator.normal(size=(len(centres), folds)) + generator.normal(size=(len(centres), 1)) / 3
    )
    rows = np.asarray(centres)[:, None] + spread * own
    return {f"d{at}": _folds(row) for at, row in enumerate(rows)}


@cache
def _of_table(name: str) -> HierarchicalPosterior:
    table = TABLES[name]
    rows = np.array(table["differences"])
    per_repeat = rows.shape[1] // table["repeats"]
    data = {str(at): _folds(row, n_train=per_repeat - 1) for at, row in enumerate(rows)}
    prior = DegreesPrior(
        shape_low=table["lower_alpha"],
        shape_high=table["upper_alpha"],
        rate_low=table["lower_beta"],
        rate_high=table["upper_beta"],
    )
    return hierarchical_test(data, "a", "b", rope=table["rope"], degrees_prior=prior)


@cache
def _three() -> HierarchicalPosterior:
    return hierarchical_test(_drawn([0.0, 0.02, 0.05], 0.02, 10, 1), "a", "b", rope=0.01)


def _new(found: HierarchicalPosterior) -> list[float]:
    return [found.below, found.within, found.above]


# --- the pieces -------------------------------------------------------------------------------


@pytest.mark.parametrize(("folds", "end"), [(3, 3e-5), (10, 1e-9)])
def test_integrating_the_spread_of_the_folds_away_leaves_a_student_kernel(
    folds: int, end: float
) -> None:
    """The density of the multivariate normal, integrated over sigma up to 1000 times the spread."""
    x = np.random.default_rng(folds).normal(0.02, 0.03, folds)
    rho = 0.1
    inverse = np.linalg.inv((1 - rho) * np.eye(folds) + rho)
    spread = float(np.std(x, ddof=1))
    degrees = folds - 2
    squared = (folds - 1) / degrees * (1 / folds + rho / (1 - rho)) * spread**2

    def integrated(difference: float) -> float:
        rest = x - difference
        form = float(rest @ inverse @ rest)

        def of_log(at: float) -> float:
            return math.exp((1 - folds) * at - form / 2 * math.exp(-2 * at))

        low, high = math.log(spread) - 5, math.log(1000 * spread)
        points = [math.log(spread)]
        return float(quad(of_log, low, high, points=points, epsabs=0, epsrel=1e-11, limit=200)[0])

    def kernel(difference: float) -> float:
        squares = (difference - float(x.mean())) ** 2 / squared
        return float((1 + squares / degrees) ** (-(degrees + 1) / 2))

    places = x.mean() + spread * np.array([-3.0, -0.5, 0.0, 1.0, 4.0])
    ratios = [integrated(at) / kernel(at) for at in places]
    assert ratios == pytest.approx([ratios[0]] * len(ratios), rel=end)


@for_each("spread", [1e-5, 0.003, 0.05, 3.0])
@for_each("degrees", [1.0, 8.0, 98.0])
def test_the_nodes_integrate_a_kernel_against_a_student_t(spread: float, degrees: float) -> None:
    kernels = Kernels(
        means=np.array([0.02]),
        scales=np.array([0.01]),
        degrees=np.array([degrees]),
        centre_end=1.0,
        spread_end=10.0,
    )
    for centre in (0.02, 0.035, -0.02):
        nodes = nodes_of(kernels, np.array([centre]), spread, 0.42)
        for nu in (1.05, 3.0, 60.0):
            found = np.exp(nodes.logs - (nu + 1) / 2 * np.log1p(nodes.squares / nu)).sum()

            def product(d: float, nu: float = nu, centre: float = centre) -> float:
                z = (d - 0.02) / 0.01
                kernel = (1 + z * z / degrees) ** (-(degrees + 1) / 2)
                v = (d - centre) / spread
                return float(kernel * (1 + v * v / nu) ** (-(nu + 1) / 2))

            ends = sorted(
                c + sign * width * 10.0**power
                for c, width in ((0.02, 0.01), (centre, spread))
                for sign in (-1, 1)
                for power in range(-1, 6)
            )
            exact = sum(
                quad(product, low, high, epsabs=0, epsrel=1e-9)[0]
                for low, high in itertools.pairwise(ends)
                if high > low
            )
            assert found == pytest.approx(exact, rel=1e-5)


def test_the_prior_of_the_degrees_of_freedom_has_its_moments() -> None:
    """E = 1 + E(shape) E(1/rate); P(below 3) by drawing."""
    degrees, weights = degrees_rule(DegreesPrior(), 4)
    assert weights.sum() == pytest.approx(1)
    assert degrees @ weights == pytest.approx(1 + 2.75 * math.log(3) / 0.1, rel=1e-5)
    rng = np.random.default_rng(0)
    drawn = 1 + rng.gamma(rng.uniform(0.5, 5, 400_000), 1 / rng.uniform(0.05, 0.15, 400_000))
    for power in (0.5, 1, 2):
        values = drawn**-power
        error = values.std() / math.sqrt(len(values))
        assert degrees**-power @ weights == pytest.approx(values.mean(), abs=4 * error)


# --- the definition ---------------------------------------------------------------------------


def _log_student(x: Any, nu: Any, centre: Any, scale: Any) -> Floats:
    z = (x - centre) / scale
    top = special.gammaln((nu + 1) / 2) - special.gammaln(nu / 2) - np.log(nu * math.pi) / 2
    return np.asarray(top - np.log(scale) - (nu + 1) / 2 * np.log1p(z * z / nu))


def _importance(table: dict[str, Any], draws: int, rng: np.random.Generator) -> dict[str, Floats]:
    """All parameters of the model drawn about where they should be, with the weights that mend it.

    The likelihood is the multivariate normal density of the folds, with its matrix inverted.
    """
    x = np.array(table["differences"])
    size, folds = x.shape
    rho = table["repeats"] / folds
    inverse = np.linalg.inv((1 - rho) * np.eye(folds) + rho)
    means, spreads = x.mean(axis=1), x.std(axis=1, ddof=1)
    errors = spreads * math.sqrt(1 / folds + rho / (1 - rho))
    wide = max(float(spreads.mean()), float(means.std()))
    shape = rng.uniform(table["lower_alpha"], table["upper_alpha"], draws)
    rate = rng.uniform(table["lower_beta"], table["upper_beta"], draws)
    nu = 1 + rng.gamma(shape, 1 / rate)
    low, less, more, high = np.log(wide * np.array([1e-4, 1e-2, 10, 1e3])).tolist()
    inside = rng.random(draws) < 0.8
    log_s = np.where(inside, rng.uniform(less, more, draws), rng.uniform(low, high, draws))
    density = 0.2 / (high - low) + 0.8 / (more - less) * ((log_s > less) & (log_s < more))
    s = np.exp(log_s)
    width = 1.3 * np.sqrt((s**2 + np.mean(errors**2)) / size)
    centre = means.mean() + width * rng.standard_t(3, draws)
    logs = log_s - np.log(density) - _log_student(centre, 3, means.mean(), width)
    logs[np.abs(centre) > np.abs(x).max()] = -np.inf
    each = np.empty((size, draws))
    for at in range(size):
        variance = 1 / (1 / errors[at] ** 2 + 1 / s**2)
        about = variance * (means[at] / errors[at] ** 2 + centre / s**2)
        by = 1.2 * np.sqrt(variance)
        each[at] = about + by * rng.standard_t(4, draws)
        apart = rng.normal(0, 1.5 / math.sqrt(folds), draws)
        sigma = spreads[at] * np.exp(apart)
        rest = x[at] - each[at][:, None]
        form = np.einsum("nj,nj->n", rest @ inverse, rest)
        logs += -folds * np.log(sigma) - form / (2 * sigma**2)
        logs += np.log(sigma) + (apart * math.sqrt(folds) / 1.5) ** 2 / 2
        logs += _log_student(each[at], nu, centre, s) - _log_student(each[at], 4, about, by)
    return {"logs": logs, "nu": nu, "centre": centre, "spread": s, "each": each}


@pytest.mark.parametrize("name", ["three", "alike"])
def test_it_agrees_with_importance_draws_of_all_parameters(name: str) -> None:
    table, found = TABLES[name], _of_table(name)
    rng = np.random.default_rng(7)
    parts = [_importance(table, 20_000, rng) for _ in range(8)]
    drawn = {key: np.concatenate([part[key] for part in parts], axis=-1) for key in parts[0]}
    weights = np.exp(drawn["logs"] - drawn["logs"].max())
    weights /= weights.sum()
    assert 1 / (weights**2).sum() > 500
    rope = table["rope"]
    below = special.stdtr(drawn["nu"], (-rope - drawn["centre"]) / drawn["spread"])
    above = special.stdtr(drawn["nu"], (drawn["centre"] - rope) / drawn["spread"])
    within = 1 - below - above
    expected = {
        "below": (found.below, below),
        "above": (found.above, above),
        "below likeliest": (found.below_likeliest, (below > within) & (below > above)),
        "above likeliest": (found.above_likeliest, (above > within) & (above > below)),
        "centre": (found.difference, drawn["centre"]),
        "spread": (0.5, drawn["spread"] < found.spread),
        "low": (0.025, drawn["centre"] < found.interval.low),
        "high": (0.975, drawn["centre"] < found.interval.high),
    }
    for own, values in zip(found.datasets, drawn["each"], strict=True):
        expected[f"mean {own.name}"] = (own.difference, values)
        expected[f"below {own.name}"] = (own.below, values < -rope)
        expected[f"above {own.name}"] = (own.above, values > rope)
        expected[f"low {own.name}"] = (0.025, values < own.interval.low)
        expected[f"high {own.name}"] = (0.975, values < own.interval.high)
    for what, (ours, values) in expected.items():
        mean = float(weights @ values)
        error = math.sqrt(float(weights**2 @ (values - mean) ** 2))
        assert ours == pytest.approx(mean, abs=4.5 * error + 3e-4), what


# --- the rival --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in TABLES if name != "alike"])
def test_it_agrees_with_baycomp(name: str) -> None:
    """Within five standard errors over the chains, and what eight chains leave unseen."""
    found, table = _of_table(name), TABLES[name]
    size = float(np.abs(table["differences"]).max())
    ours: dict[str, tuple[Any, float]] = {
        "new": (_new(found), 0.002),
        "likeliest": (
            [found.below_likeliest, found.within_likeliest, found.above_likeliest],
            0.002,
        ),
        "centre_mean": (found.difference, 0.001 * size),
        "centre_quantiles": ([found.interval.low, found.interval.high], 0.003 * size),
        "spread_median": (found.spread, 0.003 * size),
        "means": ([d.difference for d in found.datasets], 0.001 * size),
        "lows": ([d.interval.low for d in found.datasets], 0.003 * size),
        "highs": ([d.interval.high for d in found.datasets], 0.003 * size),
        "above": ([d.above for d in found.datasets], 0.002),
    }
    for key, (value, slack) in ours.items():
        gap = np.abs(np.asarray(value) - np.asarray(table["mean"][key]))
        assert (gap < 5 * np.asarray(table["error"][key]) + slack).all(), key


def test_where_data_sets_are_alike_baycomp_shuns_small_spreads() -> None:
    """Its sampler moves the data sets' differences themselves, and these cannot follow a small
    spread of theirs (the funnel): its spread is too large, as the importance draws above show.
    """
    found, table = _of_table("alike"), TABLES["alike"]
    assert table["mean"]["spread_median"] > found.spread + 3 * table["error"]["spread_median"]
    assert _new(found) == pytest.approx(table["mean"]["new"], abs=0.03)
    assert found.difference == pytest.approx(table["mean"]["centre_mean"], abs=2e-4)


# --- limits -----------------------------------------------------------------------------------


def test_a_single_data_set_with_many_folds_is_the_correlated_t() -> None:
    """Nothing is known of the other data sets, so that nothing shrinks; and a caveat tells."""
    data = _drawn([0.02], 0.03, 40, 3)
    found = hierarchical_test(data, "a", "b", rope=0.01)
    plain = correlated_t_test(data["d0"], "a", "b", rope=0.01)
    own = found.dataset("d0")
    assert own.difference == pytest.approx(plain.difference, abs=0.05 * plain.scale)
    assert own.interval.low == pytest.approx(plain.interval.low, abs=0.15 * plain.scale)
    assert own.interval.high == pytest.approx(plain.interval.high, abs=0.15 * plain.scale)
    assert [own.below, own.above] == pytest.approx([plain.below, plain.above], abs=0.02)
    assert own.correlation == pytest.approx(plain.correlation)
    assert "few_data_sets" in {caveat.kind for caveat in found.caveats}


def test_data_sets_that_are_alike_are_pooled() -> None:
    """The centre is known about as well as from all folds, and every data set follows it."""
    rng = np.random.default_rng(4)
    noise = 0.03 * rng.normal(size=(12, 30))
    rows = 0.02 + noise - noise.mean(axis=1, keepdims=True)
    data = {f"d{at}": _folds(row) for at, row in enumerate(rows)}
    found = hierarchical_test(data, "a", "b", rope=0.005)
    alone = [correlated_t_test(values, "a", "b", rope=0.005) for values in data.values()]
    pooled = 1 / math.sqrt(sum(one.scale**-2 for one in alone))
    width = (found.interval.high - found.interval.low) / (2 * 1.96 * pooled)
    assert 1 < width < 1.3
    assert found.difference == pytest.approx(0.02, abs=0.02 * pooled)
    assert found.spread < pooled * math.sqrt(12) / 2
    for own, one in zip(found.datasets, alone, strict=True):
        assert own.difference == pytest.approx(0.02, abs=1e-4)
        narrower = (own.interval.high - own.interval.low) / (one.interval.high - one.interval.low)
        assert narrower < 0.7
    assert "few_data_sets" not in {caveat.kind for caveat in found.caveats}


def test_data_sets_far_apart_keep_their_own_differences() -> None:
    data = _drawn([-0.3, -0.1, 0.0, 0.2, 0.3], 0.005, 12, 5)
    found = hierarchical_test(data, "a", "b", rope=0.01)
    for own in found.datasets:
        assert own.difference == pytest.approx(own.observed, abs=2e-4)
        assert own.observed in own.interval
    assert found.spread > 0.1


# --- degenerate data --------------------------------------------------------------------------


def test_a_data_set_without_spread_borrows_the_smallest_and_keeps_its_mean() -> None:
    rough, fine = _drawn([0.0, 0.03], 0.02, 10, 6).values()
    spread = float(np.std(fine.differences("a", "b"), ddof=1))
    wide = _folds(0.01 + 3 * (rough.differences("a", "b")))
    same = hierarchical_test(
        {"wide": wide, "fine": fine, "same": _folds(np.full(10, 0.04))}, "a", "b", rope=0.01
    )
    own = same.dataset("same")
    assert own.observed == pytest.approx(0.04)
    assert own.interval.high - own.interval.low > spread / 4
    told = {caveat.kind: caveat.message for caveat in same.caveats}
    assert "every fold of same" in told["no_variance"]
    apart = np.tile([-1.0, 1.0], 5) * spread * math.sqrt(0.9)
    lent = hierarchical_test(
        {"wide": wide, "fine": fine, "same": _folds(0.04 + apart)}, "a", "b", rope=0.01
    )
    assert _new(same) == pytest.approx(_new(lent), abs=2e-3)


def test_no_spread_in_any_data_set_is_refused() -> None:
    data = {"x": _folds(np.full(5, 0.1)), "y": _folds(np.zeros(5))}
    with pytest.raises(InputError, match="the same in every fold of every data set"):
        hierarchical_test(data, "a", "b", rope=0.01)


def test_an_outlier_and_a_tiny_spread_are_integrated_too() -> None:
    rng = np.random.default_rng(8)
    data = _drawn([0.0] * 4 + [0.4], 0.01, 10, 9)
    data["fine"] = _folds(0.02 + 1e-6 * rng.normal(size=10))
    found = hierarchical_test(data, "a", "b", rope=0.01)
    assert found.numerical_error < 1e-3
    assert found.dataset("d4").difference == pytest.approx(found.dataset("d4").observed, abs=0.01)
    assert found.dataset("fine").difference == pytest.approx(0.02, abs=1e-5)


# --- promises ---------------------------------------------------------------------------------


def test_swapping_turns_everything_round() -> None:
    found = _three()
    other = hierarchical_test(_drawn([0.0, 0.02, 0.05], 0.02, 10, 1), "b", "a", rope=0.01)
    slack = 2 * hierarchical.TOLERANCE
    assert _new(other) == pytest.approx(_new(found)[::-1], abs=slack)
    assert other.above_likeliest == pytest.approx(found.below_likeliest, abs=slack)
    assert other.difference == pytest.approx(-found.difference, abs=1e-5)
    assert other.interval.low == pytest.approx(-found.interval.high, abs=1e-4)
    assert other.dataset("d2").above == pytest.approx(found.dataset("d2").below, abs=slack)


def test_the_order_of_data_sets_and_the_unit_change_nothing() -> None:
    found = _three()
    data = _drawn([0.0, 0.02, 0.05], 0.02, 10, 1)
    turned = hierarchical_test(dict(reversed(data.items())), "a", "b", rope=0.01)
    assert _new(turned) == pytest.approx(_new(found), abs=1e-9)
    assert turned.dataset("d1").interval.low == pytest.approx(found.dataset("d1").interval.low)
    tenth = {k: _folds(v.differences("a", "b") / 10) for k, v in data.items()}
    small = hierarchical_test(tenth, "a", "b", rope=0.001)
    assert _new(small) == pytest.approx(_new(found), abs=1e-6)
    assert small.spread == pytest.approx(found.spread / 10)


def test_the_numerical_error_is_not_smaller_than_what_finer_grids_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = _three()
    assert found.numerical_error < hierarchical.TOLERANCE
    monkeypatch.setattr(hierarchical, "TOLERANCE", 0.0)
    data = _drawn([0.0, 0.02, 0.05], 0.02, 10, 1)
    finest = hierarchical_test(data, "a", "b", rope=0.01)
    assert finest.numerical_error < found.numerical_error
    assert _new(finest) == pytest.approx(_new(found), abs=found.numerical_error)


def test_probabilities_add_up_and_without_a_rope_nothing_lies_within() -> None:
    found = _three()
    assert sum(_new(found)) == pytest.approx(1)
    for own in found.datasets:
        assert own.below + own.within + own.above == pytest.approx(1)
        assert own.difference in own.interval
    none = hierarchical_test(_drawn([0.0, 0.02, 0.05], 0.02, 10, 1), "a", "b", rope=0)
    assert none.within == pytest.approx(0, abs=1e-6)
    assert none.below_likeliest + none.above_likeliest == pytest.approx(1)
    assert none.above > found.above


def test_it_survives_json_and_reads_as_a_sentence() -> None:
    found = _three()
    assert HierarchicalPosterior.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert "over 3 data sets; on a new one probability" in str(found)
    with pytest.raises(OptionError, match="no data set 'iris'"):
        found.dataset("iris")


def test_data_sets_may_have_different_numbers_of_folds_and_their_caveats_are_named() -> None:
    rng = np.random.default_rng(12)
    data = {
        "few": _folds(rng.normal(0.01, 0.02, 4), n_train=3),
        "many": _folds(rng.normal(0.02, 0.02, 30)),
        "fixed": _folds(rng.normal(0.0, 0.02, 10), design="fixed test set"),
    }
    found = hierarchical_test(data, "a", "b", rope=0.01, confidence=0.9)
    assert [own.n_folds for own in found.datasets] == [4, 30, 10]
    assert found.dataset("few").correlation == pytest.approx(0.25)
    told = {caveat.kind: caveat.message for caveat in found.caveats}
    assert told["few_folds"].startswith("few: only 4 folds")
    assert told["fixed_test_set"].startswith("fixed: ")
    assert found.interval.confidence == 0.9


def test_what_means_nothing_is_refused() -> None:
    data = _drawn([0.0, 0.02], 0.02, 5, 1)
    for wrong in ("0.1", -0.1, math.nan):
        with pytest.raises(OptionError, match="rope must be a number"):
            hierarchical_test(data, "a", "b", rope=wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="there are no data sets"):
        hierarchical_test({}, "a", "b", rope=0.01)
    with pytest.raises(InputError, match="data set 'two': there are 2 folds"):
        hierarchical_test(data | {"two": _folds([0.1, 0.2])}, "a", "b", rope=0.01)
    with pytest.raises(InputError, match="data set 'one': there is only one fold"):
        hierarchical_test(data | {"one": _folds([0.1])}, "a", "b", rope=0.01)
    with pytest.raises(OptionError, match="data set 'd0': "):
        hierarchical_test(data, "a", "c", rope=0.01)
    with pytest.raises(OptionError, match="data set 'x': the correction needs the sizes"):
        hierarchical_test(data | {"x": _folds([0, 0.1, 0.2], n_train=None)}, "a", "b", rope=0.01)
    other = _folds([0, 0.1, 0.2], quantity="accuracy")
    with pytest.raises(InputError, match="different quantities: AUC and accuracy"):
        hierarchical_test(data | {"x": other}, "a", "b", rope=0.01)
    with pytest.raises(OptionError, match="the shape must run from"):
        DegreesPrior(shape_low=0)


def test_it_tells_how_far_it_is_and_stops_when_asked() -> None:
    data = _drawn([0.02, 0.05, 0.01], 0.03, 10, 1)
    calls: list[tuple[int, int, str]] = []
    found = hierarchical_test(data, "a", "b", rope=0.01, progress=lambda *at: calls.append(at))
    assert found == hierarchical_test(data, "a", "b", rope=0.01)
    assert calls[0] == (0, 1000, "integrating")
    assert calls == sorted(calls)
    assert calls[-1][0] <= 1000
    with pytest.raises(Cancelled):
        hierarchical_test(data, "a", "b", rope=0.01, progress=lambda done, _, what: done < 10)
