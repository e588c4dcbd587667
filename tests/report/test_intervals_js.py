"""The page's arithmetic (intervals.js and what stands on it) beside Python's, run by node."""

import json
import math
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import aucurate
from aucurate.curve.cost import IntendedUse
from aucurate.curve.rates import Rate
from aucurate.curve.threshold_rules import ThresholdRule, best_points
from aucurate.data.scores import Scores
from aucurate.estimates.thresholds.choice import choose_threshold
from aucurate.estimates.thresholds.operating_point import OperatingPoint
from aucurate.formatting import amount, digits_for, number, percent
from aucurate.inference.core.distributions import two_sided_quantile
from aucurate.inference.operating.rates import rate_estimate
from aucurate.study.curves import CurveCounts

RATES: tuple[Rate, ...] = (
    "sensitivity",
    "specificity",
    "positive_predictive_value",
    "negative_predictive_value",
    "positive_likelihood_ratio",
    "negative_likelihood_ratio",
    "accuracy",
    "expected_cost",
)
DRAWN = 400  # tables of counts, of eight rates each; more was tried once
_EDGES = [
    (0, 0, 1, 1), (1, 0, 1, 1), (0, 1, 1, 1), (1, 1, 1, 1), (0, 0, 5, 7), (5, 7, 5, 7),
    (5, 0, 5, 7), (0, 7, 5, 7), (1, 0, 3, 10**7), (3, 10**7 - 1, 3, 10**7), (0, 3, 1, 3),
]  # fmt: skip


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed; the browser tests run the same arithmetic")
    return found


def run(node: str, code: str, given: Any) -> Any:
    """What a JavaScript function body makes of some data, with the page's files before it."""
    names = ("intervals.js", "operating_format.js", "operating_points.js")
    source = "const aucurate = {};\n" + "\n".join(_asset(name) for name in names)
    source += f"\nconst work = (given) => {{\n{code}\n}};\n"
    source += 'const text = (key, v) => typeof v === "number" && !isFinite(v) ? String(v) : v;\n'
    source += 'const given = JSON.parse(require("fs").readFileSync(0, "utf8"));\n'
    source += "process.stdout.write(JSON.stringify(work(given), text));\n"
    done = subprocess.run(
        [node, "-e", source], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@cache
def _asset(name: str) -> str:
    assets = Path(aucurate.__file__).parent / "report" / "assets"
    return (assets / name).read_text(encoding="utf-8")


def test_every_rate_is_that_of_python(node: str) -> None:
    cases = _tables()
    found = run(
        node,
        """
        return given.map(({ counts, use, z }) => aucurate.intervals.RATES.map((rate) => {
          const { value, low, high } = aucurate.intervals.rateEstimate(rate, counts, use, z);
          return [rate, value, low, high];
        }));
        """,
        [case for case, _, _ in cases],
    )
    for (case, point, confidence), rows in zip(cases, found, strict=True):
        assert [row[0] for row in rows] == list(RATES)
        for rate, *numbers in rows:
            ours = rate_estimate(point, rate, confidence=confidence)
            wanted = (ours.value, ours.interval.low, ours.interval.high)
            for got, want in zip(numbers, wanted, strict=True):
                assert float(got) == pytest.approx(want, rel=1e-9, abs=1e-15, nan_ok=True), (
                    case,
                    rate,
                    numbers,
                    wanted,
                )


def _tables() -> list[tuple[dict[str, Any], OperatingPoint, float]]:
    """Counts of all sizes with every kind of use: drawn ones, and each edge with each use."""
    rng = np.random.default_rng(9)
    drawn = []
    for _ in range(DRAWN):
        m, n = (int(np.exp(rng.uniform(0, 12))) for _ in range(2))
        true, false = (int(rng.choice([0, size, int(rng.integers(size + 1))])) for size in (m, n))
        prevalence = None if rng.random() < 0.4 else float(rng.uniform(0.0001, 0.9999))
        ratio = 1.0 if rng.random() < 0.3 else float(np.exp(rng.normal(0, 2)))
        drawn.append(((true, false, m, n), prevalence, ratio, float(rng.choice([0.5, 0.95, 0.99]))))
    drawn += [
        (counts, prevalence, ratio, 0.95)
        for counts in _EDGES
        for prevalence in (None, 0.5, 1e-9, 1 - 1e-9)
        for ratio in (1.0, 5.0, 1e-6)
    ]
    return [_case(*one) for one in drawn]


def _case(
    counts: tuple[int, int, int, int], prevalence: float | None, ratio: float, confidence: float
) -> tuple[dict[str, Any], OperatingPoint, float]:
    true, false, m, n = counts
    use = IntendedUse(prevalence=prevalence, false_negative_cost=ratio)
    point = OperatingPoint.from_counts(
        true_positives=true, false_positives=false, n_positive=m, n_negative=n, use=use
    )
    case = {
        "counts": dict(
            zip(("truePositives", "falsePositives", "nPositive", "nNegative"), counts, strict=True)
        ),
        "use": {"prevalence": prevalence, "costRatio": ratio},
        "z": two_sided_quantile(confidence),
    }
    return case, point, confidence


def _scores(rng: np.random.Generator, size: int, *, levels: int, lower: bool = False) -> Scores:
    labels = rng.permutation(np.arange(size) % 3 == 0)
    scores = np.round(rng.normal(size=size) + labels, levels)
    return Scores.from_arrays(labels, -scores if lower else scores, lower=lower)


def _as_page(curve: CurveCounts) -> dict[str, Any]:
    return json.loads(json.dumps(curve.to_dict()))  # type: ignore[no-any-return]


def test_least_cost_is_the_choice_from_all_observations(node: str) -> None:
    rng = np.random.default_rng(4)
    every = [
        _scores(rng, size, levels=levels, lower=lower)
        for size, levels in ((3, 1), (30, 0), (400, 1), (20_000, 6))
        for lower in (False, True)
    ]
    uses = [(None, 1.0), (None, 7.5), (0.02, 40.0), (0.5, 1.0), (0.9, 0.01), (1 / 3, 1.0)]
    curves = [CurveCounts.from_scores(scores) for scores in every]
    assert not curves[-1].is_whole
    found = run(
        node,
        """
        return given.curves.map((data) => given.uses.map(([prevalence, costRatio]) => {
          const curve = aucurate.operatingPoints.curveOf(data);
          const at = aucurate.intervals.leastCost(curve, { prevalence, costRatio }, curve.first);
          return [curve.thresholds[at], curve.truePositives[at], curve.falsePositives[at]];
        }));
        """,
        {"curves": [_as_page(curve) for curve in curves], "uses": uses},
    )
    for scores, rows in zip(every, found, strict=True):
        for (prevalence, ratio), row in zip(uses, rows, strict=True):
            use = IntendedUse(prevalence=prevalence, false_negative_cost=ratio)
            point = choose_threshold(scores, ThresholdRule.least_cost(use)).point
            wanted = [point.threshold, point.true_positives, point.false_positives]
            assert [float(number) for number in row] == wanted


def test_weights_are_counted_like_observations(node: str) -> None:
    rng = np.random.default_rng(6)
    plain = _scores(rng, 60, levels=1)
    scores = Scores.from_arrays(
        plain.is_positive, plain.values, sampling_weights=rng.gamma(1.0, 1.0, 60)
    )
    least, shown, rate = run(
        node,
        """
        const curve = aucurate.operatingPoints.curveOf(given);
        const at = aucurate.intervals.leastCost(curve, { prevalence: null, costRatio: 1 });
        const point = aucurate.operatingPoints.pointAt(curve, at);
        const { count, estimate } = aucurate.operatingFormat;
        const { rateEstimate } = aucurate.intervals;
        const none = rateEstimate("sensitivity", point, { prevalence: null, costRatio: 1 }, NaN);
        return [curve.thresholds[at], [1234.56, 1234, 12.04].map(count), estimate(none)];
        """,
        _as_page(CurveCounts.from_scores(scores)),
    )
    wanted = choose_threshold(scores, ThresholdRule.least_cost(IntendedUse())).point
    assert least == wanted.threshold
    assert shown == [amount(number) for number in (1234.56, 1234, 12.04)]
    assert rate == {"value": f"{wanted.sensitivity:.3f}", "interval": ""}


def test_no_threshold_is_above_an_infinite_score(node: str) -> None:
    scores = Scores.from_arrays([0, 1, 0, 1], [0.0, 1.0, 2.0, math.inf])
    curve = CurveCounts.from_scores(scores)
    found = run(
        node,
        """
        const curve = aucurate.operatingPoints.curveOf(given);
        const use = { prevalence: 1e-9, costRatio: 1 };
        return [curve.first, aucurate.intervals.leastCost(curve, use, curve.first),
                aucurate.operatingPoints.standingFor(curve, Infinity)];
        """,
        _as_page(curve),
    )
    assert found == [1, 1, 1]


def test_a_typed_threshold_stands_for_a_point(node: str) -> None:
    """The one with the same calls; of a thinned curve the nearest, which may call more positive."""
    curve = CurveCounts(
        name="a", lower=False, n_positive=2, n_negative=2, n_points=2000,
        thresholds=(math.inf, 3.0, 2.0, -1.0), true_positives=(0, 1, 2, 2),
        false_positives=(0, 0, 1, 2),
    )  # fmt: skip
    mirrored = CurveCounts.from_dict(
        curve.to_dict() | {"lower": True, "thresholds": [-math.inf, -3.0, -2.0, 1.0]}
    )
    typed = ["2.5", "2.51", "99", "-99", "0.5", "Infinity", "-Infinity"]
    found = run(
        node,
        """
        const { curveOf, standingFor } = aucurate.operatingPoints;
        return given.curves.map((data) => {
          const curve = curveOf(data);
          return given.typed.map((text) => standingFor(curve, Number(text)));
        });
        """,
        {
            "curves": [
                _as_page(one) | {"n_points": n_points}
                for n_points in (2000, 4)
                for one in (curve, mirrored)
            ],
            "typed": typed,
        },
    )
    assert found[0] == [2, 1, 1, 3, 3, 0, 3]
    assert found[1] == [3, 3, 3, 1, 3, 3, 0]
    assert found[2] == [1, 1, 0, 3, 2, 0, 3]
    assert found[3] == [3, 3, 3, 0, 2, 3, 0]


def test_only_the_threshold_of_no_calls_is_beyond_all(node: str) -> None:
    points = [[math.inf, 0], [math.inf, 2], [-math.inf, 0], [-math.inf, 3], [0.25, 0]]
    found = run(
        node,
        """
        return given.map(([threshold, truePositives]) =>
          aucurate.operatingFormat.thresholdOf({
            threshold: Number(threshold), truePositives, falsePositives: 0 }));
        """,
        [[str(threshold).replace("inf", "Infinity"), calls] for threshold, calls in points],
    )
    assert found == ["above all", "inf", "below all", "-inf", "0.25"]


def test_followers_are_the_best_with_at_least_the_same_rate(node: str) -> None:
    rng = np.random.default_rng(12)
    curves = [CurveCounts.from_scores(_scores(rng, size, levels=1)) for size in (3, 40, 300)]
    values = [0.0, 0.2, 1 / 3, 0.5, 0.8, 0.95, 1.0]
    found = run(
        node,
        """
        return given.curves.map((data) => ["sensitivity", "specificity"].map((rate) =>
          given.values.map((value) => {
            const curve = aucurate.operatingPoints.curveOf(data);
            return aucurate.operatingPoints.bestWith(curve, rate, value);
          })));
        """,
        {"curves": [_as_page(curve) for curve in curves], "values": values},
    )
    rules = ThresholdRule.at_sensitivity, ThresholdRule.at_specificity
    for curve, by_rate in zip(curves, found, strict=True):
        for rule, places in zip(rules, by_rate, strict=True):
            wanted = [int(best_points(curve.curve(), rule(value))[0]) for value in values]
            assert places == wanted


def test_numbers_are_shown_as_python_shows_them(node: str) -> None:
    rng = np.random.default_rng(2)
    values = [0.0, 1.0, -0.0002, 0.99997, 1 - 1e-15, 0.8125, 0.0625, 2.5, 12345.6785, 1.0005, 1e-9]
    values += [-0.00003, -4e-8, -3e-17, -0.0]
    values += (rng.integers(0, 64, 200) / 64).tolist() + rng.uniform(0, 2, 300).tolist()
    values += np.exp(rng.normal(0, 4, 200)).tolist()
    found = run(
        node,
        """
        const { number, digitsFor, percent } = aucurate.operatingFormat;
        return given.map((value) => [number(value, 3), number(value, 5), digitsFor(value),
          percent(Math.max(0, Math.min(value, 1)))]);
        """,
        values,
    )
    for value, shown in zip(values, found, strict=True):
        share = percent(max(0.0, min(value, 1.0)))
        assert shown == [number(value, 3), number(value, 5), digits_for(value), share], value
